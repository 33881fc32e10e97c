//! The module level: directives, variables, functions.
//!
//! A body may declare variables and hold statements in braces: so this file and theirs need each other.

use super::ast::{Debugging, Element, Function, Module, Variable};
use super::debugging::skip_debugging;
use super::statement;
use super::token::{Token, Tokens};
use super::variable::{alignment, element, named_variable, state_space, variables};
use super::{Problem, Space, Type};

/// Parses a module.
pub fn module(text: &str) -> Result<Module<'_>, Problem> {
    let mut tokens = Tokens::new(text)?;
    let mut module = Module {
        version: (0, 0),
        target: "",
        address_size: 32,
        variables: Vec::new(),
        functions: Vec::new(),
        debugging: Debugging::default(),
    };
    if !tokens.maybe_dot(".version") {
        return Err(tokens.unexpected("'.version', which begins a module"));
    }
    module.version = version(&mut tokens)?;
    while let Some(token) = tokens.peek() {
        item(&mut tokens, token, &mut module)?;
    }
    module.debugging = tokens.debugging;
    Ok(module)
}

fn version(tokens: &mut Tokens<'_>) -> Result<(u32, u32), Problem> {
    let problem = tokens.unexpected("a version such as 6.0");
    let Some(Token::Decimal(text)) = tokens.take() else {
        return Err(problem);
    };
    let parts = text.split_once('.').map(|(a, b)| (a.parse(), b.parse()));
    match parts {
        Some((Ok(major), Ok(minor))) => Ok((major, minor)),
        _ => Err(problem),
    }
}

fn item<'s>(
    tokens: &mut Tokens<'s>,
    token: Token<'s>,
    module: &mut Module<'s>,
) -> Result<(), Problem> {
    let Token::Dot(directive) = token else {
        return Err(tokens.unexpected("a directive"));
    };
    match directive {
        ".target" => {
            tokens.take();
            module.target = tokens.name("a target such as sm_50")?;
            while tokens.maybe(b',') {
                tokens.name("a target or option")?;
            }
        }
        ".address_size" => {
            tokens.take();
            let at = tokens.at();
            let size = tokens.integer("32 or 64")?;
            if size != 32 && size != 64 {
                let message = format!("expected 32 or 64, found '{size}'");
                return Err(Problem::new(at, message));
            }
            module.address_size = size as u32;
        }
        _ if skip_debugging(tokens)? => {}
        _ => declaration(tokens, module)?,
    }
    Ok(())
}

fn declaration<'s>(tokens: &mut Tokens<'s>, module: &mut Module<'s>) -> Result<(), Problem> {
    let mut external = false;
    loop {
        match tokens.peek() {
            Some(Token::Dot(".extern")) => external = true,
            Some(Token::Dot(".visible" | ".weak" | ".common")) => {}
            Some(Token::Dot(kind @ (".entry" | ".func"))) => {
                tokens.take();
                let function = function(tokens, kind == ".entry")?;
                module.functions.push(function);
                return Ok(());
            }
            _ => break,
        }
        tokens.take();
    }
    let Some((space, register)) = state_space(tokens)? else {
        let expected = "a directive of the module, such as .global, .func or .entry";
        return Err(tokens.unexpected(expected));
    };
    if register || matches!(space, Space::Param | Space::Local) {
        let message = format!("{space} variables stand inside of functions");
        return Err(Problem::new(tokens.at(), message));
    }
    let from = module.variables.len();
    variables(tokens, space, &mut module.variables)?;
    for variable in &mut module.variables[from..] {
        variable.external = external;
    }
    Ok(())
}

fn function<'s>(tokens: &mut Tokens<'s>, entry: bool) -> Result<Function<'s>, Problem> {
    let mut returns = Vec::new();
    attributes(tokens)?;
    if tokens.peek() == Some(Token::Punctuation(b'(')) {
        returns = parameters(tokens)?;
    }
    let at = tokens.at();
    let name = tokens.name("the function's name")?;
    let mut function = Function {
        at,
        name,
        entry,
        returns,
        parameters: Vec::new(),
        required_block: None,
        largest_block: None,
        refused: None,
        body: None,
    };
    // Places of the function before do not hold here.
    tokens.debugging.locations.push((at, None));
    if tokens.peek() == Some(Token::Punctuation(b'(')) {
        function.parameters = parameters(tokens)?;
    }
    while let Some(Token::Dot(directive)) = tokens.peek() {
        match directive {
            ".reqntid" => {
                tokens.take();
                function.required_block = Some(dimensions(tokens)?);
            }
            ".maxntid" => {
                tokens.take();
                function.largest_block = Some(dimensions(tokens)?);
            }
            // Advice about occupancy; an allocation is asked for on the command line.
            ".minnctapersm" | ".maxnctapersm" | ".maxnreg" => {
                tokens.take();
                tokens.integer("a number")?;
            }
            ".noreturn" => {
                tokens.take();
            }
            _ if skip_debugging(tokens)? => {}
            _ => {
                let message = format!("directive '{directive}' is not supported");
                let refused = Problem::new(tokens.at(), message);
                function.refused.get_or_insert(refused);
                tokens.take();
                while matches!(
                    tokens.peek(),
                    Some(Token::Integer(_) | Token::Punctuation(b','))
                ) {
                    tokens.take();
                }
            }
        }
    }
    if tokens.maybe(b'{') {
        function.body = Some(statement::body(tokens, 0)?);
    } else {
        tokens.expect(b';')?;
    }
    Ok(function)
}

fn dimensions(tokens: &mut Tokens<'_>) -> Result<[u32; 3], Problem> {
    let mut sizes = [1; 3];
    for (index, size) in sizes.iter_mut().enumerate() {
        if index > 0 && !tokens.maybe(b',') {
            break;
        }
        let at = tokens.at();
        let value = tokens.integer("a number of threads")?;
        *size =
            u32::try_from(value).map_err(|_| Problem::new(at, "expected at most 1024 threads"))?;
    }
    Ok(sizes)
}

/// `.attribute(.managed)`: of memory that host and device share, which here is all of it.
pub fn attributes(tokens: &mut Tokens<'_>) -> Result<(), Problem> {
    while tokens.maybe_dot(".attribute") {
        tokens.expect(b'(')?;
        let mut depth = 1;
        while depth > 0 {
            match tokens.take() {
                Some(Token::Punctuation(b'(')) => depth += 1,
                Some(Token::Punctuation(b')')) => depth -= 1,
                Some(_) => {}
                None => return Err(tokens.unexpected("')'")),
            }
        }
    }
    Ok(())
}

/// `(.param .u32 a, .reg .f32 b)`
pub fn parameters<'s>(tokens: &mut Tokens<'s>) -> Result<Vec<Variable<'s>>, Problem> {
    tokens.expect(b'(')?;
    let mut parameters = Vec::new();
    if tokens.maybe(b')') {
        return Ok(parameters);
    }
    loop {
        let register = match state_space(tokens)? {
            Some((Space::Param, false)) => false,
            Some((_, true)) => true,
            _ => return Err(tokens.unexpected("'.param' or '.reg'")),
        };
        let (ty, lanes, mut align) = element(tokens)?;
        if tokens.maybe_dot(".ptr") {
            while let Some(Token::Dot(word)) = tokens.peek() {
                tokens.take();
                match word {
                    ".align" => drop(alignment(tokens)?),
                    ".global" | ".const" | ".shared" | ".local" => {}
                    _ => return Err(tokens.unexpected("a parameter's name")),
                }
            }
        }
        if tokens.maybe_dot(".align") {
            align = Some(alignment(tokens)?);
        }
        let mut parameter = named_variable(tokens, Space::Param, ty, lanes, align)?;
        parameter.register = register;
        if !register && ty == Element::Type(Type::Pred) {
            return Err(Problem::new(parameter.at, "a .param cannot be a predicate"));
        }
        parameters.push(parameter);
        if !tokens.maybe(b',') {
            tokens.expect(b')')?;
            return Ok(parameters);
        }
    }
}
