//! Boards, racks, rules, positions and their texts.

use lexc_runtime::{
    Alphabet, Bag, Board, BoardError, Cgp, Dimensions, Direction, Layout, Line, PlacedTile, Play,
    Position, PositionError, Premium, Rack, RackTile, RackTiles, Rules, RulesError, Square, Tile,
};

use crate::traits::{clone, cmp, default, display, eq, hash};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    call_squares();
    let Ok(alphabet) = Alphabet::from_bytes_unvalidated(bytes()) else {
        return;
    };
    call_rack(alphabet);
    if let Ok(layout) = Layout::parse(text()) {
        call_rules(layout, alphabet);
    }
    if let Ok(cgp) = Cgp::parse(text(), alphabet) {
        call_cgp(cgp, alphabet);
    }
}

/// A valid square.
pub(crate) fn square() -> Square {
    Square::new(number(), number()).unwrap_or(opaque(Layout::STANDARD.start()))
}

/// A direction.
pub(crate) fn direction() -> Direction {
    opaque(Direction::Across)
}

fn call_squares() {
    let square = square();
    used(Square::row(square));
    used(Square::col(square));
    used(Square::next(square, direction()));
    used(Square::previous(square, direction()));
    used(Square::neighbours(square).count());
    display(&Square::as_origin(square, direction()));
    used(Square::transposed(square));
    display::<Square>(&square);
    clone::<Square>(&square);
    eq::<Square>(&square);
    cmp::<Square>(&square);
    hash::<Square>(&square);
    used(Direction::crossing(direction()));
    clone::<Direction>(&direction());
    eq::<Direction>(&direction());
    cmp::<Direction>(&direction());
    hash::<Direction>(&direction());
    if let Some(line) = Line::new(direction(), number()) {
        used(Line::direction(line));
        used(Line::index(line));
        used(Line::square(line, number()));
        clone::<Line>(&line);
        eq::<Line>(&line);
        cmp::<Line>(&line);
        hash::<Line>(&line);
    }
    if let Some(dimensions) = Dimensions::new(number(), number()) {
        used(Dimensions::rows(dimensions));
        used(Dimensions::cols(dimensions));
        used(Dimensions::line_len(dimensions, direction()));
        used(Dimensions::lines(dimensions, direction()).count());
        used(Dimensions::squares(dimensions).count());
        used(Dimensions::contains(dimensions, square));
        display::<Dimensions>(&dimensions);
        clone::<Dimensions>(&dimensions);
        eq::<Dimensions>(&dimensions);
        hash::<Dimensions>(&dimensions);
    }
    let premium = Layout::premium(opaque(&Layout::STANDARD), square);
    used(Premium::letter_multiplier(premium));
    used(Premium::word_multiplier(premium));
    used(Premium::symbol(premium));
    clone::<Premium>(&premium);
    eq::<Premium>(&premium);
    hash::<Premium>(&premium);
    default::<Premium>();
}

fn call_bag(alphabet: Alphabet<'_>, board: &Board, rack: Rack) {
    let mut bag = Bag::full(alphabet);
    used(Rules::unseen(
        &opaque(Rules::standard(alphabet)),
        board,
        rack,
    ));
    let tile = opaque(Tile::FIRST);
    used(Bag::add(&mut bag, tile));
    used(Bag::add(&mut bag, opaque(RackTile::Blank)));
    used(Bag::remove(&mut bag, tile));
    used(Bag::remove(&mut bag, opaque(PlacedTile::blank(tile))));
    used(Bag::checked_sub(bag.clone(), rack));
    used(Bag::draw(&mut bag, opaque(3)));
    used(Bag::index_of(opaque(3), opaque(100)));
    let mut drawn = rack;
    Bag::fill(&mut bag, &mut drawn, opaque(7), |len| opaque(len / 2));
    used(drawn);
    used(Bag::count(&bag, tile));
    used(Bag::len(&bag));
    used(Bag::is_empty(&bag));
    Bag::counts(&bag).for_each(used);
    Bag::tiles(&bag).for_each(used);
    clone::<Bag>(&bag);
    eq::<Bag>(&bag);
    hash::<Bag>(&bag);
    default::<Bag>();
}

fn call_rack(alphabet: Alphabet<'_>) {
    let mut rack = Rack::parse(text(), alphabet).unwrap_or_else(|_| <Rack as Default>::default());
    let tile = opaque(Tile::FIRST);
    used(Rack::add(&mut rack, tile));
    used(Rack::add(&mut rack, opaque(RackTile::Blank)));
    used(Rack::remove(&mut rack, tile));
    used(Rack::remove(&mut rack, opaque(PlacedTile::blank(tile))));
    used(Rack::checked_sub(rack, opaque(Rack::EMPTY)));
    call_rack_tiles(rack);
    used(Rack::count(&rack, tile));
    used(Rack::blanks(&rack));
    used(Rack::len(&rack));
    used(Rack::is_empty(&rack));
    used(Rack::letters(&rack));
    Rack::counts(&rack).for_each(used);
    let shown = Rack::display(&rack, alphabet);
    display(&shown);
    clone(&shown);
    clone::<Rack>(&rack);
    eq::<Rack>(&rack);
    hash::<Rack>(&rack);
    default::<Rack>();
}

fn call_rack_tiles(rack: Rack) {
    let mut tiles = <Rack as IntoIterator>::into_iter(rack);
    clone::<RackTiles>(&tiles);
    used(<RackTiles as Iterator>::size_hint(&tiles));
    while let Some(tile) = <RackTiles as Iterator>::next(&mut tiles) {
        used(RackTile::letter(tile));
        used(RackTile::byte(tile));
        used(RackTile::from_byte(opaque(1)));
        clone::<RackTile>(&tile);
        eq::<RackTile>(&tile);
        cmp::<RackTile>(&tile);
        hash::<RackTile>(&tile);
    }
    used(<Option<Rack> as FromIterator<_>>::from_iter(tiles));
}

fn call_rules(layout: Layout, alphabet: Alphabet<'_>) {
    used(Layout::dimensions(&layout));
    used(Layout::named(text()));
    used(Layout::named_in_records(text()));
    used(Layout::for_alphabet(alphabet));
    used(Layout::name(&layout));
    used(Layout::name_in_records(&layout));
    used(Layout::start(&layout));
    used(Layout::premium(&layout, square()));
    used(Layout::is_brick(&layout, square()));
    used(Layout::symbol(&layout, square()));
    if let Some(line) = Line::new(direction(), number()) {
        used(Layout::line(&layout, line));
    }
    used(Layout::is_symmetric(&layout));
    display::<Layout>(&layout);
    clone::<Layout>(&layout);
    eq::<Layout>(&layout);
    let rules = Rules::with_layout(opaque(Rules::standard(alphabet)), layout);
    #[expect(clippy::cast_possible_truncation, reason = "any number will do")]
    let rules = Rules::with_blank_value(rules, number() as i16);
    used(Rules::blank_value(&rules));
    let rules = Rules::with_value(rules, opaque(Tile::FIRST), number() as i16);
    #[expect(clippy::cast_possible_truncation, reason = "any number will do")]
    let rules = Rules::with_bingo_bonus(rules, number() as i32);
    let rules = Rules::with_rack_size(rules, number());
    let rules = Rules::with_place_limit(rules, opaque(Some(number())));
    match Rules::check(&rules) {
        Ok(()) => {
            let rules = Rules::with_exchange_bag_len(rules, number());
            used(Rules::layout(&rules));
            used(Rules::rack_value(&rules, opaque(Rack::EMPTY)));
            used(Rules::end_points(&rules, opaque([Rack::EMPTY; 2])));
            used(Rules::value(
                &rules,
                opaque(PlacedTile::letter(Tile::FIRST)),
            ));
            used(Rules::tiles(&rules));
            used(Rules::bingo_bonus(&rules));
            used(Rules::bonus(&rules, number()));
            used(Rules::is_bingo(&rules, number()));
            used(Rules::most_placed(&rules));
            used(Rules::place_limit(&rules));
            used(Rules::rack_size(&rules));
            used(Rules::exchange_bag_len(&rules));
            clone::<Rules>(&rules);
            eq::<Rules>(&rules);
            call_board(&rules, alphabet);
        }
        Err(error) => {
            display::<RulesError>(&error);
            eq::<RulesError>(&error);
            clone::<RulesError>(&error);
            used(Rules::super_board(alphabet));
        }
    }
}

fn call_board(rules: &Rules, alphabet: Alphabet<'_>) {
    let mut board = Board::new(opaque(Dimensions::MAX));
    let set = Board::set(
        &mut board,
        square(),
        opaque(Some(PlacedTile::letter(Tile::FIRST))),
    );
    if let Err(error) = set {
        display::<BoardError>(&error);
        eq::<BoardError>(&error);
        clone::<BoardError>(&error);
    }
    let placed_tile = opaque(Some(PlacedTile::letter(Tile::FIRST)));
    if let Some(play) = Play::new(square(), direction(), opaque(&[placed_tile]), opaque(1)) {
        Board::play_unchecked(&mut board, &play);
    }
    used(Board::dimensions(&board));
    used(Board::get(&board, square()));
    if let Some(line) = Line::new(direction(), number()) {
        used(Board::line(&board, line));
    }
    used(Board::is_empty(&board));
    call_bag(alphabet, &board, opaque(Rack::EMPTY));
    used(Board::has_neighbour(&board, square()));
    let shown = Board::display(&board, alphabet);
    display(&shown);
    clone(&shown);
    clone::<Board>(&board);
    eq::<Board>(&board);
    match Position::try_new(board, opaque(Rack::EMPTY), rules) {
        Ok(mut position) => {
            used(Position::set_rack(&mut position, opaque(Rack::EMPTY)).is_ok());
            used(Position::board(&position));
            used(Position::rack(&position));
            used(Position::rules(&position));
            clone::<Position<'_>>(&position);
            eq::<Position<'_>>(&position);
        }
        Err(error) => {
            display::<PositionError>(&error);
            eq::<PositionError>(&error);
            clone::<PositionError>(&error);
        }
    }
}

fn call_cgp(cgp: Cgp<'_>, alphabet: Alphabet<'_>) {
    used(Cgp::board(&cgp));
    used(Cgp::rack(&cgp));
    used(Cgp::opponent_rack(&cgp));
    used(Cgp::scores(&cgp));
    used(Cgp::zero_turns(&cgp));
    used(Cgp::operations(&cgp).count());
    display(&Cgp::display_operations(&cgp));
    used(Cgp::operation(&cgp, text()));
    used(Cgp::position(&cgp, &opaque(Rules::standard(alphabet))).is_ok());
    let shown = Cgp::display(&cgp, alphabet);
    display(&shown);
    clone(&shown);
    clone::<Cgp<'_>>(&cgp);
    eq::<Cgp<'_>>(&cgp);
    let new = Cgp::new(Board::new(opaque(Dimensions::MAX)), Cgp::rack(&cgp));
    let new = Cgp::with_opponent_rack(new, opaque(Rack::EMPTY));
    let new = Cgp::with_scores(new, opaque(&[1, 2]));
    let new = Cgp::with_zero_turns(new, opaque(1));
    if let Ok(new) = Cgp::with_operations(new, text()) {
        used(Cgp::display(&new, alphabet));
    }
}
