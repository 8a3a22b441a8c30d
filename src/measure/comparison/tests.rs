use super::*;
use crate::chance::{Generator, Stream};
use crate::measure::{Fraction, Measure};

fn scope() -> Scope {
    Scope {
        measures: vec![
            (Measure::Draws, 0.05),
            (Measure::Length, 0.5),
            (Measure::Comebacks, 0.05),
        ],
    }
}

/// A match in which nobody won so many of 100 rounds, after decisions in pairs.
fn row(generator: &mut Generator, drawn: u64) -> Row {
    let nobody = (0..100).filter(|_| generator.below(100) < drawn).count();
    vec![
        Fraction::of(nobody as u64, 100),
        Fraction::of(10 + generator.below(9), 1),
        None,
    ]
}

fn verdicts(comparing: &Comparing) -> Vec<Vec<Verdict>> {
    let found = comparing.found();
    let verdicts = |compared: &Compared| compared.differences.iter().map(|of| of.verdict).collect();
    found.iter().map(verdicts).collect()
}

#[test]
fn a_ruleset_differs_from_itself_in_nothing() {
    let mut comparing = Comparing::new(scope(), &[5, 5]);
    let mut generator = Generator::new(1, Stream::Matches, 0);
    for _ in 0..600 {
        let row = row(&mut generator, 10);
        comparing.take(&[row.clone(), row]);
    }
    for compared in comparing.found() {
        let difference = &compared.differences[0];
        assert_eq!(difference.same, difference.count);
        assert!(difference.value.is_none_or(|value| value == 0.0));
        assert_eq!(compared.values[0], compared.values[1]);
    }
    let expected = [Verdict::Within, Verdict::Within, Verdict::None];
    assert_eq!(verdicts(&comparing), expected.map(|verdict| vec![verdict]));
    assert!(comparing.is_decided());
}

#[test]
fn each_other_ruleset_is_compared_with_the_first() {
    let mut comparing = Comparing::new(scope(), &[5, 5, 5]);
    let mut generator = Generator::new(2, Stream::Matches, 0);
    let mut play = |comparing: &mut Comparing, deals| {
        for _ in 0..deals {
            let drawn = [20, 20, 50];
            let rows = drawn.map(|drawn| row(&mut generator, drawn));
            comparing.take(&rows);
        }
    };
    play(&mut comparing, 3);
    let open = [Verdict::Open, Verdict::Open];
    assert_eq!(verdicts(&comparing)[0], open);
    // Numbers without bounds are not judged by so few.
    assert_eq!(verdicts(&comparing)[1], open);
    assert!(!comparing.is_decided());
    play(&mut comparing, 997);
    let found = [Verdict::Within, Verdict::Differs];
    assert_eq!(verdicts(&comparing)[0], found);
    let length = [Verdict::Within, Verdict::Within];
    assert_eq!(verdicts(&comparing)[1], length);
    let draws = &comparing.found()[0];
    assert!((draws.differences[1].value.unwrap() - 0.3).abs() < 0.01);
    assert_eq!(comparing.tests(), 6);
}

/// Rulesets that are the same but for the deals: whatever is found to differ is found wrongly.
#[test]
fn all_verdicts_together_seldom_err_however_often_one_looks() {
    let (mut wrong, runs) = (0, 200);
    for run in 0..runs {
        let mut comparing = Comparing::new(scope(), &[5, 5, 5]);
        let mut generator = Generator::new(3, Stream::Matches, run);
        let mut differs = false;
        for deal in 1..=600 {
            let rows = [20, 20, 20].map(|drawn| row(&mut generator, drawn));
            comparing.take(&rows);
            differs |=
                deal % LOOK == 0 && verdicts(&comparing).concat().contains(&Verdict::Differs);
        }
        wrong += u64::from(differs);
    }
    assert!(wrong <= runs / 20, "{wrong} of {runs}");
}
