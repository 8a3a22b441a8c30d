use super::*;

fn estimate(visits: u32, mean: f64) -> Estimate {
    Estimate { visits, mean }
}

#[test]
fn the_move_that_was_tried_most_is_played_and_of_equals_the_better_or_the_first() {
    let tried = |list: &[(u32, f64)]| {
        let list: Vec<Estimate> = list.iter().map(|(v, m)| estimate(*v, *m)).collect();
        most_tried(&list)
    };
    assert_eq!(tried(&[(3, 0.2), (5, 0.1), (4, 0.9)]), Some(1));
    assert_eq!(tried(&[(5, 0.2), (5, 0.6), (1, 1.0)]), Some(1));
    assert_eq!(tried(&[(0, 0.5), (5, 0.6), (5, 0.6)]), Some(1));
    assert_eq!(tried(&[(0, 0.5), (0, 0.5)]), None);
}
