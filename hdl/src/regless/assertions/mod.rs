//! The properties of RegLess's units as SystemVerilog assertions: bodies of checker modules.
//!
//! Each assertion has the name of its `spec` property with `_A` behind it. A checker sees ports only.

mod compressor;
mod manager;
mod staging;

use crate::assertions::inside::Inside;
use crate::assertions::settings::FRESH;
pub use compressor::{pattern_compressor, pattern_compressor_any, pattern_compressor_inside};
pub use manager::capacity_manager_inside;
use spec::regless::{OsuBankParameters, MORE_WORDS};
pub use staging::{osu, osu_any, osu_inside};

/// A body that speaks of the first cycle out of reset.
fn with_fresh(body: &str) -> String {
    [FRESH, body].concat()
}

const OSU_BANK: &str = include_str!("osu_bank.sv");
const OSU_BANK_LEGAL: &str = include_str!("osu_bank_legal.sv");

/// Body of the checker of `osu_bank`, with a shadow of every register. `RESET` stands for "reset is asserted".
pub fn osu_bank(parameters: &OsuBankParameters) -> String {
    bank_body(parameters, include_str!("osu_bank_all.sv"))
}

/// The same for proof: with a shadow of a lane of a register, which may be any.
pub fn osu_bank_any(parameters: &OsuBankParameters) -> String {
    bank_body(parameters, include_str!("osu_bank_any.sv"))
}

fn bank_body(parameters: &OsuBankParameters, shadows: &str) -> String {
    with_fresh(&[OSU_BANK, OSU_BANK_LEGAL].concat())
        .replace("SHADOWS\n", shadows)
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// What proofs of `osu_bank` are helped by: its lines and data; with them the contract's rules.
pub fn osu_bank_inside(parameters: &OsuBankParameters) -> Inside {
    let lines = parameters.lines();
    let each = |array: &str| {
        let lines = (0..lines).rev().map(|line| format!("{array}[{line}]"));
        format!("{{{}}}", lines.collect::<Vec<_>>().join(", "))
    };
    let net = |width: usize, name: &str, net: &str| {
        let range = match width {
            1 => String::new(),
            _ => format!("[{}:0] ", width - 1),
        };
        (format!("logic {range}unit_{name}"), net.to_owned())
    };
    Inside {
        nets: vec![
            net(lines, "valid", "u_lines.valid_q"),
            net(lines, "used", "u_lines.used_q"),
            net(lines, "modified", "u_lines.modified_q"),
            net(lines, "fresh", "u_lines.fresh_q"),
            net(10 * lines, "tags", &each("u_lines.tag_q")),
            net(1024 * lines, "words", &each("u_data.words")),
            net(parameters.entry_bits(), "line", "lines_line"),
            net(parameters.entry_bits(), "line_q", "line_q"),
            net(1, "reading", "reading_q"),
            net(1, "reserving", "reserving_q"),
            net(2, "request", "u_request.state_q"),
            net(1, "waited", "waited_q"),
            net(1, "found", "found_q"),
        ],
        body: include_str!("osu_bank_inside.sv").replace("LINES", &lines.to_string()),
    }
}

/// The checker of the lookup of a bank with so many lines, bound to it, `RESET` in it as above.
pub fn osu_lines(name: &str, module: &str, lines: usize) -> String {
    include_str!("osu_lines.sv")
        .replace("TOP", name)
        .replace("UNIT", module)
        .replace("LINES", &lines.to_string())
}

/// Body of the checker of `metadata_decoder`.
pub fn metadata_decoder() -> String {
    include_str!("metadata_decoder.sv").to_owned()
}

/// Body of the checker of `capacity_manager`.
pub fn capacity_manager(parameters: &OsuBankParameters) -> String {
    with_fresh(include_str!("capacity_manager.sv"))
        .replace("MORE_ROWS", &MORE_WORDS.to_string())
        .replace("LINES", &parameters.lines().to_string())
}

/// What each shard has waited for at the arbiter before the L1.
const TURNS: &str = include_str!("shard_turns.sv");
const TURNS_INSIDE: &str = include_str!("shard_turns_inside.sv");

/// Body of the checker of `regless_l1_arbiter`.
pub fn regless_l1_arbiter(parameters: &OsuBankParameters) -> String {
    with_fresh(include_str!("regless_l1_arbiter.sv"))
        .replace("TURNS\n", TURNS)
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// What proofs of `regless_l1_arbiter` are helped by.
pub fn regless_l1_arbiter_inside() -> Inside {
    let nets = [
        (25, "base_q", "base_q".to_owned()),
        (4, "behind_q", "u_turns.behind_q".to_owned()),
    ];
    let body = [include_str!("regless_l1_arbiter_inside.sv"), TURNS_INSIDE];
    Inside::new(nets, body.concat())
}

/// Body of the checker of `regless_shard`.
pub fn regless_shard() -> String {
    with_fresh(include_str!("regless_shard.sv"))
}

/// Body of the checker of `regless`.
pub fn regless() -> String {
    with_fresh(include_str!("regless.sv"))
}

/// What proofs of `regless` around its shards see of the arbiter before the L1, of which one property is.
pub fn regless_inside() -> Inside {
    let valid = (0..4)
        .rev()
        .map(|shard| format!("u_arbiter.shard{shard}_valid"));
    let valid = valid.collect::<Vec<_>>().join(", ");
    let nets = [
        (4, "asks", format!("{{{valid}}}")),
        (4, "taken", "u_arbiter.taken".to_owned()),
        (4, "behind_q", "u_arbiter.u_turns.behind_q".to_owned()),
    ];
    let body = include_str!("regless_inside.sv").replace("TURNS\n", TURNS);
    Inside::new(nets, [&body, TURNS_INSIDE].concat())
}
