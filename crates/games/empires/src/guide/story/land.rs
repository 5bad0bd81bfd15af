//! Foraging, and the hunger of the besieged.

use super::{result, row, sum};
use crate::Empires;
use crate::guide::label::count;
use crate::play::land::forage::TERMS;
use crate::play::land::{Position, Spot};
use crate::play::march::MarchEvent;
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::Factor;
use sandtable_core::view::Viewer;

impl Empires {
    pub(super) fn land_story(
        &self,
        before: &Position,
        event: &MarchEvent,
        viewer: Viewer,
    ) -> Vec<BattlePart> {
        match *event {
            MarchEvent::Forage { power, block, area, die, terms, value, lost, dropped, .. } => {
                let known = self.known_to(before, viewer);
                let name = self.called(&known, viewer, block.into());
                let terms = terms.into_iter().zip(TERMS).map(|(by, (why, rule))| row(by, why, rule));
                let rows: Vec<Factor> = [row(die, "the die", "7.4.1.1")].into_iter().chain(terms).collect();
                let dropped = match dropped {
                    0 => String::new(),
                    n => format!(", {n} of them from those that it left on its way"),
                };
                let text = match lost {
                    0 => format!("Not above {value}: it finds enough"),
                    n => format!("Above {value}: it loses {}{dropped}", count(n, "factor")),
                };
                vec![
                    BattlePart::Opens {
                        place: self.spot(area),
                        title: format!("{name} forages at {}", self.engine().area_name(area)),
                        attackers: vec![self.corps_force(&known, viewer, block.into())],
                        defenders: vec![],
                    },
                    self.roll(before, power, "Foraging", die),
                    sum("Die of foraging", rows),
                    result(text, "7.4.1.1(c)"),
                    BattlePart::Closes,
                ]
            }
            MarchEvent::Hunger { area, die, modifier, spires, lost, .. } => {
                let known = self.known_to(before, viewer);
                let [attackers, defenders] = self.around_and_inside(&known, viewer, area);
                let rows =
                    vec![row(die, "the die", "7.4.5"), row(modifier, "every 5 factors inside", "7.4.5.1")];
                let text = match lost {
                    0 => format!("Not above {spires}: the stores last"),
                    n => format!("Above {spires}: {} of the besieged starve", count(n, "factor")),
                };
                let inside = before.corps_at(Spot::City(area)).next().map(|b| before.corps[b].power);
                let who = before.inside(&self.d, area).or(inside).unwrap_or(super::NOBODY);
                vec![
                    BattlePart::Opens {
                        place: self.spot(area),
                        title: format!("Hunger in {}", self.engine().area_name(area)),
                        attackers,
                        defenders,
                    },
                    self.roll(before, who, "Besieged supply", die),
                    sum("Die of hunger", rows),
                    result(text, "7.4.5.2"),
                    BattlePart::Closes,
                ]
            }
            _ => vec![],
        }
    }
}
