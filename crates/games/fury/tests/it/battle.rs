//! Battles before they are fought, charts, and how the game stands.

use crate::common::*;
use sandtable_core::forecast::forecast;
use sandtable_core::guide::{Battle, Force, Guide};
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options};
use sandtable_fury::data::{FILES, Files};
use sandtable_fury::sequence::Step;
use sandtable_fury::{Action, Fury};
use std::collections::BTreeSet;

const ATTACKS: &str = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";

fn sums_to_one(b: &Battle) {
    let parts: u64 = b.chances.iter().map(|c| c.parts).sum();
    assert!(b.chances.iter().all(|c| c.of == b.chances[0].of));
    assert_eq!(parts, b.chances[0].of);
    let sum: f64 = b.chances.iter().map(|c| c.probability).sum();
    assert!((sum - 1.0).abs() < 1e-9);
}

#[test]
fn battles_add_up_and_agree_with_the_forecast() {
    let (mut fights, mut declared, mut forts, mut rides) = (0, 0, 0, 0);
    let rules = Fury::rules();
    for seed in 80..100 {
        random_game(seed, &Options::new(), &mut |p, side| {
            if !matches!(p.steps.top(), Step::Declare | Step::Resolve) {
                return;
            }
            for a in legal(p, side).iter().take(12) {
                let battle = game().battle(p, side, a);
                let Some(b) = battle else {
                    assert_eq!(*a, Action::EndAttacks);
                    continue;
                };
                sums_to_one(&b);
                assert_eq!(b.factors.iter().map(|f| f.value).sum::<i16>(), b.total);
                assert!(b.factors.iter().all(|f| rules.iter().any(|r| r.id == f.rule)));
                forts += usize::from(b.defenders.iter().any(|f| f.piece.is_empty()));
                rides += usize::from(b.note.contains("avalry"));
                let (from, target, units) = match *a {
                    Action::Fight(target) => {
                        fights += 1;
                        assert_eq!(b.chances, forecast(game(), p, side, a));
                        let at = p.attacks.iter().find(|x| x.target == target && !x.done).unwrap();
                        (at.from, target, at.units)
                    }
                    Action::Attack { from, target, units } => {
                        declared += 1;
                        (from, target, units)
                    }
                    _ => panic!("{a:?} is no battle"),
                };
                assert_eq!(b.place, game().data.number(target).to_string());
                if b.factors.is_empty() {
                    assert_eq!(b.chances[0].outcome, "lapses");
                    continue;
                }
                let m = game().modifiers(p, from, target, units);
                let sum = |f: &[Force]| f.iter().map(|x| x.strength).sum::<i16>();
                assert_eq!((sum(&b.attackers), sum(&b.defenders)), (m.attack.into(), m.defence.into()));
                assert_eq!((b.factors[0].value, b.total), (m.ratio.into(), m.net().into()));
                assert!(b.ratio.starts_with(&format!("{} : {} → ", m.attack, m.defence)));
                assert_eq!(b.note.contains("avalry"), m.terrain() == 0);
            }
        });
    }
    assert!(
        fights > 100 && declared > 300 && forts > 50 && rides > 50,
        "{fights} {declared} {forts} {rides}"
    );
}

#[test]
fn a_declaration_shows_the_odds_that_the_combat_then_has() {
    let head = "turn = 'A2'\nphase = 'attacks'\nactivation = 1";
    let t = Table::at(
        head,
        "hq-ru-i 1304\nru-iii 1304\nru-iv 1304\nde-xx 1204\nhq-ru-ii 0909 inactive\nru-xv 0908\nde-i 0907",
    );
    let a = attack("1304", "1204", &["ru-iii", "ru-iv"]);
    let shown = game().battle(&t.p, RU, &a).unwrap();
    assert!(shown.note.contains("Other combats"));
    let mut q = t.clone();
    q.say("attack 1204 from 1304 with RU III + RU IV", &[]);
    assert!(!q.offered("end declarations"), "the 2nd Army still owes an attack");
    q.say("attack 0907 from 0908 with RU XV", &[]).say("end declarations", &[]);
    let fight = Action::Fight(hex_of("1204"));
    let fought = game().battle(&q.p, RU, &fight).unwrap();
    assert_eq!((shown.chances, shown.factors, shown.ratio), (fought.chances, fought.factors, fought.ratio));
    // Nothing is weighed that may not be done.
    assert_eq!(game().battle(&t.p, CP, &a), None);
    assert_eq!(game().battle(&t.p, RU, &fight), None);
    assert_eq!(game().battle(&t.p, RU, &attack("1304", "1403", &["ru-iii"])), None);
}

#[test]
fn the_odds_of_a_declaration_end_with_its_combat() {
    // The last activation, with a siege test to follow.
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 4";
    let t =
        Table::at(head, "hq-ru-i 1304\nru-iii 1304\nde-xx 1204\nru-iv 1206 besieging\nru-ii 1206 besieging");
    let a = attack("1304", "1204", &["ru-iii"]);
    let b = game().battle(&t.p, RU, &a).unwrap();
    sums_to_one(&b);
    assert!(b.chances.iter().all(|c| !c.outcome.contains("falls")), "{:?}", b.chances);
    let mut t = t;
    t.say("attack 1204 from 1304 with RU III", &[]).say("end declarations", &[]);
    let whole = forecast(game(), &t.p, RU, &Action::Fight(hex_of("1204")));
    assert!(whole.iter().any(|c| c.outcome.contains("falls")), "the combat itself runs on: {whole:?}");
}

#[test]
fn the_assault_on_koenigsberg_is_laid_open() {
    // The rulebook's first example.
    let pieces = "
        de-ii 1004 army=hq-de-viii
        ru-iii 1104
        ru-iv 1104
        ru-ii 1005
        hq-ru-i 1105
    ";
    let t = Table::at(ATTACKS, pieces);
    let b = game().battle(&t.p, RU, &attack("1104", "1004", &["ru-iii", "ru-iv"])).unwrap();
    assert_eq!((b.place.as_str(), b.ratio.as_str(), b.total), ("1004", "13 : 8 → 3/2", 1));
    let names: Vec<&str> = b.attackers.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["RU III", "RU IV"]);
    let factors: Vec<String> =
        b.factors.iter().map(|f| format!("{:+} {} {}", f.value, f.why, f.rule)).collect();
    assert_eq!(
        factors,
        [
            "+1 ratio 3/2 10.2.1c",
            "-2 major fortress Königsberg 10.2.2e",
            "+1 RU HQ I, active 10.2.3a",
            "+1 support from 1005 10.2.5a",
        ]
    );
    assert!(!b.note.contains("avalry"), "no cavalry against a fortress: {}", b.note);
    // The garrison is worth less than the walls.
    let strengths: Vec<(&str, i16)> = b.defenders.iter().map(|f| (f.name.as_str(), f.strength)).collect();
    assert_eq!(strengths.iter().map(|x| x.1).sum::<i16>(), 8, "{strengths:?}");
    let six = |words: &str| b.chances.iter().find(|c| c.outcome == words).map(|c| (c.parts, c.of));
    assert_eq!(six("each loses 1, defender retreats"), Some((1, 6)));
    assert_eq!(six("no losses, attacker retreats"), Some((2, 6)));
    assert_eq!(b.chances.len(), 5, "totals of 2 to 7");
}

#[test]
fn a_lone_fortress_defends_with_its_own_strength() {
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let t = Table::at(head, "hq-ru-i 1305\nru-iii 1305\nru-iv 1305");
    let b = game().battle(&t.p, RU, &attack("1305", "1206", &["ru-iii", "ru-iv"])).unwrap();
    assert_eq!(b.defenders.len(), 1);
    let fort = &b.defenders[0];
    assert!(fort.piece.is_empty() && fort.name.starts_with("Fortress "), "{fort:?}");
    let fortress = b.factors.iter().find(|f| f.why.contains("fortress")).unwrap();
    let size = if fort.strength == 8 { ("major", -2, "10.2.2e") } else { ("minor", -1, "10.2.2c") };
    assert!(fortress.why.starts_with(size.0) && (fortress.value, fortress.rule) == (size.1, size.2));
}

#[test]
fn charts_are_rectangular_and_cite_rules() {
    let charts = game().charts();
    let rules = Fury::rules();
    for c in &charts {
        assert!(!c.title.is_empty() && !c.rows.is_empty());
        assert!(c.rows.iter().all(|r| r.len() == c.head.len()), "{}", c.title);
        assert!(c.rows.iter().flatten().chain(&c.head).all(|cell| !cell.is_empty()), "{}", c.title);
        assert!(rules.iter().any(|r| r.id == c.rule), "{}: {}", c.title, c.rule);
        assert!(["rulebook", "reconstructed"].contains(&c.source.as_str()), "{}", c.title);
        if let Some(i) = c.head.iter().position(|h| h == "Rule") {
            assert!(c.rows.iter().all(|r| rules.iter().any(|x| x.id == r[i])), "{}", c.title);
        }
    }
    let titles: BTreeSet<_> = charts.iter().map(|c| &c.title).collect();
    assert_eq!(titles.len(), charts.len());
    let named = |words: &str| charts.iter().find(|c| c.title.starts_with(words)).unwrap();
    assert_eq!(
        named("Combat results").rows.iter().map(|r| r.join(" ")).collect::<Vec<_>>(),
        [
            "1–2 1 0 attacker, one hex",
            "3–4 0 0 attacker, one hex",
            "5 1 1 nobody",
            "6 0 0 defender, two hexes",
            "7–8 1 1 defender, two hexes",
            "9 or more 1 2 defender, two hexes"
        ]
    );
    assert_eq!(named("Ratio").rows.len(), 7);
    assert_eq!(named("Headquarters").rows.len(), 15);
    assert_eq!(
        named("Headquarters").rows[0].join(" "),
        "Russian I North +1 / 2 / 2 0 / 1 / 1 set-up active rulebook"
    );
    assert_eq!(named("Victory").rows[1].join(" "), "1–2 tactical victory 4g");
    assert_eq!(named("Planning die").rows.len(), 8);
    assert_eq!(named("Cost").rows[0].join(" "), "regular 2 4");
    assert_eq!(
        (named("Turns").source.as_str(), named("Combat").source.as_str()),
        ("reconstructed", "rulebook")
    );
    assert_eq!(game().turns("campaign").first().map(String::as_str), Some("A2"));
    assert_eq!(game().turns("campaign").len(), 9);
}

#[test]
fn charts_follow_other_data() {
    let files = FILES;
    let tables = files.tables.replace("loss_on = 2", "loss_on = 3");
    let other = Fury::with(&Files { tables: &tables, ..files }).unwrap();
    let chart = other.charts().into_iter().find(|c| c.title.starts_with("Cohesion")).unwrap();
    assert_eq!((chart.rows[0][0].as_str(), chart.rows[1][0].as_str()), ("1–3", "4–6"));
}

#[test]
fn the_view_says_how_the_game_stands() {
    let lines = |t: &Table| t.sees(0).victory.into_iter().map(|s| (s.text, s.rule)).collect::<Vec<_>>();
    let start = lines(&Table::campaign());
    assert_eq!(start.len(), 2);
    assert_eq!(start[0], ("Neither side is ahead: a draw if it ended now.".to_string(), "4f"));
    assert_eq!(
        start[1],
        ("Fortresses missing for a win at once: Russia 5, the Central Powers 5.".to_string(), "4c")
    );
    // One taken and held.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1206\nfort 1206");
    let now = lines(&t);
    assert_eq!(now[0], ("Russia +1: tactical victory for Russia if it ended now.".to_string(), "4g"));
    assert!(now[1].0.ends_with("Russia 4, the Central Powers 6."), "{now:?}");
    assert!(now[2].0.starts_with("Taken and held by Russia: ") && now[2].0.contains("(1206)"), "{now:?}");
    assert_eq!((now[2].1, now.len()), ("4d", 3));
    // Taken, but nobody is there: it counts for its owner again.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1305\nfort 1206");
    assert_eq!(lines(&t).len(), 2);
    // A siege.
    let t = Table::at("turn = 'S1'\nphase = 'moves'\nactivation = 1", "ru-iii 1206 besieging\nde-xx 1206");
    let now = lines(&t);
    assert!(now[2].0.starts_with("Besieged by Russia: ") && now[2].1 == "10.5b", "{now:?}");
    assert!(now[0].0.contains("draw"), "a siege counts nothing yet");
}

#[test]
fn standings_of_random_games_are_few_and_cite_rules() {
    let rules = Fury::rules();
    random_game(5, &Options::new(), &mut |p, _| {
        let view = game().view(p, Viewer::All);
        assert!((2..=4).contains(&view.victory.len()));
        assert!(view.victory.iter().all(|s| rules.iter().any(|r| r.id == s.rule) && s.text.ends_with('.')));
        assert!(view.counters.iter().all(|c| c.echelon == if c.branch == "hq" { "XXXX" } else { "XXX" }));
    });
}

#[test]
fn r10a_a_declaration_tells_its_chances() {
    rules!("fury 10.2.6a");
    let head = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let t = Table::at(head, "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xvii 1304\nhq-de-viii 1205");
    let action = attack("1405", "1304", &["ru-iii", "ru-iv"]);
    let battle = game().battle(&t.p, RU, &action).unwrap();
    let total: f64 = battle.chances.iter().map(|c| c.probability).sum();
    assert!((total - 1.0).abs() < 1e-12);
    let back: f64 = battle
        .chances
        .iter()
        .filter(|c| c.outcome.contains("defender retreats"))
        .map(|c| c.probability)
        .sum();
    assert!((back - 26.0 / 36.0).abs() < 1e-12, "{:?}", battle.chances);
    assert!(battle.chances.iter().all(|c| !c.outcome.contains("roll")), "merged, without single rolls");
    // Before the commitment it is the same as at the fight itself.
    let mut later = t.clone();
    later.say("attack 1304 from 1405 with RU III + RU IV", &[]).say("end declarations", &[]);
    let fight = sandtable_core::forecast::forecast(game(), &later.p, RU, &Action::Fight(hex_of("1304")));
    assert_eq!(fight, battle.chances);
    let parts: u64 = fight.iter().map(|c| c.parts).sum();
    assert!(fight.iter().all(|c| c.of == parts), "they add up to one exactly");
    // The declaration itself rolls nothing and says what happens.
    let certain = sandtable_core::forecast::forecast(game(), &t.p, RU, &action);
    assert_eq!(certain[0].outcome, "attack from 1405 on 1304");
}

#[test]
fn r10_3_1f_the_log_speaks_plainly() {
    rules!("fury 4f", "fury 9.3j", "fury 2.1g");
    // The Central Powers are many.
    let german = "turn = 'S1'\nphase = 'attacks'\nside = 'cp'\nactivation = 2";
    let mut t =
        Table::at(german, "de-xx 0706\nde-i 0706\nhq-de-viii 0706\nru-iii 0607\nru-iv 0607\nfort 0607");
    t.say("attack 0607 from 0706 with DE I + DE XX", &[]).say("end declarations", &[]);
    t.say("fight for 0607", &[5]).say("refuse", &[]);
    assert!(t.told().contains("Russia refuses to retreat"));
    t.say("force", &[]);
    assert!(t.told().contains("the Central Powers force the retreat"));
    // A ride that ends on foot says so.
    let moves = "turn = 'S1'\nphase = 'moves'\nactivation = 1";
    let mut t = Table::at(moves, "ru-iii 1607\nhq-ru-i 1607 inactive");
    t.say("move RU III to 1013", &[]);
    assert!(t.told().contains("RU III goes by rail to 1012 and on foot to 1013"), "{:?}", t.log());
    let mut t = Table::at(moves, "ru-iii 1607\nhq-ru-i 1607 inactive");
    t.say("move RU III to 1012", &[]);
    assert!(t.told().contains("RU III moves to 1012 by rail"));
    // A Cadre has its number, in the log as on the counter.
    let fight = "turn = 'S1'\nphase = 'attacks'\nactivation = 1";
    let mut t =
        Table::at(fight, "ru-iii 1405\nru-iv 1405\nhq-ru-i 1505\nde-xx 1304 reduced\nhq-de-viii 1205");
    t.say("attack 1304 from 1405 with RU III + RU IV", &[]).say("end declarations", &[]);
    t.say("fight for 1304", &[6, 5]);
    t.say(&t.offers()[0].clone(), &[]);
    assert!(t.told().contains("Cadre 1 takes the place of DE XX"), "{:?}", t.log());
    assert_eq!(t.counter("cadre-1").name, "DE Cadre 1");
}

#[test]
fn r10_5m_forecasts_merge_rolls_into_results() {
    rules!("fury 7b", "fury 11.5c");
    let chances = |t: &Table, words: &str| {
        let action =
            legal(&t.p, t.decider()).into_iter().find(|a| game().describe(&t.p, a) == words).unwrap();
        let list = sandtable_core::forecast::forecast(game(), &t.p, t.decider(), &action);
        assert!((list.iter().map(|c| c.probability).sum::<f64>() - 1.0).abs() < 1e-12);
        list.into_iter().map(|c| (c.outcome, c.parts, c.of)).collect::<Vec<_>>()
    };
    // The last activation ends: a siege at 13 against 8 falls on 5 and 6.
    let siege = "ru-iii 1004 besieging\nru-iv 1004 besieging\nru-xx 1104\nru-ii 1304\nhq-ru-i 1304 inactive";
    let t = Table::at("turn = 'S1'\nphase = 'attacks'", siege);
    let want = [("the siege of Königsberg goes on", 4), ("Königsberg falls to Russia", 2)];
    assert_eq!(chances(&t, "end declarations"), want.map(|(w, n)| (w.to_string(), n, 6)));
    // Planning and initiative: counts and who has it, not what was rolled.
    let t = Table::at("turn = 'S2'\nphase = 'reinforcements'\nside = 'cp'", "");
    let list = chances(&t, "done");
    assert!(list.len() <= 2 * 3 * 3 * 3 && list.iter().all(|(w, ..)| !w.contains("roll")), "{list:?}");
    assert!(
        list.iter()
            .any(|(w, ..)| w.contains("Russian planning: 3 active") && w.contains("has the initiative"))
    );
}
