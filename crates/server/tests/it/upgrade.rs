//! Databases of earlier programs, made with the tables that those programs had.

use crate::common::{Room, hot_seat, tables};
use sandtable_server::{Store, router};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use std::time::Duration;
use tempfile::TempDir;

/// The tables of version 1, as the first program made them.
const VERSION_1: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (id TEXT PRIMARY KEY, game TEXT NOT NULL, head TEXT NOT NULL, seats TEXT NOT NULL, summary TEXT NOT NULL, touched BIGINT NOT NULL);
CREATE TABLE steps (game TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE snapshots (game TEXT NOT NULL, number BIGINT NOT NULL, position TEXT NOT NULL, PRIMARY KEY (game, number));
INSERT INTO meta VALUES ('schema', '1');
";

/// Those of version 2.
const VERSION_2: &str = "
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (id TEXT PRIMARY KEY, game TEXT NOT NULL, head TEXT NOT NULL, seats TEXT NOT NULL, summary TEXT NOT NULL, touched BIGINT NOT NULL,
  extra TEXT NOT NULL DEFAULT '{}');
CREATE TABLE steps (game TEXT NOT NULL, number BIGINT NOT NULL, entry TEXT NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE snapshots (game TEXT NOT NULL, number BIGINT NOT NULL, position TEXT NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE whys (game TEXT NOT NULL, number BIGINT NOT NULL, why TEXT NOT NULL, PRIMARY KEY (game, number));
CREATE TABLE said (game TEXT NOT NULL, number BIGINT NOT NULL, said TEXT NOT NULL, PRIMARY KEY (game, number));
INSERT INTO meta VALUES ('schema', '2');
";

fn url(folder: &TempDir, name: &str) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join(name).display())
}

/// A database of an earlier version with a game of people, whose keys are `one` and `two`, and one of bots.
async fn old(folder: &TempDir, version: &str) -> (String, String) {
    let fresh = tables(&url(folder, "fresh.sqlite")).await;
    let room = Room { folder: TempDir::new().unwrap(), app: router(fresh.clone()) };
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    for (after, action) in [json!("front north"), json!(1), json!(1)].into_iter().enumerate() {
        assert_eq!(room.act(&id, &keys, after, action).await.0, 200);
    }
    let bot = json!({"kind": "bot", "level": "regular"});
    let (bots, _) = room.game("fury", "campaign", json!({"ru": bot, "cp": bot})).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    fresh.stop().await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let mut from = AnyConnection::connect(&url(folder, "fresh.sqlite")).await.unwrap();
    let mut to = AnyConnection::connect(&url(folder, "old.sqlite")).await.unwrap();
    for statement in version.split(';').filter(|s| !s.trim().is_empty()) {
        sqlx::query(sqlx::AssertSqlSafe(statement.to_string())).execute(&mut to).await.unwrap();
    }
    for row in sqlx::query("SELECT id, game, head, seats, summary, touched FROM games")
        .fetch_all(&mut from)
        .await
        .unwrap()
    {
        let text = |i: usize| row.get::<String, _>(i);
        // Keys stood there as they are.
        let keys = |side: &Value| match (text(0) == id, side.as_str()) {
            (true, Some("ru")) => "one",
            (true, _) => "two",
            _ => "",
        };
        let seats: Vec<Value> = serde_json::from_str::<Vec<Value>>(&text(3)).unwrap();
        let seats: Vec<Value> = seats
            .iter()
            .map(|s| json!({"side": s["side"], "kind": s["kind"], "level": s["level"], "key": keys(&s["side"])}))
            .collect();
        sqlx::query(
            "INSERT INTO games (id, game, head, seats, summary, touched) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(text(0))
        .bind(text(1))
        .bind(text(2))
        .bind(serde_json::to_string(&seats).unwrap())
        .bind(text(4))
        .bind(row.get::<i64, _>(5))
        .execute(&mut to)
        .await
        .unwrap();
    }
    for row in sqlx::query("SELECT game, number, entry FROM steps").fetch_all(&mut from).await.unwrap() {
        sqlx::query("INSERT INTO steps VALUES ($1, $2, $3)")
            .bind(row.get::<String, _>(0))
            .bind(row.get::<i64, _>(1))
            .bind(row.get::<String, _>(2))
            .execute(&mut to)
            .await
            .unwrap();
    }
    (id, bots)
}

async fn is_brought_up_to_date(version: &str) {
    let folder = TempDir::new().unwrap();
    let (id, bots) = old(&folder, version).await;
    let new = tables(&url(&folder, "old.sqlite")).await;
    let room = Room { folder, app: router(new.clone()) };
    let path = format!("/api/games/{id}");
    assert_eq!(room.get(&path, "").await["yours"], json!([]));
    let state = room.get(&path, "one,two").await;
    assert_eq!((&state["number"], &state["yours"]), (&json!(3), &json!(["ru", "cp"])));
    let (status, done) = room.act(&id, "one,two", 3, json!(1)).await;
    assert_eq!(status, 200, "{done}");
    // Games of bots go on though nobody wrote down then that they must.
    let moves = async || {
        let list = room.get("/api/games", "").await;
        let row = list.as_array().unwrap().iter().find(|row| row["id"] == *bots).unwrap().clone();
        row["moves"].as_u64().unwrap()
    };
    let left = moves().await;
    new.spawn_background_tasks();
    for _ in 0..300 {
        if moves().await > left {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(moves().await > left);
    new.stop().await;
    // It is of this version now, and keys are no longer written.
    let mut c = AnyConnection::connect(&url(&room.folder, "old.sqlite")).await.unwrap();
    let seats: String = sqlx::query("SELECT seats FROM games WHERE id = $1")
        .bind(&id)
        .fetch_one(&mut c)
        .await
        .unwrap()
        .get(0);
    assert!(!seats.contains("one"), "{seats}");
    drop(c);
    Store::open(&url(&room.folder, "old.sqlite")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_version_1_are_played_on() {
    is_brought_up_to_date(VERSION_1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_version_2_are_played_on() {
    is_brought_up_to_date(VERSION_2).await;
}

#[tokio::test]
async fn a_later_database_is_refused_and_left_as_it_is() {
    let folder = TempDir::new().unwrap();
    drop(Store::open(&url(&folder, "games.sqlite")).await.unwrap());
    let mut c = AnyConnection::connect(&url(&folder, "games.sqlite")).await.unwrap();
    sqlx::query("UPDATE meta SET value = '99' WHERE name = 'schema'").execute(&mut c).await.unwrap();
    let refused = Store::open(&url(&folder, "games.sqlite")).await.err().unwrap().to_string();
    assert!(refused.contains("later version"), "{refused}");
    let kept: String = sqlx::query("SELECT value FROM meta").fetch_one(&mut c).await.unwrap().get(0);
    assert_eq!(kept, "99");
}
