//! Combats in the field, as they are fought: forces, commanders, chits, rounds, help, pursuit and retreat.

use super::{result, roll_call, row, sum};
use crate::Empires;
use crate::about::side_id;
use crate::guide::label::{count, up_to};
use crate::play::combat::ending::Verdict;
use crate::play::combat::round::DieParts;
use crate::play::fight::FightEvent;
use crate::play::fight::state::{Camp, Record, Sort};
use crate::play::land::Position;
use crate::play::loss::words::factors_text;
use crate::words::tenths;
use sandtable_board::AreaId;
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::Force;
use sandtable_core::view::Viewer;

const WHO: [&str; 2] = ["attacker", "defender"];

impl Empires {
    pub(super) fn field_story(
        &self,
        before: &Position,
        event: &FightEvent,
        viewer: Viewer,
    ) -> Vec<BattlePart> {
        use FightEvent::*;
        let engine = self.engine();
        let name = |q: u8| engine.nation_name(q);
        let line = || engine.fight_line(event, viewer).map(|l| result(l.text, l.rule));
        match *event {
            Begins { area, sort, attackers, defenders } => {
                self.combat_opens(before, viewer, area, sort, [attackers, defenders])
            }
            Opened { area, day, factors, morale } => {
                let camps = self.camps_of(before, area);
                let mut parts: Vec<BattlePart> = (0..2)
                    .map(|i| {
                        let name = format!("Day {day}: factors of the {}", WHO[i]);
                        // All forces still there are shown to all.
                        let forces = self.forces(before, Viewer::All, area, &camps[i]);
                        roll_call(name, &forces, factors[i], "7.5.2.6")
                    })
                    .collect();
                let [a, d] = morale.map(tenths);
                let text =
                    format!("{} factors with morale {a} attack {} with morale {d}", factors[0], factors[1]);
                parts.push(BattlePart::Odds { text, rule: "7.5.2.6" });
                parts
            }
            Announced { outflanks: [false, false], .. } => vec![],
            Withdraws { power, die, rating, .. } => {
                let mut parts = Vec::new();
                if die > 0 {
                    let what = format!("Withdrawal: gets away on {}", up_to(rating));
                    parts.push(self.roll(before, power, what, die));
                }
                parts.extend(line());
                parts
            }
            Guard { power, die, .. } => {
                let mut parts = vec![self.roll(before, power, "Committed guard", die)];
                parts.extend(line());
                parts
            }
            Guns { power, die, .. } => {
                let mut parts = vec![self.roll(before, power, "Bombardment", die)];
                parts.extend(line());
                parts
            }
            Rolled { area, record, parts, percents } => {
                let powers = self.camps_of(before, area).map(|c| c.powers);
                self.round_parts(before, powers, &record, parts, percents)
            }
            Suffered { power, factors, left, .. } => {
                let text =
                    format!("The side of {} loses {}; {left} are left", name(power), factors_text(factors));
                vec![Self::fate(FateKind::Loss, power, text)]
            }
            Decided { verdict, .. } => {
                let mut parts: Vec<BattlePart> = line().into_iter().collect();
                if let Verdict::Won { victor_broke: true, .. } = verdict {
                    parts.push(result(
                        "the victor has broken, too, which makes no difference",
                        "7.5.2.10.4.1",
                    ));
                }
                parts
            }
            Helps { power, leader, die, rating, comes, .. } => {
                let who = match self.d.leaders.get(usize::from(leader)) {
                    Some(l) => l.name.clone(),
                    None => format!("A corps of {}", name(power)),
                };
                let what = format!("{who} comes to help on {}", up_to(rating));
                let said = if comes { "comes" } else { "does not come" };
                vec![self.roll(before, power, what, die), result(format!("{who} {said}"), "7.5.2.11.2")]
            }
            Joins { block, def, factors, attacks, .. } => {
                let name =
                    self.d.corps.get(usize::from(def)).map_or("a corps".to_string(), |c| c.title.clone());
                let piece = engine.block_id(before, block.into());
                vec![BattlePart::Joins { attacks, force: Force { piece, name, strength: factors.into() } }]
            }
            Outflanks { power, die, rating, .. } => {
                let mut parts = Vec::new();
                if die > 0 {
                    let what = format!("Outflankers arrive on {}", up_to(rating));
                    parts.push(self.roll(before, power, what, die));
                }
                parts.extend(line());
                parts
            }
            Pursues { power, class, die, leader, due, .. } => {
                let more = if leader { self.charts.cavalry_leader } else { 0 };
                let rows = vec![
                    row(die, "the die", "7.5.2.10.2.3"),
                    row(more, "a cavalry leader", "7.5.2.10.2.2.1"),
                ];
                let losses = if due == 1 { "1 loss".to_string() } else { format!("{due} losses") };
                vec![
                    self.roll(before, power, format!("Pursuit of class {class}"), die),
                    sum("Die of the pursuit", rows),
                    result(format!("{} pursues and inflicts {losses}", name(power)), "7.5.2.10.2.3"),
                ]
            }
            Retreats { power, from, area, goes_on } => {
                let on = if goes_on { ", where enemies drive it on" } else { "" };
                let [here, there] = [from, area].map(|a| engine.area_name(a));
                vec![BattlePart::Fate {
                    kind: FateKind::Retreat,
                    side: side_id(power),
                    piece: String::new(),
                    text: format!("{} falls back from {here} to {there}{on}", name(power)),
                    places: [from, area].map(|a| self.spot(a)).to_vec(),
                }]
            }
            Surrenders { power, .. } => {
                let text = engine.fight_line(event, viewer).map(|l| l.text).unwrap_or_default();
                vec![Self::fate(FateKind::Destroyed, power, text)]
            }
            Fled { power, away, stay, .. } => {
                let text = format!("{} of {} ride away, {stay} stand", count(away, "irregular"), name(power));
                vec![Self::fate(FateKind::Other, power, text)]
            }
            Rises { .. }
            | Sallies { .. }
            | Tossed { .. }
            | Command { .. }
            | Agreed { .. }
            | Announced { .. }
            | Divided { .. }
            | Shown { .. }
            | NoWay { .. }
            | Ordered { .. }
            | TakesOver { .. }
            | Night { .. }
            | Day { .. }
            | Falls { .. }
            | SiegeResumes { .. } => line().into_iter().collect(),
            Over { .. } => vec![BattlePart::Closes],
            // Before it begins, and after it is over.
            Dropped { .. }
            | DepotTaken { .. }
            | InsideTaken { .. }
            | Occupies { .. }
            | StepsOut { .. }
            | Garrisons { .. }
            | Besieges { .. } => vec![],
        }
    }

    /// Both sides of a combat that is under way, or as they would be formed if it is about to begin.
    fn camps_of(&self, before: &Position, area: AreaId) -> [Camp; 2] {
        if before.fight.on {
            return before.fight.camps;
        }
        let mut begun = *before;
        self.engine().begin_combat(&mut begun, area, false, &mut Vec::new());
        begun.fight.camps
    }

    fn combat_opens(
        &self,
        before: &Position,
        viewer: Viewer,
        area: AreaId,
        sort: Sort,
        powers: [u8; 2],
    ) -> Vec<BattlePart> {
        let known = self.known_to(before, viewer);
        let camps = self.camps_of(&known, area);
        let [attackers, defenders] = [&camps[0], &camps[1]].map(|c| self.forces(&known, viewer, area, c));
        let what = match sort {
            Sort::Field => "Combat at",
            Sort::Limited => "Relief of",
            Sort::Trivial => "Trivial combat at",
        };
        let [a, d] = powers.map(|set| self.power_names(set));
        let title = format!("{what} {}: {a} against {d}", self.engine().area_name(area));
        vec![BattlePart::Opens { place: self.spot(area), title, attackers, defenders }]
    }

    /// A round: for each side its die, what is added, and what it does to the other.
    fn round_parts(
        &self,
        before: &Position,
        powers: [u8; 2],
        r: &Record,
        parts: [DieParts; 2],
        percents: [u8; 2],
    ) -> Vec<BattlePart> {
        let mut out = Vec::new();
        for i in 0..2 {
            let (who, other) = (WHO[i], WHO[1 - i]);
            let table = format!("{}-{}", r.tables[i].casualty, r.tables[i].morale);
            let what = format!("Day {}, round {}: the {who} on table {table}", r.day, r.round);
            out.push(self.roll(before, Self::first_of(powers[i]), what, r.dice[i]));
            let parts = parts[i];
            let rows = vec![
                row(r.dice[i], "the die", "7.5.2.9"),
                row(parts.commander, "commanders", "7.5.2.9.1"),
                row(parts.cavalry, "superior cavalry", "12.3.3.1"),
                row(parts.chits, "the chits", "7.5.2.7"),
                row(parts.limit, "no more than 1 in all", "7.5.2.9.1(b)"),
            ];
            out.push(sum(format!("Die of the {who}"), rows));
            let text = format!(
                "{} % of {} cost the {other} {} and {} morale",
                percents[i],
                count(r.weights[i], "factor"),
                count(r.lost[1 - i], "factor"),
                tenths(r.morale[1 - i])
            );
            out.push(result(text, "7.5.2.9.2"));
        }
        out
    }
}
