//! NumPy's `.npy` files: one array of numbers or of structs, row by row.

use crate::descriptor::{Column, Layout};
use npyz::{NpyHeader, Order};

/// The type of a field as NumPy says it.
fn of_column(column: &Column) -> String {
    let ty = column.element.numpy();
    match column.count {
        1 => format!("('{}', '{ty}'), ", column.name),
        count => format!("('{}', '{ty}', ({count},)), ", column.name),
    }
}

/// The type of an element as NumPy says it. Gaps between fields are fields without a name.
fn description(layout: &Layout) -> String {
    if let [column] = layout.columns.as_slice() {
        if column.name.is_empty() {
            return format!("'{}'", column.element.numpy());
        }
    }
    let mut text = String::from("[");
    let mut end = 0;
    let gap = |from: usize, to: usize| match to - from {
        0 => String::new(),
        bytes => format!("('', '|V{bytes}'), "),
    };
    for column in &layout.columns {
        text += &gap(end, column.offset);
        text += &of_column(column);
        end = column.range().end;
    }
    text + &gap(end, layout.bytes) + "]"
}

/// The elements of a file, which must be of this layout; rows follow each other, whatever their number.
pub fn read(file: &[u8], layout: &Layout) -> Result<Vec<u8>, String> {
    let mut rest = file;
    let header = NpyHeader::from_reader(&mut rest).map_err(|error| error.to_string())?;
    let (found, wanted) = (header.dtype().descr(), description(layout));
    if found != wanted {
        return Err(format!("its elements are {found}, expected {wanted}"));
    }
    if header.order() != Order::C && header.shape().len() > 1 {
        return Err(
            "its columns follow each other, expected rows (numpy.ascontiguousarray)".into(),
        );
    }
    let bytes = header.len().checked_mul(layout.bytes as u64);
    let bytes = bytes.and_then(|bytes| rest.get(..usize::try_from(bytes).ok()?));
    bytes
        .map(<[u8]>::to_vec)
        .ok_or_else(|| "it is cut short".into())
}

/// A file with these elements, in rows of a width if there is one.
pub fn write(layout: &Layout, width: Option<u64>, bytes: &[u8]) -> Vec<u8> {
    let elements = (bytes.len() / layout.bytes.max(1)) as u64;
    let shape = match width.filter(|&width| width > 0 && elements.is_multiple_of(width)) {
        Some(width) => format!("({}, {width})", elements / width),
        None => format!("({elements},)"),
    };
    let description = description(layout);
    let mut header =
        format!("{{'descr': {description}, 'fortran_order': False, 'shape': {shape}, }}");
    // Magic, version and length take 10 bytes; data begin at a multiple of 64.
    let length = (header.len() + 11).next_multiple_of(64) - 10;
    header = format!("{header:<width$}\n", width = length - 1);
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((length as u16).to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(bytes);
    file
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::{ElementType, Struct};

    /// What `numpy.save` writes of `numpy.array([[1, 2], [3, 4]], 'i2')`, and of a struct of `u1` and `f8`, aligned.
    const SHORTS: &str = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 2), }";
    const STRUCTS: &str = "{'descr': [('a', '|u1'), ('', '|V7'), ('b', '<f8')], 'fortran_order': False, 'shape': (1,), }";

    fn saved(header: &str, data: &[u8]) -> Vec<u8> {
        let text = format!("{header:<117}\n");
        [
            b"\x93NUMPY\x01\x00\x76\x00".as_slice(),
            text.as_bytes(),
            data,
        ]
        .concat()
    }

    #[test]
    fn what_numpy_saves_is_read_and_written() {
        let layout = Layout::plain(ElementType::I16);
        let data = [1, 0, 2, 0, 3, 0, 4, 0];
        let file = saved(SHORTS, &data);
        assert_eq!(read(&file, &layout).as_deref(), Ok(data.as_slice()));
        assert_eq!(write(&layout, Some(2), &data), file);
        assert!(read(&file[..file.len() - 1], &layout).is_err());
        assert!(read(&file, &Layout::plain(ElementType::U16)).is_err());
        assert!(read(b"nothing", &layout).is_err());
    }

    #[test]
    fn structs_have_gaps() {
        let text =
            "name = 'P'\nfields = [{ name = 'a', type = 'u8' }, { name = 'b', type = 'f64' }]";
        let layout = toml::from_str::<Struct>(text).expect("it reads").layout();
        let data: Vec<u8> = (0..16).collect();
        assert_eq!(read(&saved(STRUCTS, &data), &layout), Ok(data.clone()));
        assert_eq!(read(&write(&layout, None, &data), &layout), Ok(data));
    }
}
