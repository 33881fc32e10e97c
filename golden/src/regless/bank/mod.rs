//! A bank of the staging unit: lines, tags, lists (RegLess 5.2).

mod at_ports;
mod changes;
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

/// An operation: kind, warp and register.
type Operated = (u8, (u8, u8));

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
    /// A fill or a result was refused in the cycle before.
    waited: bool,
    /// The operation that was refused in the cycle before, and whether it was found.
    refused: Option<(Operated, bool)>,
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
            waited: false,
            refused: None,
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

    /// Whether nothing that reads memory is begun, so that what waits is written.
    fn gives_way(&self) -> bool {
        self.waited && self.reads_memory()
    }

    /// Whether the operation at the port was found in the cycle before.
    fn was_found(&self) -> bool {
        self.refused.is_some_and(|(_, found)| found)
    }

    /// Whether a read is accepted in this cycle.
    pub fn is_read_ready(&self) -> bool {
        !self.gives_way() && !self.holds_value()
    }

    /// Whether a line is free or clean, so that a reserve is accepted whatever it looks up.
    pub fn has_room(&self) -> bool {
        self.lists.of(Status::Free) | self.lists.of(Status::Clean) != 0
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
            && !self.waited
            && self.refused.is_none()
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
        let room = self.has_room();
        if let Some(access) = cycle.access {
            decision.readies.access = if access.reserve {
                hit.is_some() || room
            } else {
                self.is_read_ready()
            };
        } else if let Some((kind, _)) = cycle.preload {
            decision.readies.preload = match Operation::from_code(kind) {
                Some(Operation::Invalidation) | None => empty,
                Some(Operation::Preload) => self.was_found() || room && empty,
                Some(_) => empty && (self.was_found() || room),
            };
        }
        if hit.is_none() && needs {
            if room {
                let free = self.lists.lowest(Status::Free);
                let choice = free.or_else(|| self.first(Status::Clean));
                decision.choice = choice.unwrap_or(0);
            } else if empty && !self.gives_way() {
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
        self.waited =
            cycle.fill.is_some() && !readies.fill || cycle.write.is_some() && !readies.write;
        let refused = cycle.preload.filter(|_| !readies.preload);
        self.refused =
            refused.map(|operation| (operation, cycle.access.is_none() && hit.is_some()));
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
        (self.waited, self.refused) = (false, None);
        self.preload_done = None;
        self.fill_done = None;
    }
}
