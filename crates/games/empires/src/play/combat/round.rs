//! One round: which tables, which dice, what they do (7.5.2.7 to 7.5.2.9).

use super::charts::{Charts, Power, Table, Tables, Terrain};
use super::chits::{AttackerChit, DefenderChit};
use super::losses::percent_of;
use super::{Who, options};
use serde::{Deserialize, Serialize};

/// What sort of combat it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// Field combat, with its chits.
    Field(AttackerChit, DefenderChit),
    /// Limited field combat: field combat for one day against besiegers.
    Limited(AttackerChit, DefenderChit),
    /// Trivial combat.
    Trivial,
    /// Assault on a breached city.
    Assault,
    /// Attack of a garrison on its besiegers.
    GarrisonAttack,
}

impl Form {
    /// The chits, where there are any.
    pub fn chits(self) -> Option<(AttackerChit, DefenderChit)> {
        match self {
            Form::Field(a, d) | Form::Limited(a, d) => Some((a, d)),
            _ => None,
        }
    }

    /// Siege combats know no modifiers, leaders, pursuit or reinforcement.
    // empires 7.5.4.1.3.1, empires 7.5.4.2.1.1
    pub fn is_siege(self) -> bool {
        matches!(self, Form::Assault | Form::GarrisonAttack)
    }

    /// Whether a second day can follow.
    // empires 7.5.3.2, empires 7.5.4.2.3(b)
    pub fn has_days(self) -> bool {
        matches!(self, Form::Field(..) | Form::Trivial)
    }

    /// Whether losses are of any kind.
    // empires 7.5.3.3, empires 7.5.4.1.3.3, empires 7.5.4.2.1.3
    pub fn any_losses(self) -> bool {
        self.chits().is_none()
    }
}

/// Where and how a combat is fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setting {
    /// Which sort.
    pub form: Form,
    /// Terrain of the area.
    pub terrain: Terrain,
    /// An attacker crossed a river or an arrow, or landed.
    pub river: bool,
}

/// The tables of a round, from 1, before terrain changes them. None where the chart foresees no such round.
// empires 7.5.2.7, empires 7.5.2.7.1: the river only on the first day, empires 7.5.2.7.2(b): the second set after arrival
pub fn printed(charts: &Charts, setting: &Setting, day: u8, round: u8, arrived: bool) -> Option<Tables> {
    let Some((a, d)) = setting.form.chits() else {
        return match setting.form {
            Form::Assault => Some(charts.assault),
            Form::GarrisonAttack => Some(charts.garrison_attack),
            _ => Some([charts.trivial; 2]),
        };
    };
    let cell = charts.cell(a, d);
    let n = usize::from(round.checked_sub(1)?);
    if arrived {
        return *cell.second.get(n.checked_sub(1)?)?;
    }
    match &cell.river {
        Some(river) if setting.river && day == 1 => river.get(n).copied(),
        _ => *cell.first.get(n)?,
    }
}

/// The tables of a round as terrain changes them.
// empires 7.5.2.7.3
pub fn tables(charts: &Charts, setting: &Setting, day: u8, round: u8, arrived: bool) -> Option<Tables> {
    let plain = printed(charts, setting, day, round, arrived)?;
    if setting.form.is_siege() {
        return Some(plain);
    }
    Some(Who::BOTH.map(|who| charts.on_ground(plain[who.at()], who, setting.terrain)))
}

/// What changes the dice of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Edge {
    /// Tactical rating in force.
    pub tactical: u8,
    /// Power of the commander.
    pub commander: Option<Power>,
    /// Cavalry and all factors that count, if cavalry superiority is played.
    pub cavalry: Option<(u16, u16)>,
}

/// What makes up the modifier of a die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DieParts {
    /// By the Commander Chart.
    pub commander: i8,
    /// By superior cavalry.
    pub cavalry: i8,
    /// By a note of the chits.
    pub chits: i8,
    /// What the limit of the sum takes off.
    pub limit: i8,
}

impl DieParts {
    /// All of it.
    pub fn sum(&self) -> i8 {
        self.commander + self.cavalry + self.chits + self.limit
    }
}

/// What is added to the dice of attacker and defender.
pub fn modifiers(charts: &Charts, form: Form, edges: &[Edge; 2]) -> [i8; 2] {
    die_parts(charts, form, edges).map(|parts| parts.sum())
}

/// The same, part by part.
// empires 7.5.2.9.1(b): the sum of all modifiers is limited, empires 7.5.3.1
pub fn die_parts(charts: &Charts, form: Form, edges: &[Edge; 2]) -> [DieParts; 2] {
    if form.is_siege() {
        return [DieParts::default(); 2];
    }
    let note = form.chits().map(|(a, d)| charts.cell(a, d).note).unwrap_or_default();
    let chart =
        if note.no_commander { [0; 2] } else { charts.commander(edges[0].tactical, edges[1].tactical) };
    let cavalry = match (edges[0].cavalry, edges[1].cavalry) {
        (Some(a), Some(d)) => options::superiority(charts, [a, d]),
        _ => None,
    };
    Who::BOTH.map(|who| {
        let i = who.at();
        let cavalry = if cavalry == Some(who) { charts.options.cavalry_die } else { 0 };
        let parts =
            DieParts { commander: chart[i], cavalry, chits: note.die_of(who, edges[i].commander), limit: 0 };
        let sum = parts.sum();
        DieParts { limit: sum.clamp(charts.die[0], charts.die[1]) - sum, ..parts }
    })
}

/// What one side's roll does to the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Blow {
    /// Percent of the roller's factors.
    pub percent: u8,
    /// Factors that the enemy loses.
    pub factors: u16,
    /// Morale that the enemy loses, in tenths.
    pub morale: i16,
}

/// Reads a roll on a table, for a side that counts this many factors.
// empires 7.5.2.9.2, empires 7.5.2.9.3
pub fn strike(charts: &Charts, table: Table, die: u8, modifier: i8, factors: u16) -> Blow {
    let columns = charts.columns(table);
    let at = usize::from(die.saturating_add_signed(modifier).min(7));
    let percent = columns.percent[at];
    Blow { percent, factors: percent_of(percent, factors), morale: columns.morale[at] }
}
