//! The layouts that have names, and the usual one for an alphabet.

use lexc_formats::Alphabet;

use crate::game::Layout;

impl Layout {
    /// The usual board: 15 x 15, with the start square in the centre.
    pub const STANDARD: Layout = Layout::square([
        *br#"=  '   =   '  ="#,
        *br#" -   "   "   - "#,
        *br#"  -   ' '   -  "#,
        *br#"'  -   '   -  '"#,
        *br#"    -     -    "#,
        *br#" "   "   "   " "#,
        *br#"  '   ' '   '  "#,
        *br#"=  '   -   '  ="#,
        *br#"  '   ' '   '  "#,
        *br#" "   "   "   " "#,
        *br#"    -     -    "#,
        *br#"'  -   '   -  '"#,
        *br#"  -   ' '   -  "#,
        *br#" -   "   "   - "#,
        *br#"=  '   =   '  ="#,
    ]);

    /// The large board: 21 x 21, with the standard board in the middle, and quadruple premium squares around it.
    pub const SUPER: Layout = Layout::square([
        *br#"~  '   =  '  =   '  ~"#,
        *br#" -  "   -   -   "  - "#,
        *br#"  -  ^   - -   ^  -  "#,
        *br#"'  =  '   =   '  =  '"#,
        *br#" "  -   "   "   -  " "#,
        *br#"  ^  -   ' '   -  ^  "#,
        *br#"   '  -   '   -  '   "#,
        *br#"=      -     -      ="#,
        *br#" -  "   "   "   "  - "#,
        *br#"  -  '   ' '   '  -  "#,
        *br#"'  =  '   -   '  =  '"#,
        *br#"  -  '   ' '   '  -  "#,
        *br#" -  "   "   "   "  - "#,
        *br#"=      -     -      ="#,
        *br#"   '  -   '   -  '   "#,
        *br#"  ^  -   ' '   -  ^  "#,
        *br#" "  -   "   "   -  " "#,
        *br#"'  =  '   =   '  =  '"#,
        *br#"  -  ^   - -   ^  -  "#,
        *br#" -  "   -   -   "  - "#,
        *br#"~  '   =  '  =   '  ~"#,
    ]);

    /// The layouts that have names.
    pub const PRESETS: [&'static Layout; 2] = [&Layout::STANDARD, &Layout::SUPER];

    /// The names of each preset in records of Macondo and MAGPIE.
    const NAMES_IN_RECORDS: [[&'static str; 2]; 2] = [
        ["CrosswordGame", "standard15"],
        ["SuperCrosswordGame", "standard21"],
    ];

    /// The preset of this name: `standard` or `super`.
    pub fn named(name: &str) -> Option<&'static Layout> {
        match name {
            "standard" => Some(&Layout::STANDARD),
            "super" => Some(&Layout::SUPER),
            _ => None,
        }
    }

    /// The preset of this name in CGP or GCG, in any letter case: that of [`Layout::named`], or as Macondo and MAGPIE call it,
    /// `CrosswordGame` or `standard15`, `SuperCrosswordGame` or `standard21`.
    pub fn named_in_records(name: &str) -> Option<&'static Layout> {
        let mut presets = Layout::PRESETS.into_iter().zip(Layout::NAMES_IN_RECORDS);
        let preset = presets.find(|(preset, names)| {
            let mut names = names.iter().copied().chain(preset.name());
            names.any(|one| one.eq_ignore_ascii_case(name))
        })?;
        Some(preset.0)
    }

    /// The usual layout for an alphabet of this name: [`Layout::SUPER`] for `english-super` and `catalan-super`, else
    /// [`Layout::STANDARD`].
    pub fn for_alphabet(alphabet: Alphabet<'_>) -> &'static Layout {
        match alphabet.name() {
            "english-super" | "catalan-super" => &Layout::SUPER,
            _ => &Layout::STANDARD,
        }
    }

    /// The name of a preset: `standard` or `super`.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            layout if *layout == Layout::STANDARD => Some("standard"),
            layout if *layout == Layout::SUPER => Some("super"),
            _ => None,
        }
    }

    /// The name of a preset in CGP and GCG, which is Macondo's: `CrosswordGame` or `SuperCrosswordGame`.
    pub fn name_in_records(&self) -> Option<&'static str> {
        let mut presets = Layout::PRESETS.into_iter().zip(Layout::NAMES_IN_RECORDS);
        let (_, [name, _]) = presets.find(|(preset, _)| *preset == self)?;
        Some(name)
    }
}
