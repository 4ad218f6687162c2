//! Compiles sorted words to an image, stage by stage.

mod options;

use std::iter;
use std::ops::Add;

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{CompactNodes, FastNodes, NodeRef, mask_units};
use lexc_formats::raw::section::AutomatonEntry;
use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, Definitions, ImageWriter, Labels, LeaveEstimate,
    LeaveValues, MetadataDefinition, SectionName, WordIndex, WordMap,
};

use crate::compact;
use crate::dawg::DawgBuilder;
use crate::digest::WordDigest;
use crate::error::CompileError;
use crate::gaddag::add_left_half;
use crate::leaves::LeaveList;
use crate::progress::{Counter, StepVisitor};
use crate::registry::NodeRegistry;
use crate::word_list::{DefinitionList, WordList};
use options::Clock;

pub use options::{Automata, CompileOptions, Compiled, StageKind, StoreKind};

/// Compiles words to an image with the default options: the DAWG and the GADDAG in fast nodes, with the anagram filter. `alphabet`
/// is the name of a preset, or the path of a letter distribution. Each word is read as a line of a list.
///
/// ```
/// use lexc_runtime::{Lexicon, Word};
///
/// let image = lexc_compiler::compile(["care", "CARES", "ear"], "english")?;
/// let lexicon = Lexicon::from_bytes(&image)?;
/// assert!(lexicon.contains(&Word::parse("CARES", lexicon.alphabet())?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`CompileError::Alphabet`] if [`alphabet::load`](crate::alphabet::load) fails, [`CompileError::WordList`] if
/// [`WordList::from_words`] does, or an error of [`compile_sorted`].
pub fn compile<W: AsRef<str>>(
    words: impl IntoIterator<Item = W>,
    alphabet: &str,
) -> Result<Vec<u8>, CompileError> {
    let compiled = crate::alphabet::with_loaded(alphabet, |alphabet| {
        let words = WordList::from_words(alphabet, words)?;
        compile_sorted(words.iter(), alphabet, &CompileOptions::default())
    });
    Ok(compiled??.image)
}

/// Compiles words to an image. The words are sorted, distinct sequences of tile codes, such as those of a [`WordList`].
///
/// The bytes depend only on the words, the alphabet and the options.
///
/// # Errors
/// If a word is out of order, has a code outside the alphabet, or does not have 1 to 63 tiles; if there are no words;
/// if options contradict each other or the name is not one line; if the alphabet has the blank as a tile; if the definitions
/// are not as many as the words; or if the image would exceed a limit of the format.
pub fn compile_sorted<'w>(
    words: impl Iterator<Item = &'w [u8]> + Clone,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    compile_showing(words, alphabet, options, &mut |_| {})
}

/// Compiles words as [`compile_sorted`] does, and visits the steps of its progress.
#[doc(hidden)]
pub fn compile_showing<'w>(
    words: impl Iterator<Item = &'w [u8]> + Clone,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
    visit: StepVisitor<'_>,
) -> Result<Compiled, CompileError> {
    let [mut first, mut second, mut third] = [words.clone(), words.clone(), words];
    let passes = [&mut first as Words<'_, '_>, &mut second, &mut third];
    compile_any(passes, None, alphabet, options, visit)
}

/// A pass over the words.
type Words<'a, 'w> = &'a mut dyn Iterator<Item = &'w [u8]>;

/// Compiles leaves and their values, in the [alphabet of leaves](crate::leaves_alphabet), to a leaves image: a DAWG with a word
/// index. The image has no GADDAG, anagram filter, word map or labels, whatever the options say.
///
/// # Errors
/// The same as those of [`compile_sorted`], but the alphabet must have the blank as its last tile.
pub fn compile_leaves(
    leaves: &LeaveList,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
) -> Result<Compiled, CompileError> {
    let options = CompileOptions {
        automata: Automata::Dawg,
        word_index: true,
        anagram_filter: false,
        word_map: false,
        labels: None,
        ..options.clone()
    };
    compile_any(
        [
            &mut leaves.leaves().iter(),
            &mut iter::empty(),
            &mut iter::empty(),
        ],
        Some(leaves),
        alphabet,
        &options,
        &mut |_| {},
    )
}

/// Compiles words, or leaves with their values; the second pass is for the word map, the third for the labels. The iterators are not generic, so this code
/// is compiled once, in this crate.
fn compile_any(
    words: [Words<'_, '_>; 3],
    leaves: Option<&LeaveList>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
    visit: StepVisitor<'_>,
) -> Result<Compiled, CompileError> {
    options.check()?;
    if alphabet.blank_tile().is_some() != leaves.is_some() {
        return Err(CompileError::BlankTile);
    }
    match mask_units(alphabet.len()) {
        1 => compile_with::<1>(words, leaves, alphabet, options, visit),
        2 => compile_with::<2>(words, leaves, alphabet, options, visit),
        _ => compile_with::<3>(words, leaves, alphabet, options, visit),
    }
}

fn compile_with<const W: usize>(
    [words, again, labelled]: [Words<'_, '_>; 3],
    leaves: Option<&LeaveList>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
    visit: StepVisitor<'_>,
) -> Result<Compiled, CompileError> {
    let mut clock = Clock::start();
    let Inserted {
        mut builder,
        metadata,
        anagram_keys,
        word_count,
    } = insert_words::<W>(words, alphabet, options, visit)?;
    builder.finish_children()?;
    let dawg = match options.automata {
        Automata::Gaddag => None,
        Automata::Dawg | Automata::Both => Some(builder.write_root()?),
    };
    let (mut registry, prefixes) = builder.finish();
    clock.lap(StageKind::Dawg, registry.len(), bytes(&registry));

    let gaddag = match options.automata {
        Automata::Dawg => None,
        Automata::Gaddag | Automata::Both => {
            let (len, size) = (registry.len(), bytes(&registry));
            let root = add_left_half(&mut registry, prefixes, visit)?;
            clock.lap(
                StageKind::LeftHalf,
                registry.len() - len,
                bytes(&registry) - size,
            );
            Some(root)
        }
    };
    let compact = match options.store {
        StoreKind::Compact => {
            let roots = [dawg, gaddag];
            let packed = compact::pack(registry.writer().nodes(), roots, alphabet.len())?;
            clock.lap(StageKind::Compact, packed.node_count, packed.section.len());
            Some(packed)
        }
        StoreKind::Fast => None,
    };
    let roots = compact
        .as_ref()
        .map_or([dawg, gaddag], |packed| packed.roots);
    let encode_index = |root| match &compact {
        Some(packed) => CompactNodes::from_bytes_unvalidated(&packed.section, alphabet.len())
            .ok()
            .and_then(|nodes| WordIndex::encode(nodes, root)),
        None => WordIndex::encode(registry.writer().nodes(), root),
    };
    let [dawg, _] = roots;
    let word_index = dawg
        .filter(|_| options.word_index)
        .map(|root| encode_index(root).ok_or(CompileError::TooManyWords))
        .transpose()?;
    if let Some(index) = &word_index {
        clock.lap(
            StageKind::WordIndex,
            index.len(),
            size_of_val(index.as_slice()),
        );
    }
    let anagram_filter = options.anagram_filter.then(|| {
        let section = AnagramFilter::encode(&anagram_keys);
        clock.lap(StageKind::AnagramFilter, anagram_keys.len(), section.len());
        section
    });
    let leave_values = leaves.map(|leaves| LeaveValues::encode(leaves.values()));
    let estimate = leaves.and_then(LeaveList::estimate).map(|numbers| {
        let mut numbers = numbers.to_vec();
        numbers.resize(LeaveEstimate::feature_count(alphabet.len()), 0);
        LeaveEstimate::encode(&numbers)
    });
    let marks = alphabet.marks().section();
    let marks = (!marks.is_empty() && leaves.is_none()).then_some(marks);
    let definitions = options
        .definitions
        .as_ref()
        .map(|definitions| {
            let section = encode_definitions(definitions, word_count)?;
            clock.lap(StageKind::Definitions, definitions.defined(), section.len());
            Ok::<_, CompileError>(section)
        })
        .transpose()?;
    let (nodes, codes) = registry.finish();
    // After the registry, whose table takes more memory than the builder of the map.
    let word_map = if options.word_map {
        let section = WordMap::encode(again).ok_or(CompileError::WordMap)?;
        let items = usize::try_from(word_count).unwrap_or(usize::MAX);
        clock.lap(StageKind::WordMap, items, section.len());
        Some(section)
    } else {
        None
    };
    let labels = match &options.labels {
        Some(labels) => {
            let section = Labels::encode(labels, labelled).ok_or(CompileError::Labels)?;
            clock.lap(
                StageKind::Labels,
                labels.flags_of_words.len(),
                section.len(),
            );
            Some(section)
        }
        None => None,
    };
    let store = match &compact {
        Some(packed) => vec![(SectionName::COMPACT, &packed.section[..])],
        None => {
            let sets = (W == 1).then_some((SectionName::SETS, bytemuck::bytes_of(&codes)));
            let nodes = (SectionName::NODES, bytemuck::cast_slice(&nodes));
            sets.into_iter().chain([nodes]).collect()
        }
    };
    let image = assemble(
        alphabet,
        roots,
        &metadata,
        &store,
        [
            (
                SectionName::WORD_INDEX,
                word_index.as_deref().map(bytemuck::cast_slice),
            ),
            (SectionName::ANAGRAM_FILTER, anagram_filter.as_deref()),
            (SectionName::WORD_MAP, word_map.as_deref()),
            (SectionName::LABELS, labels.as_deref()),
            (SectionName::DEFINITIONS, definitions.as_deref()),
            (SectionName::LEAVES, leave_values.as_deref()),
            (SectionName::ESTIMATE, estimate.as_deref()),
            (SectionName::MARKS, marks),
        ],
    );
    clock.lap(StageKind::Image, 1, image.len());
    Ok(Compiled {
        image,
        stages: clock.finish(),
    })
}

/// The builder with all words, and data that the same pass over the words computes.
struct Inserted<const W: usize> {
    builder: DawgBuilder<W>,
    /// The metadata section.
    metadata: Vec<u8>,
    /// Keys of the words that are long enough for the anagram filter; empty if the options leave out the filter.
    anagram_keys: Vec<AnagramKey>,
    word_count: u64,
}

fn insert_words<const W: usize>(
    words: Words<'_, '_>,
    alphabet: Alphabet<'_>,
    options: &CompileOptions,
    visit: StepVisitor<'_>,
) -> Result<Inserted<W>, CompileError> {
    let mut builder = DawgBuilder::<W>::new(alphabet.len());
    let mut digest = WordDigest::new(alphabet);
    let mut anagram_keys = Vec::new();
    let mut counter = Counter::start("DAWG", words.size_hint().0 as u64, "words", visit);
    for word in words {
        counter.advance();
        builder.insert(word)?;
        digest.add(word);
        if options.anagram_filter && word.len() >= AnagramFilter::SHORTEST as usize {
            let codes = word.iter().map(|&code| AnagramKey::of_code(code));
            anagram_keys.push(codes.fold(AnagramKey::NONE, Add::add));
        }
    }
    if digest.word_count() == 0 {
        return Err(CompileError::NoWords);
    }
    let word_count = digest.word_count();
    let metadata = MetadataDefinition {
        word_count: u32::try_from(word_count).map_err(|_| CompileError::TooManyWords)?,
        longest_word: u32::try_from(digest.longest_word()).unwrap_or(u32::MAX),
        fingerprint: digest.fingerprint(),
        name: options.name.clone(),
        source: options.source.clone(),
        license: options.license.clone(),
    };
    Ok(Inserted {
        builder,
        metadata: metadata.encode().ok_or(CompileError::TextTooLong)?,
        anagram_keys,
        word_count,
    })
}

/// The section of the definitions, which must be as many as the words.
fn encode_definitions(
    definitions: &DefinitionList,
    word_count: u64,
) -> Result<Vec<u8>, CompileError> {
    if definitions.len() as u64 != word_count {
        return Err(CompileError::DefinitionCount {
            words: word_count,
            definitions: definitions.len(),
        });
    }
    Definitions::encode(definitions.iter()).ok_or(CompileError::DefinitionsTooLong)
}

/// Writes the image. Small sections come first: they are usually on one page, and opening an image reads them.
fn assemble(
    alphabet: Alphabet<'_>,
    roots: [Option<NodeRef>; 2],
    metadata: &[u8],
    store: &[(SectionName, &[u8])],
    optional: [(SectionName, Option<&[u8]>); 8],
) -> Vec<u8> {
    let entries = roots.map(|root| {
        root.map(|root| AutomatonEntry {
            root: U32Le::new(root.unit()),
            reserved: U32Le::new(0),
        })
    });
    let mut image = ImageWriter::new();
    image.add(SectionName::ALPHABET, alphabet.section());
    for (name, entry) in [SectionName::DAWG, SectionName::GADDAG]
        .into_iter()
        .zip(&entries)
    {
        if let Some(entry) = entry {
            image.add(name, bytemuck::bytes_of(entry));
        }
    }
    image.add(SectionName::METADATA, metadata);
    for (name, contents) in store {
        image.add(*name, contents);
    }
    for (name, contents) in optional {
        if let Some(contents) = contents {
            image.add(name, contents);
        }
    }
    image.finish()
}

/// The number of bytes of the registry's nodes, which are fast nodes.
fn bytes<const W: usize>(registry: &NodeRegistry<W>) -> usize {
    let nodes: FastNodes<'_, W> = registry.writer().nodes();
    size_of_val(nodes.units())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_alphabet_and_bad_words_are_refused() {
        let error = compile(["care"], "klingon").unwrap_err();
        assert!(matches!(error, CompileError::Alphabet(_)));
        let message = error.to_string();
        assert!(
            message.starts_with("klingon: no such alphabet file"),
            "{message}"
        );
        let error = compile(["co-op"], "english").unwrap_err();
        assert!(matches!(error, CompileError::WordList(_)));
        let message = error.to_string();
        assert!(
            message.starts_with("words:1:3: `-` (U+002D) fits no tile"),
            "{message}"
        );
    }
}
