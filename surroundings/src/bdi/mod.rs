//! Kits of `bdi_compressor` and `bdi_decompressor`.

use crate::engine::{Bench, Engine, FnBench};
use crate::generate::warp::{self, Shape, SHAPES};
use crate::generate::{Generator, Traffic, Transactions};
use crate::golden_engine::GoldenEngine;
use crate::interface::Interface;
use crate::kit::Kit;
use crate::oracle::{check, Oracle, Violation};
use crate::passage::Passage;
use crate::prng::Prng;
use golden::bdi::form::{bank_enable, from_bytes, stored_bytes, to_bytes};
use golden::bdi::{compress, decompress};
use spec::bdi::{
    BdiCompressor, BdiDecompressor, BdiParameters, CompressionRange, CompressorInputs,
    CompressorOutputs, DecompressorInputs, DecompressorOutputs, Mode, Modes,
};
use spec::warp::{WarpRegister, BANKS_PER_REGISTER, LANES, REGISTER_BYTES, REGISTER_INDEX_BITS};
use spec::Ports;

/// Verifies `bdi_compressor`.
pub struct CompressorKit(pub BdiParameters);

impl Kit for CompressorKit {
    fn golden(&self) -> Box<dyn Bench> {
        let parameters = self.0;
        Box::new(FnBench(move |_| {
            let model = golden::bdi::BdiCompressor::new(parameters);
            let engine = GoldenEngine::<BdiCompressor, _>::new(&parameters, model);
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator> {
        let transactions = CompressorTransactions {
            values: Values::default(),
            bypass: 0,
        };
        Box::new(Traffic::new(interface, transactions, seed))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        Some(Box::new(CompressorOracle {
            parameters: self.0,
            passage: Passage::new(self.0.latency()),
        }))
    }
}

/// Verifies `bdi_decompressor`.
pub struct DecompressorKit(pub BdiParameters);

impl Kit for DecompressorKit {
    fn golden(&self) -> Box<dyn Bench> {
        let parameters = self.0;
        Box::new(FnBench(move |_| {
            let model = golden::bdi::BdiDecompressor::new(parameters);
            let engine = GoldenEngine::<BdiDecompressor, _>::new(&parameters, model);
            Ok(Box::new(engine) as Box<dyn Engine>)
        }))
    }

    fn generator(&self, interface: &Interface, seed: u64) -> Box<dyn Generator> {
        let transactions = DecompressorTransactions {
            parameters: self.0,
            values: Values::default(),
            source: FormSource::Compressor,
        };
        Box::new(Traffic::new(interface, transactions, seed))
    }

    fn oracle(&self) -> Option<Box<dyn Oracle>> {
        Some(Box::new(DecompressorOracle {
            passage: Passage::new(self.0.latency()),
        }))
    }
}

/// Registers of one phase: of one shape, or of all of them.
#[derive(Default)]
struct Values {
    only: Option<Shape>,
    last: WarpRegister,
}

impl Values {
    fn begin_phase(&mut self, prng: &mut Prng) {
        self.only = prng.percent(40).then(|| prng.weighted(SHAPES));
    }

    fn next(&mut self, prng: &mut Prng) -> &WarpRegister {
        let shape = self.only.unwrap_or_else(|| prng.weighted(SHAPES));
        warp::register(prng, shape, &mut self.last);
        &self.last
    }
}

fn tag(prng: &mut Prng) -> u16 {
    prng.below(1 << REGISTER_INDEX_BITS) as u16
}

struct CompressorTransactions {
    values: Values,
    /// Chance of a divergent write in 100.
    bypass: u32,
}

impl Transactions for CompressorTransactions {
    fn begin_phase(&mut self, prng: &mut Prng) {
        self.values.begin_phase(prng);
        self.bypass = prng.pick(&[0, 0, 10, 10, 50, 90]);
    }

    fn transaction(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        CompressorInputs {
            valid: true,
            tag: tag(prng),
            bypass: prng.percent(self.bypass),
            data: *self.values.next(prng),
        }
        .pack(frame);
    }

    fn withdraw(&self, frame: &mut [u32]) {
        // `valid` is the first port.
        frame[0] = 0;
    }
}

/// Where the forms of a phase come from.
#[derive(Clone, Copy)]
enum FormSource {
    /// A compressor with the same modes, bytes outside the form 0 as it leaves them.
    Compressor,
    /// The same, with garbage outside the form.
    DirtyCompressor,
    /// Base and delta bytes at the edges of their ranges, garbage elsewhere.
    Edges,
    /// Any bytes under any range.
    Random,
}

const SOURCES: &[(u32, FormSource)] = &[
    (3, FormSource::Compressor),
    (3, FormSource::DirtyCompressor),
    (2, FormSource::Edges),
    (2, FormSource::Random),
];

struct DecompressorTransactions {
    parameters: BdiParameters,
    values: Values,
    source: FormSource,
}

impl DecompressorTransactions {
    /// A range that the unit knows.
    fn legal_range(&self, prng: &mut Prng) -> CompressionRange {
        let modes = self.parameters.modes();
        let count = modes.iter().count() as u32;
        let index = prng.below(count + 1) as usize;
        let mode = modes.iter().nth(index);
        mode.map_or(CompressionRange::Uncompressed, |mode| mode.range())
    }

    fn form(&mut self, prng: &mut Prng) -> (CompressionRange, WarpRegister) {
        let mut bytes = [0; REGISTER_BYTES];
        let range = match self.source {
            FormSource::Compressor | FormSource::DirtyCompressor => {
                let bypass = prng.percent(10);
                let stored = compress(self.parameters.modes(), bypass, self.values.next(prng));
                if matches!(self.source, FormSource::Compressor) {
                    return (stored.range, stored.banks);
                }
                bytes = to_bytes(&stored.banks);
                stored.range
            }
            FormSource::Edges => {
                let base = warp::base(prng);
                for byte in &mut bytes {
                    *byte = prng.pick(&[0x00, 0x01, 0x7f, 0x80, 0x81, 0xff]);
                }
                bytes[..4].copy_from_slice(&base.to_le_bytes());
                self.legal_range(prng)
            }
            FormSource::Random => {
                let mut banks = [0; LANES];
                prng.fill(&mut banks);
                return (self.legal_range(prng), banks);
            }
        };
        let mut garbage = [0; LANES];
        prng.fill(&mut garbage);
        let outside = stored_bytes(range)..;
        bytes[outside.clone()].copy_from_slice(&to_bytes(&garbage)[outside]);
        (range, from_bytes(&bytes))
    }
}

impl Transactions for DecompressorTransactions {
    fn begin_phase(&mut self, prng: &mut Prng) {
        self.values.begin_phase(prng);
        self.source = prng.weighted(SOURCES);
    }

    fn transaction(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        let (range, banks) = self.form(prng);
        DecompressorInputs {
            valid: true,
            tag: tag(prng),
            range,
            banks,
        }
        .pack(frame);
    }

    fn withdraw(&self, frame: &mut [u32]) {
        // `valid` is the first port.
        frame[0] = 0;
    }

    /// Without valid a range may also name a mode that the unit was built without.
    fn garbage(&mut self, prng: &mut Prng, frame: &mut [u32]) {
        let mut banks = [0; LANES];
        prng.fill(&mut banks);
        DecompressorInputs {
            valid: false,
            tag: tag(prng),
            range: prng.pick(&CompressionRange::ALL),
            banks,
        }
        .pack(frame);
    }
}

fn check_tag(came: u16, left: u16) -> Result<(), Violation> {
    if came == left {
        return Ok(());
    }
    let detail = format!("tag 0x{left:x} leaves where 0x{came:x} came");
    Err(Violation::new("LatencyIsExact", detail))
}

struct CompressorOracle {
    parameters: BdiParameters,
    passage: Passage<CompressorInputs>,
}

impl Oracle for CompressorOracle {
    fn reset(&mut self) {
        self.passage.clear();
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let inputs = CompressorInputs::unpack(inputs);
        let leaving = self.passage.cycle(inputs.valid.then_some(inputs));
        let outputs = CompressorOutputs::unpack(outputs);
        self.passage.check_valid(&leaving, outputs.valid)?;
        leaving.map_or(Ok(()), |inputs| self.check(&inputs, &outputs))
    }
}

impl CompressorOracle {
    fn check(
        &self,
        inputs: &CompressorInputs,
        outputs: &CompressorOutputs,
    ) -> Result<(), Violation> {
        let CompressorOutputs {
            range,
            bank_enable: enabled,
            ..
        } = *outputs;
        let modes = self.parameters.modes();
        check_tag(inputs.tag, outputs.tag)?;
        check(
            range.mode().is_none_or(|mode| modes.contains(mode)),
            "RangeIsEnabledMode",
            || format!("range {} with modes {modes}", range as u32),
        )?;
        check(enabled == bank_enable(range), "BankEnableIsLowMask", || {
            format!("bank_enable 0x{enabled:02x} with range {}", range as u32)
        })?;
        let words = LANES / BANKS_PER_REGISTER;
        for (bank, words) in outputs.banks.chunks_exact(words).enumerate() {
            check(
                enabled >> bank & 1 == 1 || words.iter().all(|&word| word == 0),
                "DisabledBanksAreZero",
                || format!("bank {bank} is not 0, with bank_enable 0x{enabled:02x}"),
            )?;
        }
        check(
            to_bytes(&outputs.banks)[stored_bytes(range)..]
                .iter()
                .all(|&byte| byte == 0),
            "UnfilledBytesAreZero",
            || format!("a byte behind the form of range {} is not 0", range as u32),
        )?;
        check(
            !inputs.bypass || range == CompressionRange::Uncompressed,
            "BypassIsUncompressed",
            || format!("range {} with bypass", range as u32),
        )?;
        let equal = inputs.data.iter().all(|&lane| lane == inputs.data[0]);
        let fewest = modes.iter().next().map(|mode| bank_enable(mode.range()));
        check(
            inputs.bypass || !equal || Some(enabled) == fewest,
            "EqualLanesTakeOneBank",
            || format!("all lanes are equal, bank_enable is 0x{enabled:02x}"),
        )?;
        let smallest = smallest(modes, inputs);
        check(range.mode() == smallest, "SmallestFormIsTaken", || {
            let smallest = smallest.map_or("none", Mode::name);
            format!(
                "range {}, and the smallest mode that fits is {smallest}",
                range as u32
            )
        })?;
        check(
            decompress(range, &outputs.banks) == inputs.data,
            "RoundTripIsIdentity",
            || "the stored form does not give the register back".to_owned(),
        )
    }
}

/// The smallest of these modes that a register fits, by section 3 of the paper.
fn smallest(modes: Modes, inputs: &CompressorInputs) -> Option<Mode> {
    let base = inputs.data[0];
    let fit = |mode: Mode| {
        let bits = [0, 8, 16][mode as usize];
        let mut deltas = inputs
            .data
            .iter()
            .map(|lane| i64::from(lane.wrapping_sub(base) as i32));
        deltas.all(|delta| {
            delta == 0 || bits > 0 && (-1 << (bits - 1)..1 << (bits - 1)).contains(&delta)
        })
    };
    modes.iter().find(|&mode| !inputs.bypass && fit(mode))
}

struct DecompressorOracle {
    passage: Passage<DecompressorInputs>,
}

impl Oracle for DecompressorOracle {
    fn reset(&mut self) {
        self.passage.clear();
    }

    fn observe(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), Violation> {
        let inputs = DecompressorInputs::unpack(inputs);
        let leaving = self.passage.cycle(inputs.valid.then_some(inputs));
        let outputs = DecompressorOutputs::unpack(outputs);
        self.passage.check_valid(&leaving, outputs.valid)?;
        let Some(inputs) = leaving else {
            return Ok(());
        };
        check_tag(inputs.tag, outputs.tag)?;
        check(outputs.data[0] == inputs.banks[0], "LaneZeroIsBase", || {
            format!("lane 0 is 0x{:08x}", outputs.data[0])
        })?;
        // A compressor that has just this mode gives the same form back, and 0 outside: so the
        // round trip is the identity, and nothing from outside the form came through.
        let form = match inputs.range.mode() {
            None => outputs.data,
            Some(mode) => compress(spec::bdi::Modes::only(mode), false, &outputs.data).banks,
        };
        let (stored, again) = (to_bytes(&inputs.banks), to_bytes(&form));
        let size = stored_bytes(inputs.range);
        check(
            stored[..size] == again[..size],
            "RoundTripIsIdentity",
            || "compressing the register does not give its form back".to_owned(),
        )
    }
}
