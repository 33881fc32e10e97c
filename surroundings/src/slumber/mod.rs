//! Kits of Slumber's units.

mod array;
mod control;
mod controller;
mod controller_watch;
mod crowd;
pub mod environment;
mod memory;
mod pipeline;
pub mod program;
mod storage;
mod supply;
pub mod table;
mod top;

use crate::closed::ClosedKit;
use crate::kit::Kit;
use golden::slumber as golden;
use spec::slumber as spec_of;

macro_rules! kits {
    ($($function:ident, $unit:ident, $parameters:ident, $around:expr, $watcher:expr;)*) => {$(
        #[doc = concat!("Verifies `", stringify!($function), "`.")]
        pub fn $function(parameters: spec_of::$parameters) -> Box<dyn Kit> {
            Box::new(ClosedKit::<spec_of::$unit, _, _, _> {
                parameters,
                model: golden::$unit::new,
                around: $around,
                watcher: $watcher,
            })
        }
    )*};
}

kits! {
    power_controller, PowerController, ControllerParameters,
        controller::Around::new, controller_watch::Watch::new;
    power_array, PowerArray, ArrayParameters, array::Around::new, array::Watch::new;
    mshr_tracker, MshrTracker, TrackerParameters,
        memory::TrackerAround::new, memory::TrackerWatch::new;
    fetch_unit_list, FetchUnitList, ListParameters,
        memory::ListAround::new, memory::ListWatch::new;
    slumber_control, SlumberControl, ControlParameters, control::Around::new, control::Watch::new;
    slumber_top, SlumberTop, TopParameters, top::Around::new, top::Watch::new;
}

/// The kits of `--power-aware`: stimulus that loses nothing, and storage that forgets.
pub mod power_aware {
    use super::*;

    kits! {
        power_array, PowerArray, ArrayParameters,
            pipeline::AroundArray::new, storage::Storage::of_array;
        slumber_top, SlumberTop, TopParameters,
            pipeline::AroundTop::new, storage::Storage::of_top;
    }
}
