//! `lexc rules`: list the presets of rules, or print the settings of one.

use std::io::{self, Write};

use clap::Args;
use lexc_compiler::text::Quoted;
use lexc_runtime::RulesPreset;
use serde::Serialize;

use super::json::write_line;
use super::outcome::{Answer, Failure};
use super::output::print;

/// List the presets of rules, or print the settings of one
///
/// Presets have the rules of games in use. `--rules` of other verbs takes a preset by its name, with or without settings
/// after it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
JSON, one object a line for each preset:
  name      the name for --rules
  form      the shape of the game
  source    the sources of the facts
  settings  the settings, as --rules takes them

Examples:
  lexc rules
  lexc rules rack-8 > mine.rules && lexc selfplay words.gaddag --rules @mine.rules
  lexc play words.gaddag game.gcg --rules \"rack-8 passes=4\"")]
pub struct RulesVerbArgs {
    /// A preset
    #[arg(value_name = "NAME")]
    preset: Option<String>,
    /// List the presets as JSON objects, one a line
    #[arg(long, conflicts_with = "preset")]
    json: bool,
}

/// Lists the presets, or prints the settings of one, one a line.
pub fn run(args: &RulesVerbArgs) -> Result<Answer, Failure> {
    let presets = RulesPreset::ALL;
    match &args.preset {
        Some(name) => {
            let preset = presets.iter().find(|preset| preset.name == name);
            let preset = preset.ok_or_else(|| unknown(name))?;
            print(|out| writeln!(out, "{}", preset.text.replace(' ', "\n")))?;
        }
        None if args.json => {
            print(|out| {
                presets
                    .iter()
                    .try_for_each(|preset| write_line(out, &Row::of(preset)))
            })?;
        }
        None => print(|out| {
            presets
                .iter()
                .try_for_each(|preset| write_preset(out, preset))
        })?,
    }
    Ok(Answer::Yes)
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = RulesPreset::ALL.iter().map(|preset| preset.name).collect();
    Failure(format!(
        "unknown preset of rules {} (use {})",
        Quoted(name),
        names.join(" ")
    ))
}

/// A preset as a JSON object.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    form: &'static str,
    source: &'static str,
    settings: &'static str,
}

impl Row {
    fn of(preset: &RulesPreset) -> Row {
        Row {
            name: preset.name,
            form: preset.form,
            source: preset.source,
            settings: preset.text,
        }
    }
}

fn write_preset(out: &mut dyn Write, preset: &RulesPreset) -> io::Result<()> {
    writeln!(out, "{}: {}", preset.name, preset.form)?;
    writeln!(out, "    source: {}", preset.source)
}
