//! Lines of the table of conformance, `examples/care.conformance`: its head explains them.

/// A call, with its answer or a part of its error's message.
#[derive(Clone, Copy)]
pub(crate) struct Line<'t> {
    /// Its number in the file, from 1.
    pub(crate) number: usize,
    /// True if the face differs.
    is_excepted: bool,
    pub(crate) call: &'t str,
    pub(crate) arguments: [&'t str; 2],
    pub(crate) expected: Result<&'t str, &'t str>,
}

impl<'t> Line<'t> {
    fn read(number: usize, mut line: &'t str, face: &str) -> Line<'t> {
        let mut is_excepted = false;
        while let Some(("", rest)) = line.split_once('-') {
            let (excepted, rest) = rest.split_once(' ').unwrap();
            (is_excepted, line) = (is_excepted || excepted == face, rest);
        }
        let (asked, expected) = match (line.split_once(" !"), line.split_once(" >")) {
            (Some((asked, message)), _) => (asked, Err(message.trim_start())),
            (None, Some((asked, answer))) => (asked, Ok(answer.trim_start())),
            (None, None) => panic!("no answer: {line}"),
        };
        let (call, arguments) = asked.split_once(' ').unwrap_or((asked, ""));
        let (first, second) = arguments.split_once('|').unwrap_or((arguments, ""));
        Line {
            number,
            is_excepted,
            call,
            arguments: [first.trim_end(), second.trim_start()],
            expected,
        }
    }

    /// Returns `true` if the face answers as the line says: with the answer or the message, or otherwise if the face is excepted.
    /// `None` stands for a face without the call.
    pub(crate) fn is_kept_by(&self, found: Option<&Result<String, String>>) -> bool {
        let is_right = match (found, self.expected) {
            (Some(Ok(found)), Ok(expected)) => found == expected,
            (Some(Err(found)), Err(expected)) => found.contains(expected),
            _ => false,
        };
        is_right != self.is_excepted
    }
}

/// The lines of the table for a face.
pub(crate) fn lines<'t>(table: &'t str, face: &'t str) -> impl Iterator<Item = Line<'t>> {
    let lines = (1..).zip(table.lines());
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(move |(number, line)| Line::read(number, line, face))
}
