//! A table of combat: the ratio of strengths gives the column, a die the row.

use sandtable_core::forecast::{Chance, by_sum};
use sandtable_core::guide::Chart;
use sandtable_datafile::{DataFault, TomlFile};
use sandtable_ops::odds::{RatioRow, ratio};
use serde::Deserialize;

/// What a modifier of the die is: by how much, why, and under which rule.
pub type Modifier = (i8, &'static str, &'static str);

/// A result of combat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombatResult {
    /// Its name in the table.
    pub name: String,
    /// What it means.
    pub words: String,
    /// Steps lost by attack and defence.
    #[serde(default)]
    pub lost: [u8; 2],
    /// Whether attack and defence go back.
    #[serde(default)]
    pub back: [bool; 2],
}

/// An attack in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odds {
    /// The strength of the attack.
    pub attack: u8,
    /// That of the defence.
    pub defence: u8,
    /// The column of the table.
    pub column: usize,
    /// What is added to the die.
    pub modifier: i8,
}

/// A table of combat for one die with six sides; below 1 counts as 1, above 6 as 6.
pub struct CombatTable {
    columns: Vec<String>,
    ratios: Vec<RatioRow>,
    rows: Vec<Vec<usize>>,
    results: Vec<CombatResult>,
}

impl CombatTable {
    /// Reads `columns`, the ratios from the poorest; `rows`, the names of results for each side of the die; and `[[result]]`, what they mean.
    pub fn read(file: &'static str, text: &str) -> Result<CombatTable, DataFault> {
        let toml = TomlFile::parse(file, text)?;
        let fault =
            |near: &str, what: &str| DataFault::at(file, text, near, format!("`{near}` is no {what}"));
        let columns: Vec<String> = toml.get("columns")?;
        let results: Vec<CombatResult> = toml.rows("result")?;
        let ratio = |(name, modifier): (&String, i8)| {
            let (a, b) = name.split_once(':').ok_or_else(|| fault(name, "ratio"))?;
            let number = |n: &str| n.parse().map_err(|_| fault(name, "ratio"));
            Ok(RatioRow { numerator: number(a)?, denominator: number(b)?, modifier })
        };
        let ratios = columns.iter().zip(0..).map(ratio).collect::<Result<_, _>>()?;
        let result =
            |name: &String| results.iter().position(|r| r.name == *name).ok_or_else(|| fault(name, "result"));
        let named: Vec<Vec<String>> = toml.get("rows")?;
        if named.len() != 6 || named.iter().any(|row| row.len() != columns.len()) {
            let wanted = format!("a table has six rows of {} results", columns.len());
            return Err(DataFault::at(file, text, "rows", wanted));
        }
        let rows = named.iter().map(|row| row.iter().map(result).collect()).collect::<Result<_, _>>()?;
        Ok(CombatTable { columns, ratios, rows, results })
    }

    /// The odds of an attack; none if they are too poor for the table.
    pub fn odds(&self, attack: u8, defence: u8, modifiers: &[Modifier]) -> Option<Odds> {
        let column = usize::try_from(ratio(&self.ratios, attack.into(), defence.into())?).ok()?;
        let modifier = modifiers.iter().map(|m| m.0).sum();
        Some(Odds { attack, defence, column, modifier })
    }

    /// The row of a die with what is added to it, from 1.
    pub fn row(&self, odds: &Odds, die: u8) -> u8 {
        die.saturating_add_signed(odds.modifier).clamp(1, 6)
    }

    /// The result of a die.
    pub fn result(&self, odds: &Odds, die: u8) -> &CombatResult {
        let row = &self.rows[usize::from(self.row(odds, die)) - 1];
        &self.results[row[odds.column.min(row.len() - 1)]]
    }

    /// What a column is called.
    pub fn column(&self, odds: &Odds) -> &str {
        self.columns.get(odds.column).map_or("none", String::as_str)
    }

    /// Every result with its probability.
    pub fn chances(&self, odds: &Odds) -> Vec<Chance> {
        by_sum(1, |die| self.result(odds, die).words.clone())
    }

    /// The table to be looked at.
    pub fn chart(&self, rule: &str) -> Chart {
        let meanings: Vec<String> = self.results.iter().map(|r| format!("{}: {}", r.name, r.words)).collect();
        let row = |(die, row): (u8, &Vec<usize>)| {
            let results = row.iter().map(|r| self.results[*r].name.clone());
            std::iter::once(die.to_string()).chain(results).collect()
        };
        Chart {
            title: format!("Combat ({})", meanings.join("; ")),
            rule: rule.to_string(),
            head: std::iter::once("die".to_string()).chain(self.columns.iter().cloned()).collect(),
            rows: (1..).zip(&self.rows).map(row).collect(),
            source: "rulebook".to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "columns = ['1:2', '1:1']\nrows = [['A', 'A'], ['A', 'A'], ['A', 'B'], ['A', 'B'], ['B', 'B'], ['B', 'B']]\n\
        [[result]]\nname = 'A'\nwords = 'the attack loses a step'\nlost = [1, 0]\n\
        [[result]]\nname = 'B'\nwords = 'the defence goes back'\nback = [false, true]\n";

    #[test]
    fn the_ratio_gives_the_column_and_the_die_the_row() {
        let table = CombatTable::read("t.toml", TABLE).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(table.odds(1, 3, &[]), None);
        let odds = table.odds(3, 4, &[(-1, "a river", "1")]).unwrap_or_else(|| panic!("no odds"));
        assert_eq!((table.column(&odds), odds.modifier), ("1:2", -1));
        let results = [1, 2, 3, 4, 5, 6].map(|die| table.result(&odds, die).name.clone());
        assert_eq!(results.join(""), "AAAAAB");
        let chances: Vec<_> = table.chances(&odds).into_iter().map(|c| (c.outcome, c.parts, c.of)).collect();
        assert_eq!(chances[1], ("the defence goes back".to_string(), 1, 6));
        assert_eq!(table.chart("6g").rows[2], ["3", "A", "B"]);
    }

    #[test]
    fn a_table_that_cannot_be_names_its_line() {
        let told = |from: &str, to: &str| {
            CombatTable::read("t.toml", &TABLE.replacen(from, to, 1)).err().map(|e| e.to_string())
        };
        assert_eq!(told("'1:1'", "'even'").as_deref(), Some("t.toml:1: `even` is no ratio"));
        assert_eq!(told("['A', 'A'], ", "").as_deref(), Some("t.toml:2: a table has six rows of 2 results"));
        assert_eq!(told("['A', 'A']", "['A', 'Z']").as_deref(), Some("t.toml:2: `Z` is no result"));
    }
}
