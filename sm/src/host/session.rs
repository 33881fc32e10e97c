//! A descriptor that was read, with its module.

use super::entry::full_name;
use super::error::{HostError, Inconsistency};
use crate::descriptor::{AddressSize, Descriptor};
use crate::ir::Kernel;
use crate::lower::Module;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A descriptor with its module.
#[derive(Clone, Debug)]
pub struct Session {
    path: PathBuf,
    descriptor: Descriptor,
    /// The module's file, as the descriptor names it.
    ptx: PathBuf,
    module: Module,
    /// The module's names of the entries that the descriptor launches.
    entries: BTreeMap<String, String>,
    print: Option<fn(&str)>,
}

fn module(ptx: &Path) -> Result<Module, HostError> {
    let text = fs::read_to_string(ptx).map_err(|e| HostError::Unreadable(ptx.to_owned(), e))?;
    Ok(Module::load(&ptx.display().to_string(), &text)?)
}

impl Session {
    /// Reads a descriptor and the module that it names first.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        Self::open_for(path, None)
    }

    /// Reads a descriptor and its module for addresses of a size.
    pub fn open_for(path: &Path, size: Option<AddressSize>) -> Result<Self, HostError> {
        let descriptor = Descriptor::read(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let ptx = descriptor.module(size).to_owned();
        let module = module(&folder.join(&ptx))?;
        let mut session = Self {
            path: path.to_owned(),
            descriptor,
            ptx,
            module,
            entries: BTreeMap::new(),
            print: None,
        };
        session.find_entries()?;
        let bits = session.module.address_bits;
        match size {
            Some(size) if size.bits() != bits => {
                let ptx = session.ptx.display();
                let reason = format!(
                    "{ptx} has {bits}-bit addresses, {size}-bit ones are asked for; 'ptx64' names \
                     the module with 64-bit addresses, 'ptx' the other"
                );
                Err(session.refused(&reason))
            }
            _ => Ok(session),
        }
    }

    /// Finds what the descriptor launches, and refuses what cannot be run; other entries of the module do not matter.
    fn find_entries(&mut self) -> Result<(), HostError> {
        for launch in self
            .descriptor
            .phases
            .iter()
            .flat_map(|phase| &phase.launches)
        {
            let name = full_name(&self.module, &launch.entry);
            let name = name.map_err(|problem| self.inconsistent(problem))?;
            let mut refused = self.module.refused.iter();
            if let Some(refused) = refused.find(|refused| refused.name == name) {
                return Err(HostError::Ptx(refused.diagnostic.clone()));
            }
            self.entries.insert(launch.entry.clone(), name);
        }
        Ok(())
    }

    /// The kernel of an entry that the descriptor launches.
    pub fn kernel(&self, entry: &str) -> Option<&Kernel> {
        self.module.kernel(self.entries.get(entry)?)
    }

    /// The session with somebody who gets what kernels print, launch by launch.
    #[must_use]
    pub fn printing(self, print: fn(&str)) -> Self {
        Self {
            print: Some(print),
            ..self
        }
    }

    /// The file of the module, as the descriptor names it.
    pub fn ptx(&self) -> &Path {
        &self.ptx
    }

    /// The descriptor.
    pub fn descriptor(&self) -> &Descriptor {
        &self.descriptor
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// Who gets what kernels print.
    pub(super) fn print(&self) -> Option<fn(&str)> {
        self.print
    }

    /// The file that was read.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Puts the descriptor's name to what is inconsistent in it.
    pub(super) fn inconsistent(&self, problem: Inconsistency) -> HostError {
        HostError::Inconsistent {
            descriptor: self.path.clone(),
            reason: problem.0,
        }
    }

    /// The folder that the descriptor's paths are relative to.
    pub(super) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }
}
