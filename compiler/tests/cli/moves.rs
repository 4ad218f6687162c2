//! `lexc moves`, beside the tests in `moves.md`.

use std::io::{BufRead, BufReader, Write};

use super::common::Bench;

#[test]
fn results_do_not_wait_for_the_next_line() {
    let bench = Bench::with_image("AB\nABA\nBAS\n");
    bench.write("layout", "1, 1\n= '\n\n' -\n");
    for form in ["--json", "--summary"] {
        let mut child = bench.spawn(&["moves", "x", "-", "--layout", "layout", form]);
        let mut stdin = child.stdin.take().unwrap();
        let mut results = BufReader::new(child.stdout.take().unwrap()).lines();
        if form == "--summary" {
            results.next();
        }
        for _ in 0..2 {
            writeln!(stdin, "3/BA1/3 S/\n# comment").unwrap();
            let result = results.next().unwrap().unwrap();
            assert!(result.contains('1'), "{result}");
        }
        drop(stdin);
        assert!(results.next().is_none());
        assert!(child.wait().unwrap().success());
    }
}
