//! The checker of `osu`, and what proofs see inside it.

use super::with_fresh;
use crate::assertions::inside::{of_all, Inside};
use spec::regless::{OsuBankParameters, BANKS};

/// Body of the checker, of instructions with any tag. `RESET` stands for "reset is asserted".
pub fn osu(parameters: &OsuBankParameters) -> String {
    body(parameters, include_str!("osu_all.sv"))
}

/// The same for proof: of instructions with one tag, which may be any.
pub fn osu_any(parameters: &OsuBankParameters) -> String {
    body(parameters, include_str!("osu_any.sv"))
}

fn body(parameters: &OsuBankParameters, tags: &str) -> String {
    with_fresh(include_str!("osu.sv"))
        .replace("SHADOWS\n", tags)
        .replace("ENTRY_BITS", &parameters.entry_bits().to_string())
}

/// What proofs of `osu` are helped by: where instructions are, what they ask of banks, and what banks ask.
pub fn osu_inside() -> Inside {
    // The queue at the bottom, then unit 0 and unit 1, each from what is there to what is offered.
    let places = |waiting: &str, here: &str, left: &dyn Fn(usize) -> String| {
        let mut nets = vec![];
        for unit in [1, 0] {
            let stages = (1..5).rev().map(left).chain([here.to_owned()]);
            nets.extend(stages.map(|net| format!("u_unit{unit}.{net}")));
        }
        nets.push(waiting.to_owned());
        format!("{{{}}}", nets.join(", "))
    };
    let of_each = |field: &str| {
        let waiting = (0..4)
            .rev()
            .map(|n| format!("u_waiting.kept_{field}_q[{n}]"));
        let waiting = waiting.collect::<Vec<_>>().join(", ");
        let left = |cycles: usize| format!("offer_{cycles}_{field}_q");
        places(&waiting, &format!("kept_{field}_q"), &left)
    };
    let left = |cycles: usize| format!("left_{cycles}_q");
    let nets = [
        (4, "taken", "u_waiting.taken_q".to_owned()),
        (14, "places", places("u_waiting.taken_q", "full_q", &left)),
        (14 * 4, "warps", of_each("warp")),
        (14 * 8, "tags", of_each("tag")),
        (2, "enters", "{unit1_enter, unit0_enter}".to_owned()),
        (2, "begun", "{u_unit1.begun_q, u_unit0.begun_q}".to_owned()),
        (
            2,
            "unsure",
            "{u_unit1.unsure_1_q, u_unit0.unsure_1_q}".to_owned(),
        ),
        (8, "access", "access_valid".to_owned()),
        (32, "access_warp", "access_warp".to_owned()),
        (16, "access_of", "access_of_unit".to_owned()),
        (64, "waits", "{u_unit1.asks_q, u_unit0.asks_q}".to_owned()),
        (128, "waiting_asks", "u_waiting.asks_q".to_owned()),
        (1, "older", "older".to_owned()),
        (32, "asks0", "unit0_requests".to_owned()),
        (32, "asks1", "unit1_requests".to_owned()),
        (32, "chosen0", "chosen0".to_owned()),
        (32, "chosen1", "chosen1".to_owned()),
        (1, "turn", "turn_q".to_owned()),
        (8, "found", of_all(BANKS, "bank", "found_q")),
        (8, "hit", of_all(BANKS, "bank", "lines_hit")),
        (8, "empty", of_all(BANKS, "bank", "request_empty")),
        (8, "requests", "bank_request_valid".to_owned()),
        (16, "kinds", "bank_request_kind".to_owned()),
        (8, "filled", "bank_fill_done".to_owned()),
        (1, "turn_of_l1", "turn_of_l1_q".to_owned()),
    ];
    Inside::new(nets, include_str!("osu_inside.sv").to_owned())
}
