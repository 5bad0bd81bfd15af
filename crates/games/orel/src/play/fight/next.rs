//! Which attack is next (8.1e), and attacks that are not made or meet no troops (7.2q, 9d, 3.3a).

use super::{FightEvent, FightStep, Off, state::Fight};
use crate::data::Class;
use crate::play::flight::FlightKind;
use crate::play::{Engine, Event};
use crate::position::{ATTACKER, ATTACKS, Attack, Combat, DEFENDER, Pieces, Position, Step, UnitId};

/// What an attack meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meets {
    /// Troops: a combat.
    Troops,
    /// A train met by trains alone: a duel (orel 9.1.1a).
    Duel,
    /// Vehicles without troops (orel 9c).
    Vehicles,
    /// Depots without anybody (orel 3.3a).
    Depots,
    /// It is not made.
    Off(Off),
}

impl Engine<'_> {
    /// The last combat is over: cancels attacks that cannot be made, and asks for the next one if there is a choice.
    pub(super) fn fight_next(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        p.combat = Combat::NONE;
        p.fight = Fight::START;
        let mut open = 0;
        let mut last = 0;
        for i in 0..usize::from(p.attack_count).min(ATTACKS) {
            if p.attacks[i].done {
                continue;
            }
            match self.fight_meets(p, &p.attacks[i]) {
                Meets::Off(why) => self.fight_cancel(p, i, why, events),
                _ => (open, last) = (open + 1, i),
            }
        }
        match open {
            0 => {
                p.play.steps.pop();
                false
            }
            1 if !p.rules.ended_by_player => {
                self.fight_open(p, last, events);
                false
            }
            _ => true,
        }
    }

    /// An attack is over: the next one is chosen, or the attacker says that the phase is.
    pub(super) fn fight_fought(&self, p: &mut Position) -> bool {
        p.combat = Combat::NONE;
        p.fight = Fight::START;
        let open = |a: &Attack| !a.done && !matches!(self.fight_meets(p, a), Meets::Off(_));
        let last = !p.declared().iter().any(open);
        if !last {
            p.play.steps.pop();
        }
        last
    }

    /// What an attack meets now.
    fn fight_meets(&self, p: &Position, attack: &Attack) -> Meets {
        let there = p.stack(p.reactive(), attack.target).which(|u| !self.fight_stranger(p, u));
        if there.is_empty() {
            return Meets::Off(Off::Empty);
        }
        let is = |class: Class| move |u: UnitId| self.class(u) == class;
        let c = self.combat_of(p, attack);
        let troops = there.iter().any(|u| self.class(u).is_troop());
        if !c.units[ATTACKER].iter().any(|u| self.class(u).is_combat()) {
            // Vehicles attack with combat units alone, but for a train against a lone train (orel 9a).
            let trains = c.support[ATTACKER].meet(&attack.attackers).which(is(Class::Train));
            let foes = there.which(is(Class::Train));
            let joined = trains.iter().any(|u| self.comes_by_rail(p, u, attack.target));
            let duel = !troops && !foes.is_empty() && joined;
            return if duel { Meets::Duel } else { Meets::Off(Off::Nobody) };
        }
        match () {
            () if troops => Meets::Troops,
            () if there.iter().any(|u| self.class(u).is_vehicle()) => Meets::Vehicles,
            () => Meets::Depots,
        }
    }

    fn fight_cancel(&self, p: &mut Position, i: usize, why: Off, events: &mut Vec<Event>) {
        p.attacks[i].done = true;
        let (points, depot) = self.fire_refund(p, i as u8);
        let Attack { target: hex, attackers, .. } = p.attacks[i];
        events.push(Event::Fight(FightEvent::Cancelled { hex, attackers, why, points, depot }));
    }

    /// An attack is resolved now; what follows comes before the step that chooses.
    pub(super) fn fight_open(&self, p: &mut Position, i: usize, events: &mut Vec<Event>) {
        let meets = self.fight_meets(p, &p.attacks[i]);
        p.attacks[i].done = true;
        self.fight_muster(p, i);
        let (c, prepared) = (p.combat, p.attacks[i].prepared);
        events.push(Event::Fight(FightEvent::Opened {
            hex: c.hex,
            prepared,
            attackers: p.attacks[i].attackers.which(|u| p.on_map(u)),
            supports: c.support[ATTACKER].without(&p.attacks[i].attackers),
            defenders: p.stack(p.reactive(), c.hex).which(|u| !self.fight_stranger(p, u)),
            helpers: c.support[DEFENDER],
            worth: self.fight_worth(p, &c),
        }));
        match meets {
            Meets::Off(_) => {}
            Meets::Duel => p.play.steps.push(Step::Fight(FightStep::Duel)),
            Meets::Troops => {
                p.play.steps.push(Step::Fight(FightStep::Before));
                // The active side is asked first.
                for side in [p.reactive(), p.active] {
                    self.rear_offer(p, side, crate::play::rear::Moment::BeforeCombat);
                }
            }
            Meets::Vehicles | Meets::Depots => {
                let vehicles = meets == Meets::Vehicles;
                let (points, depot) = self.fire_refund(p, i as u8);
                let hex = c.hex;
                events.push(Event::Fight(FightEvent::Walkover { hex, vehicles, points, depot }));
                p.play.steps.push(Step::Fight(FightStep::BeforeLeft));
            }
        }
    }

    /// Forms the combat of an attack from the units there now.
    pub(super) fn fight_muster(&self, p: &mut Position, i: usize) {
        let inspired = p.combat.inspired;
        p.combat = self.combat_of(p, &p.attacks[i]);
        (p.combat.attack, p.combat.inspired) = (i as u8, inspired);
    }

    /// Nobody leaves any more before combat: the sides meet (state 6.8).
    pub(super) fn fight_join(&self, p: &mut Position) {
        self.fight_muster(p, usize::from(p.combat.attack));
        self.fight_to(p, FightStep::Contact { who: ATTACKER as u8 });
    }

    /// Enemies of the attacker who are left in the hex of a combat: troops, vehicles, and strangers who do not fight.
    pub(super) fn fight_left(&self, p: &Position) -> [Pieces; 3] {
        let strangers = self.flight_guests(p, p.combat.hex);
        let left = p.stack(self.fight_side(p, DEFENDER), p.combat.hex).without(&strangers);
        [left.which(|u| self.class(u).is_troop()), left.which(|u| self.class(u).is_vehicle()), strangers]
    }

    /// Vehicles that are left alone must go, once (orel 9c), and strangers go with them (orel 8.5.1n); whether there were any that had
    /// not tried.
    pub(super) fn fight_press_vehicles(&self, p: &mut Position, vehicles: Pieces, strangers: Pieces) -> bool {
        if p.fight.pressed || vehicles.is_empty() {
            return false;
        }
        p.fight.pressed = true;
        self.fight_no_support(p, vehicles);
        self.flight_order(p, vehicles.with(&strangers), FlightKind::Before);
        true
    }
}
