//! `log`: what has happened, as a side may read it.

use crate::Failure;
use crate::table::{fail, line, open, outcome, side};
use clap::Args;
use sandtable_core::view::Viewer;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub struct LogArgs {
    /// The game file
    file: PathBuf,
    /// What this side may read; without it what everybody may
    #[arg(long)]
    side: Option<String>,
    /// Only what came after this many moves
    #[arg(long, default_value_t = 0, value_name = "N")]
    since: usize,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

pub fn log(args: &LogArgs) -> Result<(), Failure> {
    let (game, session) = open(&args.file, false)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    let over = outcome(&*session).is_some();
    let viewer = match side {
        Some(side) => Viewer::Side(side),
        // Everything may be read once it is over.
        None if over => Viewer::All,
        None => Viewer::Watcher,
    };
    let mut rows = Vec::new();
    let mut text = String::new();
    session
        .replay(viewer, &mut |step| {
            if step.number <= args.since && !(step.number == 0 && args.since == 0) {
                return;
            }
            if args.json {
                rows.push(json!({
                    "number": step.number, "side": step.side, "text": step.text, "dice": step.dice, "lines": step.lines,
                }));
                return;
            }
            if step.number > 0 {
                let dice: Vec<String> = step.dice.iter().map(ToString::to_string).collect();
                let dice = if dice.is_empty() { String::new() } else { format!("  dice {}", dice.join(" ")) };
                let what = if step.text.is_empty() { "decides" } else { &step.text };
                text.push_str(&format!("{:>4} {} {what}{dice}\n", step.number, step.side));
            }
            for one in &step.lines {
                text.push_str(&format!("   {}\n", line(one)));
            }
        })
        .map_err(fail)?;
    if args.json {
        println!("{}", json!({"moves": rows}));
    } else {
        print!("{text}");
    }
    Ok(())
}
