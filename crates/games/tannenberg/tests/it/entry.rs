//! Reinforcements (chapter 14, 15/14.1): where and when they come, and what shuts their way.
use crate::scene::*;
use sandtable_tannenberg::position::{Phase, Step, flag, off};
use sandtable_tannenberg::{Action, Event};

/// The start of a side's Player-Turn with some units waiting. Nobody commands: everybody rolls later.
fn dawn(turn: u8, side: u8, pieces: &[&str], waiting: &[&str]) -> Scene {
    let mut s = scene("campaign", turn, side, pieces);
    for name in waiting {
        let unit = s.id(name);
        s.p.put(s.data(), unit, off::POOL);
    }
    s.p.own.lifted = u8::MAX;
    s.p.turn -= 1;
    next_dawn(s, side)
}

/// A turn later: the Player-Turn before is just over.
fn next_dawn(mut s: Scene, side: u8) -> Scene {
    if side == RU {
        return s.step(Phase::Interphase, Step::Go).runs(&[]);
    }
    (s.p.turn, s.p.phasing) = (s.p.turn + 1, RU);
    s.step(Phase::Replacement, Step::Go).runs(&[])
}

fn left(s: &Scene, side: u8) -> u8 {
    s.engine().capacity_left(&s.p, side)
}

#[test]
fn r14_0_reinforcements_come_on_their_turn_at_their_letter() {
    rules!(
        "tannenberg 14.11",
        "tannenberg 14.12",
        "tannenberg 14.14",
        "tannenberg 14.24b",
        "tannenberg 15/14.1b"
    );
    let s = dawn(3, RU, &["ru-iii 0507"], &["ru-54", "ru-76", "ru-56"]);
    let [k, m] = ["0301", "1301"].map(|h| s.hex(h));
    let [first, second, early] = ["ru-54", "ru-76", "ru-56"].map(|u| s.id(u));
    assert_eq!(s.p.top(), Step::Reinforce(RU));
    assert_eq!(s.legal(), [Action::Bring(first, k), Action::Bring(second, m), Action::Done]);
    assert_eq!(s.forbidden(Action::Bring(early, k)), "14.0");
    assert_eq!(s.forbidden(Action::Bring(first, m)), "14.24b");
    assert_eq!(s.forbidden(Action::Detour(first)), "14.23", "its way is open");
    let s = s.act(Action::Bring(first, k), &[]);
    assert_eq!(
        (s.at("ru-54"), s.mp("ru-54"), left(&s, RU)),
        ("0301".into(), 4, 6),
        "no MP, two points of capacity"
    );
    assert!(s.is("ru-54", flag::ENTRAINED));
    // Not before the Movement Segment.
    assert_eq!(s.forbidden(Action::Ride(s.unit("ru-54"), s.hex("0302"))), "14.0");
    let s = s.act(Action::Bring(second, m), &[6, 6, 6]);
    assert_eq!((s.p.phase, left(&s, RU)), (Phase::Movement, 4));
    assert!(s.may(Action::Ride(s.unit("ru-54"), s.hex("0507"))));
}

#[test]
fn r14_13_several_may_come_in_one_hex() {
    rules!("tannenberg 15/14.1b", "tannenberg 6.14a", "tannenberg 15/14.1a");
    // Twelve points of capacity on turn 15, and twelve points at Vilna's letter.
    let names = ["ru-xxvi", "ru-53", "ru-54", "ru-56", "ru-73", "ru-57"];
    let s = dawn(15, RU, &["ru-iii 0507"], &names);
    let (k, l) = (s.hex("0301"), s.hex("0801"));
    let s = names[..5].iter().fold(s, |s, u| {
        let unit = s.id(u);
        if s.p.top() == Step::Reinforce(RU) && *u != "ru-73" { s.act(Action::Bring(unit, k), &[]) } else { s }
    });
    let (last, other) = (s.id("ru-73"), s.id("ru-57"));
    assert_eq!(left(&s, RU), 2);
    assert!(s.may(Action::Bring(last, k)) && s.may(Action::Bring(other, l)));
    let full = s.clone().act(Action::Bring(last, k), &[6; 6]);
    assert_eq!((left(&full, RU), full.p.phase), (0, Phase::Movement), "the sixth finds no room and waits");
    assert_eq!(full.at("ru-57"), "waiting");
    // Twelve points stand in one hex until the phase ends; then three are too many.
    let end = full.act(Action::Done, &[]);
    assert_eq!((end.p.top(), end.decider().0), (Step::Overfull(RU, k), RU));
    let s = s.act(Action::Bring(other, l), &[6; 6]);
    assert_eq!((s.at("ru-57"), s.at("ru-73")), ("0801".into(), "waiting".into()));
}

#[test]
fn r14_24a_reinforcements_may_wait() {
    let s = dawn(3, RU, &["ru-iii 0507"], &["ru-54"]);
    let (unit, k) = (s.id("ru-54"), s.hex("0301"));
    let s = s.act(Action::Done, &[6]);
    assert_eq!((s.p.phase, s.at("ru-54")), (Phase::Movement, "waiting".into()));
    let mut late = next_dawn(s, RU);
    assert!(late.may(Action::Bring(unit, k)));
    late.p.turn = 14;
    let late = next_dawn(late, RU);
    assert!(late.may(Action::Bring(unit, k)), "to the end of the game");
}

#[test]
fn r15_5_41c_german_reinforcements_ride_free_on_their_first_turn() {
    rules!("tannenberg 15/14.1a", "tannenberg 5.31c");
    let s = dawn(5, DE, &["de-1 0613"], &["de-vg", "de-po"]);
    let (goltz, posen) = (s.id("de-vg"), s.id("de-po"));
    // Goltz has the whole western edge, Posen its own letter.
    let hexes: Vec<String> = s
        .legal()
        .iter()
        .filter_map(|a| if let Action::Bring(u, h) = a { Some((*u, *h)) } else { None })
        .filter(|(u, _)| *u == goltz)
        .map(|(_, h)| s.data().map.number(h).to_string())
        .collect();
    assert_eq!(hexes, ["0634", "1434", "1634", "2034", "2634"]);
    let e = s.hex("2634");
    assert_eq!(s.forbidden(Action::Bring(posen, s.hex("2034"))), "14.24b");
    let s = s.acts(&[Action::Bring(goltz, e), Action::Bring(posen, e)]);
    let s = if matches!(s.p.top(), Step::Reinforce(_)) { s.act(Action::Done, &[6, 6, 6]) } else { s };
    let (a, b, thorn) = (s.unit("de-vg"), s.unit("de-po"), s.hex("2230"));
    assert!(s.is("de-vg", flag::ENTRAINED) && left(&s, DE) == 8);
    let s = s.act(Action::Ride(a, thorn), &[]);
    assert_eq!(left(&s, DE), 8);
    // Both still aboard a turn later: four points.
    let s = next_dawn(s.act(Action::Done, &[]), DE).act(Action::Done, &[6, 6, 6]);
    assert_eq!((s.p.phase, left(&s, DE)), (Phase::Movement, 8));
    let s = s.act(Action::Ride(b, thorn), &[]);
    assert_eq!(left(&s, DE), 6);
    assert!(!s.is("de-vg", flag::COUNTED));
    let s = s.act(Action::Done, &[]);
    assert!(s.is("de-vg", flag::COUNTED) && s.is("de-po", flag::COUNTED), "standing there counts too");
}

/// Posen's garrison is due in turn 4 at 2634, where a Russian corps stands beside it.
fn shut(pieces: &[&str]) -> Scene {
    let all: Vec<&str> = ["ru-iii 2633", "de-2 2230"].iter().chain(pieces).copied().collect();
    dawn(4, DE, &all, &["de-po"])
}

#[test]
fn r14_22b_t29_a_shut_entry_costs_a_turn() {
    rules!("tannenberg 14.21", "tannenberg 14.22a", "tannenberg 14.24b");
    let s = shut(&[]);
    let (unit, e) = (s.id("de-po"), s.hex("2634"));
    assert!(s.events.contains(&Event::Shut(unit)));
    assert_eq!(s.forbidden(Action::Bring(unit, e)), "14.21");
    assert_eq!(s.forbidden(Action::Bring(unit, s.hex("2434"))), "14.24b", "not yet");
    // 2534 and 2734 are in the same zone: the next edge hexes are 2434 and 2834, and Thorn lies north.
    let s = next_dawn(s.act(Action::Done, &[6]), DE);
    let [north, south] = ["2434", "2834"].map(|h| s.hex(h));
    assert!(s.may(Action::Bring(unit, north)));
    assert_eq!(
        (s.forbidden(Action::Bring(unit, south)), s.forbidden(Action::Bring(unit, e))),
        ("14.24b".into(), "14.21".into())
    );
    let s = s.act(Action::Bring(unit, north), &[]);
    assert_eq!((s.at("de-po"), s.is("de-po", flag::ENTRAINED)), ("2434".into(), false), "no line runs there");
    // The friend decides the direction, even where the other way is shorter.
    let s = next_dawn(shut(&["ru-iv 2433"]).act(Action::Done, &[6]), DE);
    assert!(s.may(Action::Bring(unit, s.hex("2234"))));
    assert_eq!(s.forbidden(Action::Bring(unit, s.hex("2834"))), "14.24b");
    // Held by the enemy it is as shut.
    let held = dawn(4, DE, &["ru-d1 2634", "de-2 2230"], &["de-po"]);
    assert_eq!(held.forbidden(Action::Bring(unit, e)), "14.21");
    // When the way is open again it is the only one, and a new delay begins if it is shut again.
    let mut open = shut(&[]).act(Action::Done, &[6]);
    let corps = open.id("ru-iii");
    open.p.put(open.data(), corps, open.hex("2632"));
    let open = next_dawn(open, DE);
    assert!(open.may(Action::Bring(unit, e)));
    assert_eq!(open.forbidden(Action::Bring(unit, open.hex("2434"))), "14.24b");
    let mut again = open.act(Action::Done, &[6]);
    again.p.put(again.data(), corps, again.hex("2633"));
    let again = next_dawn(again, DE);
    assert_eq!(again.forbidden(Action::Bring(unit, again.hex("2434"))), "14.24b");
}

#[test]
fn r14_23_a_train_goes_round_at_once() {
    rules!("tannenberg 5.38a", "tannenberg 15/5.41c");
    let s = shut(&[]);
    let unit = s.id("de-po");
    let s = s.act(Action::Detour(unit), &[]);
    let s = if matches!(s.p.top(), Step::Reinforce(_)) { s.act(Action::Done, &[6, 6]) } else { s };
    assert_eq!((s.p.phase, s.at("de-po"), left(&s, DE)), (Phase::Movement, "off the map".into(), 8));
    // Eight of thirty hexes to Schneidemühl's entry, in the turn it is due (R-82b).
    let (train, d, e) = (s.unit("de-po"), s.hex("2034"), s.hex("2634"));
    assert_eq!(s.forbidden(Action::Ride(train, e)), "5.33b");
    let s = s.act(Action::Ride(train, d), &[]);
    assert_eq!((s.at("de-po"), s.p.ridden[unit.index()]), ("2034".into(), 8));
    // The Russian's trains off the map take room.
    let s = dawn(3, RU, &["ru-iii 0507", "de-1 0302"], &["ru-54"]);
    let unit = s.id("ru-54");
    let s = s.act(Action::Detour(unit), &[6, 6]);
    assert_eq!((s.at("ru-54"), left(&s, RU)), ("off the map".into(), 6));
    // So does one that comes in late, on foot (15/14.1b).
    let s = dawn(3, RU, &["ru-iii 0507", "de-1 0302"], &["ru-54"]);
    let s = next_dawn(s.act(Action::Done, &[6]), RU);
    let ways: Vec<Action> = s.legal().into_iter().filter(|a| matches!(a, Action::Bring(..))).collect();
    assert_eq!(ways.len(), 1);
    let s = s.act(ways[0], &[6, 6]);
    assert_eq!((left(&s, RU), s.is("ru-54", flag::ENTRAINED)), (6, false), "{}", s.at("ru-54"));
}
