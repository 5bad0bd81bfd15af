//! What the game is called and consists of.

use crate::data::Data;
use sandtable_core::About;
use sandtable_core::game::{Colours, NationAbout, OptionAbout, ScenarioAbout, SideAbout};

const SIDES: &[SideAbout] = &[SideAbout { id: "white", name: "White" }, SideAbout { id: "red", name: "Red" }];

/// How the counters of each nation are drawn.
const NATIONS: &[NationAbout] = &[
    NationAbout::new("white", &[], Colours::light("#e9e7e0", "#fbfaf6", "#5d5a52")),
    NationAbout::new("red", &[], Colours::dark("#bb2a20", "#c5362b", "#a3180f")),
];

/// Name, sides, scenarios and options.
pub(crate) fn about(d: &Data) -> About {
    let options = d.options.iter().map(|o| {
        let values = if o.default { ["on", "off"] } else { ["off", "on"] };
        OptionAbout::new(&o.id, &values, format!("{} ({})", o.about, o.rule))
    });
    About {
        id: "orel",
        title: "The Battle of Orel, October 1919",
        about: "The Volunteer Army stands in Orel, the Red Shock Group strikes at its flank. Formations and munitions, hasty and \
                prepared attacks, fire and counterfire, cohesion and morale, day by day. Two players.",
        board: "orel",
        open: true,
        rules_version: 2,
        sides: SIDES,
        nations: NATIONS,
        scenarios: d.scenarios.iter().map(|s| ScenarioAbout::new(&s.id, &s.title, &s.about)).collect(),
        options: options.chain([OptionAbout::ends()]).collect(),
    }
}
