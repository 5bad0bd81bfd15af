//! The Assault and what follows it (8.7.4, 8.8, 9e).

use super::fight::{ratio_text, strength_sum, who_name};
use super::{result, row, sum};
use crate::Orel;
use crate::data::Fate;
use crate::play::assault::{AssaultEvent, LABELS, Share};
use crate::position::{ATTACKER, HexId, Position, UnitId};
use crate::view::{count, signed};
use sandtable_core::battle::{BattlePart, FateKind};
use sandtable_core::guide::Factor;

impl Orel {
    pub(super) fn assault_story(&self, before: &Position, event: AssaultEvent) -> Vec<BattlePart> {
        use AssaultEvent as E;
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let fate = |kind: FateKind, unit: UnitId, text: String| vec![self.fate(before, kind, unit, text)];
        match event {
            E::Advanced { unit, from, hex } => {
                let text = format!(
                    "{} advances from {} to {}",
                    name(unit),
                    self.place_name(from),
                    self.place_name(hex)
                );
                let way: Vec<HexId> = from.into_iter().chain([hex]).collect();
                vec![self.fate_at(before, FateKind::Advance, unit, text, &way)]
            }
            E::Part { centre, .. } => {
                let part = if centre { "centre" } else { "suburbs" };
                vec![result(format!("They are in the {part} of Orel"), "7.1.1e")]
            }
            E::DepotTaken { unit, hex, stores } => {
                let text =
                    format!("{} is taken, with stores for {}", name(unit), count(stores.into(), "unit"));
                vec![self.fate_at(before, FateKind::Other, unit, text, hex.as_slice())]
            }
            E::Pursuit { hex, unharmed, riders, fled } => {
                let (text, rule) = if unharmed {
                    ("All defenders are Routed: the pursuers have nothing to fear", "8.7.4g")
                } else {
                    ("Cavalry pursues: an Assault without supports", "8.7.4c")
                };
                vec![
                    BattlePart::Closes,
                    BattlePart::Opens {
                        place: self.spot_of(hex),
                        title: format!("Pursuit to {}", self.place_name(hex)),
                        attackers: self.forces(riders, &|u| (false, self.steps_strength(before, u))),
                        defenders: self.forces(fled, &|u| (false, self.steps_strength(before, u))),
                    },
                    result(text, rule),
                ]
            }
            E::Asked { assault, .. } => {
                let text = if assault { "The attackers assault" } else { "The attackers do not assault" };
                vec![result(text, "8.8a")]
            }
            E::Charge { unit, charges } => {
                let how = if charges { "charges" } else { "fights dismounted" };
                fate(FateKind::Other, unit, format!("{} {how}", name(unit)))
            }
            E::Side { who, strength } => vec![strength_sum(who, "Strength in the Assault", &strength)],
            E::Strengths { strengths: [attack, defence], .. } => {
                vec![BattlePart::Odds { text: ratio_text(attack, defence), rule: "8.8.1b" }]
            }
            E::Result { dice, row: table, steps, due, loser, m, adds, unharmed, .. } => {
                let modifiers = LABELS.iter().zip(adds).filter(|(_, add)| *add != 0);
                let both = row(i16::from(dice[0] + dice[1]), "both dice", "8.8.1a");
                let rows: Vec<Factor> = std::iter::once(both)
                    .chain(modifiers.map(|((label, rule), add)| row(add, *label, rule)))
                    .collect();
                let total = rows.iter().map(|r| r.value).sum();
                let mut out = vec![
                    self.roll(before.active, "Assault", dice.to_vec()),
                    BattlePart::Sum { name: "Assault".to_string(), rows, total },
                ];
                for who in [0, 1] {
                    out.extend(self.losses_sum(who, (table, due), steps, unharmed && who == ATTACKER));
                }
                let text = format!(
                    "The {} lose the Assault. Losses: {} of the attackers, {} of the defenders; Morale {}",
                    who_name(loser),
                    count(due[0].into(), "step"),
                    count(due[1].into(), "step"),
                    signed(m)
                );
                out.push(result(text, "8.8.2a"));
                out
            }
            E::Spared { unit } => fate(FateKind::Other, unit, format!("{} need not test", name(unit))),
            E::Vehicle { unit, die, upto, .. } => {
                let end = if die <= upto { "is hit" } else { "is unharmed" };
                vec![
                    self.roll(
                        before.side(unit),
                        format!("Test of {}: up to {upto} it is hit", name(unit)),
                        vec![die],
                    ),
                    result(format!("{} {end}", name(unit)), "9e"),
                ]
            }
            E::Morale { unit, die, parts, tq, fate, first, .. } => {
                let of = name(unit);
                let total = i16::from(die) + i16::from(parts.sum());
                let rows = [
                    row(parts.result, "by the Assault", "8.8.2a"),
                    row(parts.hurt, "it lost a step", "8.8.2n"),
                    row(parts.own_vehicle, "own vehicle", "9j"),
                    row(parts.enemy_vehicle, "enemy vehicle", "9j"),
                    row(parts.disorganised, "Disorganised", "8.7.2b"),
                ];
                let end = match fate {
                    Fate::Passed | Fate::Disorganised | Fate::Repulsed => "it stays",
                    Fate::GoodOrder => "it goes back in good order",
                    Fate::Retreat => "it retreats",
                    Fate::Rout => "it routs",
                    Fate::Surrender => "it surrenders",
                };
                let roll = first
                    .then(|| self.roll(before.side(unit), "Morale of those who lost the Assault", vec![die]));
                roll.into_iter()
                    .chain([
                        sum(format!("Morale of {of}"), die, "8.8.2k", rows),
                        result(format!("{of}: {total} against TQ {tq}, {end}"), "8.8.2k"),
                    ])
                    .collect()
            }
            E::Shared { unit, share, .. } => {
                let by = match share {
                    Share::Munitions => "munitions that were not needed",
                    Share::Spoils | Share::PursuitSpoils => "spoils of war",
                    Share::Depot => "stores of the Depot",
                };
                fate(FateKind::Other, unit, format!("{} is supplied by {by}", name(unit)))
            }
            E::Over { .. } => vec![BattlePart::Closes],
        }
    }

    /// The strength of a unit by its steps; what its state makes of it is told with the sums.
    fn steps_strength(&self, before: &Position, unit: UnitId) -> i16 {
        let def = self.engine().def(unit);
        let steps = usize::from(before.steps(unit).min(5));
        def.combat[steps].into()
    }

    /// How the losses of a side come about, where they are not those of the table alone (orel 8.8.2b, orel 8.8.2h).
    fn losses_sum(
        &self,
        who: usize,
        (table, due): ([u8; 2], [u8; 2]),
        steps: [u8; 2],
        safe: bool,
    ) -> Option<BattlePart> {
        if table[who] == due[who] {
            return None;
        }
        let chart = &self.d.charts.attack;
        let large = steps[0].min(steps[1]) >= chart.more_losses_from;
        let more = if large { i16::from(chart.more_losses) } else { 0 };
        let (from, total) = (i16::from(table[who]), i16::from(due[who]));
        let rows = [
            row(from, "Assault Results Table", "8.8.2a"),
            row(more, format!("{} or more steps on both sides", chart.more_losses_from), "8.8.2b"),
            match safe {
                true => row(total - from - more, "nothing happens to pursuers of the Routed", "8.7.4g"),
                false => row(
                    total - from - more,
                    "more than can be lost, or than the other side can lose",
                    "8.8.2h",
                ),
            },
        ];
        let rows =
            rows.into_iter().enumerate().filter(|(i, r)| *i == 0 || r.value != 0).map(|(_, r)| r).collect();
        Some(BattlePart::Sum { name: format!("Steps lost by the {}", who_name(who as u8)), rows, total })
    }
}
