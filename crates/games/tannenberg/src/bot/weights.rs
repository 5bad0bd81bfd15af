//! What things are worth to the players of this game: `data/bot.toml` for the level `regular`,
//! `data/planner.toml` for those that plan. The two sides have weights of their own.

use crate::play::DE;
use sandtable_datafile::DataFault;
use serde::{Deserialize, Serialize};

/// Marches are weighed in parts of a tenth of a victory point, this many to one.
pub(super) const FINE: i32 = 8;

/// Weights of the script of a side, in tenths of a victory point unless something else is said.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScriptWeights {
    /// A march must gain this; each hex of the way to a goal; a goal that has been sent enough.
    pub march: f32,
    pub way: f32,
    pub enough: f32,
    /// Out of supply, and for each hex to where it reaches.
    pub hunger: f32,
    pub starving: f32,
    /// Beside an enemy without a plan to attack; each hex too far from its headquarters.
    pub contact: f32,
    pub astray: f32,
    /// Friends beside; friends in the hex.
    pub linked: f32,
    pub together: f32,
    /// A fortress to stand in; the last unit in one; a railhead that an army lives off.
    pub fort: f32,
    pub garrison: f32,
    pub guard: f32,
    /// How dear danger is, percent; how much more out of command, percent.
    pub caution: f32,
    pub unled: f32,
    /// A place is worth its points for this many of the turns left, percent; what is scored at the end, before the last
    /// turn, percent.
    pub held: f32,
    pub early: f32,
    /// An enemy stack to be beaten; one of the army that was chosen; one that may be empty.
    pub prey: f32,
    pub chosen: f32,
    pub unmask: f32,
    /// Somebody in Germany.
    pub foothold: f32,
    /// What six attacks must bring to be planned, and to be made once units are there.
    pub planning: f32,
    pub fighting: f32,
    /// Danger on the spot that counts against an attack, percent.
    pub exposed: f32,
    /// Where to attack from: a way back that is shut, over a river, out of supply.
    pub shuts: f32,
    pub wades: f32,
    pub hungry: f32,
    /// What an attack brings: ground that means nothing else, a Step of a fortress; how dear its own losses are, percent.
    pub ground: f32,
    pub wall: f32,
    pub blood: f32,
    /// An advance must bring this; an enemy's way back that it shuts.
    pub advance: f32,
    pub ring: f32,
    /// Cavalry withdraws from this much of its own strength, percent.
    pub too_strong: f32,
    /// A journey by rail must gain this.
    pub riding: f32,
    /// A headquarters with troops; alone near the enemy; how dear danger is to it, percent.
    pub guarded: f32,
    pub lonely: f32,
    pub staff_risk: f32,
}

/// Weights of the script of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptsWeights {
    /// Of the German.
    pub de: ScriptWeights,
    /// Of the Russian.
    pub ru: ScriptWeights,
}

/// Weights of the score, in hundredths of a victory point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ScoreWeights {
    /// A point of a town for each turn left; pressure on it, percent.
    pub held: f32,
    pub pressure: f32,
    /// A point that will be lost because nobody is in Germany.
    pub foothold: f32,
    /// A point of strength; a Step without supply; what a side may expect to lose, percent.
    pub strength_de: f32,
    pub strength_ru: f32,
    pub hunger_de: f32,
    pub hunger_ru: f32,
    pub danger_de: f32,
    pub danger_ru: f32,
    /// How much more Russian danger counts where the Russians are hunted.
    pub hunted: f32,
}

/// Weights of players that plan.
pub type PlannerWeights = sandtable_datafile::PlannerWeights<ScriptsWeights, ScoreWeights>;

/// The weights of a script as it reckons with them: whole numbers, those of marches in fine parts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judgement {
    pub march: i32,
    pub way: i32,
    pub enough: i32,
    pub hunger: i32,
    pub starving: i32,
    pub contact: i32,
    pub astray: i32,
    pub linked: i32,
    pub together: i32,
    pub fort: i32,
    pub garrison: i32,
    pub guard: i32,
    pub caution: i32,
    pub unled: i32,
    pub held: i32,
    pub early: i32,
    pub prey: i32,
    pub chosen: i32,
    pub unmask: i32,
    pub foothold: i32,
    pub planning: i32,
    pub fighting: i32,
    pub exposed: i32,
    pub shuts: i32,
    pub wades: i32,
    pub hungry: i32,
    pub ground: i32,
    pub wall: i32,
    pub blood: i32,
    pub advance: i32,
    pub ring: i32,
    pub too_strong: i32,
    pub riding: i32,
    pub guarded: i32,
    pub lonely: i32,
    pub staff_risk: i32,
}

impl Judgement {
    fn new(w: &ScriptWeights) -> Judgement {
        let whole = |x: f32| x.round() as i32;
        let fine = |x: f32| (x * FINE as f32).round() as i32;
        Judgement {
            march: fine(w.march),
            way: fine(w.way).max(1),
            enough: whole(w.enough),
            hunger: fine(w.hunger),
            starving: fine(w.starving),
            contact: fine(w.contact),
            astray: fine(w.astray),
            linked: fine(w.linked),
            together: fine(w.together),
            fort: whole(w.fort),
            garrison: whole(w.garrison),
            guard: whole(w.guard),
            caution: whole(w.caution),
            unled: whole(w.unled),
            held: whole(w.held),
            early: whole(w.early),
            prey: whole(w.prey),
            chosen: whole(w.chosen),
            unmask: whole(w.unmask),
            foothold: whole(w.foothold),
            planning: whole(w.planning),
            fighting: whole(w.fighting),
            exposed: whole(w.exposed),
            shuts: whole(w.shuts),
            wades: whole(w.wades),
            hungry: whole(w.hungry),
            ground: whole(w.ground),
            wall: whole(w.wall),
            blood: whole(w.blood),
            advance: fine(w.advance),
            ring: fine(w.ring),
            too_strong: whole(w.too_strong),
            riding: fine(w.riding),
            guarded: whole(w.guarded),
            lonely: whole(w.lonely),
            staff_risk: whole(w.staff_risk),
        }
    }
}

/// The weights of all players.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Of those that plan.
    pub planner: PlannerWeights,
    regular: [Judgement; 2],
    planned: [Judgement; 2],
}

fn of_sides(w: &ScriptsWeights) -> [Judgement; 2] {
    let mut out = [Judgement::new(&w.ru); 2];
    out[usize::from(DE)] = Judgement::new(&w.de);
    out
}

impl Weights {
    /// Reads `bot.toml` and `planner.toml`.
    pub(crate) fn read(regular: &str, planner: &str) -> Result<Weights, DataFault> {
        let sandtable_datafile::Weights { regular, planner } =
            sandtable_datafile::Weights::<ScriptsWeights, ScoreWeights>::read(regular, planner)?;
        Ok(Weights { regular: of_sides(&regular), planned: of_sides(&planner.script), planner })
    }

    /// The same with others for those that plan.
    pub(super) fn with_planner(&self, planner: PlannerWeights) -> Weights {
        Weights { regular: self.regular, planned: of_sides(&planner.script), planner }
    }

    /// Those of a side's script, for the level `regular` or for who plans.
    pub(super) fn judgement(&self, planned: bool, side: u8) -> &Judgement {
        let of = if planned { &self.planned } else { &self.regular };
        &of[usize::from(side)]
    }
}
