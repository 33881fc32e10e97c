//! What the names of an edit stand for: nets, their elements and fields, and variants.

use super::loops::Loop;
use super::places::Home;
use super::syntax::{Bracket, Name, Term};
use super::typed::Scope;
use crate::ir::*;
use spec::UnknownName;
use std::rc::Rc;

/// A net, the indices of its element, and bits of that.
pub(super) struct Found {
    pub net: NetId,
    pub index: Vec<Bracket>,
    pub from: usize,
    pub width: usize,
    /// Brackets that choose among the bits.
    pub rest: Vec<Bracket>,
}

impl Scope<'_> {
    /// The net that a name begins with; `None` if there is none.
    pub(super) fn net(&self, words: &[String]) -> Option<(NetId, usize)> {
        (1..=words.len()).rev().find_map(|length| {
            let path = words[..length].join("$");
            let known = |path: &str| self.netlist.by_path.get(path).copied();
            let known = known(&path).or_else(|| known(&format!("let${path}")));
            known
                .filter(|net| net.0 < self.source)
                .map(|net| (net, length))
        })
    }

    /// The net that a name means, if any.
    pub fn named(&self, name: &Name) -> Option<NetId> {
        self.net(&name.words).map(|(net, _)| net)
    }

    pub fn find(&self, name: &Name) -> Result<Found, String> {
        let Some((net, length)) = self.net(&name.words) else {
            return Err(self.unknown(name));
        };
        self.lives_here(net, name)?;
        let shape = self.netlist.net(net);
        let dims = shape.dims.len();
        let singles = self.netlist.singles.get(&net).copied().unwrap_or(0);
        if name.brackets.len() < singles + dims {
            let ones = std::iter::repeat_n(&1, singles);
            let lengths = ones.chain(&shape.dims).map(|n| format!("[{n}]"));
            let lengths: String = lengths.collect();
            return Err(format!(
                "`{}` is an array {lengths}: say which element",
                spelled(name)
            ));
        }
        let (mut from, mut ty) = (0, Rc::clone(&shape.ty));
        for word in &name.words[length..] {
            let TypeKind::Struct(fields) = &ty.kind else {
                return Err(self.unknown(name));
            };
            let before = fields.iter().take_while(|field| field.name != *word);
            let offset: usize = before.map(|field| field.ty.width).sum();
            let Some(field) = fields.iter().find(|field| field.name == *word) else {
                let names = fields.iter().map(|field| &field.name);
                return Err(UnknownName::new("field", word, names).to_string());
            };
            from += offset;
            ty = Rc::clone(&field.ty);
        }
        let (only, brackets) = name.brackets.split_at(singles);
        for bracket in only {
            match bracket {
                Bracket::At(term) => match self.index(term) {
                    Some(index) => drop(self.index_below(index, 1)?),
                    None if matches!(**term, Term::Name(_)) => {}
                    None => return Err("0 is the only index here".to_owned()),
                },
                Bracket::From(..) => return Err("an element of an array has one index".to_owned()),
            }
        }
        let (index, rest) = brackets.split_at(dims);
        Ok(Found {
            net,
            index: index.to_vec(),
            from,
            width: if length == name.words.len() {
                shape.width
            } else {
                ty.width
            },
            rest: rest.to_vec(),
        })
    }

    /// A value of a loop's iteration means nothing outside of it.
    fn lives_here(&self, net: NetId, name: &Name) -> Result<(), String> {
        let net = self.instead.get(&net).copied().unwrap_or(net);
        let home = Home::of(self.netlist, self.body, net);
        let loops = home.map(|home| home.loops).unwrap_or_default();
        let around = self.loops.borrow();
        let missing = |of: &&Loop| !around.iter().any(|known| known == *of);
        match loops.iter().find(missing) {
            None => Ok(()),
            Some(of) => Err(format!(
                "`{}` is a value of the loop over `{}`, and known only there",
                spelled(name),
                of.var
            )),
        }
    }

    fn unknown(&self, name: &Name) -> String {
        let own = self.own.keys().cloned();
        let nets = self.netlist.nets[..self.source].iter();
        let nets = nets.filter(|net| !net.is_clock()).map(|net| {
            let path = net.path.trim_start_matches("let$");
            path.replace('$', ".")
        });
        let mut error = UnknownName::new("signal", &name.words.join("."), own.chain(nets));
        error.allowed.truncate(8);
        error.to_string()
    }

    pub(super) fn variant(&self, name: &Name) -> Option<Expr> {
        let words = &name.words;
        let path = words[words.len().checked_sub(2)?..].join("$");
        let &(value, width) = self.netlist.variants.get(&path)?;
        Some(Expr::new(width, ExprKind::Variant { path, value }))
    }
}

/// A name as it is written, without its brackets.
fn spelled(name: &Name) -> String {
    name.words.join(".")
}
