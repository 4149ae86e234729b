//! Files that are gone when nobody needs them any more.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A temporary folder of its own with one file in it.
pub(crate) struct Scratch {
    folder: PathBuf,
    file: PathBuf,
}

impl Scratch {
    /// Writes the text into a file of that name.
    pub(crate) fn new(name: &str, text: &[u8]) -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("pencilmark-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        let file = folder.join(name);
        std::fs::write(&file, text).expect("a temporary file");
        Self { folder, file }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn path(&self) -> &Path {
        &self.file
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
