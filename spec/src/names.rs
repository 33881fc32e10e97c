//! Names of modules, which say all that a module's text depends on, in as many letters as tools and
//! people bear.

/// Letters that a module's name may have; a prefix that a user asks for comes on top.
pub const MODULE_NAME_LETTERS: usize = 40;

/// The name itself, or where it has more than `limit` letters its first words and a number that stands
/// for all of them: no two names become one, and a name never depends on what else there is.
pub fn module_name(full: &str, limit: usize) -> String {
    const OFFSET: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    const DIGITS: usize = 8;
    if full.len() <= limit {
        return full.to_owned();
    }
    // FNV-1a: the same on every machine and for ever.
    let hash = full.bytes().fold(OFFSET, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(PRIME)
    });
    let room = limit.saturating_sub(DIGITS + 1);
    let mut words = String::new();
    for word in full.split('_') {
        let joint = usize::from(!words.is_empty());
        if words.len() + joint + word.len() > room {
            break;
        }
        if joint == 1 {
            words.push('_');
        }
        words.push_str(word);
    }
    format!("{words}_{hash:08x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_fits_stays() {
        let fits = "regfile_counters_b8e16_c4_d012_l2_l1_w3x";
        assert_eq!(fits.len(), MODULE_NAME_LETTERS);
        assert_eq!(module_name(fits, MODULE_NAME_LETTERS), fits);
    }

    #[test]
    fn a_long_name_keeps_its_first_words_and_differs_with_every_letter() {
        let long = "slumber_top_r1024_w4_13_16_l9_12_b4_13_16_w64_m45_200_400_e16_p16";
        let short = module_name(long, MODULE_NAME_LETTERS);
        assert!(short.starts_with("slumber_top_r1024_w4_13_16_"), "{short}");
        assert!(short.len() <= MODULE_NAME_LETTERS, "{short}");
        let other = module_name(&long.replace("p16", "p17"), MODULE_NAME_LETTERS);
        assert_ne!(short, other);
    }
}
