//! Command lines of `lexc` and the files that they name.

use std::fs;
use std::io;
use std::path::Path;

use super::hostile::Hostile;
use super::input::{Input, push_sized};
use super::seeds;

/// The files in the working directory of a command.
pub const FILES: [&str; 5] = ["list", "tiles", "layout", "positions", "image"];

/// Verbs that get only valid images. In a hostile image every string can be a word, so generating all plays or phrases
/// would take days.
const GENERATING: [&str; 11] = [
    "moves", "selfplay", "bench", "find", "diff", "convert", "sim", "endgame", "analyze", "leaves",
    "play",
];

/// A command and its files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The arguments, without the program's name.
    pub args: Vec<String>,
    /// The contents of [`FILES`].
    pub files: [Vec<u8>; 5],
}

impl CommandLine {
    /// Decodes a command; `None` if an argument is not UTF-8, has a NUL or could name a file outside the directory.
    pub fn decode(data: &[u8]) -> Option<CommandLine> {
        let mut input = Input::new(data);
        let number = input.byte();
        let args = str::from_utf8(input.sized()).ok()?;
        let mut args: Vec<String> = args.split('\n').map(str::to_owned).collect();
        if args.iter().any(|arg| can_leave(arg)) {
            return None;
        }
        let [list, tiles, layout, positions] = [(); 4].map(|()| input.sized().to_vec());
        let is_generating = args.iter().any(|arg| GENERATING.contains(&arg.as_str()));
        let image = match is_generating || input.is_empty() {
            true => {
                let images = seeds::images();
                images[usize::from(number) % images.len()].clone()
            }
            false => Hostile::decode(&mut input).write(),
        };
        if is_generating {
            args = args.iter().map(|arg| shortened(arg)).collect();
        }
        let positions = match is_generating {
            true => shortened(&String::from_utf8_lossy(&positions)).into_bytes(),
            false => positions,
        };
        Some(CommandLine {
            args,
            files: [list, tiles, layout, positions, image],
        })
    }

    /// Encodes a command with these files. The command gets the image of index `number` in [`seeds::images`], modulo
    /// the number of images. If an image is appended to the encoding and no argument is in `GENERATING`, the command
    /// gets the appended image instead.
    pub fn encode(number: u8, args: &[&str], files: [&str; 4]) -> Vec<u8> {
        let mut out = vec![number];
        push_sized(args.join("\n").as_bytes(), &mut out);
        for file in files {
            push_sized(file.as_bytes(), &mut out);
        }
        out
    }

    /// Removes all files of the directory, then writes these files into it.
    ///
    /// # Errors
    ///
    /// Errors of the file system.
    pub fn write_files(&self, directory: &Path) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            fs::remove_file(entry?.path())?;
        }
        for (name, contents) in FILES.iter().zip(&self.files) {
            fs::write(directory.join(name), contents)?;
        }
        Ok(())
    }
}

/// Returns `true` if an argument has a NUL or could name a file outside the directory. Options must not have a slash.
/// Other arguments may have one after the start, because positions have slashes.
fn can_leave(arg: &str) -> bool {
    let path = arg.trim_start_matches(|c: char| c == '@' || c == '=' || c.is_whitespace());
    arg.contains("..")
        || path.starts_with('/')
        || arg.starts_with('-') && arg.contains('/')
        || arg.contains('\0')
}

/// Shortens a text so that a command ends within seconds: keeps at most two blanks of each line, and the first digit of
/// each number. A text with a slash is a position, and keeps all digits.
fn shortened(text: &str) -> String {
    let is_position = text.contains('/');
    let mut blanks = 0;
    let mut previous = ' ';
    let mut kept = String::new();
    for c in text.chars() {
        if c == '\n' {
            blanks = 0;
        }
        blanks += usize::from(c == '?');
        let is_long = c.is_ascii_digit() && previous.is_ascii_digit() && !is_position;
        if !is_long && (c != '?' || blanks <= 2) {
            kept.push(c);
        }
        previous = c;
    }
    kept
}
