//! Games by the clock: it runs for those who must decide, survives a restart, and what follows when the time is up.

use crate::common::{Room, tables};
use sandtable_server::router;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn by_the_clock(room: &Room, main: u32, then: &str) -> (String, [String; 2]) {
    let pace = json!({"main": main, "increment": 5, "then": then});
    let seats = json!({"ru": {"kind": "me"}, "cp": {"kind": "me"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats, "seed": 7, "pace": pace});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201, "{made}");
    let key = |side: &str| made["keys"][side].as_str().unwrap().to_string();
    (made["id"].as_str().unwrap().to_string(), [key("cp"), key("ru")])
}

/// The clock of a side: what is left of it, and whether it runs.
fn clock(state: &Value, side: &str) -> (i64, bool) {
    let sides = state["clocks"]["sides"].as_array().unwrap();
    let found = sides.iter().find(|c| c["side"] == side).unwrap();
    (found["left"].as_i64().unwrap(), found["running"].as_bool().unwrap())
}

#[tokio::test]
async fn the_clock_of_who_must_decide_runs() {
    let room = Room::new().await;
    let (id, keys) = by_the_clock(&room, 60, "forfeit").await;
    let path = format!("/api/games/{id}");
    tokio::time::sleep(Duration::from_millis(60)).await;
    let state = room.get(&path, &keys[0]).await;
    let first = state["view"]["deciding"][0].as_str().unwrap().to_string();
    let other = if first == "cp" { "ru" } else { "cp" };
    let (left, runs) = clock(&state, &first);
    assert!(runs && (50_000..59_941).contains(&left), "{left}");
    assert_eq!(clock(&state, other), (60_000, false));
    // A step is kept with the clocks as they stood.
    let all = keys.join(",");
    assert_eq!(room.act(&id, &all, 0, json!(1)).await.0, 200);
    let before = clock(&room.get(&path, &all).await, &first).0;
    let room = room.again().await;
    let after = clock(&room.get(&path, &all).await, &first).0;
    assert!(after <= 60_000 && after + 20_000 > before, "{before} {after}");
    let refused = json!({"game": "fury", "scenario": "campaign", "seed": 1, "pace": {"main": 1},
        "seats": {"ru": {"kind": "me"}, "cp": {"kind": "me"}}});
    assert_eq!(room.post("/api/games", "", refused).await.0, 400);
}

#[tokio::test]
async fn a_clock_waits_for_a_guest() {
    let room = Room::new().await;
    let seats = json!({"ru": {"kind": "open"}, "cp": {"kind": "me"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats, "pace": {"main": 60}});
    let (_, made) = room.post("/api/games", "", wish).await;
    let path = format!("/api/games/{}", made["id"].as_str().unwrap());
    tokio::time::sleep(Duration::from_millis(50)).await;
    let state = room.get(&path, "").await;
    assert_eq!([clock(&state, "ru"), clock(&state, "cp")], [(60_000, false), (60_000, false)]);
    let sit = json!({"invitations": [made["invitations"]["ru"]]});
    assert_eq!(room.post(&format!("{path}/sit"), "", sit).await.0, 200);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let state = room.get(&path, "").await;
    assert!(clock(&state, "ru").1 || clock(&state, "cp").1);
}

/// A game whose first side has only a moment left, as if it had thought for very long, under a program that keeps time.
async fn late(then: &str) -> (Room, String, Vec<String>) {
    let room = Room::new().await;
    let (id, keys) = by_the_clock(&room, 10, then).await;
    let url = format!("sqlite://{}", room.folder.path().join("games.sqlite").display());
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    let extra: String =
        sqlx::Row::try_get(&sqlx::query("SELECT extra FROM games").fetch_one(&pool).await.unwrap(), 0)
            .unwrap();
    let extra = extra.replace("\"left\":10000", "\"left\":200");
    sqlx::query("UPDATE games SET extra = $1").bind(extra).execute(&pool).await.unwrap();
    sqlx::query("UPDATE flags SET at = 0").execute(&pool).await.unwrap();
    pool.close().await;
    let kept = tables(&format!("{url}?mode=rwc")).await;
    kept.spawn_background_tasks();
    (Room { app: router(kept), folder: room.folder }, id, keys.to_vec())
}

async fn until(room: &Room, id: &str, done: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..100 {
        let state = room.get(&format!("/api/games/{id}"), "").await;
        if done(&state) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("nothing happens");
}

#[tokio::test]
async fn who_runs_out_of_time_loses() {
    let (room, id, keys) = late("forfeit").await;
    let state = until(&room, &id, |s| !s["result"].is_null()).await;
    assert_eq!(state["result"]["level"], "time-out", "{}", state["result"]);
    assert_eq!(room.act(&id, &keys.join(","), 0, json!(1)).await.0, 422);
    let lobby = room.get("/api/games", "").await;
    assert!(lobby[0]["result"].as_str().unwrap().contains("has run out of time"), "{lobby}");
}

#[tokio::test]
async fn a_bot_takes_over_and_the_player_comes_back_with_some_time() {
    let (room, id, keys) = late("bot").await;
    let stands_in = |s: &Value| s["seats"].as_array().unwrap().iter().any(|x| x["stands_in"] == true);
    let state = until(&room, &id, stands_in).await;
    let side =
        state["seats"].as_array().unwrap().iter().find(|x| x["stands_in"] == true).unwrap()["side"].clone();
    let back = json!({"side": side, "change": "take_back"});
    assert_eq!(room.post(&format!("/api/games/{id}/seat"), &keys.join(","), back).await.0, 200);
    let state = room.get(&format!("/api/games/{id}"), "").await;
    assert!(clock(&state, side.as_str().unwrap()).0 > 50_000, "{}", state["clocks"]);
}

#[tokio::test]
async fn what_nobody_served_is_nobodys_time() {
    let room = Room::new().await;
    let begun = Instant::now();
    let (id, keys) = by_the_clock(&room, 60, "forfeit").await;
    let path = format!("/api/games/{id}");
    let side = room.get(&path, "").await["view"]["deciding"][0].as_str().unwrap().to_string();
    drop(room.app);
    let nobody = Duration::from_millis(3000);
    tokio::time::sleep(nobody).await;
    let url = format!("sqlite://{}?mode=rwc", room.folder.path().join("games.sqlite").display());
    let room = Room { app: router(tables(&url).await), folder: room.folder };
    let (left, runs) = clock(&room.get(&path, &keys[0]).await, &side);
    // All the rest of the time the table was served.
    let served = i64::try_from((begun.elapsed() - nobody).as_millis()).unwrap();
    assert!(runs && left >= 60_000 - served - 100, "{left} after {served} ms");
}

#[tokio::test]
async fn players_who_agree_pause_the_clocks() {
    let room = Room::new().await;
    let (id, keys) = by_the_clock(&room, 60, "forfeit").await;
    let path = format!("/api/games/{id}");
    for (key, paused) in [(&keys[0], false), (&keys[1], true)] {
        assert_eq!(room.post(&format!("{path}/seat"), key, json!({"change": "offer_pause"})).await.0, 200);
        assert_eq!(room.get(&path, "").await["clocks"]["paused"], paused);
    }
    let side = room.get(&path, "").await["view"]["deciding"][0].as_str().unwrap().to_string();
    let left = clock(&room.get(&path, "").await, &side);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(clock(&room.get(&path, "").await, &side), left);
    assert_eq!(room.post(&format!("{path}/seat"), &keys[0], json!({"change": "end_pause"})).await.0, 200);
    assert!(clock(&room.get(&path, "").await, &side).1);
}
