//! Conditions as text: one table of their kinds, which every face of the library reads.

/// A kind of conditions. Its name is the start of a condition's text, and the long option of `lexc find`.
///
/// | text | words | made by |
/// |---|---|---|
/// | `anagram:RACK` | of all tiles of the rack and no others; with `*`, of these and any others | [`Condition::anagram`](crate::Condition::anagram) |
/// | `sub-anagram:RACK` | of some or all tiles of the rack | [`Condition::sub_anagram`](crate::Condition::sub_anagram) |
/// | `pattern:PATTERN` | of this pattern | [`Condition::pattern`](crate::Condition::pattern) |
/// | `prefix:TILES` | that start with these tiles | [`Condition::prefix`](crate::Condition::prefix) |
/// | `suffix:TILES` | that end with these tiles | [`Condition::suffix`](crate::Condition::suffix) |
/// | `contains:TILES` | with these tiles in a row | [`Condition::containing`](crate::Condition::containing) |
/// | `extensions:WORD` | that are longer than this word and contain it | [`Condition::extensions`](crate::Condition::extensions) |
/// | `hooks:WORD` | made of this word and one tile before or behind it | [`Condition::hooks`](crate::Condition::hooks) |
/// | `near:WORD`, `near:WORD~2`, `near:WORD~2-3` | at most one edit from this word, at most two, two or three; at most 3 are possible | [`Condition::near`](crate::Condition::near) |
/// | `code:CODE` | of this code | [`Condition::code`](crate::Condition::code) |
/// | `length:RANGE` | of this number of tiles | [`Condition::length`](crate::Condition::length) |
/// | `vowels:RANGE` | with this number of vowels | [`Condition::vowels`](crate::Condition::vowels) |
/// | `takes-no-hook:SIDE` | that take no hook on this side | [`Condition::takes_no_hook`](crate::Condition::takes_no_hook) |
/// | `is-hook:SIDE` | made of another word and a hook on this side | [`Condition::is_hook`](crate::Condition::is_hook) |
///
/// A range is `7`, `7-8`, `7-` or `-8`, and a side `front`, `back` or `either`. `takes-no-hook` alone means
/// `takes-no-hook:either`, and `is-hook` alone `is-hook:either`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the table above explains the kinds")]
pub enum ConditionKind {
    Anagram,
    SubAnagram,
    Pattern,
    Prefix,
    Suffix,
    Contains,
    Extensions,
    Hooks,
    Near,
    Code,
    Length,
    Vowels,
    TakesNoHook,
    IsHook,
}

/// The form of a value, with its name in help texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Rack,
    Pattern,
    Tiles,
    Word,
    /// A word; `~` and a number or a range of edits may follow.
    WordAndEdits,
    Code,
    Range,
    Side,
}

impl ConditionKind {
    /// All kinds.
    pub const ALL: &'static [ConditionKind] = &[
        ConditionKind::Anagram,
        ConditionKind::SubAnagram,
        ConditionKind::Pattern,
        ConditionKind::Prefix,
        ConditionKind::Suffix,
        ConditionKind::Contains,
        ConditionKind::Extensions,
        ConditionKind::Hooks,
        ConditionKind::Near,
        ConditionKind::Code,
        ConditionKind::Length,
        ConditionKind::Vowels,
        ConditionKind::TakesNoHook,
        ConditionKind::IsHook,
    ];

    /// Name, form of the value, and help. Inlined, so that a program keeps only the columns that it reads.
    #[inline(always)]
    const fn row(self) -> (&'static str, Form, &'static str) {
        match self {
            ConditionKind::Anagram => (
                "anagram",
                Form::Rack,
                "Words of all tiles of the rack; with *, of these and any others",
            ),
            ConditionKind::SubAnagram => (
                "sub-anagram",
                Form::Rack,
                "Words of some or all tiles of the rack",
            ),
            ConditionKind::Pattern => (
                "pattern",
                Form::Pattern,
                "Words of this pattern, such as c.t, *ing or [^s]*.q*",
            ),
            ConditionKind::Prefix => ("prefix", Form::Tiles, "Words that start with these tiles"),
            ConditionKind::Suffix => ("suffix", Form::Tiles, "Words that end with these tiles"),
            ConditionKind::Contains => ("contains", Form::Tiles, "Words with these tiles in a row"),
            ConditionKind::Extensions => (
                "extensions",
                Form::Word,
                "Longer words with this word at the front, at the back or inside",
            ),
            ConditionKind::Hooks => (
                "hooks",
                Form::Word,
                "Words made of this word and a hook: a tile before or behind it",
            ),
            ConditionKind::Near => (
                "near",
                Form::WordAndEdits,
                "Words near this one, by the number of tiles to insert, delete or replace",
            ),
            ConditionKind::Code => (
                "code",
                Form::Code,
                "Words of this code: equal characters stand for equal tiles, different ones for different tiles",
            ),
            ConditionKind::Length => (
                "length",
                Form::Range,
                "Words of this length: 7, 7-8, 7- or -8",
            ),
            ConditionKind::Vowels => (
                "vowels",
                Form::Range,
                "Words with this number of vowels: 1, 1-2, 1- or -2",
            ),
            ConditionKind::TakesNoHook => (
                "takes-no-hook",
                Form::Side,
                "Words that take no hook on this side: front, back or either; without a side, no hook on either side",
            ),
            ConditionKind::IsHook => (
                "is-hook",
                Form::Side,
                "Words made of another word and a hook on this side: front, back or either",
            ),
        }
    }

    pub(super) const fn form(self) -> Form {
        self.row().1
    }

    /// The largest number of edits of `near`.
    pub const MAX_EDITS: usize = 3;

    /// The number of edits of `near` where a condition has none.
    pub const EDITS: usize = 1;

    /// The name, in lower case, with hyphens between its words.
    pub const fn name(self) -> &'static str {
        self.row().0
    }

    /// A word for the value in help texts, such as `RACK`.
    pub const fn value_name(self) -> &'static str {
        match self.form() {
            Form::Rack => "RACK",
            Form::Pattern => "PATTERN",
            Form::Tiles => "TILES",
            Form::Word | Form::WordAndEdits => "WORD",
            Form::Code => "CODE",
            Form::Range => "RANGE",
            Form::Side => "SIDE",
        }
    }

    /// The words that meet conditions of the kind, as help on one line.
    pub const fn help(self) -> &'static str {
        self.row().2
    }

    /// The value of a condition that has none; `None` if the kind needs a value.
    pub const fn default_value(self) -> Option<&'static str> {
        match self.form() {
            Form::Side => Some("either"),
            _ => None,
        }
    }
}
