//! What a side is asked: what the system asks, and what only this game does.

use crate::Tannenberg;
use crate::play::OwnStep;
use crate::position::{NOBODY, Position, Step};
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;
use sandtable_east::guide::Asked;

impl Tannenberg {
    /// What whoever decides is asked. The position is as he knows it.
    pub(super) fn asked(&self, p: &Position) -> Option<Prompt> {
        let asked = match p.top() {
            Step::Own(own) => self.asks_own(p, own),
            _ => self.teller(p, !p.partial).asks(p)?,
        };
        let map = &self.any_data().map;
        let places = asked.hexes.iter().filter(|h| **h < map.len()).map(|h| map.number(*h).to_string());
        Some(Prompt { text: asked.text, places: places.collect() })
    }

    fn asks_own(&self, p: &Position, step: OwnStep) -> Asked {
        let (data, rules) = (self.any_data(), &self.sheet(p).rules);
        match step {
            OwnStep::Relieve(hq) if hq != NOBODY => {
                let text = format!(
                    "{} takes command, and nobody is there whom he relieves: choose the fortress or unit that he comes to",
                    data.title(hq)
                );
                Asked::new(text, [])
            }
            OwnStep::Relieve(_) => Asked::new("The new commander has to be placed", []),
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
