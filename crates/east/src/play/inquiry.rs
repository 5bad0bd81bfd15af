//! Questions about lines of supply (tannenberg 18.61): a side that cannot be sure of a line because of Gruppen may ask, and is
//! told of those on which it hangs and of no other. A line that nobody asked about is cut.

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::map::HexSet;
use crate::data::{MAX_HEXES, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{MARKERS, Marker, Phase, Position, Step, told};
use crate::standard::supply;
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};
use std::borrow::Cow;

/// What a Gruppe of which too little is known is taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A dummy, or headquarters.
    Harmless,
    /// Units without a zone of control.
    Holding,
    /// Units with a zone of control.
    Controlling,
}

impl<A: Adds> Engine<'_, A> {
    /// The position by which the supply of a side is found: what it knows, with doubtful Gruppen taken for something. `take`
    /// gets the marker and whether it truly has a zone of control.
    pub(super) fn supply_ground<'p>(
        &self,
        p: &'p Position<A>,
        side: u8,
        take: impl Fn(&Marker, bool) -> Taken,
    ) -> Cow<'p, Position<A>> {
        let Some(hides) = self.own.hides(p).filter(|h| h.side != side) else { return Cow::Borrowed(p) };
        let mut ground = self.seen(p, side).into_owned();
        for gruppe in 1..=MARKERS as u8 {
            let marker = p.markers[usize::from(gruppe) - 1];
            if !is_doubtful(&marker) {
                continue;
            }
            match take(&marker, self.gruppe_controls(p, gruppe)) {
                Taken::Harmless => ground.unshade(hides.side, marker.place),
                Taken::Holding => {}
                Taken::Controlling => ground.shade(self.data, hides.side, marker.place, true),
            }
        }
        Cow::Owned(ground)
    }

    /// The same as a side must reckon with it before it asks: Gruppen that it knows too little of have zones of control.
    pub fn sure_ground<'p>(&self, p: &'p Position<A>, side: u8) -> Cow<'p, Position<A>> {
        self.supply_ground(p, side, |_, _| Taken::Controlling)
    }

    /// Those of some units that are in supply if doubtful Gruppen are what `take` says.
    fn supplied_if(
        &self,
        p: &Position<A>,
        side: u8,
        units: UnitSet,
        take: impl Fn(&Marker) -> Taken,
    ) -> UnitSet {
        let ground = self.supply_ground(p, side, |marker, _| take(marker));
        let sources = supply::sources(self.data, &ground, self.army_of(side));
        units.iter().filter(|u| supply::in_supply(self.data, &ground, *u, &sources)).collect()
    }

    /// Whose supply is asked for at this moment: for combat only of those who fight (tannenberg 9.11c).
    fn concerned(&self, p: &Position<A>, player: u8) -> UnitSet {
        let side = self.own.side_of(player);
        let own = |u: &UnitId| self.own.owner(self.data, p, *u) == player;
        let all = self.troops(p, side);
        if p.phasing != side {
            return all.both(p.combat.defenders).iter().filter(own).collect();
        }
        let fights = |u: &UnitId| {
            let near = |h: u16| self.data.map.open(h).any(|s| self.may_be_attacked(p, side, s.to));
            p.phase != Phase::Combat || p.hex(*u).is_some_and(near)
        };
        all.iter().filter(own).filter(fights).collect()
    }

    /// Units of a player whose line of supply hangs on Gruppen that have not been asked about. As that player's side sees it.
    pub fn cut_off(&self, p: &Position<A>, player: u8) -> UnitSet {
        let side = self.own.side_of(player);
        if self.own.hides(p).is_none_or(|h| h.side == side) || !p.markers.iter().any(is_silent) {
            return UnitSet::EMPTY;
        }
        let units = self.concerned(p, player);
        let worst = self.supplied_if(p, side, units, |_| Taken::Controlling);
        let rest: UnitSet = units.iter().filter(|u| !worst.has(*u)).collect();
        if rest.is_empty() {
            return rest;
        }
        self.supplied_if(p, side, rest, hope)
    }

    /// Asks about the Gruppen on which the supply of a unit hangs: as few as open a line if they are harmless, the nearest
    /// of them first.
    pub(super) fn ask_for(&self, p: &mut Position<A>, unit: UnitId, events: &mut Vec<Event<A>>) {
        let (side, alone) = (self.data.unit(unit).side, std::iter::once(unit).collect::<UnitSet>());
        let Some(hex) = p.hex(unit) else { return };
        let silent = |p: &Position<A>, gruppe: u8| is_silent(&p.markers[usize::from(gruppe) - 1]);
        let mut asked: HexSet = (1..=MARKERS as u8)
            .filter(|g| silent(p, *g))
            .map(|g| p.markers[usize::from(g) - 1].place)
            .collect();
        // Markers in one hex look alike and are asked about together.
        let mut order = [(0u16, 0u16); MARKERS];
        let mut count = 0;
        for place in asked.iter() {
            order[count] = (self.data.map.distance(place, hex), place);
            count += 1;
        }
        order[..count].sort_unstable_by(|a, b| b.cmp(a));
        for (_, place) in &order[..count] {
            let mut fewer = asked;
            fewer.remove(*place);
            let take = |marker: &Marker| match is_silent(marker) && fewer.has(marker.place) {
                true => Taken::Harmless,
                false => Taken::Controlling,
            };
            if self.supplied_if(p, side, alone, take).has(unit) {
                asked = fewer;
            }
        }
        events.push(Event::Inquired(unit));
        for gruppe in self.by_place(p) {
            if silent(p, gruppe) && asked.has(p.markers[usize::from(gruppe) - 1].place) {
                self.answer(p, gruppe, events);
            }
        }
    }

    /// Asks until no line of a player is in doubt.
    pub(super) fn ask_for_all(&self, p: &mut Position<A>, player: u8, events: &mut Vec<Event<A>>) {
        while let Some(unit) = self.cut_off(&self.seen(p, self.own.side_of(player)), player).iter().next() {
            self.ask_for(p, unit, events);
        }
    }

    /// A line that is open past a Gruppe which holds its hex shows that it has no zone of control: that is said.
    pub(super) fn show_harmless(
        &self,
        p: &mut Position<A>,
        side: u8,
        supplied: UnitSet,
        events: &mut Vec<Event<A>>,
    ) {
        let held = |m: &Marker| is_doubtful(m) && m.told == told::HOLDS;
        if p.partial || self.own.hides(p).is_none_or(|h| h.side == side) || !p.markers.iter().any(held) {
            return;
        }
        let worst = self.supplied_if(p, side, supplied, |_| Taken::Controlling);
        if worst == supplied {
            return;
        }
        let idle =
            |p: &Position<A>, g: u8| held(&p.markers[usize::from(g) - 1]) && !self.gruppe_controls(p, g);
        let mut hidden: HexSet = (1..=MARKERS as u8)
            .filter(|g| idle(p, *g))
            .map(|g| p.markers[usize::from(g) - 1].place)
            .collect();
        let order = hidden;
        let opens = |hidden: &HexSet| {
            let ground = self.supply_ground(p, side, |marker, controls| {
                let shown = marker.told == told::HOLDS && !controls && !hidden.has(marker.place);
                if shown { Taken::Holding } else { Taken::Controlling }
            });
            let sources = supply::sources(self.data, &ground, self.army_of(side));
            supplied.iter().all(|u| supply::in_supply(self.data, &ground, u, &sources))
        };
        // As few as open the lines: a Gruppe that can stay in doubt does.
        hidden = HexSet::EMPTY;
        for place in order.iter() {
            let mut more = hidden;
            more.insert(place);
            if opens(&more) {
                hidden = more;
            }
        }
        for gruppe in self.by_place(p) {
            let place = p.markers[usize::from(gruppe) - 1].place;
            if idle(p, gruppe) && !hidden.has(place) {
                p.markers[usize::from(gruppe) - 1].told = told::NO_ZONE;
                events.push(Event::Answered(place, told::NO_ZONE));
            }
        }
    }

    /// Questions of all players of a side, before something hangs on their supply.
    pub(super) fn let_inquire(&self, p: &mut Position<A>, side: u8) {
        if self.own.hides(p).is_some_and(|h| h.side != side) {
            for player in self.each_player(p, side) {
                p.steps.push(Step::Inquire(player));
            }
        }
    }
}

/// Whether nothing is known of a Gruppe on the map.
fn is_silent(marker: &Marker) -> bool {
    usize::from(marker.place) < MAX_HEXES && marker.told == told::NOTHING
}

/// Whether it is not known of a Gruppe on the map if it has a zone of control.
fn is_doubtful(marker: &Marker) -> bool {
    usize::from(marker.place) < MAX_HEXES && matches!(marker.told, told::NOTHING | told::HOLDS)
}

/// A Gruppe that has not been asked about may be harmless.
fn hope(marker: &Marker) -> Taken {
    if is_silent(marker) { Taken::Harmless } else { Taken::Controlling }
}

/// Player-Turns and combat phases that begin, questions about Gruppen, and supply.
pub struct Inquiry;

impl<A: Adds> Module<Inquiry> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) -> Flow {
        match step {
            Step::Inquire(player) => {
                let doubts = !self.cut_off(&self.seen(p, self.own.side_of(player)), player).is_empty();
                return ask_while(p, doubts);
            }
            Step::Begin(_) => return Flow::Ask,
            _ => {}
        }
        p.steps.pop();
        match p.phase {
            Phase::InitialSupply => self.initial_supply(p, events),
            Phase::Attrition => self.attrition(p, dice, events),
            _ => self.supply_for_combat(p, events),
        }
        Flow::Next
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        let (player, rule, what) = match step {
            Step::Begin(player) if p.phase == Phase::CombatCommand => {
                (player, "4.A3a", "begin the combat phase")
            }
            Step::Begin(player) => (player, "4.0a", "begin your Player-Turn"),
            Step::Inquire(player) => (player, "18.61b", "ask about Gruppen that may cut lines of supply"),
            _ => return self.over(p),
        };
        Decision::one(Side(player), rule, what)
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        if let Step::Inquire(player) = step {
            out.all_legal(self.cut_off(p, player).iter().map(Action::Ask));
            out.legal(Action::AskAll);
        }
        out.legal(Action::Done);
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        match (step, action) {
            (Step::Inquire(_), Action::Ask(_)) => self.unless_offered::<Inquiry>(
                p,
                action,
                Refusal::new("18.61b", "its supply does not hang on a Gruppe that you know nothing of"),
            ),
            (Step::Inquire(_), Action::AskAll) | (Step::Inquire(_) | Step::Begin(_), Action::Done) => None,
            _ => Some(self.not_now(p)),
        }
    }

    fn take(
        &self,
        p: &mut Position<A>,
        _: Step<A>,
        side: Side,
        action: &Action<A>,
        _: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match *action {
            Action::Ask(unit) => self.ask_for(p, unit, events),
            Action::AskAll => self.ask_for_all(p, side.0, events),
            _ => end_step(p),
        }
    }
}
