//! Units that a linter can look at together: folders share most of their modules, and a tool takes
//! longer to start than to read one. The comment that heads a file, which says for which unit it was
//! emitted, is none of the text that has to agree.

use crate::error::Error;
use crate::unit::Unit;
use crate::verilog;
use emitter::Dialect;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Units of a dialect, in whose folders files of one name have one text.
#[derive(Debug, Default)]
pub struct Pool<'u> {
    pub units: Vec<&'u Unit>,
    /// Every file, those of assertions apart.
    pub files: BTreeMap<String, String>,
    pub checkers: BTreeMap<String, String>,
}

impl<'u> Pool<'u> {
    pub fn dialect(&self) -> Option<Dialect> {
        self.units.first().map(|unit| unit.dialect)
    }

    /// Writes all files to a folder.
    pub fn write(&self, folder: &Path) -> Result<(), Error> {
        for (name, text) in self.files.iter().chain(&self.checkers) {
            let path = folder.join(name);
            fs::write(&path, text)
                .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Two pools of half of the units each.
    pub fn halves(&self) -> [Pool<'u>; 2] {
        let (first, second) = self.units.split_at(self.units.len() / 2);
        [first, second].map(|units| {
            let mut half = Pool::default();
            for &unit in units {
                half.put(unit, self.texts_of(unit));
            }
            half
        })
    }

    /// What of the pool's files is a unit's.
    fn texts_of(&self, unit: &Unit) -> Texts {
        let own = |held: &BTreeMap<String, String>, names: &[String]| {
            { names.iter() }
                .filter_map(|name| held.get_key_value(plain(name)))
                .map(|(name, text)| (name.clone(), text.clone()))
                .collect()
        };
        Texts {
            files: own(&self.files, &unit.files),
            checkers: own(&self.checkers, &unit.checkers),
        }
    }

    fn put(&mut self, unit: &'u Unit, texts: Texts) {
        self.units.push(unit);
        self.files.extend(texts.files);
        self.checkers.extend(texts.checkers);
    }

    fn takes(&self, unit: &Unit, texts: &Texts) -> bool {
        let same = |held: &BTreeMap<String, String>, new: &BTreeMap<String, String>| {
            let mut both = new
                .iter()
                .filter_map(|(name, text)| Some((held.get(name)?, text)));
            both.all(|(held, new)| verilog::body(held) == verilog::body(new))
        };
        self.dialect().is_none_or(|dialect| dialect == unit.dialect)
            && same(&self.files, &texts.files)
            && same(&self.checkers, &texts.checkers)
    }
}

/// A file's name in a pool, which is one folder, wherever its files stand.
fn plain(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, plain)| plain)
}

/// What a unit's files hold.
struct Texts {
    files: BTreeMap<String, String>,
    checkers: BTreeMap<String, String>,
}

impl Texts {
    fn of(unit: &Unit) -> Option<Self> {
        let read = |names: &[String]| -> Option<BTreeMap<String, String>> {
            let mut texts = BTreeMap::new();
            for name in names {
                let text = fs::read_to_string(unit.folder.join(name)).ok()?;
                let twice = texts.insert(plain(name).to_owned(), text).is_some();
                if twice {
                    return None;
                }
            }
            Some(texts)
        };
        Some(Self {
            files: read(&unit.files)?,
            checkers: read(&unit.checkers)?,
        })
    }

    /// Each file holds the module of its name, and no file names a module of the pool that the unit
    /// does not have: beside others it would not be missed.
    fn is_closed(&self, all: &BTreeSet<String>) -> bool {
        let stem = |name: &str| {
            name.rsplit_once('.')
                .map_or(name, |(stem, _)| stem)
                .to_owned()
        };
        let own: BTreeSet<String> = self.files.keys().map(|name| stem(name)).collect();
        self.files.iter().all(|(name, text)| {
            let modules = verilog::modules(text);
            let named = modules.len() == 1 && modules[0].name == stem(name);
            let mut used = verilog::identifiers(text).into_iter().map(|i| i.name);
            named && used.all(|name| own.contains(name) || !all.contains(name))
        })
    }
}

/// Puts units together; those that stand apart are pools of their own, which a tool looks at where
/// they are.
pub fn pools(units: &[Unit]) -> Vec<Pool<'_>> {
    let texts: Vec<Option<Texts>> = units.iter().map(Texts::of).collect();
    let files = texts.iter().flatten().flat_map(|texts| texts.files.keys());
    let stems = files.filter_map(|name| Some(name.rsplit_once('.')?.0.to_owned()));
    let all: BTreeSet<String> = stems.collect();
    let mut pools: Vec<Pool<'_>> = Vec::new();
    for (unit, texts) in units.iter().zip(texts) {
        let Some(texts) = texts.filter(|texts| texts.is_closed(&all)) else {
            pools.push(Pool {
                units: vec![unit],
                ..Pool::default()
            });
            continue;
        };
        let fits = |pool: &Pool<'_>| !pool.files.is_empty() && pool.takes(unit, &texts);
        let pool = match pools.iter().position(fits) {
            Some(place) => &mut pools[place],
            None => {
                pools.push(Pool::default());
                let last = pools.len() - 1;
                &mut pools[last]
            }
        };
        pool.put(unit, texts);
    }
    pools
}
