//! Names of claims. A property has one name, and that name is used by the Rust property test,
//! the SystemVerilog assertion and the test plan alike.

/// A claim about a unit that holds in every cycle or for every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// The claim as an identifier, such as `BankEnableIsLowMask`.
    pub name: &'static str,
    /// The claim as a sentence.
    pub claim: &'static str,
}
