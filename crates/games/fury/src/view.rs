//! What the table draws. Everything is open in this game: each viewer sees the same.

use crate::Fury;
use crate::data::pieces::{Army, CORPS, CP, FORTS, HQS, Nation, PIECES, Piece, RU};
use crate::play::sequence::Step;
use crate::position::hexset::HEXES;
use crate::position::{Group, Position, enemy, flag, off};
use crate::words::side_name;
use sandtable_core::machine::Sequence;
use sandtable_core::view::{Counter, Mark, Standing, Track, View, Viewer, side_ids};
use sandtable_core::{Decision, Game};

impl Fury {
    pub(crate) fn draw(&self, p: &Position, _: Viewer) -> View {
        let (deciding, decision, rule) = match self.to_decide(p) {
            Decision::Decide { sides, rule, what } => {
                let (what, rule) = self.asked_of(p).unwrap_or((what.to_string(), rule));
                (side_ids(self.about(), sides), what, rule)
            }
            Decision::Over(o) => {
                let text = match o.winner {
                    Some(side) => format!("over: {} victory for {}", o.level, side_name(side.0)),
                    None => "over: a draw".to_string(),
                };
                (vec![], text, o.rule)
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
            layers: vec![],
            combats: vec![],
            victory: self.standings(p),
        }
    }

    /// The decision in words that name who is concerned, where the step alone does not say it.
    fn asked_of(&self, p: &Position) -> Option<(String, &'static str)> {
        let names = |group: Group| {
            let standing = group.only(|u| p.hex(u).is_some());
            standing.iter().map(|u| self.piece_name(p, u)).collect::<Vec<_>>().join(", ")
        };
        match p.steps.top() {
            Step::FrontA => Some(("name the front that acts first, Front A".to_string(), "7d")),
            Step::Moves => {
                let (army, _) = self.must_close_in(p)?;
                let what =
                    format!("move: {} must begin an attack and can still come to one", self.army_name(army));
                Some((what, "2.2f"))
            }
            Step::Declare => {
                let army = self.owing(p)?;
                Some((format!("declare an attack: {} must begin one", self.army_name(army)), "2.2f"))
            }
            Step::Retreat { group, .. } => {
                Some((format!("choose the hex to which {} retreats", names(group)), "10.3.2f"))
            }
            Step::Shift { hq, .. } => {
                Some((format!("shift {}, which stands alone beside the enemy", self.piece_name(p, hq)), "9g"))
            }
            Step::Entry(piece) => {
                Some((format!("choose where {} ends its entry", self.piece_name(p, piece)), "11.4c"))
            }
            _ => None,
        }
    }

    fn moment(&self, p: &Position) -> String {
        let turn = &self.data.tables.turns[usize::from(p.turn)];
        let phase = match p.steps.top() {
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
        let place = match p.place[piece.index()] {
            off::OUT => return self.expected(piece),
            off::ELIMINATED => "eliminated".to_string(),
            off::BOX => "reinforcements".to_string(),
            off::POOL => "set-up".to_string(),
            hex => self.data.number(hex).to_string(),
        };
        Some(Counter { badges: self.badges(p, piece), ..self.face_up(p, piece, place) })
    }

    /// A corps or headquarters that is still to come, on its turn of the track: fury 2.1k.
    fn expected(&self, piece: Piece) -> Option<Counter> {
        let (enters, reduced) = if piece.is_hq() {
            let hq = &self.data.hqs[piece.index() - CORPS];
            (hq.enters?, !hq.starts_active)
        } else {
            let corps = self.data.corps.get(piece.index())?;
            (corps.enters?, corps.starts_reduced)
        };
        let mut empty = Position::empty(&self.data);
        empty.set(piece, flag::REDUCED, reduced);
        let turn = &self.data.tables.turns[usize::from(enters)];
        Some(self.face_up(&empty, piece, format!("turn {turn}")))
    }

    /// A counter without badges.
    fn face_up(&self, p: &Position, piece: Piece, place: String) -> Counter {
        let nation = p.nation(&self.data, piece);
        Counter {
            id: self.piece_id(piece),
            side: self.side_id(nation.side()),
            nation: nation.id().into(),
            branch: if piece.is_hq() { "hq" } else { "infantry" },
            name: self.piece_name(p, piece),
            formation: self.army_name(p.army[piece.index()]),
            // fury 2.1b: every unit is a corps, a Cadre what is left of one; a headquarters stands for its army.
            echelon: if piece.is_hq() { "XXXX" } else { "XXX" },
            values: self.values(p, piece),
            reduced: p.is(piece, flag::REDUCED),
            place,
            badges: vec![],
            detail: String::new(),
        }
    }

    fn badges(&self, p: &Position, piece: Piece) -> Vec<&'static str> {
        let mut badges: Vec<_> = [
            (flag::DISORGANISED, "disorganised"),
            (flag::BESIEGED, "besieged"),
            (flag::BESIEGING, "besieging"),
            (flag::MOVED, "moved"),
            (flag::ATTACKED, "attacking"),
        ]
        .into_iter()
        .filter_map(|(flag, word)| p.is(piece, flag).then_some(word))
        .collect();
        if piece.is_hq() {
            badges.push(if p.is(piece, flag::INACTIVE) { "inactive" } else { "active" });
            badges.push(p.hq_front[p.army[piece.index()].index()].name());
        }
        badges
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

    pub(crate) fn side_id(&self, side: u8) -> &'static str {
        self.about().side_id(sandtable_core::Side(side))
    }

    /// The name of a side at the beginning of a sentence.
    fn side_name(&self, side: u8) -> &'static str {
        self.about().sides.get(usize::from(side)).map_or("Nobody", |s| s.name)
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
        for attack in p.declared() {
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
            Track {
                name: "initiative".into(),
                value: self.about().sides[usize::from(p.initiative)].name.into(),
            },
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

    /// Who would win now, what is missing for a win at once, and which fortresses have changed hands or may do so.
    fn standings(&self, p: &Position) -> Vec<Standing> {
        let net = p.net(&self.data, RU);
        let result = self.result(p);
        let over = p.steps.top() == Step::Over;
        let text = match result.winner {
            None if over => "Neither side is ahead: a draw.".to_string(),
            None => "Neither side is ahead: a draw if it ended now.".to_string(),
            Some(side) => format!(
                "{} {:+}: {} victory for {}{}.",
                self.side_name(side.0),
                net.abs(),
                result.level,
                side_name(side.0),
                if over { "" } else { " if it ended now" }
            ),
        };
        let mut out = vec![Standing { text, rule: result.rule }];
        if !over {
            let missing = |side: u8| {
                let count = (self.data.tables.automatic - p.net(&self.data, side)).max(0);
                format!("{} {count}", side_name(side))
            };
            let text = format!("Fortresses missing for a win at once: {}, {}.", missing(RU), missing(CP));
            out.push(Standing { text, rule: "4c" });
        }
        let forts = |fits: &dyn Fn(usize) -> bool| -> String {
            let named = |i: usize| {
                format!("{} ({})", self.data.forts[i].name, self.data.number(self.data.forts[i].hex))
            };
            (0..FORTS).filter(|i| fits(*i)).map(named).collect::<Vec<_>>().join(", ")
        };
        // fury 4d: only while a unit of the other side stands there.
        let held = |side: u8| {
            forts(&|i| p.taken[i] && self.data.forts[i].owner != side && p.controls(&self.data, side, i))
        };
        let under = |side: u8| forts(&|i| p.besieged[i] && self.data.forts[i].owner != side);
        for (rule, what, lists) in
            [("4d", "Taken and held", [held(RU), held(CP)]), ("10.5b", "Besieged", [under(RU), under(CP)])]
        {
            let by = |(side, list): (u8, String)| {
                (!list.is_empty()).then(|| format!("by {}: {list}", side_name(side)))
            };
            let parts: Vec<String> = [RU, CP].into_iter().zip(lists).filter_map(by).collect();
            if !parts.is_empty() {
                out.push(Standing { text: format!("{what} {}.", parts.join("; ")), rule });
            }
        }
        out
    }
}
