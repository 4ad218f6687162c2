//! Stages of a compilation, with their times.

use std::time::{Duration, Instant};

/// One stage of a compilation, as `lexc build -v` prints it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Which one.
    pub kind: StageKind,
    /// How many things it makes: nodes, numbers, images.
    pub items: u64,
    /// How many bytes they take in the image.
    pub bytes: u64,
    /// How long it took.
    pub time: Duration,
}

/// The stages of a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StageKind {
    /// The DAWG's nodes; in an image without a DAWG, the nodes after the separator, which are all except the root.
    Dawg,
    /// The word index.
    WordIndex,
    /// The GADDAG's nodes before the separator.
    LeftHalf,
    /// The DAWG's nodes once more, as compact nodes.
    Compact,
    /// The filter of the long words' tiles.
    AnagramFilter,
    /// The image, put together of its sections.
    Image,
}

/// Measures stages.
pub(super) struct Clock {
    stages: Vec<Stage>,
    start: Instant,
}

impl Clock {
    pub(super) fn start() -> Clock {
        Clock {
            stages: Vec::new(),
            start: Instant::now(),
        }
    }

    pub(super) fn lap(&mut self, kind: StageKind, items: usize, bytes: usize) {
        let end = Instant::now();
        let time = end - self.start;
        self.start = end;
        self.stages.push(Stage {
            kind,
            items: items as u64,
            bytes: bytes as u64,
            time,
        });
    }

    pub(super) fn finish(self) -> Vec<Stage> {
        self.stages
    }
}

/// A finished image and how it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiled {
    /// The image.
    pub image: Vec<u8>,
    /// The stages, in order.
    pub stages: Vec<Stage>,
}
