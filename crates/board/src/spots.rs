//! The places of a board, for putting something on its drawing: where they are, what stands there, what is next.

use crate::areaboard::AreaBoard;
use crate::geometry::Point;
use crate::hexboard::HexBoard;
use crate::svg::canvas::UNIT;
use crate::svg::outline_of;

/// A hex or area on the drawing, in the drawing's own units.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// As printed.
    pub id: String,
    /// Its middle.
    pub centre: Point,
    /// Its ground.
    pub terrain: String,
    /// Town or area; empty for most.
    pub name: String,
    /// Whatever else stands there.
    pub notes: Vec<String>,
    /// Its outline.
    pub outline: Vec<Point>,
    /// Places next to it.
    pub next: Vec<String>,
}

/// The places of a hex board.
pub fn of_hexes(board: &HexBoard) -> Vec<Spot> {
    let t = board.topology();
    let parts = board.parts();
    t.hexes()
        .map(|hex| {
            let named: Vec<&str> =
                board.places_in(hex).map(|p| p.name.as_str()).filter(|n| !n.is_empty()).collect();
            let mut notes = Vec::new();
            for place in board.places_in(hex) {
                match place.fortress {
                    0 => {}
                    1 => notes.push("fortress".to_string()),
                    grade => notes.push(format!("fortress of grade {grade}")),
                }
                notes.extend(place.flags.iter().cloned());
            }
            if board.has_rail(hex) {
                notes.push("railway".to_string());
            }
            notes.extend(board.country(hex).map(|c| parts.countries[usize::from(c.0)].name.clone()));
            let entries = parts.entries.iter().filter(|e| e.hex == hex);
            notes.extend(entries.map(|e| format!("entry {} from {}", e.label, e.beyond)));
            notes.extend(parts.flags.iter().filter(|f| f.hexes.contains(&hex)).map(|f| f.name.clone()));
            Spot {
                id: t.number(hex).to_string(),
                centre: t.centre(hex) * UNIT,
                terrain: board.terrain_kind(board.terrain(hex)).name.clone(),
                name: named.join(", "),
                notes,
                outline: outline_of(t, hex),
                next: t.neighbours(hex).map(|(_, _, n)| t.number(n).to_string()).collect(),
            }
        })
        .collect()
}

fn count(n: u8, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// The places of a board of areas, then its seas, which have no outline.
pub fn of_areas(board: &AreaBoard) -> Vec<Spot> {
    let seas = board.parts().seas.iter().map(|sea| Spot {
        id: sea.id.clone(),
        centre: sea.centre * UNIT,
        terrain: "sea".to_string(),
        name: sea.name.clone(),
        notes: if sea.ice { vec!["freezes".to_string()] } else { vec![] },
        outline: vec![],
        next: sea.near.iter().map(|s| board.parts().seas[s.index()].id.clone()).collect(),
    });
    board
        .areas()
        .map(|id| {
            let area = board.area(id);
            let mut notes = vec![area.owner.clone()];
            if let Some(city) = &area.city {
                let kind = if city.capital { "capital" } else { "city" };
                notes.push(format!("{kind} {}", city.name));
                if city.port {
                    notes.push("port".to_string());
                }
                notes.push(count(city.spires, "spire"));
                if city.fleches > 0 {
                    notes.push(count(city.fleches, "fleche"));
                }
            }
            notes.push(format!("forage {}", area.forage));
            if area.winter {
                notes.push("winter zone".to_string());
            }
            // The largest ring is the area itself; the rest are its islands.
            let rings = board.outline(id);
            let ring = rings.into_iter().max_by_key(Vec::len).unwrap_or_default();
            let next = board.neighbours(id).iter().map(|(n, _)| board.area(*n).id.clone());
            Spot {
                id: area.id.clone(),
                centre: area.centre * UNIT,
                terrain: area.terrain.clone(),
                name: area.name.clone(),
                notes,
                outline: ring.into_iter().map(|p| p * UNIT).collect(),
                next: next.collect(),
            }
        })
        .chain(seas)
        .collect()
}
