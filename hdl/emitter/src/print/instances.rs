//! Instances of other modules as text.

use super::printer::Printer;
use crate::ir::substitute;
use crate::ir::*;

/// The part of a vector that belongs to one element of an array of instances.
fn slot(instance: &Instance, port: &PortShape, net: NetId, index: &[Index]) -> Place {
    let mut position = Index::Const(0);
    for (index, &length) in index.iter().zip(&instance.dims) {
        position = position.mul(Index::Const(length as i64)).add(index.clone());
    }
    let width = port.total_bits();
    Place {
        part: Some(Part {
            offset: Offset::Static(position.mul(Index::Const(width as i64))),
            width,
        }),
        ..Place::whole(net)
    }
}

impl Printer<'_> {
    pub fn instance(&mut self, instance: &Instance) {
        if let ([length], [module]) = (instance.dims.as_slice(), instance.modules.as_slice()) {
            let var = instance
                .connections
                .values()
                .find_map(|(var, _)| var.clone())
                .unwrap_or("i".to_owned());
            let label = instance.path.replace('$', "_");
            self.open_generate(&var, 0, *length as i64, &label);
            let index = vec![Index::Var(var.clone())];
            self.one_instance(instance, *module, &instance.name, &index, Some(&var));
            self.close_generate(&var);
            return;
        }
        let count: usize = instance.dims.iter().product();
        for position in 0..count {
            let module = match instance.modules.as_slice() {
                [module] => *module,
                modules => modules[position],
            };
            let mut index = vec![];
            let mut rest = position;
            for &length in instance.dims.iter().rev() {
                index.insert(0, Index::Const((rest % length) as i64));
                rest /= length;
            }
            let mut name = instance.name.clone();
            if !index.is_empty() {
                let suffix: Vec<String> = index.iter().map(|i| self.exprs.index(i)).collect();
                name = self.names.claim(&format!("{name}_{}", suffix.join("_")));
            }
            self.one_instance(instance, module, &name, &index, None);
            self.text.gap();
        }
    }

    fn one_instance(
        &mut self,
        instance: &Instance,
        module: usize,
        name: &str,
        index: &[Index],
        var: Option<&str>,
    ) {
        let module = &self.modules[module];
        let mut rows = vec![];
        let mut pending = module
            .needs_reset
            .then(|| self.style.reset.port().to_owned());
        for (port, &net) in module.ports.iter().zip(&instance.ports) {
            let text = match instance.connections.get(&net) {
                Some((Some(own), expr)) => match (var, index.first()) {
                    (Some(var), _) if own == var => self.exprs.expr(expr),
                    (Some(var), _) => {
                        self.exprs
                            .expr(&substitute(expr.clone(), own, &Index::Var(var.to_owned())))
                    }
                    (None, Some(Index::Const(value))) => {
                        self.exprs
                            .expr(&substitute::at(expr.clone(), own, &Index::Const(*value)))
                    }
                    _ => self.exprs.expr(expr),
                },
                Some((None, expr)) => self.exprs.expr(expr),
                None if port.is_clock() => self.net(net).name.clone(),
                // A vector that all elements of the array drive, or read, together.
                None if self.net(net).dims != instance.dims && self.net(net).elements() == 1 => {
                    match index {
                        [] => self.net(net).name.clone(),
                        _ => self.exprs.place(&slot(instance, port, net, index)),
                    }
                }
                None => self.exprs.place(&Place {
                    net,
                    index: index.to_vec(),
                    part: None,
                }),
            };
            rows.push((Some(net), port.name.clone(), text));
            if port.is_clock() {
                rows.extend(pending.take().map(|reset| (None, reset.clone(), reset)));
            }
        }
        if let Some(reset) = pending {
            rows.insert(0, (None, reset.clone(), reset));
        }
        self.text.line(&format!("{} {name} (", module.name));
        self.text.indent();
        let last = rows.len().saturating_sub(1);
        for (position, (net, port, text)) in rows.iter().enumerate() {
            if let Some(comment) = net.and_then(|net| self.at_connections.remove(&net)) {
                self.text.comment(&comment);
            }
            let comma = if position == last { "" } else { "," };
            self.text.line(&format!(".{port}({text}){comma}"));
        }
        self.text.dedent();
        self.text.line(");");
        self.text.gap();
    }
}
