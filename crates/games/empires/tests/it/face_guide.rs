//! What leads a player by the hand.

use crate::scene::*;
use sandtable_core::guide::Guide;

const ULM: &str = include_str!("../../../../../docs/positions/empires-ulm.txt");
const BATTLE: &str = include_str!("../../../../../docs/positions/empires-battle.txt");
const SIEGE: &str = include_str!("../../../../../docs/positions/empires-siege.txt");

fn read(text: &str) -> Position {
    game().position(&Options::new(), text).unwrap()
}

fn act(p: &mut Position, side: Side, words: &str) {
    let action = game().parse(p, words).unwrap_or_else(|| panic!("`{words}` is not understood"));
    game().check(p, side, &action).unwrap_or_else(|e| panic!("`{words}`: {e}"));
    game().apply(p, side, &action, &mut Seeded::new(1), &mut Vec::new());
}

fn block(p: &Position, corps: &str) -> String {
    game().engine().block_id(p, game().engine().block_named(p, corps).unwrap())
}

#[test]
fn a_corps_is_led_over_the_map_by_hand() {
    let mut p = read(ULM);
    let corps = block(&p, "fr-i");
    // Before it is picked up its reach shows.
    let reach = game().ways(&p, Side(FR), &corps);
    assert!(reach.iter().any(|w| w.place == "kar" && w.cost == 1 && w.path == ["str", "kar"]), "{reach:?}");
    // A power that is not to move has no ways, and nobody learns another's.
    assert!(game().ways(&p, Side(AU), &corps).is_empty());
    let pick = game().wish(&p, Side(FR), std::slice::from_ref(&corps), None).unwrap();
    assert_eq!(game().describe(&p, &pick), "move fr-i");
    act(&mut p, Side(FR), "move fr-i");
    // Its own side reads which corps it is and how far it still goes; others read neither.
    let asked = |viewer| game().view(&p, viewer).decision;
    assert_eq!(asked(Viewer::Side(Side(FR))), "French I Corps, 4 points left: march on, or stop");
    assert_eq!(asked(Viewer::Side(Side(AU))), "a corps of France: march on, or stop");
    let mut enters = Vec::new();
    game().actions(&p, Side(FR), &mut enters);
    let mut places: Vec<String> = enters
        .iter()
        .map(|a| game().handle(&p, a))
        .filter(|h| h.verb == "march")
        .filter_map(|h| h.place)
        .collect();
    let mut ways: Vec<String> = game().ways(&p, Side(FR), &corps).into_iter().map(|w| w.place).collect();
    places.sort();
    ways.sort();
    assert_eq!(places, ways);
    let far = game().wish(&p, Side(FR), &[corps], Some("vie")).unwrap();
    let refused = game().check(&p, Side(FR), &far).unwrap_err();
    assert_eq!(refused.0[0].rule, "7.3.2.3");
}

#[test]
fn the_battle_window_shows_what_the_attacker_knows() {
    let p = read(BATTLE);
    let action = game().parse(&p, "fight ulm").unwrap();
    let battle = game().battle(&p, Side(FR), &action).unwrap();
    assert_eq!(battle.place, "ulm");
    let own: i16 = battle.attackers.iter().map(|f| f.strength).sum();
    assert_eq!(own, 22 + 15 + 5);
    assert!(battle.defenders.iter().all(|f| f.name == "a hidden corps of Austria"));
    assert!(battle.factors.iter().any(|f| f.why.contains("Napoleon") && f.rule == "7.5.2.9.1"));
    // From what the side knows it is the same.
    let known = game().known(&p, Side(FR)).unwrap();
    assert_eq!(game().battle(&known, Side(FR), &action), Some(battle));
}

#[test]
fn a_combat_is_followed_round_by_round_and_chits_stay_hidden() {
    let mut p = read(BATTLE);
    act(&mut p, Side(FR), "fight ulm");
    act(&mut p, Side(FR), "chit probe");
    let row = |p: &Position, viewer: Viewer, name: &str| {
        let view = game().view(p, viewer);
        let found = view.combats[0].rows.iter().find(|r| r.name == name).cloned();
        found.map(|r| (r.attacker, r.defender))
    };
    let both = |a: &str, d: &str| Some((a.to_string(), d.to_string()));
    assert_eq!(row(&p, Viewer::Side(Side(AU)), "chit"), both("chosen", "not yet chosen"));
    assert_eq!(row(&p, Viewer::Watcher, "chit"), both("chosen", "not yet chosen"));
    assert_eq!(row(&p, Viewer::Side(Side(FR)), "chit"), both("chosen: probe", "not yet chosen"));
    assert!(!format!("{:?}", game().view(&p, Viewer::Side(Side(AU)))).contains("probe"));
    act(&mut p, Side(AU), "answer defend");
    assert_eq!(row(&p, Viewer::Side(Side(AU)), "chit"), both("probe", "defend"));
    assert_eq!(row(&p, Viewer::Watcher, "factors left"), both("42", "33"));
    let view = game().view(&p, Viewer::Watcher);
    assert_eq!(
        (view.combats[0].attackers.as_slice(), view.combats[0].defenders.as_slice()),
        (&["fr"][..], &["au"][..])
    );
}

#[test]
fn the_odds_of_an_attempt_on_a_city_name_fleches_and_garrison() {
    // A corps inside is hidden: without one the besieger knows what is inside.
    let p = read(&format!("{SIEGE}au-mack off\nau-i off\ngarrison ulm au 3I 1M\n"));
    let action = game().parse(&p, "assault ulm").unwrap();
    let battle = game().battle(&p, Side(FR), &action).unwrap();
    // One fleche, and four factors in a city for ten.
    let told: Vec<(i16, &str)> = battle.factors.iter().map(|f| (f.value, f.rule)).collect();
    assert_eq!(told, vec![(-1, "7.5.4.1.1.1"), (1, "7.5.4.1.1.2")]);
    assert_eq!(battle.total, 0);
}

#[test]
fn every_chart_is_square_and_says_where_it_comes_from() {
    let charts = game().charts();
    let file: toml::Table = sandtable_empires::data::FILES.tables.parse().unwrap();
    for chart in &charts {
        assert!(chart.rows.iter().all(|r| r.len() == chart.head.len()), "{}", chart.title);
        assert!(!chart.rows.is_empty() && !chart.source.is_empty());
    }
    let named = |title: &str| charts.iter().find(|c| c.title.starts_with(title)).unwrap();
    assert_eq!(named("Combat tables").rows.len(), 25);
    assert_eq!(named("Operational possibilities").source, "reconstructed, found in F1 F2 F3");
    assert_eq!(named("Terrain").source, "rulebook");
    // The rulebook's own entries have a star.
    assert!(named("Operational possibilities").rows.iter().flatten().any(|c| c.starts_with("2\u{2011}1*")));
    // Tables that no chart shows yet would be forgotten.
    assert!(file.len() <= 48, "{} tables: is each of them a chart?", file.len());
}

#[test]
fn turns_are_months() {
    let turns = game().turns("ulm1805");
    assert_eq!(turns.first().map(String::as_str), Some("September 1805"));
}
