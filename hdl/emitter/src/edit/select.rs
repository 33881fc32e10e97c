//! The way of the choosing input from the top to every block that an edit is in.

use super::loops::Loop;
use super::mutation::{SELECT, SELECT_WIDTH};
use super::share::Share;
use crate::ir::*;
use crate::options::Reset;

/// The choice within a module.
#[derive(Clone, Copy)]
pub(super) struct Chooser {
    select: NetId,
    /// Whether any choice of this module is made: most of the time one look at it is enough.
    here: NetId,
}

impl Chooser {
    /// For a module with these shares; `None` where the input does not come by.
    pub fn of(logic: &mut Logic, body: &mut Vec<Stmt>, shares: &[Share]) -> Option<Self> {
        let select = *logic.netlist.by_path.get(SELECT)?;
        let numbers = shares.iter().map(|share| share.number);
        let (first, last) = (numbers.clone().min()?, numbers.max()?);
        let name = logic.names.claim("mutant_here");
        let here = logic.netlist.add(Net {
            path: name.clone(),
            name,
            width: 1,
            dims: vec![],
            storage: Storage::Vector,
            kind: NetKind::Local,
            ty: Type::bits(1),
        });
        let chooser = Chooser { select, here };
        let bound = |operator, number: usize| {
            let number = Expr::literal(SELECT_WIDTH, number);
            Expr::binary(operator, chooser.select(), number)
        };
        let (low, high) = (bound(BinaryOp::Ge, first), bound(BinaryOp::Le, last));
        let within = Expr::binary(BinaryOp::LogicalAnd, low, high);
        body.push(Stmt::Assign(Place::whole(here), within));
        Some(chooser)
    }

    fn select(self) -> Expr {
        Expr::new(SELECT_WIDTH, ExprKind::Read(Place::whole(self.select)))
    }

    fn here(self) -> Expr {
        Expr::new(1, ExprKind::Read(Place::whole(self.here)))
    }

    /// What each choice does, and what is done otherwise.
    pub fn among(self, choices: Vec<(usize, Vec<Stmt>)>, otherwise: Vec<Stmt>) -> Stmt {
        let arm = |(number, body): (usize, Vec<Stmt>)| Arm {
            labels: vec![Expr::literal(SELECT_WIDTH, number)],
            body,
        };
        let case = Stmt::Case {
            subject: self.select(),
            arms: choices.into_iter().map(arm).collect(),
            default: Some(otherwise.clone()),
        };
        Stmt::If {
            test: self.here(),
            then: vec![case],
            otherwise,
        }
    }

    /// A value by choice.
    pub fn value(self, choices: Vec<(usize, Expr)>, otherwise: Expr) -> Expr {
        let choice = |test: Expr, then: Expr, otherwise: Expr| {
            let width = otherwise.width;
            let kind = ExprKind::Mux(Box::new(test), Box::new(then), Box::new(otherwise));
            Expr::new(width, kind)
        };
        let among = choices
            .into_iter()
            .fold(otherwise.clone(), |rest, (number, value)| {
                let number = Expr::literal(SELECT_WIDTH, number);
                choice(
                    Expr::binary(BinaryOp::Eq, self.select(), number),
                    value,
                    rest,
                )
            });
        choice(self.here(), among, otherwise)
    }
}

/// Gives the input to every module that needs it, and a reset to those that get a register.
pub(crate) fn connect(drafts: &mut [Draft], shares: &[Vec<Share>], reset: Reset) {
    let mut with = vec![false; drafts.len()];
    for at in 0..drafts.len() {
        let own = !shares[at].is_empty();
        let registers = shares[at].iter().any(|share| !share.registers.is_empty());
        let Body::Logic(logic) = &drafts[at].module.body else {
            continue;
        };
        let below: Vec<usize> = { logic.instances.iter() }
            .flat_map(|instance| instance.modules.iter().copied())
            .collect();
        let resets = below.iter().any(|&child| drafts[child].module.needs_reset);
        // The top has the input in any case: who chooses need not know what is edited.
        let top = at + 1 == drafts.len();
        with[at] = own || top || below.iter().any(|&child| with[child]);
        let takers = with.clone();
        let module = &mut drafts[at].module;
        let Body::Logic(logic) = &mut module.body else {
            continue;
        };
        if (registers || resets) && !module.needs_reset {
            module.needs_reset = true;
            logic.names.claim(reset.port());
        }
        if with[at] {
            let select = input(logic, &mut module.ports);
            let statements = &mut drafts[at].statements;
            pass_on(logic, select, &takers, statements);
        }
    }
}

fn shape(dims: Vec<usize>, kind: NetKind, path: String, name: String) -> Net {
    Net {
        path,
        name,
        width: SELECT_WIDTH,
        storage: Storage::initial(&kind, SELECT_WIDTH, &dims),
        dims,
        kind,
        ty: Type::bits(SELECT_WIDTH),
    }
}

fn input(logic: &mut Logic, ports: &mut Vec<PortShape>) -> NetId {
    let name = logic.names.claim(SELECT);
    ports.push(PortShape {
        meaning: String::new(),
        path: SELECT.to_owned(),
        name: name.clone(),
        output: false,
        width: SELECT_WIDTH,
        dims: vec![],
        ty: Type::bits(SELECT_WIDTH),
    });
    let path = SELECT.to_owned();
    logic.netlist.add(shape(vec![], NetKind::Input, path, name))
}

/// Connects the input of the module to those of its instances.
fn pass_on(logic: &mut Logic, select: NetId, takers: &[bool], statements: &mut Vec<Stmt>) {
    for at in 0..logic.instances.len() {
        let instance = &logic.instances[at];
        if !instance.modules.iter().any(|&module| takers[module]) {
            continue;
        }
        let path = format!("{}${SELECT}", instance.path);
        let dims = instance.dims.clone();
        let name = logic.names.claim(&path.replace('$', "_"));
        let net = shape(dims.clone(), NetKind::ChildInput, path, name);
        let port = logic.netlist.add(net);
        logic.instances[at].ports.push(port);
        let loops = each(&dims);
        let place = element(port, &loops);
        let value = Expr::new(SELECT_WIDTH, ExprKind::Read(Place::whole(select)));
        statements.push(within(&loops, Stmt::Assign(place, value)));
    }
}

/// Loops over all elements of an array.
pub(super) fn each(dims: &[usize]) -> Vec<Loop> {
    let dims = dims.iter().enumerate();
    dims.map(|(dim, &length)| Loop::over(&format!("each{dim}"), length))
        .collect()
}

/// The element of a net that these loops are at.
pub(super) fn element(net: NetId, loops: &[Loop]) -> Place {
    let index = loops.iter().map(|around| Index::Var(around.var.clone()));
    Place {
        net,
        index: index.collect(),
        part: None,
    }
}

/// A statement for all values of the indices.
pub(super) fn within(loops: &[Loop], stmt: Stmt) -> Stmt {
    loops.iter().rev().fold(stmt, |stmt, around| {
        if around.to - around.from == 1 {
            let only = Index::Const(around.from);
            return substitute::rename(&[stmt], &around.var, &only).remove(0);
        }
        Stmt::For {
            var: around.var.clone(),
            from: around.from,
            to: around.to,
            body: vec![stmt],
        }
    })
}
