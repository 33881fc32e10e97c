//! The kernels that come with warploom, with what has to be known of them before anything runs.

use crate::job::digest;
use crate::kernels;
use crate::paper::kernel::Kernel;
use crate::Error;
use sm::alloc::{allocate, AllocationError};
use sm::host::Session;
use sm::lower::Module;
use std::path::Path;

/// All kernels for which `wanted` holds, by name.
pub fn all(wanted: impl Fn(&str) -> bool) -> Result<Vec<Kernel>, Error> {
    let folder = kernels::folder();
    let mut found = Vec::new();
    for path in kernels::descriptors(&folder)? {
        let name = path.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        if !wanted(&name) {
            continue;
        }
        let session = Session::open_for(&path, None)?;
        let default = words(session.module(), None)?;
        let default = default.ok_or_else(|| Error::new(format!("{name} spills")))?;
        let (base, least) = pressures(session.module(), default)?;
        found.push(Kernel {
            descriptor: path.strip_prefix(&folder).unwrap_or(&path).to_owned(),
            sha256: digest(path.parent().unwrap_or(Path::new("")))?,
            name,
            default,
            base,
            least,
        });
    }
    Ok(found)
}

/// The fewest registers without spills, and the fewest at all.
fn pressures(module: &Module, default: u32) -> Result<(u32, u32), Error> {
    let (mut base, mut least) = (default, default);
    for cap in (1..default).rev() {
        match words(module, Some(cap)) {
            Ok(Some(_)) => (base, least) = (cap, cap),
            Ok(None) => least = cap,
            Err(AllocationError::TooFew { .. }) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok((base, least))
}

/// The most registers that a kernel of a module takes; none if one of them spills.
fn words(module: &Module, cap: Option<u32>) -> Result<Option<u32>, AllocationError> {
    let mut most = Some(0);
    for kernel in &module.kernels {
        let report = allocate(kernel, cap)?.report;
        most = most.filter(|_| report.spilled == 0);
        most = most.map(|words| words.max(report.words));
    }
    Ok(most)
}
