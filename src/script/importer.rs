//! Imports: only what [`FindImport`] finds, each file once, none in a circle.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use rhai::{Engine, EvalAltResult, Module, ModuleResolver, Position, Scope, Shared};

use super::api::problem;
use super::calls;
use super::captured::Captured;
use super::files::Files;
use super::program::FindImport;
use super::shape;
use crate::text::Faults;

/// Resolves imports and remembers the files for messages.
pub(super) struct Importer {
    find: Arc<FindImport>,
    files: Rc<RefCell<Files>>,
    captured: Captured,
    modules: RefCell<HashMap<String, Shared<Module>>>,
    open: RefCell<Vec<String>>,
}

impl Importer {
    pub(super) fn new(
        find: Arc<FindImport>,
        files: Rc<RefCell<Files>>,
        captured: Captured,
    ) -> Self {
        Self {
            find,
            files,
            captured,
            modules: RefCell::default(),
            open: RefCell::default(),
        }
    }

    fn load(&self, engine: &Engine, name: &str) -> Result<Module, Box<EvalAltResult>> {
        let source = (self.find)(name).map_err(|faults| refused(&faults))?;
        let text = self.files.borrow_mut().place(&source);
        let ast = engine.compile(text.map_err(|faults| refused(&faults))?)?;
        let mut faults = Faults::new();
        shape::check(&ast, &self.files.borrow(), &mut faults);
        calls::check(engine, &ast, &self.files.borrow(), &mut faults);
        faults.into_result(()).map_err(|faults| refused(&faults))?;
        self.captured.learn(&ast);
        self.files.borrow_mut().add_imported(&source, &ast);
        self.files.borrow_mut().keep(ast.clone());
        Module::eval_ast_as_new(Scope::new(), &ast, engine)
    }
}

impl ModuleResolver for Importer {
    fn resolve(
        &self,
        engine: &Engine,
        _source: Option<&str>,
        path: &str,
        place: Position,
    ) -> Result<Shared<Module>, Box<EvalAltResult>> {
        if let Some(module) = self.modules.borrow().get(path) {
            return Ok(module.clone());
        }
        if self.open.borrow().iter().any(|name| name == path) {
            let mut circle = self.open.borrow().clone();
            circle.push(path.to_owned());
            let message = format!("imports go in a circle: {}", circle.join(" → "));
            let mut error = problem("import", message, None);
            error.set_position(place);
            return Err(error);
        }
        self.open.borrow_mut().push(path.to_owned());
        let module = self.load(engine, path);
        self.open.borrow_mut().pop();
        let module: Shared<Module> = module
            .map_err(|mut error| {
                if error.position().is_none() {
                    // The name is at fault, not the file.
                    error.set_position(place);
                    return error;
                }
                EvalAltResult::ErrorInModule(path.to_owned(), error, place).into()
            })?
            .into();
        self.modules
            .borrow_mut()
            .insert(path.to_owned(), module.clone());
        Ok(module)
    }
}

/// Makes the error of an import that is refused: the place is that of the import.
fn refused(faults: &Faults) -> Box<EvalAltResult> {
    let messages: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
    problem("import", messages.join("; "), None)
}
