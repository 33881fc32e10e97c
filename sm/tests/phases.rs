//! Warped-Compression's Figure 8: registers compress better when they are written without divergence.

use crate::support;

use golden::bdi::compress;
use sm::exec::Observer;
use sm::host::{Options, Session};
use spec::bdi::Modes;
use support::descriptors;

/// Banks that written registers take, by phase.
///
/// As the figure does, a register that some lanes write is taken apart, changed and compressed again; what
/// the hardware does is another matter (5.2).
#[derive(Default)]
struct Phases {
    uniform: Banks,
    divergent: Banks,
}

#[derive(Clone, Copy, Default)]
struct Banks {
    registers: u64,
    banks: u64,
}

impl Banks {
    fn add(&mut self, lanes: &[u32; 32]) {
        self.registers += 1;
        self.banks += u64::from(compress(Modes::ALL, false, lanes).bank_enable.count_ones());
    }

    fn ratio(self) -> f64 {
        8.0 * self.registers as f64 / self.banks as f64
    }
}

impl Observer for Phases {
    fn wrote(&mut self, _: u32, lanes: &[u32; 32], active: u32, launched: u32) {
        let phase = if active == launched {
            &mut self.uniform
        } else {
            &mut self.divergent
        };
        phase.add(lanes);
    }
}

#[test]
fn registers_compress_better_without_divergence() {
    let mut ratios = Vec::new();
    for path in descriptors() {
        let session = Session::open(&path).unwrap_or_else(|error| panic!("{error}"));
        let mut phases = Phases::default();
        session
            .run(Options::default(), &mut phases)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Phases { uniform, divergent } = phases;
        // The paper leaves out what does not diverge.
        if divergent.registers > 0 {
            let name = path.file_stem().unwrap_or_default().display();
            println!("{name:20} {:.2} {:.2}", uniform.ratio(), divergent.ratio());
            ratios.push((uniform.ratio(), divergent.ratio()));
        }
    }
    assert!(ratios.len() >= 10, "only {} kernels diverge", ratios.len());
    let count = ratios.len() as f64;
    let uniform = ratios.iter().map(|(uniform, _)| uniform).sum::<f64>() / count;
    let divergent = ratios.iter().map(|(_, divergent)| divergent).sum::<f64>() / count;
    println!("mean of {count} kernels: {uniform:.2} without divergence, {divergent:.2} with it");
    // The paper's means are 2.5 and 1.3.
    assert!(uniform > 1.5, "{uniform:.2}");
    assert!(uniform > 1.3 * divergent, "{uniform:.2}, {divergent:.2}");
}
