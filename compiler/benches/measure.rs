//! Runs one of several tasks repeatedly and prints the time. The scripts `instructions` and `table` count the
//! instructions of this program.

mod corpus;
mod passes;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use lexc_compiler::CompileOptions;
use lexc_runtime::{Checks, Lexicon};

/// Number of times that a pass opens an image unvalidated: a single opening is too short to measure.
const OPENINGS: usize = 1_000;

/// Runs a task with an image and its word list several times, on one thread, and prints the time per item.
#[derive(Debug, Parser)]
struct Args {
    task: Task,
    image: PathBuf,
    list: PathBuf,
    #[arg(long, default_value_t = 7)]
    passes: usize,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Task {
    /// Read the list.
    Read,
    /// Compile the words of the list to an image in memory.
    Compile,
    /// Open the image unvalidated.
    Open,
    /// Open the image and check its checksums.
    Checksums,
    /// Open the image and check all of it.
    Check,
    /// Look up each word, in random order.
    Hits,
    /// Look up near misses, in random order: strings not in the list, each made from a word by replacing one tile.
    Misses,
    /// Look up each word as text, in random order.
    TextHits,
    /// Look up near misses as text, in random order.
    TextMisses,
    /// Read the first flag of each word, in random order.
    Labels,
    /// Visit the words in order.
    Words,
    /// Find the word index of each word, in random order.
    IndicesOfWords,
    /// Find the word of each word index, in random order.
    WordsOfIndices,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Args {
        task,
        image,
        list,
        passes,
    } = Args::parse();
    let image = fs::read(&image).map_err(|error| format!("{}: {error}", image.display()))?;
    let lexicon = Lexicon::from_bytes(&image)?;
    let alphabet = lexicon.alphabet();
    let words = corpus::read_words(&list, alphabet)?;
    match task {
        Task::Read => report(passes, words.len(), ["words", "read"], || {
            corpus::read_words(&list, alphabet).map_or(0, |words| words.len())
        }),
        Task::Compile => {
            let options = CompileOptions::default();
            report(passes, words.len(), ["words", "bytes"], || {
                passes::image(&words, alphabet, &options).len()
            });
        }
        Task::Open => report(passes, OPENINGS, ["times", "opened"], || {
            let open = |_: &usize| Lexicon::open(black_box(&image), Checks::Bounds).is_ok();
            (0..OPENINGS).filter(open).count()
        }),
        Task::Checksums => report(passes, 1, ["image", "opened"], || {
            usize::from(Lexicon::open(black_box(&image), Checks::Checksums).is_ok())
        }),
        Task::Check => report(passes, 1, ["image", "opened"], || {
            usize::from(Lexicon::from_bytes(black_box(&image)).is_ok())
        }),
        Task::Hits => {
            let hits = corpus::in_random_order(&words);
            report(passes, hits.len(), ["words", "found"], || {
                passes::look_up(&lexicon, &hits)
            });
        }
        Task::Misses => {
            let misses = corpus::near_misses(&words, alphabet);
            report(passes, misses.len(), ["misses", "found"], || {
                passes::look_up(&lexicon, &misses)
            });
        }
        Task::TextHits => {
            let hits = corpus::texts(&corpus::in_random_order(&words), alphabet);
            report(passes, hits.len(), ["words", "found"], || {
                passes::look_up_texts(&lexicon, &hits)
            });
        }
        Task::TextMisses => {
            let misses = corpus::texts(&corpus::near_misses(&words, alphabet), alphabet);
            report(passes, misses.len(), ["misses", "found"], || {
                passes::look_up_texts(&lexicon, &misses)
            });
        }
        Task::Labels => {
            let hits = corpus::in_random_order(&words);
            report(passes, hits.len(), ["words", "flagged"], || {
                let labels = hits.iter().filter_map(|word| lexicon.labels(word));
                labels.filter(|labels| labels.has(0)).count()
            });
        }
        Task::Words => report(passes, words.len(), ["words", "found"], || {
            passes::words_in_order(&lexicon)
        }),
        Task::IndicesOfWords => {
            let words = corpus::in_random_order(&words);
            report(passes, words.len(), ["words", "indices"], || {
                passes::indices_of_words(&lexicon, &words)
            });
        }
        Task::WordsOfIndices => {
            let words = corpus::in_random_order(&words);
            let indices: Option<Vec<u32>> =
                words.iter().map(|word| lexicon.index_of(word)).collect();
            let indices = indices.ok_or("the image has no word index of these words")?;
            report(passes, indices.len(), ["indices", "words"], || {
                passes::words_of_indices(&lexicon, &indices)
            });
        }
    }
    Ok(())
}

/// Runs the passes, each over all items. Prints the number of items, the result of a pass, and the average time per
/// item: its median and its minimum over the passes.
fn report(
    passes: usize,
    items: usize,
    [item_name, result_name]: [&str; 2],
    mut pass: impl FnMut() -> usize,
) {
    let mut result = 0;
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..passes.max(1) {
        let start = Instant::now();
        result = pass();
        times.push(start.elapsed());
    }
    times.sort();
    let per_item = |time: Duration| time.as_secs_f64() * 1e6 / items as f64;
    println!(
        "{items} {item_name}; {result} {result_name}; median {:.3} us, minimum {:.3} us",
        per_item(times[times.len() / 2]),
        per_item(times[0]),
    );
}
