//! What the execution pipeline around the file is like in a phase.

use crate::generate::rhythm::{Beat, Flow};
use crate::generate::warp::{Shape, SHAPES};
use crate::prng::Prng;
use spec::regfile::{Counter, RegfileParameters, COUNTER_SELECT_BITS};

/// What a phase favours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Favour {
    /// Nothing: every mix may come.
    Anything,
    /// Few registers: hazards and clashes.
    Hot,
    /// Registers of one cluster: arbitration, and write stages that are in demand.
    OneCluster,
    /// Masks that are not full, the empty one among them.
    Divergence,
    /// Full writes of compressible values, and divergent writes right after them.
    MovStorm,
    /// Two instructions a cycle that never meet.
    FullSpeed,
    /// Releases, so that banks become empty, gate, and have to wake.
    Emptying,
    /// Exits that are rarely ready.
    BackPressure,
    /// Results that come all at once.
    Bursts,
    /// Nothing new: what is inside comes to an end, and the counters to rest.
    Drain,
}

const FAVOURS: &[(u32, Favour)] = &[
    (5, Favour::Anything),
    (4, Favour::Hot),
    (4, Favour::OneCluster),
    (3, Favour::Divergence),
    (4, Favour::MovStorm),
    (3, Favour::FullSpeed),
    (4, Favour::Emptying),
    (2, Favour::BackPressure),
    (3, Favour::Bursts),
    (3, Favour::Drain),
];

/// A phase. Chances are in percent.
pub struct Manner {
    pub favour: Favour,
    /// The registers that are named.
    pub pool: Vec<u16>,
    pub instructions: [Beat; 2],
    pub ready: [Beat; 2],
    pub results: [Beat; 2],
    pub source: u32,
    pub writes: u32,
    pub divergent: u32,
    /// Warps of fewer than 32 lanes.
    pub narrow: u32,
    /// The longest time from taking an instruction to its result, in cycles.
    pub latency: u32,
    pub release: u32,
    /// What was refused is presented again.
    pub patience: u32,
    /// Ports that are not valid carry noise.
    pub noisy: bool,
    pub shapes: &'static [(u32, Shape)],
    /// The counter to show; `None` sweeps all numbers.
    pub counter: Option<u8>,
}

const COMPRESSIBLE: &[(u32, Shape)] = &[(3, Shape::Equal), (2, Shape::Affine), (3, Shape::Cluster)];
const EQUAL: &[(u32, Shape)] = &[(1, Shape::Equal)];
const UNIFORM: &[(u32, Shape)] = &[(1, Shape::Uniform)];

impl Manner {
    /// Before the first phase: nothing happens.
    pub fn idle() -> Self {
        let idle = Beat::new(Flow::Idle);
        Self {
            favour: Favour::Drain,
            pool: vec![0],
            instructions: [idle; 2],
            ready: [idle; 2],
            results: [idle; 2],
            source: 0,
            writes: 0,
            divergent: 0,
            narrow: 0,
            latency: 1,
            release: 0,
            patience: 100,
            noisy: false,
            shapes: SHAPES,
            counter: None,
        }
    }

    /// Another phase, and its length in cycles.
    pub fn draw(parameters: &RegfileParameters, prng: &mut Prng) -> (Self, u32) {
        let favour = prng.weighted(FAVOURS);
        let often = |prng: &mut Prng| prng.weighted(&[(5, Flow::Full), (2, Flow::Bubbles(80))]);
        let mut manner = Self {
            favour,
            pool: pool(parameters, favour, prng),
            instructions: [(); 2].map(|()| Beat::new(Beat::draw(prng))),
            ready: [(); 2].map(|()| Beat::new(often(prng))),
            results: [(); 2].map(|()| Beat::new(often(prng))),
            source: prng.pick(&[10, 50, 70, 100]),
            writes: prng.pick(&[50, 90, 100]),
            divergent: prng.pick(&[0, 10, 50]),
            narrow: prng.pick(&[0, 0, 20, 100]),
            latency: prng.pick(&[1, 4, 20, 80]),
            release: prng.pick(&[0, 2, 30]),
            patience: prng.pick(&[50, 90, 100]),
            noisy: prng.percent(50),
            shapes: prng.pick(&[SHAPES, SHAPES, COMPRESSIBLE, EQUAL, UNIFORM]),
            counter: prng.percent(70).then(|| any_counter(prng)),
        };
        manner.favour(prng);
        let longest = if favour == Favour::Emptying {
            1600
        } else {
            700
        };
        (manner, prng.between(60, longest))
    }

    fn favour(&mut self, prng: &mut Prng) {
        match self.favour {
            Favour::Anything | Favour::Hot | Favour::OneCluster => {}
            Favour::Divergence => self.divergent = prng.pick(&[90, 100]),
            Favour::MovStorm => {
                self.shapes = COMPRESSIBLE;
                self.writes = 100;
                self.latency = prng.pick(&[1, 4]);
            }
            Favour::FullSpeed => {
                let full = [Beat::new(Flow::Full); 2];
                (self.instructions, self.ready, self.results) = (full, full, full);
                (self.divergent, self.release) = (0, 0);
                (self.latency, self.patience) = (1, 100);
            }
            Favour::Emptying => self.release = 100,
            Favour::BackPressure => {
                let flows = [
                    Flow::Bubbles(5),
                    Flow::Bursts { on: 2, off: 40 },
                    Flow::Full,
                ];
                self.ready = [(); 2].map(|()| Beat::new(prng.pick(&flows)));
            }
            Favour::Bursts => {
                let burst = Beat::new(Flow::Bursts { on: 12, off: 60 });
                self.results = [burst, burst];
                self.latency = prng.pick(&[1, 20]);
                // Registers that are not named yet are soon found: many results come together.
                (self.source, self.writes) = (prng.pick(&[0, 10]), 100);
                self.patience = 50;
            }
            Favour::Drain => {
                let full = [Beat::new(Flow::Full); 2];
                self.instructions = [Beat::new(Flow::Idle); 2];
                (self.ready, self.results) = (full, full);
                self.release = prng.pick(&[0, 100]);
            }
        }
    }
}

/// A counter that exists, or now and then any number.
fn any_counter(prng: &mut Prng) -> u8 {
    match prng.below(4) {
        0 => prng.below(1 << COUNTER_SELECT_BITS) as u8,
        _ => prng.pick(&Counter::ALL) as u8,
    }
}

/// Registers that a phase names.
fn pool(parameters: &RegfileParameters, favour: Favour, prng: &mut Prng) -> Vec<u16> {
    let registers = parameters.registers() as u32;
    let clusters = parameters.clusters() as u32;
    let size = match favour {
        Favour::Hot => prng.pick(&[1, 2, 3, 6]),
        Favour::MovStorm => prng.pick(&[2, 8, 20]),
        Favour::OneCluster => prng.pick(&[4, 16, 64]),
        Favour::Bursts => prng.pick(&[16, 64, 256]),
        _ => prng.pick(&[4, 16, 64, 256, 1024]),
    };
    let size = size.min(registers);
    if size == registers {
        return (0..registers as u16).collect();
    }
    let first = prng.below(registers);
    let step = match favour {
        Favour::OneCluster => clusters,
        _ => prng.pick(&[1, 1, clusters + 1]),
    };
    // The last register of all takes part now and then.
    let last = prng.percent(20).then_some(registers - 1);
    let pool = (0..size).map(|n| (first + n * step) % registers);
    pool.chain(last).map(|register| register as u16).collect()
}
