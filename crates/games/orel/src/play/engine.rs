//! The engine: everything static, and the one way from a step to the module that knows it.

use super::assault::{AssaultAction, AssaultStep};
use super::fight::{FightAction, FightStep};
use super::fire::{FireAction, FireStep};
use super::rear::{RearAction, RearStep};
use super::{Action, Event};
use crate::data::{Data, Scenario, UnitDef};
use crate::state::{Phase, Position, Step};
use sandtable_core::Refusal;
use sandtable_core::game::{Breach, Line, Side};
use sandtable_core::{Decision, Dice};

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
    match p.play.top() {
        Step::Rear(RearStep::MainBody { .. }) | Step::Assault(AssaultStep::Part) => p.play.below(),
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

/// The rules at work on the data of the game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Data,
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.scenario)]
    }

    /// The counter of a unit.
    pub fn def(&self, unit: u8) -> &'a UnitDef {
        &self.d.units[usize::from(unit)]
    }

    /// Who must decide what.
    pub fn decision(&self, p: &Position) -> Decision {
        match p.play.top() {
            Step::Go => Decision::Over(self.rear_outcome(p)),
            Step::Rear(s) => self.rear_decision(p, s),
            Step::March(s) => self.march_decision(p, s),
            Step::Fire(s) => self.fire_decision(p, s),
            Step::Flight(s) => self.flight_decision(p, s),
            Step::Fight(s) => self.fight_decision(p, s),
            Step::Assault(s) => self.assault_decision(p, s),
        }
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub fn run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            // Whoever may roll again is asked before the dice are read (orel 6.2a).
            self.rear_ask_reroll(p);
            let asks = match p.play.top() {
                // Whoever has acted in a step ends it himself, if that was agreed on.
                top if p.held == Some(top) => !self.asks_more(p, top),
                Step::Go if p.phase == Phase::Over => true,
                Step::Go => {
                    self.next_phase(p, dice, events);
                    false
                }
                Step::Rear(s) => self.rear_run(p, s, dice, events),
                Step::March(s) => self.march_run(p, s, dice, events),
                Step::Fire(s) => self.fire_run(p, s, dice, events),
                Step::Flight(s) => self.flight_run(p, s, dice, events),
                Step::Fight(s) => self.fight_run(p, s, dice, events),
                Step::Assault(s) => self.assault_run(p, s, dice, events),
            };
            if asks {
                p.held = p.held.filter(|step| *step == p.play.top());
                return;
            }
        }
    }

    /// Whether a step that is held has something more to ask before its player ends it, which then is on top.
    fn asks_more(&self, p: &mut Position, held: Step) -> bool {
        held == Step::Rear(RearStep::Command) && self.command_tied(p)
    }

    /// Every legal action of a side that decides now.
    pub fn list(&self, p: &Position, side: u8, out: &mut Vec<Action>) {
        match p.play.top() {
            Step::Go => {}
            Step::Rear(s) => self.rear_list(p, s, side, out),
            Step::March(s) => self.march_list(p, s, side, out),
            Step::Fire(s) => self.fire_list(p, s, side, out),
            Step::Flight(s) => self.flight_list(p, s, side, out),
            Step::Fight(s) => self.fight_list(p, s, side, out),
            Step::Assault(s) => self.assault_list(p, s, side, out),
        }
        // Events that a side keeps can be played at other modules' decisions (orel 6.2a).
        if !matches!(p.play.top(), Step::Rear(_)) {
            self.rear_list_events(p, side, out);
        }
    }

    /// The rule that forbids an action of a side that decides now, if any does.
    pub fn refuse(&self, p: &Position, side: u8, action: &Action) -> Option<Refusal> {
        match (p.play.top(), *action) {
            (Step::Rear(s), Action::Rear(a)) => self.rear_refuse(p, s, side, a),
            (_, Action::Rear(a)) => self.rear_refuse_event(p, side, a),
            (Step::March(s), Action::March(a)) => self.march_refuse(p, s, side, a),
            (Step::Fire(s), Action::Fire(a)) => self.fire_refuse(p, s, side, a),
            (Step::Flight(s), Action::Flight(a)) => self.flight_refuse(p, s, side, a),
            (Step::Fight(s), Action::Fight(a)) => self.fight_refuse(p, s, side, a),
            (Step::Assault(s), Action::Assault(a)) => self.assault_refuse(p, s, side, a),
            _ => Some(self.out_of_turn(p)),
        }
    }

    /// Why something cannot be done now at all.
    pub fn out_of_turn(&self, p: &Position) -> Refusal {
        let (rule, what) = match self.decision(p) {
            Decision::Decide { rule, what, .. } => (rule, what),
            Decision::Over(o) => (o.rule, "nothing, the game is over"),
        };
        Refusal::new(rule, "this cannot be done now; what is asked is: {}").word(what)
    }

    /// What bars an action, in words.
    pub fn told(&self, bar: &Refusal) -> Breach {
        let id = |unit| self.d.units.get(usize::from(unit)).map_or("?", |u| u.id.as_str()).to_string();
        bar.breach(id, |hex| self.d.map.name(hex))
    }

    /// Takes a legal action.
    pub fn take(
        &self,
        p: &mut Position,
        side: Side,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let side = side.0;
        let asking = asking(p);
        let held = p.rules.ended_by_player && is_ended(asking) && !ends(action);
        p.held = held.then_some(asking);
        match (p.play.top(), *action) {
            (Step::Rear(s), Action::Rear(a)) => self.rear_take(p, s, side, a, dice, events),
            (_, Action::Rear(a)) => self.rear_take_event(p, side, a, dice, events),
            (Step::March(s), Action::March(a)) => self.march_take(p, s, side, a, dice, events),
            (Step::Fire(s), Action::Fire(a)) => self.fire_take(p, s, side, a, dice, events),
            (Step::Flight(s), Action::Flight(a)) => self.flight_take(p, s, side, a, dice, events),
            (Step::Fight(s), Action::Fight(a)) => self.fight_take(p, s, side, a, dice, events),
            (Step::Assault(s), Action::Assault(a)) => self.assault_take(p, s, side, a, dice, events),
            _ => {}
        }
        self.settle(p, events);
        self.run(p, dice, events);
    }

    /// An action in words.
    pub fn action_text(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Rear(a) => self.rear_text(p, a),
            Action::March(a) => self.march_text(p, a),
            Action::Fire(a) => self.fire_text(p, a),
            Action::Flight(a) => self.flight_text(p, a),
            Action::Fight(a) => self.fight_text(p, a),
            Action::Assault(a) => self.assault_text(p, a),
        }
    }

    /// An action from its words, legal or not: the module that asks is heard first.
    pub fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let rear = || self.rear_parse(p, &words).map(Action::Rear);
        let march = || self.march_parse(p, &words).map(Action::March);
        let fire = || self.fire_parse(p, &words).map(Action::Fire);
        let flight = || self.flight_parse(p, &words).map(Action::Flight);
        let fight = || self.fight_parse(p, &words).map(Action::Fight);
        let assault = || self.assault_parse(p, &words).map(Action::Assault);
        let asked = match p.play.top() {
            Step::Go => None,
            Step::Rear(_) => rear(),
            Step::March(_) => march(),
            Step::Fire(_) => fire(),
            Step::Flight(_) => flight(),
            Step::Fight(_) => fight(),
            Step::Assault(_) => assault(),
        };
        asked.or_else(march).or_else(rear).or_else(fire).or_else(fight).or_else(assault).or_else(flight)
    }

    /// An event as a line of the log.
    pub fn event_line(&self, event: &Event) -> Line {
        match *event {
            Event::Rear(e) => self.rear_line(e),
            Event::March(e) => self.march_line(e),
            Event::Fire(e) => self.fire_line(e),
            Event::Flight(e) => self.flight_line(e),
            Event::Fight(e) => self.fight_line(e),
            Event::Assault(e) => self.assault_line(e),
            Event::Common(e) => self.common_line(e),
        }
    }
}
