//! Hostile tables of labelled words, expressions over labels, and alphabets with marks.

use lexc_compiler::check::check;
use lexc_compiler::word_list::{
    LabelColumn, LabelKind, ReadOptions, SkipLimit, WordList, WordListError, WordListReader,
};
use lexc_compiler::{Automata, CompileOptions, alphabet as letter_distribution, compile_sorted};
use lexc_formats::{Alphabet, AlphabetDefinition, LabelsDefinition};
use lexc_runtime::Lexicon;

use super::input::{Input, push_sized};
use crate::reader;
use crate::{letters, options};

/// The labels in the columns of a table: two flags and two numbers.
const LABELS: [&str; 4] = ["csw", "nwl", "level", "rank"];

/// Reads the input as options, a letter distribution, an expression and a table of words. In place of a refused distribution,
/// takes four letters with marks. Asserts that an accepted table makes a canonical image, whose labels, written as a table,
/// read as the same; and that an accepted expression, written as text, has the same words, and its negation all others.
pub fn run(data: &[u8]) {
    let mut input = Input::new(data);
    let flags = input.byte();
    let [distribution, expression] = [(); 2].map(|()| String::from_utf8_lossy(input.sized()));
    let definition = letter_distribution::parse("fuzz", &distribution);
    let definition = definition.unwrap_or_else(|_| with_marks());
    let section = definition.encode().expect("a parsed alphabet encodes");
    let marks = definition.encode_marks().expect("parsed marks encode");
    let alphabet = Alphabet::from_bytes(&section).expect("the encoding is valid");
    let alphabet = alphabet.with_mark_section(&marks).expect("valid marks");
    let read_options = ReadOptions {
        skip_invalid: (flags & 1 != 0).then_some(SkipLimit::Lines(u64::MAX)),
        ignored: [('\u{640}', '\u{640}')][..usize::from(flags >> 1 & 1)].to_vec(),
        ..columns(flags & 4 != 0)
    };
    let (words, labels) = match read(alphabet, &read_options, input.rest()) {
        Ok(read) => read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let options = CompileOptions {
        labels: Some(labels.clone()),
        ..options(Automata::Both, true)
    };
    let compiled = compile_sorted(words.iter(), alphabet, &options);
    let image = compiled.expect("the words are in order").image;
    assert_eq!(check(&image).failure(), None);
    assert!(reader::read(&image).expect("it is valid").is_canonical);
    let lexicon = Lexicon::from_bytes(&image).expect("it is valid");
    let table = table(&lexicon);
    let again = read(alphabet, &columns(true), table.as_bytes());
    assert_eq!(again.ok(), Some((words, labels)), "{table}");
    match lexicon.view(&expression) {
        Ok(view) => view_is_right(&lexicon, &view, &expression),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Four letters, and marks of two scripts.
fn with_marks() -> AlphabetDefinition {
    AlphabetDefinition {
        marks: vec![('\u{301}', '\u{301}'), ('\u{5B0}', '\u{5C7}')],
        ..letters(4)
    }
}

/// Options for the columns of all labels.
fn columns(needs_heading: bool) -> ReadOptions {
    let column = |(place, name): (usize, &str)| LabelColumn {
        name: name.to_owned(),
        kind: match place {
            0 | 1 => LabelKind::Flag,
            _ => LabelKind::Number,
        },
        needs_heading,
    };
    ReadOptions {
        labels: LABELS.into_iter().enumerate().map(column).collect(),
        ..ReadOptions::default()
    }
}

fn read(
    alphabet: Alphabet<'_>,
    options: &ReadOptions,
    mut table: &[u8],
) -> Result<(WordList, LabelsDefinition), WordListError> {
    let mut reader = WordListReader::new(alphabet, options.clone());
    reader.read("table", &mut table, &mut |_| {});
    let (mut words, _) = reader.finish()?;
    let labels = words.take_labels().expect("there are columns");
    Ok((words, labels))
}

/// The words and labels of a lexicon.
fn table(lexicon: &Lexicon<'_>) -> String {
    let mut table = format!("word\t{}\n", LABELS.join("\t"));
    for word in lexicon.words() {
        let labels = lexicon.labels(&word).expect("a word with labels");
        let flags = [0, 1].map(|flag| u8::from(labels.has(flag)).to_string());
        let number = |number| labels.number(number).map(|number| number.to_string());
        let numbers = [0, 1].map(|place| number(place).unwrap_or_default());
        let cells = [flags, numbers].concat().join("\t");
        table += &format!("{}\t{cells}\n", word.display(lexicon.alphabet()));
    }
    table
}

fn view_is_right(lexicon: &Lexicon<'_>, view: &Lexicon<'_>, expression: &str) {
    let written = view.expression().to_string();
    let again = lexicon.view(&written).expect("it was written");
    assert_eq!(again.expression().to_string(), written);
    assert!(again.words().eq(view.words()), "{expression}: {written}");
    let found = lexicon.words().filter(|word| view.contains(word));
    assert!(found.eq(view.words()), "{expression}");
    // The negation may be too long, and so may both.
    let Ok(others) = lexicon.view(&format!("!({expression})")) else {
        return;
    };
    let found = lexicon.words().filter(|word| !view.contains(word));
    assert!(found.eq(others.words()), "{expression}");
    if let Ok(none) = others.view(&written) {
        assert_eq!(none.words().count(), 0, "{expression}");
    }
}

/// Tables with every kind of cell, with and without headings, and expressions with every operator.
pub fn seeds() -> Vec<Vec<u8>> {
    let headings = "word\tcsw\tnwl\tlevel\trank\n";
    let distribution =
        "A,a,1,1,1\nL·L,l·l,1,1,0\n?,?,2,0,0\nignore: U+0301 U+05B0-U+05C7\nread: É = A\n";
    let seeds = [
        (
            4,
            "",
            "csw & !nwl",
            "A\t1\t\t10\t1\nAB\t1\t1\t\t2\nABA\t\tx\t20\t\nCAD\tno\tyes\t4294967295\t0\n",
        ),
        (
            4,
            "",
            "!(csw | nwl) & level<=35 | rank!=2",
            "B\u{5B1}AD\t\t\t7\t\nAB\t\t\t7\t5\nAB\t1\t\t\t5\n",
        ),
        (
            5,
            "",
            "level>=10&level<20|rank=3",
            "B\u{5B1}A\t1\t0\t10\t3\nA#\tno\nAB\t1\t1\t12\n",
        ),
        (
            6,
            distribution,
            "!!nwl",
            "A\u{640}A\t1\t0\t\t\n[L·L]A\t0\ttrue\t1\t1\nÉ\tfalse\t1\t2\t2\n",
        ),
        (0, distribution, "rank>0", "al·la\t1\n\u{5B0}A\t1\n"),
    ];
    let seed = |(flags, distribution, expression, rows): (u8, &str, &str, &str)| {
        let mut seed = vec![flags];
        push_sized(distribution.as_bytes(), &mut seed);
        push_sized(expression.as_bytes(), &mut seed);
        seed.extend_from_slice(headings.as_bytes());
        seed.extend_from_slice(rows.as_bytes());
        seed
    };
    let tables = seeds.into_iter().map(seed);
    tables
        .chain([b"\x01\0\0\x03\0cswA;1;;\nB;;1;3\n".to_vec()])
        .collect()
}
