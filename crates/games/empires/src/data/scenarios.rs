//! Scenarios and rules that players may agree on (scenarios.toml).

use super::{Empires, Entry, POWERS};
use sandtable_board::AreaId;
use sandtable_datafile::DataFault;
use serde::Deserialize;
use std::collections::BTreeMap;

pub(super) const FILE: &str = "scenarios.toml";

/// A rule that players may agree on.
#[derive(Clone, Debug, Deserialize)]
pub struct Agreed {
    /// Short id.
    pub id: String,
    /// The case of the rulebook.
    pub rule: String,
    /// Name.
    pub title: String,
    /// What it does.
    pub about: String,
    /// Whether it is on unless somebody says otherwise.
    pub default: bool,
}

/// A side.
#[derive(Clone, Debug)]
pub struct Side {
    /// Short id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its powers.
    pub powers: Vec<u8>,
}

/// A step of the scale of victory: it counts from this margin on, or for all that is left.
#[derive(Clone, Debug, Deserialize)]
pub struct Level {
    /// The least margin.
    pub from: Option<i16>,
    /// The winner, or `draw`.
    pub winner: String,
    /// How clear it is.
    pub level: String,
}

/// A corps counter that stands for another nation's corps.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The counter.
    pub corps: usize,
    /// Whose morale and ratings it has.
    pub nation: u8,
    /// Its movement points.
    pub movement: u8,
    /// The only leader who leads it.
    pub leader: usize,
    /// The areas that it does not leave but in retreat.
    pub areas: Vec<AreaId>,
}

/// A closed area that one power may use, at a price.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The area.
    pub area: AreaId,
    /// Who may.
    pub power: u8,
    /// Political points for the first entry.
    pub points: i8,
}

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Short id.
    pub id: String,
    /// Name.
    pub title: String,
    /// What it is about.
    pub about: String,
    /// The first month, in months since the year 0.
    pub first_month: u16,
    /// How many turns it has.
    pub turns: u16,
    /// Sides.
    pub sides: Vec<Side>,
    /// Powers of each seat.
    pub seats: Vec<Vec<u8>>,
    /// Order of the powers that do not choose their slot (7.1).
    pub order: Vec<u8>,
    /// Powers at war with each power, one bit each.
    pub war: [u8; POWERS],
    /// Allies of each power, one bit each.
    pub allied: [u8; POWERS],
    /// Powers whose depots each power may use (7.4.2.2), one bit each.
    pub depots_of: [u8; POWERS],
    /// The country that each area is part of.
    pub country: Vec<u8>,
    /// Who holds each area: a power, or a minor with whoever controls it.
    pub holder: Vec<u8>,
    /// Who controls each nation; powers control themselves.
    pub controller: Vec<Option<u8>>,
    /// Areas that nobody may enter.
    pub closed: Vec<bool>,
    /// Supply sources at the start, by power.
    pub sources: Vec<(u8, Vec<AreaId>)>,
    /// Points for cities at the end.
    pub cities: Vec<(AreaId, i16)>,
    /// Steps of the scale of victory.
    pub levels: Vec<Level>,
    /// Options that may be used.
    pub options: Vec<String>,
    /// Options that are on unless somebody says otherwise.
    pub options_on: Vec<String>,
    /// Depot counters where the scenario changes them.
    pub depot_counters: [Option<u8>; POWERS],
    /// Counters that stand for other nations' corps.
    pub foreign: Vec<Foreign>,
    /// Closed areas that one power may use.
    pub passage: Vec<Passage>,
    /// What stands where and arrives when.
    pub entries: Vec<Entry>,
    /// Whether politics and fleets come before the Land Phase.
    grand: bool,
}

impl Scenario {
    /// Whether it is the grand campaign, with politics, fleets and purchases.
    pub fn is_grand(&self) -> bool {
        self.grand
    }
}

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
    d: &'a Empires,
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

pub(super) fn read(text: &str, d: &Empires) -> Result<(Vec<Scenario>, Vec<Agreed>), DataFault> {
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
        sides.push(Side { id: s.id.clone(), name: s.name.clone(), powers: names.powers(&s.powers)? });
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
        entries: vec![],
        grand,
    })
}
