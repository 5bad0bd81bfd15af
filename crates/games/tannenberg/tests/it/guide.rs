//! Gestures, ways, odds and charts.
#![allow(clippy::unwrap_used)]
use crate::scene::{read, theatre};
use sandtable_core::dice::Seeded;
use sandtable_core::forecast::forecast;
use sandtable_core::guide::Guide;
use sandtable_core::view::Viewer;
use sandtable_core::{Game, Options, Side, rules};
use sandtable_tannenberg::action::Gruppe;
use sandtable_tannenberg::position::Phase;
use sandtable_tannenberg::{Action, Event, Mover, Position, Tannenberg};
use sandtable_testkit::Walk;
use std::collections::{BTreeMap, HashSet};

fn hex(number: &str) -> u16 {
    theatre().sheets[0].data.map.hex(number).unwrap()
}

fn unit(id: &str) -> sandtable_east::data::UnitId {
    theatre().sheets[0].data.named(id).unwrap()
}

fn known_rules() -> HashSet<String> {
    Tannenberg::rules().into_iter().map(|r| r.id.to_string()).collect()
}

const DE: Side = Side(0);
const RU: Side = Side(1);

/// The German, in supply, attacks a corps.
const ATTACK: &str = "scenario = campaign
turn = 4
side = de
phase = combat
de-37 1420
de-41 1420
de-c2 1420
hq-de-vs-20 1420
ru-xiii 1419
hq-ru-s-2 1419
ru-iii 0506
";

const FIGHT: &str = "scenario = campaign
turn = 4
side = ru
phase = combat
ru-xiii 1420
ru-xv 1520
hq-ru-s-2 1420
de-41 1419
de-37 0720 gruppe=7
";

fn take(p: &mut Position, side: Side, action: Action) {
    theatre().check(p, side, &action).unwrap_or_else(|e| panic!("{action:?}: {e}"));
    theatre().apply(p, side, &action, &mut Seeded::new(1), &mut vec![]);
}

/// The part of a forecast that is the combat's own result.
fn result(outcome: &str) -> String {
    let own = |part: &&str| part.contains("/") || *part == "called off";
    outcome.split("; ").find(own).unwrap_or(outcome).to_string()
}

/// Parts of 6^6 for each result, as the dice of the game itself give them.
fn by_dice(p: &Position, side: Side) -> BTreeMap<String, u64> {
    let mut out: BTreeMap<String, u64> = BTreeMap::new();
    for chance in forecast(theatre(), p, side, &Action::Fight) {
        *out.entry(result(&chance.outcome)).or_default() += chance.parts * 46656 / chance.of;
    }
    out
}

fn weighed(p: &Position, side: Side) -> BTreeMap<String, u64> {
    let battle = theatre().battle(p, side, &Action::Fight).unwrap();
    battle.chances.iter().map(|c| (c.outcome.clone(), c.parts * 46656 / c.of)).collect()
}

#[test]
fn odds_of_a_battle_are_exact() {
    rules!("tannenberg 8.4a", "tannenberg 10.21b");
    let game = theatre();
    let mut p = read(ATTACK);
    let before = game.battle(&p, DE, &Action::Attack(hex("1419"))).unwrap();
    assert!(!before.note.is_empty() && before.place == "1419" && before.attackers.len() == 3);
    take(&mut p, DE, Action::Attack(hex("1419")));
    take(&mut p, DE, Action::With(unit("de-37")));
    take(&mut p, DE, Action::With(unit("de-41")));
    let plain = game.battle(&p, DE, &Action::Fight).unwrap();
    assert_eq!(weighed(&p, DE), by_dice(&p, DE));
    take(&mut p, DE, Action::Shift(unit("hq-de-vs-20")));
    let shifted = game.battle(&p, DE, &Action::Fight).unwrap();
    assert_eq!(weighed(&p, DE), by_dice(&p, DE));
    let rules = known_rules();
    for battle in [&before, &plain, &shifted] {
        let sum: f64 = battle.chances.iter().map(|c| c.probability).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        assert!(battle.factors.iter().all(|f| rules.contains(f.rule)), "{:?}", battle.factors);
        let columns: i16 = battle.factors.iter().map(|f| f.value).sum();
        assert_eq!(columns, battle.total);
    }
    assert_eq!(shifted.total, plain.total + 1);
    assert_eq!(plain.attackers.iter().map(|f| f.piece.as_str()).collect::<Vec<_>>(), ["de-37", "de-41"]);
    assert_eq!(plain.defenders[0].name, "XIII Corps");
    assert!(plain.ratio.starts_with("8 : "), "{}", plain.ratio);
}

#[test]
fn attrition_of_hungry_attackers_is_reckoned_in() {
    rules!("tannenberg 9.23a", "tannenberg 9.23b");
    let mut p = read(FIGHT);
    take(&mut p, RU, Action::Attack(hex("1419")));
    take(&mut p, RU, Action::With(unit("ru-xiii")));
    let battle = theatre().battle(&p, RU, &Action::Fight).unwrap();
    assert!(battle.factors.iter().any(|f| f.rule == "9.21b"), "{:?}", battle.factors);
    assert_eq!(weighed(&p, RU), by_dice(&p, RU));
    assert!(weighed(&p, RU).contains_key("called off"));
}

#[test]
fn battles_of_games_by_chance_add_up() {
    let game = theatre();
    let rules = known_rules();
    let mut weighed = 0;
    walk(
        &["tannenberg", "winter", "campaign"],
        |_, p| p.phase == Phase::Combat,
        |p, side, list| {
            for action in list.iter().filter(|a| matches!(a, Action::Fight | Action::Attack(_))) {
                let Some(battle) = game.battle(p, side, action) else {
                    assert!(matches!(action, Action::Attack(_)));
                    continue;
                };
                let sum: f64 = battle.chances.iter().map(|c| c.probability).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{battle:?}");
                assert!(battle.factors.iter().all(|f| rules.contains(f.rule)), "{:?}", battle.factors);
                assert!(!battle.attackers.is_empty() && !battle.defenders.is_empty());
                if let Some(q) = game.known(p, side) {
                    assert_eq!(game.battle(&q, side, action), Some(battle));
                }
                weighed += 1;
            }
        },
    );
    assert!(weighed > 30, "{weighed}");
}

fn walk(
    scenarios: &[&str],
    wanted: impl Fn(usize, &Position) -> bool,
    mut see: impl FnMut(&Position, Side, &[Action]),
) {
    let mut list = vec![];
    for (scenario, seed) in scenarios.iter().zip(40..) {
        let walk = Walk { scenario, options: &Options::new(), seed, steps: 4000, every: 1 };
        walk.look(theatre(), |m| {
            if wanted(m.number, m.position) {
                list.clear();
                theatre().actions(m.position, m.side, &mut list);
                see(m.position, m.side, &list);
            }
        });
    }
}

#[test]
fn gestures_lead_back_to_what_is_offered() {
    let game = theatre();
    let mut n = 0;
    walk(
        &["tannenberg", "three-player", "free"],
        |n, _| n % 61 == 0,
        |p, side, list| {
            for action in list.iter().step_by(29) {
                let handle = game.handle(p, action);
                assert!(!handle.verb.is_empty());
                assert_eq!(handle.weigh, *action == Action::Fight);
                if handle.pieces.is_empty() && handle.place.is_none() {
                    continue;
                }
                let wished = game.wish(p, side, &handle.pieces, handle.place.as_deref());
                let wished = wished.unwrap_or_else(|| panic!("{action:?}: nothing"));
                assert!(game.check(p, side, &wished).is_ok(), "{action:?}: {wished:?}");
                let got = game.handle(p, &wished);
                match handle.place {
                    Some(_) => assert_eq!(
                        (got.pieces, got.place),
                        (handle.pieces, handle.place),
                        "{action:?}: {wished:?}"
                    ),
                    None => assert!(handle.pieces.iter().all(|x| got.pieces.contains(x))),
                }
                n += 1;
            }
        },
    );
    assert!(n > 100, "{n}");
}

#[test]
fn a_wish_that_is_not_legal_gets_its_rule() {
    let game = theatre();
    let said = |p: &Position, side: Side, pieces: &[&str], place: Option<&str>| {
        let pieces: Vec<String> = pieces.iter().map(|x| x.to_string()).collect();
        let action = game.wish(p, side, &pieces, place)?;
        game.check(p, side, &action).err().map(|e| e.0[0].rule.clone())
    };
    let p = read(FIGHT);
    assert_eq!(game.wish(&p, RU, &["ru-xiii".to_string()], Some("1419")), Some(Action::Attack(hex("1419"))));
    assert_eq!(said(&p, RU, &["ru-xiii"], Some("0720")).as_deref(), Some("8.0a"));
    assert_eq!(said(&p, RU, &[], Some("1421")).as_deref(), Some("8.0a"));
    let p = read(&FIGHT.replace("phase = combat", "phase = movement"));
    assert_eq!(said(&p, RU, &["ru-xiii"], Some("1419")).as_deref(), Some("5.13a"));
    assert_eq!(said(&p, RU, &["ru-xiii"], Some("0505")).as_deref(), Some("5.14a"));
    assert_eq!(said(&p, RU, &["de-41"], Some("1418")).as_deref(), Some("5.0a"));
    assert_eq!(said(&p, RU, &["gruppe-0720-1"], None).as_deref(), Some("18.0a"));
    assert_eq!(game.wish(&p, RU, &["nobody".to_string()], None), None);
    assert_eq!(game.wish(&p, RU, &[], None), Some(Action::Done), "what would end the step");
}

#[test]
fn ways_lead_hex_by_hex_to_every_march() {
    rules!("tannenberg 5.0b");
    let game = theatre();
    let map = &game.sheets[0].data.map;
    let p = read(&FIGHT.replace("phase = combat", "phase = movement"));
    let mut list = vec![];
    game.actions(&p, RU, &mut list);
    let march = |a: &Action| matches!(a, Action::March(Mover::Unit(u), _) if *u == unit("ru-xv"));
    let ways = game.ways(&p, RU, "ru-xv");
    assert_eq!(ways.len(), list.iter().filter(|a| march(a)).count());
    for way in &ways {
        assert_eq!((way.path.first().map(String::as_str), way.path.last()), (Some("1520"), Some(&way.place)));
        assert!(way.by == "foot" && way.cost >= 1);
        for pair in way.path.windows(2) {
            assert!(map.step(hex(&pair[0]), hex(&pair[1])).is_some(), "{:?}", way.path);
        }
    }
    assert!(game.ways(&p, Side(0), "de-41").is_empty() && game.ways(&p, RU, "de-41").is_empty());
    let german = read(&FIGHT.replace("phase = combat", "phase = movement").replace("side = ru", "side = de"));
    assert!(!game.ways(&german, Side(0), "gruppe-7").is_empty());
}

#[test]
fn a_free_marker_is_picked_up_and_pointed() {
    let p = read(&FIGHT.replace("phase = combat", "phase = movement").replace("side = ru", "side = de"));
    let handle = theatre().handle(&p, &Action::Place(Gruppe(1), hex("1419")));
    assert_eq!((handle.pieces, handle.place.as_deref()), (vec!["gruppe-1".to_string()], Some("1419")));
    let wish = theatre().wish(&p, DE, &["gruppe-1".to_string()], Some("1419"));
    assert_eq!(wish, Some(Action::Place(Gruppe(1), hex("1419"))));
}

#[test]
fn dice_of_hidden_units_are_shown_to_their_owner_only() {
    rules!("tannenberg 18.0i");
    let (open, hidden) = (unit("ru-xiii"), unit("de-37"));
    let events = [Event::CommandRoll(open, 4, true, false), Event::CommandRoll(hidden, 2, false, true)];
    let rolls = |viewer| theatre().rolls(viewer, &events);
    assert_eq!(rolls(Viewer::Side(RU)), Some(vec![4]));
    assert_eq!(rolls(Viewer::Side(DE)), Some(vec![4, 2]));
    assert_eq!(rolls(Viewer::All), None, "all that were rolled");
}

#[test]
fn trains_have_ways_too() {
    let game = theatre();
    let p =
        read("scenario = campaign\nturn = 3\nside = de\nphase = movement\nde-1 0613 entrained\nde-2 0616\n");
    let ways = game.ways(&p, Side(0), "de-1");
    assert!(ways.len() > 10 && ways.iter().all(|w| w.by == "rail" && w.path.len() > 1));
    let far = ways.iter().map(|w| w.cost).max().unwrap();
    assert!((10..=30).contains(&far), "{far}");
}

#[test]
fn what_an_option_costs_is_said() {
    rules!("tannenberg 8.9d", "tannenberg 8.9e");
    let game = theatre();
    let mut p = read(ATTACK);
    for action in [Action::Attack(hex("1419")), Action::With(unit("de-37")), Action::With(unit("de-41"))] {
        take(&mut p, DE, action);
    }
    // A result of 1 for the defender, of four steps on each side.
    let said = (0..40).find_map(|seed| {
        let mut q = p;
        game.apply(&mut q, DE, &Action::Fight, &mut Seeded::new(seed), &mut vec![]);
        (q.combat.defender == sandtable_east::data::params::Outcome::One).then(|| {
            let mut list = vec![];
            game.actions(&q, RU, &mut list);
            list.iter().map(|a| game.describe(&q, a)).collect::<Vec<_>>()
        })
    });
    let said = said.unwrap();
    assert_eq!(said, ["1: lose 2 steps and stay", "2: retreat 1 hex"]);
}

#[test]
fn charts_are_whole_and_cite_rules() {
    let game = theatre();
    let charts = game.charts();
    let rules = known_rules();
    assert!(charts.len() >= 12);
    for chart in &charts {
        assert!(rules.contains(chart.rule.as_str()), "{}: {}", chart.title, chart.rule);
        assert!(
            !chart.rows.is_empty() && chart.rows.iter().all(|r| r.len() == chart.head.len()),
            "{}",
            chart.title
        );
        assert!(
            ["rulebook", "reconstructed"].contains(&chart.source.as_str()),
            "{}: {}",
            chart.title,
            chart.source
        );
        assert!(!chart.title.ends_with(": "), "{}", chart.title);
    }
    let of = |part: &str| charts.iter().find(|c| c.title.contains(part)).unwrap();
    assert_eq!(
        (of("Combat results").source.as_str(), of("West front").source.as_str()),
        ("rulebook", "reconstructed")
    );
    assert_eq!(game.turns("campaign").len(), 15);
    for about in &game.about().scenarios {
        assert!(!game.turns(&about.id).is_empty());
    }
}
