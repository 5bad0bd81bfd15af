//! What the table draws. Everything is open in this game: each viewer sees the same.

use crate::Fury;
use crate::hexset::HEXES;
use crate::pieces::{Army, CORPS, CP, FORTS, HQS, Nation, PIECES, Piece, RU};
use crate::position::{Position, enemy, flag, off};
use crate::sequence::Step;
use sandtable_core::view::{Counter, Mark, Track, View, side_ids};
use sandtable_core::{Decision, Game};

impl Fury {
    pub(crate) fn draw(&self, p: &Position) -> View {
        let (deciding, decision, rule) = match self.decision(p) {
            Decision::Decide { sides, rule, what } => (side_ids(self.about(), sides), what.to_string(), rule),
            Decision::Over(o) => {
                let who = o.winner.map_or("nobody".to_string(), |s| self.about().side_id(s).to_string());
                (vec![], format!("over: {} victory for {who}", o.level), o.rule)
            }
        };
        View {
            board: "fury",
            moment: self.moment(p),
            turn: p.turn.into(),
            deciding,
            decision,
            rule,
            counters: (0..PIECES as u8).map(Piece).filter_map(|x| self.counter(p, x)).collect(),
            marks: self.marks(p),
            tracks: self.tracks(p),
            victory: vec![],
        }
    }

    fn moment(&self, p: &Position) -> String {
        let turn = &self.data.tables.turns[usize::from(p.turn)];
        let phase = match p.top() {
            Step::SetUp(_) => "set-up".to_string(),
            Step::Initiative | Step::FrontA => "initiative".to_string(),
            Step::Adjust(_) | Step::Sieges => "front adjustment".to_string(),
            Step::Replacements(n) => format!("{} replacements", n.name()),
            Step::Reinforcements(_) | Step::Entry(_) => "reinforcements".to_string(),
            Step::Planning(n, _) => format!("{} planning", n.name()),
            Step::Over => "the end".to_string(),
            _ => format!("activation {}, {} front", p.activation + 1, p.front.name()),
        };
        format!("turn {turn}, {phase}")
    }

    fn counter(&self, p: &Position, piece: Piece) -> Option<Counter> {
        let at = p.place[piece.index()];
        let place = match at {
            off::OUT => return self.expected(piece),
            off::ELIMINATED => "eliminated".to_string(),
            off::BOX => "reinforcements".to_string(),
            off::POOL => "set-up".to_string(),
            hex => self.data.number(hex).to_string(),
        };
        let nation = p.nation(&self.data, piece);
        let army = p.army[piece.index()];
        let mut badges = Vec::new();
        for (flag, word) in [
            (flag::DISORGANISED, "disorganised"),
            (flag::BESIEGED, "besieged"),
            (flag::BESIEGING, "besieging"),
            (flag::MOVED, "moved"),
            (flag::ATTACKED, "attacking"),
        ] {
            if p.is(piece, flag) {
                badges.push(word);
            }
        }
        if piece.is_hq() {
            badges.push(if p.is(piece, flag::INACTIVE) { "inactive" } else { "active" });
            badges.push(p.hq_front[army.index()].name());
        }
        Some(Counter {
            id: self.piece_id(piece),
            side: self.side_id(nation.side()),
            nation: nation.id(),
            branch: if piece.is_hq() { "hq" } else { "infantry" },
            name: self.piece_name(p, piece),
            formation: self.army_name(army),
            echelon: if piece.is_hq() { "XXXX" } else { "XXX" },
            values: self.values(p, piece),
            reduced: p.is(piece, flag::REDUCED),
            place,
            badges,
        })
    }

    /// A corps or headquarters that is still to come, on its turn of the track: fury 2.1k.
    fn expected(&self, piece: Piece) -> Option<Counter> {
        let (enters, nation, reduced) = if piece.is_hq() {
            let hq = &self.data.hqs[piece.index() - CORPS];
            (hq.enters?, hq.nation, !hq.starts_active)
        } else {
            let corps = self.data.corps.get(piece.index())?;
            (corps.enters?, corps.nation, corps.starts_reduced)
        };
        let mut empty = Position::empty(&self.data);
        empty.set(piece, flag::REDUCED, reduced);
        Some(Counter {
            id: self.piece_id(piece),
            side: self.side_id(nation.side()),
            nation: nation.id(),
            branch: if piece.is_hq() { "hq" } else { "infantry" },
            name: self.piece_name(&empty, piece),
            formation: self.army_name(empty.army[piece.index()]),
            echelon: if piece.is_hq() { "XXXX" } else { "XXX" },
            values: self.values(&empty, piece),
            reduced,
            place: format!("turn {}", self.data.tables.turns[usize::from(enters)]),
            badges: vec![],
        })
    }

    /// Values on the counter: strength and movement, or support, cavalry, range and movement.
    fn values(&self, p: &Position, piece: Piece) -> Vec<i16> {
        if piece.is_hq() {
            let face = p.face(&self.data, Army((piece.index() - CORPS) as u8));
            vec![face.support.into(), face.cavalry.into(), face.range.into(), self.points(piece).into()]
        } else {
            vec![p.strength(&self.data, piece).into(), self.points(piece).into()]
        }
    }

    /// The id of a piece, as in the data files; Cadres are numbered.
    pub fn piece_id(&self, piece: Piece) -> String {
        if piece.is_hq() {
            self.data.hqs[piece.index() - CORPS].id.clone()
        } else if let Some(c) = self.data.corps.get(piece.index()) {
            c.id.clone()
        } else {
            format!("cadre-{}", piece.index() - CORPS - HQS + 1)
        }
    }

    /// The piece with an id.
    pub fn piece(&self, id: &str) -> Option<Piece> {
        (0..PIECES as u8).map(Piece).find(|x| self.piece_id(*x) == id)
    }

    fn side_id(&self, side: u8) -> &'static str {
        self.about().side_id(sandtable_core::Side(side))
    }

    fn marks(&self, p: &Position) -> Vec<Mark> {
        let mut out = Vec::new();
        for fort in 0..FORTS {
            let f = &self.data.forts[fort];
            let place = self.data.number(f.hex).to_string();
            if p.besieged[fort] {
                out.push(Mark { place, what: "siege", side: self.side_id(enemy(f.owner)) });
            } else if p.taken[fort] {
                let holder = [RU, CP].into_iter().find(|s| p.held(*s, f.hex));
                out.push(Mark { place, what: "taken", side: holder.map_or("", |s| self.side_id(s)) });
            }
        }
        for attack in &p.attacks[..usize::from(p.attack_count)] {
            if !attack.done && usize::from(attack.target) < HEXES {
                let place = self.data.number(attack.target).to_string();
                out.push(Mark { place, what: "attack", side: self.side_id(p.active) });
            }
        }
        out
    }

    fn tracks(&self, p: &Position) -> Vec<Track> {
        let mut out = vec![
            Track { name: "turn".into(), value: self.data.tables.turns[usize::from(p.turn)].clone() },
            Track { name: "initiative".into(), value: self.side_id(p.initiative).into() },
        ];
        for nation in Nation::ALL {
            let i = nation.index();
            out.push(Track { name: format!("{} rail points", nation.name()), value: p.rail[i].to_string() });
            if p.points[i] > 0 {
                let value = (f32::from(p.points[i]) / 2.0).to_string();
                out.push(Track { name: format!("{} replacement points", nation.name()), value });
            }
        }
        let net = p.net(&self.data, RU);
        out.push(Track { name: "fortresses, net for Russia".into(), value: format!("{net:+}") });
        out
    }
}
