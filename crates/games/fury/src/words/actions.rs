//! Actions in words and by hand: one row for each. Whatever cannot be read whole is not read at all.

use crate::Fury;
use crate::data::pieces::{Army, Front, HQS, PIECES, Piece};
use crate::play::action::{Action, Ending};
use crate::play::declare::in_order;
use crate::play::sequence::Step;
use crate::position::hexset::HEXES;
use crate::position::{Group, Position};
use sandtable_core::guide::Handle;
use sandtable_core::machine::{self, Modules};
use sandtable_core::phrase::{Operand, Shown};

sandtable_core::action_table! {
    Action, Fury;
    (SetUp(piece, hex)) piece, hex = "set_up": "set up {piece} in {hex}", "Set up {piece} in {hex}";
    (Front(front)) front = "front": "front {front}", "Activate the {front} front";
    (MoveBy(piece, hex, by)) piece, by, hex = "move":
        "move {piece} to {hex} by {by}", "Move {piece} to {hex} by way of {by}";
    (Move(piece, hex)) piece, hex = "move": "move {piece} to {hex}", "Move {piece} to {hex}";
    (EndMoves) = "end_moves": "end movement", "End movement";
    (Attack { from, target, units }) units, from, target = "attack" weigh:
        "attack {target} from {from} with {units}", "Attack {target} from {from} with {units}";
    (EndAttacks) = "end_attacks": "end declarations", "Declare no more attacks";
    (Fight(hex)) hex = "fight" weigh: "fight for {hex}", "Fight for {hex}";
    (Lose(unit)) unit = "lose": "loss to {unit}", "{unit} takes the loss";
    (Retreat) = "retreat": "retreat", "Retreat";
    (Refuse) = "refuse": "refuse", "Refuse the retreat";
    (Force) = "force": "force", "Force the retreat for one more loss";
    (Accept) = "accept": "accept", "Accept the refusal";
    (Siege) = "siege": "siege", "Stand a siege";
    (Surrender) = "surrender": "surrender", "Give the fortress up";
    (To(hex)) hex = "retreat_to": "to {hex}", "Go back to {hex}";
    (GoOn(piece)) piece = "go_on": "{piece} goes on", "{piece} goes on";
    (Advance { units, hq: true }) units = "advance":
        "advance {units} with HQ", "Advance {units} with the headquarters";
    (Advance { units, hq: false }) units = "advance": "advance {units}", "Advance {units}";
    (Stay) = "stay": "stay", "Do not advance";
    (Withdraw { from, first, second }) from, first, second = "withdraw":
        "withdraw {from} to {second} by {first}", "Withdraw from {from} to {second} by way of {first}";
    (Perish(hex)) hex = "perish": "give up {hex}", "Give up the stack in {hex}";
    (Reform(corps, true)) corps = "reform": "reform {corps} full", "Reform {corps} at full strength";
    (Reform(corps, false)) corps = "reform": "reform {corps} reduced", "Reform {corps} on its reduced side";
    (Restore(corps)) corps = "restore": "restore {corps}", "Restore {corps} to full strength";
    (Done) = "done": "done", "End this step";
    (Replace(corps, cadre)) corps, cadre = "replace":
        "replace {cadre} with {corps}", "Replace {cadre} with {corps}";
    (BringHq(hq, front)) hq, front = "bring":
        "bring {hq} for the {front} front", "Bring {hq} in on the {front} front";
    (Bring(corps, army)) corps, army = "bring": "bring {corps} for {army}", "Bring {corps} in for {army}";
    (Enter(hex)) hex = "enter": "enter at {hex}", "Come in at {hex}";
    (Transfer) = "transfer": "post RU I to RU IX Army", "Post the Russian I Corps to the 9th Army";
    (Activate(hq)) hq = "activate": "activate {hq}", "Turn {hq} active";
    (End(Ending::SetUp)) = "end": "end set-up", "End the set-up";
    (End(Ending::Combats)) = "end": "end combats", "End the combats";
    (End(Ending::Adjustment)) = "end": "end adjustment", "End front adjustment";
    (End(Ending::Planning)) = "end": "end planning", "End planning";
}

impl Shown<Fury> for Piece {
    fn text(&self, game: &Fury, p: &Position) -> String {
        game.piece_name(p, *self)
    }

    fn touch(&self, game: &Fury, _: &Position, handle: &mut Handle) {
        if self.index() < PIECES {
            handle.pieces.push(game.piece_id(*self));
        }
    }
}

impl Operand<Fury> for Piece {
    /// By name or id; a Cadre without its nation, too.
    fn read(game: &Fury, p: &Position, name: &str) -> Option<Piece> {
        let all = || (0..PIECES as u8).map(Piece);
        let short = |x: &Piece| {
            x.is_cadre()
                && game.piece_name(p, *x).to_lowercase().split_once(' ').is_some_and(|(_, n)| n == name)
        };
        all()
            .find(|x| game.piece_name(p, *x).to_lowercase() == name)
            .or_else(|| all().find(|x| game.piece_id(*x) == name))
            .or_else(|| all().find(short))
    }
}

/// One unit or two.
impl Shown<Fury> for [Piece; 2] {
    fn text(&self, game: &Fury, p: &Position) -> String {
        let names: Vec<String> = Group::of(self).iter().map(|u| game.piece_name(p, u)).collect();
        names.join(" + ")
    }

    fn touch(&self, game: &Fury, p: &Position, handle: &mut Handle) {
        Group::of(self).iter().for_each(|u| u.touch(game, p, handle));
    }
}

impl Operand<Fury> for [Piece; 2] {
    /// In any order.
    fn read(game: &Fury, p: &Position, names: &str) -> Option<[Piece; 2]> {
        let mut units = [Piece::NONE; 2];
        for (i, name) in names.split('+').enumerate() {
            *units.get_mut(i)? = Piece::read(game, p, name.trim())?;
        }
        Some(in_order(units))
    }
}

/// A hex.
impl Shown<Fury> for u16 {
    fn text(&self, game: &Fury, _: &Position) -> String {
        game.data.number(*self).to_string()
    }

    fn label(&self, game: &Fury, p: &Position) -> String {
        let name = game.data.board.place(sandtable_board::Hex(*self)).map(|place| place.name.as_str());
        format!("{} {}", self.text(game, p), name.unwrap_or_default()).trim_end().to_string()
    }

    fn touch(&self, game: &Fury, p: &Position, handle: &mut Handle) {
        if usize::from(*self) < HEXES {
            handle.place = Some(self.text(game, p));
        }
    }
}

impl Operand<Fury> for u16 {
    fn read(game: &Fury, _: &Position, number: &str) -> Option<u16> {
        game.data.hex(number)
    }
}

impl Shown<Fury> for Army {
    fn text(&self, game: &Fury, _: &Position) -> String {
        game.army_name(*self)
    }
}

impl Operand<Fury> for Army {
    fn read(game: &Fury, _: &Position, name: &str) -> Option<Army> {
        (0..HQS as u8).map(Army).find(|a| game.army_name(*a).to_lowercase() == name)
    }
}

impl Shown<Fury> for Front {
    fn text(&self, _: &Fury, _: &Position) -> String {
        self.name().to_string()
    }
}

impl Operand<Fury> for Front {
    fn read(_: &Fury, _: &Position, name: &str) -> Option<Front> {
        crate::words::front(name)
    }
}

impl Fury {
    /// An action in a few words. A stack that goes back one hex has one to name.
    pub(crate) fn action_text(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Withdraw { from, first, second } if first == second => {
                format!("withdraw {} to {}", self.data.number(from), self.data.number(first))
            }
            _ => self.text_of(p, action),
        }
    }

    /// An action for people, with what it costs.
    pub(crate) fn action_label(&self, p: &Position, action: &Action) -> String {
        let label = self.plain_label(p, action);
        match self.price(p, action) {
            Some(price) => format!("{label} · {price}"),
            None => label,
        }
    }

    /// What an action costs or how it stands, in short; nothing where that goes without saying.
    fn price(&self, p: &Position, action: &Action) -> Option<String> {
        let steps = |corps: Piece, steps: u8| {
            let c = self.data.corps.get(corps.index())?;
            let half = |points: u8| f32::from(points) / 2.0;
            let cost = steps * self.data.tables.step_cost(c.kind);
            Some(format!("{} of {} points", half(cost), half(p.points[c.nation.index()])))
        };
        match *action {
            Action::Move(piece, hex) if piece.index() < PIECES && usize::from(hex) < HEXES => {
                let points = self.points(piece);
                match self.march_cost(p, piece, hex) {
                    Some(cost) => Some(format!("{cost} of {points} MP")),
                    None if piece.is_unit() => {
                        let left = p.rail[self.rail_account(p, piece).index()];
                        Some(format!("by rail, 1 of {left} rail points"))
                    }
                    None => None,
                }
            }
            Action::Attack { target, units, .. } if usize::from(target) < HEXES => {
                let group = Group::of(&units).only(|u| u.index() < PIECES);
                Some(format!("{} : {}", self.attack_strength(p, &group), self.defence(p, target)))
            }
            Action::Reform(corps, full) => steps(corps, 1 + u8::from(full)),
            Action::Restore(corps) => steps(corps, 1),
            Action::Refuse => {
                let free = p.steps.top() == Step::DefenderAnswers && self.defends_fort(p);
                Some(if free { "for nothing, in a fortress" } else { "for one loss" }.to_string())
            }
            _ => None,
        }
    }

    fn plain_label(&self, p: &Position, action: &Action) -> String {
        match *action {
            Action::Withdraw { from, first, second } if first == second => {
                format!("Withdraw from {} to {}", from.label(self, p), first.label(self, p))
            }
            _ => self.label_of(p, action),
        }
    }

    /// An action from its words, whether it is legal or not.
    pub(crate) fn action_from(&self, p: &Position, words: &str) -> Option<Action> {
        match machine::parse(self, p, words) {
            Some(Action::MoveBy(piece, to, by)) => Some(self.move_by(p, piece, to, by)),
            None => {
                let words = words.to_lowercase();
                let (from, to) = words.trim().strip_prefix("withdraw ")?.split_once(" to ")?;
                let (from, to) = (self.data.hex(from.trim())?, self.data.hex(to.trim())?);
                Some(Action::Withdraw { from, first: to, second: to })
            }
            read => read,
        }
    }

    /// How an action is made by hand; some pick up or point at more than they name.
    pub(crate) fn action_handle(&self, p: &Position, action: &Action) -> Handle {
        let mut handle = self.handle_of(p, action);
        let stack = |hex: u16, handle: &mut Handle| match p.steps.top() {
            Step::Adjust(side) if usize::from(hex) < HEXES => {
                self.stack(p, side, hex).iter().for_each(|u| u.touch(self, p, handle));
            }
            _ => {}
        };
        match *action {
            Action::Advance { .. } => p.combat.target.touch(self, p, &mut handle),
            Action::Withdraw { from, .. } => stack(from, &mut handle),
            Action::Perish(hex) => {
                handle.place = None;
                stack(hex, &mut handle);
            }
            Action::Replace(corps, cadre) => {
                handle.pieces.clear();
                corps.touch(self, p, &mut handle);
                if let Some(hex) = self.whereabouts(p, cadre) {
                    hex.touch(self, p, &mut handle);
                }
            }
            Action::Enter(_) => {
                if let Step::Entry(piece) = p.steps.top() {
                    piece.touch(self, p, &mut handle);
                }
            }
            _ => {}
        }
        handle
    }
}
