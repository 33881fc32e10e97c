//! Variables: state space, type, size, initial values; and numbers.

use super::ast::{Element, Initial, Number, Variable};
use super::parser::attributes;
use super::token::{whole, Token, Tokens};
use super::{Problem, Space, Type};

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
pub fn element(tokens: &mut Tokens<'_>) -> Result<(Element, u32, Option<u32>), Problem> {
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
            ".texref" | ".surfref" | ".samplerref" => {
                tokens.take();
                let element = match word {
                    ".texref" => Element::Texture,
                    ".surfref" => Element::Surface,
                    _ => Element::Sampler,
                };
                return Ok((element, 1, None));
            }
            ".attribute" => {
                attributes(tokens)?;
                continue;
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

/// The number behind `.align`.
pub fn alignment(tokens: &mut Tokens<'_>) -> Result<u32, Problem> {
    let at = tokens.at();
    let align = tokens.integer("an alignment")?;
    if align.is_power_of_two() && align <= 128 {
        return Ok(align as u32);
    }
    let message = format!("expected an alignment of 1, 2, 4 to 128, found '{align}'");
    Err(Problem::new(at, message))
}

/// A name, its bounds and its initial value, behind all that several names share.
pub fn named_variable<'s>(
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
        Element::Texture | Element::Surface | Element::Sampler => 8,
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
