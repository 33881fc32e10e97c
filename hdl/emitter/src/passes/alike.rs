//! Clocked loops over arrays that change under the same conditions, as one: the arrays are the fields
//! of one thing, and a reader wants to see once when it changes. The same of blocks that choose the fields
//! of one struct.
//!
//! ```text
//! in c: 1, in a: 8, in b: 4, q x_q: [8; 4], d x_d: [8; 4], q y_q: [4; 4], d y_d: [4; 4]
//! for i in 0..4 {
//!   x_d[i] = c ? a : x_q[i];
//! }
//! for i in 0..4 {
//!   y_d[i] = c ? b : y_q[i];
//! }
//! =>
//! clocked i in 0..4 {
//!   if c {
//!     x_q[i] = a;
//!     y_q[i] = b;
//!   }
//! }
//! ```

use super::flow::nets_read;
use crate::ir::substitute::rename;
use crate::ir::*;
use std::collections::BTreeSet;

/// Puts loops with the same conditions together.
pub(super) fn merge(logic: &mut Logic) {
    let mut out: Vec<ClockedLoop> = vec![];
    for clocked in std::mem::take(&mut logic.clocked) {
        let joined = out.iter_mut().find_map(|other| {
            let body = together(logic, other, &clocked)?;
            Some((other, body))
        });
        match joined {
            Some((other, body)) => {
                other.registers.extend(clocked.registers);
                other.body = body;
            }
            None => out.push(clocked),
        }
    }
    logic.clocked = out;
}

/// Puts blocks together that choose fields of one struct under the same conditions.
pub(super) fn merge_blocks(logic: &mut Logic) {
    let netlist = &logic.netlist;
    let mut out: Vec<Process> = vec![];
    for process in std::mem::take(&mut logic.processes) {
        let joined = match &process {
            Process::Comb(body) => out.iter_mut().find_map(|other| match other {
                Process::Comb(earlier) => {
                    let both = fields_of_one(netlist, earlier, body)?;
                    Some((earlier, both))
                }
                _ => None,
            }),
            _ => None,
        };
        match joined {
            Some((earlier, both)) => *earlier = both,
            None => out.push(process),
        }
    }
    logic.processes = out;
}

/// Two blocks as one, if all that they assign are fields of one struct, and neither reads one of those.
fn fields_of_one(netlist: &Netlist, one: &[Stmt], two: &[Stmt]) -> Option<Vec<Stmt>> {
    let mut made = BTreeSet::new();
    for stmt in one.iter().chain(two) {
        stmt.targets(&mut |place| _ = made.insert(place.net));
    }
    let fields = netlist.siblings.get(made.first()?)?;
    let read = nets_read(one)
        .union(&nets_read(two))
        .any(|net| made.contains(net));
    if read || !made.iter().all(|net| fields.contains(net)) {
        return None;
    }
    zip(one, two)
}

/// The bodies of two loops as one, if they are alike. All that they assign changes at the clock, so that
/// their order is without meaning.
fn together(logic: &Logic, one: &ClockedLoop, two: &ClockedLoop) -> Option<Vec<Stmt>> {
    let first = |clocked: &ClockedLoop| {
        let register = logic.registers.get(*clocked.registers.first()?)?;
        Some((register.clock, register.reset.is_some()))
    };
    let range = |clocked: &ClockedLoop| (clocked.each, clocked.to);
    let conditions = |clocked: &ClockedLoop| clocked.body.iter().any(has_condition);
    if range(one) != range(two)
        || first(one) != first(two)
        || !(one.locals.is_empty() && two.locals.is_empty())
        || !(conditions(one) && conditions(two))
    {
        return None;
    }
    let theirs = rename(&two.body, &two.var, &Index::Var(one.var.clone()));
    zip(&one.body, &theirs)
}

fn has_condition(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Assign(..) => false,
        Stmt::If { .. } | Stmt::Case { .. } => true,
        Stmt::For { body, .. } => body.iter().any(has_condition),
    }
}

/// Assignments that follow each other, or one other statement.
fn runs(body: &[Stmt]) -> Vec<&[Stmt]> {
    let assigns = |stmt: &Stmt| matches!(stmt, Stmt::Assign(..));
    body.chunk_by(|a, b| assigns(a) && assigns(b)).collect()
}

fn zip(one: &[Stmt], two: &[Stmt]) -> Option<Vec<Stmt>> {
    let (ones, twos) = (runs(one), runs(two));
    if ones.len() != twos.len() {
        return None;
    }
    let mut out = vec![];
    for (one, two) in ones.into_iter().zip(twos) {
        match (one, two) {
            ([Stmt::Assign(..), ..], [Stmt::Assign(..), ..]) => {
                out.extend(one.iter().chain(two).cloned());
            }
            ([one], [two]) => out.push(alike(one, two)?),
            _ => return None,
        }
    }
    Some(out)
}

/// Two statements with the same conditions as one.
fn alike(one: &Stmt, two: &Stmt) -> Option<Stmt> {
    match (one, two) {
        (
            Stmt::If {
                test,
                then,
                otherwise,
            },
            Stmt::If {
                test: their_test,
                then: their_then,
                otherwise: their_otherwise,
            },
        ) if test == their_test => Some(Stmt::If {
            test: test.clone(),
            then: zip(then, their_then)?,
            otherwise: zip(otherwise, their_otherwise)?,
        }),
        (
            Stmt::For {
                var,
                from,
                to,
                body,
            },
            Stmt::For {
                var: their_var,
                from: their_from,
                to: their_to,
                body: their_body,
            },
        ) if (from, to) == (their_from, their_to) => {
            let theirs = rename(their_body, their_var, &Index::Var(var.clone()));
            Some(Stmt::For {
                var: var.clone(),
                from: *from,
                to: *to,
                body: zip(body, &theirs)?,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::ir::*;
    use crate::options::Dialect;

    #[test]
    fn the_example_is_what_happens() {
        super::super::example::check_processes(include_str!("alike.rs"), |logic, body| {
            super::super::processes::divide(logic, &body, &[]);
            super::super::rolled::roll(logic, Dialect::Verilog2005);
        });
    }

    #[test]
    fn fields_of_one_struct_are_chosen_in_one_block() {
        let mut logic = Logic::default();
        let net = |logic: &mut Logic, name: &str, width| {
            logic.netlist.declare_let(name.to_owned(), width)
        };
        let (c, x, y, z) = (
            net(&mut logic, "c", 1),
            net(&mut logic, "x", 4),
            net(&mut logic, "y", 2),
            net(&mut logic, "z", 2),
        );
        let block = |target: NetId, width: usize| {
            let assign =
                |value: u8| Stmt::Assign(Place::whole(target), Expr::literal(width, value));
            Process::Comb(vec![
                assign(0),
                Stmt::If {
                    test: Expr::new(1, ExprKind::Read(Place::whole(c))),
                    then: vec![assign(1)],
                    otherwise: vec![],
                },
            ])
        };
        for field in [x, y] {
            logic.netlist.siblings.insert(field, [x, y].into());
        }
        logic.processes = vec![block(x, 4), block(z, 2), block(y, 2)];
        super::merge_blocks(&mut logic);
        // z is none of its fields.
        assert_eq!(logic.processes.len(), 2);
        assert_eq!(logic.processes[1], block(z, 2));
        let mut made = vec![];
        logic.processes[0].targets(&mut |net| made.push(net));
        assert_eq!(made, [x, y, x, y]);
        assert_eq!(invariants::of_processes(&logic), Ok(()));
    }
}
