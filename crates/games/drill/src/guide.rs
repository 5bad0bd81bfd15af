//! What leads a player: handles, ways, odds, the table of combat.

use crate::play::combat::{CombatAction, CombatStep};
use crate::{Action, Drill, Position, Step, TURNS};
use sandtable_core::guide::{Battle, Chart, Guide, Handle, Way};
use sandtable_core::machine::Modules;
use sandtable_core::{Game, Side};
use sandtable_hexgame::story::Fight;
use sandtable_hexgame::{HexId, Units};

impl Guide for Drill {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.handle_of(p, action)
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.label_of(p, action)
    }

    fn wish(&self, p: &Position, _: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let (piece, place) = (pieces.first()?, place?);
        let on_map = p.units.at(self.counters.named(piece)?).is_some();
        let words = match p.steps.top() {
            Step::Movement(_) if on_map => format!("move {piece} to {place}"),
            Step::Movement(_) => format!("bring {piece} to {place}"),
            Step::Combat(CombatStep::Choose) => format!("attack {place}"),
            _ => format!("retreat {piece} to {place}"),
        };
        self.parse(p, &words)
    }

    fn ways(&self, p: &Position, _: Side, piece: &str) -> Vec<Way> {
        self.field(p).ways(piece, |unit, from| self.reach(p, unit, from), |_, _| true, |_, _| vec![])
    }

    fn battle(&self, p: &Position, _: Side, action: &Action) -> Option<Battle> {
        let fight = match *action {
            Action::Combat(CombatAction::Attack { at }) => self.fight_for(p, self.able(p, at), at),
            Action::Combat(CombatAction::Fight) => self.attack(p),
            _ => None,
        };
        Some(fight?.battle(&self.table))
    }

    fn charts(&self) -> Vec<Chart> {
        vec![self.table.chart("6g")]
    }

    fn turns(&self, _: &str) -> Vec<String> {
        (1..=TURNS).map(|t| t.to_string()).collect()
    }
}

impl Drill {
    /// A fight for a hex, with names.
    fn fight_for(&self, p: &Position, attackers: Units, at: HexId) -> Option<Fight> {
        let (odds, modifiers) = (self.odds(p, attackers, at)?, self.modifiers(p, attackers, at));
        let sides = [attackers, self.defenders(p, at)];
        Some(Fight::new(self.field(p), at, sides, (odds, &modifiers), |unit| self.strength(p, unit)))
    }

    /// The attack that is under way.
    pub(crate) fn attack(&self, p: &Position) -> Option<Fight> {
        self.fight_for(p, p.attackers, p.target?)
    }
}
