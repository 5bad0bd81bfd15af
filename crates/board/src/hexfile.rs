//! Hex boards as files: one line for each hex, place, river and line, in the words a person would use.

use crate::geometry::Point;
use crate::grid::Grid;
use crate::hexboard::{
    Country, CountryId, Entry, Flag, HexBoard, Line, Part, Parts, Place, River, Shore, TerrainId,
    TerrainKind, Way, side_name,
};
pub use crate::hexwords::*;
use crate::text::{FileError, Head, TextLine, check_frame, lines, short, word_for, write_head, write_points};
use crate::topology::{Hex, Side, Topology};
use std::fmt::Write as _;

/// First line of a hex board file; the number is the version of the format.
pub const HEX_HEADER: &str = "sandtable hex board 1";

/// The sections of a hex board file.
const SECTIONS: &[&str] =
    &["hexes", "flags", "places", "rivers", "crossings", "blocked", "lines", "entries", "shores"];

/// More kinds of terrain, or countries, than this have no room in a byte.
const MOST_KINDS: usize = 200;

/// Writes a board as a file. Reading it back gives an equal board, and writing that the same bytes.
pub fn write(board: &HexBoard) -> String {
    let p = board.parts();
    let t = &p.topology;
    let g = t.grid();
    let mut out = String::with_capacity(64 * t.hex_count());
    let o = &mut out;
    let _ = writeln!(o, "{HEX_HEADER}");
    let _ = writeln!(o, "# Compiled from geography; correct the sheet or the overrides and compile again.");
    write_head(o, [&p.id, &p.title, &p.provenance], p.km);
    let _ = writeln!(
        o,
        "grid = {} {} {} {} {} {}-{} {}-{}",
        word_for(ORIENTATIONS, g.orientation),
        word_for(NUMBERINGS, g.numbering),
        word_for(STARTS, g.columns_from),
        word_for(PARITIES, g.shifted),
        short(g.shift),
        g.columns.0,
        g.columns.1,
        g.rows.0,
        g.rows.1
    );
    for kind in &p.terrains {
        let _ = writeln!(o, "terrain = {} {}", kind.name, word_for(MANNERS, kind.manner));
    }
    for c in &p.countries {
        let _ = writeln!(o, "country = {} {}", c.code, c.name);
    }
    let _ = writeln!(o, "\n[hexes]\n# number terrain country");
    for hex in t.hexes() {
        let country = board.country(hex).map_or("-", |c| p.countries[usize::from(c.0)].code.as_str());
        let half = if board.is_half(hex) { " half" } else { "" };
        let _ =
            writeln!(o, "{} {} {country}{half}", t.number(hex), board.terrain_kind(board.terrain(hex)).name);
    }
    let join = |hexes: &[Hex]| hexes.iter().map(|h| t.number(*h).to_string()).collect::<Vec<_>>().join(" ");
    let join_sides = |s: &[Side]| s.iter().map(|s| side_name(t, *s)).collect::<Vec<_>>().join(" ");
    let _ = writeln!(o, "\n[flags]\n# name | hexes");
    for flag in &p.flags {
        let _ = writeln!(o, "{} | {}", flag.name, join(&flag.hexes));
    }
    let _ = writeln!(o, "\n[places]\n# hex | id | name | size | fortress grade | marks");
    for place in &p.places {
        let mut marks = if place.station { vec!["station"] } else { vec![] };
        marks.extend(place.flags.iter().map(String::as_str));
        let _ = writeln!(
            o,
            "{} | {} | {} | {} | {} | {}",
            t.number(place.hex),
            place.id,
            place.name,
            word_for(SIZES, place.size),
            place.fortress,
            marks.join(",")
        );
    }
    let _ = writeln!(o, "\n[rivers]\n# name | class | hexsides from source to mouth");
    for r in &p.rivers {
        let _ = writeln!(o, "{} | {} | {}", r.name, word_for(RIVERS, r.class), join_sides(&r.sides));
    }
    let _ = writeln!(o, "\n[crossings]\n# kind | hexsides");
    for &(word, kind) in CROSSINGS {
        let sides: Vec<Side> = p.crossings.iter().filter(|c| c.1 == kind).map(|c| c.0).collect();
        if !sides.is_empty() {
            let _ = writeln!(o, "{word} | {}", join_sides(&sides));
        }
    }
    let _ = writeln!(o, "\n[blocked]\n# hexsides");
    if !p.blocked.is_empty() {
        let _ = writeln!(o, "{}", join_sides(&p.blocked));
    }
    let _ = writeln!(
        o,
        "\n[lines]\n# rail | id | tracks | nation | name | border or open | hexes;  road | id | class …"
    );
    for line in &p.lines {
        let (kind, class) = match line.way {
            Way::Rail { tracks } => ("rail", tracks.to_string()),
            Way::Road(class) => ("road", word_for(ROADS, class).to_string()),
        };
        let border = if line.border { "border" } else { "open" };
        let _ = writeln!(
            o,
            "{kind} | {} | {class} | {} | {} | {border} | {}",
            line.id,
            line.nation,
            line.name,
            join(&line.hexes)
        );
    }
    let _ = writeln!(o, "\n[entries]\n# hex | side | label | beyond");
    for e in &p.entries {
        let _ = writeln!(o, "{} | {} | {} | {}", t.number(e.hex), e.side, e.label, e.beyond);
    }
    let _ = writeln!(o, "\n[shores]\n# land or lake | ring in hexes from the sheet's origin");
    for s in &p.shores {
        let _ = write!(o, "{} | ", if s.lake { "lake" } else { "land" });
        write_points(o, &s.ring);
        o.push('\n');
    }
    out
}

fn grid(line: &TextLine<'_>, value: &str) -> Result<Grid, FileError> {
    let words: Vec<&str> = value.split_whitespace().collect();
    let [orientation, numbering, start, parity, shift, columns, rows] = words[..] else {
        return Err(line.error("a grid has seven words: flat colrow west even -0.5 1-16 1-22"));
    };
    let range = |word: &str| -> Result<(u8, u8), FileError> {
        let wanted = "a range from 0 to 99, as in 1-16";
        let (a, b) =
            word.split_once('-').ok_or_else(|| line.error(format!("`{word}` should be {wanted}")))?;
        let (a, b) = (line.parse::<u8>(a, wanted)?, line.parse::<u8>(b, wanted)?);
        if a <= b && b <= 99 { Ok((a, b)) } else { Err(line.error(format!("`{word}` should be {wanted}"))) }
    };
    let shift = line.number(shift)?;
    if shift.abs() != 0.5 {
        return Err(line.error("the shift is 0.5 or -0.5"));
    }
    Ok(Grid {
        orientation: line.choose(orientation, ORIENTATIONS)?,
        numbering: line.choose(numbering, NUMBERINGS)?,
        columns_from: line.choose(start, STARTS)?,
        shifted: line.choose(parity, PARITIES)?,
        shift,
        columns: range(columns)?,
        rows: range(rows)?,
    })
}

/// Reads a board file; `file` is its name for messages.
pub fn read(file: &str, text: &str) -> Result<HexBoard, FileError> {
    let at = |line: usize, what: String| FileError { file: file.to_string(), line, what };
    check_frame(file, text, "a hex board", HEX_HEADER, SECTIONS)?;
    let mut parts: Option<Parts> = None;
    let (mut head, mut sheet) = (Head::default(), None);
    let (mut terrains, mut countries) = (Vec::new(), Vec::new());
    let mut seen: Vec<bool> = Vec::new();
    let mut stands = Stands::default();
    for line in lines(file, text).skip(1) {
        if line.section.is_empty() {
            let (key, value) = line.key_value()?;
            match key {
                "grid" => sheet = Some(grid(&line, value)?),
                "terrain" => {
                    let (name, manner) =
                        value.split_once(' ').ok_or_else(|| line.error("terrain = NAME MANNER"))?;
                    terrains.push(TerrainKind {
                        name: name.to_string(),
                        manner: line.choose(manner.trim(), MANNERS)?,
                    });
                }
                "country" => {
                    let (code, name) = value.split_once(' ').unwrap_or((value, value));
                    countries.push(Country { code: code.to_string(), name: name.trim().to_string() });
                }
                _ if head.take(&line, key, value)? => {}
                _ => return Err(line.error(format!("`{key}` is no key of a hex board"))),
            }
            continue;
        }
        if parts.is_none() {
            let sheet = sheet.ok_or_else(|| line.error("`grid = …` must stand before the first section"))?;
            if terrains.is_empty() || terrains.len() > MOST_KINDS || countries.len() > MOST_KINDS {
                return Err(line.error(format!(
                    "before the first section stand `terrain = …`, once for each kind, and `country = …`, \
                     at most {MOST_KINDS} of each"
                )));
            }
            head.complete(&line)?;
            let head = std::mem::take(&mut head);
            let topology = Topology::new(sheet);
            let count = topology.hex_count();
            seen = vec![false; count];
            parts = Some(Parts {
                id: head.id,
                title: head.title,
                provenance: head.provenance,
                km: head.km,
                topology,
                terrains: std::mem::take(&mut terrains),
                countries: std::mem::take(&mut countries),
                terrain: vec![TerrainId(0); count],
                country: vec![None; count],
                halves: vec![],
                flags: vec![],
                places: vec![],
                rivers: vec![],
                crossings: vec![],
                blocked: vec![],
                lines: vec![],
                entries: vec![],
                shores: vec![],
            });
        }
        stands.note(&line);
        if let Some(p) = parts.as_mut().filter(|_| !line.text.is_empty()) {
            section_line(p, &mut seen, &line)?;
        }
    }
    // The check of the frame has found every section, so the parts are there.
    let parts = parts.ok_or_else(|| at(1, "the file has no sections".to_string()))?;
    if let Some(i) = seen.iter().position(|s| !s) {
        let number = parts.topology.number(Hex(i as u16));
        return Err(at(stands.hexes, format!("hex {number} is missing from [hexes]; add a line for it")));
    }
    HexBoard::new(parts).map_err(|e| at(stands.line_of(e.part), e.to_string()))
}

/// On which lines of the file the parts of a board stand.
#[derive(Default)]
struct Stands {
    /// Where the list of hexes ends.
    hexes: usize,
    places: Vec<usize>,
    rivers: Vec<usize>,
    lines: Vec<usize>,
}

impl Stands {
    fn note(&mut self, line: &TextLine<'_>) {
        match line.section {
            "hexes" => self.hexes = line.line,
            _ if line.text.is_empty() => {}
            "places" => self.places.push(line.line),
            "rivers" => self.rivers.push(line.line),
            "lines" => self.lines.push(line.line),
            _ => {}
        }
    }

    fn line_of(&self, part: Part) -> usize {
        let (list, i) = match part {
            Part::Place(i) => (&self.places, i),
            Part::River(i) => (&self.rivers, i),
            Part::Line(i) => (&self.lines, i),
        };
        list.get(i).copied().unwrap_or(1)
    }
}

fn section_line(p: &mut Parts, seen: &mut [bool], line: &TextLine<'_>) -> Result<(), FileError> {
    let t = &p.topology;
    let hexes =
        |words: &str| words.split_whitespace().map(|w| line.hex(w, t)).collect::<Result<Vec<Hex>, _>>();
    let sides =
        |words: &str| words.split_whitespace().map(|w| line.side(w, t)).collect::<Result<Vec<Side>, _>>();
    match line.section {
        "hexes" => {
            let mut words = line.text.split_whitespace();
            let (Some(number), Some(terrain), Some(country)) = (words.next(), words.next(), words.next())
            else {
                return Err(line.error("a hex has a number, a terrain and a country or `-`"));
            };
            let hex = line.hex(number, t)?;
            if std::mem::replace(&mut seen[hex.index()], true) {
                return Err(line.error(format!("hex {number} stands twice; keep one line for it")));
            }
            let terrain_at = p.terrains.iter().position(|k| k.name == terrain);
            p.terrain[hex.index()] = TerrainId(
                terrain_at
                    .ok_or_else(|| line.error(format!("terrain `{terrain}` is not declared at the top")))?
                    as u8,
            );
            if country != "-" {
                let at = p.countries.iter().position(|c| c.code == country);
                p.country[hex.index()] =
                    Some(CountryId(at.ok_or_else(|| {
                        line.error(format!("country `{country}` is not declared at the top"))
                    })? as u8));
            }
            match (words.next(), words.next()) {
                (None, _) => {}
                (Some("half"), None) => p.halves.push(hex),
                (Some("half"), Some(other)) | (Some(other), _) => {
                    return Err(line.error(format!("`{other}` should be `half` or nothing")));
                }
            }
        }
        "flags" => {
            let f = line.fields(2)?;
            let flag = Flag { name: f[0].to_string(), hexes: hexes(f[1])? };
            p.flags.push(flag);
        }
        "places" => {
            let f = line.fields(6)?;
            let marks: Vec<&str> = f[5].split(',').map(str::trim).filter(|m| !m.is_empty()).collect();
            let place = Place {
                hex: line.hex(f[0], t)?,
                id: f[1].to_string(),
                name: f[2].to_string(),
                size: line.choose(f[3], SIZES)?,
                fortress: line.parse(f[4], "a grade from 0 to 9")?,
                station: marks.contains(&"station"),
                flags: marks.iter().filter(|m| **m != "station").map(|m| m.to_string()).collect(),
            };
            p.places.push(place);
        }
        "rivers" => {
            let f = line.fields(3)?;
            let river =
                River { name: f[0].to_string(), class: line.choose(f[1], RIVERS)?, sides: sides(f[2])? };
            p.rivers.push(river);
        }
        "crossings" => {
            let f = line.fields(2)?;
            let kind = line.choose(f[0], CROSSINGS)?;
            let sides = sides(f[1])?;
            p.crossings.extend(sides.into_iter().map(|s| (s, kind)));
        }
        "blocked" => {
            let sides = sides(line.text)?;
            p.blocked.extend(sides);
        }
        "lines" => {
            let f = line.fields(7)?;
            let way = match f[0] {
                "rail" => Way::Rail { tracks: line.parse(f[2], "the number of tracks, 1 or 2")? },
                "road" => Way::Road(line.choose(f[2], ROADS)?),
                other => return Err(line.error(format!("`{other}` should be rail or road"))),
            };
            let new = Line {
                id: f[1].to_string(),
                way,
                nation: f[3].to_string(),
                name: f[4].to_string(),
                border: line.choose(f[5], &[("border", true), ("open", false)])?,
                hexes: hexes(f[6])?,
            };
            p.lines.push(new);
        }
        "entries" => {
            let f = line.fields(4)?;
            let entry = Entry {
                hex: line.hex(f[0], t)?,
                side: f[1].to_string(),
                label: f[2].to_string(),
                beyond: f[3].to_string(),
            };
            p.entries.push(entry);
        }
        "shores" => {
            let f = line.fields(2)?;
            let lake = line.choose(f[0], &[("land", false), ("lake", true)])?;
            let ring: Vec<Point> = line.points(f[1])?;
            p.shores.push(Shore { lake, ring });
        }
        // No other section passes the check of the frame.
        _ => {}
    }
    Ok(())
}
