//! Supply in the sequence of play (chapters 9 and 11.2): when it is found, who rolls, and what a fortress feeds.
use crate::scene::*;
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Event};

fn strengths(s: &Scene) -> Option<(u16, u16)> {
    s.events.iter().find_map(|e| if let Event::Strengths(a, d, ..) = e { Some((*a, *d)) } else { None })
}

/// In the Combat Phase, with supply found as it begins.
fn fighting(side: u8, pieces: &[&str]) -> Scene {
    scene("campaign", 3, side, pieces).step(Phase::CombatCommand, Step::Go).runs(&[])
}

#[test]
fn r9_11a_supply_is_found_at_the_start_for_movement_and_anew_for_attrition() {
    rules!("tannenberg 9.11b", "tannenberg 4.A1a", "tannenberg 4.A1e", "tannenberg 9.22a");
    // Wirballen, 0608, is the railhead: 0611 is three hexes from it, 0612 four.
    let s = scene("campaign", 2, DE, &["ru-iii 0612", "ru-iv 0611"]).step(Phase::Interphase, Step::Go);
    let s = s.runs(&[6, 6]);
    assert_eq!((s.p.phase, s.mp("ru-iii"), s.mp("ru-iv")), (Phase::Movement, 2, 4));
    assert!(s.events.contains(&Event::OutOfSupply(s.id("ru-iii"), false)));
    assert!(!s.events.contains(&Event::OutOfSupply(s.id("ru-iv"), false)));
    let s = s.march("ru-iii", "0611").march("ru-iv", "0612");
    assert_eq!((s.mp("ru-iii"), s.mp("ru-iv")), (1, 3), "for the whole phase, wherever they are now");
    // Now it is the other one that starves; a 3 costs two of four Steps.
    let fourth = s.id("ru-iv");
    let s = s.act(Action::Done, &[3]);
    assert!(s.events.contains(&Event::Attrition(fourth, 3, 2, false)));
    assert_eq!((s.lost("ru-iii"), s.lost("ru-iv")), (0, 2));
}

#[test]
fn r9_23b_hungry_attackers_roll_before_the_odds() {
    rules!("tannenberg 9.23a", "tannenberg 9.22b");
    let pieces = ["ru-iii 2424", "de-9lw 2425"];
    let s = fighting(RU, &pieces);
    assert!(s.is("ru-iii", flag::OUT_OF_SUPPLY));
    // Three: two Steps go, 3 are left of 5, and half of 3 is 1. The brigade is as hungry and rolls not.
    let fell = s.attack("2425", &["ru-iii"], &[3, 6]);
    assert!(fell.events.contains(&Event::Attrition(fell.id("ru-iii"), 3, 2, false)));
    assert_eq!(strengths(&fell), Some((1, 1)));
    let first = |e: &dyn Fn(&Event) -> bool| fell.events.iter().position(e).unwrap();
    assert!(first(&|e| matches!(e, Event::Attrition(..))) < first(&|e| matches!(e, Event::Strengths(..))));
    let held = fighting(RU, &pieces).attack("2425", &["ru-iii"], &[4, 6]);
    assert_eq!(strengths(&held), Some((2, 1)), "half of 5");
    // In supply nobody rolls.
    let fed = fighting(RU, &["ru-iii 0609", "de-9lw 0610"]).attack("0610", &["ru-iii"], &[6]);
    assert_eq!(strengths(&fed), Some((5, 1)));
}

#[test]
fn r9_23a_an_attack_that_hunger_makes_too_weak_is_called_off() {
    // Half of 5 against 6 is 1-3, just enough; half of 3 is not.
    let pieces = ["ru-iii 2424", "ru-xiii 2426", "de-1 2425"];
    let off = fighting(RU, &pieces).attack("2425", &["ru-iii"], &[3]);
    assert!(off.events.contains(&Event::CalledOff) && strengths(&off).is_none());
    assert!(off.is("ru-iii", flag::ATTACKED) && !off.is("de-1", flag::DEFENDED));
    assert!(off.may(Action::Attack(off.hex("2425"))), "another may still attack");
    let on = fighting(RU, &pieces).attack("2425", &["ru-iii"], &[4, 1]);
    assert_eq!(strengths(&on), Some((2, 6)));
    // A brigade that dies of it attacks nobody.
    let gone = fighting(RU, &["ru-fr 2424", "de-9lw 2425"]).attack("2425", &["ru-fr"], &[1]);
    assert_eq!(gone.at("ru-fr"), "eliminated");
    assert!(gone.events.contains(&Event::CalledOff));
}

#[test]
fn r9_11c_supply_for_combat_is_found_at_the_instant_of_combat() {
    // Landwehr in 0709 shuts the railhead in 0608; the corps in 0611 starves until it is driven away.
    let pieces = ["ru-iii 0611", "ru-iv 0708", "ru-xx 0708", "de-9lw 0709", "de-6lw 0612"];
    let s = fighting(RU, &pieces);
    assert!(s.is("ru-iii", flag::OUT_OF_SUPPLY) && !s.is("ru-iv", flag::OUT_OF_SUPPLY));
    let before = s.clone().attack("0612", &["ru-iii"], &[6, 6]);
    assert_eq!(strengths(&before), Some((2, 1)));
    let s = s.attack("0709", &["ru-iv", "ru-xx"], &[1]);
    assert_eq!(s.at("de-9lw"), "eliminated");
    let s = s.act(Action::Done, &[]);
    assert!(!s.is("ru-iii", flag::OUT_OF_SUPPLY));
    let s = s.attack("0612", &["ru-iii"], &[6]);
    assert_eq!(strengths(&s), Some((5, 1)), "without a roll for attrition");
}

/// Lötzen with two divisions, and Russians in every hex around that is not a lake.
const RING: [&str; 8] = [
    "hq-de-vf-1 1114",
    "de-1 1114",
    "de-2 1114",
    "ru-1rf 1113",
    "ru-5rf 1115",
    "ru-fr 1013",
    "ru-53 1213",
    "ru-54 1214",
];

#[test]
fn r11_22c_what_a_fortress_feeds_it_feeds_until_it_attacks() {
    rules!("tannenberg 11.22b");
    let s = scene("campaign", 3, DE, &RING);
    let (one, two) = (s.id("de-1"), s.id("de-2"));
    let s = s.act(Action::Feed(one), &[]);
    assert_eq!(s.forbidden(Action::Feed(one)), "11.22b", "named already");
    // The other rolls for attrition, the one that is fed does not.
    let s = s.act(Action::Done, &[4]);
    assert!(s.events.contains(&Event::Attrition(two, 4, 0, false)));
    assert!(s.is("de-1", flag::FED) && !s.is("de-2", flag::FED) && s.is("de-2", flag::OUT_OF_SUPPLY));
    let other = scene("campaign", 3, DE, &RING).act(Action::Feed(two), &[]).act(Action::Done, &[4]);
    assert!(other.is("de-2", flag::FED) && other.is("de-1", flag::OUT_OF_SUPPLY));
    // Attacking, it rolls and has half its strength like the other.
    let s = s.clone().step(Phase::CombatCommand, Step::Go).runs(&[]);
    assert!(s.is("de-1", flag::FED));
    let fed = s.clone().attack("1115", &["de-1"], &[3, 6]);
    assert!(fed.events.contains(&Event::Attrition(one, 3, 1, false)));
    assert_eq!(strengths(&fed), Some((1, 2)), "half of 2");
    let fed = s.attack("1115", &["de-1"], &[4, 6]);
    assert!(fed.events.contains(&Event::Attrition(one, 4, 0, false)));
    assert_eq!(strengths(&fed), Some((2, 2)), "half of 4");
}
