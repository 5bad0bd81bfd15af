//! A bot that thinks for long holds up nobody.

use crate::common::{Room, hot_seat};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// What a request may take while a bot thinks; it thinks for four times as long.
const AT_ONCE: Duration = Duration::from_secs(5);
const LEVEL: &str = "analysis:20s";

/// A request that must be answered at once.
async fn at_once(room: &Room, method: &str, path: &str, keys: &str, body: Option<Value>) -> (u16, Value) {
    let asked = Instant::now();
    let (status, answer) = room.ask(method, path, keys, body).await;
    assert!(asked.elapsed() < AT_ONCE, "{method} {path} took {:?}", asked.elapsed());
    (status.as_u16(), answer)
}

/// Both sides hand their seats to bots, which take what needs no thought and then think. Gives the path of the game, all keys, the side
/// that thinks, and the number of steps.
async fn a_bot_thinks(room: &Room) -> (String, String, String, u64) {
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let (path, keys) = (format!("/api/games/{id}"), keys.join(","));
    for side in ["ru", "cp"] {
        change_seat(room, &path, &keys, side, json!({"hand_to_bot": LEVEL})).await;
    }
    let mut number = None;
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(1500)).await;
        let state = room.get(&path, &keys).await;
        let now = state["number"].as_u64().unwrap();
        if number == Some(now) {
            return (path, keys, state["view"]["deciding"][0].as_str().unwrap().to_string(), now);
        }
        number = Some(now);
    }
    panic!("no bot ever had to think");
}

async fn change_seat(room: &Room, path: &str, keys: &str, side: &str, change: Value) {
    let wish = json!({"side": side, "change": change});
    let (status, answer) = at_once(room, "POST", &format!("{path}/seat"), keys, Some(wish)).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_answers_while_a_bot_thinks() {
    let room = Room::new().await;
    let (path, keys, _, number) = a_bot_thinks(&room).await;
    let (_, state) = at_once(&room, "GET", &path, &keys, None).await;
    assert_eq!(state["number"], number, "it is still thinking");
    at_once(&room, "GET", &format!("{path}/history"), &keys, None).await;
    let said = at_once(&room, "POST", &format!("{path}/say"), &keys, Some(json!({"text": "hello"}))).await;
    assert_eq!(said.0, 201);
    // The bot stops with its game: otherwise the end of the test would wait for its thread.
    assert_eq!(at_once(&room, "DELETE", &path, &keys, None).await.0, 204);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_that_is_taken_back_stops_its_bot() {
    let room = Room::new().await;
    let (path, keys, side, number) = a_bot_thinks(&room).await;
    for seat in ["ru", "cp"] {
        change_seat(&room, &path, &keys, seat, json!("take_back")).await;
    }
    let act = json!({"after": number, "side": side, "action": 1});
    assert_eq!(at_once(&room, "POST", &format!("{path}/actions"), &keys, Some(act)).await.0, 200);
    // What the bot has found comes too late: nothing happens after the move of the player.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(room.get(&path, &keys).await["number"], number + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_whose_move_could_not_be_saved_tries_again() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let (path, keys) = (format!("/api/games/{id}"), keys.join(","));
    let side = room.get(&path, &keys).await["view"]["deciding"][0].as_str().unwrap().to_string();
    change_seat(&room, &path, &keys, &side, json!({"hand_to_bot": "analysis:1s"})).await;
    // Nothing can be written for a while, as on a full disk.
    let url = format!("sqlite://{}", room.folder.path().join("games.sqlite").display());
    let database = sqlx::SqlitePool::connect(&url).await.unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(FAIL, 'disk full'); END";
    sqlx::query(full).execute(&database).await.unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(room.get(&path, &keys).await["number"], 0, "nothing was saved, so nothing happened");
    sqlx::query("DROP TRIGGER full").execute(&database).await.unwrap();
    let waited = Instant::now();
    while room.get(&path, &keys).await["number"] == 0 {
        assert!(waited.elapsed() < Duration::from_secs(30), "the bot has given up");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
