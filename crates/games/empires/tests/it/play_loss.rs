//! Which factors are lost: every power gives up its own, within the rules.
use crate::scene::*;
use sandtable_core::machine;
use sandtable_empires::combat::battle::{Battle, RoundLosses, Side as Force};
use sandtable_empires::combat::losses::Due;
use sandtable_empires::combat::round::{Form, Setting};
use sandtable_empires::combat::{Factors, Kind, Who, charts::Terrain, pursuit};
use sandtable_empires::land::{InCity, Loose};
use sandtable_empires::play::loss::state::{Losses, MINOR, Owes, Why};

fn linz() -> Position {
    before("grand1805", Phase::Count, &[FR]).neutral().on("war fr au")
}

/// Asks for losses of some powers in Linz.
fn owing(p: Position, why: Why, list: &[(usize, Owes)]) -> Scene {
    let all = p.at(area("lnz")).garrison;
    owing_from(p, why, all, list)
}

/// The same, where this many of the Austrians in the city take part.
fn owing_out(p: Position, why: Why, out: [u8; 3], list: &[(usize, Owes)]) -> Scene {
    owing_from(p, why, Loose::of(AU, out).into(), list)
}

fn owing_from(mut p: Position, why: Why, out: InCity, list: &[(usize, Owes)]) -> Scene {
    let mut losses = Losses { out, ..Losses::new(why, area("lnz")) };
    for (index, owes) in list {
        losses.owes[*index] = *owes;
        if *index == MINOR {
            losses.minor = nation("POR");
        }
    }
    game().engine().demand(&mut p, losses);
    p.begin()
}

fn of(blocks: &[usize], left: u16) -> Owes {
    Owes { left, blocks: blocks.iter().copied().collect(), ..Owes::NONE }
}

fn take(source: Source, kind: Kind) -> Action {
    Action::Loss(LossAction::Take(source, kind))
}

fn block(b: usize) -> Source {
    Source::Block(BlockId::of(b))
}

/// A French corps, guard, infantry, militia, cavalry.
fn corps_with(p: &mut Position, id: &str, [guard, infantry, militia, cavalry]: [u8; 4]) -> usize {
    let b = put(p, id, FR, field("lnz"), 1);
    fill(p, b, [guard, infantry, militia, cavalry, 0, 0, 0]);
    b
}

#[test]
fn r7_5_2_9_2_the_loser_chooses_what_he_loses() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 5, 3, 2]);
    let mut s = owing(p, Why::Round, &[(0, of(&[b], 3))]);
    let kinds = ["infantry", "militia", "cavalry"].map(|k| format!("lose {k} of fr-i"));
    assert!(kinds.iter().all(|k| s.offered_to(FR, k)));
    s.by(FR, &kinds[2], &[]);
    s.by(FR, &kinds[0], &[]);
    assert_eq!(s.top(), Step::Loss);
    s.by(FR, &kinds[1], &[]);
    assert_eq!(s.p.corps[b].factors[..4], [0, 4, 2, 1]);
    assert_ne!(s.top(), Step::Loss, "the right number, and no more");
}

#[test]
fn r7_5_2_9_2_nothing_is_asked_of_who_loses_everything() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 5, 3, 2]);
    let au = put(&mut p, "au-i", AU, field("lnz"), 9);
    fill(&mut p, au, [0, 8, 0, 1, 0, 0, 0]);
    let mut losses = Losses::new(Why::Round, area("lnz"));
    losses.owes[0] = of(&[b], 99);
    losses.owes[3] = of(&[au], 2);
    game().engine().demand(&mut p, losses);
    let mut events = Vec::new();
    machine::run(&game().engine(), &mut p, &mut Given::new(vec![]), &mut events);
    assert_eq!(p.corps[b].total(), 0);
    assert_eq!(p.losses.owes[3].left, 2, "the other still chooses");
    let told = |q: u8| game().tell_to(&events[0], sandtable_core::view::Viewer::Side(Side(q))).is_some();
    assert_eq!((told(FR), told(AU)), (true, false), "what is lost shows later");
}

#[test]
fn r7_5_2_9_2_1_militia_goes_last_from_two_points_on() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 2, 5, 0]);
    let mut s = owing(p, Why::Round, &[(0, Owes { spare_militia: true, ..of(&[b], 3) })]);
    assert_eq!(s.forbids(FR, &take(block(b), Kind::Militia)), "7.5.2.9.2.1");
    assert!(!s.offered_to(FR, "lose militia of fr-i"));
    s.by(FR, "lose infantry of fr-i; lose infantry of fr-i", &[]);
    assert_eq!(s.p.corps[b].factors[..4], [0, 0, 4, 0], "then only militia is left, and nothing to choose");
}

#[test]
fn r7_5_2_9_2_2_a_breaking_side_loses_cavalry() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 6, 0, 2]);
    let mut s = owing(p, Why::Round, &[(0, Owes { cavalry: 1, ..of(&[b], 2) })]);
    s.by(FR, "lose infantry of fr-i", &[]);
    assert_eq!(s.forbids(FR, &take(block(b), Kind::Infantry)), "7.5.2.9.2.2");
    assert_eq!(s.offers_to(FR), ["lose the rest, the cheapest first", "lose cavalry of fr-i"]);
    s.by(FR, "lose the rest, the cheapest first", &[]);
    assert_eq!(s.p.corps[b].factors[..4], [0, 5, 0, 1]);
    // Cossacks are cavalry too.
    let p = linz().on("ru-i lnz 6I; irregulars lnz ru 2");
    let ru = corps("ru-i");
    let s = owing(p, Why::Round, &[(1, Owes { cavalry: 1, field: true, ..of(&[ru], 1) })]);
    assert_eq!(s.offers_to(RU), ["lose the rest, the cheapest first", "lose cossack of the field"]);
    // Without any, infantry will do.
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 6, 0, 0]);
    let s = owing(p, Why::Round, &[(0, Owes { cavalry: 1, ..of(&[b], 1) })]);
    assert_eq!(s.p.corps[b].factors[..4], [0, 5, 0, 0]);
}

#[test]
fn r7_5_2_10_1_2_2_outflankers_lose_only_what_the_pinning_force_cannot() {
    let mut p = linz();
    let pin = corps_with(&mut p, "fr-i", [0, 2, 0, 0]);
    let round = corps_with(&mut p, "fr-ii", [0, 5, 0, 2]);
    let owes = Owes { later: Blocks::one(round), ..of(&[pin], 3) };
    let mut losses = Losses::new(Why::Round, area("lnz"));
    losses.owes[0] = owes;
    game().engine().demand(&mut p, losses);
    machine::run(&game().engine(), &mut p, &mut Given::new(vec![]), &mut Vec::new());
    let check = |p: &Position, source, kind| game().check(p, Side(FR), &take(source, kind));
    assert_eq!(check(&p, block(round), Kind::Cavalry).unwrap_err().0[0].rule, "7.5.2.10.1.2.2");
    for _ in 0..2 {
        check(&p, block(pin), Kind::Infantry).unwrap();
        let action = take(block(pin), Kind::Infantry);
        game().apply(&mut p, Side(FR), &action, &mut Given::new(vec![]), &mut Vec::new());
    }
    assert_eq!(check(&p, block(round), Kind::Cavalry), Ok(()));
}

#[test]
fn r7_5_2_10_2_3b_pursuit_losses_are_paid_in_whole_units() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 5, 7, 1]);
    let mut s = owing(p, Why::Pursuit, &[(0, of(&[b], 2))]);
    s.by(FR, "lose infantry of fr-i", &[]);
    for kind in [Kind::Militia, Kind::Cavalry] {
        assert_eq!(s.forbids(FR, &take(block(b), kind)), "7.5.2.10.2.3(b)", "a unit is paid with one sort");
    }
    s.by(FR, "lose infantry of fr-i; lose infantry of fr-i", &[]);
    assert_eq!(s.forbids(FR, &take(block(b), Kind::Infantry)), "7.5.2.10.2.3(b)", "two are no whole unit");
    let mut militia = at(s.p);
    for _ in 0..6 {
        militia.by(FR, "lose militia of fr-i", &[]);
    }
    assert_eq!(militia.p.corps[b].factors[..4], [0, 2, 1, 1]);
    assert_ne!(militia.p.play.steps.top(), Step::Loss);
    s.by(FR, "lose cavalry of fr-i", &[]);
    assert_eq!(s.p.corps[b].factors[..4], [0, 2, 7, 0], "one cavalry is a loss");
    // What cannot pay in full goes altogether.
    let mut losses = Losses::new(Why::Pursuit, area("lnz"));
    losses.owes[0] = of(&[b], 4);
    game().engine().demand(&mut p, losses);
    machine::run(&game().engine(), &mut p, &mut Given::new(vec![]), &mut Vec::new());
    assert_eq!(p.corps[b].total(), 0, "5 I, 7 M and 1 C pay 3 losses");
}

#[test]
fn r7_5_2_9_2_city_depot_and_field_pay_only_where_they_take_part() {
    let p = linz().on("garrison lnz au 3I 3M 1X; depot lnz au 2I; irregulars lnz au 2");
    let s = owing_out(p, Why::Round, [1, 0, 1], &[(3, Owes { city: true, ..of(&[], 1) })]);
    let rest = "lose the rest, the cheapest first";
    assert_eq!(s.offers_to(AU), [rest, "lose infantry of the city", "lose freikorps of the city"]);
    let s = owing(p, Why::Round, &[(3, Owes { guard: true, field: true, ..of(&[], 1) })]);
    assert_eq!(s.offers_to(AU), [rest, "lose infantry of the depot", "lose freikorps of the field"]);
    assert_eq!(s.forbids(AU, &take(Source::City(NationId(AU)), Kind::Infantry)), "7.5.2.9.2");
    // No more than went out of the city.
    let mut s = owing_out(p, Why::Besieged, [2, 1, 1], &[(3, Owes { city: true, ..of(&[], 2) })]);
    s.by(AU, "lose militia of the city", &[]);
    assert!(!s.offered_to(AU, "lose militia of the city"));
    assert_eq!(
        s.forbids(FR, &take(Source::City(NationId(AU)), Kind::Infantry)),
        "7.4.5.2",
        "it is another power's choice"
    );
}

#[test]
fn r7_5_2_9_2_minors_nobody_runs_lose_the_cheapest() {
    let mut p = linz();
    let portugal = nation("POR");
    p.at_mut(area("lnz")).country = portugal;
    let por = put(&mut p, "por", portugal, city("lnz"), 4);
    p.corps[por].factors[3] = 2;
    garrison(&mut p, "lnz", portugal, 2);
    let owes = Owes { city: true, ..of(&[por], 3) };
    let s = owing(p, Why::Round, &[(MINOR, owes)]);
    assert_ne!(s.top(), Step::Loss, "nobody is asked");
    assert_eq!((s.p.corps[por].factors[3], factors(&s.p)), (2, 5), "three infantry are gone");
    p.year.runner[usize::from(portugal)] = GB;
    let mut s = owing(p, Why::Round, &[(MINOR, owes)]);
    assert_eq!(s.sides(), [GB]);
    s.by(GB, "lose cavalry of por", &[]);
    (0..7).for_each(|q| same_from_known(&s.p, q));
    s.by(GB, "lose infantry of the city; lose the rest, the cheapest first", &[]);
    assert_eq!((s.p.corps[por].factors[3], factors(&s.p)), (1, 5));
}

#[test]
fn r7_5_2_9_2_both_choose_at_the_same_time() {
    let mut p = linz();
    let b = corps_with(&mut p, "fr-i", [0, 5, 3, 2]);
    let au = put(&mut p, "au-i", AU, field("lnz"), 9);
    fill(&mut p, au, [0, 8, 0, 1, 0, 0, 0]);
    let mut s = owing(p, Why::Round, &[(0, of(&[b], 1)), (3, of(&[au], 2))]);
    assert_eq!(s.sides(), [FR, AU]);
    assert_eq!(s.forbids(FR, &take(block(au), Kind::Infantry)), "7.5.2.9.2", "nobody chooses for another");
    s.by(FR, "lose militia of fr-i", &[]);
    assert_eq!(s.sides(), [AU], "who has chosen waits for the other");
    let seen = game().known(&s.p, Side(AU)).unwrap();
    assert_eq!(seen.corps[b].factors, game().known(&p, Side(AU)).unwrap().corps[b].factors);
    (0..7).for_each(|q| same_from_known(&s.p, q));
    s.by(AU, "lose the rest, the cheapest first", &[]);
    assert_ne!(s.top(), Step::Loss);
}

fn counted(p: &Position, blocks: Blocks) -> Factors {
    blocks.iter().fold(Factors::NONE, |sum, b| sum + game().engine().factors(p, b))
}

#[test]
fn r7_5_2_9_2_whatever_is_chosen_is_what_combat_allows() {
    rules!("empires 7.5.2.9.2.1", "empires 7.5.2.9.2.2", "empires 7.5.2.10.1.2.2", "empires 7.5.2.10.2.3(b)");
    let charts = &game().charts;
    for seed in 0..600 {
        let mut dice = Seeded::new(seed);
        let mut p = linz();
        let ids = ["fr-i", "fr-ii", "fr-iii"];
        let mut some = |p: &mut Position, id: &str| {
            let n = |most: usize, dice: &mut Seeded| dice.below(most + 1) as u8;
            let of = [0, n(6, &mut dice), n(8, &mut dice), n(2, &mut dice)];
            corps_with(p, id, of)
        };
        let blocks: Vec<usize> = ids.iter().map(|id| some(&mut p, id)).collect();
        let pinning: Blocks = blocks[..2].iter().copied().collect();
        let pursued = dice.below(3) == 0;
        let later = if pursued || dice.below(2) == 0 { Blocks::NONE } else { Blocks::one(blocks[2]) };
        let left = dice.below(14) as u16 + 1;
        let due = Due {
            factors: left,
            spare_militia: !pursued && dice.below(2) == 0,
            cavalry: if pursued { 0 } else { dice.below(2) as u16 },
        };
        let (first, second) = (counted(&p, pinning), counted(&p, later));
        let mut losses = Losses::new(if pursued { Why::Pursuit } else { Why::Round }, area("lnz"));
        let owes = Owes { left, blocks: pinning, later, cavalry: due.cavalry, ..Owes::NONE };
        losses.owes[0] = Owes { spare_militia: due.spare_militia, ..owes };
        game().engine().demand(&mut p, losses);
        machine::run(&game().engine(), &mut p, &mut dice, &mut Vec::new());
        let mut steps = 0;
        while p.play.steps.top() == Step::Loss {
            let mut list = Vec::new();
            game().actions(&p, Side(FR), &mut list);
            list.iter().for_each(|a| game().check(&p, Side(FR), a).unwrap());
            let mut at = dice.below(list.len());
            if at == 0 && list.len() > 1 && dice.below(4) > 0 {
                at = 1;
            }
            game().apply(&mut p, Side(FR), &list[at], &mut dice, &mut Vec::new());
            steps += 1;
            assert!(steps < 60, "seed {seed}");
        }
        let lost = [first - counted(&p, pinning), second - counted(&p, later)];
        if pursued {
            pursuit::check(charts, first, left, lost[0]).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
            continue;
        }
        let setting = Setting { form: Form::Trivial, terrain: Terrain::Clear, river: false };
        let force = Force { outflanking: second, ..Force::new(first, 30, None, 0) };
        let mut battle = Battle::new(setting, force, force);
        let toll = RoundLosses { pinning: lost[0], outflanking: lost[1] };
        let done = battle.suffer(Who::Attacker, due, toll);
        done.unwrap_or_else(|e| panic!("seed {seed}: {e}: {due:?} of {first:?} {second:?}: {lost:?}"));
    }
}
