//! Situations of combat that come up seldom, through the game.
use crate::scene::*;
use sandtable_empires::combat::charts::Table;

fn help(b: usize) -> Action {
    Action::Fight(FightAction::Help(BlockId::of(b)))
}

fn help_leader(l: usize) -> Action {
    Action::Fight(FightAction::HelpLeader(LeaderId::of(l)))
}

/// Russia attacks the Austrian corps that serves France in 1812, or is attacked by it.
fn schwarzenberg(phasing: u8) -> Position {
    let p = before("russia1812", Phase::Besieged, &[phasing]);
    p.on("attack luk; fr-xi luk 14I; ru-ix luk 10I; depot bst fr; depot kie ru")
}

#[test]
fn r7_5_2_6_1_1b_a_foreign_corps_has_the_morale_and_the_leader_of_its_nation() {
    rules!("empires 7.5.2.9.1(c)", "empires 7.5.2.10.2.3(c)");
    let mut s = schwarzenberg(FR).on("au-schwarzenberg luk; fr-davout bst").begin();
    let (leader, davout) = (leader("au-schwarzenberg"), leader("fr-davout"));
    s.by(FR, "fight luk", &[]);
    assert_eq!(usize::from(s.p.fight.camps[0].leader), leader, "he commands his corps");
    s.go("chit assault; answer defend", &[]);
    let own = data().nations[usize::from(AU)].morale.infantry;
    assert_ne!(own, data().nations[usize::from(FR)].morale.infantry);
    assert_eq!(s.p.fight.battle.sides[0].base, i16::from(own));
    s.fight_out([1, 6]);
    assert_eq!(s.p.leaders[leader], s.p.corps[corps("fr-xi")].spot, "he retreats with it");
    assert_ne!(s.p.leaders[leader], field("luk"));
    // Beside other corps a French leader commands, though he is junior.
    let mut s = schwarzenberg(FR).on("au-schwarzenberg luk; fr-davout luk; fr-iii luk 10I").begin();
    s.by(FR, "fight luk", &[]);
    assert_eq!(usize::from(s.p.fight.camps[0].leader), davout);
}

#[test]
fn r7_5_2_5_2_2_a_foreign_corps_withdraws_by_the_rating_of_its_nation() {
    let p = schwarzenberg(RU);
    let [own, french] = [AU, FR].map(|q| data().nations[usize::from(q)].intrinsic(p.month));
    assert_eq!((own.strategic, french.strategic), (1, 2));
    let mut s = p.begin();
    s.go("fight luk; chit assault; answer withdraw", &[2]);
    assert_eq!(s.p.corps[corps("fr-xi")].spot, field("luk"), "a 2 would do for a French corps");
    assert_eq!(s.p.fight.battle.sides[1].tactical, own.tactical);
}

#[test]
fn r7_5_2_6_1_1_factors_of_a_minor_on_a_depot_have_its_morale() {
    rules!("empires 7.5.2.6.1.2(c)");
    let scene = |method_two: bool| {
        let mut p = france_attacks("lnz").on("fr-ii lnz 8I; au-i lnz 10I; depot lnz fr");
        p.play.rules.method_two = method_two;
        let hanover = nation("HAN");
        p.at_mut(area("lnz")).country = hanover;
        p.at_mut(area("lnz")).guard = Loose { nation: hanover, infantry: 8, ..Loose::NONE }.into();
        let mut s = p.begin();
        s.go("fight lnz; chit assault; answer defend", &[]);
        s.p.fight.battle.sides[0].base
    };
    assert_eq!(scene(false), 30, "8 at 4.0 and 8 at 2.0");
    assert_eq!(scene(true), 40 - 8, "eight weak factors of a free state");
}

#[test]
fn r7_5_4_1_3_2_minors_that_a_power_trains_have_its_morale_in_a_siege_too() {
    let mut p = before("grand1805", Phase::Combats, &[FR]).neutral().on("war fr gb");
    let portugal = nation("POR");
    p.controller[usize::from(portugal)] = GB;
    corps_with(&mut p, "fr-ii", FR, field("lis"), 20, 0);
    garrison(&mut p, "lis", portugal, 20);
    p.at_mut(area("lis")).besieged = true;
    let mut s = p.begin();
    s.take(FR, Action::Siege(SiegeAction::Assault(area("lis"))), &[6]);
    s.take(GB, Action::Siege(SiegeAction::Fight), &[1; 6]);
    let morale = s.sieges().into_iter().find_map(|e| match e {
        SiegeEvent::Begins { morale, .. } => Some(morale),
        _ => None,
    });
    assert_eq!(morale.map(|m| m[1]), Some(40));
}

#[test]
fn r7_5_2_11_4_cossacks_who_came_as_help_pay_and_those_round_the_flank_do_not() {
    rules!("empires 7.5.2.10.1.2.2", "empires 7.5.2.3.2", "empires 7.5.2.11.2(b)");
    let mut p = before("russia1812", Phase::Besieged, &[RU]).on("attack slo; ru-vii slo 10I; \
         ru-viii slo 10I; ru-bagration slo; fr-iii slo 20I; fr-iv slo 20I");
    let pins = corps("ru-vii");
    let russia = usize::from(RU);
    p.at_mut(area("slo")).irregulars[russia] = 2;
    // Platov waits next door with three more; two without a leader stand elsewhere.
    let near = data().board.neighbours(area("slo")).iter().filter(|n| n.1 == sandtable_board::LinkKind::Land);
    let near: Vec<AreaId> = near.map(|n| n.0).filter(|a| data().place(*a).terrain == 0).collect();
    p.at_mut(near[0]).irregulars[russia] = 3;
    lead(&mut p, "ru-platov", Spot::Field(near[0]));
    let mut s = p.begin();
    s.go("fight slo; chit outflank; answer counterattack", &[]);
    s.by(RU, "around ru-viii; done", &[]);
    assert_eq!(s.p.fight.battle.sides[0].outflanking.total(), 12, "cossacks go round");
    s.round(&[1, 1]);
    s.by(RU, "reinforce with ru-platov", &[1]);
    for _ in 0..2 {
        s.by(RU, "bring an irregular", &[]);
    }
    s.by(RU, "done", &[6]);
    let sides = s.p.fight.battle.sides;
    assert_eq!((sides[0].pinning[Kind::Cossack], sides[0].outflanking[Kind::Cossack]), (2, 2));
    // France rolls well: two of the pinning cossacks can be lost, not the two round the flank.
    let before = s.p.corps[pins].total();
    for q in [RU, FR] {
        let order = s.offers_to(q)[0].clone();
        s.by(q, &order, if q == FR { &[1, 5] } else { &[] });
    }
    let cossack = Action::Loss(LossAction::Take(Source::Field, Kind::Cossack));
    s.take(RU, cossack, &[]);
    s.take(RU, cossack, &[]);
    assert_eq!(s.forbids(RU, &cossack), "7.5.2.10.1.2.2", "the others are not there yet");
    s.pay(&[6]);
    assert!(s.p.corps[pins].total() < before);
    let side = s.p.fight.battle.sides[0];
    assert_eq!((side.pinning[Kind::Cossack], side.outflanking[Kind::Cossack]), (0, 2));
}

#[test]
fn r7_5_2_11_2b_cossacks_do_not_come_without_a_leader() {
    let p = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 15I; irregulars vie au 3");
    let start = p;
    let mut s = p.begin();
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders), "nobody is asked");
    let mut p = start;
    lead(&mut p, "au-charles", field("vie"));
    let mut s = p.begin();
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    s.by(AU, "reinforce with au-charles", &[4]);
    s.by(AU, "bring an irregular", &[]);
    assert_eq!(s.p.at(area("lnz")).irregulars[usize::from(AU)], 1);
}

#[test]
fn r7_5_2_11_2_the_leader_brings_other_leaders_along_with_the_last_corps() {
    rules!("empires 7.5.2.11.2(c)");
    let mut s = france_attacks("lnz")
        .on("fr-ii lnz 20I; au-i lnz 15I; au-ii vie 5I; au-charles vie; \
         au-liechtenstein vie")
        .begin();
    let charles = leader("au-charles");
    let cavalry = leader("au-liechtenstein");
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    assert_eq!(s.forbids(AU, &help_leader(cavalry)), "7.5.2.11.2(c)", "Charles is senior");
    s.by(AU, "reinforce with au-charles", &[4]);
    s.by(AU, "bring au-ii", &[]);
    s.take(AU, Action::Fight(FightAction::BringLeader(LeaderId::of(cavalry))), &[]);
    assert_eq!((s.p.leaders[charles], s.p.leaders[cavalry]), (field("lnz"), field("lnz")));
}

#[test]
fn r7_5_2_11_1_2b_a_trivial_combat_whose_side_has_left_is_cancelled() {
    rules!("empires 7.5.2.11.1.2");
    // Freikorps under John at Graz face a French corps; they leave for Linz.
    let mut s = france_attacks("lnz")
        .on("attack gra; fr-ii lnz 20I; au-i lnz 15I; fr-iii gra 10I; \
         irregulars gra au 2; au-charles gra")
        .begin();
    let waits = corps("fr-iii");
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    // The French corps may come as well: a trivial combat binds nobody.
    assert_eq!(s.sides(), [FR]);
    assert!(game().check(&s.p, Side(FR), &help(waits)).is_ok());
    s.by(FR, "done", &[]);
    s.by(AU, "reinforce with au-charles", &[3]);
    s.by(AU, "bring an irregular; bring an irregular", &[]);
    while s.top() != Step::Fight(FightStep::Night) {
        s.round(&[1, 1]);
        s.no_help();
    }
    s.by(FR, "withdraw for the night", &[]);
    s.by(AU, "fight on", &[]);
    while !has(&s, |e| matches!(e, FightEvent::Dropped { area: a } if *a == area("gra"))) {
        let q = s.sides()[0];
        let first = s.offers_to(q).last().cloned().unwrap();
        s.by(q, &first, &[]);
    }
    assert!(!s.p.play.attacks.has(area("gra")), "nobody is left to attack");
    // With a field combat waiting there the corps would be bound.
    let mut s = france_attacks("lnz")
        .on("attack gra; fr-ii lnz 20I; au-i lnz 15I; fr-iii gra 10I; \
         au-ii gra 2I; fr-iv slz 10I")
        .begin();
    let waits = corps("fr-iii");
    s.go("fight lnz; chit probe; answer cordon", &[]);
    s.round(&[1, 1]);
    assert_eq!(s.forbids(FR, &help(waits)), "7.5.2.11.1.2");
}

#[test]
fn r7_5_2_12_2_a_depot_garrison_that_is_left_behind_fights_on() {
    rules!("empires 7.5.2.5.2.3(b)");
    let mut s = france_attacks("lnz")
        .on("fr-ii lnz 10I; fr-iii lnz 10I; fr-bernadotte lnz; au-i lnz 15I; \
         depot lnz au 6I")
        .begin();
    let b = corps("au-i");
    s.go("fight lnz; chit outflank; answer withdraw", &[]);
    s.by(FR, "around fr-iii; done", &[6]);
    assert_eq!(s.p.corps[b].spot, field("lnz"), "the withdrawal fails");
    s.round(&[1, 1, 6]);
    assert_eq!(s.p.corps[b].spot, field("vie"), "the outflankers have missed it");
    assert_eq!(s.top(), Step::Fight(FightStep::Orders));
    let guard = s.p.at(area("lnz")).guard.total();
    assert!(guard > 0 && s.p.fight.battle.sides[1].all().total() == u16::from(guard));
    assert_eq!(s.p.fight.battle.sides[0].fighting().total(), 20, "nobody is round the flank now");
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records()[1].tables, [Table::new(5, 2); 2]);
}

#[test]
fn r7_5_2_10_4_1_outflankers_outlive_both_the_pinning_force_and_the_enemy() {
    rules!("empires 7.5.2.10.1.2.1");
    let mut p = france_attacks("lnz").on("fr-ii lnz 1I; fr-iii lnz 10I; fr-bernadotte lnz; au-i lnz 1I");
    let around = corps("fr-iii");
    let leader = leader("fr-bernadotte");
    p.at_mut(area("lnz")).garrison = Garrison::NONE;
    let mut s = p.begin();
    s.go("fight lnz; chit outflank; answer counterattack", &[]);
    s.by(FR, "around fr-iii; done", &[]);
    // One factor against one loses nobody by percentages, so the losses are set as if both had lost theirs.
    s.p.corps[corps("fr-ii")].factors = [0; 7];
    s.p.corps[corps("au-i")].factors = [0; 7];
    let points = s.p.play.points;
    for (i, q) in s.sides().into_iter().enumerate() {
        let order = s.offers_to(q)[0].clone();
        s.by(q, &order, &[]);
        assert!(i < 2);
    }
    assert!(has(&s, |e| matches!(e, FightEvent::Decided { .. })));
    assert!(s.p.play.points[0] > points[0] && s.p.play.points[3] < points[3], "the survivors have won");
    assert_eq!(s.p.corps[around].spot, field("lnz"));
    assert_eq!(s.p.leaders[leader], field("lnz"), "nobody is left to capture him");
}

#[test]
fn r7_5_1_2_everybody_outside_the_city_takes_part() {
    rules!("empires 7.5.1.2(b)");
    let mut s = france_attacks("lnz")
        .on("fr-ii lnz 10I; au-i lnz 5I; irregulars lnz au 2; \
         depot lnz au 3I 1M; garrison lnz au 4I; au-ii lnz city 3I")
        .begin();
    s.go("fight lnz; chit probe; answer cordon", &[]);
    let all = s.p.fight.battle.sides[1].all();
    assert_eq!((all[Kind::Infantry], all[Kind::Militia], all[Kind::Freikorps]), (8, 1, 2));
}

/// A French corps against a depot garrison at an area.
fn trivial(at: &str) -> Position {
    let mut p = france_attacks(at);
    corps_with(&mut p, "fr-ii", FR, field(at), 10, 1);
    depot(&mut p, at, AU);
    p.at_mut(area(at)).guard = Loose { nation: AU, infantry: 4, militia: 4, ..Loose::NONE }.into();
    p
}

#[test]
fn r7_5_3_2_trivial_combats_are_fought_on_one_table_as_terrain_changes_it() {
    rules!("empires 7.5.3.1(b)", "empires 7.5.3.4(b)", "empires 7.5.3.5");
    // Help next door is not asked for.
    let mut s = trivial("lnz").on("au-ii vie 10I; au-charles vie").begin();
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records()[0].tables, [Table::new(5, 2); 2]);
    assert_eq!(s.top(), Step::Fight(FightStep::Orders), "no reinforcement");
    s.round(&[1, 1]);
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records().iter().map(|r| r.tables).collect::<Vec<_>>(), [[Table::new(5, 2); 2]; 3]);
    // Only France can withdraw after the day; the garrison stays in any case.
    assert_eq!(s.sides(), [FR]);
    s.by(FR, "fight on", &[]);
    assert_eq!((s.p.fight.battle.day, s.top()), (2, Step::Fight(FightStep::Orders)));
    let points = s.p.play.points;
    while s.top() == Step::Fight(FightStep::Orders) {
        s.round(&[6, 1]);
    }
    s.by(FR, "no pursuit", &[]);
    assert_eq!(s.p.at(area("lnz")).guard.total(), 0, "the broken garrison surrenders");
    assert_eq!(s.p.play.points, points);
    // In the mountains the attacker's table is lower.
    let mut s = trivial("slz").begin();
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records()[0].tables, [Table::new(4, 2), Table::new(5, 2)]);
}

#[test]
fn r7_5_3_3_militia_may_always_be_lost_in_a_trivial_combat() {
    let mut s = trivial("lnz").begin();
    s.p.fight.battle.sides[1].base = 60;
    let militia = Action::Loss(LossAction::Take(Source::Guard(NationId(AU)), Kind::Militia));
    let mut spared = 0;
    while s.p.fight.battle.sides[1].lost < 20 && s.top() == Step::Fight(FightStep::Orders) {
        for q in s.sides() {
            let order = s.offers_to(q)[0].clone();
            let last = s.sides().len() == 1;
            s.by(q, &order, if last { &[6, 1] } else { &[] });
        }
        if s.p.fight.battle.sides[1].lost >= 20 && s.sides().contains(&AU) {
            s.take(AU, militia, &[]);
            spared += 1;
        }
        s.pay(&[]);
    }
    assert_eq!(spared, 1, "a morale loss of two points was reached with militia left");
}

#[test]
fn r7_5_3_1b_an_agreed_trivial_combat_is_reinforced() {
    let mut s =
        france_attacks("lnz").on("fr-ii lnz 10I; au-i lnz 10I; au-ii vie 10I; au-charles vie").begin();
    s.take(FR, Action::Fight(FightAction::Attack { area: area("lnz"), trivial: true }), &[]);
    s.take(AU, Action::Fight(FightAction::Agree(true)), &[]);
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records()[0].tables, [Table::new(5, 2); 2]);
    s.by(AU, "reinforce with au-charles", &[4]);
    s.by(AU, "bring au-ii", &[]);
    assert_eq!(s.p.corps[corps("au-ii")].spot, field("lnz"));
}

#[test]
fn r7_5_2_10_3_3_a_beaten_force_goes_on_until_an_open_area() {
    rules!("empires 7.5.2.10.3.2", "empires 7.5.2.10.3.5", "empires 7.5.2.10.3.1", "empires 7.5.2.10(b)");
    // A French corps stands at Vienna, where the nearest depot is.
    let mut s = france_attacks("lnz").on("fr-ii lnz 20I; au-i lnz 8I; au-ii lnz 8I; fr-iii vie 5I").begin();
    let beaten = corps("au-i");
    let second = corps("au-ii");
    s.go("fight lnz; chit escalated assault; answer cordon", &[]);
    s.fight_out([6, 1]);
    let goes = |s: &Scene| s.fights().iter().any(|e| matches!(e, FightEvent::Retreats { goes_on: true, .. }));
    assert!(goes(&s), "driven on from Vienna");
    assert_eq!(s.sides(), [FR], "the victor moves it on");
    let retreat = |a: &str| Action::Fight(FightAction::Retreat(area(a)));
    assert_eq!(s.forbids(FR, &retreat("lnz")), "7.5.2.10.3.5");
    assert_eq!(s.forbids(FR, &retreat("par")), "7.5.2.10.3.1");
    let on = s.offers_to(FR)[0].clone();
    s.by(FR, &on, &[]);
    assert_eq!(s.p.corps[beaten].spot, s.p.corps[second].spot, "together");
    assert!(![field("lnz"), field("vie")].contains(&s.p.corps[beaten].spot));
}

/// Austria besieges Augsburg with some cavalry; France comes from Ulm to its relief, everybody comes out.
fn relief(inside: [u8; 2], relievers: [u8; 2], besiegers: [u8; 2]) -> Scene {
    let mut p = france_attacks("aug");
    let b = corps_with(&mut p, "fr-ii", FR, field("aug"), relievers[0], relievers[1]);
    p.corps[b].ration.from = area("ulm");
    corps_with(&mut p, "fr-iii", FR, city("aug"), inside[0], inside[1]);
    p.at_mut(area("aug")).besieged = true;
    corps_with(&mut p, "au-i", AU, field("aug"), besiegers[0], 0);
    if besiegers[1] > 0 {
        corps_with(&mut p, "au-i-c", AU, field("aug"), 0, besiegers[1]);
    }
    lead(&mut p, "fr-murat", city("aug"));
    let mut s = p.begin();
    s.by(FR, "fight aug; sally fr-iii", &[]);
    s
}

#[test]
fn r7_5_4_2_3_1_2_only_broken_relievers_are_pursued() {
    rules!("empires 7.5.4.2.3.1.1", "empires 7.5.4.2.3.1");
    let mut s = relief([4, 0], [6, 2], [15, 5]);
    s.go("chit escalated assault; answer defend", &[]);
    s.fight_out([1, 6]);
    assert_eq!(s.offers_to(AU), ["pursue", "no pursuit"]);
    let inside = s.p.corps[corps("fr-iii")].total();
    let outside = s.p.corps[corps("fr-ii")].total();
    s.by(AU, "pursue", &[6]);
    assert!(s.p.losses.owes[0].blocks == Blocks::one(corps("fr-ii")) || s.top() != Step::Loss);
    s.pay(&[]);
    assert_eq!(s.p.corps[corps("fr-iii")].total(), inside, "the garrison is not pursued");
    assert!(s.p.corps[corps("fr-ii")].total() < outside);
    assert!(s.p.at(area("aug")).besieged, "the siege goes on");
    assert_eq!(s.p.corps[corps("fr-iii")].spot, city("aug"));
}

#[test]
fn r7_5_4_2_3_2_only_the_relievers_cavalry_pursues() {
    // Cavalry only in the garrison: no pursuit.
    let beat = |s: &mut Scene| {
        s.go("chit escalated assault; answer cordon", &[]);
        s.fight_out([6, 1]);
    };
    let mut s = relief([4, 3], [20, 0], [15, 0]);
    beat(&mut s);
    assert!(!s.offered_to(FR, "pursue"));
    assert!(!s.p.at(area("aug")).besieged);
}
