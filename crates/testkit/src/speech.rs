//! What people read is written for people: sentences with names, never the ids of the data files.

use crate::{Step, Walk};
use sandtable_core::Decision;
use sandtable_core::battle::{BattlePart, told};
use sandtable_core::game::{known_to, lines};
use sandtable_core::guide::{Battle, Ground, Guide};
use sandtable_core::plan::Planned;
use sandtable_core::view::{View, Viewer};
use std::collections::{BTreeMap, HashSet};

/// How many of the offered actions of a moment are looked at closely.
const LOOKED: usize = 60;

/// What was found in a game that people should not have to read, each text once, with where it was found.
pub type Found = BTreeMap<String, String>;

/// The ids in a text: those of counters, and whatever else is made like one (`W-1-2d`).
fn ids_in<'a>(text: &'a str, ids: &'a HashSet<String>) -> Option<&'a str> {
    let word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    text.split(|c| !word(c)).find(|w| ids.contains(*w) || looks_like_an_id(w))
}

/// Letters and numbers joined by a dash or a line below, as nobody writes them: `de-art-25`, `hq_ru`. `8-pounder` is a word.
fn looks_like_an_id(word: &str) -> bool {
    let small = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
    let numbered = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let parts: Vec<&str> = word.split('-').collect();
    let dashed = parts.len() > 1
        && parts.iter().all(|p| !p.is_empty())
        && (small(parts[0]) || parts[0].len() == 1 && parts[0].starts_with(|c: char| c.is_ascii_uppercase()))
        && parts[1..].iter().any(|p| numbered(p));
    dashed || word.contains('_') && word.len() > 1
}

/// Plays a random game and reads everything that people are shown on the way.
///
/// # Panics
///
/// If the scenario does not start.
pub fn unreadable<G: Planned + Guide>(game: &G, walk: Walk<'_>) -> Found {
    let (start, dice) = walk.start(game);
    let mut reader = Reader { game, ids: HashSet::new(), found: Found::new() };
    reader.learn(&game.view(&start, Viewer::All));
    for chart in game.charts() {
        let rows = chart.rows.iter().flatten();
        for text in rows.chain(&chart.head).chain([&chart.title]) {
            reader.read("a chart", text, "");
        }
    }
    // Both look in turn, never at once.
    let reader = std::cell::RefCell::new(reader);
    walk.play_from(
        game,
        start,
        dice,
        &mut sandtable_core::player::Recruit::new(walk.seed),
        |m| reader.borrow_mut().moment(m.position, &walk.at(m.number)),
        |step| reader.borrow_mut().step(step, &walk.at(step.number)),
    );
    reader.into_inner().found
}

struct Reader<'a, G> {
    game: &'a G,
    ids: HashSet<String>,
    found: Found,
}

impl<G: Planned + Guide> Reader<'_, G> {
    /// Counters that come in later have ids, too.
    fn learn(&mut self, view: &View) {
        self.ids.extend(view.counters.iter().filter(|c| c.id != c.name).map(|c| c.id.clone()));
    }

    fn read(&mut self, what: &str, text: &str, at: &str) {
        if let Some(id) = ids_in(text, &self.ids) {
            self.fault(format!("{what} has the id `{id}`: {text}"), at);
        }
    }

    fn fault(&mut self, fault: String, at: &str) {
        self.found.entry(fault).or_insert_with(|| at.to_string());
    }

    fn moment(&mut self, p: &G::Position, at: &str) {
        let game = self.game;
        let view = game.view(p, Viewer::All);
        self.learn(&view);
        self.view(&view, at);
        let Decision::Decide { sides, .. } = game.to_decide(p) else { return };
        for side in sides.iter() {
            let known = known_to(game, p, side);
            match game.prompt(&known, side) {
                Some(prompt) if prompt.text.len() > 10 => self.read("a prompt", &prompt.text, at),
                Some(prompt) => self.fault(format!("a prompt says next to nothing: {}", prompt.text), at),
                None => self.fault(format!("nothing is asked in a sentence at: {}", view.decision), at),
            }
            let mut list = Vec::new();
            game.actions(&known, side, &mut list);
            for action in list.iter().step_by(list.len().div_ceil(LOOKED).max(1)) {
                let label = game.label(&known, action);
                if label.trim().is_empty() {
                    self.fault(format!("no label: {}", game.describe(&known, action)), at);
                }
                self.read("a label", &label, at);
                if game.handle(&known, action).weigh
                    && let Some(battle) = game.battle(&known, side, action)
                {
                    self.battle(&battle, at);
                }
            }
            for kind in Ground::ALL {
                for layer in game.ground(&known, kind).unwrap_or_default() {
                    self.read("a layer", &layer.name, at);
                }
            }
            if let Some(end) = game.wish(&known, side, &[], None)
                && let Err(refusal) = game.check(&known, side, &end)
            {
                refusal.0.iter().for_each(|breach| self.read("a refusal", &breach.reason, at));
            }
            game.groups(&known, side).iter().for_each(|g| self.read("a formation", &g.name, at));
            game.goals(&known, side).iter().for_each(|g| self.read("a goal", &g.name, at));
        }
    }

    fn view(&mut self, view: &View, at: &str) {
        self.read("the moment", &view.moment, at);
        self.read("the decision", &view.decision, at);
        for c in &view.counters {
            for text in [c.name.as_str(), &c.detail, &c.formation].into_iter().chain(c.badges.iter().copied())
            {
                self.read("a counter", text, at);
            }
        }
        for combat in &view.combats {
            self.read("a combat", &combat.title, at);
            for row in &combat.rows {
                [&row.name, &row.attacker, &row.defender].iter().for_each(|t| self.read("a combat", t, at));
            }
        }
        for track in &view.tracks {
            self.read("a track", &format!("{} {}", track.name, track.value), at);
        }
        view.victory.iter().for_each(|s| self.read("the standing", &s.text, at));
    }

    /// A battle before it is fought: its rows make its total.
    fn battle(&mut self, battle: &Battle, at: &str) {
        let sum: i32 = battle.factors.iter().map(|f| i32::from(f.value)).sum();
        if sum != i32::from(battle.total) {
            self.fault(format!("the rows of a battle make {sum}, its total says {}", battle.total), at);
        }
        for text in battle.attackers.iter().chain(&battle.defenders).map(|f| &f.name) {
            self.read("a battle", text, at);
        }
        for text in battle.factors.iter().map(|f| &f.why).chain([&battle.ratio, &battle.note]) {
            self.read("a battle", text, at);
        }
        battle.chances.iter().for_each(|c| self.read("a chance", &c.outcome, at));
    }

    fn step(&mut self, step: &Step<'_, G>, at: &str) {
        let game = self.game;
        let viewers = [Viewer::All, Viewer::Watcher, Viewer::Side(step.side)];
        for viewer in viewers {
            for line in lines(game, step.events, None, viewer) {
                self.read("the log", &line.text, at);
            }
            for part in told(game, step.before, step.events, None, viewer) {
                texts(&part).iter().for_each(|text| self.read("a battle", text, at));
            }
        }
    }
}

/// What is read of a part of a battle.
fn texts(part: &BattlePart) -> Vec<String> {
    match part {
        BattlePart::Opens { title, attackers, defenders, .. } => {
            attackers.iter().chain(defenders).map(|f| &f.name).chain([title]).cloned().collect()
        }
        BattlePart::Joins { force, .. } => vec![force.name.clone()],
        BattlePart::Sum { name, rows, .. } => rows.iter().map(|r| &r.why).chain([name]).cloned().collect(),
        BattlePart::Odds { text, .. } | BattlePart::Result { text, .. } | BattlePart::Fate { text, .. } => {
            vec![text.clone()]
        }
        BattlePart::Roll { what, .. } => vec![what.clone()],
        BattlePart::Closes => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_as_words_alone() {
        let ids: HashSet<String> = ["b1".to_string(), "fr-napoleon".to_string()].into();
        let found = |text| ids_in(text, &ids).map(str::to_string);
        assert_eq!(found("move (b1) to 0203").as_deref(), Some("b1"));
        assert_eq!(found("Blue b12"), None);
        assert_eq!(found("fr-napoleon goes along").as_deref(), Some("fr-napoleon"));
        assert_eq!(found("lose W-1-2d").as_deref(), Some("W-1-2d"));
        assert_eq!(found("the 8-pounder, a well-known 3-to-1 attack, 1-2"), None);
    }
}
