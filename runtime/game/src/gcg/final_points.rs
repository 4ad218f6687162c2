//! The form of the points at the end of a record.

use lexc_runtime::{Alphabet, FinalPoints, Rules};

use super::event::GcgEventKind;
use super::rack::read_rack;
use super::record::Gcg;

impl Gcg {
    /// The form of the points that the record gives to the player without tiles: twice the value of the other player's
    /// tiles, or once. `None` if the record has no such points yet, or they have another value.
    ///
    /// ```
    /// # let image = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/care.gaddag"));
    /// # let alphabet = lexc_runtime::Lexicon::from_bytes(image)?.alphabet();
    /// use lexc_game::Gcg;
    /// use lexc_runtime::{FinalPoints, Rules};
    ///
    /// let rules = Rules::standard(alphabet);
    /// let (gcg, _) = Gcg::from_bytes(b">ann: NO - +0 378\n>bob: (NO) +4 402")?;
    /// let form = gcg.final_points(&rules, alphabet);
    /// assert_eq!(form, Some(FinalPoints::Tournament));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn final_points(&self, rules: &Rules, alphabet: Alphabet<'_>) -> Option<FinalPoints> {
        self.events.iter().find_map(|event| {
            let GcgEventKind::OtherRack(tiles) = event.kind() else {
                return None;
            };
            let value = rules.rack_value(read_rack(tiles, alphabet).ok()?);
            form(value, event.points()?)
        })
    }
}

/// The form in which these points are given for tiles of this value. `None` for another form, or without points.
pub(super) fn form(value: i32, points: i32) -> Option<FinalPoints> {
    let mut forms = [FinalPoints::Printed, FinalPoints::Tournament].into_iter();
    forms.find(|form| points != 0 && points == form.gained(value))
}
