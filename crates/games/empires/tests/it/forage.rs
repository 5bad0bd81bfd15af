//! Foraging and besieged supply (7.4.1, 7.4.5).
use crate::scene::*;
use sandtable_empires::land::forage::{self, Falls};
use sandtable_empires::land::movement::{March, Mover};
use sandtable_empires::land::{Picture, Position, Spot};

/// A corps that has marched along some areas.
fn marched(p: &mut Position, i: usize, way: &[&str]) -> March {
    let mut m = March::begin(data(), p, Mover::Corps(i), area(way[0])).unwrap();
    for to in &way[1..] {
        m.step(data(), p, &Picture::new(data(), p, m.power), area(to)).unwrap();
    }
    p.corps[i].spot = Spot::Field(m.at);
    m
}

#[test]
fn r7_4_1_1b_the_poorest_area_entered_counts() {
    let mut p = bare("ulm1805").on("fr-i fri 5I");
    let i = corps("fr-i");
    assert_eq!(marched(&mut p.clone(), i, &["fri"]).forage, 3, "it did not move");
    assert_eq!(marched(&mut p.clone(), i, &["fri", "ulm"]).forage, 4, "the first area does not count");
    assert_eq!(marched(&mut p.clone(), i, &["fri", "kem", "aug"]).forage, 3, "passed through");
    assert_eq!(marched(&mut p, i, &["fri", "ulm", "fri"]).forage, 4, "not even come back to (ruling 17)");
}

#[test]
fn r7_4_1_1c_each_point_above_the_value_costs_a_factor() {
    assert_eq!([3, 4, 5, 6].map(|die| forage::loss(die, 0, 4, 1)), [0, 0, 1, 2]);
    assert_eq!(forage::loss(6, 3, 2, 1), 7);
    assert_eq!(forage::loss(1, -5, 2, 1), 0);
}

#[test]
fn r7_4_1_2_1_other_corps_eat_too() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-i vie 5I");
    let i = corps("fr-i");
    let mut m = marched(&mut p, i, &["vie"]);
    m.points = 0;
    let modifier = |p: &Position| forage::modifier(d, p, i, &m, false);
    assert_eq!(modifier(&p), 0);
    put(&mut p, "au-i", AU, city("vie"), 5);
    assert_eq!(modifier(&p), 1, "an enemy in the city");
    p.at_mut(area("vie")).besieged = true;
    assert_eq!(modifier(&p), 0, "unless besieged");
    put(&mut p, "fr-ii", FR, field("vie"), 5);
    assert_eq!(modifier(&p), 1);
    put(&mut p, "ru-i", RU, field("vie"), 5);
    assert_eq!(modifier(&p), 2);
    put(&mut p, "ru-ii", RU, field("vie"), 5);
    assert_eq!(modifier(&p), 2, "at most");
}

#[test]
fn r7_4_1_2_modifiers_add_up() {
    rules!(
        "empires 7.4.1.2.2",
        "empires 7.4.1.2.3",
        "empires 7.4.1.2.4",
        "empires 7.4.1.2.5",
        "empires 7.3.7.1(c)"
    );
    rules!("empires 7.4.5.3");
    let d = data();
    let mut p = bare("ulm1805").on("fr-i pas 5I");
    let i = corps("fr-i");
    let m = marched(&mut p, i, &["pas", "lnz", "vie"]);
    assert_eq!((m.points, m.abroad), (2, true));
    assert_eq!(forage::modifier(d, &p, i, &m, false), -2, "two unused points");
    assert_eq!(forage::modifier(d, &p, i, &m, true), 0, "none for a besieger");
    let mut forced = m;
    (forced.forced, forced.points) = (true, 0);
    assert_eq!(forage::modifier(d, &p, i, &forced, false), 1);
    for (month, more) in [(10, 0), (11, 2), (12, 2), (13, 2), (14, 0)] {
        p.month = 1805 * 12 + month;
        assert_eq!(forage::modifier(d, &p, i, &m, true), more, "{month}");
    }
    p.month = 1805 * 12 + 11;
    put(&mut p, "fr-ii", FR, field("vie"), 5);
    assert_eq!(forage::modifier(d, &p, i, &forced, false), 4, "winter, another corps, force march");
    p.corps[i].spot = field("par");
    let m = marched(&mut p, i, &["par"]);
    assert_eq!(forage::modifier(d, &p, i, &m, true), -1, "at home, outside the winter zone");
    p.month = 1805 * 12 + 8;
    p.corps[i].spot = field("lnz");
    let back = marched(&mut p, i, &["lnz", "pas"]);
    assert_eq!(
        forage::modifier(d, &p, i, &back, true),
        -1,
        "back from abroad: it entered own territory only"
    );
    p.corps[i].spot = field("pas");
    let there = marched(&mut p, i, &["pas", "lnz", "pas"]);
    assert_eq!(forage::modifier(d, &p, i, &there, true), 0, "abroad on the way");
    let there = marched(&mut p, i, &["pas", "lnz"]);
    assert_eq!(forage::modifier(d, &p, i, &there, true), 0, "abroad now");
}

#[test]
fn r7_4_1_3_2b_dropped_factors_die_when_the_corps_would() {
    rules!("empires 7.4.1.3.1", "empires 7.4.1.3.2");
    let falls = |corps, dropped, loss| {
        let Falls { corps, dropped, removed } = forage::falls(corps, dropped, loss);
        (corps, dropped, removed)
    };
    assert_eq!(falls(1, 2, 2), (0, 2, false), "three factors, two dropped");
    assert_eq!(falls(2, 2, 2), (1, 1, false), "four");
    assert_eq!(falls(3, 2, 2), (2, 0, false), "five");
    assert_eq!(falls(3, 2, 4), (2, 2, false), "the last one is in the corps");
    assert_eq!(falls(3, 2, 5), (3, 2, true));
    assert_eq!(falls(3, 2, 9), (3, 2, true));
    assert_eq!(falls(3, 0, 0), (0, 0, false));
}

#[test]
fn r7_4_5_1_full_fives_make_a_siege_harder() {
    let d = data();
    assert_eq!([0, 4, 5, 9, 10, 15, 30].map(|f| forage::besieged_modifier(d, f)), [0, 0, 1, 1, 2, 2, 2]);
}

#[test]
fn r7_4_5_the_besieged_roll_against_the_spires() {
    rules!("empires 7.4.5.2");
    let d = data();
    let mut p = bare("ulm1805").on("garrison ulm au 4I; siege ulm");
    let lost = |p: &Position| [1, 2, 3, 4, 5, 6].map(|die| forage::besieged_loss(d, p, area("ulm"), die));
    assert_eq!(lost(&p), [0, 0, 1, 2, 3, 4], "two spires");
    put(&mut p, "au-i", AU, city("ulm"), 5);
    assert_eq!(lost(&p), [0, 1, 2, 3, 4, 5], "nine factors, corps and garrison");
    put(&mut p, "au-i", AU, city("ulm"), 6);
    assert_eq!(lost(&p), [1, 2, 3, 4, 5, 6], "ten");
    garrison(&mut p, "ulm", AU, 1);
    p.corps[corps("au-i")].spot = Spot::Off;
    assert_eq!(lost(&p), [0, 0, 1, 1, 1, 1], "never more than are there");
}

#[test]
fn r7_4_5_2c_unbesieged_corps_in_a_city_use_the_area() {
    let mut p = bare("ulm1805").on("au-i vie city 5I");
    let i = corps("au-i");
    let m = marched(&mut p, i, &["vie"]);
    assert_eq!((m.forage, data().place(area("vie")).spires), (6, 5));
}

#[test]
fn r7_4_5_2b_a_starved_city_lies_open() {
    rules!("empires 7.3.3.4(b)");
    use sandtable_empires::land::garrison::{self as held, At, NoChange};
    let d = data();
    let mut p = bare("ulm1805");
    let mack = d.leader_named("au-mack").unwrap();
    let ulm = area("ulm");
    p.leaders[mack] = field("ulm");
    assert!(!held::leader_may_enter(&p, mack, AU, ulm), "leaders enter with a corps only");
    let au = put(&mut p, "au-i", AU, city("ulm"), 1);
    assert!(held::leader_may_enter(&p, mack, AU, ulm));
    p.leaders[mack] = city("ulm");
    assert!(held::leader_may_leave(&p, mack));
    p.at_mut(ulm).besieged = true;
    assert!(!held::leader_may_leave(&p, mack), "he stays in a siege");
    assert_eq!(forage::starved(d, &mut p, ulm), None, "somebody is left");
    let fr = put(&mut p, "fr-i", FR, field("ulm"), 5);
    let mut one = [0; 7];
    one[1] = 1;
    assert_eq!(held::detach(d, &mut p, fr, At::City, one), Err(NoChange::Nowhere));
    (p.corps[au].spot, p.corps[au].factors) = (Spot::Off, [0; 7]);
    assert!(!held::leader_may_leave(&p, mack), "also when the corps has gone");
    assert_eq!(forage::starved(d, &mut p, ulm), Some(1 << mack));
    assert_eq!(p.leaders[mack], Spot::Off);
    assert_eq!(held::detach(d, &mut p, fr, At::City, one), Ok(()));
}

#[test]
fn after_a_force_march_no_point_is_unused() {
    let d = data();
    let mut p = bare("ulm1805").on("fr-i lnz 5I");
    let i = corps("fr-i");
    let mut m = marched(&mut p, i, &["lnz", "vie"]);
    (m.forced, m.points) = (true, 1);
    assert_eq!(forage::modifier(d, &p, i, &m, false), 1, "ruling 7");
}
