//! Reads `scenarios.toml`.

use super::setup::setups;
use super::victory::{Victory, victory};
use super::{Confined, Inactive, OptionDef, Scenario, Zone};
use crate::data::{Files, Formation, Hexes, Map, UnitDef, all_hexes, rule_id, side};
use crate::position::{FormationId, HexId, UnitId};
use sandtable_datafile::{DataFault, Part, TomlFile, Word};
use sandtable_ops::Id;

/// What `scenarios.toml` and `setup.csv` hold.
pub(in crate::data) struct Read {
    pub zones: Vec<Zone>,
    pub scenarios: Vec<Scenario>,
    pub options: Vec<OptionDef>,
    pub confined: Vec<Confined>,
}

/// Looks names up; a complaint points to the name.
pub(super) struct Names<'a> {
    file: &'a TomlFile<'a>,
    map: &'a Map,
    units: &'a [UnitDef],
    formations: &'a [Formation],
}

impl Names<'_> {
    /// What the word under a key names.
    pub(super) fn one<T>(
        &self,
        part: &Part<'_, '_>,
        key: &str,
        look: fn(&Self, &Word) -> Result<T, DataFault>,
    ) -> Result<T, DataFault> {
        look(self, &part.get(key)?)
    }

    /// What the words of the list under a key name.
    pub(super) fn all<T, C: FromIterator<T>>(
        &self,
        part: &Part<'_, '_>,
        key: &str,
        look: fn(&Self, &Word) -> Result<T, DataFault>,
    ) -> Result<C, DataFault> {
        part.get::<Vec<Word>>(key)?.iter().map(|word| look(self, word)).collect()
    }

    /// The same where there need be no list.
    pub(super) fn any<T, C: FromIterator<T>>(
        &self,
        part: &Part<'_, '_>,
        key: &str,
        look: fn(&Self, &Word) -> Result<T, DataFault>,
    ) -> Result<C, DataFault> {
        if part.has(key) { self.all(part, key, look) } else { Ok(std::iter::empty().collect()) }
    }

    /// What a word names, or that it names nothing of that kind.
    pub(super) fn known<T>(&self, found: Option<T>, word: &Word, kind: &str) -> Result<T, DataFault> {
        found.ok_or_else(|| self.file.fault_at(word, format!("`{}` is no {kind}", word.get_ref())))
    }

    pub(super) fn side(&self, id: &Word) -> Result<u8, DataFault> {
        self.known(side(id.get_ref()), id, "side")
    }

    pub(super) fn rule(&self, id: &Word) -> Result<&'static str, DataFault> {
        self.known(rule_id(id.get_ref()), id, "rule of the catalogue")
    }

    fn hex(&self, number: &Word) -> Result<HexId, DataFault> {
        self.known(self.map.hex(number.get_ref()), number, "hex of the board")
    }

    fn unit(&self, id: &Word) -> Result<UnitId, DataFault> {
        let at = self.units.iter().position(|u| u.id == *id.get_ref());
        self.known(at.map(UnitId::of), id, "unit")
    }

    fn formation(&self, id: &Word) -> Result<FormationId, DataFault> {
        let at = self.formations.iter().position(|f| f.id == *id.get_ref());
        self.known(at.map(FormationId::of), id, "formation")
    }

    pub(super) fn place(&self, id: &Word) -> Result<HexId, DataFault> {
        self.place_in(id.get_ref(), id)
    }

    /// A place that part of a word names.
    pub(super) fn place_in(&self, id: &str, word: &Word) -> Result<HexId, DataFault> {
        let place = self.map.board.parts().places.iter().find(|p| p.id == id);
        let none = || self.file.fault_at(word, format!("the board has no place `{id}`"));
        place.map(|p| HexId(p.hex.0)).ok_or_else(none)
    }
}

/// Parts by their ids, each of which stands once.
struct ById<'f, 'a>(Vec<(String, Part<'f, 'a>)>);

impl<'f, 'a> ById<'f, 'a> {
    fn read(file: &'f TomlFile<'a>, key: &str) -> Result<ById<'f, 'a>, DataFault> {
        let mut all = ById(Vec::new());
        for part in file.parts(key)? {
            let id: String = part.get("id")?;
            if all.position(&id).is_some() {
                return Err(part.fault("id", format!("`{id}` stands twice")));
            }
            all.0.push((id, part));
        }
        Ok(all)
    }

    fn position(&self, id: &str) -> Option<usize> {
        self.0.iter().position(|(other, _)| other == id)
    }

    /// Reads each of them.
    fn each<T>(
        &self,
        read: impl Fn(String, &Part<'f, 'a>) -> Result<T, DataFault>,
    ) -> Result<Vec<T>, DataFault> {
        self.0.iter().map(|(id, part)| read(id.clone(), part)).collect()
    }
}

/// The parts of the file to which scenarios refer.
struct Sections<'f, 'a> {
    options: ById<'f, 'a>,
    confined: ById<'f, 'a>,
    scenarios: ById<'f, 'a>,
}

/// Reads them.
pub(in crate::data) fn read(
    files: &Files<'_>,
    map: &Map,
    units: &[UnitDef],
    formations: &[Formation],
) -> Result<Read, DataFault> {
    let file = &TomlFile::parse("scenarios.toml", files.scenarios)?;
    let names = Names { file, map, units, formations };
    let sections = Sections {
        options: ById::read(file, "option")?,
        confined: ById::read(file, "confined")?,
        scenarios: ById::read(file, "scenario")?,
    };
    let zones = ById::read(file, "zone")?.each(|id, part| zone(id, part, &names))?;
    let confined = sections.confined.each(|_, part| {
        Ok(Confined {
            rule: names.one(part, "rule", Names::rule)?,
            units: names.all(part, "units", Names::unit)?,
            hexes: names.all(part, "hexes", Names::hex)?,
        })
    })?;
    let mut scenarios = sections.scenarios.each(|id, part| scenario(id, part, &sections, &names))?;
    let setup_of = sections.scenarios.each(|_, part| part.get::<String>("setup_of"))?;
    setups(files, map, units, &zones, &setup_of, &mut scenarios)?;
    let options = sections.options.each(|id, part| {
        Ok(OptionDef {
            id,
            rule: names.one(part, "rule", Names::rule)?.to_string(),
            title: part.get("title")?,
            about: part.get("about")?,
            default: part.get("default")?,
        })
    })?;
    Ok(Read { zones, scenarios, options, confined })
}

fn zone(id: String, part: &Part<'_, '_>, names: &Names<'_>) -> Result<Zone, DataFault> {
    let stations: Hexes = names.any(part, "stations", Names::hex)?;
    if !stations.without(&names.map.stations).is_empty() {
        return Err(part.fault("stations", "not all of them are stations of the board"));
    }
    let foot = part.opt("foot")?.unwrap_or(false);
    if foot == stations.is_empty() || foot != part.has("linked_to") {
        return Err(part.fault("foot", "a zone on foot, and only such a one, has stations and `linked_to`"));
    }
    let linked_to = if foot { Some(names.one(part, "linked_to", Names::hex)?) } else { None };
    if linked_to.is_some_and(|h| !names.map.rails.has(h)) {
        return Err(part.fault("linked_to", "there is no railway in that hex"));
    }
    let (hexes, station_mp): (Hexes, u8) =
        (names.all(part, "hexes", Names::hex)?, part.opt("station_mp")?.unwrap_or(0));
    if hexes.is_empty() || station_mp > 60 {
        return Err(part.fault("hexes", "a zone has a hex at least; MP go up to 60"));
    }
    Ok(Zone {
        id,
        rule: names.one(part, "rule", Names::rule)?.to_string(),
        side: names.one(part, "side", Names::side)?,
        hexes,
        closed: part.get("closed")?,
        stations,
        linked_to,
        station_mp: 2 * station_mp,
    })
}

/// The part of a scenario under a key; with `KEY_of` it is that of another scenario.
fn own_or_taken<'f, 'a>(
    part: &Part<'f, 'a>,
    key: &str,
    sections: &Sections<'f, 'a>,
    names: &Names<'_>,
) -> Result<Part<'f, 'a>, DataFault> {
    let taken = format!("{key}_of");
    let owner = match (part.has(key), part.has(&taken)) {
        (true, false) => *part,
        (false, true) => scenario_at(part, &taken, sections, names)?,
        _ => return Err(part.fault(key, format!("a scenario has `{key}`, or one whose it takes"))),
    };
    let none = |_| part.fault(&taken, format!("that scenario has no `{key}` of its own"));
    owner.part(key).map_err(none)
}

/// The scenario that is named under a key.
fn scenario_at<'f, 'a>(
    part: &Part<'f, 'a>,
    key: &str,
    sections: &Sections<'f, 'a>,
    names: &Names<'_>,
) -> Result<Part<'f, 'a>, DataFault> {
    let id: Word = part.get(key)?;
    let at = names.known(sections.scenarios.position(id.get_ref()), &id, "scenario")?;
    Ok(sections.scenarios.0[at].1)
}

fn scenario(
    id: String,
    part: &Part<'_, '_>,
    sections: &Sections<'_, '_>,
    names: &Names<'_>,
) -> Result<Scenario, DataFault> {
    let (first_turn, last_turn) = (part.get("first_turn")?, part.get("last_turn")?);
    if first_turn == 0 || first_turn > last_turn {
        return Err(part.fault("last_turn", "turns run from the first, 1 or later, to the last"));
    }
    if part.get::<String>("first_player")? != "white" {
        return Err(part.fault("first_player", "White plays first in every turn (2a)"));
    }
    let recruit_percent = part.get("recruit_percent")?;
    if recruit_percent > 100 {
        return Err(part.fault("recruit_percent", "of the points there are 0 to 100 percent"));
    }
    let mut options = Vec::new();
    for option in part.get::<Vec<Word>>("options")? {
        names.known(sections.options.position(option.get_ref()), &option, "option")?;
        options.push(option.into_inner());
    }
    let mut confined = Vec::new();
    for id in part.get::<Vec<Word>>("confined")? {
        confined.push(names.known(sections.confined.position(id.get_ref()), &id, "confined area")? as u8);
    }
    scenario_at(part, "setup_of", sections, names)?;
    let area = area(part, names)?;
    let rails = |key: &str, of: &Part<'_, '_>| {
        let out: [Hexes; 2] = [names.all(of, "white", Names::hex)?, names.all(of, "red", Names::hex)?];
        let off = |h: &Hexes| !h.without(&names.map.rails).is_empty() || !h.without(&area).is_empty();
        if out.iter().any(off) || !out[0].meet(&out[1]).is_empty() {
            return Err(part.fault(key, format!("{key}: rail hexes in play, none of both sides")));
        }
        Ok(out)
    };
    let rail_control = rails("rail_control", &own_or_taken(part, "rail_control", sections, names)?)?;
    if !names.map.rails.meet(&area).without(&rail_control[0]).without(&rail_control[1]).is_empty() {
        return Err(part.fault("rail_control", "every rail hex in play is one side's"));
    }
    let (border_links, border_roads) = border(part, names, &area)?;
    let mut main_bodies = Vec::new();
    for row in part.parts("main_bodies")? {
        let formation = names.one(&row, "formation", Names::formation)?;
        for unit in names.all::<_, Vec<UnitId>>(&row, "units", Names::unit)? {
            if names.units[usize::from(unit)].formation != Some(formation) {
                return Err(row.fault("units", "a main body is a unit of its formation"));
            }
            main_bodies.push((formation, row.get("turn")?, unit));
        }
    }
    let mut capacity = Vec::new();
    for row in part.parts("capacity")? {
        let unit = names.one(&row, "unit", Names::unit)?;
        let depot = names.units[usize::from(unit)].class.is_depot().then_some(unit);
        capacity.push((names.known(depot, &row.get("unit")?, "Depot")?, row.get("points")?));
    }
    let Victory { places, levels, sole, rule: victory_rule, losses } =
        victory(&own_or_taken(part, "victory", sections, names)?, names)?;
    Ok(Scenario {
        id,
        title: part.get("title")?,
        about: part.get("about")?,
        rule: names.one(part, "rule", Names::rule)?.to_string(),
        first_turn,
        last_turn,
        area,
        rail_edges: rails("rail_edge_hexes", &part.part("rail_edge_hexes")?)?,
        border_links,
        border_roads,
        recruit_percent,
        orel_bonus: part.get("orel_bonus")?,
        main_bodies,
        inactive: part.parts("inactive")?.iter().map(|i| inactive(i, names)).collect::<Result<_, _>>()?,
        confined,
        capacity,
        rail_control,
        setup: Vec::new(),
        places,
        levels,
        sole,
        victory_rule,
        losses,
        options,
    })
}

/// The hexes in play.
fn area(part: &Part<'_, '_>, names: &Names<'_>) -> Result<Hexes, DataFault> {
    if !part.has("area") {
        return Ok(all_hexes().collect());
    }
    let area = part.part("area")?;
    let (columns, rows): ([u8; 2], [u8; 2]) = (area.get("columns")?, area.get("rows")?);
    let t = names.map.board.topology();
    let inside = |h: &sandtable_board::Hex| {
        let (column, row) = t.grid().column_row(t.number(*h));
        (columns[0]..=columns[1]).contains(&column) && (rows[0]..=rows[1]).contains(&row)
    };
    let out: Hexes = t.hexes().filter(inside).map(|h| HexId(h.0)).collect();
    let side = |ends: [u8; 2]| usize::from(ends[1].saturating_sub(ends[0])) + 1;
    if out.len() != side(columns) * side(rows) {
        return Err(part.fault("area", "the area goes beyond the board"));
    }
    Ok(out)
}

/// Where railways, and roads, are cut by the border of the area.
fn border(part: &Part<'_, '_>, names: &Names<'_>, area: &Hexes) -> Result<(Hexes, Hexes), DataFault> {
    let (mut rails, mut roads) = (Hexes::EMPTY, Hexes::EMPTY);
    for row in part.parts_if_any("border_links")? {
        let (hex, id) = (names.one(&row, "hex", Names::hex)?, row.get::<Word>("line")?);
        let line = names.map.board.parts().lines.iter().find(|l| l.id == *id.get_ref());
        let line = names.known(line, &id, "line of the board")?;
        let at = line.hexes.iter().position(|h| HexId(h.0) == hex);
        let next = |i: usize| [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
        let leaves = |i: usize| next(i).filter_map(|n| line.hexes.get(n)).any(|h| !area.has(HexId(h.0)));
        if !area.has(hex) || !at.is_some_and(leaves) {
            let what = format!("line {} does not leave the area at {}", line.id, names.map.name(hex));
            return Err(row.fault("line", what));
        }
        let rail = names.map.lines.iter().any(|l| l.id == line.id);
        if rail { &mut rails } else { &mut roads }.insert(hex);
    }
    Ok((rails, roads))
}

fn inactive(row: &Part<'_, '_>, names: &Names<'_>) -> Result<Inactive, DataFault> {
    row.only(&[
        "formation",
        "units",
        "through",
        "attacked",
        "enemy_within",
        "except",
        "enemy_near_double_track",
        "rule",
    ])?;
    Ok(Inactive {
        formation: names.one(row, "formation", Names::formation)?,
        units: names.any(row, "units", Names::unit)?,
        through: row.get("through")?,
        attacked: row.opt("attacked")?.unwrap_or_default(),
        enemy_within: row.opt("enemy_within")?.unwrap_or_default(),
        except: names
            .any::<_, Vec<FormationId>>(row, "except", Names::formation)?
            .iter()
            .fold(0, |all, f| all | 1 << f.bit()),
        enemy_near_double_track: row.opt("enemy_near_double_track")?.unwrap_or_default(),
        rule: names.one(row, "rule", Names::rule)?,
    })
}
