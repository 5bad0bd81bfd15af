//! Airships (15A), barrages (8.6), and the tables of fire and of objects.

mod barrage;
mod objects;
mod ships;
pub mod state;

use super::{Engine, Event};
use crate::data::FireCell;
use crate::position::{HexId, Phase, Position, UnitId};
use sandtable_core::game::Line;
use sandtable_core::guide::Handle;
use sandtable_core::machine::{Flow, Module, Offers};
use sandtable_core::phrase::{Operand, Shown};
use sandtable_core::view::Viewer;
use sandtable_core::{Decision, Dice, Refusal, Side};
use serde::{Deserialize, Serialize};

/// The module of airships and barrages.
pub struct AirRules;

/// Steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AirStep {
    /// Airships fly or stay.
    Fly,
    /// Those that came through may bomb.
    Bomb,
    /// Barrages.
    Barrage,
    /// The stack under fire loses a CEL.
    Lose { hex: HexId },
    /// The stack under fire rolls for disorganization.
    Waver { hex: HexId },
}

/// Actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum AirAction {
    /// An airship is placed or moved (lodz 15A.1).
    Fly { ship: UnitId, to: HexId },
    /// An airship bombs the bridge on a side of its hex (lodz 14.23).
    Bomb(Bombs),
    /// The hex of a barrage.
    Aim { hex: HexId },
    /// Artillery for a barrage.
    Gun { unit: UnitId },
    /// The barrage is fired.
    Fire,
    /// The unit that takes the loss.
    Lose { unit: UnitId },
    /// Enough; airships that have not flown stay; guns aimed turn away.
    Done,
}

/// Bombs of an airship on the bridge on a side of its hex. Players name the bridge by the hex beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bombs {
    /// The airship.
    pub ship: UnitId,
    /// The side of its hex.
    pub direction: u8,
}

impl Bombs {
    /// The hex beyond the bridge.
    fn beyond(self, engine: &Engine<'_>, p: &Position) -> Option<HexId> {
        engine.map(p).step(p.hex(self.ship)?, self.direction)
    }
}

impl Shown<Engine<'_>> for Bombs {
    fn text(&self, engine: &Engine<'_>, p: &Position) -> String {
        format!("{} {}", self.ship.text(engine, p), self.beyond(engine, p).text(engine, p))
    }

    fn label(&self, engine: &Engine<'_>, p: &Position) -> String {
        let beyond = self.beyond(engine, p).label(engine, p);
        format!("the bridge to {beyond} with {}", self.ship.label(engine, p))
    }

    fn touch(&self, engine: &Engine<'_>, p: &Position, handle: &mut Handle) {
        self.ship.touch(engine, p, handle);
        if let Some(beyond) = self.beyond(engine, p) {
            beyond.touch(engine, p, handle);
        }
    }
}

impl Operand<Engine<'_>> for Bombs {
    fn read(engine: &Engine<'_>, p: &Position, words: &str) -> Option<Bombs> {
        let (ship, beyond) = words.split_once(' ')?;
        let (ship, beyond) = (UnitId::read(engine, p, ship)?, HexId::read(engine, p, beyond)?);
        // An airship that is nowhere has no sides; any direction is refused with the rule.
        let direction = p.hex(ship).and_then(|from| engine.map(p).direction(from, beyond));
        Some(Bombs { ship, direction: direction.unwrap_or(u8::MAX) })
    }
}

sandtable_core::action_table! {
    AirAction, Engine<'_>;
    (Fly { ship, to }) ship, to = "fly": "fly {ship} {to}", "Fly {ship} to {to}";
    (Bomb(bridge)) bridge = "bomb" weigh: "bomb {bridge}", "Bomb {bridge}";
    (Aim { hex }) hex = "aim": "aim {hex}", "Prepare a barrage on {hex}";
    (Gun { unit }) unit = "add": "gun {unit}", "Add {unit} to the barrage";
    (Fire) = "fire" weigh: "fire", "Fire the barrage";
    (Lose { unit }) unit = "lose": "lose {unit}", "Lose a level of {unit}";
    (Done) = "done": "done", "Done";
}

/// Events.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum AirEvent {
    /// An airship flies.
    Flown { ship: UnitId, map: u8, hex: HexId },
    /// Its danger.
    Risk { ship: UnitId, roll: u8, lost: bool, stayed: bool, map: u8, hex: HexId },
    /// Fire or bombs on the bridge between two hexes.
    Object { map: u8, hex: HexId, to: HexId, strength: u16, rolls: [u8; 2], destroyed: bool },
    /// A barrage is over. The log passes it over.
    Over { map: u8, hex: HexId },
    /// A barrage.
    Barrage {
        map: u8,
        hex: HexId,
        guns: u8,
        sum: u16,
        doubled: u16,
        ground: u16,
        strength: u16,
        rolls: [u8; 2],
        cell: FireCell,
    },
}

impl Engine<'_> {
    /// A phase of this module begins.
    pub(super) fn air_enter(&self, p: &mut Position) {
        if p.phase == Phase::Barrage { self.barrage_enter(p) } else { self.ships_enter(p) }
    }
}

impl Module<AirRules> for Engine<'_> {
    type Step = AirStep;
    type Action = AirAction;
    type Event = AirEvent;

    fn run(&self, p: &mut Position, step: AirStep, dice: &mut dyn Dice, events: &mut Vec<Event>) -> Flow {
        Flow::ask_if(match step {
            AirStep::Fly | AirStep::Bomb => self.ships_run(p, step),
            AirStep::Barrage => self.barrage_run(p),
            AirStep::Lose { hex } => self.lose_run(p, hex, events),
            AirStep::Waver { hex } => {
                p.steps.pop();
                self.waver(p, hex, dice, events);
                self.barrage_over(p, hex, events);
                false
            }
        })
    }

    fn decision(&self, p: &Position, step: AirStep) -> Decision {
        let (side, rule, what) = match step {
            AirStep::Fly => (p.active, "15A.1", "airships: place, move or leave them"),
            AirStep::Bomb => (p.active, "14.23", "airships: bombs on a bridge"),
            AirStep::Barrage => (p.active, "8.61a", "barrage: a hex, guns, fire"),
            AirStep::Lose { .. } | AirStep::Waver { .. } => {
                (p.other(), "ART.2", "the unit under fire that loses a level")
            }
        };
        Decision::one(Side(side), rule, what)
    }

    fn offers(&self, p: &Position, step: AirStep, side: Side, out: &mut Offers<'_, AirAction>) {
        match step {
            AirStep::Fly | AirStep::Bomb => self.ships_offers(p, step, side.0, out),
            AirStep::Barrage => self.barrage_offers(p, side.0, out),
            AirStep::Lose { hex } | AirStep::Waver { hex } => {
                out.candidates(p.at(hex).map(|unit| AirAction::Lose { unit }));
            }
        }
    }

    fn refuse(&self, p: &Position, step: AirStep, side: Side, a: &AirAction) -> Option<Refusal> {
        match step {
            AirStep::Fly | AirStep::Bomb => self.ships_refuse(p, step, side.0, *a),
            AirStep::Barrage => self.barrage_refuse(p, side.0, *a),
            AirStep::Lose { hex } | AirStep::Waver { hex } => self.lose_refuse(p, side.0, hex, *a),
        }
    }

    fn take(
        &self,
        p: &mut Position,
        step: AirStep,
        _: Side,
        a: &AirAction,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match (step, *a) {
            (AirStep::Fly | AirStep::Bomb, a) => self.ships_take(p, step, a, dice, events),
            (AirStep::Barrage, a) => self.barrage_take(p, a, dice, events),
            (AirStep::Lose { hex }, AirAction::Lose { unit }) => {
                p.steps.pop();
                self.lose_cel(p, unit, "ART.2", events);
                self.barrage_over(p, hex, events);
            }
            _ => {}
        }
    }

    fn line(&self, event: &AirEvent, _: Viewer) -> Option<Line> {
        let name = |map: u8, hex: HexId| self.d.maps[usize::from(map)].name(hex);
        let named = |map: u8, hex: HexId| self.place(map, hex);
        let (text, rule, places) = match *event {
            AirEvent::Flown { ship, map, hex } => (
                format!("{} flies to {}", self.def(ship).title, named(map, hex)),
                "15A.1",
                vec![name(map, hex)],
            ),
            AirEvent::Risk { ship, roll, lost, stayed, map, hex } => {
                let what = if lost { "is lost" } else { "comes through" };
                let rule = if stayed { "15A.3" } else { "15A.2" };
                let text =
                    format!("{} over {} rolls {roll} and {what}", self.def(ship).title, named(map, hex));
                (text, rule, vec![name(map, hex)])
            }
            AirEvent::Object { map, hex, to, strength, rolls: [a, b], destroyed } => {
                let what = if destroyed { "it is destroyed" } else { "it stands" };
                let bridge = format!("the bridge from {} to {}", named(map, hex), named(map, to));
                let text = format!("strength {strength} on {bridge}: {a} and {b} make {}, {what}", a + b);
                (text, "OBJ.1", vec![name(map, hex), name(map, to)])
            }
            AirEvent::Over { map, hex } => {
                (format!("the barrage on {} is over", named(map, hex)), "8.61b", vec![name(map, hex)])
            }
            AirEvent::Barrage { map, hex, guns, sum, doubled, ground, strength, rolls: [a, b], cell } => {
                let what = crate::outcome::fire_text(cell.loss, cell.dot);
                let thrown =
                    if strength == 0 { String::new() } else { format!("{a} and {b} make {}: ", a + b) };
                let text = format!(
                    "barrage of {guns} artillery units on {}: fire {sum} counts as {doubled}, less {ground} for the ground is {strength}; {thrown}{what}",
                    named(map, hex)
                );
                (text, "8.61b", vec![name(map, hex)])
            }
        };
        Some(Line { text, rule, places })
    }
}
