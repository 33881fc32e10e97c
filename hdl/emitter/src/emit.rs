//! The emitter's front door: options in, Verilog files out.

use crate::error::{EmitError, EmitErrorKind, EmitErrors};
use crate::front;
use crate::ir::ModuleIr;
use crate::names;
use crate::options::{Options, Provenance, Reset};
use crate::output::{Design, Direction, Module, Port, PortRole};
use crate::passes;
use crate::print::{self, banner};
use rust_hdl::core::block::Block;
use std::collections::BTreeSet;

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
        let what = "a block that shows nothing to a probe".to_owned();
        return Err(refuse(fallback, fallback, "dyn Block", what));
    };
    let mut modules: Vec<ModuleIr> = vec![];
    let mut errors = vec![];
    for draft in drafts {
        let (module, mut found) = passes::finish(draft, &modules, options.dialect);
        modules.push(module);
        errors.append(&mut found);
    }
    let Some(top) = modules.last().filter(|_| errors.is_empty()) else {
        return Err(EmitErrors(errors));
    };
    let text = |module: &ModuleIr| Module {
        name: module.name.clone(),
        file_name: format!("{}.{}", module.name, options.dialect.extension()),
        text: print::module(module, &modules, options, provenance),
    };
    Ok(Design {
        top: top.name.clone(),
        modules: modules.iter().map(text).collect(),
        ports: ports(top, options),
        options: options.clone(),
        provenance: provenance.clone(),
    })
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
                String::new()
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
/// Two different modules of one name.
pub fn combine(designs: &[Design]) -> Result<Vec<Module>, EmitErrors> {
    let mut out: Vec<Module> = vec![];
    let mut errors = BTreeSet::new();
    for module in designs.iter().flat_map(|design| &design.modules) {
        match out.iter().find(|known| known.name == module.name) {
            None => out.push(module.clone()),
            Some(known) if banner::body(&known.text) == banner::body(&module.text) => {}
            Some(_) => {
                errors.insert(EmitError {
                    module: module.name.clone(),
                    signal: module.name.clone(),
                    rust_type: banner::source(&module.text).to_owned(),
                    kind: EmitErrorKind::DuplicateModule,
                });
            }
        }
    }
    if errors.is_empty() {
        Ok(out)
    } else {
        Err(EmitErrors(errors.into_iter().collect()))
    }
}
