//! Blocks that depend on nothing, as the constants that they are: an `always @*` that reads no signal
//! waits for ever, and what it assigns has never a value.
//!
//! ```text
//! out x: 8, out y: [4; 2]
//! x = 8'd0;
//! x[4 +: 2] = 2'd3;
//! for i in 0..2 {
//!   y[i] = 4'd1;
//!   y[i][3 +: 1] = 1'd1;
//! }
//! =>
//! assign x = 8'd48;
//! assign y[0] = 4'd9;
//! assign y[1] = 4'd9;
//! ```

use crate::ir::substitute::rename;
use crate::ir::*;
use num_bigint::BigUint;

/// The values that statements leave behind which read nothing; `None` where one is not known here.
pub(super) fn fold(netlist: &Netlist, slice: &[Stmt]) -> Option<Vec<Process>> {
    let mut values = Values {
        netlist,
        known: vec![],
    };
    values.run(slice)?;
    let assigns = values.known.into_iter().map(|value| {
        let number = Expr::literal(value.width, value.bits);
        Process::Assign(value.place, number)
    });
    Some(assigns.collect())
}

/// What places hold so far, in the order in which they were assigned first.
struct Values<'n> {
    netlist: &'n Netlist,
    known: Vec<Value>,
}

/// An element's value.
struct Value {
    place: Place,
    width: usize,
    bits: BigUint,
}

impl Values<'_> {
    fn run(&mut self, body: &[Stmt]) -> Option<()> {
        for stmt in body {
            match stmt {
                Stmt::Assign(place, value) => self.assign(place, &value.constant()?)?,
                Stmt::For {
                    var,
                    from,
                    to,
                    body,
                } => {
                    for round in *from..*to {
                        self.run(&rename(body, var, &Index::Const(round)))?;
                    }
                }
                Stmt::If { .. } | Stmt::Case { .. } => return None,
            }
        }
        Some(())
    }

    fn assign(&mut self, place: &Place, bits: &BigUint) -> Option<()> {
        let net = self.netlist.net(place.net);
        let constant = place.index.iter().all(|index| index.constant().is_some());
        if !constant || place.index.len() != net.dims.len() {
            return None;
        }
        let (offset, width) = match &place.part {
            None => (0, net.width),
            Some(part) => match &part.offset {
                Offset::Static(index) => (usize::try_from(index.constant()?).ok()?, part.width),
                Offset::Dynamic(_) => return None,
            },
        };
        let element = Place {
            part: None,
            ..place.clone()
        };
        let position = self.known.iter().position(|known| known.place == element);
        let position = position.unwrap_or_else(|| {
            self.known.push(Value {
                place: element,
                width: net.width,
                bits: BigUint::ZERO,
            });
            self.known.len() - 1
        });
        let held = &mut self.known[position].bits;
        for bit in 0..width {
            held.set_bit((offset + bit) as u64, bits.bit(bit as u64));
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("constants.rs"), |logic, body| {
            logic.processes = super::fold(&logic.netlist, &body).unwrap_or_default();
        });
    }
}
