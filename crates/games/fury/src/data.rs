//! The game's own data: board, counters, tables and set-up, read once and shared.

pub mod pieces;
pub mod tables;

use crate::data::pieces::{
    Army, CORPS, CP, Corps, FORTS, Face, Fort, Front, HQS, Hq, Kind, Nation, Piece, Posting, RU,
};
use crate::data::tables::Tables;
use crate::position::hexset::{HEXES, HexSet};
use sandtable_board::hexboard::Way;
use sandtable_board::{Direction, HexBoard, Number, hexfile};
use serde::Deserialize;

/// A hex beside another, and what lies between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The neighbour.
    pub to: u16,
    /// A river runs between.
    pub river: bool,
    /// A railway joins them, border lines included.
    pub rail: bool,
    /// A railway joins them that trains and supply use.
    pub line: bool,
    /// A border line that carries Central supply, and Germans detached to Austria on the turn they enter.
    pub ally_line: bool,
}

/// Terrain of a hex (fury 3a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Clear.
    Clear,
    /// Hills, swamp and woods.
    Difficult,
    /// Mountains.
    Mountain,
    /// Sea (fury 3b).
    Sea,
    /// The Romanian corner (fury 3c).
    Closed,
}

/// Strength of a Cadre; reconstructed.
pub const CADRE_STRENGTH: u8 = 2;

/// Everything that never changes.
#[derive(Clone)]
pub struct Data {
    /// The board.
    pub board: HexBoard,
    /// Neighbours.
    pub near: Vec<[Option<Step>; 6]>,
    /// Neighbours as sets.
    pub around: Vec<HexSet>,
    /// Hexes in which units can stand.
    pub land: HexSet,
    /// For each side, the railways that carry its supply: from each hex the hexes they lead to.
    pub supply_lines: [Vec<HexSet>; 2],
    /// Terrain.
    pub ground: [Ground; HEXES],
    /// Whose country a hex is: a nation, or none.
    pub country: [Option<Nation>; HEXES],
    /// Fortresses.
    pub forts: Vec<Fort>,
    /// Fortress of a hex.
    pub fort_at: [Option<u8>; HEXES],
    /// Entry hexes of each nation (fury 3f, fury 3g).
    pub entries: [HexSet; 3],
    /// Corps.
    pub corps: Vec<Corps>,
    /// Headquarters.
    pub hqs: Vec<Hq>,
    /// Tables.
    pub tables: Tables,
    /// Set-up hexes of each army (fury 3e).
    pub setup: Vec<Vec<u16>>,
    /// The historical set-up.
    pub deploy: Vec<(Piece, u16)>,
    /// The Romanian corner.
    pub romania: u16,
}

#[derive(Deserialize)]
struct CorpsRow {
    id: String,
    nation: String,
    name: String,
    #[serde(rename = "type")]
    kind: Kind,
    army: String,
    other: String,
    full: u8,
    reduced: u8,
    star: String,
    enters: String,
    side: String,
    source: String,
}

#[derive(Deserialize)]
struct HqRow {
    id: String,
    nation: String,
    name: String,
    front: String,
    active_support: i8,
    active_cavalry: u8,
    active_range: u8,
    inactive_support: i8,
    inactive_cavalry: u8,
    inactive_range: u8,
    enters: String,
    starts: String,
    source: String,
}

#[derive(Deserialize)]
struct SetupRow {
    army: String,
    hex: String,
}

#[derive(Deserialize)]
struct DeployRow {
    piece: String,
    hex: String,
}

sandtable_datafile::data_files! {
    board = "board.txt",
    corps = "corps.csv",
    hqs = "hqs.csv",
    tables = "tables.toml",
    setup = "setup.csv",
    deploy = "deploy.csv",
    bot = "bot.toml",
    planner = "planner.toml",
}

fn rows<T: for<'a> Deserialize<'a>>(file: &str, text: &str) -> Result<Vec<T>, String> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|r| r.map_err(|e| format!("{file}: {e}")))
        .collect()
}

impl Data {
    /// Reads and checks the files.
    pub fn read(files: &Files<'_>) -> Result<Data, String> {
        let board = hexfile::read("board.txt", files.board).map_err(|e| e.to_string())?;
        let t = board.topology();
        if t.hex_count() != HEXES {
            return Err(format!("board.txt: {} hexes, {HEXES} are wanted", t.hex_count()));
        }
        let number = |s: &str| -> Result<u16, String> {
            let n: Number = s.parse().map_err(|e| format!("{e}"))?;
            t.hex(n).map(|h| h.0).ok_or_else(|| format!("hex {s} is off the board"))
        };
        let tables = tables::read(files.tables)?;
        let turn = |file: &str, word: &str| -> Result<Option<u8>, String> {
            if word == "set-up" {
                return Ok(None);
            }
            let at = tables.turns.iter().position(|n| n == word);
            at.map(|i| Some(i as u8)).ok_or_else(|| format!("{file}: `{word}` is no turn"))
        };
        let nation = |file: &str, word: &str| match word {
            "RU" => Ok(Nation::Ru),
            "AH" => Ok(Nation::Ah),
            "DE" => Ok(Nation::De),
            _ => Err(format!("{file}: `{word}` should be RU, AH or DE")),
        };

        let mut hqs = Vec::new();
        for r in rows::<HqRow>("hqs.csv", files.hqs)? {
            let front = match r.front.as_str() {
                "north" => Some(Front::North),
                "south" => Some(Front::South),
                "chosen" => None,
                other => return Err(format!("hqs.csv: front `{other}` should be north, south or chosen")),
            };
            hqs.push(Hq {
                nation: nation("hqs.csv", &r.nation)?,
                front,
                faces: [
                    Face { support: r.active_support, cavalry: r.active_cavalry, range: r.active_range },
                    Face {
                        support: r.inactive_support,
                        cavalry: r.inactive_cavalry,
                        range: r.inactive_range,
                    },
                ],
                enters: turn("hqs.csv", &r.enters)?,
                starts_active: r.starts == "active",
                stated: r.source == "rulebook",
                id: r.id,
                name: r.name,
            });
        }
        if hqs.len() != HQS {
            return Err(format!("hqs.csv: {} headquarters, {HQS} are wanted", hqs.len()));
        }
        let army = |file: &str, id: &str| -> Result<Army, String> {
            let at = hqs.iter().position(|h| h.id == id);
            at.map(|i| Army(i as u8)).ok_or_else(|| format!("{file}: unknown army `{id}`"))
        };
        let mut corps = Vec::new();
        for r in rows::<CorpsRow>("corps.csv", files.corps)? {
            let own = if r.army.is_empty() { Army::NONE } else { army("corps.csv", &r.army)? };
            let posting = match r.other.as_str() {
                "" => Posting::Fixed,
                "any" => Posting::Any,
                id => Posting::Either(army("corps.csv", id)?),
            };
            corps.push(Corps {
                nation: nation("corps.csv", &r.nation)?,
                kind: r.kind,
                army: own,
                posting,
                full: r.full,
                reduced: r.reduced,
                star: r.star == "y",
                enters: turn("corps.csv", &r.enters)?,
                starts_reduced: r.side == "reduced",
                stated: r.source == "rulebook",
                id: r.id,
                name: r.name,
            });
        }
        if corps.len() != CORPS {
            return Err(format!("corps.csv: {} corps, {CORPS} are wanted", corps.len()));
        }
        let piece = |id: &str| -> Result<Piece, String> {
            let corps = corps.iter().position(|c| c.id == id);
            let hq = hqs.iter().position(|h| h.id == id).map(|i| i + CORPS);
            corps.or(hq).map(|i| Piece(i as u8)).ok_or_else(|| format!("deploy.csv: unknown piece `{id}`"))
        };
        let mut setup = vec![vec![]; HQS];
        for r in rows::<SetupRow>("setup.csv", files.setup)? {
            setup[army("setup.csv", &r.army)?.index()].push(number(&r.hex)?);
        }
        let deploy = rows::<DeployRow>("deploy.csv", files.deploy)?
            .iter()
            .map(|r| Ok((piece(&r.piece)?, number(&r.hex)?)))
            .collect::<Result<Vec<_>, String>>()?;

        let (ground, country) = terrain(&board);
        let (forts, fort_at) = forts(&board, &country)?;
        let near = steps(&board);
        let mut entries = [HexSet::EMPTY; 3];
        for e in &board.parts().entries {
            let nation = match e.side.as_str() {
                "RU" => Nation::Ru,
                "AT" | "AH" => Nation::Ah,
                "DE" => Nation::De,
                other => return Err(format!("board.txt: entry of `{other}`")),
            };
            entries[nation.index()].insert(e.hex.0);
        }
        let romania = number("1622")?;
        let around = near.iter().map(|n| n.iter().flatten().map(|s| s.to).collect()).collect();
        let land = (0..HEXES as u16)
            .filter(|h| !matches!(ground[usize::from(*h)], Ground::Sea | Ground::Closed))
            .collect();
        let home = |side: u8, hex: u16| {
            country[usize::from(hex)].is_some_and(|n: Nation| n.side() == side)
                || (side == RU && hex == romania)
        };
        let supply_lines = [RU, CP].map(|side| {
            let carries = |s: &&Step| s.line || (s.ally_line && side == CP);
            let from = |(hex, near): (usize, &[Option<Step>; 6])| {
                let lines = near.iter().flatten().filter(carries).map(|s| s.to);
                lines.filter(|to| home(side, hex as u16) && home(side, *to)).collect()
            };
            near.iter().enumerate().map(from).collect()
        });
        Ok(Data {
            near,
            around,
            land,
            supply_lines,
            ground,
            country,
            forts,
            fort_at,
            entries,
            corps,
            hqs,
            tables,
            setup,
            deploy,
            romania,
            board,
        })
    }

    /// The number of a hex as printed.
    pub fn number(&self, hex: u16) -> Number {
        self.board.topology().number(sandtable_board::Hex(hex))
    }

    /// The hex with a number as printed.
    pub fn hex(&self, number: &str) -> Option<u16> {
        self.board.topology().hex(number.parse().ok()?).map(|h| h.0)
    }

    /// Distance in hexes.
    pub fn distance(&self, a: u16, b: u16) -> u16 {
        self.board.topology().distance(sandtable_board::Hex(a), sandtable_board::Hex(b))
    }

    /// The neighbours of a hex.
    pub fn steps(&self, hex: u16) -> impl Iterator<Item = Step> + '_ {
        self.near[usize::from(hex)].iter().flatten().copied()
    }

    /// The step from a hex to its neighbour.
    pub fn step(&self, from: u16, to: u16) -> Option<Step> {
        self.steps(from).find(|s| s.to == to)
    }

    /// Whether units can ever stand in a hex (fury 3b, fury 3c).
    pub fn open(&self, hex: u16) -> bool {
        !matches!(self.ground[usize::from(hex)], Ground::Sea | Ground::Closed)
    }

    /// The fortress in a hex.
    pub fn fort(&self, hex: u16) -> Option<(usize, &Fort)> {
        self.fort_at[usize::from(hex)].map(|i| (usize::from(i), &self.forts[usize::from(i)]))
    }

    /// Nation of a piece; Cadres keep theirs in the position.
    pub fn nation_of(&self, piece: Piece) -> Option<Nation> {
        if piece.is_hq() {
            Some(self.hqs[piece.index() - CORPS].nation)
        } else {
            self.corps.get(piece.index()).map(|c| c.nation)
        }
    }
}

type Lands = ([Ground; HEXES], [Option<Nation>; HEXES]);

fn terrain(board: &HexBoard) -> Lands {
    let mut ground = [Ground::Clear; HEXES];
    let mut country = [None; HEXES];
    for hex in board.topology().hexes() {
        ground[hex.index()] = match board.terrain_kind(board.terrain(hex)).name.as_str() {
            "difficult" => Ground::Difficult,
            "mountain" => Ground::Mountain,
            "sea" => Ground::Sea,
            "closed" => Ground::Closed,
            _ => Ground::Clear,
        };
        let code = board.country(hex).map(|c| board.parts().countries[usize::from(c.0)].code.as_str());
        country[hex.index()] = match code {
            Some("RU") => Some(Nation::Ru),
            Some("AT") => Some(Nation::Ah),
            Some("DE") => Some(Nation::De),
            _ => None,
        };
    }
    (ground, country)
}

type Forts = (Vec<Fort>, [Option<u8>; HEXES]);

fn forts(board: &HexBoard, country: &[Option<Nation>; HEXES]) -> Result<Forts, String> {
    let mut fort_at = [None; HEXES];
    let mut forts = Vec::new();
    for place in board.parts().places.iter().filter(|p| p.fortress > 0) {
        let owner = match country[place.hex.index()] {
            Some(Nation::Ru) => RU,
            Some(_) => CP,
            None => return Err(format!("board.txt: fortress {} stands in no country", place.name)),
        };
        fort_at[place.hex.index()] = Some(forts.len() as u8);
        forts.push(Fort { name: place.name.clone(), hex: place.hex.0, owner, major: place.fortress > 1 });
    }
    if forts.len() == FORTS {
        Ok((forts, fort_at))
    } else {
        Err(format!("board.txt: {} fortresses, {FORTS} are wanted", forts.len()))
    }
}

fn steps(board: &HexBoard) -> Vec<[Option<Step>; 6]> {
    let t = board.topology();
    let mut near: Vec<[Option<Step>; 6]> = t
        .hexes()
        .map(|hex| {
            Direction::ALL.map(|d| {
                let to = t.neighbour(hex, d)?;
                let side = board.towards(hex, d);
                Some(Step {
                    to: to.0,
                    river: side.river.is_some(),
                    rail: side.tracks > 0,
                    line: false,
                    ally_line: false,
                })
            })
        })
        .collect();
    for line in board.parts().lines.iter().filter(|l| matches!(l.way, Way::Rail { .. })) {
        for pair in line.hexes.windows(2) {
            for (a, b) in [(pair[0], pair[1]), (pair[1], pair[0])] {
                for step in near[a.index()].iter_mut().flatten().filter(|s| s.to == b.0) {
                    step.line |= !line.border;
                    // The two lines between Germany and Austria (M4: X4, X5).
                    step.ally_line |= line.border && matches!(line.id.as_str(), "X4" | "X5");
                }
            }
        }
    }
    near
}
