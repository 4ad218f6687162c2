//! Look-ups: finds the bingos of an anchor by the image's word map, where that takes fewer instructions than a walk.
//!
//! A bingo places all tiles of the rack. So the tiles on the board that a span covers determine its words: the words of one
//! multiset or, with blanks, of one multiset for each choice of their letters that the anagram filter allows. Spans that
//! cover the same tiles share their look-ups. A word fits a span if each tile is on the board or in the square's cross-set.

use core::ops::ControlFlow;

use lexc_formats::raw::node::Nodes;
use lexc_formats::{AnagramKey, Image, Multiset, Tile, TileSet, WordMap};

use super::bound::{Bounds, Span};
use super::queue::{AnchorQueue, Entry};
use crate::game::rack::Rack;
use crate::game::rack_tile::RackTile;
use crate::lexicon::automaton::Automaton;
use crate::movegen::line::LineState;
use crate::movegen::partial_score::PartialScore;
use crate::movegen::place::{PLACES, Place};
use crate::movegen::search::{Search, WordSpan};
use crate::movegen::sink::Sink;

/// Working memory of searches of one rack.
pub(super) struct Scratch<'a> {
    pub(super) queue: AnchorQueue,
    /// `None` if the image has no word map.
    pub(super) look_ups: Option<LookUps<'a>>,
}

impl<'a> Scratch<'a> {
    pub(super) fn new(image: &Image<'a>, rack: &Rack) -> Scratch<'a> {
        Scratch {
            queue: AnchorQueue::EMPTY,
            look_ups: LookUps::new(image, rack),
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct BingoSpan {
    word: WordSpan,
    /// Sum of the keys of the tiles on the board.
    covered: AnagramKey,
    /// Cross-sets without a letter of the rack. Blanks must stand for one of each.
    unmet: [Option<TileSet>; MOST_BLANKS],
}

const MOST_BLANKS: usize = 2;

/// Letters that the blanks stand for.
type Blanks = [Option<Tile>; MOST_BLANKS];

/// Estimated instructions for the look-up of a multiset with words, for finding that it serves no span, and for the walk in a
/// span.
const LOOK_UP: usize = 650;
const TEST: usize = 20;
const WALK: usize = 6_000;

impl BingoSpan {
    /// The span, unless too many of its squares need a blank. `letters` are those of the rack.
    #[inline(never)]
    fn new(line: &LineState, span: &Span, letters: TileSet) -> Option<BingoSpan> {
        let mut unmet = [None; MOST_BLANKS];
        let mut entries = unmet.iter_mut();
        let mut place = span.first;
        let mut end = place;
        while place <= span.last || line.is_taken(place) {
            let cross_set = line.at(place).cross_set;
            if line.is_crossed(place) && (cross_set & letters).is_empty() {
                *entries.next()? = Some(cross_set);
            }
            end = place;
            place = place.next();
        }
        let first = span.first;
        Some(BingoSpan {
            word: WordSpan { first, end },
            covered: span.covered,
            unmet,
        })
    }

    /// Number of tiles of the word.
    fn len(&self) -> usize {
        self.word.end.next() - self.word.first
    }

    /// True if blanks for these letters can serve the squares for which the rack has no letter.
    fn admits(&self, blanks: TileSet) -> bool {
        let mut unmet = self.unmet.iter().flatten();
        unmet.all(|&unmet| !(unmet & blanks).is_empty())
    }
}

/// The word map of an image, with the rack added to each multiset, and the spans of an anchor's bingos.
#[derive(Debug)]
pub(super) struct LookUps<'a> {
    map: WordMap<'a>,
    rack: Rack,
    spans: [Option<BingoSpan>; Rack::MAX_LEN + 1],
    len: usize,
}

impl<'a> LookUps<'a> {
    /// Returns `None` if the image has no word map.
    pub(super) fn new(image: &Image<'a>, rack: &Rack) -> Option<LookUps<'a>> {
        let map = image.word_map()?;
        Some(LookUps {
            map,
            rack: *rack,
            spans: [None; Rack::MAX_LEN + 1],
            len: 0,
        })
    }

    /// Lists the spans of the queued bingos that are `allowed`. Returns `true` if their look-ups are estimated to take fewer
    /// instructions than a walk.
    pub(super) fn pays(
        &mut self,
        bounds: &mut Bounds<'_>,
        entry: Entry,
        allowed: impl Fn(&Bounds<'_>, &Span) -> bool,
    ) -> bool {
        bounds.set_anchor(entry.anchor(bounds.line.taken));
        self.len = 0;
        let mut walk = 0;
        bounds.for_each_span(true, |span, _| {
            if allowed(bounds, &span) {
                walk += WALK;
                if let Some(span) = BingoSpan::new(&bounds.line, &span, self.rack.letters())
                    && let Some(slot) = self.spans.get_mut(self.len)
                {
                    *slot = Some(span);
                    self.len += 1;
                }
            }
            true
        });
        if self.spans().any(|span| span.len() > WordMap::COMPLETE_LEN) {
            return false;
        }
        let enough = self.visit_multisets(bounds, |_, _, is_admitted| {
            walk = walk.checked_sub(if is_admitted { LOOK_UP } else { TEST })?;
            Some(())
        });
        enough.is_some()
    }

    /// Emits the bingos of the listed spans.
    pub(super) fn look_up<N: Nodes, S: Sink>(
        &self,
        search: &mut Search<'_, N, S>,
        automaton: Automaton,
        bounds: &Bounds<'_>,
    ) -> ControlFlow<S::Break> {
        let mut result = ControlFlow::Continue(());
        self.visit_multisets(bounds, |span, blanks, is_admitted| {
            if is_admitted {
                result = self.words(search, automaton, span, blanks);
            }
            result.is_continue().then_some(())
        });
        result
    }

    fn spans(&self) -> impl Iterator<Item = &BingoSpan> {
        self.spans.iter().take(self.len).flatten()
    }

    /// Listed spans that cover the same tiles.
    fn like(&self, span: &BingoSpan) -> impl Iterator<Item = &BingoSpan> {
        self.spans().filter(|other| other.covered == span.covered)
    }

    /// Visits, for the tiles that some of the listed spans cover, the first such span and the letters of the blanks that may
    /// spell a word with these tiles; `true` if the blanks can serve one of the spans. Ends if the visitor returns `None`.
    #[inline(always)]
    fn visit_multisets(
        &self,
        bounds: &Bounds<'_>,
        mut visit: impl FnMut(&BingoSpan, Blanks, bool) -> Option<()>,
    ) -> Option<()> {
        let filter = bounds.bingo_filter?;
        for (index, span) in self.spans().enumerate() {
            let mut before = self.spans().take(index);
            if before.all(|other| other.covered != span.covered) {
                filter.visit_blanks(span.covered, |blanks| {
                    let letters = blanks.into_iter().flatten().collect();
                    visit(
                        span,
                        blanks,
                        self.like(span).any(|span| span.admits(letters)),
                    )
                })?;
            }
        }
        Some(())
    }

    /// Emits the bingos with blanks for these letters.
    #[inline(never)]
    fn words<N: Nodes, S: Sink>(
        &self,
        search: &mut Search<'_, N, S>,
        automaton: Automaton,
        first: &BingoSpan,
        blanks: Blanks,
    ) -> ControlFlow<S::Break> {
        let line = search.line;
        let letters = self.rack.into_iter().filter_map(RackTile::letter);
        let covered = first.word.first.to(first.word.end);
        let covered = covered.filter_map(|place| Tile::new(line.at(place).code));
        let multiset: Multiset = blanks
            .into_iter()
            .flatten()
            .chain(letters)
            .chain(covered)
            .collect();
        for word in self.map.words(&multiset).into_iter().flatten() {
            for span in self.like(first) {
                let mut places = span.word.first.to(span.word.end).zip(word.iter());
                let fits = places.all(|(place, tile)| {
                    let state = line.at(place);
                    state.code == tile.code() || state.cross_set.contains(*tile)
                });
                if fits {
                    emit(search, automaton, span.word, &word)?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Emits the plays of a word that fits, unless the automaton lacks it: a multiset without words may have wrong ones in the map.
#[inline(never)]
fn emit<N: Nodes, S: Sink>(
    search: &mut Search<'_, N, S>,
    automaton: Automaton,
    span: WordSpan,
    word: &[Tile],
) -> ControlFlow<S::Break> {
    let line = search.line;
    let mut partial = PartialScore::ZERO;
    let mut placed = [None; PLACES];
    for (place, &tile) in span.first.to(span.end).zip(word) {
        if line.is_taken(place) {
            partial.pass(line.at(place).value);
        } else if let Some(slot) = placed.get_mut(place.number()) {
            let placed_tile = search.rack.take_any(tile);
            *slot = Some(placed_tile);
            partial = search.put(place, placed_tile, partial);
        }
    }
    let (score, times) = search.scoring.with_bonus(partial.words(), partial.placed);
    let blanks = search.rack.all_designated;
    let is_play = times > 0
        && search.sink.allows_score(partial.placed, score, blanks)
        && automaton.contains(search.nodes, word);
    let result = match is_play {
        true => search.emit(span, partial),
        false => ControlFlow::Continue(()),
    };
    for (number, placed_tile) in placed.into_iter().enumerate() {
        if let Some(placed_tile) = placed_tile {
            search.rack.put_back_placed(placed_tile);
            search.clear(Place::new(number));
        }
    }
    result
}
