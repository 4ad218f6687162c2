//! Words as text, compared with a slow reader that tries every text of every tile at every place.

use common::random::Random;
use lexc_compiler::alphabet::presets;
use lexc_formats::{Alphabet, Digraphs, Marks, PlacedTile, Tile};
use lexc_runtime::{Rack, TextError, TextErrorKind, Word};

/// Placed tiles, and the number of bytes of their text.
type Read = (Vec<PlacedTile>, usize);

/// Reads the start of a text as `Alphabet::read_placed_tiles` does, or, in any case, as `Alphabet::read_tiles` does.
fn read(alphabet: Alphabet<'_>, text: &str, in_any_case: bool) -> Option<Read> {
    let marks = |text: &str| text.len() - text.trim_start_matches(|c| is_mark(alphabet, c)).len();
    let before = marks(text);
    let (placed_tiles, len) = read_unmarked(alphabet, &text[before..], in_any_case)?;
    let end = before + len;
    Some((placed_tiles, end + marks(&text[end..])))
}

fn is_mark(alphabet: Alphabet<'_>, c: char) -> bool {
    alphabet.marks().contains(c)
}

fn read_unmarked(alphabet: Alphabet<'_>, text: &str, in_any_case: bool) -> Option<Read> {
    let tiles = tile_names(alphabet);
    let readings: Vec<(String, Vec<PlacedTile>)> = alphabet
        .readings()
        .map(|(text, placed_tiles)| (text.to_owned(), placed_tiles.collect()))
        .collect();
    if let Some(rest) = text.strip_prefix('[') {
        let (name, _) = rest.split_once(']')?;
        let all = || tiles.iter().chain(&readings);
        let exact = all().find(|(text, _)| text == name);
        let same = || all().find(|(text, _)| len_in_any_case(name, text) == Some(name.len()));
        let (_, placed_tiles) = exact.or_else(|| same().filter(|_| in_any_case))?;
        return Some((placed_tiles.clone(), name.len() + 2));
    }
    let first = text.chars().next()?.to_string();
    let mut found = tiles.iter().find(|(name, _)| *name == first);
    let mut found = found
        .take()
        .map(|(name, tiles)| (tiles.clone(), name.len()));
    let mut longer = readings;
    if alphabet.digraphs() == Digraphs::Longest {
        longer.extend(tiles);
    }
    let mut offer = |placed_tiles: &Vec<PlacedTile>, len| {
        if found.as_ref().is_none_or(|(_, longest)| len > *longest) {
            found = Some((placed_tiles.clone(), len));
        }
    };
    for (name, placed_tiles) in &longer {
        if text.starts_with(name) {
            offer(placed_tiles, name.len());
        }
    }
    for (name, placed_tiles) in longer.iter().filter(|_| in_any_case) {
        if let Some(len) = len_in_any_case(text, name) {
            offer(placed_tiles, len);
        }
    }
    found
}

fn tile_names(alphabet: Alphabet<'_>) -> Vec<(String, Vec<PlacedTile>)> {
    let names = |tile: Tile| {
        [
            (
                alphabet.text(tile).to_owned(),
                vec![PlacedTile::letter(tile)],
            ),
            (
                alphabet.blank_text(tile).to_owned(),
                vec![PlacedTile::blank(tile)],
            ),
        ]
    };
    alphabet.tiles().flat_map(names).collect()
}

/// The number of bytes of the start of `text` that equal `name`, of several characters, except for case.
fn len_in_any_case(text: &str, name: &str) -> Option<usize> {
    let count = name.chars().count();
    let start: String = text.chars().take(count).collect();
    let mut pairs = start.chars().zip(name.chars());
    let is_same = pairs.all(|(a, b)| a.to_uppercase().eq(b.to_uppercase()));
    (count > 1 && start.chars().count() == count && is_same).then_some(start.len())
}

/// The tiles of a word, or the place and the fault of the first text that cannot be read.
fn word(alphabet: Alphabet<'_>, text: &str) -> Result<Vec<Tile>, (usize, usize, String)> {
    let mut tiles = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let lines: Vec<&str> = text[..at].split('\n').collect();
        let (line, column) = (lines.len(), lines[lines.len() - 1].chars().count() + 1);
        let fault = |kind: &str| (line, column, kind.to_owned());
        let rest = &text[at..];
        let Some((placed_tiles, len)) = read(alphabet, rest, true) else {
            let found = rest.chars().next().unwrap();
            return Err(match rest.strip_prefix('[') {
                Some(rest) if rest.contains(']') => fault("name"),
                Some(_) => fault("bracket"),
                None if is_in_a_tile(alphabet, text, at) => fault(&format!("bare {found}")),
                None => fault(&format!("unknown {found}")),
            });
        };
        for placed_tile in placed_tiles {
            if tiles.len() == 63 {
                return Err(fault("long"));
            }
            tiles.push(placed_tile.tile());
        }
        at += len;
    }
    Ok(tiles)
}

/// Returns `true` if the character at this place belongs to the text of a tile, which may lack its brackets.
fn is_in_a_tile(alphabet: Alphabet<'_>, text: &str, at: usize) -> bool {
    tile_names(alphabet).iter().any(|(name, _)| {
        name.char_indices().any(|(before, _)| {
            let (before, after) = name.split_at(before);
            text[..at].ends_with(before) && text[at..].starts_with(after)
        })
    })
}

fn fault(error: TextError) -> (usize, usize, String) {
    let kind = match error.kind() {
        TextErrorKind::UnknownName { .. } => "name".to_owned(),
        TextErrorKind::OpenBracket => "bracket".to_owned(),
        TextErrorKind::WordTooLong => "long".to_owned(),
        TextErrorKind::BareTile { found, .. } => format!("bare {found}"),
        TextErrorKind::UnknownTile { found } => format!("unknown {found}"),
        kind => panic!("{kind:?}"),
    };
    (error.line(), error.column(), kind)
}

/// Alphabets of all kinds: the presets, alphabets of other scripts, with digraphs in brackets, and one whose tiles are in no order.
fn sections() -> Vec<Vec<u8>> {
    let rows = |rows: &str| lexc_compiler::alphabet::parse("rows", rows).unwrap();
    let others = [
        rows(
            "C,c,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\nL,l,1,1,0\nL·L,l·l,1,1,0\nread: ẞ = HH\nread: L.L = [L·L]\n",
        ),
        rows("Z,z,1,1,0\nM,m,1,1,0\nA,a,1,1,1\nÑ,ñ,1,1,0\nB,b,1,1,0\n"),
        rows("А,а,1,1,1\nБ,б,1,1,0\nР,р,1,1,0\nЯ,я,1,1,1\nЁ,ё,1,1,1\n"),
        rows("か,カ,1,1,1\nき,キ,1,1,1\nん,ン,1,1,0\n"),
        rows("Ch,x,1,1,0\nCH,ch,1,1,0\nH,h,1,1,0\n"),
    ];
    let presets = presets().map(|name| lexc_compiler::alphabet::load(name).unwrap());
    let definitions = presets.chain(others);
    definitions
        .map(|definition| definition.encode().unwrap())
        .collect()
}

/// Parts of random texts: the names of tiles and readings, in all cases, with brackets and without, and faults.
fn parts(alphabet: Alphabet<'_>) -> Vec<String> {
    let tiles = tile_names(alphabet).into_iter().map(|(name, _)| name);
    let readings = alphabet.readings().map(|(text, _)| text.to_owned());
    let names: Vec<String> = tiles.chain(readings).collect();
    let mut parts = Vec::new();
    for name in &names {
        let title: String = name
            .chars()
            .take(1)
            .chain(name.to_lowercase().chars().skip(1))
            .collect();
        let other: String = name
            .to_lowercase()
            .chars()
            .take(1)
            .chain(name.chars().skip(1))
            .collect();
        parts.extend([
            name.clone(),
            title.clone(),
            other,
            name.to_lowercase(),
            name.to_uppercase(),
        ]);
        parts.extend([format!("[{name}]"), format!("[{title}]"), name.clone()]);
    }
    let faults = [
        "7", "[", "]", "[]", "[QQ]", "?", "\n", " ", "ſ", "ı", "\u{301}", "é", "e\u{301}", "字",
        "😀", "`", "{",
    ];
    parts.extend(faults.map(str::to_owned));
    parts
}

#[test]
fn words_are_read_as_by_a_slow_reader() {
    let mut random = Random::new(52);
    let mut faults = 0;
    for section in sections() {
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let marks = Marks::encode(&[('\u{301}', '\u{303}')]);
        let with_marks = alphabet.with_mark_section(&marks).unwrap();
        let parts = parts(alphabet);
        for alphabet in [alphabet, with_marks] {
            for count in 0..150 {
                let len = if count % 50 == 0 { 70 } else { count % 9 };
                let text: String = (0..len).map(|_| random.pick(&parts).as_str()).collect();
                let read_word = Word::parse(&text, alphabet);
                faults += usize::from(read_word.is_err());
                let found = read_word.map(|word| word.to_vec()).map_err(fault);
                assert_eq!(found, word(alphabet, &text), "{text:?} {alphabet:?}");
                let exact = alphabet.read_placed_tiles(&text);
                let exact = exact.map(|(placed_tiles, len)| (placed_tiles.collect(), len));
                assert_eq!(exact, read(alphabet, &text, false), "{text:?} {alphabet:?}");
                let tiles = |placed_tiles: Vec<PlacedTile>| -> Vec<Tile> {
                    placed_tiles.into_iter().map(PlacedTile::tile).collect()
                };
                let found = alphabet.read_tiles(&text);
                let found = found.map(|(placed_tiles, len)| (tiles(placed_tiles.collect()), len));
                let expected = read(alphabet, &text, true);
                let expected = expected.map(|(placed_tiles, len)| (tiles(placed_tiles), len));
                assert_eq!(found, expected, "{text:?} {alphabet:?}");
            }
            for part in &parts {
                let found = alphabet.placed_tile(part);
                let names = tile_names(alphabet);
                let expected = names.iter().find(|(name, _)| name == part);
                assert_eq!(
                    found,
                    expected.map(|(_, placed_tiles)| placed_tiles[0]),
                    "{part:?}"
                );
            }
        }
    }
    assert!(faults > 1000);
}

#[test]
fn mixed_case_reads_as_the_same_tiles_where_blanks_do_not_count() {
    let section = lexc_compiler::alphabet::load("spanish")
        .unwrap()
        .encode()
        .unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let word = |text| Word::parse(text, alphabet).unwrap();
    assert_eq!(word("Llave"), word("LLAVE"));
    assert_eq!(word("[Ch]ico"), word("chico"));
    assert_ne!(word("[C]hico"), word("chico"));
    assert_eq!(
        Rack::parse_typed("Llav e", alphabet),
        Rack::parse("[LL]AVE", alphabet)
    );
}
