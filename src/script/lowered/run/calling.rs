//! Calls of functions, closures and parts, and what is read meanwhile: a call that is to be kept is
//! told by it.

use super::{Done, Run, Stop};
use crate::game::{Answer, Fact, PartId, PileId, Value, View};
use crate::script::lowered::calls::{Call, Known, Returned};
use crate::script::lowered::code::{Closure, FunctionId};
use crate::script::lowered::datum::Datum;

impl Run<'_> {
    /// Calls a function whose arguments are the last on the stack.
    pub(in crate::script::lowered) fn call(
        &mut self,
        function: FunctionId,
        arguments: usize,
    ) -> Done {
        let code = self.code;
        let routine = &code.functions[function.0 as usize];
        if routine.parameters != arguments {
            return Err(Stop::Beyond);
        }
        if routine.body.is_empty() {
            self.stack.truncate(self.stack.len() - arguments);
            return Ok(Datum::Unit);
        }
        self.operations += 1;
        self.depth += 1;
        self.within_limits()?;
        let before = self.base;
        self.base = self.stack.len() - arguments;
        self.stack
            .resize(self.base + routine.slots, Datum::default());
        let result = match self.block(&routine.body) {
            Err(Stop::Return(datum)) => Ok(datum),
            result => result,
        };
        self.stack.truncate(self.base);
        self.base = before;
        self.depth -= 1;
        result
    }

    /// Calls a function, unless it is known what it returns.
    pub(super) fn call_kept(&mut self, function: FunctionId, arguments: usize) -> Done {
        self.within += 1;
        // A probe sees every fact that is read, as often as it is.
        let result = if self.code.calls.are_kept(function) && !self.view.is_probed() {
            self.call_once(function, arguments)
        } else {
            self.call(function, arguments)
        };
        self.within -= 1;
        result
    }

    #[inline(never)]
    fn call_once(&mut self, function: FunctionId, arguments: usize) -> Done {
        let first = self.stack.len() - arguments;
        let (calls, before) = (&self.code.calls, self.reads.len());
        let call = Call {
            function,
            turn: self.view.turn(),
            arguments: &self.stack[first..],
        };
        let reads = &mut self.reads;
        let known = calls.find(call, self.depth, |fact| {
            look(self.view, fact, (self.learning > 0).then_some(&mut *reads))
        })?;
        match known {
            Known::Nothing => {
                self.reads.truncate(before);
                self.call(function, arguments)
            }
            Known::Returned(known) => {
                self.stack.truncate(first);
                self.operations += known.operations;
                self.within_limits()?;
                Ok(known.datum)
            }
            Known::Asked(asked) => {
                self.reads.truncate(before);
                let (operations, beside, depth) = (self.operations, self.beside, self.depth);
                self.learning += 1;
                let datum = self.call(function, arguments)?;
                self.learning -= 1;
                let datum = if self.beside == beside {
                    let returned = Returned {
                        datum,
                        operations: self.operations - operations,
                        depth,
                    };
                    calls.keep(asked, &self.reads[before..], returned)
                } else {
                    datum
                };
                if self.learning == 0 {
                    self.reads.clear();
                }
                Ok(datum)
            }
        }
    }

    /// Reads how many cards of each kind a pile holds.
    pub(in crate::script::lowered) fn counts(&mut self, pile: PileId) -> Result<Vec<usize>, Stop> {
        self.beside += 1;
        self.view.counts(pile).map_err(|_| Stop::Beyond)
    }

    /// Reads a fact.
    pub(in crate::script::lowered) fn look(&mut self, fact: Fact) -> Result<Value, Stop> {
        self.looked = Some(fact);
        look(
            self.view,
            fact,
            (self.learning > 0).then_some(&mut self.reads),
        )
    }

    /// Answers a part from what is kept, or by running it; see `parts::answer`, which does the same
    /// for Rhai.
    #[inline(never)]
    pub(super) fn part(&mut self, part: PartId, function: FunctionId, argument: Datum) -> Done {
        if !matches!(argument, Datum::View) {
            return Err(Stop::Beyond);
        }
        self.operations += 1;
        self.beside += 1;
        // Rhai calls the function through another one.
        self.depth += 2;
        let within = std::mem::take(&mut self.within);
        let result = self.answer(part, function);
        self.within = within;
        self.depth -= 2;
        result
    }

    fn answer(&mut self, part: PartId, function: FunctionId) -> Done {
        let Some(record) = self.record else {
            self.stack.push(Datum::View);
            return self.call(function, 1);
        };
        if let Some(known) = record.known(part, self.view)
            && self.operations + known.cost <= self.most
        {
            record.used(&known, self.view);
            self.operations += known.cost;
            return Ok(Datum::from(&known.answer));
        }
        record.begin();
        let before = self.operations;
        self.stack.push(Datum::View);
        let result = self.call(function, 1)?;
        let kept: Option<Answer> = result.to_answer();
        record.end(part, self.view, kept, self.operations - before);
        Ok(result)
    }

    /// Calls a closure for an item of a list, as Rhai's own functions do: they try first whether it
    /// takes the item as its `this`.
    pub(in crate::script::lowered) fn for_item<const N: usize>(
        &mut self,
        closure: &Closure,
        args: [Datum; N],
    ) -> Done {
        self.operations += 1;
        self.call_closure(closure, args)
    }

    /// Calls a closure.
    pub(in crate::script::lowered) fn call_closure(
        &mut self,
        closure: &Closure,
        args: impl IntoIterator<Item = Datum>,
    ) -> Done {
        let before = self.stack.len();
        self.stack.extend(closure.taken.iter().cloned());
        self.stack.extend(args);
        // Rhai calls it from within the function that was given it.
        self.depth += 2;
        let result = self.call_kept(closure.function, self.stack.len() - before);
        self.depth -= 2;
        result
    }
}

/// Reads a fact, and writes it down.
fn look(view: &View, fact: Fact, reads: Option<&mut Vec<(Fact, Value)>>) -> Result<Value, Stop> {
    let value = view.read(fact).map_err(|_| Stop::Beyond)?;
    if let Some(reads) = reads {
        reads.push((fact, value.clone()));
    }
    Ok(value)
}
