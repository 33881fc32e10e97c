//! What proofs see of a unit beside its ports.

/// What a checker sees inside a unit, for proof alone: a state that cannot be reached is known by it.
pub struct Inside {
    /// What the checker declares, each with the unit's net that it is.
    pub nets: Vec<(String, String)>,
    /// What is asserted of them.
    pub body: String,
}

impl Inside {
    /// Of nets with their widths and names.
    pub fn new<const N: usize>(nets: [(usize, &str, String); N], body: String) -> Self {
        let nets = nets.map(|(width, name, net)| (declared(width, name), net));
        Self {
            nets: nets.into(),
            body,
        }
    }
}

/// What a checker declares for a net of that width.
pub fn declared(width: usize, name: &str) -> String {
    match width {
        1 => format!("logic unit_{name}"),
        _ => format!("logic [{}:0] unit_{name}", width - 1),
    }
}

/// A net of all instances as one vector, that of the first at the bottom.
pub fn of_all(count: usize, instance: &str, net: &str) -> String {
    let nets = (0..count).rev();
    let nets = nets.map(|n| format!("g_{instance}[{n}].u_{instance}.{net}"));
    format!("{{{}}}", nets.collect::<Vec<_>>().join(", "))
}
