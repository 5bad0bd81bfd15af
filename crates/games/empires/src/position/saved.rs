//! Areas as they are written: whose they are in three lists, the rest only where something stands.

use crate::play::land::areaset::AREAS;
use crate::play::land::position::{Depot, Ground};
use crate::play::land::start::EMPTY;
use crate::play::land::{InCity, OnDepot};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Held {
    at: u16,
    besieged: bool,
    garrison: InCity,
    depot: Depot,
    guard: OnDepot,
    inside: Depot,
    irregulars: [u8; crate::data::POWERS],
    tired: u8,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    country: Vec<u8>,
    holder: Vec<u8>,
    closed_to: Vec<u8>,
    open_to: Vec<u8>,
    held: Vec<Held>,
}

/// Writes areas.
pub fn serialize<S: Serializer>(ground: &[Ground; AREAS], to: S) -> Result<S::Ok, S::Error> {
    let mut held = Vec::new();
    for (i, g) in ground.iter().enumerate() {
        let (country, holder) = (g.country, g.holder);
        let plain = Ground { country, holder, closed_to: g.closed_to, open_to: g.open_to, ..EMPTY };
        if *g != plain {
            held.push(Held {
                at: i as u16,
                besieged: g.besieged,
                garrison: g.garrison,
                depot: g.depot,
                guard: g.guard,
                inside: g.inside,
                irregulars: g.irregulars,
                tired: g.tired,
            });
        }
    }
    let list = |of: fn(&Ground) -> u8| ground.iter().map(of).collect();
    Saved {
        country: list(|g| g.country),
        holder: list(|g| g.holder),
        closed_to: list(|g| g.closed_to),
        open_to: list(|g| g.open_to),
        held,
    }
    .serialize(to)
}

/// Reads areas.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[Ground; AREAS], D::Error> {
    let saved = Saved::deserialize(from)?;
    let mut out = [EMPTY; AREAS];
    let lists = [&saved.country, &saved.holder, &saved.closed_to, &saved.open_to];
    if lists.iter().any(|l| l.len() != AREAS) {
        return Err(D::Error::custom(format!("{AREAS} areas are wanted")));
    }
    for (i, g) in out.iter_mut().enumerate() {
        (g.country, g.holder) = (saved.country[i], saved.holder[i]);
        (g.closed_to, g.open_to) = (saved.closed_to[i], saved.open_to[i]);
    }
    for h in saved.held {
        let g = out.get_mut(usize::from(h.at)).ok_or_else(|| D::Error::custom("an area too many"))?;
        (g.besieged, g.garrison, g.depot, g.guard) = (h.besieged, h.garrison, h.depot, h.guard);
        (g.inside, g.irregulars, g.tired) = (h.inside, h.irregulars, h.tired);
    }
    Ok(out)
}
