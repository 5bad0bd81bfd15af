//! The duty of headquarters to attack: 2.2f, 2.2g, 2.2h. It begins with the movement: a side that could bring a unit up to
//! the enemy may not end it before one can attack, and no move and no declaration gives the last attack away.

use crate::Fury;
use crate::data::pieces::{Army, HQS, Piece, RU};
use crate::play::action::Action;
use crate::play::close_in::Plan;
use crate::position::hexset::{HEXES, HexSet};
use crate::position::{Position, flag, off};
use sandtable_board::Hex;

/// Attacks of armies that owe one, as far as they are looked at.
const EDGES: usize = 160;

/// How near a move must be to an army to hinder it: two hexes on foot and one more.
const NEAR: u16 = 3;

/// A move as far as duties are concerned: a piece leaves its hex for another, on foot or by train.
#[derive(Clone, Copy)]
pub(crate) struct Leaves {
    /// Who.
    pub piece: Piece,
    /// Where to.
    pub hex: u16,
    /// Whether by train.
    pub rail: bool,
}

/// The attack that each army could still begin, of those that owe one.
pub(crate) struct Duties {
    plans: [Option<Plan>; HQS],
    /// Hexes near each of them.
    around: [HexSet; HQS],
    /// Hexes beside targets.
    beside: HexSet,
    /// The piece that was asked about last, what it uncovers, and what armies could do without it.
    piece: Piece,
    uncovers: bool,
    without: [Option<Option<Plan>>; HQS],
}

/// An attack that an army could declare.
#[derive(Clone, Copy, Default)]
struct Edge {
    army: u8,
    from: u16,
    target: u16,
}

/// What armies that owe an attack could declare, each kind of attack once.
pub(crate) struct Owed {
    edges: [Edge; EDGES],
    count: usize,
    /// How many armies can begin an attack, all together.
    most: usize,
}

impl Owed {
    fn edges(&self) -> &[Edge] {
        &self.edges[..self.count]
    }

    /// How many of these armies can begin an attack together when one attack is declared: a hex attacks once and is
    /// attacked once (fury 10.1e, fury 10.1f).
    fn served(&self, declared: Option<Edge>) -> usize {
        let open =
            |e: &Edge| declared.is_none_or(|d| e.army != d.army && e.from != d.from && e.target != d.target);
        let mut taken = [None::<Edge>; HQS];
        let mut served = 0;
        for army in 0..HQS as u8 {
            served += usize::from(self.serve(army, &open, &mut taken, &mut 0));
        }
        served + usize::from(declared.is_some_and(|d| self.edges().iter().any(|e| e.army == d.army)))
    }

    /// Finds a target for an army; another army that has it looks for a new one.
    fn serve(
        &self,
        army: u8,
        open: &dyn Fn(&Edge) -> bool,
        taken: &mut [Option<Edge>; HQS],
        asked: &mut u32,
    ) -> bool {
        *asked |= 1 << army;
        for edge in self.edges().iter().filter(|e| e.army == army && open(e)) {
            let holder = taken.iter().flatten().find(|t| t.target == edge.target).map(|t| t.army);
            let free = match holder {
                None => true,
                Some(other) => *asked & (1 << other) == 0 && self.serve(other, open, taken, asked),
            };
            if free {
                taken[usize::from(army)] = Some(*edge);
                return true;
            }
        }
        false
    }

    /// Whether an attack takes from an army that owes one its last: fury 2.2f.
    pub(crate) fn robs(&self, army: Army, from: u16, target: u16) -> bool {
        self.most > 0 && self.served(Some(Edge { army: army.0, from, target })) < self.most
    }
}

impl Fury {
    /// Armies of the activated front that have still to begin an attack, possible or not.
    fn obliged<'a>(&'a self, p: &'a Position) -> impl Iterator<Item = Army> + 'a {
        (0..HQS as u8).map(Army).filter(|army| self.owes(p, *army))
    }

    /// Whether an army has still to begin an attack, possible or not.
    fn owes(&self, p: &Position, army: Army) -> bool {
        if army == Army::NONE {
            return false;
        }
        let hq = Piece::hq(army);
        let active = !p.is(hq, flag::INACTIVE) || (p.turn == 0 && self.second_russian(army));
        let attacks = p.declared();
        active
            && p.hex(hq).is_some()
            && p.side(&self.data, hq) == p.active
            && p.hq_front[army.index()] == p.front
            && !attacks.iter().any(|a| p.army[a.units[0].index()] == army)
    }

    /// The Russian 2nd Army, which starts inactive and must attack all the same: fury 2.2h.
    fn second_russian(&self, army: Army) -> bool {
        let hq = &self.data.hqs[army.index()];
        hq.nation.side() == RU && hq.enters.is_none() && !hq.starts_active
    }

    /// Attacks of armies that owe one.
    pub(crate) fn owed(&self, p: &Position) -> Owed {
        let mut owed = Owed { edges: [Edge::default(); EDGES], count: 0, most: 0 };
        for army in self.obliged(p) {
            self.each_possible_attack(p, Some(army), &mut |from, target, _| {
                let edge = Edge { army: army.0, from, target };
                let known =
                    owed.edges().last().is_some_and(|e| (e.army, e.from, e.target) == (army.0, from, target));
                if !known && owed.count < EDGES {
                    owed.edges[owed.count] = edge;
                    owed.count += 1;
                }
                owed.count < EDGES
            });
        }
        owed.most = owed.served(None);
        owed
    }

    /// An army that owes an attack and may declare one: fury 2.2f.
    pub(crate) fn owing(&self, p: &Position) -> Option<Army> {
        let owed = self.owed(p);
        let edge = owed.edges().iter().find(|e| !owed.robs(Army(e.army), e.from, e.target))?;
        Some(Army(edge.army))
    }

    /// An army that owes an attack, has none from where it stands, and could come to one; with the move that begins it.
    pub(crate) fn must_close_in(&self, p: &Position) -> Option<(Army, Action)> {
        self.obliged(p).find_map(|army| {
            let Some(Action::Move(piece, hex)) = self.plan_of(p, army).and_then(|plan| plan.first) else {
                return None;
            };
            // A side that is held to a move must be able to make it.
            let rail = !self.reach(p, piece).foot.has(hex);
            let lawful = self.gives_up(p, Leaves { piece, hex, rail }).is_none();
            lawful.then_some((army, Action::Move(piece, hex)))
        })
    }

    /// The army that a move would leave without an attack though it owes one and could come to one: fury 2.2f. A move of
    /// an army that has still to come to an attack itself is judged by that army alone, else two could bar each other.
    pub(crate) fn gives_up(&self, p: &Position, m: Leaves) -> Option<Army> {
        let own = p.army[m.piece.index()];
        let mut after = None;
        let mut left = |army: &Army| {
            let q = after.get_or_insert_with(|| self.after(p, m));
            if self.plan_of(q, *army).is_some() {
                return false;
            }
            let plan = self.plan_of(p, *army);
            let about = (m, self.uncovers(p, m.piece), self.beside_target(p, m.hex));
            plan.is_some_and(|plan| self.survives(p, *army, &plan, about, &mut None) != Some(true))
        };
        if self.owes(p, own) && left(&own) {
            return Some(own);
        }
        let other =
            self.obliged(p).find(|army| *army != own && self.may_hinder(p, m, *army) && left(army))?;
        let bound = || self.owes(p, own) && self.plan_of(p, own).is_some_and(|plan| plan.first.is_some());
        (!bound()).then_some(other)
    }

    /// What armies that owe an attack could do, for all moves of a moment.
    pub(crate) fn duties(&self, p: &Position) -> Duties {
        let mut duties = Duties {
            plans: [None; HQS],
            around: [HexSet::EMPTY; HQS],
            beside: HexSet::EMPTY,
            piece: Piece::NONE,
            uncovers: false,
            without: [None; HQS],
        };
        for army in self.obliged(p) {
            duties.plans[army.index()] = self.plan_of(p, army);
            let theirs = (0..p.place.len() as u8).map(Piece).filter(|x| p.army[x.index()] == army);
            for at in theirs.filter_map(|x| p.hex(x)) {
                let near = self.data.board.topology().within(Hex(at), NEAR);
                near.for_each(|h| duties.around[army.index()].insert(h.0));
            }
        }
        if duties.plans.iter().any(Option::is_some) {
            duties.beside = (0..HEXES as u16).filter(|h| self.beside_target(p, *h)).collect();
        }
        duties
    }

    fn after(&self, p: &Position, m: Leaves) -> Position {
        let mut q = *p;
        self.put_ahead(&mut q, m.piece, m.hex, m.rail);
        q
    }

    /// Whether a plan, or one that can do without the piece, still leads to an attack after a move; nothing if another has
    /// to be looked for. `spare` keeps the second one for further moves of the piece.
    fn survives(
        &self,
        p: &Position,
        army: Army,
        plan: &Plan,
        (m, uncovers, beside): (Leaves, bool, bool),
        spare: &mut Option<Option<Plan>>,
    ) -> Option<bool> {
        if plan.untouched(p, army, m, uncovers) {
            return Some(true);
        }
        let without = *spare.get_or_insert_with(|| {
            let from = p.hex(m.piece).filter(|_| m.piece.is_unit())?;
            let mut q = *p;
            q.put(&self.data, m.piece, off::OUT);
            self.lift_siege(&mut q, from);
            self.plan_of(&q, army)
        });
        match without {
            Some(plan) if plan.first.is_none() || plan.untouched(p, army, m, false) => Some(true),
            // No attack is possible without it, and it is of no use there.
            None if m.piece.is_unit() && !beside && !p.in_enemy_zone(p.active, m.hex) => Some(false),
            _ => self.plan_holds(&self.after(p, m), army, plan).then_some(true),
        }
    }

    fn beside_target(&self, p: &Position, hex: u16) -> bool {
        self.data.steps(hex).any(|s| self.target_breach(p, s.to).is_none())
    }

    /// Whether a piece leaves a hex in an enemy zone without a friendly unit, or lifts a siege.
    fn uncovers(&self, p: &Position, piece: Piece) -> bool {
        let last = |hex| p.in_enemy_zone(p.active, hex) && p.units_at(&self.data, p.active, hex).len() == 1;
        piece.is_unit() && (p.is(piece, flag::BESIEGING) || p.hex(piece).is_some_and(last))
    }

    fn last_train(&self, p: &Position, m: Leaves) -> bool {
        m.rail && m.piece.is_unit() && p.rail[self.rail_account(p, m.piece).index()] == 1
    }

    /// Whether a move can cost another army its attack: it takes the last train, or near that army it gives up a hex by
    /// which others move or are led, or takes a place beside a target.
    fn may_hinder(&self, p: &Position, m: Leaves, army: Army) -> bool {
        let near = |hex: u16| {
            let theirs = (0..p.place.len() as u8).map(Piece).filter(|x| p.army[x.index()] == army);
            theirs.filter_map(|x| p.hex(x)).any(|at| self.data.distance(at, hex) <= NEAR)
        };
        self.last_train(p, m)
            || (self.uncovers(p, m.piece) && p.hex(m.piece).is_some_and(near))
            || (self.beside_target(p, m.hex) && near(m.hex))
    }
}

impl Duties {
    /// The same as [`Fury::gives_up`], worked out from what is known of the moment already.
    pub(crate) fn gives_up(&mut self, game: &Fury, p: &Position, m: Leaves) -> Option<Army> {
        if self.piece != m.piece {
            (self.piece, self.without) = (m.piece, [None; HQS]);
            self.uncovers = game.uncovers(p, m.piece);
        }
        let own = p.army[m.piece.index()];
        let bound = self.plans.get(own.index()).copied().flatten().is_some_and(|plan| plan.first.is_some());
        let about = (m, self.uncovers, self.beside.has(m.hex));
        (0..HQS as u8).map(Army).find(|army| {
            let Some(plan) = self.plans[army.index()] else { return false };
            let around = &self.around[army.index()];
            let left = self.uncovers && p.hex(m.piece).is_some_and(|from| around.has(from));
            let hinders = || game.last_train(p, m) || left || (about.2 && around.has(m.hex));
            if *army != own && (bound || !hinders()) {
                return false;
            }
            let survives = game.survives(p, *army, &plan, about, &mut self.without[army.index()]);
            !survives.unwrap_or_else(|| game.plan_of(&game.after(p, m), *army).is_some())
        })
    }
}
