//! Every figure of the files is read: a change to one changes the game, or is refused with a reason.

use super::{DATA, EVENTS, SCENARIOS, TABLES};
use sandtable_orel::data::{Class, Data, Fate, Price, all_hexes};
use toml::Value;

/// All that was read, as one text.
fn print(d: &Data) -> String {
    let costs = all_hexes().flat_map(|h| (0..6).map(move |way| (h, way)));
    let costs: Vec<_> = costs.flat_map(|(h, way)| Class::ALL.map(|c| d.map.cost(c, h, way))).collect();
    let map = (&d.map.edge, &d.map.to_edge, d.map.orel, &d.map.double_track, &d.map.double_stations);
    let rest = (&d.charts, &d.zones, &d.scenarios, &d.options, &d.confined, &d.events);
    format!("{costs:?}{map:?}{rest:?}")
}

/// Every value of a file with its path; elements of lists have the path of the list.
fn leaves(path: &str, value: &Value, change: &mut Vec<usize>, out: &mut Vec<(String, Vec<usize>)>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Table(t) => t.iter().map(|(k, v)| (format!("{path}.{k}"), v)).collect(),
        Value::Array(a) => a.iter().map(|v| (path.to_string(), v)).collect(),
        _ => {
            let path = path.trim_start_matches('.').to_string();
            // Of words in the same place, as hexes of a list, a few stand for all.
            if !value.is_str() || out.iter().filter(|(p, _)| *p == path).count() < 3 {
                out.push((path, change.clone()));
            }
            return;
        }
    };
    for (i, (path, child)) in children.into_iter().enumerate() {
        change.push(i);
        leaves(&path, child, change, out);
        change.pop();
    }
}

/// Changes a value: a number is one more, a word another word.
fn alter(value: &mut Value, at: &[usize]) {
    match (value, at.split_first()) {
        (Value::Table(t), Some((i, rest))) => {
            if let Some((_, v)) = t.iter_mut().nth(*i) {
                alter(v, rest);
            }
        }
        (Value::Array(a), Some((i, rest))) => alter(&mut a[*i], rest),
        (Value::Integer(n), _) => *n += 1,
        (Value::Float(n), _) => *n += 0.5,
        (Value::Boolean(b), _) => *b = !*b,
        (Value::String(s), _) => s.push('x'),
        _ => {}
    }
}

/// The paths of a file at which a change makes no difference, without its rules and sources.
fn overheard(file: &str) -> Vec<String> {
    let whole: Value = toml::from_str((DATA.text)(file)).unwrap();
    let before = print(&super::D);
    let mut all = Vec::new();
    leaves("", &whole, &mut Vec::new(), &mut all);
    let mut out: Vec<String> = Vec::new();
    for (path, at) in all {
        let key = path.rsplit('.').next().unwrap_or(&path);
        if key == "rule" || key == "source" || key.starts_with("source_") || out.contains(&path) {
            continue;
        }
        let mut other = whole.clone();
        alter(&mut other, &at);
        if (DATA.read)(file, &toml::to_string(&other).unwrap()).is_ok_and(|d| print(&d) == before) {
            out.push(path);
        }
    }
    out.sort();
    out
}

/// Figures that nothing in play depends on: the scale of the game, and how the strengths that units.csv writes out were made.
const SCALE: &[&str] =
    &["game.days_per_turn", "game.km_per_hex", "game.men_per_step", "steps.least", "steps.loss"];

/// Sentences that describe a procedure to the reader of tables.toml; the procedure itself is a rule, and rules are code.
const SENTENCES: &[&str] = &[
    "assault.needs",
    "attack.hasty_from",
    "attack.prepared_from",
    "barrage.observed",
    "barrage.targets",
    "charge.again_before_assault",
    "charge.else_against",
    "cohesion.guns.defending",
    "command.flags_hold_until",
    "command.later.name",
    "command.tie",
    "counterbattery.targets",
    "depot.eliminated",
    "depot.functional_again",
    "depot.line_costs",
    "depot.non_functional_use",
    "depot.renewed",
    "depot.replacement",
    "end.rally",
    "end.tanks",
    "entrenchment.benefits",
    "entrenchment.lost_by",
    "entrenchment.ready",
    "entry.closed",
    "entry.enemy_may_enter",
    "entry.first_hex",
    "game.first_day",
    "game.weather",
    "inactive.release",
    "losses.defending_guns",
    "losses.excess",
    "losses.guns_count",
    "munitions.after.who",
    "munitions.defender_gone",
    "munitions.spoils",
    "off_map.returns.hexes",
    "out_of_command.check",
    "out_of_command.failed",
    "prisoners.captures.steps",
    "prisoners.captures.when",
    "quality.check",
    "rail.control",
    "rail.rail_depot_zone_step",
    "recruits.placement",
    "results.guns_follow",
    "retreat.overstacked",
    "retreat.toward_edge",
    "retreat_before.failed",
    "retreat_before.vehicles_alone",
    "rounding.divide",
    "rounding.usual",
    "rout.moves",
    "rout.rally.needs",
    "rout.rally.when",
    "steps.reduced_steps",
    "steps.reduced_strength",
    "strength.guns_alone.cohesion",
    "tank.repaired",
    "train.capture.usable",
    "train.capture.when",
    "train.contact_needs",
    "train.duel.double",
    "train.duel.higher",
    "train.returns_at",
    "vehicle.attacks_with",
    "vehicle.terrain_closed",
    "vehicle.test.and",
    "vehicle.test.when",
    "zoc.cancelled_for_movement_by",
];

#[test]
fn every_figure_of_the_tables_is_read_or_refused() {
    let mut words: Vec<&str> = SCALE.iter().chain(SENTENCES).copied().collect();
    words.sort_unstable();
    assert_eq!(overheard(TABLES), words);
}

#[test]
fn every_figure_of_scenarios_and_events_is_read_or_refused() {
    // On which side of the area a line leaves it is seen on the board.
    assert_eq!(overheard(SCENARIOS), ["scenario.border_links.border"]);
    // Where the list was found, its lines, and when an event may be played, which goes with its effect.
    let words = ["event.found", "event.how_ours", "event.row", "event.when", "found.F1"];
    let general = ["general.die", "general.kept_until"];
    assert_eq!(overheard(EVENTS), [&words[..], &general].concat());
}

#[test]
fn a_replaced_set_of_charts_is_used() {
    let t = TABLES;
    let d =
        DATA.changed(t, "{ upto = 9, attacker = 1, defender = 1,", "{ upto = 9, attacker = 2, defender = 4,");
    assert_eq!(d.charts.art[5].losses, [2, 4]);
    let d = DATA.changed(t, "{ from = [3, 2], add = 1,", "{ from = [7, 4], add = 3,");
    assert_eq!((d.charts.ratio[4].from, d.charts.ratio[4].add), ([7, 4], 3));
    let town =
        "{ id = \"town\", where = \"hex\", cohesion = -1, assault = -1, barrage = -1, charge = false }";
    let other = "{ id = \"town\", where = \"hex\", cohesion = -3, assault = -2, barrage = 0, charge = true }";
    let town = DATA.changed(t, town, other).charts.town;
    assert_eq!((town.cohesion, town.assault, town.barrage, town.charge), (-3, -2, 0, true));
    let d = DATA.changed(
        t,
        "{ upto = 8, losses = 0 }",
        "{ upto = 6, losses = 0 }, { upto = 8, losses = 2, check = 3 }",
    );
    assert_eq!(d.charts.barrage.len(), 7);
    assert_eq!((d.charts.barrage[1].losses, d.charts.barrage[1].check), (2, Some(3)));
    let d = DATA.changed(
        t,
        "{ over = 1, cohesion_attacker = \"disorganised\"",
        "{ over = 1, cohesion_attacker = \"rout\"",
    );
    assert_eq!(d.charts.results[1].cohesion, [Fate::Rout, Fate::Disorganised]);
    let d = DATA.changed(t, "track = { red = [4, 4, 4,", "track = { red = [7, 3, 5,");
    assert_eq!(d.charts.recruit_track[1][..3], [7, 3, 5]);
    assert_eq!(d.charts.recruit_track[0][..3], [2, 2, 2]);
}

#[test]
fn other_prices_ranges_and_costs_are_used() {
    let t = TABLES;
    let tank = super::unit("w-tank");
    let d = DATA.changed(t, "{ who = [\"tank\"], mp = 3 }", "{ who = [\"tank\"], mp = 1 }");
    assert_eq!(d.charts.price(Price::Prepared, tank), Some(2));
    assert_eq!(super::D.charts.price(Price::Prepared, tank), Some(6));
    let d = DATA.changed(t, "{ terrain = \"clear\", mp = [1, 1,", "{ terrain = \"clear\", mp = [1.5, 1,");
    assert_eq!(d.map.cost(Class::Infantry, super::hex("1808"), 0), Some(3));
    assert_eq!(d.map.cost(Class::Cavalry, super::hex("1808"), 0), Some(2));
    assert_eq!(
        DATA.changed(t, "range_mp = 5 # from the unit", "range_mp = 4 # from the unit").charts.depot.range,
        8
    );
    let d = DATA.changed(t, "\"tank\", \"convoy\"], mp = 1 }", "\"tank\", \"convoy\"], mp = 2 }");
    assert_eq!(d.charts.zone_all_but, 4);
}

#[test]
fn special_actions_cost_what_the_chart_says() {
    let price = |action, id| super::D.charts.price(action, super::unit(id));
    let all = |id| {
        [Price::CombatMode, Price::Hasty, Price::Prepared, Price::Barrage]
            .map(|a| price(a, id).map(|c| c / 2))
    };
    assert_eq!(all("r-1-9d"), [Some(1), Some(1), Some(3), None]);
    assert_eq!(all("r-1-let"), [Some(1), Some(1), Some(2), None]);
    assert_eq!(all("w-1-1k"), [Some(1), Some(1), Some(2), None]);
    assert_eq!(all("r-art-9d"), [Some(1), Some(1), Some(3), Some(3)]);
    assert_eq!(all("r-art-let"), [Some(1), Some(1), Some(2), Some(3)]);
    assert_eq!(all("w-tank"), [None, Some(1), Some(3), None]);
    assert_eq!(all("r-ac-let"), [None, Some(1), Some(2), None]);
    assert_eq!(all("w-at-kalita"), [None, Some(0), Some(0), Some(0)]);
    assert_eq!(all("w-cv2-1d"), [None; 4]);
    assert_eq!(all("w-rd5-1d"), [None; 4]);
}
