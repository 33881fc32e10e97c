//! Module-scope variables: addresses and initial contents.

use super::scope::Symbol;
use crate::layout;
use crate::ptx::ast::{Element, Function, Initial, Module, Number, Variable};
use crate::ptx::types::Width;
use crate::ptx::{Problem, Space, Type};
use std::collections::HashMap;

/// Most bytes of one space's variables: more would not be a module but a data set.
const LARGEST_IMAGE: u64 = 256 << 20;

/// The variables of one state space.
#[derive(Clone, Debug, Default)]
pub struct Image {
    /// Address of the first byte.
    pub base: u64,
    /// Initial contents.
    pub bytes: Vec<u8>,
    /// Variables, by address.
    pub variables: Vec<DataVariable>,
}

/// A module-scope variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataVariable {
    /// Its name.
    pub name: String,
    /// Its address in its space.
    pub address: u64,
    /// Its bytes.
    pub bytes: u64,
}

/// What the module's variables come to.
pub struct Data<'s> {
    pub global: Image,
    pub constant: Image,
    /// Textures and surfaces, by the numbers of their handles.
    pub textures: Vec<String>,
    pub symbols: HashMap<&'s str, Symbol>,
}

/// Gives module-scope variables their addresses and contents.
pub fn lay_out<'s>(module: &Module<'s>, functions: &[&Function<'s>]) -> Result<Data<'s>, Problem> {
    let mut data = Data {
        global: Image {
            base: layout::global_base(module.address_size),
            ..Image::default()
        },
        constant: Image::default(),
        textures: Vec::new(),
        symbols: HashMap::new(),
    };
    for (number, function) in functions.iter().enumerate() {
        let symbol = Symbol::Function(number as u32);
        data.symbols.insert(function.name, symbol);
    }
    for variable in &module.variables {
        place(&mut data, variable)?;
    }
    for variable in &module.variables {
        if let Some(initial) = &variable.initial {
            fill(&mut data, variable, initial)?;
        }
    }
    Ok(data)
}

fn place<'s>(data: &mut Data<'s>, variable: &Variable<'s>) -> Result<(), Problem> {
    let symbol = match (variable.element, variable.space) {
        (Element::Texture | Element::Surface, Space::Global) => {
            let number = u16::try_from(data.textures.len())
                .map_err(|_| Problem::new(variable.at, "more than 65,536 textures"))?;
            data.textures.push(variable.name.to_owned());
            Symbol::Handle(number)
        }
        (Element::Type(Type::Pred), _) => {
            return Err(Problem::new(
                variable.at,
                "predicates live in registers only",
            ));
        }
        // Samplers are bound with their textures; an instruction that names one is refused.
        (Element::Sampler, _) | (_, Space::Shared) => return Ok(()),
        (Element::Type(_), Space::Global | Space::Const) => {
            if variable.external {
                // Whoever uses it is refused; a definition may follow or stand before.
                data.symbols
                    .entry(variable.name)
                    .or_insert(Symbol::External);
                return Ok(());
            }
            if variable.count.is_none() {
                let message = "expected an array of known size or an initial value";
                return Err(Problem::new(variable.at, message));
            }
            let image = match variable.space {
                Space::Global => &mut data.global,
                _ => &mut data.constant,
            };
            Symbol::Address(variable.space, image.place(variable)?)
        }
        _ => {
            let message = format!("{} variables are not supported here", variable.space);
            return Err(Problem::new(variable.at, message));
        }
    };
    let before = data.symbols.insert(variable.name, symbol);
    if before.is_some_and(|before| !matches!(before, Symbol::External)) {
        let message = format!("'{}' is declared a second time", variable.name);
        return Err(Problem::new(variable.at, message));
    }
    Ok(())
}

impl Image {
    fn place(&mut self, variable: &Variable<'_>) -> Result<u64, Problem> {
        let start = (self.bytes.len() as u64).next_multiple_of(u64::from(variable.align));
        let end = start + variable.bytes();
        if end > LARGEST_IMAGE {
            let message = format!("{} variables take more than 256 MiB", variable.space);
            return Err(Problem::new(variable.at, message));
        }
        self.bytes.resize(end as usize, 0);
        let address = self.base + start;
        self.variables.push(DataVariable {
            name: variable.name.to_owned(),
            address,
            bytes: variable.bytes(),
        });
        Ok(address)
    }
}

fn fill(
    data: &mut Data<'_>,
    variable: &Variable<'_>,
    initial: &Initial<'_>,
) -> Result<(), Problem> {
    let (Element::Type(ty), Some(Symbol::Address(space, address))) =
        (variable.element, data.symbols.get(variable.name).copied())
    else {
        return Err(Problem::new(
            variable.at,
            "this variable takes no initial value",
        ));
    };
    let mut values = Vec::new();
    flatten(data, ty, &variable.dimensions, initial, &mut values)?;
    let image = match space {
        Space::Global => &mut data.global,
        _ => &mut data.constant,
    };
    let start = (address - image.base) as usize;
    let size = ty.bytes() as usize;
    for (index, value) in values.iter().enumerate() {
        let at = start + index * size;
        image.bytes[at..at + size].copy_from_slice(&value.to_le_bytes()[..size]);
    }
    Ok(())
}

/// The elements of an initial value in order, each level padded with zeros to its length.
fn flatten(
    data: &Data<'_>,
    ty: Type,
    dimensions: &[u64],
    initial: &Initial<'_>,
    values: &mut Vec<u64>,
) -> Result<(), Problem> {
    match initial {
        Initial::List(at, items) => {
            let Some((&length, inner)) = dimensions.split_first() else {
                return Err(Problem::new(*at, "expected a number, found '{'"));
            };
            if items.len() as u64 > length {
                let message = format!("expected at most {length} values, found {}", items.len());
                return Err(Problem::new(*at, message));
            }
            let end = values.len() as u64 + dimensions.iter().product::<u64>();
            for item in items {
                let inner = if matches!(item, Initial::List(..)) {
                    inner
                } else {
                    &[]
                };
                flatten(data, ty, inner, item, values)?;
            }
            values.resize(end as usize, 0);
        }
        Initial::Number(at, number) => {
            if !dimensions.is_empty() {
                return Err(Problem::new(*at, "expected '{', an array's values"));
            }
            let bits = literal(ty, *number).map_err(|message| Problem::new(*at, message))?;
            values.push(bits);
        }
        Initial::Symbol(at, name, offset) => {
            let address = match data.symbols.get(name) {
                Some(Symbol::Address(space, address)) => {
                    address.wrapping_add(layout::window(*space))
                }
                Some(Symbol::Function(number)) => layout::function(*number),
                Some(Symbol::Handle(number)) => layout::handle(u32::from(*number)),
                // It has no address here; who reads this one gets none.
                Some(Symbol::External) => 0,
                _ => {
                    let message = format!("'{name}' is no variable or function of the module");
                    return Err(Problem::new(*at, message));
                }
            };
            values.push(address.wrapping_add(*offset as u64));
        }
    }
    Ok(())
}

/// The bits of a literal as a value of a type.
pub fn literal(ty: Type, number: Number) -> Result<u64, String> {
    let bits = match (ty, number) {
        (Type::Float(Width::W32), Number::Single(bits)) => u64::from(bits),
        (Type::Float(Width::W32), Number::Double(bits)) => {
            u64::from((f64::from_bits(bits) as f32).to_bits())
        }
        (Type::Float(Width::W64), Number::Double(bits)) => bits,
        (Type::Float(Width::W64), Number::Single(bits)) => {
            f64::from(f32::from_bits(bits)).to_bits()
        }
        (Type::Float(_) | Type::Brain | Type::Packed(_), _) => {
            return Err(format!("expected a {ty} number such as 0f3F800000"))
        }
        (Type::Pred, Number::Integer(value)) => u64::from(value != 0),
        (Type::Bits(Width::W32), Number::Single(bits)) => u64::from(bits),
        (Type::Bits(Width::W64), Number::Double(bits)) => bits,
        (_, Number::Integer(value)) => value,
        _ => return Err(format!("expected a whole number for a {ty} operand")),
    };
    Ok(match ty.width() {
        Some(width) => bits & (u64::MAX >> (64 - width.bits())),
        None => bits,
    })
}
