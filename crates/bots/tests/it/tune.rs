//! Tuning on a made-up game in which one weight decides and another does not matter.

use crate::toy::{COLUMNS, Columns, Leaning};
use sandtable_bots::Series;
use sandtable_bots::sprt::{Sprt, Verdict};
use sandtable_bots::tune::{Tuned, Tuning, flat, tune};
use sandtable_core::Options;
use sandtable_core::plan::{Plan, Planned, Script};
use sandtable_core::player::Player;

fn tuned(bold: f64, tuning: &Tuning, seed: u64, threads: usize) -> Tuned {
    let options = Options::new();
    let series = Series { scenario: "all", options: &options, games: 0, seed, threads };
    tune(&Columns(Leaning { bold, ..COLUMNS.0 }), &series, tuning, None, &|| {}).unwrap()
}

#[test]
fn a_weight_that_decides_is_found_and_accepted() {
    for seed in 1..4 {
        let out = tuned(0.9, &Tuning { steps: 20, ..Tuning::default() }, seed, 1);
        assert_eq!(out.before[0].name, "bold");
        assert!(out.after[0] >= 1.0, "{:?}", out.after);
        assert_eq!((out.verdict, out.games, out.steps.len()), (Verdict::Accept, 400, 20));
        assert!(out.test.score() > 0.9 && out.elo().1 > 0.0, "{:?}", out.test);
        assert_eq!(out.steps.last().unwrap().values, out.after);
        assert_eq!(out.weights, serde_json::json!({"bold": out.after[0], "idle": out.after[1]}));
    }
}

#[test]
fn what_is_no_better_is_not_accepted() {
    // So bold that nothing more is to be gained: old and new play the same.
    let out = tuned(5.0, &Tuning { steps: 5, test_pairs: 60, ..Tuning::default() }, 1, 1);
    assert_ne!(out.verdict, Verdict::Accept);
    assert!(out.test.pairs() <= 60);
}

#[test]
fn weights_can_be_tested_for_being_no_weaker_than_others() {
    let test = Sprt { elo0: -30.0, elo1: 0.0, ..Tuning::default().test };
    let tuning = Tuning { steps: 5, test, ..Tuning::default() };
    assert_eq!(tuned(5.0, &tuning, 1, 1).verdict, Verdict::Accept);
    // Better than what they started from, and still weaker than what they are tested against.
    let against = Some(serde_json::json!({"bold": 5.0}));
    let out = tuned(0.3, &Tuning { steps: 1, against, ..tuning }, 1, 1);
    assert_eq!(out.verdict, Verdict::Refuse);
    assert!(out.before[0].value == 0.3 && out.test.score() < 0.5, "{:?}", out.test);
}

#[test]
fn other_weights_to_start_from_are_named_in_their_structure() {
    let from = |from: serde_json::Value| {
        let options = Options::new();
        let series = Series { scenario: "all", options: &options, games: 0, seed: 1, threads: 1 };
        let tuning = Tuning { from: Some(from), steps: 20, ..Tuning::default() };
        tune(&COLUMNS, &series, &tuning, None, &|| {})
    };
    // Those that are left out are the ones in use.
    let timid = from(serde_json::json!({"bold": 0.9})).unwrap();
    let before: Vec<f64> = timid.before.iter().map(|w| w.value).collect();
    assert_eq!((before, timid.verdict), (vec![0.9, COLUMNS.0.idle], Verdict::Accept));
    for (wrong, said) in [
        (serde_json::json!({"brave": 0.9}), "there is no weight `brave`"),
        (serde_json::json!({"bold": "very"}), "invalid type: string \"very\", expected f64"),
    ] {
        assert_eq!(from(wrong).unwrap_err().to_string(), said);
    }
}

#[test]
fn only_the_weights_that_are_named_move() {
    let out =
        tuned(0.9, &Tuning { only: "idle".to_string(), steps: 3, test_pairs: 10, ..Tuning::default() }, 1, 1);
    assert_eq!(out.after[0], 0.9);
    assert_ne!(out.verdict, Verdict::Accept);
}

/// The search is the same; what comes out is the mean of its second half.
#[test]
fn the_mean_of_the_late_steps_comes_out() {
    let tuning = Tuning { steps: 5, test_pairs: 10, ..Tuning::default() };
    let (last, mean) = (tuned(0.9, &tuning, 1, 1), tuned(0.9, &Tuning { mean: true, ..tuning }, 1, 1));
    assert_eq!(last.steps, mean.steps);
    let late = |i: usize| (2..5).map(|s| mean.steps[s].values[i]).sum::<f64>() / 3.0;
    assert_eq!(mean.after, [late(0), late(1)]);
    assert_ne!(mean.after, last.after);
}

#[test]
fn a_weight_keeps_its_sign() {
    let out =
        tuned(0.9, &Tuning { steps: 40, stride: 0.9, reach: 0.9, test_pairs: 10, ..Tuning::default() }, 2, 1);
    let (least, most) = (0.9 / 8.0, 0.9 * 8.0);
    assert!(out.steps.iter().all(|s| (least..=most).contains(&s.values[0])), "{:?}", out.after);
}

/// Against a rival the two do not meet: each plays the rival, and those games tell which is better.
#[test]
fn a_rival_tells_the_better_weights_as_well() {
    let options = Options::new();
    let series = Series { scenario: "all", options: &options, games: 0, seed: 3, threads: 1 };
    let tuning = Tuning { steps: 20, ..Tuning::default() };
    let (timid, bold) = (Columns(Leaning { bold: 0.9, ..COLUMNS.0 }), COLUMNS);
    let script = move |seed: u64| -> Box<dyn Player<Columns>> {
        let mut script = bold.script();
        script.follow(&Plan::default(), seed);
        Box::new(script)
    };
    let out = tune(&timid, &series, &tuning, Some(&script), &|| {}).unwrap();
    assert!(out.after[0] >= 1.0, "{:?}", out.after);
    // Twice as many games as without.
    assert_eq!((out.verdict, out.games), (Verdict::Accept, 800));
    // Weights that play the same take the same from the rival.
    let alone = Tuning { only: "idle".to_string(), steps: 3, test_pairs: 10, ..Tuning::default() };
    let out = tune(&timid, &series, &alone, Some(&script), &|| {}).unwrap();
    assert!(out.steps.iter().all(|s| s.score == 0.5), "{:?}", out.steps);
}

/// A score that counts purses for much tells less of who wins; what the score does not count stays as it is.
#[test]
fn a_score_is_fitted_to_games() {
    let options = Options::new();
    let series = Series { scenario: "all", options: &options, games: 0, seed: 5, threads: 1 };
    let tuning = Tuning { fit: 300, steps: 0, test_pairs: 10, ..Tuning::default() };
    let fitted = |idle: f64| {
        let game = Columns(Leaning { idle, ..COLUMNS.0 });
        tune(&game, &series, &tuning, None, &|| {}).unwrap()
    };
    let much = fitted(16.0);
    assert_eq!((much.games, much.steps.len(), much.after[0]), (300, 0, COLUMNS.0.bold));
    assert!(much.after[1] < 3.0, "{:?}", much.after);
    let fit = much.fitted.unwrap();
    let [before, after] = fit.loss;
    // Eight turns of sides in each game; nobody knows anything before the first.
    assert_eq!((fit.positions, fit.values), (2400, much.after));
    assert!(after < before - 0.1 && before < 0.7, "{:?}", fit.loss);
    // Where there is nothing to gain, little changes.
    let little = fitted(0.5);
    let [before, after] = little.fitted.unwrap().loss;
    assert!((after - before).abs() < 0.01, "{before} {after}");
    assert!((0.06..1.0).contains(&little.after[1]), "{:?}", little.after);
}

#[test]
fn threads_change_nothing() {
    for fit in [0, 30] {
        let tuning = Tuning { fit, steps: 6, test_pairs: 20, time: 1, ..Tuning::default() };
        let (one, two) = (tuned(0.9, &tuning, 7, 1), tuned(0.9, &tuning, 7, 2));
        assert_eq!(
            (one.after, one.fitted, one.steps, one.test),
            (two.after, two.fitted, two.steps, two.test)
        );
    }
}

#[test]
fn weights_are_named_by_their_paths() {
    #[derive(serde::Serialize)]
    struct Parts {
        near: [f64; 2],
        script: Leaning,
    }
    let parts = Parts { near: [1.5, 2.0], script: Leaning { bold: 3.0, idle: 4.0 } };
    let names: Vec<_> = flat(&parts).into_iter().map(|w| (w.name, w.value)).collect();
    let expected = [("near.0", 1.5), ("near.1", 2.0), ("script.bold", 3.0), ("script.idle", 4.0)];
    assert_eq!(names, expected.map(|(n, v)| (n.to_string(), v)));
}
