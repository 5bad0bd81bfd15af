//! Reads `scenarios.toml`.

use super::raw::{File, InactiveRow, OptionRow, Row, SideHexes, ZoneRow};
use super::setup::setups;
use super::victory::{grades, places, sole};
use super::{Confined, Inactive, Need, OptionDef, Scenario, Zone};
use crate::data::{Files, Formation, HEXES, Hexes, Map, NOWHERE, Source, UnitDef, rule_id, side};
use sandtable_datafile::DataFault;

/// What `scenarios.toml` and `setup.csv` hold.
pub(in crate::data) struct Read {
    pub zones: Vec<Zone>,
    pub scenarios: Vec<Scenario>,
    pub options: Vec<OptionDef>,
    pub confined: Vec<Confined>,
}

/// Looks names up; a complaint points to the line of its part of the file that holds the name.
pub(super) struct Names<'a> {
    source: Source<'a>,
    head: String,
    map: &'a Map,
    units: &'a [UnitDef],
    formations: &'a [Formation],
}

impl Names<'_> {
    pub(super) fn fault(&self, needle: &str, what: impl Into<String>) -> DataFault {
        self.source.fault(&self.head, needle, what)
    }

    fn quoted(&self, id: &str, what: &str) -> DataFault {
        self.fault(&format!("\"{id}\""), format!("`{id}` is no {what}"))
    }

    pub(super) fn side(&self, id: &str) -> Result<u8, DataFault> {
        side(id).ok_or_else(|| self.quoted(id, "side"))
    }

    pub(super) fn rule(&self, id: &str) -> Result<&'static str, DataFault> {
        rule_id(id).ok_or_else(|| self.quoted(id, "rule of the catalogue"))
    }

    fn hex(&self, number: &str) -> Result<u16, DataFault> {
        self.map.hex(number).ok_or_else(|| self.quoted(number, "hex of the board"))
    }

    fn hexes(&self, numbers: &[String]) -> Result<Hexes, DataFault> {
        numbers.iter().map(|n| self.hex(n)).collect()
    }

    fn unit(&self, id: &str) -> Result<u8, DataFault> {
        let at = self.units.iter().position(|u| u.id == id);
        at.map(|u| u as u8).ok_or_else(|| self.quoted(id, "unit"))
    }

    fn units(&self, ids: &[String]) -> Result<Vec<u8>, DataFault> {
        ids.iter().map(|id| self.unit(id)).collect()
    }

    fn formation(&self, id: &str) -> Result<u8, DataFault> {
        let at = self.formations.iter().position(|f| f.id == id);
        at.map(|f| f as u8).ok_or_else(|| self.quoted(id, "formation"))
    }

    pub(super) fn place(&self, id: &str) -> Result<u16, DataFault> {
        let place = self.map.board.parts().places.iter().find(|p| p.id == id);
        place.map(|p| p.hex.0).ok_or_else(|| self.fault(id, format!("the board has no place `{id}`")))
    }

    /// The lists of a victory condition.
    pub(super) fn needs(&self, any_of: &[Vec<String>]) -> Result<Vec<Vec<Need>>, DataFault> {
        let need = |word: &String| match (word.as_str(), word.strip_prefix("held:")) {
            (_, Some(place)) => Ok(Need::Held(self.place(place)?)),
            ("line-clear", _) => Ok(Need::LineClear),
            ("station-cut", _) => Ok(Need::StationCut),
            _ => Err(self.quoted(word, "condition of victory")),
        };
        any_of.iter().map(|list| list.iter().map(need).collect()).collect()
    }
}

/// Reads them.
pub(in crate::data) fn read(
    files: &Files<'_>,
    map: &Map,
    units: &[UnitDef],
    formations: &[Formation],
) -> Result<Read, DataFault> {
    let source = Source { file: "scenarios.toml", text: files.scenarios };
    let file: File = source.parse()?;
    let names = |id: &str| Names { source, head: format!("id = \"{id}\""), map, units, formations };
    let ids = [
        file.zone.iter().map(|z| &z.id).collect::<Vec<_>>(),
        file.option.iter().map(|o| &o.id).collect(),
        file.scenario.iter().map(|s| &s.id).collect(),
        file.confined.iter().map(|c| &c.id).collect(),
    ];
    for list in &ids {
        if let Some((_, id)) = list.iter().enumerate().find(|(i, id)| list[..*i].contains(id)) {
            return Err(names(id).fault("id =", format!("`{id}` stands twice")));
        }
    }
    let zones = file.zone.iter().map(|z| zone(z, &names(&z.id))).collect::<Result<Vec<_>, _>>()?;
    let confined = file.confined.iter().map(|c| {
        let names = names(&c.id);
        let (units, hexes) = (names.units(&c.units)?, names.hexes(&c.hexes)?);
        Ok(Confined { rule: names.rule(&c.rule)?, units, hexes })
    });
    let confined = confined.collect::<Result<Vec<_>, DataFault>>()?;
    let mut scenarios = Vec::new();
    for row in &file.scenario {
        scenarios.push(scenario(row, &file, &names(&row.id))?);
    }
    setups(
        files,
        map,
        units,
        &zones,
        &file.scenario.iter().map(|s| s.setup_of.as_str()).collect::<Vec<_>>(),
        &mut scenarios,
    )?;
    let mut options = Vec::new();
    for o in file.option {
        names(&o.id).rule(&o.rule)?;
        let OptionRow { id, rule, title, about, default } = o;
        options.push(OptionDef { id, rule, title, about, default });
    }
    Ok(Read { zones, scenarios, options, confined })
}

fn zone(row: &ZoneRow, names: &Names<'_>) -> Result<Zone, DataFault> {
    let stations = names.hexes(&row.stations)?;
    if !stations.without(&names.map.stations).is_empty() {
        return Err(names.fault("stations =", "not all of them are stations of the board"));
    }
    if row.foot == stations.is_empty() || row.foot != row.linked_to.is_some() {
        return Err(names.fault("foot", "a zone on foot, and only such a one, has stations and `linked_to`"));
    }
    if row.hexes.is_empty() || row.station_mp > 60 {
        return Err(names.fault("hexes =", "a zone has a hex at least; MP go up to 60"));
    }
    let linked_to = row.linked_to.as_ref().map(|h| names.hex(h)).transpose()?;
    if linked_to.is_some_and(|h| !names.map.rails.has(h)) {
        return Err(names.fault("linked_to =", "there is no railway in that hex"));
    }
    Ok(Zone {
        id: row.id.clone(),
        rule: names.rule(&row.rule)?.to_string(),
        side: names.side(&row.side)?,
        hexes: names.hexes(&row.hexes)?,
        closed: row.closed,
        stations,
        linked_to: linked_to.unwrap_or(NOWHERE),
        station_mp: 2 * row.station_mp,
    })
}

fn scenario(row: &Row, file: &File, names: &Names<'_>) -> Result<Scenario, DataFault> {
    if row.first_turn == 0 || row.first_turn > row.last_turn {
        return Err(names.fault("last_turn =", "turns run from the first, 1 or later, to the last"));
    }
    if row.first_player != "white" {
        return Err(names.fault("first_player =", "White plays first in every turn (2a)"));
    }
    if row.recruit_percent > 100 {
        return Err(names.fault("recruit_percent =", "of the points there are 0 to 100 percent"));
    }
    for option in &row.options {
        if !file.option.iter().any(|o| o.id == *option) {
            return Err(names.quoted(option, "option"));
        }
    }
    let of = |id: &str| file.scenario.iter().find(|s| s.id == id).ok_or_else(|| names.quoted(id, "scenario"));
    of(&row.setup_of)?;
    let area = area(row, names)?;
    let control = match (&row.rail_control, &row.rail_control_of) {
        (Some(own), None) => Some(own),
        (None, Some(id)) => of(id)?.rail_control.as_ref(),
        _ => None,
    };
    let Some(control) = control else {
        return Err(names.fault("rail_control", "a scenario has `rail_control`, or one whose it takes"));
    };
    let victory = match (&row.victory, &row.victory_of) {
        (Some(own), None) => Some(own),
        (None, Some(id)) => of(id)?.victory.as_ref(),
        _ => None,
    };
    let Some(victory) = victory else {
        return Err(names.fault("victory", "a scenario has `victory`, or one whose it takes"));
    };
    let rails = |raw: &SideHexes, what: &str| {
        let out = [names.hexes(&raw.white)?, names.hexes(&raw.red)?];
        let off = |h: &Hexes| !h.without(&names.map.rails).is_empty() || !h.without(&area).is_empty();
        if out.iter().any(off) || !out[0].meet(&out[1]).is_empty() {
            let what = format!("{what}: rail hexes in play, none of both sides");
            return Err(names.fault(what.split(':').next().unwrap_or(""), what.clone()));
        }
        Ok(out)
    };
    let rail_control = rails(control, "rail_control")?;
    if !names.map.rails.meet(&area).without(&rail_control[0]).without(&rail_control[1]).is_empty() {
        return Err(names.fault("rail_control", "every rail hex in play is one side's"));
    }
    let (border_links, border_roads) = border(row, names, &area)?;
    let (levels, sole) = (grades(victory, names)?, sole(victory, names)?);
    if levels.is_empty() != sole.is_some() {
        return Err(
            names.fault("[scenario.victory]", "victory has levels, or a winner and otherwise the other")
        );
    }
    let mut main_bodies = Vec::new();
    for b in &row.main_bodies {
        let formation = names.formation(&b.formation)?;
        for unit in names.units(&b.units)? {
            if names.units[usize::from(unit)].formation != formation {
                return Err(names.fault("main_bodies =", "a main body is a unit of its formation"));
            }
            main_bodies.push((formation, b.turn, unit));
        }
    }
    let mut confined = Vec::new();
    for id in &row.confined {
        let at = file.confined.iter().position(|c| c.id == *id);
        confined.push(at.ok_or_else(|| names.quoted(id, "confined area"))? as u8);
    }
    let mut capacity = Vec::new();
    for c in &row.capacity {
        let unit = names.unit(&c.unit)?;
        if !names.units[usize::from(unit)].class.is_depot() {
            return Err(names.quoted(&c.unit, "Depot"));
        }
        capacity.push((unit, c.points));
    }
    Ok(Scenario {
        id: row.id.clone(),
        title: row.title.clone(),
        about: row.about.clone(),
        rule: names.rule(&row.rule)?.to_string(),
        first_turn: row.first_turn,
        last_turn: row.last_turn,
        area,
        rail_edges: rails(&row.rail_edge_hexes, "rail_edge_hexes")?,
        border_links,
        border_roads,
        recruit_percent: row.recruit_percent,
        orel_bonus: row.orel_bonus,
        main_bodies,
        inactive: row.inactive.iter().map(|i| inactive(i, names)).collect::<Result<_, _>>()?,
        confined,
        capacity,
        rail_control,
        setup: Vec::new(),
        places: places(victory, names, &levels, &sole)?,
        levels,
        sole,
        victory_rule: names.rule(&victory.rule)?,
        losses: victory.losses.iter().map(|l| (l.from, l.down)).collect(),
        options: row.options.clone(),
    })
}

/// The hexes in play.
fn area(row: &Row, names: &Names<'_>) -> Result<Hexes, DataFault> {
    let Some(area) = &row.area else {
        return Ok((0..HEXES as u16).collect());
    };
    let t = names.map.board.topology();
    let inside = |h: &sandtable_board::Hex| {
        let (column, row) = t.grid().column_row(t.number(*h));
        (area.columns[0]..=area.columns[1]).contains(&column) && (area.rows[0]..=area.rows[1]).contains(&row)
    };
    let out: Hexes = t.hexes().filter(inside).map(|h| h.0).collect();
    let side = |ends: [u8; 2]| usize::from(ends[1].saturating_sub(ends[0])) + 1;
    if out.len() != side(area.columns) * side(area.rows) {
        return Err(names.fault("area =", "the area goes beyond the board"));
    }
    Ok(out)
}

/// Where railways, and roads, are cut by the border of the area.
fn border(row: &Row, names: &Names<'_>, area: &Hexes) -> Result<(Hexes, Hexes), DataFault> {
    let (mut rails, mut roads) = (Hexes::EMPTY, Hexes::EMPTY);
    for b in &row.border_links {
        let hex = names.hex(&b.hex)?;
        let needle = format!("line = \"{}\"", b.line);
        let Some(line) = names.map.board.parts().lines.iter().find(|l| l.id == b.line) else {
            return Err(names.fault(&needle, format!("`{}` is no line of the board", b.line)));
        };
        let at = line.hexes.iter().position(|h| h.0 == hex);
        let next = |i: usize| [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
        let leaves = |i: usize| next(i).filter_map(|n| line.hexes.get(n)).any(|h| !area.has(h.0));
        if !area.has(hex) || !at.is_some_and(leaves) {
            return Err(names.fault(&needle, format!("line {} does not leave the area at {}", b.line, b.hex)));
        }
        let rail = names.map.lines.iter().any(|l| l.id == b.line);
        if rail { &mut rails } else { &mut roads }.insert(hex);
    }
    Ok((rails, roads))
}

fn inactive(row: &InactiveRow, names: &Names<'_>) -> Result<Inactive, DataFault> {
    let mut except = 0;
    for id in &row.except {
        except |= 1 << names.formation(id)?;
    }
    Ok(Inactive {
        formation: names.formation(&row.formation)?,
        units: names.units(&row.units)?,
        through: row.through,
        attacked: row.attacked,
        enemy_within: row.enemy_within,
        except,
        enemy_near_double_track: row.enemy_near_double_track,
        rule: names.rule(&row.rule)?,
    })
}
