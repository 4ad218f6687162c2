//! The errors of a node.

/// The rule that a node breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NodeError {
    /// Fewer units than mask and letter set take.
    TooShort {
        /// The number of units that they take.
        needed: u64,
        /// The number of units from the end of the node before.
        found: u64,
    },
    /// Neither edges nor a letter set.
    Empty,
    /// A label in the mask that is not in the alphabet.
    Label,
    /// A stored letter set that is empty or has a tile that is not in the alphabet.
    LetterSet,
    /// A stored letter set that has a set code, or a set code without a letter set.
    SetCode,
    /// A separator edge in a node of the DAWG.
    Separator,
    /// More or fewer references than edges.
    EdgeCount {
        /// The number of edges in the mask.
        needed: u32,
        /// The number of units for references.
        found: u64,
    },
    /// A reference that names no earlier node, or holds an invalid label.
    Reference {
        /// The reference.
        found: u32,
    },
    /// A stored reference to the node that ends right before this one, which must be implicit.
    NotImplicit,
    /// A stored node that must be inline.
    NotInline,
    /// Units after the last node, without a head.
    NoHead,
    /// A compact node that starts before the first byte of nodes.
    Start,
    /// Labels of a compact node that do not ascend.
    Order,
}

impl core::fmt::Display for NodeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            NodeError::TooShort { needed, found } => {
                return write!(
                    f,
                    "a node of {found} units whose mask and letter set take {needed}"
                );
            }
            NodeError::EdgeCount { needed, found } => {
                return write!(f, "{found} references for {needed} edges");
            }
            NodeError::Reference { found } => {
                return write!(f, "reference {found:#x} names no earlier node");
            }
            NodeError::Empty => "a node without edges and letter set",
            NodeError::Label => "an edge label that is not in the alphabet",
            NodeError::LetterSet => "a letter set that is empty or not within the alphabet",
            NodeError::SetCode => "a set code that is not the one of the letter set",
            NodeError::Separator => "a separator edge within the DAWG",
            NodeError::NotImplicit => "a stored reference that must be implicit",
            NodeError::NotInline => "a stored node that must be inline",
            NodeError::NoHead => "units without a head after the last node",
            NodeError::Start => "a node that starts before the first byte of nodes",
            NodeError::Order => "edge labels that do not ascend",
        })
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
                "a node of 1 units whose mask and letter set take 2",
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
                "a set code that is not the one of the letter set",
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
                "reference 0x40000007 names no earlier node",
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
}
