use std::path::Path;

use lexc::word_list::WordList;
use lexc::{CompileOptions, compile};
use lexc_runtime::Alphabet;

/// The image that the runtime's examples use. Its bytes change only with the version of the format; to write it again:
/// `printf '%s\\n' WORD... | lexc build - --numbers --name CARE --force -o runtime/examples/care.gaddag`.
#[test]
fn the_example_of_the_runtime() {
    let words = [
        "ABLE", "ABLES", "ACE", "ACES", "AR", "ARE", "AS", "CABLE", "CABLES", "CARE", "CARES",
        "EAR", "ER", "RACE", "SCARE",
    ];
    let english = lexc::alphabet::load("english").unwrap().encode().unwrap();
    let english = Alphabet::from_bytes(&english).unwrap();
    let options = CompileOptions {
        numbers: true,
        name: "CARE".into(),
        ..CompileOptions::default()
    };
    let list = WordList::from_words(english, words).unwrap();
    let image = compile(list.iter(), english, &options).unwrap().image;
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/examples/care.gaddag");
    assert_eq!(image, std::fs::read(stored).unwrap());
}
