//! The lexicon inside the command, with the feature `bundled`.

/// An image of words and one of leaves for them, both of which the program contains.
#[derive(Debug)]
pub struct Bundle {
    pub image: &'static [u8],
    pub leaves: &'static [u8],
}

/// SCOWL-60 with its levels, and its leaves.
#[cfg(feature = "bundled")]
pub static BUNDLE: Option<Bundle> = Some(Bundle {
    image: include_bytes!(concat!(env!("OUT_DIR"), "/scowl-60.gaddag")),
    leaves: include_bytes!("../../tests/data/leaves/scowl-60.leaves"),
});

/// Without the feature, none.
#[cfg(not(feature = "bundled"))]
pub static BUNDLE: Option<Bundle> = None;
