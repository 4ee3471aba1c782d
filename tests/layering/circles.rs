//! No two files use each other, directly or by way of others, so that they can be read one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Attribute, Item, UseTree, Visibility};

use crate::files;

/// A module's path from the crate's root, which is empty.
type Module = Vec<String>;

/// What a file says of modules.
#[derive(Default)]
struct File {
    /// The paths that it imports for itself or names in its code, from the crate's root.
    imports: Vec<Module>,
    /// The paths that it hands on, by the names that it gives them.
    exports: BTreeMap<String, Module>,
}

/// The files of a crate by their modules.
fn files_by_module(source: &Path) -> BTreeMap<Module, File> {
    let texts: BTreeMap<Module, String> = files(source.to_owned())
        .into_iter()
        .filter_map(|(path, text)| Some((module_of(path.strip_prefix(source).unwrap())?, text)))
        .collect();
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let read = |(module, text): (Module, String)| {
        let file = read(&text, &module, &modules);
        (module, file)
    };
    texts.into_iter().map(read).collect()
}

/// The module of a file of the crate, none if it is another program's.
fn module_of(path: &Path) -> Option<Module> {
    let path = path.with_extension("");
    let names = path.iter().map(|name| name.to_str().unwrap().to_owned());
    let mut module: Module = names.collect();
    if ["mod", "lib", "main"].contains(&module.last()?.as_str()) {
        module.pop();
    }
    (module.first().map(String::as_str) != Some("bin")).then_some(module)
}

fn read(text: &str, module: &Module, modules: &BTreeSet<Module>) -> File {
    let mut file = File::default();
    let source = syn::parse_file(text).unwrap();
    let mut names = BTreeMap::new();
    for item in &source.items {
        if let Item::Use(import) = item {
            let is_own = matches!(import.vis, Visibility::Inherited);
            for (name, path) in paths(&import.tree, &[]) {
                let Some(path) = from_root(&path, module, modules) else {
                    continue;
                };
                if is_own {
                    file.imports.push(path.clone());
                    names.insert(name, path);
                } else {
                    file.exports.insert(name, path);
                }
            }
        }
    }
    let mut written = WrittenPaths::default();
    written.visit_file(&source);
    for path in written.0 {
        let imported = names.get(&path[0]);
        let imported = imported.map(|start| [start, &path[1..]].concat());
        file.imports
            .extend(imported.or_else(|| from_root(&path, module, modules)));
    }
    file
}

/// The paths that the code of a file names, its imports, its tests and `pub(…)` apart.
#[derive(Default)]
struct WrittenPaths(Vec<Module>);

impl<'ast> Visit<'ast> for WrittenPaths {
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}

    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names = path.segments.iter();
        self.0
            .push(names.map(|name| name.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// Whether an item is there for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    let is_cfg_test = |attribute: &Attribute| {
        let condition = attribute.meta.require_list();
        condition.is_ok_and(|list| list.path.is_ident("cfg") && list.tokens.to_string() == "test")
    };
    attributes.iter().any(is_cfg_test)
}

/// The paths of an import, with the names that they get.
fn paths(tree: &UseTree, before: &[String]) -> Vec<(String, Module)> {
    let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => paths(&path.tree, &with(&path.ident)),
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.last().cloned().unwrap_or_default(), before.to_vec())]
        }
        UseTree::Name(name) => vec![(name.ident.to_string(), with(&name.ident))],
        UseTree::Rename(name) => vec![(name.rename.to_string(), with(&name.ident))],
        UseTree::Group(group) => {
            let each = group.items.iter();
            each.flat_map(|tree| paths(tree, before)).collect()
        }
        UseTree::Glob(_) => vec![(String::new(), before.to_vec())],
    }
}

/// The path from the crate's root, unless it leads to another crate.
fn from_root(path: &[String], module: &Module, modules: &BTreeSet<Module>) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some([module, rest].concat()),
        "super" => {
            let (_, above) = module.split_last()?;
            let above = above.to_vec();
            match rest.first() {
                Some(next) if next == "super" => from_root(rest, &above, modules),
                _ => Some([above.as_slice(), rest].concat()),
            }
        }
        _ => {
            let inside = [module.as_slice(), std::slice::from_ref(first)].concat();
            modules.contains(&inside).then(|| [module, path].concat())
        }
    }
}

/// The module in whose file the thing at the end of the path stands.
fn home(path: &[String], files: &BTreeMap<Module, File>) -> Module {
    let mut module = Module::new();
    for (index, name) in path.iter().enumerate() {
        let inside = [module.clone(), vec![name.clone()]].concat();
        if files.contains_key(&inside) {
            module = inside;
            continue;
        }
        return match files[&module].exports.get(name) {
            Some(target) => home(&[target, &path[index + 1..]].concat(), files),
            None => module,
        };
    }
    module
}

/// A circle that can be reached from the module, if there is one.
fn circle<'a>(
    module: &'a Module,
    imports: &'a BTreeMap<Module, BTreeSet<Module>>,
    way: &mut Vec<&'a Module>,
    done: &mut BTreeSet<&'a Module>,
) -> Option<Vec<String>> {
    if let Some(at) = way.iter().position(|&other| other == module) {
        let names = way[at..].iter().map(|module| module.join("::"));
        return Some(names.collect());
    }
    if !done.insert(module) {
        return None;
    }
    way.push(module);
    let mut next = imports[module].iter();
    let found = next.find_map(|module| circle(module, imports, way, done));
    way.pop();
    found
}

/// Asserts that the files of a crate use each other in no circle.
fn check(source: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
    let files = files_by_module(&source);
    let imports: BTreeMap<Module, BTreeSet<Module>> = files
        .iter()
        .map(|(module, file)| {
            let homes = file.imports.iter().map(|path| home(path, &files));
            (
                module.clone(),
                homes.filter(|home| home != module).collect(),
            )
        })
        .collect();
    let count: usize = imports.values().map(BTreeSet::len).sum();
    assert!(count > 100, "the scan has found the imports: {count}");
    let mut done = BTreeSet::new();
    for module in imports.keys() {
        assert_eq!(circle(module, &imports, &mut Vec::new(), &mut done), None);
    }
}

#[test]
fn the_library_has_no_circle_of_files() {
    check("src");
}

#[test]
fn the_tools_have_no_circle_of_files() {
    let tools = "tuning/src";
    // A packaged library comes without them.
    if Path::new(env!("CARGO_MANIFEST_DIR")).join(tools).is_dir() {
        check(tools);
    }
}
