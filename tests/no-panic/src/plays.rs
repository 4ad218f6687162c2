//! Plays: notation, legality, scores and move generation.

use core::ops::{ControlFlow, Deref};

use lexc_runtime::{
    Algorithm, Alphabet, Candidate, Casual, Checks, Direction, FormedWord, IllegalPlayError, Image,
    LeaveImage, LeaveImageError, Leaves, Lexicon, Line, MissingAutomatonError, Move, MoveGen,
    MovePart, MovePartText, MoveParts, MoveValue, Moves, NoLeaves, NotLatestPlayError, OwnedLeaves,
    PlacedTile, Play, Plays, Position, PositionRef, Rack, RackSearch, Rules, ScoredTile, Tile,
    TracedPlays, Tracer, TrackedPosition, Undo, UnlistedLeaves, VisitorResult, bingo_bonus,
    check_placement, check_play, for_each_exchange, score, words_formed, words_on,
};

use crate::game::{direction, square};
use crate::traits::{clone, display, eq, hash, source};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    let Ok(lexicon) = Lexicon::open(bytes(), Checks::Bounds) else {
        return;
    };
    let alphabet = Lexicon::alphabet(&lexicon);
    let rules = opaque(Rules::standard(alphabet));
    let Ok(cgp) = lexc_runtime::Cgp::parse(text(), alphabet) else {
        return;
    };
    let Ok(position) = lexc_runtime::Cgp::position(&cgp, &rules) else {
        return;
    };
    call_generation(&lexicon, &position);
    call_best(&lexicon, &position);
    call_leaves();
    call_leave_image(Lexicon::alphabet(&lexicon));
    if let Ok(play) = Play::parse(text(), &position, alphabet) {
        call_play(&lexicon, &position, &play);
    }
    used(Play::parse_parts(text(), text(), &position, alphabet).is_ok());
    used(Move::parse_typed(text(), &position, alphabet).is_ok());
    used(Play::parse_made(text(), &position, alphabet).is_ok());
    used(Move::parse_made(text(), &position, alphabet).is_ok());
    used(Move::exchanged_len(text()));
    if let Ok(action) = Move::parse(text(), &position, alphabet) {
        call_parts(&action, &position, alphabet);
    }
    call_tracked(&lexicon, position);
}

fn call_parts(action: &Move, position: &Position<'_>, alphabet: Alphabet<'_>) {
    used(Move::kind(action));
    let candidate = opaque(Candidate {
        action: *action,
        equity: 1,
    });
    used(Candidate::parts(
        &candidate,
        position.board(),
        position.rack(),
        alphabet,
    ));
    let parts = MoveParts::with_equity(
        Move::parts(action, position.board(), position.rack(), alphabet),
        opaque(Some(1)),
    );
    clone::<MoveParts<'_>>(&parts);
    for (part, value) in MoveParts::iter(&parts) {
        used(MovePart::name(part));
        display(&MoveParts::text(&parts, part));
        clone::<MoveValue<'_>>(&value);
        if let MoveValue::Text(text) = value {
            display::<MovePartText<'_>>(&text);
            clone::<MovePartText<'_>>(&text);
        }
    }
    if let Some(part) = MovePart::named(text()) {
        used(MoveParts::get(&parts, part).is_some());
        eq::<MovePart>(&part);
        clone::<MovePart>(&part);
    }
}

fn stop(play: &Play) -> ControlFlow<()> {
    used(*play);
    opaque(ControlFlow::Continue(()))
}

fn call_generation(lexicon: &Lexicon<'_>, position: &Position<'_>) {
    let algorithm = opaque(Algorithm::fastest(Lexicon::image(lexicon)));
    let movegen = MoveGen::new(lexicon);
    used(MoveGen::<Plays>::for_each(&movegen, position, stop));
    MoveGen::<Plays>::for_each(&movegen, position, |play| used(*play));
    if let Some(line) = Line::new(direction(), number()) {
        MoveGen::<Plays>::for_each_on_line(&movegen, position, line, |play| used(*play));
    }
    match MoveGen::<Plays>::with_algorithm(movegen, algorithm) {
        Ok(movegen) => {
            used(MoveGen::<Plays>::for_each(&movegen, position, stop));
            let traced = MoveGen::with_tracer(movegen, Steps);
            used(MoveGen::<TracedPlays<Steps>>::for_each(
                &traced, position, stop,
            ));
        }
        Err(error) => {
            display::<MissingAutomatonError>(&error);
            eq::<MissingAutomatonError>(&error);
            clone::<MissingAutomatonError>(&error);
        }
    }
    let casual = opaque(Casual::new(opaque(500)));
    used(Casual::level(number()));
    used(Casual::play(casual, &movegen, position));
    used(Casual::choose(casual, &movegen, position, number()));
    used(Move::without_play(position, number()));
    clone::<Casual>(&casual);
    eq::<Casual>(&casual);
    clone::<MoveGen<'_>>(&movegen);
    let either = PositionRef::from(position);
    used(PositionRef::position(either));
    clone::<PositionRef<'_>>(&either);
    clone::<Algorithm>(&algorithm);
    eq::<Algorithm>(&algorithm);
    hash::<Algorithm>(&algorithm);
    used(Algorithm::name(algorithm));
}

#[derive(Clone, Copy)]
struct Steps;

impl Tracer for Steps {
    fn edge(self) {
        used(1);
        <() as Tracer>::edge(());
    }

    fn anchor(self) {
        used(2);
        <() as Tracer>::anchor(());
    }
}

fn call_best(lexicon: &Lexicon<'_>, position: &Position<'_>) {
    let algorithm = opaque(Algorithm::Gaddag);
    let mut plays = opaque([None; 3]);
    let mut moves = opaque([None; 3]);
    let plays = plays.get_mut(..number()).unwrap_or_default();
    let moves = moves.get_mut(..number()).unwrap_or_default();
    let movegen = MoveGen::new(lexicon);
    used(MoveGen::<Plays>::best(&movegen, position));
    used(MoveGen::<Plays>::top(&movegen, position, plays));
    let movegen = MoveGen::<Plays>::with_algorithm(movegen, algorithm).unwrap_or(movegen);
    used(MoveGen::<Plays>::top(&movegen, position, plays));
    let leaves = |rack: &Rack| opaque(Rack::len(rack) as i32);
    used(MoveGen::<Moves<'_>>::best(
        &MoveGen::with_endgame_moves(movegen, *position.rack()),
        position,
    ));
    let movegen = MoveGen::with_moves(movegen, number(), &leaves);
    used(MoveGen::<Moves<'_>>::candidate(
        &movegen,
        position,
        opaque(Move::Pass),
    ));
    let candidate = MoveGen::<Moves<'_>>::best(&movegen, position);
    used(MoveGen::<Moves<'_>>::top(&movegen, position, moves));
    MoveGen::<Moves<'_>>::for_each(&movegen, position, |candidate| used(*candidate));
    used(<() as VisitorResult>::branch(()).is_continue());
    used(<ControlFlow<()> as VisitorResult>::from_break(()).is_continue());
    let _ = for_each_exchange(position, number(), |exchanged, kept| {
        used((*exchanged, *kept));
        opaque(ControlFlow::<()>::Continue(()))
    });
    used(Candidate::best_first(&candidate, opaque(&candidate)));
    if let Move::Play(play) = candidate.action {
        used(Candidate::play(play, opaque(1)));
    }
    clone::<Candidate>(&candidate);
    eq::<Candidate>(&candidate);
    hash::<Candidate>(&candidate);
    clone::<Move>(&candidate.action);
    eq::<Move>(&candidate.action);
    hash::<Move>(&candidate.action);
}

fn call_leaves() {
    let none = opaque(NoLeaves);
    used(<NoLeaves as Leaves>::value(&none, &opaque(Rack::EMPTY)));
    used(<NoLeaves as Leaves>::bound(&none));
    clone::<NoLeaves>(&none);
    eq::<NoLeaves>(&none);
}

fn call_leave_image(alphabet: Alphabet<'_>) {
    if let Ok(image) = Image::open(bytes(), Checks::Bounds) {
        used(LeaveImage::of(image, alphabet).is_ok());
    }
    if let Ok(leaves) = OwnedLeaves::open(bytes(), Checks::Bounds, alphabet) {
        used(LeaveImage::leave_count(&OwnedLeaves::leaves(&leaves)));
        clone::<OwnedLeaves<&[u8]>>(&leaves);
    }
    for leaves in [
        LeaveImage::from_bytes(bytes(), alphabet),
        LeaveImage::open(bytes(), Checks::Checksums, alphabet),
        LeaveImage::open(bytes(), Checks::Bounds, alphabet),
    ] {
        match leaves {
            Ok(leaves) => {
                used(LeaveImage::unlisted(&leaves) == UnlistedLeaves::Sum);
                let rack = opaque(Rack::EMPTY);
                used(<LeaveImage<'_> as Leaves>::value(&leaves, &rack));
                used(<LeaveImage<'_> as Leaves>::bound(&leaves));
                <LeaveImage<'_> as Leaves>::for_each_leave(&leaves, &rack, &mut |leave, value| {
                    used((leave.len(), value));
                });
                used(LeaveImage::leave_count(&leaves));
                clone::<LeaveImage<'_>>(&leaves);
            }
            Err(error) => {
                display::<LeaveImageError>(&error);
                source::<LeaveImageError>(&error);
                eq::<LeaveImageError>(&error);
                clone::<LeaveImageError>(&error);
                if let LeaveImageError::Image(error) = error {
                    used(<LeaveImageError as From<_>>::from(error));
                }
            }
        }
    }
}

fn call_play(lexicon: &Lexicon<'_>, position: &Position<'_>, play: &Play) {
    let (board, alphabet) = (Position::board(position), Lexicon::alphabet(lexicon));
    used(Play::score(play));
    used(Play::with_score(*play, opaque(1)));
    used(Play::origin(play));
    used(Direction::name(Play::direction(play)));
    used(Play::len(play));
    used(Play::placed_len(play));
    used(Play::tiles(play).len());
    used(Play::squares(play).count());
    used(Play::placed(play).count());
    used(Play::leave(play, *Position::rack(position)));
    let action = opaque(Move::Play(*play));
    used(Move::score(&action));
    used(Move::leave(&action, *Position::rack(position)));
    used(Play::placed_on(play, square()));
    used(Play::main_word(play, board).count());
    used(Play::canonical(play, board));
    used(Play::of_placed(board, Play::placed(play)));
    used(Play::best_first(play, opaque(play)));
    let placed_tile = opaque(Some(PlacedTile::letter(Tile::FIRST)));
    used(Play::new(
        square(),
        direction(),
        opaque(&[placed_tile]),
        opaque(1),
    ));
    let shown = Play::display(play, board, alphabet);
    display(&shown);
    clone(&shown);
    display(&Play::coordinate(play));
    display(&Play::display_word(play, board, alphabet));
    display(&Play::display_tiles(play, alphabet));
    let shown = Move::display(opaque(&Move::Play(*play)), board, alphabet);
    display(&shown);
    clone(&shown);
    clone::<Play>(play);
    eq::<Play>(play);
    hash::<Play>(play);
    used(check_play(lexicon, position, play));
    used(score(position, play));
    used(bingo_bonus(position, play));
    if let Err(error) = check_placement(position, play) {
        call_illegal(error, alphabet);
    }
    used(Position::play(&mut position.clone(), play).is_ok());
    used(words_on(board).count());
    for word in words_formed(board, play) {
        used(<FormedWord as Deref>::deref(&word));
        used(FormedWord::origin(&word));
        display(&FormedWord::coordinate(&word));
        used(FormedWord::direction(&word));
        used(FormedWord::squares(&word).count());
        for tile in FormedWord::scored_tiles(&word, position, play) {
            used(ScoredTile::points(&tile));
            clone::<ScoredTile>(&tile);
            eq::<ScoredTile>(&tile);
        }
        used(FormedWord::score(&word, position, play));
        used(FormedWord::display(&word, alphabet));
        clone::<FormedWord>(&word);
        eq::<FormedWord>(&word);
        hash::<FormedWord>(&word);
    }
}

fn call_illegal(error: IllegalPlayError, alphabet: Alphabet<'_>) {
    display(&IllegalPlayError::display(&error, alphabet));
    display::<IllegalPlayError>(&error);
    eq::<IllegalPlayError>(&error);
    clone::<IllegalPlayError>(&error);
}

fn call_tracked(lexicon: &Lexicon<'_>, position: Position<'_>) {
    let mut tracked = TrackedPosition::new(lexicon, position);
    used(TrackedPosition::position(&tracked));
    used(TrackedPosition::lexicon(&tracked));
    used(TrackedPosition::set_rack(&mut tracked, opaque(Rack::EMPTY)).is_ok());
    used(TrackedPosition::cross_set(&tracked, square(), direction()));
    used(MoveGen::<Plays>::cross_set(
        &MoveGen::new(lexicon),
        &tracked,
        square(),
        direction(),
    ));
    used(TrackedPosition::cross_score(
        &tracked,
        square(),
        direction(),
    ));
    let leaves = |rack: &Rack| opaque(Rack::len(rack) as i32);
    let mut search = RackSearch::new(&tracked, &leaves, number());
    used(RackSearch::best(&mut search, &tracked, number()));
    let movegen = MoveGen::new(lexicon);
    used(MoveGen::<Plays>::for_each(&movegen, &tracked, stop));
    used(MoveGen::<Plays>::best(&movegen, &tracked));
    let placed_tile = opaque(Some(PlacedTile::letter(Tile::FIRST)));
    let Some(play) = Play::new(square(), direction(), opaque(&[placed_tile]), opaque(1)) else {
        return;
    };
    let undo = match TrackedPosition::play(&mut tracked, &play) {
        Ok(undo) => undo,
        Err(_) => TrackedPosition::play_unchecked(&mut tracked, &play),
    };
    eq::<Undo>(&undo);
    if let Err(error) = TrackedPosition::take_back(&mut tracked, undo) {
        display::<NotLatestPlayError>(&error);
        eq::<NotLatestPlayError>(&error);
        clone::<NotLatestPlayError>(&error);
    }
    clone::<TrackedPosition<'_>>(&tracked);
}
