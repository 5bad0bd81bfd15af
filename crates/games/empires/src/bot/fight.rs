//! Combat in the open: chits by the solved mixture, orders by the chart, nights by what is left.

use super::weights::ScriptWeights;
use crate::Empires;
use crate::play::combat::forecast::{Forecast, with_chits};
use crate::play::combat::matrix::{self, Matrix};
use crate::play::combat::{AttackerChit, DefenderChit, Factors};
use crate::play::fight::Flanker;
use crate::play::fight::KindLetter;
use crate::play::fight::{Fate, FightAction, FightStep};
use crate::play::land::Position;
use crate::play::{Action, Engine};
use crate::position::ids::{BlockId, LeaderId};
use sandtable_core::dice::Seeded;

fn listed(list: &[Action]) -> impl Iterator<Item = FightAction> + '_ {
    list.iter().filter_map(|a| if let Action::Fight(f) = a { Some(*f) } else { None })
}

fn has(list: &[Action], wanted: FightAction) -> Option<FightAction> {
    list.contains(&Action::Fight(wanted)).then_some(wanted)
}

/// Factors of a side as far as they are known.
pub(super) fn strength(e: Engine<'_>, p: &Position, who: usize) -> Factors {
    let mut out = Factors::NONE;
    for block in p.fight.camps[who].blocks.iter() {
        out += e.factors(p, block);
    }
    out
}

/// The best action of a step of a combat; none leaves the choice to the caller.
pub(super) fn choose(
    e: Engine<'_>,
    p: &Position,
    power: u8,
    step: FightStep,
    (chance, quick, w): (&mut Seeded, bool, &ScriptWeights),
    list: &[Action],
) -> Option<FightAction> {
    use FightAction as A;
    let me = p.fight.side_of(power).unwrap_or(0);
    let mine = f32::from(strength(e, p, me).total());
    let theirs = f32::from(strength(e, p, 1 - me).total()).max(1.0);
    match step {
        FightStep::Next => listed(list).find(|a| matches!(a, A::Attack { trivial: false, .. })),
        FightStep::Guerillas => has(list, A::Join(false)),
        FightStep::Sally => listed(list)
            .find(|a| matches!(a, A::Sally(_) | A::SallyFactor(..)))
            .or_else(|| has(list, A::Done)),
        FightStep::Command => best_leader(e, list),
        // A weaker side would rather not be met by every art of war.
        FightStep::Accept => has(list, A::Agree(false)),
        FightStep::Chits => chit(e, p, me, (chance, quick, w), list),
        FightStep::Divide => divide(p, me, list),
        FightStep::Flee => has(list, A::Flee(mine < theirs * w.flees)),
        FightStep::Orders => order(e, p, me, list),
        FightStep::Reinforce => {
            let hopeless = mine * w.hopeless < theirs;
            let help = listed(list).find(|a| matches!(a, A::HelpLeader(_)));
            let help = help.or_else(|| listed(list).find(|a| matches!(a, A::Help(_))));
            help.filter(|_| !hopeless).or_else(|| has(list, A::Done))
        }
        FightStep::Bring => listed(list)
            .find(|a| matches!(a, A::Bring(_) | A::BringLeader(_) | A::BringIrregular))
            .or_else(|| has(list, A::Done)),
        FightStep::Night => {
            has(list, A::Night(mine < theirs * w.leaves)).or_else(|| has(list, A::Night(false)))
        }
        FightStep::Pursue => has(list, A::Pursue(true)),
        FightStep::Retreat | FightStep::Return => {
            let count = list.len();
            listed(list).nth(chance.below(count.max(1)))
        }
        FightStep::Depot => has(list, A::Depot(Fate::Convert)).or_else(|| has(list, A::Depot(Fate::Destroy))),
        FightStep::City => city(e, p, list),
        _ => None,
    }
}

fn best_leader(e: Engine<'_>, list: &[Action]) -> Option<FightAction> {
    let rating = |a: &FightAction| match a {
        FightAction::Command(LeaderId(l)) => {
            let leader = &e.d.leaders[usize::from(*l)];
            leader.tactical * 2 + leader.strategic
        }
        _ => 0,
    };
    listed(list).max_by_key(rating)
}

/// Days that are fought for every pair of chits.
const DAYS: u32 = 24;
/// Steps in which the mixture is found.
const STEPS: u32 = 400;

/// What players take every pair of chits to be worth in the combat that is about to begin.
pub fn chit_matrix(game: &Empires, p: &Position) -> Matrix {
    matrix(game.engine(), p, DAYS, &game.weights.regular)
}

/// What every pair of chits is worth to the attacker, in factors, over the same dice for all pairs.
fn matrix(e: Engine<'_>, p: &Position, days: u32, w: &ScriptWeights) -> Matrix {
    let question = e.question(p);
    let may = |who: usize| {
        let camp = &p.fight.camps[who];
        let regular = camp.blocks.iter().filter(|b| p.def(e.d, *b).kind != crate::data::Kind::Artillery);
        regular.count() >= 2 && usize::from(camp.leader) < e.d.leaders.len()
    };
    let mut out = Matrix { worth: [[0; 6]; 5], rows: [true; 5], columns: [true; 6] };
    out.rows[AttackerChit::Outflank as usize] = may(0);
    out.columns[DefenderChit::Outflank as usize] = may(1);
    let (chase, broken) = (f64::from(w.chase), f64::from(w.broken));
    let pursuit = |who: usize| chase * f64::from(question.battle.sides[who].all().total()) + broken;
    for a in AttackerChit::ALL {
        for d in DefenderChit::ALL {
            let pair = with_chits(e.charts, &question, a, d);
            let f = Forecast::days(e.charts, &pair, 1, days, &mut Seeded::new(7));
            let worth = f.lost[1] - f.lost[0] + f.beaten[1] * pursuit(1) - f.beaten[0] * pursuit(0);
            out.worth[a as usize][d as usize] = (worth * f64::from(matrix::CHANCES)) as i32;
        }
    }
    out
}

/// A chit at random, as often as the mixture of this position says (empires 7.5.2.1).
fn chit(
    e: Engine<'_>,
    p: &Position,
    me: usize,
    (chance, quick, w): (&mut Seeded, bool, &ScriptWeights),
    list: &[Action],
) -> Option<FightAction> {
    let (days, steps) = if quick { (3, 60) } else { (DAYS, STEPS) };
    let solved = matrix::solve(&matrix(e, p, days, w), steps);
    let dice = chance.below(1_000_000) as f64 / 1_000_000.0;
    let mut sum = 0.0;
    if me == 0 {
        for (chit, part) in AttackerChit::ALL.into_iter().zip(solved.rows) {
            sum += part;
            if dice < sum {
                return has(list, FightAction::Attacker(chit));
            }
        }
        has(list, FightAction::Attacker(AttackerChit::Assault))
    } else {
        for (chit, part) in DefenderChit::ALL.into_iter().zip(solved.columns) {
            sum += part;
            if dice < sum {
                return has(list, FightAction::Defender(chit));
            }
        }
        has(list, FightAction::Defender(DefenderChit::Defend))
    }
}

/// About half of the corps goes round the flank, the weaker ones.
fn divide(p: &Position, me: usize, list: &[Action]) -> Option<FightAction> {
    let camp = &p.fight.camps[me];
    let total =
        |blocks: crate::position::Blocks| blocks.iter().map(|b| u32::from(p.corps[b].total())).sum::<u32>();
    if total(camp.around) * 2 >= total(camp.blocks)
        && let Some(done) = has(list, FightAction::Done)
    {
        return Some(done);
    }
    let next = listed(list).filter(|a| matches!(a, FightAction::Around(_))).min_by_key(|a| {
        if let FightAction::Around(Flanker(BlockId(b))) = a { p.corps[usize::from(*b)].total() } else { 0 }
    });
    next.or_else(|| has(list, FightAction::Done))
}

/// The rating that the chart rewards most, and guard only when it decides.
fn order(e: Engine<'_>, p: &Position, me: usize, list: &[Action]) -> Option<FightAction> {
    let battle = &p.fight.battle;
    let enemy = battle.sides[1 - me].tactical;
    let edge = |tactical: u8| {
        let [a, d] =
            if me == 0 { e.charts.commander(tactical, enemy) } else { e.charts.commander(enemy, tactical) };
        if me == 0 { a - d } else { d - a }
    };
    listed(list).filter(|a| matches!(a, FightAction::Order { guard: 0, .. })).max_by_key(|a| {
        if let FightAction::Order { tactical, .. } = a { (edge(*tactical), *tactical) } else { (0, 0) }
    })
}

/// After a combat: a few factors into a city that stands open, else a siege.
fn city(e: Engine<'_>, p: &Position, list: &[Action]) -> Option<FightAction> {
    use FightAction as A;
    let area = p.fight.area;
    if p.vacant_city(e.d, area) || p.at(area).garrison.total() == 1 {
        let drop = listed(list)
            .filter(|a| matches!(a, A::Detach(_, KindLetter(crate::play::combat::Kind::Infantry))));
        let most = drop.max_by_key(|a| {
            if let A::Detach(BlockId(b), _) = a { p.corps[usize::from(*b)].total() } else { 0 }
        });
        if let Some(drop) = most {
            return Some(drop);
        }
    }
    if let Some(siege) = has(list, A::Besiege) {
        return Some(siege);
    }
    listed(list).find(|a| matches!(a, A::Exit(_) | A::LeaderOut(_))).or_else(|| has(list, A::Done))
}
