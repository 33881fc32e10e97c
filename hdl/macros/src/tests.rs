//! What the attribute refuses, and that it says what to write instead.

mod parts;

use proc_macro2::TokenStream;
use quote::quote;

use crate::attribute::expand;

/// The messages for a block with this body, in order.
fn messages(body: TokenStream) -> Vec<String> {
    messages_for(quote! {
        impl Logic for Unit {
            fn update(&mut self) { #body }
        }
    })
}

fn messages_for(item: TokenStream) -> Vec<String> {
    match expand(TokenStream::new(), item) {
        Ok(_) => vec![],
        Err(error) => error.into_iter().map(|error| error.to_string()).collect(),
    }
}

/// Asserts that a body is refused once, with this advice.
#[track_caller]
fn refused(body: TokenStream, advice: &str) {
    let text = body.to_string();
    let messages = messages(body);
    assert_eq!(messages.len(), 1, "{text}: {messages:?}");
    assert!(messages[0].contains(advice), "{text}: {}", messages[0]);
}

#[track_caller]
fn accepted(body: TokenStream) {
    assert_eq!(messages(body), Vec::<String>::new());
}

#[test]
fn prose_is_accepted() {
    accepted(quote! {
        registers!(self, clock, count);
        let sum = self.a.val() + 1;
        let mut total = sum;
        total += self.b.val();
        for i in 0..N * 2 {
            self.lane[i + 1].value.next = total.get_bits::<8>(i * 8);
        }
        match self.state.q.val() {
            State::Idle | State::Done => self.x.next = if sum == 3 { total } else { 0.into() },
            _ => {}
        }
    });
}

#[test]
fn statements_that_are_not_hardware() {
    refused(quote!(return;), "no early return");
    refused(quote!(while self.a.val() {}), "for i in a..b");
    refused(quote!(loop {}), "for i in a..b");
    refused(quote!(f(self.a.val());), "self.x.next = f(..)");
    refused(
        quote!(println!("x");),
        "`clock!`, `registers!` and `comment!`",
    );
    refused(
        quote!(
            fn f() {}
        ),
        "at module level",
    );
    refused(quote!(self.x.next += 1;), "self.x.next = self.x.val() + ..");
    refused(quote!(self.x.next[3] = true;), "replace_bit(i, bit)");
    refused(quote!(self.x = 3;), "through `.next`");
    refused(quote!(self._x.next = 3;), "elaboration-time value");
    refused(quote!(self.x.val() = 3;), "for reading");
    refused(quote!(y = self.x.val();), "let mut");
    refused(quote!(let y = self.x.val(); y = y + 1;), "let mut y");
    refused(quote!(let (a, b) = self.x.val();), "one plain name");
    refused(quote!(let _ = self.x.val();), "drop the statement");
}

#[test]
fn expressions_that_are_not_hardware() {
    let value = |value: TokenStream| quote!(self.y.next = #value;);
    refused(value(quote!(self.x)), "`.val()`");
    refused(value(quote!(self.x.next)), "`.val()`");
    refused(value(quote!(self.x.val() as u8)), "bit_cast");
    refused(
        value(quote!(self.x.val() * self.z.val())),
        "shifts and adds",
    );
    refused(value(quote!(self.x.val() / 3)), "do not divide");
    refused(value(quote!(-self.x.val())), "!x + 1");
    refused(value(quote!(*self.x.val())), "drop the `*`");
    refused(value(quote!(&self.x.val())), "drop the `&`");
    refused(value(quote!((self.x.val(), true))), "LogicStruct");
    refused(value(quote!([self.x.val(); 3])), "Signal<Local, T>; N]");
    refused(value(quote!((|a| a + self.x.val())(3))), "not hardware");
    refused(value(quote!(self.x.val()[2])), "get_bit(i)");
    refused(value(quote!(self.is_ready())), "#[hardware] fn");
    refused(value(quote!(self._table[self.x.val().index()])), "`match`");
    refused(
        value(quote!(if self.c.val() {
            1.into()
        })),
        "needs an `else`",
    );
    refused(
        value(quote!(if let Some(x) = self.c.val() { x } else { 1 })),
        "`if let`",
    );
    refused(value(quote!(vec![self.x.val()])), "#[hardware] fn");
    refused(
        value(quote!(Decoder::decode(self.x.val()))),
        "free `#[hardware] fn`",
    );
    refused(value(quote!(Some(self.x.val()))), "free `#[hardware] fn`");
}

#[test]
fn methods_and_functions_that_need_a_width() {
    let value = |value: TokenStream| quote!(self.y.next = #value;);
    refused(
        value(quote!(self.x.val().get_bits(3))),
        "get_bits::<W>(offset)",
    );
    refused(value(quote!(bit_cast(self.x.val()))), "bit_cast::<N, _>(x)");
    refused(
        value(quote!(concat(self.x.val(), self.z.val()))),
        "concat::<N, _, _>",
    );
    refused(
        value(quote!(concat::<_, _, _>(self.x.val(), self.z.val()))),
        "concat::<N, _, _>",
    );
    refused(
        value(quote!(replicate(self.c.val()))),
        "replicate::<N>(bit)",
    );
    refused(
        value(quote!(sign_extend(self.x.val()))),
        "sign_extend::<N, _>(x)",
    );
    refused(value(quote!(signed_bit_cast(self.x.val()))), "sign_extend");
    refused(value(quote!(self.x.val().set_bit(3, true))), "replace_bit");
    refused(value(quote!(self.x.val().to_u32())), "`.index()`");
    refused(value(quote!(self.x.val().to_bits::<4>())), "bit_cast");
    refused(
        value(quote!(self.x.val().min(self.z.val()))),
        "`if` expression",
    );
    refused(
        value(quote!(self.x.val().leading_zeros())),
        "`leading_zeros`",
    );
    refused(
        value(quote!(self.x.val().get_bit(self.z.val()))),
        "`.index()`",
    );
    refused(value(quote!(self.a[self.z.val()].val())), "`.index()`");
}

#[test]
fn matches_that_are_not_hardware() {
    let arms = |arms: TokenStream| quote!(match self.x.val() { #arms });
    refused(
        arms(quote!(0 => self.y.next = true, 1 => {})),
        "ends with an arm `_ => ..`",
    );
    refused(
        arms(quote!(x => self.y.next = true)),
        "does not bind a name",
    );
    refused(arms(quote!(0..=3 => {} _ => {})), "1 | 2 | 3");
    refused(
        arms(quote!(A::B if self.c.val() => {} _ => {})),
        "into the arm",
    );
    refused(arms(quote!(Some(A::B) => {} _ => {})), "patterns are");
    refused(arms(quote!("text" => {} _ => {})), "patterns are");
}

#[test]
fn loops_and_indices_that_are_not_hardware() {
    refused(
        quote!(for i in 0..self.n.val().index() {}),
        "elaboration-time values",
    );
    refused(
        quote!(for i in 0..4 {
            for j in 0..i {}
        }),
        "elaboration-time values",
    );
    refused(quote!(for i in (0..4).rev() {}), "b - 1 - i");
    refused(quote!(for i in 0.. {}), "both bounds");
    refused(quote!(for (i, j) in 0..4 {}), "one plain name");
    refused(
        quote!(for i in 0..4 {
            self.a[i / 2].next = true;
        }),
        "nest two loops",
    );
    refused(
        quote!(self.a[self.n.val().index() - 1].next = true;),
        "(x - 1).index()",
    );
    refused(
        quote!(self.y.next = self.x.val().get_bit(self.n.val().index() * self.m.val().index());),
        "multiplied by an elaboration-time value",
    );
    refused(
        quote!(for i in 0..4 {
            let mut j = i;
        }),
        ".to_bits::<N>()",
    );
    refused(
        quote!(for i in 0..4 {
            if i {
                self.y.next = true;
            }
        }),
        "compare the number",
    );
}

#[test]
fn an_input_of_a_child_is_not_read_back() {
    refused(
        quote! {
            self.kid.port.next = self.x.val();
            self.y.next = self.kid.port.val();
        },
        "is an input of a child",
    );
    refused(
        quote! {
            registers!(self, clock, state);
            self.state.d.next = self.state.d.val() + 1;
        },
        "`self.state.d`",
    );
    accepted(quote! {
        registers!(self, clock, state);
        self.state.d.next = self.state.q.val() + 1;
        self.local.next = self.state.q.val();
        self.y.next = self.local.val();
    });
}

#[test]
fn values_do_not_assign_signals() {
    refused(
        quote!(self.y.next = if self.c.val() { self.z.next = true; true } else { false };),
        "cannot assign signals",
    );
    refused(
        quote!(let y = { self.z.next = true; };),
        "must end in a value",
    );
}

#[test]
fn macros_state_their_form() {
    let form = "clock!(self, clock, first_child, second_child, ..)";
    refused(quote!(clock!(state);), form);
    refused(quote!(clock!(self, fast, state);), form);
    refused(quote!(clock!(self, clock);), form);
    accepted(quote!(clock!(self, clock, state, lanes, kid.inner);));
}

#[test]
fn every_statement_is_reported() {
    let found = messages(quote! {
        return;
        self.x.next = self.y;
        if self.c.val() { loop {} }
    });
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn the_place_of_the_attribute() {
    let one = |item: TokenStream, advice: &str| {
        let messages = messages_for(item);
        assert!(
            messages.len() == 1 && messages[0].contains(advice),
            "{messages:?}"
        );
    };
    one(
        quote!(
            struct S;
        ),
        "`impl Logic for ..`",
    );
    one(quote!(impl S { fn f() {} }), "`impl Logic for ..`");
    one(
        quote!(impl Logic for S { fn update(&mut self) {} fn hdl(&self) {} }),
        "everything but",
    );
    one(quote!(impl Logic for S {}), "fn update(&mut self)");
    one(
        quote!(impl Logic for S { fn update(&self) {} }),
        "fn update(&mut self)",
    );
    one(
        quote!(
            fn f(a: Bits<3>) {}
        ),
        "gives a value",
    );
    one(
        quote!(
            fn f(a: Bits<3>) -> usize {
                3
            }
        ),
        "`Bits<N>`",
    );
    one(
        quote!(
            fn f(&self) -> bool {
                true
            }
        ),
        "free",
    );
    one(
        quote!(
            fn f((a, b): (bool, bool)) -> bool {
                a
            }
        ),
        "one plain name",
    );
    one(
        quote!(
            fn f(a: &Bits<3>) -> bool {
                a.any()
            }
        ),
        "by value",
    );
    one(
        quote!(
            fn f(a: bool) -> bool {
                return a;
            }
        ),
        "end in a value",
    );
}
