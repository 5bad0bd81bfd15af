//! What bots say: why they did what they did, and what they would do for somebody.

use crate::any_session::Offered;
use crate::registry::TableError;
use sandtable_core::forecast::{Chance, forecast_within};
use sandtable_core::guide::Guide;
use sandtable_core::plan::{Part, Reasons};
use sandtable_core::player::Player;
use sandtable_core::record::raw;
use sandtable_core::{Breach, Side};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;

/// Ways in which the dice of an action that was weighed may fall before its odds are left out of the reasons.
const MOST_WAYS: usize = 1_296;

/// Why a bot does what it does, as its own side knows the game. In the steps of a game a bot says only what is new:
/// plan, hopes and fears hold until it says them again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Why {
    /// The plan, formation by formation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub plan: Vec<Order>,
    /// What the plan is expected to bring, part by part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub hopes: Vec<Part>,
    /// How it came out at worst when it was tried.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub fears: Vec<Part>,
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
            if (&last.plan, &last.hopes, &last.fears) == (&new.plan, &new.hopes, &new.fears) {
                new.plan.clear();
                new.hopes.clear();
                new.fears.clear();
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
        self.plan.is_empty() && self.hopes.is_empty() && self.fears.is_empty() && self.weighed.is_empty()
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
    /// What it is worth.
    pub score: i32,
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

/// The reasons of a bot in words, with the odds of what it weighed, from what its side knows.
pub(crate) fn why<G: Guide>(game: &G, known: &G::Position, side: Side, reasons: &Reasons<G::Action>) -> Why {
    let weighed = reasons.weighed.iter().map(|(action, score, trials)| {
        // An attack that is declared has no dice yet; what counts are those of the battle that it leads to.
        let chances = match game.battle(known, side, action) {
            Some(battle) => battle.chances,
            None => forecast_within(game, known, side, action, MOST_WAYS).unwrap_or_default(),
        };
        WeighedAction {
            text: game.describe(known, action),
            label: game.label(known, action),
            score: *score,
            trials: *trials,
            // A single result is no chance.
            chances: if chances.len() > 1 { chances } else { vec![] },
        }
    });
    let orders = reasons.plan.iter().cloned().map(|(formation, order)| Order { formation, order });
    let refused = || {
        let end = game.wish(known, side, &[], None)?;
        game.check(known, side, &end).err()?.0.into_iter().next()
    };
    Why {
        plan: orders.collect(),
        hopes: reasons.hopes.clone(),
        fears: reasons.fears.clone(),
        weighed: weighed.collect(),
        duty: if reasons.weighed.is_empty() { None } else { refused() },
        trials: reasons.trials,
    }
}

/// What a player would do for a side in the position that the side knows.
pub(crate) fn advise<G: Guide>(
    game: Arc<G>,
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
        let why = player.why().map(|r| why(&*game, &known, side, r)).unwrap_or_default();
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
            score: 1,
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
