//! What a hex board says about its hexes and hexsides, and what it refuses.

use crate::samples::{HEX_BOARDS, board_text, hex, hex_board, side, small};
use sandtable_board::hexboard::{
    BoardError, Crossing, Fault, Manner, Part, Parts, RiverClass, RoadClass, SideFeatures, Size, TerrainId,
    TerrainKind, Way, side_name,
};
use sandtable_board::{Direction, HexBoard, hexfile};

#[test]
fn a_side_carries_all_that_runs_along_or_across_it() {
    let board = small();
    let t = board.topology();
    let at = |a: &str, b: &str| board.side(side(t, a, b));
    assert_eq!(
        at("0101", "0102"),
        SideFeatures {
            river: Some(RiverClass::Big),
            crossing: Some(Crossing::Bridge),
            tracks: 2,
            ..SideFeatures::default()
        }
    );
    assert_eq!(at("0102", "0201").crossing, Some(Crossing::Ferry));
    assert_eq!(
        at("0102", "0202"),
        SideFeatures { river: Some(RiverClass::Big), frontier: true, tracks: 2, ..SideFeatures::default() }
    );
    assert_eq!(at("0202", "0302"), SideFeatures { road: Some(RoadClass::Main), ..SideFeatures::default() });
    assert_eq!(at("0302", "0303"), SideFeatures { blocked: true, ..SideFeatures::default() });
    assert!(!at("0103", "0102").frontier, "the sea has no frontier");
    let edge = t.side(hex(t, "0201"), Direction(0));
    assert_eq!(board.side(edge).river, Some(RiverClass::Small));
    assert_eq!(board.towards(hex(t, "0102"), Direction(0)), at("0101", "0102"));
}

#[test]
fn a_hex_knows_its_terrain_country_places_and_flags() {
    let board = small();
    let t = board.topology();
    let h = |n: &str| hex(t, n);
    let clear = board.terrain_named("clear").unwrap();
    assert_eq!((clear, board.terrain_named("deep")), (TerrainId(0), Some(TerrainId(1))));
    assert_eq!(board.terrain_named("swamp"), None);
    assert_eq!(board.terrain(h("0103")), TerrainId(1));
    assert_eq!(board.terrain_kind(TerrainId(2)).name, "away");
    assert!(board.passable(h("0101")) && !board.passable(h("0103")) && !board.passable(h("0301")));
    assert_eq!(board.country(h("0103")), None);
    assert_ne!(board.country(h("0101")), board.country(h("0202")));
    assert!(board.is_half(h("0101")) && board.is_half(h("0203")) && !board.is_half(h("0102")));
    assert_eq!(board.place(h("0101")).unwrap().id, "alpha");
    assert_eq!(board.place(h("0102")), None);
    let alpha = board.place(h("0101")).unwrap();
    assert!(alpha.station && alpha.fortress == 2 && alpha.size == Size::City);
    assert_eq!(alpha.flags, ["junction"]);
    assert!(!board.place(h("0202")).unwrap().station);
    assert!(board.has_flag(h("0202"), "trench") && !board.has_flag(h("0102"), "trench"));
    assert!(!board.has_flag(h("0202"), "wall"));
    assert!(board.has_rail(h("0101")) && board.has_rail(h("0202")));
    assert!(!board.has_rail(h("0302")), "a road is no railway");
    assert_eq!(board.places_in(h("0302")).count(), 1);
    assert_eq!(board.places_in(h("0303")).count(), 0);
}

#[test]
fn only_water_and_closed_land_are_impassable() {
    let passable = |manner| TerrainKind { name: String::new(), manner }.passable();
    let open = [
        Manner::Open,
        Manner::Wood,
        Manner::Rough,
        Manner::Hill,
        Manner::Mountain,
        Manner::Swamp,
        Manner::Wetland,
    ];
    assert!(open.into_iter().all(passable));
    assert!(![Manner::Lake, Manner::Sea, Manner::Closed].into_iter().any(passable));
}

#[test]
fn sides_are_named_by_their_hexes_or_the_edge() {
    let board = small();
    let t = board.topology();
    assert_eq!(side_name(t, side(t, "0202", "0102")), "0102/0202", "the smaller first");
    assert_eq!(side_name(t, t.side(hex(t, "0101"), Direction(5))), "0101/edge5");
    for s in t.sides() {
        let line = sandtable_board::text::TextLine { file: "f", line: 1, section: "", text: "" };
        assert_eq!(line.side(&side_name(t, s), t).unwrap(), s);
    }
}

#[test]
fn the_chief_place_of_a_hex_is_the_strongest_then_the_largest() {
    let chief = |places: &[(&str, Size, u8)]| {
        let mut parts = small().parts().clone();
        let model = parts.places[1].clone();
        parts.places = places
            .iter()
            .map(|(id, size, fortress)| {
                let mut p = model.clone();
                (p.id, p.size, p.fortress) = (id.to_string(), *size, *fortress);
                p
            })
            .collect();
        let at = model.hex;
        HexBoard::new(parts).unwrap().place(at).unwrap().id.clone()
    };
    assert_eq!(chief(&[("a", Size::Village, 0), ("b", Size::City, 0), ("c", Size::Town, 0)]), "b");
    assert_eq!(chief(&[("a", Size::City, 0), ("b", Size::Village, 1)]), "b");
    assert_eq!(chief(&[("a", Size::Town, 0), ("b", Size::Town, 0)]), "a", "the first of equals");
}

#[test]
fn the_greater_river_the_better_road_and_the_more_tracks_count() {
    let mut parts = small().parts().clone();
    let sides = parts.rivers[0].sides[..1].to_vec();
    let mut brook = parts.rivers[0].clone();
    (brook.class, brook.sides) = (RiverClass::Small, sides.clone());
    parts.rivers.push(brook);
    let mut siding = parts.lines[0].clone();
    (siding.id, siding.way) = ("r2".into(), Way::Rail { tracks: 1 });
    let mut track = parts.lines[1].clone();
    (track.id, track.way) = ("w2".into(), Way::Road(RoadClass::Secondary));
    let road = (track.hexes[0], track.hexes[1]);
    parts.lines.extend([siding, track]);
    let board = HexBoard::new(parts).unwrap();
    assert_eq!(board.side(sides[0]).river, Some(RiverClass::Big));
    assert_eq!(board.side(sides[0]).tracks, 2);
    let crossed = board.topology().between(road.0, road.1).unwrap();
    assert_eq!(board.side(crossed).road, Some(RoadClass::Main));
}

/// The error of the small board after a change.
fn refused(change: impl FnOnce(&mut Parts)) -> BoardError {
    let mut parts = small().parts().clone();
    change(&mut parts);
    HexBoard::new(parts).unwrap_err()
}

#[test]
fn gaps_in_lines_and_rivers_are_refused() {
    let e = refused(|p| {
        p.lines[0].hexes.remove(1);
    });
    assert_eq!(e.part, Part::Line(0));
    assert_eq!(e.to_string(), "line r1: 0101 and 0202 are not neighbours; name every hex on the way");
    let e = refused(|p| {
        let first = p.lines[1].hexes[0];
        p.lines[1].hexes.insert(1, first);
    });
    assert!(matches!(e.fault, Fault::NotNeighbours { .. }), "a hex is not its own neighbour: {e}");
    let e = refused(|p| {
        p.rivers[0].sides.remove(1);
    });
    assert_eq!(e.part, Part::River(0));
    assert_eq!(
        e.to_string(),
        "river Long: hexside 0101/0102 does not touch 0102/0202; name every hexside on the way"
    );
}

#[test]
fn lines_lead_through_passable_hexes_and_may_end_in_closed_ones() {
    let number = |p: &Parts, n: &str| p.topology.hex(n.parse().unwrap()).unwrap();
    let line = |hexes: &'static [&'static str]| {
        let mut parts = small().parts().clone();
        parts.lines[0].hexes = hexes.iter().map(|n| number(&parts, n)).collect();
        HexBoard::new(parts)
    };
    assert!(
        line(&["0201", "0301", "0302"])
            .unwrap_err()
            .to_string()
            .contains("line r1 is in 0301, which is away")
    );
    assert!(line(&["0102", "0103", "0202"]).unwrap_err().to_string().contains("0103, which is deep"));
    assert!(line(&["0102", "0103"]).is_err(), "no line ends in the sea");
    assert!(line(&["0103", "0102"]).is_err(), "nor begins there");
    assert!(line(&["0201", "0301"]).is_ok() && line(&["0301", "0201"]).is_ok());
    assert!(line(&["0301", "0201", "0301"]).is_ok(), "there and back again");
}

#[test]
fn ids_are_unique_and_places_stand_on_land() {
    let e = refused(|p| p.places[2].id = "alpha".into());
    assert_eq!(
        (e.part, e.to_string().as_str()),
        (Part::Place(2), "id `alpha` stands twice; ids are unique on a board")
    );
    let e = refused(|p| p.lines[1].id = "r1".into());
    assert_eq!((e.part, e.fault), (Part::Line(1), Fault::Duplicate("r1".into())));
    let e = refused(|p| p.places[1].hex = p.topology.hex("0103".parse().unwrap()).unwrap());
    assert_eq!(e.part, Part::Place(1));
    assert_eq!(e.to_string(), "place beta is in 0103, which is deep; move it or lead it around");
    let e = refused(|p| {
        p.terrains[1].manner = Manner::Lake;
        p.places[1].hex = p.topology.hex("0103".parse().unwrap()).unwrap();
    });
    assert!(matches!(e.fault, Fault::Impassable { .. }), "nor in a lake");
    let mut parts = small().parts().clone();
    parts.places[1].hex = parts.topology.hex("0301".parse().unwrap()).unwrap();
    assert!(HexBoard::new(parts).is_ok(), "a place may stand where play does not reach");
}

#[test]
fn more_places_than_the_tables_hold_are_refused() {
    let crowd = |n: usize| {
        let mut parts = small().parts().clone();
        let model = parts.places[1].clone();
        parts.places = (0..n)
            .map(|i| sandtable_board::hexboard::Place { id: format!("p{i}"), ..model.clone() })
            .collect();
        HexBoard::new(parts)
    };
    assert!(crowd(65_535).is_ok());
    assert_eq!(crowd(65_536).unwrap_err().fault, Fault::TooManyPlaces);
}

/// A frontier runs exactly between hexes of two countries on every committed board.
#[test]
fn frontiers_follow_the_countries() {
    for id in HEX_BOARDS {
        let board = hex_board(id);
        let t = board.topology();
        for s in t.sides() {
            let (a, b) = t.side_hexes(s);
            let two = b.and_then(|b| Some((board.country(a)?, board.country(b)?)));
            assert_eq!(board.side(s).frontier, two.is_some_and(|(x, y)| x != y), "{id} {}", side_name(t, s));
        }
    }
}

/// A board must never make a command wait. The bound is generous, for slow machines and unoptimised builds, and the best of a few tries
/// counts, for busy ones.
#[test]
fn every_board_loads_at_once() {
    fn best<T>(id: &str, read: impl Fn(&str, &str) -> T) {
        let text = board_text(id);
        let took = (0..5).map(|_| {
            let start = std::time::Instant::now();
            read(id, &text);
            start.elapsed()
        });
        let took = took.min().unwrap();
        assert!(took.as_millis() < 200, "{id} took {took:?}");
    }
    for id in HEX_BOARDS {
        best(id, |id, text| hexfile::read(id, text).unwrap());
    }
    best("empires", |id, text| sandtable_board::areafile::read(id, text).unwrap());
}
