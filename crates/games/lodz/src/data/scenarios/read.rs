//! From `scenarios.toml` and `setup.csv` to scenarios, checked against boards, counters and charts.

use super::Arrival;
use super::setup::Row;
use super::{
    Condition, Group, Part, Points, RowLimit, Scenario, SetUp, Source, SourceKind, Victory, Weather, Where,
    Withdrawal, days,
};
use crate::data::charts::side;
use crate::data::{Charts, DE, Feature, Files, Hexes, Kind, Map, RU, UnitDef};
use crate::position::{HexId, UnitId};
use sandtable_datafile::{DataFault, Part as Table, TomlFile, Word};
use sandtable_ops::Id;

/// What one scenario is read with.
pub(super) struct Reader<'a> {
    pub file: &'a TomlFile<'a>,
    pub table: Table<'a, 'a>,
    pub map: &'a Map,
    pub units: &'a [UnitDef],
    charts: &'a Charts,
    pub first: u32,
    /// The parts of a joined campaign, with the numbers of their first and last days.
    parts: Vec<(Table<'a, 'a>, u32, u32)>,
}

/// A scenario and the number of its first day.
type Begun = (Scenario, u32);

/// Reads them.
pub(in crate::data) fn read(
    files: &Files<'_>,
    maps: &[Map],
    units: &[UnitDef],
    charts: &Charts,
) -> Result<Vec<Scenario>, DataFault> {
    let file = &TomlFile::parse("scenarios.toml", files.scenarios)?;
    let tables = file.parts("scenario")?;
    let ids: Vec<String> = tables.iter().map(|s| s.get("id")).collect::<Result<_, _>>()?;
    let rows = super::setup::rows(files.setup, &ids)?;
    let mut out: Vec<Begun> = Vec::new();
    for table in tables {
        let board: Word = table.get("board")?;
        let map = maps.iter().position(|m| m.id == board.get_ref());
        let map =
            map.ok_or_else(|| file.fault_at(&board, format!("there is no board `{}`", board.get_ref())))?;
        let first = date(file, &table.get("first_day")?)?;
        let parts = table.parts_if_any("parts")?.into_iter();
        let parts =
            parts.map(|p| Ok((p, date(file, &p.get("first_day")?)?, date(file, &p.get("last_day")?)?)));
        let parts = parts.collect::<Result<_, _>>()?;
        let reader = Reader { file, table, map: &maps[map], units, charts, first, parts };
        let read = reader.scenario(map as u8, &rows, &out)?;
        out.push((read, first));
    }
    Ok(out.into_iter().map(|(scenario, _)| scenario).collect())
}

/// The number of a date.
fn date(file: &TomlFile<'_>, date: &Word) -> Result<u32, DataFault> {
    days::number(date.get_ref())
        .ok_or_else(|| file.fault_at(date, format!("`{}` is no date", date.get_ref())))
}

/// What a key names, if it is there.
fn opt<T>(
    table: &Table<'_, '_>,
    key: &str,
    read: impl FnOnce(&Table<'_, '_>) -> Result<T, DataFault>,
) -> Result<Option<T>, DataFault> {
    if table.has(key) { read(&table.part(key)?).map(Some) } else { Ok(None) }
}

impl Reader<'_> {
    /// A complaint about a word.
    fn none<T>(&self, found: Option<T>, word: &Word, what: &str) -> Result<T, DataFault> {
        found.ok_or_else(|| self.file.fault_at(word, what.replace("{}", word.get_ref())))
    }

    fn hex(&self, word: &Word) -> Result<HexId, DataFault> {
        self.hex_in(word.get_ref(), word)
    }

    /// A hex that part of a word names.
    fn hex_in(&self, number: &str, word: &Word) -> Result<HexId, DataFault> {
        let hex = self.map.hex(number).filter(|h| !self.map.has(*h, Feature::Closed));
        hex.ok_or_else(|| self.file.fault_at(word, format!("{number} is no open hex of the board")))
    }

    fn hexes<C: FromIterator<HexId>>(&self, table: &Table<'_, '_>, key: &str) -> Result<C, DataFault> {
        table.get::<Vec<Word>>(key)?.iter().map(|word| self.hex(word)).collect()
    }

    fn side(&self, table: &Table<'_, '_>, key: &str) -> Result<u8, DataFault> {
        side(self.file, &table.get(key)?)
    }

    fn units(&self, table: &Table<'_, '_>, key: &str) -> Result<Vec<UnitId>, DataFault> {
        let one = |id: &Word| {
            let at = self.units.iter().position(|u| u.id == *id.get_ref());
            self.none(at.map(UnitId::of), id, "there is no counter `{}`")
        };
        table.get::<Vec<Word>>(key)?.iter().map(one).collect()
    }

    /// The day of a date, from 1; dates before the first day are 0, as a bridge may stand already.
    fn day(&self, table: &Table<'_, '_>, key: &str) -> Result<u8, DataFault> {
        Ok(self.day_of(date(self.file, &table.get(key)?)?))
    }

    /// The day of the number of a date. What falls between two parts that do not follow one another comes on the first day after it
    /// (lodz L62).
    pub(super) fn day_of(&self, number: u32) -> u8 {
        let between = self.parts.windows(2).map(|pair| number.min(pair[1].1).saturating_sub(pair[0].2 + 1));
        (number + 1).saturating_sub(self.first + between.sum::<u32>()).min(250) as u8
    }

    /// The dates of all days that are played.
    fn dates(&self, first: &str, last: u32) -> Vec<String> {
        let played = |day: u32| {
            self.parts.is_empty() || self.parts.iter().any(|(_, from, to)| (*from..=*to).contains(&day))
        };
        let days = (0..=last.saturating_sub(self.first)).filter(|n| played(self.first + n));
        days.filter_map(|n| days::name(first, n)).collect()
    }

    fn scenario(&self, map: u8, rows: &[(u64, Row)], before: &[Begun]) -> Result<Scenario, DataFault> {
        let t = &self.table;
        let (id, first): (String, String) = (t.get("id")?, t.get("first_day")?);
        let (last, turns) = (date(self.file, &t.get("last_day")?)?, t.get("turns")?);
        if self.day_of(last) != turns {
            return Err(t.fault("turns", "turns do not agree with the first and the last day"));
        }
        let mut parts = Vec::new();
        for (part, first, last) in &self.parts {
            let name: Word = part.get("scenario")?;
            let at = before.iter().position(|(b, _)| b.id == *name.get_ref());
            let at = self.none(at, &name, "`{}` is no earlier scenario")?;
            let (first, last) = (self.day_of(*first), self.day_of(*last));
            parts.push(Part { scenario: at as u8, first, last, initiative: self.side(part, "initiative")? });
        }
        let initiative = match parts.first() {
            Some(part) => part.initiative,
            None => self.side(t, "initiative")?,
        };
        let airships = t.part("airships")?;
        let mut out = Scenario {
            title: t.get("title")?,
            about: t.get("about")?,
            rule: t.get("rule")?,
            map,
            dates: self.dates(&first, last),
            days: turns,
            initiative,
            trains: t.get("trains")?,
            airships: [airships.get("de")?, airships.get("ru")?],
            barrage: t.get("barrage")?,
            points: self.each("replacements", |row| self.points(row))?,
            victory: self.each("victory", |row| self.victory(row))?,
            sources: self.each("supply", |row| self.source(row))?,
            weather: self.each("weather", |row| self.weather(row))?,
            groups: self.groups()?,
            setup: Vec::new(),
            again: Vec::new(),
            ferry_until: 0,
            bridge_from: 0,
            row_limit: None,
            withdrawals: self.each("withdrawal", |row| {
                Ok(Withdrawal { units: self.units(row, "units")?, day: self.day(row, "date")? })
            })?,
            no_attack: opt(t, "no_attack", |t| self.hexes(t, "hexes"))?.unwrap_or(Hexes::EMPTY),
            no_crossing: opt(t, "no_crossing", |t| self.steps(t))?.unwrap_or_default(),
            parts,
            check: opt(t, "check", |t| Ok([check(&t.part("de")?)?, check(&t.part("ru")?)?]))?,
            id,
        };
        if let Some((until, from)) = opt(t, "plock", |t| {
            let until = if t.has("ferry_until") { self.day(t, "ferry_until")? } else { 0 };
            Ok((until, self.day(t, "bridge_from")?.max(1)))
        })? {
            (out.ferry_until, out.bridge_from) = (until, from);
        }
        out.setup = self.setup(&out.id, rows, &out.groups)?;
        match t.opt::<Word>("set_up")? {
            // A joined campaign has the trains and airships of its parts.
            Some(first) => self.join(&mut out, &first, before)?,
            None => self.counts(&out)?,
        }
        out.row_limit = match opt(t, "row_limit", |t| self.row_limit(t, &out))? {
            None => out.row_limit,
            limit => limit,
        };
        Ok(out)
    }

    /// The rows of a list, each read so; none if it is not there.
    fn each<T>(
        &self,
        key: &str,
        read: impl Fn(&Table<'_, '_>) -> Result<T, DataFault>,
    ) -> Result<Vec<T>, DataFault> {
        self.table.parts_if_any(key)?.iter().map(read).collect()
    }

    /// Hexes that the units of an army may not leave to the north.
    fn row_limit(&self, t: &Table<'_, '_>, out: &Scenario) -> Result<RowLimit, DataFault> {
        let (side, army, least_row) = (self.side(t, "side")?, t.get::<String>("army")?, t.get("least_row")?);
        let bound = |r: &&SetUp| r.army == army && self.units[usize::from(r.unit)].side == side;
        let units = out.setup.iter().filter(bound).map(|r| r.unit).collect();
        let board = self.map.board.topology();
        let north = |h: &sandtable_board::Hex| board.grid().column_row(board.number(*h)).1 < least_row;
        let rows = board.hexes().filter(north).map(|h| HexId(h.0)).collect();
        Ok(RowLimit { units, least_row, rows, until: self.day(t, "until")? })
    }

    /// As many trains and airships as the scenario says.
    fn counts(&self, out: &Scenario) -> Result<(), DataFault> {
        let of = |kind: Kind, side: u8| {
            let rows = out.setup.iter().map(|r| &self.units[usize::from(r.unit)]);
            rows.filter(|u| u.kind == kind && u.side == side).count()
        };
        let said = [
            ("trains", "trains", out.trains, of(Kind::Train, DE) + of(Kind::Train, RU)),
            ("airships", "German airships", out.airships[0], of(Kind::Airship, DE)),
            ("airships", "Russian airships", out.airships[1], of(Kind::Airship, RU)),
        ];
        match said.into_iter().find(|(_, _, said, there)| usize::from(*said) != *there) {
            Some((key, what, said, there)) => {
                Err(self.table.fault(key, format!("{said} {what}, but setup.csv has {there}")))
            }
            None => Ok(()),
        }
    }

    /// A joined campaign takes the set-up of its first part and whatever the later parts bring (lodz N11.7, lodz R61).
    fn join(&self, out: &mut Scenario, first: &Word, before: &[Begun]) -> Result<(), DataFault> {
        let parts = out.parts.clone();
        let base = before.iter().map(|(b, _)| b).find(|b| b.id == *first.get_ref());
        let base = self.none(base, first, "`{}` is no earlier scenario")?;
        out.groups = base.groups.clone();
        out.row_limit = base.row_limit.clone();
        (out.ferry_until, out.bridge_from) = (base.ferry_until, base.bridge_from);
        let own = std::mem::take(&mut out.setup);
        for (part, (_, first_day, _)) in parts.iter().zip(&self.parts) {
            let (s, begins) = &before[usize::from(part.scenario)];
            // How many days of the whole come before the first day that the part has by itself.
            let skipped = first_day.saturating_sub(*begins).min(250) as u8;
            let offset = part.first.saturating_sub(1).saturating_sub(skipped);
            let later = |day: u8| day.saturating_add(offset);
            let is_first = s.id == base.id;
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

    fn points(&self, row: &Table<'_, '_>) -> Result<Points, DataFault> {
        let kind: Word = row.get("kind")?;
        let at = self.charts.replacement_kinds.iter().position(|k| k.id == *kind.get_ref());
        let at = self.none(at, &kind, "`{}` is no kind of points")?;
        Ok(Points { day: self.day(row, "date")?, kind: at as u8, cel: row.get("cel")? })
    }

    fn victory(&self, row: &Table<'_, '_>) -> Result<Victory, DataFault> {
        let hex = self.hex(&row.get("hex")?)?;
        Ok(Victory { hex, name: row.get("name")?, holder: self.side(row, "holder")? })
    }

    fn source(&self, row: &Table<'_, '_>) -> Result<Source, DataFault> {
        let kind: Word = row.get("kind")?;
        let kind = match kind.get_ref().as_str() {
            "edge" => {
                let edge: Word = row.get("edge")?;
                let at = ["west", "east", "north", "south"].iter().position(|e| e == edge.get_ref());
                let at = self.none(at, &edge, "an edge has a point of the compass, and `{}` is none")?;
                SourceKind::Edge(self.map.edges[at])
            }
            "rail-exit" => SourceKind::RailExit(self.hexes(row, "hexes")?),
            "hex" if !row.has("hex") => return Err(row.fault("hex", "this source needs a hex")),
            "hex" => SourceKind::Hex(self.hex(&row.get("hex")?)?),
            _ => return self.none(None, &kind, "`{}` is no kind of source"),
        };
        let as_base = row.opt("as_base")?.unwrap_or(false);
        Ok(Source { side: self.side(row, "side")?, kind, as_base })
    }

    fn weather(&self, row: &Table<'_, '_>) -> Result<Weather, DataFault> {
        let kind: Word = row.get("kind")?;
        let snow = match kind.get_ref().as_str() {
            "snow" => true,
            "normal" => false,
            _ => return self.none(None, &kind, "`{}` is no weather"),
        };
        Ok(Weather { from: self.day(row, "from")?, to: self.day(row, "to")?, snow })
    }

    /// Steps as `6324>6224`.
    fn steps(&self, table: &Table<'_, '_>) -> Result<Vec<(HexId, HexId)>, DataFault> {
        let one = |step: &Word| {
            let (from, to) = self.none(step.get_ref().split_once('>'), step, "`{}` is no step")?;
            Ok((self.hex_in(from, step)?, self.hex_in(to, step)?))
        };
        table.get::<Vec<Word>>("steps")?.iter().map(one).collect()
    }

    fn groups(&self) -> Result<Vec<Group>, DataFault> {
        let rules = crate::Lodz::rules();
        let all: Vec<String> = self.each("group", |g| g.get("id"))?;
        self.each("group", |g| {
            let when = g.part("condition")?;
            let kind: Word = when.get("kind")?;
            let condition = match kind.get_ref().as_str() {
                "date" => Condition::Date,
                "moved-south" => Condition::MovedSouth(self.units(&when, "any_of")?),
                "on-map" => {
                    let other: Word = when.get("group")?;
                    let at = all.iter().position(|id| id == other.get_ref());
                    Condition::OnMap(self.none(at, &other, "`{}` is no group of the scenario")? as u8)
                }
                _ => return self.none(None, &kind, "`{}` is no condition"),
            };
            let rule: Word = g.get("rule")?;
            let cited = rules.iter().find(|r| r.id == rule.get_ref());
            Ok(Group {
                id: g.get("id")?,
                title: g.get("title")?,
                rule: self.none(cited, &rule, "`{}` is no rule")?.id,
                side: self.side(g, "side")?,
                condition,
                not_before: self.day(g, "not_before")?,
                optional: g.opt("optional")?.unwrap_or(false),
            })
        })
    }
}

/// Check sums of a side.
fn check(row: &Table<'_, '_>) -> Result<[u16; 4], DataFault> {
    Ok([row.get("counters")?, row.get("strength")?, row.get("attack_fire")?, row.get("cel")?])
}
