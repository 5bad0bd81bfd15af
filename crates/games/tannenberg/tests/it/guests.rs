//! Units that went back onto friends, and what becomes of them (cases 8.66 and 12.17).
use crate::scene::*;
use sandtable_east::data::params::Outcome;
use sandtable_tannenberg::position::{Phase, Step, flag};
use sandtable_tannenberg::{Action, Event};

fn result(s: &Scene) -> Option<(Outcome, Outcome)> {
    s.events.iter().find_map(|e| if let Event::Result(a, d, ..) = e { Some((*a, *d)) } else { None })
}

fn strengths(s: &Scene) -> Option<(u16, u16)> {
    s.events.iter().find_map(|e| if let Event::Strengths(a, d, ..) = e { Some((*a, *d)) } else { None })
}

/// The 53rd Division with Samsonov has gone back from 2425 to the IV Corps in 2426, whole.
fn gone_back() -> Scene {
    let pieces = [
        "de-1 2424",
        "de-2 2424",
        "de-35 2526",
        "de-36 2326",
        "de-41 2326",
        "ru-53 2425",
        "hq-ru-s-2 2425",
        "ru-iv 2426",
    ];
    let s = scene("campaign", 3, DE, &pieces).combat();
    // 8 against 3 and the headquarters is 2-1, a 4 gives 1/1.
    let s = s.attack("2425", &["de-1", "de-2"], &[4]).act(Action::Choose(2), &[]);
    assert_eq!((s.at("ru-53"), s.at("hq-ru-s-2"), s.lost("ru-53")), ("2426".into(), "2426".into(), 0));
    let one = s.id("de-1");
    let s = s.act(Action::Lose(one), &[]);
    if matches!(s.p.top(), Step::Advance) { s.act(Action::Done, &[]) } else { s }
}

/// The first of them is out of supply by then and rolls before.
const THREE: [&str; 3] = ["de-35", "de-36", "de-41"];

#[test]
fn r8_66a_t33_guests_do_not_fight_and_lose_with_their_hosts() {
    rules!("tannenberg 8.66b", "tannenberg 8.66d", "tannenberg 8.14b");
    let s = gone_back();
    assert!(s.is("ru-53", flag::GUEST) && s.is("ru-53", flag::DEFENDED) && !s.is("ru-iv", flag::GUEST));
    // The hosts may be attacked, though their guests have been.
    let s = s.attack("2426", &THREE, &[6, 3]);
    assert_eq!(strengths(&s), Some((10, 8)), "neither the division nor its headquarters adds anything");
    assert_eq!(
        (result(&s), s.p.combat.steps),
        (Some((Outcome::One, Outcome::One)), 4),
        "four Steps, not six"
    );
    let s = s.act(Action::Choose(1), &[]);
    assert_eq!((s.lost("ru-iv"), s.at("ru-iv")), (2, "2426".into()));
    assert_eq!((s.lost("ru-53"), s.lost("hq-ru-s-2")), (1, 0), "half of two");
}

#[test]
fn r8_66c_guests_are_lost_if_their_hosts_go_or_die() {
    rules!("tannenberg 10.53c", "tannenberg 10.54a");
    // No result for the defender: nothing happens to anybody.
    let calm = gone_back().attack("2426", &THREE, &[6, 6]);
    assert_eq!((result(&calm), calm.lost("ru-53")), (Some((Outcome::One, Outcome::Nothing)), 0));
    let gone = gone_back().attack("2426", &THREE, &[6, 3]).act(Action::Choose(2), &[]);
    assert_eq!((gone.at("ru-iv"), gone.lost("ru-iv")), ("2427".into(), 0));
    assert_eq!(gone.at("ru-53"), "eliminated");
    // The headquarters that was among the guests has lost its last unit.
    let (one, two) = (gone.id("de-36"), gone.id("de-41"));
    let gone = gone.acts(&[Action::Lose(one), Action::Lose(two)]);
    assert_eq!((gone.at("hq-ru-s-2"), gone.lost("hq-ru-s-2")), ("2427".into(), 1));
    // A 2 with option 1 ends the corps and its guest alike.
    let dead = gone_back().lose("ru-iv", 2).attack("2426", &THREE, &[6, 1]);
    assert!(matches!(result(&dead), Some((Outcome::Nothing, Outcome::Three))), "{:?}", result(&dead));
    let dead = dead.act(Action::Choose(1), &[]);
    assert_eq!((dead.at("ru-iv"), dead.at("ru-53")), ("eliminated".into(), "eliminated".into()));
}

#[test]
fn r12_17_cavalry_is_the_guest_of_those_who_stay() {
    rules!("tannenberg 12.15", "tannenberg 8.66a");
    let pieces = ["ru-iii 2525", "ru-xiii 2227", "de-c1 2425", "de-c2 2226"];
    let s = scene("campaign", 3, RU, &pieces).step(Phase::Attrition, Step::Go).runs(&[]);
    let (one, two, to) = (s.id("de-c1"), s.id("de-c2"), s.hex("2226"));
    let s = s.act(Action::Withdraw(one), &[2]).act(Action::To(to), &[]).act(Action::Done, &[]);
    assert!(s.is("de-c1", flag::GUEST));
    // Beside the enemy it is still a target, with its host.
    let stays = s.clone().act(Action::Done, &[]);
    let stays =
        if stays.p.phase == Phase::Combat { stays } else { stays.step(Phase::Combat, Step::Attacks(RU)) };
    assert!(stays.may(Action::Attack(to)));
    // When the host rides off too, it defends for itself.
    let mut s = s.act(Action::Withdraw(two), &[2]);
    if matches!(s.p.top(), Step::WithdrawTo(_)) {
        let away = s.legal()[0];
        s = s.act(away, &[]);
    }
    assert_ne!(s.at("de-c2"), "2226");
    assert!(!s.is("de-c1", flag::GUEST) && s.at("de-c1") == "2226");
    let s = s.step(Phase::Combat, Step::Attacks(RU)).attack("2226", &["ru-xiii"], &[6]);
    assert_eq!(strengths(&s), Some((2, 1)), "the corps, without command, has half its strength");
}
