//! Sizes of the automata and images, for the page of `lexc paper`.

use lexc_compiler::paper::{LexiconSizes, Size, TwoWaySizes, terminal_node_size, two_way_sizes};
use lexc_compiler::progress::Step;
use lexc_compiler::word_list::{WordList, WordListBuilder};
use lexc_compiler::{
    Automata, AutomatonStats, CompileOptions, Compiled, ImageStats, StoreKind, compile,
};
use lexc_runtime::{Checks, Lexicon};

use super::chart::Bar;
use crate::command::outcome::Failure;
use crate::command::terminal::Progress;

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
    pub dawg_with_terminal_nodes: Size,
    pub gaddag_with_terminal_nodes: Size,
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
    pub fn of(lexicon: &Lexicon<'_>) -> Result<(Sizes, [Vec<u8>; 2]), Failure> {
        let progress = Progress::of_steps();
        let steps = 6;
        let start = |done, stage| {
            progress.step(Step {
                stage,
                done,
                total: Some(steps),
                unit: "steps",
            });
        };
        start(0, "reading words");
        let words = words_of(lexicon)?;
        let alphabet = lexicon.alphabet();
        let build = |automata, store| -> Result<Vec<u8>, Failure> {
            let options = CompileOptions {
                automata,
                store,
                anagram_filter: false,
                name: lexicon.name().to_owned(),
                ..CompileOptions::default()
            };
            let compiled: Result<Compiled, _> = compile(words.iter(), alphabet, &options);
            Ok(compiled.map_err(Failure::new)?.image)
        };
        start(1, "compiling");
        let image = build(Automata::Both, StoreKind::Fast)?;
        let dawg_image = build(Automata::Dawg, StoreKind::Fast)?;
        let compact_image = build(Automata::Dawg, StoreKind::Compact)?;
        start(2, "counting minimal automata");
        let both = Lexicon::open(&image, Checks::Bounds).map_err(Failure::new)?;
        let both = both.image();
        let stats = ImageStats::of(both);
        let roots = both.dawg().zip(both.gaddag());
        let (dawg_root, gaddag_root) = roots.expect("the image has both automata");
        start(3, "counting tries");
        let unminimized = LexiconSizes::of(&words);
        start(4, "counting the two-way DAWG");
        let two_way = two_way_sizes(&words);
        start(5, "counting texts");
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
        let compressed = |name, size: Size, sets| bar(name, size.compressed_bytes(sets));
        let unminimized = &self.unminimized;
        vec![
            bar("Word list", self.text_bytes),
            compressed("DAWG, unminimized", unminimized.dawg, dawg_sets),
            compressed("DAWG, minimized", Size::of(&self.dawg), dawg_sets),
            compressed("GADDAG, unminimized", unminimized.gaddag, gaddag_sets),
            compressed(
                "GADDAG, semi-minimized",
                unminimized.semi_minimized_gaddag,
                gaddag_sets,
            ),
            compressed("GADDAG, minimized", Size::of(&self.gaddag), gaddag_sets),
            compressed("Two-way DAWG, unminimized", self.two_way.unminimized, 0),
            compressed("Two-way DAWG, minimized", self.two_way.minimized, 0),
            bar("Image: DAWG, compact", self.compact_image_bytes),
            bar("Image: DAWG", self.dawg_image_bytes),
            bar("Image: DAWG and GADDAG", self.image_bytes),
        ]
    }
}

fn words_of(lexicon: &Lexicon<'_>) -> Result<WordList, Failure> {
    let mut builder = WordListBuilder::default();
    for word in lexicon.words() {
        let codes: Vec<u8> = word.iter().map(|tile| tile.code()).collect();
        builder.push(&codes).map_err(Failure::new)?;
    }
    Ok(builder.finish().0)
}
