//! From `scenarios.toml` and `setup.csv` to scenarios, checked against boards, counters and charts.

use super::raw::{Raw, Row};
use super::{
    Arrival, Condition, Group, Part, Points, RowLimit, Scenario, SetUp, Source, SourceKind, Victory, Weather,
    Where, Withdrawal, days, raw,
};
use crate::data::{Charts, DE, Feature, Files, Hexes, Kind, Map, RU, UnitDef};
use crate::position::{HexId, UnitId};
use sandtable_datafile::DataFault;
use sandtable_ops::Id;

const FILE: &str = "scenarios.toml";
const SETUP: &str = "setup.csv";

/// What one scenario is read with.
struct Reader<'a> {
    text: &'a str,
    raw: &'a raw::Scenario,
    all: &'a [raw::Scenario],
    map: &'a Map,
    units: &'a [UnitDef],
    charts: &'a Charts,
    first: u32,
}

/// Reads them.
pub(in crate::data) fn read(
    files: &Files<'_>,
    maps: &[Map],
    units: &[UnitDef],
    charts: &Charts,
) -> Result<Vec<Scenario>, DataFault> {
    let text = files.scenarios;
    let raw: Raw = toml::from_str(text).map_err(|e| DataFault::toml(FILE, text, &e))?;
    let rows = sandtable_datafile::rows::<Row>(SETUP, files.setup)?;
    for (line, row) in &rows {
        if !raw.scenario.iter().any(|s| s.id == row.scenario) {
            return Err(DataFault::new(SETUP, *line, format!("there is no scenario `{}`", row.scenario)));
        }
    }
    let mut out: Vec<Scenario> = Vec::new();
    for s in &raw.scenario {
        let near = format!("id = \"{}\"", s.id);
        let fault = |what: String| DataFault::at(FILE, text, &near, what);
        let map = maps.iter().position(|m| m.id == s.board);
        let map = map.ok_or_else(|| fault(format!("there is no board `{}`", s.board)))?;
        let first =
            days::number(&s.first_day).ok_or_else(|| fault(format!("`{}` is no date", s.first_day)))?;
        let reader = Reader { text, raw: s, all: &raw.scenario, map: &maps[map], units, charts, first };
        let read = reader.scenario(map as u8, &rows, &out)?;
        out.push(read);
    }
    Ok(out)
}

impl Reader<'_> {
    fn fault(&self, near: &str, what: impl Into<String>) -> DataFault {
        DataFault::at(FILE, self.text, near, what)
    }

    fn hex(&self, number: &str) -> Result<HexId, DataFault> {
        let near = format!("\"{number}\"");
        let hex = self.map.hex(number).filter(|h| !self.map.has(*h, Feature::Closed));
        hex.ok_or_else(|| self.fault(&near, format!("{number} is no open hex of the board")))
    }

    fn side(&self, id: &str) -> Result<u8, DataFault> {
        match id {
            "de" => Ok(DE),
            "ru" => Ok(RU),
            other => {
                Err(self.fault(&format!("\"{other}\""), format!("`{other}` is no side; it is de or ru")))
            }
        }
    }

    fn unit(&self, id: &str) -> Result<UnitId, DataFault> {
        let at = self.units.iter().position(|u| u.id == id);
        at.map(UnitId::of).ok_or_else(|| self.fault(id, format!("there is no counter `{id}`")))
    }

    fn number(&self, date: &str) -> Result<u32, DataFault> {
        days::number(date).ok_or_else(|| self.fault(date, format!("`{date}` is no date")))
    }

    /// The day of a date, from 1; dates before the first day are 0, as a bridge may stand already.
    fn day(&self, date: &str) -> Result<u8, DataFault> {
        let number = self.number(date)?;
        // What falls between two parts that do not follow one another comes on the first day after it (lodz L62).
        let mut left_out = 0;
        for pair in self.raw.parts.windows(2) {
            let (last, next) = (self.number(&pair[0].last_day)?, self.number(&pair[1].first_day)?);
            left_out += number.min(next).saturating_sub(last + 1);
        }
        Ok((number + 1).saturating_sub(self.first + left_out).min(250) as u8)
    }

    /// The dates of all days that are played.
    fn dates(&self) -> Result<Vec<String>, DataFault> {
        let s = self.raw;
        let mut out = Vec::new();
        for n in 0..=self.number(&s.last_day)?.saturating_sub(self.first) {
            let mut played = s.parts.is_empty();
            for part in &s.parts {
                let (from, to) = (self.number(&part.first_day)?, self.number(&part.last_day)?);
                played |= (from..=to).contains(&(self.first + n));
            }
            out.extend(days::name(&s.first_day, n).filter(|_| played));
        }
        Ok(out)
    }

    fn scenario(&self, map: u8, rows: &[(u64, Row)], before: &[Scenario]) -> Result<Scenario, DataFault> {
        let s = self.raw;
        let near = format!("id = \"{}\"", s.id);
        if self.day(&s.last_day)? != s.turns {
            return Err(self.fault(&near, "turns do not agree with the first and the last day"));
        }
        let dates = self.dates()?;
        let groups = self.groups()?;
        let mut parts = Vec::new();
        for p in &s.parts {
            let at = before.iter().position(|b| b.id == p.scenario);
            let at =
                at.ok_or_else(|| self.fault(&near, format!("`{}` is no earlier scenario", p.scenario)))?;
            let (first, last) = (self.day(&p.first_day)?, self.day(&p.last_day)?);
            parts.push(Part { scenario: at as u8, first, last, initiative: self.side(&p.initiative)? });
        }
        let initiative = match parts.first() {
            Some(part) => part.initiative,
            None => self.side(&s.initiative)?,
        };
        let mut out = Scenario {
            id: s.id.clone(),
            title: s.title.clone(),
            about: s.about.clone(),
            rule: s.rule.clone(),
            map,
            dates,
            days: s.turns,
            initiative,
            trains: s.trains,
            airships: [s.airships.de, s.airships.ru],
            barrage: s.barrage,
            points: self.points()?,
            victory: self.victory()?,
            sources: self.sources()?,
            weather: self.weather()?,
            groups,
            setup: Vec::new(),
            again: Vec::new(),
            ferry_until: 0,
            bridge_from: 0,
            row_limit: None,
            withdrawals: Vec::new(),
            no_attack: Hexes::EMPTY,
            no_crossing: self.no_crossing()?,
            parts,
            check: s
                .check
                .as_ref()
                .map(|c| [&c.de, &c.ru].map(|r| [r.counters, r.strength, r.attack_fire, r.cel])),
        };
        if let Some(plock) = &s.plock {
            out.ferry_until = plock.ferry_until.as_deref().map_or(Ok(0), |d| self.day(d))?;
            out.bridge_from = self.day(&plock.bridge_from)?.max(1);
        }
        for hex in s.no_attack.iter().flat_map(|n| &n.hexes) {
            out.no_attack.insert(self.hex(hex)?);
        }
        for w in &s.withdrawal {
            let units = w.units.iter().map(|u| self.unit(u)).collect::<Result<_, _>>()?;
            out.withdrawals.push(Withdrawal { units, day: self.day(&w.date)? });
        }
        out.setup = self.setup(rows, &out.groups)?;
        self.counts(&out)?;
        self.join(&mut out, before)?;
        if let Some(limit) = &s.row_limit {
            let side = self.side(&limit.side)?;
            let bound = |r: &&SetUp| r.army == limit.army && self.units[usize::from(r.unit)].side == side;
            let units = out.setup.iter().filter(bound).map(|r| r.unit).collect();
            let t = self.map.board.topology();
            let north = |h: &sandtable_board::Hex| t.grid().column_row(t.number(*h)).1 < limit.least_row;
            let rows = t.hexes().filter(north).map(|h| HexId(h.0)).collect();
            let until = self.day(&limit.until)?;
            out.row_limit = Some(RowLimit { units, least_row: limit.least_row, rows, until });
        }
        Ok(out)
    }

    /// As many trains and airships as the scenario says; a joined campaign has those of its parts.
    fn counts(&self, out: &Scenario) -> Result<(), DataFault> {
        if self.raw.set_up.is_some() {
            return Ok(());
        }
        let near = format!("id = \"{}\"", self.raw.id);
        let of = |kind: Kind, side: u8| {
            let rows = out.setup.iter().map(|r| &self.units[usize::from(r.unit)]);
            rows.filter(|u| u.kind == kind && u.side == side).count()
        };
        let said = [
            ("trains", out.trains, of(Kind::Train, DE) + of(Kind::Train, RU)),
            ("German airships", out.airships[0], of(Kind::Airship, DE)),
            ("Russian airships", out.airships[1], of(Kind::Airship, RU)),
        ];
        match said.into_iter().find(|(_, said, there)| usize::from(*said) != *there) {
            Some((what, said, there)) => {
                Err(self.fault(&near, format!("{said} {what}, but setup.csv has {there}")))
            }
            None => Ok(()),
        }
    }

    /// A joined campaign takes the set-up of its first part and whatever the later parts bring (lodz N11.7, lodz R61).
    fn join(&self, out: &mut Scenario, before: &[Scenario]) -> Result<(), DataFault> {
        let Some(first) = &self.raw.set_up else { return Ok(()) };
        let parts = out.parts.clone();
        let base = before.iter().find(|b| b.id == *first);
        let base = base.ok_or_else(|| self.fault(first, format!("`{first}` is no earlier scenario")))?;
        out.groups = base.groups.clone();
        out.row_limit = base.row_limit.clone();
        (out.ferry_until, out.bridge_from) = (base.ferry_until, base.bridge_from);
        let own = std::mem::take(&mut out.setup);
        for (part, raw) in parts.iter().zip(&self.raw.parts) {
            let s = &before[usize::from(part.scenario)];
            let written = self.all.iter().find(|w| w.id == s.id);
            let begins = written.map_or(Ok(self.first), |w| self.number(&w.first_day))?;
            // How many days of the whole come before the first day that the part has by itself.
            let skipped = self.number(&raw.first_day)?.saturating_sub(begins).min(250) as u8;
            let offset = part.first.saturating_sub(1).saturating_sub(skipped);
            let later = |day: u8| day.saturating_add(offset);
            let is_first = s.id == *first;
            for row in &s.setup {
                let known = out.setup.iter().any(|r| r.unit == row.unit);
                let at = match &row.at {
                    Where::Entry(a) => Where::Entry(Arrival { hexes: a.hexes.clone(), day: later(a.day) }),
                    Where::Inside(a) => Where::Inside(Arrival { hexes: a.hexes.clone(), day: later(a.day) }),
                    other => other.clone(),
                };
                let arrives = matches!(at, Where::Entry(_) | Where::Inside(_));
                let left = out.withdrawals.iter().any(|w| w.units.contains(&row.unit));
                if is_first || (arrives && !known) {
                    out.setup.push(SetUp { at, ..row.clone() });
                } else if arrives && left {
                    out.again.push(SetUp { at, ..row.clone() });
                }
            }
            let within = |day: u8| (part.first..=part.last).contains(&day);
            out.points.extend(
                s.points.iter().map(|p| Points { day: later(p.day), ..*p }).filter(|p| within(p.day)),
            );
            for w in &s.withdrawals {
                out.withdrawals.push(Withdrawal { units: w.units.clone(), day: later(w.day) });
            }
            if is_first {
                out.victory = s.victory.clone();
                out.sources = s.sources.clone();
            }
        }
        out.setup.extend(own);
        Ok(())
    }

    fn points(&self) -> Result<Vec<Points>, DataFault> {
        let kinds = &self.charts.replacement_kinds;
        let one = |r: &raw::Replacement| {
            let kind = kinds.iter().position(|k| k.id == r.kind);
            let kind =
                kind.ok_or_else(|| self.fault(&r.kind, format!("`{}` is no kind of points", r.kind)))?;
            Ok(Points { day: self.day(&r.date)?, kind: kind as u8, cel: r.cel })
        };
        self.raw.replacements.iter().map(one).collect()
    }

    fn victory(&self) -> Result<Vec<Victory>, DataFault> {
        let one = |v: &raw::Victory| {
            Ok(Victory { hex: self.hex(&v.hex)?, name: v.name.clone(), holder: self.side(&v.holder)? })
        };
        self.raw.victory.iter().map(one).collect()
    }

    fn sources(&self) -> Result<Vec<Source>, DataFault> {
        let edge = |name: &Option<String>| {
            let at = ["west", "east", "north", "south"].iter().position(|e| Some(*e) == name.as_deref());
            at.map(|i| self.map.edges[i])
                .ok_or_else(|| self.fault("supply = [", "an edge has a point of the compass"))
        };
        let one = |s: &raw::Supply| {
            let kind = match s.kind.as_str() {
                "edge" => SourceKind::Edge(edge(&s.edge)?),
                "rail-exit" => {
                    let hexes = s.hexes.iter().map(|h| self.hex(h)).collect::<Result<Vec<_>, _>>()?;
                    SourceKind::RailExit(hexes.into_iter().collect())
                }
                "hex" => {
                    let hex = s.hex.as_deref();
                    let hex = hex.ok_or_else(|| self.fault("kind = \"hex\" }", "this source needs a hex"))?;
                    SourceKind::Hex(self.hex(hex)?)
                }
                other => return Err(self.fault("supply = [", format!("`{other}` is no kind of source"))),
            };
            Ok(Source { side: self.side(&s.side)?, kind, as_base: s.as_base })
        };
        self.raw.supply.iter().map(one).collect()
    }

    fn weather(&self) -> Result<Vec<Weather>, DataFault> {
        let one = |w: &raw::Weather| {
            let snow = match w.kind.as_str() {
                "snow" => true,
                "normal" => false,
                other => return Err(self.fault("weather = [", format!("`{other}` is no weather"))),
            };
            Ok(Weather { from: self.day(&w.from)?, to: self.day(&w.to)?, snow })
        };
        self.raw.weather.iter().map(one).collect()
    }

    fn no_crossing(&self) -> Result<Vec<(HexId, HexId)>, DataFault> {
        let steps = self.raw.no_crossing.iter().flat_map(|n| &n.steps);
        let one = |step: &String| {
            let apart = step.split_once('>');
            let (from, to) = apart.ok_or_else(|| self.fault(step, format!("`{step}` is no step")))?;
            Ok((self.hex(from)?, self.hex(to)?))
        };
        steps.map(one).collect()
    }

    fn groups(&self) -> Result<Vec<Group>, DataFault> {
        let (all, rules) = (&self.raw.group, crate::Lodz::rules());
        let one = |g: &raw::Group| {
            let condition = match g.condition.kind.as_str() {
                "date" => Condition::Date,
                "moved-south" => {
                    let units = g.condition.any_of.iter().map(|u| self.unit(u)).collect::<Result<_, _>>()?;
                    Condition::MovedSouth(units)
                }
                "on-map" => {
                    let other = all.iter().position(|o| Some(&o.id) == g.condition.group.as_ref());
                    Condition::OnMap(
                        other.ok_or_else(|| self.fault(&g.id, "the group waits for no group"))? as u8
                    )
                }
                other => return Err(self.fault(&g.id, format!("`{other}` is no condition"))),
            };
            let rule = rules.iter().find(|r| r.id == g.rule);
            let rule = rule.ok_or_else(|| self.fault(&g.id, format!("`{}` is no rule", g.rule)))?;
            Ok(Group {
                id: g.id.clone(),
                title: g.title.clone(),
                rule: rule.id,
                side: self.side(&g.side)?,
                condition,
                not_before: self.day(&g.not_before)?,
                optional: g.optional,
            })
        };
        all.iter().map(one).collect()
    }

    fn setup(&self, rows: &[(u64, Row)], groups: &[Group]) -> Result<Vec<SetUp>, DataFault> {
        let mut out: Vec<SetUp> = Vec::new();
        for (line, row) in rows.iter().filter(|(_, r)| r.scenario == self.raw.id) {
            let wrong = |what: String| DataFault::new(SETUP, *line, what);
            let unit = self.units.iter().position(|u| u.id == row.unit);
            let unit = unit.ok_or_else(|| wrong(format!("there is no counter `{}`", row.unit)))?;
            let unit = UnitId::of(unit);
            if out.iter().any(|r| r.unit == unit) {
                return Err(wrong(format!("`{}` is set up twice", row.unit)));
            }
            let def = &self.units[usize::from(unit)];
            let (mut fortified, mut lost, mut within) = (false, 0, 0);
            for flag in row.flags.split(';').filter(|f| !f.is_empty()) {
                match flag.split_once('=') {
                    None if flag == "fortified" => fortified = true,
                    None if flag == "rail" => {}
                    Some(("lost", n)) => {
                        lost = n.parse().map_err(|_| wrong(format!("`{flag}` has no number")))?
                    }
                    Some(("within", n)) => {
                        within = n.parse().map_err(|_| wrong(format!("`{flag}` has no number")))?
                    }
                    _ => return Err(wrong(format!("`{flag}` is no flag"))),
                }
            }
            if lost > 0 && lost >= def.cel {
                return Err(wrong(format!("{} has {} levels and loses {lost}", row.unit, def.cel)));
            }
            let group = match row.group.as_str() {
                "" => u8::MAX,
                id => {
                    let at = groups.iter().position(|g| g.id == id);
                    at.ok_or_else(|| wrong(format!("`{id}` is no group of the scenario")))? as u8
                }
            };
            let hexes = self
                .stretch(&row.place)
                .ok_or_else(|| wrong(format!("`{}` is no hex or stretch of an edge", row.place)));
            let arrival = || -> Result<Arrival, DataFault> {
                days::number(&row.date).ok_or_else(|| wrong(format!("`{}` is no date", row.date)))?;
                Ok(Arrival { hexes: hexes.clone()?, day: self.day(&row.date)? })
            };
            let at = match row.at.as_str() {
                "hex" => {
                    let hex = self.map.hex(&row.place).filter(|h| !self.map.has(*h, Feature::Closed));
                    let hex =
                        hex.ok_or_else(|| wrong(format!("{} is no open hex of the board", row.place)))?;
                    let foe = |r: &SetUp| {
                        matches!(r.at, Where::Hex { hex: h, .. } if h == hex)
                            && self.units[usize::from(r.unit)].side != def.side
                    };
                    if let Some(other) = out.iter().find(|r| foe(r)) {
                        let other = &self.units[usize::from(other.unit)].id;
                        return Err(wrong(format!("`{other}` of the other side stands in {}", row.place)));
                    }
                    Where::Hex { hex, within }
                }
                "entry" => Where::Entry(arrival()?),
                "rail" | "inside" => Where::Inside(arrival()?),
                "free" => Where::Free,
                "pool" => Where::Pool,
                other => return Err(wrong(format!("`{other}` is no way to start"))),
            };
            let (army, corps) = (row.army.clone(), row.corps.clone());
            out.push(SetUp { unit, at, fortified, lost, group, army, corps });
        }
        Ok(out)
    }

    /// A hex, or the hexes of one edge from the first to the last.
    fn stretch(&self, place: &str) -> Option<Vec<HexId>> {
        let Some((first, last)) = place.split_once('-') else { return Some(vec![self.map.hex(place)?]) };
        let (first, last) = (self.map.hex(first)?, self.map.hex(last)?);
        let edge = self.map.edges.iter().find(|e| e.has(first) && e.has(last))?;
        // Along an edge hexes are numbered in order, by column or by row.
        let mut along: Vec<HexId> = edge.iter().collect();
        along.sort_by_key(|h| self.map.name(*h));
        let (a, b) = (along.iter().position(|h| *h == first)?, along.iter().position(|h| *h == last)?);
        Some(along[a.min(b)..=a.max(b)].to_vec())
    }
}
