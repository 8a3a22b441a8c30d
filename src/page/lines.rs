//! What a measure does as one parameter is varied.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, ErrorBar};
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::{Color, ShapeStyle};

use super::chart::{Area, WIDTH};
use super::error::PageError;
use super::ink;
use super::intervals::Row;
use super::sheet::{cut, middle, right, write};

/// Where the labels of the values end.
const LABELS: u32 = 56;
/// The height of what stands below.
const BELOW: u32 = 44;
/// How much room the name of a value takes across, at least.
const NAME: i32 = 34;

/// A measure for each value of a parameter.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    /// What is shown.
    pub(super) title: String,
    /// The parameter.
    pub(super) parameter: String,
    /// Its values, in the order in which they were given.
    pub(super) rows: Vec<Row>,
    /// The value of the base.
    pub(super) base: Option<f64>,
}

impl Lines {
    pub(super) const HEIGHT: u32 = 230;

    pub(super) fn paint(&self, area: &Area<'_>) -> Result<(), PageError> {
        let spans = self.rows.iter().filter_map(|row| row.span);
        let ends = spans.flat_map(|[low, _, high]| [low, high]);
        let Some((low, high)) = padded(ends.chain(self.base)) else {
            return write(area, "no match has a value", (90, 10), &middle());
        };
        let places = self.places();
        let Some((first, last)) = padded(places.iter().copied()) else {
            return Ok(());
        };
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(BELOW)
            .y_label_area_size(LABELS)
            .margin_right(16)
            .margin_top(6)
            .build_cartesian_2d(first..last, low..high)
            .map_err(PageError::drawing)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(0)
            .y_labels(6)
            .y_max_light_lines(0)
            .bold_line_style(ink::FAINT)
            .axis_style(ink::TEXT)
            .y_label_style(right())
            .draw()
            .map_err(PageError::drawing)?;
        if let Some(base) = self.base {
            let ends = [(first, base), (last, base)];
            let dashes = DashedLineSeries::new(ends, 6, 4, ShapeStyle::from(ink::BASE));
            chart.draw_series(dashes).map_err(PageError::drawing)?;
        }
        let points = places.iter().zip(&self.rows);
        let known = points.filter_map(|(place, row)| Some((*place, row.span?, row.differs)));
        let known: Vec<(f64, [f64; 3], bool)> = known.collect();
        let mut along: Vec<(f64, f64)> = known
            .iter()
            .map(|(place, [_, value, _], _)| (*place, *value))
            .collect();
        along.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        let line = ShapeStyle::from(ink::MAIN).stroke_width(2);
        chart
            .draw_series(LineSeries::new(along, line))
            .map_err(PageError::drawing)?;
        for (place, [from, value, to], differs) in known {
            let bar = ErrorBar::new_vertical(place, from, value, to, ink::MAIN.filled(), 8);
            chart.draw_series([bar]).map_err(PageError::drawing)?;
            let inside = if differs { ink::MAIN } else { ink::PAPER };
            let dots = [
                Circle::new((place, value), 5, ink::MAIN.filled()),
                Circle::new((place, value), 3, inside.filled()),
            ];
            chart.draw_series(dots).map_err(PageError::drawing)?;
        }
        let (left, _) = area.get_base_pixel();
        let bottom = Self::HEIGHT.cast_signed();
        let mut free = i32::MIN;
        for (place, row) in places.iter().zip(&self.rows) {
            let (x, _) = chart.backend_coord(&(*place, low));
            if x - left < free {
                continue;
            }
            free = x - left + NAME;
            let at = (x - left, bottom - BELOW.cast_signed() + 12);
            write(area, &cut(&row.name, 8), at, &middle())?;
        }
        let centre = u32::midpoint(WIDTH, LABELS).cast_signed();
        write(
            area,
            &cut(&self.parameter, 50),
            (centre, bottom - 12),
            &middle(),
        )
    }

    /// Returns where the values stand: as far apart as they are if all are numbers, else evenly.
    fn places(&self) -> Vec<f64> {
        let numbers = self.rows.iter().map(|row| row.name.parse::<f64>().ok());
        let finite = numbers.map(|number| number.filter(|number| number.is_finite()));
        let even = || (0_u32..).zip(&self.rows).map(|(number, _)| number.into());
        finite
            .collect::<Option<Vec<f64>>>()
            .unwrap_or_else(|| even().collect())
    }
}

/// Returns a range that holds all numbers, with some room at both ends; `None` of nothing.
pub(super) fn padded(numbers: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = numbers.fold(None, |range: Option<(f64, f64)>, number| {
        let (low, high) = range.unwrap_or((number, number));
        Some((low.min(number), high.max(number)))
    })?;
    let room = if high > low { (high - low) * 0.06 } else { 0.5 };
    Some((low - room, high + room))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_their_numbers_are() {
        let lines = |names: &[&str]| Lines {
            title: String::new(),
            parameter: String::new(),
            rows: names
                .iter()
                .map(|name| Row {
                    name: (*name).to_owned(),
                    span: None,
                    differs: false,
                })
                .collect(),
            base: None,
        };
        assert_eq!(lines(&["4", "6", "12"]).places(), [4.0, 6.0, 12.0]);
        assert_eq!(lines(&["4", "many", "nan"]).places(), [0.0, 1.0, 2.0]);
    }

    #[test]
    fn ranges_have_room_at_both_ends() {
        assert_eq!(padded([0.0, 100.0].into_iter()), Some((-6.0, 106.0)));
        assert_eq!(padded([3.0].into_iter()), Some((2.5, 3.5)));
        assert_eq!(padded(std::iter::empty()), None);
    }
}
