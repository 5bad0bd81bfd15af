//! What is seen.

use crate::about::ABOUT;
use crate::{BLUE, Drill, Position};
use sandtable_core::Game;
use sandtable_core::view::{Standing, Track, View, Viewer};
use sandtable_hexgame::phases::Phases;

impl Drill {
    pub(crate) fn draw(&self, p: &Position, _: Viewer) -> View {
        let blue = p.towns.count(BLUE);
        let text = format!("Blue holds {blue} of five towns and needs three, four for a decisive victory");
        let mut view = self.seen(p, View::asked(&ABOUT, self.to_decide(p), String::new()));
        view.counters.iter_mut().for_each(|counter| counter.echelon = "III");
        view.tracks = vec![Track { name: "Blue towns".to_string(), value: blue.to_string() }];
        view.victory = vec![Standing { text, rule: "9a" }];
        view
    }
}
