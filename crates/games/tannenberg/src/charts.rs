//! The tables of the game as charts, from the loaded data.

mod exclusive;

use crate::Tannenberg;
use crate::guide::odds;
use crate::words::entry;
use sandtable_core::guide::Chart;
use sandtable_east::data::chart::Row;
use sandtable_east::data::params::{Choice, Loss};
use std::fmt::Display;

/// A chart; every row is as wide as the head.
fn chart(title: &str, rule: &str, head: &[&str], rows: Vec<Vec<String>>, source: &str) -> Chart {
    let head = head.iter().map(|h| h.to_string()).collect();
    Chart { title: title.to_string(), rule: rule.to_string(), head, rows, source: source.to_string() }
}

fn row<const N: usize>(cells: [&dyn Display; N]) -> Vec<String> {
    cells.iter().map(|c| c.to_string()).collect()
}

impl Tannenberg {
    /// Every table, in the order of the rulebook.
    pub(crate) fn all_charts(&self) -> Vec<Chart> {
        let mut out = vec![
            self.terrain_chart(),
            self.rail_chart(),
            self.combat_chart(),
            self.option_chart(),
            self.fortress_chart(),
            self.hq_chart(),
            self.west_chart(),
            self.points_chart(),
            self.town_chart(),
        ];
        out.extend(self.level_charts());
        out.extend(self.turn_charts());
        out
    }

    /// Where the values of a table come from, as its file says.
    fn source(&self, path: &[&str]) -> &str {
        let (last, tables) = path.split_last().unwrap_or((&"source", &[]));
        let table =
            tables.iter().try_fold(&self.tables, |t, key| t.get(*key).and_then(toml::Value::as_table));
        table.and_then(|t| t.get(*last)).and_then(toml::Value::as_str).unwrap_or("reconstructed")
    }

    fn terrain_chart(&self) -> Chart {
        let rule_of = |id: &str| {
            let rows = self.tables.get("terrain").and_then(|t| t.get("rows")).and_then(toml::Value::as_array);
            let found =
                rows.into_iter().flatten().find(|r| r.get("id").and_then(toml::Value::as_str) == Some(id));
            found.and_then(|r| r.get("rule")).and_then(toml::Value::as_str).unwrap_or("5.4").to_string()
        };
        let rows = self.any_data().params.chart.0.iter().map(|r: &Row| {
            let cost = match (r.closed, r.cost) {
                (true, _) => "closed".to_string(),
                (false, Some(c)) => c.map(|n| n.to_string()).join(" / "),
                (false, None) if r.add != [0; 4] => r.add.map(|n| format!("+{n}")).join(" / "),
                (false, None) => "–".to_string(),
            };
            let mut combat = Vec::new();
            if r.defence_times > 1 {
                combat.push(format!("defence × {}", r.defence_times));
            }
            if r.attack_divided_by > 1 {
                combat.push(format!("attack ÷ {}", r.attack_divided_by));
            }
            if r.die > 0 {
                combat.push(format!("die +{}", r.die));
            }
            let combat = if combat.is_empty() { "–".to_string() } else { combat.join(", ") };
            let name = match r.id.as_str() {
                "ezoc" => "enemy zone of control".to_string(),
                "entrain" => "getting on a train".to_string(),
                id => id.replace('_', " "),
            };
            row([&name, &cost, &combat, &rule_of(&r.id)])
        });
        let source = self.source(&["terrain", "source"]);
        let head = ["Ground", "MP for TCR 1 / 2 / 3 / 4", "Combat", "Rule"];
        chart("Terrain", "5.4u", &head, rows.collect(), source)
    }

    fn rail_chart(&self) -> Chart {
        let rows = self.any_data().params.armies.iter().map(|a| {
            let first = a.rail_capacity.first().copied().unwrap_or(0);
            let last = a.rail_capacity.last().copied().unwrap_or(0);
            let capacity = if first == last { first.to_string() } else { format!("{first} to {last}") };
            let roll = match &a.entrain_roll {
                Some(r) => format!("{} to {}", r.from, r.to),
                None => "none".to_string(),
            };
            let lines = a.line_limit.map_or("–".to_string(), |l| format!("{} / {}", l.single, l.double));
            row([&a.country, &a.tcr, &a.rail_rate, &capacity, &roll, &lines])
        });
        let head = [
            "Army",
            "MP to entrain",
            "Hexes",
            "Capacity, SP",
            "Roll to entrain",
            "SP on a single / double line",
        ];
        let source = self.source(&["family", "rail_capacity", "source"]);
        chart("Railways", "5.31b", &head, rows.collect(), source)
    }

    fn combat_chart(&self) -> Chart {
        let crt = &self.any_data().params.crt;
        let head = |tcr: usize| crt.headers[tcr].iter().map(|r| odds(*r)).collect::<Vec<_>>();
        let titles: Vec<String> = std::iter::once("TCR 1".to_string()).chain(head(0)).collect();
        let mut rows = Vec::new();
        for (tcr, name) in [(1, "TCR 2 and 3"), (3, "TCR 4")] {
            rows.push(std::iter::once(name.to_string()).chain(head(tcr)).collect());
        }
        for (i, results) in crt.rows.iter().enumerate() {
            let cells = results.iter().map(|(a, d)| format!("{}/{}", entry(*a), entry(*d)));
            rows.push(std::iter::once(format!("die {}", i + 1)).chain(cells).collect());
        }
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        chart("Combat results: attacker/defender", "8.8l", &titles, rows, self.source(&["combat", "source"]))
    }

    fn option_chart(&self) -> Chart {
        let crt = &self.any_data().params.crt;
        let lost = |c: &Choice| match c.loss {
            Loss::None => "none",
            Loss::Half => "half",
            Loss::All => "all",
        };
        let mut rows: Vec<Vec<String>> = Vec::new();
        for c in &crt.attacker {
            rows.push(row([&"attacker", &entry(c.result), &"–", &lost(c), &"–"]));
        }
        for c in &crt.defender {
            let back = if c.retreat == 0 { "–".to_string() } else { c.retreat.to_string() };
            rows.push(row([&"defender", &entry(c.result), &c.option, &lost(c), &back]));
        }
        let head = ["Who", "Result", "Option", "Affected steps lost", "Hexes back"];
        chart("Options", "8.9t", &head, rows, self.source(&["options", "source"]))
    }
}
