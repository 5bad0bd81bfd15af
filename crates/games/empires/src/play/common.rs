//! What several modules do: counters leave the map, leaders are captured, sieges are lifted, points change hands.

use super::{Engine, Event};
use crate::data::{FACTORS, Intrinsic, LooseKind, POWERS};
use crate::play::combat::{Factors, Kind};
use crate::play::fight::FightStep;
use crate::play::land::garrison::At;
use crate::play::land::position::{CORPS, LEADERS};
use crate::play::land::{Loose, NOBODY, Position, Spot};
use crate::position::{Blocks, Chiefs, Ration, Step};
use sandtable_board::AreaId;
use sandtable_core::machine;
use sandtable_core::{Decision, Side};

/// Kinds of factors that a corps holds, in the order of its list.
pub const IN_CORPS: [Kind; FACTORS] = [
    Kind::Guard,
    Kind::Infantry,
    Kind::Militia,
    Kind::Cavalry,
    Kind::Artillery,
    Kind::FeudalInfantry,
    Kind::FeudalCavalry,
];

/// What several modules tell.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum CommonEvent {
    /// A corps counter leaves the map for good: block, its power, the area, and who knows its face: powers, one bit each, and
    /// [`ALL_KNOW`](Self::ALL_KNOW) if it has been laid open. Here and below `fought` is true in a combat, whose story it is then a
    /// part of.
    CorpsLost { block: u8, def: u8, power: u8, area: AreaId, knows: u8, fought: bool },
    /// A leader is captured.
    Captured { leader: u8, by: u8, fought: bool },
    /// A leader goes off the map and may come back later.
    LeaderOff { leader: u8, fought: bool },
    /// A siege is over because nobody besieges any longer.
    SiegeLifted { area: AreaId },
    /// Political points.
    Points { power: u8, by: i8, rule: &'static str, fought: bool },
}

impl CommonEvent {
    /// Everybody has seen the face.
    pub const ALL_KNOW: u8 = 0x80;
}

impl Engine<'_> {
    /// The power whose player decides for a nation: its controller, or for a neutral minor the power that runs it.
    pub fn hand(&self, p: &Position, nation: u8) -> Option<u8> {
        p.power_of(nation).or_else(|| {
            let runner = p.year.runner.get(usize::from(nation)).copied();
            runner.filter(|r| usize::from(*r) < POWERS)
        })
    }

    /// The kind of a power's irregulars; guerillas for powers that have none, which never comes to pass.
    pub fn irregular_kind(&self, power: u8) -> Kind {
        match crate::play::land::movement::irregular(self.d, power).map(|i| i.0) {
            Some(LooseKind::Cossack) => Kind::Cossack,
            Some(LooseKind::Freikorps) => Kind::Freikorps,
            _ => Kind::Guerilla,
        }
    }

    /// Whether a power has guerillas; most have no irregulars at all.
    pub fn guerilla(&self, power: u8) -> bool {
        crate::play::land::movement::irregular(self.d, power).is_some_and(|i| i.0 == LooseKind::Guerilla)
    }

    /// Corps on a spot.
    pub fn blocks_at(&self, p: &Position, spot: Spot) -> Blocks {
        p.corps_at(spot).collect()
    }

    /// Leaders on a spot.
    pub fn chiefs_at(&self, p: &Position, spot: Spot) -> Chiefs {
        (0..self.d.leaders.len().min(LEADERS)).filter(|l| p.leaders[*l] == spot).collect()
    }

    /// The power that a leader serves: his nation's, or the power that commands the foreign corps that he leads.
    pub fn master(&self, p: &Position, leader: usize) -> Option<u8> {
        let foreign = self.scenario(p).foreign.iter().find(|f| f.leader == leader);
        let nation = foreign.map_or(self.d.leaders[leader].nation, |f| self.d.corps[f.corps].nation);
        p.power_of(nation)
    }

    /// The nation whose morale and ratings a corps has: its own, or that of a foreign counter.
    pub fn stock(&self, p: &Position, block: usize) -> u8 {
        let def = usize::from(p.corps[block].def);
        let foreign = self.scenario(p).foreign.iter().find(|f| f.corps == def);
        foreign.map_or_else(|| p.nation_of(self.d, block), |f| f.nation)
    }

    /// The ratings of a corps without a leader; a minor's has those of its controller (10.6.1).
    pub fn intrinsic(&self, p: &Position, block: usize) -> Intrinsic {
        let stock = self.stock(p, block);
        let nation = if usize::from(stock) < POWERS { stock } else { p.corps[block].power };
        self.d.nations[usize::from(nation)].intrinsic(p.month)
    }

    /// The factors of a corps by kind.
    pub fn factors(&self, p: &Position, block: usize) -> Factors {
        let mut out = Factors::NONE;
        for (kind, n) in IN_CORPS.into_iter().zip(p.corps[block].factors) {
            out[kind] += u16::from(n);
        }
        out
    }

    /// Factors without a corps by kind.
    pub fn loose_factors(&self, p: &Position, l: Loose) -> Factors {
        let irregular = self.irregular_kind(p.power_of(l.nation).unwrap_or(l.nation));
        let kinds = [Kind::Infantry, Kind::Militia, irregular];
        let mut out = Factors::NONE;
        for (kind, n) in kinds.into_iter().zip(l.counts()) {
            out[kind] += u16::from(n);
        }
        out
    }

    /// The nation of loose factors as the words of an action name it: where a power has those of several in one place, as of a
    /// free state beside its own.
    pub fn whose(&self, p: &Position, at: At, area: AreaId, nation: u8) -> String {
        match self.is_one_of_several(p, at, area, nation) {
            true => format!(" of {}", self.nation_id(nation).to_lowercase()),
            false => String::new(),
        }
    }

    /// The same for people.
    pub fn whose_name(&self, p: &Position, at: At, area: AreaId, nation: u8) -> String {
        match self.is_one_of_several(p, at, area, nation) {
            true => format!(" of {}", self.nation_name(nation)),
            false => String::new(),
        }
    }

    /// Whether the power of a nation has loose factors of others beside it in one place.
    fn is_one_of_several(&self, p: &Position, at: At, area: AreaId, nation: u8) -> bool {
        if area.index() >= self.d.board.len() {
            return false;
        }
        let (ground, power) = (p.at(area), p.power_of(nation));
        let beside = |n: u8| n != nation && power.is_some() && p.power_of(n) == power;
        match at {
            At::City => ground.garrison.nations().any(beside),
            At::Depot => ground.guard.nations().any(beside),
        }
    }

    /// The nation of loose factors that words name or leave out: of those who decide, the first that has any there.
    pub fn loose_named(&self, p: &Position, at: At, area: AreaId, word: Option<&str>) -> Option<u8> {
        if let Some(word) = word {
            let known = |n: &u8| self.nation_id(*n).eq_ignore_ascii_case(word);
            return (0..self.d.nations.len() as u8).find(known);
        }
        if area.index() >= self.d.board.len() {
            return Some(NOBODY);
        }
        let decides = |n: &u8| match machine::decision(self, p) {
            Decision::Decide { sides, .. } => self.hand(p, *n).is_some_and(|q| sides.has(Side(q))),
            Decision::Over(_) => false,
        };
        let ground = p.at(area);
        let found = match at {
            At::City => ground.garrison.nations().find(decides),
            At::Depot => ground.guard.nations().find(decides),
        };
        Some(found.unwrap_or(NOBODY))
    }

    /// Reveals corps to everybody (empires 7.5.2.6.3, ruling 70).
    pub fn reveal(&self, p: &mut Position, blocks: Blocks) {
        for block in blocks.iter() {
            let corps = &mut p.corps[block];
            (corps.seen, corps.last) = (true, corps.factors);
        }
    }

    /// Whether a combat is being fought, from the event that begins its story to the one that ends it.
    pub(crate) fn in_combat(&self, p: &Position) -> bool {
        let after = matches!(p.play.steps.top(), Step::Fight(FightStep::Depot | FightStep::City));
        p.fight.on && !after || p.siege.is_fought()
    }

    /// Takes a corps off the map as lost.
    pub fn eliminate(&self, p: &mut Position, block: usize, events: &mut Vec<Event>) {
        let seen = if p.corps[block].seen { CommonEvent::ALL_KNOW } else { 0 };
        let friends = (0..POWERS as u8).filter(|q| self.sees(p, *q, block));
        let knows = friends.fold(seen, |set, q| set | 1 << q);
        let corps = &mut p.corps[block];
        let (def, power) = (corps.def, corps.power);
        let area = corps.spot.area().unwrap_or(AreaId(u16::MAX));
        (corps.spot, corps.factors, corps.last) = (Spot::Off, [0; FACTORS], [0; FACTORS]);
        corps.ration = Ration::NONE;
        if let Some(n) = p.play.corps_lost.get_mut(usize::from(power)) {
            *n += 1;
        }
        let (block, fought) = (block as u8, self.in_combat(p));
        events.push(Event::Common(CommonEvent::CorpsLost { block, def, power, area, knows, fought }));
    }

    /// Takes corps without factors off the map.
    pub fn drop_empty(&self, p: &mut Position, blocks: Blocks, events: &mut Vec<Event>) {
        for block in blocks.iter() {
            if p.corps[block].spot != Spot::Off && p.corps[block].total() == 0 {
                self.eliminate(p, block, events);
            }
        }
    }

    /// Captures a leader; he is back after three months (chapter 5).
    pub fn capture(&self, p: &mut Position, leader: usize, by: u8, events: &mut Vec<Event>) {
        p.leaders[leader] = Spot::Off;
        p.play.returns[leader] = p.month + self.d.figures.captive_months;
        let worth = self.d.figures.leader_worth(&self.d.leaders[leader]);
        if let Some(power) = self.master(p, leader) {
            p.play.leaders_lost[usize::from(power)] += worth;
        }
        let (leader, fought) = (leader as u8, self.in_combat(p));
        events.push(Event::Common(CommonEvent::Captured { leader, by, fought }));
    }

    /// Takes a leader off the map; he may come back in a later reinforcement step (empires 7.4.1.3.3).
    pub fn send_off(&self, p: &mut Position, leader: usize, events: &mut Vec<Event>) {
        p.leaders[leader] = Spot::Off;
        p.play.returns[leader] = p.month + 1;
        let (leader, fought) = (leader as u8, self.in_combat(p));
        events.push(Event::Common(CommonEvent::LeaderOff { leader, fought }));
    }

    /// Whether corps at war with those inside stand around a city.
    pub fn besiegers(&self, p: &Position, area: AreaId) -> Blocks {
        (0..CORPS)
            .filter(|b| {
                let c = &p.corps[*b];
                c.spot == Spot::Field(area) && usize::from(c.power) < POWERS && p.foes_inside(c.power, area)
            })
            .collect()
    }

    /// Ends sieges that nobody keeps up.
    pub fn lift_sieges(&self, p: &mut Position, events: &mut Vec<Event>) {
        for area in self.d.board.areas() {
            if p.at(area).besieged && self.besiegers(p, area).is_empty() {
                p.at_mut(area).besieged = false;
                events.push(Event::Common(CommonEvent::SiegeLifted { area }));
            }
        }
    }

    /// Gives or takes political points.
    pub fn award(&self, p: &mut Position, power: u8, by: i8, rule: &'static str, events: &mut Vec<Event>) {
        let Some(points) = p.play.points.get_mut(usize::from(power)) else { return };
        let before = *points;
        *points = before + i16::from(by);
        if self.d.scenarios[usize::from(p.play.scenario)].is_grand() {
            let [least, most] = self.d.figures.points_track;
            *points = (*points).clamp(least, most);
        }
        let by = (*points - before) as i8;
        if rule.starts_with("7.5") {
            p.play.combat_points[usize::from(power)] += i16::from(by);
        }
        if by != 0 {
            let fought = self.in_combat(p);
            events.push(Event::Common(CommonEvent::Points { power, by, rule, fought }));
        }
    }
}
