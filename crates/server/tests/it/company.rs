//! What people at a table do beside their moves: names, talk, a bot that stands in, resigning, draws, deleting.

use crate::common::{Room, hot_seat};
use serde_json::{Value, json};
use std::time::Duration;

/// A game of two people, with its keys.
async fn two(room: &Room) -> (String, [String; 2]) {
    let (id, keys) =
        room.game("fury", "campaign", json!({"cp": {"kind": "open"}, "ru": {"kind": "me"}})).await;
    (id, keys.try_into().unwrap())
}

async fn change(room: &Room, id: &str, key: &str, change: Value) -> (u16, Value) {
    let (status, body) = room.post(&format!("/api/games/{id}/seat"), key, json!({ "change": change })).await;
    (status.as_u16(), body)
}

fn seat<'a>(state: &'a Value, side: &str) -> &'a Value {
    state["seats"].as_array().unwrap().iter().find(|s| s["side"] == side).unwrap()
}

#[tokio::test]
async fn what_players_say_stays_among_them_and_is_there_after_a_restart() {
    let room = Room::new().await;
    let (id, [cp, ru]) = two(&room).await;
    assert_eq!(change(&room, &id, &cp, json!({"person": " Ada\n Lovelace "})).await.0, 200);
    let say = |key: String, text: String| {
        let path = format!("/api/games/{id}/say");
        let room = &room;
        async move { room.post(&path, &key, json!({ "text": text })).await.0.as_u16() }
    };
    assert_eq!(say(cp.clone(), "Well played!".to_string()).await, 201);
    assert_eq!(say(String::new(), "I only watch".to_string()).await, 403);
    assert_eq!(say(ru.clone(), "  ".to_string()).await, 400);
    assert_eq!(say(ru.clone(), "x".repeat(501)).await, 400);
    let path = format!("/api/games/{id}");
    let room = room.again().await;
    let state = room.get(&path, &ru).await;
    assert_eq!(state["said"][0]["text"], "Well played!");
    assert_eq!(
        (&state["said"][0]["person"], &state["said"][0]["side"]),
        (&json!("Ada Lovelace"), &json!("cp"))
    );
    assert_eq!(seat(&state, "cp")["person"], "Ada Lovelace");
    assert_eq!(room.get(&path, "").await["said"], json!([]));
}

#[tokio::test]
async fn a_bot_stands_in_until_its_player_takes_the_seat_back() {
    let room = Room::new().await;
    let (id, [cp, ru]) = two(&room).await;
    let path = format!("/api/games/{id}");
    let decides = |state: &Value| state["view"]["deciding"][0].as_str().map(str::to_string);
    let state = room.get(&path, "").await;
    let key = if decides(&state).as_deref() == Some("ru") { &ru } else { &cp };
    let (status, body) = change(&room, &id, key, json!({"hand_to_bot": "nobody"})).await;
    assert_eq!(status, 400, "{body}");
    assert_eq!(change(&room, &id, key, json!({"hand_to_bot": "recruit"})).await.0, 200);
    // The bot plays until the other side must decide.
    let own = decides(&state);
    for _ in 0..400 {
        if decides(&room.get(&path, "").await) != own {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let state = room.get(&path, key).await;
    assert!(state["number"].as_u64().unwrap() > 0, "the bot has played");
    let (status, refused) = room.act(&id, key, state["number"].as_u64().unwrap() as usize, json!(1)).await;
    assert_eq!(status.as_u16(), 422, "{refused}");
    assert!(refused["message"].as_str().unwrap().contains("take the seat back"), "{refused}");
    // What the bot that stands in knows stays with its player: the other cannot have the file of the game.
    let other = if key == &ru { &cp } else { &ru };
    assert_eq!(room.ask("GET", &format!("{path}/record"), other, None).await.0, 403);
    assert_eq!(change(&room, &id, key, json!("take_back")).await.0, 200);
    assert_eq!(change(&room, &id, key, json!("take_back")).await.0, 422);
    let room = room.again().await;
    let state = room.get(&path, "").await;
    assert!(state["seats"].as_array().unwrap().iter().all(|s| s["kind"] != "bot"), "{}", state["seats"]);
}

#[tokio::test]
async fn who_resigns_has_lost_and_nobody_moves_any_more() {
    let room = Room::new().await;
    let (id, [cp, ru]) = two(&room).await;
    let path = format!("/api/games/{id}");
    assert_eq!(change(&room, &id, "", json!("resign")).await.0, 403);
    assert_eq!(change(&room, &id, &cp, json!("resign")).await.0, 200);
    let room = room.again().await;
    let state = room.get(&path, &ru).await;
    assert_eq!(
        (&state["result"]["winner"], &state["result"]["level"]),
        (&json!("ru"), &json!("resignation"))
    );
    assert!(state["offers"].is_null());
    for key in [&cp, &ru] {
        let (status, refused) = room.act(&id, key, 0, json!(1)).await;
        assert_eq!(status.as_u16(), 422);
        assert!(refused["message"].as_str().unwrap().contains("has resigned"), "{refused}");
        assert_eq!(change(&room, &id, key, json!("resign")).await.0, 422);
    }
    let listed = room.get("/api/games", "").await;
    assert!(listed[0]["result"].as_str().unwrap().contains("has resigned"), "{listed}");
    assert_eq!(listed[0]["deciding"], json!([]));
}

#[tokio::test]
async fn a_draw_needs_both_and_lapses_when_the_other_moves() {
    let room = Room::new().await;
    let (id, [cp, ru]) = two(&room).await;
    let path = format!("/api/games/{id}");
    let state = room.get(&path, "").await;
    let (mover, waiter) = if state["view"]["deciding"][0] == "ru" { (&ru, &cp) } else { (&cp, &ru) };
    assert_eq!(change(&room, &id, waiter, json!("offer_draw")).await.0, 200);
    assert_eq!(room.act(&id, mover, 0, json!(1)).await.0, 200);
    let offered =
        |state: Value| state["seats"].as_array().unwrap().iter().filter(|s| s["offers_draw"] == true).count();
    assert_eq!(offered(room.get(&path, "").await), 0, "to move is to decline");
    assert_eq!(change(&room, &id, waiter, json!("offer_draw")).await.0, 200);
    assert_eq!(change(&room, &id, mover, json!("no_draw")).await.0, 200);
    assert_eq!(offered(room.get(&path, "").await), 0);
    for key in [waiter, mover] {
        assert_eq!(change(&room, &id, key, json!("offer_draw")).await.0, 200);
    }
    let state = room.get(&path, "").await;
    assert_eq!(
        (&state["result"]["winner"], &state["result"]["level"]),
        (&Value::Null, &json!("agreed draw"))
    );
    // A bot agrees on none.
    let (id, keys) = room
        .game("fury", "campaign", json!({"cp": {"kind": "me"}, "ru": {"kind": "bot", "level": "recruit"}}))
        .await;
    assert_eq!(change(&room, &id, &keys[0], json!("offer_draw")).await.0, 422);
}

#[tokio::test]
async fn a_game_is_named_and_deleted_by_those_who_play_it() {
    let room = Room::new().await;
    let (id, [cp, ru]) = two(&room).await;
    let path = format!("/api/games/{id}");
    let named = |key: String| {
        let (room, path) = (&room, format!("{path}/name"));
        async move { room.post(&path, &key, json!({"name": "Evening"})).await.0.as_u16() }
    };
    // While two people play it, neither disposes of it alone.
    assert_eq!(named(cp.clone()).await, 403);
    assert_eq!(named(format!("{cp},{ru}")).await, 204);
    assert_eq!(room.get("/api/games", "").await[0]["name"], "Evening");
    assert_eq!(room.ask("DELETE", &path, &cp, None).await.0, 403);
    assert_eq!(room.ask("DELETE", &path, "", None).await.0, 403);
    assert_eq!(change(&room, &id, &cp, json!("resign")).await.0, 200);
    assert_eq!(room.ask("DELETE", &path, &cp, None).await.0, 204);
    assert_eq!(room.ask("GET", &path, &cp, None).await.0, 404);
    let room = room.again().await;
    assert_eq!(room.ask("GET", &path, &cp, None).await.0, 404);
    assert_eq!(room.get("/api/games", "").await, json!([]));
}

#[tokio::test]
async fn a_branch_knows_where_it_comes_from_and_hints_can_be_off() {
    let room = Room::new().await;
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": hot_seat(), "no_hints": true});
    let (status, made) = room.post("/api/games", "", wish).await;
    assert_eq!(status, 201);
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["ru"].as_str().unwrap());
    let keys = format!("{key},{}", made["keys"]["cp"].as_str().unwrap());
    let (status, refused) = room.post(&format!("/api/games/{id}/hint"), &keys, json!({"after": 0})).await;
    assert_eq!(status.as_u16(), 403, "{refused}");
    let (status, branch) =
        room.post(&format!("/api/games/{id}/branch"), &keys, json!({"at": 0, "seats": hot_seat()})).await;
    assert_eq!(status, 201, "{branch}");
    let listed = room.get("/api/games", "").await;
    let of = listed.as_array().unwrap().iter().find(|g| g["id"] == branch["id"]).unwrap();
    assert_eq!(of["branch_of"], json!(id));
}

#[tokio::test]
async fn a_database_of_the_version_before_is_brought_up_to_date() {
    let folder = tempfile::TempDir::new().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display());
    sqlx::any::install_default_drivers();
    let mut old = <sqlx::AnyConnection as sqlx::Connection>::connect(&url).await.unwrap();
    for query in [
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        "CREATE TABLE games (id TEXT PRIMARY KEY, game TEXT NOT NULL, head TEXT NOT NULL, seats TEXT NOT NULL, summary TEXT NOT NULL, touched BIGINT NOT NULL)",
        "INSERT INTO meta VALUES ('schema', '1')",
        "INSERT INTO games VALUES ('old', 'fury', '{}', '[]', '{\"moment\":\"\",\"deciding\":[],\"moves\":0,\"result\":\"\",\"scenario\":\"campaign\"}', 1)",
    ] {
        sqlx::query(query).execute(&mut old).await.unwrap();
    }
    drop(old);
    for _ in 0..2 {
        // The head of this game is no head: it is left out of the list, which is read all the same.
        let store = sandtable_server::Store::open(&url).await.unwrap();
        assert!(store.list(0, 5).await.unwrap().is_empty());
        let mut now = <sqlx::AnyConnection as sqlx::Connection>::connect(&url).await.unwrap();
        let extra = sqlx::query("SELECT extra FROM games").fetch_one(&mut now).await.unwrap();
        assert_eq!(sqlx::Row::get::<String, _>(&extra, 0), "{}");
    }
}
