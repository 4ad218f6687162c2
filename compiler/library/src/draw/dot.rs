//! Graphs in the language DOT of Graphviz.

use std::io::{self, Write};

use super::graph::Graph;
use crate::text::Visible;

/// Writes a graph. Final states have double circles, stubs have the text `…`, and edges on a path of the word drawn are
/// bold.
pub fn graph_dot(graph: &Graph, title: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "digraph {} {{", quoted(title))?;
    writeln!(out, "  rankdir=LR;")?;
    writeln!(
        out,
        "  node [shape=circle, label=\"\", width=0.25, fontname=\"Helvetica\"];"
    )?;
    writeln!(out, "  edge [fontname=\"Helvetica\"];")?;
    writeln!(out, "  start [shape=none, width=0];")?;
    writeln!(out, "  start -> 0;")?;
    for (index, state) in graph.states.iter().enumerate() {
        match (state.is_stub, state.is_final) {
            (true, true) => writeln!(out, "  {index} [shape=doublecircle, label=\"…\"];")?,
            (true, false) => writeln!(out, "  {index} [shape=none, label=\"…\"];")?,
            (false, true) => writeln!(out, "  {index} [shape=doublecircle];")?,
            (false, false) => {}
        }
    }
    for edge in &graph.edges {
        let style = if edge.is_path { ", style=bold" } else { "" };
        writeln!(
            out,
            "  {} -> {} [label={}{style}];",
            edge.from,
            edge.to,
            quoted(&edge.label)
        )?;
    }
    writeln!(out, "}}")
}

/// A string of DOT, with invisible characters escaped.
fn quoted(text: &str) -> String {
    let text = Visible(text).to_string();
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
