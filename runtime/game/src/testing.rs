//! Alphabets and small lexicons, for tests.

use std::collections::{BTreeSet, VecDeque};

use lexc_formats::raw::node::{FastWriter, NodeRef};
use lexc_formats::{
    AlphabetDefinition, Fingerprint, ImageWriter, MetadataDefinition, SEPARATOR_CODE, SectionName,
    TileDefinition,
};
use lexc_runtime::{Alphabet, Bag, Image, Lexicon, Rack, RackTile, Rules, Word};

use crate::random::Random;
use crate::sim::Sample;

/// The words of [`with_game`]. No word has a V or a Z.
const WORDS: &str = "ACE ACT AR ARC ARE ART AS AT CAR CARE CART CAT EAR EAST EAT ER ERA ES ETA RACE RAT RATE RE REACT SAT \
                     SCAR SEA SEAT SECT SET STAR TA TAR TEA TEAR TRACE TSAR";

/// The English alphabet.
pub(crate) fn english() -> Alphabet<'static> {
    let image = include_bytes!("../examples/care.gaddag");
    Image::from_bytes(image).unwrap().alphabet()
}

/// The tiles A, B and C, worth 1, 2 and 4 points; the bag has three of each.
pub(crate) fn abc() -> AlphabetDefinition {
    let tile = |(text, value): (&str, i16)| TileDefinition {
        text: text.to_owned(),
        blank_text: text.to_lowercase(),
        value,
        count: 3,
        is_vowel: false,
    };
    AlphabetDefinition {
        name: "abc".to_owned(),
        tiles: [("A", 1), ("B", 2), ("C", 4)].map(tile).into(),
        ..AlphabetDefinition::default()
    }
}

/// Calls a test with a small lexicon of English words and the standard rules.
pub(crate) fn with_game(test: impl FnOnce(&Lexicon<'_>, &Rules)) {
    let image = image(WORDS, english());
    let lexicon = Lexicon::from_bytes(&image).unwrap();
    test(&lexicon, &Rules::standard(lexicon.alphabet()));
}

/// The result of `run` on a pool of this many threads; without the feature `threads`, on the caller's thread.
pub(crate) fn on_threads<R: Send>(threads: usize, run: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "threads")]
    return rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(run);
    #[cfg(not(feature = "threads"))]
    {
        let _ = threads;
        run()
    }
}

/// The bag of a sample. It defines in plain code how rollouts draw.
#[derive(Clone)]
pub(crate) struct SampleBag {
    order: VecDeque<RackTile>,
    returned: Bag,
    len: usize,
    random: Random,
}

impl SampleBag {
    pub(crate) fn new(sample: &Sample) -> SampleBag {
        SampleBag {
            order: sample.order.clone().into(),
            returned: Bag::EMPTY,
            len: sample.bag.len(),
            random: sample.random.clone(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Fills a rack to `target` tiles; then puts the `exchanged` tiles into the bag.
    pub(crate) fn fill(&mut self, player: usize, rack: &mut Rack, target: usize, exchanged: Rack) {
        while rack.len() < target && self.len > 0 {
            let returned = self.returned.len();
            let index = (returned > 0).then(|| self.random.index_below(self.len));
            let tile = match index.filter(|&index| index < returned) {
                Some(index) => self.returned.draw(index),
                None if player == 0 => self.order.pop_front(),
                None => self.order.pop_back(),
            };
            assert!(rack.add(tile.unwrap()));
            self.len -= 1;
        }
        for tile in exchanged {
            assert!(self.returned.add(tile));
            self.len += 1;
        }
    }
}

/// An image with the DAWG and the GADDAG of the words in a text, for an alphabet of up to 29 tiles. Equal nodes are not
/// merged, and the fingerprint is 0. The crate `lexc-compiler` compiles minimal images; these tests do without it, and so
/// compile faster.
pub(crate) fn image(words: &str, alphabet: Alphabet<'_>) -> Vec<u8> {
    let words = words.split_whitespace().map(|text| {
        let word = Word::parse(text, alphabet).unwrap();
        word.iter().map(|tile| tile.code()).collect()
    });
    let words: BTreeSet<Vec<u8>> = words.collect();
    let strings = words.iter().flat_map(|word| {
        (1..=word.len()).map(|at| {
            let (left, right) = word.split_at(at);
            let mut string: Vec<u8> = left.iter().rev().copied().collect();
            if !right.is_empty() {
                string.push(SEPARATOR_CODE);
                string.extend(right);
            }
            string
        })
    });
    let strings: BTreeSet<Vec<u8>> = strings.collect();
    let mut writer = FastWriter::<1>::default();
    let roots = [&words, &strings].map(|strings| {
        let strings: Vec<&[u8]> = strings.iter().map(Vec::as_slice).collect();
        let root = push(&strings, &mut writer);
        [root.unit().to_le_bytes(), [0; 4]].concat()
    });
    let nodes: Vec<u8> = (writer.finish().0.iter())
        .flat_map(|unit| unit.get().to_le_bytes())
        .collect();
    let longest = words.iter().map(Vec::len).max().unwrap();
    let metadata = MetadataDefinition {
        fingerprint: Fingerprint::new(0),
        word_count: u32::try_from(words.len()).unwrap(),
        longest_word: u32::try_from(longest).unwrap(),
        name: String::new(),
        source: String::new(),
        license: String::new(),
    };
    let metadata = metadata.encode().unwrap();
    ImageWriter::new()
        .add(SectionName::ALPHABET, alphabet.section())
        .add(SectionName::DAWG, &roots[0])
        .add(SectionName::GADDAG, &roots[1])
        .add(SectionName::METADATA, &metadata)
        .add(SectionName::NODES, &nodes)
        .finish()
}

/// Writes the node of `strings`. They are sorted, and none of them is empty.
fn push(strings: &[&[u8]], writer: &mut FastWriter<1>) -> NodeRef {
    let (mut set, mut mask, mut children) = (0, 0, Vec::new());
    for group in strings.chunk_by(|a, b| a[0] == b[0]) {
        let label = 1 << group[0][0];
        let rest: Vec<&[u8]> = group.iter().map(|string| &string[1..]).collect();
        let is_complete = rest[0].is_empty();
        if is_complete {
            set |= label;
        }
        if rest.len() > usize::from(is_complete) {
            mask |= label;
            children.push(push(&rest[usize::from(is_complete)..], writer));
        }
    }
    let label = strings[0][0];
    match children[..] {
        // An inline reference has room for two edges in a row. If there are three, the second gets a stored node.
        [child] if set == 0 => NodeRef::inline(label, child, 1).unwrap_or_else(|| {
            let (second, target) = writer.nodes().inline_edge(child).unwrap();
            let stored = writer.push(0, 1 << second, &[target]).unwrap();
            NodeRef::inline(label, stored, 1).unwrap()
        }),
        _ => writer.push(set, mask, &children).unwrap(),
    }
}
