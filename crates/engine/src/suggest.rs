//! The name that somebody probably meant.

/// The option nearest to what was typed, if one is near enough to be worth suggesting.
///
/// ```
/// assert_eq!(fogreel_engine::nearest("hunterr", ["fuzzy", "hunter"]), Some("hunter"));
/// assert_eq!(fogreel_engine::nearest("xyz", ["fuzzy", "hunter"]), None);
/// ```
pub fn nearest<'a>(typed: &str, options: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    options
        .into_iter()
        .map(|option| (strsim::jaro_winkler(&typed.to_lowercase(), &option.to_lowercase()), option))
        .filter(|(likeness, _)| *likeness > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, option)| option)
}
