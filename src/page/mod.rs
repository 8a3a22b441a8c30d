//! Pages and charts: plain data as one file that opens offline in a browser, or as a drawing.
//!
//! [`match_page`] shows a match to be stepped through, [`comparison_page`] and [`sweep_page`] what
//! rules do to a game, each with the charts that [`comparison_chart`], [`sweep_chart`] and
//! [`curve_chart`] also give by themselves. The texts of pages are templates that escape whatever is
//! filled in, and a page may load nothing.

mod chart;
mod curve;
mod error;
mod heat;
mod ink;
mod intervals;
mod lines;
mod match_page;
mod measures;
mod points;
mod position;
mod sheet;
mod step;
mod templates;

pub use chart::Chart;
pub use curve::curve_chart;
pub use error::PageError;
pub use match_page::{Match, match_page};
pub use measures::{comparison_chart, comparison_page, sweep_chart, sweep_page};
