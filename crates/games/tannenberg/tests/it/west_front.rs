//! Reinforcements from the west front and the change of command (chapter 19).
use crate::scene::*;
use sandtable_tannenberg::action::Reason;
use sandtable_tannenberg::play::Rules;
use sandtable_tannenberg::play::reason;
use sandtable_tannenberg::play::{OwnAction, OwnEvent, OwnStep};
use sandtable_tannenberg::position::{Phase, Step, off};
use sandtable_tannenberg::{Action, Event};

fn rules_of(s: &Scene) -> &'static Rules {
    &theatre().sheet(&s.p).rules
}

fn rolls(s: &Scene) -> bool {
    rules_of(s).must_roll(s.data(), &s.p)
}

fn added(s: &Scene) -> u8 {
    rules_of(s).additions(s.data(), &s.p)
}

/// Both Russian armies deep in Germany, one about Insterburg, the other about Allenstein.
const INVASION: [&str; 4] = ["ru-iii 0611", "ru-xx 0612", "ru-xv 1520", "ru-xiii 1619"];

fn invasion(turn: u8, more: &[&str]) -> Scene {
    let mut pieces = INVASION.to_vec();
    pieces.extend(more);
    scene("campaign", turn, DE, &pieces)
}

/// Into the German Reinforcement Segment.
fn segment(s: Scene, dice: &[u8]) -> Scene {
    s.step(Phase::InitialSupply, Step::Go).runs(dice)
}

/// A turn further on in the same segment.
fn later(mut s: Scene, turn: u8, dice: &[u8]) -> Scene {
    s.p.turn = turn;
    segment(s, dice)
}

fn scored(s: &Scene, why: Reason) -> Option<i16> {
    s.events
        .iter()
        .find_map(|e| if let Event::Points(w, n, _) = e { (*w == why).then_some(*n) } else { None })
}

fn roll(s: &Scene) -> Option<(u8, u8)> {
    s.events.iter().find_map(|e| {
        if let Event::Own(OwnEvent::WestRoll(die, sum)) = e { Some((*die, *sum)) } else { None }
    })
}

#[test]
fn r19_11a_eight_points_of_infantry_of_each_army_force_a_roll() {
    rules!("tannenberg 19.0", "tannenberg 19.11c");
    assert!(rolls(&invasion(3, &[])));
    let pieces = |list: &[&str]| rolls(&scene("campaign", 3, DE, list));
    let south = ["ru-xv 1520", "ru-xiii 1619"];
    let with = |north: &[&str]| pieces(&[north, &south].concat());
    assert!(!with(&["ru-iii 0611", "ru-53 0612", "ru-5rf 0612"]), "seven of the 1st");
    assert!(with(&["ru-iii 0611", "ru-53 0612", "ru-54 0612"]), "eight");
    assert!(
        !pieces(&["ru-iii 0611", "ru-xx 0612", "ru-iv 0712", "ru-xv 1520", "ru-2 1619"]),
        "six of the 2nd, 18 in all"
    );
    assert!(
        !with(&["ru-iii 0611", "ru-c1 0612", "ru-c2 0612", "ru-a1 0612"]),
        "cavalry and guns are no infantry"
    );
    assert!(!with(&["ru-iii 0611", "ru-3si 0612"]), "the 10th Army does not count");
    // More than one hex inside the border.
    assert!(!with(&["ru-iii 0611", "ru-xx 0609"]));
    assert!(with(&["ru-iii 0611", "ru-xx 0610"]));
    // In the Reinforcement Segment of the German, and in no other.
    let s = segment(invasion(3, &[]), &[4]);
    assert_eq!((roll(&s), s.p.top()), (Some((4, 4)), Step::Reinforce(DE)));
    let mut russian = invasion(3, &[]);
    russian.p.phasing = RU;
    let russian = russian.step(Phase::InitialSupply, Step::Go);
    let mut p = russian.p;
    let mut events = vec![];
    let mut none = sandtable_core::dice::Given::new(vec![]);
    russian.engine().own.before_reinforcements(russian.data(), &mut p, &mut none, &mut events);
    assert!(events.is_empty() && p == russian.p);
    let few = segment(scene("campaign", 3, DE, &INVASION[..3]), &[]);
    assert_eq!(roll(&few), None);
}

#[test]
fn r19_11b_four_points_must_stand_more_than_twelve_movement_points_away() {
    // Ten clear hexes and two rivers from 0721 to 0711, eleven and two to 0710.
    let west = ["ru-iii 0721", "ru-xv 0721", "ru-xiii 0721"];
    let with = |more: &[&str]| rolls(&scene("campaign", 3, DE, &[&west[..], more].concat()));
    assert!(!with(&["ru-xx 0711"]));
    assert!(with(&["ru-xx 0710"]));
    // Three points away are too few, four are enough, also in two places.
    let most = ["ru-xx 0721", "ru-53 0610"];
    assert!(!with(&[&most[..], &["ru-5rf 0610"]].concat()));
    assert!(with(&[&most[..], &["ru-54 0610"]].concat()));
    assert!(with(&[&most[..], &["ru-54 1730"]].concat()));
    // A chain of short marches holds them together.
    assert!(!with(&["ru-xx 0710", "ru-56 0716"]));
}

#[test]
fn r19_12_what_is_added_to_the_roll() {
    assert_eq!(added(&invasion(3, &[])), 0);
    // One for each four stacking points beyond sixteen, three at most.
    let corps = ["ru-iv 0712", "ru-xxvi 0711", "ru-vi 1621", "ru-ii 1621"];
    assert_eq!([0, 1, 2, 3, 4].map(|n| added(&invasion(3, &corps[..n]))), [0, 1, 2, 3, 3]);
    assert_eq!(added(&invasion(3, &["ru-53 0712", "ru-5rf 0712"])), 0, "three points beyond");
    // Six German Steps.
    let mut s = invasion(3, &[]);
    s.p.own.german_steps = 5;
    assert_eq!(added(&s), 0);
    s.p.own.german_steps = 6;
    assert_eq!(added(&s), 1);
    // Any unit within two hexes of Königsberg, or a German fortress destroyed, not both.
    assert_eq!(["0721", "0821"].map(|h| added(&invasion(3, &[&format!("ru-c1 {h}")]))), [1, 0]);
    assert_eq!(added(&invasion(3, &["hq-ru-r-1 0721"])), 0);
    for (fort, near, want) in [("kulm", false, 1), ("kulm", true, 1), ("lomza", false, 0)] {
        let mut s = invasion(3, if near { &["ru-c1 0721"] } else { &[] });
        let at = s.data().map.forts.iter().position(|f| f.place == fort).unwrap() as u8;
        s.p.lose_fort(s.data(), at, 3);
        assert_eq!(added(&s), u8::from(near));
        s.p.lose_fort(s.data(), at, 1);
        assert_eq!(added(&s), want, "{fort}");
    }
    // Infantry in Germany within three hexes of the Vistula; the garrison of Warsaw threatens nobody.
    assert_eq!(["1726", "1725"].map(|h| added(&invasion(3, &[&format!("ru-1rf {h}")]))), [2, 0]);
    assert_eq!(added(&invasion(3, &["ru-c4 1726", "ru-fr 2918"])), 0);
}

#[test]
fn r19_12_places_under_russian_control_are_added() {
    rules!("tannenberg 21.12b");
    // A chain of depots from the railheads feeds eleven places.
    let depots = ["ru-d1 0611", "ru-d2 0614", "ru-d3 0617", "ru-d4 1612", "ru-d5 1615"];
    let towns = ["0609", "0611", "0613", "0911", "0616", "0918", "1410", "1613", "1617", "1922"];
    let held = |n: usize, depots: &[&str]| {
        let mut s = invasion(3, depots);
        // Depots hold the hexes they stand in.
        for town in s.data().map.towns.iter() {
            s.p.mark_held(town.hex, DE);
        }
        for town in &towns[..n] {
            let hex = s.hex(town);
            s.p.mark_held(hex, RU);
        }
        added(&s)
    };
    assert_eq!([5, 6, 9, 10].map(|n| held(n, &depots)), [0, 1, 1, 2], "two instead of one, not three");
    assert_eq!(held(10, &[]), 0, "out of supply they are not held");
}

#[test]
fn r19_11d_he_rolls_until_a_modified_nine() {
    rules!("tannenberg 19.11c", "tannenberg 19.12");
    let near = ["ru-1rf 1726"];
    // Four: nothing. Five and six: the commander. Seven and eight: the units. Nine: both.
    let base = |dice: u8| segment(invasion(3, &[]), &[dice]);
    assert_eq!([1, 4, 5, 6].map(|d| base(d).p.own.west.exchange), [0, 0, 3, 3]);
    assert!([1, 4, 5, 6].iter().all(|d| base(*d).p.own.west.called == 0));
    let vistula = |dice: u8, steps: u16| {
        let mut s = invasion(3, &near);
        s.p.own.german_steps = steps;
        segment(s, &[dice])
    };
    for (dice, steps, want) in [(4, 0, (3, 0)), (5, 0, (0, 3)), (6, 0, (0, 3)), (6, 6, (3, 3))] {
        let s = vistula(dice, steps);
        assert_eq!((s.p.own.west.exchange, s.p.own.west.called), want, "{dice}");
        assert_eq!(roll(&s), Some((dice, dice + 2 + u8::from(steps > 5))));
    }
    // After an eight the German rolls again, and what is in force stays as it is.
    let s = later(vistula(6, 0), 4, &[6]);
    assert_eq!(
        (roll(&s), s.p.own.west.called, s.p.own.west.exchange, s.p.own.west.done),
        (Some((6, 8)), 3, 0, false)
    );
    let s = later(s, 5, &[3]);
    assert_eq!((s.p.own.west.called, s.p.own.west.exchange), (3, 5));
    // After a nine never again.
    let s = later(vistula(6, 6), 4, &[]);
    assert!(s.p.own.west.done && roll(&s).is_none());
}

#[test]
fn r19_14a_of_his_own_will_he_does_both_or_nothing() {
    rules!("tannenberg 19.14b");
    let quiet = || segment(scene("campaign", 2, DE, &["hq-de-vpr-8 1420", "de-1 1420"]), &[]);
    let s = quiet();
    assert_eq!(
        (s.p.top(), s.legal()),
        (Step::Reinforce(DE), vec![Action::Own(OwnAction::Commit), Action::Done]),
        "nothing forces the German"
    );
    let s = s.act(Action::Own(OwnAction::Commit), &[]);
    assert_eq!((s.p.own.west.exchange, s.p.own.west.called, s.p.own.west.done), (2, 2, true));
    assert_eq!(s.p.points, 0, "points come with the men");
    let on = later(s, 3, &[]);
    assert_eq!(
        (on.at("hq-de-hl-8"), scored(&on, reason::NEW_COMMANDER), on.p.points),
        ("1420".into(), Some(20), 20)
    );
    assert!(!on.legal().contains(&Action::Own(OwnAction::Commit)));
    let mut again =
        quiet().act(Action::Own(OwnAction::Commit), &[]).step(Phase::Reinforcement, Step::Reinforce(DE));
    again.p.phasing = DE;
    assert_eq!(again.forbidden(Action::Own(OwnAction::Commit)), "19.14b");
    // No more rolls, though the Russians are deep in the country.
    let s = segment(invasion(3, &[]), &[1]).act(Action::Own(OwnAction::Commit), &[]);
    assert_eq!(roll(&later(s, 4, &[])), None);
    // What has been ordered already keeps its turn; the other half is added.
    for (exchange, called) in [(3, 0), (0, 3)] {
        let mut s = scene("campaign", 5, DE, &["de-1 1420"]);
        (s.p.own.west.exchange, s.p.own.west.called, s.p.own.west.exchanged) =
            (exchange, called, exchange > 0);
        let s = segment(s, &[]).act(Action::Own(OwnAction::Commit), &[1]);
        let or = |t: u8| if t > 0 { t } else { 5 };
        assert_eq!((s.p.own.west.exchange, s.p.own.west.called), (or(exchange), or(called)));
    }
    // The Russian has no such choice.
    let mut s = scene("campaign", 2, RU, &["ru-iii 0507"]).step(Phase::Reinforcement, Step::Reinforce(RU));
    s.p.phasing = RU;
    assert_eq!(s.forbidden(Action::Own(OwnAction::Commit)), "19.14b");
}

/// The change of command was ordered on turn 3.
fn ordered(turn: u8, pieces: &[&str]) -> Scene {
    let mut s = scene("campaign", turn, DE, pieces);
    s.p.own.west.exchange = 3;
    let comes = s.id("hq-de-hl-8");
    s.p.put(s.data(), comes, off::POOL);
    s
}

#[test]
fn r19_21a_the_new_commander_comes_in_the_next_segment_in_place_of_the_old() {
    rules!("tannenberg 19.21c", "tannenberg 21.2f");
    let pieces = ["hq-de-vpr-8 1420", "de-37 1420"];
    let early = segment(ordered(3, &pieces), &[]);
    assert_eq!(
        (early.at("hq-de-vpr-8"), early.at("hq-de-hl-8"), early.p.points),
        ("1420".into(), "waiting".into(), 0)
    );
    let s = segment(ordered(4, &pieces), &[]);
    assert_eq!((s.at("hq-de-vpr-8"), s.at("hq-de-hl-8"), s.p.points), ("out".into(), "1420".into(), 20));
    let next = later(s, 5, &[]);
    assert_eq!((next.p.points, next.at("hq-de-hl-8")), (20, "1420".into()), "once");
    // A worn staff is replaced by a fresh one, a hidden one in its box.
    let hidden = ordered(4, &pieces).gruppe(2, "1420", &["hq-de-vpr-8", "de-37"]).lose("hq-de-vpr-8", 1);
    let hidden = segment(hidden, &[]);
    let hl = hidden.id("hq-de-hl-8");
    assert_eq!((hidden.p.gruppe[hl.index()], hidden.lost("hq-de-hl-8"), hidden.p.points), (2, 0, 20));
    assert_eq!(hidden.known().place(hl), off::HIDDEN);
    // The chart's order comes to the same.
    let s = segment(invasion(3, &["hq-de-vpr-8 1227"]), &[5]);
    assert_eq!(s.p.own.west.exchange, 3);
    assert_eq!(later(s, 4, &[1]).at("hq-de-hl-8"), "1227");
}

#[test]
fn r19_21b_if_the_old_staff_is_gone_or_cut_off_the_new_comes_to_any_unit_or_fortress() {
    rules!("tannenberg 19.21c");
    let mut gone = ordered(4, &["hq-de-vpr-8 1420", "de-37 1420", "hq-de-vf-1 0613", "ru-iii 0507"]);
    let old = gone.id("hq-de-vpr-8");
    gone.p.put(gone.data(), old, off::ELIMINATED);
    let gone = segment(gone, &[]);
    let hl = gone.id("hq-de-hl-8");
    assert_eq!((gone.p.top(), gone.decider().0, gone.p.points), (Step::Own(OwnStep::Relieve(hl)), DE, 20));
    let to = |hex: &str| Action::Own(OwnAction::Relieve(gone.hex(hex)));
    for place in ["1420", "0613", "0520", "1114", "2230"] {
        assert!(gone.may(to(place)), "{place}");
    }
    for place in ["0612", "0507", "0303"] {
        assert_eq!(gone.forbidden(to(place)), "19.21b", "{place}");
    }
    let fort = to("1114");
    let placed = gone.act(fort, &[]);
    assert_eq!((placed.at("hq-de-hl-8"), placed.p.points), ("1114".into(), 20));
    // Enemies on all sides of a hex without railway.
    let ring = ["1122", "1123", "1221", "1223", "1322", "1323"];
    let corps = ["ru-iii", "ru-xx", "ru-iv", "ru-xv", "ru-xiii", "ru-vi"];
    let around: Vec<String> = ring.iter().zip(corps).map(|(h, u)| format!("{u} {h}")).collect();
    let mut pieces = vec!["hq-de-vpr-8 1222", "de-37 1222"];
    let free = segment(ordered(4, &pieces), &[]);
    assert_eq!(free.at("hq-de-hl-8"), "1222");
    pieces.extend(around.iter().map(String::as_str));
    let s = ordered(4, &pieces);
    assert!(
        s.data()
            .map
            .steps(s.hex("1222"))
            .all(|n| around.iter().any(|u| u.ends_with(&s.data().map.number(n.to).to_string())))
    );
    // Six corps around him are an invasion that stands together: no roll.
    let s = segment(s, &[]);
    assert!(matches!(s.p.top(), Step::Own(OwnStep::Relieve(_))), "{:?}", s.p.top());
    assert_eq!((s.at("hq-de-vpr-8"), s.p.points), ("out".into(), 20));
}

#[test]
fn r19_22a_t28_west_front_units_come_four_turns_after_the_call() {
    rules!("tannenberg 19.22b", "tannenberg 19.22c", "tannenberg 19.22d", "tannenberg 21.2g");
    let waits =
        ["de-22", "de-38", "de-3g", "de-1gr", "de-c23", "de-c38", "de-c40", "hq-de-vp-11", "hq-de-vg-gr"];
    let on = |turn: u8, scored: bool| {
        let mut s = scene("campaign", turn, DE, &["de-1 1420"]);
        for unit in waits.iter().chain(&["hq-de-vfl-3c"]) {
            let unit = s.id(unit);
            s.p.put(s.data(), unit, off::POOL);
        }
        (s.p.own.west.called, s.p.own.west.exchange, s.p.own.west.exchanged, s.p.own.west.scored) =
            (3, 3, true, scored);
        s.p.own.west.done = true;
        s.step(Phase::InitialSupply, Step::Go).runs(if turn < 7 { &[1] } else { &[] })
    };
    let early = on(6, false);
    assert_eq!((early.p.phase, early.p.points), (Phase::Movement, 0), "nobody to bring in");
    let due = on(7, false);
    assert_eq!(
        (due.p.top(), scored(&due, reason::WEST_FRONT), due.p.points),
        (Step::Reinforce(DE), None, 0),
        "nothing for units that are held back (R-78)"
    );
    let bring = |s: &Scene, unit: &str, hex: &str| Action::Bring(s.id(unit), s.hex(hex));
    for unit in waits {
        for hex in ["0634", "1434", "1634", "2034", "2634"] {
            assert!(due.may(bring(&due, unit, hex)), "{unit} {hex}");
        }
        assert_eq!(due.forbidden(bring(&due, unit, "2234")), "14.24b", "no railway");
        assert_eq!(due.forbidden(bring(&due, unit, "1420")), "14.24b");
    }
    assert_eq!(due.forbidden(bring(&due, "hq-de-vfl-3c", "1434")), "14.0");
    assert_eq!(on(9, true).forbidden(bring(&due, "hq-de-vfl-3c", "1434")), "14.0");
    let last = on(10, true);
    assert!(last.may(bring(&last, "hq-de-vfl-3c", "1434")));
    assert_eq!(last.p.points, 0, "scored once");
    // They come in on trains that cost no capacity; the first that enters the map scores for all.
    let (unit, next) = (bring(&due, "de-22", "1434"), bring(&due, "de-38", "1434"));
    let s = due.act(unit, &[]);
    assert_eq!((scored(&s, reason::WEST_FRONT), s.p.points), (Some(45), 45));
    let s = s.act(next, &[]);
    assert_eq!((scored(&s, reason::WEST_FRONT), s.p.points), (None, 45), "once");
    assert!(
        s.is("de-22", sandtable_tannenberg::position::flag::ENTRAINED)
            && s.engine().capacity_left(&s.p, DE) == 8
    );
}
