//! All figures that are measured.

use super::figure::Figure;
use super::{affine_vector_cache, regless, slumber, warped_compression, Paper};

/// Those of a paper.
pub fn figures(paper: Paper) -> Vec<Figure> {
    match paper {
        Paper::WarpedCompression => warped_compression::figures(),
        Paper::AffineVectorCache => affine_vector_cache::figures(),
        Paper::Slumber => slumber::figures(),
        Paper::Regless => regless::figures(),
    }
}

/// One by its name.
pub fn find(paper: Paper, name: &str) -> Option<Figure> {
    figures(paper)
        .into_iter()
        .find(|figure| figure.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::statement;
    use std::collections::BTreeSet;

    #[test]
    fn every_figure_is_stated_once_and_measured_or_an_input() {
        for paper in Paper::ALL {
            let statements = statement::of(paper).unwrap_or_else(|error| panic!("{error}"));
            let mut names = BTreeSet::new();
            for stated in &statements.figure {
                assert!(
                    names.insert(&*stated.name),
                    "{paper} has {} twice",
                    stated.name
                );
                assert!(
                    find(paper, &stated.name).is_some() != stated.input.is_some(),
                    "{paper} {}: a figure is measured or is an input",
                    stated.name
                );
                let keys: BTreeSet<&str> = stated.row.iter().map(|row| &*row.key).collect();
                assert_eq!(keys.len(), stated.row.len(), "{paper} {}", stated.name);
            }
            for figure in figures(paper) {
                assert!(
                    names.contains(figure.name),
                    "nothing is stated of {figure:?}"
                );
            }
        }
    }
}
