//! Minimal automata under construction: a registry of distinct nodes, and the states that may still gain edges.

mod nodes;
mod open_states;

pub(crate) use nodes::{NodeRegistry, TooManyNodesError, hash, spread};
pub(crate) use open_states::OpenStates;
