//! No memory: a request to the system for more of it fails, and so do all later ones.

use std::fs;
use std::os::unix::process::ExitStatusExt;

use super::injected::{can_trace, strace};
use super::{Writing, assert_ended};
use crate::common::{Bench, stderr};

/// The number of SIGABRT, which ends a program that gets no memory.
const ABORTED: i32 = 6;

/// Without `brk`, all memory comes from `mmap` and `mremap`.
const OPTIONS: [&str; 4] = [
    "-e",
    "trace=brk,mmap,mremap,poll",
    "-e",
    "inject=brk:error=ENOMEM",
];

#[test]
fn a_run_that_gets_no_memory_leaves_whole_files() {
    if !can_trace() {
        return;
    }
    let bench = Bench::new();
    let (mut refused, mut aborted) = (0, 0);
    for writing in Writing::all(&bench) {
        writing.prepare(&bench);
        let output = strace(&bench, &OPTIONS, &writing);
        assert_ended(&writing, &bench, &output, "no brk");
        let trace = fs::read_to_string(bench.path("trace")).unwrap();
        // The program starts with a call of `poll`. Before it, the loader takes memory.
        let (loading, running) = trace.split_once("poll(").unwrap();
        let [loading, running] = [loading, running].map(|part| part.matches("mmap(").count());
        for granted in loading..loading + running {
            writing.prepare(&bench);
            let fault = format!("inject=mmap,mremap:error=ENOMEM:when={}+", granted + 1);
            let output = strace(&bench, &[&OPTIONS[..], &["-e", &fault]].concat(), &writing);
            let message = stderr(&output);
            if output.status.signal() == Some(ABORTED) {
                // The standard library's words; the second are those of its start.
                let words = [
                    "memory allocation of ",
                    "failed to allocate an alternative stack",
                ];
                assert!(
                    words.iter().any(|words| message.contains(words)),
                    "{message}"
                );
                writing.assert_whole(&bench, &fault);
                aborted += 1;
            } else {
                assert_ended(&writing, &bench, &output, &fault);
                refused += usize::from(output.status.code() == Some(2));
            }
        }
    }
    eprintln!("{refused} runs refused, {aborted} aborted");
    assert!(refused > 0 && aborted > 0, "{refused}, {aborted}");
}
