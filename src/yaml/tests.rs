//! What is read from YAML files, and what is refused with which words.

mod trees;

use std::fmt::Write as _;

use super::{Document, Entry, Fault, LARGEST_FILE, Node, Number, Scalar, Value, parse};

/// A tree without its places, in one line: `{a:[<No>,"No"]}`, with `<>` around plain texts.
fn shape(node: &Node) -> String {
    match &node.value {
        Value::Scalar(Scalar { text, plain: true }) => format!("<{text}>"),
        Value::Scalar(Scalar { text, plain: false }) => format!("{text:?}"),
        Value::List(items) => format!("[{}]", joined(items.iter().map(shape))),
        Value::Map(entries) => {
            let entry = |entry: &Entry| format!("{}:{}", entry.key, shape(&entry.value));
            format!("{{{}}}", joined(entries.iter().map(entry)))
        }
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

#[track_caller]
fn case(text: &str, expected: &str) {
    let document = parse(text.as_bytes()).unwrap();
    assert_eq!((shape(&document.root).as_str(), document.oddities.as_slice()), (expected, &[][..]));
}

/// What is read all the same, with the words on what is odd.
#[track_caller]
fn odd(text: &str, expected: &str, place: (usize, usize), words: &str) {
    let Document { root, oddities } = parse(text.as_bytes()).unwrap();
    assert_eq!(shape(&root), expected);
    let told: Vec<_> =
        oddities.iter().map(|bad| (bad.place.line, bad.place.column, bad.to_string())).collect();
    assert_eq!(told, [(place.0, place.1, words.to_owned())]);
}

#[track_caller]
fn refused(text: &str, place: (usize, usize), words: &str) {
    let bad = parse(text.as_bytes()).unwrap_err();
    assert_eq!(bad.to_string(), words);
    assert_eq!((bad.place.line, bad.place.column), place);
}

#[test]
fn scalars_keep_the_text_that_was_written() {
    case("name: No", "{name:<No>}");
    case("keywords: 2023", "{keywords:<2023>}");
    case("uuid: 1e5", "{uuid:<1e5>}");
    case("range: 0 100", "{range:<0 100>}");
    case("time_limit: 010", "{time_limit:<010>}");
    case("a: 'it''s'\nb: \"x\\ty\"", "{a:\"it's\",b:\"x\\ty\"}");
    case("a: |\n  x\n   y\nb: >-\n  x\n  y", "{a:\"x\\n y\\n\",b:\"x y\"}");
    case("a: x\n  y", "{a:<x y>}");
    case("a: x # y\nb: x#y", "{a:<x>,b:<x#y>}");
    case("a:\nb: ~\nc: ''", "{a:<>,b:<~>,c:\"\"}");
}

#[test]
fn lists_and_maps_are_read_in_both_styles() {
    case("a:\n- b\n- c: d\n  e: f\n-\n  - g", "{a:[<b>,{c:<d>,e:<f>},[<g>]]}");
    case("{a: [b, {c: d}], e: , f}", "{a:[<b>,{c:<d>}],e:<>,f:<>}");
    case("1: a\n'2': b\n? c\n: d", "{1:<a>,2:<b>,c:<d>}");
    case("[a: b, c]", "[{a:<b>},<c>]");
    case("a: b\r\nc:\r\n- d\r\n", "{a:<b>,c:[<d>]}");
    case("--- \na: b\n...\n", "{a:<b>}");
    case("%YAML 1.1\n---\na: b", "{a:<b>}");
    case("just text", "<just text>");
}

#[test]
fn a_file_of_nothing_is_an_empty_map() {
    for nothing in ["", "\n\n", "# comment", "---", "--- # comment\n...\n", "~", "null"] {
        case(nothing, "{}");
    }
    case("''", "\"\"");
}

#[test]
fn anchors_and_merge_keys_are_written_out() {
    case("a: &x [b]\nc: *x", "{a:[<b>],c:[<b>]}");
    case("a: &x b\nc: &x d\ne: *x", "{a:<b>,c:<d>,e:<d>}");
    case("&x a: *x", "{a:<a>}");
    case("a: &x {b: c, d: e}\nf: {<<: *x, d: g}", "{a:{b:<c>,d:<e>},f:{d:<g>,b:<c>}}");
    case("- &x {a: b}\n- &y {a: c, d: e}\n- <<: [*x, *y]", "[{a:<b>},{a:<c>,d:<e>},{a:<b>,d:<e>}]");
    case("'<<': a", "{<<:<a>}");
}

#[test]
fn standard_tags_are_read() {
    case("a: !!str 1\nb: ! 2\nc: !!int '3'\nd: !!str", "{a:\"1\",b:\"2\",c:\"3\",d:\"\"}");
    case("!!map {a: !!seq [b]}", "{a:[<b>]}");
}

#[test]
fn places_are_lines_and_columns_in_bytes() {
    let text = "# é\naé: b\nc:\n  - d: |\n      e\n  - 'f'\ng:\nh: &x\n  i: j\n";
    let root = parse(text.as_bytes()).unwrap().root;
    let mut found = Vec::new();
    collect(&root, &mut found);
    let expected = [
        "2:1 {", "2:1 aé", "2:6 b", "3:1 c", "4:3 [", "4:5 {", "4:5 d", "5:7 e\n", "6:5 f",
        "7:1 g", "7:2 ", "8:1 h", "9:3 {", "9:3 i", "9:6 j",
    ];
    assert_eq!(found, expected);
}

/// Each node and key with its place, in the order of the file.
fn collect(node: &Node, found: &mut Vec<String>) {
    let what = match &node.value {
        Value::Scalar(scalar) => &scalar.text,
        Value::List(_) => "[",
        Value::Map(_) => "{",
    };
    found.push(format!("{}:{} {what}", node.place.line, node.place.column));
    for item in node.as_list().unwrap_or_default() {
        collect(item, found);
    }
    for Entry { place, key, value } in node.as_map().unwrap_or_default() {
        found.push(format!("{}:{} {key}", place.line, place.column));
        collect(value, found);
    }
}

#[test]
fn what_has_one_meaning_all_the_same_is_read_and_told() {
    let twice = |key: &str, line: usize| {
        format!("duplicate key `{key}`, first in line {line}: the last one counts")
    };
    odd("a: b\nc: d\na: e", "{c:<d>,a:<e>}", (3, 1), &twice("a", 1));
    odd("a:\n  b: 1\n  'b': 2", "{a:{b:<2>}}", (3, 3), &twice("b", 2));
    let merges =
        "second `<<` in one map, first in line 1: both are merged, which not all readers do";
    odd("{<<: {a: b}, <<: {c: d}}", "{c:<d>,a:<b>}", (1, 14), merges);
    // The later one counts, but for what the map says itself.
    let maps = "{<<: {a: b, c: d, e: f}, c: g, <<: {a: h, c: i}}";
    odd(maps, "{c:<g>,a:<h>,e:<f>}", (1, 32), merges);
    // A quoted one is a key like others.
    case("{'<<': a, <<: {b: c}}", "{<<:<a>,b:<c>}");
    let mark = "expected UTF-8 without a byte-order mark: save the file without it";
    odd("\u{feff}a: b\nc: d", "{a:<b>,c:<d>}", (1, 1), mark);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    refused("a: b\n---\nc: d", (2, 1), "expected one document, found a second one");
    refused("a:\n\tb: c", (2, 1), "expected spaces, found a tab: YAML does not indent with tabs");
    refused("- a\n\t- b", (2, 1), "expected spaces, found a tab: YAML does not indent with tabs");
    refused("? [a]\n: b", (1, 3), "expected a string as the key, found a list");
    refused("<<: a", (1, 5), "expected a map or a list of maps to merge, found a string");
    refused("a: *b", (1, 4), "expected an alias of an anchor defined above");
    refused("a: &x [*x]", (1, 8), "this alias is inside the node that it refers to");
    let tag = "expected no tag, or a standard one that fits its value (as `!!str`), found";
    refused("a: !x b", (1, 4), &format!("{tag} `!x`"));
    refused("a: !!python/none", (1, 4), &format!("{tag} `!!python/none`"));
    refused("a: !!map b", (1, 4), &format!("{tag} `!!map`"));
    refused("a: !!int [b]", (1, 4), &format!("{tag} `!!int`"));
    refused("[a, , b]", (1, 5), "expected a value here");
    refused("a: 'b", (1, 4), "expected a closing quotation mark");
    refused("{a:[b]}", (1, 3), "expected a space after `:`");
    refused(
        "a: b: c",
        (1, 5),
        "unexpected `: `: quote a string that contains it, and start a map on a line of its own",
    );
    refused("a: @b", (1, 4), "unexpected `@`: quote a string that begins with it");
    refused("a: [b, c", (1, 4), "missing closing bracket for `[`");
    refused("a: [b}", (1, 4), "`}` does not match `[`");
    refused("a: \"b\" c", (1, 8), "expected nothing after the closing quotation mark");
    refused("a: - b", (1, 4), "unexpected `- `: a list starts on a line of its own");
    refused("a:\n  - b\n c: d", (3, 2), "expected a key, indented like those above it");
    refused(
        "  a: b\nc: d",
        (2, 1),
        "expected the end of the document, or the indentation of the lines above",
    );
    refused("a: \u{1}", (1, 4), "unexpected control character `\\u{1}`");
    refused(
        "a: \"\\q\"",
        (1, 4),
        "unknown escape: in double quotation marks, a backslash is written as `\\\\`",
    );
}

#[test]
fn other_encodings_are_refused() {
    #[track_caller]
    fn case(bytes: &[u8], place: (usize, usize), words: &str) {
        let bad = parse(bytes).unwrap_err();
        assert_eq!(((bad.place.line, bad.place.column), bad.to_string().as_str()), (place, words));
    }
    case(b"a: b\nc: \xe9", (2, 4), "expected UTF-8, found the byte 0xe9");
    case(b"\xff\xfea\0", (1, 1), "expected UTF-8, found the byte 0xff");
}

#[test]
fn foreign_text_in_messages_is_short_and_harmless() {
    let key = format!("\"\u{202e}\\e{}\"", "x".repeat(1000));
    let document = parse(format!("{key}: 1\n{key}: 2").as_bytes()).unwrap();
    let shown = format!("\\u{{202e}}\\u{{1b}}{}…", "x".repeat(58));
    let told = format!("duplicate key `{shown}`, first in line 1: the last one counts");
    assert_eq!(document.oddities[0].to_string(), told);
}

#[test]
fn what_files_can_make_of_themselves_is_bounded() {
    #[track_caller]
    fn case(text: &str, expected: impl Into<Option<Fault>>) {
        assert_eq!(parse(text.as_bytes()).err().map(|bad| bad.fault), expected.into());
    }
    // Each is the largest that is read, or one more.
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    case(&nested(64), None);
    case(&nested(65), Fault::TooDeep(64));
    case(&format!("{}a", "- ".repeat(64)), None);
    case(&format!("{}a", "- ".repeat(65)), Fault::TooDeep(64));
    case(&format!("- &x {}\n- {}*x{}", nested(32), "[".repeat(31), "]".repeat(31)), None);
    let deep = format!("- &x {}\n- {}*x{}", nested(32), "[".repeat(32), "]".repeat(32));
    case(&deep, Fault::TooDeep(64));
    case(&format!("[{}]", "a,".repeat(99_999)), None);
    case(&format!("[{}]", "a,".repeat(100_000)), Fault::TooManyNodes(100_000));
    // 1 + 1 + 10 for the first item, 11 for each other.
    let aliased = |count: usize| format!("[&x [{}],{}]", "a,".repeat(10), "*x,".repeat(count));
    case(&aliased(9089), None);
    case(&aliased(9090), Fault::TooManyNodes(100_000));
    let long = |count: usize| format!("[&x {},{}]", "a".repeat(1 << 16), "*x,".repeat(count));
    case(&long(255), None);
    case(&long(256), Fault::TooMuchText(16 << 20));
    let full = format!("a{}", " ".repeat((1 << 20) - 1));
    case(&full, None);
    case(&(full + " "), Fault::TooLarge { most: LARGEST_FILE, found: LARGEST_FILE + 1 });
}

#[test]
fn aliases_of_aliases_end_soon() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..40 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        writeln!(text, "a{level}: &a{level} [{before}]").unwrap();
    }
    assert_eq!(parse(text.as_bytes()).unwrap_err().fault, Fault::TooManyNodes(100_000));
}

/// A scalar as the value of a key.
fn value(written: &str) -> Node {
    parse(format!("a: {written}").as_bytes()).unwrap().root.get("a").unwrap().clone()
}

#[test]
fn null_and_booleans_are_those_of_yaml_1_1() {
    #[track_caller]
    fn case(written: &[&str], null: bool, expected: Option<bool>) {
        for written in written {
            let value = value(written);
            assert_eq!((value.is_null(), value.as_bool()), (null, expected), "{written}");
        }
    }
    case(&["", "~", "null", "Null", "NULL", "!!null ''"][..5], true, None);
    case(&["yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"], false, Some(true));
    case(&["no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"], false, Some(false));
    case(&["y", "n", "1", "yES", "tRue", "nULL", "None", "nil"], false, None);
    case(&["'yes'", "\"null\"", "''", "!!str yes", "! no", "|-\n  yes", "[]", "{}"], false, None);
}

#[test]
fn numbers_are_those_that_were_meant() {
    #[track_caller]
    fn case(written: &[&str], expected: Option<Number>) {
        for written in written {
            assert_eq!(value(written).as_number(), expected, "{written}");
        }
    }
    let integer = |integer| Some(Number::Integer(integer));
    let float = |float| Some(Number::Float(float));
    case(&["0", "-0", "0x0", "00", "0_", "+0b0"], integer(0));
    case(
        &["10", "+10", "1_0", "10_", "012", "0_12", "0o12", "0xa", "0xA", "0b1010", "'10'"],
        integer(10),
    );
    case(&["-255", "-0xff", "-0x_f_f", "-0377", "-0b11111111"], integer(-255));
    case(&["170141183460469231731687303715884105727"], integer(i128::MAX));
    case(&["170141183460469231731687303715884105728"], float(2f64.powi(127)));
    case(
        &["2.5", "+2.5", "2.50", "02.5", "25e-1", "2_.5_", "0.25e1", "0.25e+1", "2.5E0"],
        float(2.5),
    );
    case(&["-0.5", "-.5", "-5e-1", "-.5e0"], float(-0.5));
    case(&["1e6", "1E6", "1.e6", "1.0e+6", "1000000.", "1_000e3"], float(1e6));
    case(&[".inf", "+.INF", ".Inf", "1e999"], float(f64::INFINITY));
    case(&["-.inf"], float(f64::NEG_INFINITY));
    let nan = value(".nan").as_number();
    assert!(matches!(nan, Some(Number::Float(nan)) if nan.is_nan()), "{nan:?}");
    case(
        &["", "~", "'-'", "+", ".", "+.", "_1", "._1", "1:30", "0 100", "0..100", "1,5", "5s"],
        None,
    );
    case(&["08", "0o", "0x", "0xg", "0b2", "0o8", "e5", ".e5", "1e", "1e+", "1e_5", "1e5_"], None);
    case(&["--1", "+-1", "0x-1", "inf", "nan", "+.nan", "1.2.3", "٣", "[1]"], None);
    assert_eq!(Number::Integer(3).as_f64().to_bits(), 3f64.to_bits());
}
