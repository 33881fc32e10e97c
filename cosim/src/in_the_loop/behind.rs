//! An engine that follows its golden model on a thread of its own, some cycles behind.
//!
//! What the multiprocessor does next depends on the golden model alone, as long as the two agree. So the
//! engine gets its cycles in batches and compares what it gives with what was expected. A difference comes
//! to light late, when what surrounds the unit has gone on: it says that there is one, and where it lies a
//! run in which the two go side by side has to find.

use spec::{Ports, Unit, UnitFault, UnitModel};
use std::any::Any;
use std::sync::mpsc::{sync_channel, Receiver, SyncSender};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use surroundings::engine::{Bench, Engine, Halt};
use surroundings::interface::Interface;

/// Cycles of a batch.
const BATCH: usize = 64;
/// Batches that may wait.
const WAITING: usize = 4;

/// What has gone in, and what the golden model gave.
#[derive(Default)]
struct Batch {
    rows: Vec<u32>,
    expected: Vec<u32>,
    cycles: usize,
}

/// What the thread has found: one line, or nothing.
pub(super) type Late = Arc<OnceLock<String>>;

/// See the module.
pub(super) struct Behind<M> {
    golden: M,
    interface: Interface,
    batch: Batch,
    batches: Option<SyncSender<Batch>>,
    empty: Receiver<Batch>,
    late: Late,
    thread: Option<JoinHandle<()>>,
}

impl<M> Behind<M> {
    /// A golden model, and an engine of the bench that will follow it.
    pub fn new(golden: M, interface: Interface, bench: Arc<dyn Bench>, seed: u64) -> Self {
        let (batches, to_do) = sync_channel(WAITING);
        let (done, empty) = sync_channel(WAITING);
        let late = Late::default();
        let (of_thread, found) = (interface.clone(), Arc::clone(&late));
        // An engine stays where it was begun.
        let thread = std::thread::spawn(move || {
            let follows = bench.start(seed).map_err(|error| error.message);
            let said = follows.and_then(|engine| follow(engine, &of_thread, &to_do, &done));
            if let Err(said) = said {
                let _ = found.set(said);
            }
        });
        Self {
            golden,
            interface,
            batch: Batch::default(),
            batches: Some(batches),
            empty,
            late,
            thread: Some(thread),
        }
    }

    /// Where it is said what was found.
    pub fn late(&self) -> Late {
        Arc::clone(&self.late)
    }

    /// A cycle for the engine; `None` one of reset.
    fn push<I: Ports, O: Ports>(&mut self, cycle: Option<(&I, &O)>) {
        let (row, frame) = (self.interface.row_words(), self.interface.output_words());
        let Batch {
            rows,
            expected,
            cycles,
        } = &mut self.batch;
        let (at, of) = (*cycles * row, *cycles * frame);
        rows.resize(at + row, 0);
        expected.resize(of + frame, 0);
        rows[at] = u32::from(cycle.is_none());
        if let Some((inputs, outputs)) = cycle {
            inputs.pack(&mut rows[at + 1..]);
            outputs.pack(&mut expected[of..]);
        }
        *cycles += 1;
        if *cycles == BATCH {
            self.send();
        }
    }

    fn send(&mut self) {
        let mut next = self.empty.try_recv().unwrap_or_default();
        next.rows.clear();
        next.expected.clear();
        next.cycles = 0;
        let full = std::mem::replace(&mut self.batch, next);
        // Nobody takes it once something was found.
        let _ = self.batches.as_ref().map(|batches| batches.send(full));
    }
}

/// Runs what comes; says what is wrong with it.
fn follow(
    mut engine: Box<dyn Engine>,
    interface: &Interface,
    to_do: &Receiver<Batch>,
    done: &SyncSender<Batch>,
) -> Result<(), String> {
    let (row, frame) = (interface.row_words(), interface.output_words());
    let mut frames = vec![];
    let mut since_reset = 0_u64;
    while let Ok(batch) = to_do.recv() {
        frames.resize(batch.cycles * frame, 0);
        let ran = engine.run(&batch.rows, &mut frames[..batch.cycles * frame]);
        ran.map_err(|halt| match halt {
            Halt::OutOfContract { reason, .. } => reason,
            Halt::Failed(error) => error.message,
        })?;
        let outputs = batch
            .expected
            .chunks_exact(frame)
            .zip(frames.chunks_exact(frame));
        for (inputs, (expected, actual)) in batch.rows.chunks_exact(row).zip(outputs) {
            if inputs[0] == 1 {
                since_reset = 0;
                continue;
            }
            since_reset += 1;
            if !interface.agree(expected, actual) {
                let first = interface.first_difference(expected, actual);
                let port = first.map_or("no port", |slot| slot.port.name.as_str());
                return Err(format!(
                    "{port} differs in cycle {since_reset} since the unit's reset"
                ));
            }
        }
        // An empty batch more or less is no loss.
        let _ = done.try_send(batch);
    }
    Ok(())
}

impl<U: Unit, M: UnitModel<U>> UnitModel<U> for Behind<M> {
    fn reset(&mut self) {
        self.golden.reset();
        self.push::<U::Inputs, U::Outputs>(None);
    }

    fn cycle(&mut self, inputs: &U::Inputs) -> Result<U::Outputs, UnitFault<U::Outputs>> {
        if let Some(said) = self.late.get() {
            return Err(UnitFault::Failed(said.clone()));
        }
        let outputs = self.golden.cycle(inputs)?;
        self.push(Some((inputs, &outputs)));
        Ok(outputs)
    }

    fn inside(&self) -> Option<&dyn Any> {
        self.golden.inside()
    }

    fn quiescent_until(&self) -> u64 {
        self.golden.quiescent_until()
    }
}

impl<M> Drop for Behind<M> {
    /// The last cycles are compared too.
    fn drop(&mut self) {
        self.send();
        self.batches = None;
        if let Some(thread) = self.thread.take() {
            if thread.join().is_err() {
                let _ = self.late.set("the engine's thread has died".to_owned());
            }
        }
    }
}
