//! A game over a WebSocket: the client says once which seats it plays, and gets every step from then on.

use crate::accounts::Session;
use crate::caller::Caller;
use crate::connections::{SEND_QUEUE, text};
use crate::error::ApiError;
use crate::listen::Connection;
use crate::tables::Tables;
use crate::wire::{self, Hello, Live, Look};
use axum::Extension;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How long a client may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);

/// How often a silent connection is tried.
const PING: Duration = Duration::from_secs(25);

/// After so long without an answer it is given up.
const SILENCE: Duration = Duration::from_secs(60);

/// What somebody may say between two pings, and how long a message may be: there is nothing to say but keys and sides.
const SAYINGS: u32 = 100;
const LONGEST: usize = 16 * 1024;

/// What a connection reads at once; there are thousands of them.
const READ_BUFFER: usize = 2 * 1024;

/// Opens the WebSocket. The first message is a `Hello` with the keys of your seats (none to watch); then come `Live`
/// messages: a `state`, and a `step` for everything that happens. Who plays several sides may send a `Look` at any time.
/// Who falls behind is cut off and may come in again.
#[utoipa::path(get, path = "/api/games/{id}/live",
    extensions(("x-authority" = json!("anybody")), ("x-limit" = json!("read"))), tag = "game", params(("id" = String, Path)),
    responses((status = 101, description = "`Hello` in, `Live` out", body = wire::Live),
        (status = 404, body = wire::Problem)))]
pub async fn live(
    State(tables): State<Arc<Tables>>,
    Path(id): Path<String>,
    caller: Caller,
    session: Option<Extension<Session>>,
    connection: Option<Extension<Arc<Connection>>>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let upgrade = upgrade.map_err(|e| ApiError::Broken(format!("this address needs a WebSocket: {e}")))?;
    drop(tables.table(&id).await?);
    let connection = connection.map(|c| c.0);
    if let Some(connection) = &connection {
        connection.may_stay().map_err(|full| ApiError::Busy(full.to_string()))?;
    }
    Ok(upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .on_upgrade(move |socket| follow(tables, id, caller, session, connection, socket)))
}

/// A client looks from another of its seats.
async fn change_seat(tables: &Arc<Tables>, id: &str, number: u64, said: &str) -> Result<(), ApiError> {
    let look: Look = serde_json::from_str(said)
        .map_err(|e| ApiError::Broken(format!("you can only send the side that you look from: {e}")))?;
    tables.table(id).await?.change_seat(number, look.side.as_deref())
}

async fn follow(
    tables: Arc<Tables>,
    id: String,
    caller: Caller,
    session: Option<Extension<Session>>,
    connection: Option<Arc<Connection>>,
    socket: WebSocket,
) {
    let (mut out, mut inward) = socket.split();
    let hello = tokio::time::timeout(GREETING, inward.next()).await;
    let hello = match hello {
        Ok(Some(Ok(Message::Text(said)))) => match serde_json::from_str::<Hello>(&said) {
            Ok(hello) => hello,
            Err(e) => {
                let refusal = ApiError::Broken(format!("the first message should hold your keys: {e}"));
                let _ = out.send(Message::Text(text(&Live::Refused(refusal.problem())))).await;
                return;
            }
        },
        _ => return,
    };
    let (send, mut receive) = mpsc::channel(SEND_QUEUE);
    let Ok(mut table) = tables.table(&id).await else { return };
    let address = caller.address;
    let person = table.person(&caller.with_keys(hello.keys), hello.side.as_deref());
    let home = tables.settings.home();
    let person = match person.and_then(|p| table.make_room(&p, address, home).map(|()| p)) {
        Ok(person) => person,
        Err(refusal) => {
            drop(table);
            let _ = out.send(Message::Text(text(&Live::Refused(refusal.problem())))).await;
            return;
        }
    };
    if let Some(connection) = connection.filter(|_| !person.sides.is_empty()) {
        connection.plays();
    }
    let (number, state) = table.connect(person, address, send);
    // Bots that nobody watched go on.
    tables.spawn_bots(&mut table);
    drop(table);
    let signed_out = tables.accounts.signed_out(session.map(|s| s.0));
    tokio::pin!(signed_out);
    let mut ping = tokio::time::interval(PING);
    ping.tick().await;
    let (mut heard, mut sayings) = (Instant::now(), 0);
    if out.send(Message::Text(state)).await.is_ok() {
        loop {
            let sent = tokio::select! {
                message = receive.recv() => match message {
                    Some(message) => out.send(Message::Text(message)).await,
                    None => break,
                },
                () = &mut signed_out => break,
                _ = ping.tick() => {
                    if heard.elapsed() > SILENCE {
                        break;
                    }
                    sayings = 0;
                    out.send(Message::Ping(Default::default())).await
                }
                said = inward.next() => {
                    (heard, sayings) = (Instant::now(), sayings + 1);
                    match said {
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                        Some(Ok(_)) if sayings > SAYINGS => {
                            let refusal = ApiError::Busy("you say too much at once".to_string()).problem();
                            let _ = out.send(Message::Text(text(&Live::Refused(refusal)))).await;
                            break;
                        }
                        Some(Ok(Message::Text(said))) => match change_seat(&tables, &id, number, &said).await {
                            Ok(()) => continue,
                            Err(refusal) => out.send(Message::Text(text(&Live::Refused(refusal.problem())))).await,
                        },
                        Some(Ok(_)) => continue,
                    }
                }
            };
            if sent.is_err() {
                break;
            }
        }
    }
    if let Ok(mut table) = tables.table(&id).await {
        table.disconnect(number);
    }
}
