//! Static timing of a netlist: OpenSTA's, or what the mapper itself says.

use super::flow::{Attempt, LIBRARY};
use super::library::Library;
use std::fs;
use std::path::Path;
use tools::discovery::{Found, Tool, Tools};
use tools::error::Error;
use tools::run::{run, Answer};

/// When inputs arrive after the clock edge, in picoseconds.
pub const INPUT_DELAY: u32 = 80;
/// What a flip-flop takes of a clock period, in picoseconds, where only the mapper's own figure for
/// the logic between is at hand: clock to output, and setup.
const FLIP_FLOP: f64 = 130.0;

/// Who says how fast it is.
#[derive(Debug)]
pub enum Timer {
    OpenSta(Box<Found>),
    Abc,
}

impl Timer {
    /// OpenSTA when it is there.
    pub fn find(tools: &Tools) -> Self {
        match tools.find(Tool::OpenSta) {
            Ok(found) => Self::OpenSta(Box::new(found)),
            Err(_) => Self::Abc,
        }
    }

    /// Its name in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Self::OpenSta(_) => "OpenSTA",
            Self::Abc => "abc",
        }
    }

    /// The longest path in picoseconds, clock to output, setup and input delay included.
    pub fn path(
        &self,
        attempt: &Attempt,
        top: &str,
        library: &Library,
        folder: &Path,
    ) -> Result<f64, Error> {
        match self {
            Self::Abc => Ok(attempt.delay + FLIP_FLOP),
            Self::OpenSta(sta) => open_sta(sta, &attempt.netlist, top, library, folder),
        }
    }
}

/// A clock so slow that no path is too long, and the slack that is left of it.
pub(super) const PERIOD: f64 = 100_000.0;

fn open_sta(
    sta: &Found,
    netlist: &str,
    top: &str,
    library: &Library,
    folder: &Path,
) -> Result<f64, Error> {
    let mut script = constraints(netlist, top, PERIOD);
    script += "report_worst_slack\nexit\n";
    let name = "timing.tcl";
    fs::write(folder.join(name), script)
        .map_err(|error| Error::new(format!("cannot write {name}: {error}")))?;
    let answer = run(sta, folder, ["-exit", name])?;
    let slack = answer.text.lines().find_map(|line| {
        let rest = line.trim().strip_prefix("worst slack")?;
        rest.split_whitespace().last()?.parse::<f64>().ok()
    });
    match slack {
        Some(slack) => Ok(PERIOD - slack),
        None => Err(refusal(&answer, top, library)),
    }
}

/// Tcl that reads a netlist and says what its clock and its inputs do; times are picoseconds from here on.
pub fn constraints(netlist: &str, top: &str, period: f64) -> String {
    // In units of the library: its time unit is asked for, not assumed.
    format!(
        "read_liberty {LIBRARY}\n\
         read_verilog {netlist}\n\
         link_design {top}\n\
         set_cmd_units -time ps\n\
         create_clock -name clock -period {period} [get_ports clock]\n\
         set inputs [list]\n\
         foreach port [all_inputs] {{\n\
         \x20 if {{[get_property $port full_name] ne \"clock\"}} {{ lappend inputs $port }}\n\
         }}\n\
         set_input_delay {INPUT_DELAY} -clock clock $inputs\n\
         set_output_delay 0 -clock clock [all_outputs]\n"
    )
}

/// What to say when OpenSTA's answer has no slack in it.
pub(super) fn refusal(answer: &Answer, top: &str, library: &Library) -> Error {
    let reason = answer.text.lines().find(|line| line.contains("Error"));
    Error::new(format!(
        "OpenSTA gives no slack for {top} with {}: {}",
        library.path.display(),
        reason.unwrap_or("no reason given").trim()
    ))
}
