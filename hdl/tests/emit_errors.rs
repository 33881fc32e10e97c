//! Every refusal of the emitter, with its exact text.
//!
//! The blocks are written as AST by hand: most of these mistakes cannot be written in Rust, or
//! rust_hdl's macros would refuse them before the emitter sees them.

use hdl::emit::{emit, EmitErrors, Options, Provenance};
use hdl::prelude::*;
use hdl::tag::Tag;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogCase, VerilogConditional, VerilogExpression as X,
    VerilogLoop, VerilogMatch, VerilogOp, VerilogStatement as S,
};
use rust_hdl::core::timing::TimingInfo;

#[derive(LogicBlock)]
struct Hand {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<8>>,
    z: Signal<Local, Bits<8>>,
    lanes: [Signal<Local, Bits<8>>; 4],
    r: Register<Bits<8>>,
    _code: Vec<S>,
}

impl Logic for Hand {
    fn update(&mut self) {}

    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(self._code.clone())
    }

    fn timing(&self) -> Vec<TimingInfo> {
        Tag::Module {
            rust_type: "tests::Hand".to_owned(),
            name: None,
            purpose: String::new(),
            meanings: vec![],
        }
        .encode()
    }
}

fn signal(name: &str) -> X {
    X::Signal(name.to_owned())
}

fn number(value: u64) -> X {
    X::Literal(value.into())
}

fn assign(target: &str, value: X) -> S {
    S::Assignment(signal(target), value)
}

fn binary(a: X, op: VerilogOp, b: X) -> X {
    X::Binary(Box::new(a), op, Box::new(b))
}

fn when(test: X, then: Vec<S>, otherwise: Vec<S>) -> S {
    S::If(VerilogConditional {
        test,
        then,
        otherwise: VerilogBlockOrConditional::Block(otherwise),
    })
}

fn repeat(from: u64, to: u64, block: Vec<S>) -> S {
    S::Loop(VerilogLoop {
        index: "i".to_owned(),
        from: from.into(),
        to: to.into(),
        block,
    })
}

fn top_bit() -> X {
    X::Index(Box::new(signal("a")), Box::new(number(7)))
}

/// Statements that use everything once and do nothing wrong.
fn sound() -> Vec<S> {
    vec![
        assign("r$clock", signal("clock")),
        assign("r$d", signal("a")),
        assign("z", signal("r$q")),
        repeat(0, 4, vec![assign("lanes[i]", signal("z"))]),
        assign(
            "y",
            binary(
                binary(signal("lanes[0]"), VerilogOp::BitXor, signal("lanes[1]")),
                VerilogOp::BitXor,
                binary(
                    binary(signal("lanes[2]"), VerilogOp::BitXor, signal("lanes[3]")),
                    VerilogOp::BitXor,
                    X::Cast(Box::new(signal("b")), 8),
                ),
            ),
        ),
    ]
}

/// `sound` with the assignments to `target` replaced.
fn with(target: &str, statements: Vec<S>) -> Vec<S> {
    let mut out: Vec<S> = sound()
        .into_iter()
        .filter(|s| !matches!(s, S::Assignment(X::Signal(name), _) if name == target))
        .collect();
    out.extend(statements);
    out
}

fn run(code: Vec<S>) -> Result<(), EmitErrors> {
    let block = Hand {
        clock: Signal::default(),
        a: Signal::default(),
        b: Signal::default(),
        y: Signal::default(),
        z: Signal::default(),
        lanes: std::array::from_fn(|_| Signal::default()),
        r: Register::default(),
        _code: code,
    };
    emit(&block, &Provenance::default(), &Options::default()).map(|_| ())
}

fn refused(code: Vec<S>) -> String {
    match run(code) {
        Ok(()) => "accepted".to_owned(),
        Err(errors) => errors.to_string(),
    }
}

#[test]
fn the_sound_block_is_emitted() {
    assert_eq!(run(sound()), Ok(()));
}

macro_rules! refusals {
    ($($name:ident: $code:expr => $message:expr;)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(refused($code), $message);
        })*
    };
}

refusals! {
    latch: with("y", vec![when(top_bit(), vec![assign("y", binary(signal("lanes[0]"), VerilogOp::BitAnd, X::Cast(Box::new(signal("b")), 8)))], vec![])])
        => "module `hand`, signal `y` of type `Bits<8>`: is not assigned on every path through \
            `update`, which would make a latch; assign a default first";
    latch_of_a_part: with("z", vec![
            S::SliceAssignment {
                base: signal("z"), width: 4, offset: number(0), replacement: signal("b"),
            },
            when(top_bit(), vec![S::SliceAssignment {
                base: signal("z"), width: 4, offset: number(4), replacement: signal("b"),
            }], vec![]),
        ])
        => "module `hand`, signal `z` of type `Bits<8>`: [7:4] are not assigned on every path \
            through `update`, which would make a latch; assign a default first\n\
            module `hand`, signal `r.q` of type `Bits<8>`: never read";
    latch_in_a_match: with("z", vec![S::Match(VerilogMatch {
            test: signal("b"),
            cases: vec![
                VerilogCase { condition: "0".to_owned(), block: vec![assign("z", signal("r$q"))] },
                VerilogCase { condition: "default".to_owned(), block: vec![] },
            ],
        })])
        => "module `hand`, signal `z` of type `Bits<8>`: is not assigned on every path through \
            `update`, which would make a latch; assign a default first";
    combinational_loop: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Add, signal("lanes[2]")))])
        => "module `hand`, signal `z` of type `Bits<8>`: combinational loop: z -> lanes -> z";
    self_loop: with("z", vec![assign("z", binary(signal("z"), VerilogOp::Add, signal("r$q")))])
        => "module `hand`, signal `z` of type `Bits<8>`: combinational loop: z -> z";
    loop_through_a_condition: with("z", vec![
            assign("z", signal("r$q")),
            when(binary(signal("y"), VerilogOp::Eq, number(3)),
                vec![assign("z", number(1))], vec![]),
        ])
        => "module `hand`, signal `y` of type `Bits<8>`: combinational loop: y -> z -> lanes -> y";
    unknown_name: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Add, signal("speed")))])
        => "module `hand`, signal `speed` of type `tests::Hand`: no signal, constant or loop \
            index has this name";
    width_mismatch: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Add, signal("b")))])
        => "module `hand`, signal `b` of type `Bits<4>`: 4 bits where 8 are needed, in `b`";
    width_of_an_assignment: with("z", vec![assign("z", X::Slice(Box::new(signal("r$q")), 4, Box::new(number(0))))])
        => "module `hand`, signal `r.q` of type `Bits<8>`: 4 bits where 8 are needed, in \
            `r.q.get_bits::<4>(0)`";
    literal_too_wide: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Add, number(300)))])
        => "module `hand`, signal `300` of type `tests::Hand`: the literal 300 does not fit 8 bits";
    untyped_literal: with("z", vec![assign("z", signal("r$q")), assign("let$x", number(3))])
        => "module `hand`, signal `x` of type `tests::Hand`: nothing gives the literal 3 a width; \
            write `bits::<N>(3)`";
    driven_input: with("z", vec![assign("z", signal("r$q")), assign("a", signal("z"))])
        => "module `hand`, signal `a` of type `Bits<8>`: more than one driver: `update` and the \
            port's user";
    driven_register: with("z", vec![assign("z", signal("r$q")), assign("r$q", signal("z"))])
        => "module `hand`, signal `r.q` of type `Bits<8>`: more than one driver: `update` and \
            its register";
    undriven: with("z", vec![])
        => "module `hand`, signal `z` of type `Bits<8>`: is never driven\n\
            module `hand`, signal `r.q` of type `Bits<8>`: never read";
    undriven_clock: with("r$clock", vec![])
        => "module `hand`, signal `r.clock` of type `Clock`: is never driven\n\
            module `hand`, signal `clock` of type `Clock`: never read";
    undriven_part: with("z", vec![S::SliceAssignment {
            base: signal("z"), width: 4, offset: number(4), replacement: signal("b"),
        }])
        => "module `hand`, signal `z` of type `Bits<8>`: [3:0] are never driven\n\
            module `hand`, signal `r.q` of type `Bits<8>`: never read";
    unread: with("r$d", vec![assign("r$d", number(1))])
        => "module `hand`, signal `a` of type `Bits<8>`: never read";
    index_count: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Add, signal("lanes")))])
        => "module `hand`, signal `lanes` of type `Bits<8>`: 0 array indices where 1 are needed";
    index_out_of_range: with("z", vec![assign("z", signal("r$q")), repeat(0, 4, vec![assign("lanes[i + 1]", signal("z"))])])
        => "module `hand`, signal `lanes[i + 1]` of type `Bits<8>`: 4 is out of range, the limit is 4";
    dynamic_index: with("z", vec![assign("z", signal("r$q")), assign("lanes[b$val()]", signal("z"))])
        => "module `hand`, signal `lanes[b.val()]` of type `Bits<8>`: `[b$val()]` is not arithmetic \
            over loop indices; select with a loop and a comparison";
    signed_values: with("z", vec![assign("z", X::Signed(Box::new(signal("r$q"))))])
        => "module `hand`, signal `r.q` of type `Bits<8>`: signed values: the AST does not carry \
            their width; sign-extend and compare with the top bit flipped";
    multiplication: with("z", vec![assign("z", binary(signal("r$q"), VerilogOp::Mul, signal("r$q")))])
        => "module `hand`, signal `r.q` of type `Bits<8>`: multiplication outside of an index";
    read_before_write: with("z", vec![repeat(0, 4, vec![
            assign("y", binary(signal("z"), VerilogOp::BitXor, signal("r$q"))),
            assign("z", X::Cast(Box::new(signal("b")), 8)),
        ])])
        => "module `hand`, signal `z` of type `Bits<8>`: read before it is assigned, and \
            assigned again later; move the assignment up";
    loop_through_iterations: with("z", vec![repeat(0, 4, vec![
            assign("y", binary(signal("z"), VerilogOp::BitXor, signal("r$q"))),
            assign("z", binary(signal("y"), VerilogOp::BitXor, X::Cast(Box::new(signal("b")), 8))),
        ])])
        => "module `hand`, signal `y` of type `Bits<8>`: combinational loop: y -> z -> y\n\
            module `hand`, signal `lanes` of type `Bits<8>`: combinational loop: lanes -> y -> z \
            -> lanes";
}

#[test]
fn all_errors_are_reported_at_once() {
    let text = refused(with(
        "z",
        vec![assign(
            "z",
            binary(signal("speed"), VerilogOp::Add, number(300)),
        )],
    ));
    assert!(text.contains("`speed`"), "{text}");
    assert!(text.contains("300"), "{text}");
}
