//! Expressions over labels as text.

use core::fmt;

use lexc_formats::{Label, Labels};

use super::view::{Comparison, Expression, MAX_STEPS, Step, TOO_LONG};
use crate::text::{LabelNames, Reader, TextError, TextErrorKind, number};

/// Reads an expression, by the labels of an image.
///
/// Operators wait on a stack until their operands are complete (Dijkstra 1961, "shunting yard"), so that no text takes more
/// stack than another.
pub(super) fn parse(text: &str, labels: Labels<'_>) -> Result<Expression, TextError> {
    let mut parser = Parser {
        reader: Reader::new(text),
        labels,
        expression: Expression::ALL_WORDS,
        waiting: ['('; MAX_STEPS],
        len: 0,
    };
    loop {
        while let Some(sign @ ('!' | '(')) = parser.next() {
            parser.wait(sign)?;
        }
        parser.label()?;
        parser.finish('!')?;
        while parser.next() == Some(')') {
            parser.finish('|')?;
            // The parenthesis that this one closes waits now, as the latest.
            parser.len = parser.len.checked_sub(1).ok_or(parser.unexpected())?;
            parser.reader.skip(')');
            parser.finish('!')?;
        }
        match parser.next() {
            Some(sign @ ('&' | '|')) => {
                parser.finish(sign)?;
                parser.wait(sign)?;
            }
            None => {
                parser.finish('|')?;
                return match parser.len {
                    0 => Ok(parser.expression),
                    _ => Err(parser.unexpected()),
                };
            }
            Some(_) => return Err(parser.unexpected()),
        }
    }
}

struct Parser<'t, 'a> {
    reader: Reader<'t>,
    labels: Labels<'a>,
    /// The steps whose operands are complete.
    expression: Expression,
    /// Operators and opening parentheses that wait for operands.
    waiting: [char; MAX_STEPS],
    len: usize,
}

impl Parser<'_, '_> {
    /// The next character that is not white space; leaves it unread.
    fn next(&mut self) -> Option<char> {
        self.reader.skip_white_space();
        self.reader.peek()
    }

    fn unexpected(&self) -> TextError {
        let found = self.reader.peek();
        self.reader.error(TextErrorKind::View { found })
    }

    fn push(&mut self, step: Step) -> Result<(), TextError> {
        let pushed = self.expression.push(step);
        pushed.map_err(|kind| self.reader.error(kind))
    }

    /// Reads an operator or an opening parenthesis, the next character, which then waits.
    fn wait(&mut self, sign: char) -> Result<(), TextError> {
        let too_long = self.reader.error(TOO_LONG);
        *self.waiting.get_mut(self.len).ok_or(too_long)? = sign;
        self.len += 1;
        self.reader.skip(sign);
        Ok(())
    }

    /// Adds the operators that wait and bind at least as tightly as this one, back to the latest opening parenthesis.
    fn finish(&mut self, sign: char) -> Result<(), TextError> {
        while let Some(latest) = self.latest()
            && rank(latest) >= rank(sign)
        {
            self.len -= 1;
            self.push(match latest {
                '!' => Step::Not,
                '&' => Step::And,
                _ => Step::Or,
            })?;
        }
        Ok(())
    }

    /// The latest operator or parenthesis that waits.
    fn latest(&self) -> Option<char> {
        self.waiting.get(self.len.checked_sub(1)?).copied()
    }

    /// Reads a flag, or a number and its comparison.
    fn label(&mut self) -> Result<(), TextError> {
        let start = self.reader.clone();
        let name = self.reader.take_while(is_name);
        if name.is_empty() {
            return Err(self.unexpected());
        }
        self.next();
        let sign = self
            .reader
            .take_while(|c| matches!(c, '<' | '=' | '>' | '!'));
        if sign.is_empty() {
            let flags = || LabelNames::new(self.labels.flags().map(Label::name));
            let unknown = || start.error(TextErrorKind::UnknownFlag { flags: flags() });
            let flag = self.labels.flag_named(name).and_then(index);
            return self.push(Step::Flag(flag.ok_or_else(unknown)?));
        }
        let numbers = || LabelNames::new(self.labels.numbers().map(Label::name));
        let unknown = || start.error(TextErrorKind::UnknownNumber { numbers: numbers() });
        let number_named = self.labels.number_named(name).and_then(index);
        let number_named = number_named.ok_or_else(unknown)?;
        self.next();
        let unexpected = self.unexpected();
        let value = number(self.reader.take_while(|c| c.is_ascii_digit()));
        let mut comparisons = Comparison::ALL.into_iter();
        match (
            comparisons.find(|comparison| comparison.sign() == sign),
            value,
        ) {
            (Some(comparison), Some(value)) => {
                self.push(Step::Number(number_named, comparison, value))
            }
            _ => Err(unexpected),
        }
    }
}

/// The operators with a higher rank bind more tightly.
const fn rank(sign: char) -> u8 {
    match sign {
        '!' => 3,
        '&' => 2,
        '|' => 1,
        _ => 0,
    }
}

/// Returns `true` for the characters of the names of labels.
fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_')
}

fn index(index: usize) -> Option<u8> {
    u8::try_from(index).ok()
}

/// The text of an expression, by the labels of its image. It reads as the same expression again.
pub(super) fn write(
    labels: Labels<'_>,
    expression: &Expression,
    to: &mut dyn fmt::Write,
) -> fmt::Result {
    write_part(labels, expression.steps(), 0, to)
}

/// Writes the steps of one value, in parentheses if their last operator binds less tightly than an operator of rank `least`.
fn write_part(
    labels: Labels<'_>,
    steps: &[Step],
    least: u8,
    to: &mut dyn fmt::Write,
) -> fmt::Result {
    let Some((last, before)) = steps.split_last() else {
        return Ok(());
    };
    let sign = match *last {
        Step::Flag(flag) => {
            let flag = labels.flags().nth(flag.into());
            return to.write_str(flag.map(Label::name).unwrap_or_default());
        }
        Step::Number(number, comparison, value) => {
            let number = labels.numbers().nth(number.into());
            let name = number.map(Label::name).unwrap_or_default();
            return write!(to, "{name}{}{value}", comparison.sign());
        }
        Step::Not => {
            to.write_str("!")?;
            return write_part(labels, before, rank('!'), to);
        }
        Step::And => '&',
        Step::Or => '|',
    };
    let right = before.len().saturating_sub(last_part_len(before));
    let (left, right) = before.split_at_checked(right).unwrap_or_default();
    let is_in_parentheses = rank(sign) < least;
    to.write_str(if is_in_parentheses { "(" } else { "" })?;
    write_part(labels, left, rank(sign), to)?;
    write!(to, " {sign} ")?;
    write_part(labels, right, rank(sign) + 1, to)?;
    to.write_str(if is_in_parentheses { ")" } else { "" })
}

/// The number of steps at the end that make one value.
fn last_part_len(steps: &[Step]) -> usize {
    let mut missing = 1_usize;
    let part = steps.iter().rev().take_while(|step| {
        let is_part = missing > 0;
        missing = match step {
            Step::Flag(_) | Step::Number(..) => missing.saturating_sub(1),
            Step::Not => missing,
            Step::And | Step::Or => missing + 1,
        };
        is_part
    });
    part.count()
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use crate::Lexicon;
    use crate::testing::{BINGOS, with_labels};

    #[test]
    fn writes_expressions_as_it_reads_them() {
        let image = with_labels();
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        assert_eq!(lexicon.expression().to_string(), "");
        for (text, written) in [
            ("csw", "csw"),
            (" csw&!new ", "csw & !new"),
            ("!!csw", "!!csw"),
            ("csw | nwl & new", "csw | nwl & new"),
            ("((csw | nwl)) & new", "(csw | nwl) & new"),
            ("!(csw & nwl)|new", "!(csw & nwl) | new"),
            ("(csw & nwl) & new", "csw & nwl & new"),
            ("csw & (nwl & new)", "csw & (nwl & new)"),
            ("level<=35&level>=0", "level<=35 & level>=0"),
            ("level  != 4294967295", "level!=4294967295"),
            ("level<1|level>2|level=3", "level<1 | level>2 | level=3"),
        ] {
            let view = lexicon.view(text).unwrap();
            assert_eq!(view.expression().to_string(), written, "{text}");
            let again = lexicon.view(written).unwrap();
            assert_eq!(again.expression().to_string(), written);
            assert!(again.words().eq(view.words()), "{text}");
            let nested = view.view("new | nwl").unwrap();
            let read = lexicon.view(&nested.expression().to_string()).unwrap();
            assert_eq!(
                read.expression().to_string(),
                nested.expression().to_string()
            );
            assert!(read.words().eq(nested.words()), "{text}");
        }
    }

    #[test]
    fn names_the_fault_and_its_place() {
        let image = with_labels();
        let lexicon = Lexicon::from_bytes(&image).unwrap();
        let long = ["csw"; 17].join(" & ");
        let deep = "(".repeat(33);
        for (text, message) in [
            (
                "",
                "character 1: the line ends instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "csw &",
                "character 6: the line ends instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "csw new",
                "character 5: found 'n' instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "(csw",
                "character 5: the line ends instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "csw)",
                "character 4: found ')' instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            ("csw & twl", "character 7: unknown flag (use csw nwl new)"),
            ("level", "character 1: unknown flag (use csw nwl new)"),
            ("csw=1", "character 1: unknown number (use level)"),
            (
                "level<=x",
                "character 8: found 'x' instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "level=4294967296",
                "character 7: found '4' instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                "level=>1",
                "character 8: found '1' instead of the rest of a view (write csw & !new, or level<=35 | uk)",
            ),
            (
                &long,
                "character 100: at most 32 labels and operators are possible",
            ),
            (
                &deep,
                "character 33: at most 32 labels and operators are possible",
            ),
        ] {
            let error = lexicon.view(text).unwrap_err();
            assert_eq!(error.to_string(), message, "{text}");
        }
        let without = Lexicon::from_bytes(BINGOS).unwrap();
        assert_eq!(
            without.view("csw").unwrap_err().to_string(),
            "the image has no labels (build it with labels)"
        );
    }
}
