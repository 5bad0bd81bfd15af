//! What a game that can be planned says of positions, for those who know it only as a game that leads its players.

use crate::analysis::{Course, Limits, course};
use crate::calibrate::{Calibrated, calibrate};
use crate::{Series, Stuck};
use sandtable_core::plan::Planned;
use sandtable_core::{Game, Outcome, Session, SessionError, winning};

/// Tells how the chances changed in a game.
type CourseOf<G> = fn(&Session<G>, Option<&Outcome>, &Limits) -> Result<Course, SessionError>;

/// Fits the curve of a scenario, and says after each game that one more is played.
type CalibrateOf<G> = fn(&G, &Series<'_>, &(dyn Fn() + Sync)) -> Result<Calibrated, Stuck>;

/// What says who will win.
pub struct Judge<G: Game> {
    /// The chance of every camp of a scenario.
    pub chances: fn(&G, &str, &G::Position) -> Vec<f64>,
    /// How the chances changed in a game.
    pub(crate) course: CourseOf<G>,
    /// Fits the curve of a scenario.
    pub(crate) calibrate: CalibrateOf<G>,
}

impl<G: Game> Clone for Judge<G> {
    fn clone(&self) -> Judge<G> {
        *self
    }
}

impl<G: Game> Copy for Judge<G> {}

impl<G: Planned> Judge<G> {
    /// That of a game that can be planned.
    pub fn of_planned() -> Judge<G> {
        Judge { chances: winning::chances, course, calibrate }
    }
}
