//! Prints the bytes of each kind of image of a list, and of its fst. The script `sizes` runs this program.
//!
//! Argument: the list. Prints the number of words, and then a line for each way to store them: the way, a tab, and its bytes.

use std::error::Error;

use lexc_compiler::word_list::WordList;
use lexc_compiler::{Automata, CompileOptions, StoreKind, compile_sorted};
use lexc_runtime::Alphabet;

fn main() -> Result<(), Box<dyn Error>> {
    let list = std::env::args().nth(1).ok_or("usage: sizes LIST")?;
    let text = std::fs::read_to_string(list)?.to_uppercase();
    let mut words: Vec<&str> = text.lines().collect();
    words.sort_unstable();
    words.dedup();
    println!("{}", words.len());

    let alphabet = lexc_compiler::alphabet::load("english")?.encode()?;
    let alphabet = Alphabet::from_bytes(&alphabet)?;
    let list = WordList::from_words(alphabet, &words)?;
    for (name, automata) in [("both automata", Automata::Both), ("DAWG", Automata::Dawg)] {
        for (kind, store) in [("", StoreKind::Fast), (", compact", StoreKind::Compact)] {
            let options = CompileOptions {
                automata,
                store,
                anagram_filter: automata == Automata::Both,
                ..CompileOptions::default()
            };
            let image = compile_sorted(list.iter(), alphabet, &options)?.image;
            println!("lexc, {name}{kind}\t{}", image.len());
        }
    }
    println!("fst\t{}", fst::Set::from_iter(&words)?.as_fst().size());
    Ok(())
}
