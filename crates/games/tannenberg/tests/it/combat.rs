//! Strength, odds and results (chapters 8, 10.4 and 11.1).
use crate::common::*;
use sandtable_east::data::params::Outcome;
use sandtable_east::data::pieces::UnitSet;
use sandtable_east::standard::results::{self, Hosts};
use sandtable_east::standard::strength::{self, Attack};
use sandtable_tannenberg::position::{Position, flag};

fn total(p: &Position, names: &[&str], heroes: &[&str], target: &str) -> u16 {
    attack_total(p, names, heroes, &[target])
}

#[test]
fn r8_4a_t1_ratios_favour_the_defender() {
    rules!("tannenberg 8.4b", "tannenberg 8.8a", "tannenberg 8.8b", "tannenberg 8.8c");
    let params = &data().params;
    let ratio = strength::ratio(26, 9).unwrap();
    assert_eq!(ratio, 2);
    assert_eq!([1, 3, 4].map(|t| strength::column(params, t, ratio)), [Some(5), Some(4), Some(3)]);
}

#[test]
fn r10_21b_t2_shifts_move_the_final_column() {
    let params = &data().params;
    assert_eq!((strength::shifted(params, 1, 5, 2), strength::shifted(params, 3, 4, 2)), (7, 6));
    assert_eq!(strength::column(params, 1, 4), Some(7));
    assert_eq!(strength::shifted(params, 1, 7, 3), 8, "not past the last");
}

#[test]
fn r8_8m_t36_ratios_below_the_table_are_refused() {
    rules!("tannenberg 8.8n");
    let params = &data().params;
    let ratio = strength::ratio(4, 13).unwrap();
    assert_eq!(ratio, -4);
    assert_eq!((strength::column(params, 3, ratio), strength::column(params, 1, ratio)), (None, Some(1)));
    assert_eq!(strength::column(params, 1, strength::ratio(90, 1).unwrap()), Some(8));
    assert_eq!(strength::column(params, 3, strength::ratio(1, 0).unwrap()), Some(8));
    assert_eq!(strength::ratio(0, 3), None);
    assert_eq!(strength::column(params, 3, strength::ratio(4, 4).unwrap()), Some(3));
}

#[test]
fn r5_4t_t9_a_river_and_a_city_both_count() {
    rules!("tannenberg 5.4l", "tannenberg 5.4i", "tannenberg 8.3");
    let d = data();
    let mut p = stand(d, &["ru-iii 0620", "ru-xiii 0620", "ru-53 0620", "de-1r 0520"]);
    p.lose_fort(d, d.map.at(hex(d, "0520")).fort.unwrap(), 4);
    let attack = total(&p, &["ru-iii", "ru-xiii", "ru-53"], &[], "0520");
    let defence = strength::defence_total(d, &p, DE, &[hex(d, "0520")]);
    assert_eq!((attack, defence), (6, 8));
    assert_eq!(strength::ratio(attack, defence), Some(-2));
}

#[test]
fn r10_42a_t15_supply_and_command_halve_one_after_the_other() {
    rules!("tannenberg 9.21b", "tannenberg 10.2c");
    let d = data();
    let mut p = stand(d, &["ru-iii 0710"]);
    let corps = id(d, "ru-iii");
    assert_eq!(strength::unit_attack(d, &p, corps), 5);
    p.set(d, corps, flag::OUT_OF_SUPPLY, true);
    assert_eq!(strength::unit_attack(d, &p, corps), 2);
    p.set(d, corps, flag::OUT_OF_COMMAND, true);
    assert_eq!(strength::unit_attack(d, &p, corps), 1);
}

#[test]
fn r12_21b_t13_cavalry_counts_a_quarter_against_others() {
    rules!("tannenberg 12.21a");
    let d = data();
    let horse = ["ru-c1", "ru-c2", "ru-c3", "ru-1cv"];
    let place = |n: usize, target: &str| {
        let mut list: Vec<String> = horse[..n].iter().map(|h| format!("{h} 0710")).collect();
        list.push(target.into());
        stand(d, &list.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(total(&place(2, "de-1 0711"), &horse[..2], &[], "0711"), 1);
    let mut three = place(2, "de-1 0711");
    three.lose(d, id(d, "ru-c1"), 1);
    assert_eq!(total(&three, &horse[..2], &[], "0711"), 0);
    let mut seven = place(4, "de-1 0711");
    seven.lose(d, id(d, "ru-c1"), 1);
    assert_eq!(total(&seven, &horse, &[], "0711"), 1);
    assert_eq!(total(&place(2, "de-c1 0711"), &horse[..2], &[], "0711"), 4);
}

#[test]
fn r10_23_heroic_leaders_attack_with_their_stack() {
    rules!(
        "tannenberg 10.2b",
        "tannenberg 10.51b",
        "tannenberg 10.53a",
        "tannenberg 10.12",
        "tannenberg 10.11e"
    );
    let d = data();
    let p = stand(d, &["hq-de-vf-1 0711", "hq-de-vpr-8 0711", "de-1 0711", "de-6lw 0810", "ru-53 0710"]);
    assert_eq!(total(&p, &["de-1"], &["hq-de-vf-1"], "0710"), 7);
    assert_eq!(total(&p, &["de-1"], &["hq-de-vpr-8"], "0710"), 4, "in parentheses: defence only");
    assert_eq!(strength::hex_defence(d, &p, DE, hex(d, "0711")), 6 + 3 + 1);
    let more = stand(d, &["hq-de-vf-1 0711", "de-1 0711", "de-6lw 0711", "ru-53 0710"]);
    assert_eq!(total(&more, &["de-6lw"], &["hq-de-vf-1"], "0710"), 4, "not all of its stack need attack");
    let alone = stand(d, &["hq-de-vf-1 0711", "de-6lw 0711", "ru-53 0710"]);
    assert_eq!(total(&alone, &["de-6lw"], &["hq-de-vf-1"], "0710"), 1);
    assert_eq!(strength::hex_defence(d, &alone, DE, hex(d, "0711")), 1, "one stacking point is not enough");
}

#[test]
fn r5_36c_t35_entrained_units_defend_with_half() {
    let d = data();
    let mut p = stand(d, &["ru-53 0507"]);
    p.set(d, id(d, "ru-53"), flag::ENTRAINED, true);
    assert_eq!(strength::hex_defence(d, &p, RU, hex(d, "0507")), 1);
}

#[test]
fn r11_11b_fortresses_add_their_strength_unmultiplied() {
    rules!("tannenberg 11.14a", "tannenberg 5.4j");
    let d = data();
    let at = hex(d, "0520");
    let mut p = stand(d, &["de-1r 0520"]);
    assert_eq!(strength::hex_defence(d, &p, DE, at), 4 * 2 + 6);
    p.lose_fort(d, d.map.at(at).fort.unwrap(), 2);
    assert_eq!(strength::hex_defence(d, &p, DE, at), 4 * 2 + 3);
    assert_eq!(strength::hex_defence(d, &stand(d, &["de-1r 0317"]), DE, hex(d, "0317")), 8, "a trench");
}

#[test]
fn r5_4m_the_die_suffers_only_if_all_sides_are_major_rivers() {
    let d = data();
    let p = stand(d, &["ru-53 1228", "ru-54 1327", "de-1 1227"]);
    let targets = [hex(d, "1227")];
    let change = |names: &[&str]| {
        strength::die_change(
            d,
            &p,
            &Attack { units: units(d, names), heroes: UnitSet::EMPTY, targets: &targets },
        )
    };
    assert_eq!((change(&["ru-53"]), change(&["ru-53", "ru-54"])), (2, 0));
}

#[test]
fn r8_23_attackers_are_adjacent_able_and_fresh() {
    rules!(
        "tannenberg 8.12c",
        "tannenberg 8.14a",
        "tannenberg 8.14b",
        "tannenberg 8.11b",
        "tannenberg 8.73b"
    );
    let d = data();
    let mut p =
        stand(d, &["ru-53 0711", "ru-54 0709", "ru-d1 0711", "de-1 0710", "de-2 0610", "hq-de-vf-1 0712"]);
    let breach = |p: &Position, names: &[&str], at: &[&str]| {
        let targets: Vec<u16> = at.iter().map(|n| hex(d, n)).collect();
        let attack = Attack { units: units(d, names), heroes: UnitSet::EMPTY, targets: &targets };
        strength::attack_breach(d, p, &attack).map(|b| b.rule.to_string())
    };
    assert_eq!(breach(&p, &["ru-53", "ru-54"], &["0710"]), None);
    assert_eq!(breach(&p, &["ru-53"], &["0710", "0610"]), None);
    assert_eq!(breach(&p, &["ru-53", "ru-54"], &["0710", "0610"]).as_deref(), Some("8.23"));
    assert_eq!(breach(&p, &["ru-d1"], &["0710"]).as_deref(), Some("8.12c"));
    assert_eq!(breach(&p, &["ru-53"], &["0712"]).as_deref(), Some("8.14b"), "headquarters alone");
    p.set(d, id(d, "ru-53"), flag::ATTACKED, true);
    assert_eq!(breach(&p, &["ru-53"], &["0710"]).as_deref(), Some("8.14a"));
    p.set(d, id(d, "ru-53"), flag::ATTACKED, false);
    p.set(d, id(d, "ru-53"), flag::ADVANCED, true);
    assert_eq!(breach(&p, &["ru-53"], &["0710"]).as_deref(), Some("8.14a"));
    p.set(d, id(d, "de-1"), flag::DEFENDED, true);
    assert_eq!(breach(&p, &["ru-54"], &["0710"]).as_deref(), Some("8.14b"));
}

#[test]
fn r8_53a_t7_a_corps_loses_its_steps_one_by_one() {
    rules!("tannenberg 8.53b", "tannenberg 8.53c", "tannenberg 8.52c", "tannenberg 2.4f");
    let d = data();
    let iv = d.unit(id(d, "ru-iv"));
    let track: Vec<_> = (0..5).map(|l| (iv.face(l).attack, iv.face(l).defence)).collect();
    assert_eq!(track, [(4, 8), (3, 7), (2, 4), (1, 3), (0, 0)]);
    let div = d.unit(id(d, "de-1"));
    assert_eq!((div.face(1).attack, div.face(1).defence), (2, 3));
    let mut p = stand(d, &["ru-iv 0710"]);
    p.lose(d, id(d, "ru-iv"), 4);
    assert_eq!(p.hex(id(d, "ru-iv")), None);
}

#[test]
fn r8_8d_the_table_reads_as_printed() {
    rules!(
        "tannenberg 8.8e",
        "tannenberg 8.8f",
        "tannenberg 8.8g",
        "tannenberg 8.8h",
        "tannenberg 8.8i",
        "tannenberg 8.8j"
    );
    rules!("tannenberg 8.8k", "tannenberg 8.8l", "tannenberg 8.54a");
    let rules = sandtable_tannenberg::rules();
    for (die, letter) in (1..).zip("defghijk".chars()) {
        let rule = rules.iter().find(|r| r.id == format!("8.8{letter}")).unwrap();
        let printed = rule.summary.split_once(": ").unwrap().1.trim_end_matches('.');
        for (column, entry) in (1..).zip(printed.split(", ")) {
            let (a, b) = entry.split_once('/').unwrap();
            let want = Outcome::parse(a).zip(Outcome::parse(b));
            assert_eq!(results::look_up(&data().params, column, die), want, "column {column}, die {die}");
        }
    }
    use Outcome::*;
    let read = |c, die| results::look_up(&data().params, c, die).unwrap();
    assert_eq!(read(5, 1), (Nothing, Three));
    assert_eq!((read(8, 2), read(4, 2), read(6, 3)), ((Nothing, Eliminated), (One, Two), (One, Two)));
    assert_eq!((read(8, 4), read(1, 5), read(3, 6)), ((Nothing, Three), (Two, Nothing), (One, Nothing)));
    assert_eq!((read(6, 7), read(4, 8), read(8, 9)), ((One, One), (Two, Nothing), (One, One)));
}

#[test]
fn r8_9c_t18_t19_t20_losses_follow_the_smaller_force() {
    rules!(
        "tannenberg 8.9a",
        "tannenberg 8.9b",
        "tannenberg 8.9d",
        "tannenberg 8.9e",
        "tannenberg 8.9f",
        "tannenberg 8.9n"
    );
    rules!(
        "tannenberg 8.9g",
        "tannenberg 8.9h",
        "tannenberg 8.9i",
        "tannenberg 8.9j",
        "tannenberg 8.9k",
        "tannenberg 8.9m"
    );
    let params = &data().params;
    let table = |r, n| -> Vec<(u8, u8)> {
        results::options(params, r).map(|c| (results::loss(c, n), c.retreat)).collect()
    };
    let n = results::affected(12, 4);
    assert_eq!((n, table(Outcome::One, n)), (4, vec![(2, 0), (0, 1)]));
    assert_eq!(results::attacker_loss(params, Outcome::One, n), 2);
    assert_eq!(results::attacker_loss(params, Outcome::Two, n), 4);
    assert_eq!(table(Outcome::Two, results::affected(4, 10)), [(4, 0), (2, 1), (0, 2)]);
    assert_eq!(table(Outcome::Three, 5), [(5, 0), (3, 2)]);
    assert_eq!(table(Outcome::Eliminated, 5), [(5, 0)]);
    assert_eq!(table(Outcome::One, 1)[0], (1, 0));
    assert!(table(Outcome::Nothing, 4).is_empty());
}

#[test]
fn r8_75a_t21_supplied_defenders_who_die_standing_bar_the_advance() {
    rules!("tannenberg 8.75b");
    let params = &data().params;
    let barred = |r, supplied| {
        let first = results::options(params, r).next().unwrap();
        results::advance_barred(first, true, supplied)
    };
    assert!(barred(Outcome::Two, true) && barred(Outcome::Three, true));
    assert!(!barred(Outcome::Two, false) && !barred(Outcome::Eliminated, true));
    assert!(!barred(Outcome::One, true), "T20");
    assert!(!results::advance_barred(results::options(params, Outcome::Two).next().unwrap(), false, true));
}

#[test]
fn r10_43a_t34_poor_armies_out_of_command_suffer_more() {
    rules!("tannenberg 10.43b");
    let d = data();
    let worse = |r| results::worse_for_defender(&d.params, r);
    use Outcome::*;
    assert_eq!(
        [Three, One, Two, Eliminated, Nothing].map(worse),
        [Eliminated, Two, Three, Eliminated, Nothing]
    );
    assert_eq!([One, Two, Nothing].map(|r| results::worse_for_attacker(&d.params, r)), [Two, Two, Nothing]);
    let stack = units(d, &["ru-53", "ru-54"]);
    assert!(results::out_of_command(d, &stand(d, &["ru-53 0710", "ru-54 0710"]), stack, false));
    let near = stand(d, &["ru-53 0710", "ru-54 0710", "hq-ru-r-1 0708"]);
    assert!(!results::out_of_command(d, &near, stack, false));
    let german = stand(d, &["de-1 0710"]);
    assert!(!results::out_of_command(d, &german, units(d, &["de-1"]), false));
    let mut p = near;
    p.set(d, id(d, "ru-53"), flag::OUT_OF_COMMAND, true);
    assert!(results::out_of_command(d, &p, stack, true), "half is enough");
}

#[test]
fn r11_13c_t5_t6_an_empty_fortress_loses_half_for_each_number() {
    rules!("tannenberg 11.14a", "tannenberg 11.15");
    let d = data();
    let lose = |r, has| results::lone_fortress_loss(&d.params, r, 8, has);
    assert_eq!(lose(Outcome::Three, 4), 3);
    assert_eq!((lose(Outcome::One, 4), lose(Outcome::One, 3)), (1, 1));
    assert_eq!(lose(Outcome::Eliminated, 4), 4, "E takes the Steps themselves");
    let mut p = stand(d, &[]);
    let fort = d.map.at(hex(d, "2230")).fort.unwrap();
    let strengths: Vec<u8> = (0..5)
        .map(|_| {
            let s = strength::fort_strength(d, &p, fort);
            p.lose_fort(d, fort, 1);
            s
        })
        .collect();
    assert_eq!(strengths, [5, 5, 3, 3, 0]);
}

#[test]
fn r8_66a_t33_guests_add_nothing_and_share_the_fate() {
    rules!("tannenberg 8.66b", "tannenberg 8.66c", "tannenberg 8.66d");
    let d = data();
    let mut p = stand(d, &["ru-53 0710", "ru-iv 0710"]);
    p.set(d, id(d, "ru-53"), flag::GUEST, true);
    assert_eq!(strength::hex_defence(d, &p, RU, hex(d, "0710")), 8);
    assert_eq!(results::force(d, &p, p.stack(d, RU, hex(d, "0710")), []), 4);
    assert_eq!([Hosts::Unhurt, Hosts::Hurt, Hosts::Gone].map(|h| results::guest_loss(h, 2)), [0, 1, 2]);
}
