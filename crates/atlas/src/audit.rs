//! The audit: does every board hold what its game demands? Each finding says what was looked for and where.

use crate::areas;
use crate::compile::{Compiled, compile};
use crate::files::{Result, Row, at, table};
use crate::geo::{self, Anchor};
use crate::sources::{BoardSource, Sources};
use sandtable_board::hexboard::{Crossing, HexBoard, Manner, Place, RiverClass, Size, side_name};
use sandtable_board::text::TextLine;
use sandtable_board::{Corner, Direction, Hex, Number, Side};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// No link between areas is longer.
pub const LONGEST_LINK_KM: f64 = 450.0;

#[derive(Deserialize)]
struct Demand {
    scenario: String,
    role: String,
    #[serde(rename = "where")]
    place: String,
    what: String,
}

impl Demand {
    fn finding(&self, what: &str) -> String {
        format!("{} {} {}: {what} ({})", self.scenario, self.role, self.place, self.what)
    }
}

#[derive(Deserialize)]
struct DeviationRow {
    role: String,
    #[serde(rename = "where")]
    place: String,
    reason: String,
}

#[derive(Deserialize)]
struct RiverTown {
    town_id: String,
    rivers: String,
    #[serde(rename = "note")]
    _note: String,
}

/// What the audit of one board found.
#[derive(Debug, Default)]
pub struct Report {
    /// The board.
    pub board: String,
    /// Checks that passed, by kind.
    pub passed: BTreeMap<&'static str, usize>,
    /// What does not hold.
    pub failures: Vec<String>,
    /// What does not hold and is listed with its reason.
    pub deviations: Vec<String>,
    /// The plain fit: place, hex, error in hexes, and the hex it would give.
    pub fit: Vec<(String, String, f64, String)>,
    /// Further figures for people.
    pub notes: Vec<String>,
}

impl Report {
    fn check(&mut self, kind: &'static str, holds: bool, failure: impl FnOnce() -> String) {
        if holds {
            *self.passed.entry(kind).or_default() += 1;
        } else {
            self.failures.push(format!("{kind}: {}", failure()));
        }
    }

    /// A check that may fail where the list of deviations says why.
    fn check_listed(
        &mut self,
        kind: &'static str,
        holds: bool,
        listed: Option<&DeviationRow>,
        finding: impl FnOnce(&str) -> String,
        failure: &str,
    ) {
        match listed.filter(|_| !holds) {
            Some(d) => self.deviations.push(finding(&d.reason)),
            None => self.check(kind, holds, || finding(failure)),
        }
    }

    /// The report as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(out, "{}", self.board);
        if !self.fit.is_empty() {
            let _ = writeln!(out, "  control points, with the error of the plain fit in hexes:");
            for (name, hex, error, plain) in &self.fit {
                let moved = if plain == hex { String::new() } else { format!("  (plain fit: {plain})") };
                let _ = writeln!(out, "    {hex}  {name:<20} {error:.2}{moved}");
            }
        }
        for note in &self.notes {
            let _ = writeln!(out, "  {note}");
        }
        for (kind, count) in &self.passed {
            let _ = writeln!(out, "  ok    {count:>5}  {kind}");
        }
        for d in &self.deviations {
            let _ = writeln!(out, "  differs      {d}");
        }
        for f in &self.failures {
            let _ = writeln!(out, "  FAIL         {f}");
        }
        out
    }
}

/// Audits all boards.
pub fn audit(sources: &Sources) -> Result<Vec<Report>> {
    let audit = |board: &BoardSource| {
        if board.areas { audit_areas(sources, board) } else { audit_hexes(sources, board) }
    };
    sources.boards.iter().map(audit).collect()
}

fn deviations(folder: &Path) -> Result<Vec<DeviationRow>> {
    let file = folder.join("deviations.csv");
    if !file.exists() {
        return Ok(vec![]);
    }
    Ok(table::<DeviationRow>(&file)?.into_iter().map(|r| r.row).collect())
}

fn find<'a>(listed: &'a [DeviationRow], role: &str, place: &str) -> Option<&'a DeviationRow> {
    listed.iter().find(|d| d.role == role && d.place == place)
}

fn audit_hexes(sources: &Sources, source: &BoardSource) -> Result<Report> {
    let compiled = compile(sources, &source.id)?;
    let mut report = Report { board: source.id.clone(), ..Report::default() };
    let listed = deviations(&source.folder)?;
    anchors(&sources.atlas, &compiled, &mut report)?;
    demands(&source.folder, &compiled, &listed, &mut report)?;
    rivers(&sources.atlas, &compiled.board, &listed, &mut report)?;
    ways(&compiled.board, &mut report);
    report.notes.push(format!("one hex measures {:.1} km", compiled.georeference.km));
    report.notes.push(format!("{} corrections by hand", compiled.corrections.len()));
    Ok(report)
}

fn anchors(atlas: &Path, compiled: &Compiled, report: &mut Report) -> Result<()> {
    let (board, t) = (&compiled.board, compiled.board.topology());
    for r in compiled.residuals.iter().filter(|r| r.control.anchor) {
        let plain = r.plain_hex.map_or("off the sheet".to_string(), |n| n.to_string());
        report.fit.push((r.control.name.clone(), r.control.hex.to_string(), r.error, plain));
    }
    let file = atlas.join("anchors.csv");
    let name = board.parts().id.replace('-', "_");
    for Row { line, row } in table::<Anchor>(&file)? {
        if row.game != name {
            continue;
        }
        let number: Number = row.hex.parse().map_err(|e| at(&file, line, format!("{e}")))?;
        let place = board.parts().places.iter().find(|p| p.id == row.town_id);
        report.check("anchors stand in their hex", place.is_some_and(|p| t.number(p.hex) == number), || {
            match place {
                Some(p) => format!("{} stands in {}, not in {number}", row.town_id, t.number(p.hex)),
                None => format!("{} is not on the board; it belongs in {number}", row.town_id),
            }
        });
    }
    for r in &compiled.residuals {
        let at = t.hex_at(compiled.georeference.locate(r.control.place)).map(|h| t.number(h));
        report.check("control points fall in their hex after the bend", at == Some(r.control.hex), || {
            format!("{} falls in {at:?}, not in {}", r.control.name, r.control.hex)
        });
    }
    Ok(())
}

fn named(places: &[&Place], towns: &geo::Towns, what: &str) -> bool {
    // A double name stands for either town.
    let parts: Vec<&str> = what.split(['–', '/']).map(str::trim).collect();
    places.iter().any(|p| {
        let base = p.id.split('-').next().unwrap_or(&p.id);
        let town = towns.get(base);
        parts.iter().any(|w| {
            p.name == *w
                || p.name.contains(*w)
                || town.is_some_and(|t| t.name == *w || t.aliases.split(';').any(|a| a == *w))
        })
    })
}

fn demands(folder: &Path, compiled: &Compiled, listed: &[DeviationRow], report: &mut Report) -> Result<()> {
    let (board, t) = (&compiled.board, compiled.board.topology());
    let file = folder.join("audit.csv");
    let shown = file.display().to_string();
    for Row { line, row } in table::<Demand>(&file)? {
        let here = TextLine { file: &shown, line, section: "", text: "" };
        let finding = |what: &str| row.finding(what);
        if row.role == "bridge" {
            let side = here.side(&row.place, t)?;
            report.check("bridges", board.side(side).crossing.is_some(), || finding("no crossing"));
            continue;
        }
        let hex = here.hex(&row.place, t)?;
        let mut places: Vec<&Place> = board.places_in(hex).collect();
        let (kind, holds, failure): (&'static str, bool, &str) = match row.role.as_str() {
            "setup" => ("set-up hexes are passable land", board.passable(hex), "nothing can stand there"),
            "entry" => ("entry hexes are passable land", board.passable(hex), "nothing can stand there"),
            "victory" => ("victory hexes are passable land", board.passable(hex), "nothing can stand there"),
            "supply" => ("supply hexes are passable land", board.passable(hex), "nothing can stand there"),
            "place" => {
                // The second hex of a town bears its name next door.
                if places.iter().any(|p| p.name.is_empty()) {
                    places.extend(t.neighbours(hex).flat_map(|(_, _, n)| board.places_in(n)));
                }
                (
                    "named places stand where the game says",
                    named(&places, &compiled.towns, &row.what),
                    "not named there",
                )
            }
            "rail" => ("rail hexes have a railway", board.has_rail(hex), "no railway"),
            "fortress" => ("fortresses", places.iter().any(|p| p.fortress > 0), "no fortress"),
            "city" => ("cities", places.iter().any(|p| p.size == Size::City), "no city"),
            other => return Err(at(&file, line, format!("`{other}` is no role of a demand"))),
        };
        report.check_listed(kind, holds, find(listed, &row.role, &row.place), finding, failure);
    }
    Ok(())
}

/// Whether a river may end at a corner: at the sheet's edge, at water, or on another river.
fn may_end(board: &HexBoard, corner: Corner, river: usize) -> bool {
    let t = board.topology();
    let touches = |hex: Hex| t.corners(hex).contains(&corner);
    let p = t.point(corner);
    let near: Vec<Hex> = t
        .hex_at(p)
        .into_iter()
        .flat_map(|h| t.within(h, 1).collect::<Vec<_>>())
        .filter(|h| touches(*h))
        .collect();
    let water = |h: &Hex| matches!(board.terrain_kind(board.terrain(*h)).manner, Manner::Sea | Manner::Lake);
    let on = |sides: &[Side]| sides.iter().any(|s| t.side_corners(*s).contains(&corner));
    near.len() < 3
        || near.iter().any(water)
        || board.parts().rivers.iter().enumerate().any(|(i, r)| i != river && on(&r.sides))
}

fn rivers(atlas: &Path, board: &HexBoard, listed: &[DeviationRow], report: &mut Report) -> Result<()> {
    let t = board.topology();
    for (i, river) in board.parts().rivers.iter().enumerate() {
        let Some(&last) = river.sides.last() else { continue };
        let [a, b] = t.side_corners(last);
        let shared = river.sides.len().checked_sub(2).and_then(|k| t.shared_corner(river.sides[k], last));
        let mouth = if shared == Some(a) { b } else { a };
        let holds = may_end(board, mouth, i) || (shared.is_none() && may_end(board, b, i));
        report.check_listed(
            "rivers run unbroken to water, another river or the edge",
            holds,
            find(listed, "river", &river.name),
            |what| format!("river {}: {what}", river.name),
            &format!("ends in the open at {}", side_name(t, last)),
        );
    }
    let file = atlas.join("river_towns.csv");
    for Row { row, .. } in table::<RiverTown>(&file)? {
        let names: Vec<&str> = row.rivers.split(';').collect();
        let known: Vec<_> =
            board.parts().rivers.iter().filter(|r| names.contains(&r.name.as_str())).collect();
        let hexes: Vec<Hex> = board
            .parts()
            .places
            .iter()
            .filter(|p| p.id == row.town_id || p.id.starts_with(&format!("{}-", row.town_id)))
            .map(|p| p.hex)
            .collect();
        if hexes.is_empty() || known.is_empty() {
            continue;
        }
        let on_river = |hex: &Hex| {
            Direction::ALL.iter().any(|d| known.iter().any(|r| r.sides.contains(&t.side(*hex, *d))))
        };
        let holds = hexes.iter().any(on_river);
        report.check_listed(
            "towns stand on their rivers",
            holds,
            find(listed, "river-town", &row.town_id),
            |what| format!("{} on the {}: {what}", row.town_id, row.rivers),
            "not there",
        );
    }
    Ok(())
}

fn ways(board: &HexBoard, report: &mut Report) {
    let t = board.topology();
    for side in t.sides() {
        let f = board.side(side);
        if f.tracks > 0 && f.river == Some(RiverClass::Big) {
            report.check(
                "railways over big rivers have a bridge",
                f.crossing == Some(Crossing::Bridge),
                || side_name(t, side),
            );
        }
    }
    // The board would not have been put together with a gap in it.
    report.passed.insert("railways and roads are unbroken chains", board.parts().lines.len());
}

fn audit_areas(sources: &Sources, source: &BoardSource) -> Result<Report> {
    let c = areas::compile(sources, &source.id)?;
    let mut report = Report { board: source.id.clone(), ..Report::default() };
    let board = &c.board;
    report.notes.push(format!(
        "{} areas, {} links, {} seas",
        board.len(),
        board.parts().links.len(),
        board.parts().seas.len()
    ));
    report.notes.push(format!("longest link {}–{} {:.0} km", c.longest.1, c.longest.2, c.longest.0));
    report.notes.push(format!("{} links needed a strip of land to touch", c.bent.len()));
    report.check("no link is longer than 450 km", c.longest.0 <= LONGEST_LINK_KM, || {
        format!("{:?}", c.longest)
    });
    for id in board.areas() {
        let area = board.area(id);
        report.check("areas are drawn as one piece", !c.broken.contains(&area.id), || area.id.clone());
        report.check(
            "links lead both ways",
            board.neighbours(id).iter().all(|(n, _)| board.link(*n, id).is_some()),
            || area.id.clone(),
        );
        let drawn = board.outline(id).len();
        report.check(
            "outlines are closed",
            drawn >= 1 && board.outline(id).iter().all(|r| r.first() == r.last()),
            || area.id.clone(),
        );
    }
    for link in &board.parts().links {
        let pair = (board.area(link.a).id.clone(), board.area(link.b).id.clone());
        report.check(
            "linked areas touch, or face each other over a crossing",
            !c.apart.contains(&pair),
            || format!("{}–{}", pair.0, pair.1),
        );
    }
    let first = sandtable_board::AreaId(0);
    report.check("all areas hang together", board.within(first, u8::MAX).len() == board.len(), String::new);
    let file = source.folder.join("audit.csv");
    for Row { row, .. } in table::<Demand>(&file)? {
        let area = board.area_named(&row.place);
        let finding = |what: &str| row.finding(what);
        match row.role.as_str() {
            "city" | "victory" => {
                let has = area.is_some_and(|a| board.area(a).city.is_some());
                report.check("cities of the scenarios", has, || finding("no city"));
            }
            _ => report.check("areas of the scenarios exist", area.is_some(), || finding("no such area")),
        }
    }
    Ok(report)
}
