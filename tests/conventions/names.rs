use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use super::modules::Crate;

/// Upper bound on the steps from a path to its definition: the modules entered and the imports followed.
const MAX_STEPS: usize = 32;

/// Dependencies from file to file, each with the names that cause it.
pub(super) type Edges = BTreeMap<(PathBuf, PathBuf), BTreeSet<String>>;

/// Dependencies between the files of a crate: a file depends on the files whose items it names, and on those of its child
/// modules.
pub(super) fn edges(of: &Crate) -> Edges {
    let mut edges = Edges::new();
    let mut add = |from: &PathBuf, to: &PathBuf, name: &str| {
        if from != to {
            edges
                .entry((from.clone(), to.clone()))
                .or_default()
                .insert(name.to_owned());
        }
    };
    for (at, module) in of.modules.iter().enumerate() {
        for (name, child) in &module.children {
            add(
                &module.file,
                &of.modules[*child].file,
                &format!("mod {name}"),
            );
        }
        let imported = module.imports.iter().map(|(_, path)| path);
        for path in imported.chain(&module.paths) {
            if let Some((file, name)) = of.definition(at, path, MAX_STEPS) {
                add(&module.file, file, name);
            }
        }
    }
    edges
}

impl Crate {
    /// File and name of the item that a path in a module refers to; `None` for items of other crates and local names.
    ///
    /// Follows re-exports to the definition, and ignores the rest of the path after it (a variant, a function of a type).
    fn definition<'a>(
        &'a self,
        module: usize,
        path: &'a [String],
        steps: usize,
    ) -> Option<(&'a PathBuf, &'a str)> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.below(0, rest, steps),
            "self" => self.below(module, rest, steps),
            "super" => {
                let mut module = self.modules[module].parent?;
                let mut rest = rest;
                while let Some((_, after)) = rest.split_first().filter(|(name, _)| *name == "super")
                {
                    (module, rest) = (self.modules[module].parent?, after);
                }
                self.below(module, rest, steps)
            }
            _ => self.below(module, path, steps),
        }
    }

    /// The same as [`Self::definition`], for the rest of a path after `crate`, `self` and `super`.
    fn below<'a>(
        &'a self,
        module: usize,
        path: &'a [String],
        steps: usize,
    ) -> Option<(&'a PathBuf, &'a str)> {
        let steps = steps.checked_sub(1)?;
        let here = &self.modules[module];
        let Some((name, rest)) = path.split_first() else {
            return Some((&here.file, "*"));
        };
        if let Some(&child) = here.children.get(name) {
            return self.below(child, rest, steps);
        }
        if here.items.contains(name) {
            return Some((&here.file, name));
        }
        for (imported, from) in &here.imports {
            if imported == name && from.first() != Some(name) {
                // The rest of the path matters only after a module; after a type or a function it is ignored.
                return match self.module_at(module, from, steps) {
                    Some(target) => self.below(target, rest, steps),
                    None => self.definition(module, from, steps),
                };
            }
        }
        here.imports
            .iter()
            .filter(|(imported, _)| imported == "*")
            .find_map(|(_, from)| {
                let target = self.module_at(module, from, steps)?;
                self.below(target, path, steps)
            })
    }

    /// The module that a path refers to.
    fn module_at(&self, module: usize, path: &[String], steps: usize) -> Option<usize> {
        let steps = steps.checked_sub(1)?;
        let mut at = module;
        for (index, name) in path.iter().enumerate() {
            at = match name.as_str() {
                "crate" if index == 0 => 0,
                "self" => at,
                "super" => self.modules[at].parent?,
                name => match self.modules[at].children.get(name) {
                    Some(&child) => child,
                    None => {
                        let (_, from) =
                            self.modules[at].imports.iter().find(|(imported, from)| {
                                imported == name && from.first().is_some_and(|first| first != name)
                            })?;
                        self.module_at(at, from, steps)?
                    }
                },
            };
        }
        Some(at)
    }
}
