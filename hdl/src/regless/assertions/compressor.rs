//! The checker of `pattern_compressor`, and what proofs see inside it.

use super::with_fresh;
use crate::assertions::inside::Inside;
use spec::regless::{PatternCompressorParameters, REGISTERS, WARPS};

/// Body of the checker, with a shadow of every register. `RESET` stands for "reset is asserted".
pub fn pattern_compressor(parameters: &PatternCompressorParameters) -> String {
    body(parameters, include_str!("pattern_compressor_all.sv"))
}

/// The same for proof: with shadows of the registers of one number, which may be any, and the value of any of them.
pub fn pattern_compressor_any(parameters: &PatternCompressorParameters) -> String {
    body(parameters, include_str!("pattern_compressor_any.sv"))
}

fn body(parameters: &PatternCompressorParameters, shadows: &str) -> String {
    with_fresh(include_str!("pattern_compressor.sv"))
        .replace("SHADOWS\n", shadows)
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// What proofs of `pattern_compressor` are helped by: its stages, copies, lines and waiters; with them the
/// contract's rules, and properties that the ports do not show.
pub fn pattern_compressor_inside(parameters: &PatternCompressorParameters) -> Inside {
    let (lines, waiters) = (parameters.cache_lines(), parameters.fills());
    let bits = parameters.entry_bits();
    // The first of an array at the bottom.
    let each = |count: usize, net: &dyn Fn(usize) -> String| {
        let nets: Vec<String> = (0..count).rev().map(net).collect();
        format!("{{{}}}", nets.join(", "))
    };
    let array = |count: usize, name: &str| each(count, &|at| format!("{name}[{at}]"));
    let of_lines = |name: &str| array(lines, &format!("u_lines.{name}_q"));
    let of_waiters = |name: &str| array(waiters, &format!("u_waiters.{name}_q"));
    let names = |at: usize| format!("u_waiters.warp_q[{at}], u_waiters.register_q[{at}]");
    // Of the storage's memories one is built: that of as many lines as addresses can name.
    let named = lines.next_power_of_two();
    let words = format!("u_storage.u_lines_{named}.words");
    let nets: Vec<(usize, &str, String)> = vec![
        (1, "entering", "entering_q".into()),
        (2, "entering_kind", "entering_kind_q".into()),
        (
            10,
            "entering_name",
            "{entering_warp_q, entering_register_q}".into(),
        ),
        (1024, "data", "data_q".into()),
        (3, "step", "step_q".into()),
        (2, "kind", "kind_q".into()),
        (10, "name", "{warp_q, register_q}".into()),
        (WARPS, "own", "own_q".into()),
        (3, "pattern", "pattern_q".into()),
        (1, "known", "known_q".into()),
        (1, "in_memory", "in_memory_q".into()),
        (WARPS, "others", "others_q".into()),
        (3, "matched", "matcher_pattern".into()),
        (1, "moves", "moves".into()),
        (REGISTERS * WARPS, "rows", array(WARPS, "u_copies.row_q")),
        (
            3 * REGISTERS * WARPS,
            "states",
            array(REGISTERS, "u_copies.u_states.words"),
        ),
        (3 * WARPS, "state_row", "u_copies.states_read_data".into()),
        (lines, "valid", "u_lines.valid_q".into()),
        (lines, "changed", "u_lines.changed_q".into()),
        (6 * lines, "held", of_lines("held")),
        (lines, "same", "u_lines.same_q".into()),
        (WARPS * lines, "here", of_lines("here")),
        (WARPS * lines, "rest", of_lines("rest")),
        (4, "hand", "u_lines.at_q".into()),
        (1024 * lines, "words", array(lines, &words)),
        (1024, "given", "storage_read_data".into()),
        (waiters, "taken", "u_waiters.taken_q".into()),
        (waiters, "come", "u_waiters.come_q".into()),
        (waiters, "nobody", "u_waiters.nobody_q".into()),
        (4 * waiters, "lines", of_waiters("line")),
        (10 * waiters, "names", each(waiters, &names)),
        (bits, "entering_entry", "entering_entry_q".into()),
        (bits, "entry", "entry_q".into()),
        (bits * waiters, "entries", of_waiters("entry")),
        (3 * waiters, "patterns", of_waiters("pattern")),
        (3, "turn", "u_waiters.turn_q".into()),
        (1, "reading", "u_answer.reading_q".into()),
        (
            10,
            "read_name",
            "{u_answer.read_warp_q, u_answer.read_register_q}".into(),
        ),
        (bits, "read_entry", "u_answer.read_entry_q".into()),
        (3, "read_pattern", "u_answer.read_pattern_q".into()),
        (WARPS, "read_slot", "u_answer.read_slot_q".into()),
        (3, "answer_pattern", "u_answer.its_pattern_q".into()),
        (64, "answer_slot", "u_answer.its_value_q".into()),
        (
            6,
            "accesses",
            "{response_valid, serves, answers && known_q, stores, reads_hand, kept}".into(),
        ),
    ];
    let declared = |(width, name, net): (usize, &str, String)| {
        let range = match width {
            1 => String::new(),
            _ => format!("[{}:0] ", width - 1),
        };
        (format!("logic {range}unit_{name}"), net)
    };
    let body = [
        include_str!("pattern_compressor_legal.sv"),
        include_str!("pattern_compressor_hidden.sv"),
        include_str!("pattern_compressor_inside.sv"),
        include_str!("pattern_compressor_values.sv"),
    ];
    Inside {
        nets: nets.into_iter().map(declared).collect(),
        body: body
            .concat()
            .replace("WAITERS", &waiters.to_string())
            .replace("ENTRY_BITS", &bits.to_string())
            .replace("LINES", &lines.to_string()),
    }
}
