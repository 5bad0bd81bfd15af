//! From a board file to dense tables.

use super::{
    Country, Feature, Map, RIVER_BIG, RIVER_NONE, RIVER_SMALL, ROAD_MAIN, ROAD_NONE, ROAD_SECONDARY,
};
use crate::data::{Charts, HEXES, Hexes};
use crate::position::HexId;
use sandtable_board::hexparts::{Crossing, RiverClass, RoadClass, Size};
use sandtable_board::{Hex, HexBoard, hexfile};
use sandtable_datafile::DataFault;
use sandtable_ops::Maybe;

impl Map {
    /// Reads a board and prices its ground by the charts.
    pub(in crate::data) fn read(
        id: &'static str,
        file: &'static str,
        text: &str,
        charts: &Charts,
    ) -> Result<Map, DataFault> {
        let board =
            hexfile::read(file, text).map_err(|e| DataFault::new(file, e.line as u64, e.what.clone()))?;
        let count = board.topology().hex_count();
        if count > HEXES {
            return Err(DataFault::new(file, 1, format!("{count} hexes, there is room for {HEXES}")));
        }
        let hexes = || (0..count as u16).map(Hex);
        let near: Vec<[Maybe<HexId>; 6]> = hexes().map(|h| around(&board, h)).collect();
        let mut features = Vec::with_capacity(count);
        for h in hexes() {
            let read = features_of(&board, h);
            features
                .push(read.map_err(|(kind, what)| DataFault::at(file, text, &format!("= {kind} "), what))?);
        }
        let sides = |h: Hex| near[usize::from(h.0)].map(|to| side_of(&board, h, to));
        let river = |f: Option<RiverClass>| match f {
            None => RIVER_NONE,
            Some(RiverClass::Small) => RIVER_SMALL,
            Some(RiverClass::Big) => RIVER_BIG,
        };
        let road = |f: Option<RoadClass>| match f {
            None => ROAD_NONE,
            Some(RoadClass::Secondary) => ROAD_SECONDARY,
            Some(RoadClass::Main) => ROAD_MAIN,
        };
        let bits = |on: [bool; 6]| on.iter().enumerate().fold(0u8, |b, (d, on)| b | u8::from(*on) << d);
        let standing = |c: Option<Crossing>| matches!(c, Some(Crossing::Bridge | Crossing::Pontoon));
        let roads: Vec<[u8; 6]> = hexes().map(|h| sides(h).map(|f| road(f.road))).collect();
        for (at, roads) in roads.iter().enumerate() {
            if roads.iter().any(|r| *r != ROAD_NONE) {
                features[at] |= Feature::Road as u16;
            }
        }
        let sum = |bits: u16, of: fn(&crate::data::Ground) -> u8| grounds(charts, bits).map(of).sum::<u8>();
        let enter = |bits: &u16| {
            if bits & Feature::Closed as u16 != 0 { 0 } else { charts.clear_mp + sum(*bits, |g| g.extra) }
        };
        let t = board.topology();
        let mut far = vec![0u8; count * count];
        for a in hexes() {
            for b in hexes() {
                far[usize::from(a.0) * count + usize::from(b.0)] = t.distance(a, b).min(255) as u8;
            }
        }
        let mut fixed = vec![0; count];
        for (_, hex, sides) in charts.fixed.iter().filter(|(at, _, _)| *at == id) {
            let number = hex.parse().ok().and_then(|n| t.hex(n));
            let at = number
                .ok_or_else(|| DataFault::new(file, 1, format!("no hex {hex} for a fixed position")))?;
            fixed[usize::from(at.0)] |= *sides;
        }
        let mut map = Map {
            zones: Vec::new(),
            id,
            hexes: count,
            river: hexes().map(|h| sides(h).map(|f| river(f.river))).collect(),
            bridge: hexes().map(|h| bits(sides(h).map(|f| standing(f.crossing)))).collect(),
            road: roads,
            rail: hexes().map(|h| bits(sides(h).map(|f| f.tracks > 0))).collect(),
            country: hexes().map(|h| country_of(&board, h)).collect(),
            enter: features.iter().map(enter).collect(),
            shift: features.iter().map(|b| sum(*b, |g| g.shift)).collect(),
            fire: features.iter().map(|b| sum(*b, |g| g.fire)).collect(),
            fixed,
            edges: edges(&board),
            features,
            near,
            far,
            board,
        };
        map.find_zones();
        Ok(map)
    }
}

fn around(board: &HexBoard, hex: Hex) -> [Maybe<HexId>; 6] {
    let mut out = [Maybe::NONE; 6];
    for (d, _, to) in board.topology().neighbours(hex) {
        out[usize::from(d.0)] = HexId(to.0).into();
    }
    out
}

fn side_of(board: &HexBoard, hex: Hex, to: Maybe<HexId>) -> sandtable_board::hexboard::SideFeatures {
    let side = to.get().and_then(|to| board.topology().between(hex, to.into()));
    side.map(|s| board.side(s)).unwrap_or_default()
}

/// The kinds of ground in a hex.
fn grounds(charts: &Charts, bits: u16) -> impl Iterator<Item = &crate::data::Ground> {
    let kinds = [
        (Feature::Forest, &charts.forest),
        (Feature::City, &charts.city),
        (Feature::Town, &charts.town),
        (Feature::Swamp, &charts.swamp),
        (Feature::Hills, &charts.hills),
        (Feature::Mountain, &charts.mountain),
        (Feature::Wetland, &charts.wetland),
    ];
    kinds.into_iter().filter(move |(f, _)| bits & *f as u16 != 0).map(|(_, g)| g)
}

/// What is in a hex, or a kind of terrain and what is wrong with it.
fn features_of(board: &HexBoard, hex: Hex) -> Result<u16, (String, String)> {
    let name = board.terrain_kind(board.terrain(hex)).name.as_str();
    let ground = match name {
        "clear" => 0,
        "forest" => Feature::Forest as u16,
        "hills" => Feature::Hills as u16,
        "mountain" => Feature::Mountain as u16,
        "wetland" => Feature::Wetland as u16,
        "swamp" => Feature::Swamp as u16,
        "lake" | "sea" => Feature::Closed as u16,
        other => {
            return Err((other.to_string(), format!("terrain `{other}` has no row in the terrain chart")));
        }
    };
    let mut out = ground;
    for place in board.places_in(hex) {
        out |= match place.size {
            Size::Village => 0,
            Size::Town => Feature::Town as u16,
            Size::City => Feature::City as u16,
        };
        if place.fortress > 0 {
            out |= Feature::Fortress as u16;
        }
    }
    // A city is no town beside it.
    if out & Feature::City as u16 != 0 {
        out &= !(Feature::Town as u16);
    }
    if board.has_rail(hex) {
        out |= Feature::Rail as u16;
    }
    Ok(out)
}

fn country_of(board: &HexBoard, hex: Hex) -> Country {
    let code = board.country(hex).map(|c| board.parts().countries[usize::from(c.0)].code.as_str());
    match code {
        Some("DE") => Country::Germany,
        Some("AT") => Country::Austria,
        Some("RU") => Country::Russia,
        _ => Country::None,
    }
}

/// Hexes of the outermost columns and rows: west, east, north, south.
fn edges(board: &HexBoard) -> [Hexes; 4] {
    let t = board.topology();
    let at = |h: Hex| t.grid().column_row(t.number(h));
    let (mut left, mut right, mut top, mut bottom) = (u8::MAX, 0, u8::MAX, 0);
    for h in t.hexes() {
        let (c, r) = at(h);
        (left, right, top, bottom) = (left.min(c), right.max(c), top.min(r), bottom.max(r));
    }
    let which = |so: &dyn Fn(u8, u8) -> bool| {
        t.hexes().filter(|h| so(at(*h).0, at(*h).1)).map(|h| HexId(h.0)).collect::<Hexes>()
    };
    [which(&|c, _| c == left), which(&|c, _| c == right), which(&|_, r| r == top), which(&|_, r| r == bottom)]
}
