//! The verbs in `lexc --help`, grouped by purpose.

use std::fmt::Write;

use clap::Command;
use clap::builder::Styles;

/// The groups of verbs, in the order of the help.
pub const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Lexicons",
        &[
            "build",
            "check",
            "convert",
            "info",
            "dump",
            "diff",
            "draw",
            "alphabets",
            "use",
        ],
    ),
    ("Words", &["query", "find", "define", "judge"]),
    (
        "Positions and games",
        &["moves", "sim", "endgame", "play", "analyze", "rules"],
    ),
    (
        "Players and values",
        &["bot", "selfplay", "leaves", "bench"],
    ),
    ("Shell", &["completions", "man", "help"]),
];

/// The template of the help of `lexc`. clap lists subcommands in one section only, so the sections of the verbs are part of the
/// template. `verbs` has the verbs as subcommands.
pub fn help_template(verbs: &Command) -> String {
    let styles = Styles::styled();
    let (heading, name) = (styles.get_header(), styles.get_literal());
    let mut text = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (title, group) in GROUPS {
        let _ = writeln!(text, "\n{heading}{title}:{heading:#}");
        for verb in group {
            let about = match verbs.find_subcommand(verb).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => "Print this help or that of a verb".to_owned(),
            };
            let _ = writeln!(text, "  {name}{verb:11}{name:#}  {about}");
        }
    }
    let _ = write!(
        text,
        "\n{heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    text
}
