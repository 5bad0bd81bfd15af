//! What the game is called and consists of.

use crate::data::Data;
use sandtable_core::About;
use sandtable_core::game::{ENDS, OptionAbout, ScenarioAbout, SideAbout};

const SIDES: &[SideAbout] =
    &[SideAbout { id: "de", name: "Germany and Austria-Hungary" }, SideAbout { id: "ru", name: "Russia" }];

/// The option that allows barrages.
pub(crate) const BARRAGE: &str = "barrage";

/// The option that lays out fixed positions.
pub(crate) const FIXED: &str = "fixed-positions";

/// What players can agree on.
pub(crate) const OPTIONS: &[OptionAbout] = &[
    ENDS,
    OptionAbout {
        name: BARRAGE,
        values: &["off", "on"],
        about: "Before he moves, a player may fire barrages with two or more artillery units (8.6). No printed scenario allows it.",
        scenarios: &[],
    },
    OptionAbout {
        name: FIXED,
        values: &["off", "prepared"],
        about: "Fixed positions (9.4) on the map: those that the Russians had prepared on the Bzura and the Rawka, those of the Germans at \
                the Masurian lakes. They are reconstructed; where the printed map has any is not known.",
        scenarios: &[],
    },
];

/// A text of the data files for as long as the program runs: the files are read once.
pub(crate) fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

/// Name, sides and scenarios.
pub(crate) fn about(d: &Data) -> About {
    let scenarios = d.scenarios.iter().map(|s| ScenarioAbout {
        id: kept(&s.id),
        title: kept(&s.title),
        about: kept(&s.about),
        sides: &[],
        board: d.maps[usize::from(s.map)].id,
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
        scenarios: Vec::leak(scenarios.collect()),
        options: OPTIONS,
    }
}
