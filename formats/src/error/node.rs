//! Why a node is refused.

/// The rule that a node breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeError {
    /// It has fewer words than its mask and letter set take.
    TooShort {
        /// The number of words they take.
        needed: u64,
        /// The number of words from the end of the node before it.
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
    /// A reference names no node that ends before this one starts, or holds a label that it can't have.
    Reference {
        /// The reference.
        found: u32,
    },
    /// A reference is written that is to be left out, as its node ends right before this one.
    NotImplicit,
    /// It is written where a inline reference stands for it.
    NotInline,
    /// The words after the last node end in no head.
    NoHead,
    /// A compact node starts before the first byte of nodes.
    Start,
    /// The labels of a compact node's edges do not ascend.
    Order,
}

impl core::fmt::Display for NodeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            NodeError::TooShort { needed, found } => write!(
                f,
                "a node of {found} words whose mask and letter set take {needed}"
            ),
            NodeError::Empty => f.write_str("a node without edges and letter set"),
            NodeError::Label => f.write_str("an edge label that is not in the alphabet"),
            NodeError::LetterSet => {
                f.write_str("a letter set that is empty or not within the alphabet")
            }
            NodeError::SetCode => {
                f.write_str("a letter set code that is not the one of its letter set")
            }
            NodeError::Separator => f.write_str("a separator edge within the DAWG"),
            NodeError::EdgeCount { needed, found } => {
                write!(f, "{found} references for {needed} edges")
            }
            NodeError::Reference { found } => {
                write!(
                    f,
                    "the reference {found:#x}, which leads to no earlier node"
                )
            }
            NodeError::NotImplicit => f.write_str("a reference that must be left out"),
            NodeError::NotInline => {
                f.write_str("a node in place of which there must be inline references")
            }
            NodeError::NoHead => f.write_str("words that belong to no node"),
            NodeError::Start => f.write_str("a node that starts before the first one can"),
            NodeError::Order => f.write_str("edges whose labels do not ascend"),
        }
    }
}

impl core::error::Error for NodeError {}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use super::*;

    #[test]
    fn messages_name_the_rule() {
        for (error, message) in [
            (
                NodeError::TooShort {
                    needed: 2,
                    found: 1,
                },
                "a node of 1 words whose mask and letter set take 2",
            ),
            (NodeError::Empty, "a node without edges and letter set"),
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
                "a letter set code that is not the one of its letter set",
            ),
            (NodeError::Separator, "a separator edge within the DAWG"),
            (
                NodeError::EdgeCount {
                    needed: 3,
                    found: 1,
                },
                "1 references for 3 edges",
            ),
            (
                NodeError::Reference { found: 0x4000_0007 },
                "the reference 0x40000007, which leads to no earlier node",
            ),
            (NodeError::NotImplicit, "a reference that must be left out"),
            (
                NodeError::NotInline,
                "a node in place of which there must be inline references",
            ),
            (NodeError::NoHead, "words that belong to no node"),
            (
                NodeError::Start,
                "a node that starts before the first one can",
            ),
            (NodeError::Order, "edges whose labels do not ascend"),
        ] {
            assert_eq!(error.to_string(), message);
        }
    }
}
