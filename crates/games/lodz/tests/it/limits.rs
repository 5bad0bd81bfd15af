//! Where a rule begins and where it ends: the last day, the last hex, the point that is just enough.

use crate::field::{A, B, Field, GUN, X, Y, duel, field};
use crate::scene::*;

/// Germans move; a staff in the south-west keeps the phase open.
fn german(scenario: &str, day: u8) -> Scene {
    Scene::empty(scenario, DE, Phase::Movement).put("de-hq-woyrsch", "1033").with(move |p| p.day = day)
}

#[test]
fn n11_14_the_row_itself_is_open() {
    rules!("lodz N11.14");
    let s = Scene::empty("november-11", RU, Phase::Movement)
        .put("ru-1-22-inf", "2015")
        .with(|p| p.day = 2)
        .begin(&[]);
    assert!(s.offered("ru-1-22-inf 2014"));
    assert_eq!(s.refused("ru-1-22-inf 2013"), "N11.14");
}

#[test]
fn n11_12a_the_ferry_runs_on_its_last_day() {
    rules!("lodz N11.12a");
    let on = |day: u8| german("november-11", day).put("de-1-37-inf", "2312").begin(&[]);
    // Over a landing that gets no bridge; on the next day the way leads over the bridge beside it.
    let cel = |day: u8| {
        let mut s = on(day);
        s.say("de-1-37-inf 2313", &[]);
        s.p.units.cel(unit("de-1-37-inf"))
    };
    assert_eq!((cel(5), cel(6)), (1, 2));
}

#[test]
fn r4_22_points_that_are_just_enough_are_enough() {
    let gun = "de-art-25";
    let left = |n: u8| {
        german("november-11", 3)
            .put(gun, "1010")
            .begin(&[])
            .with(|p| p.march.left[usize::from(unit(gun))] = n)
    };
    let price = game().d.charts.order_change;
    assert!(left(price).offered("de-art-25 order"));
    assert_eq!(left(price - 1).refused("de-art-25 order"), "4.22");
}

#[test]
fn r8_16c_guns_in_a_fortress_cost_two_points_more() {
    let scene = |at: &str, from: &str| {
        let s = german("november-11", 3).put("de-1-6-cav", from).put("ru-art-50-inf", at);
        s.begin(&[])
    };
    let fee = |at: &str, from: &str| {
        let (with, without) = (scene(at, from), german("november-11", 3).put("de-1-6-cav", from).begin(&[]));
        let cost = |s: &Scene| engine().march_reach(&s.p, unit("de-1-6-cav")).cost(hex(at)).unwrap();
        cost(&with) - cost(&without)
    };
    let charts = &game().d.charts;
    assert_eq!(fee("1405", "1406"), charts.overrun_fortified);
    assert_eq!(fee("1010", "1011"), charts.overrun);
    assert!(charts.overrun_fortified > charts.overrun);
}

#[test]
fn r6_2_3_a_zone_that_a_river_cuts_off_binds_nobody() {
    // The enemy beside both hexes has only one of them in its zone: a big river parts it from the other.
    let map = &game().d.maps[0];
    let sides = map.all().flat_map(|h| (0..6u8).map(move |d| (h, d)));
    let found = sides
        .filter_map(|(enemy, d)| {
            let river = |turn: u8| map.river[usize::from(enemy)][usize::from((d + turn) % 6)];
            let (from, to) = (map.step(enemy, d)?, map.step(enemy, (d + 1) % 6)?);
            let dry = map
                .direction(from, to)
                .is_some_and(|x| map.river[usize::from(from)][usize::from(x)] != RIVER_BIG);
            let plain = [enemy, from, to].iter().all(|h| map.enter[usize::from(*h)] > 0);
            (river(0) == RIVER_BIG && river(1) != RIVER_BIG && dry && plain).then_some((enemy, from, to))
        })
        .next();
    let (enemy, from, to) = found.expect("a bend of a river");
    // A second enemy has the first hex in its zone.
    let other = map.neighbours(from).map(|(_, h)| h).find(|h| {
        let reaches =
            map.direction(*h, from).is_some_and(|d| map.river[usize::from(*h)][usize::from(d)] != RIVER_BIG);
        *h != enemy
            && *h != to
            && map.direction(*h, to).is_none()
            && reaches
            && map.enter[usize::from(*h)] > 0
    });
    let name = |h: HexId| map.name(h);
    let s = german("november-11", 3)
        .put("de-1-6-cav", &name(from))
        .put("ru-1-50-inf", &name(enemy))
        .put("ru-2-50-inf", &name(other.expect("room for another")))
        .begin(&[])
        // Just the first step, so that no way round serves.
        .with(|p| p.march.left[usize::from(unit("de-1-6-cav"))] = 1);
    assert!(
        s.offered(&format!("de-1-6-cav {}", name(to))),
        "{}",
        s.refused(&format!("de-1-6-cav {}", name(to)))
    );
}

#[test]
fn maz_6_spares_the_fortresses_from_germans_alone() {
    rules!("lodz MAZ.6");
    let scene = |active: u8, inside: &str, outside: &str| {
        Scene::empty("masurian", active, Phase::Attack).put(inside, "5226").put(outside, "5225").begin(&[])
    };
    assert!(scene(RU, "de-1-37-inf", "ru-1-22-inf").offered("attack 5226"));
    let s = Scene::empty("masurian", DE, Phase::Attack)
        .put("ru-1-22-inf", "5226")
        .put("de-1-37-inf", "5225")
        .put("ru-2-22-inf", "4410")
        .put("de-2-37-inf", "4411")
        .begin(&[]);
    assert_eq!(s.refused("attack 5226"), "MAZ.6");
}

#[test]
fn r12_23a_a_line_runs_along_a_railway_without_a_road() {
    let f = |rail: bool| {
        let mut f = field(DE).put(A, "2010");
        for column in 10..20 {
            f = f.ground(&format!("{column}10"), if rail { &[Feature::Rail] } else { &[] });
        }
        let fed = f.e().supplied(&f.p, DE);
        fed.has(unit(A))
    };
    assert!(f(true) && !f(false));
}

#[test]
fn rn11_7_no_second_base_is_laid_out_where_one_stands() {
    let s = Scene::empty("campaign", DE, Phase::Night)
        .with(|p| p.day = 15)
        .put("de-base-1", "1423")
        .put("ru-1-26-inf", "4016")
        .begin(&[]);
    let here = s.p.at(hex("1423")).filter(|u| engine().kind(*u) == Kind::Base).count();
    assert_eq!(here, 1);
}

#[test]
fn rn11_11_who_is_there_after_the_day_stays() {
    let s = Scene::empty("lodz", DE, Phase::Movement)
        .put("de-18-4-cav", "2707")
        .put("de-1-2-cav", "3005")
        .with(|p| p.day = 4)
        .begin(&[]);
    assert_eq!(s.hex_of("de-18-4-cav"), "2707");
}

#[test]
fn rflg_3_a_shift_leads_elsewhere() {
    let s = Scene::of("november-11");
    let stays = format!("shift ru-1-1-gren {}", s.hex_of("ru-1-1-gren"));
    assert_eq!(s.refused(&stays), "FLG.3");
}

#[test]
fn r7_28a_several_hexes_do_not_attack_several_hexes() {
    // Two hexes that are both beside both targets.
    let f = field(DE).put(A, "2016").put(B, "2118").put(X, "2017").put(Y, "2117").begin(&[]);
    let wide = f.assault("2017 2117", &format!("{A} {B}"), "", "");
    assert_eq!(f.e().assault_refused(&f.p, &wide).map(|b| b.rule), Some("7.28a"));
}

#[test]
fn r8_53_guns_beside_attackers_share_the_result_in_contact_only() {
    // Over a big river nobody is in contact: the guns stay when the infantry goes back.
    let river = |class: u8| {
        let mut f = duel(8, 8).put(GUN, "2016").river("2016", "2017", class).begin(&[]);
        // 1:1 and less; 7 is A1 or worse.
        f.say("attack 2017", &[]).say(&format!("add {A}"), &[]).say(&format!("add {GUN}"), &[]);
        f.say("confirm", &[4, 4]);
        f
    };
    let (mut wet, mut dry) = (river(RIVER_BIG), river(RIVER_NONE));
    assert_eq!((wet.asked().0, dry.asked().0), ("7.34c", "7.34c"));
    let shares = |f: &Scene| f.p.battle.force[0].has(unit(GUN));
    assert!(shares(&dry) && !shares(&wet));
    for f in [&mut wet, &mut dry] {
        f.say("retreat 1", &[]);
    }
    assert_eq!((wet.left(GUN), dry.left(GUN)), (1, 0));
}

#[test]
fn r9_44a_going_back_a_part_of_the_way_is_paid_like_anywhere() {
    let mut f = duel(12, 4).ground("2017", &[Feature::Fortress]).begin(&[]);
    f.p.battle.ground = hex("2017").into();
    f.p.battle.outcome.retreat = [0, 3];
    let prices: Vec<u8> = (0..=3).map(|back| f.e().battle_price(&f.p, 1, back)).collect();
    assert_eq!(prices, [2, 2, 1, 0]);
}

#[test]
fn r7_44_a_retreat_may_fill_a_hex() {
    // Four CEL of friends and two of the beaten are six; five and two are seven.
    let scene = |friends: &str| {
        let mut f = duel(40, 4).put(friends, "2018").cel("ru-2-4-inf", 1);
        for near in ["1917", "1918", "2117", "2118"] {
            f = f.ground(near, &[Feature::Closed]);
        }
        let mut f = f.begin(&[]);
        f.attack("2017", A, &[1, 4]);
        (f.p.battle.outcome.retreat, f.p.battle.outcome.loss) = ([0, 1], [0, 0]);
        f
    };
    let mut f = scene(&format!("{Y} ru-1-4-inf"));
    f.say("retreat 1", &[]);
    assert!(f.told().contains("retreats from 2017 to 2018"), "{}", f.told());
    let mut f = scene(&format!("{Y} ru-1-4-inf ru-2-4-inf"));
    f.say("retreat 1", &[]);
    assert!(f.told().contains("has no way back"), "{}", f.told());
}

#[test]
fn r7_42b_a_party_does_not_part_on_its_way() {
    let mut f = duel(40, 4).put(Y, "2017").begin(&[]);
    f.attack("2017", A, &[1, 4]).say("retreat 2", &[1, 1]);
    assert!(f.offered(&format!("leave {Y}")));
    let first = f.offers().into_iter().find(|w| w.starts_with("go ")).unwrap();
    f.say(&first, &[]);
    assert_eq!(f.refused(&format!("leave {Y}")), "7.42b");
}
