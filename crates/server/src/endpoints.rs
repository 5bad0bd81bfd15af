//! Everything that the table answers, as a page to read: who may use it, how it is counted, and how large a request may be. It is made from the
//! description of the API and from the list of pages.

use crate::extract::SMALL;
use crate::limits::{Kind, operations, said_of};
use crate::settings::Limits;
use crate::{PAGES, openapi};
use std::fmt::Write;
use utoipa::openapi::path::Operation;

/// How many kilobytes the body of a request may have: what its endpoint says, else what most may have. None where there is no body.
pub fn body_limit(operation: &Operation) -> Option<usize> {
    operation.request_body.as_ref()?;
    let said = operation.extensions.as_ref().and_then(|e| e.get("x-body")).and_then(|v| v.as_u64());
    Some(said.and_then(|kb| usize::try_from(kb).ok()).unwrap_or(SMALL / 1024))
}

const HEAD: &str = "# Endpoints

Everything that a table answers. This page is made from the description of the API ([openapi.json](openapi.json)); a test compares
them, and `SANDTABLE_WRITE=1 cargo test -p sandtable-server --test it endpoints` writes it again.

Who may use an endpoint: *anybody*; who has a key of a *seat* of the game, or is signed in as its player; a *player* who plays all of it,
or one of them when it is over; who has an *invitation*; anybody at a table at *home*, which only this machine can reach. What somebody is shown
is in any case only what that seat may see.

";

const TAIL: &str = "
A WebSocket (`/api/games/{id}/live`) says who it is within 10 s, in a message of at most 16 kB; it may say 100 things between two pings (25 s), and is closed
when it does not answer for 60 s. A game has room for 400 watchers, 20 of one address, and beside them for 20 connections of each seat, so that no watcher
keeps a player out.

Heads of requests have at most 16 kB and 64 lines and come within 10 s, bodies within 20 s (game files 60 s) and not slower than 1 kB a second. A connection
on which nothing happens is closed after 60 s. When there is no more room for connections, the address that has the most makes room.
";

/// The page.
pub fn endpoints() -> String {
    let mut out = HEAD.to_string();
    let limits = Limits::default();
    out += "How requests are counted, for each account, or each address without one (not at home; the figures can be set):\n\n";
    out += "| | at once | a minute |\n|---|---|---|\n";
    for (name, kind) in Kind::ALL {
        let rate = kind.rate(&limits);
        let _ = writeln!(out, "| {name} | {} | {} |", rate.burst, rate.minute);
    }
    out += "\n| endpoint | what | who | counted as | body, kB |\n|---|---|---|---|---|\n";
    for (path, item) in &openapi().paths.paths {
        for (method, operation) in operations(item) {
            let said = |name: &str| said_of(operation, name).unwrap_or_default();
            let what = operation.summary.clone().unwrap_or_default();
            let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
            let body = body_limit(operation).map_or(String::new(), |kb| kb.to_string());
            let (who, counted) = (said("x-authority"), said("x-limit"));
            let _ = writeln!(out, "| `{method} {path}` | {what} | {who} | {counted} | {body} |");
        }
    }
    for (path, what) in PAGES {
        let _ = writeln!(out, "| `GET {path}` | {what} | anybody | | |");
    }
    out + TAIL
}
