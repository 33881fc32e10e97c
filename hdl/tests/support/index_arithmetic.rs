//! Indices in the names of signals, computed by the loops around.

use super::interpreter::Interpreter;

impl Interpreter<'_> {
    /// A name with its indices computed: `lane[i+1]$value` as `lane[3]$value`.
    pub(super) fn resolve(&self, name: &str) -> String {
        let mut result = String::new();
        let mut rest = name;
        while let Some(start) = rest.find('[') {
            let end = rest.find(']').expect("a bracket is closed");
            result.push_str(&rest[..=start]);
            let mut tokens = &rest[start + 1..end];
            result.push_str(&self.sum(&mut tokens).to_string());
            assert!(tokens.is_empty(), "index {name}");
            result.push(']');
            rest = &rest[end + 1..];
        }
        result.push_str(rest);
        result
    }

    fn sum(&self, text: &mut &str) -> i128 {
        let mut total = self.product(text);
        loop {
            if let Some(rest) = text.strip_prefix('+') {
                *text = rest;
                total += self.product(text);
            } else if let Some(rest) = text.strip_prefix('-') {
                *text = rest;
                total -= self.product(text);
            } else {
                return total;
            }
        }
    }

    fn product(&self, text: &mut &str) -> i128 {
        let mut total = self.factor(text);
        while let Some(rest) = text.strip_prefix('*') {
            *text = rest;
            total *= self.factor(text);
        }
        total
    }

    fn factor(&self, text: &mut &str) -> i128 {
        if let Some(rest) = text.strip_prefix('(') {
            *text = rest;
            let value = self.sum(text);
            *text = text.strip_prefix(')').expect("a closed parenthesis");
            return value;
        }
        let end = text
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        let (word, rest) = text.split_at(end);
        *text = rest;
        match self.indices.get(word) {
            Some(&index) => index as i128,
            None => word
                .parse()
                .unwrap_or_else(|_| panic!("unknown index {word}")),
        }
    }
}
