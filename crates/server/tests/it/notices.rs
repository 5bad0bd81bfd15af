//! People are told that it is their turn: by mail through a real SMTP server, and by a signed message to a real receiver.

use crate::common::{Room, games, tables_with};
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Request};
use axum::routing::post;
use sandtable_server::{Settings, router};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

type Kept<T> = Arc<Mutex<Vec<T>>>;

/// A server that takes mail and keeps it; the first `refusals` are not taken.
async fn smtp(refusals: usize) -> (String, Kept<String>) {
    let mails: Kept<String> = Arc::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("smtp://{}", listener.local_addr().unwrap());
    let kept = mails.clone();
    tokio::spawn(async move {
        let mut refusals = refusals;
        while let Ok((socket, _)) = listener.accept().await {
            let (read, mut write) = socket.into_split();
            let mut lines = BufReader::new(read).lines();
            let _ = write.write_all(b"220 test\r\n").await;
            let mut mail: Option<String> = None;
            while let Ok(Some(line)) = lines.next_line().await {
                if let Some(text) = &mut mail {
                    if line != "." {
                        text.push_str(&line);
                        text.push('\n');
                        continue;
                    }
                    let text = mail.take().unwrap();
                    if refusals > 0 {
                        refusals -= 1;
                        let _ = write.write_all(b"451 later\r\n").await;
                        continue;
                    }
                    kept.lock().unwrap().push(text);
                    let _ = write.write_all(b"250 taken\r\n").await;
                    continue;
                }
                let answer: &[u8] = match line.split(' ').next().unwrap_or("") {
                    "DATA" => {
                        mail = Some(String::new());
                        b"354 go on\r\n"
                    }
                    "QUIT" => b"221 bye\r\n",
                    _ => b"250 ok\r\n",
                };
                let _ = write.write_all(answer).await;
            }
        }
    });
    (address, mails)
}

/// A receiver of messages: the headers and the body of each.
async fn receiver() -> (String, Kept<(HeaderMap, String)>) {
    let kept: Kept<(HeaderMap, String)> = Arc::default();
    let take = |State(kept): State<Kept<(HeaderMap, String)>>, headers: HeaderMap, body: Bytes| async move {
        kept.lock().unwrap().push((headers, String::from_utf8(body.to_vec()).unwrap()));
    };
    let app = axum::Router::new().route("/hook", post(take)).with_state(kept.clone());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/hook", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await });
    (address, kept)
}

/// Somebody who is signed in.
struct Person {
    cookie: String,
}

impl Person {
    async fn new(room: &Room, name: &str, mail: &str) -> Person {
        let wish = json!({"name": name, "password": "a long enough password", "mail": mail});
        let request = Request::builder().method("POST").uri("/api/account");
        let request = request.header("host", "127.0.0.1:1").header("origin", "http://127.0.0.1:1");
        let request = request.header("content-type", "application/json").body(Body::from(wish.to_string()));
        let response = tower::ServiceExt::oneshot(room.app.clone(), request.unwrap()).await.unwrap();
        assert!(response.status().is_success(), "{:?}", response.status());
        let cookie = response.headers()["set-cookie"].to_str().unwrap();
        Person { cookie: cookie.split(';').next().unwrap().to_string() }
    }

    async fn post(&self, room: &Room, path: &str, body: Value) -> (u16, Value) {
        let request = Request::builder().method("POST").uri(path).header("cookie", &self.cookie);
        let request = request.header("host", "127.0.0.1:1").header("origin", "http://127.0.0.1:1");
        let request = request.header("content-type", "application/json").body(Body::from(body.to_string()));
        let (status, body) = room.send(request.unwrap()).await;
        (status.as_u16(), body)
    }
}

async fn eventually(done: impl Fn() -> bool) {
    for _ in 0..150 {
        if done() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("nothing comes");
}

/// Confirms the addresses of all accounts, as their owners would with the code that was sent to them.
async fn confirm_all(folder: &TempDir) {
    sqlx::any::install_default_drivers();
    let url = format!("sqlite://{}", folder.path().join("games.sqlite").display());
    let pool = sqlx::AnyPool::connect(&url).await.unwrap();
    sqlx::query("UPDATE accounts SET mail_confirmed = 1").execute(&pool).await.unwrap();
    sqlx::query("DELETE FROM mails").execute(&pool).await.unwrap();
    pool.close().await;
}

#[tokio::test]
async fn whose_turn_it_is_is_told_once_by_mail_and_by_message() {
    let (server, mails) = smtp(0).await;
    let (hook, messages) = receiver().await;
    let folder = TempDir::new().unwrap();
    let text = format!(
        "admits = \"public\"\nurl = \"https://table.example\"\n[mail]\nserver = \"{server}\"\nfrom = \"Table <table@example.org>\"\n\
         [notices]\nafter = 0\ninside = true\n"
    );
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display());
    let kept = tables_with(&url, games(), Settings::read(&text).unwrap()).await;
    kept.spawn_background_tasks();
    let room = Room { app: router(kept), folder };
    let ada = Person::new(&room, "Ada", "ada@example.org").await;
    let bob = Person::new(&room, "Bob", "").await;
    confirm_all(&room.folder).await;
    let (status, told) = bob.post(&room, "/api/account/notices", json!({"webhook": hook})).await;
    assert_eq!(status, 200, "{told}");
    let secret = told["secret"].as_str().unwrap().to_string();
    assert_eq!(bob.post(&room, "/api/account/notices", json!({"webhook": "ftp://x"})).await.0, 400);

    let seats = json!({"cp": {"kind": "me"}, "ru": {"kind": "open"}});
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": seats});
    let (status, made) = ada.post(&room, "/api/games", wish).await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap().to_string();
    let sit = json!({"invitations": [made["invitations"]["ru"]]});
    let (status, sat) = bob.post(&room, &format!("/api/games/{id}/sit"), sit).await;
    assert_eq!(status, 200, "{sat}");
    // It is the turn of one of them; both decide in the course of a few steps.
    let mut number = 0;
    while mails.lock().unwrap().is_empty() || messages.lock().unwrap().is_empty() {
        assert!(number < 400, "nobody is told");
        let act = json!({"after": number, "action": 1});
        let mut taken = ada.post(&room, &format!("/api/games/{id}/actions"), act.clone()).await;
        if taken.0 != 200 {
            taken = bob.post(&room, &format!("/api/games/{id}/actions"), act).await;
        }
        assert_eq!(taken.0, 200, "{}", taken.1);
        number += 1;
        if number % 20 == 0 {
            tokio::time::sleep(Duration::from_millis(1700)).await;
        }
    }
    let mail = mails.lock().unwrap()[0].clone();
    assert!(mail.contains("It is your turn") && mail.contains("https://table.example/game/"), "{mail}");
    let (headers, body) = messages.lock().unwrap()[0].clone();
    let at = headers["x-sandtable-time"].to_str().unwrap();
    let signed = headers["x-sandtable-signature"].to_str().unwrap();
    assert_eq!(signed, format!("sha256={}", hmac_of(&secret, &format!("{at}.{body}"))));
    assert!(body.contains(&id) && !body.contains("key"), "{body}");
    // As long as nobody decides, nobody is told again.
    let before = (mails.lock().unwrap().len(), messages.lock().unwrap().len());
    tokio::time::sleep(Duration::from_secs(4)).await;
    let after = (mails.lock().unwrap().len(), messages.lock().unwrap().len());
    assert!(after.0 <= before.0 + 1 && after.1 <= before.1 + 1, "{before:?} {after:?}");
}

fn hmac_of(secret: &str, text: &str) -> String {
    use hmac::{Hmac, Mac};
    let mut mac = Hmac::<sha2::Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().iter().map(|b| format!("{b:02x}")).collect()
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_tried_again() {
    let (server, mails) = smtp(1).await;
    let folder = TempDir::new().unwrap();
    let text = format!(
        "admits = \"public\"\nurl = \"https://table.example\"\n[mail]\nserver = \"{server}\"\nfrom = \"Table <table@example.org>\"\n"
    );
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display());
    let kept = tables_with(&url, games(), Settings::read(&text).unwrap()).await;
    kept.spawn_background_tasks();
    let room = Room { app: router(kept), folder };
    // An account with an address is sent a code to confirm it.
    Person::new(&room, "Ada", "ada@example.org").await;
    eventually(|| !mails.lock().unwrap().is_empty()).await;
    assert_eq!(mails.lock().unwrap().len(), 1);
}
