//! Fury as a game of the table.

use crate::about::ABOUT;
use crate::data::pieces::{self, CP, RU};
use crate::file::old;
use crate::play::action::{Action, Event};
use crate::play::duty::Leaves;
use crate::play::sequence::Step;
use crate::{Fury, Position};
use sandtable_core::game::{About, Line};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Game, Options, Side, machine};

impl Game for Fury {
    type Position = Position;
    type Action = Action;
    type Event = Event;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, scenario: &str, options: &Options, dice: &mut dyn Dice) -> Result<Position, String> {
        if scenario != "campaign" {
            return Err(format!("there is no scenario `{scenario}`; fury has campaign"));
        }
        let mut p = Position::empty(&self.data);
        let mut events = Vec::new();
        p.readings = self.readings(options)?;
        match options.get("setup").map(String::as_str) {
            None | Some("historical") => {
                self.deploy(&mut p);
                self.begin_game(&mut p, &mut events);
            }
            Some("free") => {
                self.gather(&mut p);
                p.steps.push(Step::SetUp(CP));
            }
            Some(other) => return Err(format!("setup is historical or free, not `{other}`")),
        }
        machine::run(self, &mut p, dice, &mut events);
        Ok(p)
    }

    fn lines_of(&self, text: &str) -> Option<String> {
        old::lines_of_toml(text)
    }

    sandtable_core::by_modules!(game, p => *game, whole);
    sandtable_core::by_rooms!();

    fn sample(
        &self,
        p: &Position,
        side: Side,
        pick: &mut dyn FnMut(usize) -> usize,
        scratch: &mut Vec<Action>,
    ) -> Option<Action> {
        if self.to_decide(p).side() != Some(side) {
            return None;
        }
        if p.steps.top() == Step::Moves {
            // One mover, then one of its hexes: listing every move of the front would be dear.
            let count = self.movers(p).count();
            let chosen = pick(count + 1);
            if let Some(piece) = self.movers(p).nth(chosen) {
                let reach = self.reach(p, piece);
                let mut hexes = reach.all();
                while !hexes.is_empty() {
                    let hex = hexes.nth(pick(hexes.len()))?;
                    let rail = !reach.foot.has(hex);
                    if self.gives_up(p, Leaves { piece, hex, rail }).is_none() {
                        return Some(Action::Move(piece, hex));
                    }
                    hexes.remove(hex);
                }
            }
            return Some(self.must_close_in(p).map_or(Action::EndMoves, |(_, first)| first));
        }
        if let Step::SetUp(side) = p.steps.top()
            && let Some((piece, hex)) = self.any_placement(p, side, pick)
        {
            return Some(Action::SetUp(piece, hex));
        }
        scratch.clear();
        machine::list(self, p, side, scratch);
        if scratch.is_empty() { None } else { Some(scratch[pick(scratch.len())]) }
    }

    fn describe(&self, p: &Position, action: &Action) -> String {
        self.action_text(p, action)
    }

    fn parse(&self, p: &Position, words: &str) -> Option<Action> {
        self.action_from(p, words)
    }

    fn tell(&self, event: &Event) -> Line {
        self.event_line(event)
    }

    fn tell_to(&self, event: &Event, _: Viewer) -> Option<Line> {
        self.told_line(event)
    }

    fn outcome(&self, _before: &Position, _after: &Position, events: &[Event]) -> String {
        self.outcome_text(events)
    }

    fn figures(&self, p: &Position) -> Vec<(&'static str, i64)> {
        let lost = |n: pieces::Nation| self.eliminated(p, n).count() as i64;
        vec![
            ("turn", i64::from(p.turn) + 1),
            ("net_ru", i64::from(p.net(&self.data, RU))),
            ("lost_ru", lost(pieces::Nation::Ru)),
            ("lost_ah", lost(pieces::Nation::Ah)),
            ("lost_de", lost(pieces::Nation::De)),
        ]
    }
}
