//! Rules of combat as their words stand, played through the game.
use crate::scene::*;

#[test]
fn r7_5_2_7_1_a_cossack_that_came_over_the_river_counts() {
    for (over, table) in [(true, "river"), (false, "plain")] {
        let mut p = before("grand1805", Phase::Besieged, &[RU]).neutral().on("war ru au; attack lnz; \
             depot vie au; ru-i lnz 10I; irregulars lnz ru 1; au-i lnz 10I");
        if over {
            p.play.forded.put(area("lnz"));
        }
        let mut s = p.begin();
        s.go("fight lnz; chit assault; answer cordon", &[]);
        assert_eq!(s.p.fight.battle.setting.river, over, "{table}");
    }
}

#[test]
fn r7_5_2_7_1_irregulars_are_noted_where_they_cross() {
    let mut s = before("grand1805", Phase::Order, &[RU])
        .neutral()
        .on("war ru au; irregulars bud ru 1; \
         holder bud ru")
        .begin();
    s.by(RU, "move irregular field bud; to lnz; stop", &[]);
    assert!(s.p.play.forded.has(area("lnz")));
}

/// A field combat at Linz, with Platov and cossacks at Vienna.
fn platov(fought: bool) -> Scene {
    let mut p = before("grand1805", Phase::Besieged, &[RU]).neutral().on("war ru au; attack lnz; \
         depot prg au; ru-i lnz 12I; au-i lnz 10I; ru-platov vie; irregulars vie ru 2");
    if fought {
        // A combat at Vienna comes first.
        p = p.on("attack vie; ru-ii vie 12I 1C; au-ii vie 1I");
    }
    let mut s = p.begin();
    if fought {
        s.go("fight vie; chit probe; answer cordon", &[]);
        s.round(&[6, 1]);
        while s.p.fight.on {
            let power = s.sides()[0];
            let offers = s.offers_to(power);
            let calm = offers.iter().find(|o| *o == "no pursuit" || *o == "done" || o.starts_with("retreat"));
            s.by(power, &calm.unwrap_or(&offers[0]).clone(), &[]);
        }
    }
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    s
}

#[test]
fn r7_5_2_11_1_2_cossacks_that_have_fought_stay_out() {
    let s = platov(false);
    assert!(s.offered_to(RU, "reinforce with ru-platov"), "fresh: {:?}", s.offers_to(RU));
    let s = platov(true);
    assert!(
        !s.offered_to(RU, "reinforce with ru-platov"),
        "they have fought at Vienna: {:?}",
        s.offers_to(RU)
    );
}

#[test]
fn r7_5_2_11_3_a_city_in_the_mountains_costs_a_point() {
    for (place, succeeds) in [("inn", false), ("lnz", true)] {
        let mut p = france_attacks(place);
        corps_with(&mut p, "fr-i", FR, field(place), 10, 0);
        corps_with(&mut p, "au-i", AU, field(place), 10, 0);
        let b = corps_with(&mut p, "au-ii", AU, city(place), 3, 0);
        lead(&mut p, "au-charles", city(place));
        let mut s = p.begin();
        s.by(FR, &format!("fight {place}"), &[]);
        s.go("chit probe; answer cordon", &[]);
        s.round(&[1, 1]);
        assert_eq!(s.sides(), [AU]);
        // Charles has 4; in the mountains 3.
        s.by(AU, "reinforce with au-charles", &[4]);
        let comes = has(&s, |e| matches!(e, FightEvent::Helps { comes: true, .. }));
        assert_eq!(comes, succeeds, "{place}");
        let rating = if succeeds { 4 } else { 3 };
        assert!(has(&s, |e| matches!(e, FightEvent::Helps { rating: r, .. } if *r == rating)), "{place}");
        assert_eq!(s.p.corps[b].spot, city(place));
    }
}

#[test]
fn r7_5_2_11_2_a_leader_brings_an_allys_corps_too() {
    rules!("empires 7.5.2.11.1.3");
    for allied in [true, false] {
        let mut p = france_attacks("lnz").on("fr-i lnz 10I; au-i lnz 10I; au-ii vie 10I; ru-i vie 10I; \
             au-charles vie; war fr ru");
        let russian = corps("ru-i");
        if allied {
            ally(&mut p, AU, RU);
        }
        let mut s = p.begin();
        s.go("fight lnz; chit probe; answer cordon", &[]);
        s.round(&[1, 1]);
        if s.sides() == [RU] {
            s.by(RU, "done", &[]);
        }
        s.by(AU, "reinforce with au-charles", &[1]);
        assert_eq!(s.offered_to(AU, "bring ru-i"), allied, "{:?}", s.offers_to(AU));
        if allied {
            s.by(AU, "bring ru-i", &[]);
            assert_eq!(s.p.corps[russian].spot, field("lnz"));
            assert!(s.p.fight.camps[1].has(RU) && s.p.fight.camps[1].blocks.has(russian));
        }
    }
}

/// Cavalry beside infantry in a combat that is trivial in any case.
#[test]
fn r7_5_3_3_who_breaks_in_a_trivial_combat_loses_cavalry() {
    rules!("empires 7.5.2.9.2.2", "empires 7.5.3.4");
    let mut s = france_attacks("lnz").on("fr-i lnz 20I; attack lnz; au-i lnz 9I 1C").begin();
    let b = corps("au-i");
    s.by(FR, "fight lnz trivial", &[]);
    s.by(AU, "accept trivial", &[]);
    // Rounds on 5-2 until Austria breaks.
    for _ in 0..3 {
        if s.top() != Step::Fight(FightStep::Orders) {
            break;
        }
        let asked = s.sides();
        for (i, q) in asked.iter().enumerate() {
            let order = s.offers_to(*q)[0].clone();
            s.by(*q, &order, if i + 1 == asked.len() { &[6, 1] } else { &[] });
        }
        if s.p.losses.owes[usize::from(AU)].cavalry > 0 {
            break;
        }
        s.pay(&[]);
        s.no_help();
    }
    let owes = s.p.losses.owes[usize::from(AU)];
    assert!(s.p.corps[b].factors[3] == 0 || owes.cavalry == 1, "{owes:?} {:?}", s.p.corps[b].factors);
}

#[test]
fn r7_5_4_a_city_with_neutral_factors_and_an_enemy_corps_can_be_besieged() {
    let mut p = before("grand1805", Phase::Order, &[FR]).neutral().on("war fr ru; ally au ru; \
         garrison lnz au 2I; ru-i lnz city 4I; fr-i lnz 20I");
    let russian = corps("ru-i");
    p.access[usize::from(FR)] |= 1 << AU;
    let mut s = p.begin();
    s.by(FR, "move fr-i", &[]);
    assert!(s.offered_to(FR, "stop besiege"), "{:?}", s.offers_to(FR));
    s.by(FR, "stop besiege", &[]);
    let mut p = s.p;
    set_slot(&mut p, Phase::Combats, &[FR]);
    p.play.steps = Default::default();
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(RU, "surrender", &[]);
    assert_eq!(s.p.corps[russian].spot, Spot::Off);
    assert_eq!(s.p.at(area("lnz")).garrison.counts()[0], 2, "neutral factors stay");
    assert!(!s.p.at(area("lnz")).besieged);
}
