//! What the game is called and consists of.

use crate::data::{Data, Scenario};
use sandtable_core::About;
use sandtable_core::game::{Colours, NationAbout, OptionAbout, ScenarioAbout, SideAbout};

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

/// How the counters of a nation are drawn; the last of its words is what a minor country is called on the map. The minor countries that are not here have colours of the table's own.
const NATIONS: &[NationAbout] = &[
    nation("fr", &["French"], Colours::dark("#2c59a8", "#3f6dbf", "#1f4794")),
    nation("ru", &["Russian"], Colours::light("#b79a55", "#dcc78e", "#6d5212")),
    nation("tu", &["Turkish"], Colours::dark("#22704a", "#2a7c54", "#155a38")),
    nation("au", &["Austrian"], Colours::light("#f1eee6", "#ffffff", "#6b604e")),
    nation("pr", &["Prussian"], Colours::dark("#27375f", "#374a78", "#1d2c52")),
    nation("gb", &["British"], Colours::dark("#ad2323", "#bb3030", "#9c1717")),
    nation("sp", &["Spanish"], Colours::light("#e8c33f", "#f5df8f", "#85680a")),
    nation("hol", &["Dutch", "Holland"], Colours::light("#e7a04d", "#f6d3a2", "#8a4b06")),
    nation("ita", &["Italian", "Kingdom of Italy"], Colours::light("#8fbf77", "#c8e0bb", "#33661c")),
    nation("bav", &["Bavarian", "Bavaria"], Colours::light("#8fb4e3", "#c9dcf5", "#2a5797")),
    nation("wur", &["Württemberg"], Colours::light("#c9a6cf", "#e6d5e9", "#6a3473")),
    nation("sax", &["Saxon", "Saxony"], Colours::light("#a3b58e", "#d0dbc3", "#435c26")),
    nation("den", &["Danish", "Denmark"], Colours::light("#d98b84", "#f0c2bd", "#8c221b")),
    nation("swe", &["Swedish", "Sweden"], Colours::light("#7fb3d9", "#f2dc7b", "#22608f")),
    nation("por", &["Portuguese", "Portugal"], Colours::light("#9a8a4f", "#cfc28d", "#5e5117")),
];

const fn nation(id: &'static str, words: &'static [&'static str], colours: Colours) -> NationAbout {
    NationAbout::new(id, words, colours)
}

/// The id of a power; none for a nation that is no side.
pub(crate) fn side_id(power: u8) -> &'static str {
    SIDES.get(usize::from(power)).map_or("", |side| side.id)
}

fn scenario(s: &Scenario) -> ScenarioAbout {
    let powers = s.sides.iter().flat_map(|side| side.powers.iter());
    let sides = powers.map(|p| SIDES[usize::from(*p)].id).collect();
    ScenarioAbout { sides, ..ScenarioAbout::new(&s.id, &s.title, &s.about) }
}

/// Scenarios that offer an option, and among them those where it is on by default or not.
fn offering(d: &Data, option: &str, on: bool) -> Vec<String> {
    let has = |list: &[String]| list.iter().any(|o| o == option);
    d.scenarios.iter().filter(|s| has(&s.options) && has(&s.options_on) == on).map(|s| s.id.clone()).collect()
}

/// Name, sides, scenarios and options.
pub(crate) fn about(d: &Data) -> About {
    let mut options = Vec::new();
    for o in &d.options {
        for on in [false, true] {
            let scenarios = offering(d, &o.id, on);
            if !scenarios.is_empty() {
                let values = if on { ["on", "off"] } else { ["off", "on"] };
                let about = format!("{} ({})", o.about, o.rule);
                options.push(OptionAbout { scenarios, ..OptionAbout::new(&o.id, &values, about) });
            }
        }
    }
    for campaign in d.scenarios.iter().filter(|s| !s.lengths.is_empty()) {
        // The length that it has unless somebody says otherwise comes first.
        let others = campaign.lengths.iter().filter(|n| **n != campaign.turns);
        options.push(OptionAbout {
            values: std::iter::once(&campaign.turns).chain(others).map(u16::to_string).collect(),
            scenarios: vec![campaign.id.clone()],
            ..OptionAbout::new("turns", &[], "How many months the grand campaign lasts")
        });
    }
    options.push(OptionAbout::ends());
    About {
        id: "empires",
        title: "Empires in Arms: the Land Phase",
        about: "Empires from 1805 to 1812, area by area: corps whose strength nobody sees, depots that must be paid for, battles of \
                many rounds in which both sides choose their tactics in secret, and sieges. Two to seven powers.",
        board: "empires",
        open: false,
        rules_version: 3,
        sides: SIDES,
        nations: NATIONS,
        scenarios: d.scenarios.iter().map(scenario).collect(),
        options,
    }
}
