//! `regless`.

use super::groups::{
    Instruction, Issue, L1Request, LastUses, MetadataWord, Offer, Wanted, Writeback,
};
use super::{ReglessIssue, ReglessL1Arbiter, ReglessResults, ReglessShard};
use crate::prelude::*;
use spec::regless::{ReglessParameters, EXECUTION_UNITS, SHARDS, UNITS, WARPS};
use spec::Unit;

/// `regless`: four shards, the arbiter of the L1, and what directs operands to the shards (5, Figure 8).
///
/// | module | holds |
/// |---|---|
/// | [`ReglessShard`] | per warp scheduler: its warps and their registers |
/// | [`ReglessIssue`], [`ReglessResults`] | per shard: which execution units reach it |
/// | [`ReglessL1Arbiter`] | requests to the L1 |
// All shards; lines of a bank are named with `A` bits, requests with `I`; a set of lines has `L`, and they are
// counted with `C`.
#[derive(LogicBlock, Described, Parts, HdlUnit)]
pub struct Regless<const A: usize, const I: usize, const L: usize, const C: usize> {
    pub clock: Signal<In, Clock>,
    pub base_valid: Signal<In, Bit>,
    pub base_line: Signal<In, Bits<25>>,
    pub meta: Numbered<Signal<In, MetadataWord<4>>, SHARDS>,
    pub hold: Signal<In, Bits<64>>,
    pub issue: Numbered<Signal<In, Issue<6>>, EXECUTION_UNITS>,
    pub wb: Numbered<Signal<In, Writeback<6, A>>, EXECUTION_UNITS>,
    pub l1_ready: Signal<In, Bit>,
    pub response_valid: Signal<In, Bit>,
    pub response_id: Signal<In, Bits<I>>,
    pub response_data: Signal<In, Bits<1024>>,
    pub meta_ready: Numbered<Signal<Out, Bit>, SHARDS>,
    pub uses: Numbered<Signal<Out, LastUses<4>>, SHARDS>,
    pub active: Signal<Out, Bits<64>>,
    pub issue_ready: Numbered<Signal<Out, Bit>, EXECUTION_UNITS>,
    pub out: Numbered<Signal<Out, Offer<6, A>>, { SHARDS * UNITS }>,
    pub wb_ready: Numbered<Signal<Out, Bit>, EXECUTION_UNITS>,
    pub l1: Signal<Out, L1Request<I>>,
    pub response_ready: Signal<Out, Bit>,
    pub region_errors: Signal<Out, Bits<4>>,
    pub region_error_warps: Signal<Out, Bits<16>>,
    pub metadata_errors: Signal<Out, Bits<4>>,
    pub metadata_error_warps: Signal<Out, Bits<16>>,

    shard: Vec<ReglessShard<A, L, C>>,
    issues: Vec<ReglessIssue>,
    results: Vec<ReglessResults<A>>,
    arbiter: ReglessL1Arbiter<A, I>,
    _parameters: ReglessParameters,
}

impl<const A: usize, const I: usize, const L: usize, const C: usize> Regless<A, I, L, C> {
    /// No region is known, all warps are inactive.
    pub fn new(parameters: ReglessParameters) -> Self {
        ReglessParts {
            shard: (0..SHARDS).map(|_| ReglessShard::new(parameters)).collect(),
            issues: (0..SHARDS).map(|_| ReglessIssue::new()).collect(),
            results: (0..SHARDS).map(|_| ReglessResults::new()).collect(),
            arbiter: ReglessL1Arbiter::new(parameters.bank()),
            _parameters: parameters,
        }
        .into()
    }
}

/// Whether a warp is one of shard `s`: the low two bits name the shard, the others its warp.
#[hardware]
fn of_shard(warp: Bits<6>, s: usize) -> bool {
    warp.get_bits::<2>(0) == s.to_bits::<2>()
}

#[hardware(name = spec::regless::Regless::module_name(&self._parameters))]
impl<const A: usize, const I: usize, const L: usize, const C: usize> Logic for Regless<A, I, L, C> {
    fn update(&mut self) {
        clock!(self, clock, shard, results, arbiter);
        comment!("What the execution units have, to the shards of its warps.");
        let mut issue_accepted = bits::<4>(0);
        let mut wb_accepted = bits::<4>(0);
        for s in 0..SHARDS {
            for e in 0..EXECUTION_UNITS {
                let issue = self.issue[e].val();
                self.issues[s].issue[e].next = Issue {
                    instruction: Instruction {
                        valid: issue.instruction.valid && of_shard(issue.instruction.warp, s),
                        tag: issue.instruction.tag,
                        warp: issue.instruction.warp.get_bits::<4>(2),
                        sources: issue.instruction.sources,
                        a: issue.instruction.a,
                        b: issue.instruction.b,
                        c: issue.instruction.c,
                        last: issue.instruction.last,
                        erase: issue.instruction.erase,
                        writes: issue.instruction.writes,
                        destination: issue.instruction.destination,
                        mask: issue.instruction.mask,
                        write_last: issue.instruction.write_last,
                    },
                    ends: issue.ends,
                };
                let result = self.wb[e].val();
                self.results[s].result[e].next = Writeback {
                    valid: result.valid && of_shard(result.warp, s),
                    warp: result.warp.get_bits::<4>(2),
                    register: result.register,
                    entry: result.entry,
                    mask: result.mask,
                    data: result.data,
                    last: result.last,
                };
            }
            self.shard[s].issue[0].next = self.issues[s].first.val();
            self.shard[s].issue[1].next = self.issues[s].second.val();
            self.issues[s].first_ready.next = self.shard[s].issue_ready[0].val();
            self.issues[s].second_ready.next = self.shard[s].issue_ready[1].val();
            issue_accepted |= self.issues[s].accepted.val();

            self.shard[s].wb[0].next = self.results[s].first.val();
            self.shard[s].wb[1].next = self.results[s].second.val();
            self.results[s].first_ready.next = self.shard[s].wb_ready[0].val();
            self.results[s].second_ready.next = self.shard[s].wb_ready[1].val();
            wb_accepted |= self.results[s].accepted.val();
        }
        for e in 0..EXECUTION_UNITS {
            self.issue_ready[e].next = issue_accepted.get_bit(e);
            self.wb_ready[e].next = wb_accepted.get_bit(e);
        }

        comment!(
            "Metadata, and which warps are held and active: warp W is warp W / 4 of shard W mod 4."
        );
        let mut active = bits::<64>(0);
        let mut region_errors = bits::<4>(0);
        let mut region_error_warps = bits::<16>(0);
        let mut metadata_errors = bits::<4>(0);
        let mut metadata_error_warps = bits::<16>(0);
        for s in 0..SHARDS {
            self.shard[s].meta.next = self.meta[s].val();
            self.meta_ready[s].next = self.shard[s].meta_ready.val();
            self.uses[s].next = self.shard[s].uses.val();
            let mut hold = bits::<16>(0);
            for w in 0..WARPS {
                hold = hold.replace_bit(w, self.hold.val().get_bit(4 * w + s));
                active = active.replace_bit(4 * w + s, self.shard[s].active.val().get_bit(w));
            }
            self.shard[s].hold.next = hold;
            let region_error = self.shard[s].region_error.val();
            let metadata_error = self.shard[s].metadata_error.val();
            region_errors = region_errors.replace_bit(s, region_error);
            region_error_warps = replace_bits(
                region_error_warps,
                4 * s,
                gate(region_error, self.shard[s].region_error_warp.val()),
            );
            metadata_errors = metadata_errors.replace_bit(s, metadata_error);
            metadata_error_warps = replace_bits(
                metadata_error_warps,
                4 * s,
                gate(metadata_error, self.shard[s].metadata_error_warp.val()),
            );
        }
        self.active.next = active;
        self.region_errors.next = region_errors;
        self.region_error_warps.next = region_error_warps;
        self.metadata_errors.next = metadata_errors;
        self.metadata_error_warps.next = metadata_error_warps;

        comment!("Offers.");
        for s in 0..SHARDS {
            for u in 0..UNITS {
                let offer = self.shard[s].out[u].val();
                self.out[UNITS * s + u].next = Offer {
                    valid: offer.valid,
                    tag: offer.tag,
                    warp: concat::<6, _, _>(offer.warp, s.to_bits::<2>()),
                    a_valid: offer.a_valid,
                    b_valid: offer.b_valid,
                    c_valid: offer.c_valid,
                    a: offer.a,
                    b: offer.b,
                    c: offer.c,
                    writes: offer.writes,
                    destination: offer.destination,
                    entry: offer.entry,
                    mask: offer.mask,
                    write_last: offer.write_last,
                };
            }
        }

        comment!("The L1.");
        self.arbiter.base_valid.next = self.base_valid.val();
        self.arbiter.base_line.next = self.base_line.val();
        self.arbiter.l1_ready.next = self.l1_ready.val();
        let id = self.response_id.val();
        self.arbiter.response_valid.next = self.response_valid.val();
        self.arbiter.response_id.next = id;
        let mut shards_ready = bits::<4>(0);
        for s in 0..SHARDS {
            let request = self.shard[s].l1.val();
            self.arbiter.shard[s].next = Wanted {
                valid: request.valid,
                kind: request.kind,
                warp: request.warp,
                index: request.index,
                entry: request.entry,
                data: request.data,
            };
            self.shard[s].l1_ready.next = self.arbiter.shard_ready[s].val();
            self.shard[s].response_valid.next = self.arbiter.shards_response.val().get_bit(s);
            self.shard[s].response_line.next = id.get_bit(A + 3);
            self.shard[s].response_bank.next = id.get_bits::<3>(A);
            self.shard[s].response_entry.next = id.get_bits::<A>(0);
            self.shard[s].response_data.next = self.response_data.val();
            shards_ready = shards_ready.replace_bit(s, self.shard[s].response_ready.val());
        }
        self.l1.next = self.arbiter.l1.val();
        self.arbiter.shards_ready.next = shards_ready;
        self.response_ready.next = self.arbiter.response_ready.val();
    }
}
