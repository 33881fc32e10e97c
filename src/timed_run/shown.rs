//! What a person is shown of a timed run.

use crate::say;
use campaign::timed::document::{Compression, TimedDocument};
use campaign::timed::Difference;
use sm::energy::{Energy, MemoryEnergy, StagingEnergy};
use sm::timing::registers::Ratio;
use sm::timing::{Cause, IssueSlots, PreloadedFrom, Staged};

/// A run that came to its end.
pub fn print(run: &TimedDocument<'_>) {
    let c = run.timing;
    say!(
        "  {} on {}, {}, {}: {} cycles, {:.2} warp instructions a cycle",
        run.scheme,
        run.preset,
        run.scheduler,
        run.engine,
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
    if let Some(first) = run.order_shows {
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
    print_energy(&run.energy);
    if let Some(staged) = &c.staged {
        print_staged(staged);
        return;
    }
    if let Some(compression) = &run.compression {
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
            100.0 * run.leakage_saving_per_cycle.unwrap_or(0.0)
        );
    }
}

/// A unit that is not what the multiprocessor takes it for.
pub fn print_difference(found: &Difference) {
    say!("{}", found.message);
    say!("{}", found.text);
    if let Some(replay) = &found.replay {
        let folder = found.bug_folder.iter();
        let folder: String = folder
            .map(|folder| format!(" --bug-folder {}", folder.display()))
            .collect();
        say!("\nreplay: warploom replay {}{folder}", replay.display());
    }
    if let Some(waves) = &found.waves {
        say!("waves:  {}", waves.display());
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
