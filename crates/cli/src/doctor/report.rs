//! What the checks found, for people and as JSON.

use std::io::{self, Write};

use serde::Serialize;

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Outcome {
    Well,
    /// Worth knowing, but not wrong.
    Note,
    Wrong,
}

/// One check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Check {
    /// What was checked.
    pub(super) check: &'static str,
    pub(super) outcome: Outcome,
    /// What was found.
    pub(super) finding: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) remedy: Option<String>,
    /// The code of the connection's diagnosis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) code: Option<String>,
}

impl Check {
    pub(super) fn new(check: &'static str) -> Self {
        Self { check, outcome: Outcome::Well, finding: String::new(), remedy: None, code: None }
    }

    pub(super) fn well(self, finding: impl Into<String>) -> Self {
        Self { finding: finding.into(), ..self }
    }

    pub(super) fn note(self, finding: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { outcome: Outcome::Note, remedy: Some(remedy.into()), ..self.well(finding) }
    }

    pub(super) fn wrong(self, finding: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { outcome: Outcome::Wrong, remedy: Some(remedy.into()), ..self.well(finding) }
    }

    pub(super) fn code(self, code: impl Into<String>) -> Self {
        Self { code: Some(code.into()), ..self }
    }
}

/// All checks, in the order in which they were made.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) checks: Vec<Check>,
}

impl Report {
    /// Whether nothing is wrong.
    pub(super) fn is_well(&self) -> bool {
        self.checks.iter().all(|check| check.outcome != Outcome::Wrong)
    }

    pub(super) fn print(&self, json: bool, output: &mut impl Write) -> io::Result<()> {
        if json {
            let report = serde_json::json!({"ok": self.is_well(), "checks": self.checks});
            return writeln!(output, "{report}");
        }
        for Check { check, outcome, finding, remedy, code } in &self.checks {
            let mark = match outcome {
                Outcome::Well => "well ",
                Outcome::Note => "note ",
                Outcome::Wrong => "WRONG",
            };
            let code = code.as_ref().map(|code| format!(" ({code})")).unwrap_or_default();
            writeln!(output, "{mark}  {check}: {finding}{code}")?;
            if let Some(remedy) = remedy {
                writeln!(output, "       {remedy}")?;
            }
        }
        let last = match self.checks.iter().filter(|check| check.outcome == Outcome::Wrong).count()
        {
            0 => "Nothing is wrong.".to_owned(),
            1 => "One thing is wrong.".to_owned(),
            count => format!("{count} things are wrong."),
        };
        writeln!(output, "{last}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(checks: Vec<Check>, json: bool) -> String {
        let mut output = Vec::new();
        Report { checks }.print(json, &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn each_fault_stands_with_its_remedy() {
        let checks = vec![
            Check::new("browser").well("Firefox at /usr/bin/firefox"),
            Check::new("display").note("there is none", "Use --headless."),
            Check::new("extension").wrong("not connected", "Open it.").code("disconnected"),
        ];
        let text = "well   browser: Firefox at /usr/bin/firefox\n\
            note   display: there is none\n       Use --headless.\n\
            WRONG  extension: not connected (disconnected)\n       Open it.\n\
            One thing is wrong.\n";
        assert_eq!(printed(checks.clone(), false), text);
        let json: serde_json::Value = serde_json::from_str(&printed(checks, true)).unwrap();
        assert_eq!(json["ok"], false);
        assert_eq!(
            json["checks"][2],
            serde_json::json!({"check": "extension", "outcome": "wrong", "finding": "not connected",
                "remedy": "Open it.", "code": "disconnected"})
        );
        assert_eq!(json["checks"][0].as_object().unwrap().len(), 3);
    }

    #[test]
    fn a_note_is_nothing_wrong() {
        assert!(Report { checks: vec![Check::new("display").note("none", "")] }.is_well());
    }
}
