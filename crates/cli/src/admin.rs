//! `admin`: the database of a table, for its keeper.

use crate::serve::{database, keep_private, library, sqlite};
use crate::{Failure, files};
use clap::{Args, Subcommand};
use sandtable_server::admin::{Admin, AdminError};
use sandtable_server::{Retention, Settings, Store};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// How a file of SQLite begins.
const SQLITE: &[u8] = b"SQLite format 3\0";

#[derive(Args)]
pub struct AdminArgs {
    /// Where the games are: a file, or the URL of a PostgreSQL database
    #[arg(long, global = true, value_name = "FILE|URL")]
    database: Option<String>,
    /// Print for programs
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// All games, the last played first
    List,
    /// Forget a game with all that belongs to it
    Close { game: String },
    /// A game as a game file, with all that is hidden in it
    Dump {
        game: String,
        #[arg(short, long, value_name = "FILE")]
        out: PathBuf,
    },
    /// Replay all games and check every move, die and hash
    Verify,
    /// Copy the database into a new file, while the table runs
    Backup { file: PathBuf },
    /// Make a database of a backup; games of a backup from PostgreSQL are added to those that are there
    Restore { file: PathBuf },
    /// Forget old games
    Prune {
        /// Finished games that nobody has touched for so many days
        #[arg(long, value_name = "DAYS")]
        finished: Option<u32>,
        /// Other games without a step for so many days
        #[arg(long, value_name = "DAYS")]
        abandoned: Option<u32>,
        /// Take the days from a file of settings
        #[arg(long, value_name = "FILE", conflicts_with_all = ["finished", "abandoned"])]
        settings: Option<PathBuf>,
        /// Only say which they are
        #[arg(long)]
        dry_run: bool,
    },
}

fn fail(e: AdminError) -> Failure {
    Failure::new(e.to_string())
}

fn at(path: &Path, e: impl std::fmt::Display) -> Failure {
    Failure::new(format!("{}: {e}", path.display()))
}

pub fn run(args: &AdminArgs) -> Result<(), Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(|e| Failure::new(e.to_string()))?;
    let told = runtime.block_on(done(args))?;
    if args.json {
        println!("{}", told.json);
    } else {
        print!("{}", told.text);
    }
    if told.wrong { Err(Failure::new("some games cannot be played on".to_string())) } else { Ok(()) }
}

/// What a command has to say.
struct Told {
    text: String,
    json: Value,
    wrong: bool,
}

impl Told {
    fn new(text: String, json: Value) -> Told {
        Told { text, json, wrong: false }
    }
}

/// Whether a database is a file, and which.
fn file_of(database: Option<&str>) -> Option<PathBuf> {
    let path = database.filter(|d| !d.starts_with("postgres"));
    path.map(PathBuf::from)
}

async fn open(named: Option<&str>) -> Result<Admin, Failure> {
    if let Some(path) = file_of(named)
        && !path.exists()
    {
        return Err(at(&path, "there is no such database"));
    }
    let (url, shown) = database(named)?;
    let store = Store::open(&url).await.map_err(|e| Failure::new(format!("{shown}: {e}")))?;
    Ok(Admin::new(store, library()?))
}

async fn done(args: &AdminArgs) -> Result<Told, Failure> {
    let named = args.database.as_deref();
    if let What::Restore { file } = &args.what {
        return restore(named, file).await;
    }
    let admin = open(named).await?;
    match &args.what {
        What::List => {
            let games = admin.list().await.map_err(fail)?;
            let lines = games.iter().map(|g| {
                let state = if g.result.is_empty() { &g.moment } else { &g.result };
                let name = if g.name.is_empty() { String::new() } else { format!(" \"{}\"", g.name) };
                format!("{}  {} {}{name}: {} moves, {state}\n", g.id, g.game, g.scenario, g.moves)
            });
            Ok(Told::new(lines.collect(), json!({"games": games})))
        }
        What::Close { game } => {
            admin.close(game).await.map_err(fail)?;
            Ok(Told::new(format!("{game} is forgotten\n"), json!({"closed": game})))
        }
        What::Dump { game, out } => {
            let text = admin.dump(game).await.map_err(fail)?;
            files::replace(out, &text).map_err(|e| at(out, e))?;
            Ok(Told::new(format!("{game} is in {}\n", out.display()), json!({"game": game, "file": out})))
        }
        What::Verify => {
            let checked = admin.verify().await.map_err(fail)?;
            let wrong = checked.iter().filter(|(_, found)| found.is_err()).count();
            let mut text: String = checked
                .iter()
                .filter_map(|(id, found)| Some(format!("{id}: {}\n", found.as_ref().err()?)))
                .collect();
            text += &format!("{} games replay, {wrong} do not\n", checked.len() - wrong);
            let rows = checked.iter().map(|(id, found)| match found {
                Ok(moves) => json!({"id": id, "moves": moves}),
                Err(why) => json!({"id": id, "wrong": why}),
            });
            let json = json!({"games": rows.collect::<Vec<_>>(), "wrong": wrong});
            Ok(Told { text, json, wrong: wrong > 0 })
        }
        What::Backup { file } => backup(&admin, named, file).await,
        What::Restore { .. } => Err(Failure::new("this is done without a database".to_string())),
        What::Prune { finished, abandoned, settings, dry_run } => {
            let how_long = match settings {
                Some(path) => {
                    let text = std::fs::read_to_string(path).map_err(|e| at(path, e))?;
                    Settings::read(&text).map_err(|e| at(path, e))?.retention
                }
                None => Retention { finished: *finished, abandoned: *abandoned },
            };
            if how_long == Retention::default() {
                let why = "say how old games may grow: --finished DAYS, --abandoned DAYS, or --settings FILE with [retention]";
                return Err(Failure::new(why.to_string()));
            }
            let games = admin.prune(&how_long, !dry_run).await.map_err(fail)?;
            let what = if *dry_run { "would be forgotten" } else { "are forgotten" };
            let text = games.iter().map(|id| format!("{id}\n")).collect::<String>();
            Ok(Told::new(
                format!("{text}{} games {what}\n", games.len()),
                json!({"games": games, "dry_run": dry_run}),
            ))
        }
    }
}

/// Copies a database. Keys' hashes and secrets of dice are in it: only its owner may read the copy.
async fn backup(admin: &Admin, named: Option<&str>, file: &Path) -> Result<Told, Failure> {
    if file.exists() {
        return Err(at(file, "is there already, and a backup never overwrites anything"));
    }
    keep_private(file).map_err(|e| at(file, e))?;
    let copied = async {
        if admin.copy_into(file).await.map_err(fail)? {
            return Ok::<_, Failure>(None);
        }
        let mut out = std::fs::OpenOptions::new().append(true).open(file).map_err(|e| at(file, e))?;
        let count = admin.each_line(|line| writeln!(out, "{line}")).await.map_err(fail)?;
        out.sync_all().map_err(|e| at(file, e))?;
        Ok(Some(count))
    };
    match copied.await {
        Ok(None) => {
            let text = format!("the database is copied into {}\n", file.display());
            Ok(Told::new(text, json!({"file": file, "kind": "sqlite"})))
        }
        Ok(Some(count)) => {
            let text = format!(
                "{count} games are in {}; `pg_dump` copies everything else too, and all of one moment\n",
                file.display()
            );
            Ok(Told::new(text, json!({"file": file, "kind": "games", "games": count})))
        }
        Err(e) => {
            // Half a backup would be taken for a whole one.
            let _ = std::fs::remove_file(file);
            let what = named.unwrap_or("the usual database");
            Err(Failure::new(format!("{what} is not copied: {}", e.message)))
        }
    }
}

async fn restore(named: Option<&str>, file: &Path) -> Result<Told, Failure> {
    let mut head = [0; SQLITE.len()];
    let mut opened = std::fs::File::open(file).map_err(|e| at(file, e))?;
    let whole = opened.read_exact(&mut head).is_ok() && head == SQLITE;
    drop(opened);
    if !whole {
        let text = std::fs::read_to_string(file).map_err(|e| at(file, e))?;
        let (url, shown) = database(named)?;
        let store = Store::open(&url).await.map_err(|e| Failure::new(format!("{shown}: {e}")))?;
        let count = Admin::new(store, library()?).put_back(text.lines()).await.map_err(fail)?;
        let text = format!("{count} games of {} are in {shown}\n", file.display());
        return Ok(Told::new(text, json!({"games": count})));
    }
    let Some(path) = file_of(named) else {
        let why = "name the file that becomes the database with --database; a backup of SQLite becomes a file of SQLite";
        return Err(Failure::new(why.to_string()));
    };
    if path.exists() {
        return Err(at(&path, "is there already: stop the table and move it away, with its -wal and -shm"));
    }
    // Under another name until it is known to be good.
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let draft = tempfile::Builder::new().prefix("restored").tempdir_in(folder).map_err(|e| at(folder, e))?;
    let copy = draft.path().join("games.sqlite");
    keep_private(&copy).map_err(|e| at(&copy, e))?;
    let unreadable = |e: sandtable_server::StoreError| at(file, e);
    let source = draft.path().join("source.sqlite");
    std::fs::copy(file, &source).map_err(|e| at(file, e))?;
    let store = Store::open(&sqlite(&source)).await.map_err(unreadable)?;
    let games = store.ids().await.map_err(unreadable)?.len();
    // It reads every page, and what comes out is one whole file.
    store.copy_into(&copy).await.map_err(unreadable)?;
    std::fs::File::open(&copy).and_then(|f| f.sync_all()).map_err(|e| at(&copy, e))?;
    std::fs::hard_link(&copy, &path).map_err(|e| at(&path, e))?;
    let text = format!("{games} games of {} are in {}\n", file.display(), path.display());
    Ok(Told::new(text, json!({"games": games})))
}
