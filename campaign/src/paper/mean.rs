//! Means. Which one a figure uses is said beside it: the papers do not always say, and it matters.

/// The arithmetic mean; `None` of nothing.
pub fn arithmetic(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for value in values {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}

/// The geometric mean of what is above 0; `None` of nothing, and of what is not.
pub fn geometric(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.into_iter().map(f64::ln).collect();
    let mean = arithmetic(logarithms)?.exp();
    (mean.is_finite() && mean > 0.0).then_some(mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_what_they_are_called() {
        assert_eq!(arithmetic([1.0, 2.0, 6.0]), Some(3.0));
        assert_eq!(arithmetic([]), None);
        let mean = geometric([1.0, 2.0, 4.0]).unwrap();
        assert!((mean - 2.0).abs() < 1e-12, "{mean}");
        assert_eq!(geometric([]), None);
        assert_eq!(geometric([1.0, 0.0]), None);
    }
}
