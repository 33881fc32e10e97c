//! Who does the dummy MOVs that go before divergent writes (5.2).

/// Who makes a compressed register uncompressed before a divergent instruction writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// The file by itself: a read and a write of its own. Ours.
    File,
    /// The pipeline: the file puts a dummy MOV in the place of the divergent instruction, which goes the way of any
    /// instruction, "source and destination registers are the same" (5.2, 6.1).
    Instruction,
}

impl Moves {
    /// Both.
    pub const ALL: [Moves; 2] = [Moves::File, Moves::Instruction];

    /// As parameters have it.
    pub const fn name(self) -> &'static str {
        match self {
            Moves::File => "file",
            Moves::Instruction => "instruction",
        }
    }
}
