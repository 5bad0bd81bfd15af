//! What each game of the family sets for itself, and the tables that all of them share. A game is a value of
//! [`Params`] with a map and counters; nothing here is fixed in code.

use super::chart::Chart;
use super::pieces::{Kind, Level, Size};
use serde::{Deserialize, Serialize};

/// How long a supply line may be (tannenberg 9.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase")]
pub enum SupplyRange {
    /// As many hexes as the printed Movement Allowance, even when that is halved.
    Movement,
    /// So many hexes.
    Hexes {
        /// How many.
        hexes: u8,
    },
}

/// A roll that an army makes to entrain (tannenberg 16.11a).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EntrainRoll {
    /// Lowest roll that succeeds.
    pub from: u8,
    /// Highest.
    pub to: u8,
    /// Who does not roll (tannenberg 16.13a).
    pub exempt: Vec<Kind>,
    /// A failure uses capacity too (tannenberg 16.12a).
    pub failure_uses_capacity: bool,
    /// A failure ends the move (tannenberg 16.12a).
    pub failure_ends_move: bool,
}

/// Stacking Points over a hexside for each line (tannenberg 16.21a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct LineLimit {
    /// On a single track.
    pub single: u8,
    /// On a double track.
    pub double: u8,
}

/// How an army replaces Steps (tannenberg 13.0b).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Replacement {
    /// First turn.
    pub from_turn: u8,
    /// Units that may roll in a turn.
    pub attempts: u8,
    /// Types that may.
    pub kinds: Vec<Kind>,
    /// Sizes that may.
    pub sizes: Vec<Size>,
    /// Lowest roll that succeeds.
    pub success_from: u8,
    /// Hexes to the nearest enemy at least (tannenberg 13.0c).
    pub enemy_distance: u8,
}

/// What a game sets for one army.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Army {
    /// Its id in the data files.
    pub id: String,
    /// Its side, 0 or 1.
    pub side: u8,
    /// Its country on the board.
    pub country: String,
    /// Tactical Competence Rating, 1 (best) to 4 (tannenberg 2.4g).
    pub tcr: u8,
    /// Stacking Points in a hex (tannenberg 6.0).
    pub stack_limit: u8,
    /// Supply range (tannenberg 9.12).
    pub supply_range: SupplyRange,
    /// Rail Movement Rate, hexes (tannenberg 5.31b).
    pub rail_rate: u8,
    /// Rail Capacity, SP, by turn; the last serves all later turns (tannenberg 5.31b).
    pub rail_capacity: Vec<u8>,
    /// Whether reinforcements count against it on the turn they enter.
    pub reinforcements_count: bool,
    /// Roll to entrain, if it must roll.
    pub entrain_roll: Option<EntrainRoll>,
    /// Optional limits of lines.
    pub line_limit: Option<LineLimit>,
    /// Whether reinforcements enter entrained (tannenberg 14.12).
    pub reinforcements_entrained: bool,
    /// Replacements, if it has any.
    pub replacement: Option<Replacement>,
    /// Levels of its headquarters (tannenberg 10.22).
    pub hq_levels: Vec<Level>,
    /// Whether a friendly fortress feeds a unit (tannenberg 11.22b).
    pub fed_by_fortress: bool,
    /// Whether a trench feeds a unit.
    pub fed_by_trench: bool,
}

impl Army {
    /// Rail Capacity on a turn, the first being 1.
    pub fn capacity(&self, turn: u8) -> u8 {
        let at = usize::from(turn.max(1)) - 1;
        self.rail_capacity.get(at).or(self.rail_capacity.last()).copied().unwrap_or(0)
    }
}

/// Whose railways an army may use (tannenberg 5.31a).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RailFriend {
    /// Those of its own country.
    OwnCountry,
    /// All that no enemy was last to pass.
    Any,
}

/// Rail movement of the family (tannenberg 5.31 to 5.38).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RailRules {
    /// TCRs that entrain in an enemy zone (tannenberg 5.32b).
    pub entrain_in_zone: [bool; 4],
    /// TCRs that attack after rail movement (tannenberg 5.34b).
    pub attack_after: [bool; 4],
    /// Divisor of the defence of entrained units (tannenberg 5.36c).
    pub defence_divided_by: u8,
    /// Whose railways serve.
    pub friend: RailFriend,
}

/// One entry of the combat results table for one side (tannenberg 8.8l).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A dash.
    Nothing,
    /// 1.
    One,
    /// 2.
    Two,
    /// 3.
    Three,
    /// E.
    Eliminated,
}

impl Outcome {
    /// The entry as it is printed.
    pub fn parse(word: &str) -> Option<Outcome> {
        Some(match word {
            "-" => Outcome::Nothing,
            "1" => Outcome::One,
            "2" => Outcome::Two,
            "3" => Outcome::Three,
            "E" => Outcome::Eliminated,
            _ => return None,
        })
    }

    /// The number of a numbered result; none for a dash or E.
    pub const fn number(self) -> Option<u8> {
        match self {
            Outcome::One => Some(1),
            Outcome::Two => Some(2),
            Outcome::Three => Some(3),
            Outcome::Nothing | Outcome::Eliminated => None,
        }
    }

    /// For indexing arrays.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How much of the affected Steps a result takes (tannenberg 8.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// None.
    None,
    /// Half of them, rounded up (tannenberg 8.9n).
    Half,
    /// All of them.
    All,
}

/// A line of the option table (tannenberg 8.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The result it answers.
    pub result: Outcome,
    /// Its number, from 1.
    pub option: u8,
    /// Steps lost.
    pub loss: Loss,
    /// Hexes to retreat.
    pub retreat: u8,
    /// Whether it can bar the advance (tannenberg 8.75a).
    pub bars_advance: bool,
}

/// The combat results table (tannenberg 8.8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crt {
    /// For each TCR the ratio of each column: n for n-1, −n for 1-n, 1 for 1-1.
    pub headers: [Vec<i16>; 4],
    /// Attacker and defender for each die, from 1, and column.
    pub rows: Vec<Vec<(Outcome, Outcome)>>,
    /// Attacker's losses.
    pub attacker: Vec<Choice>,
    /// Defender's options.
    pub defender: Vec<Choice>,
}

/// Fortresses (tannenberg 11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FortressRules {
    /// Steps of each (tannenberg 11.13a).
    pub steps: u8,
    /// Unit Steps that one of them is worth (tannenberg 11.13b).
    pub absorbs: u8,
    /// Percent of the affected Steps lost for results 1, 2, 3 (tannenberg 11.13c).
    pub percent: [u16; 3],
    /// Steps lost from which the smaller strength holds (tannenberg 11.14a).
    pub weakened_after: u8,
}

/// Cavalry (tannenberg 12).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CavalryRules {
    /// Hexes of a withdrawal (tannenberg 12.11).
    pub withdraw_hexes: u8,
    /// TCRs that withdraw through enemy zones (tannenberg 12.13a).
    pub withdraw_in_zone: [bool; 4],
    /// Against whom cavalry counts in full (tannenberg 12.21a).
    pub full_against: Vec<Kind>,
    /// Percent of its sum otherwise (tannenberg 12.21b).
    pub else_percent: u16,
}

/// Supply (tannenberg 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupplyRules {
    /// Enemy-controlled hexes that a line may pass, by TCR (tannenberg 9.14b).
    pub zone_hexes: [u8; 4],
    /// Divisor of the Movement Allowance (tannenberg 9.21a).
    pub movement_divided_by: u8,
    /// Divisor of the Attack Strength (tannenberg 9.21b).
    pub attack_divided_by: u8,
    /// The least that is left of either.
    pub least: u8,
    /// Highest attrition roll that costs Steps (tannenberg 9.22a).
    pub attrition_upto: u8,
}

/// Command (tannenberg 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandRules {
    /// TCRs whose radius goes through enemy zones (tannenberg 10.34a).
    pub radius_through_zone: [bool; 4],
    /// Divisor of the attack of units out of command (tannenberg 10.42a).
    pub attack_divided_by: u8,
    /// TCRs whose results get worse out of command (tannenberg 10.43a).
    pub worse_result: [bool; 4],
    /// What an attacker's result becomes.
    pub worse_attacker: [Outcome; 5],
    /// What a defender's result becomes.
    pub worse_defender: [Outcome; 5],
    /// SP of units beside a headquarters that fights (tannenberg 10.2b).
    pub combat_needs_sp: u8,
    /// Percent of the attacking Steps inside the radius for a shift (tannenberg 10.21c).
    pub shift_percent: u16,
    /// Shifts of each level in one attack (tannenberg 10.22).
    pub shifts_for_each_level: u8,
}

/// SP and Steps by size (tannenberg 6.11, tannenberg 8.51).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct BySize {
    /// Regiment.
    #[serde(rename = "III")]
    pub regiment: u8,
    /// Brigade.
    #[serde(rename = "X")]
    pub brigade: u8,
    /// Division.
    #[serde(rename = "XX")]
    pub division: u8,
    /// Corps.
    #[serde(rename = "XXX")]
    pub corps: u8,
}

impl BySize {
    /// For a size.
    pub const fn of(&self, size: Size) -> u8 {
        match size {
            Size::Regiment => self.regiment,
            Size::Brigade => self.brigade,
            Size::Division => self.division,
            Size::Corps => self.corps,
        }
    }
}

/// Everything that a game of the family sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    /// Its letter in the terrain chart.
    pub letter: char,
    /// Its armies.
    pub armies: Vec<Army>,
    /// The side that moves first (tannenberg 4.0c).
    pub first: u8,
    /// Last turn.
    pub last_turn: u8,
    /// The terrain chart.
    pub chart: Chart,
    /// Hexes that a unit which has spent nothing may always go (tannenberg 5.17).
    pub minimum_move: u8,
    /// Stacking Points.
    pub sp: BySize,
    /// Steps.
    pub steps: BySize,
    /// Steps of a depot.
    pub depot_steps: u8,
    /// Rail movement.
    pub rail: RailRules,
    /// Combat results.
    pub crt: Crt,
    /// TCRs that retreat into enemy zones (tannenberg 8.64a).
    pub retreat_in_zone: [bool; 4],
    /// Fortresses.
    pub fortress: FortressRules,
    /// Cavalry.
    pub cavalry: CavalryRules,
    /// Supply.
    pub supply: SupplyRules,
    /// Command.
    pub command: CommandRules,
    /// Steps that a division may be short of to be replaced (tannenberg 13.0a).
    pub division_short: Vec<u8>,
    /// Steps that a corps may be short of.
    pub corps_short: Vec<u8>,
    /// Types that are never replaced (tannenberg 13.0g).
    pub never_replaced: Vec<Kind>,
}

/// The place of a TCR in a list of four.
pub const fn rank(tcr: u8) -> usize {
    match tcr {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        _ => 3,
    }
}
