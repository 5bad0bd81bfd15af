//! What the table draws. Nothing is hidden in this game, so every viewer is shown the same.

mod combat;
mod counters;
mod map;
mod standing;

use crate::Orel;
use crate::position::{HexId, Phase, Position};
use sandtable_core::view::{View, Viewer, side_ids};
use sandtable_core::{Decision, Game, Side};

/// What the sides are called.
pub(crate) const SIDES: [&str; 2] = ["White", "Red"];

/// A modifier as it is written: `+1`, `−2`, `0`.
pub(crate) fn signed(n: i8) -> String {
    match n {
        0 => "0".to_string(),
        n if n < 0 => format!("−{}", n.unsigned_abs()),
        n => format!("+{n}"),
    }
}

/// Half-points as movement points: `5`, `2½`.
pub(crate) fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".to_string(),
        (n, 1) => format!("{n}½"),
        (n, _) => n.to_string(),
    }
}

/// One of something, or several.
pub(crate) fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

impl Orel {
    /// What a viewer sees.
    pub(crate) fn draw(&self, p: &Position, _viewer: Viewer) -> View {
        let (deciding, decision, rule) = match self.to_decide(p) {
            Decision::Decide { sides, rule, what } => {
                (side_ids(self.about(), sides), self.asked_of(p, what), rule)
            }
            Decision::Over(o) => {
                let told = match o.winner {
                    None => format!("over: {}", o.level),
                    Some(s) => {
                        let who = SIDES[usize::from(s.0 % 2)];
                        format!("over: {}", sandtable_core::game::victory_text(o.level, who))
                    }
                };
                (vec![], told, o.rule)
            }
        };
        View {
            board: "orel",
            moment: self.moment(p),
            turn: u16::from(p.turn.saturating_sub(1)),
            deciding,
            decision,
            rule,
            counters: self.counters(p),
            marks: self.marks(p),
            layers: self.layers(p),
            combats: self.combats(p),
            tracks: self.tracks(p),
            victory: self.standings(p),
        }
    }

    /// The id of a side.
    pub(crate) fn side_id(&self, side: u8) -> &'static str {
        self.about().side_id(Side(side))
    }

    /// A place with its name, as `Orel (2705)`; off the map without one.
    pub(crate) fn place_name(&self, hex: impl Into<Option<HexId>>) -> String {
        let Some(hex) = hex.into() else { return "off the map".to_string() };
        let number = self.d.map.name(hex);
        match self.engine().town(hex) {
            Some(town) => format!("{town} ({number})"),
            None => number,
        }
    }

    /// The date of a turn.
    pub(crate) fn date(&self, turn: u8) -> String {
        let dates = &self.d.charts.dates;
        let date = usize::from(turn).checked_sub(1).and_then(|t| dates.get(t));
        date.cloned().unwrap_or_else(|| format!("turn {turn}"))
    }

    /// Day, whose player turn it is, and the phase.
    fn moment(&self, p: &Position) -> String {
        let date = self.date(p.turn);
        let phase = match p.phase {
            Phase::Depots => "Depots",
            Phase::Recruits => "recruits",
            Phase::Command => "command",
            Phase::Event => "event",
            Phase::Movement => "movement",
            Phase::Munitions => "combat: munitions",
            Phase::Barrage => "combat: Barrages",
            Phase::Counterbattery => "combat: counterbattery",
            Phase::Support => "combat: support of the defence",
            Phase::Attacks => "combat: attacks",
            Phase::End => "end of the player turn",
            Phase::Over => return format!("{date}, the end"),
        };
        format!("{date}, {} player turn, {phase}", SIDES[usize::from(p.active % 2)])
    }

    /// The decision, with the place of the combat that is being resolved.
    fn asked_of(&self, p: &Position, what: &str) -> String {
        match self.engine().spot(p.combat.hex) {
            Some(_) if !p.at_peace() => format!("{}: {what}", self.place_name(p.combat.hex)),
            _ => what.to_string(),
        }
    }
}
