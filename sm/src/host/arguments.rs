//! Kernel arguments: values in the bytes of the argument block.

use super::buffers::push;
use super::error::Inconsistency;
use super::expression::Value;
use crate::descriptor::{Argument, ElementType, FieldValue, Scalar, Struct, StructArgument};
use crate::ir::{Kernel, Parameter};
use crate::ptx::types::Width;
use crate::ptx::Type;

/// The argument block of a launch.
pub fn pack(
    kernel: &Kernel,
    arguments: &[Argument],
    structs: &[Struct],
    value: &dyn Fn(&Scalar) -> Result<Value, Inconsistency>,
) -> Result<Vec<u8>, Inconsistency> {
    let (given, wanted) = (arguments.len(), kernel.parameters.len());
    if given != wanted {
        let message = format!(
            "kernel '{}' takes {wanted} arguments, found {given}",
            kernel.name
        );
        return Err(Inconsistency(message));
    }
    let mut block = vec![0; kernel.parameter_bytes as usize];
    for (argument, parameter) in arguments.iter().zip(&kernel.parameters) {
        let bytes = match argument {
            Argument::Scalar(scalar) => scalar_bytes(parameter, value(scalar)?),
            Argument::Struct(given) => struct_bytes(given, structs, value),
        };
        let name = &parameter.name;
        let bytes =
            bytes.map_err(|problem| Inconsistency(format!("argument '{name}': {}", problem.0)))?;
        if bytes.len() > parameter.bytes as usize {
            let (found, most) = (bytes.len(), parameter.bytes);
            let message = format!("argument '{name}': {found} bytes, the parameter takes {most}");
            return Err(Inconsistency(message));
        }
        let start = parameter.offset as usize;
        block[start..start + bytes.len()].copy_from_slice(&bytes);
    }
    Ok(block)
}

fn scalar_bytes(parameter: &Parameter, value: Value) -> Result<Vec<u8>, Inconsistency> {
    if parameter.bytes != parameter.ty.bytes() {
        let message = "the parameter is a struct; expected { struct = name, values = { .. } }";
        return Err(Inconsistency(message.into()));
    }
    let element = match (parameter.ty, value) {
        (Type::Float(Width::W32), _) => ElementType::F32,
        (Type::Float(Width::W64), _) => ElementType::F64,
        // Compilers declare every scalar parameter as bits.
        (Type::Bits(Width::W32), Value::Real(_)) => ElementType::F32,
        (Type::Bits(Width::W64), Value::Real(_)) => ElementType::F64,
        (ty, _) => match ty.bytes() {
            1 => ElementType::U8,
            2 => ElementType::U16,
            4 => ElementType::U32,
            _ => ElementType::U64,
        },
    };
    let mut bytes = Vec::new();
    push(element, value, &mut bytes)?;
    Ok(bytes)
}

fn struct_bytes(
    given: &StructArgument,
    structs: &[Struct],
    value: &dyn Fn(&Scalar) -> Result<Value, Inconsistency>,
) -> Result<Vec<u8>, Inconsistency> {
    let known = structs.iter().find(|known| known.name == given.name);
    let known = known.ok_or_else(|| format!("there is no struct {:?}", given.name))?;
    let layout = known.layout();
    if let Some(name) = given
        .values
        .keys()
        .find(|name| layout.column(name).is_none())
    {
        return Err(format!("struct {:?} has no field {name:?}", given.name).into());
    }
    let mut bytes = vec![0; layout.bytes];
    for column in &layout.columns {
        let name = &column.name;
        let values = given.values.get(name).map(FieldValue::scalars);
        let values = values.ok_or_else(|| format!("field {name:?} has no value"))?;
        let (found, wanted) = (values.len(), column.count);
        if found != wanted {
            return Err(format!("field {name:?} has {wanted} numbers, found {found}").into());
        }
        let mut field = Vec::new();
        for scalar in values {
            push(column.element, value(scalar)?, &mut field)?;
        }
        bytes[column.range()].copy_from_slice(&field);
    }
    Ok(bytes)
}
