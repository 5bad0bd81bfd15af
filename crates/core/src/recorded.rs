//! Games that were recorded to show that a change of the program changes nothing: what a game tells, as one number.

use crate::game::{Decision, known_to, lines};
use crate::guide::Guide;
use crate::hash::StableHasher;
use crate::session::{Session, SessionError};
use crate::view::Viewer;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// After how many moves the offers and the view are looked at: each takes longer than many moves.
const LOOK_EVERY: usize = 50;

/// A game that was recorded.
#[derive(Serialize, Deserialize)]
pub struct RecordedGame<R> {
    /// The scenario.
    pub scenario: String,
    /// The level of its players.
    pub level: String,
    /// The seed of its dice and players.
    pub seed: u64,
    /// The hash of every prompt, log line, offer and view.
    #[serde(rename = "told")]
    pub fingerprint: String,
    /// Its record.
    pub record: R,
}

/// A hash of all that a game told: every line of the log and every prompt, and now and then the offers with their handles and the view.
pub fn fingerprint<G: Guide>(session: &Session<G>) -> Result<String, SessionError> {
    let game = session.game();
    let about = game.about();
    let mut hash = StableHasher::default();
    session.walk(|step| {
        for line in lines(game, step.events, None, Viewer::All) {
            (line.rule, &line.text).hash(&mut hash);
        }
        let decision = game.to_decide(step.after);
        let (sides, what, rule) = match decision {
            Decision::Decide { sides, rule, what } => {
                (sides.iter().map(|s| about.side_id(s)).collect(), what, rule)
            }
            Decision::Over(o) => (vec![], o.level, o.rule),
        };
        (sides, what, rule).hash(&mut hash);
        let Some(side) = decision.side().filter(|_| step.number % LOOK_EVERY == 0) else {
            return;
        };
        let known = known_to(game, step.after, side);
        let mut legal = Vec::new();
        game.actions(&known, side, &mut legal);
        for action in legal {
            game.describe(&known, &action).hash(&mut hash);
            format!("{:?}", game.handle(&known, &action)).hash(&mut hash);
        }
        format!("{:?}", game.view(step.after, Viewer::Side(side))).hash(&mut hash);
    })?;
    Ok(format!("{:016x}", hash.finish()))
}
