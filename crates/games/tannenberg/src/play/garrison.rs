//! Garrison duty (tannenberg 20).

use super::rules::{DE, RU, Rules};
use crate::Engine;
use crate::action::{Event, Mover};
use crate::play::OwnEvent;
use crate::position::{Position, Step, flag};
use sandtable_core::Refusal;
use sandtable_east::data::pieces::{Kind, Size};
use sandtable_east::data::{Data, HexSet, UnitId};

impl Rules {
    /// Whether a post is to be manned now.
    fn on_duty(&self, p: &Position, post: usize) -> bool {
        self.uses("20") && p.turn >= self.own.garrison.from_turn && p.own.lifted >> post & 1 == 0
    }

    /// Whether a unit counts as garrison: infantry and cavalry of at least a division, however worn (tannenberg 20.0c,
    ///
    fn mans(data: &Data, unit: UnitId) -> bool {
        let u = data.unit(unit);
        u.side == RU
            && matches!(u.kind, Kind::Infantry | Kind::Cavalry | Kind::Mountain)
            && matches!(u.size, Some(Size::Division | Size::Corps))
    }

    /// Whether a post has its garrison, one unit not counted (tannenberg 20.0a, tannenberg 20.0b).
    fn manned(&self, data: &Data, p: &Position, post: usize, without: Option<UnitId>) -> bool {
        let guard = &self.own.garrison.hexes[post];
        let there =
            |u: &UnitId| p.hex(*u) == Some(self.guards[post]) && Some(*u) != without && Self::mans(data, *u);
        let (mut divisions, mut corps) = (0, 0);
        for unit in data.ids().filter(there) {
            match data.unit(unit).size {
                Some(Size::Corps) => corps += 1,
                _ => divisions += 1,
            }
        }
        divisions >= guard.divisions || corps >= guard.or_corps
    }

    /// The case that asks for the garrison of a post.
    fn duty_rule(&self, post: usize) -> &'static str {
        if self.own.garrison.hexes[post].divisions > 1 { "20.0a" } else { "20.0b" }
    }

    /// Why a unit may not leave its post: without it the garrison would be short, or shorter still.
    pub(super) fn leaves_post(&self, data: &Data, p: &Position, unit: UnitId, to: u16) -> Option<Refusal> {
        let post = self.guards.iter().position(|h| p.hex(unit) == Some(*h) && *h != to)?;
        let breaks =
            self.on_duty(p, post) && Self::mans(data, unit) && !self.manned(data, p, post, Some(unit));
        breaks.then(|| {
            let at = self.guards[post];
            Refusal::new(self.duty_rule(post), "its garrison would be too small").at(at)
        })
    }

    /// A post without garrison that a unit could still reach in this segment.
    pub(super) fn post_unmanned(&self, data: &Data, p: &Position) -> Option<Refusal> {
        let Step::Moves(player) = p.top() else { return None };
        if p.phasing != RU {
            return None;
        }
        let empty = |post: &usize| self.on_duty(p, *post) && !self.manned(data, p, *post, None);
        let posts = || (0..self.guards.len()).filter(empty);
        posts().next()?;
        let engine = Engine { data, own: self };
        // Only who stands near enough, or on a train, is worth a search.
        let near = |u: &UnitId| {
            let far = |post: usize| p.hex(*u).map(|h| data.map.distance(h, self.guards[post]));
            let mp = u16::from(sandtable_east::standard::movement::mp_left(data, p, *u)).max(1);
            p.is(*u, flag::ENTRAINED) || posts().filter_map(far).any(|d| d <= mp)
        };
        let mine = data.ids().filter(|u| Self::mans(data, *u) && self.ally_of(data, *u) == player && near(u));
        let mut reached = HexSet::EMPTY;
        for unit in mine {
            reached.join(&engine.places_in_reach(p, player, Mover::Unit(unit)));
        }
        let post = posts().find(|post| reached.has(self.guards[*post]))?;
        let at = self.guards[post];
        Some(Refusal::new(self.duty_rule(post), "a garrison is missing there, and a unit could come").at(at))
    }

    /// A German unit so near lifts the duty for good, in a Gruppe or not, and its owner must say so; a dummy does not
    /// (tannenberg 20.0d).
    pub(super) fn lift_duties(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        if !self.uses("20") {
            return;
        }
        let within = u16::from(self.own.garrison.lifted_by_german_within);
        for (post, hex) in self.guards.iter().enumerate() {
            let near = |u: UnitId| {
                data.unit(u).side == DE && p.hex(u).is_some_and(|h| data.map.distance(h, *hex) <= within)
            };
            if p.own.lifted >> post & 1 == 0 && data.ids().any(near) {
                p.own.lifted |= 1 << post;
                events.push(Event::Own(OwnEvent::DutyEnds(*hex)));
            }
        }
    }

    /// All duties end if the Russian does badly late in the game (tannenberg 20.0e).
    pub(super) fn release_garrisons(&self, p: &mut Position, events: &mut Vec<Event>) {
        let g = &self.own.garrison;
        if !self.uses("20") || p.turn < g.all_lifted_from_turn || p.points >= g.all_lifted_below {
            return;
        }
        for (post, hex) in self.guards.iter().enumerate() {
            if p.own.lifted >> post & 1 == 0 {
                p.own.lifted |= 1 << post;
                events.push(Event::Own(OwnEvent::DutyEnds(*hex)));
            }
        }
    }
}
