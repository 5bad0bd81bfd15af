//! Why an action is refused, before it is put into words.

use crate::game::Breach;

/// How many pieces a refusal concerns, and how many gaps its sentence has, at most.
const MOST: usize = 2;

/// A breach of a rule in numbers. Rules refuse candidates all the time, and only a player who is refused needs the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule's number.
    pub rule: &'static str,
    /// What is wrong, in a plain sentence with `{}` for each gap.
    pub why: &'static str,
    gaps: [Option<Gap>; MOST],
    pieces: [Option<u16>; MOST],
    place: Option<u16>,
    tells_who: bool,
}

/// What a gap in the sentence is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Number(u16),
    Piece(u16),
    Place(u16),
    Word(&'static str),
}

/// Puts a value into the first free place of a list.
fn add<T>(list: &mut [Option<T>; MOST], value: T) {
    let free = list.iter_mut().find(|v| v.is_none());
    *free.unwrap_or_else(|| panic!("a refusal has room for {MOST} gaps and {MOST} pieces")) = Some(value);
}

impl Refusal {
    /// A rule that forbids something.
    pub const fn new(rule: &'static str, why: &'static str) -> Refusal {
        Refusal { rule, why, gaps: [None; MOST], pieces: [None; MOST], place: None, tells_who: false }
    }

    /// The first of some rules that is broken: each with whether it is, its number and why.
    pub fn first(rules: &[(bool, &'static str, &'static str)]) -> Option<Refusal> {
        rules.iter().find(|(broken, ..)| *broken).map(|(_, rule, why)| Refusal::new(rule, why))
    }

    /// The next gap is a number.
    pub fn number(mut self, n: impl Into<u16>) -> Refusal {
        add(&mut self.gaps, Gap::Number(n.into()));
        self
    }

    /// The next gap is the name of a piece.
    pub fn name(mut self, piece: impl Into<u16>) -> Refusal {
        add(&mut self.gaps, Gap::Piece(piece.into()));
        self
    }

    /// The next gap is the name of a place.
    pub fn place(mut self, place: impl Into<u16>) -> Refusal {
        add(&mut self.gaps, Gap::Place(place.into()));
        self
    }

    /// The next gap is a word.
    pub fn word(mut self, word: &'static str) -> Refusal {
        add(&mut self.gaps, Gap::Word(word));
        self
    }

    /// Concerning a piece.
    pub fn of(mut self, piece: impl Into<u16>) -> Refusal {
        add(&mut self.pieces, piece.into());
        self
    }

    /// Concerning a place.
    pub fn at(mut self, place: impl Into<u16>) -> Refusal {
        self.place = Some(place.into());
        self
    }

    /// The same, concerning a piece if it concerns none.
    pub fn or_of(self, piece: impl Into<u16>) -> Refusal {
        if self.pieces[0].is_none() { self.of(piece) } else { self }
    }

    /// The same, concerning a place if it concerns none.
    pub fn or_at(self, place: impl Into<u16>) -> Refusal {
        if self.place.is_none() { self.at(place) } else { self }
    }

    /// The sentence begins with whom it concerns, as nobody has been named.
    pub fn telling_who(mut self) -> Refusal {
        self.tells_who = true;
        self
    }

    /// In words, with the names of pieces and places.
    pub fn breach(&self, piece: impl Fn(u16) -> String, place: impl Fn(u16) -> String) -> Breach {
        let fill = |why: String, gap: &Gap| {
            let text = match *gap {
                Gap::Number(n) => n.to_string(),
                Gap::Piece(p) => piece(p),
                Gap::Place(h) => place(h),
                Gap::Word(w) => w.to_string(),
            };
            why.replacen("{}", &text, 1)
        };
        let mut reason = self.gaps.iter().flatten().fold(self.why.to_string(), fill);
        let places: Vec<String> = self.place.map(&place).into_iter().collect();
        let pieces: Vec<String> = self.pieces.iter().flatten().map(|p| piece(*p)).collect();
        if self.tells_who {
            reason = format!("{} ({}): {reason}", pieces.join(", "), places.join(", "));
        }
        Breach { rule: self.rule.to_string(), reason, places, pieces }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_pieces_and_places_are_put_into_words() {
        let refusal = Refusal::new("7.2", "{} is {} hexes away").name(3u8).number(9u8).of(3u8).at(12u16);
        let breach = refusal.breach(|p| format!("unit {p}"), |h| format!("hex {h}"));
        assert_eq!(breach, Breach::new("7.2", "unit 3 is 9 hexes away").at("hex 12").of("unit 3"));
    }

    #[test]
    fn the_first_rule_that_is_broken_counts() {
        let of = |a, b| Refusal::first(&[(a, "1", "no"), (b, "2", "no")]).map(|r| r.rule);
        assert_eq!((of(true, true), of(false, true), of(false, false)), (Some("1"), Some("2"), None));
    }

    #[test]
    fn a_sentence_can_begin_with_whom_it_concerns() {
        let refusal = Refusal::new("7.2", "it must move").of(3u8).at(12u16).telling_who();
        assert_eq!(refusal.breach(|p| format!("u{p}"), |h| h.to_string()).reason, "u3 (12): it must move");
    }

    #[test]
    fn what_it_concerns_is_not_replaced() {
        let refusal = Refusal::new("7.2", "no").of(1u8).at(1u16);
        assert_eq!(refusal.or_of(2u8).or_at(2u16), refusal);
        assert_eq!(Refusal::new("7.2", "no").or_of(1u8).or_at(1u16), refusal);
    }
}
