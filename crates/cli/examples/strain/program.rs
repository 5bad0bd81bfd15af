//! The program itself, started and stopped.

use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A table that runs as a program of its own; it is killed when this goes.
pub struct Program {
    pub child: Child,
    pub addr: SocketAddr,
}

impl Program {
    /// Starts a program over a database, bound to one core if so wished.
    pub fn start(program: &Path, database: &Path, core: Option<usize>) -> io::Result<Program> {
        let mut command = match core {
            Some(core) => {
                let mut c = Command::new("taskset");
                c.arg("-c").arg(core.to_string()).arg(program);
                c
            }
            None => Command::new(program),
        };
        // What is killed complains; that is not what is looked for here.
        command.env("RUST_LOG", "off");
        command.args(["serve", "--addr", "127.0.0.1:0", "--database"]).arg(database);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn()?;
        let out = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let addr = line
            .trim()
            .strip_prefix("Sandtable is at http://")
            .and_then(|a| a.trim_end_matches('/').parse().ok());
        match addr {
            Some(addr) => Ok(Program { child, addr }),
            None => Err(io::Error::other(format!("the program says `{}`", line.trim()))),
        }
    }

    /// Stops it without a word: SIGKILL.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
