//! What the game is called and consists of.

use crate::data::{Data, Scenario};
use sandtable_core::About;
use sandtable_core::game::{ENDS, OptionAbout, ScenarioAbout, SideAbout};

/// The sides are the seven powers, in the order of the data.
const SIDES: &[SideAbout] = &[
    SideAbout { id: "fr", name: "France" },
    SideAbout { id: "ru", name: "Russia" },
    SideAbout { id: "tu", name: "Turkey" },
    SideAbout { id: "au", name: "Austria" },
    SideAbout { id: "pr", name: "Prussia" },
    SideAbout { id: "gb", name: "Great Britain" },
    SideAbout { id: "sp", name: "Spain" },
];

/// A text of the data files for as long as the program runs: the files are read once.
pub(crate) fn kept(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

fn scenario(s: &Scenario) -> ScenarioAbout {
    let powers = s.sides.iter().flat_map(|side| side.powers.iter());
    let sides: Vec<&'static str> = powers.map(|p| SIDES[usize::from(*p)].id).collect();
    ScenarioAbout {
        id: kept(&s.id),
        title: kept(&s.title),
        about: kept(&s.about),
        sides: Vec::leak(sides),
        board: "",
    }
}

/// Scenarios that offer an option, and among them those where it is on by default or not.
fn offering(d: &Data, option: &str, on: bool) -> Vec<&'static str> {
    let has = |list: &[String]| list.iter().any(|o| o == option);
    d.scenarios.iter().filter(|s| has(&s.options) && has(&s.options_on) == on).map(|s| kept(&s.id)).collect()
}

/// Name, sides, scenarios and options.
pub(crate) fn about(d: &Data) -> About {
    let mut options = Vec::new();
    for o in &d.options {
        for on in [false, true] {
            let scenarios = offering(d, &o.id, on);
            if !scenarios.is_empty() {
                options.push(OptionAbout {
                    name: kept(&o.id),
                    values: if on { &["on", "off"] } else { &["off", "on"] },
                    about: kept(&format!("{} ({})", o.about, o.rule)),
                    scenarios: Vec::leak(scenarios),
                });
            }
        }
    }
    for campaign in d.scenarios.iter().filter(|s| !s.lengths.is_empty()) {
        // The length that it has unless somebody says otherwise comes first.
        let others = campaign.lengths.iter().filter(|n| **n != campaign.turns);
        let values: Vec<&'static str> =
            std::iter::once(&campaign.turns).chain(others).map(|n| kept(&n.to_string())).collect();
        options.push(OptionAbout {
            name: "turns",
            values: Vec::leak(values),
            about: "How many months the grand campaign lasts",
            scenarios: Vec::leak(vec![kept(&campaign.id)]),
        });
    }
    options.push(ENDS);
    About {
        id: "empires",
        title: "Empires in Arms: the Land Phase",
        about: "Empires from 1805 to 1812, area by area: corps whose strength nobody sees, depots that must be paid for, battles of \
                many rounds in which both sides choose their tactics in secret, and sieges. Two to seven powers.",
        board: "empires",
        open: false,
        rules_version: 3,
        sides: SIDES,
        scenarios: Vec::leak(d.scenarios.iter().map(scenario).collect::<Vec<_>>()),
        options: Vec::leak(options),
    }
}
