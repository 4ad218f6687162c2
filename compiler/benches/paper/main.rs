//! Writes the figures of Appel and Jacobson (1988) and Gordon (1994) beside those of a lexicon: the sizes of trie, DAWG and
//! GADDAG, before and after minimization, expanded and compressed; the edges followed and the anchors used by both algorithms
//! in games of greedy players; the plays found and the points made; and the size of the two-way DAWG.
//!
//! `cargo run --release -p lexc --example paper -- IMAGE FOLDER`
#![expect(
    unreachable_pub,
    reason = "a program has no users outside; `pub` marks items that a module offers to other modules"
)]

mod chart;
mod games;
mod letter_sets;
mod markdown;
mod page;
mod page_faults;
mod performance;
mod published;
mod sizes;
mod sums;
mod tables;
mod terminal_nodes;
#[cfg(test)]
mod tests;
mod tries;
mod two_way;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use clap::{Args, Parser};
use lexc_compiler::draw::graph_svg;
use lexc_runtime::{FinalPoints, Lexicon, Rules, Tile, Word};

use chart::write_chart;
use games::Plan;
use letter_sets::{LetterSets, Minimization};
use page::{Page, Picture};
use sizes::Sizes;

/// Writes the tables of Appel and Jacobson (1988) and Gordon (1994), with the published figures beside those of a lexicon
///
/// The page is Markdown, its pictures are SVG: a chart of sizes, and the GADDAG around each drawn word before, during and after
/// minimization. The same lexicon and options give the same bytes on any machine, unless --times is given.
#[derive(Debug, Parser)]
struct Command {
    /// The lexicon
    image: PathBuf,
    /// The folder of the page, paper.md, and its pictures; files of these names are replaced
    folder: PathBuf,
    #[command(flatten)]
    options: Options,
}

#[derive(Debug, Args)]
struct Options {
    /// The number of games of each match
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// The seed of the random order of the tiles
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Add times and page faults of the searches, which differ from run to run
    #[arg(long)]
    times: bool,
    /// A word to draw; may be repeated [default: CARE and CAREEN, if the lexicon has them]
    #[arg(long = "word", value_name = "WORD")]
    words: Vec<String>,
}

/// A result, or an error of any kind.
type Fallible<T> = Result<T, Box<dyn Error>>;

fn main() -> Fallible<()> {
    let Command {
        image,
        folder,
        options,
    } = Command::parse();
    let bytes = fs::read(&image)?;
    let lexicon = Lexicon::from_bytes(&bytes)?;
    let name = match lexicon.name() {
        "" => image.file_name().unwrap_or_default().display().to_string(),
        name => name.to_owned(),
    };
    let files = files(&lexicon, &name, &options)?;
    fs::create_dir_all(&folder)?;
    for (name, contents) in files {
        fs::write(folder.join(name), contents)?;
    }
    Ok(())
}

/// Counts, plays, and returns the page and its pictures, each with the name of its file.
fn files(listed: &Lexicon<'_>, name: &str, options: &Options) -> Fallible<Vec<(String, Vec<u8>)>> {
    let words = words_to_draw(&options.words, listed)?;
    // The papers' averages count in this form.
    let rules = Rules::standard(listed.alphabet()).with_final_points(FinalPoints::Printed);
    let (sizes, [image, dawg_image]) = Sizes::of(listed)?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let plan = Plan {
        lexicon,
        images: [&dawg_image, &image],
        rules: &rules,
        games: options.games,
        seed: options.seed,
        is_timed: options.times,
    };
    let played = plan.play()?;

    let mut files = Vec::new();
    let mut chart = Vec::new();
    write_chart(&sizes.bars(), &mut chart)?;
    files.push(("sizes.svg".to_owned(), chart));
    let letter_sets = LetterSets::of(&lexicon, &words);
    let mut pictures = Vec::new();
    for (number, word) in (1..).zip(&words) {
        let spelled = lexicon.alphabet().spell(word).to_string();
        for kind in Minimization::ALL {
            let graph = letter_sets.graph(&lexicon, word, kind);
            let title = format!("{} GADDAG around {spelled}", kind.title());
            let mut picture = Vec::new();
            graph_svg(&graph, &title, &mut picture)?;
            let file = format!("{number}-{}.svg", kind.name());
            files.push((file.clone(), picture));
            let word = spelled.clone();
            pictures.push(Picture { word, kind, file });
        }
    }
    let page = Page {
        name,
        lexicon,
        rules: &rules,
        games: options.games,
        seed: options.seed,
        has_times: options.times,
        sizes: &sizes,
        played: &played,
        letter_sets: &letter_sets,
        pictures,
    };
    let mut text = Vec::new();
    page.write(&mut text)?;
    files.push(("paper.md".to_owned(), text));
    Ok(files)
}

/// The words that `--word` names. Without the flag: CARE and CAREEN, the words of Gordon's figures, as far as the lexicon has
/// them.
fn words_to_draw(words: &[String], lexicon: &Lexicon<'_>) -> Fallible<Vec<Vec<Tile>>> {
    let read = |text: &str| -> Fallible<Vec<Tile>> {
        let word = Word::parse(text, lexicon.alphabet())?;
        match lexicon.contains(&word) {
            true => Ok(word.to_vec()),
            false => Err(format!("{text}: not in the lexicon").into()),
        }
    };
    match words {
        [] => Ok(["CARE", "CAREEN"].into_iter().flat_map(read).collect()),
        words => words.iter().map(|word| read(word)).collect(),
    }
}
