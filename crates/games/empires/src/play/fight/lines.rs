//! What happens in combats, and how it is told. All of it is public: dice, rounds, and forces once laid open.

use super::state::{NONE, Record, Sort};
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::combat::charts::Table;
use crate::play::combat::ending::Verdict;
use crate::play::combat::round::DieParts;
use crate::play::combat::{AttackerChit, DefenderChit, Factors, Kind, Who};
use crate::words::tenths;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

/// What happens in combats.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum FightEvent {
    /// An attack is not fought: a side has gone, or guerillas are left alone.
    Dropped { area: AreaId },
    /// A combat begins.
    Begins { area: AreaId, sort: Sort, attackers: u8, defenders: u8 },
    /// Guerillas attack too, or a guerilla rises after a defeat.
    Rises { power: u8, area: AreaId, count: u8, attack: bool },
    /// Besieged forces come out to help.
    Sallies { power: u8, area: AreaId, corps: u8, factors: u8 },
    /// A die decided which power commands.
    Tossed { area: AreaId, hand: u8 },
    /// Who commands; 255 for nobody. Disputed if several powers have leaders on a side.
    Command { area: AreaId, leaders: [u8; 2], hands: [u8; 2], disputed: bool },
    /// A trivial combat is accepted, or not.
    Agreed { area: AreaId, power: u8, agreed: bool },
    /// Who outflanks.
    Announced { area: AreaId, outflanks: [bool; 2] },
    /// A force divides, in corps.
    Divided { area: AreaId, power: u8, pinning: u8, around: u8 },
    /// Chits are shown.
    Shown { area: AreaId, attacker: AttackerChit, defender: DefenderChit },
    /// A withdrawal; die 0 where none is rolled; the rating of the roll, and what horsemen add to it (12.3.3.2).
    Withdraws { area: AreaId, power: u8, die: u8, gone: bool, rating: i8, more: i8 },
    /// Nowhere to withdraw to.
    NoWay { area: AreaId, power: u8 },
    /// Cossacks or freikorps try to get away.
    Fled { area: AreaId, power: u8, away: u8, stay: u8 },
    /// Forces are laid open.
    Opened { area: AreaId, day: u8, factors: [u16; 2], morale: [i16; 2] },
    /// Orders of a round.
    Ordered { area: AreaId, ratings: [u8; 2], guard: [u8; 2] },
    /// Guard is committed.
    Guard { area: AreaId, power: u8, levels: u8, die: u8, lost: u16 },
    /// A bombardment.
    Guns { area: AreaId, power: u8, die: u8, lost: u16 },
    /// A round: the parts of what was added to the dice, and the percentages that they came to.
    Rolled { area: AreaId, record: Record, parts: [DieParts; 2], percents: [u8; 2] },
    /// What a side lost, and what is left of it.
    Suffered { area: AreaId, power: u8, factors: Factors, left: u16 },
    /// A round decided the combat.
    Decided { area: AreaId, verdict: Verdict, hands: [u8; 2] },
    /// Somebody tries to reinforce.
    Helps { area: AreaId, power: u8, leader: u8, die: u8, rating: i8, comes: bool },
    /// A corps joins the attack or the defence with this many factors.
    Joins { area: AreaId, power: u8, block: u8, def: u8, factors: u8, attacks: bool },
    /// A leader takes command.
    TakesOver { area: AreaId, leader: u8, power: u8 },
    /// Outflankers roll; die 0 where none is needed.
    Outflanks { area: AreaId, power: u8, die: u8, rating: i8, arrived: bool },
    /// Who withdraws after the day.
    Night { area: AreaId, withdraw: [bool; 2], hands: [u8; 2] },
    /// Another day.
    Day { area: AreaId, day: u8 },
    /// A pursuit; whether a cavalry leader adds to the die.
    Pursues { area: AreaId, power: u8, class: u8, die: u8, leader: bool, due: u16 },
    /// A force retreats one area.
    Retreats { power: u8, from: AreaId, area: AreaId, goes_on: bool },
    /// Factors surrender.
    Surrenders { power: u8, by: u8, area: AreaId, factors: Factors },
    /// A besieged city falls as nobody is left in it.
    Falls { area: AreaId, by: u8 },
    /// A siege goes on.
    SiegeResumes { area: AreaId },
    /// A combat is over.
    Over { area: AreaId },
    /// A depot is destroyed or taken over.
    DepotTaken { area: AreaId, power: u8, converted: bool },
    /// The depot inside a city that has fallen is destroyed or taken over.
    InsideTaken { area: AreaId, power: u8, converted: bool },
    /// A corps goes into the city.
    Occupies { area: AreaId, power: u8 },
    /// A corps steps out of it.
    StepsOut { area: AreaId, power: u8 },
    /// A factor garrisons it.
    Garrisons { area: AreaId, power: u8, kind: Kind },
    /// The city is besieged.
    Besieges { area: AreaId, power: u8 },
}

fn table(t: Table) -> String {
    format!("{}-{}", t.casualty, t.morale)
}

impl Engine<'_> {
    fn nations_text(&self, set: u8) -> String {
        let names: Vec<&str> =
            (0..POWERS as u8).filter(|q| set >> q & 1 == 1).map(|q| self.nation_name(q)).collect();
        names.join(" and ")
    }

    fn chief_text(&self, leader: u8, hand: u8) -> String {
        match leader {
            NONE => format!("nobody ({})", self.nation_name(hand)),
            l => format!("{} ({})", self.leader_name(l.into()), self.nation_name(hand)),
        }
    }

    /// An event as a viewer may read it.
    pub fn fight_line(&self, event: &FightEvent, viewer: Viewer) -> Option<Line> {
        use FightEvent::*;
        let name = |q: u8| self.nation_name(q);
        let die = |n: u8| if n == 0 { "without a roll".to_string() } else { format!("with a {n}") };
        let (area, rule, text) = match *event {
            Dropped { area } => (area, "7.5.1.1.3", "nobody is left to fight here".to_string()),
            Begins { area, sort, attackers, defenders } => {
                let (rule, what) = match sort {
                    Sort::Field => ("7.5.2", "a field combat"),
                    Sort::Limited => ("7.5.4.2.3", "a limited field combat"),
                    Sort::Trivial => ("7.5.3", "a trivial combat"),
                };
                let (a, d) = (self.nations_text(attackers), self.nations_text(defenders));
                (area, rule, format!("{what} at {}: {a} against {d}", self.area_name(area)))
            }
            Rises { power, area, count, attack: true } => {
                (area, "7.5.1.2", format!("{count} guerillas of {} attack too", name(power)))
            }
            Rises { power, area, count, .. } => {
                (area, "7.6", format!("{count} guerilla of {} rises after the defeat", name(power)))
            }
            Sallies { power, area, corps, factors } => {
                let text =
                    format!("{} comes out of the city with {corps} corps and {factors} factors", name(power));
                (area, "7.5.4.2.3", text)
            }
            Tossed { area, hand } => {
                (area, "7.5.2.9.1(c)", format!("a die gives {} the command", name(hand)))
            }
            Command { area, leaders, hands, .. } => {
                let [a, d] = [0, 1].map(|i| self.chief_text(leaders[i], hands[i]));
                (area, "7.5.2.9.1(c)", format!("{a} commands the attack, {d} the defence"))
            }
            Agreed { area, power, agreed } => {
                let verb = if agreed { "accepts" } else { "declines" };
                (area, "7.5.3(b)", format!("{} {verb} a trivial combat", name(power)))
            }
            Announced { area, outflanks } => {
                let text = match outflanks {
                    [true, true] => "both sides outflank",
                    [true, false] => "the attacker outflanks",
                    [false, true] => "the defender outflanks",
                    [false, false] => "nobody outflanks",
                };
                (area, "7.5.2.2", text.to_string())
            }
            Divided { area, power, pinning, around } => {
                let text =
                    format!("{} pins with {pinning} corps and sends {around} round the flank", name(power));
                (area, "7.5.2.3", text)
            }
            Shown { area, attacker, defender } => {
                (area, "7.5.2.4", format!("{} against {}", attacker.name(), defender.name()))
            }
            Withdraws { area, power, die: n, gone, .. } => {
                let verb = if gone { "withdraws" } else { "fails to withdraw" };
                (area, "7.5.2.5", format!("{} {verb} {}", name(power), die(n)))
            }
            NoWay { area, power } => {
                (area, "7.5.2.5.2.3", format!("{} has nowhere to withdraw to", name(power)))
            }
            Fled { area, power, away, stay } => {
                let text = format!("irregulars of {}: {away} get away, {stay} do not", name(power));
                (area, "7.5.2.5.2.2(b)", text)
            }
            Opened { area, day, factors, morale } => {
                let [a, d] = morale.map(tenths);
                let text = format!(
                    "day {day}: {} factors with morale {a} against {} with {d}",
                    factors[0], factors[1]
                );
                (area, "7.5.2.6", text)
            }
            Ordered { area, ratings, guard } => {
                let mut text = format!("tactical ratings {} against {}", ratings[0], ratings[1]);
                if guard != [0, 0] {
                    text += &format!(", guard committed {} against {}", guard[0], guard[1]);
                }
                (area, "7.5.2.9.1.2", text)
            }
            Guard { area, power, levels, die, lost } => {
                let text =
                    format!("{} commits guard for {levels}: with a {die} it loses {lost}", name(power));
                (area, "7.5.2.8", text)
            }
            Guns { area, power, die, lost } => {
                (area, "7.5.2.8", format!("the guns of {} roll {die} and cost the enemy {lost}", name(power)))
            }
            Rolled { area, record: r, .. } => {
                let side = |i: usize| {
                    let sign = match r.modifiers[i] {
                        0 => String::new(),
                        m => format!("{m:+}"),
                    };
                    format!("{} on {} rolls {}{sign}", r.weights[i], table(r.tables[i]), r.dice[i])
                };
                let text = format!(
                    "round {}: attacker {}, defender {}; losses {} and {}, morale -{} and -{}",
                    r.round,
                    side(0),
                    side(1),
                    r.lost[0],
                    r.lost[1],
                    tenths(r.morale[0]),
                    tenths(r.morale[1])
                );
                (area, "7.5.2.9", text)
            }
            Suffered { area, power, factors, left } => {
                let lost = crate::play::loss::words::factors_text(factors);
                (area, "7.5.2.9.2", format!("the side of {} has lost {lost}; {left} are left", name(power)))
            }
            Decided { area, verdict, hands } => {
                let (rule, text) = match verdict {
                    Verdict::Won { victor, .. } => {
                        ("7.5.2.10.1", format!("{} wins", name(hands[victor.at()])))
                    }
                    Verdict::BothBroke => ("7.5.2.10.4.2", "both sides break: nobody wins".to_string()),
                    Verdict::NobodyLeft | Verdict::GoesOn => ("7.5.2.10.4", "nobody is left".to_string()),
                };
                (area, rule, text)
            }
            Helps { area, power, leader, die, rating, comes } => {
                let who = match leader {
                    NONE => format!("a corps of {}", name(power)),
                    l => self.leader_name(l.into()).to_string(),
                };
                let verb = if comes { "comes to help" } else { "does not come" };
                (area, "7.5.2.11.2", format!("{who} {verb}: {die} against {rating}"))
            }
            Joins { area, power, def, .. } => {
                let corps = self.d.corps.get(usize::from(def)).map_or("?", |c| c.title.as_str());
                (area, "7.5.2.11.4", format!("{corps} joins the side of {}", name(power)))
            }
            TakesOver { area, leader, .. } => {
                (area, "7.5.2.11.5(b)", format!("{} takes command", self.leader_name(leader.into())))
            }
            Outflanks { area, power, die: n, rating, arrived } => {
                let verb = if arrived { "arrive" } else { "do not arrive" };
                let text = format!("outflankers of {} {verb} {} (rating {rating})", name(power), die(n));
                (area, "7.5.2.12.1", text)
            }
            Night { area, withdraw, hands } => {
                let say = |i: usize| {
                    let verb = if withdraw[i] { "withdraws" } else { "fights on" };
                    format!("{} {verb}", name(hands[i]))
                };
                (area, "7.5.2.13", format!("{}, {}", say(0), say(1)))
            }
            Day { area, day } => (area, "7.5.2.13.2", format!("day {day} of the combat begins")),
            Pursues { area, power, class, die, due, .. } => {
                let losses = if due == 1 { "loss" } else { "losses" };
                let text = format!("{} pursues at class {class}: die {die}, {due} {losses}", name(power));
                (area, "7.5.2.10.2.3", text)
            }
            Retreats { power, area, goes_on, .. } => {
                let on = if goes_on { " and must go on" } else { "" };
                (area, "7.5.2.10.3", format!("{} falls back to {}{on}", name(power), self.area_name(area)))
            }
            Surrenders { power, by, area, factors } => {
                let what = crate::play::loss::words::factors_text(factors);
                (area, "7.5.2.10.3.6", format!("{what} of {} surrender to {}", name(power), name(by)))
            }
            Falls { area, by } => {
                (area, "7.5.4.2.3.1.1", format!("{} falls to {}", self.area_name(area), name(by)))
            }
            SiegeResumes { area } => {
                (area, "7.5.4.2.3.1", format!("the siege of {} goes on", self.area_name(area)))
            }
            Over { area } => (area, "7.5.2", format!("the combat at {} is over", self.area_name(area))),
            DepotTaken { area, power, converted } => {
                let verb = if converted { "takes over" } else { "destroys" };
                (area, "7.5.2.14", format!("{} {verb} the depot", name(power)))
            }
            InsideTaken { area, power, converted } => {
                let verb = if converted { "takes over" } else { "destroys" };
                (area, "7.4.3.4.5", format!("{} {verb} the depot in the city", name(power)))
            }
            Occupies { area, power } => (area, "7.5.1.3(b)", format!("{} enters the city", name(power))),
            StepsOut { area, power } => {
                (area, "7.5.4.2.3.2", format!("a corps of {} steps out of the city", name(power)))
            }
            Garrisons { area, power, kind } => {
                // What it was in its corps is hidden: in the city it is a factor like others (empires 7.3.3.2).
                let own = viewer == Viewer::All || viewer == Viewer::Side(Side(power));
                let what = match own {
                    true => format!("a factor ({})", crate::play::loss::words::kind_text(kind)),
                    false => "a factor".to_string(),
                };
                (area, "7.5.1.3(b)", format!("{} puts {what} into the city", name(power)))
            }
            Besieges { area, power } => {
                (area, "7.5.4(c)", format!("{} besieges {}", name(power), self.area_name(area)))
            }
        };
        Some(Line { text, rule, places: vec![self.area_id(area).to_string()] })
    }

    /// A side in words.
    pub fn side_text(who: Who) -> &'static str {
        match who {
            Who::Attacker => "attacker",
            Who::Defender => "defender",
        }
    }
}
