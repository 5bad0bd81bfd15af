//! Hidden movement (chapter 18).
use crate::scene::*;
use sandtable_core::{Game, Options, Side};
use sandtable_tannenberg::action::Gruppe;
use sandtable_tannenberg::position::{MARKERS, Marker, Phase, Position, Step, flag, told};
use sandtable_tannenberg::{Action, Event, Mover};
use sandtable_testkit::Walk;

/// Dice that nobody needs to be supplied for are far from here.
fn first_corps() -> Scene {
    scene("campaign", 3, DE, &["de-1 0613", "de-2 0613", "hq-de-vf-1 0613", "hq-de-vh 0613", "ru-iii 0507"])
}

#[test]
fn r18_23a_t11_units_of_a_hex_may_be_spread_over_gruppen_and_dummies_in_any_way() {
    rules!("tannenberg 18.23b", "tannenberg 18.0b", "tannenberg 18.0c", "tannenberg 18.12");
    let s = begin("campaign", &[], &[]);
    assert_eq!(s.p.top(), Step::Screen(DE));
    let (hex, names) = (s.hex("0613"), ["de-1", "de-2", "hq-de-vf-1", "hq-de-vh"]);
    let here = s.p.stack(s.data(), DE, hex);
    assert_eq!(here.len(), 4, "just the four of the example");
    // Every way to put four units into up to four boxes, or to leave some out.
    for code in 0..5u32.pow(4) {
        let mut t = s.clone();
        let boxes: Vec<u8> = (0..4).map(|i| (code / 5u32.pow(i) % 5) as u8).collect();
        for g in 1..=*boxes.iter().max().unwrap_or(&0) {
            t = t.act(Action::Place(Gruppe(g), hex), &[]);
        }
        for (name, g) in names.iter().zip(&boxes).filter(|(_, g)| **g > 0) {
            let unit = t.id(name);
            t = t.act(Action::Hide(unit, Gruppe(*g)), &[]);
        }
        assert_eq!(boxes, names.map(|n| t.p.gruppe[t.id(n).index()]));
    }
    // Dummies up to 21 markers in all (tannenberg 18.0a, tannenberg 18.11a).
    let mut t = s;
    for g in 1..=21 {
        t = t.act(Action::Place(Gruppe(g), hex), &[]);
    }
    assert!(!t.legal().iter().any(|a| matches!(a, Action::Place(..))));
    assert_eq!(t.forbidden(Action::Place(Gruppe(21), hex)), "18.11a");
}

#[test]
fn r18_22_a_box_holds_nine_stacking_points() {
    rules!("tannenberg 18.0a", "tannenberg 18.11a", "tannenberg 18.21");
    let pieces = ["de-1 0613", "de-2 0613", "de-35 0613", "de-36 0613", "de-6lw 0613", "de-2lw 0613"];
    let s = scene("campaign", 3, DE, &pieces).gruppe(1, "0613", &["de-1", "de-2", "de-35", "de-36"]);
    let (sixth, second) = (s.id("de-6lw"), s.id("de-2lw"));
    let s = s.act(Action::Hide(sixth, Gruppe(1)), &[]);
    assert_eq!(s.forbidden(Action::Hide(second, Gruppe(1))), "18.22");
    // Markers have no stacking value: a second Gruppe takes what the box does not.
    let hex = s.hex("0613");
    let s = s.acts(&[Action::Place(Gruppe(2), hex), Action::Hide(second, Gruppe(2))]);
    assert_eq!(s.engine().in_box(&s.p, 2).len(), 1);
}

#[test]
fn r18_13a_nobody_must_use_gruppen_and_the_option_takes_them_away() {
    rules!("tannenberg 18.13b", "tannenberg 18.0e");
    let s = first_corps().gruppe(1, "0613", &["de-1"]);
    let (one, two) = (s.id("de-1"), s.id("de-2"));
    assert!(s.may(Action::March(Mover::Unit(two), s.hex("0614"))), "openly");
    assert_eq!(s.forbidden(Action::March(Mover::Unit(one), s.hex("0614"))), "18.31");
    let before = s.p.spent;
    let s = s.acts(&[
        Action::Hide(two, Gruppe(1)),
        Action::Show(two),
        Action::Show(one),
        Action::Hide(one, Gruppe(1)),
    ]);
    assert_eq!(s.p.spent, before, "without cost");
    let open = begin("campaign", &[("hidden", "off")], &[]);
    assert_eq!(open.p.phase, Phase::Movement, "no Gruppen to form, and the Russian is in command on turn 1");
    assert!(theatre().known(&open.p, Side(RU)).is_none());
    let mut open = open.step(Phase::Movement, Step::Moves(DE));
    open.p.phasing = DE;
    let hex = open.hex("0613");
    assert_eq!(open.forbidden(Action::Place(Gruppe(1), hex)), "18.0a");
}

#[test]
fn r18_33f_t10_slow_units_are_dropped_and_the_fast_go_on() {
    rules!(
        "tannenberg 18.31",
        "tannenberg 18.33a",
        "tannenberg 18.33b",
        "tannenberg 18.33c",
        "tannenberg 18.33d"
    );
    rules!("tannenberg 18.32a", "tannenberg 18.32c", "tannenberg 18.0d");
    let pieces = ["de-c1 1228", "de-c2 1228", "de-35r 1228"];
    let s = scene("campaign", 3, DE, &pieces).gruppe(1, "1228", &["de-c1", "de-c2", "de-35r"]);
    assert_eq!([s.mp("de-c1"), s.mp("de-c2"), s.mp("de-35r")], [6, 6, 4]);
    let reach = s.engine().march_reach(&s.p, Mover::Gruppe(1)).map(|r| r.0.mp);
    assert_eq!(reach, Some(4), "as its slowest unit");
    let moved =
        s.act(Action::March(Mover::Gruppe(1), theatre().sheets[0].data.map.hex("1232").unwrap()), &[]);
    assert_eq!((moved.at("de-c1"), moved.mp("de-c1"), moved.mp("de-35r")), ("1232".into(), 2, 0));
    let on = moved.hex("1233");
    assert_eq!(moved.forbidden(Action::March(Mover::Gruppe(1), on)), "5.14a", "all three on");
    // (a) the slow unit is put on the map
    let slow = moved.id("de-35r");
    let a = moved.clone().act(Action::Show(slow), &[]);
    let a = a.act(Action::March(Mover::Gruppe(1), on), &[]);
    assert_eq!((a.at("de-c2"), a.at("de-35r")), ("1233".into(), "1232".into()));
    // (b) the Gruppe stays, the fast go on openly
    let fast = [moved.id("de-c1"), moved.id("de-c2")];
    let b = moved.clone().acts(&[
        Action::Show(fast[0]),
        Action::Show(fast[1]),
        Action::March(Mover::Unit(fast[0]), on),
        Action::March(Mover::Unit(fast[1]), on),
    ]);
    assert_eq!((b.at("de-c1"), b.at("de-35r"), b.p.gruppe[slow.index()]), ("1233".into(), "1232".into(), 1));
    // (c) the open part goes under a marker of its own
    let here = moved.hex("1232");
    let c = moved.acts(&[
        Action::Place(Gruppe(2), here),
        Action::Hide(fast[0], Gruppe(2)),
        Action::Hide(fast[1], Gruppe(2)),
    ]);
    let c = c.act(Action::March(Mover::Gruppe(2), on), &[]);
    assert_eq!((c.at("de-c1"), c.at("de-35r")), ("1233".into(), "1232".into()));
    assert_eq!((c.mp("de-c1"), c.mp("de-35r")), (1, 0));
    let c = c.clone().act(Action::March(Mover::Gruppe(2), c.hex("1234")), &[]);
    assert_eq!(
        c.forbidden(Action::March(Mover::Gruppe(2), c.hex("1134"))),
        "5.14a",
        "two points more, no third"
    );
}

#[test]
fn r18_32d_a_unit_picked_up_has_only_what_is_left_to_it() {
    rules!("tannenberg 18.32f", "tannenberg 18.32b");
    let s = scene("campaign", 3, DE, &["de-1 1228", "de-2 1231"])
        .gruppe(2, "1231", &["de-2"])
        .march("de-1", "1231");
    let one = s.id("de-1");
    assert_eq!(s.mp("de-1"), 2);
    let s = s.act(Action::Hide(one, Gruppe(2)), &[]);
    assert_eq!(s.engine().march_of(&s.p, Mover::Gruppe(2)).map(|m| m.mp), Some(2));
    // Alone first, in a Gruppe then: no unit goes beyond its allowance.
    let to = s.hex("1233");
    let s = s.act(Action::March(Mover::Gruppe(2), to), &[]);
    assert_eq!((s.mp("de-1"), s.mp("de-2")), (0, 3));
    // Exchange with a dummy in the same hex costs nothing.
    let two = s.id("de-2");
    assert_eq!(s.forbidden(Action::Place(Gruppe(3), to)), "18.11a", "free markers are alike: the next is 1");
    let s = s.acts(&[Action::Place(Gruppe(1), to), Action::Hide(two, Gruppe(1))]);
    assert_eq!((s.mp("de-2"), s.p.gruppe[two.index()]), (3, 1));
    assert_eq!(s.forbidden(Action::Hide(two, Gruppe(4))), "18.11a");
}

#[test]
fn r18_33e_units_out_of_command_hold_their_gruppe_back() {
    rules!("tannenberg 18.35a", "tannenberg 18.32e");
    let s = first_corps().gruppe(1, "0613", &["de-1", "de-2"]).set("de-2", flag::OUT_OF_COMMAND);
    let to = s.hex("0614");
    assert_eq!(s.forbidden(Action::March(Mover::Gruppe(1), to)), "10.31a");
    assert!(
        !theatre().known(&s.p, Side(RU)).unwrap().is(s.id("de-2"), flag::OUT_OF_COMMAND),
        "on the display only"
    );
    let two = s.id("de-2");
    let s = s.act(Action::Show(two), &[]).act(Action::March(Mover::Gruppe(1), to), &[]);
    assert_eq!((s.at("de-1"), s.at("de-2")), ("0614".into(), "0613".into()));
}

#[test]
fn r18_34_a_gruppe_may_be_taken_off_and_comes_back_next_phase() {
    rules!("tannenberg 18.5a", "tannenberg 18.5b", "tannenberg 18.5c", "tannenberg 18.0h");
    let s = first_corps().gruppe(1, "0613", &["de-1", "de-2"]).act(Action::Remove(Gruppe(1)), &[]);
    assert_eq!((s.p.gruppe[s.id("de-1").index()], s.p.markers[0].in_play()), (0, false));
    let (here, far, fort) = (s.hex("0613"), s.hex("0815"), s.hex("1114"));
    assert_eq!(s.forbidden(Action::Place(Gruppe(1), here)), "18.5a");
    assert_eq!(s.forbidden(Action::Place(Gruppe(2), far)), "18.5b");
    assert!(
        s.may(Action::Place(Gruppe(2), here)) && s.may(Action::Place(Gruppe(2), fort)),
        "a unit in supply, a fortress"
    );
    let cut = s.clone();
    let cut = ["de-1", "de-2"].iter().fold(cut, |c, n| c.set(n, flag::OUT_OF_SUPPLY));
    assert!(cut.may(Action::Place(Gruppe(2), here)), "headquarters are never out of it");
    let mut alone = cut;
    for hq in ["hq-de-vf-1", "hq-de-vh"] {
        let unit = alone.id(hq);
        alone.p.put(alone.data(), unit, far);
    }
    assert_eq!(alone.forbidden(Action::Place(Gruppe(2), here)), "18.5b", "only units out of supply");
    // It comes empty, may take units at once, and then others may come to it.
    let one = s.id("de-1");
    let s = s.acts(&[Action::Place(Gruppe(2), here), Action::Hide(one, Gruppe(2))]);
    let s = s.step(Phase::Command, Step::Go).runs(&[]);
    assert_eq!(s.p.phase, Phase::Movement);
    assert!(s.may(Action::Place(Gruppe(1), here)), "the next Movement Segment");
}

#[test]
fn r18_35b_a_gruppe_may_be_shown_as_out_of_command_truly_or_not() {
    rules!("tannenberg 18.35c");
    let s = first_corps().gruppe(1, "0613", &["de-1"]).act(Action::Pretend(Gruppe(1)), &[]);
    assert!(s.known().markers.iter().any(|m| m.in_play() && m.pretends));
    let s = s.act(Action::Pretend(Gruppe(1)), &[]);
    assert!(!s.known().markers.iter().any(|m| m.pretends));
    // A hidden headquarters commands from its box.
    let s = scene("campaign", 3, DE, &["hq-de-vf-1 0613", "de-1 0713", "ru-iii 0507"]);
    let s = s.gruppe(1, "0613", &["hq-de-vf-1"]).step(Phase::Reinforcement, Step::Go).runs(&[]);
    assert_eq!((s.p.phase, s.is("de-1", flag::OUT_OF_COMMAND)), (Phase::Movement, false), "without a roll");
}

/// A Russian corps two hexes from a hex with a Gruppe.
fn approach(units: &[&str]) -> Scene {
    let mut pieces = vec!["ru-iii 0610"];
    let placed: Vec<String> = units.iter().map(|u| format!("{u} 0613")).collect();
    pieces.extend(placed.iter().map(String::as_str));
    scene("campaign", 3, RU, &pieces).gruppe(7, "0613", units)
}

#[test]
fn r18_41c_t37_beside_a_gruppe_one_point_must_be_to_spare() {
    rules!("tannenberg 18.41a", "tannenberg 18.41d", "tannenberg 18.42a", "tannenberg 18.0f");
    // Two MP left, a clear hex beside a dummy: it enters for one, the dummy goes.
    let mut s = approach(&[]);
    let corps = s.id("ru-iii");
    s.p.put(s.data(), corps, s.hex("0611"));
    s.p.spent[corps.index()] = 2;
    let (to, mover) = (s.hex("0612"), Mover::Unit(corps));
    let base = s.clone();
    let s = s.act(Action::March(mover, to), &[]);
    assert_eq!((s.mp("ru-iii"), s.p.markers[6].in_play()), (1, false));
    assert!(s.events.contains(&Event::DummyGone(s.hex("0613"))));
    // One MP left: refused, unless it has not moved at all.
    let mut tired = base;
    tired.p.spent[corps.index()] = 3;
    assert_eq!(tired.forbidden(Action::March(mover, to)), "18.41c");
    tired.p.spent[corps.index()] = 0;
    tired = tired.set("ru-iii", flag::OUT_OF_SUPPLY);
    tired.p.lost[corps.index()] = 0;
    assert_eq!(tired.mp("ru-iii"), 2);
    assert!(tired.may(Action::March(mover, to)), "tannenberg 5.17");
}

#[test]
fn r18_41b_the_answer_is_whether_a_gruppe_controls_the_hex_and_no_more() {
    rules!("tannenberg 18.62", "tannenberg 18.41d");
    let go = |units: &[&str]| {
        let s = approach(units);
        let (mover, to) = (s.unit("ru-iii"), s.hex("0612"));
        s.act(Action::March(mover, to), &[])
    };
    let division = go(&["de-1"]);
    assert_eq!(division.mp("ru-iii"), 1, "two clear hexes and the zone of control");
    assert!(division.events.contains(&Event::ZoneAnswer(division.hex("0612"), true)));
    assert_eq!(division.p.markers[6].told, told::ZONE);
    let depot = go(&["de-d1"]);
    assert_eq!((depot.mp("ru-iii"), depot.p.markers[6].told), (division.mp("ru-iii") + 1, told::NO_ZONE));
    // Of two it is not said which.
    let pieces = ["ru-iii 0610", "de-1 0613", "de-d1 0613"];
    let two = scene("campaign", 3, RU, &pieces).gruppe(1, "0613", &["de-1"]).gruppe(2, "0613", &["de-d1"]);
    let (mover, to) = (two.unit("ru-iii"), two.hex("0612"));
    let two = two.act(Action::March(mover, to), &[]);
    assert_eq!([two.p.markers[0].told, two.p.markers[1].told], [told::HOLDS; 2]);
    // What stands in the way cannot be entered.
    assert_eq!(two.forbidden(Action::March(mover, two.hex("0613"))), "5.13a");
}

#[test]
fn r18_61d_headquarters_under_a_gruppe_give_way_with_their_marker() {
    rules!("tannenberg 18.61c", "tannenberg 10.52g");
    let pieces = ["ru-iii 0610", "hq-de-vf-1 0613", "de-1 0815", "de-2 0520"];
    let s = scene("campaign", 3, RU, &pieces).gruppe(7, "0613", &["hq-de-vf-1"]);
    let (mover, beside) = (s.unit("ru-iii"), s.hex("0612"));
    let s = s.act(Action::March(mover, beside), &[]);
    assert!(s.events.contains(&Event::Yields(s.hex("0613"))));
    // The German says where to, even if there is only one way: being asked tells nothing.
    assert_eq!(s.mp("ru-iii"), 2, "no zone of control, no extra point");
    assert_eq!((s.decider().0, s.legal().len()), (DE, 1));
    let to = s.hex("0815");
    let s = s.act(Action::To(to), &[]);
    assert_eq!((s.at("hq-de-vf-1"), s.p.markers[6].place), ("0815".into(), s.hex("0815")));
    assert_eq!(s.p.gruppe[s.id("hq-de-vf-1").index()], 7, "still hidden");
    assert_eq!(s.mp("ru-iii"), 2, "no zone of control, no extra point");
}

#[test]
fn r18_42b_a_gruppe_in_contact_at_the_end_of_a_phase_is_opened() {
    rules!("tannenberg 18.0g");
    let pieces = ["ru-iii 0610", "de-1 0612", "de-2 0612"];
    let s = scene("campaign", 3, RU, &pieces).gruppe(7, "0612", &["de-1"]).gruppe(8, "0612", &[]);
    let (mover, to) = (s.unit("ru-iii"), s.hex("0611"));
    let s = s.act(Action::March(mover, to), &[]);
    assert!(s.p.markers[6].in_play() && !s.p.markers[7].in_play(), "the dummy at once, the other not yet");
    let s = s.act(Action::Done, &[]);
    assert_eq!((s.p.gruppe[s.id("de-1").index()], s.p.markers[6].in_play()), (0, false));
    assert!(s.events.contains(&Event::Opened(7, s.hex("0612"))));
    // A dummy that its owner moves into contact lasts until the phase ends.
    let d = scene("campaign", 3, DE, &["ru-iii 0611", "de-2 0815"]).gruppe(3, "0613", &[]);
    let to = d.hex("0612");
    let d = d.act(Action::March(Mover::Gruppe(3), to), &[]);
    assert!(d.p.markers[2].in_play());
    assert!(!d.act(Action::Done, &[6]).p.markers[2].in_play());
}

#[test]
fn r18_63_a_dummy_has_eight_points_and_rides_like_a_headquarters() {
    let s = scene("campaign", 3, DE, &["de-2 0520"]).gruppe(3, "1925", &[]);
    assert_eq!(s.engine().march_of(&s.p, Mover::Gruppe(3)).map(|m| m.mp), Some(8));
    let used = s.p.capacity_used;
    let s = s.act(Action::Entrain(Mover::Gruppe(3)), &[]);
    let to = s.hex("1922");
    let s = s.act(Action::Ride(Mover::Gruppe(3), to), &[]).act(Action::Detrain(Mover::Gruppe(3)), &[]);
    assert_eq!((s.p.capacity_used, s.p.markers[2].place), (used, to), "R-84");
    assert_eq!(s.engine().march_of(&s.p, Mover::Gruppe(3)).map(|m| m.mp), Some(7));
    assert_eq!(s.forbidden(Action::Entrain(Mover::Gruppe(3))), "5.34a");
    // Always in command, and it displaces nobody.
    let alone = scene("campaign", 3, DE, &["hq-ru-r-1 0612", "ru-iii 0507"]).gruppe(3, "0613", &[]);
    assert_eq!(alone.forbidden(Action::March(Mover::Gruppe(3), alone.hex("0612"))), "10.52c");
}

#[test]
fn r18_61a_dummies_and_headquarters_do_not_cut_supply_and_the_question_is_asked() {
    rules!("tannenberg 18.61b", "tannenberg 9.17");
    // The corps stands three hexes from its railhead in 0608, with a Gruppe beside its only line.
    let cut = |units: &[&str]| {
        let mut pieces = vec!["ru-iii 0611".to_string()];
        pieces.extend(units.iter().map(|u| format!("{u} 0709")));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        let s = scene("campaign", 2, DE, &pieces).gruppe(4, "0709", units).step(Phase::Interphase, Step::Go);
        let s = s.runs(&[]);
        assert_eq!((s.p.turn, s.decider().0, s.p.top()), (3, RU, Step::Inquire(RU)), "the Russian asks");
        let asks = Action::Ask(s.id("ru-iii"));
        let s = s.act(asks, &[6]);
        assert_eq!((s.p.turn, s.p.phasing, s.p.phase), (3, RU, Phase::Movement));
        let answers: Vec<u8> = s
            .events
            .iter()
            .filter_map(|e| if let Event::Answered(_, a) = e { Some(*a) } else { None })
            .collect();
        (s.is("ru-iii", flag::OUT_OF_SUPPLY), answers)
    };
    assert_eq!(cut(&[]), (false, vec![told::DUMMY]));
    assert_eq!(cut(&["hq-de-vf-1"]), (false, vec![told::STAFF]));
    assert_eq!(cut(&["de-1"]), (true, vec![told::HOLDS]));
    assert_eq!(
        cut(&["de-d1"]),
        (false, vec![told::HOLDS, told::NO_ZONE]),
        "a depot is neither (R-98), and the open line shows that it has no zone"
    );
}

/// The contents of two Gruppen are exchanged: nothing that the Russian knows may differ.
fn exchanged(p: &Position, a: u8, b: u8) -> Position {
    let data = &theatre().sheet(p).data;
    let (at, bt) = (p.markers[usize::from(a) - 1].place, p.markers[usize::from(b) - 1].place);
    let mut q = *p;
    for unit in data.ids().filter(|u| p.place(*u) < 0xFFF0) {
        match p.gruppe[unit.index()] {
            g if g == a => {
                q.gruppe[unit.index()] = b;
                q.put(data, unit, bt);
            }
            g if g == b => {
                q.gruppe[unit.index()] = a;
                q.put(data, unit, at);
            }
            _ => {}
        }
    }
    q
}

#[test]
fn r18_0i_whatever_is_in_the_boxes_the_russian_knows_the_same() {
    rules!("tannenberg 18.11b", "tannenberg 18.11c");
    let game = theatre();
    let mut phases = std::collections::BTreeSet::new();
    let quiet = |m: &Marker| m.in_play() && m.told == told::NOTHING;
    for (seed, scenario) in (0..).zip(["tannenberg", "winter", "campaign", "free"].iter().cycle().take(12)) {
        let walk = Walk { scenario, options: &Options::new(), seed, steps: 3_000, every: 1 };
        walk.look(game, |m| {
            let p = m.position;
            if m.number % 23 != 0 && matches!(p.phase, Phase::Movement | Phase::Combat | Phase::SetUp) {
                return;
            }
            let markers: Vec<u8> =
                (1..=MARKERS as u8).filter(|g| quiet(&p.markers[usize::from(*g) - 1])).collect();
            for pair in markers.windows(2) {
                let q = exchanged(p, pair[0], pair[1]);
                assert_eq!(game.known(p, Side(RU)), game.known(&q, Side(RU)), "{}", walk.at(m.number));
                assert_eq!(on(*p).actions(RU), on(q).actions(RU));
                phases.insert(format!("{:?}", p.phase));
            }
        });
    }
    for phase in ["SetUp", "Reinforcement", "Movement", "Withdrawal", "Combat"] {
        assert!(phases.contains(phase), "{phases:?}");
    }
}

/// Replacements are tried out of sight: neither who may try nor how often somebody did shows.
#[test]
fn the_replacement_phase_tells_nothing_of_what_is_in_a_box() {
    let pieces = ["de-1 1232", "de-2 1234", "ru-iii 0507"];
    let s = scene("campaign", 8, DE, &pieces).lose("de-1", 1).lose("de-2", 1);
    let s = s.gruppe(1, "1232", &["de-1"]).gruppe(2, "1234", &["de-2"]).gruppe(3, "1230", &[]);
    let s = s.step(Phase::Replacement, Step::Replace(DE));
    let one = s.id("de-1");
    assert!(s.may(Action::Replace(one)));
    let before = s.known();
    for (a, b) in [(1, 2), (1, 3), (2, 3)] {
        let q = exchanged(&s.p, a, b);
        assert_eq!(theatre().known(&q, Side(RU)), Some(before));
    }
    let s = s.act(Action::Replace(one), &[6]);
    assert_eq!((s.lost("de-1"), s.reads(RU)), (0, vec![]), "made whole, and nobody heard of it");
    let after = s.known();
    assert_eq!((after.lost, after.attempts), (before.lost, before.attempts));
}
