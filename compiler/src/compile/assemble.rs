//! Words to an image, stage by stage.

use std::ops::Add;

use lexc_formats::raw::int::U32Le;
use lexc_formats::raw::node::{FastNodes, NodeRef, mask_units};
use lexc_formats::raw::section::AutomatonEntry;
use lexc_formats::{
    Alphabet, AnagramFilter, AnagramKey, ImageWriter, MetadataDefinition, SectionName, WordIndex,
    is_one_line,
};

use super::options::{Automata, CompileOptions, StoreKind};
use super::stage::{Clock, Compiled, StageKind};
use crate::compact;
use crate::dawg::DawgBuilder;
use crate::digest::WordDigest;
use crate::error::CompileError;
use crate::gaddag::add_left_half;
use crate::registry::NodeRegistry;

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
    if options.word_index && options.automata == Automata::Gaddag {
        return Err(CompileError::WordIndexWithoutDawg);
    }
    if options.store == StoreKind::Compact
        && (options.word_index || options.automata != Automata::Dawg)
    {
        return Err(CompileError::CompactNeedsDawgAlone);
    }
    if !is_one_line(&options.name) {
        return Err(CompileError::Name);
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
    let mut clock = Clock::start();

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
        Some(_) if options.word_index => {
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
    let compact = match (options.store, dawg) {
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
    // Sections that opening reads come first, all on one page.
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
        stages: clock.finish(),
    })
}

fn bytes<const W: usize>(table: &NodeRegistry<W>) -> usize {
    let nodes: FastNodes<'_, W> = table.writer().nodes();
    size_of_val(nodes.units())
}
