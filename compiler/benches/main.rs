//! Benchmarks of the compiler and the runtime. README.md, beside this file, describes the measurements.

mod corpus;
mod passes;
mod searches;

use std::error::Error;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, SamplingMode, Throughput};
use lexc_compiler::word_list::WordList;
use lexc_compiler::{Automata, CompileOptions};
use lexc_runtime::{Algorithm, Alphabet, Cgp, Checks, Lexicon, MoveGen, Play, Position, Rules};
use searches::SEARCHES;

fn main() {
    // Ten samples of a fifth of a second show a change of a few per cent. A benchmark takes about 2.5 seconds.
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(2))
        .sample_size(10)
        .nresamples(10_000)
        .without_plots()
        .configure_from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let scowl_60 = Corpus {
        name: "SCOWL-60",
        list: root.join("tests/data/words/scowl-60.txt"),
        games: root.join("tests/data/conformance/scowl60"),
        hard: root.join("tests/data/conformance/scowl60-hard"),
    };
    let enable = Corpus {
        name: "ENABLE",
        list: root.join("../shared/lexicons/enable.txt"),
        games: root.join("../shared/conformance/enable"),
        hard: root.join("../shared/conformance/enable-hard"),
    };
    measure(&mut criterion, &scowl_60);
    // The repository does not contain the list of ENABLE.
    if enable.list.exists() {
        measure(&mut criterion, &enable);
    }
}

type Group<'c> = BenchmarkGroup<'c, WallTime>;

/// A word list, and files of positions with the expected counts of their plays.
struct Corpus {
    name: &'static str,
    list: PathBuf,
    /// Path without extension: `.cgp` has the position of every turn of some games, `.tsv` the counts of
    /// plays of each position.
    games: PathBuf,
    /// The same for some boards of these games, with racks that have blanks, a single tile or awkward tiles.
    hard: PathBuf,
}

/// The alphabet section of English.
fn english() -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(lexc_compiler::alphabet::load("english")?.encode()?)
}

fn measure(criterion: &mut Criterion, corpus: &Corpus) {
    let alphabet = english().expect("a preset");
    let alphabet = Alphabet::from_bytes(&alphabet).expect("it was encoded");
    let words = corpus::read_words(&corpus.list, alphabet).expect("a list");
    let with_word_index = CompileOptions {
        automata: Automata::Dawg,
        word_index: true,
        ..CompileOptions::default()
    };
    let image = passes::image(&words, alphabet, &CompileOptions::default());
    let indexed = passes::image(&words, alphabet, &with_word_index);
    let lexicon = Lexicon::from_bytes(&image).expect("a whole image");

    let mut group = criterion.benchmark_group(corpus.name);
    group.sampling_mode(SamplingMode::Flat);
    compiling(&mut group, corpus, &words, alphabet);
    opening(&mut group, &image, words.len());
    looking_up(&mut group, &lexicon, &words);
    mapping_indices(&mut group, &indexed, &words);
    finding(&mut group, corpus, &lexicon, &words);
    playing(&mut group, corpus, &lexicon);
    group.finish();
}

/// Benchmarks of reading the list and of compiling it, in words per second.
fn compiling(group: &mut Group<'_>, corpus: &Corpus, words: &WordList, alphabet: Alphabet<'_>) {
    group.throughput(Throughput::Elements(words.len() as u64));
    group.bench_function("read the list", |bencher| {
        bencher.iter(|| {
            let read = corpus::read_words(&corpus.list, alphabet).expect("a list");
            assert_eq!(read.len(), words.len());
        });
    });
    for (name, automata) in [
        ("compile DAWG and GADDAG", Automata::Both),
        ("compile DAWG", Automata::Dawg),
    ] {
        let options = CompileOptions {
            automata,
            ..CompileOptions::default()
        };
        let expected = passes::image(words, alphabet, &options);
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert!(passes::image(words, alphabet, &options) == expected));
        });
    }
}

/// Benchmarks of opening the image: unvalidated, in images per second; by checksums and with all checks, in bytes per
/// second. Also the benchmark of `lexc check`, in bytes per second.
fn opening(group: &mut Group<'_>, image: &[u8], word_count: usize) {
    group.throughput(Throughput::Elements(1));
    group.bench_function("open, unvalidated", |bencher| {
        bencher.iter(|| {
            let lexicon = Lexicon::open(image, Checks::Bounds).expect("a whole image");
            assert_eq!(lexicon.word_count() as usize, word_count);
        });
    });
    group.throughput(Throughput::BytesDecimal(image.len() as u64));
    group.bench_function("open, checksums", |bencher| {
        bencher.iter(|| {
            let lexicon = Lexicon::open(image, Checks::Checksums).expect("a whole image");
            assert_eq!(lexicon.word_count() as usize, word_count);
        });
    });
    group.bench_function("open, checked", |bencher| {
        bencher.iter(|| {
            let lexicon = Lexicon::from_bytes(image).expect("a whole image");
            assert_eq!(lexicon.word_count() as usize, word_count);
        });
    });
    group.bench_function("check", |bencher| {
        bencher.iter(|| assert!(lexc_compiler::check::check(image).is_good()));
    });
}

/// Benchmarks of look-ups, and of a pass through all words, in words per second.
fn looking_up(group: &mut Group<'_>, lexicon: &Lexicon<'_>, words: &WordList) {
    let hits = corpus::in_random_order(words);
    let misses = corpus::near_misses(words, lexicon.alphabet());
    group.throughput(Throughput::Elements(hits.len() as u64));
    group.bench_function("look up words", |bencher| {
        bencher.iter(|| assert_eq!(passes::look_up(lexicon, &hits), hits.len()));
    });
    group.throughput(Throughput::Elements(misses.len() as u64));
    group.bench_function("look up near misses", |bencher| {
        bencher.iter(|| assert_eq!(passes::look_up(lexicon, &misses), 0));
    });
    let texts = corpus::texts(&hits, lexicon.alphabet());
    group.throughput(Throughput::Elements(texts.len() as u64));
    group.bench_function("look up texts", |bencher| {
        bencher.iter(|| assert_eq!(passes::look_up_texts(lexicon, &texts), texts.len()));
    });
    group.throughput(Throughput::Elements(words.len() as u64));
    group.bench_function("words in order", |bencher| {
        bencher.iter(|| assert_eq!(passes::words_in_order(lexicon), words.len()));
    });
}

/// Benchmarks of the word index, in words or indices per second.
fn mapping_indices(group: &mut Group<'_>, image: &[u8], words: &WordList) {
    let lexicon = Lexicon::from_bytes(image).expect("a whole image");
    let words = corpus::in_random_order(words);
    let indices: Option<Vec<u32>> = words.iter().map(|word| lexicon.index_of(word)).collect();
    let indices = indices.expect("every word has an index");
    group.throughput(Throughput::Elements(words.len() as u64));
    group.bench_function("indices of words", |bencher| {
        bencher.iter(|| assert_eq!(passes::indices_of_words(&lexicon, &words), words.len()));
    });
    group.bench_function("words of indices", |bencher| {
        bencher.iter(|| assert_eq!(passes::words_of_indices(&lexicon, &indices), words.len()));
    });
}

/// Benchmarks of searches for words, in searches per second. Each search is made in alphabetical order, in any order,
/// and by a scan of the list's text; searches for anagrams also without the anagram filter.
fn finding(group: &mut Group<'_>, corpus: &Corpus, lexicon: &Lexicon<'_>, words: &WordList) {
    let without_filter = CompileOptions {
        anagram_filter: false,
        ..CompileOptions::default()
    };
    let unfiltered = passes::image(words, lexicon.alphabet(), &without_filter);
    let unfiltered = Lexicon::from_bytes(&unfiltered).expect("a whole image");
    let text = fs::read(&corpus.list).expect("a list");
    group.throughput(Throughput::Elements(1));
    for search in SEARCHES {
        let condition = (search.condition)(lexicon.alphabet());
        let conditions = &mut [condition.expect("a condition")];
        let expected = searches::scan(&text, search.is_met);
        group.bench_function(format!("find {}", search.name), |bencher| {
            bencher.iter(|| assert_eq!(searches::in_order(lexicon, conditions), expected));
        });
        group.bench_function(format!("find {}, in any order", search.name), |bencher| {
            bencher.iter(|| assert_eq!(searches::in_any_order(lexicon, conditions), expected));
        });
        if search.name.starts_with("anagrams") {
            group.bench_function(format!("find {}, no filter", search.name), |bencher| {
                bencher.iter(|| assert_eq!(searches::in_order(&unfiltered, conditions), expected));
            });
        }
        group.bench_function(format!("scan for {}", search.name), |bencher| {
            bencher.iter(|| assert_eq!(searches::scan(&text, search.is_met), expected));
        });
    }
}

/// Benchmarks of move generation, cross-sets included: all plays, in plays per second, and best plays, in positions per
/// second.
fn playing(group: &mut Group<'_>, corpus: &Corpus, lexicon: &Lexicon<'_>) {
    let alphabet = lexicon.alphabet();
    let rules = Rules::standard(alphabet);
    for (what, file) in [("of games", &corpus.games), ("of hard racks", &corpus.hard)] {
        let positions = read_positions(&file.with_extension("cgp"), alphabet, &rules);
        let positions = positions.expect("positions");
        let expected = read_counts(&file.with_extension("tsv"));
        let play_count = expected.iter().map(|&[plays, ..]| plays).sum();
        for (name, algorithm) in [
            ("every line", Algorithm::EveryLine),
            ("GADDAG", Algorithm::Gaddag),
            ("DAWG", Algorithm::Dawg),
        ] {
            let mut plays = Vec::new();
            assert_counts(algorithm, lexicon, &positions, &expected);
            group.throughput(Throughput::Elements(play_count));
            group.bench_function(format!("all plays {what}, {name}"), |bencher| {
                bencher.iter(|| {
                    let count = all_plays(algorithm, lexicon, &positions, &mut plays);
                    assert_eq!(count as u64, play_count);
                });
            });
            let point_count: u64 = expected.iter().map(|&[.., best_score]| best_score).sum();
            group.throughput(Throughput::Elements(positions.len() as u64));
            group.bench_function(format!("best play {what}, {name}"), |bencher| {
                bencher.iter(|| {
                    let points = best_play(algorithm, lexicon, &positions);
                    assert_eq!(points, point_count as i64);
                });
            });
        }
    }
}

/// The positions of a file with one CGP a line.
fn read_positions<'r>(
    file: &Path,
    alphabet: Alphabet<'_>,
    rules: &'r Rules,
) -> Result<Vec<Position<'r>>, Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let position = |line: &str| Ok(Cgp::parse(line, alphabet)?.position(rules)?);
    text.lines().map(position).collect()
}

/// For each position, the number of plays, the number of one-tile plays, the sum of the scores and the highest score.
fn read_counts(file: &Path) -> Vec<[u64; 4]> {
    let text = fs::read_to_string(file).expect("counts beside the positions");
    let counts = |line: &str| {
        let cells = line.split('\t').skip(1).map(|cell| cell.parse());
        let counts: Result<Vec<u64>, _> = cells.collect();
        counts.ok()?.try_into().ok()
    };
    let counts: Option<_> = text.lines().skip(1).map(counts).collect();
    counts.expect("a position's number and four counts in each line")
}

/// Asserts that an algorithm finds the expected counts of plays in each position.
fn assert_counts(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    positions: &[Position<'_>],
    expected: &[[u64; 4]],
) {
    let mut plays = Vec::new();
    assert_eq!(positions.len(), expected.len());
    for (position, expected) in positions.chunks(1).zip(expected) {
        let count = all_plays(algorithm, lexicon, position, &mut plays);
        let one_tile = plays.iter().filter(|play| play.placed_len() == 1).count();
        let scores = plays
            .iter()
            .map(|play| u64::try_from(play.score()).expect("no negative values"));
        let best_score = scores.clone().max().unwrap_or(0);
        let counts = [count as u64, one_tile as u64, scores.sum(), best_score];
        assert_eq!(counts, *expected);
    }
}

/// A move generator that uses the algorithm.
fn movegen<'l>(algorithm: Algorithm, lexicon: &'l Lexicon<'l>) -> MoveGen<'l> {
    let movegen = MoveGen::new(lexicon).with_algorithm(algorithm);
    movegen.expect("the image has both automata")
}

/// Generates every play of every position. Returns the number of plays.
///
/// Stores the plays of each position, so that the compiler cannot leave out their tiles, places and scores.
fn all_plays(
    algorithm: Algorithm,
    lexicon: &Lexicon<'_>,
    positions: &[Position<'_>],
    plays: &mut Vec<Play>,
) -> usize {
    let mut count = 0;
    let movegen = movegen(algorithm, lexicon);
    for position in positions {
        plays.clear();
        movegen.for_each(position, |play| plays.push(*play));
        count += black_box(&mut *plays).len();
    }
    count
}

/// Finds the best play of every position. Returns the sum of the scores of these plays.
fn best_play(algorithm: Algorithm, lexicon: &Lexicon<'_>, positions: &[Position<'_>]) -> i64 {
    let mut sum = 0;
    let movegen = movegen(algorithm, lexicon);
    for position in positions {
        let play = black_box(movegen.best(position));
        sum += play.map_or(0, |play| i64::from(play.score()));
    }
    sum
}
