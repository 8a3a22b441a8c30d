//! What a measure does as two parameters are varied.

use plotters::element::Rectangle;
use plotters::style::Color;

use super::chart::{Area, WIDTH};
use super::error::PageError;
use super::ink;
use super::sheet::{cut, left, middle, right, write};

/// The height of a row.
const ROW: i32 = 28;
/// Where the names of rows end.
const NAMES: i32 = 64;
/// How much room a value takes across.
const VALUE: i32 = 38;
/// The deepest colour, as a share: letters on it can still be read, on dark paper
/// too.
const DEEPEST: f64 = 0.4;

/// A measure for each pair of values of two parameters.
#[derive(Debug, Clone)]
pub(super) struct Heat {
    /// What is shown.
    pub(super) title: String,
    /// The parameters: the one whose values stand below each other, and the other.
    pub(super) parameters: [String; 2],
    /// The values of the first.
    pub(super) down: Vec<String>,
    /// The values of the second.
    pub(super) across: Vec<String>,
    /// What was found, row by row.
    pub(super) spots: Vec<Option<Spot>>,
}

/// A value of a heat map.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    /// The value.
    pub(super) value: f64,
    /// The value as people read it.
    pub(super) text: String,
}

impl Heat {
    pub(super) fn height(&self) -> u32 {
        let rows = i32::try_from(self.down.len()).unwrap_or_default();
        ((rows + 2) * ROW + 8).cast_unsigned()
    }

    pub(super) fn paint(&self, area: &Area<'_>) -> Result<(), PageError> {
        let [down, across] = &self.parameters;
        let names = format!("{} ↓  {} →", cut(down, 28), cut(across, 28));
        write(area, &names, (8, 6), &left())?;
        let columns = i32::try_from(self.across.len().max(1)).unwrap_or(i32::MAX);
        let room = WIDTH.cast_signed() - NAMES - 8;
        let column = |number: i32| NAMES + room * number / columns;
        let is_wide = room / columns >= VALUE;
        for (number, name) in (0_i32..).zip(&self.across) {
            let centre = i32::midpoint(column(number), column(number + 1));
            if is_wide || number == 0 || number == columns - 1 {
                write(area, &cut(name, 8), (centre, ROW + ROW / 2), &middle())?;
            }
        }
        let known = self.spots.iter().flatten().map(|spot| spot.value);
        let (low, high) = known.fold((f64::MAX, f64::MIN), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let mut spots = self.spots.iter();
        for (row, name) in (2_i32..).zip(&self.down) {
            let top = row * ROW;
            write(area, &cut(name, 8), (NAMES - 8, top + ROW / 2), &right())?;
            for number in 0..columns {
                let Some(Some(spot)) = spots.next() else {
                    continue;
                };
                let depth = if high > low {
                    (spot.value - low) / (high - low)
                } else {
                    0.0
                };
                let corners = [
                    (column(number), top),
                    (column(number + 1) - 1, top + ROW - 1),
                ];
                let shade = ink::MAIN.mix(0.04 + depth * DEEPEST).filled();
                area.draw(&Rectangle::new(corners, shade))
                    .map_err(PageError::drawing)?;
                if is_wide {
                    let centre = i32::midpoint(column(number), column(number + 1));
                    write(area, &spot.text, (centre, top + ROW / 2), &middle())?;
                }
            }
        }
        Ok(())
    }
}
