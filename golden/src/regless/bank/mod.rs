//! A bank of the staging unit: lines, tags, lists (RegLess 5.2).

mod at_ports;
mod contract;
mod lists;
mod ports;

pub use lists::Status;
pub use ports::{Access, Answer, BankCycle, Readies, Write};

use lists::Lists;
use spec::regless::{Operation, OsuBankParameters};
use spec::warp::{WarpRegister, LANES};

/// What a line in use still waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    Nothing,
    /// A fill, and whether its request was taken.
    Fill(bool),
    /// A result, and whether it may come.
    Result(bool),
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
#[derive(Clone, Copy, Debug, Default)]
pub struct Decision {
    /// What is accepted.
    pub readies: Readies,
    hit: Option<usize>,
    choice: usize,
    evicts: Option<usize>,
}

/// The model of `osu_bank`.
#[derive(Clone, Debug)]
pub struct OsuBank {
    lines: Vec<Line>,
    lists: Lists,
    /// Cycles in which the bank had something to do.
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
            lists: Lists::new(parameters.lines()),
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

    /// Whether a cycle in which nothing is asked would change nothing.
    pub fn is_still(&self) -> bool {
        self.stage == Stage::Empty
            && self.answer == Stage::Empty
            && self.request.is_none()
            && self.preload_done.is_none()
            && self.fill_done.is_none()
    }

    /// The line of a list that left use first.
    fn first(&self, status: Status) -> Option<usize> {
        let mut left = self.lists.of(status);
        let mut first = None;
        while left != 0 {
            let line = left.trailing_zeros() as usize;
            left &= left - 1;
            if first.is_none_or(|first: usize| self.lines[line].left < self.lines[first].left) {
                first = Some(line);
            }
        }
        first
    }

    /// What a cycle comes to; the state stays.
    pub fn decide(&self, cycle: &BankCycle) -> Decision {
        let reads = self.reads_memory();
        let waiting = cycle.fill.is_some() && reads
            || cycle.write.is_some() && (reads || cycle.fill.is_some());
        let mut decision = Decision {
            readies: Readies {
                access: false,
                preload: false,
                fill: !reads,
                write: !reads && cycle.fill.is_none(),
            },
            ..Decision::default()
        };
        // Only this one looks a register up.
        let (tag, needs) = match (cycle.access, cycle.preload) {
            (Some(access), _) => (access.tag, access.reserve),
            (None, Some((kind, tag))) => (tag, kind != Operation::Invalidation as u8),
            (None, None) => return decision,
        };
        let hit = self.lists.find(tag);
        let empty = self.request.is_none();
        let room = self.lists.of(Status::Free) | self.lists.of(Status::Clean) != 0;
        if let Some(access) = cycle.access {
            decision.readies.access = if access.reserve {
                hit.is_some() || room
            } else {
                !waiting && !self.holds_value()
            };
        } else if let Some((kind, _)) = cycle.preload {
            decision.readies.preload = match Operation::from_code(kind) {
                Some(Operation::Invalidation) | None => empty,
                Some(operation) if hit.is_some() => operation == Operation::Preload || empty,
                Some(_) => room && empty,
            };
        }
        if hit.is_none() && needs {
            if room {
                let free = self.lists.lowest(Status::Free);
                let choice = free.or_else(|| self.first(Status::Clean));
                decision.choice = choice.unwrap_or(0);
            } else if empty && !waiting {
                decision.evicts = self.first(Status::Dirty);
            }
        }
        decision.hit = hit;
        decision
    }

    /// The clock rises after a cycle that [`OsuBank::check`] allows and of which this was decided.
    pub fn advance(&mut self, cycle: &BankCycle, decision: &Decision) {
        let Decision {
            readies,
            hit,
            choice,
            evicts,
        } = *decision;
        self.now += 1;
        if let Stage::Reserve(line) = self.stage {
            self.lines[line].owed = Owed::Result(true);
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
            self.put(victim, Status::Free);
            let line = &self.lines[victim];
            self.stage = Stage::Evict(victim);
            self.request = Some(Request {
                kind: 0,
                tag: line.tag,
                entry: victim as u8,
                data: line.data,
                wait: 1,
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

    /// A line goes to a list.
    fn put(&mut self, line: usize, status: Status) {
        let before = std::mem::replace(&mut self.lines[line].status, status);
        self.lists.go(line, before, status);
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
            line.left = 2 * self.now + 1;
            self.put(usize::from(write.entry), Status::Dirty);
        }
    }

    fn allocate(&mut self, choice: usize, tag: (u8, u8), fresh: bool, owed: Owed) -> usize {
        self.put(choice, Status::InUse);
        self.lists.name(choice, tag);
        let line = &mut self.lines[choice];
        line.tag = tag;
        line.modified = false;
        line.fresh = fresh;
        line.owed = owed;
        choice
    }

    fn accept_access(&mut self, access: Access, hit: Option<usize>, choice: usize) {
        // It may come a cycle later, when the line is known.
        let result = Owed::Result(false);
        if access.reserve {
            let line = match hit {
                Some(line) => {
                    self.put(line, Status::InUse);
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
                let list = match (access.erase, line.modified) {
                    (true, _) => Status::Free,
                    (false, true) => Status::Dirty,
                    (false, false) => Status::Clean,
                };
                self.put(hit, list);
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
            (Some(Operation::Preload), Some(line)) => self.put(line, Status::InUse),
            (Some(Operation::InvalidatingRead), Some(line)) => {
                request(Operation::Invalidation as u8, 0);
                self.put(line, Status::InUse);
            }
            (Some(Operation::Preload | Operation::InvalidatingRead), None) => {
                request(kind, choice);
                self.allocate(choice, tag, false, Owed::Fill(false));
                return;
            }
            (Some(Operation::Invalidation) | None, _) => {
                request(Operation::Invalidation as u8, 0);
                if let Some(line) = hit {
                    self.put(line, Status::Free);
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
        self.lists = Lists::new(self.lines.len());
        self.stage = Stage::Empty;
        self.answer = Stage::Empty;
        self.request = None;
        self.preload_done = None;
        self.fill_done = None;
    }
}
