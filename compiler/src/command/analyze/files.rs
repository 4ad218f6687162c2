//! The records that are analyzed, and the files that are written.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::command::inputs::Inputs;
use crate::command::outcome::Failure;
use crate::command::output::{Output, directory_of};

/// The records of a call.
pub struct Files {
    paths: Vec<PathBuf>,
    is_one: bool,
}

/// A page of one of several records, or the page with links to them.
pub struct PageFile {
    pub path: PathBuf,
    pub name: String,
    /// The page in messages.
    what: String,
}

/// The files to write.
pub struct Outputs {
    /// The page of the only record.
    pub page: Option<Output>,
    /// The chart of the only record.
    pub chart: Option<Output>,
    /// The pages of several records, one for each, and the page with links to them as the last.
    pub pages: Vec<PageFile>,
    pub missed: Option<Output>,
    pub deck: Option<Output>,
}

/// The name of the page with links to all others.
const INDEX: &str = "index.html";

impl Files {
    /// The named records, and for a folder its files with the extension gcg, in the order of their names; each file once.
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
        let mut seen = HashSet::new();
        paths.retain(|path| match path.canonicalize() {
            Ok(real) if path != Path::new("-") => seen.insert(real),
            _ => true,
        });
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

    /// The pages of several records in a folder, one for each, and the page with links to them as the last.
    fn pages(&self, folder: &Path) -> Vec<PageFile> {
        let pages = self.paths.iter().map(|path| {
            let stem = path.file_stem().unwrap_or_default();
            let name = format!("{}.html", stem.to_string_lossy());
            (name, format!("the page of {}", path.display()))
        });
        let index = (INDEX.to_owned(), "the page of all records".to_owned());
        let pages = pages.chain([index]).map(|(name, what)| PageFile {
            path: folder.join(&name),
            name,
            what,
        });
        pages.collect()
    }
}

impl Outputs {
    /// Makes the folder of pages if it is missing, and creates the other files, but not the pages, before the analysis, to fail
    /// early.
    ///
    /// # Errors
    /// An output is standard output or an input, two are one file, or one can't be made or exists and `force` is not given; or there is
    /// a chart of several records.
    pub fn create(
        [html, chart, missed, deck]: [Option<&Path>; 4],
        files: &Files,
        inputs: &Inputs<'_>,
        force: bool,
    ) -> Result<Outputs, Failure> {
        if [html, chart, missed, deck].contains(&Some(Path::new("-"))) {
            let message = "standard output is for tables (name a file for --html, --chart, --missed and --deck)";
            return Err(Failure(message.to_owned()));
        }
        if chart.is_some() && !files.is_one {
            let message = "--chart: shows one game (name a single record, or take --html FOLDER, with a chart on each page)";
            return Err(Failure(message.to_owned()));
        }
        let (page, folder) = match files.is_one {
            true => (html, None),
            false => (None, html),
        };
        let pages = folder.map_or_else(Vec::new, |folder| files.pages(folder));
        if let Some(folder) = folder {
            fs::create_dir_all(folder).map_err(|error| {
                let folder = folder.display();
                Failure(format!(
                    "--html {folder}: {error} (for several records, name a folder)"
                ))
            })?;
        }
        let options = [
            ("--html", page),
            ("--chart", chart),
            ("--missed", missed),
            ("--deck", deck),
        ];
        let options = options
            .iter()
            .filter_map(|(option, path)| Some((*option, (*path)?)));
        let of_pages = pages.iter().map(|page| (&*page.what, &*page.path));
        let outputs: Vec<(&str, &Path)> = of_pages.chain(options).collect();
        inputs.refuse_to_replace_any(outputs.iter().map(|(_, path)| *path))?;
        refuse_same(&outputs)?;
        if let Some(page) = pages.iter().find(|page| !force && page.path.exists()) {
            return Err(Failure(format!(
                "{}: exists already (replace it with --force)",
                page.path.display()
            )));
        }
        let create = |path: Option<&Path>| path.map(|path| Output::create(path, force)).transpose();
        Ok(Outputs {
            page: create(page)?,
            chart: create(chart)?,
            missed: create(missed)?,
            deck: create(deck)?,
            pages,
        })
    }
}

/// Refuses two outputs that are one file, or would be on a system on which names are the same in upper and lower case. Each output
/// has its name in messages.
fn refuse_same(outputs: &[(&str, &Path)]) -> Result<(), Failure> {
    let mut used = HashMap::new();
    for (what, path) in outputs {
        let Some((folder, name)) = place(path) else {
            continue;
        };
        let folded = (folder, name.to_lowercase());
        if let Some((other, other_name)) = used.insert(folded, (what, name.clone())) {
            let remedy = match name == other_name {
                true => "give one another name",
                false => "give one a name that differs in more than upper and lower case",
            };
            return Err(Failure(format!(
                "{}: would be both {other} and {what} ({remedy})",
                path.display()
            )));
        }
    }
    Ok(())
}

/// The folder and the name of a file, which may be missing; `None` for a device or a pipe, or without the folder.
fn place(path: &Path) -> Option<(PathBuf, String)> {
    let real = match path.canonicalize() {
        Ok(real) if real.is_file() => real,
        Ok(_) => return None,
        Err(_) => directory_of(path)
            .canonicalize()
            .ok()?
            .join(path.file_name()?),
    };
    let name = real.file_name()?.to_string_lossy().into_owned();
    Some((real.parent()?.to_owned(), name))
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
