//! Lint: every tool over every unit, side by side.

use crate::discovery::{Found, Tools};
use crate::error::Error;
use crate::lint_rules::Rule;
use crate::pool::{pools, Pool};
use crate::run::run;
use crate::unit::Unit;
use emitter::Dialect;
use progress::parallel;

/// What one tool said of one unit.
#[derive(Debug)]
pub struct Finding {
    pub unit: String,
    pub dialect: Dialect,
    pub tool: &'static str,
    /// Each message with the lines that belong to it.
    pub messages: Vec<String>,
}

/// Runs every rule of each unit's dialect. An optional tool that is missing is left out;
/// any other is an error before anything runs.
///
/// Units whose files agree are looked at together. Only where a tool objects to them it looks at fewer, down
/// to one alone, so that what it says is of that unit.
pub fn lint(tools: &Tools, units: &[Unit]) -> Result<Vec<Finding>, Error> {
    let pools = pools(units);
    let mut jobs: Vec<(&Pool<'_>, &Rule, Found)> = Vec::new();
    for pool in &pools {
        for rule in pool.dialect().into_iter().flat_map(Rule::of) {
            match tools.find(rule.tool) {
                Ok(found) => jobs.push((pool, rule, found)),
                Err(_) if rule.tool.entry().optional => {}
                Err(error) => return Err(error),
            }
        }
    }
    let name = |job: &(&Pool<'_>, &Rule, Found)| {
        let what = match job.0.units.as_slice() {
            [unit] => unit.name.clone(),
            units => format!("{} units", units.len()),
        };
        format!("{what} ({})", job.1.tool.name())
    };
    let found: Result<Vec<Vec<Finding>>, Error> =
        parallel::shown("lint", &jobs, &name, &|(pool, rule, tool), _| {
            look(pool, rule, tool)
        })
        .into_iter()
        .collect();
    let mut findings: Vec<Finding> = found?.into_iter().flatten().collect();
    let place = |finding: &Finding| {
        let unit = |unit: &Unit| unit.name == finding.unit && unit.dialect == finding.dialect;
        units.iter().position(unit)
    };
    findings.sort_by_key(place);
    Ok(findings)
}

/// One tool over several units; over each half of them where it objects.
fn look(pool: &Pool<'_>, rule: &Rule, tool: &Found) -> Result<Vec<Finding>, Error> {
    if let [unit] = pool.units.as_slice() {
        return Ok(vec![apply(unit, rule, tool)?]);
    }
    if is_clean(pool, rule, tool)? {
        return Ok(pool.units.iter().map(|unit| clean(unit, rule)).collect());
    }
    let [first, second] = pool.halves();
    let mut findings = look(&first, rule, tool)?;
    findings.extend(look(&second, rule, tool)?);
    Ok(findings)
}

fn clean(unit: &Unit, rule: &Rule) -> Finding {
    Finding {
        unit: unit.name.clone(),
        dialect: unit.dialect,
        tool: rule.tool.name(),
        messages: Vec::new(),
    }
}

/// Whether a tool has nothing to say of the units of a pool at once.
fn is_clean(pool: &Pool<'_>, rule: &Rule, tool: &Found) -> Result<bool, Error> {
    let folder = tempfile::tempdir()
        .map_err(|error| Error::new(format!("cannot create a temporary folder: {error}")))?;
    pool.write(folder.path())?;
    let mut files: Vec<String> = pool.files.keys().cloned().collect();
    if rule.assertions {
        files.extend(pool.checkers.keys().cloned());
    }
    let answer = run(tool, folder.path(), rule.arguments_for_pool(&files))?;
    Ok(answer.success && messages(rule, &answer.text).is_empty())
}

/// One tool over one unit.
fn apply(unit: &Unit, rule: &Rule, tool: &Found) -> Result<Finding, Error> {
    let mut files = unit.files.clone();
    if rule.assertions {
        files.extend(unit.checkers.iter().cloned());
    }
    let answer = run(tool, &unit.folder, rule.arguments_for(&files))?;
    let mut messages = messages(rule, &answer.text);
    if messages.is_empty() && !answer.success {
        messages.push(format!(
            "{} failed:\n{}",
            rule.tool.name(),
            answer.text.trim()
        ));
    }
    Ok(Finding {
        unit: unit.name.clone(),
        dialect: unit.dialect,
        tool: rule.tool.name(),
        messages,
    })
}

/// Cuts a tool's text into messages. Lines before the first are chatter; lines that follow
/// one belong to it while they are indented or quote the source.
fn messages(rule: &Rule, text: &str) -> Vec<String> {
    let mut messages: Vec<String> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        // The last words of a tool that has said before what it objects to.
        let closing = line.starts_with("%Error: Exiting due to");
        let starts = rule.messages.iter().any(|start| {
            if start.is_empty() {
                !line.trim().is_empty() && !line.starts_with(' ')
            } else {
                line.contains(start)
            }
        });
        if starts && !closing {
            messages.push(line.to_owned());
            open = true;
        } else if open && line.starts_with([' ', '\t']) {
            if let Some(message) = messages.last_mut() {
                message.push('\n');
                message.push_str(line);
            }
        } else {
            open = false;
        }
    }
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint_rules::RULES;

    #[test]
    fn messages_keep_their_lines_and_leave_the_chatter() {
        let text = "- Report\n%Warning-WIDTH: a.v:1:2: too wide\n  1 | x\n    | ^\n\
                    %Warning-UNUSED: a.v:2:2: unused\n%Error: Exiting due to 2 warning(s)\n";
        let found = messages(&RULES[0], text);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].lines().count(), 3);
    }
}
