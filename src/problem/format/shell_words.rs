//! Commands that packages write as one would in a shell, of which none runs.

/// The words of a command, without its quotation marks.
pub(super) fn shell_words(command: &str) -> Result<Vec<String>, &'static str> {
    if command.contains('\0') {
        return Err("no argument can have a byte 0 in it");
    }
    shlex::split(command).ok_or("a quotation mark is not closed")
}
