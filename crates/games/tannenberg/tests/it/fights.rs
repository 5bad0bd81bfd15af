//! Combat from the declaration to the advance (chapters 8, 10.2, 10.5, 11.1 and 12.2), through the sequence of play.
use crate::scene::*;
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::position::{Step, flag};
use sandtable_tannenberg::{Action, Event};

/// Russian corps around 2425 with their headquarters, a German division there.
fn russians(pieces: &[&str]) -> Scene {
    scene("campaign", 3, RU, pieces).combat()
}

fn germans(pieces: &[&str]) -> Scene {
    scene("campaign", 3, DE, pieces).combat()
}

fn result(s: &Scene) -> Option<(Outcome, Outcome)> {
    s.events.iter().find_map(|e| if let Event::Result(a, d, ..) = e { Some((*a, *d)) } else { None })
}

fn strengths(s: &Scene) -> Option<(u16, u16, u8, u8)> {
    s.events
        .iter()
        .find_map(|e| if let Event::Strengths(a, d, c, t, _) = e { Some((*a, *d, *c, *t)) } else { None })
}

#[test]
fn r8_9e_a_result_of_one_costs_half_or_a_hex() {
    rules!(
        "tannenberg 8.9d",
        "tannenberg 8.9p",
        "tannenberg 8.9t",
        "tannenberg 8.4c",
        "tannenberg 8.9n",
        "tannenberg 8.0b"
    );
    // 10 against 6 is 1-1; a 2 gives 1/1. Two affected Steps of eight.
    let s = || {
        russians(&["ru-iii 2424", "ru-xiii 2424", "de-1 2425"]).attack("2425", &["ru-iii", "ru-xiii"], &[2])
    };
    let stood = s();
    assert_eq!(
        (strengths(&stood), result(&stood)),
        (Some((10, 6, 3, 3)), Some((Outcome::One, Outcome::One)))
    );
    assert_eq!((stood.decider().0, stood.legal()), (DE, vec![Action::Choose(1), Action::Choose(2)]));
    assert_eq!(stood.forbidden(Action::Choose(3)), "8.9t");
    let stood = stood.act(Action::Choose(1), &[]);
    assert_eq!((stood.lost("de-1"), stood.at("de-1")), (1, "2425".into()), "half of two, and it stays");
    // The attacker then loses one Step of their choice.
    assert_eq!((stood.decider().0, stood.p.top()), (RU, Step::AttackerLoses(1)));
    let three = stood.id("ru-iii");
    let stood = stood.act(Action::Lose(three), &[]);
    assert_eq!((stood.lost("ru-iii"), stood.lost("ru-xiii")), (1, 0));
    // Going back costs nothing but the hex.
    let back = s().act(Action::Choose(2), &[]);
    assert_eq!((back.decider().0, back.lost("de-1")), (DE, 0));
    assert!(matches!(back.p.top(), Step::Retreat { left: 1, .. }));
}

#[test]
fn r8_9c_t18_the_smaller_force_sets_the_affected_steps() {
    rules!("tannenberg 8.9a", "tannenberg 8.9l", "tannenberg 8.9o", "tannenberg 8.53c");
    // Three corps, twelve Steps, on four: 15 against 12 is 1-1.
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "ru-xv 2426", "de-1 2425", "de-2 2425"];
    let s = russians(&pieces).attack("2425", &["ru-iii", "ru-xiii", "ru-xv"], &[2]);
    assert_eq!((s.p.combat.steps, s.p.combat.size), (4, 12));
    let s = s.act(Action::Choose(1), &[]);
    assert_eq!(s.p.top(), Step::DefenderLoses { owed: 2, walls: false, units: false });
    let (one, two) = (s.id("de-1"), s.id("de-2"));
    let s = s.acts(&[Action::Lose(one), Action::Lose(two)]);
    assert_eq!((s.lost("de-1"), s.lost("de-2"), s.p.top()), (1, 1, Step::AttackerLoses(2)));
    let corps = s.id("ru-xv");
    let s = s.acts(&[Action::Lose(corps), Action::Lose(corps)]);
    assert_eq!(s.lost("ru-xv"), 2);
}

#[test]
fn r8_9m_t19_the_larger_force_loses_only_as_many_steps_as_the_smaller_has() {
    rules!("tannenberg 8.9f", "tannenberg 8.71");
    // Two divisions, four Steps, on five Russian ones: 8 against 8 is 1-1 for TCR 1, a 1 gives -/2.
    let pieces = [
        "de-1 2425",
        "de-2 2425",
        "ru-53 2424",
        "ru-1rf 2424",
        "ru-5rf 2424",
        "ru-fr 2424",
        "hq-ru-s-2 2523",
    ];
    let s = germans(&pieces).attack("2424", &["de-1", "de-2"], &[1]);
    assert_eq!(result(&s), Some((Outcome::Nothing, Outcome::Two)));
    assert_eq!((s.p.combat.size, s.p.combat.steps), (4, 4));
    let s = s.act(Action::Choose(1), &[]);
    let lose = |s: &Scene, u: &str| Action::Lose(s.id(u));
    let s = s.acts(&["ru-53", "ru-53", "ru-1rf", "ru-5rf"].map(|u| lose(&scene("campaign", 3, RU, &[]), u)));
    assert_eq!(
        ["ru-53", "ru-1rf", "ru-5rf", "ru-fr"].map(|u| s.at(u)),
        ["eliminated", "eliminated", "eliminated", "2424"]
    );
    assert!(!matches!(s.p.top(), Step::Advance), "the hex is not vacant");
}

#[test]
fn r8_75a_t21_nobody_advances_over_supplied_men_who_died_where_they_stood() {
    rules!("tannenberg 8.75b", "tannenberg 8.71", "tannenberg 8.73a", "tannenberg 8.72");
    // The division stands on its own railway at Soldau: 12 against 6 is 2-1, a 1 gives -/2, a 2 gives 1/2.
    let corps = ["ru-iii", "ru-xiii", "ru-1rf", "ru-5rf"];
    let fight = |around: &[&str], option: u8| {
        let mut pieces: Vec<String> = corps.iter().map(|u| format!("{u} 1921")).collect();
        pieces.push("de-1 1922".into());
        pieces.extend(around.iter().map(ToString::to_string));
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        russians(&pieces).attack("1922", &corps, &[1]).act(Action::Choose(option), &[])
    };
    let stood = fight(&[], 1);
    assert!(stood.events.contains(&Event::AdvanceBarred) && !matches!(stood.p.top(), Step::Advance));
    assert_eq!(stood.at("de-1"), "eliminated");
    // Out of supply: enemies on all sides.
    let cut = fight(&["ru-xx 1821", "ru-xxvi 1822", "ru-iv 1923", "ru-vi 2021", "ru-xv 2022"], 1);
    assert_eq!((cut.p.top(), cut.at("de-1")), (Step::Advance, "eliminated".into()), "{:?}", cut.events);
    // A 3 with option 1 bars it too, an E does not.
    let s = russians(&["ru-iii 1921", "ru-xiii 1921", "de-35r 1922"]).attack(
        "1922",
        &["ru-iii", "ru-xiii"],
        &[1],
    );
    assert_eq!(result(&s), Some((Outcome::Nothing, Outcome::Three)));
    assert!(s.act(Action::Choose(1), &[]).events.contains(&Event::AdvanceBarred));
    let s = russians(&["ru-iii 1921", "ru-xiii 1921", "de-9lw 1922"]).attack(
        "1922",
        &["ru-iii", "ru-xiii"],
        &[1],
    );
    assert_eq!((result(&s), s.p.top()), (Some((Outcome::Nothing, Outcome::Eliminated)), Step::Advance));
    let three = s.id("ru-iii");
    let s = s.act(Action::Advance(three, s_hex("1922")), &[]);
    assert_eq!(s.at("ru-iii"), "1922");
}

fn s_hex(number: &str) -> u16 {
    theatre().sheets[0].data.map.hex(number).unwrap()
}

#[test]
fn r8_73b_who_advances_attacks_no_more() {
    rules!("tannenberg 8.14a", "tannenberg 8.74", "tannenberg 8.73c", "tannenberg 8.54c", "tannenberg 8.9s");
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "de-35r 2425", "de-9lw 2427"];
    // 10 against 3 is 3-1, a 1 gives -/3; the division goes back with half its Steps or dies.
    let s = russians(&pieces).attack("2425", &["ru-iii", "ru-xiii"], &[1]);
    assert_eq!(result(&s), Some((Outcome::Nothing, Outcome::Three)));
    let mut s = s.act(Action::Choose(2), &[]);
    assert_eq!(s.lost("de-35r"), 1);
    while matches!(s.p.top(), Step::Retreat { .. }) {
        let to = s.legal()[0];
        s = s.act(to, &[]);
    }
    assert_eq!(s.p.top(), Step::Advance);
    let (three, thirteen, hex) = (s.id("ru-iii"), s.id("ru-xiii"), s.hex("2425"));
    let s = s.act(Action::Advance(three, hex), &[]);
    assert_eq!((s.at("ru-iii"), s.at("ru-xiii")), ("2425".into(), "2424".into()));
    assert_eq!(s.forbidden(Action::Advance(three, hex)), "8.73b");
    assert!(s.may(Action::Advance(thirteen, hex)), "any or all");
    let s = s.act(Action::Done, &[]);
    if matches!(s.p.top(), Step::Attacks(_)) {
        assert!(s.legal().iter().all(|a| matches!(a, Action::Done)), "both have attacked");
    }
}

#[test]
fn r8_23_one_attack_on_several_hexes_needs_everybody_beside_all_of_them() {
    rules!(
        "tannenberg 8.13",
        "tannenberg 8.21",
        "tannenberg 8.22",
        "tannenberg 8.24",
        "tannenberg 8.11b",
        "tannenberg 8.14b"
    );
    // 2425 and 2524 touch 2424 and 2525; 2423 touches only the first.
    let pieces = ["ru-iii 2425", "ru-xiii 2524", "ru-xv 2423", "de-9lw 2424", "de-6lw 2525", "de-2lw 2326"];
    let s = russians(&pieces);
    let (a, b, c) = (s.hex("2424"), s.hex("2525"), s.hex("2326"));
    let s = s.act(Action::Attack(a), &[]);
    assert!(s.may(Action::Also(b)) && s.may(Action::Also(c)));
    assert_eq!(s.forbidden(Action::Also(a)), "8.23", "it is attacked already");
    let s = s.act(Action::Also(b), &[]);
    assert!(s.may(Action::Also(c)), "2425 touches all three");
    assert_eq!(s.forbidden(Action::Also(s.hex("2427"))), "8.23");
    let [three, thirteen, fifteen] = ["ru-iii", "ru-xiii", "ru-xv"].map(|u| s.id(u));
    assert_eq!(s.forbidden(Action::With(fifteen)), "8.23");
    let s = s.acts(&[Action::With(three), Action::With(thirteen)]);
    assert_eq!(s.forbidden(Action::With(three)), "8.24");
    let s = s.act(Action::Fight, &[6]);
    assert_eq!(strengths(&s).map(|x| (x.0, x.1)), Some((10, 2)), "each hex whole, the sums compared");
    assert!(["de-9lw", "de-6lw"].iter().all(|u| s.is(u, flag::DEFENDED)) && !s.is("de-2lw", flag::DEFENDED));
}

#[test]
fn r8_11b_several_units_join_at_once_and_one_by_itself() {
    let joins = |pieces: &[&str]| {
        let s = russians(pieces);
        let target = s.hex("2425");
        s.act(Action::Attack(target), &[])
    };
    let corps = joins(&["ru-iii 2424", "ru-xiii 2424", "de-35r 2425"]);
    assert!(corps.may(Action::WithAll));
    let three = corps.id("ru-iii");
    let alone = corps.act(Action::With(three), &[]);
    assert_eq!(alone.forbidden(Action::WithAll), "8.11b", "one is left");
    assert_eq!(joins(&["ru-iii 2424", "de-35r 2425"]).forbidden(Action::WithAll), "8.11b");
}

#[test]
fn r10_22_t3_a_corps_and_an_army_headquarters_both_shift() {
    rules!(
        "tannenberg 10.21b",
        "tannenberg 10.2a",
        "tannenberg 10.24",
        "tannenberg 10.23",
        "tannenberg 10.11b"
    );
    let pieces = [
        "de-1 2425",
        "de-2 2425",
        "hq-de-vf-1 2425",
        "hq-de-vpr-8 2425",
        "hq-de-vm-17 2425",
        "de-35 2425",
        "ru-iii 2424",
        "hq-ru-s-2 2422",
    ];
    let s = germans(&pieces).declare("2424", &["de-1", "de-2", "de-35"]);
    let (francois, army, mackensen) = (s.id("hq-de-vf-1"), s.id("hq-de-vpr-8"), s.id("hq-de-vm-17"));
    assert_eq!(s.forbidden(Action::Shift(s.id("de-1"))), "10.2a", "a corps is no headquarters");
    let s = s.acts(&[Action::Shift(francois), Action::Shift(army)]);
    assert_eq!(s.forbidden(Action::Shift(mackensen)), "10.22");
    assert_eq!(s.forbidden(Action::Shift(francois)), "10.2a");
    // François leads them besides (12 and 3 against 8), which closes no door to his own shift.
    let s = s.act(Action::Lead(francois), &[]);
    let s = s.act(Action::Fight, &[6]);
    // 15 against 8 is 1-1, column 4 of TCR 1; 2 and 1 more columns.
    assert_eq!(strengths(&s), Some((15, 8, 4, 7)));
    assert!(s.is("hq-de-vf-1", flag::SHIFTED) && s.is("hq-de-vf-1", flag::LED));
}

#[test]
fn r10_24_a_leader_who_fights_shifts_only_that_fight() {
    let pieces = ["de-1 2425", "de-2 2425", "hq-de-vf-1 2425", "ru-53 2424", "ru-54 2426", "hq-ru-s-2 2524"];
    let led = germans(&pieces).set("hq-de-vf-1", flag::LED).declare("2424", &["de-1"]);
    assert_eq!(led.forbidden(Action::Shift(led.id("hq-de-vf-1"))), "10.24");
    let lent = germans(&pieces).set("hq-de-vf-1", flag::SHIFTED).declare("2424", &["de-1"]);
    assert_eq!(lent.forbidden(Action::Lead(lent.id("hq-de-vf-1"))), "10.24");
}

#[test]
fn r10_53c_headquarters_fall_with_their_last_unit_or_turn_over() {
    rules!(
        "tannenberg 10.54a",
        "tannenberg 10.54b",
        "tannenberg 10.53b",
        "tannenberg 21.2h",
        "tannenberg 21.2d"
    );
    // 20 against 1 in the last column: E. Landwehr with a corps headquarters and the army's.
    let pieces = [
        "ru-iii 2424",
        "ru-xiii 2424",
        "ru-xv 2426",
        "ru-vi 2426",
        "de-9lw 2425",
        "hq-de-vf-1 2425",
        "hq-de-vpr-8 2425",
        "de-1 2328",
    ];
    let s = russians(&pieces).attack("2425", &["ru-iii", "ru-xiii", "ru-xv", "ru-vi"], &[1]);
    assert_eq!((s.at("de-9lw"), s.at("hq-de-vf-1")), ("eliminated".into(), "eliminated".into()));
    assert_eq!(
        (s.lost("hq-de-vpr-8"), s.at("hq-de-vpr-8")),
        (1, "2328".into()),
        "reduced, with the nearest unit"
    );
    assert_eq!(s.p.points, 6 + 20 + 20);
    assert_eq!(s.p.top(), Step::Advance);
}

#[test]
fn r10_53d_a_headquarters_goes_back_with_its_units() {
    rules!(
        "tannenberg 8.62a",
        "tannenberg 8.62b",
        "tannenberg 8.9q",
        "tannenberg 8.9r",
        "tannenberg 8.54b",
        "tannenberg 8.61a"
    );
    let pieces = ["ru-iii 2424", "ru-xiii 2424", "de-1 2425", "de-9lw 2425", "hq-de-vf-1 2425"];
    let s = russians(&pieces).attack("2425", &["ru-iii", "ru-xiii"], &[1]);
    let s = s.act(Action::Choose(2), &[]);
    assert_eq!(s.decider().0, DE);
    let to = s.legal()[0];
    let s = s.act(to, &[]);
    let at = s.at("de-1");
    assert_ne!(at, "2425");
    assert_eq!([s.at("de-9lw"), s.at("hq-de-vf-1")], [at.clone(), at]);
    assert_eq!(
        [s.at("ru-iii"), s.at("ru-xiii")],
        ["2424".to_string(), "2424".to_string()],
        "attackers never go back"
    );
}

#[test]
fn r8_64b_worse_armies_do_not_go_back_through_enemy_zones() {
    rules!("tannenberg 8.65", "tannenberg 7.24a", "tannenberg 8.64a");
    // Germans on three sides: every hex around 2425 is held or controlled. 8 against 3 is 2-1, a 3 gives 1/2.
    let ring = ["de-1 2424", "de-2 2424", "de-35 2526", "de-36 2326", "ru-53 2425", "hq-ru-s-2 2425"];
    let s = germans(&ring).attack("2425", &["de-1", "de-2"], &[3]);
    assert_eq!(result(&s), Some((Outcome::One, Outcome::Two)));
    let s = s.act(Action::Choose(3), &[]);
    assert_eq!((s.at("ru-53"), s.lost("hq-ru-s-2")), ("eliminated".into(), 0));
    // A friend in one of the hexes lets them through, and stays as it is.
    let friend: Vec<&str> = ring.iter().copied().chain(["ru-54 2426"]).collect();
    let s = germans(&friend).attack("2425", &["de-1", "de-2"], &[3]).act(Action::Choose(2), &[]);
    assert_eq!((s.at("ru-53"), s.lost("ru-53"), s.lost("ru-54")), ("2426".into(), 1, 0));
    assert!(s.is("ru-53", flag::GUEST), "tannenberg 8.66a");
    // The better army goes through zones if it must.
    let other = ["ru-iii 2424", "ru-xiii 2424", "ru-xv 2526", "ru-vi 2326", "de-1 2425"];
    let mut s = russians(&other).attack("2425", &["ru-iii", "ru-xiii"], &[2]).act(Action::Choose(2), &[]);
    while matches!(s.p.top(), Step::Retreat { .. }) {
        let to = s.legal()[0];
        s = s.act(to, &[]);
    }
    let at = s.p.hex(s.id("de-1")).expect("it lives");
    assert_ne!(at, s.hex("2425"));
    assert!(sandtable_east::standard::zones::in_enemy_zone(&s.p, DE, at), "every hex around is controlled");
}

#[test]
fn r8_65_a_stack_goes_back_through_friends_who_stay_as_they_are() {
    // Two hexes back: the friend in 2426 lets them pass and is no host, for they do not stay.
    let ring = ["de-1 2424", "de-2 2424", "de-35 2526", "ru-53 2425", "hq-ru-s-2 2425", "ru-54 2426"];
    let s = germans(&ring).attack("2425", &["de-1", "de-2"], &[3]).act(Action::Choose(3), &[]);
    let (friend, mut s) = (s.hex("2426"), s);
    let before = s.p.flags(s.id("ru-54"));
    let mut through = s.events.contains(&Event::Retreated(s.id("ru-53"), s.hex("2425"), friend));
    while matches!(s.p.top(), Step::Retreat { .. }) {
        let to = if s.legal().contains(&Action::To(friend)) { Action::To(friend) } else { s.legal()[0] };
        through |= to == Action::To(friend);
        s = s.act(to, &[]);
    }
    assert!(through, "{:?}", s.events);
    assert_eq!((s.at("ru-54"), s.lost("ru-54"), s.p.flags(s.id("ru-54"))), ("2426".into(), 0, before));
    assert!(
        s.at("ru-53") != "2425" && s.at("ru-53") != "2426" && !s.is("ru-53", flag::GUEST),
        "{}",
        s.at("ru-53")
    );
}
