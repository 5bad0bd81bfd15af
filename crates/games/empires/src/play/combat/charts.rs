//! The charts of combat as dense tables. [`super::read`] fills them from `tables.toml`; morale is kept in tenths.

use super::Who;
use super::chits::{AttackerChit, DefenderChit, Note};
use super::factors::{KINDS, Kind};
use serde::{Deserialize, Serialize};

/// A major power, where a chart speaks of one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Power {
    #[default]
    France,
    Russia,
    Turkey,
    Austria,
    Prussia,
    Britain,
    Spain,
}

impl Power {
    /// All powers.
    pub const ALL: [Power; 7] = [
        Power::France,
        Power::Russia,
        Power::Turkey,
        Power::Austria,
        Power::Prussia,
        Power::Britain,
        Power::Spain,
    ];

    /// The power with a number of the data; powers stand in the same order there.
    pub fn numbered(power: u8) -> Option<Power> {
        Power::ALL.get(usize::from(power)).copied()
    }

    /// The letters of the data files.
    pub const fn id(self) -> &'static str {
        ["FR", "RU", "TU", "AU", "PR", "GB", "SP"][self as usize]
    }

    /// The power with these letters.
    pub fn of(id: &str) -> Option<Power> {
        Power::ALL.into_iter().find(|p| p.id() == id)
    }
}

/// A combat table: casualty level, then morale level.
// empires 7.5.2.7(b)
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// Casualty level, 1 to 5.
    pub casualty: u8,
    /// Morale level, 1 to 5.
    pub morale: u8,
}

impl Table {
    /// A table by its two levels.
    pub const fn new(casualty: u8, morale: u8) -> Table {
        Table { casualty, morale }
    }

    /// A table by its name, `4-1`.
    pub fn named(name: &str) -> Option<Table> {
        let (c, m) = name.split_once('-')?;
        let level = |text: &str| text.parse().ok().filter(|n| (1..=5).contains(n));
        Some(Table::new(level(c)?, level(m)?))
    }
}

/// The attacker's and the defender's table.
pub type Tables = [Table; 2];

/// What a pair of chits leads to.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cell {
    /// Rounds 1 to 3 before outflankers arrive; none where no such round can be fought.
    pub first: [Option<Tables>; 3],
    /// Rounds 2 and 3 once they have.
    pub second: [Option<Tables>; 2],
    /// In place of `first` on a day when the river counts.
    pub river: Option<[Tables; 3]>,
    /// Whether an outflanking side divides.
    pub split: bool,
    /// The notes of the chart, put together.
    pub note: Note,
}

/// One combat table: by modified die 0 to 7.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Columns {
    /// Percent of the roller's factors that the enemy loses.
    pub percent: [u8; 8],
    /// Tenths of morale that the enemy loses.
    pub morale: [i16; 8],
}

/// Terrain of the area fought in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Terrain {
    Clear,
    Forest,
    Mountain,
    Desert,
    Marsh,
}

impl Terrain {
    /// All terrain, in the order of `tables.toml`.
    pub const ALL: [Terrain; 5] =
        [Terrain::Clear, Terrain::Forest, Terrain::Mountain, Terrain::Desert, Terrain::Marsh];

    /// Terrain by its row in `tables.toml`; clear where there is no such row.
    pub fn numbered(row: u8) -> Terrain {
        Terrain::ALL.get(usize::from(row)).copied().unwrap_or(Terrain::Clear)
    }

    /// Its name in `tables.toml`.
    pub const fn id(self) -> &'static str {
        ["clear", "forest", "mountain", "desert", "marsh"][self as usize]
    }
}

/// What terrain changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ground {
    /// Casualty and morale level, for attacker and defender.
    pub levels: [[i8; 2]; 2],
    /// Strategic rating for reinforcing and for outflankers.
    pub strategic: i8,
    /// Pursuit class.
    pub pursuit: i8,
}

/// One row of the Pursuit Class Table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClassRow {
    /// From this morale loss of the victor on, in tenths.
    pub from: i16,
    /// Class after one, two, three or more rounds; 0 is no pursuit.
    pub class: [u8; 3],
}

/// What the Siege Table gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// The defender may make a sortie.
    Sortie,
    /// Nothing happens.
    Nothing,
    /// The walls are breached.
    Breach,
}

/// Figures of the siege.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiegeTable {
    /// Up to which modified die each result goes, in rising order; the last takes the rest.
    pub rows: Vec<(i8, Attempt)>,
    /// For each fleche.
    pub fleche: i8,
    /// For a garrison that is too small.
    pub undergarrisoned: i8,
    /// How far below capacity it may be.
    pub within: u16,
    /// Dice on which the defender loses the sortie.
    pub sortie_lost: Vec<u8>,
}

/// Figures of morale.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoraleTable {
    /// Method two: kinds that raise it, by how much each and at most in all.
    pub plus: (Vec<Kind>, i16, i16),
    /// Method two: kinds that lower it.
    pub minus: (Vec<Kind>, i16, i16),
    /// Free state factors up to this value lower it too.
    pub free_state_upto: i16,
    /// Values that are the same for all nations, by kind.
    pub common: [Option<i16>; KINDS],
    /// The kind whose value artillery has.
    pub artillery_as: Kind,
    /// Every day after the first.
    pub later_day: i16,
}

/// Figures of political points, in halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// Halves of a point for each beaten corps.
    pub halves_per_corps: u8,
    /// Most points, before Napoleon.
    pub most: i8,
    /// Above this many factors a corps counts as two.
    pub large_above: u16,
    /// More for a victor under Napoleon.
    pub napoleon_wins: i8,
    /// More, below nought, for a loser under Napoleon.
    pub napoleon_loses: i8,
    /// To the defender of an assaulted city with a corps or a fleche.
    pub assault_held: i8,
    /// To the besieger who takes such a city.
    pub assault_won: i8,
}

/// Figures of the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionTable {
    /// Cavalry superiority: how many times the enemy's cavalry.
    pub cavalry_times: u16,
    /// And at least this many.
    pub cavalry_least: u16,
    /// The die.
    pub cavalry_die: i8,
    /// Strategic rating of a force all of cavalry that withdraws from one that is not.
    pub cavalry_withdrawal: i8,
    /// Guard lost by levels committed and die.
    pub guard: Vec<[u8; 6]>,
    /// Table of bombardments.
    pub artillery: Table,
    /// Terrain without bombardment.
    pub artillery_not_in: Vec<Terrain>,
}

/// All charts of combat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charts {
    /// The Operational Possibilities Chart.
    pub possibilities: [[Cell; 6]; 5],
    /// The Combat Resolution Chart: casualty level, morale level.
    pub combat: [[Columns; 5]; 5],
    /// The Commander Chart: defender's rating, attacker's rating, whose die.
    pub commander: [[[i8; 2]; 6]; 6],
    /// Least and most that all modifiers of a die come to.
    pub die: [i8; 2],
    /// Terrain.
    pub ground: [Ground; 5],
    /// Least and highest level of a table.
    pub levels: [u8; 2],
    /// Cells (factors, percent, lost) of the casualty table as found that the formula does not give.
    pub found_cells: Vec<(u16, u8, u16)>,
    /// Morale loss from which militia is spared, in tenths.
    pub militia_until: i16,
    /// Cavalry that a breaking side loses at least.
    pub cavalry_on_break: u16,
    /// Rounds in a day.
    pub rounds: u8,
    /// The Pursuit Class Table.
    pub class: Vec<ClassRow>,
    /// Class against a force that withdraws after a day.
    pub class_after_a_day: u8,
    /// Column, from 1, for combats of several days.
    pub class_several_days: u8,
    /// Least class.
    pub class_least: i8,
    /// The Pursuit Table: class 1 to 6, modified die 1 to 7.
    pub pursuit: [[u8; 7]; 6],
    /// Die for a cavalry leader.
    pub cavalry_leader: u8,
    /// Factors of cavalry, others and militia that make one pursuit loss.
    pub payment: [u16; 3],
    /// Reinforcing over a river.
    pub over_river: i8,
    /// The worst that terrain and river do to a reinforcing rating.
    pub reinforce_worst: i8,
    /// Outflankers' second roll.
    pub second_roll: i8,
    /// How often an arrived outflanking factor counts.
    pub outflank_times: u16,
    /// Highest die at which cossacks and freikorps withdraw.
    pub irregular_upto: u8,
    /// Morale.
    pub morale: MoraleTable,
    /// Table of trivial combats.
    pub trivial: Table,
    /// Tables of an assault: besieger, defender.
    pub assault: Tables,
    /// Tables of a garrison attack: garrison, besieger.
    pub garrison_attack: Tables,
    /// Sieges.
    pub siege: SiegeTable,
    /// Political points.
    pub points: Points,
    /// Options.
    pub options: OptionTable,
}

impl Charts {
    /// What a pair of chits leads to.
    pub fn cell(&self, attacker: AttackerChit, defender: DefenderChit) -> &Cell {
        &self.possibilities[attacker as usize][defender as usize]
    }

    /// What terrain changes.
    pub fn ground(&self, terrain: Terrain) -> Ground {
        self.ground[terrain as usize]
    }

    /// One combat table.
    pub fn columns(&self, table: Table) -> Columns {
        self.combat[usize::from(table.casualty - 1)][usize::from(table.morale - 1)]
    }

    /// The two dice of the Commander Chart.
    // empires 7.5.2.9.1: ratings beyond the chart are read in its last line
    pub fn commander(&self, attacker: u8, defender: u8) -> [i8; 2] {
        self.commander[usize::from(defender.min(5))][usize::from(attacker.min(5))]
    }

    /// A table as terrain changes it.
    // empires 7.5.2.7.3: both levels stay within the chart
    pub fn on_ground(&self, table: Table, who: Who, terrain: Terrain) -> Table {
        let [casualty, morale] = self.ground(terrain).levels[who.at()];
        let [least, most] = self.levels;
        let level = |n: u8, by: i8| n.saturating_add_signed(by).clamp(least, most);
        Table::new(level(table.casualty, casualty), level(table.morale, morale))
    }
}
