//! Where in a buffer elements are wrong: a sign for each part of it.

/// Signs of a row, and rows, at most.
const COLUMNS: u64 = 64;
const ROWS: u64 = 16;

/// The picture of a buffer with these elements wrong, ascending; without a width it is one row.
pub fn picture(elements: u64, width: Option<u64>, wrong: &[u64]) -> Vec<String> {
    let width = width.filter(|&width| width > 0).unwrap_or(elements);
    if elements == 0 {
        return Vec::new();
    }
    let height = elements.div_ceil(width);
    let (columns, rows) = (width.min(COLUMNS), height.min(ROWS));
    // The part of a row or column that a place belongs to; parts differ in size by at most one.
    let part = |at: u64, size: u64, parts: u64| (at * parts / size) as usize;
    let sizes = |size: u64, parts: u64| {
        let mut sizes = vec![0u64; parts as usize];
        (0..size).for_each(|at| sizes[part(at, size, parts)] += 1);
        sizes
    };
    let mut counts = vec![vec![0u64; columns as usize]; rows as usize];
    for at in wrong {
        let (row, column) = (at / width, at % width);
        counts[part(row, height, rows)][part(column, width, columns)] += 1;
    }
    let (tall, wide) = (sizes(height, rows), sizes(width, columns));
    let sign = |count: u64, all: u64| match count {
        0 => '.',
        _ if count >= all => '#',
        _ => '+',
    };
    let rows = counts.iter().zip(&tall);
    let row = |(counts, tall): (&Vec<u64>, &u64)| {
        counts
            .iter()
            .zip(&wide)
            .map(|(&count, wide)| sign(count, wide * tall))
            .collect()
    };
    rows.map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::picture;

    #[test]
    fn parts_are_where_they_are() {
        assert_eq!(picture(6, Some(3), &[1, 3, 4]), [".#.", "##."]);
        assert_eq!(picture(4, None, &[3]), ["...#"]);
        // Two elements a sign, then two rows a row.
        assert_eq!(
            picture(128, None, &[0, 126, 127])[0],
            format!("+{}#", ".".repeat(62))
        );
        let wrong: Vec<u64> = (0..64).chain([64 * 31]).collect();
        let rows = picture(64 * 32, Some(64), &wrong);
        assert_eq!(
            (rows.len(), rows[0].as_str()),
            (16, "+".repeat(64).as_str())
        );
        assert!(rows[15].starts_with("+."));
    }
}
