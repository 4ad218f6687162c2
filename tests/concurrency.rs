//! All public types of formats, runtime and compiler are `Send` and `Sync`, except two that hold a value of the caller.
//! Threads that share an image find the same plays as one thread alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::thread;

use common::english::{data, scowl_60};
use common::generators::{algorithms, movegen, plays_by, tracked_plays_by};
use lexc_runtime::{Algorithm, Candidate, Cgp, Lexicon, Play, Position, Rack, TrackedPosition};

use crate::sources::{PublicItems, files};

/// Asserts at compile time that these types are `Send` and `Sync`, and lists their names.
/// The holder of an image's bytes.
type Bytes = &'static [u8];

macro_rules! shared {
    ($list:ident: $($path:ident)::+; $($name:ident $(<$($argument:tt),+>)?),+ $(,)?) => {
        const $list: &[&str] = &[$(stringify!($name)),+];
        const _: () = {
            const fn is_shared<T: Send + Sync>() {}
            use $($path)::+::*;
            $(is_shared::<$name $(<$($argument),+>)?>();)+
        };
    };
}

/// Items of the formats' modules that define public types; the names do not clash.
mod formats {
    pub(super) use lexc_formats::raw::header::*;
    pub(super) use lexc_formats::raw::int::*;
    pub(super) use lexc_formats::raw::node::*;
    pub(super) use lexc_formats::raw::section::*;
    pub(super) use lexc_formats::*;
}

/// Items of the compiler's modules that define public types.
mod compiler {
    pub(super) use lexc_compiler::alphabet::*;
    pub(super) use lexc_compiler::check::*;
    pub(super) use lexc_compiler::encoding::*;
    pub(super) use lexc_compiler::input::*;
    pub(super) use lexc_compiler::interop::klv::*;
    pub(super) use lexc_compiler::interop::kwg::*;
    pub(super) use lexc_compiler::interop::leave_text::*;
    pub(super) use lexc_compiler::interop::*;
    pub(super) use lexc_compiler::tokenizer::*;
    pub(super) use lexc_compiler::word_list::*;
    pub(super) use lexc_compiler::*;
}

shared! {
    FORMATS: formats;
    Alphabet<'static>, AlphabetDefinition, AlphabetError, AnagramKey, Anagrams<'static>, Multiset, Permutation, WordMap<'static>, AnagramFilter<'static>, Definition<'static>,
    Definitions<'static>, Digraphs, NodeStore<'static>, AutomatonEntry, PlacedTiles<'static>, ReadingDefinition,
    CompactLengthError, CompactLimit, CompactNodes<'static>, CompactWriter, NodeRef, Edges, PlacedTile, PlacedTileText<'static>, Fingerprint,
    Header, Image<'static>, ImageError, ImageWriter<'static>, Label<'static>, LabelDefinition, Labels<'static>, LabelsDefinition, LabelSet<'static>, LeaveEstimate<'static>, LeaveValues<'static>, Marks<'static>, MarksError, Metadata<'static>, MetadataDefinition, WordIndex<'static, ()>,
    Node, NodeError, Checks, OwnedImage<Bytes>, FastNodes<'static, 1>, FastWriter<1>, SectionEntry, SectionName, SetCode, SetCodes, Target, Tile,
    TileDefinition, Tiles, TileSet, U16Le, U32Le, U64Le, Version, WordHash, WordText<'static>,
}

shared! {
    RUNTIME: lexc_runtime;
    Algorithm, Bag, Board, BoardError, Bonus, Bonuses, Candidate, Casual, ChallengeRule, Clock, FinalPoints, Finish, NoLayoutError, RulesKey, RulesPreset, RulesText,
    ScorelessTurns, Idea, StaticEndgame<'static>, UnlistedLeaves, Cgp<'static>, Condition, ConditionKind, Dimensions, Finder<'static>,
    LabelNames, Phrase, PhraseQuery<'static>, ScoredTile, Side, StepLimitError, TileName,
    Direction, FormedWord, Hooks, IllegalPlayError, Layout, LeaveImage<'static>, LeaveImageError,
    Lexicon<'static>, OwnedLexicon<Bytes>, OwnedLeaves<Bytes>, Line, MissingAutomatonError, Move, MovePart, MovePartText<'static>, MoveParts<'static>, MoveValue<'static>, MoveGen<'static>, NoLeaves, NotLatestPlayError, Play, Plays, Position<'static>, PositionError,
    PositionRef<'static>, Premium, Rack, RackTile, RackTiles, Rules, RulesError, Square, TextError, TextErrorKind, TrackedPosition<'static>, Undo,
    AppliedMove, ChallengeError, ChallengeOutcome, GameEnd, GameError, GameState, Seat, TurnError,
    Visible<'static>, Word, Words<'static>,
}

shared! {
    COMPILER: compiler;
    Dialect, FileKind, Form, InteropError, KlvLeaves, LabelColumn, LabelKind, LabelNameError, LabelsBuilder, LeaveList, LeaveListBuilder, LeaveListError, LeaveTextError, Limits, TextLeaves,
    AlphabetFileError, Automata, AutomatonSize, AutomatonStats, CompileError, CompileOptions, Compiled, Difference, ImageStats, CheckLevel, Outcome,
    StoreKind, ReadOptions, ReadSummary, SkipLimit, DefinitionList, DefinitionStart, Cause, CauseCounts, LineNote, NoteKind, TextEncoding,
    UnknownEncodingError, CheckReport, Source, Detokenizer<'static>, TokenizedWord, Tokenizer<'static>,
    TokenizeError, TooManyTilesError, WordList, WordListBuilder, WordListError, WordListIter<'static>,
    WordListReader<'static>, Account, BoardPicture<'static>, Ruling, TileAccount, WordAccount, WordLabels,
}

/// Types that the documentation of the compiler's library hides. They are not part of the public interface.
#[rustfmt::skip]
const HIDDEN: [&str; 25] = [
    "BoardSheet", "Change", "Counter", "Diff", "Edge", "EndMarks", "ForeignEncoding", "Graph", "GraphOptions", "HookChanges", "LineReader",
    "Part", "Points", "Preset", "Quoted", "RawLine", "SetChange", "Stage",
    "StageKind", "State", "Step", "StepCounter", "TextFault", "TooLargeError", "Xml",
];

/// Folder of fixtures of tests.
const FIXTURES: &str = "testing";

/// `MappedImage` depends on a feature and has its assertion beside its definition. `Moves`, `RackSearch` and `TracedPlays` hold a
/// value of the caller, which may be neither `Send` nor `Sync`.
#[test]
fn every_public_type_is_shared_or_an_exception() {
    for (folder, listed, exceptions) in [
        ("formats", FORMATS, &[][..]),
        (
            "runtime",
            RUNTIME,
            &["MappedImage", "Moves", "RackSearch", "TracedPlays"],
        ),
        ("compiler/library", COMPILER, &HIDDEN),
    ] {
        let source = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(folder);
        let mut found = BTreeSet::new();
        for path in files(&source.join("src"), &|name| name == FIXTURES) {
            let items = PublicItems::of(&fs::read_to_string(path).unwrap());
            found.extend(items.types.into_iter().map(|(name, _)| name));
        }
        assert!(
            exceptions.iter().all(|name| found.remove(*name)),
            "{found:?}"
        );
        if folder == "formats" {
            // A macro defines these types.
            found.extend(["U16Le", "U32Le", "U64Le"].map(String::from));
        }
        let listed: BTreeSet<String> = listed.iter().copied().map(String::from).collect();
        assert_eq!(found, listed, "of {folder}");
    }
}

/// The results of all searches of a position by one algorithm.
#[derive(PartialEq, Eq, Debug)]
struct Found {
    plays: Vec<Play>,
    tracked: Vec<Play>,
    best: [Option<Play>; 3],
    moves: [Option<Candidate>; 3],
}

fn search(algorithm: Algorithm, lexicon: &Lexicon<'_>, position: &Position<'_>) -> Found {
    let tracked = TrackedPosition::new(lexicon, position.clone());
    let mut found = Found {
        plays: plays_by(algorithm, lexicon, position).unwrap(),
        tracked: tracked_plays_by(algorithm, &tracked).unwrap(),
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

/// Each thread runs all searches and begins with a different one. The threads share the rules, the positions, and the
/// lexicons in both node stores.
#[test]
fn threads_that_share_an_image_find_the_same_plays() {
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
