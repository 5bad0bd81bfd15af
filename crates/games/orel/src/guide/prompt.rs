//! What a side is asked, in a sentence: who, where, why, against whom, and what it costs.

mod assault;
mod fight;
mod fire;

use crate::Orel;
use crate::data::Class;
use crate::play::Action;
use crate::play::march::{How, MarchStep};
use crate::play::rear::{Moment, RearAction, RearStep};
use crate::position::{EventId, FormationId, HexId, Marker, Pieces, Position, RollKind, Step, UnitId};
use crate::view::{SIDES, count, points};
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
    /// What the side that decides is asked.
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
        for hex in hexes.into_iter().filter(|h| h.on_board()) {
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
        units.iter().filter(|u| p.on_map(*u)).filter_map(|u| p.hex(u)).collect()
    }

    fn asks_rear(&self, p: &Position, side: Side, step: RearStep) -> Asked {
        let engine = self.engine();
        let foe = SIDES[usize::from(1 - side.0)];
        let formation =
            |f: FormationId| self.d.formations.get(usize::from(f)).map_or("", |f| f.name.as_str());
        let event = |e: EventId| {
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
                    "Groups of the {} are equally large: name its main body by {}. Units that are not near it are Out of Command",
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
                        Marker::Attack { target, .. } => Some(target),
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
                let mover = p.march.mover.get();
                let Some((unit, at)) = mover.and_then(|u| Some((u, p.hex(u)?))) else {
                    return (String::new(), Vec::new());
                };
                let price = |how: How| engine.march_price(unit, how);
                let ends: Vec<String> = [
                    ("Combat mode", How::Combat),
                    ("a Hasty Attack", How::Hasty(at)),
                    ("a Prepared Attack", How::Prepared(at)),
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
