//! `do`: takes actions one after the other.

use crate::table::{acting, ask, asked, fail, log, open_hash, open_to_play, save, side, viewer};
use crate::{Failure, table};
use clap::Args;
use sandtable_bots::any_session::AnySession;
use sandtable_bots::registry::TableError;
use serde_json::json;
use std::path::PathBuf;

#[derive(Args)]
pub struct DoArgs {
    /// The game file
    file: PathBuf,
    /// Actions one after the other: number, short text or JSON of each. All of them are taken or none, up to the first that
    /// rolls dice or shows something hidden: what came before a refusal then stays done
    #[arg(required = true)]
    actions: Vec<String>,
    /// Who acts; the side that must decide if left out
    #[arg(long)]
    side: Option<String>,
    /// The dice of an action, rolled by hand, as in 5,2; given once for each action, `-` for one without dice
    #[arg(long, value_name = "DICE", allow_hyphen_values = true)]
    dice: Vec<String>,
    /// Print for programs
    #[arg(long)]
    json: bool,
}

/// The dice of each action: none, or those that were rolled by hand.
fn dice(args: &DoArgs) -> Result<Vec<Option<Vec<u8>>>, Failure> {
    let (given, wanted) = (args.dice.len(), args.actions.len());
    if given == 0 {
        return Ok(vec![None; wanted]);
    }
    if given != wanted {
        return Err(Failure::new(format!(
            "--dice is given once for each action, `--dice -` for one without dice: {wanted} actions, {given} times --dice"
        )));
    }
    let one = |word: &String| {
        if word == "-" {
            return Ok(None);
        }
        let rolls: Result<Vec<u8>, _> = word.split(',').map(|n| n.trim().parse()).collect();
        rolls.map(Some).map_err(|_| Failure::new(format!("--dice `{word}` should be numbers as in 5,2")))
    };
    args.dice.iter().map(one).collect()
}

pub fn act(args: &DoArgs) -> Result<(), Failure> {
    let (game, mut session) = open_to_play(&args.file)?;
    let side = side(&*game, &*session, args.side.as_deref())?;
    let dice = dice(args)?;
    let mut lines = Vec::new();
    // How many actions can no longer be taken back: they are kept whatever comes after them, for their refusal would
    // otherwise show for nothing what they brought to light.
    let mut kept = 0;
    for (i, (action, dice)) in args.actions.iter().zip(dice).enumerate() {
        match session.act(acting(&*session, side), &action.as_str().into(), dice) {
            Ok(new) => lines.extend(new),
            Err(e) if kept > 0 => return stop(args, &mut *session, i - kept, e, &lines),
            Err(e) => return Err(fail(e)),
        }
        if session.may_undo().is_err() {
            kept = i + 1;
        }
    }
    save(&args.file, &*session)?;
    let viewer = viewer(&*session, None);
    if args.json {
        let hash = open_hash(&*game, &*session);
        let asked = asked(game.about(), &*session, viewer);
        println!("{}", json!({"log": lines, "asked": asked, "hash": hash}));
    } else {
        log(&lines);
        ask(game.about(), &*session, viewer);
    }
    Ok(())
}

/// Keeps what cannot be taken back and takes back what can, then reports the refusal.
fn stop(
    args: &DoArgs,
    session: &mut dyn AnySession,
    after: usize,
    refusal: TableError,
    lines: &[sandtable_core::game::Line],
) -> Result<(), Failure> {
    for _ in 0..after {
        session.undo().map_err(fail)?;
    }
    save(&args.file, session)?;
    let kept = session.moves();
    if !args.json {
        table::log(lines);
    }
    let mut failure = fail(refusal);
    failure.message = format!(
        "{}; what rolled dice or showed something before it stays done (the game has {kept} moves)",
        failure.message
    );
    Err(failure)
}
