//! Reinforcements of a scenario (chapter 5): they arrive at the named area or, where the enemy holds it, at the nearest own
//! depot of a valid chain; without one they wait.

use super::YearEvent;
use super::state::{LINES, SHARED, Wares};
use crate::data::{At, Entry, FACTORS, I, M, POWERS, Thing};
use crate::play::land::areaset::AREAS;
use crate::play::land::{Loose, Picture, Position, Spot, garrison, supply};
use crate::play::{Engine, Event};
use sandtable_board::AreaId;
use sandtable_ops::ArrayList;

impl Engine<'_> {
    /// Whether the enemy holds an area, or it is closed, so that nothing arrives there.
    fn arrival_denied(&self, p: &Position, pic: &Picture, area: AreaId) -> bool {
        let city = self.d.place(area).spires > 0 && p.at_war(pic.power, p.city_of(self.d, area));
        city || pic.enemies(area) || !p.may_enter(pic.power, area)
    }

    /// Where forces for an area arrive; nowhere in this month if no depot of a valid chain is left.
    pub fn arrival_area(&self, p: &Position, power: u8, area: AreaId) -> Option<AreaId> {
        let pic = Picture::new(self.d, p, power);
        if !self.arrival_denied(p, &pic, area) {
            return Some(area);
        }
        let chain = supply::chain(self.d, p, &pic);
        let far = self.distances_from(area);
        let fit = chain.areas.iter().filter(|a| !self.arrival_denied(p, &pic, *a));
        fit.min_by_key(|a| far[a.index()])
    }

    /// Areas from one to every other; 255 for those that no way leads to.
    pub(super) fn distances_from(&self, from: AreaId) -> [u8; AREAS] {
        let mut far = [u8::MAX; AREAS];
        let mut queue: ArrayList<AreaId, AREAS> = [from].into_iter().collect();
        far[from.index()] = 0;
        let mut at = 0;
        while at < queue.len() {
            let here = queue[at];
            at += 1;
            for &(next, _) in self.d.board.neighbours(here) {
                if far[next.index()] == u8::MAX {
                    far[next.index()] = far[here.index()].saturating_add(1);
                    queue.push(next);
                }
            }
        }
        far
    }

    /// A block for a corps that is off the map: the first one off the map that looks like it takes its face, so that the number
    /// of the block tells nothing.
    fn block_off(&self, p: &mut Position, def: usize, power: u8) -> Option<usize> {
        let off = |p: &Position, b: usize| p.corps[b].spot == Spot::Off;
        let symbol = self.d.corps[def].symbol;
        let count = self.d.corps.len();
        let exact = (0..count).find(|b| off(p, *b) && usize::from(p.corps[*b].def) == def);
        let owner = exact.map_or(power, |b| p.corps[b].power);
        let alike =
            |b: &usize| off(p, *b) && p.corps[*b].power == owner && p.def(self.d, *b).symbol == symbol;
        let first = (0..count).find(alike).or(exact)?;
        if let Some(exact) = exact.filter(|b| *b != first) {
            let other = p.corps[first].def;
            (p.corps[first].def, p.corps[exact].def) = (def as u8, other);
            let paces = (p.corps[first].movement, p.corps[exact].movement);
            (p.corps[exact].movement, p.corps[first].movement) = paces;
            (p.corps[first].seen, p.corps[exact].seen) = (false, false);
        }
        Some(first)
    }

    /// Everything of a power that is due and has a place to arrive at.
    pub(in crate::play) fn arrive_due(&self, p: &mut Position, power: u8, events: &mut Vec<Event>) {
        let entries = &self.scenario(p).entries;
        // Corps first, so that leaders find them.
        for leaders in [false, true] {
            for (line, e) in entries.iter().enumerate().take(LINES) {
                let due = e.power == power && e.month.is_some_and(|m| m <= p.month);
                let here = p.year.arrived[line / 64] >> (line % 64) & 1 == 1;
                if due && !here && matches!(e.thing, Thing::Leader(_)) == leaders {
                    self.bring_line(p, line, e, events);
                }
            }
        }
        for (i, t) in self.scenario(p).changes_side.iter().enumerate() {
            let due = p.year.turned[i] > 1 && p.year.turned[i] <= p.month && t.power == power;
            if due && let Some(area) = self.arrival_area(p, power, t.at) {
                p.year.turned[i] = 1;
                self.stand_corps(p, t.corps, power, t.factors, Spot::Field(area), events);
            }
        }
    }

    /// Puts a corps on the map.
    fn stand_corps(
        &self,
        p: &mut Position,
        def: usize,
        power: u8,
        factors: [u8; FACTORS],
        spot: Spot,
        events: &mut Vec<Event>,
    ) {
        let Some(area) = spot.area() else { return };
        let Some(block) = self.block_off(p, def, power) else { return };
        // From behind, one block passes for another.
        let room = p.def(self.d, block).room;
        let factors = match p.def(self.d, block).fits(&factors) {
            true => factors,
            false => std::array::from_fn(|k| factors[k].min(room[k])),
        };
        let corps = &mut p.corps[block];
        (corps.power, corps.spot, corps.factors, corps.seen) = (power, spot, factors, false);
        events.push(Event::Year(YearEvent::Corps { power, def: corps.def, area }));
    }

    fn bring_line(&self, p: &mut Position, line: usize, e: &Entry, events: &mut Vec<Event>) {
        let (At::Field(area) | At::City(area) | At::Shared(area)) = e.at else { return };
        if let At::Shared(_) = e.at {
            let free = p.year.shared.iter().take(SHARED).position(|s| s.0 == u8::MAX);
            if let Some(free) = free {
                p.year.shared[free] = (line as u8, e.factors[I], e.factors[M]);
                p.year.arrived[line / 64] |= 1 << (line % 64);
            }
            return;
        }
        let Some(to) = self.arrival_area(p, e.power, area) else { return };
        p.year.arrived[line / 64] |= 1 << (line % 64);
        // Inside a city only there, and only with room.
        let total: u8 = e.factors.iter().sum();
        let inside = matches!(e.at, At::City(_))
            && to == area
            && garrison::may_enter_city(self.d, p, e.power, area, total);
        match e.thing {
            Thing::Corps(def) => {
                let spot = if inside { Spot::City(to) } else { Spot::Field(to) };
                self.stand_corps(p, def, e.power, e.factors, spot, events);
            }
            // A leader comes with a corps of his power: at the place, or to one that his owner chooses.
            Thing::Leader(leader) => {
                if p.corps_at(Spot::Field(to)).any(|b| p.corps[b].power == e.power) {
                    p.leaders[leader] = Spot::Field(to);
                    events.push(Event::Year(YearEvent::Leader { leader: leader as u8, area: to }));
                } else {
                    p.play.returns[leader] = p.month;
                }
            }
            Thing::Irregulars => {
                let (q, count) = (usize::from(e.power), e.count as u8);
                p.at_mut(to).irregulars[q] += count;
                events.push(Event::Year(YearEvent::Irregulars { power: e.power, count, area: to }));
            }
            Thing::Garrison => {
                if inside && p.at(to).garrison.takes(e.power) {
                    for (kind, n) in [(Wares::Infantry, e.factors[I]), (Wares::Militia, e.factors[M])] {
                        self.garrison_city(p, e.power, to, kind, n, events);
                    }
                } else {
                    // Without room in its city it is its owner's to place.
                    let pool = &mut p.year.pool[usize::from(e.power)];
                    pool[Wares::Infantry as usize] += e.factors[I];
                    pool[Wares::Militia as usize] += e.factors[M];
                }
            }
            _ => {}
        }
    }

    /// Puts infantry or militia into a city.
    pub(super) fn garrison_city(
        &self,
        p: &mut Position,
        power: u8,
        area: AreaId,
        kind: Wares,
        count: u8,
        events: &mut Vec<Event>,
    ) {
        if count == 0 {
            return;
        }
        p.at_mut(area).garrison.add(Loose::some(power, usize::from(kind == Wares::Militia), count));
        events.push(Event::Year(YearEvent::Garrison { power, kind, count, area, city: true }));
    }

    /// The power that decides for a leader: that of a counter that he alone leads, else his nation's.
    pub(super) fn owner_of(&self, p: &Position, leader: usize) -> Option<u8> {
        let foreign = self.scenario(p).foreign.iter().find(|f| f.leader == leader);
        match foreign {
            Some(f) => {
                self.scenario(p).entries.iter().find(|e| e.thing == Thing::Corps(f.corps)).map(|e| e.power)
            }
            None => self.master(p, leader).filter(|q| usize::from(*q) < POWERS),
        }
    }
}
