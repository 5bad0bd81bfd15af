//! What a side plays for: the places and lines of its own victory conditions and of the enemy's.

use super::mood::Mood;
use super::ways::{way_out, zones_to_come};
use super::weights::Weights;
use crate::data::{HEXES, Hexes, NONE, NOWHERE, Need, RED, UNITS, Where};
use crate::play::Engine;
use crate::state::{At, Mode, Pieces, Position};

/// A hex worth having.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// Where.
    pub hex: u16,
    /// How much.
    pub worth: f32,
    /// A place that must be held at the end.
    pub place: bool,
    /// A place that alone gives the enemy a level.
    pub sole: bool,
    /// How many are sent if nobody stands there.
    pub guards: u8,
}

/// What a side sees of the map before it plans.
pub struct Picture {
    /// Whose.
    pub side: u8,
    /// What things are worth.
    pub w: Weights,
    /// What units were told.
    pub mood: Mood,
    /// Hexes worth having.
    pub goals: Vec<Goal>,
    /// Strength of enemy troops that could strike at each hex, the nearer the more.
    pub threat: Box<[f32; HEXES]>,
    /// The same of own troops.
    pub power: Box<[f32; HEXES]>,
    /// Hexes to the nearest enemy combat unit.
    pub enemy: Box<[u8; HEXES]>,
    /// The goal that each own unit is sent to; [`NOWHERE`] for none.
    pub objective: Box<[u16; UNITS]>,
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
}

/// How far the strength of troops is felt.
const REACH: u8 = 4;

/// Strength of a unit as it stands, roughly.
pub fn strength(engine: &Engine<'_>, p: &Position, unit: u8) -> f32 {
    let def = engine.def(unit);
    let steps = usize::from(p.steps(unit)).min(5);
    let raw = if def.class.is_gun() { def.fire[steps] } else { def.combat[steps].max(def.charge[steps]) };
    let quality = 0.6 + 0.1 * f32::from(engine.tq(p, unit));
    let state = match (p.mode(unit), p.unsupplied.has(unit)) {
        (Mode::Routed, _) => 0.25,
        (_, true) => 0.5,
        (Mode::March, _) => 0.75,
        _ => 1.0,
    };
    f32::from(raw) * quality * state
}

impl Picture {
    /// Looks at the map for a side, and sends everybody somewhere.
    pub fn new(engine: &Engine<'_>, p: &Position, side: u8, w: &Weights, mood: &Mood) -> Picture {
        let mut out = Picture::look(engine, p, side, w);
        out.mood = *mood;
        out.astray = astray(engine, p, side);
        out.assign(engine, p);
        out
    }

    /// Looks at the map for a side.
    pub fn look(engine: &Engine<'_>, p: &Position, side: u8, w: &Weights) -> Picture {
        let map = &engine.d.map;
        let mut threat = Box::new([0.0; HEXES]);
        let mut power = Box::new([0.0; HEXES]);
        let mut enemy = Box::new([u8::MAX; HEXES]);
        for u in engine.all_units().filter(|u| p.on_map(*u) && engine.class(*u).is_troop()) {
            let (own, worth) = (p.side(u) == side, strength(engine, p, u));
            let asleep = engine.asleep(p, u);
            let far = map.distances(p.hex(u));
            if !own && engine.class(u).is_combat() {
                enemy.iter_mut().zip(far).for_each(|(e, far)| *e = (*e).min(*far));
            }
            if !asleep {
                let felt = [1.0, 1.0, 0.8, 0.5, 0.25, 0.0, 0.0, 0.0].map(|part| worth * part);
                let field = if own { &mut power } else { &mut threat };
                field.iter_mut().zip(far).for_each(|(f, far)| *f += felt[usize::from(*far).min(7)]);
            }
        }
        // Who is about to come in is felt where he comes.
        let s = engine.scenario(p);
        for row in s.setup.iter().filter(|r| p.units.at(r.unit) == At::Due && p.side(r.unit) != side) {
            let Where::Entry { zone, turn, .. } = row.at else { continue };
            let class = engine.class(row.unit);
            if turn > p.turn + 1 || !class.is_troop() {
                continue;
            }
            let doors = &engine.d.zones[usize::from(zone)].hexes;
            for hex in 0..HEXES as u16 {
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
        let mut out = Picture {
            side,
            w: *w,
            mood: Mood::FREE,
            goals: goals(engine, p, side, w),
            threat,
            power,
            enemy,
            objective: Box::new([NOWHERE; UNITS]),
            guards: Pieces::NONE,
            astray: Pieces::NONE,
            last_word: side == RED,
            track: names(engine, p, side, Need::StationCut) || names(engine, p, 1 - side, Need::LineClear),
            late: 1.0 - f32::from(engine.scenario(p).last_turn.saturating_sub(p.turn).min(3)) / 3.0,
        };
        out.corridors(engine, p);
        out
    }

    /// A place counts only with a way to an own edge (orel 10.2Va): hexes of the shortest one where an enemy zone lies, or soon may, are
    /// goals as well.
    fn corridors(&mut self, engine: &Engine<'_>, p: &Position) {
        let side = self.side;
        // Only what is open at the end counts.
        if self.late < 0.3 {
            return;
        }
        let last = p.turn == engine.scenario(p).last_turn;
        let ours =
            |g: &&Goal| g.place && (engine.covered(p, side, g.hex) || (last && !p.holds(1 - side, g.hex)));
        // When the enemy has the last word, all that he can reach with it may be shut.
        let reach = if last && !self.last_word { zones_to_come(engine, p, side) } else { Hexes::EMPTY };
        for g in self.goals.clone().iter().filter(ours) {
            for hex in way_out(engine, p, side, g.hex, &self.enemy, &reach) {
                let soon = !self.last_word && (self.enemy[usize::from(hex)] <= 2 || reach.has(hex));
                if (engine.shut(p, side, hex) || soon) && !self.goals.iter().any(|o| o.hex == hex) {
                    self.goals.push(Goal { hex, worth: g.worth * 0.8, place: true, sole: false, guards: 1 });
                }
            }
        }
    }

    /// Sends formations to goals: where much is wanted, little stands and the way is short.
    fn assign(&mut self, engine: &Engine<'_>, p: &Position) {
        let (map, w) = (&engine.d.map, self.w);
        let mut want: Vec<f32> = self
            .goals
            .iter()
            .map(|g| {
                let held = p.units.firm_steps(self.side, g.hex) >= 2;
                let near = self.threat[usize::from(g.hex)];
                if held && self.enemy[usize::from(g.hex)] > 5 {
                    w.want_safe
                } else if held {
                    w.want_held + near * w.want_threat_held
                } else {
                    w.want_taken + near * w.want_threat_taken
                }
            })
            .collect();
        let sent = self.garrisons(engine, p);
        // Formations and loose units as groups, the strongest first.
        let mut groups: Vec<(u8, Vec<u8>, f32, u16)> = Vec::new();
        for u in p.units.on_map_of(self.side) {
            if !engine.class(u).is_combat() || engine.asleep(p, u) || sent.has(u) {
                continue;
            }
            let formation = engine.def(u).formation;
            let worth = strength(engine, p, u);
            // Units of a formation that stand far apart are groups of their own.
            let kin = groups.iter_mut().find(|(f, _, _, at)| {
                *f == formation && formation != NONE && map.distance(*at, p.hex(u)) <= 4
            });
            match kin {
                Some((_, units, sum, _)) => {
                    units.push(u);
                    *sum += worth;
                }
                None => groups.push((formation, vec![u], worth, p.hex(u))),
            }
        }
        groups.sort_by(|a, b| b.2.total_cmp(&a.2));
        for (_, units, sum, at) in &groups {
            let bound = engine.d.confined.iter().enumerate().find(|(i, c)| {
                engine.scenario(p).confined.contains(&(*i as u8)) && units.iter().any(|u| c.units.contains(u))
            });
            let told = units.iter().find_map(|u| self.mood.goal(*u)).filter(|g| *g < self.goals.len());
            let best = (0..self.goals.len())
                .filter(|i| told.is_none_or(|t| t == *i))
                .filter(|i| bound.is_none_or(|(_, c)| c.hexes.has(self.goals[*i].hex)))
                .max_by(|a, b| {
                    let value = |i: usize| {
                        let g = self.goals[i];
                        let urgent = (want[i] / 6.0).clamp(0.1, 1.5);
                        g.worth * urgent / (f32::from(map.distance(*at, g.hex)) + 5.0)
                    };
                    value(*a).total_cmp(&value(*b))
                });
            if let Some(i) = best {
                want[i] -= sum;
                for u in units {
                    self.objective[usize::from(*u)] = self.goals[i].hex;
                }
            }
        }
        // Guns go with the next combat unit of their formation, others with whoever is nearest.
        for u in p.units.on_map_of(self.side).filter(|u| engine.class(*u).is_gun()) {
            let with = |o: &u8| {
                let same = engine.def(*o).formation == engine.def(u).formation;
                map.distance(p.hex(*o), p.hex(u)) + if same { 0 } else { 4 }
            };
            let own = p.units.on_map_of(self.side).filter(|o| engine.class(*o).is_combat());
            if let Some(leader) = own.min_by_key(with) {
                self.objective[usize::from(u)] = self.objective[usize::from(leader)];
            }
        }
    }

    /// Somebody stays where a goal is held, and somebody goes where nobody stands.
    fn garrisons(&mut self, engine: &Engine<'_>, p: &Position) -> Pieces {
        let map = &engine.d.map;
        let mut sent = Pieces::NONE;
        let astray = self.astray;
        let fit = |u: u8| {
            let firm = engine.class(u).is_combat() && p.mode(u) != Mode::Routed;
            firm && !engine.asleep(p, u) && !astray.has(u)
        };
        // Places where nobody can stay come first, then the ways to the edge: whoever stands in a place in company can step aside.
        let bare = |g: &Goal| g.guards > 1 && p.stack(self.side, g.hex).iter().all(|u| !fit(u));
        let mut goals: Vec<Goal> = self.goals.iter().rev().filter(|g| g.place).copied().collect();
        goals.sort_by_key(|g| !(self.late > 0.3 && bare(g)));
        for g in &goals {
            let here = p.stack(self.side, g.hex).which(|u| fit(u) && !sent.has(u));
            if !here.is_empty() {
                // Toward the end all who are there stay if the enemy is near; otherwise one is enough.
                let weakest =
                    here.iter().min_by(|a, b| strength(engine, p, *a).total_cmp(&strength(engine, p, *b)));
                let pressed = self.late > 0.3 && !self.last_word && self.threat[usize::from(g.hex)] > 2.0;
                let staying = if pressed { here } else { weakest.into_iter().collect() };
                sent = sent.with(staying);
                self.guards = self.guards.with(staying);
                staying.iter().for_each(|u| self.objective[usize::from(u)] = g.hex);
                continue;
            }
            if p.holds(1 - self.side, g.hex) {
                continue;
            }
            // Two are sent, as the first may be held up; who rides is there sooner.
            for _ in 0..g.guards {
                let days = |u: &u8| {
                    let far = u32::from(map.distance(p.hex(*u), g.hex)) * 60;
                    // Whoever is far from his formation there is out of command.
                    let kin = |o: &u8| *o != *u && engine.def(*o).formation == engine.def(*u).formation;
                    let all: Pieces = p.units.on_map_of(self.side).filter(kin).collect();
                    let near = all.which(|o| map.distance(p.hex(o), g.hex) <= 4).len();
                    let alone = if near * 2 < all.len() { 15 } else { 0 };
                    far / u32::from(engine.def(*u).mp.max(1)) + u32::from(p.steps(*u)) + alone
                };
                let last = |u: u8| {
                    let hex = p.hex(u);
                    let company = p.stack(self.side, hex).which(|o| fit(o) && !sent.has(o)).len();
                    company < 2 && self.goals.iter().any(|g| g.place && g.hex == hex)
                };
                let fresh = |u: &u8| fit(*u) && !sent.has(*u) && !p.ooc.has(*u) && !last(*u);
                let free = p.units.on_map_of(self.side).filter(fresh);
                if let Some(u) = free.min_by_key(days) {
                    sent.put(u);
                    self.guards.put(u);
                    self.objective[usize::from(u)] = g.hex;
                }
            }
        }
        sent
    }

    /// How much a hex draws a unit: the nearer to its objective the better.
    pub fn pull(&self, engine: &Engine<'_>, unit: u8, hex: u16) -> f32 {
        let goal = self.objective.get(usize::from(unit)).copied().unwrap_or(NOWHERE);
        if goal == NOWHERE {
            let near = self.goals.iter().map(|g| engine.d.map.distance(hex, g.hex)).min();
            return -self.w.pull * 0.7 * f32::from(near.unwrap_or(0));
        }
        -(self.w.pull + self.w.pull_late * self.late) * f32::from(engine.d.map.distance(hex, goal))
    }

    /// What a hex itself is worth.
    pub fn worth(&self, hex: u16) -> f32 {
        self.goals.iter().filter(|g| g.hex == hex).map(|g| g.worth).sum()
    }
}

/// Whether a condition holds, or nearly: own troops stand in the place.
fn near_to(engine: &Engine<'_>, p: &Position, side: u8, need: Need) -> bool {
    match need {
        Need::Held(hex) => engine.covered(p, side, hex),
        _ => engine.condition_holds(p, side, need),
    }
}

/// Whether a level of victory of a side asks for something.
pub fn names(engine: &Engine<'_>, p: &Position, side: u8, need: Need) -> bool {
    let levels = engine.scenario(p).levels.iter().filter(|l| l.side == side);
    levels.flat_map(|l| &l.any_of).flatten().any(|n| *n == need)
}

/// Units of the side that moves which may not stay where they are.
fn astray(engine: &Engine<'_>, p: &Position, side: u8) -> Pieces {
    if p.active != side {
        return Pieces::NONE;
    }
    let lost = |u: &u8| p.ooc.has(*u) && engine.class(*u).is_troop() && !engine.march_in_depot_range(p, *u);
    p.units.on_map_of(side).filter(lost).collect()
}

/// Every place that a victory condition of either side names, and stations of the double track where one asks for them.
pub fn goals(engine: &Engine<'_>, p: &Position, side: u8, w: &Weights) -> Vec<Goal> {
    let s = engine.scenario(p);
    let mut out: Vec<Goal> = Vec::new();
    let mut add = |hex: u16, worth: f32, place: bool, sole: bool| match out.iter_mut().find(|g| g.hex == hex)
    {
        Some(g) => (g.worth, g.place, g.sole) = (g.worth.max(worth), g.place || place, g.sole || sole),
        None => out.push(Goal { hex, worth, place, sole, guards: 2 }),
    };
    let levels = s.levels.iter().flat_map(|l| l.any_of.iter().map(move |list| (l.side, list)));
    let sole = s.sole.iter().flat_map(|(side, lists)| lists.iter().map(move |list| (*side, list)));
    let mut track = false;
    for (whose, list) in levels.chain(sole) {
        for need in list {
            match need {
                Need::Held(hex) if whose == side => {
                    // The more of a list is held, the more the rest of it is worth.
                    let others = list.iter().filter(|n| *n != need);
                    let met = others.clone().filter(|n| near_to(engine, p, side, **n)).count() as f32;
                    let share = if list.len() == 1 { 1.0 } else { met / others.count() as f32 };
                    add(*hex, w.own_place * (w.list_from + (1.0 - w.list_from) * share), true, false)
                }
                // What alone gives the enemy something is worth most to take from him.
                Need::Held(hex) => {
                    let sole = list.len() == 1;
                    add(*hex, w.enemy_place + if sole { w.sole_place } else { 0.0 }, true, sole)
                }
                Need::LineClear | Need::StationCut => track = true,
            }
        }
    }
    if track {
        // Whoever would cut the line wants a station beyond the enemy; whoever guards it stands where he is threatened.
        let cuts = s
            .levels
            .iter()
            .any(|l| l.side == side && l.any_of.iter().flatten().any(|n| *n == Need::StationCut));
        let stations = &engine.d.map.double_stations;
        for (i, hex) in stations.iter().enumerate() {
            let closed = engine.d.zones.iter().any(|z| z.closed && z.side != side && z.hexes.has(*hex));
            // Enemies on or beside the line farther on take its sting from a station (orel 10.2Vg).
            let after = engine.d.map.double_track.iter().position(|h| h == hex).unwrap_or(0);
            let rest = &engine.d.map.double_track[after..];
            let beside = |u: &u8| {
                engine.class(*u).is_combat() && rest.iter().any(|h| engine.d.map.distance(*h, p.hex(*u)) <= 1)
            };
            let guards = p.units.on_map_of(1 - side).filter(beside).count() as f32;
            let beyond = i > 0;
            match (cuts, beyond) {
                (true, _) if closed => {}
                (true, true) => add(*hex, w.cut_station / (1.0 + 0.4 * guards), false, false),
                (true, false) => add(*hex, w.near_station, false, false),
                (false, _) => add(*hex, w.guard_station, false, false),
            }
        }
    }
    out
}
