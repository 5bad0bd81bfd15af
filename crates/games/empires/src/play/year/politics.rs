//! Politics (chapter 4, grand campaign): every power writes down in secret what it wants; all is shown together.

use super::{Notes, YearAction, YearStep, powers};
use crate::data::POWERS;
use crate::play::land::Position;
use crate::play::land::position::NATIONS;
use crate::play::{Engine, Event};
use crate::position::ids::NationId;
use sandtable_core::Refusal;
use sandtable_core::machine::Offers;

impl Engine<'_> {
    /// Powers write only in the grand campaign.
    pub(super) fn open_politics(&self, p: &mut Position) {
        if self.scenario(p).is_grand() {
            (p.year.done, p.year.notes) = (0, Default::default());
            self.push_step(p, YearStep::Politics);
        }
    }

    /// Powers that are neither at war nor allied with another, and not that one.
    pub(super) fn at_peace(&self, p: &Position, power: u8) -> u8 {
        let Some(war) = p.war.get(usize::from(power)) else { return 0 };
        self.playing(p) & !war & !p.allied[usize::from(power)] & !(1 << power)
    }

    /// Whether a nation is a minor that nobody controls and that holds land.
    pub(super) fn is_neutral_minor(&self, p: &Position, nation: u8) -> bool {
        (POWERS..self.d.nations.len()).contains(&usize::from(nation))
            && p.power_of(nation).is_none()
            && self.d.board.areas().any(|a| p.at(a).holder == nation)
    }

    /// Whether one of its enemies controls a city of the home nation that is large enough to surrender for.
    pub(super) fn is_beaten(&self, p: &Position, power: u8) -> bool {
        let least = self.d.year.politics.surrender.needs_lost_city_spires;
        self.d.board.areas().any(|a| {
            let place = self.d.place(a);
            let taker = p.power_of(p.city_of(self.d, a));
            place.home == power && place.spires >= least && taker.is_some_and(|t| p.at_war(power, t))
        })
    }

    pub(super) fn list_politics(&self, p: &Position, out: &mut Offers<'_, YearAction>) {
        for on in (0..self.d.nations.len() as u8)
            .filter(|n| usize::from(*n) < POWERS || self.is_neutral_minor(p, *n))
        {
            out.candidate(YearAction::War { on: NationId(on) });
        }
        for q in 0..POWERS as u8 {
            out.candidates([
                YearAction::Peace { with: NationId(q) },
                YearAction::Ally { with: NationId(q) },
                YearAction::Break { with: NationId(q) },
            ]);
            for give in [true, false] {
                out.candidate(YearAction::Access { to: NationId(q), give });
                out.candidate(YearAction::Depots { to: NationId(q), give });
                out.candidate(YearAction::Straits { to: NationId(q), give });
            }
        }
        out.candidate(YearAction::Surrender);
    }

    pub(super) fn refuse_politics(&self, p: &Position, power: u8, action: YearAction) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("4", why));
        let me = usize::from(power);
        let notes = &p.year.notes[me];
        let has = |mask: u8, other: u8| mask >> other & 1 == 1;
        let other = match action {
            YearAction::Done => return None,
            YearAction::Surrender if notes.surrender => return no("this is written already"),
            YearAction::Surrender if p.war[me] == 0 => return no("there is nobody to surrender to"),
            YearAction::Surrender if !self.is_beaten(p, power) => {
                return no("no enemy controls a large city of your home nation");
            }
            YearAction::Surrender => return None,
            YearAction::War { on: NationId(on) } if usize::from(on) >= POWERS => {
                return self.refuse_minor_war(p, power, on);
            }
            YearAction::War { on: NationId(on) } => on,
            YearAction::Peace { with: NationId(with) }
            | YearAction::Ally { with: NationId(with) }
            | YearAction::Break { with: NationId(with) } => with,
            YearAction::Access { to: NationId(to), .. }
            | YearAction::Depots { to: NationId(to), .. }
            | YearAction::Straits { to: NationId(to), .. } => to,
            _ => return no("write down your politics, or say that you are done"),
        };
        if other == power || self.playing(p).checked_shr(u32::from(other)).unwrap_or(0) & 1 == 0 {
            return no("there is no such other power");
        }
        let (war, allied) = (has(p.war[me], other), has(p.allied[me], other));
        let twice = match action {
            YearAction::War { .. } => notes.war >> other & 1 == 1,
            YearAction::Peace { .. } => has(notes.peace, other),
            YearAction::Ally { .. } => has(notes.ally, other),
            YearAction::Break { .. } => has(notes.leave, other),
            YearAction::Access { .. } => has(notes.access[0] | notes.access[1], other),
            YearAction::Depots { .. } => has(notes.depots[0] | notes.depots[1], other),
            YearAction::Straits { .. } => has(notes.straits[0] | notes.straits[1], other),
            _ => false,
        };
        if twice {
            return no("this is written already");
        }
        match action {
            YearAction::War { .. } if war => no("you are at war already"),
            YearAction::War { .. } if allied && !has(notes.leave, other) => {
                no("an alliance is broken before war is declared on an ally")
            }
            YearAction::War { .. } if p.year.peace_ends[me][usize::from(other)] > p.month => {
                no("an enforced peace stands between you")
            }
            YearAction::War { .. } if has(notes.ally, other) => no("you offer an alliance"),
            YearAction::Peace { .. } if !war => no("you are not at war"),
            YearAction::Ally { .. } if war => no("you are at war; make peace first"),
            YearAction::Ally { .. } if allied => no("you are allies already"),
            YearAction::Ally { .. } if notes.war >> other & 1 == 1 => no("you declare war"),
            YearAction::Break { .. } if !allied => no("you are not allies"),
            YearAction::Access { give, .. } => self.refuse_access(p, power, other, give),
            YearAction::Depots { give, .. } => {
                let uses = has(p.depots_of[usize::from(other)], power);
                match give {
                    true if uses => no("it may use them already"),
                    true if !allied => no("only allies use each other's depots"),
                    false if !uses => no("it may not use them anyway"),
                    _ => None,
                }
            }
            YearAction::Straits { give, .. } => {
                let holder = p.power_of(p.city_of(self.d, self.d.figures.straits.1));
                let passes = has(p.straits, other);
                match give {
                    _ if holder != Some(power) => {
                        no("the holder of Constantinople decides on the Dardanelles")
                    }
                    true if passes => no("it may pass already"),
                    false if !passes => no("it may not pass anyway"),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn refuse_minor_war(&self, p: &Position, power: u8, on: u8) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("4", why));
        if usize::from(on) >= NATIONS || !self.is_neutral_minor(p, on) {
            return no("this is not a neutral minor");
        }
        if p.minor_war[usize::from(on)] >> power & 1 == 1 {
            return no("you are at war already");
        }
        (p.year.notes[usize::from(power)].war >> on & 1 == 1)
            .then(|| Refusal::new("4", "this is written already"))
    }

    /// Access that victory condition C.5 gives is not taken back before its time (10.3).
    fn refuse_access(&self, p: &Position, power: u8, other: u8, give: bool) -> Option<Refusal> {
        let no = |why: &'static str| Some(Refusal::new("10.3", why));
        let has = p.access[usize::from(other)] >> power & 1 == 1;
        let war = p.war[usize::from(power)] >> other & 1 == 1;
        match give {
            true if has => no("it has access already"),
            true if war => no("an enemy needs no leave"),
            false if !has => no("it has no access"),
            false if p.year.access_ends[usize::from(other)][usize::from(power)] > p.month => {
                no("access after a defeat lasts its time")
            }
            _ => None,
        }
    }

    pub(super) fn take_politics(
        &self,
        p: &mut Position,
        power: u8,
        action: YearAction,
        events: &mut Vec<Event>,
    ) {
        let notes = &mut p.year.notes[usize::from(power)];
        let which = |give: bool| usize::from(!give);
        match action {
            YearAction::War { on: NationId(on) } => notes.war |= 1 << on,
            YearAction::Peace { with: NationId(with) } => notes.peace |= 1 << with,
            YearAction::Ally { with: NationId(with) } => notes.ally |= 1 << with,
            YearAction::Break { with: NationId(with) } => notes.leave |= 1 << with,
            YearAction::Surrender => notes.surrender = true,
            YearAction::Access { to: NationId(to), give } => notes.access[which(give)] |= 1 << to,
            YearAction::Depots { to: NationId(to), give } => notes.depots[which(give)] |= 1 << to,
            YearAction::Straits { to: NationId(to), give } => notes.straits[which(give)] |= 1 << to,
            _ => self.has_chosen(p, power, events),
        }
    }

    /// All notes are shown and come true: alliances end, wars begin, peace is made, alliances begin, leave is given. New
    /// wars on minors ask which power wants to run them.
    pub(super) fn show_notes(&self, p: &mut Position, events: &mut Vec<Event>) {
        let notes = std::mem::take(&mut p.year.notes);
        p.year.done = 0;
        let all = |of: fn(&Notes) -> u8| {
            let each = notes.iter().zip(0..);
            each.flat_map(move |(n, a)| powers(of(n)).map(move |b| (a, b)))
        };
        let of = |q: u8| &notes[usize::from(q)];
        for (a, b) in all(|n| n.leave) {
            self.break_alliance(p, a, b, events);
        }
        for (a, b) in all(|n| n.war as u8 & 0x7f) {
            self.declare_war(p, a, b, events);
        }
        for (a, b) in all(|n| n.peace) {
            let agreed = a < b && of(b).peace >> a & 1 == 1;
            if agreed && p.war[usize::from(a)] >> b & 1 == 1 {
                self.make_peace(p, a, b, events);
            }
        }
        for q in (0..POWERS as u8).filter(|q| of(*q).surrender) {
            self.capitulate(p, q, events);
        }
        for (a, b) in all(|n| n.ally) {
            if a < b && of(b).ally >> a & 1 == 1 {
                self.make_alliance(p, a, b, events);
            }
        }
        for a in 0..POWERS as u8 {
            let n = of(a);
            for (what, list) in [n.access, n.depots, n.straits].into_iter().enumerate() {
                for give in [true, false] {
                    for b in powers(list[usize::from(!give)]) {
                        self.give_leave(p, a, b, what as u8, give, events);
                    }
                }
            }
        }
        for a in 0..POWERS as u8 {
            for minor in POWERS as u8..self.d.nations.len() as u8 {
                if of(a).war >> minor & 1 == 1 {
                    self.declare_on_minor(p, a, minor, events);
                }
            }
        }
    }
}
