//! A PostgreSQL server of one's own, in a folder of its own, that can be killed like any program.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server; it is killed when this goes.
pub struct Postgres {
    folder: TempDir,
    programs: PathBuf,
    child: Option<Child>,
}

/// Where the programs of PostgreSQL are, if they are here.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .filter_map(|version| Some(version.ok()?.path().join("bin")))
        .collect();
    found.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
    found.into_iter().find(|folder| folder.join("initdb").exists() && folder.join("postgres").exists())
}

/// The server refuses to run as root: then it runs as `postgres`.
#[cfg(unix)]
fn who() -> io::Result<Option<(u32, u32)>> {
    let id = |args: &[&str]| -> io::Result<u32> {
        let out = Command::new("id").args(args).output()?;
        String::from_utf8_lossy(&out.stdout).trim().parse().map_err(io::Error::other)
    };
    if id(&["-u"])? != 0 {
        return Ok(None);
    }
    Ok(Some((id(&["-u", "postgres"])?, id(&["-g", "postgres"])?)))
}

impl Postgres {
    /// A new server with an empty database; nothing if PostgreSQL is not installed.
    #[cfg(unix)]
    pub fn begin() -> io::Result<Option<Postgres>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = TempDir::new()?;
        if let Some((user, group)) = who()? {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group))?;
        }
        let mut server = Postgres { folder, programs, child: None };
        let mut begin = server.command("initdb")?;
        let done = begin.arg("-D").arg(server.data()).args(["-A", "trust", "-U", "postgres"]).output()?;
        if !done.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&done.stderr).into_owned()));
        }
        server.start()?;
        Ok(Some(server))
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    #[cfg(unix)]
    fn command(&self, name: &str) -> io::Result<Command> {
        use std::os::unix::process::CommandExt;
        let mut command = Command::new(self.programs.join(name));
        if let Some((user, group)) = who()? {
            command.uid(user).gid(group);
        }
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        Ok(command)
    }

    /// How its database is reached.
    pub fn url(&self) -> String {
        format!("postgres://postgres@localhost/postgres?host={}", self.folder.path().display())
    }

    /// Starts it, and waits until it answers.
    pub fn start(&mut self) -> io::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(30) {
            let mut server = self.command("postgres")?;
            server.arg("-D").arg(self.data()).args(["-c", "listen_addresses="]);
            server.arg("-c").arg(format!("unix_socket_directories={}", self.folder.path().display()));
            let mut child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
            // What a killed server leaves behind may hold its memory for a moment: then the new one gives up, and is tried again.
            while child.try_wait()?.is_none() {
                let mut ask = self.command("pg_isready")?;
                if ask.arg("-h").arg(self.folder.path()).arg("-q").status()?.success() {
                    self.child = Some(child);
                    return Ok(());
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(io::Error::other("PostgreSQL does not start"))
    }

    /// Kills it without a word: SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
        // Its helpers see that it is gone and go too; until then they write into the folder.
        let _ = wait_gone(&self.data());
    }
}

fn wait_gone(data: &Path) -> io::Result<()> {
    for _ in 0..50 {
        if std::fs::remove_dir_all(data).is_ok() {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}
