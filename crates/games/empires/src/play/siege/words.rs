//! Sieges, guerillas and conquest in words.

use super::{SiegeAction, SiegeEvent};
use crate::combat::Kind;
use crate::combat::charts::Attempt;
use crate::land::Position;
use crate::land::garrison::At;
use crate::play::Engine;
use crate::play::loss::words::kind_text;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

/// Tenths of morale as they are written.
fn tenths(n: i16) -> String {
    format!("{}.{}", n / 10, n % 10)
}

fn kind_of(word: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|k| kind_text(*k) == word)
}

impl Engine<'_> {
    /// An action in words.
    pub fn siege_text(&self, p: &Position, action: SiegeAction) -> String {
        use SiegeAction as A;
        let block = |b: u8| {
            let known = usize::from(b) < self.d.corps.len();
            if known { self.block_name(p, usize::from(b)) } else { "?".to_string() }
        };
        let leader = |l: u8| self.d.leaders.get(usize::from(l)).map_or("?", |l| l.id.as_str());
        match action {
            A::Assault(a) => format!("assault {}", self.area_id(a)),
            A::Sally(a) => format!("sally from {}", self.area_id(a)),
            A::Join(b) => format!("send {}", block(b)),
            A::Send(nation, kind, n) => {
                format!("send {n} {}{}", kind_text(kind), self.whose(p, At::City, p.siege.area, nation))
            }
            A::Everybody => "attack with everybody".to_string(),
            A::Attack => "attack".to_string(),
            A::StandDown => "stand down".to_string(),
            A::Sortie => "make a sortie".to_string(),
            A::NoSortie => "make no sortie".to_string(),
            A::AskHonours => "ask for honours of war".to_string(),
            A::Surrender => "surrender".to_string(),
            A::Fight => "fight".to_string(),
            A::Grant => "grant honours of war".to_string(),
            A::Refuse => "refuse honours of war".to_string(),
            A::MarchOff(a) => format!("march off to {}", self.area_id(a)),
            A::Enter(b) => format!("enter with {}", block(b)),
            A::Drop(b, kind, n) => format!("leave {n} {} of {}", kind_text(kind), block(b)),
            A::Post(n) => format!("post {n}"),
            A::Destroy => "destroy the depot".to_string(),
            A::Convert => "take over the depot".to_string(),
            A::Drive(a) => format!("drive them to {}", self.area_id(a)),
            A::Out(b) => format!("step out with {}", block(b)),
            A::OutLeader(l) => format!("step out with leader {}", leader(l)),
            A::Hunt(a) => format!("hunt in {}", self.area_id(a)),
            A::Roll => "roll the dice".to_string(),
            A::Done => "done".to_string(),
        }
    }

    /// An action from its words, legal or not.
    pub fn siege_parse(&self, p: &Position, words: &str) -> Option<SiegeAction> {
        use SiegeAction as A;
        let list: Vec<&str> = words.split_whitespace().collect();
        let area = |id: &str| self.d.area(id);
        let block = |id: &str| self.block_named(p, id).map(|b| b as u8);
        let number = |n: &str| n.parse::<u8>().ok();
        let garrison = |word: Option<&str>| self.loose_named(p, At::City, p.siege.area, word);
        Some(match list[..] {
            ["assault", a] => A::Assault(area(a)?),
            ["sally", "from", a] => A::Sally(area(a)?),
            ["send", b] => A::Join(block(b)?),
            ["send", n, kind] => A::Send(garrison(None)?, kind_of(kind)?, number(n)?),
            ["send", n, kind, "of", nation] => A::Send(garrison(Some(nation))?, kind_of(kind)?, number(n)?),
            ["attack", "with", "everybody"] => A::Everybody,
            ["attack"] => A::Attack,
            ["stand", "down"] => A::StandDown,
            ["make", "a", "sortie"] => A::Sortie,
            ["make", "no", "sortie"] => A::NoSortie,
            ["ask", "for", "honours", "of", "war"] => A::AskHonours,
            ["surrender"] => A::Surrender,
            ["fight"] => A::Fight,
            ["grant", "honours", "of", "war"] => A::Grant,
            ["refuse", "honours", "of", "war"] => A::Refuse,
            ["march", "off", "to", a] => A::MarchOff(area(a)?),
            ["enter", "with", b] => A::Enter(block(b)?),
            ["leave", n, kind, "of", b] => A::Drop(block(b)?, kind_of(kind)?, number(n)?),
            ["leave", n, feudal, kind, "of", b] => {
                A::Drop(block(b)?, kind_of(&format!("{feudal} {kind}"))?, number(n)?)
            }
            ["post", n] => A::Post(number(n)?),
            ["destroy", "the", "depot"] => A::Destroy,
            ["take", "over", "the", "depot"] => A::Convert,
            ["drive", "them", "to", a] => A::Drive(area(a)?),
            ["step", "out", "with", "leader", l] => A::OutLeader(self.d.leader_named(l)? as u8),
            ["step", "out", "with", b] => A::Out(block(b)?),
            ["hunt", "in", a] => A::Hunt(area(a)?),
            ["roll", "the", "dice"] => A::Roll,
            ["done"] => A::Done,
            _ => return None,
        })
    }

    /// An event as a viewer may read it; nothing if it is hidden from him.
    pub fn siege_line(&self, event: &SiegeEvent, viewer: Viewer) -> Option<Line> {
        use SiegeEvent as E;
        let who = |n: u8| self.nation_name(n);
        let name = |a: AreaId| self.area_name(a);
        // Faces of corps are told to their own power only.
        let corps = |power: u8, def: u8| {
            let own = viewer == Viewer::All || viewer == Viewer::Side(Side(power));
            match self.d.corps.get(usize::from(def)).filter(|_| own) {
                Some(c) => c.title.clone(),
                None => format!("a corps of {}", who(power)),
            }
        };
        let (text, rule, area) = match *event {
            E::Attempt { area, power, die, modifier, result } => {
                let what = match result {
                    Attempt::Sortie => "sortie?",
                    Attempt::Nothing => "no result",
                    Attempt::Breach => "breach",
                };
                (
                    format!("{} tries to assault {}: die {die}{modifier:+}, {what}", who(power), name(area)),
                    "7.5.4.1",
                    area,
                )
            }
            E::Sortie { area, nation, die, loser } => (
                format!(
                    "{} makes a sortie from {}: die {die}, {} loses a factor",
                    who(nation),
                    name(area),
                    who(loser)
                ),
                "7.5.4.1.2.1",
                area,
            ),
            E::NoSortie { area, nation } => {
                (format!("{} makes no sortie from {}", who(nation), name(area)), "7.5.4.1.2.1", area)
            }
            E::Asks { area, nation } => (
                format!("{} asks for honours of war for the garrison of {}", who(nation), name(area)),
                "7.5.4.1.2.3.1",
                area,
            ),
            E::Answers { area, power, granted } => {
                let verb = if granted { "grants" } else { "refuses" };
                (
                    format!("{} {verb} honours of war to the garrison of {}", who(power), name(area)),
                    "7.5.4.1.2.3.1",
                    area,
                )
            }
            E::Surrenders { area, nation } => {
                (format!("{} surrenders {}", who(nation), name(area)), "7.5.4.1.2.3.2", area)
            }
            E::Fights { area, nation } => {
                (format!("{} holds the breach of {}", who(nation), name(area)), "7.5.4.1.2.3.3", area)
            }
            E::MarchesOff { area, nation, to } => (
                format!("the garrison of {} ({}) marches off to {}", name(area), who(nation), name(to)),
                "7.5.4.1.2.3.1",
                area,
            ),
            E::Begins { area, sally, leads, factors, morale } => {
                let (what, rule) = if sally {
                    (format!("the garrison of {} attacks", name(area)), "7.5.4.2.1.1")
                } else {
                    (format!("{} is assaulted", name(area)), "7.5.4.1.3.1")
                };
                let side = |i: usize| {
                    format!("{} {} factors, morale {}", who(leads[i]), factors[i], tenths(morale[i]))
                };
                (format!("{what}: {}; {}", side(0), side(1)), rule, area)
            }
            E::Round { area, sally, round, leads, told } => {
                let side = |i: usize| {
                    format!(
                        "{} die {} on {}-{}, loses {} factors and {} morale",
                        who(leads[i]),
                        told.dice[i],
                        told.tables[i][0],
                        told.tables[i][1],
                        told.lost[i],
                        tenths(told.morale[i])
                    )
                };
                let rule = if sally { "7.5.4.2.1.1" } else { "7.5.4.1.3.1" };
                (format!("{}, round {round}: {}; {}", name(area), side(0), side(1)), rule, area)
            }
            E::Resumes { area, sally } => {
                let rule = if sally { "7.5.4.2.1.4" } else { "7.5.4.1.3.4" };
                (format!("the siege of {} goes on", name(area)), rule, area)
            }
            E::Freed { area } => {
                (format!("the garrison of {} beats its besiegers", name(area)), "7.5.4.2.1.5", area)
            }
            E::Falls { area, by, prisoners } => (
                format!("{} falls to {}, {prisoners} factors are prisoners", name(area), who(by)),
                "7.5.4.1.3.5",
                area,
            ),
            E::Enters { area, power, def } => {
                (format!("{} goes into {}", corps(power, def), name(area)), "7.3.3.3.2", area)
            }
            E::Garrisons { area, power, factors } => {
                (format!("{} puts {factors} factors into {}", who(power), name(area)), "7.3.3", area)
            }
            E::Depot { area, power, converted } => {
                let verb = if converted { "takes over" } else { "destroys" };
                (format!("{} {verb} the depot in {}", who(power), name(area)), "7.4.3.4.5", area)
            }
            E::Retreats { from, to, nation } => (
                format!("the besiegers ({}) retreat from {} to {}", who(nation), name(from), name(to)),
                "7.5.2.10.3",
                to,
            ),
            E::NoWayOut { area, nation, .. } => (
                format!("the besiegers ({}) have no way out of {} and surrender", who(nation), name(area)),
                "7.5.2.10.3.6",
                area,
            ),
            E::StepsOut { area, power, def } => {
                (format!("{} steps out of {}", corps(power, def), name(area)), "7.5.4.2.1.5", area)
            }
            E::LeaderOut { area, leader } => (
                format!("{} steps out of {}", self.leader_name(usize::from(leader)), name(area)),
                "7.5.4.2.1.5",
                area,
            ),
            E::Guerillas { area, die, factors } => {
                (format!("guerillas in {}: die {die}, {factors} rise", name(area)), "7.6", area)
            }
            E::Hunted { area, power, die, modified, killed } => (
                format!(
                    "{} hunts guerillas in {}: die {die}, {modified} in all, {killed} die",
                    who(power),
                    name(area)
                ),
                "7.6",
                area,
            ),
            E::Conquered { minor, power } => {
                let capital =
                    self.d.nations.get(usize::from(minor)).and_then(|n| n.capitals.first().copied());
                (
                    format!("{} is conquered by {}", who(minor), who(power)),
                    "7.7",
                    capital.unwrap_or(super::state::NOWHERE),
                )
            }
        };
        Some(Line { text, rule, places: vec![self.area_id(area).to_string()] })
    }
}
