//! What the table needs to lead a player: how actions are made by hand, and what a gesture means. The referee decides; nothing
//! here does.

mod battle;
mod ground;
mod meant;
mod prompt;
mod story;
mod ways;

pub(crate) use battle::odds;

use crate::Tannenberg;
use crate::action::{Action, Event, Mover};
use crate::play::{OwnAction, OwnEvent};
use crate::position::{MARKERS, Position, Step};
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way};
use sandtable_core::position_words::PositionWords;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Side};
use sandtable_east::data::UnitId;
use sandtable_east::data::params::Outcome;
use sandtable_east::guide::Teller;

/// Something that is picked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picked {
    /// A unit or a Gruppe of the player's own.
    Mover(Mover),
    /// A marker of the other side, of which nobody says which it is.
    Marker,
}

impl Guide for Tannenberg {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.engine(p).handle(p, action)
    }

    fn place_name(&self, p: &Position, place: &str) -> String {
        let data = &self.sheet(p).data;
        data.map.hex(place).map_or_else(|| place.to_string(), |hex| data.place_title(hex))
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Own(OwnAction::Help(both, strength)) if both == strength => {
                format!("The staff officer helps {} with radius and strength", self.any_data().title(both))
            }
            Action::Own(OwnAction::Commit) => {
                format!("{} · {}", self.engine(p).label(p, action), self.commit_text(p))
            }
            _ => self.engine(p).label(p, action),
        }
    }

    fn prompt(&self, p: &Position, side: Side) -> Option<Prompt> {
        (self.engine(p).decision(p).side() == Some(side)).then(|| self.asked(p)).flatten()
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let picked: Vec<Picked> = pieces.iter().map(|id| self.picked(id, side)).collect::<Option<_>>()?;
        let hex = match place {
            Some(number) => Some(self.any_data().map.hex(number)?),
            None => None,
        };
        if picked.is_empty() && hex.is_none() {
            return match p.top() {
                Step::Moves(_) => Some(Action::Done),
                Step::Declare(_) if !p.combat.units.is_empty() => Some(Action::Fight),
                _ => None,
            };
        }
        let engine = self.engine(p);
        let seen = engine.seen(p, Self::side_of(side));
        self.offered(&seen, side, &picked, pieces, place).or_else(|| self.meant(&seen, &picked, hex))
    }

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        let engine = self.engine(p);
        match (p.top(), self.picked(piece, side)) {
            (Step::Moves(player), Some(Picked::Mover(mover))) if player == side.0 => {
                self.ways_of(&engine.seen(p, Self::side_of(side)), player, mover)
            }
            _ => Vec::new(),
        }
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        self.ground_of(p, what)
    }

    fn traces(&self, p: &Position, viewer: Viewer, piece: &str) -> Vec<Layer> {
        self.traces_of(p, viewer, piece)
    }

    fn battle_parts(&self, before: &Position, event: &Event, viewer: Viewer) -> Vec<BattlePart> {
        self.story(before, event, viewer)
    }

    fn battle(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        self.check(p, side, action).ok()?;
        self.battle_of(p, side, action)
    }

    /// Only what the log tells: when the Russian turn ends, units in boxes may roll for command.
    fn rolls(&self, viewer: Viewer, events: &[Event]) -> Option<Vec<u8>> {
        if viewer == Viewer::All {
            return None;
        }
        let told = events.iter().filter(|e| self.tell_to(e, viewer).is_some());
        let dice = told.flat_map(|event| match *event {
            Event::CommandRoll(_, die, ..)
            | Event::Entrained(_, die, ..)
            | Event::Attrition(_, die, ..)
            | Event::WithdrawalRoll(_, die, _)
            | Event::CombatRoll(die, _)
            | Event::ReplacementRoll(_, die, ..)
            | Event::Own(OwnEvent::WestRoll(die, _)) => [die, 0],
            Event::Own(OwnEvent::Order(first, second, _)) => [first, second],
            _ => [0, 0],
        });
        Some(dice.filter(|die| *die > 0).collect())
    }

    /// In steps: what the table takes from the enemy less what it takes from the side, result against result; attrition and
    /// replacements by the step. What happens in the boxes of the other side counts nothing.
    fn fortune(&self, side: Side, events: &[Event]) -> Option<f64> {
        let mine = Self::side_of(side);
        let level = |o: Outcome| f64::from(o as u8);
        let own = |u: UnitId| self.any_data().units.get(u.index()).is_some_and(|u| u.side == mine);
        let sign = |u: UnitId| if own(u) { 1.0 } else { -1.0 };
        let values = events.iter().filter_map(|event| match *event {
            // Only the attacker begins a combat, so the side is the attacker.
            Event::Result(attacker, defender, ..) => Some(level(defender) - level(attacker)),
            Event::Attrition(u, _, lost, hidden) if own(u) || !hidden => Some(-sign(u) * f64::from(lost)),
            Event::ReplacementRoll(u, _, ok, hidden) if own(u) || !hidden => {
                Some(sign(u) * f64::from(u8::from(ok)))
            }
            _ => None,
        });
        values.reduce(|a, b| a + b)
    }

    fn charts(&self) -> Vec<Chart> {
        self.all_charts()
    }

    fn position_words(&self, scenario: &str) -> PositionWords {
        self.lead_file(scenario)
    }

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
    }

    fn turns(&self, scenario: &str) -> Vec<String> {
        let sheet = self.sheets.iter().find(|s| s.rules.scenario.id == scenario).unwrap_or(&self.sheets[0]);
        let s = &sheet.rules.scenario;
        let names = self.turn_names(&s.track, &sheet.rules);
        names.iter().take(s.last_turn.into()).cloned().collect()
    }
}

/// The players, in their order.
const PLAYERS: [&str; 3] = ["de", "ru", "ru2"];

impl Tannenberg {
    /// What tells somebody of a position, who sees into the German boxes or does not.
    fn teller(&self, p: &Position, inside: bool) -> Teller<'_, crate::play::Added> {
        let veiled = (!inside).then_some(crate::play::DE);
        Teller { engine: self.engine(p), players: &PLAYERS, veiled }
    }

    /// What a counter's id stands for to a side.
    pub(crate) fn picked(&self, id: &str, side: Side) -> Option<Picked> {
        if let Some(unit) = self.any_data().named(id) {
            return Some(Picked::Mover(Mover::Unit(unit)));
        }
        let gruppe = id.strip_prefix("gruppe-")?;
        if Self::side_of(side) != crate::play::DE {
            return Some(Picked::Marker);
        }
        let number = gruppe.parse().ok().filter(|g| (1..=MARKERS as u8).contains(g))?;
        Some(Picked::Mover(Mover::Gruppe(number)))
    }

    /// The first legal action that is made with these pieces at this place; without a place, one that these pieces can have
    /// a part in. The position is as the side sees it.
    fn offered(
        &self,
        p: &Position,
        side: Side,
        picked: &[Picked],
        pieces: &[String],
        place: Option<&str>,
    ) -> Option<Action> {
        let engine = self.engine(p);
        if engine.decision(p).side() != Some(side) {
            return None;
        }
        let mut list = Vec::new();
        match (p.top(), picked) {
            // Listing every move of an army would be dear.
            (Step::Moves(player), [Picked::Mover(mover)]) => {
                let hidden = matches!(mover, Mover::Unit(u) if engine.is_hidden(p, *u));
                if !hidden && engine.movers(p, player).any(|m| m == *mover) {
                    engine.legal_moves(p, player, *mover, &mut list);
                }
                engine.legal_beside(p, player, &mut list);
            }
            _ => engine.list(p, &mut list),
        }
        let all_in = |some: &[String], all: &[String]| some.iter().all(|x| all.contains(x));
        list.into_iter().find(|a| {
            let handle = self.handle(p, a);
            let same = all_in(pieces, &handle.pieces);
            match place {
                Some(_) => same && all_in(&handle.pieces, pieces) && handle.place.as_deref() == place,
                None => same && !pieces.is_empty(),
            }
        })
    }
}
