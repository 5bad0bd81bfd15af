//! What the game is called and consists of.

use crate::data::{GameData, Scenario};
use sandtable_core::About;
use sandtable_core::game::{Colours, NationAbout, OptionAbout, ScenarioAbout, SideAbout};

/// The sides. The third plays only where the Russian side is shared (tannenberg 22.5).
const SIDES: &[SideAbout] = &[
    SideAbout { id: "de", name: "Germany" },
    SideAbout { id: "ru", name: "Russia" },
    SideAbout { id: "ru2", name: "Russian 2nd Army" },
];

/// How the counters of each nation are drawn.
const NATIONS: &[NationAbout] = &[
    NationAbout::new("de", &["Germany", "German"], Colours::light("#93ab8a", "#c3d2bb", "#2f5a34")),
    NationAbout::new("ru", &["Russia", "Russian"], Colours::light("#b79a55", "#dcc78e", "#6d5212")),
];

fn scenario(s: &Scenario) -> ScenarioAbout {
    let sides = SIDES.iter().map(|s| s.id).take(s.players.len().clamp(2, 3)).collect();
    ScenarioAbout { sides, ..ScenarioAbout::new(&s.id, &s.title, &s.about) }
}

/// The scenarios that offer an option.
fn offering(book: &GameData, option: &str) -> Vec<String> {
    let offer = book.scenarios.iter().filter(|s| s.options.iter().any(|o| o == option));
    offer.map(|s| s.id.clone()).collect()
}

/// Name, sides, scenarios and options. The battle comes first: it is the one to begin with.
pub(crate) fn about(book: &GameData) -> About {
    let mut scenarios: Vec<ScenarioAbout> = book.scenarios.iter().map(scenario).collect();
    scenarios.sort_by_key(|s| s.id != "tannenberg");
    let mut options = vec![OptionAbout::new(
        "hidden",
        &["on", "off"],
        "on: German units move hidden under Gruppe markers, with dummies among them; off: everything is open",
    )];
    let agreed = |o: &crate::data::Agreed| OptionAbout {
        scenarios: offering(book, &o.id),
        ..OptionAbout::new(&o.id, &["off", "on"], format!("{} ({})", o.about, o.rule))
    };
    options.extend(book.options.iter().map(agreed));
    options.push(OptionAbout::ends());
    About {
        id: "tannenberg",
        title: "Tannenberg",
        about: "East Prussia 1914: two Russian armies against one German that moves unseen. Command, railways and supply \
                decide; the Germans hide their divisions under markers, some of which are nothing at all.",
        board: "tannenberg",
        open: false,
        rules_version: 3,
        sides: SIDES,
        nations: NATIONS,
        scenarios,
        options,
    }
}
