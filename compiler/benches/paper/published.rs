//! The figures that the papers report.

/// Figures of Appel and Jacobson (1988): sections 3.2.1, 3.2.2 and 4.1.
pub mod appel_jacobson {
    pub const WORDS: u64 = 94_240;
    pub const TEXT_BYTES: u64 = 780_000;
    pub const TRIE_NODES: u64 = 117_150;
    pub const TRIE_EDGES: u64 = 179_618;
    pub const DAWG_NODES: u64 = 19_853;
    pub const DAWG_BYTES: u64 = 175_000;
    /// Games against an opponent who passes.
    pub const GAMES: u64 = 10;
    /// Moves in these games.
    pub const MOVES: u64 = 224;
    /// The average number of plays found per move.
    pub const PLAYS_A_MOVE: u64 = 450;
    pub const SECONDS_A_MOVE: &str = "1.4 s";
    /// The average final score in games of the program against itself.
    pub const SCORE: u64 = 377;
}

/// Sizes of an automaton in Gordon's table III.
pub struct Sizes {
    pub states: u64,
    pub edges: u64,
    pub letter_sets: u64,
    pub expanded_bytes: u64,
    pub compressed_bytes: u64,
}

/// Gordon's table III: the DAWG unminimized and minimized, the GADDAG semi-minimized and minimized.
pub const TABLE_3: [Sizes; 4] = [
    Sizes {
        states: 55_503,
        edges: 91_901,
        letter_sets: 908,
        expanded_bytes: 5_775_944,
        compressed_bytes: 593_248,
    },
    Sizes {
        states: 17_856,
        edges: 49_341,
        letter_sets: 908,
        expanded_bytes: 1_860_656,
        compressed_bytes: 272_420,
    },
    Sizes {
        states: 250_924,
        edges: 413_887,
        letter_sets: 2575,
        expanded_bytes: 27_110_092,
        compressed_bytes: 2_669_544,
    },
    Sizes {
        states: 89_031,
        edges: 244_117,
        letter_sets: 2575,
        expanded_bytes: 9_625_648,
        compressed_bytes: 1_342_892,
    },
];

/// The number of words of Gordon's lexicon.
pub const GORDON_WORDS: u64 = 74_988;
/// The average number of letters of these words.
pub const GORDON_LETTERS: &str = "6.7";

/// Bits per letter of Gordon's lexicon, for each automaton of [`TABLE_3`] in the expanded and the compressed form.
pub const BITS_A_LETTER: [[&str; 2]; 4] = [
    ["91.6", "9.4"],
    ["29.5", "4.3"],
    ["429.8", "42.3"],
    ["152.6", "21.3"],
];

/// Gordon's table II: the numbers of states with 0 to 27 edges, in the minimized DAWG and GADDAG.
pub const TABLE_2: [[u64; 28]; 2] = [
    [
        0, 5708, 5510, 2904, 1385, 775, 445, 299, 189, 148, 98, 84, 53, 52, 41, 30, 20, 23, 16, 14,
        10, 18, 12, 8, 6, 4, 4, 0,
    ],
    [
        0, 35_103, 24_350, 11_291, 5927, 3654, 2187, 1435, 1009, 821, 641, 493, 389, 325, 254, 198,
        165, 150, 128, 102, 81, 87, 65, 59, 52, 26, 34, 5,
    ],
];

/// Processor time of Gordon's games: the time of all games, and the average per move.
pub struct Time {
    pub overall: &'static str,
    pub a_move: &'static str,
}

/// Sums and averages over the games of Gordon's table IV. Pairs are for the expanded and the compressed form.
pub struct Games {
    pub edges: u64,
    pub anchors: u64,
    pub moves: u64,
    pub average_score: &'static str,
    pub times: [Time; 2],
    pub page_faults: [u64; 2],
    /// Edges followed per second, in the compressed form.
    pub edges_a_second: u64,
}

/// Gordon's table IV, 1,000 games: the DAWG and the GADDAG algorithm.
pub const TABLE_4: [Games; 2] = [
    Games {
        edges: 668_214_539,
        anchors: 3_222_746,
        moves: 25_569,
        average_score: "389.58",
        times: [
            Time {
                overall: "9:32:44",
                a_move: "1.344 s",
            },
            Time {
                overall: "8:11:47",
                a_move: "1.154 s",
            },
        ],
        page_faults: [6063, 1011],
        edges_a_second: 22_646,
    },
    Games {
        edges: 265_070_715,
        anchors: 1_946_163,
        moves: 25_363,
        average_score: "388.75",
        times: [
            Time {
                overall: "3:38:59",
                a_move: "0.518 s",
            },
            Time {
                overall: "3:26:51",
                a_move: "0.489 s",
            },
        ],
        page_faults: [32_305, 3120],
        edges_a_second: 21_372,
    },
];

/// Gordon's table VI: edges per move. The columns are the DAWG and the GADDAG algorithm. The rows are players against a greedy
/// player: greedy, then the rack heuristics `RackH1`, `RackH2` and `RackH3`.
pub const TABLE_6: [[u64; 2]; 4] = [
    [26_134, 10_451],
    [32_213, 12_612],
    [33_573, 13_060],
    [35_281, 13_783],
];

/// The ratios of times in Gordon's table IV, DAWG to GADDAG, in the expanded and the compressed form.
pub const TABLE_4_TIME_RATIOS: [&str; 2] = ["2.60", "2.36"];

/// Seconds per move in Gordon's table VI: the DAWG, the GADDAG and their ratio, in the rows of [`TABLE_6`]. `None` is
/// unreadable in the copy that was used. The first row repeats the compressed form's times of [`TABLE_4`]. The copy
/// does not show to which rows the times 1.390 and 1.448 belong. They stand in the rows of `RackH1` and `RackH2`,
/// because both are then about 43.1 µs per edge.
pub const TABLE_6_TIMES: [[Option<&str>; 3]; 4] = [
    [Some("1.154"), Some("0.489"), Some("2.36")],
    [Some("1.390"), None, Some("2.29")],
    [Some("1.448"), Some("0.630"), Some("2.30")],
    [None, None, Some("2.30")],
];

/// Page faults in Gordon's table VI, with the rows and columns of [`TABLE_6_TIMES`].
pub const TABLE_6_PAGE_FAULTS: [[Option<&str>; 3]; 4] = [
    [Some("1,011"), Some("3,120"), Some("0.32")],
    [Some("1,013"), Some("3,136"), Some("0.32")],
    [Some("1,016"), Some("3,139"), Some("0.32")],
    [None, None, Some("0.32")],
];

/// Gordon's table V: the number of moves in each range of edges. The first range starts at 0, the others at the powers of two
/// from 256. The columns are the DAWG without and with a blank on the rack, and the GADDAG without and with one.
pub const TABLE_5: [[u64; 4]; 15] = [
    [24, 0, 45, 0],
    [896, 0, 847, 0],
    [877, 0, 1618, 0],
    [1075, 0, 2680, 0],
    [1809, 0, 6260, 8],
    [4654, 7, 7935, 45],
    [8348, 29, 3605, 126],
    [5209, 107, 337, 353],
    [602, 201, 1, 734],
    [1, 569, 0, 559],
    [0, 774, 0, 183],
    [0, 349, 0, 18],
    [0, 23, 0, 7],
    [0, 13, 0, 2],
    [0, 2, 0, 0],
];

/// The average number of edges in the columns of [`TABLE_5`].
pub const TABLE_5_AVERAGES: [u64; 4] = [11_961, 179_850, 5467, 67_586];

/// Gordon's table I: strings with a Δ, each with the letters that complete a word in place of the Δ.
pub const TABLE_1: [(&str, &str); 24] = [
    ("ΔC", ""),
    ("ΔA", "ABDFHKLMNPTY"),
    ("ΔR", "AEO"),
    ("ΔE", "ABDHMNOPRWY"),
    ("CΔ", ""),
    ("ΔCA", "O"),
    ("ΔAR", "BCEFGJLMOPTVWY"),
    ("ΔRE", "AEIO"),
    ("CAΔ", "BDMNPRTWY"),
    ("ΔCAR", "S"),
    ("ΔARE", "BCDFHMPRTWY"),
    ("CARΔ", "BDEKLNPST"),
    ("ΔN", "AEIOU"),
    ("ΔEE", "BCDFGJLNPRSTVWZ"),
    ("ΔEN", "BDFHKMPSTWY"),
    ("ΔREE", "BDFGPT"),
    ("ΔEEN", "BKPSTW"),
    ("ΔCARE", "S"),
    ("ΔAREE", ""),
    ("ΔREEN", "GP"),
    ("CAREΔ", "DRSTX"),
    ("ΔCAREE", ""),
    ("ΔAREEN", "C"),
    ("CAREEΔ", "NR"),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares figures that follow from each other, to find slips in copying.
    #[test]
    fn tables_agree() {
        for (histogram, sizes) in TABLE_2.iter().zip([&TABLE_3[1], &TABLE_3[3]]) {
            assert_eq!(histogram.iter().sum::<u64>(), sizes.states);
            let edges = (0..).zip(histogram).map(|(edges, states)| edges * states);
            assert_eq!(edges.sum::<u64>(), sizes.edges);
        }
        for (games, columns) in TABLE_4.iter().zip([[0, 1], [2, 3]]) {
            let moves = TABLE_5
                .iter()
                .flat_map(|row| columns.map(|column| row[column]));
            assert_eq!(moves.sum::<u64>(), games.moves);
        }
        // Checks the ratio of each row in which both figures are known.
        for row in TABLE_6_TIMES.iter().chain(&TABLE_6_PAGE_FAULTS) {
            let number = |cell: Option<&str>| cell?.replace(',', "").parse::<f64>().ok();
            let [dawg, gaddag, ratio] = row.map(number);
            if let Some((dawg, gaddag)) = dawg.zip(gaddag) {
                assert!((dawg / gaddag - ratio.unwrap()).abs() < 0.006, "{row:?}");
            }
        }
        for (sizes, labels) in TABLE_3.iter().zip([26, 26, 27, 27]) {
            let size = lexc_compiler::AutomatonSize {
                states: sizes.states,
                edges: sizes.edges,
            };
            let sets = sizes.letter_sets;
            assert_eq!(size.compressed_bytes(sets), sizes.compressed_bytes);
            assert_eq!(size.expanded_bytes(labels, sets), sizes.expanded_bytes);
        }
    }
}
