//! Accounts at a table that strangers can reach: who comes in, what belongs to whom, and what is left of an account that goes.

use crate::common::{Room, database, fury, hot_seat, tables_with};
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use futures_util::{SinkExt, StreamExt};
use sandtable_server::{Settings, router};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection, Row};
use std::time::{Duration, Instant};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

const HOST: &str = "127.0.0.1:1";
const PASSWORD: &str = "seven bridges of koenigsberg";

/// A table for strangers with room for what tests ask.
fn public(more: &str) -> Settings {
    let limits = "[limits]\nenter = { burst = 200, minute = 600 }\nmake = { burst = 200, minute = 600 }";
    Settings::read(&format!(
        "admits = \"public\"\nproxies = [\"127.0.0.1\"]\nhosts = [\"table.example\"]\n{more}\n{limits}"
    ))
    .unwrap()
}

/// A browser: it keeps its cookie, and says from which page it comes.
#[derive(Clone, Default)]
pub struct Browser {
    cookie: String,
    /// Whether the last answer gave it.
    given: bool,
    headers: Vec<(&'static str, String)>,
}

impl Browser {
    fn with(mut self, name: &'static str, value: &str) -> Browser {
        self.headers.push((name, value.to_string()));
        self
    }

    async fn ask(&mut self, room: &Room, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let origin = self.headers.iter().any(|(name, _)| *name == "origin" || *name == "sec-fetch-site");
        let plain = if origin { None } else { Some(format!("http://{HOST}")) };
        self.ask_from(room, method, path, body, plain.as_deref()).await
    }

    async fn ask_from(
        &mut self,
        room: &Room,
        method: &str,
        path: &str,
        body: Option<Value>,
        origin: Option<&str>,
    ) -> (u16, Value) {
        let mut request = Request::builder().method(method).uri(path).header("host", HOST);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        if !self.cookie.is_empty() {
            request = request.header("cookie", &self.cookie);
        }
        let body = match body {
            Some(value) => {
                request = request.header("content-type", "application/json");
                Body::from(value.to_string())
            }
            None => Body::empty(),
        };
        let response = room.app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status().as_u16();
        self.given = response.headers().contains_key(header::SET_COOKIE);
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            self.cookie = cookie.to_str().unwrap().split(';').next().unwrap().to_string();
        }
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn get(&mut self, room: &Room, path: &str) -> Value {
        let (status, body) = self.ask(room, "GET", path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn post(&mut self, room: &Room, path: &str, body: Value) -> (u16, Value) {
        self.ask(room, "POST", path, Some(body)).await
    }
}

pub async fn register(room: &Room, name: &str) -> Browser {
    let mut browser = Browser::default();
    let (status, me) = browser.post(room, "/api/account", json!({"name": name, "password": PASSWORD})).await;
    assert_eq!(status, 201, "{me}");
    assert!(browser.cookie.starts_with("sandtable="), "{}", browser.cookie);
    browser
}

async fn sign_in(room: &Room, name: &str, password: &str) -> (u16, Value, Browser) {
    let mut browser = Browser::default();
    let (status, body) =
        browser.post(room, "/api/session", json!({"name": name, "password": password})).await;
    (status, body, browser)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

async fn rows(room: &Room, sql: &'static str) -> Vec<Vec<String>> {
    let mut c = AnyConnection::connect(&database(&room.folder)).await.unwrap();
    let rows = sqlx::query(sql).fetch_all(&mut c).await.unwrap();
    rows.iter().map(|r| (0..r.len()).map(|i| r.try_get::<String, _>(i).unwrap()).collect()).collect()
}

/// The code in the mail that was sent last.
async fn code(room: &Room) -> Option<String> {
    let mails = rows(room, "SELECT body, recipient FROM mails ORDER BY at DESC, id").await;
    let body = &mails.first()?[0];
    Some(body.split_once('=')?.1.chars().take_while(char::is_ascii_hexdigit).collect())
}

fn with_guest() -> Value {
    let seats = json!({"ru": {"kind": "me"}, "cp": {"kind": "open"}});
    json!({"game": "fury", "scenario": "campaign", "seats": seats})
}

/// A game of two accounts: its id.
async fn of_two(room: &Room, maker: &mut Browser, guest: &mut Browser) -> String {
    let (status, made) = maker.post(room, "/api/games", with_guest()).await;
    assert_eq!(status, 201, "{made}");
    let id = text(&made["id"]);
    let sit = json!({"invitations": [made["invitations"]["cp"]]});
    let (status, sat) = guest.post(room, &format!("/api/games/{id}/sit"), sit).await;
    assert_eq!((status, &sat["keys"]), (200, &json!({})), "{sat}");
    id
}

#[tokio::test]
async fn at_home_and_among_friends_there_are_no_accounts() {
    for settings in [Settings::default(), Settings::read("admits = \"friends\"").unwrap()] {
        let room = Room::with(settings).await;
        let mut browser = Browser::default();
        let me = browser.get(&room, "/api/me").await;
        assert_eq!(me, json!({"accounts": false, "open": false, "account": null}));
        let body = json!({"name": "Max", "password": PASSWORD});
        for (method, path, body) in [
            ("POST", "/api/account", Some(body.clone())),
            ("POST", "/api/session", Some(body)),
            ("DELETE", "/api/session", None),
            ("GET", "/api/account/devices", None),
            ("POST", "/api/account/reset", Some(json!({"who": "Max"}))),
            ("GET", "/api/keeper", None),
        ] {
            let (status, problem) = browser.ask(&room, method, path, body).await;
            assert_eq!(status, 404, "{method} {path}");
            assert!(text(&problem["message"]).contains("no accounts"), "{problem}");
        }
        let (status, made) = browser.post(&room, "/api/games", with_guest()).await;
        assert_eq!((status, made["keys"].as_object().unwrap().len()), (201, 1), "{made}");
    }
}

#[tokio::test]
async fn somebody_registers_and_signs_in_elsewhere() {
    let room = Room::with(public("")).await;
    let mut max = register(&room, "Max  Hoffmann").await;
    let me = max.get(&room, "/api/me").await;
    assert_eq!(
        (&me["account"]["name"], &me["account"]["keeper"], &me["open"]),
        (&json!("Max Hoffmann"), &json!(true), &json!(true))
    );
    let again = json!({"name": "max hoffmann", "password": PASSWORD});
    assert_eq!(Browser::default().post(&room, "/api/account", again).await.0, 400);
    for (name, password) in [("Erich", "short"), ("Erich", "password123"), ("<b>", PASSWORD), ("E", PASSWORD)]
    {
        let wish = json!({"name": name, "password": password});
        assert_eq!(Browser::default().post(&room, "/api/account", wish).await.0, 400, "{name} {password}");
    }
    let (status, me, mut phone) = sign_in(&room, "MAX HOFFMANN", PASSWORD).await;
    assert_eq!((status, &me["account"]["name"]), (200, &json!("Max Hoffmann")));
    assert_eq!(phone.get(&room, "/api/me").await["account"]["id"], me["account"]["id"]);
    // Signing out ends this device alone, whoever has kept its cookie.
    let kept = phone.clone();
    assert_eq!(phone.ask(&room, "DELETE", "/api/session", None).await.0, 204);
    assert_eq!(kept.clone().get(&room, "/api/me").await["account"], Value::Null);
    assert_eq!(max.get(&room, "/api/me").await["account"]["name"], "Max Hoffmann");
    // What is stored gives nobody a way in.
    let value = max.cookie.split_once('=').unwrap().1.to_string();
    for file in ["games.sqlite", "games.sqlite-wal"] {
        let bytes = std::fs::read(room.folder.path().join(file)).unwrap_or_default();
        for secret in [PASSWORD, &value] {
            assert!(!bytes.windows(secret.len()).any(|w| w == secret.as_bytes()), "{file} holds a secret");
        }
    }
    // The program may stop: who is signed in stays so.
    let room =
        Room { app: router(tables_with(&database(&room.folder), vec![fury()], public("")).await), ..room };
    assert_eq!(max.get(&room, "/api/me").await["account"]["name"], "Max Hoffmann");
}

#[tokio::test]
async fn of_many_first_accounts_one_keeps_the_table() {
    let room = Room::with(public("")).await;
    let register = async |i: usize| {
        let mut browser = Browser::default();
        let wish = json!({"name": format!("Number {i}"), "password": PASSWORD});
        let (status, me) = browser.post(&room, "/api/account", wish).await;
        assert_eq!(status, 201, "{me}");
        me["account"]["keeper"] == json!(true)
    };
    let (a, b, c, d) = tokio::join!(register(1), register(2), register(3), register(4));
    assert_eq!([a, b, c, d].iter().filter(|k| **k).count(), 1);
}

#[tokio::test]
async fn who_guesses_learns_nothing_and_is_slowed_down() {
    let settings =
        "admits = \"public\"\nproxies = [\"127.0.0.1\"]\n[limits]\nenter = { burst = 6, minute = 6 }";
    let room = Room::with(Settings::read(settings).unwrap()).await;
    register(&room, "Max").await;
    let from = |last: usize| Browser::default().with("x-forwarded-for", &format!("10.0.0.{last}"));
    let guess = async |last: usize, name: &str| {
        let wish = json!({"name": name, "password": "the wrong password"});
        let begun = Instant::now();
        let (status, body) = from(last).post(&room, "/api/session", wish).await;
        (status, body, begun.elapsed())
    };
    // The first makes what nobody's password is compared with.
    guess(1, "nobody").await;
    let (wrong, unknown) = (guess(2, "Max").await, guess(3, "Nobody else").await);
    assert_eq!((wrong.0, &wrong.1), (403, &unknown.1));
    let (a, b) = (wrong.2.as_secs_f64(), unknown.2.as_secs_f64());
    assert!(a / b < 5.0 && b / a < 5.0, "{a} {b}");
    // Another address each time does not help against one name, and the name that nobody has is no different.
    for name in ["Max", "Nobody else"] {
        let mut refused = 0;
        for last in 10..20 {
            refused += usize::from(guess(last, name).await.0 == 429);
        }
        assert!((4..=6).contains(&refused), "{name}: {refused}");
    }
    // Nor does another name each time against one address.
    let mut refused = 0;
    for i in 0..10 {
        refused += usize::from(guess(99, &format!("Name {i}")).await.0 == 429);
    }
    assert!((3..=5).contains(&refused), "{refused}");
}

#[tokio::test]
async fn what_a_cookie_changes_comes_from_a_page_of_the_table() {
    let room = Room::with(public("")).await;
    let max = register(&room, "Max").await;
    let make = async |browser: Browser, origin: Option<&str>| {
        let mut browser = browser;
        browser.ask_from(&room, "POST", "/api/games", Some(with_guest()), origin).await
    };
    let own = format!("http://{HOST}");
    assert_eq!(make(max.clone(), Some(&own)).await.0, 201);
    assert_eq!(make(max.clone().with("sec-fetch-site", "same-origin"), None).await.0, 201);
    let (status, problem) = make(max.clone(), None).await;
    assert_eq!((status, &problem["code"]), (403, &json!("origin")));
    for (site, origin) in [
        ("same-site", None),
        ("cross-site", None),
        ("none", None),
        ("same-origin", Some("null")),
        ("same-origin", Some("http://evil.example")),
    ] {
        assert_eq!(make(max.clone().with("sec-fetch-site", site), origin).await.0, 403, "{site} {origin:?}");
    }
    // Looking changes nothing.
    assert_eq!(max.clone().ask_from(&room, "GET", "/api/me", None, None).await.1["account"]["name"], "Max");
    // A line from another page would be told what the account may see.
    let upgrade = max.clone().with("upgrade", "websocket");
    assert_eq!(upgrade.clone().ask_from(&room, "GET", "/api/me", None, None).await.0, 403);
}

#[tokio::test]
async fn by_https_the_cookie_is_for_https_alone() {
    let room = Room::with(public("")).await;
    let mut browser =
        Browser::default().with("x-forwarded-proto", "https").with("origin", &format!("https://{HOST}"));
    let (status, _) = browser.post(&room, "/api/account", json!({"name": "Max", "password": PASSWORD})).await;
    assert_eq!(status, 201);
    assert!(browser.cookie.starts_with("__Host-sandtable="), "{}", browser.cookie);
    assert_eq!(browser.get(&room, "/api/me").await["account"]["name"], "Max");
    // A page without https that calls itself the same is somebody else's.
    let mut plain = browser.clone();
    plain.headers[1].1 = format!("http://{HOST}");
    assert_eq!(plain.post(&room, "/api/games", with_guest()).await.0, 403);
    // The same cookie without https is not ours.
    let mut without = Browser { cookie: browser.cookie.clone(), ..Browser::default() };
    assert_eq!(without.get(&room, "/api/me").await["account"], Value::Null);
}

#[tokio::test]
async fn devices_are_seen_and_signed_out() {
    let room = Room::with(public("")).await;
    let mut desk = register(&room, "Max").await.with("user-agent", "curl");
    let (_, _, mut phone) = sign_in(&room, "Max", PASSWORD).await;
    let devices = desk.get(&room, "/api/account/devices").await;
    let devices = devices.as_array().unwrap();
    assert_eq!(devices.iter().map(|d| d["this"] == json!(true)).filter(|t| *t).count(), 1, "{devices:?}");
    let other = devices.iter().find(|d| d["this"] == json!(false)).unwrap();
    let path = format!("/api/account/devices/{}", text(&other["id"]));
    // Of another account nothing is signed out.
    let mut erich = register(&room, "Erich").await;
    assert_eq!(erich.ask(&room, "DELETE", &path, None).await.0, 404);
    assert_eq!(phone.get(&room, "/api/account/devices").await.as_array().unwrap().len(), 2);
    assert_eq!(desk.ask(&room, "DELETE", &path, None).await.0, 204);
    assert_eq!(phone.ask(&room, "GET", "/api/account/devices", None).await.0, 401);
    // Another password signs all other devices out, and the old one is of no use.
    let (_, _, mut tablet) = sign_in(&room, "Max", PASSWORD).await;
    let new = "three cavalry divisions";
    let change = |old: &str| json!({"password": old, "new": new});
    assert_eq!(desk.post(&room, "/api/account/password", change("the wrong password")).await.0, 403);
    assert_eq!(tablet.get(&room, "/api/me").await["account"]["name"], "Max");
    assert_eq!(desk.post(&room, "/api/account/password", change(PASSWORD)).await.0, 204);
    assert_eq!(tablet.get(&room, "/api/me").await["account"], Value::Null);
    assert_eq!(desk.get(&room, "/api/me").await["account"]["name"], "Max");
    assert_eq!(sign_in(&room, "Max", PASSWORD).await.0, 403);
    assert_eq!(sign_in(&room, "Max", new).await.0, 200);
}

#[tokio::test]
async fn a_device_stays_signed_in_as_long_as_it_is_used() {
    let room = Room::with(public("")).await;
    let used = async |hours: i64| {
        let mut browser = sign_in(&room, "Max", PASSWORD).await.2;
        let mut c = AnyConnection::connect(&database(&room.folder)).await.unwrap();
        let seen = sqlx::query("UPDATE sessions SET seen = seen - $1").bind(hours * 3600 * 1000);
        seen.execute(&mut c).await.unwrap();
        let me = browser.get(&room, "/api/me").await;
        (me["account"]["name"] == "Max", browser.given)
    };
    register(&room, "Max").await;
    assert_eq!(used(0).await, (true, false));
    // The browser is given the cookie anew, or it would forget it 90 days after signing in.
    assert_eq!(used(2).await, (true, true));
    assert_eq!(used(89 * 24).await, (true, true));
    assert_eq!(used(91 * 24).await, (false, false));
}

#[tokio::test]
async fn a_forgotten_password_is_replaced_by_mail_once() {
    let room = Room::with(public("https = false")).await;
    let mut max = register(&room, "Max").await;
    let forgot = |who: &str| json!({"who": who});
    // Nothing was confirmed: nothing is sent, and nobody is told so.
    for who in ["Max", "Nobody", "max@example.org"] {
        assert_eq!(max.post(&room, "/api/account/reset", forgot(who)).await, (204, Value::Null));
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(code(&room).await, None);
    let mail = json!({"mail": "max@example.org", "password": PASSWORD});
    assert_eq!(max.post(&room, "/api/account/mail", mail).await.0, 204);
    assert_eq!(max.get(&room, "/api/me").await["account"]["mail_confirmed"], false);
    let confirm = code(&room).await.unwrap();
    // What confirms an address opens no account.
    let reset = |code: &str| json!({"code": code, "password": "nine corps in reserve"});
    assert_eq!(max.post(&room, "/api/account/password/reset", reset(&confirm)).await.0, 403);
    assert_eq!(max.post(&room, "/api/account/confirm", json!({"code": confirm})).await.0, 204);
    assert_eq!(max.post(&room, "/api/account/confirm", json!({"code": confirm})).await.0, 403);
    assert_eq!(max.get(&room, "/api/me").await["account"]["mail_confirmed"], true);
    assert_eq!(Browser::default().post(&room, "/api/account/reset", forgot("max@example.org")).await.0, 204);
    let mut sent = code(&room).await.unwrap();
    for _ in 0..100 {
        if sent != confirm {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        sent = code(&room).await.unwrap();
    }
    let mails = rows(&room, "SELECT recipient, body FROM mails ORDER BY at DESC, id").await;
    assert_eq!(mails[0][0], "max@example.org");
    assert!(mails[0][1].contains("http://table.example/account#password="), "{}", mails[0][1]);
    assert_eq!(
        Browser::default()
            .post(&room, "/api/account/password/reset", json!({"code": sent, "password": "short"}))
            .await
            .0,
        400
    );
    assert_eq!(Browser::default().post(&room, "/api/account/password/reset", reset(&sent)).await.0, 204);
    assert_eq!(Browser::default().post(&room, "/api/account/password/reset", reset(&sent)).await.0, 403);
    assert_eq!(max.get(&room, "/api/me").await["account"], Value::Null);
    assert_eq!(sign_in(&room, "Max", PASSWORD).await.0, 403);
    assert_eq!(sign_in(&room, "Max", "nine corps in reserve").await.0, 200);
}

#[tokio::test]
async fn games_belong_to_accounts() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let mut stranger = Browser::default();
    let (status, problem) = stranger.post(&room, "/api/games", with_guest()).await;
    assert_eq!((status, &problem["code"]), (401, &json!("account")));
    let (status, made) = max.post(&room, "/api/games", with_guest()).await;
    assert_eq!((status, &made["keys"]), (201, &json!({})), "{made}");
    let path = format!("/api/games/{}", text(&made["id"]));
    let sit = json!({"invitations": [made["invitations"]["cp"]]});
    assert_eq!(stranger.post(&room, &format!("{path}/sit"), sit.clone()).await.0, 401);
    assert_eq!(erich.post(&room, &format!("{path}/sit"), sit).await.1, json!({"keys": {}}));
    // Wherever an account is signed in, its seats are there.
    let (_, _, mut phone) = sign_in(&room, "Erich", PASSWORD).await;
    let state = phone.get(&room, &path).await;
    assert_eq!(state["yours"], json!(["cp"]));
    let names: Vec<_> = state["seats"].as_array().unwrap().iter().map(|s| text(&s["person"])).collect();
    assert!(names.contains(&"Max".to_string()) && names.contains(&"Erich".to_string()), "{names:?}");
    let act = json!({"after": 0, "action": 1});
    assert_eq!(stranger.post(&room, &format!("{path}/actions"), act.clone()).await.0, 403);
    assert_eq!(max.post(&room, &format!("{path}/actions"), act).await.0, 200);
    assert_eq!(max.get(&room, "/api/games").await[0]["yours"], json!(["ru"]));
    // Who is a stranger looks on, and plays puzzles and lessons.
    assert_eq!(stranger.get(&room, &path).await["yours"], json!([]));
    assert_eq!(stranger.get(&room, "/api/games").await, json!([]), "nobody can join it any more");
    let branch = json!({"at": 0, "seats": hot_seat()});
    assert_eq!(stranger.post(&room, &format!("{path}/branch"), branch).await.0, 401);
    assert_eq!(stranger.post(&room, "/api/games/import", json!({"file": "{}", "seats": {}})).await.0, 401);
    let (status, puzzle) = stranger.post(&room, "/api/puzzles/fury/koenigsberg", json!({})).await;
    assert_eq!((status, puzzle["keys"].as_object().unwrap().len()), (201, 1), "{puzzle}");
    let kit = stranger.get(&room, "/api/titles/fury/kit").await;
    let lesson = &kit["teaching"]["lesson"];
    let wish = |seed: u64| json!({"game": "fury", "scenario": lesson["scenario"], "options": lesson["options"], "seed": seed, "seats": hot_seat()});
    let seed = lesson["seed"].as_u64().unwrap();
    let (status, taught) = stranger.post(&room, "/api/games", wish(seed)).await;
    assert_eq!((status, taught["keys"].as_object().map(|k| k.len())), (201, Some(2)), "{taught}");
    assert_eq!(stranger.post(&room, "/api/games", wish(seed + 1)).await.0, 401);
}

#[tokio::test]
async fn a_rematch_belongs_to_the_same_accounts() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let id = of_two(&room, &mut max, &mut erich).await;
    assert_eq!(max.post(&room, &format!("/api/games/{id}/seat"), json!({"change": "resign"})).await.0, 200);
    let rematch = format!("/api/games/{id}/rematch");
    let (status, made) = max.ask(&room, "POST", &rematch, None).await;
    assert_eq!((status, &made["keys"], &made["invitations"]), (200, &json!({}), &json!({})), "{made}");
    let (_, found) = erich.ask(&room, "POST", &rematch, None).await;
    assert_eq!(found["id"], made["id"]);
    let path = format!("/api/games/{}", text(&made["id"]));
    assert_eq!(max.get(&room, &path).await["yours"], json!(["cp"]));
    assert_eq!(erich.get(&room, &path).await["yours"], json!(["ru"]));
}

#[tokio::test]
async fn a_seat_has_a_link_if_its_maker_wants_one() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let mut wish = with_guest();
    wish["links"] = json!(true);
    let (_, made) = max.post(&room, "/api/games", wish).await;
    let path = format!("/api/games/{}", text(&made["id"]));
    let key = text(&made["keys"]["ru"]);
    assert_eq!(room.get(&path, &key).await["yours"], json!(["ru"]));
    let (_, sat) =
        erich.post(&room, &format!("{path}/sit"), json!({"invitations": [made["invitations"]["cp"]]})).await;
    assert_eq!(room.get(&path, &text(&sat["keys"]["cp"])).await["yours"], json!(["cp"]));
    // In other games there is none to be had.
    let plain = of_two(&room, &mut max, &mut erich).await;
    assert_eq!(max.post(&room, &format!("/api/games/{plain}/devices"), json!({})).await.0, 403);
    assert_eq!(max.post(&room, &format!("{path}/devices"), json!({})).await.0, 200);
}

#[tokio::test]
async fn seats_show_the_present_name() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let id = of_two(&room, &mut max, &mut erich).await;
    let path = format!("/api/games/{id}");
    assert_eq!(max.post(&room, "/api/account/name", json!({"name": "erich"})).await.0, 400);
    assert_eq!(max.post(&room, "/api/account/name", json!({"name": "Carl"})).await.0, 204);
    let state = erich.get(&room, &path).await;
    let names: Vec<_> = state["seats"].as_array().unwrap().iter().map(|s| text(&s["person"])).collect();
    assert!(names.contains(&"Carl".to_string()) && !names.contains(&"Max".to_string()), "{names:?}");
    let other = json!({"change": {"person": "Hindenburg"}});
    assert_eq!(max.post(&room, &format!("{path}/seat"), other).await.0, 422);
    // Nobody else is called what somebody was called until lately; he may be again.
    let wish = json!({"name": "MAX", "password": PASSWORD});
    assert_eq!(Browser::default().post(&room, "/api/account", wish).await.0, 400);
    assert_eq!(erich.post(&room, "/api/account/name", json!({"name": "Max"})).await.0, 400);
    assert_eq!(max.post(&room, "/api/account/name", json!({"name": "Max"})).await.0, 204);
    assert_eq!(sign_in(&room, "max", PASSWORD).await.0, 200);
}

#[tokio::test]
async fn an_account_goes_with_all_that_is_its_own() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let together = of_two(&room, &mut max, &mut erich).await;
    let path = format!("/api/games/{together}");
    assert_eq!(erich.post(&room, &format!("{path}/say"), json!({"text": "good luck"})).await.0, 201);
    assert_eq!(max.post(&room, &format!("{path}/say"), json!({"text": "to you"})).await.0, 201);
    let wish = json!({"game": "fury", "scenario": "campaign", "seats": hot_seat()});
    let (_, alone) = erich.post(&room, "/api/games", wish).await;
    let alone = format!("/api/games/{}", text(&alone["id"]));
    let export = erich.get(&room, "/api/account/export").await;
    assert_eq!(export["account"]["name"], "Erich");
    assert_eq!(
        (export["devices"].as_array().unwrap().len(), export["games"].as_array().unwrap().len()),
        (1, 2)
    );
    let game = export["games"].as_array().unwrap().iter().find(|g| g["id"] == json!(together)).unwrap();
    assert_eq!((&game["sides"], game["said"].as_array().unwrap().len()), (&json!(["cp"]), 1), "{game}");
    assert!(!export.to_string().contains("argon2"));
    let sure = |password: &str| Some(json!({"password": password}));
    assert_eq!(erich.ask(&room, "DELETE", "/api/account", sure("the wrong password")).await.0, 403);
    // The keeper cannot go and leave the others without one.
    assert_eq!(max.ask(&room, "DELETE", "/api/account", sure(PASSWORD)).await.0, 422);
    assert_eq!(erich.ask(&room, "DELETE", "/api/account", sure(PASSWORD)).await.0, 204);
    assert_eq!(erich.get(&room, "/api/me").await["account"], Value::Null);
    assert_eq!(sign_in(&room, "Erich", PASSWORD).await.0, 403);
    assert_eq!(max.ask(&room, "GET", &alone, None).await.0, 404);
    let state = max.get(&room, &path).await;
    assert_eq!(state["result"]["winner"], "ru", "{}", state["result"]);
    assert!(!state.to_string().contains("Erich"), "{state}");
    assert_eq!(state["said"][1]["person"], "Max");
    // The name is free after a time, not at once.
    let wish = json!({"name": "Erich", "password": PASSWORD});
    assert_eq!(Browser::default().post(&room, "/api/account", wish.clone()).await.0, 400);
    let mut c = AnyConnection::connect(&database(&room.folder)).await.unwrap();
    sqlx::query("UPDATE former_names SET until = 0").execute(&mut c).await.unwrap();
    assert_eq!(Browser::default().post(&room, "/api/account", wish).await.0, 201);
    // After a new start nothing of it is left.
    let left = rows(&room, "SELECT seats FROM games").await.concat().join("")
        + &rows(&room, "SELECT said FROM said").await.concat().join("");
    assert!(!left.contains("Erich") && left.contains("Max"), "{left}");
}

#[tokio::test]
async fn the_keeper_keeps_the_table() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    for (method, path, body) in [
        ("GET", "/api/keeper", None),
        ("POST", "/api/keeper/registration", Some(json!({"open": false}))),
        ("POST", "/api/keeper/invitations", Some(json!({}))),
        ("POST", "/api/keeper/accounts/0", Some(json!({"banned": true}))),
        ("POST", "/api/keeper/games/0", Some(json!({"hidden": true}))),
    ] {
        assert_eq!(erich.ask(&room, method, path, body.clone()).await.0, 403, "{path}");
        assert_eq!(Browser::default().ask(&room, method, path, body).await.0, 401, "{path}");
    }
    // Closed: only who is invited registers, once, and a name that is taken spends nothing.
    assert_eq!(max.post(&room, "/api/keeper/registration", json!({"open": false})).await.0, 204);
    assert_eq!(max.get(&room, "/api/me").await["open"], false);
    let (status, made) = max.post(&room, "/api/keeper/invitations", json!({})).await;
    assert_eq!(status, 201, "{made}");
    let wish = |name: &str, invitation: &Value| json!({"name": name, "password": PASSWORD, "invitation": invitation});
    for (name, invitation, status) in [
        ("Carl", json!("0123"), 403),
        ("Erich", made["invitation"].clone(), 400),
        ("Carl", made["invitation"].clone(), 201),
        ("Otto", made["invitation"].clone(), 403),
    ] {
        let (got, body) = Browser::default().post(&room, "/api/account", wish(name, &invitation)).await;
        assert_eq!(got, status, "{name} {body}");
    }
    // Hidden: gone for all but those who play.
    let id = of_two(&room, &mut max, &mut erich).await;
    let path = format!("/api/games/{id}");
    assert_eq!(max.post(&room, &format!("/api/keeper/games/{id}"), json!({"hidden": true})).await.0, 204);
    let mut carl = sign_in(&room, "Carl", PASSWORD).await.2;
    assert_eq!(carl.ask(&room, "GET", &path, None).await.0, 404);
    assert_eq!(carl.get(&room, "/api/games").await, json!([]));
    assert_eq!(erich.get(&room, "/api/games").await.as_array().unwrap().len(), 1);
    assert_eq!(erich.get(&room, &path).await["yours"], json!(["cp"]));
    assert_eq!(max.get(&room, "/api/keeper").await["hidden"][0]["id"], json!(id));
    assert_eq!(max.post(&room, &format!("/api/keeper/games/{id}"), json!({"hidden": false})).await.0, 204);
    assert_eq!(carl.ask(&room, "GET", &path, None).await.0, 200);
    let found = max.get(&room, "/api/keeper?name=ERI").await;
    let found: Vec<_> = found["accounts"].as_array().unwrap().iter().map(|a| text(&a["name"])).collect();
    assert_eq!(found, ["Erich"]);
    // Banned: out at once, and back when the keeper says so.
    let all = max.get(&room, "/api/keeper").await;
    let account = |name: &str| {
        let all = all["accounts"].as_array().unwrap();
        format!(
            "/api/keeper/accounts/{}",
            text(&all.iter().find(|a| a["name"] == json!(name)).unwrap()["id"])
        )
    };
    assert_eq!(max.post(&room, &account("Erich"), json!({"banned": true})).await.0, 204);
    assert_eq!(erich.get(&room, &path).await["yours"], json!([]));
    assert_eq!(sign_in(&room, "Erich", PASSWORD).await.0, 403);
    assert_eq!(max.post(&room, &account("Erich"), json!({"banned": false})).await.0, 204);
    assert_eq!(erich.get(&room, "/api/me").await["account"], Value::Null);
    let mut erich = sign_in(&room, "Erich", PASSWORD).await.2;
    assert_eq!(erich.get(&room, &path).await["yours"], json!(["cp"]));
    // Somebody keeps the table always.
    assert_eq!(max.post(&room, &account("Max"), json!({"banned": true})).await.0, 422);
    assert_eq!(max.post(&room, &account("Max"), json!({"keeper": false})).await.0, 422);
    assert_eq!(max.post(&room, &account("Carl"), json!({"keeper": true})).await.0, 204);
    assert_eq!(carl.get(&room, "/api/keeper").await["open"], false);
    assert_eq!(carl.post(&room, &account("Max"), json!({"keeper": false})).await.0, 204);
    assert_eq!(max.ask(&room, "GET", "/api/keeper", None).await.0, 403);
    // What was done is kept, with who did it.
    let notes = carl.get(&room, "/api/keeper").await["notes"].clone();
    let notes: Vec<_> = notes
        .as_array()
        .unwrap()
        .iter()
        .map(|n| format!("{} {}", text(&n["who"]), text(&n["what"])))
        .collect();
    for done in [
        "Max closed registration",
        "Max banned Erich",
        "Max let come again Erich",
        "Carl took the table from Max",
    ] {
        assert!(notes.contains(&done.to_string()), "{done}: {notes:?}");
    }
}

#[tokio::test]
async fn the_line_of_a_banned_account_ends_at_once() {
    let room = Room::with(public("")).await;
    let (mut max, mut erich) = (register(&room, "Max").await, register(&room, "Erich").await);
    let id = of_two(&room, &mut max, &mut erich).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let app = room.app.clone();
    tokio::spawn(async move { axum::serve(listener, app).await });
    let line = async |browser: &Browser| {
        let mut request = format!("ws://{addr}/api/games/{id}/live").into_client_request().unwrap();
        request.headers_mut().insert("origin", format!("http://{addr}").parse().unwrap());
        request.headers_mut().insert("cookie", browser.cookie.parse().unwrap());
        let (mut socket, _) = connect_async(request).await.unwrap();
        socket.send(Message::text("{\"keys\":[]}")).await.unwrap();
        let first = socket.next().await.unwrap().unwrap();
        let state: Value = serde_json::from_str(first.to_text().unwrap()).unwrap();
        (socket, state)
    };
    let (mut his, state) = line(&erich).await;
    assert!(state.to_string().contains("\"yours\":[\"cp\"]"), "{state}");
    let (mut other, _) = line(&max).await;
    let all = max.get(&room, "/api/keeper").await;
    let banned =
        all["accounts"].as_array().unwrap().iter().find(|a| a["name"] == "Erich").unwrap()["id"].clone();
    assert_eq!(
        max.post(&room, &format!("/api/keeper/accounts/{}", text(&banned)), json!({"banned": true})).await.0,
        204
    );
    let ended = async {
        while let Some(Ok(message)) = his.next().await {
            if matches!(message, Message::Close(_)) {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(5), ended).await.expect("the line goes on");
    // Others are not disturbed.
    assert_eq!(
        max.post(&room, &format!("/api/games/{id}/actions"), json!({"after": 0, "action": 1})).await.0,
        200
    );
    let heard = async {
        while let Some(Ok(message)) = other.next().await {
            if message.to_text().unwrap_or("").contains("\"frame\"") {
                return true;
            }
        }
        false
    };
    assert!(tokio::time::timeout(Duration::from_secs(5), heard).await.unwrap());
}

#[tokio::test]
async fn two_nodes_know_the_same_accounts() {
    let Ok(url) = std::env::var("SANDTABLE_POSTGRES") else {
        eprintln!("SANDTABLE_POSTGRES is not set: not tested");
        return;
    };
    let node = async || {
        let tables = tables_with(&url, vec![fury()], public("")).await;
        tables.spawn_background_tasks();
        Room { folder: tempfile::TempDir::new().unwrap(), app: router(tables) }
    };
    let (a, b) = tokio::join!(node(), node());
    // Other tests may have used this database before.
    let noise = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis();
    let (name, other) = (format!("Max {noise}"), format!("Erich {noise}"));
    let (mut max, mut erich) = (register(&a, &name).await, register(&b, &other).await);
    let (_, _, mut phone) = sign_in(&b, &name, PASSWORD).await;
    assert_eq!(phone.get(&b, "/api/me").await["account"]["name"], json!(name));
    let id = of_two(&a, &mut max, &mut erich).await;
    let path = format!("/api/games/{id}");
    assert_eq!(erich.get(&b, &path).await["yours"], json!(["cp"]));
    // What ends at one node is at an end at the other, sooner than it would look by itself.
    let change = json!({"password": PASSWORD, "new": "nine corps in reserve"});
    assert_eq!(max.post(&a, "/api/account/password", change).await.0, 204);
    let begun = Instant::now();
    while phone.get(&b, "/api/me").await["account"] != Value::Null {
        assert!(begun.elapsed() < Duration::from_secs(5), "still signed in");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(max.get(&a, "/api/me").await["account"]["name"], json!(name));
    let renamed = format!("Carl {noise}");
    assert_eq!(max.post(&a, "/api/account/name", json!({"name": renamed})).await.0, 204);
    let mail = json!({"mail": "max@example.org", "password": "nine corps in reserve"});
    assert_eq!(max.post(&a, "/api/account/mail", mail).await.0, 204);
    assert_eq!(max.get(&b, "/api/account/export").await["games"][0]["id"], json!(id));
    assert_eq!(erich.ask(&b, "DELETE", "/api/account", Some(json!({"password": PASSWORD}))).await.0, 204);
    let begun = Instant::now();
    while max.get(&a, &path).await["result"]["winner"] != "ru" {
        assert!(begun.elapsed() < Duration::from_secs(5), "the game goes on");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let state = max.get(&a, &path).await.to_string();
    assert!(state.contains(&renamed) && !state.contains(&other), "{state}");
}
