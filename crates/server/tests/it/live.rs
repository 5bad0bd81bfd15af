//! Several people at one table, over real connections.

use crate::common;

use crate::common::tables;
use futures_util::{SinkExt, StreamExt};
use sandtable_core::seal::{Secret, from_hex, salt, seal_choice, to_hex};
use sandtable_server::{Settings, listen, router};
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
    let tables = tables(&format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display())).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let app = router(tables);
    let served = app.clone();
    let settings = Settings::default();
    tokio::spawn(
        async move { listen::serve(listener, served, &settings, None, std::future::pending()).await },
    );
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
async fn who_plays_two_seats_chooses_from_which_he_looks() {
    let open = open().await;
    let me = json!({"kind": "me"});
    let (id, keys) =
        open.room.game("auction", "short", json!({"a": me, "b": me, "c": {"kind": "open"}})).await;
    let (path, both) = (format!("/api/games/{id}"), format!("{},{}", keys[0], keys[1]));
    let hello = json!({"keys": [keys[0], keys[1]], "side": "b"});
    let (mut b, _) = connect_async(format!("ws://{}{path}/live", open.addr)).await.unwrap();
    b.send(Message::text(hello.to_string())).await.unwrap();
    let state = next(&mut b).await;
    assert_eq!((state["seat"].as_str(), state["offers"]["side"].as_str()), (Some("b"), Some("b")));
    // Both may choose at once, in either order.
    let bid = |side: &str, bid: u8| json!({"after": 0, "side": side, "action": format!("bid {bid}")});
    assert_eq!(open.room.post(&format!("{path}/actions"), &both, bid("b", 2)).await.0, 200);
    let step = next(&mut b).await;
    assert_eq!((step["kind"].as_str(), step["offers"].is_null()), (Some("step"), true));
    assert_eq!(step["frame"]["change"]["marks"][0]["place"], "2");
    b.send(Message::text(json!({"side": "a"}).to_string())).await.unwrap();
    let turned = next(&mut b).await;
    assert_eq!((turned["kind"].as_str(), turned["offers"]["side"].as_str()), (Some("state"), Some("a")));
    assert_eq!(turned["view"]["marks"][0]["place"], "sealed");
    assert_eq!(open.room.post(&format!("{path}/actions"), &both, bid("a", 4)).await.0, 200);
    let step = next(&mut b).await;
    assert_eq!((step["kind"].as_str(), step["frame"]["text"].as_str()), (Some("step"), Some("bid 4")));
    b.send(Message::text(json!({"side": "c"}).to_string())).await.unwrap();
    assert_eq!(next(&mut b).await["code"], "seat");
    b.send(Message::text("hello?")).await.unwrap();
    assert_eq!(next(&mut b).await["code"], "broken");
    for (side, seen) in [("a", ["4", "sealed"]), ("b", ["sealed", "2"])] {
        let state = open.room.get(&format!("{path}?side={side}"), &both).await;
        assert_eq!(state["yours"], json!(["a", "b"]));
        assert_eq!([0, 1].map(|i| state["view"]["marks"][i]["place"].clone()), seen.map(|s| json!(s)));
        let history = open.room.get(&format!("{path}/history?side={side}"), &both).await.to_string();
        assert_eq!([history.contains("bid 4"), history.contains("bid 2")], [side == "a", side == "b"]);
    }
    // The last move can be taken back by whichever seat made it.
    assert_eq!(open.room.get(&format!("{path}?side=b"), &both).await["undo"]["may"], true);
    for part in ["", "/history"] {
        let (status, why) = open.room.ask("GET", &format!("{path}{part}?side=c"), &both, None).await;
        assert_eq!((status.as_u16(), why["code"].as_str()), (403, Some("seat")));
    }
    let (mut none, _) = connect_async(format!("ws://{}{path}/live", open.addr)).await.unwrap();
    none.send(Message::text(json!({"keys": [keys[0]], "side": "b"}).to_string())).await.unwrap();
    assert_eq!(next(&mut none).await["code"], "seat");
}

#[tokio::test]
async fn a_secret_choice_shows_its_seal_to_all_and_the_file_opens_it() {
    let open = open().await;
    let link = json!({"kind": "open"});
    let (id, keys) = open.room.sealed("auction", "short", json!({"a": link, "b": link, "c": link})).await;
    let path = format!("/api/games/{id}");
    let mut first = open.sit(&id, &[&keys[0]]).await;
    let mut watcher = open.sit(&id, &[]).await;
    next(&mut first).await;
    assert_eq!(next(&mut watcher).await["seeded"], false);
    let mut published = Vec::new();
    for (step, bid) in [3, 1, 2, 5, 5, 5].into_iter().enumerate() {
        let (status, done) = open.room.act(&id, &keys[step % 3], step, json!(format!("bid {bid}"))).await;
        assert_eq!(status, 200, "{done}");
        let told = next(&mut watcher).await;
        let seal = if told["kind"] == "step" { told["frame"]["seal"].clone() } else { Value::Null };
        let own = next(&mut first).await;
        if told["kind"] == "step" && step < 5 {
            assert_eq!((seal.as_str().map(str::len), &own["frame"]["seal"]), (Some(64), &seal));
            assert_eq!(told["frame"]["lines"].as_array().map(Vec::len), Some(usize::from(step == 2)));
        }
        published.push(seal);
    }
    // When it is over the secrets are opened, and every seal that was seen is that of the choice.
    let record = open.room.get(&format!("{path}/record"), "").await;
    let history = open.room.get(&format!("{path}/history"), "").await;
    let secret = record["dice"]["secrets"][0].as_str().unwrap();
    let secrets = [Secret(from_hex(secret).unwrap())];
    for (i, seal) in published.iter().enumerate() {
        let entry = &record["moves"][i];
        assert_eq!(history["frames"][i]["seal"], entry["seal"]["seal"]);
        assert!(i == 5 || *seal == entry["seal"]["seal"]);
        let choice = format!("{} {}", entry["side"].as_str().unwrap(), entry["action"]);
        let again = seal_choice(choice.as_bytes(), &salt(&secrets, i as u64 + 1, 0));
        assert_eq!(entry["seal"]["seal"], json!(to_hex(&again.0)));
    }
    // A file in which a choice was changed is not taken in.
    let mut forged = record.clone();
    forged["moves"][0]["seal"]["seal"] = forged["moves"][3]["seal"]["seal"].clone();
    let take = json!({"file": forged.to_string(), "seats": {"a": link, "b": link, "c": link}});
    let (status, why) = open.room.post("/api/games/import", "", take).await;
    assert_eq!(status, 400, "{why}");
    assert!(why["message"].as_str().unwrap().contains("move 1: its seal"), "{why}");
}

#[tokio::test]
async fn a_seal_is_not_published_where_its_salt_can_be_foreseen() {
    let open = open().await;
    let link = json!({"kind": "open"});
    let (id, keys) = open.room.game("auction", "short", json!({"a": link, "b": link, "c": link})).await;
    assert_eq!(open.room.act(&id, &keys[0], 0, json!("bid 3")).await.0, 200);
    assert_eq!(open.room.get(&format!("/api/games/{id}"), &keys[1]).await["seeded"], true);
    for key in ["", &keys[0], &keys[1]] {
        let history = open.room.get(&format!("/api/games/{id}/history"), key).await;
        assert!(history["frames"][0]["seal"].is_null(), "{history}");
    }
}

#[tokio::test]
async fn what_others_choose_in_secret_does_not_make_a_choice_stale() {
    let open = open().await;
    let link = json!({"kind": "open"});
    let (id, keys) = open.room.sealed("auction", "short", json!({"a": link, "b": link, "c": link})).await;
    let path = format!("/api/games/{id}");
    // All three answer what they saw at the start.
    assert_eq!(open.room.act(&id, &keys[1], 0, json!("bid 3")).await.0, 200);
    assert_eq!(open.room.act(&id, &keys[1], 0, json!("bid 3")).await.0, 409, "sent twice is done once");
    let odds = json!({"after": 0, "action": "bid 3"});
    assert_eq!(open.room.post(&format!("{path}/odds"), &keys[2], odds).await.0, 200);
    assert_eq!(open.room.act(&id, &keys[2], 0, json!("bid 3")).await.0, 200);
    assert_eq!(open.room.post(&format!("{path}/undo"), &keys[2], json!({"after": 2})).await.0, 200);
    assert_eq!(open.room.act(&id, &keys[0], 0, json!("bid 1")).await.0, 409, "something was taken back");
    assert_eq!(open.room.act(&id, &keys[2], 3, json!("bid 4")).await.0, 200);
    assert_eq!(open.room.act(&id, &keys[0], 3, json!("bid 1")).await.0, 200);
    assert_eq!(open.room.act(&id, &keys[0], 4, json!("bid 1")).await.0, 409, "that round is over");
    assert_eq!(open.room.get(&path, "").await["number"], 5);
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
