//! What follows a combat (chapters 8.6, 8.7, 8.9, 10.4 and 10.5): retreat, advance, headquarters.
use crate::scene::*;
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::position::{Step, flag};
use sandtable_tannenberg::{Action, Event};

fn result(s: &Scene) -> Option<(Outcome, Outcome)> {
    s.events.iter().find_map(|e| if let Event::Result(a, d, ..) = e { Some((*a, *d)) } else { None })
}

fn russians(pieces: &[&str]) -> Scene {
    scene("campaign", 3, RU, pieces).combat()
}

fn germans(pieces: &[&str]) -> Scene {
    scene("campaign", 3, DE, pieces).combat()
}

#[test]
fn r8_71_attackers_advance_into_every_hex_left_vacant() {
    rules!("tannenberg 8.72", "tannenberg 8.73a", "tannenberg 8.73b", "tannenberg 8.74", "tannenberg 6.0");
    // 14 against 2 is beyond the last column: a 1 is E for two brigades in two hexes.
    let pieces = [
        "ru-iii 2425",
        "ru-xiii 2425",
        "ru-iv 2524",
        "de-9lw 2424",
        "de-6lw 2525",
        "de-2lw 2324",
        "ru-53 2423",
    ];
    let s = russians(&pieces);
    let (a, b) = (s.hex("2424"), s.hex("2525"));
    let [three, thirteen, four, other] = ["ru-iii", "ru-xiii", "ru-iv", "ru-53"].map(|u| s.id(u));
    let s = s.acts(&[Action::Attack(a), Action::Also(b), Action::With(three), Action::With(thirteen)]);
    let s = s.act(Action::With(four), &[]).act(Action::Fight, &[1]);
    assert_eq!(result(&s), Some((Outcome::Nothing, Outcome::Eliminated)));
    assert_eq!((s.p.top(), s.decider().0), (Step::Advance, RU), "never the defender");
    assert_eq!(s.forbidden(Action::Advance(other, a)), "8.71", "who took no part stays");
    // Into the zone of the brigade in 2324, too.
    let s = s.acts(&[Action::Advance(three, a), Action::Advance(four, b)]);
    assert_eq!(
        (s.at("ru-iii"), s.at("ru-iv"), s.at("ru-xiii")),
        ("2424".into(), "2525".into(), "2425".into())
    );
    assert_eq!(s.forbidden(Action::Advance(three, b)), "8.73b");
    assert!(s.may(Action::Advance(thirteen, a)) && s.may(Action::Advance(thirteen, b)));
    let s = s.act(Action::Advance(thirteen, a), &[]);
    // The 53rd may attack it, those who advanced may not.
    let s = if s.p.top() == Step::Advance { s.act(Action::Done, &[]) } else { s };
    let s = s.act(Action::Attack(theatre().sheets[0].data.map.hex("2324").unwrap()), &[]);
    assert_eq!(s.forbidden(Action::With(three)), "8.14a");
    assert!(s.may(Action::With(other)));
}

#[test]
fn r8_71_two_corps_and_a_brigade_fill_a_hex() {
    let pieces = ["ru-iii 2425", "ru-xiii 2425", "ru-iv 2524", "de-9lw 2424"];
    let s = russians(&pieces).attack("2424", &["ru-iii", "ru-xiii", "ru-iv"], &[1]);
    let hex = s.hex("2424");
    let [three, thirteen, four] = ["ru-iii", "ru-xiii", "ru-iv"].map(|u| s.id(u));
    let s = s.act(Action::Advance(three, hex), &[]);
    assert!(
        s.may(Action::Advance(thirteen, hex)) && s.may(Action::Advance(four, hex)) && s.may(Action::Done)
    );
    let s = s.act(Action::Advance(four, hex), &[]);
    assert_ne!(s.p.top(), Step::Advance, "twelve points would be too many, so nobody is asked");
    assert_eq!(s.at("ru-xiii"), "2425");
}

#[test]
fn r8_9m_the_owner_names_whom_a_retreat_concerns() {
    rules!("tannenberg 8.9o", "tannenberg 8.9q", "tannenberg 8.9r", "tannenberg 8.62a", "tannenberg 8.9p");
    // Two Steps against eight in two hexes: 4 against 16 is 1-4, a 1 gives 1/1.
    let pieces = ["de-1 2425", "ru-iv 2424", "ru-xx 2525", "hq-ru-s-2 2523"];
    let s = germans(&pieces);
    let (a, b, one) = (s.hex("2424"), s.hex("2525"), s.id("de-1"));
    let s = s.acts(&[Action::Attack(a), Action::Also(b), Action::With(one)]).act(Action::Fight, &[1]);
    assert_eq!((result(&s), s.p.combat.steps), (Some((Outcome::One, Outcome::One)), 2));
    let s = s.act(Action::Choose(2), &[]);
    assert_eq!((s.p.top(), s.decider().0), (Step::Affected, RU));
    let (four, twenty) = (s.id("ru-iv"), s.id("ru-xx"));
    assert_eq!(s.legal(), [Action::Affect(twenty), Action::Affect(four)]);
    assert_eq!(s.forbidden(Action::Affect(one)), "8.9m");
    // One corps has more than two Steps: the other stays where it is.
    let mut s = s.act(Action::Affect(twenty), &[]);
    while let Step::Retreat { .. } = s.p.top() {
        let to = s.legal()[0];
        s = s.act(to, &[]);
    }
    assert_eq!((s.at("ru-iv"), s.at("ru-xx") == "2525"), ("2424".into(), false));
}

#[test]
fn r6_15b_who_comes_last_to_a_full_hex_is_lost() {
    rules!("tannenberg 6.15a", "tannenberg 8.63d", "tannenberg 8.63c", "tannenberg 8.64b");
    // The only way for 2425 is 2426, where a corps, a division and an earlier guest of two points stand already.
    let ring =
        ["de-1 2424", "de-2 2424", "de-35 2526", "de-36 2326", "ru-53 2425", "ru-1rf 2425", "hq-ru-s-2 2425"];
    let all: Vec<&str> = ring.iter().copied().chain(["ru-iv 2426", "ru-54 2426", "ru-56 2426"]).collect();
    // 8 against 6 is 1-1, a 3 gives 1/1.
    let s = germans(&all).set("ru-56", flag::GUEST).attack("2425", &["de-1", "de-2"], &[3]);
    assert_eq!(result(&s), Some((Outcome::One, Outcome::One)));
    let s = s.act(Action::Choose(2), &[]);
    let hex = s.hex("2426");
    assert_eq!((s.p.top(), s.decider().0), (Step::Overfull(RU, hex), RU), "{:?}", s.events);
    let [division, brigade, host, guest] =
        ["ru-53", "ru-1rf", "ru-iv", "ru-56"].map(|u| Action::GiveUp(s.id(u)));
    assert!(s.may(division) && s.may(brigade));
    assert_eq!(
        [s.forbidden(host), s.forbidden(guest)],
        ["6.14a", "6.14a"],
        "neither hosts nor those who came before"
    );
    // Eleven points less two are nine.
    let s = s.act(division, &[]);
    assert_eq!(
        (s.at("ru-53"), s.at("ru-1rf"), s.at("ru-56")),
        ("eliminated".into(), "2426".into(), "2426".into())
    );
}

#[test]
fn r8_63b_the_better_army_keeps_out_of_zones_unless_a_friend_is_there() {
    rules!("tannenberg 7.24a", "tannenberg 8.63a", "tannenberg 8.64a");
    let ways = |pieces: &[&str]| {
        let s = russians(pieces).attack("2425", &["ru-iii", "ru-xiii"], &[2]).act(Action::Choose(2), &[]);
        let number = |a: &Action| {
            if let Action::To(h) = a { s.data().map.number(*h).to_string() } else { String::new() }
        };
        let list: Vec<String> = s.legal().iter().map(number).collect();
        if matches!(s.p.top(), Step::Retreat { .. }) { list } else { vec![s.at("de-1")] }
    };
    let bare = ["ru-iii 2424", "ru-xiii 2424", "de-1 2425"];
    let free = ways(&bare);
    assert!(!free.is_empty() && free.iter().all(|h| ["2326", "2426"].contains(&h.as_str())), "{free:?}");
    // A corps behind controls both; then a friend makes its hex as good as a free one, and the other is left alone.
    let watched: Vec<&str> = bare.iter().copied().chain(["ru-iv 2327"]).collect();
    let both = ways(&watched);
    assert_eq!(both, ["2325", "2326", "2426"], "no way out of zones: none is better");
    let helped: Vec<&str> = watched.iter().copied().chain(["de-9lw 2426"]).collect();
    assert_eq!(ways(&helped), ["2426"]);
}

#[test]
fn r10_43a_t34_defenders_beyond_every_radius_fare_worse() {
    rules!("tannenberg 10.43b", "tannenberg 8.9j", "tannenberg 8.9k");
    // 8 against 3 is 2-1 for the German: 1, 3 and 4 give -/3, 1/2 and 1/1; 7 would give 1/-.
    let fight = |hq: &str, die: u8| {
        let s = germans(&["de-1 2424", "de-2 2424", "ru-53 2425", hq]);
        result(&s.attack("2425", &["de-1", "de-2"], &[die]))
    };
    use Outcome::{Eliminated, Nothing, One, Three, Two};
    assert_eq!(
        [1, 3, 4].map(|d| fight("hq-ru-s-2 2428", d)),
        [Some((Nothing, Three)), Some((One, Two)), Some((One, One))]
    );
    assert_eq!(
        [1, 3, 4].map(|d| fight("hq-ru-s-2 2429", d)),
        [Some((Nothing, Eliminated)), Some((One, Three)), Some((One, Two))],
        "one hex too far"
    );
    // A dash stays one.
    let calm = germans(&["de-1 2424", "ru-iv 2425"]).attack("2425", &["de-1"], &[6, 6]);
    assert_eq!(result(&calm).map(|r| r.1), Some(Nothing));
}

#[test]
fn r10_54a_an_army_headquarters_with_nowhere_to_go_is_lost() {
    rules!(
        "tannenberg 10.53b",
        "tannenberg 10.53c",
        "tannenberg 10.54b",
        "tannenberg 10.52e",
        "tannenberg 21.2h"
    );
    // 15 against 1: E. Every hex around 2425 is held or controlled, and a Russian headquarters passes no zone.
    let ring =
        ["de-1 2424", "de-2 2424", "de-35 2526", "de-36 2326", "ru-1rf 2425", "hq-ru-s-2 2425", "ru-iv 2430"];
    let s = germans(&ring).attack("2425", &["de-1", "de-2", "de-35", "de-36"], &[1]);
    assert_eq!((s.at("ru-1rf"), s.at("hq-ru-s-2")), ("eliminated".into(), "eliminated".into()));
    assert!(!s.events.iter().any(|e| matches!(e, Event::HqReduced(_))));
    assert_eq!(s.p.points, -3 - 14, "once");
    // With a way out it turns over, and scores as much.
    let open =
        ["de-1 2424", "de-2 2424", "de-35 2424", "de-36 2424", "ru-1rf 2425", "hq-ru-s-2 2425", "ru-iv 2430"];
    let s = germans(&open).attack("2425", &["de-1", "de-2", "de-35", "de-36"], &[1]);
    assert_eq!((s.at("hq-ru-s-2"), s.lost("hq-ru-s-2"), s.p.points), ("2430".into(), 1, -17));
}

#[test]
fn r10_52b_a_headquarters_alone_is_no_target() {
    // It gives way in a Movement Phase only.
    let s = russians(&["ru-iii 2424", "hq-de-vf-1 2425", "de-9lw 2325"]);
    assert_eq!(s.forbidden(Action::Attack(s.hex("2425"))), "8.0a");
    assert!(s.may(Action::Attack(s.hex("2325"))));
    let s = s.attack("2325", &["ru-iii"], &[6]);
    assert_eq!(s.at("hq-de-vf-1"), "2425");
}
