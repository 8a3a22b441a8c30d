//! Imports: only what [`FindImport`] finds, each file once, none in a circle.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Engine, EvalAltResult, Module, ModuleResolver, Position, Scope, Shared};

use super::api::problem;
use super::fault::Files;
use super::program::FindImport;

/// Resolves imports and remembers the files for messages.
pub(super) struct Importer {
    find: Arc<FindImport>,
    files: Rc<RefCell<Files>>,
    modules: RefCell<HashMap<String, Shared<Module>>>,
    open: RefCell<Vec<String>>,
}

impl Importer {
    pub(super) fn new(find: Arc<FindImport>, files: Rc<RefCell<Files>>) -> Self {
        Self {
            find,
            files,
            modules: RefCell::default(),
            open: RefCell::default(),
        }
    }

    fn load(&self, engine: &Engine, name: &str) -> Result<Module, Box<EvalAltResult>> {
        let source = (self.find)(name).map_err(|faults| {
            let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
            problem("import", messages.join("; "), None)
        })?;
        self.files.borrow_mut().add(&source);
        let mut ast = engine
            .compile(source.text())
            .map_err(|error| Box::new(EvalAltResult::from(error)))
            .map_err(|error| super::fault::inside(source.name(), error))?;
        ast.set_source(source.name());
        Module::eval_ast_as_new(Scope::new(), &ast, engine)
            .map_err(|error| super::fault::inside(source.name(), error))
    }
}

impl ModuleResolver for Importer {
    fn resolve(
        &self,
        engine: &Engine,
        _source: Option<&str>,
        path: &str,
        _place: Position,
    ) -> Result<Shared<Module>, Box<EvalAltResult>> {
        if let Some(module) = self.modules.borrow().get(path) {
            return Ok(module.clone());
        }
        if self.open.borrow().iter().any(|name| name == path) {
            let mut circle = self.open.borrow().clone();
            circle.push(path.to_owned());
            let message = format!("imports go in a circle: {}", circle.join(" → "));
            return Err(problem("import", message, None));
        }
        self.open.borrow_mut().push(path.to_owned());
        let module = self.load(engine, path);
        self.open.borrow_mut().pop();
        let module: Shared<Module> = module?.into();
        self.modules
            .borrow_mut()
            .insert(path.to_owned(), module.clone());
        Ok(module)
    }
}
