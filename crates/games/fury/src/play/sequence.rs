//! The sequence of play as a stack of small named steps (fury 5b, fury 7e, fury 8a, fury 11a).

use crate::Fury;
use crate::data::pieces::{CP, FORTS, Front, Nation, PIECES, Piece, RU};
use crate::play::action::{Event, Manner};
use crate::position::{Group, Position, enemy, flag, off};
use sandtable_core::Dice;
use sandtable_core::machine::Sequence;
use serde::{Deserialize, Serialize};

/// Why pieces go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Back {
    /// The attacker after a combat.
    Attacker,
    /// The defender after a combat.
    Defender,
    /// A unit that the hex has no room for.
    Surplus,
}

/// One step of the sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A side sets up.
    SetUp(u8),
    /// The initiative is rolled.
    Initiative,
    /// The holder names Front A.
    FrontA,
    /// The opponent names the front to activate first.
    FirstFront,
    /// Movement.
    Moves,
    /// Declarations.
    Declare,
    /// Combats one after the other.
    Resolve,
    /// What the combat result demands beside losses.
    Result,
    /// The attacker goes back or refuses.
    AttackerAnswers,
    /// The defender forces the attacker or not.
    DefenderForces,
    /// The defender goes back, refuses or stays under siege.
    DefenderAnswers,
    /// The attacker forces the defender or not.
    AttackerForces,
    /// The defender is forced.
    DefenderForced,
    /// The attacker occupies the hex.
    Advance,
    /// Everything of a combat is done.
    CombatEnds,
    /// Losses to be taken.
    Loss {
        /// By whom.
        side: u8,
        /// How many.
        left: u8,
        /// Among these.
        pool: Group,
    },
    /// Pieces go back.
    Retreat {
        /// Who.
        group: Group,
        /// From where.
        start: u16,
        /// How many hexes are left to go.
        left: u8,
        /// Why.
        why: Back,
    },
    /// A hex is overfull.
    Surplus {
        /// The hex.
        hex: u16,
        /// Those who came last.
        group: Group,
        /// The first overfull hex of this chain: units that go on go away from it.
        origin: u16,
    },
    /// A lone headquarters is shifted.
    Shift {
        /// Which.
        hq: Piece,
        /// From where.
        start: u16,
    },
    /// A piece goes on along its way.
    Onward {
        /// Which.
        piece: Piece,
        /// How it moves.
        manner: Manner,
    },
    /// Front adjustment of a side.
    Adjust(u8),
    /// An isolated stack goes on to its second hex.
    Withdraw {
        /// Who.
        group: Group,
        /// Where to.
        to: u16,
    },
    /// Siege tests, recovery, and the end of the game.
    Sieges,
    /// Replacements of a nation.
    Replacements(Nation),
    /// Reinforcements of a side.
    Reinforcements(u8),
    /// A piece is brought into play.
    Entry(Piece),
    /// Planning of a nation: headquarters still to turn active.
    Planning(Nation, u8),
    /// The game is over.
    #[default]
    Over,
}

impl Fury {
    /// The rule of a level of victory: fury 4f, fury 4g, fury 4h, fury 4i.
    pub(crate) fn level_rule(&self, level: &str) -> &'static str {
        match level {
            "tactical" => "4g",
            "operational" => "4h",
            "strategic" => "4i",
            _ => "4f",
        }
    }

    pub(crate) fn end_set_up(&self, p: &mut Position, side: u8, events: &mut Vec<Event>) {
        p.acted = false;
        p.steps.pop();
        if side == CP {
            p.steps.push(Step::SetUp(RU)); // fury 6a
        } else {
            self.begin_game(p, events);
        }
    }

    /// After the set-up: fury 6i, fury 12d, fury 7a.
    pub(crate) fn begin_game(&self, p: &mut Position, events: &mut Vec<Event>) {
        for (i, hq) in self.data.hqs.iter().enumerate() {
            p.set(Piece::hq(crate::data::pieces::Army(i as u8)), flag::INACTIVE, !hq.starts_active);
        }
        for (i, corps) in self.data.corps.iter().enumerate() {
            p.set(Piece(i as u8), flag::REDUCED, corps.starts_reduced); // fury 2.1n
        }
        p.initiative = RU;
        events.push(Event::Turn(0));
        p.steps.push(Step::FrontA);
    }

    /// Begins an activation of a side and front: fury 7g.
    pub(crate) fn activate(&self, p: &mut Position, side: u8, front: Front, events: &mut Vec<Event>) {
        p.active = side;
        p.front = front;
        p.forget_activation();
        events.push(Event::Activated(side, front));
        p.steps.push(Step::Moves);
    }

    /// fury 7e: Player 1 Front A; Player 2 one front, then the other; Player 1 Front B.
    pub(crate) fn next_activation(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.activation += 1;
        match p.activation {
            1 => p.steps.push(Step::FirstFront),
            2 => {
                let other = p.front.other();
                self.activate(p, p.active, other, events);
            }
            3 => self.activate(p, p.initiative, p.front_a.other(), events),
            _ => self.administrative_phase(p, events),
        }
    }

    /// fury 11a: victory check first.
    pub(crate) fn administrative_phase(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.forget_activation();
        // fury 4c, fury 11.1a
        if p.net(&self.data, RU).abs() >= self.data.tables.automatic {
            self.end_game(p, events);
            return;
        }
        p.steps.push(Step::Adjust(p.initiative)); // fury 11.2a
    }

    fn end_game(&self, p: &mut Position, events: &mut Vec<Event>) {
        let result = self.result(p);
        events.push(Event::Ended(result.winner.map_or(2, |s| s.0), p.net(&self.data, RU).abs()));
        while !p.steps.is_empty() {
            p.steps.pop();
        }
        p.steps.push(Step::Over);
    }

    /// fury 11.2q, fury 11.2r, then the end on D2 or the rest of the phase.
    pub(crate) fn sieges_and_recovery(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.steps.pop();
        for besieger in [p.initiative, enemy(p.initiative)] {
            for fort in 0..FORTS {
                if p.besieged[fort] && self.data.forts[fort].owner != besieger {
                    self.siege_test(p, fort, dice, events);
                }
            }
        }
        for state in &mut p.state {
            *state &= !flag::DISORGANISED; // fury 10.3.3d
        }
        // fury 5a, fury 11b: nothing after recovery matters on the last turn.
        if usize::from(p.turn) + 1 == self.data.tables.turns.len() {
            self.end_game(p, events);
            return;
        }
        self.begin_replacements(p, Nation::Ru, events);
    }

    /// After the last planning: the next turn.
    pub(crate) fn next_turn(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.turn += 1;
        p.activation = 0;
        events.push(Event::Turn(p.turn));
        p.steps.push(Step::Initiative);
    }

    /// Pieces of a side that wait for the set-up.
    pub(crate) fn to_set_up<'a>(&'a self, p: &'a Position, side: u8) -> impl Iterator<Item = Piece> + 'a {
        (0..PIECES as u8)
            .map(Piece)
            .filter(move |x| p.place[x.index()] == off::POOL && p.side(&self.data, *x) == side)
    }
}
