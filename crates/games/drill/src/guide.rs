//! What leads a player: gestures, labels, ways, battles, the ground.

mod prompt;

use crate::play::combat::{CombatAction, CombatStep};
use crate::play::movement::MovementAction;
use crate::{Action, Drill, Event, Position, Step, TURNS};
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way};
use sandtable_core::machine::Modules;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Side};
use sandtable_hexgame::story::Fight;
use sandtable_hexgame::{HexId, Reach, UnitId, Units};

impl Guide for Drill {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.handle_of(p, action)
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        let odds =
            |fight: Option<Fight>| fight.map_or(String::new(), |f| format!(" · {}", f.brief(&self.table)));
        let note = match *action {
            Action::Movement(MovementAction::Move { unit, to }) => {
                p.units.at(unit).map_or(String::new(), |from| {
                    let reach = self.reach(p, unit, from);
                    format!(" · {} of {} points", self.costs.along(&reach.path(to)), self.points(p, unit))
                })
            }
            Action::Combat(CombatAction::Attack { at }) => odds(self.fight_for(p, self.able(p, at), at)),
            Action::Combat(CombatAction::Fight) => odds(self.attack(p)),
            Action::Combat(CombatAction::Lose { unit }) if p.units.steps(unit) < 2 => {
                " and is gone".to_string()
            }
            Action::Combat(CombatAction::Lose { unit }) => {
                format!(" · strength {} is left", self.counters.printed(unit, 1))
            }
            Action::Combat(CombatAction::Advance { .. }) => {
                p.target.map_or(String::new(), |at| format!(" to {}", self.map.spot(at)))
            }
            _ => String::new(),
        };
        self.label_of(p, action) + &note
    }

    fn prompt(&self, p: &Position, _: Side) -> Option<Prompt> {
        self.asked(p)
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

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        let means = |unit: UnitId, to: HexId| {
            let mut there = p.clone();
            self.put(&mut there, unit, to);
            let enemy = self.field(p).zone(1 - self.counters[unit].side).has(to);
            let all = [
                (there.towns != p.towns, "takes a town"),
                (enemy, "enters an enemy zone"),
                (!self.in_supply(&there, unit), "out of supply"),
            ];
            all.into_iter().filter(|(so, _)| *so).map(|(_, what)| what).collect()
        };
        let open =
            |unit, to| self.check(p, side, &Action::Movement(MovementAction::Move { unit, to })).is_ok();
        self.field(p).ways(piece, &self.costs, |unit, from| self.reach(p, unit, from), open, means)
    }

    fn traces(&self, p: &Position, _: Viewer, piece: &str) -> Vec<Layer> {
        let Some(unit) = self.counters.named(piece) else { return Vec::new() };
        let side = self.counters[unit].side;
        self.field(p).supply_line(unit, 1 - side, &self.edge[usize::from(side)])
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        let field = self.field(p);
        let reach = |unit, from| -> Reach<1> { self.reach(p, unit, from) };
        match what {
            Ground::Zones => Some(field.of_both("zone", |side| field.zone(side))),
            Ground::Supply => Some(field.supply_layers(&self.edge, |side| self.supplied(p, side))),
            Ground::Objectives => {
                Some(p.towns.objectives(&self.map, self.counters.sides(), "town, one of five"))
            }
            Ground::Threat => Some(field.of_both("threat", |side| field.threat(side, reach))),
            Ground::Command | Ground::Control => None,
        }
    }

    fn battle(&self, p: &Position, _: Side, action: &Action) -> Option<Battle> {
        let fight = match *action {
            Action::Combat(CombatAction::Attack { at }) => self.fight_for(p, self.able(p, at), at),
            Action::Combat(CombatAction::Fight) => self.attack(p),
            _ => None,
        };
        Some(fight?.battle(&self.table))
    }

    fn battle_parts(&self, before: &Position, event: &Event, _: Viewer) -> Vec<BattlePart> {
        let (Event::Movement(happened) | Event::Combat(happened)) = event;
        self.chronicle().parts(happened, |at| self.fight_for(before, before.attackers, at))
    }

    fn charts(&self) -> Vec<Chart> {
        vec![self.table.chart("6g")]
    }

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
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
