use super::*;
use crate::chance::{Generator, Stream};

/// Runs of a simulated experiment, with seeds that stay.
const RUNS: u64 = 600;
/// Values of a run.
const LONG: u32 = 1500;
/// One looks after so many.
const LOOK: u32 = 25;

/// Counts the runs in which `judge` says yes at one look at least.
fn runs_in_which(
    gauge: impl Fn() -> Gauge,
    value: impl Fn(&mut Generator) -> f64,
    judge: impl Fn(&Gauge) -> bool,
) -> u64 {
    let mut found = 0;
    for run in 0..RUNS {
        let mut generator = Generator::new(1, Stream::Matches, run);
        let mut gauge = gauge();
        found += u64::from((1..=LONG).any(|number| {
            gauge.add(value(&mut generator));
            number.is_multiple_of(LOOK) && judge(&gauge)
        }));
    }
    found
}

/// 5 % of the runs.
const FEW: u64 = RUNS / 20;

/// A difference of shares: −1 and 1 one time in five each, moved up by `shift` in a hundred.
fn difference(generator: &mut Generator, shift: u64) -> f64 {
    match generator.below(100) {
        ticket if ticket < 20 => -1.0,
        ticket if ticket < 80 - shift => 0.0,
        _ => 1.0,
    }
}

fn of_shares() -> Gauge {
    Gauge::of_differences(Some((0.0, 1.0)), 0.05)
}

fn of_numbers() -> Gauge {
    Gauge::of_differences(None, 0.5)
}

/// A lopsided number: how often a die is thrown until it shows a six, less what is expected.
fn throws(generator: &mut Generator) -> f64 {
    let mut throws = 1.0;
    while generator.below(6) != 0 {
        throws += 1.0;
    }
    throws - 6.0
}

#[test]
fn what_does_not_differ_is_seldom_found_to_differ_however_often_one_looks() {
    let differs = |gauge: &Gauge| gauge.against_zero() <= 0.05;
    let shares = runs_in_which(of_shares, |from| difference(from, 0), differs);
    assert!(shares <= FEW, "{shares} of {RUNS}");
    let numbers = runs_in_which(of_numbers, throws, differs);
    assert!(numbers <= FEW, "{numbers} of {RUNS}");
    // What is looked at once only, 1.96 standard errors, errs far more often if one looks often.
    let naive = |gauge: &Gauge| {
        gauge.mean().is_some_and(|mean| {
            let far = mean / gauge.deviation() * real(gauge.count()).sqrt();
            gauge.count() >= ENOUGH && far.abs() > crate::sim::Z_95
        })
    };
    let naive = runs_in_which(of_numbers, |from| difference(from, 0), naive);
    assert!(naive > 3 * FEW, "{naive} of {RUNS}");
}

/// Of rare things the mean is 2 %: an interval that is too sure of itself would leave it out.
#[test]
fn the_mean_of_rare_things_is_seldom_left_out() {
    let rare = |from: &mut Generator| f64::from(u8::from(from.below(50) == 0));
    let left_out = |gauge: &Gauge| {
        let interval = gauge.interval(0.05).unwrap();
        interval.low > 0.02 || interval.high < 0.02
    };
    let found = runs_in_which(|| Gauge::new(Some((0.0, 1.0)), 0.05), rare, left_out);
    assert!(found <= FEW, "{found} of {RUNS}");
}

#[test]
fn a_true_difference_is_found() {
    let differs = |gauge: &Gauge| gauge.against_zero() <= 0.05;
    // A mean of 0.1 with a deviation of 0.7: 5.5 standard errors after 1500.
    let shares = runs_in_which(of_shares, |from| difference(from, 10), differs);
    assert!(shares >= RUNS - FEW, "{shares} of {RUNS}");
    // One throw more, with a deviation of 5.5: 7 standard errors after 1500.
    let numbers = runs_in_which(of_numbers, |from| throws(from) + 1.0, differs);
    assert!(numbers >= RUNS - FEW, "{numbers} of {RUNS}");
}

#[test]
fn the_interval_leaves_zero_out_exactly_where_the_p_value_says_so() {
    for make in [of_shares, of_numbers] {
        let mut gauge = make();
        let mut generator = Generator::new(3, Stream::Matches, 0);
        for _ in 0..400 {
            gauge.add(difference(&mut generator, 20));
        }
        let least = gauge.against_zero();
        assert!((0.000_001..0.9).contains(&least), "{least}");
        let leaves_out = |error| {
            let interval = gauge.interval(error).unwrap();
            interval.low > 0.0 || interval.high < 0.0
        };
        assert!(leaves_out(least * 1.001) && !leaves_out(least * 0.999));
    }
}

#[test]
fn what_never_differs_is_exactly_nothing_with_a_width() {
    for make in [of_shares, of_numbers] {
        let mut gauge = make();
        assert_eq!((gauge.mean(), gauge.interval(0.05)), (None, None));
        for _ in 0..1000 {
            gauge.add(0.0);
        }
        let interval = gauge.interval(0.05 / 20.0).unwrap();
        assert_eq!(gauge.mean(), Some(0.0));
        assert_eq!(gauge.zeros(), 1000);
        assert!(interval.low < 0.0 && 0.0 < interval.high && interval.high < 0.05);
        assert!(gauge.against_zero() > 0.99);
    }
}
