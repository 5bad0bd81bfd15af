//! Reach of zones of control, what stacks weigh, and headquarters among enemies (6.12, 7 and 10.52).
use crate::common::*;
use sandtable_east::data::HexSet;
use sandtable_east::standard::{movement, rail, retreat, stacking, supply, zones};
use sandtable_tannenberg::position::{Position, flag};

/// The hexes that a side controls beyond those around its fortresses.
fn controlled(p: &Position, side: u8) -> Vec<String> {
    let d = data();
    let bare = stand(d, &[]);
    let set: HexSet = (0..d.map.len()).filter(|h| p.controls(side, *h) && !bare.controls(side, *h)).collect();
    numbers(d, &set)
}

#[test]
fn r2_4h_a_zone_is_the_six_hexes_around() {
    rules!("tannenberg 7.12");
    let d = data();
    let around = ["0608", "0609", "0708", "0710", "0808", "0809"];
    let mut p = stand(d, &["de-1 0709"]);
    assert_eq!(controlled(&p, DE), around);
    assert!(controlled(&p, RU).is_empty());
    // At all times: no matter whose turn it is, and what the unit has done or lacks.
    for phasing in [DE, RU] {
        p.phasing = phasing;
        for state in [
            flag::OUT_OF_COMMAND,
            flag::OUT_OF_SUPPLY,
            flag::MOVED,
            flag::ATTACKED,
            flag::DEFENDED,
            flag::ADVANCED,
            flag::GUEST,
        ] {
            p.set(d, id(d, "de-1"), state, true);
            assert_eq!(controlled(&p, DE), around, "{state}");
        }
    }
    p.lose(d, id(d, "de-1"), 1);
    assert_eq!(controlled(&p, DE), around, "reduced");
    p.lose(d, id(d, "de-1"), 1);
    assert!(controlled(&p, DE).is_empty(), "gone");
}

#[test]
fn r7_25a_both_sides_may_control_a_hex() {
    let d = data();
    let between = hex(d, "0710");
    let p = stand(d, &["de-1 0709", "ru-53 0711"]);
    assert_eq!([DE, RU].map(|side| zones::in_enemy_zone(&p, side, between)), [true, true]);
    let cost = |who: &str| {
        movement::mp_left(d, &p, id(d, who)) - movement::reach(d, &p, id(d, who)).arrives(between).unwrap()
    };
    assert_eq!((cost("de-1"), cost("ru-53")), (2, 2));
    let p = stand(d, &["de-1 0709"]);
    assert_eq!([DE, RU].map(|side| zones::in_enemy_zone(&p, side, between)), [false, true]);
}

#[test]
fn r6_12_fortresses_and_markers_weigh_nothing() {
    rules!("tannenberg 11.21");
    let d = data();
    let nine = ["de-1", "de-2", "de-35", "de-36", "de-6lw"];
    for at in ["2230", "0711"] {
        let mut p = stand(d, &nine.map(|u| format!("{u} {at}")).each_ref().map(String::as_str));
        let here = hex(d, at);
        assert_eq!((stacking::points(d, p.stack(d, DE, here)), stacking::excess(d, &p, DE, here)), (9, 0));
        assert!(!stacking::fits(d, &p, units(d, &["de-70lw"]), here), "{at}");
        for (n, unit) in nine.iter().enumerate() {
            let unit = id(d, unit);
            p.set(d, unit, flag::ENTRAINED | flag::OUT_OF_COMMAND | flag::OUT_OF_SUPPLY, true);
            p.gruppe[unit.index()] = n as u8 + 1;
        }
        assert_eq!((stacking::points(d, p.stack(d, DE, here)), stacking::excess(d, &p, DE, here)), (9, 0));
        p.put(d, id(d, "de-70lw"), here);
        assert_eq!(stacking::excess(d, &p, DE, here), 1, "{at}");
    }
    assert!(d.map.at(hex(d, "2230")).fort.is_some() && d.map.at(hex(d, "0711")).fort.is_none());
}

#[test]
fn r10_52b_headquarters_stop_neither_supply_nor_retreat_nor_trains() {
    let d = data();
    let source: HexSet = [hex(d, "0608")].into_iter().collect();
    let step = d.map.step(hex(d, "0610"), hex(d, "0609")).unwrap();
    // In the way, and beside it; a Landwehr brigade in the same places stops all three.
    for (at, who, free) in [
        ("0609", "hq-de-vf-1", true),
        ("0709", "hq-de-vf-1", true),
        ("0609", "de-6lw", false),
        ("0709", "de-6lw", false),
    ] {
        let p = stand(d, &[&format!("{who} {at}")]);
        assert_eq!(supply::traces(d, &p, RU, hex(d, "0611"), 3, 0, &source), free, "supply, {who} {at}");
        assert_eq!(retreat::legal(d, &p, RU, 3, step), free, "retreat, {who} {at}");
    }
    for (at, who, free) in [
        ("0611", "hq-ru-r-1", true),
        ("0711", "hq-ru-r-1", true),
        ("0611", "ru-1rf", false),
        ("0711", "ru-1rf", false),
    ] {
        let mut p = stand(d, &["de-1 0613", &format!("{who} {at}")]);
        p.set(d, id(d, "de-1"), flag::ENTRAINED, true);
        let rides = rail::reach(d, &p, id(d, "de-1"), false).arrives(hex(d, "0610"));
        assert_eq!(rides == Some(27), free, "trains, {who} {at}: {rides:?}");
    }
}

#[test]
fn r10_52h_headquarters_with_their_troops_stand_fast() {
    let d = data();
    let at = hex(d, "0610");
    let alone = stand(d, &["hq-de-vf-1 0610", "ru-53 0611"]);
    let hqs = zones::headquarters(d, &alone, DE);
    assert!(zones::lone_headquarters(d, &alone, DE, at));
    assert!(movement::March::of(d, &alone, id(d, "ru-53")).unwrap().enters(d, &alone, &hqs, at));
    for friend in ["de-1", "de-6lw", "de-d1"] {
        let p = stand(d, &["hq-de-vf-1 0610", "ru-53 0611", &format!("{friend} 0610")]);
        assert!(!zones::lone_headquarters(d, &p, DE, at), "{friend}");
        assert!(!movement::March::of(d, &p, id(d, "ru-53")).unwrap().enters(d, &p, &hqs, at), "{friend}");
    }
    let two = stand(d, &["hq-de-vf-1 0610", "hq-de-vh 0610", "ru-53 0611"]);
    assert!(zones::lone_headquarters(d, &two, DE, at), "another headquarters is no troops");
}

#[test]
fn r7_22_from_zone_to_zone_costs_one_more_than_the_ground() {
    rules!("tannenberg 5.15", "tannenberg 7.23");
    let d = data();
    let p = stand(d, &["de-1 0709", "ru-53 0710"]);
    let unit = id(d, "ru-53");
    let cost = |to: &str| 4 - movement::reach(d, &p, unit).arrives(hex(d, to)).unwrap();
    // 0609 and 0809 are beside the German too, 0610 and 0711 are not; 0809 and 0810 are forest.
    assert_eq!(["0609", "0809", "0610", "0810", "0711"].map(cost), [2, 3, 1, 2, 1]);
    assert_eq!(
        movement::reach(d, &p, unit).arrives(hex(d, "0608")),
        Some(0),
        "4 MP: two steps from zone to zone"
    );
}

#[test]
fn r7_0b_troops_in_a_fortress_have_their_own_zone() {
    let d = data();
    let (at, beside) = (hex(d, "1114"), hex(d, "1115"));
    let fort = d.map.at(at).fort.unwrap();
    let mut p = stand(d, &["de-lzn 1114"]);
    p.lose_fort(d, fort, 4);
    assert!(zones::in_enemy_zone(&p, RU, beside), "the brigade remains");
    p.lose(d, id(d, "de-lzn"), 1);
    assert!(!zones::in_enemy_zone(&p, RU, beside));
}

#[test]
fn r7_24a_a_fortress_cancels_zones_in_its_hex_until_it_falls() {
    let d = data();
    let (osowiec, from) = (hex(d, "1709"), hex(d, "1708"));
    let mut p = stand(d, &["de-1 1710"]);
    let step = d.map.step(from, osowiec).unwrap();
    let free = |p: &Position| (!zones::zone_counts(d, p, RU, osowiec), retreat::legal(d, p, RU, 3, step));
    assert!(zones::in_enemy_zone(&p, RU, osowiec), "for movement it is controlled all the same");
    assert_eq!(free(&p), (true, true));
    p.lose_fort(d, d.map.at(osowiec).fort.unwrap(), 4);
    assert_eq!(free(&p), (false, false));
    p.put(d, id(d, "ru-fr"), osowiec);
    assert_eq!(free(&p), (true, true), "then a brigade does");
}
