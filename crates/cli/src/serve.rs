//! `serve`, or no command at all: the table in the browser.

use crate::boards::{self, Board};
use crate::game;
use crate::{Failure, files};
use clap::Args;
use sandtable_board::spots::{self, Spot};
use sandtable_board::svg::Detail;
use sandtable_board::svg::canvas::UNIT;
use sandtable_bots::registry::AnyGame;
use sandtable_games::GAMES;
use sandtable_server::wire::Place;
use sandtable_server::{
    Admits, Boards, Drawing, Library, Settings, Store, Tables, description, for_keepers, listen, router,
};
use std::future::IntoFuture;
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets, filter_fn};
use tracing_subscriber::prelude::*;

/// The usual address; if its port is taken the next ones are tried.
const USUAL: ([u8; 4], u16) = ([127, 0, 0, 1], 7878);

/// How many ports are tried.
const TRIES: u16 = 10;

#[derive(Args, Default)]
pub struct ServeArgs {
    /// Address to listen on; one that others can reach is for friends, unless you say who may come
    #[arg(long, value_name = "IP:PORT")]
    addr: Option<SocketAddr>,
    /// Anybody who reaches the table may come; seats are had by their links alone
    #[arg(long, conflicts_with = "public")]
    friends: bool,
    /// Strangers may come: with accounts, and limits on everything that costs
    #[arg(long)]
    public: bool,
    /// A name by which browsers may know the table, beside its addresses in figures
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The address of a proxy whose word on where a request comes from is believed
    #[arg(long, value_name = "IP")]
    behind_proxy: Vec<IpAddr>,
    /// A file of settings (TOML); what is said here goes before what it says
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Where games are kept: a file, or the URL of a PostgreSQL database
    #[arg(long, value_name = "FILE|URL")]
    database: Option<String>,
    /// How the log is written: for people, or a JSON object a line
    #[arg(long, value_enum, default_value_t)]
    log: Log,
    /// Write the description of the API (OpenAPI) to a file and stop
    #[arg(long, value_name = "FILE")]
    describe: Option<PathBuf>,
}

pub fn run(args: &ServeArgs) -> Result<(), Failure> {
    if let Some(path) = &args.describe {
        return files::replace(path, &(description() + "\n"))
            .map_err(|e| Failure::new(format!("{}: {e}", path.display())));
    }
    write_log(args.log);
    let runtime = tokio::runtime::Runtime::new().map_err(|e| Failure::new(e.to_string()))?;
    runtime.block_on(serve(args))
}

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
enum Log {
    /// For people.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
}

/// Begins to write a log to the error output. What libraries say in detail is never written, whatever RUST_LOG asks for: keys go through
/// them, and names.
fn write_log(how: Log) {
    let wanted = std::env::var("RUST_LOG").ok().and_then(|levels| levels.parse::<Targets>().ok());
    let filter = wanted.unwrap_or_else(|| {
        Targets::new().with_default(LevelFilter::WARN).with_target("sqlx", LevelFilter::OFF)
    });
    let discreet =
        filter_fn(|about| about.target().starts_with("sandtable") || *about.level() <= LevelFilter::INFO);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let log = tracing_subscriber::registry().with(filter).with(discreet);
    match how {
        Log::Text => log.with(lines.with_ansi(std::io::stderr().is_terminal())).init(),
        Log::Json => log.with(lines.with_ansi(false).json().flatten_event(true)).init(),
    }
}

async fn serve(args: &ServeArgs) -> Result<(), Failure> {
    let settings = settings(args)?;
    let (url, shown) = database(args.database.as_deref())?;
    let store = Store::open(&url).await.map_err(|e| {
        Failure::new(format!("games cannot be kept in {shown}: {e}; name another place with --database"))
    })?;
    let listener = bind(args.addr).await?;
    let addr = listener.local_addr().map_err(|e| Failure::new(e.to_string()))?;
    let library = library()?;
    let keepers = settings.metrics.listen;
    let tables = Tables::new(library, store, settings.clone());
    tables.spawn_background_tasks();
    if let Some(addr) = keepers {
        let listener = TcpListener::bind(addr).await;
        let listener =
            listener.map_err(|e| Failure::new(format!("{addr} (metrics) can't be listened on: {e}")))?;
        tokio::spawn(axum::serve(listener, for_keepers(tables.clone())).into_future());
    }
    let files = open_files();
    // You need not read on: the server runs even if nobody reads this output.
    let _ = writeln!(
        std::io::stdout(),
        "Sandtable is at http://{addr}/\nGames are kept in {shown}. Ctrl-C stops the table; nothing is lost."
    );
    let (wanted, room) = (settings.limits.connections_of_all, listen::connections_with(&settings, files));
    if !settings.home() && room < wanted {
        eprintln!(
            "This system lets the table have {} files open, so {room} connections have room at once instead of {wanted}; \
             with a higher limit (`ulimit -n`) there are more.",
            files.unwrap_or_default()
        );
    }
    listen::serve(listener, router(tables), &settings, files, told_to_stop()).await;
    Ok(())
}

/// How many files the table may have open: as many as the system allows, if it is asked.
#[cfg(unix)]
fn open_files() -> Option<u64> {
    let raised = rlimit::increase_nofile_limit(u64::MAX);
    raised.or_else(|_| rlimit::Resource::NOFILE.get_soft()).ok()
}

#[cfg(not(unix))]
fn open_files() -> Option<u64> {
    None
}

/// All games with their boards and puzzles.
pub fn library() -> Result<Library, Failure> {
    let games =
        GAMES.iter().map(|id| game(id).map(Arc::from)).collect::<Result<Vec<Arc<dyn AnyGame>>, _>>()?;
    let puzzles = crate::puzzle::files();
    let puzzles = puzzles.iter().map(|(game, id, text)| (game.as_str(), id.as_str(), text.as_str()));
    Library::new(games, Box::new(Inside)).with_puzzles(puzzles).map_err(Failure::new)
}

/// Waits for Ctrl-C or for the signal by which a system ends its services. If signals can't be had, the table runs until it is killed, which
/// loses nothing either.
async fn told_to_stop() {
    let by_hand = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let by_the_system = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => drop(terminated.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let by_the_system = std::future::pending::<()>();
    tokio::select! {
        () = by_hand => {}
        () = by_the_system => {}
    }
}

async fn bind(wanted: Option<SocketAddr>) -> Result<TcpListener, Failure> {
    let first = wanted.unwrap_or(USUAL.into());
    let tries = if wanted.is_some() { 1 } else { TRIES };
    let mut last = None;
    for port in first.port()..first.port().saturating_add(tries) {
        match TcpListener::bind(SocketAddr::new(first.ip(), port)).await {
            Ok(listener) => return Ok(listener),
            Err(e) => last = Some(e),
        }
    }
    let why = last.map_or(String::new(), |e| e.to_string());
    Err(Failure::new(format!("{first} can't be listened on: {why}; choose another address with --addr")))
}

/// What the command line and the file of settings say. Without a word of either, a table on this machine alone is at home.
fn settings(args: &ServeArgs) -> Result<Settings, Failure> {
    let mut settings = Settings::default();
    if let Some(path) = &args.settings {
        let named = |e: String| Failure::new(format!("{}: {e}", path.display()));
        let text = std::fs::read_to_string(path).map_err(|e| named(e.to_string()))?;
        settings = Settings::read(&text).map_err(named)?;
    }
    if args.public {
        settings.admits = Admits::Public;
    } else if args.friends || args.settings.is_none() && args.addr.is_some_and(|a| !a.ip().is_loopback()) {
        settings.admits = Admits::Friends;
    }
    settings.hosts.extend(args.host.iter().cloned());
    settings.proxies.extend(args.behind_proxy.iter().map(IpAddr::to_canonical));
    settings.check().map_err(Failure::new)?;
    if settings.home() && args.addr.is_some_and(|a| !a.ip().is_loopback()) {
        let why =
            "a table at home listens on this machine alone: say who may come with --friends or --public";
        return Err(Failure::new(why.to_string()));
    }
    Ok(settings)
}

/// The database's URL, and the same for people.
pub fn database(wanted: Option<&str>) -> Result<(String, String), Failure> {
    if let Some(url) = wanted.filter(|w| w.starts_with("postgres")) {
        return Ok((url.to_string(), "the PostgreSQL database".to_string()));
    }
    let path = match wanted {
        Some(path) => PathBuf::from(path),
        None => {
            let folders = directories::ProjectDirs::from("", "", "sandtable");
            let folders = folders.ok_or_else(|| {
                Failure::new(
                    "there is no home folder to keep games in; name a file with --database".to_string(),
                )
            })?;
            folders.data_dir().join("games.sqlite")
        }
    };
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|e| Failure::new(format!("{}: {e}", folder.display())))?;
    }
    keep_private(&path).map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    Ok((sqlite(&path), path.display().to_string()))
}

/// Keys of seats and secrets of dice are in the file: only its owner may read it. Files beside it take its mode.
pub fn keep_private(path: &Path) -> std::io::Result<()> {
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    drop(file);
    Ok(())
}

/// A path as a URL: what means something in a URL is written otherwise.
pub fn sqlite(path: &Path) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    format!("sqlite://{path}?mode=rwc")
}

/// The boards inside the program.
struct Inside;

impl Boards for Inside {
    fn drawing(&self, id: &str) -> Option<Drawing> {
        let board = boards::load(id).ok()?;
        let svg = board.svg(Detail::Full);
        let numbers = svg.split_once("viewBox=\"")?.1.split_once('"')?.0;
        let numbers: Vec<f64> = numbers.split(' ').filter_map(|n| n.parse().ok()).collect();
        let [x, y, width, height] = numbers[..] else { return None };
        let spots = match &board {
            Board::Hexes(b) => spots::of_hexes(b),
            Board::Areas(b) => spots::of_areas(b),
        };
        let places = spots.into_iter().map(place).collect();
        Some(Drawing { low: (x, y), size: (width, height), unit: UNIT, places })
    }

    fn svg(&self, id: &str, overview: bool) -> Option<String> {
        Some(boards::load(id).ok()?.svg(if overview { Detail::Overview } else { Detail::Full }))
    }
}

fn place(spot: Spot) -> Place {
    Place {
        id: spot.id,
        x: spot.centre.x,
        y: spot.centre.y,
        terrain: spot.terrain,
        name: spot.name,
        notes: spot.notes,
        outline: spot.outline.iter().map(|p| (p.x, p.y)).collect(),
        next: spot.next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_survives_as_a_url() {
        assert_eq!(sqlite(Path::new("/a b/50%?#.sqlite")), "sqlite:///a b/50%25%3F%23.sqlite?mode=rwc");
    }

    #[test]
    fn every_board_has_places_inside_its_drawing() {
        for id in sandtable_games::boards().map(|b| b.id) {
            let d = Inside.drawing(id).unwrap();
            assert!(d.places.len() > 50, "{id}");
            for p in &d.places {
                assert!(p.x > d.low.0 && p.x < d.low.0 + d.size.0, "{id} {}", p.id);
                assert!(p.y > d.low.1 && p.y < d.low.1 + d.size.1, "{id} {}", p.id);
                // Seas between areas are points; what is land has an outline.
                assert!(p.outline.len() >= 3 || p.terrain == "sea", "{id} {}", p.id);
                assert!(!p.next.contains(&p.id), "{id} {}", p.id);
                for next in &p.next {
                    assert!(d.places.iter().any(|q| q.id == *next && q.next.contains(&p.id)), "{id} {next}");
                }
            }
        }
    }
}
