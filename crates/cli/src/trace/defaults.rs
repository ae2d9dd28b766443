//! What a line need not say, because it follows from the rest of it or from the lines before.

use fogreel_engine::Header;
use fogreel_engine::data::{NoteId, Record};
use serde_json::{Map, Value, json};

use super::Problem;
use crate::output::WRITER;

type Fields = Map<String, Value>;

/// Cells of the largest board.
const CELLS: u64 = fogreel_recorder::format::limits::CELLS;
/// Colours that are told apart by people who see colours differently (Okabe and Ito, Color Universal Design, 2008).
const COLORS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#f0e442"];

/// Sets the fields that are absent.
fn absent(defaults: Value, fields: &mut Fields) {
    let Value::Object(defaults) = defaults else { return };
    for (name, default) in defaults {
        fields.entry(name).or_insert(default);
    }
}

/// What a header need not say.
pub(super) fn header(fields: &mut Fields) -> Result<(), Problem> {
    let game = fields.get("game").cloned().unwrap_or_default();
    absent(
        json!({
            "title": game, "rules_version": 1, "preset": "", "knobs": [], "map": "", "setup": [], "seed": null,
            "piece_kinds": [], "targets": [], "channels": [], "event_kinds": [], "facts": [], "messages": [],
            "max_turns": null, "keep": "full", "writer": format!("{WRITER} import"), "created_unix_ms": null, "tags": [],
        }),
        fields,
    );
    if let Some(Value::Object(board)) = fields.get_mut("board") {
        self::board(board)?;
    }
    each(fields, "seats", |position, seat| {
        absent(
            json!({
                "name": seat.get("id"), "role": "", "agent": null, "agent_version": null, "settings": [],
                "reads_privileged": false, "color": color(position),
            }),
            seat,
        );
    });
    let seats = ids(fields, "seats");
    each(fields, "piece_kinds", |position, kind| {
        let seat = kind.get("id").and_then(|id| seats.iter().position(|seat| seat == id));
        absent(
            json!({
                "name": kind.get("id"), "glyph": glyph(kind), "shape": "circle", "color": color(seat.unwrap_or(position)),
                "seat": seat,
            }),
            kind,
        );
    });
    let kinds = ids(fields, "piece_kinds");
    each(fields, "targets", |_, target| {
        let kind = target.get("id").and_then(|id| kinds.iter().position(|kind| kind == id));
        absent(json!({"name": target.get("id"), "domain": "cells", "piece_kind": kind}), target);
    });
    each(fields, "channels", |position, channel| {
        absent(
            json!({
                "name": channel.get("id"), "color": color(position), "hatch": "none", "glyph": glyph(channel),
                "privileged": false,
            }),
            channel,
        );
    });
    each(fields, "event_kinds", |_, kind| {
        absent(json!({"name": kind.get("id"), "glyph": glyph(kind), "tone": "neutral"}), kind);
    });
    each(fields, "facts", |_, fact| absent(json!({"label": fact.get("id"), "unit": "", "tone": "neutral"}), fact));
    Ok(())
}

fn board(board: &mut Fields) -> Result<(), Problem> {
    let side = |name: &str| board.get("size").and_then(|size| size.get(name)).and_then(Value::as_u64);
    let cells = side("rows").zip(side("cols")).map_or(0, |(rows, cols)| rows.saturating_mul(cols));
    if cells > CELLS {
        return Err(Problem::of("board.size", format!("expected {CELLS} cells at most, found {cells}")));
    }
    absent(
        json!({
            "neighbourhood": "four", "wrap": false, "walls": [], "terrain": vec![0; cells as usize],
            "legend": [{"id": "floor", "glyph": "."}, {"id": "wall", "glyph": "#", "passable": false}],
        }),
        board,
    );
    each(board, "legend", |_, kind| {
        absent(json!({"glyph": glyph(kind), "passable": true, "color": null}), kind);
        absent(json!({"opaque": kind["passable"] == json!(false)}), kind);
    });
    Ok(())
}

/// What a record need not say; what is lacking still follows from the record before.
pub(super) fn record(fields: &mut Fields, header: &Header, index: u32) -> Lacking {
    absent(json!({"index": index}), fields);
    absent(json!({"turn": fields["index"]}), fields);
    absent(
        json!({
            "round": fields["turn"], "actions": [], "decisions": [], "chance": [], "events": [], "truth": null, "views": [],
            "privileged": [], "beliefs": [], "to_act": [], "state_hash": null,
        }),
        fields,
    );
    each(fields, "decisions", |_, decision| {
        absent(json!({"branch": "", "candidates": [], "nodes": null, "depth": null, "belief_floor": null}), decision);
    });
    each(fields, "chance", |_, draw| absent(json!({"index": 0, "outcome": "", "probability": null}), draw));
    each(fields, "events", |_, event| absent(json!({"cells": [], "audience": []}), event));
    if let Some(Value::Object(truth)) = fields.get_mut("truth") {
        absent(json!({"pieces": [], "terrain": [], "walls": null}), truth);
        each(truth, "pieces", |_, piece| absent(json!({"facing": null, "label": ""}), piece));
    }
    let index = fields["index"].clone();
    let board = json!({"size": header.board.size, "offset": [0, 0]});
    let mut lacking = Lacking::default();
    each(fields, "views", |position, view| {
        absent(
            json!({
                "frame": board, "terrain": null, "edges": [], "visible": [], "pieces": [], "signals": [], "facts": [],
                "messages": [],
            }),
            view,
        );
        if !view.contains_key("last_seen") {
            lacking.last_seen.push(position);
            absent(json!({"last_seen": []}), view);
        }
        let size = view["frame"].get("size").cloned().unwrap_or_default();
        cell_set(view, "visible", &size);
        each(view, "pieces", |_, known| {
            absent(json!({"seen_at": index}), known);
            if let Some(Value::Object(piece)) = known.get_mut("piece") {
                absent(json!({"facing": null, "label": ""}), piece);
            }
        });
        each(view, "signals", |_, signal| self::signal(signal, &size));
    });
    each(fields, "privileged", |_, privileged| {
        if let Some(Value::Object(signal)) = privileged.get_mut("signal") {
            self::signal(signal, &board["size"]);
        }
    });
    each(fields, "beliefs", |_, belief| absent(json!({"quality": "exact", "kind": "categorical"}), belief));
    lacking
}

fn signal(signal: &mut Fields, size: &Value) {
    absent(json!({"coverage": [], "cells": []}), signal);
    cell_set(signal, "coverage", size);
}

/// What an end need not say.
pub(super) fn end(fields: &mut Fields, turns: u32, records: u32) {
    absent(json!({"turns": turns, "records": records}), fields);
    if let Some(Value::Object(outcome)) = fields.get_mut("outcome") {
        absent(json!({"winners": [], "text": outcome.get("reason"), "scores": []}), outcome);
    }
}

/// What a branch need not say.
pub(super) fn branch(fields: &mut Fields, line: u32) {
    absent(json!({"line": line, "parent": 0, "name": ""}), fields);
}

/// What a note need not say.
pub(super) fn note(fields: &mut Fields, id: NoteId) {
    absent(
        json!({
            "id": id, "line": 0, "cell": null, "viewpoint": "referee", "author": null, "created_unix_ms": null,
        }),
        fields,
    );
}

/// What a record lacks that follows from the record before it.
#[derive(Default)]
pub(super) struct Lacking {
    /// Positions of views that do not say when their cells were last seen.
    last_seen: Vec<usize>,
}

impl Lacking {
    /// Refuses what lacks anything: the first record of a branch follows none that is at hand.
    pub(super) fn nothing(&self) -> Result<(), Problem> {
        let Some(position) = self.last_seen.first() else { return Ok(()) };
        let what = "must be there in the first record of a branch";
        Err(Problem::of(format!("views[{position}].last_seen"), what))
    }

    /// A cell that is visible was last seen now, any other one when it was before.
    pub(super) fn fill(&self, record: &mut Record, before: Option<&Record>) {
        let now = record.index.saturating_add(1);
        for position in &self.last_seen {
            let Some(view) = record.views.get_mut(*position) else { continue };
            let cells = view.visible.size().cells();
            let earlier = before.and_then(|before| before.view(view.seat)).map(|view| &view.last_seen);
            view.last_seen =
                earlier.filter(|earlier| earlier.len() == cells).cloned().unwrap_or_else(|| vec![0; cells]);
            view.visible.indices().for_each(|cell| view.last_seen[cell] = now);
        }
    }
}

/// The objects of a list. What is no list and no object is for others to complain about.
fn each(fields: &mut Fields, list: &str, mut fill: impl FnMut(usize, &mut Fields)) {
    let Some(Value::Array(values)) = fields.get_mut(list) else { return };
    for (position, value) in values.iter_mut().enumerate() {
        if let Value::Object(fields) = value {
            fill(position, fields);
        }
    }
}

/// A set of cells may be given as a list of them, since its size is that of the frame.
fn cell_set(fields: &mut Fields, name: &str, size: &Value) {
    if let Some(set @ Value::Array(_)) = fields.get_mut(name) {
        let cells = set.take();
        *set = json!({"rows": size.get("rows"), "cols": size.get("cols"), "cells": cells});
    }
}

fn ids(fields: &Fields, list: &str) -> Vec<Value> {
    let values = fields.get(list).and_then(Value::as_array);
    values.into_iter().flatten().map(|value| value.get("id").cloned().unwrap_or_default()).collect()
}

fn color(position: usize) -> &'static str {
    COLORS[position % COLORS.len()]
}

/// The first letter of the id, as a capital.
fn glyph(fields: &Fields) -> String {
    let first = fields.get("id").and_then(Value::as_str).and_then(|id| id.chars().next());
    first.map_or('?', |first| first.to_uppercase().next().unwrap_or(first)).to_string()
}
