//! Area boards as files.

use crate::areaboard::{
    Arc, Area, AreaBoard, AreaId, AreaParts, City, Link, LinkKind, MOST_AREAS, Sea, SeaId,
};
use crate::geometry::Point;
use crate::text::{FileError, Head, TextLine, check_frame, lines, word_for, write_head, write_points};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// First line of an area board file; the number is the version of the format.
pub const AREA_HEADER: &str = "sandtable area board 1";

/// Words for [`LinkKind`].
pub const LINKS: &[(&str, LinkKind)] =
    &[("land", LinkKind::Land), ("river", LinkKind::River), ("crossing", LinkKind::Crossing)];
/// The sections of an area board file.
const SECTIONS: &[&str] = &["seas", "areas", "links", "arcs", "land", "lakes", "streams"];
/// More seas than this have no room in a byte.
pub const MOST_SEAS: usize = 255;
const YES: &[(&str, bool)] = &[("yes", true), ("no", false)];

/// Writes a board as a file. Reading it back gives an equal board, and writing that the same bytes.
pub fn write(board: &AreaBoard) -> String {
    let p = board.parts();
    let mut out = String::new();
    let o = &mut out;
    let _ = writeln!(o, "{AREA_HEADER}");
    let _ = writeln!(o, "# Compiled from geography; correct the area and link files and compile again.");
    write_head(o, [&p.id, &p.title, &p.provenance], p.km);
    let _ = write!(o, "frame = ");
    write_points(o, &[p.frame.0, p.frame.1]);
    let _ = writeln!(o, "\n\n[seas]\n# id | name | freezes | next seas | centre");
    for s in &p.seas {
        let near: Vec<_> = s.near.iter().map(|n| p.seas[n.index()].id.as_str()).collect();
        let _ = write!(o, "{} | {} | {} | {} | ", s.id, s.name, word_for(YES, s.ice), near.join(" "));
        write_points(o, &[s.centre]);
        o.push('\n');
    }
    let _ = writeln!(
        o,
        "\n[areas]\n# id | name | home | owner | terrain | forage | winter | guerilla | seas | centre | city | spires | fleches | port | capital"
    );
    for a in &p.areas {
        let seas: Vec<_> = a.seas.iter().map(|s| p.seas[s.index()].id.as_str()).collect();
        let _ = write!(
            o,
            "{} | {} | {} | {} | {} | {} | {} | {} | {} | ",
            a.id,
            a.name,
            a.home,
            a.owner,
            a.terrain,
            a.forage,
            word_for(YES, a.winter),
            a.guerilla,
            seas.join(" ")
        );
        write_points(o, &[a.centre]);
        match &a.city {
            Some(c) => {
                let (port, capital) = (word_for(YES, c.port), word_for(YES, c.capital));
                let _ = writeln!(o, " | {} | {} | {} | {port} | {capital}", c.name, c.spires, c.fleches);
            }
            None => o.push_str(" | - | 0 | 0 | no | no\n"),
        }
    }
    let _ = writeln!(o, "\n[links]\n# a b kind");
    for l in &p.links {
        let _ = writeln!(
            o,
            "{} {} {}",
            p.areas[l.a.index()].id,
            p.areas[l.b.index()].id,
            word_for(LINKS, l.kind)
        );
    }
    let _ = writeln!(o, "\n[arcs]\n# left | right | line");
    let name = |a: Option<AreaId>| a.map_or("-", |a| p.areas[a.index()].id.as_str());
    for arc in &p.arcs {
        let _ = write!(o, "{} | {} | ", name(arc.left), name(arc.right));
        write_points(o, &arc.points);
        o.push('\n');
    }
    let _ = writeln!(o, "\n[land]\n# in play or out | ring");
    for (in_play, ring) in &p.land {
        let _ = write!(o, "{} | ", if *in_play { "in" } else { "out" });
        write_points(o, ring);
        o.push('\n');
    }
    for (section, lines) in [("lakes", &p.lakes), ("streams", &p.streams)] {
        let _ = writeln!(o, "\n[{section}]");
        for line in lines {
            write_points(o, line);
            o.push('\n');
        }
    }
    out
}

/// Reads a board file; `file` is its name for messages.
pub fn read(file: &str, text: &str) -> Result<AreaBoard, FileError> {
    let at = |line: usize, what: String| FileError { file: file.to_string(), line, what };
    check_frame(file, text, "an area board", AREA_HEADER, SECTIONS)?;
    let mut p = AreaParts {
        id: String::new(),
        title: String::new(),
        provenance: String::new(),
        km: 0.0,
        frame: Default::default(),
        areas: vec![],
        links: vec![],
        seas: vec![],
        arcs: vec![],
        land: vec![],
        lakes: vec![],
        streams: vec![],
    };
    let (mut head, mut names) = (Head::default(), Names::default());
    // Where the lists of areas and of links stand, for complaints about the whole.
    let (mut areas_end, mut links) = (1, Vec::new());
    for line in lines(file, text).skip(1) {
        match line.section {
            "areas" => areas_end = line.line,
            "links" if !line.text.is_empty() => links.push(line.line),
            _ => {}
        }
        if line.section.is_empty() {
            let (key, value) = line.key_value()?;
            match key {
                "frame" => match line.points(value)?[..] {
                    [low, high] if low.x < high.x && low.y < high.y => p.frame = (low, high),
                    _ => return Err(line.error("a frame has two points, upper left and lower right")),
                },
                _ if head.take(&line, key, value)? => {}
                _ => return Err(line.error(format!("`{key}` is no key of an area board"))),
            }
            continue;
        }
        head.complete(&line)?;
        if !line.text.is_empty() {
            section_line(&mut p, &mut names, &line)?;
        }
    }
    if p.areas.is_empty() {
        return Err(at(areas_end, "[areas] is empty; a board has at least one".to_string()));
    }
    (p.id, p.title, p.provenance, p.km) = (head.id, head.title, head.provenance, head.km);
    // Seas may name seas that stand further down.
    for (i, near, line) in std::mem::take(&mut names.sea_neighbours) {
        p.seas[i].near = near
            .split_whitespace()
            .map(|w| names.seas.get(w).copied().ok_or_else(|| at(line, format!("unknown sea `{w}`"))))
            .collect::<Result<_, _>>()?;
    }
    AreaBoard::new(p).map_err(|e| {
        let line = e.link.and_then(|i| links.get(i).copied());
        at(line.unwrap_or(areas_end), e.to_string())
    })
}

#[derive(Default)]
struct Names {
    areas: BTreeMap<String, AreaId>,
    seas: BTreeMap<String, SeaId>,
    sea_neighbours: Vec<(usize, String, usize)>,
}

fn one_point(line: &TextLine<'_>, words: &str) -> Result<Point, FileError> {
    match line.points(words)?[..] {
        [p] => Ok(p),
        _ => Err(line.error(format!("`{words}` should be one point `x,y`"))),
    }
}

fn section_line(p: &mut AreaParts, names: &mut Names, line: &TextLine<'_>) -> Result<(), FileError> {
    let area = |word: &str| {
        names
            .areas
            .get(word)
            .copied()
            .ok_or_else(|| line.error(format!("unknown area `{word}`; see [areas]")))
    };
    match line.section {
        "seas" => {
            let f = line.fields(5)?;
            let sea = Sea {
                id: f[0].to_string(),
                name: f[1].to_string(),
                ice: line.choose(f[2], YES)?,
                near: vec![],
                centre: one_point(line, f[4])?,
            };
            if p.seas.len() >= MOST_SEAS {
                return Err(line.error(format!("an area board holds at most {MOST_SEAS} seas")));
            }
            if names.seas.insert(f[0].to_string(), SeaId(p.seas.len() as u8)).is_some() {
                return Err(line.error(format!("duplicate id `{}`; ids of seas are unique", f[0])));
            }
            names.sea_neighbours.push((p.seas.len(), f[3].to_string(), line.line));
            p.seas.push(sea);
        }
        "areas" => {
            let f = line.fields(15)?;
            let seas = f[8]
                .split_whitespace()
                .map(|w| {
                    names
                        .seas
                        .get(w)
                        .copied()
                        .ok_or_else(|| line.error(format!("unknown sea `{w}`; see [seas]")))
                })
                .collect::<Result<Vec<_>, _>>()?;
            let city = if f[10] == "-" {
                None
            } else {
                Some(City {
                    name: f[10].to_string(),
                    spires: line.parse(f[11], "a number of spires")?,
                    fleches: line.parse(f[12], "a number of fleches")?,
                    port: line.choose(f[13], YES)?,
                    capital: line.choose(f[14], YES)?,
                })
            };
            let new = Area {
                id: f[0].to_string(),
                name: f[1].to_string(),
                home: f[2].to_string(),
                owner: f[3].to_string(),
                terrain: f[4].to_string(),
                forage: line.parse(f[5], "a forage value")?,
                winter: line.choose(f[6], YES)?,
                guerilla: line.parse(f[7], "a guerilla value")?,
                seas,
                centre: one_point(line, f[9])?,
                city,
            };
            if p.areas.len() >= MOST_AREAS {
                return Err(line.error(format!("an area board holds at most {MOST_AREAS} areas")));
            }
            if names.areas.insert(f[0].to_string(), AreaId(p.areas.len() as u16)).is_some() {
                return Err(line.error(format!("duplicate id `{}`; ids of areas are unique", f[0])));
            }
            p.areas.push(new);
        }
        "links" => {
            let words: Vec<&str> = line.text.split_whitespace().collect();
            let [a, b, kind] = words[..] else { return Err(line.error("a link has three words: a b kind")) };
            let link = Link { a: area(a)?, b: area(b)?, kind: line.choose(kind, LINKS)? };
            p.links.push(link);
        }
        "arcs" => {
            let f = line.fields(3)?;
            let side = |word: &str| if word == "-" { Ok(None) } else { area(word).map(Some) };
            let arc = Arc { left: side(f[0])?, right: side(f[1])?, points: line.points(f[2])? };
            if arc.points.len() < 2 {
                return Err(line.error("a border has at least two points"));
            }
            p.arcs.push(arc);
        }
        "land" => {
            let f = line.fields(2)?;
            p.land.push((line.choose(f[0], &[("in", true), ("out", false)])?, line.points(f[1])?));
        }
        "lakes" => p.lakes.push(line.points(line.text)?),
        "streams" => p.streams.push(line.points(line.text)?),
        // No other section passes the check of the frame.
        _ => {}
    }
    Ok(())
}
