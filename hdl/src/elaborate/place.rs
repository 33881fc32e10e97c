//! Names of signals, and array elements chosen by a signal.
//!
//! Verilog-2005 reads an unpacked array in a combinational block only under a constant index, so
//! an element that a signal chooses is a loop over the array with a comparison: the multiplexer,
//! or the decoder, that it is anyway. An index beyond the array reads zero and writes nothing.

use rust_hdl::core::ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLoop, VerilogOp,
    VerilogStatement,
};

use super::expression::{cast, integer, signal};
use super::{Context, Index};
use crate::ports::{numbered, Elements};

/// A signal of the block, of a child, or of an element of an array of either.
pub struct Place {
    name: String,
    selections: Vec<Selection>,
}

/// One array index that comes from a signal.
struct Selection {
    index: String,
    count: usize,
    test: VerilogExpression,
}

impl Place {
    /// A field of the block.
    pub fn field(name: &str) -> Self {
        Place {
            name: name.to_owned(),
            selections: vec![],
        }
    }

    /// A field of what the place names so far.
    #[must_use]
    pub fn port(mut self, name: &str) -> Self {
        self.name.push('$');
        self.name.push_str(name);
        self
    }

    /// An element of the array that the place names so far.
    ///
    /// # Panics
    /// When a signal chooses among numbered ports.
    #[must_use]
    pub fn element(
        mut self,
        context: &mut Context,
        index: &Index,
        array: &(impl Elements + ?Sized),
    ) -> Self {
        let length = array.count();
        if array.numbered() {
            let Some(text) = index.text() else {
                panic!(
                    "`{}` is a row of ports of their own: a signal chooses among a local array of them",
                    self.name
                );
            };
            match index.known() {
                Some(number) => {
                    let start = self.name.rfind('$').map_or(0, |at| at + 1);
                    let name = numbered(&self.name[start..], number);
                    self.name.replace_range(start.., &name);
                }
                // The loop is written once more, turn by turn.
                None => context.unroll(&text),
            }
            return self;
        }
        let text = index.text().unwrap_or_else(|| {
            // Elements that the index cannot reach need no comparison.
            let reach = 1_usize
                .checked_shl(index.width() as u32)
                .unwrap_or(usize::MAX);
            let count = length.min(reach);
            let name = context.enter_loop("k");
            let position = Index::of_loop(&name, count);
            self.selections.push(Selection {
                index: name.clone(),
                count,
                test: position.compare_selected(index),
            });
            name
        });
        self.name.push_str(&format!("[{text}]"));
        self
    }

    /// The name, for a place that no signal selects.
    ///
    /// # Panics
    /// When an index comes from a signal.
    pub fn into_name(self) -> String {
        assert!(
            self.selections.is_empty(),
            "the clock of `{}` is connected in a loop over the array, not under an index that \
             comes from a signal",
            self.name
        );
        self.name
    }

    /// The value at the place, of `width` bits.
    pub fn read(self, context: &mut Context, width: usize) -> VerilogExpression {
        if self.selections.is_empty() {
            return signal(self.name);
        }
        let array = self.name.split(['[', '$']).next().unwrap_or_default();
        let target = context.name(&format!("{array}_selected"));
        context.assign(signal(target.clone()), cast(integer(0), width));
        let read = VerilogStatement::Assignment(signal(target.clone()), signal(self.name.clone()));
        self.select(context, read);
        signal(target)
    }

    /// Adds the statement that `write` makes for the place's name.
    pub fn write(
        self,
        context: &mut Context,
        write: impl FnOnce(VerilogExpression) -> VerilogStatement,
    ) {
        let statement = write(signal(self.name.clone()));
        self.select(context, statement);
    }

    fn select(self, context: &mut Context, innermost: VerilogStatement) {
        let mut statement = innermost;
        for selection in self.selections.into_iter().rev() {
            context.leave_loop(&selection.index);
            statement = VerilogStatement::Loop(VerilogLoop {
                index: selection.index,
                from: 0_usize.into(),
                to: selection.count.into(),
                block: vec![VerilogStatement::If(VerilogConditional {
                    test: selection.test,
                    then: vec![statement],
                    otherwise: VerilogBlockOrConditional::None,
                })],
            });
        }
        context.push(statement);
    }
}

impl Index {
    /// `select == position`, with the position typed to the selector's width.
    fn compare_selected(&self, select: &Index) -> VerilogExpression {
        super::expression::binary(
            select.expression(),
            VerilogOp::Eq,
            cast(self.expression(), select.width()),
        )
    }
}
