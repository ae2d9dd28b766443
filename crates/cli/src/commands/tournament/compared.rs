//! Ratings, comparisons and sequential tests as text.

use fogreel_analysis::statistics::{Interval, Rating, SprtVerdict, Strength};
use fogreel_tournament::{PresetStandings, SequentialTest, Sides};

use super::columns;
use super::shown::{Shown, amount};

/// Ratings of one preset.
pub(super) fn ratings(shown: &Shown<'_>, preset: &PresetStandings) -> String {
    let Some(ratings) = &preset.ratings else { return String::new() };
    let within = match shown.plan.sides {
        Sides::Fixed => ", each seat around 0",
        Sides::Swapped => "",
    };
    let mut text = format!("\nRatings in Elo{within}; 95 % intervals by resampled starts\n");
    let mut order: Vec<usize> = (0..shown.plan.players.len()).collect();
    let strength =
        |player: &usize| ratings.players[*player].strength().map_or(f64::NEG_INFINITY, |rated| rated.strength);
    let seat = |player: &usize| {
        shown.plan.seats.iter().position(|seat| shown.plan.players[*player].seat.as_ref() == Some(seat))
    };
    order.sort_by(|one, other| seat(one).cmp(&seat(other)).then(strength(other).total_cmp(&strength(one))));
    let line = |player: usize| {
        let who = &shown.plan.players[player];
        let rating = match &ratings.players[player] {
            Rating::Rated(strength) => elo(strength),
            Rating::Withheld(why) => format!("none: {why}"),
        };
        [who.seat.clone().into_iter().collect::<String>(), who.label.clone(), rating]
    };
    let lines: Vec<[String; 3]> = order.into_iter().map(line).collect();
    let widths = [0, 1].map(|column| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0));
    for [seat, label, rating] in &lines {
        let seat = if widths[0] == 0 { String::new() } else { format!("{seat:<0$}  ", widths[0]) };
        text += &format!("{seat}{label:<0$}  {rating}\n", widths[1]);
    }
    if let Some(side) = &ratings.side {
        text += &format!("The {} seat is worth {}.\n", shown.plan.seats[0], elo(side));
    }
    text
}

fn elo(strength: &Strength) -> String {
    let Interval { low, high } = strength.elo_interval();
    format!("{} [{}, {}]", signed(strength.elo()), signed(low), signed(high))
}

fn signed(value: f64) -> String {
    match value.round() {
        rounded if rounded < 0.0 => format!("−{}", -rounded),
        rounded => format!("+{}", rounded.abs()),
    }
}

/// The comparisons of one preset with the agent of each seat that was named first.
pub(super) fn comparisons(shown: &Shown<'_>, preset: &PresetStandings) -> String {
    let is_first = |seat: &str, player: usize| {
        let position = shown.plan.seats.iter().position(|known| known == seat).unwrap_or(0);
        shown.plan.pairings.first().is_some_and(|pairing| pairing[position] == player)
    };
    let chosen = preset.comparisons.iter().filter(|one| is_first(&one.seat, one.players[0]));
    let lines: Vec<Vec<String>> = chosen
        .filter_map(|one| {
            let found = one.found?;
            let Interval { low, high } = found.interval;
            let points = |value: f64| match format!("{:+.1}", 100.0 * value).as_str() {
                "+0.0" | "-0.0" => "0.0".to_owned(),
                text => text.replace('-', "−"),
            };
            Some(vec![
                one.seat.clone(),
                shown.label(one.players[1]).to_owned(),
                shown.label(one.opponent).to_owned(),
                format!("{} [{}, {}]", points(-found.difference), points(-high), points(-low)),
                format!("{}:{}", found.second_only, found.first_only),
                if found.p_value < 0.001 { "<0.001".to_owned() } else { format!("{:.3}", found.p_value) },
            ])
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    let heading = ["seat", "agent", "against", "points in 100 [95 %]", "won alone", "McNemar p"].map(str::to_owned);
    let firsts: Vec<String> = (0..2)
        .map(|seat| format!("{} {}", shown.plan.seats[seat], shown.label(shown.plan.pairings[0][seat])))
        .collect();
    format!("\nOn the same starts, beside {}\n{}", firsts.join(" and "), columns::set(&heading, &lines, 3))
}

/// A sequential test.
pub(super) fn sequential(shown: &Shown<'_>, test: &SequentialTest) -> String {
    let [one, other] = test.candidates.map(|player| shown.label(player));
    let hypotheses = &test.hypotheses;
    let scale = match hypotheses.scale {
        fogreel_analysis::statistics::Scale::Logistic => "Elo",
        fogreel_analysis::statistics::Scale::Normalized => "normalised Elo",
    };
    let (low, high) = test.bounds;
    let verdict = match test.verdict {
        SprtVerdict::AcceptH0 => format!("accepted: {one} is not {} {scale} better than {other}", hypotheses.elo1),
        SprtVerdict::AcceptH1 => {
            format!("accepted: {one} is more than {} {scale} better than {other}", hypotheses.elo0)
        }
        SprtVerdict::GoOn => "no verdict yet".to_owned(),
    };
    let score = test.pentanomial.score().map_or_else(|| "–".to_owned(), |score| format!("{:.2} %", 100.0 * score));
    format!(
        "\nSequential test of {one} against {other}: {verdict}\n  \
         H0 {elo0} {scale}, H1 {elo1} {scale}, error probabilities {alpha} and {beta}\n  \
         log-likelihood ratio {ratio:.3}, bounds {low:.3} and {high:.3}\n  \
         {pairs}, by points for {one}: 0: {p0}, ½: {p1}, 1: {p2}, 1½: {p3}, 2: {p4}; score {score}\n",
        elo0 = hypotheses.elo0,
        elo1 = hypotheses.elo1,
        alpha = hypotheses.alpha,
        beta = hypotheses.beta,
        ratio = test.log_likelihood_ratio,
        pairs = amount(test.pentanomial.pairs(), "pair of matches", "pairs of matches"),
        p0 = test.pentanomial.0[0],
        p1 = test.pentanomial.0[1],
        p2 = test.pentanomial.0[2],
        p3 = test.pentanomial.0[3],
        p4 = test.pentanomial.0[4],
    )
}
