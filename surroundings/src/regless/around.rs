//! The golden crate's surroundings and watchers of RegLess's units in the harness.

use crate::closed::Watcher;
use crate::generate::closed_loop::Surroundings;
use crate::oracle::Violation;
use crate::prng::Prng;
use crate::regless::play::{
    self, ArbiterWatch, Around, BankWatch, CompressorWatch, DecoderWatch, ManagerWatch, OsuWatch,
    ReglessWatch, ShardWatch,
};
use spec::Unit;

/// Surroundings that begin with the seed that the harness draws for them.
pub struct Played<A, F> {
    make: F,
    around: Option<A>,
}

impl<A, F: Fn(u64) -> A> Played<A, F> {
    /// Surroundings that `make` makes from a seed.
    pub fn new(make: F) -> Self {
        Self { make, around: None }
    }

    fn around(&mut self, prng: &mut Prng) -> &mut A {
        let make = &self.make;
        self.around.get_or_insert_with(|| make(prng.next_u64()))
    }
}

impl<U, A, F> Surroundings<U> for Played<A, F>
where
    U: Unit,
    U::Inputs: Default,
    A: Around<U>,
    F: Fn(u64) -> A,
{
    fn begin_phase(&mut self, prng: &mut Prng) -> u32 {
        self.around(prng).change();
        prng.between(100, 2_000)
    }

    fn inputs(&mut self, prng: &mut Prng) -> U::Inputs {
        self.around(prng).inputs()
    }

    fn quiet(&self) -> U::Inputs {
        U::Inputs::default()
    }

    fn observe(&mut self, inputs: &U::Inputs, outputs: &U::Outputs, prng: &mut Prng) {
        // What the play itself finds wrong with the golden model, the watcher finds too.
        let _seen_by_the_watcher = self.around(prng).observe(inputs, outputs);
    }

    fn reset(&mut self, prng: &mut Prng) {
        self.around(prng).reset();
    }

    fn wants_reset(&self) -> bool {
        self.around.as_ref().is_some_and(Around::wants_reset)
    }
}

/// A watcher of the golden crate.
pub struct Watching<W>(pub W);

fn named(violation: play::Violation) -> Violation {
    Violation::new(violation.property, violation.detail)
}

macro_rules! watchers {
    ($($unit:ident: $watch:ident),* $(,)?) => {$(
        impl Watcher<spec::regless::$unit> for Watching<$watch> {
            fn reset(&mut self) {
                self.0.reset();
            }

            fn observe(
                &mut self,
                inputs: &<spec::regless::$unit as Unit>::Inputs,
                outputs: &<spec::regless::$unit as Unit>::Outputs,
            ) -> Result<(), Violation> {
                self.0.observe(inputs, outputs).map_err(named)
            }
        }
    )*};
}

watchers! {
    OsuBank: BankWatch,
    PatternCompressor: CompressorWatch,
    MetadataDecoder: DecoderWatch,
    CapacityManager: ManagerWatch,
    Osu: OsuWatch,
    ReglessL1Arbiter: ArbiterWatch,
    ReglessShard: ShardWatch,
    Regless: ReglessWatch,
}
