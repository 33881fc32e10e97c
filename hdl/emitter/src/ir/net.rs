//! The named values of a module, and how they are stored.

use super::types::Type;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A position in [`Netlist::nets`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NetId(pub usize);

/// Where a net comes from, which settles who may drive it and how it is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NetKind {
    Input,
    Output,
    Local,
    /// A Rust `let`, or a name that the emitter gave to an expression that Verilog cannot select.
    Let,
    /// A `Constant` field of the block.
    Constant(BigUint),
    RegisterQ,
    RegisterD,
    ChildInput,
    ChildOutput,
}

/// How an array of nets is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// One vector; element `i` of width `w` is `[i * w +: w]`. Also every net that is no array.
    Vector,
    /// An unpacked array.
    Unpacked,
}

/// A named value of the module.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// The Rust path without indices: `lane$value`.
    pub path: String,
    /// The Verilog identifier.
    pub name: String,
    pub width: usize,
    /// Lengths of the enclosing arrays, outermost first.
    pub dims: Vec<usize>,
    pub kind: NetKind,
    pub storage: Storage,
    /// The type of one element.
    pub ty: Rc<Type>,
}

impl Net {
    pub fn is_clock(&self) -> bool {
        self.ty.is_clock()
    }

    /// Number of elements; one when the net is no array.
    pub fn elements(&self) -> usize {
        self.dims.iter().product()
    }

    pub fn total_bits(&self) -> usize {
        self.elements() * self.width
    }
}

impl Storage {
    /// The storage that a net gets before anybody has looked at its readers.
    pub fn initial(kind: &NetKind, width: usize, dims: &[usize]) -> Storage {
        let port = matches!(
            kind,
            NetKind::Input | NetKind::Output | NetKind::Constant(_)
        );
        if dims.len() == 1 && width > 1 && !port {
            Storage::Unpacked
        } else {
            Storage::Vector
        }
    }
}

/// A comment between statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceComment {
    pub text: String,
    /// What is assigned after it, up to the next comment, in order.
    pub before: Vec<NetId>,
}

/// The nets and enum variants of one module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Netlist {
    pub nets: Vec<Net>,
    pub by_path: BTreeMap<String, NetId>,
    /// `State$On` to value and width.
    pub variants: BTreeMap<String, (u64, usize)>,
    /// The enums that the module can name.
    pub enums: BTreeMap<String, Rc<Type>>,
    /// How many indices the source writes before those that are left, each of them 0.
    pub singles: BTreeMap<NetId, usize>,
    /// Nets that hold a part or an earlier value of another, which the source has named.
    pub made_for: BTreeMap<NetId, NetId>,
    /// Of the net of a struct's field, those of all its fields.
    pub siblings: BTreeMap<NetId, Rc<[NetId]>>,
    /// What the names of such nets end with.
    pub temporaries: &'static str,
    /// What the source says of a register, a signal or a constant.
    pub meanings: BTreeMap<NetId, String>,
    /// What the source says between its statements.
    pub comments: Vec<SourceComment>,
}

impl Netlist {
    pub fn net(&self, id: NetId) -> &Net {
        &self.nets[id.0]
    }

    pub fn add(&mut self, net: Net) -> NetId {
        let id = NetId(self.nets.len());
        self.by_path.insert(net.path.clone(), id);
        self.nets.push(net);
        id
    }

    /// Adds the net of a `let`; its Verilog name is settled later, when all others are known.
    pub fn declare_let(&mut self, path: String, width: usize) -> NetId {
        self.add(Net {
            name: path.trim_start_matches("let$").to_owned(),
            path,
            width,
            dims: vec![],
            kind: NetKind::Let,
            storage: Storage::Vector,
            ty: Type::bits(width),
        })
    }

    /// Adds a net that the source does not have, under a name that is free.
    pub fn declare_temporary(&mut self, wish: &str, width: usize) -> NetId {
        let wish = format!("let${wish}{}", self.temporaries);
        let numbered = (2..).map(|number| format!("{wish}_{number}"));
        let mut paths = std::iter::once(wish.clone()).chain(numbered);
        let free = paths.find(|path| !self.by_path.contains_key(path));
        self.declare_let(free.unwrap_or(wish), width)
    }

    /// The net of the source for which this one was made, or the net itself.
    pub fn origin(&self, net: NetId) -> NetId {
        match self.made_for.get(&net) {
            Some(&whole) => self.origin(whole),
            None => net,
        }
    }

    pub fn ids(&self) -> impl Iterator<Item = NetId> {
        (0..self.nets.len()).map(NetId)
    }
}
