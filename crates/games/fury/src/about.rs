//! What the game is called, and the readings that its options name.

use crate::Fury;
use crate::position::reading;
use sandtable_core::Options;
use sandtable_core::game::{About, Colours, NationAbout, OptionAbout, ScenarioAbout, SideAbout};
use std::sync::LazyLock;

/// fury 2.1a: Russian brown, German green, Austrian blue.
const NATIONS: &[NationAbout] = &[
    NationAbout::new("ru", &["Russia", "Russian"], Colours::light("#b79a55", "#dcc78e", "#6d5212")),
    NationAbout::new("de", &["Germany", "German"], Colours::light("#93ab8a", "#c3d2bb", "#2f5a34")),
    NationAbout::new("ah", &["Austria-Hungary", "A-H"], Colours::light("#93c0e2", "#cbe2f3", "#1d5c91")),
];

pub(crate) static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "fury",
    title: "1914: Fury in the East",
    about: "Corps and armies from East Prussia to Galicia, August to December 1914. Two players, nine turns, one die; \
            fortresses decide.",
    board: "fury",
    open: true,
    rules_version: 3,
    sides: &[SideAbout { id: "ru", name: "Russia" }, SideAbout { id: "cp", name: "Central Powers" }],
    nations: NATIONS,
    scenarios: vec![ScenarioAbout::new(
        "campaign",
        "August to December 1914",
        "The whole war of movement in the east, from East Prussia to Galicia, in nine turns.",
    )],
    options: vec![
        OptionAbout::new(
            "setup",
            &["historical", "free"],
            "historical: everything stands where it stood; free: each side places its armies by the rules",
        ),
        OptionAbout::new(
            "besiegers",
            &["free", "tied"],
            "free: besieging units may attack hexes beside their siege; tied: they may not",
        ),
        OptionAbout::new(
            "fronts",
            &["armies", "map"],
            "whom an activated front may attack; armies: units whose army belongs to the same front; map: units on \
             its side of Warsaw",
        ),
        OptionAbout::ends(),
    ],
});

impl Fury {
    /// The readings that options name.
    pub(crate) fn readings(&self, options: &Options) -> Result<u8, String> {
        let mut readings = 0;
        for (name, value) in options {
            let about = ABOUT.options.iter().find(|o| o.name == *name).ok_or_else(|| {
                let known: Vec<&str> = ABOUT.options.iter().map(|o| o.name.as_str()).collect();
                format!("there is no option `{name}`; fury has {}", known.join(", "))
            })?;
            if !about.values.contains(value) {
                return Err(format!("{name} is {}, not `{value}`", about.values.join(" or ")));
            }
            readings |= match (name.as_str(), value.as_str()) {
                ("besiegers", "tied") => reading::TIED_BESIEGERS,
                ("fronts", "map") => reading::FRONTS_BY_MAP,
                ("ends", "player") => reading::PLAYER_ENDS,
                _ => 0,
            };
        }
        Ok(readings)
    }
}
