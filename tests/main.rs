//! The suite of lexc. By default, slow tests use only some of their cases (see `common::scope`).

/// Best plays and moves, compared with the sorted list of all plays or moves.
mod best;
/// Games of casual players, level against level.
mod casual;
/// Threads that share an image.
mod concurrency;
/// Counts of plays that three independent programs agree on.
mod conformance;
/// Cross-sets, compared with the word list.
mod cross_sets;
/// Accidental damage to images of every kind.
mod damage;
/// Definitions of words.
mod definitions;
/// Values of end games that independent programs agree on.
mod endgame;
/// Every image of a few nodes.
mod exhaustive;
/// Every compact image of a few bytes of nodes.
mod exhaustive_compact;
/// Searches for words and phrases, compared with trials of all words and sequences of words.
mod find;
/// The fuzz targets, over seeds and mutated seeds.
mod fuzzing;
/// Game records of other programs.
mod game_records;
/// Images whose bytes must not change.
mod golden;
/// Hostile headers and section tables.
mod header;
/// Hostile contents with right checksums, and damage after validation.
mod hostile;
/// Hostile records of games, judged and resumed.
mod hostile_games;
/// Plays from images damaged after validation.
mod hostile_plays;
/// Word graphs and leave values of other programs.
mod interop;
/// Labels of words, and hostile sections of them.
mod labels;
/// Leaves images: the value of any rack.
mod leaves;
/// Minimal numbers of states, edges and letter sets.
mod minimality;
/// Move generation, compared with the oracle.
mod movegen;
/// Calls of every public function of the runtime in `tests/no-panic`.
mod no_panic;
/// Public functions with numbers out of range.
mod out_of_range;
/// Small positions with known plays.
mod perft;
/// Ranks of moves with tiles in the bag, compared with exact end games.
mod pre_endgame;
/// Best moves of a rack on several boards, compared with a search of each board.
mod rack_search;
/// Words → image → words.
mod round_trip;
/// Games by presets of rules and by random rules.
mod rules;
/// Public items of a library, parsed from its sources.
mod sources;
/// FORMAT.md, its image, and the independent reader.
mod specification;
/// Bytes of stack that searches for plays, words and phrases take.
mod stack;
/// Steps of a search, compared with the documented bounds.
mod steps;
/// Words as text, compared with a slow reader.
mod text;
/// Steps that a search reports to a tracer.
mod tracing;
/// Tracked positions, compared with fresh ones.
mod tracked;
/// Views, compared with images of their words.
mod views;
/// Word maps: every multiset of a few tiles, and hostile maps.
mod word_map;
