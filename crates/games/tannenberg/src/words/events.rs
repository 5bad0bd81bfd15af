//! Events as lines of the log, for those who may read everything.

use super::side_word;
use crate::Tannenberg;
use crate::action::{Event, Way};
use crate::play::OwnEvent;
use crate::position::told;
use sandtable_core::game::Line;
use sandtable_east::data::params::Outcome;
use sandtable_east::guide::bears;
use sandtable_east::words::count;

/// The entry of the table as it is printed.
pub(crate) const fn entry(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Nothing => "–",
        Outcome::One => "1",
        Outcome::Two => "2",
        Outcome::Three => "3",
        Outcome::Eliminated => "E",
    }
}

/// Both results, as `1/2`.
fn result(attacker: Outcome, defender: Outcome) -> String {
    format!("result {}/{}", entry(attacker), entry(defender))
}

/// What somebody was told about a Gruppe.
fn answer(told: u8) -> &'static str {
    match told {
        told::DUMMY => "is a dummy",
        told::STAFF => "holds headquarters only",
        told::ZONE => "has a zone of control",
        told::NO_ZONE => "has no zone of control",
        _ => "holds units",
    }
}

impl Tannenberg {
    /// The places of an event, hexes only.
    pub(super) fn places(&self, places: &[u16]) -> Vec<String> {
        let map = &self.any_data().map;
        places.iter().filter(|h| **h < map.len()).map(|h| map.number(*h).to_string()).collect()
    }

    /// A line with the hexes that it speaks of.
    pub(super) fn line(&self, text: String, rule: &'static str, places: &[u16]) -> Line {
        Line { text, rule, places: self.places(places) }
    }

    /// An event as a line of the log.
    pub(crate) fn event_line(&self, event: &Event) -> Line {
        self.moves_line(event).or_else(|| self.combat_line(event)).unwrap_or_else(|| self.course_line(event))
    }

    /// Where something went, and what Gruppen do.
    fn moves_line(&self, event: &Event) -> Option<Line> {
        let (name, place) = (|u| self.any_data().title(u), |h| self.any_data().place_title(h));
        // Off the map is no hex that one goes `to`.
        let to = |h: u16| {
            if self.any_data().map.exit_of(h).is_some() { place(h) } else { format!("to {}", place(h)) }
        };
        let line = |text: String, rule, places: &[u16]| Some(self.line(text, rule, places));
        match *event {
            Event::SetUp(u, h) => line(format!("{} is set up in {}", name(u), place(h)), "3.0d", &[h]),
            Event::Arrived(u, h) => line(format!("{} comes in at {}", name(u), place(h)), "14.11", &[h]),
            Event::Own(OwnEvent::Exchanged(u, h, _)) => {
                line(format!("{} takes command in {}", name(u), place(h)), "19.21a", &[h])
            }
            Event::Marched(u, from, h) => {
                line(format!("{} marches from {} {}", name(u), place(from), to(h)), "5.0b", &[from, h])
            }
            Event::GruppeWent(g, way, rail) => {
                let (by, rule) = if rail { (" by rail", "5.33a") } else { ("", "18.31") };
                line(format!("Gruppe {g} goes {}{by}", self.way_text(&way)), rule, way.places())
            }
            Event::Rode(u, from, h) => {
                let start = if self.any_data().map.exit_of(from).is_some() { "" } else { "from " };
                let text = format!("{} rides {start}{} {}", name(u), place(from), to(h));
                line(text, "5.33a", &[from, h])
            }
            Event::WentIn(u, g) => line(format!("{} goes into Gruppe {g}", name(u)), "18.0e", &[]),
            Event::CameOut(u, h) => {
                line(format!("{} is put on the map in {}", name(u), place(h)), "18.0e", &[h])
            }
            Event::Placed(g, h) => line(format!("Gruppe {g} is placed in {}", place(h)), "18.5c", &[h]),
            Event::TakenOff(g, h) => line(format!("Gruppe {g} is taken off in {}", place(h)), "18.34", &[h]),
            Event::Pretended(g, h, on) => {
                let state = if on { "out of" } else { "in" };
                line(format!("Gruppe {g} in {} is marked as {state} command", place(h)), "18.35b", &[h])
            }
            Event::DummyGone(h) => line(format!("a dummy is found out in {}", place(h)), "18.41a", &[h]),
            Event::Opened(g, h) => line(format!("Gruppe {g} in {} is opened", place(h)), "18.42b", &[h]),
            Event::Answered(h, what) => {
                line(format!("asked about: a Gruppe in {} {}", place(h), answer(what)), "18.61b", &[h])
            }
            Event::ZoneAnswer(h, yes) => {
                let says = if yes { "a Gruppe controls" } else { "no Gruppe controls" };
                line(format!("asked on contact: {says} {}", place(h)), "18.41b", &[h])
            }
            Event::Displaced { hq, to, .. } => {
                line(format!("{} gives way to {}", name(hq), place(to)), "10.52c", &[to])
            }
            Event::Yields(h) => {
                let text = format!("a Gruppe in {} holds headquarters only and gives way", place(h));
                line(text, "18.61d", &[h])
            }
            Event::NoWithdrawal(u) => {
                line(format!("{} has no way to withdraw and stays", name(u)), "12.13a", &[])
            }
            Event::Withdrew(u, from, h) => {
                let text = format!("{} withdraws from {} to {}", name(u), place(from), place(h));
                line(text, "12.11", &[from, h])
            }
            Event::Followed(u, h) => line(format!("{} follows to {}", name(u), place(h)), "12.16", &[h]),
            Event::Retreated(u, from, h) => {
                let text = format!("{} retreats from {} to {}", name(u), place(from), place(h));
                line(text, "8.62a", &[from, h])
            }
            Event::Advanced(u, h) => line(format!("{} advances to {}", name(u), place(h)), "8.71", &[h]),
            _ => None,
        }
    }

    /// The way of a Gruppe, hex by hex: the marker moves in plain sight.
    pub(super) fn way_text(&self, way: &Way) -> String {
        let off = |h: u16| self.any_data().map.exit_of(h).is_some();
        let place = |h: &u16| self.any_data().place_name(*h);
        let title = |h: u16| self.any_data().place_title(h);
        let end = if off(way.to()) { place(&way.to()) } else { format!("to {}", title(way.to())) };
        let between = way.places().len().saturating_sub(1);
        let by: Vec<String> = way.places()[1.min(between)..between].iter().map(place).collect();
        let by = if by.is_empty() { String::new() } else { format!("by {} ", by.join(", ")) };
        format!("from {} {by}{end}", title(way.from()))
    }

    /// Combat and its losses.
    fn combat_line(&self, event: &Event) -> Option<Line> {
        let name = |u| self.any_data().title(u);
        let hex_of = |fort: u8| self.any_data().map.forts.get(usize::from(fort)).map(|f| f.hex);
        let at = |fort: u8| hex_of(fort).into_iter().collect::<Vec<u16>>();
        let line = |text: String, rule, places: &[u16]| Some(self.line(text, rule, places));
        match *event {
            Event::Attacked(h) => line(format!("attack on {}", self.any_data().place_title(h)), "8.0a", &[h]),
            Event::Shifts(hq, n) => {
                line(format!("{} shifts by {}", name(hq), count(n, "column")), "10.21b", &[])
            }
            Event::Strengths(a, d, column, shifted, _) => {
                let shift = if column == shifted { String::new() } else { format!(", shifted to {shifted}") };
                line(format!("{a} against {d}: column {column}{shift}"), "8.4a", &[])
            }
            Event::CalledOff => line("the attack has become too weak and is called off".into(), "8.8m", &[]),
            Event::CombatRoll(die, total) if die == total => line(format!("combat roll {die}"), "8.4c", &[]),
            Event::CombatRoll(die, total) => line(format!("combat roll {die}, total {total}"), "8.4c", &[]),
            Event::Result(a, d, worse_a, worse_d, steps) => {
                let worse = match (worse_a, worse_d) {
                    (false, false) => "",
                    (true, false) => ", made worse for the attacker out of command",
                    (false, true) => ", made worse for the defender out of command",
                    (true, true) => ", made worse for both out of command",
                };
                let rule = if worse.is_empty() { "8.54a" } else { "10.43a" };
                let affected = count(steps, "step");
                line(format!("{}{worse}, {affected} affected", result(a, d)), rule, &[])
            }
            Event::Chose(owed, back) => line(format!("the defender {}", bears(owed, back)), "8.9p", &[]),
            Event::CombatOver => line("the combat is over".into(), "8.54c", &[]),
            Event::Lost(u, n) => line(format!("{} loses {}", name(u), count(n, "step")), "8.5", &[]),
            Event::WallLost(f, n) => {
                let text = format!("fortress {} loses {}", self.any_data().fort_name(f), count(n, "step"));
                line(text, "11.13b", &at(f))
            }
            Event::FortressFell(f) => {
                line(format!("fortress {} is destroyed", self.any_data().fort_name(f)), "11.15", &at(f))
            }
            Event::Eliminated(u) => line(format!("{} is eliminated", name(u)), "8.5", &[]),
            Event::HqLost(u, _) => line(format!("{} is eliminated", name(u)), "10.53c", &[]),
            Event::HqReduced(u) => line(format!("{} goes to its reduced side", name(u)), "10.54a", &[]),
            Event::AdvanceOpen => {
                line("the defenders were out of supply: the advance is open".into(), "8.75a", &[])
            }
            Event::AdvanceBarred => {
                line("the defenders died where they stood: nobody advances".into(), "8.75a", &[])
            }
            Event::WithdrawalRoll(u, roll, away) => {
                let comes = if away { "it may withdraw" } else { "it stays" };
                line(format!("{} rolls {roll} to withdraw: {comes}", name(u)), "12.12", &[])
            }
            Event::Attrition(u, roll, lost, _) => {
                let comes =
                    if lost == 0 { "no loss".to_string() } else { format!("{} lost", count(lost, "step")) };
                line(format!("attrition of {}: {roll}, {comes}", name(u)), "9.22a", &[])
            }
            Event::GivenUp(u, _) => {
                line(format!("{} is given up, its hex being overfull", name(u)), "6.14a", &[])
            }
            _ => None,
        }
    }

    /// The course of the game: turns, command, reinforcements, points.
    fn course_line(&self, event: &Event) -> Line {
        let name = |u| self.any_data().title(u);
        let plain = |text: String, rule: &'static str| self.line(text, rule, &[]);
        match *event {
            Event::Turn(t) => plain(format!("Game-Turn {t}"), "4.0a"),
            Event::PlayerTurn(side) => plain(format!("{} Player-Turn", side_word(side)), "4.0a"),
            Event::CombatPhase => plain("Combat Phase".into(), "4.A3a"),
            Event::Own(OwnEvent::Order(a, b, first)) => {
                let who = side_word(first);
                plain(
                    format!("order of the two Russian players: {a} and {b}, the {who} player acts first"),
                    "22.5",
                )
            }
            Event::Inquired(u) => {
                plain(format!("question about the line of supply of {}", name(u)), "18.61b")
            }
            Event::OutOfCommand(u, _) => {
                plain(format!("{} is out of command for the attack", name(u)), "4.A3a")
            }
            Event::TownControl(h, side) => {
                let text =
                    format!("{} is found in {} hands", self.any_data().place_title(h), side_word(side));
                self.line(text, "21.13a", &[h])
            }
            Event::OutOfSupply(u, _) => plain(format!("{} is out of supply", name(u)), "9.11a"),
            Event::Shut(u) => plain(format!("{} finds its entry shut", name(u)), "14.21"),
            Event::Detours(u) => plain(format!("{} goes round off the map", name(u)), "14.23"),
            Event::Own(OwnEvent::WestRoll(die, total)) => {
                plain(format!("West Front: roll {die}, total {total}"), "19.11c")
            }
            Event::Own(OwnEvent::ExchangeOrdered) => {
                plain("a new commander is on his way to the 8th Army".into(), "19.21a")
            }
            Event::Own(OwnEvent::UnitsCalled) => plain("the West Front units are called".into(), "19.22a"),
            Event::Own(OwnEvent::DutyEnds(h)) => self.line(
                format!("the garrison of {} is free to leave", self.any_data().place_title(h)),
                "20.0d",
                &[h],
            ),
            Event::CommandRoll(u, roll, ok, _) => {
                let comes = if ok { "in command" } else { "out of command" };
                plain(format!("{} rolls {roll} for command: {comes}", name(u)), "10.41a")
            }
            Event::Entrained(u, 0, _, _) => plain(format!("{} entrains", name(u)), "5.32a"),
            Event::Entrained(u, roll, ok, _) => {
                let comes = if ok { "entrained" } else { "it stops" };
                plain(format!("{} rolls {roll} to entrain: {comes}", name(u)), "16.11a")
            }
            Event::Detrained(u, _) => plain(format!("{} detrains", name(u)), "5.34a"),
            Event::ReplacementRoll(u, roll, ok, _) => {
                let comes = if ok { "full strength again" } else { "nothing" };
                plain(format!("{} rolls {roll} for replacement: {comes}", name(u)), "13.0b")
            }
            Event::Points(why, points, total) => {
                plain(format!("{points:+} for {}: total {total}", why.words), why.rule)
            }
            Event::Ended(total) => plain(format!("the game ends with {total} points"), "21.3"),
            _ => plain(String::new(), ""),
        }
    }
}
