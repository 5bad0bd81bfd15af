//! Two programs over one PostgreSQL database. `./test` starts a server for it and names it in SANDTABLE_POSTGRES; without
//! that nothing is tested here.

use crate::common::{Room, hot_seat, tables};
use futures_util::{SinkExt, StreamExt};
use sandtable_server::router;
use serde_json::{Value, json};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn two_nodes_play_the_same_game_and_tell_each_other() {
    let Ok(url) = std::env::var("SANDTABLE_POSTGRES") else {
        eprintln!("SANDTABLE_POSTGRES is not set: not tested");
        return;
    };
    // Both begin at once, on an empty database.
    let (one, two) = tokio::join!(tables(&url), tables(&url));
    one.spawn_background_tasks();
    two.spawn_background_tasks();
    let a = Room { folder: TempDir::new().unwrap(), app: router(one) };
    let b = Room { folder: TempDir::new().unwrap(), app: router(two) };
    let (id, keys) = a.game("fury", "campaign", hot_seat()).await;
    let keys = keys.join(",");
    let path = format!("/api/games/{id}");

    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let served = b.app.clone();
    tokio::spawn(async move { axum::serve(listener, served).await });
    let (mut socket, _) = connect_async(format!("ws://{addr}{path}/live")).await.unwrap();
    socket.send(Message::text("{\"keys\":[]}")).await.unwrap();
    let mut states = 0;
    let mut heard = async |number: u64| loop {
        let message =
            tokio::time::timeout(Duration::from_secs(10), socket.next()).await.unwrap().unwrap().unwrap();
        let Message::Text(text) = message else { continue };
        let value: Value = serde_json::from_str(&text).unwrap();
        states += usize::from(value["kind"] == "state");
        assert!(states <= 1, "a step of another node comes as a step, not as all of it: {text}");
        let now = value["number"].as_u64().or(value["frame"]["number"].as_u64());
        if now == Some(number) {
            return;
        }
    };
    heard(0).await;
    // What one node saves, those who look on at the other are told.
    assert_eq!(a.act(&id, &keys, 0, json!("front north")).await.0, 200);
    heard(1).await;
    assert_eq!(b.act(&id, &keys, 1, json!(1)).await.0, 200);
    heard(2).await;
    // The first may not have heard yet; then its step is refused as stale, and never overwrites.
    let mut refused = 0;
    for number in 2..40 {
        let node = if number % 2 == 0 { &a } else { &b };
        loop {
            let (status, body) = node.act(&id, &keys, number, json!(1)).await;
            match status.as_u16() {
                200 => break,
                409 => refused += 1,
                _ => panic!("{status} {body}"),
            }
            assert!(refused < 2_000, "{body}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }
    heard(40).await;
    // The last step was the second's; the first hears of it a moment later.
    let mut here = a.get(&path, &keys).await;
    for _ in 0..500 {
        if here["number"] == 40 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        here = a.get(&path, &keys).await;
    }
    let mut there = b.get(&path, &keys).await;
    here["seats"] = Value::Null;
    there["seats"] = Value::Null;
    assert_eq!(here, there);
}

#[tokio::test]
async fn what_is_said_and_done_at_one_node_is_heard_at_the_other_and_no_change_is_lost() {
    let Ok(url) = std::env::var("SANDTABLE_POSTGRES") else {
        eprintln!("SANDTABLE_POSTGRES is not set: not tested");
        return;
    };
    let (one, two) = tokio::join!(tables(&url), tables(&url));
    one.spawn_background_tasks();
    two.spawn_background_tasks();
    let a = Room { folder: TempDir::new().unwrap(), app: router(one) };
    let b = Room { folder: TempDir::new().unwrap(), app: router(two) };
    let (id, keys) = a.game("fury", "campaign", hot_seat()).await;
    let path = format!("/api/games/{id}");
    // Both have the table open.
    b.get(&path, &keys[0]).await;
    let change = |side: &str, change: Value| json!({"side": side, "change": change});
    // Two who change their seats at once, each at another node: both changes hold, or one is refused.
    for round in 0..10 {
        let (ru, cp) = (format!("Ru {round}"), format!("Cp {round}"));
        let at = format!("{path}/seat");
        let all = keys.join(",");
        let (first, second) = tokio::join!(
            a.post(&at, &all, change("ru", json!({"person": ru}))),
            b.post(&at, &all, change("cp", json!({"person": cp}))),
        );
        let mut kept = vec![];
        for (side, name, (status, answer)) in [("ru", ru, first), ("cp", cp, second)] {
            match status.as_u16() {
                200 => kept.push((side, name)),
                429 => {}
                _ => panic!("{status} {answer}"),
            }
        }
        assert!(!kept.is_empty());
        for (side, name) in kept {
            for room in [&a, &b] {
                let mut found = Value::Null;
                for _ in 0..500 {
                    let state = room.get(&path, &all).await;
                    let seats = state["seats"].as_array().unwrap().clone();
                    found = seats.iter().find(|s| s["side"] == side).unwrap()["person"].clone();
                    if found == *name {
                        break;
                    }
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                assert_eq!(found, *name, "{side} has this name at one node alone");
            }
        }
        let at = format!("{path}/say");
        let (first, second) = tokio::join!(
            a.post(&at, &keys[0], json!({"text": format!("a {round}")})),
            b.post(&at, &keys[1], json!({"text": format!("b {round}")})),
        );
        assert_eq!((first.0.as_u16(), second.0.as_u16()), (201, 201), "{} {}", first.1, second.1);
    }
    for room in [&a, &b] {
        let mut said = 0;
        for _ in 0..500 {
            said = room.get(&path, &keys[0]).await["said"].as_array().unwrap().len();
            if said == 20 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        assert_eq!(said, 20);
    }
    // A game that is deleted is gone everywhere.
    assert_eq!(a.ask("DELETE", &path, &keys.join(","), None).await.0, 204);
    for _ in 0..500 {
        if b.ask("GET", &path, "", None).await.0 == 404 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the other node still has it");
}
