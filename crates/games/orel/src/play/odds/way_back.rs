//! What it costs the defender to go back: whether that is possible at all, and the checks in zones on the way.

use crate::data::{UNITS, ZoneFail};
use crate::play::Engine;
use crate::play::flight::FlightKind;
use crate::position::{Mode, Pieces, Position};

/// What going back costs the troops of a hex, in retreat and in rout.
#[derive(Clone, Copy)]
pub(super) struct WayBack {
    /// Whether there is a way.
    possible: [bool; 2],
    /// Chance by unit that a check on the way fails.
    fails: [[f32; UNITS]; 2],
}

const KINDS: [FlightKind; 2] = [FlightKind::Retreat, FlightKind::Rout];

/// Steps lost, and who stays in the hex all the same.
#[derive(Clone, Copy, Default)]
pub(super) struct Price {
    /// Expected steps.
    pub steps: f64,
    /// Units Routed where they stand (orel 8.5.1q).
    pub held: Pieces,
    /// Whether somebody surrenders for sure.
    pub surrender: bool,
}

impl Engine<'_> {
    /// What it would cost troops of one hex to go back now.
    pub(super) fn odds_way_back(&self, p: &Position, troops: Pieces) -> WayBack {
        let mut out = WayBack { possible: [false; 2], fails: [[0.0; UNITS]; 2] };
        for (k, kind) in KINDS.into_iter().enumerate() {
            let Some((zones, cavalry)) = self.flight_zones(p, troops, kind) else { continue };
            out.possible[k] = true;
            if zones == 0 {
                continue;
            }
            let charts = &self.d.charts;
            let flow = if kind == FlightKind::Rout { &charts.rout } else { &charts.retreat };
            for u in troops.iter() {
                let class = self.class(u);
                let row = flow.into_zone.iter().find(|r| r.class == class && r.cavalry_zone == cavalry);
                let Some(row) = row.filter(|r| r.fail != ZoneFail::NoCheck) else { continue };
                let tq = if row.tq > 0 { row.tq } else { self.tq(p, u) };
                let pass = (1..=6).filter(|die| die + row.add <= tq as i8).count() as f32 / 6.0;
                out.fails[k][usize::from(u)] = 1.0 - pass.powi(i32::from(zones));
            }
        }
        out
    }

    /// What it costs units to go back, in retreat or in rout.
    pub(super) fn odds_price(&self, p: &Position, way_back: &WayBack, units: Pieces, rout: bool) -> Price {
        let mut out = Price::default();
        let k = usize::from(rout);
        for u in units.iter().filter(|u| self.class(*u).is_troop()) {
            let (steps, routed) = (f64::from(p.steps(u)), p.mode(u) == Mode::Routed);
            let fails = f64::from(way_back.fails[k][usize::from(u)]);
            match (rout, way_back.possible[k]) {
                (true, possible) if routed || !possible => {
                    out.steps += steps;
                    out.surrender = true;
                }
                (true, _) => out.steps += fails * steps,
                (false, true) => out.steps += fails,
                (false, false) if routed => {
                    out.steps += steps;
                    out.surrender = true;
                }
                (false, false) => out.held.insert(u),
            }
        }
        out
    }
}
