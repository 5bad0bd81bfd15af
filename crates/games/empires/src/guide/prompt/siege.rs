//! What a power is asked in sieges, and about guerillas.

use super::Question;
use crate::Empires;
use crate::data::POWERS;
use crate::play::Action;
use crate::play::land::{Position, garrison};
use crate::play::siege::state::{AROUND, INSIDE, NOWHERE};
use crate::play::siege::{SiegeAction, SiegeStep};
use sandtable_board::AreaId;
use sandtable_core::phrase::listed;
use sandtable_core::{Game, Side};

impl Empires {
    pub(super) fn asks_in_siege(&self, p: &Position, step: SiegeStep, power: u8) -> Question {
        let area = p.siege.area;
        let here = self.place(area);
        let [besieger, inside] = [AROUND, INSIDE].map(|w| self.nation(p.siege.lead[w]));
        let mut places: Vec<AreaId> = Some(area).filter(|a| *a != NOWHERE).into_iter().collect();
        let text = match step {
            SiegeStep::Pick(_) => {
                places = self
                    .d
                    .board
                    .areas()
                    .filter(|a| p.at(*a).besieged && self.may_storm(p, power, *a))
                    .collect();
                let names: Vec<&str> = places.iter().map(|a| self.place(*a)).collect();
                match names.is_empty() {
                    true => "No siege waits for you: go on".to_string(),
                    false => format!(
                        "Sieges at {}: try an assault where you besiege, attack out of the city where you are shut in, or go on",
                        listed(&names, "and")
                    ),
                }
            }
            SiegeStep::Muster(..) => {
                let out = p.siege.blocks[INSIDE].len();
                format!(
                    "Your garrison of {here} attacks {besieger}: choose who goes out; {out} corps do so far"
                )
            }
            SiegeStep::Sortie => format!(
                "{besieger} has tried the walls of {here} in vain: make a sortie, in which either side loses one factor, or do not"
            ),
            SiegeStep::Plea => format!(
                "{besieger} has breached the walls of {here}: ask to march off with honours of war, surrender, or hold the breach"
            ),
            SiegeStep::Answer => {
                format!(
                    "{inside} asks for honours of war at {here}: let the garrison go and take the city, or storm it"
                )
            }
            SiegeStep::Refuge => {
                places.extend(p.siege.refuges.iter());
                format!("Your garrison leaves {here} with honours: choose the city to which it marches")
            }
            SiegeStep::Occupy => {
                let room = garrison::city_room(&self.d, p, area);
                format!(
                    "{here} has fallen to you: put corps or factors into the city, which has room for {room}"
                )
            }
            SiegeStep::Depot => {
                let owner = self.nation(p.at(area).inside.owner);
                format!("In {here} you find the depot of {owner}: destroy it, or take it over")
            }
            SiegeStep::Retreat => {
                places = vec![p.siege.here];
                format!("{besieger} is driven off from {here}: choose where its besiegers retreat to")
            }
            SiegeStep::StepOut(_) => {
                format!(
                    "The siege of {here} is broken: bring corps and leaders out of the city, or leave them inside"
                )
            }
            SiegeStep::Hunt(_) => {
                places = self.d.board.areas().filter(|a| self.may_hunt(p, power, *a)).collect();
                let names: Vec<&str> = places.iter().map(|a| self.place(*a)).collect();
                format!("Guerillas at {}: choose where your corps hunt them, or go on", listed(&names, "and"))
            }
            SiegeStep::Rise(_) => {
                "Enemies stand in Spanish provinces: roll for the guerillas that rise".to_string()
            }
            SiegeStep::Round => {
                let round = p.siege.battle.rounds + 1;
                format!(
                    "Round {round} of the fight for {here} between {besieger} and {inside}: roll the dice"
                )
            }
            _ => format!("The siege of {here} goes on"),
        };
        (text, places)
    }

    /// Whether a power has something to do at a besieged city: storm it, or attack out of it.
    fn may_storm(&self, p: &Position, power: u8, area: AreaId) -> bool {
        self.may(p, power, SiegeAction::Assault(area)) || self.may(p, power, SiegeAction::Sally(area))
    }

    fn may_hunt(&self, p: &Position, power: u8, area: AreaId) -> bool {
        self.may(p, power, SiegeAction::Hunt(area))
    }

    /// Whether a power may do something at the step that is asked.
    fn may(&self, p: &Position, power: u8, action: SiegeAction) -> bool {
        usize::from(power) < POWERS && self.check(p, Side(power), &Action::Siege(action)).is_ok()
    }
}
