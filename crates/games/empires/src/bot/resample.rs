//! A whole position that agrees with what a power knows: blocks that it has not seen become corps of the order of battle,
//! dealt at random among those that look alike.

use crate::data::{FACTORS, Symbol, Thing};
use crate::play::Engine;
use crate::play::fight::FightStep;
use crate::play::hidden::apace;
use crate::play::land::position::CORPS;
use crate::play::land::{Position, Spot, garrison, movement};
use crate::position::Step;
use sandtable_core::dice::Seeded;

/// What is left of a corps that nobody has seen, of its first strength or of its room, percent: least, and how much more.
const FRESH: (usize, usize) = (70, 31);
const ROOM: (usize, usize) = (50, 41);

/// Draws a position that agrees with what a power knows.
pub(super) fn resample(e: &Engine<'_>, known: &Position, power: u8, chance: &mut Seeded) -> Position {
    let mut p = *known;
    undecided(&mut p, power);
    let d = e.d;
    let count = d.corps.len();
    let mut dealt = [false; CORPS];
    let hidden = |b: &usize| !known.corps[*b].seen && !e.sees(known, power, *b);
    for block in (0..count).filter(|b| !hidden(b)) {
        dealt[usize::from(known.corps[block].def)] = true;
    }
    // Corps on the map first: those left over have not come, or are gone.
    let there = |b: &usize| known.corps[*b].spot != Spot::Off;
    let on = (0..count).filter(|b| hidden(b) && there(b));
    let off = (0..count).filter(|b| hidden(b) && !there(b));
    for block in on.chain(off) {
        let (owner, symbol) = (known.corps[block].power, known.def(d, block).symbol);
        let first = |def: usize| {
            let entry = e.scenario(known).entries.iter().find(|x| x.thing == Thing::Corps(def));
            entry.filter(|x| x.month.is_none_or(|m| m <= known.month)).map(|x| (x.power, x.factors))
        };
        // A corps that is still to come is not here yet.
        let later = |def: usize| {
            let mut entries = e.scenario(known).entries.iter();
            entries.any(|x| x.thing == Thing::Corps(def) && x.month.is_some_and(|m| m > known.month))
        };
        let nation = |def: usize| known.power_of(d.corps[def].nation).unwrap_or(d.corps[def].nation);
        // Those of the order of battle, then others of the power, then any with this symbol.
        let rank = |def: usize, symbol: Symbol| -> u8 {
            let fits = d.corps[def].symbol == symbol;
            match first(def) {
                _ if !fits => 0,
                Some((q, _)) if q == owner => 4,
                _ if later(def) => 1,
                _ if nation(def) == owner => 3,
                _ => 2,
            }
        };
        let open = || (0..count).filter(|def| !dealt[*def]);
        let Some(best) = open().map(|def| rank(def, symbol)).max() else { continue };
        let alike = open().filter(|def| rank(*def, symbol) == best).count();
        let pick = chance.below(alike);
        let Some(def) = open().filter(|def| rank(*def, symbol) == best).nth(pick) else { continue };
        dealt[def] = true;
        let left = first(def).map(|f| f.1);
        fill(e, &mut p, block, def, left, chance);
    }
    p
}

/// Makes a block a certain corps, with what may be left of it.
fn fill(
    e: &Engine<'_>,
    p: &mut Position,
    block: usize,
    def: usize,
    first: Option<[u8; FACTORS]>,
    chance: &mut Seeded,
) {
    let spot = p.corps[block].spot;
    let guess = movement::allowance(e.d, p, block);
    p.corps[block].def = def as u8;
    let foreign = e.scenario(p).foreign.iter().find(|f| f.corps == def);
    p.corps[block].movement = foreign.map_or(0, |f| f.movement);
    // What it has left of its move, if it is such a corps.
    let pace = movement::allowance(e.d, p, block);
    let ration = &mut p.corps[block].ration;
    ration.unused = apace(ration.unused, guess, pace);
    if p.marching.block() == Some(block) && !p.marching.landed {
        p.marching.march.points = apace(p.marching.march.points, guess, pace);
    }
    if spot == Spot::Off {
        return;
    }
    let room = e.d.corps[def].room;
    let (full, share) = match first.filter(|f| f.iter().any(|n| *n > 0)) {
        Some(f) => (f, FRESH.0 + chance.below(FRESH.1)),
        None => (room, ROOM.0 + chance.below(ROOM.1)),
    };
    let mut factors = full.map(|n| ((usize::from(n) * share + 50) / 100) as u8);
    if factors.iter().all(|n| *n == 0)
        && let Some(kind) = full.iter().position(|n| *n > 0)
    {
        factors[kind] = 1;
    }
    p.corps[block].factors = [0; FACTORS];
    if let Spot::City(area) = spot {
        let space = garrison::capacity(e.d, area).saturating_sub(garrison::inside(p, area)).max(1);
        let mut over = factors.iter().sum::<u8>().saturating_sub(space);
        for n in factors.iter_mut().rev() {
            let cut = over.min(*n);
            *n -= cut;
            over -= cut;
        }
    }
    p.corps[block].factors = factors;
}

/// What others have chosen in secret is chosen again.
fn undecided(p: &mut Position, power: u8) {
    if let Step::Fight(FightStep::Chits | FightStep::Orders | FightStep::Night) = p.play.steps.top() {
        p.fight.camps.iter_mut().filter(|c| !c.has(power)).for_each(|c| c.chosen = false);
    }
}
