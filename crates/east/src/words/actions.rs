//! Actions in words and by hand: one row for each, and what hangs on the position.

use super::{begins, count};
use crate::action::{Action, Ending, Gruppe};
use crate::data::Map;
use crate::data::params::Outcome;
use crate::engine::{Adds, Engine};
use crate::position::{MARKERS, Position, Step};
use crate::standard::zones::enemy;
use sandtable_core::Refusal;
use sandtable_core::guide::Handle;
use sandtable_core::machine::{self, Modules};
use sandtable_core::phrase::{Operand, Shown};

sandtable_core::action_table! {
    Action<A: Adds> beside Own, Engine<'_, A>;
    (SetUp(unit, hex)) unit, hex = "set_up": "set up {unit} in {hex}", "Set up {unit} in {hex}";
    (Hide(unit, gruppe)) unit, gruppe = "hide": "hide {unit} in {gruppe}", "Hide {unit} in {gruppe}";
    (Show(unit)) unit = "show": "show {unit}", "Show {unit} openly";
    (Place(gruppe, hex)) gruppe, hex = "place": "place {gruppe} in {hex}", "Place {gruppe} in {hex}";
    (Remove(gruppe)) gruppe = "remove": "remove {gruppe}", "Take {gruppe} off the map";
    (Pretend(gruppe)) gruppe = "pretend": "mark {gruppe}", "Mark {gruppe} as out of command, or no longer";
    (Ask(unit)) unit = "ask": "ask about the supply of {unit}", "Ask about the supply of {unit}";
    (AskAll) = "ask_all": "ask about all lines of supply", "Ask about all lines of supply";
    (Bring(unit, hex)) unit, hex = "bring": "bring in {unit} at {hex}", "Bring {unit} in at {hex}";
    (Detour(unit)) unit = "detour": "send {unit} round off the map", "Send {unit} round by rail off the map";
    (Allot(unit, hq)) unit, hq = "allot": "put {unit} under {hq}", "Put {unit} under {hq}";
    (AllotAll) = "allot_all": "allot the rest", "Allot the rest and end command";
    (March(mover, hex)) mover, hex = "move": "march {mover} to {hex}", "Move {mover} to {hex}";
    (Entrain(mover)) mover = "entrain": "entrain {mover}", "Entrain {mover}";
    (Ride(mover, to)) mover, to = "ride": "ride {mover} to {to}", "{mover} rides to {to}";
    (Halt(mover, from, to)) mover, from, to = "halt":
        "halt {mover} off the map from {from} to {to}", "{mover} halts off the map on the way from {from} to {to}";
    (Detrain(mover)) mover = "detrain": "detrain {mover}", "Detrain {mover}";
    (Feed(unit)) unit = "feed": "feed {unit}", "Feed {unit} from the fortress or trench";
    (GiveUp(unit)) unit = "give_up": "give up {unit}", "Give up {unit}";
    (Withdraw(unit)) unit = "withdraw": "withdraw {unit}", "Withdraw {unit} before combat";
    (To(hex)) hex = "retreat_to": "to {hex}", "Go back to {hex}";
    (Follow(unit)) unit = "follow": "follow with {unit}", "Follow with {unit}";
    (Attack(hex)) hex = "attack": "attack {hex}", "Attack {hex}";
    (Also(hex)) hex = "also": "also attack {hex}", "Attack {hex} along with it";
    (With(unit)) unit = "with": "attack with {unit}", "{unit} joins the attack";
    (WithAll) = "with_all": "attack with everybody", "Everybody who can joins the attack";
    (Lead(hq)) hq = "lead": "lead with {hq}", "{hq} fights along";
    (Shift(hq)) hq = "shift": "shift by {hq}", "{hq} shifts the column";
    (Fight) = "fight" weigh: "fight", "Fight";
    (Choose(option)) option = "choose": "{option}", "{option}";
    (Affect(unit)) unit = "affect": "affect {unit}", "{unit} is affected";
    (LoseWall(fort)) fort = "lose_wall":
        "lose a step of fortress {fort}", "The fortress {fort} loses a step";
    (Lose(unit)) unit = "lose": "lose a step of {unit}", "{unit} loses a step";
    (Advance(unit, hex)) unit, hex = "advance": "advance {unit} to {hex}", "Advance {unit} to {hex}";
    (Replace(unit)) unit = "replace": "replace steps of {unit}", "Try to replace steps of {unit}";
    (Done) = "done": "done", "Done";
    (End(ending)) ending = "done": "{ending}", "{ending}";
}

impl<A: Adds> Engine<'_, A> {
    /// An action as it is typed, different for each legal action of a position.
    pub fn describe(&self, p: &Position<A>, action: &Action<A>) -> String {
        match *action {
            Action::Pretend(gruppe) => {
                let state =
                    if self.marker(p, gruppe.0).is_some_and(|m| m.pretends) { "in" } else { "out of" };
                format!("mark {} as {state} command", gruppe.text(self, p))
            }
            Action::Ride(mover, to) if self.data.map.exit_of(to).is_some() => {
                format!("ride {} {}", mover.text(self, p), to.text(self, p))
            }
            Action::Fight if p.combat.count > 0 => {
                let hexes: Vec<String> = p.combat.targets().iter().map(|h| h.text(self, p)).collect();
                format!("fight for {}", hexes.join(" and "))
            }
            Action::Done => p.ending().map_or("done", Ending::words).to_string(),
            _ => self.text_of(p, action),
        }
    }

    /// An action for people, with what it costs or brings. The position is as its side knows it.
    pub fn label(&self, p: &Position<A>, action: &Action<A>) -> String {
        let text = self.phrase(p, action);
        match self.price_text(p, action) {
            Some(price) => format!("{text} · {price}"),
            None => text,
        }
    }

    /// An action for people.
    fn phrase(&self, p: &Position<A>, action: &Action<A>) -> String {
        let text = match *action {
            Action::Pretend(_) | Action::Done | Action::End(_) => self.describe(p, action),
            Action::Fight if p.combat.count > 0 => format!("fight for {}", self.targets_text(p)),
            Action::To(hex) => self.way_back(p, hex),
            Action::Ride(mover, to) if self.data.map.exit_of(to).is_some() => {
                return format!("{} rides {}", mover.label(self, p), to.text(self, p));
            }
            Action::Choose(option) => self.option_text(p, option),
            _ => return self.label_of(p, action),
        };
        begins(&text)
    }

    /// An action from its words, legal or not, so that an illegal wish is answered with its rule.
    pub fn parse(&self, p: &Position<A>, words: &str) -> Option<Action<A>> {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let gruppen = (1..=MARKERS as u8).map(|g| Action::Pretend(Gruppe(g)));
        // Words that end a step end that step and no other (tannenberg 4.0b).
        let mut by_position = [Action::Fight, Action::Done].into_iter().chain(gruppen);
        if let Some(action) = by_position.find(|a| self.describe(p, a).to_lowercase() == words) {
            return Some(action);
        }
        if let Some((mover, exit)) =
            words.strip_prefix("ride ").and_then(|w| w.split_once(" off the map at "))
        {
            let exit = crate::action::ExitId::read(self, p, exit)?;
            return Some(Action::Ride(Operand::read(self, p, mover)?, Map::node(exit.0)));
        }
        machine::parse(self, p, &words)
    }

    /// How an action is made by hand.
    pub fn handle(&self, p: &Position<A>, action: &Action<A>) -> Handle {
        let mut handle = self.handle_of(p, action);
        let place = match *action {
            Action::Hide(..) => None,
            // The unit is put where its headquarters stands.
            Action::Allot(_, hq) => Some(p.place(hq)),
            Action::Follow(_) => match p.top() {
                Step::Follow(_, hex) => Some(hex),
                _ => None,
            },
            Action::Fight => p.combat.targets().first().copied(),
            _ => return handle,
        };
        handle.pieces.truncate(1);
        if let Some(place) = place {
            place.touch(self, p, &mut handle);
        }
        handle
    }

    /// What an option costs (tannenberg 8.9d to 8.9k, tannenberg 11.13c).
    pub fn option_text(&self, p: &Position<A>, option: u8) -> String {
        let Some(choice) = self.options(p).find(|o| o.option == option) else {
            return "no such option".to_string();
        };
        let walled = self.walls(p, enemy(p.phasing)).next().is_some();
        let (owed, steps) = (self.cost(p, choice), |n: u8| count(n, "step"));
        if choice.retreat == 0 {
            let rest = if p.combat.defender == Outcome::Eliminated { "" } else { " and stay" };
            return format!("lose {}{rest}", steps(owed));
        }
        let hexes =
            if choice.retreat == 1 { "1 hex".to_string() } else { format!("{} hexes", choice.retreat) };
        let left = if walled { ", leaving the fortress to itself" } else { "" };
        match owed {
            0 => format!("retreat {hexes}{left}"),
            lost => format!("lose {} and retreat {hexes}{left}", steps(lost)),
        }
    }
}

impl Ending {
    /// Each with the words that end it, and the rule where it is not open (tannenberg 4.0b).
    const ALL: [(Ending, &'static str, Refusal); 12] = [
        (Ending::SetUp, "end set-up", Refusal::new("18.0b", "the set-up is over")),
        (Ending::TurnBegins, "begin the turn", Refusal::new("4.0a", "no Player-Turn is to be begun now")),
        (Ending::CombatBegins, "begin combat", Refusal::new("4.A3a", "no combat phase is to be begun now")),
        (Ending::Questions, "end questions", Refusal::new("18.61b", "no questions are open")),
        (
            Ending::Reinforcements,
            "end reinforcements",
            Refusal::new("4.A1b", "reinforcements do not come in now"),
        ),
        (Ending::Command, "end command", Refusal::new("4.A1c", "command is not allotted now")),
        (Ending::Movement, "end movement", Refusal::new("4.A1d", "nothing moves now")),
        (Ending::Withdrawals, "end withdrawals", Refusal::new("4.A2", "no cavalry withdraws now")),
        (Ending::Follow, "stay", Refusal::new("12.16", "there is no hex to follow into")),
        (Ending::Attacks, "end attacks", Refusal::new("4.A3b", "no attack is chosen now")),
        (Ending::Advance, "end the advance", Refusal::new("8.73a", "nobody advances now")),
        (Ending::Replacements, "end replacements", Refusal::new("4.A4", "no steps are replaced now")),
    ];

    /// The words that end it.
    pub fn words(self) -> &'static str {
        Ending::ALL.iter().find(|(e, ..)| *e == self).map_or("done", |(_, words, _)| words)
    }

    /// What these words end.
    pub fn named(words: &str) -> Option<Ending> {
        Ending::ALL.iter().find(|(_, w, _)| *w == words).map(|(ending, ..)| *ending)
    }

    /// It is not open.
    pub(crate) fn not_open(self) -> Refusal {
        let found = Ending::ALL.iter().find(|(e, ..)| *e == self);
        found.map_or(Refusal::new("4.0b", "that is not open"), |(.., refusal)| *refusal)
    }
}
