//! Tannenberg as a game of the table.

use crate::Tannenberg;
use crate::action::{Action, Event};
use crate::play::reason;
use crate::play::{DE, RU};
use crate::play::{OwnAction, OwnEvent, OwnStep};
use crate::position::{Contact, Phase, Position, Step, off, told};
use sandtable_core::game::Line;
use sandtable_core::phrase::Operand;
use sandtable_core::view::Viewer;
use sandtable_core::{About, Dice, Game, Options, Side, Sides};
use sandtable_east::data::UnitId;
use sandtable_east::play::LONGEST_LIST;

impl Tannenberg {
    /// The side that a player plays.
    pub(crate) fn side_of(player: Side) -> u8 {
        if player.0 == DE { DE } else { RU }
    }
}

impl Tannenberg {
    /// Whether an event lawfully shows the Russian something of what is in the boxes.
    fn shows(&self, event: &Event) -> bool {
        let german = |u: UnitId| self.any_data().units.get(u.index()).is_some_and(|unit| unit.side == DE);
        match *event {
            Event::Answered(..)
            | Event::ZoneAnswer(..)
            | Event::DummyGone(_)
            | Event::Opened(..)
            | Event::CameOut(..)
            | Event::Yields(_)
            | Event::Displaced { .. }
            | Event::TownControl(..)
            | Event::Own(OwnEvent::DutyEnds(_))
            | Event::AdvanceBarred
            | Event::AdvanceOpen
            | Event::Own(OwnEvent::Exchanged(_, _, false))
            | Event::Shifts(..) => true,
            // What is lost in a box scores for all to see; towns and the foothold show lines that are cut.
            Event::Points(why, ..) => {
                [reason::GERMAN_STEPS, reason::GERMAN_HQ, reason::TOWNS, reason::NO_INVASION, reason::GOAL]
                    .contains(&why)
            }
            // Units that stand openly may be fed and led by what is in a box.
            Event::OutOfSupply(u, false)
            | Event::CommandRoll(u, _, _, false)
            | Event::OutOfCommand(u, false)
            | Event::Attrition(u, _, _, false)
            | Event::HqLost(u, _) => german(u),
            _ => false,
        }
    }
}

impl Game for Tannenberg {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &self.about
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        let mut p = self.deploy(scenario, options)?;
        self.engine(&p).run(&mut p, dice, &mut Vec::new());
        Ok(p)
    }

    /// Two Russian players fight the same enemy: whichever of them has more points, it is a Russian victory.
    fn camps(&self, scenario: &str) -> Vec<Sides> {
        let russians = self.about().sides_of(scenario).map(|(side, _)| side).filter(|side| side.0 != DE);
        vec![Sides::one(Side(DE)), russians.fold(Sides::default(), Sides::with)]
    }

    sandtable_core::by_modules!(game, p => game.engine(p));
    sandtable_core::by_rooms!();

    fn known(&self, p: &Position, side: Side) -> Option<Position> {
        self.engine(p).known(p, Self::side_of(side))
    }

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        let engine = self.engine(p);
        if engine.decision(p).side() != Some(side) {
            return None;
        }
        let seen = engine.seen(p, Self::side_of(side));
        scratch.clear();
        scratch.reserve(LONGEST_LIST);
        if let Step::Moves(player) = p.top() {
            // One mover, then one of its moves: listing every move of an army would be dear.
            let mut movers = engine.movers(&seen, player);
            let chosen = pick(movers.clone().count() + 6);
            if let Some(mover) = movers.nth(chosen) {
                engine.legal_moves(&seen, player, mover, scratch);
            }
            if scratch.is_empty() {
                engine.legal_beside(&seen, player, scratch);
                if scratch.contains(&Action::Done) && pick(4) == 0 {
                    return Some(Action::Done);
                }
            }
            if scratch.is_empty() {
                engine.list(&seen, scratch);
            }
        } else {
            engine.list(&seen, scratch);
            // Gruppen can be filled and emptied for ever.
            if matches!(p.top(), Step::Screen(_)) && pick(24) == 0 {
                return Some(Action::Done);
            }
        }
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    /// The Russian learns something when a Russian action asks about Gruppen, opens them or finds them empty.
    fn learned(&self, before: &Position, after: &Position) -> bool {
        // A Gruppe that was told of with less can be told of with more.
        let told = before
            .markers
            .iter()
            .zip(&after.markers)
            .any(|(a, b)| a.told != b.told && b.told != told::NOTHING);
        let asked = before.contact != after.contact && after.contact != Contact::default();
        // Which of these steps rolls dice hangs on what is in the boxes, so none of them is taken back.
        let screened = self.engine(before).is_screened(before, before.phasing);
        let moving = matches!(
            before.phase,
            Phase::InitialSupply | Phase::Reinforcement | Phase::Command | Phase::Movement | Phase::Attrition
        );
        let helped = matches!(before.top(), Step::Own(OwnStep::Staff(_)));
        let rolls = screened
            && moving
            && (helped
                || (before.phase, before.turn, before.phasing) != (after.phase, after.turn, after.phasing));
        let hidden = |p: &Position| {
            p.gruppe.iter().zip(0..).filter(|(g, u)| **g > 0 && p.place(UnitId(*u)) < off::HIDDEN).count()
        };
        let markers = |p: &Position| p.markers.iter().filter(|m| m.in_play()).count();
        told || asked
            || rolls
            || before.own.lifted != after.own.lifted
            || (before.phasing == RU && (hidden(after) < hidden(before) || markers(after) < markers(before)))
    }

    fn reveals(&self, event: &Event, to: Side) -> bool {
        to.0 != DE && self.shows(event)
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Own(OwnAction::Help(both, strength)) if both == strength => {
                format!("help {} with radius and strength", self.any_data().unit_name(both))
            }
            _ => self.engine(p).describe(p, action),
        }
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        let engine = self.engine(p);
        let typed = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let helped = typed.strip_prefix("help ").and_then(|w| w.strip_suffix(" with radius and strength"));
        let both = helped.and_then(|hq| UnitId::read(&engine, p, hq));
        both.map(|hq| Action::Own(OwnAction::Help(hq, hq))).or_else(|| engine.parse(p, words))
    }

    fn tell(&self, event: &Event) -> Line {
        self.event_line(event)
    }

    fn tell_to(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let german = match viewer {
            Viewer::All => true,
            Viewer::Side(side) => side.0 == DE,
            Viewer::Watcher => false,
        };
        match event {
            // The log has said all of it; only the story of the battle ends here.
            Event::CombatOver => None,
            _ if german => Some(self.tell(event)),
            _ => self.event_line_abroad(event),
        }
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let data = &self.sheet(p).data;
        let lost = |side: u8| {
            data.ids()
                .filter(|u| data.unit(*u).side == side && !data.unit(*u).is_hq())
                .map(|u| i64::from(p.lost[u.index()]))
                .sum::<i64>()
        };
        vec![
            ("turn", i64::from(p.turn)),
            ("points", i64::from(p.points)),
            ("steps_lost_de", lost(DE)),
            ("steps_lost_ru", lost(RU)),
            ("west_called", i64::from(p.own.west.called)),
        ]
    }
}
