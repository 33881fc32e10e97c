//! Constants of energy: files of `sm/energy/`, or a user's.

use crate::timing::Preset;
use serde::Deserialize;
use std::fmt;
use std::path::Path;

/// Powers with which a constant goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scaling {
    /// With the capacity of the memory.
    pub capacity: f64,
    /// With the feature size.
    pub technology: f64,
    /// With the voltage.
    pub voltage: f64,
}

/// Picojoules of an event, or milliwatts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Unit {
    /// Picojoules.
    #[serde(rename = "pJ")]
    Picojoules,
    /// Milliwatts.
    #[serde(rename = "mW")]
    Milliwatts,
}

/// What an event, or a moment, costs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constant {
    /// How much, at the capacity, feature size and voltage below.
    pub value: f64,
    /// Of what.
    pub unit: Unit,
    /// The capacity in bytes, of a memory.
    pub bytes: Option<f64>,
    /// The feature size.
    pub nm: f64,
    /// The voltage.
    pub volts: f64,
    /// How it goes with these.
    pub scaling: Scaling,
    /// Whose it is.
    pub source: String,
}

/// Where a multiprocessor stands.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technology {
    /// The feature size.
    pub nm: f64,
    /// The voltage.
    pub volts: f64,
}

impl Constant {
    /// Of what has no capacity.
    pub fn at(&self, technology: Technology) -> f64 {
        let Scaling {
            technology: with_size,
            voltage,
            ..
        } = self.scaling;
        let size = (technology.nm / self.nm).powf(with_size);
        self.value * size * (technology.volts / self.volts).powf(voltage)
    }

    /// Of a memory of so many bytes.
    pub fn of(&self, bytes: f64, technology: Technology) -> f64 {
        let ratio = bytes / self.bytes.unwrap_or(bytes);
        self.at(technology) * ratio.powf(self.scaling.capacity)
    }
}

/// What is charged for data that move.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wires {
    /// How far.
    pub millimetres: f64,
    /// The part of the wires that switch; the constant is of half of them.
    pub activity: f64,
    /// Whether banks that are read are charged.
    pub reads: bool,
    /// Whether banks that are written are.
    pub writes: bool,
}

impl Wires {
    /// Of what is read and written, what is charged.
    pub(super) fn charged(&self, reads: u64, writes: u64) -> f64 {
        let of = |is_charged: bool, moved: u64| if is_charged { moved as f64 } else { 0.0 };
        of(self.reads, reads) + of(self.writes, writes)
    }
}

/// The register file in the chip.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gpu {
    /// Its share of the chip's energy.
    pub register_file_share: f64,
    /// The share of leakage in the rest of the chip's.
    pub leakage_share: f64,
    /// Whose they are.
    pub source: String,
}

/// A value for each preset of the multiprocessor.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerPreset<T> {
    fermi: T,
    maxwell: T,
}

impl<T> PerPreset<T> {
    /// That of a preset.
    pub fn of(&self, preset: Preset) -> &T {
        match preset {
            // Barra's multiprocessor has Fermi's microarchitecture.
            Preset::Fermi | Preset::Barra => &self.fermi,
            Preset::Maxwell => &self.maxwell,
        }
    }
}

/// All constants.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// An access of a bank of the register file.
    pub bank_access: Constant,
    /// Its leakage.
    pub bank_leakage: Constant,
    /// 128 bits over a millimetre, half of them switching.
    pub wire: Constant,
    /// An activation of a compressor of Warped-Compression.
    pub compression: Constant,
    /// Its leakage.
    pub compressor_leakage: Constant,
    /// An activation of a decompressor.
    pub decompression: Constant,
    /// Its leakage.
    pub decompressor_leakage: Constant,
    /// The leakage of the power controller of a register.
    pub controller_leakage: Constant,
    /// The logic of an access of a staging unit's bank: tags and lists.
    pub staging_logic: Constant,
    /// The leakage of a shard of RegLess without its memories.
    pub staging_leakage: Constant,
    /// An operation of the pattern compressor.
    pub pattern_compression: Constant,
    /// A fetch of 8 bytes: a metadata word.
    pub instruction_fetch: Constant,
    /// A line of the L1.
    pub l1_access: Constant,
    /// A line of the L2.
    pub l2_access: Constant,
    /// A line of DRAM.
    pub dram_access: Constant,
    /// What an Affine Vector Cache adds to an access of the L1.
    pub avc_access: Constant,
}

/// A file of constants.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constants {
    /// Its name.
    pub name: String,
    /// Where the multiprocessors stand.
    pub technology: PerPreset<Technology>,
    /// Wires between banks and units.
    pub wires: Wires,
    /// The register file in the chip.
    pub gpu: PerPreset<Gpu>,
    /// The constants.
    pub constants: Table,
}

/// What comes along.
const SHIPPED: [(&str, &str); 2] = [
    ("paper", include_str!("../../energy/paper.toml")),
    ("netlist", include_str!("../../energy/netlist.toml")),
];

impl Constants {
    /// A shipped set by its name, or a file.
    pub fn named(name: &str) -> Result<Self, ConstantsError> {
        if let Some((_, text)) = SHIPPED.iter().find(|shipped| shipped.0 == name) {
            return Self::read(text, name);
        }
        let path = Path::new(name);
        let text = std::fs::read_to_string(path).map_err(|error| {
            let names: Vec<_> = SHIPPED.iter().map(|shipped| shipped.0).collect();
            ConstantsError(format!(
                "{name}: cannot be read: {error}; sets that come along: {}",
                names.join(", ")
            ))
        })?;
        Self::read(&text, name)
    }

    fn read(text: &str, name: &str) -> Result<Self, ConstantsError> {
        let wrong = |why: &dyn fmt::Display| ConstantsError(format!("{name}: {why}"));
        let constants: Self = toml::from_str(text).map_err(|error| wrong(&error))?;
        let shares = [Preset::Fermi, Preset::Maxwell].map(|preset| {
            let gpu = constants.gpu.of(preset);
            [gpu.register_file_share, gpu.leakage_share]
        });
        let is_share = |share: &f64| (0.0..=1.0).contains(share);
        if !shares.iter().flatten().all(is_share) || constants.gpu.fermi.register_file_share == 0.0
        {
            return Err(wrong(
                &"shares of the chip are from 0 to 1, the register file's above 0",
            ));
        }
        if !is_share(&constants.wires.activity) {
            return Err(wrong(&"wires.activity is from 0 to 1"));
        }
        Ok(constants)
    }
}

/// Why there are no such constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConstantsError(String);

impl fmt::Display for ConstantsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.trim_end())
    }
}

impl std::error::Error for ConstantsError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(name: &str) -> Constants {
        Constants::named(name).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_paper_s_are_table_3() {
        let paper = table("paper");
        let c = &paper.constants;
        let fermi = *paper.technology.of(Preset::Fermi);
        let values = [
            &c.wire,
            &c.compression,
            &c.compressor_leakage,
            &c.decompression,
            &c.decompressor_leakage,
        ];
        assert_eq!(
            values.map(|value| value.at(fermi)),
            [9.6, 23.0, 0.12, 21.0, 0.08]
        );
        assert_eq!(c.bank_access.of(4096.0, fermi), 7.0);
        assert_eq!(c.bank_leakage.of(4096.0, fermi), 5.8);
        // 128 wires of 300 fF/mm at 1 V, half of them switching, half a CV^2 each (6.1).
        let pj = 128.0 * 300e-15 * 0.5 * 0.5 * 1e12;
        assert!((c.wire.value - pj).abs() < 1e-9, "{pj}");
    }

    #[test]
    fn a_bank_of_half_the_size_leaks_half() {
        let paper = table("paper");
        let (c, fermi) = (&paper.constants, *paper.technology.of(Preset::Fermi));
        assert_eq!(c.bank_leakage.of(2048.0, fermi), 2.9);
        assert!((c.bank_access.of(1024.0, fermi) - 3.5).abs() < 1e-12);
        let maxwell = *paper.technology.of(Preset::Maxwell);
        let leakage = c.bank_leakage.of(2048.0, maxwell);
        assert!((leakage - 2.9 * 28.0 / 45.0).abs() < 1e-12, "{leakage}");
    }

    /// What is said to be of a netlist is what docs/synthesis.md has of it.
    #[test]
    fn the_netlist_s_are_those_of_the_page() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/synthesis.md");
        let page = std::fs::read_to_string(page).expect("it is readable");
        let mapped = page.split("## Mapped").nth(1).expect("there are netlists");
        let row = |unit: &str, preset: &str| {
            let start = format!("| `{unit}` | `{preset}` |");
            let line = mapped.lines().find(|line| line.starts_with(&start));
            let line = line.unwrap_or_else(|| panic!("no {unit} {preset}"));
            let cells: Vec<_> = line.split('|').map(str::trim).collect();
            let number = |cell: usize| cells[cell].parse::<f64>().expect("a number");
            // Milliwatts, and picojoules of an operation.
            (number(6) / 1000.0, number(10))
        };
        let netlist = table("netlist");
        let c = &netlist.constants;
        let near = |constant: &Constant, value: f64| {
            assert!(
                (constant.value - value).abs() < 1e-9,
                "{value}: {constant:?}"
            );
        };
        let (leakage, energy) = row("bdi_compressor", "fermi");
        near(&c.compressor_leakage, leakage);
        near(&c.compression, energy);
        let (leakage, energy) = row("bdi_decompressor", "fermi");
        near(&c.decompressor_leakage, leakage);
        near(&c.decompression, energy);
        near(&c.controller_leakage, row("power_controller", "fermi").0);
        near(
            &c.avc_access,
            row("avc_encoder", "fermi").1 + row("avc_decoder", "fermi").1,
        );
        let (bank, access) = row("osu_bank", "maxwell");
        let (compressor, compression) = row("pattern_compressor", "maxwell");
        near(&c.staging_logic, access);
        near(&c.pattern_compression, compression);
        near(
            &c.staging_leakage,
            8.0 * bank + row("capacity_manager", "maxwell").0 + compressor,
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let error = Constants::named("papr")
            .expect_err("no such set")
            .to_string();
        assert!(
            error.contains("sets that come along: paper, netlist"),
            "{error}"
        );
        let text = SHIPPED[0].1;
        for (change, to, said) in [
            ("activity = 0.5", "activity = 1.5", "from 0 to 1"),
            ("value = 7.0", "valu = 7.0", "valu"),
            ("unit = \"pJ\"", "unit = \"J\"", "unknown variant"),
            (
                "register_file_share = 0.15",
                "register_file_share = 0.0",
                "above 0",
            ),
        ] {
            let error = Constants::read(&text.replacen(change, to, 1), "mine").expect_err(said);
            assert!(error.to_string().contains(said), "{error}");
        }
    }
}
