//! What holds of a module between any two passes: widths fit, states are of one kind, names are known,
//! and in the end every net has one driver.

use super::expr::*;
use super::module::Logic;
use super::net::*;
use super::process::Process;
use super::stmt::Stmt;
use super::types::{Type, TypeKind};
use super::typing::type_of;
use std::collections::BTreeMap;

/// What is wrong with statements, if anything.
pub(crate) fn of_statements(netlist: &Netlist, body: &[Stmt]) -> Result<(), String> {
    body.iter().try_for_each(|stmt| statement(netlist, stmt))
}

/// What is wrong with the processes of a module, if anything.
pub(crate) fn of_processes(logic: &Logic) -> Result<(), String> {
    let mut drivers: BTreeMap<NetId, usize> = BTreeMap::new();
    for (number, process) in logic.processes.iter().enumerate() {
        of_process(&logic.netlist, process)?;
        let mut whole = vec![];
        process.places(&mut |place| {
            // Parts of a net may have drivers of their own.
            if place.index.is_empty() && place.part.is_none() {
                whole.push(place.net);
            }
        });
        for net in whole {
            if *drivers.entry(net).or_insert(number) != number {
                let name = &logic.netlist.net(net).path;
                return Err(format!("{name} has two drivers"));
            }
        }
    }
    for clocked in &logic.clocked {
        of_statements(&logic.netlist, &clocked.body)?;
    }
    let connected = logic.instances.iter().flat_map(|i| i.connections.values());
    for (_, expr) in connected {
        expression(&logic.netlist, expr)?;
    }
    Ok(())
}

fn of_process(netlist: &Netlist, process: &Process) -> Result<(), String> {
    match process {
        Process::Assign(target, value) => assignment(netlist, target, value),
        Process::Generate { body, .. } => body.iter().try_for_each(|p| of_process(netlist, p)),
        Process::Comb(body) => of_statements(netlist, body),
    }
}

fn statement(netlist: &Netlist, stmt: &Stmt) -> Result<(), String> {
    match stmt {
        Stmt::Assign(target, value) => assignment(netlist, target, value)?,
        Stmt::If { test, .. } => {
            expression(netlist, test)?;
            same("a condition", test.width, 1)?;
        }
        Stmt::Case { subject, arms, .. } => {
            expression(netlist, subject)?;
            for label in arms.iter().flat_map(|arm| &arm.labels) {
                expression(netlist, label)?;
                same("a label", label.width, subject.width)?;
            }
        }
        Stmt::For { .. } => {}
    }
    let mut blocks = stmt.blocks().into_iter();
    blocks.try_for_each(|block| of_statements(netlist, block))
}

fn assignment(netlist: &Netlist, target: &Place, value: &Expr) -> Result<(), String> {
    expression(netlist, value)?;
    let width = place(netlist, target)?;
    let path = &netlist.net(target.net).path;
    same(path, value.width, width)?;
    let read = Expr::new(width, ExprKind::Read(target.clone()));
    let (should, is) = (type_of(netlist, &read), type_of(netlist, value));
    let states = |ty: &Type| matches!(ty.kind, TypeKind::Enum(_));
    if states(&should) && states(&is) && should != is {
        return Err(format!(
            "{path}, a {}, is assigned a {}",
            should.name, is.name
        ));
    }
    Ok(())
}

/// The width of a place.
fn place(netlist: &Netlist, place: &Place) -> Result<usize, String> {
    let Some(net) = netlist.nets.get(place.net.0) else {
        return Err(format!("no net has the number {}", place.net.0));
    };
    if let Some(offset) = place.dynamic_offset() {
        expression(netlist, offset)?;
    }
    let element = match place.index.len() {
        // An array as the vector of its elements.
        0 => net.total_bits(),
        indices if indices == net.dims.len() => net.width,
        indices => return Err(format!("{} has {indices} indices", net.path)),
    };
    match &place.part {
        Some(part) if part.width > net.total_bits() => Err(format!("a part beyond {}", net.path)),
        Some(part) => Ok(part.width),
        None => Ok(element),
    }
}

fn expression(netlist: &Netlist, expr: &Expr) -> Result<(), String> {
    let mut found = Ok(());
    expr.walk(&mut |expr| {
        if found.is_ok() {
            found = own(netlist, expr).map_err(|what| format!("{what} in {:?}", expr.kind));
        }
    });
    found
}

/// An expression without those inside it.
fn own(netlist: &Netlist, expr: &Expr) -> Result<(), String> {
    use BinaryOp::*;
    let width = expr.width;
    match &expr.kind {
        ExprKind::Literal(value) if value.bits() > width as u64 => {
            Err(format!("a number does not fit {width} bits"))
        }
        ExprKind::Literal(_) | ExprKind::Variant { .. } | ExprKind::Index(_) => Ok(()),
        ExprKind::Read(source) => same("a read", width, place(netlist, source)?),
        ExprKind::Unary(op, a) => match op {
            UnaryOp::Not | UnaryOp::Neg => same("an operand", a.width, width),
            UnaryOp::All | UnaryOp::Any | UnaryOp::Xor => same("a reduction", width, 1),
        },
        ExprKind::Binary(op, a, b) => match op {
            Add | Sub | And | Or | Xor => {
                same("the left operand", a.width, width)?;
                same("the right operand", b.width, width)
            }
            Shl | Shr => same("what is shifted", a.width, width),
            Eq | Ne | Lt | Le | Gt | Ge => {
                same("a comparison", width, 1)?;
                same("what is compared", a.width, b.width)
            }
            LogicalAnd | LogicalOr => {
                same("the left condition", a.width, 1)?;
                same("the right condition", b.width, 1)
            }
        },
        ExprKind::Concat(pieces) => {
            let sum = pieces.iter().map(|piece| piece.width).sum();
            same("a concatenation", width, sum)
        }
        ExprKind::Replicate(count, a) => same("a replication", width, count * a.width),
        ExprKind::Mux(test, a, b) => {
            same("a choice", test.width, 1)?;
            same("the first alternative", a.width, width)?;
            same("the second alternative", b.width, width)
        }
        ExprKind::Lookup(net, _) => match netlist.nets.get(net.0) {
            Some(net) => same("an element", width, net.width),
            None => Err(format!("no net has the number {}", net.0)),
        },
        ExprKind::Select(a, offset) if offset + width > a.width => {
            Err(format!("bits beyond {}", a.width))
        }
        ExprKind::Select(..) => Ok(()),
    }
}

fn same(what: &str, is: usize, should: usize) -> Result<(), String> {
    if is == should {
        return Ok(());
    }
    Err(format!("{what} has {is} bits instead of {should}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_nets() -> (Netlist, Expr, Expr) {
        let mut netlist = Netlist::default();
        let read = |netlist: &mut Netlist, name: &str, width| {
            let net = netlist.declare_let(name.to_owned(), width);
            Expr::new(width, ExprKind::Read(Place::whole(net)))
        };
        let narrow = read(&mut netlist, "let$narrow", 4);
        let wide = read(&mut netlist, "let$wide", 8);
        (netlist, narrow, wide)
    }

    /// What is found where `value` is assigned to the wide net.
    fn found(netlist: &Netlist, value: Expr) -> Option<String> {
        let target = Place::whole(netlist.by_path["let$wide"]);
        of_statements(netlist, &[Stmt::Assign(target, value)]).err()
    }

    #[test]
    fn widths_that_do_not_fit_are_found_at_any_depth() {
        let (netlist, narrow, wide) = two_nets();
        assert_eq!(found(&netlist, wide.clone()), None);
        let what = found(&netlist, narrow.clone());
        assert_eq!(what.as_deref(), Some("let$wide has 4 bits instead of 8"));
        let sum = Expr::binary(BinaryOp::Add, wide.clone(), narrow.clone());
        let deep = Expr::unary(UnaryOp::Not, sum);
        assert!(found(&netlist, deep).is_some_and(|what| what.contains("the right operand")));
        let literal = Expr::literal(8, 256_u16);
        assert!(found(&netlist, literal).is_some_and(|what| what.contains("does not fit")));
        let test = Stmt::If {
            test: narrow,
            then: vec![],
            otherwise: vec![],
        };
        assert!(of_statements(&netlist, &[test]).is_err());
    }

    #[test]
    fn names_that_nobody_knows_and_second_drivers_are_found() {
        let (netlist, ..) = two_nets();
        let dangling = Expr::new(8, ExprKind::Read(Place::whole(NetId(2))));
        assert!(found(&netlist, dangling).is_some_and(|what| what.contains("no net")));
        let target = Place::whole(netlist.by_path["let$narrow"]);
        let value = Expr::literal(4, 0_u8);
        let mut logic = Logic {
            netlist,
            processes: vec![Process::Assign(target.clone(), value.clone())],
            ..Logic::default()
        };
        assert_eq!(of_processes(&logic), Ok(()));
        logic.processes.push(Process::Assign(target, value));
        assert!(of_processes(&logic).is_err_and(|what| what.contains("two drivers")));
    }
}
