//! The position as it stands in a game file.

use crate::data::pieces::{Army, CP, Front, Nation};
use crate::play::sequence::Step;
use crate::position::path::Path;
use crate::position::{Attack, Combat, NO_ATTACK, Position};
use sandtable_core::machine::Steps;
use sandtable_ops::zones::Zones;
use serde::{Deserialize, Serialize};

/// The position as it is written to a file: lists instead of long arrays.
#[derive(Clone, Serialize, Deserialize)]
pub struct Saved {
    turn: u8,
    initiative: u8,
    activation: u8,
    active: u8,
    front: Front,
    front_a: Front,
    place: Vec<u16>,
    state: Vec<u8>,
    army: Vec<Army>,
    cadre_nation: Vec<Nation>,
    hq_front: Vec<Front>,
    hq_due: Vec<u8>,
    taken: Vec<bool>,
    besieged: Vec<bool>,
    rail: [u8; 3],
    points: [u8; 3],
    free: [Vec<u8>; 2],
    zone: [Vec<u8>; 2],
    attacks: Vec<Attack>,
    combat: Combat,
    gone_back: Vec<u8>,
    transfer: bool,
    #[serde(default)]
    readings: u8,
    #[serde(default)]
    acted: bool,
    #[serde(default)]
    way: Vec<u16>,
    steps: Vec<Step>,
}

impl From<Position> for Saved {
    fn from(p: Position) -> Saved {
        Saved {
            turn: p.turn,
            initiative: p.initiative,
            activation: p.activation,
            active: p.active,
            front: p.front,
            front_a: p.front_a,
            place: p.place.to_vec(),
            state: p.state.to_vec(),
            army: p.army.to_vec(),
            cadre_nation: p.cadre_nation.to_vec(),
            hq_front: p.hq_front.to_vec(),
            hq_due: p.hq_due.to_vec(),
            taken: p.taken.to_vec(),
            besieged: p.besieged.to_vec(),
            rail: p.rail,
            points: p.points,
            free: p.free.map(|f| f.to_vec()),
            zone: p.zone.counts().map(|z| z.to_vec()),
            attacks: p.declared().to_vec(),
            combat: p.combat,
            gone_back: p.gone_back.to_vec(),
            transfer: p.transfer,
            readings: p.readings,
            acted: p.acted,
            way: p.way.hexes().to_vec(),
            steps: p.steps.waiting().to_vec(),
        }
    }
}

fn array<T: Copy, const N: usize>(list: Vec<T>, what: &str) -> Result<[T; N], String> {
    let n = list.len();
    list.try_into().map_err(|_| format!("{what}: {n} values, {N} are wanted"))
}

fn fits<T>(list: &[T], most: usize, what: &str) -> Result<(), String> {
    let n = list.len();
    if n > most { Err(format!("{what}: {n} values, at most {most} are possible")) } else { Ok(()) }
}

fn padded<T: Copy, const N: usize>(list: &[T], rest: T, what: &str) -> Result<[T; N], String> {
    fits(list, N, what)?;
    let mut out = [rest; N];
    out[..list.len()].copy_from_slice(list);
    Ok(out)
}

fn stack<const N: usize>(list: &[Step]) -> Result<Steps<Step, N>, String> {
    fits(list, N, "steps")?;
    let mut steps = Steps::default();
    list.iter().for_each(|step| steps.push(*step));
    Ok(steps)
}

impl TryFrom<Saved> for Position {
    type Error = String;

    fn try_from(s: Saved) -> Result<Position, String> {
        let [free_ru, free_cp] = s.free;
        let [zone_ru, zone_cp] = s.zone;
        if s.steps.is_empty() || s.turn > 8 || s.active > CP || s.initiative > CP {
            return Err("the position has no step, or a turn or side that is not there".to_string());
        }
        Ok(Position {
            turn: s.turn,
            initiative: s.initiative,
            activation: s.activation,
            active: s.active,
            front: s.front,
            front_a: s.front_a,
            place: array(s.place, "place")?,
            state: array(s.state, "state")?,
            army: array(s.army, "army")?,
            cadre_nation: array(s.cadre_nation, "cadre_nation")?,
            hq_front: array(s.hq_front, "hq_front")?,
            hq_due: array(s.hq_due, "hq_due")?,
            taken: array(s.taken, "taken")?,
            besieged: array(s.besieged, "besieged")?,
            rail: s.rail,
            points: s.points,
            free: [array(free_ru, "free")?, array(free_cp, "free")?],
            zone: Zones::from_counts([array(zone_ru, "zone")?, array(zone_cp, "zone")?]),
            attack_count: s.attacks.len() as u8,
            attacks: padded(&s.attacks, NO_ATTACK, "attacks")?,
            combat: s.combat,
            gone_back: array(s.gone_back, "gone_back")?,
            transfer: s.transfer,
            readings: s.readings,
            acted: s.acted,
            way: Path::of(&s.way)?,
            steps: stack(&s.steps)?,
        })
    }
}
