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
    let mut heard = async |number: u64| loop {
        let message =
            tokio::time::timeout(Duration::from_secs(10), socket.next()).await.unwrap().unwrap().unwrap();
        let Message::Text(text) = message else { continue };
        let value: Value = serde_json::from_str(&text).unwrap();
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
