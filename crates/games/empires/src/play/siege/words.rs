//! Sieges, guerillas and conquest in words.

use super::{SiegeAction, SiegeEvent};
use crate::play::Engine;
use crate::play::combat::charts::Attempt;
use crate::words::tenths;
use sandtable_board::AreaId;
use sandtable_core::game::{Line, Side};
use sandtable_core::view::Viewer;

sandtable_core::action_table! {
    SiegeAction, Engine<'_>;
    (Assault(area)) area = "assault" weigh: "assault {area}", "Try to assault {area}";
    (Sally(area)) area = "sally": "sally from {area}", "Attack with the garrison of {area}";
    (Join(corps)) corps = "send": "send {corps}", "{corps} goes out of the city";
    (Send(factors)) factors = "send": "send {factors}", "{factors} go out of the city";
    (Everybody) = "everybody": "attack with everybody", "Attack with everybody";
    (Attack) = "attack": "attack", "Attack with those who have been named";
    (StandDown) = "stand_down": "stand down", "Attack with nobody after all";
    (Sortie) = "sortie": "make a sortie", "Make a sortie";
    (NoSortie) = "no_sortie": "make no sortie", "Make no sortie";
    (AskHonours) = "ask_honours": "ask for honours of war", "Ask for honours of war";
    (Surrender) = "surrender": "surrender", "Surrender the city";
    (Fight) = "fight": "fight", "Hold the breach";
    (Grant) = "grant": "grant honours of war", "Grant honours of war";
    (Refuse) = "refuse": "refuse honours of war", "Refuse honours of war";
    (MarchOff(area)) area = "march_off": "march off to {area}", "The garrison marches off to {area}";
    (Enter(corps)) corps = "into_city": "enter with {corps}", "{corps} goes into the city";
    (Drop(corps, kind, count)) corps, kind, count = "detach":
        "leave {count} {kind} of {corps}", "{corps} leaves {count} {kind} in the city";
    (Post(count)) count = "station": "post {count}", "Station {count} irregulars in the city";
    (Destroy) = "depot": "destroy the depot", "Destroy the depot in the city";
    (Convert) = "depot": "take over the depot", "Take over the depot in the city";
    (Drive(area)) area = "drive": "drive them to {area}", "The besiegers retreat to {area}";
    (Out(corps)) corps = "out_of_city": "step out with {corps}", "{corps} comes out of the city";
    (OutLeader(leader)) leader = "out_of_city":
        "step out with leader {leader}", "{leader} comes out of the city";
    (Hunt(area)) area = "hunt": "hunt in {area}", "Hunt guerillas in {area}";
    (Roll) = "roll": "roll the dice", "Roll the dice";
    (Done) = "done": "done", "Nothing more in this step";
}

impl Engine<'_> {
    /// An event as a viewer may read it; nothing if it is hidden from that viewer.
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
            E::Round { area, sally, round, leads, result } => {
                let side = |i: usize| {
                    format!(
                        "{} die {} on {}-{}, loses {} factors and {} morale",
                        who(leads[i]),
                        result.dice[i],
                        result.tables[i][0],
                        result.tables[i][1],
                        result.lost[i],
                        tenths(result.morale[i])
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
            E::Over { area } => (format!("the fight for {} is over", name(area)), "7.5.4", area),
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
