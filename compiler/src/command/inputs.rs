//! Rules about inputs: standard input has one reader, and no output replaces an input.

use std::path::Path;

use super::outcome::Failure;

/// Refuses more than one use of standard input. `what` names the two inputs.
pub fn refuse_stdin_twice(what: &str, paths: [&Path; 2]) -> Result<(), Failure> {
    if paths == [Path::new("-"); 2] {
        return Err(Failure::Other(format!(
            "{what} can't both come from standard input (name a file for one)"
        )));
    }
    Ok(())
}

/// Refuses an output that is one of the inputs: with `--force`, a slip must not destroy the only copy of a file.
pub fn refuse_to_replace<'p>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Failure> {
    let Ok(real_output) = output.canonicalize() else {
        return Ok(());
    };
    for input in inputs {
        // On systems with this link, it names the file that the shell has opened.
        let input = match input == Path::new("-") {
            true => Path::new("/dev/stdin"),
            false => input,
        };
        if input.is_file() && input.canonicalize().is_ok_and(|input| input == real_output) {
            return Err(Failure::Other(format!(
                "{}: would replace an input (choose another output)",
                output.display()
            )));
        }
    }
    Ok(())
}
