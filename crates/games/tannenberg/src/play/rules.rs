//! The rules of Tannenberg in one scenario, hung on the standard rules.

use super::staff::boosted;
use super::{Added, Own, OwnAction, OwnStep};
use crate::Engine;
use crate::action::Action;
use crate::action::Event;
use crate::data::{Arrival, Posting, Scenario, Where};
use crate::position::{Position, Step, option};
use sandtable_core::machine::Offers;
use sandtable_core::{Decision, Dice, Outcome, Refusal, Side};
use sandtable_datafile::DataFault;
use sandtable_east::data::map::HexSet;
use sandtable_east::data::pieces::HqFace;
use sandtable_east::data::{Data, UnitId, UnitSet};
use sandtable_east::engine::{Exclusive, Hides, Scored};
use sandtable_east::standard::command::{face, shift_in_range};
use sandtable_ops::Maybe;

/// The German side, and its player.
pub const DE: u8 = 0;
/// The Russian side, and its player or the first of two.
pub const RU: u8 = 1;
/// The player of the Russian 2nd Army where two share the side (tannenberg 22.5).
pub const RU_SECOND: u8 = 2;

/// The option that the Russian armies work together (tannenberg 17.5).
pub const IMPROVED_COMMAND: u8 = option::OWN;

/// The rules of one scenario.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Tables.
    pub own: Own,
    /// The scenario.
    pub scenario: Scenario,
    /// Where and when each unit comes; none for one that is not used.
    pub postings: Vec<Option<Posting>>,
    /// The hexes by which each unit comes in.
    pub entries: Vec<Vec<u16>>,
    /// The staff officer.
    pub staff: UnitId,
    /// The two headquarters that keep apart.
    pub apart: [UnitId; 2],
    /// The headquarters of cavalry.
    pub cavalry_hq: UnitId,
    /// Who goes and who comes when the commander is replaced.
    pub exchange: [UnitId; 2],
    /// German hexes more than one hex inside the border.
    pub deep: HexSet,
    /// German hexes.
    pub germany: HexSet,
    /// Hexes along the river that the chart names.
    pub river: HexSet,
    /// Hexes that need a garrison.
    pub guards: Vec<u16>,
    /// The hex of the fortress that the chart names.
    pub citadel: Option<u16>,
    /// Hexes of the goal of a scenario.
    pub goals: Vec<u16>,
}

/// The hexes by which a unit comes in.
fn entries(data: &Data, unit: UnitId, posting: Option<&Posting>) -> Vec<u16> {
    let side = data.unit(unit).side;
    match posting.map(|p| &p.place) {
        Some(Where::Hex(hex)) => vec![*hex],
        Some(Where::Letter(letter)) => {
            let fits = |l: &str| l == letter || (letter == "W" && !l.is_empty());
            data.map.exits.iter().filter(|e| e.side == side && fits(&e.letter)).map(|e| e.hex).collect()
        }
        _ => Vec::new(),
    }
}

impl Rules {
    /// Makes the rules of a scenario.
    pub fn new(own: Own, scenario: Scenario, data: &Data) -> Result<Rules, DataFault> {
        let missing =
            |id: &str| DataFault::new("tables.toml", 1, format!("there is no unit or place `{id}`"));
        let named = |id: &str| data.named(id).ok_or_else(|| missing(id));
        let mut postings = vec![None; data.units.len()];
        for posting in &scenario.postings {
            postings[posting.unit.index()] = Some(posting.clone());
        }
        let country = |h: u16| data.map.at(h).country;
        let home = |side: u8| {
            let army = data.params.armies.iter().position(|a| a.side == side);
            army.and_then(|a| data.map.home[a])
        };
        let hexes = || 0..data.map.len();
        let germany: HexSet = hexes()
            .filter(|h| home(DE).is_some() && country(*h) == home(DE) && !data.map.at(*h).closed)
            .collect();
        let inside = own.west_front.inside_border_more_than;
        let russia: Vec<u16> = hexes().filter(|h| home(RU).is_some() && country(*h) == home(RU)).collect();
        let far = |h: &u16| russia.iter().all(|r| data.map.distance(*h, *r) > u16::from(inside));
        let board = data.map.board.parts();
        let place = |id: &str| board.places.iter().find(|p| p.id == id).map(|p| p.hex.0);
        let named_river = own.west_front.additions.iter().find_map(|a| a.river.clone()).unwrap_or_default();
        let rivers = board.rivers.iter().filter(|r| r.name == named_river);
        let topology = &board.topology;
        let banks = rivers.flat_map(|r| r.sides.iter()).flat_map(|s| {
            let (a, b) = topology.side_hexes(*s);
            [Some(a), b].into_iter().flatten().map(|h| h.0)
        });
        let citadel = own.west_front.additions.iter().find_map(|a| a.of.clone());
        let goals = scenario.end_bonus.iter().flat_map(|b| &b.any_of);
        let guard = |g: &super::Guard| data.map.hex(&g.hex).ok_or_else(|| missing(&g.hex));
        Ok(Rules {
            staff: named(&own.staff.hq)?,
            apart: [named(&own.army.separated[0])?, named(&own.army.separated[1])?],
            cavalry_hq: named(&own.integrity.cavalry_hq)?,
            exchange: [named(&own.west_front.exchange.out)?, named(&own.west_front.exchange.comes)?],
            deep: germany.iter().filter(far).collect(),
            germany,
            river: banks.collect(),
            guards: own.garrison.hexes.iter().map(guard).collect::<Result<_, _>>()?,
            citadel: citadel.and_then(|c| place(&c)),
            goals: goals.map(|g| place(g).ok_or_else(|| missing(g))).collect::<Result<_, _>>()?,
            entries: data.ids().map(|u| entries(data, u, postings[u.index()].as_ref())).collect(),
            postings,
            scenario,
            own,
        })
    }

    /// Whether the scenario plays a rule: a number without letter stands for all of its parts.
    pub fn uses(&self, rule: &str) -> bool {
        let covers = |r: &String| match rule.strip_prefix(r.as_str()).map(|rest| rest.chars().next()) {
            None => false,
            Some(None) => true,
            // 17.1 has the cases 17.11 and 17.12, but 2 is not the chapter of 20.
            Some(Some(next)) if next.is_ascii_digit() => r.contains('.') && !r.ends_with(char::is_alphabetic),
            Some(Some(_)) => !r.ends_with(char::is_alphabetic),
        };
        !self.scenario.without.iter().any(covers)
    }

    /// Whether players have agreed on better Russian command (tannenberg 17.5).
    pub(super) fn improved(&self, p: &Position) -> bool {
        p.plays(IMPROVED_COMMAND)
    }
}

impl Exclusive<Added> for Rules {
    fn hq_values(&self, data: &Data, p: &Position, hq: UnitId) -> HqFace {
        let values = face(data, p, hq);
        let near = self.beside_staff(data, p);
        if !near.has(hq) {
            return values;
        }
        // For a shift he is asked anew, and helps one headquarters that would not reach far enough without him.
        let c = &p.combat;
        let needs = |o: UnitId| !shift_in_range(data, p, o, c.units, face(data, p, o).radius);
        let radius = match p.top() {
            Step::Declare(_) => !c.shifts.both(near).iter().any(|o| o != hq && needs(o)),
            _ => p.own.helped[0].is(hq),
        };
        boosted(&self.own.staff, values, radius, p.own.helped[1].is(hq))
    }

    fn begin_command(&self, data: &Data, p: &mut Position, player: u8, forces: UnitSet) {
        self.call_staff(data, p, player, forces);
    }

    fn all_in_command(&self, data: &Data, p: &Position, side: u8) -> bool {
        let rule = &self.own.army.all_in_command;
        let whose = data.params.armies.iter().any(|a| a.side == side && a.id == rule.side);
        whose && p.turn == rule.turn && self.uses("17.2")
    }

    fn shift_breach(&self, data: &Data, p: &Position, hq: UnitId, attackers: UnitSet) -> Option<Refusal> {
        self.integrity_breach(data, p, hq, attackers)
    }

    fn move_breach(&self, data: &Data, p: &Position, unit: UnitId, to: u16) -> Option<Refusal> {
        self.too_close(data, p, unit, to).or_else(|| self.leaves_post(data, p, unit, to))
    }

    fn end_moves_breach(&self, data: &Data, p: &Position) -> Option<Refusal> {
        self.must_part(data, p).or_else(|| self.post_unmanned(data, p))
    }

    fn before_reinforcements(
        &self,
        data: &Data,
        p: &mut Position,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        if p.phasing == DE && self.uses("19") {
            self.west_front(data, p, dice, events);
        }
        if p.phasing == RU {
            // Gruppen that were opened since the last march count now.
            self.lift_duties(data, p, events);
            self.release_garrisons(p, events);
        }
    }

    fn due(&self, _data: &Data, p: &Position, unit: UnitId) -> Option<u8> {
        match self.postings[unit.index()].as_ref()?.arrival {
            Arrival::Start => None,
            Arrival::Turn(turn) => Some(turn),
            Arrival::AfterCall(after) => {
                let exchanged = matches!(self.postings[unit.index()].as_ref()?.place, Where::InPlaceOf(_));
                let called = p.own.west.called;
                Some(if called == 0 || exchanged { u8::MAX } else { called.saturating_add(after) })
            }
        }
    }

    fn entries(&self, _data: &Data, _p: &Position, unit: UnitId) -> &[u16] {
        &self.entries[unit.index()]
    }

    fn beside_reinforcements(&self, _data: &Data, p: &Position, player: u8) -> Option<OwnAction> {
        self.may_commit(p, player).then_some(OwnAction::Commit)
    }

    fn decision(&self, data: &Data, p: &Position, step: OwnStep) -> Decision {
        match step {
            OwnStep::Relieve(hq) => {
                Decision::one(Side(self.owner(data, p, hq)), "19.21b", "place the new headquarters")
            }
            OwnStep::Staff(player) => {
                Decision::one(Side(player), "17.3a", "choose whom the staff officer helps")
            }
        }
    }

    fn offers(&self, data: &Data, p: &Position, step: OwnStep, out: &mut Offers<'_, Action>) {
        match step {
            OwnStep::Relieve(hq) => {
                let hexes = self.relief_hexes(data, p, hq);
                out.all_legal(hexes.iter().map(|hex| Action::Own(OwnAction::Relieve(hex))));
            }
            OwnStep::Staff(_) => {
                let staff = self.beside_staff(data, p);
                for radius in staff.iter() {
                    let help = |strength| Action::Own(OwnAction::Help(radius, strength));
                    out.all_legal(staff.iter().map(help));
                }
            }
        }
    }

    fn refuse(&self, data: &Data, p: &Position, step: Step, action: &OwnAction) -> Option<Refusal> {
        let (legal, refusal) = match (step, action) {
            (Step::Reinforce(player), OwnAction::Commit) => {
                (self.may_commit(p, player), Refusal::new("19.14b", "that cannot be ordered, or has been"))
            }
            (Step::Own(OwnStep::Relieve(hq)), OwnAction::Relieve(hex)) => (
                self.relief_hexes(data, p, hq).has(*hex),
                Refusal::new("19.21b", "it comes to a German fortress or unit"),
            ),
            (Step::Own(OwnStep::Staff(_)), OwnAction::Help(radius, strength)) => {
                let staff = self.beside_staff(data, p);
                (
                    staff.has(*radius) && staff.has(*strength),
                    Refusal::new("17.3a", "he helps only headquarters that are stacked with him"),
                )
            }
            _ => (false, Engine { data, own: self }.not_now(p)),
        };
        (!legal).then_some(refusal)
    }

    fn take(&self, data: &Data, p: &mut Position, action: &OwnAction, events: &mut Vec<Event>) {
        match *action {
            OwnAction::Commit => {
                self.call(p, true, true, events);
                p.own.west.done = true;
            }
            OwnAction::Relieve(hex) => self.relieve(data, p, hex, events),
            OwnAction::Help(radius, strength) => {
                p.own.helped = [radius.into(), strength.into()];
                p.steps.pop();
            }
        }
    }

    fn veil(&self, known: &mut Position) {
        known.own.helped = [Maybe::NONE; 2];
    }

    fn begin_player_turn(
        &self,
        _data: &Data,
        p: &mut Position,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        self.roll_for_order(p, dice, events);
    }

    fn arrived(&self, _data: &Data, p: &mut Position, unit: UnitId, events: &mut Vec<Event>) {
        self.west_arrived(p, unit, events);
    }

    fn score(&self, data: &Data, p: &mut Position, what: Scored, events: &mut Vec<Event>) {
        self.score_loss(data, p, what, events);
    }

    fn after_move(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        self.lift_duties(data, p, events);
    }

    fn interphase(&self, data: &Data, p: &mut Position, events: &mut Vec<Event>) {
        self.count_points(data, p, events);
    }

    fn outcome(&self, _data: &Data, p: &Position) -> Outcome {
        self.result(p)
    }

    fn last_turn(&self) -> u8 {
        self.scenario.last_turn
    }

    fn hides(&self, p: &Position) -> Option<Hides> {
        let h = &self.own.hidden;
        let hides = Hides { side: DE, box_sp: h.box_sp, dummy_movement: h.dummy_movement };
        (!p.plays(option::OPEN)).then_some(hides)
    }

    fn players(&self, p: &Position, side: u8) -> [Option<u8>; 2] {
        match (side, self.is_shared()) {
            (RU, true) => p.own.order.map(Some),
            _ => [Some(side), None],
        }
    }

    fn owner(&self, data: &Data, _p: &Position, unit: UnitId) -> u8 {
        self.ally_of(data, unit)
    }

    fn side_of(&self, player: u8) -> u8 {
        if player == RU_SECOND { RU } else { player }
    }

    fn capacity(&self, data: &Data, p: &Position, player: u8, army: u8) -> u8 {
        self.share_of_rails(p, player, data.params.armies[usize::from(army)].capacity(p.turn))
    }

    fn apart_breach(&self, data: &Data, _p: &Position, a: UnitId, b: UnitId) -> Option<Refusal> {
        let apart = Refusal::new("22.5", "the armies of the two Russian players do not stand together");
        self.are_rivals(data, a, b).then_some(apart)
    }

    fn set_up_breach(&self, data: &Data, p: &Position, unit: UnitId, hex: u16) -> Option<Refusal> {
        self.area_breach(data, p, unit, hex)
    }
}

/// A unit that stands somewhere, for lists of two.
pub(super) fn both(p: &Position, units: [UnitId; 2]) -> Option<[u16; 2]> {
    Some([p.hex(units[0])?, p.hex(units[1])?])
}
