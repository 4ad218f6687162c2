//! Keys of the settings of rules.

/// True if texts may have all keys.
pub(crate) const GAMES: bool = cfg!(feature = "games");

/// A key of a setting of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "`Rules::parse` has a table of the keys")]
pub enum RulesKey {
    Board,
    Drawn,
    Rack,
    Place,
    Bonus,
    Blank,
    Values,
    Counts,
    Exchange,
    Swap,
    Scoreless,
    Passes,
    End,
    Finish,
    Turns,
    Challenge,
}

impl RulesKey {
    const ALL: [RulesKey; 16] = [
        RulesKey::Board,
        RulesKey::Drawn,
        RulesKey::Rack,
        RulesKey::Place,
        RulesKey::Bonus,
        RulesKey::Blank,
        RulesKey::Values,
        RulesKey::Counts,
        RulesKey::Exchange,
        RulesKey::Swap,
        RulesKey::Scoreless,
        RulesKey::Passes,
        RulesKey::End,
        RulesKey::Finish,
        RulesKey::Turns,
        RulesKey::Challenge,
    ];

    /// The text of the key before the `=`.
    pub const fn name(self) -> &'static str {
        match self {
            RulesKey::Board => "board",
            RulesKey::Drawn => "drawn",
            RulesKey::Rack => "rack",
            RulesKey::Place => "place",
            RulesKey::Bonus => "bonus",
            RulesKey::Blank => "blank",
            RulesKey::Values => "values",
            RulesKey::Counts => "counts",
            RulesKey::Exchange => "exchange",
            RulesKey::Swap => "swap",
            RulesKey::Scoreless => "scoreless",
            RulesKey::Passes => "passes",
            RulesKey::End => "end",
            RulesKey::Finish => "finish",
            RulesKey::Turns => "turns",
            RulesKey::Challenge => "challenge",
        }
    }

    /// The keys that texts may have.
    pub(crate) const READ: &[RulesKey] = match GAMES {
        true => &RulesKey::ALL,
        false => &[
            RulesKey::Board,
            RulesKey::Rack,
            RulesKey::Bonus,
            RulesKey::Blank,
            RulesKey::Exchange,
            RulesKey::Scoreless,
            RulesKey::Passes,
            RulesKey::End,
            RulesKey::Challenge,
        ],
    };

    pub(super) fn parse(name: &str) -> Option<RulesKey> {
        let mut keys = RulesKey::READ.iter().copied();
        keys.find(|key| key.name() == name)
    }

    /// The values that the key takes, for an error message.
    pub(crate) const fn values(self) -> &'static str {
        match self {
            RulesKey::Board => {
                "use standard, super, or row,column:row/row/... with . for plain squares"
            }
            RulesKey::Drawn if GAMES => "use a number, the seed of the premium squares",
            RulesKey::Rack => "use a number of tiles",
            RulesKey::Place if GAMES => "use the number of tiles that one play may place, or all",
            RulesKey::Bonus if GAMES => {
                "use a number of points, or a list such as 7:50,8:x2 by number of tiles placed"
            }
            RulesKey::Bonus | RulesKey::Blank => "use a number of points",
            RulesKey::Values if GAMES => "use tiles, a colon and their points, such as JX:8,QZ:10",
            RulesKey::Counts if GAMES => {
                "use tiles, a colon and the number of each, such as AI:9,?:2"
            }
            RulesKey::Exchange => "use the number of tiles that the bag must hold for an exchange",
            RulesKey::Scoreless => "use a number of turns from 1",
            RulesKey::Passes => "use a number of passes from 1, or none",
            RulesKey::Swap if GAMES => "use the number of tiles that one exchange may swap, or all",
            RulesKey::End => "use tournament, printed or none",
            RulesKey::Finish if GAMES => "use out, last or bag",
            RulesKey::Turns if GAMES => "use a number of turns of each player from 1, or none",
            RulesKey::Challenge => {
                "use void, single, double, triple, 5 for points a play, 5/word for points a word, or -10 for points that the challenger loses"
            }
            _ => "",
        }
    }
}
