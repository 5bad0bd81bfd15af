//! The decision in words that name who is concerned, where the step alone does not say it.

use super::Sight;
use crate::Tannenberg;
use crate::action::Action;
use crate::play::DE;
use crate::play::OwnStep;
use crate::position::{Step, option};
use crate::words::entry;
use sandtable_east::data::params::Outcome;
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::words::count;

impl Tannenberg {
    /// The decision, if there is more to say than the step itself does.
    pub(super) fn asked_of(&self, sight: &Sight<'_>) -> Option<String> {
        let p = sight.p;
        let names = |units: UnitSet| -> String {
            let there = units.iter().filter(|u| p.hex(*u).is_some());
            there.map(|u| self.any_data().title(u)).collect::<Vec<_>>().join(", ")
        };
        let place = |hex: u16| self.any_data().place_title(hex);
        // What the German does with the contents of the boxes says nothing to others.
        let own = |player: u8| sight.inside || player != DE;
        let named = |u: UnitId| sight.inside || p.hex(u).is_some();
        let targets = || p.combat.targets().iter().map(|h| place(*h)).collect::<Vec<_>>().join(" and ");
        match p.top() {
            Step::Screen(_) if sight.inside => {
                Some("form Gruppen: put markers on the map, and units into them".into())
            }
            Step::Own(OwnStep::Relieve(hq)) => {
                Some(format!("place {}, the new commander", self.any_data().title(hq)))
            }
            Step::Command(player) if own(player) && !p.plays(option::UNLIMITED_COMMAND) => {
                let left = sight.engine.strength_left(p, player).into_iter();
                let each: Vec<_> =
                    left.map(|(hq, sp)| format!("{} {sp}", self.any_data().title(hq))).collect();
                Some(format!("allot command strength; left: {}", each.join(", ")))
            }
            Step::Overfull(player, hex) if own(player) => {
                Some(format!("choose who is given up: too many stand in {}", place(hex)))
            }
            Step::WithdrawTo(unit) if named(unit) => {
                Some(format!("choose where {} withdraws to", self.any_data().title(unit)))
            }
            Step::Follow(_, hex) => {
                Some(format!("follow to {}, which cavalry has left, or stay", place(hex)))
            }
            Step::Moves(player) => match sight.engine.refuse(p, &Action::Done).filter(|_| own(player)) {
                Some(refusal) => Some(format!("move units: {}", sight.engine.in_words(&refusal).reason)),
                None if player == DE && sight.inside && sight.engine.own.hides(p).is_some() => {
                    Some("move units and Gruppen, or end the movement".into())
                }
                None => None,
            },
            Step::Attacks(_) => Some("choose a hex to attack, or end the combat phase".into()),
            Step::Declare(_) => Some(format!("put the attack on {} together", targets())),
            Step::Choose => Some(format!(
                "choose how to bear a result of {} in {}, {} affected",
                entry(p.combat.defender),
                targets(),
                count(p.combat.steps, "step")
            )),
            Step::Affected => {
                Some(format!("name the units that are affected, {} steps in all", p.combat.steps))
            }
            Step::DefenderLoses { owed, walls, .. } => {
                let worth = if walls && p.combat.defender != Outcome::Eliminated {
                    ", a fortress step counting two"
                } else {
                    ""
                };
                Some(format!("choose who loses steps in {}: {owed} still to pay{worth}", targets()))
            }
            Step::AttackerLoses(owed) => {
                Some(format!("choose which attackers lose steps: {owed} still to pay"))
            }
            Step::Retreat { stack, left, .. } => {
                let far = if left == 1 { "1 hex".to_string() } else { format!("{left} hexes") };
                Some(format!("choose the hex to which {} retreats, {far} to go", names(stack)))
            }
            Step::Displace(hq) => {
                let hq = hq.get().filter(|hq| named(*hq))?;
                Some(format!("choose where {} gives way to", self.any_data().title(hq)))
            }
            _ => None,
        }
    }
}
