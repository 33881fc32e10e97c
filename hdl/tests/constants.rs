//! Numbers that the source calls by a name: the name is in the AST, the value is what Rust computes.

use hdl::prelude::*;
use rust_hdl::core::ast::Verilog;

const LIMIT: u64 = 10;

mod timing {
    pub const OFF_WAKE: usize = 16;
}

#[derive(LogicBlock, Default)]
struct Named<const STEP: usize> {
    a: Signal<In, Bits<8>>,
    x: Signal<Out, Bits<8>>,
    low: Signal<Out, bool>,
    _margin: u64,
}

#[hardware]
impl<const STEP: usize> Logic for Named<STEP> {
    fn update(&mut self) {
        const MASK: u64 = 0x3f;
        let wake = (self.a.val() & MASK) + timing::OFF_WAKE.to_bits::<8>();
        self.x.next = if self.a.val() > self._margin {
            wake + STEP as u64
        } else {
            wake - (LIMIT + 1)
        };
        self.low.next = self.a.val() < LIMIT;
    }
}

#[test]
fn constants_parameters_and_fields_keep_their_names() {
    let block = Named::<3> {
        _margin: 200,
        ..Named::default()
    };
    let Verilog::Combinatorial(code) = block.hdl() else {
        panic!("a block of logic");
    };
    let text = format!("{code:?}");
    for name in [
        "const$MASK$3f",
        "const$OFF_WAKE$10",
        "const$margin$c8",
        "const$STEP$3",
        "const$LIMIT$a",
    ] {
        assert!(
            text.contains(&format!("Signal(\"{name}\")")),
            "{name}: {text}"
        );
    }
    // What is computed from a constant is none.
    assert!(!text.contains("$b\""), "{text}");
}
