//! Intervals below each other.

use plotters::chart::ChartBuilder;
use plotters::element::{Circle, ErrorBar, PathElement, Rectangle};
use plotters::style::{Color, ShapeStyle};

use super::chart::Area;
use super::error::PageError;
use super::ink;
use super::lines::padded;
use super::sheet::{cut, left, right, write};

/// The height of a row.
const ROW: u32 = 26;
/// The height of the axis below.
const AXIS: u32 = 28;
/// Where the names of rows end.
const NAMES: u32 = 116;
/// Most letters of a name.
const LETTERS: usize = 15;

/// Values with their intervals, a row each.
#[derive(Debug, Clone)]
pub(super) struct Intervals {
    /// What is shown.
    pub(super) title: String,
    /// The rows.
    pub(super) rows: Vec<Row>,
    /// How far from 0 a difference must be to matter, in charts of differences.
    pub(super) within: Option<f64>,
}

/// A value with its interval.
#[derive(Debug, Clone)]
pub(super) struct Row {
    /// Whose it is.
    pub(super) name: String,
    /// The low end, the value and the high end, in units of the axis.
    pub(super) span: Option<[f64; 3]>,
    /// Whether it is known to differ.
    pub(super) differs: bool,
}

impl Intervals {
    pub(super) fn height(&self) -> u32 {
        u32::try_from(self.rows.len()).unwrap_or_default() * ROW + AXIS
    }

    pub(super) fn paint(&self, area: &Area<'_>) -> Result<(), PageError> {
        let ends = self
            .rows
            .iter()
            .filter_map(|row| row.span)
            .flat_map(|[low, _, high]| [low, high])
            .chain(self.within.into_iter().flat_map(|within| [-within, within]));
        let Some((low, high)) = padded(ends) else {
            return write(area, "no match has a value", (8, 4), &left());
        };
        let rows = u32::try_from(self.rows.len()).unwrap_or_default();
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(AXIS)
            .y_label_area_size(NAMES)
            .margin_right(16)
            .build_cartesian_2d(low..high, f64::from(rows)..0.0)
            .map_err(PageError::drawing)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_labels(5)
            .x_max_light_lines(0)
            .bold_line_style(ink::FAINT)
            .axis_style(ink::TEXT)
            .label_style(left())
            .draw()
            .map_err(PageError::drawing)?;
        if let Some(within) = self.within {
            let zone = [(-within, 0.0), (within, f64::from(rows))];
            let shade = ink::BASE.mix(0.14).filled();
            let zero = PathElement::new([(0.0, 0.0), (0.0, f64::from(rows))], ink::BASE);
            chart
                .draw_series([Rectangle::new(zone, shade)])
                .map_err(PageError::drawing)?;
            chart.draw_series([zero]).map_err(PageError::drawing)?;
        }
        for (number, row) in (0_u32..).zip(&self.rows) {
            let down = f64::from(number) + 0.5;
            let (_, y) = chart.backend_coord(&(low, down));
            let (_, top) = area.get_base_pixel();
            let at = ((NAMES - 8).cast_signed(), y - top);
            write(area, &cut(&row.name, LETTERS), at, &right())?;
            let Some([from, value, to]) = row.span else {
                continue;
            };
            let line = ShapeStyle::from(ink::MAIN).stroke_width(2);
            let bar = ErrorBar::new_horizontal(down, from, value, to, line, 10);
            chart.draw_series([bar]).map_err(PageError::drawing)?;
            let inside = if row.differs || self.within.is_none() {
                ink::MAIN
            } else {
                ink::PAPER
            };
            let dots = [
                Circle::new((value, down), 5, ink::MAIN.filled()),
                Circle::new((value, down), 3, inside.filled()),
            ];
            chart.draw_series(dots).map_err(PageError::drawing)?;
        }
        Ok(())
    }
}
