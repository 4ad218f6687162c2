//! Boards of one page, as SVG in HTML.

use std::io::{self, Write};

use lexc_formats::{Alphabet, PlacedTile};
use lexc_runtime::{Board, Layout, Move, Premium, Rack, RackTile, Square};

use super::board::{
    MARGIN, SQUARE, color, corner, write_coordinates, write_placed_tile, write_premium, write_tile,
};
use super::markup::Xml;

/// Boards and racks of one page. The empty board and the tiles are written once, and each picture refers to them.
#[derive(Clone, Copy, Debug)]
pub struct BoardSheet<'a> {
    pub layout: &'a Layout,
    pub alphabet: Alphabet<'a>,
}

/// The part of the left and upper margins that pictures cut off: the coordinates just fit into the rest.
const EDGE: f64 = 6.0;

/// Names of the squares, and their colours on dark pages. [`color`] has their colours on light pages.
const SQUARES: [(&str, Premium, &str); 9] = [
    ("plain", Premium::Plain, "#2a2f37"),
    ("letter2", Premium::DoubleLetter, "#2c5f7c"),
    ("letter3", Premium::TripleLetter, "#1f6ea6"),
    ("letter4", Premium::QuadrupleLetter, "#3a5fae"),
    ("letter5", Premium::QuintupleLetter, "#5457b5"),
    ("word2", Premium::DoubleWord, "#7d404a"),
    ("word3", Premium::TripleWord, "#b23a44"),
    ("word4", Premium::QuadrupleWord, "#8c2436"),
    ("word5", Premium::QuintupleWord, "#6b1a3c"),
];

/// The styles except the colours of [`SQUARES`]. Tiles of a marked play inherit their colours from their group.
const STYLE: &str = "\
:root { --grid: #ffffff; --brick: #374151; --frame: #4b5563; --coordinate: #4b5563; --premium: #1f2937;
  --tile: #f6dfa4; --rim: #a07d35; --ink: #1f2937; --blank: #fdf6e3; --designated: #b3261e; --placed: #ffb938; }
@media (prefers-color-scheme: dark) { :root { --grid: #15181d; --brick: #050608; --frame: #6b7280; --coordinate: #9ca3af;
  --premium: #e5e7eb; --tile: #c3ae78; --rim: #6b5524; --blank: #ddd3bd; --designated: #9b1c14; --placed: #f7a928; } }
.board, .rack { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; text-anchor: middle; fill: var(--ink); }
.board { width: 100%; height: auto; }
.sheet { position: absolute; }
.placed { --tile: var(--placed); --blank: var(--placed); }
.coordinate { font-size: 13px; fill: var(--coordinate); }
.premium { font-size: 11px; fill: #ffffff; font-weight: bold; }
.light { fill: var(--premium); }
.grid { stroke: var(--grid); stroke-width: 1.5; }
.brick { fill: var(--brick); }
.frame { fill: none; stroke: var(--frame); stroke-width: 2; }
.tile { fill: var(--tile); stroke: var(--rim); stroke-width: 1; }
.blank { fill: var(--blank); stroke: var(--designated); stroke-width: 1.6; stroke-dasharray: 3 2; }
.letter { font-weight: bold; }
.designated { fill: var(--designated); font-style: italic; }
.value { font-size: 9px; }";

impl BoardSheet<'_> {
    /// Writes the styles, in light colours and in dark ones for readers who prefer them.
    pub fn write_style(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{STYLE}")?;
        for (name, premium, _) in SQUARES {
            writeln!(out, ".{name} {{ fill: {}; }}", color(premium).0)?;
        }
        writeln!(out, "@media (prefers-color-scheme: dark) {{")?;
        for (name, _, dark) in SQUARES {
            writeln!(out, ".{name} {{ fill: {dark}; }}")?;
        }
        writeln!(out, "}}")
    }

    /// Writes the empty board and all tiles. They show only in pictures that refer to them.
    pub fn write_parts(&self, out: &mut dyn Write) -> io::Result<()> {
        let dimensions = self.layout.dimensions();
        writeln!(
            out,
            "<svg class=\"sheet\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n<defs>\n<g id=\"board\">"
        )?;
        write_coordinates(dimensions, out)?;
        let (width, height) = self.size();
        writeln!(
            out,
            "<rect class=\"plain\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"/>"
        )?;
        for square in dimensions.squares() {
            let premium = self.layout.premium(square);
            let known = SQUARES.iter().find(|known| known.1 == premium);
            let class = match known {
                _ if self.layout.is_brick(square) => "brick",
                Some((name, ..)) if premium != Premium::Plain => name,
                _ => continue,
            };
            let (x, y) = corner(square);
            writeln!(
                out,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\"/>"
            )?;
        }
        write!(out, "<path class=\"grid\" d=\"")?;
        for col in 1..dimensions.cols() {
            write!(out, "M{} {MARGIN}v{height}", MARGIN + col as f64 * SQUARE)?;
        }
        for row in 1..dimensions.rows() {
            write!(out, "M{MARGIN} {}h{width}", MARGIN + row as f64 * SQUARE)?;
        }
        writeln!(out, "\"/>")?;
        for square in dimensions.squares() {
            write_premium(self.layout, square, out)?;
        }
        writeln!(
            out,
            "<rect class=\"frame\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"/>\n</g>"
        )?;
        for tile in self.alphabet.tiles() {
            for placed_tile in [PlacedTile::letter(tile), PlacedTile::blank(tile)] {
                writeln!(out, "<g id=\"t{}\">", placed_tile.byte())?;
                write_placed_tile(self.alphabet, placed_tile, 0.0, 0.0, out)?;
                writeln!(out, "</g>")?;
            }
        }
        writeln!(out, "<g id=\"blank\">")?;
        write_tile("", None, 0.0, 0.0, out)?;
        writeln!(out, "</g>\n</defs>\n</svg>")
    }

    /// Width and height of the board without its coordinates.
    fn size(&self) -> (f64, f64) {
        let dimensions = self.layout.dimensions();
        let length = |squares: usize| squares as f64 * SQUARE;
        (length(dimensions.cols()), length(dimensions.rows()))
    }

    /// Writes the board after a move: the tiles of `before`, and the tiles that the move places, marked.
    pub fn write_board(
        &self,
        before: &Board,
        action: &Move,
        label: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (width, height) = self.size();
        let space = MARGIN - EDGE + 1.0;
        writeln!(
            out,
            "<svg class=\"board\" viewBox=\"{EDGE} {EDGE} {} {}\" role=\"img\" aria-label=\"{}\">\n<use href=\"#board\"/>",
            width + space,
            height + space,
            Xml(label)
        )?;
        for square in before.dimensions().squares() {
            if let Some(placed_tile) = before.get(square) {
                write_use(placed_tile, square, out)?;
            }
        }
        if let Move::Play(play) = action {
            writeln!(out, "<g class=\"placed\">")?;
            for (square, placed_tile) in play.placed() {
                write_use(placed_tile, square, out)?;
            }
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }

    /// Writes the tiles of a rack.
    pub fn write_rack(&self, rack: &Rack, out: &mut dyn Write) -> io::Result<()> {
        let width = rack.len() as f64 * SQUARE;
        writeln!(
            out,
            "<svg class=\"rack\" width=\"{width}\" height=\"{SQUARE}\" viewBox=\"0 0 {width} {SQUARE}\" role=\"img\" \
             aria-label=\"rack {}\">",
            Xml(&rack.display(self.alphabet).to_string())
        )?;
        for (index, tile) in rack.into_iter().enumerate() {
            let x = index as f64 * SQUARE;
            match tile {
                RackTile::Letter(tile) => {
                    let id = PlacedTile::letter(tile).byte();
                    writeln!(out, "<use href=\"#t{id}\" x=\"{x}\"/>")?;
                }
                RackTile::Blank => writeln!(out, "<use href=\"#blank\" x=\"{x}\"/>")?,
            }
        }
        writeln!(out, "</svg>")
    }
}

/// Writes a reference to a tile.
fn write_use(placed_tile: PlacedTile, square: Square, out: &mut dyn Write) -> io::Result<()> {
    let (x, y) = corner(square);
    let id = placed_tile.byte();
    writeln!(out, "<use href=\"#t{id}\" x=\"{x}\" y=\"{y}\"/>")
}
