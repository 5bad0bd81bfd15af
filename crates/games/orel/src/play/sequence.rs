//! The sequence of play (2): game turns, each a White and a Red player turn of seven phases; and what holds beside the modules.

use super::assault::{AssaultAction, AssaultStep};
use super::fight::{FightAction, FightStep};
use super::fire::{FireAction, FireStep};
use super::rear::{RearAction, RearStep};
use super::{Action, Engine, Event};
use crate::data::{RED, WHITE};
use crate::position::{HexId, Phase, Position, Step};
use sandtable_core::game::{Breach, Illegal, Line, Side};
use sandtable_core::machine::{self, Flow, Offers, Sequence};
use sandtable_core::view::Viewer;
use sandtable_core::{Dice, Outcome, Refusal};

/// Whether a step goes on until somebody says that it is over: one in which things are named or done one after another.
fn is_ended(step: Step) -> bool {
    match step {
        Step::Rear(s) => matches!(s, RearStep::Recruits | RearStep::Command),
        Step::Fire(s) => matches!(
            s,
            FireStep::Munitions | FireStep::Targets | FireStep::Answer | FireStep::Defence | FireStep::Stores
        ),
        Step::Fight(s) => {
            matches!(s, FightStep::BeforeGuns | FightStep::Contact { .. } | FightStep::Charge { .. })
        }
        Step::Assault(s) => {
            matches!(s, AssaultStep::Advance { .. } | AssaultStep::Pursue { .. } | AssaultStep::Share { .. })
        }
        Step::Go | Step::March(_) | Step::Flight(_) => false,
    }
}

/// Where a choice belongs: to the step that it is made in, or to the one that asked for it and goes on afterwards.
fn asking(p: &Position) -> Step {
    match p.play.steps.top() {
        Step::Rear(RearStep::MainBody { .. }) | Step::Assault(AssaultStep::Part) => p.play.steps.below(),
        top => top,
    }
}

/// Whether an action ends a step.
fn ends(action: &Action) -> bool {
    matches!(
        action,
        Action::Rear(RearAction::Done)
            | Action::Fire(FireAction::Done)
            | Action::Fight(FightAction::Done)
            | Action::Assault(AssaultAction::Done)
    )
}

impl Engine<'_> {
    /// Begins the first player turn.
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.phase = Phase::Depots;
        self.settle(p, events);
        self.enter_phase(p, dice, events);
        machine::run(self, p, dice, events);
    }

    /// Goes on to the next phase.
    pub fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.phase = match p.phase {
            Depots => Recruits,
            Recruits => Command,
            Command if p.rules.events => Event,
            Command | Event => Movement,
            Movement => Munitions,
            Munitions => Barrage,
            Barrage => Counterbattery,
            Counterbattery => Support,
            Support => Attacks,
            Attacks => End,
            End if p.active == WHITE => {
                p.active = RED;
                Depots
            }
            End if p.turn < self.scenario(p).last_turn => {
                p.active = WHITE;
                p.turn += 1;
                Depots
            }
            End | Over => Over,
        };
        self.enter_phase(p, dice, events);
    }

    /// The module that owns a phase begins it.
    pub fn enter_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        self.rear_phase_over(p);
        match p.phase {
            Depots | Recruits | Command | Event | End => self.rear_enter(p, dice, events),
            Movement => self.march_enter(p, dice, events),
            Munitions | Barrage | Counterbattery | Support => self.fire_enter(p, dice, events),
            Attacks => self.fight_enter(p, dice, events),
            Over => {}
        }
        if p.phase == Munitions {
            self.rear_offer(p, p.active, super::rear::Moment::CombatPhase);
        }
    }

    /// Why something cannot be done now at all.
    pub fn out_of_turn(&self, p: &Position) -> Refusal {
        machine::not_asked(machine::decision(self, p))
    }
}

impl Sequence for Engine<'_> {
    fn result(&self, p: &Position) -> Outcome {
        self.rear_outcome(p)
    }

    fn worded(&self, _: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        let unit = |unit: u16| self.d.units.get(usize::from(unit));
        let id = |u: u16| unit(u).map_or("?", |u| u.id.as_str()).to_string();
        let name = |u: u16| unit(u).map_or("?", |u| u.called.as_str()).to_string();
        // What it concerns is pointed at by ids, what is read has names.
        let read = refusal.breach(name, |hex| self.place_label(HexId(hex)));
        Breach { reason: read.reason, ..refusal.breach(id, |hex| self.d.map.name(HexId(hex))) }.into()
    }

    fn line(&self, event: &Event, _: Viewer) -> Option<Line> {
        match *event {
            Event::Common(e) => Some(self.common_line(e)),
            _ => None,
        }
    }

    fn go_on(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        if p.phase == Phase::Over {
            return Flow::Ask;
        }
        self.next_phase(p, dice, events);
        Flow::Next
    }

    fn before_step(&self, p: &mut Position, _: Step, _: &mut dyn Dice, _: &mut Vec<Event>) -> Option<Flow> {
        // A side that may roll again is asked before the dice are read (orel 6.2a).
        self.rear_ask_reroll(p);
        let top = p.play.steps.top();
        // With `ends=player`, a side that has acted in a step ends it itself, but for a tie of main bodies.
        let held = p.held == Some(top);
        held.then(|| Flow::ask_if(top != Step::Rear(RearStep::Command) || !self.command_tied(p)))
    }

    fn asked(&self, p: &mut Position) {
        p.held = p.held.filter(|step| *step == p.play.steps.top());
    }

    fn before_action(&self, p: &mut Position, _: Side, action: &Action) {
        let asking = asking(p);
        let held = p.rules.ended_by_player && is_ended(asking) && !ends(action);
        p.held = held.then_some(asking);
    }

    fn after_action(&self, p: &mut Position, events: &mut Vec<Event>) {
        self.settle(p, events);
    }

    /// Events that a side keeps can be played at other modules' decisions (orel 6.2a).
    fn offers_beside(&self, p: &Position, step: Step, Side(side): Side, out: &mut Offers<'_, Action>) {
        if !matches!(step, Step::Rear(_)) {
            self.rear_offer_events(p, side, &mut |a| out.candidate(Action::Rear(a)));
        }
    }

    fn refuse_beside(&self, p: &Position, _: Step, Side(side): Side, action: &Action) -> Option<Refusal> {
        match *action {
            Action::Rear(a) => self.rear_refuse_event(p, side, a),
            _ => Some(self.out_of_turn(p)),
        }
    }

    fn take_beside(
        &self,
        p: &mut Position,
        _: Step,
        Side(side): Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let Action::Rear(a) = *action {
            self.rear_take_event(p, side, a, dice, events);
        }
    }
}
