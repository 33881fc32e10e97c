//! The ports of `regless` as the pipeline fills and reads them: one of four execution units, one of
//! eight register read units.

use crate::passes::Step;
use golden::regless::metadata::Use;
use spec::regless::{
    Instruction, Issue, Offer, ReglessInputs, ReglessOutputs, Writeback, EXECUTION_UNITS, SOURCES,
};
use spec::warp::WarpRegister;

/// An operation that is issued.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Issued {
    /// The instruction, by its number in the pipeline.
    pub operation: u8,
    pub warp: u8,
    pub step: Step,
    pub mask: u32,
    pub ends: bool,
}

/// A result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    pub warp: u8,
    pub register: u8,
    pub entry: u8,
    pub mask: u32,
    pub data: WarpRegister,
    pub last: bool,
}

/// An operation with its sources.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offered<'a> {
    pub tag: u8,
    pub sources: [Option<&'a WarpRegister>; SOURCES],
    /// The destination, the line that is reserved for it, and whether the write is its last use.
    pub destination: Option<(u8, u8, bool)>,
}

/// Bits of the sources for which something holds.
fn bits(holds: impl Fn(usize) -> bool) -> u8 {
    let sources = (0..SOURCES).filter(|&source| holds(source));
    sources.fold(0, |bits, source| bits | 1 << source)
}

/// Puts an operation at the port of an execution unit.
pub(crate) fn issue(i: &mut ReglessInputs, unit: usize, tag: u8, issued: &Issued) {
    let Step {
        sources,
        destination,
        marks,
    } = issued.step;
    let [a, b, c] = sources.map(Option::unwrap_or_default);
    i.issue[unit] = Issue {
        instruction: Instruction {
            valid: true,
            tag,
            warp: issued.warp,
            sources: bits(|source| sources[source].is_some()),
            a,
            b,
            c,
            last: bits(|source| marks.sources[source] != Use::Keep),
            erase: bits(|source| marks.sources[source] == Use::Erase),
            writes: destination.is_some(),
            destination: destination.unwrap_or_default(),
            mask: issued.mask,
            write_last: marks.destination,
        },
        ends: issued.ends,
    };
}

/// Puts a result at the port of an execution unit.
pub(crate) fn land(i: &mut ReglessInputs, unit: usize, landing: &Landing) {
    i.wb[unit] = Writeback {
        valid: true,
        warp: landing.warp,
        register: landing.register,
        entry: landing.entry,
        mask: landing.mask,
        data: landing.data,
        last: landing.last,
    };
}

/// The operations that were accepted.
pub(crate) fn issued(o: &ReglessOutputs) -> [bool; EXECUTION_UNITS] {
    o.issue.each_ref().map(|port| port.ready)
}

/// The results that were accepted.
pub(crate) fn landed(o: &ReglessOutputs) -> [bool; EXECUTION_UNITS] {
    o.wb.each_ref().map(|port| port.ready)
}

/// The operation that leaves with its sources at the port of a register read unit.
pub(crate) fn offered(port: &Offer) -> Option<Offered<'_>> {
    port.valid.then(|| Offered {
        tag: port.tag,
        sources: [
            port.a_valid.then_some(&port.a),
            port.b_valid.then_some(&port.b),
            port.c_valid.then_some(&port.c),
        ],
        destination: port
            .writes
            .then_some((port.destination, port.entry, port.write_last)),
    })
}
