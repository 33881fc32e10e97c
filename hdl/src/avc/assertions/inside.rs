//! What proofs see inside `avc_cache`: queue, stages, miss registers, fill, and the ways.

use super::{bounded, lanes, stages};
use crate::assertions::inside::{declared, Inside};
use spec::avc::AvcCacheParameters;

/// Vectors of a line.
const VECTORS: usize = 16;

/// What proofs of a small `avc_cache` are helped by: nobody proves the large, whose memories are too many nets.
pub fn cache_inside(parameters: &AvcCacheParameters) -> Option<Inside> {
    let (sets, ways, misses) = (parameters.sets(), parameters.ways(), parameters.misses());
    if (sets, ways) != (2, 2) {
        return None;
    }
    let tag = parameters.tag_bits();
    let mut nets: Vec<(String, String)> = vec![];
    let mut net = |width: usize, name: &str, net: String| {
        nets.push((declared(width, name), net));
    };
    for (block, parts) in [
        ("u_queue", QUEUE),
        ("u_fill", FILL),
        ("u_stages", STAGES),
        ("u_lines", LINES),
        ("u_victim", VICTIM),
        ("u_words", WORDS),
        ("u_placement", PLACEMENT),
    ] {
        for &(width, name, register) in parts {
            net(width, name, format!("{block}.{register}"));
        }
    }
    for (width, name, register) in [
        (misses, "busy", "registers_busy"),
        (misses, "wants", "registers_wants"),
        (misses, "awaits", "registers_awaits"),
        (25 * misses, "miss_addresses", "registers_address"),
        (32 * misses, "miss_masks", "registers_mask"),
        (32 * misses, "miss_absents", "registers_absent"),
        (misses, "matched", "matched_q"),
        (misses, "asking", "asking_q"),
        (misses, "filling", "filling_q"),
        (1, "x_waits", "x_waits_q"),
        (1, "x_joins", "x_joins_q"),
        (1, "port_taken", "port_taken_q"),
        (25, "its_address", "its_address_q"),
        (32, "its_mask", "its_mask_q"),
        (32, "its_absent", "its_absent_q"),
    ] {
        net(width, name, format!("u_misses.{register}"));
    }
    net(32, "intake", "u_intake.lanes_q".to_owned());
    net(32, "write_back", "write_back_mask_q".to_owned());
    net(1, "memory_left", "u_control.memory_left_q".to_owned());
    net(tag, "victim_tag", "u_victim.its_tag_q".to_owned());
    let stages = ["valid_q", "estimated_valid_q", "chosen_valid_q"];
    net(3, "coding", joined("u_encoder.", &stages));
    let stages = ["codes_q", "third_q", "second_q"];
    net(3, "coding_fill", joined("u_fill.", &stages));
    net(1, "code_affine", "encoder_out_affine".to_owned());
    net(32, "code_base", "encoder_out_base".to_owned());
    net(3, "code_stride", "encoder_out_stride".to_owned());
    net(4, "state", "u_control.state_q".to_owned());
    net(1, "blocked", "u_control.blocked_q".to_owned());
    net(ways, "way", "u_victim.its_way_q".to_owned());
    for (width, name, register) in [
        (sets, "lines_valid", "line_valid_q"),
        (1, "set_valid", "set_valid_q"),
        (1, "d_hit", "d_hit_q"),
        (1, "d_valid", "d_valid_q"),
        (tag, "d_tag", "d_tag_q"),
        (68, "d_entry", "d_entry_q"),
        (1, "x_hit", "x_hit_q"),
        (1, "x_valid", "x_valid_q"),
        (tag, "x_tag", "x_tag_q"),
        (tag, "l_tag", "tag_ram_read_data"),
        (68, "l_entry", "entry_ram_read_data"),
    ] {
        net(width * ways, name, of_ways(ways, &[register.to_owned()]));
    }
    for (width, name, memory, words) in [
        (tag, "tags", "u_tag_ram", sets),
        (68, "entries", "u_entry_ram", VECTORS * sets),
    ] {
        let all: Vec<_> = (0..words)
            .rev()
            .map(|word| format!("{memory}.words[{word}]"))
            .collect();
        net(width * words * ways, name, of_ways(ways, &all));
    }
    nets.extend(stages::nets(3, "u_encoder."));
    Some(Inside {
        nets,
        body: bounded(
            &[
                include_str!("cache_inside.sv"),
                &include_str!("cache_codes.sv").replace("STAGES\n", stages::TEXT),
                include_str!("cache_lines.sv"),
                include_str!("cache_lane.sv"),
                &lanes("32*32'(lane_q)", "lane_q"),
                include_str!("cache_time.sv"),
            ],
            parameters,
        )
        .replace("MISSES", &misses.to_string())
        .replace("WAYS", &ways.to_string())
        .replace("SETS", &sets.to_string()),
    })
}

/// Nets of one block as one vector.
fn joined(block: &str, nets: &[&str]) -> String {
    let nets: Vec<_> = nets.iter().map(|net| format!("{block}{net}")).collect();
    format!("{{{}}}", nets.join(", "))
}

/// The same nets of all ways as one vector, those of the first way at the bottom.
fn of_ways(ways: usize, nets: &[String]) -> String {
    let all = (0..ways).rev().flat_map(|way| {
        nets.iter()
            .map(move |net| format!("u_lines.g_way[{way}].u_way.{net}"))
    });
    format!("{{{}}}", all.collect::<Vec<_>>().join(", "))
}

/// Width, name in the checker, and name in the block.
type Part = (usize, &'static str, &'static str);

const QUEUE: &[Part] = &[
    (5, "tail", "tail_q"),
    (5, "coded", "coded_q"),
    (5, "lookup", "lookup_q"),
    (5, "head", "head_q"),
    (5, "place_l", "in_l_q"),
    (5, "place_d", "in_d_q"),
    (5, "were_d", "places_was_d"),
    (3, "used", "used_q"),
    (3, "pending", "pending_q"),
    (5, "writes", "places_write"),
    (5, "flushes", "places_flush"),
    (125, "addresses", "places_address"),
    (160, "masks", "places_mask"),
    (5, "affines", "places_affine"),
    (160, "bases", "places_base"),
    (15, "strides", "places_stride"),
];

const FILL: &[Part] = &[
    (1, "second", "second_q"),
    (1, "fill_busy", "busy_q"),
    (1, "wants_look", "wants_q"),
    (1, "placed", "is_placed_q"),
    (1, "encodes", "encodes_q"),
    (1024, "fill_words", "its_words_q"),
];

const STAGES: &[Part] = &[
    (1, "in_l", "in_l_q"),
    (1, "in_d", "in_d_q"),
    (1, "in_x", "in_x_q"),
    (1, "fill_l", "fill_l_q"),
    (1, "fill_d", "fill_d_q"),
    (25, "address_l", "address_l_q"),
    (25, "address_d", "address_d_q"),
    (1, "fill_same", "fill_same_q"),
    (1, "l_same", "l_same_q"),
    (1, "d_same", "d_same_q"),
    (1, "fill_x", "head_fill_q"),
    (1, "write", "head_write_q"),
    (1, "flush", "head_flush_q"),
    (1, "some", "head_some_q"),
    (1, "affine", "head_affine_q"),
    (25, "address", "head_address_q"),
    (32, "mask", "head_mask_q"),
    (32, "base", "head_base_q"),
    (3, "stride", "head_stride_q"),
];

const LINES: &[Part] = &[
    (68, "entry", "x_entry_q"),
    (32, "decode_base", "its_base_q"),
    (7, "decode_stride", "its_stride_q"),
];

const VICTIM: &[Part] = &[
    (1, "victim_set", "its_set_q"),
    (1, "set_ahead", "set_ahead_q"),
    (4, "offset", "offset_q"),
];

const WORDS: &[Part] = &[
    (1024, "decoded", "decoded_q"),
    (1024, "expanded", "expand_lanes"),
];

const PLACEMENT: &[Part] = &[
    (1, "is_hit", "is_hit_q"),
    (1, "has_others", "has_others_q"),
    (1, "is_same", "is_same_q"),
];
