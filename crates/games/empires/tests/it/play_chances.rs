//! Forecasts say what comes of an action, not which dice fell; equal results are added up.
use crate::scene::*;
use sandtable_core::forecast::forecast;
use sandtable_core::guide::Guide;

/// Outcomes of an action, which add up to one.
fn outcomes(s: &Scene, power: u8, action: Action) -> Vec<(String, u64)> {
    let all = forecast(game(), &s.p, Side(power), &action);
    let sum: f64 = all.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{all:?}");
    let of = all[0].of;
    assert_eq!(all.iter().map(|c| c.parts).sum::<u64>(), of);
    all.into_iter().map(|c| (c.outcome, c.parts * 36 / c.of)).collect()
}

#[test]
fn an_assault_is_told_by_its_results() {
    let s = before("grand1805", Phase::Combats, &[FR])
        .neutral()
        .on("war fr au; fr-ii lnz 20I; \
         garrison lnz au 3I; siege lnz")
        .begin();
    let told = outcomes(&s, FR, Action::Siege(SiegeAction::Assault(area("lnz"))));
    let words = ["the walls are breached", "the walls hold", "the garrison may make a sortie"];
    assert!(told.len() > 1 && told.iter().all(|(w, _)| words.contains(&w.as_str())), "{told:?}");
}

#[test]
fn foraging_is_told_by_its_losses() {
    let mut p = before("grand1805", Phase::Order, &[FR]).neutral().on("war fr au");
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    p = p.on("fr-i inn 15I; fr-ii par 15I");
    let mut s = p.begin();
    let block = game().engine().block_named(&s.p, "fr-i").unwrap();
    s.take(FR, Action::March(MarchAction::Pick(BlockId::of(block))), &[]);
    s.by(FR, "stop", &[]);
    let told = outcomes(&s, FR, Action::March(MarchAction::Forage));
    assert!(told.iter().all(|(w, _)| w.starts_with("foraging costs ")), "{told:?}");
    assert!(told.iter().any(|(w, n)| w == "foraging costs no factor" && *n > 6), "several dice: {told:?}");
}

#[test]
fn a_round_is_told_by_what_both_lose() {
    let mut s = france_attacks("ulm").on("fr-i ulm 12I; au-i ulm 10I").begin();
    s.go("fight ulm; chit probe; answer cordon", &[]);
    let order = s.offers_to(FR)[0].clone();
    s.by(FR, &order, &[]);
    let told = outcomes(&s, AU, Action::Fight(FightAction::Order { tactical: 0, guard: 0 }));
    assert!(told.len() > 1 && told.len() < 36, "36 rolls, fewer results: {}", told.len());
    assert!(told.iter().all(|(w, _)| w.starts_with("attacker loses ") && !w.contains("roll")), "{told:?}");
}

/// Chances of a battle window, which add up to one.
fn window(s: &Scene, power: u8, words: &str) -> sandtable_core::guide::Battle {
    let mut list = Vec::new();
    game().actions(&s.p, Side(power), &mut list);
    let action = list.into_iter().find(|a| game().describe(&s.p, a) == words);
    let action = action.unwrap_or_else(|| panic!("no `{words}`: {:?}", s.offers_to(power)));
    let battle = game().battle(&s.p, Side(power), &action).unwrap();
    let sum: f64 = battle.chances.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{words}: {:?}", battle.chances);
    assert_eq!(battle.chances.iter().map(|c| c.parts).sum::<u64>(), battle.chances[0].of);
    battle
}

fn chance(b: &sandtable_core::guide::Battle, words: &str) -> f64 {
    b.chances.iter().filter(|c| c.outcome == words).map(|c| c.probability).sum()
}

#[test]
fn r7_5_2_an_attack_tells_its_chances_before_it_is_begun() {
    let attack = |ours: u8, theirs: u8| {
        let mut p = france_attacks("ulm");
        corps_with(&mut p, "fr-i", FR, field("ulm"), ours, 1);
        corps_with(&mut p, "au-i", AU, field("ulm"), theirs, 1);
        p.begin()
    };
    let (strong, weak) = (attack(20, 3), attack(3, 14));
    let [a, b] = [&strong, &weak].map(|s| window(s, FR, "fight ulm"));
    assert!(chance(&a, "you win the day") > chance(&b, "you win the day"), "{:?} {:?}", a.chances, b.chances);
    assert_eq!(a.chances, window(&strong, FR, "fight ulm").chances, "the same every time");
    let trivial = window(&strong, FR, "fight ulm trivial");
    assert_eq!(chance(&trivial, "the enemy gets away"), 0.0, "nobody withdraws from a trivial combat");
}

#[test]
fn r7_5_2_5_a_chit_tells_its_chances_to_whoever_picks_it() {
    let mut s = france_attacks("ulm").on("fr-i ulm 18I 2C; au-i ulm 5I").begin();
    s.by(FR, "fight ulm", &[]);
    let ours = window(&s, FR, "chit assault");
    assert!(chance(&ours, "you win the day") > chance(&ours, "the enemy wins the day"), "{:?}", ours.chances);
    assert!(chance(&ours, "the enemy gets away") > 0.0);
    let theirs = window(&s, AU, "answer withdraw");
    assert!(chance(&theirs, "you get away") > 0.0 && chance(&theirs, "the enemy gets away") == 0.0);
    let stands = window(&s, AU, "answer cordon");
    assert!(
        chance(&stands, "the enemy wins the day") > chance(&stands, "you win the day"),
        "{:?}",
        stands.chances
    );
}

#[test]
fn r7_5_4_1_an_assault_tells_the_chances_of_its_die() {
    let s = before("grand1805", Phase::Combats, &[FR])
        .neutral()
        .on("war fr au; fr-ii lnz 20I; \
         garrison lnz au 3I; siege lnz")
        .begin();
    let assault = window(&s, FR, "assault lnz");
    // No fleches and too few inside: a breach on four of six.
    assert!((chance(&assault, "the walls are breached") - 4.0 / 6.0).abs() < 1e-9, "{:?}", assault.chances);
}
