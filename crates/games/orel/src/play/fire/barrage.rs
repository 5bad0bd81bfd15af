//! Barrage (8.3): targets, the table, and what it does to them.

use super::state::Shot;
use super::{FireAction, FireEvent, FireStep};
use crate::data::{BarrageRow, Class, Fate};
use crate::play::flight::FlightKind;
use crate::play::{Engine, Event};
use crate::position::{DEFENDER, HexId, Mode, Phase, Pieces, Position, RollKind, Step, TargetId, UnitId};
use sandtable_core::Dice;
use sandtable_core::Refusal;
use sandtable_ops::id::Maybe;

/// A part of the sum of a Barrage: what it is, how much, by which rule.
pub type Part = (&'static str, i8, &'static str);

/// What is added to the dice of a Barrage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    adds: [i8; 5],
    /// Whether the target's shelter is a trench, not the ground.
    dug: bool,
}

impl Parts {
    /// What it is and its rule, in the order of the sums.
    const LABELS: [(&str, &str); 5] = [
        ("fire strength", "8.3.2a"),
        ("target marching or Routed", "8.3.2a"),
        ("terrain", "8.3.2a"),
        ("armored train", "8.3.2a"),
        ("air reconnaissance", "6.2a"),
    ];

    /// All of it.
    pub fn sum(&self) -> i8 {
        self.adds.iter().sum()
    }

    /// The fire strength, and whatever else is not 0.
    pub fn iter(&self) -> impl Iterator<Item = Part> + '_ {
        let all =
            Parts::LABELS.iter().zip(self.adds).enumerate().filter(|(i, (_, add))| *i == 0 || *add != 0);
        all.map(
            |(i, ((label, rule), add))| {
                if i == 2 && self.dug { ("entrenched", add, "7.3d") } else { (*label, add, *rule) }
            },
        )
    }
}

impl Engine<'_> {
    /// What is added to the dice when a unit fires at another (orel 8.3.2a).
    pub fn barrage_parts(&self, p: &Position, unit: UnitId, target: UnitId) -> Parts {
        let fired_at =
            p.hex(target).filter(|_| self.is_unit(unit) && self.is_unit(target) && p.on_map(target));
        let Some(hex) = fired_at else { return Parts { adds: [0; 5], dug: false } };
        let charts = &self.d.charts;
        let when = |so: bool, add: i8| if so { add } else { 0 };
        let dug = when(p.entrenched(target), charts.entrenched.barrage);
        // Ground or trench, whichever covers better, never both (orel 7.3d).
        let ground = self.cover(p, hex).barrage;
        let adds = [
            self.fire_strength(p, unit) as i8,
            when(p.mode(target) != Mode::Combat, charts.attack.barrage_weak),
            dug.min(ground),
            when(self.class(target) == Class::Train, charts.attack.barrage_train),
            when(p.fire.spotted.has(unit), charts.attack.barrage_air),
        ];
        Parts { adds, dug: dug < ground }
    }

    /// The sum of [`Engine::barrage_parts`].
    pub fn barrage_add(&self, p: &Position, unit: UnitId, target: UnitId) -> i8 {
        self.barrage_parts(p, unit, target).sum()
    }

    /// The row of the Barrage Table for a total.
    pub fn barrage_row(&self, total: i8) -> BarrageRow {
        let rows = &self.d.charts.barrage;
        let found = rows.iter().find(|r| total <= r.upto).or(rows.last());
        found.copied().unwrap_or(BarrageRow { upto: 0, losses: 0, check: None })
    }

    /// Why a unit cannot barrage another (orel 8.3.1).
    pub fn barrage_refuse(&self, p: &Position, firer: UnitId, target: UnitId) -> Option<Refusal> {
        if let Some(breach) = self.fire_cannot(p, firer, p.active, "8.3.1c") {
            return Some(breach);
        }
        let foe = self.is_unit(target) && p.on_map(target) && p.side(target) != p.active;
        let Some(hex) = p.hex(target).filter(|_| foe) else {
            return Some(Refusal::new("8.3.1c", "that is not an enemy unit on the map"));
        };
        let refuse = |rule, why| Some(Refusal::new(rule, why).of(target));
        let class = self.class(target);
        if class.is_depot() || matches!(class, Class::Tank | Class::ArmoredCar) {
            return refuse("8.3.1h", "Depots, tanks and armored cars are never targets");
        }
        if class.is_gun() && p.at(hex).any(|u| self.class(u).is_combat()) {
            return refuse("8.3.1g", "guns are targets only without combat units in their hex");
        }
        if !p.march.observed.has(target) && !p.fire.spotted.has(firer) {
            return refuse("8.3.1d", "it was next to none of your units when the movement phase began");
        }
        self.fire_out_of_range(p, firer, hex, self.d.charts.attack.barrage_range, "8.3.1c")
            .or_else(|| self.fire_under_attack(p, hex))
    }

    /// Why a hex is too far to fire at: guns out of command fire only at neighbours (orel 5.3g).
    pub(super) fn fire_out_of_range(
        &self,
        p: &Position,
        firer: UnitId,
        hex: HexId,
        range: u8,
        rule: &'static str,
    ) -> Option<Refusal> {
        if !hex.on_board() {
            return Some(Refusal::new(rule, "there is no such hex"));
        }
        let far = self.far(p, firer, hex);
        if far > range {
            let refusal = Refusal::new(rule, "it is {} hexes away and {} is the range");
            return Some(refusal.number(far).number(range).of(firer));
        }
        let near = self.d.charts.attack.ooc_range;
        if far > near && p.ooc.has(firer) && self.class(firer).is_gun() {
            return Some(Refusal::new("5.3g", "guns out of command fire only at neighbours").of(firer));
        }
        None
    }

    /// Why nobody in a hex can come under a Barrage: an attack on it was declared, and one excludes the other (orel 7.2f).
    fn fire_under_attack(&self, p: &Position, hex: HexId) -> Option<Refusal> {
        p.declared().iter().any(|a| a.target == hex && !a.done).then(|| {
            let why = "an attack on that hex was declared, and no hex is both attacked and under Barrage";
            Refusal::new("7.2f", why).at(hex)
        })
    }

    /// Whether a unit has anything to barrage.
    pub fn barrage_has_target(&self, p: &Position, firer: UnitId) -> bool {
        self.fire_near(p, firer, p.reactive()).any(|t| self.barrage_refuse(p, firer, t).is_none())
    }

    /// Units of a side that are near enough to be fired at.
    pub(super) fn fire_near(
        &self,
        p: &Position,
        firer: UnitId,
        side: u8,
    ) -> impl Iterator<Item = UnitId> + use<'_> {
        let chart = &self.d.charts.attack;
        let range = chart.barrage_range.max(chart.counterbattery_range);
        let home = p.hex(firer);
        let near = |u: &UnitId| p.side(*u) == side && home.is_some_and(|hex| self.far(p, *u, hex) <= range);
        let found: Pieces = self.all_units().filter(|u| p.on_map(*u)).filter(near).collect();
        found.iter()
    }

    /// Barrages whose targets are to be named; those that can have none are given up.
    pub(super) fn fire_run_targets(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        for i in 0..p.fire.list().len() {
            let shot = p.fire.shots[i];
            if shot.is_aimless() && !self.barrage_has_target(p, shot.firer) {
                self.fire_give_up(p, i, events);
            }
        }
        let asks = p.fire.list().iter().any(Shot::is_aimless);
        if !asks {
            p.play.steps.replace(Step::Fire(FireStep::Order));
        }
        asks
    }

    /// A shot that is not fired costs nothing.
    fn fire_give_up(&self, p: &mut Position, shot: usize, events: &mut Vec<Event>) {
        self.fire_feed(p, shot, Maybe::NONE);
        p.fire.shots[shot].over = true;
        let Shot { firer, target, .. } = p.fire.shots[shot];
        self.fire_silent(p, firer, target.get(), events);
    }

    /// Tells that a shot is not fired.
    pub(super) fn fire_silent(
        &self,
        p: &Position,
        unit: UnitId,
        target: Option<UnitId>,
        events: &mut Vec<Event>,
    ) {
        events.push(Event::Fire(FireEvent::Silent { unit, target, hex: p.hex(unit) }));
    }

    /// Why a target cannot be named, or a gun not be silent.
    pub(super) fn fire_refuse_target(&self, p: &Position, action: FireAction) -> Result<(), Refusal> {
        let open = |firer: UnitId| match p.fire.shot_of(firer).map(|i| p.fire.shots[i]) {
            None => Err(Refusal::new("8.3.1a", "it has declared no Barrage")),
            Some(s) if s.is_aimless() => Ok(()),
            Some(_) => Err(Refusal::new("8.3.1c", "one target for each unit")),
        };
        match action {
            FireAction::Aim { firer, target: TargetId(target) } => {
                open(firer)?;
                self.barrage_refuse(p, firer, target).map_or(Ok(()), Err)
            }
            FireAction::Hold { firer } => open(firer),
            FireAction::Done => Ok(()),
            _ => Err(self.out_of_turn(p)),
        }
    }

    /// Names a target, or lets guns be silent.
    pub(super) fn fire_take_target(&self, p: &mut Position, action: FireAction, events: &mut Vec<Event>) {
        match action {
            FireAction::Aim { firer, target: TargetId(target) } => {
                if let Some(i) = p.fire.shot_of(firer) {
                    p.fire.shots[i].target = target.into();
                    events.push(Event::Fire(FireEvent::Aimed { unit: firer, target, hex: p.hex(target) }));
                }
            }
            FireAction::Hold { firer } => {
                if let Some(i) = p.fire.shot_of(firer) {
                    self.fire_give_up(p, i, events);
                }
            }
            _ => {
                for i in 0..p.fire.list().len() {
                    if p.fire.shots[i].is_aimless() {
                        self.fire_give_up(p, i, events);
                    }
                }
            }
        }
    }

    /// Whether a shot that was named can still be fired: its target is there and in range, and was not driven into a hex that is
    /// attacked.
    pub(super) fn fire_void(&self, p: &Position, shot: Shot) -> bool {
        let Shot { firer, target, .. } = shot;
        let chart = &self.d.charts.attack;
        let counter = p.phase == Phase::Counterbattery;
        let (side, range) = match counter {
            true => (p.reactive(), chart.counterbattery_range),
            false => (p.active, chart.barrage_range),
        };
        let there = target.get().filter(|t| p.on_map(*t)).and_then(|t| p.hex(t));
        let Some(hex) = there.filter(|_| self.fire_cannot(p, firer, side, "8.3.1c").is_none()) else {
            return true;
        };
        self.fire_out_of_range(p, firer, hex, range, "8.3.1c").is_some()
            || (!counter && self.fire_under_attack(p, hex).is_some())
    }

    /// The next Barrage: one after the other, never combined (orel 8.3.1e), in the order that the player likes.
    pub(super) fn fire_run_order(&self, p: &mut Position, events: &mut Vec<Event>) -> bool {
        for i in 0..p.fire.list().len() {
            if !p.fire.shots[i].over && self.fire_void(p, p.fire.shots[i]) {
                self.fire_give_up(p, i, events);
            }
        }
        let waiting = || p.fire.list().iter().enumerate().filter(|(_, s)| !s.over);
        match (waiting().count(), waiting().next()) {
            (0, _) | (_, None) => _ = p.play.steps.pop(),
            (1, Some((i, _))) if !p.rules.ended_by_player => {
                p.play.steps.push(Step::Fire(FireStep::Shoot(i as u8)))
            }
            _ => return true,
        }
        false
    }

    /// Throws the dice of a shot.
    pub(super) fn fire_run_shoot(
        &self,
        p: &mut Position,
        shot: u8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let side = p.side(p.fire.shot(shot).firer);
        p.play.steps.replace(Step::Fire(FireStep::Hit(shot)));
        self.throw(p, side, RollKind::Barrage, 2, dice, events);
    }

    /// Reads the Barrage Table: losses at once, then the target's check.
    pub(super) fn fire_run_hit(&self, p: &mut Position, shot: u8, events: &mut Vec<Event>) {
        let Shot { firer, target, depot, .. } = p.fire.shot(shot);
        p.play.steps.pop();
        let Some(target) = target.get() else { return };
        let counter = p.phase == Phase::Counterbattery;
        let parts = self.barrage_parts(p, firer, target);
        let add = parts.sum();
        let total = p.play.roll.sum() + add;
        let row = self.barrage_row(total);
        let (dice, hex) = (p.play.roll.dice, p.hex(target));
        p.fire.shots[usize::from(shot)].over = true;
        let fire = self.fire_strength(p, firer);
        let (losses, check) = (row.losses, row.check);
        events.push(Event::Fire(FireEvent::Fired {
            unit: firer,
            target,
            hex,
            counter,
            dice,
            fire,
            add,
            total,
            losses,
            check,
            parts,
        }));
        if counter {
            p.fire.answered.insert(firer);
        } else {
            p.fire.fired.insert(firer);
            // A Barrage is an attack to those who sleep (orel RU-48).
            p.fire.attacked.insert(target);
            self.fire_after_barrage(p, firer, depot, events);
        }
        let class = self.class(target);
        for _ in 0..losses {
            if class.is_combat() && p.steps(target) <= 1 {
                events.push(Event::Fire(FireEvent::Spared { unit: target, hex }));
                break;
            }
            if p.on_map(target) {
                self.lose_step(p, target, events);
            }
        }
        // Trains make no check (orel 9i).
        if let Some(add) = check.filter(|_| p.on_map(target) && class.is_troop()) {
            p.play.steps.push(Step::Fire(FireStep::Waver { target, add }));
        } else {
            events.push(Event::Fire(FireEvent::Over { hex }));
        }
        self.settle(p, events);
    }

    /// Who fired without munitions is Unsupplied from now on (orel 8.2.1d), as is a train without a free way to its edge (orel 8.2.1o).
    fn fire_after_barrage(
        &self,
        p: &mut Position,
        firer: UnitId,
        depot: Maybe<UnitId>,
        events: &mut Vec<Event>,
    ) {
        if self.class(firer) == Class::Train {
            if !self.train_linked(p, firer) {
                self.starve(p, firer, events);
            }
        } else if let Some(depot) = depot.get() {
            p.fire.used.insert(depot);
        } else {
            self.starve(p, firer, events);
        }
    }

    /// Throws the die of the target's check.
    pub(super) fn fire_run_waver(
        &self,
        p: &mut Position,
        target: UnitId,
        add: i8,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        p.play.steps.replace(Step::Fire(FireStep::Stand { target, add }));
        self.throw(p, p.side(target), RollKind::Cohesion, 1, dice, events);
    }

    /// Reads the target's check, the defender's column (orel 8.7.1a): a natural 1 passes (orel 8.7.1b), Disorganised is ignored
    /// (orel 8.3.2b), and a target that leaves takes along those that cannot stay alone (orel 8.7.2e).
    pub(super) fn fire_run_stand(&self, p: &mut Position, target: UnitId, add: i8, events: &mut Vec<Event>) {
        let (die, tq) = (p.play.roll.dice[0], self.tq(p, target));
        let over = die as i8 + add - tq as i8;
        let fate = match self.result_row(over) {
            Some(row) if die > 1 => row.cohesion[DEFENDER],
            _ => Fate::Passed,
        };
        let hex = p.hex(target);
        events.push(Event::Fire(FireEvent::Stood { unit: target, hex, die, add, tq, fate }));
        p.play.steps.pop();
        let kind = match fate {
            Fate::Retreat => Some(FlightKind::Retreat),
            Fate::Rout => Some(FlightKind::Rout),
            _ => None,
        };
        let (Some(kind), Some(home)) = (kind, hex) else {
            return events.push(Event::Fire(FireEvent::Over { hex }));
        };
        let leaving = Pieces::one(target);
        let others = self.flight_followers(p, home, p.side(target), leaving, kind);
        self.flight_order(p, leaving.with(&others), kind);
    }
}
