//! The grid, the ground and what it costs to move.

use super::{BOARD, D, DATA, TABLES, hex};
use sandtable_core::rules;
use sandtable_orel::data::{Class, Data, Ground, Hexes, Map, RED, WHITE, all_hexes};
use sandtable_orel::position::HexId;

/// MP of each class of the chart from a hex to its neighbour, doubled.
fn costs(map: &Map, from: &str, to: &str) -> [Option<u8>; 8] {
    let way = map.direction(hex(from), hex(to)).unwrap();
    let mut classes = Class::ALL.into_iter();
    std::array::from_fn(|_| map.cost(classes.next().unwrap(), hex(from), way))
}

/// The same from a list in whole and half points; 0 for not allowed.
fn mp(list: [f32; 8]) -> [Option<u8>; 8] {
    list.map(|c| (c > 0.0).then_some((2.0 * c) as u8))
}

#[test]
fn distances_count_steps_on_a_grid_with_the_odd_columns_higher() {
    for (a, b, steps) in [
        ("1509", "1411", 3),
        ("1610", "1712", 2),
        ("0811", "1113", 3),
        ("1214", "1613", 4),
        ("0216", "0119", 3),
        ("2409", "2406", 3),
        ("2311", "1912", 4),
    ] {
        assert_eq!(
            (D.map.distance(hex(a), hex(b)), D.map.distance(hex(b), hex(a))),
            (steps, steps),
            "{a} {b}"
        );
    }
    for (a, b) in all_hexes().step_by(7).zip((0..640).rev().step_by(5).map(HexId)) {
        let shortest = D.map.neighbours(a).map(|n| D.map.distance(n, b)).min();
        let near = if a == b { Some(1) } else { Some(D.map.distance(a, b) - 1) };
        assert_eq!(shortest, near);
    }
}

#[test]
fn neighbours_stand_clockwise_from_the_north() {
    let around = |h: &str| {
        let near = |d| D.map.step(hex(h), d).map_or("-".to_string(), |n| D.map.name(n));
        (0..6).map(near).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(around("1510"), "1509 1609 1610 1511 1410 1409");
    assert_eq!(around("1610"), "1609 1710 1711 1611 1511 1510");
    assert_eq!(around("0101"), "- - 0201 0102 - -");
    assert_eq!(around("3220"), "3219 - - - - 3120");
    assert_eq!(D.map.direction(hex("1510"), hex("1410")), Some(4));
    assert_eq!(D.map.direction(hex("1510"), hex("1512")), None);
    assert_eq!((D.map.hex("3301"), D.map.hex("0121"), D.map.hex("x")), (None, None, None));
}

#[test]
fn r0c_half_hexes_are_hexes_like_the_others() {
    let half: Vec<HexId> = all_hexes().filter(|h| D.map.board.is_half(sandtable_board::Hex(h.0))).collect();
    assert_eq!(half.len(), 32);
    for h in half {
        assert!(D.map.neighbours(h).all(|n| D.map.distance(h, n) == 1));
        let way = D.map.direction(h, D.map.neighbours(h).next().unwrap()).unwrap();
        assert!(D.map.cost(Class::Infantry, h, way).is_some());
    }
    assert_eq!(costs(&D.map, "2702", "2701")[0], Some(2), "along the road");
    assert_eq!(costs(&D.map, "2502", "2501"), mp([1., 1., 1., 1., 1., 1., 2., 1.]));
}

#[test]
fn r1_2f_white_comes_from_the_south_and_red_from_north_and_west() {
    let numbers = |edge: &Hexes| edge.iter().map(|h| D.map.name(h)).collect::<Vec<_>>();
    let south = numbers(&D.map.edge[usize::from(WHITE)]);
    assert_eq!(south.len(), 32);
    assert!(south.iter().all(|n| n.ends_with("20")));
    let red = numbers(&D.map.edge[usize::from(RED)]);
    assert_eq!(red.len(), 32 + 19);
    assert!(red.iter().all(|n| n.ends_with("01") || n.starts_with("01")));
    assert_eq!(D.map.to_edge[usize::from(WHITE)][usize::from(hex("2705"))], 15);
    assert_eq!(D.map.to_edge[usize::from(RED)][usize::from(hex("2705"))], 4);
    assert_eq!(D.map.to_edge[usize::from(RED)][usize::from(hex("0319"))], 2);
    let other = DATA.with(TABLES, "neutral = [\"east\"]", "neutral = [\"west\"]").1.err().unwrap();
    assert_eq!(other.what, "the west edge belongs to one side or to none");
    let d = DATA.changed(
        TABLES,
        "white = [\"south\"]\nred = [\"north\", \"west\"]",
        "white = [\"north\"]\nred = [\"south\"]",
    );
    assert_eq!((d.map.edge[0].len(), d.map.edge[1].len()), (32, 32));
    assert!(d.map.edge[0].has(hex("0101")) && d.map.edge[1].has(hex("0120")));
}

#[test]
fn r7_1_1a_each_class_pays_its_column() {
    assert_eq!(costs(&D.map, "1808", "1807"), mp([1., 1., 1., 1., 1., 1., 2., 1.]), "clear");
    assert_eq!(costs(&D.map, "0109", "0108"), mp([2., 3., 3., 3., 3., 0., 0., 3.]), "forest");
    assert_eq!(costs(&D.map, "2109", "2110"), mp([1., 1., 1., 1., 1., 1., 1., 1.]), "town");
    assert_eq!(costs(&D.map, "2706", "2705"), mp([1., 1., 1., 1., 1., 1., 1., 1.]), "city");
    assert_eq!(costs(&D.map, "2409", "2510"), mp([2., 2., 2., 3., 3., 0., 0., 3.]), "clear over a river");
    let train = (0..6).map(|d| D.map.cost(Class::Train, hex("2706"), d));
    assert!(train.chain((0..6).map(|d| D.map.cost(Class::RailDepot, hex("2706"), d))).all(|c| c.is_none()));
    assert_eq!(D.map.cost(Class::Infantry, hex("0101"), 0), None, "over the edge");
}

#[test]
fn r7_1_1b_of_two_kinds_of_terrain_the_costlier_counts() {
    // Kromy in a wood: forest for all, and closed to what cannot enter it.
    let d = DATA.changed(BOARD, "2110 clear RU", "2110 forest RU");
    assert_eq!(costs(&d.map, "2109", "2110"), mp([2., 3., 3., 3., 3., 0., 0., 3.]));
    assert_eq!(d.map.ground[usize::from(hex("2110"))], Ground::Town);
    // The road does not care.
    assert_eq!(costs(&d.map, "2009", "2110"), mp([1., 1., 1., 1., 1., 1., 0.5, 1.]));
    // A town that costs more than the wood.
    let text = (DATA.text)(TABLES).replace(
        "{ terrain = \"town\", mp = [1, 1, 1, 1, 1, 1, 1, 1] }",
        "{ terrain = \"town\", mp = [4, 1, 1, 1, 1, 1, 1, 1] }",
    );
    let board = (DATA.text)(BOARD).replace("2110 clear RU", "2110 forest RU");
    let d = Data::read(&super::with(&[(TABLES, &text), (BOARD, &board)])).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(costs(&d.map, "2109", "2110"), mp([4., 3., 3., 3., 3., 0., 0., 3.]));
}

#[test]
fn r7_1_1c_a_road_overrides_terrain_and_river() {
    let road = mp([1., 1., 1., 1., 1., 1., 0.5, 1.]);
    assert_eq!(costs(&D.map, "2110", "2111"), road, "over the Kroma");
    assert_eq!(costs(&D.map, "2111", "2110"), road, "into a town");
    assert_eq!(costs(&D.map, "2406", "2407"), road);
    // The road is a way from hex to hex: the next side has none.
    assert_eq!(costs(&D.map, "2110", "2210"), mp([2., 2., 2., 3., 3., 0., 0., 3.]));
    let d = DATA.changed(BOARD, "2115 clear RU", "2115 forest RU");
    assert_eq!(costs(&d.map, "2114", "2115"), road);
    assert_eq!(costs(&d.map, "2214", "2115"), mp([2., 3., 3., 3., 3., 0., 0., 3.]));
    assert!(D.map.river_between(hex("2110"), hex("2111")), "bridged or not");
}

#[test]
fn r7_1_1d_a_railway_overrides_forest_and_bridges_its_river() {
    let rail = mp([1., 1., 1., 1., 1., 1., 2., 1.]);
    assert_eq!(costs(&D.map, "0305", "0306"), rail, "in the Bryansk forest");
    assert_eq!(costs(&D.map, "0405", "0306"), mp([2., 3., 3., 3., 3., 0., 0., 3.]), "beside it");
    assert_eq!(costs(&D.map, "0309", "0310"), rail, "over the Navlya");
    assert_eq!(costs(&D.map, "0409", "0310"), mp([1., 1., 1., 1., 1., 1., 2., 1.]));
    assert_eq!(costs(&D.map, "0309", "0409"), mp([3., 4., 4., 5., 5., 0., 0., 5.]), "river and forest");
    // It overrides forest, nothing else.
    assert_eq!(costs(&D.map, "1903", "1802"), rail);
    assert!(
        D.map.joined_by_rail(hex("0309"), hex("0310")) && !D.map.joined_by_rail(hex("0309"), hex("0409"))
    );
}

#[test]
fn r3_1b_the_double_track_runs_from_orel_to_ponyri() {
    let names = |list: &[HexId]| list.iter().map(|h| D.map.name(*h)).collect::<Vec<_>>().join(" ");
    assert_eq!(D.map.double_track.len(), 19);
    assert_eq!(names(&D.map.double_stations), "2705 2707 2908 3111 3113 3015 3017 2920");
    assert_eq!(D.map.double_track.first(), Some(&D.map.orel));
    assert_eq!(D.charts.depot.double_track_times, 2);
    // A Railroad Depot of 5 in Orel has 10 points (W15).
    let depot = &D.units[usize::from(super::unit("w-rd5-1d"))];
    assert_eq!(depot.capacity * D.charts.depot.double_track_times, 10);
    assert!(D.map.double_track.windows(2).all(|w| D.map.joined_by_rail(w[0], w[1])));
    let double: Vec<&str> = D.map.lines.iter().filter(|l| l.double).map(|l| l.id.as_str()).collect();
    assert_eq!(double, ["R1"]);
}

#[test]
fn dn_b_only_orel_is_a_city_and_villages_are_open_ground() {
    rules!("orel DN-b");
    let ground = |h: &str| D.map.ground[usize::from(hex(h))];
    assert_eq!(ground("2705"), Ground::City);
    for town in ["2110", "1214", "0219", "1102"] {
        assert_eq!(ground(town), Ground::Town, "{town}");
    }
    for village in ["0717", "0513", "0309", "2920"] {
        assert_eq!(ground(village), Ground::Clear, "{village}");
    }
    assert_eq!(D.map.ground.iter().filter(|g| **g == Ground::City).count(), 1);
    assert_eq!(D.map.ground.iter().filter(|g| **g == Ground::Town).count(), 4);
}

#[test]
fn dn_c_the_forest_is_in_the_west_and_rivers_stop_nobody_on_foot() {
    rules!("orel DN-c");
    let wood = |h: &HexId| D.map.ground[usize::from(*h)] == Ground::Forest;
    let (west, east): (Vec<HexId>, Vec<HexId>) = all_hexes().filter(wood).partition(|h| h.0 < 8 * 20);
    assert!(west.len() > 2 * east.len() && !east.is_empty(), "{} {}", west.len(), east.len());
    for h in all_hexes() {
        for way in (0..6).filter(|w| D.map.river[usize::from(h)] >> w & 1 == 1) {
            assert!(D.map.step(h, way).is_some());
            for class in [Class::Infantry, Class::Cavalry, Class::Artillery, Class::Convoy] {
                assert!(D.map.cost(class, h, way).is_some());
            }
        }
    }
}
