//! Depots, movement and supply in words.

use super::{Halt, MarchAction, MarchEvent as E, Piece};
use crate::data::POWERS;
use crate::play::Engine;
use crate::play::loss::words::kind_text;
use crate::words::hands::{DepotAt, DepotInside, Forfeited, Irregulars, Marching, RetiringIrregulars};
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

/// The kinds of a depot garrison, as they are typed.
pub(crate) const GUARD: [&str; 3] = ["infantry", "militia", "irregulars"];

sandtable_core::action_table! {
    MarchAction, Engine<'_>;
    (RemoveDepot(area)) area [DepotAt(*area)] = "remove_depot":
        "remove depot {area}", "Remove the depot at {area}";
    (RemoveInside(area)) area [DepotInside(*area)] = "remove_depot":
        "remove depot inside {area}", "Remove the depot in the port of {area}";
    (RemoveOnFleet(fleet)) fleet = "remove_depot": "remove depot fleet {fleet}", "Remove the depot on {fleet}";
    (PlaceDepot(area)) area = "place_depot": "place depot {area}", "Place a depot at {area}";
    (PlaceOnFleet(fleet)) fleet = "place_depot": "place depot fleet {fleet}", "Place a depot on {fleet}";
    (Done) = "done": "done", "Nothing more in this step";
    (Next(power)) power = "next": "next {power}", "{power} moves next";
    (Pick(corps)) corps = "pick": "move {corps}", "Move {corps}";
    (PickIrregular(area, post)) area, post [Irregulars(*area, *post)] = "pick":
        "move irregular {post} {area}", "Move an irregular from {post} of {area}";
    (Land(corps, area)) corps, area = "land": "land {corps} {area}", "Land {corps} at {area}";
    (LandInside(corps, area)) corps, area = "land_inside":
        "land {corps} inside {area}", "Land {corps} in the besieged port of {area}";
    (Enter(area)) area [Marching, *area] = "march": "to {area}", "March to {area}";
    (Force) [Marching] = "force_march": "force march", "Force march for one more movement point";
    (With(leader)) leader [Marching] = "with": "with {leader}", "{leader} goes along";
    (Without(leader)) leader [Marching] = "without": "without {leader}", "{leader} stays behind";
    (Inside) [Marching] = "into_city": "into the city", "Go into the city";
    (Outside) [Marching] = "out_of_city": "out of the city", "Come out of the city";
    (Detach(at, kind, count)) at, kind, count [Marching] = "detach":
        "detach {count} {at} {kind}", "Leave {count} {kind} in {at}";
    (Absorb(at, kind, count)) at, kind, count [Marching] = "absorb":
        "absorb {count} {at} {kind}", "Take up {count} {kind} from {at}";
    (Station(at)) at [Marching] = "station": "station {at}", "Station the irregular in {at}";
    (Raze) [Marching] = "raze": "raze", "Raze the enemy depot";
    (Convert) [Marching] = "convert": "convert", "Take over the enemy depot";
    // The march goes on until it is ended: the button stands where others end their steps.
    (Stop(Halt::Plain)) = "end_march": "stop", "End the march here";
    (Stop(Halt::Besiege)) = "stop_besiege": "stop besiege", "End the march here and besiege the city";
    (Stop(Halt::Attack)) = "stop_attack": "stop attack", "End the march here and attack";
    (Burn(true)) = "burn": "burn retire", "Burn the depot; its garrison goes into the city";
    (Burn(false)) = "burn": "burn surrender", "Burn the depot; its garrison surrenders";
    (Keep) = "keep": "keep", "Keep the depot";
    (Join) = "join": "join", "Declare war on the attacker and join the defence";
    (StayOut) = "stay_out": "stay out", "Stay out of it";
    (Aside(area)) area = "aside": "aside {area}", "Step aside to {area}";
    (RetireCorps(corps)) corps = "retire": "retire corps {corps}", "{corps} retires into the city";
    (RetireIrregulars(count)) count [RetiringIrregulars] = "retire":
        "retire field {count}", "{count} irregulars retire into the city";
    (RetireGuard(factors)) factors = "retire":
        "retire depot {factors}", "{factors} of the depot retire into the city";
    (RetireLeader(leader)) leader = "retire": "retire leader {leader}", "{leader} retires into the city";
    (Agree) = "agree": "agree", "Agree on who retires";
    (Object) = "object": "object", "Object, so that nobody retires";
    (Besiege) = "besiege": "besiege", "Besiege the city";
    (Forage) = "forage": "forage", "Forage";
    (BesiegedSupply(area)) area = "besieged_supply":
        "besieged supply {area}", "Roll for the supply of {area}, which is besieged";
    (Wait(power)) power = "wait": "wait {power}", "Wait for depot supply that {power} pays";
    (Forfeit(area, at, false)) area, at [Forfeited(*area, *at)] = "give_up":
        "give up {at} infantry {area}", "Give up an infantry factor in {at} of {area}";
    (Forfeit(area, at, true)) area, at [Forfeited(*area, *at)] = "give_up":
        "give up {at} militia {area}", "Give up a militia factor in {at} of {area}";
    (Stay) = "stay": "stay", "Stay as an attacker";
    (PayAll) = "pay_all": "pay all", "Pay for all depot supply";
    (Pay(corps)) corps = "pay": "pay {corps}", "Pay for the supply of {corps}";
    (PayPort(area)) area = "pay_port": "pay port {area}", "Pay for the supply of the port of {area}";
    (Put(corps, kind, count)) corps, kind, count = "put":
        "put {count} {corps} {kind}", "{corps} puts {count} {kind} into the city";
    (TakeOver) = "take_over": "take over", "Take over the depot";
}

impl Engine<'_> {
    fn piece_text(&self, piece: Piece, power: u8, viewer: Viewer) -> String {
        let open = viewer == Viewer::All || viewer == Viewer::Side(Side(power));
        match piece {
            Piece::Corps { def, .. } if open => {
                self.d.corps.get(usize::from(def)).map_or("a corps".to_string(), |c| c.title.clone())
            }
            Piece::Corps { block, .. } => self.back_name(power, block.into()),
            Piece::Irregular => {
                format!("{} of {}", kind_text(self.irregular_kind(power)), self.nation_name(power))
            }
        }
    }

    /// An event as a viewer may read it; nothing if it is hidden from that viewer.
    pub fn march_line(&self, event: &E, viewer: Viewer) -> Option<Line> {
        let who = |q: u8| self.nation_name(q);
        let at = |a: AreaId| self.area_name(a);
        let reads = |q: u8| viewer == Viewer::All || viewer == Viewer::Side(Side(q));
        let corps = |def: u8, power: u8| self.piece_text(Piece::Corps { block: u8::MAX, def }, power, viewer);
        let corps = |def: u8, power: u8| match reads(power) {
            true => corps(def, power),
            false => format!("a corps of {}", who(power)),
        };
        let s = |n: u8, word: &str| if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") };
        let (text, rule, places): (String, &'static str, Vec<AreaId>) = match *event {
            E::Removed { power, area, lost } => {
                let more =
                    if lost > 0 { format!(", and {} with it", s(lost, "factor")) } else { String::new() };
                (format!("{} removes its depot from {}{more}", who(power), at(area)), "7.2", vec![area])
            }
            E::RemovedAtSea { power } => {
                (format!("{} removes a depot from a fleet", who(power)), "7.2", vec![])
            }
            E::Placed { power, area, inside: false } => {
                (format!("{} places a depot in {}", who(power), at(area)), "7.2(h)", vec![area])
            }
            E::Placed { power, area, .. } => (
                format!("{} places a depot inside the port of {}", who(power), at(area)),
                "7.2.2.1",
                vec![area],
            ),
            E::PlacedAtSea { power } => {
                (format!("{} places a depot on a fleet", who(power)), "7.2.4", vec![])
            }
            E::OrderDie { power, die } => {
                (format!("{} rolls {die} for the order of moving", who(power)), "7.3.8.1", vec![])
            }
            E::MovesNext { power } => (format!("{} moves next", who(power)), "7.3.8.1", vec![]),
            E::Entered { power, piece, area, over_water } => {
                let over = if over_water { ", over water" } else { "" };
                (
                    format!("{} enters {}{over}", self.piece_text(piece, power, viewer), at(area)),
                    "7.3.2",
                    vec![area],
                )
            }
            E::Landed { power, piece, area } => (
                format!("{} lands in {}", self.piece_text(piece, power, viewer), at(area)),
                "7.3.5",
                vec![area],
            ),
            E::Forced { power, piece } => {
                (format!("{} force marches", self.piece_text(piece, power, viewer)), "7.3.1.2", vec![])
            }
            E::Passage { power, area } => (
                format!("{} marches through {} for the first time", who(power), at(area)),
                "7.3(c)",
                vec![area],
            ),
            E::Razed { power, owner, area } => (
                format!("{} razes the depot of {} in {}", who(power), who(owner), at(area)),
                "7.3.6.1",
                vec![area],
            ),
            E::Converted { power, owner, area } => (
                format!("{} takes over the depot of {} in {}", who(power), who(owner), at(area)),
                "7.3.6.1(c)",
                vec![area],
            ),
            E::Burnt { owner, area, lost } => {
                let more =
                    if lost > 0 { format!("; {} surrender", s(lost, "factor")) } else { String::new() };
                (format!("{} burns its depot in {}{more}", who(owner), at(area)), "7.3.6.2", vec![area])
            }
            E::Garrison { power, nation, area, depot, dropped, taken } => {
                let place = if depot { "depot" } else { "city" };
                let what = match dropped > 0 {
                    true => format!("leaves {} in", s(dropped, "factor")),
                    false => format!("takes {} from", s(taken, "factor")),
                };
                let of = if nation == power { String::new() } else { format!(" ({})", who(nation)) };
                (format!("{}{of} {what} the {place} of {}", who(power), at(area)), "7.3.3", vec![area])
            }
            E::Attack { power, area } => {
                (format!("{} declares an attack in {}", who(power), at(area)), "7.3.7", vec![area])
            }
            E::Joined { power, against, area } => (
                format!(
                    "{} declares war on {} and joins the defence in {}",
                    who(power),
                    who(against),
                    at(area)
                ),
                "7.3.8.3",
                vec![area],
            ),
            E::SteppedAside { power, from, to } => (
                format!("forces of {} leave {} for {}", who(power), at(from), at(to)),
                "7.3.8.4",
                vec![from, to],
            ),
            E::Retired { power, area } => (
                format!("forces of {} retire into the city of {}", who(power), at(area)),
                "7.5.1.1",
                vec![area],
            ),
            E::NoneRetires { power, area } => (
                format!("{} objects, and nobody retires into the city of {}", who(power), at(area)),
                "7.5.1.1.1",
                vec![area],
            ),
            E::Siege { power, area } => {
                (format!("{} besieges the city of {}", who(power), at(area)), "7.3.7.1(b)", vec![area])
            }
            E::Forage { power, def, area, die, modifier, value, lost, dropped, .. } => {
                let of_them = if dropped > 0 {
                    format!(", {dropped} of them from those that it dropped on its way")
                } else {
                    String::new()
                };
                let text = format!(
                    "{} forages in {}: {die}{modifier:+} against {value}",
                    corps(def, power),
                    at(area)
                );
                (format!("{text}, {} lost{of_them}", s(lost, "factor")), "7.4.1.1", vec![area])
            }
            E::Forfeited { power, area, depot, militia } => {
                let (place, kind) = (if depot { "depot" } else { "city" }, GUARD[usize::from(militia)]);
                let text = format!("{} loses a factor ({kind}) in the {place} of {}", who(power), at(area));
                (format!("{text} to foraging"), "7.4.1.3.1", vec![area])
            }
            // Others see who forages, since that is rolled openly, and what is paid.
            E::Waits { power, payer, .. } if !reads(power) && !reads(payer) => return None,
            E::Waits { power, def, area, payer } => (
                format!("{} in {} waits for depot supply from {}", corps(def, power), at(area), who(payer)),
                "7.4.2",
                vec![area],
            ),
            E::Plundered { power, def, area } => (
                format!("{} lives off the depot that it has razed in {}", corps(def, power), at(area)),
                "7.3.6.1(b)",
                vec![area],
            ),
            E::Drowned { power } => (format!("a corps of {} is lost at sea", who(power)), "7.3.5", vec![]),
            E::MovedOut { owner, area } => (
                format!("the depot of {} in the port of {} moves out", who(owner), at(area)),
                "7.4.3.4.3",
                vec![area],
            ),
            E::CutOff { owner, area } => (
                format!("the depot of {} in the port of {} is cut off and removed", who(owner), at(area)),
                "7.4.3.4.4",
                vec![area],
            ),
            E::Paid { power, money } => {
                (format!("{} pays {money} for depot supply", who(power)), "7.4.2.1(b)", vec![])
            }
            E::Hunger { area, die, modifier, spires, lost, shares } => {
                let of = |i: usize| if i < POWERS { who(i as u8) } else { "the minor" };
                let several = shares.iter().filter(|n| **n > 0).count() > 1;
                let each: Vec<String> = (0..shares.len())
                    .filter(|i| several && shares[*i] > 0)
                    .map(|i| format!("{} {}", of(i), shares[i]))
                    .collect();
                let who_loses = if several { format!(" ({})", each.join(", ")) } else { String::new() };
                let text = format!("hunger in {}: {die}+{modifier} against {spires}", at(area));
                (format!("{text}, {} lost{who_loses}", s(lost, "factor")), "7.4.5", vec![area])
            }
            E::Starved { area, by } => {
                (format!("{} has starved and falls to {}", at(area), who(by)), "7.4.5.2(b)", vec![area])
            }
        };
        let places = places.into_iter().map(|a| self.area_id(a).to_string()).collect();
        Some(Line { text, rule, places })
    }
}
