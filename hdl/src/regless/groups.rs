//! Groups of ports of RegLess, as the contract declares them, on wires.

use spec::regless::{
    FORMAT_BITS, L1_KIND_BITS, LINE_ADDRESS_BITS, MARKED_INSTRUCTIONS, MARK_BITS,
    REGISTER_NUMBER_BITS, SOURCES, TAG_BITS, WARP_BITS, WORD_BITS,
};
use spec::warp::{LANES, REGISTER_BITS};

spec::osu_metadata_word!(hdl_macros::group);
spec::osu_last_uses!(hdl_macros::group);
spec::osu_instruction!(hdl_macros::group);
spec::osu_issue!(hdl_macros::group);
spec::osu_issued!(hdl_macros::group);
spec::osu_landed!(hdl_macros::group);
spec::osu_writeback!(hdl_macros::group);
spec::osu_offer!(hdl_macros::group);
spec::osu_shard_request!(hdl_macros::group);
spec::osu_wanted!(hdl_macros::group);
spec::osu_l1_request!(hdl_macros::group);
