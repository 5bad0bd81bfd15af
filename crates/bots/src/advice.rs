//! What bots say: why they did what they did, and what they would do for somebody.

use crate::any_session::Offered;
use crate::judge::Judge;
use crate::outlook::outlook;
use crate::registry::TableError;
use sandtable_core::forecast::{Chance, forecast_within};
use sandtable_core::game::known_to;
use sandtable_core::guide::Guide;
use sandtable_core::plan::{ReasonsOf, Weighed};
use sandtable_core::player::Player;
use sandtable_core::record::raw;
use sandtable_core::winning::camp_of;
use sandtable_core::{Breach, Decision, Game, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// Ways in which the dice of an action that was weighed may fall before its odds are left out of the reasons.
const MOST_WAYS: usize = 1_296;

pub use crate::outlook::Remark;

/// Why a bot does what it does, as its own side knows the game. In the steps of a game a bot says only what is new:
/// plan, chances, hopes and fears hold until it says them again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Why {
    /// The plan, formation by formation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub plan: Vec<Order>,
    /// The chance to win with this plan, from 0 to 1: the part of the game that its trials took in the mean. Where a trial did not go to
    /// the end of the game, what the position at its end is worth counts as a chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub wins: Option<f64>,
    /// The same of the trial that came out worst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub worst: Option<f64>,
    /// How often the plan was tried out, and how many of these trials went to the end of the game.
    #[serde(default)]
    pub tried: [u32; 2],
    /// What the plan is expected to bring, the likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub expects: Vec<Remark>,
    /// What is to be feared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub dangers: Vec<Remark>,
    /// Actions that were weighed against each other for this decision, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub weighed: Vec<WeighedAction>,
    /// The rule that kept the step from being ended, so that one of them had to be done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub duty: Option<Breach>,
    /// How often plans and actions were tried out in this turn.
    pub trials: u32,
}

/// What a formation is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Order {
    /// The formation.
    pub formation: String,
    /// What it is told.
    pub order: String,
}

impl Why {
    /// What is new against what was said before; the plan stays the same for a turn and need not be said again.
    pub fn since(&self, last: Option<&Why>) -> Why {
        let mut new = self.clone();
        if let Some(last) = last {
            let plan = |why: &Why| (why.plan.clone(), why.expects.clone(), why.dangers.clone(), why.wins);
            if plan(last) == plan(&new) {
                let Why { weighed, duty, trials, .. } = new;
                new = Why { weighed, duty, trials, ..Why::default() };
            }
            if last.weighed == new.weighed {
                new.weighed.clear();
                new.duty = None;
            }
        }
        new
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.plan.is_empty() && self.expects.is_empty() && self.dangers.is_empty() && self.weighed.is_empty()
    }
}

/// An action that a bot weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct WeighedAction {
    /// The action as it is typed.
    pub text: String,
    /// The action for people; empty in what was kept before there were labels.
    #[serde(default)]
    pub label: String,
    /// The chance to win with it, from 0 to 1, as its trials had it; left out in what was kept before there were chances.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub wins: Option<f64>,
    /// How often it was tried out.
    pub trials: u32,
    /// Its results with their probabilities, or those of the battle that it leads to; left out where no dice decide.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub chances: Vec<Chance>,
}

/// Advice for a side.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The action, as it is offered; its number is 0 if it is not in the list.
    pub action: Offered,
    /// Its value, as it would stand in the record.
    pub value: Box<RawValue>,
    /// Why.
    pub why: Why,
}

/// Advice that is still to be thought out. It has all that it needs, so that the game can go on meanwhile.
pub type Advice = Box<dyn FnOnce() -> Result<Hint, TableError> + Send>;

/// From what a bot's reasons are put into words.
pub(crate) struct Teller<'a, G: Game> {
    pub game: &'a G,
    pub scenario: &'a str,
    pub judge: Option<Judge<G>>,
}

impl<G: Guide> Teller<'_, G> {
    /// The chance of a side to win from each of these positions, as far as the side knows them.
    fn wins(&self, side: Side, ends: &[G::Position]) -> Vec<f64> {
        let Some((judge, camp)) = self.judge.zip(camp_of(self.game, self.scenario, side)) else {
            return vec![];
        };
        let one = |end| {
            (judge.chances)(self.game, self.scenario, &known_to(self.game, end, side)).get(camp).copied()
        };
        ends.iter().filter_map(one).collect()
    }

    /// The reasons of a bot in words, with the odds of what it weighed, from what its side knows.
    pub(crate) fn why(&self, known: &G::Position, side: Side, reasons: &ReasonsOf<G>) -> Why {
        let game = self.game;
        let weighed = reasons.weighed.iter().map(|Weighed { action, ends, .. }| {
            // An attack that is declared has no dice yet; what counts are those of the battle that it leads to.
            let chances = match game.battle(known, side, action) {
                Some(battle) => battle.chances,
                None => forecast_within(game, known, side, action, MOST_WAYS).unwrap_or_default(),
            };
            WeighedAction {
                text: game.describe(known, action),
                label: game.label(known, action),
                wins: mean(&self.wins(side, ends)),
                trials: u32::try_from(ends.len()).unwrap_or(u32::MAX),
                // A single result is no chance.
                chances: if chances.len() > 1 { chances } else { vec![] },
            }
        });
        let orders = reasons.plan.iter().cloned().map(|(formation, order)| Order { formation, order });
        let refused = || {
            let end = game.wish(known, side, &[], None)?;
            game.check(known, side, &end).err()?.0.into_iter().next()
        };
        let outlook = outlook(game, self.scenario, known, side, reasons);
        let wins = self.wins(side, &reasons.ends);
        let over = |end: &&G::Position| matches!(game.to_decide(end), Decision::Over(_));
        let tried = [reasons.ends.len(), reasons.ends.iter().filter(over).count()];
        Why {
            plan: orders.collect(),
            wins: mean(&wins),
            worst: wins.get(reasons.worst).copied(),
            tried: tried.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            expects: outlook.expects,
            dangers: outlook.fears,
            weighed: weighed.collect(),
            duty: if reasons.weighed.is_empty() { None } else { refused() },
            trials: reasons.trials,
        }
    }
}

/// The mean, if there is anything.
fn mean(all: &[f64]) -> Option<f64> {
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

/// What a player would do for a side in the position that the side knows.
pub(crate) fn advise<G: Guide>(
    game: Arc<G>,
    (scenario, judge): (String, Option<Judge<G>>),
    known: G::Position,
    side: Side,
    mut player: Box<dyn Player<G>>,
) -> Advice {
    Box::new(move || {
        let chosen = player.choose(&game, &known, side);
        let action = chosen.ok_or(TableError::Bot)?;
        let mut list = Vec::new();
        game.actions(&known, side, &mut list);
        let number = list.iter().position(|a| *a == action).map_or(0, |i| i + 1);
        let offered = Offered::new(&*game, &known, number, &action, game.handle(&known, &action));
        let teller = Teller { game: &*game, scenario: &scenario, judge };
        let why = player.why().map(|r| teller.why(&known, side, r)).unwrap_or_default();
        Ok(Hint { action: offered, value: raw(&action), why })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(text: &str) -> WeighedAction {
        WeighedAction {
            text: text.to_string(),
            label: text.to_string(),
            wins: Some(0.5),
            trials: 2,
            chances: vec![],
        }
    }

    #[test]
    fn what_was_said_is_not_said_again() {
        let orders =
            |order: &str| vec![Order { formation: "1st Army".to_string(), order: order.to_string() }];
        let plan = orders("hold");
        let duty = Some(Breach::new("2.2f", "an attack is owed"));
        let first = Why { plan, weighed: vec![weighed("attack")], duty, trials: 4, ..Why::default() };
        assert_eq!(first.since(None), first);
        assert!(first.since(Some(&first)).is_empty());
        let second = Why { weighed: vec![weighed("retreat")], ..first.clone() };
        let new = second.since(Some(&first));
        assert!(new.plan.is_empty() && new.weighed == second.weighed && new.duty == second.duty, "{new:?}");
        let third = Why { plan: orders("fall back"), ..second.clone() };
        let new = third.since(Some(&second));
        assert!(new.weighed.is_empty() && new.duty.is_none() && new.plan == third.plan, "{new:?}");
    }
}
