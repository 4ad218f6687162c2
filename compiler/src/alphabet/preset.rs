//! Built-in letter distributions.

/// Presets: each a name and a letter distribution.
pub(super) const PRESETS: &[(&str, &str)] =
    &[("english", include_str!("../../alphabets/english.csv"))];

/// Names of the presets of [`load`](super::load()).
pub fn presets() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|(name, _)| *name)
}
