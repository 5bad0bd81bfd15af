//! Tracks, and how the game stands.

use super::SIDES;
use crate::Orel;
use crate::data::{Need, RED, WHITE};
use crate::position::Position;
use sandtable_core::view::{Standing, Track};

impl Orel {
    /// Turn, Recruit Points, prisoners, losses, and what is left in the Depots.
    pub(super) fn tracks(&self, p: &Position) -> Vec<Track> {
        let engine = self.engine();
        let charts = &self.d.charts;
        let last = engine.scenario(p).last_turn;
        let track = |name: String, value: String| Track { name, value };
        let day = format!("{} of {last}, {}; the last is {}", p.turn, self.date(p.turn), self.date(last));
        let mut out = vec![track("turn".to_string(), day)];
        self.attack_tracks(p, &mut out);
        for side in [WHITE, RED] {
            let (name, i) = (SIDES[usize::from(side)], usize::from(side));
            out.push(track(
                format!("{name}: Recruit Points"),
                format!("{} of {}", p.recruits[i], charts.bank),
            ));
            out.push(track(format!("{name}: prisoners taken"), p.prisoners[i].to_string()));
            out.push(track(format!("{name}: combat units lost"), p.lost[i].to_string()));
            for unit in p.units.on_map_of(side).filter(|u| engine.class(*u).is_depot()) {
                let state = match (p.functional.has(unit), p.unsupplied.has(unit)) {
                    (_, true) => ", Unsupplied",
                    (false, _) => ", not functional",
                    (true, false) => "",
                };
                let value = format!(
                    "{} of {} points{state}, in {}",
                    p.points[usize::from(unit)],
                    engine.depot_capacity(p, unit),
                    self.place_name(p.hex(unit))
                );
                out.push(track(format!("{name}: {}", engine.name(unit)), value));
            }
        }
        out
    }

    /// The attacks of a combat phase by their numbers: who is in each, and what munitions it has.
    fn attack_tracks(&self, p: &Position, out: &mut Vec<Track>) {
        let engine = self.engine();
        let names =
            |set: crate::position::Pieces| set.iter().map(|u| engine.name(u)).collect::<Vec<_>>().join(", ");
        for (attack, number) in p.declared().iter().zip(1..).filter(|(a, _)| !a.done) {
            let kind = if attack.prepared { "Prepared" } else { "Hasty" };
            let mut value =
                format!("{kind} on {} by {}", self.place_name(attack.target), names(attack.attackers));
            for (what, set) in [("supported by", attack.supports), ("defence supported by", attack.defence)] {
                if !set.is_empty() {
                    value += &format!(", {what} {}", names(set));
                }
            }
            value += &match attack.depot.get() {
                None if engine.fire_cost(p, attack) == 0 => ", needs no munitions".to_string(),
                None => ", without munitions".to_string(),
                Some(depot) => format!(", munitions of {}", engine.name(depot)),
            };
            out.push(Track { name: format!("attack {number}"), value });
        }
    }

    /// Who would win if it ended now, and what each side holds or misses.
    pub(super) fn standings(&self, p: &Position) -> Vec<Standing> {
        let engine = self.engine();
        let scenario = engine.scenario(p);
        let mut out = Vec::new();
        if let Some((side, any_of)) = &scenario.sole {
            let wins = engine.conditions_hold(p, *side, any_of);
            let winner = if wins { *side } else { 1 - *side };
            let text = format!("{} would win now", SIDES[usize::from(winner % 2)]);
            out.push(Standing { text, rule: scenario.victory_rule });
            out.push(Standing { text: self.conditions(p, *side, any_of), rule: scenario.victory_rule });
            return out;
        }
        for side in [WHITE, RED] {
            let Some(now) = engine.rear_standing(p, side) else { continue };
            let who = SIDES[usize::from(side)];
            let down = match now.down {
                0 => String::new(),
                n => format!(", {n} down for {} combat units lost", p.lost[usize::from(side)]),
            };
            out.push(Standing { text: format!("{who} stands at {}{down}", now.name), rule: now.rule });
            // What is missing for the next level up.
            let next = scenario.levels.iter().filter(|g| g.side == side && g.level > now.reached);
            if let Some(grade) = next.min_by_key(|g| g.level) {
                let text = format!("{who}, for {}: {}", grade.name, self.conditions(p, side, &grade.any_of));
                out.push(Standing { text, rule: grade.rule });
            }
        }
        out
    }

    /// Conditions of a level, each with whether it is met: `Orel (held) and Kromy (missing), or …`.
    fn conditions(&self, p: &Position, side: u8, any_of: &[Vec<Need>]) -> String {
        let told = |(need, holds): &(Need, bool)| {
            let (what, met) = match need {
                Need::Held(place) => (self.engine().town(*place).unwrap_or("?").to_string(), "held"),
                Need::LineClear => ("the railway from Orel to Ponyri".to_string(), "clear"),
                Need::StationCut => ("a station of that railway beyond the enemy".to_string(), "held"),
            };
            format!("{what} ({})", if *holds { met } else { "missing" })
        };
        let lists = self.engine().rear_conditions(p, side, any_of);
        let lists = lists.iter().map(|all| all.iter().map(told).collect::<Vec<_>>().join(" and "));
        lists.collect::<Vec<_>>().join(", or ")
    }
}
