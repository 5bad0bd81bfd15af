//! What leads a player: handles, wishes, ways, battles, charts and standings.

mod common;
use common::*;
use sandtable_core::dice::Seeded;
use sandtable_core::forecast::forecast;
use sandtable_core::guide::{Battle, Guide, Handle, Way};
use sandtable_core::player::Player;
use sandtable_core::{Game, Options, Side};
use sandtable_fury::bot::Regular;
use sandtable_fury::pieces::Piece;
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Event, Fury, Position};
use std::collections::{BTreeSet, HashSet};

/// Plays by chance or, with an odd seed, mostly with a plan, which leads to sieges and advances; `visit` sees every
/// position with the side that decides.
fn random_game(seed: u64, options: &Options, visit: &mut dyn FnMut(&Position, Side)) {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed ^ 0x5EED));
    let mut p = game().start("campaign", options, &mut dice).unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    let mut planner = Regular::new();
    while let Some(side) = game().to_decide(&p).side() {
        visit(&p, side);
        let planned = seed % 2 == 1 && chance.below(5) > 0;
        let action = if planned {
            planner.choose(game(), &p, side)
        } else {
            game().sample(&p, side, &mut |n| chance.below(n), &mut scratch)
        };
        let action = action.unwrap();
        events.clear();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
}

fn legal(p: &Position, side: Side) -> Vec<Action> {
    let mut list = Vec::new();
    game().actions(p, side, &mut list);
    list
}

fn ids(pieces: &[&str]) -> Vec<String> {
    pieces.iter().map(|x| x.to_string()).collect()
}

/// The rule that answers a wish.
fn answer(t: &Table, pieces: &[&str], place: Option<&str>) -> String {
    let wish = game().wish(&t.p, t.side(), &ids(pieces), place).unwrap();
    t.forbids(wish)
}

fn sums_to_one(b: &Battle) {
    let parts: u64 = b.chances.iter().map(|c| c.parts).sum();
    assert!(b.chances.iter().all(|c| c.of == b.chances[0].of));
    assert_eq!(parts, b.chances[0].of);
    let sum: f64 = b.chances.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn handles_name_counters_and_hexes_and_lead_back_to_their_action() {
    let mut verbs = BTreeSet::new();
    let free = Options::from([("setup".to_string(), "free".to_string())]);
    for seed in 0..10 {
        let mut count = 0;
        let options = if seed == 0 { free.clone() } else { Options::new() };
        random_game(seed, &options, &mut |p, side| {
            count += 1;
            // All the rare decisions, a few of the common ones.
            let common = matches!(p.top(), Step::Moves | Step::SetUp(_) | Step::Declare | Step::Planning(..));
            if common && count % 23 != 0 {
                return;
            }
            let view = game().view(p, sandtable_core::view::Viewer::All);
            let counters: HashSet<&str> = view.counters.iter().map(|c| c.id.as_str()).collect();
            let mut seen = HashSet::new();
            let list = legal(p, side);
            for (i, a) in list.iter().enumerate() {
                let handle = game().handle(p, a);
                let Handle { verb, pieces, place, weigh } = &handle;
                verbs.insert(*verb);
                assert!(pieces.iter().all(|x| counters.contains(x.as_str())), "{handle:?}");
                assert!(place.as_ref().is_none_or(|h| game().data.hex(h).is_some()), "{handle:?}");
                assert_eq!(*weigh, matches!(a, Action::Attack { .. } | Action::Fight(_)));
                let key = (format!("{handle:?}"), game().describe(p, a));
                assert!(seen.insert(key), "{handle:?} twice");
                if (pieces.is_empty() && place.is_none()) || i % (1 + list.len() / 20) != 0 {
                    continue;
                }
                let wish = game().wish(p, side, pieces, place.as_deref()).unwrap();
                assert!(list.contains(&wish), "{handle:?} means {wish:?}");
                let back = game().handle(p, &wish);
                assert!(back.verb == *verb || place.is_none(), "{handle:?} became {back:?}");
                assert!(pieces.iter().all(|x| back.pieces.contains(x)));
                assert!(place.is_none() || back.place == *place);
            }
        });
    }
    let wanted = "accept activate advance attack bring done end_attacks end_moves enter fight force front lose move \
                  perish reform refuse restore retreat retreat_to set_up withdraw";
    for verb in wanted.split_whitespace() {
        assert!(verbs.contains(verb), "{verb} never came up: {verbs:?}");
    }
}

#[test]
fn wishes_by_chance_are_legal_exactly_when_they_are_offered() {
    let mut chance = Seeded::new(7);
    for seed in 20..26 {
        let mut count = 0;
        random_game(seed, &Options::new(), &mut |p, side| {
            count += 1;
            if count % 5 != 0 {
                return;
            }
            let list = legal(p, side);
            for _ in 0..12 {
                let mut pieces = Vec::new();
                for _ in 0..chance.below(4) {
                    pieces.push(game().piece_id(Piece(chance.below(135) as u8)));
                }
                let place = game().data.number(chance.below(352) as u16).to_string();
                let place = (chance.below(3) > 0).then_some(place.as_str());
                let who = Side(if chance.below(8) == 0 { 1 - side.0 } else { side.0 });
                let Some(wish) = game().wish(p, who, &pieces, place) else { continue };
                let offered = who == side && list.contains(&wish);
                match game().check(p, who, &wish) {
                    Ok(()) => assert!(offered, "{pieces:?} {place:?}: {wish:?}"),
                    Err(e) => {
                        assert!(!offered, "{wish:?} is offered but {e}");
                        assert!(Fury::rules().iter().any(|r| r.id == e.0[0].rule), "{e}");
                    }
                }
                game().handle(p, &wish);
                game().battle(p, who, &wish);
            }
        });
    }
}

#[test]
fn nonsense_is_answered_with_nothing() {
    let t = Table::campaign();
    for p in [t.p, Table::free().p] {
        for side in [RU, CP, Side(9)] {
            assert_eq!(game().wish(&p, side, &[], None), None);
            assert_eq!(game().wish(&p, side, &ids(&["nobody"]), Some("0505")), None);
            assert_eq!(game().wish(&p, side, &ids(&["ru-iii"]), Some("nowhere")), None);
            assert_eq!(game().wish(&p, side, &ids(&["ru-iii"]), Some("9999")), None);
            assert_eq!(game().wish(&p, side, &[], Some("0505")), None, "a hex alone means nothing yet");
            assert!(game().ways(&p, side, "nobody").is_empty());
        }
        // Actions that nobody could have made.
        let wild = [
            Action::Move(Piece(200), 60_000),
            Action::Replace(Piece(250), Piece(251)),
            Action::Perish(0xFFFE),
            Action::Withdraw { from: 0xFFFD, first: 9000, second: 9000 },
            Action::Fight(9999),
            Action::Attack { from: 9000, target: 9000, units: [Piece(240); 2] },
        ];
        for a in wild {
            game().handle(&p, &a);
            assert_eq!(game().battle(&p, RU, &a), None);
        }
    }
}

const NORTH: &str = "turn = 'S1'\nphase = 'moves'\nactivation = 1\nrail = { ru = 0, ah = 0, de = 0 }";
const ATTACKS: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

#[test]
fn a_piece_that_cannot_move_is_told_why() {
    let mut t = Table::at(NORTH, "ru-iii 1409\nru-iv 1409\nru-xi 1415\nde-xx 1004\nhq-ru-i 1410");
    t.act("move RU III to 1410", &[]);
    // Picked up without a hex: what holds of the piece itself.
    let reason = |piece: &str| {
        let wish = game().wish(&t.p, RU, &ids(&[piece]), None).unwrap();
        let breach = game().check(&t.p, RU, &wish).unwrap_err().0.remove(0);
        (breach.rule, breach.reason)
    };
    let (rule, why) = reason("de-xx");
    assert!(rule == "7g" && why.contains("not yours"), "{why}");
    let (rule, why) = reason("ru-xi");
    assert!(rule == "7g" && why.contains("South front") && why.contains("North front act"), "{why}");
    let (rule, why) = reason("ru-iii");
    assert!(rule == "9a" && why.contains("moved already"), "{why}");
    assert_eq!(reason("ru-ii").0, "9a", "not on the map");
    // One that can move is offered a move.
    let wish = game().wish(&t.p, RU, &ids(&["ru-iv"]), None).unwrap();
    assert!(matches!(wish, Action::Move(..)) && game().check(&t.p, RU, &wish).is_ok());
    // With a hex: the move itself.
    assert_eq!(
        game().wish(&t.p, RU, &ids(&["ru-iv"]), Some("1411")),
        Some(Action::Move(game().piece("ru-iv").unwrap(), hex_of("1411")))
    );
    assert_eq!(answer(&t, &["ru-iv"], Some("1004")), "9e");
    assert_eq!(answer(&t, &["ru-iv"], Some("1401")), "9.3c");
    assert_eq!(answer(&t, &["de-xx"], Some("1005")), "7g");
    // The other side is told that it is not its turn.
    let wish = game().wish(&t.p, CP, &ids(&["de-xx"]), Some("1005")).unwrap();
    assert_eq!(game().check(&t.p, CP, &wish).unwrap_err().0[0].rule, "8a");
    // One that entered an enemy zone is told so.
    let mut t = Table::at(NORTH, "ru-iii 1405\nde-r8 1204");
    t.act("move RU III to 1304", &[]);
    assert_eq!(answer(&t, &["ru-iii"], None), "9.1e");
}

#[test]
fn a_unit_that_cannot_attack_is_told_why() {
    let t = Table::at(
        ATTACKS,
        "hq-ru-i 1304\nru-iii 1304\nru-iv 1405\nde-xx 1204\nru-xx 1610\nru-xi 1415\nah-xi 1416",
    );
    assert_eq!(answer(&t, &["de-xx"], None), "7g");
    assert_eq!(answer(&t, &["ru-xi"], Some("1416")), "7g", "the other front");
    assert_eq!(answer(&t, &["hq-ru-i"], Some("1204")), "10.2.1a");
    assert_eq!(answer(&t, &["ru-xx"], None), "10.1a", "far from its headquarters");
    assert_eq!(answer(&t, &["ru-ii"], None), "10.2.1a", "not on the map");
    assert_eq!(answer(&t, &["ru-iv"], None), "10a", "nobody beside it");
    assert_eq!(answer(&t, &["ru-iii"], Some("1006")), "10.1e", "not beside it");
    assert_eq!(answer(&t, &["ru-iii"], Some("1405")), "10a", "nothing to attack there");
    assert_eq!(answer(&t, &["ru-iii", "ru-iv"], Some("1204")), "10.2.1a", "not from one hex");
    let fits = attack("1304", "1204", &["ru-iii"]);
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), Some("1204")), Some(fits));
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), Some(fits), "what it could do");
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii", "hq-ru-i"]), Some("1204")), Some(fits));
    // Once declared.
    let mut t = t;
    t.act("attack 1204 from 1304 with RU III", &[]);
    assert_eq!(answer(&t, &["ru-iii"], None), "10.1e");
    t.act("end declarations", &[]);
    let fight = Some(Action::Fight(hex_of("1204")));
    assert_eq!(game().wish(&t.p, RU, &[], Some("1204")), fight);
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), fight, "the attacker stands for his combat");
    assert_eq!(game().wish(&t.p, RU, &ids(&["de-xx"]), None), fight, "so does the defender");
    assert_eq!(answer(&t, &[], Some("1006")), "10b");
}

/// What a march costs: no enemy zone on the way, and none from one to another without a friend there.
fn on_foot(p: &Position, side: Side, path: &[u16]) -> Option<u8> {
    let d = &game().data;
    let mut cost = 0;
    for (i, pair) in path.windows(2).enumerate() {
        let step = d.step(pair[0], pair[1])?;
        let mountain = d.ground[usize::from(step.to)] == sandtable_fury::data::Ground::Mountain;
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
    for seed in 40..70 {
        let mut count = 0;
        random_game(seed, &Options::new(), &mut |p, side| {
            count += 1;
            let mut want: std::collections::BTreeMap<Piece, BTreeSet<u16>> = Default::default();
            match p.top() {
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
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1409\nhq-ru-i 1408");
    let ways = game().ways(&t.p, RU, "ru-iii");
    let to = |place: &str| ways.iter().find(|w| w.place == place).unwrap_or_else(|| panic!("{place}"));
    assert_eq!((to("1410").by, to("1410").cost), ("foot", 1));
    assert_eq!(to("1410").path, ids(&["1409", "1410"]));
    // What the referee does agrees: the rail points go down for a ride, not for a march.
    for w in ways.iter().step_by(7) {
        let mut t = t.clone();
        let before = t.track("Russian rail points");
        t.act(&format!("move RU III to {}", w.place), &[]);
        assert_eq!(t.track("Russian rail points") != before, w.by == "rail", "{w:?}");
    }
}

#[test]
fn battles_add_up_and_agree_with_the_forecast() {
    let (mut fights, mut declared, mut forts, mut rides) = (0, 0, 0, 0);
    for seed in 80..100 {
        random_game(seed, &Options::new(), &mut |p, side| {
            if !matches!(p.top(), Step::Declare | Step::Resolve) {
                return;
            }
            for a in legal(p, side).iter().take(12) {
                let battle = game().battle(p, side, a);
                let Some(b) = battle else {
                    assert_eq!(*a, Action::EndAttacks);
                    continue;
                };
                sums_to_one(&b);
                assert_eq!(b.factors.iter().map(|f| f.value).sum::<i16>(), b.total);
                assert!(b.factors.iter().all(|f| Fury::rules().iter().any(|r| r.id == f.rule)));
                forts += usize::from(b.defenders.iter().any(|f| f.piece.is_empty()));
                rides += usize::from(b.note.contains("avalry"));
                let (from, target, units) = match *a {
                    Action::Fight(target) => {
                        fights += 1;
                        assert_eq!(b.chances, forecast(game(), p, side, a));
                        let at = p.attacks.iter().find(|x| x.target == target && !x.done).unwrap();
                        (at.from, target, at.units)
                    }
                    Action::Attack { from, target, units } => {
                        declared += 1;
                        (from, target, units)
                    }
                    _ => panic!("{a:?} is no battle"),
                };
                assert_eq!(b.place, game().data.number(target).to_string());
                if b.factors.is_empty() {
                    assert_eq!(b.chances[0].outcome, "lapses");
                    continue;
                }
                let m = game().modifiers(p, from, target, units);
                let sum = |f: &[sandtable_core::guide::Force]| f.iter().map(|x| x.strength).sum::<i16>();
                assert_eq!((sum(&b.attackers), sum(&b.defenders)), (m.attack.into(), m.defence.into()));
                assert_eq!((b.factors[0].value, b.total), (m.ratio.into(), m.net().into()));
                assert!(b.ratio.starts_with(&format!("{} : {} → ", m.attack, m.defence)));
                assert_eq!(b.note.contains("avalry"), m.terrain() == 0);
            }
        });
    }
    assert!(
        fights > 100 && declared > 300 && forts > 50 && rides > 50,
        "{fights} {declared} {forts} {rides}"
    );
}

#[test]
fn a_declaration_shows_the_odds_that_the_combat_then_has() {
    let head = "turn = 'A2'\nphase = 'attacks'\nactivation = 1";
    let t = Table::at(
        head,
        "hq-ru-i 1304\nru-iii 1304\nru-iv 1304\nde-xx 1204\nhq-ru-ii 0909 inactive\nru-xv 0908\nde-i 0907",
    );
    let a = attack("1304", "1204", &["ru-iii", "ru-iv"]);
    let shown = game().battle(&t.p, RU, &a).unwrap();
    assert!(shown.note.contains("Other combats"));
    let mut q = t.clone();
    q.act("attack 1204 from 1304 with RU III + RU IV", &[]);
    assert!(!q.offers("end declarations"), "the 2nd Army still owes an attack");
    q.act("attack 0907 from 0908 with RU XV", &[]).act("end declarations", &[]);
    let fight = Action::Fight(hex_of("1204"));
    let fought = game().battle(&q.p, RU, &fight).unwrap();
    assert_eq!((shown.chances, shown.factors, shown.ratio), (fought.chances, fought.factors, fought.ratio));
    // Nothing is weighed that may not be done.
    assert_eq!(game().battle(&t.p, CP, &a), None);
    assert_eq!(game().battle(&t.p, RU, &fight), None);
    assert_eq!(game().battle(&t.p, RU, &attack("1304", "1403", &["ru-iii"])), None);
}

#[test]
fn the_assault_on_koenigsberg_is_laid_open() {
    // The rulebook's first example.
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1104
        ru-iv 1104
        ru-ii 1005
        hq-ru-i 1105
    ";
    let t = Table::at(ATTACKS, pieces);
    let b = game().battle(&t.p, RU, &attack("1104", "1004", &["ru-iii", "ru-iv"])).unwrap();
    assert_eq!((b.place.as_str(), b.ratio.as_str(), b.total), ("1004", "13 : 8 → 3/2", 1));
    let names: Vec<&str> = b.attackers.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["RU III", "RU IV"]);
    let factors: Vec<String> =
        b.factors.iter().map(|f| format!("{:+} {} {}", f.value, f.why, f.rule)).collect();
    assert_eq!(
        factors,
        [
            "+1 ratio 3/2 10.2.1c",
            "-2 major fortress Königsberg 10.2.2e",
            "+1 RU HQ I, active 10.2.3a",
            "+1 support from 1005 10.2.5a",
        ]
    );
    assert!(!b.note.contains("avalry"), "no cavalry against a fortress: {}", b.note);
    // The garrison is worth less than the walls.
    let strengths: Vec<(&str, i16)> = b.defenders.iter().map(|f| (f.name.as_str(), f.strength)).collect();
    assert_eq!(strengths.iter().map(|x| x.1).sum::<i16>(), 8, "{strengths:?}");
    let six = |words: &str| b.chances.iter().find(|c| c.outcome == words).map(|c| (c.parts, c.of));
    assert_eq!(six("losses 1-1, defender retreats"), Some((1, 6)));
    assert_eq!(six("losses 0-0, attacker retreats"), Some((2, 6)));
    assert_eq!(b.chances.len(), 5, "totals of 2 to 7");
}

#[test]
fn every_step_has_its_gesture() {
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1104
        ru-iv 1104
        hq-ru-i 1104
        de-xx 0805
    ";
    let mut t = Table::at(ATTACKS, pieces);
    t.act("attack 1004 from 1104 with RU III + RU IV", &[]).act("end declarations", &[]);
    let handle = |t: &Table, words: &str| {
        let list = legal(&t.p, t.side());
        let a = list.iter().find(|a| game().describe(&t.p, a) == words).unwrap();
        game().handle(&t.p, a)
    };
    let h = handle(&t, "fight for 1004");
    assert_eq!((h.verb, h.pieces.len(), h.place.as_deref(), h.weigh), ("fight", 0, Some("1004"), true));
    t.act("fight for 1004", &[6]).act("refuse", &[]).act("force", &[]);
    // A loss falls on a unit that fought.
    assert_eq!(
        game().wish(&t.p, RU, &ids(&["ru-iv"]), None),
        Some(Action::Lose(game().piece("ru-iv").unwrap()))
    );
    assert_eq!(answer(&t, &["de-xx"], None), "10.3.1j");
    t.act("loss to RU III", &[]);
    assert_eq!(answer(&t, &["ru-iii"], Some("1004")), "10.4i", "a decision without pieces");
    let mut retreat = t.clone();
    retreat.act("retreat", &[]);
    assert_eq!(answer(&retreat, &[], Some("0101")), "10.3.2f");
    assert_eq!(answer(&retreat, &["de-xx"], Some("0904")), "10.3.2f", "he is not the one who retreats");
    let to = game().wish(&retreat.p, CP, &ids(&["de-ii"]), Some("0904"));
    assert_eq!(to, Some(Action::To(hex_of("0904"))));
    t.act("siege", &[]);
    // The advance: the same gesture with and without the headquarters, unless it is picked up too.
    let (alone, both) = (handle(&t, "advance RU III"), handle(&t, "advance RU III with HQ"));
    assert_eq!(alone, both);
    assert_eq!((alone.verb, alone.pieces, alone.place), ("advance", ids(&["ru-iii"]), Some("1004".into())));
    let advance = |pieces: &[&str]| {
        let wish = game().wish(&t.p, RU, &ids(pieces), Some("1004")).unwrap();
        game().check(&t.p, RU, &wish).map(|()| game().describe(&t.p, &wish)).unwrap()
    };
    assert_eq!(advance(&["ru-iv", "ru-iii"]), "advance RU III + RU IV");
    assert_eq!(advance(&["hq-ru-i", "ru-iv"]), "advance RU IV with HQ");
    assert_eq!(answer(&t, &["hq-ru-i"], Some("1004")), "10.3.1o", "it does not go alone");
    assert_eq!(answer(&t, &["ru-iii"], Some("1005")), "10.3.1o", "not there");
}

#[test]
fn the_administrative_phase_has_its_gestures() {
    let head = "turn = 'S1'\nphase = 'replacements'";
    let t = Table::at(
        head,
        "eliminated ru-iii\nru-iv 1409 reduced\nru-ii 1410\nhq-ru-i 1409\nde-xx 0805 reduced",
    );
    let piece = |id: &str| game().piece(id).unwrap();
    assert_eq!(game().wish(&t.p, RU, &ids(&["ru-iv"]), None), Some(Action::Restore(piece("ru-iv"))));
    assert!(matches!(game().wish(&t.p, RU, &ids(&["ru-iii"]), None), Some(Action::Reform(..))));
    assert_eq!(answer(&t, &["ru-ii"], None), "11.3q", "nothing to restore");
    assert_eq!(answer(&t, &["hq-ru-i"], None), "11.3a", "a headquarters is no corps");
    assert_eq!(answer(&t, &["de-xx"], None), "11.3b", "not the Germans' turn");
    let head = "turn = 'S1'\nphase = 'reinforcements'";
    let mut t = Table::at(head, "box ru-iii\nhq-ru-i 1409\nru-iv 1409");
    let bring = game().wish(&t.p, RU, &ids(&["ru-iii"]), None).unwrap();
    assert!(matches!(bring, Action::Bring(..)));
    assert_eq!(answer(&t, &["ru-iv"], None), "7p", "it is in play already");
    let words = game().describe(&t.p, &bring);
    t.act(&words, &[]);
    let ways = game().ways(&t.p, RU, "ru-iii");
    assert!(!ways.is_empty() && game().ways(&t.p, RU, "ru-iv").is_empty());
    let there = game().wish(&t.p, RU, &ids(&["ru-iii"]), Some(&ways[0].place));
    assert_eq!(there, Some(Action::Enter(hex_of(&ways[0].place))));
    assert_eq!(answer(&t, &["ru-iii"], Some("0505")), "11.4f");
    assert_eq!(answer(&t, &["ru-iv"], Some(&ways[0].place)), "11.4d", "another piece enters");
}

#[test]
fn a_lone_fortress_defends_with_its_own_strength() {
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let t = Table::at(head, "hq-ru-i 1305\nru-iii 1305\nru-iv 1305");
    let b = game().battle(&t.p, RU, &attack("1305", "1206", &["ru-iii", "ru-iv"])).unwrap();
    assert_eq!(b.defenders.len(), 1);
    let fort = &b.defenders[0];
    assert!(fort.piece.is_empty() && fort.name.starts_with("Fortress "), "{fort:?}");
    let fortress = b.factors.iter().find(|f| f.why.contains("fortress")).unwrap();
    let size = if fort.strength == 8 { ("major", -2, "10.2.2e") } else { ("minor", -1, "10.2.2c") };
    assert!(fortress.why.starts_with(size.0) && (fortress.value, fortress.rule) == (size.1, size.2));
}

#[test]
fn fortune_counts_steps_for_the_side_that_rolls() {
    let f = |side, events: &[Event]| game().fortune(side, events);
    assert_eq!(f(RU, &[]), None);
    assert_eq!(f(RU, &[Event::Initiative(3, 4, 1), Event::Turn(1)]), None);
    assert_eq!(f(RU, &[Event::Result(1, 0, 1)]), Some(-2.0));
    assert_eq!(f(RU, &[Event::Result(1, 2, 2)]), Some(2.0));
    assert_eq!(f(RU, &[Event::Result(1, 1, 0)]), Some(0.0));
    assert_eq!(f(CP, &[Event::Cohesion(2)]), Some(-1.0));
    assert_eq!(f(CP, &[Event::Cohesion(3)]), Some(0.0));
    let fort = game().data.forts.iter().position(|f| f.owner == 1).unwrap() as u8;
    assert_eq!(f(RU, &[Event::SiegeRoll(fort, 6, 6)]), Some(1.0));
    assert_eq!(f(CP, &[Event::SiegeRoll(fort, 6, 6)]), Some(-1.0));
    assert_eq!(f(RU, &[Event::SiegeRoll(fort, 1, 1), Event::Result(0, 0, 2)]), Some(1.0));
    assert_eq!(f(RU, &[Event::SiegeRoll(99, 6, 6)]), None);
}

#[test]
fn charts_are_rectangular_and_cite_rules() {
    let charts = game().charts();
    let rules = Fury::rules();
    for c in &charts {
        assert!(!c.title.is_empty() && !c.rows.is_empty());
        assert!(c.rows.iter().all(|r| r.len() == c.head.len()), "{}", c.title);
        assert!(c.rows.iter().flatten().chain(&c.head).all(|cell| !cell.is_empty()), "{}", c.title);
        assert!(rules.iter().any(|r| r.id == c.rule), "{}: {}", c.title, c.rule);
        assert!(["rulebook", "reconstructed"].contains(&c.source.as_str()), "{}", c.title);
        if let Some(i) = c.head.iter().position(|h| h == "Rule") {
            assert!(c.rows.iter().all(|r| rules.iter().any(|x| x.id == r[i])), "{}", c.title);
        }
    }
    let titles: BTreeSet<_> = charts.iter().map(|c| &c.title).collect();
    assert_eq!(titles.len(), charts.len());
    let named = |words: &str| charts.iter().find(|c| c.title.starts_with(words)).unwrap();
    assert_eq!(
        named("Combat results").rows.iter().map(|r| r.join(" ")).collect::<Vec<_>>(),
        [
            "1–2 1 0 attacker, one hex",
            "3–4 0 0 attacker, one hex",
            "5 1 1 nobody",
            "6 0 0 defender, two hexes",
            "7–8 1 1 defender, two hexes",
            "9 or more 1 2 defender, two hexes"
        ]
    );
    assert_eq!(named("Ratio").rows.len(), 7);
    assert_eq!(named("Headquarters").rows.len(), 15);
    assert_eq!(
        named("Headquarters").rows[0].join(" "),
        "Russian I North +1 / 2 / 2 0 / 1 / 1 set-up active rulebook"
    );
    assert_eq!(named("Victory").rows[1].join(" "), "1–2 tactical victory 4g");
    assert_eq!(named("Planning die").rows.len(), 8);
    assert_eq!(named("Cost").rows[0].join(" "), "regular 2 4");
    assert_eq!(
        (named("Turns").source.as_str(), named("Combat").source.as_str()),
        ("reconstructed", "rulebook")
    );
    assert_eq!(game().turns("campaign").first().map(String::as_str), Some("A2"));
    assert_eq!(game().turns("campaign").len(), 9);
}

#[test]
fn charts_follow_other_data() {
    let files = sandtable_fury::data::FILES;
    let tables = files.tables.replace("loss_on = 2", "loss_on = 3");
    let other = Fury::with(&sandtable_fury::data::Files { tables: &tables, ..files }).unwrap();
    let chart = other.charts().into_iter().find(|c| c.title.starts_with("Cohesion")).unwrap();
    assert_eq!((chart.rows[0][0].as_str(), chart.rows[1][0].as_str()), ("1–3", "4–6"));
}

#[test]
fn the_view_says_how_the_game_stands() {
    let lines = |t: &Table| t.view().victory.into_iter().map(|s| (s.text, s.rule)).collect::<Vec<_>>();
    let start = lines(&Table::campaign());
    assert_eq!(start.len(), 2);
    assert_eq!(start[0], ("Neither side is ahead: a draw if it ended now.".to_string(), "4f"));
    assert_eq!(
        start[1],
        ("Fortresses missing for a win at once: Russia 5, the Central Powers 5.".to_string(), "4c")
    );
    // One taken and held.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1206\nfort 1206");
    let now = lines(&t);
    assert_eq!(now[0], ("Russia +1: tactical victory for Russia if it ended now.".to_string(), "4g"));
    assert!(now[1].0.ends_with("Russia 4, the Central Powers 6."), "{now:?}");
    assert!(now[2].0.starts_with("Taken and held by Russia: ") && now[2].0.contains("(1206)"), "{now:?}");
    assert_eq!((now[2].1, now.len()), ("4d", 3));
    // Taken, but nobody is there: it counts for its owner again.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1305\nfort 1206");
    assert_eq!(lines(&t).len(), 2);
    // A siege.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1206 besieging\nde-xx 1206");
    let now = lines(&t);
    assert!(now[2].0.starts_with("Besieged by Russia: ") && now[2].1 == "10.5b", "{now:?}");
    assert!(now[0].0.contains("draw"), "a siege counts nothing yet");
}

#[test]
fn standings_of_random_games_are_few_and_cite_rules() {
    let rules = Fury::rules();
    random_game(5, &Options::new(), &mut |p, _| {
        let view = game().view(p, sandtable_core::view::Viewer::All);
        assert!((2..=4).contains(&view.victory.len()));
        assert!(view.victory.iter().all(|s| rules.iter().any(|r| r.id == s.rule) && s.text.ends_with('.')));
        assert!(view.counters.iter().all(|c| c.echelon == if c.branch == "hq" { "XXXX" } else { "XXX" }));
    });
}
