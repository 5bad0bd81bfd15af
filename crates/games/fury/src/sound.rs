//! What must hold in every position.

use crate::Fury;
use crate::data::pieces::{Army, CORPS, CP, FORTS, PIECES, Piece, Posting, RU};
use crate::play::sequence::Step;
use crate::position::hexset::HEXES;
use crate::position::{Group, Position, enemy, flag, off};

impl Fury {
    /// The first thing that does not hold.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        let data = &self.data;
        self.values_are_sound(p)?;
        let name = |x: Piece| self.piece_name(p, x);
        let mut counted = Position::empty(data);
        counted.cadre_nation = p.cadre_nation;
        for fort in 0..FORTS {
            let f = &data.forts[fort];
            if p.taken[fort] {
                counted.take(data, fort);
            } else if p.besieged[fort] {
                // A siege is lifted only when the combat that broke it is over.
                let ending = p.steps.waiting().contains(&Step::CombatEnds);
                if !p.held(enemy(f.owner), f.hex) && !ending {
                    return Err(format!("{} is besieged by nobody", f.name));
                }
                counted.besiege(data, fort, true);
            }
        }
        for i in 0..PIECES {
            let piece = Piece(i as u8);
            let place = p.place[i];
            let boxed = matches!(place, off::OUT | off::ELIMINATED | off::BOX | off::POOL);
            if usize::from(place) >= HEXES && !boxed {
                return Err(format!("{} is nowhere", name(piece)));
            }
            if place == off::ELIMINATED && (piece.is_cadre() || piece.is_hq()) {
                return Err(format!("{} is among the eliminated corps", name(piece)));
            }
            if usize::from(place) < HEXES {
                // A train passes the Romanian corner, and is stopped there while a headquarters gives way.
                let passes = matches!(p.steps.waiting().iter().find(|s| matches!(s, Step::Onward { .. })),
                    Some(Step::Onward { piece: x, .. }) if *x == piece);
                if !data.open(place) && !passes {
                    return Err(format!(
                        "{} stands in {}, where nothing can stand",
                        name(piece),
                        data.number(place)
                    ));
                }
                let side = p.side(data, piece);
                let siege = data.fort(place).is_some_and(|(k, _)| p.besieged[k]);
                let shut = siege && data.fort(place).is_some_and(|(_, f)| f.owner == side);
                if p.is(piece, flag::BESIEGED) != shut {
                    return Err(format!("{} is wrongly marked as besieged or free", name(piece)));
                }
                if p.is(piece, flag::BESIEGING) && (!siege || shut) {
                    return Err(format!("{} besieges nothing", name(piece)));
                }
                counted.state[i] = p.state[i];
                counted.put(data, piece, place);
            }
        }
        if counted.free != p.free {
            return Err("`free` does not say how many units stand in each hex".to_string());
        }
        if counted.zone != p.zone {
            return Err("`zone` does not say how many zones of control lie over each hex".to_string());
        }
        self.stacks_are_sound(p)?;
        if p.rail.iter().zip(data.tables.rail).any(|(have, full)| *have > full) {
            return Err("more rail points than there can be".to_string());
        }
        Ok(())
    }

    /// Whether every value is one that the game can work with, no matter where it comes from.
    fn values_are_sound(&self, p: &Position) -> Result<(), String> {
        let hex = |h: u16| usize::from(h) < HEXES;
        let piece = |x: Piece| x.index() < PIECES;
        let side = |s: u8| s <= CP;
        let units = |u: &[Piece; 2]| piece(u[0]) && (piece(u[1]) || u[1] == Piece::NONE) && u[0] != u[1];
        let group = |g: &Group| g.iter().all(piece);
        if usize::from(p.turn) >= self.data.tables.turns.len() || p.activation > 4 || p.readings > 7 {
            return Err("there is no such turn, activation or reading of the rules".to_string());
        }
        if !(1..=12).contains(&p.steps.depth()) {
            return Err("no step is under way, or too many".to_string());
        }
        for i in 0..PIECES {
            let x = Piece(i as u8);
            let army = p.army[i];
            let placed = hex(p.place[i]) || p.place[i] == off::POOL;
            let free = army == Army::NONE && !placed && !x.is_hq();
            if !free && !self.may_serve(p, x, army) {
                return Err(format!("{} is in an army that it cannot belong to", self.piece_name(p, x)));
            }
            if p.gone_back[i] > 2 {
                return Err(format!("{} has gone back too far", self.piece_name(p, x)));
            }
            let odd = if x.is_hq() {
                flag::DISORGANISED | flag::BESIEGING | flag::ATTACKED | flag::RETREATED | flag::REFORMED
            } else if x.is_cadre() {
                flag::REDUCED | flag::REFORMED
            } else {
                0
            };
            if p.is(x, odd) {
                return Err(format!("{} is in a state that it cannot be in", self.piece_name(p, x)));
            }
        }
        for (i, hq) in self.data.hqs.iter().enumerate() {
            let front = hq.front.is_none_or(|own| own == p.hq_front[i]);
            if !front || p.hq_due[i] > 9 {
                return Err(format!("HQ {} has a front or a turn that it cannot have", hq.name));
            }
        }
        if (0..FORTS).any(|i| p.taken[i] && p.besieged[i]) {
            return Err("a fortress that was taken is besieged".to_string());
        }
        let attacks = p.declared();
        if !attacks.iter().all(|a| hex(a.from) && hex(a.target) && units(&a.units)) {
            return Err("an attack has a hex or a unit that is not there".to_string());
        }
        let c = &p.combat;
        let idle = c.units == [Piece::NONE; 2];
        if !hex(c.from) || !hex(c.target) || !(idle || units(&c.units)) {
            return Err("the combat has a hex or a unit that is not there".to_string());
        }
        if !p.way.hexes().iter().all(|h| hex(*h)) {
            return Err("a unit goes by a hex that is not there".to_string());
        }
        let steps = p.steps.waiting();
        let fits = |s: &Step| match *s {
            Step::SetUp(s) | Step::Adjust(s) | Step::Reinforcements(s) => side(s),
            Step::Loss { side: s, pool, .. } => side(s) && group(&pool),
            Step::Retreat { group: g, start, left, .. } => group(&g) && hex(start) && left <= 2,
            Step::Surplus { hex: h, group: g, origin } => hex(h) && group(&g) && hex(origin),
            Step::Withdraw { group: g, to } => group(&g) && hex(to),
            Step::Shift { hq, start } => hq.is_hq() && hex(start),
            Step::Onward { piece: x, .. } => piece(x) && p.hex(x).is_some(),
            Step::Entry(x) => {
                piece(x) && !x.is_cadre() && p.place[x.index()] == off::BOX && p.army[x.index()] != Army::NONE
            }
            Step::Planning(_, left) => left <= 4,
            _ => true,
        };
        if !steps.iter().all(fits) {
            return Err("a step has a value that it cannot have".to_string());
        }
        let base = |s: &Step| {
            matches!(
                s,
                Step::SetUp(_)
                    | Step::Initiative
                    | Step::FrontA
                    | Step::FirstFront
                    | Step::Moves
                    | Step::Declare
                    | Step::Resolve
                    | Step::Adjust(_)
                    | Step::Sieges
                    | Step::Replacements(_)
                    | Step::Reinforcements(_)
                    | Step::Planning(..)
                    | Step::Over
            )
        };
        let combat = |s: &Step| {
            matches!(
                s,
                Step::Result
                    | Step::AttackerAnswers
                    | Step::DefenderForces
                    | Step::DefenderAnswers
                    | Step::AttackerForces
                    | Step::DefenderForced
                    | Step::Advance
            )
        };
        if !base(&steps[0]) || steps[1..].iter().any(base) {
            return Err("the steps under way do not follow from each other".to_string());
        }
        if steps.iter().any(combat) && (idle || steps[0] != Step::Resolve) {
            return Err("a combat is under way without anybody who attacks".to_string());
        }
        let entry = |s: &Step| matches!(s, Step::Entry(_));
        if steps.iter().any(entry) && !matches!(steps[0], Step::Reinforcements(_)) {
            return Err("a piece enters, but no reinforcements come in".to_string());
        }
        Ok(())
    }

    /// Whether a hex is overfull only because the corps that two armies share was posted away from those it stands with:
    /// stacking is looked at again when one of them has moved.
    pub(crate) fn parted(&self, p: &Position, side: u8, hex: u16) -> bool {
        let shared =
            |i: usize| matches!(self.data.corps[i].posting, Posting::Either(army) if p.army[i] == army);
        let here =
            (0..CORPS).find(|i| p.place[*i] == hex && self.data.corps[*i].enters.is_none() && shared(*i));
        here.is_some_and(|i| {
            let mut q = *p;
            q.army[i] = self.data.corps[i].army;
            q.may_stack(&self.data, side, hex, &Group::EMPTY)
        })
    }

    /// No hex is overfull and no hex is shared by enemies but in a siege, except while pieces are on their way.
    fn stacks_are_sound(&self, p: &Position) -> Result<(), String> {
        let moving = |s: &Step| {
            matches!(
                s,
                Step::Retreat { .. }
                    | Step::Surplus { .. }
                    | Step::Withdraw { .. }
                    | Step::Loss { .. }
                    | Step::Onward { .. }
            )
        };
        if p.steps.waiting().iter().any(moving) {
            return Ok(());
        }
        for hex in 0..HEXES as u16 {
            if p.held(RU, hex) && p.held(CP, hex) {
                return Err(format!("both sides hold {}", self.data.number(hex)));
            }
            for side in [RU, CP] {
                // fury 12e: the I Corps may be posted to another army than those with whom it stands.
                if !p.may_stack(&self.data, side, hex, &Group::EMPTY) && !self.parted(p, side, hex) {
                    return Err(format!("{} is overfull", self.data.number(hex)));
                }
            }
        }
        Ok(())
    }
}
