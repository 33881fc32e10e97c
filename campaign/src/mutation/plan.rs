//! The jobs of a mutation campaign.

use super::argued::Reasons;
use super::numbers::Numbers;
use super::work::MutantWork;
use crate::Error;
use hdl::emit::edit::Mutation;
use spec::Configuration;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use surroundings::prng::Prng;

/// Mutants of a job: as many as a model holds that is built in little more time than the unit's.
const BATCH: usize = 400;

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Configurations.
    pub configurations: Vec<Configuration>,
    /// These mutants only.
    pub numbers: Option<Numbers>,
    /// So many of them, drawn.
    pub sample: Option<usize>,
    /// The seed of the draw, of stimulus and of power-up.
    pub seed: u64,
    /// How long a mutant has to live; by the unit when left out.
    pub cycles: Option<u64>,
    /// Where reasons are.
    pub reasons: PathBuf,
}

/// The mutants of configurations, each listed once.
#[derive(Default)]
pub struct Lists(Mutex<BTreeMap<String, Arc<Vec<Mutation>>>>);

impl Lists {
    /// Those of a configuration.
    pub fn of(&self, configuration: &Configuration) -> Result<Arc<Vec<Mutation>>, Error> {
        let lock = || Error::new("another thread has failed");
        let key = configuration.to_string();
        if let Some(known) = self.0.lock().map_err(|_| lock())?.get(&key) {
            return Ok(Arc::clone(known));
        }
        let found = Arc::new(hdl::units::mutations(configuration).map_err(Error::new)?);
        let mut lists = self.0.lock().map_err(|_| lock())?;
        Ok(Arc::clone(lists.entry(key).or_insert(found)))
    }
}

impl Request {
    /// Its work, in the order of the configurations.
    pub fn works(&self, lists: &Lists) -> Result<Vec<MutantWork>, Error> {
        let mut works = vec![];
        for configuration in &self.configurations {
            let mutants = lists.of(configuration)?;
            let unit = configuration.unit();
            let reasons = Reasons::load(&self.reasons, unit.name())?;
            self.check(configuration, &reasons, &mutants)?;
            let numbers: Vec<usize> = self.drawn(configuration, mutants.len())?;
            let changes = configuration.changes.iter();
            let changes: Vec<String> = changes
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            let batches = numbers.len().div_ceil(BATCH).max(1);
            for batch in numbers.chunks(numbers.len().div_ceil(batches).max(1)) {
                works.push(MutantWork {
                    unit: unit.name().to_owned(),
                    preset: configuration.preset.to_owned(),
                    changes: changes.clone(),
                    seed: self.seed,
                    cycles: self.cycles.unwrap_or(unit.sample().cycles),
                    numbers: batch.to_vec().into(),
                    argued: reasons.digest.clone(),
                });
            }
        }
        Ok(works)
    }

    /// A reason for a mutant that is none says nothing.
    fn check(
        &self,
        configuration: &Configuration,
        reasons: &Reasons,
        mutants: &[Mutation],
    ) -> Result<(), Error> {
        let names: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.name.as_str()).collect();
        // What is argued of all presets may be about mutants that some of them lack.
        let mut about = reasons.of(configuration.preset);
        let stale = about.find(|a| !a.presets.is_empty() && !names.contains(&*a.name));
        stale.map_or(Ok(()), |argued| {
            let file = self.reasons.join(format!("{}.toml", configuration.unit()));
            Err(Error::new(format!(
                "{}: {configuration} has no mutant '{}'",
                file.display(),
                argued.name
            )))
        })
    }

    fn drawn(&self, configuration: &Configuration, count: usize) -> Result<Vec<usize>, Error> {
        let all: Vec<usize> = match &self.numbers {
            None => (1..=count).collect(),
            Some(numbers) if numbers.last() <= count => numbers.iter().collect(),
            Some(_) => {
                return Err(Error::new(format!("{configuration} has {count} mutants")));
            }
        };
        let most = self.sample.unwrap_or(all.len());
        Ok(drawn(all, most, self.seed))
    }
}

/// At most so many of some numbers, in their order.
pub fn drawn(mut numbers: Vec<usize>, most: usize, seed: u64) -> Vec<usize> {
    let mut random = Prng::new(seed);
    for at in 0..most.min(numbers.len()) {
        let other = at + random.below((numbers.len() - at) as u32) as usize;
        numbers.swap(at, other);
    }
    numbers.truncate(most);
    numbers.sort_unstable();
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::UnitId;

    #[test]
    fn a_draw_is_of_its_seed_and_has_each_number_once() {
        let draw = |seed| drawn((1..=90).collect(), 30, seed);
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        let numbers: BTreeSet<usize> = draw(1).into_iter().collect();
        assert_eq!(numbers.len(), 30);
        assert!(numbers.iter().all(|number| (1..=90).contains(number)));
        assert_eq!(drawn(vec![4, 5], 9, 1), [4, 5]);
    }

    #[test]
    fn every_mutant_is_in_one_job() {
        let configuration = Configuration::new(UnitId::OsuBank, "small", &[]).unwrap();
        let request = Request {
            configurations: vec![configuration.clone()],
            numbers: None,
            sample: None,
            seed: 1,
            cycles: None,
            reasons: PathBuf::new(),
        };
        let lists = Lists::default();
        let count = lists.of(&configuration).unwrap().len();
        let works = request.works(&lists).unwrap();
        let mut numbers: Vec<usize> = works.iter().flat_map(|w| w.numbers.iter()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=count).collect::<Vec<_>>());
        let beyond = Request {
            numbers: Some(vec![count + 1].into()),
            ..request
        };
        assert!(beyond.works(&lists).is_err());
    }
}
