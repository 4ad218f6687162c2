//! Parses the command line. Verbs that take a lexicon have a default for it, so their first argument may be the image or not.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::ValueHint;
use clap::{Arg, ArgMatches, Command, Parser, value_parser};

use super::inputs::{open_any, read_image};
use super::lexicon_source::{LEXICON, LexiconSource, default_lexicon, starts_as_image};
use super::outcome::Failure;

/// The option that names the image in place of the first argument.
const IMAGE: &str = "image";

/// A command line that can't be obeyed, or help.
#[derive(Debug)]
pub enum Refusal {
    /// The message of the parser, or the text of help.
    Usage(clap::Error),
    /// The lexicon can't be chosen.
    Lexicon(Failure),
}

/// The command as its help shows it: the image is optional.
pub fn command<A: Parser>() -> Command {
    with_lexicon(strict::<A>(), |verb| {
        with_lexicon_arg(verb.allow_missing_positional(true), |arg| {
            arg.required(false)
        })
    })
}

/// The command with the option for an image. The first argument is the image.
fn strict<A: Parser>() -> Command {
    let option = Arg::new(IMAGE)
        .long(IMAGE)
        .value_name("IMAGE")
        .value_parser(value_parser!(PathBuf))
        .help("The image, in place of the first argument");
    with_lexicon(A::command(), |verb| verb.arg(&option))
}

/// Changes the verbs that take a lexicon.
fn with_lexicon(mut command: Command, change: impl Fn(Command) -> Command) -> Command {
    let verbs = command.get_subcommands().filter(|verb| has_lexicon(verb));
    let verbs: Vec<String> = verbs.map(|verb| verb.get_name().to_owned()).collect();
    for verb in verbs {
        command = command.mut_subcommand(verb, &change);
    }
    command
}

/// Changes the argument of a verb that takes the lexicon. `Command::mut_arg` would put it behind the others.
fn with_lexicon_arg(verb: Command, change: impl Fn(Arg) -> Arg) -> Command {
    verb.mut_args(|arg| match arg.get_id() == LEXICON {
        true => change(arg),
        false => arg,
    })
}

/// Parses the arguments, of which the first is the program's name.
///
/// # Errors
/// A usage error, help, or the failure to choose a lexicon.
pub fn parse<A: Parser>(args: &[OsString]) -> Result<A, Refusal> {
    let shown = command::<A>();
    let usage = || match command::<A>().try_get_matches_from(args) {
        Ok(_) => strict::<A>().try_get_matches_from(args).err(),
        Err(error) => Some(error),
    };
    let probe = shown.clone().ignore_errors(true);
    let matches = probe.try_get_matches_from(args).map_err(Refusal::Usage)?;
    let verb = matches.subcommand();
    let verb = verb.and_then(|(name, matches)| Some((shown.find_subcommand(name)?, matches)));
    let chosen = match verb.filter(|(verb, _)| has_lexicon(verb)) {
        Some((verb, matches)) => {
            let line = CommandLine {
                verb,
                matches,
                args,
                strict: strict::<A>(),
            };
            line.lexicon()
                .map_err(Refusal::Lexicon)?
                .map(|lexicon| (verb.get_name(), lexicon))
        }
        None => None,
    };
    let parsed = match chosen {
        Some((verb, lexicon)) => {
            let command = strict::<A>().mut_subcommand(verb, |verb| {
                with_lexicon_arg(verb, |arg| {
                    let lexicon = lexicon.clone();
                    arg.value_parser(move |_: &str| Ok::<_, String>(lexicon.clone()))
                })
            });
            command.try_get_matches_from(with_image(args))
        }
        None => strict::<A>().try_get_matches_from(args),
    };
    let parsed = parsed.map_err(|error| usage().unwrap_or(error));
    let parsed = parsed.and_then(|mut matches| A::from_arg_matches_mut(&mut matches));
    parsed.map_err(Refusal::Usage)
}

fn has_lexicon(verb: &Command) -> bool {
    verb.get_positionals().any(|arg| arg.get_id() == LEXICON)
}

/// The arguments with an image before all others of the verb.
fn with_image(args: &[OsString]) -> impl Iterator<Item = OsString> {
    let (verb, rest) = args.split_at(args.len().min(2));
    let image = OsString::from(IMAGE);
    verb.iter()
        .cloned()
        .chain([image])
        .chain(rest.iter().cloned())
}

/// A command line of a verb that takes a lexicon.
struct CommandLine<'a> {
    verb: &'a Command,
    matches: &'a ArgMatches,
    args: &'a [OsString],
    strict: Command,
}

impl CommandLine<'_> {
    /// The lexicon that stands in for an image; `None` if the first argument is the image.
    fn lexicon(&self) -> Result<Option<LexiconSource>, Failure> {
        let first = self.given().next();
        let kind = first.map(Kind::of);
        if let Some(image) = self.matches.get_one::<PathBuf>(IMAGE) {
            return match (first, kind) {
                (Some(first), Some(Kind::Image)) => Err(Failure(format!(
                    "--image {} and {}: two images (leave one out)",
                    image.display(),
                    first.display()
                ))),
                _ => Ok(Some(LexiconSource::Named(image.clone()))),
            };
        }
        if kind == Some(Kind::Image) {
            return Ok(None);
        }
        let (fits_given, fits_default) = (
            self.fits(self.args.to_vec()),
            self.fits(with_image(self.args)),
        );
        match (first, kind) {
            (_, Some(Kind::Stream)) if fits_given => return Ok(None),
            // All the other arguments are given, or there is a usage error in any case.
            _ if !fits_default => return Ok(None),
            (Some(first), Some(Kind::Other)) if !self.takes(first) => {
                if fits_given {
                    return Ok(None);
                }
                open_any(Path::new(first), &read_image(Path::new(first))?)?;
            }
            _ => {}
        }
        match default_lexicon()? {
            None if !fits_given => Err(Failure(
                "no lexicon (name an image, or choose one with `lexc use IMAGE`)".to_owned(),
            )),
            default => Ok(default),
        }
    }

    fn fits(&self, args: impl IntoIterator<Item = OsString>) -> bool {
        self.strict.clone().try_get_matches_from(args).is_ok()
    }

    /// The arguments that are not options, in order.
    fn given(&self) -> impl Iterator<Item = &OsStr> {
        let args = self.verb.get_positionals();
        let values = args.filter_map(|arg| self.matches.get_raw(arg.get_id().as_str()));
        values.flatten()
    }

    /// True if the verb takes this text, which is the first argument and no image, in place of what comes after the image: a word, a
    /// position, a file or a new record.
    fn takes(&self, text: &OsStr) -> bool {
        let mut args = self.verb.get_positionals();
        let Some(next) = args.find(|arg| arg.get_id() != LEXICON) else {
            return false;
        };
        let names = next.get_value_names().unwrap_or_default();
        let takes_position = names.iter().any(|name| name.contains("POSITION"));
        if takes_position && is_position(text) {
            return true;
        }
        if next.get_value_hint() != ValueHint::AnyPath {
            return !is_path(text);
        }
        let path = Path::new(text);
        let is_record = path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("gcg"));
        // The first of several files is rather an image that is damaged, or that is none.
        let is_only = self.given().count() == 1;
        is_record || path.exists() && (is_only || path.is_dir() && !takes_position)
    }
}

/// The kinds of first arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A file that starts as an image.
    Image,
    /// Standard input, or a pipe or a device: reading it would take its start from the verb.
    Stream,
    Other,
}

impl Kind {
    fn of(text: &OsStr) -> Kind {
        if text == "-" {
            return Kind::Stream;
        }
        let path = Path::new(text);
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => match starts_as_image(path) {
                Ok(true) => Kind::Image,
                _ => Kind::Other,
            },
            Ok(metadata) if metadata.is_dir() => Kind::Other,
            Ok(_) => Kind::Stream,
            Err(_) => Kind::Other,
        }
    }
}

/// True if the text has a dot or a slash.
fn is_path(text: &OsStr) -> bool {
    let text = text.as_encoded_bytes();
    text.iter().any(|byte| b"./\\".contains(byte))
}

/// True if the text starts as a position: rows between slashes, some of them with a number of empty squares.
fn is_position(text: &OsStr) -> bool {
    let text = text.to_string_lossy();
    let board = text.split_whitespace().next().unwrap_or_default();
    board.matches('/').count() >= 4
        && !board.starts_with('/')
        && !board.contains(['.', '\\'])
        && board.contains(|character: char| character.is_ascii_digit())
}
