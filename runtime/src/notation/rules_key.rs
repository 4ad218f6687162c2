//! Keys of the settings of rules.

/// A key of a setting of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`Rules::parse` has a table of the keys")]
pub enum RulesKey {
    Board,
    Rack,
    Bonus,
    Blank,
    Exchange,
    Scoreless,
    Passes,
    End,
    Challenge,
}

impl RulesKey {
    pub(crate) const ALL: [RulesKey; 9] = [
        RulesKey::Board,
        RulesKey::Rack,
        RulesKey::Bonus,
        RulesKey::Blank,
        RulesKey::Exchange,
        RulesKey::Scoreless,
        RulesKey::Passes,
        RulesKey::End,
        RulesKey::Challenge,
    ];

    /// The text of the key before the `=`.
    pub const fn name(self) -> &'static str {
        match self {
            RulesKey::Board => "board",
            RulesKey::Rack => "rack",
            RulesKey::Bonus => "bonus",
            RulesKey::Blank => "blank",
            RulesKey::Exchange => "exchange",
            RulesKey::Scoreless => "scoreless",
            RulesKey::Passes => "passes",
            RulesKey::End => "end",
            RulesKey::Challenge => "challenge",
        }
    }

    pub(super) fn parse(name: &str) -> Option<RulesKey> {
        RulesKey::ALL.into_iter().find(|key| key.name() == name)
    }

    /// The values that the key takes, for an error message.
    pub(crate) const fn values(self) -> &'static str {
        match self {
            RulesKey::Board => {
                "use standard, super, or row,column:row/row/... with . for plain squares"
            }
            RulesKey::Rack => "use a number of tiles",
            RulesKey::Bonus | RulesKey::Blank => "use a number of points",
            RulesKey::Exchange => "use the number of tiles that the bag must hold for an exchange",
            RulesKey::Scoreless => "use a number of turns from 1",
            RulesKey::Passes => "use a number of passes from 1, or none",
            RulesKey::End => "use tournament or printed",
            RulesKey::Challenge => {
                "use void, single, double, triple, 5 for points a play, 5/word for points a word, or -10 for points that the challenger loses"
            }
        }
    }
}
