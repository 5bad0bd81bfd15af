//! Guerillas, and the conquest of minors.
use crate::scene::*;

fn spain(slot: u8) -> Position {
    before("grand1805", Phase::Sieges, &[slot]).neutral().on("war fr sp")
}

fn guerillas(p: &Position, id: &str) -> u8 {
    p.at(area(id)).irregulars[usize::from(SP)]
}

#[test]
fn r7_6_guerillas_rise_where_the_enemy_stands() {
    // Besieged Frenchmen, Spaniards and neutrals raise nobody.
    // A province that Spain has ceded.
    let mut p = spain(SP).on("fr-i mad 10I; garrison zgz fr 3I; garrison bcn fr 3I; siege bcn; \
         sp-i bcn 5I; pr-i val 5I; fr-ii brg 10I");
    p.at_mut(area("brg")).country = FR;
    let s = p.begin_with(&[2, 6]);
    assert_eq!(
        ["mad", "zgz", "bcn", "val", "brg"].map(|a| guerillas(&s.p, a)),
        [3, 0, 0, 0, 0],
        "5 - 2; 5 - 6"
    );
    let rose = s.sieges().iter().filter(|e| matches!(e, SiegeEvent::Guerillas { .. })).count();
    assert_eq!(rose, 2);
}

#[test]
fn r7_6_others_hunt_guerillas_with_corps_that_are_free() {
    let mut p = spain(FR).on("fr-i mad 10I; irregulars mad sp 4; irregulars zgz sp 2");
    let one = corps("fr-i");
    let hunt = |id: &str| Action::Siege(SiegeAction::Hunt(area(id)));
    let mut s = p.begin();
    assert_eq!((s.sides(), s.offers_to(FR)), (vec![FR], vec!["hunt in mad".to_string(), "done".to_string()]));
    assert_eq!((s.forbids(FR, &hunt("zgz")), s.forbids(FR, &hunt("vie"))), ("7.6".into(), "7.6".into()));
    s.by(FR, "hunt in mad", &[5]);
    assert_eq!(guerillas(&s.p, "mad"), 4, "5 is not above 5, and there is no second try");
    assert_ne!(s.p.play.phase, Phase::Guerillas);
    // Two corps add 1.
    put(&mut p, "fr-ii", FR, field("mad"), 10);
    let mut s = p.begin();
    s.by(FR, "hunt in mad", &[5]);
    assert_eq!(guerillas(&s.p, "mad"), 0);
    // One of them has fought: alone again.
    p.play.engaged = Blocks::one(one);
    let mut s = p.begin();
    s.by(FR, "hunt in mad", &[5]);
    assert_eq!(guerillas(&s.p, "mad"), 4);
    // Besiegers and besieged do not hunt.
    p.play.engaged = Blocks::NONE;
    p = p.on("garrison mad sp 3I; siege mad");
    assert!(p.begin().sides().is_empty() || p.begin().p.play.phase != Phase::Guerillas);
    let mut p = spain(FR).on("fr-i mad city 10I; irregulars mad sp 4");
    assert!(p.begin().offered_to(FR, "hunt in mad"), "in a city without a siege they do");
    p = p.on("siege mad; sp-i mad 5I");
    assert!(!p.begin().offered_to(FR, "hunt in mad"));
    // Powers at peace with Spain have nothing to hunt.
    let p = spain(PR).on("pr-i mad 10I; irregulars mad sp 4");
    assert!(!p.begin().offered_to(PR, "hunt in mad"));
}

/// France is at war with neutral Portugal and about to storm its capital.
fn lisbon() -> (Position, u8) {
    let mut p = before("grand1805", Phase::Combats, &[FR]).neutral();
    let portugal = nation("POR");
    p.minor_war[usize::from(portugal)] = 1 << FR;
    put(&mut p, "fr-i", FR, field("lis"), 20);
    garrison(&mut p, "lis", portugal, 1);
    p.at_mut(area("lis")).besieged = true;
    (p, portugal)
}

fn conquest(p: &mut Position) -> Vec<Event> {
    let mut events = Vec::new();
    game().engine().conquest(p, &mut events);
    game().sound(p).unwrap();
    events
}

#[test]
fn r7_7b_a_capital_is_held_for_a_whole_turn_before_a_minor_changes_control() {
    rules!("empires 7.7", "empires 7.7(c)");
    let (p, portugal) = lisbon();
    let n = usize::from(portugal);
    let mut s = p.begin();
    s.by(FR, "assault lis", &[6, 6, 1]);
    assert_eq!(s.p.play.occupied[n].0, NOBODY, "the captor is not in yet");
    s.by(FR, "leave 5 infantry of fr-i", &[]);
    assert_eq!(s.p.play.occupied[n], (FR, 1));
    let mut p = s.p;
    assert!(conquest(&mut p).is_empty() && p.power_of(portugal).is_none(), "not in the turn of its fall");
    // A corps and a garrison of the minor elsewhere.
    let por = put(&mut p, "por", portugal, city("coi"), 3);
    garrison(&mut p, "coi", portugal, 2);
    // One turn later, nothing having changed.
    p.play.turn = 2;
    let mut held = p;
    let events = conquest(&mut held);
    assert!(events.contains(&Event::Siege(SiegeEvent::Conquered { minor: portugal, power: FR })));
    assert_eq!(held.power_of(portugal), Some(FR));
    assert_eq!(held.play.conquered, 1 << portugal, "a conquered control flag");
    for a in data().board.areas().filter(|a| held.at(*a).country == portugal) {
        assert_eq!(held.power_of(held.at(a).holder), Some(FR), "all its areas at once");
    }
    assert_eq!((held.corps[por].spot, held.at(area("coi")).garrison), (Spot::Off, Garrison::NONE));
    assert!(conquest(&mut held).is_empty(), "once");
    // Besieged for part of the turn.
    let mut besieged = p;
    besieged.at_mut(area("lis")).besieged = true;
    game().engine().watch_capitals(&mut besieged);
    besieged.at_mut(area("lis")).besieged = false;
    assert!(conquest(&mut besieged).is_empty());
    assert_eq!(besieged.play.occupied[n], (FR, 2), "the count starts again");
    // Given up for a moment.
    let mut left = p;
    let there = std::mem::replace(&mut left.at_mut(area("lis")).garrison, Garrison::NONE);
    game().engine().watch_capitals(&mut left);
    left.at_mut(area("lis")).garrison = there;
    assert!(conquest(&mut left).is_empty());
    // Another city does not do.
    let (mut p, _) = lisbon();
    p.at_mut(area("lis")).besieged = false;
    garrison(&mut p, "coi", FR, 2);
    p.play.turn = 3;
    game().engine().watch_capitals(&mut p);
    p.play.turn = 4;
    assert!(conquest(&mut p).is_empty());
}

#[test]
fn r7_7_a_free_state_is_taken_from_the_power_that_controls_it() {
    rules!("empires 7.7(c)");
    let mut p = before("grand1805", Phase::Combats, &[FR]).neutral().on("war fr gb");
    let portugal = nation("POR");
    p.controller[usize::from(portugal)] = GB;
    let por = put(&mut p, "por", GB, field("coi"), 4);
    garrison(&mut p, "lis", FR, 2);
    game().engine().watch_capitals(&mut p);
    assert_eq!(p.play.occupied[usize::from(portugal)], (FR, 1));
    p.play.turn = 2;
    // Peace in between: nobody conquers.
    let mut peace = p;
    peace.war = [0; 7];
    assert!(conquest(&mut peace).is_empty());
    conquest(&mut p);
    assert_eq!((p.power_of(portugal), p.corps[por].spot), (Some(FR), Spot::Off));
}
