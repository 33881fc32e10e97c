//! From a unit's parameters to its hardware.

use crate::avc;
use crate::bdi;
use crate::emit::edit::{Mutation, MutationErrors};
use crate::emit::{self, Contract, Design, EmitErrors, Options, Provenance};
use crate::engine::AnyUnit;
use crate::regfile;
use crate::regless;
use crate::slumber;
use spec::ports::Compare;
use spec::{AnyParameters, Configuration, UnitId};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The hardware of a unit.
pub fn build(parameters: &AnyParameters) -> Box<dyn AnyUnit> {
    match *parameters {
        AnyParameters::BdiCompressor(parameters) => bdi::compressor(parameters),
        AnyParameters::BdiDecompressor(parameters) => bdi::decompressor(parameters),
        AnyParameters::AvcEncoder(parameters) => avc::encoder(parameters),
        AnyParameters::AvcDecoder(parameters) => avc::decoder(parameters),
        AnyParameters::PowerController(parameters) => slumber::power_controller(parameters),
        AnyParameters::PowerArray(parameters) => slumber::power_array(parameters),
        AnyParameters::FetchUnitList(parameters) => slumber::fetch_unit_list(parameters),
        AnyParameters::SlumberControl(parameters) => slumber::slumber_control(parameters),
        AnyParameters::SlumberTop(parameters) => slumber::slumber_top(parameters),
        AnyParameters::MshrTracker(parameters) => slumber::mshr_tracker(parameters),
        AnyParameters::BankGate(parameters) => regfile::bank_gate(parameters),
        AnyParameters::AvcCache(parameters) => avc::cache(parameters),
        AnyParameters::Regfile(parameters) => regfile::regfile(parameters),
        AnyParameters::OsuBank(parameters) => regless::osu_bank(parameters),
        AnyParameters::PatternCompressor(parameters) => regless::pattern_compressor(parameters),
        AnyParameters::MetadataDecoder(parameters) => regless::metadata_decoder(parameters),
        AnyParameters::CapacityManager(parameters) => regless::capacity_manager(parameters),
        AnyParameters::Osu(parameters) => regless::osu(parameters),
        AnyParameters::ReglessL1Arbiter(parameters) => regless::regless_l1_arbiter(parameters),
        AnyParameters::ReglessShard(parameters) => regless::regless_shard(parameters),
        AnyParameters::Regless(parameters) => regless::regless(parameters),
    }
}

/// The Verilog of a configuration.
pub fn emit(configuration: &Configuration, options: &Options) -> Result<Design, EmitErrors> {
    let provenance = provenance(configuration, options);
    let hardware = build(&configuration.parameters);
    emit::emit(hardware.block(), &provenance, options)
}

/// The same with all these mutations in it, of which the input [`emit::edit::SELECT`] chooses one.
pub fn emit_mutations(
    configuration: &Configuration,
    options: &Options,
    mutations: &[Mutation],
) -> Result<Design, MutationErrors> {
    let provenance = provenance(configuration, options);
    let hardware = build(&configuration.parameters);
    emit::emit_mutations(hardware.block(), &provenance, options, mutations)
}

/// Every mutation of a configuration's own blocks: those that no smaller unit inside it has.
///
/// # Errors
/// Those of [`emit`].
pub fn mutations(configuration: &Configuration) -> Result<Vec<Mutation>, EmitErrors> {
    let options = Options::default();
    let hardware = build(&configuration.parameters);
    let top = configuration.parameters.module_name();
    let mut others = BTreeSet::new();
    let design = emit(configuration, &options)?;
    for &unit in UnitId::ALL {
        let Some(preset) = unit.presets().next() else {
            continue;
        };
        let inside = emit(&Configuration::of_preset(preset), &options)?;
        let kinds = |design: &Design| -> BTreeSet<String> {
            design
                .modules
                .iter()
                .map(|module| module.kind.clone())
                .collect()
        };
        let smaller = inside.modules.last().map(|module| module.kind.clone());
        let own = design.modules.iter().filter(|module| module.name != top);
        if own
            .map(|module| &module.kind)
            .any(|kind| Some(kind) == smaller.as_ref())
        {
            others.extend(kinds(&inside));
        }
    }
    let is_other = |name: &str| {
        let module = design.modules.iter().find(|module| module.name == name);
        module.is_some_and(|module| others.contains(&module.kind))
    };
    let unit = configuration.unit().to_string();
    emit::mutations(hardware.block(), &unit, &options, &|name| !is_other(name))
}

fn provenance(configuration: &Configuration, options: &Options) -> Provenance {
    Provenance {
        unit: configuration.unit().to_string(),
        preset: configuration.label(),
        command: command(configuration, options),
        contracts: CONTRACTS.clone(),
    }
}

/// What the units' contracts say of ports.
static CONTRACTS: LazyLock<Vec<Contract>> = LazyLock::new(|| {
    let meaning = |port: spec::ports::Port| {
        let meaning = match port.compare {
            Compare::Always => port.meaning.to_owned(),
            Compare::When(valid) => format!("{} Defined while `{valid}` is 1.", port.meaning),
        };
        (port.name.to_owned(), meaning)
    };
    let contract = |preset: &spec::Preset| -> Contract {
        let ports = preset.parameters.inputs().into_iter();
        ports
            .chain(preset.parameters.outputs())
            .map(meaning)
            .collect()
    };
    // Of a unit whose parameters say which ports it has there are several.
    let mut contracts: Vec<Contract> = Vec::new();
    for preset in UnitId::ALL.iter().flat_map(|unit| unit.presets()) {
        let contract = contract(preset);
        if !contracts.contains(&contract) {
            contracts.push(contract);
        }
    }
    contracts
});

/// The command that gives this Verilog: without an output path, so that it does not tell where it
/// ran.
fn command(configuration: &Configuration, options: &Options) -> String {
    let mut words = format!(
        "warploom emit --unit {} --preset {}",
        configuration.unit(),
        configuration.preset
    );
    for (key, value) in &configuration.changes {
        words += &format!(" --set {key}={value}");
    }
    let defaults = Options::default();
    if options.dialect != defaults.dialect {
        words += &format!(" --dialect {}", options.dialect);
    }
    if options.reset != defaults.reset {
        words += &format!(" --reset {}", options.reset);
    }
    if let Some(prefix) = &options.prefix {
        words += &format!(" --prefix {prefix}");
    }
    words
}
