//! Why a piece cannot come in: 11.4, with the postings of 12.

use crate::Fury;
use crate::data::Ground;
use crate::data::pieces::{Army, Piece, Posting};
use crate::play::action::Action;
use crate::play::movement::Rails;
use crate::position::hexset::HexSet;
use crate::position::{Group, Position, flag, off};
use sandtable_core::{Breach, Illegal};
use sandtable_ops::search;

impl Fury {
    /// What forbids an action while reinforcements come in; nothing if it belongs to another step.
    pub(crate) fn arrival_breach(
        &self,
        p: &Position,
        side: u8,
        action: &Action,
        list: &[Action],
    ) -> Option<Breach> {
        // Without a Cadre to be replaced everything else would be open.
        let first = list.iter().any(|a| matches!(a, Action::Replace(..)));
        match *action {
            Action::Replace(corps, cadre) => Some(self.replace_breach(p, side, corps, cadre)),
            Action::Transfer => {
                let why = match self.first_corps(p) {
                    None => ("12i", "the I Corps belongs to the 9th Army for the rest of the game"),
                    Some(_) => {
                        ("12e", "the I Corps changes army only in the phase in which the 9th Army enters")
                    }
                };
                Some(Breach::new(why.0, why.1))
            }
            Action::Done | Action::Bring(..) | Action::BringHq(..) if first => {
                Some(Breach::new("11.4g", "reformed corps of value 8 replace Cadres before anything else"))
            }
            Action::Bring(piece, army) => Some(self.bring_breach(p, side, piece, army)),
            Action::BringHq(hq, front) => {
                let name = self.piece_name(p, hq);
                let breach = |rule: &str, why: String| Some(Breach::new(rule, why).of(&name));
                if !hq.is_hq() {
                    return breach(
                        "12h",
                        format!("{name} is no headquarters: it joins an army, not a front"),
                    );
                }
                if let Some(b) = self.not_waiting(p, side, hq) {
                    return Some(b);
                }
                let army = p.army[hq.index()];
                if !self.hq_waits(p, army) {
                    return breach("11.2n", format!("{name} returns on the turn after it was lost"));
                }
                if !self.fronts_for(p, army).any(|f| f == front) {
                    return breach(
                        "12g",
                        format!("{name} belongs to the other front for the rest of the game"),
                    );
                }
                Some(self.shut_out(p, hq, army))
            }
            _ => None,
        }
    }

    /// Why a piece is not among those that a side brings in now, if so.
    fn not_waiting(&self, p: &Position, side: u8, piece: Piece) -> Option<Breach> {
        let name = self.piece_name(p, piece);
        if p.side(&self.data, piece) != side {
            return Some(
                Breach::new("11.4a", format!("{name} is not of the side that brings pieces in now")).of(name),
            );
        }
        (p.place[piece.index()] != off::BOX)
            .then(|| Breach::new("11.4b", format!("{name} is not among the reinforcements")).of(&name))
    }

    fn bring_breach(&self, p: &Position, side: u8, piece: Piece, army: Army) -> Breach {
        let name = self.piece_name(p, piece);
        let breach = |rule: &str, why: String| Breach::new(rule, why).of(&name);
        if piece.is_hq() {
            return breach("12g", format!("{name} is brought for a front"));
        }
        if let Some(b) = self.not_waiting(p, side, piece) {
            return b;
        }
        if self.postings(p, piece).any(|a| a == army) {
            return self.shut_out(p, piece, army);
        }
        let own = self.army_name(p.army[piece.index()]);
        let posting = self.data.corps.get(piece.index()).map_or(Posting::Fixed, |c| c.posting);
        if posting == Posting::Fixed {
            return breach("2.1c", format!("{name} belongs to {own}"));
        }
        if self.posted(p, piece) {
            return breach("12i", format!("{name} is posted to {own} for the rest of the game"));
        }
        breach(
            "7p",
            format!(
                "{name} cannot be posted to {}: another nation, or no headquarters",
                self.army_name(army)
            ),
        )
    }

    /// Why a piece that waits has no hex to enter.
    fn shut_out(&self, p: &Position, piece: Piece, army: Army) -> Breach {
        let name = self.piece_name(p, piece);
        if self.gates(p, piece).is_empty() {
            return Breach::new("11.4c", format!("every entry hex of {name} is closed by the enemy"))
                .of(name);
        }
        let why =
            format!("{name} finds no hex of {} with room and a line of communication", self.army_name(army));
        Breach::new("11.4f", why).of(name)
    }

    fn replace_breach(&self, p: &Position, side: u8, corps: Piece, cadre: Piece) -> Breach {
        let name = self.piece_name(p, corps);
        let breach = |rule: &str, why: String| Breach::new(rule, why).of(&name);
        let Some(c) = self.data.corps.get(corps.index()) else {
            return breach("11.4g", format!("{name} is no corps"));
        };
        if !cadre.is_cadre() || p.hex(cadre).is_none() {
            return breach("11.4g", format!("there is no such Cadre for {name} to replace"));
        }
        if let Some(b) = self.not_waiting(p, side, corps) {
            return b;
        }
        if !p.is(corps, flag::REFORMED) {
            return breach("11.4j", format!("{name} is a new reinforcement and replaces no Cadre"));
        }
        if c.full < 8 {
            return breach("11.4g", format!("{name} has not a combat value of 8"));
        }
        if p.nation(&self.data, cadre) != c.nation {
            return breach("11.4g", format!("{name} and the Cadre are not of one nation"));
        }
        if p.is(cadre, flag::BESIEGED) {
            return breach("10.5k", "a besieged Cadre is not replaced".into());
        }
        let hex = p.hex(cadre).unwrap_or(0);
        let mut q = *p;
        q.put(&self.data, cadre, off::OUT);
        if !q.may_stack(&self.data, side, hex, &Group::one(corps)) {
            let place = self.data.number(hex);
            return breach("9.2a", format!("{name} has no room in {place}: all there are of one army"))
                .at(place);
        }
        if p.rail[c.nation.index()] == 0 && !self.data.entries[c.nation.index()].has(hex) {
            return breach("11.4h", format!("no {} rail point is left to carry {name}", c.nation.name()));
        }
        breach("11.4g", format!("a Cadre of {name}'s own army comes first"))
    }

    /// Why a piece cannot end its entry in a hex, the reason that lies deepest first.
    pub(crate) fn entry_breach(&self, p: &Position, piece: Piece, hex: u16) -> Illegal {
        let data = &self.data;
        let army = p.army[piece.index()];
        let nation = p.nation(data, piece);
        let side = nation.side();
        let name = self.piece_name(p, piece);
        let place = data.number(hex);
        let breach = |rule: &str, why: String| Illegal::from(Breach::new(rule, why).at(place).of(&name));
        match data.ground[usize::from(hex)] {
            Ground::Sea => return breach("3b", format!("{place} is sea")),
            Ground::Closed => {
                return breach("3c", format!("{place} is Romanian: {name} must go on from there"));
            }
            _ => {}
        }
        if data.fort(hex).is_some_and(|(i, _)| p.besieged[i]) {
            return breach("10.5j", format!("{place} is besieged: no reinforcements go there"));
        }
        match self.barred(p, piece, side, hex) {
            Some("9f") => {
                return breach("9f", format!("a headquarters alone may not go next to the enemy in {place}"));
            }
            Some(rule) => return breach(rule, format!("the enemy holds {place}")),
            None => {}
        }
        let gates = self.gates(p, piece);
        let (foot, train) = self.entry_ways(p, piece, army);
        let rails = self.entry_rails(p, piece, army);
        let reached = gates.has(hex) || foot.has(hex) || train.has(hex);
        let by_train = self.ride(p, side, gates, &rails).has(hex);
        if !reached {
            let foreign = (0..3).any(|n| data.entries[n].has(hex)) && !data.entries[nation.index()].has(hex);
            if foreign {
                return breach("11.4c", format!("{place} is an entry hex of another nation"));
            }
            if data.entries[nation.index()].has(hex) && !gates.has(hex) {
                return breach("11.4c", format!("the entry hex {place} is closed by the enemy"));
            }
            if by_train {
                return breach(
                    "9.3c",
                    format!("no {} rail point is left, and {place} is too far for a march", nation.name()),
                );
            }
            let line = |h: u16| data.steps(h).any(|s| s.line);
            if p.in_enemy_zone(side, hex) && !p.held(side, hex) && line(hex) && self.on_own_rails(&rails, hex)
            {
                return breach(
                    "9.3i",
                    format!(
                        "a train may not stop in the enemy zone at {place}, and the march there is too long"
                    ),
                );
            }
            if self.entry_line(gates, &rails).has(hex) {
                return breach(
                    "9.3h",
                    format!(
                        "the railway to {place} runs through an enemy zone where no friendly unit stands"
                    ),
                );
            }
            return breach(
                "11.4e",
                format!("{place} is not to be reached by 4 movement points along a railway, nor by train"),
            );
        }
        if !p.may_stack(data, side, hex, &Group::one(piece)) {
            let both = [
                ("11.4f", "reinforcements keep to the stacking limit".to_string()),
                ("9.2a", format!("{place} has no room: two units and one headquarters, all of one army")),
            ];
            return Illegal(both.map(|(rule, why)| Breach::new(rule, why).at(place).of(&name)).into());
        }
        breach("11.4f", format!("{name} would be isolated in {place}"))
    }

    /// Where trains from some hexes would lead if no enemy had a zone.
    fn entry_line(&self, gates: HexSet, rails: &Rails) -> HexSet {
        search::flood(gates, |hex, visit| {
            let runs = |s: &crate::data::Step| {
                (s.line || (rails.between && s.ally_line)) && self.on_own_rails(rails, s.to)
            };
            self.data.steps(hex).filter(runs).for_each(|s| visit(s.to));
        })
    }
}
