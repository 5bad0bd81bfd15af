//! The browser's part of the table, which is inside the program.

use crate::packed::Packed;
use crate::refuse::Refusal;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::Response;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
struct Client;

/// A file of the client by its name.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
    answer(&name, &headers)
}

/// The page itself, whatever it shows.
pub async fn page(headers: HeaderMap) -> Result<Response, Refusal> {
    answer("index.html", &headers)
}

fn answer(name: &str, headers: &HeaderMap) -> Result<Response, Refusal> {
    let kind = match name.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => return Err(Refusal::Unknown(format!("there is no page `{name}`"))),
    };
    let file = Client::get(name).ok_or_else(|| Refusal::Unknown(format!("there is no page `{name}`")))?;
    Ok(Packed::new(kind, file.data.into_owned()).answer(headers))
}
