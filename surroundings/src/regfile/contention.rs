//! The door: who of two instructions is accepted.

use super::writes::Known;
use crate::oracle::{check, Violation};
use golden::regfile::Instruction;
use spec::regfile::PORTS;

/// `HazardsAreRefused`, given for each instruction that is presented what is known of the writes
/// of its registers.
pub fn accepted(
    accepted: [bool; PORTS],
    free: usize,
    hazards: [Option<Known>; PORTS],
) -> Result<(), Violation> {
    for port in (0..PORTS).filter(|&port| accepted[port]) {
        let room = hazards[port].is_some() && free > 0;
        check(room, "OrderIsAcceptance", || {
            format!("in{port} is ready, but there is nothing to accept or no room")
        })?;
        let waiting = hazards[port] == Some(Known::Waiting);
        check(!waiting, "HazardsAreRefused", || {
            format!("in{port} is accepted while a write of its registers is outstanding")
        })?;
    }
    Ok(())
}

/// The port that wins the next contention, where the ports tell.
#[derive(Debug)]
pub struct Door {
    turn: Option<usize>,
}

impl Door {
    /// After reset.
    pub fn new() -> Self {
        Self { turn: Some(0) }
    }

    /// `ContentionAlternates`, and that nobody is refused without a reason where that shows.
    pub fn observe(
        &mut self,
        presented: &[Option<Instruction>; PORTS],
        accepted: [bool; PORTS],
        free: usize,
        hazards: [Option<Known>; PORTS],
    ) -> Result<(), Violation> {
        let [Some(first), Some(second)] = presented else {
            return Ok(());
        };
        let written = first.destination;
        let clash = written.is_some_and(|r| second.named().any(|named| named == r));
        let excluded = free == 1 || clash;
        let could = hazards.map(|hazard| hazard == Some(Known::Done) && free > 0);
        check(
            !(excluded && accepted == [true; PORTS]),
            "ContentionAlternates",
            || "both of two instructions that exclude each other are accepted".to_owned(),
        )?;
        if !excluded {
            return check(
                could != [true; PORTS] || accepted == [true; PORTS],
                "TwoInstructionsPerCycle",
                || "one of two instructions is refused although nothing stands against it".into(),
            );
        }
        let winner = accepted.iter().position(|&accepted| accepted);
        if could == [true; PORTS] {
            let known = self.turn.is_none() || winner == self.turn;
            check(winner.is_some() && known, "ContentionAlternates", || {
                format!(
                    "{accepted:?} are accepted, and it is the turn of {:?}",
                    self.turn
                )
            })?;
            self.turn = winner.map(|winner| 1 - winner);
        } else if !hazards.contains(&Some(Known::Waiting)) && free > 0 {
            // Whether there was a contention hangs on a write that nobody saw.
            self.turn = None;
        }
        Ok(())
    }
}
