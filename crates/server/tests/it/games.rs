//! Games over the API: made, played, taken back, kept, branched, exported and taken in again.

use crate::common::{Room, hot_seat};
use sandtable_server::{Store, StoreError};
use serde_json::{Value, json};
use std::time::Duration;

/// Plays so many actions, each the `pick`-th of those offered; gives the length reached.
async fn play(room: &Room, id: &str, keys: &str, steps: usize) -> usize {
    for i in 0..steps {
        let can = room.get(&format!("/api/games/{id}/actions"), keys).await;
        let offered = can["actions"].as_array().unwrap();
        let chosen = &offered[(i * 7919) % offered.len()];
        let (status, done) =
            room.act(id, keys, can["number"].as_u64().unwrap() as usize, chosen["number"].clone()).await;
        assert_eq!(status, 200, "{chosen}: {done}");
        assert_eq!(done["number"].as_u64(), Some(can["number"].as_u64().unwrap() + 1));
    }
    room.get(&format!("/api/games/{id}"), keys).await["number"].as_u64().unwrap() as usize
}

#[tokio::test]
async fn a_game_goes_on_under_a_new_program_where_it_was() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    // Past the first snapshot.
    assert_eq!(play(&room, &id, &keys, 300).await, 300);
    let state = room.get(&format!("/api/games/{id}"), &keys).await;
    let history = room.get(&format!("/api/games/{id}/history"), &keys).await;
    let room = room.again().await;
    assert_eq!(room.get(&format!("/api/games/{id}"), &keys).await, state);
    assert_eq!(room.get(&format!("/api/games/{id}/history"), &keys).await, history);
    assert_eq!(play(&room, &id, &keys, 5).await, 305);
}

#[tokio::test]
async fn a_move_is_taken_back_and_stays_back() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    let path = format!("/api/games/{id}");
    room.act(&id, &keys, 0, json!("front north")).await;
    let before = room.get(&path, &keys).await;
    let (status, _) = room.act(&id, &keys, 1, json!(1)).await;
    assert_eq!(status, 200);
    let (status, done) = room.post(&format!("{path}/undo"), &keys, json!({"after": 2})).await;
    assert_eq!((status.as_u16(), done["number"].as_u64()), (200, Some(3)));
    let room = room.again().await;
    let after = room.get(&path, &keys).await;
    assert_eq!((&after["view"], &after["offers"]), (&before["view"], &before["offers"]));
    assert_eq!(after["number"], 3);
    let history = room.get(&format!("{path}/history"), &keys).await;
    assert_eq!(history["frames"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn history_replays_to_the_view_of_now() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    play(&room, &id, &keys, 120).await;
    let now = room.get(&format!("/api/games/{id}"), &keys).await["view"].clone();
    let history = room.get(&format!("/api/games/{id}/history"), &keys).await;
    let mut view = history["start"].clone();
    let mut dice = 0;
    for frame in history["frames"].as_array().unwrap() {
        dice += frame["dice"].as_array().map_or(0, Vec::len);
        fold(&mut view, &frame["change"]);
    }
    let by_id = |v: &Value| {
        let mut list = v["counters"].as_array().unwrap().clone();
        list.sort_by_key(|c| c["id"].as_str().unwrap().to_string());
        list
    };
    assert_eq!(by_id(&view), by_id(&now));
    for part in ["moment", "turn", "deciding", "decision", "rule", "marks", "tracks", "victory"] {
        assert_eq!(view[part], now[part], "{part}");
    }
    assert!(dice > 0);
}

/// What a client does with a change.
fn fold(view: &mut Value, change: &Value) {
    for part in ["moment", "turn", "deciding", "decision", "rule", "marks", "tracks", "victory"] {
        if let Some(new) = change.get(part) {
            view[part] = new.clone();
        }
    }
    let none = vec![];
    let counters = view["counters"].as_array_mut().unwrap();
    let gone = change["gone"].as_array().unwrap_or(&none);
    counters.retain(|c| !gone.contains(&c["id"]));
    for new in change["counters"].as_array().unwrap_or(&none) {
        match counters.iter_mut().find(|c| c["id"] == new["id"]) {
            Some(old) => *old = new.clone(),
            None => counters.push(new.clone()),
        }
    }
}

#[tokio::test]
async fn a_file_goes_out_and_comes_in_and_a_branch_leaves_its_game_alone() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    play(&room, &id, &keys, 200).await;
    let record = room.get(&format!("/api/games/{id}/record"), &keys).await;
    let (status, made) =
        room.post("/api/games/import", "", json!({"file": record.to_string(), "seats": hot_seat()})).await;
    assert_eq!(status, 201, "{made}");
    let copy = made["id"].as_str().unwrap();
    assert_eq!(
        room.get(&format!("/api/games/{copy}"), "").await["view"],
        room.get(&format!("/api/games/{id}"), "").await["view"]
    );
    // A die that was changed is found out.
    let mut forged = record.clone();
    let moves = forged["moves"].as_array_mut().unwrap();
    let rolled = moves.iter_mut().find(|m| m.get("dice").is_some()).expect("something was rolled");
    let die = rolled["dice"][0].as_u64().unwrap();
    rolled["dice"][0] = json!(die % 6 + 1);
    let (status, why) =
        room.post("/api/games/import", "", json!({"file": forged.to_string(), "seats": hot_seat()})).await;
    assert_eq!(status, 400, "{why}");
    // A file without its secrets is taken in all the same, to be played on with other dice; its moves are checked.
    let mut closed = record.clone();
    closed["dice"]["secrets"] = json!([null]);
    let take = json!({"file": closed.to_string(), "seats": hot_seat()});
    let (status, made) = room.post("/api/games/import", "", take).await;
    assert_eq!(status, 201, "{made}");
    let copied: Vec<_> = made["keys"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    play(&room, made["id"].as_str().unwrap(), &copied.join(","), 60).await;
    closed["moves"][3]["hash"] = json!("0000000000000000");
    let take = json!({"file": closed.to_string(), "seats": hot_seat()});
    assert_eq!(room.post("/api/games/import", "", take).await.0, 400);
    let (status, made) =
        room.post(&format!("/api/games/{id}/branch"), &keys, json!({"at": 20, "seats": hot_seat()})).await;
    assert_eq!(status, 201, "{made}");
    let branch = room.get(&format!("/api/games/{}", made["id"].as_str().unwrap()), "").await;
    assert_eq!(branch["number"], 20);
    assert_ne!(branch["seals"], room.get(&format!("/api/games/{id}"), "").await["seals"]);
    assert_eq!(room.get(&format!("/api/games/{id}"), "").await["number"], 200);
    let (status, _) =
        room.post(&format!("/api/games/{id}/branch"), &keys, json!({"at": 201, "seats": hot_seat()})).await;
    assert_eq!(status, 400);
}

#[tokio::test]
async fn a_bot_answers_by_itself_also_after_a_stop() {
    let room = Room::new().await;
    let seats = json!({"ru": {"kind": "bot", "level": "regular"}, "cp": {"kind": "me"}});
    let (id, keys) = room.game("fury", "campaign", seats).await;
    let path = format!("/api/games/{id}");
    let waited = async |room: &Room| {
        for _ in 0..600 {
            let state = room.get(&path, &keys[0]).await;
            if state["view"]["deciding"][0] == "cp" {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the bot does not move");
    };
    // Stopped before the bot could do much: the new program lets it go on.
    let room = room.again().await;
    let state = waited(&room).await;
    assert!(state["number"].as_u64().unwrap() > 0);
    assert!(state["offers"]["count"].as_u64().unwrap() > 0);
}

/// Everything that a seat can read of a game in which A has bid.
async fn read_by(room: &Room, bid: u8, seat: Option<usize>) -> Vec<String> {
    let seats = json!({"a": {"kind": "open"}, "b": {"kind": "open"}, "c": {"kind": "open"}});
    let (id, keys) = room.game("auction", "short", seats).await;
    let path = format!("/api/games/{id}");
    assert_eq!(room.act(&id, &keys[0], 0, json!(format!("bid {bid}"))).await.0, 200);
    let key = seat.map_or("", |s| keys[s].as_str());
    let mut out = Vec::new();
    for part in ["", "/history", "/actions", "/record"] {
        let (_, body) = room.ask("GET", &format!("{path}{part}"), key, None).await;
        out.push(body.to_string().replace(&id, "ID"));
    }
    let (_, body) = room.post(&format!("{path}/odds"), key, json!({"after": 1, "action": "bid 3"})).await;
    out.push(body.to_string());
    let (_, body) = room.post(&format!("{path}/wish"), key, json!({"pieces": ["highest"]})).await;
    out.push(body.to_string());
    let everybody = json!({"a": {"kind": "me"}, "b": {"kind": "me"}, "c": {"kind": "me"}});
    let (_, body) = room.post(&format!("{path}/branch"), key, json!({"at": 1, "seats": everybody})).await;
    out.push(body["code"].to_string());
    out
}

#[tokio::test]
async fn games_that_differ_in_a_secret_read_the_same_to_others() {
    let room = Room::new().await;
    for seat in [Some(1), Some(2), None] {
        assert_eq!(read_by(&room, 1, seat).await, read_by(&room, 5, seat).await);
    }
    let (low, high) = (read_by(&room, 1, Some(0)).await, read_by(&room, 5, Some(0)).await);
    assert_ne!(low[0], high[0]);
    // The file holds the dice to come: not even a player gets it, unless he plays everybody.
    assert!(low[3].contains("\"seat\"") && low[6].contains("seat"), "{low:?}");
}

#[tokio::test]
async fn seats_are_made_for_the_sides_of_the_scenario() {
    let room = Room::new().await;
    let titles = room.get("/api/titles", "").await;
    assert_eq!(titles[1]["scenarios"][0]["sides"], json!(["a", "b", "c"]));
    assert_eq!(titles[1]["scenarios"][1]["sides"], json!(["a", "c"]));
    let me = json!({"kind": "me"});
    for seats in [json!({"a": me, "b": me, "c": me}), json!({"a": me})] {
        let wish = json!({"game": "auction", "scenario": "duel", "seats": seats});
        let (status, why) = room.post("/api/games", "", wish).await;
        assert_eq!((status.as_u16(), why["code"].as_str()), (400, Some("broken")), "{why}");
    }
    let two = json!({"a": me, "c": me});
    let (id, keys) = room.game("auction", "duel", two.clone()).await;
    let path = format!("/api/games/{id}");
    let keys = keys.join(",");
    let state = room.get(&path, &keys).await;
    assert_eq!((state["seats"].as_array().map(Vec::len), &state["yours"]), (Some(2), &json!(["a", "c"])));
    assert_eq!(play(&room, &id, &keys, 3).await, 3);
    let record = room.get(&format!("{path}/record"), &keys).await;
    let take = json!({"file": record.to_string(), "seats": two});
    assert_eq!(room.post("/api/games/import", "", take).await.0, 201);
    let (status, made) = room.post(&format!("{path}/branch"), &keys, json!({"at": 1, "seats": two})).await;
    assert_eq!(status, 201, "{made}");
}

#[tokio::test]
async fn when_several_must_decide_the_bots_among_them_do() {
    let room = Room::new().await;
    let bot = json!({"kind": "bot", "level": "recruit"});
    let (id, keys) = room.game("auction", "short", json!({"a": {"kind": "me"}, "b": bot, "c": bot})).await;
    let path = format!("/api/games/{id}");
    let waited = async |number: u64| {
        for _ in 0..500 {
            let state = room.get(&path, &keys[0]).await;
            if state["number"] == number {
                return state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the bots do not bid");
    };
    let state = waited(2).await;
    assert_eq!(state["view"]["deciding"], json!(["a"]));
    assert_eq!(room.act(&id, &keys[0], 2, json!(3)).await.0, 200);
    waited(5).await;
    assert_eq!(room.get(&format!("{path}/record"), &keys[0]).await["game"], "auction");
}

#[tokio::test]
async fn seats_of_this_table_are_claimed_here_and_links_are_not() {
    let room = Room::new().await;
    let (id, keys) =
        room.game("fury", "campaign", json!({"ru": {"kind": "me"}, "cp": {"kind": "open"}})).await;
    let (status, claimed) = room.post(&format!("/api/games/{id}/claim"), "", json!({})).await;
    assert_eq!(status, 200);
    let claimed = claimed["keys"].as_object().unwrap();
    assert_eq!(claimed.keys().collect::<Vec<_>>(), ["ru"]);
    let state = room.get(&format!("/api/games/{id}"), claimed["ru"].as_str().unwrap()).await;
    assert_eq!(state["yours"], json!(["ru"]));
    let lobby = room.get("/api/games", "").await.to_string();
    assert!(keys.iter().all(|k| !lobby.contains(k.as_str())), "the lobby gives no key away");
}

#[tokio::test]
async fn odds_are_those_of_the_rules() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    let path = format!("/api/games/{id}");
    // Actions by chance until somebody can attack.
    let mut number = 0;
    let attack = loop {
        let can = room.get(&format!("{path}/actions"), &keys).await;
        let list = can["actions"].as_array().unwrap();
        if let Some(fight) = list.iter().find(|a| a["text"].as_str().unwrap().starts_with("fight")) {
            break fight.clone();
        }
        let attack = list.iter().find(|a| a["text"].as_str().unwrap().starts_with("attack"));
        let chosen = attack.unwrap_or(&list[(number * 7919) % list.len()]);
        assert_eq!(room.act(&id, &keys, number, chosen["number"].clone()).await.0, 200);
        number += 1;
        assert!(number < 500, "nobody attacks");
    };
    let (status, odds) =
        room.post(&format!("{path}/odds"), &keys, json!({"after": number, "action": attack["number"]})).await;
    assert_eq!(status, 200, "{odds}");
    let sum: f64 =
        odds["chances"].as_array().unwrap().iter().map(|c| c["probability"].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{odds}");
    let (status, _) =
        room.post(&format!("{path}/odds"), &keys, json!({"after": 0, "action": attack["number"]})).await;
    assert_eq!(status, 409);
}

#[tokio::test]
async fn a_database_that_cannot_be_used_is_refused_at_once() {
    let folder = tempfile::TempDir::new().unwrap();
    let url = |name: &str| format!("sqlite://{}?mode=rwc", folder.path().join(name).display());
    std::fs::write(folder.path().join("broken"), vec![b'x'; 5000]).unwrap();
    let refused = tokio::time::timeout(Duration::from_secs(5), Store::open(&url("broken"))).await.unwrap();
    assert!(refused.err().unwrap().to_string().contains("not a database"));
    drop(Store::open(&url("later")).await.unwrap());
    let change = "UPDATE meta SET value = '99' WHERE name = 'schema'";
    let pool = sqlx::SqlitePool::connect(&url("later")).await.unwrap();
    sqlx::query(change).execute(&pool).await.unwrap();
    assert!(matches!(Store::open(&url("later")).await, Err(StoreError::Later(version)) if version == "99"));
}
