//! Every image of a few nodes from a vocabulary of units: the validator accepts it if and only if the independent
//! reader (`common::reader::nodes`) does. From an accepted image, `lexc-formats` and the independent reader read the
//! same strings in the same number of steps.
//!
//! Validation proceeds from node to node. So each accepted list of nodes is extended by every node of the vocabulary,
//! valid or not, up to the scope's number of nodes. A sample of the refused lists is extended by one more node, and
//! must stay refused.
//!
//! The vocabulary has every kind of unit: heads with valid and invalid masks and codes; letter sets; references of all
//! three kinds, with valid and invalid labels, to every node, to a unit below a head, to their own node and beyond the
//! end. By default, a quarter of the second nodes are tried, in 800,000 images. `LEXC_SCOPE=full` tries all second
//! nodes, and more and longer nodes, in tens of millions of images.

use common::parts::{Parts, bytes, seal};
use common::reader::nodes::{Automata, SetRow, WrittenNode};
use common::{letters, scope, small_image};
use lexc_formats::raw::checksum::section_checksum;
use lexc_formats::raw::node::{NodeRef, Nodes};
use lexc_formats::{Image, ImageError, SectionName};

const HEAD: u32 = 1 << 31;
const INLINE: u32 = 1 << 30;
const PAIR: u32 = 1 << 29;

/// The vocabulary and the size of the images.
struct Scope {
    tile_count: u32,
    /// Upper bound on the nodes of an image.
    nodes: usize,
    /// Upper bound on the units of a node, its head excluded.
    longest: usize,
    /// Adds further units with an invalid target, label or letter set.
    is_wide: bool,
}

/// Numbers of cases.
#[derive(Debug, Default)]
struct Found {
    /// Lists of nodes that were tried.
    cases: u64,
    /// Lists of nodes that were accepted.
    accepted: u64,
    /// Choices of roots that were tried.
    roots: u64,
    /// Automata that were walked.
    walked: u64,
    /// Steps of the longest walk.
    most_steps: u64,
}

impl Found {
    fn and(self, other: Found) -> Found {
        Found {
            cases: self.cases + other.cases,
            accepted: self.accepted + other.accepted,
            roots: self.roots + other.roots,
            walked: self.walked + other.walked,
            most_steps: self.most_steps.max(other.most_steps),
        }
    }
}

/// Scopes that take some twenty seconds in all.
const USUAL: [Scope; 6] = [
    case(1, 2, 2, true),
    case(1, 2, 3, false),
    case(1, 3, 1, false),
    case(2, 2, 2, false),
    case(29, 2, 2, false),
    case(31, 2, 2, false),
];

/// Scopes that take minutes in all, with optimisation.
const THOROUGH: [Scope; 7] = [
    case(1, 2, 3, true),
    case(1, 3, 2, false),
    case(1, 4, 1, false),
    case(2, 2, 3, false),
    case(29, 2, 3, false),
    case(31, 2, 3, false),
    // Every image's alphabet is checked, so images of many tiles take longest.
    case(62, 2, 2, false),
];

const fn case(tile_count: u32, nodes: usize, longest: usize, is_wide: bool) -> Scope {
    Scope {
        tile_count,
        nodes,
        longest,
        is_wide,
    }
}

#[test]
fn validator_and_reader_agree_on_every_image_of_a_few_nodes() {
    let scopes = if scope::is_full() {
        &THOROUGH[..]
    } else {
        &USUAL
    };
    try_each(scopes, try_scope);
}

/// Tries each scope on a thread of its own.
pub(crate) fn try_each<S: Sync>(scopes: &[S], try_scope: fn(&S)) {
    std::thread::scope(|threads| {
        for scope in scopes {
            threads.spawn(|| try_scope(scope));
        }
    });
}

/// Number of parts of a scope's second nodes. The parts take about the same time. The number has no factor in common
/// with any scope's number of heads, so that each part has nodes with every head.
const PARTS: usize = 13;

/// Number of parts that are tried by default.
const USUAL_PARTS: usize = 3;

/// Tries the first nodes, then each part of the second nodes on a thread of its own.
fn try_scope(scope: &Scope) {
    let parts = if scope::is_full() { PARTS } else { USUAL_PARTS };
    let mut first = Trial::new(scope);
    let lists = first.extensions(&[], || true);
    let found = std::thread::scope(|threads| {
        let parts: Vec<_> = (0..parts)
            .map(|part| {
                let lists = &lists;
                threads.spawn(move || {
                    let mut trial = Trial::new(scope);
                    let mut second_nodes = 0;
                    for list in lists {
                        let longer = trial.extensions(list, || {
                            second_nodes += 1;
                            second_nodes % PARTS == part
                        });
                        for list in longer {
                            trial.continue_with(&list, scope.nodes - 2);
                        }
                    }
                    trial.found
                })
            })
            .collect();
        let found = parts.into_iter().map(|part| part.join().expect("no panic"));
        found.fold(first.found, Found::and)
    });
    let (tiles, nodes, longest) = (scope.tile_count, scope.nodes, scope.longest);
    let Found {
        cases,
        accepted,
        roots,
        walked,
        most_steps,
    } = found;
    println!(
        "{tiles} tiles, up to {nodes} nodes of up to {longest} units and a head: {cases} images, {accepted} accepted; {roots} choices of roots, {walked} walks of up to {most_steps} steps"
    );
    assert!(accepted > 10 && walked > 10 && cases > 20 * accepted);
}

/// An image with replaceable nodes and roots.
struct Trial<'s> {
    scope: &'s Scope,
    rows: [SetRow; 16],
    found: Found,
    image: Template,
}

impl<'s> Trial<'s> {
    fn new(scope: &'s Scope) -> Trial<'s> {
        let mut rows = Automata::fixed_rows(scope.tile_count);
        // Code 1 stands for the letter set of tile 1, except with 29 tiles, where heads have only two codes.
        let is_row_8 = rows
            .iter()
            .position(|row| row.is_stored)
            .expect("one row is stored")
            == 8;
        assert!(is_row_8);
        let used = usize::from(scope.tile_count < 29);
        for row in rows.iter_mut().skip(used).take(used) {
            row.set = 0b10;
        }
        Trial {
            scope,
            rows,
            found: Found::default(),
            image: Template::new(scope.tile_count, &rows),
        }
    }

    /// Extends an accepted list by every node of the vocabulary, then extends each longer list that is accepted, and so
    /// on, up to `nodes_left` more nodes than `units` has.
    fn continue_with(&mut self, units: &[u32], nodes_left: usize) {
        if nodes_left == 0 {
            return;
        }
        for longer in self.extensions(units, || true) {
            self.continue_with(&longer, nodes_left - 1);
        }
    }

    /// Appends to the units each node of the vocabulary for which `is_tried` returns `true`. Tries all roots over the
    /// accepted lists, and returns these lists.
    fn extensions(&mut self, units: &[u32], mut is_tried: impl FnMut() -> bool) -> Vec<Vec<u32>> {
        let inner = self.inner_units(units);
        let heads = self.heads();
        let mut accepted = Vec::new();
        for longest in 0..=self.scope.longest {
            let mut places = vec![0; longest];
            loop {
                let node = places.iter().map(|&place: &usize| inner[place]);
                let mut longer: Vec<u32> = units.iter().copied().chain(node).collect();
                for &head in &heads {
                    if !is_tried() {
                        continue;
                    }
                    longer.push(head);
                    if self.is_accepted(&longer) {
                        self.try_roots(&longer);
                        accepted.push(longer.clone());
                    }
                    longer.pop();
                }
                if !advance(&mut places, inner.len()) {
                    break;
                }
            }
        }
        accepted
    }

    /// Returns `true` if the validator and the independent reader accept the units as nodes, `false` if both refuse
    /// them. The GADDAG's root is the first node.
    fn is_accepted(&mut self, units: &[u32]) -> bool {
        let root = (0..).zip(units).find(|(_, unit)| *unit & HEAD != 0);
        let (root, _) = root.expect("the units have a head");
        let automata = self.automata(units, None, Some(root));
        let expected = automata.nodes();
        let found = self.image.read(&automata).map(drop);
        self.found.cases += 1;
        assert_eq!(
            found.is_ok(),
            expected.is_ok(),
            "{automata:x?}: {found:?}, {expected:?}"
        );
        self.found.accepted += u64::from(found.is_ok());
        if found.is_err() && self.found.cases.is_multiple_of(997) {
            self.assert_stays_refused(units, root);
        }
        found.is_ok()
    }

    /// Asserts that no further node of two units makes a refused image valid.
    fn assert_stays_refused(&mut self, units: &[u32], root: u32) {
        for unit in self.inner_units(units) {
            for head in self.heads() {
                let longer = [units, &[unit, head]].concat();
                let automata = self.automata(&longer, None, Some(root));
                assert!(
                    automata.nodes().is_err() && self.image.read(&automata).is_err(),
                    "{automata:x?}"
                );
                self.found.cases += 1;
            }
        }
    }

    fn automata(&self, units: &[u32], dawg: Option<u32>, gaddag: Option<u32>) -> Automata {
        Automata {
            tile_count: self.scope.tile_count,
            rows: self.rows,
            words: units.to_vec(),
            dawg,
            gaddag,
        }
    }

    /// Tries direct and inline roots of either automaton, and pairs of roots of both, over accepted nodes.
    fn try_roots(&mut self, units: &[u32]) {
        let len = u32::try_from(units.len()).expect("a small count");
        let last = len - 1;
        let [first_label, last_label] = [1, self.scope.tile_count];
        let mut roots: Vec<u32> = (0..=len).collect();
        let direct = roots.len();
        for label in [0, first_label, last_label, last_label + 1] {
            roots.extend([last, 0, len].map(|index| self.inline_one(label, index)));
            roots.extend([last, len].map(|index| self.inline_two(first_label, label, index)));
            roots.push(self.inline_two(label, first_label, last));
        }
        roots.push(HEAD | last);
        for &root in &roots {
            self.try_root(units, Some(root), None);
            self.try_root(units, None, Some(root));
        }
        for &dawg in &roots[..direct] {
            for &gaddag in &roots[..direct + 4] {
                self.try_root(units, Some(dawg), Some(gaddag));
            }
        }
    }

    fn try_root(&mut self, units: &[u32], dawg: Option<u32>, gaddag: Option<u32>) {
        let automata = self.automata(units, dawg, gaddag);
        let expected = automata.nodes();
        let found = self.image.read(&automata).map(drop);
        self.found.roots += 1;
        assert_eq!(
            found.is_ok(),
            expected.is_ok(),
            "{automata:x?}: {found:?}, {expected:?}"
        );
        if let Ok(nodes) = expected {
            for root in [dawg, gaddag].into_iter().flatten() {
                self.walk(&automata, &nodes, root);
            }
            if self.found.walked.is_multiple_of(13) {
                self.try_word_index(&automata, &nodes);
            }
        }
    }

    /// Asserts that `lexc-formats` and the independent reader read the same strings over the same number of edges, and
    /// that the length of paths is bounded.
    fn walk(&mut self, automata: &Automata, nodes: &[WrittenNode], root: u32) {
        let (expected, steps) = automata.strings(nodes, root);
        // A path has at most one edge from each head, and two from each inline reference in a unit or as the root.
        let mut walk = Walk::new(2 * automata.words.len() + 2);
        let root = NodeRef::from_unit(root);
        let image = self.image.read(automata).expect("the image was accepted");
        match image.mask_units() {
            1 => walk.from(image.nodes::<1>(), root),
            _ => walk.from(image.nodes::<2>(), root),
        }
        assert_eq!(
            (&walk.strings, walk.steps),
            (&expected, steps),
            "{automata:x?}"
        );
        self.found.walked += 1;
        self.found.most_steps = self.found.most_steps.max(steps);
    }

    /// Asserts that only the right counts of the word index are accepted.
    fn try_word_index(&self, automata: &Automata, nodes: &[WrittenNode]) {
        let Some(counts) = automata.numbers(nodes) else {
            return;
        };
        let root = automata.dawg.expect("a word index needs a DAWG");
        let word_count = automata.strings(nodes, root).0.len();
        let counts: Vec<u32> = counts
            .iter()
            .map(|&count| u32::try_from(count).expect("a small count"))
            .collect();
        let word_count = u32::try_from(word_count).expect("a small count");
        let read =
            |counts: &[u32], word_count| self.image.read_indexed(automata, counts, word_count);
        assert_eq!(read(&counts, word_count), Ok(()), "{automata:x?}");
        for index in 0..counts.len() {
            for wrong in [
                counts[index] + 1,
                counts[index].wrapping_sub(1),
                counts[index] ^ HEAD,
            ] {
                let mut counts = counts.clone();
                counts[index] = wrong;
                assert!(read(&counts, word_count).is_err(), "{automata:x?}");
            }
        }
        for wrong in [word_count + 1, word_count - 1] {
            assert!(read(&counts, wrong).is_err(), "{automata:x?}");
        }
        let more = [&counts[..], &[0]].concat();
        assert!(read(&more, word_count).is_err());
        assert!(read(&counts[1..], word_count).is_err());
    }

    fn label_bits(&self) -> u32 {
        if self.scope.tile_count <= 29 { 5 } else { 6 }
    }

    fn inline_one(&self, label: u32, index: u32) -> u32 {
        INLINE | index << self.label_bits() | label
    }

    fn inline_two(&self, first: u32, second: u32, index: u32) -> u32 {
        INLINE | PAIR | index << (2 * self.label_bits()) | second << self.label_bits() | first
    }

    /// Units below the head of the next node: parts of masks and letter sets, and references.
    fn inner_units(&self, units: &[u32]) -> Vec<u32> {
        let tile_count = self.scope.tile_count;
        let len = u32::try_from(units.len()).expect("a small count");
        let is_head = |&index: &u32| units[index as usize] & HEAD != 0;
        let mut targets: Vec<u32> = (0..len).filter(is_head).collect();
        // A unit that is not a head, and the next node's first unit.
        targets.extend((0..len).find(|index| !is_head(index)));
        targets.push(len);
        if self.scope.is_wide {
            targets.extend([len + 1, len + 9]);
        }
        let mut inner = targets.clone();
        let [first, last, beyond] = [1, tile_count, tile_count + 1];
        let mut labels = vec![0, first, last];
        let mut pairs = vec![(first, last), (0, first), (last, 0)];
        if self.scope.is_wide {
            labels.extend([beyond, 31]);
            pairs.extend([(beyond, first), (first, beyond)]);
        }
        for &target in &targets {
            inner.extend(labels.iter().map(|&label| self.inline_one(label, target)));
            inner.extend(
                pairs
                    .iter()
                    .map(|&(first, second)| self.inline_two(first, second, target)),
            );
        }
        inner.push(self.inline_one(beyond, targets[0]));
        inner.push(self.inline_two(first, beyond, targets[0]));
        // Units of letter sets and, in wide nodes, of masks below the head; valid and invalid.
        let place = |label: u32| match tile_count {
            ..30 => label,
            _ => (label - 24) % 30,
        };
        inner.extend([0, 0b10, 1 << place(last), 0b10 | 1 << place(last), 1]);
        if tile_count > 29 || self.scope.is_wide {
            inner.extend([0b11, 1 << place(beyond)]);
        }
        inner.retain(|unit| unit & HEAD == 0);
        inner.sort_unstable();
        inner.dedup();
        inner
    }

    /// Heads without a letter set, with a stored set and, unless there are 29 tiles, with the set of code 1 and with an
    /// invalid code. Some have invalid masks or lists of labels.
    fn heads(&self) -> Vec<u32> {
        let tile_count = self.scope.tile_count;
        if tile_count > 29 {
            let none = 63;
            let list = |[a, b]: [u32; 2]| b << 18 | a << 12 | none << 6 | none;
            let last = tile_count;
            let lists = [
                [none, none],
                [none, 0],
                [none, 1],
                [0, 1],
                [1, 0],
                [1, last],
                [last, 1],
                // Invalid lists.
                [1, 1],
                [1, none],
                [none, (last + 1) % 63],
            ];
            let head = |code: u32, labels: u32| HEAD | code << 24 | labels;
            let [stored, beyond] = [63, (last + 1) % 63];
            let mut heads: Vec<u32> = lists.map(|labels| head(0, list(labels))).to_vec();
            heads.extend([0, 1, 0b10].map(|mask| head(0, 1 << 30 | mask)));
            for code in [1, stored] {
                heads.extend(lists[..3].iter().map(|&labels| head(code, list(labels))));
            }
            heads.push(head(beyond, list([none, 1])));
            return heads;
        }
        let codes = match tile_count {
            29 => vec![0, 8],
            _ => vec![0, 8, 1, 2],
        };
        let masks: Vec<u32> = match tile_count {
            ..27 => (0..2 << tile_count)
                .chain([2 << tile_count, 1 << 26])
                .collect(),
            _ => vec![0, 1, 0b10, 0b11, 1 << 29, 1 << 29 | 0b10, 1 << 28],
        };
        let head = |code: u32| masks.iter().map(move |mask| HEAD | code << 27 | mask);
        codes.into_iter().flat_map(head).collect()
    }
}

/// Advances to the next sequence of indices below `count`. Returns `false` after the last one.
pub(crate) fn advance(places: &mut [usize], count: usize) -> bool {
    for place in places {
        *place += 1;
        if *place < count {
            return true;
        }
        *place = 0;
    }
    false
}

/// All strings of an automaton, read by `lexc-formats`.
pub(crate) struct Walk {
    pub(crate) strings: Vec<Vec<u32>>,
    path: Vec<u32>,
    pub(crate) steps: u64,
    deepest: usize,
}

impl Walk {
    /// A walk that panics on paths of more than `deepest` edges.
    pub(crate) fn new(deepest: usize) -> Walk {
        Walk {
            strings: Vec::new(),
            path: Vec::new(),
            steps: 0,
            deepest,
        }
    }

    pub(crate) fn from(&mut self, nodes: impl Nodes, reference: NodeRef) {
        assert!(self.path.len() <= self.deepest, "{:?}", self.path);
        let node = nodes.node(reference);
        for label in 0..=62 {
            self.path.push(label.into());
            if node.set >> label & 1 != 0 {
                self.strings.push(self.path.clone());
            }
            if let Some(child) = nodes.step(node, label) {
                self.steps += 1;
                self.from(nodes, child);
            }
            self.path.pop();
        }
    }
}

/// Images with replaceable nodes and roots, one for each combination of automata.
struct Template {
    parts: Parts,
    /// Bit 0 of the index says if the image has a DAWG, bit 1 if it has a GADDAG.
    images: [Option<Vec<u8>>; 4],
}

impl Template {
    fn new(tile_count: u32, rows: &[SetRow; 16]) -> Template {
        let tile_count = usize::try_from(tile_count).expect("at most 62");
        let mut parts = Parts::of(&small_image(tile_count.max(4))).without(SectionName::WORD_INDEX);
        let alphabet = letters(tile_count)
            .encode()
            .expect("the definition is valid");
        *parts.contents(SectionName::ALPHABET) = alphabet;
        let row = |row: &SetRow| match row.is_stored {
            true => [u64::MAX, 0],
            false => [0, row.set],
        };
        let sets = rows.iter().flat_map(row).flat_map(u64::to_le_bytes);
        if tile_count < 30 {
            *parts.contents(SectionName::SETS) = sets.collect();
        }
        Template {
            parts,
            images: [const { None }; 4],
        }
    }

    /// Opens the image with these nodes and roots. The nodes are the last section, so the other sections keep
    /// their places.
    fn read(&mut self, automata: &Automata) -> Result<Image<'_>, ImageError> {
        let kind =
            usize::from(automata.dawg.is_some()) + 2 * usize::from(automata.gaddag.is_some());
        let parts = &self.parts;
        let image = self.images[kind].get_or_insert_with(|| with(parts, automata).write());
        let roots = [
            (SectionName::DAWG, automata.dawg),
            (SectionName::GADDAG, automata.gaddag),
        ];
        for (name, root) in roots {
            if let Some(root) = root {
                write_section(image, name, &bytes(&[root, 0]));
            }
        }
        write_section(image, SectionName::NODES, &bytes(&automata.words));
        seal(image);
        Image::from_bytes(image)
    }

    fn read_indexed(
        &self,
        automata: &Automata,
        counts: &[u32],
        word_count: u32,
    ) -> Result<(), ImageError> {
        let mut parts =
            with(&self.parts, automata).with(SectionName::WORD_INDEX, 0, &bytes(counts));
        parts.set_unit(SectionName::METADATA, 4, word_count);
        Image::from_bytes(&parts.write()).map(drop)
    }
}

fn with(parts: &Parts, automata: &Automata) -> Parts {
    let mut parts = parts.clone();
    *parts.contents(SectionName::NODES) = bytes(&automata.words);
    for (name, root) in [
        (SectionName::DAWG, automata.dawg),
        (SectionName::GADDAG, automata.gaddag),
    ] {
        match root {
            Some(root) => parts.set_unit(name, 0, root),
            None => parts = parts.without(name),
        }
    }
    parts
}

/// Replaces a section and its row of the section table. Only the last section may change its length.
pub(crate) fn write_section(image: &mut Vec<u8>, name: SectionName, contents: &[u8]) {
    let row = (1..)
        .map(|row| 32 * row)
        .find(|&row| image[row..][..4] == name.0)
        .expect("the section is there");
    let number = |image: &[u8], at: usize| {
        u64::from_le_bytes(
            *image[at..]
                .first_chunk()
                .expect("the row is within the image"),
        )
    };
    let start = usize::try_from(number(image, row + 8)).expect("the row is within the image");
    let end =
        start + usize::try_from(number(image, row + 16)).expect("the row is within the image");
    if end == image.len() {
        image.truncate(start);
        image.extend_from_slice(contents);
        let total = image.len() as u64;
        image[16..24].copy_from_slice(&total.to_le_bytes());
    } else {
        image[start..end].copy_from_slice(contents);
    }
    image[row + 16..][..8].copy_from_slice(&(contents.len() as u64).to_le_bytes());
    image[row + 24..][..8].copy_from_slice(&section_checksum(contents).to_le_bytes());
}

/// Tables of letter set codes that differ in at most two rows from the table of an image without the section `SETS`.
/// Each of the two rows has eight values in turn.
#[test]
fn validator_and_reader_agree_on_tables_of_letter_set_codes() {
    let mut cases = 0;
    for tile_count in [4, 26, 27, 28, 29] {
        let parts = Parts::of(&small_image(tile_count)).without(SectionName::WORD_INDEX);
        let tile_count = u32::try_from(tile_count).expect("at most 62");
        // A single node, with a letter set that no row has.
        let nodes = [0b1100, HEAD | 8 << 27];
        let values = [
            (0, 0),
            (u64::MAX, 0),
            (0, 0b10),
            (0, 1 << tile_count),
            (0, 2 << tile_count.min(62)),
            (0, 1),
            (u64::MAX, 0b10),
            (1, 0),
        ];
        let usual = Automata::fixed_rows(tile_count)
            .map(|row| (if row.is_stored { u64::MAX } else { 0 }, row.set));
        for first in 0..16 {
            for second in first..16 {
                for value in values.iter().flat_map(|a| values.map(|b| (*a, b))) {
                    let mut rows = usual;
                    (rows[first], rows[second]) = value;
                    let mut parts = parts.clone();
                    let fields = rows.iter().flat_map(|&(written, set)| [written, set]);
                    *parts.contents(SectionName::SETS) =
                        fields.flat_map(u64::to_le_bytes).collect();
                    *parts.contents(SectionName::NODES) = bytes(&nodes);
                    let head = u32::try_from(nodes.len() - 1).expect("a small count");
                    parts.set_unit(SectionName::DAWG, 0, head);
                    parts.set_unit(SectionName::GADDAG, 0, head);
                    let found = Image::from_bytes(&parts.write()).map(drop);
                    let is_good = common::reader::nodes::are_rows(tile_count, &rows);
                    assert_eq!(
                        found.is_ok(),
                        is_good,
                        "{tile_count} tiles, {rows:x?}: {found:?}"
                    );
                    cases += 1;
                }
            }
        }
    }
    println!("{cases} tables");
}
