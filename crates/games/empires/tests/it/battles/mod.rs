//! What the tests of combat share.
#![allow(dead_code, unused_imports)]

pub use sandtable_core::rules;
pub use sandtable_empires::combat::battle::{Battle, Orders, Round, RoundLosses, Side};
pub use sandtable_empires::combat::charts::{Power, Table, Terrain};
pub use sandtable_empires::combat::ending::{Night, Standing, Verdict};
pub use sandtable_empires::combat::losses::Due;
pub use sandtable_empires::combat::round::{Blow, Edge, Form, Setting};
pub use sandtable_empires::combat::{AttackerChit as A, DefenderChit as D};
pub use sandtable_empires::combat::{Charts, Factors, Kind, Refused, Who};
use std::sync::OnceLock;

pub fn charts() -> &'static Charts {
    static CHARTS: OnceLock<Charts> = OnceLock::new();
    CHARTS.get_or_init(|| Charts::standard().unwrap())
}

/// Factors as text: `18FI 14I`.
pub fn f(text: &str) -> Factors {
    let mut out = Factors::NONE;
    for word in text.split_whitespace() {
        let at = word.find(|c: char| !c.is_ascii_digit()).unwrap();
        out[Kind::of(&word[at..]).unwrap()] += word[..at].parse::<u16>().unwrap();
    }
    out
}

/// Tables as text: `4-1 2-1`.
pub fn t(text: &str) -> Vec<Table> {
    text.split_whitespace().map(|name| Table::named(name).unwrap()).collect()
}

pub fn one(text: &str) -> Table {
    Table::named(text).unwrap()
}

pub fn toll(text: &str) -> RoundLosses {
    RoundLosses { pinning: f(text), outflanking: Factors::NONE }
}

pub fn field(a: A, d: D, terrain: Terrain) -> Setting {
    Setting { form: Form::Field(a, d), terrain, river: false }
}

/// A plain battle of regular infantry with morale 3.0, ratings 2.
pub fn plain(a: A, d: D, attacker: &str, defender: &str) -> Battle {
    let side = |text: &str| Side::new(f(text), 30, None, 2);
    Battle::new(field(a, d, Terrain::Clear), side(attacker), side(defender))
}

/// Tables of the three rounds of a day for one side.
pub fn day(setting: &Setting, number: u8, arrived: bool, who: Who) -> Vec<Option<Table>> {
    use sandtable_empires::combat::round::tables;
    (1..=3).map(|r| tables(charts(), setting, number, r, arrived).map(|t| t[who.at()])).collect()
}
