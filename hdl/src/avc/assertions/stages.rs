//! What proofs see inside `avc_encoder`: what stands between its steps, in registers or not.

use crate::assertions::inside::{declared, Inside};
use spec::avc::AvcEncoderParameters;

/// What is said of the steps.
pub const TEXT: &str = include_str!("encode_stages.sv");

/// Width, name behind that of the step, and the unit's name for it where no register holds it.
type Part = (usize, &'static str, &'static str);

const CHOSEN: &[Part] = &[
    (32, "mask", "in_mask"),
    (1024, "data", "in_data"),
    (7, "difference", "difference"),
    (5, "position", "position"),
    (32, "value", "value"),
];

const ESTIMATED: &[Part] = &[
    (1, "candidate", "candidate"),
    (32, "mask", "in_mask"),
    (352, "low_data", "low_data"),
    (32, "same", "same"),
    (32, "above", "above"),
    (7, "stride", "stride_bit"),
    (11, "low_base", "low_base"),
    (1, "borrow", "borrow"),
    (21, "upper", "upper"),
];

const COMPARED: [(usize, &str); 5] = [
    (1, "valid"),
    (1, "candidate"),
    (32, "lanes"),
    (32, "base"),
    (3, "stride"),
];

/// Whether registers stand behind choice and estimate.
struct Cuts {
    choice: bool,
    estimate: bool,
}

impl Cuts {
    fn of(latency: usize) -> Self {
        Self {
            choice: latency >= 3,
            estimate: latency >= 2,
        }
    }

    /// The name of a step's part.
    fn part(is_cut: bool, step: &str, name: &str, own: &str) -> String {
        match is_cut {
            true => format!("{step}_{name}_q"),
            false => own.to_owned(),
        }
    }

    /// What chosen and estimated stages have of what came in, so many cycles later.
    fn ages(&self) -> [usize; 2] {
        let choice = usize::from(self.choice);
        [choice, choice + usize::from(self.estimate)]
    }
}

/// What stands between the steps of an encoder at that place, each declared and the net that it is.
pub fn nets(latency: usize, place: &str) -> Vec<(String, String)> {
    let cuts = Cuts::of(latency);
    let mut nets: Vec<(String, String)> = vec![];
    for (parts, is_cut, step) in [
        (CHOSEN, cuts.choice, "chosen"),
        (ESTIMATED, cuts.estimate, "estimated"),
    ] {
        for &(width, name, own) in parts {
            let net = Cuts::part(is_cut, step, name, own);
            let declared = declared(width, &format!("{step}_{name}"));
            nets.push((declared, format!("{place}{net}")));
        }
    }
    let candidate = Cuts::part(cuts.estimate, "estimated", "candidate", "candidate");
    for (width, name, net) in [
        (32, "agrees", format!("{place}agrees")),
        (
            1,
            "next_affine",
            format!("{place}{candidate} && (&{place}agrees)"),
        ),
        (32, "next_base", format!("{place}base")),
        (3, "next_stride", format!("{place}stride_code")),
    ] {
        nets.push((declared(width, name), net));
    }
    nets
}

/// What proofs are helped by: whether a lane agrees is a small question of what was estimated, and none of what
/// came in.
pub fn encoder_inside(parameters: &AvcEncoderParameters) -> Inside {
    let latency = parameters.latency();
    let cuts = Cuts::of(latency);
    let mut nets = nets(latency, "");
    for (is_cut, step) in [(cuts.choice, "chosen"), (cuts.estimate, "estimated")] {
        let net = Cuts::part(is_cut, step, "valid", "in_valid");
        nets.push((declared(1, &format!("{step}_valid")), net));
    }
    let filled = (0..latency).map(|k| format!("    (age_q > 3'd{k} || !valid_q[{k}])"));
    let filled = filled.collect::<Vec<_>>().join("\n    && ");
    let [chosen, estimated] = cuts.ages().map(|age| match age {
        0 => "{in_valid, in_mask, in_data}".to_owned(),
        age => format!("{{valid_q[{0}], mask_q[{0}], data_q[{0}]}}", age - 1),
    });
    let decision = if latency >= 4 {
        nets.extend(COMPARED.map(|(width, name)| {
            let name = format!("compared_{name}");
            (declared(width, &name), format!("{name}_q"))
        }));
        include_str!("encoder_waits.sv")
    } else {
        include_str!("encoder_decides.sv")
    };
    let text = [include_str!("encoder_inside.sv"), TEXT, decision].concat();
    let text = text
        .replace("CHOSEN_CAME", &chosen)
        .replace("ESTIMATED_CAME", &estimated);
    Inside {
        nets,
        body: text.replace("    FILLED", &filled),
    }
}
