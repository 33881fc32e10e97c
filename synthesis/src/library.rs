//! A cell library: what mapping, simulation and energy need to know of it.

use super::clock_gate::ClockGate;
use super::function;
use super::liberty::{self, Group};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use tools::error::Error;

/// Cells that the mapper does not get: slow for their area, many inputs in series.
const SLOW: &[&str] = &[
    "AND4_X*",
    "AOI211_X*",
    "AOI221_X*",
    "AOI222_X*",
    "CLKBUF_X*",
    "NOR3_X*",
    "NOR4_X*",
    "OAI211_X*",
    "OAI221_X*",
    "OAI222_X*",
    "OAI33_X*",
    "OR3_X*",
    "OR4_X*",
    "*_X8",
    "*_X16",
    "*_X32",
];

/// A pin of a cell.
#[derive(Debug, Clone)]
pub struct Pin {
    pub name: String,
    /// Of an output, in Liberty's notation.
    pub function: Option<String>,
    pub output: bool,
    /// In femtofarads.
    pub capacitance: f64,
    /// Of one transition of an output, apart from charging its load, in femtojoules.
    pub internal_energy: f64,
}

/// A flip-flop's function.
#[derive(Debug, Clone)]
pub struct FlipFlop {
    pub state: String,
    pub inverse: String,
    pub clock: String,
    pub next: String,
    pub clear: Option<String>,
    pub preset: Option<String>,
}

/// A cell.
#[derive(Debug, Clone)]
pub struct Cell {
    pub name: String,
    /// In square micrometres, as the library counts them.
    pub area: f64,
    /// In nanowatts.
    pub leakage: f64,
    pub pins: Vec<Pin>,
    pub flip_flop: Option<FlipFlop>,
    pub clock_gate: Option<ClockGate>,
    /// A latch, a clock gate, a tri-state buffer: nothing that logic is mapped to.
    pub special: bool,
}

/// The library.
#[derive(Debug)]
pub struct Library {
    pub path: PathBuf,
    pub name: String,
    /// In volts.
    pub voltage: f64,
    pub cells: BTreeMap<String, Cell>,
}

impl Library {
    /// Reads a Liberty file and checks that something can be mapped to it.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = liberty::read(path)?;
        let units = Units::of(&text);
        let cells = text.all("cell").map(|group| {
            let cell = Cell::of(group, &units);
            (cell.name.clone(), cell)
        });
        let path = path
            .canonicalize()
            .map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))?;
        let library = Self {
            name: text.title().to_owned(),
            voltage: text.number("nom_voltage").unwrap_or(1.0),
            cells: cells.collect(),
            path,
        };
        let lacks = |what: &str| {
            Err(Error::new(format!(
                "{} has no {what}: nothing can be mapped to it",
                library.path.display()
            )))
        };
        if !library.cells.values().any(|cell| cell.flip_flop.is_some()) {
            return lacks("flip-flop");
        }
        if library.buffers(true).is_empty() {
            return lacks("inverter");
        }
        Ok(library)
    }

    /// Inverters or buffers, smallest first.
    fn buffers(&self, inverting: bool) -> Vec<&Cell> {
        let mut found: Vec<&Cell> = self
            .cells
            .values()
            .filter(|cell| !cell.special && cell.flip_flop.is_none() && cell.pins.len() == 2)
            .filter(|cell| !cell.name.starts_with("CLK"))
            .filter(|cell| {
                cell.pins.iter().any(|pin| {
                    let function = pin.function.as_deref().map(str::trim);
                    function.is_some_and(|f| (f.contains('!') || f.contains('\'')) == inverting)
                })
            })
            .collect();
        found.sort_by(|a, b| a.area.total_cmp(&b.area));
        found
    }

    /// Whether a cell of the library is a flip-flop.
    pub fn is_flip_flop(&self, name: &str) -> bool {
        let cell = self.cells.get(name);
        cell.is_some_and(|cell| cell.flip_flop.is_some())
    }

    /// The smallest clock gate, as Yosys' command that puts it before registers.
    pub fn clock_gating(&self) -> Option<String> {
        let gates = self.cells.values().filter(|cell| cell.clock_gate.is_some());
        let cell = gates.min_by(|a, b| a.area.total_cmp(&b.area))?;
        Some(cell.clock_gate.as_ref()?.command(&cell.name))
    }

    /// The cell that stands before every input while the mapper sizes gates: a middling buffer.
    pub fn driver(&self) -> Option<&str> {
        let buffers = self.buffers(false);
        let middle = buffers.get(2).or(buffers.last())?;
        Some(&middle.name)
    }

    /// Cells that do the same with another drive, smallest first, of those that the mapper gets.
    pub fn drives(&self) -> Vec<Vec<&Cell>> {
        let mut families: BTreeMap<String, Vec<&Cell>> = BTreeMap::new();
        for cell in self.cells.values() {
            if !cell.special && !SLOW.iter().any(|pattern| matches(pattern, &cell.name)) {
                families.entry(cell.family()).or_default().push(cell);
            }
        }
        for family in families.values_mut() {
            family.sort_by(|a, b| a.area.total_cmp(&b.area));
        }
        families.into_values().filter(|f| f.len() > 1).collect()
    }

    /// Yosys' options that keep slow cells out.
    pub fn dont_use(&self) -> String {
        let mut out = String::new();
        for pattern in SLOW {
            let _ = write!(out, " -dont_use {pattern}");
        }
        out
    }

    /// Verilog modules of the cells with these names, to simulate a netlist with.
    pub fn verilog<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<String, Error> {
        let mut out = format!(
            "// Cells of {} as behaviour, without delays.\n/* verilator coverage_off */\n",
            self.name
        );
        for name in names {
            let cell = self.cells.get(name).ok_or_else(|| {
                Error::new(format!(
                    "the netlist has a cell {name} that the library lacks"
                ))
            })?;
            out += "\n";
            out += &cell.verilog()?;
        }
        Ok(out)
    }
}

/// Whether a name is one of those that a pattern with one `*` stands for.
fn matches(pattern: &str, name: &str) -> bool {
    let (begin, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    name.len() >= begin.len() + end.len() && name.starts_with(begin) && name.ends_with(end)
}

/// Factors from the library's units to ours.
struct Units {
    femtofarad: f64,
    nanowatt: f64,
    femtojoule: f64,
}

impl Units {
    fn of(library: &Group) -> Self {
        let load = library.attribute("capacitive_load_unit").unwrap_or("1,ff");
        let (count, unit) = load.split_once(',').unwrap_or((load, "ff"));
        let scale = match unit.trim().to_ascii_lowercase().as_str() {
            "pf" => 1000.0,
            "nf" => 1e6,
            _ => 1.0,
        };
        let femtofarad = count.trim().parse().unwrap_or(1.0) * scale;
        let leakage = library.attribute("leakage_power_unit").unwrap_or("1nW");
        let digits = leakage.trim_end_matches(|c: char| c.is_alphabetic());
        let power = match leakage.trim_start_matches(digits) {
            "pW" => 1e-3,
            "uW" => 1e3,
            "mW" => 1e6,
            _ => 1.0,
        };
        let volts = library.attribute("voltage_unit").unwrap_or("1V");
        let volts = if volts.ends_with("mV") { 1e-3 } else { 1.0 };
        Self {
            femtofarad,
            nanowatt: digits.parse().unwrap_or(1.0) * power,
            // Internal power is an energy in units of capacitance and voltage squared.
            femtojoule: femtofarad * volts * volts,
        }
    }
}

impl Cell {
    fn of(group: &Group, units: &Units) -> Self {
        let pins: Vec<Pin> = group
            .all("pin")
            .filter(|pin| pin.attribute("direction") != Some("internal"))
            .map(|pin| Pin {
                name: pin.title().to_owned(),
                function: pin.attribute("function").map(str::to_owned),
                output: pin.attribute("direction") == Some("output"),
                capacitance: pin.number("capacitance").unwrap_or(0.0) * units.femtofarad,
                internal_energy: internal_energy(pin) * units.femtojoule,
            })
            .collect();
        let flip_flop = group.all("ff").next().and_then(|ff| {
            Some(FlipFlop {
                state: ff.arguments.first()?.clone(),
                inverse: ff.arguments.get(1)?.clone(),
                clock: ff.attribute("clocked_on")?.to_owned(),
                next: ff.attribute("next_state")?.to_owned(),
                clear: ff.attribute("clear").map(str::to_owned),
                preset: ff.attribute("preset").map(str::to_owned),
            })
        });
        let gate = group.attribute("clock_gating_integrated_cell").is_some();
        let tristate = group
            .all("pin")
            .any(|p| p.attribute("three_state").is_some());
        let scan = group.all("test_cell").next().is_some();
        Self {
            name: group.title().to_owned(),
            area: group.number("area").unwrap_or(0.0),
            leakage: group.number("cell_leakage_power").unwrap_or(0.0) * units.nanowatt,
            special: gate || tristate || scan || group.all("latch").next().is_some(),
            pins,
            flip_flop,
            clock_gate: ClockGate::of(group),
        }
    }

    /// The same text for cells that differ in drive only: pins and what they do.
    fn family(&self) -> String {
        let mut pins: Vec<String> = self
            .pins
            .iter()
            .map(|pin| format!("{} {} {:?}", pin.name, pin.output, pin.function))
            .collect();
        pins.sort_unstable();
        format!("{pins:?} {:?}", self.flip_flop)
    }

    fn verilog(&self) -> Result<String, Error> {
        let names: Vec<&str> = self.pins.iter().map(|pin| pin.name.as_str()).collect();
        let mut out = format!("module {} ({});\n", self.name, names.join(", "));
        for pin in &self.pins {
            let direction = if pin.output { "output" } else { "input" };
            let _ = writeln!(out, "  {direction} {};", pin.name);
        }
        let expression = |text: &str| {
            function::verilog(text).map_err(|what| {
                Error::new(format!("cell {}: function '{text}': {what}", self.name))
            })
        };
        if let Some(ff) = &self.flip_flop {
            let FlipFlop { state, inverse, .. } = ff;
            let _ = writeln!(out, "  reg {state};\n  wire {inverse} = ~{state};");
            let clock = expression(&ff.clock)?;
            let next = expression(&ff.next)?;
            let _ = writeln!(out, "  wire clock_edge = {clock};");
            let mut events = "posedge clock_edge".to_owned();
            let mut body = String::new();
            for (name, condition, value) in [
                ("cleared", &ff.clear, "1'b0"),
                ("preset", &ff.preset, "1'b1"),
            ] {
                if let Some(condition) = condition {
                    let _ = writeln!(out, "  wire {name} = {};", expression(condition)?);
                    let _ = write!(events, " or posedge {name}");
                    let _ = write!(body, "if ({name}) {state} <= {value}; else ");
                }
            }
            let _ = writeln!(out, "  always @({events}) {body}{state} <= {next};");
        }
        if let Some(gate) = &self.clock_gate {
            out += &gate.verilog();
        }
        for pin in &self.pins {
            if let Some(text) = &pin.function {
                let _ = writeln!(out, "  assign {} = {};", pin.name, expression(text)?);
            }
        }
        out += "endmodule\n";
        Ok(out)
    }
}

/// The mean over the tables of an output's `internal_power`: of one transition.
fn internal_energy(pin: &Group) -> f64 {
    let mut values = Vec::new();
    for power in pin.all("internal_power") {
        for table in power.all("rise_power").chain(power.all("fall_power")) {
            let text = table.attribute("values").unwrap_or_default();
            let words = text.split([',', ' ', '\\', '\n']);
            let numbers: Vec<f64> = words.filter_map(|word| word.trim().parse().ok()).collect();
            if !numbers.is_empty() {
                values.push(numbers.iter().sum::<f64>() / numbers.len() as f64);
            }
        }
    }
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}
