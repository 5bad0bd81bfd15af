//! Games that go on by themselves, whatever happens to their table.

use crate::common::{Room, tables};
use sandtable_server::router;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn bots() -> Value {
    json!({"ru": {"kind": "bot", "level": "regular"}, "cp": {"kind": "bot", "level": "regular"}})
}

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display())
}

/// How many moves the only game has, as the database says it: the game is not opened.
async fn moves(room: &Room) -> u64 {
    room.get("/api/games", "").await[0]["moves"].as_u64().unwrap()
}

/// Waits until there are more moves.
async fn go_on(room: &Room, from: u64) -> u64 {
    let begun = Instant::now();
    loop {
        let now = moves(room).await;
        if now > from {
            return now;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "the game stands still at {from}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_bots_goes_on_under_a_new_program_and_stops_with_it() {
    let folder = TempDir::new().unwrap();
    let one = tables(&url(&folder)).await;
    let room = Room { folder, app: router(one.clone()) };
    room.game("fury", "campaign", bots()).await;
    go_on(&room, 2).await;
    one.stop().await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let left = moves(&room).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(moves(&room).await, left, "a table that stops plays no more");
    assert_eq!(room.ask("GET", "/readyz", "", None).await.0, 503);
    let two = tables(&url(&room.folder)).await;
    let room = Room { folder: room.folder, app: router(two.clone()) };
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(moves(&room).await, left, "nobody has told it to begin");
    two.spawn_background_tasks();
    go_on(&room, left + 2).await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_in_a_bots_turn_costs_nothing_but_time() {
    let folder = TempDir::new().unwrap();
    let tables = tables(&url(&folder)).await;
    let room = Room { folder, app: router(tables.clone()) };
    room.game("fury", "campaign", bots()).await;
    go_on(&room, 2).await;
    let mut other = AnyConnection::connect(&url(&room.folder)).await.unwrap();
    let full = "CREATE TRIGGER full BEFORE INSERT ON steps BEGIN SELECT RAISE(FAIL, 'database or disk is full'); END";
    sqlx::query(full).execute(&mut other).await.unwrap();
    let left = moves(&room).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(moves(&room).await, left, "nothing can be saved");
    sqlx::query("DROP TRIGGER full").execute(&mut other).await.unwrap();
    go_on(&room, left + 2).await;
    tables.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_is_written_with_the_step_and_taken_back_with_it() {
    let folder = TempDir::new().unwrap();
    let tables = tables(&url(&folder)).await;
    let room = Room { folder, app: router(tables.clone()) };
    let (id, keys) = room
        .game(
            "fury",
            "campaign",
            json!({"ru": {"kind": "me"}, "cp": {"kind": "bot", "level": "analysis:20s"}}),
        )
        .await;
    let mut other = AnyConnection::connect(&url(&room.folder)).await.unwrap();
    let mut due = async || {
        let rows = sqlx::query("SELECT game FROM due").fetch_all(&mut other).await.unwrap();
        rows.len()
    };
    assert_eq!(due().await, 0, "a person must decide");
    let path = format!("/api/games/{id}");
    let change = |change: Value| json!({"side": "ru", "change": change});
    let handed =
        room.post(&format!("{path}/seat"), &keys[0], change(json!({"hand_to_bot": "analysis:20s"}))).await;
    assert_eq!(handed.0, 200, "{}", handed.1);
    assert_eq!(due().await, 1);
    let back = room.post(&format!("{path}/seat"), &keys[0], change(json!("take_back"))).await;
    assert_eq!(back.0, 200, "{}", back.1);
    let number = room.get(&path, &keys[0]).await["number"].as_u64().unwrap();
    if number == 0 {
        assert_eq!(due().await, 0);
    }
    assert_eq!(room.ask("DELETE", &path, &keys[0], None).await.0, 204);
    assert_eq!(due().await, 0);
    tables.stop().await;
}
