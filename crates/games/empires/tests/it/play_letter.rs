//! Rules of combat as their words stand, played through the game.
use crate::scene::*;

#[test]
fn r7_5_2_7_1_a_cossack_that_came_over_the_river_counts() {
    for (over, table) in [(true, "river"), (false, "plain")] {
        let mut p = before("grand1805", Phase::Besieged, &[RU]);
        (p.war, p.allied) = ([0; 7], [0; 7]);
        war(&mut p, RU, AU);
        p.play.attacks.put(area("lnz"));
        depot(&mut p, "vie", AU);
        corps_with(&mut p, "ru-i", RU, field("lnz"), 10, 0);
        p.at_mut(area("lnz")).irregulars[usize::from(RU)] = 1;
        corps_with(&mut p, "au-i", AU, field("lnz"), 10, 0);
        if over {
            p.play.forded.put(area("lnz"));
        }
        let mut s = Scene::new(p, &[]);
        s.say(RU, "fight lnz", &[]);
        chits(&mut s, (RU, "assault"), (AU, "cordon"), &[]);
        assert_eq!(s.p.fight.battle.setting.river, over, "{table}");
    }
}

#[test]
fn r7_5_2_7_1_irregulars_are_noted_where_they_cross() {
    let mut p = before("grand1805", Phase::Order, &[RU]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, RU, AU);
    p.at_mut(area("bud")).irregulars[usize::from(RU)] = 1;
    p.at_mut(area("bud")).holder = RU;
    let mut s = Scene::new(p, &[]);
    s.say(RU, "move irregular field bud", &[]);
    s.say(RU, "to lnz", &[]);
    s.say(RU, "stop", &[]);
    assert!(s.p.play.forded.has(area("lnz")));
}

/// A field combat at Linz, with Platov and cossacks at Vienna.
fn platov(fought: bool) -> Scene {
    let mut p = before("grand1805", Phase::Besieged, &[RU]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, RU, AU);
    p.play.attacks.put(area("lnz"));
    depot(&mut p, "prg", AU);
    corps_with(&mut p, "ru-i", RU, field("lnz"), 12, 0);
    corps_with(&mut p, "au-i", AU, field("lnz"), 10, 0);
    lead(&mut p, "ru-platov", field("vie"));
    p.at_mut(area("vie")).irregulars[usize::from(RU)] = 2;
    if fought {
        // A combat at Vienna comes first.
        p.play.attacks.put(area("vie"));
        corps_with(&mut p, "ru-ii", RU, field("vie"), 12, 1);
        corps_with(&mut p, "au-ii", AU, field("vie"), 1, 0);
    }
    let mut s = Scene::new(p, &[]);
    if fought {
        s.say(RU, "fight vie", &[]);
        chits(&mut s, (RU, "probe"), (AU, "cordon"), &[]);
        round(&mut s, &[6, 1]);
        while s.p.fight.on {
            let power = s.sides()[0];
            let offers = s.offers(power);
            let calm = offers.iter().find(|o| *o == "no pursuit" || *o == "done" || o.starts_with("retreat"));
            s.say(power, &calm.unwrap_or(&offers[0]).clone(), &[]);
        }
    }
    s.say(RU, "fight lnz", &[]);
    chits(&mut s, (RU, "probe"), (AU, "cordon"), &[]);
    round(&mut s, &[1, 1]);
    s
}

#[test]
fn r7_5_2_11_1_2_cossacks_that_have_fought_stay_out() {
    let s = platov(false);
    assert!(s.offered(RU, "reinforce with ru-platov"), "fresh: {:?}", s.offers(RU));
    let s = platov(true);
    assert!(!s.offered(RU, "reinforce with ru-platov"), "they have fought at Vienna: {:?}", s.offers(RU));
}

#[test]
fn r7_5_2_11_3_a_city_in_the_mountains_costs_a_point() {
    for (place, succeeds) in [("inn", false), ("lnz", true)] {
        let mut p = france_attacks(place);
        corps_with(&mut p, "fr-i", FR, field(place), 10, 0);
        corps_with(&mut p, "au-i", AU, field(place), 10, 0);
        let b = corps_with(&mut p, "au-ii", AU, city(place), 3, 0);
        lead(&mut p, "au-charles", city(place));
        let mut s = Scene::new(p, &[]);
        s.say(FR, &format!("fight {place}"), &[]);
        chits(&mut s, (FR, "probe"), (AU, "cordon"), &[]);
        round(&mut s, &[1, 1]);
        assert_eq!(s.sides(), [AU]);
        // Charles has 4; in the mountains 3.
        s.say(AU, "reinforce with au-charles", &[4]);
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
        let mut p = france_attacks("lnz");
        corps_with(&mut p, "fr-i", FR, field("lnz"), 10, 0);
        corps_with(&mut p, "au-i", AU, field("lnz"), 10, 0);
        corps_with(&mut p, "au-ii", AU, field("vie"), 10, 0);
        let russian = corps_with(&mut p, "ru-i", RU, field("vie"), 10, 0);
        lead(&mut p, "au-charles", field("vie"));
        war(&mut p, FR, RU);
        if allied {
            p.allied[usize::from(AU)] |= 1 << RU;
            p.allied[usize::from(RU)] |= 1 << AU;
        }
        let mut s = Scene::new(p, &[]);
        s.say(FR, "fight lnz", &[]);
        chits(&mut s, (FR, "probe"), (AU, "cordon"), &[]);
        round(&mut s, &[1, 1]);
        if s.sides() == [RU] {
            s.say(RU, "done", &[]);
        }
        s.say(AU, "reinforce with au-charles", &[1]);
        assert_eq!(s.offered(AU, "bring ru-i"), allied, "{:?}", s.offers(AU));
        if allied {
            s.say(AU, "bring ru-i", &[]);
            assert_eq!(s.p.corps[russian].spot, field("lnz"));
            assert!(s.p.fight.camps[1].has(RU) && s.p.fight.camps[1].blocks.has(russian));
        }
    }
}

/// Cavalry beside infantry in a combat that is trivial in any case.
#[test]
fn r7_5_3_3_who_breaks_in_a_trivial_combat_loses_cavalry() {
    rules!("empires 7.5.2.9.2.2", "empires 7.5.3.4");
    let mut p = france_attacks("lnz");
    corps_with(&mut p, "fr-i", FR, field("lnz"), 20, 0);
    p.play.attacks.put(area("lnz"));
    let b = corps_with(&mut p, "au-i", AU, field("lnz"), 9, 1);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight lnz trivial", &[]);
    s.say(AU, "accept trivial", &[]);
    // Rounds on 5-2 until Austria breaks.
    for _ in 0..3 {
        if s.p.play.steps.top() != Step::Fight(FightStep::Orders) {
            break;
        }
        let asked = s.sides();
        for (i, q) in asked.iter().enumerate() {
            let order = s.offers(*q)[0].clone();
            s.say(*q, &order, if i + 1 == asked.len() { &[6, 1] } else { &[] });
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
    let mut p = before("grand1805", Phase::Order, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, RU);
    p.access[usize::from(FR)] |= 1 << AU;
    p.allied[usize::from(AU)] |= 1 << RU;
    p.allied[usize::from(RU)] |= 1 << AU;
    garrison(&mut p, "lnz", AU, 2);
    let russian = put(&mut p, "ru-i", RU, city("lnz"), 4);
    put(&mut p, "fr-i", FR, field("lnz"), 20);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "move fr-i", &[]);
    assert!(s.offered(FR, "stop besiege"), "{:?}", s.offers(FR));
    s.say(FR, "stop besiege", &[]);
    let mut p = s.p;
    set_slot(&mut p, Phase::Combats, &[FR]);
    p.play.steps = Default::default();
    let mut s = Scene::new(p, &[]);
    s.say(FR, "assault lnz", &[6]);
    s.say(RU, "surrender", &[]);
    assert_eq!(s.p.corps[russian].spot, Spot::Off);
    assert_eq!(s.p.at(area("lnz")).garrison.counts()[0], 2, "neutral factors stay");
    assert!(!s.p.at(area("lnz")).besieged);
}
