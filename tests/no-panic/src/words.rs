//! Images, alphabets and words.

use core::ops::Deref;

use lexc_formats::{Multiset, WordMap};
use lexc_runtime::{
    Alphabet, AlphabetError, Checks, Definition, Digraphs, Fingerprint, Hooks, Image, ImageError,
    Label, LabelNames, LabelSet, Labels, Lexicon, OwnedImage, OwnedLexicon, PlacedTile,
    PlacedTileText, PlacedTiles, TextError, TextErrorKind, Tile, TileName, TileSet, Word, WordHash,
    WordText, Words, is_label_name, is_label_symbol,
};

use crate::traits::{clone, cmp, default, display, eq, hash, source};
use crate::{bytes, number, opaque, text, used};

pub(crate) fn call_all() {
    for image in [
        Image::from_bytes(bytes()),
        Image::open(bytes(), Checks::Checksums),
        Image::open(bytes(), Checks::Bounds),
    ] {
        match image {
            Ok(image) => {
                call_image(&image);
                clone::<Words<'_>>(&Words::of(image));
            }
            Err(error) => {
                display::<ImageError>(&error);
                source::<ImageError>(&error);
                used(ImageError::section(&error).is_some());
                eq::<ImageError>(&error);
                clone::<ImageError>(&error);
            }
        }
    }
    for lexicon in [
        Lexicon::from_bytes(bytes()),
        Lexicon::open(bytes(), Checks::Checksums),
        Lexicon::open(bytes(), Checks::Bounds),
    ] {
        if let Ok(lexicon) = lexicon {
            call_lexicon(&lexicon);
            match Lexicon::view(&lexicon, text()) {
                Ok(view) => call_lexicon(&view),
                Err(error) => call_error(&error),
            }
        }
    }
    for alphabet in [
        Alphabet::from_bytes(bytes()),
        Alphabet::from_bytes_unvalidated(bytes()),
    ] {
        match alphabet {
            Ok(alphabet) => call_alphabet(alphabet),
            Err(error) => {
                display::<AlphabetError>(&error);
                eq::<AlphabetError>(&error);
                clone::<AlphabetError>(&error);
            }
        }
    }
    if let Ok(lexicon) = OwnedLexicon::open(bytes(), Checks::All) {
        call_lexicon(&OwnedLexicon::lexicon(&lexicon));
        used(OwnedLexicon::view(lexicon.clone(), text()).is_ok());
        used(OwnedLexicon::bytes(&lexicon));
        clone::<OwnedLexicon<&[u8]>>(&lexicon);
    }
    if let Ok(image) = OwnedImage::open(bytes(), Checks::Bounds) {
        call_image(&OwnedImage::image(&image));
        used(OwnedImage::bytes(&image));
        clone::<OwnedImage<&[u8]>>(&image);
    }
    call_tiles();
}

fn call_image(image: &Image<'_>) {
    used(Image::total_bytes(bytes()));
    used(Image::version(image));
    used(Image::sections(image));
    used(Image::alphabet(image));
    used(Image::metadata(image));
    used(Image::node_units(image));
    used(Image::nodes::<1>(image));
    used(Image::nodes::<2>(image));
    used(Image::compact_nodes(image).is_some());
    used(Image::node_store(image));
    used(Image::mask_units(image));
    used(Image::dawg(image));
    used(Image::gaddag(image));
    used(Image::word_index(image));
    used(Image::leave_values(image).is_some());
    used(Alphabet::blank_tile(Image::alphabet(image)));
    used(Image::anagram_filter(image).is_some());
    call_word_map(Image::word_map(image));
    call_labels(image);
    used(Image::definitions(image).is_some());
    clone::<Image<'_>>(image);
}

fn call_word_map(map: Option<WordMap<'_>>) {
    let mut multiset = Multiset::EMPTY;
    let tiles = bytes().iter().filter_map(|&code| Tile::new(code));
    tiles.for_each(|tile| multiset.add(tile));
    if let Some(map) = map {
        used(map.may_spell(&multiset));
        for word in map.words(&multiset).into_iter().flatten() {
            used(word.len());
        }
    }
}

fn call_labels(image: &Image<'_>) {
    let Some(labels) = Image::labels(image) else {
        return;
    };
    for label in Labels::flags(labels).chain(Labels::numbers(labels)) {
        used(is_label_name(Label::name(label)));
        used(Label::symbol(label).is_some_and(is_label_symbol));
        clone::<Label<'_>>(&label);
        eq::<Label<'_>>(&label);
    }
    used(Labels::flag_named(labels, text()));
    used(Labels::number_named(labels, text()));
    clone::<Labels<'_>>(&labels);
    let tiles = bytes().iter().filter_map(|&code| Tile::new(code));
    let hash: WordHash = tiles.clone().collect();
    let one_more = tiles.fold(WordHash::EMPTY, WordHash::then);
    eq::<WordHash>(&one_more);
    clone::<WordHash>(&one_more);
    call_label_set(Labels::at(labels, hash));
    used(Labels::get(labels, &[Tile::FIRST]).flags());
}

fn call_label_set(labels: LabelSet<'_>) {
    used(LabelSet::flags(labels));
    used(LabelSet::has(labels, bytes().len()));
    used(LabelSet::named(labels).count());
    used(LabelSet::symbols(labels).count());
    used(LabelSet::number(labels, bytes().len()));
    clone::<LabelSet<'_>>(&labels);
}

fn call_lexicon(lexicon: &Lexicon<'_>) {
    used(Lexicon::image(lexicon));
    used(Lexicon::alphabet(lexicon));
    used(Lexicon::name(lexicon));
    used(Lexicon::word_count(lexicon));
    used(Lexicon::longest_word(lexicon));
    used(Lexicon::fingerprint(lexicon));
    used(Lexicon::has_word_index(lexicon));
    used(Lexicon::has_anagram_filter(lexicon));
    used(Lexicon::has_definitions(lexicon));
    used(Lexicon::whole(lexicon));
    let expression = Lexicon::expression(lexicon);
    display(&expression);
    clone(&expression);
    clone::<Lexicon<'_>>(lexicon);
    match Word::parse(text(), Lexicon::alphabet(lexicon)) {
        Ok(word) => {
            used(Lexicon::contains(lexicon, &word));
            used(Lexicon::is_prefix(lexicon, &word));
            used(Lexicon::index_of(lexicon, &word));
            if let Some(labels) = Lexicon::labels(lexicon, &word) {
                call_label_set(labels);
            }
            if let Some(definition) = Lexicon::definition(lexicon, &word) {
                used(Definition::as_bytes(definition));
                display::<Definition<'_>>(&definition);
                clone::<Definition<'_>>(&definition);
                eq::<Definition<'_>>(&definition);
                hash::<Definition<'_>>(&definition);
            }
            let hooks = Lexicon::hooks(lexicon, &word);
            clone::<Hooks>(&hooks);
            eq::<Hooks>(&hooks);
            used(Lexicon::contains_str(lexicon, text()).is_ok());
            call_word(word, Lexicon::alphabet(lexicon));
        }
        Err(error) => call_error(&error),
    }
    #[expect(clippy::cast_possible_truncation, reason = "any number will do")]
    used(Lexicon::word_at(lexicon, number() as u32));
    let mut words = Lexicon::words(lexicon);
    used(Lexicon::words_after(lexicon, &[Tile::FIRST]).next());
    while let Some(word) = <Words<'_> as Iterator>::next(&mut words) {
        used(word);
    }
    clone::<Words<'_>>(&words);
}

fn call_error(error: &TextError) {
    display::<TextError>(error);
    eq::<TextError>(error);
    clone::<TextError>(error);
    used(TextError::line(error));
    used(TextError::column(error));
    let kind = TextError::kind(error);
    display::<TextErrorKind>(&kind);
    eq::<TextErrorKind>(&kind);
    clone::<TextErrorKind>(&kind);
    match kind {
        TextErrorKind::UnknownName { name } => {
            display::<TileName>(&name);
            eq::<TileName>(&name);
            clone::<TileName>(&name);
        }
        TextErrorKind::UnknownFlag { flags: names }
        | TextErrorKind::UnknownNumber { numbers: names } => {
            display::<LabelNames>(&names);
            eq::<LabelNames>(&names);
            clone::<LabelNames>(&names);
        }
        _ => {}
    }
}

fn call_word(mut word: Word, alphabet: Alphabet<'_>) {
    used(Word::from_tiles(opaque(&word)));
    used(Word::push(&mut word, opaque(Tile::FIRST)));
    used(Word::pop(&mut word));
    used(<Word as Deref>::deref(&word));
    let spelled = Word::display(&word, alphabet);
    display(&spelled);
    clone(&spelled);
    clone::<WordText<'_>>(&Alphabet::spell(alphabet, opaque(&word)));
    clone::<Word>(&word);
    eq::<Word>(&word);
    cmp::<Word>(&word);
}

fn call_alphabet(alphabet: Alphabet<'_>) {
    used(Alphabet::section(alphabet));
    used(Alphabet::name(alphabet));
    used(Alphabet::len(alphabet));
    used(Alphabet::tiles(alphabet).count());
    used(Alphabet::all(alphabet));
    used(Alphabet::blank_count(alphabet));
    let digraphs = Alphabet::digraphs(alphabet);
    clone::<Digraphs>(&digraphs);
    eq::<Digraphs>(&digraphs);
    default::<Digraphs>();
    for (text, placed_tiles) in Alphabet::readings(alphabet) {
        used(text);
        placed_tiles.for_each(used);
    }
    if let Some((mut placed_tiles, len)) = Alphabet::read_placed_tiles(alphabet, text()) {
        used(len);
        clone::<PlacedTiles<'_>>(&placed_tiles);
        used(<PlacedTiles<'_> as Iterator>::next(&mut placed_tiles));
    }
    used(Alphabet::read_tiles(alphabet, text()).is_some());
    used(Alphabet::read_word(alphabet, text(), |tile| {
        used(tile);
        opaque(true)
    }));
    used(Alphabet::placed_tile(alphabet, text()));
    for tile in Alphabet::tiles(alphabet).chain([opaque(Tile::FIRST)]) {
        used(Alphabet::text(alphabet, tile));
        used(Alphabet::blank_text(alphabet, tile));
        used(Alphabet::value(alphabet, tile));
        used(Alphabet::count(alphabet, tile));
        used(Alphabet::is_vowel(alphabet, tile));
        let shown = Alphabet::display(alphabet, PlacedTile::blank(tile));
        display::<PlacedTileText<'_>>(&shown);
        clone::<PlacedTileText<'_>>(&shown);
        eq::<PlacedTileText<'_>>(&shown);
        let placed_tile = opaque(PlacedTile::letter(tile));
        let after = core::iter::repeat_n(placed_tile, 3);
        display(&Alphabet::display_before(alphabet, placed_tile, after));
        display::<WordText<'_>>(&Alphabet::spell(alphabet, opaque(&[tile])));
    }
    clone::<Alphabet<'_>>(&alphabet);
}

fn call_tiles() {
    let Some(tile) = Tile::new(opaque(1)) else {
        return;
    };
    used(Tile::code(tile));
    used(Tile::index(tile));
    clone::<Tile>(&tile);
    eq::<Tile>(&tile);
    cmp::<Tile>(&tile);
    hash::<Tile>(&tile);
    let placed_tile = PlacedTile::from_byte(opaque(1)).unwrap_or(PlacedTile::letter(tile));
    used(PlacedTile::blank(tile));
    used(PlacedTile::byte(placed_tile));
    used(PlacedTile::tile(placed_tile));
    used(PlacedTile::is_blank(placed_tile));
    clone::<PlacedTile>(&placed_tile);
    eq::<PlacedTile>(&placed_tile);
    cmp::<PlacedTile>(&placed_tile);
    hash::<PlacedTile>(&placed_tile);
    let mut set = TileSet::from_bits(opaque(2)) & TileSet::first(number()) | TileSet::EMPTY;
    set = set & (opaque(TileSet::ALL) - opaque(TileSet::EMPTY));
    set |= <TileSet as FromIterator<Tile>>::from_iter(opaque([tile]));
    used(TileSet::bits(set));
    used(TileSet::contains(set, tile));
    used(TileSet::with(set, tile));
    used(TileSet::without(set, tile));
    used(TileSet::masked(set, opaque(2)));
    used(TileSet::after(set, opaque(Some(tile))));
    used(TileSet::before(set, tile));
    used(TileSet::is_empty(set));
    used(TileSet::len(set));
    used(TileSet::first_tile(set));
    for tile in <TileSet as IntoIterator>::into_iter(set) {
        used(tile);
    }
    clone::<TileSet>(&set);
    eq::<TileSet>(&set);
    hash::<TileSet>(&set);
    default::<TileSet>();
    let fingerprint = Fingerprint::new(opaque(1));
    display::<Fingerprint>(&fingerprint);
    clone::<Fingerprint>(&fingerprint);
    eq::<Fingerprint>(&fingerprint);
    hash::<Fingerprint>(&fingerprint);
}
