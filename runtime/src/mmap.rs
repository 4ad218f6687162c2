//! An image file in memory by way of a map: the only unsafe code of the libraries, but for what programs in C pass.
//!
//! The soak test at the end changes a mapped file in place while readers use it. It runs for a second, or as many as
//! `LEXC_SOAK_SECONDS` says, on the small image of the examples, or on that in `LEXC_SOAK_IMAGE` (of English tiles);
//! `tests/scripts/soak` runs it on a whole lexicon.

use std::fs::File;
use std::io;
use std::path::Path;

use lexc_formats::ImageError;
use memmap2::Mmap;
#[cfg(unix)]
use memmap2::{Advice, UncheckedAdvice};

use crate::lexicon::lookup::Lexicon;

/// An image file that is mapped into memory, so that only the pages in use take any.
///
/// **Most programs should read the file instead**, into memory of their own, where nobody changes it:
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
/// That is what `lexc` does. A map saves memory where several processes use one lexicon, and time only if the check of the
/// whole image is skipped: reading 4 MiB takes 0.15 ms, about as long as checksumming them, and mapping them 0.007 ms. It
/// is for files that don't change.
///
/// # What a map promises
///
/// - As long as nobody changes the file, answers are those of an image that was read.
/// - A file that gets another's name (a rename, as `lexc` and package managers replace files), or loses its own, makes no
///   difference: the map keeps the old file, until it is dropped.
///
/// # What it can't promise
///
/// - **Truncation** ends the process: reading a page beyond the new end raises SIGBUS (an exception on Windows, where the
///   system mostly refuses to truncate a mapped file). So does a page that can't be read, from a bad disk, an unplugged
///   stick, or a network share that went away. Neither a private map nor one that was filled beforehand is safe from it. A
///   sealed `memfd` on Linux can't be truncated.
/// - **Overwriting in place** shows through, also in private maps. A check says what the file was when it was checked, and no
///   more. From then on every answer may be wrong, as from an image that was damaged. That nothing panics and every walk
///   ends has been tried, by changing a mapped file while threads looked words up, generated plays by every algorithm,
///   wrote them out and opened the file with all checks; but for the language, memory that changes under a shared reference
///   is undefined behaviour, about which nothing can be promised. Above all, a text that is handed out as it lies in the
///   map (a tile's, a name) may not be UTF-8 any more when its characters are looked at. Therefore
///   [`open`](MappedImage::open) is unsafe.
#[derive(Debug)]
pub struct MappedImage {
    map: Mmap,
}

impl MappedImage {
    /// Maps a file.
    ///
    /// # Errors
    /// The file cannot be opened or mapped; an empty file cannot.
    ///
    /// # Safety
    /// While the map exists, the file must not be truncated or written to, by this process or any other, and its storage
    /// must stay readable; what happens otherwise is said at the [type](MappedImage). `lexc` itself never writes to an
    /// image in place: it renames a new file over the old one, which a map does not see.
    pub unsafe fn open(path: impl AsRef<Path>) -> io::Result<MappedImage> {
        let file = File::open(path)?;
        // SAFETY: the caller's promise is the same.
        unsafe { MappedImage::map(&file) }
    }

    /// Maps a file that is open; it may be closed afterwards.
    ///
    /// # Errors
    /// The file cannot be mapped; an empty file cannot.
    ///
    /// # Safety
    /// As of [`open`](MappedImage::open).
    pub unsafe fn map(file: &File) -> io::Result<MappedImage> {
        // SAFETY: that the file is not changed while it is mapped is the caller's promise.
        let map = unsafe { Mmap::map(file) }?;
        Ok(MappedImage { map })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Asks the system to read pages one by one, as questions lead to them, and none ahead: for an image that is larger than
    /// memory, or from which little is asked. To be called before anything is read. A system that can't do it goes on as it
    /// does.
    #[cfg(unix)]
    pub fn read_page_by_page(&self) {
        // It is advice.
        let _ = self.map.advise(Advice::Random);
    }

    /// Gives back the memory that the image's pages take; they are there again, from the file, as soon as they are read.
    ///
    /// Without it, a map takes all pages that questions have led to, as long as the system has room for them. A program that
    /// must take little, whatever room there is, calls this now and then: a look-up touches a page a tile at most, though
    /// Linux maps those 15 around it along that it has in its cache.
    ///
    /// # Errors
    /// What the system says.
    #[cfg(unix)]
    pub fn release(&self) -> io::Result<()> {
        // SAFETY: the pages are those of a file that is mapped to be read, and nobody changes it; so the ones that come
        // back hold the same bytes, which slices of them may go on to borrow.
        unsafe { self.map.unchecked_advise(UncheckedAdvice::DontNeed) }
    }

    /// The lexicon in the image, every check passed: see [`Lexicon::from_bytes`]. Touches every page.
    ///
    /// # Errors
    /// What is wrong with the image, and where.
    pub fn lexicon(&self) -> Result<Lexicon<'_>, ImageError> {
        Lexicon::from_bytes(&self.map)
    }

    /// The lexicon in an image that was checked before: see [`Lexicon::from_bytes_unvalidated`]. Touches one page.
    ///
    /// # Errors
    /// What is wrong with the header or the section table.
    pub fn lexicon_unvalidated(&self) -> Result<Lexicon<'_>, ImageError> {
        Lexicon::from_bytes_unvalidated(&self.map)
    }
}

const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<MappedImage>();
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::word::Word;

    #[test]
    fn a_mapped_image_is_read_in_place() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        // SAFETY: nobody changes the file while the tests run.
        let image = unsafe { MappedImage::open(path) }.unwrap();
        assert_eq!(image.bytes(), std::fs::read(path).unwrap());
        for lexicon in [
            image.lexicon().unwrap(),
            image.lexicon_unvalidated().unwrap(),
        ] {
            let word = Word::parse("SCARE", lexicon.alphabet()).unwrap();
            assert!(lexicon.contains(&word));
            // What was given back comes again.
            #[cfg(unix)]
            image.release().unwrap();
            assert!(lexicon.contains(&word));
            assert_eq!(lexicon.words().count(), 15);
        }
    }

    /// What a line of the map's part in `/proc/self/smaps` says.
    #[cfg(target_os = "linux")]
    fn of_map(image: &MappedImage, name: &str) -> std::string::String {
        let maps = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let start = std::format!("{:x}-", image.bytes().as_ptr().addr());
        let map = maps.lines().skip_while(|line| !line.starts_with(&start));
        let line = map.skip(1).find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].trim().into()
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn pages_take_memory_until_they_are_given_back() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        // SAFETY: nobody changes the file while the tests run.
        let image = unsafe { MappedImage::open(path) }.unwrap();
        assert_eq!(of_map(&image, "Rss:"), "0 kB");
        image.read_page_by_page();
        let flags = of_map(&image, "VmFlags:");
        assert!(flags.split(' ').any(|flag| flag == "rr"), "{flags}");
        image.lexicon().unwrap();
        assert_ne!(of_map(&image, "Rss:"), "0 kB");
        image.release().unwrap();
        assert_eq!(of_map(&image, "Rss:"), "0 kB");
    }

    #[test]
    fn what_is_no_file_or_no_image_is_an_error() {
        // SAFETY: there is no such file.
        let missing = unsafe { MappedImage::open("no such file") };
        assert_eq!(missing.unwrap_err().kind(), io::ErrorKind::NotFound);
        let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        // SAFETY: nobody changes the file while the tests run.
        let image = unsafe { MappedImage::open(manifest) }.unwrap();
        assert!(matches!(image.lexicon(), Err(ImageError::Magic { .. })));
    }

    #[test]
    #[cfg(unix)]
    fn a_map_keeps_the_file_that_it_was_made_of() {
        let path = std::env::temp_dir().join(std::format!("lexc-map-{}", std::process::id()));
        let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag");
        let bytes = std::fs::read(example).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        // SAFETY: the file is replaced and removed, but not changed.
        let image = unsafe { MappedImage::open(&path) }.unwrap();
        let other = path.with_extension("other");
        std::fs::write(&other, "no image").unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(image.lexicon().unwrap().words().count(), 15);
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

        /// Plays and words are cut after as many: a damaged image may have more than anybody can wait for.
        const MAX_RESULTS: usize = 5_000;

        /// A deterministic sequence (splitmix64).
        struct Random(u64);

        impl Random {
            fn below(&mut self, bound: usize) -> usize {
                self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
                let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
                mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
                usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
            }
        }

        /// What is counted, to see that there was something to be seen.
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

        /// Changes bytes of the file in place, in any part of it, and puts them right again.
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
                // Long enough for somebody to find that all is well.
                if random.below(64) == 0 {
                    thread::sleep(Duration::from_millis(30));
                }
            }
        }

        /// Asks everything that can be asked of a lexicon.
        fn ask(lexicon: &Lexicon<'_>, positions: &[Position<'_>], counts: &Counts) {
            let alphabet = lexicon.alphabet();
            let texts = [lexicon.name(), alphabet.name()].map(str::len);
            assert!(texts.iter().all(|len| *len <= u32::MAX as usize));
            let _ = lexicon.fingerprint().to_string();
            for (number, word) in (0..).zip(lexicon.words().take(MAX_RESULTS)) {
                let _ = lexicon.contains(&word) && lexicon.is_prefix(&word);
                let _ = lexicon.index_of(&word);
                let _ = lexicon.word_at(number);
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
                let leaves = |_: &crate::Rack| 0;
                let _ = MoveGen::new(lexicon).with_moves(50, &leaves).best(position);
            }
            count(&counts.rounds, 1);
        }

        fn read(path: &Path, positions: &[Position<'_>], counts: &Counts, is_over: &AtomicBool) {
            // SAFETY: none. This test breaks the promise, to see what comes of it.
            let image = unsafe { MappedImage::open(path) }.unwrap();
            let long_open = image.lexicon_unvalidated();
            while !is_over.load(Ordering::Relaxed) {
                for _ in 0..10 {
                    match image.lexicon() {
                        Ok(_) => count(&counts.accepted, 1),
                        Err(_) => count(&counts.refused, 1),
                    }
                }
                let now_open = [image.lexicon(), image.lexicon_unvalidated()];
                for lexicon in [&long_open].into_iter().chain(&now_open).flatten() {
                    ask(lexicon, positions, counts);
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
                let are_well = || readers.iter().all(|reader| !reader.is_finished());
                while Instant::now() < end && are_well() {
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
