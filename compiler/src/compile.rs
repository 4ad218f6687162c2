//! Sorted words → a finished image: the stages, one call each.

use std::ops::Add;
use std::time::{Duration, Instant};

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastNodes, NodeRef, mask_units};
use lexc_formats::raw::section::AutomatonEntry;
use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, ImageWriter, MetadataDefinition, SectionName, WordIndex,
};

use crate::automaton::NodeTable;
use crate::compact;
use crate::dawg::DawgBuilder;
use crate::error::CompileError;
use crate::gaddag::add_left_half;
use crate::spelling::WordDigest;

/// Which automata an image holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Automata {
    /// Both: the DAWG costs next to nothing beside a GADDAG.
    #[default]
    Both,
    /// The DAWG alone, a sixth of the size: look-ups, and move generation by Appel and Jacobson's algorithm.
    Dawg,
    /// The GADDAG alone.
    Gaddag,
}

/// How the nodes of an image are packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum StoreKind {
    /// In 32-bit units ([`FastNodes`](lexc_formats::raw::node::FastNodes)): the fastest.
    #[default]
    Fast,
    /// In bytes ([`CompactNodes`](lexc_formats::raw::node::CompactNodes)), for a DAWG alone: half the size of the fast packing's, for small hosts.
    Compact,
}

/// What goes into an image besides the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompileOptions {
    /// Which automata.
    pub automata: Automata,
    /// How their nodes are packed.
    pub packing: StoreKind,
    /// Whether the words are numbered. Needs the DAWG.
    pub numbers: bool,
    /// Whether the image says which tiles make a long word in some order: the best play is found sooner.
    pub anagram_filter: bool,
    /// The lexicon's name.
    pub name: String,
    /// Where the words come from.
    pub source: String,
    /// The notice that goes along with the words.
    pub license: String,
}

impl Default for CompileOptions {
    /// Both automata in the fast packing and the filter of anagrams, no numbers, no texts.
    fn default() -> CompileOptions {
        CompileOptions {
            automata: Automata::Both,
            packing: StoreKind::Fast,
            numbers: false,
            anagram_filter: true,
            name: String::new(),
            source: String::new(),
            license: String::new(),
        }
    }
}

#[cfg(test)]
impl CompileOptions {
    /// The options of `lexc build --compact`.
    pub(crate) fn compact() -> CompileOptions {
        CompileOptions {
            automata: Automata::Dawg,
            packing: StoreKind::Compact,
            ..CompileOptions::default()
        }
    }
}

/// One stage of a compilation, as `lexc build -v` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Which one.
    pub kind: StageKind,
    /// How many things it makes: nodes, numbers, images.
    pub items: u64,
    /// How many bytes they take in the image.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The stages of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StageKind {
    /// The DAWG's nodes. Without a DAWG, those of what follows the separator, which are all but the root's.
    Dawg,
    /// The numbers of the words.
    WordIndex,
    /// The GADDAG's nodes that are not the DAWG's: what comes before the separator.
    LeftHalf,
    /// The DAWG's nodes once more, packed for small hosts.
    Compact,
    /// The filter of the long words' tiles.
    AnagramFilter,
    /// The image, put together of its sections.
    Image,
}

/// Measures stages.
struct Clock {
    stages: Vec<Stage>,
    start: Instant,
}

impl Clock {
    fn lap(&mut self, kind: StageKind, items: usize, bytes: usize) {
        let end = Instant::now();
        let time = end - self.start;
        self.start = end;
        self.stages.push(Stage {
            kind,
            items: items as u64,
            bytes: bytes as u64,
            time,
        });
    }
}

/// A finished image and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The image.
    pub image: Vec<u8>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}

/// Compiles words to an image. The bytes depend on the set of words, the alphabet and the options alone.
///
/// The words are tile codes; they come sorted and without duplicates.
///
/// # Errors
/// A word out of order, with a code that the alphabet does not have, or of a length that is not 1 to 63 tiles; no
/// words at all; or more than an image can hold.
pub fn compile<'w>(
    words: impl Iterator<Item = &'w [u8]>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    if options.numbers && options.automata == Automata::Gaddag {
        return Err(CompileError::NumbersWithoutDawg);
    }
    if options.packing == StoreKind::Compact
        && (options.numbers || options.automata != Automata::Dawg)
    {
        return Err(CompileError::CompactWithoutDawgAlone);
    }
    match mask_units(alphabet.len()) {
        1 => compile_with::<1>(words, alphabet, options),
        2 => compile_with::<2>(words, alphabet, options),
        _ => compile_with::<3>(words, alphabet, options),
    }
}

fn compile_with<'w, const W: usize>(
    words: impl Iterator<Item = &'w [u8]>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let mut clock = Clock {
        stages: Vec::new(),
        start: Instant::now(),
    };

    let mut builder = DawgBuilder::<W>::new(alphabet.len());
    let mut digest = WordDigest::new(alphabet);
    let mut alphagrams = Vec::new();
    for word in words {
        builder.insert(word)?;
        digest.add(word);
        if options.anagram_filter && word.len() >= AnagramFilter::SHORTEST as usize {
            let codes = word.iter().map(|&code| AnagramKey::of_code(code));
            alphagrams.push(codes.fold(AnagramKey::NONE, Add::add));
        }
    }
    if digest.word_count() == 0 {
        return Err(CompileError::NoWords);
    }
    let metadata = MetadataDefinition {
        word_count: u32::try_from(digest.word_count()).map_err(|_| CompileError::TooManyWords)?,
        longest_word: u32::try_from(digest.longest_word()).unwrap_or(u32::MAX),
        fingerprint: digest.fingerprint(),
        name: options.name.clone(),
        source: options.source.clone(),
        license: options.license.clone(),
    };
    let metadata = metadata.encode().ok_or(CompileError::TextTooLong)?;

    builder.finish_children()?;
    let dawg = match options.automata {
        Automata::Gaddag => None,
        Automata::Dawg | Automata::Both => Some(builder.write_root()?),
    };
    let (mut table, prefixes) = builder.finish();
    clock.lap(StageKind::Dawg, table.len(), bytes(&table));
    let numbers = match dawg {
        Some(_) if options.numbers => {
            let numbers =
                WordIndex::encode(table.writer().nodes()).ok_or(CompileError::TooManyWords)?;
            clock.lap(
                StageKind::WordIndex,
                numbers.len(),
                size_of_val(numbers.as_slice()),
            );
            Some(numbers)
        }
        _ => None,
    };
    let gaddag = match options.automata {
        Automata::Dawg => None,
        Automata::Gaddag | Automata::Both => {
            let (nodes, size) = (table.len(), bytes(&table));
            let root = add_left_half(&mut table, prefixes)?;
            clock.lap(
                StageKind::LeftHalf,
                table.len() - nodes,
                bytes(&table) - size,
            );
            Some(root)
        }
    };

    let anagram_filter = options.anagram_filter.then(|| {
        let section = AnagramFilter::encode(&alphagrams);
        clock.lap(StageKind::AnagramFilter, alphagrams.len(), section.len());
        section
    });
    let compact = match (options.packing, dawg) {
        (StoreKind::Compact, Some(root)) => {
            let packed = compact::pack(table.writer().nodes(), root, alphabet.len())?;
            clock.lap(StageKind::Compact, packed.nodes, packed.section.len());
            Some(packed)
        }
        _ => None,
    };
    let dawg = compact.as_ref().map(|packed| packed.root).or(dawg);
    let (nodes, codes) = table.finish();
    let root = |root: NodeRef| AutomatonEntry {
        root: U32Le::new(root.unit()),
        reserved: U32Le::new(0),
    };
    let (dawg, gaddag) = (dawg.map(root), gaddag.map(root));
    let mut image = ImageWriter::new();
    // What opening reads comes first, so that it is all on one page.
    image.add(SectionName::ALPHABET, alphabet.section());
    for (name, root) in [(SectionName::DAWG, &dawg), (SectionName::GADDAG, &gaddag)] {
        if let Some(root) = root {
            image.add(name, bytemuck::bytes_of(root));
        }
    }
    image.add(SectionName::METADATA, &metadata);
    match &compact {
        Some(packed) => image.add(SectionName::COMPACT, &packed.section),
        None => image
            .add(SectionName::SETS, bytemuck::bytes_of(&codes))
            .add(SectionName::NODES, bytemuck::cast_slice(&nodes)),
    };
    if let Some(numbers) = &numbers {
        image.add(SectionName::WORD_INDEX, bytemuck::cast_slice(numbers));
    }
    if let Some(anagram_filter) = &anagram_filter {
        image.add(SectionName::ANAGRAM_FILTER, anagram_filter);
    }
    let image = image.finish();
    clock.lap(StageKind::Image, 1, image.len());
    Ok(Compiled {
        image,
        stages: clock.stages,
    })
}

fn bytes<const W: usize>(table: &NodeTable<W>) -> usize {
    let nodes: FastNodes<'_, W> = table.writer().nodes();
    size_of_val(nodes.units())
}
