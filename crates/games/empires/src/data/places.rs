//! Areas, links and seas: the compiled board against the lists that it was compiled from.

use super::{Figures, Files, Nation, nations};
use sandtable_board::{AreaBoard, LinkKind, SeaId};
use sandtable_datafile::DataFault;
use sandtable_datafile::rows;
use serde::Deserialize;

/// What the rules ask of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The nation or minor that it is part of.
    pub home: u8,
    /// Who held it in 1805.
    pub owner: u8,
    /// Terrain, as a row of the figures.
    pub terrain: u8,
    /// Movement points to enter.
    pub cost: u8,
    /// Forage value.
    pub forage: u8,
    /// Spires of its city; 0 without a city.
    pub spires: u8,
    /// Fleches of its city.
    pub fleches: u8,
    /// The sea of its port.
    pub port: Option<SeaId>,
    /// Whether it lies in the winter zone.
    pub winter: bool,
    /// Guerilla value.
    pub guerilla: u8,
}

#[derive(Deserialize)]
struct AreaRow {
    id: String,
    name: String,
    home: String,
    owner: String,
    terrain: String,
    forage: u8,
    city: String,
    spires: u8,
    fleches: u8,
    port: String,
    capital: String,
    winter: String,
    guerilla: u8,
    seas: String,
}

#[derive(Deserialize)]
struct LinkRow {
    a: String,
    b: String,
    kind: String,
}

#[derive(Deserialize)]
struct SeaRow {
    id: String,
    near: String,
    ice: String,
}

fn sea_names<'a>(board: &'a AreaBoard, list: &[SeaId]) -> Vec<&'a str> {
    list.iter().map(|s| board.parts().seas[s.index()].id.as_str()).collect()
}

fn listed(text: &str) -> Vec<&str> {
    text.split(';').filter(|s| !s.is_empty()).collect()
}

pub(super) fn read(
    files: &Files<'_>,
    board: &AreaBoard,
    all: &[Nation],
    figures: &Figures,
) -> Result<Vec<Place>, DataFault> {
    seas(files.seas, board)?;
    links(files.links, board)?;
    let list = rows::<AreaRow>("areas.csv", files.areas)?;
    if list.len() != board.len() {
        let what = format!("board.txt has {} areas; compile it again", board.len());
        return Err(DataFault::new("areas.csv", 1, what));
    }
    let mut out = Vec::with_capacity(list.len());
    for ((line, row), id) in list.iter().zip(board.areas()) {
        let fault = |what: String| DataFault::new("areas.csv", *line, what);
        let area = board.area(id);
        let city = area.city.as_ref();
        let yes = |text: &str| text == "y";
        let same = row.id == area.id
            && row.name == area.name
            && (&row.home, &row.owner, &row.terrain) == (&area.home, &area.owner, &area.terrain)
            && (row.forage, row.guerilla, yes(&row.winter)) == (area.forage, area.guerilla, area.winter)
            && row.city == city.map_or("", |c| &c.name)
            && (row.spires, row.fleches) == city.map_or((0, 0), |c| (c.spires, c.fleches))
            && (yes(&row.port), yes(&row.capital)) == city.map_or((false, false), |c| (c.port, c.capital))
            && listed(&row.seas) == sea_names(board, &area.seas);
        if !same {
            return Err(fault(format!("`{}` is not as in board.txt; compile it again", row.id)));
        }
        let nation = |what: &str, name: &str| {
            let known = nations::index(all, name);
            known.ok_or_else(|| fault(format!("{what} `{name}` is no power or minor of powers.toml")))
        };
        let Some(terrain) = figures.terrain.iter().position(|t| t.id == row.terrain) else {
            return Err(fault(format!("`{}` is no terrain of tables.toml", row.terrain)));
        };
        let port = if yes(&row.port) {
            let Some(sea) = area.seas.first() else {
                return Err(fault(format!("port `{}` lies on no sea; list its own sea first", row.id)));
            };
            Some(*sea)
        } else {
            None
        };
        out.push(Place {
            home: nation("home", &row.home)?,
            owner: nation("owner", &row.owner)?,
            terrain: terrain as u8,
            cost: figures.terrain[terrain].cost,
            forage: row.forage,
            spires: row.spires,
            fleches: row.fleches,
            port,
            winter: area.winter,
            guerilla: row.guerilla,
        });
    }
    Ok(out)
}

fn seas(text: &str, board: &AreaBoard) -> Result<(), DataFault> {
    let list = rows::<SeaRow>("seas.csv", text)?;
    for (line, row) in &list {
        let sea = board.sea_named(&row.id).map(|s| &board.parts().seas[s.index()]);
        let same =
            sea.is_some_and(|s| (row.ice == "y") == s.ice && listed(&row.near) == sea_names(board, &s.near));
        if !same {
            let what = format!("`{}` is not as in board.txt; compile it again", row.id);
            return Err(DataFault::new("seas.csv", *line, what));
        }
    }
    if list.len() != board.parts().seas.len() {
        return Err(DataFault::new("seas.csv", 1, "board.txt has other seas; compile it again"));
    }
    Ok(())
}

fn links(text: &str, board: &AreaBoard) -> Result<(), DataFault> {
    let list = rows::<LinkRow>("links.csv", text)?;
    for (line, row) in &list {
        let fault = |what: String| DataFault::new("links.csv", *line, what);
        let area = |id: &str| board.area_named(id).ok_or_else(|| fault(format!("`{id}` is no area")));
        let kind = match row.kind.as_str() {
            "land" => LinkKind::Land,
            "river" => LinkKind::River,
            "crossing" => LinkKind::Crossing,
            other => return Err(fault(format!("`{other}` is not land, river or crossing"))),
        };
        if board.link(area(&row.a)?, area(&row.b)?) != Some(kind) {
            let what = format!("{}–{} is not as in board.txt; compile it again", row.a, row.b);
            return Err(fault(what));
        }
    }
    if list.len() != board.parts().links.len() {
        return Err(DataFault::new("links.csv", 1, "board.txt has other links; compile it again"));
    }
    Ok(())
}
