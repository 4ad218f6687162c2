//! Public types and functions of a library, parsed from its sources.

use std::fs;
use std::path::{Path, PathBuf};

use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Attribute, ImplItem, Item, ItemImpl, Token, Type, Visibility};

/// The public structs, enums, functions and methods of a source file.
#[derive(Default, Debug)]
pub(crate) struct PublicItems {
    /// Structs and enums, each with its derived traits.
    pub(crate) types: Vec<(String, Vec<String>)>,
    /// Functions.
    pub(crate) functions: Vec<String>,
    /// Methods, each with its type.
    pub(crate) methods: Vec<(String, String)>,
    /// Functions in implementations of traits: type, trait and name of each.
    pub(crate) trait_methods: Vec<(String, String, String)>,
}

impl PublicItems {
    /// Parses a file. Finds structs, enums, functions and methods, outside modules of tests.
    pub(crate) fn of(source: &str) -> PublicItems {
        let mut found = PublicItems::default();
        found.add(&syn::parse_file(source).expect("the source compiles").items);
        found
    }

    fn add(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Struct(item) if is_public(&item.vis) => {
                    self.types
                        .push((item.ident.to_string(), derived(&item.attrs)));
                }
                Item::Enum(item) if is_public(&item.vis) => {
                    self.types
                        .push((item.ident.to_string(), derived(&item.attrs)));
                }
                Item::Fn(item) if is_public(&item.vis) => {
                    self.functions.push(item.sig.ident.to_string());
                }
                Item::Impl(item) => self.add_impl(item),
                Item::Mod(module) if !module.attrs.iter().any(is_for_tests) => {
                    if let Some((_, items)) = &module.content {
                        self.add(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn add_impl(&mut self, item: &ItemImpl) {
        let Type::Path(path) = &*item.self_ty else {
            return;
        };
        let name = |path: &syn::Path| path.segments.last().map(|last| last.ident.to_string());
        let Some(owner) = name(&path.path) else {
            return;
        };
        let in_trait = item.trait_.as_ref().and_then(|(_, path, _)| name(path));
        for function in &item.items {
            let ImplItem::Fn(function) = function else {
                continue;
            };
            let (owner, name) = (owner.clone(), function.sig.ident.to_string());
            match &in_trait {
                Some(in_trait) => self.trait_methods.push((owner, in_trait.clone(), name)),
                None if is_public(&function.vis) => self.methods.push((owner, name)),
                None => {}
            }
        }
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Returns `true` for `#[cfg(test)]`.
fn is_for_tests(attribute: &Attribute) -> bool {
    let list = attribute.meta.require_list();
    attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
}

/// The names of the derived traits.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let lists = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("derive"))
        .filter_map(|attribute| attribute.meta.require_list().ok());
    let paths = lists.flat_map(|list| {
        let parser = Punctuated::<syn::Path, Token![,]>::parse_terminated;
        parser
            .parse2(list.tokens.clone())
            .expect("a list of traits")
    });
    let last = |path: syn::Path| path.segments.last().map(|last| last.ident.to_string());
    paths.filter_map(last).collect()
}

/// The source files of a folder and its subfolders, without files and folders whose names `is_left_out` accepts.
pub(crate) fn files(folder: &Path, is_left_out: &dyn Fn(&str) -> bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is in the repository") {
        let path = entry.expect("the folder is readable").path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.expect("names of sources are UTF-8");
        if is_left_out(name) {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path, is_left_out));
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn finds_the_public_items_of_a_source() {
    let found = PublicItems::of(
        "
pub struct A;

#[derive(Clone, Copy, Debug)]
pub enum B<'a> {
    C(&'a A),
}

impl<'a> B<'a> {
    pub const fn d() {}
    pub(crate) fn e() {}
    fn f() {}
}

impl fmt::Display for B<'_> {
    fn fmt(&self) {}
}

pub fn g<T>(t: T) {}
fn h() {}

#[cfg(test)]
mod tests {
    pub fn i() {}
}
",
    );
    let types: Vec<&str> = found.types.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(types, ["A", "B"]);
    assert_eq!(found.types[1].1, ["Clone", "Copy", "Debug"]);
    assert_eq!(found.functions, ["g"]);
    assert_eq!(found.methods, [("B".to_owned(), "d".to_owned())]);
    let [(owner, in_trait, name)] = &found.trait_methods[..] else {
        panic!("{found:?}");
    };
    assert_eq!([owner, in_trait, name], ["B", "Display", "fmt"]);
}
