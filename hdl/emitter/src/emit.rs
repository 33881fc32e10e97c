//! The emitter's front door: options in, Verilog files out.

use crate::edit::{self, Mutation, MutationErrors};
use crate::error::{EmitError, EmitErrorKind, EmitErrors};
use crate::front;
use crate::ir::{Body, ModuleIr};
use crate::names;
use crate::options::{Contract, Options, Provenance, Reset};
use crate::output::{Design, Direction, Module, Port, PortRole};
use crate::passes;
use crate::print::{self, banner};
use rust_hdl::core::block::Block;
use std::collections::{BTreeMap, BTreeSet};

/// Emits `block` and all blocks below it.
///
/// # Errors
/// Everything that the design must not contain, all at once; no text exists then.
pub fn emit(
    block: &dyn Block,
    provenance: &Provenance,
    options: &Options,
) -> Result<Design, EmitErrors> {
    let unit = names::snake_case(&provenance.unit);
    let fallback = if unit.is_empty() { "top" } else { &unit };
    if let Some(prefix) = &options.prefix {
        // More follows the prefix, so it may well be a reserved word.
        if !names::is_word(prefix) {
            let what = format!("`{prefix}` is no Verilog identifier");
            return Err(refuse(fallback, "prefix", "Option<String>", what));
        }
    }
    let Some(drafts) = front::drafts(block, options, fallback) else {
        return Err(nothing(fallback));
    };
    let mut modules: Vec<ModuleIr> = vec![];
    let mut errors = vec![];
    let mut all: Vec<_> = drafts.into_iter().map(passes::settle).collect();
    passes::split_fields(&mut all);
    for settled in all {
        let (module, mut found) = passes::finish(settled, &modules, options.dialect);
        modules.push(module);
        errors.append(&mut found);
    }
    match errors.is_empty() {
        true => Ok(design(modules, provenance, options)),
        false => Err(EmitErrors(errors)),
    }
}

/// Emits `block` with all `mutations` in it, of which the input [`edit::SELECT`] chooses one.
///
/// # Errors
/// Those of [`emit`]; of a mutation that names what is not there or makes no sense.
pub fn emit_mutations(
    block: &dyn Block,
    provenance: &Provenance,
    options: &Options,
    mutations: &[Mutation],
) -> Result<Design, MutationErrors> {
    let fallback = names::snake_case(&provenance.unit);
    let Some(mut drafts) = front::drafts(block, options, &fallback) else {
        return Err(MutationErrors::Design(nothing(&fallback)));
    };
    let shares = edit::share(&drafts, mutations).map_err(MutationErrors::Mutations)?;
    edit::connect(&mut drafts, &shares, options.reset);
    let mut modules: Vec<ModuleIr> = vec![];
    let mut errors = vec![];
    let mut outcome = edit::Outcome::default();
    let mut all = vec![];
    for (draft, shares) in drafts.into_iter().zip(&shares) {
        let source = edit::names(&draft);
        let mut settled = passes::settle(draft);
        if let (Body::Logic(logic), false) = (&mut settled.module.body, shares.is_empty()) {
            let results = edit::apply(logic, &mut settled.body, source, shares);
            outcome.note(shares, results);
            settled.body = passes::name_parts(logic, std::mem::take(&mut settled.body));
        }
        all.push(settled);
    }
    passes::split_fields(&mut all);
    for settled in all {
        let (module, mut found) = passes::finish(settled, &modules, options.dialect);
        // Two mutations that are never chosen together may well make a circle between them, and what
        // only an edit reads is read by nothing else.
        found.retain(|error| {
            !error.kind.is_about_use() || mutations.len() == 1 && error.kind.is_circle()
        });
        modules.push(module);
        errors.append(&mut found);
    }
    outcome
        .finish(mutations)
        .map_err(MutationErrors::Mutations)?;
    match errors.is_empty() {
        true => Ok(design(modules, provenance, options)),
        false => Err(MutationErrors::Design(EmitErrors(errors))),
    }
}

/// All mutations that the kinds know of, of the modules that are wanted.
///
/// # Errors
/// Those of [`emit`].
pub fn mutations(
    block: &dyn Block,
    unit: &str,
    options: &Options,
    wanted: &dyn Fn(&str) -> bool,
) -> Result<Vec<Mutation>, EmitErrors> {
    let fallback = names::snake_case(unit);
    let drafts = front::drafts(block, options, &fallback).ok_or_else(|| nothing(&fallback))?;
    let modules: Vec<ModuleIr> = drafts.iter().map(|draft| draft.module.clone()).collect();
    let mut out = vec![];
    for draft in drafts {
        let settled = passes::settle(draft);
        if let (Body::Logic(logic), true) = (&settled.module.body, wanted(&settled.module.name)) {
            let name = &settled.module.name;
            out.extend(edit::mutations(name, logic, &settled.body, &modules));
        }
    }
    Ok(out)
}

/// The text of finished modules, children first.
fn design(mut modules: Vec<ModuleIr>, provenance: &Provenance, options: &Options) -> Design {
    // A contract knows more of a block's ports than the block does.
    for module in &mut modules {
        let names = || {
            module
                .ports
                .iter()
                .filter(|port| !port.is_clock())
                .map(|port| port.path.replace('$', "_"))
        };
        let is_of = |contract: &&Contract| {
            contract.len() == names().count() && names().all(|name| contract.contains_key(&name))
        };
        let Some(contract) = provenance.contracts.iter().find(is_of) else {
            continue;
        };
        for port in &mut module.ports {
            if let Some(meaning) = contract.get(&port.path.replace('$', "_")) {
                port.meaning.clone_from(meaning);
            }
        }
    }
    let modules = &modules[..];
    let text = |module: &ModuleIr| Module {
        name: module.name.clone(),
        kind: names::type_name(&module.rust_type),
        source: module.rust_type.clone(),
        file_name: format!("{}.{}", module.name, options.dialect.extension()),
        text: print::module(module, modules, options),
    };
    let top = modules.last();
    let texts: Vec<Module> = modules.iter().map(text).collect();
    let mut files = print::enums::packages(modules, &texts, options);
    files.extend(texts);
    Design {
        top: top.map(|top| top.name.clone()).unwrap_or_default(),
        modules: files,
        ports: top.map(|top| ports(top, options)).unwrap_or_default(),
        options: options.clone(),
        provenance: provenance.clone(),
    }
}

fn nothing(name: &str) -> EmitErrors {
    refuse(
        name,
        name,
        "dyn Block",
        "a block that shows nothing to a probe".to_owned(),
    )
}

fn refuse(module: &str, signal: &str, rust_type: &str, what: String) -> EmitErrors {
    EmitErrors(vec![EmitError {
        module: module.to_owned(),
        signal: signal.to_owned(),
        rust_type: rust_type.to_owned(),
        kind: EmitErrorKind::Unsupported { what },
    }])
}

fn ports(module: &ModuleIr, options: &Options) -> Vec<Port> {
    let mut out = vec![];
    let reset = Port {
        name: options.reset.port().to_owned(),
        direction: Direction::Input,
        width: 1,
        rust_type: "added by the emitter".to_owned(),
        elements: None,
        role: PortRole::Reset,
        meaning: match options.reset {
            Reset::SyncHigh => "Synchronous, active high.",
            Reset::AsyncLow => "Asynchronous, active low.",
        }
        .to_owned(),
    };
    let mut pending = module.needs_reset.then_some(reset);
    for port in &module.ports {
        out.push(Port {
            name: port.name.clone(),
            direction: if port.output {
                Direction::Output
            } else {
                Direction::Input
            },
            width: port.total_bits(),
            rust_type: port.ty.name.clone(),
            elements: (!port.dims.is_empty()).then(|| port.dims.iter().product()),
            role: if port.is_clock() {
                PortRole::Clock
            } else {
                PortRole::Data
            },
            meaning: if port.is_clock() {
                "Everything happens at its rising edge.".to_owned()
            } else {
                port.meaning.clone()
            },
        });
        if port.is_clock() {
            out.extend(pending.take());
        }
    }
    if let Some(reset) = pending {
        out.insert(0, reset);
    }
    out
}

/// Puts the modules of several designs together for one folder: equal files once.
///
/// # Errors
/// Two different modules of one name; the error names both designs.
pub fn combine(designs: &[Design]) -> Result<Vec<Module>, EmitErrors> {
    let mut out: Vec<Module> = vec![];
    let mut owners: BTreeMap<&str, (&str, &Design)> = BTreeMap::new();
    let mut errors = BTreeSet::new();
    for design in designs {
        for module in &design.modules {
            let body = banner::body(&module.text);
            match owners.get(module.name.as_str()) {
                None => {
                    owners.insert(&module.name, (body, design));
                    out.push(module.clone());
                }
                Some((known, _)) if *known == body => {}
                Some((_, owner)) => {
                    errors.insert(EmitError {
                        module: module.name.clone(),
                        signal: module.name.clone(),
                        rust_type: module.source.clone(),
                        kind: EmitErrorKind::TwoBodies {
                            one: owner.provenance.name(),
                            other: design.provenance.name(),
                        },
                    });
                }
            }
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        Err(EmitErrors(errors.into_iter().collect()))
    }
}
