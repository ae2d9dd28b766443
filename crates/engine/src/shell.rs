//! Command lines that people copy into a shell.

/// A word as a POSIX shell takes it for one: as it is if nothing in it means anything to a shell, else in single quotes.
///
/// ```
/// # use fogreel_engine::shell_word;
/// assert_eq!(shell_word("svg,png"), "svg,png");
/// assert_eq!(shell_word("it's here"), r"'it'\''s here'");
/// assert_eq!(shell_word(""), "''");
/// ```
pub fn shell_word(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:@=,+%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}
