//! Actions as people type them: the number in the list, the text, the same words in another order, or JSON. Whatever cannot be
//! read whole is refused with the nearest legal texts; nothing is guessed.

use crate::game::Game;
use serde::{Deserialize, Serialize};

/// How many legal texts are named beside what was not understood.
const NEAREST: usize = 3;

/// An action by number, by text, or by value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Wanted {
    /// By number.
    Number(usize),
    /// By text.
    Text(String),
    /// By value.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    Value(serde_json::Value),
}

impl From<&str> for Wanted {
    fn from(typed: &str) -> Wanted {
        Wanted::Text(typed.to_string())
    }
}

/// An action that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypedError {
    /// The list has no such number.
    #[error("there is no action number {number}; there are {count}")]
    Number {
        /// What was typed.
        number: usize,
        /// How many actions there are.
        count: usize,
    },
    /// The value is that of no action of the game.
    #[error("this value is no action of the game: {0}")]
    Value(String),
    /// The words fit several actions.
    #[error("`{typed}` could be any of these: {}", .texts.join(" | "))]
    Ambiguous {
        /// What was typed.
        typed: String,
        /// The actions that it fits.
        texts: Vec<String>,
    },
    /// The words are not those of an action.
    #[error("{}", not_understood(.typed, .strange, .nearest))]
    NotUnderstood {
        /// What was typed.
        typed: String,
        /// Words that stand in no legal text.
        strange: Vec<String>,
        /// The nearest legal texts.
        nearest: Vec<String>,
    },
}

fn not_understood(typed: &str, strange: &[String], nearest: &[String]) -> String {
    let mut text = format!("`{typed}` is not understood");
    if !strange.is_empty() && strange.len() < words(typed).len() {
        text.push_str(&format!(": no action has `{}`", strange.join("`, `")));
    }
    text.push_str("; see `actions`");
    if !nearest.is_empty() {
        text.push_str(&format!(". The nearest are: {}", nearest.join(" | ")));
    }
    text
}

/// Words as they are compared: in small letters, without commas and signs between them.
fn words(text: &str) -> Vec<String> {
    let parts = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '+'));
    parts.filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

/// Words of a text in the order of the alphabet, to compare texts whatever the order of their words.
pub fn same_words(text: &str) -> Vec<String> {
    let mut words = words(text);
    words.sort();
    words
}

/// The action that is wanted. `p` is the position as the side knows it, `legal` its legal actions there.
pub fn find_wanted<G: Game>(
    game: &G,
    p: &G::Position,
    legal: &[G::Action],
    wanted: &Wanted,
) -> Result<G::Action, TypedError> {
    match wanted {
        Wanted::Number(number) => numbered(legal, *number),
        Wanted::Text(typed) => find(game, p, legal, typed),
        Wanted::Value(value) => G::Action::deserialize(value).map_err(|e| TypedError::Value(e.to_string())),
    }
}

/// An action by its number in the list, from 1.
fn numbered<A: Copy>(legal: &[A], number: usize) -> Result<A, TypedError> {
    let found = number.checked_sub(1).and_then(|i| legal.get(i)).copied();
    found.ok_or(TypedError::Number { number, count: legal.len() })
}

/// An action from what was typed. `p` is the position as the side knows it, `legal` its legal actions there.
pub fn find<G: Game>(
    game: &G,
    p: &G::Position,
    legal: &[G::Action],
    typed: &str,
) -> Result<G::Action, TypedError> {
    let typed = typed.trim();
    if let Ok(number) = typed.parse::<usize>() {
        return numbered(legal, number);
    }
    let wanted = words(typed);
    let texts: Vec<String> = legal.iter().map(|a| game.describe(p, a)).collect();
    if let Some(at) = texts.iter().position(|t| words(t) == wanted) {
        return Ok(legal[at]);
    }
    if let Some(action) = game.parse(p, typed) {
        return Ok(action);
    }
    let sorted = same_words(typed);
    let alike: Vec<usize> = (0..texts.len()).filter(|i| same_words(&texts[*i]) == sorted).collect();
    match alike[..] {
        [at] => return Ok(legal[at]),
        [] => {}
        _ => {
            let texts = alike.into_iter().map(|i| texts[i].clone()).collect();
            return Err(TypedError::Ambiguous { typed: typed.to_string(), texts });
        }
    }
    if let Ok(action) = serde_json::from_str(typed) {
        return Ok(action);
    }
    let known: std::collections::BTreeSet<String> = texts.iter().flat_map(|t| words(t)).collect();
    let strange = wanted.iter().filter(|w| !known.contains(*w)).cloned().collect();
    Err(TypedError::NotUnderstood { typed: typed.to_string(), strange, nearest: nearest(&wanted, &texts) })
}

/// The texts that are most like some words.
fn nearest(wanted: &[String], texts: &[String]) -> Vec<String> {
    let far = |text: &String| {
        let words = words(text);
        let near = |w: &String| words.iter().map(|o| distance(w, o)).min().unwrap_or(w.chars().count());
        let missing: usize = wanted.iter().map(near).sum();
        missing * 4 + words.len().abs_diff(wanted.len())
    };
    let mut ranked: Vec<(usize, &String)> = texts.iter().map(|t| (far(t), t)).collect();
    ranked.sort();
    ranked.into_iter().take(NEAREST).map(|(_, t)| t.clone()).collect()
}

/// How many letters have to be put in, left out or exchanged to make one word of another.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let exchanged = corner + usize::from(x != *y);
            corner = row[j + 1];
            row[j + 1] = exchanged.min(corner + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_of_words() {
        for (a, b, far) in [("ful", "full", 1), ("full", "full", 0), ("", "ru", 2), ("iv", "vi", 2)] {
            assert_eq!(distance(a, b), far, "{a} {b}");
        }
    }

    #[test]
    fn the_nearest_texts_come_first() {
        let texts = ["move RU II to 1405", "move RU IV to 1405", "end movement"].map(str::to_string);
        let near = nearest(&words("mvoe ru iv to 1405"), &texts);
        assert_eq!(near[0], "move RU IV to 1405");
        assert_eq!(near[2], "end movement");
    }

    #[test]
    fn order_and_signs_do_not_matter_to_the_same_words() {
        assert_eq!(
            same_words("attack 1004 with RU III + RU IV"),
            same_words("attack 1004 with ru iv, ru iii")
        );
        assert_ne!(same_words("reform RU IX full"), same_words("reform RU IX ful"));
    }
}
