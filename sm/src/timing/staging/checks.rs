//! What the unit gives against what the multiprocessor knows, and what a difference is about.

use super::ports::{offered, Offered};
use super::{Asked, Inside, Staging};
use crate::exec::LANES;
use crate::timing::error::Disagreement;
use spec::regless::{ReglessInputs, ReglessOutputs};
use spec::warp::WarpRegister;
use spec::{Difference, UnitFault};

impl Staging {
    /// What a part leaves with must be what its registers held; of which instruction it is.
    pub(super) fn check(&mut self, offer: &Offered<'_>) -> Result<u8, Disagreement> {
        let Some(inside) = self.inside[usize::from(offer.tag)].take() else {
            let reason = format!("tag {} leaves and has not entered", offer.tag);
            return Err(Disagreement::Unit(reason));
        };
        self.free.push(offer.tag);
        let Inside {
            operation,
            mask,
            sources,
        } = inside;
        for (expected, got) in sources.iter().zip(offer.sources) {
            let Some((register, value)) = expected else {
                continue;
            };
            let stale = |lane: usize| got.is_none_or(|got| got[lane] != value[lane]);
            if (0..LANES).any(|lane| mask >> lane & 1 == 1 && stale(lane)) || got.is_none() {
                // Lanes that take no part may hold anything.
                let of_lane = |lane: usize, got: &WarpRegister| match mask >> lane & 1 {
                    1 => got[lane],
                    _ => value[lane],
                };
                return Err(Disagreement::Source {
                    tag: operation,
                    register: u16::from(*register),
                    expected: Box::new(*value),
                    got: got.map(|got| Box::new(std::array::from_fn(|lane| of_lane(lane, got)))),
                });
            }
        }
        self.reserved[usize::from(operation)].extend(offer.destination);
        Ok(operation)
    }

    /// What an error of the unit is about.
    pub(super) fn disagreement(
        &self,
        fault: UnitFault<ReglessOutputs>,
        i: &ReglessInputs,
        asked: &Asked,
    ) -> Disagreement {
        let UnitFault::Differs(difference) = fault else {
            return fault.into();
        };
        let Difference {
            port,
            outputs: o,
            reason,
        } = *difference;
        let (mut tag, mut register) = (None, None);
        let number = port.get(3..4).and_then(|digit| digit.parse::<usize>().ok());
        if let (true, Some(unit)) = (port.starts_with("out"), number) {
            if let Some(offer) = o.out.get(unit).and_then(offered) {
                let inside = self.inside[usize::from(offer.tag)].as_ref();
                tag = inside.map(|inside| inside.operation);
                let source = port.get(5..6).and_then(|letter| "abc".find(letter));
                let is_source = port.len() == 6 || port.len() == 12 && port.ends_with("_valid");
                let named = source.filter(|_| is_source);
                let named = named.and_then(|source| inside?.sources[source]);
                register = named.map(|(register, _)| u16::from(register));
            }
        } else if port.starts_with("wb") {
            let register_of = [
                i.wb[0].register,
                i.wb[1].register,
                i.wb[2].register,
                i.wb[3].register,
            ];
            let unit = port.get(2..3).and_then(|digit| digit.parse::<usize>().ok());
            register = unit.map(|unit| u16::from(register_of[unit]));
        } else if port.starts_with("issue") {
            let unit = port.get(5..6).and_then(|digit| digit.parse::<usize>().ok());
            let mut operations = asked.issued.iter().flatten();
            let operation = unit.and_then(|unit| operations.nth(unit));
            tag = operation.map(|(operation, _)| operation.operation);
        }
        Disagreement::Port {
            port,
            tag,
            register,
            reason,
        }
    }
}
