//! Positions as SVG.

use std::io::{self, Write};

use lexc_formats::{Alphabet, PlacedTile};
use lexc_runtime::{Cgp, Dimensions, Layout, Premium, Rack, RackTile, Square};

use super::markup::{Xml, text_width};

/// A position as SVG: the board with coordinates, premium squares and tiles, below it the racks and scores.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// The position.
    pub cgp: &'a Cgp<'a>,
    /// The premium squares, for a board of the position's size.
    pub layout: &'a Layout,
    /// The alphabet of the tiles.
    pub alphabet: Alphabet<'a>,
}

pub(super) const SQUARE: f64 = 34.0;
/// The space with the coordinates, left of the board and above it.
pub(super) const MARGIN: f64 = 34.0;
/// The height of a player's rack and score.
const PLAYER: f64 = 46.0;
/// The space between the margin and the first tile of a rack.
const PLAYER_NAME: f64 = 92.0;

const STYLE: &str = "\
text { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; text-anchor: middle; fill: #1f2937; }
.coordinate { font-size: 13px; fill: #4b5563; }
.premium { font-size: 11px; fill: #ffffff; font-weight: bold; }
.light { fill: #1f2937; }
.square { stroke: #ffffff; stroke-width: 1.5; }
.tile { fill: #f6dfa4; stroke: #a07d35; stroke-width: 1; }
.blank { fill: #fdf6e3; stroke: #b3261e; stroke-width: 1.6; stroke-dasharray: 3 2; }
.letter { font-weight: bold; }
.designated { fill: #b3261e; font-style: italic; }
.value { font-size: 9px; }
.player { font-size: 14px; text-anchor: start; }
.score { font-size: 16px; font-weight: bold; text-anchor: end; }";

/// The colour of a premium square, and `true` if dark text is legible on it.
pub(super) const fn color(premium: Premium) -> (&'static str, bool) {
    match premium {
        Premium::Plain => ("#e8e4d8", true),
        Premium::DoubleLetter => ("#a5d4ec", true),
        Premium::TripleLetter => ("#2d7fb8", false),
        Premium::QuadrupleLetter => ("#1a3f78", false),
        Premium::QuintupleLetter => ("#2a2466", false),
        Premium::DoubleWord => ("#f3b6bd", true),
        Premium::TripleWord => ("#d0454f", false),
        Premium::QuadrupleWord => ("#7c1f2b", false),
        Premium::QuintupleWord => ("#531436", false),
    }
}

impl BoardPicture<'_> {
    /// Names of the players of a position in pictures, from the one on turn.
    pub fn player_names(cgp: &Cgp<'_>) -> &'static [&'static str] {
        match cgp.players() {
            2 => &["on turn", "opponent"],
            3 => &["on turn", "second", "third"],
            _ => &["on turn", "second", "third", "fourth"],
        }
    }

    /// Writes the picture.
    ///
    /// # Errors
    /// The errors of `out`.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let dimensions = self.cgp.board().dimensions();
        let (cols, rows) = (dimensions.cols() as f64, dimensions.rows() as f64);
        let racks: Vec<Rack> = self.cgp.racks().collect();
        let longest = racks.iter().map(Rack::len).max().unwrap_or(0) as f64;
        let width = (cols * SQUARE).max(PLAYER_NAME + longest * SQUARE + 70.0) + 2.0 * MARGIN;
        let bottom = MARGIN + rows * SQUARE;
        let height = bottom + racks.len() as f64 * PLAYER + MARGIN;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">"
        )?;
        writeln!(
            out,
            "<title>{}</title>",
            Xml(&self.cgp.display(self.alphabet).to_string())
        )?;
        writeln!(out, "<style>\n{STYLE}\n</style>")?;
        writeln!(
            out,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
        )?;
        write_coordinates(dimensions, out)?;
        for square in dimensions.squares() {
            let (x, y) = corner(square);
            match self.cgp.board().get(square) {
                Some(placed_tile) => {
                    self.write_square(square, out)?;
                    write_placed_tile(self.alphabet, placed_tile, x, y, out)?;
                }
                None => self.write_empty(square, out)?,
            }
        }
        let (frame_width, frame_height) = (cols * SQUARE, rows * SQUARE);
        writeln!(
            out,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{frame_width}\" height=\"{frame_height}\" fill=\"none\" stroke=\"#4b5563\" stroke-width=\"2\"/>"
        )?;
        let names = Self::player_names(self.cgp).iter();
        let players = names.zip(racks).zip(self.cgp.scores());
        for (index, ((name, rack), score)) in players.enumerate() {
            let y = bottom + 22.0 + index as f64 * PLAYER;
            let right = width - MARGIN;
            self.write_player(name, rack, *score, (y, right), out)?;
        }
        writeln!(out, "</svg>")
    }

    fn write_square(&self, square: Square, out: &mut dyn Write) -> io::Result<()> {
        let (x, y) = corner(square);
        let color = match self.layout.is_brick(square) {
            true => "#374151",
            false => color(self.layout.premium(square)).0,
        };
        writeln!(
            out,
            "<rect class=\"square\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{color}\"/>"
        )
    }

    /// Writes a square without a tile.
    fn write_empty(&self, square: Square, out: &mut dyn Write) -> io::Result<()> {
        self.write_square(square, out)?;
        write_premium(self.layout, square, out)
    }

    fn write_player(
        &self,
        name: &str,
        rack: Rack,
        score: i32,
        (y, right): (f64, f64),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let baseline = y + SQUARE / 2.0 + 5.0;
        writeln!(
            out,
            "<text class=\"player\" x=\"{MARGIN}\" y=\"{baseline}\">{name}</text>"
        )?;
        for (index, tile) in rack.into_iter().enumerate() {
            let x = MARGIN + PLAYER_NAME + index as f64 * SQUARE;
            match tile {
                RackTile::Letter(tile) => {
                    write_placed_tile(self.alphabet, PlacedTile::letter(tile), x, y, out)?;
                }
                RackTile::Blank => write_tile("", None, x, y, out)?,
            }
        }
        writeln!(
            out,
            "<text class=\"score\" x=\"{right}\" y=\"{baseline}\">{score}</text>"
        )
    }
}

/// Writes the letters of the columns above the board, and the numbers of the rows on its left.
pub(super) fn write_coordinates(dimensions: Dimensions, out: &mut dyn Write) -> io::Result<()> {
    let mut write = |x: f64, y: f64, text: &dyn std::fmt::Display| {
        writeln!(
            out,
            "<text class=\"coordinate\" x=\"{x}\" y=\"{y}\">{text}</text>"
        )
    };
    for (col, letter) in ('A'..).take(dimensions.cols()).enumerate() {
        write(MARGIN + (col as f64 + 0.5) * SQUARE, MARGIN - 9.0, &letter)?;
    }
    for row in 0..dimensions.rows() {
        let y = MARGIN + (row as f64 + 0.5) * SQUARE + 5.0;
        write(MARGIN / 2.0, y, &(row + 1))?;
    }
    Ok(())
}

/// Writes the text of an empty square: a star on the start square, else its multiplier, if any, with L for letter or W
/// for word.
pub(super) fn write_premium(
    layout: &Layout,
    square: Square,
    out: &mut dyn Write,
) -> io::Result<()> {
    let premium = layout.premium(square);
    let text = match (premium.letter_multiplier(), premium.word_multiplier()) {
        _ if square == layout.start() => "★".to_owned(),
        (1, 1) => return Ok(()),
        (1, word) => format!("{word}W"),
        (letter, _) => format!("{letter}L"),
    };
    let (x, y) = corner(square);
    let (x, y) = (x + SQUARE / 2.0, y + SQUARE / 2.0 + 4.0);
    let class = if color(premium).1 {
        "premium light"
    } else {
        "premium"
    };
    writeln!(
        out,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
    )
}

/// Writes a tile in the square whose upper left corner is (`x`, `y`): a letter with its value, or a designated blank.
pub(super) fn write_placed_tile(
    alphabet: Alphabet<'_>,
    placed_tile: PlacedTile,
    x: f64,
    y: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let tile = placed_tile.tile();
    match placed_tile.is_blank() {
        true => write_tile(alphabet.blank_text(tile), None, x, y, out),
        false => write_tile(alphabet.text(tile), Some(alphabet.value(tile)), x, y, out),
    }
}

/// The upper left corner of a square.
pub(super) fn corner(square: Square) -> (f64, f64) {
    let place = |index: usize| MARGIN + index as f64 * SQUARE;
    (place(square.col()), place(square.row()))
}

/// Writes a tile in the square whose upper left corner is (`x`, `y`). For a blank, `value` is `None`.
pub(super) fn write_tile(
    text: &str,
    value: Option<i16>,
    x: f64,
    y: f64,
    out: &mut dyn Write,
) -> io::Result<()> {
    const GAP: f64 = 1.5;
    let (tile_class, letter_class) = match value {
        Some(_) => ("tile", "letter"),
        None => ("tile blank", "letter designated"),
    };
    let size = SQUARE - 2.0 * GAP;
    let (left, top) = (x + GAP, y + GAP);
    writeln!(
        out,
        "<rect class=\"{tile_class}\" x=\"{left}\" y=\"{top}\" width=\"{size}\" height=\"{size}\" rx=\"4\"/>"
    )?;
    if !text.is_empty() {
        // Tiles of several characters get a smaller font.
        let font_size = (20.0 * (size - 8.0) / text_width(text, 20.0)).clamp(7.0, 20.0);
        let (center, baseline) = (x + SQUARE / 2.0, y + SQUARE / 2.0 + font_size * 0.35);
        writeln!(
            out,
            "<text class=\"{letter_class}\" x=\"{center}\" y=\"{baseline:.1}\" font-size=\"{font_size:.1}\">{}</text>",
            Xml(text)
        )?;
    }
    match value {
        Some(value) => {
            let (x, y) = (x + SQUARE - 8.0, y + SQUARE - 5.0);
            writeln!(
                out,
                "<text class=\"value\" x=\"{x}\" y=\"{y}\">{value}</text>"
            )
        }
        None => Ok(()),
    }
}
