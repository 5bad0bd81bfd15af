//! What an attack and a chit are likely to bring: a day of combat against each chit of the enemy.

use crate::Empires;
use crate::play::combat::forecast::{Forecast, Question, with_chits, without_chits};
use crate::play::combat::{AttackerChit, DefenderChit};
use crate::play::fight::FightAction;
use crate::play::land::Position;
use sandtable_core::Side;
use sandtable_core::dice::Seeded;
use sandtable_core::forecast::Chance;
use sandtable_core::guide::{Battle, Chart};

/// What the figures rest on.
const NOTE: &str = "Exact over all dice of the day, for forces as you know them: a corps that nobody has seen counts as a common \
                    one, two thirds full; losses fall on the cheapest, an outflanking force is half of the whole, nobody \
                    reinforces. The chances below take each chit of the enemy for equally likely.";
/// What the figures rest on before anybody has a chit.
const BEFORE: &str = "A day for forces as you know them: a corps that nobody has seen counts as a common one, two thirds full. Each pair of \
                      chits counts alike, by three hundred days played out with the same dice every time; a trivial combat is exact.";
/// Days played out for each pair of chits.
const DAYS: u32 = 300;
/// Parts in which chances are told.
const PARTS: u64 = 10_000;

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

/// How days end on the average, told to the attacker (0) or the defender (1): parts that add to the whole.
fn ends(days: &[Forecast], me: usize) -> Vec<Chance> {
    let mean = |of: &dyn Fn(&Forecast) -> f64| days.iter().map(of).sum::<f64>() / days.len().max(1) as f64;
    let (mine, theirs) = (mean(&|f| f.wins[me]), mean(&|f| f.wins[1 - me]));
    let (away, open) = (mean(&|f| f.away), mean(&|f| f.open));
    let gone = if me == 1 { "you get away" } else { "the enemy gets away" };
    let both = (1.0 - mine - theirs - away - open).max(0.0);
    let list = [
        ("you win the day", mine),
        ("the enemy wins the day", theirs),
        ("both sides break", both),
        (gone, away),
        ("nothing is decided on this day", open),
    ];
    // Whole parts first; what is left goes to those that rounding cost most.
    let exact = list.map(|(_, p)| p * PARTS as f64);
    let mut parts = exact.map(|p| p.floor() as u64);
    let mut order = [0, 1, 2, 3, 4];
    order.sort_by(|a: &usize, b| exact[*b].fract().total_cmp(&exact[*a].fract()));
    let left = PARTS.saturating_sub(parts.iter().sum());
    order.into_iter().take(left.min(5) as usize).for_each(|i| parts[i] += 1);
    let told = list.into_iter().zip(parts).filter(|(_, n)| *n > 0);
    let mut out: Vec<Chance> = told
        .map(|((words, _), n)| Chance {
            outcome: words.to_string(),
            parts: n,
            of: PARTS,
            probability: n as f64 / PARTS as f64,
        })
        .collect();
    out.sort_by_key(|c| std::cmp::Reverse(c.parts));
    out
}

impl Empires {
    /// How an attack ends that is about to be begun, by its first day. The position is as the attacker knows it.
    pub(super) fn attack_chances(&self, question: &Question, trivial: bool) -> (Vec<Chance>, &'static str) {
        if trivial {
            let day = Forecast::day(&self.charts, &without_chits(question));
            return (ends(&[day], 0), BEFORE);
        }
        let mut dice = Seeded::new(1);
        let pairs = AttackerChit::ALL.into_iter().flat_map(|a| DefenderChit::ALL.map(|d| (a, d)));
        let days: Vec<Forecast> = pairs
            .map(|(a, d)| {
                let q = with_chits(&self.charts, question, a, d);
                Forecast::days(&self.charts, &q, 1, DAYS, &mut dice)
            })
            .collect();
        (ends(&days, 0), BEFORE)
    }

    /// The combat with what a chit brings against each chit of the enemy. The position is as the side knows it.
    pub(super) fn chit_battle(&self, p: &Position, side: Side, action: FightAction) -> Option<Battle> {
        let mut battle = self.camps_battle(p, side, p.fight.area, p.fight.camps);
        let question = self.engine().question(p);
        let day = |a: AttackerChit, d: DefenderChit| {
            Forecast::day(&self.charts, &with_chits(&self.charts, &question, a, d))
        };
        let (me, days): (usize, Vec<(&str, Forecast)>) = match action {
            FightAction::Attacker(a) => (0, DefenderChit::ALL.map(|d| (d.name(), day(a, d))).into()),
            FightAction::Defender(d) => (1, AttackerChit::ALL.map(|a| (a.name(), day(a, d))).into()),
            _ => return None,
        };
        let rows: Vec<Vec<String>> = days.iter().map(|(name, f)| row(name, f, me)).collect();
        battle.chances = ends(&days.into_iter().map(|d| d.1).collect::<Vec<_>>(), me);
        let head =
            ["against", "you lose", "enemy loses", "you break", "enemy breaks", "gets away", "undecided"];
        battle.expects = Some(Chart {
            title: "What the day brings, by the enemy's chit".to_string(),
            rule: "7.5.2.7".to_string(),
            head: head.map(str::to_string).into(),
            rows,
            source: "exact".to_string(),
        });
        battle.note = NOTE.to_string();
        Some(battle)
    }
}
