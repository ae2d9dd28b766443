//! `fogreel games`

use std::io::Write;

use fogreel_engine::{GameInfo, KnobInfo, KnobValues};
use fogreel_inference::OpponentModelInfo;
use serde_json::{Value, json};

use crate::args::GamesArgs;
use crate::failure::Result;
use crate::output::{stdout, write_json};

pub(super) fn run(args: &GamesArgs) -> Result<()> {
    match &args.game {
        Some(id) => {
            let info = fogreel_games::find(id)?.info();
            if args.json { write_json(&to_json(&info)) } else { write_one(&info) }
        }
        None if args.json => {
            write_json(&fogreel_games::all().map(|game| to_json(&game.info())).collect::<Vec<Value>>())
        }
        None => write_list(),
    }
}

fn write_list() -> Result<()> {
    let mut out = stdout();
    for game in fogreel_games::all() {
        let info = game.info();
        let presets: Vec<&str> = info.presets.iter().map(|preset| preset.name).collect();
        writeln!(out, "{}  {}", info.id, info.summary)?;
        writeln!(out, "    presets: {}", presets.join(", "))?;
        for seat in &info.seats {
            let agents: Vec<&str> =
                info.agents.iter().filter(|agent| agent.seats.contains(&seat.id)).map(|agent| agent.name).collect();
            writeln!(out, "    {} agents: {}", seat.id, agents.join(", "))?;
        }
        writeln!(out, "    more: fogreel games {}", info.id)?;
    }
    Ok(out.flush()?)
}

fn write_one(info: &GameInfo) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "{} ({}, rules version {})", info.title, info.id, info.rules_version)?;
    writeln!(out, "{}", info.summary)?;
    writeln!(out, "\nPresets (--preset); the first is the default")?;
    for preset in &info.presets {
        writeln!(out, "  {:<10} {}", preset.name, preset.summary)?;
    }
    writeln!(out, "\nSeats and their default agents")?;
    for seat in &info.seats {
        writeln!(out, "  {:<10} {}, {} ({})", seat.id, seat.name, seat.role, seat.default_agent)?;
    }
    writeln!(out, "\nAgents (--agent SEAT=AGENT)")?;
    for agent in &info.agents {
        writeln!(out, "  {:<10} {} [{}]", agent.name, agent.summary, agent.seats.join(", "))?;
        for setting in &agent.settings {
            let default = setting.defaults.first().map_or("", String::as_str);
            writeln!(out, "    :{}={default}  {} ({})", setting.name, setting.summary, values_text(&setting.values))?;
        }
    }
    let models = opponent_models(info);
    if !models.is_empty() {
        writeln!(out, "\nOpponent models (--reference=MODEL); + joins several")?;
        for model in models {
            writeln!(out, "  {:<12} {} [{}]", model.name, model.summary, model.owners.join(", "))?;
        }
    }
    writeln!(out, "\nMaps (--map)")?;
    for map in &info.maps {
        writeln!(out, "  {:<10} {}", map.name, map.summary)?;
    }
    if let Some(generator) = info.map_generator {
        writeln!(out, "  {} {}", generator.example, generator.summary)?;
    }
    writeln!(out, "\nStart (--setup KEY=VALUE)")?;
    for setup in &info.setup {
        writeln!(out, "  {:<10} {}: {}={}", setup.key, setup.summary, setup.key, setup.example)?;
    }
    writeln!(out, "\nKnobs (--set KNOB=VALUE)")?;
    for knob in &info.knobs {
        write_knob(&mut out, info, knob)?;
    }
    Ok(out.flush()?)
}

fn opponent_models(info: &GameInfo) -> Vec<OpponentModelInfo> {
    fogreel_games::reasoning(info.id).map(|reasoning| reasoning.opponent_models()).unwrap_or_default()
}

fn write_knob(out: &mut impl Write, info: &GameInfo, knob: &KnobInfo) -> Result<()> {
    writeln!(out, "  {}: {}", knob.name, knob.summary)?;
    // Which presets have a value, in words.
    let users = |value: &str| -> String {
        let presets = info.presets.iter().zip(&knob.defaults).filter(|(_, default)| *default == value);
        let names: Vec<&str> = presets.map(|(preset, _)| preset.name).collect();
        if names.is_empty() { String::new() } else { format!("  [{}]", names.join(", ")) }
    };
    match &knob.values {
        KnobValues::Choice(choices) => {
            for (name, meaning) in *choices {
                writeln!(out, "    {name:<12} {meaning}{}", users(name))?;
            }
        }
        KnobValues::Integer(..) | KnobValues::Number(..) | KnobValues::Text(_) => {
            let defaults: Vec<String> = info
                .presets
                .iter()
                .zip(&knob.defaults)
                .map(|(preset, value)| format!("{value} in {}", preset.name))
                .collect();
            writeln!(out, "    {}; {}", values_text(&knob.values), defaults.join(", "))?;
        }
    }
    Ok(())
}

fn values_text(values: &KnobValues) -> String {
    match values {
        KnobValues::Choice(choices) => choices.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", "),
        KnobValues::Integer(least, most) => format!("{least} to {most}"),
        KnobValues::Number(least, most) => format!("{least} to {most}"),
        KnobValues::Text(form) => (*form).to_owned(),
    }
}

fn to_json(info: &GameInfo) -> Value {
    json!({
        "id": info.id,
        "title": info.title,
        "summary": info.summary,
        "rules_version": info.rules_version,
        "presets": info.presets.iter().map(|preset| json!({"name": preset.name, "summary": preset.summary})).collect::<Vec<_>>(),
        "knobs": info.knobs.iter().map(|knob| knob_to_json(info, knob)).collect::<Vec<_>>(),
        "seats": info.seats.iter().map(|seat| json!({
            "id": seat.id, "name": seat.name, "role": seat.role, "default_agent": seat.default_agent,
        })).collect::<Vec<_>>(),
        "agents": info.agents.iter().map(|agent| json!({
            "name": agent.name, "summary": agent.summary, "version": agent.version, "seats": agent.seats,
            "settings": agent.settings.iter().map(setting_to_json).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "opponent_models": opponent_models(info).iter().map(|model| json!({
            "name": model.name, "summary": model.summary, "owners": model.owners,
        })).collect::<Vec<_>>(),
        "maps": info.maps.iter().map(|map| json!({"name": map.name, "summary": map.summary})).collect::<Vec<_>>(),
        "map_generator": info.map_generator.map(|generator| json!({"example": generator.example, "summary": generator.summary})),
        "setup": info.setup.iter().map(|setup| json!({"key": setup.key, "summary": setup.summary, "example": setup.example})).collect::<Vec<_>>(),
    })
}

fn knob_to_json(info: &GameInfo, knob: &KnobInfo) -> Value {
    let defaults: serde_json::Map<String, Value> = info
        .presets
        .iter()
        .zip(&knob.defaults)
        .map(|(preset, value)| (preset.name.to_owned(), Value::from(value.as_str())))
        .collect();
    json!({"name": knob.name, "summary": knob.summary, "values": values_to_json(&knob.values), "presets": defaults})
}

fn setting_to_json(setting: &KnobInfo) -> Value {
    let values = values_to_json(&setting.values);
    json!({"name": setting.name, "summary": setting.summary, "values": values, "default": setting.defaults.first()})
}

fn values_to_json(values: &KnobValues) -> Value {
    match values {
        KnobValues::Choice(choices) => {
            json!({"choices": choices.iter().map(|(name, meaning)| json!({"name": name, "meaning": meaning})).collect::<Vec<_>>()})
        }
        KnobValues::Integer(least, most) => json!({"least": least, "most": most}),
        KnobValues::Number(least, most) => json!({"least": least, "most": most}),
        KnobValues::Text(form) => json!({"form": form}),
    }
}
