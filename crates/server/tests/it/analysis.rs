//! How a game went: who may know it, and what it says.

use crate::common::{Room, hot_seat};
use serde_json::{Value, json};

/// The status of an analysis of one second, and what came.
async fn analysed(room: &Room, id: &str, keys: &str) -> (u16, Value) {
    let (status, body) = room.post(&format!("/api/games/{id}/analysis"), keys, json!({"seconds": 1})).await;
    (status.as_u16(), body)
}

/// The status of what a bot would have played at the start.
async fn then(room: &Room, id: &str, keys: &str, side: &str) -> (u16, Value) {
    let wish = json!({"at": 0, "side": side, "level": "regular"});
    let (status, body) = room.post(&format!("/api/games/{id}/analysis/then"), keys, wish).await;
    (status.as_u16(), body)
}

async fn resign(room: &Room, id: &str, key: &str) {
    let (status, body) = room.post(&format!("/api/games/{id}/seat"), key, json!({"change": "resign"})).await;
    assert_eq!(status, 200, "{body}");
}

#[tokio::test]
async fn a_game_with_others_is_analysed_when_it_is_over() {
    let room = Room::new().await;
    let seats = json!({"cp": {"kind": "open"}, "ru": {"kind": "me"}});
    let (id, keys) = room.game("fury", "campaign", seats).await;
    for key in [&keys[0], &keys[1], ""] {
        assert_eq!(analysed(&room, &id, key).await.0, 403);
        assert_eq!(then(&room, &id, key, "ru").await.0, 403);
        assert_eq!(room.get(&format!("/api/games/{id}"), key).await["may_analyse"], false);
    }
    resign(&room, &id, &keys[0]).await;
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(room.ask("GET", &path, "", None).await.0, 404, "none was made yet");
    let (status, made) = analysed(&room, &id, "").await;
    assert_eq!(status, 200, "{made}");
    assert_eq!(room.get(&path, &keys[1]).await, made, "it is kept");
    let points = made["analysis"]["points"].as_array().unwrap();
    let camps = made["analysis"]["camps"].as_array().unwrap();
    let winner = camps.iter().position(|c| c["sides"] == json!(["ru"])).unwrap();
    assert_eq!(points.last().unwrap()["wins"][winner], json!(1.0), "who gives up has lost: {made}");
    // For the side that had to decide then, and for no other.
    let decides = room.get(&format!("/api/games/{id}/history"), "").await["start"]["deciding"][0].clone();
    let decides = decides.as_str().unwrap();
    let other = if decides == "ru" { "cp" } else { "ru" };
    let (status, told) = then(&room, &id, "", decides).await;
    assert_eq!((status, &told["level"]), (200, &json!("regular")), "{told}");
    assert!(!told["action"]["label"].as_str().unwrap().is_empty(), "{told}");
    assert_eq!(then(&room, &id, "", other).await.0, 422);
    assert_eq!(then(&room, &id, "", "nobody").await.0, 404);
    let (status, _) = room.post(&path, "", json!({"seconds": 11})).await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn an_open_game_against_bots_is_ones_own() {
    let room = Room::new().await;
    let seats = json!({"cp": {"kind": "me"}, "ru": {"kind": "bot", "level": "recruit"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats, "seed": 7, "no_hints": true});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201, "{made}");
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["cp"].as_str().unwrap());
    assert_eq!(analysed(&room, id, key).await.0, 403, "it is played without hints");
    let (id, keys) = room.game("fury", "campaign", seats).await;
    assert_eq!(analysed(&room, &id, "").await.0, 403, "a watcher does not play it");
    let (status, made) = analysed(&room, &id, &keys[0]).await;
    assert_eq!(status, 200, "{made}");
    let wins: f64 =
        made["analysis"]["points"][0]["wins"].as_array().unwrap().iter().map(|w| w.as_f64().unwrap()).sum();
    assert!((wins - 1.0).abs() < 1e-9, "{made}");
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    assert_eq!(analysed(&room, &id, &keys[0]).await.0, 403, "one key of two");
    assert_eq!(analysed(&room, &id, &keys.join(",")).await.0, 200);
}

#[tokio::test]
async fn secrets_stay_secret_while_the_game_goes_on() {
    let room = Room::new().await;
    let seats = json!({"a": {"kind": "me"}, "b": {"kind": "bot", "level": "recruit"}, "c": {"kind": "bot", "level": "recruit"}});
    let (id, keys) = room.game("auction", "short", seats).await;
    let (status, refused) = analysed(&room, &id, &keys[0]).await;
    assert_eq!(status, 403, "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("hidden"), "{refused}");
}
