//! A module as text.

pub(crate) mod banner;
pub(crate) mod enums;
mod expr;
mod instances;
mod literal;
mod logic;
pub(crate) mod memory;
mod nets;
mod printer;
mod registers;
pub(crate) mod side_files;
mod style;
mod text;

use crate::ir::{Body, ModuleIr};
use crate::options::Options;
use enums::Enums;
use printer::Printer;
use style::Style;

/// The text of a module; its instances are of `modules`.
pub(super) fn module(module: &ModuleIr, modules: &[ModuleIr], options: &Options) -> String {
    let style = Style {
        dialect: options.dialect,
        reset: options.reset,
        enums: Enums {
            prefix: options.prefix.as_deref(),
        },
    };
    let body = match &module.body {
        Body::Logic(body) => logic(module, Printer::new(body, modules, style)),
        Body::Memory(shape) => memory::print(module, shape, style),
    };
    banner::with_banner(&module.rust_type, &body)
}

/// The text of a module with logic in it.
fn logic(module: &ModuleIr, mut printer: Printer<'_>) -> String {
    let registered = printer
        .procedural
        .iter()
        .map(|&net| printer.net(net).name.clone())
        .collect();
    printer.style.header(module, &registered, &mut printer.text);
    printer.text.indent();
    printer.text.gap();
    let head = printer.text.mark();
    printer.declarations();
    let logic = printer.logic;
    if !printer.style.sv() && !printer.genvars.is_empty() {
        let genvars: Vec<String> = printer.genvars.values().cloned().collect();
        printer
            .text
            .line(&format!("genvar {};", genvars.join(", ")));
        printer.text.gap();
    }
    for instance in &logic.instances {
        printer.instance(instance);
    }
    for process in &logic.processes {
        printer.process(process);
    }
    printer.registers();
    printer.unused();
    printer.text.close_gap();
    // Only now is it known which variants the text names.
    let body = std::mem::take(&mut printer.text);
    printer.text = body.inner();
    printer.constants();
    let constants = std::mem::replace(&mut printer.text, body);
    printer.text.insert(head, constants);
    printer.text.dedent();
    printer.text.line("endmodule");
    printer.text.finish()
}
