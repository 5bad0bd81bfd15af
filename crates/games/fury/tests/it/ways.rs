//! Ways of pieces, hex by hex.

use crate::common::*;
use sandtable_core::guide::{Guide, Way};
use sandtable_core::{Options, Side};
use sandtable_fury::data::Ground;
use sandtable_fury::pieces::Piece;
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Position};
use sandtable_testkit::rounds;
use std::collections::{BTreeMap, BTreeSet};

/// What a march costs: no enemy zone on the way, and none from one to another without a friend there.
fn on_foot(p: &Position, side: Side, path: &[u16]) -> Option<u8> {
    let d = &game().data;
    let mut cost = 0;
    for (i, pair) in path.windows(2).enumerate() {
        let step = d.step(pair[0], pair[1])?;
        let mountain = d.ground[usize::from(step.to)] == Ground::Mountain;
        cost += if mountain && !step.rail { 2 } else { 1 };
        let zone = |hex| p.in_enemy_zone(side.0, hex);
        if zone(pair[0]) && (i > 0 || (zone(pair[1]) && !p.held(side.0, pair[1]))) {
            return None;
        }
    }
    Some(cost)
}

/// Whether a train runs that way: on lines, and through an enemy zone only where a friend holds the hex.
fn by_train(p: &Position, side: Side, path: &[u16], entering: bool) -> bool {
    let d = &game().data;
    let free = |hex: u16| !p.in_enemy_zone(side.0, hex) || p.held(side.0, hex);
    path[1..].iter().all(|h| free(*h))
        && path.windows(2).all(|x| {
            let step = d.step(x[0], x[1]).unwrap();
            step.line || (entering && step.ally_line)
        })
}

fn check_ways(p: &Position, side: Side, piece: Piece, ways: &[Way], want: BTreeSet<u16>) {
    let d = &game().data;
    let hex = |n: &String| d.hex(n).unwrap();
    let name = game().piece_name(p, piece);
    let got: Vec<u16> = ways.iter().map(|w| hex(&w.place)).collect();
    assert_eq!(got.iter().copied().collect::<BTreeSet<_>>(), want, "{name}");
    assert_eq!(got.len(), want.len(), "{name}: one way to each place");
    let foe = 1 - side.0;
    let points = if piece.is_hq() { 3 } else { 2 };
    for w in ways {
        let path: Vec<u16> = w.path.iter().map(hex).collect();
        assert_eq!(path.last(), Some(&hex(&w.place)), "{name}: {w:?}");
        if let Some(start) = p.hex(piece) {
            assert_eq!(path[0], start, "{name}: {w:?}");
            assert!((1..=points).contains(&w.cost), "{name}: {w:?}");
        } else {
            assert!(d.entries[p.nation(d, piece).index()].has(path[0]), "{name} enters elsewhere: {w:?}");
            assert!(w.cost <= 4);
        }
        assert_eq!(path.iter().collect::<BTreeSet<_>>().len(), path.len(), "{name} goes in circles: {w:?}");
        for pair in path.windows(2) {
            let step = d.step(pair[0], pair[1]);
            assert!(step.is_some(), "{name}: {w:?} is broken");
            assert!(!p.held(foe, pair[1]), "{name} walks through the enemy: {w:?}");
        }
        match w.by {
            "foot" if p.hex(piece).is_some() => {
                assert_eq!(on_foot(p, side, &path), Some(w.cost), "{name}: {w:?}");
            }
            "foot" => {
                let along = path.windows(2).all(|x| d.step(x[0], x[1]).unwrap().rail);
                assert!(along && usize::from(w.cost) == path.len() - 1, "{name}: {w:?}");
            }
            "rail" => {
                // Somewhere it gets on a train and somewhere off again; the ride costs one.
                let n = path.len();
                let splits = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
                let fits = splits.into_iter().any(|(on, off)| {
                    let (before, after) = (on_foot(p, side, &path[..=on]), on_foot(p, side, &path[off..]));
                    let gets_on = on == 0 || !p.in_enemy_zone(side.0, path[on]);
                    let goes_on = off == n - 1 || !p.in_enemy_zone(side.0, path[off]);
                    let walks = before.zip(after).is_some_and(|(a, b)| a + b + 1 == w.cost);
                    let entering = p.hex(piece).is_none();
                    gets_on && goes_on && by_train(p, side, &path[on..=off], entering) && walks
                });
                assert!(fits, "{name}: {w:?}");
                let entering = p.hex(piece).is_none();
                assert!(!entering || w.cost == 1, "{name}: {w:?}");
            }
            other => panic!("by {other}"),
        }
    }
}

#[test]
fn ways_lead_to_every_destination_and_to_no_other() {
    let (mut moves, mut rides, mut entries, mut combined) = (0, 0, 0, 0);
    for seed in 40..40 + rounds(10, 60) {
        let mut count = 0;
        random_game(seed, &Options::new(), &mut |p, side| {
            count += 1;
            let mut want: BTreeMap<Piece, BTreeSet<u16>> = Default::default();
            match p.steps.top() {
                Step::Moves if count % 11 == 0 => {
                    for a in legal(p, side) {
                        if let Action::Move(piece, hex) = a {
                            want.entry(piece).or_default().insert(hex);
                        }
                    }
                }
                Step::Entry(piece) => {
                    for a in legal(p, side) {
                        if let Action::Enter(hex) = a {
                            want.entry(piece).or_default().insert(hex);
                            entries += 1;
                        }
                    }
                }
                _ => return,
            }
            for i in 0..135 {
                let piece = Piece(i);
                let ways = game().ways(p, side, &game().piece_id(piece));
                check_ways(p, side, piece, &ways, want.remove(&piece).unwrap_or_default());
                moves += ways.iter().filter(|w| w.by == "foot").count();
                rides += ways.iter().filter(|w| w.by == "rail").count();
                combined += ways.iter().filter(|w| w.by == "rail" && w.cost > 1).count();
                assert!(game().ways(p, Side(1 - side.0), &game().piece_id(piece)).is_empty());
            }
        });
    }
    assert!(
        moves > 1000 && rides > 1000 && entries > 100 && combined > 100,
        "{moves} {rides} {entries} {combined}"
    );
}

#[test]
fn a_way_on_foot_is_preferred_and_a_way_by_rail_follows_the_line() {
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1409\nhq-ru-i 1408 inactive");
    let ways = game().ways(&t.p, RU, "ru-iii");
    let to = |place: &str| ways.iter().find(|w| w.place == place).unwrap_or_else(|| panic!("{place}"));
    assert_eq!((to("1410").by, to("1410").cost), ("foot", 1));
    assert_eq!(to("1410").path, ids(&["1409", "1410"]));
    // What the referee does agrees: the rail points go down for a ride, not for a march.
    for w in ways.iter().step_by(7) {
        let mut t = t.clone();
        let before = t.track("Russian rail points");
        t.say(&format!("move RU III to {}", w.place), &[]);
        assert_eq!(t.track("Russian rail points") != before, w.by == "rail", "{w:?}");
    }
}

#[test]
fn the_way_that_is_shown_is_the_way_that_is_taken() {
    rules!("fury 9.3j", "fury 9g");
    let mut compared = 0;
    for seed in 40..44 {
        let mut count = 0;
        random_game(seed, &Options::new(), &mut |p, side| {
            count += 1;
            if p.steps.top() != Step::Moves || count % 5 != 0 {
                return;
            }
            for piece in (0..95).map(Piece) {
                for way in game().ways(p, side, &game().piece_id(piece)).iter().step_by(5) {
                    let mut q = *p;
                    let mut events = Vec::new();
                    let action = Action::Move(piece, game().data.hex(&way.place).unwrap());
                    let mut dice = sandtable_core::dice::Given::new(vec![]);
                    sandtable_core::Game::apply(game(), &mut q, side, &action, &mut dice, &mut events);
                    let told = events.iter().map(|e| sandtable_core::Game::tell(game(), e).text);
                    let Some(text) =
                        told.into_iter().find(|t| t.contains(" moves to ") || t.contains(" goes by rail "))
                    else {
                        continue; // A headquarters is shifted first.
                    };
                    let before = way.path.iter().rev().nth(1).unwrap();
                    match way.by {
                        "foot" if way.path.len() > 2 => {
                            assert!(text.ends_with(&format!("by {before}")), "{text}: {way:?}")
                        }
                        "foot" => assert!(text.ends_with(&way.place), "{text}: {way:?}"),
                        _ => {
                            let station = text.split(" by rail to ").nth(1).map(|t| &t[..4]);
                            assert!(
                                station.is_none_or(|s| way.path.iter().any(|h| h == s)),
                                "{text}: {way:?}"
                            );
                            assert_eq!(station.is_none(), text.ends_with("by rail"), "{text}");
                        }
                    }
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 5000, "{compared}");
}

/// What it means for a piece to end in a hex.
fn means(t: &Table, piece: &str, hex: &str) -> Vec<&'static str> {
    let ways = game().ways(&t.p, t.decider(), piece);
    let way = ways.into_iter().find(|w| w.place == hex);
    way.unwrap_or_else(|| panic!("{piece} does not go to {hex}")).means
}

#[test]
fn ways_say_what_it_means_to_end_there() {
    let t = crate::ground::before_koenigsberg();
    assert_eq!(means(&t, "ru-iii", "1204"), ["leaves command"]);
    assert_eq!(means(&t, "ru-iii", "1104"), ["leaves command", "enters an enemy zone", "out of supply"]);
    assert_eq!(means(&t, "ru-iii", "1404"), [] as [&str; 0]);
    let siege = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1004 besieging
        ru-iv 1104
        ru-ii 1304
        hq-ru-i 1305";
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nside = 'ru'", siege);
    assert!(means(&t, "ru-iii", "1005").contains(&"lifts the siege"));
    assert!(!means(&t, "ru-ii", "1204").contains(&"lifts the siege"));
}
