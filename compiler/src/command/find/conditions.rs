//! The options for conditions, made from the runtime's table of their kinds.

use clap::error::Error;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use lexc_runtime::ConditionKind;

use super::super::table::whole;

/// The option for the largest number of edits of `--near`.
const DISTANCE: &str = "distance";
const HEADING: &str = "Conditions";

/// The values of the options for conditions.
#[derive(Clone, Debug)]
pub struct ConditionArgs {
    /// The values of each kind, in the order of the command line.
    values: Vec<(ConditionKind, Vec<String>)>,
    /// The largest number of edits for `--near`.
    pub distance: usize,
}

impl ConditionArgs {
    /// The values of the options of a kind.
    pub fn of(&self, kind: ConditionKind) -> &[String] {
        let found = self.values.iter().find(|(other, _)| *other == kind);
        found.map_or(&[], |(_, values)| values)
    }

    /// The first value of the options of a kind.
    pub fn first(&self, kind: ConditionKind) -> Option<&str> {
        self.of(kind).first().map(String::as_str)
    }
}

/// The short option of a kind.
fn short(kind: ConditionKind) -> Option<char> {
    match kind {
        ConditionKind::Anagram => Some('a'),
        ConditionKind::SubAnagram => Some('s'),
        ConditionKind::Pattern => Some('p'),
        ConditionKind::Length => Some('l'),
        _ => None,
    }
}

/// Help beyond the runtime's line: facts about this command.
fn further_help(kind: ConditionKind) -> Option<&'static str> {
    match kind {
        ConditionKind::Pattern => {
            Some("A pattern of several words, separated by spaces, finds phrases: see --phrase.")
        }
        ConditionKind::Near => Some("The nearest words are first."),
        ConditionKind::Code => Some(
            "ABCCA finds YUMMY: the 1st and 5th tiles are equal, so are the 3rd and 4th, and no others. A code of several words, \
             separated by spaces, finds phrases: see --phrase.",
        ),
        _ => None,
    }
}

fn option(kind: ConditionKind) -> Arg {
    // The answers to `--near` are sorted by their distance from one word.
    let action = match kind {
        ConditionKind::Near => ArgAction::Set,
        _ => ArgAction::Append,
    };
    let mut option = Arg::new(kind.name())
        .long(kind.name())
        .short(short(kind))
        .value_name(kind.value_name())
        .help(kind.help())
        .help_heading(HEADING)
        .action(action);
    if let Some(further) = further_help(kind) {
        option = option.long_help(format!("{}\n\n{further}", kind.help()));
    }
    match kind.default_value() {
        Some(value) => option
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value(value),
        None => option,
    }
}

impl Args for ConditionArgs {
    fn augment_args(mut command: Command) -> Command {
        for kind in ConditionKind::ALL {
            command = command.arg(option(*kind));
            if *kind == ConditionKind::Near {
                let distance = Arg::new(DISTANCE)
                    .long(DISTANCE)
                    .value_name("N")
                    .help(format!(
                        "The largest number of edits for --near [default: {}]",
                        ConditionKind::EDITS
                    ))
                    .help_heading(HEADING)
                    .value_parser(whole::<usize>(0, ConditionKind::MAX_EDITS as u64))
                    .requires(kind.name());
                command = command.arg(distance);
            }
        }
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        ConditionArgs::augment_args(command)
    }
}

impl FromArgMatches for ConditionArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ConditionArgs, Error> {
        let values = ConditionKind::ALL.iter().map(|kind| {
            let values = matches.get_many::<String>(kind.name());
            (*kind, values.into_iter().flatten().cloned().collect())
        });
        Ok(ConditionArgs {
            values: values.collect(),
            distance: (matches.get_one(DISTANCE).copied()).unwrap_or(ConditionKind::EDITS),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = ConditionArgs::from_arg_matches(matches)?;
        Ok(())
    }
}
