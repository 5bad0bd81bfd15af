//! Depots, movement and supply in words.

use super::{Halt, MarchAction as A, MarchEvent as E, MarchStep, Piece, Post};
use crate::data::POWERS;
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Engine;
use crate::play::common::IN_CORPS;
use crate::play::loss::words::kind_text;
use crate::state::Step;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

/// The kinds of a depot garrison, as they are typed.
pub(super) const GUARD: [&str; 3] = ["infantry", "militia", "irregulars"];

fn post_text(post: Post) -> &'static str {
    match post {
        Post::Field => "field",
        Post::City => "city",
        Post::Depot => "depot",
    }
}

fn at_text(at: At) -> &'static str {
    match at {
        At::City => "city",
        At::Depot => "depot",
    }
}

impl Engine<'_> {
    fn leader_id(&self, leader: u8) -> &str {
        self.d.leaders.get(usize::from(leader)).map_or("?", |l| l.id.as_str())
    }

    fn corps_id(&self, p: &Position, block: u8) -> String {
        match usize::from(block) < self.d.corps.len() {
            true => self.block_name(p, usize::from(block)),
            false => "?".to_string(),
        }
    }

    fn power_word(&self, power: u8) -> String {
        self.nation_id(power).to_lowercase()
    }

    /// Where a depot garrison retires.
    pub(super) fn retires_from(&self, p: &Position) -> AreaId {
        match p.play.steps.top() {
            Step::March(MarchStep::Retire { area, .. } | MarchStep::Refuge { area, .. }) => area,
            _ => AreaId(u16::MAX),
        }
    }

    /// An action in words.
    pub fn march_text(&self, p: &Position, action: A) -> String {
        let kind = |k: u8| IN_CORPS.get(usize::from(k)).map_or("?", |k| kind_text(*k));
        let area = |a: AreaId| self.area_id(a).to_string();
        match action {
            A::RemoveDepot(a) => format!("remove depot {}", area(a)),
            A::RemoveInside(a) => format!("remove depot inside {}", area(a)),
            A::RemoveOnFleet(f) => format!("remove depot fleet {f}"),
            A::PlaceDepot(a) => format!("place depot {}", area(a)),
            A::PlaceOnFleet(f) => format!("place depot fleet {f}"),
            A::Done => "done".to_string(),
            A::Next(q) => format!("next {}", self.power_word(q)),
            A::Pick(b) => format!("move {}", self.corps_id(p, b)),
            A::PickIrregular(a, post) => format!("move irregular {} {}", post_text(post), area(a)),
            A::Land(b, a) => format!("land {} {}", self.corps_id(p, b), area(a)),
            A::LandInside(b, a) => format!("land {} inside {}", self.corps_id(p, b), area(a)),
            A::Enter(a) => format!("to {}", area(a)),
            A::Force => "force march".to_string(),
            A::With(l) => format!("with {}", self.leader_id(l)),
            A::Without(l) => format!("without {}", self.leader_id(l)),
            A::Inside => "into the city".to_string(),
            A::Outside => "out of the city".to_string(),
            A::Detach(at, k, n) => format!("detach {n} {} {}", at_text(at), kind(k)),
            A::Absorb(at, k, n) => format!("absorb {n} {} {}", at_text(at), kind(k)),
            A::Station(at) => format!("station {}", at_text(at)),
            A::Raze => "raze".to_string(),
            A::Convert => "convert".to_string(),
            A::Stop(Halt::Plain) => "stop".to_string(),
            A::Stop(Halt::Besiege) => "stop besiege".to_string(),
            A::Stop(Halt::Attack) => "stop attack".to_string(),
            A::Burn(true) => "burn retire".to_string(),
            A::Burn(false) => "burn surrender".to_string(),
            A::Keep => "keep".to_string(),
            A::Join => "join".to_string(),
            A::StayOut => "stay out".to_string(),
            A::Aside(a) => format!("aside {}", area(a)),
            A::RetireCorps(b) => format!("retire corps {}", self.corps_id(p, b)),
            A::RetireIrregulars(n) => format!("retire field {n}"),
            A::RetireGuard(nation, k, n) => {
                let of = self.whose(p, At::Depot, self.retires_from(p), nation);
                format!("retire depot {n} {}{of}", GUARD.get(usize::from(k)).copied().unwrap_or("?"))
            }
            A::RetireLeader(l) => format!("retire leader {}", self.leader_id(l)),
            A::Agree => "agree".to_string(),
            A::Object => "object".to_string(),
            A::Besiege => "besiege".to_string(),
            A::Forage => "forage".to_string(),
            A::BesiegedSupply(a) => format!("besieged supply {}", area(a)),
            A::Wait(q) => format!("wait {}", self.power_word(q)),
            A::Forfeit(a, at, militia) => {
                format!("give up {} {} {}", at_text(at), GUARD[usize::from(militia)], area(a))
            }
            A::Stay => "stay".to_string(),
            A::PayAll => "pay all".to_string(),
            A::Pay(b) => format!("pay {}", self.corps_id(p, b)),
            A::PayPort(a) => format!("pay port {}", area(a)),
            A::Put(b, k, n) => format!("put {n} {} {}", self.corps_id(p, b), kind(k)),
            A::TakeOver => "take over".to_string(),
        }
    }

    fn piece_text(&self, piece: Piece, power: u8, viewer: Viewer) -> String {
        let open = viewer == Viewer::All || viewer == Viewer::Side(Side(power));
        match piece {
            Piece::Corps { def, .. } if open => {
                self.d.corps.get(usize::from(def)).map_or("a corps".to_string(), |c| c.title.clone())
            }
            Piece::Corps { block, .. } => format!("corps {}-{block}", self.power_word(power)),
            Piece::Irregular => {
                format!("{} of {}", kind_text(self.irregular_kind(power)), self.nation_name(power))
            }
        }
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
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
