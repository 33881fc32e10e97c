//! What can be chosen for the register file.

use super::{Geometry, Moves};
use crate::bdi::{Mode, Modes, LATENCIES};
use crate::parameters::{find_setting, ParameterError, Parameters, Setting};
use std::ops::RangeInclusive;

/// Operand collectors that can be built: powers of two.
pub const COLLECTORS: [usize; 3] = [4, 8, 16];
/// Cycles that a bank can take to wake; 0 builds a file whose banks are never gated.
pub const WAKE_DELAYS: RangeInclusive<u16> = 0..=1023;

const GEOMETRY: Setting = Setting {
    key: "geometry",
    allowed: "banks x entries: 32x256 or 8x16",
};
const COLLECTORS_SETTING: Setting = Setting {
    key: "collectors",
    allowed: "4, 8 or 16",
};
const MODES: Setting = Setting {
    key: "modes",
    allowed: "none, or a comma-separated list of one or more of 4x0, 4x1, 4x2",
};
const COMPRESSION_LATENCY: Setting = Setting {
    key: "compression_latency",
    allowed: "1 to 8",
};
const DECOMPRESSION_LATENCY: Setting = Setting {
    key: "decompression_latency",
    allowed: "1 to 8",
};
const WAKE_DELAY: Setting = Setting {
    key: "wake_delay",
    allowed: "0 to 1023, where 0 builds no gates",
};
const FORWARDING: Setting = Setting {
    key: "forwarding",
    allowed: "on or off",
};
const MOVES: Setting = Setting {
    key: "moves",
    allowed: "file or instruction",
};
const SETTINGS: &[Setting] = &[
    GEOMETRY,
    COLLECTORS_SETTING,
    MODES,
    COMPRESSION_LATENCY,
    DECOMPRESSION_LATENCY,
    WAKE_DELAY,
    FORWARDING,
    MOVES,
];

/// What can be chosen for `regfile`. Only legal values can be constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegfileParameters {
    geometry: Geometry,
    collectors: usize,
    /// `None` builds neither compressors nor decompressors.
    modes: Option<Modes>,
    compression_latency: usize,
    decompression_latency: usize,
    wake_delay: u16,
    /// Results are read on their way to the banks.
    forwarding: bool,
    moves: Moves,
}

impl RegfileParameters {
    /// Table 2: 32 banks, all modes, 2 cycles to compress, 1 to decompress, 10 to wake; forwarding is ours, and that the file does MOVs by itself.
    pub const FERMI: Self = Self {
        geometry: Geometry::Fermi,
        collectors: 16,
        modes: Some(Modes::ALL),
        compression_latency: 2,
        decompression_latency: 1,
        wake_delay: 10,
        forwarding: true,
        moves: Moves::File,
    };

    /// The paper's file, in which a result is read from the banks alone.
    pub(crate) const UNFORWARDED: Self = Self {
        forwarding: false,
        ..Self::FERMI
    };

    /// Dummy MOVs go through the pipeline, as the paper's do (5.2, 6.1).
    pub(crate) const MOVED_BY_INSTRUCTION: Self = Self {
        moves: Moves::Instruction,
        ..Self::FERMI
    };

    /// The same file without compression and gating.
    pub(crate) const UNCOMPRESSED: Self = Self {
        modes: None,
        wake_delay: 0,
        forwarding: false,
        ..Self::FERMI
    };

    /// One cluster of 16 registers that wakes soon.
    pub(crate) const SMALL: Self = Self {
        geometry: Geometry::Small,
        collectors: 4,
        wake_delay: 3,
        ..Self::FERMI
    };

    /// Table 2 with one fixed choice.
    pub(crate) const fn of_one_mode(mode: Mode) -> Self {
        Self {
            modes: Some(Modes::only(mode)),
            ..Self::FERMI
        }
    }

    /// Banks and entries.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Clusters of eight banks.
    pub fn clusters(&self) -> usize {
        self.geometry.clusters()
    }

    /// Entries of a bank.
    pub fn entries(&self) -> usize {
        self.geometry.entries()
    }

    /// Banks of all clusters.
    pub fn banks(&self) -> usize {
        self.geometry.banks()
    }

    /// Warp registers.
    pub fn registers(&self) -> usize {
        self.geometry.registers()
    }

    /// Bits of a register's number; there are as many as a power of two.
    pub fn index_bits(&self) -> usize {
        self.registers().ilog2() as usize
    }

    /// Operand collectors, a power of two.
    pub fn collectors(&self) -> usize {
        self.collectors
    }

    /// The modes in which registers are compressed, if they are.
    pub fn modes(&self) -> Option<Modes> {
        self.modes
    }

    /// Cycles from a write-back port to its queue: 0 without compression.
    pub fn compression_latency(&self) -> usize {
        self.modes.map_or(0, |_| self.compression_latency)
    }

    /// Cycles from what was fetched to the collector: 0 without compression.
    pub fn decompression_latency(&self) -> usize {
        self.modes.map_or(0, |_| self.decompression_latency)
    }

    /// Cycles that a gated bank takes to wake; 0 when no bank is ever gated.
    pub fn wake_delay(&self) -> u16 {
        self.wake_delay
    }

    /// Whether banks are gated.
    pub fn gates(&self) -> bool {
        self.wake_delay != 0
    }

    /// Whether results are read on their way to the banks.
    pub fn forwards(&self) -> bool {
        self.forwarding
    }

    /// Who does MOVs, if the file compresses.
    pub fn moves(&self) -> Moves {
        self.moves
    }

    /// Whether clusters do MOVs by themselves.
    pub fn moves_by_itself(&self) -> bool {
        self.modes.is_some() && self.moves == Moves::File
    }

    /// Whether a MOV enters in the place of a divergent instruction that needs one.
    pub fn injects_movs(&self) -> bool {
        self.modes.is_some() && self.moves == Moves::Instruction
    }

    /// F: cycles from the acceptance of a result that is forwarded to the first instruction that reads it. The access,
    /// two cycles after that, finds it compressed in the queue of its port.
    pub fn forward_delay(&self) -> usize {
        self.compression_latency().max(2) - 1
    }

    /// Writes of a port that may be between its acceptance and the write stage: what keeps the
    /// port busy when every write finds its stage free.
    pub fn queue_depth(&self) -> usize {
        self.compression_latency() + 2
    }

    /// H: cycles of the longest stay in a write stage.
    fn longest_stay(&self) -> u64 {
        u64::from(self.wake_delay) + 2
    }

    /// Cycles from the acceptance of a result to its write, at most (docs/units/regfile.md, Bounds).
    pub fn write_bound(&self) -> u64 {
        let (compress, decompress) = (self.compression_latency(), self.decompression_latency());
        let turns = match self.moves_by_itself() {
            true => decompress as u64 + 3 + 7 * self.longest_stay(),
            false => 3 * self.longest_stay(),
        };
        let results = compress as u64 + 2;
        compress as u64 + 1 + turns * results + self.longest_stay()
    }

    /// Cycles from being the oldest to being offered, at most.
    pub fn offer_bound(&self) -> u64 {
        let decompress = self.decompression_latency() as u64;
        let requests = match self.moves_by_itself() {
            true => 12 + 2 * decompress + 4 * self.longest_stay(),
            false => 12 + 2 * decompress,
        };
        let older = if self.forwarding {
            self.write_bound()
        } else {
            0
        };
        requests + older
    }

    /// Of module names, such as `b32e256_c16_d012_l2_l1_w10_f`; `raw` stands for no compression, `f` for forwarding,
    /// `m` for MOVs that go through the pipeline.
    pub(super) fn suffix(&self) -> String {
        let codec = match self.modes {
            None => "raw".to_owned(),
            Some(modes) => {
                let deltas: String = modes.iter().map(|m| m.delta_bytes().to_string()).collect();
                let (to, from) = (self.compression_latency, self.decompression_latency);
                format!("d{deltas}_l{to}_l{from}")
            }
        };
        format!(
            "b{}e{}_c{}_{codec}_w{}{}{}",
            self.banks(),
            self.entries(),
            self.collectors,
            self.wake_delay,
            if self.forwarding { "_f" } else { "" },
            if self.injects_movs() { "_m" } else { "" }
        )
    }
}

impl Parameters for RegfileParameters {
    fn settings() -> &'static [Setting] {
        SETTINGS
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let setting = find_setting(SETTINGS, key)?;
        let refusal = || setting.refuse(value);
        let latency = || {
            let latency = value.parse().ok().filter(|n| LATENCIES.contains(n));
            latency.ok_or_else(refusal)
        };
        if setting.key == GEOMETRY.key {
            let named = |g: &Geometry| g.to_string() == value;
            self.geometry = Geometry::ALL.into_iter().find(named).ok_or_else(refusal)?;
        } else if setting.key == COLLECTORS_SETTING.key {
            let number = value.parse().ok().filter(|n| COLLECTORS.contains(n));
            self.collectors = number.ok_or_else(refusal)?;
        } else if setting.key == MODES.key {
            self.modes = match value {
                "none" => None,
                _ => Some(Modes::parse(value).ok_or_else(refusal)?),
            };
        } else if setting.key == COMPRESSION_LATENCY.key {
            self.compression_latency = latency()?;
        } else if setting.key == DECOMPRESSION_LATENCY.key {
            self.decompression_latency = latency()?;
        } else if setting.key == FORWARDING.key {
            self.forwarding = match value {
                "on" => true,
                "off" => false,
                _ => return Err(refusal()),
            };
        } else if setting.key == MOVES.key {
            let named = |moves: &Moves| moves.name() == value;
            self.moves = Moves::ALL.into_iter().find(named).ok_or_else(refusal)?;
        } else {
            let delay = value.parse().ok().filter(|n| WAKE_DELAYS.contains(n));
            self.wake_delay = delay.ok_or_else(refusal)?;
        }
        Ok(())
    }

    fn values(&self) -> Vec<(&'static str, String)> {
        let modes = self.modes.map_or("none".to_owned(), |m| m.to_string());
        vec![
            (GEOMETRY.key, self.geometry.to_string()),
            (COLLECTORS_SETTING.key, self.collectors.to_string()),
            (MODES.key, modes),
            (
                COMPRESSION_LATENCY.key,
                self.compression_latency.to_string(),
            ),
            (
                DECOMPRESSION_LATENCY.key,
                self.decompression_latency.to_string(),
            ),
            (WAKE_DELAY.key, self.wake_delay.to_string()),
            (
                FORWARDING.key,
                if self.forwarding { "on" } else { "off" }.to_owned(),
            ),
            (MOVES.key, self.moves.name().to_owned()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fermi_is_table_2() {
        let fermi = RegfileParameters::FERMI;
        assert_eq!(fermi.banks(), 32);
        assert_eq!(fermi.registers(), 1024);
        assert_eq!(fermi.banks() * fermi.entries() * 16, 128 << 10);
        assert_eq!(fermi.suffix(), "b32e256_c16_d012_l2_l1_w10_f");
        assert_eq!(
            RegfileParameters::UNCOMPRESSED.suffix(),
            "b32e256_c16_raw_w0"
        );
    }

    #[test]
    fn values_are_what_set_takes() {
        for preset in [
            RegfileParameters::UNCOMPRESSED,
            RegfileParameters::SMALL,
            RegfileParameters::MOVED_BY_INSTRUCTION,
        ] {
            let mut p = RegfileParameters::FERMI;
            for (key, value) in preset.values() {
                p.set(key, &value).unwrap();
            }
            assert_eq!(p, preset);
        }
    }

    #[test]
    fn refusals_say_what_is_allowed() {
        let mut p = RegfileParameters::FERMI;
        for (key, value) in [
            ("geometry", "32x255"),
            ("collectors", "5"),
            ("modes", ""),
            ("compression_latency", "0"),
            ("decompression_latency", "9"),
            ("wake_delay", "1024"),
            ("forwarding", "1"),
            ("moves", "pipeline"),
        ] {
            let error = p.set(key, value).unwrap_err().to_string();
            let start = format!("bad value '{value}' for parameter '{key}'; allowed: ");
            assert!(error.starts_with(&start), "{error}");
        }
        assert_eq!(p, RegfileParameters::FERMI);
    }
}
