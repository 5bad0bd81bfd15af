//! The chits as a game: what every pair is worth after one round, counted over all dice, and a mixture that can hardly be
//! exploited. Small and without memory of its own, for bots.

use super::Who;
use super::arrival::{sixths, withdrawal};
use super::charts::{Charts, Power, Terrain};
use super::chits::{AttackerChit, DefenderChit, divides};
use super::round::{Edge, Form, Setting, modifiers, strike, tables};
use sandtable_core::mixture;

/// Chits of the attacker.
pub const ROWS: usize = 5;
/// Chits of the defender.
pub const COLUMNS: usize = 6;
/// All dice of a round and of a withdrawal.
pub const CHANCES: i32 = 6 * 6 * 6;

/// One side before the chits are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Camp {
    /// All factors.
    pub factors: u16,
    /// Those that would pin, if it outflanked; none if it may not.
    pub pinning: Option<u16>,
    /// Cavalry, if superiority is played.
    pub cavalry: Option<u16>,
    /// Strategic rating of the commander.
    pub strategic: u8,
    /// Tactical rating.
    pub tactical: u8,
    /// Power of the commander.
    pub commander: Option<Power>,
}

/// A position before the chits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospect {
    /// Attacker and defender.
    pub camps: [Camp; 2],
    /// Terrain.
    pub terrain: Terrain,
    /// An attacker came over water.
    pub river: bool,
    /// The day, from 1.
    pub day: u8,
}

/// The worth of all pairs: factors lost by the defender less those lost by the attacker, times [`CHANCES`] and so exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Matrix {
    /// By attacker's and defender's chit.
    pub worth: [[i32; COLUMNS]; ROWS],
    /// Chits that the attacker may pick.
    pub rows: [bool; ROWS],
    /// Chits that the defender may pick.
    pub columns: [bool; COLUMNS],
}

impl Matrix {
    /// The matrix of a position.
    pub fn of(charts: &Charts, prospect: &Prospect) -> Matrix {
        let mut out = Matrix { worth: [[0; COLUMNS]; ROWS], rows: [true; ROWS], columns: [true; COLUMNS] };
        out.rows[AttackerChit::Outflank as usize] = prospect.camps[0].pinning.is_some();
        out.columns[DefenderChit::Outflank as usize] = prospect.camps[1].pinning.is_some();
        for a in AttackerChit::ALL {
            for d in DefenderChit::ALL {
                out.worth[a as usize][d as usize] = worth(charts, prospect, a, d);
            }
        }
        out
    }

    /// The worth of a pair in factors.
    pub fn factors(&self, a: AttackerChit, d: DefenderChit) -> f64 {
        f64::from(self.worth[a as usize][d as usize]) / f64::from(CHANCES)
    }
}

/// What a pair is worth, times [`CHANCES`]. A withdrawal that succeeds is worth nothing.
fn worth(charts: &Charts, prospect: &Prospect, a: AttackerChit, d: DefenderChit) -> i32 {
    let camps = &prospect.camps;
    let stays = match d {
        DefenderChit::Withdraw => {
            withdrawal(charts, a, camps[1].strategic, 0).map_or(0, |rating| 6 - i32::from(sixths(rating)))
        }
        _ => 6,
    };
    let setting = Setting { form: Form::Field(a, d), terrain: prospect.terrain, river: prospect.river };
    let Some(tables) = tables(charts, &setting, prospect.day, 1, false) else { return 0 };
    let split = divides(charts, a, d);
    let count = |who: Who| {
        let camp = &camps[who.at()];
        if split == Some(who) { camp.pinning.unwrap_or(camp.factors) } else { camp.factors }
    };
    let weights = Who::BOTH.map(count);
    let edges = Who::BOTH.map(|who| {
        let camp = &camps[who.at()];
        // What goes round the flank takes its share of the cavalry along.
        let share = |c: u16| (u32::from(c) * u32::from(count(who)) / u32::from(camp.factors.max(1))) as u16;
        let cavalry = camp.cavalry.map(|c| (share(c), count(who)));
        Edge { tactical: camp.tactical, commander: camp.commander, cavalry }
    });
    let by = modifiers(charts, setting.form, &edges);
    // Both dice are independent, so the sum over 36 throws is six times the difference of the sums over six.
    let sum = |i: usize| -> i32 {
        let most = camps[1 - i].factors;
        (1..=6).map(|n| i32::from(strike(charts, tables[i], n, by[i], weights[i]).factors.min(most))).sum()
    };
    6 * (sum(0) - sum(1)) * stays
}

/// How often to pick each chit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mixture {
    /// Attacker.
    pub rows: [f64; ROWS],
    /// Defender.
    pub columns: [f64; COLUMNS],
    /// What the mixture is worth to the attacker, in factors.
    pub value: f64,
    /// What the two could gain together by answering best: nought for a perfect mixture.
    pub exploitability: f64,
}

/// A mixture by regret matching ([`mixture::solve`]); nothing in it is random.
pub fn solve(matrix: &Matrix, steps: u32) -> Mixture {
    let mut worth = [0.0; ROWS * COLUMNS];
    for (to, from) in worth.iter_mut().zip(matrix.worth.iter().flatten()) {
        *to = f64::from(*from) / f64::from(CHANCES);
    }
    let found = mixture::solve(&worth, &matrix.rows, &matrix.columns, steps);
    let (mut rows, mut columns) = ([0.0; ROWS], [0.0; COLUMNS]);
    rows.copy_from_slice(found.rows());
    columns.copy_from_slice(found.columns());
    Mixture { rows, columns, value: found.value, exploitability: found.exploitability }
}
