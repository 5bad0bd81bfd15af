//! Retreats 10.3.2, advance 10.3.1o, and the beginning and end of sieges 10.4, 10.5.

use crate::Fury;
use crate::data::Ground;
use crate::data::pieces::{FORTS, Piece};
use crate::play::action::{Action, During, Event};
use crate::play::combat::during;
use crate::play::declare::in_order;
use crate::play::sequence::{Back, Step};
use crate::position::hexset::HexSet;
use crate::position::{Group, Position, enemy, flag};
use sandtable_core::{Breach, Dice};
use sandtable_ops::retreat::{Candidate, best};

/// How good a hex is to go back to: fury 10.3.2f, fury 10.3.2g, fury 10.3.2h.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// Outside enemy zones.
    Free,
    /// In an enemy zone with a friendly unit.
    Covered,
    /// In an enemy zone alone: calls for a cohesion test.
    Exposed,
}

impl Fury {
    /// The class of a hex for a side.
    pub(crate) fn class(&self, p: &Position, side: u8, hex: u16) -> Class {
        if !p.in_enemy_zone(side, hex) {
            Class::Free
        } else if p.held(side, hex) {
            Class::Covered
        } else {
            Class::Exposed
        }
    }

    /// Whether a side may go back into a hex at all: not where the enemy is, nor into an enemy fortress, the sea or Romania.
    pub(crate) fn may_go_back(&self, p: &Position, side: u8, hex: u16) -> bool {
        let foe = enemy(side);
        // Not even into a siege by their own side: the worked example of front adjustment leaves it out.
        let fort = self.data.fort(hex).is_some_and(|(i, f)| f.owner == foe && !p.taken[i]);
        self.data.open(hex) && !p.held(foe, hex) && !fort
    }

    /// Everybody of a side who stands in a hex goes back: fury 10.3.2a, fury 10.3.2b, fury 10.3.2d, fury 10.3.2e.
    pub(crate) fn send_back(&self, p: &mut Position, side: u8, hex: u16, why: Back) {
        let mut group = p.units_at(&self.data, side, hex);
        p.hqs_at(&self.data, side, hex).iter().for_each(|h| group.push(h));
        let left = if why == Back::Defender { 2 } else { 1 };
        p.steps.push(Step::Retreat { group, start: hex, left, why });
    }

    fn here(&self, p: &Position, group: &Group) -> Option<u16> {
        group.iter().find_map(|u| p.hex(u))
    }

    /// Hexes that a group may go back to next: the best class that is there, step by step. Hexes that would be
    /// overfull at the end do not bind, but may be chosen in their class.
    pub(crate) fn retreat_options(
        &self,
        p: &Position,
        group: &Group,
        start: u16,
        left: u8,
        why: Back,
    ) -> HexSet {
        let Some(here) = self.here(p, group) else { return HexSet::EMPTY };
        let Some(side) = group.iter().next().map(|u| p.side(&self.data, u)) else { return HexSet::EMPTY };
        let last = left == 1;
        // Two hexes back means two hexes away; a surplus unit leaves every overfull hex further behind.
        let far = match why {
            Back::Defender if last => 2,
            Back::Defender | Back::Attacker => 1,
            Back::Surplus => self.data.distance(start, here) + 1,
        };
        let fits = |hex: u16| self.may_go_back(p, side, hex) && self.data.distance(start, hex) >= far;
        let mut list = [Candidate { hex: 0, class: Class::Exposed, binds: false }; 6];
        let mut count = 0;
        for hex in self.data.steps(here).map(|s| s.to).filter(|h| fits(*h)) {
            let binds = !last || p.may_stack(&self.data, side, hex, group);
            list[count] = Candidate { hex, class: self.class(p, side, hex), binds };
            count += 1;
        }
        // fury 10.3.2l: one hex more, so of hexes that are alike it takes one with room.
        if why == Back::Surplus
            && let Some(roomy) = list[..count].iter().filter(|c| c.binds).map(|c| c.class).min()
        {
            let kept = |c: &Candidate<Class>| c.binds || c.class < roomy;
            list[..count].sort_unstable_by_key(|c| !kept(c));
            count = list[..count].iter().filter(|c| kept(c)).count();
        }
        best(&list[..count])
    }

    /// What forbids going back to a hex that is not offered.
    pub(crate) fn retreat_breach(
        &self,
        p: &Position,
        group: &Group,
        (start, left): (u16, u8),
        hex: u16,
        list: &[Action],
    ) -> Breach {
        let place = self.data.number(hex);
        let breach = |rule: &str, why: String| Breach::new(rule, why).at(place);
        let Some(here) = self.here(p, group) else { return breach("10.3.2d", "nobody is going back".into()) };
        let side = group.iter().next().map_or(p.active, |u| p.side(&self.data, u));
        if let Some(why) = self.closed_to(p, side, hex) {
            return breach(why.0, format!("{place} {}", why.1));
        }
        if self.data.step(here, hex).is_none() {
            return breach("10.3.2d", format!("{place} is not next to {}", self.data.number(here)));
        }
        let offered = |class: Class| {
            list.iter().any(|a| matches!(a, Action::To(h) if self.class(p, side, *h) == class))
        };
        let class = self.class(p, side, hex);
        if class > Class::Free && offered(Class::Free) {
            return breach(
                "10.3.2f",
                format!("{place} lies in an enemy zone, and a hex outside all of them is open"),
            );
        }
        if class > Class::Covered && offered(Class::Covered) {
            return breach(
                "10.3.2g",
                format!(
                    "{place} lies in an enemy zone without a friendly unit, and one with a friendly unit is open"
                ),
            );
        }
        let far = self.data.distance(start, hex);
        if left == 1 && far < 2 && self.data.distance(start, here) > 0 {
            return breach("10.3.2b", format!("{place} is only {far} from where the retreat began"));
        }
        breach("10.3.2l", format!("{place} has no room, and another hex has"))
    }

    /// Why a side can never go back into a hex, if so.
    fn closed_to(&self, p: &Position, side: u8, hex: u16) -> Option<(&'static str, &'static str)> {
        match self.data.ground[usize::from(hex)] {
            Ground::Sea => Some(("3b", "is sea")),
            Ground::Closed => Some(("3c", "is Romanian")),
            _ if p.held(enemy(side), hex) => Some(("9e", "is held by the enemy")),
            _ if !self.may_go_back(p, side, hex) => Some(("9e", "is a fortress of the enemy")),
            _ => None,
        }
    }

    /// What forbids shifting a headquarters to a hex that is not offered.
    pub(crate) fn shift_breach(&self, p: &Position, hq: Piece, start: u16, hex: u16) -> Breach {
        let place = self.data.number(hex);
        let side = p.side(&self.data, hq);
        let breach = |rule: &str, why: String| Breach::new(rule, why).at(place).of(self.piece_name(p, hq));
        if let Some(why) = self.closed_to(p, side, hex) {
            return breach(why.0, format!("{place} {}", why.1));
        }
        let here = p.hex(hq).unwrap_or(start);
        if self.data.step(here, hex).is_none()
            || self.data.distance(start, hex) <= self.data.distance(start, here)
        {
            return breach("9h", format!("{place} does not lead away from where it was"));
        }
        if !p.may_stack(&self.data, side, hex, &Group::one(hq)) {
            return breach(
                "9.2a",
                format!("{place} has no room: two units and one headquarters, all of one army"),
            );
        }
        breach("9h", "the shift follows the priorities of a retreat".into())
    }

    /// Whether the owner must choose a hex. Otherwise the step is done with.
    pub(crate) fn retreat_or_pass(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let Step::Retreat { group, start, left, why } = p.steps.top() else { return false };
        let group = group.only(|u| p.hex(u).is_some());
        let Some(here) = self.here(p, &group) else {
            p.steps.pop();
            return false;
        };
        if left == 0 {
            p.steps.pop();
            for unit in group.iter().filter(|u| u.is_unit()) {
                p.set(unit, flag::DISORGANISED | flag::RETREATED, true); // fury 10.3.2c
            }
            let origin = if why == Back::Surplus { start } else { here };
            p.steps.push(Step::Surplus { hex: here, group, origin });
            return false;
        }
        let options = self.retreat_options(p, &group, start, left, why);
        if options.is_empty() {
            // No way back: nothing is left of them.
            p.steps.pop();
            let during = during(p);
            for piece in group.iter() {
                self.remove(p, piece, during, events);
            }
            return false;
        }
        true
    }

    /// Off the map without a Cadre; a headquarters returns next turn.
    pub(crate) fn remove(&self, p: &mut Position, piece: Piece, during: During, events: &mut Vec<Event>) {
        if piece.is_hq() {
            p.send_off_hq(&self.data, piece);
            events.push(Event::HqOff(piece, during));
        } else {
            self.eliminate(p, piece, during, events);
        }
    }

    /// Moves a group to a hex and tests its cohesion where that is exposed: fury 10.3.2i, fury 10.3.2j, fury 10.3.2m.
    pub(crate) fn step_back(
        &self,
        p: &mut Position,
        group: Group,
        hex: u16,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let group = group.only(|u| p.hex(u).is_some());
        let Some(side) = group.iter().next().map(|u| p.side(&self.data, u)) else { return };
        let exposed = self.class(p, side, hex) == Class::Exposed;
        for piece in group.iter() {
            p.put(&self.data, piece, hex);
            p.set(piece, flag::BESIEGING, false);
            events.push(Event::WentBack(piece, hex));
        }
        let units = group.only(|u| u.is_unit());
        if !units.is_empty() {
            self.enter_contact(p, side, hex);
        }
        if exposed && !units.is_empty() {
            let roll = dice.roll(6);
            events.push(Event::Cohesion(roll));
            if roll <= self.data.tables.cohesion {
                p.steps.push(Step::Loss { side, left: 1, pool: units });
            }
        }
    }

    /// The owner has chosen a hex.
    pub(crate) fn go_back(&self, p: &mut Position, hex: u16, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        match p.steps.top() {
            Step::Retreat { group, start, left, why } => {
                p.steps.replace(Step::Retreat { group, start, left: left - 1, why });
                self.step_back(p, group, hex, dice, events);
            }
            Step::Shift { hq, .. } => {
                p.put(&self.data, hq, hex);
                events.push(Event::Shifted(hq, hex, during(p)));
            }
            _ => {}
        }
    }

    /// Those of the newcomers who have to go on: fury 10.3.2l.
    pub(crate) fn surplus(&self, p: &Position, hex: u16, group: &Group) -> Group {
        let Some(side) = group.iter().next().map(|u| p.side(&self.data, u)) else { return Group::EMPTY };
        let came = group.only(|u| p.hex(u) == Some(hex));
        if came.is_empty() || p.may_stack(&self.data, side, hex, &Group::EMPTY) {
            return Group::EMPTY;
        }
        let mine = |u: Piece| p.side(&self.data, u) == side;
        let mut hosts = Group::EMPTY;
        p.pieces_at(hex).iter().filter(|u| mine(*u) && !came.has(*u)).for_each(|u| hosts.push(u));
        let army = hosts.iter().next().map(|u| p.army[u.index()]);
        let strangers = came.only(|u| army.is_some_and(|a| p.army[u.index()] != a));
        if !strangers.is_empty() {
            return strangers;
        }
        let hqs = hosts.iter().filter(|u| u.is_hq()).count();
        if hqs + came.iter().filter(|u| u.is_hq()).count() > 1 {
            return came.only(|u| u.is_hq());
        }
        came.only(|u| u.is_unit())
    }

    /// Whether the owner must say who goes on.
    pub(crate) fn surplus_or_pass(&self, p: &mut Position) -> bool {
        let Step::Surplus { hex, group, .. } = p.steps.top() else { return false };
        let surplus = self.surplus(p, hex, &group);
        match surplus.len() {
            0 => {
                p.steps.pop();
                false
            }
            1 => {
                if let Some(unit) = surplus.iter().next() {
                    self.go_on(p, unit);
                }
                false
            }
            _ => true,
        }
    }

    /// A unit goes one hex further.
    pub(crate) fn go_on(&self, p: &mut Position, piece: Piece) {
        if let Step::Surplus { origin, group, .. } = p.steps.top() {
            // When nobody else came here nothing is left to judge: a unit may pass many full hexes, one step at a time.
            if group.only(|u| u != piece).is_empty() {
                p.steps.pop();
            }
            p.steps.push(Step::Retreat {
                group: Group::one(piece),
                start: origin,
                left: 1,
                why: Back::Surplus,
            });
        }
    }

    /// Hexes that a lone headquarters may be shifted to, away from where it was: fury 9h.
    pub(crate) fn shift_options(&self, p: &Position, hq: Piece, start: u16) -> HexSet {
        let Some(here) = p.hex(hq) else { return HexSet::EMPTY };
        let side = p.side(&self.data, hq);
        let away = self.data.distance(start, here);
        let fits = |hex: u16| {
            self.data.distance(start, hex) > away
                && self.may_go_back(p, side, hex)
                && p.may_stack(&self.data, side, hex, &Group::one(hq))
        };
        let mut list = [Candidate { hex: 0, class: Class::Exposed, binds: true }; 6];
        let mut count = 0;
        for hex in self.data.steps(here).map(|s| s.to).filter(|h| fits(*h)) {
            list[count] = Candidate { hex, class: self.class(p, side, hex), binds: true };
            count += 1;
        }
        best(&list[..count])
    }

    /// The ways to occupy the target hex. Empty when there is nobody to do it or no room.
    pub(crate) fn advances(&self, p: &Position, visit: &mut dyn FnMut(Action)) {
        let (from, target) = (p.combat.from, p.combat.target);
        let units = self.attackers(p);
        let mut pair = units.iter();
        let (a, b) = (pair.next(), pair.next());
        let hq = p.hqs_at(&self.data, p.active, from).iter().next();
        // A Cadre stands where its corps stood, so that the two may be in any order.
        let both = a.zip(b).map(|(a, b)| in_order([a, b]));
        let sets = [a.map(|a| [a, Piece::NONE]), b.map(|b| [b, Piece::NONE]), both];
        let mut any = false;
        for units in sets.into_iter().flatten() {
            for follows in [false, true] {
                let mut joining = Group::of(&units);
                if follows {
                    match hq {
                        Some(hq) => joining.push(hq),
                        None => continue,
                    }
                }
                if p.may_stack(&self.data, p.active, target, &joining) {
                    any = true;
                    visit(Action::Advance { units, hq: follows });
                }
            }
        }
        // Where friends are in the hex already, nobody has to come: a garrison that was relieved.
        let garrison = p.pieces_at(target).iter().any(|u| u.is_unit() && p.side(&self.data, u) == p.active);
        if any && garrison {
            visit(Action::Stay);
        }
    }

    /// Whether the attacker must choose how to advance; a single way is taken at once (fury 10.3.1o).
    pub(crate) fn advance_or_pass(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        let foe = enemy(p.active);
        let target = p.combat.target;
        let stands =
            p.standing_fort(&self.data, foe, target).is_some() && !p.combat.siege && !p.combat.surrender;
        let defended = p.held(foe, target) && !p.combat.siege;
        let mut ways = 0;
        let mut way = Action::Stay;
        if !stands && !defended {
            self.advances(p, &mut |a| {
                ways += 1;
                way = a;
            });
        }
        match (ways, way) {
            (0, _) => {
                p.steps.pop();
                false
            }
            (1, Action::Advance { units, hq }) => {
                self.advance(p, units, hq, events);
                false
            }
            _ => true,
        }
    }

    /// The attacker occupies the hex, takes the fortress, or besieges it.
    pub(crate) fn advance(&self, p: &mut Position, units: [Piece; 2], hq: bool, events: &mut Vec<Event>) {
        let (from, target) = (p.combat.from, p.combat.target);
        let foe = enemy(p.active);
        p.steps.pop();
        if p.combat.siege
            && let Some(fort) = p.standing_fort(&self.data, foe, target)
        {
            p.besiege(&self.data, fort, true); // fury 10.5b
            events.push(Event::Besieged(fort as u8));
        }
        for unit in Group::of(&units) {
            p.set(unit, flag::BESIEGING, p.combat.siege); // fury 10.5c
        }
        let follower = p.hqs_at(&self.data, p.active, from).iter().next().filter(|_| hq);
        for piece in Group::of(&units).into_iter().chain(follower) {
            p.put(&self.data, piece, target);
            events.push(Event::Advanced(piece, target));
        }
        self.enter_contact(p, p.active, target);
        if p.combat.surrender
            && let Some((fort, _)) = self.data.fort(target)
        {
            p.take(&self.data, fort);
            events.push(Event::Fell(fort as u8, p.active, During::Combat));
        }
    }

    /// Sieges end when the last besieger is gone: fury 10.5g.
    pub(crate) fn lift_empty_sieges(&self, p: &mut Position, events: &mut Vec<Event>) {
        for fort in 0..FORTS {
            self.lift_siege_at(p, self.data.forts[fort].hex, events);
        }
    }

    /// Lifts the siege of a hex if nobody is left to hold it.
    pub(crate) fn lift_siege_at(&self, p: &mut Position, hex: u16, events: &mut Vec<Event>) {
        if let Some(fort) = self.lift_siege(p, hex) {
            events.push(Event::Relieved(fort));
        }
    }

    /// The fortress whose siege was lifted.
    pub(crate) fn lift_siege(&self, p: &mut Position, hex: u16) -> Option<u8> {
        let (fort, f) = self.data.fort(hex)?;
        let lifted = p.besieged[fort] && !p.held(enemy(f.owner), hex);
        lifted.then(|| {
            p.besiege(&self.data, fort, false);
            fort as u8
        })
    }
}
