//! Ladders of a made-up game: pairs, points, ratings, and what is refused.

use crate::auction::{Auction, Table};
use sandtable_bots::Series;
use sandtable_bots::ladder::{Ladder, LadderError, Standings};
use sandtable_bots::levels::Levels;
use sandtable_bots::registry::Registered;
use sandtable_core::player::Player;
use sandtable_core::{Options, Side};
use std::sync::Arc;

/// Always bids the same.
struct Bidder(u8);

impl Player<Auction> for Bidder {
    fn choose(&mut self, _: &Auction, _: &Table, _: Side) -> Option<u8> {
        Some(self.0)
    }
}

fn game() -> Registered<Auction> {
    Registered {
        game: Arc::new(Auction),
        rules: Vec::new,
        levels: Levels {
            scripts: &[
                ("high", |_| Box::new(Bidder(5))),
                ("middle", |_| Box::new(Bidder(3))),
                ("same", |_| Box::new(Bidder(3))),
            ],
            planner: None,
            judge: None,
        },
        tune: None,
    }
}

fn ladder(scenario: &str, levels: &[&str], games: usize, threads: usize) -> Result<Standings, LadderError> {
    let none = Options::new();
    let levels: Vec<String> = levels.iter().map(ToString::to_string).collect();
    let series = Series { scenario, options: &none, games, seed: 5, threads };
    Ladder { series, levels: &levels }.play(&game(), &|| ())
}

#[test]
fn the_same_seed_gives_the_same_standings_on_any_number_of_threads() {
    for scenario in ["duel", "short"] {
        let one = ladder(scenario, &["recruit", "middle", "high"], 40, 1).unwrap();
        assert_eq!(one, ladder(scenario, &["recruit", "middle", "high"], 40, 3).unwrap());
        assert_eq!(one.matches.iter().map(|m| m.meetings.len()).collect::<Vec<_>>(), [40, 40, 40]);
        let elo: Vec<f64> = one.fit.ratings.iter().map(|r| r.elo).collect();
        assert!(elo[0] == 0.0 && elo[2] > elo[0], "{elo:?}");
    }
}

#[test]
fn a_pair_has_the_same_seed_and_exchanged_sides() {
    let two = ladder("duel", &["recruit", "high"], 10, 1).unwrap();
    for pair in two.matches[0].meetings.chunks(2) {
        assert_eq!(
            (pair[0].played.seed, pair[0].played.number),
            (pair[1].played.seed, pair[1].played.number)
        );
        assert_eq!(pair[0].sides.0 & pair[1].sides.0, 0);
    }
    // A level that joins changes nothing between the others.
    let three = ladder("duel", &["recruit", "high", "middle"], 10, 1).unwrap();
    assert_eq!(three.matches[0], two.matches[0]);
}

#[test]
fn players_who_do_the_same_share_the_points_of_every_pair() {
    for scenario in ["duel", "short"] {
        let standings = ladder(scenario, &["middle", "same"], 30, 2).unwrap();
        let pairs = standings.matches[0].pairs();
        assert_eq!(pairs.0, [0, 0, 15, 0, 0], "{scenario}");
        assert!(standings.fit.bounded && standings.fit.ratings[1].elo.abs() < 1e-9);
        assert!((pairs.superiority() - 0.5).abs() < 1e-6);
    }
}

#[test]
fn a_ladder_needs_two_known_levels_and_pairs() {
    let message = |levels: &[&str], games| ladder("duel", levels, games, 1).unwrap_err().to_string();
    let all = "recruit, high, middle, same";
    assert_eq!(message(&["high"], 2), format!("a ladder needs two levels or more; there are {all}"));
    assert_eq!(message(&[], 2), format!("a ladder needs two levels or more; there are {all}"));
    assert_eq!(message(&["high", "genius"], 2), format!("there is no level `genius`; there are {all}"));
    assert_eq!(message(&["high", "same", "high"], 2), "`high` is named twice");
    assert!(message(&["high", "same"], 3).contains("even number"));
    assert!(message(&["high", "same"], 0).contains("even number"));
}
