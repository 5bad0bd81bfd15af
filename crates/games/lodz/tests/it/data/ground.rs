//! The boards.

use super::scene::*;

#[test]
fn r2_1b_every_hex_has_its_number() {
    for map in &game().d.maps {
        let mut names: Vec<String> = map.all().map(|h| map.name(h)).collect();
        assert!(names.iter().all(|n| n.len() == 4));
        assert!(map.all().all(|h| map.hex(&map.name(h)) == Some(h)));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), map.hexes);
    }
    assert_eq!([0, 1].map(|m| game().d.maps[m].hexes), [36 * 32, 29 * 33]);
    assert_eq!(game().d.maps[0].hex("4636"), None);
    assert_eq!(game().d.maps[0].name(HexId(36 * 32)), "off the map");
}

#[test]
fn neighbours_run_clockwise_from_the_north() {
    let map = &game().d.maps[0];
    let names = |n: &str| map.near[usize::from(hex(n))].map(|h| map.name(h.get().unwrap()));
    assert_eq!(names("2016"), ["2015", "2116", "2117", "2017", "1917", "1916"]);
    assert_eq!(names("2117"), ["2116", "2216", "2217", "2118", "2017", "2016"]);
    assert_eq!(map.direction(hex("2016"), hex("2117")), Some(2));
    assert_eq!(map.direction(hex("2016"), hex("2119")), None);
    assert_eq!(map.distance(hex("2016"), hex("2119")), 3);
}

#[test]
fn both_hexes_of_a_side_say_the_same() {
    for map in &game().d.maps {
        for hex in map.all() {
            for (d, to) in map.neighbours(hex) {
                let (h, t, back) = (usize::from(hex), usize::from(to), (d + 3) % 6);
                assert_eq!(map.step(to, back), Some(hex));
                assert_eq!(map.river[h][usize::from(d)], map.river[t][usize::from(back)]);
                assert_eq!(map.road[h][usize::from(d)], map.road[t][usize::from(back)]);
                assert_eq!(map.rail[h] >> d & 1, map.rail[t] >> back & 1);
                assert_eq!(map.bridge[h] >> d & 1, map.bridge[t] >> back & 1);
            }
        }
    }
}

#[test]
fn railways_and_roads_cross_rivers_on_bridges() {
    for map in &game().d.maps {
        for hex in map.all() {
            for (d, to) in map.neighbours(hex) {
                let (h, at) = (usize::from(hex), usize::from(d));
                let wet = map.river[h][at] != RIVER_NONE;
                let way = map.rail[h] >> d & 1 == 1 || map.road[h][at] != ROAD_NONE;
                // At Płock the road ends at the ferry.
                let ferry = [hex, to].contains(&game().d.places.ferry);
                if wet && way && !(ferry && map.id == "lodz") {
                    assert!(map.bridge[h] >> d & 1 == 1, "{} {}", map.name(hex), map.name(to));
                }
            }
        }
    }
}

#[test]
fn the_places_that_the_rules_name_are_on_the_boards() {
    let map = &game().d.maps[0];
    for city in ["2121", "2122", "3514", "3614", "1405", "1834"] {
        assert!(map.has(hex(city), Feature::City), "{city}");
    }
    for town in ["2517", "2719", "2319", "1919", "2118", "2312", "2026", "2915"] {
        assert!(map.has(hex(town), Feature::Town) || map.has(hex(town), Feature::City), "{town}");
    }
    for fort in ["1405", "3212", "3312", "3514", "3611", "3614", "4325", "4424"] {
        assert!(map.has(hex(fort), Feature::Fortress), "{fort}");
    }
    let masuria = &game().d.maps[1];
    for fort in ["4135", "4232", "4420", "4830", "5226", "6206"] {
        assert!(masuria.has(east(fort), Feature::Fortress), "{fort}");
    }
    assert_eq!(map.country[usize::from(hex("1405"))], Country::Germany);
    assert_eq!(map.country[usize::from(hex("2121"))], Country::Russia);
    assert_eq!(masuria.country[usize::from(east("4922"))], Country::Germany);
    assert_eq!(masuria.country[usize::from(east("5518"))], Country::Russia);
}

#[test]
fn r4_32_ground_adds_to_the_price_of_clear_ground() {
    // A forest in clear country, and every hex by what is in it.
    for map in &game().d.maps {
        for h in map.all() {
            let two = [
                Feature::Forest,
                Feature::City,
                Feature::Town,
                Feature::Swamp,
                Feature::Hills,
                Feature::Wetland,
            ];
            let extras: u8 = two.into_iter().map(|f| 2 * u8::from(map.has(h, f))).sum();
            let high = 4 * u8::from(map.has(h, Feature::Mountain));
            let price = if map.has(h, Feature::Closed) { 0 } else { 2 + extras + high };
            assert_eq!(map.enter[usize::from(h)], price, "{}", map.name(h));
        }
    }
}

#[test]
fn r7_63_shifts_of_the_ground_add_up_and_fire_takes_the_same_off() {
    rules!("lodz 8.26");
    for map in &game().d.maps {
        for h in map.all() {
            let one = [Feature::Forest, Feature::Town, Feature::Hills];
            let small: u8 = one.into_iter().map(|f| u8::from(map.has(h, f))).sum();
            let two: u8 =
                [Feature::City, Feature::Wetland].into_iter().map(|f| 2 * u8::from(map.has(h, f))).sum();
            let sum = small + two + 3 * u8::from(map.has(h, Feature::Mountain));
            assert_eq!((map.shift[usize::from(h)], map.fire[usize::from(h)]), (sum, sum), "{}", map.name(h));
        }
    }
}
