//! Ends of combats and who gains by them, through the game.
use crate::scene::*;

/// A French corps against an Austrian one at Linz, which begins.
fn linz(more: impl Fn(&mut Position)) -> Scene {
    let mut p = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 10I");
    more(&mut p);
    let mut s = p.begin();
    s.by(FR, "fight lnz", &[]);
    s
}

/// Rounds until the combat or the day is over.
fn fight_out(s: &mut Scene, dice: [u8; 2]) {
    while s.top() == Step::Fight(FightStep::Orders) {
        s.round(&dice);
        s.no_help();
    }
}

fn french_win(s: &mut Scene) {
    s.go("chit escalated assault; answer cordon", &[]);
    fight_out(s, [6, 1]);
}

fn quiet_day(s: &mut Scene) {
    s.go("chit probe; answer cordon", &[]);
    fight_out(s, [1, 1]);
    assert_eq!(s.top(), Step::Fight(FightStep::Night));
}

#[test]
fn r7_5_2_13_2_1_morale_stays_that_of_the_first_day() {
    let mut s = linz(|p| fill(p, corps("au-i"), [0, 5, 5, 0, 0, 0, 0]));
    quiet_day(&mut s);
    let base = s.p.fight.battle.sides[1].base;
    s.by(FR, "fight on", &[]);
    s.by(AU, "fight on", &[]);
    fill(&mut s.p, corps("au-i"), [0, 5, 0, 0, 0, 0, 0]);
    s.go("chit probe; answer cordon", &[]);
    assert_eq!(s.p.fight.battle.sides[1].base, base, "not worked out afresh without its militia");
}

#[test]
fn r7_5_2_10_1_3_powers_without_a_corps_gain_and_lose_nothing() {
    let mut s = linz(|p| {
        war(p, FR, RU);
        ally(p, RU, AU);
        p.at_mut(area("lnz")).irregulars[usize::from(RU)] = 2;
    });
    let before = s.p.play.points;
    french_win(&mut s);
    let after = s.p.play.points;
    assert!(after[usize::from(AU)] < before[usize::from(AU)]);
    assert_eq!(after[usize::from(RU)], before[usize::from(RU)], "only cossacks were there");
}

#[test]
fn r7_5_3_5_napoleon_gains_nothing_in_a_trivial_combat() {
    let p = france_attacks("lnz").on("fr-ii lnz 20I; fr-napoleon lnz; depot lnz au 4I");
    let points = p.play.points;
    let mut s = p.begin();
    s.fight_out([6, 1]);
    assert_eq!(s.p.at(area("lnz")).guard.total(), 0);
    assert_eq!(s.p.play.points, points);
}

#[test]
fn r7_5_2_10_1_3b_a_corps_of_21_counts_as_two() {
    let lost = |infantry: u8| {
        let mut p = france_attacks("lnz");
        corps_with(&mut p, "fr-i", FR, field("lnz"), infantry, 0);
        p = p.on("fr-ii lnz 1I; au-i lnz 15I; au-ii lnz 15I");
        let before = p.play.points;
        let mut s = p.begin();
        s.go("fight lnz; chit assault; answer defend", &[]);
        s.fight_out([1, 6]);
        before[0] - s.p.play.points[0]
    };
    assert_eq!((lost(20), lost(21)), (1, 2));
}

#[test]
fn r7_5_2_13_1_who_withdraws_after_a_day_moves_his_own_force() {
    rules!("empires 7.5.2.10.3", "empires 7.5.4(c)");
    // Only the depot at Linz is left, so all neighbours are equally near.
    let scene = || {
        linz(|p| {
            p.at_mut(area("vie")).depot = Depot { owner: NOBODY, old: false };
            depot(p, "lnz", AU);
            garrison(p, "lnz", AU, 3);
        })
    };
    let mut s = scene();
    french_win(&mut s);
    assert_eq!((s.top(), s.sides()), (Step::Fight(FightStep::Retreat), vec![FR]), "the victor");
    let mut s = scene();
    quiet_day(&mut s);
    s.by(FR, "fight on", &[]);
    s.by(AU, "withdraw for the night", &[]);
    assert_eq!((s.top(), s.sides()), (Step::Fight(FightStep::Retreat), vec![AU]), "its owner");
    s.by(AU, "retreat vie", &[]);
    s.take(FR, Action::Fight(FightAction::Depot(Fate::Leave)), &[]);
    // Nobody was beaten, so no siege of the garrison can begin at once.
    assert_ne!(s.top(), Step::Fight(FightStep::City));
}

#[test]
fn r7_5_2_13_2_2_outflankers_who_missed_the_day_rejoin() {
    let mut s =
        france_attacks("lnz").on("fr-ii lnz 10I; fr-iii lnz 10I; fr-bernadotte lnz; au-i lnz 10I").begin();
    s.go("fight lnz; chit outflank; answer counterattack", &[]);
    s.by(FR, "around fr-iii; done", &[]);
    s.round(&[1, 1, 6]);
    s.round(&[1, 1, 6]);
    s.round(&[1, 1]);
    s.by(FR, "fight on", &[]);
    s.go("fight on; chit probe; answer cordon", &[]);
    let side = s.p.fight.battle.sides[0];
    assert_eq!(side.outflanking.total(), 0);
    assert!(side.pinning.total() > 10);
}

#[test]
fn r7_5_2_12_1_3_a_rating_of_six_needs_no_die() {
    let mut s =
        france_attacks("lnz").on("fr-ii lnz 10I; fr-iii lnz 10I; fr-napoleon lnz; au-i lnz 10I").begin();
    s.go("fight lnz; chit outflank; answer counterattack", &[]);
    s.by(FR, "around fr-iii; done", &[]);
    s.round(&[1, 1, 6]);
    assert!(!s.p.fight.battle.sides[0].arrived, "a 6 is over 5");
    s.round(&[1, 1]);
    assert!(s.p.fight.battle.sides[0].arrived, "5 and 2");
}

#[test]
fn r7_5_2_11_1_3_only_allies_help() {
    let scene = |allied: bool| {
        let mut s = linz(|p| {
            war(p, FR, RU);
            if allied {
                ally(p, RU, AU);
            }
            corps_with(p, "ru-i", RU, field("vie"), 10, 0);
            p.access[usize::from(RU)] |= 1 << AU;
        });
        s.go("chit probe; answer cordon", &[]);
        s.round(&[1, 1]);
        s
    };
    assert_eq!(scene(false).p.play.steps.top(), Step::Fight(FightStep::Orders), "not even asked");
    let s = scene(true);
    assert_eq!((s.top(), s.sides()), (Step::Fight(FightStep::Reinforce), vec![RU]));
}

#[test]
fn r7_5_2_11_1_2_who_fought_a_trivial_combat_may_still_help() {
    let mut s = france_attacks("lnz")
        .on("attack gra; fr-ii lnz 20I; au-i lnz 10I; fr-iii gra 10I; \
         depot gra au 1I")
        .begin();
    let b = corps("fr-iii");
    s.by(FR, "fight gra", &[]);
    s.fight_out([6, 1]);
    while !s.offered_to(FR, "fight lnz") {
        let last = s.offers_to(FR).last().cloned().unwrap();
        s.by(FR, &last, &[]);
    }
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    assert!(game().check(&s.p, Side(FR), &Action::Fight(FightAction::Help(BlockId::of(b)))).is_ok());
}

/// Austria besieges Augsburg, France comes from Ulm.
fn relief(more: impl Fn(&mut Position)) -> Scene {
    let mut p = france_attacks("aug").on("fr-ii aug 20I");
    let b = corps("fr-ii");
    p.corps[b].ration.from = area("ulm");
    p = p.on("fr-iii aug city 4I; siege aug; au-i aug 15I");
    more(&mut p);
    let mut s = p.begin();
    s.by(FR, "fight aug", &[]);
    s
}

#[test]
fn r7_5_4_2_3_1_1_the_city_falls_if_all_its_garrison_has_died() {
    let mut s = relief(|_| {});
    s.go("sally fr-iii; chit probe; answer cordon", &[]);
    s.p.corps[corps("fr-iii")].factors = [0; 7];
    s.fight_out([1, 1]);
    assert_eq!(s.p.corps[corps("fr-ii")].spot, field("ulm"));
    assert!(!s.p.at(area("aug")).besieged);
    assert!(s.offered_to(AU, "occupy with au-i") || s.sides() == [AU], "{:?}", s.offers_to(AU));
}

#[test]
fn r7_5_4_2_3_1_1_relievers_choose_between_the_areas_they_came_from() {
    // One came from Munich as help; and where enemies stand now nobody goes back.
    let mut s = relief(|p| {
        corps_with(p, "fr-iv", FR, field("mch"), 10, 0);
        lead(p, "fr-davout", field("mch"));
    });
    s.by(FR, "done", &[]);
    s.go("chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    s.by(FR, "reinforce with fr-davout", &[1]);
    s.by(FR, "bring fr-iv", &[]);
    s.no_help();
    s.fight_out([1, 1]);
    assert_eq!(s.top(), Step::Fight(FightStep::Return));
    assert_eq!(s.offers_to(FR).len(), 2, "{:?}", s.offers_to(FR));
    let mut s = relief(|p| {
        corps_with(p, "au-ii", AU, field("ulm"), 5, 0);
    });
    s.by(FR, "done", &[]);
    s.go("chit probe; answer cordon", &[]);
    s.fight_out([1, 1]);
    assert_ne!(s.p.corps[corps("fr-ii")].spot, field("ulm"), "enemies are there");
}

#[test]
fn r7_5_2_10_3_3_an_unbesieged_corps_in_a_city_drives_a_retreat_on() {
    let mut s = linz(|p| {
        corps_with(p, "fr-iii", FR, city("vie"), 5, 0);
    });
    french_win(&mut s);
    assert!(has(&s, |e| matches!(e, FightEvent::Retreats { goes_on: true, .. })));
}

#[test]
fn r7_5_2_8_guns_fire_at_the_enemy_and_not_in_trivial_combats() {
    rules!("empires 7.5.3.2", "empires 12.3.5");
    let arm = |p: &mut Position| {
        p.play.rules.artillery = true;
        let guns = put(p, "fr-art", FR, field("lnz"), 10);
        fill(p, guns, [0, 0, 0, 0, 10, 0, 0]);
    };
    let mut s = linz(arm);
    s.go("chit probe; answer cordon", &[]);
    let before = s.p.fight.battle.sides.map(|x| x.all().total());
    for q in s.sides() {
        let order = s.offers_to(q)[0].clone();
        let last = s.sides().len() == 1;
        s.by(q, &order, if last { &[6, 1, 1] } else { &[] });
    }
    let lost = s.fights().into_iter().find_map(|e| match e {
        FightEvent::Guns { lost, power: FR, .. } => Some(lost),
        _ => None,
    });
    assert!(lost.is_some_and(|n| n > 0));
    s.pay(&[]);
    let record = s.p.fight.records()[0];
    let after = s.p.fight.battle.sides.map(|x| x.all().total());
    assert_eq!(before[1] - after[1], record.lost[1] + lost.unwrap());
    assert_eq!(before[0] - after[0], record.lost[0]);
    // Against a depot garrison only the two dice of the round are rolled.
    let mut p = france_attacks("lnz");
    arm(&mut p);
    p = p.on("fr-ii lnz 20I; depot lnz au 8I");
    let mut s = p.begin();
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.logged, 1);
}

#[test]
fn r7_5_2_10_4_1_a_victor_who_has_broken_himself_may_pursue() {
    rules!("empires 7.5.2.10.1.2.1");
    let mut s =
        france_attacks("lnz").on("fr-ii lnz 5I; fr-iii lnz 10I; fr-bernadotte lnz; au-i lnz 10I 1C").begin();
    let around = corps("fr-iii");
    let leader = leader("fr-bernadotte");
    s.go("fight lnz; chit outflank; answer counterattack", &[]);
    s.by(FR, "around fr-iii; done", &[]);
    s.round(&[1, 1, 6]);
    // As if the last losses had wiped out the pinning force and broken Austria.
    s.p.corps[corps("fr-ii")].factors = [0; 7];
    s.p.fight.battle.sides[1].lost = game().engine().breaking_levels(&s.p)[1];
    for q in s.sides() {
        let order = s.offers_to(q)[0].clone();
        s.by(q, &order, &[]);
    }
    assert_eq!(s.offers_to(AU), ["pursue", "no pursuit"]);
    assert_eq!(s.p.leaders[leader], Spot::Off, "the leaders are captured");
    s.by(AU, "no pursuit", &[]);
    if s.top() == Step::Fight(FightStep::Retreat) {
        let to = s.offers_to(AU)[0].clone();
        s.by(AU, &to, &[]);
    }
    assert_eq!(s.p.corps[corps("au-i")].spot, field("lnz"), "the victor stays");
    assert_ne!(s.p.corps[around].spot, field("lnz"), "the outflankers retreat");
}

#[test]
fn r7_5_1_2_guerillas_beside_a_corps_attack_if_their_owner_says_so() {
    let p = before("grand1805", Phase::Besieged, &[SP])
        .neutral()
        .on("war sp fr; attack mad; irregulars mad sp 2; \
         sp-i mad 9I; fr-ii mad 5I");
    for (words, attack) in [("guerillas attack", true), ("guerillas stay out", false)] {
        let mut s = p.begin();
        s.by(SP, "fight mad", &[]);
        s.by(SP, words, &[]);
        let rise = |e: &Event| {
            matches!(e, Event::Fight(FightEvent::Rises { power: SP, attack: true, count: 2, .. }))
        };
        assert_eq!(s.events.iter().any(rise), attack, "{words}: {:?}", s.events);
        assert_ne!(s.top(), Step::Fight(FightStep::Guerillas), "asked once");
    }
}

#[test]
fn r7_5_2_11_1_guerillas_come_out_of_a_city_only_for_an_attacker() {
    let mut p = before("grand1805", Phase::Besieged, &[FR]).neutral().on("war fr sp; attack mad; \
         depot cad sp; fr-ii mad 20I; sp-i mad 9I");
    let near = data().board.neighbours(area("mad")).iter().map(|n| n.0).find(|a| data().place(*a).spires > 0);
    let near = near.unwrap();
    p.at_mut(near).garrison = Loose { nation: SP, irregulars: 3, ..Loose::NONE }.into();
    lead(&mut p, "sp-la-romana", Spot::City(near));
    let outside = {
        let mut q = p;
        q.at_mut(near).garrison = Garrison::NONE;
        q.at_mut(near).irregulars[usize::from(SP)] = 3;
        lead(&mut q, "sp-la-romana", Spot::Field(near));
        q
    };
    for (p, asked) in [(p, false), (outside, true)] {
        let mut s = p.begin();
        s.go("fight mad; chit probe; answer cordon", &[]);
        s.round(&[1, 1]);
        assert_eq!(s.top() == Step::Fight(FightStep::Reinforce), asked);
    }
}

#[test]
fn r7_5_2_10_a_leader_who_came_out_with_his_corps_is_lost_with_everybody() {
    let murat = leader("fr-murat");
    let mut s = relief(|p| {
        garrison(p, "aug", FR, 2);
        p.leaders[murat] = city("aug");
    });
    s.go("sally fr-iii; done; chit probe; answer cordon", &[]);
    for b in ["fr-ii", "fr-iii"] {
        s.p.corps[corps(b)].factors = [0; 7];
    }
    for q in s.sides() {
        let order = s.offers_to(q)[0].clone();
        s.by(q, &order, &[]);
    }
    assert!(s.p.at(area("aug")).besieged, "two factors hold the city");
    assert_eq!(s.p.leaders[murat], Spot::Off);
}

#[test]
fn r7_5_1_3c_sieges_follow_even_by_forces_that_have_just_fought() {
    let mut s = linz(|p| garrison(p, "lnz", AU, 3));
    french_win(&mut s);
    s.take(FR, Action::Fight(FightAction::Besiege), &[]);
    while matches!(s.top(), Step::Fight(_)) {
        s.by(FR, "done", &[]);
    }
    assert_eq!(s.p.play.phase, Phase::Sieges);
    assert!(s.offered_to(FR, "assault lnz"));
}
