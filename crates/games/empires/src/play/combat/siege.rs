//! Sieges: the attempt, sorties, honours of war, and how assaults and garrison attacks end (7.5.4).

use super::charts::{Attempt, Charts};
use super::ending::Verdict;
use super::{Refused, Who, die};

/// A besieged city.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct City {
    /// Factors it can hold.
    pub capacity: u16,
    /// Its siege value.
    pub fleches: u8,
    /// Factors inside.
    pub garrison: u16,
    /// A corps is inside.
    pub corps: bool,
}

/// What is added to the die of an assault attempt.
// empires 7.5.4.1.1, empires 7.5.4.1.1.1, empires 7.5.4.1.1.2
pub fn modifier(charts: &Charts, city: &City) -> i8 {
    let s = &charts.siege;
    let short = city.garrison + s.within < city.capacity;
    city.fleches as i8 * s.fleche + if short { s.undergarrisoned } else { 0 }
}

/// An assault attempt.
// empires 7.5.4.1, empires 7.5.4.1.2
pub fn attempt(charts: &Charts, city: &City, shown: u8) -> Result<Attempt, Refused> {
    let modified = die(shown)? as i8 + modifier(charts, city);
    let row = charts.siege.rows.iter().find(|r| modified <= r.0);
    Ok(row.map_or(Attempt::Breach, |r| r.1))
}

/// Who loses one factor of their own choice in a sortie, `Who::Attacker` being the besieger; nobody if it is not made.
// empires 7.5.4.1.2.1
pub fn sortie(charts: &Charts, shown: Option<u8>) -> Result<Option<Who>, Refused> {
    let Some(shown) = shown else { return Ok(None) };
    Ok(Some(if charts.siege.sortie_lost.contains(&die(shown)?) { Who::Defender } else { Who::Attacker }))
}

/// Whether a garrison may ask for honours of war.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Honours {
    /// The garrison's power (the controlling one of a minor) may ask at all: no Turks, no Spaniards.
    pub power_asks: bool,
    /// There is a friendly city without siege, or its area, to go to.
    pub refuge: bool,
    /// A free state's garrison would have to leave its country.
    pub leaves_country: bool,
}

impl Honours {
    /// Whether they may be asked for.
    // empires 7.5.4.1.2.3.1, empires 7.5.4.1.2.3.1(b)
    pub fn may_ask(self) -> bool {
        self.power_asks && self.refuge && !self.leaves_country
    }
}

/// How an assault ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AssaultEnd {
    /// The city falls; whatever is left inside surrenders.
    pub falls: bool,
    /// Points of besieger and defender; nobody loses any.
    pub points: [i8; 2],
}

/// The outcome of an assault (the besieger attacks) after a deciding round or its last one.
// empires 7.5.4.1.3.4, empires 7.5.4.1.3.5, empires 7.5.4.1.4, empires 7.5.4.1.4(b)
pub fn assault_end(charts: &Charts, verdict: Verdict, city: &City) -> AssaultEnd {
    let falls = matches!(verdict, Verdict::Won { victor: Who::Attacker, .. });
    let counts = city.corps || city.fleches > 0;
    let p = charts.points;
    let points = match (counts, falls) {
        (false, _) => [0, 0],
        (true, true) => [p.assault_won, 0],
        (true, false) => [0, p.assault_held],
    };
    AssaultEnd { falls, points }
}

/// How a garrison attack ends. It never scores points and nobody is pursued.
// empires 7.5.4.2.2
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SallyEnd {
    /// The siege goes on.
    Resumes,
    /// Every factor of the garrison is dead: the city is captured.
    Captured,
    /// The besiegers retreat; besieged corps may step out.
    Relieved,
}

/// The outcome of a garrison attack (the garrison attacks); `left` are all factors of the garrison, those who stayed inside
/// too.
// empires 7.5.4.2.1.4, empires 7.5.4.2.1.5
pub fn sally_end(verdict: Verdict, left: u16) -> SallyEnd {
    match verdict {
        Verdict::Won { victor: Who::Attacker, .. } => SallyEnd::Relieved,
        _ if left == 0 => SallyEnd::Captured,
        _ => SallyEnd::Resumes,
    }
}
