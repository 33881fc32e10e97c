//! Structs and the nets of their fields.

use crate::ir::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The net of a field: which bits of the struct it holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub net: NetId,
    pub low: usize,
    pub width: usize,
}

/// Of every struct that is split, the nets of its fields from the lowest bit up.
#[derive(Debug, Default)]
pub(super) struct Parts(pub BTreeMap<NetId, Vec<Leaf>>);

impl Parts {
    /// The nets that stand for a net.
    pub fn of(&self, net: NetId) -> Vec<NetId> {
        match self.0.get(&net) {
            Some(leaves) => leaves.iter().map(|leaf| leaf.net).collect(),
            None => vec![net],
        }
    }

    /// The fields that bits of a struct lie in, each with what is meant of it; `None` for what is not split.
    pub fn within(&self, place: &Place, loops: &Loops) -> Option<Vec<Piece>> {
        let leaves = self.0.get(&place.net)?;
        let (from, width) = match &place.part {
            None => (0, leaves.iter().map(|leaf| leaf.width).sum()),
            Some(part) => match static_offset(part) {
                Some(from) => (from, part.width),
                // Wherever in the field it is: `odd` has seen that it is in one.
                None => return one_of(leaves, part, loops).map(|piece| vec![piece]),
            },
        };
        let cut = |leaf: &Leaf| {
            let low = leaf.low.max(from);
            let high = (leaf.low + leaf.width).min(from + width);
            let part = Part {
                offset: Offset::Static(Index::Const(low as i64 - leaf.low as i64)),
                width: high.checked_sub(low).filter(|&width| width > 0)?,
            };
            Some(Piece {
                leaf: *leaf,
                offset: low - from,
                width: part.width,
                part: (part.width != leaf.width).then_some(part),
            })
        };
        Some(leaves.iter().filter_map(cut).collect())
    }
}

/// The field that a part lies in whatever the loops' indices are.
pub(super) fn one_of(leaves: &[Leaf], part: &Part, loops: &Loops) -> Option<Piece> {
    let Offset::Static(index) = &part.offset else {
        return None;
    };
    let (least, most) = range(index, loops)?;
    let inside = |leaf: &&Leaf| {
        least >= leaf.low as i64 && most + part.width as i64 <= (leaf.low + leaf.width) as i64
    };
    let leaf = leaves.iter().find(inside)?;
    Some(Piece {
        leaf: *leaf,
        offset: 0,
        width: part.width,
        part: Some(Part {
            offset: Offset::Static(minus(index.clone(), leaf.low as i64)),
            width: part.width,
        }),
    })
}

fn minus(index: Index, low: i64) -> Index {
    match index {
        Index::Add(a, b) => match (a.constant(), b.constant()) {
            (Some(a), _) => Index::Const(a - low).add(*b),
            (_, Some(b)) => a.add(Index::Const(b - low)),
            _ => Index::Add(a, b).sub(Index::Const(low)),
        },
        other => other.sub(Index::Const(low)),
    }
}

/// The indices of the loops around, each with its first and last value.
pub(super) type Loops = Vec<(String, i64, i64)>;

/// The least and the greatest value of an index.
fn range(index: &Index, loops: &Loops) -> Option<(i64, i64)> {
    let both = |a: &Index, b: &Index| Some((range(a, loops)?, range(b, loops)?));
    Some(match index {
        Index::Const(value) => (*value, *value),
        Index::Var(name) => {
            let (_, from, to) = loops.iter().rev().find(|(own, ..)| own == name)?;
            (*from, *to)
        }
        Index::Add(a, b) => both(a, b).map(|(a, b)| (a.0 + b.0, a.1 + b.1))?,
        Index::Sub(a, b) => both(a, b).map(|(a, b)| (a.0 - b.1, a.1 - b.0))?,
        Index::Mul(a, b) => {
            let (a, b) = both(a, b)?;
            let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            (*all.iter().min()?, *all.iter().max()?)
        }
    })
}

/// What is meant of a field, and where it stands in what is meant of the struct.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub leaf: Leaf,
    pub offset: usize,
    pub width: usize,
    /// `None` for all of it.
    pub part: Option<Part>,
}

impl Piece {
    /// The place of it at the index of the struct's.
    pub fn place(&self, of: &Place) -> Place {
        Place {
            net: self.leaf.net,
            index: of.index.clone(),
            part: self.part.clone(),
        }
    }
}

/// Where a part begins, if that is known.
pub(super) fn static_offset(part: &Part) -> Option<usize> {
    match &part.offset {
        Offset::Static(index) => usize::try_from(index.constant()?).ok(),
        Offset::Dynamic(_) => None,
    }
}

/// The innermost fields of a struct: path, lowest bit and type.
pub(super) fn leaves(ty: &Rc<Type>) -> Vec<(String, usize, Rc<Type>)> {
    let TypeKind::Struct(fields) = &ty.kind else {
        return vec![];
    };
    let mut out = vec![];
    let mut low = 0;
    for field in fields {
        match field.ty.is_struct() {
            true => out.extend(
                leaves(&field.ty)
                    .into_iter()
                    .map(|(name, below, ty)| (format!("{}_{name}", field.name), low + below, ty)),
            ),
            false => out.push((field.name.clone(), low, Rc::clone(&field.ty))),
        }
        low += field.ty.width;
    }
    out
}
