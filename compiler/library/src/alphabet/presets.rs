//! The presets: letter distributions of published editions, with the rules of their languages for reading text.

/// A preset.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name that [`load`](super::load) takes.
    pub name: &'static str,
    /// The text of its letter distribution.
    pub text: &'static str,
}

impl Preset {
    /// The preset of this name; `None` if there is none.
    pub fn named(name: &str) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// Language, number of tiles and sources: the first comment of the letter distribution.
    pub fn note(&self) -> &'static str {
        let first = self.text.lines().next().unwrap_or_default();
        first.trim_start_matches('#').trim()
    }
}

/// Names of the presets of [`load`](super::load).
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|preset| preset.name)
}

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        &[$(Preset {
            name: $name,
            text: include_str!(concat!("../../alphabets/", $name, ".csv")),
        }),*]
    };
}

/// All presets, sorted by name.
pub const PRESETS: &[Preset] = presets![
    "catalan",
    "catalan-super",
    "czech",
    "danish",
    "dutch",
    "english",
    "english-super",
    "finnish",
    "french",
    "german",
    "greek",
    "hong-kong-english",
    "italian",
    "norwegian",
    "polish",
    "portuguese",
    "slovene",
    "spanish",
    "swedish",
    "turkish",
];
