//! Garrison duty in Warsaw, Kovno and Grodno (chapter 20).
use crate::scene::*;
use sandtable_tannenberg::play::OwnEvent;
use sandtable_tannenberg::position::{Phase, Step};
use sandtable_tannenberg::{Action, Event, Mover};

fn russians(turn: u8, pieces: &[&str]) -> Scene {
    scene("campaign", turn, RU, pieces)
}

fn to(s: &Scene, unit: &str, hex: &str) -> Action {
    Action::March(s.unit(unit), s.hex(hex))
}

/// Ends of duty, as bits: Warsaw, Kovno, Grodno.
fn lifted(s: &Scene) -> u8 {
    s.p.own.lifted
}

#[test]
fn r20_0a_two_divisions_or_a_corps_stay_in_warsaw_from_game_turn_five() {
    let corps = |turn: u8| russians(turn, &["ru-i 2918"]);
    assert_eq!(corps(5).forbidden(to(&corps(5), "ru-i", "2917")), "20.0a");
    assert!(corps(4).may(to(&corps(4), "ru-i", "2917")));
    let two = russians(5, &["ru-2 2918", "ru-3g 2918"]);
    assert_eq!(
        [two.forbidden(to(&two, "ru-2", "2917")), two.forbidden(to(&two, "ru-3g", "2917"))],
        ["20.0a", "20.0a"]
    );
    let three = russians(5, &["ru-2 2918", "ru-3g 2918", "ru-76 2918"]);
    assert!(three.may(to(&three, "ru-2", "2917")) && three.may(to(&three, "ru-76", "2917")));
    let left = three.march("ru-76", "2917");
    assert_eq!(left.forbidden(to(&left, "ru-2", "2917")), "20.0a");
    // A corps is enough, a division beside it is not.
    let both = russians(5, &["ru-i 2918", "ru-2 2918"]);
    assert!(both.may(to(&both, "ru-2", "2917")));
    assert_eq!(both.forbidden(to(&both, "ru-i", "2917")), "20.0a");
    // One division of two may not go either.
    let short = russians(5, &["ru-2 2918"]);
    assert_eq!(short.forbidden(to(&short, "ru-2", "2917")), "20.0a");
    // Nor by rail.
    let s = corps(5).act(Action::Entrain(Mover::Unit(two.id("ru-i"))), &[6]);
    assert_eq!(s.forbidden(Action::Ride(s.unit("ru-i"), s.hex("2917"))), "20.0a");
}

#[test]
fn r20_0b_a_division_stays_in_kovno_and_in_grodno() {
    for (hex, next, unit) in [("0303", "0304", "ru-73"), ("1503", "1504", "ru-76")] {
        let one = |turn: u8| russians(turn, &[&format!("{unit} {hex}")]);
        assert_eq!(one(5).forbidden(to(&one(5), unit, next)), "20.0b");
        assert!(one(4).may(to(&one(4), unit, next)));
        let two = russians(5, &[&format!("{unit} {hex}"), &format!("ru-c1 {hex}")]);
        assert!(two.may(to(&two, unit, next)) && two.may(to(&two, "ru-c1", next)), "cavalry will do");
        let left = two.march(unit, next);
        assert_eq!(left.forbidden(to(&left, "ru-c1", next)), "20.0b");
        let corps = russians(5, &[&format!("{unit} {hex}"), &format!("ru-xx {hex}")]);
        assert!(corps.may(to(&corps, unit, next)) && corps.may(to(&corps, "ru-xx", next)));
    }
    let empty = russians(5, &["ru-5rf 0303"]);
    assert!(empty.may(to(&empty, "ru-5rf", "0304")), "a brigade does not count, so nothing is lost with it");
    // Brigades, depots and headquarters are no garrison and come and go.
    let pieces = ["ru-73 0303", "ru-5rf 0303", "ru-1cv 0303", "ru-d1 0303", "hq-ru-r-1 0303", "ru-a1 0303"];
    let s = russians(5, &pieces);
    assert_eq!(s.forbidden(to(&s, "ru-73", "0304")), "20.0b");
    for unit in ["ru-5rf", "ru-1cv", "ru-d1", "hq-ru-r-1", "ru-a1"] {
        assert!(s.may(to(&s, unit, "0304")), "{unit}");
    }
}

#[test]
fn r20_0b_a_garrison_that_is_missing_is_made_up_as_soon_as_it_can() {
    rules!("tannenberg 20.0a");
    // Two hexes from Kovno; nobody near the other two.
    let near = || russians(5, &["ru-53 0305"]);
    assert_eq!(near().forbidden(Action::Done), "20.0b");
    assert!(near().march("ru-53", "0303").may(Action::Done));
    assert!(russians(4, &["ru-53 0305"]).may(Action::Done));
    assert!(russians(5, &["ru-5rf 0305"]).may(Action::Done), "a brigade cannot help");
    let mut tired = near();
    let unit = tired.id("ru-53");
    tired.p.spent[unit.index()] = 4;
    assert!(tired.may(Action::Done), "it cannot come in this turn");
    assert!(near().set("ru-53", OUT_OF_COMMAND).may(Action::Done));
    assert!(russians(5, &["ru-53 0309"]).may(Action::Done), "too far away");
    // Warsaw wants two divisions.
    let s = russians(5, &["ru-2 2918", "ru-3g 2917"]);
    assert_eq!(s.forbidden(Action::Done), "20.0a");
    assert!(s.march("ru-3g", "2918").may(Action::Done));
    // A unit that holds one post need not leave it for another.
    let s = russians(5, &["ru-2 2918", "ru-3g 2918"]);
    assert!(s.may(Action::Done));
}

#[test]
fn r20_0c_garrisons_need_not_be_at_full_strength() {
    let s = russians(5, &["ru-i 2918", "ru-2 2918"]).lose("ru-i", 3);
    assert!(s.may(to(&s, "ru-2", "2917")), "one Step of a corps");
    let s = russians(5, &["ru-2 2918", "ru-3g 2918", "ru-76 2918"]).lose("ru-2", 1).lose("ru-3g", 1);
    assert!(s.may(to(&s, "ru-76", "2917")));
}

#[test]
fn r20_0d_a_german_unit_within_four_hexes_ends_the_duty_there() {
    let pieces = ["ru-73 0303", "ru-76 1503", "de-c1 0310", "ru-fr 2719"];
    let s = scene("campaign", 6, DE, &pieces).march("de-c1", "0308");
    assert_eq!(lifted(&s), 0, "five hexes");
    let s = s.march("de-c1", "0307");
    assert_eq!(lifted(&s), 0b010);
    assert!(s.events.contains(&Event::Own(OwnEvent::DutyEnds(s.hex("0303")))));
    // For good, and for that hex only.
    let mut s = s;
    let rider = s.id("de-c1");
    s.p.put(s.data(), rider, s.hex("0613"));
    let mut s = s.step(Phase::Movement, Step::Moves(RU));
    s.p.phasing = RU;
    assert!(s.may(to(&s, "ru-73", "0304")));
    assert_eq!(s.forbidden(to(&s, "ru-76", "1504")), "20.0b");
    // Any type will do, in a Gruppe too, and its owner says so; a dummy is no unit.
    let hq = scene("campaign", 6, DE, &["hq-de-vf-1 0308"]).march("hq-de-vf-1", "0307");
    assert_eq!(lifted(&hq), 0b010);
    for units in [&["de-c1"][..], &[]] {
        let s = scene("campaign", 6, DE, &["de-c1 0308", "ru-53 0303"]).gruppe(4, "0308", units);
        let at = s.hex("0307");
        let s = s.act(Action::March(Mover::Gruppe(4), at), &[]);
        assert_eq!(lifted(&s), if units.is_empty() { 0 } else { 0b010 }, "{units:?}");
        let told = s.reads(RU).iter().any(|l| l.contains("garrison"));
        assert_eq!(told, !units.is_empty(), "{:?}", s.reads(RU));
    }
}

#[test]
fn r20_0e_below_twenty_five_points_from_game_turn_ten_all_duties_end() {
    let begin = |turn: u8, points: i16, side: u8| {
        let mut s = scene("campaign", turn, side, &["hq-ru-r-1 0303", "ru-73 0303"]);
        s.p.points = points;
        s.step(Phase::InitialSupply, Step::Go).runs(&[])
    };
    assert_eq!(lifted(&begin(10, 24, RU)), 0b111);
    assert_eq!(lifted(&begin(15, -30, RU)), 0b111);
    assert_eq!(lifted(&begin(10, 25, RU)), 0);
    assert_eq!(lifted(&begin(9, 24, RU)), 0);
    assert_eq!(lifted(&begin(10, 24, DE)), 0, "in a Russian Reinforcement Segment");
    let free = begin(10, 24, RU);
    assert!(free.may(to(&free, "ru-73", "0304")));
    // Lifted for good, though the points come back.
    let mut s = free;
    s.p.points = 60;
    assert!(s.may(to(&s, "ru-73", "0304")));
    assert_eq!(begin(10, 25, RU).forbidden(to(&s, "ru-73", "0304")), "20.0b");
}
