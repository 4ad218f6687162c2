//! Checks the automata of an image: their words against the metadata and each other, and their minimality.

use std::iter;

use lexc_formats::raw::node::{NodeList, NodeRef, labels};
use lexc_formats::{Image, MAX_WORD_LEN, SEPARATOR_CODE, SectionName};

use crate::digest::WordDigest;
use crate::limits::Limits;
use crate::progress::{Counter, StepVisitor};
use crate::registry::hash;
use crate::tokenizer::Detokenizer;
use crate::word_list::{WordList, WordListBuilder};

/// Limit of the labels of a string: the tiles of a word and, in a GADDAG, a separator.
const MAX_STRING_LEN: usize = MAX_WORD_LEN + 1;

/// The automata of an image whose structure was checked.
pub(super) struct ImageAutomata<'a, R> {
    pub(super) image: Image<'a>,
    pub(super) nodes: R,
}

impl<R: NodeList> ImageAutomata<'_, R> {
    /// Returns the words and their total number of tiles.
    ///
    /// A few nodes can contain more words than fit in memory. So the first pass stores no words: it compares them with
    /// the metadata, and fails if there are more than the limit. The second pass stores them.
    pub(super) fn words(
        &self,
        limits: &Limits,
        visit: StepVisitor<'_>,
    ) -> Result<(WordList, u64), String> {
        let metadata = self.image.metadata();
        let recorded = u64::from(metadata.word_count());
        let fault = |message: String| format!("{}: {message}", self.section(SectionName::METADATA));
        let mut digest = WordDigest::new(self.image.alphabet());
        let mut tile_count = 0;
        let mut counter = Counter::start("words", recorded, "words", visit);
        self.for_each_word(|word| {
            counter.advance();
            if digest.word_count() == recorded {
                let word = Detokenizer::new(self.image.alphabet()).spell(word);
                return Err(fault(format!(
                    "{recorded} words are recorded, but there are more, such as {word}"
                )));
            }
            digest.add(word);
            tile_count += word.len() as u64;
            if digest.word_count() > limits.words {
                return Err(fault(limits.too_many_words()));
            }
            Ok(())
        })?;
        if digest.word_count() != recorded {
            let found = digest.word_count();
            return Err(fault(format!(
                "{recorded} words are recorded, but there are {found}"
            )));
        }
        let (longest, found) = (metadata.longest_word(), digest.longest_word());
        if longest != found {
            return Err(fault(format!(
                "the longest word has {found} tiles, not {longest} as recorded"
            )));
        }
        let (fingerprint, found) = (metadata.fingerprint(), digest.fingerprint());
        if fingerprint != found {
            return Err(fault(format!(
                "the words' fingerprint is {found}, not {fingerprint} as recorded"
            )));
        }
        let mut builder = WordListBuilder::default();
        self.for_each_word(|word| builder.push(word).map_err(|error| error.to_string()))?;
        let (list, _) = builder.finish();
        Ok((list, tile_count))
    }

    /// Checks that the GADDAG has exactly the strings of the words, and returns their number; `None` without a GADDAG.
    pub(super) fn gaddag(
        &self,
        words: &WordList,
        tile_count: u64,
        visit: StepVisitor<'_>,
    ) -> Result<Option<u64>, String> {
        let Some(root) = self.image.gaddag() else {
            return Ok(None);
        };
        let mut counter = Counter::start("GADDAG", tile_count, "strings", visit);
        let mut word = Vec::with_capacity(MAX_STRING_LEN);
        self.for_each_string(root, |string, node| {
            counter.advance();
            word.clear();
            if read_from_tile(string, &mut word) && self.contains(&word) {
                return Ok(());
            }
            Err(format!(
                "{}: the GADDAG has the string {}, which belongs to no word",
                self.place(node),
                self.spell_string(string)
            ))
        })?;
        let strings = counter.done();
        // A word of n tiles has n strings, and no string belongs to two words.
        if strings != tile_count {
            let (word, string) = self.missing_string(root, words).unwrap_or_default();
            let missing = tile_count.saturating_sub(strings);
            return Err(format!(
                "{}: of {} strings {missing} are missing, such as {string} for {word}",
                self.section(SectionName::GADDAG),
                tile_count,
            ));
        }
        Ok(Some(strings))
    }

    /// The first word of which the GADDAG lacks a string, and the first such string.
    fn missing_string(&self, root: NodeRef, words: &WordList) -> Option<(String, String)> {
        words.iter().find_map(|word| {
            let strings = (1..=word.len()).map(|split| {
                let (x, y) = word.split_at(split);
                let mut string: Vec<u8> = x.iter().rev().copied().collect();
                if !y.is_empty() {
                    string.push(SEPARATOR_CODE);
                    string.extend_from_slice(y);
                }
                string
            });
            let mut missing = strings.filter(|string| !self.accepts(root, string.iter().copied()));
            let string = missing.next()?;
            let word = Detokenizer::new(self.image.alphabet()).spell(word);
            Some((word, self.spell_string(&string)))
        })
    }

    /// Visits the words in order. Reads them from the DAWG or, in an image without a DAWG, from the GADDAG's strings
    /// `x ◇ y` and `x` where x is one tile.
    fn for_each_word(
        &self,
        mut visit: impl FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut visit = |word: &[u8], node| {
            if word.len() > MAX_WORD_LEN || word.contains(&SEPARATOR_CODE) {
                return Err(format!(
                    "{}: a word with a separator, or of more than {MAX_WORD_LEN} tiles",
                    self.place(node)
                ));
            }
            visit(word)
        };
        if let Some(root) = self.image.dawg() {
            return self.for_each_string(root, visit);
        }
        let Some(root) = self.image.gaddag() else {
            return Ok(());
        };
        let first = self.nodes.node(root);
        for tile in labels(first.set | first.mask) {
            if first.set >> tile & 1 != 0 {
                visit(&[tile], root)?;
            }
            let after = self.nodes.target(root, tile);
            let rest = after.and_then(|node| self.nodes.target(node, SEPARATOR_CODE));
            if let Some(rest) = rest {
                let mut word = vec![tile];
                self.for_each_string(rest, |string, node| {
                    word.truncate(1);
                    word.extend_from_slice(string);
                    visit(&word, node)
                })?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the codes are a word that [`for_each_word`](Self::for_each_word) visits.
    fn contains(&self, word: &[u8]) -> bool {
        match (self.image.dawg(), self.image.gaddag(), word) {
            (Some(root), _, word) => self.accepts(root, word.iter().copied()),
            (None, Some(root), [tile, rest @ ..]) => {
                let separator = (!rest.is_empty()).then_some(SEPARATOR_CODE);
                let rest = rest.iter().copied();
                self.accepts(root, [*tile].into_iter().chain(separator).chain(rest))
            }
            _ => false,
        }
    }

    /// Visits the strings from a node, depth first, in the order of their labels, each with the node whose letter set
    /// completes it.
    ///
    /// In a validated image at least one string starts at every node, so the number of strings bounds the walk.
    fn for_each_string(
        &self,
        root: NodeRef,
        mut visit: impl FnMut(&[u8], NodeRef) -> Result<(), String>,
    ) -> Result<(), String> {
        self.walk(root, &mut [0; MAX_STRING_LEN], 0, &mut visit)
    }

    /// Visits the strings that start with the first `len` labels of `path`. Recursion is bounded by [`MAX_STRING_LEN`].
    fn walk(
        &self,
        reference: NodeRef,
        path: &mut [u8; MAX_STRING_LEN],
        len: usize,
        visit: &mut impl FnMut(&[u8], NodeRef) -> Result<(), String>,
    ) -> Result<(), String> {
        if len == MAX_STRING_LEN {
            return Err(format!(
                "{}: words through this node have more than {MAX_WORD_LEN} tiles",
                self.place(reference)
            ));
        }
        let node = self.nodes.node(reference);
        for label in labels(node.set | node.mask) {
            path[len] = label;
            if node.set >> label & 1 != 0 {
                visit(&path[..=len], reference)?;
            }
            if let Some(child) = self.nodes.step(node, label) {
                self.walk(child, path, len + 1, visit)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the labels are a string from the node.
    fn accepts(&self, root: NodeRef, string: impl IntoIterator<Item = u8>) -> bool {
        let mut next = Some(root);
        let mut is_string = false;
        for label in string {
            let Some(reference) = next else {
                return false;
            };
            let node = self.nodes.node(reference);
            is_string = node.set >> label & 1 != 0;
            next = self.nodes.step(node, label);
        }
        is_string
    }

    /// A GADDAG's string as text, the separator as ◇.
    fn spell_string(&self, string: &[u8]) -> String {
        let mut speller = Detokenizer::new(self.image.alphabet());
        let parts = string.split(|&label| label == SEPARATOR_CODE);
        let parts: Vec<String> = parts.map(|part| speller.spell(part)).collect();
        parts.join("◇")
    }

    /// The place of a section in a message.
    fn section(&self, name: SectionName) -> String {
        format!("section {name} at offset {}", self.offset(name))
    }

    /// The place of a node in a message. An inline fast node has the place of the stored node at the end of its chain.
    pub(super) fn place(&self, reference: NodeRef) -> String {
        // `resolve` follows at most `MAX_WORD_LEN` inline nodes, so a longer chain takes several calls.
        let next = |node: &NodeRef| Some(self.nodes.resolve(*node)).filter(|next| next != node);
        let last = iter::successors(Some(reference), next).last();
        let node = last.unwrap_or(reference);
        let offset = self.offset(R::SECTION) + R::INDEX_BYTES * u64::from(node.unit());
        format!("section {}, offset {offset}", R::SECTION)
    }

    fn offset(&self, name: SectionName) -> u64 {
        let sections = self.image.sections().iter();
        let mut named = sections.filter(|section| section.name == name);
        named.next().map_or(0, |section| section.offset.get())
    }
}

/// Appends to `word` the word that a GADDAG's string stands for. Returns `true` if the string is `REV(x) ◇ y` or
/// `REV(x)`, with x and y not empty and without ◇.
fn read_from_tile(string: &[u8], word: &mut Vec<u8>) -> bool {
    let mut parts = string.splitn(2, |&label| label == SEPARATOR_CODE);
    let x = parts.next().unwrap_or_default();
    word.extend(x.iter().rev());
    match parts.next() {
        Some(y) => {
            word.extend_from_slice(y);
            !x.is_empty() && !y.is_empty() && !y.contains(&SEPARATOR_CODE)
        }
        None => !x.is_empty(),
    }
}

/// Returns the number of stored nodes. Fails if two are equal, or if a node has no edge or root that refers to it.
///
/// If no two nodes are equal, no two nodes have the same strings. Proof: suppose that some pairs of nodes have the same
/// strings. Of these pairs, take one whose longest string is as short as possible. The two nodes have the same
/// children; otherwise, their children after some label would be such a pair with shorter strings. The two nodes
/// also have the same letter set and labels, so they are equal. (A node that fits an inline reference is never stored;
/// validation checks that. Compact nodes have no inline references. Different references can stand for the same chain
/// of inline nodes, so children are compared by chains, not by references.)
///
/// If every node has an edge or a root that refers to it, every node is reached from a root: edges refer to earlier
/// nodes, so a walk backwards along edges visits later and later nodes, and ends at a node that a root refers to.
pub(super) fn check_minimal<R: NodeList>(
    automata: &ImageAutomata<'_, R>,
    visit: StepVisitor<'_>,
) -> Result<usize, String> {
    let nodes = automata.nodes;
    let children = |reference: NodeRef| nodes.children(nodes.node(reference));
    let heads: Vec<NodeRef> = nodes.stored().collect();

    let mut is_reached = vec![false; nodes.end() as usize];
    // `resolve` follows at most `MAX_WORD_LEN` inline nodes; longer chains belong to unreachable nodes.
    let mut reach = |reference: NodeRef| {
        if let Some(is_reached) = is_reached.get_mut(nodes.resolve(reference).unit() as usize) {
            *is_reached = true;
        }
    };
    let roots = [automata.image.dawg(), automata.image.gaddag()];
    roots.into_iter().flatten().for_each(&mut reach);
    heads
        .iter()
        .copied()
        .flat_map(children)
        .for_each(&mut reach);
    if let Some(&head) = heads.iter().find(|head| !is_reached[head.unit() as usize]) {
        return Err(format!("{}: unreachable node", automata.place(head)));
    }

    // Sorts nodes by their hashes, and nodes with equal hashes (14 % of the nodes of SCOWL-60) by their contents.
    let mut counter = Counter::start("minimal", heads.len() as u64, "nodes", visit);
    let mut sorted: Vec<(u32, NodeRef)> = heads
        .iter()
        .map(|&head| {
            counter.advance();
            let node = nodes.node(head);
            let targets = children(head).map(|child| nodes.resolve(child));
            (hash(node.set, node.mask, targets), head)
        })
        .collect();
    let content = |head: NodeRef| {
        let node = nodes.node(head);
        (node.set, node.mask)
    };
    // The labels of the chain of inline nodes that a reference begins, and the stored node at its end.
    let chain = |mut at: NodeRef| {
        let (end, mut labels) = (nodes.resolve(at), Vec::new());
        while at != end {
            let node = nodes.node(at);
            labels.push(node.mask);
            at = nodes.child(node, 0);
        }
        (end, labels)
    };
    let chains = |head: NodeRef| children(head).map(chain);
    sorted.sort_unstable_by(|(hash_a, a), (hash_b, b)| {
        hash_a
            .cmp(hash_b)
            .then_with(|| content(*a).cmp(&content(*b)))
            .then_with(|| chains(*a).cmp(chains(*b)))
            .then_with(|| a.cmp(b))
    });
    for pair in sorted.windows(2) {
        let (a, b) = (pair[0].1, pair[1].1);
        if content(a) == content(b) && chains(a).eq(chains(b)) {
            return Err(format!(
                "{}: this node is like the one at {}",
                automata.place(b),
                automata.place(a)
            ));
        }
    }
    Ok(heads.len())
}
