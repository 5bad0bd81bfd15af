//! What the table draws. Nothing is hidden in this game, so every viewer is shown the same.

mod combat;
mod counters;
mod layers;
mod marks;
mod standing;
mod tracks;

use crate::Lodz;
use crate::position::{HexId, Phase, Position};
use sandtable_core::machine;
use sandtable_core::view::{View, Viewer, side_ids};
use sandtable_core::{Decision, Game, Side};

/// What the sides are called.
pub(crate) use counters::{printed, short};

pub(crate) const SIDES: [&str; 2] = ["Germany", "Russia"];

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

/// One hex, or several.
pub(crate) fn hex_count(n: usize) -> String {
    if n == 1 { "1 hex".to_string() } else { format!("{n} hexes") }
}

/// A date without its year: no scenario runs over the turn of one.
pub(crate) fn short_date(date: &str) -> String {
    date.rsplit_once(' ').map_or(date, |(day, _)| day).to_string()
}

/// What a phase is called.
const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "set-up",
        Phase::Air => "air",
        Phase::Barrage => "barrage",
        Phase::Movement => "movement",
        Phase::Attack => "attacks",
        Phase::Strategic => "strategic movement",
        Phase::Supply => "supply",
        Phase::Night => "night",
        Phase::Over => "the end",
    }
}

impl Lodz {
    /// The board as a viewer sees it.
    pub(crate) fn draw(&self, p: &Position, _viewer: Viewer) -> View {
        let engine = self.engine();
        let (deciding, decision, rule) = match machine::decision(&engine, p) {
            Decision::Decide { sides, rule, what } => {
                (side_ids(self.about(), sides), self.asked_of(p, what), rule)
            }
            Decision::Over(o) => {
                let told = match o.winner {
                    None => format!("over: {}", o.level),
                    Some(s) => format!("over: {} of {}", o.level, SIDES[usize::from(s.0 % 2)]),
                };
                (vec![], told, o.rule)
            }
        };
        View {
            board: engine.map(p).id,
            moment: self.moment(p),
            turn: u16::from(p.day.saturating_sub(1)),
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

    /// A hex as printed; nothing for none.
    pub(crate) fn spot(&self, p: &Position, hex: HexId) -> Option<String> {
        self.engine().spot(p, hex)
    }

    /// A hex with the name of its place: `Kutno (2016)`.
    pub(crate) fn place_name(&self, p: &Position, hex: HexId) -> String {
        let engine = self.engine();
        engine.place(engine.scenario(p).map, hex)
    }

    /// The date of a day of a position's scenario, as on the track.
    pub(crate) fn date(&self, p: &Position, day: u8) -> String {
        let dates = &self.engine().scenario(p).dates;
        let date = usize::from(day).checked_sub(1).and_then(|d| dates.get(d));
        date.map_or_else(|| format!("day {day}"), |d| short_date(d))
    }

    /// Day, whose phases run, and the phase.
    fn moment(&self, p: &Position) -> String {
        let date = self.date(p, p.day);
        match p.phase {
            Phase::Over | Phase::Night => format!("{date}, {}", phase_name(p.phase)),
            phase => format!("{date}, {}: {}", SIDES[usize::from(p.active % 2)], phase_name(phase)),
        }
    }

    /// The decision, with the place that is fought for.
    fn asked_of(&self, p: &Position, what: &str) -> String {
        match p.battle.now.targets.first() {
            Some(hex) if self.spot(p, hex).is_some() => format!("{}: {what}", self.place_name(p, hex)),
            _ if p.phase == Phase::Attack => {
                let engine = self.engine();
                match (engine.owes(p).len(), engine.must_be_attacked(p).len()) {
                    (0, 0) => what.to_string(),
                    (units, hexes) => {
                        format!("{what}; {} must attack, {hexes} to be attacked", count(units, "unit"))
                    }
                }
            }
            _ => what.to_string(),
        }
    }
}
