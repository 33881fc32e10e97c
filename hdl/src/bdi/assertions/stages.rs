//! What proofs see of the delay behind a codec: each stage holds what the outputs do, sooner. Over a cycle a stage
//! follows from the one before it; without them a proof thinks over as many cycles as the delay is long.

use crate::assertions::inside::declared;

/// An output, its width, and what stands for it in the stage whose number is `STAGE`.
pub type Output = (&'static str, usize, &'static str);

/// Stages before the outputs of a codec, which has `latency` cycles and its first result after `first` of them: nets of
/// the unit, and the outputs' checks of each.
pub fn stages(
    outputs: &[Output],
    checks: &str,
    [first, latency]: [usize; 2],
) -> (Vec<(String, String)>, String) {
    let mut nets = vec![];
    let mut bodies = String::new();
    for age in first..latency {
        let mut body = checks
            .replace("Latency-1", &(age - 1).to_string())
            .replace("LATENCY", &age.to_string());
        for &(name, width, net) in outputs {
            let held = format!("{name}_{age}");
            body = body.replace(&format!("out_{name}"), &format!("unit_{held}"));
            let net = net.replace("STAGE", &(age - first).to_string());
            nets.push((declared(width, &held), net));
        }
        let body = body.replace('\n', "\n  ").replace("\n  \n", "\n\n");
        bodies += &format!(
            "\n  if (1) begin : gen_stage_{age}\n  {}\n  end\n",
            body.trim()
        );
    }
    (nets, bodies)
}
