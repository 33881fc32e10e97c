//! What an expression means to the source, as far as its form tells.

use super::expr::*;
use super::net::Netlist;
use super::types::Type;
use std::rc::Rc;

/// The type of an expression: of what it reads, of the field of which it is the bits, of the state that
/// it names; else bits.
pub(crate) fn type_of(netlist: &Netlist, expr: &Expr) -> Rc<Type> {
    let known = match &expr.kind {
        ExprKind::Read(place) => of_place(netlist, place),
        ExprKind::Lookup(net, _) => Some(Rc::clone(&netlist.net(*net).ty)),
        ExprKind::Variant { path, .. } => {
            let name = path.split('$').next().unwrap_or_default();
            netlist.enums.get(name).cloned()
        }
        ExprKind::Mux(_, a, b) => {
            let (a, b) = (type_of(netlist, a), type_of(netlist, b));
            (a == b).then_some(a)
        }
        _ => None,
    };
    let known = known.filter(|ty| ty.width == expr.width);
    known.unwrap_or_else(|| Type::bits(expr.width))
}

fn of_place(netlist: &Netlist, place: &Place) -> Option<Rc<Type>> {
    let net = netlist.net(place.net);
    // An array as a vector is no element.
    if place.index.len() != net.dims.len() {
        return None;
    }
    match &place.part {
        None => Some(Rc::clone(&net.ty)),
        Some(Part {
            offset: Offset::Static(from),
            width,
        }) => {
            let from = usize::try_from(from.constant()?).ok()?;
            net.ty.field(from, *width).map(|(_, ty)| ty)
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::index::Index;
    use super::super::net::{Net, NetKind, Storage};
    use super::super::types::{Field, TypeKind};
    use super::*;

    #[test]
    fn a_state_stays_a_state_and_a_field_a_field() {
        let state = Rc::new(Type {
            name: "State".to_owned(),
            width: 2,
            kind: TypeKind::Enum(["Off", "Waking", "On"].map(str::to_owned).into()),
        });
        let fields = [("state", Rc::clone(&state)), ("left", Type::bits(4))];
        let record = Rc::new(Type {
            name: "Register".to_owned(),
            width: 6,
            kind: TypeKind::Struct(
                fields
                    .map(|(name, ty)| Field {
                        name: name.to_owned(),
                        ty,
                    })
                    .into(),
            ),
        });
        let mut netlist = Netlist::default();
        netlist.enums.insert("State".to_owned(), Rc::clone(&state));
        let net = netlist.add(Net {
            path: "register".to_owned(),
            name: "register".to_owned(),
            width: 6,
            dims: vec![],
            kind: NetKind::Local,
            storage: Storage::Vector,
            ty: Rc::clone(&record),
        });
        let read = |part: Option<(i64, usize)>| {
            let part = part.map(|(from, width)| Part {
                offset: Offset::Static(Index::Const(from)),
                width,
            });
            let width = part.as_ref().map_or(6, |part| part.width);
            Expr::new(
                width,
                ExprKind::Read(Place {
                    part,
                    ..Place::whole(net)
                }),
            )
        };
        let off = Expr::new(
            2,
            ExprKind::Variant {
                path: "State$Off".to_owned(),
                value: 0,
            },
        );
        assert_eq!(type_of(&netlist, &read(None)), record);
        assert_eq!(type_of(&netlist, &read(Some((0, 2)))), state);
        assert_eq!(type_of(&netlist, &read(Some((1, 2)))), Type::bits(2));
        let test = Expr::literal(1, 1_u8);
        let choice = |a, b| {
            let kind = ExprKind::Mux(Box::new(test.clone()), Box::new(a), Box::new(b));
            Expr::new(2, kind)
        };
        assert_eq!(
            type_of(&netlist, &choice(off.clone(), read(Some((0, 2))))),
            state
        );
        let sum = Expr::binary(BinaryOp::Add, off.clone(), off.clone());
        assert_eq!(type_of(&netlist, &choice(off, sum)), Type::bits(2));
    }
}
