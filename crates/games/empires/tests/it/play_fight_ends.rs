//! Withdrawal, reinforcement, relief, trivial combats and what follows a decision, through the game.
use crate::scene::*;
use sandtable_empires::ids::BlockId;
use sandtable_empires::land::Loose;
use sandtable_empires::play::CommonEvent;
use sandtable_ops::Id;

#[test]
fn r7_5_2_5_a_withdrawal_by_the_commanders_rating() {
    rules!("empires 7.5.2.5.1", "empires 7.5.2.5.2", "empires 7.5.2.5.2.2", "empires 7.5.2.5.2.2(b)");
    rules!("empires 7.5.2.5.2.3", "empires 7.5.2.5.2.1", "empires 7.5.2.14");
    let scene = || {
        let mut p = france_attacks("lnz");
        corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
        corps_with(&mut p, "au-i", AU, field("lnz"), 9, 0);
        corps_with(&mut p, "au-ii", AU, field("lnz"), 9, 0);
        lead(&mut p, "au-bellegarde", field("lnz"));
        p.at_mut(area("lnz")).irregulars[usize::from(AU)] = 2;
        depot(&mut p, "lnz", AU);
        Scene::new(p, &[])
    };
    // Bellegarde has 2: a die of 2 takes everybody away, freikorps on 1 to 4.
    let mut s = scene();
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "assault"), (AU, "withdraw"), &[2]);
    assert!(s.offered(AU, "stand"), "freikorps may try, and need not");
    s.say(AU, "ride away", &[4, 3]);
    assert_eq!(s.p.corps[corps("au-i")].spot, s.p.corps[corps("au-ii")].spot, "a force does not split");
    assert_eq!(s.p.corps[corps("au-i")].spot, field("vie"));
    assert_eq!(s.p.leaders[data().leader_named("au-bellegarde").unwrap()], field("vie"), "he goes along");
    assert_eq!(s.p.at(area("vie")).irregulars[usize::from(AU)], 2);
    assert!(!s.p.corps[corps("au-i")].seen, "nobody laid anything open");
    assert!(s.offered(FR, "destroy the depot"));
    // A 3 fails, and the fight begins.
    let mut s = scene();
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "assault"), (AU, "withdraw"), &[3]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Orders));
    // A probe lets corps go without a roll; freikorps that do not get away fight.
    let mut s = scene();
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "probe"), (AU, "withdraw"), &[]);
    s.say(AU, "ride away", &[5, 1]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Orders));
    assert_eq!(s.p.fight.battle.sides[1].all().total(), 1);
}

#[test]
fn r7_5_2_11_reinforcements_from_next_door() {
    rules!("empires 7.5.2.11.1", "empires 7.5.2.11.1.2", "empires 7.5.2.11.2", "empires 7.5.2.11.3");
    rules!("empires 7.5.2.11.4", "empires 7.5.2.11.5", "empires 7.5.2.11.5(b)");
    rules!("empires 7.5.2.11.3(b)");
    let mut p = france_attacks("lnz");
    corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
    corps_with(&mut p, "au-i", AU, field("lnz"), 15, 0);
    lead(&mut p, "au-john", field("lnz"));
    // Charles is at Vienna, by land; a corps beyond the river at Budweis has 1 less 1; one stands in a forest.
    let vienna = corps_with(&mut p, "au-ii", AU, field("vie"), 10, 0);
    let stays = corps_with(&mut p, "au-iii", AU, field("vie"), 10, 0);
    let charles = lead(&mut p, "au-charles", field("vie"));
    p.at_mut(area("vie")).irregulars[usize::from(AU)] = 1;
    let beyond = corps_with(&mut p, "au-iv", AU, field("bud"), 10, 0);
    let french = corps_with(&mut p, "fr-iii", FR, field("slz"), 10, 0);
    let tired = corps_with(&mut p, "fr-iv", FR, field("gra"), 10, 0);
    p.play.fought.put(tired);
    p.at_mut(area("bud")).irregulars[usize::from(AU)] = 1;
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "probe"), (AU, "cordon"), &[]);
    let base = s.p.fight.battle.sides[1].base;
    round(&mut s, &[1, 1]);
    assert_eq!(s.sides(), [FR], "the attacker first");
    let help = |b: usize| Action::Fight(FightAction::Help(BlockId::of(b)));
    assert_eq!(s.refused(FR, help(tired)), "7.5.2.11.1.2", "it has fought");
    s.say(FR, "reinforce fr-iii", &[6]);
    assert_ne!(s.p.corps[french].spot, field("lnz"));
    assert_eq!(s.sides(), [AU], "nobody else of France can try");
    assert_eq!(s.refused(AU, help(beyond)), "7.5.2.11.3(b)", "1 less 1 over the river");
    assert_eq!(s.refused(AU, help(vienna)), "7.5.2.11.2", "Charles brings it or nobody");
    s.say(AU, "reinforce with au-charles", &[4]);
    s.say(AU, "bring au-ii", &[]);
    s.say(AU, "bring an irregular", &[]);
    s.say(AU, "done", &[]);
    assert_eq!((s.p.corps[vienna].spot, s.p.corps[stays].spot), (field("lnz"), field("vie")));
    assert!(s.p.corps[vienna].seen);
    assert_eq!(s.p.fight.camps[1].leader as usize, charles, "he takes command");
    assert_eq!(s.p.fight.battle.sides[1].all().total(), 15 + 10 + 1);
    assert_eq!(s.p.fight.battle.sides[1].base, base, "morale does not change");
    assert_eq!(s.p.fight.battle.sides[1].tactical, 4);
}

#[test]
fn r7_5_2_11_1_1_nobody_comes_over_an_arrow() {
    let mut p = before("grand1805", Phase::Besieged, &[TU]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, TU, RU);
    p.play.attacks.put(area("cst"));
    let b = put(&mut p, "tu-jan-i", TU, field("cst"), 10);
    fill(&mut p, b, [0, 10, 0, 0, 0, 0, 0]);
    corps_with(&mut p, "ru-i", RU, field("cst"), 10, 0);
    corps_with(&mut p, "tu-niz", TU, field("izm"), 10, 0);
    lead(&mut p, "tu-ali-pasha", field("izm"));
    let mut s = Scene::new(p, &[]);
    s.say(TU, "fight cst", &[]);
    chits(&mut s, (TU, "probe"), (RU, "cordon"), &[]);
    round(&mut s, &[1, 1]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Orders), "nobody is asked for help");
}

/// Austria besieges Augsburg, France comes from Ulm to its relief.
fn relief() -> (Scene, usize, usize) {
    let mut p = france_attacks("aug");
    let relievers = corps_with(&mut p, "fr-ii", FR, field("aug"), 20, 2);
    p.corps[relievers].ration.from = area("ulm");
    let inside = corps_with(&mut p, "fr-iii", FR, city("aug"), 4, 0);
    p.at_mut(area("aug")).garrison = Loose { nation: FR, infantry: 2, ..Loose::NONE }.into();
    p.at_mut(area("aug")).besieged = true;
    corps_with(&mut p, "au-i", AU, field("aug"), 15, 1);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight aug", &[]);
    (s, relievers, inside)
}

#[test]
fn r7_5_4_2_3_relievers_and_garrison_fight_for_one_day() {
    rules!("empires 7.5.4.2.3(b)", "empires 7.5.4.2.3.1", "empires 7.5.4.2.3.1.1", "empires 7.5.4.2.3.2");
    rules!("empires 7.5.4.2.3.3", "empires 7.5.1.2(b)");
    let (mut s, relievers, inside) = relief();
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Sally));
    s.say(FR, "sally fr-iii", &[]);
    s.say(FR, "sally infantry", &[]);
    s.say(FR, "done", &[]);
    chits(&mut s, (FR, "probe"), (AU, "cordon"), &[]);
    assert_eq!(s.p.fight.battle.sides[0].all().total(), 20 + 2 + 4 + 1, "all of them but one infantry");
    let points = s.p.play.points;
    for _ in 0..3 {
        round(&mut s, &[1, 1]);
        s.no_help();
    }
    assert_eq!(s.p.corps[relievers].spot, field("ulm"), "back whence they came");
    assert_eq!(s.p.corps[inside].spot, city("aug"));
    assert!(s.p.at(area("aug")).besieged);
    assert_eq!(s.p.play.points, points, "a draw");
    // They win: the besiegers retreat, pursued by the relievers, and the corps steps out.
    let (mut s, _, inside) = relief();
    s.say(FR, "done", &[]);
    chits(&mut s, (FR, "escalated assault"), (AU, "cordon"), &[]);
    while s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
        round(&mut s, &[6, 1]);
        s.no_help();
    }
    assert_eq!(s.offers(FR), ["pursue", "no pursuit"]);
    s.say(FR, "no pursuit", &[]);
    assert!(!s.p.at(area("aug")).besieged);
    assert!(s.p.play.points[0] > points[0]);
    s.say(FR, "exit fr-iii", &[]);
    assert_eq!(s.p.corps[inside].spot, field("aug"));
}

#[test]
fn r7_5_3_cossacks_alone_make_it_trivial() {
    rules!("empires 7.5.3.1", "empires 7.5.3.5");
    let mut p = before("grand1805", Phase::Besieged, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, RU);
    p.play.attacks.put(area("war"));
    depot(&mut p, "bst", RU);
    corps_with(&mut p, "fr-ii", FR, field("war"), 12, 0);
    corps_with(&mut p, "ru-i", RU, field("bst"), 12, 0);
    p.at_mut(area("war")).irregulars[usize::from(RU)] = 3;
    p.ground.iter_mut().for_each(|g| g.holder = RU);
    let mut s = Scene::new(p, &[]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Flee));
    s.say(RU, "ride away", &[4, 5, 6]);
    assert!(has(&s, |e| matches!(e, FightEvent::Fled { away: 1, stay: 2, .. })));
    while s.p.play.steps.top() == Step::Fight(FightStep::Retreat) {
        let first = s.offers(RU)[0].clone();
        s.say(RU, &first, &[]);
    }
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Orders), "no chits");
    let points = s.p.play.points;
    round(&mut s, &[6, 1]);
    assert_eq!(s.p.at(area("war")).irregulars[usize::from(RU)], 0, "a 6 kills two");
    assert_eq!(s.p.play.points, points);
}

#[test]
fn r7_5_3b_both_commanders_can_agree_to_a_trivial_combat() {
    rules!("empires 7.5.3.5");
    let scene = || {
        let mut p = france_attacks("lnz");
        corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
        let b = corps_with(&mut p, "au-i", AU, field("lnz"), 5, 0);
        fill(&mut p, b, [0, 5, 5, 0, 0, 0, 0]);
        corps_with(&mut p, "au-ii", AU, field("vie"), 5, 0);
        let mut s = Scene::new(p, &[]);
        s.say(FR, "fight lnz trivial", &[]);
        s
    };
    let mut s = scene();
    assert_eq!(s.sides(), [AU]);
    s.say(AU, "decline trivial", &[]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Chits));
    let mut s = scene();
    s.say(AU, "accept trivial", &[]);
    let points = s.p.play.points;
    round(&mut s, &[3, 1]);
    assert_eq!(s.sides(), [AU], "a combat that was made trivial is reinforced");
    s.no_help();
    // The second round breaks Austria; militia may go all the same.
    round(&mut s, &[6, 1]);
    let lost = s.p.play.points[usize::from(AU)] - points[usize::from(AU)];
    assert_eq!(lost, -1, "half a point for one corps, rounded up");
}

#[test]
fn r7_5_2_10_1_3_1_napoleon_and_large_corps() {
    rules!("empires 7.5.2.10.1.3", "empires 7.5.2.10.1.3(b)", "empires 7.5.2.10.1.3.2");
    for wins in [true, false] {
        let mut p = france_attacks("lnz");
        let big = put(&mut p, "fr-i", FR, field("lnz"), 25);
        fill(&mut p, big, [0, if wins { 25 } else { 22 }, 0, 0, 0, 0, 0]);
        lead(&mut p, "fr-napoleon", field("lnz"));
        for id in ["au-i", "au-ii", "au-iii", "au-iv", "au-v"] {
            corps_with(&mut p, id, AU, field("lnz"), 15, 0);
        }
        let mut s = Scene::new(p, &[]);
        s.say(FR, "fight lnz", &[]);
        if wins {
            chits(&mut s, (FR, "escalated assault"), (AU, "cordon"), &[]);
        } else {
            chits(&mut s, (FR, "assault"), (AU, "escalated counterattack"), &[]);
        }
        let mut told = Vec::new();
        while s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
            round(&mut s, if wins { &[6, 1] } else { &[1, 6] });
            told.append(&mut s.events.clone());
            s.no_help();
        }
        let points = |q: u8| {
            told.iter().find_map(|e| match e {
                Event::Common(CommonEvent::Points { power, by, .. }) if *power == q => Some(*by),
                _ => None,
            })
        };
        // Five corps are 2.5, so 3, and Napoleon wins one more; his one large corps counts twice, and he loses two more.
        let want = if wins { (Some(4), Some(-3)) } else { (Some(-3), Some(1)) };
        assert_eq!((points(FR), points(AU)), want);
    }
}

#[test]
fn r7_5_4c_the_victor_besieges_the_city_at_once() {
    let scene = |at_ease: bool| {
        let mut p = france_attacks("lnz");
        let b = corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
        p.corps[b].ration.at_ease = at_ease;
        corps_with(&mut p, "au-i", AU, field("lnz"), 2, 0);
        p.at_mut(area("lnz")).garrison = Loose { nation: AU, infantry: 3, ..Loose::NONE }.into();
        let mut s = Scene::new(p, &[]);
        s.say(FR, "fight lnz", &[]);
        chits(&mut s, (FR, "escalated assault"), (AU, "cordon"), &[]);
        while s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
            round(&mut s, &[6, 1]);
        }
        s
    };
    let mut s = scene(false);
    assert!(s.offered(FR, "besiege"), "{:?} {:?}", s.p.play.steps.top(), s.offers(FR));
    s.say(FR, "besiege", &[]);
    assert!(s.p.at(area("lnz")).besieged);
    let s = scene(true);
    assert!(!s.offered(FR, "besiege"));
}

#[test]
fn r7_5_2_10_3_6_who_has_no_way_surrenders() {
    rules!("empires 7.5.2.10.3.6", "empires 7.5.3.4(b)", "empires 7.5.2.10.1");
    let mut p = france_attacks("lnz");
    corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
    let b = corps_with(&mut p, "au-i", AU, field("lnz"), 15, 1);
    let john = lead(&mut p, "au-john", field("lnz"));
    depot(&mut p, "lnz", AU);
    p.at_mut(area("lnz")).guard = Loose { nation: AU, infantry: 2, ..Loose::NONE }.into();
    // All ways out are closed to Austria.
    for (a, _) in data().board.neighbours(area("lnz")) {
        p.at_mut(*a).closed_to = 1 << AU;
    }
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "escalated assault"), (AU, "withdraw"), &[]);
    assert_eq!(s.p.play.steps.top(), Step::Fight(FightStep::Orders), "nobody rolls: there is no way");
    let mut told = Vec::new();
    while s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
        round(&mut s, &[6, 1]);
        told.append(&mut s.events.clone());
    }
    assert_eq!((s.p.corps[b].spot, s.p.leaders[john]), (Spot::Off, Spot::Off));
    assert_eq!(s.p.at(area("lnz")).guard.total(), 0);
    let surrendered =
        |e: &&Event| matches!(e, Event::Fight(FightEvent::Surrenders { power: AU, by: FR, .. }));
    assert_eq!(told.iter().filter(surrendered).count(), 2, "the corps, and the depot garrison");
}

#[test]
fn r7_5_2_8_guard_is_committed_in_secret() {
    rules!("empires 12.3.4");
    let mut p = france_attacks("lnz");
    p.play.rules.guard = true;
    let gd = put(&mut p, "fr-gd-i", FR, field("lnz"), 8);
    fill(&mut p, gd, [8, 0, 0, 2, 0, 0, 0]);
    corps_with(&mut p, "au-i", AU, field("lnz"), 15, 1);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "assault"), (AU, "counterattack"), &[]);
    s.say(FR, "order 2 guard 2", &[]);
    assert_eq!(game().known(&s.p, Side(AU)).unwrap().fight.camps[0].committed, 0);
    same_from_known(&s.p, AU, &[]);
    // The guard's die, then both dice: 3-1 is raised to 3-3.
    s.say(AU, "order 1", &[4, 6, 1]);
    assert_eq!(s.p.corps[gd].factors[0], 6, "a 4 costs two");
    let r = s.p.fight.records()[0];
    assert_eq!((r.tables[0].casualty, r.tables[0].morale), (3, 3));
    assert_eq!(r.weights[0], 8);
}

#[test]
fn r7_5_1_3_the_order_of_combats_is_the_phasing_players() {
    rules!("empires 7.5", "empires 7.5.1", "empires 7.5.2");
    let mut p = france_attacks("lnz");
    p.play.attacks.put(area("ulm"));
    p.play.attacks.put(area("vie"));
    corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
    corps_with(&mut p, "au-i", AU, field("lnz"), 5, 0);
    corps_with(&mut p, "fr-iii", FR, field("ulm"), 20, 0);
    corps_with(&mut p, "au-ii", AU, field("ulm"), 5, 0);
    let s = Scene::new(p, &[]);
    assert_eq!(s.p.play.phase, Phase::Combats);
    let mut offers = s.offers(FR);
    offers.sort();
    assert_eq!(offers, ["fight lnz", "fight lnz trivial", "fight ulm", "fight ulm trivial"]);
    assert!(!s.p.play.attacks.has(area("vie")), "nobody is there");
    let wrong = Action::Fight(FightAction::Attack { area: area("vie"), trivial: false });
    assert_eq!(s.refused(FR, wrong), "7.5.1.3");
}

#[test]
fn a_guerilla_rises_where_spain_loses_at_home() {
    let mut p = before("grand1805", Phase::Besieged, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, SP);
    p.play.attacks.put(area("zgz"));
    depot(&mut p, "mad", SP);
    corps_with(&mut p, "fr-ii", FR, field("zgz"), 20, 0);
    corps_with(&mut p, "sp-i", SP, field("zgz"), 3, 0);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight zgz", &[]);
    chits(&mut s, (FR, "escalated assault"), (SP, "cordon"), &[]);
    let mut told = Vec::new();
    while s.p.fight.on && s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
        round(&mut s, &[6, 1]);
        told.append(&mut s.events.clone());
    }
    let rose =
        |e: &Event| matches!(e, Event::Fight(FightEvent::Rises { power: SP, attack: false, count: 1, .. }));
    assert!(told.iter().any(rose), "{told:?}");
}

#[test]
fn no_guerilla_rises_where_others_lose_at_home() {
    let mut p = before("grand1805", Phase::Besieged, &[AU]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, AU, FR);
    p.play.attacks.put(area("par"));
    depot(&mut p, "par", FR);
    corps_with(&mut p, "au-i", AU, field("par"), 10, 0);
    let beaten = corps_with(&mut p, "fr-ii", FR, field("par"), 1, 0);
    let mut s = Scene::new(p, &[]);
    s.say(AU, "fight par", &[]);
    chits(&mut s, (AU, "escalated assault"), (FR, "cordon"), &[]);
    while s.p.fight.on && s.p.play.steps.top() == Step::Fight(FightStep::Orders) {
        round(&mut s, &[6, 1]);
    }
    assert_eq!(s.p.corps[beaten].spot, Spot::Off, "it is beaten");
    assert_eq!(s.p.at(area("par")).irregulars, [0; 7]);
}

/// France commits its guard at Linz in a first round that the Austrians stand; returns what it may lose then.
fn guard_at_linz(levels: u8, dice: &[u8]) -> Scene {
    let mut p = france_attacks("lnz");
    p.play.rules.guard = true;
    let gd = put(&mut p, "fr-gd-i", FR, field("lnz"), 8);
    fill(&mut p, gd, [8, 0, 0, 2, 0, 0, 0]);
    corps_with(&mut p, "fr-ii", FR, field("lnz"), 9, 0);
    corps_with(&mut p, "au-i", AU, field("lnz"), 15, 1);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight lnz", &[]);
    chits(&mut s, (FR, "assault"), (AU, "counterattack"), &[]);
    s.say(FR, if levels == 0 { "order 1" } else { "order 1 guard 2" }, &[]);
    s.say(AU, "order 0", dice);
    s
}

#[test]
fn r7_5_2_9_2_2_a_side_that_breaks_because_its_guard_failed_loses_cavalry() {
    rules!("empires 7.5.2.9.2.2", "empires 7.5.2.10.1.1", "empires 7.5.2.8");
    // Without guard the same dice break nobody, and any factor may go.
    let s = guard_at_linz(0, &[1, 4]);
    assert!(s.sides().contains(&FR), "{:?}", s.sides());
    assert!(s.offered(FR, "lose infantry of fr-ii") && s.offered(FR, "lose cavalry of fr-gd-i"));
    // Guard that leaves the enemy standing breaks its own side in this round: one loss at least is cavalry.
    let mut s = guard_at_linz(2, &[1, 1, 4]);
    let owes = s.p.losses.owes[usize::from(FR)];
    assert!(owes.left > 0, "{:?} {owes:?}", s.sides());
    assert_eq!(owes.cavalry, 1);
    while s.p.losses.owes[usize::from(FR)].left > 1 {
        s.say(FR, "lose infantry of fr-ii", &[]);
    }
    assert!(s.offered(FR, "lose cavalry of fr-gd-i") && !s.offered(FR, "lose infantry of fr-ii"));
    let infantry = Action::Loss(LossAction::Take(
        sandtable_empires::play::loss::Source::Block(BlockId::of(corps("fr-ii"))),
        sandtable_empires::combat::Kind::Infantry,
    ));
    assert_eq!(s.refused(FR, infantry), "7.5.2.9.2.2");
}
