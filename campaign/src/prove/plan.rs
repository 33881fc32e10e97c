//! The jobs of a proof campaign, and what each is about.

use super::front::Subject;
use super::work::{Engine, ProofWork};
use crate::job::digits;
use crate::Error;
use hdl::assertions::together::Together;
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
    let checker = hdl::assertions::checker(&configuration.parameters, &design);
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

/// What stands around several units; none with Verilog of a user's own, which is of one.
fn together(
    configuration: &Configuration,
    rtl: Option<&Path>,
) -> Result<Vec<(&'static str, Subject)>, Error> {
    if rtl.is_some() {
        return Ok(vec![]);
    }
    let all = hdl::assertions::together::together(configuration).map_err(Error::new)?;
    let subject = |one: Together| {
        let subject = Subject {
            files: one.modules.into_iter().map(source).collect(),
            top: one.top,
            is_unit: false,
            depth: one.depth,
        };
        (one.property, subject)
    };
    Ok(all.into_iter().map(subject).collect())
}

fn source(module: Module) -> SourceFile {
    SourceFile {
        name: module.file_name,
        text: module.text,
    }
}

/// What a job is about.
pub fn subject_of(work: &ProofWork) -> Result<Subject, Error> {
    let configuration = work.configuration().map_err(Error::new)?;
    let rtl = work.rtl.as_deref();
    let mut all = together(&configuration, rtl)?.into_iter();
    match all.find(|(property, _)| *property == work.property) {
        Some((_, subject)) => Ok(subject),
        None => subject(&configuration, rtl),
    }
}

impl Request {
    /// Its work, in the order of the configurations.
    pub fn works(&self) -> Result<Vec<ProofWork>, Error> {
        let mut works = vec![];
        let mut known: Vec<String> = vec![];
        for configuration in &self.configurations {
            let rtl = self.rtl.as_deref();
            let subject = subject(configuration, rtl)?;
            let text = digest(&subject);
            let alone = written(configuration, &subject).into_iter();
            let mut claims: Vec<(&str, String)> = alone.map(|name| (name, text.clone())).collect();
            let together = together(configuration, rtl)?.into_iter();
            claims.extend(together.map(|(name, subject)| (name, digest(&subject))));
            let changes = configuration.changes.iter();
            let changes: Vec<String> = changes
                .map(|(key, value)| format!("{key}={value}"))
                .collect();
            for (property, text) in claims {
                known.push(property.to_owned());
                if self.properties.is_empty() || self.properties.iter().any(|name| name == property)
                {
                    works.push(ProofWork {
                        unit: configuration.unit().name().to_owned(),
                        preset: configuration.preset.to_owned(),
                        changes: changes.clone(),
                        property: property.to_owned(),
                        engine: self.engine,
                        timeout: self.timeout,
                        text,
                        rtl: self.rtl.clone(),
                    });
                }
            }
        }
        known.dedup();
        match self.properties.iter().find(|name| !known.contains(name)) {
            Some(name) => Err(Error::new(UnknownName::new(
                "property",
                name,
                known.clone(),
            ))),
            None => Ok(works),
        }
    }
}

/// The properties of a unit that its checker has.
fn written<'p>(configuration: &Configuration, subject: &Subject) -> Vec<&'p str> {
    let checker = subject.files.last().map_or("", |file| file.text.as_str());
    let properties = configuration.unit().properties().iter().map(|p| p.name);
    properties
        .filter(|name| checker.contains(&format!("{name}_A: assert")))
        .collect()
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
