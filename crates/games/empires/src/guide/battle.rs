//! A combat before it is fought: who stands there, how strong, under whom, and what terrain does.

use crate::Empires;
use crate::about::side_id;
use crate::data::POWERS;
use crate::play::Action;
use crate::play::combat::siege;
use crate::play::fight::FightAction;
use crate::play::fight::state::Camp;
use crate::play::land::garrison::{self, At};
use crate::play::land::{NOBODY, Position};
use crate::play::siege::SiegeAction;
use crate::view::{irregulars_id, sees};
use sandtable_board::AreaId;
use sandtable_core::Side;
use sandtable_core::forecast::forecast_within;
use sandtable_core::guide::{Battle, Factor, Force};
use sandtable_core::view::Viewer;

/// What the strengths rest on.
const NOTE: &str = "A corps that nobody has seen counts as a common one, two thirds full. Chits, orders and dice come round by round.";

fn sum(forces: &[Force]) -> i16 {
    forces.iter().map(|f| f.strength).sum()
}

impl Empires {
    /// The combat that an action begins. The position is as the side knows it.
    pub(super) fn battle_of(&self, p: &Position, side: Side, action: &Action) -> Option<Battle> {
        match *action {
            Action::Fight(FightAction::Attack { area, trivial }) => {
                Some(self.field_battle(p, side, area, trivial))
            }
            Action::Fight(a @ (FightAction::Attacker(_) | FightAction::Defender(_))) if p.fight.on => {
                self.chit_battle(p, side, a)
            }
            Action::Siege(SiegeAction::Assault(area)) => {
                // The die of the attempt, and what follows where nobody is asked.
                let chances = forecast_within(self, p, side, action, 10_000).unwrap_or_default();
                Some(Battle { chances, ..self.assault(p, side, area) })
            }
            _ => None,
        }
    }

    /// A corps as a viewer knows it.
    pub(super) fn corps_force(&self, p: &Position, viewer: Viewer, block: usize) -> Force {
        let engine = self.engine();
        let def = p.def(&self.d, block);
        let name = match (sees(engine, p, viewer, block), p.corps[block].seen) {
            (true, _) => def.title.clone(),
            (false, true) => format!("{}, as last seen", def.title),
            (false, false) => format!("a hidden corps of {}", engine.nation_name(p.corps[block].power)),
        };
        Force { piece: engine.block_id(p, block), name, strength: p.corps[block].total().into() }
    }

    /// Those in the field of an area on one side, as a viewer knows them.
    pub(super) fn forces(&self, p: &Position, viewer: Viewer, area: AreaId, camp: &Camp) -> Vec<Force> {
        let ground = p.at(area);
        let id = self.engine().spot(area).unwrap_or_default();
        let mut out: Vec<Force> = camp.blocks.iter().map(|b| self.corps_force(p, viewer, b)).collect();
        for power in (0..POWERS as u8).filter(|q| camp.irregulars >> q & 1 == 1) {
            let kind = crate::play::loss::words::kind_text(self.engine().irregular_kind(power));
            out.push(Force {
                piece: irregulars_id(side_id(power), &id),
                name: format!("{kind} of {}", self.engine().nation_name(power)),
                strength: ground.irregulars[usize::from(power)].into(),
            });
        }
        let several = ground.guard.nations().count() > 1;
        for part in ground.guard.parts().filter(|_| camp.guard) {
            let of = if several {
                format!(" ({})", self.engine().nation_name(part.nation))
            } else {
                String::new()
            };
            out.push(Force {
                piece: self.engine().loose_id(p, At::Depot, area, part.nation),
                name: format!("the garrison of the depot{of}"),
                strength: part.total().into(),
            });
        }
        for part in camp.out.parts() {
            out.push(Force {
                piece: self.engine().loose_id(p, At::City, area, part.nation),
                name: format!(
                    "those who have come out of the city ({})",
                    self.engine().nation_name(part.nation)
                ),
                strength: part.total().into(),
            });
        }
        out
    }

    /// The leader who would command most likely: the most senior of those there, by his rating.
    fn first_leader(&self, p: &Position, area: AreaId, powers: u8) -> Option<usize> {
        let there = |l: &usize| p.leaders[*l] == crate::play::land::Spot::Field(area);
        let serves = |l: &usize| {
            let power = p.power_of(self.d.leaders[*l].nation);
            power.is_some_and(|q| powers >> q & 1 == 1)
        };
        let list = (0..self.d.leaders.len()).filter(there).filter(serves);
        list.min_by_key(|l| (self.d.leaders[*l].seniority, u8::MAX - self.d.leaders[*l].tactical))
    }

    fn field_battle(&self, p: &Position, side: Side, area: AreaId, trivial: bool) -> Battle {
        let engine = self.engine();
        let mut begun = *p;
        engine.begin_combat(&mut begun, area, trivial, &mut Vec::new());
        let camps = begun.fight.camps;
        let leaders = [&camps[0], &camps[1]].map(|c| self.first_leader(p, area, c.powers));
        let led = |i: usize| Camp { leader: leaders[i].map_or(NOBODY, |l| l as u8), ..camps[i] };
        begun.fight.camps = [led(0), led(1)];
        let battle = self.camps_battle(p, side, area, begun.fight.camps);
        let trivial = trivial || begun.fight.trivial();
        let (chances, note) = self.attack_chances(&engine.question(&begun), trivial);
        Battle { chances, note: note.to_string(), ..battle }
    }

    /// A combat between two sides whose commanders are known.
    pub(super) fn camps_battle(&self, p: &Position, side: Side, area: AreaId, camps: [Camp; 2]) -> Battle {
        let engine = self.engine();
        let [attackers, defenders] =
            [&camps[0], &camps[1]].map(|c| self.forces(p, Viewer::Side(side), area, c));
        // What serves the defender counts against the attacker, so that the rows make one sum.
        let sign = [1, -1];
        let mut factors = Vec::new();
        let leaders =
            [0, 1].map(|i| Some(usize::from(camps[i].leader)).filter(|l| *l < self.d.leaders.len()));
        let ratings = [0, 1].map(|i| engine.tactical(p, &camps[i]));
        let dice = self.charts.commander(ratings[0], ratings[1]);
        for (i, who) in ["attacker", "defender"].into_iter().enumerate() {
            let name = leaders[i].map_or("no leader", |l| self.d.leaders[l].name.as_str());
            let why =
                format!("{who}'s die {:+}: {name} with {} against {}", dice[i], ratings[i], ratings[1 - i]);
            factors.push(Factor { value: sign[i] * i16::from(dice[i]), why, rule: "7.5.2.9.1" });
        }
        let ground = self.charts.ground[engine.terrain(area) as usize];
        for (i, who) in ["attacker", "defender"].into_iter().enumerate() {
            for (k, level) in ["casualty", "morale"].into_iter().enumerate() {
                let by = ground.levels[i][k];
                if by != 0 {
                    let why = format!("{who}'s {level} level {by:+}, {}", self.d.board.area(area).terrain);
                    factors.push(Factor { value: sign[i] * i16::from(by), why, rule: "7.5.2.7.3" });
                }
            }
        }
        let total = factors.iter().map(|f: &Factor| f.value).sum();
        Battle {
            place: self.engine().spot(area).unwrap_or_default(),
            ratio: format!("{} : {}, factors", sum(&attackers), sum(&defenders)),
            attackers,
            defenders,
            factors,
            total,
            chances: vec![],
            expects: None,
            note: NOTE.to_string(),
        }
    }

    /// Corps around a besieged city, and all who are inside, as a viewer knows them.
    pub(super) fn around_and_inside(&self, p: &Position, viewer: Viewer, area: AreaId) -> [Vec<Force>; 2] {
        let engine = self.engine();
        let around = engine.besiegers(p, area).iter().map(|b| self.corps_force(p, viewer, b)).collect();
        let corps = p.corps_at(crate::play::land::Spot::City(area));
        let mut inside: Vec<Force> = corps.map(|b| self.corps_force(p, viewer, b)).collect();
        let loose = p.at(area).garrison;
        for part in loose.parts() {
            let several = loose.nations().count() > 1;
            let of = if several { format!(" ({})", engine.nation_name(part.nation)) } else { String::new() };
            inside.push(Force {
                piece: engine.loose_id(p, At::City, area, part.nation),
                name: format!("the garrison{of}"),
                strength: part.total().into(),
            });
        }
        [around, inside]
    }

    /// An attempt on a city: the die, what is added to it, and who would storm whom.
    fn assault(&self, p: &Position, side: Side, area: AreaId) -> Battle {
        let id = self.engine().spot(area).unwrap_or_default();
        let [attackers, defenders] = self.around_and_inside(p, Viewer::Side(side), area);
        let place = self.d.place(area);
        let capacity = u16::from(garrison::capacity(&self.d, area));
        let city = siege::City {
            fleches: place.fleches,
            capacity,
            garrison: sum(&defenders).max(0) as u16,
            corps: p.corps_at(crate::play::land::Spot::City(area)).next().is_some(),
        };
        let walls = i16::from(place.fleches) * i16::from(self.charts.siege.fleche);
        let total = i16::from(siege::modifier(&self.charts, &city));
        let mut factors = Vec::new();
        if walls != 0 {
            factors.push(Factor { value: walls, why: "fleches".to_string(), rule: "7.5.4.1.1.1" });
        }
        if total != walls {
            let why = "the garrison is too small for the city".to_string();
            factors.push(Factor { value: total - walls, why, rule: "7.5.4.1.1.2" });
        }
        Battle {
            place: id,
            ratio: format!("{} : {}, factors", sum(&attackers), sum(&defenders)),
            attackers,
            defenders,
            factors,
            total,
            chances: vec![],
            expects: None,
            note: "The die decides between a sortie, no result and a breach; a breach leads to surrender or to an assault of up to three \
                   rounds."
                .to_string(),
        }
    }
}
