//! The engine: everything static, and the one way from a step to the module that knows it.

use super::bar::{Bar, OTHER, bar};
use super::battle::{BattleAction, BattleStep};
use super::march::MarchAction;
use super::{Action, Event};
use crate::data::{Data, Map, Scenario, UnitDef};
use crate::state::{Phase, Position, Step};
use sandtable_core::game::{Breach, Line, Side};
use sandtable_core::{Decision, Dice};

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
        self.bar(p, side, action).map(|found| {
            let mut breach = self.breach(p, found);
            if let Decision::Decide { what, .. } = self.decision(p)
                && self.bar_of_step(p, side, action) == Some(OTHER)
            {
                breach.reason.push_str(&format!("; what is asked is: {what}"));
            }
            breach
        })
    }

    /// The rule that forbids an action of a player who decides now, if any does.
    pub fn bar(&self, p: &Position, side: u8, action: &Action) -> Option<Bar> {
        let found = self.bar_of_step(p, side, action)?;
        Some(if found == OTHER { self.other_time(p, action) } else { found })
    }

    /// What the step that waits says of an action.
    fn bar_of_step(&self, p: &Position, side: u8, action: &Action) -> Option<Bar> {
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

    /// The rule that says when something is done that is not asked for now.
    fn other_time(&self, p: &Position, action: &Action) -> Bar {
        use super::air::AirAction;
        use super::rail::RailAction;
        use super::retreat::RetreatAction;
        use super::supply::SupplyAction;
        let resolving = p.phase == Phase::Attack && !matches!(p.pile.top(), Step::Battle(BattleStep::Choose));
        match *action {
            Action::March(MarchAction::Done) => {
                bar("3.0a", "no movement phase of yours runs that could be ended")
            }
            Action::March(MarchAction::Dig { .. }) => {
                bar("9.11a", "units dig in during their movement phase")
            }
            Action::March(MarchAction::Mark { .. }) => {
                bar("11.12a", "units are marked for strategic movement in their movement phase")
            }
            Action::March(MarchAction::Order { .. }) => {
                bar("8.73", "guns change their order while they move")
            }
            Action::March(
                MarchAction::Destroy { .. } | MarchAction::Rebuild { .. } | MarchAction::Build { .. },
            ) => bar("14.11", "bridges are worked on in the movement phase"),
            Action::March(MarchAction::GiveUp { .. }) => {
                bar("5.1a", "the limit of a hex is asked for when movement ends")
            }
            Action::March(MarchAction::Go { .. }) => bar(
                "4.1d",
                "units go in their movement phases, in retreats and in pursuit, each in its own words",
            ),
            Action::Rail(RailAction::Replace { .. } | RailAction::Return { .. } | RailAction::Enough) => {
                bar("REP.2", "replacements come at the start of the movement phase")
            }
            Action::Rail(_) => bar("16.0", "railways are used in the own movement phase"),
            Action::Air(AirAction::Fly { .. }) => bar("15A.1", "airships fly in their owner's air phase"),
            Action::Air(AirAction::Bomb { .. }) => {
                bar("14.23", "airships bomb in their owner's air phase, after they have flown")
            }
            Action::Air(AirAction::Aim { .. } | AirAction::Gun { .. } | AirAction::Fire) => bar(
                "8.61a",
                "barrages are fired in the phase before movement, where they are allowed: a hex, guns, fire",
            ),
            Action::Air(AirAction::Lose { .. }) => bar("ART.2", "no unit loses a level to fire now"),
            Action::Air(AirAction::Done) => bar("3.0a", "this is not ended now"),
            Action::Battle(BattleAction::Attack { .. }) if resolving => {
                bar("7.57b", "the attack that was begun comes first, with its losses, retreats and pursuit")
            }
            Action::Battle(BattleAction::Attack { .. }) => {
                bar("7.11a", "units attack in their own attack phase")
            }
            Action::Battle(BattleAction::Fire { .. } | BattleAction::Bridge { .. }) if resolving => {
                bar("7.57b", "what was begun comes first")
            }
            Action::Battle(BattleAction::Fire { .. } | BattleAction::Bridge { .. }) => {
                bar("8.21a", "artillery fires alone in its own attack phase")
            }
            Action::Battle(BattleAction::End) => {
                bar("7.29b", "no attack phase of yours runs that could be ended")
            }
            Action::Battle(BattleAction::Back { .. }) => bar("7.34a", "no result asks for a retreat now"),
            Action::Battle(BattleAction::Lose { .. }) => bar("7.36", "no result asks for a loss now"),
            Action::Battle(_) => bar("7.12a", "no attack is put together now"),
            Action::Retreat(RetreatAction::Go { .. } | RetreatAction::Leave { .. }) => {
                bar("7.34a", "nobody retreats now")
            }
            Action::Retreat(RetreatAction::Pay { .. }) => {
                bar("7.42b", "nobody retreats through an enemy zone now")
            }
            Action::Retreat(_) => bar("7.51", "nobody pursues now"),
            Action::Supply(SupplyAction::Train { .. }) => {
                bar("16.A", "a train is set up before the first day or in a movement phase")
            }
            Action::Supply(_) => bar(self.set_up_rule(p), "the set-up is over"),
        }
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
        // Whoever has done something in a phase ends it himself: going on may lead to dice and to the enemy.
        let phase = matches!(p.pile.top(), Step::March(_) | Step::Battle(BattleStep::Choose));
        let ending = [Action::March(MarchAction::Done), Action::Battle(BattleAction::End)].contains(action);
        if p.ends && phase {
            p.held = !ending;
        }
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
        let plain: Vec<&str> = words.iter().map(String::as_str).collect();
        self.action_of(p, &plain).or_else(|| {
            let ids = self.with_ids(p, &words)?;
            let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
            self.action_of(p, &ids)
        })
    }

    /// Words in which names of counters, as the table and the log show them, have given way to ids; nothing if there are none. Where
    /// units of both sides have a name, it is that of the side that decides.
    fn with_ids(&self, p: &Position, words: &[String]) -> Option<Vec<String>> {
        let side = self.decision(p).side().map_or(p.active, |s| s.0);
        let used = |u: &u16| p.units.at(*u) != crate::state::At::Unused;
        let mut names: Vec<(Vec<String>, u16)> = Vec::new();
        for unit in self.all_units().filter(used) {
            let def = self.def(unit);
            for name in [def.name.clone(), def.title.clone(), crate::view::short(def)] {
                let name: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
                if !name.is_empty() && !names.iter().any(|(n, u)| *u == unit && *n == name) {
                    names.push((name, unit));
                }
            }
        }
        // Longer names first: `1/49 InfDivRes` is no `1/49`.
        names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let (mut out, mut at, mut any) = (Vec::new(), 0, false);
        while at < words.len() {
            let long = names.iter().find(|(n, _)| words[at..].starts_with(n)).map_or(0, |(n, _)| n.len());
            let fits =
                |(n, _): &&(Vec<String>, u16)| long > 0 && n.len() == long && words[at..].starts_with(n);
            let all: Vec<u16> = names.iter().filter(fits).map(|(_, u)| *u).collect();
            let own: Vec<u16> = all.iter().copied().filter(|u| p.side(*u) == side).collect();
            match (all.as_slice(), own.as_slice()) {
                ([unit], _) | (_, [unit]) => {
                    out.push(self.id(*unit).to_string());
                    (at, any) = (at + long, true);
                }
                _ => {
                    out.push(words[at].clone());
                    at += 1;
                }
            }
        }
        any.then_some(out)
    }

    fn action_of(&self, p: &Position, words: &[&str]) -> Option<Action> {
        let air = || self.air_parse(p, words).map(Action::Air);
        let march = || self.march_parse(p, words).map(Action::March);
        let rail = || self.rail_parse(p, words).map(Action::Rail);
        let battle = || self.battle_parse(p, words).map(Action::Battle);
        let retreat = || self.retreat_parse(p, words).map(Action::Retreat);
        let supply = || self.supply_parse(p, words).map(Action::Supply);
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
