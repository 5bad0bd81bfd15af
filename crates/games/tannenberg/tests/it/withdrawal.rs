//! The Cavalry Withdrawal Phase (case 12.1) in the sequence of play.
use crate::scene::*;
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Event};

/// After the Russian Movement Phase: Russian corps stand beside German cavalry.
fn evening(pieces: &[&str]) -> Scene {
    scene("campaign", 3, RU, pieces).step(Phase::Attrition, Step::Go).runs(&[])
}

#[test]
fn r12_15_cavalry_that_stays_or_ends_beside_the_enemy_may_be_attacked() {
    rules!("tannenberg 12.12", "tannenberg 12.11", "tannenberg 12.13a");
    let pieces = ["ru-iii 2525", "de-c1 2425", "hq-ru-s-2 2524"];
    let s = evening(&pieces);
    let one = s.id("de-c1");
    assert_eq!((s.decider().0, s.legal()), (DE, vec![Action::Withdraw(one), Action::Done]));
    // A 1 is not above the TCR, and there is no second try.
    let failed = s.act(Action::Withdraw(one), &[1]);
    assert_eq!((failed.at("de-c1"), failed.p.top()), ("2425".into(), Step::Attacks(RU)));
    assert!(failed.may(Action::Attack(failed.hex("2425"))));
    let stayed = evening(&pieces).act(Action::Done, &[]);
    assert!(stayed.may(Action::Attack(stayed.hex("2425"))));
    // It gets away, into a hex that another corps controls.
    let more = ["ru-iii 2525", "ru-xiii 2226", "de-c1 2425", "hq-ru-s-2 2524"];
    let s = evening(&more).act(Action::Withdraw(one), &[2]);
    let to: Vec<String> = s
        .legal()
        .iter()
        .map(|a| if let Action::To(h) = a { s.data().map.number(*h).to_string() } else { String::new() })
        .collect();
    assert!(to.contains(&"2225".to_string()), "{to:?}");
    assert_eq!(s.forbidden(Action::To(s.hex("2325"))), "12.13b", "one hex is too little");
    let hex = s.hex("2225");
    let s = s.act(Action::To(hex), &[]).act(Action::Done, &[]);
    assert_eq!((s.at("de-c1"), s.p.top(), s.mp("de-c1")), ("2225".into(), Step::Attacks(RU), 6));
    assert!(s.may(Action::Attack(hex)));
}

#[test]
fn r12_16_those_beside_follow_into_the_hex_at_once() {
    rules!("tannenberg 12.14", "tannenberg 5.11b");
    let pieces = ["ru-iii 2525", "ru-xiii 2525", "ru-53 2424", "ru-xv 2523", "de-c1 2425", "de-9lw 2426"];
    let leave = |extra: &[&str]| {
        let all: Vec<&str> = pieces.iter().chain(extra).copied().collect();
        let s = evening(&all).set("ru-iii", flag::OUT_OF_COMMAND);
        let one = s.id("de-c1");
        let s = s.act(Action::Withdraw(one), &[6]);
        let to = s.legal()[0];
        s.act(to, &[])
    };
    let s = leave(&[]);
    let hex = s.hex("2425");
    assert_eq!((s.p.top(), s.decider().0), (Step::Follow(RU, hex), RU));
    let [three, thirteen, division, fifteen] = ["ru-iii", "ru-xiii", "ru-53", "ru-xv"].map(|u| s.id(u));
    assert_eq!(s.forbidden(Action::Follow(fifteen)), "12.16", "not beside it");
    // Two corps fill the hex: a division is too much. Command does not matter, and nothing is paid.
    let before = s.p.spent;
    let s = s.acts(&[Action::Follow(three), Action::Follow(thirteen)]);
    assert!(s.events.contains(&Event::Followed(thirteen, hex)));
    assert_eq!(
        (s.at("ru-iii"), s.at("ru-xiii"), s.at("ru-53")),
        ("2425".into(), "2425".into(), "2424".into())
    );
    assert_eq!((s.p.spent, matches!(s.p.top(), Step::Follow(..))), (before, false), "nobody else fits");
    assert!(
        s.p.phase == Phase::Combat && s.may(Action::Attack(s.hex("2426"))),
        "they may still attack (R-73)"
    );
    // One or none may go, too.
    let s = leave(&[]).act(Action::Follow(division), &[]).act(Action::Done, &[]);
    assert_eq!((s.at("ru-53"), s.at("ru-iii")), ("2425".into(), "2525".into()));
    // A unit that stays behind keeps the hex shut; so do trains keep their passengers.
    let held = leave(&["de-6lw 2425"]);
    assert!(!matches!(held.p.top(), Step::Follow(..)));
    let staff = leave(&["hq-de-vf-1 2425"]);
    assert!(!matches!(staff.p.top(), Step::Follow(..)));
    let mut train = evening(&pieces).set("ru-53", flag::ENTRAINED);
    let one = train.id("de-c1");
    train = train.act(Action::Withdraw(one), &[6]);
    let to = train.legal()[0];
    let train = train.act(to, &[]);
    assert_eq!(train.forbidden(Action::Follow(division)), "12.16");
}

#[test]
fn r12_11_beside_is_beside_even_over_a_lake() {
    rules!("tannenberg 4.A2", "tannenberg 12.1");
    // 1213 and 1214 are parted by water: neither attacks the other, yet the cavalry is next to an enemy.
    let s = evening(&["ru-iii 1213", "de-c1 1214"]);
    let one = s.id("de-c1");
    assert!(s.may(Action::Withdraw(one)));
    assert_eq!(s.data().map.distance(s.hex("1213"), s.hex("1214")), 1);
    assert!(s.data().map.step(s.hex("1213"), s.hex("1214")).is_none());
    // Two hexes away, on a train or on foot it stays.
    let far = evening(&["ru-iii 2525", "de-c1 2523"]);
    assert_ne!(far.p.phase, Phase::Withdrawal);
    let train = scene("campaign", 3, RU, &["ru-iii 2525", "de-c1 2425"]).set("de-c1", flag::ENTRAINED);
    assert_ne!(train.step(Phase::Attrition, Step::Go).runs(&[]).p.phase, Phase::Withdrawal);
    let foot = evening(&["ru-iii 2525", "de-1 2425"]);
    assert_ne!(foot.p.phase, Phase::Withdrawal);
}
