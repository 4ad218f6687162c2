//! Compiles the lexicon inside the command, for the feature `bundled`: the words of SCOWL-60 with their levels and their notice.

#[cfg(feature = "bundled")]
mod bundled {
    use std::env;
    use std::error::Error;
    use std::fs::{self, File};
    use std::io::Read;
    use std::path::{Path, PathBuf};

    use flate2::read::GzDecoder;
    use lexc_compiler::word_list::{LabelColumn, LabelKind, ReadOptions, WordListReader};
    use lexc_compiler::{Automata, CompileOptions, LabelsBuilder, compile_sorted};
    use lexc_formats::Alphabet;

    /// The name of the number label.
    const LEVEL: &str = "level";

    pub(super) fn build() -> Result<(), Box<dyn Error>> {
        let words = Path::new("tests/data/words");
        let inputs = ["scowl-60.txt", "scowl-60-levels.gz", "SCOWL-README.txt"];
        let [list, levels, readme] = inputs.map(|name| words.join(name));
        for input in [&list, &levels, &readme] {
            println!("cargo::rerun-if-changed={}", input.display());
        }
        let list = fs::read_to_string(list)?;
        let mut numbers = String::new();
        GzDecoder::new(File::open(levels)?).read_to_string(&mut numbers)?;
        if list.lines().count() != numbers.lines().count() {
            return Err("the list has more or fewer words than levels".into());
        }
        let rows = list.lines().zip(numbers.lines());
        let rows = rows.map(|(word, level)| format!("{word}\t{level}\n"));
        let table: String = [format!("word\t{LEVEL}\n")]
            .into_iter()
            .chain(rows)
            .collect();

        let section = lexc_compiler::alphabet::load("english")?.encode()?;
        let alphabet = Alphabet::from_bytes(&section)?;
        let level = LabelColumn {
            name: LEVEL.to_owned(),
            kind: LabelKind::Number,
            needs_heading: true,
        };
        let options = ReadOptions {
            labels: vec![level],
            ..ReadOptions::default()
        };
        let mut reader = WordListReader::new(alphabet, options);
        reader.read("scowl-60", &mut table.as_bytes(), &mut |_| {});
        let (mut words, _) = reader.finish()?;
        let columns = words.take_labels().ok_or("the words have no levels")?;
        let mut labels = LabelsBuilder::new(&words, &[], &[LEVEL])?;
        labels.add(&words, &columns);
        let options = CompileOptions {
            // The GADDAG would take six times as many bytes, for simulations that take half the time.
            automata: Automata::Dawg,
            anagram_filter: false,
            labels: Some(labels.finish()),
            name: "SCOWL-60".to_owned(),
            source: "SCOWL 2020.12.07, English words up to level 60".to_owned(),
            license: notice(&fs::read_to_string(readme)?)?.to_owned(),
            ..CompileOptions::default()
        };
        let image = compile_sorted(words.iter(), alphabet, &options)?.image;
        let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
        fs::write(folder.join("scowl-60.gaddag"), image)?;
        Ok(())
    }

    /// The section of SCOWL's description with the copyright notices and the terms of its sources.
    fn notice(readme: &str) -> Result<&str, &str> {
        let start = readme.find("COPYRIGHT, SOURCES, and CREDITS:");
        let section = start.and_then(|start| readme[start..].split_once("FUTURE PLANS:"));
        Ok(section.ok_or("no copyright notice")?.0.trim_end())
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "bundled")]
    bundled::build().expect("the data of the package is whole");
}
