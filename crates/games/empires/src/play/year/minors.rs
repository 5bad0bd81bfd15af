//! Neutral minors (chapter 4, grand campaign): their forces, and who runs them when war is declared on them.

use super::{YearEvent, YearStep, powers};
use crate::data::{I, POWERS};
use crate::play::land::{Loose, NOBODY, Position, Spot, garrison};
use crate::play::{Engine, Event};
use sandtable_core::Dice;

/// Ties are rolled again this many times; then the first of the list has it, so that no dice keep a game from going on.
pub(crate) const TIES: usize = 50;

impl Engine<'_> {
    /// The forces of neutral minors stand inside their cities from the start: its corps, filled in part, in the capital, and
    /// infantry in the other cities; without a corps infantry in all of them.
    pub(super) fn set_up_minors(&self, p: &mut Position) {
        let figures = &self.d.year.minors;
        for minor in POWERS as u8..self.d.nations.len() as u8 {
            if !self.is_neutral_minor(p, minor) {
                continue;
            }
            let nation = &self.d.nations[usize::from(minor)];
            let capital = nation.capitals.iter().copied().find(|c| p.at(*c).holder == minor);
            let capital = capital.filter(|_| !nation.corps.is_empty());
            if let Some(capital) = capital {
                for id in &nation.corps {
                    let Some(block) = self.block_named(p, id) else { continue };
                    let mut room = garrison::city_room(self.d, p, capital);
                    let mut factors = p.def(self.d, block).room;
                    for f in &mut factors {
                        *f = ((f64::from(*f) * figures.capital).ceil() as u8).min(room);
                        room -= *f;
                    }
                    if factors[I] > 0 {
                        let corps = &mut p.corps[block];
                        (corps.spot, corps.factors, corps.power) = (Spot::City(capital), factors, minor);
                    }
                }
            }
            for area in self.d.board.areas() {
                if p.at(area).holder != minor || Some(area) == capital {
                    continue;
                }
                let per = match capital {
                    Some(_) => figures.other_cities_per_spire,
                    None => figures.without_corps_per_spire,
                };
                let infantry = self.d.place(area).spires * per;
                let free = p.at(area).garrison.is_empty();
                if infantry > 0 && free {
                    p.at_mut(area).garrison.add(Loose::of(minor, [infantry, 0, 0]));
                }
            }
        }
    }

    /// War on a neutral minor costs what war on a power costs; then somebody is sought to run it.
    pub(super) fn declare_on_minor(&self, p: &mut Position, power: u8, minor: u8, events: &mut Vec<Event>) {
        if !self.is_neutral_minor(p, minor) {
            return;
        }
        events.push(Event::Year(YearEvent::War { power, on: minor }));
        self.award(p, power, self.d.year.politics.declare_war, "4", events);
        p.minor_war[usize::from(minor)] |= 1 << power;
        // The power that runs it already goes on, unless it is the new attacker or an ally of it.
        let runner = p.year.runner[usize::from(minor)];
        let fit = usize::from(runner) < POWERS
            && runner != power
            && p.allied[usize::from(power)] >> runner & 1 == 0;
        let asked = p.play.steps.waiting().iter().any(
            |s| matches!(s, crate::position::Step::Year(YearStep::Runner { minor: m, .. }) if *m == minor),
        );
        if !fit && !asked {
            p.year.runner[usize::from(minor)] = NOBODY;
            self.push_step(p, YearStep::Runner { minor, attacker: power });
        }
    }

    /// Of those who want it the highest die runs the minor; if nobody does, its forces only defend their cities.
    pub(super) fn choose_runner(
        &self,
        p: &mut Position,
        minor: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let mut left = std::mem::take(&mut p.year.wants) & !p.minor_war[usize::from(minor)];
        p.year.done = 0;
        for _ in 0..TIES {
            if left.count_ones() < 2 {
                break;
            }
            let (mut best, mut high) = (0, 0);
            for power in powers(left) {
                let die = dice.roll(6);
                events.push(Event::Year(YearEvent::RunnerDie { power, die }));
                if die > high {
                    (best, high) = (0, die);
                }
                if die == high {
                    best |= 1 << power;
                }
            }
            left = best;
        }
        let power = powers(left).next().unwrap_or(NOBODY);
        p.year.runner[usize::from(minor)] = power;
        events.push(Event::Year(YearEvent::Runner { minor, power }));
    }
}
