//! Panels below each other, with a heading.

use plotters::element::Text;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, IntoFont, TextStyle};

use super::chart::{Area, Chart, LETTERS, WIDTH};
use super::error::PageError;
use super::heat::Heat;
use super::ink;
use super::intervals::Intervals;
use super::lines::Lines;

/// The height of a line of text.
pub(super) const LINE: u32 = 22;
/// Letters that fit in a line: those of a usual text take half as much room across as down.
const ACROSS: usize = (WIDTH as usize - 16) * 2 / 14;

/// A chart of one measure.
#[derive(Debug, Clone)]
pub(super) enum Panel {
    /// Intervals below each other.
    Intervals(Intervals),
    /// One parameter varied.
    Lines(Lines),
    /// Two parameters varied.
    Heat(Heat),
}

impl Panel {
    fn title(&self) -> &str {
        match self {
            Self::Intervals(panel) => &panel.title,
            Self::Lines(panel) => &panel.title,
            Self::Heat(panel) => &panel.title,
        }
    }

    fn height(&self) -> u32 {
        match self {
            Self::Intervals(panel) => panel.height(),
            Self::Lines(_) => Lines::HEIGHT,
            Self::Heat(panel) => panel.height(),
        }
    }

    fn paint(&self, area: &Area<'_>) -> Result<(), PageError> {
        match self {
            Self::Intervals(panel) => panel.paint(area),
            Self::Lines(panel) => panel.paint(area),
            Self::Heat(panel) => panel.paint(area),
        }
    }
}

/// Draws a panel alone; its title stands beside it on the page.
pub(super) fn single(panel: &Panel) -> Result<Chart, PageError> {
    let (chart, ()) = Chart::draw(panel.title(), panel.height(), |area| panel.paint(area))?;
    Ok(chart)
}

/// Draws panels below each other, under lines that say what they rest on.
pub(super) fn sheet(title: &str, heading: &[String], panels: &[Panel]) -> Result<Chart, PageError> {
    let lines: Vec<String> = heading.iter().flat_map(|line| wrapped(line)).collect();
    let top = height_of(lines.len());
    let heights = panels.iter().map(|panel| LINE + panel.height());
    let height = top + heights.sum::<u32>();
    let (chart, ()) = Chart::draw(title, height, |root| {
        write_lines(root, &lines)?;
        let mut rest = root.split_vertically(top).1;
        for panel in panels {
            let (name, below) = rest.split_vertically(LINE);
            write(&name, panel.title(), (8, 2), &bold())?;
            let (area, below) = below.split_vertically(panel.height());
            panel.paint(&area)?;
            rest = below;
        }
        Ok(())
    })?;
    Ok(chart)
}

/// Returns the height of so many lines, with some room below.
pub(super) fn height_of(lines: usize) -> u32 {
    match u32::try_from(lines) {
        Ok(0) | Err(_) => 0,
        Ok(lines) => lines * LINE + LINE / 2,
    }
}

/// Writes lines of text from the top down.
pub(super) fn write_lines(area: &Area<'_>, lines: &[String]) -> Result<(), PageError> {
    for (number, line) in (0..).zip(lines) {
        write(area, line, (8, number * LINE.cast_signed() + 4), &left())?;
    }
    Ok(())
}

/// Breaks a text into lines between its words.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + word.chars().count() < ACROSS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Cuts a text that is longer than so many letters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// Writes a text at a place in pixels.
pub(super) fn write(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    style: &TextStyle<'static>,
) -> Result<(), PageError> {
    let text = Text::new(text.to_owned(), at, style.clone());
    area.draw(&text).map_err(PageError::drawing)
}

/// Text that begins at its place.
pub(super) fn left() -> TextStyle<'static> {
    style(FontStyle::Normal, HPos::Left, VPos::Top)
}

/// Text that ends at its place, which lies at half its height.
pub(super) fn right() -> TextStyle<'static> {
    style(FontStyle::Normal, HPos::Right, VPos::Center)
}

/// Text with its place in its middle.
pub(super) fn middle() -> TextStyle<'static> {
    style(FontStyle::Normal, HPos::Center, VPos::Center)
}

fn bold() -> TextStyle<'static> {
    style(FontStyle::Bold, HPos::Left, VPos::Top)
}

fn style(face: FontStyle, across: HPos, down: VPos) -> TextStyle<'static> {
    let font = ("sans-serif", LETTERS).into_font().style(face);
    TextStyle::from(font)
        .color(&ink::TEXT)
        .pos(Pos::new(across, down))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_between_words() {
        let text = ["word"; 40].join(" ");
        let lines = wrapped(&text);
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= ACROSS));
        assert_eq!(lines.join(" "), text);
        assert_eq!(cut("a long name", 6), "a lon…");
    }
}
