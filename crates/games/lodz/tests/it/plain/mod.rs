//! Counters that no balance changes.

use sandtable_lodz::data::{Data, Kind, RU};
use sandtable_lodz::position::UnitId;

/// Gives the counters of November plain values, a Russian brigade 7, its guns 4 and 3, Landwehr 5: tests of rules reckon with them, whatever
/// balance makes of the counters that come with the game.
pub fn plain(d: &mut Data) {
    let winter = d.scenarios.iter().find(|s| s.id == "masurian").unwrap();
    let winter: Vec<UnitId> = winter.setup.iter().map(|r| r.unit).collect();
    for u in d.units.iter_mut().filter(|u| u.kind == Kind::Landwehr && u.strength[2] == 6) {
        u.strength = [0, 3, 5];
    }
    let autumn = (0u16..).zip(&mut d.units).filter(|(at, u)| u.side == RU && !winter.contains(&UnitId(*at)));
    for (_, u) in autumn {
        if u.kind.is_infantry() {
            u.strength = match u.strength[2] {
                4 => [0, 3, 6],
                5 if u.id.ends_with("brig") => [0, 3, 6],
                5 => [0, 4, 7],
                6 => [0, 4, 8],
                _ => u.strength,
            };
        }
        (u.attack_fire, u.defence_fire) = match (u.kind, u.attack_fire) {
            (Kind::Artillery, 3) => (4, 3),
            (Kind::Artillery, 2) => (3, 2),
            _ => (u.attack_fire, u.defence_fire),
        };
    }
}
