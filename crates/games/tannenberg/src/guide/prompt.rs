//! What a side is asked: what the system asks, and what only this game does.

use crate::Tannenberg;
use crate::play::{OwnStep, reason};
use crate::position::{Position, Step};
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_east::guide::Asked;

impl Tannenberg {
    /// What the player who decides is asked. The position is as that player knows it.
    pub(super) fn asked(&self, p: &Position) -> Option<Prompt> {
        let mut asked = match p.top() {
            Step::Own(own) => self.asks_own(p, own),
            _ => self.teller(p, !p.partial).asks(p)?,
        };
        if let Step::Reinforce(player) = p.top()
            && self.sheet(p).rules.may_commit(p, player)
        {
            let price = self.commit_text(p);
            asked.text = format!("{}. You may also call the West Front units: {price}", asked.text);
        }
        let map = &self.any_data().map;
        let places = asked.hexes.iter().filter(|h| **h < map.len()).map(|h| map.number(*h).to_string());
        Some(Prompt { text: asked.text, places: places.collect() })
    }

    /// What it costs to call the West Front units, and what it brings (tannenberg 19.14a, tannenberg 19.21c, tannenberg 19.22a).
    pub(super) fn commit_text(&self, p: &Position) -> String {
        let rules = &self.sheet(p).rules;
        let (mut points, mut parts) = (0, Vec::new());
        if p.own.west.exchange == 0 {
            points += rules.worth(reason::NEW_COMMANDER);
            parts.push("a new commander next turn".to_string());
        }
        if p.own.west.called == 0 {
            points += rules.worth(reason::WEST_FRONT);
            parts.push(format!("units in {} turns", rules.own.west_front.units_after));
        }
        format!("{}, for {points} points to Russia", listed(&parts, "and"))
    }

    fn asks_own(&self, p: &Position, step: OwnStep) -> Asked {
        let (data, rules) = (self.any_data(), &self.sheet(p).rules);
        match step {
            OwnStep::Relieve(hq) => {
                let text = format!(
                    "{} takes command, and nobody is there whom he relieves: choose the fortress or unit that he comes to",
                    data.title(hq)
                );
                Asked::new(text, [])
            }
            OwnStep::Staff(_) => {
                let near = rules.beside_staff(data, p);
                let names: Vec<String> = near.iter().map(|u| data.title(u)).collect();
                let text = format!(
                    "{} doubles the radius of one headquarters beside him, and adds half to the strength of one: choose between {}",
                    data.title(rules.staff),
                    listed(&names, "and")
                );
                Asked::new(text, p.hex(rules.staff))
            }
        }
    }
}
