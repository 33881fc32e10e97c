//! The function level: declarations, labels, instructions and their operands.

use super::ast::{Instruction, Operand, OperandKind, Prototype, Statement};
use super::debugging::skip_debugging;
use super::parser::parameters;
use super::token::{Token, Tokens};
use super::variable::{number, offset, state_space, variables};
use super::{At, Problem, Type};

/// Blocks nest at most this deep: compilers stop at two or three, a stack ends somewhere.
const DEEPEST_BLOCK: u32 = 64;

/// Statements up to the closing brace, which is taken too.
pub fn body<'s>(tokens: &mut Tokens<'s>, depth: u32) -> Result<Vec<Statement<'s>>, Problem> {
    let mut statements = Vec::new();
    loop {
        match tokens.peek() {
            Some(Token::Punctuation(b'}')) => {
                tokens.take();
                return Ok(statements);
            }
            Some(Token::Punctuation(b'{')) => {
                if depth == DEEPEST_BLOCK {
                    let message = format!("blocks nest deeper than {DEEPEST_BLOCK}");
                    return Err(Problem::new(tokens.at(), message));
                }
                tokens.take();
                statements.push(Statement::Block(body(tokens, depth + 1)?));
            }
            None => return Err(tokens.unexpected(EXPECTED)),
            Some(token) => {
                let start = tokens.taken();
                if let Err(problem) = statement(tokens, token, &mut statements) {
                    statements.push(Statement::Refused(problem));
                    tokens.recover(start);
                }
            }
        }
    }
}

const EXPECTED: &str = "an instruction, a directive, a label or '}'";

/// Anything but a block.
fn statement<'s>(
    tokens: &mut Tokens<'s>,
    token: Token<'s>,
    statements: &mut Vec<Statement<'s>>,
) -> Result<(), Problem> {
    match token {
        Token::Punctuation(b';') => drop(tokens.take()),
        Token::Dot(_) if skip_debugging(tokens)? => {}
        Token::Dot(_) => declaration(tokens, statements)?,
        Token::Name(_) if tokens.peek_at(1) == Some(Token::Punctuation(b':')) => {
            statements.push(label(tokens)?);
        }
        Token::Name(_) | Token::Punctuation(b'@') => {
            statements.push(Statement::Instruction(instruction(tokens)?));
        }
        _ => return Err(tokens.unexpected(EXPECTED)),
    }
    Ok(())
}

fn label<'s>(tokens: &mut Tokens<'s>) -> Result<Statement<'s>, Problem> {
    let at = tokens.at();
    let name = tokens.name("a label")?;
    tokens.expect(b':')?;
    if tokens.maybe_dot(".branchtargets") {
        return Ok(Statement::Targets(at, name, names(tokens, "a label")?));
    }
    if tokens.maybe_dot(".calltargets") {
        return Ok(Statement::Callees(at, name, names(tokens, "a function")?));
    }
    if tokens.maybe_dot(".callprototype") {
        return Ok(Statement::Prototype(at, name, prototype(tokens)?));
    }
    Ok(Statement::Label(at, name))
}

fn names<'s>(tokens: &mut Tokens<'s>, what: &str) -> Result<Vec<(At, &'s str)>, Problem> {
    let mut names = Vec::new();
    loop {
        let at = tokens.at();
        names.push((at, tokens.name(what)?));
        if !tokens.maybe(b',') {
            tokens.expect(b';')?;
            return Ok(names);
        }
    }
}

/// `(.param .b32 _) _ (.param .b64 _)`, each of the three may be missing.
fn prototype<'s>(tokens: &mut Tokens<'s>) -> Result<Prototype<'s>, Problem> {
    let group = |tokens: &mut Tokens<'s>| match tokens.peek() {
        Some(Token::Punctuation(b'(')) => parameters(tokens),
        _ => Ok(Vec::new()),
    };
    let returns = group(tokens)?;
    tokens.name("'_', which stands for the function")?;
    let parameters = group(tokens)?;
    tokens.maybe_dot(".noreturn");
    tokens.expect(b';')?;
    Ok(Prototype {
        returns,
        parameters,
    })
}

fn declaration<'s>(
    tokens: &mut Tokens<'s>,
    statements: &mut Vec<Statement<'s>>,
) -> Result<(), Problem> {
    match state_space(tokens)? {
        Some((_, true)) => statements.push(registers(tokens)?),
        Some((space, false)) => {
            let mut declared = Vec::new();
            variables(tokens, space, &mut declared)?;
            statements.extend(declared.into_iter().map(Statement::Variable));
        }
        None => return Err(tokens.unexpected("a directive of a function, such as .reg")),
    }
    Ok(())
}

fn registers<'s>(tokens: &mut Tokens<'s>) -> Result<Statement<'s>, Problem> {
    let ty = match tokens.peek() {
        Some(Token::Dot(word)) => Type::from_name(&word[1..]),
        _ => None,
    };
    let Some(ty) = ty else {
        return Err(tokens.unexpected("a register's type"));
    };
    tokens.take();
    let mut names = Vec::new();
    loop {
        let at = tokens.at();
        let name = tokens.name("a register's name")?;
        let mut count = None;
        if tokens.maybe(b'<') {
            let at = tokens.at();
            let number = tokens.integer("a number of registers")?;
            let number = u32::try_from(number);
            count =
                Some(number.map_err(|_| Problem::new(at, "expected fewer than 2^32 registers"))?);
            tokens.expect(b'>')?;
        }
        names.push((at, name, count));
        if !tokens.maybe(b',') {
            tokens.expect(b';')?;
            return Ok(Statement::Registers(ty, names));
        }
    }
}

fn instruction<'s>(tokens: &mut Tokens<'s>) -> Result<Instruction<'s>, Problem> {
    let mut guard = None;
    if tokens.maybe(b'@') {
        let negated = tokens.maybe(b'!');
        let at = tokens.at();
        guard = Some((at, tokens.name("a predicate")?, negated));
    }
    let at = tokens.at();
    let opcode = tokens.name("an instruction")?;
    let mut modifiers = Vec::new();
    while let Some(Token::Dot(word)) = tokens.peek() {
        modifiers.push((tokens.at(), &word[1..]));
        tokens.take();
    }
    let mut operands = Vec::new();
    if !tokens.maybe(b';') {
        loop {
            operands.push(operand(tokens, 0)?);
            if !tokens.maybe(b',') {
                tokens.expect(b';')?;
                break;
            }
        }
    }
    Ok(Instruction {
        at,
        guard,
        opcode,
        modifiers,
        operands,
    })
}

fn operand<'s>(tokens: &mut Tokens<'s>, depth: u32) -> Result<Operand<'s>, Problem> {
    let at = tokens.at();
    let kind = match tokens.peek() {
        Some(Token::Punctuation(b'[')) if depth == 0 => address(tokens)?,
        Some(Token::Punctuation(b'{')) if depth < 2 => {
            tokens.take();
            OperandKind::Vector(list(tokens, b'}', depth + 1)?)
        }
        Some(Token::Punctuation(b'(')) if depth == 0 => {
            tokens.take();
            if tokens.maybe(b')') {
                OperandKind::Group(Vec::new())
            } else {
                OperandKind::Group(list(tokens, b')', 2)?)
            }
        }
        Some(Token::Punctuation(b'!')) => {
            tokens.take();
            OperandKind::Not(tokens.name("a predicate")?)
        }
        Some(Token::Name(name)) => {
            tokens.take();
            named(tokens, name)?
        }
        _ => OperandKind::Number(number(tokens).map_err(|problem| {
            // A bad digit keeps its own message; anything else is no operand at all.
            if problem.at == at && problem.message.starts_with("expected a number,") {
                tokens_unexpected(&problem)
            } else {
                problem
            }
        })?),
    };
    Ok(Operand { at, kind })
}

fn tokens_unexpected(problem: &Problem) -> Problem {
    let message = problem.message.replacen("a number", "an operand", 1);
    Problem::new(problem.at, message)
}

fn named<'s>(tokens: &mut Tokens<'s>, name: &'s str) -> Result<OperandKind<'s>, Problem> {
    if let Some(Token::Dot(component)) = tokens.peek() {
        tokens.take();
        return Ok(OperandKind::Component(name, &component[1..]));
    }
    if tokens.maybe(b'|') {
        let at = tokens.at();
        return Ok(OperandKind::Pair(name, at, tokens.name("a predicate")?));
    }
    match offset(tokens)? {
        0 => Ok(OperandKind::Name(name)),
        bytes => Ok(OperandKind::Offset(name, bytes)),
    }
}

fn list<'s>(tokens: &mut Tokens<'s>, end: u8, depth: u32) -> Result<Vec<Operand<'s>>, Problem> {
    let mut items = Vec::new();
    loop {
        items.push(operand(tokens, depth)?);
        if !tokens.maybe(b',') {
            tokens.expect(end)?;
            return Ok(items);
        }
    }
}

/// `[base+offset]`, `[1024]`, `[texture, {x, y}]`
fn address<'s>(tokens: &mut Tokens<'s>) -> Result<OperandKind<'s>, Problem> {
    tokens.expect(b'[')?;
    if let Some(Token::Name(base)) = tokens.peek() {
        tokens.take();
        if tokens.maybe(b',') {
            let coordinates = match operand(tokens, 1)? {
                Operand {
                    kind: OperandKind::Vector(items),
                    ..
                } => items,
                single => vec![single],
            };
            if tokens.peek() == Some(Token::Punctuation(b',')) {
                let message = "samplers apart from textures are not supported";
                return Err(Problem::new(tokens.at(), message));
            }
            tokens.expect(b']')?;
            return Ok(OperandKind::Texture(base, coordinates));
        }
        let bytes = offset(tokens)?;
        tokens.expect(b']')?;
        return Ok(OperandKind::Address(Some(base), bytes));
    }
    let negative = tokens.maybe(b'-');
    let bytes = tokens.integer("an address: a register, a variable or a number")? as i64;
    tokens.expect(b']')?;
    let bytes = if negative {
        bytes.wrapping_neg()
    } else {
        bytes
    };
    Ok(OperandKind::Address(None, bytes))
}
