use super::blocks::Block;

/// A word, a piece of code or a mark of punctuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    /// Code, a number or a word in capitals: neither a word of prose nor the end of a sentence.
    Code,
    Mark(char),
}

/// Tokens of a block, each with its line number. Code in backquotes is one token; addresses of links are left out.
pub(super) fn tokens(block: &Block) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    let mut in_code = false;
    for (line, text) in &block.lines {
        let mut rest = text.char_indices().peekable();
        while let Some((start, c)) = rest.next() {
            if c == '`' {
                in_code = !in_code;
                if in_code {
                    tokens.push((*line, Token::Code));
                }
            } else if in_code || c.is_whitespace() {
            } else if c == ']' && rest.peek().is_some_and(|&(_, next)| next == '(') {
                while rest.next_if(|&(_, c)| c != ')').is_some() {}
                rest.next();
            } else if c.is_alphanumeric() || c == '_' {
                let mut end = start + c.len_utf8();
                while let Some((at, c)) =
                    rest.next_if(|&(_, c)| c.is_alphanumeric() || "_'’".contains(c))
                {
                    end = at + c.len_utf8();
                }
                let word = text[start..end].trim_end_matches(['\'', '’']);
                let is_code = word.contains('_')
                    || word.chars().any(|c| c.is_ascii_digit())
                    || word.len() > 1 && word.chars().all(char::is_uppercase);
                tokens.push((
                    *line,
                    if is_code {
                        Token::Code
                    } else {
                        Token::Word(word.to_owned())
                    },
                ));
            } else if !"*[(\"“".contains(c) {
                tokens.push((*line, Token::Mark(c)));
            }
        }
    }
    tokens
}
