//! GPU register file virtualization (Jeon et al., MICRO 2015), a rival of RegLess as RegLess describes it (6.1): a file
//! of half the registers, whose rename table and metadata cost nothing. There is no hardware of it here.
//!
//! Places are `renamed_registers`, the same for each shard; a register has one from its write to its last read.

use crate::timing::registers::{Flat, Pool, RegisterPath, Renamed};
use crate::timing::{Multiprocessor, Settings};
use std::cell::RefCell;
use std::rc::Rc;

pub(super) fn build(settings: Settings) -> Multiprocessor {
    let p = &settings.parameters;
    let (names, places) = (p.registers / p.shards, p.renamed_registers / p.shards);
    let pool = Rc::new(RefCell::new(Pool::new(p.shards as usize, places)));
    let path = |shard| {
        let names = names as usize;
        let file = Flat::new(names, p.clusters as usize, p.collectors as usize);
        Box::new(Renamed::new(file, names, shard, Rc::clone(&pool))) as Box<dyn RegisterPath>
    };
    let paths = (0..p.shards as usize).map(path).collect();
    Multiprocessor::with_paths(settings, paths).with_renaming(places)
}
