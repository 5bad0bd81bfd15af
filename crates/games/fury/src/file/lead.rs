//! What an editor must know of the words of [`super`].

use crate::Fury;
use crate::data::pieces::{CADRES, CORPS, Nation, PIECES, Piece};
use crate::file::{FRONTS, NATIONS, PHASES, SIDES, STATES};
use crate::position::Position;
use sandtable_core::position_words::{CounterWord, PositionWords};

/// Kinds of pieces.
const KINDS: [&str; 3] = ["corps", "headquarters", "cadre"];

impl Fury {
    /// What [`Guide::position_words`](sandtable_core::guide::Guide::position_words) says.
    pub(crate) fn lead_file(&self) -> PositionWords {
        let [corps, hq, cadre] = KINDS;
        let mut out = PositionWords::default();
        out.head("turn", "the turn", &self.data.tables.turns);
        out.head("side", "who acts", SIDES.map(|(word, _)| word));
        out.head("phase", "the phase that begins", PHASES);
        out.head("initiative", "who has the initiative", SIDES.map(|(word, _)| word));
        out.head("activation", "which activation of the turn", 1..=4);
        out.head("front", "the front that acts", FRONTS.map(|(word, _)| word));
        out.head("front_a", "the front that was named first", FRONTS.map(|(word, _)| word));
        out.head("nation", "whose replacements or planning it is", NATIONS.map(|(word, _)| word));
        out.head::<&str>("rail", "rail points: Russian, Austrian, German", []);
        out.head::<&str>("points", "replacement points: Russian, Austrian, German", []);
        out.away("box", "waits to enter");
        out.away("eliminated", "lost");
        out.away("out", "not yet in the game");
        out.away("pool", "waits for the set-up");
        for (word, _) in STATES {
            let of: &[&str] = match word {
                "inactive" => &[hq],
                "moved" => &[],
                "reduced" => &[corps],
                _ => &[corps, cadre],
            };
            out.state(word, of);
        }
        out.state("reformed", &[corps]);
        for army in &self.data.hqs {
            out.state(format!("army={}", army.id), &[corps, cadre]);
        }
        for (front, _) in FRONTS {
            out.state(format!("front={front}"), &[hq]);
        }
        for turn in &self.data.tables.turns {
            out.state(format!("due={turn}"), &[hq]);
        }
        out.state("gone={n}", &[]);
        for piece in (0..PIECES as u8).map(Piece).filter(|piece| !piece.is_cadre()) {
            let (kind, steps) = if piece.is_hq() { (hq, 1) } else { (corps, 2) };
            out.counters.push(self.piece_word(piece, self.piece_id(piece), kind, steps));
        }
        for nation in Nation::ALL {
            for n in 1..=CADRES {
                let word = format!("{}-cadre-{n}", nation.id());
                let piece = self.data.hqs.iter().find(|hq| hq.nation == nation);
                let needs = piece.map_or(String::new(), |hq| format!("army={}", hq.id));
                out.counters.push(CounterWord { word, kind: cadre, needs, ..CounterWord::default() });
            }
        }
        out.row("fort {place} taken", "a fortress that was taken once");
        out.row("attack {place} from {place} with {counter}", "an attack that was declared");
        out.row("transfer", "the I Corps may still go to the 9th Army");
        out
    }

    fn piece_word(&self, piece: Piece, word: String, kind: &'static str, steps: usize) -> CounterWord {
        let faces = ["", "reduced"].map(str::to_string);
        // A corps without an army of its own gets the first that it may serve in.
        let fresh = Position::empty(&self.data);
        let own =
            self.data.corps.get(piece.index()).is_none_or(|c| self.data.hqs.get(c.army.index()).is_some());
        let armies = (0..self.data.hqs.len() as u8).map(crate::data::pieces::Army);
        let first = armies.into_iter().find(|army| !own && self.may_serve(&fresh, piece, *army));
        let needs = first.map_or(String::new(), |army| format!("army={}", self.data.hqs[army.index()].id));
        let faces = if piece.index() < CORPS { faces[..steps].to_vec() } else { vec![] };
        CounterWord { word, kind, faces, needs, ..CounterWord::default() }
    }
}
