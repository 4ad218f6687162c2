//! Built-in letter distributions.

/// The alphabets that can be called by name: each a letter distribution.
pub(super) const PRESETS: &[(&str, &str)] =
    &[("english", include_str!("../../alphabets/english.csv"))];

/// The names of the presets that [`load`] knows.
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}
