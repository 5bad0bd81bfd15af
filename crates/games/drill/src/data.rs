//! The board and the counters.

use crate::{BLUE, RED};
use sandtable_board::hexparts::Crossing;
use sandtable_board::topology::Hex;
use sandtable_board::{HexBoard, hexfile};
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_datafile::DataFault;
use sandtable_ops::{HexSet, IdSet};
use serde::Deserialize;

sandtable_ops::id_type! {
    /// A unit, by its place in the list of counters.
    pub struct UnitId(u8);
}

sandtable_ops::id_type! {
    /// A hex, by its place on the board.
    pub struct HexId(u16);
}

/// A set of units.
pub type Units = IdSet<UnitId, 1>;

/// How many counters there are.
pub const COUNTERS: usize = 13;

/// A counter.
pub(crate) struct Counter {
    pub id: String,
    pub side: u8,
    pub name: String,
    pub branch: &'static str,
    /// Strength with one step and with two.
    pub strength: [u8; 2],
    pub movement: u8,
    pub start: Option<HexId>,
    pub turn: u8,
}

#[derive(Deserialize)]
struct Row {
    id: String,
    side: String,
    name: String,
    branch: String,
    strength: u8,
    reduced: u8,
    movement: u8,
    hex: Option<String>,
    turn: u8,
}

/// The game: whatever never changes.
pub struct Drill {
    pub(crate) board: HexBoard,
    pub(crate) counters: Vec<Counter>,
    /// Hexes beside each hex, with what it costs to go there (drill 2b to drill 2d).
    pub(crate) near: Vec<Vec<(u16, u8)>>,
    /// The same as sets.
    pub(crate) around: Vec<HexSet<1>>,
    pub(crate) towns: Vec<HexId>,
    /// Where the ground helps the defence (drill 6e).
    pub(crate) cover: HexSet<1>,
    /// The edge of each side, where its supply comes from, and the hex where its reinforcements come.
    pub(crate) edge: [HexSet<1>; 2],
    pub(crate) entry: [HexId; 2],
}

const UNITS: &str = include_str!("../data/units.csv");

impl Drill {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "drill", text: include_str!("../data/board.txt") }];

    /// The game with its own data.
    pub fn new() -> Result<Drill, String> {
        let board = hexfile::read("drill/board.txt", Drill::BOARDS[0].text).map_err(|e| e.to_string())?;
        let rows = sandtable_datafile::rows::<Row>("drill/units.csv", UNITS).map_err(|e| e.to_string())?;
        let t = board.topology();
        let hexes: Vec<Hex> = t.hexes().collect();
        let cost = |from: Hex, to: Hex, d| {
            let side = board.towards(from, d);
            let ground = if board.terrain_kind(board.terrain(to)).name == "clear" { 1 } else { 2 };
            let river = u8::from(side.river.is_some() && side.crossing != Some(Crossing::Bridge));
            if side.road.is_some() { 1 } else { ground + river }
        };
        let near = hexes.iter().map(|h| t.neighbours(*h).map(|(d, _, n)| (n.0, cost(*h, n, d))).collect());
        let rough =
            |h: &&Hex| board.terrain_kind(board.terrain(**h)).name != "clear" || board.place(**h).is_some();
        let columns = |c: u8| hexes.iter().filter(|h| t.number(**h).0 == c).map(|h| h.0).collect();
        let entry =
            |side: &str| board.parts().entries.iter().find(|e| e.side == side).map(|e| HexId(e.hex.0));
        let (Some(blue), Some(red)) = (entry("blue"), entry("red")) else {
            return Err("drill/board.txt: each side needs an entry".to_string());
        };
        let mut game = Drill {
            near: near.collect(),
            around: hexes.iter().map(|h| t.neighbours(*h).map(|(_, _, n)| n.0).collect()).collect(),
            towns: board.parts().places.iter().map(|p| HexId(p.hex.0)).collect(),
            cover: hexes.iter().filter(rough).map(|h| h.0).collect(),
            edge: [columns(1), columns(8)],
            entry: [blue, red],
            counters: Vec::new(),
            board,
        };
        game.counters =
            rows.into_iter().map(|(line, row)| game.counter(line, row)).collect::<Result<_, _>>()?;
        if game.counters.len() != COUNTERS {
            return Err(format!("drill/units.csv: {} counters, {COUNTERS} are wanted", game.counters.len()));
        }
        Ok(game)
    }

    fn counter(&self, line: u64, row: Row) -> Result<Counter, String> {
        let fault = |what: String| DataFault::new("drill/units.csv", line, what).to_string();
        let branch = ["infantry", "artillery", "cavalry"].into_iter().find(|b| *b == row.branch);
        let start = row.hex.map(|h| self.hex_named(&h).ok_or_else(|| fault(format!("no hex `{h}`"))));
        Ok(Counter {
            side: match row.side.as_str() {
                "blue" => BLUE,
                "red" => RED,
                other => return Err(fault(format!("`{other}` is no side"))),
            },
            branch: branch.ok_or_else(|| fault(format!("`{}` is no branch", row.branch)))?,
            strength: [row.reduced, row.strength],
            start: start.transpose()?,
            id: row.id,
            name: row.name,
            movement: row.movement,
            turn: row.turn,
        })
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        catalogue::catalogue(include_str!("../data/rules.tsv"))
    }

    /// Whether there are such a counter and such a hex: an action may come from outside with any numbers.
    pub(crate) fn exists(&self, unit: Option<UnitId>, hex: Option<HexId>) -> bool {
        unit.is_none_or(|u| usize::from(u.0) < COUNTERS)
            && hex.is_none_or(|h| usize::from(h.0) < self.near.len())
    }

    pub(crate) fn counter_of(&self, unit: UnitId) -> &Counter {
        &self.counters[usize::from(unit.0)]
    }

    /// Hexes beside a hex.
    pub(crate) fn beside(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.near[usize::from(hex.0)].iter().map(|(n, _)| HexId(*n))
    }

    /// Whether an attack from one hex on another crosses a river without a bridge (drill 6f).
    pub(crate) fn over_river(&self, from: HexId, to: HexId) -> bool {
        let t = self.board.topology();
        t.between(Hex(from.0), Hex(to.0)).is_some_and(|side| {
            let side = self.board.side(side);
            side.river.is_some() && side.crossing != Some(Crossing::Bridge)
        })
    }
}
