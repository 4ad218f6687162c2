//! The rules of a record's game.

use lexc_runtime::{Alphabet, Rules, RulesText, TextError};

use super::record::Gcg;

impl Gcg {
    /// The rules of the game: these settings, and where they have none, those of the record's text, see [`Gcg::rules`]. Without such
    /// a text, tiles left count in the form that the record shows, unless the settings have one.
    ///
    /// ```
    /// # let image = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    /// # let alphabet = lexc_runtime::Lexicon::from_bytes(image)?.alphabet();
    /// use lexc_game::Gcg;
    /// use lexc_runtime::{FinalPoints, RulesText};
    ///
    /// let (gcg, _) = Gcg::from_bytes(b"#rules rack=8\n>ann: NO - +0 0")?;
    /// assert_eq!(gcg.rules_of_game(&RulesText::default(), alphabet)?.rack_size(), 8);
    /// let (gcg, _) = Gcg::from_bytes(b">bob: (NO) +2 402")?;
    /// let rules = gcg.rules_of_game(&RulesText::default(), alphabet)?;
    /// assert_eq!(rules.final_points(), FinalPoints::Printed);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the record's text is not rules. Whether the settings fit together is for [`Rules::check`].
    pub fn rules_of_game(
        &self,
        settings: &RulesText,
        alphabet: Alphabet<'_>,
    ) -> Result<Rules, TextError> {
        let settings = settings.clone();
        let Some(text) = self.rules() else {
            let is_open = settings.final_points.is_none();
            let rules = settings.rules(alphabet);
            return Ok(match self.final_points(&rules, alphabet) {
                Some(form) if is_open => rules.with_final_points(form),
                _ => rules,
            });
        };
        Ok(settings
            .or(RulesText::parse(text, alphabet)?)
            .rules(alphabet))
    }
}
