//! Scenarios and set-up, from `scenarios.toml` and `setup.csv`.

use sandtable_datafile::DataFault;
use sandtable_datafile::rows;
use sandtable_east::data::chart::Change;
use sandtable_east::data::{Data, UnitId};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where a unit stands or comes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Where {
    /// In a hex.
    Hex(u16),
    /// At an entry letter, of which several may share one (tannenberg 3.0b).
    Letter(String),
    /// Anywhere in an area of the scenario.
    Area(String),
    /// In place of another headquarters (tannenberg 19.21a).
    InPlaceOf(UnitId),
}

/// When a unit comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// It is there from the start (tannenberg 3.0a).
    Start,
    /// On a turn (tannenberg 3.0b).
    Turn(u8),
    /// So many turns after the call to the west front (tannenberg 19.22a).
    AfterCall(u8),
}

/// A unit in a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Who.
    pub unit: UnitId,
    /// Where.
    pub place: Where,
    /// When.
    pub arrival: Arrival,
    /// Comes in entrained (tannenberg 14.12).
    pub entrained: bool,
    /// Steps lost already (tannenberg 8.52b).
    pub lost: u8,
    /// Hidden group, from 1; 0 for none.
    pub gruppe: u8,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// Its rule.
    pub rule: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// First turn.
    pub first_turn: u8,
    /// Last turn.
    pub last_turn: u8,
    /// Who moves first.
    pub first_player: String,
    /// Points at the start.
    pub start_total: i16,
    /// Level chart.
    pub levels: String,
    /// What scores.
    pub scores: Vec<String>,
    /// Rules that it uses beyond the usual.
    pub with: Vec<String>,
    /// Rules that it leaves out.
    pub without: Vec<String>,
    /// Options that players may agree on.
    pub options: Vec<String>,
    /// Changes of the terrain chart.
    #[serde(default)]
    pub frozen: Vec<Change>,
    /// Rail capacities by army.
    #[serde(default)]
    pub rail_capacity: BTreeMap<String, Vec<u8>>,
    /// Hexes that the Russian was last to hold, as printed.
    #[serde(default)]
    pub russian_held: Vec<String>,
    /// Who stands where.
    #[serde(skip)]
    pub postings: Vec<Posting>,
    /// Track that its turns are named on.
    pub track: String,
    /// What stands before the number of a turn.
    #[serde(default)]
    pub turn_prefix: String,
    /// Who plays, in the order of the list.
    pub players: Vec<Player>,
    /// Players in the order in which they set up.
    pub setup_order: Vec<String>,
    /// Where units may be placed freely.
    #[serde(default)]
    pub areas: Vec<Area>,
    /// Units that start apart.
    pub apart: Option<Apart>,
    /// Points at the end.
    pub end_bonus: Option<EndBonus>,
    /// Units that count for another army's shifts (tannenberg 17.12).
    #[serde(default)]
    pub army_for_shifts: BTreeMap<String, String>,
    /// The army that all units count for.
    pub army_for_all_shifts: Option<String>,
}

/// A player of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Player {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: String,
    /// Field armies, if the player has only some of the side's.
    #[serde(default)]
    pub armies: Vec<String>,
}

/// An area where units may be placed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Area {
    /// Id.
    pub id: String,
    /// For whom.
    pub side: String,
    /// In which country.
    pub country: String,
    /// First and last row.
    pub rows: [u8; 2],
    /// Kind of unit that must be in the hex.
    pub stacked_with: Option<String>,
    /// Country that the hex may not touch.
    pub not_next_to: Option<String>,
}

/// Units that start more than some hexes apart.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Apart {
    /// Who.
    pub units: Vec<String>,
    /// Hexes.
    pub more_than: u8,
}

/// Points for holding a place at the end.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EndBonus {
    /// Points.
    pub vp: i16,
    /// Any of these places.
    pub any_of: Vec<String>,
}

/// A rule that players may agree on.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Agreed {
    /// Id.
    pub id: String,
    /// Rule.
    pub rule: String,
    /// Title.
    pub title: String,
    /// What it does.
    pub about: String,
}

#[derive(Deserialize)]
struct Raw {
    scenario: Vec<Scenario>,
    option: Vec<Agreed>,
}

#[derive(Deserialize)]
struct SetupRow {
    scenario: String,
    unit: String,
    at: String,
    #[serde(rename = "where")]
    place: String,
    turn: String,
    flags: String,
    gruppe: Option<u8>,
}

fn posting(data: &Data, scenario: &Scenario, r: &SetupRow) -> Result<Posting, String> {
    let unit = data.named(&r.unit).ok_or_else(|| format!("there is no unit `{}`", r.unit))?;
    let hex = || data.map.hex(&r.place).ok_or_else(|| format!("hex {} is not on the board", r.place));
    let letter = || {
        let known = r.place == "W" || data.map.exits.iter().any(|e| e.letter == r.place);
        if known { Ok(Where::Letter(r.place.clone())) } else { hex().map(Where::Hex) }
    };
    let number = || r.turn.trim_start_matches('+').parse().map_err(|_| format!("`{}` is no turn", r.turn));
    let (place, arrival) = match r.at.as_str() {
        "hex" => (Where::Hex(hex()?), Arrival::Start),
        "entry" => (letter()?, Arrival::Turn(number()?)),
        "west" => (letter()?, Arrival::AfterCall(number()?)),
        "exchange" => {
            let other = data.named(&r.place).ok_or_else(|| format!("there is no unit `{}`", r.place))?;
            (Where::InPlaceOf(other), Arrival::AfterCall(number()?))
        }
        "area" if scenario.areas.iter().any(|a| a.id == r.place) => {
            (Where::Area(r.place.clone()), Arrival::Start)
        }
        other => return Err(format!("`{other}` {}: hex, entry, west, exchange or area", r.place)),
    };
    if let Where::Hex(h) = place
        && data.map.at(h).closed
    {
        return Err(format!("nobody can stand in {}", r.place));
    }
    let mut out = Posting { unit, place, arrival, entrained: false, lost: 0, gruppe: r.gruppe.unwrap_or(0) };
    for flag in r.flags.split(';').filter(|f| !f.is_empty()) {
        match flag.split_once('=') {
            None if flag == "entrained" => out.entrained = true,
            Some(("steps_lost", n)) => {
                out.lost = n.parse().map_err(|_| format!("`{flag}`: a number of Steps"))?;
            }
            _ => return Err(format!("`{flag}`: entrained or steps_lost=n")),
        }
    }
    Ok(out)
}

/// Reads the scenarios with the set-up of each.
pub(super) fn read(text: &str, setup: &str, data: &Data) -> Result<(Vec<Scenario>, Vec<Agreed>), DataFault> {
    const FILE: &str = "scenarios.toml";
    let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let mut scenarios = raw.scenario;
    for (line, r) in rows::<SetupRow>("setup.csv", setup)? {
        let fault = |what: String| DataFault::new("setup.csv", line, what);
        let scenario = scenarios.iter_mut().find(|s| s.id == r.scenario);
        let scenario = scenario.ok_or_else(|| fault(format!("there is no scenario `{}`", r.scenario)))?;
        let posting = posting(data, scenario, &r).map_err(fault)?;
        if scenario.postings.iter().any(|p| p.unit == posting.unit) {
            return Err(fault(format!("`{}` stands twice in `{}`", r.unit, r.scenario)));
        }
        scenario.postings.push(posting);
    }
    for s in &scenarios {
        let at = format!("id = \"{}\"", s.id);
        if let Some(bad) = s.setup_order.iter().find(|o| !s.players.iter().any(|p| p.id == **o)) {
            return Err(DataFault::at(FILE, text, &at, format!("`{bad}` is no player")));
        }
        let apart = s.apart.iter().flat_map(|a| &a.units);
        if let Some(bad) = apart.chain(s.army_for_shifts.keys()).find(|u| data.named(u).is_none()) {
            return Err(DataFault::at(FILE, text, &at, format!("there is no unit `{bad}`")));
        }
        if let Some(bad) = s.russian_held.iter().find(|n| data.map.hex(n).is_none()) {
            return Err(DataFault::at(FILE, text, bad, format!("hex {bad} is not on the board")));
        }
    }
    Ok((scenarios, raw.option))
}

/// Which of two allies a unit belongs to: the second of the players of its side whose armies are named takes their units.
pub(super) fn ally(
    scenarios: &[Scenario],
    params: &sandtable_east::data::Params,
    unit: &sandtable_east::data::Unit,
) -> u8 {
    let side = &params.armies[usize::from(unit.army)].id;
    let shared = |s: &&Scenario| s.players.iter().filter(|p| p.side == *side).count() > 1;
    let allies =
        scenarios.iter().find(shared).into_iter().flat_map(|s| &s.players).filter(|p| p.side == *side);
    u8::from(allies.skip(1).any(|p| p.armies.contains(&unit.field_army)))
}
