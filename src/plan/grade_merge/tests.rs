//! Parts in any order, missing, twice and at odds.

use serde_json::json;

use super::super::document::Work;
use super::super::document::tests::{grades, plan};
use super::super::{BadFile, MachineFacts, Probe};
use super::*;
use crate::report::document::Tool;
use crate::sandbox::Level;

/// What came of a submission: its path, verdict and CPU time on the only case, whose limit is 1 s.
type Row<'a> = (&'a str, &'a str, f64);

/// A part of the plan with these rows.
fn part(plan: &Plan, shard: u32, machine: &str, rows: &[Row<'_>]) -> Part {
    let submission = |(path, verdict, seconds): &Row<'_>| {
        json!({
            "path": path, "language": "cpp", "verdict": verdict, "score": null, "expected": null,
            "as_expected": *verdict == "AC",
            "compile": { "ok": true, "seconds": 0.0, "message": "" },
            "max_cpu_seconds": seconds, "max_memory_bytes": 0, "command": "",
            "cases": [{
                "case": "secret/1", "group": "secret", "verdict": verdict, "score": null,
                "reference_score": null,
                "limits": { "cpu_seconds": 1.0, "wall_seconds": 1.0, "memory_bytes": 1, "output_bytes": 1 },
                "cpu_seconds": seconds, "wall_seconds": seconds, "memory_bytes": 0, "output_bytes": 0,
                "exit_code": 0, "signal": null, "message": "", "command": "", "evidence": null,
                "input_file": "data/secret/1.in",
            }],
        })
    };
    let report = json!({
        "schema": 1, "tool": { "name": "jury", "version": "0" },
        "problem": { "slug": "p", "name": "P" }, "scored": false, "interrupted": false,
        "isolation": { "level": "full", "walls": [], "cpu_source": "", "memory_source": "" },
        "submissions": rows.iter().map(submission).collect::<Vec<_>>(),
    });
    let part = Part {
        schema: 0,
        tool: Tool::this(),
        id: String::new(),
        plan: plan.id.clone(),
        shard,
        machine: MachineFacts {
            name: machine.into(),
            processor: String::new(),
            cores: 1,
            kernel: String::new(),
            level: if machine == "weak" { Level::Contained } else { Level::Full },
            toolchains: plan.toolchains.clone(),
        },
        probe: None,
        seconds: 1.0,
        results: Results::Grade(serde_json::from_value(report).expect("a report")),
    };
    part.finish().expect("a part")
}

fn finish(merger: GradeMerger<'_>) -> Merged {
    let naming = Naming {
        path: &|path| format!("here/{path}"),
        command: &|path| format!("jury grade p {path}"),
        file: &|file| format!("p/{file}"),
    };
    merger.finish(naming).expect("one problem")
}

fn merger(plan: &Plan) -> GradeMerger<'_> {
    let Work::Grade(work) = &plan.work else { panic!("no plan of grades") };
    GradeMerger::new(plan, work)
}

/// Three submissions in two shards: a and c, b.
fn three() -> Plan {
    plan(&["a", "b", "c"], 2)
}

#[test]
fn the_report_stands_in_the_order_of_the_plan_whatever_the_order_of_parts() {
    let plan = three();
    let first = || part(&plan, 1, "n1", &[("a", "AC", 0.1), ("c", "WA", 0.1)]);
    let second = || part(&plan, 2, "n2", &[("b", "AC", 0.1)]);
    for parts in [[first(), second()], [second(), first()]] {
        let mut merger = merger(&plan);
        for part in parts {
            merger.take(part, "file");
        }
        let Merged { report, missing, at_odds, notes } = finish(merger);
        let report = report.unwrap();
        let paths: Vec<_> = report.submissions.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(paths, ["here/a", "here/b", "here/c"]);
        assert!(missing.is_empty() && at_odds.is_empty() && notes.is_empty());
        assert!(report.warnings.is_empty());
        let case = &report.submissions[1].cases[0];
        assert_eq!(case.command, "jury grade p here/b --case secret/1");
        assert_eq!(case.input_file.as_deref(), Some("p/data/secret/1.in"));
    }
}

#[test]
fn what_is_missing_is_told() {
    let mut plan = three();
    grades(&mut plan).skipped = vec![SkippedUnit { path: "x".into(), why: "no language".into() }];
    let none = finish(merger(&plan));
    assert!(none.report.is_none());
    assert_eq!(none.missing, [1, 2]);
    let mut merger = merger(&plan);
    merger.take(part(&plan, 2, "n1", &[("b", "AC", 0.1)]), "file");
    assert_eq!(merger.missing(), [1]);
    let report = finish(merger).report.unwrap();
    assert_eq!(report.warnings, ["2 submissions are not graded: shards 1"]);
    assert_eq!(report.not_graded[0].to_string(), "here/x: not graded: no language");
}

#[test]
fn of_equal_results_the_faster_counts_and_unequal_ones_are_told() {
    let plan = plan(&["a"], 1);
    let one = |machine, verdict, seconds| part(&plan, 1, machine, &[("a", verdict, seconds)]);
    let merged = |parts: Vec<Part>| {
        let mut merger = merger(&plan);
        for (number, part) in parts.into_iter().enumerate() {
            merger.take(part, &format!("{number}.json"));
        }
        finish(merger)
    };
    for parts in [
        vec![one("n1", "AC", 0.2), one("n2", "AC", 0.1)],
        vec![one("n2", "AC", 0.1), one("n1", "AC", 0.2)],
    ] {
        let merged = merged(parts);
        assert!(merged.at_odds.is_empty());
        assert_eq!(merged.report.unwrap().submissions[0].max_cpu_seconds, Some(0.1));
    }
    let odd = merged(vec![one("n1", "AC", 0.2), one("n2", "WA", 0.1)]);
    assert_eq!(odd.at_odds, ["a: parts differ: AC in 0.json (n1), WA in 1.json (n2)"]);
}

#[test]
fn machines_that_differ_are_told() {
    let plan = three();
    let mut first = part(&plan, 1, "n1", &[("a", "AC", 0.95), ("c", "AC", 0.1)]);
    let mut second = part(&plan, 2, "weak", &[("b", "AC", 0.1)]);
    first.probe = Some(Probe { before: 0.5, after: 0.5 });
    second.probe = Some(Probe { before: 0.6, after: 0.5 });
    second.machine.toolchains.insert("C++".into(), Some("g++ 13".into()));
    let mut merger = merger(&plan);
    merger.take(first, "1.json");
    merger.take(second, "2.json");
    let told = finish(merger);
    assert_eq!(told.at_odds, ["2.json (weak): C++ is g++ 13, not g++ 12"]);
    let expected = [
        "isolation was only `contained` on weak",
        "the machines differ: the reference took 0.500 to 0.600 s of CPU time on the same case",
        "here/a: secret/1: 0.950 s of 1.000 s, which may hang on the machine",
    ];
    assert_eq!(told.notes, expected);
}

#[test]
fn a_part_that_was_changed_or_is_of_another_plan_is_refused() {
    let plan = three();
    let whole = part(&plan, 2, "n1", &[("b", "AC", 0.5)]);
    let text = serde_json::to_vec(&whole).unwrap();
    assert_eq!(Part::read(&text, &plan), Ok(whole));
    for place in 0..text.len() {
        let mut changed = text.clone();
        changed[place] ^= 1;
        assert!(Part::read(&changed, &plan).is_err(), "byte {place}");
    }
    let mut other = plan.clone();
    other.id = "x".into();
    let refused = Part::read(&text, &other).unwrap_err();
    assert!(matches!(refused, BadFile::OtherPlan { .. }), "{refused}");
    let foreign = part(&plan, 2, "n1", &[("a", "AC", 0.5)]);
    let refused = Part::read(&serde_json::to_vec(&foreign).unwrap(), &plan).unwrap_err();
    assert_eq!(refused.to_string(), ": the part does not hold the units of shard 2");
}
