//! The game's own data: board, counters, tables and set-up, read once and shared.

use crate::hexset::{HEXES, HexSet};
use crate::pieces::{
    Army, CORPS, CP, Corps, FORTS, Face, Fort, Front, HQS, Hq, Kind, Nation, Piece, Posting, RU,
};
use sandtable_board::hexboard::Way;
use sandtable_board::{Direction, HexBoard, Number, hexfile};
use sandtable_ops::odds::RatioRow;
use serde::Deserialize;
use std::collections::BTreeMap;

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

/// One row of the combat results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct CombatRow {
    /// Total from which it holds.
    pub total: u8,
    /// Losses of the attacker.
    pub attacker: u8,
    /// Losses of the defender.
    pub defender: u8,
    /// Who retreats.
    pub retreat: Retreats,
}

/// Who retreats after a combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Retreats {
    /// The attacker.
    #[serde(rename = "AR")]
    Attacker,
    /// The defender.
    #[serde(rename = "DR")]
    Defender,
    /// Nobody.
    #[serde(rename = "-")]
    Nobody,
}

/// Values for minor and major fortresses.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct BySize {
    /// Minor.
    pub minor: u8,
    /// Major.
    pub major: u8,
}

/// Values for the three nations.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct ByNation<T> {
    /// Russian.
    pub ru: T,
    /// Austrian.
    pub ah: T,
    /// German.
    pub de: T,
}

impl<T: Copy> ByNation<T> {
    /// The value of a nation.
    pub fn of(&self, nation: Nation) -> T {
        match nation {
            Nation::Ru => self.ru,
            Nation::Ah => self.ah,
            Nation::De => self.de,
        }
    }
}

#[derive(Debug, Deserialize)]
struct Turns {
    names: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Combat {
    rows: Vec<CombatRow>,
}

#[derive(Debug, Deserialize)]
struct Ratio {
    rows: Vec<RatioRow>,
}

/// Terrain modifiers.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct TerrainModifiers {
    /// Across a river.
    pub river: i8,
    /// Difficult ground.
    pub difficult: i8,
    /// Mountains.
    pub mountain: i8,
    /// Minor fortress.
    pub minor: i8,
    /// Major fortress.
    pub major: i8,
    /// Fortress taken from the enemy.
    pub taken: i8,
}

#[derive(Debug, Deserialize)]
struct Fortress {
    minimum: BySize,
    siege: BySize,
}

#[derive(Debug, Deserialize)]
struct Cohesion {
    loss_on: u8,
}

/// Movement points.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Movement {
    /// Of a unit.
    pub unit: u8,
    /// Of a headquarters.
    pub hq: u8,
    /// To enter a mountain off the railway.
    pub mountain: u8,
    /// Of an administrative march.
    pub march: u8,
}

#[derive(Debug, Deserialize)]
struct Rail {
    points: ByNation<u8>,
}

#[derive(Debug, Deserialize)]
struct Replacement {
    base: ByNation<u8>,
    step: BTreeMap<String, u8>,
}

#[derive(Debug, Deserialize)]
struct Planning {
    ru: [u8; 6],
    ah: [u8; 6],
    de: [u8; 6],
    modifiers: BTreeMap<String, i8>,
}

#[derive(Debug, Deserialize)]
struct Level {
    name: String,
    from: u8,
}

#[derive(Debug, Deserialize)]
struct Victory {
    automatic: i8,
    levels: Vec<Level>,
}

#[derive(Debug, Deserialize)]
struct Siege {
    falls_at: i8,
}

#[derive(Debug, Deserialize)]
struct Cavalry {
    german_late_bonus: u8,
    late_turns: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct TablesFile {
    turns: Turns,
    combat: Combat,
    ratio: Ratio,
    terrain: TerrainModifiers,
    fortress: Fortress,
    cohesion: Cohesion,
    movement: Movement,
    rail: Rail,
    replacement: Replacement,
    planning: Planning,
    victory: Victory,
    siege: Siege,
    cavalry: Cavalry,
}

/// The tables, dense.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Names of the turns (fury 5a).
    pub turns: Vec<String>,
    /// Result for a total of 1 and up; the last row serves everything above.
    pub combat: Vec<CombatRow>,
    /// Ratios, ascending.
    pub ratio: Vec<RatioRow>,
    /// Terrain modifiers.
    pub terrain: TerrainModifiers,
    /// Least strength in defence of a fortress never taken.
    pub minimum: BySize,
    /// Strength of a fortress under siege.
    pub siege_value: BySize,
    /// A cohesion roll up to this costs a loss.
    pub cohesion: u8,
    /// Movement points.
    pub movement: Movement,
    /// Rail points a turn.
    pub rail: [u8; 3],
    /// Replacement points a turn besides the eliminated corps.
    pub replacement: [u8; 3],
    /// Active headquarters by die, nation by nation.
    pub planning: [[u8; 6]; 3],
    /// Modifier of the planning die by turn.
    pub planning_modifier: Vec<i8>,
    /// A net difference that wins at once.
    pub automatic: i8,
    /// Levels of victory: from this difference on.
    pub levels: Vec<(u8, &'static str)>,
    /// A siege total from which the fortress falls.
    pub siege_falls: i8,
    /// Added to German cavalry late in the year.
    pub late_cavalry: u8,
    /// Turns that are late.
    pub late: Vec<bool>,
    steps: BTreeMap<String, u8>,
}

impl Tables {
    /// Cost of one step in half points.
    pub fn step_cost(&self, kind: Kind) -> u8 {
        let word = match kind {
            Kind::Regular => "regular",
            Kind::Siberian => "siberian",
            Kind::Caucasian => "caucasian",
            Kind::Turkestan => "turkestan",
            Kind::Guard => "guard",
            Kind::Grenadier => "grenadier",
            Kind::Reserve => "reserve",
            Kind::Landwehr => "landwehr",
            Kind::Landsturm => "landsturm",
        };
        self.steps.get(word).copied().unwrap_or(4)
    }
}

/// Strength of a Cadre; reconstructed.
pub const CADRE_STRENGTH: u8 = 2;

/// Everything that never changes.
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

/// The texts of the data files, so that somebody who owns the printed game can put in others.
#[derive(Clone, Copy)]
pub struct Files<'a> {
    /// `board.txt`
    pub board: &'a str,
    /// `corps.csv`
    pub corps: &'a str,
    /// `hqs.csv`
    pub hqs: &'a str,
    /// `tables.toml`
    pub tables: &'a str,
    /// `setup.csv`
    pub setup: &'a str,
    /// `deploy.csv`
    pub deploy: &'a str,
}

/// The files that come with the program.
pub const FILES: Files<'static> = Files {
    board: include_str!("../../../../data/fury/board.txt"),
    corps: include_str!("../../../../data/fury/corps.csv"),
    hqs: include_str!("../../../../data/fury/hqs.csv"),
    tables: include_str!("../../../../data/fury/tables.toml"),
    setup: include_str!("../../../../data/fury/setup.csv"),
    deploy: include_str!("../../../../data/fury/deploy.csv"),
};

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
        let tables = read_tables(files.tables)?;
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

fn read_tables(text: &str) -> Result<Tables, String> {
    let f: TablesFile = toml::from_str(text).map_err(|e| format!("tables.toml: {e}"))?;
    let last = f.combat.rows.iter().map(|r| r.total).max().unwrap_or(0);
    let combat = (1..=last)
        .map(|total| {
            let row = f.combat.rows.iter().filter(|r| r.total <= total).max_by_key(|r| r.total);
            row.copied().ok_or_else(|| format!("tables.toml: no combat result for a total of {total}"))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let levels = f
        .victory
        .levels
        .iter()
        .map(|l| {
            let name = match l.name.as_str() {
                "tactical" => "tactical",
                "operational" => "operational",
                "strategic" => "strategic",
                other => return Err(format!("tables.toml: unknown level `{other}`")),
            };
            Ok((l.from, name))
        })
        .collect::<Result<Vec<_>, _>>()?;
    let by_turn = |turns: &BTreeMap<String, i8>, n: &String| turns.get(n).copied().unwrap_or(0);
    Ok(Tables {
        planning_modifier: f.turns.names.iter().map(|n| by_turn(&f.planning.modifiers, n)).collect(),
        late: f.turns.names.iter().map(|n| f.cavalry.late_turns.contains(n)).collect(),
        turns: f.turns.names,
        combat,
        ratio: f.ratio.rows,
        terrain: f.terrain,
        minimum: f.fortress.minimum,
        siege_value: f.fortress.siege,
        cohesion: f.cohesion.loss_on,
        movement: f.movement,
        rail: Nation::ALL.map(|n| f.rail.points.of(n)),
        replacement: Nation::ALL.map(|n| f.replacement.base.of(n)),
        planning: [f.planning.ru, f.planning.ah, f.planning.de],
        automatic: f.victory.automatic,
        levels,
        siege_falls: f.siege.falls_at,
        late_cavalry: f.cavalry.german_late_bonus,
        steps: f.replacement.step,
    })
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
