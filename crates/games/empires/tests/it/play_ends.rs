//! The option `ends`: a player who is asked in a step has to end it, though nothing is left to do.
use crate::scene::*;
use sandtable_testkit::{Walk, options};

/// A French corps alone at Ulm, before the movement of France.
fn alone(player_ends: bool) -> Scene {
    let mut p = before("grand1805", Phase::Order, &[FR]).neutral().on("war fr au");
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    corps_with(&mut p, "fr-i", FR, field("ulm"), 5, 0);
    p.play.rules.player_ends = player_ends;
    p.begin()
}

/// The only corps stays where it is and forages.
fn move_all(s: &mut Scene) {
    let pick = s.offers_to(FR).into_iter().find(|o| o != "done").unwrap();
    s.by(FR, &pick, &[]);
    s.by(FR, "stop; forage", &[1]);
}

#[test]
fn movement_is_ended_by_its_player() {
    let mut s = alone(true);
    move_all(&mut s);
    assert_eq!(
        (s.p.play.phase, s.sides(), s.offers_to(FR)),
        (Phase::Movement, vec![FR], vec!["done".into()])
    );
    s.by(FR, "done", &[]);
    assert_ne!(s.p.play.phase, Phase::Movement);
    // By itself it ends as soon as nothing is left.
    let mut s = alone(false);
    move_all(&mut s);
    assert_ne!(s.p.play.phase, Phase::Movement);
}

#[test]
fn combats_are_ended_by_their_player() {
    for player_ends in [false, true] {
        let mut p = france_attacks("ulm").on("fr-i ulm 12I 1C; au-i ulm 1I");
        p.play.rules.player_ends = player_ends;
        let mut s = p.begin();
        s.go("fight ulm; chit probe; answer cordon", &[]);
        s.round(&[6, 1]);
        for _ in 0..20 {
            if !s.p.fight.on {
                break;
            }
            let power = s.sides()[0];
            let offers = s.offers_to(power);
            let calm = offers.iter().find(|o| *o == "no pursuit" || *o == "done" || o.starts_with("retreat"));
            s.by(power, &calm.unwrap_or(&offers[0]).clone(), &[]);
        }
        assert_eq!(s.p.play.phase == Phase::Combats, player_ends);
        if player_ends {
            assert_eq!((s.sides(), s.offers_to(FR)), (vec![FR], vec!["done".to_string()]));
            s.by(FR, "done", &[]);
            assert_ne!(s.p.play.phase, Phase::Combats);
        }
    }
}

#[test]
fn a_counter_that_must_stop_waits_for_its_player() {
    let mut s = alone(true);
    corps_with(&mut s.p, "au-i", AU, field("mch"), 5, 0);
    let pick = s.offers_to(FR).into_iter().find(|o| o != "done").unwrap();
    s.by(FR, &pick, &[]);
    s.by(FR, "to mch", &[]);
    assert_eq!(s.top(), Step::March(MarchStep::March));
    assert!(s.offered_to(FR, "stop"), "{:?}", s.offers_to(FR));
}

/// Actions that say that nothing more is done in a step.
fn ends(action: &Action) -> bool {
    matches!(
        action,
        Action::Year(YearAction::Done)
            | Action::March(MarchAction::Done)
            | Action::Fight(FightAction::Done)
            | Action::Siege(SiegeAction::Done | SiegeAction::Roll)
    )
}

/// Phases whose steps are ended by a word; in the others every answer that is asked for is the last one.
fn ended(p: &Position) -> bool {
    use Phase::*;
    let unpaid = p.play.phase == Paying && !matches!(p.play.steps.top(), Step::March(MarchStep::Pay(_)));
    let phases = [Combine, Naval, Reinforcement, Depots, Movement, Paying, Combats, Sieges, Guerillas];
    phases.contains(&p.play.phase) && !unpaid
}

#[test]
fn no_phase_ends_by_itself_in_games_by_chance() {
    let (options, mut ended_by_word) = (options(&[("ends", "player")]), 0);
    for (seed, scenario) in (0..).zip(["ulm1805", "jena1806", "russia1812", "grand1805"]) {
        let walk = Walk { scenario, options: &options, seed, steps: 700, every: 1 };
        walk.follow(game(), |step| {
            let when = |p: &Position| (p.play.phase, p.play.slot, p.play.turn);
            let over = when(step.before) != when(step.after) && ended(step.before);
            assert!(!over || ends(step.action), "{}: {:?}", walk.at(step.number), step.action);
            ended_by_word += u32::from(over);
        });
    }
    assert!(ended_by_word > 20, "{ended_by_word}");
}

#[test]
fn the_option_is_read_and_wrong_values_are_refused() {
    let start = |value: &str| {
        let options = Options::from([("ends".to_string(), value.to_string())]);
        game().start("ulm1805", &options, &mut Seeded::new(1))
    };
    assert!(start("player").unwrap().play.rules.player_ends);
    assert!(!start("auto").unwrap().play.rules.player_ends);
    assert_eq!(start("never").unwrap_err(), "`ends` is auto or player, not `never`");
}

#[test]
fn r7_6_guerillas_rise_by_a_word_of_their_player() {
    for player_ends in [false, true] {
        // A siege of Spain's gives it something to end before.
        let mut p = before("grand1805", Phase::Combats, &[SP]).neutral().on("war fr sp; fr-i zgz 9I; \
             sp-i mad 9I; sp-ii bcn 9I; garrison bcn fr 2I; siege bcn");
        p.play.rules.player_ends = player_ends;
        let mut s = p.begin();
        let value = data().place(area("zgz")).guerilla;
        assert!(value > 1);
        if player_ends {
            s.by(SP, "done", &[]);
            assert_eq!((s.sides(), s.offers_to(SP)), (vec![SP], vec!["roll the dice".to_string()]));
            assert_eq!(s.p.at(area("zgz")).irregulars[usize::from(SP)], 0, "nothing has been rolled");
            s.by(SP, "roll the dice", &[1]);
        } else {
            s.by(SP, "done", &[1]);
        }
        assert_eq!(s.p.at(area("zgz")).irregulars[usize::from(SP)], value - 1);
    }
}

#[test]
fn r7_5_2_9_every_round_is_rolled_by_a_word() {
    // So many corps without a leader have no rating to state: nobody has an order to choose.
    for player_ends in [false, true] {
        let mut p = france_attacks("ulm");
        for id in ["fr-i", "fr-ii", "fr-iii", "fr-iv", "fr-v", "fr-vi"] {
            corps_with(&mut p, id, FR, field("ulm"), 5, 0);
        }
        for id in ["au-i", "au-ii", "au-iii", "au-iv", "au-v", "au-vi"] {
            corps_with(&mut p, id, AU, field("ulm"), 5, 0);
        }
        p.play.rules.player_ends = player_ends;
        let mut s = p.begin();
        s.by(FR, "fight ulm", &[]);
        s.go("chit probe; answer cordon", if player_ends { &[] } else { &[3; 4] });
        assert_eq!(s.p.fight.battle.sides.map(|side| side.tactical), [0, 0]);
        assert_eq!(s.p.fight.records().is_empty(), player_ends, "by itself the whole day is rolled");
        if player_ends {
            assert_eq!(
                (s.offers_to(FR), s.offers_to(AU)),
                (vec!["order 0".to_string()], vec!["order 0".to_string()])
            );
            s.by(FR, "order 0", &[]);
            s.by(AU, "order 0", &[3, 3]);
            s.pay(&[]);
            s.no_help();
            assert_eq!(
                (s.p.fight.records().len(), s.offers_to(AU)),
                (1, vec!["order 0".to_string()]),
                "the next round waits"
            );
        }
    }
}

#[test]
fn r7_5_4_1_3_1_every_round_of_an_assault_is_rolled_by_its_attacker() {
    let mut p = before("grand1805", Phase::Combats, &[FR]).neutral().on("war fr au; fr-ii lnz 20I 1C; \
         garrison lnz au 9I");
    p.at_mut(area("lnz")).garrison.add(sandtable_empires::land::Loose::of(AU, [0, 1, 0]));
    p.at_mut(area("lnz")).besieged = true;
    p.play.rules.player_ends = true;
    let mut s = p.begin();
    s.by(FR, "assault lnz", &[6]);
    s.by(AU, "fight", &[]);
    assert_eq!((s.sides(), s.offers_to(FR)), (vec![FR], vec!["roll the dice".to_string()]));
    s.by(FR, "roll the dice", &[3, 3]);
    s.pay(&[]);
    assert_eq!(
        (s.sides(), s.offers_to(FR)),
        (vec![FR], vec!["roll the dice".to_string()]),
        "the second round waits"
    );
}
