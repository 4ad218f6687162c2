//! Sizes of the automata and images.

use lexc_compiler::word_list::{WordList, WordListBuilder};
use lexc_compiler::{
    Automata, AutomatonSize, AutomatonStats, CompileError, CompileOptions, ImageStats, StoreKind,
    compile_sorted,
};
use lexc_runtime::Lexicon;

use super::Fallible;
use super::chart::Bar;
use super::terminal_nodes::terminal_node_size;
use super::tries::LexiconSizes;
use super::two_way::{TwoWaySizes, two_way_sizes};

/// The sizes of the lexicon's automata and images.
pub struct Sizes {
    pub words: u64,
    /// The number of tiles of all words together.
    pub tiles: u64,
    /// The size of the list as text, with a line end after each word.
    pub text_bytes: u64,
    /// The number of tiles of the alphabet.
    pub alphabet_len: u64,
    pub unminimized: LexiconSizes,
    pub dawg: AutomatonStats,
    pub gaddag: AutomatonStats,
    pub dawg_with_terminal_nodes: AutomatonSize,
    pub gaddag_with_terminal_nodes: AutomatonSize,
    pub two_way: TwoWaySizes,
    /// The size of the image with both automata, without the anagram filter.
    pub image_bytes: u64,
    pub dawg_image_bytes: u64,
    pub compact_image_bytes: u64,
}

impl Sizes {
    /// Measures automata and images of the lexicon's words. Also returns two images: one with both automata, and one
    /// with the DAWG alone.
    ///
    /// # Errors
    /// An image would exceed a limit of the format.
    pub fn of(lexicon: &Lexicon<'_>) -> Fallible<(Sizes, [Vec<u8>; 2])> {
        let words = words_of(lexicon)?;
        let alphabet = lexicon.alphabet();
        let build = |automata, store| -> Result<Vec<u8>, CompileError> {
            let options = CompileOptions {
                automata,
                store,
                anagram_filter: false,
                name: lexicon.name().to_owned(),
                ..CompileOptions::default()
            };
            Ok(compile_sorted(words.iter(), alphabet, &options)?.image)
        };
        let image = build(Automata::Both, StoreKind::Fast)?;
        let dawg_image = build(Automata::Dawg, StoreKind::Fast)?;
        let compact_image = build(Automata::Dawg, StoreKind::Compact)?;
        let both = Lexicon::from_bytes(&image)?;
        let both = both.image();
        let stats = ImageStats::of(both);
        let roots = both.dawg().zip(both.gaddag());
        let (dawg_root, gaddag_root) = roots.expect("the image has both automata");
        let unminimized = LexiconSizes::of(&words);
        let two_way = two_way_sizes(&words);
        let text_bytes = lexicon.words().map(|word| {
            let texts = word.iter().map(|&tile| alphabet.text(tile).len() as u64);
            texts.sum::<u64>() + 1
        });
        let sizes = Sizes {
            words: words.len() as u64,
            tiles: words.iter().map(|word| word.len() as u64).sum(),
            text_bytes: text_bytes.sum(),
            alphabet_len: alphabet.len() as u64,
            unminimized,
            dawg: stats.dawg.expect("the image has a DAWG"),
            gaddag: stats.gaddag.expect("the image has a GADDAG"),
            dawg_with_terminal_nodes: terminal_node_size(both, dawg_root),
            gaddag_with_terminal_nodes: terminal_node_size(both, gaddag_root),
            two_way,
            image_bytes: image.len() as u64,
            dawg_image_bytes: dawg_image.len() as u64,
            compact_image_bytes: compact_image.len() as u64,
        };
        Ok((sizes, [image, dawg_image]))
    }

    /// The numbers of letter sets of the DAWG and of the GADDAG. Minimization does not change them.
    pub fn letter_sets(&self) -> [u64; 2] {
        [&self.dawg, &self.gaddag].map(|stats| stats.letter_sets.into())
    }

    /// The bars of the chart.
    pub fn bars(&self) -> Vec<Bar> {
        let [dawg_sets, gaddag_sets] = self.letter_sets();
        let bar = |name, bytes| Bar { name, bytes };
        let compressed = |name, size: AutomatonSize, sets| bar(name, size.compressed_bytes(sets));
        let unminimized = &self.unminimized;
        vec![
            bar("Word list", self.text_bytes),
            compressed("DAWG, unminimized", unminimized.dawg, dawg_sets),
            compressed("DAWG, minimized", self.dawg.size(), dawg_sets),
            compressed("GADDAG, unminimized", unminimized.gaddag, gaddag_sets),
            compressed(
                "GADDAG, semi-minimized",
                unminimized.semi_minimized_gaddag,
                gaddag_sets,
            ),
            compressed("GADDAG, minimized", self.gaddag.size(), gaddag_sets),
            compressed("Two-way DAWG, unminimized", self.two_way.unminimized, 0),
            compressed("Two-way DAWG, minimized", self.two_way.minimized, 0),
            bar("Image: DAWG, compact", self.compact_image_bytes),
            bar("Image: DAWG", self.dawg_image_bytes),
            bar("Image: DAWG and GADDAG", self.image_bytes),
        ]
    }
}

fn words_of(lexicon: &Lexicon<'_>) -> Fallible<WordList> {
    let mut builder = WordListBuilder::default();
    for word in lexicon.words() {
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        builder.push(&codes)?;
    }
    Ok(builder.finish().0)
}
