//! Actions as they are typed.

use crate::Walk;
use sandtable_core::dice::Seeded;
use sandtable_core::game::known_to;
use sandtable_core::typed::{find, same_words};
use sandtable_core::{Decision, Game};

/// How many actions of a moment are tried.
const ACTIONS: usize = 12;

/// The text of every legal action leads back to it, in any order of what is joined by `+` or commas, and in capitals or not. With a
/// word too many, too few or misspelt it is read as an action that has just these words, or not at all.
///
/// # Panics
///
/// With the first text that is read as something else.
pub fn typed_actions_lead_back<G: Game>(game: &G, walk: Walk<'_>) {
    let mut chance = Seeded::new(walk.seed);
    walk.look(game, |moment| {
        let Decision::Decide { sides, .. } = game.to_decide(moment.position) else { return };
        for side in sides.iter() {
            let known = known_to(game, moment.position, side);
            let mut legal = Vec::new();
            game.actions(&known, side, &mut legal);
            let texts: Vec<String> = legal.iter().map(|a| game.describe(&known, a)).collect();
            let read = |typed: &str| find(game, &known, &legal, typed).ok();
            for _ in 0..ACTIONS.min(legal.len()) {
                let i = chance.below(legal.len());
                let (action, text) = (legal[i], &texts[i]);
                let at = walk.at(moment.number);
                assert_eq!(read(text), Some(action), "{at}: `{text}`");
                assert_eq!(game.parse(&known, text), Some(action), "{at}: parse of `{text}`");
                assert_eq!(read(&text.to_uppercase()), Some(action), "{at}: `{text}` in capitals");
                let turned = turned(text);
                assert_eq!(read(&turned), Some(action), "{at}: `{text}` as `{turned}`");
                for typed in wrong(text, &texts, &mut chance) {
                    if let Some(other) = read(&typed) {
                        let read_as = game.describe(&known, &other);
                        assert_eq!(
                            same_words(&read_as),
                            same_words(&typed),
                            "{at}: `{typed}` is read as `{read_as}`"
                        );
                    }
                }
            }
        }
    });
}

/// A text with what it joins by `+` in the other order.
fn turned(text: &str) -> String {
    let Some(first) = text.find(" + ") else { return text.to_string() };
    // What is joined begins after the last word that introduces it.
    let begin = ["with ", "by ", "of ", "from "]
        .iter()
        .filter_map(|w| text[..first].rfind(w).map(|i| i + w.len()))
        .max();
    let Some(begin) = begin else { return text.to_string() };
    let (head, list) = text.split_at(begin);
    let mut parts: Vec<&str> = list.split(" + ").collect();
    // A tail after the last name stays where it is unless the names are all there is.
    if parts.last().is_some_and(|l| [" to ", " on ", " in ", " for "].iter().any(|w| l.contains(w))) {
        return text.to_string();
    }
    parts.reverse();
    format!("{head}{}", parts.join(" + "))
}

/// Texts that are nearly one of an action.
fn wrong(text: &str, texts: &[String], chance: &mut Seeded) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let other = &texts[chance.below(texts.len())];
    let others: Vec<&str> = other.split_whitespace().collect();
    let at = chance.below(words.len());
    let with = |i: usize, word: &str| {
        let mut words = words.clone();
        words.insert(i, word);
        words.join(" ")
    };
    let mut without = words.clone();
    without.remove(at);
    let mut swapped = words.clone();
    swapped.swap(0, at);
    let misspelt = |i: usize| {
        let mut words: Vec<String> = words.iter().map(|w| w.to_string()).collect();
        let cut = words[i].char_indices().last().map_or(0, |(at, _)| at);
        words[i].truncate(cut);
        words.retain(|w| !w.is_empty());
        words.join(" ")
    };
    let texts = vec![
        with(words.len(), "now"),
        with(at, "xyzzy"),
        with(words.len(), others[chance.below(others.len())]),
        format!("{text} {}", words[words.len() - 1]),
        format!("{text} + {}", words[words.len() - 1]),
        without.join(" "),
        swapped.join(" "),
        misspelt(at),
        misspelt(words.len() - 1),
        String::new(),
    ];
    // A plain number, as of a hex alone, is that of an action in the list.
    texts.into_iter().filter(|t| t.parse::<usize>().is_err()).collect()
}
