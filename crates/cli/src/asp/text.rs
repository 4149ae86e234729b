//! clingo's text.

use std::io::{self, Write};
use std::time::Duration;

use pencilmark_asp::program::Program;
use pencilmark_asp::solve::Outcome;

use super::options::Settings;
use super::report::{Ending, Parts, Printed, Summary};
use super::seconds;

/// The version and what is read.
pub fn head(out: &mut impl Write, settings: &Settings, prefix: &str) -> io::Result<()> {
    writeln!(out, "{prefix}pencilmark version {}", env!("CARGO_PKG_VERSION"))?;
    match &settings.files[..] {
        [] => writeln!(out, "{prefix}Reading from stdin"),
        [file] if file == "-" => writeln!(out, "{prefix}Reading from stdin"),
        [file] => writeln!(out, "{prefix}Reading from {file}"),
        [file, ..] => writeln!(out, "{prefix}Reading from {file} ..."),
    }
}

/// An answer set.
pub fn model(
    out: &mut String,
    program: &Program,
    printed: &Printed,
    shown: &[u32],
    answer: Option<u64>,
    parts: Parts,
) {
    if let Some(number) = answer {
        out.push_str("Answer: ");
        out.push_str(&number.to_string());
        out.push('\n');
    }
    if parts.atoms {
        for (position, &output) in shown.iter().enumerate() {
            if position > 0 {
                out.push(' ');
            }
            out.push_str(&program.output[output as usize].text);
        }
        out.push('\n');
    }
    if let Some((certain, open)) = printed.consequences {
        out.push_str(&format!("Consequences: [{certain};{}]\n", certain + open));
    }
    if parts.costs && !printed.costs.is_empty() {
        out.push_str(&format!("Optimization: {}\n", spaced(&printed.costs)));
    }
}

fn spaced(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// The last lines.
pub fn summary(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    writeln!(out, "{}\n", summary.result)?;
    match summary.ending {
        Ending::TimeLimit => writeln!(out, "TIME LIMIT   : 1")?,
        Ending::Interrupted => writeln!(out, "INTERRUPTED  : 1")?,
        Ending::None | Ending::Error => {}
    }
    writeln!(out, "Models       : {}{}", summary.models, if summary.more { "+" } else { "" })?;
    if let Some((word, done, _, _)) = summary.consequences {
        writeln!(out, "  {word:<11}: {}", if done { "yes" } else { "unknown" })?;
    }
    if let Some(optimum) = summary.optimum {
        writeln!(out, "  Optimum    : {}", if optimum { "yes" } else { "unknown" })?;
    }
    if let Some(optimal) = summary.optimal {
        writeln!(out, "  Optimal    : {optimal}")?;
    }
    if let Some(costs) = &summary.costs {
        writeln!(out, "Optimization : {}", spaced(costs))?;
    }
    match summary.consequences {
        Some((_, _, certain, 0)) => writeln!(out, "Consequences : {certain}")?,
        Some((_, _, certain, open)) => {
            writeln!(out, "Consequences : [{certain};{}]", certain + open)?;
        }
        None => {}
    }
    writeln!(out, "Calls        : 1")?;
    let [total, solving, first, unsat] = summary.times;
    let short = |time: Duration| format!("{:.2}s", time.as_secs_f64());
    writeln!(
        out,
        "Time         : {}s (Solving: {} 1st Model: {} Unsat: {})",
        seconds(total),
        short(solving),
        short(first),
        short(unsat)
    )?;
    writeln!(out, "CPU Time     : {}s", seconds(cpu_time().unwrap_or(total)))
}

/// The processor time of this process, where the system tells it as text.
pub fn cpu_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let user: u64 = fields.get(11)?.parse().ok()?;
    let system: u64 = fields.get(12)?.parse().ok()?;
    Some(Duration::from_millis((user + system) * 10))
}

/// What the search did.
pub fn stats(out: &mut impl Write, program: &Program, outcome: &Outcome) -> io::Result<()> {
    let stats = &outcome.stats;
    let search = &stats.search;
    writeln!(out)?;
    writeln!(out, "Choices      : {}", search.decisions)?;
    writeln!(out, "Conflicts    : {}", search.conflicts)?;
    writeln!(out, "Restarts     : {}", search.restarts)?;
    writeln!(out, "Propagations : {}", search.propagations)?;
    writeln!(out, "Lemmas       : {} (Deleted: {})", search.learnt, search.deleted)?;
    writeln!(out)?;
    writeln!(out, "Rules        : {}", program.rule_count())?;
    writeln!(out, "Atoms        : {}", program.atom_count())?;
    writeln!(out, "Bodies       : {}", stats.bodies)?;
    let tight = if stats.cyclic_atoms == 0 { "Yes" } else { "No" };
    writeln!(out, "Tight        : {tight} (Atoms on cycles: {})", stats.cyclic_atoms)?;
    writeln!(out, "Variables    : {}", stats.variables)
}

/// The last answer set in the format of the ASP competition.
pub fn competition_answer(
    out: &mut impl Write,
    program: &Program,
    printed: &Printed,
) -> io::Result<()> {
    let text = |&output: &u32| format!("{}.", program.output[output as usize].text);
    let atoms: Vec<String> = printed.shown.iter().map(text).collect();
    writeln!(out, "ANSWER\n{}", atoms.join(" "))?;
    if !printed.costs.is_empty() {
        writeln!(out, "COST {}", spaced(&printed.costs))?;
    }
    Ok(())
}

/// The last lines in that format.
pub fn competition(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    match summary.result {
        "UNSATISFIABLE" => writeln!(out, "INCONSISTENT")?,
        "UNKNOWN" => writeln!(out, "UNKNOWN")?,
        "OPTIMUM FOUND" => writeln!(out, "OPTIMUM")?,
        _ => {}
    }
    let more = if summary.more { "+" } else { "" };
    writeln!(out, "% Models         : {}{more}", summary.models)
}
