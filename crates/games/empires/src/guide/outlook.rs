//! What a chit is likely to bring: a day of combat against each chit of the enemy, exact over all dice.

use crate::Europe;
use crate::combat::forecast::{Forecast, with_chits};
use crate::combat::{AttackerChit, DefenderChit};
use crate::land::Position;
use crate::play::fight::FightAction;
use sandtable_core::Side;
use sandtable_core::guide::{Battle, Chart};

/// What the figures rest on.
const NOTE: &str = "Exact over all dice of the day, for forces as you know them: a corps that nobody has seen counts as a common \
                    one, two thirds full; losses fall on the cheapest, an outflanking force is half of the whole, nobody \
                    reinforces.";

fn row(name: &str, f: &Forecast, me: usize) -> Vec<String> {
    let percent = |p: f64| format!("{:.0} %", 100.0 * p);
    let other = 1 - me;
    vec![
        name.to_string(),
        format!("{:.1}", f.lost[me]),
        format!("{:.1}", f.lost[other]),
        percent(f.beaten[me]),
        percent(f.beaten[other]),
        percent(f.away),
        percent(f.open),
    ]
}

impl Europe {
    /// The combat with what a chit brings against each chit of the enemy. The position is as the side knows it.
    pub(super) fn chit_battle(&self, p: &Position, side: Side, action: FightAction) -> Option<Battle> {
        let mut battle = self.camps_battle(p, side, p.fight.area, p.fight.camps);
        let question = self.engine().question(p);
        let day = |a: AttackerChit, d: DefenderChit| {
            Forecast::day(&self.charts, &with_chits(&self.charts, &question, a, d))
        };
        let rows: Vec<Vec<String>> = match action {
            FightAction::Attacker(a) => DefenderChit::ALL.map(|d| row(d.name(), &day(a, d), 0)).into(),
            FightAction::Defender(d) => AttackerChit::ALL.map(|a| row(a.name(), &day(a, d), 1)).into(),
            _ => return None,
        };
        let head = ["against", "you lose", "he loses", "you break", "he breaks", "gets away", "undecided"];
        battle.expects = Some(Chart {
            title: "What the day brings, by the enemy's chit".to_string(),
            rule: "7.5.2.7",
            head: head.map(str::to_string).into(),
            rows,
            source: "exact".to_string(),
        });
        battle.note = NOTE.to_string();
        Some(battle)
    }
}
