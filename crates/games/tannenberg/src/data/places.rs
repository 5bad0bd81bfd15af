//! Fortresses, places that score, exits and links off the map, from `tables.toml`.

use sandtable_board::{HexBoard, Number};
use sandtable_datafile::DataFault;
use sandtable_east::data::Params;
use sandtable_east::data::map::{Additions, Exit, Fort, Link, Town};
use serde::Deserialize;

const FILE: &str = "tables.toml";

#[derive(Deserialize)]
struct Raw {
    family: RawFamily,
    fortress: RawFortress,
    victory: RawVictory,
}

#[derive(Deserialize)]
struct RawFamily {
    offmap_links: RawLinks,
}

#[derive(Deserialize)]
struct RawLinks {
    links: Vec<RawLink>,
    exits: Vec<RawExit>,
}

#[derive(Deserialize)]
struct RawLink {
    side: String,
    from: String,
    to: String,
    cost: u8,
}

#[derive(Deserialize)]
struct RawExit {
    side: String,
    hex: String,
    entry: String,
    line: String,
}

#[derive(Deserialize)]
struct RawFortress {
    places: Vec<RawFort>,
}

#[derive(Deserialize)]
struct RawFort {
    place: String,
    hex: String,
    owner: String,
    full: u8,
    weakened: u8,
}

#[derive(Deserialize)]
struct RawVictory {
    towns: RawTowns,
}

#[derive(Deserialize)]
struct RawTowns {
    values: Vec<RawTown>,
}

#[derive(Deserialize)]
struct RawTown {
    place: String,
    hex: String,
    vp: i16,
}

/// Reads them and checks them against the board: fortresses and towns stand where the board has them, exits at the end of
/// their line.
pub(super) fn read(text: &str, params: &Params, board: &HexBoard) -> Result<Additions, DataFault> {
    let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let t = board.topology();
    let hex = |number: &str, near: &str| {
        let n: Option<Number> = number.parse().ok();
        let off = || DataFault::at(FILE, text, near, format!("hex {number} is not on the board"));
        n.and_then(|n| t.hex(n)).ok_or_else(off)
    };
    let side = |id: &str, near: &str| {
        let army = params.armies.iter().find(|a| a.id == id);
        army.map(|a| a.side).ok_or_else(|| DataFault::at(FILE, text, near, format!("`{id}` is no army")))
    };
    let standing = |h: sandtable_board::Hex, place: &str, near: &str| {
        let found = board.places_in(h).any(|p| p.id == place);
        let away = || DataFault::at(FILE, text, near, format!("the board has no `{place}` in that hex"));
        if found { Ok(()) } else { Err(away()) }
    };
    let mut out = Additions::default();
    for f in &raw.fortress.places {
        let near = format!("place = \"{}\", hex = \"{}\", owner", f.place, f.hex);
        let h = hex(&f.hex, &near)?;
        standing(h, &f.place, &near)?;
        let (full, weakened) = (f.full, f.weakened);
        out.forts.push(Fort {
            place: f.place.clone(),
            hex: h.0,
            side: side(&f.owner, &near)?,
            full,
            weakened,
        });
    }
    for v in &raw.victory.towns.values {
        let near = format!("place = \"{}\", hex = \"{}\", vp", v.place, v.hex);
        let h = hex(&v.hex, &near)?;
        standing(h, &v.place, &near)?;
        out.towns.push(Town { place: v.place.clone(), hex: h.0, points: v.vp });
    }
    for e in &raw.family.offmap_links.exits {
        let near = format!("hex = \"{}\", entry", e.hex);
        let h = hex(&e.hex, &near)?;
        let line = board.parts().lines.iter().find(|l| l.id == e.line);
        if !line.is_some_and(|l| l.hexes.first() == Some(&h) || l.hexes.last() == Some(&h)) {
            return Err(DataFault::at(FILE, text, &near, format!("line {} does not end there", e.line)));
        }
        let lettered = board.parts().entries.iter().any(|b| b.hex == h && b.label == e.entry);
        if !e.entry.is_empty() && !lettered {
            return Err(DataFault::at(FILE, text, &near, "the board has no such entry letter there"));
        }
        out.exits.push(Exit { side: side(&e.side, &near)?, hex: h.0, letter: e.entry.clone() });
    }
    for l in &raw.family.offmap_links.links {
        let near = format!("from = \"{}\", to = \"{}\"", l.from, l.to);
        let whose = side(&l.side, &near)?;
        let exit = |number: &str| {
            let h = hex(number, &near)?;
            let at = out.exits.iter().position(|e| e.hex == h.0 && e.side == whose);
            let none = || DataFault::at(FILE, text, &near, format!("{number} is no exit of that side"));
            at.map(|i| i as u8).ok_or_else(none)
        };
        out.links.push(Link { from: exit(&l.from)?, to: exit(&l.to)?, cost: l.cost });
    }
    Ok(out)
}
