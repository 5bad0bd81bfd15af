//! What the two sides are made of: powers, corps, irregulars, leaders, factors, morale and ratings, always taken from the map.

use super::state::{Camp, Sort};
use crate::data::{self, POWERS, Symbol};
use crate::play::Engine;
use crate::play::combat::battle::Side;
use crate::play::combat::charts::{Power, Terrain};
use crate::play::combat::chits::Make;
use crate::play::combat::command::{self, Contingent, Leader};
use crate::play::combat::forecast::Question;
use crate::play::combat::morale::Component;
use crate::play::combat::muster::Presence;
use crate::play::combat::{Factors, Who};
use crate::play::land::position::CORPS;
use crate::play::land::{InCity, Loose, Position, Spot};
use crate::play::morale::Part;
use crate::position::{Blocks, Chiefs};
use sandtable_board::AreaId;
use sandtable_ops::ArrayList;

/// Powers of a set.
pub(super) fn powers(set: u8) -> impl Iterator<Item = u8> {
    (0..POWERS as u8).filter(move |q| set >> q & 1 == 1)
}

impl Engine<'_> {
    /// Whether a power's irregulars are guerillas.
    pub(super) fn has_guerillas(&self, power: u8) -> bool {
        self.guerilla(power)
    }

    /// What powers have in an area outside its city.
    pub(super) fn presence(&self, p: &Position, area: AreaId, set: u8) -> Presence {
        let mut out = Presence::default();
        for block in p.corps_at(Spot::Field(area)) {
            let power = p.corps[block].power;
            if usize::from(power) < POWERS && set >> power & 1 == 1 {
                out.corps += 1;
            }
        }
        let ground = p.at(area);
        for power in powers(set) {
            let n = ground.irregulars[usize::from(power)];
            if self.has_guerillas(power) { out.guerillas += n } else { out.irregulars += n }
        }
        out.depot_garrison = self.on_depot(p, area, set).map(|l| u16::from(l.total())).sum();
        out
    }

    /// Factors on the depot of an area that fight for some powers: their own, and those of their free states.
    pub(super) fn on_depot<'p>(
        &self,
        p: &'p Position,
        area: AreaId,
        set: u8,
    ) -> impl Iterator<Item = Loose> + use<'p> {
        p.at(area).guard.parts().filter(move |l| p.power_of(l.nation).is_some_and(|o| set >> o & 1 == 1))
    }

    /// Attackers and defenders in an area, one bit each: phasing powers, those at war with them, and allies of the phasing
    /// side who are at war with all of those (empires 7.5.1(b), empires 7.3.8.6).
    pub(crate) fn opponents(&self, p: &Position, area: AreaId) -> [u8; 2] {
        let phasing = p.play.phasing();
        let present = |q: u8| self.presence(p, area, 1 << q).any();
        let here = powers(0x7f).filter(|q| present(*q)).fold(0u8, |s, q| s | 1 << q);
        // A depot garrison attacks nobody.
        let attacks = |q: u8| {
            let has = self.presence(p, area, 1 << q);
            has.corps > 0 || has.irregulars > 0 || has.guerillas > 0
        };
        let first = powers(here & phasing).filter(|q| attacks(*q)).fold(0u8, |s, q| s | 1 << q);
        let defenders = powers(here & !phasing)
            .filter(|q| p.war[usize::from(*q)] & first != 0)
            .fold(0u8, |s, q| s | 1 << q);
        let mut attackers = powers(here & phasing)
            .filter(|q| p.war[usize::from(*q)] & defenders != 0)
            .fold(0u8, |s, q| s | 1 << q);
        for q in powers(here & !phasing & !defenders) {
            let (war, allied) = (p.war[usize::from(q)], p.allied[usize::from(q)]);
            if attackers != 0
                && defenders != 0
                && allied & attackers != 0
                && war & defenders == defenders
                && war & attackers == 0
            {
                attackers |= 1 << q;
            }
        }
        [attackers, defenders]
    }

    /// Whether there is somebody to attack and somebody to do it.
    pub(super) fn is_attack(&self, p: &Position, area: AreaId) -> bool {
        let [a, d] = self.opponents(p, area);
        a != 0 && d != 0 && powers(a & p.play.phasing()).next().is_some()
    }

    /// Whether enemies among the defenders besiege friends of an attacker in the city: their relief is a limited field
    /// combat (empires 7.5.4.2.3).
    pub(super) fn is_relief(&self, p: &Position, area: AreaId, sides: [u8; 2]) -> bool {
        let friends = |q: u8| p.all_inside(area).any(|n| p.friends(q, n));
        let corps = self.presence(p, area, sides[0]).corps > 0 && self.presence(p, area, sides[1]).corps > 0;
        p.at(area).besieged && corps && powers(sides[0]).any(friends)
    }

    /// A side as it stands in the field before a combat.
    pub(crate) fn camp(&self, p: &Position, area: AreaId, set: u8, guerillas: bool) -> Camp {
        let mut out = Camp { powers: set, ..Camp::NONE };
        let ground = p.at(area);
        out.blocks = p
            .corps_at(Spot::Field(area))
            .filter(|b| usize::from(p.corps[*b].power) < POWERS && set >> p.corps[*b].power & 1 == 1)
            .collect();
        for q in powers(set) {
            if ground.irregulars[usize::from(q)] > 0 && (guerillas || !self.has_guerillas(q)) {
                out.irregulars |= 1 << q;
            }
        }
        out.guard = self.on_depot(p, area, set).next().is_some();
        out
    }

    /// Corps of a side that pin, or all where it did not divide.
    pub(super) fn pinning(&self, camp: &Camp) -> Blocks {
        camp.blocks.without(camp.around)
    }

    /// Whether a side's cossacks and freikorps are with its outflankers (empires 7.5.2.3.2).
    pub(super) fn rides_around(&self, camp: &Camp, power: u8) -> bool {
        !camp.around.is_empty() && !self.has_guerillas(power)
    }

    /// Factors that a power has on a side: those that pin, and those that go round the flank.
    pub(super) fn share_of(&self, p: &Position, camp: &Camp, power: u8) -> [Factors; 2] {
        let mut out = [Factors::NONE; 2];
        for block in camp.blocks.iter().filter(|b| p.corps[*b].power == power) {
            out[usize::from(camp.around.has(block))] += self.factors(p, block);
        }
        let ground = p.at(p.fight.area);
        let kind = self.irregular_kind(power);
        if camp.irregulars >> power & 1 == 1 {
            let all = ground.irregulars[usize::from(power)];
            let around = if self.rides_around(camp, power) {
                all.saturating_sub(camp.late[usize::from(power)])
            } else {
                0
            };
            out[1][kind] += u16::from(around);
            out[0][kind] += u16::from(all - around);
        }
        let guard = self.on_depot(p, p.fight.area, 1 << power).filter(|_| camp.guard);
        let came = camp.out.meet(&ground.garrison);
        let came = came.parts().filter(|l| p.power_of(l.nation) == Some(power));
        for loose in guard.chain(came) {
            out[0] += self.loose_factors(p, loose);
        }
        out
    }

    /// Factors of a side: those that pin, and those that go round the flank.
    pub(super) fn force(&self, p: &Position, who: usize) -> [Factors; 2] {
        let camp = p.fight.camps[who];
        let mut out = [Factors::NONE; 2];
        for q in powers(camp.powers) {
            let [pin, around] = self.share_of(p, &camp, q);
            out[0] += pin;
            out[1] += around;
        }
        out
    }

    /// Leaders of a side: those in the field, and those of the city whose corps have come out.
    pub(super) fn chiefs(&self, p: &Position, camp: &Camp) -> Chiefs {
        let area = p.fight.area;
        let outside = |l: usize| p.leaders[l] == Spot::Field(area);
        let came = |l: usize, q: u8| {
            p.leaders[l] == Spot::City(area)
                && camp.blocks.iter().any(|b| p.corps[b].power == q && p.corps[b].spot == Spot::City(area))
        };
        (0..self.d.leaders.len())
            .filter(|l| self.master(p, *l).is_some_and(|q| camp.has(q) && (outside(*l) || came(*l, q))))
            .collect()
    }

    /// Whether a leader may command a side: one who leads a foreign corps leads nothing else.
    pub(super) fn may_command(&self, p: &Position, camp: &Camp, leader: usize) -> bool {
        let foreign = self.scenario(p).foreign.iter().find(|f| f.leader == leader);
        foreign.is_none_or(|f| camp.blocks.iter().all(|b| usize::from(p.corps[b].def) == f.corps))
    }

    /// A leader as combat knows him.
    pub(super) fn leader(&self, p: &Position, leader: usize) -> Leader {
        let def = &self.d.leaders[leader];
        let power = self.master(p, leader).and_then(Power::numbered).unwrap_or(Power::France);
        let seniority = ['A', 'B', 'C', 'D'][usize::from(def.seniority.min(3))];
        Leader { power, seniority, strategic: def.strategic, tactical: def.tactical, limit: def.corps }
    }

    /// What each power has on a side, as the choice of a commander asks it.
    pub(super) fn contingents(&self, p: &Position, camp: &Camp) -> ArrayList<Contingent, POWERS> {
        powers(camp.powers)
            .filter_map(|q| {
                let [a, b] = self.share_of(p, camp, q);
                let corps = camp.blocks.iter().filter(|b| p.corps[*b].power == q).count() as u8;
                Some(Contingent { power: Power::numbered(q)?, corps, factors: (a + b).total() })
            })
            .collect()
    }

    /// The tactical rating in force: of the commander, or the best that corps have of themselves (10.6.1.2).
    // empires 7.5.2.9.1.1, ruling 68
    pub(crate) fn tactical(&self, p: &Position, camp: &Camp) -> u8 {
        let corps = camp.blocks.len() as u8;
        let deep = p.play.rules.deep_command;
        if let Some(def) = self.d.leaders.get(usize::from(camp.leader)) {
            return command::tactical(def.tactical, def.corps, corps, deep);
        }
        let rate = |i: data::Intrinsic| command::tactical(i.tactical, i.limit, corps, deep);
        let own = camp.blocks.iter().map(|b| rate(self.intrinsic(p, b))).max();
        let powers = || powers(camp.powers).map(|q| rate(self.d.nations[usize::from(q)].intrinsic(p.month)));
        own.or_else(|| powers().max()).unwrap_or(0)
    }

    /// The strategic rating of a commander.
    pub(super) fn strategic(&self, camp: &Camp) -> Option<u8> {
        self.d.leaders.get(usize::from(camp.leader)).map(|l| l.strategic)
    }

    /// How a side is made up, for chits and for dividing. Artillery shows by its symbol, so this tells nothing hidden.
    pub(super) fn make(&self, p: &Position, camp: &Camp, blocks: Blocks) -> Make {
        let guns = blocks.iter().filter(|b| self.is_guns(p, *b)).count() as u8;
        Make {
            corps: blocks.len() as u8 - guns,
            artillery_corps: guns,
            leaders: self.chiefs(p, camp).len() as u8,
            factors: Factors::NONE,
            depot_garrison: 0,
        }
    }

    /// Whether a block is artillery.
    pub(super) fn is_guns(&self, p: &Position, block: usize) -> bool {
        p.def(self.d, block).symbol == Symbol::Artillery
    }

    /// Base morale of a side, by the method agreed on (empires 7.5.2.6.1).
    pub(super) fn base_morale(&self, p: &Position, who: usize) -> i16 {
        let camp = p.fight.camps[who];
        let corps = camp.blocks.iter().map(|b| self.corps_part(p, b));
        let riders = Camp { blocks: Blocks::NONE, guard: false, out: InCity::NONE, ..camp };
        let riders = powers(camp.powers).map(|q| {
            let [a, b] = self.share_of(p, &riders, q);
            Part::loose(q, a + b)
        });
        // Each nation's factors count by its own morale.
        let guard = self.on_depot(p, p.fight.area, camp.powers).filter(|_| camp.guard);
        let loose = guard.chain(camp.out.parts()).map(|l| Part::loose(l.nation, self.loose_factors(p, l)));
        let components: ArrayList<Component, POWERS> = self
            .contingents(p, &camp)
            .iter()
            .map(|c| {
                let basic = self.d.nations[c.power as usize].basic.into();
                Component { power: c.power, corps: c.corps, basic }
            })
            .collect();
        self.morale(p, corps.chain(riders).chain(loose), &components)
    }

    /// The terrain of the combat.
    pub(crate) fn terrain(&self, area: AreaId) -> Terrain {
        Terrain::numbered(self.d.place(area).terrain)
    }

    /// Puts what stands on the map into the battle: factors, commanders, ratings.
    pub(super) fn refresh(&self, p: &mut Position) {
        for who in 0..2 {
            let camp = p.fight.camps[who];
            let [pinning, outflanking] = self.force(p, who);
            let led = usize::from(camp.leader) < self.d.leaders.len();
            let commander = if led { Power::numbered(camp.hand) } else { None };
            let tactical = self.tactical(p, &camp);
            let side: &mut Side = &mut p.fight.battle.sides[who];
            (side.pinning, side.outflanking) = (pinning, outflanking);
            (side.commander, side.tactical) = (commander, tactical);
        }
    }

    /// Reveals both sides (empires 7.5.2.6.3, ruling 70).
    pub(super) fn reveal_both(&self, p: &mut Position) {
        let blocks = p.fight.camps[0].blocks.with(p.fight.camps[1].blocks);
        self.reveal(p, blocks);
    }

    /// The side as the rules name it.
    pub(super) fn who(at: usize) -> Who {
        Who::BOTH[at.min(1)]
    }

    /// Whether a leader commands whose victories and defeats weigh more (empires 7.5.2.10.1.3.1).
    pub(super) fn napoleon(&self, camp: &Camp) -> bool {
        self.d.leaders.get(usize::from(camp.leader)).is_some_and(|l| l.id == "fr-napoleon")
    }

    /// A block of a number that an action gives, if there is one.
    pub(super) fn block(&self, block: u8) -> Option<usize> {
        Some(usize::from(block)).filter(|b| *b < self.d.corps.len().min(CORPS))
    }

    /// Whether a combat is one of relievers against besiegers.
    pub(super) fn limited(&self, p: &Position) -> bool {
        p.fight.sort == Sort::Limited
    }

    /// Finds who decides for a side without a leader: the power with most corps; among equals a die decides, thrown by the
    /// caller.
    pub(super) fn most_corps(&self, p: &Position, camp: &Camp) -> ArrayList<u8, POWERS> {
        let count = |q: u8| camp.blocks.iter().filter(|b| p.corps[*b].power == q).count();
        let most = powers(camp.powers).map(count).max().unwrap_or(0);
        powers(camp.powers).filter(|q| count(*q) == most).collect()
    }

    /// The combat before the chits, as a question to the forecast: forces as the position has them, an outflanking force
    /// divided in half, the weaker corps going round.
    pub(crate) fn question(&self, p: &Position) -> Question {
        let mut q = *p;
        self.refresh(&mut q);
        let river = self.over_water(&q, q.fight.area, &q.fight.camps[0]);
        q.fight.battle.setting.river = river;
        q.fight.battle.setting.terrain = self.terrain(q.fight.area);
        if q.fight.battle.day == 1 {
            for who in 0..2 {
                q.fight.battle.sides[who].base = self.base_morale(&q, who);
            }
        }
        for who in 0..2 {
            let camp = q.fight.camps[who];
            let mut blocks: ArrayList<usize, CORPS> =
                camp.blocks.iter().filter(|b| !self.is_guns(&q, *b)).collect();
            blocks.sort_by_key(|b| q.corps[*b].total());
            let all: u16 = blocks.iter().map(|b| u16::from(q.corps[*b].total())).sum();
            let mut around = Factors::NONE;
            for block in blocks.iter().take(blocks.len().saturating_sub(1)) {
                if around.total() * 2 < all {
                    around += self.factors(&q, *block);
                }
            }
            let side = &mut q.fight.battle.sides[who];
            side.pinning -= around;
            side.outflanking += around;
        }
        let strategic = [0, 1].map(|i| self.strategic(&q.fight.camps[i]).unwrap_or(1));
        let withdrawal = if q.play.rules.cavalry_withdrawal {
            let [a, d] = [0, 1].map(|i| q.fight.battle.sides[i].all());
            crate::play::combat::options::cavalry_withdrawal(self.charts, a, d)
        } else {
            0
        };
        Question { battle: q.fight.battle, strategic, withdrawal, divides: None }
    }
}
