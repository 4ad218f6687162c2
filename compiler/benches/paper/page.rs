//! The page: the tables of both papers, links to the pictures and the chart, and the text around them.

use std::io::{self, Write};

use lexc_compiler::text::{grouped, noun, plural};
use lexc_runtime::{Lexicon, Rules};

use super::games::{LEARNING, Played};
use super::letter_sets::{LetterSets, Minimization};
use super::markdown::{MarkdownTable, Plain};
use super::performance::{heuristic_times, heuristics, performance};
use super::published::{GORDON_LETTERS, GORDON_WORDS, TABLE_1};
use super::sizes::Sizes;
use super::tables::{NONE, appel_jacobson, automata, moves_by_edges, states_by_edges, two_way};

/// Contents of the page.
pub struct Page<'a> {
    /// The lexicon's name; if it has none, the name of its file.
    pub name: &'a str,
    pub lexicon: Lexicon<'a>,
    pub rules: &'a Rules,
    pub games: u32,
    pub seed: u64,
    /// True if the page has times and page faults.
    pub has_times: bool,
    pub sizes: &'a Sizes,
    pub played: &'a Played,
    pub letter_sets: &'a LetterSets,
    pub pictures: Vec<Picture>,
}

/// A picture of the GADDAG around a word.
pub struct Picture {
    pub word: String,
    pub kind: Minimization,
    pub file: String,
}

impl Page<'_> {
    /// Writes the page.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_start(out)?;
        self.write_appel_jacobson(out)?;
        writeln!(
            out,
            "## Gordon, 1994\n\nTables of \"A Faster Scrabble Move Generation Algorithm\", Software: Practice and Experience 24(2). \
             His lexicon had {} words of 2 to 8 letters, {GORDON_LETTERS} on average.\n",
            grouped(GORDON_WORDS)
        )?;
        self.write_letter_sets(out)?;
        self.write_pictures(out)?;
        self.write_sizes(out)?;
        self.write_games(out)?;
        self.write_two_way(out)?;
        if self.has_times {
            writeln!(
                out,
                "\\* Measured on this machine at this moment; all other figures are the same in every run. Here a time is that of the \
                 search for all plays; page faults are those of copying the image into new memory and of the searches. The papers measured whole programs: Appel and \
                 Jacobson on a VAX 11/780, redrawing the display included, Gordon on a VAX 4300. –: not counted, or \
                 unreadable in the copy that was used."
            )?;
        }
        Ok(())
    }

    fn write_start(&self, out: &mut dyn Write) -> io::Result<()> {
        let average = self.sizes.tiles as f64 / self.sizes.words.max(1) as f64;
        let board = self.rules.layout().dimensions();
        let counted = |count, unit| format!("{} {}", grouped(count), noun(count, unit));
        writeln!(
            out,
            "# The figures of the papers, for {}\n\n\
             {} of {average:.1} tiles on average, the longest of {}; alphabet {}; fingerprint {}. {} per match, seed {}, on a board of \
             {board} squares, with {} on a full rack and a bonus of {}.\n",
            Plain(self.name),
            counted(self.sizes.words, "word"),
            self.lexicon.longest_word(),
            Plain(self.lexicon.alphabet().name()),
            self.lexicon.fingerprint(),
            counted(self.games.into(), "game"),
            self.seed,
            plural(self.rules.rack_size() as u64, "tile"),
            self.rules.bingo_bonus(),
        )?;
        writeln!(
            out,
            "![Sizes in bytes](sizes.svg)\n\nSizes of DAWG, GADDAG and two-way DAWG are those of Gordon's compressed form. Images are files that `lexc build` makes, \
             without the anagram filter.\n"
        )
    }

    fn write_appel_jacobson(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "## Appel and Jacobson, 1988\n\nFigures of \"The World's Fastest Scrabble Program\", CACM 31(5), sections 3.2 and 4.1.\n"
        )?;
        appel_jacobson(self.sizes, self.played, self.has_times).write(out)?;
        writeln!(
            out,
            "Only nodes with edges are counted, and the ends of words are marked on nodes. The paper gives three or four bytes per edge for the \
             trie. Moves against the player who passes are those of the program alone.\n"
        )
    }

    /// Writes table I. If Gordon's table has the place of a row, such as `ΔCA`, the row shows his letter set, too.
    fn write_letter_sets(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "### Table I: letter sets\n\nAn edge has a letter set: each tile of the set, in place of the Δ, completes a word.\n"
        )?;
        let rows = self.letter_sets.rows(self.lexicon.alphabet());
        let mut table = MarkdownTable::new(["", "place", "Gordon", "here"]);
        let set = |set: &str| match set {
            "" => "∅".to_owned(),
            set => Plain(set).to_string(),
        };
        for (number, row) in (1..).zip(rows) {
            let gordon = TABLE_1.iter().find(|(place, _)| *place == row.place);
            table.row([
                format!("S{number}"),
                Plain(&row.place).to_string(),
                gordon.map_or_else(|| NONE.to_owned(), |(_, letters)| set(letters)),
                set(&row.set),
            ]);
        }
        table.write(out)
    }

    fn write_pictures(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "### Figures 1, 5 and 6: the GADDAG around a word\n\nThe paths of all strings of a word. An edge has its tile, or ◇, and \
             the number of its letter set. Other edges of the same states are left out.\n"
        )?;
        for picture in &self.pictures {
            let (title, word) = (picture.kind.title(), Plain(&picture.word));
            writeln!(out, "![{title} GADDAG around {word}]({})\n", picture.file)?;
        }
        Ok(())
    }

    fn write_sizes(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "### Table II: states by number of edges\n\nMinimized automata.\n"
        )?;
        states_by_edges(self.sizes).write(out)?;
        writeln!(
            out,
            "### Table III: sizes of DAWG and GADDAG\n\nBefore minimization, the GADDAG has a state for each distinct start of a string. \
             Gordon's construction makes the semi-minimized one. Only states with edges are counted. The expanded form has 4 bytes for \
             each label of each state and for each letter set; the compressed form has 4 bytes for each state, edge and letter set.\n"
        )?;
        automata(self.sizes).write(out)
    }

    fn write_games(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "### Table IV: steps of both algorithms\n\nGames of two greedy players, {} here and 1,000 in the paper. Here both \
             algorithms rank plays alike, so they play the same games. They start from the same anchors, where a run of tiles \
             is one anchor; Gordon's DAWG algorithm started from every anchor square. Here an edge that both a letter and a blank could take \
             counts once.\n",
            grouped(self.games.into())
        )?;
        performance(self.played, self.has_times).write(out)?;
        writeln!(out, "### Table V: moves by edges followed\n")?;
        moves_by_edges(self.played).write(out)?;
        writeln!(
            out,
            "### Table VI: rack heuristics\n\nRackH1 gives each letter a value, RackH2 adds a price of duplicates, and RackH3 also a price of \
             imbalance between vowels and consonants. The paper has no values; here they are fitted to values of leaves learned from {} \
             games. Both algorithms search the positions of both players. ± is the standard error.\n",
            grouped(LEARNING * u64::from(self.games))
        )?;
        heuristics(self.played).write(out)?;
        if self.has_times {
            for table in heuristic_times(self.played) {
                table.write(out)?;
            }
        }
        Ok(())
    }

    fn write_two_way(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "## The two-way DAWG\n\nAppel and Jacobson's section 7.1 asks how large a DAWG would be whose nodes are the middle \
             sections of words, with edges for tiles before and after. Here the ends of words are marked on nodes, in all \
             automata, and a state and an edge take 4 bytes each. Minimization merges two nodes if the same strings before and \
             after them make words.\n"
        )?;
        two_way(self.sizes).write(out)
    }
}
