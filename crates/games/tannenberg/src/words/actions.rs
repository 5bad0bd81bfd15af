//! Actions in a few words, different for each legal action of a position.

use super::names::count;
use crate::Tannenberg;
use sandtable_east::action::{Action, Ending};
use sandtable_east::data::params::Outcome;
use sandtable_east::position::Position;
use sandtable_east::standard::results;
use sandtable_east::standard::zones::enemy;

impl Tannenberg {
    /// An action in words.
    pub(crate) fn action_text(&self, p: &Position, action: &Action) -> String {
        let (name, place) = (|u| self.unit_name(u), |h| self.place_name(h));
        let mover = |m| self.mover_name(m);
        match *action {
            Action::SetUp(unit, hex) => format!("set up {} in {}", name(unit), place(hex)),
            Action::Hide(unit, gruppe) => format!("hide {} in Gruppe {gruppe}", name(unit)),
            Action::Show(unit) => format!("show {}", name(unit)),
            Action::Place(gruppe, hex) => format!("place Gruppe {gruppe} in {}", place(hex)),
            Action::Remove(gruppe) => format!("remove Gruppe {gruppe}"),
            Action::Pretend(gruppe) => {
                let marker = usize::from(gruppe).checked_sub(1).and_then(|g| p.markers.get(g));
                let state = if marker.is_some_and(|m| m.pretends) { "in" } else { "out of" };
                format!("mark Gruppe {gruppe} as {state} command")
            }
            Action::Commit => "change the commander and call the West Front units".into(),
            Action::Relieve(hex) => format!("place the new headquarters in {}", place(hex)),
            Action::Bring(unit, hex) => format!("bring in {} at {}", name(unit), place(hex)),
            Action::Detour(unit) => format!("send {} round off the map", name(unit)),
            Action::Help(radius, strength) if radius == strength => {
                format!("help {} with radius and strength", name(radius))
            }
            Action::Help(radius, strength) => {
                format!("help {} with radius and {} with strength", name(radius), name(strength))
            }
            Action::Allot(unit, hq) => format!("put {} under {}", name(unit), name(hq)),
            Action::AllotAll => "allot the rest".into(),
            Action::March(m, hex) => format!("march {} to {}", mover(m), place(hex)),
            Action::Entrain(m) => format!("entrain {}", mover(m)),
            Action::Ride(m, to) if self.any_data().map.exit_of(to).is_some() => {
                format!("ride {} {}", mover(m), place(to))
            }
            Action::Ride(m, to) => format!("ride {} to {}", mover(m), place(to)),
            Action::Halt(m, from, to) => {
                format!(
                    "halt {} off the map from {} to {}",
                    mover(m),
                    self.exit_name(from),
                    self.exit_name(to)
                )
            }
            Action::Detrain(m) => format!("detrain {}", mover(m)),
            Action::Feed(unit) => format!("feed {}", name(unit)),
            Action::GiveUp(unit) => format!("give up {}", name(unit)),
            Action::Withdraw(unit) => format!("withdraw {}", name(unit)),
            Action::To(hex) => format!("to {}", place(hex)),
            Action::Follow(unit) => format!("follow with {}", name(unit)),
            Action::Attack(hex) => format!("attack {}", place(hex)),
            Action::Also(hex) => format!("also attack {}", place(hex)),
            Action::With(unit) => format!("attack with {}", name(unit)),
            Action::WithAll => "attack with everybody".into(),
            Action::Lead(hq) => format!("lead with {}", name(hq)),
            Action::Shift(hq) => format!("shift by {}", name(hq)),
            Action::Fight => {
                let hexes: Vec<String> = p.combat.targets().iter().map(|h| place(*h)).collect();
                if hexes.is_empty() { "fight".into() } else { format!("fight for {}", hexes.join(" and ")) }
            }
            Action::Choose(option) => format!("{option}: {}", self.option_text(p, option)),
            Action::Affect(unit) => format!("affect {}", name(unit)),
            Action::Lose(unit) => format!("lose a step of {}", name(unit)),
            Action::LoseWall(fort) => format!("lose a step of fortress {}", self.fort_name(fort)),
            Action::Advance(unit, hex) => format!("advance {} to {}", name(unit), place(hex)),
            Action::Replace(unit) => format!("replace steps of {}", name(unit)),
            Action::Ask(unit) => format!("ask about the supply of {}", name(unit)),
            Action::AskAll => "ask about all lines of supply".into(),
            Action::Done => p.ending().map_or("done", ending_words).into(),
            Action::End(ending) => ending_words(ending).into(),
        }
    }

    /// What an option costs (tannenberg 8.9d to 8.9k, tannenberg 11.13c).
    fn option_text(&self, p: &Position, option: u8) -> String {
        let engine = self.engine(p);
        let (c, params) = (&p.combat, &engine.data.params);
        let Some(choice) = engine.options(p).find(|o| o.option == option) else {
            return "no such option".to_string();
        };
        let walled = engine.walls(p, enemy(p.phasing)).next().is_some();
        let steps = |n: u8| count(n, "step");
        if choice.retreat == 0 {
            let owed = match walled {
                true => results::fortress_loss(params, c.defender, c.steps),
                false => results::loss(choice, c.steps),
            };
            let rest = if c.defender == Outcome::Eliminated { "" } else { " and stay" };
            return format!("lose {}{rest}", steps(owed));
        }
        // The garrison goes alone and counts alone.
        let units = results::force(engine.data, p, c.defenders, []);
        let affected = if walled { results::affected(c.size, units) } else { c.steps };
        let back = format!("retreat {}", hexes(choice.retreat));
        let left = if walled { ", leaving the fortress to itself" } else { "" };
        match results::loss(choice, affected) {
            0 => format!("{back}{left}"),
            lost => format!("lose {} and {back}{left}", steps(lost)),
        }
    }
}

fn hexes(n: u8) -> String {
    if n == 1 { "1 hex".to_string() } else { format!("{n} hexes") }
}

/// The words that end something.
pub(super) const ENDINGS: [(Ending, &str); 12] = [
    (Ending::SetUp, "end set-up"),
    (Ending::TurnBegins, "begin the turn"),
    (Ending::CombatBegins, "begin combat"),
    (Ending::Questions, "end questions"),
    (Ending::Reinforcements, "end reinforcements"),
    (Ending::Command, "end command"),
    (Ending::Movement, "end movement"),
    (Ending::Withdrawals, "end withdrawals"),
    (Ending::Follow, "stay"),
    (Ending::Attacks, "end attacks"),
    (Ending::Advance, "end the advance"),
    (Ending::Replacements, "end replacements"),
];

fn ending_words(ending: Ending) -> &'static str {
    ENDINGS.iter().find(|(e, _)| *e == ending).map_or("done", |(_, words)| words)
}
