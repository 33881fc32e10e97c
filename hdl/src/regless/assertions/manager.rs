//! What proofs of `capacity_manager` see inside it: states of warps, the regions that start, the stack, counts.

use crate::assertions::inside::{declared, of_all, Inside};
use crate::regless::widths::count as count_bits;
use spec::regless::{OsuBankParameters, BANKS, MORE_WORDS, WARPS, WORD_OPERATIONS};

/// What proofs of `capacity_manager` are helped by.
pub fn capacity_manager_inside(parameters: &OsuBankParameters) -> Inside {
    // A queue has as many entries as a bank has lines.
    let (entries, bits) = (parameters.lines(), parameters.entry_bits());
    let mut nets: Vec<(String, String)> = vec![];
    let mut vector = |width: usize, name: &str, net: String| {
        nets.push((declared(width, name), net));
    };
    vector(3 * WARPS, "states", of_all(WARPS, "warp", "state_q"));
    vector(WARPS, "ended", of_all(WARPS, "warp", "ended_q"));
    vector(
        5 * WARPS,
        "operations",
        of_all(WARPS, "warp", "operations_q"),
    );
    vector(4 * WARPS, "just_done", of_all(WARPS, "warp", "just_done_q"));
    let free = count_bits(bits);
    vector(free * BANKS, "free", of_all(BANKS, "bank", "free_q"));
    for (width, name, register) in [
        (3, "given_back", "given_back_q"),
        (1, "freed0", "freed0_q"),
        (1, "freed1", "freed1_q"),
        (3 * WARPS, "promised", "promised_q_flat"),
        (3 * WARPS, "pending", "pending_q_flat"),
    ] {
        vector(width * BANKS, name, of_all(BANKS, "bank", register));
    }
    for (width, name, net) in [
        (1, "looks", "looks_q"),
        (4, "look", "look_q"),
        (WARPS, "look_one", "look_one_q"),
        (4, "check", "check_q"),
        (WARPS, "check_one", "check_one_q"),
        (3, "rows", "u_walk.rows_q"),
        (3, "row", "u_walk.row_q"),
        (4, "its", "u_walk.its_q"),
        (WARPS, "its_one", "u_walk.its_one_q"),
        (1, "row_ready", "u_walk.ready_q"),
        (6, "left", "u_walk.left_q"),
        (12, "kept_kinds", "u_walk.kind_q_flat"),
        (8 * WORD_OPERATIONS, "kept_banks", "u_walk.bank_q_flat"),
        (6, "enters", "u_walk.enters"),
        (BANKS, "enter", "u_walk.enter"),
        (1, "start", "u_walk.start"),
        (1, "keeps", "u_walk.keeps"),
        (1, "kept_now", "u_walk.kept_now_q"),
        (3, "count", "u_walk.count_q"),
        (3, "count_next", "u_walk.count_d"),
        (WARPS, "pushed", "u_stack.pushed_q"),
        (WARPS, "first", "stack_first"),
    ] {
        vector(width, name, net.to_owned());
    }
    let queues = |register: &str| of_all(BANKS, "queue", &format!("u_queue.{register}"));
    vector(entries * BANKS, "taken", queues("taken_q"));
    for (name, part) in [("kept_low", "[2:0]"), ("kept_upper", "[5:3]")] {
        let bits = (0..WORD_OPERATIONS).rev();
        let bits = bits.map(|i| format!("u_walk.register_q[{i}]{part}"));
        let bits = bits.collect::<Vec<_>>().join(", ");
        vector(3 * WORD_OPERATIONS, name, format!("{{{bits}}}"));
    }
    for (width, name, part) in [
        (2, "kinds", "[1:0]"),
        (4, "warps", "[5:2]"),
        (3, "low", "[8:6]"),
        (3, "upper", "[11:9]"),
    ] {
        let nets = (0..BANKS).rev().flat_map(|bank| {
            let queue = format!("g_queue[{bank}].u_queue.u_queue");
            let places = (0..entries).rev();
            places.map(move |place| match place.checked_sub(1) {
                None => format!("{queue}.bottom_q{part}"),
                // One register alone is no array.
                Some(_) if entries == 2 => format!("{queue}.above_q{part}"),
                Some(above) => format!("{queue}.above_q[{above}]{part}"),
            })
        });
        let nets = nets.collect::<Vec<_>>().join(", ");
        let name = format!("entry_{name}");
        vector(width * entries * BANKS, &name, format!("{{{nets}}}"));
    }
    nets.push((
        format!("logic [{}:0] unit_above[{WARPS}]", WARPS - 1),
        "u_stack.above_q".to_owned(),
    ));
    Inside {
        nets,
        body: [
            include_str!("capacity_manager_inside.sv"),
            include_str!("capacity_manager_counts.sv"),
            include_str!("capacity_manager_lines.sv"),
            include_str!("capacity_manager_operations.sv"),
        ]
        .concat()
        .replace("COUNT_BITS", &free.to_string())
        .replace("LINES", &entries.to_string())
        .replace("ENTRIES", &entries.to_string())
        .replace("MORE_ROWS", &MORE_WORDS.to_string()),
    }
}
