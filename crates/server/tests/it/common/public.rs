//! A table for strangers, and people who are signed in at it.

use super::{games, tables_with};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use sandtable_server::{Settings, Tables, router};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;

/// Wide limits: these tests ask much in a short time.
const SETTINGS: &str = "admits = \"public\"\n[limits]\nread = { burst = 1e6, minute = 1e6 }\nact = { burst = 1e6, minute = 1e6 }\n\
                        make = { burst = 1e6, minute = 1e6 }\nenter = { burst = 1e6, minute = 1e6 }\nthink = { burst = 1e6, minute = 1e6 }\n";

/// A table for strangers.
pub struct Public {
    pub tables: Arc<Tables>,
    pub app: Router,
    url: String,
    folder: Option<TempDir>,
}

/// Somebody who is signed in.
#[derive(Clone)]
pub struct Person {
    pub name: String,
    cookie: String,
}

/// Somebody who is not.
pub fn nobody() -> Person {
    Person { name: String::new(), cookie: String::new() }
}

impl Public {
    pub async fn new() -> Public {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display());
        Public { folder: Some(folder), ..Public::at(&url).await }
    }

    /// A node of a table over this database.
    pub async fn at(url: &str) -> Public {
        let tables = tables_with(url, games(), Settings::read(SETTINGS).unwrap()).await;
        Public { app: router(tables.clone()), tables, url: url.to_string(), folder: None }
    }

    /// Another program over the same database, as after a restart.
    pub async fn node(&self) -> Public {
        Public::at(&self.url).await
    }

    /// A connection of its own to the database.
    pub async fn connection(&self) -> sqlx::AnyConnection {
        sqlx::any::install_default_drivers();
        <sqlx::AnyConnection as sqlx::Connection>::connect(&self.url).await.unwrap()
    }

    /// A request with its answer.
    pub async fn ask(&self, who: &Person, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        let (status, _, value) = self.send(who, method, path, body, "").await;
        (status.as_u16(), value)
    }

    /// The same with keys of seats.
    pub async fn with_keys(&self, keys: &str, method: &str, path: &str) -> u16 {
        self.send(&nobody(), method, path, None, keys).await.0.as_u16()
    }

    async fn send(
        &self,
        who: &Person,
        method: &str,
        path: &str,
        body: Option<Value>,
        keys: &str,
    ) -> (StatusCode, String, Value) {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header("host", "127.0.0.1:1")
            .header("origin", "http://127.0.0.1:1")
            .header("content-type", "application/json");
        if !who.cookie.is_empty() {
            request = request.header("cookie", &who.cookie);
        }
        if !keys.is_empty() {
            request = request.header("authorization", format!("Bearer {keys}"));
        }
        let body = body.map_or_else(Body::empty, |value| Body::from(value.to_string()));
        let response = self.app.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let status = response.status();
        let cookie = response.headers().get(header::SET_COOKIE).map(|v| v.to_str().unwrap().to_string());
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, cookie.unwrap_or_default(), serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    /// Somebody new.
    pub async fn person(&self, name: &str) -> Person {
        let wish = json!({"name": name, "password": format!("a long password of {name}")});
        let (status, cookie, body) = self.send(&nobody(), "POST", "/api/account", Some(wish), "").await;
        assert!(status.is_success(), "{body}");
        Person { name: name.to_string(), cookie: cookie.split(';').next().unwrap().to_string() }
    }

    pub async fn get(&self, who: &Person, path: &str) -> Value {
        let (status, body) = self.ask(who, "GET", path, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn post(&self, who: &Person, path: &str, body: Value) -> (u16, Value) {
        self.ask(who, "POST", path, Some(body)).await
    }

    /// A post that must succeed.
    pub async fn done(&self, who: &Person, path: &str, body: Value) -> Value {
        let (status, answer) = self.post(who, path, body).await;
        assert!((200..300).contains(&status), "{path}: {status} {answer}");
        answer
    }

    /// Somebody resigns a game.
    pub async fn resign(&self, who: &Person, game: &str) {
        self.done(who, &format!("/api/games/{game}/seat"), json!({"change": "resign"})).await;
    }

    /// The points of somebody in a game, and how many games they come from.
    pub async fn rating(&self, who: &str, title: &str) -> (i64, i64) {
        let page = self.get(&nobody(), &format!("/api/people/{}", who.replace(' ', "%20"))).await;
        let found = page["ratings"].as_array().unwrap().iter().find(|r| r["game"] == title);
        let rating = found.map_or(Value::Null, |r| r["rating"].clone());
        (rating["points"].as_i64().unwrap_or(1500), rating["games"].as_i64().unwrap_or(0))
    }
}
