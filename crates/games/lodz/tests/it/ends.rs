//! With `ends=player` the last loss that is chosen waits for its player, who can still take it back.
#![allow(clippy::unwrap_used)]

use crate::scene::*;
use sandtable_lodz::play::battle::BattleAction;
use std::collections::BTreeMap;

const BRZEZINY: &str = include_str!("../../../../../docs/positions/lodz-brzeziny.txt");

#[test]
fn r7_36_the_last_loss_rolls_no_dice_and_hands_nothing_over() {
    rules!("lodz ART.2", "lodz 7.38");
    let options = options(&[("ends", "player")]);
    let start = game().position(&options, BRZEZINY).unwrap();
    let mut waited: BTreeMap<(u8, &str), usize> = BTreeMap::new();
    for seed in 1..250 {
        let (mut p, mut dice) = (start, Seeded::new(seed));
        let (mut events, mut scratch) = (Vec::new(), Vec::new());
        for _ in 0..40 {
            let Some(side) = game().to_decide(&p).side() else { break };
            let action = game().sample(&p, side, &mut |n| dice.below(n), &mut scratch).unwrap();
            events.clear();
            let Action::Battle(BattleAction::Lose { .. }) = action else {
                game().apply(&mut p, side, &action, &mut dice, &mut events);
                continue;
            };
            let words = game().describe(&p, &action);
            let mut given = Given::new(vec![1; 40]);
            game().apply(&mut p, side, &action, &mut given, &mut events);
            game().sound(&p).unwrap();
            assert_eq!(given.asked(), 0, "{seed}: `{words}` rolled");
            assert_eq!(game().to_decide(&p).side(), Some(side), "{seed}: after `{words}`");
            let s = Scene::at(p);
            if s.offers() == ["confirm"] {
                *waited.entry((side.0, s.asked().0)).or_default() += 1;
                // This moment, too, can be written and read.
                let setting = sandtable_core::position_file::Setting { scenario: "lodz", options: &options };
                let text = sandtable_core::position_file::write(game(), setting, &p).unwrap();
                let none = Options::new();
                let read =
                    sandtable_core::position_file::read(game(), None, &none, &text, &mut Given::new(vec![]));
                assert_eq!(read.unwrap().position, p, "{text}");
            }
        }
    }
    for moment in [(RU, "ART.2"), (RU, "7.36"), (DE, "7.36")] {
        assert!(waited.contains_key(&moment), "{moment:?}: {waited:?}");
    }
    // Without the option the last loss leads on by itself.
    let auto = game().position(&Options::new(), BRZEZINY).unwrap();
    assert!(!auto.ends && start.ends);
}

#[test]
fn r3_0b_bots_play_on_where_people_end_their_phases() {
    use sandtable_core::player::Player;
    use sandtable_lodz::bot::Regular;
    let options = options(&[("ends", "player")]);
    let mut p = game().position(&options, BRZEZINY).unwrap();
    let (mut dice, mut events) = (Seeded::new(3), Vec::new());
    let mut players = [Regular::new(1), Regular::new(2)];
    let mut waited = 0;
    for _ in 0..20_000 {
        let Some(side) = game().to_decide(&p).side() else { break };
        waited += usize::from(Scene::at(p).asked().1.contains("go on"));
        let action = players[usize::from(side.0)].choose(game(), &p, side).unwrap();
        game().check(&p, side, &action).unwrap();
        events.clear();
        game().apply(&mut p, side, &action, &mut dice, &mut events);
    }
    assert_eq!(p.phase, Phase::Over);
    assert!(waited > 0);
}
