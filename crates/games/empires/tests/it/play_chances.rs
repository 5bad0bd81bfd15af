//! Forecasts say what comes of an action, not which dice fell; equal results are added up.
use crate::scene::*;
use sandtable_core::forecast::forecast;
use sandtable_empires::play::march::MarchAction;

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
    let mut p = before("grand1805", Phase::Combats, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, AU);
    corps_with(&mut p, "fr-ii", FR, field("lnz"), 20, 0);
    garrison(&mut p, "lnz", AU, 3);
    p.at_mut(area("lnz")).besieged = true;
    let s = Scene::new(p, &[]);
    let told = outcomes(&s, FR, Action::Siege(SiegeAction::Assault(area("lnz"))));
    let words = ["the walls are breached", "the walls hold", "the garrison may make a sortie"];
    assert!(told.len() > 1 && told.iter().all(|(w, _)| words.contains(&w.as_str())), "{told:?}");
}

#[test]
fn foraging_is_told_by_its_losses() {
    let mut p = before("grand1805", Phase::Order, &[FR]);
    (p.war, p.allied) = ([0; 7], [0; 7]);
    war(&mut p, FR, AU);
    (7..data().nations.len()).for_each(|n| p.controller[n] = FR);
    corps_with(&mut p, "fr-i", FR, field("inn"), 15, 0);
    corps_with(&mut p, "fr-ii", FR, field("par"), 15, 0);
    let mut s = Scene::new(p, &[]);
    let block = game().engine().block_named(&s.p, "fr-i").unwrap();
    s.take(FR, Action::March(MarchAction::Pick(block as u8)), &[]);
    s.say(FR, "stop", &[]);
    let told = outcomes(&s, FR, Action::March(MarchAction::Forage));
    assert!(told.iter().all(|(w, _)| w.starts_with("foraging costs ")), "{told:?}");
    assert!(told.iter().any(|(w, n)| w == "foraging costs no factor" && *n > 6), "several dice: {told:?}");
}

#[test]
fn a_round_is_told_by_what_both_lose() {
    let mut p = france_attacks("ulm");
    corps_with(&mut p, "fr-i", FR, field("ulm"), 12, 0);
    corps_with(&mut p, "au-i", AU, field("ulm"), 10, 0);
    let mut s = Scene::new(p, &[]);
    s.say(FR, "fight ulm", &[]);
    chits(&mut s, (FR, "probe"), (AU, "cordon"), &[]);
    let order = s.offers(FR)[0].clone();
    s.say(FR, &order, &[]);
    let told = outcomes(&s, AU, Action::Fight(FightAction::Order { tactical: 0, guard: 0 }));
    assert!(told.len() > 1 && told.len() < 36, "36 rolls, fewer results: {}", told.len());
    assert!(told.iter().all(|(w, _)| w.starts_with("attacker loses ") && !w.contains("roll")), "{told:?}");
}
