//! Forms of a dictionary's entries.

use super::affixes::{Affix, Affixes, DictionaryEntry, Flag, has};
use crate::text::grouped;

/// Limit of the work for one entry, in units: 1 for a suffix that does not fit, and for each flag read; [`STEP`] for a
/// prefix that is tried; [`STEP`] plus 1 for each byte of the form, for a suffix that fits and for a form that is
/// visited.
const MAX_WORK: usize = 1 << 25;

/// Units of work for a prefix, a fitting suffix or a form.
const STEP: usize = 1 << 6;

/// Units of work for rules that dictionaries may take for each form that they may have.
const WORK_PER_FORM: u64 = 1 << 6;

/// The forms and the work that are left for all dictionaries together.
#[derive(Debug)]
pub(crate) struct FormBudget {
    limit: u64,
    forms: u64,
    work: u64,
}

impl FormBudget {
    /// A budget of this number of forms.
    pub(crate) fn new(forms: u64) -> FormBudget {
        FormBudget {
            limit: forms,
            forms,
            work: forms.saturating_mul(WORK_PER_FORM),
        }
    }

    fn spend(&mut self, forms: u64, work: usize) -> Result<(), String> {
        let left = self
            .forms
            .checked_sub(forms)
            .zip(self.work.checked_sub(work as u64));
        (self.forms, self.work) = left.ok_or_else(|| {
            let most = grouped(self.limit);
            format!(
                "more than {most} forms in all, or too many rules tried for them (check the affix file, or raise --max-forms)"
            )
        })?;
        Ok(())
    }
}

impl Affixes {
    /// Visits the forms of an entry. Forms may be repeated.
    ///
    /// # Errors
    /// If the entry takes more than [`MAX_WORK`], or the dictionaries more than the budget.
    pub(super) fn visit_forms(
        &self,
        entry: &DictionaryEntry,
        budget: &mut FormBudget,
        visit: &mut dyn FnMut(&str),
    ) -> Result<(), String> {
        let DictionaryEntry { word, flags } = entry;
        if word.is_empty() || has(flags, self.only_in_compound) {
            return Ok(());
        }
        let mut forms = Forms {
            left: MAX_WORK,
            budget,
            visit,
        };
        if !has(flags, self.need_affix) {
            forms.visit(word)?;
        }
        for (inner, form) in self.suffixed(word, &[flags]) {
            let Some(form) = forms.tried(form, flags.len() + inner.flags.len())? else {
                continue;
            };
            if self.stands_alone(inner) {
                forms.visit(&form)?;
            }
            for prefix in self.fitting(inner.is_cross, &[flags, &inner.flags]) {
                forms.spend(STEP + prefix.flags.len())?;
                if self.agree(prefix, inner) {
                    forms.visit_some(self.with_prefix(&form, prefix))?;
                }
            }
            for (outer, form) in self.suffixed(&form, &[&inner.flags]) {
                let all_flags = flags.len() + inner.flags.len() + outer.flags.len();
                let Some(form) = forms.tried(form, all_flags)? else {
                    continue;
                };
                if !self.stands_alone(outer) || has(&inner.flags, self.circumfix) {
                    continue;
                }
                forms.visit(&form)?;
                let inner_flags: &[&[Flag]] = match inner.is_cross {
                    true => &[flags, &inner.flags, &outer.flags],
                    false => &[&outer.flags],
                };
                for prefix in self.fitting(outer.is_cross, inner_flags) {
                    forms.spend(STEP + prefix.flags.len())?;
                    if self.agree(prefix, inner) {
                        forms.visit_some(self.with_prefix(&form, prefix))?;
                    }
                }
            }
        }
        for prefix in self.fitting_prefixes(&[flags]) {
            forms.spend(STEP + prefix.flags.len())?;
            if self.stands_alone(prefix) {
                forms.visit_some(self.with_prefix(word, prefix))?;
            }
            if !prefix.is_cross {
                continue;
            }
            // Suffixes that the prefix permits and the entry itself does not.
            for (suffix, form) in self.suffixed(word, &[&prefix.flags]) {
                let Some(form) = forms.tried(form, prefix.flags.len() + suffix.flags.len())? else {
                    continue;
                };
                if suffix.is_cross && !flags.contains(&suffix.flag) && self.agree(prefix, suffix) {
                    forms.visit_some(self.with_prefix(&form, prefix))?;
                }
            }
        }
        Ok(())
    }

    /// True if the affix needs no other affix on the word, and is not for compounds alone.
    fn stands_alone(&self, affix: &Affix) -> bool {
        let flags = &affix.flags;
        !has(flags, self.need_affix)
            && !has(flags, self.only_in_compound)
            && !has(flags, self.circumfix)
    }

    /// True if a prefix and a suffix may be on one word.
    fn agree(&self, prefix: &Affix, suffix: &Affix) -> bool {
        let both = |flag| [has(&prefix.flags, flag), has(&suffix.flags, flag)];
        let [first, second] = both(self.circumfix);
        first == second
            && both(self.need_affix) != [true; 2]
            && both(self.only_in_compound) == [false; 2]
    }

    /// The suffixes that have one of the flags, each with the suffixed word, or `None` if it does not fit the word.
    fn suffixed<'s>(
        &'s self,
        word: &'s str,
        flags: &[&'s [Flag]],
    ) -> impl Iterator<Item = (&'s Affix, Option<String>)> {
        let flags = distinct(flags);
        let suffixes = flags
            .into_iter()
            .filter_map(|flag| self.suffixes.get(&flag));
        suffixes
            .flatten()
            .map(move |suffix| (suffix, self.with_suffix(word, suffix)))
    }

    /// The prefixes that have one of the flags and may be added to a word with a suffix: the prefix and the suffix must
    /// permit cross products. `is_cross` is true if the suffix does.
    fn fitting<'s>(&'s self, is_cross: bool, flags: &[&[Flag]]) -> impl Iterator<Item = &'s Affix> {
        let prefixes = self.fitting_prefixes(if is_cross { flags } else { &[] });
        prefixes.filter(|prefix| prefix.is_cross)
    }

    fn fitting_prefixes<'s>(&'s self, flags: &[&[Flag]]) -> impl Iterator<Item = &'s Affix> {
        let flags = distinct(flags);
        flags
            .into_iter()
            .filter_map(|flag| self.prefixes.get(&flag))
            .flatten()
    }
}

/// The flags, each once.
fn distinct(flags: &[&[Flag]]) -> Vec<Flag> {
    let mut flags = flags.concat();
    flags.sort_unstable();
    flags.dedup();
    flags
}

/// Visitor of forms, for a limited amount of work.
struct Forms<'v> {
    left: usize,
    budget: &'v mut FormBudget,
    visit: &'v mut dyn FnMut(&str),
}

impl Forms<'_> {
    /// Spends work on a rule.
    fn spend(&mut self, work: usize) -> Result<(), String> {
        self.spend_here(work)?;
        self.budget.spend(0, work)
    }

    /// Spends work of the entry alone.
    fn spend_here(&mut self, work: usize) -> Result<(), String> {
        let left = self.left.checked_sub(work);
        self.left = left.ok_or("too many rules and forms for one entry (check the affix file)")?;
        Ok(())
    }

    /// Counts a suffix that was tried. `flags` is the number of flags that are read if the suffix fits.
    fn tried(&mut self, form: Option<String>, flags: usize) -> Result<Option<String>, String> {
        self.spend(form.as_ref().map_or(1, |form| STEP + form.len() + flags))?;
        Ok(form)
    }

    fn visit(&mut self, form: &str) -> Result<(), String> {
        self.spend_here(STEP + form.len())?;
        self.budget.spend(1, 0)?;
        (self.visit)(form);
        Ok(())
    }

    fn visit_some(&mut self, form: Option<String>) -> Result<(), String> {
        form.map_or(Ok(()), |form| self.visit(&form))
    }
}
