//! One place of a board in words: its ground, what leads to its neighbours, and what is there.

use crate::Failure;
use crate::boards::Board;
use crate::terminal;
use sandtable_board::areaboard::{Area, LinkKind};
use sandtable_board::hexboard::SideFeatures;
use sandtable_board::hexparts::{Crossing, RiverClass, RoadClass, Size};
use sandtable_board::{AreaBoard, HexBoard};
use sandtable_core::view::View;
use std::fmt::Write;

/// A place by its number, id or name, as a view shows it.
pub fn describe(board: &Board, view: &View, word: &str) -> Result<String, Failure> {
    let (id, mut out) = match board {
        Board::Hexes(board) => hex(board, word),
        Board::Areas(board) => area(board, word),
    }
    .ok_or_else(|| Failure::new(format!("the board has no place `{word}`")))?;
    let mut here = view.clone();
    here.counters.retain(|c| c.place == id);
    here.marks.retain(|m| m.place == id);
    out.push_str(&terminal::pieces(&here));
    out.push_str(&terminal::marks(&here));
    Ok(out)
}

fn hex(board: &HexBoard, word: &str) -> Option<(String, String)> {
    let t = board.topology();
    let named = || board.parts().places.iter().find(|p| p.name.eq_ignore_ascii_case(word)).map(|p| p.hex);
    let hex = word.parse().ok().and_then(|n| t.hex(n)).or_else(named)?;
    let country = board.country(hex).map(|c| format!(", {}", board.parts().countries[usize::from(c.0)].name));
    let mut out = format!(
        "{}: {}{}\n",
        t.number(hex),
        board.terrain_kind(board.terrain(hex)).name,
        country.unwrap_or_default()
    );
    for place in board.places_in(hex).filter(|p| !p.name.is_empty()) {
        let size = match place.size {
            Size::Village => "village",
            Size::Town => "town",
            Size::City => "city",
        };
        let fortress = if place.fortress > 0 { ", fortress" } else { "" };
        let station = if place.station { ", station" } else { "" };
        let _ = writeln!(out, "  {}: {size}{fortress}{station}", place.name);
    }
    for (d, side, next) in t.neighbours(hex) {
        let rivers = board.parts().rivers.iter().filter(|r| r.sides.contains(&side)).map(|r| r.name.as_str());
        let features = features(board.towards(hex, d), &rivers.collect::<Vec<_>>().join(", "));
        let ground = &board.terrain_kind(board.terrain(next)).name;
        let _ = writeln!(out, "  to {} ({ground}){features}", t.number(next));
    }
    Some((t.number(hex).to_string(), out))
}

/// What a hexside carries, each after a colon or comma.
fn features(side: SideFeatures, river: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    if let Some(class) = side.river {
        let class = match class {
            RiverClass::Small => "river",
            RiverClass::Big => "big river",
        };
        words.push(format!("{class} {river}").trim_end().to_string());
    }
    words.extend(side.crossing.map(|c| {
        match c {
            Crossing::Bridge => "bridge",
            Crossing::Pontoon => "bridge of boats",
            Crossing::Ferry => "ferry",
        }
        .to_string()
    }));
    words.extend(side.road.map(|r| {
        match r {
            RoadClass::Secondary => "road",
            RoadClass::Main => "main road",
        }
        .to_string()
    }));
    match side.tracks {
        0 => {}
        1 => words.push("railway".to_string()),
        n => words.push(format!("railway of {n} tracks")),
    }
    if side.frontier {
        words.push("frontier".to_string());
    }
    if side.blocked {
        words.push("closed".to_string());
    }
    if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
}

fn area(board: &AreaBoard, word: &str) -> Option<(String, String)> {
    let called = |a: &Area| a.name.eq_ignore_ascii_case(word) || a.id.eq_ignore_ascii_case(word);
    let id = board.areas().find(|id| called(board.area(*id)))?;
    let area = board.area(id);
    let winter = if area.winter { ", in the winter zone" } else { "" };
    let mut out = format!(
        "{}: {} of {}, forage {}, guerilla {}{winter}\n",
        area.name, area.terrain, area.home, area.forage, area.guerilla
    );
    if let Some(city) = &area.city {
        let capital = if city.capital { ", capital" } else { "" };
        let port = if city.port { ", port" } else { "" };
        let _ = writeln!(
            out,
            "  city {}: {} spires, {} fleches{capital}{port}",
            city.name, city.spires, city.fleches
        );
    }
    for (next, kind) in board.neighbours(id) {
        let kind = match kind {
            LinkKind::Land => "",
            LinkKind::River => ": over a river",
            LinkKind::Crossing => ": over a crossing",
        };
        let _ = writeln!(out, "  to {}{kind}", board.area(*next).name);
    }
    Some((area.id.clone(), out))
}
