//! What the game is called and consists of.

use crate::data::Data;
use sandtable_core::About;
use sandtable_core::game::{Colours, NationAbout, OptionAbout, ScenarioAbout, SideAbout};

const SIDES: &[SideAbout] =
    &[SideAbout { id: "de", name: "Germany and Austria-Hungary" }, SideAbout { id: "ru", name: "Russia" }];

/// How the counters of each nation are drawn.
const NATIONS: &[NationAbout] = &[
    NationAbout::new("de", &["Germany", "German"], Colours::light("#93ab8a", "#c3d2bb", "#2f5a34")),
    NationAbout::new("ah", &["Austria-Hungary", "A-H"], Colours::light("#93c0e2", "#cbe2f3", "#1d5c91")),
    NationAbout::new("ru", &["Russia", "Russian"], Colours::light("#b79a55", "#dcc78e", "#6d5212")),
];

/// The option that allows barrages.
pub(crate) const BARRAGE: &str = "barrage";

/// The option that lays out fixed positions.
pub(crate) const FIXED: &str = "fixed-positions";

/// What players can agree on.
pub(crate) fn options() -> Vec<OptionAbout> {
    vec![
        OptionAbout::ends(),
        OptionAbout::new(
            BARRAGE,
            &["off", "on"],
            "Before moving, a player may fire barrages with two or more artillery units (8.6). No printed scenario allows it.",
        ),
        OptionAbout::new(
            FIXED,
            &["off", "prepared"],
            "Fixed positions (9.4) on the map: those that the Russians had prepared on the Bzura and the Rawka, those of the Germans at \
             the Masurian lakes. They are reconstructed; where the printed map has any is not known.",
        ),
    ]
}

/// Name, sides and scenarios.
pub(crate) fn about(d: &Data) -> About {
    let scenarios = d.scenarios.iter().map(|s| ScenarioAbout {
        board: d.maps[usize::from(s.map)].id,
        ..ScenarioAbout::new(&s.id, &s.title, &s.about)
    });
    About {
        id: "lodz",
        title: "Łódź 1914",
        about: "The German 9th Army falls upon the Russian flank before Warsaw. Brigades, artillery, field works, lines of supply and \
                attacks that are owed, day by day, over a hundred counters a side. Two players.",
        board: "lodz",
        open: true,
        rules_version: 2,
        sides: SIDES,
        nations: NATIONS,
        scenarios: scenarios.collect(),
        options: options(),
    }
}
