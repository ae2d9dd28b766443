//! Every number as JSON; `docs/cli-json.md` names the fields.

use fogreel_analysis::assess::{Assessment, Attribution, ReferenceMetrics, Regret, TruthMetrics, TurnMetrics};
use fogreel_analysis::counts::CountMetrics;
use fogreel_analysis::fault::{FaultEpisode, episodes};
use fogreel_engine::{Header, Viewpoint};
use serde_json::{Value, json};

use crate::commentary::Analysed;

/// One match.
pub(super) fn of_match(analysed: &Analysed) -> Value {
    let Analysed { file, header, outcome, turns, records, analysis } = analysed;
    let id = |seat| header.seat_info(seat).map(|info| info.id.as_str());
    let references = analysis.references.iter().map(|reference| {
        let models = reference.opponent_models.iter();
        let models: Vec<Value> =
            models.map(|(model, probability)| json!({"model": model, "probability": number(*probability)})).collect();
        json!({
            "seat": id(reference.seat),
            "evidence_bits": number(reference.evidence_bits),
            "opponent_models": models,
            "error": reference.error.as_ref().map(ToString::to_string),
        })
    });
    let missing = analysis
        .missing
        .iter()
        .map(|missing| json!({"part": missing.part.id(), "seat": missing.seat.and_then(id), "why": missing.why}));
    let mut grades = serde_json::to_value(&analysis.grades).unwrap_or_default();
    name_seats(&mut grades, header);
    json!({
        "file": file,
        "game": header.game,
        "preset": header.preset,
        "map": header.map,
        "seed": header.seed,
        "seats": header.seats.iter().map(|seat| json!({"id": seat.id, "name": seat.name, "agent": seat.agent})).collect::<Vec<_>>(),
        "as": match analysis.viewpoint {
            Viewpoint::Referee => Some("referee"),
            Viewpoint::Seat(seat) => id(seat),
        },
        "turns": turns,
        "records": records,
        "outcome": outcome,
        "opponent_model": analysis.model,
        "references": references.collect::<Vec<_>>(),
        "beliefs": analysis.beliefs.iter().map(belief).collect::<Vec<_>>(),
        "grades": grades,
        "missing": missing.collect::<Vec<_>>(),
    })
}

/// Seats are named by their ids, as everywhere on the command line.
fn name_seats(grades: &mut Value, header: &Header) {
    for list in ["moves", "seats"] {
        for entry in grades[list].as_array_mut().into_iter().flatten() {
            let seat = entry["seat"].as_u64().and_then(|seat| header.seats.get(seat as usize));
            entry["seat"] = json!(seat.map(|info| &info.id));
        }
    }
}

fn belief(belief: &Assessment) -> Value {
    json!({
        "key": belief.key.to_string(),
        "turns": belief.turns.iter().map(turn).collect::<Vec<_>>(),
        "counts": belief.counts.iter().map(counts).collect::<Vec<_>>(),
        "faults": episodes(&belief.faults).iter().map(fault).collect::<Vec<_>>(),
    })
}

fn turn(turn: &TurnMetrics) -> Value {
    let point = &turn.point;
    json!({
        "record": point.record,
        "turn": point.turn,
        "entropy_bits": number(point.entropy_bits),
        "max": number(point.max),
        "p_truth": point.p_truth.map(number),
        "surprisal_bits": point.p_truth.map(|_| point.surprisal_bits().map_or_else(|| json!("inf"), number)),
        "truth": turn.truth.as_ref().map(truth),
        "reference": turn.reference.as_ref().map(reference),
        "lost_bits": turn.lost_bits().map(number),
    })
}

fn counts(counts: &CountMetrics) -> Value {
    let truth = counts.truth.as_ref();
    json!({
        "record": counts.record,
        "turn": counts.turn,
        "expected": number(counts.expected),
        "things": truth.map(|truth| truth.things),
        "surprisal_bits": truth.map(|truth| number(truth.surprisal_bits.unwrap_or(f64::INFINITY))),
        "ospa_steps": truth.and_then(|truth| truth.ospa_steps).map(number),
    })
}

fn truth(truth: &TruthMetrics) -> Value {
    json!({
        "element": truth.element,
        "hpd_level": number(truth.hpd_level),
        "rank": number(truth.rank.average()),
        "is_likeliest": truth.is_likeliest,
        "expected_distance": truth.expected_distance.map(number),
        "brier": number(truth.brier),
    })
}

fn reference(reference: &ReferenceMetrics) -> Value {
    let step = reference.step.as_ref();
    json!({
        "model": reference.model,
        "p_truth": reference.p_truth.map(number),
        "entropy_bits": number(reference.entropy_bits),
        "regret_bits": number(reference.regret_bits.unwrap_or(f64::INFINITY)),
        "impossible_mass": number(reference.impossible_mass),
        "evidence_bits": step.map(|step| number(step.evidence_bits)),
        "regret_at_truth": step.and_then(|step| step.regret).map(regret),
        "expected_regret": step.and_then(|step| step.expected_regret).map(regret),
        "attribution": step.and_then(|step| step.attribution.as_ref()).map(attribution),
    })
}

fn regret(regret: Regret) -> Value {
    json!({"local_bits": number(regret.local_bits), "inherited_bits": number(regret.inherited_bits)})
}

fn attribution(attribution: &Attribution) -> Value {
    let gain = |gain: fogreel_analysis::assess::Gain| json!({"truth_bits": gain.truth_bits.map(number), "entropy_bits": number(gain.entropy_bits)});
    let channels = attribution.channels.iter().map(|channel| {
        json!({"channel": channel.channel, "in_order": gain(channel.in_order), "shapley": gain(channel.shapley)})
    });
    json!({"motion": gain(attribution.motion), "channels": channels.collect::<Vec<_>>()})
}

fn fault(episode: &FaultEpisode<'_>) -> Value {
    let fault = episode.first;
    let cells: Vec<[u16; 2]> = fault.cells.iter().map(|cell| [cell.row, cell.col]).collect();
    json!({
        "kind": fault.kind.id(),
        "mark": fault.grade.mark(),
        "channel": fault.channel,
        "record": fault.record,
        "turn": fault.turn,
        "last_record": episode.last.record,
        "last_turn": episode.last.turn,
        "records": episode.records,
        "cost_bits": episode.cost_bits.map(number),
        "size": number(fault.size.value()),
        "unit": fault.size.unit(),
        "cells": cells,
        "needs_truth": fault.needs_truth,
        "why": fault.why(),
    })
}

/// A number, or one of the texts `inf`, `-inf` and `nan`.
fn number(value: f64) -> Value {
    match value {
        value if value.is_finite() => json!(value),
        value if value.is_nan() => json!("nan"),
        value if value > 0.0 => json!("inf"),
        _ => json!("-inf"),
    }
}
