//! The sequence of play (3.1): days of twelve phases, six of player A and six of player B.

use super::air::AirAction;
use super::battle::{BattleAction, BattleStep};
use super::march::MarchAction;
use super::rail::RailAction;
use super::retreat::RetreatAction;
use super::supply::SupplyAction;
use super::{Action, Engine, Event};
use crate::position::{HexId, Phase, Position, Step, UnitId};
use sandtable_core::game::{Illegal, Line, Outcome, Side};
use sandtable_core::machine::{self, Flow, Offers, Sequence};
use sandtable_core::phrase::listed;
use sandtable_core::view::Viewer;
use sandtable_core::{Breach, Decision, Dice, Refusal};

impl Engine<'_> {
    /// Begins the game with the set-up of player B (lodz 3.0).
    pub fn begin(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.phase = Phase::SetUp;
        p.active = 1 - p.first;
        self.enter_phase(p, dice, events);
        machine::run(self, p, dice, events);
    }

    /// Goes on to the next phase.
    pub(super) fn next_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.phase = match p.phase {
            SetUp if p.active != p.first => {
                p.active = p.first;
                SetUp
            }
            SetUp => Air,
            Air if p.barrage => Barrage,
            Air | Barrage => Movement,
            Movement => Attack,
            Attack => Strategic,
            Strategic => Supply,
            Supply if p.active == p.first => {
                p.active = 1 - p.first;
                Air
            }
            Supply => Night,
            Night if p.day < self.scenario(p).days => {
                p.day += 1;
                p.first = self.initiative(p);
                p.active = p.first;
                Air
            }
            Night | Over => Over,
        };
        self.enter_phase(p, dice, events);
    }

    /// Player A of a day: a joined campaign may change sides (lodz R61).
    pub fn initiative(&self, p: &Position) -> u8 {
        let s = self.scenario(p);
        let part = s.parts.iter().find(|part| (part.first..=part.last).contains(&p.day));
        part.map_or(s.initiative, |part| part.initiative)
    }

    /// The module that owns a phase begins it.
    pub fn enter_phase(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        use Phase::*;
        p.held = false;
        // A side holds from now on where its units have come to stand (lodz R48).
        if p.phase != SetUp {
            self.supply_control(p);
        }
        match p.phase {
            SetUp | Supply | Night => self.supply_enter(p, dice, events),
            Air | Barrage => self.air_enter(p),
            Movement => {
                self.march_enter(p, events);
                // Replacements and bases come before the first march (lodz R45): laid on last, done first.
                self.rail_enter(p, events);
            }
            Strategic => self.march_enter(p, events),
            Attack => self.battle_enter(p, events),
            Over => {}
        }
    }

    /// Why something cannot be done now: the rule that says when it is done.
    pub(super) fn not_now(&self, p: &Position, action: Action) -> Refusal {
        let resolving =
            p.phase == Phase::Attack && !matches!(p.steps.top(), Step::Battle(BattleStep::Choose));
        let (rule, why) = match action {
            Action::March(MarchAction::Done) => {
                ("3.0a", "no movement phase of yours runs that could be ended")
            }
            Action::March(MarchAction::Dig { .. }) => ("9.11a", "units dig in during their movement phase"),
            Action::March(MarchAction::Mark { .. }) => {
                ("11.12a", "units are marked for strategic movement in their movement phase")
            }
            Action::March(MarchAction::Order { .. }) => ("8.73", "guns change their order while they move"),
            Action::March(
                MarchAction::Destroy { .. } | MarchAction::Rebuild { .. } | MarchAction::Build { .. },
            ) => ("14.11", "bridges are worked on in the movement phase"),
            Action::March(MarchAction::GiveUp { .. }) => {
                ("5.1a", "the limit of a hex is asked for when movement ends")
            }
            Action::March(MarchAction::Go { .. }) => (
                "4.1d",
                "units go in their movement phases, in retreats and in pursuit, each in its own words",
            ),
            Action::Rail(RailAction::Replace { .. } | RailAction::Return { .. } | RailAction::Enough) => {
                ("REP.2", "replacements come at the start of the movement phase")
            }
            Action::Rail(_) => ("16.0", "railways are used in your own movement phase"),
            Action::Air(AirAction::Fly { .. }) => ("15A.1", "airships fly in their owner's air phase"),
            Action::Air(AirAction::Bomb { .. }) => {
                ("14.23", "airships bomb in their owner's air phase, after they have flown")
            }
            Action::Air(AirAction::Aim { .. } | AirAction::Gun { .. } | AirAction::Fire) => (
                "8.61a",
                "barrages are fired in the phase before movement, where they are allowed: a hex, guns, fire",
            ),
            Action::Air(AirAction::Lose { .. }) => ("ART.2", "no unit loses a level to fire now"),
            Action::Air(AirAction::Done) => ("3.0a", "this is not ended now"),
            Action::Battle(BattleAction::Attack { .. }) if resolving => {
                ("7.57b", "the attack that was begun comes first, with its losses, retreats and pursuit")
            }
            Action::Battle(BattleAction::Attack { .. }) => {
                ("7.11a", "units attack in their own attack phase")
            }
            Action::Battle(BattleAction::Fire { .. } | BattleAction::Bridge { .. }) if resolving => {
                ("7.57b", "what was begun comes first")
            }
            Action::Battle(BattleAction::Fire { .. } | BattleAction::Bridge { .. }) => {
                ("8.21a", "artillery fires alone in its own attack phase")
            }
            Action::Battle(BattleAction::End) => {
                ("7.29b", "no attack phase of yours runs that could be ended")
            }
            Action::Battle(BattleAction::Back { .. }) => ("7.34a", "no result asks for a retreat now"),
            Action::Battle(BattleAction::Lose { .. }) => ("7.36", "no result asks for a loss now"),
            Action::Battle(_) => ("7.12a", "no attack is put together now"),
            Action::Retreat(RetreatAction::Go { .. } | RetreatAction::Leave { .. }) => {
                ("7.34a", "nobody retreats now")
            }
            Action::Retreat(RetreatAction::Pay { .. }) => {
                ("7.42b", "nobody retreats through an enemy zone now")
            }
            Action::Retreat(_) => ("7.51", "nobody pursues now"),
            Action::Supply(SupplyAction::Train { .. }) => {
                ("16.A", "a train is set up before the first day or in a movement phase")
            }
            Action::Supply(_) => (self.set_up_rule(p), "the set-up is over"),
        };
        let what = match machine::decision(self, p) {
            Decision::Decide { what, .. } => what,
            Decision::Over(_) => "nothing, the game is over",
        };
        Refusal::new(rule, "{}; what is asked is: {}").word(why).word(what)
    }
}

impl Sequence for Engine<'_> {
    fn result(&self, p: &Position) -> Outcome {
        self.supply_outcome(p)
    }

    fn worded(&self, p: &Position, _: Side, _: &Action, refusal: &Refusal) -> Illegal {
        let id = |u: u16| self.d.units.get(usize::from(u)).map(|def| def.id.clone()).unwrap_or_default();
        let place = |h: u16| self.spot(p, HexId(h)).unwrap_or_default();
        let map = self.scenario(p).map;
        // The sentence has names; what it concerns is given by id.
        let reason =
            refusal.breach(|u| self.name(UnitId(u)).to_string(), |h| self.place(map, HexId(h))).reason;
        let mut breach = refusal.breach(id, place);
        breach.pieces.retain(|piece| !piece.is_empty());
        breach.places.retain(|place| !place.is_empty());
        let returns = &self.d.places.returns[usize::from(p.active)];
        let returns: Vec<String> = returns.iter().map(|h| self.place(0, *h)).collect();
        Breach { reason: reason.replace("{returns}", &listed(&returns, "or")), ..breach }.into()
    }

    fn line(&self, event: &Event, _: Viewer) -> Option<Line> {
        if let Event::Common(e) = event { Some(self.common_line(*e)) } else { None }
    }

    fn go_on(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        if p.phase == Phase::Over {
            return Flow::Ask;
        }
        self.next_phase(p, dice, events);
        Flow::Next
    }

    fn before_action(&self, p: &mut Position, _: Side, action: &Action) {
        // A player who has done something in a phase ends it: going on may lead to dice and to the enemy.
        let phase = matches!(p.steps.top(), Step::March(_) | Step::Battle(BattleStep::Choose));
        let ending = [Action::March(MarchAction::Done), Action::Battle(BattleAction::End)].contains(action);
        if p.ends && phase {
            p.held = !ending;
        }
    }

    /// Trains and bases can be used between the marches of a movement phase (lodz 16.0).
    fn offers_beside(&self, p: &Position, step: Step, side: Side, out: &mut Offers<'_, Action>) {
        if matches!(step, Step::March(_)) {
            let mut visit = |a, _| out.legal(Action::Rail(a));
            self.rail_offers_march(p, side.0, &mut Offers::new(&mut visit));
        }
    }

    fn refuse_beside(&self, p: &Position, step: Step, side: Side, action: &Action) -> Option<Refusal> {
        match (step, *action) {
            (Step::March(_), Action::Rail(a)) => self.rail_refuse_march(p, side.0, a),
            (_, a) => Some(self.not_now(p, a)),
        }
    }

    fn take_beside(
        &self,
        p: &mut Position,
        step: Step,
        _: Side,
        action: &Action,
        _: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if let (Step::March(_), Action::Rail(a)) = (step, *action) {
            self.rail_take_march(p, a, events);
        }
    }
}
