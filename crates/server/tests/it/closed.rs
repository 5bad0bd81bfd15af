//! Stored games that today's rules no longer lead where they went: they are closed, and nothing of them is lost.

use crate::common::Room;
use serde_json::{Value, json};

/// A game of four moves, as a program of older rules would have stored it; `change` makes its third move what it is not today.
async fn stored(change: &str) -> (Room, String, Vec<String>, Value) {
    let room = Room::new().await;
    let open = json!({"kind": "open"});
    let (id, keys) = room.sealed("auction", "short", json!({"a": open, "b": open, "c": open})).await;
    for (i, key) in keys.iter().chain(&keys[..1]).enumerate() {
        assert_eq!(room.act(&id, key, i, json!("bid 3")).await.0, 200);
    }
    let url = format!("sqlite://{}", room.folder.path().join("games.sqlite").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let head: (String,) =
        sqlx::query_as("SELECT head FROM games WHERE id = $1").bind(&id).fetch_one(&pool).await.unwrap();
    let mut head: Value = serde_json::from_str(&head.0).unwrap();
    head["rules"] = json!(2);
    if change == "scenario" {
        head["scenario"] = json!("gone");
    }
    sqlx::query("UPDATE games SET head = $1 WHERE id = $2")
        .bind(head.to_string())
        .bind(&id)
        .execute(&pool)
        .await
        .unwrap();
    let entry: (String,) = sqlx::query_as("SELECT entry FROM steps WHERE game = $1 AND number = 3")
        .bind(&id)
        .fetch_one(&pool)
        .await
        .unwrap();
    let mut entry: Value = serde_json::from_str(&entry.0).unwrap();
    match change {
        "rule" => entry["action"] = json!(7),
        "position" => entry["hash"] = json!("0".repeat(16)),
        "words" => entry["action"] = json!({"bid": 3}),
        _ => {}
    }
    sqlx::query("UPDATE steps SET entry = $1 WHERE game = $2 AND number = 3")
        .bind(entry.to_string())
        .bind(&id)
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    (room.again().await, id, keys, entry)
}

#[tokio::test]
async fn a_game_of_older_rules_that_all_hold_goes_on() {
    let (room, id, keys, _) = stored("nothing").await;
    assert_eq!(room.get("/api/games", "").await[0].get("closed"), None);
    let state = room.get(&format!("/api/games/{id}"), "").await;
    assert_eq!((state.get("closed"), &state["number"]), (None, &json!(4)));
    assert_eq!(room.act(&id, &keys[1], 4, json!("bid 2")).await.0, 200);
}

#[tokio::test]
async fn a_game_that_no_longer_replays_is_shown_where_it_last_stood() {
    for (change, what) in [
        ("rule", "rule 2: bids go from 1 to 5"),
        ("position", "is not what it was under rules version 2"),
        ("words", "cannot read it"),
    ] {
        let (room, id, keys, entry) = stored(change).await;
        let path = format!("/api/games/{id}");
        // The lobby says so before anybody opens it.
        let listed = room.get("/api/games", "").await[0].clone();
        assert!(listed["closed"].as_str().unwrap().contains(what), "{listed}");
        assert_eq!(listed["deciding"], json!([]));
        let state = room.get(&path, &keys[2]).await;
        assert_eq!((&state["closed"]["number"], &state["closed"]["moves"]), (&json!(3), &json!(4)));
        assert!(state["closed"]["why"].as_str().unwrap().contains(what), "{change}: {state}");
        assert_eq!((&state["offers"], &state["undo"]["may"]), (&Value::Null, &json!(false)));
        let history = room.get(&format!("{path}/history"), &keys[2]).await;
        assert_eq!(history["frames"].as_array().map(Vec::len), Some(2));
        // Nobody acts, whatever they try.
        let number = state["number"].as_u64().unwrap() as usize;
        for key in &keys {
            let (status, why) = room.act(&id, key, number, json!("bid 1")).await;
            assert_eq!(status, 422, "{why}");
            assert!(why["message"].as_str().unwrap().contains("closed"), "{why}");
            assert_eq!(room.post(&format!("{path}/undo"), key, json!({"after": number})).await.0, 422);
            let resign = json!({"change": "offer_draw"});
            assert_eq!(room.post(&format!("{path}/seat"), key, resign).await.0, 422);
        }
        // The file is the one that was stored, with all that can't be read any more.
        assert_eq!(room.ask("GET", &format!("{path}/record"), "", None).await.0, 403);
        let file = room.get(&format!("{path}/record"), &keys[0]).await;
        assert_eq!((file["moves"].as_array().map(Vec::len), &file["rules"]), (Some(4), &json!(2)));
        assert_eq!(file["moves"][2], entry);
        // It can be branched off from where it is valid, and not from beyond.
        let me = json!({"kind": "me"});
        let seats = json!({"a": me, "b": me, "c": me});
        let branch = |at: usize| json!({"at": at, "seats": seats});
        let (status, made) = room.post(&format!("{path}/branch"), &keys[0], branch(2)).await;
        assert_eq!(status, 201, "{made}");
        let copied: Vec<_> = made["keys"].as_object().unwrap().values().filter_map(Value::as_str).collect();
        assert_eq!(room.act(made["id"].as_str().unwrap(), &copied.join(","), 2, json!("bid 1")).await.0, 200);
        // Moves that are legal still can be taken along by those who want them.
        let beyond = room.post(&format!("{path}/branch"), &keys[0], branch(4)).await.0;
        assert_eq!(beyond == 201, change == "position", "{change}: {beyond}");
        // Nothing was changed by all this, and it can be deleted.
        let room = room.again().await;
        assert_eq!(room.get(&format!("{path}/record"), &keys[0]).await, file);
        assert_eq!(room.ask("DELETE", &path, &keys[0], None).await.0, 204);
        assert_eq!(room.ask("GET", &path, "", None).await.0, 404);
    }
}

#[tokio::test]
async fn a_game_that_cannot_even_be_begun_keeps_its_file() {
    let (room, id, keys, _) = stored("scenario").await;
    let path = format!("/api/games/{id}");
    let listed = room.get("/api/games", "").await[0].clone();
    assert!(listed["closed"].as_str().unwrap().contains("no scenario gone"), "{listed}");
    let (status, why) = room.ask("GET", &path, &keys[0], None).await;
    assert_eq!((status.as_u16(), &why["code"]), (410, &json!("closed")));
    let file = room.get(&format!("{path}/record"), &keys[0]).await;
    assert_eq!((file["moves"].as_array().map(Vec::len), &file["scenario"]), (Some(4), &json!("gone")));
    assert_eq!(room.ask("DELETE", &path, &keys[0], None).await.0, 204);
    assert_eq!(room.get("/api/games", "").await, json!([]));
}
