//! What the game is called and consists of.

use crate::data::Data;
use sandtable_core::About;
use sandtable_core::game::{ENDS, OptionAbout, ScenarioAbout, SideAbout};

const SIDES: &[SideAbout] = &[SideAbout { id: "white", name: "White" }, SideAbout { id: "red", name: "Red" }];

/// A text of the data files for as long as the program runs: the files are read once.
pub(crate) fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

/// Name, sides, scenarios and options.
pub(crate) fn about(d: &Data) -> About {
    let scenarios = d.scenarios.iter().map(|s| ScenarioAbout {
        id: kept(&s.id),
        title: kept(&s.title),
        about: kept(&s.about),
        sides: &[],
        board: "",
    });
    let options = d.options.iter().map(|o| OptionAbout {
        name: kept(&o.id),
        values: if o.default { &["on", "off"] } else { &["off", "on"] },
        about: kept(&format!("{} ({})", o.about, o.rule)),
        scenarios: &[],
    });
    About {
        id: "orel",
        title: "The Battle of Orel, October 1919",
        about: "The Volunteer Army stands in Data, the Red Shock Group strikes at its flank. Formations and munitions, hasty and \
                prepared attacks, fire and counterfire, cohesion and morale, day by day. Two players.",
        board: "orel",
        open: true,
        rules_version: 2,
        sides: SIDES,
        scenarios: Vec::leak(scenarios.collect()),
        options: Vec::leak(options.chain([ENDS]).collect()),
    }
}
