//! What stands at the ports, as values.

use spec::regfile::{RegfileInputs, RegfileOutputs, PORTS, SOURCES};
use spec::warp::{WarpRegister, LANES};

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
    /// The lanes that its warp was launched with.
    pub launched: u32,
}

impl Instruction {
    /// What in0 and in1 present.
    pub fn presented(inputs: &RegfileInputs) -> [Option<Self>; PORTS] {
        inputs.issue.each_ref().map(|port| {
            let names = [port.a, port.b, port.c];
            port.valid.then(|| Self {
                tag: port.tag,
                sources: std::array::from_fn(|n| (port.sources >> n & 1 == 1).then_some(names[n])),
                destination: port.writes.then_some(port.destination),
                mask: port.mask,
                launched: port.launched,
            })
        })
    }

    /// What has entered: the instructions that are accepted, or a MOV in the place of one.
    pub fn accepted(inputs: &RegfileInputs, outputs: &RegfileOutputs) -> [Option<Self>; PORTS] {
        let mut accepted = Self::presented(inputs);
        for (port, instruction) in accepted.iter_mut().enumerate() {
            *instruction = instruction.filter(|_| outputs.issue[port].ready);
            if outputs.injected[port].mov {
                *instruction = instruction.and_then(|writer| writer.mov());
            }
        }
        accepted
    }

    /// The dummy MOV that goes before it (5.2): its destination is source and destination. It writes all lanes, and has
    /// none of a warp, so what it writes is not compressed.
    pub fn mov(&self) -> Option<Self> {
        self.destination.map(|register| Self {
            tag: self.tag,
            sources: [Some(register), None, None],
            destination: Some(register),
            mask: u32::MAX,
            launched: 0,
        })
    }

    /// Presents it at in0 or in1.
    pub fn present(&self, port: usize, inputs: &mut RegfileInputs) {
        let has = |n: usize| u8::from(self.sources[n].is_some()) << n;
        let [a, b, c] = self.sources.map(Option::unwrap_or_default);
        inputs.issue[port] = spec::regfile::Instruction {
            valid: true,
            tag: self.tag,
            sources: (0..SOURCES).map(has).sum(),
            a,
            b,
            c,
            writes: self.destination.is_some(),
            destination: self.destination.unwrap_or_default(),
            mask: self.mask,
            launched: self.launched,
        };
    }

    /// All registers that it names.
    pub fn named(&self) -> impl Iterator<Item = u16> + '_ {
        self.sources
            .iter()
            .flatten()
            .copied()
            .chain(self.destination)
    }

    /// Whether it writes and leaves lanes of its warp as they are (5.2).
    pub fn is_divergent(&self) -> bool {
        self.destination.is_some() && self.mask != self.launched
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
        outputs.out.each_ref().map(|port| {
            port.valid.then(|| Self {
                tag: port.tag,
                sources: [
                    port.a_valid.then_some(port.a),
                    port.b_valid.then_some(port.b),
                    port.c_valid.then_some(port.c),
                ],
                destination: port.writes.then_some(port.destination),
                mask: if port.writes { port.mask } else { 0 },
            })
        })
    }

    /// How many of the offers the execution units take: out1 only with out0.
    pub fn taken(inputs: &RegfileInputs, outputs: &RegfileOutputs) -> usize {
        let ports = outputs.out.iter().zip(&inputs.out);
        ports
            .take_while(|(offer, taker)| offer.valid && taker.ready)
            .count()
    }
}

/// A result as wb0 or wb1 takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriteBack {
    /// The destination of its instruction.
    pub register: u16,
    /// The mask of its instruction.
    pub mask: u32,
    /// The lanes that its warp was launched with; 0 of the result of a MOV.
    pub launched: u32,
    /// The lanes; those outside the mask mean nothing.
    pub data: WarpRegister,
}

impl WriteBack {
    /// What wb0 and wb1 present.
    pub fn presented(inputs: &RegfileInputs) -> [Option<Self>; PORTS] {
        inputs.wb.each_ref().map(|port| {
            port.valid.then_some(Self {
                register: port.register,
                mask: port.mask,
                launched: port.launched,
                data: port.data,
            })
        })
    }

    /// Presents it at wb0 or wb1.
    pub fn present(&self, port: usize, inputs: &mut RegfileInputs) {
        inputs.wb[port] = spec::regfile::Writeback {
            valid: true,
            register: self.register,
            mask: self.mask,
            launched: self.launched,
            data: self.data,
        };
    }

    /// Whether it leaves lanes of its warp as they are, or is a MOV's: then it is stored as it is.
    pub fn is_divergent(&self) -> bool {
        self.mask != self.launched
    }

    /// Whether it is the result of a MOV that has entered in the place of an instruction.
    pub fn is_mov(&self) -> bool {
        self.mask == u32::MAX && self.launched == 0
    }

    /// The register that a write of all of the warp's lanes stores: lanes that the warp does not have are as
    /// lane 0, so that they cost no delta.
    pub fn filled(&self) -> WarpRegister {
        let has = |lane: usize| self.launched >> lane & 1 == 1;
        std::array::from_fn(|lane| self.data[if has(lane) { lane } else { 0 }])
    }
}

/// The register whose release is presented.
pub fn released(inputs: &RegfileInputs) -> Option<u16> {
    inputs.release_valid.then_some(inputs.release_register)
}
