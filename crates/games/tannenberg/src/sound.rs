//! What must hold in any position.

use crate::Tannenberg;
use crate::play::OwnStep;
use crate::play::{DE, RU, RU_SECOND};
use crate::position::{MARKERS, MAX_TARGETS, Marker, Phase, Position, Step, off, told};
use sandtable_east::data::{MAX_HEXES, UnitId, UnitSet};
use sandtable_east::standard::stacking;

impl Tannenberg {
    /// The first number that stands for nothing: a unit, hex, player or step that does not exist.
    fn find_foreign(&self, p: &Position) -> Result<(), String> {
        let sheet = self.sheet(p);
        let (data, s) = (&sheet.data, &sheet.rules.scenario);
        let unit = |u: UnitId| u.index() < data.units.len();
        let units = |set: UnitSet| set.iter().all(unit);
        let hex = |h: u16| h < data.map.len();
        let place = |h: u16| hex(h) || data.map.exit_of(h).is_some();
        let player = |n: u8| n == DE || n == RU || (n == RU_SECOND && sheet.rules.is_shared());
        let c = &p.combat;
        let count = usize::from(c.count);
        let combat = count <= MAX_TARGETS
            && c.hexes.iter().take(count).all(|h| hex(*h))
            && [c.units, c.heroes, c.shifts, c.defenders, c.affected].into_iter().all(units);
        let step = |step: &Step| match *step {
            Step::SetUp(n)
            | Step::Screen(n)
            | Step::Begin(n)
            | Step::Inquire(n)
            | Step::Reinforce(n)
            | Step::Own(OwnStep::Staff(n))
            | Step::Command(n)
            | Step::Moves(n)
            | Step::Withdrawals(n)
            | Step::Attacks(n)
            | Step::Declare(n)
            | Step::Replace(n) => player(n),
            Step::Overfull(n, h) | Step::Follow(n, h) => player(n) && hex(h),
            Step::Own(OwnStep::Relieve(u)) | Step::WithdrawTo(u) => unit(u),
            Step::Displace(u) => u.get().is_some_and(unit),
            Step::Retreat { stack, start, .. } => units(stack) && hex(start),
            _ => true,
        };
        let marker = |m: &Marker| (m.place == off::OUT || place(m.place)) && m.told <= told::STAFF;
        let wrong = [
            (p.partial, "what one side knows is not a whole position"),
            (!(s.first_turn..=s.last_turn).contains(&p.turn), "there is no such turn"),
            (
                p.phasing > 1 || !p.own.order.iter().all(|n| *n == RU || *n == RU_SECOND),
                "there is no such player",
            ),
            (!combat, "the attack names what does not exist"),
            (!p.steps.waiting().iter().all(step), "a step names what does not exist"),
            (!p.markers.iter().all(marker), "a Gruppe is nowhere, or was told of in no known words"),
            (
                !p.hq_of.iter().chain(&p.own.helped).all(|u| u.get().is_none_or(unit)),
                "there is no such headquarters",
            ),
            (data.ids().any(|u| p.lost[u.index()] > data.unit(u).steps), "a unit has lost more than it has"),
            (p.points.unsigned_abs() > 9_999, "nobody has that many points"),
            (p.own.shares.iter().any(|n| n.unsigned_abs() > 9_999), "nobody has that many points"),
            (p.own.german_steps > 9_999, "nobody has lost that many Steps"),
        ];
        wrong.iter().find(|(is, _)| *is).map_or(Ok(()), |(_, what)| Err(what.to_string()))
    }

    /// The first thing that does not hold.
    pub(crate) fn find_unsound(&self, p: &Position) -> Result<(), String> {
        if usize::from(p.scenario) >= self.sheets.len() {
            return Err(format!("there is no scenario number {}", p.scenario));
        }
        let engine = self.engine(p);
        let data = engine.data;
        self.find_foreign(p)?;
        p.sound(data).map_err(|e| e.what)?;
        let hides = engine.own.hides(p);
        for unit in data.ids() {
            let (u, gruppe) = (data.unit(unit), p.gruppe[unit.index()]);
            if gruppe == 0 || p.place(unit) == off::ELIMINATED {
                continue;
            }
            let Some(marker) = engine.marker(p, gruppe) else {
                return Err(format!("{} is in Gruppe {gruppe}, which is not on the map", u.id));
            };
            if hides.is_none_or(|h| h.side != u.side) {
                return Err(format!("{} may not be hidden", u.id));
            }
            if marker.place != p.place(unit) {
                return Err(format!("{} is not where Gruppe {gruppe} is", u.id));
            }
        }
        for gruppe in 1..=MARKERS as u8 {
            let sp = stacking::points(data, engine.in_box(p, gruppe));
            if hides.is_some_and(|h| sp > h.box_sp) {
                return Err(format!("Gruppe {gruppe} holds {sp} stacking points"));
            }
        }
        // No two sides in a hex (tannenberg 5.13a), nobody in an enemy fortress (tannenberg 5.13b).
        for hex in 0..data.map.len() {
            let both = (0..2).all(|side| p.held(side, hex) > 0);
            let stormed =
                (0..2u8).any(|side| p.held(side, hex) > 0 && p.fort_at(data, 1 - side, hex).is_some());
            if both || stormed {
                return Err(format!("{}: enemies stand together", data.map.number(hex)));
            }
        }
        // Between phases nobody is overstacked (tannenberg 6.0).
        if p.phase == Phase::Combat && matches!(p.top(), crate::position::Step::Attacks(_)) {
            for unit in data.ids().filter(|u| p.hex(*u).is_some()) {
                let hex = p.place(unit);
                debug_assert!(usize::from(hex) < MAX_HEXES);
                if stacking::excess(data, p, data.unit(unit).side, hex) > 0 {
                    return Err(format!("{}: too many units", data.map.number(hex)));
                }
            }
        }
        Ok(())
    }
}
