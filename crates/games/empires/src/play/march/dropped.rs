//! Factors that a corps dropped on its way (7.4.1.3.1): they pay for its foraging where the corps itself would be emptied, and its
//! owner chooses which.

use super::state::Dropped;
use super::{MarchAction as A, MarchEvent, MarchStep, no};
use crate::play::land::garrison::{self, At};
use crate::play::land::{Loose, Position};
use crate::play::{Engine, Event};
use crate::position::Step;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Infantry and militia that a corps dropped at a place and that are still there.
    fn left_of(&self, p: &Position, block: usize, d: &Dropped) -> [u8; 2] {
        let at = if d.depot { At::Depot } else { At::City };
        let left = garrison::loose(p, d.area, at, p.nation_of(self.d, block));
        [d.infantry.min(left.infantry), d.militia.min(left.militia)]
    }

    /// Factors that a corps dropped on its way and that are still there.
    pub(super) fn still_dropped(&self, p: &Position, block: usize) -> u8 {
        p.marching.dropped_by(block).map(|d| self.left_of(p, block, &d).iter().sum::<u8>()).sum()
    }

    /// What its owner may give up of them.
    pub(super) fn forfeits(&self, p: &Position, block: usize) -> impl Iterator<Item = A> {
        p.marching.dropped_by(block).flat_map(move |d| {
            let at = if d.depot { At::Depot } else { At::City };
            let left = self.left_of(p, block, &d);
            let kinds = [false, true].into_iter().zip(left).filter(|(_, n)| *n > 0);
            kinds.map(move |(militia, _)| A::Forfeit(d.area, at, militia))
        })
    }

    /// The owner of a corps gives up a number of what it dropped, and is asked where there is a choice.
    pub(super) fn forfeit_run(&self, p: &mut Position, block: u8, left: u8, events: &mut Vec<Event>) -> bool {
        let b = usize::from(block);
        let mut list = self.forfeits(p, b);
        let (first, more) = (list.next(), list.next().is_some());
        drop(list);
        let Some(first) = first.filter(|_| left > 0) else {
            p.marching.settle(b);
            p.play.pop();
            return false;
        };
        let asks = more && self.still_dropped(p, b) > left;
        if !asks {
            self.forfeit_take(p, block, left, first, events);
        }
        asks
    }

    pub(super) fn forfeit_check(&self, p: &Position, block: u8, action: A) -> Result<(), Refusal> {
        match self.forfeits(p, usize::from(block)).any(|a| a == action) {
            true => Ok(()),
            false => no("7.4.1.3.1", "the corps has dropped no such factor"),
        }
    }

    pub(super) fn forfeit_take(
        &self,
        p: &mut Position,
        block: u8,
        left: u8,
        action: A,
        events: &mut Vec<Event>,
    ) {
        p.play.replace(Step::March(MarchStep::Forfeit { block, left: left.saturating_sub(1) }));
        if let A::Forfeit(area, at, militia) = action {
            p.marching.give_up(usize::from(block), area, at == At::Depot, militia);
            let nation = p.nation_of(self.d, usize::from(block));
            garrison::take(p, area, at, Loose::some(nation, usize::from(militia), 1));
            let (power, depot) = (p.corps[usize::from(block)].power, at == At::Depot);
            self.tell_march(events, MarchEvent::Forfeited { power, area, depot, militia });
        }
    }
}
