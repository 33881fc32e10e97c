//! Results that are kept, so that what has not changed is not synthesized again.

use super::flow;
use super::library::Library;
use super::recipes::RECIPES;
use super::{Figures, Mapping};
use sha2::{Digest, Sha256};
use spec::Configuration;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use tools::discovery::{Tool, Tools};
use tools::error::Error;
use tools::hardware::Hardware;

/// Raised when figures of the same design may change: kept results are then made anew.
const FLOW: u32 = 9;

/// The netlist's file in its folder.
pub(super) const NETLIST: &str = "netlist.v";

/// Where results are kept, by all that they depend on.
pub struct Kept {
    pub folder: PathBuf,
}

impl Kept {
    /// The place of what comes of a configuration.
    pub fn new(
        tools: &Tools,
        hardware: &Hardware,
        configuration: &Configuration,
        mapping: Option<&Mapping>,
    ) -> Result<Self, Error> {
        let mut hash = Sha256::new();
        let mut add = |text: &str| {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        };
        add(&FLOW.to_string());
        add(&hardware.digest());
        add(&configuration.label());
        add(&tools.find(Tool::Yosys)?.version()?);
        if let Some(mapping) = mapping {
            let library = fs::read_to_string(&mapping.library.path).unwrap_or_default();
            add(&library);
            add(mapping.timer.name());
            add(&format!(
                "{:?} {:?} {}",
                mapping.clock_ps, mapping.effort, mapping.by_module
            ));
            for recipe in RECIPES {
                add(&recipe.script(0));
            }
        }
        let digits = hash.finalize();
        let name: String = digits.iter().take(16).map(|b| format!("{b:02x}")).collect();
        Ok(Self {
            folder: tools.cache().join("synthesis").join(name),
        })
    }

    /// What it came to the last time.
    pub fn figures(&self) -> Option<Figures> {
        let text = fs::read_to_string(self.folder.join("figures.json")).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps what it has come to.
    pub fn keep(&self, figures: &Figures) -> Result<(), Error> {
        let text =
            serde_json::to_string_pretty(figures).map_err(|error| Error::new(error.to_string()))?;
        self.write("figures.json", &text)
    }

    /// The best netlist so far, as a folder that `warploom cosim --rtl` takes.
    pub fn netlist(
        &self,
        library: &Library,
        hardware: &Hardware,
        cells: &BTreeMap<String, u64>,
        text: &str,
    ) -> Result<(), Error> {
        let memories = hardware.files.iter();
        let memories: Vec<_> = memories
            .filter(|file| flow::memory_bits(&file.text).is_some())
            .collect();
        let known = |name: &&String| library.cells.contains_key(*name);
        let cells = library.verilog(cells.keys().filter(known).map(String::as_str))?;
        self.write("cells.v", &cells)?;
        self.write(NETLIST, text)?;
        let mut list = format!("cells.v\n{NETLIST}\n");
        for file in memories {
            self.write(&file.name, &file.text)?;
            list += &format!("{}\n", file.name);
        }
        self.write("netlist.f", &list)
    }

    /// The best netlist so far, as Verilog.
    pub fn verilog(&self) -> Result<String, Error> {
        let path = self.folder.join(NETLIST);
        fs::read_to_string(&path)
            .map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Error> {
        let path = self.folder.join(name);
        let refuse =
            |error: String| Error::new(format!("cannot write {}: {error}", path.display()));
        fs::create_dir_all(&self.folder).map_err(|error| refuse(error.to_string()))?;
        tools::atomic::write(&path, text).map_err(|error| refuse(error.to_string()))
    }
}
