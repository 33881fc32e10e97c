//! Emitted designs in folders: each alone, all in one, or each beside the modules that all share.

use crate::folder::Folder;
use crate::{verilog, Error};
use emitter::{side_files, ClockConstraint, Design, Dialect, Module, Place, SHARED};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// What a folder is made from.
pub struct Bundle {
    pub directory: String,
    pub design: Design,
    pub assertions: Option<Module>,
    pub power_intent: Option<(String, String)>,
}

/// File names and texts.
type Files = BTreeMap<String, String>;

fn clock() -> ClockConstraint {
    ClockConstraint {
        period_ns: f64::from(spec::CLOCK_PERIOD_PS) / 1000.0,
    }
}

impl Bundle {
    /// All but the modules.
    fn beside(&self, place: Place) -> Files {
        let design = &self.design;
        let side = side_files(design, &design.modules, place, clock());
        side.into_iter().chain(self.extras()).collect()
    }

    fn extras(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let assertions = self.assertions.iter();
        assertions
            .map(|module| (module.file_name.clone(), module.text.clone()))
            .chain(self.power_intent.clone())
    }
}

fn texts(modules: Vec<Module>) -> impl Iterator<Item = (String, String)> {
    modules.into_iter().map(|m| (m.file_name, m.text))
}

fn combined(designs: &[Design]) -> Result<Vec<Module>, Error> {
    emitter::combine(designs).map_err(|errors| Error::new(errors.to_string()))
}

/// A folder for each, which needs no other.
pub fn write_alone(out: &Path, bundles: &[Bundle]) -> Result<(), Error> {
    for bundle in bundles {
        let mut files = bundle.beside(Place::Beside);
        files.extend(texts(bundle.design.modules.clone()));
        write_folder(&out.join(&bundle.directory), &files)?;
    }
    Ok(())
}

/// One folder for all, `combined/`: modules that units share are there once.
pub fn write_combined(out: &Path, bundles: &[Bundle]) -> Result<(), Error> {
    let designs: Vec<Design> = bundles.iter().map(|b| b.design.clone()).collect();
    let modules = combined(&designs)?;
    let mut all = Files::new();
    let mut readme = String::new();
    for bundle in bundles {
        for (name, text) in side_files(&bundle.design, &modules, Place::Beside, clock()) {
            match name.as_str() {
                "README.md" => readme += &text,
                // One file list and one core for the folder.
                _ if name.ends_with(".f") || name.ends_with(".core") => {}
                _ => {
                    all.insert(name, text);
                }
            }
        }
        all.extend(bundle.extras());
    }
    let list = emitter::file_list(&modules, Place::Beside);
    all.insert("combined.f".to_owned(), list);
    let core = emitter::combined_core(&designs, &modules);
    all.insert("combined.core".to_owned(), core);
    all.insert("README.md".to_owned(), readme);
    all.extend(texts(modules));
    write_folder(&out.join("combined"), &all)
}

/// A folder for each, and one with the modules of all, each once. What folders from other runs name
/// there stays.
pub fn write_shared(out: &Path, bundles: &[Bundle]) -> Result<(), Error> {
    let designs: Vec<Design> = bundles.iter().map(|b| b.design.clone()).collect();
    let mut modules: Files = texts(combined(&designs)?).collect();
    for (folder, files) in named_by_others(out, bundles) {
        for (name, text) in files {
            match modules.get(&name) {
                Some(ours) if verilog::body(ours) != verilog::body(&text) => {
                    return Err(Error::new(format!(
                        "{}: {folder} has {name} with another text; emit both in one run, or remove {folder}",
                        out.display()
                    )));
                }
                Some(_) => {}
                None => {
                    modules.insert(name, text);
                }
            }
        }
    }
    let dialect = designs
        .first()
        .map_or(Dialect::default(), |d| d.options.dialect);
    let core = emitter::shared_core(modules.keys().map(String::as_str), dialect);
    modules.insert(format!("{SHARED}.core"), core);
    // Lists never name what is not there yet.
    write_folder(&out.join(SHARED), &modules)?;
    for bundle in bundles {
        write_folder(&out.join(&bundle.directory), &bundle.beside(Place::Shared))?;
    }
    Ok(())
}

/// The shared modules that folders name which this run does not write, by folder.
fn named_by_others(out: &Path, bundles: &[Bundle]) -> BTreeMap<String, Files> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(out).into_iter().flatten().flatten() {
        let folder = entry.file_name().to_string_lossy().into_owned();
        // A point begins the name of what was left half written.
        if folder.starts_with('.') || bundles.iter().any(|b| b.directory == folder) {
            continue;
        }
        let lists = fs::read_dir(entry.path()).into_iter().flatten().flatten();
        let lists = lists
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "f"));
        let named = lists.filter_map(|list| fs::read_to_string(list).ok());
        let mut files = Files::new();
        for line in named.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()) {
            let name = line
                .strip_prefix(&format!("../{SHARED}/"))
                .map(str::to_owned);
            let text = |name: &String| fs::read_to_string(out.join(SHARED).join(name)).ok();
            files.extend(name.and_then(|name| Some((name.clone(), text(&name)?))));
        }
        found.insert(folder, files);
    }
    found
}

/// Writes the folder unless it holds just these files already.
fn write_folder(folder: &Path, files: &Files) -> Result<(), Error> {
    if holds(folder, files) {
        return Ok(());
    }
    let partial = Folder::start(folder)?;
    for (name, text) in files {
        partial.add(name, text)?;
    }
    partial.finish()
}

fn holds(folder: &Path, files: &Files) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.count() == files.len()
        && files.iter().all(|(name, text)| {
            fs::read(folder.join(name)).is_ok_and(|bytes| bytes == text.as_bytes())
        })
}
