//! What charts have in common: title, legend, colours.

use super::ChartError;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Colours that people tell apart who do not see all of them (Okabe and Ito), the darkest first.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(213, 94, 0),
    RGBColor(240, 228, 66),
    RGBColor(120, 120, 120),
];
/// The paper's value.
pub const PAPER: RGBColor = RGBColor(190, 20, 20);
/// Letters.
pub const INK: RGBColor = RGBColor(30, 30, 30);

/// A drawing under construction.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A colour by its number.
pub fn colour(number: usize) -> RGBColor {
    COLOURS[number % COLOURS.len()]
}

/// Letters of a size in pixels.
pub fn letters(size: u32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&INK)
}

/// Letters that end at their place, and lie in the middle of its height.
pub fn ending(style: TextStyle<'static>) -> TextStyle<'static> {
    style.pos(Pos::new(HPos::Right, VPos::Center))
}

/// Letters that begin at their place.
pub fn beginning(style: TextStyle<'static>) -> TextStyle<'static> {
    style.pos(Pos::new(HPos::Left, VPos::Center))
}

/// About how wide plotters takes a letter of a legend for.
const LETTER: i32 = 7;
const LINE: i32 = 20;

/// Title and legend above what is left for the chart.
pub fn framed<'a>(
    root: &Area<'a>,
    title: &str,
    legend: &[(String, RGBColor)],
    paper: bool,
) -> Result<Area<'a>, ChartError> {
    root.fill(&WHITE)?;
    let width = root.dim_in_pixel().0 as i32;
    let mut entries: Vec<(String, Option<RGBColor>)> = legend
        .iter()
        .map(|(name, colour)| (name.clone(), Some(*colour)))
        .collect();
    if paper {
        entries.push(("stated by the paper".to_owned(), None));
    }
    root.draw(&Text::new(title.to_owned(), (14, 10), letters(17)))?;
    let (mut x, mut y) = (16, 44);
    for (name, colour) in &entries {
        let wide = 34 + LETTER * name.chars().count() as i32;
        if x + wide > width && x > 16 {
            (x, y) = (16, y + LINE);
        }
        match colour {
            Some(colour) => {
                let corners = [(x, y - 6), (x + 14, y + 6)];
                root.draw(&Rectangle::new(corners, colour.filled()))?;
            }
            None => root.draw(&diamond((x + 7, y)))?,
        }
        let style = beginning(letters(13));
        root.draw(&Text::new(name.clone(), (x + 20, y), style))?;
        x += wide;
    }
    let (_, body) = root.split_vertically((y + LINE) as u32);
    Ok(body)
}

/// The paper's value.
pub fn diamond(at: (i32, i32)) -> Polygon<(i32, i32)> {
    let (x, y) = at;
    let corners = vec![(x, y - 6), (x + 6, y), (x, y + 6), (x - 6, y)];
    Polygon::new(corners, PAPER.filled())
}

/// A number of an axis: few digits.
pub fn tick(value: &f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text.is_empty() {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}
