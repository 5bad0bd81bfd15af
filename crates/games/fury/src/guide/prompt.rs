//! What a side is asked, in a sentence: who, where, why, and what it costs.

use crate::Fury;
use crate::data::pieces::{Army, Nation, Piece, RU};
use crate::play::action::Action;
use crate::play::sequence::{Back, Step};
use crate::position::{Group, Position, enemy, off};
use crate::words::{side_begins, side_name, verb};
use sandtable_core::guide::Prompt;

/// Names one after the other, the last after a word of its own.
fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => "nobody".to_string(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A sentence with its first letter in capitals.
fn begins(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| first.to_uppercase().chain(rest).collect())
}

/// Points that are counted in halves.
fn points(halves: u8) -> f32 {
    f32::from(halves) / 2.0
}

/// A number of things.
fn count(n: usize, one: &str, many: &str) -> String {
    if n == 1 { format!("one {one}") } else { format!("{n} {many}") }
}

impl Fury {
    /// What the side that decides is asked.
    pub(super) fn asked(&self, p: &Position) -> Option<Prompt> {
        let (text, hexes) = match p.steps.top() {
            Step::SetUp(side) => self.asks_set_up(p, side),
            Step::FrontA => {
                let text = "You have the initiative: name the front that you activate now, Front A. Your other front acts \
                            last in this turn";
                (text.to_string(), vec![])
            }
            Step::FirstFront => {
                let first = side_begins(p.initiative);
                let has = verb(p.initiative, "has", "have");
                let name = p.front_a.name();
                let text = format!(
                    "{first} {has} activated the {name} front. Choose which of your fronts acts now; your other one follows at \
                     once"
                );
                (text, vec![])
            }
            Step::Moves => self.asks_moves(p),
            Step::Declare => self.asks_attacks(p),
            Step::Resolve => {
                let targets: Vec<u16> = p.unfought().map(|a| a.target).collect();
                let text = match targets.len() {
                    0 => "All your attacks are fought: end the combats".to_string(),
                    n => format!(
                        "{} still to be fought: choose the next one",
                        count(n, "attack is", "attacks are")
                    ),
                };
                (text, targets)
            }
            Step::Loss { side, left, pool } => self.asks_loss(p, side, left, &pool),
            Step::AttackerAnswers
            | Step::DefenderForces
            | Step::DefenderAnswers
            | Step::AttackerForces
            | Step::DefenderForced
            | Step::Advance => self.asks_answer(p),
            Step::Retreat { group, start, left, why } => self.asks_retreat(p, &group, start, left, why),
            Step::Surplus { hex, group, .. } => {
                let surplus = self.surplus(p, hex, &group);
                let text = format!(
                    "There is no room for all in {}: {} must go on by one more hex",
                    self.place_name(hex),
                    self.names_of(p, &surplus, "or")
                );
                (text, vec![hex])
            }
            Step::Shift { hq, start } => {
                let at = p.hex(hq).unwrap_or(start);
                let text = format!(
                    "{} stands alone beside the enemy in {} and must give way: choose where it goes",
                    self.piece_name(p, hq),
                    self.place_name(at)
                );
                (text, vec![at])
            }
            Step::Adjust(side) => self.asks_adjustment(p, side),
            Step::Replacements(nation) => self.asks_replacements(p, nation),
            Step::Reinforcements(side) => self.asks_reinforcements(p, side),
            Step::Entry(piece) => {
                let account = p.nation(&self.data, piece);
                let price = if piece.is_hq() {
                    "Headquarters ride trains for nothing".to_string()
                } else {
                    let left = p.rail[account.index()];
                    format!(
                        "A ride by train costs one of the {left} {} rail points that are left",
                        account.name()
                    )
                };
                let text =
                    format!("Choose where {} ends its way into the game. {price}", self.piece_name(p, piece));
                (text, vec![])
            }
            Step::Planning(nation, left) => {
                let name = nation.name();
                let text = match left {
                    0 => format!("{name} planning is done: end it"),
                    1 => format!("Choose one more {name} headquarters to be active in the next turn"),
                    n => format!("Choose {n} more {name} headquarters to be active in the next turn"),
                };
                let hqs = self.inactive_hqs(p, nation).filter_map(|hq| p.hex(hq)).collect();
                (text, hqs)
            }
            _ => return None,
        };
        let places = hexes.into_iter().map(|hex| self.data.number(hex).to_string()).collect();
        Some(Prompt { text: begins(&text), places })
    }

    fn names_of(&self, p: &Position, group: &Group, last: &str) -> String {
        let names: Vec<String> = group.iter().map(|x| self.piece_name(p, x)).collect();
        listed(&names, last)
    }

    fn asks_set_up(&self, p: &Position, side: u8) -> (String, Vec<u16>) {
        let left = self.to_set_up(p, side).count();
        let mut armies: Vec<Army> = self.to_set_up(p, side).map(|x| p.army[x.index()]).collect();
        armies.sort_unstable();
        armies.dedup();
        let hexes = armies.iter().filter_map(|a| self.data.setup.get(a.index())).flatten().copied().collect();
        let text = match left {
            0 => "Everybody is set up: end the set-up".to_string(),
            _ => format!(
                "Set up {}: corps within one hex of a place of their army, headquarters within two, all in their own country",
                count(left, "more piece", "more pieces")
            ),
        };
        (text, hexes)
    }

    /// The rail points of those who may still move.
    fn rail_left(&self, p: &Position, pieces: impl Iterator<Item = Piece>) -> String {
        let mut nations: Vec<Nation> =
            pieces.filter(|x| x.is_unit()).map(|x| self.rail_account(p, x)).collect();
        nations.sort_unstable();
        nations.dedup();
        let left = |n: &Nation| format!("{} {}", p.rail[n.index()], n.name());
        let all: Vec<String> = nations.iter().map(left).collect();
        if all.is_empty() { String::new() } else { format!("{} rail points are left", listed(&all, "and")) }
    }

    fn asks_moves(&self, p: &Position) -> (String, Vec<u16>) {
        let front = p.front.name();
        if let Some((army, _)) = self.must_close_in(p) {
            let text = format!(
                "Move the {front} front: {} must begin an attack and can still come to one, so you cannot end movement before",
                self.army_name(army)
            );
            return (text, p.hex(Piece::hq(army)).into_iter().collect());
        }
        let text = match self.movers(p).count() {
            0 => format!("Everybody of the {front} front has moved: end movement"),
            n => {
                let rail = self.rail_left(p, self.movers(p));
                let rail = if rail.is_empty() { rail } else { format!(", {rail}") };
                format!(
                    "Move the {front} front, or end movement: {} move{rail}",
                    count(n, "piece can still", "pieces can still")
                )
            }
        };
        (text, vec![])
    }

    fn asks_attacks(&self, p: &Position) -> (String, Vec<u16>) {
        let front = p.front.name();
        if let Some(army) = self.owing(p) {
            let text = format!(
                "Declare attacks of the {front} front: {} is active and must begin one",
                self.army_name(army)
            );
            return (text, p.hex(Piece::hq(army)).into_iter().collect());
        }
        let declared: Vec<u16> = p.declared().iter().map(|a| a.target).collect();
        let text = match declared.len() {
            0 => format!(
                "Declare attacks of the {front} front, each from one hex against one beside it, or none"
            ),
            n => format!(
                "{} declared: declare more of the {front} front, or fight these",
                count(n, "attack is", "attacks are")
            ),
        };
        (text, declared)
    }

    /// The attack that is being fought, in words.
    fn attack_named(&self, p: &Position) -> String {
        let units = Group::of(&p.combat.units);
        let attack = if units.len() == 1 { "attacks" } else { "attack" };
        format!("{} {attack} {}", self.names_of(p, &units, "and"), self.place_name(p.combat.target))
    }

    fn asks_loss(&self, p: &Position, side: u8, left: u8, pool: &Group) -> (String, Vec<u16>) {
        let choice = self.loss_candidates(p, pool);
        let who = self.names_of(p, &choice, "or");
        let hexes: Vec<u16> = choice.iter().find_map(|u| p.hex(u)).into_iter().collect();
        let below = p.steps.below();
        let own = |group: Group| group.iter().next().is_some_and(|u| p.side(&self.data, u) == side);
        let why = match below {
            Step::Retreat { group, .. } if own(group) => None,
            Step::Surplus { .. } | Step::Withdraw { .. } => None,
            Step::Retreat { .. } | Step::DefenderForced => Some("To force the retreat costs a loss"),
            Step::DefenderForces | Step::AttackerForces | Step::CombatEnds => {
                Some("To refuse the retreat costs a loss")
            }
            _ => Some(if left > 1 { "The result costs you losses" } else { "The result costs you a loss" }),
        };
        let text = match why {
            None => format!("The stack has lost its cohesion on the way back: {who} must take a loss"),
            Some(why) => {
                let more = if left > 1 { format!(", {left} are due") } else { String::new() };
                format!("{}. {why}: {who} must take one{more}", self.attack_named(p))
            }
        };
        (text, hexes)
    }

    fn asks_answer(&self, p: &Position) -> (String, Vec<u16>) {
        let foe = enemy(p.active);
        let (from, target) = (p.combat.from, p.combat.target);
        let (place, start) = (self.place_name(target), self.place_name(from));
        let attackers = self.names_of(p, &self.attackers(p), "and");
        let (attacking, defending) = (side_begins(p.active), side_begins(foe));
        let mut offered = Vec::new();
        self.answers(p, &mut |a| offered.push(a));
        let may = |action| offered.contains(&action);
        let text = match p.steps.top() {
            Step::AttackerAnswers => {
                let or = if may(Action::Refuse) {
                    format!(
                        ", or refuse and take one loss; {} may then take one to force you",
                        side_name(foe)
                    )
                } else {
                    String::new()
                };
                format!("The attack of {attackers} on {place} has failed: go back one hex from {start}{or}")
            }
            Step::DefenderForces => format!(
                "{attacking} {} to leave {start} after the failed attack on {place}. {}",
                verb(p.active, "refuses", "refuse"),
                force_or_not(may(Action::Force))
            ),
            Step::DefenderAnswers => {
                let mut ways = Vec::new();
                if may(Action::Retreat) {
                    ways.push("retreat two hexes".to_string());
                }
                if may(Action::Refuse) {
                    let price =
                        if self.defends_fort(p) { "for nothing, in a fortress" } else { "for one loss" };
                    ways.push(format!("refuse {price}"));
                }
                if may(Action::Siege) {
                    ways.push("stand a siege".to_string());
                }
                let have = if self.attackers(p).len() == 1 { "has" } else { "have" };
                format!("{attackers} {have} won the combat for {place}: {}", listed(&ways, "or"))
            }
            Step::AttackerForces => format!(
                "{defending} {} to leave {place}. {}",
                verb(foe, "refuses", "refuse"),
                force_or_not(may(Action::Force))
            ),
            Step::DefenderForced => {
                let leave = if may(Action::Surrender) {
                    "give the empty fortress up"
                } else {
                    "retreat, and the fortress is lost"
                };
                let siege = if may(Action::Siege) { ", or stand a siege" } else { "" };
                format!("You are forced out of {place}: {leave}{siege}")
            }
            _ if p.combat.siege => format!("{place} stands a siege: choose who of {attackers} besieges it"),
            _ => format!("{place} is free: choose who of {attackers} advances into it"),
        };
        (text, vec![target, from])
    }

    fn asks_retreat(
        &self,
        p: &Position,
        group: &Group,
        start: u16,
        left: u8,
        why: Back,
    ) -> (String, Vec<u16>) {
        let group = group.only(|u| p.hex(u).is_some());
        let at = group.iter().find_map(|u| p.hex(u)).unwrap_or(start);
        let names = self.names_of(p, &group, "and");
        let way = format!(
            "{}{}",
            count(left.into(), "hex", "hexes"),
            if left == 1 && why == Back::Defender { " more" } else { "" }
        );
        let why = match why {
            Back::Attacker => format!("the attack on {} has failed", self.place_name(p.combat.target)),
            Back::Defender => format!("{} is lost", self.place_name(start)),
            Back::Surplus => format!("{} has no room", self.place_name(at)),
        };
        let goes = if group.len() == 1 { "goes" } else { "go" };
        let text = format!(
            "{names} {goes} back {way} from {}, because {why}: choose the next hex",
            self.place_name(at)
        );
        (text, vec![at])
    }

    fn asks_adjustment(&self, p: &Position, side: u8) -> (String, Vec<u16>) {
        let cut: Vec<u16> = self.isolated(p, side).iter().collect();
        let names: Vec<String> = cut.iter().map(|hex| self.place_name(*hex)).collect();
        let text = match cut.len() {
            0 => "All your stacks have a line of communication again: end front adjustment".to_string(),
            1 => format!(
                "Your stack in {} has no line of communication: take it back to where it has one, or it is lost",
                names[0]
            ),
            _ => format!(
                "Your stacks in {} have no line of communication: take them back to where they have one, in your order, or they \
                 are lost",
                listed(&names, "and")
            ),
        };
        (text, cut)
    }

    fn asks_replacements(&self, p: &Position, nation: Nation) -> (String, Vec<u16>) {
        let left = points(p.points[nation.index()]);
        let lost = self.eliminated(p, nation).count();
        let which = match lost {
            0 => "no corps is eliminated".to_string(),
            n => format!("{} eliminated", count(n, "corps is", "corps are")),
        };
        let text = format!(
            "Spend up to {left} {} replacement points on lost steps; {which}, and what you do not spend is gone",
            nation.name()
        );
        (text, vec![])
    }

    fn asks_reinforcements(&self, p: &Position, side: u8) -> (String, Vec<u16>) {
        let waiting: Vec<Piece> = (0..p.place.len() as u8)
            .map(Piece)
            .filter(|x| p.place[x.index()] == off::BOX && p.side(&self.data, *x) == side)
            .collect();
        let nations = if side == RU { &[Nation::Ru][..] } else { &[Nation::Ah, Nation::De] };
        let rail: Vec<String> =
            nations.iter().map(|n| format!("{} {}", p.rail[n.index()], n.name())).collect();
        let text = format!(
            "{} in the box: bring in those that can come, or end this step; {} rail points are left",
            count(waiting.len(), "piece waits", "pieces wait"),
            listed(&rail, "and")
        );
        (text, vec![])
    }
}

/// What the side that may force a retreat is asked.
fn force_or_not(may: bool) -> &'static str {
    if may {
        "Let it stand, or take one loss to force the retreat"
    } else {
        "You cannot bear the loss to force the retreat: let it stand"
    }
}
