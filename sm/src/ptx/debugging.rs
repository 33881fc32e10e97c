//! Directives that a debugger or the assembler's heuristics read: where the source text is, kept for messages; the
//! rest is skipped.

use super::ast::Location;
use super::token::{Token, Tokens};
use super::Problem;

/// Takes one such directive if it is next; says whether it was.
pub fn skip_debugging(tokens: &mut Tokens<'_>) -> Result<bool, Problem> {
    let Some(Token::Dot(directive)) = tokens.peek() else {
        return Ok(false);
    };
    match directive {
        ".file" => {
            tokens.take();
            let number = tokens.integer("a file number")?;
            let problem = tokens.unexpected("a file name in quotes");
            let Some(Token::Text(name)) = tokens.take() else {
                return Err(problem);
            };
            tokens
                .debugging
                .files
                .push((number, name.trim_matches('"')));
            while tokens.maybe(b',') {
                tokens.integer("a number")?;
            }
        }
        ".loc" => {
            let at = tokens.at();
            tokens.take();
            let location = location(tokens)?;
            tokens.debugging.locations.push((at, Some(location)));
        }
        ".section" => {
            tokens.take();
            if !matches!(tokens.take(), Some(Token::Dot(_) | Token::Name(_))) {
                return Err(tokens.unexpected("a section's name"));
            }
            tokens.expect(b'{')?;
            skip_to(tokens, b'}', "'}', which ends the section")?;
        }
        ".pragma" => skip_to(tokens, b';', "';'")?,
        _ => return Ok(false),
    }
    Ok(true)
}

fn skip_to(tokens: &mut Tokens<'_>, end: u8, what: &str) -> Result<(), Problem> {
    while !tokens.maybe(end) {
        if tokens.take().is_none() {
            return Err(tokens.unexpected(what));
        }
    }
    Ok(())
}

/// `1 20 3`, and for an inlined function `, function_name $L__info_string0, inlined_at 1 30 5`.
fn location(tokens: &mut Tokens<'_>) -> Result<Location, Problem> {
    let place = place(tokens)?;
    let mut inlined_at = None;
    while tokens.maybe(b',') {
        let problem = tokens.unexpected("'function_name' or 'inlined_at'");
        match tokens.name("an attribute of .loc")? {
            "function_name" => {
                tokens.name("a label of .debug_str")?;
                if tokens.maybe(b'+') {
                    tokens.integer("an offset")?;
                }
            }
            "inlined_at" => inlined_at = Some(self::place(tokens)?),
            _ => return Err(problem),
        }
    }
    Ok(Location { place, inlined_at })
}

/// File and line; the column is not kept.
fn place(tokens: &mut Tokens<'_>) -> Result<(u64, u64), Problem> {
    let file = tokens.integer("a file number")?;
    let line = tokens.integer("a line")?;
    tokens.integer("a column")?;
    Ok((file, line))
}
