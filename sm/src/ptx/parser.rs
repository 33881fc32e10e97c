//! The module level: directives, variables, functions.

use super::ast::{Element, Function, Initial, Module, Number, Variable};
use super::statement;
use super::token::{whole, Token, Tokens};
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
    };
    if !tokens.maybe_dot(".version") {
        return Err(tokens.unexpected("'.version', which begins a module"));
    }
    module.version = version(&mut tokens)?;
    while let Some(token) = tokens.peek() {
        item(&mut tokens, token, &mut module)?;
    }
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

/// Skips directives that only a debugger or the assembler's heuristics read; says whether it did.
pub fn skip_debugging(tokens: &mut Tokens<'_>) -> Result<bool, Problem> {
    match tokens.peek() {
        Some(Token::Dot(".file")) => {
            tokens.take();
            tokens.integer("a file number")?;
            let problem = tokens.unexpected("a file name in quotes");
            let Some(Token::Text(_)) = tokens.take() else {
                return Err(problem);
            };
            while tokens.maybe(b',') {
                tokens.integer("a number")?;
            }
        }
        Some(Token::Dot(".loc")) => {
            tokens.take();
            for what in ["a file number", "a line", "a column"] {
                tokens.integer(what)?;
            }
            // `, function_name label+offset, inlined_at file line column`
            while tokens.maybe(b',') {
                tokens.name("an attribute of .loc")?;
                while matches!(
                    tokens.peek(),
                    Some(Token::Name(_) | Token::Integer(_) | Token::Punctuation(b'+'))
                ) && !matches!(
                    tokens.peek_at(1),
                    Some(Token::Dot(_) | Token::Punctuation(b':'))
                ) {
                    let operand = matches!(tokens.peek(), Some(Token::Name(_)));
                    tokens.take();
                    if operand && tokens.peek() != Some(Token::Punctuation(b'+')) {
                        break;
                    }
                }
            }
        }
        Some(Token::Dot(".section")) => {
            tokens.take();
            if !matches!(tokens.take(), Some(Token::Dot(_) | Token::Name(_))) {
                return Err(tokens.unexpected("a section's name"));
            }
            tokens.expect(b'{')?;
            while !tokens.maybe(b'}') {
                if tokens.take().is_none() {
                    return Err(tokens.unexpected("'}', which ends the section"));
                }
            }
        }
        Some(Token::Dot(".pragma")) => {
            tokens.take();
            while !tokens.maybe(b';') {
                if tokens.take().is_none() {
                    return Err(tokens.unexpected("';'"));
                }
            }
        }
        _ => return Ok(false),
    }
    Ok(true)
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

/// Takes a state space if one follows; the flag says whether it is `.reg`.
pub fn state_space(tokens: &mut Tokens<'_>) -> Result<Option<(Space, bool)>, Problem> {
    let Some(Token::Dot(word)) = tokens.peek() else {
        return Ok(None);
    };
    let found = match word {
        ".reg" => Some((Space::Generic, true)),
        ".tex" => {
            let message = "'.tex' variables are not supported; declare '.global .texref'";
            return Err(Problem::new(tokens.at(), message));
        }
        _ => Space::from_name(&word[1..]).map(|space| (space, false)),
    };
    if found.is_some() {
        tokens.take();
    }
    Ok(found)
}

/// `.align 8 .v4 .f32 name[2][3] = {...}, name;`
pub fn variables<'s>(
    tokens: &mut Tokens<'s>,
    space: Space,
    into: &mut Vec<Variable<'s>>,
) -> Result<(), Problem> {
    let (element, lanes, align) = element(tokens)?;
    loop {
        let mut variable = named_variable(tokens, space, element, lanes, align)?;
        if tokens.maybe(b'=') {
            if !matches!(space, Space::Global | Space::Const) {
                let message = format!("{space} variables take no initial value");
                return Err(Problem::new(tokens.at(), message));
            }
            let value = initial(tokens, 0)?;
            if variable.count.is_none() {
                let Initial::List(_, items) = &value else {
                    return Err(Problem::new(variable.at, "an array takes '{ ... }'"));
                };
                variable.count = Some(u64::from(lanes) * items.len() as u64);
                variable.dimensions.insert(0, items.len() as u64);
            }
            variable.initial = Some(value);
        }
        into.push(variable);
        if !tokens.maybe(b',') {
            return tokens.expect(b';');
        }
    }
}

/// Alignment, vector and type; `.ptr` and what follows it are hints about a parameter.
fn element(tokens: &mut Tokens<'_>) -> Result<(Element, u32, Option<u32>), Problem> {
    let mut lanes = 1;
    let mut align = None;
    loop {
        let Some(Token::Dot(word)) = tokens.peek() else {
            return Err(tokens.unexpected("a type"));
        };
        match word {
            ".align" => {
                tokens.take();
                align = Some(alignment(tokens)?);
                continue;
            }
            ".v2" => lanes = 2,
            ".v4" => lanes = 4,
            ".texref" => {
                tokens.take();
                return Ok((Element::Texture, 1, None));
            }
            _ => {
                let Some(ty) = Type::from_name(&word[1..]) else {
                    return Err(tokens.unexpected("a type"));
                };
                tokens.take();
                return Ok((Element::Type(ty), lanes, align));
            }
        }
        tokens.take();
    }
}

fn alignment(tokens: &mut Tokens<'_>) -> Result<u32, Problem> {
    let at = tokens.at();
    let align = tokens.integer("an alignment")?;
    if align.is_power_of_two() && align <= 128 {
        return Ok(align as u32);
    }
    let message = format!("expected an alignment of 1, 2, 4 to 128, found '{align}'");
    Err(Problem::new(at, message))
}

fn named_variable<'s>(
    tokens: &mut Tokens<'s>,
    space: Space,
    element: Element,
    lanes: u32,
    align: Option<u32>,
) -> Result<Variable<'s>, Problem> {
    let at = tokens.at();
    let name = tokens.name("the variable's name")?;
    let size = match element {
        Element::Type(ty) => ty.bytes() * lanes,
        Element::Texture => 8,
    };
    let mut count = Some(u64::from(lanes));
    let mut dimensions = Vec::new();
    while tokens.maybe(b'[') {
        if dimensions.is_empty() && tokens.maybe(b']') {
            count = None;
            continue;
        }
        let at = tokens.at();
        let length = tokens.integer("the array's length")?;
        let total = count.unwrap_or(u64::from(lanes)).checked_mul(length);
        // No variable that a device could hold is larger; it keeps sizes in range everywhere.
        let Some(total) = total.filter(|&total| total <= 1 << 30) else {
            return Err(Problem::new(at, "the array has more than 2^30 elements"));
        };
        count = count.map(|_| total);
        dimensions.push(length);
        tokens.expect(b']')?;
    }
    if lanes > 1 {
        dimensions.push(u64::from(lanes));
    }
    Ok(Variable {
        at,
        name,
        space,
        register: false,
        external: false,
        align: align.unwrap_or(size.max(1)),
        element,
        count,
        dimensions,
        initial: None,
    })
}

fn initial<'s>(tokens: &mut Tokens<'s>, depth: u32) -> Result<Initial<'s>, Problem> {
    let at = tokens.at();
    if tokens.maybe(b'{') {
        if depth > 8 {
            return Err(Problem::new(at, "initial values nest deeper than 8"));
        }
        let mut items = Vec::new();
        loop {
            items.push(initial(tokens, depth + 1)?);
            if !tokens.maybe(b',') {
                tokens.expect(b'}')?;
                return Ok(Initial::List(at, items));
            }
        }
    }
    if let Some(Token::Name(name)) = tokens.peek() {
        tokens.take();
        let generic = name == "generic" && tokens.maybe(b'(');
        let name = if generic {
            tokens.name("a variable")?
        } else {
            name
        };
        if generic {
            tokens.expect(b')')?;
        }
        let offset = offset(tokens)?;
        return Ok(Initial::Symbol(at, name, offset));
    }
    Ok(Initial::Number(at, number(tokens)?))
}

/// `+4`, `-4`, `+-4`, or nothing.
pub fn offset(tokens: &mut Tokens<'_>) -> Result<i64, Problem> {
    let negative = if tokens.maybe(b'+') {
        tokens.maybe(b'-')
    } else if tokens.maybe(b'-') {
        true
    } else {
        return Ok(0);
    };
    let value = tokens.integer("an offset")? as i64;
    Ok(if negative {
        value.wrapping_neg()
    } else {
        value
    })
}

/// A literal, with its sign.
pub fn number(tokens: &mut Tokens<'_>) -> Result<Number, Problem> {
    let problem = tokens.unexpected("a number");
    let at = tokens.at();
    let negative = tokens.maybe(b'-');
    let flipped = !negative && tokens.maybe(b'~');
    let digits = |text: &str| u64::from_str_radix(&text[2..], 16).unwrap_or(0);
    Ok(match tokens.take() {
        Some(Token::Integer(text)) => {
            let value = whole(text).map_err(|message| Problem::new(at, message))?;
            Number::Integer(match (negative, flipped) {
                (true, _) => value.wrapping_neg(),
                (_, true) => !value,
                _ => value,
            })
        }
        Some(Token::SingleBits(text)) if !flipped => {
            Number::Single(digits(text) as u32 ^ u32::from(negative) << 31)
        }
        Some(Token::DoubleBits(text)) if !flipped => {
            Number::Double(digits(text) ^ u64::from(negative) << 63)
        }
        Some(Token::Decimal(text)) if !flipped => {
            let value: f64 = text.parse().map_err(|_| problem)?;
            Number::Double(if negative { -value } else { value }.to_bits())
        }
        _ => return Err(problem),
    })
}

fn function<'s>(tokens: &mut Tokens<'s>, entry: bool) -> Result<Function<'s>, Problem> {
    let mut returns = Vec::new();
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
        body: None,
    };
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
            _ => return Err(tokens.unexpected("'{' or a directive of the function")),
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

/// `(.param .u32 a, .reg .f32 b)`
fn parameters<'s>(tokens: &mut Tokens<'s>) -> Result<Vec<Variable<'s>>, Problem> {
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
        if ty == Element::Texture {
            let message = "textures as parameters are not supported; declare '.global .texref'";
            return Err(Problem::new(parameter.at, message));
        }
        parameters.push(parameter);
        if !tokens.maybe(b',') {
            tokens.expect(b')')?;
            return Ok(parameters);
        }
    }
}
