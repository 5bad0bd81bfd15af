//! The position as it is written: lists instead of arrays, counts only where they are not zero.

use super::{LastHeld, Position};
use crate::family::map::{MAX_FORTS, MAX_HEXES, MAX_SEGMENTS};
use crate::family::pieces::MAX_UNITS;
use sandtable_ops::zones::Zones;
use serde::{Deserialize, Serialize};

/// A position as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Saved {
    turn: u8,
    phasing: u8,
    points: i16,
    place: Vec<u16>,
    lost: Vec<u8>,
    flags: Vec<u16>,
    spent: Vec<u8>,
    ridden: Vec<u8>,
    gruppe: Vec<u8>,
    fort_lost: Vec<u8>,
    last: LastHeld,
    capacity_used: [u8; 4],
    line_used: Vec<(u16, u8)>,
    held: [Vec<(u16, u8)>; 2],
    zone: [Vec<(u16, u8)>; 2],
}

fn sparse(list: &[u8]) -> Vec<(u16, u8)> {
    list.iter().enumerate().filter(|(_, n)| **n != 0).map(|(i, n)| (i as u16, *n)).collect()
}

fn dense<const N: usize>(list: &[(u16, u8)]) -> Result<[u8; N], String> {
    let mut out = [0; N];
    for (at, n) in list {
        *out.get_mut(usize::from(*at)).ok_or_else(|| format!("{at} is too high"))? = *n;
    }
    Ok(out)
}

fn array<T, const N: usize>(list: Vec<T>) -> Result<[T; N], String> {
    list.try_into().map_err(|l: Vec<T>| format!("{} entries, {N} are wanted", l.len()))
}

impl From<Position> for Saved {
    fn from(p: Position) -> Saved {
        Saved {
            turn: p.turn,
            phasing: p.phasing,
            points: p.points,
            place: p.place.into(),
            lost: p.lost.into(),
            flags: p.flags.into(),
            spent: p.spent.into(),
            ridden: p.ridden.into(),
            gruppe: p.gruppe.into(),
            fort_lost: p.fort_lost.into(),
            last: p.last,
            capacity_used: p.capacity_used,
            line_used: sparse(&p.line_used),
            held: [sparse(&p.held[0]), sparse(&p.held[1])],
            zone: [sparse(&p.zone.counts()[0]), sparse(&p.zone.counts()[1])],
        }
    }
}

impl TryFrom<Saved> for Position {
    type Error = String;

    fn try_from(s: Saved) -> Result<Position, String> {
        Ok(Position {
            turn: s.turn,
            phasing: s.phasing,
            points: s.points,
            place: array::<_, MAX_UNITS>(s.place)?,
            lost: array(s.lost)?,
            flags: array(s.flags)?,
            spent: array(s.spent)?,
            ridden: array(s.ridden)?,
            gruppe: array(s.gruppe)?,
            fort_lost: array::<_, MAX_FORTS>(s.fort_lost)?,
            last: s.last,
            capacity_used: s.capacity_used,
            line_used: dense::<MAX_SEGMENTS>(&s.line_used)?,
            held: [dense::<MAX_HEXES>(&s.held[0])?, dense(&s.held[1])?],
            zone: Zones::from_counts([dense(&s.zone[0])?, dense(&s.zone[1])?]),
        })
    }
}
