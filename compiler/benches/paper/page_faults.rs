//! Counts page faults, and copies images to new pages of memory.

use std::fs::File;
use std::io::{self, Read};

use memmap2::MmapMut;

/// The number of page faults of this thread so far, minor and major (a major fault reads a disk); `None` if the system
/// lacks the `/proc` of Linux.
pub fn page_faults() -> Option<u64> {
    // A program for Windows may run in wine, which shows it the file of another process.
    if !cfg!(target_os = "linux") {
        return None;
    }
    let mut text = [0; 1024];
    let len = File::open("/proc/thread-self/stat").and_then(|mut file| file.read(&mut text));
    of_stat(&text[..len.ok()?])
}

/// The sum of the fields minflt and majflt of a `stat` file (proc(5)). The name of the command, in brackets, may hold spaces.
fn of_stat(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let fields = text.rsplit_once(") ")?.1.split(' ');
    let faults = |field: usize| fields.clone().nth(field - 3)?.parse::<u64>().ok();
    Some(faults(10)? + faults(12)?)
}

/// A copy of an image in pages that no other data use.
#[derive(Debug)]
pub struct Loaded {
    pages: MmapMut,
    /// The number of page faults while the image was copied; 0 if [`page_faults`] returns `None`.
    pub page_faults: u64,
}

impl Loaded {
    /// Copies the image.
    ///
    /// # Errors
    /// The system has no memory for it.
    pub fn new(image: &[u8]) -> io::Result<Loaded> {
        let mut pages = MmapMut::map_anon(image.len())?;
        let before = page_faults();
        pages.copy_from_slice(image);
        Ok(Loaded {
            pages,
            page_faults: faults_since(before),
        })
    }

    pub fn bytes(&self) -> &[u8] {
        &self.pages
    }
}

/// The number of page faults of this thread since [`page_faults`] returned `before`; 0 if [`page_faults`] returns
/// `None`.
pub fn faults_since(before: Option<u64>) -> u64 {
    let faults = |before| Some(page_faults()?.saturating_sub(before));
    before.and_then(faults).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_faults_after_a_name_with_spaces_and_brackets() {
        let text = b"7 (a) b ) R 1 2 3 4 5 6 30 8 12 10 11";
        assert_eq!(of_stat(text), Some(42));
        assert_eq!(of_stat(b"7 (a) R 1 2"), None);
    }

    #[test]
    fn a_copy_takes_faults_for_new_pages() {
        let image = vec![1; 1 << 20];
        let loaded = Loaded::new(&image).unwrap();
        assert!(loaded.bytes() == image);
        // About 256 faults with pages of 4 KiB; fewer with larger pages.
        let expected = if cfg!(target_os = "linux") { 1 } else { 0 };
        assert!((expected..=600).contains(&loaded.page_faults), "{loaded:?}");
    }
}
