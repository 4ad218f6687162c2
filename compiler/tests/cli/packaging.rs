//! `lexc completions` and `lexc man`: every verb has a completion and a page.

use std::path::Path;

use super::common::{Bench, assert_refused, done, verbs};

#[test]
fn every_shell_completes_every_verb() {
    let bench = Bench::new();
    let verbs = verbs(&bench);
    assert!(verbs.len() > 10, "{verbs:?}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = bench.run(&["completions", shell]);
        for verb in &verbs {
            assert!(done(&script).contains(verb.as_str()), "{shell}: {verb}");
        }
        assert!(done(&script).contains("json"), "{shell}");
    }
}

#[test]
fn every_verb_has_a_page() {
    let bench = Bench::new();
    done(&bench.run(&["man", "-o", "."]));
    let mut expected: Vec<String> = verbs(&bench)
        .iter()
        .map(|verb| format!("lexc-{verb}.1"))
        .collect();
    expected.push("lexc.1".to_owned());
    expected.sort();
    assert_eq!(bench.names(), expected);
    for name in expected {
        let page = String::from_utf8(bench.read(&name)).unwrap();
        assert!(
            page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"),
            "{name}"
        );
    }
    let build = String::from_utf8(bench.read("lexc-build.1")).unwrap();
    assert!(build.contains("Compile word lists to an image"), "{build}");
    let page = Path::new(".").join("lexc.1");
    let message = format!(
        "{}: exists already (replace it with --force)",
        page.display()
    );
    assert_refused(&bench.run(&["man", "-o", "."]), &message);
    done(&bench.run(&["man", "-o", ".", "--force"]));
}
