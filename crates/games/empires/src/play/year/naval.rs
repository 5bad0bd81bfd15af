//! Fleets (chapter 6, grand campaign): each sails up to seven spaces; a larger stack drives a smaller one off; a corps goes
//! aboard in a friendly port.

use super::{YearAction, YearEvent, YearStep};
use crate::data::POWERS;
use crate::play::land::position::{CORPS, FLEETS, FleetAt};
use crate::play::land::{Position, Spot, depots};
use crate::play::{Engine, Event};
use crate::position::Phase;
use crate::position::ids::{BlockId, FleetId};
use sandtable_board::{AreaId, SeaId};
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

/// How far every sea is for a stack; 255 where it does not come.
type Reach = [u8; 32];

impl Engine<'_> {
    /// Powers with fleets sail one after another.
    pub(super) fn open_naval(&self, p: &mut Position) {
        debug_assert_eq!(p.play.phase, Phase::Naval);
        if self.scenario(p).is_grand() {
            for power in self.d.year.naval_order.iter().rev() {
                self.push_step(p, YearStep::Naval { power: *power });
            }
        }
    }

    /// Fleets at war with a power in a space.
    fn enemies_at(&self, p: &Position, power: u8, at: FleetAt) -> usize {
        p.fleets
            .iter()
            .filter(|f| usize::from(f.power) < POWERS && f.at == at && p.at_war(power, f.power))
            .count()
    }

    /// Whether a power may bring fleets into the Dardanelles.
    fn may_pass(&self, p: &Position, power: u8) -> bool {
        let holder = p.power_of(p.city_of(self.d, self.d.figures.straits.1));
        holder.is_none_or(|h| {
            let war = p.war[usize::from(power)] >> h & 1 == 1;
            h == power || !war && (p.straits >> power & 1 == 1 || p.allied[usize::from(power)] >> h & 1 == 1)
        })
    }

    fn sea_of(&self, at: FleetAt) -> Option<SeaId> {
        match at {
            FleetAt::Sea(s) => Some(s).filter(|s| s.index() < self.d.board.parts().seas.len()),
            FleetAt::Port(a) | FleetAt::Box(a) if a.index() < self.d.board.len() => self.d.place(a).port,
            _ => None,
        }
    }

    /// Spaces from a place to each sea, for a stack that enters no space with more enemies than it has fleets.
    fn sea_reach(&self, p: &Position, power: u8, stack: usize, from: FleetAt) -> Reach {
        let mut out = [u8::MAX; 32];
        let Some(first) = self.sea_of(from) else { return out };
        let open = |sea: SeaId| {
            let straits = sea == self.d.figures.straits.0 && !self.may_pass(p, power);
            self.enemies_at(p, power, FleetAt::Sea(sea)) <= stack && !straits
        };
        let mut steps = 0;
        match from {
            FleetAt::Sea(_) => {}
            // A blockaded fleet comes out through the box.
            FleetAt::Port(a) if self.enemies_at(p, power, FleetAt::Box(a)) > stack => return out,
            _ if !open(first) => return out,
            _ => steps = 1,
        }
        out[first.index()] = steps;
        for far in steps..self.d.figures.fleet_spaces {
            for (i, sea) in self.d.board.parts().seas.iter().enumerate() {
                if out[i] == far {
                    for near in sea.near.iter().filter(|s| open(**s)) {
                        out[near.index()] = out[near.index()].min(far + 1);
                    }
                }
            }
        }
        out
    }

    /// The others that sail along: this many of the same place that have not sailed, the first ones.
    fn sailing(&self, p: &Position, power: u8, fleet: u8, with: u8) -> Option<u32> {
        let first = p.fleets.get(usize::from(fleet))?;
        let mut out = 1u32 << fleet;
        let others = (0..FLEETS).filter(|f| {
            let o = &p.fleets[*f];
            *f != usize::from(fleet) && o.power == power && o.at == first.at && p.year.sailed >> f & 1 == 0
        });
        let mut left = with;
        for f in others {
            if left == 0 {
                break;
            }
            out |= 1 << f;
            left -= 1;
        }
        (left == 0).then_some(out)
    }

    fn corps_aboard(&self, p: &Position, fleet: u8) -> usize {
        p.corps_at(Spot::Fleet(fleet)).count()
    }

    /// Every legal action of the step but the last; what is dear is worked out once for each stack.
    pub(super) fn list_naval(&self, p: &Position, power: u8, out: &mut Offers<'_, YearAction>) {
        let seas = self.d.board.parts().seas.len();
        for fleet in 0..FLEETS as u8 {
            let f = &p.fleets[usize::from(fleet)];
            if f.power != power || f.at == FleetAt::Off {
                continue;
            }
            if let FleetAt::Port(area) = f.at {
                for corps in 0..CORPS {
                    if p.corps[corps].spot.area() == Some(area)
                        && self.refuse_embark(p, power, corps as u8, fleet).is_none()
                    {
                        out.legal(YearAction::Embark { corps: BlockId::of(corps), fleet: FleetId(fleet) });
                    }
                }
            }
            if p.year.sailed >> fleet & 1 == 1 {
                continue;
            }
            // Empty fleets of one place are alike: the first speaks for all.
            let alike = (0..fleet).any(|o| {
                let other = &p.fleets[usize::from(o)];
                other.power == power
                    && other.at == f.at
                    && p.year.sailed >> o & 1 == 0
                    && other.depot == f.depot
                    && self.corps_aboard(p, o) == 0
                    && self.corps_aboard(p, fleet) == 0
            });
            if alike {
                continue;
            }
            let others = (0..FLEETS as u8).take_while(|w| self.sailing(p, power, fleet, *w).is_some());
            for with in others {
                let reach = self.sea_reach(p, power, usize::from(with) + 1, f.at);
                let ports = self.d.board.areas().filter(|a| self.d.place(*a).port.is_some());
                let places = (0..seas)
                    .map(|s| FleetAt::Sea(SeaId(s as u8)))
                    .chain(ports.flat_map(|a| [FleetAt::Port(a), FleetAt::Box(a)]));
                out.all_legal(
                    places
                        .filter(|to| self.refuse_course(p, power, (fleet, with), *to, &reach).is_none())
                        .map(|to| YearAction::Sail { fleet: FleetId(fleet), with, to }),
                );
            }
        }
    }

    pub(super) fn refuse_naval(&self, p: &Position, power: u8, action: YearAction) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("6", why));
        match action {
            YearAction::Done => None,
            YearAction::Sail { fleet: FleetId(fleet), with, to } => {
                self.refuse_sail(p, power, fleet, with, to)
            }
            YearAction::Embark { corps: BlockId(corps), fleet: FleetId(fleet) } => {
                self.refuse_embark(p, power, corps, fleet)
            }
            _ => no("fleets sail and corps go aboard now"),
        }
    }

    fn refuse_sail(&self, p: &Position, power: u8, fleet: u8, with: u8, to: FleetAt) -> Option<Refusal> {
        let from = p.fleets.get(usize::from(fleet)).map_or(FleetAt::Off, |f| f.at);
        let reach = self.sea_reach(p, power, usize::from(with) + 1, from);
        self.refuse_course(p, power, (fleet, with), to, &reach)
    }

    /// The same, where it is known how far the stack comes.
    fn refuse_course(
        &self,
        p: &Position,
        power: u8,
        (fleet, with): (u8, u8),
        to: FleetAt,
        reach: &Reach,
    ) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("6", why));
        let Some(f) = p.fleets.get(usize::from(fleet)) else { return no("there is no such fleet") };
        if f.power != power || f.at == FleetAt::Off {
            return no("this fleet is not yours");
        }
        if p.year.sailed >> fleet & 1 == 1 {
            return no("this fleet has sailed already");
        }
        if self.sailing(p, power, fleet, with).is_none() {
            return no("there are not that many fleets here that have not sailed");
        }
        let Some(sea) = self.sea_of(to) else { return no("there is no such place for a fleet") };
        if to == f.at {
            return no("the fleet is there already");
        }
        let stack = usize::from(with) + 1;
        let more = match to {
            FleetAt::Port(a) if !p.friendly_city(self.d, power, a) => {
                return no("fleets lie in ports of their power or its allies only");
            }
            FleetAt::Box(a) if !p.at_war(power, p.city_of(self.d, a)) => {
                return no("only an enemy's port is blockaded");
            }
            FleetAt::Port(_) | FleetAt::Box(_) => 1,
            _ => 0,
        };
        if self.enemies_at(p, power, to) > stack {
            return no("more enemy fleets are there than sail together");
        }
        // Into a port past a blockade, too.
        if let FleetAt::Port(a) = to
            && self.enemies_at(p, power, FleetAt::Box(a)) > stack
        {
            return no("the port is blockaded by more fleets than sail together");
        }
        let far = reach[sea.index()].saturating_add(more);
        if far > self.d.figures.fleet_spaces {
            return no("the fleet does not come so far, or the way is closed");
        }
        None
    }

    fn refuse_embark(&self, p: &Position, power: u8, corps: u8, fleet: u8) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("6", why));
        let Some(f) = p.fleets.get(usize::from(fleet)) else { return no("there is no such fleet") };
        let Some(c) = p.corps.get(usize::from(corps)) else { return no("there is no such corps") };
        if f.power != power || c.power != power {
            return no("a corps goes aboard a fleet of its own power");
        }
        let FleetAt::Port(area) = f.at else { return no("the fleet is not in a port") };
        if c.spot.area() != Some(area) {
            return no("corps and fleet start in the same port");
        }
        if p.year.sailed >> fleet & 1 == 1 {
            return no("this fleet has sailed already");
        }
        if !p.friendly_city(self.d, power, area) || p.at(area).besieged {
            return no("the port is not friendly, or it is besieged");
        }
        if self.corps_aboard(p, fleet) >= usize::from(self.d.year.corps_per_fleet) {
            return no("the fleet carries a corps already");
        }
        None
    }

    pub(super) fn take_naval(
        &self,
        p: &mut Position,
        power: u8,
        action: YearAction,
        events: &mut Vec<Event>,
    ) {
        match action {
            YearAction::Sail { fleet: FleetId(fleet), with, to } => {
                let Some(stack) = self.sailing(p, power, fleet, with) else { return };
                let most = stack.count_ones() as usize;
                for f in (0..FLEETS).filter(|f| stack >> f & 1 == 1) {
                    depots::move_fleet(p, f, to);
                }
                p.year.sailed |= stack;
                events.push(Event::Year(YearEvent::Sailed { power, count: most as u8, to }));
                self.drive_off(p, power, most, to, events);
            }
            YearAction::Embark { corps: BlockId(corps), fleet: FleetId(fleet) } => {
                let c = &mut p.corps[usize::from(corps)];
                let area = c.spot.area().unwrap_or(AreaId(u16::MAX));
                let (from, def) = (c.spot, c.def);
                c.spot = Spot::Fleet(fleet);
                // Leaders who are left without a corps of their power go with it.
                if !p.corps_at(from).any(|b| p.corps[b].power == power) {
                    for leader in self.chiefs_at(p, from).iter() {
                        if self.master(p, leader) == Some(power) {
                            p.leaders[leader] = Spot::Fleet(fleet);
                        }
                    }
                }
                events.push(Event::Year(YearEvent::Embarked { power, def, area }));
            }
            _ => p.play.pop(),
        }
    }

    /// A smaller enemy stack goes to its nearest own port; without one it is lost.
    fn drive_off(&self, p: &mut Position, power: u8, most: usize, to: FleetAt, events: &mut Vec<Event>) {
        let there = self.enemies_at(p, power, to);
        if there == 0 || there >= most {
            return;
        }
        for f in 0..FLEETS {
            let fleet = p.fleets[f];
            if usize::from(fleet.power) >= POWERS || fleet.at != to || !p.at_war(power, fleet.power) {
                continue;
            }
            let away = self.nearest_port(p, fleet.power, to).map_or(FleetAt::Off, FleetAt::Port);
            depots::move_fleet(p, f, away);
            if away == FleetAt::Off {
                for block in self.blocks_at(p, Spot::Fleet(f as u8)).iter() {
                    self.eliminate(p, block, events);
                }
                for leader in self.chiefs_at(p, Spot::Fleet(f as u8)).iter() {
                    self.send_off(p, leader, events);
                }
            }
            events.push(Event::Year(YearEvent::GaveWay { power: fleet.power, to: away }));
        }
    }

    fn nearest_port(&self, p: &Position, power: u8, from: FleetAt) -> Option<AreaId> {
        let first = self.sea_of(from)?;
        let mut far = [u8::MAX; 32];
        far[first.index()] = 0;
        for step in 0..32u8 {
            for (i, sea) in self.d.board.parts().seas.iter().enumerate() {
                if far[i] == step {
                    sea.near.iter().for_each(|s| far[s.index()] = far[s.index()].min(step + 1));
                }
            }
        }
        let own =
            |a: &AreaId| self.d.place(*a).port.is_some() && p.power_of(p.city_of(self.d, *a)) == Some(power);
        let port = self.d.board.areas().filter(own);
        port.min_by_key(|a| self.d.place(*a).port.map_or(u8::MAX, |s| far[s.index()]))
    }
}
