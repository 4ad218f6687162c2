//! `lexc paper`: the figures of the papers beside those of a lexicon.

mod chart;
mod games;
mod letter_sets;
mod markdown;
mod page;
mod performance;
mod published;
mod sizes;
mod tables;

use std::path::{Path, PathBuf};

use clap::Args;
use lexc_compiler::Automata;
use lexc_compiler::draw::graph_svg;
use lexc_runtime::{Checks, FinalPoints, Lexicon, Tile};

use super::draw::read_word;
use super::games::RackArgs;
use super::inputs::{open, refuse_to_replace};
use super::lexicons::LexiconArgs;
use super::outcome::{Answer, Failure};
use super::output::OutputSet;
use super::selfplay::check_bag;
use super::table::whole;
use super::threads::{MAX_THREADS, thread_pool};
use chart::write_chart;
use games::Plan;
use letter_sets::{LetterSets, Minimization};
use page::{Page, Picture};
use sizes::Sizes;

/// Set the figures of the papers beside those of a lexicon, on one page
///
/// Repeats the counts and games of Appel and Jacobson (1988) and Gordon (1994) with the words of a list or an image, and writes
/// the papers' tables with the published figures beside those counted here: the sizes of trie, DAWG and GADDAG, before and
/// after minimization, expanded and compressed; the edges followed and the anchors used by both algorithms in games of greedy
/// players; the plays found and the points made; and the size of the two-way DAWG. Pictures show the sizes, and the GADDAG
/// around each drawn word.
///
/// The page is Markdown, its pictures are SVG. The same lexicon and options give the same bytes on any machine and any number
/// of threads, unless --times adds times and page faults.
#[derive(Debug, Args)]
#[command(
    allow_negative_numbers = true,
    after_long_help = "\
The pictures of paper.md are paper-sizes.svg and three for each drawn word: for the first,
paper-1-unminimized.svg, paper-1-semi-minimized.svg and paper-1-minimized.svg. All files are
written before the first appears; the page appears last.

Examples:
  lexc paper words.txt -o paper.md
  lexc paper words.txt -o paper.md --games 100 --seed 2 --word TRIE --times"
)]
pub struct PaperArgs {
    /// The lexicon, a word list or an image; - for standard input
    lexicon: PathBuf,
    /// The page to write; pictures go beside it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replace the page and its pictures if they exist
    #[arg(short, long)]
    force: bool,
    /// The number of games of each match
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1, u64::MAX))]
    games: u64,
    /// The seed of the random order of the tiles
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX))]
    seed: u64,
    /// The number of threads to play on, up to 256 [default: as many as the machine runs at once]
    #[arg(long, value_name = "T", value_parser = whole::<u16>(1, MAX_THREADS))]
    threads: Option<u16>,
    /// Add times and page faults of the searches, which differ from run to run
    #[arg(long)]
    times: bool,
    /// A word to draw; may be repeated [default: CARE and CAREEN, if the lexicon has them]
    #[arg(long = "word", value_name = "WORD")]
    words: Vec<String>,
    /// The premium squares: standard (15 x 15), super (21 x 21) or a file [default: by the alphabet]
    #[arg(long, value_name = "NAME|FILE")]
    layout: Option<PathBuf>,
    #[command(flatten)]
    rack: RackArgs,
    #[command(flatten)]
    lexicons: LexiconArgs,
}

/// Counts, plays, and writes the page with its pictures.
pub fn run(args: &PaperArgs) -> Result<Answer, Failure> {
    if args.output == Path::new("-") {
        return Err(Failure(
            "standard output cannot hold a page and its pictures, which are several files (give --output a file name)".to_owned(),
        ));
    }
    let mut outputs = OutputSet::default();
    let inputs = [
        Some(args.lexicon.as_path()),
        args.lexicons.alphabet_file(),
        args.layout.as_deref(),
    ];
    refuse_to_replace(&args.output, inputs.into_iter().flatten())?;
    outputs.add(&args.output, args.force)?;

    let paths = std::slice::from_ref(&args.lexicon);
    let images = args.lexicons.read(paths, Automata::Dawg)?;
    let listed = images.first().map(Vec::as_slice).unwrap_or_default();
    let listed = open(&args.lexicon, listed)?;
    let words = words_to_draw(&args.words, &listed)?;
    let kinds = Minimization::ALL.map(Minimization::name);
    let names = (1..=words.len()).flat_map(|word| kinds.map(|kind| format!("{word}-{kind}")));
    let names: Vec<String> = ["sizes".to_owned()].into_iter().chain(names).collect();
    let paths: Vec<PathBuf> = names
        .iter()
        .map(|name| picture_path(&args.output, name))
        .collect();
    for path in &paths {
        refuse_to_replace(path, inputs.into_iter().flatten())?;
        outputs.add(path, args.force)?;
    }
    // The papers' averages count in this form.
    let rules = args.rack.rules(args.layout.as_deref(), listed.alphabet())?;
    let rules = rules.with_final_points(FinalPoints::Printed);
    check_bag(listed.alphabet(), &rules)?;
    let pool = thread_pool(args.threads, args.games)?;

    let (sizes, [image, dawg_image]) = Sizes::of(&listed)?;
    let lexicon = Lexicon::open(&image, Checks::Bounds).map_err(Failure::new)?;
    let plan = Plan {
        lexicon,
        images: [&dawg_image, &image],
        rules: &rules,
        games: args.games,
        seed: args.seed,
        is_timed: args.times,
    };
    let played = plan.play(&pool)?;

    let letter_sets = LetterSets::of(&lexicon, &words);
    let mut contents = vec![Vec::new(), Vec::new()];
    write_chart(&sizes.bars(), &mut contents[1]).map_err(Failure::stdout)?;
    for word in &words {
        for kind in Minimization::ALL {
            let graph = letter_sets.graph(&lexicon, word, kind);
            let title = format!(
                "{} GADDAG around {}",
                kind.title(),
                lexicon.alphabet().spell(word)
            );
            let mut picture = Vec::new();
            graph_svg(&graph, &title, &mut picture).map_err(Failure::stdout)?;
            contents.push(picture);
        }
    }
    let file_name = |path: &Path| path.file_name().unwrap_or_default().display().to_string();
    let mut files = paths.iter().map(|path| file_name(path));
    let page = Page {
        name: match lexicon.name() {
            "" => file_name(&args.lexicon),
            name => name.to_owned(),
        },
        lexicon,
        rules: &rules,
        games: args.games,
        seed: args.seed,
        has_times: args.times,
        sizes: &sizes,
        played: &played,
        letter_sets: &letter_sets,
        chart: files.next().unwrap_or_default(),
        pictures: words
            .iter()
            .flat_map(|word| Minimization::ALL.map(|kind| (word, kind)))
            .zip(files)
            .map(|((word, kind), file)| Picture {
                word: lexicon.alphabet().spell(word).to_string(),
                kind,
                file,
            })
            .collect(),
    };
    page.write(&mut contents[0]).map_err(Failure::stdout)?;
    outputs.write(&contents)?;
    Ok(Answer::Yes)
}

/// The words that `--word` names. Without the flag: CARE and CAREEN, the words of Gordon's figures, or the one of them
/// that the lexicon has. If it has neither: the longest word of up to four tiles, the first of several; if all words
/// are longer, the first word of the lexicon.
fn words_to_draw(words: &[String], lexicon: &Lexicon<'_>) -> Result<Vec<Vec<Tile>>, Failure> {
    if !words.is_empty() {
        return words
            .iter()
            .map(|word| read_word(word, lexicon.image()))
            .collect();
    }
    let gordons = ["CARE", "CAREEN"].map(|word| read_word(word, lexicon.image()));
    let gordons: Vec<Vec<Tile>> = gordons.into_iter().flatten().collect();
    if !gordons.is_empty() {
        return Ok(gordons);
    }
    let longest = lexicon.words().filter(|word| word.len() <= 4);
    let chosen = longest.reduce(|chosen, word| match word.len() > chosen.len() {
        true => word,
        false => chosen,
    });
    let chosen = chosen.or_else(|| lexicon.words().next());
    Ok(chosen.iter().map(|word| word.to_vec()).collect())
}

/// The path of a picture: `paper-NAME.svg` beside `paper.md`.
fn picture_path(page: &Path, name: &str) -> PathBuf {
    let mut file_name = page.file_stem().unwrap_or_default().to_owned();
    file_name.push(format!("-{name}.svg"));
    page.with_file_name(file_name)
}
