//! Foreign bytes as text that does no harm.

use std::path::Path;

use serde::Serializer;

/// Foreign bytes so that they cannot act on a terminal, a page or a log: control characters, marks that
/// hide or reorder text, and what is not UTF-8 become visible, and so does what begins a command of
/// GitHub Actions. All else stays as it is.
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::new();
    for character in utf8(bytes).chars() {
        let hidden = character.is_control() || is_hidden(character);
        if hidden && character != '\t' {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    without_commands(text)
}

/// Foreign bytes as text from which they can be told: what is not UTF-8 stands as `\xff`.
pub fn utf8(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.extend(std::ascii::escape_default(*byte).map(char::from));
        }
    }
    text
}

/// GitHub Actions reads the log of a step, where `::` at the beginning of a line and `##[` anywhere are
/// commands (`ActionCommand.cs` of its runner).
fn without_commands(mut text: String) -> String {
    if text.trim_start().starts_with("::") {
        text = text.replacen(':', "\\u{3a}", 1);
    }
    text.replace("##[", "\\u{23}#[")
}

/// Marks that reorder the text around them, separate lines or take no room.
fn is_hidden(character: char) -> bool {
    matches!(
        character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// The first line that is not blank, visible, of at most this many characters.
pub fn first_line(bytes: &[u8], most: usize) -> String {
    bytes
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty())
        .map_or_else(String::new, |line| short(line, most))
}

/// The last line that is not blank, visible, of at most this many characters.
pub fn last_line(bytes: &[u8], most: usize) -> String {
    bytes
        .rsplit(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .find(|line| !line.is_empty())
        .map_or_else(String::new, |line| short(line, most))
}

fn short(line: &[u8], most: usize) -> String {
    // No character takes more than four bytes, so what is cut off here would not be shown.
    let text = visible(&line[..line.len().min(4 * most + 4)]).replace('\t', " ");
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Writes a path as text, whatever bytes it has.
///
/// # Errors
/// Those of the writer.
pub fn as_text<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&utf8(path.as_os_str().as_encoded_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{first_line, last_line, visible};

    #[test]
    fn no_line_is_a_command_to_who_reads_the_log() {
        assert_eq!(visible(b"::error::x"), "\\u{3a}:error::x");
        assert_eq!(visible(b" \t::add-mask::a"), " \t\\u{3a}:add-mask::a");
        assert_eq!(visible(b"a ##[error]b###[x]"), "a \\u{23}#[error]b#\\u{23}#[x]");
        for harmless in ["a::b", ": ::", "#[test]", "# #[x]", "##"] {
            assert_eq!(visible(harmless.as_bytes()), harmless);
        }
    }

    #[test]
    fn lines_are_found_made_visible_and_cut() {
        assert_eq!(first_line(b"\n \r\n one\x1b[2J \ntwo", 80), "one\\u{1b}[2J");
        assert_eq!(last_line(b"one\ntwo\n\n", 80), "two");
        assert_eq!(first_line("ééééé".as_bytes(), 3), "ééé…");
        assert_eq!(
            first_line("a\u{202e}b\u{61c}\u{2028}\u{feff}".as_bytes(), 80),
            "a\\u{202e}b\\u{61c}\\u{2028}\\u{feff}"
        );
        assert_eq!(first_line(b"\xff\xfe", 80), "\\xff\\xfe");
        assert_eq!(last_line(b"", 80), "");
        assert_eq!(first_line(&vec![b'x'; 1 << 20], 5), "xxxxx…");
    }
}
