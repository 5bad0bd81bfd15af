//! A made-up game of the system, to show that the standard rules are driven by data: other competence, other limits, a
//! trench in the mountains, a ridge and a blocked side.
use crate::common::*;
use sandtable_east::data::Data;
use sandtable_east::data::map::{Additions, Fort, Map};
use sandtable_east::data::pieces::{Size, UnitSet};
use sandtable_east::position::{flag, off};
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::{command, movement, rail, replacement, retreat, stacking, supply};

#[test]
fn r5_4g_terrain_costs_by_the_chart_of_the_game() {
    rules!("tannenberg 5.4e", "tannenberg 5.4v", "tannenberg 5.4j");
    let d = made_up();
    assert!(d.params.chart.row("forest").is_none() && d.params.chart.row("mountain").is_some());
    let p = stand(&d, &["a1 0303", "b1 0305"]);
    let cost = |who: &str, from: &str, to: &str| {
        let step = d.map.step(hex(&d, from), hex(&d, to)).unwrap();
        step.cost[usize::from(d.tcr(id(&d, who))) - 1]
    };
    assert_eq!((cost("a1", "0303", "0304"), cost("b1", "0303", "0304")), (3, 4), "mountain and trench");
    assert_eq!((cost("a1", "0303", "0302"), cost("a1", "0503", "0502")), (2, 2));
    assert!(d.map.step(hex(&d, "0206"), hex(&d, "0207")).is_none());
    // 3 MP for 4 and a zone: only the minimum move gets there.
    assert_eq!(movement::reach(&d, &p, id(&d, "b1")).arrives(hex(&d, "0304")), Some(0));
}

#[test]
fn r5_4f_a_ridge_adds_one_to_the_die() {
    let d = made_up();
    let p = stand(&d, &["a1 0403", "a2 0303", "b2 0404", "b1 0304"]);
    let targets = [hex(&d, "0404")];
    let attack = Attack { units: units(&d, &["a1"]), heroes: UnitSet::EMPTY, targets: &targets };
    assert_eq!(strength::die_change(&d, &p, &attack), 1);
    assert_eq!(strength::hex_defence(&d, &p, 1, hex(&d, "0404")), 6, "a city");
    assert_eq!(strength::hex_defence(&d, &p, 1, hex(&d, "0304")), 28, "a trench in the mountains");
    assert_eq!(strength::column(&d.params, 2, 1), Some(3));
    assert_eq!(strength::column(&d.params, 4, -3), None);
}

#[test]
fn limits_ranges_and_rates_are_parameters() {
    rules!("tannenberg 6.0", "tannenberg 5.31b", "tannenberg 9.12", "tannenberg 11.22b");
    let d = made_up();
    let mut p = stand(&d, &["a1 0102", "a2 0102", "ac 0102", "b1 0606", "b2 0603", "bd 0604"]);
    assert_eq!(stacking::excess(&d, &p, 0, hex(&d, "0102")), 0);
    p.put(&d, id(&d, "a3"), hex(&d, "0102"));
    assert_eq!(stacking::excess(&d, &p, 0, hex(&d, "0102")), 1);
    assert_eq!(rail::entrain_breach(&d, &p, id(&d, "a1")), None);
    assert!(rail::entrain(&d, &mut p, id(&d, "a1"), 1), "nobody rolls");
    assert_eq!((rail::capacity_left(&d, &p, 0), rail::entrain_cost(&d, id(&d, "b1"))), (1, 4));
    assert_eq!(rail::reach(&d, &p, id(&d, "a1"), true).arrives(hex(&d, "0104")), Some(3));
    // Railway to 0605, the depot beside it, the division two from there and one from the depot.
    let sources = supply::sources(&d, &p, 1);
    assert!(sources.depots.has(id(&d, "bd")) && supply::in_supply(&d, &p, id(&d, "b2"), &sources));
    let at = hex(&d, "0304");
    assert_eq!((supply::feeds(&d, &p, 0, at), supply::feeds(&d, &p, 1, at)), (0, 1));
    assert_eq!(supply::feeds(&d, &p, 0, hex(&d, "0601")), 1);
    p.sound(&d).unwrap();
}

#[test]
fn competence_two_and_four_do_not_go_through_zones() {
    rules!("tannenberg 10.34a", "tannenberg 8.64b", "tannenberg 10.41a", "tannenberg 10.43a");
    let d = made_up();
    let p = stand(&d, &["ah 0105", "a1 0203", "b2 0204"]);
    let hq = id(&d, "ah");
    assert!(!command::radius(&d, &p, hq, 2).has(hex(&d, "0103")));
    assert_eq!([2, 3].map(|r| command::roll_commands(2, r)), [false, true]);
    assert_eq!([4, 5].map(|r| command::roll_commands(4, r)), [false, true]);
    assert!(!d.params.command.worse_result[1] && d.params.command.worse_result[3]);
    let p = stand(&d, &["a1 0403", "b2 0404", "b1 0302", "bd 0608"]);
    let distance = retreat::source_distances(&d, &supply::sources(&d, &p, 0));
    let from = hex(&d, "0403");
    let r =
        retreat::Retreat { stack: units(&d, &["a1"]), start: from, here: from, left: 1, distance: &distance };
    let ways = retreat::options(&d, &p, &r);
    assert!(ways.iter().all(|h| !p.controls(1, h)), "{:?}", numbers(&d, &ways));
}

#[test]
fn mixed_attackers_count_by_most_of_their_steps() {
    rules!("tannenberg 8.4b");
    let d = made_up();
    let mut p = stand(&d, &["a1 0403", "b2 0305"]);
    assert_eq!(strength::tcr_of(&d, &p, units(&d, &["a1", "b2"])), 4, "the worse of two with as many");
    p.lose(&d, id(&d, "b2"), 1);
    assert_eq!(strength::tcr_of(&d, &p, units(&d, &["a1", "b2"])), 2);
    p.set(&d, id(&d, "a1"), flag::OUT_OF_COMMAND, true);
    assert_eq!(strength::unit_attack(&d, &p, id(&d, "a1")), 2);
}

#[test]
fn r13_0a_a_corps_may_be_short_of_two_steps() {
    let mut d = made_up();
    assert_eq!(d.params.armies[1].replacement.as_ref().unwrap().sizes, [Size::Corps, Size::Division]);
    d.units.iter_mut().for_each(|u| u.replaceable = true);
    for (who, want) in [("b1", [false, true, true, false].as_slice()), ("b2", &[false, true])] {
        for (lost, may) in want.iter().enumerate() {
            let mut p = stand(&d, &[&format!("{who} 0606")]);
            p.turn = 8;
            p.lose(&d, id(&d, who), lost as u8);
            let refused = replacement::breach(&d, &p, id(&d, who)).map(|b| b.rule.to_string());
            assert_eq!(refused.as_deref(), if *may { None } else { Some("13.0a") }, "{who}, {lost} lost");
        }
    }
    let mut p = stand(&d, &["bd 0606", "b1 0605"]);
    p.turn = 8;
    assert_eq!(replacement::breach(&d, &p, id(&d, "bd")).unwrap().rule, "13.0g", "a depot never");
    p.lose(&d, id(&d, "b1"), 2);
    assert!(replacement::roll(&d, &mut p, id(&d, "b1"), 5));
    assert_eq!(p.steps(&d, id(&d, "b1")), 4, "whole, not one Step better");
}

#[test]
fn r5_4f_one_attacker_over_the_ridge_is_enough() {
    let d = made_up();
    let p = stand(&d, &["a1 0403", "a2 0405", "b2 0404"]);
    let targets = [hex(&d, "0404")];
    let change = |names: &[&str]| {
        let attack = Attack { units: units(&d, names), heroes: UnitSet::EMPTY, targets: &targets };
        strength::die_change(&d, &p, &attack)
    };
    assert_eq!((change(&["a1"]), change(&["a1", "a2"]), change(&["a2"])), (1, 1, 0));
}

#[test]
fn whether_fortresses_feed_is_a_parameter() {
    let mut d = made_up();
    let (p, fort) = (stand(&d, &[]), hex(&d, "0601"));
    assert_eq!(supply::feeds(&d, &p, 0, fort), 1);
    d.params.armies[0].fed_by_fortress = false;
    assert_eq!(supply::feeds(&d, &p, 0, fort), 0);
}

/// MP that a unit pays for a step with nobody else on the map.
fn cost(d: &Data, who: &str, from: &str, to: &str) -> u8 {
    let p = stand(d, &[&format!("{who} {from}")]);
    let step = d.map.step(hex(d, from), hex(d, to)).unwrap();
    let at = id(d, who);
    movement::mp_left(d, &p, at) - movement::reach(d, &p, at).arrives(step.to).unwrap()
}

#[test]
fn r5_4e_rough_ground_costs_everybody_two() {
    let d = made_up();
    let rough = hex(&d, "0202");
    for (who, from) in [("a1", "0203"), ("b1", "0203"), ("ac", "0201")] {
        assert_eq!(cost(&d, who, from, "0202"), 2, "{who}");
        assert_eq!(cost(&d, who, "0202", from), 1, "{who}");
    }
    assert_eq!(d.map.at(rough).cost, [2; 4]);
    assert_eq!(strength::hex_defence(&d, &stand(&d, &["a1 0202"]), 0, rough), 4, "no help in defence");
}

#[test]
fn r5_4q_cities_and_fortresses_cost_one_whatever_else_is_there() {
    rules!("tannenberg 5.4i", "tannenberg 5.4j");
    let d = made_up();
    let (hill, city) = (hex(&d, "0304"), hex(&d, "0404"));
    // A trench in the mountains; then with a fortress on top of it.
    assert_eq!((d.map.at(hill).cost, d.map.at(hill).times), ([3, 3, 4, 4], 4));
    let fort = Fort { place: "hill".into(), hex: hill, side: 0, full: 5, weakened: 2 };
    let more = Additions { forts: vec![fort], ..Additions::default() };
    let map = Map::new(&d.params, d.map.board.clone(), more).unwrap();
    assert_eq!((map.at(hill).cost, map.at(hill).times), ([1; 4], 4));
    // A city, then with trenches around it.
    assert_eq!((d.map.at(city).cost, d.map.at(city).times), ([1; 4], 2));
    let mut parts = d.map.board.parts().clone();
    let trench = parts.flags.iter_mut().find(|f| f.name == "trench").unwrap();
    trench.hexes.push(sandtable_board::Hex(city));
    let board = sandtable_board::HexBoard::new(parts).unwrap();
    let map = Map::new(&d.params, board, Additions::default()).unwrap();
    assert_eq!((map.at(city).cost, map.at(city).times), ([1; 4], 4));
}

#[test]
fn r8_51_a_regiment_falls_at_once() {
    let d = made_up();
    let mut p = stand(&d, &["a3 0303"]);
    assert_eq!(d.unit(id(&d, "a3")).size, Some(Size::Regiment));
    p.lose(&d, id(&d, "a3"), 1);
    assert_eq!(p.place(id(&d, "a3")), off::ELIMINATED);
}

#[test]
fn r15_0_what_a_game_sets_takes_the_place_of_the_standard() {
    let d = made_up();
    let set = |a: usize| {
        let army = &d.params.armies[a];
        (army.tcr, army.stack_limit, army.rail_rate, army.capacity(2))
    };
    assert_eq!([set(0), set(1)], [(2, 5, 5, 4), (4, 12, 5, 4)]);
    let limit = |unit: &str| stacking::limit(&d, units(&d, &[unit]));
    let cost = |unit: &str| rail::entrain_cost(&d, id(&d, unit));
    assert_eq!([(limit("a1"), cost("a1")), (limit("b1"), cost("b1"))], [(5, 2), (12, 4)]);
    assert_eq!(supply::range(&d, id(&d, "b1")), 2);
}
