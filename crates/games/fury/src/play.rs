//! The rules at play: a module for each chapter of the rulebook, and the sequence that joins them (fury 5b, fury 8a, fury 11a).
//!
//! * [`opening`]: the set-up (6), the initiative and the fronts (7);
//! * [`marches`]: movement (9) and lone headquarters (9f);
//! * [`battles`]: declarations (10.1), combats, losses, answers and advances (10.2, 10.3.1);
//! * [`withdrawals`]: retreats (10.3.2) and front adjustment with its sieges (11.2);
//! * [`rear`]: replacements (11.3), reinforcements (11.4) and planning (11.5).

pub mod action;
mod admin;
mod arrival;
mod battles;
mod close_in;
pub(crate) mod combat;
pub(crate) mod declare;
pub(crate) mod duty;
mod entry;
mod marches;
mod movement;
mod opening;
mod placement;
mod rear;
mod refusal;
mod refuse;
mod retreat;
pub mod sequence;
mod supply;
mod ways;
mod withdrawals;

use crate::Fury;
use crate::data::pieces::{CP, RU};
use crate::play::action::{Action, Event};
use crate::play::sequence::Step;
use crate::position::{Position, reading};
use battles::{Combat, Declarations};
use marches::Movement;
use opening::{Fronts, SetUp};
use rear::{Planning, Reinforcements, Replacements};
use sandtable_core::game::Line;
use sandtable_core::machine::{Sequence, not_asked};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Illegal, Outcome, Refusal, Side};
use withdrawals::{FrontAdjustment, Retreats};

sandtable_core::modules_by_steps! {
    Fury, Position.steps, Step, Action, Event;
    SetUp { Step::SetUp(_) },
    Fronts { Step::Initiative | Step::FrontA | Step::FirstFront },
    Movement { Step::Moves | Step::Shift { .. } | Step::Onward { .. } },
    Declarations { Step::Declare },
    Combat {
        Step::Resolve
        | Step::Loss { .. }
        | Step::Result
        | Step::AttackerAnswers
        | Step::DefenderForces
        | Step::DefenderAnswers
        | Step::AttackerForces
        | Step::DefenderForced
        | Step::Advance
        | Step::CombatEnds
    },
    Retreats { Step::Retreat { .. } | Step::Surplus { .. } },
    FrontAdjustment { Step::Adjust(_) | Step::Withdraw { .. } | Step::Sieges },
    Replacements { Step::Replacements(_) },
    Reinforcements { Step::Reinforcements(_) | Step::Entry(_) },
    Planning { Step::Planning(..) },
}

impl Sequence for Fury {
    /// By fortresses: fury 4f, fury 4g, fury 4h, fury 4i.
    fn result(&self, p: &Position) -> Outcome {
        let net = p.net(&self.data, RU);
        let winner = match net.signum() {
            1 => Some(Side(RU)),
            -1 => Some(Side(CP)),
            _ => None,
        };
        let size = net.unsigned_abs();
        let level = self.data.tables.levels.iter().rev().find(|(from, _)| size >= *from);
        let level = level.map_or("draw", |(_, level)| *level);
        Outcome { winner, level, rule: self.level_rule(level) }
    }

    fn worded(&self, p: &Position, side: Side, action: &Action, refusal: &Refusal) -> Illegal {
        self.why_refused(p, side, action)
            .unwrap_or_else(|| refusal.breach(|_| String::new(), |_| String::new()).into())
    }

    fn line(&self, event: &Event, _: Viewer) -> Option<Line> {
        self.told_line(event)
    }

    /// Only games in which it counts remember that a player has done something in a step.
    fn before_action(&self, p: &mut Position, _: Side, action: &Action) {
        let acts = matches!(
            action,
            Action::SetUp(..)
                | Action::Fight(_)
                | Action::Withdraw { .. }
                | Action::Perish(_)
                | Action::Activate(_)
        );
        p.acted |= acts && p.readings & reading::PLAYER_ENDS != 0;
    }
}

/// One side decides.
fn one(side: u8, rule: &'static str, what: &'static str) -> Decision {
    Decision::one(Side(side), rule, what)
}

impl Fury {
    /// Whether the player has to end a step: something was done in it, and nothing is left.
    fn waits_for_end(&self, p: &Position) -> bool {
        p.acted && p.readings & reading::PLAYER_ENDS != 0
    }

    /// A step that asks nobody.
    fn asks_nobody(&self, p: &Position) -> Decision {
        Decision::Over(self.result(p))
    }

    /// A breach in numbers, to be worded if a player asks.
    fn forbidden(&self, p: &Position, breach: Option<Illegal>) -> Option<Refusal> {
        breach.map(|_| not_asked(sandtable_core::machine::decision(self, p)))
    }
}
