//! One row a move.

use fogreel_analysis::RecordAnalysis;
use fogreel_analysis::grade::{Mark, verdict_name};
use fogreel_engine::Record;

use super::Shared;
use crate::schema::{Column, flag, integer, number, text};
use crate::{Batch, Value};

pub(crate) const COLUMNS: &[Column] = &[
    text("file", "the recording, as it was named"),
    integer("record", "the record that the move led to"),
    integer("turn", "the turn that people count"),
    text("seat", "id of the seat that moved"),
    text("agent", "its agent, with its settings"),
    text("action", "the move, in the game's notation"),
    text("branch", "which part of the agent decided"),
    number("score", "what the agent thought the move worth, on its own scale"),
    number("best_score", "the best score among its candidates"),
    integer("candidates", "actions that it weighed"),
    text("candidate_scores", "all of them, `action=score` joined by `;`"),
    integer("nodes", "positions that its search looked at"),
    integer("depth", "how deep it looked"),
    number("fair_best_score", "expected score (win 1, draw ½) of the best action by what the seat could know"),
    number("fair_score", "expected score of the move by the same"),
    number("fair_loss", "what it gave away, 0 to 1"),
    text("fair_mark", "`?!`, `?`, `??` or empty"),
    text("fair_best", "the best actions, joined by `;`"),
    text("hindsight_before", "verdict of the position before: win, draw or loss for the seat"),
    text("hindsight_after", "verdict after the move"),
    number("hindsight_loss", "score given away with everything seen: 0, ½ or 1"),
    text("hindsight_best", "the best actions with everything seen, joined by `;`"),
    flag("was_only_move", "whether one action alone kept the verdict"),
];

pub(super) fn append(batch: &mut Batch, shared: &Shared<'_>, record: &Record, analysis: &RecordAnalysis) {
    for taken in &record.actions {
        let decision = record.decisions.iter().find(|decision| decision.seat == taken.seat);
        let candidates = decision.map_or(&[][..], |decision| decision.candidates.as_slice());
        let score = candidates.iter().find(|candidate| candidate.action == taken.action);
        let best = candidates.iter().map(|candidate| candidate.score).reduce(f64::max);
        let scores: Vec<String> =
            candidates.iter().map(|candidate| format!("{}={}", candidate.action, candidate.score)).collect();
        let grade = analysis.moves.iter().find(|grade| grade.seat == taken.seat);
        let fair = grade.and_then(|grade| grade.fair.as_ref());
        let hindsight = grade.and_then(|grade| grade.hindsight.as_ref());
        batch.push([
            (&shared.file).into(),
            record.index.into(),
            record.turn.into(),
            shared.seat(taken.seat).into(),
            shared.agent(taken.seat).into(),
            taken.action.as_str().into(),
            decision.map(|decision| decision.branch.as_str()).into(),
            score.map(|candidate| candidate.score).into(),
            best.into(),
            decision.map(|decision| decision.candidates.len()).into(),
            decision.map(|_| scores.join(";")).into(),
            decision
                .and_then(|decision| decision.nodes)
                .map_or(Value::Null, |nodes| Value::Integer(i64::try_from(nodes).unwrap_or(i64::MAX))),
            decision.and_then(|decision| decision.depth).into(),
            fair.map(|fair| fair.best_score).into(),
            fair.map(|fair| fair.score).into(),
            fair.map(|fair| fair.loss).into(),
            fair.map(|fair| fair.mark.map_or("", Mark::symbol)).into(),
            fair.map(|fair| fair.best.join(";")).into(),
            hindsight.map(|hindsight| verdict_name(hindsight.before)).into(),
            hindsight.map(|hindsight| verdict_name(hindsight.after)).into(),
            hindsight.map(|hindsight| hindsight.loss).into(),
            hindsight.map(|hindsight| hindsight.best.join(";")).into(),
            hindsight.map(|hindsight| hindsight.was_only_move).into(),
        ]);
    }
}
