//! Warped-Compression: the register file is the unit `regfile`.
//!
//! | multiprocessor | unit |
//! |---|---|
//! | `fermi` | `regfile` in its preset `fermi` |
//!
//! The unit has the geometry of Table 2, so only a multiprocessor of this geometry takes it.

use crate::timing::registers::{OfUnit, RegisterPath};
use crate::timing::{Multiprocessor, Settings};
use spec::regfile::RegfileParameters;
use spec::{Hardware, HardwareError};

pub(super) fn build(
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    let (p, unit) = (&settings.parameters, RegfileParameters::FERMI);
    let has = [p.shards, p.registers, p.clusters, p.collectors];
    let wants = [1, unit.registers(), unit.clusters(), unit.collectors()].map(|n| n as u32);
    if has != wants {
        let list = |of: [u32; 4]| of.map(|n| n.to_string()).join(", ");
        return Err(HardwareError(format!(
            "scheme warped-compression has a register file of Table 2: shards, registers, clusters and \
             collectors are {}, those of the multiprocessor {}; take --preset fermi",
            list(wants),
            list(has)
        )));
    }
    let path = OfUnit::new(hardware.regfile(unit)?, unit);
    let paths = vec![Box::new(path) as Box<dyn RegisterPath>];
    Ok(Multiprocessor::with_paths(settings, paths))
}

#[cfg(test)]
mod tests {
    use crate::exec::{Observer, LANES};
    use crate::host::{Functional, Options, Session};
    use golden::bdi::{compress, form::banks};
    use spec::bdi::Modes;
    use std::path::Path;

    /// Registers written and the banks that they take, without divergence and with it.
    #[derive(Default)]
    struct Written([(u64, u64); 2]);

    impl Observer for Written {
        fn wrote(&mut self, _: u32, lanes: &[u32; LANES], active: u32, launched: u32) {
            let (registers, taken) = &mut self.0[usize::from(active != launched)];
            *registers += 1;
            *taken += banks(compress(Modes::ALL, false, lanes).range) as u64;
        }
    }

    /// Figure 8, with its assumption: under divergence the register is read, changed and compressed again.
    #[test]
    fn registers_compress_better_without_divergence() {
        let mut sums = [0.0; 2];
        let kernels = [
            "bfs",
            "hotspot",
            "lud",
            "needleman_wunsch",
            "pathfinder",
            "spmv",
        ];
        for name in kernels {
            let path = format!("../kernels/{name}/{name}.toml");
            let session = Session::open(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).as_path());
            let session = session.unwrap_or_else(|error| panic!("{error}"));
            let options = Options {
                physical: true,
                max_registers: None,
            };
            let mut written = Written::default();
            let run = session.execute(options, &mut Functional(&mut written));
            run.unwrap_or_else(|error| panic!("{error}"));
            let ratios = written.0.map(|(registers, taken)| {
                assert!(registers > 100, "{name}: {:?}", written.0);
                8.0 * registers as f64 / taken as f64
            });
            println!(
                "{name}: {:.2} without divergence, {:.2} with it",
                ratios[0], ratios[1]
            );
            for (sum, ratio) in sums.iter_mut().zip(ratios) {
                *sum += ratio / kernels.len() as f64;
            }
        }
        assert!(sums[0] > 1.2 * sums[1], "{sums:?}");
        assert!(sums[1] >= 1.0 && sums[0] > 1.5, "{sums:?}");
    }
}
