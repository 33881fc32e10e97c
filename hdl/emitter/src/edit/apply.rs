//! The edits of one module, in its statements.

use super::loops::Loop;
use super::mutation::{Change, Edit, NewRegister};
use super::places::Home;
use super::select::{within, Chooser};
use super::share::{Failure, Share};
use super::sites::{self, Pick, Picks};
use super::syntax::{self, Term};
use super::target::{target, Target};
use super::typed::Scope;
use super::work::Work;
use crate::ir::*;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The reset value of a register that has no reset.
const NONE: &str = "none";

/// Puts the edits of all shares into a module; `source` nets are the source's own. Says for each share
/// whether it could be, or where and why not.
pub(crate) fn apply(
    logic: &mut Logic,
    body: &mut Vec<Stmt>,
    source: usize,
    shares: &[Share],
) -> Vec<Result<(), Failure>> {
    // Numbers count in the statements as they are: what is within them comes first.
    let mut results: Vec<_> = { shares.iter() }.map(|_| None).collect();
    let Some(chooser) = Chooser::of(logic, body, shares) else {
        return vec![];
    };
    within_drivers(logic, body, (source, chooser), shares, &mut results);
    let mut work = Work::new(logic, body, source);
    let is_left = |at: &usize| results[*at].is_none();
    let left: Vec<usize> = (0..shares.len()).filter(is_left).collect();
    let planned: Vec<_> = { left.iter() }.map(|&at| work.plan(&shares[at])).collect();
    // Every edited net gets its double first: an edit reads what the design would do without edits.
    for places in planned.iter().flatten() {
        for place in places {
            place
                .nets(work.logic)
                .into_iter()
                .for_each(|net| work.double(net));
        }
    }
    for (&at, planned) in left.iter().zip(planned) {
        let share = &shares[at];
        let done = planned.and_then(|places| {
            let own = work.registers(share, &places)?;
            let mut arms = vec![];
            for place in &places {
                arms.extend(work.arms(place, &own)?);
            }
            Ok(arms)
        });
        results[at] = Some(done.map(|arms| {
            for (net, stmt) in arms {
                let of_net = work.arms.entry(net).or_default();
                of_net.entry(share.number).or_default().push(stmt);
            }
        }));
    }
    work.choose(chooser);
    results.into_iter().flatten().collect()
}

/// Edits of what is within a driver, and what became of them.
fn within_drivers(
    logic: &mut Logic,
    body: &mut Vec<Stmt>,
    (source, chooser): (usize, Chooser),
    shares: &[Share],
    results: &mut [Option<Result<(), Failure>>],
) {
    let mut picks = Picks::new();
    for share in shares {
        for (edit, place) in &share.edits {
            let Change::Within {
                kind,
                number,
                which,
            } = &edit.change
            else {
                continue;
            };
            let own = BTreeMap::new();
            let work = Work::new(logic, body, source);
            let name = syntax::place(place).ok();
            let Some(net) = name.and_then(|name| work.scope(&own, &[], None).named(&name)) else {
                continue;
            };
            picks.entry((net, *number)).or_default().push(Pick {
                select: share.number,
                kind,
                which: *which,
            });
        }
    }
    let placed = sites::place(&logic.netlist, body, &picks, chooser);
    for (share, result) in shares.iter().zip(results) {
        let within = |(edit, _): &&(&Edit, &str)| matches!(edit.change, Change::Within { .. });
        if let Some((edit, _)) = share.edits.iter().find(within) {
            *result = Some(match placed.contains(&share.number) {
                true => Ok(()),
                false => Err((
                    edit.at.clone(),
                    "there is nothing of that number".to_owned(),
                )),
            });
        }
    }
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
            Change::Becomes(_) | Change::Within { .. } => None,
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
        let net = self.scope(&own, &[], None).named(&name);
        let home = net.and_then(|net| Home::of(&self.logic.netlist, self.body, net));
        let around = home.map(|home| home.loops).unwrap_or_default();
        let target = target(&self.scope(&own, &around, None), &name)?;
        Ok(Planned {
            edit,
            target,
            around,
            register,
        })
    }

    fn registers(
        &mut self,
        share: &Share,
        places: &[Planned],
    ) -> Result<BTreeMap<String, NetId>, Failure> {
        let mut own = BTreeMap::new();
        let mut nets = vec![];
        for register in share.registers {
            let (q, d) = self.brought(share.number, register)?;
            own.insert(register.name.clone(), q);
            nets.push(d);
        }
        for (register, d) in share.registers.iter().zip(nets) {
            let failure = |what| (register.name.clone(), what);
            let term = syntax::expression(&register.next).map_err(failure)?;
            // A register sees what the edits do: nothing comes round within a cycle.
            let first = places.first().map(|first| &first.target);
            let it = first.map(|first| self.it(&first.place, first.width));
            let scope = Scope {
                instead: &self.read_as,
                ..self.scope(&own, &[], it.as_ref())
            };
            let next = scope.value(&term, register.width).map_err(failure)?;
            self.body.push(Stmt::Assign(Place::whole(d), next));
        }
        Ok(own)
    }

    fn brought(&mut self, number: usize, new: &NewRegister) -> Result<(NetId, NetId), Failure> {
        let failure = |what: &str| (new.name.clone(), what.to_owned());
        let netlist = &self.logic.netlist;
        let clock = |id: &NetId| {
            let net = netlist.net(*id);
            net.is_clock() && net.kind == NetKind::Input
        };
        let known = |id: NetId| netlist.net(id).path.trim_start_matches("let$") == new.name;
        if netlist.ids().take(self.source).any(known) {
            return Err(failure("the block has a signal of that name"));
        }
        let Some(clock) = netlist.ids().find(clock) else {
            return Err(failure("the block has no clock"));
        };
        if BigUint::from(new.reset).bits() > new.width as u64 {
            return Err(failure("the reset value does not fit the width"));
        }
        let shape = Net {
            path: String::new(),
            name: String::new(),
            width: new.width,
            dims: vec![],
            storage: Storage::Vector,
            kind: NetKind::RegisterQ,
            ty: Type::bits(new.width),
        };
        let name = format!("mutant{number}_{}", new.name);
        Ok(self.register((&name, &shape), clock, Some(vec![new.reset.into()])))
    }

    /// What an edit assigns, and to which nets.
    fn arms(
        &mut self,
        planned: &Planned,
        own: &BTreeMap<String, NetId>,
    ) -> Result<Vec<(NetId, Stmt)>, Failure> {
        let failure = |what: String| (planned.edit.at.clone(), what);
        let of_text = |text: &str| syntax::expression(text).map_err(failure);
        match (&planned.edit.change, planned.register) {
            (Change::Reset(text), Some(register)) => {
                let target = &planned.target;
                let arms = match text.as_str() {
                    NONE => self.unreset(target, register),
                    text => self.reset(target, register, &of_text(text)?),
                };
                arms.map_err(failure)
            }
            (Change::Within { .. }, _) => Ok(vec![]),
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
}
