//! The level `regular`: keeps a front and its supply, gathers against a fortress, attacks at good odds, guards its own.
//! It looks one action ahead and weighs it; the weights are its judgement of what matters. A plan gives each army a posture.

mod planned;
mod weights;

pub use weights::{PlannerWeights, ScoreWeights, ScriptWeights, Weights};

use crate::data::pieces::{Army, CORPS, FORTS, Front, HQS, Nation, Piece};
use crate::play::action::Action;
use crate::play::duty::Leaves;
use crate::play::sequence::Step;
use crate::position::hexset::HexSet;
use crate::position::{Group, Position, enemy, flag};
use crate::{Fury, Modifiers};
use sandtable_core::plan::{Plan, Posture};
use sandtable_core::player::Player;
use sandtable_core::{Game, Side};

/// A player of the level `regular`.
#[derive(Default)]
pub struct Regular {
    scratch: Vec<Action>,
    plan: Plan,
    /// Pieces that stay where they are in this activation, and which activation that is.
    stays: Vec<Piece>,
    stamp: (u8, u8),
    /// Whether it plays for a planner, by the planner's weights.
    planned: bool,
}

/// The formation that an army is in plans: its place among those of its front and side.
fn group_of(game: &Fury, p: &Position, army: Army) -> Option<usize> {
    if army == Army::NONE {
        return None;
    }
    let like = |a: &Army| {
        p.hq_front[a.index()] == p.hq_front[army.index()]
            && game.data.hqs[a.index()].nation.side() == game.data.hqs[army.index()].nation.side()
    };
    Some((0..army.index() as u8).map(Army).filter(like).count())
}

/// What six attacks are expected to bring.
fn expectation(
    game: &Fury,
    w: &ScriptWeights,
    p: &Position,
    (from, target, units): (u16, u16, [Piece; 2]),
) -> f32 {
    let m: Modifiers = game.modifiers(p, from, target, units);
    let net = i32::from(m.net());
    let fort = game.data.fort(target);
    let prize = match fort {
        Some((i, _)) if p.stands(i) => w.storm,
        Some(_) => w.retake,
        None => w.ground,
    };
    let mut sum = 0.0;
    for die in 1..=6 {
        let row = game.combat_row((die + net).clamp(1, 12) as u8);
        sum += w.step * (f32::from(row.defender) - f32::from(row.attacker));
        sum += match row.retreat {
            crate::data::tables::Retreats::Attacker => -w.repelled,
            crate::data::tables::Retreats::Defender => prize,
            crate::data::tables::Retreats::Nobody => 0.0,
        };
    }
    sum
}

impl Regular {
    /// A fresh player.
    pub fn new() -> Regular {
        Regular::default()
    }

    fn weights<'a>(&self, game: &'a Fury) -> &'a ScriptWeights {
        if self.planned { &game.weights.planner.script } else { &game.weights.regular }
    }

    fn posture(&self, game: &Fury, p: &Position, army: Army) -> Posture {
        group_of(game, p, army).map_or(Posture::Free, |g| self.plan.of(g))
    }

    /// Where an army goes under its posture.
    fn goal_under(&self, game: &Fury, p: &Position, side: u8, at: u16, posture: Posture) -> u16 {
        match posture {
            Posture::Goal(fort) if usize::from(fort) < FORTS => game.data.forts[usize::from(fort)].hex,
            Posture::Hold => at,
            Posture::FallBack => {
                let own =
                    game.data.forts.iter().enumerate().filter(|(i, _)| p.controls(&game.data, side, *i));
                own.map(|(_, f)| f.hex).min_by_key(|h| game.data.distance(*h, at)).unwrap_or(at)
            }
            _ => self.goal(game, p, side, at, p.front),
        }
    }

    /// The fortress that an army goes for: the nearest enemy one, or one of ours that was lost.
    fn goal(&self, game: &Fury, p: &Position, side: u8, at: u16, front: Front) -> u16 {
        let data = &game.data;
        let mut best = (i32::MAX, at);
        for fort in 0..FORTS {
            let f = &data.forts[fort];
            let lost = p.taken[fort] && p.held(enemy(side), f.hex);
            let theirs = f.owner != side && !(p.taken[fort] && p.held(side, f.hex));
            if !(lost || theirs) {
                continue;
            }
            // A fortress full of units of the other front cannot be taken.
            let guard = p.units_at(data, enemy(side), f.hex).iter().next().and_then(|u| p.front_of(u));
            let shut = guard.is_some_and(|g| g != front);
            let siege = if p.besieged[fort] { 2 } else { 0 };
            let dear = i32::from(game.defence_of(p, side, f.hex)) / 3;
            let cost = 3 * i32::from(data.distance(at, f.hex)) + dear - siege + if shut { 40 } else { 0 };
            if cost < best.0 {
                best = (cost, f.hex);
            }
        }
        best.1
    }

    fn choose_move(&mut self, game: &Fury, p: &Position) -> Action {
        if self.stamp != (p.turn, p.activation) {
            self.stamp = (p.turn, p.activation);
            self.stays.clear();
        }
        let side = p.active;
        let supplied = game.supplied(p, side);
        let train = self.weights(game).train;
        // Units first, then the headquarters behind them.
        for hqs in [false, true] {
            for piece in game.movers(p).filter(|m| m.is_hq() == hqs) {
                if self.stays.contains(&piece) {
                    continue;
                }
                let Some(here) = p.hex(piece) else { continue };
                let reach = game.reach(p, piece);
                let posture = self.posture(game, p, p.army[piece.index()]);
                let goal = self.goal_under(game, p, side, here, posture);
                let value = |hex: u16| {
                    if hqs {
                        self.worth_hq(game, p, piece, hex, &supplied)
                    } else {
                        self.worth_unit(game, p, piece, hex, (goal, posture), &supplied)
                    }
                };
                let stay = value(here);
                let mut best = (stay, here);
                for hex in reach.foot.iter() {
                    let v = value(hex);
                    if v > best.0 {
                        best = (v, hex);
                    }
                }
                // Trains are scarce: only for a clear gain.
                for hex in reach.rail.iter().filter(|h| !reach.foot.has(*h)) {
                    let v = value(hex) - if hqs { 0.0 } else { train };
                    if v > best.0 {
                        best = (v, hex);
                    }
                }
                let rail = !reach.foot.has(best.1);
                // fury 2.2f: it stays where it is rather than keep its army from the attack it must begin.
                let keeps = || game.gives_up(p, Leaves { piece, hex: best.1, rail }).is_none();
                if best.1 != here && keeps() {
                    return Action::Move(piece, best.1);
                }
                self.stays.push(piece);
            }
        }
        // fury 2.2f: an active headquarters has somebody brought up to the enemy.
        game.must_close_in(p).map_or(Action::EndMoves, |(_, first)| first)
    }

    fn worth_unit(
        &self,
        game: &Fury,
        p: &Position,
        unit: Piece,
        hex: u16,
        (goal, posture): (u16, Posture),
        supplied: &HexSet,
    ) -> f32 {
        let (data, w) = (&game.data, self.weights(game));
        let side = p.active;
        let foe = enemy(side);
        let mut worth = -w.way * f32::from(data.distance(hex, goal));
        if !game.in_supply(p, side, hex, supplied) {
            worth -= w.hunger;
        }
        let mates = p.units_at(data, side, hex).only(|u| u != unit);
        let own = i32::from(p.strength(data, unit))
            + mates.iter().map(|u| i32::from(p.strength(data, u))).sum::<i32>();
        // A guard for a threatened fortress, and no less than one where one stands.
        if let Some((i, f)) = data.fort(hex) {
            let threatened =
                data.board.topology().within(sandtable_board::Hex(hex), 2).any(|h| p.held(foe, h.0));
            let needs = (p.taken[i] && f.owner != side) || (f.owner == side && threatened);
            if needs && mates.is_empty() {
                worth += if p.taken[i] { w.guard_taken } else { w.guard };
            }
            if p.besieged[i] && f.owner != side {
                let force = i32::from(game.fort_value(i, data.tables.siege_value));
                worth += if own <= 3 * force { w.besiege } else { w.besiege_more };
            }
        }
        let mut danger = 0;
        let mut chance: f32 = 0.0;
        for step in data.steps(hex) {
            let units = p.units_at(data, foe, step.to);
            let strength: i32 = units.iter().map(|u| i32::from(p.strength(data, u))).sum();
            danger += strength;
            let target = game.target_breach(p, step.to).is_none();
            if target {
                let defence = u16::from(game.defence_of(p, side, step.to));
                let odds = game.ratio(own as u16, defence.max(1)).map_or(-4, i32::from);
                let ground = match data.ground[usize::from(step.to)] {
                    crate::data::Ground::Mountain => -2,
                    crate::data::Ground::Difficult => -1,
                    _ => 0,
                } - i32::from(step.river);
                let fort =
                    data.fort(step.to).map_or(0.0, |(i, _)| if p.stands(i) { w.contact_fort } else { 0.0 });
                let friends =
                    data.steps(step.to).filter(|s| s.to != hex && p.held(side, s.to)).count() as i32;
                chance = chance.max(w.odds * (odds + ground + friends.min(3)) as f32 + w.contact + fort);
            }
        }
        let army = p.army[unit.index()];
        let hq = p.hex(Piece::hq(army));
        let range = i32::from(p.face(data, army).range);
        let led = hq.map_or(9, |h| i32::from(data.distance(h, hex)));
        let (boldness, fear) = match posture {
            Posture::Attack => (w.bold_attack, w.fear_attack),
            Posture::Hold => (w.bold_hold, 1.0),
            Posture::FallBack => (0.0, w.fear_back),
            Posture::Free | Posture::Goal(_) => (1.0, 1.0),
        };
        worth += chance * boldness;
        worth -= (led - range - 1).max(0) as f32 * w.led;
        worth -= (danger - own).max(0) as f32 * w.danger * fear;
        if p.full(unit) { worth } else { worth - danger as f32 * w.danger_reduced * fear }
    }

    fn worth_hq(&self, game: &Fury, p: &Position, hq: Piece, hex: u16, supplied: &HexSet) -> f32 {
        let (data, w) = (&game.data, self.weights(game));
        let army = p.army[hq.index()];
        let range = i32::from(p.face(data, army).range);
        let mut worth = 0.0;
        for unit in (0..p.place.len() as u8).map(Piece).filter(|u| u.is_unit() && p.army[u.index()] == army) {
            if let Some(at) = p.hex(unit) {
                let d = i32::from(data.distance(at, hex));
                let near = p.in_enemy_zone(p.active, at);
                worth += match d - range {
                    ..=0 if near => w.staff_near,
                    ..=0 => w.staff,
                    far => -w.staff_far * far as f32,
                };
            }
        }
        if p.in_enemy_zone(p.active, hex) {
            worth -= w.staff_zone;
        }
        if !game.in_supply(p, p.active, hex, supplied) {
            worth -= w.hunger;
        }
        worth
    }

    fn choose_attack(&mut self, game: &Fury, p: &Position) -> Action {
        let w = self.weights(game);
        let mut best = (f32::MIN, Action::EndAttacks);
        game.each_attack(p, None, &mut |from, target, units| {
            let eager = match self.posture(game, p, p.army[units[0].index()]) {
                Posture::Attack => w.eager,
                Posture::Hold => -w.wary,
                Posture::FallBack => -w.shy,
                Posture::Free | Posture::Goal(_) => 0.0,
            };
            let v = expectation(game, w, p, (from, target, units)) + eager;
            if v > best.0 {
                best = (v, Action::Attack { from, target, units });
            }
            true
        });
        if best.0 > w.least {
            return best.1;
        }
        match game.owing(p) {
            None => Action::EndAttacks,
            Some(army) => {
                // The duty of an active headquarters: the least bad attack of that army.
                let mut least = (f32::MIN, Action::EndAttacks);
                game.each_attack(p, Some(army), &mut |from, target, units| {
                    let v = expectation(game, w, p, (from, target, units));
                    if v > least.0 {
                        least = (v, Action::Attack { from, target, units });
                    }
                    true
                });
                least.1
            }
        }
    }

    fn pick(
        &mut self,
        game: &Fury,
        p: &Position,
        side: Side,
        worth: impl Fn(&Action) -> i32,
    ) -> Option<Action> {
        self.scratch.clear();
        game.actions(p, side, &mut self.scratch);
        self.scratch.iter().copied().max_by_key(|a| worth(a))
    }

    fn answer(&mut self, game: &Fury, p: &Position, side: Side) -> Option<Action> {
        let data = &game.data;
        let target = p.combat.target;
        let prize = data.fort(target).is_some();
        let attack = game.attack_strength(p, &game.attackers(p));
        let sturdy = game.attackers(p).iter().filter(|u| p.full(*u)).count();
        let step = p.steps.top();
        self.pick(game, p, side, |a| match (step, a) {
            (Step::AttackerAnswers, Action::Retreat) => 5,
            (Step::DefenderForces, Action::Accept) => 5,
            (Step::DefenderAnswers, Action::Refuse) => {
                if game.defends_fort(p) {
                    9
                } else {
                    2
                }
            }
            (Step::DefenderAnswers, Action::Retreat) => 5,
            (Step::AttackerForces, Action::Force) => {
                if prize && attack >= 6 {
                    9
                } else if sturdy > 1 {
                    6
                } else {
                    1
                }
            }
            (Step::AttackerForces, Action::Accept) => 5,
            (Step::DefenderForced, Action::Siege) => 9,
            _ => 0,
        })
    }

    fn retreat_worth(&self, game: &Fury, p: &Position, side: u8, hex: u16) -> i32 {
        let data = &game.data;
        let home =
            data.forts.iter().filter(|f| f.owner == side).map(|f| i32::from(data.distance(f.hex, hex))).min();
        let threat = data.steps(hex).filter(|s| p.held(enemy(side), s.to)).count() as i32;
        -2 * home.unwrap_or(0) - 5 * threat + if p.held(side, hex) { 3 } else { 0 }
    }

    fn posting_worth(&self, game: &Fury, p: &Position, corps: Piece, army: Army) -> i32 {
        let members =
            (0..CORPS).filter(|i| p.army[*i] == army && p.hex(Piece(*i as u8)).is_some()).count() as i32;
        let there = p.hex(Piece::hq(army)).is_some();
        let strength = i32::from(p.strength(&game.data, corps));
        strength * 3 - members * 2 + if there { 6 } else { 0 }
    }

    fn entry_worth(&self, game: &Fury, p: &Position, piece: Piece, hex: u16) -> i32 {
        let data = &game.data;
        let side = p.side(data, piece);
        let army = p.army[piece.index()];
        let front = if army == Army::NONE { Front::North } else { p.hq_front[army.index()] };
        let at = p.hex(Piece::hq(army)).unwrap_or(hex);
        let goal = self.goal(game, p, side, at, front);
        -3 * i32::from(data.distance(hex, goal)) - i32::from(data.distance(hex, at))
    }
}

impl Player<Fury> for Regular {
    fn choose(&mut self, game: &Fury, p: &Position, side: Side) -> Option<Action> {
        let data = &game.data;
        match p.steps.top() {
            Step::Moves => Some(self.choose_move(game, p)),
            Step::Declare => Some(self.choose_attack(game, p)),
            Step::FrontA | Step::FirstFront => self.pick(game, p, side, |a| match a {
                // The front with more enemies in reach.
                Action::Front(front) => (0..HQS as u8)
                    .map(Army)
                    .filter(|army| {
                        p.hq_front[army.index()] == *front && p.side(data, Piece::hq(*army)) == side.0
                    })
                    .filter(|army| !p.is(Piece::hq(*army), flag::INACTIVE))
                    .count() as i32,
                _ => 0,
            }),
            Step::Resolve => {
                let w = *self.weights(game);
                self.pick(game, p, side, |a| match a {
                    Action::Fight(target) => p
                        .declared()
                        .iter()
                        .find(|x| x.target == *target && !x.done)
                        .map_or(0, |x| expectation(game, &w, p, (x.from, x.target, x.units)) as i32),
                    _ => 0,
                })
            }
            Step::Loss { .. } => self.pick(game, p, side, |a| match a {
                // The cheapest step goes first; a corps that leaves a Cadre costs less.
                Action::Lose(u) => {
                    let last = !p.full(*u) && !p.leaves_cadre(data, *u);
                    -i32::from(p.strength(data, *u)) - if last { 4 } else { 0 }
                }
                _ => 0,
            }),
            Step::AttackerAnswers
            | Step::DefenderForces
            | Step::DefenderAnswers
            | Step::AttackerForces
            | Step::DefenderForced => self.answer(game, p, side),
            Step::Advance => {
                let prize = data.fort(p.combat.target).is_some();
                self.pick(game, p, side, |a| match a {
                    Action::Advance { units, hq } => {
                        let n = Group::of(units).len() as i32;
                        (if prize { 4 * n } else { 3 - n }) - if *hq { 1 } else { 0 }
                    }
                    _ => 0,
                })
            }
            Step::Retreat { .. } | Step::Shift { .. } => {
                let this = Regular::default();
                self.pick(game, p, side, |a| match a {
                    Action::To(hex) => this.retreat_worth(game, p, side.0, *hex),
                    _ => 0,
                })
            }
            Step::Adjust(_) => {
                let this = Regular::default();
                self.pick(game, p, side, |a| match a {
                    Action::Withdraw { first, second, .. } => {
                        40 + this.retreat_worth(game, p, side.0, *second)
                            - if first == second { 0 } else { 3 }
                    }
                    _ => 0,
                })
            }
            Step::Replacements(_) => self.pick(game, p, side, |a| match a {
                Action::Reform(c, full) => {
                    10 + i32::from(data.corps[c.index()].full) + if *full { 3 } else { 0 }
                }
                Action::Restore(c) => {
                    12 + i32::from(data.corps[c.index()].full - data.corps[c.index()].reduced)
                }
                _ => 0,
            }),
            Step::Reinforcements(_) => {
                let this = Regular::default();
                self.pick(game, p, side, |a| match a {
                    Action::Replace(..) => 100,
                    Action::BringHq(hq, front) => {
                        // Where the nation already fights, or where the enemy is strongest.
                        let nation = p.nation(data, *hq);
                        60 + i32::from((nation == Nation::De) == (*front == Front::North))
                    }
                    Action::Bring(c, army) => 20 + this.posting_worth(game, p, *c, *army),
                    _ => 0,
                })
            }
            Step::Entry(piece) => {
                let this = Regular::default();
                self.pick(game, p, side, |a| match a {
                    Action::Enter(hex) => this.entry_worth(game, p, piece, *hex),
                    _ => 0,
                })
            }
            Step::Planning(..) => self.pick(game, p, side, |a| match a {
                Action::Activate(hq) => {
                    let army = p.army[hq.index()];
                    let face = data.hqs[army.index()].faces[0];
                    let members =
                        (0..CORPS).filter(|i| p.army[*i] == army && p.hex(Piece(*i as u8)).is_some());
                    2 * members.count() as i32 + 3 * i32::from(face.support)
                }
                _ => 0,
            }),
            _ => self.pick(game, p, side, |_| 0),
        }
    }
}
