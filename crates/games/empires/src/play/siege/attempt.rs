//! The besieger's assault attempt, sorties, and what is said after a breach (7.5.4.1.1, 7.5.4.1.2).

use super::state::{AROUND, INSIDE, Siege};
use super::{SiegeEvent, SiegeStep, tell};
use crate::data::POWERS;
use crate::play::combat::Who;
use crate::play::combat::charts::Attempt;
use crate::play::combat::siege::{self, Honours};
use crate::play::land::garrison::{self, At};
use crate::play::land::{AreaSet, NOBODY, Picture, Position, Spot};
use crate::play::loss::state::{Losses, MINOR, Why};
use crate::play::{Engine, Event};
use crate::position::{Blocks, Chiefs, Step};
use sandtable_board::AreaId;
use sandtable_core::Dice;
use sandtable_core::Refusal;

impl Engine<'_> {
    /// Why a power cannot try to assault a city.
    pub(super) fn refuse_assault(&self, p: &Position, power: u8, area: AreaId) -> Option<Refusal> {
        let no = |rule: &'static str, why: &'static str| Some(Refusal::new(rule, why).at(area));
        if area.index() >= self.d.board.len() || !p.at(area).besieged {
            return no("7.5.4", "this city is not besieged");
        }
        if !self.stormers(p, power, area).iter().any(|b| p.corps[b].power == power) {
            return no("7.5.4(d)", "none of your corps besieges this city");
        }
        if p.play.stormed.has(area) {
            return no("7.5.4.1.3.4", "there has been an attempt or an attack here in this sequence");
        }
        None
    }

    /// Fills in the sides of a siege.
    pub(super) fn form_siege(&self, p: &mut Position, around: Blocks, inside: Blocks, area: AreaId) {
        p.siege = Siege { area, blocks: [around, inside], ..Siege::NONE };
        // Irregulars besiege only alongside corps of their power (empires 7.5.4(b)); depot garrisons never do.
        let powers = self.powers_of(p, around);
        let there = p.at(area).irregulars;
        p.siege.raiders =
            (0..POWERS).filter(|q| powers >> q & 1 == 1 && there[*q] > 0).fold(0, |m, q| m | 1 << q);
        p.siege.corps = !self.blocks_at(p, Spot::City(area)).is_empty();
    }

    /// Settles who speaks for both sides.
    pub(super) fn name_leads(&self, p: &mut Position) {
        p.siege.lead = [AROUND, INSIDE].map(|w| self.leading(p, w));
        p.siege.hand = p.siege.lead.map(|n| self.hand(p, n).unwrap_or(NOBODY));
    }

    /// An assault attempt (empires 7.5.4.1).
    pub(super) fn attempt(
        &self,
        p: &mut Position,
        power: u8,
        area: AreaId,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let around = self.stormers(p, power, area);
        // Factors and corps that the besiegers are not at war with take no part.
        let besiegers = self.powers_of(p, around);
        let foe = |n: u8| (0..POWERS as u8).any(|q| besiegers >> q & 1 == 1 && p.at_war(q, n));
        let inside = self.blocks_at(p, Spot::City(area)).iter().filter(|b| foe(p.corps[*b].power)).collect();
        let mut stay = p.at(area).garrison;
        stay.take_out(foe);
        self.form_siege(p, around, inside, area);
        p.siege.stay = stay;
        self.name_leads(p);
        p.play.stormed.put(area);
        p.play.push(Step::Siege(SiegeStep::Close));
        let city = self.city(p, area);
        let die = dice.roll(6);
        let modifier = siege::modifier(self.charts, &city);
        let result = siege::attempt(self.charts, &city, die).unwrap_or(Attempt::Nothing);
        tell(events, SiegeEvent::Attempt { area, power, die, modifier, result });
        // A minor that nobody runs makes no sortie and always fights.
        let speaks = p.siege.hand[INSIDE] != NOBODY;
        let next = match result {
            Attempt::Sortie if speaks => SiegeStep::Sortie,
            Attempt::Breach if speaks => {
                p.siege.refuges = self.refuges(p);
                SiegeStep::Plea
            }
            Attempt::Breach => SiegeStep::Begin,
            Attempt::Sortie | Attempt::Nothing => return,
        };
        p.play.push(Step::Siege(next));
    }

    /// A sortie (empires 7.5.4.1.2.1): the loser's commanding power gives up one factor of its own.
    pub(super) fn sortie(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        let die = dice.roll(6);
        let lost = siege::sortie(self.charts, Some(die)).ok().flatten();
        let which = if lost == Some(Who::Defender) { INSIDE } else { AROUND };
        let loser = p.siege.lead[which];
        let (area, nation) = (p.siege.area, p.siege.lead[INSIDE]);
        tell(events, SiegeEvent::Sortie { area, nation, die, loser });
        let mut losses = Losses::new(Why::Sortie, area);
        let place = super::forces::place_of(loser);
        let mut due = [0; POWERS + 1];
        due[place] = 1;
        self.owe(p, which, &due, &mut losses);
        if place == MINOR {
            losses.minor = loser;
        }
        p.play.replace(Step::Siege(SiegeStep::SortieOver));
        self.demand(p, losses);
    }

    /// After a sortie emptied counters go; a city whose last factor went is taken.
    pub(super) fn sortie_over(&self, p: &mut Position, events: &mut Vec<Event>) {
        let both = p.siege.blocks[AROUND].with(p.siege.blocks[INSIDE]);
        self.drop_empty(p, both, events);
        p.play.pop();
        if self.strength(p, INSIDE).is_empty() {
            self.city_falls(p, events);
        } else {
            self.abandon_leaders(p, events);
        }
    }

    /// Why honours of war cannot be asked for.
    pub(super) fn refuse_honours(&self, p: &Position) -> Option<Refusal> {
        if p.siege.refused {
            let why = "honours of war have been refused: surrender or fight";
            return Some(Refusal::new("7.5.4.1.2.3.2", why));
        }
        let speaker = p.siege.lead[INSIDE];
        let nation = self.d.nations.get(usize::from(speaker));
        let power_asks = nation.is_some_and(|n| n.honours);
        let refuge = !p.siege.refuges.is_empty();
        // Places outside a free state's country are never among the refuges.
        if (Honours { power_asks, refuge, leaves_country: false }).may_ask() {
            return None;
        }
        Some(if power_asks {
            let why = "no friendly city without a siege can take the garrison, or a free state's would leave its country";
            Refusal::new("7.5.4.1.2.3.1(b)", why)
        } else {
            Refusal::new("7.5.4.1.2.3.1", "Turks, Spaniards and their minors never ask for honours of war")
        })
    }

    /// The nearest cities, or their areas, that can take everybody inside (empires 7.5.4.1.2.3.1): factors without a corps need
    /// room inside, corps that find none camp in the area. Forces of a free state stay in their country.
    fn refuges(&self, p: &Position) -> AreaSet {
        let from = p.siege.area;
        let mut out = AreaSet::NONE;
        let mut best = u8::MAX;
        for to in self.d.board.areas().filter(|a| *a != from && self.takes_garrison(p, *a)) {
            let far = self.d.board.distance(from, to);
            if far < best {
                (out, best) = (AreaSet::NONE, far);
            }
            if far == best {
                out.put(to);
            }
        }
        out
    }

    fn takes_garrison(&self, p: &Position, to: AreaId) -> bool {
        let (lead, ground) = (p.siege.lead[INSIDE], p.at(to));
        let power = Some(lead).filter(|n| usize::from(*n) < POWERS);
        let friendly = match power {
            Some(q) => p.friendly_city(self.d, q, to) && p.may_enter(q, to),
            None => self.d.place(to).spires > 0 && p.city_of(self.d, to) == lead,
        };
        if !friendly || ground.besieged {
            return false;
        }
        let loose = self.loose_out(p);
        let nations = p.siege.blocks[INSIDE].iter().map(|b| p.nation_of(self.d, b));
        let at_home = |n: u8| usize::from(n) < POWERS || ground.country == n;
        if !nations.chain(loose.nations()).all(at_home) {
            return false;
        }
        // Every power of the garrison has to be welcome there.
        let owners = p.siege.blocks[INSIDE].iter().map(|b| p.corps[b].power);
        let owners = owners.chain(loose.nations().filter_map(|n| p.power_of(n)));
        let welcome =
            |q: u8| usize::from(q) >= POWERS || p.friendly_city(self.d, q, to) && p.may_enter(q, to);
        let room = garrison::city_room(self.d, p, to);
        if !owners.into_iter().all(welcome) || !ground.garrison.takes_all(&loose) || loose.total() > room {
            return false;
        }
        let enemies = power.is_some_and(|q| {
            let pic = Picture::new(self.d, p, q);
            pic.enemy_field.has(to) || pic.enemy_irregulars.has(to)
        });
        let campers = self.quarters(p, to).1;
        campers.is_empty() || power.is_some() && !enemies
    }

    /// Which corps of the garrison find room in a city once the loose factors are in, and which camp outside.
    fn quarters(&self, p: &Position, to: AreaId) -> (Blocks, Blocks) {
        let loose = self.loose_out(p).total();
        let mut room = garrison::city_room(self.d, p, to).saturating_sub(loose);
        let (mut housed, mut campers) = (Blocks::NONE, Blocks::NONE);
        for b in p.siege.blocks[INSIDE].iter() {
            let size = p.corps[b].total();
            if size <= room {
                room -= size;
                housed.put(b);
            } else {
                campers.put(b);
            }
        }
        (housed, campers)
    }

    /// Honours are granted: the garrison names its refuge, though it may have one only, since how many there are tells of the
    /// strength of corps.
    pub(super) fn refuge_run(&self, p: &mut Position) -> bool {
        let any = !p.siege.refuges.is_empty();
        if !any {
            p.play.pop();
        }
        any
    }

    /// The garrison marches off with its arms, and the city is the besieger's (empires 7.5.4.1.2.3.1).
    pub(super) fn march_off(&self, p: &mut Position, to: AreaId, events: &mut Vec<Event>) {
        let from = p.siege.area;
        tell(events, SiegeEvent::MarchesOff { area: from, nation: p.siege.lead[INSIDE], to });
        let (housed, campers) = self.quarters(p, to);
        let leaders = self.chiefs_at(p, Spot::City(from));
        let with =
            |l: usize, blocks: Blocks| blocks.iter().any(|b| self.master(p, l) == Some(p.corps[b].power));
        let outside: Chiefs = leaders.iter().filter(|l| !with(*l, housed) && with(*l, campers)).collect();
        for l in leaders.iter() {
            p.leaders[l] = if outside.has(l) { Spot::Field(to) } else { Spot::City(to) };
        }
        housed.iter().for_each(|b| p.corps[b].spot = Spot::City(to));
        campers.iter().for_each(|b| p.corps[b].spot = Spot::Field(to));
        let loose = self.loose_out(p);
        for part in loose.parts() {
            garrison::take(p, from, At::City, part);
            garrison::put(p, to, At::City, part);
        }
        p.siege.blocks[INSIDE] = Blocks::NONE;
        p.play.pop();
        self.city_falls(p, events);
    }
}
