//! The browser's part, which is inside the program.

use crate::error::ApiError;
use crate::response::CachedResponse;
use crate::tables::Tables;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use rust_embed::RustEmbed;
use std::sync::Arc;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[exclude = "node_modules/*"]
#[exclude = "e2e/*"]
struct Client;

/// A file of the client by its name.
pub async fn file(
    State(tables): State<Arc<Tables>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    answer(&tables, &name, &headers)
}

/// The page itself, whatever it shows.
pub async fn page(State(tables): State<Arc<Tables>>, headers: HeaderMap) -> Result<Response, ApiError> {
    answer(&tables, "index.html", &headers)
}

fn answer(tables: &Tables, name: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    let kind = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => return Err(ApiError::Unknown(format!("there is no page `{name}`"))),
    };
    let file = Client::get(name).ok_or_else(|| ApiError::Unknown(format!("there is no page `{name}`")))?;
    // The hash is in the key because a program that is being worked on reads the files anew.
    let key = format!("client {name} {:?}", file.metadata.sha256_hash());
    let packed = tables.library.cached(key, || Ok(CachedResponse::new(kind, file.data.into_owned())))?;
    Ok(packed.answer(headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_is_whole_and_holds_nothing_else() {
        let names: Vec<_> = Client::iter().collect();
        for wanted in ["index.html", "main.js", "style.css", "board.css"] {
            assert!(names.iter().any(|n| n == wanted), "{wanted}");
        }
        let foreign: Vec<_> = names.iter().filter(|n| n.contains('/')).collect();
        assert!(foreign.is_empty(), "{foreign:?}");
        // Whatever a module imports is there.
        for name in names.iter().filter(|n| n.ends_with(".js")) {
            let file = Client::get(name).unwrap();
            let text = std::str::from_utf8(&file.data).unwrap();
            for import in text.split("from './").skip(1).filter_map(|rest| rest.split('\'').next()) {
                assert!(names.iter().any(|n| n == import), "{name} imports {import}");
            }
        }
    }
}
