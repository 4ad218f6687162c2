//! The lexicon of a verb: the image that the command line names, or else a default.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::{self, Path, PathBuf};

use clap::Args;
use lexc_compiler::input::{self, Source};
use lexc_formats::raw::header::MAGIC;

use super::bundled::{BUNDLE, Bundle};
use super::outcome::Failure;

/// The id of the argument that takes a [`LexiconSource`], in each verb that has a default for it.
pub const LEXICON: &str = "lexicon_source";

/// The image of a verb that has a default for it.
#[derive(Debug, Args)]
pub struct LexiconArg {
    /// The image; - for standard input [default: see lexc use]
    ///
    /// The first argument is the image if it names a file that starts as one. An argument with a dot or a slash that names no such
    /// file is an error, unless the verb takes a file or a position there. Without an image, `lexc use` says which lexicon answers.
    #[arg(id = LEXICON, value_name = "IMAGE")]
    pub source: LexiconSource,
}

/// The image of a verb that takes words from it, and the words to take.
#[derive(Debug, Args)]
pub struct WordsArgs {
    #[command(flatten)]
    pub lexicon: LexiconArg,
    /// Take only the words whose labels satisfy an expression, such as 'csw & !new' or 'level<=35'
    ///
    /// An expression has the labels that `lexc info` lists. A flag holds for the words that have it. A number is compared
    /// to a value by <, <=, =, !=, >= or >, which holds for no word without the number. ! binds more tightly than &, and &
    /// more tightly than |; parentheses group. Words on a board stay: the expression decides which words are
    /// found, played and judged valid.
    #[arg(long, value_name = "EXPRESSION")]
    pub view: Option<String>,
}

/// The lexicon of a verb.
#[derive(Clone, Debug)]
pub enum LexiconSource {
    /// The image that the command line names; `-` is standard input.
    Named(PathBuf),
    /// The image of a setting.
    Default(PathBuf, Setting),
    /// The lexicon inside the command.
    Bundled(&'static Bundle),
}

impl From<OsString> for LexiconSource {
    fn from(path: OsString) -> LexiconSource {
        LexiconSource::Named(path.into())
    }
}

impl LexiconSource {
    /// The path of the image; for the lexicon inside the command, its name. For messages.
    pub fn path(&self) -> &Path {
        match self {
            LexiconSource::Named(path) | LexiconSource::Default(path, _) => path,
            LexiconSource::Bundled(_) => Path::new("SCOWL-60 inside lexc"),
        }
    }

    /// The lexicon inside the command, if this is it.
    pub fn bundle(&self) -> Option<&'static Bundle> {
        match self {
            LexiconSource::Bundled(bundle) => Some(bundle),
            _ => None,
        }
    }
}

/// The lexicon, and the reason why it is taken.
impl fmt::Display for LexiconSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path().display())?;
        match self {
            LexiconSource::Default(_, Setting::Variable) => write!(f, " ({VARIABLE})"),
            LexiconSource::Default(_, Setting::File) => f.write_str(" (lexc use)"),
            LexiconSource::Named(_) | LexiconSource::Bundled(_) => Ok(()),
        }
    }
}

/// A setting of the default lexicon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The environment variable.
    Variable,
    /// The file that `lexc use` writes.
    File,
}

/// The environment variable that names the default image.
pub const VARIABLE: &str = "LEXC_IMAGE";

/// The largest size of the file that names the default image.
const MAX_SETTING_BYTES: u64 = 1 << 16;

/// The default lexicon: the image of the environment variable, that of `lexc use`, or the lexicon inside the command; `None` if
/// there is none of them.
///
/// # Errors
/// The image of a setting is gone, or its file is not an image.
pub fn default_lexicon() -> Result<Option<LexiconSource>, Failure> {
    if let Some(path) = env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        let path = path::absolute(path).map_err(Failure::new)?;
        return checked(path, Setting::Variable).map(Some);
    }
    if let Some(path) = saved_image()? {
        return checked(path, Setting::File).map(Some);
    }
    Ok(BUNDLE.as_ref().map(LexiconSource::Bundled))
}

/// Refuses an image of a setting that is gone.
fn checked(path: PathBuf, setting: Setting) -> Result<LexiconSource, Failure> {
    let fault = match fs::metadata(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => "is gone".to_owned(),
        Err(error) => format!("cannot be read: {error}"),
        Ok(metadata) if !metadata.is_file() => "is not a file".to_owned(),
        Ok(_) => match starts_as_image(&path) {
            Ok(true) => return Ok(LexiconSource::Default(path, setting)),
            Ok(false) => "is not an image".to_owned(),
            Err(error) => format!("cannot be read: {error}"),
        },
    };
    let path = path.display();
    Err(Failure(match setting {
        Setting::Variable => format!(
            "{VARIABLE}: the default lexicon {path} {fault} (name another image there, or unset it)"
        ),
        Setting::File => format!(
            "the default lexicon {path} {fault} (choose another one with `lexc use IMAGE`, or none with `lexc use --clear`)"
        ),
    }))
}

/// The image that `lexc use` has stored, if it has.
fn saved_image() -> Result<Option<PathBuf>, Failure> {
    let Some(file) = setting_file() else {
        return Ok(None);
    };
    let mut text = String::new();
    let read =
        File::open(&file).and_then(|open| open.take(MAX_SETTING_BYTES).read_to_string(&mut text));
    match read {
        Ok(_) => Ok(Some(PathBuf::from(text.trim_end_matches(['\r', '\n'])))),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(None)
        }
        Err(error) => Err(Failure(format!(
            "{}: cannot be read: {error} (choose a lexicon with `lexc use IMAGE`, or none with `lexc use --clear`)",
            file.display()
        ))),
    }
}

/// The file that names the default image, in the platform's folder for settings; `None` if the environment names no folder.
pub fn setting_file() -> Option<PathBuf> {
    let folder = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let folder = if cfg!(windows) {
        folder("APPDATA")
    } else if cfg!(target_os = "macos") {
        env::home_dir().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_CONFIG_HOME").or_else(|| env::home_dir().map(|home| home.join(".config")))
    };
    Some(folder?.join("lexc").join("image"))
}

/// True if the file starts like an image.
pub fn starts_as_image(path: &Path) -> io::Result<bool> {
    let mut start = Vec::new();
    let file = input::open(path)?;
    file.take(MAGIC.len() as u64).read_to_end(&mut start)?;
    Ok(is_start(&start))
}

/// True if the source starts like an image. Consumes nothing of standard input.
pub fn is_image(source: &Source) -> io::Result<bool> {
    match source {
        // The first read from a pipe may give only a part of the magic bytes; that part is enough.
        Source::Stdin => {
            let mut stdin = io::stdin().lock();
            let start = stdin.fill_buf()?;
            Ok(is_start(start.get(..MAGIC.len()).unwrap_or(start)))
        }
        Source::File(path) => starts_as_image(path),
    }
}

fn is_start(start: &[u8]) -> bool {
    !start.is_empty() && MAGIC.starts_with(start)
}
