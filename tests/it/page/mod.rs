//! The HTML page in a real browser: it opens, sorts, shows cases and replays, takes no harm from
//! hostile text, and stays small.

mod browser;
mod cells;
mod reports;

use self::browser::Browser;
use self::reports::{Case, document};
use jury::arena::games::find;
use jury::report::document::Document;
use jury::report::html;
use jury::report::html::games::Shown;
use jury::verdict::Verdict;
use serde_json::json;

/// A page of these reports in a folder of its own.
fn page(documents: &[Document]) -> (tempfile::TempDir, std::path::PathBuf, String) {
    written(html::render(documents, html::PAGE_BYTES).expect("a page"))
}

fn written(text: String) -> (tempfile::TempDir, std::path::PathBuf, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("page.html");
    std::fs::write(&file, &text).expect("written");
    // For those who want to look at it.
    std::fs::write(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("page.html"), &text)
        .expect("written");
    (folder, file, text)
}

const DRAUGHTS: &[u8] = b"4\n*...\n*..*\n....\n....\n";
const DRAUGHTS_GAME: &[u8] = b"3\n3 1 2 1\n2 1 1 1\n1 1 1 0\n";
const LINE: &[u8] = b"BWBW\nWBWB\nBWBW\nWB..\n";
const SILLY: &[u8] =
    b"X......O\n........\n........\n........\n........\n........\n........\n........\nX\n";
const MEGA: &[u8] = b"3 3\n1 0 2 0 0\n5 5\n0 0 0 2 0 0 0 0 2 0 1 0 0\n0 0\n";
const CHECKERS: &[u8] =
    b"b\n8\n_______W\nb_______\n___b____\n________\n_w______\nw_____w_\n_______b\nw_____w_\n";

/// A page of all shipped drawings.
fn drawings() -> Vec<Document> {
    let wrong = Verdict::WrongAnswer;
    let right = Verdict::Accepted;
    let mut line = Case::new("secret/1", wrong, LINE, b"9\n");
    let answers: Vec<String> = (0..=7).map(|moves| format!("{moves}\n")).collect();
    let drawable = answers.iter().find(|answer| {
        let drawer = jury::checker::drawer("four-in-line", &jury_checkers::Options::new());
        let files = jury_checkers::Files { answer: Some(answer.as_bytes()), ..line.files };
        drawer.is_some_and(|drawer| drawer.draw(&files).is_some())
    });
    line.files.answer = drawable.map(String::as_bytes);
    let mut mega = Case::new("secret/1", wrong, MEGA, b"1\n5\n");
    mega.files.answer = Some(b"1\n1\n");
    let mut draughts = Case::new("secret/1", right, DRAUGHTS, DRAUGHTS_GAME);
    draughts.score = Some(9);
    let mut illegal = Case::new("secret/2", wrong, DRAUGHTS, b"2\n3 1 2 1\n3 3 3 2\n");
    illegal.score = Some(0);
    vec![
        document("eastern-draughts", &[("a.cpp", vec![draughts, illegal])]),
        document("four-in-line", &[("a.cpp", vec![line])]),
        document(
            "board-silly",
            &[("a.cpp", vec![Case::new("secret/1", wrong, SILLY, b"A1-A3\nA1-H8\n")])],
        ),
        document("megacheckers", &[("a.cpp", vec![mega])]),
        document(
            "checkers",
            &[(
                "a.cpp",
                vec![
                    Case::new("secret/1", right, CHECKERS, b"1\n1 0\n2 1\n"),
                    Case::new("secret/2", wrong, CHECKERS, b"1\n1 0\n3 1\n"),
                ],
            )],
        ),
    ]
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn cases_open_replays_step_and_columns_sort() {
    let mut browser = Browser::lend();
    let (_folder, file, _) = page(&drawings());
    browser.open(&file);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.count(".problem"), 5);
    assert_eq!(browser.count(".plot"), 11, "two a submission, three where there is a score");

    // By mouse: a case, and its replay.
    browser.click("td.v button");
    assert_eq!(browser.text("#case-title"), "secret/1a.cpp");
    assert_eq!(browser.text(".caption"), "the start, before 3 turns");
    browser.click("button[aria-label='step']");
    assert_eq!(browser.text(".caption"), "turn 1 of 3: 3 1 → 2 1");
    browser.click("button[aria-label='last']");
    assert_eq!(browser.text(".caption"), "turn 3 of 3: 1 1 → 1 0");
    // In one step, or a slow browser would be asked only after the end.
    let pressed = "(() => { const play = document.querySelector('.play'); play.click(); \
                   return play.textContent; })()";
    assert_eq!(browser.value(pressed), "Pause");
    let played = "new Promise(done => { const look = () => document.querySelector('.play').textContent === 'Play' \
                  ? done(document.querySelector('.controls input').value) : setTimeout(look, 20); look(); })";
    browser.value("document.querySelector('select').value = '60'");
    assert_eq!(browser.value(played), "3");

    // By keys: the next case, whose second move is not legal, and back to the cell.
    browser.value("document.getElementById('case-title').focus()");
    browser.press("ArrowRight");
    assert_eq!(browser.text("#case-title"), "secret/2a.cpp");
    assert_eq!(browser.text(".caption.wrong"), "turn 2 of 2: move 2: 3 3 -> 3 2: no piece on 3 3");
    assert_eq!(browser.count(".cross"), 1);
    browser.press("Escape");
    assert_eq!(browser.count("dialog[open]"), 0);
    browser.press("ArrowRight");
    browser.press("Enter");
    assert_eq!(
        browser.text("#case-title"),
        "secret/2a.cpp",
        "focus came back, and arrows moved it"
    );
    browser.press("Escape");
    assert_eq!(browser.complaints(), Vec::<String>::new());

    every_board_is_drawn(&mut browser);
}

fn every_board_is_drawn(browser: &mut Browser) {
    for (problem, boards, pieces) in [(1, 1, 14), (2, 1, 2), (3, 2, 3), (4, 1, 9)] {
        browser.click(&format!("[data-problem='{problem}'] td.v button"));
        assert_eq!(browser.count(".board"), boards, "problem {problem}");
        let drawn =
            browser.count(".board > svg g:not(.ghost) > circle:is(.piece-dark, .piece-light)");
        assert_eq!(drawn, pieces, "problem {problem}");
        assert_eq!(browser.complaints(), Vec::<String>::new());
        if problem == 2 {
            browser.click(".pick");
            assert_eq!(browser.count(".pick[aria-pressed='true']"), 1);
            assert!(
                browser.text(".caption").contains("A1-H8 (wrong"),
                "{}",
                browser.text(".caption")
            );
        }
        browser.press("Escape");
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn columns_sort_both_ways_and_back() {
    let submission = |path, cases: &[(Verdict, u64)]| {
        let case = |(number, &(verdict, score)): (usize, &(Verdict, u64))| Case {
            score: Some(score),
            ..Case::new(&format!("secret/{number}"), verdict, b"1\n", b"1\n")
        };
        (path, cases.iter().enumerate().map(case).collect())
    };
    let document = document(
        "tokens",
        &[
            submission("b.cpp", &[(Verdict::Accepted, 5), (Verdict::Accepted, 9)]),
            submission("c.cpp", &[(Verdict::Accepted, 8), (Verdict::WrongAnswer, 0)]),
            submission("a.cpp", &[(Verdict::TimeLimit, 0), (Verdict::Accepted, 1)]),
        ],
    );
    let mut browser = Browser::lend();
    let (_folder, file, _) = page(&[document]);
    browser.open(&file);
    let order =
        "[...document.querySelectorAll('tbody th')].map(head => head.textContent).join(' ')";
    for (head, orders) in [
        ("[data-key='path']", ["a.cpp b.cpp c.cpp", "c.cpp b.cpp a.cpp"]),
        ("[data-key='score']", ["b.cpp c.cpp a.cpp", "a.cpp c.cpp b.cpp"]),
        ("[title='secret/0']", ["c.cpp b.cpp a.cpp", "a.cpp b.cpp c.cpp"]),
    ] {
        for expected in orders {
            browser.click(&format!("th{head} button"));
            assert_eq!(browser.value(order), expected, "{head}");
        }
        assert_eq!(browser.count("th[aria-sort]:not([aria-sort='none'])"), 1);
        browser.click(&format!("th{head} button"));
        assert_eq!(browser.value(order), "b.cpp c.cpp a.cpp", "{head}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn the_first_character_that_differs_is_marked_whole() {
    let mut browser = Browser::lend();
    for (output, answer, marked) in [
        ("1\n1 \u{1f600}.\n", "1\n1 \u{1f601}.\n", ["\u{1f600}", "\u{1f601}"]),
        ("1\nabc\n", "1\nab\n", ["c", "⏎"]),
    ] {
        let mut case = Case::new("secret/1", Verdict::WrongAnswer, b"1\n", output.as_bytes());
        case.files.answer = Some(answer.as_bytes());
        let (_folder, file, _) = page(&[document("tokens", &[("a.cpp", vec![case])])]);
        browser.open(&file);
        browser.click("td.v button");
        for (pane, marked) in ["Output", "Expected"].into_iter().zip(marked) {
            assert_eq!(browser.text(&format!("[aria-label='{pane}'] mark")), marked);
        }
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn a_case_that_was_not_run_has_no_score_to_sort_by() {
    let submission = |path, second: Case<'static>| {
        let first =
            Case { score: Some(1), ..Case::new("secret/0", Verdict::Accepted, b"1\n", b"1\n") };
        (path, vec![first, second])
    };
    let case = |verdict, score| Case { score, ..Case::new("secret/1", verdict, b"1\n", b"1\n") };
    let document = document(
        "tokens",
        &[
            submission("a.cpp", case(Verdict::Skipped, None)),
            submission("b.cpp", case(Verdict::Accepted, Some(5))),
            submission("c.cpp", case(Verdict::WrongAnswer, Some(0))),
        ],
    );
    let mut browser = Browser::lend();
    let (_folder, file, _) = page(&[document]);
    browser.open(&file);
    let order =
        "[...document.querySelectorAll('tbody th')].map(head => head.textContent).join(' ')";
    for expected in ["b.cpp c.cpp a.cpp", "c.cpp b.cpp a.cpp"] {
        browser.click("th[title='secret/1'] button");
        assert_eq!(browser.value(order), expected);
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn a_group_of_one_case_is_no_wider_than_its_case() {
    let names = ["sample/1", "secret/a-subtask-of-a-long-name/1", "secret/b/1", "secret/b/2"];
    let cases = || names.map(|name| Case::new(name, Verdict::Accepted, b"1\n", b"1\n")).into();
    let path = "the-name-of-a-submission-that-is-too-long-for-a-telephone.cpp";
    let mut document = document("tokens", &[(path, cases())]);
    for case in document.submissions.iter_mut().flat_map(|submission| &mut submission.cases) {
        case.group = case.case.rsplit_once('/').expect("a group").0.into();
    }
    let (_folder, file, _) = page(&[document]);
    let mut browser = Browser::lend();
    let device = json!({ "width": 400, "height": 800, "deviceScaleFactor": 1, "mobile": false });
    browser.call("Emulation.setDeviceMetricsOverride", &device);
    browser.open(&file);
    let widths = "[...document.querySelectorAll('td.v')].map(cell => cell.offsetWidth)";
    let widths: Vec<u64> = serde_json::from_value(browser.value(widths)).expect("numbers");
    assert_eq!(widths.len(), 4);
    assert!(widths.iter().all(|&width| width < 40), "{widths:?}");
    // A name that does not fit ends with dots, and is whole for who points at it.
    let name = "document.querySelector('tbody th button')";
    let cut = browser.value(&format!("{name}.scrollWidth > {name}.clientWidth"));
    assert_eq!(cut, true);
    let style = browser.value(&format!("getComputedStyle({name}).textOverflow"));
    assert_eq!(style, "ellipsis");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn games_of_a_record_are_replayed() {
    let game = |number: usize, name: &str, moves: &[&str], ending: &str| {
        let kind = find(name).expect("a game");
        let start = (kind.start)(&(kind.usual)()).expect("a start");
        Shown {
            number,
            players: ["<b>one</b>".to_owned(), "two".to_owned()],
            plies: moves.len(),
            outcome: "white wins".to_owned(),
            drawing: start.drawing(moves, ending),
        }
    };
    let games = [
        game(0, "checkers", &["9-14"], "signal 11"),
        game(1, "checkers", &["11-15", "22-18", "15x22"], "too slow"),
        game(2, "four-in-a-row", &["4", "4", "5"], "unfinished"),
    ];
    let text = html::games::render("one, two", ["black", "white"], &games).expect("a page");
    let (_folder, file, _) = written(text);
    let mut browser = Browser::lend();
    browser.open(&file);
    assert_eq!(browser.text(".games tbody td"), "<b>one</b>");
    browser.click(".games tbody tr:nth-child(2) button");
    assert_eq!(browser.text("#case-title"), "game 1: <b>one</b> – twowhite wins");
    assert_eq!(browser.count(".piece-light"), 12 + 1, "and one in the key");
    browser.click(".controls button[title='last']");
    assert!(browser.text(".caption").contains("too slow"), "{}", browser.text(".caption"));
    browser.click(".controls button[title='step back']");
    assert!(browser.text(".caption").contains("move 3 of 3"), "{}", browser.text(".caption"));
    browser.press("Escape");
    browser.click(".games tbody tr:nth-child(3) button");
    browser.click(".controls button[title='first']");
    assert_eq!(browser.count(".piece-dark"), 1, "in the key alone");
    browser.click(".controls button[title='last']");
    assert_eq!([browser.count(".piece-dark"), browser.count(".piece-light")], [2 + 1, 1 + 1]);
    browser.press("Escape");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn hostile_text_stays_text() {
    let evil = "</script><script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'>\
                <!-- <script>\u{202e}\u{2066}\0\u{1b}[2J\u{2028}\"'&amp;`${window.pwned = 3}`";
    let long = [evil.as_bytes(), b"\xff\xfe\n", &vec![b'<'; 8 << 20]].concat();
    let path = format!("{evil}.cpp");
    let case = |output| Case {
        message: evil,
        errors: evil.as_bytes(),
        ..Case::new(&format!("secret/{evil}"), Verdict::WrongAnswer, evil.as_bytes(), output)
    };
    let cases = vec![case(evil.as_bytes()), case(&long)];
    let mut hostile = document("tokens", &[(&path, cases)]);
    hostile.problem.name = evil.into();
    hostile.submissions[0].compile.message = evil.into();
    let mut browser = Browser::lend();
    let (_folder, file, text) = page(&[hostile]);
    assert!(text.len() < 200_000, "{}", text.len());
    browser.open(&file);
    browser.click("tbody th button");
    assert!(browser.text(".text pre").starts_with("</script><script>"));
    browser.press("Escape");
    browser.click("td.v button");
    let shown = browser.text("[aria-label='Output'] li");
    assert!(
        shown.contains("</script><script>") && shown.contains("\\u{202e}\\u{2066}\\u{0}"),
        "{shown}"
    );
    browser.press("ArrowRight");
    assert_eq!(browser.count("dialog .text"), 4, "input, output, standard error, command");
    assert_eq!(browser.value("typeof window.pwned"), "undefined");
    assert_eq!((browser.count("script"), browser.count("img")), (2, 0));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium")]
fn a_script_that_gets_in_all_the_same_is_not_run() {
    let mut browser = Browser::lend();
    let (_folder, file, text) = page(&drawings()[..1]);
    let broken = text.replace(
        "</main>",
        "<script>window.pwned = 1</script><img src='https://example.org/x.png'></main>",
    );
    std::fs::write(&file, broken).expect("written");
    browser.open(&file);
    assert_eq!(browser.value("typeof window.pwned"), "undefined");
    assert!(!browser.complaints().is_empty(), "the page's policy speaks up");
}

#[test]
fn five_problems_of_twenty_submissions_and_fifty_cases_fit_into_a_megabyte() {
    let names: Vec<String> = (0..20).map(|number| format!("submission_{number}.cpp")).collect();
    let letter = |seed: usize, at: usize| b'a' + [3, 1, 4, 15, 9, 2, 6][(seed * 3 + at * at) % 7];
    let inputs: Vec<Vec<u8>> =
        (0..50).map(|seed| (0..400).map(|at| letter(seed, at)).collect()).collect();
    let submissions: Vec<_> = names
        .iter()
        .map(|name| {
            let case = |number: usize| Case {
                message: "line 3: expected `17`, found `18`",
                score: Some(number as u64),
                ..Case::new(
                    &format!("secret/{number}"),
                    Verdict::ALL[number % 12],
                    &inputs[number],
                    name.as_bytes(),
                )
            };
            (name.as_str(), (0..50).map(case).collect::<Vec<_>>())
        })
        .collect();
    let mut documents = vec![document("tokens", &submissions); 5];
    for (number, document) in documents.iter_mut().enumerate() {
        // Nothing that one problem shows is shown by another.
        for case in document.submissions.iter_mut().flat_map(|submission| &mut submission.cases) {
            if let Some(evidence) = &mut case.evidence {
                evidence.input.lines.push(format!("{number} {}", case.command));
            }
        }
    }
    let (_folder, _, text) = page(&documents);
    assert!((900_000..html::PAGE_BYTES).contains(&text.len()), "{} bytes", text.len());
    assert!(text.contains(" of 5000 cases are left out"), "the page says so");
    // Without any script there is the whole matrix.
    assert_eq!(text.matches("<td class=\"v ").count(), 5000);
}
