//! What is asked in the fire steps (8.1 to 8.4, 8.6.2) and of those who flee (8.5.1, 8.7.3).

use super::{Asked, verb};
use crate::Orel;
use crate::play::Action;
use crate::play::fire::state::Shot;
use crate::play::fire::{FireAction, FireStep};
use crate::play::flight::FlightKind;
use crate::position::{ATTACKER, Attack, DEFENDER, HexId, Pieces, Position};
use crate::view::{SIDES, count};
use sandtable_core::Side;
use sandtable_core::phrase::listed;

impl Orel {
    /// Attacks that are still open, with who makes them: `2112 by 5/Let and 6/Let (15 : 5)`.
    pub(super) fn open_attacks(&self, p: &Position) -> (Vec<String>, Vec<HexId>) {
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

    pub(super) fn asks_fire(&self, p: &Position, side: Side, step: FireStep) -> Asked {
        let engine = self.engine();
        let foe = SIDES[usize::from(1 - side.0)];
        let shots = |open: &dyn Fn(&Shot) -> bool| -> Pieces {
            p.fire.list().iter().filter(|s| open(s)).map(|s| s.firer).collect()
        };
        match step {
            FireStep::Munitions => {
                let (attacks, mut hexes) = self.open_attacks(p);
                let shooters = shots(&|s| !s.over);
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
                let shooters = shots(&Shot::is_aimless);
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
                let open = p.fire.list().iter().filter(|s| !s.over);
                let aimed = open.filter_map(|s| Some((s.firer, s.target.get()?)));
                let told: Vec<String> = aimed
                    .clone()
                    .map(|(firer, target)| {
                        let at = self.place_name(p.hex(target));
                        format!("{} at {} in {at}", engine.name(firer), engine.name(target))
                    })
                    .collect();
                let text = format!(
                    "{} to be fired: {}. Choose the next one",
                    count(told.len(), "Barrage"),
                    listed(&told, "and")
                );
                (text, aimed.filter_map(|(_, target)| p.hex(target)).collect())
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

    pub(super) fn asks_flight(&self, p: &Position) -> Asked {
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
        let here = if now.start.is(at) {
            String::new()
        } else {
            format!(" They are at {} now.", self.place_name(at))
        };
        (format!("{names} {why} {}.{here} {far}", self.place_name(now.start.get())), vec![at])
    }
}
