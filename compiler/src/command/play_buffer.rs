//! Plays of one search, in bounded memory.

use std::hint::black_box;

use lexc_runtime::Play;

/// Keeps the plays of a search as a program would that looks at them afterwards.
///
/// Positions of real games have thousands of plays, and the buffer keeps all. With two blanks, an image in which every
/// string is a word makes hundreds of millions: then the buffer is emptied again and again, and keeps count and best play.
#[derive(Debug, Default)]
pub struct PlayBuffer {
    plays: Vec<Play>,
    /// The number of plays dropped.
    dropped: u64,
    /// The best of the plays dropped.
    best_dropped: Option<Play>,
}

impl PlayBuffer {
    /// The most plays kept: 65,536.
    const MAX_PLAYS: usize = 1 << 16;

    /// Drops all plays.
    pub fn clear(&mut self) {
        self.plays.clear();
        (self.dropped, self.best_dropped) = (0, None);
    }

    /// Adds a play.
    #[inline]
    pub fn push(&mut self, play: &Play) {
        if self.plays.len() == PlayBuffer::MAX_PLAYS {
            self.drop_plays();
        }
        self.plays.push(*play);
    }

    /// Empties the buffer, and keeps count and best play.
    #[cold]
    fn drop_plays(&mut self) {
        self.best_dropped = self.best();
        self.dropped = self.count();
        // Seen from outside, so that the optimizer stores them.
        black_box(&self.plays).is_empty();
        self.plays.clear();
    }

    /// The number of plays added.
    pub fn count(&self) -> u64 {
        self.dropped + self.plays.len() as u64
    }

    /// The highest score of the plays added.
    pub fn best_score(&self) -> Option<i32> {
        let kept = self.plays.iter().map(Play::score).max();
        kept.max(self.best_dropped.map(|play| play.score()))
    }

    /// The play that ranks first of those added.
    pub fn best(&self) -> Option<Play> {
        let plays = self.plays.iter().chain(&self.best_dropped);
        plays.min_by(|a, b| a.best_first(b)).copied()
    }
}

#[cfg(test)]
mod tests {
    use lexc_runtime::{Direction, PlacedTile, Square, Tile};

    use super::*;

    #[test]
    fn counts_all_plays_and_finds_the_best_in_bounded_memory() {
        let origin = Square::new(7, 7).unwrap();
        let tiles = [Some(PlacedTile::letter(Tile::FIRST)); 2];
        let play = |score| Play::new(origin, Direction::Across, &tiles, score).unwrap();
        let mut buffer = PlayBuffer::default();
        for best_at in [0, 70_000, 199_999] {
            buffer.clear();
            assert_eq!((buffer.count(), buffer.best()), (0, None));
            assert_eq!(buffer.best_score(), None);
            for index in 0..200_000 {
                buffer.push(&play(if index == best_at { 9 } else { 8 }));
            }
            assert_eq!(buffer.count(), 200_000);
            assert_eq!(buffer.best(), Some(play(9)));
            assert_eq!(buffer.best_score(), Some(9));
            assert!(buffer.plays.capacity() <= PlayBuffer::MAX_PLAYS);
        }
    }
}
