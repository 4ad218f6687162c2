//! Hostile text: word lists, alphabets, positions, racks, words, plays and layouts.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::OnceLock;

use lexc_compiler::check::check;
use lexc_compiler::compile_sorted;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_compiler::word_list::WordList;
use lexc_compiler::word_list::{
    DefinitionList, DefinitionStart, ReadOptions, ReadSummary, SkipLimit, WordListError,
    WordListReader,
};
use lexc_compiler::{Automata, CompileOptions, alphabet as letter_distribution};
use lexc_formats::{Alphabet, AlphabetDefinition};
use lexc_game::LastMove;
use lexc_runtime::{
    Algorithm, Board, Cgp, Layout, Lexicon, MAX_DIM, Move, MoveGen, MovePart, Play, Position, Rack,
    Rules, Square, Tile, Word, check_play, score,
};

use super::hostile::digraphs;
use super::input::Input;
use crate::generators::visit_plays;
use crate::{letters, options};

/// Number of alphabets. Some have tiles of several characters; in some of these, texts are prefixes of other texts.
pub(super) const ALPHABETS: usize = 6;

/// The alphabet of an index, modulo [`ALPHABETS`].
pub(super) fn alphabet(number: usize) -> Alphabet<'static> {
    static SECTIONS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let sections = SECTIONS.get_or_init(|| {
        let file =
            |name, text| letter_distribution::parse(name, text).expect("the definition is valid");
        let definitions: [AlphabetDefinition; ALPHABETS] = [
            letter_distribution::load("english").expect("a preset"),
            file("catalan", include_str!("../../data/alphabets/catalan.csv")),
            file("spanish", include_str!("../../data/alphabets/spanish.csv")),
            digraphs(),
            letters(62),
            letters(1),
        ];
        definitions
            .iter()
            .map(|definition| definition.encode().expect("the definition is valid"))
            .collect()
    });
    Alphabet::from_bytes(&sections[number % ALPHABETS]).expect("the encoding is valid")
}

/// Reads the input as options and a word list, once whole and once in pieces of 1 to 8 bytes, and asserts that the
/// results are the same. Accepted words make an image of exactly these words.
pub fn word_list(data: &[u8]) {
    let mut input = Input::new(data);
    let choice = usize::from(input.byte());
    let alphabet = alphabet(choice);
    let flags = input.byte();
    let read_options = ReadOptions {
        skip_invalid: (flags & 1 != 0).then_some(SkipLimit::Lines(u64::MAX)),
        skip_capitalised: flags & 6 == 6,
        min_length: usize::from(flags >> 1 & 3),
        max_length: if flags & 8 == 0 {
            63
        } else {
            usize::from(flags >> 4)
        },
        max_errors: usize::from(flags >> 4),
        keep_definitions: flags & 16 != 0,
        definitions: match choice / ALPHABETS % 3 {
            0 => DefinitionStart::Tab,
            1 => DefinitionStart::Space,
            _ => DefinitionStart::Character(';'),
        },
        ..ReadOptions::default()
    };
    let piece = 1 + usize::from(flags >> 5);
    let text = input.rest();
    let found = read(alphabet, &read_options, &mut &text[..]);
    let in_pieces = read(alphabet, &read_options, &mut Pieces { text, piece });
    assert_eq!(found, in_pieces);
    let (mut words, summary) = match found {
        Ok(found) => found,
        Err(error) => {
            // The error reports at most twice `max_errors` bad lines, and at most four faults of the list as a whole.
            assert!(error.problems().len() <= 2 * read_options.max_errors + 4);
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert_eq!(summary.words, words.len() as u64);
    assert!(!summary.to_string().is_empty());
    assert!(words.iter().is_sorted_by(|a, b| a < b));
    let most = read_options.max_length.min(63);
    for word in words.iter() {
        assert!(
            (read_options.min_length..=most).contains(&word.len()),
            "{word:?}"
        );
        assert!(
            word.iter()
                .all(|&code| (1..=alphabet.len()).contains(&usize::from(code)))
        );
    }
    let definitions = words.take_definitions();
    words_make_an_image(alphabet, &words, definitions);
}

fn read(
    alphabet: Alphabet<'_>,
    read_options: &ReadOptions,
    input: &mut dyn Read,
) -> Result<(WordList, ReadSummary), WordListError> {
    let mut reader = WordListReader::new(alphabet, read_options.clone());
    reader.read("list", input, &mut |_| {});
    reader.finish()
}

/// Reader of a text that returns at most `piece` bytes at a time.
struct Pieces<'a> {
    text: &'a [u8],
    piece: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.piece.min(buffer.len()).min(self.text.len());
        let (piece, rest) = self.text.split_at(len);
        buffer[..len].copy_from_slice(piece);
        self.text = rest;
        Ok(len)
    }
}

/// Compiles the words to a canonical image; dumps, reads and compiles them again, and asserts that words, definitions
/// and bytes are the same.
fn words_make_an_image(
    alphabet: Alphabet<'_>,
    words: &WordList,
    definitions: Option<DefinitionList>,
) {
    let compiled = |words: &WordList, definitions: &Option<DefinitionList>| {
        let options = CompileOptions {
            definitions: definitions.clone(),
            ..options(Automata::Both, true)
        };
        let compiled = compile_sorted(words.iter(), alphabet, &options);
        compiled.expect("the words are in order").image
    };
    let image = compiled(words, &definitions);
    let report = check(&image);
    assert!(report.is_good(), "{:?}", report.failure());
    assert_eq!(report.words.as_ref(), Some(words));
    let mut speller = Detokenizer::new(alphabet);
    let mut lines: Vec<String> = words.iter().map(|word| speller.spell(word)).collect();
    for (line, definition) in lines
        .iter_mut()
        .zip(definitions.iter().flat_map(DefinitionList::iter))
    {
        *line = format!("{line}\t{definition}");
    }
    let keeping = ReadOptions {
        keep_definitions: true,
        ..ReadOptions::default()
    };
    let again = read(alphabet, &keeping, &mut lines.join("\n").as_bytes());
    let (mut again, _) = again.expect("it was dumped");
    let definitions_again = again.take_definitions();
    assert_eq!((&again, &definitions_again), (words, &definitions));
    assert_eq!(compiled(&again, &definitions_again), image);
}

/// Reads the input as a letter distribution. Asserts that an accepted distribution can be encoded, and that it reads
/// back from its text.
pub fn alphabet_file(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let definition = match letter_distribution::parse("fuzz", text) {
        Ok(definition) => definition,
        Err(error) => {
            assert!(error.to_string().starts_with("fuzz:"), "{error}");
            return;
        }
    };
    let section = definition.encode().expect("a parsed alphabet encodes");
    let alphabet = Alphabet::from_bytes(&section).expect("the encoding is valid");
    assert_eq!(alphabet.len(), definition.tiles.len());
    let written = letter_distribution::to_text(&definition).expect("a parsed alphabet encodes");
    let again = letter_distribution::parse("fuzz", &written);
    assert_eq!(again.ok().as_ref(), Some(&definition), "{written}");
    let marks = definition
        .encode_marks()
        .expect("a parsed alphabet encodes");
    let alphabet = alphabet.with_mark_section(&marks).expect("valid marks");
    words_of_any_tiles(alphabet, data);
}

/// Asserts that words of the alphabet's tiles, written as text, read as the same tiles, with a mark around them, too.
fn words_of_any_tiles(alphabet: Alphabet<'_>, data: &[u8]) {
    let tiles: Vec<Tile> = alphabet.tiles().collect();
    let pick = |&byte: &u8| tiles[usize::from(byte) % tiles.len()];
    for chunk in data.chunks(7).take(40) {
        let word: Vec<Tile> = chunk.iter().map(pick).collect();
        let text = alphabet.spell(&word).to_string();
        let read = Word::parse(&text, alphabet).expect("a word is written");
        assert_eq!(&read[..], &word[..], "{text}");
        for (first, last) in alphabet.marks().ranges().take(2) {
            let marked = format!("{first}{text}{last}");
            assert_eq!(Word::parse(&marked, alphabet), Ok(read), "{marked}");
        }
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        assert_eq!(Detokenizer::new(alphabet).spell(&codes), text);
        let list = WordList::from_words(alphabet, [&text]).expect("a word is written");
        assert!(list.iter().eq([&codes[..]]), "{text}");
    }
}

/// Reads the input as a position and, on a second line, the move that led to it. Asserts that an accepted position, written as
/// text, reads as an equal position, and that its plays are legal.
pub fn cgp(data: &[u8]) {
    let mut input = Input::new(data);
    let lexicon = lexicon(input.below(ALPHABETS));
    let alphabet = lexicon.alphabet();
    let Ok(text) = str::from_utf8(input.rest()) else {
        return;
    };
    let (text, last_move) = text.split_once('\n').unwrap_or((text, ""));
    let cgp = match Cgp::parse(text, alphabet) {
        Ok(cgp) => cgp,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let written = cgp.display(alphabet).to_string();
    let again = Cgp::parse(&written, alphabet).expect("it was written");
    assert_eq!(again, cgp, "{written}");
    assert_eq!(again.display(alphabet).to_string(), written);
    assert!(cgp.operations().all(|(opcode, _)| !opcode.is_empty()));
    for rules in [Rules::standard(alphabet), Rules::super_board(alphabet)] {
        match cgp.position(&rules) {
            Ok(position) => {
                plays_are_legal(&lexicon, &position);
                last_move_is_right(last_move, &position, alphabet);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// Reads a text as the move that led to a position. Asserts that an accepted move, made on the board before it, leads to the
/// position's board.
fn last_move_is_right(text: &str, after: &Position<'_>, alphabet: Alphabet<'_>) {
    let read = LastMove::parse(text, after, alphabet);
    match Move::parse_made(text, after, alphabet) {
        Ok((action, before)) => {
            let last_move = LastMove::new(before.clone(), &action);
            assert!(read == Ok(last_move) || Move::exchanged_len(text).is_some());
            let mut board = before;
            if let Move::Play(play) = action {
                board.play_unchecked(&play);
            }
            assert_eq!(&board, after.board(), "{text}");
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(read.is_err() || Move::exchanged_len(text).is_some());
        }
    }
}

/// A lexicon of at most 30 words in the alphabet of an index.
pub(super) fn lexicon(number: usize) -> Lexicon<'static> {
    static IMAGES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let images = IMAGES.get_or_init(|| {
        let image = |number| {
            let alphabet = alphabet(number);
            let code = |step: usize, place: usize| {
                let index = (step * 7 + place * step) % alphabet.len();
                u8::try_from(index + 1).expect("at most 62")
            };
            let word = |step: usize| (0..=step % 6).map(|place| code(step, place)).collect();
            let mut words: Vec<Vec<u8>> = (0..30).map(word).collect();
            words.sort();
            words.dedup();
            let words = words.iter().map(Vec::as_slice);
            let compiled = compile_sorted(words, alphabet, &options(Automata::Both, false));
            compiled.expect("the words are in order").image
        };
        (0..ALPHABETS).map(image).collect()
    });
    Lexicon::from_bytes(&images[number % ALPHABETS]).expect("the compiler wrote it")
}

/// Asserts that the first 200 plays are legal and have the right score. If there are fewer plays, asserts that a search
/// for the best play finds the best of them.
fn plays_are_legal(lexicon: &Lexicon<'_>, position: &Position<'_>) {
    let mut left = 200;
    let mut best: Option<Play> = None;
    let fastest = Algorithm::fastest(lexicon.image());
    let flow = visit_plays(fastest, lexicon, position, &mut |play| {
        assert_eq!(check_play(lexicon, position, play), Ok(()), "{play:?}");
        assert_eq!(score(position, play), play.score());
        best = best
            .filter(|best| best.best_first(play).is_lt())
            .or(Some(*play));
        left -= 1;
        if left > 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    if flow.is_some_and(|flow| flow.is_continue()) {
        assert_eq!(MoveGen::new(lexicon).best(position), best);
    }
}

/// Reads the input as a rack, a word, a play on a board or a layout. Asserts that an accepted value reads back from its
/// text.
pub fn rack(data: &[u8]) {
    let mut input = Input::new(data);
    let [kind, number] = [input.below(4), input.below(ALPHABETS)];
    let alphabet = alphabet(number);
    let lying = input.sized();
    let Ok(text) = str::from_utf8(input.rest()) else {
        return;
    };
    let message = match kind {
        0 => rack_text(text, alphabet),
        1 => word_text(text, alphabet),
        2 => play_text(text, lying, alphabet),
        _ => layout_text(text, alphabet),
    };
    assert!(message.is_none_or(|message| !message.is_empty()));
}

fn rack_text(text: &str, alphabet: Alphabet<'_>) -> Option<String> {
    let rack = match Rack::parse(text, alphabet) {
        Ok(rack) => rack,
        Err(error) => return Some(error.to_string()),
    };
    let letters: usize = rack
        .letters()
        .into_iter()
        .map(|tile| rack.count(tile))
        .sum();
    assert_eq!(rack.len(), letters + rack.blanks());
    assert!(rack.len() <= Rack::MAX_LEN);
    let written = rack.display(alphabet).to_string();
    assert_eq!(Rack::parse(&written, alphabet), Ok(rack), "{written}");
    None
}

fn word_text(text: &str, alphabet: Alphabet<'_>) -> Option<String> {
    let word = match Word::parse(text, alphabet) {
        Ok(word) => word,
        Err(error) => return Some(error.to_string()),
    };
    let written = word.display(alphabet).to_string();
    assert_eq!(Word::parse(&written, alphabet), Ok(word), "{written}");
    assert_eq!(Word::from_tiles(&word), Some(word));
    None
}

fn play_text(text: &str, lying: &[u8], alphabet: Alphabet<'_>) -> Option<String> {
    let rules = Rules::standard(alphabet);
    let mut board = Board::new(rules.layout().dimensions());
    let tiles: Vec<Tile> = alphabet.tiles().collect();
    for pair in lying.chunks_exact(2).take(40) {
        let [place, number] = [pair[0], pair[1]].map(usize::from);
        let square = Square::new(place / 16, place % 16)?;
        let placed_tile = lexc_runtime::PlacedTile::letter(tiles[number % tiles.len()]);
        // Squares beyond the 15 rows and columns are refused.
        let _ = board.set(square, Some(placed_tile));
    }
    let position =
        Position::try_new(board, Rack::EMPTY, &rules).expect("the tiles are of the alphabet");
    last_move_is_right(text, &position, alphabet);
    if let Ok(action) = Move::parse(text, &position, alphabet) {
        let written = action.display(position.board(), alphabet).to_string();
        let again = Move::parse(&written, &position, alphabet);
        assert_eq!(again, Ok(action), "{written}");
        let parts = action.parts(position.board(), position.rack(), alphabet);
        for (part, _) in parts.iter() {
            let is_empty = parts.text(part).to_string().is_empty();
            assert!(part == MovePart::Leave || !is_empty, "{part:?}");
        }
    }
    let play = match Play::parse(text, &position, alphabet) {
        Ok(play) => play,
        Err(error) => return Some(error.to_string()),
    };
    assert!((1..=MAX_DIM).contains(&play.placed_len()));
    assert_eq!(score(&position, &play), play.score());
    let written = play.display(position.board(), alphabet).to_string();
    let again = Play::parse(&written, &position, alphabet);
    assert_eq!(again, Ok(play), "{written}");
    None
}

fn layout_text(text: &str, alphabet: Alphabet<'_>) -> Option<String> {
    let layout = match Layout::parse(text) {
        Ok(layout) => layout,
        Err(error) => return Some(error.to_string()),
    };
    assert!(layout.dimensions().contains(layout.start()));
    let written = layout.to_string();
    assert_eq!(Layout::parse(&written).as_ref(), Ok(&layout), "{written}");
    // The rules can refuse a layout with many premium squares, because scores on it may exceed 32 bits.
    let rules = Rules::standard(alphabet).with_layout(layout.clone());
    assert_eq!(rules.layout(), &layout);
    rules.check().err().map(|error| error.to_string())
}
