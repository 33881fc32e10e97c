//! The file: written, and read with care.

use super::error::ReplayError;
use super::{Expectation, Recipe, Replay, FORMAT, VERSION};
use crate::stimulus::Stimulus;
use crate::target::Target;
use crate::value::{from_hex, to_hex};
use serde::{Deserialize, Serialize};
use spec::{Configuration, UnknownName};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use surroundings::interface::{Interface, Slot};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    tool: String,
    unit: String,
    preset: String,
    changes: Vec<String>,
    engine: String,
    dialect: String,
    reset: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rtl: Option<RtlRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bug: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    power_aware: bool,
    seed: u64,
    found_in_cycle: u64,
    failure: Expectation,
    stimulus: StimulusRecord,
}

/// The folder of `--rtl` and what was in it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RtlRecord {
    folder: PathBuf,
    sha256: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StimulusRecord {
    Cycles(Vec<CycleRecord>),
    Generated(u64),
}

/// One cycle: reset, and the inputs that are not 0.
#[derive(Serialize, Deserialize)]
struct CycleRecord {
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    reset: bool,
    #[serde(flatten)]
    inputs: BTreeMap<String, String>,
}

impl Replay {
    /// The file's text.
    pub fn to_json(&self) -> String {
        let target = &self.target;
        let configuration = &target.configuration;
        let interface = Interface::of(&configuration.parameters);
        let file = File {
            format: FORMAT.to_owned(),
            version: VERSION,
            tool: crate::TOOL.to_owned(),
            unit: configuration.unit().name().to_owned(),
            preset: configuration.preset.to_owned(),
            changes: configuration
                .changes
                .iter()
                .map(|(key, value)| format!("{key}={value}"))
                .collect(),
            engine: target.engine.name().to_owned(),
            dialect: target.dialect.to_string(),
            reset: target.reset.to_string(),
            rtl: target.rtl.clone().map(|folder| RtlRecord {
                folder,
                sha256: self.rtl_digest.clone().unwrap_or_default(),
            }),
            bug: target.bug.clone(),
            power_aware: target.power_aware,
            seed: self.seed,
            found_in_cycle: self.found_in_cycle,
            failure: self.expectation.clone(),
            stimulus: match &self.recipe {
                Recipe::Generated { cycles } => StimulusRecord::Generated(*cycles),
                Recipe::Cycles(stimulus) => StimulusRecord::Cycles(
                    (0..stimulus.len())
                        .map(|cycle| record(&interface, stimulus, cycle))
                        .collect(),
                ),
            },
        };
        crate::report::json::text(&file)
    }

    /// Writes the file, whole or not at all.
    pub fn save(&self, path: &Path) -> std::io::Result<()> {
        tools::atomic::write(path, &self.to_json())
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Self, ReplayError> {
        let text = std::fs::read_to_string(path).map_err(|error| ReplayError::Io {
            path: path.to_owned(),
            error,
        })?;
        Self::from_json(&text, path)
    }

    /// Reads a file's text; `path` is for messages.
    pub fn from_json(text: &str, path: &Path) -> Result<Self, ReplayError> {
        let path_buf = || path.to_owned();
        let syntax = |error: serde_json::Error| {
            if error.is_eof() {
                ReplayError::Truncated(path.to_owned())
            } else {
                ReplayError::Syntax {
                    path: path.to_owned(),
                    error,
                }
            }
        };
        // Format and version first: of another version nothing else can be expected to be known.
        let value: serde_json::Value = serde_json::from_str(text).map_err(syntax)?;
        if value.get("format").and_then(|format| format.as_str()) != Some(FORMAT) {
            return Err(ReplayError::Format(path_buf()));
        }
        match value.get("version") {
            Some(version) if version.as_u64() == Some(u64::from(VERSION)) => {}
            other => {
                return Err(ReplayError::Version {
                    path: path_buf(),
                    found: other.map_or("none".to_owned(), ToString::to_string),
                })
            }
        }
        let file: File = serde_json::from_value(value).map_err(syntax)?;
        let target = target(&file, path)?;
        let interface = Interface::of(&target.configuration.parameters);
        let recipe = match &file.stimulus {
            StimulusRecord::Generated(cycles) => Recipe::Generated { cycles: *cycles },
            StimulusRecord::Cycles(cycles) => Recipe::Cycles(stimulus(&interface, cycles, path)?),
        };
        Ok(Self {
            target,
            rtl_digest: file.rtl.map(|rtl| rtl.sha256),
            seed: file.seed,
            recipe,
            expectation: file.failure,
            found_in_cycle: file.found_in_cycle,
        })
    }
}

fn record(interface: &Interface, stimulus: &Stimulus, cycle: usize) -> CycleRecord {
    let frame = stimulus.inputs(cycle);
    let inputs = interface.inputs().iter();
    CycleRecord {
        reset: stimulus.reset(cycle),
        inputs: inputs
            .filter(|slot| slot.value(frame).iter().any(|&word| word != 0))
            .map(|slot| {
                (
                    slot.port.name.to_owned(),
                    to_hex(slot.value(frame), slot.port.width),
                )
            })
            .collect(),
    }
}

fn target(file: &File, path: &Path) -> Result<Target, ReplayError> {
    let unknown = |error| ReplayError::Unknown {
        path: path.to_owned(),
        error,
    };
    let choice = |error| ReplayError::Choice {
        path: path.to_owned(),
        error,
    };
    let changes: Vec<(String, String)> = file
        .changes
        .iter()
        .map(|change| {
            let (key, value) = change.split_once('=').unwrap_or((change, ""));
            (key.to_owned(), value.to_owned())
        })
        .collect();
    let unit = file.unit.parse().map_err(unknown)?;
    let configuration = Configuration::new(unit, &file.preset, &changes).map_err(|error| {
        ReplayError::Configuration {
            path: path.to_owned(),
            error,
        }
    })?;
    Ok(Target {
        configuration,
        engine: file.engine.parse().map_err(unknown)?,
        dialect: file.dialect.parse().map_err(choice)?,
        reset: file.reset.parse().map_err(choice)?,
        rtl: file.rtl.as_ref().map(|rtl| rtl.folder.clone()),
        bug: file.bug.clone(),
        power_aware: file.power_aware,
    })
}

fn stimulus(
    interface: &Interface,
    cycles: &[CycleRecord],
    path: &Path,
) -> Result<Stimulus, ReplayError> {
    let mut rows = vec![0; cycles.len() * interface.row_words()];
    for (cycle, (record, row)) in cycles
        .iter()
        .zip(rows.chunks_exact_mut(interface.row_words()))
        .enumerate()
    {
        row[0] = u32::from(record.reset);
        for (port, text) in &record.inputs {
            let slot = find(interface.inputs(), port).map_err(|error| ReplayError::Port {
                path: path.to_owned(),
                cycle,
                error,
            })?;
            let words = &mut row[1..][slot.range()];
            from_hex(text, slot.port.width, words).map_err(|error| ReplayError::Value {
                path: path.to_owned(),
                cycle,
                port: port.clone(),
                error,
            })?;
        }
    }
    let stimulus = Stimulus::from_rows(interface, rows);
    if stimulus.is_empty() || !stimulus.reset(0) {
        return Err(ReplayError::NoReset(path.to_owned()));
    }
    Ok(stimulus)
}

fn find<'a>(slots: &'a [Slot], name: &str) -> Result<&'a Slot, UnknownName> {
    slots
        .iter()
        .find(|slot| slot.port.name == name)
        .ok_or_else(|| UnknownName::new("input", name, slots.iter().map(|s| s.port.name.clone())))
}
