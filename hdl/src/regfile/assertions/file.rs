//! What proofs of `regfile` see inside it: of a file of one cluster that compresses and forwards.

use super::nets::{COUNTERS, NETS, VECTORS};
use crate::assertions::inside::Inside;
use spec::regfile::RegfileParameters;

/// What proofs of `regfile` are helped by; of a file of another kind there is nothing.
pub fn regfile_inside(parameters: &RegfileParameters) -> Option<Inside> {
    let of_one_cluster = parameters.clusters() == 1 && parameters.gates();
    if !(of_one_cluster && parameters.moves_by_itself() && parameters.forwards()) {
        return None;
    }
    let slots = (parameters.compression_latency() + 2).next_power_of_two();
    let slot_bits = slots.ilog2();
    let number = |text: &str| -> usize {
        let named = numbers(text, parameters, slots, slot_bits);
        let sums = named.split('+');
        sums.map(|sum| sum.split('*').map(factor).product::<usize>())
            .sum()
    };
    let mut nets: Vec<(String, String)> = NETS
        .iter()
        .map(|(range, name, net)| {
            let range = numbers(range, parameters, slots, slot_bits);
            (format!("logic {range} unit_{name}"), of_counters(net))
        })
        .collect();
    for (width, count, name, part) in VECTORS {
        let (width, count) = (number(width), number(count));
        // How many of them are of one port or bank.
        let each = match part.contains('B') {
            true => parameters.registers(),
            false if part.contains('P') => slots,
            false => count,
        };
        let parts = (0..count).rev().map(|n| {
            let of = (n / each).to_string();
            let part = part.replace(['B', 'P'], &of);
            part.replace('N', &(n % each).to_string())
        });
        let parts = parts.collect::<Vec<_>>().join(", ");
        let bits = match width {
            1 => String::new(),
            _ => format!("[{}:0]", width - 1),
        };
        let declared = format!("logic [{}:0]{bits} unit_{name}", count - 1);
        nets.push((declared, format!("{{{parts}}}")));
    }
    let body = [
        include_str!("regfile_inside.sv"),
        include_str!("regfile_movs_inside.sv"),
        include_str!("regfile_times_inside.sv"),
        include_str!("regfile_reads_inside.sv"),
        include_str!("regfile_counters_inside.sv"),
    ];
    Some(Inside {
        nets,
        body: numbers(&body.concat(), parameters, slots, slot_bits),
    })
}

/// A net, or a register of all counters.
fn of_counters(net: &str) -> String {
    let Some(register) = net.strip_prefix("COUNTERS.") else {
        return net.to_owned();
    };
    let all = COUNTERS.map(|counter| format!("u_counters.u_{counter}.{register}"));
    format!("{{{}}}", all.join(", "))
}

fn factor(text: &str) -> usize {
    text.trim().parse().unwrap_or_default()
}

/// A text with the file's numbers for their names.
fn numbers(text: &str, parameters: &RegfileParameters, slots: usize, slot_bits: u32) -> String {
    text.replace("BANKS", &parameters.banks().to_string())
        .replace("WAKE_DELAY", &parameters.wake_delay().to_string())
        .replace(
            "PLACE_MSB",
            &(parameters.collectors().ilog2() - 1).to_string(),
        )
        .replace("PLACE_BITS", &parameters.collectors().ilog2().to_string())
        .replace("REGISTERS", &parameters.registers().to_string())
        .replace("INDEX_MSB+1", &parameters.index_bits().to_string())
        .replace("INDEX_MSB", &(parameters.index_bits() - 1).to_string())
        .replace("COLLECTORS", &parameters.collectors().to_string())
        .replace("SLOT_BITS", &slot_bits.to_string())
        .replace("SLOTS", &slots.to_string())
}
