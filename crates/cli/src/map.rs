//! `sandtable map`: show, draw, compile and audit the boards.

use crate::Failure;
use crate::boards;
use crate::files::replace;
use clap::{Args, ValueEnum};
use sandtable_atlas::{AtlasError, Sources, audit};
use sandtable_board::svg::Detail;
use std::path::{Path, PathBuf};

/// The boards: list them, draw one, compile them from geography, or audit them.
#[derive(Args)]
pub struct MapArgs {
    /// The board; all of them if left out
    board: Option<String>,
    /// Write the drawing to this file
    #[arg(long, value_name = "OUT")]
    svg: Option<PathBuf>,
    /// How close the reader of the drawing is
    #[arg(long, value_enum, default_value_t = Zoom::Full)]
    zoom: Zoom,
    /// Compile board files anew from the geography
    #[arg(long, conflicts_with_all = ["svg", "audit"])]
    compile: bool,
    /// With --compile: write nothing, fail if a committed board file differs
    #[arg(long, requires = "compile")]
    check: bool,
    /// Check every board against its geography and the demands of its scenarios
    #[arg(long, conflicts_with = "svg")]
    audit: bool,
    /// The folder `crates` of a checkout, for --compile and --audit: geography is in atlas/data, boards in games/GAME/data
    #[arg(long, default_value = "crates")]
    data: PathBuf,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Zoom {
    /// The whole board on a screen: large names, no hex numbers
    Overview,
    /// For play and print
    Full,
}

/// Runs the command.
pub fn run(args: &MapArgs) -> Result<(), Failure> {
    if let Some(board) = &args.board {
        boards::load(board)?;
    }
    if args.compile {
        return compile(args);
    }
    if args.audit {
        return audit_all(args);
    }
    match (&args.board, &args.svg) {
        (Some(id), Some(out)) => draw(id, out, args.zoom),
        (None, Some(_)) => {
            Err(Failure::new("name the board to draw: sandtable map fury --svg fury.svg".to_string()))
        }
        (board, None) => list(board.as_deref(), args.json),
    }
}

fn draw(id: &str, out: &Path, zoom: Zoom) -> Result<(), Failure> {
    let detail = match zoom {
        Zoom::Overview => Detail::Overview,
        Zoom::Full => Detail::Full,
    };
    let svg = boards::load(id)?.svg(detail);
    replace(out, &svg)
        .map_err(|e| Failure::new(format!("{}: {e}; choose a place that can be written", out.display())))?;
    println!("{} ({} kB)", out.display(), svg.len() / 1000);
    Ok(())
}

fn list(only: Option<&str>, json: bool) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for id in sandtable_games::boards().map(|b| b.id).filter(|id| only.is_none_or(|o| o == *id)) {
        let board = boards::load(id)?;
        if json {
            let counts: serde_json::Map<_, _> =
                board.counts().into_iter().map(|(k, v)| (k.to_string(), v.into())).collect();
            rows.push(serde_json::json!({
                "id": id, "title": board.title(), "provenance": board.provenance(), "counts": counts,
            }));
        } else {
            let counts: Vec<String> = board.counts().iter().map(|(k, v)| format!("{v} {k}")).collect();
            println!("{id:<13} {}\n{:13} {} ({})", board.title(), "", counts.join(", "), board.provenance());
        }
    }
    if json {
        println!("{}", serde_json::Value::Array(rows));
    }
    Ok(())
}

fn compile(args: &MapArgs) -> Result<(), Failure> {
    let mut differ = Vec::new();
    let sources = Sources::find(&args.data).map_err(failed)?;
    // A country that is made up has no geography to compile.
    if let Some(made_up) = args.board.as_deref().filter(|id| sources.boards.iter().all(|b| b.id != *id)) {
        return Err(Failure::new(format!("the board `{made_up}` is made up; its file is all there is")));
    }
    for board in sources.boards.iter().filter(|b| args.board.as_deref().is_none_or(|id| id == b.id)) {
        let text = board.board_text(&sources).map_err(failed)?;
        let file = board.folder.join("board.txt");
        if args.check {
            if std::fs::read_to_string(&file).ok().as_deref() != Some(&text) {
                differ.push(file.display().to_string());
            }
        } else {
            replace(&file, &text).map_err(|e| Failure::new(format!("{}: {e}", file.display())))?;
            println!("{}", file.display());
        }
    }
    if differ.is_empty() {
        Ok(())
    } else {
        Err(Failure::new(format!(
            "{} differ from what their sources give; run sandtable map --compile",
            differ.join(", ")
        )))
    }
}

fn failed(e: AtlasError) -> Failure {
    Failure::new(e.to_string())
}

fn audit_all(args: &MapArgs) -> Result<(), Failure> {
    let reports = Sources::find(&args.data).and_then(|s| audit::audit(&s)).map_err(failed)?;
    let mut failures = 0;
    let mut rows = Vec::new();
    for r in reports.iter().filter(|r| args.board.as_deref().is_none_or(|b| b == r.board)) {
        failures += r.failures.len();
        if args.json {
            let fit: Vec<_> = r
                .fit
                .iter()
                .map(|(name, hex, error, plain)| serde_json::json!({"place": name, "hex": hex, "error": error, "plain": plain}))
                .collect();
            rows.push(serde_json::json!({
                "board": r.board, "passed": r.passed, "failures": r.failures,
                "deviations": r.deviations, "fit": fit, "notes": r.notes,
            }));
        } else {
            println!("{}", r.text());
        }
    }
    if args.json {
        println!("{}", serde_json::Value::Array(rows));
    }
    if failures == 0 { Ok(()) } else { Err(Failure::new(format!("{failures} checks fail"))) }
}
