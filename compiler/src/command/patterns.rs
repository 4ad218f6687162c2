//! Patterns of file names among arguments, such as `*.txt`.

use std::path::{Path, PathBuf};

use super::outcome::Failure;

/// The files that arguments name. On Windows, a pattern such as `*.txt` stands for the files that match, in the order of their names;
/// on other systems, the shell has replaced it.
///
/// # Errors
/// No file matches a pattern.
pub fn expanded(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let expand = |path: &PathBuf| {
        let is_pattern = path.to_string_lossy().contains(['*', '?']);
        match cfg!(windows) && is_pattern && !path.exists() {
            true => matching(path),
            false => Ok(vec![path.clone()]),
        }
    };
    let files = paths.iter().map(expand).collect::<Result<Vec<_>, _>>()?;
    Ok(files.concat())
}

fn matching(pattern: &Path) -> Result<Vec<PathBuf>, Failure> {
    let files = glob::glob(&pattern.to_string_lossy());
    let files: Vec<PathBuf> = files.into_iter().flatten().flatten().collect();
    match files.is_empty() {
        true => Err(Failure(format!(
            "{}: no file matches (check the pattern)",
            pattern.display()
        ))),
        false => Ok(files),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_pattern_stands_for_the_files_that_match_in_the_order_of_their_names() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name);
        for name in ["b.txt", "a.txt", "c.csv"] {
            fs::write(path(name), "").unwrap();
        }
        let files = matching(&path("*.txt")).unwrap();
        assert_eq!(files, [path("a.txt"), path("b.txt")]);
        let error = matching(Path::new("no such folder/*")).unwrap_err();
        let message = "no such folder/*: no file matches (check the pattern)";
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn names_stay_where_the_shell_replaces_patterns() {
        let names: [PathBuf; 2] = ["a*".into(), "-".into()];
        let expected = (!cfg!(windows)).then(|| names.to_vec());
        assert_eq!(expanded(&names).ok(), expected);
    }
}
