//! Rules that add up what several counters bring, played through the game.
use crate::scene::*;

/// Austria besieges Trieste, France comes to its relief, and the only corps inside falls in the combat.
fn trieste_falls(chain: bool) -> Scene {
    let mut p = france_attacks("tri");
    let near = data().board.neighbours(area("tri"));
    let near: Vec<AreaId> =
        near.iter().filter(|n| n.1 == sandtable_board::LinkKind::Land).map(|n| n.0).collect();
    let relievers = corps_with(&mut p, "fr-ii", FR, field("tri"), 20, 0);
    p.corps[relievers].ration.from = near[0];
    let inside = corps_with(&mut p, "fr-iii", FR, city("tri"), 1, 0);
    let ground = p.at_mut(area("tri"));
    (ground.besieged, ground.inside) = (true, Depot { owner: FR, old: true });
    corps_with(&mut p, "au-i", AU, field("tri"), 15, 0);
    if !chain {
        p.ground.iter_mut().for_each(|g| (g.country, g.holder, g.depot) = (FR, FR, Depot::NONE));
    } else {
        let mut close = data().board.within(area("tri"), 2).iter().copied();
        let source = close.rfind(|a| *a != area("tri") && data().place(*a).spires > 0).unwrap();
        let ground = p.at_mut(source);
        (ground.country, ground.holder) = (AU, AU);
        ground.depot = Depot { owner: AU, old: true };
    }
    let mut s = p.begin();
    s.go("fight tri; sally fr-iii; chit probe; answer cordon", &[]);
    let mut first = true;
    while s.top() == Step::Fight(FightStep::Orders) {
        let asked = s.sides();
        for (i, q) in asked.iter().enumerate() {
            let order = s.offers_to(*q)[0].clone();
            let dice: &[u8] = if i + 1 < asked.len() { &[] } else { &[1, if first { 6 } else { 1 }] };
            s.by(*q, &order, dice);
        }
        if std::mem::take(&mut first) {
            let last = LossAction::Take(Source::Block(BlockId::of(inside)), Kind::Infantry);
            s.take(FR, Action::Loss(last), &[]);
        }
        s.pay(&[]);
        s.no_help();
    }
    assert_eq!(s.p.corps[inside].spot, Spot::Off);
    s
}

#[test]
fn r7_4_3_4_5_the_depot_of_a_city_that_falls_in_a_limited_combat_is_its_takers() {
    let s = trieste_falls(true);
    assert_eq!(s.sides(), [AU]);
    assert_eq!(s.offers_to(AU), ["destroy the depot", "take over the depot"]);
    let mut taken = at(s.p);
    taken.by(AU, "take over the depot", &[]);
    let ground = taken.p.at(area("tri"));
    assert_eq!((ground.depot.owner, ground.inside.owner), (AU, NOBODY), "it stands in the area now");
    let mut gone = at(s.p);
    let leave = Action::Fight(FightAction::Depot(Fate::Leave));
    assert_eq!(gone.forbids(AU, &leave), "7.4.3.4.5");
    gone.by(AU, "destroy the depot", &[]);
    let ground = gone.p.at(area("tri"));
    assert_eq!((ground.depot.owner, ground.inside.owner), (NOBODY, NOBODY));
    // Without a chain that it would join, nobody is asked and it is gone.
    let s = trieste_falls(false);
    assert!(!s.offered_to(AU, "take over the depot"));
    assert_eq!((s.p.at(area("tri")).depot.owner, s.p.at(area("tri")).inside.owner), (NOBODY, NOBODY));
}

/// Davout pins with infantry; guard and horse go round the flank and arrive after the first round.
fn around(superiority: bool) -> Scene {
    let mut p = france_attacks("ulm").on("fr-ii ulm 20I");
    p.play.rules.cavalry_superiority = superiority;
    let guard = corps_with(&mut p, "fr-gd-i", FR, field("ulm"), 0, 0);
    fill(&mut p, guard, [6, 0, 0, 2, 0, 0, 0]);
    p = p.on("fr-i-c ulm 5C; fr-davout ulm; au-i ulm 15I 1C; au-ii ulm 15I");
    let mut s = p.begin();
    s.go("fight ulm; chit outflank; answer counterattack", &[]);
    s.by(FR, "around fr-gd-i; around fr-i-c; done", &[]);
    s
}

/// A round in which nobody's commander counts.
fn plain_round(s: &mut Scene) {
    let asked = s.sides();
    for (i, q) in asked.iter().enumerate() {
        let order = Action::Fight(FightAction::Order { tactical: 0, guard: 0 });
        s.take(*q, order, if i + 1 < asked.len() { &[] } else { &[1, 1] });
    }
    s.pay(&[]);
}

#[test]
fn r7_5_2_3_2_b_outflankers_count_for_morale_at_once_and_in_combat_when_they_arrive() {
    let mut s = around(false);
    let base = s.p.fight.battle.sides[0].base;
    assert!(base > 40, "the guard round the flank lifts the 4.0 of the infantry: {base}");
    s.round(&[1, 1]);
    assert_eq!(s.p.fight.records()[0].weights[0], 20, "only those who pin fight");
    // Cavalry superiority: in the first round Austria alone has horse, later France has far more.
    let modifiers = |superiority: bool| {
        let mut s = around(superiority);
        plain_round(&mut s);
        s.no_help();
        if s.offered_to(FR, "roll for the outflankers") {
            s.by(FR, "roll for the outflankers", &[1]);
        }
        assert!(s.p.fight.battle.sides[0].arrived);
        plain_round(&mut s);
        let [a, b] = [s.p.fight.records()[0].modifiers, s.p.fight.records()[1].modifiers];
        (a, b)
    };
    let (plain, on) = (modifiers(false), modifiers(true));
    assert_eq!(on.0, [plain.0[0], plain.0[1] + 1], "the horse round the flank is not there yet");
    assert_eq!(on.1, [plain.1[0] + 1, plain.1[1]], "it has arrived");
}

#[test]
fn r7_5_2_6_1_2_method_two_takes_the_power_with_most_corps_and_among_equals_the_lowest() {
    // Great Britain (4.5) and Austria (3.5) attack France together; a free state's corps counts for its power.
    let base = |corps: &[(&str, u8)], method_two: bool| {
        let mut p = before("grand1805", Phase::Besieged, &[AU, GB]).neutral().on("war fr au; war fr gb; \
             ally au gb; control bav au; attack ulm");
        p.play.rules.method_two = method_two;
        for (id, power) in corps {
            corps_with(&mut p, id, *power, field("ulm"), 6, 0);
        }
        p = p.on("gb-wellington ulm; fr-ii ulm 12I");
        let mut s = p.begin();
        let first = s.sides()[0];
        s.by(first, "fight ulm", &[]);
        while s.top() == Step::Fight(FightStep::Command) {
            let who = s.sides()[0];
            let any = s.offers_to(who)[0].clone();
            s.by(who, &any, &[]);
        }
        s.go("chit assault; answer cordon", &[]);
        s.p.fight.battle.sides[0].base
    };
    assert_eq!(base(&[("gb-i", GB), ("gb-ii", GB), ("au-i", AU)], true), 45, "most corps are British");
    assert_eq!(base(&[("gb-i", GB), ("au-i", AU)], true), 35, "among equals the lowest");
    assert_eq!(base(&[("gb-i", GB), ("au-i", AU), ("au-ii", AU)], true), 35);
    let free = base(&[("gb-i", GB), ("au-i", AU), ("bav", AU)], true);
    assert!(free <= 35, "the corps of a free state counts for its power: {free}");
    let shared = base(&[("gb-i", GB), ("au-i", AU)], false);
    assert!(shared > 30 && shared != 35, "method one weighs the factors: {shared}");
}

#[test]
fn r7_4_2_1_b_what_is_paid_one_by_one_is_rounded_up_once() {
    let mut p = before("ulm1805", Phase::Order, &[FR]).neutral().on("war fr au; money fr 5; depot str fr");
    let ids = ["fr-iii", "fr-iv", "fr-v"];
    for id in ids {
        put(&mut p, id, FR, field("str"), 10);
    }
    let mut s = p.begin();
    s.by(FR, "done", &[]);
    assert_eq!(s.p.play.phase, Phase::Paying, "who did not move waits for supply");
    let mut money = vec![];
    for id in ids {
        s.by(FR, &format!("pay {id}"), &[]);
        money.push(s.p.money[0]);
    }
    assert_eq!(money, [4, 4, 3], "halves: 1/2 is 1, 1 is 1, 3/2 is 2");
}
