//! `NAME=VALUE` and agents on the command line.

use fogreel_engine::AgentSpec;
use fogreel_engine::data::Setting;

/// Parses `NAME=VALUE`.
pub(crate) fn parse_setting(text: &str) -> Result<Setting, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok(Setting::new(name.trim(), value.trim())),
        _ => Err(format!("expected NAME=VALUE, found `{text}`")),
    }
}

/// An agent for a seat.
#[derive(Clone, Debug)]
pub(crate) struct SeatAgent {
    pub(crate) seat: String,
    pub(crate) agent: AgentSpec,
}

/// Parses `SEAT=NAME` or `SEAT=NAME:SETTING=VALUE:…`.
pub(crate) fn parse_agent(text: &str) -> Result<SeatAgent, String> {
    let wrong = || format!("expected SEAT=AGENT, found `{text}`");
    let (seat, agent) = text.split_once('=').ok_or_else(wrong)?;
    let mut parts = agent.split(':');
    let name = parts.next().filter(|name| !name.is_empty()).ok_or_else(wrong)?;
    let settings = parts.map(parse_setting).collect::<Result<_, _>>()?;
    Ok(SeatAgent { seat: seat.to_owned(), agent: AgentSpec { name: name.to_owned(), settings } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_have_settings_after_colons() {
        let parsed = parse_agent("guard=hunter:depth=5:quiet=on").expect("an agent");
        assert_eq!((parsed.seat.as_str(), parsed.agent.name.as_str()), ("guard", "hunter"));
        assert_eq!(parsed.agent.settings, [Setting::new("depth", "5"), Setting::new("quiet", "on")]);
        assert!(parse_agent("guard").is_err() && parse_agent("guard=").is_err() && parse_agent("guard=a:b").is_err());
    }

    #[test]
    fn values_may_hold_equals_signs() {
        assert_eq!(parse_setting("a=b=c"), Ok(Setting::new("a", "b=c")));
        assert!(parse_setting("=b").is_err() && parse_setting("a").is_err());
    }
}
