//! Pictures of automata and positions, as SVG or DOT.
//!
//! [`Graph`] takes an automaton, or the part of it around a word, from an image; [`Layers`] places its states, and
//! [`graph_svg`] and [`graph_dot`] write it. [`BoardPicture`] draws a position,
//! and [`BoardSheet`] the boards of a page.

mod board;
mod dot;
mod graph;
mod layers;
mod markup;
mod sheet;
mod svg;

pub(crate) use board::BoardPicture;
pub(crate) use dot::graph_dot;
pub(crate) use graph::{Edge, Graph, GraphOptions, Marks, Part, State, gaddag_strings};
pub(crate) use markup::Xml;
pub(crate) use sheet::BoardSheet;
pub(crate) use svg::graph_svg;
