//! Where issue slots go: a scheduler has one a cycle, and each is somebody's.
//!
//! A slot in which nothing is issued is charged to one cause: that of the warp which is nearest to issue, by
//! the order of [`Cause::ALL`]. So the causes sum to all slots, and what is at the top is what would have
//! let an instruction go. A warp that waits for several instructions waits for the one that takes longest.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// What an issue slot was used for, or what kept it from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// An instruction was issued.
    Issued,
    /// A further operation of an instruction with many registers was.
    Parts,
    /// A metadata word was decoded (RegLess 5.4).
    Metadata,
    /// No operand collector, or register read unit, is free.
    Collectors,
    /// The register file has not done the last write of a register.
    Bank,
    /// No place is free for its result (register file virtualization).
    NoRegister,
    /// A dummy MOV goes first (Warped-Compression 5.2).
    Mov,
    /// The banks of a write wake (Warped-Compression 5.3).
    BankWake,
    /// A register that is ON is not granted yet: the grant takes a cycle.
    WakingOn,
    /// A register wakes from SS (Slumber, Table 1).
    WakingShallow,
    /// From DS.
    WakingDeep,
    /// From OFF, or it is yet to be given to its warp.
    WakingOff,
    /// The queue before an execution unit is full.
    Unit,
    /// The words of the region are being decoded.
    RegionDecode,
    /// The last region of the warp has writes outstanding.
    RegionDrain,
    /// The region fits, and its turn has not come (RegLess 5.1).
    RegionActivation,
    /// The staging unit has no room for the region.
    RegionCapacity,
    /// Its registers are looked up in the staging unit.
    RegionPreload,
    /// The compressor is busy.
    RegionCompressor,
    /// The L1 has been asked for its registers.
    RegionL1,
    /// A result waits for a port of the register file.
    ResultPort,
    /// An instruction is executed or written back.
    Scoreboard,
    /// An instruction collects its operands.
    Operands,
    /// The instruction is fetched.
    Fetch,
    /// Memory is waited for.
    Memory,
    /// Other warps of the block are.
    Barrier,
    /// There is no warp, or all are done.
    NoWarp,
}

impl Cause {
    /// All of them, from what was done by way of what is nearest to it.
    pub const ALL: [Cause; 27] = [
        Cause::Issued,
        Cause::Parts,
        Cause::Metadata,
        Cause::Collectors,
        Cause::Bank,
        Cause::NoRegister,
        Cause::Mov,
        Cause::BankWake,
        Cause::WakingOn,
        Cause::WakingShallow,
        Cause::WakingDeep,
        Cause::WakingOff,
        Cause::Unit,
        Cause::RegionDecode,
        Cause::RegionDrain,
        Cause::RegionActivation,
        Cause::RegionCapacity,
        Cause::RegionPreload,
        Cause::RegionCompressor,
        Cause::RegionL1,
        Cause::ResultPort,
        Cause::Scoreboard,
        Cause::Operands,
        Cause::Fetch,
        Cause::Memory,
        Cause::Barrier,
        Cause::NoWarp,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Cause::Issued => "issued",
            Cause::Parts => "parts",
            Cause::Metadata => "metadata",
            Cause::Collectors => "collectors",
            Cause::Bank => "bank",
            Cause::NoRegister => "no_register",
            Cause::Mov => "mov",
            Cause::BankWake => "bank_wake",
            Cause::WakingOn => "waking_on",
            Cause::WakingShallow => "waking_shallow",
            Cause::WakingDeep => "waking_deep",
            Cause::WakingOff => "waking_off",
            Cause::Unit => "unit",
            Cause::RegionDecode => "region_decode",
            Cause::RegionDrain => "region_drain",
            Cause::RegionActivation => "region_activation",
            Cause::RegionCapacity => "region_capacity",
            Cause::RegionPreload => "region_preload",
            Cause::RegionCompressor => "region_compressor",
            Cause::RegionL1 => "region_l1",
            Cause::ResultPort => "result_port",
            Cause::Scoreboard => "scoreboard",
            Cause::Operands => "operands",
            Cause::Fetch => "fetch",
            Cause::Memory => "memory",
            Cause::Barrier => "barrier",
            Cause::NoWarp => "no_warp",
        }
    }
}

/// Issue slots by cause.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IssueSlots([u64; Cause::ALL.len()]);

impl IssueSlots {
    /// Those of a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.0[cause as usize]
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    pub(super) fn add(&mut self, cause: Cause, slots: u64) {
        self.0[cause as usize] += slots;
    }
}

/// A name and a number each, in the order of [`Cause::ALL`], and `total`.
impl Serialize for IssueSlots {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(Cause::ALL.len() + 1))?;
        map.serialize_entry("total", &self.total())?;
        for cause in Cause::ALL {
            map.serialize_entry(cause.name(), &self.of(cause))?;
        }
        map.end()
    }
}

/// Who counts them.
#[derive(Clone, Debug)]
pub(super) struct Stalls {
    pub slots: IssueSlots,
    /// For each scheduler, what it has used its slot for.
    taken: Vec<Option<Cause>>,
    /// Why each warp slot was refused the last time.
    pub refused: [Cause; 64],
}

impl Stalls {
    pub fn new(schedulers: usize) -> Self {
        Self {
            slots: IssueSlots::default(),
            taken: vec![None; schedulers],
            refused: [Cause::Bank; 64],
        }
    }

    /// A scheduler has used its slot, or has been refused.
    pub fn took(&mut self, scheduler: usize, cause: Cause) {
        self.taken[scheduler] = Some(cause);
    }

    /// What a scheduler has used its slot for in the cycle that is over.
    pub fn take(&mut self, scheduler: usize) -> Option<Cause> {
        self.taken[scheduler].take()
    }

    /// A warp's instruction has been refused.
    pub fn refused(&mut self, scheduler: usize, warp: usize, cause: Cause) {
        self.took(scheduler, cause);
        self.refused[warp] = cause;
    }
}
