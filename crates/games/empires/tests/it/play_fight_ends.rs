//! Withdrawal, reinforcement, relief, trivial combats and what follows a decision, through the game.
use crate::scene::*;

#[test]
fn r7_5_2_5_a_withdrawal_by_the_commanders_rating() {
    rules!("empires 7.5.2.5.1", "empires 7.5.2.5.2", "empires 7.5.2.5.2.2", "empires 7.5.2.5.2.2(b)");
    rules!("empires 7.5.2.5.2.3", "empires 7.5.2.5.2.1", "empires 7.5.2.14");
    let scene = || {
        let p = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 9I; au-ii lnz 9I; \
             au-bellegarde lnz; irregulars lnz au 2; depot lnz au");
        p.begin()
    };
    // Bellegarde has 2: a die of 2 takes everybody away, freikorps on 1 to 4.
    let mut s = scene();
    s.go("fight lnz; chit assault; answer withdraw", &[2]);
    assert!(s.offered_to(AU, "stand"), "freikorps may try, and need not");
    s.by(AU, "ride away", &[4, 3]);
    assert_eq!(s.p.corps[corps("au-i")].spot, s.p.corps[corps("au-ii")].spot, "a force does not split");
    assert_eq!(s.p.corps[corps("au-i")].spot, field("vie"));
    assert_eq!(s.p.leaders[leader("au-bellegarde")], field("vie"), "he goes along");
    assert_eq!(s.p.at(area("vie")).irregulars[usize::from(AU)], 2);
    assert!(!s.p.corps[corps("au-i")].seen, "nobody laid anything open");
    assert!(s.offered_to(FR, "destroy the depot"));
    // A 3 fails, and the fight begins.
    let mut s = scene();
    s.go("fight lnz; chit assault; answer withdraw", &[3]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders));
    // A probe lets corps go without a roll; freikorps that do not get away fight.
    let mut s = scene();
    s.go("fight lnz; chit probe; answer withdraw", &[]);
    s.by(AU, "ride away", &[5, 1]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders));
    assert_eq!(s.p.fight.battle.sides[1].all().total(), 1);
}

#[test]
fn r7_5_2_11_reinforcements_from_next_door() {
    rules!("empires 7.5.2.11.1", "empires 7.5.2.11.1.2", "empires 7.5.2.11.2", "empires 7.5.2.11.3");
    rules!("empires 7.5.2.11.4", "empires 7.5.2.11.5", "empires 7.5.2.11.5(b)");
    rules!("empires 7.5.2.11.3(b)");
    // Charles is at Vienna, by land; a corps beyond the river at Budweis has 1 less 1; one stands in a forest.
    let mut p = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 15I; au-john lnz; au-ii vie 10I; \
         au-iii vie 10I; au-charles vie; irregulars vie au 1; au-iv bud 10I; fr-iii slz 10I; fr-iv gra 10I");
    let vienna = corps("au-ii");
    let stays = corps("au-iii");
    let charles = leader("au-charles");
    let beyond = corps("au-iv");
    let french = corps("fr-iii");
    let tired = corps("fr-iv");
    p.play.fought.put(tired);
    p.at_mut(area("bud")).irregulars[usize::from(AU)] = 1;
    let mut s = p.begin();
    s.go("fight lnz; chit probe; answer cordon", &[]);
    let base = s.p.fight.battle.sides[1].base;
    s.round(&[1, 1]);
    assert_eq!(s.sides(), [FR], "the attacker first");
    let help = |b: usize| Action::Fight(FightAction::Help(BlockId::of(b)));
    assert_eq!(s.forbids(FR, &help(tired)), "7.5.2.11.1.2", "it has fought");
    s.by(FR, "reinforce fr-iii", &[6]);
    assert_ne!(s.p.corps[french].spot, field("lnz"));
    assert_eq!(s.sides(), [AU], "nobody else of France can try");
    assert_eq!(s.forbids(AU, &help(beyond)), "7.5.2.11.3(b)", "1 less 1 over the river");
    assert_eq!(s.forbids(AU, &help(vienna)), "7.5.2.11.2", "Charles brings it or nobody");
    s.by(AU, "reinforce with au-charles", &[4]);
    s.by(AU, "bring au-ii; bring an irregular; done", &[]);
    assert_eq!((s.p.corps[vienna].spot, s.p.corps[stays].spot), (field("lnz"), field("vie")));
    assert!(s.p.corps[vienna].seen);
    assert_eq!(s.p.fight.camps[1].leader as usize, charles, "he takes command");
    assert_eq!(s.p.fight.battle.sides[1].all().total(), 15 + 10 + 1);
    assert_eq!(s.p.fight.battle.sides[1].base, base, "morale does not change");
    assert_eq!(s.p.fight.battle.sides[1].tactical, 4);
}

#[test]
fn r7_5_2_11_1_1_nobody_comes_over_an_arrow() {
    let mut s = before("grand1805", Phase::Besieged, &[TU])
        .neutral()
        .on("war tu ru; attack cst; \
         tu-jan-i cst 10I; ru-i cst 10I; tu-niz izm 10I; tu-ali-pasha izm")
        .begin();
    s.go("fight cst; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders), "nobody is asked for help");
}

/// Austria besieges Augsburg, France comes from Ulm to its relief.
fn relief() -> (Scene, usize, usize) {
    let mut p = france_attacks("aug").on("fr-ii aug 20I 2C");
    let relievers = corps("fr-ii");
    p.corps[relievers].ration.from = area("ulm");
    p = p.on("fr-iii aug city 4I; garrison aug fr 2I; siege aug; au-i aug 15I 1C");
    let inside = corps("fr-iii");
    let mut s = p.begin();
    s.by(FR, "fight aug", &[]);
    (s, relievers, inside)
}

#[test]
fn r7_5_4_2_3_relievers_and_garrison_fight_for_one_day() {
    rules!("empires 7.5.4.2.3(b)", "empires 7.5.4.2.3.1", "empires 7.5.4.2.3.1.1", "empires 7.5.4.2.3.2");
    rules!("empires 7.5.4.2.3.3", "empires 7.5.1.2(b)");
    let (mut s, relievers, inside) = relief();
    assert_eq!(s.top(), Step::Fight(FightStep::Sally));
    s.go("sally fr-iii; sally infantry; done; chit probe; answer cordon", &[]);
    assert_eq!(s.p.fight.battle.sides[0].all().total(), 20 + 2 + 4 + 1, "all of them but one infantry");
    let points = s.p.play.points;
    for _ in 0..3 {
        s.round(&[1, 1]);
        s.no_help();
    }
    assert_eq!(s.p.corps[relievers].spot, field("ulm"), "back whence they came");
    assert_eq!(s.p.corps[inside].spot, city("aug"));
    assert!(s.p.at(area("aug")).besieged);
    assert_eq!(s.p.play.points, points, "a draw");
    // They win: the besiegers retreat, pursued by the relievers, and the corps steps out.
    let (mut s, _, inside) = relief();
    s.by(FR, "done", &[]);
    s.go("chit escalated assault; answer cordon", &[]);
    s.fight_out([6, 1]);
    assert_eq!(s.offers_to(FR), ["pursue", "no pursuit"]);
    s.by(FR, "no pursuit", &[]);
    assert!(!s.p.at(area("aug")).besieged);
    assert!(s.p.play.points[0] > points[0]);
    s.by(FR, "exit fr-iii", &[]);
    assert_eq!(s.p.corps[inside].spot, field("aug"));
}

#[test]
fn r7_5_3_cossacks_alone_make_it_trivial() {
    rules!("empires 7.5.3.1", "empires 7.5.3.5");
    let mut p = before("grand1805", Phase::Besieged, &[FR]).neutral().on("war fr ru; attack war; \
         depot bst ru; fr-ii war 12I; ru-i bst 12I; irregulars war ru 3");
    p.ground.iter_mut().for_each(|g| g.holder = RU);
    let mut s = p.begin();
    assert_eq!(s.top(), Step::Fight(FightStep::Flee));
    s.by(RU, "ride away", &[4, 5, 6]);
    assert!(has(&s, |e| matches!(e, FightEvent::Fled { away: 1, stay: 2, .. })));
    while s.top() == Step::Fight(FightStep::Retreat) {
        let first = s.offers_to(RU)[0].clone();
        s.by(RU, &first, &[]);
    }
    assert_eq!(s.top(), Step::Fight(FightStep::Orders), "no chits");
    let points = s.p.play.points;
    s.round(&[6, 1]);
    assert_eq!(s.p.at(area("war")).irregulars[usize::from(RU)], 0, "a 6 kills two");
    assert_eq!(s.p.play.points, points);
}

#[test]
fn r7_5_3b_both_commanders_can_agree_to_a_trivial_combat() {
    rules!("empires 7.5.3.5");
    let scene = || {
        let mut s = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 5I 5M; au-ii vie 5I").begin();
        s.by(FR, "fight lnz trivial", &[]);
        s
    };
    let mut s = scene();
    assert_eq!(s.sides(), [AU]);
    s.by(AU, "decline trivial", &[]);
    assert_eq!(s.top(), Step::Fight(FightStep::Chits));
    let mut s = scene();
    s.by(AU, "accept trivial", &[]);
    let points = s.p.play.points;
    s.round(&[3, 1]);
    assert_eq!(s.sides(), [AU], "a combat that was made trivial is reinforced");
    s.no_help();
    // The second round breaks Austria; militia may go all the same.
    s.round(&[6, 1]);
    let lost = s.p.play.points[usize::from(AU)] - points[usize::from(AU)];
    assert_eq!(lost, -1, "half a point for one corps, rounded up");
}

#[test]
fn r7_5_2_10_1_3_1_napoleon_and_large_corps() {
    rules!("empires 7.5.2.10.1.3", "empires 7.5.2.10.1.3(b)", "empires 7.5.2.10.1.3.2");
    for wins in [true, false] {
        let mut p = france_attacks("lnz").on("fr-i lnz 25I");
        let big = corps("fr-i");
        fill(&mut p, big, [0, if wins { 25 } else { 22 }, 0, 0, 0, 0, 0]);
        lead(&mut p, "fr-napoleon", field("lnz"));
        for id in ["au-i", "au-ii", "au-iii", "au-iv", "au-v"] {
            corps_with(&mut p, id, AU, field("lnz"), 15, 0);
        }
        let mut s = p.begin();
        s.by(FR, "fight lnz", &[]);
        if wins {
            s.go("chit escalated assault; answer cordon", &[]);
        } else {
            s.go("chit assault; answer escalated counterattack", &[]);
        }
        let mut told = Vec::new();
        while s.top() == Step::Fight(FightStep::Orders) {
            s.round(if wins { &[6, 1] } else { &[1, 6] });
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
        let mut p = france_attacks("lnz").on("fr-ii lnz 20I");
        let b = corps("fr-ii");
        p.corps[b].ration.at_ease = at_ease;
        p = p.on("au-i lnz 2I; garrison lnz au 3I");
        let mut s = p.begin();
        s.go("fight lnz; chit escalated assault; answer cordon", &[]);
        while s.top() == Step::Fight(FightStep::Orders) {
            s.round(&[6, 1]);
        }
        s
    };
    let mut s = scene(false);
    assert!(s.offered_to(FR, "besiege"), "{:?} {:?}", s.top(), s.offers_to(FR));
    s.by(FR, "besiege", &[]);
    assert!(s.p.at(area("lnz")).besieged);
    let s = scene(true);
    assert!(!s.offered_to(FR, "besiege"));
}

#[test]
fn r7_5_2_10_3_6_who_has_no_way_surrenders() {
    rules!("empires 7.5.2.10.3.6", "empires 7.5.3.4(b)", "empires 7.5.2.10.1");
    let mut p = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 15I 1C; au-john lnz; depot lnz au 2I");
    let b = corps("au-i");
    let john = leader("au-john");
    // All ways out are closed to Austria.
    for (a, _) in data().board.neighbours(area("lnz")) {
        p.at_mut(*a).closed_to = 1 << AU;
    }
    let mut s = p.begin();
    s.go("fight lnz; chit escalated assault; answer withdraw", &[]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders), "nobody rolls: there is no way");
    let mut told = Vec::new();
    while s.top() == Step::Fight(FightStep::Orders) {
        s.round(&[6, 1]);
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
    let mut p = france_attacks("lnz").on("fr-gd-i lnz 8G 2C; au-i lnz 15I 1C");
    let gd = corps("fr-gd-i");
    p.play.rules.guard = true;
    let mut s = p.begin();
    s.go("fight lnz; chit assault; answer counterattack", &[]);
    s.by(FR, "order 2 guard 2", &[]);
    assert_eq!(game().known(&s.p, Side(AU)).unwrap().fight.camps[0].committed, 0);
    same_from_known(&s.p, AU);
    // The guard's die, then both dice: 3-1 is raised to 3-3.
    s.by(AU, "order 1", &[4, 6, 1]);
    assert_eq!(s.p.corps[gd].factors[0], 6, "a 4 costs two");
    let r = s.p.fight.records()[0];
    assert_eq!((r.tables[0].casualty, r.tables[0].morale), (3, 3));
    assert_eq!(r.weights[0], 8);
}

#[test]
fn r7_5_1_3_the_order_of_combats_is_the_phasing_players() {
    rules!("empires 7.5", "empires 7.5.1", "empires 7.5.2");
    let s = france_attacks("lnz")
        .on("attack ulm; attack vie; fr-ii lnz 20I; au-i lnz 5I; \
         fr-iii ulm 20I; au-ii ulm 5I")
        .begin();
    assert_eq!(s.p.play.phase, Phase::Combats);
    let mut offers = s.offers_to(FR);
    offers.sort();
    assert_eq!(offers, ["fight lnz", "fight lnz trivial", "fight ulm", "fight ulm trivial"]);
    assert!(!s.p.play.attacks.has(area("vie")), "nobody is there");
    let wrong = Action::Fight(FightAction::Attack { area: area("vie"), trivial: false });
    assert_eq!(s.forbids(FR, &wrong), "7.5.1.3");
}

#[test]
fn a_guerilla_rises_where_spain_loses_at_home() {
    let mut s = before("grand1805", Phase::Besieged, &[FR])
        .neutral()
        .on("war fr sp; attack zgz; \
         depot mad sp; fr-ii zgz 20I; sp-i zgz 3I")
        .begin();
    s.go("fight zgz; chit escalated assault; answer cordon", &[]);
    let mut told = Vec::new();
    while s.p.fight.on && s.top() == Step::Fight(FightStep::Orders) {
        s.round(&[6, 1]);
        told.append(&mut s.events.clone());
    }
    let rose =
        |e: &Event| matches!(e, Event::Fight(FightEvent::Rises { power: SP, attack: false, count: 1, .. }));
    assert!(told.iter().any(rose), "{told:?}");
}

#[test]
fn no_guerilla_rises_where_others_lose_at_home() {
    let mut s = before("grand1805", Phase::Besieged, &[AU])
        .neutral()
        .on("war au fr; attack par; \
         depot par fr; au-i par 10I; fr-ii par 1I")
        .begin();
    let beaten = corps("fr-ii");
    s.go("fight par; chit escalated assault; answer cordon", &[]);
    while s.p.fight.on && s.top() == Step::Fight(FightStep::Orders) {
        s.round(&[6, 1]);
    }
    assert_eq!(s.p.corps[beaten].spot, Spot::Off, "it is beaten");
    assert_eq!(s.p.at(area("par")).irregulars, [0; 7]);
}

/// France commits its guard at Linz in a first round that the Austrians stand; returns what it may lose then.
fn guard_at_linz(levels: u8, dice: &[u8]) -> Scene {
    let mut p = france_attacks("lnz").on("fr-gd-i lnz 8G 2C; fr-ii lnz 9I; au-i lnz 15I 1C");
    p.play.rules.guard = true;
    let mut s = p.begin();
    s.go("fight lnz; chit assault; answer counterattack", &[]);
    s.by(FR, if levels == 0 { "order 1" } else { "order 1 guard 2" }, &[]);
    s.by(AU, "order 0", dice);
    s
}

#[test]
fn r7_5_2_9_2_2_a_side_that_breaks_because_its_guard_failed_loses_cavalry() {
    rules!("empires 7.5.2.9.2.2", "empires 7.5.2.10.1.1", "empires 7.5.2.8");
    // Without guard the same dice break nobody, and any factor may go.
    let s = guard_at_linz(0, &[1, 4]);
    assert!(s.sides().contains(&FR), "{:?}", s.sides());
    assert!(s.offered_to(FR, "lose infantry of fr-ii") && s.offered_to(FR, "lose cavalry of fr-gd-i"));
    // Guard that leaves the enemy standing breaks its own side in this round: one loss at least is cavalry.
    let mut s = guard_at_linz(2, &[1, 1, 4]);
    let owes = s.p.losses.owes[usize::from(FR)];
    assert!(owes.left > 0, "{:?} {owes:?}", s.sides());
    assert_eq!(owes.cavalry, 1);
    while s.p.losses.owes[usize::from(FR)].left > 1 {
        s.by(FR, "lose infantry of fr-ii", &[]);
    }
    assert!(s.offered_to(FR, "lose cavalry of fr-gd-i") && !s.offered_to(FR, "lose infantry of fr-ii"));
    let infantry = Action::Loss(LossAction::Take(Source::Block(BlockId::of(corps("fr-ii"))), Kind::Infantry));
    assert_eq!(s.forbids(FR, &infantry), "7.5.2.9.2.2");
}
