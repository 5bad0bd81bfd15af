//! The Assault in words: what players type, and what the log says.

use super::super::Engine;
use super::super::fight::strength_text;
use super::{AssaultEvent, LABELS, Share};
use crate::data::Fate;
use crate::position::{HexId, UnitId};
use sandtable_core::game::Line;

impl Engine<'_> {
    /// An event as a line of the log.
    pub(in super::super) fn assault_line(&self, event: AssaultEvent) -> Line {
        use AssaultEvent as E;
        let name = |u: UnitId| self.name(u);
        let hexes =
            |list: &[Option<HexId>]| list.iter().flatten().map(|h| self.d.map.name(*h)).collect::<Vec<_>>();
        let who = ["attacker", "defender"];
        let line = |text: String, rule: &'static str, places: &[Option<HexId>]| Line {
            text,
            rule,
            places: hexes(places),
        };
        match event {
            E::Advanced { unit, from, hex } => line(
                format!(
                    "{} advances from {} to {}",
                    name(unit),
                    self.place_label(from),
                    self.place_label(hex)
                ),
                "8.7.4b",
                &[from, Some(hex)],
            ),
            E::Part { centre, hex } => {
                let part = if centre { "centre" } else { "suburbs" };
                line(format!("they are in the {part} of Orel"), "7.1.1e", &[Some(hex)])
            }
            E::DepotTaken { unit, hex, stores } => {
                line(format!("{} is taken with stores for {stores} units", name(unit)), "3.3a", &[hex])
            }
            E::Pursuit { hex, unharmed: true, .. } => line(
                "cavalry rides down the Routed and has nothing to fear".to_string(),
                "8.7.4g",
                &[Some(hex)],
            ),
            E::Pursuit { hex, unharmed: false, .. } => {
                line("cavalry pursues".to_string(), "8.7.4c", &[Some(hex)])
            }
            E::Asked { hex, assault: true } => {
                line("the attacker assaults".to_string(), "8.8a", &[Some(hex)])
            }
            E::Asked { hex, assault: false } => {
                line("the attacker does not assault".to_string(), "8.8a", &[Some(hex)])
            }
            E::Charge { unit, charges: true } => line(format!("{} charges", name(unit)), "8.7.1w", &[]),
            E::Charge { unit, charges: false } => {
                line(format!("{} fights dismounted", name(unit)), "8.7.1v", &[])
            }
            E::Strengths { strengths: [attack, defence], adds, hex } => {
                let parts = LABELS.iter().zip(adds).filter(|(_, add)| *add != 0);
                let parts: Vec<String> = parts.map(|((label, _), add)| format!("{label} {add:+}")).collect();
                let parts = if parts.is_empty() { "no modifiers".to_string() } else { parts.join(", ") };
                let ratio = ratio_text(attack, defence);
                line(format!("Assault: {attack} against {defence}, {ratio}; {parts}"), "8.8.1b", &[Some(hex)])
            }
            E::Result { dice: [a, b], add, total, row, steps, due, loser, m, hex, .. } => {
                let loser = who[usize::from(loser % 2)];
                let more = if row == due {
                    String::new()
                } else {
                    format!(", with {} and {} steps in it {}/{}", steps[0], steps[1], due[0], due[1])
                };
                let text = format!(
                    "rolled {a} and {b}, {add:+} is {total}: losses {}/{}{more}, the {loser} loses, Morale {m:+}",
                    row[0], row[1]
                );
                line(text, "8.8.2a", &[Some(hex)])
            }
            E::Side { who: side, strength } => {
                let text = format!(
                    "strength of the {} in it: {}",
                    who[usize::from(side % 2)],
                    strength_text(&strength)
                );
                line(text, "8.8.1b", &[])
            }
            E::Spared { unit } => line(format!("{} need not test", name(unit)), "9g", &[]),
            E::Vehicle { unit, die, upto, hex } => {
                let result = if die <= upto { "hit" } else { "unharmed" };
                line(format!("{} tests: rolled {die}, hit up to {upto}: {result}", name(unit)), "9e", &[hex])
            }
            E::Morale { unit, die, parts, tq, fate, hex, .. } => {
                let named = [
                    ("result", parts.result),
                    ("lost a step", parts.hurt),
                    ("own vehicle", parts.own_vehicle),
                    ("enemy vehicle", parts.enemy_vehicle),
                    ("Disorganised", parts.disorganised),
                ];
                let added: String = named
                    .iter()
                    .filter(|(_, n)| *n != 0)
                    .map(|(what, n)| format!(", {what} {n:+}"))
                    .collect();
                let total = die as i8 + parts.sum();
                let fate = fate_text(fate);
                let text = format!(
                    "Morale of {}: rolled {die}{added} is {total} against TQ {tq}: {fate}",
                    name(unit)
                );
                line(text, "8.8.2k", &[hex])
            }
            E::Shared { unit, share, hex } => {
                let by = match share {
                    Share::Munitions => "munitions that were not needed",
                    Share::Spoils | Share::PursuitSpoils => "spoils of war",
                    Share::Depot => "stores of the Depot",
                };
                line(format!("{} is supplied by {by}", name(unit)), share.rule(), &[hex])
            }
            E::Over { hex } => line("the combat is over".to_string(), "8.1j", &[Some(hex)]),
        }
    }
}

/// A ratio with one decimal, rounded down.
fn ratio_text(attack: u16, defence: u16) -> String {
    match u32::from(defence) {
        0 => "without resistance".to_string(),
        d => {
            let hundredths = u32::from(attack) * 100 / d;
            format!("{}.{:02}:1", hundredths / 100, hundredths % 100)
        }
    }
}

fn fate_text(fate: Fate) -> &'static str {
    match fate {
        Fate::Passed => "stays",
        Fate::Disorganised => "Disorganised",
        Fate::Repulsed => "repulsed",
        Fate::GoodOrder => "goes back in good order",
        Fate::Retreat => "retreats",
        Fate::Rout => "routs",
        Fate::Surrender => "surrenders",
    }
}
