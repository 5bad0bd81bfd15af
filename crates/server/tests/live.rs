//! Several people at one table, over real connections.

mod common;

use common::hall;
use futures_util::{SinkExt, StreamExt};
use sandtable_server::router;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Open {
    addr: SocketAddr,
    room: common::Room,
}

async fn open() -> Open {
    let folder = TempDir::new().unwrap();
    let hall = hall(&format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display())).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let app = router(hall);
    let served = app.clone();
    tokio::spawn(async move { axum::serve(listener, served).await });
    Open { addr, room: common::Room { folder, app } }
}

impl Open {
    async fn sit(&self, id: &str, keys: &[&str]) -> Socket {
        let (mut socket, _) = connect_async(format!("ws://{}/api/games/{id}/live", self.addr)).await.unwrap();
        socket.send(Message::text(json!({"keys": keys}).to_string())).await.unwrap();
        socket
    }
}

/// The next message that is not about seats.
async fn next(socket: &mut Socket) -> Value {
    loop {
        let message =
            tokio::time::timeout(Duration::from_secs(5), socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Text(text) = message {
            let value: Value = serde_json::from_str(&text).unwrap();
            if value["kind"] != "seats" {
                return value;
            }
        }
    }
}

#[tokio::test]
async fn a_step_reaches_everybody_and_only_the_decider_is_offered_anything() {
    let open = open().await;
    let seats = json!({"ru": {"kind": "me"}, "cp": {"kind": "open"}});
    let (id, keys) = open.room.game("fury", "campaign", seats).await;
    let (cp, ru) = (keys[0].as_str(), keys[1].as_str());
    let mut russia = open.sit(&id, &[ru]).await;
    let mut powers = open.sit(&id, &[cp]).await;
    let mut watcher = open.sit(&id, &[]).await;
    let states = [next(&mut russia).await, next(&mut powers).await, next(&mut watcher).await];
    assert_eq!(states.each_ref().map(|s| s["yours"].clone()), [json!(["ru"]), json!(["cp"]), json!([])]);
    assert_eq!(states.each_ref().map(|s| s["offers"].is_null()), [false, true, true]);
    assert_eq!(open.room.act(&id, ru, 0, json!("front north")).await.0, 200);
    let steps = [next(&mut russia).await, next(&mut powers).await, next(&mut watcher).await];
    for step in &steps {
        assert_eq!((step["kind"].as_str(), step["frame"]["number"].as_u64()), (Some("step"), Some(1)));
        assert_eq!(step["frame"], steps[0]["frame"]);
    }
    assert_eq!(steps.each_ref().map(|s| s["offers"].is_null()), [false, true, true]);
    assert_eq!(steps.each_ref().map(|s| s["undo"]["may"].clone()), [json!(true), json!(false), json!(false)]);
    let (status, _) = open.room.post(&format!("/api/games/{id}/undo"), ru, json!({"after": 1})).await;
    assert_eq!(status, 200);
    let back = next(&mut watcher).await;
    assert_eq!((back["frame"]["undone"].clone(), back["frame"]["number"].as_u64()), (json!(true), Some(2)));
}

#[tokio::test]
async fn who_plays_two_seats_of_a_secret_game_is_shown_one_after_the_other() {
    let open = open().await;
    let me = json!({"kind": "me"});
    let (id, keys) =
        open.room.game("auction", "short", json!({"a": me, "b": me, "c": {"kind": "open"}})).await;
    let both = format!("{},{}", keys[0], keys[1]);
    let mut hot = open.sit(&id, &[&keys[0], &keys[1]]).await;
    let mut third = open.sit(&id, &[&keys[2]]).await;
    assert_eq!(next(&mut hot).await["yours"], json!(["a", "b"]));
    next(&mut third).await;
    assert_eq!(open.room.act(&id, &both, 0, json!("bid 4")).await.0, 200);
    // B looks now, and is not told what A bid.
    let turned = next(&mut hot).await;
    assert_eq!((turned["kind"].as_str(), turned["offers"]["side"].as_str()), (Some("state"), Some("b")));
    assert_eq!(turned["view"]["marks"][0]["place"], "sealed");
    let seen = next(&mut third).await;
    assert_eq!(seen["kind"], "step");
    assert_eq!(seen["frame"]["change"]["marks"][0]["place"], "sealed");
}

#[tokio::test]
async fn the_dice_of_a_hidden_move_reach_nobody_but_who_made_it() {
    let open = open().await;
    let link = json!({"kind": "open"});
    let (id, keys) = open.room.game("auction", "short", json!({"a": link, "b": link, "c": link})).await;
    let mut first = open.sit(&id, &[&keys[0]]).await;
    let mut third = open.sit(&id, &[&keys[2]]).await;
    let mut watcher = open.sit(&id, &[]).await;
    for socket in [&mut first, &mut third, &mut watcher] {
        assert_eq!(next(socket).await["kind"], "state");
    }
    // A die is rolled among equals, of which only the log may tell.
    for (seat, bid) in [5, 5, 1].into_iter().enumerate() {
        assert_eq!(open.room.act(&id, &keys[seat], seat, json!(format!("bid {bid}"))).await.0, 200);
    }
    for (socket, key, own) in [(&mut first, &keys[0], 0), (&mut third, &keys[2], 2)] {
        for step in 0..3 {
            let frame = next(socket).await["frame"].clone();
            assert_eq!(frame["text"] != "", step == own, "{frame}");
            let rolled = own == 2 && step == 2;
            assert_eq!((frame["dice"].is_array(), frame["luck"].is_object()), (rolled, rolled), "{frame}");
        }
        let history = open.room.get(&format!("/api/games/{id}/history"), key).await.to_string();
        assert_eq!((history.contains("\"dice\""), history.contains("\"luck\"")), (own == 2, own == 2));
    }
    for _ in 0..3 {
        let message = next(&mut watcher).await.to_string();
        assert!(!["\"dice\"", "\"luck\"", "bid 5", "bid 1"].iter().any(|w| message.contains(w)), "{message}");
    }
    for part in ["", "/history"] {
        let seen = open.room.get(&format!("/api/games/{id}{part}"), "").await.to_string();
        assert!(!["\"dice\"", "\"luck\"", "bid 5", "bid 1"].iter().any(|w| seen.contains(w)), "{seen}");
    }
}

#[tokio::test]
async fn a_bad_greeting_is_answered_and_ends_it() {
    let open = open().await;
    let (id, _) = open.room.game("fury", "campaign", common::hot_seat()).await;
    let (mut socket, _) = connect_async(format!("ws://{}/api/games/{id}/live", open.addr)).await.unwrap();
    socket.send(Message::text("{\"keys\":5}")).await.unwrap();
    assert_eq!(next(&mut socket).await["kind"], "refused");
    assert!(connect_async(format!("ws://{}/api/games/none/live", open.addr)).await.is_err());
}

#[tokio::test]
async fn seats_show_who_is_here() {
    let open = open().await;
    let (id, keys) = open.room.game("fury", "campaign", common::hot_seat()).await;
    let mut watcher = open.sit(&id, &[]).await;
    let here =
        |v: &Value| v["seats"].as_array().unwrap().iter().map(|s| s["here"] == true).collect::<Vec<_>>();
    assert_eq!(here(&next(&mut watcher).await), [false, false]);
    let told = async |socket: &mut Socket| loop {
        let message =
            tokio::time::timeout(Duration::from_secs(5), socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Text(text) = message {
            return serde_json::from_str::<Value>(&text).unwrap();
        }
    };
    let russia = open.sit(&id, &[keys[1].as_str()]).await;
    assert_eq!(here(&told(&mut watcher).await), [true, false]);
    drop(russia);
    assert_eq!(here(&told(&mut watcher).await), [false, false]);
}
