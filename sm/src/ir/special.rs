//! Special registers.

/// A special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "PTX's own names")]
pub enum Special {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    Laneid,
    Warpid,
    Nwarpid,
    Clock,
    ClockHi,
    /// 64 bits wide, as `Globaltimer`.
    Clock64,
    Globaltimer,
    GlobaltimerLo,
    GlobaltimerHi,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    Smid,
    Nsmid,
    Gridid,
    DynamicSmemSize,
    TotalSmemSize,
}

impl Special {
    /// Whether it has 64 bits.
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Clock64 | Self::Globaltimer)
    }

    /// The special register of this name (`%tid`) and component (`x`).
    pub fn from_name(name: &str, component: Option<&str>) -> Option<Self> {
        let axes = |axes: [Self; 3]| match component {
            Some("x") => Some(axes[0]),
            Some("y") => Some(axes[1]),
            Some("z") => Some(axes[2]),
            _ => None,
        };
        match name {
            "%tid" => return axes([Self::TidX, Self::TidY, Self::TidZ]),
            "%ntid" => return axes([Self::NtidX, Self::NtidY, Self::NtidZ]),
            "%ctaid" => return axes([Self::CtaidX, Self::CtaidY, Self::CtaidZ]),
            "%nctaid" => return axes([Self::NctaidX, Self::NctaidY, Self::NctaidZ]),
            _ => {}
        }
        if component.is_some() {
            return None;
        }
        Some(match name {
            "%laneid" => Self::Laneid,
            "%warpid" => Self::Warpid,
            "%nwarpid" => Self::Nwarpid,
            "%clock" => Self::Clock,
            "%clock_hi" => Self::ClockHi,
            "%clock64" => Self::Clock64,
            "%globaltimer" => Self::Globaltimer,
            "%globaltimer_lo" => Self::GlobaltimerLo,
            "%globaltimer_hi" => Self::GlobaltimerHi,
            "%lanemask_eq" => Self::LanemaskEq,
            "%lanemask_le" => Self::LanemaskLe,
            "%lanemask_lt" => Self::LanemaskLt,
            "%lanemask_ge" => Self::LanemaskGe,
            "%lanemask_gt" => Self::LanemaskGt,
            "%smid" => Self::Smid,
            "%nsmid" => Self::Nsmid,
            "%gridid" => Self::Gridid,
            "%dynamic_smem_size" => Self::DynamicSmemSize,
            "%total_smem_size" => Self::TotalSmemSize,
            _ => return None,
        })
    }
}
