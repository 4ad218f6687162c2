//! Tests the messages of errors that the table of damage does not have.

use std::string::ToString;

use super::*;
use crate::alphabet::AlphabetError;
use crate::raw::section::SectionName;

#[test]
fn messages_name_the_place_and_the_remedy() {
    let section = SectionName::NODES;
    let length = |recorded, found, section| ImageError::Length {
        recorded,
        found,
        section,
    };
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
            length(680, 500, Some(section)),
            "image has 500 bytes where its header says 680, and ends before section RECS does (it was cut off: fetch or build it again)",
        ),
        (
            ImageError::NotCompact,
            "image has no section COMP, and this reader has code for compact images only (build the image with `lexc build --compact`, or the reader with its feature `fast-nodes`)",
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
            ImageError::NodesEnd { start: 11, end: 9 },
            "section COMP: nodes end at 9, before they start at 11",
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
            NodeError::LetterSet,
            "a letter set that is empty or not within the alphabet",
        ),
        (
            NodeError::NotImplicit,
            "a stored reference that must be implicit",
        ),
        (NodeError::NotInline, "a stored node that must be inline"),
    ] {
        assert_eq!(error.to_string(), message);
    }
}
