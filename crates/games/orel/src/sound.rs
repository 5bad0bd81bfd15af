//! What must hold in any position. Whatever comes from a file is held against it before it is played on, so nothing behind it needs
//! to doubt an index.

mod steps;

use crate::Orel;
use crate::data::{Class, NONE, RED, UNITS, WHITE};
use crate::play::fight::FightStep;
use crate::play::fire::FireStep;
use crate::play::march::MarchStep;
use crate::play::rear::RearStep;
use crate::position::{At, Combat, Dug, HexId, Marker, Mode, Phase, Pieces, Position, Step, UnitId};
use sandtable_ops::Id;

/// Prisoners that a side can have taken: every step there is, several times over.
const PRISONERS: u16 = 2000;

type Found = Result<(), String>;

fn hold(so: bool, why: impl FnOnce() -> String) -> Found {
    if so { Ok(()) } else { Err(why()) }
}

impl Orel {
    /// The first thing that is wrong with a position.
    pub(crate) fn find_unsound(&self, p: &Position) -> Found {
        self.frame_sound(p)?;
        self.sets_sound(p)?;
        for unit in (0..UNITS as u8).map(UnitId) {
            self.unit_sound(p, unit)?;
        }
        self.hexes_sound(p)?;
        self.attacks_sound(p)?;
        self.combat_sound(p)?;
        self.keeping_sound(p, self.in_play(p))?;
        self.steps_sound(p)?;
        hold(self.engine().flight_is_sound(p), || "a retreat that cannot be".to_string())
    }

    /// Scenario, time, tracks, control.
    fn frame_sound(&self, p: &Position) -> Found {
        hold(usize::from(p.scenario) < self.d.scenarios.len(), || "no such scenario".to_string())?;
        let s = self.engine().scenario(p);
        let charts = &self.d.charts;
        hold((s.first_turn..=s.last_turn).contains(&p.turn), || format!("there is no turn {}", p.turn))?;
        hold(p.active <= RED && p.orel <= RED, || "no such side".to_string())?;
        hold(p.play.is_sound(), || "there is no such roll".to_string())?;
        for side in [WHITE, RED] {
            let i = usize::from(side);
            let who = super::view::SIDES[i];
            hold(p.recruits[i] <= charts.bank, || format!("{who} has {} Recruit Points", p.recruits[i]))?;
            hold(p.prisoners[i] <= PRISONERS, || format!("{who} has {} prisoners", p.prisoners[i]))?;
            let off = p.rails[i].without(&self.d.map.rails).is_empty();
            hold(off, || format!("{who} controls a railway where there is none"))?;
        }
        let both = p.rails[0].meet(&p.rails[1]).is_empty();
        hold(both, || "both sides control the same railway".to_string())?;
        let known = s.inactive.iter().fold(0u64, |bits, i| bits | 1 << i.formation.bit());
        hold(p.asleep & !known == 0, || "a formation is inactive that never is".to_string())
    }

    /// Units that are in play.
    fn in_play(&self, p: &Position) -> Pieces {
        self.engine().all_units().filter(|u| p.units.at(*u) != At::Unused).collect()
    }

    /// Sets of units hold units, and those that can be in them.
    fn sets_sound(&self, p: &Position) -> Found {
        let all = self.in_play(p);
        let engine = self.engine();
        let sets = [
            ("Unsupplied", p.unsupplied),
            ("Out of Command", p.ooc),
            ("of recruits", p.green),
            ("broken down", p.broken),
            ("functional", p.functional),
            ("moved", p.march.moved),
        ];
        for (what, set) in sets {
            hold(set.within(&all), || format!("units are {what} that are none"))?;
        }
        let tanks = p.broken.iter().all(|u| engine.class(u) == Class::Tank);
        hold(tanks, || "something has broken down that is no tank".to_string())?;
        let depots = p.functional.iter().all(|u| engine.class(u).is_depot());
        hold(depots, || "something is functional that is no Depot".to_string())
    }

    fn unit_sound(&self, p: &Position, unit: UnitId) -> Found {
        let engine = self.engine();
        let (at, hex, steps) = (p.units.at(unit), p.hex(unit), p.steps(unit));
        if !engine.is_unit(unit) {
            return hold(at == At::Unused && p.points[usize::from(unit)] == 0, || {
                format!("there is no unit {}", unit.0)
            });
        }
        if at == At::Unused {
            return Ok(());
        }
        let def = engine.def(unit);
        let id = &def.id;
        let kinds = (def.class.is_troop(), def.class == Class::Cavalry);
        hold(p.units.kept_as(unit) == kinds, || format!("{id} is kept as what it is not"))?;
        let own = p.side(unit) == def.side || def.class == Class::Train;
        hold(p.side(unit) <= RED && own, || format!("{id} is on the wrong side"))?;
        hold(steps <= def.steps, || format!("{id} has {steps} steps, printed are {}", def.steps))?;
        let here = at == At::Map;
        hold(hex.is_none_or(HexId::on_board), || format!("{id} is in no hex"))?;
        if here {
            let area = &engine.scenario(p).area;
            hold(hex.is_some_and(|h| area.has(h)), || {
                format!("{id} is out of play in {}", engine.place_label(hex))
            })?;
            hold(steps > 0 || def.steps == 0, || format!("{id} is on the map without a step"))?;
        } else {
            hold(p.marker(unit) == Marker::None, || format!("{id} has declared something off the map"))?;
            hold(p.units.dug(unit) == Dug::No, || format!("{id} is dug in off the map"))?;
            hold(at != At::Pool || def.recruit, || format!("{id} is no recruit battalion to be built"))?;
            // A unit that waits for a later turn has no exit hex (orel 7.5d).
            let waits = self.d.charts.off_map_later.iter().any(|l| l.units.contains(&unit));
            hold(at != At::OffMap || hex.is_some() || waits, || format!("{id} left the map nowhere"))?;
        }
        let moded = def.class.is_troop() || p.mode(unit) == Mode::Combat;
        hold(moded, || format!("{id} has no modes"))?;
        let digs = self.d.charts.entrench.contains(&def.class) || p.units.dug(unit) == Dug::No;
        hold(digs, || format!("{id} cannot dig in"))?;
        let agreed = engine.scenario(p).capacity.iter().find(|(u, _)| *u == unit);
        let printed = u16::from(agreed.map_or(def.capacity, |(_, n)| *n));
        // On the double track; it may have lost its link since it was filled.
        let rail = def.class == Class::RailDepot;
        let full =
            if rail { printed * u16::from(self.d.charts.depot.double_track_times.max(1)) } else { printed };
        let points = u16::from(p.points[usize::from(unit)]);
        hold(points <= full, || format!("{id} holds {points} Munitions Points, it has room for {full}"))?;
        self.marker_sound(p, unit)
    }

    /// What a unit has declared is something that it can, against a hex of the board.
    fn marker_sound(&self, p: &Position, unit: UnitId) -> Found {
        let engine = self.engine();
        let (class, id) = (engine.class(unit), engine.id(unit));
        let on_board = HexId::on_board;
        let guns = class.is_gun() || class == Class::Train;
        let so = match p.marker(unit) {
            Marker::None => true,
            Marker::Attack { target, .. } => {
                on_board(target) && !class.is_gun() && !class.is_depot() && p.side(unit) == p.active
            }
            Marker::Barrage => guns,
            Marker::Support { target, .. } => on_board(target) && guns && p.side(unit) == p.active,
            Marker::Defence { attack } => attack < p.attack_count && guns && p.side(unit) == p.reactive(),
        };
        hold(so, || format!("{id} has declared what it cannot"))
    }

    /// One side in a hex, and no more than may stand there once everybody has come to rest.
    fn hexes_sound(&self, p: &Position) -> Found {
        let engine = self.engine();
        let name = |hex: HexId| self.d.map.name(hex);
        let rest = self.at_rest(p);
        for unit in engine.all_units().filter(|u| p.on_map(*u)) {
            let Some(hex) = p.hex(unit) else { continue };
            let side = p.side(unit);
            hold(p.at(hex).all(|o| p.side(o) == side), || format!("both sides stand in {}", name(hex)))?;
            // Recruits may overfill a hex until the end of the next movement phase (orel 4.3.1Ce).
            if rest && (side != p.active || p.phase > Phase::Movement) {
                let (points, units) = engine.stacked(p, side, hex);
                hold(engine.fits(p, side, hex), || {
                    format!("{units} units with {points} steps stand in {}", name(hex))
                })?;
            }
        }
        Ok(())
    }

    /// Whether no unit is on its way, so that stacking limits hold.
    fn at_rest(&self, p: &Position) -> bool {
        p.play.steps.waiting().iter().all(|step| {
            matches!(
                step,
                Step::Rear(
                    RearStep::Recruits
                        | RearStep::Command
                        | RearStep::MainBody { .. }
                        | RearStep::Formation { .. }
                        | RearStep::Victim { .. }
                ) | Step::March(MarchStep::Select)
                    | Step::Fire(
                        FireStep::Munitions
                            | FireStep::Targets
                            | FireStep::Order
                            | FireStep::Defence
                            | FireStep::Stores
                    )
                    | Step::Fight(FightStep::Next | FightStep::Fought)
            )
        })
    }

    /// Attacks of the phase: every gun serves one, and what they name exists.
    fn attacks_sound(&self, p: &Position) -> Found {
        let all = self.in_play(p);
        let engine = self.engine();
        hold(usize::from(p.attack_count) <= p.attacks.len(), || "more attacks than can be".to_string())?;
        let mut attackers = Pieces::EMPTY;
        let mut guns = Pieces::EMPTY;
        for (i, a) in p.attacks.iter().enumerate() {
            let named = a.attackers.with(&a.supports).with(&a.defence).with(&a.armed);
            hold(named.within(&all), || format!("attack {} has units that are none", i + 1))?;
            let depot = a.depot.get().is_none_or(|d| engine.is_unit(d) && engine.class(d).is_depot());
            hold(depot, || format!("attack {} is supplied by what is no Depot", i + 1))?;
            if i >= usize::from(p.attack_count) {
                continue;
            }
            hold(a.target.on_board(), || format!("attack {} has no hex", i + 1))?;
            if a.done {
                continue;
            }
            for unit in a.attackers.iter() {
                hold(!attackers.has(unit), || format!("{} attacks twice", engine.id(unit)))?;
                hold(p.side(unit) == p.active, || format!("{} attacks out of turn", engine.id(unit)))?;
                attackers.insert(unit);
            }
            for unit in a.supports.with(&a.defence).iter() {
                hold(!guns.has(unit), || format!("{} supports two combats", engine.id(unit)))?;
                guns.insert(unit);
            }
        }
        Ok(())
    }

    /// The combat that is being resolved is one of the attacks.
    fn combat_sound(&self, p: &Position) -> Found {
        let c = &p.combat;
        let all = self.in_play(p);
        hold(c.attack == NONE || c.attack < p.attack_count, || "no such attack is resolved".to_string())?;
        let none = c.hex == Combat::NONE.hex;
        hold(none || c.hex.on_board(), || "a combat is fought nowhere".to_string())?;
        hold(p.at_peace() || !none, || "a combat has no hex".to_string())?;
        let pairs = [c.units, c.all, c.support, c.dead];
        let sets =
            [c.half, c.contact, c.charging, c.disorganised, c.repulsed, c.gone, c.routed, c.inspired, c.hurt];
        let known = pairs.iter().flatten().chain(&sets).all(|set| set.within(&all));
        hold(known, || "units fight that are none".to_string())?;
        let here = c.units.iter().all(|set| set.iter().all(|u| p.on_map(u)));
        hold(here, || "a unit fights that is not on the map".to_string())
    }
}
