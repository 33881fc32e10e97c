//! Control registers and control signals of a model: which there are, and the C++ that counts the
//! states of the ones and the toggles of the others.
//!
//! Verilator has no counters of states, and counts toggles of all signals or of none, so they are
//! read off its root class, signals before each clock edge and registers after it:
//!
//! ```text
//! CData/*2:0*/ top__DOT__u_queue__DOT__used_q;     8 x 8 cells
//! CData/*0:0*/ top__DOT__lane__BRA__0__KET____DOT__busy_q;
//! CData/*0:0*/ top__DOT__lane__BRA__1__KET____DOT__busy_q;    share 2 x 2 cells
//! CData/*1:0*/ top__DOT__grant;                    2 x 2 edges
//! ```
//! Instances of a generate loop share their cells, so that the map stays small.

use crate::coverage::{CoverageKind, CoveragePoint};
use crate::loaded::Functions;
use std::collections::HashMap;
use std::ffi::{c_char, c_void, CStr};
use std::fmt::Write;

pub(crate) const SHIM: &str = include_str!("../shim/watch.h");

/// Each costs about a nanosecond a cycle; a design with more has arrays of its units.
const MOST_REGISTERS: usize = 4096;
/// The elements of an array of registers that are watched.
const MOST_ELEMENTS: usize = 32;
/// Up to this width pairs of states are counted.
const PAIR_WIDTH: usize = 4;
/// Up to this width states are counted.
const STATE_WIDTH: usize = 8;
/// Up to this width the edges of signals are counted: what is wider is data.
const TOGGLE_WIDTH: usize = 4;

/// One register, or one element of an array of them.
struct Register {
    /// As C++ reads it.
    access: String,
    /// Where it is, without the indices of generate loops.
    path: String,
    width: usize,
    /// A signal, of which edges are counted.
    toggles: bool,
}

fn cells(width: usize, toggles: bool) -> usize {
    if toggles {
        2 * width
    } else if width <= PAIR_WIDTH {
        1 << (2 * width)
    } else if width <= STATE_WIDTH {
        1 << width
    } else {
        width + 1
    }
}

/// `states.h` of a root class, or the member that could not be saved and brought back by copying
/// its bytes.
pub(crate) fn header(root: &str) -> Result<String, String> {
    let state = root
        .split_once("DESIGN SPECIFIC STATE")
        .map_or("", |(_, rest)| rest);
    let state = state.split("INTERNAL VARIABLES").next().unwrap_or_default();
    let mut registers = Vec::new();
    for line in state.lines().map(str::trim) {
        if !plain(line) {
            return Err(line.to_owned());
        }
        read(line, &mut registers);
        registers.extend(signal(line));
    }
    // What is left out of a large design are signals.
    registers.sort_by_key(|register| register.toggles);
    registers.truncate(MOST_REGISTERS);
    Ok(text(&registers))
}

/// Whether a line declares nothing but plain numbers and arrays of them.
fn plain(line: &str) -> bool {
    let numbers = ["CData", "SData", "IData", "QData", "VlWide<"];
    let ports = ["VL_IN", "VL_OUT", "VL_INOUT"];
    let rest = ["struct {", "}", "//", "static constexpr"];
    let element = line.strip_prefix("VlUnpacked<").unwrap_or(line);
    let element = element.trim_start_matches("VlUnpacked<");
    line.is_empty()
        || numbers.iter().any(|start| element.starts_with(start))
        || ports
            .iter()
            .chain(&rest)
            .any(|start| line.starts_with(start))
}

/// Reads lines such as `CData/*2:0*/ top__DOT__state_q;`.
fn read(line: &str, registers: &mut Vec<Register>) {
    let Some((kind, name)) = line
        .strip_suffix(';')
        .and_then(|line| line.rsplit_once(' '))
    else {
        return;
    };
    if !name.ends_with("_q") || name.contains("__Vdly") {
        return;
    }
    let (kind, elements) = match kind.strip_prefix("VlUnpacked<") {
        None => (kind, 1),
        Some(inside) => {
            let Some((kind, count)) = inside.trim_end_matches('>').rsplit_once(", ") else {
                return;
            };
            (kind, count.parse().unwrap_or(0))
        }
    };
    let number = ["CData/*", "SData/*", "IData/*", "QData/*"];
    let Some(range) = number.iter().find_map(|start| kind.strip_prefix(start)) else {
        return;
    };
    let Some(top) = range
        .split(':')
        .next()
        .and_then(|text| text.parse::<usize>().ok())
    else {
        return;
    };
    let array = kind.len() < line.len() && line.starts_with("VlUnpacked<");
    if array && (elements > MOST_ELEMENTS || top >= PAIR_WIDTH) {
        return;
    }
    for element in 0..elements {
        registers.push(Register {
            access: if array {
                format!("{name}[{element}]")
            } else {
                name.to_owned()
            },
            path: readable(name),
            width: top + 1,
            toggles: false,
        });
    }
}

/// Reads a narrow signal of the design or an output of it: `CData/*1:0*/ top__DOT__grant;`,
/// `VL_OUT8(ready,0,0);`. What comes next in a register is told by the register.
fn signal(line: &str) -> Option<Register> {
    let (name, top) = match line.strip_prefix("VL_OUT8(") {
        Some(port) => {
            let mut parts = port.split(',');
            (parts.next()?, parts.next()?)
        }
        None => {
            let (range, name) = line.strip_prefix("CData/*")?.split_once("*/ ")?;
            let name = name.strip_suffix(';')?;
            let own = name.rsplit("__DOT__").next()?;
            // Verilator's own begin with two underscores.
            if !name.contains("__DOT__") || own.starts_with("__") {
                return None;
            }
            (name, range.split(':').next()?)
        }
    };
    let width = top.parse::<usize>().ok()? + 1;
    let register = name.ends_with("_q") || name.ends_with("_d");
    (width <= TOGGLE_WIDTH && !register).then(|| Register {
        access: name.to_owned(),
        path: readable(name),
        width,
        toggles: true,
    })
}

/// The name as in the Verilog, without the top module and the indices of loops.
fn readable(name: &str) -> String {
    let mut text = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("__BRA__") {
        text.push_str(before);
        rest = after
            .split_once("__KET__")
            .map_or(after, |(_index, rest)| rest);
    }
    text.push_str(rest);
    let text = text.replace("__DOT__", ".");
    match text.split_once('.') {
        Some((_top, inside)) => inside.to_owned(),
        None => text,
    }
}

fn text(registers: &[Register]) -> String {
    let mut bases: HashMap<(&str, usize), usize> = HashMap::new();
    let mut count = 0;
    let mut rows = String::new();
    let mut begins = String::new();
    let (mut counts, mut senses) = (String::new(), String::new());
    for (index, register) in registers.iter().enumerate() {
        let Register {
            access,
            path,
            width,
            toggles,
        } = register;
        let mut new = false;
        let base = *bases.entry((path, *width)).or_insert_with(|| {
            new = true;
            count += cells(*width, *toggles);
            count - cells(*width, *toggles)
        });
        // Writing to a String cannot fail.
        if new {
            let _ = writeln!(rows, "    {{\"{path}\", {base}, {width}, {toggles}}},");
        }
        if *width <= PAIR_WIDTH {
            let _ = writeln!(begins, "        before[{index}] = root.{access};");
        }
        let (lines, visit) = if *toggles {
            (&mut senses, format!("toggle<{width}>"))
        } else {
            (&mut counts, format!("visit<{width}>"))
        };
        let _ = writeln!(
            lines,
            "        {visit}(cells + {base}, before[{index}], root.{access});"
        );
    }
    format!(
        "#include \"watch.h\"\n\nnamespace warploom {{\n\
         constexpr std::size_t CELLS = {count};\n\
         const Register REGISTERS[] = {{\n{rows}    {{\"\", 0, 0, false}},\n}};\n\n\
         struct Watch {{\n    uint32_t cells[{}] = {{}};\n    uint8_t before[{}] = {{}};\n\n    \
         void begin(const Vmodel___024root& root) {{\n        (void)root;\n{begins}    }}\n\n    \
         void sense(const Vmodel___024root& root) {{\n        (void)root;\n{senses}    }}\n\n    \
         void count(const Vmodel___024root& root) {{\n        (void)root;\n{counts}    }}\n}};\n}}\n",
        count.max(1),
        registers.len().max(1),
    )
}

/// The registers and signals of a library as points, one for each cell.
pub(crate) fn read_points(functions: &Functions) -> Vec<CoveragePoint> {
    let mut found: Vec<CoveragePoint> = Vec::new();
    if let Some(read) = functions.registers {
        // SAFETY: the function calls back with the pointer it is given, and only during the
        // call; `each` is written for it.
        unsafe { read((&raw mut found).cast(), each) };
    }
    found
}

extern "C" fn each(
    user: *mut c_void,
    cell: usize,
    width: usize,
    toggles: bool,
    name: *const c_char,
) {
    // SAFETY: `user` is what `read_points` passed, borrowed by nobody else during the call; the
    // name is a string that ends with a zero and outlives the call.
    let (found, name) = unsafe {
        (
            &mut *user.cast::<Vec<CoveragePoint>>(),
            CStr::from_ptr(name).to_string_lossy(),
        )
    };
    let (hierarchy, register) = name.rsplit_once('.').unwrap_or(("", &name));
    let total = cells(width, toggles);
    if found.len() < cell + total {
        found.resize_with(cell + total, CoveragePoint::default);
    }
    for offset in 0..total {
        let detail = if toggles {
            let edge = ["0->1", "1->0"][offset % 2];
            format!("{register}[{}]:{edge}", offset / 2)
        } else if width <= PAIR_WIDTH {
            format!("{register}: {}->{}", offset >> width, offset % (1 << width))
        } else if width <= STATE_WIDTH {
            format!("{register} = {offset}")
        } else if offset == 0 {
            format!("{register} = 0")
        } else {
            format!("{register} in 2^{}..2^{offset}", offset - 1)
        };
        found[cell + offset] = CoveragePoint {
            kind: if toggles {
                CoverageKind::Toggle
            } else {
                CoverageKind::State
            },
            hierarchy: hierarchy.to_owned(),
            detail,
            ..CoveragePoint::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = "
    // DESIGN SPECIFIC STATE
    struct {
        VL_IN8(clock,0,0);
        CData/*2:0*/ top__DOT__u_queue__DOT__used_q;
        CData/*0:0*/ top__DOT__lane__BRA__0__KET____DOT__busy_q;
        CData/*0:0*/ top__DOT__lane__BRA__1__KET____DOT__busy_q;
        CData/*1:0*/ top__DOT__grant;
        CData/*1:0*/ top__DOT__grant_d;
        CData/*7:0*/ top__DOT__address;
        CData/*0:0*/ top__DOT____VlemCond_3;
        CData/*0:0*/ __VstlPhaseResult;
        VL_IN8(valid,0,0);
        VL_OUT8(ready,0,0);
        SData/*9:0*/ top__DOT__left_q;
        VlWide<4>/*99:0*/ top__DOT__data_q;
    };
    VlUnpacked<CData/*1:0*/, 2> top__DOT__stage_q;
    // INTERNAL VARIABLES
    Vmodel__Syms* vlSymsp;
";

    #[test]
    fn registers_of_a_loop_share_their_cells() {
        let text = header(ROOT).unwrap();
        // 8 x 8 pairs, 2 x 2 pairs, 11 positions, 4 x 4 pairs; edges of three bits.
        assert!(text.contains("CELLS = 101;"), "{text}");
        assert_eq!(text.matches("visit<1>(cells + 64,").count(), 2);
        assert_eq!(text.matches("visit<2>(cells + 79,").count(), 2);
        assert!(text.contains("{\"u_queue.used_q\", 0, 3, false}"));
        assert!(text.contains("{\"left_q\", 68, 10, false}"));
    }

    #[test]
    fn edges_of_narrow_signals_are_counted() {
        let text = header(ROOT).unwrap();
        assert_eq!(text.matches("toggle<").count(), 2, "{text}");
        assert!(text.contains("{\"grant\", 95, 2, true}"), "{text}");
        assert!(text.contains("{\"ready\", 99, 1, true}"), "{text}");
        let sense = text.split("void sense").nth(1).unwrap();
        let (sense, count) = sense.split_once("void count").unwrap();
        assert!(sense.contains("toggle<2>") && !sense.contains("visit<"));
        assert!(count.contains("visit<3>") && !count.contains("toggle<"));
    }

    #[test]
    fn what_copying_would_break_is_refused() {
        let root = "DESIGN SPECIFIC STATE\n VlQueue<IData> top__DOT__list;\n INTERNAL VARIABLES";
        assert!(header(root).unwrap_err().contains("VlQueue"));
    }
}
