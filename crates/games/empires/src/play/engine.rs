//! The engine: everything static, and the one way from a step to the module that knows it.

use super::bar::Why;
use super::fight::FightStep;
use super::march::MarchStep;
use super::siege::SiegeStep;
use super::year::YearStep;
use super::{Action, Bar, Event};
use crate::combat::Charts;
use crate::data::{Data, POWERS, Scenario};
use crate::land::Position;
use crate::state::{Phase, Step};
use sandtable_core::game::{Breach, Side};
use sandtable_core::{Decision, Dice};

/// The rules at work on the data of a game.
#[derive(Clone, Copy)]
pub struct Engine<'a> {
    /// The data.
    pub d: &'a Data,
    /// The charts of combat.
    pub charts: &'a Charts,
}

impl<'a> Engine<'a> {
    /// The scenario of a position.
    pub fn scenario(&self, p: &Position) -> &'a Scenario {
        &self.d.scenarios[usize::from(p.play.scenario)]
    }

    /// Who must decide what.
    pub fn decision(&self, p: &Position) -> Decision {
        match p.play.top() {
            Step::Go => Decision::Over(self.outcome(p)),
            Step::Year(s) => self.year_decision(p, s),
            Step::March(s) => self.march_decision(p, s),
            Step::Fight(s) => self.fight_decision(p, s),
            Step::Siege(s) => self.siege_decision(p, s),
            Step::Loss => self.loss_decision(p),
        }
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub fn run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            let open = p.play.top();
            if p.play.rules.player_ends {
                if self.waits_for_end(p, open) {
                    if let Step::Year(YearStep::Reinforce { power }) = open {
                        self.arrive_due(p, power, events);
                    }
                    return;
                }
                p.play.note_begun(false);
            }
            let asks = match open {
                Step::Go if p.play.phase == Phase::Over => true,
                Step::Go => {
                    self.next_phase(p, dice, events);
                    false
                }
                Step::Year(s) => self.year_run(p, s, dice, events),
                Step::March(s) => self.march_run(p, s, dice, events),
                Step::Fight(s) => self.fight_run(p, s, dice, events),
                Step::Siege(s) => self.siege_run(p, s, dice, events),
                Step::Loss => self.loss_run(p, events),
            };
            if asks {
                if p.play.rules.player_ends {
                    p.play.note_begun(true);
                }
                return;
            }
        }
    }

    /// Whether somebody was asked at a step who ends it himself, though nothing may be left for him to do.
    fn waits_for_end(&self, p: &Position, step: Step) -> bool {
        let ends = match step {
            Step::Year(s) => matches!(s, YearStep::Naval { .. } | YearStep::Reinforce { .. }),
            Step::March(MarchStep::Retire { turn, .. }) => usize::from(turn) < POWERS,
            Step::March(s) => {
                use MarchStep::{Fill, Pay, Pick, Place, Refuge, Remove};
                matches!(s, Remove(_) | Place(_) | Pick(_) | Pay(_) | Refuge { .. } | Fill { .. })
            }
            // Several are asked at one step, each until he has ended it.
            Step::Fight(FightStep::Sally | FightStep::Reinforce | FightStep::City) => {
                usize::from(p.fight.asks) < POWERS && p.fight.asked >> p.fight.asks & 1 == 0
            }
            Step::Fight(s) => s == FightStep::Bring,
            Step::Siege(s) => {
                use SiegeStep::{Hunt, Occupy, Pick, StepOut};
                matches!(s, Pick(_) | StepOut(_) | Hunt(_) | Occupy)
            }
            Step::Go | Step::Loss => false,
        };
        ends && p.play.is_begun()
    }

    /// Every legal action of a side that decides now. The position is as the side knows it.
    pub fn list(&self, p: &Position, side: Side, out: &mut Vec<Action>) {
        match p.play.top() {
            Step::Go => {}
            Step::Year(s) => self.year_list(p, s, side.0, out),
            Step::March(s) => self.march_list(p, s, side.0, out),
            Step::Fight(s) => self.fight_list(p, s, side.0, out),
            Step::Siege(s) => self.siege_list(p, s, side.0, out),
            Step::Loss => self.loss_list(p, side.0, out),
        }
    }

    /// The refusal of an action of a side that decides now, if a rule forbids it.
    pub fn refuse(&self, p: &Position, side: Side, action: &Action) -> Option<Breach> {
        self.bar(p, side, action).map(|bar| self.breach(bar))
    }

    /// The rule that forbids an action of a side that decides now, if any does.
    pub fn bar(&self, p: &Position, side: Side, action: &Action) -> Option<Bar> {
        match (p.play.top(), *action) {
            (Step::Year(s), Action::Year(a)) => self.year_refuse(p, s, side.0, a),
            (Step::March(s), Action::March(a)) => self.march_refuse(p, s, side.0, a),
            (Step::Fight(s), Action::Fight(a)) => self.fight_refuse(p, s, side.0, a),
            (Step::Siege(s), Action::Siege(a)) => self.siege_refuse(p, s, side.0, a),
            (Step::Loss, Action::Loss(a)) => self.loss_refuse(p, side.0, a),
            _ => {
                let (rule, what) = match self.decision(p) {
                    Decision::Decide { rule, what, .. } => (rule, what),
                    Decision::Over(o) => (o.rule, "the game is over"),
                };
                Some(Bar::new(rule, Why::Asked(what)))
            }
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
        match (p.play.top(), *action) {
            (Step::Year(s), Action::Year(a)) => self.year_take(p, s, side.0, a, dice, events),
            (Step::March(s), Action::March(a)) => self.march_take(p, s, side.0, a, dice, events),
            (Step::Fight(s), Action::Fight(a)) => self.fight_take(p, s, side.0, a, dice, events),
            (Step::Siege(s), Action::Siege(a)) => self.siege_take(p, s, side.0, a, dice, events),
            (Step::Loss, Action::Loss(a)) => self.loss_take(p, side.0, a, events),
            _ => {}
        }
        self.run(p, dice, events);
        self.watch_capitals(p);
    }

    /// An action in words.
    pub fn action_text(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Year(a) => self.year_text(p, a),
            Action::March(a) => self.march_text(p, a),
            Action::Fight(a) => self.fight_text(p, a),
            Action::Siege(a) => self.siege_text(p, a),
            Action::Loss(a) => self.loss_text(p, a),
        }
    }
}
