//! What assertions say of MOVs, by who does them.

use spec::regfile::RegfileParameters;

/// There are no more than divergent instructions, and than full results.
const AT_MOST: &str = "(counter_select == 6'd8)
    -> ((over_q[0] || counter_value <= divergent_q) && (over_q[1] || counter_value <= full_q))";

/// The body of a checker with what it says of MOVs.
pub fn told(body: &str, parameters: &RegfileParameters) -> String {
    let injects = parameters.injects_movs();
    let claim = match injects {
        true => format!(
            "({})\n    && ({})\n    && ({AT_MOST})",
            needed(0),
            needed(1)
        ),
        false => AT_MOST.to_owned(),
    };
    let entering = |port| if injects { mov(port) } else { String::new() };
    body.replace("MOV_CLAIM", &claim)
        .replace("MOV0", &entering(0))
        .replace("MOV1", &entering(1))
}

/// One enters only in the place of a divergent instruction that would.
fn needed(port: usize) -> String {
    format!(
        "!in{port}_mov || (in{port}_ready && in{port}_writes\n      && divergent(in{port}_mask, in{port}_launched) && \
         stored[in{port}_destination])"
    )
}

/// What enters: the MOV, or what follows.
fn mov(port: usize) -> String {
    format!(
        "in{port}_mov ? {{\n    in{port}_tag, 3'd1,\n    2'd0, stored[in{port}_destination],\n    \
         1'b1, in{port}_destination, ~32'd0, 32'd0,\n    \
         held(in{port}_destination), held(in{port}_b), held(in{port}_c)\n  }} : "
    )
}
