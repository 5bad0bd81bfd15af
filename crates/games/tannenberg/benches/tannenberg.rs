//! Speed of the referee, with chess by cozy-chess in the same run as the yardstick. `cargo bench -p sandtable-tannenberg`

use sandtable_core::dice::Seeded;
use sandtable_core::{Game, Options, Side};
use sandtable_tannenberg::position::Step;
use sandtable_tannenberg::{Action, Position, Tannenberg};
use sandtable_yardstick::benches;

benches! { Tannenberg; "tannenberg", "campaign"; russian_moves; |a| matches!(a, Action::March(..)) }

const RU: Side = Side(1);

/// The Russian Movement Segment of the battle, before anything has moved; Gruppen formed as far as markers go.
fn russian_moves(game: &Tannenberg) -> Position {
    let mut dice = Seeded::new(1);
    let mut p = game.start("tannenberg", &Options::new(), &mut dice).expect("the scenario");
    let (mut list, mut events) = (Vec::new(), Vec::new());
    loop {
        list.clear();
        let Some(side) = game.to_decide(&p).side() else { return p };
        if matches!(p.top(), Step::Moves(_)) {
            return p;
        }
        game.actions(&p, side, &mut list);
        let hide = list.iter().find(|a| matches!(a, Action::Hide(u, _) if p.gruppe[u.index()] == 0));
        let place = list.iter().find(|a| matches!(a, Action::Place(..)));
        let next = match p.top() {
            Step::Screen(_) => hide.or(place).copied().unwrap_or(Action::Done),
            _ => *list.last().expect("something to do"),
        };
        events.clear();
        game.apply(&mut p, side, &next, &mut dice, &mut events);
    }
}

#[divan::bench]
fn destinations_of_one_corps(bencher: divan::Bencher<'_, '_>) {
    let game = game();
    let p = russian_moves(&game);
    let engine = game.engine(&p);
    let known = game.known(&p, RU).expect("the German hides");
    let unit = engine.data.named("ru-xv").expect("a corps");
    let mover = sandtable_tannenberg::Mover::Unit(unit);
    bencher.bench_local(|| engine.march_reach(&known, mover).map(|r| r.2.hexes.len()));
}
