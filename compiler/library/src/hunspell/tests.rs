//! Expansions of small dictionaries by every kind of rule, and faults of affix files.

use super::*;

/// The sorted forms of a dictionary, each once; or the error.
fn expand(affixes: &str, lines: &[&str]) -> Result<Vec<String>, String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("x.dic");
    std::fs::write(path.with_extension("aff"), affixes).unwrap();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let left = Cell::new(u64::MAX);
    let mut budget = FormBudget::new(1 << 20);
    let limits = (Limits::DEFAULT, &left);
    let dictionary =
        Dictionary::open(Some(&path), None, limits, &mut budget).map_err(|message| {
            let (_, message) = message
                .split_once("x.aff:")
                .expect("the affix file is named");
            message.to_owned()
        })?;
    let mut forms = Vec::new();
    for line in lines {
        forms.extend(dictionary.forms(line, &mut budget)?);
    }
    forms.sort();
    forms.dedup();
    Ok(forms)
}

#[track_caller]
fn assert_forms(affixes: &str, lines: &[&str], expected: &str) {
    assert_eq!(expand(affixes, lines).unwrap().join(" "), expected);
}

const RULES: &str = "SET UTF-8\nPFX R Y 1\nPFX R 0 re .\nPFX U N 1\nPFX U 0 un .\n\
    SFX D Y 4\nSFX D 0 d e\nSFX D y ied [^aeiou]y # as in try\nSFX D 0 ed [^ey]\nSFX D 0 ed [aeiou]y\n";

#[test]
fn prefixes_and_suffixes_cross_where_both_permit() {
    assert_forms(RULES, &["bake/RD"], "bake baked rebake rebaked");
    assert_forms(RULES, &["bake/UD"], "bake baked unbake");
    assert_forms(RULES, &["try/D", "play/D", "x"], "play played tried try x");
    // Lines may also end in CRLF or CR.
    for end in ["\r\n", "\r"] {
        assert_forms(&RULES.replace('\n', end), &["bake/UD"], "bake baked unbake");
    }
    // A word may not be stripped as a whole, unless the file permits it.
    let strip = "SFX A Y 1\nSFX A go went go\n";
    assert_forms(strip, &["go/A", "forgo/A"], "forgo forwent go");
    assert_forms(&format!("FULLSTRIP\n{strip}"), &["go/A"], "go went");
}

#[test]
fn affixes_permit_further_affixes() {
    let two = "SFX A Y 1\nSFX A 0 able/BP .\nSFX B Y 1\nSFX B 0 s .\nPFX P Y 1\nPFX P 0 un .\n";
    assert_forms(
        two,
        &["drink/A"],
        "drink drinkable drinkables undrinkable undrinkables",
    );
    let by_prefix = "PFX P Y 1\nPFX P 0 en/S .\nSFX S Y 1\nSFX S 0 ed .\n";
    assert_forms(by_prefix, &["rich/P"], "enrich enriched rich");
}

#[test]
fn flags_restrict_forms() {
    let rules = "NEEDAFFIX n\nONLYINCOMPOUND o\nFORBIDDENWORD f\nCIRCUMFIX c\nCOMPOUNDFLAG z\n\
        SFX S Y 2\nSFX S 0 s .\nSFX S 0 t/o .\nPFX G Y 1\nPFX G 0 ge/c .\nSFX T Y 1\nSFX T 0 t/c .\n\
        SFX N Y 1\nSFX N 0 x/nQ .\nSFX Q Y 1\nSFX Q 0 q .\n";
    assert_forms(rules, &["a/nS", "b/oS", "c/S"], "as c cs");
    assert_forms(rules, &["spiel/GT"], "gespielt spiel");
    assert_forms(rules, &["a/N"], "a axq");
    assert_forms(rules, &["a/S", "as/f", "b/fS", "b/S"], "a");
}

#[test]
fn reads_flags_of_all_kinds_and_aliases() {
    let long = "FLAG long\nSFX Aa Y 1\nSFX Aa 0 s/Bb .\nSFX Bb Y 1\nSFX Bb 0 t .\n";
    assert_forms(long, &["a/AaCc"], "a as ast");
    let numbers = "FLAG num\nSFX 100 Y 1\nSFX 100 0 s/65000 .\nSFX 65000 Y 1\nSFX 65000 0 t .\n";
    assert_forms(numbers, &["a/7,100"], "a as ast");
    let aliases = "SFX A Y 1\nSFX A 0 s/2 .\nSFX B Y 1\nSFX B 0 t .\nAF 2\nAF A\nAF B\n";
    assert_forms(aliases, &["a/1", "b/2"], "a as ast b bt");
    assert!(expand(aliases, &["a/3"]).is_err());
    let aliases = "AF 2\nAF A\nAF B\nSFX A Y 1\nSFX A 0 s/2 .\nSFX B Y 1\nSFX B 0 t .\n";
    assert_forms(aliases, &["a/1", "b/2"], "a as ast b bt");
    let utf8 = "SET UTF-8\nFLAG UTF-8\nSFX é Y 1\nSFX é 0 s .\n";
    assert_forms(utf8, &["a/é"], "a as");
}

#[test]
fn lines_have_fields_escapes_and_comments() {
    let rules = "SFX S Y 1\nSFX S 0 s .\n";
    for line in [
        "a/S po:noun",
        "a/S\tpo:noun",
        "a/S  po:noun st:b",
        "a/S\t12",
    ] {
        assert_forms(rules, &[line], "a as");
    }
    assert_forms(rules, &["hot dog/S"], "hot dog hot dogs");
    assert_forms(rules, &["and\\/or/S", "km\\/h"], "and/or and/ors km/h");
    assert_forms(rules, &["\tcomment/S", "/ comment", "", "b"], "b");
}

#[test]
fn conditions_have_classes_and_dots() {
    let rules = "SET UTF-8\nSFX S Y 2\nSFX S 0 1 [éx]y\nSFX S 0 2 .[^éx]y\n";
    assert_forms(
        rules,
        &["éy/S", "xy/S", "ay/S", "bay/S", "y/S"],
        "ay bay bay2 xy xy1 y éy éy1",
    );
}

#[test]
fn faults_name_the_place() {
    for (affixes, message) in [
        ("SFX S Y x\n", "1:1: `x` is not a number of rules"),
        (
            "SFX S 0 s .\n",
            "1:1: SFX `S` without Y or N and a number of rules",
        ),
        (
            "\nSFX S Y 1\nSFX S 0\n",
            "3:1: a rule of `S` without an affix",
        ),
        (
            "SFX S Y 2\nSFX S 0 s\nSFX T Y 1\n",
            "3:1: 1 rule of `S` missing (correct the number of rules)",
        ),
        (
            "SFX S Y 3\nSFX S 0 s\n",
            "2:1: 2 rules of `S` missing (correct the number of rules)",
        ),
        ("SFX S Y 1\nSFX S 0 s [ab\n", "2:1: bad condition `[ab`"),
        ("SFX S Y 1\nSFX S 0 s ]a[b\n", "2:1: bad condition `]a[b`"),
        (
            "# x\nS\0F\0X\0",
            "2:2: a NUL byte, as in UTF-16 (name the encoding with --encoding)",
        ),
        (
            &format!("SFX S Y 1\nSFX S 0 {} .\n", "s".repeat(1025)),
            "2:1: a rule of `S` with a part of more than 1024 bytes (shorten it)",
        ),
        ("FLAG two\n", "1:1: unknown kind of flags `two`"),
        ("FLAG num\nNEEDAFFIX x\n", "2:1: bad flags `x`"),
        (
            "# x\nSET klingon\n",
            "2:1: unknown encoding `klingon` (name it with --encoding)",
        ),
    ] {
        assert_eq!(expand(affixes, &["a"]), Err(message.to_owned()));
    }
    let error = expand("COMPLEXPREFIXES\n", &["a"]).unwrap_err();
    assert!(
        error.starts_with("1:1: COMPLEXPREFIXES is not supported here ("),
        "{error}"
    );
    // Every suffix permits every suffix.
    let flags: String = ('a'..='z').chain('A'..='Z').collect();
    let rules: String = flags
        .chars()
        .map(|flag| {
            format!("SFX {flag} Y 20\n") + &format!("SFX {flag} 0 x/{flags} .\n").repeat(20)
        })
        .collect();
    let error = expand(&rules, &[&format!("a/{flags}")]).unwrap_err();
    assert!(
        error.starts_with("too many rules and forms for one entry"),
        "{error}"
    );
    // Few forms, each with many flags.
    let many = "q".repeat(100_000);
    let rules = format!("AF 1\nAF {many}A\nSFX A Y 2000\n") + &"SFX A 0 b/1 .\n".repeat(2000);
    assert!(expand(&rules, &["a/1"]).is_err());
}

#[test]
fn recognises_dictionaries_by_their_first_lines() {
    let dic = Some(Path::new("x.dic"));
    assert!(is_dictionary(b"79013\n0/nm\n", None));
    assert!(is_dictionary(b"\xEF\xBB\xBF2\r\nAA\r\nAB/S", None));
    assert!(is_dictionary(b"2\nAA\nAB\n", dic));
    assert!(!is_dictionary(b"2\nAA\nAB\n", Some(Path::new("x.txt"))));
    assert!(!is_dictionary(b"AA/S\nAB/S\n", dic));
    assert!(!is_dictionary(b"", dic));
    // A list with numbers and slashes.
    assert!(!is_dictionary(b"06\n06-nummer\nen/of\n", None));
    let list = "1\n".to_owned() + &"woord\n".repeat(20) + "en/of\n";
    assert!(!is_dictionary(list.as_bytes(), None));
}
