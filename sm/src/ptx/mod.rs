//! The PTX front-end: text to syntax tree. Lowering gives it meaning.
//!
//! `token` cuts the text into tokens; `parser`, `variable`, `statement` and `debugging` build the [`ast`]; [`Diagnostic`] says where a
//! module is wrong, what stood there and what was expected. The parser knows PTX's grammar, not
//! its instruction set: an unknown instruction parses, and is refused by name when it is lowered. A statement that does
//! not parse is kept with its [`Problem`]: a kernel that does not come there can be run all the same.

pub mod ast;
mod debugging;
mod diagnostic;
mod parser;
mod statement;
mod token;
pub mod types;
mod variable;

pub use diagnostic::{At, Diagnostic, Problem};
pub use types::{Space, Type};

/// Parses a module. `name` is what errors call the text, usually its path.
pub fn parse<'s>(name: &str, text: &'s str) -> Result<ast::Module<'s>, Box<Diagnostic>> {
    parser::module(text).map_err(|problem| Box::new(Diagnostic::new(name, text, &problem)))
}
