//! Actions in words and by hand.

use crate::combat::Kind;
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Engine;
use crate::play::fight::FightAction;
use crate::play::loss::words::kind_text;
use crate::play::loss::{LossAction, Source};
use crate::play::march::MarchAction;
use crate::play::siege::SiegeAction;
use crate::play::year::YearAction;
use sandtable_core::guide::Handle;
use sandtable_core::phrase::Phrases;

macro_rules! phrases {
    ($($action:ident: $text:ident, $parse:ident, $handle:ident;)+) => {$(
        impl Phrases<Engine<'_>> for $action {
            fn text(&self, game: &Engine<'_>, p: &Position) -> String {
                game.$text(p, *self)
            }

            fn read(game: &Engine<'_>, p: &Position, words: &[&str]) -> Option<$action> {
                game.$parse(p, &words.join(" "))
            }

            fn handle(&self, game: &Engine<'_>, p: &Position) -> Handle {
                game.$handle(p, *self)
            }
        }
    )+};
}

phrases! {
    YearAction: year_text, year_parse, year_handle;
    MarchAction: march_text, march_parse, march_handle;
    FightAction: fight_text, fight_parse, fight_handle;
    SiegeAction: siege_text, siege_parse, siege_handle;
    LossAction: loss_text, loss_parse, loss_handle;
}

impl Engine<'_> {
    /// `lose the rest`, or `lose infantry of au-i`; the city, the depot and the field are sources, too.
    pub(crate) fn loss_parse(&self, p: &Position, words: &str) -> Option<LossAction> {
        let what = words.strip_prefix("lose ")?.trim();
        if ["rest", "the rest", "the rest, the cheapest first"].contains(&what) {
            return Some(LossAction::Rest);
        }
        let (kind, of) = what.split_once(" of ")?;
        let kind = Kind::ALL.into_iter().find(|k| kind_text(*k) == kind.trim())?;
        let (of, nation) = match of.trim().split_once(" of ") {
            Some((of, nation)) => (of.trim(), Some(nation.trim())),
            None => (of.trim(), None),
        };
        let area = p.losses.area;
        let source = match (of, nation) {
            ("the city" | "city", _) => Source::City(self.loose_named(p, At::City, area, nation)?),
            ("the depot" | "depot", _) => Source::Guard(self.loose_named(p, At::Depot, area, nation)?),
            ("the field" | "field", None) => Source::Field,
            (corps, None) => Source::Block(self.block_named(p, corps)? as u8),
            _ => return None,
        };
        Some(LossAction::Take(source, kind))
    }
}
