//! Reports of the lines that are bad, dropped, changed or read in one of several ways: TSV, NDJSON or SARIF 2.1.0.

use std::io::{self, Write};
use std::path::Path;

use lexc_compiler::text::Visible;
use lexc_compiler::word_list::{LineNote, NoteKind};
use serde_json::json;

use super::json::to_text;
use super::outcome::Failure;

/// Format of a report, by the extension of its file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportFormat {
    /// Columns separated by tabs, with a header.
    Tsv,
    /// A JSON object on each line.
    Ndjson,
    /// Static Analysis Results Interchange Format.
    Sarif,
}

impl ReportFormat {
    /// The format for a path.
    ///
    /// # Errors
    /// If the extension is missing or not that of a format.
    pub fn of(path: &Path) -> Result<ReportFormat, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("tsv") => Ok(ReportFormat::Tsv),
            Some("ndjson" | "jsonl") => Ok(ReportFormat::Ndjson),
            Some("sarif") => Ok(ReportFormat::Sarif),
            _ => Err(Failure(format!(
                "{}: unknown kind of report (name it .tsv, .ndjson, .jsonl or .sarif)",
                path.display()
            ))),
        }
    }
}

/// Writer of a report.
pub struct LineReport<'o> {
    format: ReportFormat,
    out: &'o mut dyn Write,
    notes: u64,
    /// The bytes that the limit leaves.
    left: u64,
    /// The place of the note that would exceed the limit.
    full: Option<String>,
    /// The first error of writing; `finish` returns it.
    failure: Option<io::Error>,
}

const SARIF_SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

impl<'o> LineReport<'o> {
    /// Starts a report of up to `max_bytes` bytes.
    pub fn new(format: ReportFormat, out: &'o mut dyn Write, max_bytes: u64) -> LineReport<'o> {
        let mut report = LineReport {
            format,
            out,
            notes: 0,
            left: max_bytes,
            full: None,
            failure: None,
        };
        let start = match format {
            ReportFormat::Tsv => "list\tline\tcolumn\tkind\tcause\ttext\tmessage\n".to_owned(),
            ReportFormat::Ndjson => String::new(),
            ReportFormat::Sarif => {
                let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
                format!(
                    "{{\"$schema\":\"{SARIF_SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\
                     \"tool\":{{\"driver\":{{\"name\":\"{name}\",\"version\":\"{version}\"}}}},\
                     \"columnKind\":\"unicodeCodePoints\",\"results\":["
                )
            }
        };
        report.write(start.as_bytes());
        report
    }

    /// Writes a note on a line of a list.
    pub fn note(&mut self, list: &str, note: &LineNote) {
        let LineNote {
            line,
            column,
            kind,
            cause,
            text,
            message,
        } = note;
        let row = match self.format {
            ReportFormat::Tsv => {
                let fields = [list, text, message].map(tsv_field);
                let [list, text, message] = fields;
                let (kind, cause) = (kind.name(), cause.name());
                format!("{list}\t{line}\t{column}\t{kind}\t{cause}\t{text}\t{message}\n")
            }
            ReportFormat::Ndjson => {
                let row = json!({
                    "list": list, "line": line, "column": column, "kind": kind.name(),
                    "cause": cause.name(), "text": text, "message": message,
                });
                format!("{}\n", to_text(&row))
            }
            ReportFormat::Sarif => {
                let level = match kind {
                    NoteKind::Bad => "error",
                    NoteKind::Dropped => "warning",
                    NoteKind::Changed | NoteKind::Chosen => "note",
                };
                let described = match message.is_empty() {
                    true => format!("{}: {text}", kind.name()),
                    false => format!("{}: {message}", kind.name()),
                };
                let result = json!({
                    "ruleId": cause.name(), "level": level, "message": { "text": described },
                    "locations": [{ "physicalLocation": {
                        "artifactLocation": { "uri": uri(list) },
                        "region": { "startLine": line, "startColumn": column },
                    }}],
                });
                let separator = if self.notes > 0 { "," } else { "" };
                format!("{separator}\n{}", to_text(&result))
            }
        };
        self.notes += 1;
        if self.full.is_none() && row.len() as u64 > self.left {
            self.full = Some(format!("{list}:{line}:{column}"));
        }
        self.write(row.as_bytes());
    }

    /// Ends the report. Returns the place of the first note that is beyond the limit, if there is one: the report is then
    /// cut off.
    ///
    /// # Errors
    /// The first failure of writing.
    pub fn finish(mut self) -> io::Result<Option<String>> {
        if self.format == ReportFormat::Sarif {
            self.write(b"\n]}]}\n");
        }
        match self.failure {
            Some(error) => Err(error),
            None => Ok(self.full),
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.failure.is_none() && self.full.is_none() {
            self.left = self.left.saturating_sub(bytes.len() as u64);
            self.failure = self.out.write_all(bytes).err();
        }
    }
}

/// The text with backslashes and invisible characters, such as tabs and line ends, escaped.
fn tsv_field(text: &str) -> String {
    let escape = |c: char| match c.is_control() || c == '\\' {
        true => c.escape_default().to_string(),
        false => Visible(c.encode_utf8(&mut [0; 4])).to_string(),
    };
    text.chars().map(escape).collect()
}

/// The path as a URI reference: percent-encodes all bytes except ASCII letters, digits and `/-._~`.
fn uri(path: &str) -> String {
    let is_kept = |byte: &u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(byte);
    let escape = |byte: u8| match is_kept(&byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    path.bytes().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lexc_compiler::word_list::Cause;

    fn report(format: ReportFormat) -> String {
        let mut out = Vec::new();
        let mut report = LineReport::new(format, &mut out, u64::MAX);
        let note = |line, kind, cause, text: &str, message: &str| LineNote {
            line,
            column: 3,
            kind,
            cause,
            text: text.to_owned(),
            message: message.to_owned(),
        };
        let cause = Cause::Character('-');
        report.note(
            "my list",
            &note(2, NoteKind::Bad, cause, "CO-\tOP", "`-` \"fits\" no tile"),
        );
        report.note("é", &note(7, NoteKind::Changed, Cause::Respelled, "é", "E"));
        report.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn writes_tsv_and_ndjson() {
        assert_eq!(
            report(ReportFormat::Tsv),
            "list\tline\tcolumn\tkind\tcause\ttext\tmessage\n\
             my list\t2\t3\tbad\tcharacter\tCO-\\tOP\t`-` \"fits\" no tile\n\
             é\t7\t3\tchanged\trespelled\té\tE\n"
        );
        let ndjson = report(ReportFormat::Ndjson);
        let rows: Vec<serde_json::Value> = ndjson
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0]["text"], "CO-\tOP");
        assert_eq!(rows[1]["line"], 7);
    }

    #[test]
    fn writes_sarif() {
        let sarif: serde_json::Value = serde_json::from_str(&report(ReportFormat::Sarif)).unwrap();
        assert_eq!(sarif["version"], "2.1.0");
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        assert_eq!(results.len(), 2);
        assert_eq!(results[0]["ruleId"], "character");
        assert_eq!(results[0]["level"], "error");
        let location = &results[0]["locations"][0]["physicalLocation"];
        assert_eq!(location["artifactLocation"]["uri"], "my%20list");
        assert_eq!(location["region"]["startLine"], 2);
        assert_eq!(results[1]["message"]["text"], "changed: E");
        let empty = {
            let mut out = Vec::new();
            LineReport::new(ReportFormat::Sarif, &mut out, u64::MAX)
                .finish()
                .unwrap();
            out
        };
        assert!(serde_json::from_slice::<serde_json::Value>(&empty).is_ok());
    }

    #[test]
    fn the_extension_decides_on_the_format() {
        let format = |name: &str| ReportFormat::of(Path::new(name)).ok();
        assert_eq!(format("a.jsonl"), Some(ReportFormat::Ndjson));
        assert_eq!(format("a.sarif"), Some(ReportFormat::Sarif));
        assert_eq!(format("a.json"), None);
        assert_eq!(format("tsv"), None);
    }
}
