//! What the game is called and consists of.

use crate::data::{GameData, Scenario};
use sandtable_core::About;
use sandtable_core::game::{ENDS, OptionAbout, ScenarioAbout, SideAbout};

/// The sides. The third plays only where the Russian side is shared (tannenberg 22.5).
const SIDES: &[SideAbout] = &[
    SideAbout { id: "de", name: "Germany" },
    SideAbout { id: "ru", name: "Russia" },
    SideAbout { id: "ru2", name: "Russian 2nd Army" },
];

/// A text of the data files for as long as the program runs: the files are read once.
fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

fn scenario(s: &Scenario) -> ScenarioAbout {
    let shared = s.players.len() > 2;
    ScenarioAbout {
        id: kept(&s.id),
        title: kept(&s.title),
        about: kept(&s.about),
        sides: if shared { &["de", "ru", "ru2"] } else { &["de", "ru"] },
        board: "",
    }
}

/// The scenarios that offer an option.
fn offering(book: &GameData, option: &str) -> &'static [&'static str] {
    let offer = book.scenarios.iter().filter(|s| s.options.iter().any(|o| o == option));
    Vec::leak(offer.map(|s| kept(&s.id)).collect())
}

/// Name, sides, scenarios and options. The battle comes first: it is the one to begin with.
pub(crate) fn about(book: &GameData) -> About {
    let mut scenarios: Vec<ScenarioAbout> = book.scenarios.iter().map(scenario).collect();
    scenarios.sort_by_key(|s| s.id != "tannenberg");
    let mut options = vec![OptionAbout {
        name: "hidden",
        values: &["on", "off"],
        scenarios: &[],
        about: "on: German units move hidden under Gruppe markers, with dummies among them; off: everything is open",
    }];
    let agreed = |o: &crate::data::Agreed| OptionAbout {
        name: kept(&o.id),
        values: &["off", "on"],
        about: kept(&format!("{} ({})", o.about, o.rule)),
        scenarios: offering(book, &o.id),
    };
    options.extend(book.options.iter().map(agreed));
    options.push(ENDS);
    About {
        id: "tannenberg",
        title: "Tannenberg",
        about: "East Prussia 1914: two Russian armies against one German that moves unseen. Command, railways and supply \
                decide; the German hides his divisions under markers, some of which are nothing at all.",
        board: "tannenberg",
        open: false,
        rules_version: 3,
        sides: SIDES,
        scenarios: Vec::leak(scenarios),
        options: Vec::leak(options),
    }
}
