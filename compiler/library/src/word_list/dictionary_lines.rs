//! Lines of a Hunspell dictionary.

use std::ops::ControlFlow;

use super::cause::Cause;
use super::collector::Collector;
use super::word_text::bad_word;
use crate::hunspell::Dictionary;
use crate::tokenizer::TokenizeErrorKind;

impl Collector<'_> {
    /// Reads the forms of a dictionary's line, each as a line of its own. Skips line 1: it has the number of lines.
    pub(super) fn dictionary_line(
        &mut self,
        dictionary: &Dictionary,
        text: &str,
        is_overlong: bool,
    ) -> ControlFlow<()> {
        self.wordless_lines += 1;
        if self.log.line_number == 1 {
            return ControlFlow::Continue(());
        }
        if is_overlong {
            return self.text_line(text, is_overlong);
        }
        let forms = match dictionary.forms(text, &mut self.forms) {
            Ok(forms) => forms,
            Err(message) => return self.log.fail_at(Some(1), message),
        };
        self.form_lines += forms.len() as u64;
        for form in forms {
            match form.contains('#') {
                // In a dictionary, `#` starts no comment.
                true => self.log.bad_line(0, Cause::Character('#'), &form, || {
                    bad_word(&form, &TokenizeErrorKind::NoTile('#'))
                }),
                false => self.text_line(&form, false)?,
            }
        }
        ControlFlow::Continue(())
    }
}
