//! Graphs as SVG.

use std::io::{self, Write};

use super::graph::{Edge, Graph, State};
use super::layers::{Layers, Link, STATE_HEIGHT, Spot};
use super::markup::{Xml, text_width};

const MARGIN: f64 = 24.0;
/// The height of the title's line.
const TITLE: f64 = 26.0;
const FONT_SIZE: f64 = 14.0;
const RADIUS: f64 = 9.0;
/// The radius of the inner circle of a final state.
const INNER_RADIUS: f64 = 5.5;
/// The length added to the radii of a final stub, so that the text `…` fits into its circles.
const STUB_ROOM: f64 = 3.0;
/// Smallest length of an edge on each side of its label.
const LEAD: f64 = 28.0;
/// The length of the arrow to the start state.
const START: f64 = 22.0;

const STYLE: &str = "\
.edge { fill: none; stroke: #5b6573; stroke-width: 1.3; }
.path { stroke: #b3261e; stroke-width: 2.4; }
.arrow { fill: #5b6573; }
.path-arrow { fill: #b3261e; }
.state { fill: #ffffff; stroke: #1f2937; stroke-width: 1.5; }
.final { fill: none; stroke: #1f2937; stroke-width: 1.5; }
text { font-family: Helvetica, Arial, 'Liberation Sans', sans-serif; font-size: 14px; fill: #111827; }
.label { text-anchor: middle; }
.path-label { fill: #b3261e; font-weight: bold; }
.stub { text-anchor: middle; fill: #5b6573; }
.title { font-weight: bold; }";

/// Writes a graph with a title. Final states have double circles, stubs have the text `…`, and edges on a path of the
/// word drawn are red.
pub fn graph_svg(graph: &Graph, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let links: Vec<Link> = graph
        .edges
        .iter()
        .map(|edge| Link {
            from: edge.from,
            to: edge.to,
            weight: if edge.is_path { 8.0 } else { 1.0 },
        })
        .collect();
    let layers = Layers::of(graph.states.len(), &links);
    let picture = Picture::new(graph, &layers);
    let width = picture
        .width
        .max(2.0 * MARGIN + text_width(title, FONT_SIZE));
    let height = 2.0 * MARGIN + TITLE + layers.height.max(STATE_HEIGHT);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">"
    )?;
    writeln!(out, "<title>{}</title>", Xml(title))?;
    writeln!(out, "<style>\n{STYLE}\n</style>")?;
    for (id, class) in [("arrow", "arrow"), ("path-arrow", "path-arrow")] {
        writeln!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 10 8\" refX=\"9\" refY=\"4\" markerWidth=\"10\" markerHeight=\"8\" \
             markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path class=\"{class}\" d=\"M0 0L10 4L0 8Z\"/></marker>"
        )?;
    }
    writeln!(
        out,
        "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>"
    )?;
    writeln!(
        out,
        "<text class=\"title\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
        MARGIN + 8.0,
        Xml(title)
    )?;
    picture.write(out)?;
    writeln!(out, "</svg>")
}

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

struct Picture<'a> {
    graph: &'a Graph,
    layers: &'a Layers,
    /// The place of each layer.
    columns: Vec<Column>,
    width: f64,
}

/// The place of a layer.
#[derive(Clone, Copy, Default)]
struct Column {
    x: f64,
    /// Half of the width of the widest label in the layer; 0 for a layer of states.
    half: f64,
}

impl<'a> Picture<'a> {
    fn new(graph: &'a Graph, layers: &'a Layers) -> Picture<'a> {
        let mut x = MARGIN + START + RADIUS;
        let mut columns = vec![Column { x, half: 0.0 }];
        for layer in (1..layers.count).step_by(2) {
            let labels = graph.edges.iter().zip(&layers.routes);
            let starts_here =
                |route: &[Spot]| route.first().is_some_and(|spot| spot.layer == layer);
            let widths = labels
                .filter(|(_, route)| starts_here(route))
                .map(|(edge, _)| text_width(&edge.label, FONT_SIZE));
            let half = widths.fold(0.0, f64::max) / 2.0;
            let step = RADIUS + LEAD + half;
            columns.push(Column { x: x + step, half });
            x += 2.0 * step;
            columns.push(Column { x, half: 0.0 });
        }
        Picture {
            graph,
            layers,
            columns,
            width: x + RADIUS + MARGIN,
        }
    }

    fn column(&self, spot: Spot) -> Column {
        self.columns.get(spot.layer).copied().unwrap_or_default()
    }

    fn point(&self, spot: Spot) -> Point {
        Point {
            x: self.column(spot).x,
            y: MARGIN + TITLE + spot.y,
        }
    }

    /// The knots of an edge. The edge is level at its own label, and in layers with wide labels of other edges.
    fn knots(&self, edge: &Edge, route: &[Spot]) -> Vec<Knot> {
        let free = |at| Knot {
            at,
            is_level: false,
        };
        let mut knots = vec![free(self.point(self.layers.states[edge.from]))];
        for (index, &spot) in route.iter().enumerate() {
            let at = self.point(spot);
            let half = self.column(spot).half;
            if index == 0 || half > FONT_SIZE {
                let ends = [at.x - half, at.x + half];
                knots.extend(ends.map(|x| Knot {
                    at: Point { x, ..at },
                    is_level: true,
                }));
            } else {
                knots.push(free(at));
            }
        }
        knots.push(free(self.point(self.layers.states[edge.to])));
        knots
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let edges = || self.graph.edges.iter().zip(&self.layers.routes);
        // Paths are drawn over other edges.
        for is_path in [false, true] {
            for (edge, route) in edges().filter(|(edge, _)| edge.is_path == is_path) {
                let is_stub = self.graph.states[edge.to].is_stub;
                let knots = self.knots(edge, route);
                write_edge(&knots, is_path, is_stub, out)?;
            }
        }
        if let Some(&start) = self.layers.states.first() {
            let Point { x, y } = self.point(start);
            let (from, to) = (x - RADIUS - START, x - RADIUS - 1.0);
            writeln!(
                out,
                "<path class=\"edge\" d=\"M{from:.1} {y:.1}L{to:.1} {y:.1}\" marker-end=\"url(#arrow)\"/>"
            )?;
        }
        for (state, &spot) in self.graph.states.iter().zip(&self.layers.states) {
            write_state(*state, self.point(spot), out)?;
        }
        for (edge, route) in edges() {
            let Some(&spot) = route.first() else {
                continue;
            };
            let Point { x, y } = self.point(spot);
            let class = match edge.is_path {
                true => "label path-label",
                false => "label",
            };
            // The line is interrupted behind the label.
            let width = text_width(&edge.label, FONT_SIZE) + 4.0;
            let (left, top) = (x - width / 2.0, y - FONT_SIZE * 0.6);
            let height = FONT_SIZE * 1.2;
            writeln!(
                out,
                "<rect fill=\"#ffffff\" x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>"
            )?;
            let y = y + FONT_SIZE * 0.35;
            let label = Xml(&edge.label);
            writeln!(
                out,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{label}</text>"
            )?;
        }
        Ok(())
    }
}

/// A point on an edge.
#[derive(Clone, Copy)]
struct Knot {
    at: Point,
    /// True if the edge is horizontal here.
    is_level: bool,
}

/// Writes a smooth line through the knots, from the rim of the first state to the rim of the last.
fn write_edge(knots: &[Knot], is_path: bool, is_stub: bool, out: &mut dyn Write) -> io::Result<()> {
    let ([first, second, ..], [.., before_last, last]) = (knots, knots) else {
        return Ok(());
    };
    let (class, arrow) = match is_path {
        true => ("edge path", "path-arrow"),
        false => ("edge", "arrow"),
    };
    let mut points: Vec<Point> = knots.iter().map(|knot| knot.at).collect();
    points[0] = towards(first.at, second.at, RADIUS);
    points[knots.len() - 1] = towards(last.at, before_last.at, RADIUS + 1.0);
    write!(
        out,
        "<path class=\"{class}\" d=\"M{:.1} {:.1}",
        points[0].x, points[0].y
    )?;
    let slope = |from: Point, to: Point| (to.y - from.y) / (to.x - from.x).max(f64::EPSILON);
    // The slope at a knot is that of the chord between its neighbours; 0 at a turning point, so that the line does
    // not overshoot.
    let slope_at = |index: usize| match (points.get(index.wrapping_sub(1)), points.get(index + 1)) {
        _ if knots[index].is_level => 0.0,
        (None, Some(&next)) => slope(points[index], next),
        (Some(&previous), None) => slope(previous, points[index]),
        (Some(&previous), Some(&next)) => {
            let sides = [slope(previous, points[index]), slope(points[index], next)];
            match sides[0] * sides[1] > 0.0 {
                true => slope(previous, next),
                false => 0.0,
            }
        }
        (None, None) => 0.0,
    };
    for (index, pair) in points.windows(2).enumerate() {
        let (from, to) = (pair[0], pair[1]);
        let reach = (to.x - from.x) * 0.4;
        let leave = from.y + reach * slope_at(index);
        let arrive = to.y - reach * slope_at(index + 1);
        write!(
            out,
            "C{:.1} {leave:.1} {:.1} {arrive:.1} {:.1} {:.1}",
            from.x + reach,
            to.x - reach,
            to.x,
            to.y
        )?;
    }
    match is_stub {
        true => writeln!(out, "\"/>"),
        false => writeln!(out, "\" marker-end=\"url(#{arrow})\"/>"),
    }
}

/// The point at this distance from `from` on the way to `to`.
fn towards(from: Point, to: Point, distance: f64) -> Point {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(f64::EPSILON);
    Point {
        x: from.x + dx / length * distance,
        y: from.y + dy / length * distance,
    }
}

fn write_state(state: State, at: Point, out: &mut dyn Write) -> io::Result<()> {
    let Point { x, y } = at;
    let room = if state.is_stub { STUB_ROOM } else { 0.0 };
    let mut circle = |class: &str, radius: f64| {
        writeln!(
            out,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
        )
    };
    if !state.is_stub || state.is_final {
        circle("state", RADIUS + room)?;
    }
    if state.is_final {
        circle("final", INNER_RADIUS + room)?;
    }
    if state.is_stub {
        let y = y + 3.0;
        writeln!(
            out,
            "<text class=\"stub\" x=\"{x:.1}\" y=\"{y:.1}\">…</text>"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_states_and_final_stubs_have_two_circles() {
        for (is_stub, is_final, circles) in [
            (false, false, 1),
            (false, true, 2),
            (true, false, 0),
            (true, true, 2),
        ] {
            let mut svg = Vec::new();
            let at = Point { x: 0.0, y: 0.0 };
            write_state(State { is_final, is_stub }, at, &mut svg).unwrap();
            let svg = String::from_utf8(svg).unwrap();
            assert_eq!(svg.matches("<circle").count(), circles, "{svg}");
        }
    }
}
