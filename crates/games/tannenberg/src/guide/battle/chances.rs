//! What can come of an attack, exactly: attrition of hungry attackers first, then the die. Rolls that come to the same are not
//! gone through one by one, for a dozen hungry units have more of them than anybody could wait for.

use crate::Engine;
use crate::Tannenberg;
use crate::position::{Position, flag};
use sandtable_core::forecast::Chance;
use sandtable_east::data::{UnitId, UnitSet};
use sandtable_east::standard::results;
use sandtable_east::standard::strength::{self, Attack};
use sandtable_east::standard::supply::attrition;
use sandtable_east::standard::zones::enemy;
use std::collections::BTreeMap;

/// Hungry attackers whose attrition is reckoned in; more than that are taken to hold out.
const MOST: usize = 10;

const SIDES: u64 = 6;

impl Tannenberg {
    /// Every result of the attack that is put together, likeliest first, and whether attrition had to be left out.
    pub(super) fn chances(&self, engine: Engine<'_>, q: &Position) -> (Vec<Chance>, bool) {
        let data = engine.data;
        let hungry: Vec<UnitId> =
            q.combat.units.iter().filter(|u| q.is(*u, flag::OUT_OF_SUPPLY | flag::FED)).collect();
        let left_out = hungry.len() > MOST;
        let rolling = if left_out { &[][..] } else { &hungry[..] };
        let bad = u64::from(data.params.supply.attrition_upto).min(SIDES);
        let mut sums: BTreeMap<String, u64> = BTreeMap::new();
        for who in 0..1u32 << rolling.len() {
            let mut after = *q;
            let mut weight = 1;
            for (i, unit) in rolling.iter().enumerate() {
                let starves = who >> i & 1 == 1;
                weight *= if starves { bad } else { SIDES - bad };
                if starves {
                    after.lose(data, *unit, attrition(data, q, *unit, 1));
                }
            }
            after.combat.units = after.combat.units.iter().filter(|u| after.hex(*u).is_some()).collect();
            if weight > 0 {
                self.throw(engine, &after, weight, &mut sums);
            }
        }
        let of = SIDES.pow(rolling.len() as u32 + 1);
        let mut out: Vec<Chance> = sums
            .into_iter()
            .map(|(outcome, parts)| Chance { outcome, parts, of, probability: parts as f64 / of as f64 })
            .collect();
        out.sort_by(|a, b| b.parts.cmp(&a.parts).then_with(|| a.outcome.cmp(&b.outcome)));
        (out, left_out)
    }

    /// All sides of the die.
    fn throw(&self, engine: Engine<'_>, q: &Position, weight: u64, sums: &mut BTreeMap<String, u64>) {
        let (data, c) = (engine.data, &q.combat);
        let (params, foe) = (&data.params, enemy(q.phasing));
        let attack = Attack { units: c.units, heroes: c.heroes, targets: c.targets() };
        let (strong, stands) =
            (strength::attack_total(data, q, &attack), strength::defence_total(data, q, foe, c.targets()));
        let tcr = strength::tcr_of(data, q, c.units);
        let column = strength::ratio(strong, stands).and_then(|r| strength::column(params, tcr, r));
        let Some(column) = column.filter(|_| !c.units.is_empty()) else {
            *sums.entry(self.called_off_text()).or_default() += weight * SIDES;
            return;
        };
        let shift: u8 = c.shifts.iter().map(|h| engine.own.hq_values(data, q, h).shift).sum();
        let column = strength::shifted(params, tcr, column, shift);
        let change = strength::die_change(data, q, &attack);
        let defenders = c.targets().iter().map(|t| strength::defenders(data, q, foe, *t));
        let defenders = defenders.fold(UnitSet::EMPTY, UnitSet::and);
        let worse = (
            results::out_of_command(data, q, c.units, true),
            results::out_of_command(data, q, defenders, false),
        );
        for die in 1..=SIDES as u8 {
            let Some((mut a, mut d)) = results::look_up(params, column, die + change) else { continue };
            if worse.0 {
                a = results::worse_for_attacker(params, a);
            }
            if worse.1 {
                d = results::worse_for_defender(params, d);
            }
            *sums.entry(self.result_text(a, d)).or_default() += weight;
        }
    }
}
