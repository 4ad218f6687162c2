//! The table of images that fail at a level.

use std::collections::BTreeMap;

use super::*;
use crate::table::assert_table;

/// Fast nodes by name, as the table has them.
struct Nodes {
    writer: FastWriter<1>,
    named: BTreeMap<String, NodeRef>,
}

impl Nodes {
    /// The code of the label that a text starts with, and the rest of the text.
    fn label(text: &str) -> Option<(u8, &str)> {
        let mut labels = (0..).zip(["◇", "A", "B", "C"]);
        labels.find_map(|(code, label)| Some((code, text.strip_prefix(label)?)))
    }

    /// The node of this name. Labels before the name are inline edges to it.
    fn target(&self, text: &str) -> NodeRef {
        match Nodes::label(text) {
            Some((code, rest)) => NodeRef::inline(code, self.target(rest), 1).unwrap(),
            None => self.named[text],
        }
    }

    fn write(&mut self, name: &str, parts: &str) {
        let (mut set, mut mask, mut children) = (0, 0, Vec::new());
        for (code, target) in parts.split(' ').filter_map(Nodes::label) {
            if target == "." {
                set |= 1 << code;
            } else {
                mask |= 1 << code;
                children.push(self.target(target));
            }
        }
        let node = self.writer.push(set, mask, &children).unwrap();
        self.named.insert(name.to_owned(), node);
    }
}

/// The level at which a case of the table fails, and the message; or `good`.
fn failure(case: &str) -> String {
    let mut lines = case.lines();
    let (kind, words) = lines.next().unwrap().split_once(' ').unwrap();
    let mut options = match kind {
        "compact" => CompileOptions::compact(),
        _ => CompileOptions::default(),
    };
    options.word_map = kind == "mapped";
    if kind == "dawg" {
        options.automata = compile::Automata::Dawg;
    }
    let codes = |word: &str| word.bytes().map(|letter| letter - b'@').collect();
    let words: Vec<Vec<u8>> = words.split(' ').map(codes).collect();
    let words: Vec<&[u8]> = words.iter().map(Vec::as_slice).collect();
    let image = compiled(&words, &options);
    let mut sections: Vec<(SectionName, Vec<u8>)> = (Image::from_bytes(&image).unwrap().sections())
        .iter()
        .map(|section| (section.name, canonical::contents(&image, section).to_vec()))
        .collect();
    let mut nodes = Nodes {
        writer: FastWriter::new(3),
        named: BTreeMap::new(),
    };
    for line in lines {
        let mut parts = line.split(' ');
        let [place, kind, value] = [(); 3].map(|()| parts.next().unwrap_or(""));
        let name = SectionName(place.as_bytes().try_into().unwrap_or_default());
        let index = sections.iter().position(|(other, _)| *other == name);
        let digits = value.as_bytes().chunks(2);
        let bytes = digits.map(|pair| {
            let pair = str::from_utf8(pair).unwrap();
            u8::from_str_radix(pair, 16).unwrap()
        });
        match (index, kind) {
            (None, "add") => sections.push((name, bytes.collect())),
            (None, _) => nodes.write(place, &line[place.len() + 1..]),
            (Some(index), "last") => sections[index..].rotate_left(1),
            (Some(index), "remove") => drop(sections.remove(index)),
            (Some(index), "to") => {
                let root = nodes.target(value).unit();
                sections[index].1[..4].copy_from_slice(&root.to_le_bytes());
            }
            (Some(index), "all") => sections[index].1 = bytes.collect(),
            (Some(index), offset) => {
                let contents = &mut sections[index].1[offset.parse().unwrap()..];
                for (to, byte) in contents.iter_mut().zip(bytes) {
                    *to = byte;
                }
            }
        }
    }
    let (units, codes) = nodes.writer.finish();
    let mut writer = ImageWriter::new();
    for (name, contents) in &sections {
        let contents = match *name {
            SectionName::NODES if !units.is_empty() => bytemuck::cast_slice(&units),
            SectionName::SETS if !units.is_empty() => bytemuck::bytes_of(&codes),
            _ => contents,
        };
        writer.add(*name, contents);
    }
    let report = check(&writer.finish());
    let levels: Vec<CheckLevel> = report.levels.iter().map(|(level, _)| *level).collect();
    assert_eq!(levels, CheckLevel::ALL);
    let Some((failed, message)) = report.failure() else {
        return "good".to_owned();
    };
    let lacks_gaddag = sections
        .iter()
        .all(|(name, _)| *name != SectionName::GADDAG);
    for (level, outcome) in &report.levels {
        let is_left_out = *level > failed || lacks_gaddag && *level == CheckLevel::Gaddag;
        assert_eq!(
            matches!(outcome, Outcome::NotDone(_)),
            is_left_out,
            "{level}"
        );
    }
    assert!(report.words.is_some() || failed <= CheckLevel::Words);
    format!("{failed}: {message}")
}

#[test]
fn failures_name_the_level_and_the_place() {
    assert_table("failures.txt", include_str!("failures.txt"), failure);
}

#[test]
fn stops_early_at_words_that_are_too_many_or_too_long() {
    // Every word of A and B of any length up to 81, then those of length 81 alone.
    let chain = |parts: &str| {
        let node = |at: usize| format!("{at} {parts}A{0} B{0}\n", at - 1);
        let nodes: String = (1..=80).map(node).collect();
        failure(&format!("fast AB\n0 A.\n{nodes}DAWG to 80\nGADD to 80"))
    };
    assert_eq!(
        chain("A. B. "),
        "words: section META at offset 448: 1 words are recorded, but there are more, such as AA"
    );
    let message = chain("");
    assert!(
        message.starts_with("words: ")
            && message.ends_with("words through this node have more than 63 tiles"),
        "{message}"
    );
}

#[test]
fn a_chain_longer_than_a_word_does_no_harm_in_an_unreachable_node() {
    // A leaf with the letter A, a chain of 41 inline references of two labels each, and a node with the letter B.
    let pair = |target: u32| 0x6000_0000 | target << 10 | 0x21;
    let units = [2, 0xC000_0000].into_iter().chain((1..=41).map(pair));
    let units = units.chain([4, 0xC000_0002]);
    let units: String = units
        .map(|unit| format!("{:08x}", unit.swap_bytes()))
        .collect();
    let message = failure(&format!("dawg A\nRECS all {units}\nDAWG 0 01000000"));
    assert!(
        message.starts_with("minimal: ") && message.ends_with("unreachable node"),
        "{message}"
    );
}
