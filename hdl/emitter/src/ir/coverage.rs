//! Which bits are assigned, and which are read, with loops unrolled.
//!
//! Only sets of bits are unrolled here, never statements, so a loop over 1,024 entries costs
//! 1,024 interval insertions and no text.

use super::expr::*;
use super::index::Bindings;
use super::net::*;
use super::stmt::Stmt;
use std::collections::BTreeMap;

/// A set of bit positions as sorted, separate, half-open intervals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits(Vec<(usize, usize)>);

impl Bits {
    pub fn all(total: usize) -> Self {
        Bits(if total == 0 { vec![] } else { vec![(0, total)] })
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn intervals(&self) -> &[(usize, usize)] {
        &self.0
    }

    pub fn insert(&mut self, from: usize, to: usize) {
        if from >= to {
            return;
        }
        let first = self.0.partition_point(|&(_, end)| end < from);
        let last = self.0.partition_point(|&(start, _)| start <= to);
        let (mut low, mut high) = (from, to);
        if first < last {
            low = low.min(self.0[first].0);
            high = high.max(self.0[last - 1].1);
        }
        self.0.splice(first..last, [(low, high)]);
    }

    pub fn union(&mut self, other: &Bits) {
        for &(from, to) in &other.0 {
            self.insert(from, to);
        }
    }

    pub fn intersection(&self, other: &Bits) -> Bits {
        let mut out = Bits::default();
        let (mut i, mut j) = (0, 0);
        while i < self.0.len() && j < other.0.len() {
            let (a, b) = (self.0[i], other.0[j]);
            out.insert(a.0.max(b.0), a.1.min(b.1));
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        out
    }

    /// What of `0..total` is not in the set.
    pub fn missing(&self, total: usize) -> Bits {
        let mut out = Bits::default();
        let mut start = 0;
        for &(from, to) in &self.0 {
            out.insert(start, from.min(total));
            start = to;
        }
        out.insert(start, total);
        out
    }
}

pub(crate) type BitMap = BTreeMap<NetId, Bits>;

fn merge(into: &mut BitMap, from: BitMap) {
    for (net, bits) in from {
        match into.entry(net) {
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(bits);
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                entry.get_mut().union(&bits);
            }
        }
    }
}

fn meet(a: BitMap, b: &BitMap) -> BitMap {
    a.into_iter()
        .filter_map(|(net, bits)| {
            let both = bits.intersection(b.get(&net)?);
            (!both.is_empty()).then_some((net, both))
        })
        .collect()
}

/// Position of the first bit of the element that a place names.
pub(crate) fn element_base(netlist: &Netlist, place: &Place, bindings: &Bindings) -> Option<usize> {
    let net = netlist.net(place.net);
    let mut element = 0;
    for (index, &length) in place.index.iter().zip(&net.dims) {
        let value = usize::try_from(index.eval(bindings)?).ok()?;
        element = element * length + value;
    }
    Some(element * net.width)
}

/// The bits of a place; `None` when they are not known before the hardware runs.
fn exact(netlist: &Netlist, place: &Place, bindings: &Bindings) -> Option<(usize, usize)> {
    let net = netlist.net(place.net);
    // A place without indices on an array is the whole array.
    if place.index.is_empty() && place.part.is_none() {
        return Some((0, net.total_bits()));
    }
    let base = element_base(netlist, place, bindings)?;
    let (from, to) = within_element(netlist, place, bindings)?;
    Some((base + from, base + to))
}

/// The bits of its element that a place names; `None` when they are not known before the hardware runs.
pub(crate) fn within_element(
    netlist: &Netlist,
    place: &Place,
    bindings: &Bindings,
) -> Option<(usize, usize)> {
    match &place.part {
        None => Some((0, netlist.net(place.net).width)),
        Some(Part {
            offset: Offset::Static(index),
            width,
        }) => {
            let offset = usize::try_from(index.eval(bindings)?).ok()?;
            Some((offset, offset + width))
        }
        Some(_) => None,
    }
}

/// The bits that a place may touch: a dynamic offset touches the whole element.
pub(crate) fn touched(netlist: &Netlist, place: &Place, bindings: &Bindings) -> (usize, usize) {
    let net = netlist.net(place.net);
    exact(netlist, place, bindings).unwrap_or_else(|| {
        match element_base(netlist, place, bindings) {
            Some(base) => (base, base + net.width),
            None => (0, net.total_bits()),
        }
    })
}

/// Bits that every path through `body` assigns.
pub(crate) fn assigned(netlist: &Netlist, body: &[Stmt], bindings: &mut Bindings) -> BitMap {
    let mut out = BitMap::new();
    for stmt in body {
        match stmt {
            Stmt::Assign(place, _) => {
                if let Some((from, to)) = exact(netlist, place, bindings) {
                    out.entry(place.net).or_default().insert(from, to);
                }
            }
            Stmt::If {
                then, otherwise, ..
            } => {
                let a = assigned(netlist, then, bindings);
                let b = assigned(netlist, otherwise, bindings);
                merge(&mut out, meet(a, &b));
            }
            Stmt::Case { arms, default, .. } => {
                // Without a default the arms name every value: Rust has seen to that.
                let mut blocks = arms.iter().map(|arm| &arm.body).chain(default);
                if let Some(first) = blocks.next() {
                    let first = assigned(netlist, first, bindings);
                    let common = blocks.fold(first, |common, block| {
                        meet(common, &assigned(netlist, block, bindings))
                    });
                    merge(&mut out, common);
                }
            }
            Stmt::For {
                var,
                from,
                to,
                body,
            } => {
                for value in *from..*to {
                    bindings.insert(var.clone(), value);
                    merge(&mut out, assigned(netlist, body, bindings));
                }
                bindings.remove(var);
            }
        }
    }
    out
}

/// Bits that some path through `body` may assign.
pub(crate) fn written(netlist: &Netlist, body: &[Stmt], bindings: &mut Bindings) -> BitMap {
    let mut out = BitMap::new();
    for stmt in body {
        match stmt {
            Stmt::Assign(place, _) => {
                let (from, to) = touched(netlist, place, bindings);
                out.entry(place.net).or_default().insert(from, to);
            }
            Stmt::For {
                var,
                from,
                to,
                body,
            } => {
                for value in *from..*to {
                    bindings.insert(var.clone(), value);
                    merge(&mut out, written(netlist, body, bindings));
                }
                bindings.remove(var);
            }
            _ => {
                for block in stmt.blocks() {
                    merge(&mut out, written(netlist, block, bindings));
                }
            }
        }
    }
    out
}

/// Adds the bits that an expression reads.
pub(crate) fn read_by(netlist: &Netlist, expr: &Expr, bindings: &Bindings, out: &mut BitMap) {
    expr.reads(&mut |place| {
        let (from, to) = touched(netlist, place, bindings);
        out.entry(place.net).or_default().insert(from, to);
    });
}

/// Adds the bits that `body` reads.
pub(crate) fn read(netlist: &Netlist, body: &[Stmt], bindings: &mut Bindings, out: &mut BitMap) {
    for stmt in body {
        for expr in stmt.own_exprs() {
            read_by(netlist, expr, bindings, out);
        }
        match stmt {
            Stmt::For {
                var,
                from,
                to,
                body,
            } => {
                for value in *from..*to {
                    bindings.insert(var.clone(), value);
                    read(netlist, body, bindings, out);
                }
                bindings.remove(var);
            }
            _ => {
                for block in stmt.blocks() {
                    read(netlist, block, bindings, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_merge_and_intersect() {
        let mut bits = Bits::default();
        bits.insert(8, 16);
        bits.insert(0, 4);
        bits.insert(4, 8);
        bits.insert(20, 24);
        assert_eq!(bits.intervals(), [(0, 16), (20, 24)]);
        assert_eq!(bits.missing(32).intervals(), [(16, 20), (24, 32)]);
        let mut other = Bits::default();
        other.insert(10, 22);
        assert_eq!(bits.intersection(&other).intervals(), [(10, 16), (20, 22)]);
    }
}
