//! What the keeper of a table sets. Without a word of his the table is at home: for those at this machine, without accounts and questions.

use crate::retention::Retention;
use crate::watch::Metrics;
use serde::Deserialize;
use std::net::IpAddr;

/// Who may come to a table. It is set and never guessed: a proxy on the same machine makes strangers look like its owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Admits {
    /// Those at this machine, who may have the keys of all seats that are played here.
    #[default]
    Home,
    /// Anybody who reaches it: seats are had by their links alone.
    Friends,
    /// Strangers: games belong to accounts, and everything that costs has a limit.
    Public,
}

/// How much of one kind of request a caller may send: so many at once, and so many a minute in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// At once.
    pub burst: f64,
    /// A minute.
    pub minute: f64,
}

/// Limits of a table for friends or strangers; a table at home has none but those on sizes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Looking: states, layers, pages of the lobby.
    pub read: Rate,
    /// Moves, wishes, chat.
    pub act: Rate,
    /// Making things that stay: games, branches, imports, keys.
    pub make: Rate,
    /// Signing in and sitting down.
    pub enter: Rate,
    /// Hints, odds, analyses: what the program thinks about.
    pub think: Rate,
    /// Games that go on at once, for one account.
    pub games: usize,
    /// The same for one address without an account.
    pub games_of_address: usize,
    /// Games under way that bots play alone, for one account or address.
    pub games_of_bots: usize,
    /// Games of all that the storage takes.
    pub games_of_all: usize,
    /// Megabytes that the games of one account may take, those that are over too.
    pub megabytes: usize,
    /// The same for one address without an account.
    pub megabytes_of_address: usize,
    /// Megabytes of all games: with so many no new ones are made.
    pub megabytes_of_all: usize,
    /// Steps of one game, those taken back too.
    pub steps: usize,
    /// The longest time in seconds that a bot may think about a turn.
    pub thinking: u64,
    /// How many seconds a game that bots play alone goes on after somebody has looked at it.
    pub unwatched: u64,
    /// Connections of one address.
    pub connections: usize,
    /// Connections of all.
    pub connections_of_all: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        let rate = |burst, minute| Rate { burst, minute };
        Limits {
            read: rate(600.0, 3000.0),
            act: rate(60.0, 600.0),
            make: rate(10.0, 6.0),
            enter: rate(10.0, 6.0),
            think: rate(10.0, 30.0),
            games: 50,
            games_of_address: 10,
            games_of_bots: 3,
            games_of_all: 20_000,
            megabytes: 64,
            megabytes_of_address: 16,
            megabytes_of_all: 20_000,
            steps: 50_000,
            thinking: 5,
            unwatched: 30,
            connections: 50,
            connections_of_all: 5_000,
        }
    }
}

/// What the keeper of a table sets.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Who may come.
    pub admits: Admits,
    /// Names by which browsers may know the table, beside its numeric addresses.
    pub hosts: Vec<String>,
    /// Addresses of proxies whose word on where a request comes from is believed.
    pub proxies: Vec<IpAddr>,
    /// Whether the table is reached by https; a proxy that is trusted may say it of each request.
    pub https: bool,
    /// Where people find the table, as `https://table.example`: for links in mails and messages.
    pub url: Option<String>,
    /// The server by which mail is sent; without it none is.
    pub mail: Option<Mail>,
    /// What people are told.
    pub notices: NoticeSettings,
    /// Limits.
    pub limits: Limits,
    /// Who may read the figures of the table.
    pub metrics: Metrics,
    /// How long games are kept.
    pub retention: Retention,
}

/// The server by which mail is sent.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    /// As `smtps://name:password@mail.example`, or `smtp://127.0.0.1:25` for a server on this machine.
    pub server: String,
    /// From whom it comes, as `Sandtable <table@example.org>`.
    pub from: String,
}

/// What people are told.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NoticeSettings {
    /// Seconds after which somebody whose turn it is, and who is not here, is told.
    pub after: u32,
    /// Whether messages may go to addresses that only this machine or its network can reach.
    pub inside: bool,
}

impl Default for NoticeSettings {
    fn default() -> NoticeSettings {
        NoticeSettings { after: 60, inside: false }
    }
}

impl Settings {
    /// Those of a table for strangers.
    pub fn public() -> Settings {
        Settings { admits: Admits::Public, ..Settings::default() }
    }

    /// Whether the table is at home.
    pub fn home(&self) -> bool {
        self.admits == Admits::Home
    }

    /// Where people find the table, for links.
    pub fn address(&self) -> String {
        let named = || {
            let scheme = if self.https { "https" } else { "http" };
            Some(format!("{scheme}://{}", self.hosts.first()?))
        };
        let url = self.url.clone().or_else(named).unwrap_or_default();
        url.trim_end_matches('/').to_string()
    }

    /// Settings from the text of a file.
    pub fn read(text: &str) -> Result<Settings, String> {
        let settings: Settings = toml::from_str(text).map_err(|e| e.to_string())?;
        settings.check()?;
        Ok(settings)
    }

    /// Says what does not go together.
    pub fn check(&self) -> Result<(), String> {
        if self.home() && !self.proxies.is_empty() {
            let why = "a table at home is behind no proxy: whoever came through it would get the keys of all seats; \
                       say who may come with `admits = \"friends\"` or `admits = \"public\"`";
            return Err(why.to_string());
        }
        if let Some(mail) = &self.mail {
            crate::notices::check_mail(mail)?;
        }
        let Limits { read, act, make, enter, think, .. } = self.limits;
        if [read, act, make, enter, think].iter().any(|r| r.burst < 1.0 || r.minute <= 0.0) {
            return Err("each limit needs a `burst` of at least 1 and more than 0 a `minute`".to_string());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, wrong: &str) {
        match Settings::read(text) {
            Ok(_) => assert_eq!(wrong, "", "{text}"),
            Err(e) => assert!(!wrong.is_empty() && e.contains(wrong), "{text}: {e}"),
        }
    }

    #[test]
    fn settings_are_read_and_what_is_wrong_is_said() {
        check("", "");
        check("admits = \"public\"\nproxies = [\"127.0.0.1\"]\nhosts = [\"table.example\"]", "");
        check("[limits]\ngames = 3\nact = { burst = 5, minute = 60 }", "");
        check("admits = \"all\"", "unknown variant");
        check("proxies = [\"127.0.0.1\"]", "at home");
        check("colour = 1", "unknown field");
        check("[limits]\nact = { burst = 0, minute = 60 }", "burst");
    }
}
