//! Instructions between the lanes of a warp.

use super::fault::FaultKind;
use super::lanes::{lanes_of, Lane};
use super::observe::Observer;
use super::scalar::{with_int, Integer};
use super::step::Step;
use super::{FULL, LANES};
use crate::ir::{Instruction, Int, Int2, Operand, Shuffle, Vote};
use crate::ptx::types::Width;

impl<O: Observer> Step<'_, O> {
    /// The member mask of a `.sync` form, which all lanes must agree on and be here for.
    fn members(&self, operand: Option<&Operand>, mask: u32) -> Result<u32, FaultKind> {
        let Some(&operand) = operand else {
            return Ok(mask);
        };
        let given = self.read::<u32>(operand);
        let mut members = 0;
        for lane in lanes_of(mask) {
            members |= given[lane];
        }
        // Lanes that have left, or that the block never had, are nobody's members.
        let alive = self.warp.launched & !self.warp.exited;
        let missing = members & alive & !mask;
        if missing == 0 {
            Ok(members & mask)
        } else {
            Err(FaultKind::MissingMembers { missing })
        }
    }

    pub(super) fn shfl(
        &mut self,
        mode: Shuffle,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), FaultKind> {
        let members = self.members(i.operands().get(3), mask)?;
        let a = self.operand::<u32>(i, 0);
        let b = self.operand::<u32>(i, 1);
        let c = self.operand::<u32>(i, 2);
        let mut d = a;
        let mut inside = 0;
        for lane in lanes_of(mask) {
            let own = lane as u32;
            let by = b[lane] & 31;
            let clamp = c[lane] & 31;
            let segment = c[lane] >> 8 & 31;
            let most = own & segment | clamp & !segment;
            let least = own & segment;
            let (source, fits) = match mode {
                // Up clamps at the segment's lower end, which is what its clamp is for.
                Shuffle::Up => {
                    let source = own as i32 - by as i32;
                    (source as u32, source >= most as i32)
                }
                Shuffle::Down => (own + by, own + by <= most),
                Shuffle::Bfly => (own ^ by, own ^ by <= most),
                Shuffle::Idx => {
                    let source = least | by & !segment;
                    (source, source <= most)
                }
            };
            let source = if fits { source } else { own };
            inside |= u32::from(fits) << lane;
            // A lane that is not here has nothing to give: PTX leaves the value undefined.
            let source = source as usize & 31;
            if members >> source & 1 == 1 {
                d[lane] = a[source];
            }
        }
        self.write::<u32>(i.result(0), d, mask);
        self.write_predicate(i.result(1), inside, mask);
        Ok(())
    }

    pub(super) fn vote(&mut self, vote: Vote, i: &Instruction, mask: u32) -> Result<(), FaultKind> {
        let members = self.members(i.operands().get(1), mask)?;
        let votes = self.predicate(i.operand(0)) & members;
        let all = |yes: bool| if yes { FULL } else { 0 };
        match vote {
            Vote::Ballot => self.write::<u32>(i.result(0), [votes; LANES], mask),
            Vote::All => self.write_predicate(i.result(0), all(votes == members), mask),
            Vote::Any => self.write_predicate(i.result(0), all(votes != 0), mask),
            Vote::Uni => {
                self.write_predicate(i.result(0), all(votes == 0 || votes == members), mask);
            }
        }
        Ok(())
    }

    pub(super) fn match_(
        &mut self,
        all: bool,
        width: Width,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), FaultKind> {
        let members = self.members(i.operands().get(1), mask)?;
        let values: [u64; LANES] = if width == Width::W64 {
            self.operand(i, 0)
        } else {
            self.operand::<u32>(i, 0).map(u64::from)
        };
        let mut equal = [0u32; LANES];
        for lane in lanes_of(mask) {
            for other in lanes_of(members) {
                equal[lane] |= u32::from(values[lane] == values[other]) << other;
            }
        }
        if all {
            let same = lanes_of(members).all(|lane| equal[lane] == members);
            let (bits, flag) = if same { (members, FULL) } else { (0, 0) };
            self.write::<u32>(i.result(0), [bits; LANES], mask);
            self.write_predicate(i.result(1), flag, mask);
        } else {
            self.write::<u32>(i.result(0), equal, mask);
        }
        Ok(())
    }

    pub(super) fn redux(
        &mut self,
        f: Int2,
        int: Int,
        i: &Instruction,
        mask: u32,
    ) -> Result<(), FaultKind> {
        let members = self.members(i.operands().get(1), mask)?;
        with_int!(int, T => {
            let values = self.operand::<T>(i, 0);
            let mut lanes = lanes_of(members);
            let first = lanes.next().map_or(0, |lane| values[lane]);
            let result = lanes.fold(first, |sum, lane| match f {
                Int2::Min => sum.min(values[lane]),
                Int2::Max => sum.max(values[lane]),
                Int2::And => Integer::and(sum, values[lane]),
                Int2::Or => Integer::or(sum, values[lane]),
                Int2::Xor => Integer::xor(sum, values[lane]),
                _ => Integer::add(sum, values[lane]),
            });
            let bits = <T as Lane>::set(result).0;
            self.write::<u32>(i.result(0), [bits; LANES], mask);
        });
        Ok(())
    }
}
