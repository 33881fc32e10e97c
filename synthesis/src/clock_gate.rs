//! Cells that stop a clock: registers that keep their value in a cycle get none.

use super::liberty::Group;

/// The fewest flip-flops with one enable that get a clock gate before them: data, and no bits of control.
pub const FEWEST: u32 = 64;

/// A clock gate that lets pulses of rising edges through, by a latch that is open while the clock is low.
#[derive(Debug, Clone)]
pub struct ClockGate {
    pub enable: String,
    pub clock: String,
    pub gated: String,
}

impl ClockGate {
    /// What a cell's group says of it; `None` for any other cell, and for gates with pins for test.
    pub fn of(cell: &Group) -> Option<Self> {
        if cell.attribute("clock_gating_integrated_cell") != Some("latch_posedge") {
            return None;
        }
        let pin = |role: &str| {
            let mut pins = cell.all("pin");
            let found = pins.find(|pin| pin.attribute(role) == Some("true"))?;
            Some(found.title().to_owned())
        };
        Some(Self {
            enable: pin("clock_gate_enable_pin")?,
            clock: pin("clock_gate_clock_pin")?,
            gated: pin("clock_gate_out_pin")?,
        })
    }

    /// Yosys' command that puts it where it belongs.
    pub fn command(&self, cell: &str) -> String {
        let Self {
            enable,
            clock,
            gated,
        } = self;
        format!("clockgate -pos {cell} {enable}:{clock}:{gated} -min_net_size {FEWEST}")
    }

    /// What it does, without its module's frame.
    pub fn verilog(&self) -> String {
        let Self {
            enable,
            clock,
            gated,
        } = self;
        format!(
            "  reg open;\n  /* verilator lint_off COMBDLY */\n  always @({clock} or {enable}) if (!{clock}) open <= {enable};\n  \
             /* verilator lint_on COMBDLY */\n  assign {gated} = open & {clock};\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::liberty;

    const TEXT: &str = "library (tiny) {
      cell (GATE) { clock_gating_integrated_cell : latch_posedge;
        pin (CK) { direction : input; clock_gate_clock_pin : true; }
        pin (E) { direction : input; clock_gate_enable_pin : true; }
        pin (GCK) { direction : output; clock_gate_out_pin : true; } }
      cell (TEST) { clock_gating_integrated_cell : latch_posedge_precontrol; } }";

    #[test]
    fn gates_without_pins_for_test_are_taken() {
        let folder = std::env::temp_dir().join(format!("clock-gate-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("tiny.lib");
        std::fs::write(&path, TEXT).expect("a library");
        let library = liberty::read(&path).expect("it is read");
        let gates = library
            .all("cell")
            .filter_map(|cell| Some((cell.title(), super::ClockGate::of(cell)?)))
            .collect::<Vec<_>>();
        let [("GATE", gate)] = &gates[..] else {
            panic!("{gates:?}");
        };
        assert_eq!(
            gate.command("GATE"),
            "clockgate -pos GATE E:CK:GCK -min_net_size 64"
        );
        std::fs::remove_dir_all(&folder).expect("it goes");
    }
}
