//! Replacements 11.3, reinforcements 11.4 with postings 12, planning 11.5.

use crate::Fury;
use crate::data::pieces::{Army, CORPS, Front, HQS, Kind, Nation, PIECES, Piece, Posting, RU};
use crate::play::action::{Action, During, Event, Manner};
use crate::play::sequence::Step;
use crate::position::{Group, Position, flag, off};
use sandtable_core::{Breach, Dice, Illegal};

impl Fury {
    /// Replacement points of a nation: fury 11.3h, fury 11.3i, fury 11.3j, fury 11.3k.
    pub(crate) fn begin_replacements(&self, p: &mut Position, nation: Nation, events: &mut Vec<Event>) {
        let lost = self.eliminated(p, nation).count() as u8;
        let points = 2 * (lost + self.data.tables.replacement[nation.index()]);
        p.points[nation.index()] = points;
        events.push(Event::Points(nation, points));
        p.steps.push(Step::Replacements(nation));
    }

    /// Eliminated corps of a nation; Germans in Austrian armies count as Germans (fury 11.3c).
    pub(crate) fn eliminated<'a>(
        &'a self,
        p: &'a Position,
        nation: Nation,
    ) -> impl Iterator<Item = Piece> + 'a {
        (0..CORPS)
            .filter(move |i| p.place[*i] == off::ELIMINATED && self.data.corps[*i].nation == nation)
            .map(|i| Piece(i as u8))
    }

    /// How many corps an army lacks.
    fn lacks(&self, p: &Position, army: Army) -> usize {
        (0..CORPS).filter(|i| p.place[*i] == off::ELIMINATED && p.army[*i] == army).count()
    }

    /// Whether an army of the nation lacks more than one corps and could have one reformed: fury 11.3d, fury 11.3p.
    pub(crate) fn must_reform(&self, p: &Position, nation: Nation) -> bool {
        let points = p.points[nation.index()];
        self.eliminated(p, nation).any(|c| {
            let army = p.army[c.index()];
            let cost = self.data.tables.step_cost(self.data.corps[c.index()].kind);
            army != Army::NONE && self.lacks(p, army) > 1 && cost <= points
        })
    }

    /// Ways to spend replacement points.
    pub(crate) fn replacements(&self, p: &Position, nation: Nation, visit: &mut dyn FnMut(Action)) {
        let points = p.points[nation.index()];
        let duty = self.must_reform(p, nation);
        for corps in self.eliminated(p, nation) {
            let army = p.army[corps.index()];
            if duty && (army == Army::NONE || self.lacks(p, army) < 2) {
                continue;
            }
            // fury 11.3e, fury 11.3r
            let step = self.data.tables.step_cost(self.data.corps[corps.index()].kind);
            if step <= points {
                visit(Action::Reform(corps, false));
            }
            if 2 * step <= points {
                visit(Action::Reform(corps, true));
            }
        }
        if !duty {
            for i in 0..CORPS {
                let corps = Piece(i as u8);
                let c = &self.data.corps[i];
                // fury 11.3g, fury 10.5k: not the besieged; fury 11.3q.
                if c.nation == nation
                    && p.hex(corps).is_some()
                    && p.is(corps, flag::REDUCED)
                    && !p.is(corps, flag::BESIEGED)
                    && self.data.tables.step_cost(c.kind) <= points
                {
                    visit(Action::Restore(corps));
                }
            }
        }
        visit(Action::Done);
    }

    /// What forbids a replacement.
    pub(crate) fn replacement_breach(&self, p: &Position, nation: Nation, action: &Action) -> Illegal {
        let of = |piece: Piece, rule: &str, why: String| {
            Illegal::from(Breach::new(rule, why).of(self.piece_name(p, piece)))
        };
        let (piece, steps, reform) = match *action {
            Action::Reform(piece, full) => (piece, 1 + u8::from(full), true),
            Action::Restore(piece) => (piece, 1, false),
            _ => return Breach::new("11.3a", "replacement points are spent now").into(),
        };
        if piece.is_hq() {
            return of(piece, "11.3a", "only corps are reformed or restored".into());
        }
        let Some(corps) = self.data.corps.get(piece.index()) else {
            return of(piece, "2.1i", "a Cadre can only be replaced by a reformed corps".into());
        };
        if corps.nation != nation {
            return of(piece, "11.3b", format!("it is the {} turn to replace", nation.name()));
        }
        if reform && p.place[piece.index()] != off::ELIMINATED {
            return of(piece, "11.3a", "only eliminated corps are reformed".into());
        }
        if !reform && p.is(piece, flag::BESIEGED) {
            return of(piece, "11.3g", "besieged units are not restored".into());
        }
        if !reform && (p.hex(piece).is_none() || !p.is(piece, flag::REDUCED)) {
            return of(piece, "11.3q", "only reduced corps on the map are restored".into());
        }
        let step = self.data.tables.step_cost(corps.kind);
        let have = p.points[nation.index()];
        if steps * step > have {
            // The rule of the price, then that of what a step of this kind costs.
            let points = |half: u8| f32::from(half) / 2.0;
            let rule = if reform { "11.3r" } else { "11.3q" };
            let name = self.piece_name(p, piece);
            let what = if steps == 1 { "one step" } else { "two steps" };
            let why =
                format!("{name} needs {what}, {} points; {} are left", points(steps * step), points(have));
            let price = format!("a step of this kind costs {} points", points(step));
            let kind = match corps.kind {
                Kind::Reserve | Kind::Landwehr | Kind::Landsturm => "11.3l",
                Kind::Grenadier | Kind::Guard => "11.3n",
                _ => "11.3m",
            };
            return Illegal(vec![Breach::new(rule, why).of(&name), Breach::new(kind, price).of(&name)]);
        }
        of(piece, "11.3d", "armies that lack more than one corps come first".into())
    }

    /// fury 11.3f: reformed corps go to the box.
    pub(crate) fn reform(&self, p: &mut Position, corps: Piece, full: bool, events: &mut Vec<Event>) {
        let c = &self.data.corps[corps.index()];
        p.points[c.nation.index()] -= self.data.tables.step_cost(c.kind) * (1 + u8::from(full));
        p.put(&self.data, corps, off::BOX);
        p.state[corps.index()] = flag::REFORMED | if full { 0 } else { flag::REDUCED };
        events.push(Event::Reformed(corps));
    }

    pub(crate) fn restore(&self, p: &mut Position, corps: Piece, events: &mut Vec<Event>) {
        let c = &self.data.corps[corps.index()];
        p.points[c.nation.index()] -= self.data.tables.step_cost(c.kind);
        p.set(corps, flag::REDUCED, false);
        events.push(Event::Restored(corps));
    }

    /// Reinforcements of the turn go to the box: fury 11.4b, fury 2.1k.
    pub(crate) fn begin_reinforcements(&self, p: &mut Position, side: u8) {
        for (i, corps) in self.data.corps.iter().enumerate() {
            if corps.enters == Some(p.turn) && corps.nation.side() == side && p.place[i] == off::OUT {
                p.place[i] = off::BOX;
                p.state[i] = if corps.starts_reduced { flag::REDUCED } else { 0 };
            }
        }
        for (i, hq) in self.data.hqs.iter().enumerate() {
            if hq.enters == Some(p.turn) && hq.nation.side() == side && p.place[CORPS + i] == off::OUT {
                p.place[CORPS + i] = off::BOX;
                p.state[CORPS + i] = flag::INACTIVE;
            }
        }
        p.transfer = false;
        p.steps.push(Step::Reinforcements(side));
    }

    /// Armies that a corps may be posted to when it enters: fury 2.1o, fury 7p, fury 7q, fury 12h. Only armies whose
    /// headquarters is on the map or can enter now.
    pub(crate) fn postings<'a>(&'a self, p: &'a Position, corps: Piece) -> impl Iterator<Item = Army> + 'a {
        let own = p.army[corps.index()];
        let posting = self.data.corps.get(corps.index()).map_or(Posting::Fixed, |c| c.posting);
        let nation = p.nation(&self.data, corps);
        // A corps that has been in play keeps its army for good: fury 12i. Before that the choice is open.
        let chosen = self.posted(p, corps);
        (0..HQS as u8).map(Army).filter(move |army| {
            let hq = &self.data.hqs[army.index()];
            let there = p.hex(Piece::hq(*army)).is_some() || self.hq_waits(p, *army);
            let fits = match posting {
                _ if chosen => *army == own,
                Posting::Fixed => *army == own,
                Posting::Either(other) => *army == own || *army == other,
                Posting::Any => hq.nation == nation || (nation == Nation::De && hq.nation == Nation::Ah),
            };
            // Its own army is open to it even without a headquarters; it will wait for one.
            fits && (there || (posting == Posting::Fixed || chosen) && *army == own)
        })
    }

    /// Whether the army of a corps is settled: printed, or chosen when it first entered.
    pub(crate) fn posted(&self, p: &Position, corps: Piece) -> bool {
        let printed = self.data.corps.get(corps.index()).map_or(Army::NONE, |c| c.army);
        let reformed = p.is(corps, flag::REFORMED);
        match self.data.corps.get(corps.index()).map(|c| c.posting) {
            Some(Posting::Any) => p.army[corps.index()] != Army::NONE,
            Some(Posting::Either(_)) => {
                reformed
                    || p.army[corps.index()] != printed
                    || self.data.corps[corps.index()].enters.is_none()
            }
            _ => true,
        }
    }

    /// Whether a headquarters waits in the box and may enter now.
    pub(crate) fn hq_waits(&self, p: &Position, army: Army) -> bool {
        let hq = Piece::hq(army);
        p.place[hq.index()] == off::BOX && p.hq_due[army.index()] <= p.turn
    }

    /// Cadres that a reformed corps of full value 8 must replace, own army first: fury 11.4g, fury 11.4h, fury 11.4j.
    pub(crate) fn cadres_for(&self, p: &Position, corps: Piece) -> Group {
        let mut out = Group::EMPTY;
        let Some(c) = self.data.corps.get(corps.index()) else { return out };
        if p.place[corps.index()] != off::BOX || !p.is(corps, flag::REFORMED) || c.full < 8 {
            return out;
        }
        let fits = |cadre: Piece| -> bool {
            let Some(hex) = p.hex(cadre) else { return false };
            let side = c.nation.side();
            let paid = p.rail[c.nation.index()] > 0 || self.data.entries[c.nation.index()].has(hex);
            let mut q = *p;
            q.put(&self.data, cadre, off::OUT);
            paid && p.nation(&self.data, cadre) == c.nation
                && !p.is(cadre, flag::BESIEGED)
                && q.may_stack(&self.data, side, hex, &Group::one(corps))
        };
        let cadres =
            || (CORPS + HQS..PIECES).map(|i| Piece(i as u8)).filter(|c| p.hex(*c).is_some() && fits(*c));
        let own = |c: &Piece| p.army[c.index()] == p.army[corps.index()];
        let any_own = cadres().any(|c| own(&c));
        cadres().filter(|c| !any_own || own(c)).for_each(|c| out.push(c));
        out
    }

    /// A corps takes the place of a Cadre: fury 11.4i.
    pub(crate) fn replace_cadre(
        &self,
        p: &mut Position,
        corps: Piece,
        cadre: Piece,
        events: &mut Vec<Event>,
    ) {
        let Some(hex) = p.hex(cadre) else { return };
        let nation = self.data.corps[corps.index()].nation;
        if !self.data.entries[nation.index()].has(hex) {
            p.rail[nation.index()] -= 1;
        }
        let besieging = p.state[cadre.index()] & flag::BESIEGING;
        self.eliminate(p, cadre, During::Rest, events);
        p.set(corps, flag::REFORMED, false);
        p.put(&self.data, corps, hex);
        p.set(corps, flag::BESIEGING, besieging != 0);
        events.push(Event::Entered(corps, hex));
    }

    /// Ways to bring pieces in.
    pub(crate) fn arrivals(&self, p: &Position, side: u8, visit: &mut dyn FnMut(Action)) {
        // Reformed corps of value 8 replace Cadres before anything else: fury 11.4g.
        let mut replaced = false;
        for i in 0..CORPS {
            let corps = Piece(i as u8);
            if p.place[i] == off::BOX && self.data.corps[i].nation.side() == side {
                for cadre in self.cadres_for(p, corps).iter() {
                    visit(Action::Replace(corps, cadre));
                    replaced = true;
                }
            }
        }
        if replaced {
            return;
        }
        let supplied = self.supplied(p, side);
        let enters = |piece: Piece, army: Army| {
            let (foot, train) = self.entries(p, piece, army, &supplied);
            !foot.is_empty() || !train.is_empty()
        };
        for i in 0..CORPS {
            let corps = Piece(i as u8);
            if p.place[i] == off::BOX && self.data.corps[i].nation.side() == side {
                for army in self.postings(p, corps) {
                    if enters(corps, army) {
                        visit(Action::Bring(corps, army));
                    }
                }
            }
        }
        for army in (0..HQS as u8).map(Army) {
            let hq = Piece::hq(army);
            if p.side(&self.data, hq) == side && self.hq_waits(p, army) && enters(hq, army) {
                for front in self.fronts_for(p, army) {
                    visit(Action::BringHq(hq, front));
                }
            }
        }
        if p.transfer && side == RU && self.first_corps(p).is_some() {
            visit(Action::Transfer);
        }
        visit(Action::Done);
    }

    /// Fronts that a headquarters may take when it enters: fury 12g; one that returns keeps its front.
    pub(crate) fn fronts_for(&self, p: &Position, army: Army) -> impl Iterator<Item = Front> + use<> {
        let hq = &self.data.hqs[army.index()];
        let first_time = hq.enters == Some(p.hq_due[army.index()]);
        let open = hq.front.is_none() && first_time;
        let kept = p.hq_front[army.index()];
        [Front::North, Front::South].into_iter().filter(move |f| open || *f == kept)
    }

    pub(crate) fn bring(&self, p: &mut Position, piece: Piece, army: Army, events: &mut Vec<Event>) {
        if p.army[piece.index()] != army {
            events.push(Event::Posted(piece, army));
        }
        p.army[piece.index()] = army; // fury 12f, fury 12i
        p.steps.push(Step::Entry(piece));
    }

    pub(crate) fn enter(&self, p: &mut Position, hex: u16, events: &mut Vec<Event>) {
        let Step::Entry(piece) = p.steps.top() else { return };
        let army = p.army[piece.index()];
        let (foot, _) = self.entry_hexes(p, piece, army);
        let way = self.entry_route(p, piece, hex, foot.has(hex));
        if !foot.has(hex) && !piece.is_hq() {
            p.rail[p.nation(&self.data, piece).index()] -= 1;
        }
        p.steps.pop();
        p.set(piece, flag::REFORMED, false);
        p.steps.push(Step::Onward { piece, manner: Manner::Entry });
        p.way = way;
        self.go_onward(p, events);
        // fury 12e
        if piece.is_hq()
            && self.ninth(army)
            && self.data.hqs[army.index()].enters == Some(p.hq_due[army.index()])
        {
            p.transfer = true;
        }
    }

    fn ninth(&self, army: Army) -> bool {
        self.data.corps.iter().any(|c| c.enters.is_none() && c.posting == Posting::Either(army))
    }

    /// The Russian corps that two armies share and that is still with the first: fury 12a, fury 12b.
    pub(crate) fn first_corps(&self, p: &Position) -> Option<(Piece, Army)> {
        self.data.corps.iter().enumerate().find_map(|(i, c)| match c.posting {
            Posting::Either(other) if c.enters.is_none() => {
                (p.army[i] == c.army).then_some((Piece(i as u8), other))
            }
            _ => None,
        })
    }

    pub(crate) fn transfer(&self, p: &mut Position, events: &mut Vec<Event>) {
        if let Some((corps, army)) = self.first_corps(p) {
            p.army[corps.index()] = army;
            p.transfer = false;
            events.push(Event::Posted(corps, army));
        }
    }

    /// fury 11.5a, fury 11.5b, then nation by nation (fury 11.5d).
    pub(crate) fn begin_planning(&self, p: &mut Position, dice: &mut dyn Dice, events: &mut Vec<Event>) {
        p.rail = self.data.tables.rail;
        for army in (0..HQS as u8).map(Army) {
            p.set(Piece::hq(army), flag::INACTIVE, true);
        }
        self.plan(p, Nation::Ru, dice, events);
    }

    /// fury 11.5c, fury 11.5e, fury 11.5f, fury 11.5g, fury 11.5h
    pub(crate) fn plan(
        &self,
        p: &mut Position,
        nation: Nation,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        let roll = dice.roll(6);
        let modified = (roll as i8 + self.data.tables.planning_modifier[usize::from(p.turn)]).clamp(1, 6);
        let count = self.data.tables.planning[nation.index()][modified as usize - 1];
        events.push(Event::Planning(nation, roll, count));
        p.steps.push(Step::Planning(nation, count));
    }

    pub(crate) fn plan_next(
        &self,
        p: &mut Position,
        nation: Nation,
        dice: &mut dyn Dice,
        events: &mut Vec<Event>,
    ) {
        match nation {
            Nation::Ru => self.plan(p, Nation::Ah, dice, events),
            Nation::Ah => self.plan(p, Nation::De, dice, events),
            Nation::De => self.next_turn(p, events),
        }
    }

    /// Headquarters of a nation on the map that are still inactive.
    pub(crate) fn inactive_hqs<'a>(
        &'a self,
        p: &'a Position,
        nation: Nation,
    ) -> impl Iterator<Item = Piece> + 'a {
        (0..HQS as u8).map(|i| Piece::hq(Army(i))).filter(move |h| {
            p.hex(*h).is_some() && p.is(*h, flag::INACTIVE) && p.nation(&self.data, *h) == nation
        })
    }
}
