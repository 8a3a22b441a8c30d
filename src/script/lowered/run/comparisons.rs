//! Comparisons of numbers of the position: how they turn out is all that an answer depends on.
//!
//! A hand of one card may be played at any distance beyond it, so the moves that it has are the same
//! there: told by comparisons, they are kept once for all of these, and found in positions that were
//! never met. Elsewhere a number that is read may come to be anything, and the answer depends on it.

use super::{Done, Run, Stop};
use crate::game::{Fact, Mark, Test};
use crate::script::lowered::code::{Compared, Node, Operand};
use crate::script::lowered::datum::Datum;
use crate::script::lowered::library::Function;
use crate::script::lowered::operators::Operator;

impl Run<'_> {
    #[inline(never)]
    pub(super) fn comparison(&mut self, compared: &Compared) -> Done {
        let Compared {
            operator,
            one,
            other,
            number,
        } = compared;
        if *number == Operand::First {
            let (one, fact) = self.unread(one)?;
            let other = self.eval(other)?;
            let result = self.compared(*operator, &one, &other)?;
            self.compares(fact, &one, *operator, &other);
            Ok(result)
        } else {
            let one = self.eval(one)?;
            let (other, fact) = self.unread(other)?;
            let result = self.compared(*operator, &one, &other)?;
            self.compares(fact, &other, operator.turned_round(), &one);
            Ok(result)
        }
    }

    /// Tells whether a number is in a list, by comparing it with each item up to the first that it is.
    #[inline(never)]
    pub(super) fn among(&mut self, contains: Function, operands: &(Node, Node)) -> Done {
        let list = self.eval(&operands.0)?;
        let (number, fact) = self.unread(&operands.1)?;
        self.operations += 1;
        let mut args = [list.clone(), number.clone()];
        let result = (contains.run)(self, &mut args)?;
        if let Datum::List(list) = &list {
            for item in &list.items {
                self.compares(fact, &number, Operator::Equal, item);
                if matches!((item, &number), (Datum::Int(item), Datum::Int(number)) if item == number)
                {
                    break;
                }
            }
        }
        Ok(result)
    }

    /// Evaluates an expression whose value may be a number of the position, and returns the fact that
    /// it is, if nothing else told it before: it counts as unread then.
    fn unread(&mut self, node: &Node) -> Result<(Datum, Option<Fact>), Stop> {
        let record = self.record.filter(|_| self.within == 0);
        let length = record.map_or(0, |record| record.length());
        let datum = self.eval(node)?;
        let looked = self.looked.filter(|fact| fact.is_number());
        let fact = looked
            .zip(record)
            .filter(|_| matches!(datum, Datum::Int(_)));
        let fact = fact.filter(|(fact, record)| record.take_back(*fact, length));
        Ok((datum, fact.map(|(fact, _)| fact)))
    }

    /// Notes how a number that counts as unread compares with something. What is no number compares
    /// with all numbers alike.
    fn compares(&self, fact: Option<Fact>, number: &Datum, operator: Operator, other: &Datum) {
        if let (Some(fact), Some(record)) = (fact, self.record)
            && let (Datum::Int(number), Datum::Int(other)) = (number, other)
        {
            match mark(operator, *other) {
                Some(with) => record.compared(Test { fact, with }, *number),
                None => record.read(fact),
            }
        }
    }
}

/// Returns what tells how a number compares with another one, if that is not too far off.
fn mark(operator: Operator, other: i64) -> Option<Mark> {
    let at_most = |most: Option<i64>| i32::try_from(most?).ok().map(Mark::AtMost);
    match operator {
        Operator::Equal | Operator::Unequal => i32::try_from(other).ok().map(Mark::Is),
        Operator::AtMost | Operator::Greater => at_most(Some(other)),
        Operator::Less | Operator::AtLeast => at_most(other.checked_sub(1)),
        _ => None,
    }
}
