//! The jobs of a proof campaign, and what each is about.

use super::front::Subject;
use super::work::{Engine, Mutant, ProofWork};
use crate::job::digits;
use crate::mutation::numbers::Numbers;
use crate::mutation::plan::{drawn, Lists};
use crate::Error;
use hdl::assertions::together::Together;
use hdl::assertions::{asserted, blocks};
use hdl::emit::edit::Mutation;
use hdl::emit::{Module, Options, Reset};
use sha2::{Digest, Sha256};
use spec::{Configuration, UnknownName};
use std::path::{Path, PathBuf};
use tools::hardware::{Hardware, SourceFile};

/// What decides, beside the texts, what comes of a property: how it is tried.
const PROVER: [&str; 21] = [
    include_str!("bounded.rs"),
    include_str!("checks.rs"),
    include_str!("crew.rs"),
    include_str!("found.rs"),
    include_str!("front.rs"),
    include_str!("gates.rs"),
    include_str!("induction.rs"),
    include_str!("machine.rs"),
    include_str!("mutants.rs"),
    include_str!("needs.rs"),
    include_str!("problem.rs"),
    include_str!("reachability.rs"),
    include_str!("reasons.rs"),
    include_str!("repeated.rs"),
    include_str!("run.rs"),
    include_str!("step.rs"),
    include_str!("turn.rs"),
    include_str!("unroll.rs"),
    include_str!("verdict.rs"),
    include_str!("words.rs"),
    include_str!("../mutation/solver/aig.rs"),
];

/// The digest of the prover and of these lists of tools: what was kept holds for as long as it is the same.
pub fn prover(tools: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in PROVER.iter().chain(tools) {
        // What tests a part decides nothing.
        let part = part.split("#[cfg(test)]").next().unwrap_or(part);
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    digits(&hash.finalize())
}

/// What was asked for.
#[derive(Clone, Debug)]
pub struct Request {
    /// Configurations.
    pub configurations: Vec<Configuration>,
    /// Blocks below the units.
    pub blocks: Vec<String>,
    /// These properties only, or all.
    pub properties: Vec<String>,
    /// What tries.
    pub engine: Engine,
    /// Seconds that a solver may think.
    pub timeout: u64,
    /// Verilog that stands in for what is emitted.
    pub rtl: Option<PathBuf>,
    /// So many mutants of each unit besides, drawn, where all properties of it can be asked.
    pub sample: Option<usize>,
    /// These mutants of each unit, and no property.
    pub numbers: Option<Numbers>,
    /// The seed of the draw, and of what lockstep says of mutants.
    pub seed: u64,
}

/// The Verilog of a configuration with its checker.
pub fn subject(configuration: &Configuration, rtl: Option<&Path>) -> Result<Subject, Error> {
    let parameters = &configuration.parameters;
    let design = hdl::units::emit(configuration, &Options::default()).map_err(Error::new)?;
    let Some(folder) = rtl else {
        let checker = hdl::assertions::checker_inside(parameters, &design);
        return Ok(whole(Hardware::from(design), checker));
    };
    // A user's Verilog need not have our nets inside.
    let checker = hdl::assertions::checker(parameters, &design);
    let hardware = Hardware::from_folder(folder, parameters, Reset::default());
    Ok(whole(hardware.map_err(Error::new)?, checker))
}

/// The Verilog of a configuration with these mutants, and its checker.
fn mutated(configuration: &Configuration, mutations: &[Mutation]) -> Result<Subject, Error> {
    let options = Options::default();
    let design = hdl::units::emit_mutations(configuration, &options, mutations);
    let design = design.map_err(Error::new)?;
    let checker = hdl::assertions::checker_inside(&configuration.parameters, &design);
    Ok(whole(Hardware::from(design), checker))
}

/// A unit and what is bound to it.
fn whole(hardware: Hardware, checker: Module) -> Subject {
    let mut files = hardware.files;
    files.push(source(checker));
    Subject {
        files,
        top: hardware.top,
        is_unit: true,
        depth: 0,
    }
}

/// What stands around a unit, and the properties that are shown there; none with Verilog of a user's own,
/// which is of one unit alone.
fn together(
    configuration: &Configuration,
    rtl: Option<&Path>,
) -> Result<Vec<(Vec<String>, Subject)>, Error> {
    if rtl.is_some() {
        return Ok(vec![]);
    }
    let all = hdl::assertions::together::together(configuration).map_err(Error::new)?;
    let of_unit = |name: &str| {
        let mut properties = configuration.unit().properties().iter();
        properties.any(|property| property.name == name)
    };
    let all = all.into_iter().map(around);
    let claims = all.map(|(claims, subject)| {
        let claims = claims.into_iter().filter(|name| of_unit(name)).collect();
        (claims, subject)
    });
    Ok(claims.collect())
}

/// A module around others, and all that is claimed in it.
fn around(one: Together) -> (Vec<String>, Subject) {
    let text = one.modules.last().map_or("", |module| &module.text);
    let claims = asserted(text).into_iter().map(str::to_owned).collect();
    let subject = Subject {
        files: one.modules.into_iter().map(source).collect(),
        top: one.top,
        is_unit: false,
        depth: one.depth,
    };
    (claims, subject)
}

/// A block below the units, by its name.
fn block(name: &str) -> Result<(Vec<String>, Subject), Error> {
    match blocks::block(name).map_err(Error::new)? {
        Some(one) => Ok(around(one)),
        None => Err(Error::new(UnknownName::new(
            "block",
            name,
            blocks::names().map(str::to_owned),
        ))),
    }
}

fn source(module: Module) -> SourceFile {
    SourceFile {
        name: module.file_name,
        text: module.text,
    }
}

/// What a job is about.
pub fn subject_of(work: &ProofWork, lists: &Lists) -> Result<Subject, Error> {
    if work.is_block() {
        return Ok(block(&work.unit)?.1);
    }
    let configuration = work.configuration().map_err(Error::new)?;
    if let Some(mutant) = &work.mutant {
        let all = lists.of(&configuration)?;
        let among = mutant
            .among
            .iter()
            .filter_map(|number| all.get(number - 1).cloned());
        return mutated(&configuration, &among.collect::<Vec<_>>());
    }
    let rtl = work.rtl.as_deref();
    let mut all = together(&configuration, rtl)?.into_iter();
    match all.find(|(claims, _)| claims.contains(&work.property)) {
        Some((_, subject)) => Ok(subject),
        None => subject(&configuration, rtl),
    }
}

impl Request {
    /// Its work, in the order of the configurations, and then of the blocks.
    pub fn works(&self, lists: &Lists) -> Result<Vec<ProofWork>, Error> {
        let mut works = vec![];
        let mut known: Vec<String> = vec![];
        let mut add = |of: &ProofWork, claims: Vec<(String, String)>| {
            for (property, text) in claims {
                known.push(property.clone());
                if self.properties.is_empty() || self.properties.contains(&property) {
                    works.push(ProofWork {
                        property,
                        text,
                        ..of.clone()
                    });
                }
            }
        };
        let mut mutants = vec![];
        for configuration in &self.configurations {
            let changes = configuration.changes.iter();
            let of = ProofWork {
                preset: configuration.preset.to_owned(),
                changes: changes
                    .map(|(key, value)| format!("{key}={value}"))
                    .collect(),
                ..self.work(configuration.unit().name())
            };
            let claims = self.claims(configuration)?;
            // Of a unit that is asked for a part of its properties a mutant may break the others alone.
            let is_whole = claims.len() == configuration.unit().properties().len();
            if is_whole || self.numbers.is_some() {
                mutants.extend(self.mutants(&of, configuration, lists)?);
            }
            add(&of, claims);
        }
        for name in &self.blocks {
            let (claims, subject) = block(name)?;
            let text = digest(&subject);
            let claims = claims.into_iter().map(|claim| (claim, text.clone()));
            add(&self.work(name), claims.collect());
        }
        known.dedup();
        if let Some(name) = self.properties.iter().find(|name| !known.contains(name)) {
            return Err(Error::new(UnknownName::new("property", name, known)));
        }
        if self.numbers.is_some() {
            works.clear();
        }
        works.extend(mutants);
        Ok(works)
    }

    /// Work of a block, or of a unit of which all else is to be said.
    fn work(&self, name: &str) -> ProofWork {
        ProofWork {
            unit: name.to_owned(),
            preset: blocks::BLOCK.to_owned(),
            changes: vec![],
            property: String::new(),
            mutant: None,
            engine: self.engine,
            timeout: self.timeout,
            text: String::new(),
            rtl: self.rtl.clone(),
        }
    }

    /// Mutants of a unit, each against all its properties.
    fn mutants(
        &self,
        of: &ProofWork,
        configuration: &Configuration,
        lists: &Lists,
    ) -> Result<Vec<ProofWork>, Error> {
        if self.numbers.is_none() && self.sample.is_none() {
            return Ok(vec![]);
        }
        let all = lists.of(configuration)?;
        let numbers: Vec<usize> = match &self.numbers {
            Some(numbers) if numbers.last() > all.len() => {
                let count = all.len();
                return Err(Error::new(format!("{configuration} has {count} mutants")));
            }
            Some(numbers) => numbers.iter().collect(),
            None => {
                let numbers = (1..=all.len()).collect();
                drawn(numbers, self.sample.unwrap_or_default(), self.seed)
            }
        };
        let mutations: Vec<Mutation> = numbers.iter().map(|at| all[at - 1].clone()).collect();
        let text = digest(&mutated(configuration, &mutations)?);
        let among: Numbers = numbers.into();
        let work = |(number, mutation): (usize, Mutation)| ProofWork {
            property: mutation.name,
            mutant: Some(Mutant {
                number,
                among: among.clone(),
                seed: self.seed,
                cycles: configuration.unit().sample().cycles,
            }),
            text: text.clone(),
            ..of.clone()
        };
        Ok(among.iter().zip(mutations).map(work).collect())
    }

    /// The properties of a unit that are written, each with the digest of what it is shown of.
    fn claims(&self, configuration: &Configuration) -> Result<Vec<(String, String)>, Error> {
        let rtl = self.rtl.as_deref();
        let together = together(configuration, rtl)?.into_iter();
        let mut claims: Vec<(String, String)> = together
            .flat_map(|(names, subject)| {
                let text = digest(&subject);
                names.into_iter().map(move |name| (name, text.clone()))
            })
            .collect();
        let subject = subject(configuration, rtl)?;
        let text = digest(&subject);
        for property in written(configuration, &subject) {
            if !claims.iter().any(|(known, _)| known == property) {
                claims.push((property.to_owned(), text.clone()));
            }
        }
        Ok(claims)
    }
}

/// The properties of a unit that its checker has.
fn written<'p>(configuration: &Configuration, subject: &Subject) -> Vec<&'p str> {
    let checker = subject.files.last().map_or("", |file| file.text.as_str());
    let asserted = asserted(checker);
    let properties = configuration.unit().properties().iter().map(|p| p.name);
    properties.filter(|name| asserted.contains(name)).collect()
}

/// The digest of all files.
fn digest(subject: &Subject) -> String {
    let mut hash = Sha256::new();
    let files = subject
        .files
        .iter()
        .flat_map(|file| [&file.name, &file.text]);
    for part in files {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    digits(&hash.finalize())
}
