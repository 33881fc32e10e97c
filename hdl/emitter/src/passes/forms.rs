//! The shape in which a group of assignments is printed: continuous assignments, a generate
//! loop, or one combinational block.
//!
//! ```text
//! in a: 8, in c: 1, in e: 1, out x: 8
//! x = 8'd1;
//! x = 8'd0;
//! if c {
//!   if e {
//!     x = a;
//!   }
//! }
//! =>
//! x = 8'd0;
//! if c && e {
//!   x = a;
//! }
//! ```

use super::flow;
use crate::ir::coverage;
use crate::ir::simplify;
use crate::ir::*;
use std::collections::BTreeSet;

/// `if (a) { if (b) { .. } }` is `if (a && b) { .. }`.
pub(super) fn collapse(body: Vec<Stmt>) -> Vec<Stmt> {
    let mut out = vec![];
    for mut stmt in body {
        for block in stmt.blocks_mut() {
            *block = collapse(std::mem::take(block));
        }
        out.push(match stmt {
            Stmt::If {
                test,
                mut then,
                otherwise,
            } if otherwise.is_empty() => match then.pop() {
                Some(Stmt::If {
                    test: inner,
                    then: body,
                    otherwise,
                }) if then.is_empty() && otherwise.is_empty() => Stmt::If {
                    test: simplify::binary(BinaryOp::LogicalAnd, test, inner),
                    then: body,
                    otherwise,
                },
                last => {
                    then.extend(last);
                    Stmt::If {
                        test,
                        then,
                        otherwise,
                    }
                }
            },
            stmt => stmt,
        });
    }
    out
}

/// A store that is overwritten before anybody looks would only cost the reader time.
pub(super) fn drop_dead_stores(
    netlist: &Netlist,
    slice: Vec<Stmt>,
    group: &BTreeSet<NetId>,
) -> Vec<Stmt> {
    let mut out: Vec<Stmt> = vec![];
    for stmt in slice {
        if let Stmt::Assign(place, value) = &stmt {
            let whole = place.part.is_none()
                && place.index.len() == netlist.net(place.net).dims.len()
                && place.index.iter().all(|index| index.constant().is_some());
            if whole && !reads_group(value, group) {
                let unread_since = out
                    .iter()
                    .rposition(|earlier| {
                        flow::nets_read(std::slice::from_ref(earlier)).contains(&place.net)
                    })
                    .map_or(0, |position| position + 1);
                let mut position = 0;
                out.retain(|earlier| {
                    position += 1;
                    match earlier {
                        Stmt::Assign(target, _) => {
                            position <= unread_since
                                || target.net != place.net
                                || target.index != place.index
                        }
                        _ => true,
                    }
                });
            }
        }
        out.push(stmt);
    }
    out
}

/// A default under statements that assign every bit anyway.
pub(super) fn drop_covered_defaults(netlist: &Netlist, mut slice: Vec<Stmt>) -> Vec<Stmt> {
    let mut position = 0;
    while position < slice.len() {
        let covered = match &slice[position] {
            Stmt::Assign(place, _) if place.part.is_none() && place.index.is_empty() => {
                let rest = &slice[position + 1..];
                let sure = coverage::assigned(netlist, rest, &mut Bindings::new());
                let total = netlist.net(place.net).total_bits();
                !flow::nets_read(rest).contains(&place.net)
                    && sure
                        .get(&place.net)
                        .is_some_and(|bits| bits.missing(total).is_empty())
            }
            _ => false,
        };
        if covered {
            slice.remove(position);
        } else {
            position += 1;
        }
    }
    slice
}

/// All statements are assignments that neither overlap nor read each other.
pub(super) fn plain_assigns(
    netlist: &Netlist,
    slice: &[Stmt],
    group: &BTreeSet<NetId>,
) -> Option<Vec<Process>> {
    let mut out = vec![];
    let mut seen = coverage::BitMap::new();
    for stmt in slice {
        let Stmt::Assign(place, value) = stmt else {
            return None;
        };
        if place.dynamic_offset().is_some() || reads_group(value, group) {
            return None;
        }
        let (from, to) = coverage::touched(netlist, place, &Bindings::new());
        let bits = seen.entry(place.net).or_default();
        let mut wanted = coverage::Bits::default();
        wanted.insert(from, to);
        if !bits.intersection(&wanted).is_empty() {
            return None;
        }
        bits.insert(from, to);
        out.push(Process::Assign(place.clone(), value.clone()));
    }
    Some(out)
}

fn reads_group(expr: &Expr, group: &BTreeSet<NetId>) -> bool {
    let mut found = false;
    expr.reads(&mut |place| found |= group.contains(&place.net));
    found
}

/// Most operators and operands of a conditional expression that stands for an `if`.
const MUX_SIZE: usize = 14;

/// `if (c) y = a; else y = b;`, and the same with the default first, as `y = c ? a : b`.
pub(super) fn single_mux(slice: &[Stmt]) -> Option<Process> {
    let (place, value) = as_conditional(slice)?;
    // Nested and long conditionals read worse than the `if` that they came from.
    let (mut muxes, mut size) = (0, 0);
    value.walk(&mut |expr| {
        muxes += usize::from(matches!(expr.kind, ExprKind::Mux(..)));
        size += 1;
    });
    let mut reads_self = false;
    value.reads(&mut |read| reads_self |= read.net == place.net);
    (muxes <= 1 && size <= MUX_SIZE && !reads_self).then_some(Process::Assign(place, value))
}

/// Statements that give one place one value, as that value.
fn as_conditional(slice: &[Stmt]) -> Option<(Place, Expr)> {
    match slice {
        [Stmt::Assign(place, value)] if place.dynamic_offset().is_none() => {
            Some((place.clone(), value.clone()))
        }
        [Stmt::If {
            test,
            then,
            otherwise,
        }] => {
            let (place, a) = as_conditional(then)?;
            let (other, b) = as_conditional(otherwise)?;
            (place == other).then(|| (place, simplify::mux(test.clone(), a, b)))
        }
        [Stmt::Assign(place, default), Stmt::If {
            test,
            then,
            otherwise,
        }] if otherwise.is_empty() => {
            let (other, value) = as_conditional(then)?;
            (*place == other).then(|| (other, simplify::mux(test.clone(), value, default.clone())))
        }
        _ => None,
    }
}

/// A `let` that stayed in a branch gets a value on the other paths too: nobody reads it there,
/// but a synthesizer would keep the old one in a latch.
pub(super) fn with_let_defaults(
    netlist: &Netlist,
    slice: Vec<Stmt>,
    group: &BTreeSet<NetId>,
) -> Vec<Stmt> {
    let sure = coverage::assigned(netlist, &slice, &mut Bindings::new());
    let mut out: Vec<Stmt> = group
        .iter()
        .filter(|&&id| {
            let net = netlist.net(id);
            let missing = sure
                .get(&id)
                .is_none_or(|bits| !bits.missing(net.total_bits()).is_empty());
            net.kind == NetKind::Let && missing
        })
        .map(|&id| Stmt::Assign(Place::whole(id), Expr::literal(netlist.net(id).width, 0u8)))
        .collect();
    out.extend(slice);
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check(include_str!("forms.rs"), |logic, body| {
            let group = [logic.netlist.by_path["x"]].into();
            let body = super::collapse(body);
            super::drop_covered_defaults(
                &logic.netlist,
                super::drop_dead_stores(&logic.netlist, body, &group),
            )
        });
    }
}
