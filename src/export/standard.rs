//! The standard checkers of testlib, which formats name without their sources, as small sources in C++.

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Standard {
    /// Its name in testlib.
    name: &'static str,
    /// The rule in the source.
    rule: &'static str,
    /// Of rules of real numbers: whether there is one alone, and the tolerance.
    reals: Option<(bool, f64)>,
}

/// All that compare.
const ALL: [Standard; 19] = [
    of_one("acmp", "NEAR", 1.5e-6),
    other("caseicmp", "CASEICMP"),
    other("casencmp", "CASENCMP"),
    other("casewcmp", "CASEWCMP"),
    of_one("dcmp", "CLOSE", 1e-6),
    other("fcmp", "FCMP"),
    other("hcmp", "HCMP"),
    other("icmp", "ICMP"),
    other("lcmp", "LCMP"),
    other("ncmp", "NCMP"),
    other("nyesno", "NYESNO"),
    of_one("rcmp", "NEAR", 1.5e-6),
    of_many("rcmp4", "CLOSE", 1e-4),
    of_many("rcmp6", "CLOSE", 1e-6),
    of_many("rcmp9", "CLOSE", 1e-9),
    of_many("rncmp", "NEAR", 1.5e-5),
    other("uncmp", "UNCMP"),
    other("wcmp", "WCMP"),
    other("yesno", "YESNO"),
];

const fn other(name: &'static str, rule: &'static str) -> Standard {
    Standard { name, rule, reals: None }
}

const fn of_one(name: &'static str, rule: &'static str, tolerance: f64) -> Standard {
    Standard { name, rule, reals: Some((true, tolerance)) }
}

const fn of_many(name: &'static str, rule: &'static str, tolerance: f64) -> Standard {
    Standard { name, rule, reals: Some((false, tolerance)) }
}

impl Standard {
    /// The one of this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|own| own.name == name).copied()
    }

    /// Whether the tokens are compared, byte by byte.
    pub(super) fn compares_tokens(self) -> bool {
        self.name == "wcmp"
    }

    /// The part of a source that decides, without the types that it shares with others.
    pub(super) fn source(self) -> (&'static str, String) {
        let (is_single, tolerance) = self.reals.unwrap_or((false, 0.0));
        let rule = self.rule;
        let mut rules: Vec<&str> = ALL.iter().map(|own| own.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        let settings = format!(
            "enum Rule {{ {} }};\nstatic const Rule RULE = {rule};\n\
             // Of the rules of real numbers: whether there is one alone, and the tolerance.\n\
             static const bool SINGLE = {is_single};\n\
             static const double TOLERANCE = {tolerance:e};\n",
            rules.join(", ")
        );
        (include_str!("templates/standard.cpp"), settings)
    }
}
