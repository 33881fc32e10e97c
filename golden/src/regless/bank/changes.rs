//! What an access, an operation and a result change in a bank.

use super::{Access, OsuBank, Owed, Request, Stage, Status, Write};
use spec::regless::Operation;
use spec::warp::LANES;

impl OsuBank {
    /// A line goes to a list.
    pub(super) fn put(&mut self, line: usize, status: Status) {
        let before = std::mem::replace(&mut self.lines[line].status, status);
        self.lists.go(line, before, status);
    }

    pub(super) fn write(&mut self, write: Write) {
        let line = &mut self.lines[usize::from(write.entry)];
        for (lane, value) in line.data.iter_mut().enumerate() {
            if line.fresh || write.mask >> lane & 1 == 1 {
                *value = write.data[lane];
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

    pub(super) fn accept_access(&mut self, access: Access, hit: Option<usize>, choice: usize) {
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

    pub(super) fn accept_operation(
        &mut self,
        kind: u8,
        tag: (u8, u8),
        hit: Option<usize>,
        choice: usize,
    ) {
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
}
