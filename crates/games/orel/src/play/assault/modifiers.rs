//! The Assault dice (8.8.1): what is added to them, and the row that they find. Everything here depends on the position and
//! on the combat that is given alone, so that odds and bots can ask about combats that are not being fought.

use super::super::Engine;
use crate::data::{ArtRow, Class};
use crate::position::{ATTACKER, Combat, DEFENDER, Pieces, Position, UnitId};

/// Something that is added to the Assault dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssaultModifier {
    /// What it is.
    pub label: &'static str,
    /// What it adds.
    pub add: i8,
    /// The rule behind it.
    pub rule: &'static str,
}

/// How many modifiers there are.
pub const MODIFIERS: usize = 9;

/// Their labels and rules, in the order of the chart.
pub const LABELS: [(&str, &str); MODIFIERS] = [
    ("ratio", "8.8.1b"),
    ("quality", "8.8.1d"),
    ("encirclement", "8.8.1e"),
    ("tank", "9.2.2b"),
    ("heavy train attacking", "9.1.2c"),
    ("heavy train defending", "9.1.2c"),
    ("integrated artillery", "8.8.1g"),
    ("ground", "8.8.1f"),
    ("Hasty Attack", "7.2o"),
];

/// Whether an attack through these hexsides, one bit for each direction, encircles: two opposite ones, three alternate ones,
/// or four (orel 8.8.1e).
pub fn encircled(sides: u8) -> bool {
    let has = |mask: u8| sides & mask == mask;
    has(0b001001)
        || has(0b010010)
        || has(0b100100)
        || has(0b010101)
        || has(0b101010)
        || (sides & 0b111111).count_ones() >= 4
}

impl Engine<'_> {
    /// What a strength ratio adds to the Assault dice: that of the last row which it reaches (orel 8.8.1b, orel 1.2c).
    pub fn ratio_add(&self, attack: u16, defence: u16) -> i8 {
        let charts = &self.d.charts;
        let reached = |from: [u8; 2]| {
            attack > 0 && u32::from(attack) * u32::from(from[1]) >= u32::from(defence) * u32::from(from[0])
        };
        charts.ratio.iter().rev().find(|row| reached(row.from)).map_or(charts.ratio_below, |row| row.add)
    }

    /// Who stands for a side in quality and losses: its combat units; guns only if there are none (orel 8.8.1d, orel 8.8.2b).
    pub fn assault_line_of(&self, c: &Combat, who: usize) -> Pieces {
        let combat = c.units[who].which(|u| self.class(u).is_combat());
        if combat.is_empty() && who == DEFENDER {
            return c.units[who].which(|u| self.class(u).is_gun());
        }
        combat
    }

    /// Steps of a side that count for the size of an Assault (orel 8.8.2b).
    pub fn assault_steps(&self, p: &Position, c: &Combat, who: usize) -> u8 {
        self.assault_line_of(c, who).iter().map(|u| p.steps(u)).sum()
    }

    /// Whether a vehicle of a combat serves: a train only in contact (orel 9j, orel 9.1.2b).
    pub fn assault_serves(&self, p: &Position, c: &Combat, unit: UnitId) -> bool {
        self.works(p, unit) && (self.class(unit) != Class::Train || c.contact.has(unit))
    }

    /// Hexsides through which a combat's attackers come, one bit for each direction from the attacked hex.
    pub fn attack_sides(&self, p: &Position, c: &Combat) -> u8 {
        let side = |u: UnitId| p.hex(u).and_then(|at| self.d.map.direction(c.hex, at)).map_or(0, |d| 1 << d);
        c.units[ATTACKER].iter().filter(|u| p.on_map(*u)).fold(0, |bits, u| bits | side(u))
    }

    /// What ground or trenches do for the defender of an Assault: the better of the two. A river helps if every attacking combat unit
    /// comes across one, trenches if everybody is in one and no tank attacks (orel 8.8.1f, orel 9.2.2c, orel RU-31).
    pub fn assault_ground(&self, p: &Position, c: &Combat) -> i8 {
        let ground = self.fight_ground_add(p, c, |row| row.assault);
        let dug = self.all_entrenched(p, c.units[DEFENDER]) && !self.fight_tanks_attack(p, c);
        if dug { ground.min(self.d.charts.entrenched.assault) } else { ground }
    }

    fn heavy_train(&self, p: &Position, c: &Combat, who: usize) -> bool {
        c.units[who]
            .iter()
            .any(|u| self.class(u) == Class::Train && self.def(u).heavy && self.assault_serves(p, c, u))
    }

    /// Everything that is added to the Assault dice of a combat, in the order of the chart; what does not apply adds nothing.
    pub fn assault_modifiers(&self, p: &Position, c: &Combat) -> [AssaultModifier; MODIFIERS] {
        let chart = &self.d.charts.attack;
        let given = |so: bool, add: i8| if so { add } else { 0 };
        let strength = |who| self.side_strength(p, c, who, true);
        let tq = |who| self.predominant(p, self.assault_line_of(c, who)).map(|q| q as i8);
        let quality = match (tq(ATTACKER), tq(DEFENDER)) {
            (Some(attack), Some(defence)) => attack - defence,
            _ => 0,
        };
        let guns = self.fight_has_integrated(c, DEFENDER);
        let adds = [
            self.ratio_add(strength(ATTACKER), strength(DEFENDER)),
            quality,
            given(encircled(self.attack_sides(p, c)), chart.encirclement),
            given(self.fight_tanks_attack(p, c), chart.tank),
            given(self.heavy_train(p, c, ATTACKER), chart.heavy_train_attacking),
            given(self.heavy_train(p, c, DEFENDER), chart.heavy_train_defending),
            given(guns, chart.defender_integrated),
            self.assault_ground(p, c),
            // A pursuit is an Assault within the same attack, however that was declared (orel RU-41).
            given(!c.prepared && !c.pursuit, chart.assault_hasty),
        ];
        std::array::from_fn(|i| AssaultModifier { label: LABELS[i].0, add: adds[i], rule: LABELS[i].1 })
    }

    /// The sum of what is added to the Assault dice.
    pub fn assault_add(&self, p: &Position, c: &Combat) -> i8 {
        self.assault_modifiers(p, c).iter().map(|m| m.add).sum()
    }

    /// The row of the Assault Results Table for a total (orel 8.8.2a).
    pub fn assault_row(&self, total: i8) -> ArtRow {
        let rows = &self.d.charts.art;
        let found = rows.iter().find(|row| total <= row.upto).or(rows.last());
        found.copied().unwrap_or(ArtRow { upto: i8::MAX, losses: [0; 2], loser: 0, morale: 0 })
    }

    /// Losses of both sides by a row: one more each if the smaller side is large, less what the other side cannot suffer any
    /// more (orel 8.8.2b, orel 8.8.2h, orel RU-60). Pursuers of the Routed
    /// lose nothing, and so nothing in excess (orel 8.7.4g).
    pub fn assault_losses(&self, p: &Position, c: &Combat, row: ArtRow) -> [u8; 2] {
        let chart = &self.d.charts.attack;
        let small = self.assault_steps(p, c, ATTACKER).min(self.assault_steps(p, c, DEFENDER));
        let more = if small >= chart.more_losses_from { chart.more_losses } else { 0 };
        let mut wanted = row.losses.map(|n| n + more);
        if c.pursuit && p.assault.unharmed {
            wanted[ATTACKER] = 0;
        }
        let held = [ATTACKER, DEFENDER].map(|who| self.loss_steps(p, c, who));
        let over = |who: usize| wanted[who].saturating_sub(held[who]);
        [wanted[0].saturating_sub(over(1)).min(held[0]), wanted[1].saturating_sub(over(0)).min(held[1])]
    }
}
