//! Draws positions in a terminal.

use std::fmt;

use anstyle::{Ansi256Color, Color, Style};
use lexc_compiler::BoardPicture;
use lexc_compiler::text::Visible;
use lexc_runtime::{Alphabet, Cgp, Direction, Layout, Line, PlacedTile, Premium, Square};
use unicode_width::UnicodeWidthStr;

/// A position as lines of text: the board in its frame with coordinates, a key of the premium squares, racks and scores.
///
/// An empty square shows the symbol that it has in layout files; a plain square shows `·` instead. A brick fills its
/// cell with its symbol.
/// All cells are one column wider than the widest tile on the board, and at least three columns wide.
#[derive(Debug)]
pub struct Drawing<'a> {
    pub cgp: &'a Cgp<'a>,
    pub layout: &'a Layout,
    pub alphabet: Alphabet<'a>,
    pub in_color: bool,
}

// Each style sets the colours of both text and background, from the palette of 256 colours, so that squares are legible
// whatever the terminal's own colours are.
const TILE: Style = style(16, 222).bold();
const BLANK: Style = style(161, 222).bold();
const BRICK: Style = style(248, 238);

const fn style(text: u8, background: u8) -> Style {
    Style::new()
        .fg_color(Some(Color::Ansi256(Ansi256Color(text))))
        .bg_color(Some(Color::Ansi256(Ansi256Color(background))))
}

const fn premium_style(premium: Premium) -> Style {
    match premium {
        Premium::Plain => style(248, 255),
        Premium::DoubleLetter => style(16, 117),
        Premium::TripleLetter => style(231, 32),
        Premium::QuadrupleLetter => style(231, 19),
        Premium::QuintupleLetter => style(231, 17),
        Premium::DoubleWord => style(16, 217),
        Premium::TripleWord => style(231, 167),
        Premium::QuadrupleWord => style(231, 88),
        Premium::QuintupleWord => style(231, 52),
    }
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_board(f)?;
        self.write_key(f)?;
        writeln!(f)?;
        self.write_players(f)
    }
}

impl Drawing<'_> {
    fn write_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dimensions = self.cgp.board().dimensions();
        let cell_width = self.cell_width();
        let letters: String = ('A'..)
            .take(dimensions.cols())
            .map(|letter| centred(letter.encode_utf8(&mut [0; 4]), cell_width))
            .collect();
        let edge = "─".repeat(dimensions.cols() * cell_width);
        writeln!(f, "    {}", letters.trim_end())?;
        writeln!(f, "   ┌{edge}┐")?;
        for line in dimensions.lines(Direction::Across) {
            write!(f, "{:>2} │", line.index() + 1)?;
            self.write_row(f, line, cell_width)?;
            writeln!(f, "│")?;
        }
        writeln!(f, "   └{edge}┘")
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: Line, cell_width: usize) -> fmt::Result {
        let cols = self.cgp.board().dimensions().cols();
        let squares = (0..cols).filter_map(|offset| row.square(offset));
        let mut current = Style::new();
        for square in squares {
            let (style, cell) = match self.cgp.board().get(square) {
                Some(placed_tile) => tile_cell(placed_tile, self.alphabet, cell_width),
                None => empty_cell(square, self.layout, cell_width),
            };
            if self.in_color && style != current {
                write!(f, "{current:#}{style}")?;
                current = style;
            }
            f.write_str(&cell)?;
        }
        write!(f, "{current:#}")
    }

    /// Writes the meanings of the symbols of the layout's premium squares.
    fn write_key(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squares = self.layout.dimensions().squares();
        let premiums: Vec<_> = squares.map(|square| self.layout.premium(square)).collect();
        let mut separator = "    ";
        for premium in Premium::ALL {
            let (what, multiplier) = match (premium.letter_multiplier(), premium.word_multiplier())
            {
                (1, 1) => continue,
                (1, word) => ("word", word),
                (letter, _) => ("letter", letter),
            };
            if premiums.contains(&premium) {
                let style = match self.in_color {
                    true => premium_style(premium),
                    false => Style::new(),
                };
                let symbol = symbol(premium);
                write!(
                    f,
                    "{separator}{style}{symbol}{style:#} {what} x{multiplier}"
                )?;
                separator = "  ";
            }
        }
        writeln!(f)
    }

    fn write_players(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let racks = self.cgp.racks();
        let racks = racks.map(|rack| Visible(&rack.display(self.alphabet).to_string()).to_string());
        let racks: Vec<String> = racks.collect();
        let rack_width = racks.iter().map(|rack| rack.width()).max().unwrap_or(0);
        for ((who, rack), score) in BoardPicture::player_names(self.cgp)
            .iter()
            .zip(racks)
            .zip(self.cgp.scores())
        {
            let padding = rack_width - rack.width();
            writeln!(f, "    {who:<8}  {rack}{:padding$}  {score:>4}", "")?;
        }
        Ok(())
    }

    /// The width of a square in columns of the terminal.
    ///
    /// One more than the width of the widest tile on the board: if that tile is as wide as `[NY]`, a board of 15
    /// columns takes 80 columns of the terminal, frame included. At least three, because cells of three columns look
    /// square.
    fn cell_width(&self) -> usize {
        let board = self.cgp.board();
        let widths = board
            .dimensions()
            .squares()
            .filter_map(|square| board.get(square))
            .map(|placed_tile| tile_text(placed_tile, self.alphabet).width());
        widths.max().map_or(3, |widest| (widest + 1).max(3))
    }
}

/// The text of a placed tile, with invisible characters escaped.
fn tile_text(placed_tile: PlacedTile, alphabet: Alphabet<'_>) -> String {
    Visible(&alphabet.display(placed_tile).to_string()).to_string()
}

/// The style of a placed tile, and its text in the middle of a cell.
pub fn tile_cell(
    placed_tile: PlacedTile,
    alphabet: Alphabet<'_>,
    cell_width: usize,
) -> (Style, String) {
    let style = if placed_tile.is_blank() { BLANK } else { TILE };
    let text = tile_text(placed_tile, alphabet);
    (style, centred(&text, cell_width))
}

/// The style of an empty square, and its symbol in the middle of a cell. Bricks fill their cells.
pub fn empty_cell(square: Square, layout: &Layout, cell_width: usize) -> (Style, String) {
    if layout.is_brick(square) {
        let symbol = layout.symbol(square).to_string();
        return (BRICK, symbol.repeat(cell_width));
    }
    let premium = layout.premium(square);
    let symbol = symbol(premium).to_string();
    (premium_style(premium), centred(&symbol, cell_width))
}

/// The symbol of an empty square with this premium.
const fn symbol(premium: Premium) -> char {
    match premium {
        Premium::Plain => '·',
        _ => premium.symbol(),
    }
}

/// The text in the middle of `width` columns; if the number of free columns is odd, the right side has one more.
fn centred(text: &str, width: usize) -> String {
    let free = width.saturating_sub(text.width());
    let left = free / 2;
    let right = free - left;
    format!("{:left$}{text}{:right$}", "", "")
}

#[cfg(test)]
mod tests {
    use lexc_formats::{AlphabetDefinition, TileDefinition};

    use super::*;

    /// An alphabet of tiles that take one to five columns: `A`, `[L·L]`, `[É]` with a combining accent, and a wide character.
    fn alphabet() -> Vec<u8> {
        let tile = |(text, blank_text): (&str, &str)| TileDefinition {
            text: text.to_string(),
            blank_text: blank_text.to_string(),
            value: 1,
            count: 1,
            is_vowel: false,
        };
        let texts = [
            ("A", "a"),
            ("L·L", "l·l"),
            ("E\u{301}", "e\u{301}"),
            ("字", "子"),
        ];
        let definition = AlphabetDefinition {
            name: String::new(),
            tiles: texts.map(tile).into(),
            blank_count: 2,
            ..AlphabetDefinition::default()
        };
        definition.encode().unwrap()
    }

    fn draw(cgp: &str, in_color: bool) -> String {
        let section = alphabet();
        let alphabet = Alphabet::from_bytes(&section).unwrap();
        let cgp = Cgp::parse(cgp, alphabet).unwrap();
        let layout = Layout::parse("1, 1\n=' ^\n'-'~\n#'=\"\n").unwrap();
        let drawing = Drawing {
            cgp: &cgp,
            layout: &layout,
            alphabet,
            in_color,
        };
        drawing.to_string()
    }

    #[test]
    fn all_players_have_a_line() {
        let drawn = draw("3/3/3 A/?/AA/ 1/-2/30/4 0", false);
        let lines: Vec<&str> = drawn.lines().rev().take(4).collect();
        let expected = [
            "    fourth           4",
            "    third     AA    30",
            "    second    ?     -2",
            "    on turn   A      1",
        ];
        assert_eq!(lines, expected);
    }

    /// The text without escape sequences.
    fn plain(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let start = parts.next().unwrap_or_default();
        let rest = parts.filter_map(|part| part.split_once('m'));
        start.to_string() + &rest.map(|(_, text)| text).collect::<String>()
    }

    #[test]
    fn boards_of_narrow_tiles() {
        let drawn = draw("4/1Aa1/4 A?/ 12/-3", false);
        let expected = [
            "     A  B  C  D",
            "   ┌────────────┐",
            " 1 │ =  '  ·  ^ │",
            " 2 │ '  A  a  ~ │",
            " 3 │### '  =  \" │",
            "   └────────────┘",
            "    ' letter x2  \" letter x3  ^ letter x4  - word x2  = word x3  ~ word x4",
            "",
            "    on turn   A?    12",
            "    opponent        -3",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn boards_of_wide_tiles() {
        let cgp = "1[l·l]2/1[L·L][E\u{301}]A/1[字]2 [L·L][字]/[E\u{301}]";
        let drawn = draw(cgp, false);
        let lines: Vec<_> = drawn.lines().collect();
        let board = [
            "      A     B     C     D",
            "   ┌────────────────────────┐",
            " 1 │  =   [l·l]   ·     ^   │",
            " 2 │  '   [L·L]  [E\u{301}]    A   │",
            " 3 │######  字    =     \"   │",
            "   └────────────────────────┘",
        ];
        assert_eq!(lines[..6], board);
        let players = [
            "    on turn   [L·L]字     0",
            "    opponent  [E\u{301}]         0",
        ];
        assert_eq!(lines[8..], players);
        assert!(lines[1..6].iter().all(|line| line.width() == 29), "{drawn}");
    }

    #[test]
    fn colours_change_nothing_else() {
        for cgp in ["4/1Aa1/4 A/", "1[l·l]2/1[L·L][E\u{301}]A/1[字]2 /"] {
            assert_eq!(plain(&draw(cgp, true)), draw(cgp, false));
        }
        let drawn = draw("4/AAa1/4 A/", true);
        let row = drawn.lines().nth(3).unwrap();
        let quadruple = premium_style(Premium::QuadrupleWord);
        let expected =
            format!(" 2 │{TILE} A  A {TILE:#}{BLANK} a {BLANK:#}{quadruple} ~ {quadruple:#}│");
        assert_eq!(row, expected);
    }
}
