//! What an action came to, for a forecast.

use crate::Tannenberg;
use crate::action::Event;
use crate::play::OwnEvent;
use crate::words::entry;
use sandtable_east::data::params::{Choice, Loss, Outcome};
use sandtable_east::words::count;

/// What an option of the table asks for.
fn asks(choice: &Choice) -> String {
    let lost = match choice.loss {
        Loss::None => None,
        Loss::Half => Some("loses half the affected steps"),
        Loss::All => Some("loses all affected steps"),
    };
    let back = match choice.retreat {
        0 => None,
        1 => Some("retreats 1 hex".to_string()),
        far => Some(format!("retreats {far} hexes")),
    };
    match (lost, back) {
        (Some(lost), Some(back)) => format!("{lost} and {back}"),
        (Some(lost), None) => lost.to_string(),
        (None, Some(back)) => back,
        (None, None) => "loses nothing".to_string(),
    }
}

impl Tannenberg {
    /// A combat result and what it means to both.
    pub(crate) fn result_text(&self, attacker: Outcome, defender: Outcome) -> String {
        let crt = &self.any_data().params.crt;
        let listed = |list: &[Choice], result: Outcome| {
            let all: Vec<String> = list.iter().filter(|c| c.result == result).map(asks).collect();
            all.join(", or ")
        };
        let who = |who: &str, asked: String| (!asked.is_empty()).then(|| format!("{who} {asked}"));
        let parts: Vec<String> = who("attacker", listed(&crt.attacker, attacker))
            .into_iter()
            .chain(who("defender", listed(&crt.defender, defender)))
            .collect();
        let means = if parts.is_empty() { "nothing".to_string() } else { parts.join(", ") };
        format!("{}/{}: {means}", entry(attacker), entry(defender))
    }

    /// An attack that attrition has made too weak.
    pub(crate) fn called_off_text(&self) -> String {
        "called off".to_string()
    }

    /// What chance had its say in, in the order in which it happened.
    pub(crate) fn outcome_text(&self, events: &[Event]) -> String {
        let name = |u| self.any_data().title(u);
        let parts = events.iter().filter_map(|event| match *event {
            Event::Result(a, d, ..) => Some(self.result_text(a, d)),
            Event::CalledOff => Some(self.called_off_text()),
            Event::Attrition(u, _, 0, _) => Some(format!("{} holds out", name(u))),
            Event::Attrition(u, _, lost, _) => Some(format!("{} starves, {}", name(u), count(lost, "step"))),
            Event::CommandRoll(u, _, true, _) => Some(format!("{} in command", name(u))),
            Event::CommandRoll(u, _, false, _) => Some(format!("{} out of command", name(u))),
            Event::Entrained(_, 0, ..) => None,
            Event::Entrained(u, _, true, _) => Some(format!("{} entrains", name(u))),
            Event::Entrained(u, _, false, _) => Some(format!("{} stops", name(u))),
            Event::WithdrawalRoll(u, _, true) => Some(format!("{} withdraws", name(u))),
            Event::WithdrawalRoll(u, _, false) => Some(format!("{} stays", name(u))),
            Event::ReplacementRoll(u, _, true, _) => Some(format!("{} is restored", name(u))),
            Event::ReplacementRoll(u, _, false, _) => Some(format!("{} is not restored", name(u))),
            Event::Own(OwnEvent::WestRoll(_, total)) => Some(format!("West Front {total}")),
            _ => None,
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { "no chance in it".to_string() } else { parts.join("; ") }
    }
}
