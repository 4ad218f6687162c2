//! The `lexc` command: parses the arguments, runs the verb, and maps the result to an exit code. The module of each verb has
//! the verb's flags and a function `run`.

mod alphabets;
mod analyze;
mod bench;
// Other programs write its input.
#[deny(clippy::expect_used, clippy::indexing_slicing, clippy::string_slice)]
mod bot;
mod build;
mod check;
mod completions;
mod convert;
mod define;
mod diff;
mod draw;
mod dump;
mod endgame;
mod find;
mod info;
mod judge;
mod label_args;
mod leaves;
mod man;
mod moves;
mod play;
mod query;
mod selfplay;
mod sim;
mod use_image;

mod arguments;
mod bundled;
mod drawing;
mod full_screen;
mod games;
mod image_args;
mod inputs;
mod json;
mod leaves_args;
mod lexicon_source;
mod lexicons;
mod line_report;
mod move_fields;
mod outcome;
mod output;
mod patterns;
mod players;
mod position_run;
mod positions;
mod process_groups;
mod reading_args;
mod record;
mod rules;
mod search;
mod signals;
mod table;
mod terminal;
mod text_lines;
mod threads;
mod unseen;
mod verb_groups;
mod warnings;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

use clap::{Command, Parser, Subcommand};
use lexc_compiler::text::Visible;
use lexc_formats::raw::header::VERSION;
use lexc_runtime::{Leaves, Lexicon};

use arguments::Refusal;
use outcome::{Answer, Failure};
use output::is_closed_pipe;
use verb_groups::help_template;

/// Text of `lexc --version` after the name: the versions of the package and of the image format.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let (package, major) = (env!("CARGO_PKG_VERSION"), VERSION.major);
    format!("{package}\nimages: writes formats {major}.0 to {VERSION}, reads {major}.x")
});

/// The template of `lexc --help`.
static HELP_TEMPLATE: LazyLock<String> =
    LazyLock::new(|| help_template(&Verb::augment_subcommands(Command::new("lexc"))));

/// Compiles crossword-game word lists into checksummed images, and works with them.
///
/// Results go to standard output, everything else to standard error. `-` stands for standard input or output. Files
/// appear whole or not at all.
#[derive(Parser)]
#[command(
    name = "lexc",
    bin_name = "lexc",
    version,
    long_version = LONG_VERSION.as_str(),
    max_term_width = 100,
    help_template = HELP_TEMPLATE.as_str(),
    after_long_help = "\
Exit codes:
  0  done and yes
  1  done and no, such as: a word is absent, a play is illegal, an image is bad, two lexicons differ
  2  failed: a usage error, an unreadable input, an output that can't be written, a bad word list
     or a bad position. Standard error names the place, the problem and the remedy
The answer decides the exit code even if standard output is closed from the start, or if the reader
of a pipe closes it early: the rest of the output is then dropped.
After a signal, shells show 128 plus the signal's number, and an output file is unchanged.

Example:
  lexc build words.txt -o words.gaddag
  lexc check words.gaddag
  lexc query words.gaddag RETSINA"
)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Build(build::BuildArgs),
    Check(check::CheckArgs),
    Convert(convert::ConvertArgs),
    Info(info::InfoArgs),
    Dump(dump::DumpArgs),
    Diff(diff::DiffArgs),
    Draw(draw::DrawArgs),
    Alphabets(alphabets::AlphabetsArgs),
    Rules(rules::RulesVerbArgs),
    Use(use_image::UseArgs),
    Query(query::QueryArgs),
    Find(find::FindArgs),
    Define(define::DefineArgs),
    Judge(judge::JudgeArgs),
    Moves(moves::MovesArgs),
    Sim(sim::SimArgs),
    Endgame(endgame::EndgameArgs),
    Play(play::PlayArgs),
    Analyze(analyze::AnalyzeArgs),
    Bot(bot::BotArgs),
    Selfplay(selfplay::SelfplayArgs),
    Leaves(leaves::LeavesVerbArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Verb {
    fn run(self) -> Result<Answer, Failure> {
        match self {
            Verb::Build(args) => build::run(&args),
            Verb::Check(args) => check::run(&args),
            Verb::Convert(args) => convert::run(&args),
            Verb::Info(args) => info::run(&args),
            Verb::Dump(args) => dump::run(&args),
            Verb::Diff(args) => diff::run(&args),
            Verb::Draw(args) => draw::run(&args),
            Verb::Alphabets(args) => alphabets::run(&args),
            Verb::Rules(args) => rules::run(&args),
            Verb::Use(args) => use_image::run(&args),
            Verb::Query(args) => query::run(&args),
            Verb::Find(args) => find::run(&args),
            Verb::Define(args) => define::run(&args),
            Verb::Judge(args) => judge::run(&args),
            Verb::Moves(args) => moves::run(&args),
            Verb::Sim(args) => sim::run(&args),
            Verb::Endgame(args) => endgame::run(&args),
            Verb::Play(args) => play::run(&args),
            Verb::Analyze(args) => analyze::run(&args),
            Verb::Bot(args) => bot::run(&args),
            Verb::Selfplay(args) => selfplay::run(&args),
            Verb::Leaves(args) => leaves::run(&args),
            Verb::Bench(args) => bench::run(&args),
            Verb::Completions(args) => completions::run(&args, arguments::command::<Args>()),
            Verb::Man(args) => man::run(&args, arguments::command::<Args>()),
        }
    }
}

/// Exit code of work that is done, with the answer yes.
const YES: u8 = 0;
/// Exit code of work that is done, with the answer no.
const NO: u8 = 1;
/// Exit code of a failure.
const FAILED: u8 = 2;

/// Runs the command with the arguments of the process, and returns its exit code.
pub fn main() -> ExitCode {
    signals::survive_file_size_limit();
    let args: Vec<OsString> = env::args_os().collect();
    let result = match arguments::parse::<Args>(&args) {
        Ok(args) => args.verb.run(),
        Err(Refusal::Usage(error)) if error.use_stderr() => {
            explain_usage(error);
            return ExitCode::from(FAILED);
        }
        Err(Refusal::Usage(help)) => print_help(&help),
        Err(Refusal::Lexicon(failure)) => Err(failure),
    };
    ExitCode::from(match result {
        Ok(Answer::Yes) => YES,
        Ok(Answer::No) => NO,
        Err(failure) => {
            terminal::say_failure(&failure);
            FAILED
        }
    })
}

/// Prints help or the version. A closed pipe is not a failure.
fn print_help(help: &clap::Error) -> Result<Answer, Failure> {
    match help.print().and_then(|()| io::stdout().flush()) {
        Err(error) if !is_closed_pipe(&error) => Err(Failure::stdout(error)),
        _ => Ok(Answer::Yes),
    }
}

/// Prints a usage error. The error quotes arguments, so the arguments are parsed a second time, with their invisible
/// characters escaped.
fn explain_usage(error: clap::Error) {
    let args = env::args_os();
    let args = args.map(|arg| Visible(&arg.to_string_lossy()).to_string());
    let shown = arguments::command::<Args>().try_get_matches_from(args);
    let error = shown.err().unwrap_or(error);
    // If standard error can't be written, the message is lost.
    let _ = error.print();
}

/// Runs the command with these arguments. The first argument is the program's name. Returns the message of an error instead of
/// printing it.
///
/// # Errors
/// The message of a failure or a usage error, or the text of `--help` or `--version`.
pub fn run<'a>(args: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
    let args: Vec<OsString> = args.into_iter().map(OsString::from).collect();
    let args = arguments::parse::<Args>(&args).map_err(|refusal| match refusal {
        Refusal::Usage(error) => error.render().to_string(),
        Refusal::Lexicon(failure) => failure.to_string(),
    })?;
    let answer = args.verb.run().map_err(|failure| failure.to_string())?;
    let (Answer::Yes | Answer::No) = answer;
    Ok(())
}

/// Runs `lexc bot` with these arguments after the image, and returns its output, line by line. The fuzzers call it.
///
/// # Errors
/// The message of a failure or a usage error.
pub fn bot_lines(
    args: &[&str],
    lexicon: &Lexicon<'_>,
    leaves: &(dyn Leaves + Sync),
    input: Vec<u8>,
) -> Result<Vec<String>, String> {
    let args = [&["lexc", "bot", "image"], args].concat();
    let args = Args::try_parse_from(args).map_err(|error| error.render().to_string())?;
    let mut lines = Vec::new();
    if let Verb::Bot(args) = &args.verb {
        let input = io::Cursor::new(input);
        let answered = bot::answer(args, lexicon, Some(leaves), input, &mut |line| {
            lines.push(line);
            Ok(true)
        });
        answered.map_err(|failure| failure.to_string())?;
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::verb_groups::GROUPS;
    use super::*;

    #[test]
    fn each_verb_is_in_one_group_of_the_help() {
        let mut command = Args::command();
        command.build();
        let mut verbs: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let mut grouped = GROUPS.map(|(_, group)| group).concat();
        verbs.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, verbs);
        for line in command.render_help().to_string().lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}
