//! What the table needs to lead a player: how actions are made by hand, and what a gesture means. The referee decides;
//! nothing here does.

mod battle;
mod ground;
mod prompt;
mod story;

use crate::Fury;
use crate::data::pieces::{CORPS, HQS, PIECES, Piece};
use crate::play::action::{Action, Ending, Event};
use crate::play::sequence::Step;
use crate::position::{Group, Position, enemy, off};
use sandtable_core::battle::BattlePart;
use sandtable_core::guide::{Battle, Chart, Ground, Guide, Handle, Prompt, Way};
use sandtable_core::position_words::PositionWords;
use sandtable_core::teach::TeachFiles;
use sandtable_core::view::{Layer, Viewer};
use sandtable_core::{Game, Side};

impl Guide for Fury {
    fn handle(&self, p: &Position, action: &Action) -> Handle {
        self.action_handle(p, action)
    }

    fn place_name(&self, _p: &Position, place: &str) -> String {
        self.data.hex(place).map_or_else(|| place.to_string(), |hex| Fury::place_name(self, hex))
    }

    fn label(&self, p: &Position, action: &Action) -> String {
        self.action_label(p, action)
    }

    fn prompt(&self, p: &Position, side: Side) -> Option<Prompt> {
        (self.to_decide(p).side() == Some(side)).then(|| self.asked(p)).flatten()
    }

    fn wish(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let picked: Vec<Piece> = pieces.iter().map(|id| self.piece(id)).collect::<Option<_>>()?;
        // A way clicked through its hexes: the last one is where it ends.
        if let Some((before, end)) = place.and_then(|way| way.rsplit_once(' ')) {
            let end = self.data.hex(end)?;
            let by = before.split(' ').map(|hex| self.data.hex(hex)).collect::<Option<Vec<_>>>()?;
            let piece = *picked.first()?;
            return match by[..] {
                [by] => Some(self.move_by(p, piece, end, by)),
                // Only a headquarters goes further, and its way makes no difference.
                _ => Some(Action::Move(piece, end)),
            };
        }
        let hex = match place {
            Some(number) => Some(self.data.hex(number)?),
            None => None,
        };
        if picked.is_empty() && hex.is_none() {
            return match p.steps.top() {
                Step::Moves => Some(Action::EndMoves),
                Step::Declare => Some(Action::EndAttacks),
                Step::SetUp(_) => Some(Action::End(Ending::SetUp)),
                Step::Resolve => Some(Action::End(Ending::Combats)),
                Step::Adjust(_) => Some(Action::End(Ending::Adjustment)),
                Step::Planning(..) => Some(Action::End(Ending::Planning)),
                _ => None,
            };
        }
        // A march needs no look at all the others.
        if let (Step::Moves, [piece], Some(hex)) = (p.steps.top(), &picked[..], hex) {
            return Some(Action::Move(*piece, hex));
        }
        self.offered(p, side, pieces, place).or_else(|| self.meant(p, &picked, hex))
    }

    fn ways(&self, p: &Position, side: Side, piece: &str) -> Vec<Way> {
        match self.piece(piece) {
            Some(piece) if self.to_decide(p).side() == Some(side) => self.ways_of(p, piece),
            _ => Vec::new(),
        }
    }

    fn ground(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        self.ground_of(p, what)
    }

    fn battle(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        self.check(p, side, action).ok()?;
        self.battle_of(p, side, action)
    }

    fn battle_parts(&self, before: &Position, event: &Event, _: Viewer) -> Vec<BattlePart> {
        self.story(before, event)
    }

    /// In steps: what the enemy loses in a combat less what the side loses, and one for the side that must go back. A cohesion
    /// test that fails costs one; a fortress that falls to its siege test is one for the besieger. The rest counts
    /// nothing.
    fn fortune(&self, side: Side, events: &[Event]) -> Option<f64> {
        let tables = &self.data.tables;
        let values = events.iter().filter_map(|event| match *event {
            // Only the attacker begins a combat, so the side is the attacker.
            Event::Result(attacker, defender, retreat) => {
                let back = [0, -1, 1][usize::from(retreat.min(2))];
                Some(i32::from(defender) - i32::from(attacker) + back)
            }
            // The side that goes back rolls for its own units.
            Event::Cohesion(roll) => Some(-i32::from(roll <= tables.cohesion)),
            Event::SiegeRoll { fort, total, .. } => {
                let falls = i32::from(total >= tables.siege_falls);
                let owner = self.data.forts.get(usize::from(fort))?.owner;
                Some(if owner == side.0 { -falls } else { falls })
            }
            _ => None,
        });
        values.reduce(|a, b| a + b).map(f64::from)
    }

    fn charts(&self) -> Vec<Chart> {
        self.all_charts()
    }

    fn position_words(&self, _: &str) -> PositionWords {
        self.lead_file()
    }

    fn row_word(&self, p: &Position, counter: &str) -> String {
        self.piece(counter).map_or(counter.to_string(), |piece| self.file_id(p, piece))
    }

    fn teach_files(&self) -> Option<TeachFiles> {
        Some(sandtable_core::teach_files!())
    }

    fn turns(&self, _scenario: &str) -> Vec<String> {
        self.data.tables.turns.clone()
    }
}

impl Fury {
    /// Where a piece stands, for pieces from outside too.
    pub(crate) fn whereabouts(&self, p: &Position, piece: Piece) -> Option<u16> {
        if piece.index() < PIECES { p.hex(piece) } else { None }
    }

    /// The first legal action that is made with these pieces at this place; without a place, one that these pieces can
    /// have a part in.
    fn offered(&self, p: &Position, side: Side, pieces: &[String], place: Option<&str>) -> Option<Action> {
        let mut list = Vec::new();
        self.actions(p, side, &mut list);
        let all_in = |some: &[String], all: &[String]| some.iter().all(|x| all.contains(x));
        list.into_iter().find(|a| {
            let handle = self.handle(p, a);
            let same = all_in(pieces, &handle.pieces);
            match place {
                Some(_) => same && all_in(&handle.pieces, pieces) && handle.place.as_deref() == place,
                None => same && !pieces.is_empty(),
            }
        })
    }

    /// What a player means who picks pieces up and points at a hex, although it is not offered: the referee then says
    /// which rule forbids it.
    fn meant(&self, p: &Position, picked: &[Piece], hex: Option<u16>) -> Option<Action> {
        let first = picked.first().copied();
        // Nobody is picked up, or somebody whom it is about.
        let concerns = |group: &Group| first.is_none_or(|x| group.has(x));
        let pointed = match (p.steps.top(), hex) {
            (Step::Resolve, Some(hex)) if concerns(&self.fighters(p, hex)) => Some(Action::Fight(hex)),
            (Step::Retreat { group, .. }, Some(hex)) if concerns(&group) => Some(Action::To(hex)),
            (Step::Shift { hq, .. }, Some(hex)) if concerns(&Group::one(hq)) => Some(Action::To(hex)),
            (Step::Entry(piece), Some(hex)) if concerns(&Group::one(piece)) => Some(Action::Enter(hex)),
            _ => None,
        };
        if pointed.is_some() {
            return pointed;
        }
        let piece = first?;
        let at = p.hex(piece);
        // Without a hex the piece is put where it stands, so that the answer speaks of the piece alone.
        let to = hex.or(at).unwrap_or(0);
        let other = Action::Move(piece, to);
        Some(match p.steps.top() {
            Step::SetUp(_) => {
                let centre = self.data.setup.get(p.army[piece.index()].index()).and_then(|s| s.first());
                Action::SetUp(piece, hex.or(at).or(centre.copied()).unwrap_or(0))
            }
            Step::Declare => self.attack_meant(p, picked, hex),
            Step::Resolve if hex.is_none() => {
                let fought = p.unfought().map(|a| a.target).find(|t| self.fighters(p, *t).has(piece));
                fought.map_or(other, Action::Fight)
            }
            Step::Loss { .. } => Action::Lose(piece),
            Step::Surplus { .. } => Action::GoOn(piece),
            Step::Advance if hex.is_none_or(|h| h == p.combat.target) => self.advance_meant(p, picked),
            Step::Adjust(_) => {
                let from = at.unwrap_or(to);
                Action::Withdraw { from, first: to, second: to }
            }
            Step::Replacements(_) if p.place[piece.index()] == off::ELIMINATED => {
                Action::Reform(piece, false)
            }
            Step::Replacements(_) if at.is_some() => Action::Restore(piece),
            Step::Replacements(_) => Action::Reform(piece, false),
            Step::Reinforcements(_) => self.arrival_meant(p, piece, hex),
            Step::Planning(..) => Action::Activate(piece),
            _ => other,
        })
    }

    /// Who attacks or defends a hex in a combat still to be fought.
    fn fighters(&self, p: &Position, target: u16) -> Group {
        let attack = p.unfought().find(|a| a.target == target);
        let mut out = attack.map_or(Group::EMPTY, |a| Group::of(&a.units));
        p.units_at(&self.data, enemy(p.active), target).iter().for_each(|u| out.push(u));
        out
    }

    /// An attack with the units picked up: two at most, and headquarters only if there is no unit.
    fn attack_meant(&self, p: &Position, picked: &[Piece], hex: Option<u16>) -> Action {
        let mut units: Vec<Piece> = picked.iter().copied().filter(|x| x.is_unit()).collect();
        if units.is_empty() {
            units.extend(picked.first());
        }
        units.truncate(2);
        units.sort_unstable();
        units.dedup();
        let from = units.iter().find_map(|u| p.hex(*u)).or(hex).unwrap_or(0);
        // Without a target, one that is at least worth a word.
        let near = || {
            let named = |h: &u16| self.target_breach(p, *h).is_none_or(|(rule, _)| rule != "10a");
            self.data.steps(from).map(|s| s.to).find(named)
        };
        let target = hex.or_else(near).unwrap_or(from);
        let unit = |i: usize| units.get(i).copied().unwrap_or(Piece::NONE);
        Action::Attack { from, target, units: [unit(0), unit(1)] }
    }

    /// An advance with exactly the pieces picked up, headquarters included.
    fn advance_meant(&self, p: &Position, picked: &[Piece]) -> Action {
        let follows = picked.iter().any(|x| x.is_hq());
        let units: Vec<Piece> = picked.iter().copied().filter(|x| x.is_unit()).collect();
        let group = |units: &[Piece; 2]| Group::of(units);
        let mut found = None;
        self.advances(p, &mut |a| {
            if let Action::Advance { units: these, hq } = a
                && hq == follows
                && group(&these).len() == units.len()
                && units.iter().all(|u| group(&these).has(*u))
            {
                found = Some(a);
            }
        });
        let unit = |i: usize| units.get(i).copied().unwrap_or(Piece::NONE);
        found.unwrap_or(Action::Advance { units: [unit(0), unit(1)], hq: follows })
    }

    /// A piece is brought in, or takes the place of a Cadre in the hex pointed at.
    fn arrival_meant(&self, p: &Position, piece: Piece, hex: Option<u16>) -> Action {
        let army = p.army[piece.index()];
        if piece.is_hq() {
            return Action::BringHq(piece, p.hq_front[piece.index() - CORPS]);
        }
        let cadres = (CORPS + HQS..PIECES).map(|i| Piece(i as u8));
        match cadres.filter(|c| hex.is_some() && p.hex(*c) == hex).nth(0) {
            Some(cadre) => Action::Replace(piece, cadre),
            None => Action::Bring(piece, self.postings(p, piece).next().unwrap_or(army)),
        }
    }
}
