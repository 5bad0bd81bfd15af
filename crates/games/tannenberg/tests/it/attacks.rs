//! Who attacks whom with what (8.0 to 8.2, 10.2, 10.5, 11.0 to 11.2, 12.17 and 15/10.2).
use crate::common::{attack_total as total, *};
use sandtable_east::data::pieces::UnitSet;
use sandtable_east::standard::results::{self, Hosts};
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::{cavalry, command, rail, retreat, stacking, supply};
use sandtable_tannenberg::position::{Position, flag};
use std::collections::BTreeSet;

fn breach(p: &Position, names: &[&str], at: &[&str]) -> Option<String> {
    let d = data();
    let targets: Vec<u16> = at.iter().map(|n| hex(d, n)).collect();
    let attack = Attack { units: units(d, names), heroes: UnitSet::EMPTY, targets: &targets };
    strength::attack_breach(d, p, &attack).map(|b| b.rule.to_string())
}

#[test]
fn r8_0a_enemies_beside_each_other_may_fight() {
    let d = data();
    let p = stand(d, &["ru-53 0711", "ru-54 0611", "de-1 0710", "de-2 0708"]);
    assert_eq!(breach(&p, &["ru-53"], &["0710"]), None);
    assert_eq!(breach(&p, &[], &["0710"]).as_deref(), Some("8.0a"), "without attackers");
    assert_eq!(breach(&p, &["ru-53"], &[]).as_deref(), Some("8.0a"), "without a target");
    assert_eq!(breach(&p, &["ru-53"], &["0708"]).as_deref(), Some("8.23"), "too far away");
    assert_eq!(breach(&p, &["ru-53"], &["0611"]).as_deref(), Some("8.14b"), "friends");
    assert_eq!(breach(&p, &["ru-53"], &["0712"]).as_deref(), Some("8.14b"), "nobody");
    let lake = stand(d, &["ru-53 1213", "de-1 1214"]);
    assert_eq!(breach(&lake, &["ru-53"], &["1214"]).as_deref(), Some("8.23"), "over a blocked side");
}

#[test]
fn r8_13_a_hex_is_attacked_from_all_six_sides() {
    let d = data();
    let ring = ["ru-53 0609", "ru-54 0610", "ru-56 0709", "ru-57 0711", "ru-72 0809", "ru-73 0810"];
    let mut all = ring.to_vec();
    all.extend(["de-1 0710", "ru-76 0712"]);
    let p = stand(d, &all);
    let mut names: Vec<&str> = ring.iter().map(|r| r.split_once(' ').unwrap().0).collect();
    assert_eq!(breach(&p, &names, &["0710"]), None);
    assert_eq!(total(&p, &names, &[], &["0710"]), 12);
    names.push("ru-76");
    assert_eq!(breach(&p, &names, &["0710"]).as_deref(), Some("8.23"));
}

#[test]
fn r8_21_everybody_in_a_hex_defends() {
    let d = data();
    let mut p = stand(d, &["ru-53 0710", "ru-iv 0710", "ru-d1 0710", "ru-a1 0710", "de-1 0711"]);
    let at = hex(d, "0710");
    assert_eq!(strength::hex_defence(d, &p, RU, at), 3 + 8 + 1 + 1);
    assert_eq!(strength::defenders(d, &p, RU, at), p.stack(d, RU, at));
    for state in
        [flag::OUT_OF_COMMAND, flag::OUT_OF_SUPPLY, flag::ATTACKED, flag::ADVANCED, flag::MOVED, flag::RAILED]
    {
        p.set(d, id(d, "ru-iv"), state, true);
        assert_eq!(strength::hex_defence(d, &p, RU, at), 13, "{state}");
    }
    assert_eq!(results::force(d, &p, strength::defenders(d, &p, RU, at), []), 2 + 4 + 1 + 1);
    p.set(d, id(d, "ru-d1"), flag::DEFENDED, true);
    assert_eq!(breach(&p, &["de-1"], &["0710"]).as_deref(), Some("8.14b"), "one attacked, all attacked");
}

#[test]
fn r8_22_a_stack_may_divide_its_attacks_but_no_unit_itself() {
    rules!("tannenberg 8.24");
    let d = data();
    let mut p = stand(d, &["ru-53 0711", "ru-54 0711", "ru-56 0711", "de-1 0710", "de-2 0610"]);
    assert_eq!((breach(&p, &["ru-53"], &["0710"]), breach(&p, &["ru-54"], &["0610"])), (None, None));
    assert_eq!(total(&p, &["ru-53"], &[], &["0710", "0610"]), 2, "counted once against both");
    assert_eq!(strength::defence_total(d, &p, DE, &[hex(d, "0710"), hex(d, "0610")]), 12);
    p.set(d, id(d, "ru-53"), flag::ATTACKED, true);
    p.set(d, id(d, "de-1"), flag::DEFENDED, true);
    assert_eq!(breach(&p, &["ru-54", "ru-56"], &["0610"]), None, "the rest of the stack is free");
    assert_eq!(breach(&p, &["ru-53"], &["0610"]).as_deref(), Some("8.14a"), "no second part of it");
}

#[test]
fn r10_21a_shifts_help_attackers_only() {
    rules!("tannenberg 10.51a");
    let d = data();
    let p = stand(d, &["hq-de-vf-1 0711", "de-1 0711", "hq-ru-r-1 0710", "ru-53 0710"]);
    let mut keen = d.clone();
    for hq in ["hq-de-vf-1", "hq-ru-r-1"] {
        let values = keen.units[id(d, hq).index()].hq.as_mut().unwrap();
        values.faces[0].as_mut().unwrap().shift = 3;
    }
    for (side, at, want) in [(DE, "0711", 6 + 3), (RU, "0710", 3 + 1)] {
        assert_eq!(strength::hex_defence(d, &p, side, hex(d, at)), want);
        assert_eq!(strength::hex_defence(&keen, &p, side, hex(d, at)), want, "whatever the shift");
    }
}

#[test]
fn r10_51c_headquarters_fight_in_full_without_supply() {
    let d = data();
    let mut p = stand(d, &["hq-de-vf-1 0711", "de-1 0711", "ru-53 0710"]);
    assert_eq!(total(&p, &["de-1"], &["hq-de-vf-1"], &["0710"]), 4 + 3);
    for who in ["hq-de-vf-1", "de-1"] {
        p.set(d, id(d, who), flag::OUT_OF_SUPPLY, true);
    }
    assert_eq!(total(&p, &["de-1"], &["hq-de-vf-1"], &["0710"]), 2 + 3, "only the division is halved");
    assert_eq!(strength::hex_defence(d, &p, DE, hex(d, "0711")), 6 + 3);
}

#[test]
fn r11_0_fortresses_stand_where_the_map_shows_them() {
    let d = data();
    let drawn = d.map.board.parts().places.iter().filter(|p| p.fortress > 0);
    let drawn: BTreeSet<_> = drawn.map(|p| (p.id.clone(), p.hex.0, p.fortress)).collect();
    let known: BTreeSet<_> = d.map.forts.iter().map(|f| (f.place.clone(), f.hex, f.full)).collect();
    assert_eq!(drawn, known);
    assert_eq!([DE, RU].map(|s| d.map.forts.iter().filter(|f| f.side == s).count()), [7, 11]);
    for f in &d.map.forts {
        assert_eq!(d.map.at(f.hex).country, d.map.home[usize::from(f.side)], "{}", f.place);
        assert!(f.weakened < f.full, "{}", f.place);
    }
}

#[test]
fn r11_11a_a_fortress_never_attacks() {
    let d = data();
    let p = stand(d, &["de-3r 1114", "ru-53 1115"]);
    assert_eq!(strength::hex_defence(d, &p, DE, hex(d, "1114")), 4 + 3);
    assert_eq!(total(&p, &["de-3r"], &[], &["1115"]), 3, "its strength is not lent to an attack");
    assert_eq!(breach(&p, &["de-3r"], &["1115"]), None);
    let empty = stand(d, &["ru-53 1115"]);
    assert_eq!(breach(&empty, &[], &["1115"]).as_deref(), Some("8.0a"));
    let garrison = stand(d, &["de-lzn 1114", "ru-53 1115"]);
    assert_eq!(
        breach(&garrison, &["de-lzn"], &["1115"]).as_deref(),
        Some("8.12c"),
        "nor with a garrison of attack 0"
    );
}

#[test]
fn r11_22a_a_fortress_cut_off_loses_nothing() {
    rules!("tannenberg 15/10.2");
    let d = data();
    let at = hex(d, "1114");
    let fort = d.map.at(at).fort.unwrap();
    let ring: Vec<String> = d
        .map
        .open(at)
        .zip(["ru-53", "ru-54", "ru-56", "ru-57", "ru-72", "ru-73"])
        .map(|(s, u)| format!("{u} {}", d.map.number(s.to)))
        .collect();
    let mut pieces: Vec<&str> = ring.iter().map(String::as_str).collect();
    pieces.push("de-3r 1114");
    let p = stand(d, &pieces);
    assert!(!supply::in_supply(d, &p, id(d, "de-3r"), &supply::sources(d, &p, DE)), "its own line is cut");
    assert_eq!((strength::fort_strength(d, &p, fort), supply::feeds(d, &p, DE, at)), (3, 1));
    assert_eq!(supply::feeds(d, &p, RU, at), 0);
    // Trenches feed the German in the same way, no matter where they are and who stands around.
    let trenches: Vec<u16> = (0..d.map.len()).filter(|h| d.map.at(*h).trench).collect();
    assert_eq!(trenches.len(), 5);
    for h in trenches {
        assert_eq!((supply::feeds(d, &p, DE, h), supply::feeds(d, &p, RU, h)), (1, 0));
    }
    assert_eq!(supply::feeds(d, &p, DE, hex(d, "0613")), 0, "a plain hex feeds nobody");
}

#[test]
fn r12_17_cavalry_that_fell_back_on_friends_shares_their_fate() {
    let d = data();
    let mut p = stand(d, &["ru-c1 0710", "ru-iv 0710", "de-1 0711"]);
    let at = hex(d, "0710");
    assert_eq!(strength::hex_defence(d, &p, RU, at), 8 + 1);
    p.set(d, id(d, "ru-c1"), flag::GUEST, true);
    assert_eq!(strength::hex_defence(d, &p, RU, at), 8);
    assert_eq!(results::force(d, &p, p.stack(d, RU, at), []), 4);
    assert!(!strength::defenders(d, &p, RU, at).has(id(d, "ru-c1")));
    let steps = p.steps(d, id(d, "ru-c1"));
    assert_eq!([Hosts::Unhurt, Hosts::Hurt, Hosts::Gone].map(|h| results::guest_loss(h, steps)), [0, 1, 2]);
    p.lose(d, id(d, "ru-c1"), 1);
    let steps = p.steps(d, id(d, "ru-c1"));
    assert_eq!(results::guest_loss(Hosts::Hurt, steps), 1, "half of one Step is one");
}

#[test]
fn r15_0_what_a_game_sets_takes_the_place_of_the_standard() {
    let d = data();
    let set = |a: usize| {
        let army = &d.params.armies[a];
        (army.tcr, army.stack_limit, army.rail_rate, army.capacity(2))
    };
    assert_eq!([set(0), set(1)], [(1, 9, 30, 8), (3, 9, 18, 6)]);
    // The standard rules ask for these numbers, and find other answers in another game.
    let cost = |unit: &str| rail::entrain_cost(d, id(d, unit));
    assert_eq!((stacking::limit(d, units(d, &["de-1"])), cost("de-1"), cost("ru-53")), (9, 1, 3));
    assert_eq!(supply::range(d, id(d, "ru-c1")), 3);
}

#[test]
fn r12_21a_cavalry_charges_cavalry_depots_and_headquarters_in_full() {
    let d = data();
    let count = |target: &[&str], at: &str, from: &str| {
        let mut pieces = vec![format!("ru-c1 {from}"), format!("ru-c2 {from}")];
        pieces.extend(target.iter().map(|t| format!("{t} {at}")));
        let p = stand(d, &pieces.iter().map(String::as_str).collect::<Vec<_>>());
        total(&p, &["ru-c1", "ru-c2"], &[], &[at])
    };
    assert_eq!(count(&["de-c1"], "0711", "0710"), 4);
    assert_eq!(count(&["de-d1"], "0711", "0710"), 4);
    assert_eq!(count(&["de-c1", "de-d1", "hq-de-vf-1"], "0711", "0710"), 4);
    assert_eq!(count(&["de-c1", "de-6lw"], "0711", "0710"), 1, "one brigade of infantry is enough");
    assert_eq!(count(&["de-c1"], "1114", "1115"), 1, "or a fortress");
    // German cavalry against artillery, which is something else too.
    let p = stand(d, &["de-c1 0710", "de-c2 0710", "ru-a1 0711", "ru-c1 0610"]);
    assert_eq!(total(&p, &["de-c1", "de-c2"], &[], &["0711"]), 1);
    assert_eq!(total(&p, &["de-c1", "de-c2"], &[], &["0610"]), 4);
    assert_eq!(total(&p, &["de-c1", "de-c2"], &[], &["0711", "0610"]), 1, "one such hex of two is enough");
}

#[test]
fn r10_33b_blocked_sides_and_water_interrupt_the_radius() {
    let d = data();
    // The lakes lie between 1213 and its western neighbours.
    let p = stand(d, &["hq-de-vf-1 1213", "hq-ru-r-1 0520"]);
    let radius = |hq: &str, far| command::radius(d, &p, id(d, hq), far);
    let one = radius("hq-de-vf-1", 1);
    let near: Vec<_> = d.map.steps(hex(d, "1213")).map(|s| d.map.number(s.to).to_string()).collect();
    assert!(near.contains(&"1214".to_string()) && near.contains(&"1314".to_string()));
    assert!(!one.has(hex(d, "1214")) && !one.has(hex(d, "1314")) && one.has(hex(d, "1212")));
    assert!(radius("hq-de-vf-1", 3).has(hex(d, "1214")), "but the way around counts");
    assert!(
        (0..d.map.len()).all(|h| !radius("hq-ru-r-1", 4).has(h) || !d.map.at(h).closed),
        "nor over the sea"
    );
}

#[test]
fn r10_52e_a_headquarters_shut_in_by_six_enemies_cannot_displace() {
    let d = data();
    let ring = ["ru-53 0609", "ru-54 0610", "ru-56 0709", "ru-57 0711", "ru-72 0809"];
    let mut pieces = ring.to_vec();
    pieces.extend(["hq-de-vf-1 0710", "de-1 0911"]);
    let p = stand(d, &pieces);
    let hq = id(d, "hq-de-vf-1");
    assert_eq!(numbers(d, &command::displacement(d, &p, hq)), ["0911"], "through one controlled hex");
    pieces.push("ru-73 0810");
    let p = stand(d, &pieces);
    assert!(command::displacement(d, &p, hq).is_empty());
}

#[test]
fn r11_22b_who_lives_off_a_fortress_attacks_with_half() {
    let d = data();
    let mut p = stand(d, &["de-3r 1114", "ru-53 1115"]);
    assert_eq!(total(&p, &["de-3r"], &[], &["1115"]), 3);
    p.set(d, id(d, "de-3r"), flag::FED, true);
    assert_eq!(total(&p, &["de-3r"], &[], &["1115"]), 1);
    assert_eq!(strength::hex_defence(d, &p, DE, hex(d, "1114")), 4 + 3);
}

#[test]
fn r12_21b_fractions_of_cavalry_are_lost() {
    let d = data();
    let mut p = stand(d, &["ru-iii 0613", "ru-c1 0611", "ru-c2 0611", "de-1 0612"]);
    assert_eq!(total(&p, &["ru-iii"], &[], &["0612"]), 2, "5 over the Angerapp");
    assert_eq!(total(&p, &["ru-iii", "ru-c1", "ru-c2"], &[], &["0612"]), 3, "2½ and 1");
    p.lose(d, id(d, "ru-c1"), 1);
    assert_eq!(
        total(&p, &["ru-iii", "ru-c1", "ru-c2"], &[], &["0612"]),
        2,
        "¾ of a point does not make 3 of 2½"
    );
}

#[test]
fn r8_9c_headquarters_add_no_steps_to_a_force() {
    let d = data();
    let p = stand(d, &["hq-de-vf-1 0711", "hq-de-vpr-8 0711", "de-1 0711", "de-d1 0711"]);
    assert_eq!(results::force(d, &p, p.stack(d, DE, hex(d, "0711")), []), 2 + 1);
}

#[test]
fn r12_11_only_cavalry_beside_an_enemy_and_off_the_train_withdraws() {
    rules!("tannenberg 12.13b");
    let d = data();
    let mut p = stand(d, &["ru-c1 0611", "ru-53 0611", "ru-c2 0609", "de-1 0612"]);
    let tries = |p: &Position| ["ru-c1", "ru-53", "ru-c2"].map(|u| cavalry::may_try(d, p, id(d, u)));
    assert_eq!(tries(&p), [true, false, false]);
    p.set(d, id(d, "ru-c1"), flag::OUT_OF_COMMAND, true);
    assert_eq!(tries(&p), [true, false, false], "in command or not");
    let unit = id(d, "ru-c1");
    let far = retreat::source_distances(d, &supply::sources(d, &p, RU));
    let away = |h: u16| far[usize::from(h)];
    let here = away(hex(d, "0611"));
    let home = cavalry::ends(d, &p, unit, &far);
    assert!(!home.is_empty() && home.iter().all(|h| away(h) < here), "{:?}", numbers(d, &home));
    // With the way home shut it goes anywhere.
    let shut = stand(d, &["ru-c1 0611", "de-1 0610"]);
    let anywhere = cavalry::ends(d, &shut, unit, &far);
    assert!(!anywhere.is_empty() && anywhere.iter().all(|h| away(h) >= here), "{:?}", numbers(d, &anywhere));
    p.set(d, unit, flag::ENTRAINED, true);
    assert_eq!(tries(&p), [false; 3]);
}

#[test]
fn a_staff_officer_commands_nobody_himself() {
    rules!("tannenberg 17.3a", "tannenberg 15/2.3c");
    let d = data();
    let p = stand(d, &["hq-de-vh 0711", "de-1 0711", "ru-53 0710"]);
    let (officer, division) = (id(d, "hq-de-vh"), id(d, "de-1"));
    let values = |h| command::face(d, &p, h);
    let allotted = command::allotment_breach(d, &p, &[(division, officer)], true, values);
    assert_eq!(allotted.map(|b| b.rule.to_string()).as_deref(), Some("10.32a"));
    assert!(!command::in_any_radius(d, &p, division));
    let with = stand(d, &["hq-de-vf-1 0711", "de-1 0711"]);
    assert!(command::in_any_radius(d, &with, division));
}

#[test]
fn r10_21c_depots_and_headquarters_are_not_counted_among_the_attackers() {
    let d = data();
    let mut p = stand(
        d,
        &["hq-de-vf-1 0613", "de-1 0613", "de-d1 0616", "de-d2 0616", "hq-de-vm-17 0616", "de-2 0616"],
    );
    p.lose(d, id(d, "de-1"), 1);
    let near = |names: &[&str]| command::shift_in_range(d, &p, id(d, "hq-de-vf-1"), units(d, names), 1);
    assert!(near(&["de-1", "de-d1", "de-d2", "hq-de-vm-17"]));
    assert!(!near(&["de-1", "de-2"]), "one Step of three");
    assert!(!near(&["de-d1", "hq-de-vf-1"]), "nobody who counts");
}

#[test]
fn r5_4l_rivers_halve_whoever_attacks_over_any_of_them() {
    let d = data();
    let p = stand(d, &["ru-iii 0613", "de-1 0612", "de-2 0713", "ru-xiii 1228", "de-35 1227"]);
    assert_eq!(total(&p, &["ru-iii"], &[], &["0713"]), 5, "no river");
    assert_eq!(total(&p, &["ru-iii"], &[], &["0612"]), 2);
    assert_eq!(total(&p, &["ru-iii"], &[], &["0612", "0713"]), 2, "one of two sides is enough");
    assert_eq!(total(&p, &["ru-xiii"], &[], &["1227"]), 2, "a Major River");
}

#[test]
fn r5_34b_who_came_by_rail_is_refused_at_a_worse_competence() {
    rules!("tannenberg 5.36b");
    let d = data();
    let mut p = stand(d, &["ru-53 0711", "de-1 0710"]);
    assert_eq!((breach(&p, &["ru-53"], &["0710"]), breach(&p, &["de-1"], &["0711"])), (None, None));
    for who in ["ru-53", "de-1"] {
        p.set(d, id(d, who), flag::RAILED, true);
    }
    assert_eq!(breach(&p, &["ru-53"], &["0710"]).as_deref(), Some("5.34b"));
    assert_eq!(breach(&p, &["de-1"], &["0711"]), None);
    p.set(d, id(d, "de-1"), flag::ENTRAINED, true);
    assert_eq!(breach(&p, &["de-1"], &["0711"]).as_deref(), Some("5.34b"));
}
