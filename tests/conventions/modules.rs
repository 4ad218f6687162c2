use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// Modules and files of a crate.
pub(super) struct Crate {
    /// The root comes first.
    pub(super) modules: Vec<Module>,
    /// Source files, except those of test modules.
    pub(super) files: Vec<PathBuf>,
}

/// A module, in its own file or in its parent's.
#[derive(Default)]
pub(super) struct Module {
    pub(super) file: PathBuf,
    pub(super) parent: Option<usize>,
    pub(super) children: BTreeMap<String, usize>,
    /// Names that the module defines.
    pub(super) items: BTreeSet<String>,
    /// Names that the module imports, each with its path; `*` for a glob import.
    pub(super) imports: Vec<(String, Vec<String>)>,
    /// Paths in the module's code.
    pub(super) paths: Vec<Vec<String>>,
}

impl Crate {
    /// Reads the crate whose root module is in this file.
    pub(super) fn read(root: &Path) -> Self {
        let mut read = Self {
            modules: Vec::new(),
            files: Vec::new(),
        };
        let directory = root.parent().unwrap().to_owned();
        read.add_file(root, &directory, None);
        read
    }

    /// Adds the module in a file; the files of its children are in `directory`.
    fn add_file(&mut self, file: &Path, directory: &Path, parent: Option<usize>) -> usize {
        let text =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let parsed =
            syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        self.files.push(file.to_owned());
        self.add_module(file, directory, parent, &parsed.items)
    }

    fn add_module(
        &mut self,
        file: &Path,
        directory: &Path,
        parent: Option<usize>,
        items: &[syn::Item],
    ) -> usize {
        let module = self.modules.len();
        self.modules.push(Module {
            file: file.to_owned(),
            parent,
            ..Module::default()
        });
        for item in items.iter().filter(|item| !is_test(attributes(item))) {
            if let syn::Item::Mod(declared) = item {
                let name = declared.ident.to_string();
                let directory = directory.join(&name);
                let child = match &declared.content {
                    Some((_, items)) => self.add_module(file, &directory, Some(module), items),
                    None => {
                        let nested = directory.join("mod.rs");
                        let file = if nested.exists() {
                            nested
                        } else {
                            directory.with_extension("rs")
                        };
                        self.add_file(&file, &directory, Some(module))
                    }
                };
                self.modules[module].children.insert(name, child);
            } else {
                self.modules[module].items.extend(defined(item));
                self.modules[module].visit_item(item);
            }
        }
        module
    }
}

impl<'ast> Visit<'ast> for Module {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if !is_test(attributes(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !is_test(&function.attrs) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        add_imports(&item.tree, &mut Vec::new(), &mut self.imports);
    }

    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            self.paths.push(
                path.segments
                    .iter()
                    .map(|segment| segment.ident.to_string())
                    .collect(),
            );
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, invoked: &'ast syn::Macro) {
        self.visit_path(&invoked.path);
        add_paths(invoked.tokens.clone(), &mut self.paths);
    }
}

/// Adds the names that a `use` tree imports.
fn add_imports(
    tree: &syn::UseTree,
    path: &mut Vec<String>,
    imports: &mut Vec<(String, Vec<String>)>,
) {
    let mut add = |name: &syn::Ident, renamed: &syn::Ident| {
        let mut path = path.clone();
        if name != "self" {
            path.push(name.to_string());
        }
        let renamed = if renamed == "self" {
            path.last().cloned().unwrap_or_default()
        } else {
            renamed.to_string()
        };
        imports.push((renamed, path));
    };
    match tree {
        syn::UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            add_imports(&tree.tree, path, imports);
            path.pop();
        }
        syn::UseTree::Name(tree) => add(&tree.ident, &tree.ident),
        syn::UseTree::Rename(tree) => add(&tree.ident, &tree.rename),
        syn::UseTree::Glob(_) => imports.push(("*".to_owned(), path.clone())),
        syn::UseTree::Group(tree) => tree
            .items
            .iter()
            .for_each(|tree| add_imports(tree, path, imports)),
    }
}

/// Adds the paths in the tokens of a macro call.
fn add_paths(tokens: TokenStream, paths: &mut Vec<Vec<String>>) {
    let mut path: Vec<String> = Vec::new();
    let mut colons = 0;
    for token in tokens {
        match token {
            TokenTree::Ident(name) => {
                if colons != 2 {
                    paths.push(std::mem::take(&mut path));
                }
                path.push(name.to_string());
                colons = 0;
            }
            TokenTree::Punct(mark) if mark.as_char() == ':' => colons += 1,
            token => {
                paths.push(std::mem::take(&mut path));
                colons = 0;
                if let TokenTree::Group(group) = token {
                    add_paths(group.stream(), paths);
                }
            }
        }
    }
    paths.push(path);
    paths.retain(|path| !path.is_empty());
}

/// The name that an item defines in its module.
fn defined(item: &syn::Item) -> Option<String> {
    let name = match item {
        syn::Item::Const(item) => &item.ident,
        syn::Item::Enum(item) => &item.ident,
        syn::Item::Fn(item) => &item.sig.ident,
        syn::Item::Macro(item) => item.ident.as_ref()?,
        syn::Item::Static(item) => &item.ident,
        syn::Item::Struct(item) => &item.ident,
        syn::Item::Trait(item) => &item.ident,
        syn::Item::Type(item) => &item.ident,
        syn::Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// True for items compiled only in tests: `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let condition = list.tokens.to_string().replace(' ', "");
            condition == "test" || condition.starts_with("all(test,")
        }
        meta => meta.path().is_ident("test"),
    })
}
