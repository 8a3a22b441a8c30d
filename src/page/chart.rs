//! A drawing, and the places in it that lead somewhere.

use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::prelude::SVGBackend;
use serde::Serialize;

use super::error::PageError;
use super::templates;

/// How wide every chart is drawn, in units of the drawing: letters of [`LETTERS`] can still be read
/// where it is shown 320 pixels wide.
pub(super) const WIDTH: u32 = 480;
/// The height of letters, as the drawing library takes it: their size is this over 1.24.
pub(super) const LETTERS: u32 = 18;

/// What charts are painted on.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A chart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    /// What it shows, for those who cannot see it.
    pub(super) title: String,
    width: u32,
    height: u32,
    /// What is in it: elements of SVG, every text in them escaped by the drawing library.
    body: String,
    /// What lies over it.
    pub(super) marks: Vec<Mark>,
}

/// A place in a chart that leads to another part of the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Mark {
    /// Where it lies.
    pub(super) at: (i32, i32),
    /// Where the line that ends in it begins, if there is one.
    pub(super) from: Option<(i32, i32)>,
    /// What it is: a class of the style sheet.
    pub(super) kind: &'static str,
    /// Where it leads to.
    pub(super) to: String,
    /// What it says.
    pub(super) name: String,
}

impl Chart {
    /// Draws a chart of a height, and returns it with what the painter found out.
    pub(super) fn draw<T>(
        title: &str,
        height: u32,
        paint: impl FnOnce(&Area<'_>) -> Result<T, PageError>,
    ) -> Result<(Self, T), PageError> {
        let mut text = String::new();
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        let found = paint(&root)?;
        root.present().map_err(PageError::drawing)?;
        drop(root);
        // The outermost element is written anew, with what its readers need.
        let body = text.split_once('>').map_or("", |(_, rest)| rest);
        let body = body.trim().trim_end_matches("</svg>");
        let chart = Self {
            title: title.to_owned(),
            width: WIDTH,
            height,
            body: body.to_owned(),
            marks: Vec::new(),
        };
        Ok((chart, found))
    }

    /// Returns the chart as a file of its own.
    ///
    /// # Errors
    /// If Salle is wrong.
    pub fn to_svg(&self) -> Result<String, PageError> {
        templates::svg(self)
    }
}
