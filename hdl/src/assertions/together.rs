//! Properties that proofs alone know: of two units together, with a module around both, or of a part of one.

use super::{premises, IN_RESET};
use crate::bdi;
use crate::emit::{EmitErrors, Module, Options};
use crate::regless;
use crate::units;
use spec::bdi::BdiParameters;
use spec::regless::{OsuBankParameters, ReglessParameters};
use spec::{AnyParameters, Configuration, UnitId};

/// Units, or a part of one, with a module that has properties of them.
#[derive(Clone, Debug)]
pub struct Together {
    /// The modules of the units, and then the one with the properties.
    pub modules: Vec<Module>,
    /// The one that has all others in it.
    pub top: String,
    /// Cycles until what goes in comes out.
    pub depth: usize,
}

/// Those of a unit's properties that its checker does not have.
///
/// # Errors
/// Those of emitting a unit.
pub fn together(configuration: &Configuration) -> Result<Vec<Together>, EmitErrors> {
    match configuration.parameters {
        AnyParameters::BdiDecompressor(parameters) => {
            Ok(vec![round_trip(configuration, parameters)?])
        }
        AnyParameters::OsuBank(parameters) => Ok(vec![lines(configuration, parameters)?]),
        AnyParameters::Regless(parameters) => Ok(vec![around_shards(configuration, parameters)?]),
        _ => Ok(vec![]),
    }
}

/// The lookup of a bank alone, whatever the bank asks of it: the bank's data are too many for a proof.
fn lines(
    configuration: &Configuration,
    parameters: OsuBankParameters,
) -> Result<Together, EmitErrors> {
    let design = units::emit(configuration, &Options::default())?;
    let count = parameters.lines();
    let unit = format!("osu_lines_l{count}");
    let top = format!("{unit}_properties");
    let mut modules = design.modules;
    modules.retain(|module| module.name == unit);
    let text = regless::assertions::osu_lines(&top, &unit, count);
    modules.push(checker(&top, &text));
    Ok(Together {
        modules,
        top: unit,
        depth: 0,
    })
}

/// What is around the shards, for all four are too much for a proof. Of a shard it knows what is proven of one.
fn around_shards(
    configuration: &Configuration,
    parameters: ReglessParameters,
) -> Result<Together, EmitErrors> {
    let design = units::emit(configuration, &Options::default())?;
    let inside = Some(regless::assertions::regless_inside());
    let checker = super::framed(&regless::assertions::regless(), &design, inside);
    let shard = Configuration {
        parameters: AnyParameters::ReglessShard(parameters),
        ..configuration.clone()
    };
    let shard = units::emit(&shard, &Options::default())?;
    let known = regless::assertions::regless_shard().replace("_A: assert", "_M: assume");
    let known = super::framed(&known, &shard, None);
    let mut modules = design.modules;
    if let Some(shard) = modules.iter_mut().find(|module| module.name == shard.top) {
        // Nothing drives its outputs.
        if let Some((ports, _)) = shard.text.split_once("\n);\n") {
            shard.text = format!("{ports}\n);\nendmodule\n");
        }
    }
    modules.extend([known, checker]);
    Ok(Together {
        modules,
        top: design.top,
        depth: 0,
    })
}

/// A module of assertions of which proofs alone know.
pub(super) fn checker(name: &str, text: &str) -> Module {
    let text = text
        .replace("IN_RESET\n", IN_RESET)
        .replace("RESET_EDGE", "")
        .replace("RESET", "reset");
    Module {
        name: name.to_owned(),
        kind: name.to_owned(),
        source: name.to_owned(),
        file_name: format!("{name}.sv"),
        text: premises::covered(&text),
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
    let text = bdi::assertions::round_trip(&top, &one.top, &two.top, depth);
    let mut modules = one.modules;
    for module in two.modules {
        if !modules.iter().any(|known| known.name == module.name) {
            modules.push(module);
        }
    }
    modules.push(checker(&top, &text));
    Ok(Together {
        modules,
        top,
        depth,
    })
}

/// Cycles of the compressor of Warped-Compression's Table 2.
const PAPER_LATENCY: usize = 2;
