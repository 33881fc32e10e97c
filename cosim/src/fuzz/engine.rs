//! The search itself: LibAFL's corpus, scheduler, power schedule, feedback and event managers
//! around a [`Runner`].

use super::mutate;
use super::runner::Runner;
use super::sequence::Sequence;
use super::session::Session;
use crate::lockstep::{Verdict, Watch};
use libafl::corpus::{Corpus, InMemoryCorpus};
use libafl::events::{
    EventConfig, EventFirer, EventReceiver, LlmpEventManagerBuilder, ProgressReporter, SendExiting,
};
use libafl::executors::{Executor, ExitKind, HasObservers};
use libafl::feedbacks::{Feedback, MaxMapFeedback, StateInitializer};
use libafl::inputs::Input;
use libafl::mutators::HavocScheduledMutator;
use libafl::observers::{CanTrack, ExplicitTracking, StdMapObserver};
use libafl::schedulers::powersched::PowerSchedule;
use libafl::schedulers::{IndexesLenTimeMinimizerScheduler, PowerQueueScheduler};
use libafl::stages::{CalibrationStage, StdPowerMutationalStage};
use libafl::state::{HasCorpus, StdState};
use libafl::{Error, Evaluator, Fuzzer, StdFuzzer};
use libafl_bolts::rands::StdRand;
use libafl_bolts::shmem::{ShMemProvider, StdShMemProvider};
use libafl_bolts::tuples::{tuple_list, RefIndexable};
use libafl_bolts::{HasLen, Named};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use surroundings::engine::EngineError;
use surroundings::prng::Prng;

/// The coverage of a run, as LibAFL sees it.
type Map = ExplicitTracking<StdMapObserver<'static, u8, false>, true, false>;
type Observers = (Map, ());
/// What LibAFL keeps between runs.
pub type State = StdState<InMemoryCorpus<Sequence>, Sequence, StdRand, InMemoryCorpus<Sequence>>;

impl Input for Sequence {}

impl HasLen for Sequence {
    fn len(&self) -> usize {
        self.cycles()
    }
}

/// Sequences of chance that an empty corpus starts from.
const FIRST: usize = 16;
/// Most mutations that come together, as a power of two.
const STACK: usize = 4;
/// How often a worker tells the broker how it goes.
const REPORT: Duration = Duration::from_secs(1);

/// What follows a search while it goes.
pub trait Follower {
    /// A sequence is kept.
    fn keep(&mut self, sequence: &Sequence) -> Result<(), EngineError>;
    /// Some runs have passed.
    fn show(&mut self, session: &Session);
}

/// Runs sequences for LibAFL.
struct Runs<'r, 'a, F> {
    runner: &'r mut Runner<'a>,
    session: Rc<RefCell<Session>>,
    /// Whether the last run is a finding that was not there yet.
    fresh: Rc<Cell<bool>>,
    observers: Observers,
    watch: &'r Watch,
    follower: Rc<RefCell<&'r mut F>>,
}

impl<F> HasObservers for Runs<'_, '_, F> {
    type Observers = Observers;

    fn observers(&self) -> RefIndexable<&Observers, Observers> {
        RefIndexable::from(&self.observers)
    }

    fn observers_mut(&mut self) -> RefIndexable<&mut Observers, Observers> {
        RefIndexable::from(&mut self.observers)
    }
}

impl<EM, S, Z, F: Follower> Executor<EM, Sequence, S, Z> for Runs<'_, '_, F> {
    fn run_target(
        &mut self,
        _: &mut Z,
        _: &mut S,
        _: &mut EM,
        input: &Sequence,
    ) -> Result<ExitKind, Error> {
        let mut session = self.session.borrow_mut();
        if session.is_over() || self.watch.stop.load(Ordering::Relaxed) {
            return Err(Error::shutting_down());
        }
        let verdict = match self.runner.run(input) {
            Ok(verdict) => verdict,
            Err(error) => {
                session.error = Some(error);
                return Err(Error::shutting_down());
            }
        };
        let failed = matches!(verdict, Verdict::Mismatch(_));
        let fresh = session.record(input, verdict, self.runner.cycles());
        self.fresh.set(fresh);
        self.follower.borrow_mut().show(&session);
        if failed && !fresh {
            // It shows nothing new, and what follows the mismatch is not to be trusted.
            return Ok(ExitKind::Ok);
        }
        session.cover(self.runner.map());
        let map: &mut [u8] = self.observers.0.as_mut();
        map.copy_from_slice(self.runner.map());
        Ok(if fresh { ExitKind::Crash } else { ExitKind::Ok })
    }
}

/// The objective: a finding that was not there yet.
struct Fresh {
    name: Cow<'static, str>,
    fresh: Rc<Cell<bool>>,
}

impl Named for Fresh {
    fn name(&self) -> &Cow<'static, str> {
        &self.name
    }
}

impl<S> StateInitializer<S> for Fresh {}

impl<EM, OT, S> Feedback<EM, Sequence, OT, S> for Fresh {
    fn is_interesting(
        &mut self,
        _: &mut S,
        _: &mut EM,
        _: &Sequence,
        _: &OT,
        exit_kind: &ExitKind,
    ) -> Result<bool, Error> {
        Ok(*exit_kind == ExitKind::Crash && self.fresh.get())
    }
}

fn engine_error(error: &Error) -> EngineError {
    EngineError::new(format!("the fuzzing engine: {error}"))
}

/// The event manager of a process that works for the broker at a port of this machine. Only
/// searches of the same unit share what their models count.
pub fn worker(port: u16, unit: &str) -> Result<impl Manager, EngineError> {
    let shared = StdShMemProvider::new().map_err(|error| engine_error(&error))?;
    LlmpEventManagerBuilder::new()
        .build_on_port(shared, port, EventConfig::from_name(unit))
        .map_err(|error| engine_error(&error))
}

/// What a search wants of an event manager.
pub trait Manager:
    EventFirer<Sequence, State> + ProgressReporter<State> + SendExiting + EventReceiver<Sequence, State>
{
}

impl<M> Manager for M where
    M: EventFirer<Sequence, State>
        + ProgressReporter<State>
        + SendExiting
        + EventReceiver<Sequence, State>
{
}

/// Searches until the budget is used up or the watch says stop.
pub fn search<EM, F>(
    mut manager: EM,
    runner: &mut Runner<'_>,
    session: Session,
    first: &[Sequence],
    watch: &Watch,
    follower: &mut F,
) -> Result<Session, EngineError>
where
    EM: Manager,
    F: Follower,
{
    let seed = session.budget().seed;
    let session = Rc::new(RefCell::new(session));
    let follower = Rc::new(RefCell::new(follower));
    let fresh = Rc::new(Cell::new(false));
    let result = {
        let observer = StdMapObserver::owned("coverage", vec![0u8; runner.map().len()]);
        let observer: Map = observer.track_indices();
        let mut feedback = MaxMapFeedback::new(&observer);
        let calibration = CalibrationStage::new(&feedback);
        let mut objective = Fresh {
            name: Cow::Borrowed("finding"),
            fresh: Rc::clone(&fresh),
        };
        let mut runs = Runs {
            runner,
            session: Rc::clone(&session),
            fresh,
            watch,
            follower: Rc::clone(&follower),
            observers: tuple_list!(observer),
        };
        let drive = || -> Result<(), Error> {
            let mut state = StdState::new(
                StdRand::with_seed(seed),
                InMemoryCorpus::new(),
                InMemoryCorpus::new(),
                &mut feedback,
                &mut objective,
            )?;
            let map = &runs.observers.0;
            let queue = PowerQueueScheduler::new(&mut state, map, PowerSchedule::fast());
            let scheduler = IndexesLenTimeMinimizerScheduler::new(map, queue);
            let mut fuzzer = StdFuzzer::new(scheduler, feedback, objective);
            let mutator = HavocScheduledMutator::with_max_stack_pow(mutate::all(), STACK);
            let mut stages = tuple_list!(calibration, StdPowerMutationalStage::new(mutator));

            let mut prng = Prng::new(seed);
            for sequence in first {
                fuzzer.evaluate_input(&mut state, &mut runs, &mut manager, sequence)?;
            }
            for _ in 0..FIRST {
                let sequence = mutate::fresh(&mut prng);
                fuzzer.evaluate_input(&mut state, &mut runs, &mut manager, &sequence)?;
            }
            while state.corpus().count() == 0 {
                // Every run so far was a finding.
                let sequence = mutate::fresh(&mut prng);
                fuzzer.evaluate_input(&mut state, &mut runs, &mut manager, &sequence)?;
            }
            let mut kept = 0;
            loop {
                manager.maybe_report_progress(&mut state, REPORT)?;
                let result = fuzzer.fuzz_one(&mut stages, &mut runs, &mut state, &mut manager);
                kept = keep(&state, kept, &session, &follower)?;
                result?;
            }
        };
        drive()
    };
    // Others may wait for word of this one.
    let _ = manager.send_exiting();
    let session = Rc::into_inner(session).map(RefCell::into_inner);
    let Some(mut session) = session else {
        return Err(EngineError::new("the fuzzing engine: a run has not ended"));
    };
    session.sample();
    match result {
        Ok(()) | Err(Error::ShuttingDown) => Ok(session),
        Err(error) if session.error.is_none() => {
            session.error = Some(engine_error(&error));
            Ok(session)
        }
        Err(_) => Ok(session),
    }
}

/// Hands over what was kept since the last time.
fn keep<F: Follower>(
    state: &State,
    kept: usize,
    session: &RefCell<Session>,
    follower: &RefCell<&mut F>,
) -> Result<usize, Error> {
    let corpus = state.corpus();
    let count = corpus.count();
    session.borrow_mut().corpus = count;
    for id in corpus.ids().skip(kept) {
        let sequence = corpus.cloned_input_for_id(id)?;
        let result = follower.borrow_mut().keep(&sequence);
        if let Err(error) = result {
            session.borrow_mut().error = Some(error);
            return Err(Error::shutting_down());
        }
    }
    Ok(count)
}
