//! A table for tests: real games, an empty board, a database of its own.
#![allow(dead_code, reason = "each test file uses a part")]

#[path = "../../../../core/tests/it/auction/mod.rs"]
pub mod auction;

use auction::Auction;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use sandtable_bots::judge::Judge;
use sandtable_bots::levels::{Levels, planner};
use sandtable_bots::registry::{AnyGame, Registered};
use sandtable_fury::Fury;
use sandtable_fury::bot::Regular;
use sandtable_server::{Boards, Drawing, Library, Settings, Store, Tables, router};
use serde_json::{Value, json};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;

struct Blank;

impl Boards for Blank {
    fn drawing(&self, id: &str) -> Option<Drawing> {
        (id == "fury").then(|| Drawing { low: (0.0, 0.0), size: (10.0, 10.0), unit: 1.0, places: vec![] })
    }

    fn svg(&self, id: &str, _: bool) -> Option<String> {
        (id == "fury").then(|| "<svg/>".to_string())
    }
}

/// Fury in the East with its levels.
pub fn fury() -> Arc<dyn AnyGame> {
    Arc::new(Registered {
        game: Arc::new(Fury::new().unwrap()),
        rules: Fury::rules,
        levels: Levels {
            scripts: &[("regular", |_| Box::new(Regular::new()))],
            planner: Some(planner),
            judge: Some(Judge::of_planned()),
        },
        tune: None,
    })
}

pub fn games() -> Vec<Arc<dyn AnyGame>> {
    vec![
        fury(),
        Arc::new(Registered {
            game: Arc::new(Auction),
            rules: Vec::new,
            levels: Levels { scripts: &[], planner: None, judge: None },
            tune: None,
        }),
    ]
}

/// A tables over a database.
pub async fn tables(url: &str) -> Arc<Tables> {
    tables_of(url, games()).await
}

/// A tables with other games.
pub async fn tables_of(url: &str, games: Vec<Arc<dyn AnyGame>>) -> Arc<Tables> {
    tables_with(url, games, Settings::default()).await
}

/// A tables with what its keeper has set.
pub async fn tables_with(url: &str, games: Vec<Arc<dyn AnyGame>>, settings: Settings) -> Arc<Tables> {
    let text = include_str!("../../../../games/fury/data/puzzles/koenigsberg.toml");
    let puzzle = [("fury", "koenigsberg", text)];
    let known = games.iter().any(|g| g.about().id == "fury");
    let puzzles = puzzle.into_iter().filter(|_| known);
    let library = Library::new(games, Box::new(Blank)).with_puzzles(puzzles).unwrap();
    Tables::new(library, Store::open(url).await.unwrap(), settings)
}

/// A table in a folder of its own.
pub struct Room {
    pub folder: TempDir,
    pub app: Router,
}

impl Room {
    pub async fn new() -> Room {
        let folder = TempDir::new().unwrap();
        let app = open(&folder).await;
        Room { folder, app }
    }

    /// A table for other games.
    pub async fn of(games: Vec<Arc<dyn AnyGame>>) -> Room {
        let folder = TempDir::new().unwrap();
        let app = router(tables_of(&database(&folder), games).await);
        Room { folder, app }
    }

    /// The same database under a new program.
    pub async fn again(self) -> Room {
        let app = open(&self.folder).await;
        Room { app, folder: self.folder }
    }

    /// A request with its answer.
    pub async fn ask(
        &self,
        method: &str,
        path: &str,
        keys: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path).header("host", "127.0.0.1:1");
        if !keys.is_empty() {
            request = request.header("authorization", format!("Bearer {keys}"));
        }
        let body = match body {
            Some(value) => {
                request = request.header("content-type", "application/json");
                Body::from(value.to_string())
            }
            None => Body::empty(),
        };
        self.send(request.body(body).unwrap()).await
    }

    pub async fn send(&self, request: Request<Body>) -> (StatusCode, Value) {
        let response = self.app.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn get(&self, path: &str, keys: &str) -> Value {
        let (status, body) = self.ask("GET", path, keys, None).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn post(&self, path: &str, keys: &str, body: Value) -> (StatusCode, Value) {
        self.ask("POST", path, keys, Some(body)).await
    }

    /// A game, with its id and its keys in the order of its sides.
    pub async fn game(&self, game: &str, scenario: &str, seats: Value) -> (String, Vec<String>) {
        self.made(json!({"game": game, "scenario": scenario, "seats": seats, "seed": 7})).await
    }

    /// The same with dice that nobody can foresee.
    pub async fn sealed(&self, game: &str, scenario: &str, seats: Value) -> (String, Vec<String>) {
        self.made(json!({"game": game, "scenario": scenario, "seats": seats})).await
    }

    async fn made(&self, wish: Value) -> (String, Vec<String>) {
        let (status, made) = self.post("/api/games", "", wish).await;
        assert_eq!(status, 201, "{made}");
        let id = made["id"].as_str().unwrap().to_string();
        let mut keys = made["keys"].as_object().unwrap().clone();
        // Guests come at once.
        let invitations: Vec<_> = made["invitations"].as_object().unwrap().values().collect();
        if !invitations.is_empty() {
            let (status, sat) =
                self.post(&format!("/api/games/{id}/sit"), "", json!({"invitations": invitations})).await;
            assert_eq!(status, 200, "{sat}");
            keys.extend(sat["keys"].as_object().unwrap().clone());
        }
        (id, keys.values().map(|k| k.as_str().unwrap().to_string()).collect())
    }

    pub async fn act(&self, id: &str, key: &str, after: usize, action: Value) -> (StatusCode, Value) {
        self.post(&format!("/api/games/{id}/actions"), key, json!({"after": after, "action": action})).await
    }
}

async fn open(folder: &TempDir) -> Router {
    router(tables(&database(folder)).await)
}

pub fn database(folder: &TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("games.sqlite").display())
}

/// Both sides at this table.
pub fn hot_seat() -> Value {
    json!({"ru": {"kind": "me"}, "cp": {"kind": "me"}})
}
