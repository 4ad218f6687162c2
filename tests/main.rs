//! The suite of lexc.

/// The best plays and moves against all of them.
mod best;
/// Threads that share an image.
mod concurrency;
/// Counts of plays that other programs found too.
mod conformance;
/// Damaged images, and hostile headers and section tables.
mod corrupt;
/// What fits a square because of the words across.
mod cross_sets;
/// Damage of every kind, on images of every kind.
mod damage;
/// Every image of a few nodes.
mod exhaustive;
/// Every compact image of a few bytes of nodes.
mod exhaustive_compact;
/// What the fuzzers run.
mod fuzzing;
/// Images whose bytes must not change.
mod golden;
/// Hostile contents under good checksums, and damage behind the back of the check.
mod hostile;
/// Plays from images that are damaged behind the back of the check.
mod hostile_plays;
/// Plain words in comments, documents and messages.
mod language;
/// States, edges and letter sets: as few as there can be.
mod minimality;
/// Generators against the oracle.
mod movegen;
/// Which functions the program calls that links if no panic can be reached.
mod no_panic;
/// Public functions with numbers out of range.
mod out_of_range;
/// Small positions with their counts.
mod perft;
/// Words → image → words.
mod round_trip;
/// The specification, its image, and a reader made from it.
mod specification;
/// How deep the stack of move generation gets.
mod stack;
/// How many steps a search takes at most, whatever the image.
mod steps;
/// What a search tells a tracer.
mod tracing;
/// Positions that are kept up to date from play to play.
mod tracked;
