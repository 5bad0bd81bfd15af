//! Sieges, storms, sorties and guerillas.

use super::{result, roll_call, row, sum};
use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::guide::label::count;
use crate::play::combat::charts::Attempt;
use crate::play::combat::round::Form;
use crate::play::land::Position;
use crate::play::siege::SiegeEvent;
use crate::play::siege::state::{AROUND, INSIDE, RoundResult};
use crate::words::tenths;
use sandtable_board::AreaId;
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::Force;
use sandtable_core::view::Viewer;

impl Empires {
    pub(super) fn siege_story(
        &self,
        before: &Position,
        event: &SiegeEvent,
        viewer: Viewer,
    ) -> Vec<BattlePart> {
        use SiegeEvent as E;
        let engine = self.engine();
        let line = || engine.siege_line(event, viewer).map(|l| result(l.text, l.rule));
        match *event {
            E::Attempt { area, power, die, modifier, result: came } => {
                let known = self.known_to(before, viewer);
                let [attackers, defenders] = self.around_and_inside(&known, viewer, area);
                let title = format!("Assault on {}", engine.area_name(area));
                let walls = self.d.place(area).fleches as i8 * self.charts.siege.fleche;
                let rows = vec![
                    row(die, "the die", "7.5.4.1"),
                    row(walls, "fleches of the city", "7.5.4.1.1.1"),
                    row(modifier - walls, "the garrison is too small for the city", "7.5.4.1.1.2"),
                ];
                let (text, rule) = match came {
                    Attempt::Sortie => ("The walls hold, and the garrison may make a sortie", "7.5.4.1.2.1"),
                    Attempt::Nothing => ("The walls hold", "7.5.4.1.2.2"),
                    Attempt::Breach => ("The walls are breached", "7.5.4.1.2.3"),
                };
                vec![
                    BattlePart::Opens { place: self.spot(area), title, attackers, defenders },
                    self.roll(before, power, "Assault attempt", die),
                    sum("Die of the attempt", rows),
                    result(text, rule),
                ]
            }
            E::Sortie { nation, die, loser, .. } => vec![
                self.roll(before, nation, "Sortie", die),
                result(format!("The sortie costs {} a factor", engine.nation_name(loser)), "7.5.4.1.2.1"),
            ],
            E::Begins { area, sally, factors, morale, .. } => {
                let mut parts = Vec::new();
                let camps = self.storm_forces(before, area);
                if sally {
                    let known = self.known_to(before, viewer);
                    let [attackers, defenders] = self.sally_forces(&known, viewer, area);
                    let title = format!("The garrison of {} attacks its besiegers", engine.area_name(area));
                    parts.push(BattlePart::Opens { place: self.spot(area), title, attackers, defenders });
                }
                let names = if sally { ["garrison", "besiegers"] } else { ["besiegers", "garrison"] };
                for i in 0..2 {
                    let which = if (i == 0) == sally { INSIDE } else { AROUND };
                    let rule = if sally { "7.5.4.2.1.1" } else { "7.5.4.1.3.1" };
                    let name = format!("Factors of the {}", names[i]);
                    parts.push(roll_call(name, &camps[which], factors[i], rule));
                }
                let [a, d] = morale.map(tenths);
                let text =
                    format!("{} factors with morale {a} attack {} with morale {d}", factors[0], factors[1]);
                parts.push(BattlePart::Odds { text, rule: "7.5.4.1.3.2" });
                parts
            }
            E::Round { sally, round, leads, result: came, .. } => {
                self.storm_parts(before, sally, round, leads, &came)
            }
            E::Retreats { from, to, nation } => {
                let [here, there] = [from, to].map(|a| engine.area_name(a));
                vec![BattlePart::Fate {
                    kind: FateKind::Retreat,
                    side: before.power_of(nation).map_or("", side_id),
                    piece: String::new(),
                    text: format!(
                        "The besiegers of {} go back from {here} to {there}",
                        engine.nation_name(nation)
                    ),
                    places: [from, to].map(|a| self.spot(a)).to_vec(),
                }]
            }
            E::Guerillas { area, die, factors } => self.rising(before, area, die, factors),
            E::Hunted { area, power, die, modified, killed } => {
                self.hunt_parts(before, viewer, area, power, [die, modified, killed])
            }
            E::Over { .. } => vec![BattlePart::Closes],
            E::Conquered { .. } => vec![],
            _ => line().into_iter().collect(),
        }
    }

    /// Those who fight for a city, all of whom are laid open as the fight begins.
    fn storm_forces(&self, before: &Position, area: AreaId) -> [Vec<Force>; 2] {
        if before.siege.area == area && before.siege.battle.setting.form == Form::GarrisonAttack {
            let [inside, around] = self.sally_forces(before, Viewer::All, area);
            return [around, inside];
        }
        self.around_and_inside(before, Viewer::All, area)
    }

    /// Garrison and besiegers where the garrison attacks: corps that have been named, then the besiegers.
    fn sally_forces(&self, p: &Position, viewer: Viewer, area: AreaId) -> [Vec<Force>; 2] {
        let corps = |which: usize| -> Vec<Force> {
            p.siege.blocks[which].iter().map(|b| self.corps_force(p, viewer, b)).collect()
        };
        let mut inside = corps(INSIDE);
        for part in p.at(area).garrison.without(&p.siege.stay).parts() {
            inside.push(Force {
                piece: String::new(),
                name: format!("factors of {}", self.engine().nation_name(part.nation)),
                strength: part.total().into(),
            });
        }
        [inside, corps(AROUND)]
    }

    fn storm_parts(
        &self,
        before: &Position,
        sally: bool,
        round: u8,
        leads: [u8; 2],
        came: &RoundResult,
    ) -> Vec<BattlePart> {
        let names = if sally { ["garrison", "besiegers"] } else { ["besiegers", "garrison"] };
        let rule = if sally { "7.5.4.2.1.1" } else { "7.5.4.1.3.1" };
        let mut out = Vec::new();
        for i in 0..2 {
            let [casualty, morale] = came.tables[i];
            let what = format!("Round {round}: the {} on table {casualty}-{morale}", names[i]);
            out.push(self.roll(before, leads[i], what, came.dice[i]));
        }
        for (i, name) in names.into_iter().enumerate() {
            let lost = count(came.lost[i], "factor");
            let text = format!("The {name} lose {lost} and {} morale", tenths(came.morale[i]));
            let text = if name == "garrison" { text.replace(" lose ", " loses ") } else { text };
            out.push(result(text, rule));
        }
        out
    }

    /// The die of a province against its value: this many guerillas rise.
    fn rising(&self, before: &Position, area: AreaId, die: u8, factors: u8) -> Vec<BattlePart> {
        let value = self.d.place(area).guerilla;
        let home = self.d.place(area).home;
        let name = &self.d.board.area(area).name;
        let fallen = i16::from(die) - i16::from(value);
        let rows = vec![
            row(value, "value of the province", "7.6"),
            row(-i16::from(die), "the die", "7.6"),
            row(fallen.max(0), "never less than none", "7.6"),
        ];
        let text = match factors {
            0 => "Nobody rises".to_string(),
            n => format!("{} rise", count(n, "guerilla")),
        };
        vec![
            BattlePart::Opens {
                place: self.spot(area),
                title: format!("Unrest at {name}"),
                attackers: vec![],
                defenders: vec![],
            },
            self.roll(before, home, "Guerillas rise", die),
            sum("Guerillas", rows),
            result(text, "7.6"),
            BattlePart::Closes,
        ]
    }

    fn hunt_parts(
        &self,
        before: &Position,
        viewer: Viewer,
        area: AreaId,
        power: u8,
        [die, modified, killed]: [u8; 3],
    ) -> Vec<BattlePart> {
        let known = self.known_to(before, viewer);
        let here = |b: &usize| known.corps[*b].power == power && known.corps[*b].spot.area() == Some(area);
        let attackers =
            (0..known.corps.len()).filter(here).map(|b| self.corps_force(&known, viewer, b)).collect();
        let home = self.d.place(area).home;
        let there = match usize::from(home) < POWERS {
            true => known.at(area).irregulars[usize::from(home)],
            false => 0,
        };
        let prey = Force { piece: String::new(), name: "guerillas".to_string(), strength: there.into() };
        let value = self.d.place(area).guerilla;
        let rows = vec![
            row(die, "the die", "7.6"),
            row(i16::from(modified) - i16::from(die), "two corps or more", "7.6"),
        ];
        let text = match modified > value {
            true => format!("More than {value}: {} killed", count_killed(killed)),
            false => format!("Not more than {value}: they get away"),
        };
        vec![
            BattlePart::Opens {
                place: self.spot(area),
                title: format!("Hunt for guerillas at {}", self.engine().area_name(area)),
                attackers,
                defenders: vec![prey],
            },
            self.roll(before, power, "Hunt", die),
            sum("Die of the hunt", rows),
            result(text, "7.6"),
            BattlePart::Closes,
        ]
    }
}

fn count_killed(killed: u8) -> String {
    if killed == 1 { "1 guerilla is".to_string() } else { format!("{killed} guerillas are") }
}
