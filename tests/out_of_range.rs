//! Public functions with numbers out of range: each returns without a panic, and errors are the documented ones.

use std::ops::ControlFlow;

use common::generators::{ALGORITHMS, visit_plays};
use common::words::small_list;
use common::{compact_options, image, letters, small_image};
use lexc_compiler::check::Difference;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_compiler::word_list::{ReadOptions, WordListReader};
use lexc_compiler::word_list::{WordList, WordListBuilder};
use lexc_compiler::{CompileError, CompileOptions, compile_sorted};
use lexc_formats::raw::node::{FastNodes, FastWriter, Node, NodeList, NodeRef, Nodes};
use lexc_formats::{
    Alphabet, Image, ImageWriter, PlacedTile, SectionName, Tile, TileSet, WordIndex,
};
use lexc_runtime::{
    Board, Candidate, Cgp, Checks, Dimensions, Direction, Layout, Lexicon, Line, MAX_DIM, MoveGen,
    Play, Position, Rack, RackTile, Rules, Square, TrackedPosition, Word, check_placement,
    check_play, for_each_exchange, score, words_formed,
};

/// Sizes and indices around every limit, and `usize::MAX`.
const SIZES: [usize; 24] = [
    0,
    1,
    2,
    3,
    7,
    14,
    15,
    16,
    20,
    21,
    22,
    29,
    30,
    31,
    32,
    60,
    61,
    62,
    63,
    64,
    65,
    255,
    256,
    usize::MAX,
];

fn english_section() -> Vec<u8> {
    let english = lexc_compiler::alphabet::load("english").unwrap();
    english.encode().unwrap()
}

const DIRECTIONS: [Direction; 2] = [Direction::Across, Direction::Down];

/// Units around every limit of references and nodes.
fn units() -> impl Iterator<Item = u32> {
    let bits = (0..32).flat_map(|bit| [(1_u32 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    let inline = (27..32).flat_map(|bit| (0..64).map(move |label| 1 << bit | label << 5 | label));
    bits.chain(inline).chain([u32::MAX, u32::MAX - 1])
}

#[test]
fn tiles_and_sets() {
    for code in 0..=u8::MAX {
        let tile = Tile::new(code);
        assert_eq!(tile.is_some(), (1..=62).contains(&code));
        assert_eq!(
            tile.map_or(0, Tile::code),
            if tile.is_some() { code } else { 0 }
        );
        let placed_tile = PlacedTile::from_byte(code);
        assert!(placed_tile.is_none_or(
            |placed_tile| placed_tile.byte() == code && placed_tile.tile().index() <= 62
        ));
    }
    for size in SIZES {
        assert_eq!(TileSet::first(size).len(), size.min(62));
    }
    for bits in (0..64).flat_map(|bit| [1 << bit, u64::MAX << bit, u64::MAX >> bit]) {
        let set = TileSet::from_bits(bits);
        assert!(set.len() <= 62 && set.into_iter().count() == set.len());
        for tile in (1..=62).filter_map(Tile::new) {
            assert!(set.with(tile).contains(tile) && !set.without(tile).contains(tile));
            assert!(set.before(tile).len() + set.after(Some(tile)).len() <= set.len());
        }
    }
}

/// Ranks of edges, most of them too high for any node.
const RANKS: [u32; 7] = [0, 1, 31, 63, 64, 1 << 30, u32::MAX];

/// Calls the functions of a node store with valid and invalid references, and with the nodes at them.
fn walk_anywhere<R: NodeList>(nodes: R) {
    for unit in units() {
        let reference = NodeRef::from_unit(unit);
        let _ = nodes.resolve(reference);
        let node: Node = nodes.node(reference);
        for label in 0..=u8::MAX {
            let _ = (node.has_edge(label), node.rank(label));
            let _ = nodes.step(node, label);
            let _ = nodes.completes(reference, label);
            let child = nodes.follow(node, label);
            let led_to = nodes.target(reference, label).unwrap_or(child);
            let _ = (nodes.node(child), nodes.node(led_to));
        }
        for rank in RANKS {
            let _ = nodes.child(node, rank);
        }
    }
}

/// Calls [`walk_anywhere`], then the functions that only fast nodes and their word index have.
fn walk_fast<const W: usize>(image: &Image<'_>) {
    let nodes: FastNodes<'_, W> = image.nodes();
    walk_anywhere(nodes);
    let word_index = WordIndex::new(nodes, image.word_index().unwrap());
    for unit in units() {
        let reference = NodeRef::from_unit(unit);
        assert_eq!(reference.unit(), unit & !(1 << 31));
        let _ = nodes.inline_edge(reference);
        let _ = (word_index.below(reference), word_index.through(reference));
        let node: Node = nodes.node(reference);
        for label in 0..=u8::MAX {
            for mask_units in [1, 2, 3] {
                let inline = NodeRef::inline(label, reference, mask_units);
                assert!(inline.is_none_or(NodeRef::is_inline));
            }
        }
        for rank in RANKS {
            let _ = nodes.reference_index(node, rank);
            let _ = word_index.before(reference, node, rank);
        }
    }
    for size in SIZES {
        let first = nodes.first(size);
        assert_eq!(first.is_some(), size <= nodes.units().len());
        let writer = FastWriter::<W>::new(size.min(62));
        assert!(writer.finish().0.is_empty());
    }
}

#[test]
fn references_and_fast_nodes() {
    let images = [4, 40, 62].map(small_image);
    let [one, two, three] = images
        .each_ref()
        .map(|bytes| Image::from_bytes(bytes).unwrap());
    walk_fast::<1>(&one);
    walk_fast::<2>(&two);
    walk_fast::<2>(&three);
}

#[test]
fn references_and_compact_nodes() {
    for tile_count in [4, 31, 32, 62] {
        let image = image(
            &small_list(tile_count),
            &letters(tile_count),
            &compact_options(),
        );
        let image = Image::from_bytes(&image).unwrap();
        let nodes = image.compact_nodes().unwrap();
        walk_anywhere(nodes);
        for index in units() {
            let _ = (nodes.letter_set(index), nodes.hot(index));
        }
        let end = image.dawg().unwrap().unit() + 1;
        assert_eq!(nodes.end(), end);
        // An image with compact nodes has no fast nodes.
        assert!(image.node_units().is_empty());
        walk_anywhere(image.nodes::<1>());
    }
}

#[test]
fn images_of_any_sections() {
    for (flags, contents) in [(0, &b""[..]), (1, b"x"), (u32::MAX, &[0; 100])] {
        for name in [*b"ABCD", [0; 4], [255; 4]] {
            let mut writer = ImageWriter::new();
            let bytes = writer
                .add_with_flags(SectionName(name), flags, contents)
                .finish();
            assert!(Image::from_bytes(&bytes).is_err());
            assert!(Image::open(&bytes, Checks::Bounds).is_err());
            assert_eq!(Image::total_bytes(&bytes), Ok(bytes.len() as u64));
        }
    }
}

#[test]
fn squares_and_lines() {
    for row in SIZES {
        for col in SIZES {
            let is_square = row < MAX_DIM && col < MAX_DIM;
            assert_eq!(Square::new(row, col).is_some(), is_square);
            let dimensions = Dimensions::new(row, col);
            let is_board = (1..=MAX_DIM).contains(&row) && (1..=MAX_DIM).contains(&col);
            assert_eq!(dimensions.is_some(), is_board);
        }
        for direction in DIRECTIONS {
            let line = Line::new(direction, row);
            assert_eq!(line.is_some(), row < MAX_DIM);
            for offset in SIZES {
                let square = line.and_then(|line| line.square(offset));
                assert_eq!(square.is_some(), row < MAX_DIM && offset < MAX_DIM);
            }
        }
    }
}

/// All squares of the largest board. Smaller boards lack some of them.
fn all_squares() -> impl Iterator<Item = Square> {
    Dimensions::MAX.squares()
}

#[test]
fn squares_beside_the_board() {
    let section = english_section();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let rules = Rules::standard(alphabet);
    let placed_tile = PlacedTile::letter(Tile::new(1).unwrap());
    for (rows, cols) in [(1, 1), (1, 21), (21, 1), (3, 5), (15, 15), (21, 21)] {
        let dimensions = Dimensions::new(rows, cols).unwrap();
        let mut board = Board::new(dimensions);
        for square in all_squares() {
            let is_on = dimensions.contains(square);
            assert_eq!(board.get(square), None);
            assert_eq!(board.set(square, Some(placed_tile)).is_ok(), is_on);
            assert_eq!(board.get(square).is_some(), is_on);
            assert_eq!(board.set(square, None).is_ok(), is_on);
            let _ = (board.has_neighbour(square), square.transposed());
            let _ = rules.layout().premium(square);
            for direction in DIRECTIONS {
                let _ = (square.next(direction), square.previous(direction));
            }
        }
        for direction in DIRECTIONS {
            for line in Dimensions::MAX.lines(direction) {
                assert!(board.line(line).iter().all(Option::is_none));
                let _ = Layout::STANDARD.line(line);
            }
        }
    }
}

/// Plays of which most are illegal: off the board, over tiles, without contact to tiles, or of tiles that the rack lacks.
fn mostly_illegal_plays() -> impl Iterator<Item = Play> {
    let lettered = |code| Some(PlacedTile::letter(Tile::new(code).unwrap()));
    let words: Vec<Vec<Option<PlacedTile>>> = vec![
        vec![lettered(1)],
        vec![None, lettered(62), None],
        vec![
            lettered(3),
            None,
            Some(PlacedTile::blank(Tile::new(40).unwrap())),
        ],
        vec![lettered(5); 21],
        vec![None; 20].into_iter().chain([lettered(26)]).collect(),
    ];
    let places = all_squares()
        .step_by(7)
        .chain([Square::new(20, 20).unwrap()]);
    places.flat_map(move |square| {
        let words = words.clone();
        DIRECTIONS.into_iter().flat_map(move |direction| {
            let plays = words.clone().into_iter();
            plays.filter_map(move |word| Play::new(square, direction, &word, i32::MIN))
        })
    })
}

#[test]
fn illegal_plays() {
    let lexicon_bytes = common::image(
        &[vec![1, 2], vec![1, 1], vec![3, 1, 2]],
        &lexc_compiler::alphabet::load("english").unwrap(),
        &CompileOptions::default(),
    );
    let lexicon = Lexicon::from_bytes(&lexicon_bytes).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let cgp = format!("{}7AB6/{}15 ABC?ZZZ/", "15/".repeat(7), "15/".repeat(6));
    let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
    let position = cgp.position(&rules).unwrap();
    let mut count = 0;
    for play in mostly_illegal_plays() {
        count += 1;
        let is_possible = check_placement(&position, &play).is_ok();
        assert!(check_play(&lexicon, &position, &play).is_err() || is_possible);
        let _ = (score(&position, &play), play.canonical(position.board()));
        let _ = (
            play.display(position.board(), lexicon.alphabet())
                .to_string(),
            play.len(),
        );
        let _ = play.main_word(position.board()).count();
        for square in all_squares() {
            let _ = play.placed_on(square);
        }
        let _ = words_formed(position.board(), &play)
            .map(|word| word.squares().count())
            .sum::<usize>();
        position.board().clone().play_unchecked(&play);
        let mut tracked = TrackedPosition::new(&lexicon, position.clone());
        assert_eq!(tracked.play(&play).is_ok(), is_possible);
        let mut tracked = TrackedPosition::new(&lexicon, position.clone());
        let undo = tracked.play_unchecked(&play);
        for square in all_squares() {
            for direction in DIRECTIONS {
                let _ = tracked.cross_set(square, direction);
                let _ = tracked.cross_score(square, direction);
            }
        }
        MoveGen::new(&lexicon).for_each(&tracked, |_| ());
        // The undo token of another position is refused or restores a valid position.
        let _ = TrackedPosition::new(&lexicon, position.clone()).take_back(undo);
        for score in [i32::MIN, -1, 0, i32::MAX] {
            for leave in [i32::MIN, 0, i32::MAX] {
                let candidate = Candidate::play(play.with_score(score), leave);
                assert_eq!(candidate.equity, 1000 * i64::from(score) + i64::from(leave));
            }
        }
    }
    assert!(count > 300, "{count}");
    let tile = Some(PlacedTile::letter(Tile::new(1).unwrap()));
    for len in [0, 22, 1000] {
        assert!(
            Play::new(
                Square::new(0, 0).unwrap(),
                Direction::Across,
                &vec![tile; len],
                0
            )
            .is_none()
        );
    }
    assert!(Play::new(Square::new(0, 0).unwrap(), Direction::Across, &[None; 3], 0).is_none());
}

#[test]
fn rules_racks_and_leaves() {
    let section = english_section();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let rules = || Rules::standard(alphabet);
    for size in SIZES {
        assert_eq!(
            rules().with_rack_size(size).check().is_ok(),
            (1..=21).contains(&size)
        );
        assert_eq!(rules().with_exchange_bag_len(size).exchange_bag_len(), size);
    }
    for tile in (1..=62).filter_map(Tile::new) {
        for value in [i16::MIN, -1, 0, i16::MAX] {
            let rules = rules().with_value(tile, value);
            // A tile outside the alphabet has the value 0.
            let is_known = rules.tiles().contains(tile);
            let expected = if is_known { i32::from(value) } else { 0 };
            assert_eq!(rules.value(PlacedTile::letter(tile)), expected);
        }
        let _ = (
            rules().value(PlacedTile::letter(tile)),
            rules().value(PlacedTile::blank(tile)),
        );
    }
    let mut rack = Rack::EMPTY;
    for added in 0..100 {
        let tile = Tile::new(1 + added % 62).unwrap();
        assert_eq!(rack.add(tile), added < 21);
        assert!(!rack.remove(RackTile::Blank) && rack.count(tile) <= 1);
    }
    assert!(!rack.add(RackTile::Blank) && rack.len() == 21);
    for bonus in [i32::MIN, -1, 0, i32::MAX] {
        assert_eq!(rules().with_bingo_bonus(bonus).bingo_bonus(), bonus);
    }
}

#[test]
fn extreme_values_everywhere_in_a_search() {
    let mut english = lexc_compiler::alphabet::load("english").unwrap();
    for (index, tile) in english.tiles.iter_mut().enumerate() {
        tile.value = if index % 2 == 0 { i16::MAX } else { i16::MIN };
        tile.count = u16::MAX;
    }
    english.blank_count = u16::MAX;
    let words = [vec![1; 15], vec![2; 15], vec![1, 1], vec![1, 2], vec![2, 2]];
    let bytes = common::image(&words, &english, &CompileOptions::default());
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    let rules = Rules::standard(lexicon.alphabet());
    let cgp = format!("{}7AB6/{}15 AABBAA?/", "15/".repeat(7), "15/".repeat(6));
    let cgp = Cgp::parse(&cgp, lexicon.alphabet()).unwrap();
    for bonus in [i32::MIN, i32::MAX, 0] {
        let rules = rules.clone().with_bingo_bonus(bonus);
        let Ok(position) = cgp.position(&rules) else {
            assert!(rules.check().is_err());
            continue;
        };
        let mut counts = ALGORITHMS.map(|algorithm| {
            let mut sum = (0_u64, 0_i64);
            let _ = visit_plays(algorithm, &lexicon, &position, &mut |play| {
                assert_eq!(play.score(), score(&position, play));
                sum = (sum.0 + 1, sum.1 + i64::from(play.score()));
                ControlFlow::Continue(())
            });
            sum
        });
        assert!(counts[0].0 > 0);
        counts.sort_unstable();
        assert_eq!(counts[0], counts[2]);
        let movegen = MoveGen::new(&lexicon);
        assert_eq!(movegen.top(&position, &mut []), 0);
        for bag_len in SIZES {
            for leave in [i32::MIN, 0, i32::MAX] {
                let leaves = move |_: &Rack| leave;
                let movegen = movegen.with_moves(bag_len, &leaves);
                let _ = movegen.best(&position);
                assert_eq!(movegen.top(&position, &mut []), 0);
            }
            let _ = for_each_exchange(&position, bag_len, |_, _| ControlFlow::<()>::Continue(()));
        }
    }
}

#[test]
fn words_and_their_indices() {
    let bytes = small_image(4);
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    for index in units().chain([lexicon.word_count()]) {
        let word = lexicon.word_at(index);
        assert_eq!(word.is_some(), index < lexicon.word_count());
        assert!(word.is_none_or(|word| lexicon.index_of(&word) == Some(index)));
    }
    for len in SIZES.map(|len| len.min(1000)) {
        for code in [1, 4, 5, 62] {
            // Strings of tiles within or outside the alphabet, up to and beyond the longest possible word of 63 tiles.
            let tiles = vec![Tile::new(code).unwrap(); len];
            assert_eq!(Word::from_tiles(&tiles).is_some(), len <= 63);
            let contained = lexicon.contains(&tiles);
            assert_eq!(lexicon.index_of(&tiles).is_some(), contained);
            assert!(!contained || lexicon.is_prefix(&tiles) && code <= 4);
            let alphabet = lexicon.alphabet();
            let _ = alphabet.spell(&tiles).to_string();
        }
    }
    let alphabet = lexicon.alphabet();
    for tile in (1..=62).filter_map(Tile::new) {
        let _ = (
            alphabet.value(tile),
            alphabet.count(tile),
            alphabet.is_vowel(tile),
        );
        assert_eq!(alphabet.text(tile) == "?", tile.code() > 4);
        assert_eq!(alphabet.blank_text(tile) == "?", tile.code() > 4);
        let _ = alphabet.display(PlacedTile::blank(tile)).to_string();
    }
}

#[test]
fn words_for_the_compiler() {
    let section = english_section();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let compiled = |words: &[&[u8]]| {
        let compiled = compile_sorted(words.iter().copied(), alphabet, &CompileOptions::default());
        compiled.map(|_| ())
    };
    let code = |found| {
        let tile_count = 26;
        CompileError::Code { found, tile_count }
    };
    assert_eq!(compiled(&[]), Err(CompileError::NoWords));
    for found in [0, 27, 62, 63, 64, 127, 128, 255] {
        assert_eq!(compiled(&[&[found]]), Err(code(found)));
        assert_eq!(compiled(&[&[1, found, 1]]), Err(code(found)));
    }
    for found in [0, 64, 65, 255, 256, 100_000] {
        let error = CompileError::WordLength { found };
        assert_eq!(compiled(&[&vec![1; found]]), Err(error));
    }
    for words in [[[2], [1]], [[1], [1]]] {
        let [previous, got] = words.map(Vec::from);
        let error = CompileError::OutOfOrder { previous, got };
        assert_eq!(
            compiled(&words.each_ref().map(|word| &word[..])),
            Err(error)
        );
    }

    let mut builder = WordListBuilder::default();
    for word in [&[][..], &[0], &[255; 1000], &[1, 2]] {
        builder.push(word).unwrap();
    }
    let (odd, _) = builder.finish();
    for index in SIZES {
        assert_eq!(odd.get(index).is_some(), index < odd.len());
    }
    let list = WordList::from_words(alphabet, ["AA", "AB"]).unwrap();
    for limit in SIZES {
        let difference = Difference::between(&odd, &list, limit);
        assert!(difference.missing.len() <= limit && difference.extra.len() <= limit);
        assert_eq!(
            (difference.missing_count, difference.extra_count),
            (1, odd.len() as u64 - 1)
        );
    }
    let mut speller = Detokenizer::new(alphabet);
    for code in 0..=u8::MAX {
        let _ = (speller.spell(&[code]), speller.spell(&[1, code, 26]));
    }
    for length in SIZES {
        for max_errors in [0, 1, usize::MAX] {
            let options = ReadOptions {
                min_length: length,
                max_length: SIZES[length % SIZES.len()],
                max_errors,
                ..ReadOptions::default()
            };
            let mut reader = WordListReader::new(alphabet, options);
            reader.read("list", &mut &b"A\nAB\n-\nABC\n"[..], &mut |_| {});
            assert!(reader.finish().is_err());
        }
    }
}

#[test]
fn scores_and_zero_turns_of_positions() {
    let section = english_section();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let rules = Rules::standard(alphabet);
    for (scores, zero_turns) in [([i32::MIN, i32::MAX], u32::MAX), ([0, -1], 0)] {
        let cgp = Cgp::new(Board::new(Dimensions::MAX), Rack::EMPTY);
        let cgp = cgp.with_scores(&scores).with_zero_turns(zero_turns);
        let text = cgp.display(alphabet).to_string();
        let again = Cgp::parse(&text, alphabet).unwrap();
        assert_eq!(
            (again.scores(), again.zero_turns()),
            (&scores[..], zero_turns)
        );
        assert!(cgp.position(&rules).is_err());
        assert!(Position::try_new(cgp.board().clone(), Rack::EMPTY, &rules).is_err());
    }
}
