//! `lexc dump`: the words of an image.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use lexc_compiler::Points;
use lexc_compiler::text::plural;
use lexc_compiler::tokenizer::Detokenizer;
use lexc_runtime::Words;

use super::inputs::{Inputs, definitions_of};
use super::lexicon_source::WordsArgs;
use super::outcome::{Answer, Failure};
use super::output::{Output, Written};

/// Write the words of an image, sorted, one a line
///
/// The words come in the order of the image's alphabet, in upper case, with tiles of several characters in brackets.
/// From this list and the options of the image, lexc build makes the same image again. For an image with definitions,
/// give --definitions to both verbs.
///
/// The words of a leaves image are leaves; each leave is followed by a tab and its value in points. From this list,
/// lexc convert makes an image of the same leaves and values.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  lexc dump words.gaddag -o words.txt
  lexc dump words.gaddag | xxhsum -H128    the fingerprint that lexc info shows
  lexc dump words.gaddag | lexc build - -o same.gaddag
  lexc dump words.gaddag --definitions | lexc build - -o same.gaddag --definitions
  lexc dump both.gaddag --labels | lexc build - -o same.gaddag --label csw --label nwl --number level
  lexc dump both.gaddag --view 'csw & !nwl'")]
pub struct DumpArgs {
    #[command(flatten)]
    words: WordsArgs,
    /// Write the definitions, too, each after its word and a tab
    ///
    /// From this list and the other options of the image, `lexc build --definitions` makes the same image again.
    #[arg(long)]
    definitions: bool,
    /// Write the labels, too: a first line of headings, then for each word 1 or nothing for a flag, and its numbers
    ///
    /// The cells end at tabs. From this list, the other options of the image, and --label or --number for each label in order, `lexc
    /// build` makes the same image again.
    #[arg(long)]
    labels: bool,
    /// The file to write; - for standard output
    ///
    /// The file appears whole or not at all.
    #[arg(short, long, value_name = "LIST", default_value = "-")]
    output: PathBuf,
    /// Replace the file if it exists
    #[arg(short, long, requires = "output")]
    force: bool,
}

/// Words are written in blocks of about this size.
const BLOCK_BYTES: usize = 1 << 15;

/// Streams the words.
pub fn run(args: &DumpArgs) -> Result<Answer, Failure> {
    let path = args.words.lexicon.source.path();
    let inputs = Inputs::of_words(&args.words);
    inputs.refuse_to_replace(&args.output)?;
    let output = Output::create(&args.output, args.force)?;
    let images = inputs.read()?;
    let image = images.image()?;
    let view = images.view()?;
    let mut speller = Detokenizer::new(image.alphabet());
    let mut block = Vec::with_capacity(2 * BLOCK_BYTES);
    let mut count = 0_u64;
    let mut definitions = match args.definitions {
        true => Some(definitions_of(&image, path)?.iter()),
        false => None,
    };
    let labels = match (args.labels, image.labels()) {
        (true, None) => {
            return Err(Failure(format!(
                "{}: the image has no labels (build them by --label or --number)",
                path.display()
            )));
        }
        (true, labels) => labels,
        (false, _) => None,
    };
    let written = output.write_text(|out| {
        if let Some(labels) = labels {
            write!(block, "word")?;
            if args.definitions {
                write!(block, "\tdefinition")?;
            }
            for label in labels.flags().chain(labels.numbers()) {
                write!(block, "\t{}", label.name())?;
            }
            block.push(b'\n');
        }
        for (index, word) in (0..).zip(Words::of(image)) {
            count += 1;
            let definition = definitions.as_mut().and_then(Iterator::next);
            if view.as_ref().is_some_and(|view| !view.contains(&word)) {
                continue;
            }
            speller.append(word.iter().map(|tile| tile.code()), &mut block);
            if let Some(values) = image.leave_values() {
                write!(block, "\t{}", Points(values.get(index)))?;
            }
            match definition {
                // Quotation marks at the start of a cell would be read as those around it.
                Some(Some(definition))
                    if labels.is_some() && definition.as_bytes().starts_with(b"\"") =>
                {
                    write!(
                        block,
                        "\t\"{}\"",
                        definition.to_string().replace('"', "\"\"")
                    )?;
                }
                Some(Some(definition)) => write!(block, "\t{definition}")?,
                Some(None) if labels.is_some() => block.push(b'\t'),
                _ => {}
            }
            if let Some(labels) = labels {
                let set = labels.get(&word);
                for flag in 0..labels.flags().count() {
                    block.extend_from_slice(if set.has(flag) { b"\t1" } else { b"\t" });
                }
                for number in 0..labels.numbers().count() {
                    block.push(b'\t');
                    if let Some(value) = set.number(number) {
                        write!(block, "{value}")?;
                    }
                }
            }
            block.push(b'\n');
            if block.len() >= BLOCK_BYTES {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    })?;
    let recorded = image.metadata().word_count();
    if written == Written::Whole && count != u64::from(recorded) {
        return Err(Failure(format!(
            "{}: {} where the image records {recorded} (run `lexc check` on it)",
            path.display(),
            plural(count, "word"),
        )));
    }
    Ok(Answer::Yes)
}
