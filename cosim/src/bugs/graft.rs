//! All bugs of a unit in one design.
//!
//! Building a model takes seconds, a bug needs milliseconds to be caught. So for each bug the
//! modules from the one that it is in up to the top are copied, everything else is shared, and
//! a new top runs the copy that an input selects:
//!
//! ```text
//! before: top > middle > leaf            after: top_mutants
//!                      > other                  > top > middle > leaf, other         (0)
//!   bug cut in leaf                             > top_cut > middle_cut > leaf_cut    (1)
//!                                                                      > other
//! ```
//! The clock and the inputs of the copies that are not selected are held at 0, so that they cost
//! little.

use super::{Bug, BugError};
use crate::engines::verilator::SELECT;
use crate::hardware::{reset_port, Hardware, SourceFile};
use crate::interface::Interface;
use crate::verilog;
use spec::UnknownName;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The design with all bugs: bug i of `bugs` is selected by i + 1.
pub fn graft(
    interface: &Interface,
    hardware: &Hardware,
    bugs: &[Bug],
) -> Result<Hardware, BugError> {
    let modules = Modules::of(hardware);
    let mut files = hardware.files.clone();
    let mut tops = vec![hardware.top.clone()];
    for bug in bugs {
        let module = modules.find(bug)?;
        let copied = modules.above(module, &hardware.top);
        let names: BTreeMap<&str, String> = copied
            .iter()
            .map(|&name| (name, format!("{name}_bug_{}", bug.name)))
            .collect();
        let mut text = String::new();
        for &name in &copied {
            let mut body = modules.texts[name].to_owned();
            if name == module {
                body = bug.apply(name, &body)?;
            }
            let renamed = verilog::rename(&body, |n| names.get(n).map(String::as_str));
            text.push_str(&renamed);
            text.push_str("\n\n");
        }
        tops.push(format!("{}_bug_{}", hardware.top, bug.name));
        files.push(SourceFile {
            name: format!("bug_{}.{}", bug.name, extension(hardware)),
            text,
        });
    }
    let top = format!("{}_mutants", hardware.top);
    files.push(SourceFile {
        name: format!("{top}.v"),
        text: wrapper(interface, hardware, &top, &tops),
    });
    Ok(Hardware {
        top,
        files,
        reset: hardware.reset,
    })
}

/// The design with one bug in it and no choice.
pub fn plant(hardware: &Hardware, bug: &Bug) -> Result<Hardware, BugError> {
    let modules = Modules::of(hardware);
    let name = modules.find(bug)?;
    let body = modules.texts[name];
    let mut planted = hardware.clone();
    for file in &mut planted.files {
        let mut held = verilog::modules(&file.text).into_iter();
        if held.any(|module| module.name == name) {
            file.text = file.text.replacen(body, &bug.apply(name, body)?, 1);
        }
    }
    Ok(planted)
}

fn extension(hardware: &Hardware) -> &str {
    let sv = hardware.files.iter().any(|file| file.name.ends_with(".sv"));
    if sv {
        "sv"
    } else {
        "v"
    }
}

/// The modules of a design and who uses whom.
struct Modules<'h> {
    texts: BTreeMap<&'h str, &'h str>,
    /// For each module those that instantiate it.
    users: BTreeMap<&'h str, BTreeSet<&'h str>>,
}

impl<'h> Modules<'h> {
    fn of(hardware: &'h Hardware) -> Self {
        let mut texts = BTreeMap::new();
        for file in &hardware.files {
            for module in verilog::modules(&file.text) {
                texts.insert(module.name, &file.text[module.span]);
            }
        }
        let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (&user, &text) in &texts {
            for identifier in verilog::identifiers(text) {
                if let Some((&used, _)) = texts.get_key_value(identifier.name) {
                    if used != user {
                        users.entry(used).or_default().insert(user);
                    }
                }
            }
        }
        Self { texts, users }
    }

    /// The module that a bug names: exactly, or without what follows its name. When several
    /// begin with the name, the one in which the bug's text is.
    fn find(&self, bug: &Bug) -> Result<&'h str, BugError> {
        if let Some((&name, _)) = self.texts.get_key_value(bug.module.as_str()) {
            return Ok(name);
        }
        let start = format!("{}_", bug.module);
        let begin: Vec<&str> = self
            .texts
            .keys()
            .copied()
            .filter(|name| name.starts_with(&start))
            .collect();
        let hold: Vec<&str> = begin
            .iter()
            .copied()
            .filter(|name| self.texts[name].contains(&bug.find))
            .collect();
        match (begin.as_slice(), hold.as_slice()) {
            ([only], _) | (_, [only]) => Ok(only),
            ([first, ..], []) => Err(BugError::Stale {
                bug: bug.name.clone(),
                module: (*first).to_owned(),
                found: 0,
                expected: "once".to_owned(),
            }),
            (_, several) => Err(BugError::Module {
                bug: bug.name.clone(),
                error: UnknownName::new(
                    "module",
                    &bug.module,
                    if several.is_empty() {
                        self.texts.keys().copied().collect()
                    } else {
                        several.to_vec()
                    },
                ),
            }),
        }
    }

    /// The module and all that hold it, up to the top.
    fn above(&self, module: &'h str, top: &str) -> Vec<&'h str> {
        let mut found = BTreeSet::from([module]);
        let mut new = vec![module];
        while let Some(name) = new.pop() {
            // Nothing above the top belongs to the design, whatever the files hold.
            if name == top {
                continue;
            }
            for &user in self.users.get(name).into_iter().flatten() {
                if found.insert(user) {
                    new.push(user);
                }
            }
        }
        found.into_iter().collect()
    }
}

fn range(width: usize) -> String {
    if width == 1 {
        String::new()
    } else {
        format!("[{}:0] ", width - 1)
    }
}

/// The top that runs one of the copies.
fn wrapper(interface: &Interface, hardware: &Hardware, top: &str, copies: &[String]) -> String {
    let reset = reset_port(hardware.reset);
    let mut text = format!(
        "module {top} (\n  input wire clock,\n  input wire {reset},\n  input wire [31:0] {SELECT}"
    );
    for slot in interface.inputs() {
        let _ = write!(
            text,
            ",\n  input wire {}{}",
            range(slot.port.width),
            slot.port.name
        );
    }
    for slot in interface.outputs() {
        let _ = write!(
            text,
            ",\n  output reg {}{}",
            range(slot.port.width),
            slot.port.name
        );
    }
    text.push_str("\n);\n");
    for (number, copy) in copies.iter().enumerate() {
        let _ = writeln!(
            text,
            "  wire selected_{number} = {SELECT} == 32'd{number};\n  \
             wire clock_{number} = clock & selected_{number};"
        );
        let mut ports = format!(".clock(clock_{number}), .{reset}({reset})");
        for slot in interface.inputs() {
            let (name, width) = (slot.port.name, slot.port.width);
            let _ = write!(
                ports,
                ",\n    .{name}({name} & {{{width}{{selected_{number}}}}})"
            );
        }
        for slot in interface.outputs() {
            let name = slot.port.name;
            let _ = writeln!(text, "  wire {}{name}_{number};", range(slot.port.width));
            let _ = write!(ports, ",\n    .{name}({name}_{number})");
        }
        let _ = writeln!(text, "  {copy} copy_{number} (\n    {ports}\n  );");
    }
    let _ = writeln!(text, "  always @* begin\n    case ({SELECT})");
    for number in (1..copies.len()).chain([0]) {
        // What is not the number of a bug selects none.
        let label = if number == 0 {
            "default".to_owned()
        } else {
            format!("32'd{number}")
        };
        let _ = writeln!(text, "      {label}: begin");
        for slot in interface.outputs() {
            let name = slot.port.name;
            let _ = writeln!(text, "        {name} = {name}_{number};");
        }
        text.push_str("      end\n");
    }
    text.push_str("    endcase\n  end\nendmodule\n");
    text
}
