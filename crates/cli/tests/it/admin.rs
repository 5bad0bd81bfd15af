//! The database of a table, as its keeper looks after it.

use crate::strain::http::Http;
use crate::strain::postgres::Postgres;
use crate::strain::program::Program;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

fn table() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_sandtable"))
}

/// What `admin` says, and whether it did what was asked.
fn admin(database: &str, args: &[&str]) -> (bool, Value) {
    let mut command = Command::new(table());
    let done = command.args(["admin", "--json", "--database", database]).args(args).output().unwrap();
    let text = String::from_utf8(done.stdout).unwrap();
    let first = text.lines().next().unwrap_or("");
    (done.status.success(), serde_json::from_str(first).unwrap_or_else(|e| panic!("{args:?}: {e}: {text}")))
}

fn acts(http: &mut Http, id: &str, keys: &str, after: usize, action: Value) {
    let body = json!({"after": after, "action": action}).to_string();
    let (status, done) = http.json("POST", &format!("/api/games/{id}/actions"), keys, Some(&body)).unwrap();
    assert_eq!(status, 200, "{done}");
}

fn number(running: &Program, id: &str, keys: &str) -> u64 {
    let (status, state) =
        Http::open(running.addr).unwrap().json("GET", &format!("/api/games/{id}"), keys, None).unwrap();
    assert_eq!(status, 200, "{state}");
    state["number"].as_u64().unwrap()
}

#[test]
fn a_live_database_is_copied_and_the_copy_becomes_a_table_again() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (live, copy, fresh) = (at("games.sqlite"), at("copy.sqlite"), at("fresh.sqlite"));
    let running = Program::start(table(), Path::new(&live), None).unwrap();
    let mut http = Http::open(running.addr).unwrap();
    let (id, keys) = http.fury().unwrap();
    acts(&mut http, &id, &keys, 0, json!("front north"));
    acts(&mut http, &id, &keys, 1, json!(1));
    // While it runs.
    let (done, told) = admin(&live, &["backup", &copy]);
    assert!(done, "{told}");
    acts(&mut http, &id, &keys, 2, json!(1));
    assert!(!admin(&live, &["backup", &copy]).0, "a backup is never written over");
    let (_, listed) = admin(&live, &["list"]);
    assert_eq!((&listed["games"][0]["id"], &listed["games"][0]["moves"]), (&json!(id), &json!(3)));
    assert_eq!(admin(&live, &["verify"]).1, json!({"games": [{"id": id, "moves": 3}], "wrong": 0}));
    assert!(!admin(&live, &["restore", &copy]).0, "a database is never written over");
    drop(running);

    assert_eq!(admin(&fresh, &["restore", &copy]), (true, json!({"games": 1})));
    #[cfg(unix)]
    for file in [&copy, &fresh] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600, "{file}");
    }
    let running = Program::start(table(), Path::new(&fresh), None).unwrap();
    assert_eq!(number(&running, &id, &keys), 2, "as it was when it was copied, with the same keys");
    acts(&mut Http::open(running.addr).unwrap(), &id, &keys, 2, json!(1));
    drop(running);

    let file = at("game.json");
    assert!(admin(&fresh, &["dump", &id, "--out", &file]).0);
    let verified = Command::new(table()).args(["verify", &file]).status().unwrap();
    assert!(verified.success());
    assert!(!admin(&fresh, &["dump", "nosuch", "--out", &file]).0);
    assert_eq!(admin(&fresh, &["prune", "--finished", "0"]).1["games"], json!([]), "it goes on");
    assert_eq!(admin(&fresh, &["prune", "--abandoned", "1"]).1["games"], json!([]), "it is young");
    assert_eq!(admin(&fresh, &["prune", "--abandoned", "0", "--dry-run"]).1["games"], json!([id]));
    assert_eq!(admin(&fresh, &["list"]).1["games"].as_array().unwrap().len(), 1);
    assert!(admin(&fresh, &["close", &id]).0);
    assert_eq!(admin(&fresh, &["list"]).1, json!({"games": []}));
    assert!(!admin(&at("nothing.sqlite"), &["list"]).0, "no database is made by looking");
}

#[test]
fn games_of_postgresql_are_copied_into_a_file_and_put_back() {
    let Some(database) = Postgres::begin().unwrap() else {
        eprintln!("PostgreSQL is not installed: not tested");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (url, copy, fresh) = (database.url(), at("games.jsonl"), at("games.sqlite"));
    let running = Program::start(table(), Path::new(&url), None).unwrap();
    let mut http = Http::open(running.addr).unwrap();
    let (id, keys) = http.fury().unwrap();
    acts(&mut http, &id, &keys, 0, json!("front north"));
    let said = json!({"text": "hello"}).to_string();
    assert_eq!(http.json("POST", &format!("/api/games/{id}/say"), &keys, Some(&said)).unwrap().0, 201);
    drop(running);
    assert_eq!(admin(&url, &["backup", &copy]).1["games"], 1);
    assert_eq!(admin(&url, &["restore", &copy]).1["games"], 0, "it is there already");
    assert!(admin(&url, &["close", &id]).0);
    assert_eq!(admin(&url, &["restore", &copy]).1["games"], 1);
    assert_eq!(admin(&fresh, &["restore", &copy]).1["games"], 1, "from one kind of database to the other");
    for database in [url.as_str(), &fresh] {
        assert_eq!(admin(database, &["verify"]).1["wrong"], 0);
        let running = Program::start(table(), Path::new(database), None).unwrap();
        assert_eq!(number(&running, &id, &keys), 1);
    }
}
