//! The engine: everything static, and the one way from a step to the module that knows it.

use super::bar::{Bar, OTHER};
use super::{Action, Event};
use crate::data::{Lodz, Map, Scenario, UnitDef};
use crate::state::{Phase, Position, Step};
use sandtable_core::game::{Breach, Line, Side};
use sandtable_core::{Decision, Dice};

/// The rules at work on the data of the game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Lodz,
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.scenario)]
    }

    /// The board of a position.
    pub fn map(&self, p: &Position) -> &'a Map {
        &self.d.maps[usize::from(self.scenario(p).map)]
    }

    /// The counter of a unit.
    pub fn def(&self, unit: u16) -> &'a UnitDef {
        &self.d.units[usize::from(unit)]
    }

    /// Who must decide what.
    pub fn decision(&self, p: &Position) -> Decision {
        match p.pile.top() {
            Step::Go => Decision::Over(self.supply_outcome(p)),
            Step::Air(s) => self.air_decision(p, s),
            Step::March(s) => self.march_decision(p, s),
            Step::Rail(s) => self.rail_decision(p, s),
            Step::Battle(s) => self.battle_decision(p, s),
            Step::Retreat(s) => self.retreat_decision(p, s),
            Step::Supply(s) => self.supply_decision(p, s),
        }
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub fn run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            let asks = match p.pile.top() {
                Step::Go if p.phase == Phase::Over => true,
                Step::Go => {
                    self.next_phase(p, dice, events);
                    false
                }
                Step::Air(s) => self.air_run(p, s, dice, events),
                Step::March(s) => self.march_run(p, s, dice, events),
                Step::Rail(s) => self.rail_run(p, s, dice, events),
                Step::Battle(s) => self.battle_run(p, s, dice, events),
                Step::Retreat(s) => self.retreat_run(p, s, dice, events),
                Step::Supply(s) => self.supply_run(p, s, dice, events),
            };
            if asks {
                return;
            }
        }
    }

    /// Every legal action of a player who decides now. Movement offers what trains and bases can do as well.
    pub fn list(&self, p: &Position, side: u8, out: &mut Vec<Action>) {
        match p.pile.top() {
            Step::Go => {}
            Step::Air(s) => self.air_list(p, s, side, out),
            Step::March(s) => {
                self.march_list(p, s, side, out);
                self.rail_list_march(p, s, side, out);
            }
            Step::Rail(s) => self.rail_list(p, s, side, out),
            Step::Battle(s) => self.battle_list(p, s, side, out),
            Step::Retreat(s) => self.retreat_list(p, s, side, out),
            Step::Supply(s) => self.supply_list(p, s, side, out),
        }
    }

    /// The refusal of an action of a player who decides now, if a rule forbids it.
    pub fn refuse(&self, p: &Position, side: u8, action: &Action) -> Option<Breach> {
        self.bar(p, side, action).map(|bar| self.breach(p, bar))
    }

    /// The rule that forbids an action of a player who decides now, if any does.
    pub fn bar(&self, p: &Position, side: u8, action: &Action) -> Option<Bar> {
        match (p.pile.top(), *action) {
            (Step::Air(s), Action::Air(a)) => self.air_refuse(p, s, side, a),
            (Step::March(_), Action::March(a)) => self.march_bar(p, a),
            (Step::March(s), Action::Rail(a)) => self.rail_refuse_march(p, s, side, a),
            (Step::Rail(s), Action::Rail(a)) => self.rail_refuse(p, s, side, a),
            (Step::Battle(s), Action::Battle(a)) => self.battle_bar(p, s, a),
            (Step::Retreat(s), Action::Retreat(a)) => self.retreat_refuse(p, s, side, a),
            (Step::Supply(s), Action::Supply(a)) => self.supply_refuse(p, s, side, a),
            _ => Some(OTHER),
        }
    }

    /// Why something cannot be done now at all.
    pub fn out_of_turn(&self, p: &Position) -> Breach {
        let (rule, what) = match self.decision(p) {
            Decision::Decide { rule, what, .. } => (rule, what),
            Decision::Over(o) => (o.rule, "nothing, the game is over"),
        };
        Breach::new(rule, format!("this cannot be done now; what is asked is: {what}"))
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
        match (p.pile.top(), *action) {
            (Step::Air(s), Action::Air(a)) => self.air_take(p, s, side, a, dice, events),
            (Step::March(s), Action::March(a)) => self.march_take(p, s, side, a, dice, events),
            (Step::March(_), Action::Rail(a)) => self.rail_take_march(p, side, a, events),
            (Step::Rail(s), Action::Rail(a)) => self.rail_take(p, s, side, a, dice, events),
            (Step::Battle(s), Action::Battle(a)) => self.battle_take(p, s, side, a, dice, events),
            (Step::Retreat(s), Action::Retreat(a)) => self.retreat_take(p, s, side, a, dice, events),
            (Step::Supply(s), Action::Supply(a)) => self.supply_take(p, s, side, a, dice, events),
            _ => {}
        }
        self.run(p, dice, events);
    }

    /// An action in words.
    pub fn action_text(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Air(a) => self.air_text(p, a),
            Action::March(a) => self.march_text(p, a),
            Action::Rail(a) => self.rail_text(p, a),
            Action::Battle(a) => self.battle_text(p, a),
            Action::Retreat(a) => self.retreat_text(p, a),
            Action::Supply(a) => self.supply_text(p, a),
        }
    }

    /// An action from its words, legal or not: the module that asks is heard first.
    pub fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let air = || self.air_parse(p, &words).map(Action::Air);
        let march = || self.march_parse(p, &words).map(Action::March);
        let rail = || self.rail_parse(p, &words).map(Action::Rail);
        let battle = || self.battle_parse(p, &words).map(Action::Battle);
        let retreat = || self.retreat_parse(p, &words).map(Action::Retreat);
        let supply = || self.supply_parse(p, &words).map(Action::Supply);
        let asked = match p.pile.top() {
            Step::Go => None,
            Step::Air(_) => air(),
            Step::March(_) => march(),
            Step::Rail(_) => rail(),
            Step::Battle(_) => battle(),
            Step::Retreat(_) => retreat(),
            Step::Supply(_) => supply(),
        };
        asked.or_else(march).or_else(battle).or_else(rail).or_else(retreat).or_else(air).or_else(supply)
    }

    /// An event as a line of the log.
    pub fn event_line(&self, event: &Event) -> Line {
        match *event {
            Event::Air(e) => self.air_line(e),
            Event::March(e) => self.march_line(e),
            Event::Rail(e) => self.rail_line(e),
            Event::Battle(e) => self.battle_line(e),
            Event::Retreat(e) => self.retreat_line(e),
            Event::Supply(e) => self.supply_line(e),
            Event::Common(e) => self.common_line(e),
        }
    }
}
