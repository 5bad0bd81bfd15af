//! Corrections by hand: what they change, and what is refused.

use crate::copies::Copy;
use sandtable_atlas::compile;
use sandtable_board::hexboard::{Crossing, HexBoard, Line, RiverClass, side_name};
use sandtable_board::{Hex, Side};

const HEAD: &str = "kind,where,value,reason";

fn hex(board: &HexBoard, number: &str) -> Hex {
    board.topology().hex(number.parse().unwrap()).unwrap()
}

fn side(board: &HexBoard, a: &str, b: &str) -> Side {
    board.topology().between(hex(board, a), hex(board, b)).unwrap()
}

/// A board with overrides of its own.
fn with(board: &str, rows: &[&str]) -> HexBoard {
    let copy = Copy::new();
    for row in rows {
        copy.add(&format!("{board}/overrides.csv"), HEAD, row);
    }
    compile(&copy.sources(), board).unwrap().board
}

#[test]
fn broken_overrides_are_named_with_the_remedy() {
    for (row, what) in [
        ("terrain,0105,difficult,", "an override without a reason is not taken; say why"),
        ("terrain,0105,difficult,\"  \"", "an override without a reason is not taken; say why"),
        (
            "weather,0105,rain,test",
            "`weather` should be terrain, country, river, bridge, rail, road or place",
        ),
        ("terrain,0105,lava,test", "terrain `lava` is not declared in georef.toml"),
        ("terrain,0199,clear,test", "hex 0199 is off the board"),
        ("country,0105,XX,test", "country `XX` is not declared in georef.toml"),
        (
            "river,0714/0715,none,test",
            "0714/0715 lies within river Vistula; only its first or last hexside can be taken out",
        ),
        ("river,0714/0715,wide,test", "`wide` should be one of small, big"),
        ("river,0714/0918,small,test", "the hexes of 0714/0918 are not neighbours"),
        ("bridge,0714/0715,tunnel,test", "`tunnel` should be one of bridge, pontoon, ferry"),
        ("rail,0104/0204,double,test", "a railway can only be overridden with `none`"),
        ("road,0104/0204,main,test", "a road can only be overridden with `none`"),
        ("place,atlantis,0105,test", "unknown town `atlantis`; add it to the towns or mend the id"),
        ("place,posen,9905,test", "hex 9905 is off the board"),
        ("terrain,0105,test", "every row has 4 fields"),
    ] {
        let copy = Copy::new();
        copy.add("fury/overrides.csv", HEAD, "terrain,0105,difficult,a good one");
        let line = copy.add("fury/overrides.csv", HEAD, row);
        let told = copy.complaint("fury");
        assert!(told.contains(&format!("fury/data/overrides.csv:{line}: ")), "{row}: {told}");
        assert!(told.contains(what), "{row}: {told}");
    }
}

#[test]
fn terrain_country_and_places_are_corrected() {
    let plain = with("fury", &[]);
    let board =
        with("fury", &["terrain,0105,difficult,test", "country,0107,AT,test", "terrain,0106,mountain,test"]);
    let name = |b: &HexBoard, n: &str| b.terrain_kind(b.terrain(hex(b, n))).name.clone();
    assert_eq!((name(&plain, "0105"), name(&board, "0105")), ("clear".into(), "difficult".into()));
    assert_eq!(name(&board, "0106"), "mountain");
    assert_ne!(plain.country(hex(&plain, "0107")), board.country(hex(&board, "0107")));
    let moved = with("lodz", &["place,sochaczew,2916,test"]);
    assert_eq!(moved.parts().places.iter().find(|p| p.id == "sochaczew").unwrap().hex, hex(&moved, "2916"));
}

#[test]
fn rivers_lose_an_end_or_gain_a_side() {
    let plain = with("fury", &[]);
    let find = |b: &HexBoard, name: &str| b.parts().rivers.iter().find(|r| r.name == name).unwrap().clone();
    let vistula = find(&plain, "Vistula");
    let (first, last) = (vistula.sides[0], vistula.sides[vistula.sides.len() - 1]);
    let row = |s: Side| format!("river,{},none,test", side_name(plain.topology(), s));
    let board = with("fury", &[&row(first), &row(last)]);
    assert_eq!(find(&board, "Vistula").sides, vistula.sides[1..vistula.sides.len() - 1]);
    let board = with("fury", &["river,0105/0106,big,Brook"]);
    let brook = find(&board, "Brook");
    assert_eq!((brook.class, brook.sides.as_slice()), (RiverClass::Big, &[side(&board, "0105", "0106")][..]));
    // A river of one side is gone with it.
    let board = with("fury", &["river,0105/0106,big,Brook", "river,0105/0106,none,not there after all"]);
    assert!(board.parts().rivers.iter().all(|r| r.name != "Brook"));
    assert_eq!(board.parts().rivers.len(), plain.parts().rivers.len());
}

#[test]
fn crossings_railways_and_roads_are_corrected() {
    let plain = with("fury", &[]);
    let bridge = plain.parts().crossings[0].0;
    assert_eq!(plain.side(bridge).crossing, Some(Crossing::Bridge));
    let name = side_name(plain.topology(), bridge);
    let board = with("fury", &[&format!("bridge,{name},pontoon,test"), "bridge,0105/0106,ferry,test"]);
    assert_eq!(board.side(bridge).crossing, Some(Crossing::Pontoon));
    assert_eq!(board.side(side(&board, "0105", "0106")).crossing, Some(Crossing::Ferry));

    let at = side(&plain, "0304", "0404");
    assert_eq!(plain.side(at).tracks, 1);
    let board = with("fury", &["rail,0304/0404,none,test"]);
    assert_eq!(board.side(at).tracks, 0);
    let ids: Vec<_> =
        board.parts().lines.iter().filter(|l| l.id.starts_with("DE1b") || l.id == "DE1").collect();
    assert_eq!(ids.len(), 2, "the line is cut in two");
    assert_eq!(ids[0].hexes.len() + ids[1].hexes.len(), 7);
    let board = with("fury", &["rail,0104/0204,none,test"]);
    let first = board.parts().lines.iter().find(|l| l.id == "DE1b").unwrap();
    assert_eq!(first.hexes[0], hex(&board, "0204"));
    assert!(board.parts().lines.iter().all(|l| l.hexes.len() > 1), "no line of one hex is left");

    let plain = with("lodz", &[]);
    let t = plain.topology();
    let road = t.sides().find(|s| plain.side(*s).road.is_some() && plain.side(*s).tracks > 0).unwrap();
    let board = with("lodz", &[&format!("road,{},none,test", side_name(t, road))]);
    assert_eq!(board.side(road).road, None);
    assert_eq!(board.side(road).tracks, plain.side(road).tracks, "the railway stays");
    // Without its crossing a big river stops the roads of the atlas.
    let from_atlas = |s: &Side| {
        let over = |l: &&Line| l.hexes.windows(2).any(|w| t.between(w[0], w[1]) == Some(*s));
        let mut lines = plain.parts().lines.iter().filter(over).peekable();
        lines.peek().is_some() && lines.all(|l| l.id.starts_with("road-"))
    };
    let big = t.sides().find(|s| plain.side(*s).river == Some(RiverClass::Big) && from_atlas(s)).unwrap();
    let board = with("lodz", &[&format!("bridge,{},none,test", side_name(t, big))]);
    assert_eq!((board.side(big).road, board.side(big).crossing), (None, None));
}
