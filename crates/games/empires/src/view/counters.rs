//! Counters: corps as blocks, leaders, irregulars, depots, garrisons and fleets.

use super::Sight;
use crate::Empires;
use crate::about::side_id;
use crate::data::{A, C, FACTORS, FC, LooseKind, POWERS, Symbol};
use crate::play::combat::Factors;
use crate::play::common::IN_CORPS;
use crate::play::land::garrison::At;
use crate::play::land::position::LEADERS;
use crate::play::land::{Loose, NOBODY, Position, Spot, movement};
use crate::play::loss::words::factors_text;
use crate::position::Living;
use sandtable_board::AreaId;
use sandtable_core::view::Counter;

/// Seniority of leaders.
const RANKS: [&str; 4] = ["A", "B", "C", "D"];
/// Badge of what is inside a city.
const IN_CITY: &str = "in city";
/// Badge of what is inside a besieged city.
const BESIEGED: &str = "besieged";

/// The id of the depot of an area.
pub(crate) fn depot_id(area: &str) -> String {
    format!("depot-{area}")
}

/// The id of a power's irregulars in an area.
pub(crate) fn irregulars_id(power: &str, area: &str) -> String {
    format!("{power}-irregulars-{area}")
}

/// The id of a fleet.
pub(crate) fn fleet_id(power: &str, fleet: usize) -> String {
    format!("{power}-fleet-{fleet}")
}

/// So many irregulars in words: `1 cossack`, `3 cossacks`; freikorps is both one and several.
fn count_of(many: u8, name: &str) -> String {
    let word = name.to_lowercase();
    let one = if word == "freikorps" { word.as_str() } else { word.trim_end_matches('s') };
    format!("{many} {}", if many == 1 { one } else { &word })
}

/// What a face shows of factors: those on foot and those on horseback, or guns.
fn values(factors: &[u8; FACTORS]) -> Vec<i16> {
    let horse = i16::from(factors[C] + factors[FC]);
    let guns = i16::from(factors[A]);
    let foot = factors.iter().map(|f| i16::from(*f)).sum::<i16>() - horse - guns;
    match (foot, horse, guns) {
        (0, 0, guns) if guns > 0 => vec![guns],
        (0, horse, 0) if horse > 0 => vec![horse],
        (foot, horse, 0) => vec![foot, horse],
        (foot, horse, guns) => vec![foot, horse, guns],
    }
}

/// Factors of a corps in words.
fn words(factors: &[u8; FACTORS]) -> String {
    let mut out = Factors::NONE;
    for (kind, n) in IN_CORPS.into_iter().zip(factors) {
        out[kind] += u16::from(*n);
    }
    factors_text(out)
}

/// What a corps is called on its counter, which has the mark of a corps: `French I Guard`.
fn designation(title: &str) -> String {
    title.strip_suffix(" Corps").unwrap_or(title).to_string()
}

/// The branch of a block from the front, and from the back.
const fn branches(symbol: Symbol) -> (&'static str, &'static str) {
    match symbol {
        Symbol::Infantry => ("infantry", "unknown-infantry"),
        Symbol::Cavalry => ("cavalry", "unknown-cavalry"),
        Symbol::Artillery => ("artillery", "unknown-artillery"),
    }
}

impl Empires {
    pub(super) fn counters(&self, sight: &Sight<'_>) -> Vec<Counter> {
        let blocks = (0..self.d.corps.len()).filter_map(|b| self.block(sight, b));
        let leaders = (0..self.d.leaders.len().min(LEADERS)).filter_map(|l| self.leader(sight.p, l));
        let fleets = (0..sight.p.fleets.len()).filter_map(|f| self.fleet(sight.p, f));
        let mut out: Vec<Counter> = leaders.chain(blocks).chain(fleets).collect();
        for area in self.d.board.areas() {
            self.grounded(sight, area, &mut out);
        }
        out
    }

    /// Where a spot is shown, and what it adds to the badges.
    fn shown_at(&self, p: &Position, spot: Spot) -> Option<(String, Vec<&'static str>)> {
        let id = |area: AreaId| self.d.board.area(area).id.clone();
        match spot {
            Spot::Off => None,
            Spot::Field(area) => Some((id(area), vec![])),
            Spot::City(area) if p.at(area).besieged => Some((id(area), vec![IN_CITY, BESIEGED])),
            Spot::City(area) => Some((id(area), vec![IN_CITY])),
            Spot::Fleet(fleet) => {
                let place = self.fleet_place(p, usize::from(fleet))?;
                Some((place.0, vec!["embarked"]))
            }
        }
    }

    /// A corps. What others may not know does not come near this: it is drawn from what the viewer knows.
    fn block(&self, sight: &Sight<'_>, block: usize) -> Option<Counter> {
        let (p, engine) = (sight.p, sight.engine);
        let corps = &p.corps[block];
        let (place, mut badges) = self.shown_at(p, corps.spot)?;
        let def = p.def(&self.d, block);
        let (front, back) = branches(def.symbol);
        let sees = sight.sees(block);
        let known = sees || corps.seen;
        // Every block is told apart by all, its face by few: which minor a corps comes from is on the face.
        let nation = if known { def.nation } else { corps.power };
        let room =
            if def.kind.detaches() { format!("; room for {}", words(&def.room)) } else { String::new() };
        let (name, values, detail) = if sees {
            let held = words(&corps.factors);
            let moves = movement::allowance(&self.d, p, block);
            let detail = format!("{}: {held}{room}; {moves} movement points", def.title);
            (designation(&def.title), values(&corps.factors), detail)
        } else if corps.seen {
            badges.push("last seen");
            let detail = format!("{}, last seen with {}", def.title, words(&corps.factors));
            (designation(&def.title), values(&corps.factors), detail)
        } else {
            let back = engine.back_name(corps.power, block);
            let detail =
                format!("{back}: a corps with the {front} symbol; which one and how strong is hidden");
            (format!("{} Corps", self.adjective(corps.power)), vec![], detail)
        };
        self.march_badges(p, block, sees, &mut badges);
        Some(Counter {
            id: engine.block_id(p, block),
            side: self.side_of(p, corps.power),
            nation: self.ids[usize::from(nation)].clone().into(),
            branch: if known { front } else { back },
            name,
            formation: "Corps".to_string(),
            echelon: "XXX",
            values,
            reduced: false,
            place,
            badges,
            detail,
        })
    }

    /// The word for what belongs to a nation, `French`: titles of its corps begin with it.
    fn adjective(&self, nation: u8) -> &str {
        let title = self.d.corps.iter().find(|c| c.nation == nation).map(|c| c.title.as_str());
        let first = title.and_then(|t| t.split(' ').next());
        first.unwrap_or_else(|| self.d.nations.get(usize::from(nation)).map_or("?", |n| n.name.as_str()))
    }

    /// What its move and supply have come to. That it has moved everybody has seen; how it lives is its power's affair until it shows.
    fn march_badges(&self, p: &Position, block: usize, sees: bool, out: &mut Vec<&'static str>) {
        if !p.play.is_phasing(p.corps[block].power) {
            return;
        }
        if p.play.moved.has(block) {
            out.push("moved");
        }
        let ration = &p.corps[block].ration;
        if sees && ration.forced {
            out.push("force marched");
        }
        match ration.how {
            Living::Foraged if sees => out.push("foraged"),
            Living::Waits if sees => out.push("waits for supply"),
            Living::Plundered if sees => out.push("plundered"),
            Living::Paid if sees => out.push("supplied"),
            _ => {}
        }
    }

    fn leader(&self, p: &Position, leader: usize) -> Option<Counter> {
        let def = &self.d.leaders[leader];
        let (place, mut badges) = self.shown_at(p, p.leaders[leader])?;
        let rank = RANKS[usize::from(def.seniority.min(3))];
        badges.push(rank);
        if def.cavalry {
            badges.push("cavalry leader");
        }
        let detail = format!(
            "{}, seniority {rank}: strategic rating {}, tactical rating {}, commands {} corps",
            def.name, def.strategic, def.tactical, def.corps
        );
        Some(Counter {
            id: def.id.clone(),
            side: self.side_of(p, def.nation),
            nation: self.ids[usize::from(def.nation)].clone().into(),
            branch: "leader",
            name: def.name.clone(),
            formation: "Leaders".to_string(),
            echelon: "",
            values: vec![def.strategic.into(), def.tactical.into(), def.corps.into()],
            reduced: false,
            place,
            badges,
            detail,
        })
    }

    fn fleet_place(&self, p: &Position, fleet: usize) -> Option<(String, &'static str)> {
        use crate::play::land::FleetAt;
        let id = |area: AreaId| self.d.board.area(area).id.clone();
        match p.fleets.get(fleet)?.at {
            FleetAt::Off => None,
            FleetAt::Port(area) => Some((id(area), "in port")),
            FleetAt::Box(area) => Some((id(area), "blockading")),
            FleetAt::Sea(sea) => Some((self.d.board.parts().seas[sea.index()].id.clone(), "")),
        }
    }

    fn fleet(&self, p: &Position, fleet: usize) -> Option<Counter> {
        let (place, state) = self.fleet_place(p, fleet)?;
        let f = &p.fleets[fleet];
        let badges = [state, if f.depot { "depot" } else { "" }];
        let who = &self.d.nations[usize::from(f.power)].name;
        let more = if f.depot { ", with a depot" } else { "" };
        let place_word = if state.is_empty() { "at sea" } else { state };
        Some(Counter {
            detail: format!("a fleet of {who}, {place_word}{more}"),
            badges: badges.into_iter().filter(|b| !b.is_empty()).collect(),
            ..self.token(p, f.power, fleet_id(side_id(f.power), fleet), "fleet", "Fleet", place)
        })
    }

    /// A counter without values.
    fn token(
        &self,
        p: &Position,
        nation: u8,
        id: String,
        branch: &'static str,
        name: &str,
        place: String,
    ) -> Counter {
        Counter {
            id,
            side: self.side_of(p, nation),
            nation: self.ids[usize::from(nation)].clone().into(),
            branch,
            name: name.to_string(),
            formation: if branch == "fleet" { "Fleets" } else { "Garrisons, depots and irregulars" }
                .to_string(),
            echelon: "",
            values: vec![],
            reduced: false,
            place,
            badges: vec![],
            detail: String::new(),
        }
    }

    /// Depots, garrisons and irregulars of an area: none of them is hidden.
    fn grounded(&self, sight: &Sight<'_>, area: AreaId, out: &mut Vec<Counter>) {
        let (p, ground, id) = (sight.p, sight.p.at(area), &self.d.board.area(area).id);
        for power in (0..POWERS as u8).filter(|q| ground.irregulars[usize::from(*q)] > 0) {
            let many = ground.irregulars[usize::from(power)];
            let (branch, name) = match movement::irregular(&self.d, power).map(|i| i.0) {
                Some(LooseKind::Cossack) => ("cossacks", "Cossacks"),
                Some(LooseKind::Freikorps) => ("freikorps", "Freikorps"),
                _ => ("guerillas", "Guerillas"),
            };
            let name_of = irregulars_id(side_id(power), id);
            let who = &self.d.nations[usize::from(power)].name;
            out.push(Counter {
                values: vec![many.into()],
                detail: format!("{}, {who}", count_of(many, name)),
                ..self.token(p, power, name_of, branch, name, id.clone())
            });
        }
        for part in ground.garrison.parts() {
            let siege = if ground.besieged { vec![IN_CITY, BESIEGED] } else { vec![IN_CITY] };
            let name = self.engine().loose_id(p, At::City, area, part.nation);
            out.push(Counter { badges: siege, ..self.garrison(p, &part, name, "in the city", id.clone()) });
        }
        for (depot, inside) in [(ground.depot, false), (ground.inside, true)] {
            if depot.owner == NOBODY {
                continue;
            }
            let chained = self.depot_state(sight, area, depot.owner, inside);
            let who = &self.d.nations[usize::from(depot.owner)].name;
            let what = match chained {
                "source" => "it is a supply source",
                "in supply" => "it stands in a valid chain",
                _ => "no valid chain reaches it",
            };
            let name = if inside { format!("{}-inside", depot_id(id)) } else { depot_id(id) };
            let mut badges = vec![chained];
            if inside {
                badges.push(IN_CITY);
            }
            if !depot.old {
                badges.push("new");
            }
            out.push(Counter {
                badges,
                detail: format!("a depot of {who}; {what}"),
                ..self.token(p, depot.owner, name, "depot", "Depot", id.clone())
            });
        }
        for part in ground.guard.parts() {
            let name = self.engine().loose_id(p, At::Depot, area, part.nation);
            out.push(self.garrison(p, &part, name, "on the depot", id.clone()));
        }
    }

    fn garrison(&self, p: &Position, g: &Loose, id: String, at: &str, place: String) -> Counter {
        let factors = self.engine().loose_factors(p, *g);
        let who = &self.d.nations[usize::from(g.nation)].name;
        Counter {
            values: vec![g.total().into()],
            detail: format!("{} of {who} {at}", factors_text(factors)),
            ..self.token(p, g.nation, id, "garrison", "Garrison", place)
        }
    }
}
