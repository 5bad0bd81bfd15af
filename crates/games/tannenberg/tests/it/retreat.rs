//! Retreat after combat (chapter 8.6).
use crate::common::*;
use sandtable_east::standard::retreat::{self, Retreat};
use sandtable_east::standard::{cavalry, movement, supply};
use sandtable_tannenberg::position::{Position, flag};

fn ways(p: &Position, who: &str, here: &str, left: u8) -> Vec<String> {
    ways_of(p, &[who], here, left)
}

/// The hexes that a stack may retreat to next.
fn ways_of(p: &Position, who: &[&str], here: &str, left: u8) -> Vec<String> {
    let d = data();
    let unit = id(d, who[0]);
    let distance = retreat::source_distances(d, &supply::sources(d, p, d.unit(unit).army));
    let start = p.hex(unit).unwrap();
    let stack = units(d, who);
    let r = Retreat { stack, start, here: hex(d, here), left, distance: &distance };
    numbers(d, &retreat::options(d, p, &r))
}

#[test]
fn r8_63a_towards_supply_if_possible() {
    let d = data();
    let p = stand(d, &["ru-53 0610", "de-1 0611"]);
    assert_eq!(ways(&p, "ru-53", "0610", 1), ["0609"]);
    assert_eq!(ways(&p, "ru-53", "0610", 2), ["0609"]);
    assert_eq!(ways(&p, "ru-53", "0609", 1), ["0608"]);
}

#[test]
fn r8_64b_enemy_zones_are_closed_to_poor_armies() {
    rules!("tannenberg 8.64a", "tannenberg 8.61b", "tannenberg 8.63b", "tannenberg 10.52d");
    let d = data();
    let around = ["de-1 0611", "de-2 0709", "de-35 0510"];
    let mut all = vec!["ru-53 0610"];
    all.extend(around);
    assert_eq!(ways(&stand(d, &all), "ru-53", "0610", 1), Vec::<String>::new());
    all.push("ru-1rf 0609");
    assert_eq!(ways(&stand(d, &all), "ru-53", "0610", 1), ["0609"], "a friend cancels the zone");
    let german = stand(d, &["de-1 0610", "ru-53 0611", "ru-54 0709", "ru-56 0510"]);
    let found = ways(&german, "de-1", "0610", 1);
    assert!(!found.is_empty() && !found.contains(&"0611".to_string()), "TCR 1 goes through: {found:?}");
    let german = stand(d, &["de-1 0610", "ru-53 0611"]);
    assert_eq!(ways(&german, "de-1", "0610", 1), ["0510", "0609", "0710"], "but stays out of them if it can");
    let hq = stand(d, &["ru-53 0610", "de-1 0611", "hq-de-vf-1 0609"]);
    assert_eq!(ways(&hq, "ru-53", "0610", 1), ["0609"], "headquarters give way");
}

#[test]
fn r8_63d_an_overfull_hex_does_not_bind() {
    rules!("tannenberg 8.65", "tannenberg 8.63c", "tannenberg 6.15a", "tannenberg 6.15b");
    let d = data();
    let p = stand(d, &["ru-53 0610", "de-1 0611", "ru-iii 0609", "ru-iv 0609"]);
    let found = ways(&p, "ru-53", "0610", 1);
    assert!(!found.is_empty() && !found.contains(&"0609".to_string()), "{found:?}");
    assert!(retreat::too_many(d, &p, units(d, &["ru-53"]), hex(d, "0609")));
    assert_eq!(ways(&p, "ru-53", "0610", 2), ["0609"], "passing through is free");
}

#[test]
fn r8_62b_a_stack_goes_where_all_of_it_has_room() {
    let d = data();
    let p = stand(d, &["ru-53 0610", "ru-iii 0610", "de-1 0611", "ru-iv 0609", "ru-54 0609"]);
    assert_eq!(ways(&p, "ru-53", "0610", 1), ["0609"], "a division alone has room there");
    let both = ways_of(&p, &["ru-53", "ru-iii"], "0610", 1);
    assert!(!both.is_empty() && !both.contains(&"0609".to_string()), "{both:?}");
    assert!(!retreat::too_many(d, &p, units(d, &["ru-53"]), hex(d, "0609")));
    assert!(retreat::too_many(d, &p, units(d, &["ru-53", "ru-iii"]), hex(d, "0609")));
}

#[test]
fn r5_11b_neither_retreat_nor_withdrawal_asks_for_movement_points() {
    rules!("tannenberg 12.14");
    let d = data();
    let mut p = stand(d, &["ru-53 0610", "ru-c1 0611", "de-1 0612", "de-2 0511"]);
    let far = retreat::source_distances(d, &supply::sources(d, &p, RU));
    let rider = id(d, "ru-c1");
    let fresh = (ways(&p, "ru-53", "0610", 1), cavalry::ends(d, &p, rider, &far));
    assert!(!fresh.0.is_empty() && !fresh.1.is_empty());
    for who in ["ru-53", "ru-c1"] {
        p.spent[id(d, who).index()] = 9;
        p.set(d, id(d, who), flag::STOPPED | flag::OUT_OF_SUPPLY, true);
        assert!(movement::reach(d, &p, id(d, who)).hexes.is_empty());
    }
    assert_eq!((ways(&p, "ru-53", "0610", 1), cavalry::ends(d, &p, rider, &far)), fresh);
}

#[test]
fn r8_63c_away_from_supply_rather_than_not_at_all() {
    rules!("tannenberg 8.61b");
    let d = data();
    // The way home and all beside it are shut; one hex is left, and it leads away.
    let mut pieces = vec!["ru-53 0610", "de-1 0609", "de-2 0510", "de-35 0710"];
    let p = stand(d, &pieces);
    let far = retreat::source_distances(d, &supply::sources(d, &p, RU));
    let away = |n: &str| far[usize::from(hex(d, n))];
    assert_eq!(ways(&p, "ru-53", "0610", 1), ["0611"]);
    assert!(away("0611") > away("0610"));
    pieces.push("de-36 0712");
    assert!(ways(&stand(d, &pieces), "ru-53", "0610", 1).is_empty(), "but not through a zone");
    // Over the lakes nobody goes, though a German source lies beyond.
    let p = stand(d, &["de-1 1213", "ru-53 1212"]);
    let found = ways(&p, "de-1", "1213", 1);
    assert!(
        !found.is_empty() && found.iter().all(|h| !["1212", "1214", "1314"].contains(&h.as_str())),
        "{found:?}"
    );
}

#[test]
fn r8_61a_two_hexes_lead_two_hexes_away() {
    let d = data();
    let p = stand(d, &["de-1 0610", "ru-53 0611"]);
    assert_eq!(ways(&p, "de-1", "0609", 1), ["0509", "0608", "0709"], "0510 and 0710 are beside the start");
    // With all of these taken, back is not a way either.
    let shut = stand(d, &["de-1 0610", "ru-53 0509", "ru-54 0510", "ru-56 0608", "ru-57 0709", "ru-72 0710"]);
    assert!(ways(&shut, "de-1", "0609", 1).is_empty());
    let open = stand(d, &["de-1 0610", "ru-53 0509", "ru-54 0510", "ru-56 0608", "ru-57 0709"]);
    assert_eq!(ways(&open, "de-1", "0609", 1), ["0710"], "nearer if it cannot be helped");
}
