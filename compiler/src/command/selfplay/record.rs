//! Positions of games as lines of CGP.

use lexc_game::Game;
use lexc_runtime::{Alphabet, Bonuses, Cgp, Lexicon, Rules};

/// The CGP operations of the positions: the names of lexicon and alphabet, if CGP can hold them; the bonus and the exchange
/// limit, where they are not the standard ones; and the super board. Other layouts have no operation.
pub fn operations(lexicon: &Lexicon<'_>, rules: &Rules) -> String {
    let names = [("lex", lexicon.name()), ("ld", lexicon.alphabet().name())];
    let fits_cgp = |name: &str| {
        !name.is_empty()
            && name == name.trim()
            && !name.contains(|c: char| c == ';' || c.is_control())
    };
    let operations = names.iter().filter(|(_, name)| fits_cgp(name));
    let names = operations.map(|(opcode, name)| format!("{opcode} {name};"));
    let standard = Rules::standard(lexicon.alphabet());
    // The operation has no form for other bonuses than one for a full rack.
    let has_one = *rules.bonuses() == Bonuses::of_most(rules.bingo_bonus());
    let bonus = (has_one && rules.bingo_bonus() != standard.bingo_bonus())
        .then(|| format!("{} {};", Cgp::BINGO_BONUS, rules.bingo_bonus()));
    let usual = Rules::usual_exchange_bag_len(lexicon.alphabet(), rules.rack_size());
    // A reader may take the usual limit for the size of a standard rack, or of these rules' racks.
    let is_usual = [usual, standard.exchange_bag_len()]
        .iter()
        .all(|len| *len == rules.exchange_bag_len());
    let limit =
        (!is_usual).then(|| format!("{} {};", Cgp::EXCHANGE_LIMIT, rules.exchange_bag_len()));
    let is_standard = rules.layout() == standard.layout();
    let name = rules.layout().name_in_records().filter(|_| !is_standard);
    let board = name.map(|name| format!("{} {name};", Cgp::BOARD));
    let operations = names.chain(bonus).chain(limit).chain(board);
    operations.collect::<Vec<_>>().join(" ")
}

/// The position before each turn of a game as a line of CGP; empty if `operations` is `None`.
pub fn recorded(mut game: Game, operations: Option<&str>, alphabet: Alphabet<'_>) -> String {
    let Some(operations) = operations else {
        return String::new();
    };
    let mut lines = Vec::new();
    while game.take_back().is_some() {
        lines.push(position_line(&game, operations, alphabet));
    }
    lines.reverse();
    lines.concat()
}

/// The position of the player on turn as a line of CGP.
pub fn position_line(game: &Game, operations: &str, alphabet: Alphabet<'_>) -> String {
    let cgp = game.state().cgp().with_operations(operations);
    let cgp = cgp.expect("names are written without control characters");
    format!("{}\n", cgp.display(alphabet))
}
