//! What a side is asked, in a sentence: who, where, why, against whom, and what it costs.

use crate::Lodz;
use crate::charts::capital;
use crate::data::{Hexes, Kind, Where};
use crate::play::air::AirStep;
use crate::play::battle::BattleStep;
use crate::play::battle::state::{ATTACKER, DEFENDER};
use crate::play::march::MarchStep;
use crate::play::retreat::RetreatStep;
use crate::position::{At, Flag, HexId, Pieces, Position, Step, UnitId};
use crate::view::{count, hex_count};
use sandtable_core::guide::Prompt;
use sandtable_core::phrase::listed;

/// A sentence, and the hexes that it is about.
type Asked = (String, Hexes);

impl Lodz {
    /// What the side that decides is asked.
    pub(super) fn asked(&self, p: &Position) -> Option<Prompt> {
        let (text, hexes) = match p.steps.top() {
            Step::Go => return None,
            Step::Supply(_) => self.asks_set_up(p),
            Step::Air(step) => self.asks_air(p, step),
            Step::March(step) => self.asks_march(p, step),
            Step::Rail(_) => self.asks_men(p),
            Step::Battle(step) => self.asks_battle(p, step)?,
            Step::Retreat(step) => self.asks_retreat(p, step),
        };
        let places = hexes.iter().filter_map(|h| self.spot(p, h)).collect();
        Some(Prompt { text: capital(&text), places })
    }

    fn at(&self, p: &Position, hex: HexId) -> String {
        self.place_name(p, hex)
    }

    fn hexes_of(&self, p: &Position, units: &Pieces) -> Hexes {
        units.iter().filter_map(|u| p.hex(u)).collect()
    }

    fn asks_set_up(&self, p: &Position) -> Asked {
        let engine = self.engine();
        let own = |u: &UnitId| p.side(*u) == p.active && p.units.at(*u) != At::Unused;
        let trains = engine.waiting(p).filter(own).count();
        let guns =
            engine.all_units().filter(|u| own(u) && p.on_map(*u) && engine.kind(*u) == Kind::Artillery);
        let (guns, marching) =
            guns.fold((0, 0), |(all, on), u| (all + 1, on + usize::from(p.has(u, Flag::Marching))));
        let mut can = Vec::new();
        if guns > 0 {
            can.push(format!(
                "choose the order of your {} ({marching} in marching order)",
                count(guns, "artillery unit")
            ));
        }
        if trains > 0 {
            can.push(format!("place your {}", count(trains, "train")));
        }
        let rows = engine.scenario(p).setup.iter().filter(|r| own(&r.unit) && p.on_map(r.unit));
        let free: Pieces = rows
            .filter(|r| matches!(r.at, Where::Hex { within, .. } if within > 0))
            .map(|r| r.unit)
            .collect();
        if !free.is_empty() {
            let who = count(free.len(), "unit");
            can.push(format!("shift {who} that may stand beside the hex of the set-up"));
        }
        let text = format!("Set up your army: {}; then end the set-up", listed(&can, "and"));
        (text, self.hexes_of(p, &free))
    }

    fn asks_air(&self, p: &Position, step: AirStep) -> Asked {
        let engine = self.engine();
        let ships: Pieces = engine
            .all_units()
            .filter(|u| engine.kind(*u) == Kind::Airship && p.side(*u) == p.active)
            .filter(|u| matches!(p.units.at(*u), At::Map | At::Pool) && !p.air.done.has(*u))
            .collect();
        let over = self.hexes_of(p, &ships);
        match step {
            AirStep::Fly => {
                let where_now = if over.is_empty() {
                    "off the map".to_string()
                } else {
                    format!("over {}", engine.places(p, &over, "and"))
                };
                let lost = self.d.charts.airship_lost_on;
                let text = format!(
                    "Your airship waits {where_now}: fly it to a hex through which no enemy supply should run, or leave it. Over \
                     the map it is lost on a {lost}"
                );
                (text, over)
            }
            AirStep::Bomb => {
                let text = format!(
                    "Your airship is over {} and may bomb a bridge of that hex with a strength of {}",
                    engine.places(p, &over, "and"),
                    self.d.charts.airship_bombs
                );
                (text, over)
            }
            AirStep::Barrage => match p.air.target.get() {
                Some(hex) => {
                    let guns = if p.air.guns.is_empty() {
                        "nobody yet".to_string()
                    } else {
                        engine.names(&p.air.guns, "and")
                    };
                    let text = format!(
                        "Barrage on {}: {guns} fires; name at least {} artillery units in all, then fire. They neither move nor support \
                         an attack in this turn",
                        self.at(p, hex),
                        self.d.charts.barrage_least
                    );
                    (text, Hexes::one(hex))
                }
                None => {
                    let text = "Choose a hex for a barrage, or go on. The fire counts twice, but artillery that fires it neither moves nor \
                                supports an attack in this turn";
                    (text.to_string(), Hexes::EMPTY)
                }
            },
            AirStep::Lose { hex } | AirStep::Waver { hex } => {
                let hit = |u: &UnitId| p.side(*u) != p.active && engine.kind(*u).is_unit();
                let there: Pieces = p.at(hex).filter(hit).collect();
                let who = engine.names(&there, "or");
                (format!("Barrage on {}: {who} must lose a level", self.at(p, hex)), Hexes::one(hex))
            }
        }
    }

    fn asks_march(&self, p: &Position, step: MarchStep) -> Asked {
        let engine = self.engine();
        let crowded: Hexes = engine.march_crowded(p).collect();
        let room = if crowded.is_empty() {
            String::new()
        } else {
            let most = self.d.charts.stack_cel;
            format!(
                ", as soon as no more than {most} levels stand at {}",
                engine.places(p, &crowded, "and at")
            )
        };
        let own = |u: &UnitId| p.side(*u) == p.active && engine.kind(*u).is_unit();
        if step == MarchStep::Strategic {
            let marked: Pieces = p
                .units
                .on_map_of(p.active)
                .filter(|u| p.has(*u, Flag::Strategic) && !p.has(*u, Flag::Moved))
                .collect();
            if marked.is_empty() {
                let text = format!("Strategic movement: bring in reinforcements, or end it{room}");
                return (text, crowded);
            }
            let text = format!(
                "Strategic movement: {} marked for it may march with {} movement points less, away from enemy zones; then end it{room}",
                count(marked.len(), "unit"),
                self.d.charts.strategic_less / 2
            );
            return (text, crowded.with(&self.hexes_of(p, &marked)));
        }
        let busy = [Flag::Moved, Flag::Digging, Flag::Strategic, Flag::Replaced];
        let still =
            engine.all_units().filter(|u| own(u) && p.on_map(*u) && !busy.iter().any(|f| p.has(*u, *f)));
        let due =
            |u: &UnitId| own(u) && p.units.at(*u) == At::Due && engine.march_due_refused(p, *u).is_none();
        let waiting = engine.all_units().filter(due).count();
        let more = if waiting > 0 {
            format!(", {} may come onto the map", count(waiting, "reinforcement"))
        } else {
            String::new()
        };
        let snow = if engine.march_snow(p) { " through the snow" } else { "" };
        let text = format!(
            "Move your units{snow}, in any order: {} not moved{more}. They may also dig in, work on bridges or be marked for \
             strategic movement. Then end your movement{room}",
            match still.count() {
                1 => "1 unit has".to_string(),
                n => format!("{n} units have"),
            }
        );
        (text, crowded)
    }

    fn asks_men(&self, p: &Position) -> Asked {
        let engine = self.engine();
        let kinds = self.d.charts.replacement_kinds.iter().enumerate().filter(|(_, k)| k.side == p.active);
        let points: Vec<String> = kinds
            .filter(|(kind, _)| p.points[*kind] > 0)
            .map(|(kind, _)| format!("{} for {}", p.points[kind], engine.replacement_kind(kind as u8)))
            .collect();
        let charts = &self.d.charts;
        let text = format!(
            "You have replacement points: {}. Give units on the map a level back for {} each, bring destroyed ones back for {}, or keep the points; \
             a unit that gets any neither moves nor attacks today",
            listed(&points, "and"),
            charts.points_per_cel,
            charts.points_per_unit
        );
        (text, Hexes::EMPTY)
    }

    /// Who is attacked by whom: `1st and 2nd Brigades of the 49th Reserve attack Kutno (2016)`.
    fn attack_named(&self, p: &Position) -> String {
        let engine = self.engine();
        let now = &p.battle.now;
        format!("{} {}", engine.they(&now.units, "attacks", "attack"), engine.places(p, &now.targets, "and"))
    }

    fn asks_battle(&self, p: &Position, step: BattleStep) -> Option<Asked> {
        let engine = self.engine();
        let now = &p.battle.now;
        let places = engine.places(p, &now.targets, "and");
        Some(match step {
            BattleStep::Choose => self.asks_attacks(p),
            BattleStep::Build => {
                let text = if now.units.is_empty() {
                    let foes = engine.names(&engine.defenders(p, &now.targets), "and");
                    format!(
                        "Who attacks {foes} at {places}? Add units beside it and artillery within two hexes, then confirm"
                    )
                } else {
                    let odds = engine.odds_text(&engine.battle_odds(p, now));
                    format!(
                        "{}: {odds}. Add or leave out units and artillery, then confirm",
                        self.attack_named(p)
                    )
                };
                (text, now.targets)
            }
            BattleStep::Fire => {
                let beyond =
                    p.battle.bridge_direction().and_then(|d| engine.map(p).step(now.targets.first()?, d));
                let what = match beyond {
                    Some(to) => format!("at the bridge from {places} to {}", self.at(p, to)),
                    None => format!("at {} at {places}", engine.names(&engine.under_fire(p), "and")),
                };
                let text = if now.guns.is_empty() {
                    format!(
                        "Which artillery fires {what}? Add guns within two hexes, then confirm; each fires once in this phase"
                    )
                } else {
                    format!(
                        "{} {what}: add or leave out guns, then confirm",
                        engine.they(&now.guns, "fires", "fire")
                    )
                };
                (text, now.targets)
            }
            BattleStep::Defend => {
                let odds = engine.odds_text(&engine.battle_odds(p, now));
                let support = if now.guns.is_empty() {
                    String::new()
                } else {
                    format!(" with the support of {}", engine.names(&now.guns, "and"))
                };
                let text = format!(
                    "{}{support}: {odds}. Name artillery that supports your defence, each unit once in this phase, then confirm",
                    self.attack_named(p)
                );
                (text, now.targets)
            }
            BattleStep::FireLoss => {
                let text = format!(
                    "{} {places}: {} must lose a level",
                    engine.they(&now.guns, "has fired at", "have fired at"),
                    engine.names(&engine.under_fire(p), "or")
                );
                (text, now.targets)
            }
            BattleStep::Part { who } => self.asks_part(p, who),
            BattleStep::Loss { who } => {
                let force = engine.names(&engine.payers(p, who), "or");
                let levels = count(p.battle.owed.into(), "level");
                let why = if who == ATTACKER {
                    format!("Your attack on {places} costs you {levels}")
                } else {
                    format!("{}. It costs you {levels}", self.attack_named(p))
                };
                (format!("{why}: {force} must lose one"), now.targets)
            }
            BattleStep::Settled { who } => {
                let why = if who == ATTACKER { "Your attack on" } else { "The defence of" };
                let what = if p.steps.waiting().contains(&Step::Battle(BattleStep::FireLoss)) {
                    "The fire at"
                } else {
                    why
                };
                (format!("{what} {places}: your losses are taken. Go on, or take them back"), now.targets)
            }
            _ => return None,
        })
    }

    fn asks_attacks(&self, p: &Position) -> Asked {
        let engine = self.engine();
        let (owes, must) = (engine.owes(p), engine.must_be_attacked(p));
        if owes.is_empty() && must.is_empty() {
            let text = "Nobody owes an attack any more: attack or fire where you like, or end your attacks";
            return (text.to_string(), Hexes::EMPTY);
        }
        let who = match owes.len() {
            0 => String::new(),
            1..=3 => format!(
                "{} with an enemy in the zone, and must attack",
                engine.they(&owes, "stands", "stand")
            ),
            n => format!("{n} of your units stand with an enemy in their zone, and must attack"),
        };
        let whom = match must.len() {
            0 => String::new(),
            1..=3 => format!("{} must be attacked", engine.places(p, &must, "and")),
            n => format!("{n} hexes must be attacked"),
        };
        let both = [who, whom].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join("; ");
        (
            format!("{both}. Choose the next attack, or let artillery fire first"),
            must.with(&self.hexes_of(p, &owes)),
        )
    }

    fn asks_part(&self, p: &Position, who: u8) -> Asked {
        let engine = self.engine();
        let (w, ground) = (usize::from(who), p.battle.ground.get().into_iter().collect());
        let (most, levels) = (p.battle.outcome.retreat[w], p.battle.outcome.loss[w]);
        let besides =
            if levels > 0 { format!(" and lose {}", count(levels.into(), "level")) } else { String::new() };
        let force = engine.names(&p.battle.force[w].which(|u| p.on_map(u)), "and");
        let asked = format!("{force} must go back {}{besides}", hex_count(most.into()));
        let each = "each hex less costs a level";
        let text = if who == ATTACKER {
            format!(
                "Your attack on {} has failed: {asked}. Choose how far; {each}",
                engine.places(p, &ground, "and")
            )
        } else {
            // Behind walls staying costs less (lodz 9.44).
            let staying = engine.battle_price(p, DEFENDER, 0).saturating_sub(levels);
            let price = if staying == most {
                each.to_string()
            } else {
                format!("behind these walls staying costs {}", count(staying.into(), "level"))
            };
            format!("{}: {asked}. Choose how far; {price}", self.attack_named(p))
        };
        (text, p.battle.now.targets)
    }

    fn asks_retreat(&self, p: &Position, step: RetreatStep) -> Asked {
        let engine = self.engine();
        let r = &p.retreat;
        let party = r.party.which(|u| p.on_map(u));
        let names = engine.names(&party, "and");
        match step {
            RetreatStep::Next | RetreatStep::Back => {
                let trail = r.trail.hexes();
                let gone = trail.len().saturating_sub(1);
                let here: Hexes = trail.last().copied().or(r.from.get()).into_iter().collect();
                let left = usize::from(r.hexes).saturating_sub(gone);
                let apart =
                    if gone == 0 && party.len() > 1 { ", or let one of them go by itself" } else { "" };
                let text = format!(
                    "{} back {} from {}: choose the next hex{apart}",
                    engine.they(&party, "goes", "go"),
                    if gone == 0 { hex_count(left) } else { format!("{} more", hex_count(left)) },
                    engine.places(p, &here, "and")
                );
                (text, here)
            }
            RetreatStep::Pay => {
                let text = format!(
                    "The retreat leads through an enemy zone at {}: {} must lose a level",
                    engine.places(p, &self.hexes_of(p, &party), "and"),
                    engine.names(&party, "or")
                );
                (text, self.hexes_of(p, &party))
            }
            RetreatStep::Pursue => {
                let chasers = r.chasers.which(|u| p.on_map(u));
                let text = format!(
                    "The enemy has left {}: {} may pursue along the way taken; choose one of them and a hex, or stay",
                    engine.places(p, &r.vacated, "and"),
                    engine.names(&chasers, "and")
                );
                (text, r.vacated)
            }
            RetreatStep::Chase => {
                let unit = r.chaser.get();
                let name = unit.map_or(names, |u| engine.name(u).to_string());
                let here: Hexes = unit.and_then(|u| p.hex(u)).into_iter().collect();
                (
                    format!("{name} has pursued to {}: go on, or halt here", engine.places(p, &here, "and")),
                    here,
                )
            }
        }
    }
}
