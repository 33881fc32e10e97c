//! The ports of `regless` as the pipeline fills and reads them: one of four execution units, one of
//! eight register read units.

use crate::passes::Step;
use golden::osu::metadata::Use;
use spec::osu::{ReglessInputs, ReglessOutputs, EXECUTION_UNITS, SHARDS, SOURCES, UNITS};
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
pub(crate) struct Offered {
    pub tag: u8,
    pub sources: [Option<WarpRegister>; SOURCES],
    /// The destination, the line that is reserved for it, and whether the write is its last use.
    pub destination: Option<(u8, u8, bool)>,
}

/// Bits of the sources for which something holds.
fn bits(holds: impl Fn(usize) -> bool) -> u8 {
    let sources = (0..SOURCES).filter(|&source| holds(source));
    sources.fold(0, |bits, source| bits | 1 << source)
}

macro_rules! issue_at {
    ($i:ident $tag_of:ident $issued:ident $valid:ident $tag:ident $warp:ident $sources:ident $a:ident $b:ident
     $c:ident $last:ident $erase:ident $writes:ident $destination:ident $mask:ident
     $write_last:ident $ends:ident) => {{
        let (i, issued) = ($i, $issued);
        let Step {
            sources,
            destination,
            marks,
        } = issued.step;
        i.$valid = true;
        i.$tag = $tag_of;
        i.$warp = issued.warp;
        i.$sources = bits(|source| sources[source].is_some());
        [i.$a, i.$b, i.$c] = sources.map(Option::unwrap_or_default);
        i.$last = bits(|source| marks.sources[source] != Use::Keep);
        i.$erase = bits(|source| marks.sources[source] == Use::Erase);
        i.$writes = destination.is_some();
        i.$destination = destination.unwrap_or_default();
        i.$mask = issued.mask;
        i.$write_last = marks.destination;
        i.$ends = issued.ends;
    }};
}

/// Puts an operation at the port of an execution unit.
pub(crate) fn issue(i: &mut ReglessInputs, unit: usize, tag: u8, issued: &Issued) {
    match unit {
        0 => {
            issue_at! { i tag issued issue0_valid issue0_tag issue0_warp issue0_sources issue0_a issue0_b issue0_c
            issue0_last issue0_erase issue0_writes issue0_destination issue0_mask issue0_write_last issue0_ends }
        }
        1 => {
            issue_at! { i tag issued issue1_valid issue1_tag issue1_warp issue1_sources issue1_a issue1_b issue1_c
            issue1_last issue1_erase issue1_writes issue1_destination issue1_mask issue1_write_last issue1_ends }
        }
        2 => {
            issue_at! { i tag issued issue2_valid issue2_tag issue2_warp issue2_sources issue2_a issue2_b issue2_c
            issue2_last issue2_erase issue2_writes issue2_destination issue2_mask issue2_write_last issue2_ends }
        }
        _ => {
            issue_at! { i tag issued issue3_valid issue3_tag issue3_warp issue3_sources issue3_a issue3_b issue3_c
            issue3_last issue3_erase issue3_writes issue3_destination issue3_mask issue3_write_last issue3_ends }
        }
    }
}

macro_rules! land_at {
    ($i:ident $landing:ident $valid:ident $warp:ident $register:ident $entry:ident $mask:ident $data:ident
     $last:ident) => {{
        let (i, landing) = ($i, $landing);
        i.$valid = true;
        i.$warp = landing.warp;
        i.$register = landing.register;
        i.$entry = landing.entry;
        i.$mask = landing.mask;
        i.$data = landing.data;
        i.$last = landing.last;
    }};
}

/// Puts a result at the port of an execution unit.
pub(crate) fn land(i: &mut ReglessInputs, unit: usize, landing: &Landing) {
    match unit {
        0 => {
            land_at! { i landing wb0_valid wb0_warp wb0_register wb0_entry wb0_mask wb0_data wb0_last }
        }
        1 => {
            land_at! { i landing wb1_valid wb1_warp wb1_register wb1_entry wb1_mask wb1_data wb1_last }
        }
        2 => {
            land_at! { i landing wb2_valid wb2_warp wb2_register wb2_entry wb2_mask wb2_data wb2_last }
        }
        _ => {
            land_at! { i landing wb3_valid wb3_warp wb3_register wb3_entry wb3_mask wb3_data wb3_last }
        }
    }
}

/// The operations that were accepted.
pub(crate) fn issued(o: &ReglessOutputs) -> [bool; EXECUTION_UNITS] {
    [
        o.issue0_ready,
        o.issue1_ready,
        o.issue2_ready,
        o.issue3_ready,
    ]
}

/// The results that were accepted.
pub(crate) fn landed(o: &ReglessOutputs) -> [bool; EXECUTION_UNITS] {
    [o.wb0_ready, o.wb1_ready, o.wb2_ready, o.wb3_ready]
}

macro_rules! offered_at {
    ($o:ident $valid:ident $tag:ident $has_a:ident $has_b:ident $has_c:ident $a:ident $b:ident
     $c:ident $writes:ident $destination:ident $entry:ident $last:ident) => {{
        let o = $o;
        o.$valid.then(|| Offered {
            tag: o.$tag,
            sources: [
                o.$has_a.then_some(o.$a),
                o.$has_b.then_some(o.$b),
                o.$has_c.then_some(o.$c),
            ],
            destination: o.$writes.then_some((o.$destination, o.$entry, o.$last)),
        })
    }};
}

/// The operations that leave with their sources, by register read unit.
pub(crate) fn offered(o: &ReglessOutputs) -> [Option<Offered>; SHARDS * UNITS] {
    [
        offered_at! { o out0_valid out0_tag out0_a_valid out0_b_valid out0_c_valid out0_a out0_b out0_c
        out0_writes out0_destination out0_entry out0_write_last },
        offered_at! { o out1_valid out1_tag out1_a_valid out1_b_valid out1_c_valid out1_a out1_b out1_c
        out1_writes out1_destination out1_entry out1_write_last },
        offered_at! { o out2_valid out2_tag out2_a_valid out2_b_valid out2_c_valid out2_a out2_b out2_c
        out2_writes out2_destination out2_entry out2_write_last },
        offered_at! { o out3_valid out3_tag out3_a_valid out3_b_valid out3_c_valid out3_a out3_b out3_c
        out3_writes out3_destination out3_entry out3_write_last },
        offered_at! { o out4_valid out4_tag out4_a_valid out4_b_valid out4_c_valid out4_a out4_b out4_c
        out4_writes out4_destination out4_entry out4_write_last },
        offered_at! { o out5_valid out5_tag out5_a_valid out5_b_valid out5_c_valid out5_a out5_b out5_c
        out5_writes out5_destination out5_entry out5_write_last },
        offered_at! { o out6_valid out6_tag out6_a_valid out6_b_valid out6_c_valid out6_a out6_b out6_c
        out6_writes out6_destination out6_entry out6_write_last },
        offered_at! { o out7_valid out7_tag out7_a_valid out7_b_valid out7_c_valid out7_a out7_b out7_c
        out7_writes out7_destination out7_entry out7_write_last },
    ]
}
