//! The sequence of play as a stack of small named steps (fury 5b, fury 7e, fury 8a, fury 11a).

use crate::Fury;
use crate::action::{Action, Event, Manner};
use crate::pieces::{CP, FORTS, Front, Nation, PIECES, Piece, RU};
use crate::position::{Group, Position, enemy, flag, off, reading};
use sandtable_core::{Decision, Dice, Outcome, Side};
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A side sets up.
    SetUp(u8),
    /// The initiative is rolled.
    Initiative,
    /// The holder names Front A.
    FrontA,
    /// The opponent names the front he activates first.
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
    /// The defender forces him or not.
    DefenderForces,
    /// The defender goes back, refuses or stays under siege.
    DefenderAnswers,
    /// The attacker forces him or not.
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
        /// The first overfull hex of this chain: whoever goes on goes away from it.
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
    Over,
}

impl Fury {
    /// Who decides what, under which rule.
    pub(crate) fn decision(&self, p: &Position) -> Decision {
        let one = |side: u8, rule, what| Decision::one(Side(side), rule, what);
        let defender = enemy(p.active);
        match p.top() {
            Step::SetUp(side) => one(side, "6a", "set up"),
            Step::FrontA => one(p.initiative, "7d", "name Front A"),
            Step::FirstFront => one(enemy(p.initiative), "7f", "choose the front to activate first"),
            Step::Moves => one(p.active, "8a", "move units of the front, or end movement"),
            Step::Declare => one(p.active, "10a", "declare attacks, or end declarations"),
            Step::Resolve if p.attacks[..usize::from(p.attack_count)].iter().all(|a| a.done) => {
                one(p.active, "10b", "all combats are fought: end them")
            }
            Step::Resolve => one(p.active, "10b", "choose the next combat"),
            Step::Loss { side, .. } => one(side, "10.3.1j", "choose who takes the loss"),
            Step::AttackerAnswers => one(p.active, "10.3.1g", "retreat, or refuse for one more loss"),
            Step::DefenderForces => {
                one(defender, "10.3.1h", "force the retreat for one more loss, or accept")
            }
            Step::DefenderAnswers => one(defender, "10.3.1e", "retreat, refuse or stand a siege"),
            Step::AttackerForces => {
                one(p.active, "10.3.1f", "force the retreat for one more loss, or accept")
            }
            Step::DefenderForced => one(defender, "10.4i", "give the fortress up, or stand a siege"),
            Step::Advance => one(p.active, "10.3.1o", "occupy the hex"),
            Step::Retreat { group, .. } | Step::Surplus { group, .. } => {
                let side = group.iter().next().map_or(p.active, |u| p.side(&self.data, u));
                match p.top() {
                    Step::Surplus { .. } => one(side, "10.3.2l", "choose who goes on from an overfull hex"),
                    _ => one(side, "10.3.2f", "choose the hex to retreat to"),
                }
            }
            Step::Shift { hq, .. } => one(p.side(&self.data, hq), "9g", "shift the lone headquarters"),
            Step::Adjust(side) => one(side, "11.2h", "take isolated stacks back"),
            Step::Replacements(nation) => one(nation.side(), "11.3a", "spend replacement points"),
            Step::Reinforcements(side) => one(side, "11.4c", "bring in reinforcements"),
            Step::Entry(piece) => one(p.side(&self.data, piece), "11.4d", "choose where the piece goes"),
            Step::Planning(nation, _) => one(nation.side(), "11.5c", "turn headquarters active"),
            Step::Initiative
            | Step::Result
            | Step::CombatEnds
            | Step::Withdraw { .. }
            | Step::Onward { .. }
            | Step::Sieges
            | Step::Over => Decision::Over(self.result(p)),
        }
    }

    /// How the game stands by its fortresses.
    pub(crate) fn result(&self, p: &Position) -> Outcome {
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

    /// The rule of a level of victory: fury 4f, fury 4g, fury 4h, fury 4i.
    pub(crate) fn level_rule(&self, level: &str) -> &'static str {
        match level {
            "tactical" => "4g",
            "operational" => "4h",
            "strategic" => "4i",
            _ => "4f",
        }
    }

    /// Runs everything that needs no decision, until one is needed or the game is over.
    pub(crate) fn run(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        loop {
            match p.top() {
                Step::Over => return,
                Step::SetUp(side) => {
                    if self.to_set_up(p, side).next().is_some() || self.waits_for_end(p) {
                        return;
                    }
                    self.end_set_up(p, side, events);
                }
                Step::Initiative => self.roll_initiative(p, dice, events),
                Step::FrontA | Step::FirstFront | Step::Moves | Step::Declare => return,
                Step::Resolve => {
                    if p.attacks[..usize::from(p.attack_count)].iter().any(|a| !a.done) {
                        return;
                    }
                    if self.waits_for_end(p) {
                        return;
                    }
                    self.end_combats(p, events);
                }
                Step::Loss { side, left, pool } => {
                    let choice = self.loss_candidates(p, &pool);
                    if left == 0 || choice.is_empty() {
                        p.pop();
                    } else if choice.len() == 1 {
                        if let Some(unit) = choice.iter().next() {
                            *p.top_mut() = Step::Loss { side, left: left - 1, pool };
                            self.lose(p, unit, events);
                        }
                    } else {
                        return;
                    }
                }
                Step::Result => self.combat_result(p),
                Step::AttackerAnswers
                | Step::DefenderForces
                | Step::DefenderAnswers
                | Step::AttackerForces
                | Step::DefenderForced => return,
                Step::Advance => {
                    if self.advance_or_pass(p, events) {
                        return;
                    }
                }
                Step::CombatEnds => {
                    p.pop();
                    self.lift_empty_sieges(p, events);
                    self.find_lone_hqs(p, None);
                }
                Step::Retreat { .. } => {
                    if self.retreat_or_pass(p, events) {
                        return;
                    }
                }
                Step::Surplus { .. } => {
                    if self.surplus_or_pass(p) {
                        return;
                    }
                }
                Step::Shift { hq, start } => {
                    if self.shift_or_pass(p, hq, start, events) {
                        return;
                    }
                }
                Step::Onward { .. } => self.go_onward(p, events),
                Step::Adjust(side) => {
                    if self.has_isolated(p, side) || self.waits_for_end(p) {
                        return;
                    }
                    self.end_adjustment(p, side);
                }
                Step::Withdraw { group, to } => {
                    p.pop();
                    self.withdraw_step(p, group, to, dice, events);
                }
                Step::Sieges => self.sieges_and_recovery(p, dice, events),
                Step::Replacements(_) => return,
                Step::Reinforcements(_) | Step::Entry(_) => return,
                Step::Planning(nation, left) => {
                    let any = self.inactive_hqs(p, nation).next().is_some();
                    if (left > 0 && any) || self.waits_for_end(p) {
                        return;
                    }
                    self.end_planning(p, nation, dice, events);
                }
            }
        }
    }

    /// Whether the player has to end a step himself: he has done something in it and nothing is left.
    fn waits_for_end(&self, p: &Position) -> bool {
        p.acted && p.readings & reading::PLAYER_ENDS != 0
    }

    fn end_set_up(&self, p: &mut Position, side: u8, events: &mut Vec<Event>) {
        p.acted = false;
        p.pop();
        if side == CP {
            p.push(Step::SetUp(RU)); // fury 6a
        } else {
            self.begin_game(p, events);
        }
    }

    fn end_combats(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.acted = false;
        p.pop();
        self.next_activation(p, events);
    }

    fn end_adjustment(&self, p: &mut Position, side: u8) {
        p.acted = false;
        p.pop();
        p.gone_back = [0; PIECES];
        // fury 11.2s: the second player's isolation is judged only now.
        p.push(if side == p.initiative { Step::Adjust(enemy(side)) } else { Step::Sieges });
    }

    fn end_planning(&self, p: &mut Position, nation: Nation, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.acted = false;
        p.pop();
        self.plan_next(p, nation, dice, events);
    }

    /// The player ends a step in which nothing is left to do.
    fn end(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.top() {
            Step::SetUp(side) => self.end_set_up(p, side, events),
            Step::Resolve => self.end_combats(p, events),
            Step::Adjust(side) => self.end_adjustment(p, side),
            Step::Planning(nation, _) => self.end_planning(p, nation, dice, events),
            _ => {}
        }
    }

    /// After the set-up: fury 6i, fury 12d, fury 7a.
    pub(crate) fn begin_game(&self, p: &mut Position, events: &mut Vec<Event>) {
        for (i, hq) in self.data.hqs.iter().enumerate() {
            p.set(Piece::hq(crate::pieces::Army(i as u8)), flag::INACTIVE, !hq.starts_active);
        }
        for (i, corps) in self.data.corps.iter().enumerate() {
            p.set(Piece(i as u8), flag::REDUCED, corps.starts_reduced); // fury 2.1n
        }
        p.initiative = RU;
        events.push(Event::Turn(0));
        p.push(Step::FrontA);
    }

    /// fury 7b, fury 7c: the higher roll takes the initiative, a tie leaves it.
    fn roll_initiative(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let (ru, cp) = (dice.roll(6), dice.roll(6));
        if ru != cp {
            p.initiative = if ru > cp { RU } else { CP };
        }
        events.push(Event::Initiative(ru, cp, p.initiative));
        p.pop();
        p.push(Step::FrontA);
    }

    /// Begins an activation of a side and front: fury 7g.
    pub(crate) fn activate(&self, p: &mut Position, side: u8, front: Front, events: &mut Vec<Event>) {
        p.active = side;
        p.front = front;
        p.forget_activation();
        events.push(Event::Activated(side, front));
        p.push(Step::Moves);
    }

    /// fury 7e: Player 1 Front A; Player 2 one front, then the other; Player 1 Front B.
    fn next_activation(&self, p: &mut Position, events: &mut Vec<Event>) {
        p.activation += 1;
        match p.activation {
            1 => p.push(Step::FirstFront),
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
        p.push(Step::Adjust(p.initiative)); // fury 11.2a
    }

    fn end_game(&self, p: &mut Position, events: &mut Vec<Event>) {
        let result = self.result(p);
        events.push(Event::Ended(result.winner.map_or(2, |s| s.0), p.net(&self.data, RU).abs()));
        while p.depth > 0 {
            p.pop();
        }
        p.push(Step::Over);
    }

    /// fury 11.2q, fury 11.2r, then the end on D2 or the rest of the phase.
    fn sieges_and_recovery(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.pop();
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
        p.push(Step::Initiative);
    }

    /// Pieces of a side that wait for the set-up.
    pub(crate) fn to_set_up<'a>(&'a self, p: &'a Position, side: u8) -> impl Iterator<Item = Piece> + 'a {
        (0..PIECES as u8)
            .map(Piece)
            .filter(move |x| p.place[x.index()] == off::POOL && p.side(&self.data, *x) == side)
    }

    /// Takes an action that has been found legal.
    pub(crate) fn take(
        &self,
        p: &mut Position,
        action: &Action,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        // Only games in which it counts remember it.
        if p.readings & reading::PLAYER_ENDS != 0 {
            p.acted |= matches!(
                action,
                Action::SetUp(..)
                    | Action::Fight(_)
                    | Action::Withdraw { .. }
                    | Action::Perish(_)
                    | Action::Activate(_)
            );
        }
        match *action {
            Action::End(_) => self.end(p, dice, events),
            Action::SetUp(piece, hex) => p.put(&self.data, piece, hex),
            Action::Front(front) => {
                let first = matches!(p.top(), Step::FrontA);
                p.pop();
                if first {
                    p.front_a = front;
                    self.activate(p, p.initiative, front, events);
                } else {
                    self.activate(p, enemy(p.initiative), front, events);
                }
            }
            Action::Move(piece, hex) => self.move_piece(p, piece, hex, None, events),
            Action::MoveBy(piece, hex, by) => self.move_piece(p, piece, hex, Some(by), events),
            Action::EndMoves => {
                *p.top_mut() = Step::Declare;
                // A headquarters that its own units have left beside the enemy does not stay there: fury 9f.
                self.find_lone_hqs(p, None);
            }
            Action::Attack { from, target, units } => self.declare(p, from, target, units, events),
            Action::EndAttacks => *p.top_mut() = Step::Resolve,
            Action::Fight(target) => self.fight(p, target, dice, events),
            Action::Lose(unit) => {
                if let Step::Loss { side, left, pool } = p.top() {
                    *p.top_mut() = Step::Loss { side, left: left - 1, pool };
                    self.lose(p, unit, events);
                }
            }
            Action::Retreat
            | Action::Refuse
            | Action::Force
            | Action::Accept
            | Action::Siege
            | Action::Surrender => {
                self.answer(p, *action, events);
            }
            Action::To(hex) => self.go_back(p, hex, dice, events),
            Action::GoOn(piece) => self.go_on(p, piece),
            Action::Advance { units, hq } => self.advance(p, units, hq, events),
            Action::Stay => p.pop(),
            Action::Withdraw { from, first, second } => self.withdraw(p, from, first, second, dice, events),
            Action::Perish(hex) => self.perish(p, hex, events),
            Action::Reform(piece, full) => self.reform(p, piece, full, events),
            Action::Restore(piece) => self.restore(p, piece, events),
            Action::Done => self.done(p, dice, events),
            Action::Replace(corps, cadre) => self.replace_cadre(p, corps, cadre, events),
            Action::Bring(piece, army) => self.bring(p, piece, army, events),
            Action::BringHq(piece, front) => {
                p.hq_front[piece.index() - crate::pieces::CORPS] = front; // fury 7o, fury 12g
                p.push(Step::Entry(piece));
            }
            Action::Enter(hex) => self.enter(p, hex, events),
            Action::Transfer => self.transfer(p, events),
            Action::Activate(hq) => {
                p.set(hq, flag::INACTIVE, false);
                events.push(Event::Active(hq));
                if let Step::Planning(nation, left) = p.top() {
                    *p.top_mut() = Step::Planning(nation, left - 1);
                }
            }
        }
        self.run(p, dice, events);
    }

    fn done(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.top() {
            Step::Replacements(nation) => {
                p.pop();
                p.points[nation.index()] = 0; // fury 11.3o
                match nation {
                    Nation::Ru => self.begin_replacements(p, Nation::Ah, events),
                    Nation::Ah => self.begin_replacements(p, Nation::De, events),
                    Nation::De => self.begin_reinforcements(p, RU), // fury 11.4a
                }
            }
            Step::Reinforcements(side) => {
                p.pop();
                if side == RU {
                    self.begin_reinforcements(p, CP);
                } else {
                    self.begin_planning(p, dice, events);
                }
            }
            _ => {}
        }
    }
}
