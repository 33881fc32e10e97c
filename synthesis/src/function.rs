//! Liberty's logic functions as Verilog expressions.

/// `text` as Verilog, with parentheses wherever there could be doubt.
///
/// From strong to weak: `'` behind and `!` before, `^`, conjunction (`&`, `*` or nothing),
/// disjunction (`|`, `+`).
pub fn verilog(text: &str) -> Result<String, String> {
    let mut reader = Reader {
        rest: text.trim().chars().collect(),
    };
    reader.rest.reverse();
    let expression = reader.disjunction()?;
    reader.skip();
    match reader.rest.last() {
        None => Ok(expression),
        Some(c) => Err(format!("nothing may follow at '{c}'")),
    }
}

struct Reader {
    /// Backwards, so that the next character is the last.
    rest: Vec<char>,
}

impl Reader {
    fn skip(&mut self) {
        while self.rest.last().is_some_and(|c| c.is_whitespace()) {
            self.rest.pop();
        }
    }

    fn next_is(&mut self, wanted: &[char]) -> bool {
        self.skip();
        let there = self.rest.last().is_some_and(|c| wanted.contains(c));
        if there {
            self.rest.pop();
        }
        there
    }

    fn disjunction(&mut self) -> Result<String, String> {
        let mut left = self.conjunction()?;
        while self.next_is(&['|', '+']) {
            left = format!("({left} | {})", self.conjunction()?);
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<String, String> {
        let mut left = self.difference()?;
        loop {
            let written = self.next_is(&['&', '*']);
            self.skip();
            let operand = |c: &char| c.is_alphanumeric() || "_(![\"".contains(*c);
            if !written && !self.rest.last().is_some_and(operand) {
                return Ok(left);
            }
            left = format!("({left} & {})", self.difference()?);
        }
    }

    fn difference(&mut self) -> Result<String, String> {
        let mut left = self.operand()?;
        while self.next_is(&['^']) {
            left = format!("({left} ^ {})", self.operand()?);
        }
        Ok(left)
    }

    fn operand(&mut self) -> Result<String, String> {
        self.skip();
        let mut value = if self.next_is(&['!']) {
            return Ok(format!("~{}", self.operand()?));
        } else if self.next_is(&['(']) {
            let inside = self.disjunction()?;
            if !self.next_is(&[')']) {
                return Err("a parenthesis is not closed".into());
            }
            inside
        } else {
            let mut name = String::new();
            let part = |c: &char| c.is_alphanumeric() || *c == '_';
            while self.rest.last().is_some_and(part) {
                name.extend(self.rest.pop());
            }
            match name.as_str() {
                "" => return Err("an operand is missing".into()),
                "0" | "1" => format!("1'b{name}"),
                _ => name,
            }
        };
        while self.next_is(&['\'']) {
            value = format!("~{value}");
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::verilog;

    #[test]
    fn operators_bind_as_liberty_says() {
        let as_verilog = |text: &str| verilog(text).unwrap();
        assert_eq!(as_verilog("!(A1 & A2)"), "~(A1 & A2)");
        assert_eq!(as_verilog("A B + C"), "((A & B) | C)");
        assert_eq!(as_verilog("(A*B')|1"), "((A & ~B) | 1'b1)");
        assert_eq!(as_verilog("!((S & B) | (A & !S))"), "~((S & B) | (A & ~S))");
        assert_eq!(as_verilog("A ^ B C"), "((A ^ B) & C)");
    }

    #[test]
    fn what_is_no_function_is_refused() {
        for text in ["", "(A", "A &", "A)"] {
            assert!(verilog(text).is_err(), "{text}");
        }
    }
}
