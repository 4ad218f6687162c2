//! Tests the message of every error.

use std::string::ToString;

use super::*;
use crate::alphabet::AlphabetError;
use crate::raw::header::Version;
use crate::raw::section::SectionName;

#[test]
fn messages_name_the_place_and_the_remedy() {
    let section = SectionName::NODES;
    let magic = |found: &[u8; 8]| ImageError::Magic { found: *found };
    let version = |major, minor| ImageError::Version {
        found: Version { major, minor },
    };
    let length = |recorded, found, section| ImageError::Length {
        recorded,
        found,
        section,
    };
    let reserved = |section, offset| ImageError::Reserved { section, offset };
    let trailing = |section, offset| ImageError::Trailing { section, offset };
    for (error, message) in [
        (
            ImageError::TooShort {
                what: "header",
                needed: 32,
                found: 4,
            },
            "image too short for header: needs 32 bytes, found 4 (fetch or build it again)",
        ),
        (
            magic(b"AA\nAAH\nA"),
            "not a lexc image: it starts with \"AA\\nAAH\\nA\" (build one from a word list with `lexc build`)",
        ),
        (
            magic(b"\tLXC\r\n\x1a\n"),
            "not a lexc image: it starts with \"\\tLXC\\r\\n\\x1a\\n\" (it was transferred as text: fetch it again in binary mode)",
        ),
        (
            magic(b"\x89LXC\n\x1a\n\x01"),
            "not a lexc image: it starts with \"\\x89LXC\\n\\x1a\\n\\x01\" (it was transferred as text: fetch it again in binary mode)",
        ),
        (
            version(2, 1),
            "image has format version 2.1, this reader supports version 1 (use a newer reader, or build the image again with this version's compiler)",
        ),
        (
            version(0, 9),
            "image has format version 0.9, this reader supports version 1 (build the image again)",
        ),
        (
            length(680, 100, None),
            "image has 100 bytes where its header says 680 (it was cut off: fetch or build it again)",
        ),
        (
            length(680, 500, Some(section)),
            "image has 500 bytes where its header says 680, and ends before section RECS does (it was cut off: fetch or build it again)",
        ),
        (
            length(680, 681, None),
            "image has 681 bytes where its header says 680 (it was added to: fetch or build it again)",
        ),
        (
            length(680, 681, Some(section)),
            "image has 681 bytes where its header says 680, and continues after section RECS (it was added to: fetch or build it again)",
        ),
        (
            ImageError::SectionCount { found: 65 },
            "header counts 65 sections where at most 64 are possible",
        ),
        (
            ImageError::HeaderChecksum {
                recorded: 0xab,
                computed: 0x1234_5678,
            },
            "header or section table is damaged: checksum 000000ab recorded, 12345678 computed (fetch or build the image again)",
        ),
        (
            reserved(None, 28),
            "header, offset 28: a reserved field is not 0",
        ),
        (
            reserved(Some(section), 516),
            "section RECS, offset 516: a reserved field is not 0",
        ),
        (
            ImageError::UnknownSection {
                section: SectionName(*b"LEAV"),
            },
            "image requires a section LEAV, which this reader does not support (use a newer reader)",
        ),
        (
            ImageError::MissingSection { section },
            "image has no section RECS",
        ),
        (
            ImageError::RepeatedSection { section },
            "image has more than one section RECS",
        ),
        (
            ImageError::NoAutomaton,
            "image has neither a DAWG nor a GADDAG",
        ),
        (
            ImageError::NotCompact,
            "image has no section COMP, and this reader has code for compact images only (build the image with `lexc build --compact`, or the reader with its feature `fast-nodes`)",
        ),
        (
            ImageError::SectionFlags { section, found: 3 },
            "section RECS has invalid flags 0x3",
        ),
        (
            ImageError::SectionPlace {
                section,
                offset: 65,
                len: 9,
            },
            "section RECS at offset 65 with 9 bytes is not at the next multiple of 64 after the part before it, or ends after the image",
        ),
        (
            ImageError::NodesTooLong {
                section: SectionName::NODES,
                found: 4_294_967_300,
            },
            "section RECS has 4294967300 bytes of nodes where references can name 2147483648",
        ),
        (
            ImageError::NodesTooLong {
                section: SectionName::COMPACT,
                found: 16_777_217,
            },
            "section COMP has 16777217 bytes of nodes where references can name 16777216",
        ),
        (
            ImageError::BesideCompact { section },
            "image has a section RECS beside section COMP, which excludes it",
        ),
        (
            ImageError::NodesEnd { start: 11, end: 9 },
            "section COMP: nodes end at 9, before they start at 11",
        ),
        (
            ImageError::Table {
                offset: 700,
                what: "a page head",
            },
            "section COMP, offset 700: a page head",
        ),
        (
            trailing(Some(section), 680),
            "image continues after its last section RECS, which ends at offset 680 (fetch or build it again)",
        ),
        (
            trailing(None, 32),
            "image continues after its empty section table, which ends at offset 32 (fetch or build it again)",
        ),
        (
            ImageError::Padding {
                section,
                offset: 230,
            },
            "padding before section RECS, offset 230: a byte is not 0 (fetch or build the image again)",
        ),
        (
            ImageError::SectionChecksum {
                section,
                offset: 512,
                recorded: 1,
                computed: 2,
            },
            "section RECS at offset 512 is damaged: checksum 0000000000000001 recorded, 0000000000000002 computed (fetch or build the image again)",
        ),
        (
            ImageError::SectionLength {
                section,
                needed: 8,
                found: 7,
            },
            "section RECS has 7 bytes where its contents need 8",
        ),
        (
            ImageError::Alphabet(AlphabetError::TileCount { found: 0 }),
            "section ALPH: 0 tiles where 1 to 62 are possible",
        ),
        (
            ImageError::Metadata {
                what: "longest word",
            },
            "section META: invalid longest word",
        ),
        (
            ImageError::Root {
                section: SectionName::DAWG,
                found: 18,
            },
            "section DAWG: invalid root reference 0x12",
        ),
        (
            ImageError::WordIndex {
                offset: 640,
                needed: 4,
                found: 5,
            },
            "section NUMB, offset 640: counts 5 words where the nodes have 4",
        ),
        (
            ImageError::Contents {
                section: SectionName::DEFINITIONS,
                offset: 700,
                what: "no line for the word",
            },
            "section DEFS, offset 700: no line for the word",
        ),
        (
            ImageError::BlankTile {
                has_leave_values: false,
            },
            "section ALPH: the last tile is the blank ?, and the image has no section LEAV",
        ),
        (
            ImageError::BlankTile {
                has_leave_values: true,
            },
            "section ALPH: the last tile is not ?, and the image has a section LEAV",
        ),
        (
            ImageError::NotWords,
            "image of leaves, not of words (open it as leaves; `lexc info` and `lexc dump` show it)",
        ),
        (
            ImageError::Contents {
                section: SectionName::LEAVES,
                offset: 650,
                what: "a value above the highest",
            },
            "section LEAV, offset 650: a value above the highest",
        ),
        (
            ImageError::LeaveEstimate { offset: 660 },
            "section ESTI, offset 660: a number beyond 1,048,576 or -1,048,576",
        ),
        (
            ImageError::SetCode { offset: 656 },
            "section SETS, offset 656: invalid row of set codes",
        ),
        (
            ImageError::WordCount {
                recorded: 9,
                counted: 8,
            },
            "section NUMB: counts 8 words, section META says 9",
        ),
        (
            ImageError::Contents {
                section: SectionName::MARKS,
                offset: 520,
                what: "a range with white space",
            },
            "section MARK, offset 520: a range with white space",
        ),
        (
            ImageError::Node {
                section: SectionName::NODES,
                offset: 516,
                problem: NodeError::NotImplicit,
            },
            "section RECS, offset 516: a stored reference that must be implicit",
        ),
    ] {
        assert_eq!(error.to_string(), message);
        let named = error.section().map(|section| section.to_string());
        match named {
            Some(section) => assert!(message.contains(&section), "{message}"),
            None => assert!(!message.contains("section RECS"), "{message}"),
        }
    }
}

#[test]
fn source_is_the_error_of_the_part() {
    use core::error::Error as _;

    let error = ImageError::Alphabet(AlphabetError::Name);
    let source = error.source().map(ToString::to_string);
    assert_eq!(
        source.as_deref(),
        Some("the alphabet's name is not one line of UTF-8 text")
    );
    let (offset, problem) = (516, NodeError::Empty);
    let section = SectionName::NODES;
    let error = ImageError::Node {
        section,
        offset,
        problem,
    };
    assert_eq!(
        error.source().map(ToString::to_string),
        Some(problem.to_string())
    );
    assert!(ImageError::NoAutomaton.source().is_none());
}

#[test]
fn messages_of_nodes_name_the_rule() {
    for (error, message) in [
        (
            NodeError::TooShort {
                needed: 2,
                found: 1,
            },
            "a node too short for its mask and letter set: 1 of 2 units",
        ),
        (
            NodeError::Empty,
            "a node with neither edges nor a letter set",
        ),
        (
            NodeError::Label,
            "an edge label that is not in the alphabet",
        ),
        (
            NodeError::LetterSet,
            "a letter set that is empty or not within the alphabet",
        ),
        (
            NodeError::SetCode,
            "a set code or index without a letter set",
        ),
        (NodeError::Separator, "a separator edge within the DAWG"),
        (
            NodeError::EdgeCount {
                needed: 3,
                found: 1,
            },
            "references or edges: 1, where 3 fit",
        ),
        (
            NodeError::Reference { found: 0x4000_0007 },
            "reference 0x40000007 names no earlier node, or has an invalid label",
        ),
        (
            NodeError::NotImplicit,
            "a stored reference that must be implicit",
        ),
        (NodeError::NotInline, "a stored node that must be inline"),
        (
            NodeError::NoHead,
            "units without a head after the last node",
        ),
        (
            NodeError::Start,
            "a node that starts before the first byte of nodes",
        ),
        (NodeError::Order, "edge labels that do not ascend"),
    ] {
        assert_eq!(error.to_string(), message);
    }
}
