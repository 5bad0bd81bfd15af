//! What the keeper of a table sees of it: its log, its health and its figures, and nothing of its players.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A table with settings of its own, whose log is kept.
struct Running {
    child: Child,
    addr: String,
}

impl Running {
    fn start(folder: &std::path::Path, settings: &str, args: &[&str]) -> Running {
        let file = folder.join("settings.toml");
        std::fs::write(&file, settings).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
        command.args(["serve", "--addr", "127.0.0.1:0"]).args(args);
        command.arg("--database").arg(folder.join("games.sqlite")).arg("--settings").arg(file);
        let log = std::fs::File::create(folder.join("log")).unwrap();
        command.env("RUST_LOG", "trace").stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let addr = line.trim().strip_prefix("Sandtable is at http://").unwrap().trim_end_matches('/');
        Running { addr: addr.to_string(), child }
    }

    /// A request with its status and body.
    fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
        ask(&self.addr, method, path, head, body)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn ask(addr: &str, method: &str, path: &str, head: &str, body: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(addr).unwrap();
    let length = body.len();
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {addr}\r\nconnection: close\r\n{kind}content-length: {length}\r\n{head}\r\n{body}"
    )
    .unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let status = text.split(' ').nth(1).unwrap().parse().unwrap();
    (status, text.split_once("\r\n\r\n").unwrap().1.to_string())
}

#[test]
fn the_log_tells_nothing_of_players_however_much_it_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    for how in ["json", "text"] {
        let running = Running::start(folder.path(), "admits = \"friends\"", &["--log", how]);
        let wish = r#"{"game":"fury","scenario":"campaign","seats":{"ru":{"kind":"me"},"cp":{"kind":"bot","level":"regular"}}}"#;
        let (status, made) = running.ask("POST", "/api/games", "", wish);
        assert_eq!(status, 201, "{made}");
        let made: Value = serde_json::from_str(&made).unwrap();
        let (id, key) = (made["id"].as_str().unwrap(), made["keys"]["ru"].as_str().unwrap());
        let bearer = format!("authorization: Bearer {key}\r\n");
        let named = json!({"side": "ru", "change": {"person": "Brunhilde"}}).to_string();
        assert_eq!(running.ask("POST", &format!("/api/games/{id}/seat"), &bearer, &named).0, 200);
        let said = json!({"text": "whispered"}).to_string();
        assert_eq!(running.ask("POST", &format!("/api/games/{id}/say"), &bearer, &said).0, 201);
        let act = json!({"after": 0, "action": "front north"}).to_string();
        assert_eq!(running.ask("POST", &format!("/api/games/{id}/actions"), &bearer, &act).0, 200);
        let (mut socket, _) =
            tungstenite::connect(format!("ws://{}/api/games/{id}/live", running.addr)).unwrap();
        socket.send(tungstenite::Message::text(json!({"keys": [key]}).to_string())).unwrap();
        assert!(socket.read().unwrap().to_text().unwrap().contains("Brunhilde"));
        drop(running);
        let log = std::fs::read_to_string(folder.path().join("log")).unwrap();
        for secret in [key, "Brunhilde", "whispered", "front north"] {
            assert!(!log.contains(secret), "`{secret}` is in the log:\n{log}");
        }
        assert!(!log.contains('\u{1b}'), "a file gets no colours");
        assert!(!log.is_empty(), "the log says nothing at all");
        if how == "json" {
            for line in log.lines() {
                let line: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
                assert!(line["level"].is_string() && line["timestamp"].is_string(), "{line}");
            }
        }
    }
}

#[test]
fn health_is_for_everybody_and_figures_for_keepers() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), "", &[]);
    assert_eq!(running.ask("GET", "/healthz", "", "").0, 200);
    assert_eq!(running.ask("GET", "/readyz", "", "").0, 200);
    assert_eq!(running.ask("GET", "/api/titles", "", "").0, 200);
    let (status, text) = running.ask("GET", "/metrics", "", "");
    assert_eq!(status, 200);
    let line = "sandtable_request_seconds_count{kind=\"read\"} 1";
    assert!(text.lines().any(|l| l == line), "{text}");
    // At home nothing is told through a proxy.
    assert_eq!(running.ask("GET", "/metrics", "x-forwarded-for: 10.0.0.1\r\n", "").0, 403);
    drop(running);

    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let settings = format!("admits = \"public\"\n[metrics]\ntoken = \"open sesame\"\nlisten = \"{free}\"");
    let running = Running::start(folder.path(), &settings, &[]);
    assert_eq!(running.ask("GET", "/healthz", "", "").0, 200);
    assert_eq!(running.ask("GET", "/metrics", "", "").0, 404);
    assert_eq!(running.ask("GET", "/metrics", "authorization: Bearer sesame\r\n", "").0, 404);
    assert_eq!(running.ask("GET", "/metrics", "authorization: Bearer open sesame\r\n", "").0, 200);
    assert_eq!(ask(&free.to_string(), "GET", "/metrics", "", "").0, 200);
    drop(running);

    let running = Running::start(folder.path(), "admits = \"public\"", &[]);
    assert_eq!(running.ask("GET", "/metrics", "authorization: Bearer \r\n", "").0, 404);
}
