//! A tree as YAML again: a line for each key of the outermost map, all else in braces and brackets. Two
//! trees that mean the same are written alike, wherever and in whichever quotes they were written.

use super::node::{Entry, Node, Value};

/// The text of a tree, with a newline at its end.
pub fn write(node: &Node) -> String {
    match &node.value {
        Value::Map(entries) if !entries.is_empty() => {
            entries.iter().map(|entry| pair(entry) + "\n").collect()
        }
        _ => flow(node) + "\n",
    }
}

fn pair(Entry { key, value, .. }: &Entry) -> String {
    let plain = |c: char| c.is_ascii_alphabetic() || c == '_';
    // Words that may be a yes or no have no underscore in them.
    let is_plain = key.contains('_') && key.chars().all(plain);
    let key = if is_plain { key.clone() } else { quoted(key) };
    format!("{key}: {}", flow(value))
}

fn flow(node: &Node) -> String {
    let text = node.as_text().unwrap_or_default();
    match &node.value {
        Value::Map(entries) => {
            let pairs: Vec<String> = entries.iter().map(pair).collect();
            format!("{{{}}}", pairs.join(", "))
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(flow).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Scalar(_) if node.is_null() => "null".to_owned(),
        // What is no text without quotes stays what it is.
        Value::Scalar(scalar)
            if scalar.plain && (node.as_bool().is_some() || node.as_number().is_some()) =>
        {
            text.to_owned()
        }
        Value::Scalar(_) => quoted(text),
    }
}

/// A text in quotes: JSON's are YAML's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::parse;

    #[test]
    fn what_is_written_means_what_was_read() {
        #[track_caller]
        fn case(text: &str, expected: &str) {
            let written = super::write(&parse(text.as_bytes()).unwrap().root);
            assert_eq!(written, expected);
            let again = super::write(&parse(written.as_bytes()).unwrap().root);
            assert_eq!(again, expected, "and it is stable");
        }
        case("a: 1\nb: [x, 'y', \"1\"]\n", "\"a\": 1\n\"b\": [\"x\", \"y\", \"1\"]\n");
        case("{a: {b: ~, c: yes}, d: 'no'}", "\"a\": {\"b\": null, \"c\": yes}\n\"d\": \"no\"\n");
        case("a: |\n  one\n  two: \"3\"\n", "\"a\": \"one\\ntwo: \\\"3\\\"\\n\"\n");
        case("max_score: 1", "max_score: 1\n");
        case("[]", "[]\n");
        case("a: []\n", "\"a\": []\n");
    }
}
