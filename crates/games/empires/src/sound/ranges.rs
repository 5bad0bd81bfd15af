//! Every number of a position names something that there is, and what waits to be decided can be.

use crate::Empires;
use crate::data::POWERS;
use crate::play::combat::Factors;
use crate::play::combat::battle::Battle;
use crate::play::combat::{AttackerChit, DefenderChit, Kind};
use crate::play::fight::FightStep;
use crate::play::fight::state::LOG;
use crate::play::land::movement::Mover;
use crate::play::land::{AreaSet, FleetAt, NOBODY, Position, Spot};
use crate::play::march::MarchStep as M;
use crate::play::march::state::NOWHERE;
use crate::play::siege::SiegeStep as S;
use crate::play::year::YearStep as Y;
use crate::position::{Blocks, Chiefs, Phase, Step};
use sandtable_board::AreaId;

/// More points, months or losses than any game sees; sums of them cannot run over.
const MANY: u16 = 5000;

fn wrong(what: &str) -> Result<(), String> {
    Err(format!("{what} is out of range"))
}

fn factors_fit(f: &Factors) -> bool {
    Kind::ALL.iter().all(|k| f[*k] <= MANY)
}

fn battle_fits(b: &Battle) -> bool {
    let limit = MANY as i16;
    let within = |n: i16| (-limit..=limit).contains(&n);
    (1..=50).contains(&b.day)
        && b.rounds <= 9
        && b.sides.iter().all(|s| {
            within(s.base)
                && within(s.lost)
                && within(s.lost_before)
                && s.tactical <= 9
                && factors_fit(&s.pinning)
                && factors_fit(&s.outflanking)
        })
}

impl Empires {
    fn is_area(&self, area: AreaId) -> bool {
        area.index() < self.d.board.len()
    }

    fn is_power(&self, power: u8) -> bool {
        usize::from(power) < POWERS
    }

    fn is_nation(&self, nation: u8) -> bool {
        usize::from(nation) < self.d.nations.len()
    }

    fn is_block(&self, p: &Position, block: u8) -> bool {
        usize::from(block) < self.d.corps.len() && p.corps[usize::from(block)].spot != Spot::Off
    }

    fn areas_fit(&self, set: &AreaSet) -> bool {
        set.iter().all(|a| self.is_area(a))
    }

    fn blocks_fit(&self, set: &Blocks) -> bool {
        set.iter().all(|b| b < self.d.corps.len())
    }

    fn chiefs_fit(&self, set: &Chiefs) -> bool {
        set.iter().all(|l| l < self.d.leaders.len())
    }

    /// The first number that names nothing.
    pub(super) fn find_out_of_range(&self, p: &Position) -> Result<(), String> {
        self.powers_in_range(p)?;
        self.map_in_range(p)?;
        self.play_in_range(p)?;
        self.fight_in_range(p)?;
        for step in p.play.steps.waiting() {
            if !self.step_can_be(p, *step) {
                return Err(format!("what waits to be decided cannot be: {step:?}"));
            }
        }
        Ok(())
    }

    fn powers_in_range(&self, p: &Position) -> Result<(), String> {
        let or_nobody = |power: u8| power == NOBODY || self.is_power(power);
        let play = &p.play;
        if usize::from(play.scenario) >= self.d.scenarios.len() {
            return wrong("the scenario");
        }
        let scenario = self.engine().scenario(p);
        if play.turns > MANY || play.turn > MANY || p.month > 60_000 {
            return wrong("the turn");
        }
        let limit = MANY as i16;
        let counts = [play.points, play.combat_points, p.year.counted, p.year.totals];
        if counts.iter().flatten().any(|n| !(-limit..=limit).contains(n)) {
            return wrong("a number of points");
        }
        if play.corps_lost.iter().chain(&play.leaders_lost).any(|n| *n > MANY) {
            return wrong("a number of losses");
        }
        if !p.controller.iter().chain(&p.year.runner).all(|q| or_nobody(*q)) {
            return wrong("who controls a minor");
        }
        if !play.occupied.iter().all(|(q, turn)| or_nobody(*q) && *turn <= MANY) {
            return wrong("who holds a capital");
        }
        let year = &p.year;
        let wares = year.ordered.iter().flatten().chain(&year.pool).flatten().chain(&year.bought);
        if wares.into_iter().any(|n| *n > 100) || year.held.iter().any(|n| *n > 200) {
            return wrong("a number of factors that are bought or counted");
        }
        let shared = |line: u8| line == u8::MAX || usize::from(line) < scenario.entries.len();
        if !year.shared.iter().all(|s| shared(s.0))
            || !or_nobody(year.lent.power)
            || !or_nobody(year.lent.without)
        {
            return wrong("what the scenario gives");
        }
        if !self.areas_fit(&year.lent.areas) || year.slot == 0 || usize::from(year.slot) > POWERS {
            return wrong("the slot of France, or land that is lent");
        }
        if year.started.iter().any(|(a, b)| a.abs() > limit || b.abs() > limit) {
            return wrong("what a power began with");
        }
        Ok(())
    }

    fn map_in_range(&self, p: &Position) -> Result<(), String> {
        for (i, spot) in p.leaders.iter().enumerate() {
            let fits = match spot {
                Spot::Off => true,
                Spot::Field(a) | Spot::City(a) => self.is_area(*a) && i < self.d.leaders.len(),
                Spot::Fleet(f) => p.fleets.get(usize::from(*f)).is_some_and(|f| f.power != NOBODY),
            };
            if !fits {
                return wrong("where a leader is");
            }
        }
        for fleet in &p.fleets {
            let fits = match fleet.at {
                FleetAt::Off => true,
                FleetAt::Port(a) | FleetAt::Box(a) => self.is_area(a) && self.d.place(a).port.is_some(),
                FleetAt::Sea(s) => s.index() < self.d.board.parts().seas.len(),
            };
            if !fits || fleet.power != NOBODY && !self.is_power(fleet.power) {
                return wrong("where a fleet is");
            }
        }
        for (block, corps) in p.corps.iter().enumerate() {
            let from = corps.ration.from;
            let known = from == NOWHERE || self.is_area(from);
            let payer = corps.ration.payer;
            let paid = payer == NOBODY || self.is_power(payer);
            let last: u16 = corps.last.iter().map(|n| u16::from(*n)).sum();
            let commands = corps.power == NOBODY || self.is_nation(corps.power);
            let nobody = block >= self.d.corps.len() && corps.spot != Spot::Off;
            let def = usize::from(corps.def) >= self.d.corps.len();
            if !known || !paid || last > 250 || !commands || nobody || def {
                return wrong(&format!("block {block}"));
            }
            if corps.spot != Spot::Off && corps.power == NOBODY || corps.ration.value > 50 {
                return wrong(&format!("block {block}"));
            }
        }
        for area in self.d.board.areas() {
            let ground = p.at(area);
            let loose = ground.garrison.nations().chain(ground.guard.nations());
            let mut nations = [ground.country, ground.holder].into_iter().chain(loose);
            let known = nations.all(|n| n == NOBODY || self.is_nation(n));
            let owners = [ground.depot.owner, ground.inside.owner];
            let owned = owners.iter().all(|q| *q == NOBODY || self.is_power(*q));
            let few = ground.irregulars.iter().all(|n| *n <= 100) && ground.tired <= 200;
            if !known || !owned || !few || !ground.garrison.is_sound() || !ground.guard.is_sound() {
                return wrong(&self.d.board.area(area).id);
            }
            let inside = p.corps_at(Spot::City(area)).map(|b| u16::from(p.corps[b].total())).sum::<u16>();
            if inside + u16::from(ground.garrison.total()) > 250 {
                return wrong(&self.d.board.area(area).id);
            }
        }
        Ok(())
    }

    fn play_in_range(&self, p: &Position) -> Result<(), String> {
        let play = &p.play;
        let moving = usize::from(play.moving);
        if moving > POWERS || usize::from(play.slot) > POWERS {
            return wrong("where play stands");
        }
        if play.steps.waiting().contains(&Step::Go) || play.slots.iter().any(|s| s >> POWERS != 0) {
            return wrong("where play stands");
        }
        if play.movers[..moving].iter().any(|q| !self.is_power(*q)) {
            return wrong("who moves");
        }
        let m = &p.marching;
        let sets = [play.attacks, play.forded, play.won, play.stormed, m.asked, m.guerillas, m.fed, m.hungry];
        if !sets.iter().chain(&play.rode).all(|s| self.areas_fit(s)) {
            return wrong("a set of areas");
        }
        let blocks = [play.moved, play.fought, play.engaged, m.retired.blocks];
        if !blocks.iter().all(|b| self.blocks_fit(b)) {
            return wrong("a set of corps");
        }
        let chiefs = [m.chiefs, m.strayed, m.retired.chiefs];
        let dropped = m.dropped.iter().all(|d| {
            d.area == NOWHERE
                || self.is_area(d.area)
                    && usize::from(d.block) < self.d.corps.len()
                    && d.infantry <= 100
                    && d.militia <= 100
        });
        if !chiefs.iter().all(|c| self.chiefs_fit(c)) || !dropped || m.halves > MANY {
            return wrong("what marches");
        }
        if !m.votes.iter().all(|q| *q == NOBODY || self.is_power(*q)) {
            return wrong("whom an ally wants to move next");
        }
        let march = &m.march;
        let here = match march.mover {
            _ if !m.on => true,
            Mover::Corps(b) => {
                b < self.d.corps.len()
                    && p.corps[b].spot.area() == Some(march.at)
                    && p.corps[b].power == march.power
            }
            Mover::Irregular(q) => {
                q == march.power && self.is_power(q) && self.is_area(march.at) && {
                    p.at(march.at).irregulars[usize::from(q)] > 0
                }
            }
        };
        let known = self.is_area(march.at) && self.is_area(march.start);
        let placed = known && (m.plundered == NOWHERE || self.is_area(m.plundered));
        if !here || !placed || m.on && !self.is_power(march.power) || march.points > 50 || march.entered > 100
        {
            return wrong("the counter on the march");
        }
        Ok(())
    }

    fn fight_in_range(&self, p: &Position) -> Result<(), String> {
        let (f, s) = (&p.fight, &p.siege);
        let or_nobody = |power: u8| power == NOBODY || self.is_power(power);
        let chits = [AttackerChit::ALL.len(), DefenderChit::ALL.len()];
        for (camp, chits) in f.camps.iter().zip(chits) {
            let blocks = [camp.blocks, camp.around, camp.used, camp.large];
            let leader = camp.leader == NOBODY || usize::from(camp.leader) < self.d.leaders.len();
            let sets = blocks.iter().all(|b| self.blocks_fit(b)) && self.chiefs_fit(&camp.candidates);
            let numbers = usize::from(camp.chit) < chits && camp.stated <= 9 && camp.committed <= 9;
            if !leader || !sets || !numbers || !or_nobody(camp.hand) || camp.powers >> POWERS != 0 {
                return wrong("a side of the combat");
            }
        }
        let one_of_two = |n: u8| n == NOBODY || n < 2;
        let brings = f.brings == NOBODY || usize::from(f.brings) < self.d.leaders.len();
        let who = one_of_two(f.divides) && one_of_two(f.victor) && f.turn <= 2 && f.retreat.who < 2;
        let sets = self.blocks_fit(&f.tried) && self.chiefs_fit(&f.tried_leaders) && f.brought <= 200;
        if !brings || !who || !sets || !or_nobody(f.asks) || usize::from(f.logged) > LOG {
            return wrong("the combat");
        }
        let r = &f.retreat;
        let gone = self.blocks_fit(&r.blocks) && self.chiefs_fit(&r.leaders) && self.areas_fit(&r.entered);
        if !gone || !self.is_area(r.at) || !or_nobody(r.by) || !self.is_area(f.area) {
            return wrong("the retreat");
        }
        let counted = f.before.iter().all(factors_fit);
        if !counted || !battle_fits(&f.battle) || !battle_fits(&s.battle) {
            return wrong("the strength of a side");
        }
        let places = [s.area, s.here].iter().all(|a| *a == NOWHERE || self.is_area(*a));
        let leads =
            s.lead.iter().all(|n| *n == NOBODY || self.is_nation(*n)) && s.hand.iter().all(|q| or_nobody(*q));
        let sets = [s.refuges, s.entered, s.hunted].iter().all(|a| self.areas_fit(a));
        if !places
            || !leads
            || !sets
            || !s.blocks.iter().all(|b| self.blocks_fit(b))
            || !self.chiefs_fit(&s.chiefs)
        {
            return wrong("the siege");
        }
        let l = &p.losses;
        let owed = l.owes.iter().all(|o| {
            self.blocks_fit(&o.blocks) && self.blocks_fit(&o.later) && o.left <= MANY && o.cavalry <= MANY
        });
        let purses = l.owes.iter().all(|o| o.purse == NOBODY || o.purse < 3);
        if !owed || !purses || !self.is_area(l.area) || l.minor != NOBODY && !self.is_nation(l.minor) {
            return wrong("what is lost");
        }
        Ok(())
    }

    /// Whether a step can wait in a position.
    fn step_can_be(&self, p: &Position, step: Step) -> bool {
        let area = |a: AreaId| self.is_area(a);
        let power = |q: u8| self.is_power(q);
        // Who decides is settled when it comes to the top.
        let waits = p.play.steps.top() != step;
        match step {
            Step::Go => false,
            Step::Year(s) => match s {
                Y::Runner { minor, attacker } => self.is_nation(minor) && power(attacker),
                Y::Naval { power: q } | Y::Reinforce { power: q } => power(q),
                Y::Politics | Y::Combine | Y::Slot => p.play.phase <= Phase::Slots,
            },
            Step::March(s) => match s {
                M::Remove(q) | M::Place(q) | M::Pick(q) | M::Close(q) | M::Pay(q) | M::Unpaid(q) => power(q),
                M::Order(n) => usize::from(n) < POWERS,
                // Its move ends before the step is taken off.
                M::March => p.marching.on || waits,
                M::Burn(a) | M::Refuge { area: a, .. } => area(a) && power(p.at(a).depot.owner),
                M::Others { area: a, by, turn } | M::Retire { area: a, by, turn } => {
                    area(a) && power(by) && usize::from(turn) <= 2 * POWERS
                }
                M::Aside { area: a, power: q, .. } | M::Fill { area: a, power: q } => area(a) && power(q),
                M::Settle { area: a, by } => area(a) && power(by),
                M::Living(b) | M::MustForage(b) => {
                    self.is_block(p, b) && power(p.corps[usize::from(b)].power)
                }
                M::Foraged(b) | M::Forfeit { block: b, .. } => usize::from(b) < self.d.corps.len(),
                M::Stand { area: a, turn } => {
                    usize::from(a) <= self.d.board.len() && usize::from(turn) <= POWERS
                }
                M::Starved { area: a, nation } => area(a) && self.is_nation(nation),
                M::Rest | M::Besieged => true,
            },
            Step::Fight(FightStep::Next) => true,
            Step::Fight(_) => p.fight.on,
            Step::Siege(s) => match s {
                S::Pick(q) | S::Hunt(q) | S::Rise(q) => power(q),
                S::Muster(q, _) | S::StepOut(q) => power(q) && area(p.siege.area),
                S::Sortie | S::Plea | S::Refuge | S::Retreat => {
                    area(p.siege.area) && (waits || power(p.siege.hand[1]))
                }
                S::Answer | S::Occupy | S::Depot => area(p.siege.area) && (waits || power(p.siege.hand[0])),
                // The attacker may be asked to roll.
                S::Round => {
                    let hand = p.siege.hand[p.siege.place(0)];
                    area(p.siege.area) && (waits || !p.play.rules.player_ends || power(hand))
                }
                S::SortieOver | S::Begin | S::RoundOver | S::Close => area(p.siege.area),
            },
            Step::Loss => self.is_area(p.losses.area),
        }
    }
}
