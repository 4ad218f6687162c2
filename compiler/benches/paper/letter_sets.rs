//! The letter sets around a word (Gordon 1994, table I), and the part of the GADDAG that spells the word, at each stage of
//! minimization (figures 1, 5 and 6).

use std::collections::HashMap;

use lexc_compiler::draw::{Edge, Graph, State, gaddag_strings};
use lexc_formats::Image;
use lexc_formats::raw::node::{NodeRef, Nodes, labels};
use lexc_runtime::{Alphabet, Lexicon, Tile};

/// The stage of minimization of a GADDAG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Minimization {
    /// A trie.
    None,
    /// By Gordon's construction: after a ◇, states are merged if the tiles spelled up to them are the same.
    Semi,
    /// Complete, as in an image.
    Full,
}

impl Minimization {
    pub const ALL: [Minimization; 3] = [Minimization::None, Minimization::Semi, Minimization::Full];

    /// The stage in the name of a file.
    pub fn name(self) -> &'static str {
        match self {
            Minimization::None => "unminimized",
            Minimization::Semi => "semi-minimized",
            Minimization::Full => "minimized",
        }
    }

    /// The stage at the start of a title.
    pub fn title(self) -> &'static str {
        match self {
            Minimization::None => "Unminimized",
            Minimization::Semi => "Semi-minimized",
            Minimization::Full => "Minimized",
        }
    }
}

/// The tiles spelled up to the end of an edge, and the side on which a tile of the edge's letter set completes them to a word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// For an edge before the ◇: a tile of the set, put to the left of the tiles, completes them.
    Left(Vec<Tile>),
    /// For the ◇ edge and the edges after it: a tile of the set, put to the right of the tiles, completes them.
    Right(Vec<Tile>),
}

impl Place {
    fn tiles(&self) -> &[Tile] {
        match self {
            Place::Left(tiles) | Place::Right(tiles) => tiles,
        }
    }
}

/// An edge on a path of a word.
struct Step {
    /// The label of the edge.
    label: u8,
    /// The labels of the path up to the end of this edge.
    string: Vec<u8>,
    place: Place,
    /// Target of the edge in the image.
    target: NodeRef,
}

/// The letter sets on the paths of words, numbered from 1.
pub struct LetterSets {
    places: Vec<(Place, u64)>,
}

/// A letter set as a row of the table.
pub struct Row {
    /// The tiles with a Δ at their side, such as `ΔCA` or `CAΔ`. A tile of the set completes a word in place of the Δ.
    pub place: String,
    /// The tiles of the set, without spaces.
    pub set: String,
}

impl LetterSets {
    /// The letter sets on the paths of the words, each place once, in Gordon's order: word by word, and within a word
    /// by the number of tiles spelled. Of the places with equally many tiles, `Place::Left` comes first, in the order
    /// of the tiles in the word; then comes `Place::Right`.
    pub fn of(lexicon: &Lexicon<'_>, words: &[Vec<Tile>]) -> LetterSets {
        let image = lexicon.image();
        let nodes = image.node_store();
        let mut sets = LetterSets { places: Vec::new() };
        for word in words {
            let mut found: Vec<(usize, usize, Place, u64)> = Vec::new();
            for step in paths(image, word).into_iter().flatten() {
                let order = match &step.place {
                    Place::Left(tiles) => word.windows(tiles.len()).position(|at| at == tiles),
                    Place::Right(_) => None,
                };
                let len = step.place.tiles().len();
                let set = nodes.node(step.target).set;
                found.push((len, order.unwrap_or(usize::MAX), step.place, set));
            }
            found.sort_by_key(|(len, order, ..)| (*len, *order));
            for (_, _, place, set) in found {
                if sets.number(&place).is_none() {
                    sets.places.push((place, set));
                }
            }
        }
        sets
    }

    fn number(&self, place: &Place) -> Option<usize> {
        let index = self.places.iter().position(|(known, _)| known == place);
        index.map(|index| index + 1)
    }

    /// The rows of the table, in the order of the numbers.
    pub fn rows(&self, alphabet: Alphabet<'_>) -> impl Iterator<Item = Row> {
        self.places.iter().map(move |(place, set)| {
            let spelled = alphabet.spell(place.tiles());
            let tiles = labels(*set).filter_map(Tile::new);
            Row {
                place: match place {
                    Place::Left(_) => format!("Δ{spelled}"),
                    Place::Right(_) => format!("{spelled}Δ"),
                },
                set: alphabet.spell(&tiles.collect::<Vec<_>>()).to_string(),
            }
        })
    }

    /// The states and edges of the GADDAG that spell a word. The label of an edge has its tile, or ◇, and the number of
    /// its letter set.
    pub fn graph(&self, lexicon: &Lexicon<'_>, word: &[Tile], kind: Minimization) -> Graph {
        let image = lexicon.image();
        let mut graph = Graph::default();
        graph.states.push(State::default());
        let mut states: HashMap<Key, usize> = HashMap::new();
        for path in paths(image, word) {
            let mut from = 0;
            for step in path {
                let text = match Tile::new(step.label) {
                    Some(tile) => lexicon.alphabet().text(tile),
                    None => "◇",
                };
                let number = self.number(&step.place).unwrap_or(0);
                let key = Key::new(image, step, kind);
                let to = *states.entry(key).or_insert(graph.states.len());
                if to == graph.states.len() {
                    graph.states.push(State::default());
                }
                let edge = Edge {
                    from,
                    to,
                    label: format!("{text} S{number}"),
                    is_path: false,
                };
                if !graph.edges.contains(&edge) {
                    graph.edges.push(edge);
                }
                from = to;
            }
        }
        graph
    }
}

/// Identity of a state: targets of steps with equal keys are one state.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    String(Vec<u8>),
    Spelled(Vec<Tile>),
    Edges(u64, Vec<NodeRef>),
}

impl Key {
    fn new(image: &Image<'_>, step: Step, kind: Minimization) -> Key {
        match (kind, step.place) {
            (Minimization::None, _) | (Minimization::Semi, Place::Left(_)) => {
                Key::String(step.string)
            }
            (Minimization::Semi, Place::Right(tiles)) => Key::Spelled(tiles),
            (Minimization::Full, _) => {
                let nodes = image.node_store();
                let node = nodes.node(step.target);
                let children = nodes.children(node).map(|child| nodes.dereference(child));
                Key::Edges(node.mask, children.collect())
            }
        }
    }
}

/// The edges of each string of a word. The last tile of a string has no edge: it is in the letter set of the last edge.
fn paths(image: &Image<'_>, word: &[Tile]) -> Vec<Vec<Step>> {
    let nodes = image.node_store();
    let Some(root) = image.gaddag() else {
        return Vec::new();
    };
    let path = |(split, string): (usize, Vec<u8>)| {
        let mut reference = root;
        let mut steps = Vec::new();
        for at in 0..string.len() - 1 {
            let label = string[at];
            let Some(target) = nodes.target(reference, label) else {
                break;
            };
            reference = target;
            steps.push(Step {
                label,
                string: string[..=at].to_vec(),
                place: match at < split {
                    true => Place::Left(word[split - 1 - at..split].to_vec()),
                    false => Place::Right(word[..at].to_vec()),
                },
                target,
            });
        }
        steps
    };
    (1..).zip(gaddag_strings(word)).map(path).collect()
}
