//! Every dependency's licence is one that lets anybody use, change and pass on this tool: its own
//! is MIT, so nothing that would put conditions on the whole may come in unnoticed.

use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than to keep their notice.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    // The exception only takes conditions away.
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "Unlicense",
    "Zlib",
    // Tables of the Unicode Consortium, as in the standard library itself.
    "Unicode-3.0",
];

/// Whether an SPDX expression lets us choose allowed licences only. `OR` may stand in parentheses
/// under `AND`; without them, we read it the stricter way. Old packages write `/` for `OR`.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    expression.split(" AND ").all(|part| {
        let part = part.trim().trim_start_matches('(').trim_end_matches(')');
        part.split(" OR ").any(|licence| ALLOWED.contains(&licence.trim()))
    })
}

/// What cargo says on standard output.
fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "cargo {arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("cargo writes UTF-8")
}

/// Every package that a build on this machine takes in, as cargo knows it. Offline, as the test
/// itself could not have been built without them.
fn packages() -> Vec<Value> {
    let version = cargo(&["-vV"]);
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let metadata =
        cargo(&["metadata", "--offline", "--format-version", "1", "--filter-platform", host]);
    let metadata: Value = serde_json::from_str(&metadata).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

#[test]
fn every_dependency_may_be_used() {
    let packages = packages();
    assert!(packages.len() > 30, "only {} packages", packages.len());
    let bad: Vec<String> = packages
        .iter()
        .filter(|package| !package["license"].as_str().is_some_and(is_allowed))
        .map(|package| {
            format!("{} {}: {}", package["name"], package["version"], package["license"])
        })
        .collect();
    assert!(bad.is_empty(), "licences to look at:\n{}", bad.join("\n"));
}

#[test]
fn every_dependency_comes_from_the_registry() {
    for package in packages() {
        let source = &package["source"];
        let ours = source.is_null();
        let registry = source.as_str().is_some_and(|source| source.starts_with("registry+"));
        assert!(ours || registry, "{} comes from {source}", package["name"]);
    }
}

#[test]
fn expressions_are_read_rightly() {
    let row = |expression: &str, expected| {
        assert_eq!(is_allowed(expression), expected, "{expression}");
    };
    row("MIT", true);
    row("GPL-3.0-only", false);
    row("GPL-3.0-only OR MIT", true);
    row("GPL-3.0-only AND MIT", false);
    row("(MIT OR GPL-3.0-only) AND Unicode-3.0", true);
    row("MIT AND (GPL-3.0-only OR LGPL-3.0-only)", false);
    row("Unlicense/MIT", true);
    row("", false);
}
