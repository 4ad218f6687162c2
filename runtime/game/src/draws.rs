//! Sets of tiles of a bag or a rack.

use lexc_runtime::RackTile;

/// A set of tiles of a bag or a rack.
#[derive(Clone, Debug)]
pub(crate) struct Draw {
    pub(crate) tiles: Vec<RackTile>,
    /// The number of ways to choose these tiles, equal tiles told apart.
    pub(crate) ways: u64,
}

/// All sets of `count` tiles of a bag or a rack with these counts.
pub(crate) fn draws(counts: impl Iterator<Item = (RackTile, usize)>, count: usize) -> Vec<Draw> {
    let mut draws = vec![Draw {
        tiles: Vec::with_capacity(count),
        ways: 1,
    }];
    for (tile, copies) in counts {
        let mut next = Vec::new();
        for draw in draws {
            for taken in 0..=copies.min(count - draw.tiles.len()) {
                let mut tiles = draw.tiles.clone();
                tiles.extend(std::iter::repeat_n(tile, taken));
                next.push(Draw {
                    tiles,
                    ways: draw.ways * choices(copies, taken),
                });
            }
        }
        draws = next;
    }
    draws.retain(|draw| draw.tiles.len() == count);
    draws
}

/// The number of ways to choose `taken` of so many copies; 0 if there are fewer.
pub(crate) fn choices(copies: usize, taken: usize) -> u64 {
    let mut choices = 1;
    for chosen in 0..taken {
        choices = choices * copies.saturating_sub(chosen) as u64 / (chosen as u64 + 1);
    }
    choices
}

#[cfg(test)]
mod tests {
    use lexc_runtime::Rack;

    use super::*;
    use crate::testing::with_game;

    #[test]
    fn draws_are_sets_with_the_ways_to_choose_them() {
        with_game(|lexicon, _| {
            let alphabet = lexicon.alphabet();
            let rack = Rack::parse("AABC", alphabet).unwrap();
            let text = |draw: Draw| {
                let set = draw.tiles.into_iter().collect::<Option<Rack>>().unwrap();
                (set.display(alphabet).to_string(), draw.ways)
            };
            let mut draws: Vec<(String, u64)> =
                draws(rack.counts(), 2).into_iter().map(text).collect();
            draws.sort();
            let expected = [("AA", 1), ("AB", 2), ("AC", 2), ("BC", 1)];
            assert_eq!(draws, expected.map(|(set, ways)| (set.to_owned(), ways)));
        });
    }
}
