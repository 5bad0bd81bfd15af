//! Plays a game of Drill between two players and prints its log: `cargo run -p sandtable-drill --example play`.

use sandtable_core::player::{Player, Recruit};
use sandtable_core::session::seeded;
use sandtable_core::{Decision, Game, Options, Session};
use sandtable_drill::bot::Regular;
use sandtable_drill::{BLUE, Drill};
use std::sync::Arc;

/// Plays the game.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = Arc::new(Drill::new()?);
    let mut session = Session::new(game.clone(), "towns", Options::new(), seeded(1914), None)?;
    let mut players: [Box<dyn Player<Drill>>; 2] =
        [Box::new(Regular::default()), Box::new(Recruit::new(1914))];
    while let Some(side) = session.to_decide().side() {
        let player = &mut players[usize::from(side.0 != BLUE)];
        let action = player.choose(&game, &session.known(side), side).ok_or("nothing to do")?;
        for line in session.act(side, action, None)? {
            println!("{}", line.text);
        }
    }
    if let Decision::Over(end) = session.to_decide() {
        let winner = end.winner.map_or("nobody", |side| game.about().side_id(side));
        println!("{winner} wins ({}, rule {})", end.level, end.rule);
    }
    // The record is the game: with it you can prove every move and every die.
    Session::verify(game, session.record().clone())?;
    Ok(())
}
