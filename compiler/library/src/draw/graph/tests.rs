use std::collections::BTreeSet;

use lexc_runtime::Lexicon;

use super::*;
use crate::word_list::WordList;
use crate::{CompileOptions, compile_sorted};

fn image(words: &[&str]) -> Vec<u8> {
    let section = crate::alphabet::load("english").unwrap().encode().unwrap();
    let alphabet = Alphabet::from_bytes(&section).unwrap();
    let words = WordList::from_words(alphabet, words.iter().copied()).unwrap();
    let compiled = compile_sorted(words.iter(), alphabet, &CompileOptions::default());
    compiled.unwrap().image
}

/// Appel and Jacobson's lexicon (1988, figure 1).
const FIGURE_1: [&str; 12] = [
    "CAR", "CARS", "CAT", "CATS", "DO", "DOG", "DOGS", "DONE", "EAR", "EARS", "EAT", "EATS",
];

fn draw(words: &[&str], is_gaddag: bool, marks: EndMarks, part: Part<'_>) -> Graph {
    let bytes = image(words);
    let image = Image::from_bytes(&bytes).unwrap();
    let root = if is_gaddag {
        image.gaddag()
    } else {
        image.dawg()
    };
    let options = GraphOptions {
        is_gaddag,
        marks,
        part,
        max_states: 100,
    };
    Graph::of(&image, root.unwrap(), options).unwrap()
}

/// The strings that end at a final state, or with a tile of a letter set.
fn language(graph: &Graph) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![(0, String::new())];
    while let Some((state, text)) = open.pop() {
        if graph.states[state].is_final {
            found.insert(text.clone());
        }
        for edge in graph.edges.iter().filter(|edge| edge.from == state) {
            let (tiles, set) = edge.label.split_once(" {").unwrap_or((&edge.label, ""));
            for tile in tiles.split(' ') {
                let text = format!("{text}{tile}");
                let set = set
                    .trim_end_matches('}')
                    .split(' ')
                    .filter(|last| !last.is_empty());
                found.extend(set.map(|last| format!("{text}{last}")));
                open.push((edge.to, text));
            }
        }
    }
    found
}

#[test]
fn shows_exactly_the_strings_of_an_automaton() {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    let gaddag = FIGURE_1.iter().flat_map(|word| {
        (1..=word.len()).map(|at| {
            let (left, right) = word.split_at(at);
            let separator = if right.is_empty() { "" } else { "◇" };
            format!("{}{separator}{right}", reversed(left))
        })
    });
    let gaddag: BTreeSet<String> = gaddag.collect();
    let dawg: BTreeSet<String> = FIGURE_1.map(str::to_owned).into();
    for marks in [EndMarks::FinalStates, EndMarks::LetterSets] {
        assert_eq!(language(&draw(&FIGURE_1, false, marks, Part::Whole)), dawg);
        assert_eq!(language(&draw(&FIGURE_1, true, marks, Part::Whole)), gaddag);
    }
}

#[test]
fn has_the_states_of_appel_and_jacobsons_figure() {
    let graph = draw(&FIGURE_1, false, EndMarks::FinalStates, Part::Whole);
    assert_eq!(graph.states.len(), 8);
    assert_eq!(
        graph.states.iter().filter(|state| state.is_final).count(),
        3
    );
    let labels: Vec<_> = graph.edges.iter().map(|edge| edge.label.as_str()).collect();
    assert_eq!(labels, ["C E", "D", "A", "O", "R T", "G", "N", "S", "E"]);
}

#[test]
fn the_paths_of_a_word_have_stubs_for_side_branches() {
    let bytes = image(&FIGURE_1);
    let lexicon = Lexicon::from_bytes(&bytes).unwrap();
    let word: Vec<Tile> = lexicon.words().next().unwrap().to_vec();
    let part = |depth| Part::Word { word: &word, depth };
    let graph = draw(&FIGURE_1, false, EndMarks::FinalStates, part(0));
    let edges: Vec<_> = graph
        .edges
        .iter()
        .map(|edge| {
            (
                edge.label.as_str(),
                edge.is_path,
                graph.states[edge.to].is_stub,
            )
        })
        .collect();
    // E has the same target as C, and T the same as R. The target of D is a stub, so no edge from it is drawn.
    let expected = [
        ("C", true, false),
        ("D", false, true),
        ("E", false, false),
        ("A", true, false),
        ("R", true, false),
        ("T", false, false),
        ("S", false, false),
    ];
    assert_eq!(edges, expected);
    let deeper = draw(&FIGURE_1, false, EndMarks::FinalStates, part(1));
    assert!(deeper.states.len() > graph.states.len());
    let all = draw(&FIGURE_1, false, EndMarks::FinalStates, part(9));
    assert!(all.states.iter().all(|state| !state.is_stub));
    let paths = draw(&FIGURE_1, true, EndMarks::FinalStates, part(0));
    let on_path = paths.edges.iter().filter(|edge| edge.is_path);
    let spelled: BTreeSet<_> = on_path.map(|edge| edge.label.as_str()).collect();
    assert_eq!(spelled, BTreeSet::from(["A", "C", "R", "◇"]));
}

#[test]
fn four_tiles_in_a_row_are_a_range() {
    let graph = draw(
        &["AS", "BS", "CS", "DS", "FS"],
        false,
        EndMarks::LetterSets,
        Part::Whole,
    );
    let labels: Vec<_> = graph.edges.iter().map(|edge| edge.label.as_str()).collect();
    assert_eq!(labels, ["A–D F {S}"]);
}

#[test]
fn refuses_more_states_than_the_limit() {
    let bytes = image(&FIGURE_1);
    let image = Image::from_bytes(&bytes).unwrap();
    let options = |max_states| GraphOptions {
        is_gaddag: false,
        marks: EndMarks::FinalStates,
        part: Part::Whole,
        max_states,
    };
    let draw = |max_states| Graph::of(&image, image.dawg().unwrap(), options(max_states));
    assert!(draw(8).is_ok());
    assert_eq!(draw(7).unwrap_err().to_string(), "more than 7 states");
}
