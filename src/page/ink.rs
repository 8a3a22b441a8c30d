//! The colours of charts, on light and on dark paper.
//!
//! The drawing library writes a colour into every shape. A style sheet gives each of these colours
//! its sibling where the reader prefers a dark page, so that one drawing serves both.

use plotters::style::RGBColor;

/// A colour on light paper, and the one that takes its place on dark paper.
#[derive(Debug, Clone, Copy)]
struct Ink {
    light: RGBColor,
    dark: &'static str,
}

/// Text and axes.
pub(super) const TEXT: RGBColor = RGBColor(0x1F, 0x24, 0x30);
/// Lines that guide the eye.
pub(super) const FAINT: RGBColor = RGBColor(0xC9, 0xCE, 0xD8);
/// What a chart is about.
pub(super) const MAIN: RGBColor = RGBColor(0x1F, 0x5F, 0xA8);
/// What it is compared with.
pub(super) const BASE: RGBColor = RGBColor(0x8A, 0x45, 0x10);
/// Paper, where something is to look hollow.
pub(super) const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFE);

const INKS: [Ink; 5] = [
    Ink {
        light: TEXT,
        dark: "#E6E9EF",
    },
    Ink {
        light: FAINT,
        dark: "#3F4755",
    },
    Ink {
        light: MAIN,
        dark: "#8ABCF7",
    },
    Ink {
        light: BASE,
        dark: "#F0A873",
    },
    Ink {
        light: PAPER,
        dark: "#14171C",
    },
];

/// Returns the style sheet that makes charts dark where a dark page is preferred.
pub(super) fn dark_style() -> String {
    let rules = INKS.iter().map(|ink| {
        let RGBColor(red, green, blue) = ink.light;
        let (light, dark) = (format!("#{red:02X}{green:02X}{blue:02X}"), ink.dark);
        format!(
            ".chart [fill=\"{light}\"]{{fill:{dark}}}.chart [stroke=\"{light}\"]{{stroke:{dark}}}"
        )
    });
    format!(
        "@media (prefers-color-scheme: dark){{{}}}",
        rules.collect::<String>()
    )
}
