//! Kernel arguments: values in the bytes of the argument block.

use super::buffers::push;
use super::error::Inconsistency;
use super::expression::Value;
use crate::descriptor::{Argument, ElementType, Field, Scalar};
use crate::ir::{Kernel, Parameter};
use crate::ptx::types::Width;
use crate::ptx::Type;

/// The argument block of a launch.
pub fn pack(
    kernel: &Kernel,
    arguments: &[Argument],
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
            Argument::Struct(fields) => struct_bytes(&fields.fields, value),
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
        let message = "the parameter is a struct; expected { fields = [..] }";
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
    fields: &[Field],
    value: &dyn Fn(&Scalar) -> Result<Value, Inconsistency>,
) -> Result<Vec<u8>, Inconsistency> {
    let mut bytes = Vec::new();
    for field in fields {
        let (element, scalar) = match field {
            Field::U8(scalar) => (ElementType::U8, scalar),
            Field::I8(scalar) => (ElementType::I8, scalar),
            Field::U16(scalar) => (ElementType::U16, scalar),
            Field::I16(scalar) => (ElementType::I16, scalar),
            Field::U32(scalar) => (ElementType::U32, scalar),
            Field::I32(scalar) => (ElementType::I32, scalar),
            Field::U64(scalar) => (ElementType::U64, scalar),
            Field::I64(scalar) => (ElementType::I64, scalar),
            Field::F32(scalar) => (ElementType::F32, scalar),
            Field::F64(scalar) => (ElementType::F64, scalar),
        };
        bytes.resize(bytes.len().next_multiple_of(element.bytes()), 0);
        push(element, value(scalar)?, &mut bytes)?;
    }
    Ok(bytes)
}
