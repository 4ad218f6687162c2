//! Exchanges: how many tiles the rules let a player exchange, and all exchanges of a rack.

use core::ops::ControlFlow;

use lexc_formats::MAX_TILES;

use crate::game::{Position, Rack, RackTile, Rules};

impl Rules {
    /// The number of tiles that the bag must hold for an exchange of this number of tiles.
    #[inline]
    pub const fn bag_len_for_exchange(&self, exchanged: usize) -> usize {
        let least = if exchanged > 1 { exchanged } else { 1 };
        if least > self.exchange_bag_len {
            least
        } else {
            self.exchange_bag_len
        }
    }

    /// The largest number of tiles that an exchange may swap with this number of tiles in the bag; 0 if there may be no exchange.
    #[inline]
    pub fn most_exchanged_with(&self, bag_len: usize) -> usize {
        match bag_len < self.bag_len_for_exchange(1) {
            true => 0,
            false => bag_len.min(self.most_exchanged()),
        }
    }

    /// The largest number of tiles that one exchange may swap.
    #[inline]
    pub const fn most_exchanged(&self) -> usize {
        match self.exchange_limit {
            Some(0) => 1,
            Some(limit) => limit,
            None => Rack::MAX_LEN,
        }
    }

    /// The tiles of a rack that one exchange may swap: all, or the first ones.
    pub fn exchangeable(&self, rack: Rack) -> Rack {
        let tiles = rack.into_iter().take(self.most_exchanged());
        tiles.collect::<Option<Rack>>().unwrap_or_default()
    }
}

/// Calls the visitor with the exchanged tiles and the kept tiles of every exchange, until it breaks.
///
/// - **Rules**: if the bag has fewer than [`Rules::exchange_bag_len`](crate::Rules::exchange_bag_len) tiles, there is
///   no exchange. An exchange has at most as many tiles as the bag, and as [`Rules::most_exchanged`](crate::Rules::most_exchanged).
/// - **Uniqueness**: visits each multiset of tiles once: A, A and B give five exchanges, not seven.
/// - **Order**: the same for the same rack on every host.
///
/// ```
/// # let section = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/testing/english.rs"));
/// # let alphabet = lexc_runtime::Alphabet::from_bytes(&section)?;
/// use core::ops::ControlFlow;
///
/// use lexc_runtime::{Board, Position, Rack, Rules, for_each_exchange};
///
/// let rules = Rules::standard(alphabet);
/// let board = Board::new(rules.layout().dimensions());
/// let position = Position::try_new(board, Rack::parse("AA?", alphabet)?, &rules)?;
/// let mut exchanges = Vec::new();
/// let _ = for_each_exchange(&position, 86, |exchanged, kept| {
///     exchanges.push([exchanged, kept].map(|tiles| tiles.display(alphabet).to_string()));
///     ControlFlow::<()>::Continue(())
/// });
/// assert_eq!(exchanges, [["A", "A?"], ["AA", "?"], ["?", "AA"], ["A?", "A"], ["AA?", ""]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn for_each_exchange<B>(
    position: &Position<'_>,
    bag_len: usize,
    mut visit: impl FnMut(&Rack, &Rack) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let most = position.rules().most_exchanged_with(bag_len);
    let mut split = Split::new(position.rack());
    while split.advance() {
        if split.taken.len() <= most {
            visit(&split.taken, &split.kept)?;
        }
    }
    ControlFlow::Continue(())
}

/// A rack in two parts. `advance` enumerates every way to take tiles, each once, like a counter whose lowest digit is
/// the number of taken tiles of the first letter.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    pub(crate) taken: Rack,
    pub(crate) kept: Rack,
}

impl Split {
    pub(crate) fn new(rack: &Rack) -> Split {
        Split {
            taken: Rack::EMPTY,
            kept: *rack,
        }
    }

    /// Advances to the next way to take tiles. After the last one, takes no tiles and returns `false`.
    pub(crate) fn advance(&mut self) -> bool {
        let letters = (self.taken.letters() | self.kept.letters()).into_iter();
        for tile in letters.map(RackTile::Letter).chain([RackTile::Blank]) {
            if self.kept.remove(tile) {
                return self.taken.add(tile);
            }
            while self.taken.remove(tile) {
                let _ = self.kept.add(tile);
            }
        }
        false
    }
}

/// By [rank](RackTile::rank) of a tile: the number that each taken tile adds to the index of a split. The index
/// counts splits in the order of [`Split::advance`], from 0. Also returns the number of splits.
pub(crate) fn strides(rack: &Rack) -> ([usize; MAX_TILES + 2], usize) {
    let mut strides = [0; MAX_TILES + 2];
    let mut ways = 1_usize;
    for (tile, count) in rack.counts() {
        if let Some(stride) = strides.get_mut(tile.rank()) {
            *stride = ways;
        }
        ways = ways.saturating_mul(count + 1);
    }
    (strides, ways)
}
