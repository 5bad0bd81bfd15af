//! The ground, and marching over it together with friends (5.0 to 5.2, 5.4 and 6.2).
use crate::common::*;
use sandtable_east::data::map::River;
use sandtable_east::data::{Data, Params};
use sandtable_east::standard::{movement, rail, stacking, strength};
use sandtable_tannenberg::data::FILES;
use sandtable_tannenberg::position::flag;

/// MP that a unit pays for a step with nobody else on the map.
fn cost(d: &Data, who: &str, from: &str, to: &str) -> u8 {
    let p = stand(d, &[&format!("{who} {from}")]);
    let step = d.map.step(hex(d, from), hex(d, to)).unwrap();
    let at = id(d, who);
    movement::mp_left(d, &p, at) - movement::reach(d, &p, at).arrives(step.to).unwrap()
}

#[test]
fn r2_4c_the_allowance_is_the_clear_hexes_of_a_phase() {
    for allowance in 1..=5u8 {
        let mut d = data().clone();
        let unit = id(&d, "ru-53");
        d.units[unit.index()].front.movement = allowance;
        let reach = movement::reach(&d, &stand(&d, &["ru-53 0712"]), unit);
        for far in 1..=5u8 {
            let at = hex(&d, &format!("07{:02}", 12 - far));
            assert_eq!(reach.arrives(at), allowance.checked_sub(far), "{allowance} MP, {far} hexes");
        }
    }
}

#[test]
fn r5_4d_swamps_cost_two_and_three_at_the_worst_competence() {
    let mut d = data().clone();
    assert_eq!((cost(&d, "de-1", "0114", "0115"), cost(&d, "ru-53", "0114", "0115")), (2, 2));
    assert_eq!((cost(&d, "de-1", "0115", "0114"), cost(&d, "ru-53", "0115", "0114")), (1, 1), "out of it");
    for (tcr, want) in [(2, 2), (3, 2), (4, 3)] {
        d.params.armies[1].tcr = tcr;
        assert_eq!(cost(&d, "ru-53", "0114", "0115"), want, "TCR {tcr}");
    }
    let p = stand(&d, &["ru-53 0115"]);
    assert_eq!(strength::hex_defence(&d, &p, RU, hex(&d, "0115")), 3, "no help in defence");
}

#[test]
fn r5_4h_a_town_is_what_the_land_around_it_is() {
    let d = data();
    let town = |n: &str| {
        let ground = d.map.at(hex(d, n));
        assert!(d.map.board.places_in(sandtable_board::Hex(hex(d, n))).next().is_some() && !ground.city);
        (ground.cost, ground.times)
    };
    assert_eq!(town("0613"), ([1, 1, 1, 1], 1));
    assert_eq!(town("0911"), ([1, 2, 2, 2], 1), "in broken ground");
    assert_eq!(town("1617"), ([1, 1, 2, 2], 1), "in a forest");
    assert_eq!((cost(d, "ru-53", "1010", "0911"), cost(d, "de-1", "1010", "0911")), (2, 1));
    let city = d.map.at(hex(d, "2133"));
    assert_eq!((city.cost, city.times, city.city), ([1; 4], 2, true), "unlike a city");
    let p = stand(d, &["de-1 0613", "de-2 2133"]);
    assert_eq!(["0613", "2133"].map(|n| strength::hex_defence(d, &p, DE, hex(d, n))), [6, 12]);
}

#[test]
fn r5_16_railways_help_nobody_who_marches() {
    rules!("tannenberg 5.4p");
    let d = data();
    let mut seen = 0;
    for from in 0..d.map.len() {
        for step in d.map.open(from).filter(|s| s.segments().next().is_some()) {
            let river = u8::from(step.river != River::No);
            assert_eq!(step.cost, d.map.at(step.to).cost.map(|c| c + river), "{}", d.map.number(step.to));
            seen += 1;
        }
    }
    assert!(seen > 500);
    // Along the line from Olita to Grodno, through broken ground.
    assert_eq!(cost(d, "ru-53", "1006", "1107"), 2);
    let mut p = stand(d, &["ru-53 1006"]);
    let unit = id(d, "ru-53");
    assert_eq!(movement::reach(d, &p, unit).arrives(hex(d, "1107")), Some(2));
    assert_eq!(strength::hex_defence(d, &p, RU, hex(d, "1006")), 3, "nor who defends");
    assert!(rail::reach(d, &p, unit, false).hexes.is_empty());
    p.set(d, unit, flag::ENTRAINED, true);
    assert_eq!(rail::reach(d, &p, unit, false).arrives(hex(d, "1107")), Some(17));
}

#[test]
fn r5_0a_any_number_of_units_move_each_with_its_own_allowance() {
    rules!("tannenberg 5.14b");
    let d = data();
    let all = ["ru-53", "ru-54", "ru-56", "ru-57"];
    let mut p = stand(d, &["ru-53 0712", "ru-54 0712", "ru-56 0712", "ru-57 0712", "ru-72 0712"]);
    p.set(d, id(d, "ru-72"), flag::OUT_OF_COMMAND, true);
    for (n, who) in all.into_iter().enumerate() {
        let unit = id(d, who);
        assert_eq!(movement::mp_left(d, &p, unit), 4, "what others have left over is not lent");
        let to = ["0708", "0711", "0710", "0709"][n];
        let left = movement::reach(d, &p, unit).arrives(hex(d, to)).unwrap();
        p.put(d, unit, hex(d, to));
        p.spent[unit.index()] = 4 - left;
    }
    assert_eq!(all.map(|u| movement::mp_left(d, &p, id(d, u))), [0, 3, 2, 1]);
    assert_eq!(movement::reach(d, &p, id(d, "ru-54")).arrives(hex(d, "0707")), None);
    assert_eq!(movement::reach(d, &p, id(d, "ru-54")).arrives(hex(d, "0708")), Some(0));
    assert!(movement::reach(d, &p, id(d, "ru-72")).hexes.is_empty(), "command is asked of each");
    // The next phase begins with the printed number, whatever was left.
    p.turn += 1;
    p.spent[id(d, "ru-54").index()] = 0;
    assert_eq!(movement::mp_left(d, &p, id(d, "ru-54")), 4);
}

#[test]
fn r5_22a_a_crowded_hex_is_passed_and_entered_at_the_usual_cost() {
    rules!("tannenberg 5.22b", "tannenberg 6.21", "tannenberg 6.22");
    let d = data();
    let mut p = stand(d, &["ru-iii 0711", "ru-iv 0711", "ru-xx 0711", "ru-53 0712"]);
    let full = hex(d, "0711");
    assert_eq!(stacking::excess(d, &p, RU, full), 3);
    let unit = id(d, "ru-53");
    let reach = movement::reach(d, &p, unit);
    // The straight way to 0710 leads through the crowd.
    assert_eq!((reach.arrives(full), reach.arrives(hex(d, "0710"))), (Some(3), Some(2)));
    let empty = movement::reach(d, &stand(d, &["ru-53 0712"]), unit);
    assert_eq!(reach, empty, "stacking costs nothing");
    let corps = id(d, "ru-iii");
    let out = movement::reach(d, &p, corps);
    assert_eq!(out, movement::reach(d, &stand(d, &["ru-iii 0711"]), corps), "nor does leaving a stack");
    p.put(d, unit, full);
    assert_eq!(stacking::excess(d, &p, RU, full), 5, "what is too many counts at the end of the phase");
    p.put(d, id(d, "ru-xx"), hex(d, "0710"));
    p.put(d, unit, hex(d, "0710"));
    assert_eq!(["0711", "0710"].map(|n| stacking::excess(d, &p, RU, hex(d, n))), [0, 0]);
}

#[test]
fn r5_4v_a_game_uses_the_rows_with_its_letter() {
    let count = |letter: &str| {
        let tables = FILES.tables.replace("letter = \"T\"", &format!("letter = \"{letter}\""));
        Params::read(&tables).unwrap().chart
    };
    let has = |letter: &str| {
        let chart = count(letter);
        ["forest", "broken", "rough", "ridge", "mountain", "trench", "blocked", "lake"]
            .map(|r| chart.row(r).is_some())
    };
    assert_eq!(has("B"), [true, false, true, false, true, true, true, false]);
    assert_eq!(has("C"), [false, false, false, true, true, true, true, true]);
    assert_eq!(has("S"), [true, true, true, false, true, false, false, false]);
    assert_eq!(has("T"), [true, true, false, false, false, true, true, true]);
    assert_eq!(has("V"), has("S"));
    for letter in ["B", "C", "S", "T", "V"] {
        let chart = count(letter);
        for all in [
            "clear",
            "swamp",
            "town",
            "city",
            "river",
            "major_river",
            "railroad",
            "fortress",
            "ezoc",
            "entrain",
        ] {
            assert!(chart.row(all).is_some(), "{letter}: {all}");
        }
    }
}
