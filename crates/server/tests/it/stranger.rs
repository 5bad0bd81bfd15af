//! Strangers without an account, from many addresses, do what they can to a table for the public. Somebody else's game does not suffer, nobody is
//! locked out, and nothing is learned. `SANDTABLE_LONG=1` lets them do it for longer.

use crate::accounts::register;
use crate::common::{Room, database, games, hot_seat, tables_with};
use sandtable_server::{Settings, Tables, listen, openapi, router};
use serde_json::{Value, json};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// Addresses of strangers.
const ADDRESSES: u8 = 30;

/// A request of the player that takes no longer than this is answered, whatever it took when all was quiet: strangers and table share the
/// processors of a machine that tests, in a build that is not optimized.
const NOISE: Duration = Duration::from_secs(8);

/// Tight limits, so that they are reached in seconds.
const TIGHT: &str = "
    admits = \"friends\"
    [limits]
    games_of_address = 3
    games_of_bots = 2
    games_of_all = 60
    megabytes_of_address = 1
    megabytes_of_all = 8
    connections = 20
    connections_of_all = 200
    thinking = 1
";

/// Somebody at an address of its own.
#[derive(Clone, Copy)]
struct Somebody {
    table: SocketAddr,
    from: Ipv4Addr,
}

impl Somebody {
    async fn connect(self) -> io::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        socket.bind((self.from, 0).into())?;
        socket.connect(self.table).await
    }

    fn head(self, method: &str, path: &str, keys: &str) -> String {
        let keys = if keys.is_empty() { String::new() } else { format!("authorization: Bearer {keys}\r\n") };
        format!("{method} {path} HTTP/1.1\r\nhost: {}\r\n{keys}", self.table)
    }

    /// A request on a connection of its own.
    async fn ask(self, method: &str, path: &str, keys: &str, body: &str) -> io::Result<(u16, String)> {
        let mut stream = self.connect().await?;
        let head = self.head(method, path, keys);
        let length = body.len();
        let text = format!(
            "{head}connection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        // It may be refused before all of it is sent.
        let _ = stream.write_all(text.as_bytes()).await;
        let mut answer = vec![];
        let read = timeout(Duration::from_secs(30), stream.read_to_end(&mut answer)).await;
        let read = read.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?;
        // Who is refused while sending may get the end of the connection right after the answer.
        if answer.is_empty() {
            return Err(read.err().unwrap_or(io::ErrorKind::UnexpectedEof.into()));
        }
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Ok((status, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_string())))
    }

    async fn json(self, method: &str, path: &str, keys: &str, body: Value) -> io::Result<(u16, Value)> {
        let (status, text) = self.ask(method, path, keys, &body.to_string()).await?;
        // Long answers come in chunks; nobody here reads those.
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
    }

    /// A WebSocket to a game that says this much of itself.
    async fn listen(self, id: &str, hello: Option<&str>) -> io::Result<TcpStream> {
        let mut stream = self.connect().await?;
        let head = self.head("GET", &format!("/api/games/{id}/live"), "");
        let upgrade = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                       sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
        stream.write_all(format!("{head}{upgrade}").as_bytes()).await?;
        let mut some = [0; 1024];
        let n = stream.read(&mut some).await?;
        if !some[..n].starts_with(b"HTTP/1.1 101") {
            return Err(io::Error::other(String::from_utf8_lossy(&some[..n]).to_string()));
        }
        if let Some(text) = hello {
            // A masked frame of text, with a mask of zeros.
            let length = u8::try_from(text.len()).map_err(io::Error::other)? | 0x80;
            stream.write_all(&[&[0x81, length, 0, 0, 0, 0], text.as_bytes()].concat()).await?;
        }
        Ok(stream)
    }
}

async fn public(folder: &TempDir, settings: &str) -> (SocketAddr, Arc<Tables>) {
    let settings = Settings::read(settings).unwrap();
    let tables = tables_with(&database(folder), games(), settings.clone()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let app = router(tables.clone());
    tokio::spawn(async move { listen::serve(listener, app, &settings, None, std::future::pending()).await });
    (addr, tables)
}

/// The file of a whole game between bots.
async fn a_file() -> String {
    let room = Room::new().await;
    let bot = json!({"kind": "bot", "level": "recruit"});
    let (id, _) = room.game("fury", "campaign", json!({"ru": bot, "cp": bot})).await;
    for _ in 0..600 {
        if room.get(&format!("/api/games/{id}"), "").await["result"] != Value::Null {
            return room.get(&format!("/api/games/{id}/record"), "").await.to_string();
        }
        sleep(Duration::from_millis(100)).await;
    }
    panic!("the game of the bots does not end");
}

/// One round of the player: a move, taken back; each request on a new connection. Gives the longest that one took.
async fn round(player: Somebody, id: &str, key: &str, number: &mut usize) -> Duration {
    let mut longest = Duration::ZERO;
    let path = format!("/api/games/{id}");
    let act = json!({"after": *number, "action": "front north"});
    let back = json!({"after": *number + 1});
    for (path, body) in [(format!("{path}/actions"), act), (format!("{path}/undo"), back)] {
        let begun = Instant::now();
        let (status, answer) = player.json("POST", &path, key, body).await.unwrap();
        longest = longest.max(begun.elapsed());
        assert_eq!(status, 200, "{path}: {answer}");
    }
    *number += 2;
    longest
}

fn p99(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[(times.len() * 99 / 100).min(times.len() - 1)]
}

/// What the strangers have come to.
#[derive(Default, Debug)]
struct Counts {
    made: AtomicUsize,
    refused: AtomicUsize,
    cut_off: AtomicUsize,
}

/// Makes as many games as it can: with bots that think, with open seats, from a file.
async fn makes_games(who: Somebody, file: Arc<String>, stop: Arc<AtomicBool>, counts: Arc<Counts>) {
    let bot = |level: &str| json!({"kind": "bot", "level": level});
    let wish = |seats: Value| json!({"game": "fury", "scenario": "campaign", "seats": seats});
    let wishes = [
        ("/api/games", wish(json!({"ru": bot("analysis:600s"), "cp": bot("analysis:600s")}))),
        ("/api/games", wish(json!({"ru": bot("analysis:1s"), "cp": bot("analysis:1s")}))),
        (
            "/api/games/import",
            json!({"file": *file, "seats": {"ru": bot("recruit"), "cp": {"kind": "open"}}}),
        ),
        ("/api/games", wish(json!({"ru": {"kind": "open"}, "cp": {"kind": "open"}}))),
        ("/api/games", wish(json!({"ru": {"kind": "me"}, "cp": bot("analysis:1s")}))),
    ];
    let mut mine = vec![];
    for (path, wish) in wishes.iter().cycle() {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let text = wish.to_string();
        match who.json("POST", path, "", wish.clone()).await {
            Ok((201, made)) => {
                assert!(!text.contains("600s"), "{made}");
                counts.made.fetch_add(1, Ordering::Relaxed);
                mine.push((made["id"].as_str().unwrap_or("").to_string(), made["keys"]["ru"].clone()));
            }
            Ok((status, _)) => {
                assert!((400..500).contains(&status) || [503, 504].contains(&status), "{status}");
                counts.refused.fetch_add(1, Ordering::Relaxed);
            }
            // Somebody else needed the room.
            Err(_) => drop(counts.cut_off.fetch_add(1, Ordering::Relaxed)),
        }
        // Whatever it has made is to be thought about.
        for (id, key) in &mine {
            let key = key.as_str().unwrap_or("");
            for level in ["analysis:1s", "analysis:600s"] {
                let hint = json!({"after": 0, "level": level}).to_string();
                let _ = who.ask("POST", &format!("/api/games/{id}/hint"), key, &hint).await;
            }
        }
        sleep(Duration::from_millis(30)).await;
    }
}

/// Sends what can hardly be read: it is refused, whatever it is.
async fn sends_rubbish(who: Somebody, stop: Arc<AtomicBool>) {
    let deep = "[".repeat(60_000);
    let large = "x".repeat(9 << 20);
    while !stop.load(Ordering::Relaxed) {
        for (method, path, body) in [
            ("POST", "/api/games", deep.as_str()),
            ("POST", "/api/games/import", large.as_str()),
            ("POST", "/api/positions", r#"{"game":"fury","text":"\u0000\u0000"}"#),
            ("GET", "/..%2f..%2fetc/passwd", ""),
            ("GET", "/boards/..%2f..%2fCargo.toml", ""),
            ("GET", "/api/games/%00", ""),
            ("GET", "/api/games?page=4294967295", ""),
        ] {
            if let Ok((status, text)) = who.ask(method, path, "", body).await {
                assert!(status < 500 || status == 503, "{method} {path}: {status} {text}");
                assert!(!text.contains("root:") && !text.contains("[workspace]"), "{path}");
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

/// Opens connections and says nothing, or next to nothing, on each.
async fn holds_connections(who: Somebody, id: String, stop: Arc<AtomicBool>, counts: Arc<Counts>) {
    let mut held: Vec<TcpStream> = vec![];
    let slow_body = format!(
        "{}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{{",
        who.head("POST", "/api/games", "")
    );
    while !stop.load(Ordering::Relaxed) {
        for kind in 0..4 {
            let stream = match kind {
                0 => who.connect().await,
                1 => match who.connect().await {
                    Ok(mut stream) => {
                        let _ = stream.write_all(slow_body.as_bytes()).await;
                        Ok(stream)
                    }
                    e => e,
                },
                2 => who.listen(&id, None).await,
                _ => who.listen(&id, Some(r#"{"keys":[]}"#)).await,
            };
            match stream {
                Ok(stream) => held.push(stream),
                Err(_) => drop(counts.cut_off.fetch_add(1, Ordering::Relaxed)),
            }
        }
        // One letter of a head that never ends.
        for stream in &mut held {
            let _ = timeout(Duration::from_millis(5), stream.write_all(b"G")).await;
        }
        if held.len() > 200 {
            held.drain(..100);
        }
        sleep(Duration::from_millis(100)).await;
    }
}

fn size_of(folder: &TempDir) -> u64 {
    let files = std::fs::read_dir(folder.path()).unwrap();
    files.map(|f| f.unwrap().metadata().unwrap().len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn strangers_do_not_take_the_table() {
    let long = std::env::var("SANDTABLE_LONG").is_ok_and(|v| v == "1");
    let rounds = if long { 600 } else { 60 };
    let file = Arc::new(a_file().await);
    let folder = TempDir::new().unwrap();
    let (table, tables) = public(&folder, TIGHT).await;
    let player = Somebody { table, from: Ipv4Addr::LOCALHOST };
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": hot_seat()});
    let (status, made) = player.json("POST", "/api/games", "", wish).await.unwrap();
    assert_eq!(status, 201, "{made}");
    let (id, key) = (made["id"].as_str().unwrap().to_string(), made["keys"]["ru"].as_str().unwrap());
    let (mut number, mut quiet, mut busy) = (0, vec![], vec![]);
    for _ in 0..rounds / 2 {
        quiet.push(round(player, &id, key, &mut number).await);
        sleep(Duration::from_millis(200)).await;
    }
    let (stop, counts) = (Arc::new(AtomicBool::new(false)), Arc::new(Counts::default()));
    let mut strangers = tokio::task::JoinSet::new();
    for i in 0..ADDRESSES {
        let who = Somebody { table, from: Ipv4Addr::new(127, 0, 1, i + 1) };
        strangers.spawn(holds_connections(who, id.clone(), stop.clone(), counts.clone()));
        match i % 3 {
            0 => drop(strangers.spawn(sends_rubbish(who, stop.clone()))),
            _ => drop(strangers.spawn(makes_games(who, file.clone(), stop.clone(), counts.clone()))),
        }
    }
    sleep(Duration::from_secs(2)).await;
    for i in 0..rounds {
        busy.push(round(player, &id, key, &mut number).await);
        // Somebody who was never here gets in too, and his own seat's connection finds room.
        let newcomer = Somebody { table, from: Ipv4Addr::new(127, 0, 2, (i % 250) as u8 + 1) };
        assert_eq!(newcomer.ask("GET", "/api/titles", "", "").await.unwrap().0, 200);
        let hello = format!("{{\"keys\":[\"{key}\"]}}");
        let mut seat = player.listen(&id, Some(&hello)).await.unwrap();
        let mut some = [0; 64];
        let n = timeout(Duration::from_secs(10), seat.read(&mut some)).await.unwrap().unwrap();
        assert!(String::from_utf8_lossy(&some[..n]).contains("state"), "{:?}", &some[..n]);
        sleep(Duration::from_millis(200)).await;
    }
    let (quiet, busy) = (p99(quiet), p99(busy));
    // Whatever strangers have made, the game is still found in the lobby.
    let listed = tables.list(&Default::default(), None, 0).await.unwrap();
    assert!(listed.iter().any(|game| game.id == id), "{} games", listed.len());
    stop.store(true, Ordering::Relaxed);
    while let Some(done) = strangers.join_next().await {
        done.unwrap();
    }
    println!("p99 of the player: {quiet:?} when all was quiet, {busy:?} beside the strangers; {counts:?}");
    assert!(busy < NOISE.max(quiet * 2), "{quiet:?} {busy:?}");
    let made = counts.made.load(Ordering::Relaxed);
    assert!((1..=60).contains(&made) && counts.refused.load(Ordering::Relaxed) > 0, "{counts:?}");
    let size = size_of(&folder);
    assert!(size < 40 << 20, "{size} bytes on the disk");
}

#[tokio::test]
async fn a_stranger_learns_nothing_of_what_is_hidden() {
    let folder = TempDir::new().unwrap();
    let (table, _tables) = public(&folder, TIGHT).await;
    let player = Somebody { table, from: Ipv4Addr::LOCALHOST };
    let me = json!({"kind": "me"});
    let wish = json!({"game": "auction", "scenario": "short", "seats": {"a": me, "b": me, "c": me}});
    let (_, made) = player.json("POST", "/api/games", "", wish).await.unwrap();
    let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["a"].as_str().unwrap());
    let act = json!({"after": 0, "action": "bid 4"});
    let (status, _) = player.json("POST", &format!("/api/games/{id}/actions"), key, act).await.unwrap();
    assert_eq!(status, 200);
    let own = player.ask("GET", &format!("/api/games/{id}/history"), key, "").await.unwrap();
    assert!(own.1.contains("bid 4"), "who has made it sees it: {}", own.1);
    let stranger = Somebody { table, from: Ipv4Addr::new(127, 0, 1, 1) };
    let mut asked = 0;
    for (path, item) in openapi().paths.paths.iter().filter(|(path, _)| path.contains("{id}")) {
        let path = path.replace("{id}", id);
        for (method, there) in [("GET", item.get.is_some()), ("POST", item.post.is_some())] {
            if !there {
                continue;
            }
            asked += 1;
            for body in [
                "",
                "{}",
                r#"{"after":1}"#,
                r#"{"at":1,"seats":{"a":{"kind":"me"},"b":{"kind":"me"},"c":{"kind":"me"}}}"#,
            ] {
                let (status, text) = stranger.ask(method, &path, "", body).await.unwrap();
                assert!(!text.contains("bid 4") && !text.contains("\"secrets\""), "{method} {path}: {text}");
                let known = method == "GET" && (200..500).contains(&status);
                assert!(known || (400..500).contains(&status), "{method} {path} {body}: {status} {text}");
            }
        }
    }
    assert!(asked > 15, "{asked}");
}

#[tokio::test]
async fn slow_ones_are_cut_off() {
    let folder = TempDir::new().unwrap();
    let (table, _tables) = public(&folder, TIGHT).await;
    let who = Somebody { table, from: Ipv4Addr::new(127, 0, 1, 1) };
    let lasts = async |said: String| {
        let mut stream = who.connect().await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let begun = Instant::now();
        let mut answer = vec![];
        let ended = timeout(Duration::from_secs(15), stream.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "it stays open: {said}");
        (begun.elapsed().as_secs(), String::from_utf8_lossy(&answer).to_string())
    };
    let body = "content-type: application/json\r\ncontent-length: 60\r\n\r\n{";
    let (silent, head, body) = tokio::join!(
        lasts(String::new()),
        lasts("GET / HTTP/1.1\r\nhost: loc".to_string()),
        lasts(format!("{}{body}", who.head("POST", "/api/games", ""))),
    );
    assert!((8..=13).contains(&silent.0) && (8..=13).contains(&head.0), "{silent:?} {head:?}");
    assert!(body.1.starts_with("HTTP/1.1 408") && body.0 <= 8, "{body:?}");
}

#[tokio::test]
async fn the_lobby_is_fair_to_those_who_make_few_games() {
    let room = Room::with(Settings::read("admits = \"public\"\n[limits]\ngames = 3").unwrap()).await;
    let (mut few, mut many, mut other) =
        (register(&room, "Few").await, register(&room, "Many").await, register(&room, "Other").await);
    let seats = json!({"ru": {"kind": "open"}, "cp": {"kind": "me"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats});
    let (status, made) = few.post(&room, "/api/games", wish.clone()).await;
    assert_eq!(status, 201, "{made}");
    let own = made["id"].clone();
    for game in 0..5 {
        let (status, answer) = many.post(&room, "/api/games", wish.clone()).await;
        assert_eq!(status == 201, game < 3, "an account has three games at this table: {answer}");
        assert!(status == 201 || answer["code"] == "quota", "{answer}");
    }
    let ids = |list: Value| list.as_array().unwrap().iter().map(|g| g["id"].clone()).collect::<Vec<_>>();
    let seen = ids(other.get(&room, "/api/games").await);
    assert!(seen.len() == 4 && seen[..2].contains(&own), "{seen:?} {own:?}");
    assert_eq!(ids(few.get(&room, "/api/games?own=true").await), std::slice::from_ref(&own));
    assert_eq!(ids(few.get(&room, "/api/games").await)[0], own);
    assert_eq!(ids(few.get(&room, "/api/games?own=false&page=1").await).len(), 0);
    // What is by invitation alone is not listed.
    let private = json!({"game": "fury", "scenario": "campaign", "open_to": "invited",
        "seats": {"ru": {"kind": "open"}, "cp": {"kind": "me"}}});
    assert_eq!(other.post(&room, "/api/games", private).await.0, 201);
    assert_eq!(ids(few.get(&room, "/api/games").await).len(), 4);
}

#[tokio::test]
async fn bots_that_nobody_watches_rest() {
    let folder = TempDir::new().unwrap();
    let (table, _tables) = public(&folder, "admits = \"friends\"\n[limits]\nunwatched = 1").await;
    let who = Somebody { table, from: Ipv4Addr::LOCALHOST };
    let bot = json!({"kind": "bot", "level": "analysis:1s"});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": {"ru": bot, "cp": bot}});
    let (status, made) = who.json("POST", "/api/games", "", wish).await.unwrap();
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let moves = async || {
        let (_, text) = who.ask("GET", "/api/games?own=true", "", "").await.unwrap();
        serde_json::from_str::<Value>(&text).unwrap()[0]["moves"].as_u64().unwrap()
    };
    let seconds = async |n| sleep(Duration::from_secs(n)).await;
    // What was begun when it was made is thought out to its end; then nothing more happens, though a turn takes a second.
    let mut before = moves().await;
    for waited in 0.. {
        seconds(6).await;
        let now = moves().await;
        if std::mem::replace(&mut before, now) == now {
            break;
        }
        assert!(waited < 8, "it goes on without anybody");
    }
    let watcher = who.listen(id, Some(r#"{"keys":[]}"#)).await.unwrap();
    for waited in 0.. {
        if moves().await > before {
            break;
        }
        assert!(waited < 30, "it does not go on although somebody watches");
        seconds(1).await;
    }
    drop(watcher);
}
