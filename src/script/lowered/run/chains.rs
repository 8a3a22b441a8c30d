//! Chains: a value of which properties are read, items looked up and methods called.

use super::{Done, Run, Stop};
use crate::script::lowered::code::{Chain, Link, Node, Slot};
use crate::script::lowered::datum::Datum;
use crate::script::lowered::properties::Property;

impl Run<'_> {
    #[inline(never)]
    pub(super) fn chain(&mut self, chain: &Chain) -> Done {
        self.operations += chain.operations;
        if let (Node::Variable(slot), Some((first, others))) = (&chain.root, chain.properties()) {
            return self.properties(*slot, first, others);
        }
        // Arguments come first, in the order in which they are written.
        let first = self.stack.len();
        for link in &chain.links {
            match link {
                Link::Property(_) => {}
                Link::Item(Node::Constant(index)) if chain.links.len() == 1 => {
                    self.stack.push(index.clone());
                }
                Link::Item(node) => {
                    let index = self.eval(node)?;
                    self.stack.push(index);
                }
                Link::Method(_, nodes) | Link::Change(_, _, nodes) => self.push_all(nodes)?,
            }
        }
        let mut next = first;
        let mut value = match &chain.root {
            Node::Variable(slot) => {
                self.operations += 1;
                match chain.links.first() {
                    Some(Link::Change(..)) => Datum::Unit,
                    _ => self.slot(*slot).clone(),
                }
            }
            root => self.eval(root)?,
        };
        if chain.is_locked && !value.is_of_host() {
            return Err(Stop::Beyond);
        }
        for (index, link) in chain.links.iter().enumerate() {
            if chain.puts_back && index + 1 < chain.links.len() {
                self.operations += put_back(link, &value);
            }
            self.looked = None;
            value = match link {
                Link::Property(property) => self.property(&value, property)?,
                Link::Item(_) => {
                    let index = std::mem::take(&mut self.stack[next]);
                    next += 1;
                    self.item(&value, &index)?
                }
                Link::Method(function, nodes) => {
                    let mut args = [const { Datum::Unit }; 4];
                    args[0] = value;
                    self.taken(&mut args[1..=nodes.len()], &mut next);
                    self.operations += 1;
                    (function.run)(self, &mut args[..=nodes.len()])?
                }
                Link::Change(function, slot, nodes) => {
                    let mut args = [const { Datum::Unit }; 4];
                    self.taken(&mut args[1..=nodes.len()], &mut next);
                    self.operations += 1;
                    self.changed(*function, *slot, &mut args[..=nodes.len()])?
                }
            };
        }
        self.stack.truncate(first);
        Ok(value)
    }

    /// Reads properties of a variable, one after the other.
    #[inline(never)]
    fn properties(&mut self, slot: Slot, first: &Property, others: &[Link]) -> Done {
        self.operations += 1;
        // Out of its place and back, which is less than a copy.
        let root = std::mem::take(self.slot(slot));
        self.looked = None;
        let mut value = self.property(&root, first)?;
        *self.slot(slot) = root;
        for link in others {
            if let Link::Property(property) = link {
                self.looked = None;
                value = self.property(&value, property)?;
            }
        }
        Ok(value)
    }

    /// Takes arguments off the stack.
    fn taken(&mut self, args: &mut [Datum], next: &mut usize) {
        for arg in args {
            *arg = std::mem::take(&mut self.stack[*next]);
            *next += 1;
        }
    }
}

/// Returns how many operations it takes Rhai to put a value back after a method, as it may have been
/// changed: an entry of a map and an item of a list stand where they are.
const fn put_back(link: &Link, of: &Datum) -> u64 {
    match (link, of) {
        (Link::Property(_), Datum::Map(_)) => 0,
        (Link::Property(_), _) => 2,
        (Link::Item(_), Datum::Parameters(_)) => 1,
        _ => 0,
    }
}
