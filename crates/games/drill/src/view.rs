//! What is seen.

use crate::about::ABOUT;
use crate::{BLUE, Drill, Position, TURNS};
use sandtable_core::Game;
use sandtable_core::view::{Counter, Standing, Track, View, Viewer};

impl Drill {
    pub(crate) fn draw(&self, p: &Position, _: Viewer) -> View {
        let (field, turn, blue) = (self.field(p), p.turn.min(TURNS), p.towns.count(BLUE));
        let badges = |unit| {
            let moved = p.moved.has(unit).then_some("moved");
            moved.into_iter().chain((!self.in_supply(p, unit)).then_some("unsupplied")).collect()
        };
        let size = |counter| Counter { echelon: "III", ..counter };
        let sides = [p.side, 1 - p.side].map(|side| self.counters.side_id(side));
        let text = format!("Blue holds {blue} of five towns and needs three, four for a decisive victory");
        View {
            turn: u16::from(turn) - 1,
            counters: field.seen(badges).into_iter().map(size).collect(),
            marks: p.towns.marks(&self.map, ABOUT.sides, "victory hex"),
            layers: field.of_both("supply", |side| self.supplied(p, side)),
            combats: self.attack(p).map(|f| f.seen(&self.table, "6d", sides)).into_iter().collect(),
            tracks: vec![Track { name: "Blue towns".to_string(), value: blue.to_string() }],
            victory: vec![Standing { text, rule: "9a" }],
            ..View::asked(&ABOUT, self.to_decide(p), format!("Turn {turn} of {TURNS}"))
        }
    }
}
