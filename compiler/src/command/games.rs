//! The flags that set the rules of a game; the rules of a position; the problems of positions.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::input::{MAX_LINE_BYTES, read_text};
use lexc_game::{EndgameError, Gcg, PreEndgameError, SimulationError};
use lexc_runtime::{
    Alphabet, Board, Bonuses, Cgp, Layout, NoLayoutError, PositionError, Rules, RulesError,
    RulesText, TextError,
};

use super::outcome::Failure;
use super::table::{plural, whole};
use super::text_lines::LineProblem;

/// The largest size of a file of a layout or of rules in bytes; 21 rows take about 500 bytes.
const MAX_LAYOUT_BYTES: u64 = 1 << 16;

/// Flags of a game's rules.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// The premium squares: standard (15 x 15), super (21 x 21) or a file [default: by the size of a position, or else by the
    /// alphabet]
    ///
    /// The alphabets english-super and catalan-super have the super board, all others the standard one. The first line of a file
    /// has the row and column of the start square, counted from 0, as in "7, 7". The grid follows: a space for a plain square;
    /// ' " ^ * for letter x2, x3, x4 and x5; - = ~ ! for word x2, x3, x4 and x5; # for a brick, which no tile may cover.
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<PathBuf>,
    /// The rules in settings key=value, such as "rack=8 challenge=5/word", after the name of a preset or alone, or @FILE for a
    /// file of them
    ///
    /// `lexc rules` lists the presets. The keys are board (standard, super, or the start square and the rows of a layout file as
    /// in 1,1:=.'/.-/'.=), drawn (a seed that draws the premium squares of the board), rack (tiles on a full rack), place (tiles
    /// that one play may place: all), bonus (points for placing as many tiles as one play may, or a list by number of tiles, as in
    /// 7:50,8:x2), blank (points of a blank), values and counts (points and numbers of tiles, as in JX:8,Q:10, in place of the
    /// alphabet's), exchange (tiles that the bag must hold for an exchange: 1 in Spanish, else as many as a rack), swap (tiles
    /// that one exchange may swap: all), scoreless (turns in a row without a point that end a game: 6), passes (passes in a row that
    /// end it: none), turns (turns of each player that end it: none), finish (out: the game ends when a player goes out; last: one
    /// turn of each of the others later; bag: one turn of each player after the bag was emptied), end (tournament: a player who goes
    /// out gets twice the other's tiles; printed: gets them once, and the other loses them; none: tiles left count no points), and
    /// challenge (void, single, double, triple, 5 for points a play, 5/word, or -10 for the challenger).
    #[arg(long, value_name = "TEXT|@FILE", value_parser = rules_text)]
    #[arg(conflicts_with_all = ["layout", "rack_size", "bingo_bonus", "blank_value"])]
    rules: Option<String>,
    #[arg(help = format!("The number of tiles on a full rack [default: {}]", Rules::RACK_SIZE))]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(0, usize::MAX as u64))]
    rack_size: Option<usize>,
    #[arg(help = format!(
        "The points for placing as many tiles as the rack size in one play [default: bb of a position, or {}]",
        Rules::BINGO_BONUS
    ))]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    bingo_bonus: Option<i32>,
    /// The points of a blank, whichever letter it stands for [default: 0]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    blank_value: Option<i16>,
}

/// Reads the argument of `--rules`.
fn rules_text(text: &str) -> Result<String, String> {
    match text.strip_prefix('@') {
        Some(file) => {
            let text = read_text(
                Path::new(file),
                MAX_LAYOUT_BYTES,
                "text",
                " (shorten the text)",
            );
            text.map_err(|fault| format!("{file}:{fault}"))
        }
        None => Ok(text.to_owned()),
    }
}

impl RulesArgs {
    /// The name or the file of the layout, if it is given.
    pub fn layout(&self) -> Option<&Path> {
        self.layout.as_deref()
    }

    /// The settings of the flags.
    ///
    /// # Errors
    /// If the layout or the text of the rules can't be read.
    pub fn settings(&self, alphabet: Alphabet<'_>) -> Result<RulesText, Failure> {
        let flags = RulesText {
            layout: self.layout().map(named_layout).transpose()?,
            rack_size: self.rack_size,
            bonuses: self.bingo_bonus.map(Bonuses::of_most),
            blank_value: self.blank_value,
            ..RulesText::default()
        };
        let text = self.rules.as_deref().unwrap_or_default();
        let settings = RulesText::parse(text, alphabet);
        let settings = settings.map_err(|error| Failure(format!("--rules: {error}")))?;
        Ok(settings.or(flags))
    }

    /// The rules of settings that these flags gave. The error names the flags.
    ///
    /// # Errors
    /// If the rack size is invalid, or a score might not fit an `i32`.
    pub fn checked(&self, settings: &RulesText, alphabet: Alphabet<'_>) -> Result<Rules, Failure> {
        let rules = settings.rules(alphabet);
        rules.check().map_err(|error| {
            let flags = match error {
                _ if self.rules.is_some() => "--rules",
                RulesError::RackSize { .. } => "--rack-size",
                _ => "--layout, --rack-size and --bingo-bonus",
            };
            Failure(format!("{flags}: {error}"))
        })?;
        Ok(rules)
    }

    /// The rules of the flags.
    ///
    /// # Errors
    /// If the layout can't be read, the rack size is invalid, or a score might not fit an `i32`.
    pub fn rules(&self, alphabet: Alphabet<'_>) -> Result<Rules, Failure> {
        self.checked(&self.settings(alphabet)?, alphabet)
    }
}

/// The rules of a record's game: those of the record's text if it has one, else those of the flags, with the form of final
/// points that the record shows unless a flag gives one.
///
/// # Errors
/// If the text is not rules, or a flag contradicts it. If the rack size is invalid, or a score might not fit an `i32`.
pub fn rules_of_record(
    args: &RulesArgs,
    settings: &RulesText,
    gcg: &Gcg,
    name: &dyn fmt::Display,
    alphabet: Alphabet<'_>,
) -> Result<Rules, Failure> {
    let refused = |error: &dyn fmt::Display| Failure(format!("{name}: #rules: {error}"));
    let rules_with = |settings: &RulesText| {
        let rules = gcg.rules_of_game(settings, alphabet);
        rules.map_err(|error| refused(&error))
    };
    if gcg.rules().is_none() {
        args.checked(settings, alphabet)?;
        return rules_with(settings);
    }
    let rules = rules_with(&RulesText::default())?;
    rules.check().map_err(|error| refused(&error))?;
    let mut options = settings.clone();
    if options.drawn.is_some() && options.layout.is_none() {
        // The record has the board with its premium squares drawn.
        options.layout = Some(Layout::for_alphabet(alphabet).clone());
    }
    let both = rules_with(&options)?.display(alphabet).to_string();
    let kept = rules.display(alphabet).to_string();
    let contradicted = contradicted(&kept, &both);
    match contradicted.is_empty() {
        true => Ok(rules),
        false => Err(Failure(format!(
            "{name}: the game has the rules {}, unlike the options (leave the options out: the record keeps its rules)",
            contradicted.join(" ")
        ))),
    }
}

/// The settings of `kept` that `both` has otherwise, and the keys that only `both` has.
fn contradicted(kept: &str, both: &str) -> Vec<String> {
    let key = |setting: &str| setting.split('=').next().unwrap_or_default().to_owned();
    let kept: Vec<&str> = kept.split(' ').collect();
    let both: Vec<&str> = both.split(' ').collect();
    let others = both.iter().map(|setting| key(setting));
    let others = others.filter(|other| kept.iter().all(|setting| key(setting) != *other));
    let changed = kept.iter().filter(|setting| !both.contains(setting));
    let changed = changed.map(|&setting| setting.to_owned());
    changed
        .chain(others.map(|key| format!("no {key}")))
        .collect()
}

/// The rules that the flags give; [`rules`](Games::rules) adapts them to a position.
#[derive(Debug)]
pub struct Games {
    settings: RulesText,
}

impl Games {
    /// Reads the layout of the flags, and checks the rules.
    ///
    /// # Errors
    /// If the layout can't be read, the rack size is invalid, or a score might not fit an `i32`.
    pub fn new(args: &RulesArgs, alphabet: Alphabet<'_>) -> Result<Games, Failure> {
        let settings = args.settings(alphabet)?;
        let rules = args.checked(&settings, alphabet)?;
        if settings.layout.is_none() {
            let presets = Layout::PRESETS.into_iter();
            let mut presets = presets.map(|layout| rules.clone().with_layout(layout.clone()));
            if let Some(error) = presets.find_map(|rules| rules.check().err()) {
                return Err(Failure(format!("--rack-size and --bingo-bonus: {error}")));
            }
        }
        Ok(Games { settings })
    }

    /// The rules of a position by [`RulesText::of_position`].
    ///
    /// # Errors
    /// [`PositionProblem::NoLayout`] if the flags give no layout and no preset has the board's size. If the flags give
    /// a layout, its size is not checked here: [`Cgp::position`] refuses a layout of another size than the board.
    pub fn rules(&self, cgp: &Cgp<'_>, alphabet: Alphabet<'_>) -> Result<Rules, PositionProblem> {
        let rules = self.settings.of_position(cgp, alphabet);
        rules.map_err(PositionProblem::NoLayout)
    }

    /// The same with the rules in a text before those of the flags.
    ///
    /// # Errors
    /// The text is not rules.
    pub fn with_text(&self, text: &str, alphabet: Alphabet<'_>) -> Result<Games, TextError> {
        let settings = RulesText::parse(text, alphabet)?.or(self.settings.clone());
        Ok(Games { settings })
    }

    /// The board of a new game.
    pub fn empty_board(&self, alphabet: Alphabet<'_>) -> Board {
        Board::new(self.settings.rules(alphabet).layout().dimensions())
    }

    /// True if the flags give the layout.
    pub fn has_layout(&self) -> bool {
        self.settings.layout.is_some()
    }
}

/// The preset of this name, or the layout in this file.
fn named_layout(name: &Path) -> Result<Layout, Failure> {
    if let Some(preset) = name.to_str().and_then(Layout::named) {
        return Ok(preset.clone());
    }
    if !name.exists() {
        return Err(Failure(format!(
            "layout {}: no such file, and no preset of this name (presets: standard super)",
            name.display()
        )));
    }
    let text = read_text(name, MAX_LAYOUT_BYTES, "text", " (shorten the text)")
        .map_err(|fault| Failure(format!("{}:{fault}", name.display())))?;
    Layout::parse(&text).map_err(|error| Failure(format!("layout {}: {error}", name.display())))
}

/// A reason why a position can't be searched, solved or simulated. The message does not name the file and line of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionProblem {
    /// The line is too long or not UTF-8.
    Line(LineProblem),
    /// The text is not CGP.
    Cgp(TextError),
    /// No preset layout has the board's size.
    NoLayout(NoLayoutError),
    /// The position breaks the rules.
    Rules(PositionError),
    /// A player has no tiles; or the board, the racks and the rules do not fit together.
    Endgame(EndgameError),
    /// The moves of a position with one to four tiles in the bag can't be ranked.
    PreEndgame(PreEndgameError),
    /// The opponent's last move can't be read, or did not lead to the position.
    LastMove(TextError),
    /// The position can't be simulated.
    Simulation(SimulationError),
}

impl fmt::Display for PositionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionProblem::Line(LineProblem::TooLong) => write!(
                f,
                "line longer than {MAX_LINE_BYTES} bytes (write each position on a line of its own)"
            ),
            PositionProblem::Line(LineProblem::NotUtf8 { column }) => write!(
                f,
                "character {column}: not UTF-8 (convert the positions to UTF-8)"
            ),
            PositionProblem::Cgp(error) => error.fmt(f),
            PositionProblem::NoLayout(NoLayoutError { board }) => write!(
                f,
                "no preset layout has {board} squares (give a layout file with --layout)"
            ),
            PositionProblem::Rules(PositionError::Dimensions { board, layout }) => write!(
                f,
                "the board has {board} squares and the layout {layout} (give the board's layout with --layout)"
            ),
            PositionProblem::Rules(PositionError::RackTooLong { found, rack_size }) => write!(
                f,
                "{found} tiles on the rack where the rules allow {rack_size} (remove tiles, or allow {found} with --rack-size {found})"
            ),
            PositionProblem::Rules(error) => error.fmt(f),
            PositionProblem::Endgame(EndgameError::Bag { tiles }) => write!(
                f,
                "the bag has {} (leave up to 4, or give both racks)",
                plural(*tiles as u64, "tile")
            ),
            PositionProblem::Endgame(error) => error.fmt(f),
            PositionProblem::PreEndgame(error) => error.fmt(f),
            PositionProblem::LastMove(error) => write!(f, "--last-move: {error}"),
            PositionProblem::Simulation(error) => error.fmt(f),
        }
    }
}
