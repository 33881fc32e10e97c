//! `warploom lint`: every lint tool over every unit of a folder.

use crate::failure::{Exit, Failure};
use crate::say;
use hdl::emit::Dialect;
use std::path::PathBuf;
use tools::discovery::Tools;
use tools::lint::{lint, Finding};
use tools::lint_rules::RULES;
use tools::unit::units;

/// Run every lint tool over every unit; any warning is a failure
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: warploom lint rtl --dialect sv")]
pub struct Args {
    /// Folder of unit folders, each with a file list (.f); or one such folder
    #[arg(default_value = "generated")]
    pub dir: PathBuf,
    /// Look at this dialect only
    #[arg(long, value_name = "DIALECT")]
    pub dialect: Option<Dialect>,
}

/// Exit code 0 when no tool objects, else 1.
pub fn run(args: Args) -> Result<Exit, Failure> {
    let tools = Tools::discover();
    let units = units(&args.dir, args.dialect)?;
    let findings = lint(&tools, &units)?;
    say!("{}", table(&findings).trim_end());
    let mut clean = true;
    for finding in findings.iter().filter(|f| !f.messages.is_empty()) {
        clean = false;
        say!(
            "\n{} ({}), {}:",
            finding.unit,
            finding.dialect,
            finding.tool
        );
        for message in &finding.messages {
            say!("{message}");
        }
    }
    Ok(if clean { Exit::Fine } else { Exit::Failed })
}

/// Units down, tools across; `-` where a tool does not read the dialect or is not there.
fn table(findings: &[Finding]) -> String {
    let mut tools: Vec<&str> = Vec::new();
    for rule in RULES {
        if !tools.contains(&rule.tool.name()) {
            tools.push(rule.tool.name());
        }
    }
    let mut rows: Vec<(&str, Dialect)> = Vec::new();
    for finding in findings {
        let row = (finding.unit.as_str(), finding.dialect);
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    let width = rows.iter().map(|row| row.0.len()).max().unwrap_or(0).max(4);
    let mut text = format!("{:<width$}  {:<11}", "unit", "dialect");
    for tool in &tools {
        text.push_str(&format!("  {tool:>9}"));
    }
    text.push('\n');
    for (unit, dialect) in rows {
        text.push_str(&format!("{unit:<width$}  {:<11}", dialect.to_string()));
        for tool in &tools {
            let count = findings
                .iter()
                .find(|f| f.unit == unit && f.dialect == dialect && f.tool == *tool)
                .map_or("-".to_owned(), |f| f.messages.len().to_string());
            text.push_str(&format!("  {count:>9}"));
        }
        text.push('\n');
    }
    text
}
