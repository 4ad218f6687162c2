//! `lexc use`: the default lexicon.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{self, Path, PathBuf};

use clap::Args;
use lexc_compiler::text::Visible;

use super::inputs::{open, read_image};
use super::lexicon_source::{VARIABLE, default_lexicon, setting_file};
use super::outcome::{Answer, Failure};
use super::output::{Output, print};
use super::terminal::say;

/// Choose the default lexicon, or show it
///
/// Verbs that take an image do without it: then the default answers, and a message says which one it is. The default is the image that the
/// environment variable LEXC_IMAGE names; or else the one chosen by lexc use; or else the lexicon inside lexc, if lexc is built with
/// the feature bundled: 76,603 English words (SCOWL-60), with their levels, and leaves for them. lexc info shows where its words are
/// from, and their licence.
///
/// The path of the chosen image is stored in the user's folder for settings: lexc/image in ~/.config or XDG_CONFIG_HOME; on macOS
/// in ~/Library/Application Support, on Windows in APPDATA.
///
/// Prints the default. Exits with 1 if there is none.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  lexc use english.gaddag
  lexc use
  lexc use --clear")]
pub struct UseArgs {
    /// The image to choose
    image: Option<PathBuf>,
    /// Forget the chosen image
    #[arg(long, conflicts_with = "image")]
    clear: bool,
}

/// Stores or removes the setting, and prints the default.
pub fn run(args: &UseArgs) -> Result<Answer, Failure> {
    if let Some(image) = &args.image {
        choose(image)?;
    }
    if args.clear {
        clear()?;
    }
    let is_changed = args.image.is_some() || args.clear;
    if is_changed && env::var_os(VARIABLE).is_some_and(|path| !path.is_empty()) {
        say(&format_args!(
            "{VARIABLE} is set, and is taken before the choice of lexc use"
        ));
    }
    let lexicon = default_lexicon()?;
    print(|out| match &lexicon {
        Some(lexicon) => writeln!(out, "{}", Visible(&lexicon.to_string())),
        None => writeln!(out, "none"),
    })?;
    Ok(Answer::from_bool(lexicon.is_some()))
}

fn choose(image: &Path) -> Result<(), Failure> {
    if image == Path::new("-") {
        return Err(Failure(
            "the default lexicon is a file, not standard input (name a file)".to_owned(),
        ));
    }
    open(image, &read_image(image)?)?;
    let absolute =
        path::absolute(image).map_err(|error| Failure::input(image.display(), &error))?;
    let Some(text) = absolute.to_str() else {
        return Err(Failure(format!(
            "{}: the path is not UTF-8 (rename it, or set LEXC_IMAGE)",
            absolute.display()
        )));
    };
    let file = file()?;
    if let Some(folder) = file.parent() {
        let made = fs::create_dir_all(folder);
        made.map_err(|error| {
            let folder = folder.display();
            Failure(format!(
                "{folder}: cannot make the folder: {error} (set LEXC_IMAGE instead)"
            ))
        })?;
    }
    let output = Output::create(&file, true)?;
    output.write(|out| writeln!(out, "{text}"))?;
    Ok(())
}

fn clear() -> Result<(), Failure> {
    let file = file()?;
    match fs::remove_file(&file) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let file = file.display();
            Err(Failure(format!(
                "{file}: cannot remove: {error} (remove it yourself)"
            )))
        }
        _ => Ok(()),
    }
}

fn file() -> Result<PathBuf, Failure> {
    setting_file().ok_or_else(|| {
        Failure("the environment names no folder for settings (set LEXC_IMAGE instead)".to_owned())
    })
}
