//! Pictures of automata, as SVG or DOT, and of positions, as SVG.
//!
//! [`Graph`] takes an automaton, or the part of it around a word, from an image. [`graph_svg`] draws the graph, laid
//! out by `layers`; [`graph_dot`] writes its states and edges for Graphviz to lay out. [`BoardPicture`] draws a
//! position, and [`BoardSheet`] draws the boards of a page.

mod board;
mod dot;
mod graph;
mod layers;
mod markup;
mod sheet;
mod svg;

pub use board::BoardPicture;
pub use dot::graph_dot;
pub use graph::{Edge, EndMarks, Graph, GraphOptions, Part, State, gaddag_strings};
pub use markup::Xml;
pub use sheet::BoardSheet;
pub use svg::graph_svg;
