//! The combat itself (tannenberg 8.4, tannenberg 8.8): attrition of hungry attackers, strengths, column, die, result.

use super::sequence::{ask_while, end_step};
use crate::action::{Action, Event};
use crate::data::params::{Choice, Loss, Outcome};
use crate::data::{HexSet, UnitId, UnitSet};
use crate::engine::{Adds, Engine};
use crate::position::{Combat, MARKERS, MAX_TARGETS, Position, Step, flag};
use crate::standard::command::in_radius_of;
use crate::standard::results;
use crate::standard::strength::{self, Attack};
use crate::standard::zones::enemy;
use sandtable_core::game::Side;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::{Decision, Dice, Refusal};

impl<A: Adds> Engine<'_, A> {
    /// Supply of everybody who could attack, as it is at this moment (tannenberg 9.11c).
    pub(super) fn supply_for_combat(&self, p: &mut Position<A>, events: &mut Vec<Event<A>>) {
        let units = self.troops(p, p.phasing);
        self.find_supply(p, p.phasing, units, events);
    }

    /// The fortresses attacked that still stand.
    pub fn walls(&self, p: &Position<A>, side: u8) -> impl Iterator<Item = u8> + Clone + use<A> {
        let mut forts = [None; MAX_TARGETS];
        for (fort, hex) in forts.iter_mut().zip(p.combat.targets()) {
            *fort = p.fort_at(self.data, side, *hex);
        }
        forts.into_iter().flatten()
    }

    /// The defenders of all hexes attacked: guests fight not, headquarters are with them.
    fn defending(&self, p: &Position<A>, side: u8) -> UnitSet {
        let all = p.combat.targets().iter().map(|t| strength::defenders(self.data, p, side, *t));
        all.fold(UnitSet::EMPTY, UnitSet::and)
    }

    /// Fights the attack that was put together.
    pub(super) fn fight(&self, p: &mut Position<A>, dice: &mut dyn Dice, events: &mut Vec<Event<A>>) {
        p.steps.replace(Step::CombatEnds);
        let side = p.phasing;
        let foe = enemy(side);
        let targets = p.combat;
        for hex in targets.targets() {
            events.push(Event::Attacked(*hex));
            // Units that defend are seen.
            for gruppe in 1..=MARKERS as u8 {
                if self.marker(p, gruppe).is_some_and(|m| m.place == *hex) {
                    self.open_gruppe(p, gruppe, events);
                }
            }
        }
        for unit in targets.units.iter() {
            p.set(self.data, unit, flag::ATTACKED | flag::FOUGHT, true);
        }
        for hq in targets.heroes.iter() {
            p.set(self.data, hq, flag::LED, true);
        }
        for hq in targets.shifts.iter() {
            p.set(self.data, hq, flag::SHIFTED, true);
            events.push(Event::Shifts(hq, self.own.hq_values(self.data, p, hq).shift));
        }
        let hungry = targets.units.iter().filter(|u| p.is(*u, flag::OUT_OF_SUPPLY | flag::FED));
        let hungry: UnitSet = hungry.collect();
        let mut starved = UnitSet::EMPTY;
        for unit in hungry.iter() {
            let lost = p.lost[unit.index()];
            self.starve(p, unit, dice, events); // tannenberg 9.23b
            if p.lost[unit.index()] != lost {
                starved.insert(unit);
            }
        }
        p.combat.units = targets.units.iter().filter(|u| p.hex(*u).is_some()).collect();
        p.combat.defenders = self.defending(p, foe);
        let c = p.combat;
        let attack = Attack { units: c.units, heroes: c.heroes, targets: c.targets() };
        let (strong, stands) = (
            strength::attack_total(self.data, p, &attack),
            strength::defence_total(self.data, p, foe, c.targets()),
        );
        let tcr = strength::tcr_of(self.data, p, c.units);
        let column =
            strength::ratio(strong, stands).and_then(|r| strength::column(&self.data.params, tcr, r));
        let Some(column) = column.filter(|_| !c.units.is_empty()) else {
            events.push(Event::CalledOff);
            return;
        };
        let shift: u8 = c.shifts.iter().map(|h| self.own.hq_values(self.data, p, h).shift).sum();
        let shifted = strength::shifted(&self.data.params, tcr, column, shift);
        events.push(Event::Strengths(strong, stands, column, shifted, starved));
        self.mark_defenders(p, foe, events);
        let die = dice.roll(6);
        let total = die + strength::die_change(self.data, p, &attack);
        events.push(Event::CombatRoll(die, total));
        self.result(p, shifted, total, events);
    }

    /// Defenders have been attacked; those on trains get off, having defended at half (tannenberg 5.36d).
    fn mark_defenders(&self, p: &mut Position<A>, foe: u8, events: &mut Vec<Event<A>>) {
        let targets = p.combat;
        for hex in targets.targets() {
            for unit in p.stack(self.data, foe, *hex).iter() {
                p.set(self.data, unit, flag::DEFENDED | flag::FOUGHT, true);
                if p.is(unit, flag::ENTRAINED) {
                    p.set(self.data, unit, flag::ENTRAINED, false);
                    events.push(Event::Detrained(unit, false));
                }
            }
            if let Some(fort) = p.fort_at(self.data, foe, *hex) {
                p.stormed |= 1 << fort;
            }
        }
    }

    /// Whether all defenders are in supply at the moment of combat (tannenberg 8.75a, R-43).
    fn all_supplied(&self, p: &mut Position<A>, foe: u8, events: &mut Vec<Event<A>>) -> bool {
        let troops: UnitSet = p.combat.defenders.iter().filter(|u| !self.data.unit(*u).is_hq()).collect();
        let with = |f: u32| -> UnitSet { troops.iter().filter(|u| p.is(*u, f)).collect() };
        let (hungry, fed) = (with(flag::OUT_OF_SUPPLY), with(flag::FED));
        self.find_supply(p, foe, troops, events);
        let all = troops.iter().all(|u| !p.is(u, flag::OUT_OF_SUPPLY));
        // What they move with was found in their own segment (tannenberg 9.11a).
        for unit in troops.iter() {
            p.set(self.data, unit, flag::OUT_OF_SUPPLY, hungry.has(unit));
            p.set(self.data, unit, flag::FED, fed.has(unit));
        }
        all
    }

    /// Reads the table and lays out what follows: the defender first (tannenberg 8.54c).
    fn result(&self, p: &mut Position<A>, column: u8, die: u8, events: &mut Vec<Event<A>>) {
        let foe = enemy(p.phasing);
        let params = &self.data.params;
        let c = p.combat;
        let Some((mut attacker, mut defender)) = results::look_up(params, column, die) else { return };
        let owner = |u: UnitId| self.own.owner(self.data, p, u);
        // Headquarters of an ally are no help (tannenberg 22.5).
        let seen = self.seen(p, foe);
        let alone = |u: UnitId| !in_radius_of(self.data, &seen, u, |hq| owner(hq) == owner(u));
        let worse = (
            results::out_of_command(self.data, p, c.units, true),
            results::mostly(self.data, p, c.defenders, alone),
        );
        if worse.0 {
            attacker = results::worse_for_attacker(params, attacker);
        }
        if worse.1 {
            defender = results::worse_for_defender(params, defender);
        }
        let size = results::force(self.data, p, c.units, []);
        let stands = results::force(self.data, p, c.defenders, self.walls(p, foe));
        let steps = results::affected(size, stands);
        events.push(Event::Result(attacker, defender, worse.0, worse.1, steps));
        p.combat = Combat { attacker, defender, steps, size, ..c };
        p.steps.push(Step::Advance);
        p.steps.push(Step::Staffs);
        p.steps.push(Step::AttackerLoses(results::attacker_loss(params, attacker, steps)));
        p.steps.push(Step::Guests);
        if defender != Outcome::Nothing {
            p.steps.push(Step::Choose);
            if results::options(params, defender).any(|o| o.bars_advance) {
                self.let_inquire(p, foe);
            }
        }
    }

    /// Troops that defend and are still there.
    pub fn still_defending(&self, p: &Position<A>) -> UnitSet {
        let there = |u: &UnitId| {
            !self.data.unit(*u).is_hq() && p.hex(*u).is_some_and(|h| p.combat.target(h).is_some())
        };
        p.combat.defenders.iter().filter(there).collect()
    }

    /// The options that the defender has (tannenberg 8.9t).
    pub fn options(&self, p: &Position<A>) -> impl Iterator<Item = &Choice> + use<'_, A> {
        results::options(&self.data.params, p.combat.defender)
    }

    /// The option chosen.
    pub fn choice(&self, p: &Position<A>) -> Option<Choice> {
        self.options(p).find(|c| c.option == p.combat.option).copied()
    }

    /// Steps that an option costs (tannenberg 8.9d to 8.9k, tannenberg 11.13c). A garrison that leaves goes alone and counts
    /// alone.
    pub fn cost(&self, p: &Position<A>, choice: &Choice) -> u8 {
        let (c, params) = (&p.combat, &self.data.params);
        let walled = self.walls(p, enemy(p.phasing)).next().is_some();
        match (walled, choice.retreat) {
            (true, 0) => results::fortress_loss(params, c.defender, c.steps),
            (true, _) => results::loss(
                choice,
                results::affected(c.size, results::force(self.data, p, c.defenders, [])),
            ),
            _ => results::loss(choice, c.steps),
        }
    }

    /// Lays out what an option brings.
    pub(super) fn choose(&self, p: &mut Position<A>, option: u8, events: &mut Vec<Event<A>>) {
        p.steps.pop();
        // Nothing has changed since the moment of combat.
        p.combat.supplied = self.all_supplied(p, enemy(p.phasing), events);
        p.combat.option = option;
        p.combat.affected = p.combat.defenders;
        let Some(choice) = self.choice(p) else { return };
        events.push(Event::Chose(self.cost(p, &choice), choice.retreat));
        let foe = enemy(p.phasing);
        let c = p.combat;
        let walled = self.walls(p, foe).next().is_some();
        let units = results::force(self.data, p, c.defenders, []);
        let owed = self.cost(p, &choice);
        if choice.retreat == 0 {
            p.steps.push(Step::DefenderLoses { owed, walls: walled, units: false });
            return;
        }
        // The garrison goes, the walls stay and take the result alone.
        if walled {
            p.steps.push(Step::WallsAlone);
        }
        p.steps.push(Step::FallBack);
        let steps = if walled { results::affected(c.size, units) } else { c.steps };
        if choice.loss != Loss::None {
            p.steps.push(Step::DefenderLoses { owed, walls: false, units: false });
        }
        // Only where several hexes are attacked does it matter who is affected: a stack goes together anyhow.
        if c.count > 1 && units > steps {
            p.combat.affected = UnitSet::EMPTY;
            p.steps.push(Step::Affected);
        }
    }
}

/// Combat, from the choice of an attack to the advance.
pub struct CombatSegment;

impl<A: Adds> Module<CombatSegment> for Engine<'_, A> {
    type Step = Step<A>;
    type Action = Action<A>;
    type Event = Event<A>;

    fn run(&self, p: &mut Position<A>, step: Step<A>, _: &mut dyn Dice, events: &mut Vec<Event<A>>) -> Flow {
        match step {
            Step::Attacks(player) => {
                let any = !self.targets(&self.seen(p, self.own.side_of(player)), player).is_empty();
                return ask_while(p, any);
            }
            Step::Advance => {
                let any = self.advances(p).next().is_some();
                return ask_while(p, any);
            }
            Step::Declare(_) | Step::Affected => return Flow::Ask,
            Step::Choose => return self.choose_or_pass(p, events),
            Step::DefenderLoses { .. } => return self.defender_pays_or_asks(p, events),
            Step::AttackerLoses(_) => return self.attacker_pays_or_asks(p, events),
            Step::Retreat { .. } => return self.retreat_or_ask(p, events),
            Step::Displace(hq) => return self.displace_or_ask(p, hq, events),
            Step::WallsAlone => self.walls_alone(p, events),
            Step::Guests => self.guests(p, events),
            Step::FallBack => self.fall_back(p),
            Step::Staffs => self.staffs(p, events),
            Step::LoneStaffs => {
                p.steps.pop();
                self.lone_staffs(p, events);
            }
            _ => {
                p.steps.pop();
                if p.combat.count > 0 {
                    events.push(Event::CombatOver);
                }
                p.combat = Combat::NONE;
                self.ask_for_combat(p);
            }
        }
        Flow::Next
    }

    fn decision(&self, p: &Position<A>, step: Step<A>) -> Decision {
        let (player, rule, what) = match step {
            Step::Attacks(player) => (player, "8.0a", "attack, or end the combat phase"),
            Step::Declare(player) => (player, "8.11b", "put the attack together"),
            Step::Choose => (self.defender(p), "8.9p", "choose how to bear the result"),
            Step::Affected => (self.defender(p), "8.9m", "name the units that are affected"),
            Step::DefenderLoses { .. } => (self.defender(p), "8.9o", "choose who loses steps"),
            Step::AttackerLoses(_) => (self.attacker(p), "8.9a", "choose which attackers lose steps"),
            Step::Retreat { stack, .. } => {
                let owner = stack.iter().next().map_or(self.other(p), |u| self.own.owner(self.data, p, u));
                (owner, "8.62a", "choose the hex to retreat to")
            }
            Step::Displace(hq) => {
                let hider = || self.own.hides(p).map_or(0, |h| h.side);
                let owner = hq.get().map_or_else(hider, |hq| self.own.owner(self.data, p, hq));
                (owner, "10.52c", "choose where the headquarters gives way to")
            }
            Step::Advance => (self.attacker(p), "8.73a", "advance after combat, or stay"),
            _ => return self.over(p),
        };
        Decision::one(Side(player), rule, what)
    }

    fn offers(&self, p: &Position<A>, step: Step<A>, _: Side, out: &mut Offers<'_, Action<A>>) {
        match step {
            Step::Attacks(player) => out.all_legal(self.targets(p, player).iter().map(Action::Attack)),
            Step::Declare(player) => self.declarations(p, player, out),
            Step::Choose => out.all_legal(self.options(p).map(|c| Action::Choose(c.option))),
            Step::Affected => out.all_legal(self.nameable(p).iter().map(Action::Affect)),
            Step::DefenderLoses { .. } => out.all_legal(self.payments(p)),
            Step::AttackerLoses(_) => out.all_legal(self.attackers_left(p).iter().map(Action::Lose)),
            Step::Retreat { .. } => out.all_legal(self.retreats(p).iter().map(Action::To)),
            Step::Displace(hq) => {
                let ways = hq.get().map_or(HexSet::EMPTY, |hq| self.ways_out(p, hq));
                out.all_legal(ways.iter().map(Action::To));
            }
            Step::Advance => out.all_legal(self.advances(p)),
            _ => {}
        }
        if matches!(step, Step::Attacks(_) | Step::Advance) {
            out.legal(Action::Done);
        }
    }

    fn refuse(&self, p: &Position<A>, step: Step<A>, _: Side, action: &Action<A>) -> Option<Refusal> {
        let named = !p.combat.units.is_empty();
        let (rule, why) = match (step, action) {
            (Step::Attacks(_) | Step::Advance, Action::Done) => return None,
            (Step::Attacks(player), Action::Attack(hex)) => return self.target_breach(p, player, *hex),
            (Step::Declare(player), Action::With(unit)) => return self.join_breach(p, player, *unit),
            (Step::Declare(player), Action::Lead(hq)) if named => return self.lead_breach(p, player, *hq),
            (Step::Declare(player), Action::Shift(hq)) if named => return self.shift_breach(p, player, *hq),
            (Step::Declare(_), Action::Fight) => return self.fight_breach(p),
            (Step::Advance, Action::Advance(unit, hex)) => return self.advance_breach(p, *unit, *hex),
            (Step::Declare(_), Action::Lead(_) | Action::Shift(_)) => ("8.0a", "first name the attackers"),
            (Step::Declare(_), Action::Also(_)) => {
                ("8.23", "one attack covers several hexes only if every attacker touches all of them")
            }
            (Step::Declare(_), Action::WithAll) => ("8.11b", "that is not what is to be decided now"),
            (Step::Choose, Action::Choose(_)) => ("8.9t", "that option does not answer this result"),
            (Step::Affected, Action::Affect(_)) => {
                ("8.9m", "only defenders that are not named yet can be named")
            }
            (Step::AttackerLoses(_), Action::Lose(_) | Action::LoseWall(_)) => {
                ("8.12b", "only units that took part in the attack pay")
            }
            (Step::DefenderLoses { .. }, Action::LoseWall(_)) => {
                ("11.13b", "the fortress cannot pay here, or would pay too much")
            }
            (Step::DefenderLoses { .. }, Action::Lose(_)) => {
                ("8.9o", "only units that defend and are affected pay")
            }
            (Step::Retreat { .. }, Action::To(_)) => (
                "8.63a",
                "the retreat goes towards the nearest source of supply if it can, and never into the enemy",
            ),
            (Step::Displace(_), Action::To(_)) => {
                ("10.52c", "a headquarters gives way to the nearest unit or fortress of its own")
            }
            _ => return Some(self.not_now(p)),
        };
        self.unless_offered::<CombatSegment>(p, action, Refusal::new(rule, why))
    }

    fn take(
        &self,
        p: &mut Position<A>,
        step: Step<A>,
        side: Side,
        action: &Action<A>,
        dice: &mut dyn Dice,
        events: &mut Vec<Event<A>>,
    ) {
        match (step, *action) {
            (_, Action::Attack(hex)) => {
                p.combat = Combat::NONE;
                p.combat.aim(hex);
                p.steps.push(Step::Declare(side.0));
            }
            (_, Action::Also(hex)) => p.combat.aim(hex),
            (_, Action::With(unit)) => p.combat.units.insert(unit),
            (_, Action::WithAll) => p.combat.units = p.combat.units.and(self.joining(p, side.0)),
            (_, Action::Lead(hq)) => p.combat.heroes.insert(hq),
            (_, Action::Shift(hq)) => {
                p.combat.shifts.insert(hq);
                p.combat.closed = true;
            }
            (_, Action::Fight) => self.fight(p, dice, events),
            (_, Action::Choose(option)) => self.choose(p, option, events),
            (_, Action::Affect(unit)) => self.affect(p, unit),
            (Step::AttackerLoses(_), Action::Lose(unit)) => self.attacker_pays(p, unit, events),
            (_, Action::Lose(_) | Action::LoseWall(_)) => self.defender_pays(p, action, events),
            (Step::Displace(hq), Action::To(hex)) => {
                if let Some(hq) = hq.get() {
                    self.displace(p, hq, hex, events);
                }
            }
            (_, Action::To(hex)) => self.retreat_to(p, hex, events),
            (_, Action::Advance(unit, hex)) => self.advance(p, unit, hex, events),
            _ => end_step(p),
        }
    }
}
