//! A program as text, near the Rust that would have the same AST.

use std::fmt::{self, Write};

use rust_hdl::core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Ast,
    VerilogOp, VerilogOpUnary, VerilogStatement,
};

use super::program::{Declaration, Program, Variable};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        type Kind = fn(usize) -> Variable;
        let kinds: [(&str, &[Declaration], Kind); 3] = [
            ("in", &self.inputs, Variable::Input),
            ("out", &self.outputs, Variable::Output),
            ("local", &self.locals, Variable::Local),
        ];
        for (kind, declared, variable) in kinds {
            for (number, declared) in declared.iter().enumerate() {
                if self.mentions(variable(number)) {
                    writeln!(f, "{kind} {}", signal(declared))?;
                }
            }
        }
        for (number, register) in self.registers.iter().enumerate() {
            if self.has_register(number) {
                let initial = register.initial.literal();
                writeln!(f, "register {} = {initial:x}", signal(&register.signal))?;
            }
        }
        let mut text = String::new();
        block(&self.ast(), 0, &mut text)?;
        f.write_str(&text)
    }
}

fn signal(declared: &Declaration) -> String {
    let element = match declared.boolean {
        true => "bool".to_owned(),
        false => format!("Bits<{}>", declared.width),
    };
    match declared.length {
        Some(length) => format!("{}: [{element}; {length}]", declared.name),
        None => format!("{}: {element}", declared.name),
    }
}

fn block(block: &VerilogBlock, depth: usize, out: &mut String) -> fmt::Result {
    block
        .iter()
        .try_for_each(|line| statement(line, depth, out))
}

fn statement(statement: &VerilogStatement, depth: usize, out: &mut String) -> fmt::Result {
    let indent = "    ".repeat(depth);
    match statement {
        VerilogStatement::Assignment(target, value) => {
            writeln!(
                out,
                "{indent}{} = {};",
                expression(target),
                expression(value)
            )
        }
        VerilogStatement::SliceAssignment {
            base,
            width,
            offset,
            replacement,
        } => {
            let (base, offset) = (expression(base), expression(offset));
            let value = expression(replacement);
            writeln!(out, "{indent}{base}[{offset} +: {width}] = {value};")
        }
        VerilogStatement::If(choice) => {
            out.push_str(&indent);
            conditional(choice, depth, out)
        }
        VerilogStatement::Match(choice) => {
            writeln!(out, "{indent}match {} {{", expression(&choice.test))?;
            for case in &choice.cases {
                writeln!(out, "{indent}  {} => {{", case.condition)?;
                block(&case.block, depth + 1, out)?;
                writeln!(out, "{indent}  }}")?;
            }
            writeln!(out, "{indent}}}")
        }
        VerilogStatement::Loop(repeat) => {
            let (from, to) = (repeat.from.as_usize(), repeat.to.as_usize());
            writeln!(out, "{indent}for {} in {from}..{to} {{", repeat.index)?;
            block(&repeat.block, depth + 1, out)?;
            writeln!(out, "{indent}}}")
        }
        other => writeln!(out, "{indent}{other:?}"),
    }
}

fn conditional(choice: &VerilogConditional, depth: usize, out: &mut String) -> fmt::Result {
    let indent = "    ".repeat(depth);
    writeln!(out, "if {} {{", expression(&choice.test))?;
    block(&choice.then, depth + 1, out)?;
    match &choice.otherwise {
        VerilogBlockOrConditional::Block(otherwise) => {
            writeln!(out, "{indent}}} else {{")?;
            block(otherwise, depth + 1, out)?;
        }
        VerilogBlockOrConditional::Conditional(inner) => {
            if let VerilogStatement::If(inner) = inner.as_ref() {
                write!(out, "{indent}}} else ")?;
                return conditional(inner, depth, out);
            }
        }
        VerilogBlockOrConditional::None => {}
    }
    writeln!(out, "{indent}}}")
}

fn expression(ast: &Ast) -> String {
    match ast {
        Ast::Signal(name) => name.clone(),
        Ast::Literal(literal) => literal.to_string(),
        Ast::Cast(inner, width) => format!("bit_cast::<{width}>({})", expression(inner)),
        Ast::Paren(inner) => format!("({})", expression(inner)),
        Ast::Signed(inner) | Ast::Unsigned(inner) => expression(inner),
        Ast::Binary(a, op, b) => {
            format!("({} {} {})", expression(a), operator(op), expression(b))
        }
        Ast::Unary(op, inner) => {
            let inner = expression(inner);
            match op {
                VerilogOpUnary::Not => format!("!{inner}"),
                VerilogOpUnary::Neg => format!("-{inner}"),
                VerilogOpUnary::All => format!("{inner}.all()"),
                VerilogOpUnary::Any => format!("{inner}.any()"),
                VerilogOpUnary::Xor => format!("{inner}.xor()"),
            }
        }
        Ast::Index(base, at) => format!("{}.get_bit({})", expression(base), expression(at)),
        Ast::Slice(base, width, at) => {
            let (base, at) = (expression(base), expression(at));
            format!("{base}.get_bits::<{width}>({at})")
        }
        Ast::IndexReplace(base, at, bit) => {
            let (base, at, bit) = (expression(base), expression(at), expression(bit));
            format!("{base}.replace_bit({at}, {bit})")
        }
    }
}

fn operator(op: &VerilogOp) -> &'static str {
    match op {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}
