//! Board files: written and read back byte for byte, and refused with the right line when something is wrong.

use crate::samples::{HEX_BOARDS, SMALL, any_grid, board_text, hex_board, small, small_with};
use proptest::prelude::*;
use sandtable_board::hexboard::{
    Country, CountryId, Crossing, Entry, Flag, Line, Manner, Parts, Place, River, RiverClass, RoadClass,
    Shore, Size, TerrainId, TerrainKind, Way,
};
use sandtable_board::text::FileError;
use sandtable_board::{Grid, Hex, HexBoard, Point, Side, Topology, areafile, hexfile};

#[test]
fn every_committed_board_is_written_as_it_was_read() {
    for id in HEX_BOARDS {
        let text = board_text(id);
        let written = hexfile::write(&hex_board(id));
        assert!(written == text, "{id} is written otherwise than it was read");
        let again = hexfile::write(&hexfile::read(id, &written).unwrap());
        assert!(again == written, "{id}");
        assert_eq!(hex_board(id).parts().id, id);
    }
    let text = board_text("empires");
    let board = areafile::read("empires", &text).unwrap();
    assert!(areafile::write(&board) == text, "empires is written otherwise than it was read");
}

#[test]
fn the_small_board_holds_one_of_everything() {
    let board = small();
    let p = board.parts();
    assert_eq!((p.title.as_str(), p.provenance.as_str(), p.km), ("Small & plain", "rulebook", 12.5));
    assert_eq!(p.countries[1], Country { code: "BB".into(), name: "Bland".into() });
    assert_eq!(p.terrains[1], TerrainKind { name: "deep".into(), manner: Manner::Sea });
    assert_eq!((p.halves.len(), p.flags[0].hexes.len(), p.rivers.len()), (2, 2, 2));
    assert_eq!(p.crossings.iter().map(|c| c.1).collect::<Vec<_>>(), [Crossing::Bridge, Crossing::Ferry]);
    assert_eq!((p.lines[0].border, p.lines[1].border), (false, true));
    assert_eq!((p.lines[0].nation.as_str(), p.lines[0].name.as_str()), ("AA", "First"));
    assert_eq!((p.entries[0].side.as_str(), p.entries[0].beyond.as_str()), ("Blue", "the west"));
    assert_eq!((p.shores[0].lake, p.shores[1].lake), (false, true));
    assert_eq!(p.shores[0].ring[1], Point::new(3.125, 0.0));
    let lean: String = SMALL.lines().filter(|l| !l.starts_with('#')).map(|l| format!("{l}\n")).collect();
    let written: String = hexfile::write(&board)
        .lines()
        .filter(|l| !l.starts_with('#'))
        .map(|l| format!("{}\n", l.trim_end()))
        .collect();
    assert_eq!(written, lean, "but for remarks the same");
}

/// The complaint about a hex board: its line and what it says.
fn complaint(text: &str) -> FileError {
    match hexfile::read("board.txt", text) {
        Ok(_) => panic!("a broken board was taken"),
        Err(e) => e,
    }
}

/// On which line of a text the first line with these words stands.
fn line_of(text: &str, words: &str) -> usize {
    text.lines().position(|l| l.contains(words)).unwrap_or_else(|| panic!("`{words}` is not there")) + 1
}

#[test]
fn broken_lines_are_named_with_the_remedy() {
    // What is replaced, by what, words of the line to be named, words of the complaint.
    let cases: &[(&str, &str, &str, &str)] = &[
        ("hex board 1", "hex board 2", "hex board 2", "starts with the line `sandtable hex board 1`"),
        ("sandtable hex", "sandtable area", "sandtable area", "starts with the line"),
        ("km = 12.5", "km = NaN", "km = NaN", "`NaN` is not finite"),
        ("km = 12.5", "km = inf", "km = inf", "`inf` is not finite"),
        ("km = 12.5", "km = far", "km = far", "`far` should be a number"),
        ("km = 12.5", "km = 0", "km = 0", "should be more than 0 km"),
        ("km = 12.5\n", "", "[hexes]", "`id = …` and `km = …` must stand before"),
        ("id = small\n", "", "[hexes]", "`id = …` and `km = …` must stand before"),
        ("title = Small & plain", "tilte = Small", "tilte", "`tilte` is no key of a hex board"),
        ("title = Small & plain", "title", "title", "should read `key = value`"),
        ("flat colrow", "tall colrow", "tall", "`tall` should be one of flat, pointy"),
        ("flat colrow", "flat rowrow", "rowrow", "should be one of colrow, rowcol"),
        ("west even", "south even", "south", "should be one of west, east"),
        ("west even", "west all", "west all", "should be one of even, odd"),
        ("even 0.5", "even 0.4", "even 0.4", "the shift is 0.5 or -0.5"),
        ("1-3 1-3", "1-3 3-1", "3-1", "`3-1` should be a range from 0 to 99"),
        ("1-3 1-3", "1-3 1-100", "1-100", "`1-100` should be a range"),
        ("1-3 1-3", "1-3 1:3", "1:3", "`1:3` should be a range"),
        ("1-3 1-3", "1-3 1-300", "1-300", "`300` should be a range"),
        ("1-3 1-3", "1-3", "grid", "a grid has seven words"),
        ("grid = flat colrow west even 0.5 1-3 1-3\n", "", "[hexes]", "`grid = …` must stand before"),
        ("terrain = clear open", "terrain = clear", "terrain = clear", "terrain = NAME MANNER"),
        ("terrain = clear open", "terrain = clear lava", "lava", "`lava` should be one of open, wood"),
        ("0102 clear AA\n", "0102 lava AA\n", "lava", "terrain `lava` is not declared"),
        ("0102 clear AA\n", "0102 clear XX\n", "XX", "country `XX` is not declared"),
        ("0102 clear AA\n", "0102 clear\n", "0102 clear", "a hex has a number, a terrain and a country"),
        ("0102 clear AA\n", "0102 clear AA whole\n", "whole", "`whole` should be `half` or nothing"),
        ("0102 clear AA\n", "0102 clear AA half x\n", "half x", "`x` should be `half` or nothing"),
        (
            "0102 clear AA\n",
            "0104 clear AA\n",
            "0104",
            "hex 0104 is off the board; columns run 01–03, rows 01–03",
        ),
        ("0102 clear AA\n", "102 clear AA\n", "102 clear", "`102` is not a hex number"),
        ("0102 clear AA\n", "0101 clear AA\n", "0101 clear AA\n", "hex 0101 stands twice"),
        ("0102 clear AA\n", "", "0303 clear", "hex 0102 is missing from [hexes]"),
        ("trench | 0101 0202", "trench", "trench", "1 fields stand here, 2 are wanted"),
        ("trench | 0101 0202", "trench | 0101 0909", "0909", "hex 0909 is off the board"),
        ("Beta | town | 0 |", "Beta | town | 0", "beta", "5 fields stand here, 6 are wanted"),
        ("Beta | town | 0 |", "Beta | hamlet | 0 |", "hamlet", "should be one of village, town, city"),
        ("Beta | town | 0 |", "Beta | town | -1 |", "-1", "`-1` should be a grade"),
        ("Beta | town | 0 |", "Beta | town | 999 |", "999", "`999` should be a grade"),
        ("0202 | beta", "0103 | beta", "beta", "place beta is in 0103, which is deep"),
        ("0202 | beta", "0202 | alpha", "Beta", "id `alpha` stands twice"),
        ("Long | big", "Long | wide", "wide", "should be one of small, big"),
        ("0101/0102 0102/0201 ", "0101/0102 ", "Long", "hexside 0101/0102 does not touch 0102/0202"),
        (
            "0101/0102 0102/0201 ",
            "0101/0102 0102/0302 ",
            "0102/0302",
            "hexes of 0102/0302 are not neighbours",
        ),
        ("0101/0102 0102/0201 ", "0101+0102 ", "0101+0102", "should be a hexside"),
        ("0201/edge0", "0201/edge3", "edge3", "`0201/edge3` is not on the sheet's edge"),
        ("0201/edge0", "0201/edge6", "edge6", "is not on the sheet's edge"),
        ("0201/edge0", "0201/edge", "edge", "should be a direction from 0 to 5"),
        ("ferry | ", "tunnel | ", "tunnel", "should be one of bridge, pontoon, ferry"),
        ("0302/0303\n", "0302/0303 0101/0303\n", "0101/0303", "are not neighbours"),
        ("rail | r1", "tram | r1", "tram", "`tram` should be rail or road"),
        ("r1 | 2", "r1 | two", "two", "`two` should be the number of tracks"),
        ("w1 | main", "w1 | mud", "mud", "should be one of secondary, main"),
        ("Second | border", "Second | shut", "shut", "should be one of border, open"),
        ("open | 0101 0102 0202", "open | 0101 0202", "r1", "0101 and 0202 are not neighbours"),
        ("open | 0101 0102 0202", "open | 0102 0103 0202", "r1", "line r1 is in 0103, which is deep"),
        ("road | w1", "road | r1", "Second", "id `r1` stands twice"),
        ("Blue | 1 | the west", "Blue", "Blue", "2 fields stand here, 4 are wanted"),
        ("0101 | Blue", "9901 | Blue", "Blue", "hex 9901 is off the board"),
        ("lake | 1,1", "pond | 1,1", "pond", "should be one of land, lake"),
        ("lake | 1,1", "lake | 1;1", "1;1", "`1;1` should be a point `x,y`"),
        ("lake | 1,1", "lake | 1,NaN", "NaN", "`NaN` is not finite"),
        ("lake | 1,1", "lake | 1,", "lake | 1,", "`` should be a number"),
        ("[entries]", "[exits]", "[exits]", "[exits] is no section of a hex board"),
        ("[entries]", "[entries", "lake |", "[entries] is missing; the file is cut short"),
    ];
    for (old, new, where_, what) in cases {
        let text = small_with(old, new);
        let e = complaint(&text);
        assert!(e.what.contains(what), "{old:?} → {new:?}: {e}");
        assert_eq!(e.file, "board.txt");
        // A hex that stands twice is told at its second line, the others stand once.
        let line = match *where_ {
            "0101 clear AA\n" => line_of(&text, "0101 clear AA half") + 1,
            words => line_of(&text, words),
        };
        assert_eq!(e.line, line, "{old:?} → {new:?}: {e}");
    }
}

#[test]
fn too_many_kinds_are_refused() {
    let many = |n: usize, line: &str| (0..n).map(|i| line.replace('#', &i.to_string())).collect::<String>();
    let countries = |n| {
        small_with("country = BB Bland\n", &format!("country = BB Bland\n{}", many(n, "country = C# C\n")))
    };
    assert!(hexfile::read("b", &countries(198)).is_ok());
    assert!(complaint(&countries(199)).what.contains("at most 200 of each"));
    let terrains = |n| {
        small_with(
            "terrain = away closed\n",
            &format!("terrain = away closed\n{}", many(n, "terrain = t# open\n")),
        )
    };
    assert!(hexfile::read("b", &terrains(197)).is_ok());
    assert!(complaint(&terrains(198)).what.contains("at most 200 of each"));
    let none: String =
        SMALL.lines().filter(|l| !l.starts_with("terrain")).map(|l| format!("{l}\n")).collect();
    assert_eq!(complaint(&none).line, line_of(&none, "[hexes]"));
}

#[test]
fn a_country_without_a_name_is_called_by_its_code() {
    let text = small_with("country = BB Bland", "country = BB");
    assert_eq!(hexfile::read("b", &text).unwrap().parts().countries[1].name, "BB");
}

#[test]
fn a_cut_file_is_not_taken_for_a_smaller_board() {
    let e = complaint(SMALL.split_once("\n[shores]").unwrap().0);
    assert_eq!(
        (e.what.as_str(), e.line),
        ("[shores] is missing; the file is cut short", line_of(SMALL, "[shores]") - 2)
    );
    let e = complaint(SMALL.trim_end());
    assert_eq!(
        (e.what.as_str(), e.line),
        ("the last line has no end; the file is cut short", SMALL.lines().count())
    );
    assert_eq!(complaint("").line, 1);
    let e = areafile::read("a", "sandtable area board 1\n").unwrap_err();
    assert_eq!(e.to_string(), "a:1: [seas] is missing; the file is cut short");
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-zÄÖŁłó–'][A-Za-zäöłń0-9 .()&<\"–'/-]{0,10}".prop_map(|s| s.trim().to_string())
}

fn size() -> impl Strategy<Value = Size> {
    prop::sample::select(vec![Size::Village, Size::Town, Size::City])
}

/// A walk of this many steps over neighbouring hexes.
fn walk(t: &Topology, start: Hex, turns: &[prop::sample::Index]) -> Vec<Hex> {
    let mut out = vec![start];
    for turn in turns {
        let near: Vec<Hex> = t.neighbours(out[out.len() - 1]).map(|n| n.2).collect();
        if near.is_empty() {
            break;
        }
        out.push(*turn.get(&near));
    }
    out
}

/// A course of hexsides, each touching the one before.
fn course(t: &Topology, start: Side, turns: &[prop::sample::Index]) -> Vec<Side> {
    let mut out = vec![start];
    for turn in turns {
        let last = out[out.len() - 1];
        let near: Vec<Side> =
            t.sides().filter(|s| *s != last && t.shared_corner(*s, last).is_some()).collect();
        out.push(*turn.get(&near));
    }
    out
}

type Index = prop::sample::Index;
type Turns = Vec<Index>;

#[derive(Debug)]
struct Seeds {
    grid: Grid,
    hexes: Vec<(u8, Option<u8>, bool)>,
    places: Vec<(Index, String, Size, u8, bool)>,
    rivers: Vec<(Index, String, bool, Turns)>,
    lines: Vec<(Index, String, u8, bool, Turns)>,
    sides: Vec<(Index, u8)>,
    shores: Vec<(bool, Vec<(i32, i32)>)>,
    words: Vec<String>,
    km: u32,
}

fn seeds() -> impl Strategy<Value = Seeds> {
    let turns = || prop::collection::vec(any::<Index>(), 0..6);
    let ring = prop::collection::vec((-9999i32..9999, -9999i32..9999), 0..6);
    (
        any_grid(),
        prop::collection::vec((0u8..3, prop::option::of(0u8..2), any::<bool>()), 100),
        prop::collection::vec((any::<Index>(), name(), size(), any::<u8>(), any::<bool>()), 0..6),
        prop::collection::vec((any::<Index>(), name(), any::<bool>(), turns()), 0..4),
        prop::collection::vec((any::<Index>(), name(), 0u8..4, any::<bool>(), turns()), 0..5),
        prop::collection::vec((any::<Index>(), 0u8..4), 0..6),
        prop::collection::vec((any::<bool>(), ring), 0..3),
        prop::collection::vec(name(), 8),
        1u32..100_000,
    )
        .prop_map(|(grid, hexes, places, rivers, lines, sides, shores, words, km)| Seeds {
            grid,
            hexes,
            places,
            rivers,
            lines,
            sides,
            shores,
            words,
            km,
        })
}

/// A board without water, so that anything may stand anywhere.
fn parts(s: &Seeds) -> Parts {
    let t = Topology::new(s.grid);
    let hex = |i: &Index| Hex(i.index(t.hex_count()) as u16);
    let side = |i: &Index| Side(i.index(t.side_count()) as u16);
    let code = |i: usize| format!("C{i}");
    Parts {
        id: "any".into(),
        title: s.words[0].clone(),
        provenance: s.words[1].clone(),
        km: f64::from(s.km) / 1000.0,
        terrains: [("clear", Manner::Open), ("wood", Manner::Wood), ("fen", Manner::Swamp)]
            .map(|(n, manner)| TerrainKind { name: n.into(), manner })
            .into(),
        countries: (0..2).map(|i| Country { code: code(i), name: s.words[2 + i].clone() }).collect(),
        terrain: t.hexes().map(|h| TerrainId(s.hexes[h.index()].0)).collect(),
        country: t.hexes().map(|h| s.hexes[h.index()].1.map(CountryId)).collect(),
        halves: t.hexes().filter(|h| s.hexes[h.index()].2).collect(),
        flags: s
            .sides
            .iter()
            .map(|(i, n)| Flag { name: format!("f{n}"), hexes: vec![hex(i); usize::from(*n)] })
            .collect(),
        places: s
            .places
            .iter()
            .enumerate()
            .map(|(n, (i, name, size, fortress, station))| Place {
                hex: hex(i),
                id: format!("p{n}"),
                name: if *station { name.clone() } else { String::new() },
                size: *size,
                fortress: *fortress,
                station: *station,
                flags: if *fortress > 99 { vec!["junction".into(), "depot".into()] } else { vec![] },
            })
            .collect(),
        rivers: s
            .rivers
            .iter()
            .map(|(i, name, big, turns)| River {
                name: name.clone(),
                class: if *big { RiverClass::Big } else { RiverClass::Small },
                sides: course(&t, side(i), turns),
            })
            .collect(),
        crossings: s
            .sides
            .iter()
            .map(|(i, n)| {
                (side(i), [Crossing::Ferry, Crossing::Bridge, Crossing::Pontoon][usize::from(n % 3)])
            })
            .collect(),
        blocked: s.sides.iter().filter(|(_, n)| *n == 0).map(|(i, _)| side(i)).collect(),
        lines: s
            .lines
            .iter()
            .enumerate()
            .map(|(n, (i, name, way, border, turns))| Line {
                id: format!("l{n}"),
                way: match way {
                    0 => Way::Road(RoadClass::Secondary),
                    1 => Way::Road(RoadClass::Main),
                    n => Way::Rail { tracks: n - 1 },
                },
                nation: code(n),
                name: name.clone(),
                border: *border,
                hexes: walk(&t, hex(i), turns),
            })
            .collect(),
        entries: s
            .sides
            .iter()
            .map(|(i, n)| Entry {
                hex: hex(i),
                side: s.words[4].clone(),
                label: n.to_string(),
                beyond: s.words[5].clone(),
            })
            .collect(),
        shores: s
            .shores
            .iter()
            .map(|(lake, ring)| Shore {
                lake: *lake,
                ring: ring
                    .iter()
                    .map(|(x, y)| Point::new(f64::from(*x) / 1000.0, f64::from(*y) / 1000.0))
                    .collect(),
            })
            .collect(),
        topology: t,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_board_is_written_read_and_written_alike(seeds in seeds()) {
        let board = HexBoard::new(parts(&seeds)).unwrap();
        let text = hexfile::write(&board);
        let back = hexfile::read("any", &text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(hexfile::write(&back), text);
        let (a, b) = (board.parts(), back.parts());
        prop_assert_eq!(a.topology.grid(), b.topology.grid());
        prop_assert_eq!((&a.title, &a.provenance, a.km), (&b.title, &b.provenance, b.km));
        prop_assert_eq!((&a.terrains, &a.countries, &a.terrain), (&b.terrains, &b.countries, &b.terrain));
        prop_assert_eq!((&a.country, &a.halves, &a.flags), (&b.country, &b.halves, &b.flags));
        prop_assert_eq!((&a.places, &a.rivers, &a.blocked), (&b.places, &b.rivers, &b.blocked));
        prop_assert_eq!((&a.lines, &a.entries, &a.shores), (&b.lines, &b.entries, &b.shores));
        for s in a.topology.sides() {
            let (one, other) = (board.side(s), back.side(s));
            // Where two kinds of crossing lie on one side, the file keeps them in the order of kinds.
            prop_assert_eq!((one.river, one.road, one.tracks, one.blocked), (other.river, other.road, other.tracks, other.blocked));
        }
    }
}
