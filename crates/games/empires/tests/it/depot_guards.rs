//! The script of players that plan leaves a guard at a depot that feeds its army and that the enemy can reach.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_core::plan::{Plan, Planned, Script, Tunable};
use sandtable_core::player::Player;
use sandtable_empires::bot::Regular;

/// Three French corps at Munich, on depots from Strasbourg, with enemy cities before them; perhaps Austrians at Prague.
fn at_munich(raid: bool) -> Position {
    let mut p = before("ulm1805", Phase::Begins, &[FR]).on("war fr au");
    for id in ["str", "kem", "mch"] {
        depot(&mut p, id, FR);
    }
    garrison(&mut p, "vie", AU, 15);
    for (id, count) in [("fr-i", 14), ("fr-ii", 12), ("fr-v", 7)] {
        put(&mut p, id, FR, field("mch"), count);
    }
    if raid {
        put(&mut p, "au-i", AU, field("prg"), 8);
    }
    p
}

/// Where the French corps stand when their movement is over.
fn marched(game: &Empires, p: Position) -> Vec<AreaId> {
    let mut s = p.begin();
    let (mut script, mut enemy) = (game.script(), Regular::new(1));
    script.follow(&Plan::default(), 1);
    let mut dice = Seeded::new(1);
    while s.p.play.phase <= Phase::Movement {
        let Decision::Decide { sides, .. } = game.to_decide(&s.p) else { break };
        let side = sides.iter().next().unwrap();
        let player = if side == Side(FR) { &mut script } else { &mut enemy };
        let action = player.choose(game, &s.p, side).unwrap();
        game.apply(&mut s.p, side, &action, &mut dice, &mut s.events);
    }
    ["fr-i", "fr-ii", "fr-v"].iter().filter_map(|id| s.p.corps[corps(id)].spot.area()).collect()
}

#[test]
fn a_guard_stays_at_a_depot_that_is_threatened() {
    let [first, second, third] = marched(game(), at_munich(true))[..] else { panic!() };
    assert_ne!(first, area("mch"));
    assert_ne!(second, area("mch"));
    assert_eq!(third, area("mch"), "the weakest guards");
}

#[test]
fn without_a_threat_all_march() {
    assert!(!marched(game(), at_munich(false)).contains(&area("mch")));
}

#[test]
fn without_the_weight_nobody_guards() {
    let mut weights = *game().tuned();
    weights.script.depots = 0.0;
    assert!(!marched(&game().reweighted(weights), at_munich(true)).contains(&area("mch")));
}
