//! Trains: reinforcements ride to where they are wanted, and so do units that stand idle behind the front.

use super::Regular;
use super::march::Scene;
use super::picture::Picture;
use super::weights::FINE;
use crate::Engine;
use crate::Sheet;
use crate::action::{Action, Mover};
use crate::position::{Position, flag};
use sandtable_east::data::MAX_HEXES;
use sandtable_east::standard::rail;

/// Nobody leaves the front by train: hexes to the nearest enemy.
const IDLE: u8 = 4;
/// Nobody detrains in front of the enemy.
const SAFE: u8 = 2;

impl Regular {
    /// The next train to send.
    pub(super) fn train(
        &mut self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        pic: &mut Picture,
    ) -> Option<Action> {
        pic.refresh(e.data);
        let mut best: Option<(i32, Mover, u16, bool)> = None;
        for mover in e.movers(p, pic.player) {
            let body = e.body(p, mover);
            if body.is_empty() || body.iter().any(|u| self.rode.has(u)) {
                continue;
            }
            let aboard = body.iter().any(|u| p.is(u, flag::ENTRAINED));
            if !aboard && body.iter().any(|u| p.is(u, flag::OUT_OF_COMMAND)) {
                continue;
            }
            let Some((gain, to)) = self.journey(e, sheet, p, pic, mover, aboard) else { continue };
            if aboard || gain > best.map_or(self.w.riding, |b| b.0) {
                best = Some((gain, mover, to, aboard));
            }
            if aboard {
                break;
            }
        }
        let (_, mover, to, aboard) = best?;
        e.body(p, mover).iter().for_each(|u| self.rode.insert(u));
        if !aboard {
            self.queue.push_back(Action::Entrain(mover));
        }
        if e.whereabouts(p, mover) != Some(to) {
            self.queue.push_back(Action::Ride(mover, to));
        }
        self.queue.push_back(Action::Detrain(mover));
        self.queue.pop_front().filter(|a| e.refuse(p, a).is_none()).or_else(|| self.queue.pop_front())
    }

    /// The best journey of a mover and what it gains over staying.
    fn journey(
        &self,
        e: &Engine<'_>,
        sheet: &Sheet,
        p: &Position,
        pic: &Picture,
        mover: Mover,
        aboard: bool,
    ) -> Option<(i32, u16)> {
        let start = e.whereabouts(p, mover)?;
        let on_map = usize::from(start) < MAX_HEXES;
        let mut trial = *p;
        if !aboard {
            if !on_map || pic.far[usize::from(start)] < IDLE || e.refuse(p, &Action::Entrain(mover)).is_some()
            {
                return None;
            }
            for unit in e.body(p, mover).iter() {
                rail::entrain(e.data, &mut trial, unit, 6);
            }
        }
        let ride = e.ride_of(&trial, mover)?;
        let doubtful = e.doubtful(p, ride.side);
        let reach = rail::reach_of(e.data, &trial, &ride, &doubtful);
        let mood = self.mood(sheet, p, pic.side, e.body(p, mover));
        let scene = Scene::new(e, sheet, p, pic, (mover, mood), start);
        let stays = if on_map { scene.worth(start) } else { i32::MIN / 2 };
        let mut best = if aboard && on_map { Some((stays, start)) } else { None };
        let on_board = |h: &u16| usize::from(*h) < MAX_HEXES && *h != start;
        for hex in reach.hexes.iter().filter(on_board) {
            if pic.far[usize::from(hex)] < SAFE {
                continue;
            }
            let worth = scene.worth_over(hex, best.map_or(i32::MIN, |b| b.0));
            if best.is_none_or(|b| worth > b.0) && self.may_stop(e, p, pic.player, mover, hex) {
                best = Some((worth, hex));
            }
        }
        best.map(|b| (b.0.saturating_sub(stays).saturating_sub(FINE * mood.rooted), b.1))
    }
}
