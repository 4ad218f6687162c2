//! Threads that share an image: every public type can be sent and shared, and nothing that one thread does changes what
//! another finds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use common::english::{data, scowl_60};
use common::generators::{algorithms, movegen, plays_by, tracked_plays_by};
use lexc_runtime::{Algorithm, Candidate, Cgp, Lexicon, Play, Position, Rack, TrackedPosition};

/// Asserts, when it is compiled, that these types can be sent to other threads and shared between them; and lists them.
macro_rules! shared {
    ($list:ident: $($path:ident)::+; $($name:ident $(<$($argument:tt),+>)?),+ $(,)?) => {
        const $list: &[&str] = &[$(stringify!($name)),+];
        const _: () = {
            const fn is_shared<T: Send + Sync>() {}
            #[allow(unused_imports, reason = "some are not in the root")]
            use $($path)::+::*;
            $(is_shared::<$name $(<$($argument),+>)?>();)+
        };
    };
}

/// The modules of the formats, all names of which are different.
mod formats {
    pub(super) use lexc_formats::raw::header::*;
    pub(super) use lexc_formats::raw::int::*;
    pub(super) use lexc_formats::raw::node::*;
    pub(super) use lexc_formats::raw::section::*;
    pub(super) use lexc_formats::*;
}

/// The modules of the compiler.
mod compiler {
    pub(super) use lexc::alphabet::*;
    pub(super) use lexc::check::*;
    pub(super) use lexc::input::*;
    pub(super) use lexc::output::*;
    pub(super) use lexc::text::*;
    pub(super) use lexc::tokenizer::*;
    pub(super) use lexc::word_list::*;
    pub(super) use lexc::*;
}

shared! {
    FORMATS: formats;
    Alphabet<'static>, AlphabetDefinition, AlphabetError, AnagramKey, AnagramFilter<'static>, NodeStore<'static>, AutomatonEntry, Class,
    CompactLimit, CompactNodes<'static>, CompactWriter, NodeRef, Edges, PlacedTile, PlacedTileText<'static>, Fingerprint,
    Header, Image<'static>, ImageError, ImageWriter<'static>, Metadata<'static>, MetadataDefinition, WordIndex<'static, 1>,
    Node, NodeError, FastNodes<'static, 1>, NodeWriter<1>, SectionEntry, SectionName, SetCode, SetCodes, Target, Tile,
    TileDefinition, Tiles, TileSet, U16Le, U32Le, U64Le, Version, WordText<'static>,
}

shared! {
    RUNTIME: lexc_runtime;
    Algorithm, Board, BoardError, Candidate, Cgp<'static>, CgpError, Dimensions,
    Direction, FormedWord, IllegalPlayError, Layout, LayoutError, LeaveKey, LeaveTable<'static>, LeaveTableError,
    Lexicon<'static>, Line, MissingAutomatonError, Move, MoveGen<'static>, NotLatestPlayError, Play, PlayError, Plays, Position<'static>, PositionError,
    PositionRef<'static>, Premium, Rack, RackError, RackTile, RackTiles, Rules, RulesError, Square, TileTextError, TrackedPosition<'static>, Undo,
    Word, WordError, Words<'static>,
}

shared! {
    COMPILER: compiler;
    AlphabetFileError, AlphabetProblem, AlphabetProblemKind, Automata, AutomatonStats, ReadFailure<'static>, CompileError, CompileOptions,
    Compiled, Difference, ForeignEncoding, ImageStats, CheckLevel, NamedChar, Operation, Outcome, OutputError, OutputFile, StoreKind,
    WordListProblem, WordListProblemKind, Quoted<'static>, ReadOptions, ReadSummary, CheckReport, Source, Detokenizer<'static>, Stage, StageKind,
    TokenizedWord, Tokenizer<'static>, TokenizeError, TokenizeErrorKind, TooManyTilesError, WordList, WordListBuilder, WordListError,
    WordListIter<'static>, WordListReader<'static>,
}

/// `MappedImage`, which not every build has, is asserted beside its definition. `NoTemporaries` is a lock that a thread
/// holds. `Moves` and `TracedPlays` hold what the caller gives them.
#[test]
fn every_public_type_is_among_those_asserted() {
    for (folder, listed, elsewhere) in [
        ("formats", FORMATS, &["$name"][..]),
        ("runtime", RUNTIME, &["MappedImage", "Moves", "TracedPlays"]),
        ("compiler", COMPILER, &["NoTemporaries"]),
    ] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(folder)
            .join("src");
        let mut found = BTreeSet::new();
        add_public_types(&source, &mut found);
        assert!(
            elsewhere.iter().all(|name| found.remove(*name)),
            "{found:?}"
        );
        let numbers = ["U16Le", "U32Le", "U64Le"].map(String::from);
        if folder == "formats" {
            found.extend(numbers);
        }
        let listed: BTreeSet<String> = listed.iter().copied().map(String::from).collect();
        assert_eq!(found, listed, "of {folder}");
    }
}

/// Adds the names after `pub struct` and `pub enum` of all files of a library.
fn add_public_types(folder: &Path, found: &mut BTreeSet<String>) {
    // What is the program's and not the library's.
    const OF_THE_PROGRAM: [&str; 6] = [
        "args.rs",
        "cmd",
        "cmd.rs",
        "main.rs",
        "progress.rs",
        "terminal.rs",
    ];
    for entry in fs::read_dir(folder).unwrap() {
        let path: PathBuf = entry.unwrap().path();
        if OF_THE_PROGRAM.iter().any(|name| path.ends_with(name)) {
            continue;
        }
        if path.is_dir() {
            add_public_types(&path, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().map(str::trim_start) {
            let kinds = ["pub struct ", "pub enum ", "pub union "];
            if let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) {
                let is_of_name = |c: char| c.is_alphanumeric() || "_$".contains(c);
                let name = rest.split(|c| !is_of_name(c)).next().unwrap();
                found.insert(name.to_owned());
            }
        }
    }
}

/// What is found in a position.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    plays: Vec<Play>,
    kept: Vec<Play>,
    best: [Option<Play>; 3],
    moves: [Option<Candidate>; 3],
}

fn search(algorithm: Algorithm, lexicon: &Lexicon<'_>, position: &Position<'_>) -> Found {
    let tracked = TrackedPosition::new(lexicon, position.clone());
    let mut found = Found {
        plays: plays_by(algorithm, lexicon, position).unwrap(),
        kept: tracked_plays_by(algorithm, &tracked).unwrap(),
        best: [None; 3],
        moves: [None; 3],
    };
    let leaves = |kept: &Rack| 1_000 * i32::try_from(kept.blanks()).unwrap();
    let movegen = movegen(algorithm, lexicon).unwrap();
    movegen.top(position, &mut found.best);
    movegen
        .with_moves(50, &leaves)
        .top(position, &mut found.moves);
    found
}

/// Every thread looks all positions up with all algorithms, each starting elsewhere, over the same lexicons, of both
/// packings, one set of rules and the same positions.
#[test]
fn threads_that_share_an_image_find_what_one_finds() {
    const THREADS: usize = 8;
    let game = scowl_60();
    let lexicons = [game.lexicon(), game.compact_lexicon()];
    let [lexicon, _] = lexicons;
    let text = fs::read_to_string(data("conformance/scowl60.cgp")).unwrap();
    let positions: Vec<Position<'_>> = (text.lines().step_by(80))
        .map(|line| {
            let cgp = Cgp::parse(line, lexicon.alphabet()).unwrap();
            cgp.position(&game.rules).unwrap()
        })
        .collect();
    let ways: Vec<_> = (lexicons.iter())
        .flat_map(|lexicon| algorithms(lexicon).map(move |algorithm| (lexicon, algorithm)))
        .collect();
    let searches: Vec<_> = (ways.iter())
        .flat_map(|way| positions.iter().map(move |position| (*way, position)))
        .collect();
    let alone: Vec<Found> = (searches.iter())
        .map(|((lexicon, algorithm), position)| search(*algorithm, lexicon, position))
        .collect();
    let words: Vec<_> = lexicon.words().step_by(100).collect();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (lexicons, searches, alone, words) = (&lexicons, &searches, &alone, &words);
            scope.spawn(move || {
                for lexicon in lexicons {
                    assert!(lexicon.words().step_by(100).eq(words.iter().copied()));
                }
                for turn in 0..searches.len() {
                    let index = (turn + thread * searches.len() / THREADS) % searches.len();
                    let ((lexicon, algorithm), position) = searches[index];
                    let found = search(algorithm, lexicon, position);
                    assert_eq!(found, alone[index], "{algorithm:?}, thread {thread}");
                }
            });
        }
    });
}
