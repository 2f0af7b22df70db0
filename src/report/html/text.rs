//! Foreign text in a page: visible in either form, and never markup.

use serde_json::Value;

use crate::visible::visible;

/// Foreign text as HTML, between tags or in a quoted attribute.
pub(super) fn text(foreign: &str) -> String {
    let mut escaped = String::with_capacity(foreign.len());
    for character in shown(foreign).chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Foreign text of one line, visible.
pub(super) fn shown(foreign: &str) -> String {
    visible(foreign.as_bytes())
}

/// Foreign lines, each visible.
pub(super) fn lines<'a>(lines: impl Iterator<Item = &'a [u8]>) -> String {
    lines.map(visible).collect::<Vec<_>>().join("\n")
}

/// JSON that may stand in a script element: nothing in it can end the element, begin a comment, or
/// command those who read it in a log (see [`crate::visible`]).
/// These characters occur in strings alone, where JSON has escapes for them.
pub(super) fn script_json(value: &Value) -> Result<String, serde_json::Error> {
    let json = serde_json::to_string(value)?;
    let json = json.replace("##[", "##\\u005b");
    Ok(json.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e"))
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn foreign_text_is_no_markup() {
        let foreign = "</td><script>alert(\"1\" & '2')</script>\u{202e}\0";
        assert_eq!(
            text(foreign),
            "&lt;/td&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\
             \\u{202e}\\u{0}"
        );
    }
}
