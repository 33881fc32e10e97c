//! Which jobs a regression has. Units, presets, schemes and schedulers come from the registries.

use super::job::{kernel_name, Job, KernelWork, Rtl, UnitWork, Work};
use crate::job::digest;
use crate::kernels;
use crate::Error;
use cosim::target::Target;
use sm::descriptor::{AddressSize, Descriptor};
use sm::scheme::{build, Golden};
use sm::timing::{Policy, Preset, Settings};
use spec::{Configuration, EngineKind, Scheme, UnknownName, PRESETS};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use surroundings::kit;

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suite {
    /// Before every push.
    Smoke,
    /// Every night.
    Full,
}

impl Suite {
    /// Both, the default first.
    pub const ALL: [Suite; 2] = [Suite::Smoke, Suite::Full];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Suite::Smoke => "smoke",
            Suite::Full => "full",
        }
    }

    fn seeds(self) -> u64 {
        match self {
            Suite::Smoke => 1,
            Suite::Full => 4,
        }
    }

    /// Cycles of a unit.
    pub fn cycles(self) -> u64 {
        match self {
            Suite::Smoke => 20_000,
            Suite::Full => 1_000_000,
        }
    }

    /// Cycles of a launch.
    pub fn max_cycles(self) -> Option<u64> {
        match self {
            Suite::Smoke => Some(20_000),
            Suite::Full => None,
        }
    }

    fn presets(self) -> usize {
        match self {
            Suite::Smoke => 1,
            Suite::Full => Preset::ALL.len(),
        }
    }

    /// Another length at which the models' launches are cut, where registers sleep: what is told of them
    /// goes by when warps begin and end, and that by what launches before have left in the caches.
    /// At those of `lrr` and `two-level` a finish that was told late lost a register of `bfs`; at 20,000
    /// it lost none.
    fn odd_cut(self, scheme: Scheme, policy: Policy) -> Option<u64> {
        let sleeps = matches!(scheme, Scheme::Slumber | Scheme::WarpedRegisterFile);
        let length = match policy {
            Policy::Gto => 7_777,
            Policy::Lrr => 3_665,
            Policy::TwoLevel => 4_997,
        };
        (sleeps && self == Suite::Smoke).then_some(length)
    }

    /// The schedulers of a kernel. In the short suite a module with 64-bit addresses, which differs in what
    /// its registers hold, has the first only.
    fn policies(self, size: Option<AddressSize>) -> &'static [Policy] {
        match (self, size) {
            (Suite::Smoke, Some(AddressSize::Wide)) => &Policy::ALL[..1],
            _ => &Policy::ALL,
        }
    }

    /// RTL stands beside the model under each scheduler or, in the short suite, under the first, and there
    /// for one module of a kernel.
    fn engine(self, scheme: Scheme, policy: Policy, size: Option<AddressSize>) -> EngineKind {
        let first = policy == Policy::ALL[0] && size != Some(AddressSize::Wide);
        let beside = self == Suite::Full || first;
        if scheme.has_unit() && beside {
            EngineKind::Lockstep
        } else {
            EngineKind::Golden
        }
    }
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Suite {
    type Err = UnknownName;
    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let found = Self::ALL.into_iter().find(|one| one.name() == text);
        let names = || Self::ALL.into_iter().map(Self::name);
        found.ok_or_else(|| UnknownName::new("suite", text, names()))
    }
}

/// What a regression was asked to run.
#[derive(Clone, Debug)]
pub struct Request {
    /// How much.
    pub suite: Suite,
    /// The first seed.
    pub seed: u64,
    /// Units with their presets.
    pub configurations: Vec<Configuration>,
    /// Names of kernels; `None` for all, and for none when units alone were asked for.
    pub kernels: Option<Vec<String>>,
    /// Schemes.
    pub schemes: Vec<Scheme>,
    /// Verilog in the place of what would be emitted.
    pub rtl: Option<PathBuf>,
    /// Cycles of units, when they are not the suite's.
    pub cycles: Option<u64>,
    /// Cycles of launches, when they are not the suite's.
    pub max_cycles: Option<u64>,
    /// Whether coverage is counted.
    pub coverage: bool,
}

impl Request {
    /// The whole of a suite.
    pub fn new(suite: Suite) -> Self {
        Self {
            suite,
            seed: 1,
            configurations: PRESETS.iter().map(Configuration::of_preset).collect(),
            kernels: None,
            schemes: Scheme::ALL.to_vec(),
            rtl: None,
            cycles: None,
            max_cycles: None,
            coverage: false,
        }
    }

    /// What stands for the hardware, and cycles of each launch: a job for each pair.
    fn runs(
        &self,
        scheme: Scheme,
        policy: Policy,
        size: Option<AddressSize>,
    ) -> Vec<(EngineKind, Option<u64>)> {
        let most = self.max_cycles.or(self.suite.max_cycles());
        let mut runs = vec![(self.suite.engine(scheme, policy, size), most)];
        let odd = self.suite.odd_cut(scheme, policy);
        let odd = odd.filter(|_| self.max_cycles.is_none() && size.is_none());
        runs.extend(odd.map(|odd| (EngineKind::Golden, Some(odd))));
        runs
    }

    /// Its jobs, by a binary that was built from these sources. Seeds change slowest, so that every model is
    /// being built before any is run twice.
    pub fn jobs(&self, sources: &str) -> Result<Vec<Job>, Error> {
        let rtl = self.rtl.as_ref().map(|folder| {
            digest(folder).map(|sha256| Rtl {
                folder: folder.clone(),
                sha256,
            })
        });
        let rtl = rtl.transpose()?;
        let mut works = Vec::new();
        for seed in 0..self.suite.seeds() {
            let seed = self.seed.wrapping_add(seed);
            for configuration in &self.configurations {
                self.unit(configuration, seed, &rtl, &mut works);
            }
        }
        if self.kernels.as_ref().is_none_or(|names| !names.is_empty()) {
            self.add_kernels(&rtl, &mut works)?;
        }
        let works = works.into_iter();
        Ok(works.map(|work| Job::new(sources, work)).collect())
    }

    fn unit(
        &self,
        configuration: &Configuration,
        seed: u64,
        rtl: &Option<Rtl>,
        to: &mut Vec<Work>,
    ) {
        let changes = configuration.changes.iter();
        let work = UnitWork {
            unit: configuration.unit().name().to_owned(),
            preset: configuration.preset.to_owned(),
            changes: changes
                .map(|(key, value)| format!("{key}={value}"))
                .collect(),
            power_aware: false,
            rtl: rtl.clone(),
            seed,
            cycles: self.cycles.unwrap_or(self.suite.cycles()),
            coverage: self.coverage,
        };
        let powered = kit::power_aware_kit(&configuration.parameters).is_some();
        if self.suite == Suite::Full && powered {
            to.push(Work::Unit(UnitWork {
                power_aware: true,
                ..work.clone()
            }));
        }
        to.push(Work::Unit(work));
    }

    fn add_kernels(&self, rtl: &Option<Rtl>, works: &mut Vec<Work>) -> Result<(), Error> {
        let folder = kernels::folder();
        let (mut plain_names, mut names) = (Vec::new(), Vec::new());
        let wanted = |names: &[&String]| {
            let chosen = self.kernels.as_ref();
            chosen.is_none_or(|kernels| names.iter().any(|name| kernels.contains(name)))
        };
        let offered: Vec<(Scheme, Vec<Preset>)> = self
            .schemes
            .iter()
            .map(|&scheme| (scheme, presets(scheme, self.suite.presets())))
            .collect();
        for path in kernels::descriptors(&folder)? {
            let descriptor = path.strip_prefix(&folder).unwrap_or(&path);
            let sha256 = digest(path.parent().unwrap_or(Path::new("")))?;
            let wide = Descriptor::read(&path)?.ptx64.map(|_| AddressSize::Wide);
            let plain = kernel_name(descriptor, None);
            plain_names.push(plain.clone());
            for size in [None].into_iter().chain(wide.map(Some)) {
                let name = kernel_name(descriptor, size);
                let chosen = wanted(&[&name, &plain]);
                names.push(name);
                if !chosen {
                    continue;
                }
                for (scheme, presets) in &offered {
                    let policies = self.suite.policies(size);
                    let settings = presets
                        .iter()
                        .flat_map(|p| policies.iter().map(move |s| (p, s)));
                    for (preset, &policy) in settings {
                        for (engine, max_cycles) in self.runs(*scheme, policy, size) {
                            // Other Verilog is for an engine that takes it.
                            let rtl = rtl.clone().filter(|_| engine != EngineKind::Golden);
                            works.push(Work::Kernel(KernelWork {
                                descriptor: descriptor.to_owned(),
                                sha256: sha256.clone(),
                                address_size: size,
                                scheme: scheme.name().to_owned(),
                                preset: preset.name().to_owned(),
                                scheduler: policy.name().to_owned(),
                                engine: engine.name().to_owned(),
                                max_cycles,
                                seed: self.seed,
                                rtl,
                            }));
                        }
                    }
                }
            }
        }
        let asked = self.kernels.iter().flatten();
        match asked.clone().find(|name| !names.contains(name)) {
            Some(unknown) => Err(UnknownName::new("kernel", unknown, plain_names).into()),
            None => Ok(()),
        }
    }

    /// Keeps only what the other Verilog has.
    pub fn retain_found(&mut self) -> Result<(), Error> {
        use tools::hardware::{Hardware, RtlError};
        let Some(folder) = &self.rtl else {
            return Ok(());
        };
        let mut found = Vec::new();
        let mut missing = None;
        for configuration in std::mem::take(&mut self.configurations) {
            let reset = Target::new(configuration.clone()).reset;
            match Hardware::from_folder(folder, &configuration.parameters, reset) {
                Ok(_) => found.push(configuration),
                Err(error @ RtlError::NoTop { .. }) => missing = missing.or(Some(error)),
                Err(error) => return Err(error.into()),
            }
        }
        self.configurations = found;
        let kernels = self.kernels.as_ref().is_none_or(|names| !names.is_empty());
        match missing {
            Some(error) if self.configurations.is_empty() && !kernels => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// The first multiprocessors that have a scheme.
fn presets(scheme: Scheme, most: usize) -> Vec<Preset> {
    let has = |preset: &Preset| {
        let settings = Settings::new(preset.parameters());
        build(scheme, settings, &mut Golden).is_ok()
    };
    // Not every block fits the 512 registers of the third.
    let all = Preset::ALL
        .into_iter()
        .filter(|&preset| preset != Preset::Barra);
    all.filter(has).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_kernel_scheme_and_scheduler_has_a_job() {
        let jobs = Request::new(Suite::Smoke).jobs("").unwrap();
        let names: Vec<String> = jobs.iter().map(ToString::to_string).collect();
        for preset in PRESETS {
            let name = format!("{} {} seed 1", preset.unit, preset.name);
            assert!(names.contains(&name), "no {name}");
        }
        for path in kernels::descriptors(&kernels::folder()).unwrap() {
            let kernel = path.file_stem().unwrap().to_string_lossy();
            for scheme in Scheme::ALL {
                let rtl = names.iter().any(|name| {
                    name.starts_with(&format!("{kernel} {scheme} ")) && name.ends_with("lockstep")
                });
                assert_eq!(rtl, scheme.has_unit(), "{kernel} {scheme}");
                for policy in Policy::ALL {
                    let job = names.iter().find(|name| {
                        let mut words = name.split(' ');
                        words.next() == Some(&kernel)
                            && words.next() == Some(scheme.name())
                            && words.nth(1) == Some(policy.name())
                    });
                    assert!(job.is_some(), "no {kernel} {scheme} {}", policy.name());
                }
                let wide = format!("{kernel}-64 {scheme} ");
                let wide = names.iter().any(|name| name.starts_with(&wide));
                assert!(wide, "no {kernel} {scheme} with 64-bit addresses");
            }
        }
        for odd in [
            "slumber fermi gto cut at 7777",
            "slumber fermi lrr cut at 3665",
            "slumber fermi two-level cut at 4997",
            "warped-register-file fermi lrr cut at 3665",
        ] {
            let name = format!("bfs {odd} golden");
            assert!(names.contains(&name), "no {name}");
        }
        let all: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(all.len(), names.len(), "names are unique");
        let keys: std::collections::BTreeSet<String> = jobs.iter().map(Job::key).collect();
        assert_eq!(keys.len(), jobs.len(), "keys are unique");
        let full = Request::new(Suite::Full).jobs("").unwrap();
        assert!(full.len() > jobs.len());
        let beside = full.iter().map(ToString::to_string);
        let mut wide = beside.filter(|name| name.starts_with("lud-64 regless maxwell "));
        assert_eq!(wide.clone().count(), Policy::ALL.len());
        assert!(wide.all(|name| name.ends_with("lockstep")));
    }
}
