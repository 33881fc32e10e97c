//! Usage errors as one line that says what was given and what is allowed.

use crate::failure::Exit;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use spec::UnknownName;
use std::error::Error;

/// Prints help to standard output or an error to standard error, and gives the exit code.
pub fn report(error: &clap::Error) -> Exit {
    use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
    match error.kind() {
        DisplayHelp | DisplayVersion => {
            crate::say!("{}", error.render().to_string().trim_end());
            return Exit::Fine;
        }
        DisplayHelpOnMissingArgumentOrSubcommand => {
            eprint!("{}", error.render());
        }
        _ => eprintln!("warploom: {}", one_line(error)),
    }
    Exit::BadInput
}

fn one_line(error: &clap::Error) -> String {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    let allowed = |kind| match error.get(kind) {
        Some(ContextValue::Strings(names)) => names.clone(),
        Some(ContextValue::String(name)) => vec![name.clone()],
        _ => Vec::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let name = given(ContextKind::InvalidSubcommand).unwrap_or_default();
            let commands = <crate::cli::Cli as clap::CommandFactory>::command();
            let commands = commands.get_subcommands().map(|c| c.get_name().to_owned());
            UnknownName::new("command", name, commands).to_string()
        }
        // What our own parsers say is a whole sentence.
        ErrorKind::ValueValidation if error.source().is_some_and(|e| e.is::<UnknownName>()) => {
            error.source().map(ToString::to_string).unwrap_or_default()
        }
        ErrorKind::InvalidValue if !allowed(ContextKind::ValidValue).is_empty() => {
            let option = given(ContextKind::InvalidArg).unwrap_or("option");
            let option = option.split_whitespace().next().unwrap_or(option);
            let value = given(ContextKind::InvalidValue).unwrap_or_default();
            let names = allowed(ContextKind::ValidValue);
            let listed = UnknownName::new("value", value, names).to_string();
            listed.replacen("unknown value", &format!("bad value for {option}:"), 1)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = allowed(ContextKind::InvalidArg).join(", ");
            format!("{missing} is missing; see 'warploom help'")
        }
        _ => {
            // The first line of clap's own message says what is wrong; the rest is usage.
            let text = error.render().to_string();
            let first = text.lines().next().unwrap_or_default();
            let first = first.strip_prefix("error: ").unwrap_or(first);
            let tips = allowed(ContextKind::SuggestedArg);
            match tips.first() {
                Some(tip) => format!("{first}; did you mean {tip}?"),
                None => format!("{first}; see 'warploom help'"),
            }
        }
    }
}
