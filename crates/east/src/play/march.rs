//! The Movement Segment (tannenberg 5, tannenberg 18.3): units and Gruppen march, one at a time.

use super::sequence::end_step;
use crate::action::{Action, Event, Mover, Way};
use crate::data::map::HexSet;
use crate::data::params::rank;
use crate::data::{MAX_HEXES, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Position, Step, flag, told};
use crate::standard::movement::{self, March, Path, Reach};
use crate::standard::supply::feeds;
use crate::standard::zones::{enemy_holds, headquarters, in_enemy_zone};
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// The units of a mover: one, or all in a box; none of a dummy.
    pub fn body(&self, p: &Position<A>, mover: Mover) -> UnitSet {
        match mover {
            Mover::Unit(unit) => std::iter::once(unit).collect(),
            Mover::Gruppe(gruppe) => self.in_box(p, gruppe),
        }
    }

    /// Where a mover is.
    pub fn whereabouts(&self, p: &Position<A>, mover: Mover) -> Option<u16> {
        match mover {
            Mover::Unit(unit) => Some(p.place(unit)),
            Mover::Gruppe(gruppe) => self.marker(p, gruppe).map(|m| m.place),
        }
    }

    /// Why a mover may not move at all in this segment.
    pub(super) fn mover_breach(&self, p: &Position<A>, player: u8, mover: Mover) -> Option<Refusal> {
        match mover {
            Mover::Unit(unit) => {
                if unit.index() >= self.data.units.len() || self.own.owner(self.data, p, unit) != player {
                    return Some(Refusal::new("5.0a", "that is not one of your units"));
                }
                self.is_hidden(p, unit).then(|| {
                    Refusal::new(
                        "18.31",
                        "the unit moves with its Gruppe; put it on the map to move it alone",
                    )
                })
            }
            Mover::Gruppe(gruppe) => {
                let side = self.own.side_of(player);
                let mine =
                    self.own.hides(p).is_some_and(|h| h.side == side) && self.marker(p, gruppe).is_some();
                (!mine).then(|| Refusal::new("18.31", "there is no such Gruppe of yours on the map"))
            }
        }
    }

    /// A mover about to march, if it may. A Gruppe goes as its slowest unit does (tannenberg 18.33a), and not at all if
    /// one of them cannot (tannenberg 18.33e).
    pub fn march_of(&self, p: &Position<A>, mover: Mover) -> Option<March> {
        let body = self.body(p, mover);
        let Mover::Gruppe(gruppe) = mover else {
            let unit = body.iter().next()?;
            return if self.is_hidden(p, unit) { None } else { March::of(self.data, p, unit) };
        };
        if body.is_empty() {
            let (hides, marker) = (self.own.hides(p)?, self.marker(p, gruppe)?);
            let on_foot = usize::from(marker.place) < MAX_HEXES && !marker.entrained;
            let army = self.army_of(hides.side);
            return on_foot.then(|| March {
                side: hides.side,
                tcr: self.data.params.armies[usize::from(army)].tcr,
                start: marker.place,
                mp: hides.dummy_movement.saturating_sub(marker.spent),
                fresh: marker.spent == 0,
                attacks: false,
            });
        }
        let mut all = body.iter().map(|u| March::of(self.data, p, u));
        let first = all.next()??;
        all.try_fold(first, |slowest, next| {
            let next = next?;
            Some(March {
                mp: slowest.mp.min(next.mp),
                fresh: slowest.fresh && next.fresh,
                attacks: slowest.attacks || next.attacks,
                tcr: slowest.tcr.max(next.tcr),
                ..slowest
            })
        })
    }

    /// How far a mover can march, as its side sees the map.
    pub fn march_reach(&self, p: &Position<A>, mover: Mover) -> Option<(March, HexSet, Reach)> {
        let march = self.march_of(p, mover)?;
        let doubtful = self.doubtful(p, march.side);
        let reach = movement::reach_of(self.data, p, &march, &doubtful);
        Some((march, doubtful, reach))
    }

    /// Why a mover may not end its march or ride in a hex, by rules beyond the standard ones.
    pub(super) fn stop_breach(&self, p: &Position<A>, mover: Mover, to: u16) -> Option<Refusal> {
        self.body(p, mover).iter().find_map(|u| {
            let side = self.data.unit(u).side;
            let friends = usize::from(to) < MAX_HEXES && p.held(side, to) > 0;
            let apart = |o: UnitId| self.own.apart_breach(self.data, p, u, o);
            let beside = if friends { p.units_in(to) } else { UnitSet::EMPTY };
            beside.iter().find_map(apart).or_else(|| self.own.move_breach(self.data, p, u, to))
        })
    }

    /// Where a mover may march to.
    pub(super) fn marches(&self, p: &Position<A>, player: u8, mover: Mover) -> HexSet {
        if self.mover_breach(p, player, mover).is_some() {
            return HexSet::EMPTY;
        }
        let reach = self.march_reach(p, mover).map_or(HexSet::EMPTY, |(_, _, reach)| reach.hexes);
        reach.which(|h| self.stop_breach(p, mover, h).is_none())
    }

    /// Everything that can move for a player: open units first, then Gruppen.
    pub fn movers(&self, p: &Position<A>, player: u8) -> impl Iterator<Item = Mover> + Clone + use<A> {
        let side = self.own.side_of(player);
        let open: UnitSet = self.forces(p, player).iter().filter(|u| !self.is_hidden(p, *u)).collect();
        let hides = self.own.hides(p).is_some_and(|h| h.side == side);
        let in_play: u32 = self.gruppen(p).filter(|_| hides).map(|g| 1u32 << g).sum();
        let gruppen = (1..=crate::position::MARKERS as u8).filter(move |g| in_play >> g & 1 == 1);
        open.iter().map(Mover::Unit).chain(gruppen.map(Mover::Gruppe))
    }

    /// Why a unit may not be named to be fed: more must stand in the hex than it feeds (tannenberg 11.22b).
    fn feed_breach(&self, p: &Position<A>, player: u8, unit: UnitId) -> Option<Refusal> {
        let u = self.data.unit(unit);
        let hex = p.hex(unit).filter(|_| self.own.owner(self.data, p, unit) == player && !u.is_hq());
        let Some(hex) = hex else { return Some(Refusal::new("11.22b", "that unit cannot be fed")) };
        let beside = p.stack(self.data, u.side, hex).iter().filter(|o| !self.data.unit(*o).is_hq()).count();
        let meals = usize::from(feeds(self.data, p, u.army, hex));
        if meals == 0 || beside <= meals {
            return Some(Refusal::new(
                "11.22b",
                "a fortress or trench feeds one unit, and there is no choice here",
            ));
        }
        p.is(unit, flag::NAMED).then(|| Refusal::new("11.22b", "the unit is named already"))
    }

    /// Names a unit; one that was named in its hex before is not any longer.
    fn feed(&self, p: &mut Position<A>, unit: UnitId) {
        let side = self.data.unit(unit).side;
        if let Some(hex) = p.hex(unit) {
            let mates = p.stack(self.data, side, hex);
            let meals = usize::from(feeds(self.data, p, self.data.unit(unit).army, hex));
            let named: UnitSet = mates.iter().filter(|u| p.is(*u, flag::NAMED)).collect();
            if named.len() >= meals {
                for other in named.iter() {
                    p.set(self.data, other, flag::NAMED, false);
                }
            }
        }
        p.set(self.data, unit, flag::NAMED, true);
    }

    /// A mover marches (tannenberg 5.0b).
    pub(super) fn march(&self, p: &mut Position<A>, mover: Mover, to: u16, events: &mut Vec<Event<A>>) {
        let Some(side) = self.march_of(p, mover).map(|m| m.side) else { return };
        let seen = self.seen(p, side).into_owned();
        let Some((march, doubtful, reach)) = self.march_reach(&seen, mover) else { return };
        let path = movement::path(self.data, &seen, &march, &doubtful, &reach, to);
        let mut spent = self.price(&seen, &march, &doubtful, &path);
        self.go(p, mover, path.hexes(), events);
        if self.meet_all(p, side, path.hexes(), events) && doubtful.has(to) && !in_enemy_zone(&seen, side, to)
        {
            spent += self.data.map.zone_cost[rank(march.tcr)]; // tannenberg 18.41d
        }
        self.pay(p, mover, spent);
        self.clear_the_way(p, side, mover, path.hexes(), events);
        self.own.after_move(self.data, p, events);
    }

    /// Headquarters alone give way to troops (tannenberg 10.52g), not to other headquarters or a dummy.
    pub(super) fn clear_the_way(
        &self,
        p: &mut Position<A>,
        side: u8,
        mover: Mover,
        path: &[u16],
        events: &mut Vec<Event<A>>,
    ) {
        if self.body(p, mover).iter().any(|u| !self.data.unit(u).is_hq()) {
            self.give_way(p, side, path, events);
        }
    }

    /// A unit has gone a way: dummies go off the map as it passes them (tannenberg 18.42a). Gives whether a Gruppe controls
    /// the last hex.
    pub(super) fn meet_all(
        &self,
        p: &mut Position<A>,
        side: u8,
        path: &[u16],
        events: &mut Vec<Event<A>>,
    ) -> bool {
        path.iter().fold(false, |_, hex| self.meet(p, side, *hex, events))
    }

    /// What a march costs, without what is only to be had in reserve.
    fn price(&self, p: &Position<A>, march: &March, doubtful: &HexSet, path: &Path) -> u8 {
        let _ = doubtful;
        let mut from = march.start;
        let mut sum = 0u8;
        for hex in path.hexes() {
            if let Some(step) = self.data.map.step(from, *hex) {
                sum = sum.saturating_add(march.cost(self.data, p, &HexSet::EMPTY, step));
            }
            from = *hex;
        }
        sum
    }

    /// Takes MP from a mover. A march that costs more than there is takes all (tannenberg 5.17).
    pub(super) fn pay(&self, p: &mut Position<A>, mover: Mover, mp: u8) {
        for unit in self.body(p, mover).iter() {
            let spent = &mut p.spent[unit.index()];
            *spent = spent.saturating_add(mp.max(1));
            p.set(self.data, unit, flag::MOVED, true);
        }
        if let Mover::Gruppe(gruppe) = mover {
            let marker = &mut p.markers[usize::from(gruppe) - 1];
            marker.spent = marker.spent.saturating_add(mp.max(1));
        }
    }

    /// Moves a mover along a way; each hex is then last held by it.
    pub(super) fn go(&self, p: &mut Position<A>, mover: Mover, path: &[u16], events: &mut Vec<Event<A>>) {
        let from = self.whereabouts(p, mover).unwrap_or(crate::position::off::OUT);
        let body = self.body(p, mover);
        for hex in path {
            body.iter().for_each(|u| p.put(self.data, u, *hex));
        }
        let Some(to) = path.last().copied() else { return };
        match mover {
            Mover::Unit(unit) => events.push(Event::Marched(unit, from, to)),
            Mover::Gruppe(gruppe) => {
                let marker = &mut p.markers[usize::from(gruppe) - 1];
                events.push(Event::GruppeWent(gruppe, Way::new(marker.place, path), marker.entrained));
                (marker.place, marker.told) = (to, told::NOTHING);
            }
        }
    }

    /// Why a mover may not march to a hex.
    fn march_breach(&self, p: &Position<A>, player: u8, mover: Mover, to: u16) -> Option<Refusal> {
        if let Some(breach) = self.mover_breach(p, player, mover) {
            return Some(breach);
        }
        let body = self.body(p, mover);
        let who = |f: u32| body.iter().find(|u| p.is(*u, f));
        if let Some(unit) = who(flag::OUT_OF_COMMAND) {
            return Some(Refusal::new("10.31a", "out of command").of(unit));
        }
        if let Some(unit) = who(flag::ENTRAINED) {
            return Some(Refusal::new("5.34a", "it is on a train; let it detrain first").of(unit));
        }
        if let Some(unit) = who(flag::STOPPED) {
            return Some(Refusal::new("16.11b", "it failed to entrain and has stopped").of(unit));
        }
        let Some((march, doubtful, reach)) = self.march_reach(p, mover) else {
            return Some(Refusal::new("5.0a", "it cannot march now"));
        };
        if reach.hexes.has(to) {
            return self.stop_breach(p, mover, to);
        }
        let hqs = headquarters(self.data, p, 1 - march.side);
        Some(if to == march.start {
            Refusal::new("5.0b", "it stands there")
        } else if self.data.map.at(to).closed {
            Refusal::new("5.4o", "nobody enters a lake or the sea")
        } else if enemy_holds(self.data, p, march.side, to) {
            match p.fort_at(self.data, 1 - march.side, to) {
                Some(_) => Refusal::new("5.13b", "an enemy fortress stands there"),
                None => Refusal::new("5.13a", "enemy units hold that hex"),
            }
        } else if hqs.has(to) && !march.attacks {
            Refusal::new("10.52c", "a headquarters gives way only to a unit that can attack")
        } else if self.data.map.distance(march.start, to) == 1
            && self.data.map.step(march.start, to).is_none()
        {
            Refusal::new("5.4n", "that hexside is blocked")
        } else if doubtful.has(to) {
            Refusal::new("18.41c", "{} movement points are too few beside a Gruppe").number(march.mp)
        } else if in_enemy_zone(p, march.side, to) {
            Refusal::new("7.21", "{} movement points are too few into an enemy zone of control")
                .number(march.mp)
        } else {
            Refusal::new("5.14a", "{} movement points do not reach so far").number(march.mp)
        })
    }

    /// What one mover can do in the Movement Segment.
    fn moves_of(&self, p: &Position<A>, player: u8, mover: Mover, out: &mut Offers<'_, Action<A>>) {
        out.all_legal(self.marches(p, player, mover).iter().map(|h| Action::March(mover, h)));
        out.candidate(Action::Entrain(mover));
        self.rides(p, player, mover, out);
        out.candidate(Action::Detrain(mover));
    }

    /// The same as a list of what is legal.
    pub fn legal_moves(&self, p: &Position<A>, player: u8, mover: Mover, out: &mut Vec<Action<A>>) {
        self.collect(p, out, |offers| self.moves_of(p, player, mover, offers));
    }

    /// What is legal in the Movement Segment beside moving.
    pub fn legal_beside(&self, p: &Position<A>, player: u8, out: &mut Vec<Action<A>>) {
        self.collect(p, out, |offers| self.moves_beside(p, player, offers));
    }

    fn collect(&self, p: &Position<A>, out: &mut Vec<Action<A>>, offer: impl Fn(&mut Offers<'_, Action<A>>)) {
        let mut visit = |action: Action<A>, legal: bool| {
            if legal || self.refuse(p, &action).is_none() {
                out.push(action);
            }
        };
        offer(&mut Offers::new(&mut visit));
    }

    /// What can be done in the Movement Segment beside moving.
    fn moves_beside(&self, p: &Position<A>, player: u8, out: &mut Offers<'_, Action<A>>) {
        self.gruppe_actions(p, player, out);
        // Units in a box board and leave a train one by one.
        let inside = self.forces(p, player);
        for mover in inside.iter().filter(|u| self.is_hidden(p, *u)).map(Mover::Unit) {
            out.candidate(Action::Entrain(mover));
            out.candidate(Action::Detrain(mover));
        }
        out.candidates(inside.iter().map(Action::Feed));
        out.candidate(Action::Done);
    }
}

/// The Movement Segment.
pub struct Movement;

impl<A: Adds> Module<Movement> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, _: &mut Position<A>, _: Step<A>, _: &mut dyn Dice, _: &mut Vec<Event<A>>) -> Flow {
        Flow::Ask
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        match step {
            Step::Moves(player) => Decision::one(Side(player), "5.0a", "move units, or end the movement"),
            _ => self.over(p),
        }
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        let Step::Moves(player) = step else { return };
        for mover in self.movers(p, player) {
            self.moves_of(p, player, mover, out);
        }
        self.moves_beside(p, player, out);
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        let Step::Moves(player) = step else { return Some(self.not_now(p)) };
        match action {
            Action::March(mover, hex) => self.march_breach(p, player, *mover, *hex),
            Action::Entrain(mover) => self.entrain_breach(p, player, *mover),
            Action::Ride(mover, place) => self.ride_to_breach(p, player, *mover, *place),
            Action::Halt(..) => self.unless_offered::<Movement>(p, action, self.not_now(p)),
            Action::Detrain(mover) => self.detrain_breach(p, player, *mover),
            Action::Feed(unit) => self.feed_breach(p, player, *unit),
            Action::Hide(..)
            | Action::Show(_)
            | Action::Place(..)
            | Action::Remove(_)
            | Action::Pretend(_) => self.gruppe_breach(p, player, action),
            Action::Done => self.end_moves_breach(p, player),
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        side: Side,
        action: &Action<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::March(mover, hex) => self.march(p, mover, hex, events),
            Action::Entrain(mover) => self.entrain(p, mover, dice, events),
            Action::Ride(mover, place) => self.ride(p, mover, place, events),
            Action::Halt(mover, from, to) => self.halt(p, mover, from.0, to.0, events),
            Action::Detrain(mover) => self.detrain(p, mover, events),
            Action::Feed(unit) => self.feed(p, unit),
            Action::Done => {
                end_step(p);
                self.count_trains(p, side.0);
            }
            _ => self.gruppe_take(p, action, events),
        }
    }
}
