//! Actions for people: what the table of actions says, and what it costs or brings.

use crate::Orel;
use crate::data::EventEffect;
use crate::play::Action;
use crate::play::assault::{AssaultAction, AssaultStep};
use crate::play::fight::{FightAction, FightStep};
use crate::play::fire::{FireAction, FireStep};
use crate::play::flight::FlightAction;
use crate::play::march::{Harm, How, MarchAction};
use crate::play::rear::{RearAction, RearStep};
use crate::position::{
    ATTACKER, Attack, AttackId, AttackOn, Combat, DEFENDER, DepotId, Destination, HexId, Pieces, Position,
    Step, TargetId, UnitId,
};
use crate::view::{count, points, signed};
use sandtable_core::machine::Modules;
use std::cell::RefCell;

/// What a unit's ways cost, as it was asked for last: a list of offers asks for one hex after another.
struct Priced {
    p: Box<Position>,
    unit: UnitId,
    day: bool,
    /// Where it can go, half-points left there, and what the way does for good.
    ways: Vec<(HexId, u8, Harm)>,
}

thread_local! {
    static PRICED: RefCell<Option<Priced>> = const { RefCell::new(None) };
}

impl Orel {
    /// An action for people: verb, what, where, and what it costs or brings.
    pub(super) fn label_for(&self, p: &Position, action: &Action) -> String {
        let engine = self.engine();
        let plain = engine.label_of(p, action);
        let (text, price) = match *action {
            Action::March(a) => (plain, self.march_price_text(p, a)),
            Action::Rear(RearAction::Done)
            | Action::Fire(FireAction::Done)
            | Action::Fight(FightAction::Done)
            | Action::Assault(AssaultAction::Done) => (self.done_label(p), String::new()),
            Action::Rear(a) => (plain, self.rear_price_text(p, a)),
            Action::Fire(FireAction::Support { unit, attack: AttackId(attack) }) => {
                self.support_label(p, unit, attack, plain)
            }
            Action::Fire(a) => (plain, self.fire_price_text(p, a)),
            Action::Flight(FlightAction::Go { hex }) => self.flight_label(p, hex.hex(), plain),
            Action::Fight(a) => (plain, self.fight_price_text(p, a)),
            Action::Assault(a) => (plain, self.assault_price_text(p, a)),
        };
        if price.is_empty() { text } else { format!("{text} · {price}") }
    }

    /// What is said when a step is ended, by what it was.
    fn done_label(&self, p: &Position) -> String {
        let engine = self.engine();
        let text = match p.play.steps.top() {
            Step::Rear(RearStep::Recruits) => {
                return format!(
                    "End your recruiting · {} kept",
                    count(p.recruits[usize::from(p.active)].into(), "Recruit Point")
                );
            }
            Step::Rear(RearStep::Offer { side, .. }) => {
                let kept = engine.kept_event(p, side).map_or("the event", |(_, e)| e.title.as_str());
                return format!("Keep {kept} for later");
            }
            Step::Rear(RearStep::Reroll) => "Let the roll stand",
            Step::Fire(FireStep::Munitions) => {
                let dry = |a: &&Attack| !a.done && a.depot.is_none() && engine.fire_cost(p, a) > 0;
                return match p.declared().iter().filter(dry).count() {
                    0 => "End the allotment of munitions".to_string(),
                    n => format!(
                        "End the allotment of munitions · {} without any: the attackers are Unsupplied afterwards",
                        count(n, "attack")
                    ),
                };
            }
            Step::Fire(FireStep::Targets) => {
                let open = p.fire.list().iter().filter(|s| s.is_aimless()).count();
                return match open {
                    0 => "End the naming of targets".to_string(),
                    n => format!("End the naming of targets · {} without one do not fire", count(n, "gun")),
                };
            }
            Step::Fire(FireStep::Answer) => "No more counterbattery",
            Step::Fire(FireStep::Defence) => "No more support of the defence",
            Step::Fire(FireStep::Stores) => "Spare the Depots that are not functional",
            Step::Fight(FightStep::BeforeGuns) => "Leave the other guns behind",
            Step::Fight(FightStep::Contact { .. }) => "No more trains in contact",
            Step::Fight(FightStep::Charge { .. }) => "No more charges",
            Step::Fight(FightStep::Fought) => "End the combat phase",
            Step::Assault(AssaultStep::Advance { .. }) if p.assault.advanced.is_empty() => "Do not advance",
            Step::Assault(AssaultStep::Advance { .. }) => "Nobody else advances",
            Step::Assault(AssaultStep::Pursue { .. }) if p.assault.pursuers.is_empty() => "Do not pursue",
            Step::Assault(AssaultStep::Pursue { .. }) => "Begin the pursuit",
            Step::Assault(AssaultStep::Share { .. }) => "Supply nobody else",
            _ => "Go on",
        };
        text.to_string()
    }

    /// What a move or the end of one costs.
    fn march_price_text(&self, p: &Position, action: MarchAction) -> String {
        let engine = self.engine();
        match action {
            MarchAction::Go { unit, to } => self.way_price(p, unit, to, false),
            MarchAction::Day { unit, to } => self.way_price(p, unit, to, true),
            MarchAction::By { unit, way, day, uncovered } => {
                let had = engine.march_points(p, unit, day);
                engine
                    .march_left_after(p, unit, way, (day, uncovered))
                    .map_or(String::new(), |left| self.spent(unit, had, left))
            }
            MarchAction::Check { unit } => format!("passes up to {}", engine.tq(p, unit)),
            MarchAction::End { unit, how } => self.end_price(p, unit, how),
            MarchAction::Part { .. } | MarchAction::Done => String::new(),
        }
    }

    fn spent(&self, unit: UnitId, had: u8, left: u8) -> String {
        if self.engine().class(unit).is_rail() {
            return "by rail".to_string();
        }
        format!("{} of {} MP", points(had.saturating_sub(left)), points(had))
    }

    /// What a way to a hex costs, and what it does for good.
    fn way_price(&self, p: &Position, unit: UnitId, to: Destination, day: bool) -> String {
        let found = PRICED.with_borrow_mut(|known| {
            let same = |k: &Priced| k.unit == unit && k.day == day && *k.p == *p;
            if !known.as_ref().is_some_and(same) {
                let mut ways = Vec::new();
                self.engine()
                    .march_ways(p, unit, day, &mut |hex, route| ways.push((hex, route.left, route.harm)));
                *known = Some(Priced { p: Box::new(*p), unit, day, ways });
            }
            known.as_ref().and_then(|k| k.ways.iter().find(|w| to.0.is(w.0)).copied())
        });
        let Some((_, left, harm)) = found else { return String::new() };
        let mut out = self.spent(unit, self.engine().march_points(p, unit, day), left);
        if harm.woken > 0 {
            out += ", wakes an inactive enemy formation";
        }
        if harm.bound > 0 {
            out += ", binds those who cover it";
        }
        out
    }

    /// What the end of a move costs, and the strengths if it declares an attack.
    fn end_price(&self, p: &Position, unit: UnitId, how: How) -> String {
        let engine = self.engine();
        let mut out = Vec::new();
        if let How::Hasty(target) | How::Prepared(target) = how {
            let attack = self.joined(p, unit, target, matches!(how, How::Prepared(_)));
            out.push(self.against(p, &engine.combat_of(p, &attack), false));
        }
        let left = engine.march_points(p, unit, false);
        match how {
            How::Halt if p.march.walked.has(unit) && engine.class(unit).is_troop() => {
                out.push("it stays in March mode".to_string());
            }
            How::Halt => {}
            How::Entrench => out.push("all its MP".to_string()),
            _ if engine.class(unit).is_rail() => {}
            _ => {
                if let Some(cost) = engine.march_price(unit, how) {
                    out.push(format!("{} of {} MP", points(cost), points(left)));
                }
            }
        }
        out.join(", ")
    }

    /// Strengths of both sides of a combat, `12 : 5`.
    fn against(&self, p: &Position, c: &Combat, assault: bool) -> String {
        let [a, d] = [ATTACKER, DEFENDER].map(|who| self.engine().side_strength(p, c, who, assault));
        format!("{a} : {d}")
    }

    fn rear_price_text(&self, p: &Position, action: RearAction) -> String {
        let engine = self.engine();
        let charts = &self.d.charts;
        let bank = |cost: u8| {
            format!("{cost} of {}", count(p.recruits[usize::from(p.active)].into(), "Recruit Point"))
        };
        match action {
            RearAction::Enlist => {
                let held = p.prisoners[usize::from(p.active)];
                format!("{} of {held} prisoners", charts.prisoners_for_one)
            }
            RearAction::Restore { unit } => {
                let steps = p.steps(unit);
                let fresh = steps == engine.def(unit).reduced && steps > 0 && !p.green.has(unit);
                let less = if fresh { ", which costs a point of TQ" } else { "" };
                format!("{}; {} then{less}", bank(charts.step_cost), count(usize::from(steps) + 1, "step"))
            }
            RearAction::Build { .. } | RearAction::BuildOutside => bank(charts.battalion_cost),
            RearAction::MainBody { unit } => self.place_name(p.hex(unit)),
            RearAction::Suffer { unit } => format!("TQ {}", engine.tq(p, unit)),
            RearAction::Raid { .. } => {
                let raid =
                    |side: u8| engine.kept_event(p, side).filter(|(_, e)| e.effect == EventEffect::Raid);
                let from = [0, 1].into_iter().find_map(raid).map_or(0, |(_, e)| e.die_from);
                format!("succeeds from {from} on a die")
            }
            RearAction::Agitate { unit } => format!("it fails above {}", engine.tq(p, unit)),
            _ => String::new(),
        }
    }

    fn points_of(&self, p: &Position, depot: UnitId, cost: u8) -> String {
        let left = p.points.get(usize::from(depot)).copied().unwrap_or(0);
        format!("{cost} of {}", count(left.into(), "Munitions Point"))
    }

    fn fire_price_text(&self, p: &Position, action: FireAction) -> String {
        let engine = self.engine();
        let chart = &self.d.charts.depot;
        match action {
            FireAction::Supply { attack: AttackId(attack), depot: DepotId(depot) } => {
                let Some(a) = p.declared().get(usize::from(attack)) else { return String::new() };
                match depot.get() {
                    Some(depot) => {
                        // What the attack has already comes back first.
                        let back = if a.depot.get() == Some(depot) { engine.fire_cost(p, a) } else { 0 };
                        let left = p.points.get(usize::from(depot)).copied().unwrap_or(0) + back;
                        format!("{} of {}", engine.fire_cost(p, a), count(left.into(), "Munitions Point"))
                    }
                    None => "the attackers are Unsupplied afterwards".to_string(),
                }
            }
            FireAction::Feed { unit, depot: DepotId(depot) } => match depot.get() {
                Some(depot) => self.points_of(p, depot, chart.barrage),
                None => format!("{} is Unsupplied afterwards", engine.name(unit)),
            },
            FireAction::Resupply { depot: DepotId(depot), .. } => {
                depot.get().map_or(String::new(), |depot| self.points_of(p, depot, chart.resupply))
            }
            FireAction::Aim { firer, target: TargetId(target) } => self.shot_text(p, firer, target),
            FireAction::Shoot { firer } => match p.fire.target_of(firer) {
                Some(target) => {
                    let at = self.place_name(p.hex(target));
                    format!("at {} in {at}, {}", engine.name(target), self.shot_text(p, firer, target))
                }
                None => String::new(),
            },
            FireAction::Draw { .. } => "it is Unsupplied when the phase ends".to_string(),
            _ => String::new(),
        }
    }

    /// Support of an attack, or of the defence against it, with the die that gives its full fire.
    fn support_label(&self, p: &Position, unit: UnitId, attack: u8, plain: String) -> (String, String) {
        let engine = self.engine();
        let Some(a) = p.declared().get(usize::from(attack)) else { return (plain, String::new()) };
        let text = match p.play.steps.top() {
            Step::Fire(FireStep::Defence) => {
                let by = self.names_of(a.attackers, "and");
                format!(
                    "Support the defence of {} with {} against {by}",
                    engine.place_label(a.target),
                    engine.name(unit)
                )
            }
            _ => plain,
        };
        let one = Pieces::one(unit);
        let add: i8 = engine.coordination_add(p, a.prepared, one).iter().sum();
        let upto = (engine.coordination_tq(p, one) as i8 - add).clamp(0, 6);
        let fire = engine.def(unit).fire[usize::from(p.steps(unit).min(5))];
        (text, format!("fire {fire}, all of it on a die up to {upto}, else half"))
    }

    fn shot_text(&self, p: &Position, firer: UnitId, target: UnitId) -> String {
        format!("two dice {}", signed(self.engine().barrage_add(p, firer, target)))
    }

    /// A step of a retreat, with those who go.
    fn flight_label(&self, p: &Position, to: Option<HexId>, plain: String) -> (String, String) {
        let engine = self.engine();
        let Some((party, _, _)) = engine.flight_party(p) else { return (plain, String::new()) };
        let names: Vec<&str> = party.iter().map(|u| engine.name(u)).collect();
        let who = names.join(", ");
        let text = match to {
            None => format!("Retreat off the map with {who}"),
            Some(hex) => format!("Retreat to {} with {who}", engine.place_label(hex)),
        };
        let side = party.first().map_or(p.active, |u| p.side(u));
        let zone = to.is_some_and(|hex| engine.shut(p, side, hex));
        (text, if zone { "into an enemy zone: they check".to_string() } else { String::new() })
    }

    fn fight_price_text(&self, p: &Position, action: FightAction) -> String {
        let engine = self.engine();
        match action {
            FightAction::Resolve { attack: AttackOn(attack) } => {
                p.declared().get(usize::from(attack)).map_or(String::new(), |a| {
                    let kind = if a.prepared { "Prepared" } else { "Hasty" };
                    format!("{kind}, {}", self.against(p, &engine.combat_of(p, a), false))
                })
            }
            FightAction::Retreat => {
                let who = engine.before_combat(p);
                if who.checking.is_empty() {
                    return "without a check".to_string();
                }
                let hasty = if p.combat.prepared { 0 } else { self.d.charts.attack.before_hasty };
                let tq = engine.predominant(p, who.checking).unwrap_or(0) as i8;
                let upto = (tq - hasty - who.fast).clamp(0, 6);
                format!("a check: {upto} of 6 dice let them go, else they fight in March mode")
            }
            FightAction::Contact { unit } => {
                format!("fire {}", engine.def(unit).fire[usize::from(p.steps(unit).min(5))])
            }
            FightAction::Charge { unit } => self.charge_text(unit, p),
            _ => String::new(),
        }
    }

    fn charge_text(&self, unit: UnitId, p: &Position) -> String {
        let (def, steps) = (self.engine().def(unit), usize::from(p.steps(unit).min(5)));
        format!("strength {} in place of {}", def.charge[steps], def.combat[steps])
    }

    fn assault_price_text(&self, p: &Position, action: AssaultAction) -> String {
        let engine = self.engine();
        match action {
            AssaultAction::Assault => {
                let dice = signed(engine.assault_add(p, &p.combat));
                format!("{}, two dice {dice}", self.against(p, &p.combat, true))
            }
            AssaultAction::Charge(unit) => self.charge_text(unit, p),
            AssaultAction::Pursue { hex, .. } => {
                let fled = p.stack(p.reactive(), hex).meet(&p.combat.gone);
                format!("after {}", self.names_of(fled, "and"))
            }
            AssaultAction::Lose(unit) => match p.steps(unit) {
                0 | 1 => "its last step".to_string(),
                n => format!("{} of {} left", n - 1, count(engine.def(unit).steps.into(), "step")),
            },
            _ => String::new(),
        }
    }
}
