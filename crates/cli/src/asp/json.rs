//! `--outf=2`: the same as JSON.

use std::io::{self, Write};

use pencilmark_asp::program::Program;

use super::options::Settings;
use super::report::{Ending, Printed, Summary};
use super::seconds;
use super::text::cpu_time;

/// Remembers whether commas are due.
#[derive(Debug, Default)]
pub struct Writer {
    models: u64,
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

impl Writer {
    /// Up to the first answer set.
    pub fn head(&mut self, out: &mut impl Write, settings: &Settings) -> io::Result<()> {
        let version = quoted(&format!("pencilmark version {}", env!("CARGO_PKG_VERSION")));
        let input = match &settings.files[..] {
            [] => vec![quoted("stdin")],
            files => files.iter().map(|file| quoted(file)).collect(),
        };
        writeln!(out, "{{\n  \"Solver\": {version},\n  \"Input\": [")?;
        writeln!(out, "    {}\n  ],\n  \"Call\": [\n    {{", input.join(","))
    }

    /// An answer set.
    pub fn model(
        &mut self,
        out: &mut impl Write,
        program: &Program,
        printed: &Printed,
        shown: &[u32],
    ) -> io::Result<()> {
        self.models += 1;
        let start = if self.models == 1 { "      \"Witnesses\": [\n" } else { ",\n" };
        write!(out, "{start}        {{\n          \"Value\": [\n            ")?;
        for (position, &output) in shown.iter().enumerate() {
            if position > 0 {
                write!(out, ",")?;
            }
            write!(out, "{}", quoted(&program.output[output as usize].text))?;
        }
        write!(out, "\n          ]")?;
        if !printed.costs.is_empty() {
            write!(
                out,
                ",\n          \"Costs\": [\n            {}\n          ]",
                list(&printed.costs)
            )?;
        }
        if let Some((certain, open)) = printed.consequences {
            let counts = format!("{{\"True\": {certain}, \"Open\": {open}}}");
            write!(out, ",\n          \"Consequences\": {counts}")?;
        }
        write!(out, "\n        }}")
    }

    /// The rest.
    pub fn summary(&mut self, out: &mut impl Write, summary: &Summary) -> io::Result<()> {
        if self.models > 0 {
            write!(out, "\n      ]\n")?;
        }
        writeln!(out, "    }}\n  ],\n  \"Result\": {},", quoted(summary.result))?;
        match summary.ending {
            Ending::TimeLimit => writeln!(out, "  \"TIME LIMIT\": 1,")?,
            Ending::Interrupted => writeln!(out, "  \"INTERRUPTED\": 1,")?,
            Ending::None | Ending::Error => {}
        }
        let more = if summary.more { "yes" } else { "no" };
        write!(
            out,
            "  \"Models\": {{\n    \"Number\": {},\n    \"More\": \"{more}\"",
            summary.models
        )?;
        if let Some((word, done, certain, open)) = summary.consequences {
            let done = if done { "yes" } else { "unknown" };
            write!(out, ",\n    \"{word}\": \"{done}\"")?;
            write!(out, ",\n    \"Consequences\": {{\"True\": {certain}, \"Open\": {open}}}")?;
        }
        if let Some(optimum) = summary.optimum {
            write!(out, ",\n    \"Optimum\": \"{}\"", if optimum { "yes" } else { "unknown" })?;
            if optimum {
                write!(out, ",\n    \"Optimal\": {}", summary.optimal.unwrap_or(1))?;
            }
        }
        if let Some(costs) = &summary.costs {
            write!(out, ",\n    \"Costs\": [\n      {}\n    ]", list(costs))?;
        }
        let [total, solving, first, unsat] = summary.times.map(seconds);
        let cpu = seconds(cpu_time().unwrap_or(summary.times[0]));
        writeln!(out, "\n  }},\n  \"Calls\": 1,\n  \"Time\": {{")?;
        writeln!(
            out,
            "    \"Total\": {total},\n    \"Solve\": {solving},\n    \"Model\": {first},"
        )?;
        writeln!(out, "    \"Unsat\": {unsat},\n    \"CPU\": {cpu}\n  }}\n}}")
    }
}

fn list(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<_>>().join(",")
}
