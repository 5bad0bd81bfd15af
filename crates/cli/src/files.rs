//! Files replaced whole or not at all.

use std::io::Write;
use std::path::Path;

/// Writes a file beside its place and moves it there only when all of it is on the disk, so that a full disk or a
/// crash leaves the old one as it was.
pub fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    replace_bytes(path, text.as_bytes())
}

/// The same for a file that is not text.
pub fn replace_bytes(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    // Files of a person are readable by others unless the umask says no; a temporary one is not.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = path.metadata().map_or(0o644, |m| m.permissions().mode() & 0o777);
        file.as_file().set_permissions(std::fs::Permissions::from_mode(mode))?;
    }
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}
