//! The states and edges of a picture, taken from an image.
//!
//! An image has letter sets and no final states (Gordon 1994, convention 3): for the word CAR, the state after C has an edge
//! A with the letter set {R}, as [`EndMarks::LetterSets`] shows it. [`EndMarks::FinalStates`] shows the equivalent automaton with
//! final states, as in Appel and Jacobson's figure 2: the letter set becomes an edge R to a final state.

use std::collections::HashMap;
use std::fmt;

use lexc_formats::raw::node::{NodeRef, Nodes, labels as labels_of};
use lexc_formats::{Alphabet, Image, SEPARATOR_CODE, Tile, with_nodes};

/// States and edges, the start state first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    pub states: Vec<State>,
    pub edges: Vec<Edge>,
}

/// A state of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// True if a word ends here.
    pub(crate) is_final: bool,
    /// True for a stub, which stands for states that are not drawn.
    pub(crate) is_stub: bool,
}

/// An edge of a picture. Edges between the same two states are merged if they have the same letter set, and all or none
/// of them are on a path of the word of a [`Part::Word`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// The tiles, and the letter set if it is shown.
    pub label: String,
    /// True if the edge is on a path of the word of a [`Part::Word`].
    pub is_path: bool,
}

/// Marks that show the ends of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndMarks {
    FinalStates,
    LetterSets,
}

/// The part of an automaton that is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part<'w> {
    Whole,
    /// The paths of a word, and side branches of up to `depth` edges. An edge to a state that is drawn already, or that
    /// has no edges, is drawn at any distance.
    Word {
        word: &'w [Tile],
        depth: usize,
    },
}

/// Contents of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GraphOptions<'w> {
    pub is_gaddag: bool,
    pub marks: EndMarks,
    pub part: Part<'w>,
    /// Limit of the states, stubs included.
    pub max_states: usize,
}

/// The picture would have more states than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLargeError {
    pub(crate) max_states: usize,
}

impl fmt::Display for TooLargeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "more than {} states", self.max_states)
    }
}

impl Graph {
    /// Takes the states and edges below `root` from the image. The word of a [`Part::Word`] must be in the lexicon.
    ///
    /// # Errors
    /// More states than the limit.
    pub fn of(
        image: &Image<'_>,
        root: NodeRef,
        options: GraphOptions<'_>,
    ) -> Result<Graph, TooLargeError> {
        let alphabet = image.alphabet();
        with_nodes!(*image.node_store(), |nodes| {
            Builder::new(nodes, alphabet, options).build(root)
        })
    }
}

/// Identity of a state: states with equal keys have the same continuations. Children are compared by their references,
/// because references to equal nodes are equal in a minimal automaton.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    /// Labels of the edges from this state to final states. 0 under [`EndMarks::LetterSets`]: there, the letter set is
    /// shown on the edge that enters the state.
    set: u64,
    mask: u64,
    children: Vec<NodeRef>,
    is_final: bool,
}

/// A state whose edges are still to be added.
#[derive(Clone, Copy)]
struct Found {
    state: usize,
    /// `None` for a state without edges, at which words end.
    reference: Option<NodeRef>,
    /// The number of edges between a path of the word and the state; 0 on a path.
    distance: usize,
}

/// The target of an edge: a state by its key, or the stub for the targets of the state `of`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Target {
    State(Key),
    Stub { of: usize, is_final: bool },
}

struct Builder<'a, 'w, N> {
    nodes: N,
    alphabet: Alphabet<'a>,
    options: GraphOptions<'w>,
    graph: Graph,
    states: HashMap<Target, usize>,
    /// Labels of the edges on a path of the word, by the state that the edges leave.
    path: HashMap<Key, Vec<u8>>,
    queue: Vec<Found>,
}

impl<'a, 'w, N: Nodes> Builder<'a, 'w, N> {
    fn new(nodes: N, alphabet: Alphabet<'a>, options: GraphOptions<'w>) -> Self {
        Builder {
            nodes,
            alphabet,
            options,
            graph: Graph::default(),
            states: HashMap::new(),
            path: HashMap::new(),
            queue: Vec::new(),
        }
    }

    fn build(mut self, root: NodeRef) -> Result<Graph, TooLargeError> {
        let start = self.key(Some(root), false);
        self.state(Target::State(start), Some(root), 0)?;
        if let Part::Word { word, .. } = self.options.part {
            self.find_paths(root, word)?;
        }
        // Visits states in the order of discovery: states on paths come first, so each state has its smallest distance.
        let mut next = 0;
        while let Some(&found) = self.queue.get(next) {
            next += 1;
            self.add_edges(found)?;
        }
        Ok(self.graph)
    }

    /// The strings of a word: the word itself in a DAWG, its [`gaddag_strings`] in a GADDAG.
    fn strings(&self, word: &[Tile]) -> Vec<Vec<u8>> {
        match self.options.is_gaddag {
            true => gaddag_strings(word),
            false => vec![word.iter().map(|tile| tile.code()).collect()],
        }
    }

    /// Adds the states on the paths of a word, and records the labels of the edges between them.
    fn find_paths(&mut self, root: NodeRef, word: &[Tile]) -> Result<(), TooLargeError> {
        for string in self.strings(word) {
            let (mut reference, mut is_final) = (Some(root), false);
            for label in string {
                let key = self.key(reference, is_final);
                let Some(from) = reference else {
                    break;
                };
                let labels = self.path.entry(key).or_default();
                if !labels.contains(&label) {
                    labels.push(label);
                }
                is_final = self.ends_word(from, label);
                reference = self.nodes.target(from, label);
                if reference.is_none() && self.options.marks == EndMarks::LetterSets {
                    break;
                }
                let target = Target::State(self.key(reference, is_final));
                self.state(target, reference, 0)?;
            }
        }
        Ok(())
    }

    /// True if the target of the edge with this label is a final state.
    fn ends_word(&self, from: NodeRef, label: u8) -> bool {
        self.options.marks == EndMarks::FinalStates && self.nodes.completes(from, label)
    }

    fn key(&self, reference: Option<NodeRef>, is_final: bool) -> Key {
        let node = reference.map(|reference| self.nodes.node(reference));
        Key {
            set: match self.options.marks {
                EndMarks::FinalStates => node.map_or(0, |node| node.set),
                EndMarks::LetterSets => 0,
            },
            mask: node.map_or(0, |node| node.mask),
            children: node.map_or(Vec::new(), |node| {
                let children = self.nodes.children(node);
                children
                    .map(|child| self.nodes.dereference(child))
                    .collect()
            }),
            is_final,
        }
    }

    /// The index of a state. Adds the state if it is new.
    fn state(
        &mut self,
        target: Target,
        reference: Option<NodeRef>,
        distance: usize,
    ) -> Result<usize, TooLargeError> {
        if let Some(&state) = self.states.get(&target) {
            return Ok(state);
        }
        let state = self.graph.states.len();
        if state >= self.options.max_states {
            let max_states = self.options.max_states;
            return Err(TooLargeError { max_states });
        }
        let (is_final, is_stub) = match &target {
            Target::State(key) => (key.is_final, false),
            Target::Stub { is_final, .. } => (*is_final, true),
        };
        self.graph.states.push(State { is_final, is_stub });
        self.states.insert(target, state);
        if !is_stub {
            self.queue.push(Found {
                state,
                reference,
                distance,
            });
        }
        Ok(state)
    }

    /// Adds the edges from a state.
    fn add_edges(&mut self, found: Found) -> Result<(), TooLargeError> {
        let Some(from) = found.reference else {
            return Ok(());
        };
        let node = self.nodes.node(from);
        let completes = match self.options.marks {
            EndMarks::FinalStates => node.set,
            EndMarks::LetterSets => 0,
        };
        let is_final = self.graph.states[found.state].is_final;
        let path = self.path.get(&self.key(Some(from), is_final));
        let path = path.cloned().unwrap_or_default();
        // The labels of each merged edge, with its target, its letter set and `is_path`; sorted by the first label.
        let mut groups: Vec<((usize, u64, bool), Vec<u8>)> = Vec::new();
        for label in labels_of(node.mask | completes) {
            let reference = self.nodes.step(node, label);
            let is_final = completes >> label & 1 != 0;
            let (is_path, distance) = (path.contains(&label), found.distance + 1);
            let key = self.key(reference, is_final);
            let is_leaf = key.mask | key.set == 0;
            let is_known = self.states.contains_key(&Target::State(key.clone()));
            let is_drawn = match self.options.part {
                Part::Whole => true,
                Part::Word { depth, .. } => is_leaf || is_known || distance <= depth,
            };
            let target = match is_drawn {
                true => Target::State(key),
                false => Target::Stub {
                    of: found.state,
                    is_final,
                },
            };
            let to = self.state(target, reference, distance)?;
            let set = match (self.options.marks, reference) {
                (EndMarks::LetterSets, Some(reference)) => self.nodes.node(reference).set,
                _ => 0,
            };
            match groups
                .iter_mut()
                .find(|(group, _)| *group == (to, set, is_path))
            {
                Some((_, group_labels)) => group_labels.push(label),
                None => groups.push(((to, set, is_path), vec![label])),
            }
        }
        for ((to, set, is_path), labels) in groups {
            self.graph.edges.push(Edge {
                from: found.state,
                to,
                label: self.label(&labels, set),
                is_path,
            });
        }
        Ok(())
    }

    /// The tiles of labels and of a letter set: `A C` or `A {R S}`.
    fn label(&self, labels: &[u8], set: u64) -> String {
        let tiles = self.list(labels);
        match set {
            0 => tiles,
            set => {
                let set: Vec<u8> = labels_of(set).collect();
                format!("{tiles} {{{}}}", self.list(&set))
            }
        }
    }

    /// The texts of labels. Four or more consecutive labels are shown as a range: `A D–H`.
    fn list(&self, labels: &[u8]) -> String {
        let text = |label: &u8| match Tile::new(*label) {
            Some(tile) => self.alphabet.text(tile),
            None => "◇",
        };
        let mut texts = Vec::new();
        for run in labels.chunk_by(|a, b| a + 1 == *b && *a != SEPARATOR_CODE) {
            match run {
                [first, .., last] if run.len() >= 4 => {
                    texts.push(format!("{}–{}", text(first), text(last)));
                }
                run => texts.extend(run.iter().map(|label| text(label).to_owned())),
            }
        }
        texts.join(" ")
    }
}

/// The strings `REV(x) ◇ y` of a word xy in a GADDAG, by ascending length of x; without the ◇ if y is empty.
pub fn gaddag_strings(word: &[Tile]) -> Vec<Vec<u8>> {
    let codes = |tiles: &[Tile]| tiles.iter().map(|tile| tile.code()).collect::<Vec<_>>();
    let split = |at| {
        let (mut left, right) = (codes(&word[..at]), codes(&word[at..]));
        left.reverse();
        match right.is_empty() {
            true => left,
            false => [left, vec![SEPARATOR_CODE], right].concat(),
        }
    };
    (1..=word.len()).map(split).collect()
}

#[cfg(test)]
mod tests;
