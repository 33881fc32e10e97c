//! A bank of the staging unit: lines, tags, lists (RegLess 5.2).

mod contract;
mod ports;

pub use ports::{Access, Answer, BankCycle, Readies, Write};

use spec::osu::{Operation, OsuBankInputs, OsuBankOutputs, OsuBankParameters};
use spec::warp::{WarpRegister, LANES};
use spec::{OutOfContract, UnitFault, UnitModel};

/// Which list a line is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Empty.
    Free,
    /// Used by no active region; memory has the value.
    Clean,
    /// Used by no active region; memory does not have the value.
    Dirty,
    /// An active or preloading region's.
    InUse,
}

/// What a line in use still waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    Nothing,
    /// A fill, and whether its request was taken.
    Fill(bool),
    /// A result, and the cycles until it may come.
    Result(u8),
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its list.
    pub status: Status,
    /// Warp and register; meaningful unless free.
    pub tag: (u8, u8),
    /// Written since it was allocated.
    pub modified: bool,
    fresh: bool,
    /// When it left use: in half cycles, as of two in a cycle a read's is the first.
    left: u64,
    owed: Owed,
    data: WarpRegister,
}

/// A request to the compressor.
#[derive(Clone, Debug)]
pub struct Request {
    /// 0 evict, else the code of an [`Operation`].
    pub kind: u8,
    /// Warp and register.
    pub tag: (u8, u8),
    /// The line.
    pub entry: u8,
    /// The value evicted.
    pub data: WarpRegister,
    /// Cycles until it is at the port.
    wait: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Empty,
    Read(usize),
    Evict(usize),
    Reserve(usize),
}

/// What a cycle's lookup and lists come to.
struct Decision {
    readies: Readies,
    hit: Option<usize>,
    choice: usize,
    evicts: Option<usize>,
}

/// The model of `osu_bank`.
#[derive(Clone, Debug)]
pub struct OsuBank {
    lines: Vec<Line>,
    now: u64,
    /// What was accepted in the cycle before.
    stage: Stage,
    /// What was accepted two cycles before, `Read` with its value in `output`.
    answer: Stage,
    output: WarpRegister,
    request: Option<Request>,
    preload_done: Option<u8>,
    fill_done: Option<u8>,
}

impl OsuBank {
    /// A bank after reset.
    pub fn new(parameters: OsuBankParameters) -> Self {
        let line = Line {
            status: Status::Free,
            tag: (0, 0),
            modified: false,
            fresh: false,
            left: 0,
            owed: Owed::Nothing,
            data: [0; LANES],
        };
        Self {
            lines: vec![line; parameters.lines()],
            now: 0,
            stage: Stage::Empty,
            answer: Stage::Empty,
            output: [0; LANES],
            request: None,
            preload_done: None,
            fill_done: None,
        }
    }

    /// The lines, for properties.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Whether a line is read from memory in this cycle.
    pub fn reads_memory(&self) -> bool {
        matches!(self.stage, Stage::Read(_) | Stage::Evict(_))
    }

    /// The answer at the port in this cycle.
    pub fn answer(&self) -> Answer<'_> {
        match self.answer {
            Stage::Read(_) => Answer::Read(&self.output),
            Stage::Reserve(line) => Answer::Reserve(line as u8),
            Stage::Empty | Stage::Evict(_) => Answer::None,
        }
    }

    /// The warp of an operation that is done, other than by a fill.
    pub fn preload_done(&self) -> Option<u8> {
        self.preload_done
    }

    /// The warp of a preload that a fill has done.
    pub fn fill_done(&self) -> Option<u8> {
        self.fill_done
    }

    /// The request at the port.
    pub fn request(&self) -> Option<&Request> {
        self.request.as_ref().filter(|r| r.wait == 0)
    }

    fn find(&self, tag: (u8, u8)) -> Option<usize> {
        let held = |l: &Line| l.status != Status::Free && l.tag == tag;
        self.lines.iter().position(held)
    }

    /// The line of a list that left use first.
    fn first(&self, status: Status) -> Option<usize> {
        let listed = |l: &usize| self.lines[*l].status == status;
        let of_list = (0..self.lines.len()).filter(listed);
        of_list.min_by_key(|l| self.lines[*l].left)
    }

    fn decide(&self, cycle: &BankCycle) -> Decision {
        let reads = self.reads_memory();
        let waiting = cycle.fill.is_some() && reads
            || cycle.write.is_some() && (reads || cycle.fill.is_some());
        let tag = match (cycle.access, cycle.preload) {
            (Some(access), _) => Some(access.tag),
            (None, Some((_, tag))) => Some(tag),
            (None, None) => None,
        };
        let hit = tag.and_then(|tag| self.find(tag));
        let free = self.lines.iter().position(|l| l.status == Status::Free);
        let choice = free.or_else(|| self.first(Status::Clean));
        let empty = self.request.is_none();
        let room = choice.is_some();
        let access = cycle.access.is_some_and(|access| {
            if access.reserve {
                hit.is_some() || room
            } else {
                !waiting
            }
        });
        let looked_up = cycle.preload.filter(|_| cycle.access.is_none());
        let preload = looked_up.is_some_and(|(kind, _)| match Operation::from_code(kind) {
            Some(Operation::Invalidation) | None => empty,
            Some(operation) if hit.is_some() => operation == Operation::Preload || empty,
            Some(_) => room && empty,
        });
        let needs = match cycle.access {
            Some(access) => access.reserve,
            None => looked_up.is_some_and(|(kind, _)| kind != Operation::Invalidation as u8),
        };
        let evicts = if empty && !waiting && !room && hit.is_none() && needs {
            self.first(Status::Dirty)
        } else {
            None
        };
        Decision {
            readies: Readies {
                access,
                preload,
                fill: !reads,
                write: !reads && cycle.fill.is_none(),
            },
            hit,
            choice: choice.unwrap_or(0),
            evicts,
        }
    }

    /// What is accepted in this cycle; the state stays.
    pub fn readies(&self, cycle: &BankCycle) -> Readies {
        self.decide(cycle).readies
    }

    /// The clock rises after a cycle that [`OsuBank::check`] allows.
    pub fn advance(&mut self, cycle: &BankCycle) {
        let Decision {
            readies,
            hit,
            choice,
            evicts,
        } = self.decide(cycle);
        self.now += 1;
        for line in &mut self.lines {
            if let Owed::Result(wait) = &mut line.owed {
                *wait = wait.saturating_sub(1);
            }
        }
        self.answer = self.stage;
        if let Stage::Read(line) = self.stage {
            self.output = self.lines[line].data;
        }
        self.advance_request(cycle.request_ready);
        self.stage = Stage::Empty;
        self.preload_done = None;
        self.fill_done = None;
        if let Some((entry, data)) = cycle.fill.filter(|_| readies.fill) {
            let line = &mut self.lines[usize::from(entry)];
            line.data = *data;
            line.owed = Owed::Nothing;
            self.fill_done = Some(line.tag.0);
        }
        if let Some(write) = cycle.write.filter(|_| readies.write) {
            self.write(write);
        }
        if let Some(access) = cycle.access.filter(|_| readies.access) {
            self.accept_access(access, hit, choice);
        } else if let Some((kind, tag)) = cycle.preload.filter(|_| readies.preload) {
            self.accept_operation(kind, tag, hit, choice);
        }
        if let Some(victim) = evicts {
            let line = &mut self.lines[victim];
            line.status = Status::Free;
            self.stage = Stage::Evict(victim);
            self.request = Some(Request {
                kind: 0,
                tag: line.tag,
                entry: victim as u8,
                data: line.data,
                wait: 2,
            });
        }
    }

    /// The request comes nearer to the port, or leaves.
    fn advance_request(&mut self, ready: bool) {
        let Some(request) = &mut self.request else {
            return;
        };
        if request.wait > 0 {
            request.wait -= 1;
            return;
        }
        if ready {
            let line = &mut self.lines[usize::from(request.entry)];
            let fetches = matches!(request.kind, 1 | 2);
            if fetches && line.owed == Owed::Fill(false) {
                line.owed = Owed::Fill(true);
            }
            self.request = None;
        }
    }

    fn write(&mut self, write: Write) {
        let line = &mut self.lines[usize::from(write.entry)];
        for (lane, value) in line.data.iter_mut().enumerate() {
            if write.mask >> lane & 1 == 1 {
                *value = write.data[lane];
            } else if line.fresh {
                *value = 0;
            }
        }
        line.fresh = false;
        line.modified = true;
        line.owed = Owed::Nothing;
        if write.last {
            line.status = Status::Dirty;
            line.left = 2 * self.now + 1;
        }
    }

    fn allocate(&mut self, choice: usize, tag: (u8, u8), fresh: bool, owed: Owed) -> usize {
        let line = &mut self.lines[choice];
        line.status = Status::InUse;
        line.tag = tag;
        line.modified = false;
        line.fresh = fresh;
        line.owed = owed;
        choice
    }

    fn accept_access(&mut self, access: Access, hit: Option<usize>, choice: usize) {
        // One more than the cycles in between: the count falls at the end of each.
        let result = Owed::Result(1);
        if access.reserve {
            let line = match hit {
                Some(line) => {
                    self.lines[line].status = Status::InUse;
                    self.lines[line].owed = result;
                    line
                }
                None => self.allocate(choice, access.tag, true, result),
            };
            self.stage = Stage::Reserve(line);
        } else if let Some(hit) = hit {
            let line = &mut self.lines[hit];
            if access.last {
                line.left = 2 * self.now;
                line.status = match (access.erase, line.modified) {
                    (true, _) => Status::Free,
                    (false, true) => Status::Dirty,
                    (false, false) => Status::Clean,
                };
            }
            self.stage = Stage::Read(hit);
        }
    }

    fn accept_operation(&mut self, kind: u8, tag: (u8, u8), hit: Option<usize>, choice: usize) {
        let operation = Operation::from_code(kind);
        let mut request = |kind: u8, entry: usize| {
            self.request = Some(Request {
                kind,
                tag,
                entry: entry as u8,
                data: [0; LANES],
                wait: 0,
            });
        };
        match (operation, hit) {
            (Some(Operation::Preload), Some(line)) => self.lines[line].status = Status::InUse,
            (Some(Operation::InvalidatingRead), Some(line)) => {
                request(Operation::Invalidation as u8, 0);
                self.lines[line].status = Status::InUse;
            }
            (Some(Operation::Preload | Operation::InvalidatingRead), None) => {
                request(kind, choice);
                self.allocate(choice, tag, false, Owed::Fill(false));
                return;
            }
            (Some(Operation::Invalidation) | None, _) => {
                request(Operation::Invalidation as u8, 0);
                if let Some(line) = hit {
                    self.lines[line].status = Status::Free;
                }
            }
        }
        self.preload_done = Some(tag.0);
    }

    /// Back to the state after reset.
    pub fn clear(&mut self) {
        for line in &mut self.lines {
            line.status = Status::Free;
            line.owed = Owed::Nothing;
        }
        self.stage = Stage::Empty;
        self.answer = Stage::Empty;
        self.request = None;
        self.preload_done = None;
        self.fill_done = None;
    }
}

impl UnitModel<spec::osu::OsuBank> for OsuBank {
    fn reset(&mut self) {
        self.clear();
    }

    fn cycle(
        &mut self,
        inputs: &OsuBankInputs,
    ) -> Result<OsuBankOutputs, UnitFault<OsuBankOutputs>> {
        let cycle = BankCycle {
            access: inputs.access_valid.then_some(Access {
                reserve: inputs.access_reserve,
                tag: (inputs.access_warp, inputs.access_register),
                last: inputs.access_last,
                erase: inputs.access_erase,
            }),
            preload: inputs.preload_valid.then_some((
                inputs.preload_kind,
                (inputs.preload_warp, inputs.preload_register),
            )),
            fill: inputs
                .fill_valid
                .then_some((inputs.fill_entry, &inputs.fill_data)),
            write: inputs.write_valid.then_some(Write {
                entry: inputs.write_entry,
                mask: inputs.write_mask,
                data: &inputs.write_data,
                last: inputs.write_last,
            }),
            request_ready: inputs.request_ready,
        };
        self.check(&cycle).map_err(OutOfContract::from)?;
        let readies = self.readies(&cycle);
        let mut outputs = OsuBankOutputs {
            access_ready: readies.access,
            preload_ready: readies.preload,
            fill_ready: readies.fill,
            write_ready: readies.write,
            preload_done: self.preload_done.is_some(),
            preload_done_warp: self.preload_done.unwrap_or(0),
            fill_done: self.fill_done.is_some(),
            fill_done_warp: self.fill_done.unwrap_or(0),
            ..Default::default()
        };
        match self.answer() {
            Answer::None => {}
            Answer::Read(data) => {
                outputs.answer_read = true;
                outputs.answer_data = *data;
            }
            Answer::Reserve(line) => {
                outputs.answer_reserve = true;
                outputs.answer_entry = line;
            }
        }
        if let Some(request) = self.request() {
            outputs.request_valid = true;
            outputs.request_evict = request.kind == 0;
            outputs.request_kind = request.kind;
            (outputs.request_warp, outputs.request_register) = request.tag;
            outputs.request_entry = request.entry;
            outputs.request_data = request.data;
        }
        self.advance(&cycle);
        Ok(outputs)
    }
}
