//! Positions as lines, in the words that [`super`] reads.

use super::{PHASES, forces};
use crate::Empires;
use crate::data::{FACTORS, POWERS};
use crate::play::land::Loose;
use crate::play::land::position::Depot;
use crate::play::land::{FleetAt, NOBODY, Position, Spot};
use crate::position::{Living, Phase, Ration};
use sandtable_board::AreaId;
use sandtable_core::position_file::PositionLines;

/// Factors as words: `20I 3C`; `0I` for none.
fn factor_words(factors: &[u8; FACTORS], between: &str) -> String {
    let some = forces::KINDS.iter().zip(factors).filter(|(_, n)| **n > 0);
    let words: Vec<String> = some.map(|(kind, n)| format!("{n}{kind}")).collect();
    if words.is_empty() { "0I".to_string() } else { words.join(between) }
}

impl Empires {
    /// What [`Game::write_position`](sandtable_core::Game::write_position) does. What no word says follows as values.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        out.head("turn", p.play.turn + 1);
        self.write_order(p, out);
        if let Some((word, ..)) = PHASES.iter().find(|(.., phase)| *phase == p.play.phase) {
            out.phase(word);
        }
        out.row("clear");
        let start = Position::start(&self.d, self.engine().scenario(p));
        self.write_powers(p, &start, out);
        self.write_fleets(p, out);
        for block in 0..self.d.corps.len() {
            self.write_corps(p, &start, block, out);
        }
        self.write_leaders(p, out);
        for area in self.d.board.areas() {
            self.write_area(p, &start, area, out);
        }
    }

    fn nation_word(&self, nation: u8) -> Option<String> {
        self.d.nations.get(usize::from(nation)).map(|n| n.id.to_lowercase())
    }

    fn area_word(&self, area: AreaId) -> Option<&str> {
        (area.index() < self.d.board.len()).then(|| self.d.board.area(area).id.as_str())
    }

    fn write_order(&self, p: &Position, out: &mut PositionLines) {
        let power = |q: u8| self.nation_word(q).unwrap_or_default();
        let group = |slot: u8| {
            let powers = (0..POWERS as u8).filter(|q| slot >> q & 1 == 1);
            powers.map(power).collect::<Vec<_>>().join("+")
        };
        let slots: Vec<String> =
            p.play.slots.iter().take_while(|s| **s & 0x7f != 0).map(|s| group(*s)).collect();
        if slots.is_empty() {
            out.head("order", "none");
        } else {
            out.head("order", slots.join(" "));
            let acts = slots.get(usize::from(p.play.slot)).and_then(|s| s.split('+').next());
            out.head("power", acts.unwrap_or("none"));
        }
        let blocks = (0..self.d.corps.len()).map(|b| p.def(&self.d, b).id.as_str());
        out.head("blocks", blocks.collect::<Vec<_>>().join(" "));
    }

    /// What belongs to powers and minors as a whole, where the scenario does not begin with it.
    fn write_powers(&self, p: &Position, start: &Position, out: &mut PositionLines) {
        for q in 0..POWERS {
            let Some(id) = self.nation_word(q as u8) else { continue };
            if p.money[q] != start.money[q] {
                out.row(format!("money {id} {}", p.money[q]));
            }
            if p.play.points[q] != 0 {
                out.row(format!("points {id} {}", p.play.points[q]));
            }
            if p.play.combat_points[q] != p.play.points[q] {
                out.row(format!("combat-points {id} {}", p.play.combat_points[q]));
            }
            if p.play.corps_lost[q] != 0 {
                out.row(format!("lost {id} {}", p.play.corps_lost[q]));
            }
            for other in q + 1..POWERS {
                let Some(other_id) = self.nation_word(other as u8) else { continue };
                let stand = |p: &Position| (p.war[q] >> other & 1 == 1, p.allied[q] >> other & 1 == 1);
                if stand(p) != stand(start) {
                    let word = match stand(p) {
                        (true, _) => "war",
                        (_, true) => "ally",
                        _ => "peace",
                    };
                    out.row(format!("{word} {id} {other_id}"));
                }
            }
        }
        for minor in POWERS..self.d.nations.len() {
            let Some(id) = self.nation_word(minor as u8) else { continue };
            if p.controller[minor] != start.controller[minor] {
                let power = self.nation_word(p.controller[minor]).unwrap_or_else(|| "none".to_string());
                out.row(format!("control {id} {power}"));
            }
            let (power, turn) = p.play.occupied[minor];
            if let Some(power) = self.nation_word(power)
                && turn <= p.play.turn
            {
                out.row(format!("occupied {id} {power} {}", turn + 1));
            }
            if p.play.conquered >> minor & 1 == 1 {
                out.row(format!("conquered {id}"));
            }
        }
    }

    fn write_fleets(&self, p: &Position, out: &mut PositionLines) {
        // Fleets are read into the first place that is free.
        for fleet in p.fleets.iter().take_while(|f| f.power != NOBODY) {
            let Some(power) = self.nation_word(fleet.power) else { continue };
            let place = match fleet.at {
                FleetAt::Off => Some("off".to_string()),
                FleetAt::Port(a) => self.area_word(a).map(|a| format!("port {a}")),
                FleetAt::Box(a) => self.area_word(a).map(|a| format!("box {a}")),
                FleetAt::Sea(s) => self.d.board.parts().seas.get(s.index()).map(|s| s.id.clone()),
            };
            let depot = if fleet.depot { " depot" } else { "" };
            if let Some(place) = place {
                out.row(format!("fleet {power} {place}{depot}"));
            }
        }
    }

    fn spot_words(&self, p: &Position, spot: Spot) -> Option<String> {
        match spot {
            Spot::Off => Some("off".to_string()),
            Spot::Field(a) => self.area_word(a).map(str::to_string),
            Spot::City(a) => self.area_word(a).map(|a| format!("{a} city")),
            Spot::Fleet(f) => {
                let written = p.fleets.iter().take_while(|f| f.power != NOBODY).count();
                (usize::from(f) < written).then(|| format!("aboard {f}"))
            }
        }
    }

    fn write_corps(&self, p: &Position, start: &Position, block: usize, out: &mut PositionLines) {
        let (corps, def) = (&p.corps[block], p.def(&self.d, block));
        let Some(mut words) = self.spot_words(p, corps.spot) else { return };
        let usual = match corps.spot {
            // The commander of a corps that is yet to come is known.
            Spot::Off => start.corps[usize::from(corps.def)].power,
            _ => p.power_of(def.nation).unwrap_or(def.nation),
        };
        let off = corps.spot == Spot::Off;
        if off && corps.power == usual && !corps.seen && corps.last == [0; FACTORS] {
            return;
        }
        if !off {
            words.push_str(&format!(" {}", factor_words(&corps.factors, " ")));
        }
        if corps.power != usual
            && let Some(power) = self.nation_word(corps.power)
        {
            words.push_str(&format!(" power={power}"));
        }
        if corps.seen {
            words.push_str(" seen");
        }
        let plain = if corps.seen { corps.factors } else { [0; FACTORS] };
        if corps.last != plain {
            words.push_str(&format!(" last={}", factor_words(&corps.last, "+")));
        }
        if !off {
            if p.play.moved.has(block) {
                words.push_str(" moved");
            }
            self.write_ration(&corps.ration, corps.spot.area(), &mut words);
        }
        out.row(format!("{} {words}", def.id));
    }

    /// How a corps moved and lives.
    fn write_ration(&self, ration: &Ration, stands: Option<AreaId>, words: &mut String) {
        let own = stands.unwrap_or(Ration::NONE.from);
        if ration.from != own {
            words.push_str(&format!(" from={}", self.area_word(ration.from).unwrap_or("none")));
        }
        let how = match ration.how {
            Living::Open => "",
            Living::Waits => " waits",
            Living::Foraged => " foraged",
            Living::Plundered => " plundered",
            Living::Paid => " paid",
        };
        words.push_str(how);
        if let Some(payer) = self.nation_word(ration.payer) {
            words.push_str(&format!(" payer={payer}"));
        }
        for (word, n) in [("forage", ration.value), ("unused", ration.unused)] {
            if n > 0 {
                words.push_str(&format!(" {word}={n}"));
            }
        }
        let flags = [
            (ration.over_water, " water"),
            (ration.forced, " forced"),
            (ration.abroad, " abroad"),
            (ration.leaving, " leaving"),
            (ration.at_ease, " rested"),
        ];
        flags.iter().filter(|(on, _)| *on).for_each(|(_, word)| words.push_str(word));
    }

    fn write_leaders(&self, p: &Position, out: &mut PositionLines) {
        for (l, leader) in self.d.leaders.iter().enumerate() {
            let back = p.play.returns[l].checked_sub(p.month).filter(|n| *n <= 12);
            match (p.leaders[l], back) {
                (Spot::Off, Some(months)) => out.row(format!("{} captive {months}", leader.id)),
                (Spot::Off, None) => {}
                (spot, _) => {
                    if let Some(words) = self.spot_words(p, spot) {
                        out.row(format!("{} {words}", leader.id));
                    }
                }
            }
        }
    }

    fn factor_words(&self, l: &Loose) -> String {
        let kinds = [(l.infantry, "I"), (l.militia, "M"), (l.irregulars, "X")];
        kinds.into_iter().filter(|(n, _)| *n > 0).map(|(n, kind)| format!(" {n}{kind}")).collect()
    }

    fn depot_words(&self, depot: Depot) -> Option<String> {
        let owner = self.nation_word(depot.owner)?;
        Some(if depot.old { owner } else { format!("{owner} new") })
    }

    fn write_area(&self, p: &Position, start: &Position, area: AreaId, out: &mut PositionLines) {
        let (ground, Some(id)) = (p.at(area), self.area_word(area)) else { return };
        if ground.holder != start.at(area).holder
            && let Some(holder) = self.nation_word(ground.holder)
        {
            out.row(format!("holder {id} {holder}"));
        }
        if self.d.place(area).spires > 0 && !ground.garrison.is_empty() {
            let of = |l: Loose| Some(format!(" {}{}", self.nation_word(l.nation)?, self.factor_words(&l)));
            out.row(format!("garrison {id}{}", ground.garrison.parts().filter_map(of).collect::<String>()));
        }
        if let Some(depot) = self.depot_words(ground.depot) {
            // The factors of a minor say whose they are.
            let mut guard = String::new();
            for (at, part) in ground.guard.parts().enumerate() {
                let nation =
                    self.nation_word(part.nation).filter(|_| at > 0 || part.nation != ground.depot.owner);
                if let Some(nation) = nation {
                    guard.push_str(&format!(" of={nation}"));
                }
                guard.push_str(&self.factor_words(&part));
            }
            out.row(format!("depot {id} {depot}{guard}"));
        }
        if let Some(depot) = self.depot_words(ground.inside) {
            out.row(format!("inside {id} {depot}"));
        }
        for (q, n) in ground.irregulars.iter().enumerate().filter(|(_, n)| **n > 0) {
            if crate::play::land::movement::irregular(&self.d, q as u8).is_some()
                && let Some(power) = self.nation_word(q as u8)
            {
                out.row(format!("irregulars {id} {power} {n}"));
            }
        }
        if ground.tired > 0 {
            out.row(format!("tired {id} {}", ground.tired));
        }
        if ground.besieged {
            out.row(format!("siege {id}"));
        }
        if p.play.attacks.has(area) && p.play.phase >= Phase::Depots {
            out.row(format!("attack {id}"));
        }
    }
}
