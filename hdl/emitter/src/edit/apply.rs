//! The edits of one module, in its statements.

use super::places::{rename_reads, Home};
use super::select::{each, element, within};
use super::syntax::{self, Term};
use super::target::{target, Target};
use super::typed::{Loop, Scope};
use super::{Change, Edit, Failure, NewRegister, Share, SELECT, SELECT_WIDTH};
use crate::ir::*;
use num_bigint::BigUint;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Puts the edits of all shares into a module; `source` nets are the source's own. Says for each share
/// whether it could be, or where and why not.
pub(crate) fn apply(
    logic: &mut Logic,
    body: &mut Vec<Stmt>,
    source: usize,
    shares: &[Share],
) -> Vec<Result<(), Failure>> {
    let mut work = Work {
        logic,
        body,
        source,
        unedited: BTreeMap::new(),
        arms: BTreeMap::new(),
        homes: BTreeMap::new(),
    };
    let planned: Vec<_> = shares.iter().map(|share| work.plan(share)).collect();
    // Every edited net gets its double first: an edit reads what the design would do without edits.
    for places in planned.iter().flatten() {
        for place in places {
            place
                .nets(work.logic)
                .into_iter()
                .for_each(|net| work.double(net));
        }
    }
    let mut results = vec![];
    for (share, planned) in shares.iter().zip(planned) {
        let done = planned.and_then(|places| {
            let own = work.registers(share)?;
            let mut arms = vec![];
            for place in &places {
                arms.extend(work.arms(place, &own)?);
            }
            Ok(arms)
        });
        results.push(done.map(|arms| {
            for (net, stmt) in arms {
                let of_net = work.arms.entry(net).or_default();
                of_net.entry(share.number).or_default().push(stmt);
            }
        }));
    }
    work.choose();
    results
}

/// One edit, with its place found.
struct Planned<'m> {
    edit: &'m Edit,
    target: Target,
    /// The loops in which its net lives.
    around: Vec<Loop>,
    /// The register, where its reset value is what changes.
    register: Option<usize>,
}

impl Planned<'_> {
    /// The nets that it drives.
    fn nets(&self, logic: &Logic) -> Vec<NetId> {
        match self.register {
            Some(register) => vec![logic.registers[register].q, logic.registers[register].d],
            None => vec![self.target.place.net],
        }
    }
}

struct Work<'a> {
    logic: &'a mut Logic,
    body: &'a mut Vec<Stmt>,
    source: usize,
    /// For an edited net, the one that holds what the design would do without.
    unedited: BTreeMap<NetId, NetId>,
    /// For an edited net, what each choice assigns.
    arms: BTreeMap<NetId, BTreeMap<usize, Vec<Stmt>>>,
    /// For an edited net, where a statement drove it.
    homes: BTreeMap<NetId, Option<Home>>,
}

impl Work<'_> {
    fn plan<'m>(&self, share: &Share<'m>) -> Result<Vec<Planned<'m>>, Failure> {
        let plan = |&(edit, place): &(&'m Edit, &'m str)| {
            self.planned(edit, place)
                .map_err(|what| (edit.at.clone(), what))
        };
        share.edits.iter().map(plan).collect()
    }

    fn planned<'m>(&self, edit: &'m Edit, place: &str) -> Result<Planned<'m>, String> {
        let mut name = syntax::place(place)?;
        let register = match edit.change {
            Change::Becomes(_) => None,
            Change::Reset(_) => {
                if name.words.last().is_none_or(|word| word != "q") {
                    name.words.push("q".to_owned());
                }
                let path = name.words.join("$");
                let is = |register: &Register| self.logic.netlist.net(register.q).path == path;
                let register = self.logic.registers.iter().position(is);
                Some(register.ok_or("only a register has a reset value")?)
            }
        };
        let own = BTreeMap::new();
        let target = target(&self.scope(&own, &[], None), &name)?;
        let home = Home::of(&self.logic.netlist, self.body, target.place.net);
        Ok(Planned {
            edit,
            target,
            around: home.map(|home| home.loops).unwrap_or_default(),
            register,
        })
    }

    fn scope<'s>(
        &'s self,
        own: &'s BTreeMap<String, NetId>,
        loops: &[Loop],
        it: Option<&'s Expr>,
    ) -> Scope<'s> {
        Scope {
            netlist: &self.logic.netlist,
            source: self.source,
            loops: RefCell::new(loops.to_vec()),
            it,
            own,
            unedited: &self.unedited,
        }
    }

    /// A second net for an edited one: what drove the net drives its double, or, where that is no
    /// statement, what read it reads the double.
    fn double(&mut self, net: NetId) {
        if self.unedited.contains_key(&net) {
            return;
        }
        let shape = self.logic.netlist.net(net).clone();
        let home = Home::of(&self.logic.netlist, self.body, net);
        let what = if home.is_some() { "it" } else { "seen" };
        // A `let` of a loop stays one.
        let local = home.as_ref().is_none_or(|home| home.loops.is_empty());
        let kind = if local { NetKind::Local } else { NetKind::Let };
        let double = self.logic.netlist.add(Net {
            path: format!("{}${what}", shape.path),
            name: match local {
                true => self.logic.names.claim(&format!("{}_{what}", shape.name)),
                false => format!("{}_{what}", shape.name),
            },
            storage: Storage::initial(&kind, shape.width, &shape.dims),
            kind,
            ..shape
        });
        let (edited, unedited) = match &home {
            Some(home) => {
                home.redirect(self.body, net, double);
                (net, double)
            }
            None => {
                for stmt in self.body.iter_mut() {
                    rename_reads(stmt, net, double);
                }
                (double, net)
            }
        };
        self.unedited.insert(edited, unedited);
        self.unedited.insert(net, unedited);
        self.arms.entry(edited).or_default();
        self.homes.insert(edited, home);
    }

    /// The net that an edit of `net` drives.
    fn edited(&self, net: NetId) -> NetId {
        let unedited = self.unedited[&net];
        let is = |edited: &&NetId| self.unedited[*edited] == unedited;
        self.arms.keys().find(is).copied().unwrap_or(net)
    }

    fn registers(&mut self, share: &Share) -> Result<BTreeMap<String, NetId>, Failure> {
        let mut own = BTreeMap::new();
        let mut nets = vec![];
        for register in share.registers {
            let (q, d) = self.register(share.number, register)?;
            own.insert(register.name.clone(), q);
            nets.push(d);
        }
        for (register, d) in share.registers.iter().zip(nets) {
            let failure = |what| (register.name.clone(), what);
            let term = syntax::expression(&register.next).map_err(failure)?;
            let next = self.scope(&own, &[], None).value(&term, register.width);
            let next = next.map_err(failure)?;
            self.body.push(Stmt::Assign(Place::whole(d), next));
        }
        Ok(own)
    }

    fn register(&mut self, number: usize, new: &NewRegister) -> Result<(NetId, NetId), Failure> {
        let failure = |what: &str| (new.name.clone(), what.to_owned());
        let netlist = &self.logic.netlist;
        let clock = |id: &NetId| {
            let net = netlist.net(*id);
            net.is_clock() && net.kind == NetKind::Input
        };
        let Some(clock) = netlist.ids().find(clock) else {
            return Err(failure("the block has no clock"));
        };
        if BigUint::from(new.reset).bits() > new.width as u64 {
            return Err(failure("the reset value does not fit the width"));
        }
        let mut net = |suffix: &str, kind: NetKind| {
            let name = format!("mutant{number}_{}_{suffix}", new.name);
            let name = self.logic.names.claim(&name);
            self.logic.netlist.add(Net {
                path: format!("mutant{number}${}${suffix}", new.name),
                name,
                width: new.width,
                dims: vec![],
                storage: Storage::Vector,
                kind,
                ty: Type::bits(new.width),
            })
        };
        let (q, d) = (net("q", NetKind::RegisterQ), net("d", NetKind::RegisterD));
        self.logic.registers.push(Register {
            q,
            d,
            clock,
            reset: Some(vec![new.reset.into()]),
            alias: None,
        });
        Ok((q, d))
    }

    /// What an edit assigns, and to which nets.
    fn arms(
        &self,
        planned: &Planned,
        own: &BTreeMap<String, NetId>,
    ) -> Result<Vec<(NetId, Stmt)>, Failure> {
        let failure = |what: String| (planned.edit.at.clone(), what);
        let of_text = |text: &str| syntax::expression(text).map_err(failure);
        match (&planned.edit.change, planned.register) {
            (Change::Reset(text), Some(register)) => self
                .reset(planned, register, &of_text(text)?)
                .map_err(failure),
            (Change::Becomes(text) | Change::Reset(text), _) => {
                let arm = self.becomes(planned, &of_text(text)?, own);
                Ok(vec![arm.map_err(failure)?])
            }
        }
    }

    fn becomes(
        &self,
        planned: &Planned,
        term: &Term,
        own: &BTreeMap<String, NetId>,
    ) -> Result<(NetId, Stmt), String> {
        let target = &planned.target;
        let it = self.it(&target.place, target.width);
        let loops = [planned.around.as_slice(), &target.loops].concat();
        let scope = self.scope(own, &loops, Some(&it));
        let value = scope.value(term, target.width)?;
        if value == it {
            return Err("that is what drives it now".to_owned());
        }
        let net = self.edited(target.place.net);
        let place = Place {
            net,
            ..target.place.clone()
        };
        Ok((net, within(&scope.free(), Stmt::Assign(place, value))))
    }

    fn it(&self, place: &Place, width: usize) -> Expr {
        let place = Place {
            net: self.unedited[&place.net],
            ..place.clone()
        };
        Expr::new(width, ExprKind::Read(place))
    }

    /// Another reset value `b` instead of `a`: the register holds what it should, with the bits of `a ^ b`
    /// turned on the way in and on the way out.
    fn reset(
        &self,
        planned: &Planned,
        register: usize,
        term: &Term,
    ) -> Result<Vec<(NetId, Stmt)>, String> {
        let register = &self.logic.registers[register];
        let old = register.reset.as_ref().ok_or("the register has no reset")?;
        let target = &planned.target;
        let width = self.logic.netlist.net(register.q).width;
        if target.place.part.is_some() {
            return Err("a register is reset as a whole".to_owned());
        }
        let none = BTreeMap::new();
        let new = self.scope(&none, &[], None).value(term, width)?;
        let new = new
            .constant()
            .ok_or("a reset value is a number or a state")?;
        let mut arms = vec![];
        for (element, old) in old.iter().enumerate() {
            let mask = old ^ &new;
            let Some(index) = self.index_of(register.q, element, target) else {
                continue;
            };
            if mask == BigUint::ZERO {
                continue;
            }
            for net in [register.q, register.d] {
                let at = |net| Place {
                    net,
                    index: index.clone(),
                    part: None,
                };
                let read = Expr::new(width, ExprKind::Read(at(self.unedited[&net])));
                let value = Expr::binary(BinaryOp::Xor, read, Expr::literal(width, mask.clone()));
                let edited = self.edited(net);
                arms.push((edited, Stmt::Assign(at(edited), value)));
            }
        }
        match arms.is_empty() {
            true => Err("that is its reset value now".to_owned()),
            false => Ok(arms),
        }
    }

    /// The indices of an element, when the place means it.
    fn index_of(&self, net: NetId, element: usize, target: &Target) -> Option<Vec<Index>> {
        let mut rest = element as i64;
        let mut index = vec![];
        for &length in self.logic.netlist.net(net).dims.iter().rev() {
            index.insert(0, Index::Const(rest % length as i64));
            rest /= length as i64;
        }
        let pairs = index.iter().zip(&target.place.index);
        let means = |(own, meant): (&Index, &Index)| meant.constant().is_none() || own == meant;
        pairs.into_iter().all(means).then_some(index)
    }

    /// Drives every edited net by the choice.
    fn choose(&mut self) {
        let select = self.logic.netlist.by_path.get(SELECT).copied();
        let Some(select) = select else {
            return;
        };
        for (net, arms) in std::mem::take(&mut self.arms) {
            let unedited = self.unedited[&net];
            let shape = self.logic.netlist.net(net);
            let loops = each(&shape.dims);
            let it = Expr::new(shape.width, ExprKind::Read(element(unedited, &loops)));
            let as_it_is = Stmt::Assign(element(net, &loops), it);
            let mut driver = vec![within(&loops, as_it_is)];
            let arm = |(number, body): (usize, Vec<Stmt>)| Arm {
                labels: vec![Expr::literal(SELECT_WIDTH, number)],
                body,
            };
            let arms: Vec<Arm> = arms.into_iter().map(arm).collect();
            if !arms.is_empty() {
                driver.push(Stmt::Case {
                    subject: Expr::new(SELECT_WIDTH, ExprKind::Read(Place::whole(select))),
                    arms,
                    default: Some(vec![]),
                });
            }
            match &self.homes[&net] {
                Some(home) => home.add(self.body, unedited, driver),
                None => self.body.append(&mut driver),
            }
        }
    }
}
