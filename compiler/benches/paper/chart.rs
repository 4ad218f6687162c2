//! A chart of sizes, as SVG.

use std::io::{self, Write};

use lexc_compiler::draw::Xml;
use lexc_compiler::text::grouped;

/// A bar of the chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bar {
    pub name: &'static str,
    pub bytes: u64,
}

const WIDTH: u64 = 760;
/// The x coordinate where the bars start. The names end at `LEFT - 10`.
const LEFT: u64 = 230;
/// The length of the longest bar.
const LENGTH: f64 = 410.0;
const TOP: u64 = 50;
/// The distance from one bar to the next.
const STEP: u64 = 28;

const STYLE: &str = "\
text { font: 14px Helvetica, Arial, 'Liberation Sans', sans-serif; fill: #111827; }
.title { font-weight: bold; }
.name { text-anchor: end; }
.bar { fill: #2d7fb8; }";

/// Writes the chart. The length of a bar is proportional to its bytes, but at least 1 pixel. The background is white,
/// so that the chart can be read on dark pages, too.
pub fn write_chart(bars: &[Bar], out: &mut dyn Write) -> io::Result<()> {
    let height = TOP + STEP * bars.len() as u64 + 14;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\">\n\
         <title>Sizes in bytes</title>\n<style>\n{STYLE}\n</style>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text class=\"title\" x=\"24\" y=\"32\">Sizes in bytes</text>"
    )?;
    let most = bars.iter().map(|bar| bar.bytes).max().unwrap_or(0).max(1);
    for (index, bar) in (0..).zip(bars) {
        let y = TOP + STEP * index;
        let length = (LENGTH * bar.bytes as f64 / most as f64).max(1.0);
        let (name_end, middle) = (LEFT - 10, y + 15);
        let number_start = LEFT as f64 + length + 8.0;
        writeln!(
            out,
            "<text class=\"name\" x=\"{name_end}\" y=\"{middle}\">{}</text>\
             <rect class=\"bar\" x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"20\"/>\
             <text x=\"{number_start:.1}\" y=\"{middle}\">{}</text>",
            Xml(bar.name),
            grouped(bar.bytes),
        )?;
    }
    writeln!(out, "</svg>")
}
