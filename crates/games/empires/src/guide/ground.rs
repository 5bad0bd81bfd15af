//! What the table can show of the ground: supply by depots, what leaders can lend a hand to, who holds what, what is fought for, and
//! what each power could reach next. The position is as the player who asks knows it. Nobody has zones of control in this game.

use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::land::movement::{self, March, Mover};
use crate::play::land::{AreaSet, Chain, NOBODY, Picture, Position, Spot, paying, supply};
use crate::view::Sight;
use sandtable_board::{AreaId, LinkKind};
use sandtable_core::guide::Ground;
use sandtable_core::view::{Layer, Viewer};

/// What a counter on the march may meet at the end of a way.
pub(super) struct Outlook {
    /// Who stands where for its power.
    picture: Picture,
    /// The chains that a corps may live off, each with the picture of the power that pays; none for irregulars, which need no supply.
    supply: Option<Vec<(Picture, Chain)>>,
}

impl Empires {
    /// The layers of a kind.
    pub(super) fn ground_of(&self, p: &Position, what: Ground) -> Option<Vec<Layer>> {
        match what {
            Ground::Zones => None,
            Ground::Supply => Some(self.supply_ground(p)),
            Ground::Command => Some(self.command_ground(p)),
            Ground::Control => Some(self.control_ground(p)),
            Ground::Objectives => Some(self.objectives(p)),
            Ground::Threat => Some(self.each_player(p, "threat", |q| self.threat(p, q))),
        }
    }

    /// A layer of areas for each power that plays, where it has any.
    fn each_player(&self, p: &Position, what: &'static str, of: impl Fn(u8) -> AreaSet) -> Vec<Layer> {
        let all = self.players(p).into_iter().map(|q| (q, of(q)));
        all.filter(|(_, areas)| !areas.is_empty()).map(|(q, areas)| self.layer(what, q, areas)).collect()
    }

    /// How far a corps may stand from a depot that feeds it.
    fn supply_range(&self) -> u8 {
        self.d.figures.supply.distance.len() as u8
    }

    /// Where corps of a power can live off depots, its own and those of allies who allow it, and each power's chains.
    fn supply_ground(&self, p: &Position) -> Vec<Layer> {
        let sight: Sight<'_> = self.sight(p, Viewer::All);
        let mut layers = self.each_player(p, "supplied", |q| {
            let chains: Vec<(Picture, Chain)> = paying::payers(p, q)
                .filter_map(|payer| sight.supply.get(usize::from(payer)).copied())
                .collect();
            self.d.board.areas().filter(|a| p.may_enter(q, *a) && self.is_fed(p, &chains, *a)).collect()
        });
        for power in self.players(p) {
            self.supply_layers(&sight, power, &mut layers);
        }
        layers
    }

    /// Whether a depot of these chains feeds a corps in an area (empires 7.4.2.1.1, empires 7.4.4).
    fn is_fed(&self, p: &Position, chains: &[(Picture, Chain)], area: AreaId) -> bool {
        let most = self.supply_range();
        chains.iter().any(|(picture, chain)| {
            supply::distance(&self.d, p, picture, chain, area, most).is_some()
                || supply::beside_invasion(&self.d, p, picture, chain, area)
        })
    }

    /// For each leader his area and those from which he could come to a fight or bring help (empires 7.5.2.11.1).
    fn command_ground(&self, p: &Position) -> Vec<Layer> {
        let leaders = (0..self.d.leaders.len()).filter_map(|l| {
            let area = p.leaders.get(l)?.area()?;
            let power = self.engine().master(p, l)?;
            let near = self.d.board.neighbours(area).iter();
            let near = near.filter(|(a, kind)| *kind != LinkKind::Crossing && p.may_enter(power, *a));
            let areas: AreaSet = near.map(|(a, _)| *a).chain([area]).collect();
            let name = self.d.leaders[l].name.clone();
            Some(Layer { name, ..self.layer("command", power, areas) })
        });
        leaders.collect()
    }

    /// Areas by the power that holds them, a minor's with its controller's.
    fn control_ground(&self, p: &Position) -> Vec<Layer> {
        let mut held = [AreaSet::NONE; POWERS];
        for area in self.d.board.areas() {
            let ground = p.at(area);
            let city = p.city_of(&self.d, area);
            let by = if self.d.place(area).spires > 0 { city } else { ground.holder };
            if let Some(power) = p.power_of(by).filter(|_| ground.closed_to != u8::MAX) {
                held[usize::from(power)].put(area);
            }
        }
        let all = (0..POWERS as u8).map(|q| (q, held[usize::from(q)]));
        all.filter(|(_, areas)| !areas.is_empty()).map(|(q, areas)| self.layer("held", q, areas)).collect()
    }

    /// What is fought for, by who holds it now and what it counts; a besieged city counts for nobody.
    fn objectives(&self, p: &Position) -> Vec<Layer> {
        let engine = self.engine();
        let scenario = engine.scenario(p);
        let holder = |area: AreaId| {
            let power = p.power_of(p.city_of(&self.d, area));
            power.filter(|_| !p.at(area).besieged).map_or("", side_id)
        };
        let mut layers: Vec<Layer> = Vec::new();
        let mut put = |name: String, area: AreaId| {
            let (side, place) = (holder(area), self.d.board.area(area).id.clone());
            match layers.iter_mut().find(|l| l.name == name && l.side == side) {
                Some(layer) => layer.places.push(place),
                None => layers.push(Layer { what: "objective", name, side, places: vec![place] }),
            }
        };
        for at_once in &scenario.at_once {
            let winner = engine.nation_name(scenario.sides[at_once.winner].powers[0]);
            for area in &at_once.cities {
                put(format!("decides at once for {winner}"), *area);
            }
        }
        let mut cities: Vec<(AreaId, String)> = match scenario.is_grand() {
            true => {
                let open = self.d.board.areas().filter(|a| p.at(*a).closed_to != u8::MAX);
                let cities = open.filter(|a| self.d.place(*a).spires > 2);
                cities.map(|a| (a, format!("a city of {} spires", self.d.place(a).spires))).collect()
            }
            false => scenario.cities.iter().map(|(a, n)| (*a, format!("counts {n}"))).collect(),
        };
        cities.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(b.1.cmp(&a.1)));
        cities.into_iter().for_each(|(area, name)| put(name, area));
        layers
    }

    /// Areas that the corps of a power could enter with a full turn of its own as things stand: each by itself with all its points, a
    /// forced march among them, as far as no enemy stops it. What friends could open for each other, fleets and combined movement are
    /// left aside.
    fn threat(&self, p: &Position, power: u8) -> AreaSet {
        let engine = self.engine();
        let mut q = *p;
        q.play.attacks = AreaSet::NONE;
        let mut out = AreaSet::NONE;
        // Several corps of one area go equally far.
        let mut done: Vec<(AreaId, u8)> = Vec::new();
        for block in (0..q.corps.len()).filter(|b| p.corps[*b].power == power) {
            let (Spot::Field(area) | Spot::City(area)) = q.corps[block].spot else { continue };
            let Ok(mut march) = March::begin(&self.d, &q, Mover::Corps(block), area) else { continue };
            if movement::may_force(&self.d, &q, block) && march.force(&self.d, &q).is_err() {
                continue;
            }
            if done.contains(&(area, march.points)) {
                continue;
            }
            done.push((area, march.points));
            out.put(area);
            q.marching.begin(march);
            let ways = engine.ways(&q);
            self.d.board.areas().filter(|a| ways[a.index()].is_some()).for_each(|a| out.put(a));
        }
        out
    }

    /// What decides the words for the ways of a counter.
    pub(super) fn outlook_for(&self, p: &Position, power: u8, mover: Mover) -> Outlook {
        let chain_of = |payer: u8| {
            let picture = Picture::new(&self.d, p, payer);
            (picture, supply::chain(&self.d, p, &picture))
        };
        let corps = matches!(mover, Mover::Corps(_)) && usize::from(power) < POWERS;
        Outlook {
            picture: Picture::new(&self.d, p, power),
            supply: corps.then(|| paying::payers(p, power).map(chain_of).collect()),
        }
    }

    /// What it means for a counter to end its move in an area.
    pub(super) fn means(&self, p: &Position, outlook: &Outlook, area: AreaId) -> Vec<&'static str> {
        let (picture, ground) = (&outlook.picture, p.at(area));
        let power = picture.power;
        let mut out = Vec::new();
        if picture.enemy_field.has(area) {
            out.push("attacks enemy corps");
        } else if ground.guard.nations().any(|n| p.at_war(power, n)) {
            out.push("attacks a depot garrison");
        }
        if ground.depot.owner != NOBODY && p.at_war(power, ground.depot.owner) {
            out.push("reaches an enemy depot");
        }
        if p.foes_inside(power, area) {
            out.push("stands before an enemy garrison");
        }
        if outlook.supply.as_ref().is_some_and(|chains| !self.is_fed(p, chains, area)) {
            out.push("out of depot supply");
        }
        out
    }

    /// The same for the counter on the march alone.
    pub(super) fn way_means(&self, p: &Position, area: AreaId) -> Vec<&'static str> {
        let march = &p.marching.march;
        self.means(p, &self.outlook_for(p, march.power, march.mover), area)
    }

    /// The line of supply of a corps: its way to the nearest depot that feeds it, and on along the chain to a source.
    pub(super) fn traces_of(&self, p: &Position, viewer: Viewer, piece: &str) -> Vec<Layer> {
        let Some(block) = self.block_of(p, piece) else { return Vec::new() };
        let (power, spot) = (p.corps[block].power, p.corps[block].spot);
        let Some(area) = spot.area().filter(|_| usize::from(power) < POWERS && !p.besieged(block)) else {
            return Vec::new();
        };
        let outlook = self.outlook_for(p, power, Mover::Corps(block));
        let chains = outlook.supply.unwrap_or_default();
        let far = |(picture, chain): &(Picture, Chain)| {
            supply::distance(&self.d, p, picture, chain, area, self.supply_range())
        };
        let nearest = chains.iter().filter(|c| far(c).is_some()).min_by_key(|c| far(c));
        let Some((picture, chain)) = nearest else { return Vec::new() };
        let mut depot = area;
        supply::around(&self.d, p, picture, area, self.supply_range(), true, |a, _| {
            depot = a;
            chain.areas.has(a)
        });
        let sources = supply::sources(&self.d, p, picture);
        let links = self.links(p, picture, chain, sources);
        let mut line = self.way(p, picture, area, depot, self.supply_range());
        let mut here = depot;
        while let Some((before, _)) = links.iter().find(|(_, to)| *to == here) {
            let way = self.way(p, picture, here, *before, self.d.figures.depot.chain_areas);
            line.extend(way.into_iter().skip(1));
            here = *before;
        }
        let id = |a: &AreaId| self.d.board.area(*a).id.clone();
        let side = side_id(picture.power);
        let payer = &self.d.nations[usize::from(picture.power)].name;
        let name = format!("supply of {}, paid by {payer}", self.called(p, viewer, block));
        let mut out = vec![Layer { what: "supply line", name, side, places: line.iter().map(id).collect() }];
        if sources.has(here) {
            out.push(Layer { what: "source", name: String::new(), side, places: vec![id(&here)] });
        }
        out
    }
}
