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
    let agent = parse_spec(agent)?.ok_or_else(wrong)?;
    Ok(SeatAgent { seat: seat.to_owned(), agent })
}

/// Parses `NAME` or `NAME:SETTING=VALUE:…`; `None` without a name.
fn parse_spec(text: &str) -> Result<Option<AgentSpec>, String> {
    let mut parts = text.split(':');
    let Some(name) = parts.next().filter(|name| !name.is_empty()) else { return Ok(None) };
    let settings = parts.map(parse_setting).collect::<Result<_, _>>()?;
    Ok(Some(AgentSpec { name: name.to_owned(), settings }))
}

/// Agents for a seat.
#[derive(Clone, Debug)]
pub(crate) struct SeatAgents {
    pub(crate) seat: String,
    pub(crate) agents: Vec<AgentSpec>,
}

/// Parses `SEAT=AGENT,AGENT,…`, where a comma that belongs to a setting has a backslash before it.
pub(crate) fn parse_agents(text: &str) -> Result<SeatAgents, String> {
    let wrong = || format!("expected SEAT=AGENT or SEAT=AGENT,AGENT,…, found `{text}`");
    let (seat, agents) = text.split_once('=').ok_or_else(wrong)?;
    let agents = split_at_commas(agents).into_iter().map(|agent| parse_spec(&agent)?.ok_or_else(wrong));
    Ok(SeatAgents { seat: seat.to_owned(), agents: agents.collect::<Result<_, _>>()? })
}

/// The parts between commas. `\,` is a comma and `\\` a backslash.
fn split_at_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let escaped = letters.next_if(|next| letter == '\\' && matches!(next, ',' | '\\'));
        match (letter, escaped) {
            (_, Some(escaped)) => parts.last_mut().expect("there is always one").push(escaped),
            (',', None) => parts.push(String::new()),
            (letter, None) => parts.last_mut().expect("there is always one").push(letter),
        }
    }
    parts
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
    fn commas_separate_agents_unless_they_are_escaped() {
        let parsed = parse_agents(r"guard=hunter:depth=5,chase:x=1\,2:y=a\\b,still").expect("agents");
        assert_eq!(parsed.seat, "guard");
        let names: Vec<String> = parsed.agents.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["hunter:depth=5", "chase:x=1,2:y=a\\b", "still"]);
        for wrong in ["guard", "guard=", "guard=a,", "guard=,a", "guard=a:b", "guard=a,,b"] {
            assert!(parse_agents(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn values_may_hold_equals_signs() {
        assert_eq!(parse_setting("a=b=c"), Ok(Setting::new("a", "b=c")));
        assert!(parse_setting("=b").is_err() && parse_setting("a").is_err());
    }
}
