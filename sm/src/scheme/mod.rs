//! Schemes: a multiprocessor with the hardware of a paper in it. One file per scheme.
//!
//! [`build`] asks a [`Hardware`] for the units; [`Golden`] gives golden models. The table of
//! multiprocessor preset and scheme to the preset of each unit is in docs/sm/schemes.md and in the
//! files of the schemes.

mod avc;
mod register_file_hierarchy;
mod register_file_virtualization;
mod regless;
mod slumber;
mod warped_compression;
mod warped_register_file;

use crate::timing::{Multiprocessor, Settings};
use golden::regfile::Regfile;
use golden::slumber::SlumberTop;
use spec::avc::AvcCacheParameters;
use spec::regfile::RegfileParameters;
use spec::regless::ReglessParameters;
use spec::slumber::TopParameters;
use spec::{Hardware, HardwareError, Scheme, UnitModel};

/// Golden models of all units.
#[derive(Clone, Copy, Debug, Default)]
pub struct Golden;

impl Hardware for Golden {
    fn regfile(
        &mut self,
        parameters: RegfileParameters,
    ) -> Result<Box<dyn UnitModel<spec::regfile::Regfile>>, HardwareError> {
        Ok(Box::new(Regfile::new(parameters)))
    }

    fn slumber(
        &mut self,
        parameters: TopParameters,
    ) -> Result<Box<dyn UnitModel<spec::slumber::SlumberTop>>, HardwareError> {
        Ok(Box::new(SlumberTop::new(parameters)))
    }

    fn avc_cache(
        &mut self,
        parameters: AvcCacheParameters,
    ) -> Result<Box<dyn UnitModel<spec::avc::AvcCache>>, HardwareError> {
        let model = golden::avc::AvcCache::new(parameters);
        let model = model.ok_or_else(|| HardwareError("no such cache".into()))?;
        Ok(Box::new(model))
    }

    fn regless(
        &mut self,
        parameters: ReglessParameters,
    ) -> Result<Box<dyn UnitModel<spec::regless::Regless>>, HardwareError> {
        Ok(Box::new(golden::regless::Regless::new(parameters)))
    }
}

/// A multiprocessor with a scheme.
pub fn build(
    scheme: Scheme,
    settings: Settings,
    hardware: &mut dyn Hardware,
) -> Result<Multiprocessor, HardwareError> {
    match scheme {
        Scheme::Baseline => Ok(Multiprocessor::baseline(settings)),
        Scheme::WarpedCompression => warped_compression::build(settings, hardware),
        Scheme::Slumber => slumber::build(settings, hardware),
        Scheme::Avc => avc::build(settings, hardware),
        Scheme::Regless => regless::build(settings, hardware),
        Scheme::WarpedRegisterFile => warped_register_file::build(settings),
        Scheme::RegisterFileVirtualization => Ok(register_file_virtualization::build(settings)),
        Scheme::RegisterFileHierarchy => Ok(register_file_hierarchy::build(settings)),
    }
}
