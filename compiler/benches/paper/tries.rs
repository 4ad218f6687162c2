//! Sizes of tries, counted from their strings in order.
//!
//! Before minimization, the GADDAG is the trie of the strings `REV(x) ◇ y`. Its states and edges before the ◇ are those
//! of the trie of all `REV(x)`. The ◇ edges, and all states and edges after them, repeat the trie of the words: the
//! edge to a prefix p occurs once for each way to split p into a non-empty x and a y. If y is empty, the edge is the ◇
//! after x. Gordon's construction (1994, figure 4) merges the repetitions: after the ◇, each state and edge of the
//! words' trie occurs once. Only the root and its edges never occur after the ◇, because x is not empty.

use lexc_compiler::AutomatonSize;
use lexc_compiler::word_list::WordList;

/// Sizes of the automata of a list before full minimization.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LexiconSizes {
    /// The trie with terminal nodes.
    pub trie: AutomatonSize,
    /// The trie with letter sets on edges: the DAWG before minimization.
    pub dawg: AutomatonSize,
    /// The GADDAG before minimization.
    pub gaddag: AutomatonSize,
    /// The GADDAG as Gordon's construction makes it.
    pub semi_minimized_gaddag: AutomatonSize,
}

impl LexiconSizes {
    /// Counts the automata of the words. Takes 8 bytes of memory for each distinct prefix.
    pub fn of(words: &WordList) -> LexiconSizes {
        let mut forward = TrieCounter::default();
        for word in words {
            forward.add(word, false);
        }
        let words_trie = forward.finish();
        let left = left_half(words);
        let (dawg, after_separator) = (words_trie.size, words_trie.by_depth);
        let right_states = dawg.states - u64::from(words_trie.has_edges);
        LexiconSizes {
            trie: words_trie.with_terminal_nodes,
            dawg,
            gaddag: AutomatonSize {
                states: left.size.states + after_separator.states,
                edges: left.size.edges + after_separator.edges,
            },
            semi_minimized_gaddag: AutomatonSize {
                states: left.size.states + right_states,
                // One ◇ for each edge of the trie; then the trie's edges again, after the ◇, except those of the root.
                edges: left.size.edges + 2 * dawg.edges - words_trie.root_edges,
            },
        }
    }
}

/// The states and edges of the GADDAG before the ◇. Edges for the ◇ are not counted.
fn left_half(words: &WordList) -> TrieCounts {
    let mut prefixes: Vec<(u32, u8)> = Vec::new();
    let mut previous: &[u8] = &[];
    for (index, word) in (0..).zip(words) {
        let lengths = common_len(previous, word) + 1..=word.len();
        prefixes.extend(lengths.map(|len| (index, u8::try_from(len).unwrap_or(u8::MAX))));
        previous = word;
    }
    let word = |index: u32| words.get(index as usize).unwrap_or_default();
    let prefix = |&(index, len): &(u32, u8)| &word(index)[..usize::from(len)];
    prefixes.sort_unstable_by(|a, b| prefix(a).iter().rev().cmp(prefix(b).iter().rev()));
    let mut counter = TrieCounter::default();
    let mut reversed = Vec::new();
    for entry in &prefixes {
        reversed.clear();
        reversed.extend(prefix(entry).iter().rev());
        // Nothing follows the prefix if it is a whole word and the next word does not start with it.
        let (index, len) = (entry.0, usize::from(entry.1));
        let continues = len < word(index).len() || word(index + 1).starts_with(prefix(entry));
        counter.add(&reversed, continues);
    }
    counter.finish()
}

/// The length of the longest common prefix.
pub fn common_len(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Counts of a trie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct TrieCounts {
    /// Form with letter sets on edges: a string's last tile has an edge only if a ◇, or another string, continues the
    /// string.
    size: AutomatonSize,
    /// The sums of the depths of the states and edges of `size`. The root has the depth 0; its edges have the depth 1.
    by_depth: AutomatonSize,
    /// Edges of the root, with letter sets on edges.
    root_edges: u64,
    /// True if the root has edges, with letter sets on edges.
    has_edges: bool,
    /// Form with terminal nodes: every tile of a string has an edge.
    with_terminal_nodes: AutomatonSize,
}

/// Counts a trie whose strings come in order.
#[derive(Debug, Default)]
struct TrieCounter {
    root: Node,
    /// The nodes of the last string.
    path: Vec<(u8, Node)>,
    counts: TrieCounts,
}

/// A node on the path of the last string, with the flags that the strings added so far give it.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    /// True if a tile or a ◇ follows.
    is_continued: bool,
    /// True if the node has an edge, not only tiles of a letter set: a ◇ follows, or a tile with a continuation.
    has_edge: bool,
}

impl TrieCounter {
    /// Adds a string, and a ◇ after it if `has_separator`.
    fn add(&mut self, string: &[u8], has_separator: bool) {
        let path = self.path.iter().map(|(label, _)| label);
        let common = path.zip(string).take_while(|(a, b)| a == b).count();
        self.close_below(common);
        for &label in &string[common..] {
            self.last().is_continued = true;
            self.path.push((label, Node::default()));
        }
        let last = self.last();
        last.is_continued |= has_separator;
        last.has_edge |= has_separator;
    }

    fn last(&mut self) -> &mut Node {
        match self.path.last_mut() {
            Some((_, node)) => node,
            None => &mut self.root,
        }
    }

    /// Counts the nodes after more than `depth` tiles, and the edges to them.
    fn close_below(&mut self, depth: usize) {
        while self.path.len() > depth
            && let at = self.path.len() as u64
            && let Some((_, node)) = self.path.pop()
        {
            self.counts.with_terminal_nodes.edges += 1;
            if node.is_continued {
                self.counts.with_terminal_nodes.states += 1;
                self.counts.size.edges += 1;
                self.counts.by_depth.edges += at;
                self.counts.root_edges += u64::from(at == 1);
                self.last().has_edge = true;
            }
            if node.has_edge {
                self.counts.size.states += 1;
                self.counts.by_depth.states += at;
            }
        }
    }

    fn finish(mut self) -> TrieCounts {
        self.close_below(0);
        self.counts.has_edges = self.root.has_edge;
        self.counts.size.states += u64::from(self.root.has_edge);
        self.counts.with_terminal_nodes.states += u64::from(self.root.is_continued);
        self.counts
    }
}
