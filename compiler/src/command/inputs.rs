//! Inputs of the verbs: refuses a second use of standard input, and outputs that replace an input; reads images and opens
//! them.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use lexc_compiler::input::{self, Source};
use lexc_formats::raw::header::{Header, MAGIC};
use lexc_formats::{Definitions, Image, ImageError};
use lexc_runtime::{LeaveImage, Leaves, Lexicon, NoLeaves};

use super::leaves_args::{LeavesArgs, LeavesSource};
use super::lexicon_source::{LexiconSource, WordsArgs};
use super::outcome::Failure;
use super::table::grouped;
use super::terminal::say;

/// The inputs of a verb that reads an image. Each is a file, and one of them may be standard input.
#[derive(Debug)]
pub struct Inputs<'a> {
    lexicon: Cow<'a, LexiconSource>,
    view: Option<&'a str>,
    leaves: Vec<LeavesSource<'a>>,
    /// The inputs that the verb reads itself, each with its name in messages.
    others: Vec<(&'static str, &'a Path)>,
}

impl<'a> Inputs<'a> {
    /// The image of this path alone.
    pub fn new(image: &Path) -> Inputs<'a> {
        Inputs::of(Cow::Owned(LexiconSource::Named(image.to_owned())))
    }

    /// The image of a lexicon alone.
    pub fn of_lexicon(lexicon: &'a LexiconSource) -> Inputs<'a> {
        Inputs::of(Cow::Borrowed(lexicon))
    }

    fn of(lexicon: Cow<'a, LexiconSource>) -> Inputs<'a> {
        Inputs {
            lexicon,
            view: None,
            leaves: Vec::new(),
            others: Vec::new(),
        }
    }

    /// The image, and the words to take from it.
    pub fn of_words(args: &'a WordsArgs) -> Inputs<'a> {
        Inputs {
            view: args.view.as_deref(),
            ..Inputs::of_lexicon(&args.lexicon.source)
        }
    }

    /// Adds the image of leaves that the flags choose, if they choose one.
    pub fn with_leaves(mut self, args: &'a LeavesArgs) -> Inputs<'a> {
        self.leaves.extend(args.source(&self.lexicon));
        self
    }

    /// Adds images of leaves.
    pub fn with_leave_images(mut self, paths: impl IntoIterator<Item = &'a Path>) -> Inputs<'a> {
        self.leaves
            .extend(paths.into_iter().map(LeavesSource::File));
        self
    }

    /// Adds inputs that the verb reads itself. `name` stands for one of them in messages.
    pub fn with(
        mut self,
        name: &'static str,
        paths: impl IntoIterator<Item = &'a Path>,
    ) -> Inputs<'a> {
        self.others
            .extend(paths.into_iter().map(|path| (name, path)));
        self
    }

    /// The files, and standard input.
    fn all(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let image = self.lexicon.bundle().is_none().then(|| self.lexicon.path());
        let leaves = self.leaves.iter().filter_map(LeavesSource::file);
        let image = image.into_iter().map(|path| ("image", path));
        let images = image.chain(leaves.map(|path| ("leaves", path)));
        images.chain(self.others.iter().copied())
    }

    /// Refuses an output that is one of the inputs: see [`refuse_to_replace`].
    pub fn refuse_to_replace(&self, output: &Path) -> Result<(), Failure> {
        self.refuse_to_replace_any([output])
    }

    /// [`Inputs::refuse_to_replace`] for several outputs.
    pub fn refuse_to_replace_any<'p>(
        &self,
        outputs: impl IntoIterator<Item = &'p Path>,
    ) -> Result<(), Failure> {
        let inputs: HashSet<PathBuf> = self.all().filter_map(|(_, path)| real_file(path)).collect();
        let mut outputs = outputs.into_iter();
        outputs
            .try_for_each(|output| refuse_to_replace_one_of(output, |real| inputs.contains(real)))
    }

    /// Reads the image, and the images of leaves. Says which lexicon it is, unless the command line names it.
    ///
    /// # Errors
    /// Two inputs are standard input, or an image can't be read.
    pub fn read(self) -> Result<Images<'a>, Failure> {
        refuse_stdin_twice(self.all())?;
        let bytes = match self.lexicon.bundle() {
            Some(bundle) => Cow::Borrowed(bundle.image),
            None => Cow::Owned(read_image(self.lexicon.path())?),
        };
        match &*self.lexicon {
            LexiconSource::Named(_) => {}
            source if self.leaves.iter().any(LeavesSource::is_bundled) => {
                say(&format_args!("lexicon: {source}, with its leaves"));
            }
            source => say(&format_args!("lexicon: {source}")),
        }
        let leaves = self.leaves.iter().map(|leaves| {
            Ok(match leaves {
                LeavesSource::File(path) => (*path, Cow::Owned(read_image(path)?)),
                LeavesSource::Bundled(bundle) => {
                    (Path::new("leaves"), Cow::Borrowed(bundle.leaves))
                }
            })
        });
        Ok(Images {
            leaves: leaves.collect::<Result<_, Failure>>()?,
            lexicon: self.lexicon,
            bytes,
            view: self.view,
        })
    }
}

/// The images of a verb in memory, each with its path.
#[derive(Debug)]
pub struct Images<'a> {
    lexicon: Cow<'a, LexiconSource>,
    bytes: Cow<'static, [u8]>,
    view: Option<&'a str>,
    leaves: Vec<(&'a Path, Cow<'static, [u8]>)>,
}

impl Images<'_> {
    /// The bytes of the image.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Opens the image of words, and takes the words of the view, if there is one.
    ///
    /// # Errors
    /// The image is damaged, or is an image of leaves; or the expression of the view does not fit the image.
    pub fn lexicon(&self) -> Result<Lexicon<'_>, Failure> {
        match self.view()? {
            Some(view) => Ok(view),
            None => open(self.lexicon.path(), &self.bytes),
        }
    }

    /// The words of the view, if there is one.
    ///
    /// # Errors
    /// The image is damaged, or is an image of leaves; or the expression of the view does not fit the image.
    pub fn view(&self) -> Result<Option<Lexicon<'_>>, Failure> {
        let view = self.view.map(|view| {
            let lexicon = open(self.lexicon.path(), &self.bytes)?;
            in_view(&lexicon, "--view", view)
        });
        view.transpose()
    }

    /// Opens the image, of words or of leaves.
    ///
    /// # Errors
    /// The image is damaged.
    pub fn image(&self) -> Result<Image<'_>, Failure> {
        open_any(self.lexicon.path(), &self.bytes)
    }

    /// Opens the image of leaves; `None` if there is none.
    ///
    /// # Errors
    /// The image is damaged, or is not one of leaves for the tiles of the lexicon.
    pub fn leaves(&self, lexicon: &Lexicon<'_>) -> Result<Option<LeaveImage<'_>>, Failure> {
        Ok(self.all_leaves(lexicon)?.pop())
    }

    /// Opens the images of leaves.
    ///
    /// # Errors
    /// An image is damaged, or is not one of leaves for the tiles of the lexicon.
    pub fn all_leaves(&self, lexicon: &Lexicon<'_>) -> Result<Vec<LeaveImage<'_>>, Failure> {
        let images = self.leaves.iter().map(|(path, bytes)| {
            let source = Source::from_arg(path);
            if !bytes.starts_with(&MAGIC) {
                return Err(Failure(format!(
                    "{source}: not an image of leaves (make one with `lexc leaves` or `lexc convert`)"
                )));
            }
            LeaveImage::from_bytes(bytes, lexicon.alphabet())
                .map_err(|error| Failure(format!("{source}: {error}")))
        });
        images.collect()
    }
}

/// The leave values, or the value 0 of every leave.
pub fn values_or_zero<'a>(leaves: Option<&'a LeaveImage<'_>>) -> &'a (dyn Leaves + Sync) {
    match leaves {
        Some(leaves) => leaves,
        None => &NoLeaves,
    }
}

/// The words of a lexicon whose labels satisfy the expression of an option.
pub fn in_view<'a>(
    lexicon: &Lexicon<'a>,
    option: &str,
    expression: &str,
) -> Result<Lexicon<'a>, Failure> {
    let view = lexicon.view(expression);
    view.map_err(|error| Failure(format!("{option}: {error}")))
}

/// Refuses a second use of standard input. Each input has its name in messages; inputs of one name are several, such as `lists`.
pub fn refuse_stdin_twice<'p>(
    inputs: impl IntoIterator<Item = (&'static str, &'p Path)>,
) -> Result<(), Failure> {
    let stdins = inputs
        .into_iter()
        .filter(|(_, path)| *path == Path::new("-"));
    let names: Vec<&str> = stdins.map(|(name, _)| name).collect();
    let which = match names[..] {
        [first, second, ..] if first == second => format!("two {first}"),
        [first, second, ..] => format!("{first} and {second}"),
        _ => return Ok(()),
    };
    Err(Failure(format!(
        "{which} can't both come from standard input (name a file for one)"
    )))
}

/// Refuses an output that is one of the inputs: with `--force`, a typing error could destroy the only copy of a file.
pub fn refuse_to_replace<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Failure> {
    let mut inputs = inputs.into_iter().filter_map(real_file);
    refuse_to_replace_one_of(output, |real| inputs.any(|input| input == real))
}

fn refuse_to_replace_one_of(
    output: &Path,
    is_input: impl FnOnce(&Path) -> bool,
) -> Result<(), Failure> {
    match output.canonicalize().is_ok_and(|real| is_input(&real)) {
        true => Err(Failure(format!(
            "{}: would replace an input (choose another output)",
            output.display()
        ))),
        false => Ok(()),
    }
}

/// The regular file of an input, if it is one.
fn real_file(input: &Path) -> Option<PathBuf> {
    // On systems with the link `/dev/stdin`, it names the file that the shell has opened.
    let input = match input == Path::new("-") {
        true => Path::new("/dev/stdin"),
        false => input,
    };
    input.is_file().then(|| input.canonicalize().ok())?
}

/// The number of bytes to read beyond the length in a stream's header, so that a stream that is too long can be refused
/// as such.
const MAX_EXCESS_BYTES: u64 = 1 << 20;

/// The bytes of an image, from a file or, for `-`, from standard input.
///
/// Reads into memory instead of mapping, so later changes of the file do not affect the answers. If the input does not
/// start like an image, reads no more than the length of a header, so an endless device does no harm.
///
/// # Errors
/// If the input can't be opened or read, or memory has no room for it.
pub fn read_image(path: &Path) -> Result<Vec<u8>, Failure> {
    let read = if path == Path::new("-") {
        read_stream(io::stdin().lock(), None)
    } else {
        input::open(path).and_then(|file| {
            // On Windows, a device has no metadata.
            let metadata = file.metadata().ok().filter(Metadata::is_file);
            read_stream(file, metadata.map(|metadata| metadata.len()))
        })
    };
    read.map_err(|error| Failure::input(Source::from_arg(path), &error))
}

/// Reads an image from a stream. `len` is the length of the stream, if it is known.
fn read_stream(mut stream: impl Read, len: Option<u64>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let header_bytes = size_of::<Header>() as u64;
    stream.by_ref().take(header_bytes).read_to_end(&mut bytes)?;
    let Ok(header) = bytemuck::try_from_bytes::<Header>(&bytes) else {
        return Ok(bytes);
    };
    if header.magic != MAGIC {
        return Ok(bytes);
    }
    let rest = match len {
        Some(len) => {
            let rest = len.saturating_sub(header_bytes);
            let room = usize::try_from(rest).map_err(|_| io::ErrorKind::OutOfMemory)?;
            bytes.try_reserve_exact(room)?;
            rest
        }
        None => header.total_bytes.get().saturating_add(MAX_EXCESS_BYTES),
    };
    stream.take(rest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The bytes of an input.
///
/// # Errors
/// The input can't be read, or is longer than `max_bytes`; `remedy` ends the message.
pub fn read_bytes(path: &Path, max_bytes: u64, remedy: &str) -> Result<Vec<u8>, Failure> {
    let source = Source::from_arg(path);
    let mut bytes = Vec::new();
    let read = match &source {
        Source::Stdin => io::stdin()
            .lock()
            .take(max_bytes.saturating_add(1))
            .read_to_end(&mut bytes),
        Source::File(path) => input::open(path).and_then(|file| {
            file.take(max_bytes.saturating_add(1))
                .read_to_end(&mut bytes)
        }),
    };
    read.map_err(|error| Failure::input(&source, &error))?;
    refuse_longer(&source, bytes, max_bytes, remedy)
}

fn refuse_longer(
    source: &Source,
    bytes: Vec<u8>,
    max_bytes: u64,
    remedy: &str,
) -> Result<Vec<u8>, Failure> {
    match bytes.len() as u64 > max_bytes {
        true => {
            let most = grouped(max_bytes);
            let message = format!("{source}: more than {most} bytes ({remedy})");
            Err(Failure(message))
        }
        false => Ok(bytes),
    }
}

/// The bytes of a regular file; see [`open_regular`].
///
/// # Errors
/// The file can't be read, is not a regular file, or is longer than `max_bytes`.
pub fn read_regular(path: &Path, max_bytes: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = open_regular(path).and_then(|file| file.take(max_bytes + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::input(path.display(), &error))?;
    let source = Source::File(path.to_owned());
    refuse_longer(&source, bytes, max_bytes, "check what it is")
}

/// Opens a file whose name this program has derived or remembered, so that something else may have the name by now. Never
/// waits: a pipe without a writer would block an ordinary open.
///
/// # Errors
/// The file can't be opened, or is a pipe, a device or a directory.
pub fn open_regular(path: &Path) -> io::Result<File> {
    let file = open_without_waiting(path)?;
    match file.metadata()?.is_file() {
        true => Ok(file),
        // `read_failure` shows the text of this kind of error unchanged.
        false => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "not a regular file (choose another name)",
        )),
    }
}

#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::{Mode, OFlags, open};
    let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(File::from(open(path, flags, Mode::empty())?))
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    input::open(path)
}

/// Opens the lexicon of an image of words, with all checks.
pub fn open<'a>(path: &Path, bytes: &'a [u8]) -> Result<Lexicon<'a>, Failure> {
    Lexicon::from_bytes(bytes).map_err(|error| refused(path, error))
}

/// Opens an image of words or leaves, with all checks.
pub fn open_any<'a>(path: &Path, bytes: &'a [u8]) -> Result<Image<'a>, Failure> {
    Image::from_bytes(bytes).map_err(|error| refused(path, error))
}

fn refused(path: &Path, error: ImageError) -> Failure {
    Failure(format!("{}: {error}", Source::from_arg(path)))
}

/// The definitions of an image.
///
/// # Errors
/// The image has no definitions.
pub fn definitions_of<'a>(image: &Image<'a>, path: &Path) -> Result<Definitions<'a>, Failure> {
    image.definitions().ok_or_else(|| {
        let image = Source::from_arg(path);
        Failure(format!(
            "{image}: no definitions (build the image with --definitions from a list that has them)"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(total_bytes: u64) -> Vec<u8> {
        let mut header = [0; 32];
        header[..8].copy_from_slice(&MAGIC);
        header[16..24].copy_from_slice(&total_bytes.to_le_bytes());
        header.to_vec()
    }

    #[test]
    fn streams_are_read_to_the_length_in_their_headers_and_1_mib_beyond() {
        let read = |start: &[u8]| {
            let stream = start.chain(io::repeat(1).take(1 << 22));
            read_stream(stream, None).unwrap().len()
        };
        assert_eq!(read(&header(100)), 132 + (1 << 20));
        assert_eq!(read(&header(1 << 40)), 32 + (1 << 22));
        assert_eq!(read(&[0; 40]), 32);
        assert_eq!(read_stream(&b"short"[..], None).unwrap(), b"short");
    }

    #[test]
    fn files_are_read_to_their_length_at_opening() {
        let bytes = [header(5), vec![1; 100]].concat();
        let read = |len| read_stream(&bytes[..], Some(len)).unwrap();
        assert_eq!(read(132), bytes);
        // The first file has grown since its length was read; the second was cut.
        assert_eq!(read(50), bytes[..50]);
        assert_eq!(read(1000), bytes);
        let error = read_stream(&bytes[..], Some(u64::MAX)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::OutOfMemory);
    }
}
