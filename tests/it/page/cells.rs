//! What cells, charts and addresses of the page lead to, and which cases a small page shows.

use jury::report::html;
use jury::verdict::Verdict;
use serde_json::Value;

use super::browser::Browser;
use super::page;
use super::reports::{Case, document};

/// Waits in the page until this holds.
fn wait_until(browser: &mut Browser, holds: &str) {
    let wait = format!(
        "new Promise(done => {{ const look = () => {holds} ? done(1) : setTimeout(look, 20); look(); }})"
    );
    browser.value(&wait);
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn the_address_opens_what_it_names_and_back_closes_it() {
    let case =
        |number: usize| Case::new(&format!("secret/{number}"), Verdict::Accepted, b"1\n", b"1\n");
    let (_folder, file, _) = page(&[document("tokens", &[("a.cpp", (1..=3).map(case).collect())])]);
    let mut browser = Browser::lend();
    browser.open(&file);
    browser.value("location.hash = '#p0s0c2'");
    wait_until(&mut browser, "document.querySelector('dialog[open]')");
    assert_eq!(browser.text("#case-title"), "secret/3a.cpp");
    browser.value("location.hash = '#p0s0c0'");
    wait_until(&mut browser, "document.querySelector('#case-title').textContent.includes('/1')");
    browser.press("Escape");
    wait_until(&mut browser, "location.hash === ''");
    browser.click("td.v button");
    // One step back, however many neighbours were looked at.
    browser.press("ArrowRight");
    assert_eq!(browser.value("location.hash"), "#p0s0c1");
    browser.value("history.back()");
    wait_until(&mut browser, "!document.querySelector('dialog[open]')");
    assert_eq!(browser.value("location.hash"), "");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn cells_of_scored_problems_show_how_near_the_reference_they_come() {
    let case = |(number, score): (usize, u64)| Case {
        score: Some(score),
        ..Case::new(&format!("secret/{number}"), Verdict::Accepted, b"1\n", b"1\n")
    };
    let failed = Case {
        score: Some(0),
        message: "line 1: too short",
        ..Case::new("secret/9", Verdict::WrongAnswer, b"1\n", b"1\n")
    };
    let mut cases: Vec<_> = [0, 1, 19].into_iter().enumerate().map(case).collect();
    cases.push(failed);
    let (_folder, file, text) = page(&[document("tokens", &[("a.cpp", cases)])]);
    // The reference has a point more everywhere.
    for cell in ["AC share s0 first\">0", "AC share s5\">5", "AC share s9\">9", "WA\">W"] {
        assert!(text.contains(&format!("<td class=\"v {cell}")), "{cell}");
    }
    let mut browser = Browser::lend();
    browser.open(&file);
    assert!(browser.text(".legend").contains("0 to 9 tenths of the reference's score"));
    let title = browser.value("document.querySelector('td.v').title");
    assert_eq!(title, "secret/0: accepted, score 0 (reference 0.125)");
    // The words below a chart, and those of a submission, lead to the case that they name.
    browser.click(".plot-words .link");
    assert_eq!(browser.count("dialog[open]"), 1);
    browser.press("Escape");
    browser.click("tbody th button");
    let first = "First failure: secret/9 wrong answer: line 1: too short";
    assert_eq!(browser.text(".first-failure"), first);
    browser.click(".first-failure .link");
    assert_eq!(browser.text("#case-title"), "secret/9a.cpp");
    browser.press("Escape");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_small_page_keeps_the_first_failure_of_each_submission() {
    let input = |number: usize| format!("{number:040}\n").repeat(40);
    let inputs: Vec<String> = (0..20).map(input).collect();
    let submission = |path| {
        let case = |(number, input)| {
            let verdict = if number < 18 { Verdict::Accepted } else { Verdict::WrongAnswer };
            Case::new(&format!("secret/{number}"), verdict, input, b"1\n")
        };
        (path, inputs.iter().map(String::as_bytes).enumerate().map(case).collect())
    };
    let documents = [document("tokens", &["a.cpp", "b.cpp"].map(submission))];
    let kept = |limit| {
        let text = html::render(&documents, limit).expect("a page");
        let (_, data) = text.split_once("id=\"data\">").expect("data");
        let data: Value =
            serde_json::from_str(data.split_once("</script>").expect("an end").0).expect("JSON");
        let kept = |submission: &Value| -> Vec<usize> {
            let cases = submission["cases"].as_array().expect("cases");
            (0..cases.len()).filter(|&case| cases[case][3] != -1).collect()
        };
        let submissions = data["problems"][0]["submissions"].as_array().expect("submissions");
        submissions.iter().map(kept).collect::<Vec<_>>()
    };
    assert_eq!(kept(1), [[18], [18]]);
    let whole = html::render(&documents, html::PAGE_BYTES).expect("a page");
    let some = kept(whole.len() - 20_000);
    assert!(some.iter().all(|kept| kept.ends_with(&[18, 19]) && kept.len() < 20), "{some:?}");
    assert_eq!(kept(html::PAGE_BYTES), vec![(0..20).collect::<Vec<_>>(); 2]);
}
