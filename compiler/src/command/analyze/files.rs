//! The records that are analyzed, and the pages of several.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::outcome::Failure;

/// The records of a call.
pub struct Files {
    paths: Vec<PathBuf>,
    is_one: bool,
}

/// A page of one of several records.
pub struct PageFile {
    pub path: PathBuf,
    pub name: String,
}

/// The name of the page with links to all others.
pub const INDEX: &str = "index.html";

impl Files {
    /// The named records, and for a folder its files with the extension gcg, in the order of their names.
    ///
    /// # Errors
    /// A folder can't be read, or has no record.
    pub fn of(arguments: &[PathBuf]) -> Result<Files, Failure> {
        let mut paths = Vec::new();
        for path in arguments {
            match path.is_dir() {
                true => paths.extend(records(path)?),
                false => paths.push(path.clone()),
            }
        }
        let is_one = matches!(arguments, [only] if !only.is_dir());
        Ok(Files { paths, is_one })
    }

    pub fn paths(&self) -> impl ExactSizeIterator<Item = &Path> {
        self.paths.iter().map(PathBuf::as_path)
    }

    /// True for a single record that is named, which has a report of its own.
    pub fn is_one(&self) -> bool {
        self.is_one
    }

    /// The pages of several records in a folder, one for each, and the page with links to them as the last. Makes the folder if
    /// it is missing.
    ///
    /// # Errors
    /// The folder can't be made, two records have one name, or a page exists and `force` is not given.
    pub fn pages(&self, folder: &Path, force: bool) -> Result<Vec<PageFile>, Failure> {
        fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            Failure(format!(
                "--html {folder}: {error} (for several records, name a folder)"
            ))
        })?;
        let names = self.paths.iter().map(|path| {
            let stem = path.file_stem().unwrap_or_default();
            format!("{}.html", stem.to_string_lossy())
        });
        let mut used = HashSet::new();
        let names = names.chain([INDEX.to_owned()]).map(|name| {
            let path = folder.join(&name);
            if !used.insert(name.clone()) {
                return Err(Failure(format!(
                    "{}: the page of two records (analyze records of one name apart)",
                    path.display()
                )));
            }
            if !force && path.exists() {
                return Err(Failure(format!(
                    "{}: exists already (replace it with --force)",
                    path.display()
                )));
            }
            Ok(PageFile { path, name })
        });
        names.collect()
    }
}

fn records(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let fault = |error| Failure::input(folder.display(), &error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        let extension = path.extension().unwrap_or_default();
        if extension.eq_ignore_ascii_case("gcg") {
            paths.push(path);
        }
    }
    paths.sort();
    match paths.is_empty() {
        true => Err(Failure(format!(
            "{}: no file with the extension .gcg (name a folder with game records)",
            folder.display()
        ))),
        false => Ok(paths),
    }
}
