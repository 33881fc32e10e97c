//! What a timed run says of itself, to a program and to a person.

use crate::say;
use serde::Serialize;
use sm::energy::{Energy, MemoryEnergy, StagingEnergy};
use sm::timing::registers::Ratio;
use sm::timing::{Cause, Counts, IssueSlots, PreloadedFrom, Staged};

/// How well results were compressed.
#[derive(Serialize)]
pub(super) struct Compression {
    pub(super) all: Ratio,
    pub(super) not_divergent: Option<Ratio>,
}

/// What a timed run says of itself.
#[derive(Serialize)]
pub struct TimedDocument<'a> {
    pub(super) scheme: &'static str,
    pub(super) preset: &'static str,
    pub(super) engine: &'static str,
    pub(super) scheduler: &'static str,
    pub(super) max_cycles: Option<u64>,
    pub(super) timing: &'a Counts,
    pub(super) compression: Option<Compression>,
    pub(super) leakage_saving_per_cycle: Option<f64>,
    pub(super) energy: Energy,
    pub(super) order_shows: Option<&'a str>,
}

impl TimedDocument<'_> {
    /// For a person.
    pub fn print(&self) {
        let c = self.timing;
        say!(
            "  {} on {}, {}, {}: {} cycles, {:.2} warp instructions a cycle",
            self.scheme,
            self.preset,
            self.scheduler,
            self.engine,
            c.cycles,
            c.per_cycle()
        );
        if c.cut_short > 0 {
            say!(
                "  {} launches were cut short; {} warp instructions were executed without timing",
                c.cut_short,
                c.untimed
            );
        }
        if let Some(first) = self.order_shows {
            say!("  the order of atomics shows in memory: {first}");
        }
        let t = &c.traffic;
        say!(
            "  L1 {} lines read, {} missed; L2 {} read, {} missed; {} bank conflicts",
            t.l1_reads,
            t.l1_misses,
            t.l2_reads,
            t.l2_misses,
            c.bank_conflicts
        );
        if t.private_loads + t.private_stores > 0 {
            say!(
                "  private memory: {} vectors loaded, {} stored; {} came from the L2, {} went there",
                t.private_loads,
                t.private_stores,
                t.private_fills,
                t.private_write_backs
            );
        }
        if let Some(slots) = &c.issue_slots {
            print_slots(slots);
        }
        print_energy(&self.energy);
        if let Some(staged) = &c.staged {
            print_staged(staged);
            return;
        }
        if let Some(compression) = &self.compression {
            print_compression(compression, c.registers.divergent_writes);
        }
        let sleep = &c.registers.sleep;
        if sleep.register_cycles > 0 {
            let share =
                |state: usize| 100.0 * sleep.states[state] as f64 / sleep.register_cycles as f64;
            say!(
                "  registers: {:.1} % ON, {:.1} % on their way up, {:.1} % shallow sleep, {:.1} % deep \
                 sleep, {:.1} % OFF; {:.1} % of the leakage of always ON is saved in the same cycles",
                share(0),
                share(4) + share(5),
                share(1),
                share(2),
                share(3),
                100.0 * self.leakage_saving_per_cycle.unwrap_or(0.0)
            );
        }
    }
}

fn print_slots(slots: &IssueSlots) {
    let mut rows: Vec<_> = Cause::ALL
        .map(|cause| (slots.of(cause), cause.name()))
        .to_vec();
    rows.retain(|row| row.0 > 0);
    rows.sort_by_key(|row| std::cmp::Reverse(row.0));
    say!("  {} issue slots", slots.total());
    for (count, name) in rows {
        let share = 100.0 * count as f64 / slots.total() as f64;
        say!("    {name:<18} {share:5.1} %  {count}");
    }
}

fn preloaded(from: &PreloadedFrom) -> String {
    let PreloadedFrom {
        staging,
        compressor,
        l1,
        l2,
        dram,
    } = from;
    format!(
        ": {staging} in the staging unit, {compressor} from a compressor, {l1} from the L1, {l2} from the L2, \
         {dram} from DRAM"
    )
}

fn print_energy(e: &Energy) {
    let nj = |pj: f64| format!("{:.1}", pj / 1e3);
    let known = |pj: Option<f64>| pj.map_or("no model".to_owned(), nj);
    match e.staging {
        Some(StagingEnergy {
            accesses,
            wires,
            compression,
            leakage,
        }) => say!(
            "  staged registers {} nJ ({}): accesses {}, wires {}, compression {}, leakage {}",
            known(e.total),
            e.constants,
            nj(accesses),
            nj(wires),
            nj(compression),
            nj(leakage)
        ),
        None => say!(
            "  registers {} nJ ({}): banks {}, wires {}, compression {}, decompression {}, controllers {}, leakage \
             {}",
            known(e.total),
            e.constants,
            known(e.banks),
            known(e.wires),
            known(e.compression),
            known(e.decompression),
            known(e.controllers),
            known(e.leakage)
        ),
    }
    if let Some(MemoryEnergy {
        metadata,
        l1,
        avc,
        l2,
        dram,
    }) = e.memory
    {
        say!(
            "  memory for them: metadata {}, L1 {}, AVC {}, L2 {}, DRAM {} nJ",
            nj(metadata),
            nj(l1),
            nj(avc),
            nj(l2),
            nj(dram)
        );
    }
}

fn print_compression(compression: &Compression, divergent: u64) {
    let ratio = |ratio: Ratio| format!("{:.2} by bytes, {:.2} by banks", ratio.bytes, ratio.banks);
    say!(
        "  compression ratio {}; without {divergent} divergent results {}",
        ratio(compression.all),
        compression.not_divergent.map_or("none".to_owned(), ratio)
    );
}

fn print_staged(s: &Staged) {
    say!(
        "  {} regions; {} registers preloaded{}; L1: {} requests, {} registers read, {} compressed lines read, \
         {} written, {} dropped",
        s.regions,
        s.preloads,
        s.preloaded_from.map_or(String::new(), |from| preloaded(&from)),
        s.requests,
        s.registers_read,
        s.lines_read,
        s.written,
        s.invalidated
    );
    let m = &s.metadata;
    say!(
        "  metadata: {} words beside {} instructions in {} regions, {} of them compact; {} words decoded",
        m.words,
        m.instructions,
        m.regions,
        m.compact,
        s.words
    );
}
