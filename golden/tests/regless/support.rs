//! Presets and plays that the tests share.

use golden::regless::{Regless, ReglessShard};
use spec::regless::ReglessParameters;
use spec::{OutOfContract, UnitFault, UnitModel};
use std::fmt;
use surroundings::regless::play::{Manner, ReglessAround, ShardAround, Violation};

/// Parameters of every capacity that the tests play.
pub const CAPACITIES: [(usize, usize); 9] = [
    (16, 16),
    (12, 12),
    (8, 16),
    (6, 3),
    (4, 16),
    (2, 2),
    // Without a compressor.
    (4, 0),
    (32, 16),
    (64, 16),
];

/// Parameters that can be built.
pub fn parameters((lines, cache_lines): (usize, usize)) -> ReglessParameters {
    ReglessParameters::new(lines, cache_lines, 4).expect("a legal capacity")
}

/// How a play ended.
pub enum End {
    /// After all cycles.
    Done,
    /// The model refused.
    OutOfContract(OutOfContract),
    /// A claim does not hold.
    Violation(Violation),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Done => f.write_str("done"),
            End::OutOfContract(refused) => refused.fmt(f),
            End::Violation(violation) => write!(f, "{}: {}", violation.property, violation.detail),
        }
    }
}

/// Plays a shard, with a reset now and then if asked.
pub fn play_shard(
    model: &mut ReglessShard,
    around: &mut ShardAround,
    cycles: usize,
    mut each: impl FnMut(&ReglessShard),
) -> End {
    for _ in 0..cycles {
        let inputs = around.inputs();
        match model.cycle(&inputs) {
            Err(UnitFault::OutOfContract(refused)) => return End::OutOfContract(refused),
            Err(fault) => panic!("{fault}"),
            Ok(outputs) => {
                if let Err(violation) = around.observe(&inputs, &outputs) {
                    return End::Violation(violation);
                }
            }
        }
        each(model);
    }
    End::Done
}

/// Plays all shards.
pub fn play_regless(model: &mut Regless, around: &mut ReglessAround, cycles: usize) -> End {
    for _ in 0..cycles {
        let inputs = around.inputs();
        match model.cycle(&inputs) {
            Err(UnitFault::OutOfContract(refused)) => return End::OutOfContract(refused),
            Err(fault) => panic!("{fault}"),
            Ok(outputs) => {
                if let Err(violation) = around.observe(&inputs, &outputs) {
                    return End::Violation(violation);
                }
            }
        }
    }
    End::Done
}

/// A manner of a seed.
pub fn manner(seed: u64) -> Manner {
    Manner::random(&mut surroundings::random::Random::new(seed))
}

/// Asserts that a play came to its end.
pub fn assert_done(end: End, what: &str) {
    assert!(matches!(end, End::Done), "{what}: {end}");
}
