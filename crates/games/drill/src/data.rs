//! What never changes: the board, the counters, the table of combat.

use crate::about::ABOUT;
use sandtable_core::catalogue::{self, Rule};
use sandtable_core::game::BoardFile;
use sandtable_core::winning::WinCurves;
use sandtable_hexgame::table::CombatTable;
use sandtable_hexgame::{Costs, Counters, HexId, HexMap};
use sandtable_ops::IdSet;

sandtable_datafile::data_files! {
    board = "board.txt",
    units = "units.csv",
    combat = "combat.toml",
    planner = "planner.toml",
}

/// How many counters there are.
pub const COUNTERS: usize = 13;

/// A set of hexes.
pub type Hexes = IdSet<HexId, 1>;

/// The game: whatever never changes.
pub struct Drill {
    pub(crate) map: HexMap<1>,
    pub(crate) counters: Counters,
    pub(crate) table: CombatTable,
    /// What it costs to go from hex to hex (drill 2b to drill 2d).
    pub(crate) costs: Costs,
    pub(crate) towns: Vec<HexId>,
    /// Where the ground helps the defence (drill 6e).
    pub(crate) cover: Hexes,
    /// The edge of each side, where its supply comes from, and the hex where its reinforcements come.
    pub(crate) edge: [Hexes; 2],
    pub(crate) entry: [HexId; 2],
    /// What scores say of who will win.
    pub(crate) win_curves: WinCurves,
}

impl Drill {
    /// Its board.
    pub const BOARDS: &[BoardFile] = &[BoardFile { id: "drill", text: FILES.board }];

    /// The game with its own data.
    pub fn new() -> Result<Drill, String> {
        let map = HexMap::read("drill/board.txt", FILES.board)?;
        let branches = ["infantry", "artillery", "cavalry"];
        let counters = Counters::read("drill/units.csv", FILES.units, COUNTERS, &map, ABOUT.sides, &branches);
        let rough = |hex: HexId| map.terrain(hex) != "clear";
        let costs = map.costs(|from, to, side| match side.road {
            Some(_) => 1,
            None => 1 + u8::from(rough(to)) + u8::from(map.wet(from, to)),
        });
        Ok(Drill {
            counters: counters.map_err(|e| e.to_string())?,
            table: CombatTable::read("drill/combat.toml", FILES.combat).map_err(|e| e.to_string())?,
            costs,
            towns: map.places(),
            cover: map.which(|hex| rough(*hex) || map.place(*hex).is_some()),
            edge: [map.column(1), map.column(8)],
            entry: [map.entry("blue")?, map.entry("red")?],
            win_curves: sandtable_datafile::beside("drill/planner.toml", FILES.planner, "chance")
                .map_err(|e| e.to_string())?,
            map,
        })
    }

    /// The rule catalogue.
    pub fn rules() -> Vec<Rule> {
        catalogue::catalogue(include_str!("../data/rules.tsv"))
    }
}
