//! Properties of two units together: a module around both, for proof.

use super::{premises, IN_RESET};
use crate::bdi;
use crate::emit::{EmitErrors, Module, Options};
use crate::units;
use spec::bdi::BdiParameters;
use spec::{AnyParameters, Configuration, UnitId};

/// Units around which a module is put that has properties of them all.
#[derive(Clone, Debug)]
pub struct Together {
    /// The modules of the units, and then the one around them.
    pub modules: Vec<Module>,
    /// The one around them.
    pub top: String,
    /// Cycles until what goes in comes out.
    pub depth: usize,
}

/// What a unit's properties need another unit for.
///
/// # Errors
/// Those of emitting a unit.
pub fn together(configuration: &Configuration) -> Result<Vec<Together>, EmitErrors> {
    match configuration.parameters {
        AnyParameters::BdiDecompressor(parameters) => {
            Ok(vec![round_trip(configuration, parameters)?])
        }
        _ => Ok(vec![]),
    }
}

/// A compressor of the same modes, with the paper's latency where the decompressor's is shorter.
fn round_trip(
    configuration: &Configuration,
    parameters: BdiParameters,
) -> Result<Together, EmitErrors> {
    let first = parameters.latency().max(PAPER_LATENCY);
    let changes = [
        ("modes".to_owned(), parameters.modes().to_string()),
        ("latency".to_owned(), first.to_string()),
    ];
    let partner = Configuration::new(UnitId::BdiCompressor, "fermi", &changes)
        .expect("a compressor has every mode and latency that a decompressor has");
    let options = Options::default();
    let [one, two] = [
        units::emit(&partner, &options)?,
        units::emit(configuration, &options)?,
    ];
    let depth = first + parameters.latency();
    let top = format!("{}_round_trip", two.top);
    let text = bdi::assertions::round_trip(&top, &one.top, &two.top, depth)
        .replace("IN_RESET\n", IN_RESET)
        .replace("RESET_EDGE", "")
        .replace("RESET", "reset");
    let mut modules = one.modules;
    for module in two.modules {
        if !modules.iter().any(|known| known.name == module.name) {
            modules.push(module);
        }
    }
    modules.push(Module {
        name: top.clone(),
        kind: top.clone(),
        source: top.clone(),
        file_name: format!("{top}.sv"),
        text: premises::covered(&text),
    });
    Ok(Together {
        modules,
        top,
        depth,
    })
}

/// Cycles of the compressor of Warped-Compression's Table 2.
const PAPER_LATENCY: usize = 2;
