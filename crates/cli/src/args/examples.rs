//! Help by example.

use fogreel_engine::GameInfo;

/// Help by example. The examples name the games that are registered.
pub(super) fn with_examples(command: clap::Command) -> clap::Command {
    let Some(game) = fogreel_games::all().next().map(|game| game.info()) else { return command };
    let id = game.id;
    let preset = game.presets.last().map_or("", |preset| preset.name);
    let agents: Vec<String> =
        game.seats.iter().map(|seat| format!("--agent {}={}", seat.id, seat.default_agent)).collect();
    let setup = game.setup.first().map_or(String::new(), |setup| format!("{}={}", setup.key, setup.example));
    let knob = game.knobs.first().map_or(String::new(), |knob| {
        format!("--set {}={}", knob.name, knob.defaults.first().map_or("", String::as_str))
    });
    let belief_owner = game.seats.last().map_or("", |seat| seat.id);
    let examples = [
        ("demo", vec!["fogreel demo".to_owned(), "fogreel demo --out /tmp/first --no-window".to_owned()]),
        (
            "games",
            vec!["fogreel games".to_owned(), format!("fogreel games {id}"), format!("fogreel games {id} --json")],
        ),
        (
            "record",
            vec![
                format!("fogreel record {id}"),
                format!("fogreel record {id} --preset {preset} --seed 7 --out match.fogreel"),
                format!("fogreel record {id} {}", agents.join(" ")),
                format!("fogreel record {id} --count 1000 --out matches"),
                format!("fogreel record {id} {knob} --map gen:width=20,height=12 --setup {setup}"),
            ],
        ),
        (
            "tournament",
            vec![
                format!("fogreel tournament {id}"),
                format!("fogreel tournament {id} {} --preset {preset} --starts 1000", all_agents(&game).join(" ")),
                format!("fogreel tournament {id} --starts 10000 --out results"),
                format!("fogreel tournament {id} --starts 10000 --out results --resume"),
                format!("fogreel tournament {id} {} --sprt 0,10", candidates(&game).join(" ")),
                format!("fogreel tournament {id} --preset {preset} --format markdown"),
            ],
        ),
        (
            "info",
            vec!["fogreel info match.fogreel".to_owned(), "fogreel info replays/good/*/*.fogreel --json".to_owned()],
        ),
        (
            "show",
            vec![
                "fogreel show match.fogreel".to_owned(),
                "fogreel show match.fogreel --turn 12".to_owned(),
                format!("fogreel show match.fogreel --turn 12 --as {belief_owner}"),
            ],
        ),
        (
            "analyze",
            vec![
                "fogreel analyze match.fogreel".to_owned(),
                format!("fogreel analyze match.fogreel --opponent {}", model_names(id).join("+")),
                format!("fogreel analyze match.fogreel --as {belief_owner}"),
                "fogreel analyze matches --csv turns.csv".to_owned(),
                "fogreel analyze match.fogreel --json | jq '.[0].beliefs[0].faults'".to_owned(),
            ],
        ),
        (
            "table",
            vec![
                "fogreel table matches --rows beliefs --out beliefs.parquet".to_owned(),
                "fogreel table matches --rows matches --out matches.csv".to_owned(),
                format!("fogreel table match.fogreel --rows signals --as {belief_owner} --out signals.jsonl"),
            ],
        ),
        (
            "report",
            vec![
                "fogreel report match.fogreel --out report".to_owned(),
                format!("fogreel report match.fogreel --as {belief_owner} --out report-{belief_owner}"),
                format!("fogreel report match.fogreel --opponent {} --out report --force", model_names(id).join("+")),
            ],
        ),
        (
            "dump",
            vec![
                "fogreel dump match.fogreel".to_owned(),
                "fogreel dump match.fogreel --records 3..9 | jq 'select(.type == \"record\") | .truth'".to_owned(),
            ],
        ),
        (
            "import",
            vec![
                "fogreel import trace.jsonl --out match.fogreel".to_owned(),
                "python my_game.py | fogreel import - --out match.fogreel".to_owned(),
            ],
        ),
        (
            "verify",
            vec![
                "fogreel verify match.fogreel".to_owned(),
                "fogreel verify replays/good/*/*.fogreel --json".to_owned(),
            ],
        ),
        (
            "pack",
            vec![
                "fogreel pack match.fogreel".to_owned(),
                "fogreel pack matches/*.fogreel".to_owned(),
                "fogreel pack match.fogreel --out small.fogreel".to_owned(),
            ],
        ),
        ("unpack", vec!["fogreel unpack match.fogreel".to_owned()]),
        (
            "recover",
            vec![
                "fogreel recover hurt.fogreel --out saved.fogreel".to_owned(),
                "fogreel recover hurt.fogreel --out saved.fogreel --json | jq .missing".to_owned(),
            ],
        ),
        (
            "note",
            vec![
                "fogreel note match.fogreel --turn 12 'The scan misses by one cell.'".to_owned(),
                format!("fogreel note match.fogreel --turn 12 --cell 3,4 --as {belief_owner} 'Here?'"),
                "fogreel note match.fogreel --list".to_owned(),
                "fogreel note match.fogreel --search 'scan cell' --json".to_owned(),
                "fogreel note match.fogreel --delete 0123456789abcdef".to_owned(),
            ],
        ),
        (
            "redact",
            vec![
                format!("fogreel redact match.fogreel --keep {belief_owner} --out shared.fogreel"),
                format!("fogreel redact match.fogreel --keep {belief_owner} --out shared.fogreel --reproducible"),
            ],
        ),
        (
            "export",
            vec![
                "fogreel export match.fogreel --figure sheet --out figures".to_owned(),
                "fogreel export match.fogreel --figure heatmap --turns 5,10,20 --width 84mm --out figures".to_owned(),
                "fogreel export match.fogreel --figure heatmap --scale log --format svg --out figures".to_owned(),
                "fogreel export match.fogreel --figure timeline --width 84mm --out figures".to_owned(),
                "fogreel export match.fogreel --figure regret --opponent uniform --format pdf,csv --out figures"
                    .to_owned(),
                "fogreel export matches --figure calibration --out figures".to_owned(),
                format!("fogreel export match.fogreel --figure board --turns 23 --as {belief_owner} --out figures"),
            ],
        ),
        (
            "completions",
            vec!["fogreel completions bash > ~/.local/share/bash-completion/completions/fogreel".to_owned()],
        ),
        ("man", vec!["fogreel man ~/.local/share/man/man1".to_owned()]),
        (
            "view",
            vec![
                "fogreel view match.fogreel --turn 12".to_owned(),
                "fogreel view replays".to_owned(),
                "fogreel view match.fogreel --turn 12 --screenshot turn12.png --size 1440x900".to_owned(),
            ],
        ),
    ];
    examples.into_iter().fold(command, |command, (name, lines)| {
        let text = format!("Examples:\n  {}", lines.join("\n  "));
        command.mut_subcommand(name, |subcommand| subcommand.after_help(text))
    })
}

/// For each seat the first two agents that can play it.
fn all_agents(game: &GameInfo) -> Vec<String> {
    let two = |seat: &str| game.agents_for(seat).take(2).map(|agent| agent.name).collect::<Vec<_>>().join(",");
    game.seats.iter().map(|seat| format!("--agent {}={}", seat.id, two(seat.id))).collect()
}

/// Two agents that are compared: in a symmetric game with each other, else on the last seat against the first one's default.
fn candidates(game: &GameInfo) -> Vec<String> {
    let agents = all_agents(game);
    match game.seats.first().filter(|_| !game.is_symmetric()) {
        Some(seat) => {
            vec![format!("--agent {}={}", seat.id, seat.default_agent), agents.last().cloned().unwrap_or_default()]
        }
        None => agents,
    }
}

/// The first two opponent models of the game.
fn model_names(game: &str) -> Vec<&'static str> {
    let models = fogreel_games::reasoning(game).map(|reasoning| reasoning.opponent_models()).unwrap_or_default();
    models.iter().take(2).map(|model| model.name).collect()
}
