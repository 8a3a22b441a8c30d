//! The probability of winning, position by position.

use plotters::chart::ChartBuilder;
use plotters::element::{PathElement, Polygon};
use plotters::series::LineSeries;
use plotters::style::{Color, ShapeStyle};

use super::chart::{Chart, Mark};
use super::error::PageError;
use super::ink;
use super::points::{around, change, percent, rests_on};
use super::position::is_sure;
use super::sheet::{cut, height_of, left, middle, right, wrapped, write, write_lines};
use super::step::{At, Step, steps};
use crate::analysis::label::INACCURACY;
use crate::analysis::{Analysis, Estimate};
use crate::game::Side;
use crate::replay::Timeline;
use crate::ruleset::Words;

/// The height of the curve.
const HEIGHT: u32 = 260;

/// A step with its value for left.
struct Point<'a> {
    step: &'a Step,
    value: Estimate,
}

/// Draws the probability that left wins the round, position by position, under lines that say what
/// it rests on. What chance changed for certain by [`INACCURACY`] or more and the decisions that cost as much are
/// marked.
///
/// # Errors
/// If Salle is wrong.
pub fn curve_chart(
    timeline: &Timeline,
    analysis: &Analysis,
    words: &Words,
) -> Result<Chart, PageError> {
    let heading = [name(words), rests_on(analysis), MARKS.to_owned()];
    let heading: Vec<String> = heading.iter().flat_map(|line| wrapped(line)).collect();
    curve(&steps(timeline), &heading, analysis, words)
}

const MARKS: &str = "Dots: inaccuracies, mistakes and blunders for certain. Bars: what chance brought. R1, R2 and \
                     so on: rounds. The band is a 95 % interval.";

fn name(words: &Words) -> String {
    format!(
        "Probability, in per cent, that {} wins the round",
        words.side(Side::Left)
    )
}

/// Draws the curve through the steps of a match, each mark leading to its position.
pub(super) fn curve(
    steps: &[Step],
    heading: &[String],
    analysis: &Analysis,
    words: &Words,
) -> Result<Chart, PageError> {
    let points: Vec<Point<'_>> = steps
        .iter()
        .filter_map(|step| {
            Some(Point {
                value: value(step, analysis)?,
                step,
            })
        })
        .collect();
    let ends = points.first().zip(points.last());
    let (first, last) = ends.map_or((0.5, 1.5), |(first, last)| {
        (place(first.step) - 0.5, place(last.step) + 0.5)
    });
    let top = height_of(heading.len());
    let (mut chart, marks) = Chart::draw(&name(words), top + HEIGHT, |root| {
        write_lines(root, heading)?;
        let area = root.split_vertically(top).1;
        let mut chart = ChartBuilder::on(&area)
            .x_label_area_size(48)
            .y_label_area_size(44)
            .margin_right(12)
            .margin_top(10)
            .build_cartesian_2d(first..last, 0.0..100.0)
            .map_err(PageError::drawing)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(8)
            .x_label_formatter(&|place| format!("{place:.0}"))
            .y_label_formatter(&|value| format!("{value:.0}"))
            .y_labels(5)
            .y_max_light_lines(0)
            .bold_line_style(ink::FAINT)
            .axis_style(ink::TEXT)
            .label_style(left())
            .y_label_style(right())
            .draw()
            .map_err(PageError::drawing)?;
        write(
            &area,
            "position",
            (262, HEIGHT.cast_signed() - 9),
            &middle(),
        )?;
        for round in points.chunk_by(|one, other| one.step.round == other.step.round) {
            let begins = round.first().map_or(first, |point| place(point.step)) - 0.5;
            if begins > first {
                let border = PathElement::new([(begins, 0.0), (begins, 100.0)], ink::BASE);
                chart.draw_series([border]).map_err(PageError::drawing)?;
            }
            let (x, y) = chart.backend_coord(&(begins, 100.0));
            let number = round.first().map_or(0, |point| point.step.round);
            if round.len() * 480 > points.len() * 40 {
                write(
                    &area,
                    &cut(&format!("R{number}"), 5),
                    (x + 3, y - top.cast_signed()),
                    &left(),
                )?;
            }
            let edge = |sign: f64| {
                move |point: &Point<'_>| {
                    let value = point.value.value + sign * point.value.margin();
                    (place(point.step), value.clamp(0.0, 1.0) * 100.0)
                }
            };
            let mut band: Vec<(f64, f64)> = round.iter().map(edge(1.0)).collect();
            band.extend(round.iter().rev().map(edge(-1.0)));
            chart
                .draw_series([Polygon::new(band, ink::MAIN.mix(0.2).filled())])
                .map_err(PageError::drawing)?;
            let line = ShapeStyle::from(ink::MAIN).stroke_width(2);
            chart
                .draw_series(LineSeries::new(round.iter().map(edge(0.0)), line))
                .map_err(PageError::drawing)?;
        }
        let spot = |step: &Step, value: f64| {
            chart.backend_coord(&(place(step), value.clamp(0.0, 1.0) * 100.0))
        };
        Ok(points
            .iter()
            .flat_map(|point| marks(point, analysis, words, &spot))
            .collect())
    })?;
    chart.marks = marks;
    Ok(chart)
}

/// What is marked at a position.
fn marks(
    point: &Point<'_>,
    analysis: &Analysis,
    words: &Words,
    spot: &impl Fn(&Step, f64) -> (i32, i32),
) -> Vec<Mark> {
    let step = point.step;
    let at = spot(step, point.value.value);
    let to = format!("#{}", step.id);
    let number = step.number;
    let mut marks = vec![Mark {
        at,
        from: None,
        kind: "spot",
        to: to.clone(),
        name: format!("position {number}: {} %", around(point.value)),
    }];
    let swings = step.swing(analysis);
    if let Some(swing) = swings.filter(|swing| swing.value.abs() >= INACCURACY.max(swing.margin()))
    {
        marks.push(Mark {
            at,
            from: Some(spot(step, point.value.value - swing.value)),
            kind: "luck",
            to: to.clone(),
            name: format!(
                "position {number}: chance brought {} {} points",
                words.side(Side::Left),
                change(swing)
            ),
        });
    }
    if let Some(decision) = step.decision(analysis).filter(|found| is_sure(found)) {
        marks.push(Mark {
            at,
            from: None,
            kind: decision.label.word(),
            to,
            name: format!(
                "position {number}: {} of {}, {} points lost",
                decision.label.word(),
                words.side(decision.side),
                percent(decision.loss.value)
            ),
        });
    }
    marks
}

/// The value for left at a position.
fn value(step: &Step, analysis: &Analysis) -> Option<Estimate> {
    match step.at {
        At::Decision(_) => step.decision(analysis).map(|decision| decision.before),
        At::RoundEnd => step.round_of(analysis).map(|round| round.end),
        At::End => None,
    }
}

fn place(step: &Step) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "a number of positions")]
    let place = step.number as f64;
    place
}
