//! State that all searches share: tiles placed on a line, and the plays they complete.

use core::ops::ControlFlow;

use lexc_formats::raw::node::{Node, Nodes};
use lexc_formats::{PlacedTile, TileSet};

use super::anchor::Anchor;
use super::blanks::BlankPlays;
use super::line::{LineState, PlaceState};
use super::partial_score::{PartialScore, Scoring};
use super::place::{PLACES, Place};
use super::rack_state::RackState;
use super::sink::Sink;
use crate::game::play::Play;
use crate::game::square::{Direction, MAX_DIM};

/// Search on the current line, from the current anchor.
#[derive(Debug)]
pub(super) struct Search<'g, N, S> {
    pub(super) nodes: N,
    pub(super) line: &'g LineState,
    pub(super) scoring: &'g Scoring<'g>,
    pub(super) rack: RackState<'g>,
    pub(super) anchor: Anchor,
    /// Tiles placed, by place. The array is long enough to read [`MAX_DIM`] entries from any place of a line.
    pub(super) placed: [Option<PlacedTile>; PLACED_LEN],
    /// Place of the latest blank.
    pub(super) blank_place: Place,
    pub(super) sink: &'g mut S,
}

const PLACED_LEN: usize = 64;

const _: () = assert!(PLACES + MAX_DIM <= PLACED_LEN);

/// Squares of the main word, from `first` to `end`, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordSpan {
    pub(super) first: Place,
    pub(super) end: Place,
}

impl<'g, N: Nodes, S: Sink> Search<'g, N, S> {
    #[inline(always)]
    pub(super) fn new(
        nodes: N,
        line: &'g LineState,
        scoring: &'g Scoring<'g>,
        rack: RackState<'g>,
        sink: &'g mut S,
    ) -> Search<'g, N, S> {
        Search {
            nodes,
            line,
            scoring,
            rack,
            anchor: Anchor::NONE,
            placed: [None; PLACED_LEN],
            blank_place: Place::OUTSIDE,
            sink,
        }
    }

    /// Tiles that can be placed at `place`: usable tiles of the rack in the cross-set.
    #[inline(always)]
    pub(super) fn usable_at<const BLANK: bool>(&self, place: Place) -> TileSet {
        self.line.at(place).cross_set & self.rack.usable::<BLANK>()
    }

    /// Tiles of the rack that can be placed at `place`, on the anchor or right of it, in a word that starts at `first`. The sink
    /// must allow a letter there.
    #[inline(always)]
    pub(super) fn usable_right<const BLANK: bool>(&self, first: Place, place: Place) -> TileSet {
        if BLANK && self.allows_blank_right(first, place) {
            self.rack.usable::<true>()
        } else {
            self.rack.usable::<false>()
        }
    }

    /// Tiles that can be placed at `place`, on the anchor or right of it, in a word that starts at `first`: after a letter, and
    /// after a blank.
    #[inline(always)]
    pub(super) fn alive_right<const BLANK: bool>(
        &self,
        first: Place,
        place: Place,
    ) -> (TileSet, TileSet) {
        if !self
            .sink
            .allows_right(first, place, self.rack.all_designated)
        {
            (TileSet::EMPTY, TileSet::EMPTY)
        } else if BLANK && self.allows_blank_right(first, place) {
            let after_blank = self.rack.usable_without_blank();
            (self.rack.usable::<true>(), after_blank)
        } else {
            (self.rack.usable::<false>(), TileSet::EMPTY)
        }
    }

    /// True if the sink allows one more blank in a word that starts at `first` and has a tile at `place`, on the anchor or right
    /// of it.
    #[inline(always)]
    pub(super) fn allows_blank_right(&self, first: Place, place: Place) -> bool {
        let blanks = self.rack.all_designated.wrapping_add(1);
        !S::LIMITS_BLANKS || self.sink.allows_right(first, place, blanks)
    }

    /// Tiles of the rack that can be placed at `place`, left of the anchor.
    #[inline(always)]
    pub(super) fn usable_left<const BLANK: bool>(&self, place: Place) -> TileSet {
        if BLANK && self.allows_blank_left(place) {
            self.rack.usable::<true>()
        } else {
            self.rack.usable::<false>()
        }
    }

    /// True if the sink allows one more blank in a word that has a tile at `place`, left of the anchor.
    #[inline(always)]
    pub(super) fn allows_blank_left(&self, place: Place) -> bool {
        let blanks = self.rack.all_designated.wrapping_add(1);
        !S::LIMITS_BLANKS || self.sink.allows_left(place, blanks)
    }

    /// Target of the edge with this label. The node must have the edge.
    #[inline(always)]
    pub(super) fn follow(&self, node: Node, label: u8) -> Node {
        self.nodes.node(self.nodes.follow(node, label))
    }

    /// Target of the edge for ◇: the first edge, because no label is lower. The node must have the edge.
    #[inline(always)]
    pub(super) fn over_separator(&self, node: Node) -> Node {
        self.nodes.node(self.nodes.child(node, 0))
    }

    /// Emits the plays completed by one of the usable `tiles` at `place`.
    #[inline(always)]
    pub(super) fn complete<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        place: Place,
        word: WordSpan,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        if tiles.is_empty() || !self.sink.allows_count(partial.placed + 1) {
            return ControlFlow::Continue(());
        }
        if S::IS_SPARSE {
            self.complete_cold::<BLANK>(tiles, place, word, partial)
        } else {
            self.complete_here::<BLANK>(tiles, place, word, partial)
        }
    }

    /// [`complete_here`](Self::complete_here), out of line.
    #[cold]
    #[inline(never)]
    fn complete_cold<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        place: Place,
        word: WordSpan,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        self.complete_here::<BLANK>(tiles, place, word, partial)
    }

    #[cfg_attr(feature = "speed", inline(always))]
    fn complete_here<const BLANK: bool>(
        &mut self,
        tiles: TileSet,
        place: Place,
        word: WordSpan,
        partial: PartialScore,
    ) -> ControlFlow<S::Break> {
        for tile in tiles {
            if !BLANK || self.rack.has(tile) {
                let partial = self.put(place, PlacedTile::letter(tile), partial);
                self.emit_here(word, partial)?;
            } else {
                let partial = self.put(place, PlacedTile::blank(tile), partial);
                self.rack.take_blank(tile);
                self.emit_here(word, partial)?;
                self.rack.put_back_blank(tile);
            }
        }
        self.clear(place);
        ControlFlow::Continue(())
    }

    /// Places a letter or a blank. The score counts a blank as the letter.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        place: Place,
        placed_tile: PlacedTile,
        partial: PartialScore,
    ) -> PartialScore {
        if placed_tile.is_blank() {
            self.blank_place = place;
        }
        self.put_placed(place, placed_tile, partial)
    }

    /// Places a letter or a blank, without noting the place of the blank.
    #[inline(always)]
    pub(super) fn put_placed(
        &mut self,
        place: Place,
        placed_tile: PlacedTile,
        partial: PartialScore,
    ) -> PartialScore {
        self.set_placed(place, Some(placed_tile));
        partial.with(placed_tile.tile(), self.line.at(place), self.scoring)
    }

    /// Takes the tile off a place.
    #[inline(always)]
    pub(super) fn clear(&mut self, place: Place) {
        self.set_placed(place, None);
    }

    #[inline(always)]
    fn set_placed(&mut self, place: Place, placed_tile: Option<PlacedTile>) {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        {
            self.placed[place.number() & (PLACED_LEN - 1)] = placed_tile;
        }
    }

    #[inline(always)]
    fn placed_at(&self, place: Place) -> Option<PlacedTile> {
        #[expect(clippy::indexing_slicing, reason = "the mask keeps the index below 64")]
        self.placed[place.number() & (PLACED_LEN - 1)]
    }

    /// Walks along the run that starts at `place`, and emits the play if tiles are placed and a word ends with the
    /// run's last tile. Returns the place right of the run, the node reached and the partial score; `None` at a dead
    /// prefix. If `place` is empty, returns `place`, `node` and `partial`.
    #[inline(always)]
    pub(super) fn pass_run(
        &mut self,
        mut place: Place,
        mut node: Node,
        first: Place,
        mut partial: PartialScore,
    ) -> ControlFlow<S::Break, Option<(Place, Node, PartialScore)>> {
        while self.line.is_taken(place) {
            let PlaceState { code, value, .. } = self.line.at(place);
            partial.pass(value);
            let ends = !self.line.is_taken(place.next()) && partial.placed > 0;
            if ends && node.set >> code & 1 != 0 {
                self.emit(WordSpan { first, end: place }, partial)?;
            }
            if !node.has_edge(code) {
                return ControlFlow::Continue(None);
            }
            node = self.follow(node, code);
            place = place.next();
        }
        ControlFlow::Continue(Some((place, node, partial)))
    }

    /// Emits the plays whose words start at `first` and end with a tile placed at `place`, an empty square. Returns the
    /// tiles that can be placed there and extended to the right.
    #[inline(always)]
    pub(super) fn reach_right<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        first: Place,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, TileSet> {
        let usable = self.line.at(place).cross_set & self.usable_right::<BLANK>(first, place);
        if !self.line.is_taken(place.next()) {
            let word = WordSpan { first, end: place };
            self.complete::<BLANK>(usable.masked(node.set), place, word, partial)?;
        }
        ControlFlow::Continue(usable.masked(node.mask))
    }

    /// Emits the plays whose words start with a tile placed at `place`, an empty square left of the anchor, and end
    /// with the anchor. Returns the tiles that can be placed there and extended, to the left or over the ◇ to the
    /// right.
    #[inline(always)]
    pub(super) fn reach_left<const BLANK: bool>(
        &mut self,
        place: Place,
        node: Node,
        partial: PartialScore,
    ) -> ControlFlow<S::Break, TileSet> {
        let usable = self.line.at(place).cross_set & self.usable_left::<BLANK>(place);
        let word = WordSpan {
            first: place,
            end: self.anchor.end,
        };
        self.complete::<BLANK>(usable.masked(node.set), place, word, partial)?;
        ControlFlow::Continue(usable.masked(node.mask))
    }

    /// Walks a GADDAG from its root along the anchor's run, from the last tile to the first. `None` at a dead prefix.
    #[inline(always)]
    pub(super) fn walk_anchor(&self, root: Node) -> Option<(Node, PartialScore)> {
        let (mut node, mut partial) = (root, PartialScore::ZERO);
        for place in self.anchor.first.to(self.anchor.end).rev() {
            let PlaceState { code, value, .. } = self.line.at(place);
            partial.pass(value);
            if !node.has_edge(code) {
                return None;
            }
            node = self.follow(node, code);
        }
        Some((node, partial))
    }

    /// Emits the plays of a word, one for each choice of which placed tiles are blanks, except duplicates and pruned
    /// plays.
    #[inline(always)]
    pub(super) fn emit(&mut self, word: WordSpan, partial: PartialScore) -> ControlFlow<S::Break> {
        if S::IS_SPARSE {
            self.emit_cold(word, partial)
        } else {
            self.emit_here(word, partial)
        }
    }

    /// [`emit_here`](Self::emit_here), out of line.
    #[cold]
    #[inline(never)]
    fn emit_cold(&mut self, word: WordSpan, partial: PartialScore) -> ControlFlow<S::Break> {
        self.emit_here(word, partial)
    }

    #[cfg_attr(feature = "speed", inline(always))]
    fn emit_here(&mut self, word: WordSpan, partial: PartialScore) -> ControlFlow<S::Break> {
        let (mut score, mut times) = (partial.words(), 1);
        if self.scoring.may_have_bonus(partial.placed) {
            (score, times) = self.scoring.with_bonus(score, partial.placed);
            if times == 0 {
                return ControlFlow::Continue(());
            }
        }
        let WordSpan { first, end } = word;
        let direction = self.line.line.direction();
        let placed = partial.placed;
        if placed == 1 && direction == Direction::Down && self.covers_crossed(word) {
            // The across play of the same tile is emitted instead.
            return ControlFlow::Continue(());
        }
        let designated = self.rack.all_designated;
        if !self.sink.allows_score(placed, score, designated) {
            return ControlFlow::Continue(());
        }
        // Blanks that may also stand for letters that the rack has.
        let mut spare = self.rack.blanks;
        while spare > 0 && !(self.sink).allows_score(placed, score, designated.wrapping_add(spare))
        {
            spare -= 1;
        }
        let mut is_settled = designated | spare == 0;
        // Most plays with blanks have one blank, for a letter that the rack lacks: only one square can have that blank.
        if designated == 1
            && spare == 0
            && let Some(tile) = self.placed_at(self.blank_place).map(PlacedTile::tile)
            && !self.rack.had(tile)
        {
            is_settled = true;
            let place = self.line.at(self.blank_place);
            let loss = self.scoring.loss(tile, place, partial.word_multiplier);
            score -= loss * times;
        }
        let from = first.number();
        let placed_tiles = self
            .placed
            .get(from..from + MAX_DIM)
            .and_then(|placed_tiles| placed_tiles.try_into().ok());
        let (Some(origin), Some(placed_tiles)) =
            (self.line.line.square(first.offset()), placed_tiles)
        else {
            return ControlFlow::Continue(());
        };
        let play = Play::from_parts(
            origin,
            direction,
            end.next() - first,
            placed as usize,
            placed_tiles,
            score,
        );
        if is_settled {
            self.sink.emit(&play)
        } else {
            let blank_plays = BlankPlays {
                line: self.line,
                scoring: self.scoring,
                rack: &mut self.rack,
                spare,
                sink: &mut *self.sink,
                first,
                word_multiplier: partial.word_multiplier,
                times,
            };
            blank_plays.emit_all(play)
        }
    }

    /// True if a placed tile of the word forms a cross-word.
    fn covers_crossed(&self, word: WordSpan) -> bool {
        let mut places = word.first.to(word.end);
        places.any(|place| self.line.is_crossed(place) && self.placed_at(place).is_some())
    }
}
