//! Actions for people: what the table says, with what each costs or brings.

use crate::Lodz;
use crate::data::Kind;
use crate::play::Action;
use crate::play::air::{AirAction, AirStep};
use crate::play::battle::state::Assault;
use crate::play::battle::{BattleAction, BattleStep, BridgeSide};
use crate::play::march::MarchAction;
use crate::play::rail::RailAction;
use crate::play::retreat::RetreatAction;
use crate::play::supply::SupplyAction;
use crate::position::{At, Flag, HexId, Phase, Position, Step, UnitId};
use crate::view::{count, hex_count, points};
use sandtable_core::machine::Modules;
use sandtable_core::phrase::Shown;

impl Lodz {
    /// An action in a sentence, and its price.
    pub(super) fn label_of(&self, p: &Position, action: &Action) -> String {
        let label = self.sentence(p, action).unwrap_or_else(|| self.engine().label_of(p, action));
        match self.price(p, action) {
            Some(price) => format!("{label} · {price}"),
            None => label,
        }
    }

    /// Whether a counter and a hex exist: actions come from outside, too.
    fn there(&self, p: &Position, unit: UnitId) -> bool {
        self.engine().is_unit(unit) && p.on_map(unit)
    }

    fn hex_there(&self, p: &Position, hex: HexId) -> bool {
        self.spot(p, hex).is_some()
    }

    /// The sentence of an action whose words depend on the moment.
    fn sentence(&self, p: &Position, action: &Action) -> Option<String> {
        let engine = self.engine();
        let name = |unit: UnitId| engine.name(unit);
        let at = |hex: HexId| hex.label(&engine, p);
        Some(match *action {
            Action::March(MarchAction::Go { unit, to })
                if engine.is_unit(unit) && p.units.at(unit) == At::Due =>
            {
                format!("Bring {} in to {}", name(unit), at(to))
            }
            Action::March(MarchAction::Order { unit }) | Action::Supply(SupplyAction::Order { unit })
                if engine.is_unit(unit) =>
            {
                let order = if p.has(unit, Flag::Marching) { "combat" } else { "marching" };
                format!("Put {} into {order} order", name(unit))
            }
            Action::March(MarchAction::Done) if p.phase == Phase::Strategic => {
                "End your strategic movement".to_string()
            }
            Action::Air(AirAction::Done) => match p.steps.top() {
                Step::Air(AirStep::Fly) => "Leave the airship where it is".to_string(),
                Step::Air(AirStep::Bomb) => "Drop no more bombs".to_string(),
                _ if p.air.target.is_some() => "Turn the guns away".to_string(),
                _ => "Fire no more barrages".to_string(),
            },
            Action::Battle(BattleAction::Confirm) => self.confirmed(p)?,
            Action::Battle(BattleAction::Back { hexes }) => self.way_back(p, hexes)?,
            Action::Retreat(RetreatAction::Stop) => "Pursue no more, and end the attack".to_string(),
            _ => return None,
        })
    }

    /// What is confirmed at this moment.
    fn confirmed(&self, p: &Position) -> Option<String> {
        let engine = self.engine();
        let now = &p.battle.now;
        let places = engine.places(p, &now.targets, "and");
        Some(match p.steps.top() {
            Step::Battle(BattleStep::Build) if now.units.is_empty() => format!("Attack {places}"),
            Step::Battle(BattleStep::Build) => {
                format!("Attack {places} with {}", engine.names(&now.units.with(&now.guns), "and"))
            }
            Step::Battle(BattleStep::Fire) if p.battle.bridge.is_some() => {
                let hex = now.targets.first()?;
                let to = engine.map(p).step(hex, p.battle.bridge_direction()?)?;
                format!("Fire at the bridge from {places} to {}", self.place_name(p, to))
            }
            Step::Battle(BattleStep::Fire) => format!("Fire at {places}"),
            Step::Battle(BattleStep::Defend) if now.defence.is_empty() => {
                format!("Defend {places} without artillery")
            }
            Step::Battle(BattleStep::Defend) => {
                format!("Defend {places} with the fire of {}", engine.names(&now.defence, "and"))
            }
            Step::Battle(BattleStep::Settled { .. }) => "Go on with these losses".to_string(),
            _ => return None,
        })
    }

    /// How far a side goes back, and what it pays for the rest.
    fn way_back(&self, p: &Position, hexes: u8) -> Option<String> {
        let Step::Battle(BattleStep::Part { who }) = p.steps.top() else { return None };
        let most = p.battle.outcome.retreat[usize::from(who)];
        if hexes > most {
            return None;
        }
        let price = self.engine().battle_price(p, who, hexes);
        let lose = if price == 0 {
            "lose nothing".to_string()
        } else {
            format!("lose {}", count(price.into(), "level"))
        };
        Some(match hexes {
            0 => format!("Stand and {lose}"),
            _ if hexes == most => format!("Retreat {} and {lose}", hex_count(hexes.into())),
            _ => format!("Retreat {hexes} of {} and {lose}", hex_count(most.into())),
        })
    }

    /// What an action costs or how it stands, in short; nothing where that goes without saying.
    fn price(&self, p: &Position, action: &Action) -> Option<String> {
        match *action {
            Action::March(a) => self.march_price(p, a),
            Action::Rail(a) => self.rail_price(p, a),
            Action::Battle(a) => self.battle_price(p, a),
            Action::Air(AirAction::Fly { .. }) => {
                Some(format!("lost on a {}", self.d.charts.airship_lost_on))
            }
            Action::Air(AirAction::Bomb(_)) => Some(format!("strength {}", self.d.charts.airship_bombs)),
            Action::Air(AirAction::Lose { unit }) | Action::Retreat(RetreatAction::Pay { unit }) => {
                self.left_after(p, unit)
            }
            Action::Air(AirAction::Gun { unit }) if self.there(p, unit) => {
                Some(format!("attack fire {}", self.engine().attack_fire(p, unit)))
            }
            Action::Retreat(RetreatAction::Go { hex }) if self.hex_there(p, hex) => {
                let side = p.retreat.party.first().map(|u| p.side(u))?;
                self.engine()
                    .in_zone(p, 1 - side, hex)
                    .then(|| "through an enemy zone, costs a level".to_string())
            }
            _ => None,
        }
    }

    fn march_price(&self, p: &Position, action: MarchAction) -> Option<String> {
        let (engine, charts) = (self.engine(), &self.d.charts);
        let (unit, half) = match action {
            MarchAction::Go { unit, to } => return self.way_price(p, unit, to),
            MarchAction::Order { unit } => (unit, charts.order_change),
            MarchAction::Rebuild { unit, .. } => (unit, charts.bridge_small_rebuild),
            MarchAction::Destroy { unit, to } if self.there(p, unit) && self.hex_there(p, to) => {
                let map = engine.map(p);
                let hex = p.hex(unit)?;
                let side = map.direction(hex, to)?;
                let big = map.river[usize::from(hex)][usize::from(side)] == crate::data::RIVER_BIG;
                (unit, if big { charts.bridge_big_destroy } else { charts.bridge_small_destroy })
            }
            MarchAction::Build { .. } => {
                return Some("it stands if the headquarters stays a turn".to_string());
            }
            MarchAction::Dig { .. } => {
                return Some("it does not move; the works stand at the end of the phase".to_string());
            }
            MarchAction::Mark { unit } if engine.is_unit(unit) => {
                let after = engine.def(unit).mp.saturating_sub(charts.strategic_less);
                return Some(format!("{} MP after the attacks", points(after)));
            }
            MarchAction::GiveUp { unit } => return self.left_after(p, unit),
            _ => return None,
        };
        let known = self.there(p, unit) && !engine.march_snow(p);
        known.then(|| format!("{} of {} MP", points(half), points(p.march.left(unit))))
    }

    /// What a march costs.
    fn way_price(&self, p: &Position, unit: UnitId, to: HexId) -> Option<String> {
        let engine = self.engine();
        if !engine.is_unit(unit) || !self.hex_there(p, to) {
            return None;
        }
        let reach = engine.march_reach(p, unit);
        let cost = reach.cost(to).filter(|_| reach.ends.has(to))?;
        if engine.march_snow(p) {
            return Some("in snow, its whole move".to_string()).filter(|_| p.on_map(unit));
        }
        let stops = engine.in_zone(p, p.other(), to);
        // A unit that gives everything to enter has nothing left.
        let zone = if stops { ", stops in an enemy zone" } else { "" };
        Some(format!("{} of {} MP{zone}", points(cost), points(reach.start)))
    }

    fn rail_price(&self, p: &Position, action: RailAction) -> Option<String> {
        let (engine, charts) = (self.engine(), &self.d.charts);
        let (unit, price) = match action {
            RailAction::Replace { unit } => (unit, charts.points_per_cel),
            RailAction::Return { unit, .. } => (unit, charts.points_per_unit),
            RailAction::Load { train, .. } => {
                return engine.is_unit(train).then(|| "its move is over; it rides tomorrow".to_string());
            }
            _ => return None,
        };
        let kind = engine.is_unit(unit).then(|| engine.def(unit).replacement)?;
        let points = p.points.get(usize::from(kind))?;
        Some(format!("{price} of {points} points for {}", engine.replacement_kind(kind)))
    }

    fn battle_price(&self, p: &Position, action: BattleAction) -> Option<String> {
        let engine = self.engine();
        match action {
            BattleAction::Attack { hex } => {
                let units = self.joiners(p, hex);
                (!units.is_empty()).then(|| format!("up to {}", self.odds_brief(p, &Assault::on(hex, units))))
            }
            BattleAction::Fire { hex } if self.hex_there(p, hex) => {
                let (sum, ground) = engine.fire_strength(p, &engine.fire_guns(p, hex, None), hex);
                Some(format!("strength {} at most", sum.saturating_sub(ground.into())))
            }
            BattleAction::Bridge(BridgeSide { hex, direction }) if self.hex_there(p, hex) => {
                let (sum, _) = engine.fire_strength(p, &engine.fire_guns(p, hex, Some(direction)), hex);
                Some(format!("strength {sum} at most"))
            }
            BattleAction::Confirm => {
                let now = &p.battle.now;
                match p.steps.top() {
                    Step::Battle(BattleStep::Build | BattleStep::Defend) if !now.units.is_empty() => {
                        Some(self.odds_brief(p, now))
                    }
                    Step::Battle(BattleStep::Fire) => {
                        let hex = now.targets.first()?;
                        let (sum, ground) = engine.fire_strength(p, &now.guns, hex);
                        let less = if p.battle.bridge.is_none() { ground } else { 0 };
                        Some(format!("strength {}", sum.saturating_sub(less.into())))
                    }
                    _ => None,
                }
            }
            BattleAction::Add { unit } if self.there(p, unit) => Some(match engine.kind(unit) {
                Kind::Artillery if p.side(unit) != p.active => {
                    format!("defence fire {}", engine.defence_fire(p, unit))
                }
                Kind::Artillery => format!("attack fire {}", engine.attack_fire(p, unit)),
                _ => format!("strength {}", engine.strength(p, unit)),
            }),
            BattleAction::Lose { unit } => self.left_after(p, unit),
            _ => None,
        }
    }

    /// An attack's strengths and column: `16 : 5, column 2:1`.
    fn odds_brief(&self, p: &Position, a: &Assault) -> String {
        let odds = self.engine().battle_odds(p, a);
        format!("{} : {}, column {}", odds.attack, odds.defence, self.engine().column_name(odds.column))
    }

    /// What is left of a unit after a loss.
    fn left_after(&self, p: &Position, unit: UnitId) -> Option<String> {
        self.there(p, unit).then(|| match p.units.cel(unit) {
            0 | 1 => "it is destroyed".to_string(),
            n => format!("{} left", count(usize::from(n - 1), "level")),
        })
    }
}
