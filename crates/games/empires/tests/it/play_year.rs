//! Months of the scenarios: the order of play, reinforcements, and who wins.
use crate::scene::*;
use sandtable_empires::data::{C, G, I, M};
use sandtable_empires::play::year::state::Wares;
use sandtable_empires::play::year::{Target, YearAction, YearEvent};

fn start(scenario: &str) -> Scene {
    let p = game().start(scenario, &Options::new(), &mut Seeded::new(7)).unwrap();
    at(p)
}

/// A scenario with nothing on the map, before a phase of a month of it.
fn month(scenario: &str, after: Phase, turn: u16) -> Position {
    let mut p = before(scenario, after, &[]);
    p.play.turns = data().scenario(scenario).unwrap().turns;
    p.play.turn = turn;
    p.month += turn;
    p.year.groups = std::array::from_fn(|q| 1 << q);
    p
}

/// Everybody who is asked in this module is done, until another phase comes.
fn until(s: &mut Scene, phase: Phase) {
    while s.p.play.phase < phase {
        let power = s.sides()[0];
        let words = if s.offered_to(power, "done") { "done" } else { "slot 1" };
        s.by(power, words, &[]);
    }
}

fn slots(p: &Position) -> Vec<u8> {
    p.play.slots.iter().copied().filter(|s| *s != 0).collect()
}

#[test]
fn r7_1_france_names_its_slot_and_the_others_keep_their_order() {
    let orders = [
        ("slot 1", vec![1 << FR, 1 << RU, 1 << AU]),
        ("slot 2", vec![1 << RU, 1 << FR, 1 << AU]),
        ("slot 3", vec![1 << RU, 1 << AU, 1 << FR]),
    ];
    for (words, order) in orders {
        let mut s = month("ulm1805", Phase::Reinforcement, 0).begin();
        assert_eq!(s.sides(), [FR]);
        assert_eq!(s.forbids(FR, &Action::Year(YearAction::Slot { place: 4 })), "7.1");
        assert_eq!(s.forbids(FR, &Action::Year(YearAction::Slot { place: 0 })), "7.1");
        assert_eq!(s.forbids(FR, &Action::Year(YearAction::Done)), "7.1");
        s.by(FR, words, &[]);
        assert_eq!(slots(&s.p), order);
        assert!(s.events.iter().any(|e| matches!(e, Event::Year(YearEvent::Slot { .. }))), "aloud");
    }
    let mut p = month("grand1805", Phase::Reinforcement, 0);
    p.play.slots = [0; 7];
    let mut s = p.begin();
    assert_eq!(s.offers_to(FR).len(), 7, "any of the seven (ruling 1)");
    s.by(FR, "slot 4", &[]);
    assert_eq!(slots(&s.p), [RU, TU, AU, FR, PR, GB, SP].map(|q| 1 << q));
    // Without France nobody is asked.
    let p = month("danube1809", Phase::Reinforcement, 0);
    let s = p.begin();
    assert_eq!(slots(&s.p), [1 << RU, 1 << TU]);
}

#[test]
fn r7_1_1_minors_act_with_the_power_that_controls_them() {
    let mut p = month("ulm1805", Phase::Reinforcement, 0);
    let bav = put(&mut p, "bav", FR, field("mch"), 5);
    let mut s = p.begin();
    s.by(FR, "slot 1", &[]);
    assert_eq!(s.p.power_of(nation("BAV")), Some(FR));
    assert!(s.p.play.is_phasing(s.p.corps[bav].power));
    assert!(slots(&s.p).iter().all(|m| *m < 1 << 7), "only powers have slots");
}

#[test]
fn r7_1_2_allies_move_together_only_if_both_announce_it() {
    for (au, ru, together) in
        [("combine with ru", "combine with au", true), ("combine with ru", "done", false)]
    {
        let mut s = month("ulm1805", Phase::Politics, 0).begin();
        assert_eq!(s.sides(), [RU, AU], "France has no ally");
        assert_eq!(s.forbids(AU, &Action::Year(YearAction::Combine { with: NationId(FR) })), "7.1.2");
        assert_eq!(s.forbids(AU, &Action::Year(YearAction::Combine { with: NationId(200) })), "7.1.2");
        s.by(AU, au, &[]);
        assert_eq!(s.sides(), [RU]);
        let known = game().known(&s.p, Side(RU)).unwrap();
        assert_eq!((known.year.combine[usize::from(AU)], known.year.done), (0, 1 << AU), "secret");
        s.by(RU, ru, &[]);
        assert_eq!(s.p.year.groups[usize::from(AU)].count_ones() == 2, together);
        until(&mut s, Phase::Depots);
        assert_eq!(slots(&s.p).contains(&(1 << AU | 1 << RU)), together);
    }
}

#[test]
fn r7_1_2_nobody_moves_together_with_a_power_that_is_not_his_ally() {
    let mut p = month("grand1805", Phase::Politics, 0);
    p.allied = [0; 7];
    for (a, b) in [(FR, RU), (RU, SP)] {
        ally(&mut p, a, b);
    }
    let mut s = p.begin();
    s.by(FR, "combine with ru", &[]);
    s.by(RU, "combine with fr; combine with sp", &[]);
    s.by(SP, "combine with ru", &[]);
    assert_eq!(s.p.year.groups[usize::from(FR)], 1 << FR | 1 << RU);
    assert_eq!(s.p.year.groups[usize::from(SP)], 1 << SP, "Spain is no ally of France");
}

#[test]
fn r7_1_2b_a_group_acts_in_the_slot_of_its_last_member() {
    let mut p = month("grand1805", Phase::Politics, 0);
    p.allied = [0; 7];
    for (a, b) in [(FR, RU), (RU, SP), (FR, SP)] {
        ally(&mut p, a, b);
    }
    let mut s = p.begin();
    s.by(FR, "combine with ru", &[]);
    s.by(RU, "combine with fr; combine with sp", &[]);
    s.by(SP, "combine with ru", &[]);
    while s.p.play.phase != Phase::Slots {
        let power = s.sides()[0];
        s.by(power, "done", &[]);
    }
    s.by(FR, "slot 3", &[]);
    let group = 1 << FR | 1 << RU | 1 << SP;
    assert_eq!(slots(&s.p), [1 << TU, 1 << AU, 1 << PR, 1 << GB, group], "Spain would act last");
    // France's chosen place counts (ruling 2).
    let mut p = month("grand1805", Phase::Reinforcement, 0);
    (p.year.groups[usize::from(FR)], p.year.groups[usize::from(RU)]) = (3, 3);
    let mut s = p.begin();
    s.by(FR, "slot 4", &[]);
    assert_eq!(slots(&s.p)[..3], [1 << TU, 1 << AU, 3]);
}

#[test]
fn r7_1_3_the_steps_of_a_sequence_run_in_their_order() {
    rules!("empires 7.1.3", "empires 7.1.3(b)", "empires 7.1.3(c)", "empires 7.1.3(d)");
    let mut p = game().start("danube1809", &Options::new(), &mut Seeded::new(1)).unwrap();
    let mut dice = Seeded::new(5);
    let mut seen: Vec<(u8, Phase)> = vec![];
    let mut note = |p: &Position| {
        let now = (p.play.slot, p.play.phase);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    };
    let turn = p.play.turn;
    for _ in 0..5000 {
        let Decision::Decide { sides, .. } = game().to_decide(&p) else { break };
        if p.play.turn != turn {
            break;
        }
        note(&p);
        let mut list = vec![];
        let side = sides.iter().next().unwrap();
        game().actions(&p, side, &mut list);
        let action = list[dice.below(list.len())];
        game().apply(&mut p, side, &action, &mut dice, &mut vec![]);
        if p.play.phase >= Phase::Depots && p.play.phase <= Phase::Guerillas {
            let phasing = p.play.phasing();
            assert_eq!(phasing, [1 << RU, 1 << TU][usize::from(p.play.slot)], "only one acts");
            assert!(p.play.is_phasing(phasing.trailing_zeros() as u8));
            assert!(!p.play.is_phasing((phasing ^ (1 << RU | 1 << TU)).trailing_zeros() as u8));
        }
    }
    let land: Vec<_> = seen.into_iter().filter(|s| s.1 >= Phase::Depots && s.1 <= Phase::Guerillas).collect();
    assert!(land.len() > 2);
    assert!(land.windows(2).all(|w| w[0] <= w[1]), "{land:?}");
}

#[test]
fn r7_1_3d_conquest_follows_the_last_sequence() {
    // The one step for all: the count of Saxony's change comes after it, at the end of the month.
    let mut p = month("jena1806", Phase::Guerillas, 0);
    p.play.slots = [1 << FR, 1 << PR, 0, 0, 0, 0, 0];
    p.play.slot = 1;
    garrison(&mut p, "dre", FR, 3);
    let s = p.begin();
    assert_eq!(s.p.play.turn, 1, "the month is over after the last slot");
    assert_eq!(s.p.power_of(nation("SAX")), Some(FR));
    // Before the last sequence it is not yet time.
    let mut p = month("jena1806", Phase::Guerillas, 0);
    p.play.slots = [1 << FR, 1 << PR, 0, 0, 0, 0, 0];
    p = p.on("garrison dre fr 3I; pr-i bln 5I");
    let s = p.begin();
    assert_eq!((s.p.play.turn, s.p.play.slot), (0, 1));
}

#[test]
fn r5_income_comes_first_in_each_month() {
    let s = start("ulm1805");
    let money = |id: &str, thing| {
        let scenario = data().scenario(id).unwrap();
        let of = |e: &&sandtable_empires::data::Entry| e.power == FR && e.thing == thing;
        scenario.entries.iter().find(of).unwrap().count
    };
    use sandtable_empires::data::Thing;
    until_reinforcement(s, money("ulm1805", Thing::Money) + money("ulm1805", Thing::Income));
}

fn until_reinforcement(mut s: Scene, money: u16) {
    until(&mut s, Phase::Reinforcement);
    assert_eq!(s.p.money[usize::from(FR)], money);
}

#[test]
fn r5_corps_arrive_at_their_area_or_at_the_nearest_depot() {
    let ix = corps("au-ix");
    let case = |depots: &[&str], enemy: bool| {
        let mut p = month("ulm1805", Phase::Naval, 2);
        depots.iter().for_each(|d| depot(&mut p, d, AU));
        if enemy {
            put(&mut p, "fr-i", FR, field("prg"), 10);
        }
        let mut s = p.begin();
        until(&mut s, Phase::Slots);
        let at = (0..data().corps.len()).find(|b| usize::from(s.p.corps[*b].def) == ix).unwrap();
        (s.p.corps[at].spot, s.p)
    };
    let (spot, p) = case(&[], false);
    assert_eq!(spot, field("prg"));
    let liechtenstein = leader("au-liechtenstein");
    assert_eq!(p.leaders[liechtenstein], field("prg"), "with the corps");
    assert_eq!(case(&["vie", "ofn"], true).0, field("vie"), "the nearer one");
    assert_eq!(case(&[], true).0, Spot::Off, "it waits");
}

#[test]
fn r5_leaders_return_to_a_corps_of_their_owners_choice() {
    let mut p = month("ulm1805", Phase::Naval, 1);
    let (a, b) = (put(&mut p, "au-i", AU, field("vie"), 5), put(&mut p, "au-ii", AU, field("prg"), 5));
    p = p.on("au-iii lnz city 5I; siege lnz; fr-i lnz 5I");
    let besieged = corps("au-iii");
    let mack = leader("au-mack");
    p.play.returns[mack] = p.month + 1;
    let mut early = p;
    early.play.returns[mack] = p.month;
    let mut s = early.begin();
    while s.sides() != [AU] {
        let q = s.sides()[0];
        s.by(q, "done", &[]);
    }
    let to = |corps| Action::Year(YearAction::Return { leader: LeaderId::of(mack), corps });
    assert!(s.offered_to(AU, "return au-mack to au-i") && s.offered_to(AU, "return au-mack to au-ii"));
    assert_eq!(s.forbids(AU, &to(BlockId::of(besieged))), "5");
    assert_eq!(s.forbids(AU, &to(BlockId(u8::MAX))), "5");
    s.take(AU, to(BlockId::of(b)), &[]);
    assert_eq!(s.p.leaders[mack], field("prg"));
    let mut s = p.begin();
    while s.sides() != [AU] {
        let q = s.sides()[0];
        s.by(q, "done", &[]);
    }
    assert_eq!(s.forbids(AU, &to(BlockId::of(a))), "5", "a month too early");
}

#[test]
fn r5_factors_are_shared_out_within_two_areas() {
    let mut s = month("russia1812", Phase::Naval, 4).on("ru-i klg 5I; ru-ii spb 5I").begin();
    let near = corps("ru-i");
    let far = corps("ru-ii");
    while s.sides() != [RU] {
        let q = s.sides()[0];
        s.by(q, "done", &[]);
    }
    let share = |kind, count, to| Action::Year(YearAction::Share { from: 0, kind, count, to });
    let city = Target::City(area("klg"));
    assert_eq!(s.forbids(RU, &share(Wares::Infantry, 7, city)), "5", "there are six");
    assert_eq!(s.forbids(RU, &share(Wares::Guard, 1, city)), "5");
    assert_eq!(s.forbids(RU, &share(Wares::Infantry, 1, Target::Corps(BlockId::of(far)))), "5", "too far");
    assert_eq!(s.forbids(RU, &share(Wares::Infantry, 1, Target::City(area("spb")))), "5");
    s.take(RU, share(Wares::Infantry, 6, Target::Corps(BlockId::of(near))), &[]);
    assert_eq!(s.p.corps[near].factors[I], 11);
    s.take(RU, share(Wares::Militia, 3, city), &[]);
    assert_eq!(s.p.at(area("klg")).garrison.counts()[1], 3);
    assert_eq!((s.p.year.shared[0].1, s.p.year.shared[0].2), (0, 5), "the rest waits");
}

#[test]
fn r7_3_3_1_2b_a_corps_becomes_a_garrison() {
    let mut p = month("ulm1805", Phase::Naval, 1).on("au-i vie 5I");
    let small = corps("au-i");
    (p.corps[small].factors[C], p.corps[small].factors[M]) = (1, 2);
    let large = put(&mut p, "au-ii", AU, field("inn"), 15);
    let mut s = p.begin();
    while s.sides() != [AU] {
        let q = s.sides()[0];
        s.by(q, "done", &[]);
    }
    let dissolve = |c: usize| Action::Year(YearAction::Dissolve { corps: BlockId::of(c) });
    assert_eq!(s.forbids(AU, &dissolve(large)), "7.3.3.1.2(b)", "no room");
    s.take(AU, dissolve(small), &[]);
    let g = s.p.at(area("vie")).garrison;
    assert_eq!((g.first(), g.counts()), (Some(AU), [6, 2, 0]), "cavalry turns into infantry");
    assert_eq!(s.p.corps[small].spot, Spot::Off);
    assert_eq!(s.p.play.corps_lost, [0; 7], "nobody took it");
}

#[test]
fn margins_at_the_start_are_those_of_the_data() {
    for s in data().scenarios.iter().filter(|s| !s.is_grand()) {
        let p = start(&s.id).p;
        assert_eq!(Some(game().engine().margin(&p)), s.start_margin, "{}", s.id);
        assert!(!game().engine().standing(&p).is_empty());
    }
}

#[test]
fn points_corps_and_leaders_count_and_besieged_cities_do_not() {
    let e = game().engine();
    let mut p = month("wagram1809", Phase::Guerillas, 0);
    let zero = e.margin(&p);
    p.play.combat_points[usize::from(FR)] = 2;
    p.play.points[usize::from(FR)] = 9;
    p.play.corps_lost[usize::from(AU)] = 1;
    p.play.leaders_lost[usize::from(FR)] = 8;
    assert_eq!(e.margin(&p), zero + 2 + 1 - 8);
    garrison(&mut p, "vie", FR, 3);
    assert_eq!(e.margin(&p), zero - 5 + 20, "Vienna changes hands");
    p.at_mut(area("vie")).besieged = true;
    assert_eq!(e.margin(&p), zero - 5 + 10, "nobody has it");
    let mut levels = vec![];
    for points in [-60, -5, 5, 15, 60] {
        let mut p = month("wagram1809", Phase::Guerillas, 0);
        p.play.combat_points[usize::from(FR)] = points - zero;
        let o = e.outcome(&p);
        levels.push((o.winner.map(|s| s.0), o.level));
    }
    assert_eq!(
        levels,
        [
            (Some(AU), "decisive victory of Austria"),
            (Some(AU), "victory of Austria"),
            (None, "draw"),
            (Some(FR), "victory of France"),
            (Some(FR), "decisive victory of France"),
        ]
    );
}

fn end_of(mut p: Position) -> Position {
    p.play.phase = Phase::Guerillas;
    p.play.slots = [0; 7];
    p.begin().p
}

#[test]
fn vienna_held_for_two_turns_decides_at_once() {
    let mut p = month("ulm1805", Phase::Guerillas, 0).on("garrison vie fr 3I");
    let one = end_of(p);
    assert_eq!((one.year.held[0], one.play.phase == Phase::Over), (1, false));
    p.year.held[0] = 1;
    let mut near = p;
    put(&mut near, "au-i", AU, Spot::Field(data().board.neighbours(area("vie"))[0].0), 3);
    assert_ne!(end_of(near).play.phase, Phase::Over, "an Austrian corps is near");
    let two = end_of(p);
    assert_eq!((two.play.phase, two.play.turn), (Phase::Over, 0));
    let Decision::Over(o) = game().to_decide(&two) else { panic!() };
    assert_eq!((o.winner, o.level), (Some(Side(FR)), "decisive victory of France"));
    p.at_mut(area("vie")).garrison = Garrison::NONE;
    assert_eq!(end_of(p).year.held[0], 0, "it begins anew");
}

#[test]
fn russia_loses_without_moscow_and_petersburg() {
    let mut p = month("russia1812", Phase::Guerillas, 3).on("garrison mos fr 3I");
    p.year.held[0] = 1;
    assert_eq!(end_of(p).year.held[0], 0, "one of them is enough for Russia");
    garrison(&mut p, "spb", FR, 3);
    assert_eq!(end_of(p).play.phase, Phase::Over);
}

#[test]
fn saxony_changes_sides_with_dresden() {
    let mut p = month("jena1806", Phase::Guerillas, 0);
    let sax = put(&mut p, "sax", PR, field("bln"), 5);
    garrison(&mut p, "dre", FR, 3);
    p.money = [10; 7];
    let s = p.begin();
    let p = s.p;
    assert_eq!(p.power_of(nation("SAX")), Some(FR));
    assert_eq!(p.power_of(p.at(area("dre")).holder), Some(FR));
    assert_eq!(p.play.corps_lost, [0; 7]);
    let mut s = at(p);
    until(&mut s, Phase::Reinforcement);
    assert_eq!((s.p.corps[sax].power, s.p.corps[sax].spot), (FR, field("dre")), "next turn");
    assert_eq!((s.p.corps[sax].factors[I], s.p.corps[sax].factors[C]), (6, 1));
}

#[test]
fn tyrol_counts_as_austrian_while_no_french_factor_is_there() {
    let mut p = bare("wagram1809");
    assert!(p.own_territory(AU, area("inn")) && p.own_territory(AU, area("brx")));
    assert!(!p.own_territory(AU, area("mch")));
    put(&mut p, "bav", FR, field("inn"), 3);
    assert!(!p.own_territory(AU, area("inn")) && p.own_territory(AU, area("brx")));
    assert!(p.own_territory(FR, area("inn")));
}

#[test]
fn depots_of_last_month_are_old() {
    let mut p = month("ulm1805", Phase::Count, 1);
    p.at_mut(area("vie")).depot = Depot { owner: AU, old: false };
    assert!(p.begin().p.at(area("vie")).depot.old);
}

#[test]
fn faces_of_what_arrives_are_for_their_own_power() {
    use sandtable_core::view::Viewer;
    let e = game().engine();
    let def = corps("au-ix") as u8;
    let event = YearEvent::Corps { power: AU, def, area: area("prg") };
    let of = |v| e.year_line(&event, v).unwrap().text;
    assert!(of(Viewer::Side(Side(AU))).contains("IX") && !of(Viewer::Side(Side(FR))).contains("IX"));
    let filled = YearEvent::Filled { power: AU, def, kind: Wares::Guard, count: 1, area: area("prg") };
    assert!(e.year_line(&filled, Viewer::Side(Side(FR))).is_none());
    assert_eq!(G, 0);
}
