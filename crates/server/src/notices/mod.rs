//! What accounts are told: that it is their turn, or that their time is nearly up. It is kept in the transaction of the step that it tells of,
//! collected if several games wait, and delivered at least once by whichever program is alive. It says nothing of a game but what
//! somebody who watches sees.

mod mail;
pub(crate) mod push;
pub(crate) mod routes;
pub(crate) mod webhook;

use crate::error::ApiError;
use crate::store::accounts::Account;
use crate::store::now;
use crate::store::outbox::{NoticeRow, Turns};
use crate::table::Table;
use crate::tables::{Tables, storage};
use push::{Sender, Subscription};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How often it is looked for what is due.
const LOOK: Duration = Duration::from_millis(1500);

/// How long a notice that is in hand is nobody else's; after each failure twice as long.
const IN_HAND: i64 = 60_000;

/// How often a notice is tried.
const TRIES: i64 = 10;

/// Deliveries at once.
const AT_ONCE: usize = 8;

/// What somebody wants to be told, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wanted {
    /// By mail, if the account has an address that is confirmed.
    pub mail: bool,
    /// By a message to an address, and the secret with which it is signed.
    pub webhook: Option<(String, String)>,
    /// In browsers that are not open.
    pub push: Vec<Subscription>,
    /// Games of which nothing is told.
    pub silent: Vec<String>,
}

impl Default for Wanted {
    fn default() -> Wanted {
        Wanted { mail: true, webhook: None, push: vec![], silent: vec![] }
    }
}

impl Wanted {
    /// What the owner of an account wants.
    pub fn of(account: &Account) -> Wanted {
        let said = account.prefs.get("notices").cloned();
        said.and_then(|v| serde_json::from_value(v).ok()).unwrap_or_default()
    }
}

/// What delivers notices.
pub(crate) struct Post {
    mailer: Option<mail::Mailer>,
    caller: webhook::Caller,
    deliveries: Arc<Semaphore>,
}

impl Post {
    pub(crate) fn new(settings: &crate::settings::Settings) -> Post {
        let mailer = settings.mail.as_ref().and_then(|mail| {
            // What is wrong with it was said when the settings were read.
            mail::Mailer::new(mail).inspect_err(|e| tracing::error!("no mail is sent: {e}")).ok()
        });
        let caller = webhook::Caller::new(settings.notices.inside);
        Post { mailer, caller, deliveries: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

/// Says what is wrong with the settings of mail.
pub(crate) fn check_mail(mail: &crate::settings::Mail) -> Result<(), String> {
    mail::Mailer::new(mail).map(|_| ())
}

/// Several notices for one account by one channel.
struct Bundle {
    account: Account,
    wanted: Wanted,
    channel: String,
    rows: Vec<NoticeRow>,
    lines: Vec<Line>,
}

/// A game in a notice.
#[derive(Clone, Debug, Serialize)]
struct Line {
    game: String,
    what: String,
    title: String,
    moment: String,
    link: String,
}

impl Table {
    /// Whose turn it is, for the outbox; nothing where no account plays.
    pub(crate) fn turns(&self, warned: &[String], after: i64) -> Option<Turns> {
        let accounts = self.seats.iter().flat_map(|s| s.accounts().map(move |account| (s, account.clone())));
        let deciding = self.deciding();
        let about = self.game().about();
        let mut turns = Turns { due: now() + after, ..Turns::default() };
        let playing = self.seats.iter().all(|s| s.taken()) && self.outcome().is_none();
        for (seat, account) in accounts {
            let decides = about.side(&seat.side).is_some_and(|side| deciding.has(side));
            if playing && decides && seat.stands_in_for.is_none() && !turns.theirs.contains(&account) {
                turns.theirs.push(account.clone());
                if warned.contains(&seat.side) {
                    turns.warned.push(account);
                }
            } else {
                turns.others.push(account);
            }
        }
        turns.others.retain(|a| !turns.theirs.contains(a));
        (!turns.theirs.is_empty() || !turns.others.is_empty()).then_some(turns)
    }

    /// Whether somebody of an account looks at the game just now.
    fn sees(&self, account: &str) -> bool {
        let about = self.game().about();
        let mut sides = self
            .seats
            .iter()
            .filter(|s| s.accounts().any(|a| a == account))
            .filter_map(|s| about.side(&s.side));
        sides.any(|side| {
            self.connections.open.iter().any(|c| !c.send.is_closed() && c.person.sides.contains(&side))
        })
    }
}

impl Tables {
    /// Delivers what is due as long as the program runs.
    pub(crate) fn deliver_notices(self: &Arc<Tables>) {
        if !self.accounts.here() {
            return;
        }
        let tables = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(LOOK).await;
                let Some(all) = tables.upgrade() else { return };
                if let Err(e) = all.deliver_due().await {
                    tracing::warn!("notices could not be delivered: {e}");
                }
            }
        });
    }

    async fn deliver_due(self: &Arc<Tables>) -> Result<(), ApiError> {
        self.deliver_mails().await?;
        let mut bundles: BTreeMap<(String, String), Bundle> = BTreeMap::new();
        for row in self.store().due_notices(now()).await.map_err(storage)? {
            let until = now() + (IN_HAND << row.tries.clamp(0, 10));
            if !self.store().take_notice(&row, until).await.map_err(storage)? {
                continue;
            }
            let Some(account) = self.store().account(&row.account).await.map_err(storage)? else {
                self.store().notice_done(&row).await.map_err(storage)?;
                continue;
            };
            let wanted = Wanted::of(&account);
            if row.channel.is_empty() {
                self.spread(&row, &account, &wanted).await?;
                continue;
            }
            let Some(line) = self.line(&row).await else {
                self.store().notice_done(&row).await.map_err(storage)?;
                continue;
            };
            let key = (row.account.clone(), row.channel.clone());
            let bundle = bundles.entry(key).or_insert_with(|| Bundle {
                account,
                wanted,
                channel: row.channel.clone(),
                rows: vec![],
                lines: vec![],
            });
            bundle.rows.push(row);
            bundle.lines.push(line);
        }
        for bundle in bundles.into_values() {
            let tables = self.clone();
            tokio::spawn(async move {
                if let Err(e) = tables.deliver(bundle).await {
                    tracing::warn!("a notice was not delivered: {e}");
                }
            });
        }
        Ok(())
    }

    /// Decides how an account is told. Who looks at the game already need not be.
    async fn spread(&self, row: &NoticeRow, account: &Account, wanted: &Wanted) -> Result<(), ApiError> {
        let mut channels = vec![];
        let open = self.open_table(&row.game).await;
        let sees = match &open {
            Some(table) => table.lock().await.sees(&account.id),
            None => false,
        };
        if !sees && !wanted.silent.contains(&row.game) && !account.banned {
            if wanted.mail && account.mail_confirmed && self.post.mailer.is_some() {
                channels.push("mail");
            }
            if wanted.webhook.is_some() {
                channels.push("webhook");
            }
            if !wanted.push.is_empty() {
                channels.push("push");
            }
        }
        self.store().spread_notice(row, &channels, now()).await.map_err(storage)
    }

    /// A game as it is told of; nothing if it is gone.
    async fn line(self: &Arc<Tables>, row: &NoticeRow) -> Option<Line> {
        let table = self.table(&row.game).await.ok()?;
        let about = table.game().about();
        let summary = table.summary();
        let scenario = about.scenarios.iter().find(|s| s.id == summary.scenario);
        let name = if table.extra.name.is_empty() {
            scenario.map_or("", |s| s.title.as_str())
        } else {
            &table.extra.name
        };
        Some(Line {
            game: row.game.clone(),
            what: row.what.clone(),
            title: format!("{}: {name}", about.title),
            moment: summary.moment,
            link: format!("{}/game/{}", self.settings.address(), row.game),
        })
    }

    async fn deliver(self: &Arc<Tables>, bundle: Bundle) -> Result<(), ApiError> {
        let permit = self.post.deliveries.clone().acquire_owned().await;
        let permit = permit.map_err(|e| ApiError::Storage(e.to_string()))?;
        let sender = self.push_sender().await?;
        let tables = self.clone();
        let (done, bundle) = tokio::task::spawn_blocking(move || {
            let done = tables.post.send(&bundle, sender.as_ref(), &tables.settings.address());
            (done, bundle)
        })
        .await
        .map_err(|e| ApiError::Storage(e.to_string()))?;
        drop(permit);
        match done {
            Ok(gone) => {
                for row in &bundle.rows {
                    self.store().notice_done(row).await.map_err(storage)?;
                }
                self.forget_browsers(&bundle.account.id, &gone).await?;
            }
            Err(e) => {
                tracing::warn!("a notice by {} was not taken: {e}", bundle.channel);
                for row in bundle.rows.iter().filter(|r| r.tries + 1 >= TRIES) {
                    self.store().notice_done(row).await.map_err(storage)?;
                }
            }
        }
        Ok(())
    }

    /// Mails that others parts of the program have written.
    async fn deliver_mails(self: &Arc<Tables>) -> Result<(), ApiError> {
        if self.post.mailer.is_none() {
            return Ok(());
        }
        for (id, [to, subject, body], tried) in self.store().waiting_mails(TRIES).await.map_err(storage)? {
            if !self.store().take_mail(&id, tried).await.map_err(storage)? {
                continue;
            }
            let tables = self.clone();
            let sent = tokio::task::spawn_blocking(move || match &tables.post.mailer {
                Some(mailer) => mailer.send(&to, &subject, &body),
                None => Err("no mail is sent".to_string()),
            });
            match sent.await.map_err(|e| ApiError::Storage(e.to_string()))? {
                Ok(()) => self.store().mail_done(&id).await.map_err(storage)?,
                Err(e) => tracing::warn!("a mail was not taken: {e}"),
            }
        }
        Ok(())
    }

    /// What signs messages to browsers; its key is made once for all nodes.
    pub(crate) async fn push_sender(&self) -> Result<Option<Sender>, ApiError> {
        const NAME: &str = "push";
        let mut key = self.store().setting(NAME).await.map_err(storage)?;
        if key.is_none() {
            let mut noise = [0; 32];
            getrandom::fill(&mut noise).map_err(|e| ApiError::Storage(e.to_string()))?;
            if let Some(made) = Sender::new_key(&noise) {
                self.store().set_setting_once(NAME, &made).await.map_err(storage)?;
            }
            key = self.store().setting(NAME).await.map_err(storage)?;
        }
        let contact = match &self.settings.mail {
            Some(mail) => {
                format!("mailto:{}", mail.from.rsplit('<').next().unwrap_or("").trim_end_matches('>'))
            }
            None => self.settings.address(),
        };
        Ok(key.and_then(|key| Sender::new(&key, &contact)))
    }

    /// Browsers that are gone are told nothing any more.
    async fn forget_browsers(&self, account: &str, gone: &[String]) -> Result<(), ApiError> {
        if gone.is_empty() {
            return Ok(());
        }
        self.change_wanted(account, |wanted| wanted.push.retain(|s| !gone.contains(&s.endpoint))).await
    }

    /// Changes what an account wants to be told.
    pub(crate) async fn change_wanted(
        &self,
        account: &str,
        change: impl FnOnce(&mut Wanted),
    ) -> Result<(), ApiError> {
        let found = self.store().account(account).await.map_err(storage)?;
        let mut found = found.ok_or_else(|| ApiError::Unknown("this account is gone".to_string()))?;
        let mut wanted = Wanted::of(&found);
        change(&mut wanted);
        let value = serde_json::to_value(wanted).map_err(|e| ApiError::Storage(e.to_string()))?;
        found.prefs.insert("notices".to_string(), value);
        self.store().set_prefs(account, &found.prefs).await.map_err(storage)
    }
}

/// What a notice says in words.
fn words(lines: &[Line]) -> (String, String) {
    let subject = match lines {
        [one] if one.what == "time" => format!("Your time is nearly up: {}", one.title),
        [one] => format!("It is your turn: {}", one.title),
        more => format!("{} games wait for you", more.len()),
    };
    let one = |line: &Line| {
        let what = if line.what == "time" { "your time is nearly up" } else { "it is your turn" };
        format!("{}\n{}: {what}\n{}\n", line.title, line.moment, line.link)
    };
    (subject, lines.iter().map(one).collect::<Vec<_>>().join("\n"))
}

impl Post {
    /// Sends a bundle; this blocks. Gives the addresses of browsers that are gone.
    fn send(&self, bundle: &Bundle, sender: Option<&Sender>, table: &str) -> Result<Vec<String>, String> {
        let (subject, text) = words(&bundle.lines);
        match (bundle.channel.as_str(), &self.mailer, &bundle.wanted.webhook) {
            ("mail", Some(mailer), _) => {
                let text = format!(
                    "Hello {},\n\n{text}\nYou can choose what you are told at {table}/account\n",
                    bundle.account.name
                );
                mailer.send(&bundle.account.mail, &subject, &text).map(|()| vec![])
            }
            ("webhook", _, Some((url, secret))) => {
                let body = serde_json::json!({"account": bundle.account.name, "text": subject, "games": bundle.lines});
                self.caller.signed(url, secret, now(), &body.to_string()).map(|()| vec![])
            }
            ("push", ..) => {
                let link = match &bundle.lines[..] {
                    [one] => one.link.clone(),
                    _ => table.to_string(),
                };
                let text = serde_json::json!({"title": subject, "link": link}).to_string();
                let browsers = &bundle.wanted.push;
                let mut gone = vec![];
                for browser in browsers {
                    let mut noise = [0; 48];
                    getrandom::fill(&mut noise).map_err(|e| e.to_string())?;
                    let Some((headers, body)) = sender.and_then(|s| s.message(browser, &text, now(), &noise))
                    else {
                        gone.push(browser.endpoint.clone());
                        continue;
                    };
                    match self.caller.post(&browser.endpoint, &headers, &body)? {
                        404 | 410 => gone.push(browser.endpoint.clone()),
                        200..=299 => {}
                        status => return Err(format!("the push service answered {status}")),
                    }
                }
                Ok(gone)
            }
            // It is no longer wanted.
            _ => Ok(vec![]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_games_are_one_message() {
        let line = |what: &str, title: &str| Line {
            game: "x".to_string(),
            what: what.to_string(),
            title: title.to_string(),
            moment: "Turn 2".to_string(),
            link: "https://table.example/game/x".to_string(),
        };
        assert_eq!(words(&[line("turn", "Drill")]).0, "It is your turn: Drill");
        assert_eq!(words(&[line("time", "Drill")]).0, "Your time is nearly up: Drill");
        let (subject, text) = words(&[line("turn", "Drill"), line("time", "Fury")]);
        assert_eq!(subject, "2 games wait for you");
        assert!(
            text.contains("Drill\nTurn 2: it is your turn\n") && text.contains("Fury\nTurn 2: your time")
        );
    }
}
