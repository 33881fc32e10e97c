//! A run on a multiprocessor, held against functional execution.

use super::machine::{Functional, Timed};
use super::{HostError, Options, Outcome, Session};
use crate::exec::Statistics;
use crate::ir::{Atomic, Kernel, Op, Operand};
use crate::timing::{Counts, Multiprocessor};
use std::time::{Duration, Instant};

/// What a timed run left.
#[derive(Clone, Debug)]
pub struct TimedOutcome {
    /// Checks and buffers.
    pub outcome: Outcome,
    /// What every run prints.
    pub statistics: Statistics,
    /// What timing counted.
    pub counts: Counts,
    /// Memory is not what functional execution leaves, and may be so: the kernel has atomics whose
    /// order shows (docs/sm/pipeline.md), and this is the first byte.
    pub order_shows: Option<String>,
}

/// Whether the order of a kernel's atomics can show in memory: additions of floats round
/// differently, exchanges keep the last, and an old value that is read may steer anything.
fn order_matters(kernel: &Kernel) -> bool {
    let is_read = |register| {
        let named = |operand: &Operand| matches!(operand, Operand::Reg(r) | Operand::Not(r) if *r == register);
        kernel.code.iter().any(|i| i.operands().iter().any(named))
    };
    kernel.code.iter().any(|i| match i.op {
        Op::Atom(atomic, access) => {
            let rounds = atomic == Atomic::Add && access.ty.is_float();
            let keeps = matches!(atomic, Atomic::Exch | Atomic::Cas);
            rounds || keeps || i.results().any(is_read)
        }
        _ => false,
    })
}

impl Session {
    /// Runs all phases on a multiprocessor, checks nothing, and says how long it took and how many
    /// warp instructions were issued.
    pub fn time_timed(
        &self,
        multiprocessor: &mut Multiprocessor,
    ) -> Result<(Duration, u64), HostError> {
        let options = Options {
            physical: true,
            max_registers: None,
        };
        let start = Instant::now();
        let mut machine = Timed {
            multiprocessor,
            statistics: &mut Statistics::default(),
        };
        self.execute(options, &mut machine, None)?;
        Ok((start.elapsed(), multiprocessor.counts().issued))
    }

    /// What cannot be run, in the descriptor's name.
    pub fn refused(&self, reason: &str) -> HostError {
        self.inconsistent(reason.into())
    }

    /// Runs all phases on a multiprocessor and checks, also that memory is what functional
    /// execution over the same registers leaves.
    pub fn run_timed(
        &self,
        options: Options,
        multiprocessor: &mut Multiprocessor,
    ) -> Result<TimedOutcome, HostError> {
        let options = Options {
            physical: true,
            ..options
        };
        let mut statistics = Statistics::default();
        let mut machine = Timed {
            multiprocessor,
            statistics: &mut statistics,
        };
        let timed = self.execute(options, &mut machine, self.print())?;
        let plain = self.execute(options, &mut Functional(&mut Statistics::default()), None)?;
        let difference = timed.memory().difference(plain.memory());
        multiprocessor.finish();
        let counts = multiprocessor.counts();
        let launched = self.descriptor().phases.iter().flat_map(|p| &p.launches);
        let mut kernels = launched.filter_map(|launch| self.kernel(&launch.entry));
        let order_shows = match difference {
            Some(first) if !kernels.any(order_matters) => {
                return Err(HostError::AnotherMemory {
                    descriptor: self.path().to_owned(),
                    first,
                });
            }
            other => other,
        };
        let outcome = timed.finish().map_err(|p| self.inconsistent(p))?;
        Ok(TimedOutcome {
            outcome,
            statistics,
            counts,
            order_shows,
        })
    }
}
