//! Durations as a person writes them: 90s, 10m, 8h.

use std::time::Duration;

/// A duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub Duration);

/// Reads one.
pub fn parse(text: &str) -> Result<Span, String> {
    let wrong = || "a duration is a number with s, m or h, such as 90s, 10m or 8h".to_owned();
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    match number.checked_mul(seconds) {
        Some(total @ 1..=31_536_000) => Ok(Span(Duration::from_secs(total))),
        _ => Err("a duration is between 1s and a year".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_duration_is_refused() {
        let seconds = |text| parse(text).map(|span| span.0.as_secs());
        assert_eq!(seconds("90s"), Ok(90));
        assert_eq!(seconds("10m"), Ok(600));
        assert_eq!(seconds("8h"), Ok(28_800));
        for text in [
            "",
            "s",
            "90",
            "1.5h",
            "-1s",
            "0s",
            "99999999999999999999h",
            "8ħ",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
