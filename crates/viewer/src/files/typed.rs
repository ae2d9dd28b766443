//! Paths as people type and paste them.

use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

/// The path that a text means: blanks around it and a pair of quotes are not part of it, `~` is the home folder, and an
/// address that begins with `file:` is decoded. Anything else is a path as it stands.
pub(crate) fn path_of(text: &str, home: Option<&Path>) -> Option<PathBuf> {
    let text = text.trim();
    let quoted = ['"', '\''].into_iter().find_map(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    let text = quoted.unwrap_or(text);
    if text.is_empty() {
        return None;
    }
    if let Some(address) = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).map(|_| &text[5..]) {
        return Some(of_address(address));
    }
    let below_home = text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(std::path::is_separator));
    match (below_home, home) {
        (Some(rest), Some(home)) => Some(home.join(rest.trim_start_matches(std::path::is_separator))),
        _ => Some(PathBuf::from(text)),
    }
}

/// The path of an address without its scheme (RFC 8089): `///path`, `//host/path` or `/path`.
fn of_address(address: &str) -> PathBuf {
    let path = match address.strip_prefix("//") {
        Some(with_host) => with_host.find('/').map_or(with_host, |slash| &with_host[slash..]),
        None => address,
    };
    let bytes: Vec<u8> = percent_decode_str(path).collect();
    let path = path_from_bytes(bytes);
    // `/C:/folder` is `C:/folder`.
    let text = path.to_string_lossy();
    let has_drive = cfg!(windows) && text.as_bytes().get(2) == Some(&b':');
    if has_drive { PathBuf::from(&text[1..]) } else { path }
}

#[cfg(unix)]
fn path_from_bytes(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

#[cfg(not(unix))]
fn path_from_bytes(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_understood_as_it_is_written() {
        let home = Path::new("/home/mina");
        for (text, path) in [
            ("a.fogreel", "a.fogreel"),
            ("  /x/a b.fogreel\n", "/x/a b.fogreel"),
            ("'/x/it's.fogreel'", "/x/it's.fogreel"),
            ("\"/x/a b.fogreel\"", "/x/a b.fogreel"),
            ("\"half", "\"half"),
            ("~", "/home/mina"),
            ("~/games/a.fogreel", "/home/mina/games/a.fogreel"),
            ("~mina/a.fogreel", "~mina/a.fogreel"),
            ("100%.fogreel", "100%.fogreel"),
            ("%41.fogreel", "%41.fogreel"),
            ("file:///x/a%20b%23%25.fogreel", "/x/a b#%.fogreel"),
            ("FILE://localhost/x/%E0%A6%95.fogreel", "/x/ক.fogreel"),
            ("file:/x/a.fogreel", "/x/a.fogreel"),
            ("file:///x/100%.fogreel", "/x/100%.fogreel"),
            ("খেলা ১.fogreel", "খেলা ১.fogreel"),
        ] {
            assert_eq!(path_of(text, Some(home)).as_deref(), Some(Path::new(path)), "{text}");
        }
        assert_eq!(path_of(" '' ", Some(home)), None);
        assert_eq!(path_of("~/a", None).as_deref(), Some(Path::new("~/a")));
    }

    #[cfg(unix)]
    #[test]
    fn an_address_may_name_what_is_no_text() {
        use std::os::unix::ffi::OsStrExt;
        let path = path_of("file:///x/%FF.fogreel", None).expect("a path");
        assert_eq!(path.as_os_str().as_bytes(), b"/x/\xFF.fogreel");
    }
}
