//! Orders: lines that a person types.

use std::path::PathBuf;

use lexc_runtime::{Alphabet, Move, Position, TextErrorKind};

use super::hints::HINTS;

/// An order of the person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    Move(Move),
    Challenge,
    Undo,
    /// Show this number of moves.
    Hint(usize),
    Bag,
    /// Write a page that analyzes the game.
    Analyze,
    Save(PathBuf),
    Board,
    Help,
    Quit,
}

/// The largest number of moves of a hint.
const MAX_HINTS: usize = 100;

/// The orders, for people.
pub const HELP: &str = "\
8D CARE      play CARE across from row 8, column D; D8 CARE
             plays down. In 8D CArE a blank stands for R, in
             8d care only for letters that the rack lacks.
exchange QV  exchange tiles
pass         do nothing
hint         see the best moves; hint 10 for ten of them
bag          list the unseen tiles
challenge    challenge the machine's latest play
undo         take your latest turn back
save FILE    save the game as GCG, now and after each turn
analyze      write a page about the moves of a game that is over
board        draw the board again
quit         end";

impl Order {
    /// Reads an order. White space around the text is skipped. A move is read by [`Move::parse_typed`] for this
    /// position.
    ///
    /// # Errors
    /// The fault of the text, with a remedy if there is one.
    pub fn parse(
        text: &str,
        position: &Position<'_>,
        alphabet: Alphabet<'_>,
    ) -> Result<Order, String> {
        let text = text.trim();
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let order = match first.to_lowercase().as_str() {
            "save" if rest.is_empty() => {
                return Err("name a file, such as save game.gcg".to_owned());
            }
            "save" => return Ok(Order::Save(PathBuf::from(rest))),
            "challenge" => Order::Challenge,
            "undo" => Order::Undo,
            "hint" if rest.is_empty() => Order::Hint(HINTS),
            "hint" => match rest.parse() {
                Ok(count @ 1..=MAX_HINTS) => return Ok(Order::Hint(count)),
                _ => {
                    return Err(format!(
                        "write hint alone, or with a number from 1 to {MAX_HINTS}, such as hint 10"
                    ));
                }
            },
            "bag" => Order::Bag,
            "analyze" => Order::Analyze,
            "board" => Order::Board,
            "help" => Order::Help,
            "quit" => Order::Quit,
            _ => {
                return match Move::parse_typed(text, position, alphabet) {
                    Ok(action) => Ok(Order::Move(action)),
                    // A square has a digit, and no order has one.
                    Err(error)
                        if error.kind() == TextErrorKind::NoMove
                            && !first.contains(|c: char| c.is_ascii_digit()) =>
                    {
                        Err(format!("{first}: no such order (help lists them)"))
                    }
                    Err(error) => Err(error.to_string()),
                };
            }
        };
        match rest {
            "" => Ok(order),
            _ => Err(format!("write {first} alone")),
        }
    }
}
