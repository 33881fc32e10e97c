//! From the text of an example to statements.

use crate::ir::*;
use std::rc::Rc;

/// Declarations and statements.
pub(super) fn module(text: &str) -> (Netlist, Vec<Stmt>) {
    let (head, rest) = text.split_once('\n').expect("declarations");
    let mut netlist = Netlist::default();
    let mut kind = NetKind::Local;
    let mut is_let = false;
    for declaration in head.split(", ") {
        let (names, shape) = declaration.split_once(": ").expect("name: shape");
        let words: Vec<&str> = names.split_whitespace().collect();
        if let [word, _] = words[..] {
            is_let = word == "let";
            kind = match word {
                "in" => NetKind::Input,
                "out" => NetKind::Output,
                "local" => NetKind::Local,
                "let" => NetKind::Let,
                "q" => NetKind::RegisterQ,
                "d" => NetKind::RegisterD,
                "to" => NetKind::ChildInput,
                "from" => NetKind::ChildOutput,
                other => panic!("{other}?"),
            };
        }
        let name = words.last().expect("a name");
        let number = |text: &str| text.trim().parse::<usize>().expect("a number");
        let (element, dims) = match shape.strip_prefix('[').and_then(|s| s.strip_suffix(']')) {
            Some(shape) => {
                let (element, length) = shape.rsplit_once(';').expect("[width; length]");
                (ty(element), vec![number(length)])
            }
            None => (ty(shape), vec![]),
        };
        let width = element.width;
        netlist.add(Net {
            path: if is_let {
                format!("let${name}")
            } else {
                (*name).to_owned()
            },
            name: (*name).to_owned(),
            width,
            storage: Storage::initial(&kind, width, &dims),
            dims,
            kind: kind.clone(),
            ty: element,
        });
    }
    let mut parser = Parser {
        tokens: tokens(rest),
        at: 0,
        netlist: &netlist,
        loops: vec![],
    };
    let body = parser.statements();
    assert_eq!(parser.peek(), "", "the end");
    (netlist, body)
}

/// `8`, `clock`, or a struct `{x: 4; y: 2}`.
fn ty(text: &str) -> Rc<Type> {
    let fields = text
        .strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'));
    let field = |text: &str| {
        let (name, width) = text.trim().split_once(": ").expect("name: width");
        Field {
            name: name.to_owned(),
            ty: ty(width),
        }
    };
    let fields: Option<Vec<Field>> = fields.map(|fields| fields.split(';').map(field).collect());
    match fields {
        Some(fields) => Rc::new(Type {
            name: "Record".to_owned(),
            width: fields.iter().map(|field| field.ty.width).sum(),
            kind: TypeKind::Struct(fields),
        }),
        None if text == "clock" => Rc::new(Type {
            name: "Clock".to_owned(),
            width: 1,
            kind: TypeKind::Clock,
        }),
        None => Type::bits(text.trim().parse().expect("a number")),
    }
}

fn tokens(text: &str) -> Vec<String> {
    const PAIRS: &[&str] = &["+:", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", ".."];
    let mut out = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '\'';
        let length = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if PAIRS.iter().any(|pair| rest.starts_with(pair)) {
            2
        } else {
            1
        };
        out.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    out
}

struct Parser<'n> {
    tokens: Vec<String>,
    at: usize,
    netlist: &'n Netlist,
    loops: Vec<String>,
}

/// Operators from the weakest on.
const LEVELS: &[&[(&str, BinaryOp)]] = &[
    &[("||", BinaryOp::LogicalOr)],
    &[("&&", BinaryOp::LogicalAnd)],
    &[("|", BinaryOp::Or)],
    &[("^", BinaryOp::Xor)],
    &[("&", BinaryOp::And)],
    &[("==", BinaryOp::Eq), ("!=", BinaryOp::Ne)],
    &[
        ("<=", BinaryOp::Le),
        (">=", BinaryOp::Ge),
        ("<", BinaryOp::Lt),
        (">", BinaryOp::Gt),
    ],
    &[("<<", BinaryOp::Shl), (">>", BinaryOp::Shr)],
    &[("+", BinaryOp::Add), ("-", BinaryOp::Sub)],
];

impl Parser<'_> {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn want(&mut self, token: &str) {
        let found = self.peek().to_owned();
        assert!(self.take(token), "`{token}` wanted, `{found}` found");
    }

    fn word(&mut self) -> String {
        self.at += 1;
        self.tokens[self.at - 1].clone()
    }

    fn statements(&mut self) -> Vec<Stmt> {
        let mut out = vec![];
        while !matches!(self.peek(), "" | "}") {
            let stmt = self.statement();
            out.push(stmt);
        }
        out
    }

    fn block(&mut self) -> Vec<Stmt> {
        self.want("{");
        let body = self.statements();
        self.want("}");
        body
    }

    fn statement(&mut self) -> Stmt {
        if self.take("if") {
            let test = self.expr();
            let then = self.block();
            let otherwise = if self.take("else") {
                self.block()
            } else {
                vec![]
            };
            return Stmt::If {
                test,
                then,
                otherwise,
            };
        }
        if self.take("for") {
            let var = self.word();
            self.want("in");
            let from = self.word().parse().expect("a number");
            self.want("..");
            let to = self.word().parse().expect("a number");
            self.loops.push(var.clone());
            let body = self.block();
            self.loops.pop();
            return Stmt::For {
                var,
                from,
                to,
                body,
            };
        }
        let place = self.place();
        self.want("=");
        let value = self.expr();
        self.want(";");
        Stmt::Assign(place, value)
    }

    fn net(&mut self) -> NetId {
        let name = self.word();
        let known = |path: &str| self.netlist.by_path.get(path).copied();
        let id = known(&name).or_else(|| known(&format!("let${name}")));
        id.unwrap_or_else(|| panic!("no net {name}"))
    }

    fn place(&mut self) -> Place {
        let mut place = Place::whole(self.net());
        while self.take("[") {
            let element = !self.netlist.net(place.net).dims.is_empty() && place.index.is_empty();
            let index = self.index();
            if self.take("+:") {
                let width = self.word().parse().expect("a width");
                let offset = Offset::Static(index);
                place.part = Some(Part { offset, width });
            } else {
                assert!(element, "a part is [from +: width]");
                place.index.push(index);
            }
            self.want("]");
        }
        place
    }

    fn index(&mut self) -> Index {
        let mut index = self.index_atom();
        loop {
            if self.take("+") {
                index = index.add(self.index_atom());
            } else if self.take("-") {
                index = index.sub(self.index_atom());
            } else {
                return index;
            }
        }
    }

    fn index_atom(&mut self) -> Index {
        let word = self.word();
        match word.parse() {
            Ok(number) => Index::Const(number),
            Err(_) => Index::Var(word),
        }
    }

    fn expr(&mut self) -> Expr {
        let test = self.binary(0);
        if !self.take("?") {
            return test;
        }
        let a = self.expr();
        self.want(":");
        let b = self.expr();
        let kind = |a, b| ExprKind::Mux(Box::new(test), Box::new(a), Box::new(b));
        Expr::new(a.width, kind(a, b))
    }

    fn binary(&mut self, level: usize) -> Expr {
        let Some(ops) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1);
        while let Some(&(token, op)) = ops.iter().find(|(token, _)| self.peek() == *token) {
            self.want(token);
            left = Expr::binary(op, left, self.binary(level + 1));
        }
        left
    }

    fn unary(&mut self) -> Expr {
        let op = match self.peek() {
            "!" => UnaryOp::Not,
            "-" => UnaryOp::Neg,
            _ => return self.atom(),
        };
        self.at += 1;
        Expr::unary(op, self.unary())
    }

    fn atom(&mut self) -> Expr {
        if self.take("(") {
            let inner = self.expr();
            self.want(")");
            if self.take("[") {
                let offset = self.word().parse().expect("an offset");
                self.want("+:");
                let width = self.word().parse().expect("a width");
                self.want("]");
                return Expr::new(width, ExprKind::Select(Box::new(inner), offset));
            }
            return inner;
        }
        if self.take("{") {
            let mut pieces = vec![self.expr()];
            while self.take(",") {
                pieces.push(self.expr());
            }
            self.want("}");
            let width = pieces.iter().map(|piece| piece.width).sum();
            return Expr::new(width, ExprKind::Concat(pieces));
        }
        if let Some((width, value)) = self.peek().split_once("'d") {
            let number = |text: &str| text.parse::<usize>().expect("a number");
            let literal = Expr::literal(number(width), number(value));
            self.at += 1;
            return literal;
        }
        let place = self.place();
        let net = self.netlist.net(place.net);
        let whole = if place.index.is_empty() {
            net.total_bits()
        } else {
            net.width
        };
        let width = place.part.as_ref().map_or(whole, |part| part.width);
        Expr::new(width, ExprKind::Read(place))
    }
}
