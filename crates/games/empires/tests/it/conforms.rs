//! What every game must hold to, in this one.

use crate::scene::*;
use sandtable_core::guide::Guide;
use sandtable_testkit::{Conforms, Step as Played, conforms};

conforms! {
    Conforms::of(GAME.clone(), Empires::rules(), 348, env!("CARGO_MANIFEST_DIR"))
        .option("turns", "12")
        .games(2, 61)
        .followed(follow)
        .positions(2, 260, 61)
        .values(2, 200, 61)
        .typed(2, 150, 29)
        .secrets(&[0, 1, 3], 160, 61, plain)
        .random("ulm1805", 10, 40)
        .rehearsals("ulm1805", 35, 60)
        .scripts("ulm1805", 8, 16, usize::MAX)
        .scripts("grand1805", 4, 6, 2000)
}

/// Actions name blocks by their numbers, which everybody can follow, so that each means the same in both games.
fn plain(_: &Action) -> bool {
    rules!("empires 7.5.2.6.3");
    true
}

type Follower = Box<dyn FnMut(&Played<'_, Empires>)>;

/// What holds from each position of a game to the next, and what is shown of it on the way.
fn follow(_: &Empires, _: &Position) -> Follower {
    let (mut picked, mut slot) = (Blocks::NONE, (0, 0));
    Box::new(move |step| {
        let (before, after) = (step.before, step.after);
        let kept =
            factors_come_in_their_phases(before, after).and_then(|()| who_has_moved_stays(before, after));
        kept.unwrap_or_else(|e| panic!("decision {}: {:?}: {e}", step.number, step.action));
        if std::mem::replace(&mut slot, (before.play.turn, before.play.slot)) != slot {
            picked = Blocks::NONE;
        }
        if let Action::March(MarchAction::Pick(BlockId(block))) = *step.action {
            rules!("empires 7.3(d)");
            assert!(!picked.has(usize::from(block)), "block {block} moves twice");
            picked.put(usize::from(block));
        }
        if (Phase::Depots..=Phase::Besieged).contains(&before.play.phase)
            && before.play.slot == after.play.slot
        {
            let money = |p: &Position| p.money.iter().sum::<u16>();
            assert!(money(after) <= money(before), "{:?} brings money", step.action);
        }
        if step.number % 13 == 0 {
            backs_say_nothing(before);
            what_is_picked_up_is_on_the_table(before, step.side);
        }
    })
}

/// Factors come in where they are raised and, in combats and after them, as guerillas in Spain; nowhere else.
fn factors_come_in_their_phases(before: &Position, after: &Position) -> Result<(), String> {
    let raised = before.play.phase <= Phase::Slots || before.play.turn != after.play.turn;
    let rise = before.play.slot != after.play.slot
        || [before, after].iter().any(|p| (Phase::Combats..=Phase::Guerillas).contains(&p.play.phase));
    let guerillas = |p: &Position| {
        let of = p.ground.iter().map(|g| g.irregulars[usize::from(SP)] + g.garrison.of(SP).irregulars);
        of.map(u32::from).sum::<u32>()
    };
    let count = |p: &Position| factors(p) - if rise { guerillas(p) } else { 0 };
    if count(after) <= count(before) || raised {
        return Ok(());
    }
    Err(format!(
        "{} factors became {} from {:?} to {:?}",
        count(before),
        count(after),
        before.play,
        after.play
    ))
}

/// A force that has ended its move stays where it is until the movement of all is over (7.3.2).
fn who_has_moved_stays(before: &Position, after: &Position) -> Result<(), String> {
    let moving = |p: &Position| p.play.phase == Phase::Movement;
    if !moving(before) || !moving(after) || before.play.slot != after.play.slot || before.play.moving != 1 {
        return Ok(());
    }
    let area = |p: &Position, block: usize| p.corps[block].spot.area();
    let gone =
        before.play.moved.iter().find(|b| area(after, *b).is_some_and(|a| Some(a) != area(before, *b)));
    gone.map_or(Ok(()), |b| {
        Err(format!("block {b} moved twice: {:?} to {:?}", area(before, b), area(after, b)))
    })
}

/// What nobody has seen shows somebody who watches no name and no number.
fn backs_say_nothing(p: &Position) {
    for c in game().view(p, Viewer::Watcher).counters {
        assert!(
            !c.branch.starts_with("unknown") || (c.name.ends_with("Corps") && c.values.is_empty()),
            "{c:?}"
        );
    }
}

/// What an action picks up is on the table, and where it puts it is on the board.
fn what_is_picked_up_is_on_the_table(p: &Position, side: Side) {
    let (view, parts) = (game().view(p, Viewer::Side(side)), game().d.board.parts());
    let mut list = Vec::new();
    game().actions(p, side, &mut list);
    for action in &list {
        let handle = game().handle(p, action);
        assert!(!handle.verb.is_empty());
        for piece in &handle.pieces {
            let there = view.counters.iter().any(|c| c.id == *piece);
            assert!(there, "{piece} of `{}` is not on the table", game().describe(p, action));
        }
        if let Some(place) = &handle.place {
            let area = parts.areas.iter().any(|a| a.id == *place);
            assert!(area || parts.seas.iter().any(|s| s.id == *place), "{place} is no place");
        }
    }
}
