//! The jobs of a proof campaign, and what each is about.

use super::front::Subject;
use super::work::{Engine, ProofWork};
use crate::job::digits;
use crate::Error;
use hdl::assertions::together::Together;
use hdl::assertions::{asserted, blocks};
use hdl::emit::{Module, Options, Reset};
use sha2::{Digest, Sha256};
use spec::{Configuration, UnknownName};
use std::path::{Path, PathBuf};
use tools::hardware::{Hardware, SourceFile};

/// What decides, beside the texts, what comes of a property: how it is tried.
const PROVER: [&str; 7] = [
    include_str!("front.rs"),
    include_str!("induction.rs"),
    include_str!("machine.rs"),
    include_str!("problem.rs"),
    include_str!("reachability.rs"),
    include_str!("run.rs"),
    include_str!("../mutation/solver/aig.rs"),
];

/// The digest of the prover and of these lists of tools: what was kept holds for as long as it is the same.
pub fn prover(tools: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in PROVER.iter().chain(tools) {
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
}

/// The Verilog of a configuration with its checker.
pub fn subject(configuration: &Configuration, rtl: Option<&Path>) -> Result<Subject, Error> {
    let design = hdl::units::emit(configuration, &Options::default()).map_err(Error::new)?;
    let parameters = &configuration.parameters;
    // A user's Verilog need not have our nets inside.
    let checker = match rtl {
        Some(_) => hdl::assertions::checker(parameters, &design),
        None => hdl::assertions::checker_inside(parameters, &design),
    };
    let hardware = match rtl {
        Some(folder) => Hardware::from_folder(folder, &configuration.parameters, Reset::default())
            .map_err(Error::new)?,
        None => Hardware::from(design),
    };
    let mut files = hardware.files;
    files.push(source(checker));
    Ok(Subject {
        files,
        top: hardware.top,
        is_unit: true,
        depth: 0,
    })
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
pub fn subject_of(work: &ProofWork) -> Result<Subject, Error> {
    if work.is_block() {
        return Ok(block(&work.unit)?.1);
    }
    let configuration = work.configuration().map_err(Error::new)?;
    let rtl = work.rtl.as_deref();
    let mut all = together(&configuration, rtl)?.into_iter();
    match all.find(|(claims, _)| claims.contains(&work.property)) {
        Some((_, subject)) => Ok(subject),
        None => subject(&configuration, rtl),
    }
}

impl Request {
    /// Its work, in the order of the configurations, and then of the blocks.
    pub fn works(&self) -> Result<Vec<ProofWork>, Error> {
        let mut works = vec![];
        let mut known: Vec<String> = vec![];
        let mut add = |known: &mut Vec<String>,
                       name: &str,
                       preset: &str,
                       changes: &[String],
                       claims: Vec<(String, String)>| {
            for (property, text) in claims {
                known.push(property.clone());
                if self.properties.is_empty() || self.properties.contains(&property) {
                    works.push(ProofWork {
                        unit: name.to_owned(),
                        preset: preset.to_owned(),
                        changes: changes.to_vec(),
                        property,
                        engine: self.engine,
                        timeout: self.timeout,
                        text,
                        rtl: self.rtl.clone(),
                    });
                }
            }
        };
        for configuration in &self.configurations {
            let changes = configuration.changes.iter();
            let changes: Vec<String> = changes
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            let (name, preset) = (configuration.unit().name(), configuration.preset);
            add(
                &mut known,
                name,
                preset,
                &changes,
                self.claims(configuration)?,
            );
        }
        for name in &self.blocks {
            let (claims, subject) = block(name)?;
            let text = digest(&subject);
            let claims = claims.into_iter().map(|claim| (claim, text.clone()));
            add(&mut known, name, blocks::BLOCK, &[], claims.collect());
        }
        known.dedup();
        match self.properties.iter().find(|name| !known.contains(name)) {
            Some(name) => Err(Error::new(UnknownName::new("property", name, known))),
            None => Ok(works),
        }
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
