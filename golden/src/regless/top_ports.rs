//! The ports of `regless`.

use super::at_ports::{issued, offered, result};
use super::shard_ports::{uses, word};
use super::top::{of_all, whole_warp, Regless, ReglessCycle};
use spec::regless::{ReglessInputs, ReglessOutputs, UNITS};
use spec::{Ready, UnitFault, UnitModel};
use std::any::Any;

/// What all of it shows from its state alone.
fn shown(regless: &Regless) -> ReglessOutputs {
    let mut o = ReglessOutputs::default();
    for (s, shard) in regless.shards().iter().enumerate() {
        for unit in 0..UNITS {
            if let Some(offer) = shard.osu().offer(unit) {
                let port = &mut o.out[UNITS * s + unit];
                *port = offered(offer);
                port.warp = whole_warp(s, port.warp);
            }
        }
        o.active |= of_all(shard.manager().active(), s);
        o.uses[s] = uses(shard);
        if let Some(warp) = shard.manager().error() {
            o.region_errors |= 1 << s;
            o.region_error_warps |= u16::from(warp) << (4 * s);
        }
        if let Some(warp) = shard.metadata_error() {
            o.metadata_errors |= 1 << s;
            o.metadata_error_warps |= u16::from(warp) << (4 * s);
        }
    }
    if let Some(at_l1) = regless.arbiter().at_l1() {
        o.l1 = at_l1.presented();
    }
    o
}

impl UnitModel<spec::regless::Regless> for Regless {
    fn reset(&mut self) {
        self.clear();
    }

    fn inside(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn cycle(
        &mut self,
        inputs: &ReglessInputs,
    ) -> std::result::Result<ReglessOutputs, UnitFault<ReglessOutputs>> {
        let cycle = ReglessCycle {
            base: inputs.base_valid.then_some(inputs.base_line),
            meta: inputs.meta.each_ref().map(word),
            hold: inputs.hold,
            issued: inputs.issue.each_ref().map(issued),
            results: inputs.wb.each_ref().map(result),
            l1_ready: inputs.l1_ready,
            response: inputs
                .response_valid
                .then_some((inputs.response_id, &inputs.response_data)),
        };
        let mut outputs = shown(self);
        let accepted = self.step(&cycle)?;
        outputs.meta = accepted.meta.map(|ready| Ready { ready });
        outputs.issue = accepted.issued.map(|ready| Ready { ready });
        outputs.wb = accepted.results.map(|ready| Ready { ready });
        outputs.response_ready = accepted.response;
        Ok(outputs)
    }
}
