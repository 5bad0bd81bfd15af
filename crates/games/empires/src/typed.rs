//! Actions from what is typed.

use crate::Empires;
use crate::combat::Kind;
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Action;
use crate::play::loss::words::kind_text;
use crate::play::loss::{LossAction, Source};
use crate::state::Step;
use sandtable_core::Decision;

impl Empires {
    /// An action from its words: the modules read what is typed, legal or not; what none of them knows may still be the very text of
    /// a legal action.
    pub(crate) fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        let engine = self.engine();
        let words = words.trim();
        let year = || engine.year_parse(p, words).map(Action::Year);
        let march = || engine.march_parse(p, words).map(Action::March);
        let fight = || engine.fight_parse(p, words).map(Action::Fight);
        let siege = || engine.siege_parse(p, words).map(Action::Siege);
        let loss = || self.loss_from(p, words).map(Action::Loss);
        // The module that asks is heard first: words may mean something in several.
        let asked = match p.play.top() {
            Step::Go => None,
            Step::Year(_) => year(),
            Step::March(_) => march(),
            Step::Fight(_) => fight(),
            Step::Siege(_) => siege(),
            Step::Loss => loss(),
        };
        let legal = || self.listed_as(p, words);
        asked.or_else(legal).or_else(march).or_else(fight).or_else(siege).or_else(loss).or_else(year)
    }

    /// The legal action of whoever decides that reads so.
    fn listed_as(&self, p: &Position, words: &str) -> Option<Action> {
        let engine = self.engine();
        let Decision::Decide { sides, .. } = engine.decision(p) else { return None };
        let mut list = Vec::new();
        for side in sides.iter() {
            engine.list(p, side, &mut list);
        }
        list.into_iter().find(|a| engine.action_text(p, a).eq_ignore_ascii_case(words))
    }

    /// `lose the rest`, or `lose infantry of au-i`; the city, the depot and the field are sources, too.
    fn loss_from(&self, p: &Position, words: &str) -> Option<LossAction> {
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
        let (engine, area) = (self.engine(), p.losses.area);
        let source = match (of, nation) {
            ("the city" | "city", _) => Source::City(engine.loose_named(p, At::City, area, nation)?),
            ("the depot" | "depot", _) => Source::Guard(engine.loose_named(p, At::Depot, area, nation)?),
            ("the field" | "field", None) => Source::Field,
            (corps, None) => Source::Block(engine.block_named(p, corps)? as u8),
            _ => return None,
        };
        Some(LossAction::Take(source, kind))
    }
}
