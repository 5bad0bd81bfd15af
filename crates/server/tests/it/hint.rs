//! Advice for a player, and the reasons of bots: who gets them, and who does not.

use crate::common::{Room, hot_seat};
use serde_json::{Value, json};
use std::time::Duration;

/// A fight that Russia can declare, in the last activation of a turn.
fn fight(turn: &str) -> String {
    format!(
        r#"
turn = "{turn}"
phase = "attacks"
side = "ru"
front = "north"
unit = [
  {{ piece = "ru-iii", hex = "1405" }},
  {{ piece = "ru-iv", hex = "1405" }},
  {{ piece = "hq-ru-i", hex = "1505" }},
  {{ piece = "de-xvii", hex = "1304" }},
  {{ piece = "hq-de-viii", hex = "1205" }},
]
"#
    )
}

/// The game of that fight, with its id and its keys.
async fn begun(room: &Room, turn: &str, seats: Value, explain: bool) -> (String, Vec<String>) {
    let wish = json!({"game": "fury", "scenario": "campaign", "options": {"ends": "auto"}, "seed": 3,
                      "position": fight(turn), "seats": seats, "explain": explain});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201, "{made}");
    let keys = made["keys"].as_object().unwrap().values().map(|k| k.as_str().unwrap().to_string());
    (made["id"].as_str().unwrap().to_string(), keys.collect())
}

/// Waits until no bot must decide, plays the first action that is offered, and again, until the game is so far.
async fn play_until(room: &Room, id: &str, keys: &str, far: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..2000 {
        let state = room.get(&format!("/api/games/{id}"), keys).await;
        if far(&state) {
            return state;
        }
        match state["offers"]["buttons"].as_array().and_then(|b| b.last()) {
            Some(action) => {
                let after = state["number"].as_u64().unwrap() as usize;
                room.act(id, keys, after, action["number"].clone()).await;
            }
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
    panic!("the game does not get so far");
}

/// What bots have said of their moves, as it is read with these keys.
async fn whys(room: &Room, id: &str, keys: &str) -> Vec<Value> {
    let history = room.get(&format!("/api/games/{id}/history"), keys).await;
    history["frames"].as_array().unwrap().iter().filter_map(|f| f.get("why").cloned()).collect()
}

fn against(level: &str) -> Value {
    json!({"ru": {"kind": "bot", "level": level}, "cp": {"kind": "me"}})
}

#[tokio::test]
async fn a_hint_is_for_ones_own_decision() {
    let room = Room::new().await;
    let (id, keys) = begun(&room, "S1", hot_seat(), false).await;
    let (path, ru, cp) = (format!("/api/games/{id}/hint"), &keys[1], &keys[0]);
    let state = room.get(&format!("/api/games/{id}"), ru).await;
    assert_eq!(state["offers"]["side"], "ru", "{state}");
    // Time enough to weigh something on a busy machine.
    let (status, hint) = room.post(&path, ru, json!({"after": 0, "level": "marshal"})).await;
    assert_eq!(
        (status.as_u16(), &hint["number"], &hint["level"]),
        (200, &json!(0), &json!("marshal")),
        "{hint}"
    );
    assert!(hint["why"]["weighed"].as_array().unwrap().len() > 1, "{hint}");
    // It changes nothing, and what it says can be done.
    assert_eq!(room.get(&format!("/api/games/{id}"), ru).await["number"], 0);
    for (key, body, status, code) in [
        (cp.as_str(), json!({"after": 0}), 422, "illegal"),
        ("", json!({"after": 0}), 403, "seat"),
        (ru, json!({"after": 0, "side": "cp"}), 403, "seat"),
        (ru, json!({"after": 3}), 409, "stale"),
        (ru, json!({"after": 0, "level": "genius"}), 400, "broken"),
        (ru, json!({"after": 0, "level": "analysis:11s"}), 400, "broken"),
        (ru, json!({"after": 0, "depth": 3}), 400, "broken"),
    ] {
        let (got, why) = room.post(&path, key, body.clone()).await;
        assert_eq!((got.as_u16(), &why["code"]), (status, &json!(code)), "{body}: {why}");
    }
    let (status, done) = room.act(&id, ru, 0, hint["action"]["number"].clone()).await;
    assert_eq!(status, 200, "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_hint_at_a_time_and_the_table_is_free_meanwhile() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let path = format!("/api/games/{id}/hint");
    // Where armies move there is a plan to be found, and that takes its time.
    let (status, _) = room.act(&id, &keys[1], 0, json!("front north")).await;
    assert_eq!(status, 200);
    let slow = room.post(&path, &keys[1], json!({"after": 1, "level": "analysis:5s"}));
    let quick = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let (status, why) = room.post(&path, &keys[1], json!({"after": 1, "level": "regular"})).await;
        assert_eq!((status.as_u16(), &why["code"]), (429, &json!("busy")), "{why}");
        room.act(&id, &keys[1], 1, json!(1)).await
    };
    let ((status, hint), (acted, done)) = tokio::join!(slow, quick);
    assert_eq!((status.as_u16(), acted.as_u16()), (200, 200), "{hint} {done}");
    // The advice is of the moment when it was asked for.
    assert_eq!(hint["number"], 1);
    assert!(!hint["why"]["plan"].as_array().unwrap().is_empty(), "{hint}");
}

#[tokio::test]
async fn bots_explain_themselves_where_that_was_chosen() {
    let room = Room::new().await;
    for (level, explain, told) in [
        ("veteran", true, true),
        ("veteran", false, false),
        ("analysis:100ms", false, true),
        ("regular", true, false),
    ] {
        let (id, keys) = begun(&room, "S1", against(level), explain).await;
        let state = play_until(&room, &id, &keys[0], |s| s["number"].as_u64() > Some(1)).await;
        assert_eq!(state["explains"], json!(told || explain), "{level} {explain}");
        let said = whys(&room, &id, &keys[0]).await;
        assert_eq!(!said.is_empty(), told, "{level} {explain}: {said:?}");
    }
}

#[tokio::test]
async fn when_it_is_over_everybody_reads_what_bots_thought_also_after_a_stop() {
    let room = Room::new().await;
    let (id, keys) = begun(&room, "D2", against("veteran"), false).await;
    // Whoever has read the game before reads it anew when it is over.
    whys(&room, &id, &keys[0]).await;
    let state = play_until(&room, &id, &keys[0], |s| !s["result"].is_null()).await;
    assert_eq!(state["explains"], true);
    let said = whys(&room, &id, "").await;
    assert!(said.iter().any(|w| w["weighed"].as_array().is_some_and(|a| a.len() > 1)), "{said:?}");
    let room = room.again().await;
    assert_eq!(whys(&room, &id, "").await, said);
}
