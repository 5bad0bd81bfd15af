//! What a hostile or clumsy client gets: a clean refusal, and nothing changes.

use crate::common::{Room, hot_seat};
use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

/// A request, the status it must get, and the code it must name; the game stays as it was.
async fn refused(room: &Room, id: &str, request: Request<Body>, status: u16, code: &str) -> Value {
    let path = format!("/api/games/{id}");
    let before = room.get(&path, "").await;
    let (got, body) = room.send(request).await;
    assert_eq!((got.as_u16(), body["code"].as_str()), (status, Some(code)), "{body}");
    assert!(!body["message"].as_str().unwrap().is_empty());
    assert_eq!(room.get(&path, "").await, before);
    body
}

fn post(path: &str, key: &str, body: impl Into<Body>) -> Request<Body> {
    Request::post(path)
        .header("host", "127.0.0.1:1")
        .header("content-type", "application/json")
        .header("authorization", format!("Bearer {key}"))
        .body(body.into())
        .unwrap()
}

fn act(id: &str, key: &str, after: usize, action: Value) -> Request<Body> {
    post(&format!("/api/games/{id}/actions"), key, json!({"after": after, "action": action}).to_string())
}

#[tokio::test]
async fn actions_that_may_not_be() {
    let room = Room::new().await;
    let (id, keys) =
        room.game("fury", "campaign", json!({"ru": {"kind": "open"}, "cp": {"kind": "open"}})).await;
    let (cp, ru) = (&keys[0], &keys[1]);
    let id = id.as_str();
    refused(&room, id, act(id, "", 0, json!(1)), 403, "seat").await;
    refused(&room, id, act(id, "0123456789abcdef0123456789abcdef", 0, json!(1)), 403, "seat").await;
    // The other side's key, with and without pretending.
    refused(&room, id, act(id, cp, 0, json!(1)), 422, "illegal").await;
    let pretend = json!({"after": 0, "side": "ru", "action": 1}).to_string();
    refused(&room, id, post(&format!("/api/games/{id}/actions"), cp, pretend), 403, "seat").await;
    refused(&room, id, act(id, ru, 3, json!(1)), 409, "stale").await;
    refused(&room, id, act(id, ru, 0, json!(3)), 400, "broken").await;
    refused(&room, id, act(id, ru, 0, json!(0)), 400, "broken").await;
    refused(&room, id, act(id, ru, 0, json!("sing a song")), 400, "broken").await;
    refused(&room, id, act(id, ru, 0, json!({"move": [250, 65535]})), 422, "illegal").await;
    refused(&room, id, act(id, ru, 0, json!({"front": "west"})), 400, "broken").await;
    let body = refused(&room, id, act(id, ru, 0, json!("end movement")), 422, "illegal").await;
    assert!(!body["breaches"][0]["rule"].as_str().unwrap().is_empty(), "{body}");
    refused(&room, id, act("nosuchgame", ru, 0, json!(1)), 404, "unknown").await;
    refused(&room, id, post(&format!("/api/games/{id}/undo"), ru, "{\"after\":0}"), 422, "illegal").await;
    let taken = room.act(id, ru, 0, json!(1)).await;
    assert_eq!(taken.0, 200);
    // The same again is stale, not done twice.
    refused(&room, id, act(id, ru, 0, json!(1)), 409, "stale").await;
    // The other side may not take it back.
    refused(&room, id, post(&format!("/api/games/{id}/undo"), cp, "{\"after\":1}"), 422, "illegal").await;
}

#[tokio::test]
async fn bodies_and_paths_that_are_no_good() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let (id, key) = (id.as_str(), keys.join(","));
    let actions = format!("/api/games/{id}/actions");
    refused(&room, id, post(&actions, &key, "{\"after\":0,"), 400, "broken").await;
    refused(&room, id, post(&actions, &key, "[".repeat(50_000)), 400, "broken").await;
    refused(&room, id, post(&actions, &key, vec![0xFF, 0xFE]), 400, "broken").await;
    refused(&room, id, post(&actions, &key, "{\"after\":-1,\"action\":1}"), 400, "broken").await;
    refused(&room, id, post(&actions, &key, "{\"after\":0,\"action\":1,\"more\":2}"), 400, "broken").await;
    refused(&room, id, post(&actions, &key, vec![b' '; 10 << 20]), 413, "large").await;
    refused(&room, id, post("/api/games/import", "", vec![b'x'; 10 << 20]), 413, "large").await;
    let plain = Request::post(&actions).header("host", "localhost").body(Body::from("{}")).unwrap();
    refused(&room, id, plain, 400, "broken").await;
    let get = |path: &str| Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fCargo.toml",
        "/boards/..%2ffury.svg",
        "/boards/fury",
        "/boards/%00.svg",
        "/package.json",
        "/api/games/..%2f..",
        "/api/games/%27%20OR%201=1",
        "/api/titles/chess/kit",
        "/api/titles/fury/kit?scenario=none",
        "/api/nothing",
        "/game/a/b/c",
    ] {
        refused(&room, id, get(path), 404, "unknown").await;
    }
    refused(&room, id, get(&format!("/api/games/{id}/live")), 400, "broken").await;
    let delete = Request::delete(&actions).header("host", "localhost").body(Body::empty()).unwrap();
    refused(&room, id, delete, 405, "broken").await;
    let odd = Request::get(format!("/api/games/{id}/can"))
        .header("host", "localhost")
        .header("authorization", "Basic x");
    refused(&room, id, odd.body(Body::empty()).unwrap(), 403, "seat").await;
}

#[tokio::test]
async fn games_that_cannot_be_made() {
    let room = Room::new().await;
    let (id, _) = room.game("fury", "campaign", hot_seat()).await;
    let fury = |seats: Value| json!({"game": "fury", "scenario": "campaign", "seats": seats});
    for (wish, status, code) in [
        (json!({"game": "chess", "scenario": "x", "seats": {}}), 404, "unknown"),
        (json!({"game": "fury", "scenario": "x", "seats": hot_seat()}), 400, "broken"),
        (fury(json!({})), 400, "broken"),
        (fury(json!({"ru": {"kind": "me"}, "cp": {"kind": "bot", "level": "genius"}})), 400, "broken"),
        (fury(json!({"ru": {"kind": "me"}, "cp": {"kind": "me"}, "fr": {"kind": "me"}})), 400, "broken"),
        (
            json!({"game": "fury", "scenario": "campaign", "seats": hot_seat(), "options": {"setup": "no"}}),
            400,
            "broken",
        ),
        (
            json!({"game": "fury", "scenario": "campaign", "seats": hot_seat(), "options": {"x": "y"}}),
            400,
            "broken",
        ),
    ] {
        refused(&room, &id, post("/api/games", "", wish.to_string()), status, code).await;
    }
    for file in ["", "{}", "{\"game\":\"chess\"}", "{\"game\":\"fury\",\"sandtable\":1}"] {
        let wish = json!({"file": file, "seats": hot_seat()}).to_string();
        let (status, body) = room.send(post("/api/games/import", "", wish)).await;
        assert!(status.is_client_error(), "{file}: {status} {body}");
    }
    assert_eq!(room.get("/api/games", "").await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_page_of_another_site_gets_nothing() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let foreign = |name: &str, value: &str| {
        let mut request = act(&id, &keys.join(","), 0, json!(1));
        request
            .headers_mut()
            .insert(axum::http::HeaderName::from_bytes(name.as_bytes()).unwrap(), value.parse().unwrap());
        request
    };
    refused(&room, &id, foreign("origin", "http://evil.example"), 403, "origin").await;
    refused(&room, &id, foreign("origin", "null"), 403, "origin").await;
    refused(&room, &id, foreign("host", "evil.example"), 403, "origin").await;
    refused(&room, &id, foreign("sec-fetch-site", "cross-site"), 403, "origin").await;
    let mut claim = post(&format!("/api/games/{id}/claim"), "", "{}");
    claim.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
    let body = refused(&room, &id, claim, 403, "origin").await;
    assert_eq!(body.get("keys"), None);
}
