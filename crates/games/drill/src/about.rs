//! What the game is called.

use sandtable_core::game::{About, Colours, NationAbout, ScenarioAbout, SideAbout};
use std::sync::LazyLock;

const NATIONS: &[NationAbout] = &[
    NationAbout::new("blue", &[], Colours::dark("#2c59a8", "#3f6dbf", "#1f4794")),
    NationAbout::new("red", &[], Colours::dark("#bb2a20", "#c5362b", "#a3180f")),
];

pub(crate) static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "drill",
    title: "Drill",
    about: "A small battle to learn wargames with: about half an hour, a dozen counters, rules on one page.",
    board: "drill",
    open: true,
    rules_version: 2,
    sides: &[SideAbout { id: "blue", name: "Blue" }, SideAbout { id: "red", name: "Red" }],
    nations: NATIONS,
    scenarios: vec![ScenarioAbout::new(
        "towns",
        "Five towns",
        "Blue crosses the Marl and needs three of five towns after six turns.",
    )],
    options: vec![],
});
