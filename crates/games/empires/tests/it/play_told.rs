//! What others are told: of corps that nobody has seen no more than a table shows (7.5.2.6.3).
use crate::scene::*;

/// The log of the last action as a power reads it.
fn log(s: &Scene, power: u8) -> Vec<String> {
    let lines = s.events.iter().filter_map(|e| game().tell_to(e, Viewer::Side(Side(power))));
    lines.map(|l| format!("{} [{}]", l.text, l.rule)).collect()
}

fn reads(s: &Scene, power: u8, words: &str) -> bool {
    log(s, power).iter().any(|l| l.contains(words))
}

/// France at Linz with corps that may do something about the city, Austria withdraws before anybody is laid open.
#[test]
fn r7_5_2_6_3_a_factor_that_goes_into_a_city_is_a_factor() {
    rules!("empires 7.3.3.2");
    let mut s = france_attacks("lnz").on("fr-i lnz 4I 2C; au-i lnz 5I").begin();
    let guard = corps("fr-i");
    s.go("fight lnz; chit probe; answer withdraw", &[]);
    while s.sides() != [FR] || !s.offers_to(FR).iter().any(|o| o.starts_with("detach")) {
        let power = s.sides()[0];
        let first = s.offers_to(power)[0].clone();
        s.by(power, &first, &[]);
    }
    assert!(!s.p.corps[guard].seen, "nothing was laid open");
    s.by(FR, "detach fr-i c", &[]);
    assert!(reads(&s, FR, "puts a factor (cavalry) into the city"), "{:?}", log(&s, FR));
    for other in [AU, RU] {
        assert!(reads(&s, other, "puts a factor into the city"), "{:?}", log(&s, other));
        assert!(!reads(&s, other, "cavalry"));
    }
}

fn hungry(id: &str, factors: [u8; 7]) -> Scene {
    let mut p = before("grand1805", Phase::Order, &[AU]).neutral().on("war fr au");
    p.money = [0; 7];
    let b = put(&mut p, id, AU, field("lnz"), 1);
    fill(&mut p, b, factors);
    let mut s = p.begin();
    s.by(AU, &format!("move {id}"), &[]);
    s.by(AU, "force march; to vie; stop", &[]);
    s
}

#[test]
fn r7_5_2_6_3_a_corps_that_starves_unseen_keeps_its_name() {
    rules!("empires 7.4.1.3.2");
    let mut s = hungry("au-vii", [0, 1, 0, 0, 0, 0, 0]);
    assert_eq!(s.sides(), [AU], "the die is part of Austria's own action");
    s.by(AU, "forage", &[6]);
    assert_eq!(s.p.corps[corps("au-vii")].spot, Spot::Off);
    assert!(reads(&s, AU, "Austrian VII Corps"), "{:?}", log(&s, AU));
    for other in [FR, RU] {
        let lost = log(&s, other).into_iter().find(|l| l.contains("is lost")).unwrap();
        assert!(!lost.contains("VII") && lost.contains("block "), "{lost}");
    }
    let watched = s.events.iter().filter_map(|e| game().tell_to(e, Viewer::Watcher));
    assert!(watched.into_iter().all(|l| !l.text.contains("VII")));
}

#[test]
fn r7_4_1_3_a_corps_of_one_kind_is_asked_like_others() {
    for factors in [[0, 9, 0, 0, 0, 0, 0], [0, 8, 0, 1, 0, 0, 0]] {
        let mut s = hungry("au-vii", factors);
        s.by(AU, "forage", &[6]);
        assert_eq!((s.top(), s.sides()), (Step::Loss, vec![AU]), "{factors:?}");
    }
}

#[test]
fn r7_4_2_who_waits_for_depot_supply_is_told_to_its_power() {
    let mut s = before("grand1805", Phase::Order, &[AU]).on("depot vie au; au-vii vie 5I").begin();
    s.by(AU, "move au-vii; stop; wait au", &[]);
    assert!(reads(&s, AU, "waits for depot supply"));
    assert!(log(&s, FR).is_empty() && log(&s, TU).is_empty(), "{:?}", log(&s, FR));
}

#[test]
fn r7_5_4_1_4_points_of_a_siege_cite_the_siege() {
    rules!("empires 7.5.4.2.1.4");
    let mut s = before("grand1805", Phase::Combats, &[FR])
        .neutral()
        .on("war fr au; fr-i prg 20I; \
         garrison prg au 10I; siege prg")
        .begin();
    s.by(FR, "assault prg", &[5]);
    s.by(AU, "fight", &[1, 1, 1, 1, 1, 1]);
    assert!(reads(&s, AU, "Austria gains 1 political point [7.5.4.1.4]"), "{:?}", log(&s, AU));
    let mut s = before("grand1805", Phase::Combats, &[AU])
        .neutral()
        .on("war fr au; fr-i prg 20I; \
         garrison prg au 10I; siege prg")
        .begin();
    s.by(AU, "sally from prg; attack with everybody", &[1, 1, 1, 1, 1, 1]);
    assert!(reads(&s, AU, "the siege of Prague goes on [7.5.4.2.1.4]"), "{:?}", log(&s, AU));
}

#[test]
fn r7_5_2_1_what_is_not_asked_cites_what_is() {
    let mut s = france_attacks("lnz").on("fr-i lnz 5I; au-i lnz 5I").begin();
    s.by(FR, "fight lnz", &[]);
    assert_eq!(s.forbids(FR, &Action::Fight(FightAction::Pursue(true))), "7.5.2.1");
}
