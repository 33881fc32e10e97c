//! What stands at the ports, as values: a port of the file is a dozen fields with a number in
//! their names, and nobody wants to write the same thing twice for both.

use spec::regfile::{RegfileInputs, RegfileOutputs, PORTS, SOURCES};
use spec::warp::{WarpRegister, LANES};

/// The mask of a write that is not divergent.
const FULL: u32 = u32::MAX;

// A mask is as wide as the word that holds it.
const _: () = assert!(LANES == u32::BITS as usize);

/// An instruction as in0 or in1 takes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// Given back with the sources.
    pub tag: u8,
    /// Sources a, b and c, where it has them.
    pub sources: [Option<u16>; SOURCES],
    /// The destination, if it has one.
    pub destination: Option<u16>,
    /// The lanes that it writes.
    pub mask: u32,
}

impl Instruction {
    /// What in0 and in1 present.
    pub fn presented(inputs: &RegfileInputs) -> [Option<Self>; PORTS] {
        let i = inputs;
        let sources = |has: u8, names: [u16; SOURCES]| {
            std::array::from_fn(|n| (has >> n & 1 == 1).then_some(names[n]))
        };
        [
            i.in0_valid.then(|| Self {
                tag: i.in0_tag,
                sources: sources(i.in0_sources, [i.in0_a, i.in0_b, i.in0_c]),
                destination: i.in0_writes.then_some(i.in0_destination),
                mask: i.in0_mask,
            }),
            i.in1_valid.then(|| Self {
                tag: i.in1_tag,
                sources: sources(i.in1_sources, [i.in1_a, i.in1_b, i.in1_c]),
                destination: i.in1_writes.then_some(i.in1_destination),
                mask: i.in1_mask,
            }),
        ]
    }

    /// Presents it at in0 or in1.
    pub fn present(&self, port: usize, inputs: &mut RegfileInputs) {
        let i = inputs;
        let has = |n: usize| u8::from(self.sources[n].is_some()) << n;
        let has = (0..SOURCES).map(has).sum();
        let [a, b, c] = self.sources.map(Option::unwrap_or_default);
        let destination = self.destination.unwrap_or_default();
        let writes = self.destination.is_some();
        if port == 0 {
            (i.in0_valid, i.in0_tag, i.in0_sources) = (true, self.tag, has);
            (i.in0_a, i.in0_b, i.in0_c) = (a, b, c);
            (i.in0_writes, i.in0_destination, i.in0_mask) = (writes, destination, self.mask);
        } else {
            (i.in1_valid, i.in1_tag, i.in1_sources) = (true, self.tag, has);
            (i.in1_a, i.in1_b, i.in1_c) = (a, b, c);
            (i.in1_writes, i.in1_destination, i.in1_mask) = (writes, destination, self.mask);
        }
    }

    /// All registers that it names.
    pub fn named(&self) -> impl Iterator<Item = u16> + '_ {
        self.sources
            .iter()
            .flatten()
            .copied()
            .chain(self.destination)
    }

    /// Whether it writes and leaves lanes as they are (5.2).
    pub fn is_divergent(&self) -> bool {
        self.destination.is_some() && self.mask != FULL
    }
}

/// An instruction with its sources, as out0 or out1 offers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// As it was accepted.
    pub tag: u8,
    /// The sources that it has.
    pub sources: [Option<WarpRegister>; SOURCES],
    /// The destination, if it has one.
    pub destination: Option<u16>,
    /// The lanes that it writes; 0 without destination.
    pub mask: u32,
}

impl Offer {
    /// What out0 and out1 offer.
    pub fn offered(outputs: &RegfileOutputs) -> [Option<Self>; PORTS] {
        let o = outputs;
        [
            o.out0_valid.then(|| Self {
                tag: o.out0_tag,
                sources: [
                    o.out0_a_valid.then_some(o.out0_a),
                    o.out0_b_valid.then_some(o.out0_b),
                    o.out0_c_valid.then_some(o.out0_c),
                ],
                destination: o.out0_writes.then_some(o.out0_destination),
                mask: if o.out0_writes { o.out0_mask } else { 0 },
            }),
            o.out1_valid.then(|| Self {
                tag: o.out1_tag,
                sources: [
                    o.out1_a_valid.then_some(o.out1_a),
                    o.out1_b_valid.then_some(o.out1_b),
                    o.out1_c_valid.then_some(o.out1_c),
                ],
                destination: o.out1_writes.then_some(o.out1_destination),
                mask: if o.out1_writes { o.out1_mask } else { 0 },
            }),
        ]
    }

    /// How many of the offers the execution units take: out1 only with out0.
    pub fn taken(inputs: &RegfileInputs, outputs: &RegfileOutputs) -> usize {
        let first = outputs.out0_valid && inputs.out0_ready;
        let second = first && outputs.out1_valid && inputs.out1_ready;
        usize::from(first) + usize::from(second)
    }
}

/// A result as wb0 or wb1 takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteBack {
    /// The destination of its instruction.
    pub register: u16,
    /// The mask of its instruction.
    pub mask: u32,
    /// The lanes; those outside the mask mean nothing.
    pub data: WarpRegister,
}

impl WriteBack {
    /// What wb0 and wb1 present.
    pub fn presented(inputs: &RegfileInputs) -> [Option<Self>; PORTS] {
        let i = inputs;
        [
            i.wb0_valid.then_some(Self {
                register: i.wb0_register,
                mask: i.wb0_mask,
                data: i.wb0_data,
            }),
            i.wb1_valid.then_some(Self {
                register: i.wb1_register,
                mask: i.wb1_mask,
                data: i.wb1_data,
            }),
        ]
    }

    /// Presents it at wb0 or wb1.
    pub fn present(&self, port: usize, inputs: &mut RegfileInputs) {
        let i = inputs;
        if port == 0 {
            (i.wb0_valid, i.wb0_register, i.wb0_mask) = (true, self.register, self.mask);
            i.wb0_data = self.data;
        } else {
            (i.wb1_valid, i.wb1_register, i.wb1_mask) = (true, self.register, self.mask);
            i.wb1_data = self.data;
        }
    }

    /// Whether it leaves lanes as they are.
    pub fn is_divergent(&self) -> bool {
        self.mask != FULL
    }
}

/// The register whose release is presented.
pub fn released(inputs: &RegfileInputs) -> Option<u16> {
    inputs.release_valid.then_some(inputs.release_register)
}
