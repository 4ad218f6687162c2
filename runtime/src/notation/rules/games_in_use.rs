//! Rules of games in use, by the form of the game.

/// Rules of a game in use, as settings under a name. The name may be the first word of the text of rules, and settings after it take
/// the place of its own.
///
/// Letters have the values and counts of the alphabet; where a game has its own, the settings `values` and `counts` give them.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use lexc_runtime::{Bonus, Rules, RulesPreset};
///
/// let rules = Rules::parse("rack-8 passes=4", alphabet)?;
/// assert_eq!((rules.rack_size(), rules.bonus(7)), (8, Bonus::Points(40)));
/// assert_eq!(rules.pass_limit(), Some(4));
/// assert!(RulesPreset::ALL.iter().any(|preset| preset.name == "rack-8"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesPreset {
    /// The name.
    pub name: &'static str,
    /// The shape of the game.
    pub form: &'static str,
    /// The sources of the facts.
    pub source: &'static str,
    /// The settings, which [`RulesText::parse`](crate::RulesText::parse) reads.
    pub text: &'static str,
}

impl RulesPreset {
    /// All presets.
    pub const ALL: &[RulesPreset] = &[
        RulesPreset {
            name: "bonus-35",
            form: "15 x 15 with its own premium squares, a bonus of 35, and an end after three passes",
            source: "zyngasupport.helpshift.com, How do I earn points?; the board is that of two programs, Xanado and word_wars, with the counts of 2letterwords.com",
            text: "board=7,7:...=..\".\"..=.../..'..-...-..'/.'..'.....'..'/=..\"...-...\"..=/..'...'.'...'/.-...\"...\"...-/\"...'.....'...\"/...-.......-/\"...'.....'...\"/.-...\"...\"...-/..'...'.'...'/=..\"...-...\"..=/.'..'.....'..'/..'..-...-..'/...=..\".\"..= bonus=35 passes=3 end=printed",
        },
        RulesPreset {
            name: "bonus-40",
            form: "15 x 15 with its own premium squares, a bonus of 40, and an end after three passes",
            source: "game04.wordfeud.com/wf/help; the board is that of the program Wordfeud-Player",
            text: "board=7,7:\"...=..'..=...\"/.'...\"...\"...'/..-...'.'...-/...\"...-...\"/=...-.'.'.-...=/.\"...\"...\"...\"/..'.'.....'.'/'..-.......-..'/..'.'.....'.'/.\"...\"...\"...\"/=...-.'.'.-...=/...\"...-...\"/..-...'.'...-/.'...\"...\"...'/\"...=..'..=...\" bonus=40 passes=3 end=printed",
        },
        RulesPreset {
            name: "drawn-40",
            form: "15 x 15 with premium squares drawn from a seed, a bonus of 40, and an end after three passes",
            source: "game04.wordfeud.com/wf/help; tiger2002crossword.blogspot.com, 15 March 2014, has the option of random boards",
            text: "bonus-40 drawn=1",
        },
        RulesPreset {
            name: "rack-8",
            form: "racks of 8 tiles, and a bonus of 40 for 7 tiles and of 50 for 8",
            source: "puzz.com/crossbingo/lexulous; forum.lexulous.com/topic/172",
            text: "rack=8 bonus=7:40,8:50 end=printed",
        },
        RulesPreset {
            name: "7-of-8",
            form: "racks of 8 tiles, of which one play places up to 7",
            source: "hiersac-scrabble.org, the game of 24 February 2023; the form is usual in French clubs",
            text: "rack=8 place=7",
        },
        RulesPreset {
            name: "last-turn",
            form: "15 x 15 with its own premium squares, a bonus of 40, one more turn of each player once the bag is empty, and no points for tiles left",
            source: "gatagames.com, 22 January 2026; thewordfinder.com, 23 June 2026; the board is that of the program crossplay-tournament",
            text: "board=7,7:\"..=...'...=..\"/.-....\".\"....-/....'.....'/=..'...-...'..=/..'..\"...\"..'/....\"..'..\"/.\"...........\"/'..-.'...'.-..'/.\"...........\"/....\"..'..\"/..'..\"...\"..'/=..'...-...'..=/....'.....'/.-....\".\"....-/\"..=...'...=..\" bonus=40 finish=bag end=none",
        },
    ];
}
