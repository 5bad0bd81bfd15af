//! A position in the words of `file`.

use crate::Fury;
use crate::data::pieces::{Army, CORPS, Nation, PIECES, Piece};
use crate::file::STATES;
use crate::play::sequence::Step;
use crate::position::{Attack, Group, Position, flag, off};
use sandtable_core::position_file::PositionLines;

impl Fury {
    /// Says a position in words.
    pub(crate) fn write_file(&self, p: &Position, out: &mut PositionLines) {
        let side = |side: u8| if side == crate::data::pieces::RU { "ru" } else { "cp" };
        let (phase, acts, nation) = phase_of(p);
        out.head("turn", &self.data.tables.turns[usize::from(p.turn)]);
        out.head("initiative", side(p.initiative));
        out.head("side", side(acts.unwrap_or(p.active)));
        out.head("front", p.front.name().to_lowercase());
        out.head("front_a", p.front_a.name().to_lowercase());
        if p.activation < 4 {
            out.head("activation", p.activation + 1);
        }
        if let Some(nation) = nation {
            out.head("nation", nation.id());
        }
        out.head("rail", p.rail.map(|n| n.to_string()).join(" "));
        if p.points != [0; 3] || matches!(p.steps.top(), Step::Replacements(_)) {
            out.head("points", p.points.map(|n| (f32::from(n) / 2.0).to_string()).join(" "));
        }
        for (i, fort) in self.data.forts.iter().enumerate() {
            if p.taken[i] {
                out.row(format_args!("fort {} taken", self.data.number(fort.hex)));
            }
        }
        for piece in (0..PIECES as u8).map(Piece) {
            if let Some(row) = self.piece_row(p, piece) {
                out.row(row);
            }
        }
        for Attack { from, target, units, done } in p.declared() {
            let names: Vec<String> = Group::of(units).iter().map(|u| self.file_id(p, u)).collect();
            let (from, target) = (self.data.number(*from), self.data.number(*target));
            let done = if *done { " done" } else { "" };
            out.row(format_args!("attack {target} from {from} with {}{done}", names.join(" + ")));
        }
        if p.transfer {
            out.row("transfer");
        }
        if let Some(phase) = phase {
            out.phase(phase);
        }
    }

    /// The row of a piece; none where it says nothing.
    fn piece_row(&self, p: &Position, piece: Piece) -> Option<String> {
        let i = piece.index();
        let fresh = Position::empty(&self.data);
        let place = match p.place[i] {
            off::BOX => "box".to_string(),
            off::ELIMINATED => "eliminated".to_string(),
            off::POOL => "pool".to_string(),
            off::OUT => "out".to_string(),
            hex => self.data.number(hex).to_string(),
        };
        let mut words = vec![self.file_id(p, piece), place];
        let state = p.state[i];
        let hq = piece.is_hq().then(|| i - CORPS);
        for (word, flag) in STATES {
            let own = match word {
                "inactive" => piece.is_hq(),
                "reduced" => i < CORPS,
                "moved" => p.hex(piece).is_some(),
                _ => piece.is_unit() && p.hex(piece).is_some(),
            };
            if own && state & flag != 0 {
                words.push(word.to_string());
            }
        }
        if state & flag::REFORMED != 0 && p.place[i] == off::BOX {
            words.push("reformed".to_string());
        }
        let printed = self.data.corps.get(i).map_or(Army::NONE, |c| c.army);
        if hq.is_none()
            && p.army[i] != printed
            && p.army[i] != Army::NONE
            && !(piece.is_cadre() && p.place[i] == off::OUT)
        {
            words.push(format!("army={}", self.data.hqs[p.army[i].index()].id));
        }
        if let Some(hq) = hq {
            if self.data.hqs[hq].front.is_none() && p.hq_front[hq] != fresh.hq_front[hq] {
                words.push(format!("front={}", p.hq_front[hq].name().to_lowercase()));
            }
            if p.place[i] == off::BOX
                && p.hq_due[hq] != fresh.hq_due[hq].min(p.turn)
                && let Some(turn) = self.data.tables.turns.get(usize::from(p.hq_due[hq]))
            {
                words.push(format!("due={turn}"));
            }
        }
        if p.gone_back[i] > 0 && p.hex(piece).is_some() {
            words.push(format!("gone={}", p.gone_back[i]));
        }
        let silent = p.place[i] == off::OUT && (words.len() == 2 || piece.is_cadre());
        (!silent).then(|| words.join(" "))
    }
}

/// The phase that may just have begun, who acts in it, and which nation.
fn phase_of(p: &Position) -> (Option<&'static str>, Option<u8>, Option<Nation>) {
    if p.steps.depth() != 1 {
        return (None, None, None);
    }
    match p.steps.top() {
        Step::SetUp(side) => (Some("set-up"), Some(side), None),
        Step::FrontA | Step::FirstFront => (Some("front"), None, None),
        Step::Moves => (Some("moves"), None, None),
        Step::Declare => (Some("attacks"), None, None),
        Step::Resolve => (Some("combats"), None, None),
        Step::Adjust(side) => (Some("adjustment"), Some(side), None),
        Step::Replacements(nation) => (Some("replacements"), Some(nation.side()), Some(nation)),
        Step::Reinforcements(side) => (Some("reinforcements"), Some(side), None),
        _ => (None, None, None),
    }
}
