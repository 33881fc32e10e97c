//! Shared by the tests that look into the AST.

mod index_arithmetic;
pub mod interpreter;
pub mod scopes;

use hdl::engine::AnyUnit;
use hdl::tag::Tag;

/// Compares, for a design that has settled, every signal that an AST assigns with the value that
/// the simulation of `update` gave it.
pub fn compare(name: &str, unit: &dyn AnyUnit) {
    for scope in scopes::scopes(unit.block()) {
        if !matches!(scope.tag, Some(Tag::Module { .. })) {
            continue;
        }
        let assigned = interpreter::run(&scope);
        for (signal, (value, _)) in assigned {
            if signal.starts_with("let$") {
                continue;
            }
            let simulated = scope.signals[&signal].value;
            assert_eq!(
                value, simulated,
                "{name}: {}.{signal} is {value:#x} by the AST, {simulated:#x} by the simulation",
                scope.path
            );
        }
    }
}
