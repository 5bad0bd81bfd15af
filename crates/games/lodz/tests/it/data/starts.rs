//! Who starts where: the lists of the scenarios.

use super::scene::*;
use super::{name, row, scenario};

/// Counters that are units, their strength, attack fire and CEL on the map at the start.
fn sums(d: &Data, scenario: &Scenario, side: u8) -> [u16; 4] {
    let mut out = [0; 4];
    for row in scenario.setup.iter().filter(|r| matches!(r.at, Where::Hex { .. })) {
        let def = &d.units[usize::from(row.unit)];
        if def.side == side && def.kind.is_unit() {
            let cel = def.cel - row.lost;
            out[0] += 1;
            out[1] += u16::from(def.strength[usize::from(cel)]);
            out[2] += u16::from(def.attack_fire);
            out[3] += u16::from(cel);
        }
    }
    out
}

#[test]
fn set_ups_come_to_the_sums_that_the_scenarios_give() {
    // The counters as they come, not the plain ones of other tests.
    let d = Lodz::new().unwrap().d;
    let checked = d.scenarios.iter().filter_map(|s| s.check.map(|c| (s, c)));
    let mut n = 0;
    for (s, check) in checked {
        assert_eq!([sums(&d, s, DE), sums(&d, s, RU)], check, "{}", s.id);
        n += 1;
    }
    assert_eq!(n, 4);
}

/// Rows as `id hex`, with ` -1` for a CEL lost, ` F` for field works and ` 1` for a shift of one hex.
fn stand(id: &str, list: &str) {
    let s = scenario(id);
    let start = Scene::of(id);
    for line in list.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let mut words = line.split_whitespace();
        let (unit, at) = (words.next().unwrap(), words.next().unwrap());
        let marks: Vec<&str> = words.collect();
        let row = row(s, unit);
        let Where::Hex { hex, within } = row.at else { panic!("{unit} is not set up") };
        assert_eq!(name(s, hex), at, "{id}: {unit}");
        assert_eq!(row.lost, u8::from(marks.contains(&"-1")), "{id}: {unit}");
        assert_eq!(row.fortified, marks.contains(&"F"), "{id}: {unit}");
        assert_eq!(within, u8::from(marks.contains(&"1")), "{id}: {unit}");
        // And so they stand when the game begins.
        let u = row.unit;
        assert_eq!(start.hex_of(unit), at);
        assert_eq!(start.p.units.cel(u), game().d.units[usize::from(u)].cel - row.lost);
        assert_eq!(start.p.works[usize::from(hex)] == Works::Field, row.fortified);
    }
}

#[test]
fn rn11_1_november_11() {
    stand(
        "november-11",
        "ru-hq-rennenkampf 3212
         ru-ussur-cavbrig 2505
         ru-2-6-cav 2205
         ru-art-79-res 1809
         ru-1-4-rif 1621
         ru-2-5-rif 1620
         ru-art-2s 1721
         ru-1-3-gd 1619
         ru-1-2-inf 1618
         ru-1-rifbrig 1618
         ru-art-23 1719
         ru-hq-plehwe 2624
         ru-turk-cavbrig 1928
         ru-1-5k 2531
         ru-2-2-rif 2327
         ru-1-17-inf 2528
         ru-1-7-inf 2730
         ru-art-5 2829
         ru-hq-ewert 3233
         ru-2-2-gren 2733 1
         ru-art-16 2734 1
         ru-18-op 3212
         ru-gar-zegrze 3611
         ru-gar-warszawa 3614
         ru-gar-deblin-1 4325
         ru-gar-deblin-2 4424
         ru-gar-modlin 3312
         de-hq-scheffer 1405
         de-art-25 1406
         de-1-49-res 1407
         de-99-50-res 1507
         de-100-50-res 1505
         de-hq-morgen 1208
         de-1r-1-res 1005
         de-70-36-res 1309
         de-2-9-cav 1009
         de-art-ii-5 1011
         de-2-37-inf 1010
         de-hq-frommel 1121
         de-1-5-cav 1019
         ah-1-7-cav 1022
         de-5l-35-res 1227 F
         de-20l-35-res 1329 F
         de-hq-woyrsch 1432
         de-1-3-land 1531 F
         de-2-4-land 2034 F",
    );
}

#[test]
fn rldz_1_lodz() {
    stand(
        "lodz",
        "de-hq-hollen 2805
         de-1-2-cav 3005 1
         de-kaufman-4-cav 2707 1
         de-griepenkerl 2410
         de-falkenhayn 2608
         de-100-50-res 2311
         de-hq-morgen 2113
         de-72r-1-res 2314
         de-art-36-res 2215
         de-2-9-cav 2417
         de-1-49-res 2518
         de-hq-scheffer 2217
         de-6g-3-gd 2118
         de-1-22-inf 1919
         de-2-38-inf 1621
         ah-1-7-cav 1524
         de-reiswitz 1422
         de-zenker 1326 1
         ah-hq-nadas 1331 1
         de-5l-35-res 1833 F
         de-2-4-land 1935 F
         ru-hq-ewert 3233
         ru-zabajkalska-cavbrig 1831
         ru-1-1-gren 2131
         ru-hq-plehwe 2326
         ru-2-5k 1729 -1
         ru-art-19 1825
         ru-1-ka 2519 -1
         ru-2-8-cav 1722 -1
         ru-1-8-cav 1722
         ru-1-rifbrig 2320 -1
         ru-3-turkbrig 2517
         ru-1-4-rif 2320
         ru-2-22-inf 2322
         ru-hq-rennenkampf 3514
         ru-2-13-rif 2715 -1
         ru-1-14-rif 2414 -1
         ru-2-14-rif 2414 -1
         ru-2-16-inf 2611
         ru-1-turkbrig 3107
         ru-2-turkbrig 3614
         ru-9-op 3212",
    );
}

#[test]
fn rruz_1_ruzskis_plan() {
    stand(
        "ruzski",
        "de-hq-woyrsch 1834
         de-1-3-land 1934 F
         ah-hq-koves 1732
         ah-2-35-inf 1832
         ah-1-32-inf 1829
         ah-1-3-cav 1827
         de-schmiedecke 1727
         de-rudiger 1624 F
         de-doussin 1623 F
         de-2-5-cav 1621 -1
         de-1-38-inf 1721 F
         de-2-22-inf 1820 F
         de-art-i-17 1919
         de-1-36-inf 2019 F
         de-2-41-inf 2219 F
         de-1-9-cav 1917 -1
         de-2-9-cav 1917 -1
         de-6g-3-gd 2319 -1 F
         de-99-50-res 2317 -1 F
         de-hq-morgen 2015
         de-1r-1-res 2313 F
         de-70-36-res 2216 F
         de-windheim 2610 F
         de-pfafferat 3106 F
         de-hq-hollen 3204
         ru-zabajkalska-cavbrig 2128
         ru-1-41-inf 2032
         ru-turk-cavbrig 1825
         ru-1-5k 1826 -1
         ru-2-ka 2620 -1
         ru-2-1-rif 2521 -1
         ru-1-67-res 2719
         ru-1-6-rif 2222 -1
         ru-3-turkbrig 1922
         ru-2-50-inf 2413 -1
         ru-2-turkbrig 2415
         ru-1-55-res 2416 -1
         ru-2-51-inf 2417
         ru-art-6 2912
         ru-ussur-cavbrig 3010 -1
         ru-1-4k 3109
         ru-art-s 3507",
    );
}

#[test]
fn rmaz_1_the_masurian_battle() {
    assert_eq!(scenario("masurian").map, 1);
    stand(
        "masurian",
        "de-hq-litzmann 4025
         de-1-79-res 4027
         de-1-2-inf 4224
         de-3-4-cav 3828
         de-33-l 4419
         de-art-boyen-1 4320
         de-gar-boyen-1 4420
         de-gar-boyen-2 4421
         de-33l-1-l 4415
         de-6-l 4317
         de-5r-3-res 4514
         de-9l-k 4612
         de-art-ii-9 4019
         de-41-1-cav 4808
         de-z-16-l 4711
         de-hq-below 4407
         de-1-42-inf 4606
         de-1-75-res 4510
         de-2-78-res 4708
         de-5g-3-gd 4407
         ru-hq-sievers 5019
         ru-gar-rozan 4135
         ru-gar-kowno-2 6206
         ru-art-3s 4922
         ru-2-7-rif 4623 -1
         ru-2-8-rif 4521 -1
         ru-1-57-res 4425 -1
         ru-2-64-res 4520 -1
         ru-art-20 4815
         ru-2-28-inf 4516 -1
         ru-1-53-res 4614
         ru-1-29-inf 4613 -1
         ru-art-3 5010
         ru-2-56-res 4809
         ru-1-73-res 4908 -1
         ru-1-3-cav 5506 -1
         ru-2-1-cav 5405 -1",
    );
}

#[test]
fn rruz_1b_corps_that_the_calendar_brings_are_not_set_up_as_well() {
    let s = scenario("ruzski");
    for id in ["de-hq-linsingen", "de-hq-gerock", "de-hq-fabeck", "de-hq-beseler", "de-1-25-inf"] {
        assert!(matches!(row(s, id).at, Where::Entry(_) | Where::Inside(_)), "{id}");
        assert_eq!(s.setup.iter().filter(|r| r.unit == unit(id)).count(), 1);
        assert_eq!(Scene::of("ruzski").hex_of(id), "Due");
    }
    assert!(
        !Scene::of("ruzski").p.units.on_map_of(DE).any(|u| Scene::of("ruzski").p.hex(u) == Some(hex("1023")))
    );
}

#[test]
fn rflg_1_and_1b_lost_levels() {
    rules!("lodz FLG.1", "lodz FLG.1b");
    let s = Scene::of("lodz");
    let levels = |a: &str, b: &str| [a, b].map(|u| s.p.units.cel(unit(u)));
    // One of two brigades, or one of each.
    assert_eq!(levels("ru-1-26-inf", "ru-2-26-inf"), [2, 1]);
    assert_eq!(levels("ru-1-50-inf", "ru-2-50-inf"), [1, 1]);
}

#[test]
fn rflg_2_field_works() {
    let s = Scene::of("ruzski");
    assert_eq!(s.p.works[usize::from(hex("1721"))], Works::Field);
    assert_eq!(s.p.works[usize::from(hex("1720"))], Works::None);
    assert!(s.p.works.iter().all(|w| *w != Works::Improved));
}

#[test]
fn rflg_4_and_4b_rail() {
    rules!("lodz FLG.4", "lodz FLG.4b");
    assert!(matches!(row(scenario("lodz"), "ru-1-51-inf").at, Where::Inside(_)));
    // The (K) stands beside a unit that is on the map.
    assert_eq!(Scene::of("lodz").hex_of("ru-2-turkbrig"), "3614");
}

#[test]
fn r12_51_and_52_bases_stand_where_the_scenario_lists_them() {
    rules!("lodz 12.51", "lodz 12.52", "lodz N11.5c", "lodz RUZ.5c", "lodz RUZ.5d");
    let bases = |id: &str, side: u8| -> Vec<String> {
        let s = Scene::of(id);
        let map = &game().d.maps[usize::from(scenario(id).map)];
        let rules = engine();
        let own = rules.bases().map(|(_, b)| b).filter(|b| s.p.side(*b) == side);
        own.filter_map(|b| s.p.hex(b)).map(|h| map.name(h)).collect()
    };
    assert_eq!(bases("november-11", RU), ["3010", "2916", "2719", "4126", "4034"]);
    assert_eq!(bases("november-11", DE), [""; 0]);
    assert_eq!(bases("ruzski", DE), ["2015", "1423", "1833", "3204", "2007"]);
    assert_eq!(bases("ruzski", RU), ["2534", "2321", "2915", "3410"]);
    for none in ["lodz", "masurian"] {
        assert_eq!([bases(none, DE), bases(none, RU)], [vec![""; 0], vec![""; 0]]);
    }
}

#[test]
fn no_stack_of_two_sides_and_nobody_in_the_water() {
    for s in &game().d.scenarios {
        let start = Scene::of(&s.id);
        let map = &game().d.maps[usize::from(s.map)];
        for h in map.all() {
            let sides = [DE, RU].map(|side| start.p.units.units_in(side, h) > 0);
            assert_ne!(sides, [true, true], "{}: {}", s.id, map.name(h));
            assert!(!map.has(h, Feature::Closed) || sides == [false, false], "{}", map.name(h));
        }
    }
}
