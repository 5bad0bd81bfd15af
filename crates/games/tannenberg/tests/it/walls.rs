//! Fortresses under attack (case 11.1), with a garrison and without.
use crate::scene::*;
use sandtable_east::data::params::Outcome;
use sandtable_east::standard::strength::fort_strength;
use sandtable_tannenberg::action::FortId;
use sandtable_tannenberg::position::{Step, flag};
use sandtable_tannenberg::{Action, Event};

fn result(s: &Scene) -> Option<(Outcome, Outcome)> {
    s.events.iter().find_map(|e| if let Event::Result(a, d, ..) = e { Some((*a, *d)) } else { None })
}

fn lost_walls(s: &Scene, at: &str) -> u8 {
    s.p.fort_lost(fort(s, at))
}

fn fort(s: &Scene, at: &str) -> u8 {
    s.data().map.at(s.hex(at)).fort.unwrap()
}

/// Two Russian corps, eight Steps and ten points, beside Lötzen with some garrison.
fn storm(garrison: &[&str]) -> Scene {
    let mut pieces = vec!["ru-iii 1115".to_string(), "ru-xiii 1115".into(), "hq-ru-r-1 1115".into()];
    pieces.extend(garrison.iter().map(|u| format!("{u} 1114")));
    let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    scene("campaign", 3, RU, &pieces).combat()
}

const CORPS: [&str; 2] = ["ru-iii", "ru-xiii"];

#[test]
fn r11_13c_t5_an_empty_fortress_pays_half_the_affected_steps_for_each_number() {
    rules!(
        "tannenberg 11.12a",
        "tannenberg 11.12b",
        "tannenberg 11.14a",
        "tannenberg 8.14b",
        "tannenberg 5.13b"
    );
    // 10 against 3 is 3-1: a 1 gives -/3, six Steps or three of the fortress.
    let s = storm(&[]);
    assert_eq!(fort_strength(s.data(), &s.p, fort(&s, "1114")), 3);
    let s = s.attack("1114", &CORPS, &[1]);
    assert_eq!(result(&s), Some((Outcome::Nothing, Outcome::Three)));
    assert!(s.events.contains(&Event::WallLost(fort(&s, "1114"), 3)), "{:?}", s.events);
    assert_eq!(lost_walls(&s, "1114"), 3);
    assert!(s.p.stands(s.data(), fort(&s, "1114")) && fort_strength(s.data(), &s.p, fort(&s, "1114")) < 3);
    assert!(!s.events.iter().any(|e| matches!(e, Event::Retreated(..) | Event::Advanced(..))));
    assert!(!matches!(s.p.top(), Step::Advance), "it stands, and nobody enters");
    // Another corps may not storm it again in this phase.
    let mut s = storm(&["de-35r"]);
    let (third, garrison, beside) = (s.id("ru-xv"), s.id("de-35r"), s.hex("1213"));
    s.p.put(s.data(), third, beside);
    s.p.put(s.data(), garrison, s.hex("1212"));
    let s = s.attack("1114", &CORPS, &[1]);
    assert!(matches!(s.p.top(), Step::Attacks(_)) && s.may(Action::Attack(s.hex("1212"))));
    assert_eq!(s.forbidden(Action::Attack(s.hex("1114"))), "8.14b");
}

#[test]
fn r11_14a_t6_two_steps_lost_weaken_a_fortress() {
    rules!("tannenberg 11.13c", "tannenberg 11.13a");
    // A 4 gives 1/1: two Steps of four, one of the fortress.
    let first = storm(&[]).attack("1114", &CORPS, &[4]);
    assert_eq!((result(&first), lost_walls(&first, "1114")), (Some((Outcome::One, Outcome::One)), 1));
    assert_eq!(fort_strength(first.data(), &first.p, fort(&first, "1114")), 3);
    // The next turn three are affected: half of three is two, one of the fortress again.
    let mut second = storm(&[]);
    let (data, walls) = (second.data(), fort(&second, "1114"));
    second.p.lose_fort(data, walls, 1);
    let second = second.attack("1114", &CORPS, &[4]);
    assert_eq!((second.p.combat.steps, lost_walls(&second, "1114")), (3, 2));
    assert_eq!(fort_strength(data, &second.p, walls), data.map.forts[usize::from(walls)].weakened);
    // With the last Step it falls, and the Russians walk in.
    let mut last = storm(&[]);
    last.p.lose_fort(data, walls, 3);
    let last = last.attack("1114", &CORPS, &[4]);
    assert!(last.events.contains(&Event::FortressFell(walls)));
}

#[test]
fn r11_13d_t4_a_garrison_and_its_walls_pay_together() {
    rules!("tannenberg 11.13b", "tannenberg 11.13c");
    // 10 against 3 and 6 is 1-1, a 3 gives 1/1. Eight Steps against eight: four to pay.
    let s = || storm(&["de-35r", "de-kb"]).attack("1114", &CORPS, &[3]).act(Action::Choose(1), &[]);
    let start = s();
    assert_eq!(start.p.combat.steps, 8);
    assert_eq!(start.p.top(), Step::DefenderLoses { owed: 4, walls: true, units: false });
    let (walls, one, two) = (fort(&start, "1114"), start.id("de-35r"), start.id("de-kb"));
    let [wall, first, second] = [Action::LoseWall(FortId(walls)), Action::Lose(one), Action::Lose(two)];
    // Two Steps of the fortress.
    let stone = s().acts(&[wall, wall]);
    assert_eq!((lost_walls(&stone, "1114"), stone.lost("de-35r"), stone.lost("de-kb")), (2, 0, 0));
    assert!(matches!(stone.p.top(), Step::AttackerLoses(4)));
    // Both divisions.
    let men = s().acts(&[first, first, second]);
    let men = if matches!(men.p.top(), Step::DefenderLoses { .. }) { men.act(second, &[]) } else { men };
    assert_eq!(
        (men.at("de-35r"), men.at("de-kb"), lost_walls(&men, "1114")),
        ("eliminated".into(), "eliminated".into(), 0)
    );
    // One division and one Step of the fortress.
    let both = s().acts(&[first, first, wall]);
    assert_eq!(
        (both.at("de-35r"), lost_walls(&both, "1114"), both.lost("de-kb")),
        ("eliminated".into(), 1, 0)
    );
    // One division alone is too little.
    let short = s().acts(&[first, first]);
    assert_eq!(short.p.top(), Step::DefenderLoses { owed: 2, walls: true, units: true });
    assert_eq!(short.decider().0, DE);
    // After three of men the last is of men too: a Step of the fortress would be half wasted.
    let odd = s().acts(&[first, second, first]);
    assert_eq!(
        (lost_walls(&odd, "1114"), odd.at("de-kb"), odd.p.top()),
        (0, "eliminated".into(), Step::AttackerLoses(4))
    );
}

#[test]
fn r11_12b_walls_stay_when_their_garrison_goes() {
    rules!("tannenberg 11.12a", "tannenberg 8.71");
    let s = storm(&["de-35r", "de-kb"]).attack("1114", &CORPS, &[3]).act(Action::Choose(2), &[]);
    let s = if matches!(s.p.top(), Step::Retreat { .. }) {
        let to = s.legal()[0];
        s.act(to, &[])
    } else {
        s
    };
    assert_ne!(s.at("de-35r"), "1114");
    assert_eq!((s.at("de-kb"), s.lost("de-35r"), s.lost("de-kb")), (s.at("de-35r"), 0, 0));
    // The walls take the result alone: half of their four Steps, one of the fortress.
    assert_eq!(lost_walls(&s, "1114"), 1);
    let (three, hex) = (s.id("ru-iii"), s.hex("1114"));
    assert!(matches!(s.p.top(), Step::AttackerLoses(4)));
    let s = (0..4).fold(s, |s, _| {
        if matches!(s.p.top(), Step::AttackerLoses(_)) { s.act(Action::Lose(three), &[]) } else { s }
    });
    assert!(!s.legal().contains(&Action::Advance(s.id("ru-xiii"), hex)), "the hex is not vacant");
}

#[test]
fn r8_66d_guests_of_a_fortress_share_its_losses_and_add_nothing() {
    // 10 against 3 alone; a 1 gives -/3 and takes three Steps of the walls.
    let s = storm(&["de-1"]).set("de-1", flag::GUEST).attack("1114", &CORPS, &[1]);
    assert!(s.events.iter().any(|e| matches!(e, Event::Strengths(10, 3, ..))), "{:?}", s.events);
    assert_eq!((lost_walls(&s, "1114"), s.lost("de-1"), s.at("de-1")), (3, 1, "1114".into()));
}
