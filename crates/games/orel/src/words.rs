//! What actions are about, as it is typed, as people call it, and as it is picked up or pointed at.

use crate::data::NONE;
use crate::play::Engine;
use crate::play::fire::Joined;
use crate::play::march::Trail;
use crate::position::{
    Attack, AttackId, AttackOn, DepotId, Destination, FormationId, HexId, Position, TargetId, UnitId,
};
use sandtable_core::guide::Handle;
use sandtable_core::phrase::{Operand, Shown};

impl Engine<'_> {
    /// A hex with its place, as `2705 Orel`; off the map without one.
    pub(crate) fn place_label(&self, hex: impl Into<Option<HexId>>) -> String {
        let Some(hex) = hex.into() else { return "off the map".to_string() };
        let number = self.d.map.name(hex);
        self.town(hex).map_or(number.clone(), |town| format!("{number} {town}"))
    }

    /// The name of the place in a hex.
    pub(crate) fn town(&self, hex: HexId) -> Option<&str> {
        if !hex.on_board() {
            return None;
        }
        let place = self.d.map.board.place(sandtable_board::Hex(hex.0))?;
        Some(place.name.as_str())
    }

    /// A hex as printed; nothing for none.
    pub(crate) fn spot(&self, hex: impl Into<Option<HexId>>) -> Option<String> {
        hex.into().filter(|h| h.on_board()).map(|h| self.d.map.name(h))
    }

    /// A hex as printed, for a line that points at it; nothing for none.
    pub(crate) fn places_of(&self, hex: impl Into<Option<HexId>>) -> Vec<String> {
        hex.into().map(|h| self.d.map.name(h)).into_iter().collect()
    }
}

impl Shown<Engine<'_>> for UnitId {
    fn text(&self, game: &Engine<'_>, _: &Position) -> String {
        game.id(*self).to_string()
    }

    fn label(&self, game: &Engine<'_>, _: &Position) -> String {
        game.name(*self).to_string()
    }

    fn touch(&self, game: &Engine<'_>, _: &Position, handle: &mut Handle) {
        handle.pieces.extend(game.is_unit(*self).then(|| game.id(*self).to_string()));
    }
}

impl Operand<Engine<'_>> for UnitId {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<UnitId> {
        game.unit_named(words)
    }
}

impl Shown<Engine<'_>> for TargetId {
    fn text(&self, game: &Engine<'_>, p: &Position) -> String {
        self.0.text(game, p)
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        self.0.label(game, p)
    }

    fn touch(&self, game: &Engine<'_>, p: &Position, handle: &mut Handle) {
        handle.place = game.spot(p.hex(self.0));
    }
}

impl Operand<Engine<'_>> for TargetId {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<TargetId> {
        game.unit_named(words).map(TargetId)
    }
}

impl Shown<Engine<'_>> for DepotId {
    fn text(&self, game: &Engine<'_>, _: &Position) -> String {
        self.0.get().map_or("none", |depot| game.id(depot)).to_string()
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        self.0.get().map_or(String::new(), |depot| depot.label(game, p))
    }
}

impl Operand<Engine<'_>> for DepotId {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<DepotId> {
        game.unit_named(words).map(|depot| DepotId(depot.into()))
    }
}

impl Shown<Engine<'_>> for FormationId {
    fn text(&self, game: &Engine<'_>, _: &Position) -> String {
        game.d.formations.get(usize::from(self.0)).map_or("nobody", |f| f.id.as_str()).to_string()
    }

    fn label(&self, game: &Engine<'_>, _: &Position) -> String {
        game.d.formations.get(usize::from(self.0)).map_or("nobody", |f| f.name.as_str()).to_string()
    }
}

impl Operand<Engine<'_>> for FormationId {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<FormationId> {
        game.d.formation(words)
    }
}

impl Shown<Engine<'_>> for HexId {
    fn text(&self, game: &Engine<'_>, _: &Position) -> String {
        game.d.map.name(*self)
    }

    fn label(&self, game: &Engine<'_>, _: &Position) -> String {
        game.place_label(*self)
    }

    fn touch(&self, game: &Engine<'_>, _: &Position, handle: &mut Handle) {
        handle.place = game.spot(*self);
    }
}

impl Operand<Engine<'_>> for HexId {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<HexId> {
        game.d.map.hex(words)
    }
}

impl Shown<Engine<'_>> for Destination {
    fn text(&self, game: &Engine<'_>, p: &Position) -> String {
        self.hex().map_or("off".to_string(), |hex| hex.text(game, p))
    }

    fn label(&self, game: &Engine<'_>, _: &Position) -> String {
        game.place_label(self.hex())
    }

    fn touch(&self, game: &Engine<'_>, _: &Position, handle: &mut Handle) {
        handle.place = game.spot(self.hex());
    }
}

impl Operand<Engine<'_>> for Destination {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<Destination> {
        game.d.map.hex(words).map(Destination::from)
    }
}

/// The hex that is fought for.
pub(crate) struct CombatHex;

/// The hex that is fought for.
pub(crate) const COMBAT_HEX: CombatHex = CombatHex;

impl Shown<Engine<'_>> for CombatHex {
    fn text(&self, game: &Engine<'_>, p: &Position) -> String {
        p.combat.hex.text(game, p)
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        p.combat.hex.label(game, p)
    }

    fn touch(&self, game: &Engine<'_>, p: &Position, handle: &mut Handle) {
        p.combat.hex.touch(game, p, handle);
    }
}

/// A way, hex after hex.
impl Shown<Engine<'_>> for Trail {
    fn text(&self, game: &Engine<'_>, _: &Position) -> String {
        let name = |hex| game.spot(hex).unwrap_or_else(|| "off".to_string());
        self.hexes(&game.d.map).map(name).collect::<Vec<_>>().join(" ")
    }

    fn label(&self, game: &Engine<'_>, _: &Position) -> String {
        let hexes: Vec<String> = self.hexes(&game.d.map).map(|hex| game.place_label(hex)).collect();
        match hexes.as_slice() {
            [over @ .., last] if !over.is_empty() => format!("over {} to {last}", over.join(", ")),
            _ => format!("straight to {}", hexes.concat()),
        }
    }

    fn touch(&self, game: &Engine<'_>, _: &Position, handle: &mut Handle) {
        handle.place = game.spot(self.end(&game.d.map));
    }
}

impl Operand<Engine<'_>> for Trail {
    fn read(game: &Engine<'_>, _: &Position, words: &str) -> Option<Trail> {
        let named: Option<Vec<HexId>> = words.split(' ').map(|w| game.d.map.hex(w)).collect();
        Trail::over(&game.d.map, named?)
    }
}

/// The hex that an attack of the list is on.
fn target_of(game: &Engine<'_>, p: &Position, attack: u8) -> Option<String> {
    game.spot(p.declared().get(usize::from(attack))?.target)
}

impl Shown<Engine<'_>> for AttackId {
    fn text(&self, _: &Engine<'_>, _: &Position) -> String {
        (u16::from(self.0) + 1).to_string()
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        format!("attack {} on {}", self.text(game, p), AttackOn(self.0).label(game, p))
    }

    fn touch(&self, game: &Engine<'_>, p: &Position, handle: &mut Handle) {
        handle.place = target_of(game, p, self.0);
    }
}

impl Operand<Engine<'_>> for AttackId {
    fn read(_: &Engine<'_>, _: &Position, words: &str) -> Option<AttackId> {
        words.parse::<u8>().ok()?.checked_sub(1).map(AttackId)
    }
}

impl Shown<Engine<'_>> for Joined {
    fn text(&self, game: &Engine<'_>, p: &Position) -> String {
        format!("{} {}", self.a.text(game, p), self.b.text(game, p))
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        format!(
            "{} and {} on {}",
            self.a.text(game, p),
            self.b.text(game, p),
            AttackOn(self.a.0).label(game, p)
        )
    }

    fn touch(&self, game: &Engine<'_>, p: &Position, handle: &mut Handle) {
        self.a.touch(game, p, handle);
    }
}

impl Operand<Engine<'_>> for Joined {
    fn read(game: &Engine<'_>, p: &Position, words: &str) -> Option<Joined> {
        let (a, b) = words.split_once(' ')?;
        let (a, b) = (AttackId::read(game, p, a)?, AttackId::read(game, p, b)?);
        Some(Joined { a: a.min(b), b: a.max(b) })
    }
}

impl Shown<Engine<'_>> for AttackOn {
    fn text(&self, game: &Engine<'_>, p: &Position) -> String {
        let Some(a) = p.declared().get(usize::from(self.0)) else { return format!("attack {}", self.0) };
        // Who attacks need be said only where several attacks go to one hex.
        let others = p.declared().iter().filter(|o| o.target == a.target && !o.done).count();
        let by = a.attackers.first().filter(|_| others > 1).map(|first| format!(" by {}", game.id(first)));
        game.d.map.name(a.target) + &by.unwrap_or_default()
    }

    fn label(&self, game: &Engine<'_>, p: &Position) -> String {
        let Some(a) = p.declared().get(usize::from(self.0)) else { return "nobody".to_string() };
        let who: Vec<&str> = a.attackers.iter().map(|u| game.name(u)).collect();
        format!("{} by {}", game.place_label(a.target), who.join(", "))
    }

    fn touch(&self, game: &Engine<'_>, p: &Position, handle: &mut Handle) {
        handle.place = target_of(game, p, self.0);
    }
}

/// As `1810`, `1810 by w-1-1k` or `attack 3`; what is no attack becomes one that is refused.
impl Operand<Engine<'_>> for AttackOn {
    fn read(game: &Engine<'_>, p: &Position, words: &str) -> Option<AttackOn> {
        if let Some(n) = words.strip_prefix("attack ") {
            return n.parse().ok().map(AttackOn);
        }
        let (hex, by) = match words.split_once(" by ") {
            Some((hex, by)) => (hex, Some(game.unit_named(by)?)),
            None => (words, None),
        };
        let target = game.d.map.hex(hex)?;
        let meant = |a: &Attack| a.target == target && by.is_none_or(|u| a.attackers.has(u));
        // An attack that is still open goes before one that is over.
        let mut open = p.declared().iter().zip(0u8..).filter(|(a, _)| !a.done && meant(a));
        let found = open.next();
        // Of several it must be said which.
        if by.is_none() && open.next().is_some() {
            return None;
        }
        let found = found.or_else(|| p.declared().iter().zip(0u8..).find(|(a, _)| meant(a)));
        Some(AttackOn(found.map_or(NONE, |(_, i)| i)))
    }
}
