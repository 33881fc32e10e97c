//! Units in the multiprocessor: RTL in the place of a golden model, or beside it.
//!
//! [`InTheLoop`] hands out hardware as `spec::scheme` wants it. What goes in at the ports is
//! recorded; when golden model and RTL differ, [`InTheLoop::found`] has the record and the
//! difference, and from there on it is a failure of the unit like any other. RTL beside a golden model can
//! follow it on a thread of its own; then [`InTheLoop::late`] says whether they differ, and nothing is recorded.

mod behind;
mod beside;

use crate::lockstep::Mismatch;
use crate::regression::Workshop;
use crate::stimulus::Stimulus;
use crate::target::Target;
use crate::window::{Wanted, Window};
use behind::{Behind, Late};
use beside::{Beside, EngineModel, Trace};
use spec::avc::{AvcCache, AvcCacheParameters};
use spec::regfile::{Regfile, RegfileParameters};
use spec::regless::{Regless, ReglessParameters};
use spec::slumber::{SlumberTop, TopParameters};
use spec::{
    AnyParameters, Configuration, EngineKind, Hardware, HardwareError, Unit, UnitModel, PRESETS,
};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use surroundings::engine::EngineError;
use surroundings::interface::Interface;

/// A difference, and how it came about.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was under test.
    pub target: Target,
    /// What went in since the last reset, or the end of it.
    pub stimulus: Stimulus,
    /// The difference; its cycle counts from the last reset. None if the models have not been
    /// compared: the unit alone gave what the multiprocessor did not expect.
    pub mismatch: Option<Mismatch>,
}

/// Hands out RTL, alone or in lockstep.
pub struct InTheLoop<'a> {
    workshop: &'a dyn Workshop,
    kind: EngineKind,
    rtl: Option<PathBuf>,
    bug: Option<String>,
    power_aware: bool,
    waves: Option<Wanted>,
    seed: u64,
    behind: bool,
    lates: Vec<Late>,
    units: Vec<Placed>,
}

/// The preset that has some parameters, or the first one of their unit with what is otherwise in them.
fn configuration(parameters: AnyParameters) -> Result<Configuration, HardwareError> {
    let of_unit = || { PRESETS.iter() }.filter(|preset| preset.unit == parameters.unit());
    if let Some(preset) = of_unit().find(|preset| preset.parameters == parameters) {
        return Ok(Configuration::of_preset(preset));
    }
    let preset = of_unit().next();
    let preset = preset.ok_or_else(|| HardwareError("the unit has no preset".into()))?;
    let pairs = preset
        .parameters
        .values()
        .into_iter()
        .zip(parameters.values());
    let changes: Vec<_> = pairs
        .filter(|(of_preset, wanted)| of_preset != wanted)
        .map(|(_, (key, value))| (key.to_owned(), value))
        .collect();
    let changed = Configuration::of_preset(preset).changed(&changes);
    changed.map_err(|error| HardwareError(error.to_string()))
}

/// A unit that has been handed out.
struct Placed {
    target: Target,
    trace: Rc<RefCell<Trace>>,
    mismatch: Rc<RefCell<Option<Mismatch>>>,
    window: Option<Rc<RefCell<Window>>>,
}

impl<'a> InTheLoop<'a> {
    /// Hardware of a kind, built by a workshop; `seed` draws what registers hold at power-up.
    pub fn new(workshop: &'a dyn Workshop, kind: EngineKind, seed: u64) -> Self {
        Self {
            workshop,
            kind,
            rtl: None,
            bug: None,
            power_aware: false,
            waves: None,
            seed,
            behind: false,
            lates: Vec::new(),
            units: Vec::new(),
        }
    }

    /// The same with the Verilog in a folder in place of what would be emitted.
    #[must_use]
    pub fn with_rtl(mut self, rtl: Option<PathBuf>) -> Self {
        self.rtl = rtl;
        self
    }

    /// The same with a seeded bug in it.
    #[must_use]
    pub fn with_bug(mut self, bug: Option<String>) -> Self {
        self.bug = bug;
        self
    }

    /// The same with memories that forget what has no power.
    #[must_use]
    pub fn power_aware(mut self, power_aware: bool) -> Self {
        self.power_aware = power_aware;
        self
    }

    /// The same with waveforms of some cycles.
    #[must_use]
    pub fn with_waves(mut self, waves: Option<Wanted>) -> Self {
        self.waves = waves;
        self
    }

    /// The same with RTL on threads of its own behind golden models that it is compared with.
    #[must_use]
    pub fn behind(mut self) -> Self {
        self.behind = true;
        self
    }

    /// What RTL on a thread of its own has come to, once the run is over and its engines are gone.
    pub fn late(&self) -> Option<&str> {
        self.lates
            .iter()
            .find_map(|late| late.get().map(String::as_str))
    }

    /// Writes the waveforms, once the run is over and its engines are gone.
    pub fn finish_waves(&self) -> Vec<Result<PathBuf, EngineError>> {
        let windows = self.units.iter().filter_map(|unit| unit.window.as_ref());
        windows
            .map(|window| window.borrow().finish().map(Path::to_owned))
            .collect()
    }

    /// What the run has left for whoever looks into it: of the unit that differed, or of the first.
    pub fn found(&self) -> Option<Found> {
        let differs = |unit: &&Placed| unit.mismatch.borrow().is_some();
        let unit = self.units.iter().find(differs);
        let unit = unit.or_else(|| self.units.first())?;
        let interface = Interface::of(&unit.target.configuration.parameters);
        let rows = unit.trace.borrow().rows.clone();
        let found = Found {
            target: unit.target.clone(),
            stimulus: Stimulus::from_rows(&interface, rows),
            mismatch: unit.mismatch.borrow().clone(),
        };
        Some(found)
    }

    fn place<U, M>(
        &mut self,
        parameters: AnyParameters,
        golden: M,
    ) -> Result<Box<dyn UnitModel<U>>, HardwareError>
    where
        U: Unit + 'static,
        M: UnitModel<U> + 'static,
    {
        if self.kind == EngineKind::Golden {
            return Ok(Box::new(golden));
        }
        let mut target = Target::new(configuration(parameters)?);
        target.rtl.clone_from(&self.rtl);
        target.bug.clone_from(&self.bug);
        // Of other units no memory is inside what is powered.
        target.power_aware = self.power_aware && matches!(parameters, AnyParameters::Regfile(_));
        let failed = |error: EngineError| HardwareError(error.message);
        let bench = self.workshop.build(&target).map_err(failed)?;
        let interface = Interface::of(&parameters);
        if self.behind && self.kind == EngineKind::Lockstep {
            let behind = Behind::new(golden, interface, bench, self.seed);
            self.lates.push(behind.late());
            return Ok(Box::new(behind));
        }
        let window = self
            .waves
            .as_ref()
            .map(|wanted| Window::new(wanted, self.units.len()));
        let window = window.transpose().map_err(failed)?;
        let engine = match &window {
            None => bench.start(self.seed).map_err(failed)?,
            Some(_) => bench
                .start_traceable(self.seed)
                .map_err(failed)?
                .ok_or_else(|| HardwareError("the engine has no signals to trace".into()))?,
        };
        let window = window.map(|window| Rc::new(RefCell::new(window)));
        let trace = Rc::new(RefCell::new(Trace::default()));
        let mismatch = Rc::new(RefCell::new(None));
        let engine = EngineModel::new(&interface, engine, Rc::clone(&trace), window.clone());
        self.units.push(Placed {
            target,
            trace,
            mismatch: Rc::clone(&mismatch),
            window,
        });
        if self.kind == EngineKind::Rtl {
            return Ok(Box::new(engine));
        }
        Ok(Box::new(Beside {
            golden,
            engine,
            expected: vec![0; interface.output_words()],
            interface,
            mismatch,
        }))
    }
}

impl Hardware for InTheLoop<'_> {
    fn regfile(
        &mut self,
        parameters: RegfileParameters,
    ) -> Result<Box<dyn UnitModel<Regfile>>, HardwareError> {
        let golden = golden::regfile::Regfile::new(parameters);
        self.place(AnyParameters::Regfile(parameters), golden)
    }

    fn slumber(
        &mut self,
        parameters: TopParameters,
    ) -> Result<Box<dyn UnitModel<SlumberTop>>, HardwareError> {
        let golden = golden::slumber::SlumberTop::new(parameters);
        self.place(AnyParameters::SlumberTop(parameters), golden)
    }

    fn avc_cache(
        &mut self,
        parameters: AvcCacheParameters,
    ) -> Result<Box<dyn UnitModel<AvcCache>>, HardwareError> {
        let golden = golden::avc::AvcCache::new(parameters);
        let golden = golden.ok_or_else(|| HardwareError("no such cache".into()))?;
        self.place(AnyParameters::AvcCache(parameters), golden)
    }

    fn regless(
        &mut self,
        parameters: ReglessParameters,
    ) -> Result<Box<dyn UnitModel<Regless>>, HardwareError> {
        let golden = golden::regless::Regless::new(parameters);
        self.place(AnyParameters::Regless(parameters), golden)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_preset_has_is_a_preset_with_changes() {
        let of =
            |parameters| configuration(AnyParameters::Regfile(parameters)).expect("it is built");
        assert_eq!(of(RegfileParameters::FERMI).label(), "fermi");
        let mut slow = RegfileParameters::FERMI;
        spec::Parameters::set(&mut slow, "wake_delay", "40").expect("it is legal");
        let found = of(slow);
        assert_eq!(found.label(), "fermi+wake_delay=40");
        assert_eq!(found.parameters, AnyParameters::Regfile(slow));
    }
}
