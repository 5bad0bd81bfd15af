//! Trains in the Movement Segment (chapters 5.3 and 16): capacity, one journey in a phase, ways off the map, lines.
use crate::scene::*;
use sandtable_east::data::map::Map;
use sandtable_east::standard::zones::in_enemy_zone;
use sandtable_tannenberg::action::ExitId;
use sandtable_tannenberg::position::{Phase, Step, flag, option};
use sandtable_tannenberg::{Action, Event};

fn left(s: &Scene, side: u8) -> u8 {
    s.engine().capacity_left(&s.p, side)
}

/// The number of the exit in a hex.
fn exit(s: &Scene, hex: &str) -> u8 {
    s.data().map.exits.iter().position(|e| e.hex == s.hex(hex)).unwrap() as u8
}

#[test]
fn r5_31c_trains_that_stand_count_too() {
    rules!("tannenberg 5.31b", "tannenberg 5.32d");
    // Three divisions came to 0613 by rail and sit there; others stand beside the line. Far off a brigade starves.
    let pieces = [
        "de-1 0613",
        "de-2 0613",
        "de-35 0613",
        "de-36 0520",
        "de-37 0520",
        "de-41 0520",
        "de-9lw 2424",
        "ru-53 2425",
    ];
    let s = || {
        ["de-1", "de-2", "de-35"]
            .iter()
            .fold(scene("campaign", 3, DE, &pieces), |s, u| s.set(u, flag::ENTRAINED))
    };
    let start = s();
    let [first, fourth, fifth, sixth] = ["de-1", "de-36", "de-37", "de-41"].map(|u| start.unit(u));
    assert_eq!(left(&start, DE), 8);
    // One more makes eight: all stay aboard.
    let full = s().act(Action::Entrain(fourth), &[]).act(Action::Done, &[6]);
    assert!(["de-1", "de-2", "de-35", "de-36"].iter().all(|u| full.is(u, flag::ENTRAINED | flag::RAILED)));
    // Two more make ten, and one of those who only stand there must get off.
    let s = s().acts(&[Action::Entrain(fourth), Action::Entrain(fifth)]);
    assert_eq!(left(&s, DE), 4);
    let s = s.act(Action::Entrain(sixth), &[]).act(Action::Detrain(sixth), &[]);
    assert_eq!(left(&s, DE), 2, "one that got off again has been counted");
    assert_eq!(s.forbidden(Action::Done), "5.31c");
    let stand = ["de-1", "de-2", "de-35"].map(|u| s.id(u));
    assert!(stand.iter().all(|u| s.engine().overload(&s.p, DE).has(*u)));
    let s = s.set("de-1", flag::OUT_OF_COMMAND);
    assert!(s.may(Action::Detrain(first)), "even out of command");
    let s = s.act(Action::Detrain(first), &[]);
    assert_eq!(s.forbidden(Action::Done), "5.31c", "six counted, four stand there, eight ride");
    let second = s.unit("de-2");
    let s = s.act(Action::Detrain(second), &[]).act(Action::Done, &[6]);
    assert_eq!((s.p.phasing, s.p.phase), (DE, Phase::Combat));
    assert!(!s.is("de-1", flag::ENTRAINED) && !s.is("de-1", flag::RAILED) && s.is("de-35", flag::ENTRAINED));
    assert_eq!(s.p.capacity_used[0], 8);
    assert!(in_enemy_zone(&s.p, RU, s.hex("0612")), "on its feet again, with its zone of control");
}

#[test]
fn r5_34a_getting_off_is_free_and_the_march_goes_on() {
    rules!(
        "tannenberg 5.34b",
        "tannenberg 5.33a",
        "tannenberg 5.32c",
        "tannenberg 16.11c",
        "tannenberg 5.35b"
    );
    let s = scene("campaign", 3, DE, &["de-1 0613"]);
    let (one, to) = (s.unit("de-1"), s.hex("0520"));
    assert_eq!(s.forbidden(Action::Ride(one, to)), "5.33a");
    let s = s.act(Action::Entrain(one), &[]).act(Action::Ride(one, to), &[]);
    assert_eq!((s.at("de-1"), s.mp("de-1")), ("0520".into(), 4));
    assert_eq!(s.forbidden(Action::March(one, s.hex("0521"))), "5.34a");
    let s = s.act(Action::Detrain(one), &[]);
    assert_eq!(s.mp("de-1"), 4);
    assert_eq!(s.forbidden(Action::Entrain(one)), "5.34a", "one journey in a phase");
    assert_eq!(s.forbidden(Action::Ride(one, s.hex("0613"))), "5.33a");
    let s = s.march("de-1", "0619");
    assert!(s.mp("de-1") < 4 && s.at("de-1") == "0619");
    // A Russian pays three points of four, and rolls only to get on.
    let s = scene("campaign", 3, RU, &["ru-54 0507", "de-9lw 0205"]);
    let (division, kovno) = (s.unit("ru-54"), s.hex("0304"));
    let s = s.act(Action::Entrain(division), &[3]).act(Action::Ride(division, kovno), &[]);
    let tired = s.clone().set("ru-54", flag::OUT_OF_COMMAND);
    assert_eq!(tired.forbidden(Action::Detrain(division)), "5.35b");
    let s = s.act(Action::Detrain(division), &[]);
    assert_eq!(s.mp("ru-54"), 1);
    // Beside the enemy it does not attack after its journey; a German may.
    let mut s = s.combat();
    let (brigade, beside) = (s.id("de-9lw"), s.hex("0305"));
    s.p.put(s.data(), brigade, beside);
    assert_eq!(s.forbidden(Action::Attack(beside)), "8.11b");
    let rested = scene("campaign", 3, RU, &["ru-54 0304", "de-9lw 0305"]).combat();
    assert!(rested.may(Action::Attack(beside)));
    let german = scene("campaign", 3, DE, &["de-1 0613", "ru-53 0619"]);
    let (one, to) = (german.unit("de-1"), german.hex("0519"));
    let german = german.act(Action::Entrain(one), &[]);
    assert_eq!(german.forbidden(Action::Ride(one, to)), "5.33b");
    let to = german.hex("0517");
    let german =
        german.act(Action::Ride(one, to), &[]).act(Action::Detrain(one), &[]).march("de-1", "0618").combat();
    assert!(german.may(Action::Attack(german.hex("0619"))));
}

#[test]
fn r5_36d_t35_a_train_that_is_attacked_is_left() {
    rules!("tannenberg 5.36c");
    let s = scene("campaign", 3, RU, &["ru-iii 1921", "de-35r 1922"]).set("de-35r", flag::ENTRAINED);
    let train = s.id("de-35r");
    assert!(!in_enemy_zone(&s.p, RU, s.hex("1921")));
    let s = s.combat().attack("1922", &["ru-iii"], &[6]);
    assert!(
        s.events.iter().any(|e| matches!(e, Event::Strengths(5, 1, ..))),
        "half of 3, rounded down: {:?}",
        s.events
    );
    assert!(s.events.contains(&Event::Detrained(train, false)));
    assert!(!s.is("de-35r", flag::ENTRAINED) && in_enemy_zone(&s.p, RU, s.hex("1921")));
}

#[test]
fn r5_38a_ways_off_the_map_are_rail_movement_and_may_take_turns() {
    rules!("tannenberg 5.38b", "tannenberg 5.37a", "tannenberg 5.35a", "tannenberg 5.31c");
    // Nine rail hexes from Wirballen to the edge leave nine of eighteen; the way round to Orany takes twelve.
    let s = scene("campaign", 3, RU, &["ru-54 0608", "hq-ru-r-1 0608"]);
    let s = s.set("ru-54", flag::ENTRAINED).set("hq-ru-r-1", flag::ENTRAINED);
    let (division, staff) = (s.unit("ru-54"), s.unit("hq-ru-r-1"));
    let (kovno, orany) = (exit(&s, "0301"), exit(&s, "0801"));
    assert_eq!(s.forbidden(Action::Ride(division, Map::node(orany))), "5.33a");
    assert_eq!((left(&s, RU), s.may(Action::Halt(division, ExitId(kovno), ExitId(orany)))), (8, true));
    let s = s.acts(&[Action::Halt(staff, ExitId(kovno), ExitId(orany))]);
    assert_eq!(left(&s, RU), 8, "headquarters ride without");
    let s = s.acts(&[Action::Halt(division, ExitId(kovno), ExitId(orany))]);
    assert_eq!((left(&s, RU), s.at("ru-54")), (6, "off the map".into()));
    assert_eq!(s.forbidden(Action::Ride(division, s.hex("0801"))), "5.38b", "no more in this turn");
    // Next turn it owes three: fifteen are left at Orany's edge. It fails to be commanded and rides all the same.
    let s = s.act(Action::Done, &[]).step(Phase::Interphase, Step::Go).runs(&[1]);
    assert_eq!((s.p.turn, s.p.phasing), (4, RU));
    assert!(s.is("ru-54", flag::OUT_OF_COMMAND));
    let ridden = |s: &Scene| s.p.ridden[s.id("ru-54").index()];
    assert_eq!(ridden(&s), 3);
    // Waiting off the map takes capacity as well.
    assert_eq!(left(&s, RU), 8);
    let waits = s.clone().act(Action::Done, &[]);
    assert_eq!((waits.is("ru-54", flag::COUNTED), waits.at("ru-54")), (true, "off the map".into()));
    let to = s.hex("0905");
    let s = s.act(Action::Ride(division, to), &[]);
    assert_eq!((s.at("ru-54"), left(&s, RU), ridden(&s)), ("0905".into(), 6, 7), "four hexes more");
}

#[test]
fn r16_12b_t14_a_failed_try_uses_capacity_and_ends_the_move() {
    rules!(
        "tannenberg 16.11a",
        "tannenberg 16.11b",
        "tannenberg 16.12a",
        "tannenberg 16.13a",
        "tannenberg 16.13b"
    );
    // Eight points on turn 3.
    let pieces = ["ru-iii 0507", "ru-iv 0507", "ru-1rf 0508", "ru-d1 0508", "hq-ru-r-1 0508", "de-9lw 0607"];
    let s = scene("campaign", 3, RU, &pieces[..5]);
    let [a, b, brigade, depot, staff] =
        ["ru-iii", "ru-iv", "ru-1rf", "ru-d1", "hq-ru-r-1"].map(|u| s.unit(u));
    let s = s.act(Action::Entrain(a), &[2]);
    assert!(s.events.contains(&Event::Entrained(s.id("ru-iii"), 2, false, false)));
    assert_eq!((left(&s, RU), s.is("ru-iii", flag::ENTRAINED)), (4, false));
    assert_eq!(s.forbidden(Action::March(a, s.hex("0406"))), "16.11b");
    assert_eq!(s.forbidden(Action::Entrain(a)), "5.34a");
    let s = s.act(Action::Entrain(b), &[5]);
    assert_eq!((left(&s, RU), s.is("ru-iv", flag::ENTRAINED)), (0, true));
    assert_eq!(
        (s.forbidden(Action::Entrain(brigade)), s.forbidden(Action::Entrain(depot))),
        ("5.31b".into(), "5.31b".into())
    );
    // A headquarters needs neither die nor room; a depot no die.
    let s = s.act(Action::Entrain(staff), &[]);
    assert!(s.is("hq-ru-r-1", flag::ENTRAINED));
    let s = scene("campaign", 3, RU, &pieces[..5]).act(Action::Entrain(depot), &[]);
    assert_eq!((left(&s, RU), s.is("ru-d1", flag::ENTRAINED)), (6, true));
    // Who failed has not ridden and may attack.
    let s = scene("campaign", 3, RU, &["ru-iii 0508", "de-9lw 0708"]).act(Action::Entrain(a), &[1]);
    let mut s = s;
    let brigade = s.id("de-9lw");
    s.p.put(s.data(), brigade, s.hex("0607"));
    assert!(s.combat().legal().iter().any(|a| matches!(a, Action::Attack(_))));
}

#[test]
fn r16_22_t12_a_single_line_carries_four_points_over_a_hexside() {
    rules!("tannenberg 16.21a", "tannenberg 16.21b", "tannenberg 16.23");
    // R3 is single; on turn 5 the Russian has ten points.
    let pieces = ["ru-iii 1005", "ru-53 1005", "ru-iv 2207", "ru-54 2207"];
    let play = |limits: bool| {
        let mut s = scene("campaign", 5, RU, &pieces);
        s.p.options = if limits { option::LINE_LIMITS } else { 0 };
        pieces.iter().fold(s, |s, u| s.set(u.split(' ').next().unwrap(), flag::ENTRAINED))
    };
    let s = play(true);
    let (corps, division, to) = (s.unit("ru-iii"), s.unit("ru-53"), s.hex("1006"));
    assert!(s.may(Action::Ride(division, to)));
    let s = s.act(Action::Ride(corps, to), &[]);
    assert_eq!(s.forbidden(Action::Ride(division, to)), "5.33a");
    assert!(s.may(Action::Ride(division, s.hex("0905"))), "the other way the line is free");
    let free = play(false).act(Action::Ride(corps, to), &[]);
    assert!(free.may(Action::Ride(division, to)), "without the option");
    // R2, double, and R7, single, share the hexside 2207/2208; each has its own limit of 12 and 4.
    let (fourth, other, hex) = (s.unit("ru-iv"), s.unit("ru-54"), s.hex("2208"));
    let step = s.data().map.step(s.hex("2207"), hex).unwrap();
    let lines: Vec<u16> = step.segments().collect();
    let tracks = |n: u16| s.data().map.lines[usize::from(s.data().map.line_of[usize::from(n)])].tracks;
    assert_eq!(lines.iter().map(|l| tracks(*l)).collect::<Vec<_>>(), [2, 1]);
    let worn = |double: u8| {
        let mut s = play(true);
        s.p.line_used[usize::from(lines[0])] = double;
        s
    };
    let s = worn(8).act(Action::Ride(fourth, hex), &[]);
    assert_eq!([s.p.line_used[usize::from(lines[0])], s.p.line_used[usize::from(lines[1])]], [12, 0]);
    let s = s.act(Action::Ride(other, hex), &[]);
    assert_eq!(s.p.line_used[usize::from(lines[1])], 2, "the second line when the first is full");
    let s = worn(9).act(Action::Ride(fourth, hex), &[]);
    assert_eq!([s.p.line_used[usize::from(lines[0])], s.p.line_used[usize::from(lines[1])]], [9, 4]);
    let mut full = worn(12);
    full.p.line_used[usize::from(lines[1])] = 3;
    assert_eq!(full.forbidden(Action::Ride(other, hex)), "5.33a");
}
