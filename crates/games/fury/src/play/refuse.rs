//! Why an action is not legal, each with its own rule. Whatever is refused by nothing here is listed.

use crate::Fury;
use crate::data::pieces::{HQS, PIECES, Piece};
use crate::play::action::{Action, Ending};
use crate::play::declare::in_order;
use crate::play::sequence::Step;
use crate::position::hexset::HEXES;
use crate::position::{Group, Position, flag};
use sandtable_core::{Breach, Game, Illegal, Side, machine};

impl Fury {
    /// The rules that forbid an action, if any does.
    pub(crate) fn why_refused(&self, p: &Position, side: Side, action: &Action) -> Option<Illegal> {
        if let Some(breach) = self.absurd(action) {
            return Some(breach.into());
        }
        let action = &same_order(*action);
        // Moves are many and need no list.
        if let (Step::Moves, Action::Move(piece, hex)) = (p.steps.top(), action) {
            let theirs = p.side(&self.data, *piece) != p.active || p.front_of(*piece) != Some(p.front);
            let reach = self.reach(p, *piece);
            if theirs || !reach.all().has(*hex) {
                return Some(self.move_breach(p, *piece, *hex).into());
            }
            return self.duty_breach(p, *piece, *hex, !reach.foot.has(*hex)).map(Illegal::from);
        }
        if let (Step::SetUp(side), Action::SetUp(piece, hex)) = (p.steps.top(), action) {
            if p.side(&self.data, *piece) != side {
                return Some(Breach::new("6a", "that piece is not this side's to set up").into());
            }
            return self.setup_breach(p, *piece, *hex).map(Illegal::from);
        }
        let mut list = Vec::new();
        machine::list(self, p, side, &mut list);
        (!list.contains(action)).then(|| self.why_not(p, action, &list))
    }

    /// A piece, an army or a hex that is not there.
    fn absurd(&self, action: &Action) -> Option<Breach> {
        let piece =
            |rule: &str, x: Piece| (x.index() >= PIECES).then(|| Breach::new(rule, "there is no such piece"));
        let pair = |rule: &str, units: [Piece; 2]| {
            if units[0] == units[1] && units[0] != Piece::NONE {
                return Some(Breach::new(rule, "one unit is named twice"));
            }
            units.into_iter().filter(|u| *u != Piece::NONE).find_map(|u| piece(rule, u))
        };
        let hex =
            |rule: &str, h: u16| (usize::from(h) >= HEXES).then(|| Breach::new(rule, "there is no such hex"));
        match *action {
            Action::SetUp(x, h) => piece("6a", x).or_else(|| hex("6b", h)),
            Action::Move(x, h) => piece("9a", x).or_else(|| hex("9c", h)),
            Action::MoveBy(x, h, by) => piece("9a", x).or_else(|| hex("9c", h)).or_else(|| hex("9c", by)),
            Action::Attack { from, target, units } => {
                pair("10.2.1a", units).or_else(|| hex("10a", from)).or_else(|| hex("10a", target))
            }
            Action::Fight(h) => hex("10b", h),
            Action::Lose(x) => piece("10.3.1j", x),
            Action::To(h) => hex("10.3.2f", h),
            Action::GoOn(x) => piece("10.3.2l", x),
            Action::Advance { units, .. } => pair("10.3.1o", units),
            Action::Withdraw { from, first, second } => {
                hex("11.2h", from).or_else(|| hex("11.2h", first)).or_else(|| hex("11.2h", second))
            }
            Action::Perish(h) => hex("11.2l", h),
            Action::Reform(x, _) | Action::Restore(x) => piece("11.3a", x),
            Action::Replace(x, cadre) => piece("11.4g", x).or_else(|| piece("11.4g", cadre)),
            Action::Bring(x, army) => piece("11.4b", x)
                .or_else(|| (army.index() >= HQS).then(|| Breach::new("7p", "there is no such army"))),
            Action::BringHq(x, _) => piece("11.4b", x),
            Action::Enter(h) => hex("11.4c", h),
            Action::Activate(x) => piece("11.5c", x),
            _ => None,
        }
    }

    /// Why an action that is not listed is refused.
    fn why_not(&self, p: &Position, action: &Action, list: &[Action]) -> Illegal {
        let one = |rule: &str, why: &str| Illegal::from(Breach::new(rule, why));
        match (p.steps.top(), *action) {
            (Step::Moves, Action::MoveBy(piece, hex, by)) => self.move_by_breach(p, piece, hex, by).into(),
            (Step::Moves, Action::EndMoves) => match self.must_close_in(p) {
                Some((army, first)) => Breach::new(
                    "2.2f",
                    format!(
                        "{} must begin an attack and can still come to one, for instance with `{}`",
                        self.army_name(army),
                        self.describe(p, &first)
                    ),
                )
                .of(self.piece_name(p, Piece::hq(army)))
                .into(),
                None => one("8a", "movement cannot end now"),
            },
            (Step::Declare, Action::Attack { from, target, units }) => {
                self.attack_breach(p, from, target, units).into()
            }
            (Step::Declare, Action::EndAttacks) => match self.owing(p) {
                Some(army) => Breach::new("2.2f", format!("{} must begin an attack", self.army_name(army)))
                    .of(self.piece_name(p, Piece::hq(army)))
                    .into(),
                None => one("10a", "declarations cannot end now"),
            },
            (Step::Resolve, Action::Fight(hex)) => {
                let place = self.data.number(hex);
                Breach::new("10b", format!("no attack on {place} waits to be fought")).at(place).into()
            }
            (Step::Adjust(side), Action::Withdraw { from, .. }) => {
                self.adjust_breach(p, side, from, false).into()
            }
            (Step::Adjust(side), Action::Perish(from)) => self.adjust_breach(p, side, from, true).into(),
            (Step::Replacements(nation), Action::Reform(..) | Action::Restore(_)) => {
                self.replacement_breach(p, nation, action)
            }
            (Step::Loss { pool, .. }, Action::Lose(unit)) => self.loss_breach(p, &pool, unit).into(),
            (Step::Retreat { group, start, left, .. }, Action::To(hex)) => {
                self.retreat_breach(p, &group, (start, left), hex, list).into()
            }
            (Step::Shift { hq, start }, Action::To(hex)) => self.shift_breach(p, hq, start, hex).into(),
            (Step::Surplus { .. }, Action::GoOn(piece)) => {
                let name = self.piece_name(p, piece);
                Breach::new("10.3.2l", format!("{name} is not one of those who came last and have no room"))
                    .of(name)
                    .into()
            }
            (Step::AttackerAnswers | Step::DefenderAnswers, Action::Refuse)
            | (Step::DefenderForces | Step::AttackerForces, Action::Force) => {
                one("10.3.1i", "an extra loss may not wipe out all units in the hex")
            }
            (Step::DefenderAnswers | Step::DefenderForced, Action::Siege) => self.siege_breach(p).into(),
            (Step::DefenderAnswers | Step::DefenderForced, Action::Retreat) => {
                one("10.4g", "no unit is there to retreat: the fortress stands alone")
            }
            (Step::DefenderForced, Action::Refuse) => {
                one("10.4i", "the retreat has been forced: give the fortress up or stand a siege")
            }
            (Step::Advance, Action::Advance { units, hq }) => self.advance_breach(p, units, hq).into(),
            (Step::Advance, Action::Stay) if p.combat.siege => {
                one("10.5b", "at least one unit that attacked becomes the besieger")
            }
            (Step::Reinforcements(side), _) => match self.arrival_breach(p, side, action, list) {
                Some(breach) => breach.into(),
                None => out_of_turn(p, action).into(),
            },
            (Step::Entry(piece), Action::Enter(hex)) => self.entry_breach(p, piece, hex),
            (Step::Planning(nation, _), Action::Activate(hq)) => {
                let name = self.piece_name(p, hq);
                let breach = |rule: &str, why: String| Illegal::from(Breach::new(rule, why).of(&name));
                if !hq.is_hq() {
                    breach("11.5c", format!("{name} is no headquarters"))
                } else if p.nation(&self.data, hq) != nation {
                    breach("11.5d", format!("the {} headquarters are planned now", nation.name()))
                } else if p.hex(hq).is_none() {
                    breach("11.5c", format!("{name} is not on the map"))
                } else {
                    breach("11.5c", format!("{name} is active already"))
                }
            }
            _ => out_of_turn(p, action).into(),
        }
    }

    /// What forbids taking a loss with a unit.
    fn loss_breach(&self, p: &Position, pool: &Group, unit: Piece) -> Breach {
        let name = self.piece_name(p, unit);
        let breach = |rule: &str, why: String| Breach::new(rule, why).of(&name);
        if unit.is_hq() {
            return breach("10.3.1l", "headquarters take no losses".into());
        }
        if !pool.has(unit) || p.hex(unit).is_none() {
            return if p.is(unit, flag::RETREATED) && self.mixed_retreated(p, unit) {
                breach("10.3.1n", format!("{name} has just retreated and takes no loss"))
            } else {
                breach("10.2.5e", format!("{name} has no part in this and takes no loss"))
            };
        }
        breach("10.3.1j", format!("{name} is not at full strength: full units take losses first"))
    }

    /// What forbids a siege.
    fn siege_breach(&self, p: &Position) -> Breach {
        let target = p.combat.target;
        let place = self.data.number(target);
        match self.data.fort(target) {
            None => Breach::new("10.5a", format!("there is no fortress in {place}")),
            Some((i, _)) if p.taken[i] => {
                Breach::new("10.4n", "a fortress that has been taken cannot stand a siege")
            }
            Some((_, f)) if f.owner == p.active => {
                Breach::new("10.5a", "the besieger of the fortress does not defend it")
            }
            Some(_) => Breach::new("10.5b", "no attacking unit is left that could besiege"),
        }
        .at(place)
    }

    /// What forbids an advance.
    fn advance_breach(&self, p: &Position, units: [Piece; 2], hq: bool) -> Breach {
        let target = p.combat.target;
        let place = self.data.number(target);
        let group = Group::of(&units);
        if group.is_empty() {
            return if p.combat.siege {
                Breach::new("10.5b", "at least one unit that attacked becomes the besieger")
            } else {
                Breach::new("10.3.1o", format!("at least one unit that fought occupies {place}"))
            }
            .at(place);
        }
        let fought = self.attackers(p);
        if let Some(unit) = group.iter().find(|u| !fought.has(*u)) {
            let name = self.piece_name(p, unit);
            return Breach::new("10.3.1o", format!("{name} did not fight for {place} from where it stands"))
                .at(place)
                .of(name);
        }
        let leader = p.hqs_at(&self.data, p.active, p.combat.from).iter().next();
        if hq && leader.is_none() {
            return Breach::new("10.3.1o", "no headquarters stands with the attacking units").at(place);
        }
        let why = format!("{place} has no room for them: two units and one headquarters, all of one army");
        Breach::new("9.2a", why).at(place)
    }
}

/// Units in the order in which they are listed: which of two is named first makes no difference.
pub(crate) fn same_order(action: Action) -> Action {
    match action {
        Action::Attack { from, target, units } => Action::Attack { from, target, units: in_order(units) },
        Action::Advance { units, hq } => Action::Advance { units: in_order(units), hq },
        other => other,
    }
}

/// An action that belongs to another moment, with the rule that says to which.
fn out_of_turn(p: &Position, action: &Action) -> Breach {
    let (rule, why) = match action {
        Action::SetUp(..) => ("6a", "pieces are set up before the first turn"),
        Action::Front(_) => ("7d", "a front is named when a side begins its activations, and only then"),
        Action::Move(..) | Action::MoveBy(..) | Action::EndMoves => {
            ("8a", "units move first of all in the activation of their front, and only then")
        }
        Action::Attack { .. } if p.steps.top() == Step::Moves => {
            ("8a", "the movement comes first: end it, then attack")
        }
        Action::EndAttacks if p.steps.top() == Step::Resolve => {
            ("10.1d", "every hex named as a target is attacked")
        }
        Action::Attack { .. } | Action::EndAttacks => {
            ("10a", "attacks are declared after the movement of an activation")
        }
        Action::Fight(_) => ("10b", "combats are fought when all attacks are declared"),
        Action::Lose(_) => ("10.3.1j", "no loss is to be taken now"),
        Action::Retreat => ("10.3.1c", "nobody has to retreat now"),
        Action::Refuse => ("10.3.1e", "there is no retreat to be refused now"),
        Action::Force => ("10.3.1f", "no retreat has been refused that could be forced now"),
        Action::Accept => ("10.3.1f", "no retreat has been refused that could be accepted now"),
        Action::Siege => ("10.5a", "a siege is declared by a defender who has to retreat"),
        Action::Surrender => ("10.4i", "only a fortress alone whose retreat is forced surrenders"),
        Action::To(_) => ("10.3.2d", "nobody is going back now"),
        Action::GoOn(_) => ("10.3.2l", "no hex is overfull after a retreat now"),
        Action::Advance { .. } => ("10.3.1o", "units advance when a retreat has left a hex to them"),
        Action::Stay => ("10.3.1o", "only where friends hold the hex already may an advance be left out"),
        Action::Withdraw { .. } => ("11.2h", "isolated stacks go back in the front adjustment of their side"),
        Action::Perish(_) => ("11.2l", "stacks are given up in the front adjustment of their side"),
        Action::Reform(..) | Action::Restore(_) => {
            ("11.3a", "replacement points are spent in the replacement step of a nation")
        }
        Action::Done => ("11a", "only replacements and reinforcements are ended with this word"),
        Action::Replace(..) => ("11.4g", "Cadres are replaced when reinforcements come in"),
        Action::Bring(..) | Action::BringHq(..) => {
            ("11.4c", "pieces are brought in when reinforcements come in")
        }
        Action::Enter(_) => ("11.4c", "no piece is being brought in now"),
        Action::Transfer => {
            ("12e", "the I Corps changes army only in the phase in which the 9th Army enters")
        }
        Action::End(Ending::SetUp) => ("6a", "the set-up cannot be ended now"),
        Action::End(Ending::Combats) => ("10b", "combats cannot be ended now"),
        Action::End(Ending::Adjustment) => ("11.2h", "front adjustment cannot be ended now"),
        Action::End(Ending::Planning) => ("11.5c", "planning cannot be ended now"),
        Action::Activate(_) => ("11.5c", "headquarters are turned active in the planning of their nation"),
    };
    Breach::new(rule, why)
}
