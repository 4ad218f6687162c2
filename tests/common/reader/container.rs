//! Header, section table, alphabet, metadata, definitions and roots, each by its chapter of `FORMAT.md`.

use std::collections::BTreeSet;

use xxhash_rust::xxh3::xxh3_64;

use super::{integer, rule};

/// The names of the known sections in canonical order, each with its flags.
pub(super) const KNOWN: [([u8; 4], u64); 15] = [
    (*b"ALPH", 1),
    (*b"DAWG", 0),
    (*b"GADD", 0),
    (*b"META", 1),
    (*b"SETS", 1),
    (*b"RECS", 1),
    (*b"COMP", 1),
    (*b"NUMB", 0),
    (*b"ANAG", 0),
    (*b"WMAP", 0),
    (*b"LABL", 0),
    (*b"DEFS", 0),
    (*b"LEAV", 1),
    (*b"ESTI", 0),
    (*b"MARK", 0),
];

/// A section of an image.
pub(super) struct Section<'i> {
    pub(super) name: [u8; 4],
    pub(super) contents: &'i [u8],
}

/// CRC-32, bit by bit.
fn crc_32(bytes: &[u8]) -> u32 {
    let rest = bytes.iter().fold(u32::MAX, |rest, &byte| {
        (0..8).fold(rest ^ u32::from(byte), |rest, _| {
            rest >> 1 ^ if rest & 1 == 0 { 0 } else { 0xedb8_8320 }
        })
    });
    !rest
}

/// Checks an image by steps 1 to 10 of "Checking an image", except the length of `RECS`. Returns its sections.
pub(super) fn sections(image: &[u8]) -> Result<Vec<Section<'_>>, String> {
    let magic = *b"\x89LXC\r\n\x1a\n";
    rule(image.iter().zip(&magic).all(|(a, b)| a == b), "magic")?;
    rule(image.len() >= 32, "shorter than a header")?;
    let major = integer(&image[8..10]);
    rule(major == 1, format!("version {major}"))?;
    let (len, total) = (image.len() as u64, integer(&image[16..24]));
    rule(len == total, format!("{len} bytes instead of {total}"))?;
    let count = usize::try_from(integer(&image[12..16])).expect("four bytes");
    let mut end = 32 + 32 * count;
    rule(
        count <= 64 && end <= image.len(),
        format!("{count} sections"),
    )?;
    let mut covered = image[..end].to_vec();
    covered[24..28].fill(0);
    rule(
        u64::from(crc_32(&covered)) == integer(&image[24..28]),
        "checksum of header and section table",
    )?;
    rule(integer(&image[28..32]) == 0, "reserved field of the header")?;
    let mut found: Vec<Section<'_>> = Vec::new();
    for row in image[32..end].chunks_exact(32) {
        let name = [row[0], row[1], row[2], row[3]];
        let text = String::from_utf8_lossy(&name).into_owned();
        let flags = integer(&row[4..8]);
        let known = KNOWN.iter().find(|(known, _)| *known == name);
        let is_free = known.is_some() || flags & 1 == 0;
        rule(is_free, format!("unknown required section {text}"))?;
        let expected = known.map_or(0, |(_, flags)| *flags);
        rule(flags == expected, format!("flags of {text}"))?;
        let is_new = found.iter().all(|section| section.name != name);
        rule(is_new, format!("two sections {text}"))?;
        let place = |bytes: &[u8]| usize::try_from(integer(bytes)).unwrap_or(usize::MAX);
        let (offset, len) = (place(&row[8..16]), place(&row[16..24]));
        let section_end = offset.checked_add(len).filter(|&end| end <= image.len());
        let (true, Some(section_end)) = (offset == end.next_multiple_of(64), section_end) else {
            return Err(format!("place of {text}"));
        };
        rule(image[end..offset].iter().all(|&byte| byte == 0), "padding")?;
        let contents = &image[offset..section_end];
        rule(
            xxh3_64(contents) == integer(&row[24..32]),
            format!("checksum of {text}"),
        )?;
        found.push(Section { name, contents });
        end = section_end;
    }
    rule(end == image.len(), "bytes after the last section")?;
    Ok(found)
}

/// Checks the section `MARK` of an alphabet.
pub(super) fn check_marks(section: &[u8], tiles: &Tiles) -> Result<(), String> {
    let count = section.len() / 8;
    let is_whole = section.len() == 8 * count && (1..=256).contains(&count);
    rule(is_whole, "length of MARK")?;
    let mut free_from = 0x80;
    for range in section.chunks_exact(8) {
        let (first, last) = (integer(&range[..4]), integer(&range[4..]));
        let to_char = |c: u64| u32::try_from(c).ok().and_then(char::from_u32);
        let bounds = to_char(first).zip(to_char(last));
        let (first_char, last_char) = bounds.ok_or("a bound of MARK is not a character")?;
        rule(free_from <= first && first <= last, "order of MARK")?;
        rule(
            !(first_char..=last_char).any(char::is_whitespace),
            "white space in MARK",
        )?;
        let is_mark = |c: char| (first_char..=last_char).contains(&c);
        let mut texts = tiles.forms.iter().chain(&tiles.readings);
        let in_text = texts.find(|text| text.contains(is_mark));
        rule(in_text.is_none(), "a mark in a text of ALPH")?;
        free_from = last + 2;
    }
    Ok(())
}

/// The lines of the section `DEFS`, one for each of `word_count` words.
pub(super) fn definitions(section: &[u8], word_count: u64) -> Result<Vec<String>, String> {
    let words = usize::try_from(word_count).expect("32 bits");
    let lines = section
        .get(4 * words.div_ceil(16)..)
        .ok_or("length of DEFS")?;
    let text = str::from_utf8(lines).map_err(|_| "text of DEFS")?;
    let found: Vec<&str> = text.split_inclusive('\n').collect();
    rule(found.len() == words, "number of lines of DEFS")?;
    let mut place = 0;
    for (index, line) in found.iter().enumerate() {
        if index % 16 == 0 {
            let start = integer(&section[index / 4..][..4]);
            rule(start == place, format!("start of line {index} of DEFS"))?;
        }
        place += line.len() as u64;
    }
    let line = |line: &&str| {
        let line = line.strip_suffix('\n').ok_or("end of DEFS")?;
        rule(is_one_line(line), "line of DEFS")?;
        Ok(line.to_owned())
    };
    found.iter().map(line).collect()
}

/// Returns `true` if a text has no control characters, bidirectional controls, or separators of lines and paragraphs.
fn is_one_line(text: &str) -> bool {
    let is_refused = |c| is_control(c) || "\u{2028}\u{2029}".contains(c);
    !text.contains(is_refused)
}

/// Returns `true` for control characters and bidirectional controls.
fn is_control(c: char) -> bool {
    c.is_control()
        || "\u{61c}\u{200e}\u{200f}".contains(c)
        || ('\u{202a}'..='\u{202e}').contains(&c)
        || ('\u{2066}'..='\u{2069}').contains(&c)
}

/// The root that a section `DAWG` or `GADD` holds.
pub(super) fn root(section: &[u8]) -> Result<u32, String> {
    rule(section.len() == 8, "length of a root")?;
    rule(integer(&section[4..]) == 0, "reserved field of a root")?;
    Ok(u32::try_from(integer(&section[..4])).expect("four bytes"))
}

/// The section `META`, without its texts.
pub(super) struct Metadata {
    pub(super) fingerprint: [u8; 16],
    pub(super) word_count: u64,
    pub(super) longest: usize,
}

pub(super) fn metadata(section: &[u8]) -> Result<Metadata, String> {
    rule(section.len() >= 40, "length of META")?;
    let field = |index: usize| integer(&section[16 + 4 * index..][..4]);
    let lens = [field(2), field(3), field(4)];
    rule(
        section.len() as u64 == 40 + lens.iter().sum::<u64>(),
        "length of META",
    )?;
    let mut rest = &section[40..];
    for (index, len) in lens.into_iter().enumerate() {
        let (text, after) = rest.split_at(usize::try_from(len).expect("within the section"));
        let text = str::from_utf8(text).map_err(|_| "a text of META")?;
        rule(index > 0 || is_one_line(text), "name of META")?;
        rest = after;
    }
    let (word_count, longest) = (field(0), field(1));
    rule(word_count >= 1, "word count")?;
    rule((1..=63).contains(&longest), "longest word")?;
    rule(field(5) == 0, "reserved field of META")?;
    Ok(Metadata {
        fingerprint: section[..16].try_into().expect("16 bytes"),
        word_count,
        longest: usize::try_from(longest).expect("at most 63"),
    })
}

/// The tiles' texts in the section `ALPH`; values, counts and vowels are left out.
pub(super) struct Tiles {
    /// The texts by code. Code 0, the separator, has the text ◇.
    texts: Vec<String>,
    /// The texts of all tiles except the blank, and of their designated blanks.
    forms: BTreeSet<String>,
    /// The texts of the readings.
    readings: Vec<String>,
    /// True if the last tile is the blank.
    pub(super) has_blank: bool,
}

impl Tiles {
    /// The number of tiles.
    pub(super) fn count(&self) -> usize {
        self.texts.len() - 1
    }

    /// The word as text. Brackets enclose each text of several characters. They also enclose a single character if it
    /// and the single characters right after it start with a text of several characters, whatever their case.
    pub(super) fn spelled(&self, word: &[u8]) -> String {
        let upper = |text: &str| text.to_uppercase();
        let several: Vec<Vec<String>> = self
            .forms
            .iter()
            .filter(|form| form.chars().count() > 1)
            .map(|form| {
                form.chars()
                    .map(|c| upper(c.encode_utf8(&mut [0; 4])))
                    .collect()
            })
            .collect();
        let texts: Vec<&String> = word
            .iter()
            .map(|&code| &self.texts[code as usize])
            .collect();
        let is_bracketed = |place: usize| {
            let single = |text: &&&String| text.chars().count() == 1;
            let run: Vec<String> = texts[place..]
                .iter()
                .take_while(single)
                .map(|text| upper(text))
                .collect();
            run.is_empty() || several.iter().any(|form| run.starts_with(form))
        };
        let spelled = texts.iter().enumerate().map(|(place, text)| {
            if is_bracketed(place) {
                format!("[{text}]")
            } else {
                (*text).clone()
            }
        });
        spelled.collect()
    }
}

pub(super) fn tiles(section: &[u8]) -> Result<Tiles, String> {
    rule(section.len() >= 8, "length of ALPH")?;
    let field = |at: usize| usize::try_from(integer(&section[at..at + 2])).expect("two bytes");
    let (tile_count, name_bytes, text_bytes) = (field(0), field(4), field(6));
    rule((1..=62).contains(&tile_count), "number of tiles")?;
    let first_text = 8 + 12 * tile_count;
    rule(section.len() >= first_text + text_bytes, "length of ALPH")?;
    let (bytes, rules) = section[first_text..].split_at(text_bytes);
    let text = |from: usize, to: usize| -> Result<&str, String> {
        let text = bytes
            .get(from..to)
            .and_then(|bytes| str::from_utf8(bytes).ok());
        text.ok_or("a text of ALPH".to_owned())
    };
    rule(is_one_line(text(0, name_bytes)?), "name of ALPH")?;
    let mut start = name_bytes;
    let (mut texts, mut forms) = (vec!["◇".to_owned()], BTreeSet::new());
    let mut has_blank = false;
    for tile in 1..=tile_count {
        let row = 8 + 12 * (tile - 1);
        let (text_end, blank_end) = (field(row), field(row + 2));
        let is_ascending = start < text_end && text_end < blank_end && blank_end <= text_bytes;
        rule(is_ascending, format!("texts of tile {tile}"))?;
        let is_zero = field(row + 8) & !1 == 0 && field(row + 10) == 0;
        rule(is_zero, format!("reserved bits of tile {tile}"))?;
        let both = [text(start, text_end)?, text(text_end, blank_end)?];
        has_blank = tile == tile_count && both == ["?", "?"];
        for form in both.into_iter().filter(|_| !has_blank) {
            rule((1..=16).contains(&form.len()), format!("length of {form}"))?;
            rule(form.chars().all(is_free), format!("a character of {form}"))?;
            rule(forms.insert(form.to_owned()), format!("{form} twice"))?;
        }
        texts.push(text(start, text_end)?.to_owned());
        start = blank_end;
    }
    rule(start == text_bytes, "texts after the last tile's")?;
    let readings = check_rules(rules, tile_count, &forms)?;
    Ok(Tiles {
        texts,
        forms,
        readings,
        has_blank,
    })
}

/// Returns `true` if a tile's text can have the character.
fn is_free(c: char) -> bool {
    !"[]()/?.,;#\"\u{feff}0123456789".contains(c) && !c.is_whitespace() && !is_control(c)
}

/// Checks the reading rules, which follow the texts. Returns the texts of the readings.
fn check_rules(
    rules: &[u8],
    tile_count: usize,
    forms: &BTreeSet<String>,
) -> Result<Vec<String>, String> {
    let mut texts = Vec::new();
    if rules.is_empty() {
        return Ok(texts);
    }
    rule(rules.len() >= 4, "length of ALPH")?;
    let field = |at: usize| usize::try_from(integer(&rules[at..at + 2])).expect("two bytes");
    let (digraphs, count) = (field(0), field(2));
    rule(rules.len() >= 4 + 4 * count, "length of ALPH")?;
    let is_needed = digraphs == 1 || digraphs == 0 && count > 0;
    rule(is_needed && count <= 1000, "header of the rules")?;
    let contents = &rules[4 + 4 * count..];
    let (mut start, mut previous) = (0, "");
    for reading in 0..count {
        let (text_end, tiles_end) = (field(4 + 4 * reading), field(6 + 4 * reading));
        let is_ascending = start < text_end && text_end < tiles_end && tiles_end <= contents.len();
        rule(
            is_ascending && tiles_end - text_end <= 63,
            format!("ends of reading {reading}"),
        )?;
        let text = str::from_utf8(&contents[start..text_end]).map_err(|error| error.to_string())?;
        let is_text = |(at, c): (usize, char)| is_free(c) && c != '=' || c == '.' && at > 0;
        let is_valid = text.len() <= 16 && text.char_indices().all(is_text) && previous < text;
        rule(is_valid, format!("text of reading {reading}"))?;
        let is_foreign = |c: char| forms.iter().all(|form| !form.contains(c));
        rule(
            text.chars().any(is_foreign),
            format!("{text} is made of tiles"),
        )?;
        let is_tile = |byte: &u8| (1..=tile_count).contains(&usize::from(byte & 0x7F));
        let are_tiles = contents[text_end..tiles_end].iter().all(is_tile);
        rule(are_tiles, format!("tiles of reading {reading}"))?;
        (start, previous) = (tiles_end, text);
        texts.push(text.to_owned());
    }
    rule(start == contents.len(), "length of ALPH")?;
    Ok(texts)
}
