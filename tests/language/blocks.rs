/// A paragraph, list item, heading, cell of a table, text of HTML, message or test name.
pub(super) struct Block {
    /// True if rule 1 applies to the first word; false for messages, cells of tables and HTML.
    pub(super) opens: bool,
    /// Lines, each with its number in the file, from 1.
    pub(super) lines: Vec<(usize, String)>,
}

/// Blocks of prose of a file. None for data, licences, files of the folder `language` and unknown kinds of files.
pub(super) fn of_file(path: &str, text: &str) -> Vec<Block> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if path.starts_with("tests/data/") && extension != "md"
        || path.starts_with("tests/language/")
        || name.starts_with("LICENSE")
    {
        return Vec::new();
    }
    match extension {
        "rs" => code(text, true),
        "c" | "h" | "cpp" | "hpp" | "cs" | "go" | "js" | "mjs" | "css" | "x" => code(text, false),
        "md" => markdown(&numbered(text)),
        "html" => html(text),
        "toml" | "py" | "sh" | "gitignore" | "gitattributes" => script(text),
        "" if text.starts_with('#') => script(text),
        _ => Vec::new(),
    }
}

fn numbered(text: &str) -> Vec<(usize, String)> {
    text.lines()
        .enumerate()
        .map(|(line, text)| (line + 1, text.to_owned()))
        .collect()
}

/// Collects blocks. Adjacent comment lines of one kind form one comment, which is kept in `lines` until it ends.
#[derive(Default)]
struct Comments {
    kind: String,
    lines: Vec<(usize, String)>,
    blocks: Vec<Block>,
}

impl Comments {
    /// Adds a line of a comment; `own` is true if no code is on the line.
    fn add(&mut self, line: usize, kind: &str, text: &str, own: bool) {
        let follows =
            self.lines.last().is_some_and(|(last, _)| last + 1 == line) && self.kind == kind && own;
        if !follows {
            self.finish();
        }
        self.kind = kind.to_owned();
        self.lines.push((line, text.to_owned()));
        if !own {
            self.finish();
        }
    }

    fn finish(&mut self) {
        self.blocks
            .extend(markdown(&std::mem::take(&mut self.lines)));
    }

    /// Adds a string literal, if it has several words.
    fn message(&mut self, line: usize, text: &str) {
        if text.contains(' ') {
            let text = text.replace("\\n", ". ").replace('\\', " ");
            self.blocks.push(Block {
                opens: false,
                lines: text
                    .lines()
                    .enumerate()
                    .map(|(at, text)| (line + at, text.to_owned()))
                    .collect(),
            });
        }
    }
}

/// Comments and strings of a program, style sheet or linker script; in Rust, test names as well.
fn code(text: &str, rust: bool) -> Vec<Block> {
    let mut comments = Comments::default();
    let mut line = 1;
    let mut line_start = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let own = text[line_start..at].trim().is_empty();
        let length = if rest.starts_with("//") {
            let body = rest.lines().next().unwrap_or_default();
            let kind = ["///", "//!", "//"]
                .into_iter()
                .find(|kind| body.starts_with(kind))
                .unwrap_or_default();
            comments.add(line, kind, &body[kind.len()..], own);
            body.len()
        } else if rest.starts_with("/*") {
            let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
            comments.finish();
            for (number, text) in numbered(
                rest[..length]
                    .trim_start_matches("/*")
                    .trim_end_matches("*/"),
            ) {
                comments.add(
                    line + number - 1,
                    "/*",
                    text.trim_start().trim_start_matches('*'),
                    true,
                );
            }
            comments.finish();
            length
        } else if let Some(hashes) = raw_string(rest).filter(|_| rust && !ends_in_word(&text[..at]))
        {
            let open = rest.find('"').map_or(rest.len(), |quote| quote + 1);
            let close = format!("\"{}", "#".repeat(hashes));
            let end = rest[open..]
                .find(&close)
                .map_or(rest.len(), |end| open + end);
            comments.message(line, &rest[open..end]);
            (end + close.len()).min(rest.len())
        } else if c == '"' || !rust && (c == '`' || c == '\'') {
            let end = end_of_string(rest, c);
            comments.message(line, &rest[1..end]);
            (end + 1).min(rest.len())
        } else if c == '\'' {
            character(rest)
        } else {
            if let Some(name) = rest.strip_prefix("#[test]").filter(|_| rust && own) {
                comments.blocks.extend(test_name(line, name));
            }
            c.len_utf8()
        };
        for (newline, _) in rest[..length].match_indices('\n') {
            line += 1;
            line_start = at + newline + 1;
        }
        at += length;
    }
    comments.finish();
    comments.blocks
}

fn ends_in_word(before: &str) -> bool {
    before.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The number of hashes of the raw string that starts here; `None` if none does.
fn raw_string(rest: &str) -> Option<usize> {
    let rest = rest
        .strip_prefix("br")
        .or_else(|| rest.strip_prefix("cr"))
        .or_else(|| rest.strip_prefix('r'))?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// Offset of the closing quote. Without one, offset of the end: for `'` the end of the line, for other quotes the end
/// of the text.
fn end_of_string(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        if !escaped && c == quote || quote == '\'' && c == '\n' {
            return at;
        }
        escaped = c == '\\' && !escaped;
    }
    rest.len()
}

/// Length of a character literal in bytes, or 1 at a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest
            .char_indices()
            .skip(3)
            .find(|&(_, c)| c == '\'')
            .map_or(1, |(at, _)| at + 1),
        Some(_) if matches!(chars.next(), Some((_, '\''))) => {
            rest.char_indices().nth(3).map_or(rest.len(), |(at, _)| at)
        }
        _ => 1,
    }
}

/// Name of the function after a `#[test]`, with spaces for underscores.
fn test_name(line: usize, rest: &str) -> Option<Block> {
    let (before, after) = rest.split_once("fn ")?;
    let name: String = after
        .chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect();
    let line = line + before.matches('\n').count();
    Some(Block {
        opens: true,
        lines: vec![(line, name.replace('_', " "))],
    })
}

/// Comments and Python's doc strings in a script.
fn script(text: &str) -> Vec<Block> {
    let mut comments = Comments::default();
    let mut in_doc = false;
    for (line, text) in numbered(text) {
        if let Some(quotes) = text.find("\"\"\"") {
            let body = &text[quotes + 3..];
            comments.add(line, "\"\"\"", body.trim_end_matches("\"\"\""), true);
            in_doc = !in_doc && !body.contains("\"\"\"");
        } else if in_doc {
            comments.add(line, "\"\"\"", &text, true);
        } else if let Some(start) = hash(&text).filter(|_| !text.starts_with("#!")) {
            comments.add(
                line,
                "#",
                text[start..].trim_start_matches('#'),
                text[..start].trim().is_empty(),
            );
        }
    }
    comments.finish();
    comments.blocks
}

/// Offset of the `#` that starts a comment: it is outside quotes, and follows a space or starts the line.
fn hash(line: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if (c == '"' || c == '\'') && before != '\\' => quote = Some(c),
            None if c == '#' && before.is_whitespace() => return Some(at),
            None => {}
        }
        before = c;
    }
    None
}

/// Texts between the tags of HTML.
fn html(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut line = 1;
    for part in text.split_inclusive('<') {
        let prose = part
            .split_once('>')
            .map_or("", |(_, prose)| prose)
            .trim_end_matches('<');
        let before = &part[..part.len() - part.split_once('>').map_or(0, |(_, prose)| prose.len())];
        let first = line + before.matches('\n').count();
        let lines: Vec<_> = prose
            .lines()
            .enumerate()
            .map(|(at, text)| (first + at, text.to_owned()))
            .collect();
        if !prose.trim().is_empty() {
            blocks.push(Block {
                opens: false,
                lines,
            });
        }
        line += part.matches('\n').count();
    }
    blocks
}

/// Paragraphs, list items, headings and cells of tables; fenced code, comments and link definitions are left out.
fn markdown(lines: &[(usize, String)]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    let mut fence = None;
    for (line, text) in lines {
        let trimmed = text.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => (fence, open) = (Some(mark), false),
            (Some(opening), _) => {
                if mark == Some(opening) {
                    fence = None;
                }
            }
            (None, None) if trimmed.is_empty() => open = false,
            (None, None)
                if trimmed.starts_with("<!--")
                    || trimmed.starts_with("[") && trimmed.contains("]: ") =>
            {
                open = false
            }
            (None, None) if trimmed.starts_with('|') => {
                blocks.extend(trimmed.split('|').map(|cell| Block {
                    opens: false,
                    lines: vec![(*line, cell.to_owned())],
                }));
                open = false;
            }
            (None, None) => {
                let heading = trimmed.starts_with('#');
                let body = item(trimmed);
                if !open || heading || body.is_some() {
                    blocks.push(Block {
                        opens: true,
                        lines: Vec::new(),
                    });
                }
                open = !heading;
                let body = body.unwrap_or(trimmed).trim_start_matches('#').trim_start();
                if let Some(block) = blocks.last_mut() {
                    block.lines.push((*line, body.to_owned()));
                }
            }
        }
    }
    blocks
}

/// Text of a list item, after its bullet or number; `None` for any other line.
fn item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if digits.len() < line.len() {
        return digits
            .strip_prefix(". ")
            .or_else(|| digits.strip_prefix(") "));
    }
    line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))
}
