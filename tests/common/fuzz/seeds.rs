//! Seeds of the fuzz targets: small valid images, texts and commands; some are from `tests/data`.

use std::fs;
use std::sync::OnceLock;

use lexc_compiler::{
    Automata, CompileOptions, LeaveList, LeaveListBuilder, StoreKind, compile_leaves,
    leaves_alphabet,
};
use lexc_formats::{Alphabet, AlphabetDefinition, LeaveEstimate};

use super::command_line::CommandLine;
use super::hostile::{Hostile, digraphs};
use super::input::push_sized;
use crate::english::data;
use crate::golden::labels;
use crate::random::Random;
use crate::words::{random_words, small_list};
use crate::{compact_options, every_kind, image, image_with_definitions, letters, options};

/// Small images of every kind and mask width, with and without set codes, with empty and filled anagram filters, and
/// two with definitions, one with labels, and one with marks and rules for reading.
pub fn images() -> &'static [Vec<u8>] {
    static IMAGES: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    IMAGES.get_or_init(make_images)
}

fn make_images() -> Vec<Vec<u8>> {
    let mut random = Random::new(30);
    let mut images = Vec::new();
    for options in every_kind() {
        for tile_count in [1, 4, 27, 28, 29, 30, 31, 32, 40, 58, 60, 62] {
            let last = u8::try_from(tile_count).expect("at most 62");
            if tile_count >= 4 {
                let words = small_list(tile_count);
                images.push(image(&words, &letters(tile_count), &options));
            }
            let words = random_words(&mut random, &[1, last.div_ceil(2), last], 5, 12);
            images.push(image(&words, &letters(tile_count), &options));
        }
        let words = random_words(&mut random, &[1, 2, 3, 4, 5], 4, 20);
        images.push(image(&words, &digraphs(), &options));
        let with_filter = CompileOptions {
            anagram_filter: true,
            ..options
        };
        let words = random_words(&mut random, &[1, 2, 3], 9, 20);
        images.push(image(&words, &letters(4), &with_filter));
    }
    for (tile_count, count) in [(4, 10), (40, 40)] {
        let words = random_words(&mut Random::new(31), &[1, 2, 3, 4], 4, count);
        let options = options(Automata::Both, true);
        images.push(image_with_definitions(
            &words,
            &letters(tile_count),
            options,
        ));
    }
    let words = random_words(&mut random, &[1, 2, 3, 4], 5, 30);
    let with_labels = CompileOptions {
        labels: Some(labels(words.len())),
        ..compact_options()
    };
    images.push(image(&words, &letters(4), &with_labels));
    let marked = AlphabetDefinition {
        // Next to a character of a reading.
        marks: vec![('\u{C8}', '\u{CB}'), ('\u{5B0}', '\u{5C7}')],
        ..ruled()
    };
    images.push(image(&words, &marked, &options(Automata::Dawg, false)));
    let with_index = CompileOptions {
        word_index: true,
        ..compact_options()
    };
    images.push(image(&words, &letters(4), &with_index));
    // Compact images that have nodes of more than 7 edges, more than 14 letter sets, references of most classes, and
    // several pages.
    for (tile_count, longest, count) in [(26, 5, 150), (62, 3, 180)] {
        let tiles: Vec<u8> = (1..=tile_count).collect();
        let words = random_words(&mut random, &tiles, longest, count);
        images.push(image(
            &words,
            &letters(tile_count.into()),
            &compact_options(),
        ));
    }
    images
}

/// Four letters, one of two characters, with rules for reading.
fn ruled() -> AlphabetDefinition {
    let text = "A,a,1,1,1\nC,c,1,1,0\nH,h,1,1,0\nCH,ch,1,1,0\ndigraphs: longest\nread: Ç K = C\nread: X = CH\n";
    lexc_compiler::alphabet::parse("ruled", text).expect("the rules are valid")
}

/// Small images, of leaves, too, in the encoding of the target `image`.
pub fn hostile_images() -> Vec<Vec<u8>> {
    encoded(images().iter().chain(&leaves_images()))
}

fn encoded<'a>(images: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<Vec<u8>> {
    let images = images.into_iter();
    images.map(|image| Hostile::of(image).encode()).collect()
}

/// Images of leaves of both kinds, with and without an estimate.
fn leaves_images() -> [Vec<u8>; 4] {
    let [fast, compact] = [StoreKind::Fast, StoreKind::Compact];
    [
        leaves_image(fast),
        leaves_image(compact),
        leaves_image_with_estimate(fast),
        leaves_image_with_estimate(compact),
    ]
}

/// Positions and images in the encoding of the target `plays`.
pub fn scenes() -> Vec<Vec<u8>> {
    let mut random = Random::new(32);
    let scene = |image: Vec<u8>| {
        let mut bytes = random.next_u64().to_le_bytes().to_vec();
        // Byte 6 is the number of tiles on the board. Two bytes for each tile follow, then two bytes for bag and
        // leaves.
        let lying = random.below(8);
        bytes[6] = u8::try_from(lying).expect("below 8");
        bytes.truncate(7);
        bytes.extend((0..2 * lying + 2).map(|_| random.next_u64().to_le_bytes()[0]));
        [bytes, image].concat()
    };
    encoded(images()).into_iter().map(scene).collect()
}

/// Images in the encoding of the target `header`, with flags of 0: the target repairs every field.
pub fn headers() -> Vec<Vec<u8>> {
    let with_flags = |image: &Vec<u8>| [&[0], &image[..]].concat();
    let leaves = leaves_images();
    images().iter().chain(&leaves).map(with_flags).collect()
}

/// A few leaves in an alphabet of four letters and the blank.
pub fn leaves() -> LeaveList {
    leaves_of(&[1, 2, 3, 4, 5])
}

/// A few leaves of these tiles.
pub fn leaves_of(tiles: &[u8]) -> LeaveList {
    let mut random = Random::new(35);
    let mut builder = LeaveListBuilder::default();
    for leave in random_words(&mut random, tiles, 4, 40) {
        let sum: i32 = leave.iter().map(|&code| i32::from(code)).sum();
        builder.push(&leave, 1_733 * sum - 9_000);
    }
    builder.finish().expect("equal leaves have equal values")
}

/// A small leaves image.
pub fn leaves_image(store: StoreKind) -> Vec<u8> {
    compiled(&leaves(), &letters(4), store)
}

/// [`leaves_image`] with an estimate for other leaves.
pub fn leaves_image_with_estimate(store: StoreKind) -> Vec<u8> {
    let count = LeaveEstimate::feature_count(5);
    let mut random = Random::new(36);
    let number = |_| i32::try_from(random.below(60_000)).expect("small") - 30_000;
    compiled(
        &leaves().with_estimate((0..count).map(number).collect()),
        &letters(4),
        store,
    )
}

/// An image of leaves for lexicons with these letters.
pub fn compiled(leaves: &LeaveList, letters: &AlphabetDefinition, store: StoreKind) -> Vec<u8> {
    let alphabet = leaves_alphabet(letters).encode();
    let alphabet = alphabet.expect("the letters are valid");
    let alphabet = Alphabet::from_bytes(&alphabet).expect("the letters are valid");
    let options = CompileOptions {
        store,
        ..CompileOptions::default()
    };
    let compiled = compile_leaves(leaves, alphabet, &options);
    compiled.expect("the leaves are few").image
}

/// Word lists, each with the number of its alphabet, and each with three choices of options.
pub fn word_lists() -> Vec<Vec<u8>> {
    let scowl =
        fs::read_to_string(data("words/scowl-60.txt")).expect("the file is in the repository");
    let some: Vec<&str> = scowl.lines().step_by(4001).collect();
    let lists = [
        (0, some.join("\n")),
        (0, some.join("\r\n").to_lowercase() + "\r\n"),
        (
            0,
            "\u{feff}# a list\nretsina a wine  \nCARE # and\n\nQI\tlife\rza\n".into(),
        ),
        (0, "CARE,CARES\nNAÏVE\nAA\0\n".into()),
        (1, "AL·LA\nanyquí\nca[NY]a\nNYU\nÇA\n".into()),
        (2, "[CH]A\nCHA\n[C]HA\nllRR\nn\u{303}u\n".into()),
        (3, "ALLA\nA[L·L]A\nA[LL]A\nẞQA\nßqa\n".into()),
        (4, "AZ\nbY\nԱբ\n".into()),
        (6, "CARE a verb ; z\nQI  life / x\nhot dog\n".into()),
        (12, "care;to mind\nAA;\n;b\nAB;#\n".into()),
        (
            5,
            "A\naa\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n".into(),
        ),
    ];
    let flags = [0b0001_0000, 0b0001_0001, 0b1000_1100];
    let list = |(alphabet, text): (u8, Vec<u8>)| {
        flags.map(|flags| [&[alphabet, flags], &text[..]].concat())
    };
    let lists = lists.map(|(alphabet, text)| (alphabet, text.into_bytes()));
    let packed = PACKED.map(|list| (0, list.to_vec()));
    lists.into_iter().chain(packed).flat_map(list).collect()
}

/// A small list, packed by `gzip -9` and by `zstd -19`; and a list of 40 copies of it, packed by `gzip -9` and by
/// `zstd`.
const PACKED: [&[u8]; 4] = [
    b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03st\xE4rt\xF4\xE0JNL\xE2\x0Ar\x0D\x09\xF6\xF4s\xE4\x2C\xCF\xCCK\xE5\x02\x00\x8F\x99\x0E\x88\x18\x00\x00\x00",
    b"\x28\xB5\x2F\xFD\x24\x18\xC1\x00\x00AA\x0AAAH\x0Acab\x0ARETSINA\x09wine\x0AZ\x9A\x84\xFA",
    b"\x1F\x8B\x08\x00\x00\x00\x00\x00\x02\x03st\xE4rt\xF4\xE0JNL\xE2\x0Ar\x0D\x09\xF6\xF4s\xE4\x2C\xCF\xCCK\x05\x0A\x8E\x8A\x8F\x8A\x8F\x8A\x0Fvq\x00\xCA\x2C3\x02\xC0\x03\x00\x00",
    b"\x28\xB5\x2F\xFD\x04X\x05\x01\x00\xC0AA\x0AAAH\x0Acab\x0ARETSINA\x09wine\x0A\x01\x00\x94\xDEj\x8E\x01\xF6GvT",
];

/// Conditions of word searches. Each seed starts with the index of the images to search.
pub fn searches() -> Vec<Vec<u8>> {
    let texts = [
        "anagram:ABC?\npattern:A*",
        "sub-anagram:AAB??C\nlength:2-4",
        "anagram:A*B\npattern:*B*",
        "pattern:*AB*C\nvowels:1-",
        "pattern:..C*\nnear:ABCA~1-2",
        "anagram:[AB][BC]?[^A]\npattern:????",
        "code:ABBA\nsub-anagram:ABC???",
        "suffix:BC\ncontains:A\nis-hook:back",
        "extensions:AB\nprefix:A\ntakes-no-hook",
        "AABBCC\nhooks:AB",
        "AABB?C|XY ZXYZ\npattern:*\npattern:*",
    ];
    let seeds = |text: &str| [0, 1].map(|images| [&[images], text.as_bytes()].concat());
    texts.iter().flat_map(|text| seeds(text)).collect()
}

/// Pairs of an affix file and a dictionary, each encoded as the length of the affix file in two bytes, then both files.
pub fn dictionaries() -> Vec<Vec<u8>> {
    let dictionary = |(affixes, lines): (&str, &str)| {
        let len = u16::try_from(affixes.len()).expect("a short file");
        [&len.to_le_bytes()[..], affixes.as_bytes(), lines.as_bytes()].concat()
    };
    let rules = "SET UTF-8\nPFX R Y 1\nPFX R 0 re .\nSFX D Y 3\nSFX D 0 d e\nSFX D y ied [^aeiou]y\nSFX D 0 ed [^ey]\n";
    [
        (rules, "3\nbake/RD\ntry/D\nrow/RD\n"),
        ("SFX A Y 1\nSFX A 0 able/BP .\nSFX B Y 1\nSFX B 0 s .\nPFX P Y 1\nPFX P 0 un .\n", "1\ndrink/A\n"),
        (
            "NEEDAFFIX n\nONLYINCOMPOUND o\nFORBIDDENWORD f\nCIRCUMFIX c\nCOMPOUNDFLAG z\nSFX S Y 2\nSFX S 0 s .\nSFX S 0 t/o .\n\
             PFX G Y 1\nPFX G 0 ge/c .\nSFX T Y 1\nSFX T 0 t/c .\n",
            "4\na/nS\nb/oS\nspiel/GT\nas/f\n",
        ),
        ("FLAG long\nFULLSTRIP\nAF 2\nAF Aa\nAF Bb\nSFX Aa Y 1\nSFX Aa a s/2 [ab]\nSFX Bb Y 1\nSFX Bb 0 t .\n", "1\na/1 po:x\n"),
        ("SET ISO8859-2\nFLAG num\nSFX 100 N 1\nSFX 100 0 s/65000 .\nSFX 65000 Y 1\nSFX 65000 0 t .\n", "1\na/7,100\nkm\\/h\n"),
    ]
    .map(dictionary)
    .to_vec()
}

/// Letter distributions.
pub fn alphabet_files() -> Vec<Vec<u8>> {
    let file = |name: &str| fs::read(data(name)).expect("the file is in the repository");
    vec![
        file("alphabets/catalan.csv"),
        file("alphabets/spanish.csv"),
        b"A,a,1,1,1\n?,?,2,0,0\nB,b,2,-3,0\n".to_vec(),
        "\u{feff}Ch,x,1,1,0\r\nE\u{301},e\u{301},1,1,1 # accent\rSS,ß,3,4,0\n".into(),
        b"C,c,1,1,0\nH,h,1,1,0\nCH,ch,1,1,0\ndigraphs: longest\nread: \xc3\x87 K = C\nread: X = C H\n".to_vec(),
        b"A,a,65536,1,1\nA,b,1,40000,2\n,c\n?,?,1,1,1\n".to_vec(),
    ]
}

/// Positions in CGP.
pub fn positions() -> Vec<Vec<u8>> {
    let read = |name: &str| fs::read_to_string(data(name)).expect("the file is in the repository");
    let mut texts: Vec<(u8, String)> = Vec::new();
    for name in ["conformance/scowl60.cgp", "conformance/scowl60-hard.cgp"] {
        texts.extend(read(name).lines().step_by(17).map(|line| (0, line.into())));
    }
    texts.push((1, "2A[L·L]A/5/[NY]4 [QU]A?/B 5/-7 2 lex X; bb 50;".into()));
    texts.push((2, "5/1[CH]a[ll]1/5 [RR]?/[LL] 1/2 3".into()));
    texts.push((3, "2[l·l]A1/5/5/5/5 A[LL]?".into()));
    texts.push((
        4,
        "21/21/21/21/21/21/21/21/21/21/10ԱB9/21/21/21/21/21/21/21/21/21/21 Zz".into(),
    ));
    texts.push((5, "1/A AAAAAAAAAAAAAAAAAAAAA/".into()));
    let text = |(alphabet, text): (u8, String)| [&[alphabet], text.as_bytes()].concat();
    texts.into_iter().map(text).collect()
}

/// Game records with every kind of event, in several encodings.
pub fn records() -> Vec<Vec<u8>> {
    let game = "#player1 ann Ann Bell\n#player2 bob Bob\n#title Round 1\n#lexicon SCOWL\n\
        >ann: ?AEGILT 8D GELATI? +0 0\n>ann: ?AEGILT -- -0 0\n>bob: AEIIOUU -IIUU +0 0\n#note Or pass.\nTwo lines.\n\
        >ann: ?AEGILT 8D GELATIn +64 64\n>ann: ?AEGILT (challenge) +5 69\n>bob: AEORSTV H1 OVERST.A +0\n";
    let ends = [
        ">ann: Q -1 +0 69\n>bob: (Q) +20 20\n>ann: Q (Q) -10 59\n>ann: (time) -10 49\n",
        "#rack1 AEINRST\n#rack2 AEORSTV\n",
        ">ann: - +0 69\n>bob: - +0 0\n#note lost turn\nAnd a note.\n",
    ];
    let mut records: Vec<Vec<u8>> = ends
        .iter()
        .map(|end| [&[0], game.as_bytes(), end.as_bytes()].concat())
        .collect();
    let texts: [(u8, &[u8]); 5] = [
        (0, b">a: AB 8G AB +4 4\r\n>b: C G8 .b +3 3"),
        (
            0,
            b"\xef\xbb\xbf#player1 \xc3\xa9 \xc3\x89\n>\xc3\xa9: AB -AB",
        ),
        (0, b"#character-encoding iso-8859-2\n#player1 a \xac\n>a: -"),
        (
            1,
            "#character-encoding UTF-8\n>a: [L·L]A 8G [L·L]A +24 24".as_bytes(),
        ),
        (3, b"\xff\xfe>\0a\0:\0-\0"),
    ];
    records.extend(texts.map(|(alphabet, text)| [&[alphabet], text].concat()));
    records
}

/// Racks, words, plays on a board, and layouts.
pub fn racks() -> Vec<Vec<u8>> {
    let texts: [(u8, u8, &str, &str); 14] = [
        (0, 0, "", "AEINRST"),
        (0, 0, "", "AE?INR?"),
        (0, 1, "", "[L·L]A[NY]?"),
        (0, 2, "", "[CH]CH[LL]?A"),
        (0, 5, "", "AAAAAAAAAAAAAAAAAAAAA"),
        (1, 0, "", "RETSINA"),
        (1, 2, "", "[C]HA[CH]E"),
        (1, 3, "", "A[LL]A[L·L]"),
        (2, 0, "", "8D RETSINA"),
        (2, 0, "wAxByC", "H8 r(AB)E"),
        (2, 0, "wAxByC", "8G R..e"),
        (2, 1, "", "1A [QU]a[ny]"),
        (3, 0, "", "1, 2\n=  '\n-^~\"\n    "),
        (3, 0, "", "0,0\r\n~~~\r\n\r\n"),
    ];
    let text = |(kind, alphabet, lying, text): (u8, u8, &str, &str)| {
        let mut bytes = vec![kind, alphabet];
        push_sized(lying.as_bytes(), &mut bytes);
        bytes.extend_from_slice(text.as_bytes());
        bytes
    };
    texts.into_iter().map(text).collect()
}

/// Commands of most verbs.
pub fn command_lines() -> Vec<Vec<u8>> {
    let files = [
        "care\nscare\nCARES\nAB\nBA\nABA\n",
        "?,?,2,0,0\nA,a,9,1,1\nB,b,9,3,0\nL·L,l·l,4,8,0\n",
        "1, 1\n=  \n - \n  =\n",
        "3/AB1/3 AB?/\n# no position\n15/15/15/15/15/15/15/7AB6/15/15/15/15/15/15/15 ABA?/B 3/4 0 lex X;\n",
    ];
    let lines = [
        "--help",
        "help build",
        "--version",
        "build list -o new",
        "build list -o new --alphabet tiles --only dawg --word-index -v",
        "build list list -o image --force --name x --source @list --license @tiles --only gaddag",
        "build - -o -",
        "build list -o image --min-length 2 --max-length 3 --skip-invalid --max-errors 1",
        "check image --words list --limit 2",
        "check image --json",
        "info image --json",
        "info image",
        "dump image",
        "query image AB BA zz --word-index --word-at 0 --word-at 9",
        "query image --words list --prefix --json",
        "moves image positions --layout layout --json --top 3",
        "moves image positions --summary --rack-size 4 --bingo-bonus -5",
        "moves image --layout layout --board --color always 3/AB1/3 AB?/",
        "bench image positions --passes 1 --layout layout --best --algorithm gaddag --json",
        "bench image positions --passes 1 --all --layout layout",
        "selfplay image --games 2 --seed 5 --threads 1 --rack-size 2 --positions new --layout layout",
        "selfplay image --games 1 --seed 5 --threads 1 --best --algorithm dawg --json --layout layout",
        "build list -o new --definitions --definitions-after space --report new.sarif --read É=E",
        "define image AB zz --json",
        "judge image AB zz",
        "judge image --layout layout --json 3/AB1/3 A2 BA.",
        "draw image --word AB --format dot",
        "draw list --gaddag --letter-sets -o new.svg",
        "draw image --layout layout 3/AB1/3 AB?/",
        "diff image list --hooks --json",
        "diff list list --alphabet tiles --summary",
        "find image --anagram AB? --json",
        "find list --pattern A* --count",
        "convert image -o new.kwg",
        "convert list -o new.klv2 --alphabet tiles",
        "alphabets english",
        "sim image --layout layout --samples 1 --plies 1 --threads 1 3/AB1/3 AB?/",
        "endgame image --layout layout --node-limit 9 --json 3/AB1/3 A/B",
        "selfplay image --games 1 --threads 1 --rack-size 2 --players greedy,greedy --layout layout",
    ];
    let numbered = (0..=u8::MAX)
        .map(|number| number.wrapping_mul(7))
        .zip(lines);
    let line = |(number, line): (u8, &str)| {
        let args: Vec<&str> = line.split(' ').collect();
        CommandLine::encode(number, &args, files)
    };
    let mut commands: Vec<Vec<u8>> = numbered.map(line).collect();
    // Commands of `check`, `info`, `dump`, `query`, `define`, `judge` and `draw`, each followed by an image as the fuzz
    // target `image` encodes it.
    let image = &hostile_images()[3];
    let reading: Vec<Vec<u8>> = [&commands[8..15], &commands[23..29]]
        .concat()
        .iter()
        .map(|line| [line, &image[..]].concat())
        .collect();
    commands.extend(reading);
    let record = [
        ">a: AB 1A AB +8 8\n>b: ABA 1A ..A +0\n",
        files[1],
        files[2],
        files[3],
    ];
    let analyze = [
        "analyze",
        "image",
        "list",
        "--layout",
        "layout",
        "--json",
        "--rack-size",
        "3",
    ];
    commands.push(CommandLine::encode(9, &analyze, record));
    commands
}
