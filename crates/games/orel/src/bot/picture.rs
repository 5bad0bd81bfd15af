//! What a side sees of the map before it plans: strengths, goals, and who is sent where.

use super::goals::{Goal, find_goals, names, strength};
use super::mood::Mood;
use super::ways::{way_out, zones_to_come};
use super::weights::ScriptWeights;
use crate::data::{HEXES, Hexes, Need, RED, UNITS, WHITE, Where, all_hexes};
use crate::play::Engine;
use crate::position::{At, FormationId, HexId, Mode, Pieces, Position, UnitId};
use sandtable_ops::id::Maybe;

/// Units of a formation that stand together, or one that has none.
#[derive(Clone, Copy)]
struct Troop {
    formation: Option<FormationId>,
    units: Pieces,
    strength: f32,
    /// Where its first unit stands.
    at: HexId,
}

/// What a side sees of the map before it plans.
pub struct Picture {
    /// Whose.
    pub side: u8,
    /// What things are worth.
    pub w: ScriptWeights,
    /// What units were told.
    pub mood: Mood,
    /// Hexes worth having.
    pub goals: Vec<Goal>,
    /// Strength of enemy troops that could strike at each hex, the nearer the more.
    pub threat: Box<[f32; HEXES]>,
    /// The same of friendly troops.
    pub power: Box<[f32; HEXES]>,
    /// Hexes to the nearest enemy combat unit.
    pub enemy: Box<[u8; HEXES]>,
    /// The goal that each friendly unit is sent to, if it is.
    pub objective: Box<[Maybe<HexId>; UNITS]>,
    /// Units that hold a place: they stay there.
    pub guards: Pieces,
    /// Units Out of Command and out of Depot range: they cannot stay where they are (orel 5.3e).
    pub astray: Pieces,
    /// Whether the side moves last in a turn, so that what it holds then it holds.
    pub last_word: bool,
    /// Whether its infantry beside the double track counts (orel 10.2Vc, orel 10.2Vg).
    pub track: bool,
    /// From 0 to 1, how near the end of the game is: what is not held soon will not be.
    pub late: f32,
    /// How much strength each goal still wants, and those who can be sent, while they are sent.
    want: Vec<f32>,
    troops: Vec<Troop>,
}

/// Room for goals.
const GOALS: usize = 64;

impl Picture {
    /// A picture of nothing, with room for whatever may come.
    pub fn blank() -> Picture {
        Picture {
            side: WHITE,
            w: ScriptWeights::default(),
            mood: Mood::FREE,
            goals: Vec::with_capacity(GOALS),
            threat: Box::new([0.0; HEXES]),
            power: Box::new([0.0; HEXES]),
            enemy: Box::new([u8::MAX; HEXES]),
            objective: Box::new([Maybe::NONE; UNITS]),
            guards: Pieces::EMPTY,
            astray: Pieces::EMPTY,
            last_word: false,
            track: false,
            late: 0.0,
            want: Vec::with_capacity(GOALS),
            troops: Vec::with_capacity(UNITS),
        }
    }
}

/// How far the strength of troops is felt.
const REACH: u8 = 4;

impl Picture {
    /// Looks at the map for a side, and sends everybody somewhere.
    pub fn assign(&mut self, engine: &Engine<'_>, p: &Position, side: u8, w: &ScriptWeights, mood: &Mood) {
        self.look(engine, p, side, w);
        self.mood = *mood;
        self.astray = astray(engine, p, side);
        self.send(engine, p);
    }

    /// Looks at the map for a side.
    pub fn look(&mut self, engine: &Engine<'_>, p: &Position, side: u8, w: &ScriptWeights) {
        let map = &engine.d.map;
        let Picture { threat, power, enemy, .. } = self;
        **threat = [0.0; HEXES];
        **power = [0.0; HEXES];
        **enemy = [u8::MAX; HEXES];
        for u in engine.all_units().filter(|u| p.on_map(*u) && engine.class(*u).is_troop()) {
            let (own, worth) = (p.side(u) == side, strength(engine, p, u));
            let asleep = engine.asleep(p, u);
            let Some(hex) = p.hex(u) else { continue };
            let far = map.distances(hex);
            if !own && engine.class(u).is_combat() {
                enemy.iter_mut().zip(far).for_each(|(e, far)| *e = (*e).min(*far));
            }
            if !asleep {
                let felt = [1.0, 1.0, 0.8, 0.5, 0.25, 0.0, 0.0, 0.0].map(|part| worth * part);
                let field = if own { &mut *power } else { &mut *threat };
                field.iter_mut().zip(far).for_each(|(f, far)| *f += felt[usize::from(*far).min(7)]);
            }
        }
        // Units about to come in are felt where they will enter.
        let s = engine.scenario(p);
        for row in s.setup.iter().filter(|r| p.units.at(r.unit) == At::Due && p.side(r.unit) != side) {
            let Where::Entry { zone, turn, .. } = row.at else { continue };
            let class = engine.class(row.unit);
            if turn > p.turn + 1 || !class.is_troop() {
                continue;
            }
            let doors = &engine.d.zones[usize::from(zone)].hexes;
            for hex in all_hexes() {
                let far = doors.iter().map(|d| map.distance(d, hex)).min().unwrap_or(u8::MAX);
                if far <= REACH {
                    let felt = strength(engine, p, row.unit) * [0.9, 0.9, 0.7, 0.4, 0.2][usize::from(far)];
                    threat[usize::from(hex)] += felt;
                    if class.is_combat() {
                        enemy[usize::from(hex)] = enemy[usize::from(hex)].min(far + 1);
                    }
                }
            }
        }
        (self.side, self.w, self.mood) = (side, *w, Mood::FREE);
        self.goals.clear();
        find_goals(engine, p, side, w, &mut self.goals);
        *self.objective = [Maybe::NONE; UNITS];
        (self.guards, self.astray) = (Pieces::EMPTY, Pieces::EMPTY);
        self.last_word = side == RED;
        self.track = names(engine, p, side, Need::StationCut) || names(engine, p, 1 - side, Need::LineClear);
        self.late = 1.0 - f32::from(engine.scenario(p).last_turn.saturating_sub(p.turn).min(3)) / 3.0;
        self.corridors(engine, p);
    }

    /// A place counts only with a way to a friendly edge (orel 10.2Va): hexes of the shortest one where an enemy zone lies, or soon may, are
    /// goals as well.
    fn corridors(&mut self, engine: &Engine<'_>, p: &Position) {
        let side = self.side;
        // Only what is open at the end counts.
        if self.late < 0.3 {
            return;
        }
        let last = p.turn == engine.scenario(p).last_turn;
        let ours =
            |g: &Goal| g.place && (engine.covered(p, side, g.hex) || (last && !p.holds(1 - side, g.hex)));
        // When the enemy has the last word, all that it can reach then may be shut.
        let reach = if last && !self.last_word { zones_to_come(engine, p, side) } else { Hexes::EMPTY };
        for i in 0..self.goals.len() {
            let g = self.goals[i];
            if !ours(&g) {
                continue;
            }
            for hex in way_out(engine, p, side, g.hex, &self.enemy, &reach) {
                let soon = !self.last_word && (self.enemy[usize::from(hex)] <= 2 || reach.has(hex));
                if (engine.shut(p, side, hex) || soon) && !self.goals.iter().any(|o| o.hex == hex) {
                    self.goals.push(Goal { hex, worth: g.worth * 0.8, place: true, sole: false, guards: 1 });
                }
            }
        }
    }

    /// Sends formations to goals: where much is wanted, little stands and the way is short.
    fn send(&mut self, engine: &Engine<'_>, p: &Position) {
        let (map, w) = (&engine.d.map, self.w);
        let wants = |g: &Goal| {
            let held = p.units.firm_steps(self.side, g.hex) >= 2;
            let near = self.threat[usize::from(g.hex)];
            if held && self.enemy[usize::from(g.hex)] > 5 {
                w.want_safe
            } else if held {
                w.want_held + near * w.want_threat_held
            } else {
                w.want_taken + near * w.want_threat_taken
            }
        };
        self.want.clear();
        self.want.extend(self.goals.iter().map(wants));
        let sent = self.garrisons(engine, p);
        // Formations and loose units, the strongest first.
        let mut troops = std::mem::take(&mut self.troops);
        troops.clear();
        for u in p.units.on_map_of(self.side) {
            if !engine.class(u).is_combat() || engine.asleep(p, u) || sent.has(u) {
                continue;
            }
            let formation = engine.def(u).formation;
            let Some(at) = p.hex(u) else { continue };
            let strength = strength(engine, p, u);
            // Units of a formation that stand far apart go each their own way.
            let kin = troops
                .iter_mut()
                .find(|t| t.formation == formation && formation.is_some() && map.distance(t.at, at) <= 4);
            match kin {
                Some(t) => {
                    t.units.insert(u);
                    t.strength += strength;
                }
                None => troops.push(Troop { formation, units: Pieces::one(u), strength, at }),
            }
        }
        let first = |t: &Troop| t.units.first();
        troops
            .sort_unstable_by(|a, b| b.strength.total_cmp(&a.strength).then_with(|| first(a).cmp(&first(b))));
        for Troop { units, strength, at, .. } in &troops {
            let bound = engine.d.confined.iter().enumerate().find(|(i, c)| {
                engine.scenario(p).confined.contains(&(*i as u8))
                    && units.iter().any(|u| c.units.contains(&u))
            });
            let told = units.iter().find_map(|u| self.mood.goal(u)).filter(|g| *g < self.goals.len());
            let best = (0..self.goals.len())
                .filter(|i| told.is_none_or(|t| t == *i))
                .filter(|i| bound.is_none_or(|(_, c)| c.hexes.has(self.goals[*i].hex)))
                .max_by(|a, b| {
                    let value = |i: usize| {
                        let g = self.goals[i];
                        let urgent = (self.want[i] / 6.0).clamp(0.1, 1.5);
                        g.worth * urgent / (f32::from(map.distance(*at, g.hex)) + 5.0)
                    };
                    value(*a).total_cmp(&value(*b))
                });
            if let Some(i) = best {
                self.want[i] -= strength;
                units.iter().for_each(|u| self.objective[usize::from(u)] = self.goals[i].hex.into());
            }
        }
        self.troops = troops;
        // Guns go with the next combat unit of their formation, others with the nearest.
        for u in p.units.on_map_of(self.side).filter(|u| engine.class(*u).is_gun()) {
            let Some(at) = p.hex(u) else { continue };
            let with = |o: &UnitId| {
                let same = engine.def(*o).formation == engine.def(u).formation;
                engine.far(p, *o, at) + if same { 0 } else { 4 }
            };
            let own = p.units.on_map_of(self.side).filter(|o| engine.class(*o).is_combat());
            if let Some(leader) = own.min_by_key(with) {
                self.objective[usize::from(u)] = self.objective[usize::from(leader)];
            }
        }
    }

    /// Somebody stays where a goal is held, and somebody goes where nobody stands.
    fn garrisons(&mut self, engine: &Engine<'_>, p: &Position) -> Pieces {
        let mut sent = Pieces::EMPTY;
        let astray = self.astray;
        let fit = |u: UnitId| {
            let firm = engine.class(u).is_combat() && p.mode(u) != Mode::Routed;
            firm && !engine.asleep(p, u) && !astray.has(u)
        };
        // Places where nobody can stay come first, then the ways to the edge: a unit that shares a place can step aside.
        let bare = |g: &Goal| g.guards > 1 && p.stack(self.side, g.hex).iter().all(|u| !fit(u));
        let (late, count) = (self.late > 0.3, self.goals.len());
        let turns = [true, false].into_iter().flat_map(|first| (0..count).rev().map(move |i| (first, i)));
        for (first, i) in turns {
            let g = self.goals[i];
            if !g.place || (late && bare(&g)) != first {
                continue;
            }
            let here = p.stack(self.side, g.hex).which(|u| fit(u) && !sent.has(u));
            if !here.is_empty() {
                // Toward the end all who are there stay if the enemy is near; otherwise one is enough.
                let weakest =
                    here.iter().min_by(|a, b| strength(engine, p, *a).total_cmp(&strength(engine, p, *b)));
                let pressed = self.late > 0.3 && !self.last_word && self.threat[usize::from(g.hex)] > 2.0;
                let staying = if pressed { here } else { weakest.into_iter().collect() };
                sent = sent.with(&staying);
                self.guards = self.guards.with(&staying);
                staying.iter().for_each(|u| self.objective[usize::from(u)] = g.hex.into());
                continue;
            }
            if p.holds(1 - self.side, g.hex) {
                continue;
            }
            // Two are sent, as the first may be held up; cavalry is there sooner.
            for _ in 0..g.guards {
                let days = |u: &UnitId| {
                    let far = u32::from(engine.far(p, *u, g.hex)) * 60;
                    // A unit far from its formation there is out of command.
                    let kin = |o: &UnitId| *o != *u && engine.def(*o).formation == engine.def(*u).formation;
                    let all: Pieces = p.units.on_map_of(self.side).filter(kin).collect();
                    let near = all.which(|o| engine.far(p, o, g.hex) <= 4).len();
                    let alone = if near * 2 < all.len() { 15 } else { 0 };
                    far / u32::from(engine.def(*u).mp.max(1)) + u32::from(p.steps(*u)) + alone
                };
                let last = |u: UnitId| {
                    let Some(hex) = p.hex(u) else { return false };
                    let company = p.stack(self.side, hex).which(|o| fit(o) && !sent.has(o)).len();
                    company < 2 && self.goals.iter().any(|g| g.place && g.hex == hex)
                };
                let fresh = |u: &UnitId| fit(*u) && !sent.has(*u) && !p.ooc.has(*u) && !last(*u);
                let free = p.units.on_map_of(self.side).filter(fresh);
                if let Some(u) = free.min_by_key(days) {
                    sent.insert(u);
                    self.guards.insert(u);
                    self.objective[usize::from(u)] = g.hex.into();
                }
            }
        }
        sent
    }

    /// How much a hex draws a unit: the nearer to its objective the better.
    pub fn pull(&self, engine: &Engine<'_>, unit: UnitId, hex: HexId) -> f32 {
        let Some(goal) = self.objective.get(usize::from(unit)).and_then(|g| g.get()) else {
            let near = self.goals.iter().map(|g| engine.d.map.distance(hex, g.hex)).min();
            return -self.w.pull * 0.7 * f32::from(near.unwrap_or(0));
        };
        -(self.w.pull + self.w.pull_late * self.late) * f32::from(engine.d.map.distance(hex, goal))
    }

    /// What a hex itself is worth.
    pub fn worth(&self, hex: HexId) -> f32 {
        self.goals.iter().filter(|g| g.hex == hex).map(|g| g.worth).sum()
    }
}

/// Units of the side that moves which may not stay where they are.
fn astray(engine: &Engine<'_>, p: &Position, side: u8) -> Pieces {
    if p.active != side {
        return Pieces::EMPTY;
    }
    let lost =
        |u: &UnitId| p.ooc.has(*u) && engine.class(*u).is_troop() && !engine.march_in_depot_range(p, *u);
    p.units.on_map_of(side).filter(lost).collect()
}
