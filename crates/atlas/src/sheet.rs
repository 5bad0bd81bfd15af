//! The sheet of a board: hex lists by hand, which win over what the compiler would make of the geography, and the
//! overrides, single corrections each with its reason.

use crate::files::{LonLat, Result, Row, at, read_text, table};
use crate::geo::Towns;
use sandtable_board::hexboard::{Crossing, Entry, Flag, River, RiverClass, RoadClass, Size, Way, side_name};
use sandtable_board::hexfile::{CROSSINGS, RIVERS, ROADS, SIZES};
use sandtable_board::text::{FileError, TextLine, lines};
use sandtable_board::{Hex, Number, Side, Topology};
use serde::Deserialize;
use std::path::Path;

/// A place of the sheet.
#[derive(Clone, Debug)]
pub struct SheetPlace {
    /// Where it stands in the file.
    pub line: usize,
    /// Its hex.
    pub hex: Hex,
    /// Id in the atlas, if it is there.
    pub id: Option<String>,
    /// Name on the board; empty for the second hex of a city.
    pub name: String,
    /// How large.
    pub size: Size,
    /// Grade of the fortress.
    pub fortress: u8,
    /// Marks.
    pub flags: Vec<String>,
    /// Where it lies, when the atlas does not say.
    pub place: Option<LonLat>,
}

/// Hexes to which the sheet gives one terrain or one country.
#[derive(Clone, Debug)]
pub struct Patch {
    /// Where it stands in the file.
    pub line: usize,
    /// The terrain or the code of the country.
    pub name: String,
    /// The hexes.
    pub hexes: Vec<Hex>,
}

/// A stop of a line: a hex, or a town of the atlas.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A hex.
    Hex(Hex),
    /// A town.
    Town(String),
}

/// A railway or road of the sheet.
#[derive(Clone, Debug)]
pub struct SheetLine {
    /// Where it stands in the file.
    pub line: usize,
    /// Its id.
    pub id: String,
    /// What it is.
    pub way: Way,
    /// Whose.
    pub nation: String,
    /// Its name.
    pub name: String,
    /// Whether it crosses a frontier and is kept apart for that.
    pub border: bool,
    /// Its stops.
    pub stops: Vec<Stop>,
}

/// The sheet.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Where its values come from.
    pub provenance: String,
    /// Country of land that no list names.
    pub default_country: Option<String>,
    /// Terrain of hexes that no list names.
    pub default_terrain: Option<String>,
    /// Countries of hexes.
    pub country: Vec<Patch>,
    /// Terrain of hexes.
    pub terrain: Vec<Patch>,
    /// Flags of hexes.
    pub flags: Vec<Flag>,
    /// Rivers.
    pub rivers: Vec<River>,
    /// Crossings.
    pub crossings: Vec<(Side, Crossing)>,
    /// Hexsides that nothing may cross.
    pub blocked: Vec<Side>,
    /// Railways and roads.
    pub lines: Vec<SheetLine>,
    /// Places.
    pub places: Vec<SheetPlace>,
    /// Entries.
    pub entries: Vec<Entry>,
}

/// One correction.
#[derive(Clone, Debug, Deserialize)]
pub struct OverrideRow {
    /// What is corrected.
    pub kind: String,
    /// Where: a hex, a hexside or a town.
    #[serde(rename = "where")]
    pub place: String,
    /// The right value.
    pub value: String,
    /// Why.
    pub reason: String,
}

/// A correction that has been understood.
#[derive(Clone, Debug)]
pub enum Override {
    /// Terrain of a hex.
    Terrain(Hex, String),
    /// Country of a hex.
    Country(Hex, String),
    /// River along a side, or none.
    River(Side, Option<RiverClass>),
    /// Crossing of a side, or none.
    Crossing(Side, Option<Crossing>),
    /// No railway across a side.
    NoRail(Side),
    /// No road across a side.
    NoRoad(Side),
    /// A town of the atlas stands in a hex.
    Place(String, Hex),
}

/// An override with its reason.
#[derive(Clone, Debug)]
pub struct Correction {
    /// Where it stands in the file.
    pub line: usize,
    /// What is changed.
    pub change: Override,
    /// Why.
    pub reason: String,
}

/// `0103-0108` and `0105` as hexes; runs count up in the last two digits.
fn run(line: &TextLine<'_>, word: &str, t: &Topology) -> std::result::Result<Vec<Hex>, FileError> {
    let Some((from, to)) = word.split_once('-') else { return Ok(vec![line.hex(word, t)?]) };
    line.hex(from, t)?;
    line.hex(to, t)?;
    let parse = |w: &str| w.parse::<Number>().map_err(|e| line.error(e.to_string()));
    let (a, b) = (parse(from)?, parse(to)?);
    if a.0 != b.0 || a.1 > b.1 {
        return Err(line.error(format!("run {word} should count up in its last two digits only")));
    }
    (a.1..=b.1).map(|second| line.hex(&Number(a.0, second).to_string(), t)).collect()
}

/// Reads a sheet.
pub fn read(path: &Path, t: &Topology, towns: &Towns) -> Result<Sheet> {
    let text = read_text(path)?;
    let name = path.display().to_string();
    let mut s = Sheet::default();
    for line in lines(&name, &text) {
        if line.text.is_empty() {
            header(&mut s, &line)?;
        } else {
            body(&mut s, &line, t, towns)?;
        }
    }
    Ok(s)
}

/// The word and the fields of a section header: `rail DE1 | 1 | DE | Köslin–Danzig`.
fn heading<'a>(line: &TextLine<'a>) -> (&'a str, Vec<&'a str>) {
    let (word, rest) = line.section.split_once(' ').unwrap_or((line.section, ""));
    (word, rest.split('|').map(str::trim).collect())
}

fn header(s: &mut Sheet, line: &TextLine<'_>) -> std::result::Result<(), FileError> {
    let (word, fields) = heading(line);
    let need = |n: usize| {
        if fields.len() < n || fields[0].is_empty() {
            Err(line.error(format!("[{word} …] wants {n} fields between `|`, {} stand here", fields.len())))
        } else {
            Ok(())
        }
    };
    match word {
        "about" | "default" | "places" | "entries" | "bridges" | "blocked" => {}
        "country" => {
            need(1)?;
            s.country.push(Patch { line: line.line, name: fields[0].to_string(), hexes: vec![] });
        }
        "terrain" => {
            need(1)?;
            s.terrain.push(Patch { line: line.line, name: fields[0].to_string(), hexes: vec![] });
        }
        "flag" => {
            need(1)?;
            s.flags.push(Flag { name: fields[0].to_string(), hexes: vec![] });
        }
        "river" => {
            need(2)?;
            let class = line.choose(fields[1], RIVERS)?;
            s.rivers.push(River { name: fields[0].to_string(), class, sides: vec![] });
        }
        "rail" | "road" => {
            need(if word == "rail" { 4 } else { 3 })?;
            let (way, nation, title) = if word == "rail" {
                (Way::Rail { tracks: line.parse(fields[1], "1 or 2 tracks")? }, fields[2], fields[3])
            } else {
                (Way::Road(line.choose::<RoadClass>(fields[1], ROADS)?), "-", fields[2])
            };
            if s.lines.iter().any(|l| l.id == fields[0]) {
                return Err(line.error(format!("duplicate id `{}`; ids of lines are unique", fields[0])));
            }
            s.lines.push(SheetLine {
                line: line.line,
                id: fields[0].to_string(),
                way,
                nation: nation.to_string(),
                name: title.to_string(),
                border: fields.get(4) == Some(&"border"),
                stops: vec![],
            });
        }
        _ => return Err(line.error(format!("[{}] is no section of a sheet", line.section))),
    }
    Ok(())
}

fn body(
    s: &mut Sheet,
    line: &TextLine<'_>,
    t: &Topology,
    towns: &Towns,
) -> std::result::Result<(), FileError> {
    let words = || line.text.split_whitespace();
    let runs =
        || words().map(|w| run(line, w, t)).collect::<std::result::Result<Vec<_>, _>>().map(|v| v.concat());
    let sides = || words().map(|w| line.side(w, t)).collect::<std::result::Result<Vec<_>, _>>();
    match heading(line).0 {
        "about" | "default" => {
            let (key, value) = line.key_value()?;
            match key {
                "provenance" => s.provenance = value.to_string(),
                "country" => s.default_country = Some(value.to_string()),
                "terrain" => s.default_terrain = Some(value.to_string()),
                _ => return Err(line.error(format!("`{key}` is no key of a sheet"))),
            }
        }
        "country" => extend(s.country.last_mut().map(|c| &mut c.hexes), runs()?),
        "terrain" => extend(s.terrain.last_mut().map(|c| &mut c.hexes), runs()?),
        "flag" => extend(s.flags.last_mut().map(|f| &mut f.hexes), runs()?),
        "river" => {
            extend(s.rivers.last_mut().map(|r| &mut r.sides), sides()?);
            let course = s.rivers.last().map_or(&[][..], |r| &r.sides);
            if let Some(gap) = course.windows(2).find(|w| t.shared_corner(w[0], w[1]).is_none()) {
                let (a, b) = (side_name(t, gap[0]), side_name(t, gap[1]));
                return Err(
                    line.error(format!("hexside {a} does not touch {b}; name every hexside on the way"))
                );
            }
        }
        "bridges" => s.crossings.extend(sides()?.into_iter().map(|x| (x, Crossing::Bridge))),
        "blocked" => s.blocked.extend(sides()?),
        "rail" | "road" => {
            let stops = words()
                .map(|w| {
                    if w.bytes().all(|b| b.is_ascii_digit()) {
                        line.hex(w, t).map(Stop::Hex)
                    } else if towns.contains_key(w) {
                        Ok(Stop::Town(w.to_string()))
                    } else {
                        Err(line.error(format!("unknown town `{w}`; add it to the towns or mend the id")))
                    }
                })
                .collect::<std::result::Result<Vec<_>, _>>()?;
            extend(s.lines.last_mut().map(|l| &mut l.stops), stops);
        }
        "places" => s.places.push(place(line, t, towns)?),
        "entries" => {
            let f = line.fields(4)?;
            s.entries.push(Entry {
                hex: line.hex(f[0], t)?,
                side: f[1].to_string(),
                label: f[2].to_string(),
                beyond: f[3].to_string(),
            });
        }
        _ => return Err(line.error("this line stands in no section")),
    }
    Ok(())
}

fn extend<T>(list: Option<&mut Vec<T>>, more: Vec<T>) {
    if let Some(list) = list {
        list.extend(more);
    }
}

fn place(line: &TextLine<'_>, t: &Topology, towns: &Towns) -> std::result::Result<SheetPlace, FileError> {
    let f = line.fields(6)?;
    let id = (f[1] != "-").then(|| f[1].to_string());
    if let Some(unknown) =
        id.as_ref().filter(|i| !towns.contains_key(*i) && f.get(6).is_none_or(|x| x.is_empty()))
    {
        return Err(line.error(format!(
            "unknown town `{unknown}`; add it to the towns, or give latitude and longitude"
        )));
    }
    let place = match f.get(6).filter(|x| !x.is_empty()) {
        Some(text) => {
            let (lat, lon) = text
                .split_once(' ')
                .ok_or_else(|| line.error(format!("`{text}` should be `latitude longitude`")))?;
            let place = LonLat { lon: line.number(lon.trim())?, lat: line.number(lat.trim())? };
            if !place.sane() {
                return Err(line.error(format!("`{text}` is no latitude and longitude")));
            }
            Some(place)
        }
        None => None,
    };
    Ok(SheetPlace {
        line: line.line,
        hex: line.hex(f[0], t)?,
        id,
        name: if f[2] == "-" { String::new() } else { f[2].to_string() },
        size: line.choose(f[3], SIZES)?,
        fortress: line.parse(f[4], "a grade from 0 to 9")?,
        flags: f[5].split(',').map(str::trim).filter(|x| !x.is_empty()).map(str::to_string).collect(),
        place,
    })
}

/// Reads the overrides of a board; a board without the file has none.
pub fn overrides(path: &Path, t: &Topology, towns: &Towns) -> Result<Vec<Correction>> {
    if !path.exists() {
        return Ok(vec![]);
    }
    let file = path.display().to_string();
    table::<OverrideRow>(path)?
        .into_iter()
        .map(|Row { line, row }| {
            let here = TextLine { file: &file, line, section: "", text: "" };
            if row.reason.trim().is_empty() {
                return Err(at(path, line, "an override without a reason is not taken; say why"));
            }
            let value = row.value.as_str();
            let side = || here.side(&row.place, t);
            let none = |what: &str| {
                if value == "none" {
                    Ok(())
                } else {
                    Err(here.error(format!("{what} can only be overridden with `none`")))
                }
            };
            let change = match row.kind.as_str() {
                "terrain" => Override::Terrain(here.hex(&row.place, t)?, value.to_string()),
                "country" => Override::Country(here.hex(&row.place, t)?, value.to_string()),
                "river" if value == "none" => Override::River(side()?, None),
                "river" => Override::River(side()?, Some(here.choose(value, RIVERS)?)),
                "bridge" if value == "none" => Override::Crossing(side()?, None),
                "bridge" => Override::Crossing(side()?, Some(here.choose(value, CROSSINGS)?)),
                "rail" => {
                    none("a railway")?;
                    Override::NoRail(side()?)
                }
                "road" => {
                    none("a road")?;
                    Override::NoRoad(side()?)
                }
                "place" if towns.contains_key(&row.place) => {
                    Override::Place(row.place.clone(), here.hex(value, t)?)
                }
                "place" => {
                    let what = format!("unknown town `{}`; add it to the towns or mend the id", row.place);
                    return Err(at(path, line, what));
                }
                other => {
                    return Err(at(
                        path,
                        line,
                        format!("`{other}` should be terrain, country, river, bridge, rail, road or place"),
                    ));
                }
            };
            Ok(Correction { line, change, reason: row.reason })
        })
        .collect()
}
