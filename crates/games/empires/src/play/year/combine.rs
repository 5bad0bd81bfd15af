//! The order of play: combined movement and slots (7.1).

use super::{YearAction, YearEvent, YearStep, powers};
use crate::data::POWERS;
use crate::play::land::Position;
use crate::play::{Engine, Event};
use crate::position::ids::NationId;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// The power that chooses its slot.
    pub(super) fn france(&self) -> u8 {
        crate::data::FRANCE
    }

    /// Allies of a power that play.
    fn partners(&self, p: &Position, power: u8) -> u8 {
        p.allied.get(usize::from(power)).copied().unwrap_or(0) & self.playing(p) & !(1 << power)
    }

    /// Powers that have an ally to move with.
    pub(super) fn may_combine(&self, p: &Position) -> u8 {
        powers(self.playing(p)).filter(|q| self.partners(p, *q) != 0).fold(0, |m, q| m | 1 << q)
    }

    /// Allies are asked, before the Land Phase (empires 7.1.2).
    pub(super) fn open_combine(&self, p: &mut Position) {
        (p.year.done, p.year.combine) = (0, [0; POWERS]);
        if self.may_combine(p) != 0 {
            self.push_step(p, YearStep::Combine);
        }
    }

    pub(super) fn refuse_combine(&self, p: &Position, power: u8, action: YearAction) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("7.1.2", why));
        match action {
            YearAction::Done => None,
            YearAction::Combine { with: NationId(with) } if usize::from(with) >= POWERS => {
                no("there is no such power")
            }
            YearAction::Combine { with: NationId(with) } if self.partners(p, power) >> with & 1 == 0 => {
                no("only allies move together")
            }
            YearAction::Combine { with: NationId(with) }
                if p.year.combine[usize::from(power)] >> with & 1 == 1 =>
            {
                no("this is announced already")
            }
            YearAction::Combine { .. } => None,
            _ => no("say with which allies you move together, or that you are done"),
        }
    }

    pub(super) fn take_combine(
        &self,
        p: &mut Position,
        power: u8,
        action: YearAction,
        events: &mut Vec<Event>,
    ) {
        if let YearAction::Combine { with: NationId(with) } = action {
            p.year.combine[usize::from(power)] |= 1 << with;
            // A power that has named all its allies has nothing more to say.
            let more = self.partners(p, power) & !p.year.combine[usize::from(power)] != 0;
            if more || p.play.rules.player_ends {
                return;
            }
        }
        self.has_chosen(p, power, events);
    }

    /// Those who both announced it move together, and so do those whom they join, as long as all of them are allies
    /// (empires 7.1.2).
    pub(super) fn show_groups(&self, p: &mut Position, events: &mut Vec<Event>) {
        let wish = p.year.combine;
        let both = |a: u8, b: u8| wish[usize::from(a)] >> b & wish[usize::from(b)] >> a & 1 == 1;
        let mut groups: [u8; POWERS] = std::array::from_fn(|q| 1 << q);
        for _ in 0..POWERS {
            for a in 0..POWERS as u8 {
                for b in (0..POWERS as u8).filter(|b| both(a, *b)) {
                    let all = groups[usize::from(a)] | groups[usize::from(b)];
                    if powers(all).all(|q| (p.allied[usize::from(q)] | 1 << q) & all == all) {
                        powers(all).for_each(|q| groups[usize::from(q)] = all);
                    }
                }
            }
        }
        for (q, group) in groups.iter().enumerate() {
            if group.count_ones() > 1 && group.trailing_zeros() as usize == q {
                events.push(Event::Year(YearEvent::Together { powers: *group }));
            }
        }
        (p.year.groups, p.year.combine, p.year.done) = (groups, [0; POWERS], 0);
    }

    /// France is asked for its slot (empires 7.1); without France, or without others, nobody is.
    pub(super) fn open_slots(&self, p: &mut Position) {
        if self.playing(p) >> self.france() & 1 == 1 && !self.scenario(p).order.is_empty() {
            self.push_step(p, YearStep::Slot);
        } else {
            self.set_slots(p, 1);
        }
    }

    pub(super) fn refuse_slot(&self, p: &Position, action: YearAction) -> Option<Refusal> {
        let most = self.scenario(p).order.len() as u8 + 1;
        match action {
            YearAction::Slot { place } if (1..=most).contains(&place) => None,
            YearAction::Slot { .. } => Some(Refusal::new("7.1", "there are slots from 1 to {}").number(most)),
            _ => Some(Refusal::new("7.1", "France names the slot in which it acts")),
        }
    }

    pub(super) fn take_slot(&self, p: &mut Position, action: YearAction, events: &mut Vec<Event>) {
        if let YearAction::Slot { place } = action {
            events.push(Event::Year(YearEvent::Slot { place }));
            p.play.pop();
            self.set_slots(p, place);
        }
    }

    /// Slots in order: France at its place among the others (empires 7.1, ruling 1), each group where the last of its
    /// members would act (empires 7.1.2(b), ruling 2). Forces of a minor act with the power that commands them
    /// (empires 7.1.1), so that only powers have slots.
    pub(super) fn set_slots(&self, p: &mut Position, place: u8) {
        let france = self.france();
        let mut line = [u8::MAX; POWERS];
        let mut n = 0;
        let others = self.scenario(p).order.iter().copied();
        let plays = self.playing(p) >> france & 1 == 1;
        for (i, power) in others.enumerate() {
            if plays && i + 1 == usize::from(place) {
                line[n] = france;
                n += 1;
            }
            line[n] = power;
            n += 1;
        }
        if plays && !line.contains(&france) {
            line[n] = france;
            n += 1;
        }
        (p.play.slots, p.play.slot, p.year.slot) = ([0; POWERS], 0, place);
        let mut next = 0;
        for i in 0..n {
            let group = p.year.groups[usize::from(line[i])];
            let last = !line[i + 1..n].iter().any(|q| group >> q & 1 == 1);
            if last {
                p.play.slots[next] = group;
                next += 1;
            }
        }
    }
}
