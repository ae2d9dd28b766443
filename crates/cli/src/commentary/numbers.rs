//! How numbers are written.

/// Bits with two digits; nothing is written with a sign that is not there.
pub(crate) fn bits(value: f64) -> String {
    match value {
        value if value.is_nan() => "–".to_owned(),
        value if value.is_infinite() => if value > 0.0 { "∞" } else { "−∞" }.to_owned(),
        value if value.abs() < 0.005 => "0.00".to_owned(),
        value => format!("{value:.2}").replace('-', "−"),
    }
}

/// The same where there may be nothing.
pub(crate) fn bits_or_dash(value: Option<f64>) -> String {
    bits(value.unwrap_or(f64::NAN))
}

/// A change, with its sign.
pub(crate) fn signed(value: f64) -> String {
    let text = bits(value);
    if value >= 0.005 { format!("+{text}") } else { text }
}

/// A probability in percent.
pub(crate) fn percent(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(0.0) => "0 %".to_owned(),
        Some(value) if value < 0.0005 => "<0.1 %".to_owned(),
        Some(value) => format!("{:.1} %", 100.0 * value),
    }
}

/// Points of win probability.
pub(crate) fn points(loss: f64) -> String {
    format!("{:.1}", 100.0 * loss)
}

/// A number and its noun.
pub(crate) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// Points of win probability, gained or lost.
pub(crate) fn signed_points(change: f64) -> String {
    let text = points(change.abs());
    match change {
        change if change > 0.0 => format!("+{text}"),
        change if change < 0.0 => format!("−{text}"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_empty_sign() {
        assert_eq!([bits(-0.001), bits(f64::INFINITY), signed(0.5), signed(-1.0)], ["0.00", "∞", "+0.50", "−1.00"]);
        assert_eq!([percent(Some(0.0)), percent(Some(1e-9)), percent(Some(0.5))], ["0 %", "<0.1 %", "50.0 %"]);
        assert_eq!([signed_points(0.05), signed_points(-0.05), signed_points(0.0)], ["+5.0", "−5.0", "0.0"]);
    }
}
