//! Movement (7.3): counters are picked one at a time, march from area to area, and take leaders along.

use super::{Halt, MarchAction as A, MarchEvent, MarchStep, Piece, Post, no};
use crate::data::POWERS;
use crate::play::land::garrison::{self, At};
use crate::play::land::movement::{self, March, Mover, NoStep};
use crate::play::land::position::CORPS;
use crate::play::land::{FleetAt, Loose, Picture, Position, Spot};
use crate::play::{Action, Engine, Event};
use crate::position::ids::{BlockId, FactorId, LeaderId};
use crate::position::{Chiefs, Step};
use sandtable_board::AreaId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;
use sandtable_ops::Id;

impl Engine<'_> {
    /// Irregulars of a power at a post that have not all moved.
    fn fresh_irregulars(&self, p: &Position, power: u8, area: AreaId, post: Post) -> bool {
        let ground = p.at(area);
        let field = ground.irregulars[usize::from(power)];
        let (inside, guard) = (ground.garrison.of(power).irregulars, ground.guard.of(power).irregulars);
        let here = match post {
            Post::Field => field,
            Post::City if ground.besieged => 0,
            Post::City => inside,
            Post::Depot => guard,
        };
        // Those of one area are not told apart: as many as have moved in it stay (empires 7.3(d)).
        here > 0 && field + inside + guard > ground.tired
    }

    pub(super) fn pick_list(&self, p: &Position, power: u8, list: &mut Offers<'_, A>) {
        list.candidate(A::Done);
        for b in (0..CORPS).filter(|b| p.corps[*b].power == power && !p.play.moved.has(*b)) {
            match p.corps[b].spot {
                Spot::Off => {}
                Spot::Fleet(_) => {
                    for area in self.d.board.areas().filter(|a| movement::may_land(self.d, p, b, *a)) {
                        list.candidates([A::Land(BlockId::of(b), area), A::LandInside(BlockId::of(b), area)]);
                    }
                }
                _ => list.candidate(A::Pick(BlockId::of(b))),
            }
        }
        if movement::irregular(self.d, power).is_some() {
            for area in self.d.board.areas() {
                let there = Post::ALL.into_iter().filter(|post| self.fresh_irregulars(p, power, area, *post));
                list.candidates(there.map(|post| A::PickIrregular(area, post)));
            }
        }
    }

    pub(super) fn pick_check(&self, p: &Position, power: u8, action: A) -> Result<(), Refusal> {
        let own = |b: u8| {
            let b = usize::from(b);
            if b >= CORPS || p.corps[b].power != power || p.corps[b].spot == Spot::Off {
                return no("7.3", "this is not a corps of yours on the map");
            }
            if p.play.moved.has(b) {
                return no("7.3(d)", "this corps has moved already");
            }
            Ok(b)
        };
        match action {
            A::Done => self.end_check(p, power),
            A::Pick(BlockId(b)) => {
                let b = own(b)?;
                match p.corps[b].spot {
                    Spot::Fleet(_) => no("7.3.5", "a corps on a fleet can only land"),
                    _ if p.besieged(b) => Err(NoStep::Besieged.into()),
                    _ => Ok(()),
                }
            }
            A::PickIrregular(area, post) => {
                self.real(area)?;
                if movement::irregular(self.d, power).is_none() {
                    return no("7.3", "you have no such counters");
                }
                if post == Post::City && p.at(area).besieged {
                    return Err(NoStep::Besieged.into());
                }
                if self.fresh_irregulars(p, power, area, post) {
                    Ok(())
                } else {
                    no("7.3(d)", "there is none there that has not moved")
                }
            }
            A::Land(BlockId(b), area) | A::LandInside(BlockId(b), area) => {
                let b = own(b)?;
                self.real(area)?;
                if !movement::may_land(self.d, p, b, area) {
                    return no("7.3.5", "it is not on a fleet beside this area, or may not be there");
                }
                self.keeps_to(p, b, area)?;
                if matches!(action, A::LandInside(..)) && !movement::may_land_inside(self.d, p, b, area) {
                    return no("7.3.5(d)", "there is no besieged friendly port here with room for it");
                }
                if p.play.attacks.has(area) && !self.may_join_attack(p, power, area) {
                    return no("7.3.8.5", "your ally attacks a power there that you are not at war with");
                }
                Ok(())
            }
            _ => no("7.3.2", "counters move one at a time: pick one first"),
        }
    }

    /// Whether a power's movement may end: corps aboard in a port or a blockade box land first (empires 7.3.5(b)), and forces that may no
    /// longer be where they are leave first (10.3).
    fn end_check(&self, p: &Position, power: u8) -> Result<(), Refusal> {
        for b in (0..CORPS).filter(|b| p.corps[*b].power == power && !p.play.moved.has(*b)) {
            match p.corps[b].spot {
                Spot::Fleet(f) => {
                    let (FleetAt::Port(area) | FleetAt::Box(area)) = p.fleets[usize::from(f)].at else {
                        continue;
                    };
                    let ways = [A::Land(BlockId::of(b), area), A::LandInside(BlockId::of(b), area)];
                    if ways.into_iter().any(|a| self.pick_check(p, power, a).is_ok()) {
                        return no("7.3.5(b)", "a corps aboard in a port or a blockade box must land");
                    }
                }
                spot => {
                    let begun = spot.area().map(|a| March::begin(self.d, p, Mover::Corps(b), a));
                    if let Some(Ok(march)) = begun
                        && self.leaves_on(p, &march)
                    {
                        return no("10.3", "a corps that may no longer be where it is must leave");
                    }
                }
            }
        }
        for area in self.d.board.areas().filter(|a| p.must_leave(power, *a)) {
            if Post::ALL.into_iter().any(|post| self.fresh_irregulars(p, power, area, post))
                && let Ok(march) = March::begin(self.d, p, Mover::Irregular(power), area)
                && self.leaves_on(p, &march)
            {
                return no("10.3", "irregulars that may no longer be where they are must leave");
            }
        }
        Ok(())
    }

    /// Whether a counter may no longer be where it is (10.3) and can take a step out.
    pub(super) fn leaves_on(&self, p: &Position, march: &March) -> bool {
        p.must_leave(march.power, march.at) && {
            let pic = Picture::new(self.d, p, march.power);
            let near = self.d.board.neighbours(march.at);
            near.iter().any(|(to, _)| self.may_step(p, march, &pic, *to).is_ok())
        }
    }

    pub(super) fn pick_take(&self, p: &mut Position, power: u8, action: A, events: &mut Vec<Event>) {
        let begun = match action {
            A::Pick(BlockId(b)) => {
                let b = usize::from(b);
                let area = p.corps[b].spot.area();
                p.corps[b].ration.leaving = area.is_some_and(|a| p.must_leave(power, a));
                area.and_then(|a| March::begin(self.d, p, Mover::Corps(b), a).ok())
            }
            A::PickIrregular(area, post) => {
                let (ground, one) = (p.at_mut(area), Loose::of(power, [0, 0, 1]));
                match post {
                    Post::Field => {}
                    Post::City => ground.garrison.take(one),
                    Post::Depot => ground.guard.take(one),
                }
                if post != Post::Field {
                    ground.irregulars[usize::from(power)] += 1;
                }
                March::begin(self.d, p, Mover::Irregular(power), area).ok()
            }
            A::Land(BlockId(b), area) => {
                self.land(p, usize::from(b), area, events);
                return;
            }
            A::LandInside(BlockId(b), area) => {
                let b = usize::from(b);
                let chiefs = self.chiefs_at(p, p.corps[b].spot);
                p.corps[b].spot = Spot::City(area);
                chiefs.iter().for_each(|l| p.leaders[l] = Spot::City(area));
                p.play.moved.put(b);
                (p.corps[b].ration.over_water, p.corps[b].ration.from) = (true, area);
                let piece = self.piece(p, Mover::Corps(b));
                self.tell_march(events, MarchEvent::Landed { power, piece, area });
                None
            }
            _ => None,
        };
        if let Some(march) = begun {
            p.marching.begin(march);
            p.play.push(Step::March(MarchStep::March));
        }
    }

    /// A corps comes ashore with the leaders aboard, and has no points left (empires 7.3.5(c)).
    fn land(&self, p: &mut Position, b: usize, area: AreaId, events: &mut Vec<Event>) {
        let chiefs = self.chiefs_at(p, p.corps[b].spot);
        let Ok(march) = movement::land(self.d, p, b, area) else { return };
        p.marching.begin(march);
        (p.marching.landed, p.marching.chiefs) = (true, chiefs);
        chiefs.iter().for_each(|l| p.leaders[l] = Spot::Field(area));
        p.play.push(Step::March(MarchStep::March));
        let piece = self.piece(p, march.mover);
        self.tell_march(events, MarchEvent::Landed { power: march.power, piece, area });
        self.arrive(p, area, events);
    }

    /// What a mover is to those who watch it.
    pub(super) fn piece(&self, p: &Position, mover: Mover) -> Piece {
        match mover {
            Mover::Corps(b) => Piece::Corps { block: b as u8, def: p.corps[b].def },
            Mover::Irregular(_) => Piece::Irregular,
        }
    }

    /// Where the counter on the march is: inside a city or out.
    pub(super) fn mover_spot(&self, p: &Position) -> Spot {
        match p.marching.block() {
            Some(b) => p.corps[b].spot,
            None => Spot::Field(p.marching.march.at),
        }
    }

    /// The areas that the counter can reach in one action.
    pub(super) fn enter_list(&self, p: &Position, out: &mut Offers<'_, A>) {
        if p.marching.march.stopped {
            return;
        }
        let ways = self.ways(p);
        let reached = self.d.board.areas().filter(|a| ways[a.index()].is_some());
        out.all_legal(reached.map(A::Enter));
    }

    /// What else the counter might do.
    pub(super) fn march_candidates(&self, p: &Position, list: &mut Offers<'_, A>) {
        list.candidates([Halt::Plain, Halt::Besiege, Halt::Attack].map(A::Stop));
        list.candidates([A::Force, A::Inside, A::Outside, A::Raze, A::Convert]);
        list.candidates([A::Station(At::City), A::Station(At::Depot)]);
        let at = p.marching.march.at;
        for l in (0..self.d.leaders.len()).filter(|l| p.leaders[*l].area() == Some(at)) {
            list.candidates([A::With(LeaderId::of(l)), A::Without(LeaderId::of(l))]);
        }
        let Some(b) = p.marching.block() else { return };
        for post in [At::City, At::Depot] {
            for (kind, n) in p.corps[b].factors.into_iter().enumerate() {
                list.candidates((1..=n).map(|n| A::Detach(post, FactorId(kind as u8), n)));
            }
            let there = garrison::loose(p, at, post, p.nation_of(self.d, b));
            list.candidates((1..=there.infantry).map(|n| A::Absorb(post, FactorId::of(crate::data::I), n)));
            list.candidates((1..=there.militia).map(|n| A::Absorb(post, FactorId::of(crate::data::M), n)));
        }
    }

    pub(super) fn step_check(&self, p: &Position, action: A) -> Result<(), Refusal> {
        let m = &p.marching;
        match action {
            A::Enter(to) => self.way_to(p, to).map(|_| ()),
            A::Force => {
                if m.landed || m.march.stopped {
                    return Err(NoStep::NoForce.into());
                }
                let mut march = m.march;
                march.force(self.d, p).map_err(Refusal::from)
            }
            A::With(LeaderId(l)) => self.with_check(p, usize::from(l)),
            A::Without(LeaderId(l)) if usize::from(l) < 64 && m.chiefs.has(usize::from(l)) => Ok(()),
            A::Without(_) => no("10.6", "he does not march with this counter"),
            A::Raze | A::Convert => self.depot_check(p, action),
            A::Stop(halt) => self.stop_check(p, halt),
            A::Inside | A::Outside | A::Detach(..) | A::Absorb(..) | A::Station(_) => {
                self.city_check(p, action)
            }
            _ => no("7.3.2", "a counter is on the march; it goes on or stops first"),
        }
    }

    /// Whether a leader may go along (10.6): with corps that his power commands, or with its cossacks and freikorps.
    fn with_check(&self, p: &Position, leader: usize) -> Result<(), Refusal> {
        let m = &p.marching;
        if leader >= self.d.leaders.len() || p.leaders[leader].area() != Some(m.march.at) {
            return no("10.6", "he is not here");
        }
        if matches!(p.leaders[leader], Spot::City(a) if p.at(a).besieged) {
            return no("7.3.3.4(b)", "he cannot leave a besieged city");
        }
        if m.chiefs.has(leader) {
            return no("10.6", "he goes along already");
        }
        if m.strayed.has(leader) {
            return no("7.3(d)", "he has travelled in this step already");
        }
        let foreign = &self.scenario(p).foreign;
        let def = m.block().map(|b| usize::from(p.corps[b].def));
        let his = foreign.iter().find(|f| f.leader == leader).map(|f| f.corps);
        let its = foreign.iter().find(|f| Some(f.corps) == def).map(|f| f.leader);
        if his.is_some() || its.is_some() {
            return match his.is_some() && his == def {
                true => Ok(()),
                false => no("10.6", "in this scenario this leader and this corps do not go together"),
            };
        }
        if self.master(p, leader) != Some(m.march.power) {
            return no("10.6", "leaders go with forces of their own power only");
        }
        if m.block().is_none() && self.guerilla(m.march.power) {
            return no("10.6", "leaders do not go with guerillas");
        }
        Ok(())
    }

    pub(super) fn step_take(&self, p: &mut Position, action: A, events: &mut Vec<Event>) {
        match action {
            A::Enter(to) => {
                for area in self.way_to(p, to).unwrap_or_default() {
                    self.enter_area(p, area, events);
                }
            }
            A::Force => {
                let mut march = p.marching.march;
                if march.force(self.d, p).is_ok() {
                    p.marching.march = march;
                    let piece = self.piece(p, march.mover);
                    self.tell_march(events, MarchEvent::Forced { power: march.power, piece });
                }
            }
            A::With(LeaderId(l)) => {
                let l = usize::from(l);
                p.marching.chiefs.put(l);
                p.leaders[l] = self.mover_spot(p);
            }
            A::Without(LeaderId(l)) => {
                p.marching.chiefs.take(usize::from(l));
                if p.marching.march.entered > 0 {
                    p.marching.strayed.put(usize::from(l));
                }
            }
            A::Raze | A::Convert => self.take_depot_here(p, action, events),
            A::Stop(halt) => self.stop(p, halt, events),
            _ => self.city_take(p, action, events),
        }
    }

    /// One step into an adjacent area, with everything that goes along.
    fn enter_area(&self, p: &mut Position, to: AreaId, events: &mut Vec<Event>) {
        let mut march = p.marching.march;
        let from = march.at;
        let pic = Picture::new(self.d, p, march.power);
        if march.step(self.d, p, &pic, to).is_err() {
            return;
        }
        p.marching.march = march;
        match march.mover {
            Mover::Corps(b) => {
                p.corps[b].spot = Spot::Field(to);
                p.corps[b].ration.from = from;
            }
            Mover::Irregular(q) => {
                p.at_mut(from).irregulars[usize::from(q)] -= 1;
                p.at_mut(to).irregulars[usize::from(q)] += 1;
            }
        }
        p.marching.chiefs.iter().for_each(|l| p.leaders[l] = Spot::Field(to));
        // A siege that the corps alone kept up is over: a force that comes after it besieges or not (empires 7.3.7.1).
        if p.at(from).besieged {
            self.lift_sieges(p, events);
        }
        let piece = self.piece(p, march.mover);
        let over_water = march.over_water;
        self.tell_march(events, MarchEvent::Entered { power: march.power, piece, area: to, over_water });
        self.arrive(p, to, events);
    }

    /// What happens when a counter comes into an area: passages are paid for, depots may be burnt (I1).
    fn arrive(&self, p: &mut Position, area: AreaId, events: &mut Vec<Event>) {
        let power = p.marching.march.power;
        if let Some(i) = self.unpaid_passage(p, power, area) {
            p.marching.passed |= 1 << i;
            self.tell_march(events, MarchEvent::Passage { power, area });
            self.award(p, power, self.scenario(p).passage[i].points, "7.3(c)", events);
        }
        let ground = p.at(area);
        let owner = ground.depot.owner;
        if ground.guard.total() > 0 && usize::from(owner) < POWERS && p.at_war(power, owner) {
            p.play.push(Step::March(MarchStep::Burn(area)));
        }
    }

    /// A counter that can do nothing but stop, stops.
    pub(super) fn on_the_march(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        if !p.marching.on {
            p.play.pop();
            return false;
        }
        if p.marching.march.stopped && !p.play.rules.player_ends {
            let only = self.only_choice(p, Step::March(MarchStep::March), p.marching.march.power);
            if let Some(Action::March(only)) = only {
                self.step_take(p, only, events);
                return false;
            }
        }
        true
    }

    /// A power's movement is over: irregulars are fresh again for the power that moves next.
    pub(super) fn end_of_march(&self, p: &mut Position) {
        p.marching.rest();
        p.marching.strayed = Chiefs::NONE;
        for ground in &mut p.ground {
            ground.tired = 0;
        }
    }
}
