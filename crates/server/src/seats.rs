//! Seats as they are kept: who plays each side, and by what he is known. A seat has the hashes of its keys alone; each device has a key of its
//! own. The key of a guest is made when the guest sits down with an invitation, and nobody else ever has it.

use crate::caller::{Caller, hashed};
use crate::error::ApiError;
use crate::tables::random_hex;
use crate::wire::SeatKind;
use serde::{Deserialize, Serialize};

/// Persons who may play one seat together, beside the first.
const TEAM: usize = 5;

/// Keys that one seat may have; the oldest goes when there are more.
const KEYS: usize = 16;

/// A seat as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRow {
    /// Its side.
    pub side: String,
    /// Who plays it.
    pub kind: SeatKind,
    /// Level of the bot.
    pub level: Option<String>,
    /// The key as programs before this one kept it: itself, not its hash.
    #[serde(default, rename = "key", skip_serializing)]
    plain: String,
    /// Hashes of its keys; none for a bot.
    #[serde(default)]
    pub keys: Vec<String>,
    /// The hash of the invitation with which a guest may sit down here; nothing once the seat is taken.
    #[serde(default)]
    pub invitation: Option<String>,
    /// The account that plays it.
    #[serde(default)]
    pub account: Option<String>,
    /// Further accounts that play it together with that one.
    #[serde(default)]
    pub team: Vec<String>,
    /// The hash of the invitation with which somebody joins the seat that others play already.
    #[serde(default)]
    pub team_invitation: Option<String>,
    /// Whether it is a bot that tells the others why it does what it does.
    #[serde(default)]
    pub explain: bool,
    /// What the person who plays it is called; empty if nobody has said.
    #[serde(default)]
    pub person: String,
    /// What the seat was before its player handed it to a bot; nothing if no bot stands in.
    #[serde(default)]
    pub stands_in_for: Option<SeatKind>,
    /// Whether its player has resigned.
    #[serde(default)]
    pub resigned: bool,
    /// Whether that was because the time had run out.
    #[serde(default)]
    pub timed_out: bool,
    /// Whether its player offers a draw.
    #[serde(default)]
    pub offers_draw: bool,
}

impl SeatRow {
    /// A seat of a new game, without keys.
    pub fn new(side: &str, kind: SeatKind, level: Option<String>, explain: bool) -> SeatRow {
        SeatRow { side: side.to_string(), kind, level, explain, ..SeatRow::default() }
    }

    /// Who plays it when no bot stands in.
    pub fn owner(&self) -> SeatKind {
        self.stands_in_for.unwrap_or(self.kind)
    }

    /// A bot plays for its player, who may take the seat back.
    pub fn hand_to_bot(&mut self, level: String) {
        self.stands_in_for = Some(self.owner());
        self.kind = SeatKind::Bot;
        self.level = Some(level);
        self.offers_draw = false;
    }

    /// Whether a person plays it, or will.
    pub fn is_persons(&self) -> bool {
        self.owner() != SeatKind::Bot
    }

    /// Whether its player has come: a guest sits down, everybody else is there from the start.
    pub fn taken(&self) -> bool {
        self.owner() != SeatKind::Open || !self.keys.is_empty() || self.account.is_some()
    }

    /// Whether somebody who asks plays this seat.
    pub fn is_of(&self, caller: &Caller) -> bool {
        if !self.is_persons() {
            return false;
        }
        let mine = caller.account.as_ref().is_some_and(|a| self.accounts().any(|b| a == b));
        mine || caller.keys.iter().map(|k| hashed(k)).any(|k| self.keys.contains(&k))
    }

    /// The accounts that play it.
    pub fn accounts(&self) -> impl Iterator<Item = &String> {
        self.account.iter().chain(&self.team)
    }

    /// A new invitation to play it together, which is told this once.
    pub fn invite_to_team(&mut self) -> Result<String, ApiError> {
        let token = random_hex(16)?;
        self.team_invitation = Some(hashed(&token));
        Ok(token)
    }

    /// Somebody comes with an invitation: the seat was free, or is shared with those who play it from now on. Says which; nothing if the
    /// invitation does not lead here.
    pub fn sit(&mut self, tokens: &[String], account: Option<&String>) -> Result<Option<bool>, ApiError> {
        let joins =
            |hash: &Option<String>| hash.as_ref().is_some_and(|h| tokens.iter().any(|t| hashed(t) == *h));
        if joins(&self.invitation) {
            self.invitation = None;
            self.account = account.cloned();
            return Ok(Some(true));
        }
        if !joins(&self.team_invitation) {
            return Ok(None);
        }
        let new = account.filter(|a| !self.accounts().any(|b| b == *a)).cloned();
        if self.team.len() >= TEAM && new.is_some() {
            return Err(ApiError::Busy(format!("{TEAM} persons play this seat together already")));
        }
        self.team_invitation = None;
        self.team.extend(new);
        Ok(Some(false))
    }

    /// Whether an invitation leads to it.
    pub fn invites(&self, token: &str) -> bool {
        let hash = hashed(token);
        [&self.invitation, &self.team_invitation].into_iter().flatten().any(|h| *h == hash)
    }

    /// A new key for it, which is told this once.
    pub fn new_key(&mut self) -> Result<String, ApiError> {
        let key = random_hex(16)?;
        self.keys.push(hashed(&key));
        if self.keys.len() > KEYS {
            self.keys.remove(0);
        }
        Ok(key)
    }

    /// A new invitation to it, which is told this once. One that was made before no longer holds.
    pub fn invite(&mut self) -> Result<String, ApiError> {
        let token = random_hex(16)?;
        self.invitation = Some(hashed(&token));
        Ok(token)
    }

    /// The same as this program keeps it: a key that was kept in plain text is kept as its hash.
    pub fn hashed(mut self) -> SeatRow {
        if !self.plain.is_empty() {
            self.keys.push(hashed(&std::mem::take(&mut self.plain)));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_key(key: &str) -> Caller {
        Caller { keys: vec![key.to_string()], ..Caller::default() }
    }

    #[test]
    fn a_seat_knows_its_keys_and_keeps_none() {
        let mut seat = SeatRow::new("a", SeatKind::Me, None, false);
        let key = seat.new_key().unwrap();
        assert!(seat.is_of(&with_key(&key)) && !seat.is_of(&with_key("other")));
        assert!(!serde_json::to_string(&seat).unwrap().contains(&key));
        // Who has read the database has nothing to sit down with.
        assert!(!seat.is_of(&with_key(&seat.keys[0].clone())));
        for _ in 0..KEYS {
            seat.new_key().unwrap();
        }
        assert!(!seat.is_of(&with_key(&key)));
    }

    #[test]
    fn a_key_in_plain_text_still_opens_and_is_no_longer_written() {
        let old = r#"{"side":"a","kind":"me","level":null,"key":"secret"}"#;
        let seat = serde_json::from_str::<SeatRow>(old).unwrap().hashed();
        assert!(seat.is_of(&with_key("secret")));
        assert!(!serde_json::to_string(&seat).unwrap().contains("secret"));
    }

    #[test]
    fn an_invitation_is_for_one_seat() {
        let mut seat = SeatRow::new("a", SeatKind::Open, None, false);
        assert!(!seat.taken() && seat.sit(&[String::new()], None).unwrap().is_none());
        let token = seat.invite().unwrap();
        assert!(!seat.is_of(&with_key(&token)));
        let kept = seat.invitation.clone().unwrap();
        assert!(seat.sit(&[kept], None).unwrap().is_none(), "who has read the database has no invitation");
        assert_eq!(seat.sit(std::slice::from_ref(&token), None).unwrap(), Some(true));
        let key = seat.new_key().unwrap();
        assert!(seat.taken() && seat.is_of(&with_key(&key)));
        assert!(seat.sit(&[token], None).unwrap().is_none(), "it is spent");
    }

    #[test]
    fn several_persons_play_one_seat() {
        let mut seat = SeatRow::new("a", SeatKind::Open, None, false);
        let [ada, bob] = ["ada", "bob"].map(str::to_string);
        let token = seat.invite().unwrap();
        assert_eq!(seat.sit(&[token], Some(&ada)).unwrap(), Some(true));
        let token = seat.invite_to_team().unwrap();
        assert_eq!(seat.sit(&[token], Some(&bob)).unwrap(), Some(false));
        let signed_in = |a: &String| Caller { account: Some(a.clone()), ..Caller::default() };
        assert!(seat.is_of(&signed_in(&ada)) && seat.is_of(&signed_in(&bob)));
        assert!(!seat.is_of(&signed_in(&"eve".to_string())) && !seat.is_of(&Caller::default()));
    }
}
