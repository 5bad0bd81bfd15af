//! Dice that the table proves or says that it cannot: games from files, secrets of seats, forged snapshots.

use crate::common::{Room, auction::Auction, hot_seat};
use sandtable_core::record::{AnyRecord, DiceSource};
use sandtable_core::seal::{Secret, link_before, to_hex};
use sandtable_core::{Options, Session, Side};
use serde_json::{Value, json};
use std::sync::Arc;

/// Everybody plays at this table.
fn all() -> Value {
    let me = json!({"kind": "me"});
    json!({"a": me, "b": me, "c": me})
}

/// The file of a game between strangers in which everybody bids the same: each third move rolls a die.
fn file(moves: usize) -> Value {
    let dice = DiceSource::sealed(&[Secret::from_seed(5)]);
    let mut s = Session::new(Arc::new(Auction), "short", Options::new(), dice, None).unwrap();
    for i in 0..moves {
        s.act(Side((i % 3) as u8), 3, None).unwrap();
    }
    serde_json::to_value(s.record()).unwrap()
}

async fn take(room: &Room, file: &Value) -> (u16, Value) {
    let (status, made) =
        room.post("/api/games/import", "", json!({"file": file.to_string(), "seats": all()})).await;
    (status.as_u16(), made)
}

/// Takes a file in; its id and all keys.
async fn taken(room: &Room, file: &Value) -> (String, String) {
    let (status, made) = take(room, file).await;
    assert_eq!(status, 201, "{made}");
    let keys: Vec<_> = made["keys"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    (made["id"].as_str().unwrap().to_string(), keys.join(","))
}

#[tokio::test]
async fn a_game_that_goes_on_from_a_file_does_so_with_dice_of_this_table() {
    let room = Room::new().await;
    let file = file(4);
    let (id, keys) = taken(&room, &file).await;
    let path = format!("/api/games/{id}");
    let state = room.get(&path, "").await;
    assert_eq!((&state["seeded"], &state["dice_facts"]["before"]), (&json!(false), &json!(4)));
    assert_ne!(state["seals"], file["dice"]["seals"]);
    let record = room.get(&format!("{path}/record"), &keys).await;
    assert_ne!(record["dice"]["secrets"], file["dice"]["secrets"], "whoever brings the file knows those");
    assert_eq!(record["moves"][2]["dice"], file["moves"][2]["dice"], "what was rolled stays");
    // The same under a new program, and when its moves are taken back.
    assert_eq!(room.act(&id, &keys, 4, json!(3)).await.0, 200);
    let room = room.again().await;
    for after in [5, 6] {
        let back = room.post(&format!("{path}/undo"), &keys, json!({"after": after})).await;
        assert_eq!(back.0, 200, "{}", back.1);
    }
    assert_eq!(room.get(&path, "").await["dice_facts"]["before"], 3);
    let room = room.again().await;
    assert_eq!(room.get(&path, "").await["dice_facts"]["before"], 3);
}

#[tokio::test]
async fn files_whose_seals_bind_nobody_are_refused() {
    let room = Room::new().await;
    let forge = |change: &dyn Fn(&mut Value)| {
        let mut forged = file(6);
        change(&mut forged);
        forged
    };
    for (forged, what) in [
        (forge(&|f| f["dice"]["seals"] = json!([])), "seal"),
        (forge(&|f| (f["dice"]["seals"], f["dice"]["secrets"]) = (json!([]), json!([]))), "no seal"),
        (forge(&|f| f["dice"]["secrets"] = json!([])), "0 secrets"),
        (forge(&|f| f["dice"]["secrets"] = json!(["00".repeat(32)])), "does not fit its seal"),
        (forge(&|f| f["moves"][5]["hand"] = json!(true)), "move 6"),
        (
            forge(&|f| f["moves"][2]["dice"] = json!([f["moves"][2]["dice"][0].as_u64().unwrap() % 6 + 1])),
            "move 3",
        ),
    ] {
        let (status, why) = take(&room, &forged).await;
        assert_eq!(status, 400, "{what}: {why}");
        assert!(why["message"].as_str().unwrap().contains(what), "{what}: {why}");
    }
    assert_eq!(room.get("/api/games", "").await, json!([]));
}

#[tokio::test]
async fn a_finished_game_is_taken_in_as_it_is_and_says_what_it_proves() {
    let room = Room::new().await;
    let whole = file(6);
    let (id, keys) = taken(&room, &whole).await;
    let path = format!("/api/games/{id}");
    let state = room.get(&path, &keys).await;
    assert!(!state["result"].is_null());
    assert_eq!(
        (&state["dice_facts"]["proof"]["dice"], &state["dice_facts"]["from_file"]),
        (&json!("proved"), &json!(true))
    );
    assert_eq!(room.get(&format!("{path}/record"), "").await["dice"], whole["dice"]);
    // Nobody plays on with secrets that somebody may hold.
    assert_eq!(room.post(&format!("{path}/undo"), &keys, json!({"after": 6})).await.0, 422);
    let mut closed = whole.clone();
    closed["dice"]["secrets"] = json!([null]);
    let (id, _) = taken(&room, &closed).await;
    let dice = room.get(&format!("/api/games/{id}"), "").await["dice_facts"].clone();
    assert_eq!(dice["proof"]["dice"], "unproved");
    assert_eq!(dice["said"], "the dice can't be proved: secret 1 is missing");
    // Its moves are checked all the same.
    closed["moves"][0]["action"] = json!(9);
    assert_eq!(take(&room, &closed).await.0, 400);
}

#[tokio::test]
async fn a_game_with_a_seed_goes_on_from_a_file_with_dice_that_nobody_knows() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    let path = format!("/api/games/{id}");
    room.act(&id, &keys, 0, json!(1)).await;
    let file = room.get(&format!("{path}/record"), &keys).await;
    let wish = json!({"file": file.to_string(), "seats": hot_seat()});
    let (status, made) = room.post("/api/games/import", "", wish).await;
    assert_eq!(status, 201, "{made}");
    let state = room.get(&format!("/api/games/{}", made["id"].as_str().unwrap()), "").await;
    assert_eq!((&state["seeded"], &state["dice_facts"]["before"]), (&json!(false), &json!(1)));
    assert_ne!(state["seals"], file["dice"]["seals"], "those of a seed can be known");
}

#[tokio::test]
async fn forged_snapshots_are_believed_nowhere() {
    let room = Room::new().await;
    let position = json!({"bids": [null, null, null], "score": [90, 0, 0], "round": 1});
    for (moves, after) in [(0, 0), (0, 1), (0, 256), (2, 2), (2, 3), (2, usize::MAX), (4, 1), (6, 6), (6, 9)]
    {
        let mut forged = file(moves);
        let honest = taken(&room, &forged).await.0;
        forged["snapshots"] = json!([{"after": after, "position": position}]);
        let (id, keys) = taken(&room, &forged).await;
        let view = |id: String| {
            let room = &room;
            async move { room.get(&format!("/api/games/{id}"), "").await["view"].clone() }
        };
        assert_eq!(view(id.clone()).await, view(honest).await, "{moves} moves, after {after}");
        let back = room.post(&format!("/api/games/{id}/undo"), &keys, json!({"after": moves})).await.0;
        assert!([200, 422].contains(&back.as_u16()), "{back}");
    }
    // One that can't be a position at all.
    let mut forged = file(2);
    forged["snapshots"] = json!([{"after": 1, "position": "nothing"}]);
    taken(&room, &forged).await;
}

#[tokio::test]
async fn forged_snapshots_in_the_database_are_not_believed_either() {
    let room = Room::new().await;
    let (id, keys) = taken(&room, &file(2)).await;
    let path = format!("/api/games/{id}");
    let state = room.get(&path, &keys).await;
    let url = format!("sqlite://{}", room.folder.path().join("games.sqlite").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    for after in [0, 1, 2, 3, 999] {
        let snapshot =
            json!({"after": after, "position": {"bids": [5, null, null], "score": [9, 9, 9], "round": 1}});
        sqlx::query("INSERT OR REPLACE INTO snapshots (game, number, position) VALUES ($1, $2, $3)")
            .bind(&id)
            .bind(1000 + after)
            .bind(snapshot.to_string())
            .execute(&pool)
            .await
            .unwrap();
    }
    let room = room.again().await;
    assert_eq!(room.get(&path, &keys).await, state);
    assert_eq!(room.post(&format!("{path}/undo"), &keys, json!({"after": 2})).await.0, 200);
}

/// A chain of so many links: the end first.
fn chain(seed: u64, links: usize) -> Vec<String> {
    let mut out = vec![Secret::from_seed(seed).0];
    for _ in 0..links {
        out.push(link_before(&out[out.len() - 1]));
    }
    out.iter().rev().map(|l| to_hex(l)).collect()
}

async fn put_in(room: &Room, id: &str, key: &str, seal: &str) -> (u16, Value) {
    let (status, body) = room.post(&format!("/api/games/{id}/dice"), key, json!({"seal": seal})).await;
    (status.as_u16(), body)
}

async fn bid(room: &Room, id: &str, key: &str, after: usize, reveal: Value) -> (u16, Value) {
    let act = json!({"after": after, "action": "bid 3", "reveal": reveal});
    let (status, body) = room.post(&format!("/api/games/{id}/actions"), key, act).await;
    (status.as_u16(), body)
}

#[tokio::test]
async fn seats_put_their_secrets_into_the_dice_and_the_file_proves_it() {
    let room = Room::new().await;
    let open = json!({"kind": "open"});
    let (id, keys) = room.sealed("auction", "short", json!({"a": open, "b": open, "c": open})).await;
    let path = format!("/api/games/{id}");
    let (a, b) = (chain(11, 9), chain(12, 9));
    assert_eq!(put_in(&room, &id, "", &a[0]).await.0, 403);
    assert_eq!(put_in(&room, &id, &keys[0], "a seal").await.0, 422);
    let (status, facts) = put_in(&room, &id, &keys[0], &a[0]).await;
    assert_eq!((status, &facts["seats"][0]["counts"]), (200, &json!(true)), "{facts}");
    assert_eq!(put_in(&room, &id, &keys[0], &a[0]).await, (200, facts), "sent twice is put in once");
    assert_eq!(put_in(&room, &id, &keys[1], &a[0]).await.0, 422, "it is that of another");
    let (_, facts) = put_in(&room, &id, &keys[1], &b[0]).await;
    assert_eq!(facts["seats"][1]["counts"], false, "A has still to show a link");
    // Where things are hidden, every action of a seat wants a link, whether it rolls or not.
    let (status, why) = bid(&room, &id, &keys[0], 0, json!("ask")).await;
    assert_eq!((status, &why["code"]), (428, &json!("reveal")), "{why}");
    assert_eq!(bid(&room, &id, &keys[0], 0, json!(a[2])).await.0, 428, "it is not the next");
    assert_eq!(bid(&room, &id, &keys[0], 0, json!("zz")).await.0, 400);
    assert_eq!(room.get(&path, "").await["number"], 0, "nothing was done");
    assert_eq!(bid(&room, &id, &keys[0], 0, json!(a[1])).await.0, 200);
    let room = room.again().await;
    let seats = room.get(&path, "").await["dice_facts"]["seats"].clone();
    assert_eq!((&seats[0]["link"], &seats[1]["counts"]), (&json!(a[1]), &json!(true)));
    // A is taken back and chooses again: the link is the same, for the one after it was not shown.
    assert_eq!(room.post(&format!("{path}/undo"), &keys[0], json!({"after": 1})).await.0, 200);
    assert_eq!(bid(&room, &id, &keys[0], 2, json!(a[1])).await.0, 200);
    assert_eq!(bid(&room, &id, &keys[1], 3, json!(b[1])).await.0, 200);
    assert_eq!(bid(&room, &id, &keys[2], 4, json!("ask")).await.0, 200, "C put nothing in");
    for (i, key) in keys.iter().enumerate() {
        let reveal = [json!(a[2]), json!(b[2]), Value::Null][i].clone();
        assert_eq!(bid(&room, &id, key, 5 + i, reveal).await.0, 200);
    }
    let state = room.get(&path, "").await;
    assert_eq!(state["dice_facts"]["proof"]["dice"], "proved", "{}", state["dice_facts"]);
    let file = room.get(&format!("{path}/record"), "").await;
    assert_eq!(file["moves"][0]["reveal"], a[1]);
    let record: AnyRecord = serde_json::from_str(&file.to_string()).unwrap();
    let verified = Session::verify(Arc::new(Auction), record.typed().unwrap()).unwrap().proof();
    assert_eq!(serde_json::to_value(&verified).unwrap(), state["dice_facts"]["proof"]);
    assert_eq!(verified.seats.len(), 2);
    // It is over: nothing more is put in.
    assert_eq!(put_in(&room, &id, &keys[2], &chain(13, 2)[0]).await.0, 422);
    taken(&room, &file).await;
}

#[tokio::test]
async fn in_an_open_game_only_actions_that_roll_want_a_link() {
    let room = Room::new().await;
    let (id, keys) = room.sealed("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    let path = format!("/api/games/{id}");
    let chains = [("cp", chain(21, 60)), ("ru", chain(22, 60))];
    for (side, links) in &chains {
        let wish = json!({"side": side, "seal": links[0]});
        assert_eq!(room.post(&format!("{path}/dice"), &keys, wish).await.0, 200);
    }
    let mut shown = [0, 0];
    let mut plain = 0;
    for number in 0..220 {
        let can = room.get(&format!("{path}/actions"), &keys).await;
        let offered = can["actions"].as_array().unwrap();
        let action = offered[(number * 7919) % offered.len()]["number"].clone();
        let side = room.get(&path, &keys).await["view"]["deciding"][0].clone();
        let act = |reveal: &str| json!({"after": number, "side": side, "action": action, "reveal": reveal});
        let at = usize::from(side == "ru");
        let (status, why) = room.post(&format!("{path}/actions"), &keys, act("ask")).await;
        if status == 200 {
            plain += 1;
            continue;
        }
        assert_eq!(why["code"], "reveal", "{why}");
        shown[at] += 1;
        let (status, why) = room.post(&format!("{path}/actions"), &keys, act(&chains[at].1[shown[at]])).await;
        assert_eq!(status, 200, "{why}");
    }
    assert!(plain > 100 && shown[0] + shown[1] > 3, "{plain} {shown:?}");
    let record = room.get(&format!("{path}/record"), &keys).await;
    let with =
        |part: &str| record["moves"].as_array().unwrap().iter().filter(|m| m.get(part).is_some()).count();
    assert!(
        with("dice") > 2 && with("reveal") <= with("dice") + 1,
        "one answers the chain of the other side"
    );
    let (status, made) =
        room.post("/api/games/import", "", json!({"file": record.to_string(), "seats": hot_seat()})).await;
    assert_eq!(status, 201, "{made}");
}

#[tokio::test]
async fn a_game_with_a_seed_takes_no_secrets() {
    let room = Room::new().await;
    let (id, keys) = room.game("fury", "campaign", hot_seat()).await;
    let (status, why) = put_in(&room, &id, &keys.join(","), &chain(1, 2)[0]).await;
    assert_eq!(status, 422, "{why}");
}
