//! What registers hold when they are written: how they would be stored by each choice of base and delta
//! (Warped-Compression 4, 5.2, 6.6).

use crate::kernels;
use crate::Error;
use golden::bdi::design_space::{best, BaseDelta, FIGURE_5};
use serde_json::{json, Map, Value};
use sm::exec::Observer;
use sm::host::{Options, Session};
use spec::warp::REGISTER_BYTES;
use std::path::Path;

/// Banks of a register that is not compressed.
const BANKS: u64 = 8;

/// Registers of a phase, and what they take with the hardware's choices.
#[derive(Clone, Copy, Default)]
struct Phase {
    registers: u64,
    bytes: u64,
    banks: u64,
}

impl Phase {
    fn add(&mut self, choice: Option<BaseDelta>) {
        self.registers += 1;
        self.bytes += bytes(choice);
        self.banks += choice.map_or(BANKS, |choice| choice.banks() as u64);
    }

    fn document(self) -> Value {
        json!({"registers": self.registers, "bytes": self.bytes, "banks": self.banks})
    }
}

fn bytes(choice: Option<BaseDelta>) -> u64 {
    choice.map_or(REGISTER_BYTES, BaseDelta::compressed_bytes) as u64
}

/// Watches what is written. A register that some lanes write is looked at as it is afterwards, all of
/// it: decompressed, changed and compressed again (5.2).
struct Watching {
    uniform: Phase,
    divergent: Phase,
    /// Writes of which each choice of Figure 5 is best, and none of them.
    best: [u64; FIGURE_5.len() + 1],
    /// Bytes of registers that all launched lanes write, with one choice only, and with all three.
    fixed: [u64; HARDWARE.len() + 1],
}

/// The choices that the hardware has: the first three of Figure 5.
const HARDWARE: [BaseDelta; 3] = [FIGURE_5[0], FIGURE_5[1], FIGURE_5[2]];

impl Observer for Watching {
    fn wrote(&mut self, _: u32, lanes: &[u32; 32], active: u32, launched: u32) {
        let fits = HARDWARE.map(|choice| choice.fits(lanes));
        let hardware = fits.iter().position(|fits| *fits);
        let hardware = hardware.map(|at| HARDWARE[at]);
        // A base of four whose deltas are all 0 takes less than every base of eight.
        let of_all = match fits[0] {
            true => Some(HARDWARE[0]),
            false => best(&FIGURE_5, lanes),
        };
        let place = FIGURE_5.iter().position(|one| Some(*one) == of_all);
        self.best[place.unwrap_or(FIGURE_5.len())] += 1;
        if active != launched {
            self.divergent.add(hardware);
            return;
        }
        self.uniform.add(hardware);
        for (at, choice) in HARDWARE.into_iter().enumerate() {
            self.fixed[at] += bytes(fits[at].then_some(choice));
        }
        self.fixed[HARDWARE.len()] += bytes(hardware);
    }
}

/// Executes a kernel over physical registers, without timing.
pub fn run(descriptor: &Path) -> Result<Value, Error> {
    let session = Session::open_for(&kernels::folder().join(descriptor), None)?;
    let options = Options {
        physical: true,
        max_registers: None,
    };
    let mut watching = Watching {
        uniform: Phase::default(),
        divergent: Phase::default(),
        best: [0; FIGURE_5.len() + 1],
        fixed: [0; HARDWARE.len() + 1],
    };
    session.run(options, &mut watching)?;
    let mut named: Map<String, Value> = Map::new();
    for (choice, count) in FIGURE_5.iter().zip(watching.best) {
        named.insert(choice.to_string(), count.into());
    }
    named.insert("none".into(), watching.best[FIGURE_5.len()].into());
    let mut fixed: Map<String, Value> = Map::new();
    for (choice, bytes) in HARDWARE.iter().zip(watching.fixed) {
        fixed.insert(choice.to_string(), json!({ "bytes": bytes }));
    }
    let dynamic = watching.fixed[HARDWARE.len()];
    fixed.insert("dynamic".into(), json!({ "bytes": dynamic }));
    Ok(json!({
        "uniform": watching.uniform.document(),
        "divergent": watching.divergent.document(),
        "best": named,
        "fixed": fixed,
    }))
}
