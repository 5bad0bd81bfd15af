//! The position as it is written: lists instead of arrays, counts only where they are not zero.

use super::{Combat, Contact, LastHeld, MAX_STEPS, Marker, Phase, Position, Step};
use crate::data::UnitId;
use crate::data::map::{MAX_FORTS, MAX_HEXES, MAX_SEGMENTS};
use crate::data::pieces::MAX_UNITS;
use crate::engine::Adds;
use sandtable_core::machine::Steps;
use sandtable_ops::Maybe;
use sandtable_ops::zones::Zones;
use serde::{Deserialize, Serialize};

/// A position as it is written.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Saved<A: Adds> {
    scenario: u8,
    options: u8,
    phase: Phase,
    steps: Vec<Step<A>>,
    combat: Combat,
    markers: Vec<Marker>,
    hq_of: Vec<Maybe<UnitId>>,
    #[serde(flatten)]
    own: A::State,
    attempts: u8,
    shut_since: Vec<u8>,
    turn: u8,
    phasing: u8,
    points: i16,
    place: Vec<u16>,
    lost: Vec<u8>,
    flags: Vec<u32>,
    spent: Vec<u8>,
    ridden: Vec<u8>,
    gruppe: Vec<u8>,
    fort_lost: Vec<u8>,
    stormed: u32,
    last: LastHeld,
    seen_last: LastHeld,
    last_ally: LastHeld,
    #[serde(default)]
    last_unit: Option<LastHeld>,
    #[serde(default)]
    seen_last_unit: Option<LastHeld>,
    #[serde(default)]
    contact: Contact,
    #[serde(default)]
    begun: u8,
    #[serde(default)]
    partial: bool,
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

impl<A: Adds> From<Position<A>> for Saved<A> {
    fn from(p: Position<A>) -> Self {
        Saved {
            scenario: p.scenario,
            options: p.options,
            phase: p.phase,
            steps: p.steps.waiting().to_vec(),
            combat: p.combat,
            markers: p.markers.into(),
            hq_of: p.hq_of.into(),
            own: p.own,
            attempts: p.attempts,
            shut_since: p.shut_since.into(),
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
            stormed: p.stormed,
            last: p.last,
            seen_last: p.seen_last,
            last_ally: p.last_ally,
            last_unit: Some(p.last_unit),
            seen_last_unit: Some(p.seen_last_unit),
            contact: p.contact,
            begun: p.begun,
            partial: p.partial,
            capacity_used: p.capacity_used,
            line_used: sparse(&p.line_used),
            held: [sparse(&p.held[0]), sparse(&p.held[1])],
            zone: [sparse(&p.zone.counts()[0]), sparse(&p.zone.counts()[1])],
        }
    }
}

impl<A: Adds> TryFrom<Saved<A>> for Position<A> {
    type Error = String;

    fn try_from(s: Saved<A>) -> Result<Self, String> {
        if s.steps.len() > MAX_STEPS {
            return Err(format!("{} steps wait, {MAX_STEPS} at most", s.steps.len()));
        }
        let mut steps = Steps::default();
        s.steps.into_iter().for_each(|step| steps.push(step));
        Ok(Position {
            scenario: s.scenario,
            options: s.options,
            phase: s.phase,
            steps,
            combat: s.combat,
            markers: array(s.markers)?,
            hq_of: array(s.hq_of)?,
            own: s.own,
            attempts: s.attempts,
            shut_since: array(s.shut_since)?,
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
            stormed: s.stormed,
            last: s.last,
            seen_last: s.seen_last,
            last_ally: s.last_ally,
            last_unit: s.last_unit.unwrap_or(s.last),
            seen_last_unit: s.seen_last_unit.unwrap_or(s.seen_last),
            contact: s.contact,
            begun: s.begun,
            partial: s.partial,
            capacity_used: s.capacity_used,
            line_used: dense::<MAX_SEGMENTS>(&s.line_used)?,
            held: [dense::<MAX_HEXES>(&s.held[0])?, dense(&s.held[1])?],
            zone: Zones::from_counts([dense(&s.zone[0])?, dense(&s.zone[1])?]),
        })
    }
}
