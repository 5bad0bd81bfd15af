//! Scenarios and rules that players may agree on (scenarios.toml).

mod values;

pub use values::{Agreed, AtOnce, CountsAs, Foreign, Level, Passage, Scenario, Side, Turncoat};

use super::{C, Data, FACTORS, I, POWERS};
use sandtable_board::AreaId;
use sandtable_datafile::DataFault;
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) const FILE: &str = "scenarios.toml";

#[derive(Deserialize)]
struct SideRow {
    id: String,
    name: String,
    powers: Vec<String>,
}

#[derive(Deserialize)]
struct ControlRow {
    home: Option<String>,
    owner: Option<String>,
    area: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
struct UserRow {
    user: String,
    owner: String,
}

#[derive(Deserialize)]
struct ForeignRow {
    corps: String,
    nation: String,
    movement: u8,
    leader: String,
    areas: Vec<String>,
}

#[derive(Deserialize)]
struct PassageRow {
    area: String,
    power: String,
    points: i8,
}

#[derive(Deserialize)]
struct AtOnceRow {
    winner: String,
    level: String,
    #[serde(default)]
    control: Vec<String>,
    #[serde(default)]
    controls_none: Vec<String>,
    loser: Option<String>,
    turns: u8,
    #[serde(default)]
    clear: u8,
}

#[derive(Deserialize)]
struct TurncoatRow {
    minor: String,
    city: String,
    power: String,
    corps: String,
    factors: BTreeMap<String, u8>,
    #[serde(rename = "where")]
    place: String,
}

#[derive(Deserialize)]
struct CountsAsRow {
    areas: Vec<String>,
    power: String,
    without: String,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    title: String,
    about: String,
    first_month: String,
    last_month: String,
    last_turn: u16,
    sides: Vec<SideRow>,
    seats: Vec<Vec<String>>,
    order: Vec<String>,
    war: Vec<(String, String)>,
    allied: Vec<(String, String)>,
    control: Vec<ControlRow>,
    closed: Vec<ControlRow>,
    sources: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    cities: BTreeMap<String, i16>,
    #[serde(default)]
    levels: Vec<Level>,
    phases: Vec<String>,
    options: Vec<String>,
    #[serde(default)]
    options_on: Vec<String>,
    #[serde(default)]
    ally_depots: Vec<UserRow>,
    #[serde(default)]
    depot_counters: BTreeMap<String, u8>,
    #[serde(default)]
    foreign: Vec<ForeignRow>,
    #[serde(default)]
    passage: Vec<PassageRow>,
    #[serde(default)]
    at_once: Vec<AtOnceRow>,
    #[serde(default)]
    changes_side: Vec<TurncoatRow>,
    #[serde(default)]
    counts_as: Vec<CountsAsRow>,
    #[serde(default)]
    lengths: Vec<u16>,
    #[serde(default)]
    shared_within: u8,
    start_margin: Option<i16>,
}

#[derive(Deserialize)]
struct File {
    option: Vec<Agreed>,
    scenario: Vec<Row>,
}

/// A month written `1805-09`, in months since the year 0.
pub(super) fn month(text: &str) -> Option<u16> {
    let (year, month) = text.split_once('-')?;
    let (year, month): (u16, u16) = (year.parse().ok()?, month.parse().ok()?);
    ((1..=12).contains(&month) && (1..=3000).contains(&year)).then(|| year * 12 + month - 1)
}

/// Looks names up; a complaint points to the line of its scenario that holds the name.
struct Names<'a> {
    text: &'a str,
    from: usize,
    d: &'a Data,
}

impl Names<'_> {
    fn fault(&self, needle: &str, what: String) -> DataFault {
        let part = &self.text[self.from..];
        let before = self.text[..self.from].matches('\n').count() as u64;
        let line = part.lines().position(|l| l.contains(needle)).unwrap_or(0) as u64;
        DataFault::new(FILE, before + line + 1, what)
    }

    fn power(&self, id: &str) -> Result<u8, DataFault> {
        self.d.power(id).ok_or_else(|| self.fault(&format!("\"{id}\""), format!("`{id}` is no power")))
    }

    fn nation(&self, id: &str) -> Result<u8, DataFault> {
        let found = self.d.nation(id);
        found.ok_or_else(|| self.fault(&format!("\"{id}\""), format!("`{id}` is no power or minor")))
    }

    fn area(&self, id: &str) -> Result<AreaId, DataFault> {
        self.d.area(id).ok_or_else(|| self.fault(id, format!("`{id}` is no area")))
    }

    fn powers(&self, list: &[String]) -> Result<Vec<u8>, DataFault> {
        list.iter().map(|p| self.power(p)).collect()
    }

    fn pairs(&self, list: &[(String, String)]) -> Result<[u8; POWERS], DataFault> {
        let mut out = [0; POWERS];
        for (a, b) in list {
            let (a, b) = (self.power(a)?, self.power(b)?);
            out[usize::from(a)] |= 1 << b;
            out[usize::from(b)] |= 1 << a;
        }
        Ok(out)
    }

    /// The areas that a line of `control` or `closed` names.
    fn meant(&self, row: &ControlRow) -> Result<Vec<AreaId>, DataFault> {
        match (&row.home, &row.area) {
            (Some(home), None) => {
                let home = self.nation(home)?;
                let owner = row.owner.as_ref().map(|o| self.nation(o)).transpose()?;
                let of = |a: &AreaId| {
                    let place = self.d.place(*a);
                    place.home == home && owner.is_none_or(|o| o == place.owner)
                };
                Ok(self.d.board.areas().filter(of).collect())
            }
            (None, Some(area)) => Ok(vec![self.area(area)?]),
            _ => Err(self.fault("control =", "a line names a home or an area".to_string())),
        }
    }
}

pub(super) fn read(text: &str, d: &Data) -> Result<(Vec<Scenario>, Vec<Agreed>), DataFault> {
    let file: File = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let mut out = Vec::new();
    for row in file.scenario {
        let from = text.find(&format!("id = \"{}\"", row.id)).unwrap_or(0);
        let names = Names { text, from, d };
        for option in row.options.iter().chain(&row.options_on) {
            if !file.option.iter().any(|o| o.id == *option) {
                return Err(names.fault(&format!("\"{option}\""), format!("`{option}` is no option")));
            }
        }
        out.push(scenario(row, &names)?);
    }
    Ok((out, file.option))
}

/// The sides that scenarios have, with their victory and decisive victory in words. A side of several powers has an article.
const VICTORIES: [(&str, [&str; 2]); 8] = [
    ("Austria", ["victory of Austria", "decisive victory of Austria"]),
    ("Coalition", ["victory of the Coalition", "decisive victory of the Coalition"]),
    ("France", ["victory of France", "decisive victory of France"]),
    ("Great Britain", ["victory of Great Britain", "decisive victory of Great Britain"]),
    ("Prussia", ["victory of Prussia", "decisive victory of Prussia"]),
    ("Russia", ["victory of Russia", "decisive victory of Russia"]),
    ("Spain", ["victory of Spain", "decisive victory of Spain"]),
    ("Turkey", ["victory of Turkey", "decisive victory of Turkey"]),
];

fn scenario(row: Row, names: &Names<'_>) -> Result<Scenario, DataFault> {
    let d = names.d;
    let span = (month(&row.first_month), month(&row.last_month));
    let (Some(first_month), Some(last_month)) = span else {
        return Err(names.fault("_month", "a month is written 1805-09".to_string()));
    };
    if last_month + 1 != first_month + row.last_turn {
        return Err(names.fault("last_turn", "a turn is a month; first, last and turns disagree".to_string()));
    }
    let mut country: Vec<u8> = d.places.iter().map(|p| p.home).collect();
    let mut holder: Vec<u8> = d.places.iter().map(|p| p.owner).collect();
    let mut controller: Vec<Option<u8>> = d.nations.iter().map(|n| n.controller).collect();
    for (i, c) in controller.iter_mut().enumerate().take(POWERS) {
        *c = Some(i as u8);
    }
    let mut given = vec![false; d.board.len()];
    for line in &row.control {
        let Some(to) = &line.to else {
            return Err(names.fault("control =", "a line of `control` says to whom".to_string()));
        };
        let to = names.nation(to)?;
        let minor = usize::from(to) >= POWERS;
        for area in names.meant(line)? {
            holder[area.index()] = to;
            given[area.index()] = true;
            // An area given to a minor becomes part of it.
            if minor {
                country[area.index()] = to;
            }
        }
        if let Some(home) = &line.home {
            let home = usize::from(names.nation(home)?);
            if home >= POWERS && !minor {
                controller[home] = Some(to);
            }
        }
    }
    let mut closed = vec![false; d.board.len()];
    for line in &row.closed {
        for area in names.meant(line)? {
            closed[area.index()] |= !given[area.index()];
        }
    }
    let mut sides = Vec::new();
    for s in &row.sides {
        let powers = names.powers(&s.powers)?;
        let victory = VICTORIES.iter().find(|(name, _)| *name == s.name).map(|(_, words)| *words);
        let victory = victory
            .ok_or_else(|| names.fault(&s.name, format!("`{}` has no words for its victory", s.name)))?;
        sides.push(Side { id: s.id.clone(), name: s.name.clone(), powers, victory });
    }
    let playing = |p: u8| sides.iter().any(|s| s.powers.contains(&p));
    let grand = row.phases.iter().any(|p| p == "politics");
    if !grand {
        for area in 0..d.board.len() {
            let by = controller[usize::from(holder[area])];
            closed[area] |= !by.is_some_and(playing);
        }
    }
    let mut depots_of = [0; POWERS];
    for line in &row.ally_depots {
        depots_of[usize::from(names.power(&line.user)?)] |= 1 << names.power(&line.owner)?;
    }
    let mut sources = Vec::new();
    for (power, list) in &row.sources {
        let areas = list.iter().map(|a| names.area(a)).collect::<Result<_, _>>()?;
        sources.push((names.power(power)?, areas));
    }
    let mut cities = Vec::new();
    for (area, points) in &row.cities {
        cities.push((names.area(area)?, *points));
    }
    let mut depot_counters = [None; POWERS];
    for (power, count) in &row.depot_counters {
        depot_counters[usize::from(names.power(power)?)] = Some(*count);
    }
    let mut foreign = Vec::new();
    for f in &row.foreign {
        let (Some(corps), Some(leader)) = (d.corps_named(&f.corps), d.leader_named(&f.leader)) else {
            return Err(names.fault(&f.corps, format!("`{}` or `{}` is no counter", f.corps, f.leader)));
        };
        let areas = f.areas.iter().map(|a| names.area(a)).collect::<Result<_, _>>()?;
        let nation = names.nation(&f.nation)?;
        foreign.push(Foreign { corps, nation, movement: f.movement, leader, areas });
    }
    let mut passage = Vec::new();
    for p in &row.passage {
        let (area, power) = (names.area(&p.area)?, names.power(&p.power)?);
        passage.push(Passage { area, power, points: p.points });
    }
    let rest = more(&row, names, &sides)?;
    let seats = row.seats.iter().map(|s| names.powers(s)).collect::<Result<_, _>>()?;
    Ok(Scenario {
        order: names.powers(&row.order)?,
        war: names.pairs(&row.war)?,
        allied: names.pairs(&row.allied)?,
        id: row.id,
        title: row.title,
        about: row.about,
        first_month,
        turns: row.last_turn,
        sides,
        seats,
        depots_of,
        country,
        holder,
        controller,
        closed,
        sources,
        cities,
        levels: row.levels,
        options: row.options,
        options_on: row.options_on,
        depot_counters,
        foreign,
        passage,
        at_once: rest.0,
        changes_side: rest.1,
        counts_as: rest.2,
        lengths: row.lengths,
        shared_within: row.shared_within,
        start_margin: row.start_margin,
        entries: vec![],
        grand,
    })
}

/// What a scenario adds to the rules of the month.
type More = (Vec<AtOnce>, Vec<Turncoat>, Option<CountsAs>);

fn more(row: &Row, names: &Names<'_>, sides: &[Side]) -> Result<More, DataFault> {
    let areas = |list: &[String]| list.iter().map(|a| names.area(a)).collect::<Result<Vec<_>, _>>();
    for level in &row.levels {
        if level.winner != "draw" && !sides.iter().any(|s| s.id == level.winner) {
            return Err(names.fault("levels =", format!("`{}` is no side", level.winner)));
        }
    }
    let mut at_once = Vec::new();
    for a in &row.at_once {
        let Some(winner) = sides.iter().position(|s| s.id == a.winner) else {
            return Err(names.fault("at_once =", format!("`{}` is no side", a.winner)));
        };
        let loser = a.loser.as_ref().map(|l| names.power(l)).transpose()?;
        let cities = areas(if loser.is_some() { &a.controls_none } else { &a.control })?;
        let decisive = a.level == "decisive";
        at_once.push(AtOnce { winner, decisive, cities, loser, turns: a.turns, clear: a.clear });
    }
    let mut turncoats = Vec::new();
    for t in &row.changes_side {
        let Some(corps) = names.d.corps_named(&t.corps) else {
            return Err(names.fault("changes_side =", format!("`{}` is no corps", t.corps)));
        };
        let mut factors = [0; FACTORS];
        for (kind, n) in &t.factors {
            match kind.as_str() {
                "I" => factors[I] = *n,
                "C" => factors[C] = *n,
                _ => return Err(names.fault("changes_side =", "factors are I and C".to_string())),
            }
        }
        turncoats.push(Turncoat {
            minor: names.nation(&t.minor)?,
            city: names.area(&t.city)?,
            power: names.power(&t.power)?,
            corps,
            factors,
            at: names.area(&t.place)?,
        });
    }
    let counts_as = match &row.counts_as[..] {
        [] => None,
        [c] => Some(CountsAs {
            areas: areas(&c.areas)?,
            power: names.power(&c.power)?,
            without: names.power(&c.without)?,
        }),
        _ => return Err(names.fault("counts_as =", "one line of `counts_as` is read".to_string())),
    };
    let room = crate::play::year::state::AT_ONCE;
    if at_once.len() > room || turncoats.len() > room {
        let what = format!("there is room for {room} of each of `at_once` and `changes_side`");
        return Err(names.fault("at_once =", what));
    }
    Ok((at_once, turncoats, counts_as))
}
