//! Just enough of HTTP to press a table on this machine hard: one connection kept open, one request at a time.

use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A connection to a table.
pub struct Http {
    addr: SocketAddr,
    stream: BufReader<TcpStream>,
}

impl Http {
    pub fn open(addr: SocketAddr) -> io::Result<Http> {
        if !addr.ip().is_loopback() {
            return Err(io::Error::other("only tables on this machine are strained"));
        }
        let stream = TcpStream::connect(addr)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        Ok(Http { addr, stream: BufReader::new(stream) })
    }

    /// A request with its status and body.
    pub fn ask(
        &mut self,
        method: &str,
        path: &str,
        keys: &str,
        body: Option<&str>,
    ) -> io::Result<(u16, Vec<u8>)> {
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\naccept-encoding: gzip\r\n", self.addr);
        if !keys.is_empty() {
            head += &format!("authorization: Bearer {keys}\r\n");
        }
        if let Some(body) = body {
            head += &format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        }
        head += "\r\n";
        head += body.unwrap_or("");
        self.stream.get_mut().write_all(head.as_bytes())?;
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("no answer: `{}`", line.trim())))?;
        let mut length = 0;
        loop {
            line.clear();
            if self.stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let Some((name, value)) = line.trim().split_once(": ") else { break };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.parse().map_err(io::Error::other)?;
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        Ok((status, bytes))
    }

    /// A request whose answer is JSON.
    pub fn json(
        &mut self,
        method: &str,
        path: &str,
        keys: &str,
        body: Option<&str>,
    ) -> io::Result<(u16, Value)> {
        let (status, bytes) = self.ask(method, path, keys, body)?;
        let mut plain = Vec::new();
        if bytes.starts_with(&[0x1f, 0x8b]) {
            flate2::read::GzDecoder::new(&bytes[..]).read_to_end(&mut plain)?;
        } else {
            plain = bytes;
        }
        Ok((status, serde_json::from_slice(&plain).unwrap_or(Value::Null)))
    }

    /// A new game of Fury, both sides at this table: its id and keys.
    pub fn fury(&mut self) -> io::Result<(String, String)> {
        let wish = r#"{"game":"fury","scenario":"campaign","seats":{"ru":{"kind":"me"},"cp":{"kind":"me"}}}"#;
        let (status, made) = self.json("POST", "/api/games", "", Some(wish))?;
        let keys = made["keys"]
            .as_object()
            .map(|k| k.values().filter_map(Value::as_str).collect::<Vec<_>>().join(","));
        match (status, made["id"].as_str(), keys) {
            (201, Some(id), Some(keys)) => Ok((id.to_string(), keys)),
            _ => Err(io::Error::other(format!("no game: {made}"))),
        }
    }
}
