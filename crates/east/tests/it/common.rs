//! What the tests share: a made-up game of the system.
pub use crate::pieces::*;
pub use sandtable_core::rules;
use sandtable_east::data::map::{Additions, Exit, Fort, Map};
use sandtable_east::data::pieces::{Face, Hq, HqFace, Kind, Level, Size, Unit};
use sandtable_east::data::{Data, Params};

/// The board of a made-up game: six rows of eight hexes with a mountain, a trench, a city, rivers and a blocked side.
const BOARD: &str = "sandtable hex board 1
id = made-up
title = Made-up
provenance = reconstructed
km = 10
grid = pointy rowcol east even -0.5 1-8 1-6
terrain = clear open
terrain = rough rough
terrain = mountain mountain
terrain = lake lake
country = AA Aland
country = BB Beland

[hexes]
";

/// A unit of the made-up game.
pub fn made_unit(id: &str, army: u8, kind: Kind, size: Size, values: [u8; 3], p: &Params) -> Unit {
    let front = Face { attack: values[0], defence: values[1], movement: values[2] };
    let steps = if kind == Kind::Depot { p.depot_steps } else { p.steps.of(size) };
    let back = Face { attack: values[0].div_ceil(2), defence: values[1].div_ceil(2), movement: values[2] };
    Unit {
        id: id.into(),
        name: id.into(),
        title: id.into(),
        army,
        side: p.armies[usize::from(army)].side,
        kind,
        size: Some(size),
        corps: String::new(),
        field_army: String::new(),
        front,
        back: (steps > 1).then_some(back),
        steps,
        sp: p.sp.of(size),
        hq: None,
        replaceable: false,
        ally: 0,
    }
}

fn made_hq(id: &str, army: u8, face: HqFace, p: &Params) -> Unit {
    let mut u = made_unit(id, army, Kind::Hq, Size::Regiment, [0, 0, 8], p);
    u.size = None;
    (u.steps, u.sp, u.back) = (1, 0, None);
    u.hq = Some(Hq { level: Level::Corps, faces: [Some(face), None] });
    u
}

/// A game of nobody: armies of TCR 2 and 4, other ranges and limits, ridges and mountains.
pub fn made_up() -> Data {
    let params = Params::read(include_str!("tables.toml")).unwrap();
    let mut text = BOARD.to_string();
    for row in 1..=6 {
        for column in 1..=8 {
            let ground = match (row, column) {
                (3, 4) => "mountain",
                (2, 2) => "rough",
                (5, 5) => "lake",
                _ => "clear",
            };
            let country = if column <= 4 { "AA" } else { "BB" };
            text += &format!("{row:02}{column:02} {ground} {country}\n");
        }
    }
    text += "\n[flags]\ntrench | 0204 0304\n\n[places]\n0404 | gorod | Gorod | city | 0 |\n0601 | fort | Fort | town | 3 |\n\n";
    text += "[rivers]\nBig | big | 0302/0303\nSmall | small | 0502/0503\n\n[crossings]\n\n[blocked]\n0206/0207\n\n";
    text += "[lines]\nrail | A1 | 1 | AA | A | open | 0101 0102 0103 0104\nrail | B1 | 2 | BB | B | open | 0608 0607 0606 0605\n\n[entries]\n\n[shores]\n";
    let board = sandtable_board::hexfile::read("board.txt", &text).unwrap();
    let at = |n: &str| board.topology().hex(n.parse().unwrap()).unwrap().0;
    let more = Additions {
        forts: vec![Fort { place: "fort".into(), hex: at("0601"), side: 0, full: 5, weakened: 2 }],
        exits: vec![
            Exit { side: 0, hex: at("0101"), letter: "A".into() },
            Exit { side: 1, hex: at("0608"), letter: "B".into() },
        ],
        ridges: vec![(at("0403"), at("0404"))],
        ..Additions::default()
    };
    let map = Map::new(&params, board, more).unwrap();
    use {Kind::*, Size::*};
    let face = HqFace { shift: 1, strength: 4, radius: 2, combat: 2, heroic: true };
    let units = vec![
        made_unit("a1", 0, Infantry, Division, [4, 4, 4], &params),
        made_unit("a2", 0, Infantry, Division, [4, 4, 4], &params),
        made_unit("a3", 0, Infantry, Regiment, [1, 1, 4], &params),
        made_unit("ac", 0, Cavalry, Brigade, [3, 1, 6], &params),
        made_hq("ah", 0, face, &params),
        made_unit("b1", 1, Infantry, Corps, [6, 7, 3], &params),
        made_unit("b2", 1, Infantry, Division, [2, 3, 3], &params),
        made_unit("bd", 1, Depot, Division, [0, 1, 2], &params),
        made_hq("bh", 1, face, &params),
    ];
    Data { params, map, units }
}
