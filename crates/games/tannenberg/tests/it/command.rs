//! Command (chapter 10), the staff officer (17.3) and cavalry withdrawal (12.1).
use crate::common::*;
use sandtable_east::standard::{cavalry, command, retreat, supply};
use sandtable_tannenberg::play::staff;

#[test]
fn r10_41a_t22_a_roll_above_the_competence_commands() {
    rules!("tannenberg 10.41b");
    let rolls = |tcr| [1, 2, 3, 4].map(|r| command::roll_commands(tcr, r));
    assert_eq!(rolls(data().params.armies[0].tcr), [false, true, true, true]);
    assert_eq!(rolls(data().params.armies[1].tcr), [false, false, false, true]);
}

#[test]
fn r10_33a_the_radius_is_counted_to_the_unit() {
    rules!("tannenberg 10.33b", "tannenberg 10.34a", "tannenberg 10.34b", "tannenberg 10.11d");
    let d = data();
    let covers = |pieces: &[&str], hq: &str, at: &str| {
        let p = stand(d, pieces);
        let hq = id(d, hq);
        command::radius(d, &p, hq, command::face(d, &p, hq).radius).has(hex(d, at))
    };
    assert!(covers(&["hq-ru-r-1 0612"], "hq-ru-r-1", "0609"));
    assert!(covers(&["hq-ru-r-1 0612"], "hq-ru-r-1", "0612"));
    assert!(!covers(&["hq-ru-r-1 0612"], "hq-ru-r-1", "0608"));
    assert!(!covers(&["hq-ru-r-1 0612", "de-1 0711"], "hq-ru-r-1", "0609"), "through a zone");
    let friends = ["hq-ru-r-1 0612", "de-1 0711", "ru-53 0610", "ru-54 0611"];
    assert!(covers(&friends, "hq-ru-r-1", "0609"), "friends cancel it");
    assert!(!covers(&["hq-ru-r-1 0612", "de-1 0610"], "hq-ru-r-1", "0609"), "an enemy in the way");
    assert!(covers(&["hq-de-vpr-8 0612", "ru-53 0711"], "hq-de-vpr-8", "0609"), "TCR 1 goes through");
}

#[test]
fn r10_31b_no_more_than_the_strength_is_commanded() {
    rules!("tannenberg 10.32a", "tannenberg 10.32c", "tannenberg 10.11c");
    let d = data();
    let p =
        stand(d, &["hq-de-vf-1 0613", "de-1 0613", "de-2 0613", "de-35 0614", "de-36 0714", "de-37 0712"]);
    let hq = id(d, "hq-de-vf-1");
    let breach = |names: &[&str], unlimited| {
        let pairs: Vec<_> = names.iter().map(|n| (id(d, n), hq)).collect();
        command::allotment_breach(d, &p, &pairs, unlimited, |h| command::face(d, &p, h))
            .map(|b| b.rule.to_string())
    };
    assert_eq!(breach(&["de-1", "de-2", "de-35"], false), None);
    assert_eq!(breach(&["de-1", "de-2", "de-35", "de-36"], false).as_deref(), Some("10.31b"));
    assert_eq!(breach(&["de-1", "de-2", "de-35", "de-36"], true), None);
    assert_eq!(breach(&["de-37"], false).as_deref(), Some("10.33a"));
    assert_eq!(breach(&["de-1", "de-1"], false).as_deref(), Some("10.32a"));
}

#[test]
fn r17_3a_t24_the_staff_officer_raises_radius_and_strength() {
    rules!("tannenberg 17.3b");
    let d = data();
    let p = stand(d, &[]);
    let boosted = |hq: &str| {
        let f = staff::boosted(&game().own.staff, command::face(d, &p, id(d, hq)), true, true);
        (f.radius, f.strength)
    };
    assert_eq!(boosted("hq-de-hl-8"), (16, 67));
    assert_eq!(boosted("hq-de-vf-1"), (2, 10));
}

#[test]
fn r12_12_t23_cavalry_withdraws_on_a_roll_above_its_competence() {
    rules!("tannenberg 12.11", "tannenberg 12.13a", "tannenberg 12.13b");
    assert_eq!([2, 4].map(|r| cavalry::succeeds(1, r)), [true, true]);
    assert_eq!([2, 4].map(|r| cavalry::succeeds(3, r)), [false, true]);
    let d = data();
    let p = stand(d, &["ru-c1 0611", "de-1 0612"]);
    let unit = id(d, "ru-c1");
    assert!(cavalry::may_try(d, &p, unit));
    let ends = cavalry::ends(d, &p, unit, &retreat::source_distances(d, &supply::sources(d, &p, RU)));
    assert!(ends.has(hex(d, "0609")) && ends.iter().all(|h| d.map.distance(h, hex(d, "0611")) == 2));
    let blocked = stand(d, &["ru-c1 0611", "de-1 0612", "de-2 0710", "de-35 0510"]);
    let ends =
        cavalry::ends(d, &blocked, unit, &retreat::source_distances(d, &supply::sources(d, &blocked, RU)));
    assert!(ends.is_empty(), "{:?}", numbers(d, &ends));
    let german = stand(d, &["de-c1 0611", "ru-53 0612", "ru-54 0710", "ru-56 0510"]);
    let far = retreat::source_distances(d, &supply::sources(d, &german, DE));
    assert!(!cavalry::ends(d, &german, id(d, "de-c1"), &far).is_empty(), "TCR 1 goes through zones");
}

#[test]
fn r10_52c_headquarters_displace_to_the_nearest_friends() {
    rules!("tannenberg 10.52e", "tannenberg 10.52f", "tannenberg 10.52g");
    let d = data();
    let to = |pieces: &[&str], hq: &str| {
        let p = stand(d, pieces);
        numbers(d, &command::displacement(d, &p, id(d, hq)))
    };
    let near = ["hq-ru-r-1 0610", "de-1 0611", "ru-53 0608", "ru-54 0708"];
    assert_eq!(to(&near, "hq-ru-r-1"), ["0608"]);
    let tie = ["hq-ru-r-1 0610", "de-1 0611", "ru-53 0608", "ru-54 0508", "ru-56 0609", "ru-57 0709"];
    assert_eq!(to(&tie, "hq-ru-r-1"), ["0609"]);
    let shut = ["hq-ru-r-1 0610", "de-1 0611", "de-2 0709", "de-35 0510", "ru-53 0607"];
    assert!(to(&shut, "hq-ru-r-1").is_empty(), "TCR 3 does not go through zones");
    let german = ["hq-de-vf-1 0610", "ru-53 0611", "ru-54 0709", "ru-56 0510", "de-1 0607"];
    assert_eq!(to(&german, "hq-de-vf-1"), ["0607"]);
    use sandtable_east::standard::zones::lone_headquarters;
    assert!(lone_headquarters(d, &stand(d, &["hq-de-vf-1 0610"]), DE, hex(d, "0610")));
    assert!(!lone_headquarters(d, &stand(d, &["hq-de-vf-1 0520"]), DE, hex(d, "0520")), "in its fortress");
}
