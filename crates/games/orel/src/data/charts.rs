//! The charts of `tables.toml`. Every number in play is taken from here.

mod combat;
mod fixed;
mod read;
mod results;

pub(super) use read::{classes, read};

use super::{Class, Hexes, UNITS};
use crate::position::{FormationId, UnitId};
use serde::Deserialize;

/// What a special action costs at the end of a unit's move (orel 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Price {
    /// Combat mode (orel 7.1.4b).
    CombatMode,
    /// A Hasty Attack or its Support (orel 7.2m).
    Hasty,
    /// A Prepared Attack or its Support (orel 7.2g).
    Prepared,
    /// A Barrage (orel 7.2e).
    Barrage,
}

/// Figures of Depots, munitions and supply (orel 3, orel 8.2). MP are half-points.
#[derive(Clone, Debug)]
pub struct DepotChart {
    /// Capacity of a Railroad Depot on the double track is multiplied by this (orel 3.1b).
    pub double_track_times: u8,
    /// MP from a Convoy to its railway (orel 3.2Aa).
    pub convoy_line: u8,
    /// MP from a Convoy to one of the special hexes (orel 3.2Ab).
    pub special_line: u8,
    /// Special hexes of each side.
    pub special: [Hexes; 2],
    /// MP from a unit to its Depot (orel 8.2.2a).
    pub range: u8,
    /// Units resupplied by taking a Depot, and by taking one on the double track (orel 3.3c).
    pub resupplied_by_taking: [u8; 2],
    /// MP from a taken Depot to a unit that it resupplies.
    pub range_of_taken: u8,
    /// Munitions Points of a Prepared Attack, a Hasty Attack, a Barrage, a resupplied unit (orel 8.2.1).
    pub prepared: u8,
    /// Of a Hasty Attack.
    pub hasty: u8,
    /// Of each unit that fires a Barrage.
    pub barrage: u8,
    /// Of a unit that is resupplied.
    pub resupply: u8,
}

/// The kinds of cover that ground gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainRow {
    /// Added to the defender's Cohesion die.
    pub cohesion: i8,
    /// Added to the Assault dice.
    pub assault: i8,
    /// Added to the Barrage dice.
    pub barrage: i8,
    /// Whether cavalry may charge into and out of it.
    pub charge: bool,
}

/// Divisors of strength (orel 8.7.1o, 1.2d, 1.2e).
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// March mode.
    pub march: u8,
    /// Unsupplied.
    pub unsupplied: u8,
    /// Disorganised, in the Assault.
    pub disorganised: u8,
    /// Routed.
    pub routed: u8,
    /// Fire of an Unsupplied unit.
    pub fire_unsupplied: u8,
    /// Support that is not coordinated, rounded down.
    pub support_failed: u8,
    /// Strength of guns that stand alone but cannot serve their guns (orel 8.7.1q).
    pub guns_weak: u8,
}

/// A row of the Barrage Table: totals up to `upto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrageRow {
    /// Highest total.
    pub upto: i8,
    /// Steps lost.
    pub losses: u8,
    /// What is added to the die of the Cohesion check, if there is one.
    pub check: Option<i8>,
}

/// How a unit retreats before combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HowBefore {
    /// Without a check.
    Automatic,
    /// With a check.
    Check,
    /// Only with a combat unit that goes.
    With,
    /// Only if no combat unit or gun is there.
    Alone,
    /// Never.
    Never,
}

/// A row of the table of retreats before combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetreatBeforeRow {
    /// For units of this class; the rows of Depots and Routed units are rules of their own (never).
    pub class: Class,
    /// From this TQ.
    pub tq_from: u8,
    /// Up to this TQ.
    pub tq_upto: u8,
    /// Against attackers without cavalry and armored cars.
    pub slow: HowBefore,
    /// Against the others.
    pub fast: HowBefore,
    /// On the die against the others.
    pub fast_add: i8,
}

/// What a failed check on entering a zone does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoneFail {
    /// Nothing: there is no check.
    NoCheck,
    /// A step is lost.
    Step,
    /// The unit is eliminated.
    Eliminated,
    /// It surrenders.
    Surrender,
}

/// What happens to a unit that is forced into a zone (orel 8.5.1, orel 8.7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntoZone {
    /// Class of the unit.
    pub class: Class,
    /// Whether the zone is one of cavalry (orel RU-71); otherwise of infantry or guns.
    pub cavalry_zone: bool,
    /// TQ in place of the unit's own; 0 for its own.
    pub tq: u8,
    /// On the die.
    pub add: i8,
    /// What failure does.
    pub fail: ZoneFail,
}

/// How a unit leaves: retreat or rout.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Hexes.
    pub hexes: u8,
    /// One row for each class and kind of zone.
    pub into_zone: Vec<IntoZone>,
}

/// Cohesion modifiers (orel 8.7.1): `[attacker, defender]` where it matters whose die it is.
#[derive(Clone, Debug)]
pub struct CohesionChart {
    /// A working vehicle in the same stack.
    pub own_vehicle: [i8; 2],
    /// A working vehicle on the other side.
    pub enemy_vehicle: [i8; 2],
    /// Cavalry that charges infantry alone (orel 8.7.1e).
    pub lone_charge: [i8; 2],
    /// Charged without being able to countercharge.
    pub charged: [i8; 2],
    /// Enemy steps that must charge for it, and friendly steps able to that prevent it.
    pub charged_steps: [u8; 2],
    /// Integrated artillery on the other side.
    pub enemy_integrated: [i8; 2],
    /// Elite infantry attacks: on the die of all others than its equals.
    pub elite_attack: i8,
    /// TQ of elite infantry.
    pub elite_tq: u8,
    /// The ratio from which the attacker has the better of it, and the modifiers.
    pub strong_ratio: [u8; 2],
    /// Its modifiers.
    pub strong: [i8; 2],
    /// The ratio below which this side has the worse of it.
    pub weak_ratio: [u8; 2],
    /// Its modifiers.
    pub weak: [i8; 2],
}

/// The designer's later Cohesion modifiers (orel NCR-b to NCR-h), each for a whole side.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct NewCohesion {
    pub stronger: i8,
    pub weaker: i8,
    pub equal: i8,
    pub own_vehicle: i8,
    pub enemy_vehicle: i8,
    pub enemy_integrated: i8,
    pub lone_charge: i8,
    pub charged: i8,
    pub elite_attack: i8,
    pub elite_tq: u8,
}

/// A row of the Cohesion and Morale results: modified die less TQ up to `over`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Highest difference.
    pub over: i8,
    /// Cohesion of an attacker and of a defender.
    pub cohesion: [Fate; 2],
    /// Morale of a losing attacker and of a losing defender.
    pub morale: [Fate; 2],
}

/// A result for a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// Passed, or stays where it is.
    #[default]
    Passed,
    /// Disorganised.
    Disorganised,
    /// Repulsed.
    Repulsed,
    /// A losing defender who passed goes back one hex in good order.
    GoodOrder,
    /// Retreat.
    Retreat,
    /// Rout.
    Rout,
    /// Surrender.
    Surrender,
}

/// A row of the ratios of the Assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatioRow {
    /// Attacker to defender at least this.
    pub from: [u8; 2],
    /// On the dice.
    pub add: i8,
}

/// A row of the Assault Results Table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArtRow {
    /// Totals up to this.
    pub upto: i8,
    /// Steps lost by attacker and defender.
    pub losses: [u8; 2],
    /// 0 if the attacker loses, 1 if the defender does.
    pub loser: u8,
    /// m, on the loser's Morale die.
    pub morale: i8,
}

/// Figures of attacks and Assaults (orel 8.6, orel 8.8).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct AttackChart {
    /// Units of this TQ or less need neighbouring hexes, and no more than this many (orel 8.6.1d).
    pub low_tq: u8,
    pub low_tq_hexes: u8,
    /// Formations and units that may attack together beyond the usual limit.
    pub joint: Vec<Joint>,
    /// Formations that count as one for support (orel RU-65), as bits.
    pub support_same: Vec<u64>,
    /// Range of Barrage, of counterbattery, of support.
    pub barrage_range: u8,
    pub counterbattery_range: u8,
    pub support_range: u8,
    /// Range of guns out of command (orel 5.3g).
    pub ooc_range: u8,
    /// TQ of trains for counterbattery and support.
    pub train_tq: u8,
    /// On the die of counterbattery and of coordination for guns out of command (orel 5.3h).
    pub counterbattery_ooc: i8,
    pub support_ooc: i8,
    /// On the die of coordination in a Hasty Attack.
    pub support_hasty: i8,
    /// On the die of a retreat before combat in a Hasty Attack.
    pub before_hasty: i8,
    /// Modifiers of the Assault.
    pub encirclement: i8,
    pub tank: i8,
    pub heavy_train_attacking: i8,
    pub heavy_train_defending: i8,
    pub defender_integrated: i8,
    pub assault_hasty: i8,
    /// One loss more for each side if the smaller side has this many steps (orel 8.8.2b).
    pub more_losses_from: u8,
    pub more_losses: u8,
    /// A vehicle test fails up to this (orel 9e).
    pub vehicle_test: u8,
    /// Breakdown of tanks up to this (orel 9.2.1b).
    pub breakdown: u8,
    /// Hexes that a tank may be away from a railway (orel 9.2.1a).
    pub tank_rail: u8,
    /// On the duel die of an intact heavy train (orel 9.1.1f).
    pub duel_heavy: u8,
    /// Turns after which a train that was driven off comes back.
    pub duel_back: u8,
    /// Barrage modifiers: target in March mode or Routed, target a train, air reconnaissance.
    pub barrage_weak: i8,
    pub barrage_train: i8,
    pub barrage_air: i8,
    /// Part of the losses in a pursuit that are prisoners, in percent (orel 8.7.4h).
    pub pursuit_prisoners: u8,
    /// Hexes of a pursuit after a rout, the vacated one counted (orel 8.7.4f).
    pub pursuit_hexes: u8,
    /// Hexes that trains not in contact go back (orel 9.1.2e).
    pub trains_aside: u8,
}

/// Units that may attack together beyond the usual limit (orel 8.6.1f, orel 8.6.1g).
#[derive(Clone, Debug)]
pub struct Joint {
    /// Formations, as bits.
    pub formations: u64,
    /// Single units as well.
    pub units: Vec<UnitId>,
    /// From this turn on.
    pub from_turn: u8,
}

/// Morale modifiers (orel 8.8.2k).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct MoraleChart {
    pub lost_a_step: i8,
    pub own_vehicle: i8,
    pub enemy_vehicle: i8,
    pub disorganised: i8,
}

/// Units that another formation may command from a turn on (orel 5.1g).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Later {
    pub from_turn: u8,
    pub units: Vec<UnitId>,
    pub with: FormationId,
}

/// Units that may wait off the map for a turn and zone (orel 7.5d).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct OffMapLater {
    pub units: Vec<UnitId>,
    pub turn: u8,
    pub zone: u8,
}

/// All charts.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Charts {
    /// Dates of the turns, from the first.
    pub dates: Vec<String>,
    /// How far the worst and the best TQ must be from the predominant one, and the change (orel 1.2j, 1.2k).
    pub worst_below: u8,
    pub worst_change: i8,
    pub best_above: u8,
    pub best_change: i8,
    pub depot: DepotChart,
    /// Recruit Points of each side by turn from the first; the last serves all later turns.
    pub recruit_track: [Vec<u8>; 2],
    pub orel_bonus: u8,
    pub orel_controller_at_start: u8,
    pub bank: u8,
    pub recruits_at_start: [u8; 2],
    pub prisoners_at_start: [u16; 2],
    pub prisoners_for_one: u8,
    pub step_cost: u8,
    pub battalion_cost: u8,
    /// Recruit battalions in play at one time.
    pub battalions: [u8; 2],
    pub recruit_tq_loss: u8,
    pub recruit_tq_floor: [u8; 2],
    /// Half-points to a functional Depot (orel 4.3.1Cb).
    pub recruit_range: u8,
    /// First main bodies where groups tie at set-up: formation, which body from 1, unit.
    pub tie_at_start: Vec<(FormationId, u8, UnitId)>,
    pub later_command: Vec<Later>,
    pub stack_points: u8,
    pub stack_units: u8,
    /// Steps that a hex needs to have a zone (orel 1.2r).
    pub zone_steps: u8,
    /// Half-points: leaving a zone; kept back by zone to zone; on top for cavalry and cars (orel 7.1.3).
    pub leave_zone: u8,
    pub zone_all_but: u8,
    pub zone_plus: u8,
    /// Classes that pay `zone_plus`; the others pay all but.
    pub zone_plus_for: Vec<Class>,
    /// Half-points of a Marching Day (orel 7.1.5a), and for which sides.
    pub marching_day: u8,
    pub marching_sides: Vec<u8>,
    /// Half-points of special actions by unit, if it can.
    pub price: [[Option<u8>; UNITS]; 4],
    /// Classes that may entrench.
    pub entrench: Vec<Class>,
    pub off_map_later: Vec<OffMapLater>,
    /// Own movement phases until a unit comes back, and a routed one (orel 7.5b).
    pub off_map_back: [u8; 2],
    pub clear: TerrainRow,
    pub forest: TerrainRow,
    pub town: TerrainRow,
    pub suburbs: TerrainRow,
    pub centre: TerrainRow,
    pub river: TerrainRow,
    pub entrenched: TerrainRow,
    pub split: Split,
    pub barrage: Vec<BarrageRow>,
    pub attack: AttackChart,
    pub retreat_before: Vec<RetreatBeforeRow>,
    pub retreat: Flow,
    pub rout: Flow,
    pub cohesion: CohesionChart,
    pub new_cohesion: NewCohesion,
    /// TQ from which cavalry may charge any enemy (orel 8.7.1r).
    pub charge_tq: u8,
    pub results: Vec<ResultRow>,
    pub ratio_below: i8,
    pub ratio: Vec<RatioRow>,
    pub art: Vec<ArtRow>,
    pub morale: MoraleChart,
}

impl Charts {
    /// Half-points of a special action for a unit, if it can.
    pub fn price(&self, action: Price, unit: UnitId) -> Option<u8> {
        self.price[action as usize][usize::from(unit)]
    }
}
