//! An image file mapped into memory: the only unsafe code of the libraries for Rust.
//!
//! The soak test at the end of this file changes a mapped file in place while threads read it. By default, it maps the
//! example image and takes one second. The environment variables `LEXC_SOAK_IMAGE` (an image with English tiles) and
//! `LEXC_SOAK_SECONDS` set another image and time; `tests/scripts/soak` sets them to test a whole lexicon.

use std::fs::File;
use std::io;
use std::path::Path;

use memmap2::Mmap;
#[cfg(unix)]
use memmap2::{Advice, UncheckedAdvice};

/// An image file mapped into memory: only the pages in use take memory.
///
/// **Most programs should read the file instead**, into their own memory, where no other process changes it:
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
/// let image = std::fs::read(path)?;
/// let lexicon = lexc_runtime::Lexicon::from_bytes(&image)?;
/// # assert_eq!(lexicon.word_count(), 15);
/// # Ok(())
/// # }
/// ```
///
/// `lexc` itself reads images this way. A map saves memory if several processes share a lexicon. It saves time only
/// together with [`Checks::Bounds`](crate::Checks::Bounds): mapping 4 MiB takes 0.007 ms, reading them 0.15 ms, about as long
/// as computing their checksums.
///
/// # Guarantees
///
/// - While the file stays unchanged, answers equal those of an image in memory.
/// - A map keeps its file if the file is deleted, or if another file is renamed over it, as `lexc` and package managers
///   replace files. Windows may refuse to delete or replace a mapped file; a program that offers updates there gives each
///   version a name of its own, or reads the file into memory.
///
/// # Risks
///
/// - **Truncation** ends the process: a read beyond the new end raises SIGBUS, on Windows an exception (Windows mostly refuses
///   to truncate a mapped file). Unreadable pages end the process, too: a bad disk, an unplugged stick, a lost network share.
///   Private and prefilled maps do not help; a sealed `memfd` on Linux does.
/// - **Overwriting in place** changes a map, often even a private map. Answers may then be wrong, as from a damaged
///   image. A soak test changes a mapped file while threads look words up, generate plays by every algorithm and open
///   the file with all checks: it has found no panic and no endless loop. Yet memory that changes under a shared
///   reference is undefined behaviour in Rust; for example, a name in the map may stop being UTF-8 while it is read.
///   Therefore [`open`](MappedImage::open) is unsafe.
#[derive(Debug)]
pub struct MappedImage {
    map: Mmap,
}

impl MappedImage {
    /// Maps a file.
    ///
    /// # Errors
    /// The file cannot be opened or mapped. An empty file is mapped without an error and has no bytes.
    ///
    /// # Safety
    /// While the map exists, no process may truncate the file or write to it, and its storage must stay readable; the
    /// [type](MappedImage) lists the risks. `lexc` never writes to an image in place: it renames a new file over the old
    /// one, which the map keeps.
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<MappedImage> {
        let file = File::open(path)?;
        // SAFETY: the caller promises to keep the conditions of `map`, which are the same.
        unsafe { MappedImage::map(&file) }
    }

    /// Maps an open file, which may be closed afterwards.
    ///
    /// # Errors
    /// The file cannot be mapped.
    ///
    /// # Safety
    /// The same as for [`open`](MappedImage::open).
    pub unsafe fn map(file: &File) -> io::Result<MappedImage> {
        // SAFETY: the caller promises that the file stays unchanged while it is mapped.
        let map = unsafe { Mmap::map(file) }?;
        Ok(MappedImage { map })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Advises the system to read pages one by one, without reading ahead: for an image larger than memory, or for few
    /// look-ups. Call it before the first read. A system may ignore the advice; systems other than Unix get none.
    pub fn read_page_by_page(&self) {
        // Advice may be ignored, and so may its failure.
        #[cfg(unix)]
        let _ = self.map.advise(Advice::Random);
    }

    /// Releases the memory of the image's pages; the next read of a page loads it from the file again.
    ///
    /// Otherwise a map keeps every page that was read, as long as the system has memory. A program with a memory limit
    /// calls this from time to time. A look-up reads about one page per tile; Linux also maps cached pages around each
    /// page read. Except on Unix, the call does nothing: the system takes pages back when it needs their memory.
    ///
    /// # Errors
    /// The error of the system.
    pub fn release(&self) -> io::Result<()> {
        #[cfg(unix)]
        // SAFETY: the file is mapped for reading and stays unchanged, so that reloaded pages hold the same bytes for the
        // slices that borrow them.
        unsafe {
            self.map.unchecked_advise(UncheckedAdvice::DontNeed)?;
        }
        Ok(())
    }
}

/// For an [`OwnedLexicon`](crate::OwnedLexicon) of a map.
impl AsRef<[u8]> for MappedImage {
    fn as_ref(&self) -> &[u8] {
        self.bytes()
    }
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<MappedImage>();
};

#[cfg(test)]
mod tests {
    use lexc_formats::{Checks, ImageError};

    use super::*;
    use crate::lexicon::Lexicon;
    use crate::lexicon::word::Word;

    #[test]
    fn reads_a_mapped_image_in_place() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        // SAFETY: no test changes the file.
        let image = unsafe { MappedImage::open(path) }.unwrap();
        assert_eq!(image.bytes(), std::fs::read(path).unwrap());
        for lexicon in [
            Lexicon::from_bytes(image.bytes()).unwrap(),
            Lexicon::open(image.bytes(), Checks::Bounds).unwrap(),
        ] {
            let word = Word::parse("SCARE", lexicon.alphabet()).unwrap();
            assert!(lexicon.contains(&word));
            // Released pages are loaded again.
            image.read_page_by_page();
            image.release().unwrap();
            assert!(lexicon.contains(&word));
            assert_eq!(lexicon.words().count(), 15);
        }
    }

    /// Reads `/proc/self/smaps`. Returns the value of the line `name` about the map.
    #[cfg(target_os = "linux")]
    fn map_value(image: &MappedImage, name: &str) -> std::string::String {
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let start = std::format!("{:x}-", image.bytes().as_ptr().addr());
        let map = maps.lines().skip_while(|line| !line.starts_with(&start));
        let line = map.skip(1).find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().into()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn pages_take_memory_until_their_release() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        // SAFETY: no test changes the file.
        let image = unsafe { MappedImage::open(path) }.unwrap();
        assert_eq!(map_value(&image, "Rss:"), "0 kB");
        image.read_page_by_page();
        let flags = map_value(&image, "VmFlags:");
        assert!(flags.split(' ').any(|flag| flag == "rr"), "{flags}");
        Lexicon::from_bytes(image.bytes()).unwrap();
        assert_ne!(map_value(&image, "Rss:"), "0 kB");
        image.release().unwrap();
        assert_eq!(map_value(&image, "Rss:"), "0 kB");
    }

    #[test]
    fn refuses_missing_files_and_files_that_are_not_images() {
        // SAFETY: the file does not exist.
        let missing = unsafe { MappedImage::open("no such file") };
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // SAFETY: no test changes the file.
        let image = unsafe { MappedImage::open(manifest) }.unwrap();
        assert!(matches!(
            Lexicon::from_bytes(image.bytes()),
            Err(ImageError::Magic { .. })
        ));
    }

    #[test]
    #[cfg(unix)]
    fn keeps_its_file_after_a_rename_and_a_deletion() {
        let path = std::env::temp_dir().join(std::format!("lexc-map-{}", std::process::id()));
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        let bytes = std::fs::read(example).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        // SAFETY: another file takes the name and is removed; the mapped file itself does not change.
        let image = unsafe { MappedImage::open(&path) }.unwrap();
        let other = path.with_extension("other");
        std::fs::write(&other, "no image").unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(
            Lexicon::from_bytes(image.bytes()).unwrap().words().count(),
            15
        );
        std::fs::remove_file(&path).unwrap();
        assert_eq!(image.bytes(), bytes);
    }

    #[cfg(unix)]
    mod soak {
        use core::ops::ControlFlow;
        use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
        use core::time::Duration;
        use std::os::unix::fs::FileExt;
        use std::string::{String, ToString};
        use std::time::Instant;
        use std::vec::Vec;
        use std::{env, fs, thread};

        use super::*;
        use crate::{Algorithm, Cgp, MoveGen, Position, Rules, TrackedPosition};

        const ALGORITHMS: [Algorithm; 3] =
            [Algorithm::Dawg, Algorithm::Gaddag, Algorithm::EveryLine];

        /// Upper bound on the plays per search, and on the words per round: a damaged image may have far more.
        const MAX_RESULTS: usize = 5_000;

        /// Pseudo-random numbers, the same in every test (splitmix64).
        struct Random(u64);

        impl Random {
            fn below(&mut self, bound: usize) -> usize {
                self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
            }
        }

        /// Counts of events; all must be above 0 at the end.
        #[derive(Default, Debug)]
        struct Counts {
            changes: AtomicU64,
            accepted: AtomicU64,
            refused: AtomicU64,
            rounds: AtomicU64,
            plays: AtomicU64,
        }

        fn count(counter: &AtomicU64, more: usize) {
            counter.fetch_add(more as u64, Ordering::Relaxed);
        }

        /// Changes random bytes of the file in place and restores them.
        fn write(file: &File, original: &[u8], counts: &Counts, is_over: &AtomicBool) {
            let mut random = Random(1);
            while !is_over.load(Ordering::Relaxed) {
                let places: Vec<usize> = (0..1 + random.below(8))
                    .map(|_| random.below(original.len()))
                    .collect();
                for &place in &places {
                    let byte = [u8::try_from(random.below(256)).unwrap()];
                    file.write_all_at(&byte, place as u64).unwrap();
                    count(&counts.changes, 1);
                }
                if random.below(2) == 0 {
                    thread::sleep(Duration::from_micros(200));
                }
                for &place in &places {
                    let byte = &original[place..=place];
                    file.write_all_at(byte, place as u64).unwrap();
                }
                // From time to time, the file stays unchanged for long enough that a reader accepts it.
                if random.below(64) == 0 {
                    thread::sleep(Duration::from_millis(30));
                }
            }
        }

        /// Looks words up, and searches for plays by every algorithm.
        fn exercise(lexicon: &Lexicon<'_>, positions: &[Position<'_>], counts: &Counts) {
            let alphabet = lexicon.alphabet();
            let texts = [lexicon.name(), alphabet.name()].map(str::len);
            assert!(texts.iter().all(|len| *len <= u32::MAX as usize));
            let _ = lexicon.fingerprint().to_string();
            for (index, word) in (0..).zip(lexicon.words().take(MAX_RESULTS)) {
                let _ = lexicon.contains(&word) && lexicon.is_prefix(&word);
                let _ = lexicon.index_of(&word);
                let _ = lexicon.word_at(index);
                let _ = word.display(alphabet).to_string();
            }
            for position in positions {
                for algorithm in ALGORITHMS {
                    let mut plays = 0;
                    let Ok(movegen) = MoveGen::new(lexicon).with_algorithm(algorithm) else {
                        continue;
                    };
                    let _ = movegen.for_each(position, |play| {
                        let text: String = play.display(position.board(), alphabet).to_string();
                        assert!(text.len() < 1000);
                        plays += 1;
                        match plays < MAX_RESULTS {
                            true => ControlFlow::Continue(()),
                            false => ControlFlow::Break(()),
                        }
                    });
                    count(&counts.plays, plays);
                    let mut best = [None; 3];
                    movegen.top(position, &mut best);
                    let mut tracked = TrackedPosition::new(lexicon, position.clone());
                    for play in best.iter().flatten() {
                        let undo = tracked.play_unchecked(play);
                        let _ = movegen.for_each(&tracked, |_| ControlFlow::Break(()));
                        tracked.take_back(undo).unwrap();
                    }
                }
                let _ = MoveGen::new(lexicon)
                    .with_moves(50, &crate::NoLeaves)
                    .best(position);
            }
            count(&counts.rounds, 1);
        }

        fn read(path: &Path, positions: &[Position<'_>], counts: &Counts, is_over: &AtomicBool) {
            // SAFETY: none: this test breaks the promise on purpose.
            let image = unsafe { MappedImage::open(path) }.unwrap();
            let long_open = Lexicon::open(image.bytes(), Checks::Bounds);
            while !is_over.load(Ordering::Relaxed) {
                for _ in 0..10 {
                    match Lexicon::from_bytes(image.bytes()) {
                        Ok(_) => count(&counts.accepted, 1),
                        Err(_) => count(&counts.refused, 1),
                    }
                }
                let now_open = [
                    Lexicon::from_bytes(image.bytes()),
                    Lexicon::open(image.bytes(), Checks::Bounds),
                ];
                for lexicon in [&long_open].into_iter().chain(&now_open).flatten() {
                    exercise(lexicon, positions, counts);
                }
            }
        }

        #[test]
        fn a_file_that_changes_under_its_readers_makes_none_panic() {
            let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
            let image_path = env::var("LEXC_SOAK_IMAGE").unwrap_or_else(|_| example.to_string());
            let seconds = env::var("LEXC_SOAK_SECONDS").map_or(1, |text| text.parse().unwrap());
            let original = fs::read(image_path).unwrap();
            let path = env::temp_dir().join(std::format!("lexc-soak-{}", std::process::id()));
            fs::write(&path, &original).unwrap();

            let lexicon = Lexicon::from_bytes(&original).unwrap();
            let rules = Rules::standard(lexicon.alphabet());
            let rows = "15/".repeat(7);
            let positions = ["15", "5CARE6", "ABLE1SCARE1CARE", "1A1c1S1B1L1R1E1"].map(|row| {
                let text = std::format!("{rows}{row}/{}15 ABCEL?S/", "15/".repeat(6));
                let cgp = Cgp::parse(&text, lexicon.alphabet()).unwrap();
                cgp.position(&rules).unwrap()
            });
            let counts = Counts::default();
            let is_over = AtomicBool::new(false);
            let file = File::options().write(true).open(&path).unwrap();
            let end = Instant::now() + Duration::from_secs(seconds);
            thread::scope(|scope| {
                let readers =
                    [(); 2].map(|()| scope.spawn(|| read(&path, &positions, &counts, &is_over)));
                scope.spawn(|| write(&file, &original, &counts, &is_over));
                let all_run = || readers.iter().all(|reader| !reader.is_finished());
                while Instant::now() < end && all_run() {
                    thread::sleep(Duration::from_millis(10));
                }
                is_over.store(true, Ordering::Relaxed);
            });
            fs::remove_file(&path).unwrap();
            std::eprintln!("{counts:?}");
            for counter in [
                &counts.changes,
                &counts.accepted,
                &counts.refused,
                &counts.rounds,
                &counts.plays,
            ] {
                assert!(counter.load(Ordering::Relaxed) > 0, "{counts:?}");
            }
        }
    }
}
