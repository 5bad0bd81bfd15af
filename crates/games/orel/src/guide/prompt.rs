//! What a side is asked, in a sentence: who, where, why, against whom, and what it costs.

use crate::Orel;
use crate::data::{Class, HEXES, NOWHERE};
use crate::play::Action;
use crate::play::assault::{AssaultAction, AssaultStep, Share, When};
use crate::play::fight::{FightAction, FightStep};
use crate::play::fire::{FireAction, FireStep};
use crate::play::flight::FlightKind;
use crate::play::march::{How, MarchStep};
use crate::play::rear::{Moment, RearAction, RearStep};
use crate::position::{ATTACKER, Attack, DEFENDER, HexId, NOBODY, Pieces, Position, RollKind, Step, UnitId};
use crate::view::{SIDES, count, points, signed};
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_core::{Game, Side};

/// A sentence and the hexes that it is about.
type Asked = (String, Vec<HexId>);

/// `goes` for one, `go` for several.
fn verb<'a>(units: &Pieces, one: &'a str, many: &'a str) -> &'a str {
    if units.len() == 1 { one } else { many }
}

impl Orel {
    /// What whoever decides is asked.
    pub(super) fn asked(&self, p: &Position, side: Side) -> Option<Prompt> {
        let (text, hexes) = match p.play.steps.top() {
            Step::Go => return None,
            Step::Rear(step) => self.asks_rear(p, side, step),
            Step::March(step) => self.asks_march(p, step),
            Step::Fire(step) => self.asks_fire(p, side, step),
            Step::Flight(_) => self.asks_flight(p),
            Step::Fight(step) => self.asks_fight(p, side, step),
            Step::Assault(step) => self.asks_assault(p, side, step),
        };
        let mut places: Vec<String> = Vec::new();
        for hex in hexes.into_iter().filter(|h| usize::from(*h) < HEXES) {
            let place = self.d.map.name(hex);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        Some(Prompt { text, places })
    }

    pub(super) fn names_of(&self, units: Pieces, last: &str) -> String {
        let engine = self.engine();
        let names: Vec<&str> = units.iter().map(|u| engine.name(u)).collect();
        listed(&names, last)
    }

    /// Units of the legal actions that are of a kind.
    fn offered_units(&self, p: &Position, side: Side, of: impl Fn(&Action) -> Option<UnitId>) -> Pieces {
        let mut list = Vec::new();
        self.actions(p, side, &mut list);
        list.iter().filter_map(of).collect()
    }

    fn hexes_of(&self, p: &Position, units: Pieces) -> Vec<HexId> {
        units.iter().filter(|u| p.on_map(*u)).map(|u| p.hex(u)).collect()
    }

    fn asks_rear(&self, p: &Position, side: Side, step: RearStep) -> Asked {
        let engine = self.engine();
        let foe = SIDES[usize::from(1 - side.0)];
        let formation = |f: u8| self.d.formations.get(usize::from(f)).map_or("", |f| f.name.as_str());
        let event = |e: u8| {
            let def = engine.event_def(e);
            (def.map_or("an event", |e| e.title.as_str()), def.map_or("", |e| e.about.as_str()))
        };
        match step {
            RearStep::Recruits => {
                let units = self.offered_units(p, side, |a| match a {
                    Action::Rear(RearAction::Restore { unit }) => Some(*unit),
                    _ => None,
                });
                let charts = &self.d.charts;
                let text = format!(
                    "You have {}: spend {} for a lost step, {} for a recruit battalion, or keep up to {}; {} can recover a step",
                    count(p.recruits[usize::from(side.0)].into(), "Recruit Point"),
                    charts.step_cost,
                    charts.battalion_cost,
                    charts.bank,
                    count(units.len(), "unit"),
                );
                (text, self.hexes_of(p, units))
            }
            RearStep::Command => ("Command has been tested: go on".to_string(), vec![]),
            RearStep::MainBody { formation: f } => {
                let units = self.offered_units(p, side, |a| match a {
                    Action::Rear(RearAction::MainBody { unit }) => Some(*unit),
                    _ => None,
                });
                let text = format!(
                    "Groups of the {} are equally large: name its main body by {}. Whoever is not near it is Out of Command",
                    formation(f),
                    self.names_of(units, "or")
                );
                (text, self.hexes_of(p, units))
            }
            RearStep::Formation { event: e } => {
                let (title, about) = event(e);
                (
                    format!("{foe} has rolled {title}: name the {foe} formation that suffers it. {about}"),
                    vec![],
                )
            }
            RearStep::Victim { event: e, formation: f } => {
                let (title, about) = event(e);
                let units = self.offered_units(p, side, |a| match a {
                    Action::Rear(RearAction::Suffer { unit }) => Some(*unit),
                    _ => None,
                });
                let text = format!(
                    "{foe} lets your {} suffer {title}: pick {}. {about}",
                    formation(f),
                    self.names_of(units, "or")
                );
                (text, self.hexes_of(p, units))
            }
            RearStep::Offer { moment, .. } => {
                let (title, about) = engine
                    .kept_event(p, side.0)
                    .map_or(("an event", ""), |(_, e)| (e.title.as_str(), e.about.as_str()));
                let fight = self.place_name(p.combat.hex);
                let when = match moment {
                    Moment::EnemyCommand => format!("now that {foe} has tested its command"),
                    Moment::CombatPhase => "before your combats begin".to_string(),
                    Moment::BeforeCombat => format!("before the combat for {fight}"),
                    Moment::Cohesion => format!("before Cohesion is tested at {fight}"),
                    Moment::Morale => format!("before Morale is tested at {fight}"),
                };
                let hexes = if p.at_peace() { vec![] } else { vec![p.combat.hex] };
                (format!("You keep {title} and can play it {when}, or keep it. {about}"), hexes)
            }
            RearStep::Reroll => {
                let title = engine.kept_event(p, side.0).map_or("an event", |(_, e)| e.title.as_str());
                let roll = p.play.roll;
                let dice = match roll.dice {
                    [one, 0] => format!("a {one}"),
                    [one, two] => format!("{one} and {two}"),
                };
                let hexes = if p.at_peace() { vec![] } else { vec![p.combat.hex] };
                let text = format!(
                    "You have rolled {dice} for {} and keep {title}: roll again, or let it stand",
                    roll_name(roll.kind)
                );
                (text, hexes)
            }
        }
    }

    fn asks_march(&self, p: &Position, step: MarchStep) -> Asked {
        let engine = self.engine();
        match step {
            MarchStep::Select => {
                let able = |u: &UnitId| !p.march.moved.has(*u) && !p.broken.has(*u) && !engine.asleep(p, *u);
                let left: Pieces = p.units.on_map_of(p.active).filter(able).collect();
                let targets: Vec<HexId> = p
                    .units
                    .on_map_of(p.active)
                    .filter_map(|u| match p.marker(u) {
                        crate::position::Marker::Attack { target, .. } => Some(target),
                        _ => None,
                    })
                    .collect();
                let mut seen = Vec::new();
                targets.iter().for_each(|t| {
                    if !seen.contains(t) {
                        seen.push(*t);
                    }
                });
                let names: Vec<String> = seen.iter().map(|h| self.place_name(*h)).collect();
                let attacks = if names.is_empty() {
                    "no attack is declared yet".to_string()
                } else {
                    format!("you have declared attacks on {}", listed(&names, "and"))
                };
                let text = format!(
                    "Move your units one after the other; {} of them {} not moved, and {attacks}. End the phase when you are ready",
                    left.len(),
                    if left.len() == 1 { "has" } else { "have" }
                );
                (text, seen)
            }
            MarchStep::Finish => {
                let unit = p.march.mover;
                let at = p.hex(unit);
                let price = |how: How| engine.march_price(unit, how);
                let ends: Vec<String> = [
                    ("Combat mode", How::Combat),
                    ("a Hasty Attack", How::Hasty(NOWHERE)),
                    ("a Prepared Attack", How::Prepared(NOWHERE)),
                    ("a Barrage", How::Barrage),
                ]
                .into_iter()
                // Guns do not attack, but support costs them the same (orel 7.2a).
                .map(|(name, how)| match (how, engine.class(unit).is_gun()) {
                    (How::Hasty(_), true) => ("support of a Hasty Attack", how),
                    (How::Prepared(_), true) => ("support of a Prepared Attack", how),
                    _ => (name, how),
                })
                .filter_map(|(name, how)| price(how).map(|cost| format!("{name} costs {}", points(cost))))
                .collect();
                let ends = if ends.is_empty() { String::new() } else { format!(": {}", ends.join(", ")) };
                let name = engine.name(unit);
                let text = match engine.class(unit) {
                    Class::Train | Class::RailDepot => {
                        format!("{name} has run to {}: end its move here, or act", self.place_name(at))
                    }
                    _ => format!(
                        "{name} at {} has {} of {} MP left: go on, or end its move{ends}",
                        self.place_name(at),
                        points(p.march.left),
                        points(p.march.allowance)
                    ),
                };
                (text, vec![at])
            }
            MarchStep::Part(_) => {
                let orel = self.d.map.orel;
                ("Your unit has come into Orel: choose whether your units there hold the suburbs or the centre".to_string(), vec![orel])
            }
        }
    }

    /// Attacks that are still open, with who makes them: `2112 by 5/Let and 6/Let (15 : 5)`.
    fn open_attacks(&self, p: &Position) -> (Vec<String>, Vec<HexId>) {
        let engine = self.engine();
        let open: Vec<&Attack> = p.declared().iter().filter(|a| !a.done).collect();
        let told = |a: &&Attack| {
            let c = engine.combat_of(p, a);
            let [ours, theirs] = [ATTACKER, DEFENDER].map(|who| engine.side_strength(p, &c, who, false));
            format!(
                "{} by {} ({ours} : {theirs})",
                self.place_name(a.target),
                self.names_of(a.attackers, "and")
            )
        };
        (open.iter().map(told).collect(), open.iter().map(|a| a.target).collect())
    }

    fn asks_fire(&self, p: &Position, side: Side, step: FireStep) -> Asked {
        let engine = self.engine();
        let foe = SIDES[usize::from(1 - side.0)];
        let shots = |open: &dyn Fn(UnitId) -> bool| -> Pieces {
            p.fire.list().iter().filter(|s| !s.over && open(s.target)).map(|s| s.firer).collect()
        };
        match step {
            FireStep::Munitions => {
                let (attacks, mut hexes) = self.open_attacks(p);
                let shooters = shots(&|_| true);
                let left: u32 =
                    engine.depots_of(p, side.0).iter().map(|d| u32::from(p.points[usize::from(d)])).sum();
                let mut what = Vec::new();
                if !attacks.is_empty() {
                    what.push(format!("your attacks on {}", listed(&attacks, "and")));
                }
                if !shooters.is_empty() {
                    what.push(format!(
                        "the {} of {}",
                        if shooters.len() == 1 { "Barrage" } else { "Barrages" },
                        self.names_of(shooters, "and")
                    ));
                    hexes.extend(self.hexes_of(p, shooters));
                }
                let what = if what.is_empty() {
                    "units that are Unsupplied".to_string()
                } else {
                    what.join(" and ")
                };
                let text = format!(
                    "Give munitions to {what}: a Prepared Attack takes 2 points, a Hasty one or a Barrage 1; {} left in your Depots",
                    if left == 1 { "1 point is".to_string() } else { format!("{left} points are") }
                );
                (text, hexes)
            }
            FireStep::Targets => {
                let shooters = shots(&|t| t == NOBODY);
                if shooters.is_empty() {
                    return (
                        "All targets are named: end this step, and the Barrages are fired".to_string(),
                        vec![],
                    );
                }
                let text = format!(
                    "Name the targets of {}: each fires at one enemy within {} hexes that you observed",
                    self.names_of(shooters, "and"),
                    self.d.charts.attack.barrage_range
                );
                (text, self.hexes_of(p, shooters))
            }
            FireStep::Order => {
                let open = p.fire.list().iter().filter(|s| !s.over && s.target != NOBODY);
                let told: Vec<String> = open
                    .clone()
                    .map(|s| {
                        format!(
                            "{} at {} in {}",
                            engine.name(s.firer),
                            engine.name(s.target),
                            self.place_name(p.hex(s.target))
                        )
                    })
                    .collect();
                let text = format!(
                    "{} to be fired: {}. Choose the next one",
                    count(told.len(), "Barrage"),
                    listed(&told, "and")
                );
                (text, open.map(|s| p.hex(s.target)).collect())
            }
            FireStep::Answer => {
                let fired = p.fire.fired.which(|u| p.on_map(u));
                let guns = self.offered_units(p, side, |a| match a {
                    Action::Fire(FireAction::Aim { firer, .. }) => Some(*firer),
                    _ => None,
                });
                let answer = match guns.is_empty() {
                    true => "your answers are named, end this step".to_string(),
                    false => format!(
                        "{} may answer, each after a check against its quality",
                        self.names_of(guns, "or")
                    ),
                };
                let text = format!(
                    "{} of {foe} {} fired: {answer}",
                    self.names_of(fired, "and"),
                    verb(&fired, "has", "have")
                );
                (text, self.hexes_of(p, fired))
            }
            FireStep::Defence => {
                let guns = self.offered_units(p, side, |a| match a {
                    Action::Fire(FireAction::Support { unit, .. }) => Some(*unit),
                    _ => None,
                });
                let (attacks, hexes) = self.open_attacks(p);
                let help = match guns.is_empty() {
                    true => "your support of the defence is named, end this step".to_string(),
                    false => format!("{} may support the defence", self.names_of(guns, "and")),
                };
                let text = format!("{foe} attacks {}: {help}", listed(&attacks, "and"));
                (text, hexes)
            }
            FireStep::Stores => {
                let depots = self.offered_units(p, side, |a| match a {
                    Action::Fire(FireAction::Draw { depot }) => Some(*depot),
                    _ => None,
                });
                if depots.is_empty() {
                    return ("You have drawn on your Depots: end this step".to_string(), vec![]);
                }
                let text = format!(
                    "Units of yours that {foe} attacks have
only Depots in range that are not functional: draw on {}, which {} Unsupplied \
                     afterwards, or go without",
                    self.names_of(depots, "or"),
                    verb(&depots, "is", "are")
                );
                (text, self.hexes_of(p, depots))
            }
            _ => ("Go on".to_string(), vec![]),
        }
    }

    fn asks_flight(&self, p: &Position) -> Asked {
        let Some((party, at, kind)) = self.engine().flight_party(p) else {
            return ("Choose where the units go".to_string(), vec![]);
        };
        let now = &p.flight.now;
        let names = self.names_of(party, "and");
        let why = match (kind, p.at_peace()) {
            (FlightKind::Before, _) => format!("{} back before the combat for", verb(&party, "goes", "go")),
            (FlightKind::Rout, _) => format!("{} in rout out of", verb(&party, "flees", "flee")),
            (_, true) => format!("{} back under fire from", verb(&party, "goes", "go")),
            (FlightKind::GoodOrder, _) => format!("{} back in good order from", verb(&party, "goes", "go")),
            (FlightKind::Retreat, _) => format!("{} back from", verb(&party, "goes", "go")),
        };
        let far = match now.left {
            0 => "There is no room here: choose one hex more".to_string(),
            1 => "Choose the hex".to_string(),
            n => format!("Choose the first of {n} hexes"),
        };
        let here = if at == now.start {
            String::new()
        } else {
            format!(" They are at {} now.", self.place_name(at))
        };
        (format!("{names} {why} {}.{here} {far}", self.place_name(now.start)), vec![at])
    }

    fn asks_fight(&self, p: &Position, side: Side, step: FightStep) -> Asked {
        let engine = self.engine();
        let c = &p.combat;
        let at = self.place_name(c.hex);
        let kind = if c.prepared { "Prepared" } else { "Hasty" };
        let here = vec![c.hex];
        let of = |pick: &dyn Fn(&FightAction) -> Option<UnitId>| {
            self.offered_units(p, side, |a| match a {
                Action::Fight(a) => pick(a),
                _ => None,
            })
        };
        match step {
            FightStep::Before => {
                let foe = SIDES[usize::from(p.active)];
                let who = engine.before_combat(p);
                let with = match c.support[ATTACKER].is_empty() {
                    true => String::new(),
                    false => format!(" with support of {}", self.names_of(c.support[ATTACKER], "and")),
                };
                let [ours, theirs] = [ATTACKER, DEFENDER].map(|w| engine.side_strength(p, c, w, false));
                let mut ways = Vec::new();
                if !who.freely.is_empty() {
                    ways.push(format!("{} may go without a check", self.names_of(who.freely, "and")));
                }
                if !who.checking.is_empty() {
                    let hasty = if c.prepared { 0 } else { self.d.charts.attack.before_hasty };
                    let tq = engine.predominant(p, who.checking).unwrap_or(0) as i8;
                    let upto = (tq - hasty - who.fast).clamp(0, 6);
                    ways.push(format!(
                        "{} may try, and {} away on a die up to {upto}",
                        self.names_of(who.checking, "and"),
                        verb(&who.checking, "gets", "get")
                    ));
                }
                let text = format!(
                    "{foe} makes a {kind} Attack on {at} by {}{with}, {ours} : {theirs}. Retreat before combat, or stand: {}",
                    self.names_of(c.units[ATTACKER], "and"),
                    ways.join("; ")
                );
                (text, here)
            }
            FightStep::BeforeGuns => {
                let guns = of(&|a| match a {
                    FightAction::Along { unit } => Some(*unit),
                    _ => None,
                });
                let going = p.fight.going;
                if guns.is_empty() {
                    return (
                        format!("{} are to leave {at} before the combat: go on", self.names_of(going, "and")),
                        here,
                    );
                }
                let text = format!(
                    "{} {} {at} before the combat: {} may go along",
                    self.names_of(going, "and"),
                    verb(&going, "leaves", "leave"),
                    self.names_of(guns, "and")
                );
                (text, here)
            }
            FightStep::Contact { .. } => {
                let trains = of(&|a| match a {
                    FightAction::Contact { unit } => Some(*unit),
                    _ => None,
                });
                let text = match trains.is_empty() {
                    true => format!("Combat for {at}: your trains in contact are named, go on"),
                    false => format!(
                        "Combat for {at}: {} may go into contact, where full fire counts and a hit is possible",
                        self.names_of(trains, "and")
                    ),
                };
                (text, here)
            }
            FightStep::Charge { who } => {
                let riders = of(&|a| match a {
                    FightAction::Charge { unit } => Some(*unit),
                    _ => None,
                });
                let foes = self.names_of(c.units[1 - usize::from(who.min(1))], "and");
                let text = match riders.is_empty() {
                    true => format!("Combat for {at} against {foes}: your charges are named, go on"),
                    false => {
                        format!("Combat for {at} against {foes}: {} may charge", self.names_of(riders, "and"))
                    }
                };
                (text, here)
            }
            FightStep::Fought => ("All your attacks are resolved: end the combat phase".to_string(), vec![]),
            _ => {
                let (attacks, hexes) = self.open_attacks(p);
                let text = match attacks.as_slice() {
                    [one] => format!("One attack is left, on {one}: resolve it"),
                    _ => format!(
                        "{} are to be resolved, on {}. Choose the next one",
                        count(attacks.len(), "attack"),
                        listed(&attacks, "and on")
                    ),
                };
                (text, hexes)
            }
        }
    }

    fn asks_assault(&self, p: &Position, side: Side, step: AssaultStep) -> Asked {
        let engine = self.engine();
        let c = &p.combat;
        let at = self.place_name(c.hex);
        let here = vec![c.hex];
        let of = |pick: &dyn Fn(&AssaultAction) -> Option<UnitId>| {
            self.offered_units(p, side, |a| match a {
                Action::Assault(a) => pick(a),
                _ => None,
            })
        };
        let text = match step {
            AssaultStep::Advance { when } => {
                let units = of(&|a| match a {
                    AssaultAction::Advance(unit) => Some(*unit),
                    _ => None,
                });
                let why = match when {
                    When::Before => "was left before the combat",
                    When::Cohesion => "was left after the Cohesion checks",
                    When::Assault => "is taken by Assault",
                    When::Pursuit => "was left by those whom you pursued",
                };
                let mut list = Vec::new();
                self.actions(p, side, &mut list);
                let must = !list.contains(&Action::Assault(AssaultAction::Done));
                let names = self.names_of(units, "and");
                if units.is_empty() {
                    format!("{at} {why}, and all have advanced who are to: go on")
                } else if must {
                    format!("{at} {why}: at least one combat unit must go in. {names} may advance")
                } else {
                    format!("{at} {why}: {names} may advance")
                }
            }
            AssaultStep::Part => {
                "You have entered Orel: choose whether your units there hold the suburbs or the centre"
                    .to_string()
            }
            AssaultStep::Pursue { .. } => {
                let mut list = Vec::new();
                self.actions(p, side, &mut list);
                let pick = |a: &Action| match a {
                    Action::Assault(AssaultAction::Pursue { unit, hex }) => Some((*unit, *hex)),
                    _ => None,
                };
                let riders: Pieces = list.iter().filter_map(pick).map(|(unit, _)| unit).collect();
                let mut hexes: Vec<HexId> = Vec::new();
                list.iter().filter_map(pick).for_each(|(_, hex)| {
                    if !hexes.contains(&hex) {
                        hexes.push(hex);
                    }
                });
                let fled: Vec<String> = hexes
                    .iter()
                    .map(|h| {
                        format!(
                            "{} in {}",
                            self.names_of(p.stack(p.reactive(), *h).meet(&c.gone), "and"),
                            self.place_name(*h)
                        )
                    })
                    .collect();
                let already = match p.assault.pursuers.is_empty() {
                    true => String::new(),
                    false => format!(
                        " {} {} already.",
                        self.names_of(p.assault.pursuers, "and"),
                        verb(&p.assault.pursuers, "pursues", "pursue")
                    ),
                };
                let text = match riders.is_empty() {
                    true => format!(
                        "{} {}: begin the pursuit",
                        self.names_of(p.assault.pursuers, "and"),
                        verb(&p.assault.pursuers, "pursues", "pursue")
                    ),
                    false => format!(
                        "{} may pursue {}.{already}",
                        self.names_of(riders, "and"),
                        listed(&fled, "or")
                    ),
                };
                hexes.push(c.hex);
                return (text, hexes);
            }
            AssaultStep::Ask => {
                let [ours, theirs] = [ATTACKER, DEFENDER].map(|w| engine.side_strength(p, c, w, true));
                format!(
                    "{} stand before {} in {at}: assault with {ours} : {theirs} and {} on two dice, or leave it",
                    self.names_of(c.units[ATTACKER], "and"),
                    self.names_of(c.units[DEFENDER], "and"),
                    signed(engine.assault_add(p, c))
                )
            }
            AssaultStep::Charge { .. } => {
                format!(
                    "Assault on {at}: {} can charge now, which it could not when the combat began. Charge, or fight dismounted",
                    self.names_of(p.assault.asked, "and")
                )
            }
            AssaultStep::Losses => {
                let units = of(&|a| match a {
                    AssaultAction::Lose(unit) => Some(*unit),
                    _ => None,
                });
                let who = if side.0 == p.active { ATTACKER } else { DEFENDER };
                let due = p.assault.due[who];
                format!(
                    "You must lose {} in the Assault on {at}: {} takes the next one",
                    count(due.into(), if p.combat.lost[who] > 0 { "more step" } else { "step" }),
                    self.names_of(units, "or")
                )
            }
            AssaultStep::Vehicles => {
                let units = of(&|a| match a {
                    AssaultAction::Spare(unit) => Some(*unit),
                    _ => None,
                });
                format!(
                    "More vehicles at {at} would have to test than steps were lost: choose which of {} need not",
                    self.names_of(units, "and")
                )
            }
            AssaultStep::Share { share } => {
                let units = of(&|a| match a {
                    AssaultAction::Supply(unit) => Some(*unit),
                    _ => None,
                });
                let (by, left) = match share {
                    Share::Munitions => ("munitions that were not needed", p.assault.points),
                    Share::Spoils => ("spoils of war", p.assault.spoils[0]),
                    Share::PursuitSpoils => ("spoils of the pursuit", p.assault.spoils[1]),
                    Share::Depot => ("stores of the Depot that was taken", p.assault.stores),
                };
                match units.is_empty() {
                    true => format!("At {at} {by} are shared out: go on"),
                    false => format!(
                        "At {at} {by} supply {}: choose among {}",
                        count(left.into(), "unit"),
                        self.names_of(units, "and")
                    ),
                }
            }
            AssaultStep::Settled { .. } => format!("You have chosen for the Assault on {at}: go on"),
            _ => format!("Combat for {at}: go on"),
        };
        (text, here)
    }
}

/// What a roll was for.
pub(super) const fn roll_name(kind: RollKind) -> &'static str {
    match kind {
        RollKind::None => "nothing",
        RollKind::Barrage => "a Barrage",
        RollKind::Counterbattery => "the check before counterbattery",
        RollKind::Before => "the retreat before combat",
        RollKind::Duel => "the duel of trains",
        RollKind::Coordination => "the coordination of support",
        RollKind::Cohesion => "Cohesion",
        RollKind::Assault => "the Assault",
        RollKind::Vehicle => "a vehicle's test",
        RollKind::Morale => "Morale",
        RollKind::IntoZone => "the way into an enemy zone",
    }
}
