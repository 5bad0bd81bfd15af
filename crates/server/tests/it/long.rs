//! A game as long as no real one, with a position as large: it stays usable, and nothing large is sent that need not be.

use crate::common::{Room, auction::Auction};
use sandtable_core::session::{Session, seeded};
use sandtable_core::{Options, Side};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many moves the game has.
const MOVES: usize = 20_000;

fn record() -> String {
    let mut s = Session::new(Arc::new(Auction), "long", Options::new(), seeded(1), None).unwrap();
    for i in 0..MOVES {
        s.act(Side((i % 3) as u8), (i * 7 % 5 + 1) as u8, None).unwrap();
    }
    let mut record = s.record().clone();
    record.snapshots.clear();
    serde_json::to_string(&record).unwrap()
}

/// Does something, prints how long it took, and says so if that is far too long.
async fn timed<T>(what: &str, most: Duration, work: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let done = work.await;
    let took = begun.elapsed();
    println!("{what}: {took:.1?}");
    assert!(took < most, "{what} took {took:?}");
    done
}

#[tokio::test]
async fn twenty_thousand_moves_stay_usable() {
    let room = Room::new().await;
    let me = json!({"kind": "me"});
    let second = Duration::from_secs(1);
    let take = json!({"file": record(), "seats": {"a": me, "b": me, "c": me}});
    let (status, made) = timed("taking it in", 20 * second, room.post("/api/games/import", "", take)).await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let keys: Vec<_> = made["keys"].as_object().unwrap().values().filter_map(Value::as_str).collect();
    let (path, all) = (format!("/api/games/{id}"), keys.join(","));
    let mut number = MOVES;
    timed("a hundred moves, each taken back and made again", 10 * second, async {
        for i in 0..100 {
            let side = ["a", "b", "c"][(MOVES + i) % 3];
            let bid = json!({"after": number, "side": side, "action": "bid 1"});
            assert_eq!(room.post(&format!("{path}/actions"), &all, bid.clone()).await.0, 200);
            number += 1;
            if (MOVES + i) % 3 == 2 {
                continue;
            }
            let back = room.post(&format!("{path}/undo"), &all, json!({"after": number})).await;
            assert_eq!(back.0, 200, "{}", back.1);
            let bid = json!({"after": number + 1, "side": side, "action": "bid 1"});
            assert_eq!(room.post(&format!("{path}/actions"), &all, bid).await.0, 200);
            number += 2;
        }
    })
    .await;
    let state = timed("state", second, room.get(&path, &all)).await.to_string();
    let history = timed("history", 10 * second, room.get(&format!("{path}/history?side=a"), &all)).await;
    let again = timed("history again", 5 * second, room.get(&format!("{path}/history?side=a"), &all)).await;
    assert_eq!(history["frames"].as_array().unwrap().len(), MOVES + 100);
    assert_eq!(history, again);
    let bid = json!({"after": number, "side": "c", "action": "bid 1"});
    assert_eq!(room.post(&format!("{path}/actions"), &all, bid).await.0, 200);
    timed("history after a move", 5 * second, room.get(&format!("{path}/history?side=a"), &all)).await;
    let record = timed("file", 5 * second, room.get(&format!("{path}/record"), &all)).await.to_string();
    let history = history.to_string();
    println!("state {} bytes, history {}, file {}", state.len(), history.len(), record.len());
    assert!(!state.contains("ballast") && !history.contains("ballast"));
    assert!(state.len() < 5_000 && history.len() < 400 * MOVES && record.len() < 300 * MOVES);
    // What went out comes in again.
    let take = json!({"file": record, "seats": {"a": me, "b": me, "c": me}});
    let (status, why) =
        timed("taking it in again", 20 * second, room.post("/api/games/import", "", take)).await;
    assert_eq!(status, 201, "{why}");
    let room = room.again().await;
    timed("under a new program", 5 * second, room.get(&path, &all)).await;
}
