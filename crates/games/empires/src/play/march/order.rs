//! Allies who move together settle their order (7.3.8.1): each says who moves next; if they disagree, dice decide.

use super::{MarchEvent, MarchStep, no};
use crate::data::POWERS;
use crate::play::land::{NOBODY, Position};
use crate::play::year::minors::TIES;
use crate::play::{Engine, Event};
use crate::position::Step;
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    fn settled(&self, p: &Position) -> usize {
        match p.play.steps.top() {
            Step::March(MarchStep::Order(n)) => usize::from(n),
            _ => 0,
        }
    }

    /// The next ally that has not said whom it wants.
    pub(super) fn voter(&self, p: &Position) -> Option<u8> {
        let all = &p.play.movers[..usize::from(p.play.moving).min(POWERS)];
        all.iter().copied().filter(|q| p.marching.votes[usize::from(*q)] == NOBODY).min()
    }

    pub(super) fn next_check(&self, p: &Position, next: u8) -> Result<(), Refusal> {
        let left = &p.play.movers[self.settled(p)..usize::from(p.play.moving).min(POWERS)];
        if left.contains(&next) {
            Ok(())
        } else {
            no("7.3.8.1", "this power does not move now, or has its place already")
        }
    }

    pub(super) fn order_run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> bool {
        let (done, all) = (self.settled(p), usize::from(p.play.moving));
        if done + 1 >= all {
            p.play.pop();
            return false;
        }
        if self.voter(p).is_some() {
            return true;
        }
        let votes = p.marching.votes;
        let mut wants = p.play.movers[..all].iter().map(|q| votes[usize::from(*q)]);
        let first = wants.next().unwrap_or(NOBODY);
        let next = if wants.all(|w| w == first) { first } else { self.roll_for_order(p, done, dice, events) };
        if let Some(at) = (done..all).find(|i| p.play.movers[*i] == next) {
            p.play.movers.swap(done, at);
        }
        self.tell_march(events, MarchEvent::MovesNext { power: next });
        p.marching.votes = [NOBODY; POWERS];
        p.play.replace(Step::March(MarchStep::Order(done as u8 + 1)));
        false
    }

    /// Highest die first, ties again among those who tie.
    fn roll_for_order(&self, p: &Position, done: usize, dice: &mut dyn Dice, events: &mut Vec<Event>) -> u8 {
        let mut left: ArrayList<u8, POWERS> =
            p.play.movers[done..usize::from(p.play.moving)].iter().copied().collect();
        for _ in 0..TIES {
            if left.len() < 2 {
                break;
            }
            let rolls: ArrayList<(u8, u8), POWERS> = left.iter().map(|q| (*q, dice.roll(6))).collect();
            for &(power, die) in &rolls {
                self.tell_march(events, MarchEvent::OrderDie { power, die });
            }
            let best = rolls.iter().map(|r| r.1).max().unwrap_or(0);
            left = rolls.into_iter().filter(|r| r.1 == best).map(|r| r.0).collect();
        }
        left.first().copied().unwrap_or(NOBODY)
    }
}
