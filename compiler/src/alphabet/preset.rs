//! Built-in letter distributions.

/// The alphabets that can be called by name: each a letter distribution.
pub(super) const PRESETS: &[(&str, &str)] =
    &[("english", include_str!("../../alphabets/english.csv"))];

/// Names of the presets of [`load`](super::load()).
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}
