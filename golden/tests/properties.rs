//! The list of claims: every property of the contract has a test of its name, and no other.

use spec::Property;

/// Pairs each claim of a unit with its test in this module. A test that is missing does not
/// compile, a claim that is missing or that the contract does not know fails.
macro_rules! assert_claims {
    ($unit:ty: $($claim:ident by $test:ident),* $(,)?) => {{
        $(let _: fn() = $test;)*
        let claims = [$((stringify!($claim), stringify!($test))),*];
        $crate::properties::check(<$unit as spec::Unit>::PROPERTIES, &claims);
    }};
}
pub(crate) use assert_claims;

pub fn check(properties: &[Property], claims: &[(&str, &str)]) {
    let promised: Vec<_> = properties.iter().map(|p| p.name).collect();
    let tested: Vec<_> = claims.iter().map(|&(claim, _)| claim).collect();
    assert_eq!(promised, tested);
    for (claim, test) in claims {
        assert_eq!(snake_case(claim), *test);
    }
}

fn snake_case(camel_case: &str) -> String {
    let mut snake = String::new();
    for c in camel_case.chars() {
        if c.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(c.to_ascii_lowercase());
    }
    snake
}
