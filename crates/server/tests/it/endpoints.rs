//! What the table answers is what its page of endpoints says.

use crate::common::{Room, hot_seat};
use axum::body::Body;
use axum::http::Request;
use sandtable_server::{body_limit, endpoints, openapi};
use std::path::Path;

#[test]
fn the_page_of_endpoints_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/endpoints.md");
    if std::env::var_os("SANDTABLE_WRITE").is_some() {
        std::fs::write(&path, endpoints()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        written == endpoints(),
        "docs/endpoints.md is old: SANDTABLE_WRITE=1 cargo test -p sandtable-server --test it endpoints"
    );
}

/// The paths of the description that take a body, with the most that it may have in bytes.
fn with_bodies(id: &str) -> Vec<(&'static str, String, usize)> {
    let mut out = vec![];
    for (path, item) in openapi().paths.paths {
        let path = path.replace("{id}", id).replace("{game}", "fury");
        for (method, operation) in [("POST", &item.post), ("PUT", &item.put), ("PATCH", &item.patch)] {
            if let Some(most) = operation.as_ref().and_then(body_limit) {
                out.push((method, path.clone(), most * 1024));
            }
        }
    }
    out
}

#[tokio::test]
async fn bodies_may_be_as_large_as_the_page_says() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let bodies = with_bodies(&id);
    assert!(bodies.len() > 10, "{bodies:?}");
    for (method, path, most) in bodies {
        for (size, large) in [(most, false), (most + 1, true)] {
            let request = Request::builder()
                .method(method)
                .uri(&path)
                .header("host", "localhost")
                .header("content-type", "application/json")
                .header("authorization", format!("Bearer {}", keys[0]));
            let request = request.body(Body::from(vec![b' '; size])).unwrap();
            let (status, body) = room.send(request).await;
            // Who is not signed in is not read at all.
            if status == 404 && body["message"].as_str().is_some_and(|m| m.contains("no accounts")) {
                continue;
            }
            assert_eq!(status == 413, large, "{method} {path} with {size} bytes: {status} {body}");
        }
    }
}

#[tokio::test]
async fn every_page_is_there() {
    let room = Room::new().await;
    for (path, _) in sandtable_server::PAGES {
        let path = path.replace("{id}", "x").replace("{game}", "fury").replace("{scenario}", "campaign");
        let path = path.replace("{file}", "main.js");
        let request = Request::get(&path).header("host", "localhost").body(Body::empty()).unwrap();
        assert_eq!(room.send(request).await.0, 200, "{path}");
    }
}
