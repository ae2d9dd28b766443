//! What a file that is no recording looks like.

use crate::format::MAGIC;

/// A few words with an article, from the first bytes of a file.
pub(crate) fn looks_like(start: &[u8]) -> &'static str {
    const KNOWN: [(&[u8], &str); 14] = [
        (b"\x89PNG\r\n\x1A\n", "a PNG picture"),
        (b"\x1F\x8B", "gzip-compressed data"),
        (b"\x28\xB5\x2F\xFD", "zstd-compressed data"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"PK\x03\x04", "a ZIP archive"),
        (b"BZh", "bzip2-compressed data"),
        (b"\xFD7zXZ\0", "xz-compressed data"),
        (b"%PDF-", "a PDF document"),
        (b"\xFF\xD8\xFF", "a JPEG picture"),
        (b"GIF8", "a GIF picture"),
        (b"\x89MCAP0\r\n", "an MCAP recording"),
        (b"RRF2", "a rerun recording"),
        (b"\x7FELF", "a program"),
        (b"version https://git-lfs", "a pointer of Git LFS; fetch the file itself"),
    ];
    if start.is_empty() {
        return "an empty file";
    }
    if start.len() < MAGIC.len() && MAGIC.starts_with(start) {
        return "the first bytes of a recording that was cut off";
    }
    // What a transfer in text mode makes of the magic.
    if start.starts_with(b"\xF7FOG\n") || start.starts_with(b"\xF7FOG\r\r\n") {
        return "a recording whose line ends were converted by a transfer in text mode; copy it again in binary mode";
    }
    if start.starts_with(b"\xC3\xB7FOG") || start.starts_with(b"\xEF\xBF\xBDFOG") {
        return "a recording that was converted as text; copy it again in binary mode";
    }
    if start.starts_with(&MAGIC[..4]) {
        return "a damaged recording";
    }
    if let Some((_, name)) = KNOWN.iter().find(|(magic, _)| start.starts_with(magic)) {
        return name;
    }
    if start.iter().all(|byte| *byte == 0) {
        return "a file of zeros";
    }
    text(start).unwrap_or("binary data of another kind")
}

/// Kinds of text; `None` if the bytes are no text.
fn text(start: &[u8]) -> Option<&'static str> {
    // The last character may be cut by the end of what was read.
    let valid = match std::str::from_utf8(start) {
        Ok(text) => text,
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&start[..error.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    let is_printable = |c: char| !c.is_control() || matches!(c, '\n' | '\r' | '\t' | '\u{C}');
    if !valid.chars().all(is_printable) {
        return None;
    }
    let trimmed = valid.trim_start_matches('\u{FEFF}').trim_start();
    Some(match trimmed.as_bytes().first() {
        Some(b'{' | b'[') => "JSON; `fogreel import` reads JSON lines",
        Some(b'<') => "XML or HTML",
        _ => "a text",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_files_are_named() {
        for (start, name) in [
            (&b""[..], "empty"),
            (b"\x89PNG\r\n\x1A\n\0\0", "PNG"),
            (b"\x1F\x8B\x08", "gzip"),
            (b"\x28\xB5\x2F\xFD\0", "zstd"),
            (b"SQLite format 3\0\x10", "SQLite"),
            (b"\n {\"turn\": 1}", "JSON"),
            ("মানচিত্র".as_bytes(), "text"),
            (&"মানচিত্র".as_bytes()[..4], "text"),
            (b"\0\0\0\0", "zeros"),
            (b"\xF7FO", "cut off"),
            (b"\xF7FOG\n\x1A\n\x01", "text mode"),
            (b"\xF7FOG\r\n\x1A\x0B", "damaged recording"),
            (b"\x01\x02\xFF", "binary"),
        ] {
            assert!(looks_like(start).contains(name), "{start:?}: {}", looks_like(start));
        }
    }
}
