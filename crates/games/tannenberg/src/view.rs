//! What the table draws. The German player and viewers who may see all are shown everything; others see what follows from
//! [`Engine::known`](sandtable_east::engine::Engine::known), so that nothing can leak.

mod asked;
mod counters;
mod standing;

use crate::Engine;
use crate::Tannenberg;
use crate::play::{DE, RU};
use crate::position::{Phase, Position, Step};
use crate::words::side_word;
use sandtable_core::view::{Mark, View, Viewer, side_ids};
use sandtable_core::{Decision, Game, Side};

/// A position as somebody looks at it.
pub(crate) struct Sight<'a> {
    pub engine: Engine<'a>,
    /// What the viewer knows.
    pub p: &'a Position,
    /// Whether the viewer sees into the boxes.
    pub inside: bool,
    pub viewer: Viewer,
}

impl Tannenberg {
    /// Whether a viewer sees everything that the German sees.
    pub(crate) const fn sees_boxes(viewer: Viewer) -> bool {
        match viewer {
            Viewer::All => true,
            Viewer::Side(side) => side.0 == DE,
            Viewer::Watcher => false,
        }
    }

    /// What a viewer sees.
    pub(crate) fn draw(&self, p: &Position, viewer: Viewer) -> View {
        let engine = self.engine(p);
        let inside = Self::sees_boxes(viewer);
        let seen = engine.seen(p, if inside { DE } else { RU });
        let sight = Sight { engine, p: &seen, inside, viewer };
        let (deciding, decision, rule) = match engine.decision(&seen) {
            Decision::Decide { sides, rule, what } => (
                side_ids(self.about(), sides),
                self.asked_of(&sight).unwrap_or_else(|| what.to_string()),
                rule,
            ),
            Decision::Over(o) => {
                let who = o.winner.map_or("nobody".to_string(), |s| self.about().side_id(s).to_string());
                (vec![], format!("over: {} victory for {who}", o.level), o.rule)
            }
        };
        View {
            board: "tannenberg",
            moment: self.moment(&seen),
            turn: u16::from(seen.turn.saturating_sub(1)),
            deciding,
            decision,
            rule,
            counters: self.counters(&sight),
            marks: self.marks(&sight),
            tracks: self.tracks(&sight),
            layers: vec![],
            combats: vec![],
            victory: self.standings(&seen),
        }
    }

    /// The id of a side or of a player.
    pub(crate) fn player_id(&self, player: u8) -> &'static str {
        self.about().side_id(Side(player))
    }

    /// The name of a turn, as `turn 4, 24–26 August`.
    pub(crate) fn turn_words(&self, p: &Position, turn: u8) -> String {
        let rules = &self.sheet(p).rules;
        let names = self.turn_names(&rules.scenario.track, rules);
        let number = format!("turn {}{turn}", rules.scenario.turn_prefix);
        match usize::from(turn).checked_sub(1).and_then(|t| names.get(t)) {
            Some(name) => format!("{number}, {name}"),
            None => number,
        }
    }

    /// The names on a track.
    pub(crate) fn turn_names<'a>(&self, track: &str, rules: &'a crate::play::Rules) -> &'a [String] {
        if track == "winter" { &rules.own.turns.winter } else { &rules.own.turns.campaign }
    }

    fn moment(&self, p: &Position) -> String {
        let turn = self.turn_words(p, p.turn);
        let phase = match p.phase {
            Phase::SetUp => return format!("{turn}, set-up"),
            Phase::Over => return format!("{turn}, the end"),
            Phase::Interphase => return format!("{turn}, end of the turn"),
            Phase::InitialSupply => "movement phase: supply",
            Phase::Reinforcement => "movement phase: reinforcements",
            Phase::Command => "movement phase: command",
            Phase::Movement => "movement phase: movement",
            Phase::Attrition => "movement phase: attrition",
            Phase::Withdrawal => "cavalry withdrawal phase",
            Phase::CombatCommand => "combat phase: command",
            Phase::Combat => "combat phase: attacks",
            Phase::Replacement => "replacement phase",
        };
        format!("{turn}, {} player-turn, {phase}", side_word(p.phasing))
    }

    /// Fortresses that have lost Steps, towns under Russian control, and what is being attacked.
    fn marks(&self, sight: &Sight<'_>) -> Vec<Mark> {
        let (p, data) = (sight.p, sight.engine.data);
        let place = |hex: u16| data.map.number(hex).to_string();
        let rules = &data.params.fortress;
        let mut out = Vec::new();
        for (i, fort) in data.map.forts.iter().enumerate() {
            let what = match p.fort_lost(i as u8) {
                0 => continue,
                lost if lost >= rules.steps => "destroyed",
                lost if lost >= rules.weakened_after => "weakened",
                _ => "damaged",
            };
            out.push(Mark { place: place(fort.hex), what, side: self.player_id(fort.side) });
        }
        for town in data.map.towns.iter().filter(|t| p.last_unit.side(t.hex) == RU) {
            out.push(Mark { place: place(town.hex), what: "control", side: self.player_id(RU) });
        }
        let fought = p.steps.waiting().iter().any(|s| matches!(s, Step::Declare(_) | Step::CombatEnds));
        for hex in p.combat.targets().iter().filter(|_| fought) {
            out.push(Mark { place: place(*hex), what: "attack", side: self.player_id(p.phasing) });
        }
        out
    }
}
