//! `warploom list`: units, presets and ports, one line each.

use crate::failure::{Exit, Failure};
use crate::say;
use progress::text::table;
use serde::Serialize;
use spec::{Compare, Port, Preset, UnitId, PRESETS};

/// Lists units, presets and ports
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: warploom list --json | python3 -m json.tool")]
pub struct Args {
    /// Print one JSON document
    #[arg(long)]
    json: bool,
}

/// Version of the document that `--json` prints; docs/formats.md describes it.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Listing {
    format: u32,
    units: Vec<UnitEntry>,
}

#[derive(Serialize)]
struct UnitEntry {
    name: &'static str,
    family: &'static str,
    summary: &'static str,
    settings: Vec<SettingEntry>,
    presets: Vec<PresetEntry>,
    inputs: Vec<PortEntry>,
    outputs: Vec<PortEntry>,
}

#[derive(Serialize)]
struct SettingEntry {
    key: &'static str,
    allowed: &'static str,
}

#[derive(Serialize)]
struct PresetEntry {
    name: &'static str,
    module: String,
    parameters: Vec<(&'static str, String)>,
    source: &'static str,
}

#[derive(Serialize)]
struct PortEntry {
    name: String,
    width: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    compared_when: Option<String>,
    meaning: String,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.json {
        let units = UnitId::ALL.iter().map(|&unit| entry(unit)).collect();
        let listing = Listing {
            format: FORMAT,
            units,
        };
        say!("{}", serde_json::to_string_pretty(&listing)?);
    } else {
        print_text();
    }
    Ok(Exit::Fine)
}

fn print_text() {
    let units: Vec<_> = UnitId::ALL
        .iter()
        .map(|u| vec![u.name().into(), u.stem().into(), u.summary().into()])
        .collect();
    print_section(&["UNIT", "FAMILY", "DOES"], &units);
    let presets: Vec<_> = PRESETS
        .iter()
        .map(|p| {
            let parameters = p.parameters.values();
            let parameters = parameters.iter().map(|(k, v)| format!("{k}={v}"));
            let parameters = parameters.collect::<Vec<_>>().join(" ");
            vec![
                p.unit.to_string(),
                p.name.into(),
                parameters,
                p.source.into(),
            ]
        })
        .collect();
    say!("");
    print_section(&["UNIT", "PRESET", "PARAMETERS", "FROM"], &presets);
    let mut ports = Vec::new();
    for preset in UnitId::ALL.iter().filter_map(|u| u.presets().next()) {
        ports.extend(port_rows(preset));
    }
    say!("");
    print_section(&["UNIT", "PORT", "DIRECTION", "WIDTH", "MEANS"], &ports);
}

fn port_rows(preset: &Preset) -> Vec<Vec<String>> {
    let row = |port: &Port, direction: &str| {
        let width = port.width.to_string();
        let unit = preset.unit.to_string();
        vec![
            unit,
            port.name.clone(),
            direction.into(),
            width,
            port.meaning.clone(),
        ]
    };
    let inputs = preset.parameters.inputs();
    let outputs = preset.parameters.outputs();
    let inputs = inputs.iter().map(|p| row(p, "in"));
    inputs
        .chain(outputs.iter().map(|p| row(p, "out")))
        .collect()
}

fn print_section(header: &[&str], rows: &[Vec<String>]) {
    for line in table(header, rows) {
        say!("{line}");
    }
}

fn entry(unit: UnitId) -> UnitEntry {
    let parameters = unit.presets().next().map(|p| p.parameters);
    UnitEntry {
        name: unit.name(),
        family: unit.stem(),
        summary: unit.summary(),
        settings: unit
            .settings()
            .iter()
            .map(|s| SettingEntry {
                key: s.key,
                allowed: s.allowed,
            })
            .collect(),
        presets: unit
            .presets()
            .map(|p| PresetEntry {
                name: p.name,
                module: p.parameters.module_name(),
                parameters: p.parameters.values(),
                source: p.source,
            })
            .collect(),
        inputs: parameters.map_or_else(Vec::new, |p| {
            p.inputs().into_iter().map(port_entry).collect()
        }),
        outputs: parameters.map_or_else(Vec::new, |p| {
            p.outputs().into_iter().map(port_entry).collect()
        }),
    }
}

fn port_entry(port: Port) -> PortEntry {
    PortEntry {
        name: port.name,
        width: port.width,
        compared_when: match port.compare {
            Compare::Always => None,
            Compare::When(valid) => Some(valid),
        },
        meaning: port.meaning,
    }
}
