//! Numbers of mutants as a person writes them: `1-40,77`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Numbers in rising order, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Numbers(Vec<usize>);

impl Numbers {
    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    /// The lowest, or 0 if there is none.
    pub fn first(&self) -> usize {
        self.0.first().copied().unwrap_or(0)
    }

    /// The highest, or 0 if there is none.
    pub fn last(&self) -> usize {
        self.0.last().copied().unwrap_or(0)
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<Vec<usize>> for Numbers {
    fn from(mut numbers: Vec<usize>) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Self(numbers)
    }
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs = self.0.chunk_by(|a, b| a + 1 == *b);
        let run = |run: &[usize]| match run {
            [first, .., last] => format!("{first}-{last}"),
            _ => run.first().map(usize::to_string).unwrap_or_default(),
        };
        f.write_str(&runs.map(run).collect::<Vec<_>>().join(","))
    }
}

impl From<Numbers> for String {
    fn from(numbers: Numbers) -> Self {
        numbers.to_string()
    }
}

impl TryFrom<String> for Numbers {
    type Error = NoNumbers;
    fn try_from(text: String) -> Result<Self, NoNumbers> {
        text.parse()
    }
}

/// What is no list of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoNumbers;

impl fmt::Display for NoNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("numbers count from 1 to 65535, such as 1-40,77")
    }
}

impl std::error::Error for NoNumbers {}

impl FromStr for Numbers {
    type Err = NoNumbers;
    fn from_str(text: &str) -> Result<Self, NoNumbers> {
        let number = |text: &str| match text.parse::<u16>() {
            Ok(0) | Err(_) => Err(NoNumbers),
            Ok(number) => Ok(usize::from(number)),
        };
        let mut numbers = vec![];
        for part in text.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(NoNumbers);
            }
            numbers.extend(first..=last);
        }
        Ok(numbers.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_numbers_are_each_others() {
        for text in ["1", "1-40,77", "3,5,7-9"] {
            let numbers: Numbers = text.parse().unwrap();
            assert_eq!(numbers.to_string(), text);
        }
        let numbers: Numbers = "9,7-8,7".parse().unwrap();
        assert_eq!(numbers.to_string(), "7-9");
        for text in ["", "0", "2-1", "1-", "-3", "a", "1,,2", "70000"] {
            assert_eq!(text.parse::<Numbers>(), Err(NoNumbers), "{text}");
        }
    }
}
