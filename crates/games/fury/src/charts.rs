//! The tables of the game as charts, from the loaded data.

use crate::Fury;
use crate::data::pieces::{Kind, Nation};
use crate::data::tables::{CombatRow, Retreats};
use crate::words::side_name;
use sandtable_core::guide::Chart;

/// A chart; every row is as wide as the head.
fn chart(title: &str, rule: &str, head: &[&str], rows: Vec<Vec<String>>, source: &str) -> Chart {
    let head = head.iter().map(|h| h.to_string()).collect();
    Chart { title: title.to_string(), rule: rule.to_string(), head, rows, source: source.to_string() }
}

fn row<const N: usize>(cells: [&dyn std::fmt::Display; N]) -> Vec<String> {
    cells.iter().map(|c| c.to_string()).collect()
}

fn signed(value: i8) -> String {
    if value == 0 { "0".to_string() } else { format!("{value:+}") }
}

/// A stretch of the die, as `3–4`.
fn stretch(from: usize, to: usize) -> String {
    if from == to { from.to_string() } else { format!("{from}–{to}") }
}

/// Half points as points.
fn halves(value: u8) -> String {
    (f32::from(value) / 2.0).to_string()
}

fn source_word(stated: bool) -> &'static str {
    if stated { "rulebook" } else { "reconstructed" }
}

impl Fury {
    /// Every table, in the order of the rulebook.
    pub(crate) fn all_charts(&self) -> Vec<Chart> {
        vec![
            self.hq_chart(),
            self.victory_chart(),
            self.turn_chart(),
            self.movement_chart(),
            self.rail_chart(),
            self.ratio_chart(),
            self.terrain_chart(),
            self.cavalry_chart(),
            self.combat_chart(),
            self.cohesion_chart(),
            self.fortress_chart(),
            self.siege_chart(),
            self.points_chart(),
            self.step_chart(),
            self.planning_chart(),
            self.planning_modifier_chart(),
        ]
    }

    fn source(&self, table: &str) -> &str {
        self.data.tables.source(table)
    }

    fn turn_name(&self, turn: Option<u8>) -> String {
        let name = turn.and_then(|t| self.data.tables.turns.get(usize::from(t)));
        name.cloned().unwrap_or_else(|| "set-up".to_string())
    }

    fn hq_chart(&self) -> Chart {
        let rows = self.data.hqs.iter().map(|hq| {
            let front = hq.front.map_or("chosen", |f| f.name());
            let face = |i: usize| {
                let f = hq.faces[i];
                format!("{} / {} / {}", signed(f.support), f.cavalry, f.range)
            };
            let army = format!("{} {}", hq.nation.name(), hq.name);
            let starts = if hq.starts_active { "active" } else { "inactive" };
            let enters = self.turn_name(hq.enters);
            row([&army, &front, &face(0), &face(1), &enters, &starts, &source_word(hq.stated)])
        });
        chart(
            "Headquarters: support / cavalry / range",
            "2.2b",
            &["Army", "Front", "Active", "Inactive", "Enters", "Starts", "Source"],
            rows.collect(),
            source_word(self.data.hqs.iter().all(|h| h.stated)),
        )
    }

    fn victory_chart(&self) -> Chart {
        let t = &self.data.tables;
        let mut rows = vec![row([&"0", &"draw", &"4f"])];
        for (i, (from, level)) in t.levels.iter().enumerate() {
            let difference = match t.levels.get(i + 1) {
                Some((next, _)) => stretch((*from).into(), usize::from(*next).saturating_sub(1)),
                None => format!("{from} or more"),
            };
            rows.push(row([&difference, &format!("{level} victory"), &self.level_rule(level)]));
        }
        let at_once = format!("{} or more, in an administrative phase", t.automatic);
        rows.push(row([&at_once, &"wins at once", &"4c"]));
        chart(
            "Victory: net difference in fortresses",
            "4e",
            &["Difference", "Result", "Rule"],
            rows,
            self.source("victory"),
        )
    }

    fn turn_chart(&self) -> Chart {
        let names = &self.data.tables.turns;
        let rows = names.iter().enumerate().map(|(i, name)| row([&(i + 1), name]));
        chart("Turns", "5a", &["Turn", "Name"], rows.collect(), self.source("turns"))
    }

    fn movement_chart(&self) -> Chart {
        let m = &self.data.tables.movement;
        let rows = vec![
            row([&"points of a unit", &m.unit, &"9b"]),
            row([&"points of a headquarters", &m.hq, &"9b"]),
            row([&"to enter a hex", &1, &"9c"]),
            row([&"to enter a mountain hex off the railway", &m.mountain, &"9d"]),
            row([&"to go by rail, however far", &1, &"9.3e"]),
            row([&"march along a railway when entering", &m.march, &"11.4e"]),
        ];
        chart("Movement points", "9b", &["What", "Points", "Rule"], rows, self.source("movement"))
    }

    fn rail_chart(&self) -> Chart {
        let rows = Nation::ALL.map(|n| row([&n.name(), &self.data.tables.rail[n.index()]]));
        chart("Rail points a turn", "11.5a", &["Nation", "Points"], rows.into(), self.source("rail"))
    }

    fn ratio_chart(&self) -> Chart {
        let ratios = &self.data.tables.ratio;
        let mut rows = Vec::new();
        if let Some(least) = ratios.first() {
            let less = format!("below {}/{}", least.numerator, least.denominator);
            rows.push(row([&less, &"no attack"]));
        }
        for (i, r) in ratios.iter().enumerate() {
            let more = if i + 1 == ratios.len() { " or more" } else { "" };
            let ratio = format!("{}/{}{more}", r.numerator, r.denominator);
            rows.push(row([&ratio, &signed(r.modifier)]));
        }
        chart("Ratio of strengths", "10.2.1c", &["Ratio", "Modifier"], rows, self.source("ratio"))
    }

    fn terrain_chart(&self) -> Chart {
        let t = &self.data.tables.terrain;
        let rows = vec![
            row([&"across a river", &signed(t.river), &"10.2.2a"]),
            row([&"difficult ground", &signed(t.difficult), &"10.2.2b"]),
            row([&"mountains", &signed(t.mountain), &"10.2.2d"]),
            row([&"minor fortress", &signed(t.minor), &"10.2.2c"]),
            row([&"major fortress", &signed(t.major), &"10.2.2e"]),
            row([&"fortress taken before", &signed(t.taken), &"10.4m"]),
        ];
        chart(
            "Terrain and fortresses in combat",
            "10.2.2f",
            &["What", "Modifier", "Rule"],
            rows,
            self.source("terrain"),
        )
    }

    fn cavalry_chart(&self) -> Chart {
        let t = &self.data.tables;
        let bonus = |turn: usize| signed(if t.late[turn] { t.late_cavalry as i8 } else { 0 });
        let rows = t.turns.iter().enumerate().map(|(i, name)| row([name, &bonus(i)]));
        chart(
            "Cavalry of German headquarters by turn",
            "10.2.6c",
            &["Turn", "Added"],
            rows.collect(),
            self.source("cavalry"),
        )
    }

    fn combat_chart(&self) -> Chart {
        let table = &self.data.tables.combat;
        let mut rows = Vec::new();
        let mut from = 0;
        // Rows of the data that say the same become one.
        let same = |a: &CombatRow, b: &CombatRow| {
            (a.attacker, a.defender, a.retreat) == (b.attacker, b.defender, b.retreat)
        };
        while let Some(result) = table.get(from) {
            let to = from + table[from..].iter().take_while(|r| same(r, result)).count();
            let total =
                if to == table.len() { format!("{} or more", from + 1) } else { stretch(from + 1, to) };
            let retreat = match result.retreat {
                Retreats::Attacker => "attacker, one hex",
                Retreats::Defender => "defender, two hexes",
                Retreats::Nobody => "nobody",
            };
            rows.push(row([&total, &result.attacker, &result.defender, &retreat]));
            from = to;
        }
        chart(
            "Combat results: die and modifiers",
            "10.3.1a",
            &["Total", "Attacker's losses", "Defender's losses", "Goes back"],
            rows,
            self.source("combat"),
        )
    }

    fn cohesion_chart(&self) -> Chart {
        let last = usize::from(self.data.tables.cohesion);
        let rows = vec![
            row([&stretch(1, last), &"one more loss", &"10.3.2j"]),
            row([&stretch(last + 1, 6), &"no effect", &"10.3.2k"]),
        ];
        chart("Cohesion test", "10.3.2i", &["Die", "Effect", "Rule"], rows, self.source("cohesion"))
    }

    fn fortress_chart(&self) -> Chart {
        let rows = self.data.forts.iter().map(|f| {
            let t = &self.data.tables;
            let (size, least, siege) = if f.major {
                ("major", t.minimum.major, t.siege_value.major)
            } else {
                ("minor", t.minimum.minor, t.siege_value.minor)
            };
            row([&f.name, &self.data.number(f.hex), &side_name(f.owner), &size, &least, &siege])
        });
        chart(
            "Fortresses",
            "10.4d",
            &["Fortress", "Hex", "Owner at the start", "Size", "Least in defence", "In a siege"],
            rows.collect(),
            self.source("fortress"),
        )
    }

    fn siege_chart(&self) -> Chart {
        let falls = self.data.tables.siege_falls;
        let rows = vec![
            row([&format!("below {falls}"), &"the siege goes on", &"10.5p"]),
            row([&format!("{falls} or more"), &"the fortress falls", &"10.5o"]),
        ];
        chart("Siege test: die and ratio", "10.5m", &["Total", "Effect", "Rule"], rows, self.source("siege"))
    }

    fn points_chart(&self) -> Chart {
        let rows = Nation::ALL.map(|n| {
            let rule = match n {
                Nation::Ru => "11.3h",
                Nation::Ah => "11.3i",
                Nation::De => "11.3j",
            };
            row([&n.name(), &self.data.tables.replacement[n.index()], &rule])
        });
        chart(
            "Replacement points a turn, beside one for each eliminated corps",
            "11.3a",
            &["Nation", "Points", "Rule"],
            rows.into(),
            self.source("replacement"),
        )
    }

    fn step_chart(&self) -> Chart {
        let rows = Kind::ALL.map(|kind| {
            let step = self.data.tables.step_cost(kind);
            row([&kind.word(), &halves(step), &halves(2 * step)])
        });
        chart(
            "Cost of replacements",
            "11.3r",
            &["Corps", "One step", "Reformed at full strength"],
            rows.into(),
            self.source("replacement"),
        )
    }

    fn planning_chart(&self) -> Chart {
        let rows = Nation::ALL.map(|n| {
            let counts = self.data.tables.planning[n.index()];
            std::iter::once(n.name().to_string()).chain(counts.iter().map(u8::to_string)).collect()
        });
        chart(
            "Planning: headquarters turned active",
            "11.5c",
            &["Nation", "1", "2", "3", "4", "5", "6"],
            rows.into(),
            self.source("planning"),
        )
    }

    fn planning_modifier_chart(&self) -> Chart {
        let t = &self.data.tables;
        // fury 11b: the last turn has no planning.
        let planned = t.turns.len().saturating_sub(1);
        let rows = t.turns.iter().zip(&t.planning_modifier).take(planned);
        chart(
            "Planning die by turn",
            "11.5h",
            &["Turn", "Modifier"],
            rows.map(|(name, m)| row([name, &signed(*m)])).collect(),
            self.source("planning"),
        )
    }
}
