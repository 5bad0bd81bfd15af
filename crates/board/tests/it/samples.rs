//! Boards and layouts that several tests use.

use proptest::prelude::*;
use sandtable_board::grid::{ColumnsFrom, Numbering, Orientation, Parity};
use sandtable_board::{AreaBoard, Grid, Hex, HexBoard, Side, Topology, areafile, hexfile};

/// The boards of hexes in the data folder.
pub const HEX_BOARDS: [&str; 5] = ["fury", "lodz", "lodz-masuria", "tannenberg", "orel"];

pub fn board_text(id: &str) -> String {
    // `lodz-masuria` is the second board of the game `lodz`.
    let (game, part) = id.split_once('-').unwrap_or((id, ""));
    let path = format!("{}/../games/{game}/data/{part}/board.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn hex_board(id: &str) -> HexBoard {
    hexfile::read(id, &board_text(id)).unwrap()
}

pub fn area_board() -> AreaBoard {
    areafile::read("empires", &board_text("empires")).unwrap()
}

pub fn flat(shift: f64, columns: (u8, u8), rows: (u8, u8)) -> Grid {
    Grid {
        orientation: Orientation::Flat,
        numbering: Numbering::ColRow,
        columns_from: ColumnsFrom::West,
        shifted: Parity::Even,
        shift,
        columns,
        rows,
    }
}

pub fn fury() -> Grid {
    flat(-0.5, (1, 16), (1, 22))
}

pub fn lodz() -> Grid {
    flat(0.5, (10, 45), (4, 35))
}

pub fn orel() -> Grid {
    flat(0.5, (1, 32), (1, 20))
}

pub fn tannenberg() -> Grid {
    Grid {
        orientation: Orientation::Pointy,
        numbering: Numbering::RowCol,
        columns_from: ColumnsFrom::East,
        shifted: Parity::Even,
        shift: -0.5,
        columns: (1, 34),
        rows: (1, 30),
    }
}

/// Any small sheet in any layout.
pub fn any_grid() -> impl Strategy<Value = Grid> {
    let range = || (0u8..=90, 0u8..=9).prop_map(|(low, more)| (low, low + more));
    (any::<[bool; 5]>(), range(), range()).prop_map(|(b, columns, rows)| Grid {
        orientation: if b[0] { Orientation::Flat } else { Orientation::Pointy },
        numbering: if b[1] { Numbering::ColRow } else { Numbering::RowCol },
        columns_from: if b[2] { ColumnsFrom::West } else { ColumnsFrom::East },
        shifted: if b[3] { Parity::Even } else { Parity::Odd },
        shift: if b[4] { 0.5 } else { -0.5 },
        columns,
        rows,
    })
}

pub fn hex(t: &Topology, number: &str) -> Hex {
    t.hex(number.parse().unwrap()).unwrap_or_else(|| panic!("{number} is off the sheet"))
}

pub fn side(t: &Topology, a: &str, b: &str) -> Side {
    t.between(hex(t, a), hex(t, b)).unwrap_or_else(|| panic!("{a} and {b} are not neighbours"))
}

/// A board of nine hexes with one of everything.
pub const SMALL: &str = "\
sandtable hex board 1
# A remark.
id = small
title = Small & plain
provenance = rulebook
km = 12.5
grid = flat colrow west even 0.5 1-3 1-3
terrain = clear open
terrain = deep sea
terrain = away closed
country = AA Aland
country = BB Bland

[hexes]
0101 clear AA half
0102 clear AA
0103 deep -
0201 clear AA
0202 clear BB
0203 clear BB half
0301 away AA
0302 clear BB
0303 clear BB

[flags]
trench | 0101 0202

[places]
0101 | alpha | Alpha | city | 2 | station,junction
0202 | beta | Beta | town | 0 |
0302 | gamma |  | village | 0 |

[rivers]
Long | big | 0101/0102 0102/0201 0102/0202
Short | small | 0201/edge0

[crossings]
bridge | 0101/0102
ferry | 0102/0201

[blocked]
0302/0303

[lines]
rail | r1 | 2 | AA | First | open | 0101 0102 0202
road | w1 | main | - | Second | border | 0202 0302 0301

[entries]
0101 | Blue | 1 | the west

[shores]
land | 0,0 3.125,0 3,3 0,0
lake | 1,1 1.5,1 1.5,1.5 1,1
";

/// The small board with one piece of its text replaced, which must be there.
pub fn small_with(old: &str, new: &str) -> String {
    assert_eq!(SMALL.matches(old).count(), 1, "`{old}` should stand once in the small board");
    SMALL.replace(old, new)
}

pub fn small() -> HexBoard {
    hexfile::read("small", SMALL).unwrap()
}
