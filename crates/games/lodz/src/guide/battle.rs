//! An attack, fire or bombs before the dice: forces, what shifts the column and by which rule, and every result with its chance.

use crate::Lodz;
use crate::data::{Cell, Kind};
use crate::play::Action;
use crate::play::air::{AirAction, Bombs};
use crate::play::battle::state::Assault;
use crate::play::battle::{BattleAction, BattleStep, BridgeSide};
use crate::position::{HexId, Pieces, Position, Step, UnitId};
use crate::view::count;
use sandtable_core::forecast::by_sum;
use sandtable_core::guide::{Battle, Chart, Factor, Force};

/// What an attack's figures rest on.
const ATTACK: &str = "Exact over both dice, with the defence as it stands. Artillery that the defender may still name is not in it; the \
                      rows below say what it would change.";
/// The same for the defender, whose artillery has been named.
const DEFENCE: &str = "Exact over both dice, with the artillery that you have named.";
/// What fire's figures rest on.
const FIRE: &str = "Exact over both dice. A roll for disorganization is two dice more for the whole stack.";

/// A cell of the combat table in words.
pub(crate) fn cell_words(cell: &Cell) -> String {
    let side = |who: usize, name: &str| {
        let mut parts = Vec::new();
        match cell.retreat[who] {
            0 => {}
            1 => parts.push("goes back 1 hex".to_string()),
            n => parts.push(format!("goes back {n} hexes")),
        }
        match cell.loss[who] {
            0 => {}
            1 => parts.push("loses 1 level".to_string()),
            n => parts.push(format!("loses {n} levels")),
        }
        if cell.disorganized[who] {
            parts.push("is disorganized".to_string());
        }
        if who == 0 && cell.dot {
            parts.push("rolls for disorganization".to_string());
        }
        (!parts.is_empty()).then(|| format!("{name} {}", parts.join(", ")))
    };
    let words: Vec<String> = [side(0, "attacker"), side(1, "defender")].into_iter().flatten().collect();
    if words.is_empty() { "nothing happens".to_string() } else { words.join("; ") }
}

/// What is added or taken off without a counter of its own.
fn nobody(name: String, strength: i16) -> Force {
    Force { piece: String::new(), name, strength }
}

impl Lodz {
    /// Whether the step that is confirmed now rolls dice that are worth a look before.
    pub(super) fn weighs(&self, p: &Position) -> bool {
        matches!(p.steps.top(), Step::Battle(BattleStep::Build | BattleStep::Fire | BattleStep::Defend))
    }

    /// The combat that an action begins or leads to.
    pub(super) fn battle_of(&self, p: &Position, side: u8, action: &Action) -> Option<Battle> {
        match (*action, p.steps.top()) {
            (Action::Battle(BattleAction::Confirm), Step::Battle(BattleStep::Build | BattleStep::Defend)) => {
                Some(self.attack_battle(p, side, &p.battle.now))
            }
            (Action::Battle(BattleAction::Attack { hex }), _) => {
                let units = self.joiners(p, hex);
                (!units.is_empty()).then(|| self.attack_battle(p, side, &Assault::on(hex, units)))
            }
            (Action::Battle(BattleAction::Confirm), Step::Battle(BattleStep::Fire)) => self.fire_battle(
                p,
                &p.battle.now.guns,
                p.battle.now.targets.first()?,
                p.battle.bridge.is_some(),
            ),
            // Before any gun is named: with all that could fire.
            (Action::Battle(BattleAction::Fire { hex }), _) => {
                self.fire_battle(p, &self.engine().fire_guns(p, hex, None), hex, false)
            }
            (Action::Battle(BattleAction::Bridge(BridgeSide { hex, direction })), _) => {
                self.fire_battle(p, &self.engine().fire_guns(p, hex, Some(direction)), hex, true)
            }
            (Action::Air(AirAction::Fire), _) => {
                Some(self.barrage_battle(p, &p.air.guns, p.air.target.get()?))
            }
            (Action::Air(AirAction::Aim { hex }), _) => {
                Some(self.barrage_battle(p, &self.engine().barrage_guns(p, p.active, hex), hex))
            }
            (Action::Air(AirAction::Bomb(Bombs { ship, .. })), _) => {
                let bombs = u16::from(self.d.charts.airship_bombs);
                let force = vec![self.force(ship, bombs as i16)];
                Some(self.object_battle(p, p.hex(ship)?, force, bombs))
            }
            _ => None,
        }
    }

    /// Everybody who could attack a hex.
    pub(super) fn joiners(&self, p: &Position, hex: HexId) -> Pieces {
        let engine = self.engine();
        if self.spot(p, hex).is_none() {
            return Pieces::EMPTY;
        }
        let near = engine.map(p).neighbours(hex).flat_map(|(_, h)| p.at(h));
        near.filter(|u| engine.may_attack(p, *u)).collect()
    }

    pub(super) fn force(&self, unit: UnitId, strength: i16) -> Force {
        let engine = self.engine();
        Force { piece: engine.id(unit).to_string(), name: engine.name(unit).to_string(), strength }
    }

    /// An attack as it stands.
    fn attack_battle(&self, p: &Position, side: u8, a: &Assault) -> Battle {
        let engine = self.engine();
        let outlook = engine.battle_outlook(p, a);
        let odds = outlook.odds;
        let units = |set: &Pieces| -> Vec<Force> {
            set.iter()
                .map(|u| {
                    self.force(u, if engine.kind(u).is_line() { engine.strength(p, u).into() } else { 0 })
                })
                .collect()
        };
        let guns = |set: &Pieces, attack: bool| -> Vec<Force> {
            let fire = |g: UnitId| if attack { engine.attack_fire(p, g) } else { engine.defence_fire(p, g) };
            set.iter()
                .map(|g| {
                    let name = format!("{}, support", engine.name(g));
                    Force { name, ..self.force(g, fire(g).into()) }
                })
                .collect()
        };
        let mut attackers = units(&a.units);
        attackers.extend(guns(&a.guns, true));
        // What halves the attack stands below those whom it halves, so that the figures add up.
        attackers.extend(self.halved(&odds).into_iter().flatten().map(|f| nobody(f.why, f.value)));
        // Guns that support from an attacked hex are named once, with their fire.
        let mut defenders = units(&engine.defenders(p, &a.targets).without(&a.defence));
        defenders
            .extend(self.lone_guns(p, a).map(|alone| nobody("artillery that stands alone".into(), alone)));
        defenders.extend(guns(&a.defence, false));
        let mut factors = Vec::new();
        if odds.lone_hq {
            factors.push(Factor { value: 0, why: "a headquarters alone".to_string(), rule: "7.30a" });
        } else {
            factors.extend(self.column_rows(&odds));
        }
        let total = factors.iter().map(|f| f.value).sum();
        let (base, column) = (engine.column_name(odds.base), engine.column_name(odds.column));
        let ratio = if base == column {
            format!("{} : {}, {column}", odds.attack, odds.defence)
        } else {
            format!("{} : {}, {base} → {column}", odds.attack, odds.defence)
        };
        Battle {
            place: odds.ground.and_then(|hex| self.spot(p, hex)).unwrap_or_default(),
            attackers,
            defenders,
            ratio,
            factors,
            total,
            chances: by_sum(2, |sum| cell_words(&outlook.throws[usize::from(sum) - 2].1)),
            expects: Some(self.expects(p, side, a)),
            note: if side == p.active { ATTACK } else { DEFENCE }.to_string(),
        }
    }

    /// What an attack is likely to bring, without artillery of the defence, and with all that could be named.
    fn expects(&self, p: &Position, side: u8, a: &Assault) -> Chart {
        let engine = self.engine();
        // Seen by the side that asks: the attacker or the defender.
        let (foe, own) = if side == p.active { (1, 0) } else { (0, 1) };
        let row = |name: &str, a: &Assault| {
            let outlook = engine.battle_outlook(p, a);
            let share =
                |so: &dyn Fn(&Cell) -> bool| format!("{:.0} %", f64::from(outlook.chance(so)) * 100.0 / 36.0);
            let mean = |of: &dyn Fn(&Cell) -> u8| {
                let sum: u32 = outlook.throws.iter().map(|(n, c)| u32::from(*n) * u32::from(of(c))).sum();
                format!("{:.2}", f64::from(sum) / 36.0)
            };
            vec![
                name.to_string(),
                engine.column_name(outlook.odds.column),
                share(&|c| c.retreat[foe] > 0),
                share(&|c| c.retreat[own] > 0),
                mean(&|c| c.loss[foe] + c.retreat[foe]),
                mean(&|c| c.loss[own] + c.retreat[own]),
            ]
        };
        let mut rows = vec![row("as it stands", a)];
        if a.defence.is_empty() {
            let guns: Pieces = engine
                .all_units()
                .filter(|u| engine.kind(*u) == Kind::Artillery && engine.could_defend(p, *u, a))
                .collect();
            if !guns.is_empty() {
                rows.push(row("with all artillery of the defence", &Assault { defence: guns, ..*a }));
            }
        }
        let head = ["", "column", "the enemy goes back", "you go back", "the enemy pays", "you pay"];
        Chart {
            title: "What the attack brings; paid in levels, if nobody goes back".to_string(),
            rule: "7.31".to_string(),
            head: head.map(str::to_string).into(),
            rows,
            source: "exact".to_string(),
        }
    }

    /// Artillery that fires alone, at a hex or at a bridge.
    fn fire_battle(&self, p: &Position, guns: &Pieces, hex: HexId, bridge: bool) -> Option<Battle> {
        let engine = self.engine();
        let (strength, ground) = engine.fire_strength(p, guns, hex);
        let guns = guns.iter().map(|g| self.force(g, engine.attack_fire(p, g).into())).collect();
        if bridge {
            return Some(self.object_battle(p, hex, guns, strength));
        }
        Some(self.fire_at(p, hex, guns, strength, ground.into()))
    }

    /// A barrage: the fire is doubled before the ground is taken off (lodz 8.61b).
    fn barrage_battle(&self, p: &Position, guns: &Pieces, hex: HexId) -> Battle {
        let engine = self.engine();
        let mut guns: Vec<Force> =
            guns.iter().map(|g| self.force(g, engine.attack_fire(p, g).into())).collect();
        let sum: i16 = guns.iter().map(|g| g.strength).sum();
        let doubled = sum as u16 * u16::from(self.d.charts.barrage_times);
        guns.push(nobody("a barrage counts twice".into(), doubled as i16 - sum));
        let ground = engine.map(p).fire.get(usize::from(hex)).copied().unwrap_or(0);
        self.fire_at(p, hex, guns, doubled, ground.into())
    }

    fn fire_at(&self, p: &Position, hex: HexId, guns: Vec<Force>, strength: u16, ground: u16) -> Battle {
        let engine = self.engine();
        let left = strength.saturating_sub(ground);
        // The ground takes no more than there is.
        let ground = ground.min(strength);
        let there = p.at(hex).filter(|u| p.side(*u) != p.active && engine.kind(*u).is_unit());
        let levels = |u: UnitId| format!("{}, {}", engine.name(u), count(p.units.cel(u).into(), "level"));
        let defenders = there.map(|u| Force { name: levels(u), ..self.force(u, 0) }).collect();
        let mut factors = Vec::new();
        if ground > 0 {
            factors.push(Factor { value: -(ground as i16), why: "the ground".to_string(), rule: "8.26" });
        }
        let chances = by_sum(2, |sum| {
            let cell = engine.fire_row(left, sum);
            crate::outcome::fire_text(cell.loss, cell.dot)
        });
        Battle {
            place: self.spot(p, hex).unwrap_or_default(),
            attackers: guns,
            defenders,
            ratio: format!("fire strength {left}"),
            factors,
            total: -(ground as i16),
            chances,
            expects: None,
            note: FIRE.to_string(),
        }
    }

    /// Fire or bombs at a bridge.
    fn object_battle(&self, p: &Position, hex: HexId, attackers: Vec<Force>, strength: u16) -> Battle {
        let engine = self.engine();
        let chances = by_sum(2, |sum| {
            if engine.object_row(strength, sum) { "the bridge falls" } else { "the bridge stands" }
                .to_string()
        });
        Battle {
            place: self.spot(p, hex).unwrap_or_default(),
            attackers,
            defenders: vec![],
            ratio: format!("strength {strength}"),
            factors: vec![],
            total: 0,
            chances,
            expects: None,
            note: "Exact over both dice.".to_string(),
        }
    }
}
