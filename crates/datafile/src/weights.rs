//! What players weigh things by: numbers that a game's script and score go by, each game with its own.

use crate::DataFault;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Weights of players that plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlannerWeights<Script, Score> {
    /// Of the script that carries plans out.
    pub script: Script,
    /// Of what a position is worth.
    pub score: Score,
}

/// The weights of all players of a game. Those that plan can have scripts for more than one occasion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights<Script, Score, Scripts = Script> {
    /// Of the level `regular`.
    pub regular: Script,
    /// Of those that plan.
    pub planner: PlannerWeights<Scripts, Score>,
}

impl<Script, Score, Scripts> Weights<Script, Score, Scripts>
where
    Script: DeserializeOwned,
    Score: DeserializeOwned,
    Scripts: DeserializeOwned,
{
    /// Reads `bot.toml` and `planner.toml`.
    pub fn read(regular: &str, planner: &str) -> Result<Self, DataFault> {
        Ok(Weights { regular: weights("bot.toml", regular)?, planner: weights("planner.toml", planner)? })
    }
}

/// A table of a TOML file that stands beside the weights; as it is by default where there is none.
pub fn beside<T: DeserializeOwned + Default>(
    file: &'static str,
    text: &str,
    name: &str,
) -> Result<T, DataFault> {
    let fault = |e: toml::de::Error| DataFault::toml(file, text, &e);
    let mut table: toml::Table = toml::from_str(text).map_err(fault)?;
    table.remove(name).map_or_else(|| Ok(T::default()), |t| t.try_into().map_err(fault))
}

/// Weights of a player from a TOML file. The table `record` tells how they were found and is for readers; `chance` says what scores stand
/// for, and is read by itself.
pub fn weights<T: DeserializeOwned>(file: &'static str, text: &str) -> Result<T, DataFault> {
    let fault = |e: toml::de::Error| DataFault::toml(file, text, &e);
    let mut table: toml::Table = toml::from_str(text).map_err(fault)?;
    let others = [table.remove("record"), table.remove("chance")];
    if others.iter().all(Option::is_none) {
        // Read as it stands, complaints have lines.
        return toml::from_str(text).map_err(fault);
    }
    table.try_into().map_err(fault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Own {
        n: u8,
    }

    #[test]
    fn the_record_of_weights_is_for_readers() {
        assert_eq!(weights("w.toml", "n = 3\n"), Ok(Own { n: 3 }));
        assert_eq!(weights("w.toml", "n = 3\n[record]\ngames = 7\n"), Ok(Own { n: 3 }));
        let wrong = weights::<Own>("w.toml", "\nn = 'x'\n").expect_err("no number");
        assert_eq!((wrong.file, wrong.line), ("w.toml", 2));
        assert!(weights::<Own>("w.toml", "[record]\n").is_err());
        let with_chances = "n = 3\n[chance.long]\nn = 4\n";
        assert_eq!(weights("w.toml", with_chances), Ok(Own { n: 3 }));
        let chances: BTreeMap<String, Own> = beside("w.toml", with_chances, "chance").expect("well formed");
        assert_eq!(chances.get("long"), Some(&Own { n: 4 }));
        assert!(
            beside::<BTreeMap<String, Own>>("w.toml", "n = 3\n", "chance").is_ok_and(|none| none.is_empty())
        );
    }

    #[test]
    fn players_that_plan_have_a_script_and_a_score() {
        let read = Weights::<Own, Own>::read;
        let both = read("n = 1\n", "[score]\nn = 3\n[script]\nn = 2\n").expect("well formed");
        let planner = PlannerWeights { script: Own { n: 2 }, score: Own { n: 3 } };
        assert_eq!(both, Weights { regular: Own { n: 1 }, planner });
        assert_eq!(read("m = 1\n", "").expect_err("no such weight").file, "bot.toml");
        assert_eq!(read("n = 1\n", "[script]\nn = 2\n").expect_err("no score").file, "planner.toml");
        assert!(read("n = 1\n", "[script]\nn = 2\n[score]\nn = 3\n[skill]\n").is_err());
    }
}
