//! A made-up game whose best plan is known.

use sandtable_core::dice::{Dice, Seeded};
use sandtable_core::game::{About, Line, ScenarioAbout, SideAbout};
use sandtable_core::plan::{Goal, Group, Plan, Planned, Posture, Script, Tunable};
use sandtable_core::player::Player;
use sandtable_core::position_file::{Faults, PositionFile, PositionLines, Setting};
use sandtable_core::view::{View, Viewer};
use sandtable_core::winning::{WinCurve, WinCurves};
use sandtable_core::{Decision, Game, Illegal, Options, Outcome, Side};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Each side in turn moves its three columns; a move brings what the table says and what a die adds. Then comes one choice
/// by itself: two coins or one. Each side has a purse that the other cannot see, worth nothing.
#[derive(Clone)]
pub struct Columns(pub Leaning);

/// The third column makes its good move by itself only if its leader is bold enough. The score counts purses by what is idle.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Leaning {
    pub bold: f64,
    pub idle: f64,
}

pub const COLUMNS: Columns = Columns(Leaning { bold: 2.0, idle: 1.0 });

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ground {
    pub turn: u8,
    pub side: u8,
    pub column: u8,
    pub points: [i32; 2],
    pub purse: [u8; 2],
}

const TURNS: u8 = 4;
/// What a column gets by each of five moves. By itself the script makes move 0.
const WORTH: [[i32; 5]; 3] = [[10, 0, 40, 5, 5], [10, 5, 0, 0, 45], [30, 0, 0, 10, 10]];

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    id: "columns",
    title: "Columns",
    about: "Three columns move.",
    board: "none",
    open: false,
    rules_version: 1,
    sides: &[SideAbout { id: "a", name: "A" }, SideAbout { id: "b", name: "B" }],
    nations: &[],
    scenarios: vec![ScenarioAbout::new("all", "All", "")],
    options: vec![],
});

impl Game for Columns {
    type Position = Ground;
    type Action = u8;
    type Event = ();

    fn about(&self) -> &About {
        &ABOUT
    }

    fn start(&self, _: &str, _: &Options, dice: &mut dyn Dice) -> Result<Ground, String> {
        let purse = [dice.roll(6), dice.roll(6)];
        Ok(Ground { turn: 0, side: 0, column: 0, points: [0; 2], purse })
    }

    fn place(&self, _: Setting<'_>, _: &PositionFile<'_>, faults: &mut Faults) -> Option<Ground> {
        faults.whole("none");
        None
    }

    fn begin_phase(
        &self,
        _: Setting<'_>,
        _: &mut Ground,
        _: &PositionFile<'_>,
        _: &mut dyn Dice,
        _: &mut Faults,
    ) {
    }

    fn write_position(&self, _: &Ground, _: &mut PositionLines) {}

    fn to_decide(&self, p: &Ground) -> Decision {
        if p.turn == TURNS {
            let winner = match p.points[0].cmp(&p.points[1]) {
                std::cmp::Ordering::Greater => Some(Side(0)),
                std::cmp::Ordering::Less => Some(Side(1)),
                std::cmp::Ordering::Equal => None,
            };
            return Decision::Over(Outcome { winner, level: "won", rule: "9" });
        }
        Decision::one(Side(p.side), "1", "move")
    }

    fn actions(&self, p: &Ground, _: Side, out: &mut Vec<u8>) {
        out.extend(if p.column < 3 { 0..5 } else { 1..3 });
    }

    fn check(&self, _: &Ground, _: Side, _: &u8) -> Result<(), Illegal> {
        Ok(())
    }

    fn apply(&self, p: &mut Ground, side: Side, action: &u8, dice: &mut dyn Dice, _: &mut Vec<()>) {
        let points = &mut p.points[usize::from(side.0)];
        if let Some(worth) = WORTH.get(usize::from(p.column)) {
            *points += worth[usize::from(*action)] + i32::from(dice.roll(6));
            p.column += 1;
        } else {
            *points += 8 * i32::from(*action);
            p.column = 0;
            p.turn += p.side;
            p.side = 1 - p.side;
        }
    }

    fn describe(&self, _: &Ground, action: &u8) -> String {
        action.to_string()
    }

    fn tell(&self, (): &()) -> Line {
        Line { text: String::new(), rule: "", places: vec![] }
    }

    fn known(&self, p: &Ground, side: Side) -> Option<Ground> {
        let mut known = p.clone();
        known.purse[usize::from(1 - side.0)] = 0;
        Some(known)
    }

    fn view(&self, _: &Ground, _: Viewer) -> View {
        unreachable!("nobody looks")
    }

    fn sound(&self, _: &Ground) -> Result<(), String> {
        Ok(())
    }
}

#[derive(Default)]
pub struct Drill(Plan);

impl Player<Columns> for Drill {
    fn choose(&mut self, game: &Columns, p: &Ground, side: Side) -> Option<u8> {
        assert_ne!(p.purse[usize::from(side.0)], 0, "a side knows its own purse");
        Some(match (p.column, self.0.of(usize::from(p.column))) {
            (3, _) => 1,
            (2, Posture::Free) => u8::from(game.0.bold < 1.0),
            (_, Posture::Free) => 0,
            (_, Posture::Hold) => 1,
            (_, Posture::Attack) => 2,
            (_, Posture::FallBack) => 3,
            (_, Posture::Goal(g)) => g,
        })
    }
}

impl Script<Columns> for Drill {
    fn follow(&mut self, plan: &Plan, _: u64) {
        self.0 = *plan;
    }
}

impl Planned for Columns {
    type Script = Drill;

    fn script(&self) -> Drill {
        Drill::default()
    }

    fn groups(&self, _: &Ground, _: Side) -> Vec<Group> {
        (0..3).map(|i| Group { name: format!("column {i}"), goals: vec![4] }).collect()
    }

    fn goals(&self, _: &Ground, _: Side) -> Vec<Goal> {
        (0..5).map(|i| Goal { name: format!("goal {i}") }).collect()
    }

    fn appraise(&self, p: &Ground, side: Side, part: &mut dyn FnMut(&'static str, i32)) {
        let [own, other] = [usize::from(side.0), usize::from(1 - side.0)];
        part("points", p.points[own] - p.points[other]);
        let purses = f64::from(p.purse[own]) - f64::from(p.purse[other]);
        part("purse", (self.0.idle * purses).round() as i32);
    }

    fn weighty(&self, p: &Ground) -> bool {
        p.column == 3
    }

    fn side_turn(&self, p: &Ground) -> (u32, Side) {
        (u32::from(p.turn) * 2 + u32::from(p.side), Side(p.side))
    }

    fn resample(&self, known: &Ground, side: Side, chance: &mut Seeded) -> Ground {
        let mut p = known.clone();
        p.purse[usize::from(1 - side.0)] = chance.roll(6);
        p
    }

    fn win_curves(&self) -> &WinCurves {
        &CURVES
    }

    fn pace(&self) -> u32 {
        1_000_000
    }
}

/// A hundred points make odds of e to 1.
static CURVES: LazyLock<WinCurves> = LazyLock::new(|| {
    let curve = WinCurve { last: 7, score: [10.0; 2], ..WinCurve::default() };
    WinCurves([("all".to_string(), curve)].into())
});

impl Tunable for Columns {
    type Weights = Leaning;

    fn tuned(&self) -> &Leaning {
        &self.0
    }

    fn reweighted(&self, weights: Leaning) -> Columns {
        Columns(weights)
    }
}
