//! The charts, and what happens when somebody puts in others.

use super::scene::*;
use super::{BOARD, DATA, TABLES};

#[test]
fn rcrt_1_the_combat_table() {
    rules!("lodz CRT.2", "lodz CRT.3");
    let cell = |sum: usize, column: usize| game().d.charts.combat[sum - 2][column];
    let plain = |attacker: (u8, u8), defender: (u8, u8)| Cell {
        retreat: [attacker.0, defender.0],
        loss: [attacker.1, defender.1],
        ..Cell::default()
    };
    assert_eq!(game().d.charts.even, 3);
    assert_eq!(cell(2, 0), plain((0, 1), (1, 0)));
    assert_eq!(cell(7, 5), plain((0, 1), (0, 1)));
    assert_eq!(cell(8, 0), plain((2, 1), (0, 0)));
    // A number after the retreat is lost besides.
    assert_eq!(cell(5, 12), plain((0, 0), (3, 1)));
    assert_eq!(cell(4, 8), Cell { dot: true, ..plain((0, 0), (3, 1)) });
    // D without a roll, on either side.
    assert_eq!(cell(2, 12), Cell { disorganized: [false, true], ..plain((0, 1), (3, 0)) });
    assert_eq!(cell(12, 0), Cell { disorganized: [true, false], ..plain((3, 2), (0, 1)) });
    assert_eq!(cell(12, 12), Cell { disorganized: [true, false], ..plain((0, 1), (2, 0)) });
}

#[test]
fn small_numbers() {
    let c = &game().d.charts;
    assert_eq!((c.stack_cel, c.leave_zone, c.overrun, c.overrun_fortified), (6, 2, 2, 4));
    assert_eq!((c.road_main, c.road_secondary, c.small_river_extra, c.strategic_less), (1, 2, 2, 4));
    assert_eq!((c.command_range, c.train_capacity, c.order_change), (2, 8, 2));
    assert_eq!((c.supply_line, c.base_line), ([8, 8, 4], [[8, 8], [4, 2]]));
    assert_eq!(c.base_rail, [[8, 4], [1, 5]]);
    assert_eq!((c.surrender_from, c.surrender_safe, c.victory_points), (2, 6, 1));
    assert_eq!((c.disorganized_from, c.defender_rolls), ([10, 9, 9], [0, 0, 1, 2, 3, 3]));
    assert_eq!((c.airship_lost_on, c.airship_bombs, c.fortress_stay), (6, 2, [0, 1, 2, 2, 3]));
}

#[test]
fn a_table_that_is_put_in_is_used() {
    let other = DATA.changed(TABLES, "cel = 6 # in a hex", "cel = 4 # in a hex");
    assert_eq!(other.charts.stack_cel, 4);
    let row = "{ dice = 2, results = [\"-1/B1\", \"-1/B1\", \"-1/B1\", \"-1/B2\"";
    let other = DATA.changed(TABLES, row, &row.replacen("\"-1/B1\"", "\"*A2-1/B5D\"", 1));
    let cell = other.charts.combat[0][0];
    assert_eq!((cell.dot, cell.retreat, cell.loss, cell.disorganized), (true, [2, 5], [1, 0], [false, true]));
    let other = DATA.changed(
        TABLES,
        "line_half_mp = { DE = 8, AH = 8, RU = 4 }",
        "line_half_mp = { DE = 6, AH = 6, RU = 2 }",
    );
    assert_eq!(other.charts.supply_line, [6, 6, 2]);
    let other = DATA.changed(TABLES, "destroyed_on = 6", "destroyed_on = 5");
    assert_eq!(other.charts.airship_lost_on, 5);
}

#[test]
fn ground_and_counters_that_are_put_in_are_used() {
    let other = DATA.changed(
        TABLES,
        "{ id = \"forest\", rule = \"TEC.4a\", mp = 2, half_mp_extra = 2",
        "{ id = \"forest\", rule = \"TEC.4a\", mp = 3, half_mp_extra = 4",
    );
    let map = &other.maps[0];
    let wood = map.all().find(|h| map.features[usize::from(*h)] == Feature::Forest as u16).unwrap();
    assert_eq!(map.enter[usize::from(wood)], 6);
    let other = DATA.changed(BOARD, "1008 clear DE", "1008 forest DE");
    let hex = other.maps[0].hex("1008").unwrap();
    assert!(other.maps[0].has(hex, Feature::Forest) && !game().d.maps[0].has(hex, Feature::Forest));
}

#[test]
fn a_set_up_that_is_put_in_is_used() {
    let from = "november-11,ru-hq-rennenkampf,hex,3212,,,";
    let front = |text: &str| {
        let files = Files { setup: text, ..FILES };
        Lodz::with(&files).unwrap_or_else(|e| panic!("{e}"))
    };
    let text = FILES.setup.replacen(from, "november-11,ru-hq-rennenkampf,hex,3211,,,", 1);
    let p = front(&text).start("november-11", &Options::new(), &mut Seeded::new(1)).unwrap();
    assert_eq!(p.hex(unit("ru-hq-rennenkampf")), Some(hex("3211")));
}
