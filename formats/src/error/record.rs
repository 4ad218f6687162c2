//! Why a record is refused.

/// The rule that a record breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// It has fewer words than its mask and letter set take.
    TooShort {
        /// The number of words they take.
        needed: u64,
        /// The number of words from the end of the record before it.
        found: u64,
    },
    /// It has neither edges nor a letter set.
    Empty,
    /// Its mask has a label that is not of the alphabet.
    Label,
    /// It is marked to have a letter set that is empty or has a tile that is not of the alphabet.
    LetterSet,
    /// Its letter set is written where it has a code, or its code stands for none.
    SetCode,
    /// It is the DAWG's, and has a separator edge.
    Separator,
    /// It has not as many references as edges.
    EdgeCount {
        /// The number of edges in its mask.
        needed: u32,
        /// The number of words for references.
        found: u64,
    },
    /// A reference names no record that ends before this one starts, or holds a label that it can't have.
    Reference {
        /// The reference.
        found: u32,
    },
    /// A reference is written that is to be left out, as its record ends right before this one.
    NotChained,
    /// It is written where a lone reference stands for it.
    NotLone,
    /// The words after the last record end in no head.
    NoHead,
    /// A compact record starts before the first byte of records.
    Start,
    /// The labels of a compact record's edges do not ascend.
    Order,
}

impl core::fmt::Display for RecordError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            RecordError::TooShort { needed, found } => write!(
                f,
                "a record of {found} words whose mask and letter set take {needed}"
            ),
            RecordError::Empty => f.write_str("a record without edges and letter set"),
            RecordError::Label => f.write_str("an edge label that is not in the alphabet"),
            RecordError::LetterSet => {
                f.write_str("a letter set that is empty or not within the alphabet")
            }
            RecordError::SetCode => {
                f.write_str("a letter set code that is not the one of its letter set")
            }
            RecordError::Separator => f.write_str("a separator edge within the DAWG"),
            RecordError::EdgeCount { needed, found } => {
                write!(f, "{found} references for {needed} edges")
            }
            RecordError::Reference { found } => {
                write!(
                    f,
                    "the reference {found:#x}, which leads to no earlier record"
                )
            }
            RecordError::NotChained => f.write_str("a reference that must be left out"),
            RecordError::NotLone => {
                f.write_str("a record in place of which there must be lone references")
            }
            RecordError::NoHead => f.write_str("words that belong to no record"),
            RecordError::Start => f.write_str("a record that starts before the first one can"),
            RecordError::Order => f.write_str("edges whose labels do not ascend"),
        }
    }
}

impl core::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn messages_name_the_rule() {
        for (error, message) in [
            (
                RecordError::TooShort {
                    needed: 2,
                    found: 1,
                },
                "a record of 1 words whose mask and letter set take 2",
            ),
            (RecordError::Empty, "a record without edges and letter set"),
            (
                RecordError::Label,
                "an edge label that is not in the alphabet",
            ),
            (
                RecordError::LetterSet,
                "a letter set that is empty or not within the alphabet",
            ),
            (
                RecordError::SetCode,
                "a letter set code that is not the one of its letter set",
            ),
            (RecordError::Separator, "a separator edge within the DAWG"),
            (
                RecordError::EdgeCount {
                    needed: 3,
                    found: 1,
                },
                "1 references for 3 edges",
            ),
            (
                RecordError::Reference { found: 0x4000_0007 },
                "the reference 0x40000007, which leads to no earlier record",
            ),
            (RecordError::NotChained, "a reference that must be left out"),
            (
                RecordError::NotLone,
                "a record in place of which there must be lone references",
            ),
            (RecordError::NoHead, "words that belong to no record"),
            (
                RecordError::Start,
                "a record that starts before the first one can",
            ),
            (RecordError::Order, "edges whose labels do not ascend"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
