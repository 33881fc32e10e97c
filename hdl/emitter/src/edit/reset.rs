//! Other reset values.

use super::select::{each, element, within};
use super::syntax::Term;
use super::target::Target;
use super::work::Work;
use crate::ir::*;
use num_bigint::BigUint;
use std::collections::BTreeMap;

impl Work<'_> {
    /// Another reset value `b` instead of `a`: the register holds what it should, with the bits of `a ^ b`
    /// turned on the way in and on the way out.
    pub fn reset(
        &self,
        target: &Target,
        register: usize,
        term: &Term,
    ) -> Result<Vec<(NetId, Stmt)>, String> {
        let register = &self.logic.registers[register];
        let old = register.reset.as_ref().ok_or("the register has no reset")?;
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

    /// No reset: a second register without one takes the same and is read instead.
    pub fn unreset(
        &mut self,
        target: &Target,
        register: usize,
    ) -> Result<Vec<(NetId, Stmt)>, String> {
        let Register { q, d, clock, .. } = self.logic.registers[register];
        if self.logic.registers[register].reset.is_none() {
            return Err("the register has no reset".to_owned());
        }
        let shape = self.logic.netlist.net(q).clone();
        let loops = each(&shape.dims);
        let read = |net| Expr::new(shape.width, ExprKind::Read(element(net, &loops)));
        let name = format!("{}_unreset", shape.name);
        let (own_q, own_d) = self.register((&name, &shape), clock, None);
        let same = Stmt::Assign(element(own_d, &loops), read(d));
        self.body.push(within(&loops, same));
        let edited = self.edited(q);
        let at = |net| Place {
            net,
            ..target.place.clone()
        };
        let value = Expr::new(target.width, ExprKind::Read(at(own_q)));
        let stmt = Stmt::Assign(at(edited), value);
        Ok(vec![(edited, within(&target.loops, stmt))])
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
}
