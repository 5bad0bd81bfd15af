//! Field combats through the game: the rulebook's examples and the steps one by one.
use crate::scene::*;
use sandtable_empires::combat::charts::Table;
use sandtable_empires::combat::{Factors, Kind};

fn table(name: &str) -> Table {
    Table::named(name).unwrap()
}

/// Both state these ratings, and the round is rolled.
fn round(s: &mut Scene, a: (u8, u8), d: (u8, u8), dice: &[u8]) {
    let asked = s.sides();
    for (i, (q, n)) in [a, d].into_iter().enumerate() {
        if asked.contains(&q) {
            let last = i == 1 || !asked.contains(&d.0);
            s.by(q, &format!("order {n}"), if last { dice } else { &[] });
        }
    }
}

fn lose(s: &mut Scene, power: u8, block: usize, kind: Kind, count: u8) {
    for _ in 0..count {
        s.take(power, Action::Loss(LossAction::Take(Source::Block(BlockId::of(block)), kind)), &[]);
    }
}

fn all(s: &Scene, who: usize) -> Factors {
    s.p.fight.battle.sides[who].all()
}

fn of(list: &[(Kind, u16)]) -> Factors {
    Factors::of(list)
}

#[test]
fn r7_5_2_15_turkey_attacks_russia_through_the_game() {
    rules!("empires 7.5.2", "empires 7.5.2.1", "empires 7.5.2.6", "empires 7.5.2.6.3", "empires 7.5.2.4");
    rules!("empires 7.5.2.6.1.1", "empires 7.5.2.9", "empires 7.5.2.9.2.1", "empires 7.5.2.9.2.2");
    rules!("empires 7.5.2.10", "empires 7.5.2.10.1.3", "empires 7.5.2.10.2.3", "empires 7.5.2.10.2.3(c)");
    let row = data().scenarios.iter().position(|s| s.id == "danube1809").unwrap();
    let mut p = Position::start(data(), &data().scenarios[row]);
    (p.play.scenario, p.play.turns) = (row as u8, 7);
    set_slot(&mut p, Phase::Besieged, &[TU]);
    for b in p.corps_at(field("buc")).collect::<Vec<_>>() {
        p.corps[b].spot = field("foc");
    }
    let vizier = lead(&mut p, "tu-grand-vizier", field("foc"));
    let prozorovsky = leader("ru-prozorovsky");
    assert_eq!(p.leaders[prozorovsky], field("foc"));
    p.play.attacks.put(area("foc"));
    let points = p.play.points;

    let mut s = p.begin();
    assert_eq!(s.sides(), [TU]);
    s.by(TU, "fight foc", &[]);
    assert_eq!(s.sides(), [RU, TU], "both pick in secret");
    assert_eq!(s.p.fight.camps.map(|c| usize::from(c.leader)), [vizier, prozorovsky]);
    assert!(s.p.corps.iter().all(|c| !c.seen), "nobody has seen a face before step 6");
    s.go("chit assault; answer cordon", &[]);
    // Step 6.
    assert_eq!([0, 1].map(|i| all(&s, i).total()), [50, 37]);
    assert_eq!(s.p.fight.battle.sides.map(|x| x.base), [23, 30]);
    assert_eq!(game().engine().breaking_levels(&s.p), [23, 30]);
    assert_eq!(s.p.fight.battle.sides.map(|x| x.tactical), [2, 2]);
    assert!(s.p.fight.camps.iter().all(|c| c.blocks.iter().all(|b| s.p.corps[b].seen)));
    // Round 1.
    round(&mut s, (TU, 2), (RU, 2), &[4, 3]);
    let r = s.p.fight.records()[0];
    assert_eq!((r.tables, r.dice, r.modifiers), ([table("4-1"), table("2-1")], [4, 3], [0, 0]));
    assert_eq!((r.weights, r.lost, r.morale), ([50, 37], [2, 5], [2, 10]));
    let iii = corps("ru-iii");
    lose(&mut s, RU, iii, Kind::Militia, 5);
    assert_eq!(s.sides(), [TU]);
    lose(&mut s, TU, corps("tu-feudal-i"), Kind::FeudalInfantry, 2);
    let k = Kind::ALL;
    let russia = |i, m, c| of(&[(k[0], 6), (k[1], i), (k[2], m), (k[3], c)]);
    let turkey = |fi| of(&[(k[5], fi), (k[6], 18), (k[1], 14)]);
    assert_eq!([all(&s, 0), all(&s, 1)], [turkey(16), russia(17, 8, 1)]);
    assert_eq!(s.p.corps[iii].last, s.p.corps[iii].factors, "what is left shows");
    assert_eq!(s.p.fight.battle.sides.map(|x| x.lost), [2, 10]);
    s.no_help();
    // Round 2.
    round(&mut s, (TU, 2), (RU, 2), &[4, 4]);
    let r = s.p.fight.records()[1];
    assert_eq!((r.tables, r.weights), ([table("4-3"), table("2-1")], [48, 32]));
    assert_eq!((r.lost, r.morale), ([2, 7], [5, 20]));
    let (i, ii) = (corps("ru-i"), corps("ru-ii"));
    let take = |b: usize, kind| Action::Loss(LossAction::Take(Source::Block(BlockId::of(b)), kind));
    assert_eq!(s.forbids(RU, &take(iii, Kind::Militia)), "7.5.2.9.2.1");
    lose(&mut s, RU, i, Kind::Infantry, 6);
    assert_eq!(s.forbids(RU, &take(i, Kind::Infantry)), "7.5.2.9.2.2");
    lose(&mut s, RU, ii, Kind::Cavalry, 1);
    lose(&mut s, TU, corps("tu-feudal-ii"), Kind::FeudalInfantry, 2);
    assert_eq!([all(&s, 0), all(&s, 1)], [turkey(14), russia(11, 8, 0)]);
    assert_eq!(s.p.fight.battle.sides.map(|x| x.lost), [7, 30]);
    // Pursuit.
    assert_eq!(s.sides(), [TU]);
    assert_eq!(s.offers_to(TU), ["pursue", "no pursuit"]);
    assert_eq!(s.p.play.points[1] - points[1], -2);
    assert_eq!(s.p.play.points[2] - points[2], 2);
    s.by(TU, "pursue", &[5]);
    let hunted =
        s.fights().iter().any(|e| matches!(e, FightEvent::Pursues { class: 5, die: 5, due: 11, .. }));
    assert!(hunted, "{:?}", s.fights());
    assert!(!s.p.corps.iter().any(|c| c.spot == field("foc") && c.power == RU));
    assert_eq!([corps("ru-gd"), i, ii, iii].map(|b| s.p.corps[b].spot), [Spot::Off; 4]);
    assert_eq!(s.p.leaders[prozorovsky], Spot::Off);
    let captured = CommonEvent::Captured { leader: prozorovsky as u8, by: TU, fought: true };
    assert!(s.events.contains(&Event::Common(captured)));
    assert_eq!(s.p.corps_at(field("foc")).count(), 7, "Turkey is alone in the area");
    assert!(s.p.play.won.has(area("foc")));
}

#[test]
fn r7_5_2_7_2_outflankers_who_arrive_count_double() {
    rules!(
        "empires 7.5.2.3",
        "empires 7.5.2.3.1",
        "empires 7.5.2.3.1(b)",
        "empires 7.5.2.3.2",
        "empires 7.5.2.7.2(b)"
    );
    rules!("empires 7.5.2.12.1", "empires 7.5.2.2", "empires 7.5.2.7", "empires 7.5.2.12");
    let mut p = france_attacks("ulm").on("fr-ii ulm 20I; fr-iii ulm 10I; fr-davout ulm");
    let pins = corps("fr-ii");
    let goes = corps("fr-iii");
    for (id, n) in [("au-i", 15), ("au-ii", 15), ("au-iii", 10)] {
        corps_with(&mut p, id, AU, field("ulm"), n, 0);
    }
    let mut s = p.begin();
    s.by(FR, "fight ulm", &[]);
    let outflank = Action::Fight(FightAction::Defender(sandtable_empires::combat::DefenderChit::Outflank));
    assert_eq!(s.forbids(AU, &outflank), "7.5.2.1(b)", "Austria has no leader there");
    s.go("chit outflank; answer counterattack", &[]);
    assert_eq!(s.p.fight.outflanks, [true, false]);
    assert!(!s.p.fight.shown, "the chits themselves are still hidden");
    assert_eq!(s.forbids(FR, &Action::Fight(FightAction::Done)), "7.5.2.3.2");
    s.by(FR, "around fr-iii", &[]);
    assert_eq!(s.forbids(FR, &Action::Fight(FightAction::Around(Flanker(BlockId::of(pins))))), "7.5.2.3.1");
    s.by(FR, "done", &[]);
    assert!(s.p.fight.shown);
    round(&mut s, (FR, 4), (AU, 0), &[1, 6]);
    let r = s.p.fight.records()[0];
    assert_eq!((r.tables, r.weights), ([table("2-1"), table("2-3")], [20, 40]));
    assert_eq!(r.lost[0], 4);
    let far = Action::Loss(LossAction::Take(Source::Block(BlockId::of(goes)), Kind::Infantry));
    assert_eq!(s.forbids(FR, &far), "7.5.2.10.1.2.2");
    s.pay(&[4]);
    assert!(s.p.fight.battle.sides[0].arrived);
    round(&mut s, (FR, 4), (AU, 0), &[1, 1]);
    let r = s.p.fight.records()[1];
    assert_eq!((r.tables, r.weights[0]), ([table("4-4"), table("3-1")], 36));
}

#[test]
fn r7_5_2_9_escalated_assault_against_outflank() {
    rules!("empires 7.5.2.9.2", "empires 7.5.2.9.1.2", "empires 7.5.2.12.1.1");
    let mut s = france_attacks("ulm")
        .on("fr-ii ulm 20I; fr-iii ulm 8I; fr-davout ulm; au-i ulm 9I; \
         au-ii ulm 11I; au-charles ulm")
        .begin();
    s.go("fight ulm; chit escalated assault; answer outflank", &[]);
    s.by(AU, "around au-ii; done", &[]);
    assert_eq!(s.forbids(FR, &Action::Fight(FightAction::Order { tactical: 5, guard: 0 })), "7.5.2.9.1.2");
    round(&mut s, (FR, 2), (AU, 2), &[6, 5]);
    let r = s.p.fight.records()[0];
    assert_eq!((r.tables, r.weights), ([table("3-3"), table("3-1")], [28, 9]));
    assert_eq!((r.lost, r.morale), ([1, 4], [11, 28]));
    s.pay(&[4]);
    round(&mut s, (FR, 2), (AU, 2), &[3, 3]);
    let r = s.p.fight.records()[1];
    assert_eq!((r.tables, r.weights), ([table("4-1"), table("5-4")], [27, 27]));
    assert_eq!((r.lost, r.morale), ([4, 3], [24, 7]));
}

#[test]
fn r7_5_2_1_chits_are_secret_until_both_have_picked() {
    rules!("empires 7.5.1(b)");
    let mut s = france_attacks("ulm").on("fr-ii ulm 20I; au-i ulm 9I").begin();
    s.by(FR, "fight ulm", &[]);
    use sandtable_empires::combat::{AttackerChit, DefenderChit};
    assert_eq!(s.forbids(FR, &Action::Fight(FightAction::Defender(DefenderChit::Cordon))), "7.5.2.1");
    assert_eq!(s.forbids(AU, &Action::Fight(FightAction::Attacker(AttackerChit::Probe))), "7.5.2.1");
    s.by(FR, "chit probe", &[]);
    assert_eq!(s.sides(), [AU], "France has chosen");
    let known = game().known(&s.p, Side(AU)).unwrap();
    assert!(known.fight.camps[0].chosen);
    assert_eq!((known.fight.camps[0].chit, s.p.fight.camps[0].chit), (0, 4));
    assert_eq!(game().known(&s.p, Side(FR)).unwrap().fight.camps[0].chit, 4);
    same_from_known(&s.p, AU);
    s.by(AU, "answer cordon", &[]);
    assert!(s.fights().iter().any(|e| matches!(e, FightEvent::Shown { .. })));
}

/// Three rounds without a decision: weak tables and ones.
fn three_rounds(s: &mut Scene) {
    for _ in 0..3 {
        round(s, (FR, 0), (AU, 0), &[1, 1]);
        s.pay(&[]);
        s.no_help();
    }
}

fn long_day() -> Scene {
    let mut s = france_attacks("lnz").on("fr-ii lnz 20I 3C; au-i lnz 15I 1C; garrison lnz au 3I").begin();
    s.go("fight lnz; chit probe; answer cordon", &[]);
    three_rounds(&mut s);
    s
}

#[test]
fn r7_5_2_13_after_three_rounds_both_fight_or_withdraw() {
    rules!("empires 7.5.2.13.1", "empires 7.5.2.13.2", "empires 7.5.2.13.2.1", "empires 7.5.2.13.1(b)");
    rules!("empires 7.5.2.10.2.1(b)", "empires 7.5.2.12.2(b)", "empires 7.5.2.10.3.1");
    // Another day.
    let mut s = long_day();
    assert_eq!(s.sides(), [FR, AU]);
    assert_eq!(s.offers_to(AU), ["fight on", "withdraw for the night"]);
    let levels = game().engine().breaking_levels(&s.p);
    s.by(FR, "fight on", &[]);
    assert!(!game().known(&s.p, Side(AU)).unwrap().fight.camps[0].withdraws);
    s.by(AU, "fight on", &[]);
    assert_eq!(s.p.fight.battle.day, 2);
    assert_eq!(s.sides(), [FR, AU], "new chits");
    s.go("chit probe; answer cordon", &[]);
    assert_eq!(game().engine().breaking_levels(&s.p), levels.map(|n| n - 5));
    assert_eq!(s.p.fight.battle.sides.map(|x| x.lost), [0, 0]);
    // One leaves: pursuit at class 1, then it goes where it likes among the nearest.
    let mut s = long_day();
    s.by(AU, "withdraw for the night", &[]);
    let points = s.p.play.points;
    s.by(FR, "fight on", &[]);
    assert_eq!(s.offers_to(FR), ["pursue", "no pursuit"]);
    s.by(FR, "pursue", &[6]);
    assert!(s.fights().iter().any(|e| matches!(e, FightEvent::Pursues { class: 1, .. })));
    assert_eq!(s.p.play.points, points);
    assert_eq!(s.p.corps[corps("au-i")].spot, field("vie"), "next to the depot");
    // Both leave, and nobody pursues.
    let mut s = long_day();
    s.by(AU, "withdraw for the night", &[]);
    s.by(FR, "withdraw for the night", &[]);
    while s.top() == Step::Fight(FightStep::Retreat) {
        let q = s.sides()[0];
        let first = s.offers_to(q)[0].clone();
        s.by(q, &first, &[]);
    }
    assert_eq!(s.p.corps_at(field("lnz")).count(), 0);
}

#[test]
fn r7_5_1_3b_the_victor_occupies_a_vacant_city() {
    rules!("empires 7.5.3.5", "empires 7.5.3");
    let mut s = france_attacks("lnz").on("fr-ii lnz 9I; fr-iii lnz 20I 3C; depot lnz au 1I").begin();
    let fr = corps("fr-ii");
    // A depot garrison alone: trivial, so nobody is asked for chits.
    assert_eq!(s.top(), Step::Fight(FightStep::Orders));
    let points = s.p.play.points;
    round(&mut s, (FR, 1), (AU, 1), &[6, 1]);
    s.pay(&[]);
    assert_eq!(s.p.play.points, points, "no points in a trivial combat");
    assert!(s.offered_to(FR, "destroy the depot"), "{:?}", s.offers_to(FR));
    s.by(FR, "destroy the depot", &[]);
    assert_eq!(s.p.at(area("lnz")).depot.owner, NOBODY);
    assert!(s.offered_to(FR, "enter fr-ii"), "{:?}", s.offers_to(FR));
    assert_eq!(
        s.forbids(FR, &Action::Fight(FightAction::Enter(BlockId::of(corps("fr-iii"))))),
        "7.5.1.3(b)",
        "no room for 23"
    );
    s.by(FR, "detach fr-iii i; enter fr-ii", &[]);
    assert_eq!(s.p.corps[fr].spot, city("lnz"));
    assert_eq!(s.p.at(area("lnz")).garrison.counts()[0], 1);
}
