//! What `Parts` makes of a block, what it refuses, and that it says what to write instead.

use proc_macro2::TokenStream;
use quote::quote;

use crate::parts;

#[test]
fn parts_are_all_fields_but_the_signals() {
    let expanded = parts::expand(quote! {
        pub struct Unit<T: Synth, const N: usize, const W: usize> {
            pub clock: Signal<In, Clock>,
            pub value: signal::Signal<Out, T>,
            /// Children.
            pub lane: Vec<Lane<N>>,
            total: Register<Bits<{ N }>>,
            taps: [Signal<Local, Bit>; N],
            _depth: usize,
        }
    });
    let expected = quote! {
        struct UnitParts<const N: usize> {
            lane: Vec<Lane<N>>,
            total: Register<Bits<{ N }>>,
            taps: [Signal<Local, Bit>; N],
            _depth: usize,
        }

        #[automatically_derived]
        impl<T: Synth, const N: usize, const W: usize> ::core::convert::From<UnitParts<N>>
            for Unit<T, N, W>
        {
            fn from(parts: UnitParts<N>) -> Self {
                Self {
                    clock: ::core::default::Default::default(),
                    value: ::core::default::Default::default(),
                    lane: parts.lane,
                    total: parts.total,
                    taps: parts.taps,
                    _depth: parts._depth,
                }
            }
        }
    };
    let parsed = |tokens| syn::parse2::<syn::File>(tokens).unwrap();
    assert_eq!(parsed(expanded.unwrap()), parsed(expected));
}

#[test]
fn parts_are_of_a_block() {
    let refused = |item: TokenStream, advice: &str| {
        let message = parts::expand(item).unwrap_err().to_string();
        assert!(message.contains(advice), "{message}");
    };
    let named = "a struct whose fields have names";
    refused(
        quote!(
            enum State {
                Idle,
                Busy,
            }
        ),
        named,
    );
    refused(
        quote!(
            struct Wire(Signal<In, Bit>, bool);
        ),
        named,
    );
    refused(
        quote!(
            struct Nothing;
        ),
        named,
    );
    refused(quote!(union Both { a: u8, b: bool }), named);
    refused(
        quote!(
            struct Gate {
                a: Signal<In, Bit>,
                y: Signal<Out, Bit>,
            }
        ),
        "derive `Default`",
    );
}
