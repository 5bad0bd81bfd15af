//! What a side is asked, in a sentence: who, where, why, against whom, and what is being spent.

use super::Teller;
use crate::action::Action;
use crate::data::params::Outcome;
use crate::data::{HexSet, UnitId, UnitSet};
use crate::engine::Adds;
use crate::position::{Phase, Position, Step, flag, option};
use crate::standard::stacking;
use crate::standard::zones::enemy;
use crate::words::{count, rolls};
use sandtable_core::phrase::listed;

/// How many names a sentence bears.
const MOST: usize = 6;

/// What a side is asked, and the hexes that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// In a sentence.
    pub text: String,
    /// Where.
    pub hexes: Vec<u16>,
}

impl Asked {
    /// A question about some hexes.
    pub fn new(text: impl Into<String>, hexes: impl IntoIterator<Item = u16>) -> Asked {
        let set: HexSet = hexes.into_iter().collect();
        Asked { text: text.into(), hexes: set.iter().collect() }
    }
}

impl<A: Adds> Teller<'_, A> {
    /// Names of units, the last after a word of its own; of many only the first.
    pub fn names(&self, units: UnitSet, last: &str) -> String {
        let mut names: Vec<String> = units.iter().take(MOST).map(|u| self.engine.data.title(u)).collect();
        if units.len() > MOST {
            names.push(format!("{} more", units.len() - MOST));
        }
        listed(&names, last)
    }

    /// What a player is asked at a step of the system; nothing at steps of a game's own. The position is as that player knows it.
    pub fn asks(&self, p: &Position<A>) -> Option<Asked> {
        let (engine, place) = (&self.engine, |h: u16| self.engine.data.place_title(h));
        Some(match p.top() {
            Step::SetUp(player) => {
                let left = engine.unplaced(p, player).count() as i32;
                let text = format!(
                    "Set up {}: pick one up to see the hexes of its area where it may stand",
                    count(left, "more unit")
                );
                Asked::new(text, [])
            }
            Step::Screen(player) => self.asks_screen(p, player),
            Step::Begin(_) if p.phase == Phase::CombatCommand => {
                Asked::new("Begin your Combat Phase: command is allotted again, for the attacks", [])
            }
            Step::Begin(_) => {
                Asked::new("Begin your Player-Turn: supply is found, then reinforcements come", [])
            }
            Step::Inquire(player) => {
                let cut = engine.cut_off(p, player);
                if cut.is_empty() {
                    return Some(Asked::new("No line of supply is in doubt any more: end questions", []));
                }
                let text = format!(
                    "The supply of {} hangs on Gruppen of which you know nothing: ask what they are, or let these lines count as cut",
                    self.names(cut, "and")
                );
                Asked::new(text, cut.iter().filter_map(|u| p.hex(u)))
            }
            Step::Reinforce(player) => self.asks_reinforcements(p, player),
            Step::Command(player) => self.asks_command(p, player),
            Step::Moves(player) => self.asks_moves(p, player),
            Step::Overfull(player, hex) => self.asks_surplus(p, player, hex),
            Step::Withdrawals(player) => self.asks_withdrawal(p, player),
            Step::WithdrawTo(unit) => {
                let from = p.hex(unit).unwrap_or_default();
                let hexes = engine.data.params.cavalry.withdraw_hexes;
                let text = format!(
                    "{} withdraws from {} before the enemy attacks: choose where its {hexes} hexes end",
                    engine.data.title(unit),
                    place(from)
                );
                Asked::new(text, p.hex(unit))
            }
            Step::Follow(player, hex) => {
                let who = engine.followers(p, player, hex);
                let follow = match who.is_empty() {
                    true => String::new(),
                    false => format!("follow at once with {}, or ", self.names(who, "or")),
                };
                let text = format!("Enemy cavalry has left {}: {follow}stay", place(hex));
                Asked::new(text, [hex])
            }
            Step::Attacks(player) => {
                let targets = engine.targets(p, player);
                let text = match targets.len() {
                    0 => "Nobody can be attacked any more: end the Combat Phase".to_string(),
                    n => format!(
                        "Choose a hex to attack, or end the Combat Phase: {} can be attacked",
                        count(n as i32, "hex").replace("hexs", "hexes")
                    ),
                };
                Asked::new(text, targets.iter())
            }
            Step::Declare(player) => self.asks_attack(p, player),
            Step::Choose => self.asks_answer(p),
            Step::Affected => {
                let named: u8 = p.combat.affected.iter().map(|u| p.steps(engine.data, u)).sum();
                let text = format!(
                    "{}. Only {} are affected: name the units that must go back with them, {named} so far",
                    self.attack_named(p),
                    count(p.combat.steps, "step")
                );
                Asked::new(text, p.combat.targets().iter().copied())
            }
            Step::DefenderLoses { owed, walls, .. } => self.asks_loss(p, owed, walls),
            Step::AttackerLoses(owed) => {
                let who = self.names(engine.attackers_left(p), "or");
                let text = format!(
                    "Your attack on {} costs {}: {who} must lose the next",
                    engine.targets_text(p),
                    count(owed, "step")
                );
                Asked::new(text, p.combat.targets().iter().copied())
            }
            Step::Retreat { stack, start, left } => {
                let stack: UnitSet = stack.iter().filter(|u| p.hex(*u).is_some()).collect();
                let at = stack.iter().find_map(|u| p.hex(u)).unwrap_or(start);
                let more = if at == start { "" } else { " more" };
                let hexes = if left == 1 { "1 hex".to_string() } else { format!("{left} hexes") };
                let text = format!(
                    "{} must retreat {hexes}{more} from {} after the attack of {}: choose the next hex",
                    self.names(stack, "and"),
                    place(at),
                    self.names(p.combat.units, "and")
                );
                Asked::new(text, [at])
            }
            Step::Displace(hq) => {
                let hq = hq.get()?;
                let text = format!(
                    "{} stands alone beside the enemy{} and must give way: choose the unit or fortress that it goes to",
                    engine.data.title(hq),
                    p.hex(hq).map_or(String::new(), |h| format!(" in {}", place(h)))
                );
                Asked::new(text, p.hex(hq))
            }
            Step::Advance => self.asks_advance(p),
            Step::Replace(player) => self.asks_replacement(p, player),
            _ => return None,
        })
    }

    fn asks_screen(&self, p: &Position<A>, _player: u8) -> Asked {
        let free = p.markers.iter().filter(|m| !m.in_play()).count() as i32;
        let text = format!(
            "Hide your army before play begins: put Gruppe markers on the map and units into their boxes, some left empty; {} free",
            if free == 1 { "1 marker is".to_string() } else { format!("{free} markers are") }
        );
        Asked::new(text, [])
    }

    fn asks_reinforcements(&self, p: &Position<A>, player: u8) -> Asked {
        let engine = &self.engine;
        let due: UnitSet = engine.due(p, player).collect();
        let hexes: HexSet = due.iter().flat_map(|u| engine.ways_in(p, u)).collect();
        let army = &engine.data.params.armies[usize::from(engine.army_of(engine.own.side_of(player)))];
        let rail = match army.reinforcements_count {
            true => format!(", {} SP of rail capacity are left", engine.capacity_left(p, player)),
            false => String::new(),
        };
        let text = match due.len() {
            0 => "Nobody is due to come in: end reinforcements".to_string(),
            _ => format!("{} may come in now, or later{rail}", self.names(due, "and")),
        };
        Asked::new(text, hexes.iter())
    }

    fn asks_command(&self, p: &Position<A>, player: u8) -> Asked {
        let (engine, data) = (&self.engine, self.engine.data);
        let free: UnitSet = engine.wanting(p, player).collect();
        let left: Vec<String> = engine
            .strength_left(p, player)
            .into_iter()
            .map(|(hq, sp)| format!("{} has {sp} left", data.title(hq)))
            .collect();
        let rest = match p.phase {
            Phase::Command => "a unit left without one rolls a die to move",
            _ => "a unit left without one attacks at half strength",
        };
        let who = match free.len() {
            0 => "nobody is without a headquarters".to_string(),
            1 => "1 unit has no headquarters yet".to_string(),
            n => format!("{n} units have no headquarters yet"),
        };
        let left = if p.plays(option::UNLIMITED_COMMAND) || left.is_empty() {
            String::new()
        } else {
            format!(": {}", listed(&left, "and"))
        };
        let text = format!("Allot command strength{left}; {who}, and {rest}");
        Asked::new(text, free.iter().filter_map(|u| p.hex(u)))
    }

    fn asks_moves(&self, p: &Position<A>, player: u8) -> Asked {
        let engine = &self.engine;
        if let Some(refusal) = engine.refuse(p, &Action::Done) {
            let reason = engine.in_words(&refusal).reason;
            return Asked::new(format!("Move on, you cannot end movement yet: {reason}"), []);
        }
        let fresh = |m: &crate::action::Mover| engine.march_of(p, *m).is_some_and(|m| m.fresh);
        let still = engine.movers(p, player).filter(fresh).count();
        let rail = engine.capacity_left(p, player);
        let stuck: UnitSet =
            engine.forces(p, player).iter().filter(|u| p.is(*u, flag::OUT_OF_COMMAND)).collect();
        let stuck_text = match stuck.len() {
            0 => String::new(),
            1 => format!(", {} is out of command and stays", self.names(stuck, "and")),
            n => format!(", {n} are out of command and stay"),
        };
        let text = match still {
            0 => format!("Nobody is left who has not moved{stuck_text}: end movement, or let trains go on"),
            1 => format!(
                "Move your army, or end movement: 1 has not moved yet{stuck_text}, {rail} SP of rail capacity are left"
            ),
            n => format!(
                "Move your army, or end movement: {n} have not moved yet{stuck_text}, {rail} SP of rail capacity are left"
            ),
        };
        Asked::new(text, stuck.iter().filter_map(|u| p.hex(u)))
    }

    fn asks_surplus(&self, p: &Position<A>, player: u8, hex: u16) -> Asked {
        let (engine, data) = (&self.engine, self.engine.data);
        let side = engine.own.side_of(player);
        let points = stacking::points(data, p.stack(data, side, hex));
        let limit = data.params.armies[usize::from(engine.army_of(side))].stack_limit;
        let who = self.names(engine.too_many(p, player, hex), "or");
        let why = if points > limit {
            format!("{points} stacking points stand in {} where {limit} may", data.place_title(hex))
        } else {
            format!("Units that keep apart stand together in {}", data.place_title(hex))
        };
        Asked::new(format!("{why}: give up {who}"), [hex])
    }

    fn asks_withdrawal(&self, p: &Position<A>, player: u8) -> Asked {
        let (engine, data) = (&self.engine, self.engine.data);
        let riders = engine.riders(p, player);
        if riders.is_empty() {
            return Asked::new("No cavalry is left that could withdraw: end withdrawals", []);
        }
        let from = riders.iter().map(|u| data.tcr(u) + 1).max().unwrap_or(6);
        let text = format!(
            "{} may withdraw before combat{} on a roll of {}, or stay where it may be attacked",
            self.names(riders, "and"),
            if riders.len() > 1 { ", each" } else { "" },
            rolls(from, 6)
        );
        Asked::new(text, riders.iter().filter_map(|u| p.hex(u)))
    }

    /// The attack that is being fought: `III Corps and XX Corps attack 0613 Insterburg`.
    fn attack_named(&self, p: &Position<A>) -> String {
        let (units, engine) = (p.combat.units, &self.engine);
        let attack = if units.len() == 1 { "attacks" } else { "attack" };
        format!("{} {attack} {}", self.names(units, "and"), engine.targets_text(p))
    }

    fn asks_attack(&self, p: &Position<A>, player: u8) -> Asked {
        let (engine, c) = (&self.engine, &p.combat);
        let targets = engine.targets_text(p);
        let joining = engine.joining(p, player);
        let text = if c.units.is_empty() {
            let also = if joining.len() > 1 { ", one after the other or all at once" } else { "" };
            format!("Choose who attacks {targets}: {}{also}", self.names(joining, "or"))
        } else {
            let more = match (c.closed || joining.is_empty(), engine.refuse(p, &Action::Fight)) {
                (false, Some(_)) => "it is too weak without more units".to_string(),
                (false, None) => {
                    format!("fight, or add {} or a headquarters", self.names(joining, "or"))
                }
                (true, _) => "fight, or add a headquarters that is in range".to_string(),
            };
            format!("{}, {}: {more}", self.attack_named(p), engine.odds_text(p))
        };
        let hexes = c.targets().iter().copied().chain(c.units.iter().filter_map(|u| p.hex(u)));
        Asked::new(text, hexes)
    }

    fn asks_answer(&self, p: &Position<A>) -> Asked {
        let engine = &self.engine;
        let ways: Vec<String> = engine.options(p).map(|o| engine.option_text(p, o.option)).collect();
        let (last, ways) = ways.split_last().map_or(("", &[][..]), |(last, ways)| (last.as_str(), ways));
        let ways = ways.iter().map(|w| format!("{w}, ")).collect::<String>();
        let who = self.names(engine.still_defending(p), "and");
        let steps = p.combat.steps;
        let affected =
            if steps == 1 { "1 step is affected".to_string() } else { format!("{steps} steps are affected") };
        let text = format!("{}, and {affected}. {who} must {ways}or {last}", self.attack_named(p));
        Asked::new(text, p.combat.targets().iter().copied())
    }

    fn asks_loss(&self, p: &Position<A>, owed: u8, walls: bool) -> Asked {
        let (engine, data) = (&self.engine, self.engine.data);
        let units = engine.still_defending(p).both(p.combat.affected);
        let mut who: Vec<String> = units.iter().map(|u| data.title(u)).collect();
        let mut worth = "";
        if walls {
            let forts = engine.walls(p, enemy(p.phasing));
            who.extend(forts.map(|f| format!("the fortress {}", data.fort_name(f))));
            if p.combat.defender != Outcome::Eliminated {
                worth = "; a step of a fortress counts two";
            }
        }
        let text = format!(
            "{}. {} still to be lost: {} must lose the next{worth}",
            self.attack_named(p),
            if owed == 1 { "1 step is".to_string() } else { format!("{owed} steps are") },
            listed(&who, "or")
        );
        Asked::new(text, p.combat.targets().iter().copied())
    }

    fn asks_advance(&self, p: &Position<A>) -> Asked {
        let engine = &self.engine;
        let all: Vec<(UnitId, u16)> = engine
            .advances(p)
            .filter_map(|a| if let Action::Advance(unit, hex) = a { Some((unit, hex)) } else { None })
            .collect();
        let units: UnitSet = all.iter().map(|(u, _)| *u).collect();
        let hexes: HexSet = all.iter().map(|(_, h)| *h).collect();
        let places: Vec<String> = hexes.iter().map(|h| engine.data.place_title(h)).collect();
        let text = match all.is_empty() {
            true => "Nobody can advance any more: end the advance".to_string(),
            false => {
                format!(
                    "{} is empty: advance with {}, or stay",
                    listed(&places, "and"),
                    self.names(units, "or")
                )
            }
        };
        Asked::new(text, hexes.iter())
    }

    fn asks_replacement(&self, p: &Position<A>, player: u8) -> Asked {
        let engine = &self.engine;
        let army = &engine.data.params.armies[usize::from(engine.army_of(engine.own.side_of(player)))];
        let units = engine.replaceable(p, player);
        let (tries, from) = army.replacement.as_ref().map_or((0, 6), |r| (r.attempts, r.success_from));
        let left = tries.saturating_sub(p.attempts);
        let text = match units.is_empty() {
            true => "Nobody can get lost steps back now: end replacements".to_string(),
            false => format!(
                "Roll for lost steps of {}, or end replacements: {} makes a unit whole again, {} left",
                self.names(units, "or"),
                rolls(from, 6),
                if left == 1 { "1 try is".to_string() } else { format!("{left} tries are") }
            ),
        };
        Asked::new(text, units.iter().filter_map(|u| p.hex(u)))
    }
}
