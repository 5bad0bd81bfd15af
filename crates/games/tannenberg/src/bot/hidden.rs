//! Gruppen: who is hidden, and where the empty ones go to be taken for something.

use super::Regular;
use super::picture::Picture;
use crate::Engine;
use crate::action::{Action, Gruppe, Mover};
use crate::position::{MARKERS, Position, flag};
use sandtable_east::data::{MAX_HEXES, UnitId};
use sandtable_east::standard::stacking;

/// Empty Gruppen to keep in play.
const DUMMIES: usize = 5;
/// SP in one box: a corps of two divisions, so that Gruppen stay nimble.
const BOX: u8 = 5;
/// How far from the nearest enemy a dummy likes to be: near enough to be reckoned with.
const DISTANCE: i32 = 3;
/// The least distance: it would be found out.
const CLOSEST: u8 = 2;
/// For each hex off that distance.
const OFF: i32 = 6;
/// Beside other markers it is one of many.
const CROWD: i32 = 4;
/// Actions with markers in one Movement Segment.
const TRICKS: u8 = 60;
/// New dummies in one Movement Segment.
const FRESH: u8 = 2;

impl Regular {
    fn is_dummy(&self, e: &Engine<'_>, p: &Position, gruppe: u8) -> bool {
        e.in_box(p, gruppe).is_empty()
    }

    /// A unit that stands openly and could be hidden: the box for it, or a marker to be put down first.
    fn conceal(&self, e: &Engine<'_>, p: &Position, side: u8, spare: usize) -> Option<Action> {
        let foe = sandtable_east::standard::zones::enemy(side);
        let watched = |hex: u16| e.data.map.steps(hex).any(|s| !p.stack(e.data, foe, s.to).is_empty());
        let open = |u: &UnitId| {
            e.data.unit(*u).side == side && p.gruppe[u.index()] == 0 && !p.is(*u, flag::ENTRAINED)
        };
        let free = p.markers.iter().filter(|m| !m.in_play() && !m.spent_for_now).count();
        for unit in e.data.ids().filter(open) {
            let Some(hex) = p.hex(unit).filter(|h| !watched(*h)) else { continue };
            let sp = e.data.unit(unit).sp;
            let here = || e.gruppen(p).filter(|g| p.markers[usize::from(*g) - 1].place == hex);
            let fits =
                |g: &u8| stacking::points(e.data, e.in_box(p, *g)) + sp <= BOX && !self.rides(e, p, *g);
            let action = match here().find(fits) {
                Some(gruppe) => Action::Hide(unit, Gruppe(gruppe)),
                // Headquarters alone give nothing away that a marker would hide better.
                None if free > spare && (sp > 0 || here().count() == 0) => {
                    Action::Place(Gruppe(e.free_marker(p)?), hex)
                }
                None => continue,
            };
            if e.refuse(p, &action).is_none() {
                return Some(action);
            }
        }
        None
    }

    fn rides(&self, e: &Engine<'_>, p: &Position, gruppe: u8) -> bool {
        p.markers[usize::from(gruppe) - 1].entrained
            || e.in_box(p, gruppe).iter().any(|u| p.is(u, flag::ENTRAINED))
    }

    /// Before play: everybody under a marker, and some markers with nobody under them.
    pub(super) fn screen(&mut self, e: &Engine<'_>, p: &Position, player: u8) -> Action {
        let side = e.own.side_of(player);
        self.tricks = self.tricks.saturating_add(1);
        if let Some(action) = self.conceal(e, p, side, DUMMIES) {
            return action;
        }
        self.fresh_dummy(e, p, side).filter(|_| self.tricks < u8::MAX).unwrap_or(Action::Done)
    }

    /// A new dummy beside somebody, if there are too few.
    fn fresh_dummy(&mut self, e: &Engine<'_>, p: &Position, side: u8) -> Option<Action> {
        let dummies = e.gruppen(p).filter(|g| self.is_dummy(e, p, *g)).count();
        let marker = e.free_marker(p).filter(|_| dummies < DUMMIES)?;
        let all = || {
            let hexes = e.gruppen(p).map(|g| p.markers[usize::from(g) - 1].place);
            let forts = e.data.map.forts.iter().filter(|f| f.side == side).map(|f| f.hex);
            hexes.chain(forts).filter(|h| usize::from(*h) < MAX_HEXES)
        };
        let count = all().count();
        if count == 0 {
            return None;
        }
        let from = self.chance.below(count);
        let ways = all().skip(from).chain(all().take(from));
        ways.map(|h| Action::Place(Gruppe(marker), h)).find(|a| e.refuse(p, a).is_none())
    }

    /// The next dummy to move; they go where something could well be, and stay out of touch.
    pub(super) fn bluff(&mut self, e: &Engine<'_>, p: &Position, pic: &mut Picture) -> Option<Action> {
        if e.own.hides(p).is_none_or(|h| h.side != pic.side) {
            return None;
        }
        if self.tricks < FRESH {
            self.tricks += 1;
            if let Some(action) = self.fresh_dummy(e, p, pic.side) {
                return Some(action);
            }
        }
        self.tricks = self.tricks.max(FRESH);
        pic.entice(e.data);
        let pic = &*pic;
        for gruppe in 1..=MARKERS as u8 {
            let mover = Mover::Gruppe(gruppe);
            if e.marker(p, gruppe).is_none() || self.is_settled(mover) || !self.is_dummy(e, p, gruppe) {
                continue;
            }
            self.settle(mover);
            let Some((march, _, reach)) = e.march_reach(p, mover) else { continue };
            let worth = |hex: u16| {
                let far = pic.far[usize::from(hex)];
                if far < CLOSEST {
                    return i32::MIN / 2;
                }
                let crowd = p
                    .markers
                    .iter()
                    .filter(|m| e.data.map.distance(m.place.min(e.data.map.len() - 1), hex) <= 1);
                let goals = if pic.goals.is_empty() { 0 } else { i32::from(pic.lure[usize::from(hex)]) };
                goals.min(20) - OFF * (i32::from(far) - DISTANCE).abs() - CROWD * crowd.count() as i32
            };
            let mut best = (i32::MIN, march.start);
            for hex in reach.hexes.iter() {
                let value = worth(hex) + self.chance.below(5) as i32;
                if value > best.0 {
                    best = (value, hex);
                }
            }
            if best.0 > worth(march.start) && best.1 != march.start {
                return Some(Action::March(mover, best.1));
            }
        }
        None
    }

    /// After the marches, units out of sight go under a marker again.
    pub(super) fn cover(&mut self, e: &Engine<'_>, p: &Position, player: u8) -> Option<Action> {
        let side = e.own.side_of(player);
        if e.own.hides(p).is_none_or(|h| h.side != side) || self.tricks >= TRICKS {
            return None;
        }
        self.tricks += 1;
        self.conceal(e, p, side, 1)
    }
}
